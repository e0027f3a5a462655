// carom's own answers, in float, by the public typed functions; the three smallest are inline in
// the header. Distances, rays and sweeps come with points, normals, features and exit times, as
// they always do, although only a number of each is looked at.
#include "harness.hpp"

namespace bench {

void add_carom(Group &group, const Pairs &p) {
    const std::size_t all = p.n;
    auto add = [&](const char *name, double tolerance, Answer answer) {
        Row &r = row(group, name);
        r.tolerance = tolerance;
        r.contestants.push_back({"carom", all, std::move(answer)});
    };
    add("sphere-sphere", 0, [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = carom_overlap_sphere_sphere(&p.sphere_a[i], &p.sphere_b[i]);
    });
    add("sphere-aabb", 0, [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = carom_overlap_sphere_aabb(&p.sphere_a[i], &p.aabb_b[i]);
    });
    add("aabb-aabb", 0, [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = carom_overlap_aabb_aabb(&p.aabb_a[i], &p.aabb_b[i]);
    });
    add("obb-obb", 0, [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = carom_overlap_obb_obb(&p.obb_a[i], &p.obb_b[i]);
    });
    add("triangle-aabb", 0, [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = carom_overlap_aabb_triangle(&p.aabb_b[i], &p.triangle_a[i]);
    });
    add("triangle-triangle", 0, [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = carom_overlap_triangle_triangle(&p.triangle_a[i], &p.triangle_b[i]);
    });
    add("point-triangle", 1e-4, [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = carom_closest_point_triangle(p.sphere_b[i].center, &p.triangle_a[i]).distance;
    });
    add("segment-segment", 1e-4, [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = carom_closest_segment_segment(&p.segment_a[i], &p.segment_b[i]).distance;
    });
    add("ray-sphere", 1e-4, [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++) {
            carom_ray_hit hit = carom_raycast_ray_sphere(&p.ray[i], &p.sphere_a[i]);
            out[i] = hit.hit ? hit.t : -1.0f;
        }
    });
    add("ray-aabb", 0, [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = carom_overlap_ray_aabb(&p.ray[i], &p.aabb_a[i]);
    });
    add("ray-triangle", 1e-4, [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++) {
            carom_ray_hit_triangle hit =
                carom_raycast_ray_triangle(&p.ray[i], &p.triangle_a[i], CAROM_BOTH_SIDES);
            out[i] = hit.hit ? hit.t : -1.0f;
        }
    });
    add("swept sphere-triangle", 1e-3, [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++) {
            carom_sweep_hit hit =
                carom_sweep_sphere_triangle(&p.sphere_b[i], p.motion_a[i], &p.triangle_a[i]);
            out[i] = hit.hit ? hit.fraction : -1.0f;
        }
    });
    add("moving sphere-sphere", 1e-3, [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++) {
            carom_sweep_hit hit = carom_sweep_sphere_sphere(&p.sphere_a[i], p.motion_a[i],
                                                            &p.sphere_b[i], p.motion_b[i]);
            out[i] = hit.hit ? hit.fraction : -1.0f;
        }
    });
}

} // namespace bench
