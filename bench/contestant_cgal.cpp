// CGAL 5.5 with plain double arithmetic (Simple_cartesian), and with exact predicates (Epick) where
// that is the fair opponent: carom's booleans of flat shapes are exact.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/Simple_cartesian.h>
#include <CGAL/Bbox_3.h>
#include <CGAL/intersections.h>
#include <CGAL/squared_distance_3.h>

#include <cmath>
#include <memory>

#include "harness.hpp"

namespace bench {

namespace {

template <typename K> struct Data {
    std::vector<typename K::Point_3> point_b;
    std::vector<typename K::Sphere_3> sphere_a, sphere_b;
    std::vector<typename K::Triangle_3> triangle_a, triangle_b;
    std::vector<typename K::Segment_3> segment_a, segment_b;
    std::vector<typename K::Ray_3> ray;
    std::vector<CGAL::Bbox_3> aabb_a, aabb_b;
};

template <typename K> typename K::Point_3 point(carom_vec3 v) {
    return {v.x, v.y, v.z};
}

CGAL::Bbox_3 bbox(const carom_aabb &b) {
    return CGAL::Bbox_3(b.min.x, b.min.y, b.min.z, b.max.x, b.max.y, b.max.z);
}

template <typename K> std::shared_ptr<Data<K>> convert(const Pairs &p) {
    auto d = std::make_shared<Data<K>>();
    for (std::size_t i = 0; i < p.n; i++) {
        auto at = [](carom_vec3 v) { return point<K>(v); };
        d->point_b.push_back(at(p.sphere_b[i].center));
        double r = p.sphere_a[i].radius, s = p.sphere_b[i].radius;
        d->sphere_a.emplace_back(at(p.sphere_a[i].center), r * r);
        d->sphere_b.emplace_back(at(p.sphere_b[i].center), s * s);
        const carom_triangle &ta = p.triangle_a[i], &tb = p.triangle_b[i];
        d->triangle_a.emplace_back(at(ta.v[0]), at(ta.v[1]), at(ta.v[2]));
        d->triangle_b.emplace_back(at(tb.v[0]), at(tb.v[1]), at(tb.v[2]));
        d->segment_a.emplace_back(at(p.segment_a[i].a), at(p.segment_a[i].b));
        d->segment_b.emplace_back(at(p.segment_b[i].a), at(p.segment_b[i].b));
        carom_vec3 v = p.ray[i].direction;
        d->ray.emplace_back(at(p.ray[i].origin), typename K::Vector_3(v.x, v.y, v.z));
        d->aabb_a.push_back(bbox(p.aabb_a[i]));
        d->aabb_b.push_back(bbox(p.aabb_b[i]));
    }
    return d;
}

template <typename K> void add_kernel(Group &group, const Pairs &pairs, const char *name) {
    auto d = convert<K>(pairs);
    auto add = [&](const char *row_name, Answer answer) {
        row(group, row_name).contestants.push_back({name, pairs.n, std::move(answer)});
    };
    add("sphere-aabb", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = CGAL::do_intersect(d->sphere_a[i], d->aabb_b[i]);
    });
    add("triangle-aabb", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = CGAL::do_intersect(d->triangle_a[i], d->aabb_b[i]);
    });
    add("triangle-triangle", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = CGAL::do_intersect(d->triangle_a[i], d->triangle_b[i]);
    });
    add("point-triangle", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = static_cast<float>(
                std::sqrt(CGAL::squared_distance(d->point_b[i], d->triangle_a[i])));
    });
    add("segment-segment", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = static_cast<float>(
                std::sqrt(CGAL::squared_distance(d->segment_a[i], d->segment_b[i])));
    });
    add("ray-aabb", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = CGAL::do_intersect(d->ray[i], d->aabb_a[i]);
    });
}

} // namespace

void add_cgal(Group &group, const Pairs &pairs) {
    using Plain = CGAL::Simple_cartesian<double>;
    using Exact = CGAL::Exact_predicates_inexact_constructions_kernel;
    add_kernel<Plain>(group, pairs, "CGAL 5.5 double");
    add_kernel<Exact>(group, pairs, "CGAL 5.5 exact");
    auto d = convert<Plain>(pairs);
    row(group, "aabb-aabb")
        .contestants.push_back(
            {"CGAL 5.5 double", pairs.n, [d](std::size_t first, std::size_t last, float *out) {
                 for (std::size_t i = first; i < last; i++)
                     out[i] = CGAL::do_overlap(d->aabb_a[i], d->aabb_b[i]);
             }});
    const Pairs *p = &pairs;
    row(group, "ray-triangle")
        .contestants.push_back(
            {"CGAL 5.5 double", pairs.n, [d, p](std::size_t first, std::size_t last, float *out) {
                 for (std::size_t i = first; i < last; i++) {
                     out[i] = -1.0f;
                     auto result = CGAL::intersection(d->ray[i], d->triangle_a[i]);
                     if (!result) continue;
                     const Plain::Point_3 *at = boost::get<Plain::Point_3>(&*result);
                     if (!at) continue;
                     carom_vec3 o = p->ray[i].origin, v = p->ray[i].direction;
                     double along =
                         (at->x() - o.x) * v.x + (at->y() - o.y) * v.y + (at->z() - o.z) * v.z;
                     out[i] = static_cast<float>(along / (v.x * v.x + v.y * v.y + v.z * v.z));
                 }
             }});
}

} // namespace bench
