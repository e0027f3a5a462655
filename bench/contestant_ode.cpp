// ODE 0.16 in double (Debian's build), by its public functions; the spheres and rays as geoms for
// dCollide, which does more than a boolean asks for: it gives a contact point. A ray from inside a
// sphere is answered by where it leaves.
#include <ode/ode.h>

#include <cmath>
#include <memory>

#include "harness.hpp"

namespace bench {

namespace {

struct Box {
    dVector3 center, side;
    dMatrix3 rotation;
};

struct Ends {
    dVector3 a, b;
};

struct Data {
    std::vector<dGeomID> sphere_a, sphere_b, box_b, ray;
    std::vector<Box> obb_a, obb_b;
    std::vector<Ends> segment_a, segment_b;
};

void set(dVector3 out, carom_vec3 v) {
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
    out[3] = 0;
}

Box box(const carom_obb &from) {
    Box out = {};
    set(out.center, from.center);
    out.side[0] = 2 * from.half_extents.x;
    out.side[1] = 2 * from.half_extents.y;
    out.side[2] = 2 * from.half_extents.z;
    for (int column = 0; column < 3; column++) {
        out.rotation[column] = from.axes[column].x;
        out.rotation[4 + column] = from.axes[column].y;
        out.rotation[8 + column] = from.axes[column].z;
    }
    return out;
}

dGeomID sphere(const carom_sphere &from) {
    dGeomID geom = dCreateSphere(nullptr, from.radius);
    dGeomSetPosition(geom, from.center.x, from.center.y, from.center.z);
    return geom;
}

dGeomID aabb(const carom_aabb &from) {
    dGeomID geom = dCreateBox(nullptr, from.max.x - from.min.x, from.max.y - from.min.y,
                              from.max.z - from.min.z);
    dGeomSetPosition(geom, 0.5 * (from.min.x + from.max.x), 0.5 * (from.min.y + from.max.y),
                     0.5 * (from.min.z + from.max.z));
    return geom;
}

dGeomID ray_geom(const carom_ray &from) {
    double length = 100.0;
    dGeomID geom = dCreateRay(nullptr, length);
    dGeomRaySet(geom, from.origin.x, from.origin.y, from.origin.z, from.direction.x,
                from.direction.y, from.direction.z);
    return geom;
}

Ends ends(const carom_segment &from) {
    Ends out = {};
    set(out.a, from.a);
    set(out.b, from.b);
    return out;
}

} // namespace

void add_ode(Group &group, const Pairs &pairs) {
    const std::size_t few = std::min<std::size_t>(pairs.n, 200000); // geoms are heavy
    dInitODE2(0);
    auto d = std::make_shared<Data>();
    for (std::size_t i = 0; i < few; i++) {
        d->sphere_a.push_back(sphere(pairs.sphere_a[i]));
        d->sphere_b.push_back(sphere(pairs.sphere_b[i]));
        d->box_b.push_back(aabb(pairs.aabb_b[i]));
        d->ray.push_back(ray_geom(pairs.ray[i]));
    }
    for (std::size_t i = 0; i < pairs.n; i++) {
        d->obb_a.push_back(box(pairs.obb_a[i]));
        d->obb_b.push_back(box(pairs.obb_b[i]));
        d->segment_a.push_back(ends(pairs.segment_a[i]));
        d->segment_b.push_back(ends(pairs.segment_b[i]));
    }
    auto add = [&](const char *name, std::size_t limit, Answer answer) {
        row(group, name).contestants.push_back({"ODE 0.16 double", limit, std::move(answer)});
    };
    add("sphere-sphere", few, [d](std::size_t first, std::size_t last, float *out) {
        dContactGeom contact;
        for (std::size_t i = first; i < last; i++)
            out[i] = dCollide(d->sphere_a[i], d->sphere_b[i], 1, &contact, sizeof contact) > 0;
    });
    add("sphere-aabb", few, [d](std::size_t first, std::size_t last, float *out) {
        dContactGeom contact;
        for (std::size_t i = first; i < last; i++)
            out[i] = dCollide(d->sphere_a[i], d->box_b[i], 1, &contact, sizeof contact) > 0;
    });
    add("obb-obb", pairs.n, [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++) {
            const Box &a = d->obb_a[i], &b = d->obb_b[i];
            out[i] =
                dBoxTouchesBox(a.center, a.rotation, a.side, b.center, b.rotation, b.side) != 0;
        }
    });
    add("segment-segment", pairs.n, [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++) {
            dVector3 x, y;
            dClosestLineSegmentPoints(d->segment_a[i].a, d->segment_a[i].b, d->segment_b[i].a,
                                      d->segment_b[i].b, x, y);
            double u = x[0] - y[0], v = x[1] - y[1], w = x[2] - y[2];
            out[i] = static_cast<float>(std::sqrt(u * u + v * v + w * w));
        }
    });
    const Pairs *p = &pairs;
    add("ray-sphere", few, [d, p](std::size_t first, std::size_t last, float *out) {
        dContactGeom contact;
        for (std::size_t i = first; i < last; i++) {
            bool hit = dCollide(d->ray[i], d->sphere_a[i], 1, &contact, sizeof contact) > 0;
            carom_vec3 v = p->ray[i].direction;
            float length = std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z);
            out[i] = hit ? static_cast<float>(contact.depth) / length : -1.0f;
        }
    });
}

} // namespace bench
