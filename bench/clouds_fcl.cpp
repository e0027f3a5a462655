// FCL's OcTree over an OctoMap: overlap and distance of one shape.
#ifdef BENCH_OCTOMAP
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/geometry/octree/octree.h>
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/capsule.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/sphere.h>
#include <fcl/math/bv/OBBRSS.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include "clouds.hpp"

namespace bench {

namespace {

using Vector = fcl::Vector3<double>;
using Geometry = std::shared_ptr<fcl::CollisionGeometry<double>>;

std::shared_ptr<octomap::OcTree> octree_of(const VoxelMap &map) {
    auto tree = std::make_shared<octomap::OcTree>(map.resolution);
    const auto key = [](std::int32_t index) {
        return static_cast<octomap::key_type>(index + 32768);
    };
    for (const carom_voxel_leaf &cell : map.cells)
        tree->updateNode(octomap::OcTreeKey(key(cell.x), key(cell.y), key(cell.z)),
                         static_cast<float>(cell.value), true);
    tree->updateInnerOccupancy();
    tree->prune();
    return tree;
}

Geometry mesh_of_ball() {
    const Indexed ball = weld(visitor_ball());
    std::vector<Vector> vertices;
    std::vector<fcl::Triangle> triangles;
    for (const carom_vec3 &v : ball.vertices)
        vertices.emplace_back(v.x, v.y, v.z);
    for (std::size_t i = 0; i < ball.indices.size(); i += 3)
        triangles.emplace_back(ball.indices[i], ball.indices[i + 1], ball.indices[i + 2]);
    auto mesh = std::make_shared<fcl::BVHModel<fcl::OBBRSSd>>();
    mesh->beginModel();
    mesh->addSubModel(vertices, triangles);
    mesh->endModel();
    return mesh;
}

Geometry hull_of_ball() {
    const Indexed ball = weld(visitor_ball());
    auto vertices = std::make_shared<std::vector<Vector>>();
    auto faces = std::make_shared<std::vector<int>>();
    for (std::size_t i = 0; i + 1 < ball.vertices.size(); i++)
        vertices->emplace_back(ball.vertices[i].x, ball.vertices[i].y, ball.vertices[i].z);
    for (std::size_t i = 0; i < ball.indices.size(); i += 3) {
        faces->push_back(3);
        for (std::size_t k = 0; k < 3; k++)
            faces->push_back(static_cast<int>(ball.indices[i + k]));
    }
    const int count = static_cast<int>(ball.indices.size() / 3);
    return std::make_shared<fcl::Convexd>(vertices, count, faces, true);
}

class FclMap : public VoxelPeer {
  public:
    explicit FclMap(const VoxelMap &map)
        : tree(std::make_shared<fcl::OcTreed>(octree_of(map))),
          visitors{std::make_shared<fcl::Sphered>(visitor_radius),
                   std::make_shared<fcl::Boxd>(2.0 * visitor_half[0], 2.0 * visitor_half[1],
                                               2.0 * visitor_half[2]),
                   std::make_shared<fcl::Capsuled>(visitor_thin, visitor_length), hull_of_ball(),
                   mesh_of_ball()} {
        tree->computeLocalAABB();
        for (const Geometry &visitor : visitors)
            visitor->computeLocalAABB();
    }
    void choose(Visitor visitor) override {
        shape = visitors[static_cast<int>(visitor)].get();
    }
    bool overlap(const carom_pose &pose) override {
        fcl::CollisionRequest<double> request;
        fcl::CollisionResult<double> result;
        return fcl::collide(tree.get(), stands, shape, placed(pose), request, result) > 0;
    }
    double distance(const carom_pose &pose) override {
        fcl::DistanceRequest<double> request;
        fcl::DistanceResult<double> result;
        return fcl::distance(tree.get(), stands, shape, placed(pose), request, result);
    }

  private:
    static fcl::Transform3<double> placed(const carom_pose &pose) {
        fcl::Transform3<double> out = fcl::Transform3<double>::Identity();
        out.linear() = fcl::Quaternion<double>(pose.rotation.w, pose.rotation.x, pose.rotation.y,
                                               pose.rotation.z)
                           .normalized()
                           .toRotationMatrix();
        out.translation() = Vector(pose.position.x, pose.position.y, pose.position.z);
        return out;
    }
    fcl::Transform3<double> stands = fcl::Transform3<double>::Identity();
    std::shared_ptr<fcl::OcTreed> tree;
    Geometry visitors[5];
    fcl::CollisionGeometry<double> *shape = nullptr;
};

} // namespace

std::unique_ptr<VoxelPeer> make_voxels_fcl(const VoxelMap &map) {
    return std::make_unique<FclMap>(map);
}

} // namespace bench
#endif
