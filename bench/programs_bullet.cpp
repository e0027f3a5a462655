// Bullet's btKinematicCharacterController, with its ghost object and pair cache.
#include <BulletCollision/CollisionDispatch/btGhostObject.h>
#include <BulletDynamics/Character/btKinematicCharacterController.h>
#include <btBulletDynamicsCommon.h>

#include "programs.hpp"

namespace bench {

namespace {

class Bullet : public Walker {
  public:
    explicit Bullet(const Level &level)
        : dispatcher(&configuration), world(&dispatcher, &broadphase, &configuration),
          capsule(level.radius, level.height) {
        broadphase.getOverlappingPairCache()->setInternalGhostPairCallback(&callback);
        world.setForceUpdateAllAabbs(false);
        for (const Body &body : level.boxes) {
            shapes.push_back(
                std::make_unique<btBoxShape>(btVector3(body.half.x, body.half.y, body.half.z)));
            objects.push_back(std::make_unique<btCollisionObject>());
            objects.back()->setCollisionShape(shapes.back().get());
            objects.back()->setWorldTransform(btTransform(
                btQuaternion(body.pose.rotation.x, body.pose.rotation.y, body.pose.rotation.z,
                             body.pose.rotation.w),
                btVector3(body.pose.position.x, body.pose.position.y, body.pose.position.z)));
            world.addCollisionObject(objects.back().get(), btBroadphaseProxy::StaticFilter,
                                     btBroadphaseProxy::AllFilter);
        }
        btTransform start;
        start.setIdentity();
        start.setOrigin(btVector3(level.start.x, level.start.y, level.start.z));
        ghost.setWorldTransform(start);
        ghost.setCollisionShape(&capsule);
        ghost.setCollisionFlags(btCollisionObject::CF_CHARACTER_OBJECT);
        world.addCollisionObject(&ghost, btBroadphaseProxy::CharacterFilter,
                                 btBroadphaseProxy::StaticFilter);
        controller = std::make_unique<btKinematicCharacterController>(&ghost, &capsule, level.step,
                                                                      btVector3(0, 1, 0));
        controller->setGravity(btVector3(0, -9.8f, 0));
        controller->setMaxSlope(std::atan(level.slope));
    }
    ~Bullet() override {
        world.removeCollisionObject(&ghost);
        for (auto &object : objects)
            world.removeCollisionObject(object.get());
    }
    void walk(carom_vec3 velocity, float dt) override {
        controller->setWalkDirection(btVector3(velocity.x * dt, 0, velocity.z * dt));
        // the pairs of the ghost, as a step of the world finds them
        world.updateSingleAabb(&ghost);
        broadphase.calculateOverlappingPairs(&dispatcher);
        controller->preStep(&world);
        controller->playerStep(&world, dt);
    }
    carom_vec3 position() override {
        const btVector3 p = ghost.getWorldTransform().getOrigin();
        return {p.x(), p.y(), p.z()};
    }

  private:
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    btGhostPairCallback callback;
    btCollisionWorld world;
    btCapsuleShape capsule;
    btPairCachingGhostObject ghost;
    std::vector<std::unique_ptr<btBoxShape>> shapes;
    std::vector<std::unique_ptr<btCollisionObject>> objects;
    std::unique_ptr<btKinematicCharacterController> controller;
};

} // namespace

std::unique_ptr<Walker> make_walker_bullet(const Level &level) {
    return std::make_unique<Bullet>(level);
}

} // namespace bench
