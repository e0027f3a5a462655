// Distances from a mesh as Open3D's RaycastingScene finds them: Embree's point query, and for the
// sign how often one ray crosses the triangles.
#include <memory>

#include "embree_near.hpp"
#include "programs.hpp"

namespace bench {

namespace {

struct Crossings {
    RTCIntersectContext context; ///< first, so that the filter finds the rest
    unsigned last, count;
};

/// Counts a hit and lets the ray go on; a triangle that is found again at once counts once.
void count_hit(const RTCFilterFunctionNArguments *with) {
    auto *crossings = reinterpret_cast<Crossings *>(with->context);
    const unsigned triangle = RTCHitN_primID(with->hit, with->N, 0);
    if (triangle != crossings->last) crossings->count++;
    crossings->last = triangle;
    with->valid[0] = 0;
}

class Embree : public DistanceField {
  public:
    explicit Embree(const Soup &soup) : mesh(soup, RTC_SCENE_FLAG_CONTEXT_FILTER_FUNCTION) {}
    float distance(carom_vec3 point, bool with_sign) override {
        const float away = mesh.distance(point);
        return with_sign && is_inside(point) ? -away : away;
    }

  private:
    bool is_inside(carom_vec3 point) {
        Crossings crossings{};
        rtcInitIntersectContext(&crossings.context);
        crossings.context.filter = count_hit;
        crossings.last = RTC_INVALID_GEOMETRY_ID;
        RTCRay ray{};
        ray.org_x = point.x;
        ray.org_y = point.y;
        ray.org_z = point.z;
        ray.dir_x = 1.0f; // Open3D's first direction, too, is the x axis
        ray.tfar = INFINITY;
        ray.mask = ~0u;
        rtcOccluded1(mesh.scene.handle, &crossings.context, &ray);
        return crossings.count % 2 == 1;
    }

    EmbreeMesh mesh;
};

} // namespace

std::unique_ptr<DistanceField> make_field_embree(const Soup &soup) {
    return std::make_unique<Embree>(soup);
}

} // namespace bench
