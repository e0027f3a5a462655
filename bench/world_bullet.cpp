// Bullet's collision world without dynamics, its own dispatcher and dynamic trees. Margins are its
// own for boxes and hulls, so that it counts pairs as touching which are a little apart.
#include <btBulletCollisionCommon.h>

#include "world.hpp"

namespace bench {

namespace {

class Bullet : public ContactWorld {
  public:
    explicit Bullet(const std::vector<Body> &bodies)
        : dispatcher(&configuration), world(&dispatcher, &broadphase, &configuration) {
        world.setForceUpdateAllAabbs(false);
        for (const Body &body : bodies) {
            shapes.push_back(shape_of(body));
            objects.push_back(std::make_unique<btCollisionObject>());
            objects.back()->setCollisionShape(shapes.back().get());
            place(objects.size() - 1, body.pose);
            world.addCollisionObject(objects.back().get());
        }
    }
    ~Bullet() override {
        for (auto &object : objects)
            world.removeCollisionObject(object.get());
    }
    void place(std::size_t body, carom_pose pose) override {
        objects[body]->setWorldTransform(btTransform(
            btQuaternion(pose.rotation.x, pose.rotation.y, pose.rotation.z, pose.rotation.w),
            btVector3(pose.position.x, pose.position.y, pose.position.z)));
    }
    void detect() override {
        world.performDiscreteCollisionDetection();
    }
    std::size_t touching() override {
        std::size_t count = 0;
        for (int i = 0; i < dispatcher.getNumManifolds(); i++) {
            const btPersistentManifold *manifold = dispatcher.getManifoldByIndexInternal(i);
            bool touches = false;
            for (int k = 0; k < manifold->getNumContacts(); k++)
                touches = touches || manifold->getContactPoint(k).getDistance() <= 0;
            count += touches;
        }
        return count;
    }

  private:
    static std::unique_ptr<btCollisionShape> shape_of(const Body &body) {
        btVector3 h(body.half.x, body.half.y, body.half.z);
        if (body.shape == BodyShape::ball) return std::make_unique<btSphereShape>(h.x());
        if (body.shape == BodyShape::box) return std::make_unique<btBoxShape>(h);
        auto hull = std::make_unique<btConvexHullShape>();
        for (int axis = 0; axis < 3; axis++)
            for (float sign : {-1.0f, 1.0f}) {
                btVector3 corner(0, 0, 0);
                corner[axis] = sign * h[axis];
                hull->addPoint(corner, false);
            }
        hull->recalcLocalAabb();
        return hull;
    }

    std::vector<std::unique_ptr<btCollisionShape>> shapes;
    std::vector<std::unique_ptr<btCollisionObject>> objects;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher;
    btDbvtBroadphase broadphase;
    btCollisionWorld world;
};

} // namespace

std::unique_ptr<ContactWorld> make_world_bullet(const std::vector<Body> &bodies) {
    return std::make_unique<Bullet>(bodies);
}

} // namespace bench
