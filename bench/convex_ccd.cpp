// libccd 2.1 in double, with support functions of its kind: a switch and, for hulls, a scan of the
// vertices in the hull's own frame. Each frame's rotation is kept as a matrix. libccd has no
// distance, no manifold and no sweep; it has no warm start, so that warm rows ask the same.
#include <ccd/ccd.h>

#include <memory>

#include "convex.hpp"

namespace bench {

namespace {

struct Body {
    Solid solid;
    double half[3], axes[3][3], center[3];
    const std::vector<std::array<double, 3>> *points;
};

Body body(const ConvexSet &set, std::size_t i, std::size_t k,
          const std::vector<std::array<double, 3>> *points) {
    const carom_pose &p = set.pose[i][k];
    carom_vec3 h = set.solid == Solid::hull ? carom_vec3{0, 0, 0} : half_size(set.shape[i][k]);
    Body b = {set.solid, {h.x, h.y, h.z}, {}, {p.position.x, p.position.y, p.position.z}, points};
    for (int c = 0; c < 3; c++) {
        carom_vec3 axis = carom_pose_rotate_vector(p, carom_vec3{static_cast<float>(c == 0),
                                                                 static_cast<float>(c == 1),
                                                                 static_cast<float>(c == 2)});
        b.axes[c][0] = axis.x, b.axes[c][1] = axis.y, b.axes[c][2] = axis.z;
    }
    return b;
}

void local_support(const Body &b, const double u[3], double out[3]) {
    if (b.solid == Solid::box) {
        for (int i = 0; i < 3; i++)
            out[i] = u[i] > 0 ? b.half[i] : -b.half[i];
    } else if (b.solid == Solid::capsule) {
        double k = b.half[0] / std::sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
        out[0] = k * u[0], out[1] = k * u[1];
        out[2] = k * u[2] + (u[2] > 0 ? b.half[2] : -b.half[2]);
    } else if (b.solid == Solid::cylinder) {
        double across = std::sqrt(u[0] * u[0] + u[1] * u[1]),
               k = across > 0 ? b.half[0] / across : 0;
        out[0] = k * u[0], out[1] = k * u[1];
        out[2] = u[2] > 0 ? b.half[2] : -b.half[2];
    } else {
        double most = -1e300;
        const std::array<double, 3> *best = nullptr;
        for (const auto &p : *b.points) {
            double along = p[0] * u[0] + p[1] * u[1] + p[2] * u[2];
            if (along > most) most = along, best = &p;
        }
        for (std::size_t i = 0; i < 3; i++)
            out[i] = (*best)[i];
    }
}

void support(const void *object, const ccd_vec3_t *d, ccd_vec3_t *out) {
    const Body &b = *static_cast<const Body *>(object);
    double u[3], p[3];
    for (int i = 0; i < 3; i++)
        u[i] = b.axes[i][0] * d->v[0] + b.axes[i][1] * d->v[1] + b.axes[i][2] * d->v[2];
    local_support(b, u, p);
    for (int k = 0; k < 3; k++)
        out->v[k] = b.center[k] + b.axes[0][k] * p[0] + b.axes[1][k] * p[1] + b.axes[2][k] * p[2];
}

void center(const void *object, ccd_vec3_t *out) {
    const Body &b = *static_cast<const Body *>(object);
    for (int i = 0; i < 3; i++)
        out->v[i] = b.center[i];
}

struct Data {
    std::vector<std::vector<std::array<double, 3>>> points;
    std::vector<std::vector<std::array<Body, 2>>> bodies; ///< of each set
    ccd_t ccd;
};

std::shared_ptr<Data> convert(const ConvexData &data) {
    auto d = std::make_shared<Data>();
    for (const HullPoints &h : data.hulls) {
        d->points.emplace_back();
        for (carom_vec3 p : h.points)
            d->points.back().push_back({p.x, p.y, p.z});
    }
    for (const ConvexSet &set : data.sets) {
        d->bodies.emplace_back();
        for (std::size_t i = 0; i < set.n; i++)
            d->bodies.back().push_back({body(set, i, 0, &d->points[set.hull[i][0]]),
                                        body(set, i, 1, &d->points[set.hull[i][1]])});
    }
    CCD_INIT(&d->ccd);
    d->ccd.support1 = d->ccd.support2 = support;
    d->ccd.center1 = d->ccd.center2 = center;
    d->ccd.max_iterations = 100;
    d->ccd.epa_tolerance = d->ccd.mpr_tolerance = 1e-4;
    return d;
}

} // namespace

void add_convex_ccd(Group &group, const ConvexData &data) {
    auto d = convert(data);
    for (std::size_t k = 0; k < data.sets.size(); k++) {
        const ConvexSet &set = data.sets[k];
        auto add = [&](const char *verb, const char *name, auto one) {
            add_convex_row(
                group, verb, set,
                {name, set.n, [d, k, one](std::size_t first, std::size_t last, float *out) {
                     for (std::size_t i = first; i < last; i++)
                         out[i] = one(d->bodies[k][i][0], d->bodies[k][i][1], d->ccd);
                 }});
        };
        using B = const Body &;
        if (!set.touching) {
            add("boolean", "libccd 2.1 GJK", [](B a, B b, const ccd_t &ccd) {
                return static_cast<float>(ccdGJKIntersect(&a, &b, &ccd));
            });
            add("boolean", "libccd 2.1 MPR", [](B a, B b, const ccd_t &ccd) {
                return static_cast<float>(ccdMPRIntersect(&a, &b, &ccd));
            });
            continue;
        }
        add("penetration", "libccd 2.1 EPA", [](B a, B b, const ccd_t &ccd) {
            ccd_real_t depth = 0;
            ccd_vec3_t direction, position;
            bool hit = ccdGJKPenetration(&a, &b, &ccd, &depth, &direction, &position) == 0;
            return hit ? static_cast<float>(depth) : 0.0f;
        });
        add("penetration", "libccd 2.1 MPR (no least)", [](B a, B b, const ccd_t &ccd) {
            ccd_real_t depth = 0;
            ccd_vec3_t direction, position;
            bool hit = ccdMPRPenetration(&a, &b, &ccd, &depth, &direction, &position) == 0;
            return hit ? static_cast<float>(depth) : 0.0f;
        });
    }
}

} // namespace bench
