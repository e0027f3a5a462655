// Embree at its default build quality, in default and robust mode; batches by rtcIntersect8 and
// rtcOccluded8.
#include <algorithm>
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

/// Eight rays from `first` on; that one again where there are fewer.
void fill_packet(RTCRay8 &out, const carom_ray *rays, std::size_t first, std::size_t count) {
    for (std::size_t k = 0; k < 8; k++) {
        const carom_ray &from = rays[first + k < count ? first + k : first];
        out.org_x[k] = from.origin.x;
        out.org_y[k] = from.origin.y;
        out.org_z[k] = from.origin.z;
        out.dir_x[k] = from.direction.x;
        out.dir_y[k] = from.direction.y;
        out.dir_z[k] = from.direction.z;
        out.tnear[k] = from.t_min;
        out.tfar[k] = from.t_max;
        out.mask[k] = ~0u;
        out.time[k] = 0.0f;
        out.id[k] = 0;
        out.flags[k] = 0;
    }
}

constexpr int all_valid[8] = {-1, -1, -1, -1, -1, -1, -1, -1};

void packets(RTCScene scene, const carom_ray *rays, std::size_t count, float *out) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    for (std::size_t first = 0; first < count; first += 8) {
        alignas(32) RTCRayHit8 query;
        alignas(32) int valid[8];
        std::copy(all_valid, all_valid + 8, valid);
        fill_packet(query.ray, rays, first, count);
        for (std::size_t k = 0; k < 8; k++) {
            query.hit.geomID[k] = RTC_INVALID_GEOMETRY_ID;
            query.hit.instID[0][k] = RTC_INVALID_GEOMETRY_ID;
        }
        rtcIntersect8(valid, scene, &context, &query);
        for (std::size_t k = 0; k < 8 && first + k < count; k++)
            out[first + k] =
                query.hit.geomID[k] == RTC_INVALID_GEOMETRY_ID ? -1.0f : query.ray.tfar[k];
    }
}

void any_packets(RTCScene scene, const carom_ray *rays, std::size_t count, float *out) {
    RTCIntersectContext context;
    rtcInitIntersectContext(&context);
    context.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    for (std::size_t first = 0; first < count; first += 8) {
        alignas(32) RTCRay8 query;
        alignas(32) int valid[8];
        std::copy(all_valid, all_valid + 8, valid);
        fill_packet(query, rays, first, count);
        rtcOccluded8(valid, scene, &context, &query);
        for (std::size_t k = 0; k < 8 && first + k < count; k++)
            out[first + k] = query.tfar[k] < 0.0f;
    }
}

} // namespace

void add_mesh_rays_embree(Group &group, const Soup &soup, const std::vector<RaySet> &sets) {
    using Ask = void (*)(RTCScene, const carom_ray *, std::size_t, float *);
    const std::pair<const char *, Ask> asks[] = {{", first", first_hits},
                                                 {", any", any_hits},
                                                 {", batch", packets},
                                                 {", batch, any", any_packets}};
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
