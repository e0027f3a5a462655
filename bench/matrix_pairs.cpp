// One precision of the matrix: shapes of about the same size that are posed beforehand, about half
// of them in contact, and for first contact what turns from them on. Least time of the rounds: what
// else runs can only add to it.
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

/// An ellipsoid about y, as a program would give it; of the functions of libm sqrt alone.
carom_vec3 support_of_egg(carom_vec3 d, const void *) {
    const double x = 0.16 * double(d.x), y = 0.25 * double(d.y), z = 0.16 * double(d.z);
    const double k = 1 / std::sqrt(x * double(d.x) + y * double(d.y) + z * double(d.z));
    return vec(k * x, k * y, k * z);
}

/// `core` is that of the rounded kind, and outlives the kinds.
std::vector<Kind> kinds(const carom_hull *hull, const carom_shape *core) {
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
        {"support", carom_shape_support_function(support_of_egg, nullptr, {})},
        {"round box", carom_shape_rounded(core, real(0.1))},
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
    std::vector<carom_turning_shape> from_a, from_b; ///< the same, on the way to other poses
};

Data make_data(const carom_shape &a, const carom_shape &b, Poses poses) {
    Random random(2026), turns(32);
    Data out{std::vector<carom_posed_shape>(pairs), std::vector<carom_posed_shape>(pairs),
             std::vector<carom_turning_shape>(pairs), std::vector<carom_turning_shape>(pairs)};
    for (std::size_t i = 0; i < pairs; i++) {
        const carom_pose at_a = any_pose(random, poses), at_b = any_pose(random, poses);
        carom_shape_pose(&out.a[i], &a, at_a);
        carom_shape_pose(&out.b[i], &b, at_b);
        out.b[i].motion = within(random, 2);
        out.from_a[i].shape = &a;
        out.from_a[i].start = out.from_a[i].end = at_a;
        out.from_b[i].shape = &b;
        out.from_b[i].start = out.from_b[i].end = at_b;
        out.from_b[i].end.position.x += out.b[i].motion.x;
        out.from_b[i].end.position.y += out.b[i].motion.y;
        out.from_b[i].end.position.z += out.b[i].motion.z;
        out.from_b[i].end.rotation = any_pose(turns, poses).rotation;
    }
    return out;
}

/// Counts yeses, so that no compiler leaves the work out.
struct Verb {
    const char *name;
    carom_verb verb;
    int (*count)(const Data &data, std::size_t i);
};

const Verb verbs[] = {
    {"overlap", CAROM_VERB_OVERLAP,
     [](const Data &d, std::size_t i) { return int{carom_overlap_posed(&d.a[i], &d.b[i])}; }},
    {"classify", CAROM_VERB_CLASSIFY,
     [](const Data &d, std::size_t i) {
         return static_cast<int>(carom_classify_posed(&d.a[i], &d.b[i]));
     }},
    {"closest", CAROM_VERB_CLOSEST,
     [](const Data &d, std::size_t i) {
         return int{carom_closest_posed(&d.a[i], &d.b[i]).distance > 0};
     }},
    {"penetration", CAROM_VERB_PENETRATION,
     [](const Data &d, std::size_t i) {
         return int{carom_penetrate_posed(&d.a[i], &d.b[i]).depth > 0};
     }},
    {"contact", CAROM_VERB_CONTACT,
     [](const Data &d, std::size_t i) {
         carom_contact_manifold manifold{};
         return static_cast<int>(carom_contact_posed(&d.a[i], &d.b[i], &manifold));
     }},
    {"sweep", CAROM_VERB_SWEEP,
     [](const Data &d, std::size_t i) {
         return int{carom_sweep_posed(&d.a[i], &d.b[i], nullptr).hit};
     }},
    {"toi", CAROM_VERB_TOI,
     [](const Data &d, std::size_t i) {
         return int{carom_toi(&d.from_a[i], &d.from_b[i], 0).hit};
     }},
};

double least_ns(const Data &data, const Verb &verb, int rounds) {
    using clock = std::chrono::steady_clock;
    double least = 1e30;
    volatile int sink = 0;
    for (int round = 0; round < rounds; round++) {
        auto start = clock::now();
        int yes = 0;
        for (std::size_t i = 0; i < pairs; i++)
            yes += verb.count(data, i);
        least = std::min(least, std::chrono::duration<double>(clock::now() - start).count());
        sink = yes;
    }
    (void)sink;
    return 1e9 * least / pairs;
}

std::vector<PairTime> time_pairs(Poses poses, int rounds) {
    std::vector<PairTime> out;
    carom_hull *hull = make_hull();
    const carom_shape core = carom_shape_obb(carom_pose_identity(), vec(0.4, 0.3, 0.2));
    const std::vector<Kind> all = kinds(hull, &core);
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
