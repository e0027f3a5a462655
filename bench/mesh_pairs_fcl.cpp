// FCL's hierarchies over the same triangles, each kind of volume.
#include <fcl/geometry/bvh/BVH_model.h>
#include <fcl/narrowphase/collision.h>
#include <fcl/narrowphase/distance.h>

#include "mesh_pairs.hpp"

namespace bench {

namespace {

template <class Volume> class FclMeshPair : public MeshPair {
    using S = typename Volume::S;
    using Model = fcl::BVHModel<Volume>;

  public:
    void build(const Soup &soup) override {
        model.beginModel(static_cast<int>(soup.size()), static_cast<int>(3 * soup.size()));
        for (const carom_triangle &t : soup)
            model.addTriangle(point(t.v[0]), point(t.v[1]), point(t.v[2]));
        model.endModel();
    }
    bool touch(const carom_pose &pose) override {
        fcl::CollisionRequest<S> request;
        fcl::CollisionResult<S> result;
        return fcl::collide(&model, still(), &model, moved(pose), request, result) > 0;
    }
    std::size_t contacts(const carom_pose &pose) override {
        fcl::CollisionRequest<S> request(1000000, false);
        fcl::CollisionResult<S> result;
        return fcl::collide(&model, still(), &model, moved(pose), request, result);
    }
    double distance(const carom_pose &pose) override {
        fcl::DistanceRequest<S> request;
        fcl::DistanceResult<S> result;
        fcl::distance(&model, still(), &model, moved(pose), request, result);
        return result.min_distance > 0 ? static_cast<double>(result.min_distance) : 0.0;
    }

  private:
    static fcl::Vector3<S> point(carom_vec3 v) {
        return {static_cast<S>(v.x), static_cast<S>(v.y), static_cast<S>(v.z)};
    }
    static fcl::Transform3<S> still() {
        return fcl::Transform3<S>::Identity();
    }
    static fcl::Transform3<S> moved(const carom_pose &pose) {
        fcl::Transform3<S> out = still();
        fcl::Quaternion<S> q(static_cast<S>(pose.rotation.w), static_cast<S>(pose.rotation.x),
                             static_cast<S>(pose.rotation.y), static_cast<S>(pose.rotation.z));
        out.linear() = q.normalized().toRotationMatrix();
        out.translation() = point(pose.position);
        return out;
    }
    Model model;
};

template <class Volume> MeshPairMaker maker(const char *name, bool collides, bool measures) {
    return {name, collides, measures, [] { return std::make_unique<FclMeshPair<Volume>>(); }};
}

} // namespace

void add_mesh_pairs_fcl(std::vector<MeshPairMaker> &makers) {
    makers.push_back(maker<fcl::OBBRSS<double>>("FCL OBBRSS", true, true));
    makers.push_back(maker<fcl::OBB<double>>("FCL OBB", true, false)); // has no distance
    makers.push_back(maker<fcl::kIOS<double>>("FCL kIOS", true, true));
    // Contact takes it half a second for each pose: it has no overlap test but its distance.
    makers.push_back(maker<fcl::RSS<double>>("FCL RSS", false, true));
}

} // namespace bench
