// The textbook's tests in float, inline, as a program that needs nothing else writes them: one
// number after another, on the structs that carom is given. Each is written anew from the published
// description of its algorithm. Their rounding is not looked after; what differs is counted.
// - overlaps of spheres and boxes [Ericson05] 4.3.1, 5.2.5, 4.2.1; oriented boxes 4.4.1
// - triangle-aabb: separating axes [AkenineMoller01]; triangle-triangle: signs of determinants
// [GuigueDevillers03]
// - point-triangle [Ericson05] 5.1.5, segment-segment 5.1.9
// - ray-sphere [Ericson05] 5.3.2, ray-aabb 5.3.3, ray-triangle [MollerTrumbore97]
// - moving spheres [Ericson05] 5.5.5; swept sphere-triangle: the plane, then the edges and corners
// [Ericson05] 5.5.6
#include <cmath>

#include "harness.hpp"
#include "textbook.hpp"

namespace bench {

namespace {

using Add = std::function<void(const char *, Answer)>;

void add_overlaps(const Add &add, const Pairs &p) {
    add("sphere-sphere", [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = textbook::sphere_sphere(p.sphere_a[i], p.sphere_b[i]);
    });
    add("sphere-aabb", [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = textbook::sphere_aabb(p.sphere_a[i], p.aabb_b[i]);
    });
    add("aabb-aabb", [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = textbook::aabb_aabb(p.aabb_a[i], p.aabb_b[i]);
    });
    add("obb-obb", [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = textbook::obb_obb(p.obb_a[i], p.obb_b[i]);
    });
    add("triangle-aabb", [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = textbook::triangle_aabb(p.triangle_a[i], p.aabb_b[i]);
    });
    add("triangle-triangle", [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = textbook::triangle_triangle(p.triangle_a[i], p.triangle_b[i]);
    });
}

void add_distances(const Add &add, const Pairs &p) {
    add("point-triangle", [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++) {
            const carom_vec3 at = p.sphere_b[i].center;
            out[i] = textbook::length(
                textbook::sub(at, textbook::nearest_on_triangle(at, p.triangle_a[i])));
        }
    });
    add("segment-segment", [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = textbook::segment_segment(p.segment_a[i], p.segment_b[i]);
    });
}

void add_rays(const Add &add, const Pairs &p) {
    add("ray-sphere", [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = textbook::ray_sphere(p.ray[i], p.sphere_a[i]);
    });
    add("ray-aabb", [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = textbook::ray_aabb(p.ray[i], p.aabb_a[i]);
    });
    add("ray-triangle", [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = textbook::ray_triangle(p.ray[i], p.triangle_a[i]);
    });
}

void add_sweeps(const Add &add, const Pairs &p) {
    add("swept sphere-triangle", [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = textbook::sweep_sphere_triangle(p.sphere_b[i], p.motion_a[i], p.triangle_a[i]);
    });
    add("moving sphere-sphere", [&p](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = textbook::sweep_sphere_sphere(
                p.sphere_a[i], textbook::sub(p.motion_a[i], p.motion_b[i]), p.sphere_b[i]);
    });
}

} // namespace

void add_textbook(Group &group, const Pairs &pairs) {
    Add add = [&](const char *name, Answer answer) {
        row(group, name).contestants.push_back({"textbook float", pairs.n, std::move(answer)});
    };
    add_overlaps(add, pairs);
    add_distances(add, pairs);
    add_rays(add, pairs);
    add_sweeps(add, pairs);
}

} // namespace bench
