// FCL 0.7 in float, by the functions its own narrow phase calls, without the collision objects
// around them.
#include <fcl/fcl.h>
#include <fcl/math/bv/OBB.h>
#include <fcl/narrowphase/detail/primitive_shape_algorithm/sphere_box.h>
#include <fcl/narrowphase/detail/primitive_shape_algorithm/sphere_sphere.h>
#include <fcl/narrowphase/detail/primitive_shape_algorithm/sphere_triangle.h>
#include <fcl/narrowphase/detail/primitive_shape_algorithm/triangle_distance.h>
#include <fcl/narrowphase/detail/traversal/collision/intersect.h>

#include <memory>

#include "harness.hpp"

namespace bench {

namespace {

using Vec = fcl::Vector3<float>;

Vec vec(carom_vec3 v) {
    return Vec(v.x, v.y, v.z);
}

struct Placed {
    fcl::Sphere<float> sphere{1};
    fcl::Transform3<float> pose = fcl::Transform3<float>::Identity();
};

struct PlacedBox {
    fcl::Box<float> box{1, 1, 1};
    fcl::Transform3<float> pose = fcl::Transform3<float>::Identity();
};

struct Corners {
    Vec v[3];
};

struct Data {
    std::vector<Placed> sphere_a, sphere_b;
    std::vector<PlacedBox> box_b;
    std::vector<fcl::AABB<float>> aabb_a, aabb_b;
    std::vector<fcl::OBB<float>> obb_a, obb_b;
    std::vector<Corners> triangle_a, triangle_b;
    std::vector<Corners> segment_a, segment_b; // start, direction
};

Placed place(const carom_sphere &s) {
    Placed p;
    p.sphere = fcl::Sphere<float>(s.radius);
    p.pose.translation() = vec(s.center);
    return p;
}

fcl::OBB<float> obb(const carom_obb &box) {
    fcl::OBB<float> out;
    for (int i = 0; i < 3; i++)
        out.axis.col(i) = vec(box.axes[i]);
    out.To = vec(box.center);
    out.extent = vec(box.half_extents);
    return out;
}

std::shared_ptr<Data> convert(const Pairs &p) {
    auto d = std::make_shared<Data>();
    for (std::size_t i = 0; i < p.n; i++) {
        d->sphere_a.push_back(place(p.sphere_a[i]));
        d->sphere_b.push_back(place(p.sphere_b[i]));
        Vec low = vec(p.aabb_b[i].min), high = vec(p.aabb_b[i].max);
        PlacedBox box;
        box.box = fcl::Box<float>(Vec(high - low));
        box.pose.translation() = (low + high) * 0.5f;
        d->box_b.push_back(box);
        d->aabb_a.emplace_back(vec(p.aabb_a[i].min), vec(p.aabb_a[i].max));
        d->aabb_b.emplace_back(low, high);
        d->obb_a.push_back(obb(p.obb_a[i]));
        d->obb_b.push_back(obb(p.obb_b[i]));
        const carom_triangle &ta = p.triangle_a[i], &tb = p.triangle_b[i];
        d->triangle_a.push_back({{vec(ta.v[0]), vec(ta.v[1]), vec(ta.v[2])}});
        d->triangle_b.push_back({{vec(tb.v[0]), vec(tb.v[1]), vec(tb.v[2])}});
        const carom_segment &sa = p.segment_a[i], &sb = p.segment_b[i];
        d->segment_a.push_back({{vec(sa.a), Vec(vec(sa.b) - vec(sa.a)), Vec(0, 0, 0)}});
        d->segment_b.push_back({{vec(sb.a), Vec(vec(sb.b) - vec(sb.a)), Vec(0, 0, 0)}});
    }
    return d;
}

} // namespace

void add_fcl(Group &group, const Pairs &pairs) {
    auto d = convert(pairs);
    auto add = [&](const char *name, Answer answer) {
        row(group, name).contestants.push_back({"FCL 0.7 float", pairs.n, std::move(answer)});
    };
    add("sphere-sphere", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = fcl::detail::sphereSphereIntersect<float>(
                d->sphere_a[i].sphere, d->sphere_a[i].pose, d->sphere_b[i].sphere,
                d->sphere_b[i].pose, nullptr);
    });
    add("sphere-aabb", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] =
                fcl::detail::sphereBoxIntersect<float>(d->sphere_a[i].sphere, d->sphere_a[i].pose,
                                                       d->box_b[i].box, d->box_b[i].pose, nullptr);
    });
    add("aabb-aabb", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = d->aabb_a[i].overlap(d->aabb_b[i]);
    });
    add("obb-obb", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = d->obb_a[i].overlap(d->obb_b[i]);
    });
    add("triangle-triangle", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++) {
            const Corners &a = d->triangle_a[i], &b = d->triangle_b[i];
            out[i] = fcl::detail::Intersect<float>::intersect_Triangle(a.v[0], a.v[1], a.v[2],
                                                                       b.v[0], b.v[1], b.v[2]);
        }
    });
    add("point-triangle", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++) {
            const Corners &t = d->triangle_a[i];
            auto result = fcl::detail::Project<float>::projectTriangle(
                t.v[0], t.v[1], t.v[2], Vec(d->sphere_b[i].pose.translation()));
            out[i] = std::sqrt(result.sqr_distance);
        }
    });
    add("segment-segment", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++) {
            Vec between, x, y;
            fcl::detail::TriangleDistance<float>::segPoints(
                d->segment_a[i].v[0], d->segment_a[i].v[1], d->segment_b[i].v[0],
                d->segment_b[i].v[1], between, x, y);
            out[i] = (x - y).norm();
        }
    });
}

} // namespace bench
