// ODE 0.16 in double (Debian's build) by dCollide of geoms: one contact for the boolean, four for
// the manifold, whose depths stand for penetration. It keeps nothing from frame to frame and has
// neither distance nor sweep; hulls of points are not among its shapes.
#include <ode/ode.h>

#include <memory>

#include "convex.hpp"

namespace bench {

namespace {

dGeomID geom(const ConvexSet &set, std::size_t i, std::size_t k) {
    carom_vec3 h = half_size(set.shape[i][k]);
    dGeomID g = set.solid == Solid::box       ? dCreateBox(nullptr, 2.0 * h.x, 2.0 * h.y, 2.0 * h.z)
                : set.solid == Solid::capsule ? dCreateCapsule(nullptr, h.x, 2.0 * h.z)
                                              : dCreateCylinder(nullptr, h.x, 2.0 * h.z);
    const carom_pose &p = set.pose[i][k];
    dQuaternion q = {p.rotation.w, p.rotation.x, p.rotation.y, p.rotation.z};
    dGeomSetPosition(g, p.position.x, p.position.y, p.position.z);
    dGeomSetQuaternion(g, q);
    return g;
}

} // namespace

void add_convex_ode(Group &group, const ConvexData &data) {
    dInitODE2(0);
    for (const ConvexSet &set : data.sets) {
        if (set.solid == Solid::hull) continue;
        auto d = std::make_shared<std::vector<std::array<dGeomID, 2>>>();
        for (std::size_t i = 0; i < set.n; i++) {
            d->push_back({geom(set, i, 0), geom(set, i, 1)});
            for (dGeomID g : d->back()) // moved geoms compute their box lazily
                dGeomGetRotation(g);
        }
        auto add = [&](const char *verb, auto one) {
            add_convex_row(
                group, verb, set,
                {"ODE 0.16", set.n, [d, one](std::size_t first, std::size_t last, float *out) {
                     for (std::size_t i = first; i < last; i++)
                         out[i] = one((*d)[i][0], (*d)[i][1]);
                 }});
        };
        auto deepest = [](dGeomID a, dGeomID b) {
            dContactGeom contact[4];
            int n = dCollide(a, b, 4, contact, sizeof contact[0]);
            double depth = 0;
            for (int i = 0; i < n; i++)
                depth = std::max(depth, contact[i].depth);
            return static_cast<float>(depth);
        };
        if (set.touching) {
            add("penetration", deepest);
            add("manifold", deepest);
        } else {
            add("boolean", [](dGeomID a, dGeomID b) {
                dContactGeom contact;
                return static_cast<float>(dCollide(a, b, 1, &contact, sizeof contact) > 0);
            });
        }
    }
}

} // namespace bench
