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

namespace {

class BulletFloor : public DeepFloor, btCollisionWorld::ContactResultCallback {
  public:
    BulletFloor(const Soup &soup, const carom_shape &shape, const std::vector<carom_vec3> &points,
                const carom_pose &pose)
        : dispatcher(&configuration), world(&dispatcher, &broadphase, &configuration) {
        const auto of = [](carom_vec3 v) { return btVector3(v.x, v.y, v.z); };
        for (const carom_triangle &t : soup)
            triangles.addTriangle(of(t.v[0]), of(t.v[1]), of(t.v[2]));
        mesh = std::make_unique<btBvhTriangleMeshShape>(&triangles, true);
        floor.setCollisionShape(mesh.get());
        if (shape.kind == CAROM_SHAPE_SPHERE)
            body_shape = std::make_unique<btSphereShape>(shape.as.sphere.radius);
        else if (shape.kind == CAROM_SHAPE_AABB)
            body_shape = std::make_unique<btBoxShape>(of(shape.as.aabb.max));
        else if (shape.kind == CAROM_SHAPE_CAPSULE)
            body_shape = std::make_unique<btCapsuleShapeX>(shape.as.capsule.radius,
                                                           2 * shape.as.capsule.b.x);
        else if (shape.kind == CAROM_SHAPE_CYLINDER)
            body_shape = std::make_unique<btCylinderShapeZ>(btVector3(
                shape.as.cylinder.radius, shape.as.cylinder.radius, shape.as.cylinder.b.z));
        else {
            auto hull = std::make_unique<btConvexHullShape>();
            for (const carom_vec3 &p : points)
                hull->addPoint(of(p), false);
            hull->recalcLocalAabb();
            body_shape = std::move(hull);
        }
        body.setCollisionShape(body_shape.get());
        body.setWorldTransform(btTransform(
            btQuaternion(pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w),
            of(pose.position)));
    }
    std::size_t contacts() override {
        count = 0;
        world.contactPairTest(&body, &floor, *this);
        return count;
    }
    btScalar addSingleResult(btManifoldPoint &, const btCollisionObjectWrapper *, int, int,
                             const btCollisionObjectWrapper *, int, int) override {
        count++;
        return 0;
    }

  private:
    std::size_t count = 0;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    btCollisionWorld world;
    btTriangleMesh triangles;
    std::unique_ptr<btBvhTriangleMeshShape> mesh;
    std::unique_ptr<btCollisionShape> body_shape;
    btCollisionObject floor, body;
};

} // namespace

std::unique_ptr<DeepFloor> make_floor_bullet(const Soup &floor, const carom_shape &shape,
                                             const std::vector<carom_vec3> &points,
                                             const carom_pose &pose) {
    return std::make_unique<BulletFloor>(floor, shape, points, pose);
}

} // namespace bench
