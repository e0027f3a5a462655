// Embree at its default build quality, in default and robust mode; batches by rtcIntersect8.
#include <memory>

#include "embree_scene.hpp"
#include "mesh_rays.hpp"

namespace bench {

namespace {

RTCRay ray_of(const carom_ray &from) {
    RTCRay ray{};
    ray.org_x = from.origin.x;
    ray.org_y = from.origin.y;
    ray.org_z = from.origin.z;
    ray.dir_x = from.direction.x;
    ray.dir_y = from.direction.y;
    ray.dir_z = from.direction.z;
    ray.tnear = from.t_min;
    ray.tfar = from.t_max;
    ray.mask = ~0u;
    return ray;
}

void first_hits(RTCScene scene, const carom_ray *rays, std::size_t count, float *out) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    for (std::size_t i = 0; i < count; i++) {
        RTCRayHit query;
        query.ray = ray_of(rays[i]);
        query.hit.geomID = RTC_INVALID_GEOMETRY_ID;
        query.hit.instID[0] = RTC_INVALID_GEOMETRY_ID;
        rtcIntersect1(scene, &context, &query);
        out[i] = query.hit.geomID == RTC_INVALID_GEOMETRY_ID ? -1.0f : query.ray.tfar;
    }
}

void any_hits(RTCScene scene, const carom_ray *rays, std::size_t count, float *out) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    for (std::size_t i = 0; i < count; i++) {
        RTCRay ray = ray_of(rays[i]);
        rtcOccluded1(scene, &context, &ray);
        out[i] = ray.tfar < 0.0f;
    }
}

void packets(RTCScene scene, const carom_ray *rays, std::size_t count, float *out) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    for (std::size_t first = 0; first < count; first += 8) {
        alignas(32) RTCRayHit8 query;
        alignas(32) int valid[8];
        for (std::size_t k = 0; k < 8; k++) {
            valid[k] = first + k < count ? -1 : 0;
            const carom_ray &from = rays[first + k < count ? first + k : first];
            query.ray.org_x[k] = from.origin.x;
            query.ray.org_y[k] = from.origin.y;
            query.ray.org_z[k] = from.origin.z;
            query.ray.dir_x[k] = from.direction.x;
            query.ray.dir_y[k] = from.direction.y;
            query.ray.dir_z[k] = from.direction.z;
            query.ray.tnear[k] = from.t_min;
            query.ray.tfar[k] = from.t_max;
            query.ray.mask[k] = ~0u;
            query.ray.time[k] = 0.0f;
            query.ray.id[k] = 0;
            query.ray.flags[k] = 0;
            query.hit.geomID[k] = RTC_INVALID_GEOMETRY_ID;
            query.hit.instID[0][k] = RTC_INVALID_GEOMETRY_ID;
        }
        rtcIntersect8(valid, scene, &context, &query);
        for (std::size_t k = 0; k < 8 && first + k < count; k++)
            out[first + k] =
                query.hit.geomID[k] == RTC_INVALID_GEOMETRY_ID ? -1.0f : query.ray.tfar[k];
    }
}

} // namespace

void add_mesh_rays_embree(Group &group, const Soup &soup, const std::vector<RaySet> &sets) {
    using Ask = void (*)(RTCScene, const carom_ray *, std::size_t, float *);
    const std::pair<const char *, Ask> asks[] = {
        {", first", first_hits}, {", any", any_hits}, {", batch", packets}};
    for (bool robust : {false, true}) {
        auto built = std::make_shared<EmbreeScene>(
            soup, robust ? RTC_SCENE_FLAG_ROBUST : RTC_SCENE_FLAG_NONE, RTC_BUILD_QUALITY_MEDIUM);
        for (const RaySet &set : sets)
            for (const auto &[name, ask] : asks) {
                const std::vector<carom_ray> &rays = set.rays;
                row(group, set.name + name)
                    .contestants.push_back(
                        {robust ? "Embree robust" : "Embree", rays.size(),
                         [built, ask = ask, &rays](std::size_t i, std::size_t last, float *out) {
                             ask(built->handle, &rays[i], last - i, out + i);
                         }});
            }
    }
}

} // namespace bench
