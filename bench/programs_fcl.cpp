// FCL's contact and least distance of two of its collections, each under a dynamic tree of boxes,
// and its conservative advancement of all pairs whose boxes meet during the motion.
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/broadphase/default_broadphase_callbacks.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/narrowphase/continuous_collision.h>
#include <fcl/narrowphase/distance.h>

#include "programs.hpp"

namespace bench {

namespace {

using Object = fcl::CollisionObject<double>;

fcl::Transform3<double> placed(const carom_pose &pose) {
    fcl::Transform3<double> out = fcl::Transform3<double>::Identity();
    out.linear() =
        fcl::Quaternion<double>(pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z)
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
        place(poses);
        fcl::DefaultDistanceData<double> data;
        arm.distance(&scene, &data, fcl::DefaultDistanceFunction<double>);
        return std::max(data.result.min_distance, 0.0);
    }

    bool collides(const carom_pose *poses, bool by_pairs) override {
        if (by_pairs) return collides_by_pairs(poses);
        place(poses);
        fcl::DefaultCollisionData<double> data;
        arm.collide(&scene, &data, fcl::DefaultCollisionFunction<double>);
        return data.result.isCollision();
    }
    double first_contact(const carom_pose *from, const carom_pose *to, bool by_pairs) override {
        const fcl::ContinuousCollisionRequest<double> request(
            100, 1e-4, fcl::CCDM_LINEAR, fcl::GST_LIBCCD, fcl::CCDC_CONSERVATIVE_ADVANCEMENT);
        double first = 1;
        for (std::size_t i = 0; i < links.size(); i++) {
            const fcl::Transform3<double> end = placed(to[i]);
            Object &link = *links[i];
            link.setTransform(end);
            link.computeAABB();
            fcl::AABB<double> swept = link.getAABB();
            link.setTransform(placed(from[i]));
            link.computeAABB();
            swept += link.getAABB();
            for (const auto &box : boxes) {
                if (!by_pairs && !swept.overlap(box->getAABB())) continue;
                fcl::ContinuousCollisionResult<double> result;
                fcl::continuousCollide(&link, end, box.get(), box->getTransform(), request, result);
                if (result.is_collide) first = std::min(first, result.time_of_contact);
            }
        }
        return first;
    }

  private:
    bool collides_by_pairs(const carom_pose *poses) {
        const fcl::CollisionRequest<double> request;
        for (std::size_t i = 0; i < links.size(); i++) {
            links[i]->setTransform(placed(poses[i]));
            for (const auto &box : boxes) {
                fcl::CollisionResult<double> result;
                if (fcl::collide(links[i].get(), box.get(), request, result)) return true;
            }
        }
        return false;
    }
    void place(const carom_pose *poses) {
        for (std::size_t i = 0; i < links.size(); i++) {
            links[i]->setTransform(placed(poses[i]));
            links[i]->computeAABB();
        }
        arm.update();
    }

    std::vector<std::unique_ptr<Object>> links, boxes;
    fcl::DynamicAABBTreeCollisionManager<double> arm, scene;
};

} // namespace

std::unique_ptr<RobotCell> make_cell_fcl(const Cell &cell) {
    return std::make_unique<Fcl>(cell);
}

} // namespace bench
