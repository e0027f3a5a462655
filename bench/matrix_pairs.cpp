// One precision of the matrix: shapes of about the same size that are posed beforehand, about half
// of them in contact. Least time of the rounds: what else runs can only add to it.
#include "matrix.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <random>

#include "carom/carom.h"

namespace bench {

namespace {

constexpr std::size_t pairs = 400;

using Random = std::mt19937_64;

carom_real real(double x) {
    return static_cast<carom_real>(x);
}

carom_vec3 vec(double x, double y, double z) {
    return {real(x), real(y), real(z)};
}

double unit(Random &random) {
    return std::uniform_real_distribution<double>(-1, 1)(random);
}

carom_vec3 within(Random &random, double reach) {
    double x = unit(random), y = unit(random);
    return vec(reach * x, reach * y, reach * unit(random));
}

carom_hull *make_hull() {
    Random random(32);
    std::vector<carom_vec3> points;
    for (int i = 0; i < 32; i++) {
        double x = unit(random), y = unit(random), z = unit(random);
        double to_sphere = 0.5 / std::sqrt(x * x + y * y + z * z);
        points.push_back(vec(x * to_sphere, y * to_sphere, z * to_sphere));
    }
    carom_hull_def def{};
    def.points = points.data();
    def.point_count = points.size();
    carom_hull *hull = nullptr;
    if (carom_hull_create(&hull, &def) != CAROM_OK) std::abort();
    return hull;
}

struct Kind {
    const char *name;
    carom_shape shape;
};

template <typename Fill> Kind kind_of(const char *name, carom_shape_kind kind, Fill fill) {
    Kind out{name, {}};
    out.shape.kind = kind;
    fill(out.shape);
    return out;
}

const carom_vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

std::vector<Kind> kinds(const carom_hull *hull) {
    const carom_vec3 a = vec(-0.5, 0, 0), b = vec(0.5, 0, 0), half = vec(0.5, 0.4, 0.3);
    return {
        kind_of("point", CAROM_SHAPE_POINT, [](carom_shape &) {}),
        kind_of("segment", CAROM_SHAPE_SEGMENT,
                [&](carom_shape &s) {
                    s.as.segment = {a, b};
                }),
        kind_of("ray", CAROM_SHAPE_RAY,
                [&](carom_shape &s) {
                    s.as.ray = {a, axes[0], 0, CAROM_REAL_MAX};
                }),
        kind_of("line", CAROM_SHAPE_LINE,
                [&](carom_shape &s) {
                    s.as.line = {a, axes[0]};
                }),
        kind_of("plane", CAROM_SHAPE_PLANE, [](carom_shape &s) { s.as.plane.normal = axes[2]; }),
        kind_of("half-space", CAROM_SHAPE_HALFSPACE,
                [](carom_shape &s) { s.as.halfspace.normal = axes[2]; }),
        kind_of("sphere", CAROM_SHAPE_SPHERE, [](carom_shape &s) { s.as.sphere.radius = 0.5; }),
        kind_of("capsule", CAROM_SHAPE_CAPSULE,
                [&](carom_shape &s) {
                    s.as.capsule = {a, b, real(0.25)};
                }),
        kind_of("AABB", CAROM_SHAPE_AABB,
                [&](carom_shape &s) {
                    s.as.aabb = {vec(-0.5, -0.4, -0.3), half};
                }),
        kind_of("OBB", CAROM_SHAPE_OBB,
                [&](carom_shape &s) {
                    s.as.obb = {{}, {axes[0], axes[1], axes[2]}, half};
                }),
        kind_of("triangle", CAROM_SHAPE_TRIANGLE,
                [](carom_shape &s) {
                    s.as.triangle = {{vec(-0.5, -0.3, 0), vec(0.5, -0.3, 0.1), vec(0, 0.6, -0.1)}};
                }),
        kind_of("cylinder", CAROM_SHAPE_CYLINDER,
                [&](carom_shape &s) {
                    s.as.cylinder = {a, b, real(0.3)};
                }),
        kind_of("cone", CAROM_SHAPE_CONE,
                [&](carom_shape &s) {
                    s.as.cone = {a, b, real(0.4)};
                }),
        kind_of("ellipsoid", CAROM_SHAPE_ELLIPSOID,
                [&](carom_shape &s) {
                    s.as.ellipsoid = {{}, {axes[0], axes[1], axes[2]}, half};
                }),
        kind_of("tetrahedron", CAROM_SHAPE_TETRAHEDRON,
                [](carom_shape &s) {
                    s.as.tetrahedron = {{vec(-0.5, -0.4, -0.3), vec(0.5, -0.4, -0.3),
                                         vec(0, 0.5, -0.3), vec(0, 0, 0.5)}};
                }),
        kind_of("hull of 32", CAROM_SHAPE_HULL,
                [&](carom_shape &s) {
                    s.as.hull = {hull, carom_pose_identity()};
                }),
    };
}

carom_pose any_pose(Random &random, Poses poses) {
    carom_pose out = carom_pose_identity();
    out.position = within(random, 0.6);
    double q[4] = {unit(random), unit(random), unit(random), unit(random)};
    if (poses != Poses::turned) q[0] = q[1] = 0;
    if (poses == Poses::straight) q[2] = 0;
    double length = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    out.rotation = {real(q[0] / length), real(q[1] / length), real(q[2] / length),
                    real(q[3] / length)};
    return out;
}

struct Data {
    std::vector<carom_posed_shape> a, b;
};

Data make_data(const carom_shape &a, const carom_shape &b, Poses poses) {
    Random random(2026);
    Data out{std::vector<carom_posed_shape>(pairs), std::vector<carom_posed_shape>(pairs)};
    for (std::size_t i = 0; i < pairs; i++) {
        carom_shape_pose(&out.a[i], &a, any_pose(random, poses));
        carom_shape_pose(&out.b[i], &b, any_pose(random, poses));
        out.b[i].motion = within(random, 2);
    }
    return out;
}

using Posed = const carom_posed_shape *;

/// Counts yeses, so that no compiler leaves the work out.
struct Verb {
    const char *name;
    carom_verb verb;
    int (*count)(Posed a, Posed b);
};

const Verb verbs[] = {
    {"overlap", CAROM_VERB_OVERLAP,
     [](Posed a, Posed b) { return int{carom_overlap_posed(a, b)}; }},
    {"classify", CAROM_VERB_CLASSIFY,
     [](Posed a, Posed b) { return static_cast<int>(carom_classify_posed(a, b)); }},
    {"closest", CAROM_VERB_CLOSEST,
     [](Posed a, Posed b) { return int{carom_closest_posed(a, b).distance > 0}; }},
    {"penetration", CAROM_VERB_PENETRATION,
     [](Posed a, Posed b) { return int{carom_penetrate_posed(a, b).depth > 0}; }},
    {"contact", CAROM_VERB_PENETRATION,
     [](Posed a, Posed b) {
         carom_contact_manifold manifold{};
         return static_cast<int>(carom_contact_posed(a, b, &manifold));
     }},
    {"sweep", CAROM_VERB_SWEEP,
     [](Posed a, Posed b) { return int{carom_sweep_posed(a, b, nullptr).hit}; }},
};

double least_ns(const Data &data, const Verb &verb, int rounds) {
    using clock = std::chrono::steady_clock;
    double least = 1e30;
    volatile int sink = 0;
    for (int round = 0; round < rounds; round++) {
        auto start = clock::now();
        int yes = 0;
        for (std::size_t i = 0; i < pairs; i++)
            yes += verb.count(&data.a[i], &data.b[i]);
        least = std::min(least, std::chrono::duration<double>(clock::now() - start).count());
        sink = yes;
    }
    (void)sink;
    return 1e9 * least / pairs;
}

std::vector<PairTime> time_pairs(Poses poses, int rounds) {
    std::vector<PairTime> out;
    carom_hull *hull = make_hull();
    const std::vector<Kind> all = kinds(hull);
    for (std::size_t i = 0; i < all.size(); i++)
        for (std::size_t j = i; j < all.size(); j++) {
            const Data data = make_data(all[i].shape, all[j].shape, poses);
            for (const Verb &verb : verbs)
                if (carom_shape_supports(verb.verb, data.a[0].shape.kind, data.b[0].shape.kind))
                    out.push_back(
                        {verb.name, all[i].name, all[j].name, least_ns(data, verb, rounds)});
        }
    carom_hull_destroy(hull);
    return out;
}

} // namespace

#ifdef CAROM_DOUBLE
std::vector<PairTime> time_pairs_double(Poses poses, int rounds) {
    return time_pairs(poses, rounds);
}
#else
std::vector<PairTime> time_pairs_float(Poses poses, int rounds) {
    return time_pairs(poses, rounds);
}
#endif

} // namespace bench
