// FCL's least distance between two of its collections, each under a dynamic tree of boxes.
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/broadphase/default_broadphase_callbacks.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/narrowphase/distance.h>

#include "programs.hpp"

namespace bench {

namespace {

using Object = fcl::CollisionObject<double>;

fcl::Transform3<double> placed(const carom_pose &pose) {
    fcl::Transform3<double> out = fcl::Transform3<double>::Identity();
    out.linear() = fcl::Quaternion<double>(pose.rotation.w, pose.rotation.x, pose.rotation.y,
                                           pose.rotation.z)
                       .normalized()
                       .toRotationMatrix();
    out.translation() = fcl::Vector3<double>(pose.position.x, pose.position.y, pose.position.z);
    return out;
}

class Fcl : public RobotCell {
  public:
    explicit Fcl(const Cell &cell) {
        for (const Link &link : cell.links) {
            // its capsules run along z, as the links do
            auto shape = std::make_shared<fcl::Capsuled>(link.radius, link.length);
            links.push_back(std::make_unique<Object>(shape));
            arm.registerObject(links.back().get());
        }
        for (const Body &body : cell.boxes) {
            auto shape = std::make_shared<fcl::Boxd>(2.0 * static_cast<double>(body.half.x),
                                                     2.0 * static_cast<double>(body.half.y),
                                                     2.0 * static_cast<double>(body.half.z));
            boxes.push_back(std::make_unique<Object>(shape, placed(body.pose)));
            scene.registerObject(boxes.back().get());
        }
        arm.setup();
        scene.setup();
    }
    double distance(const carom_pose *poses) override {
        for (std::size_t i = 0; i < links.size(); i++) {
            links[i]->setTransform(placed(poses[i]));
            links[i]->computeAABB();
        }
        arm.update();
        fcl::DefaultDistanceData<double> data;
        arm.distance(&scene, &data, fcl::DefaultDistanceFunction<double>);
        return std::max(data.result.min_distance, 0.0);
    }

  private:
    std::vector<std::unique_ptr<Object>> links, boxes;
    fcl::DynamicAABBTreeCollisionManager<double> arm, scene;
};

} // namespace

std::unique_ptr<RobotCell> make_cell_fcl(const Cell &cell) {
    return std::make_unique<Fcl>(cell);
}

} // namespace bench
