// FCL's least distance between two of its collections, each under a dynamic tree of boxes.
#include <fcl/broadphase/broadphase_dynamic_AABB_tree.h>
#include <fcl/broadphase/default_broadphase_callbacks.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/convex.h>
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

/// The faces come from carom's hull of the points.
std::shared_ptr<fcl::CollisionGeometry<double>> shape_of(const Link &link) {
    if (link.points.empty()) // its capsules run along z, as the links do
        return std::make_shared<fcl::Capsuled>(link.radius, link.length);
    carom_hull_def def{};
    def.points = link.points.data();
    def.point_count = link.points.size();
    carom_hull *hull = nullptr;
    if (carom_hull_create(&hull, &def) != CAROM_OK) std::abort();
    auto points = std::make_shared<std::vector<fcl::Vector3<double>>>();
    auto faces = std::make_shared<std::vector<int>>();
    for (int i = 0; i < carom_hull_vertex_count(hull); i++) {
        const carom_vec3 v = carom_hull_vertex(hull, i);
        points->emplace_back(v.x, v.y, v.z);
    }
    const int count = carom_hull_face_count(hull);
    for (int f = 0; f < count; f++) {
        int corner[64];
        const int n = carom_hull_face(hull, f, corner, 64);
        faces->push_back(n);
        faces->insert(faces->end(), corner, corner + n);
    }
    carom_hull_destroy(hull);
    return std::make_shared<fcl::Convexd>(points, count, faces);
}

class Fcl : public RobotCell {
  public:
    explicit Fcl(const Cell &cell) {
        for (const Link &link : cell.links) {
            links.push_back(std::make_unique<Object>(shape_of(link)));
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
