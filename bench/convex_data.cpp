// The data of the group "convex". Random pairs: any orientation, near each other, about half of
// them in contact. Touching pairs: B comes from a random side until it touches A, then goes on by
// up to 0.1; in sequences it comes face to face, tilted by up to 0.01. From frame to frame of a
// sequence B drifts by up to 0.01 and turns by up to 0.01 about each axis. Flush pairs: B stands on
// A along z, to the last digit, half of them turned about z. Resting pairs: the same in a common
// rotation and at a place of their own, B by 1e-9 to 1e-3 in A but for the rounding to float.
#include "convex.hpp"

#include <cmath>

namespace bench {

namespace {

struct Random {
    std::uint64_t state;
    double next() { // SplitMix64
        std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
    }
    double in(double low, double high) {
        return low + (high - low) * next();
    }
};

struct Quat {
    double x, y, z, w;
};

struct Vec {
    double x, y, z;
};

Quat unit(Quat q) {
    double s = 1 / std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return {q.x * s, q.y * s, q.z * s, q.w * s};
}

Quat operator*(Quat p, Quat q) {
    return {p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
            p.w * q.y + p.y * q.w + p.z * q.x - p.x * q.z,
            p.w * q.z + p.z * q.w + p.x * q.y - p.y * q.x,
            p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z};
}

Vec turn(Quat q, Vec v) {
    Quat r = q * Quat{v.x, v.y, v.z, 0} * Quat{-q.x, -q.y, -q.z, q.w};
    return {r.x, r.y, r.z};
}

Quat random_turn(Random &random) {
    for (;;) {
        Quat q = {random.in(-1, 1), random.in(-1, 1), random.in(-1, 1), random.in(-1, 1)};
        double l = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
        if (l < 1 && l > 0.01) return unit(q);
    }
}

Vec random_unit(Random &random) {
    return turn(random_turn(random), {0, 0, 1});
}

/// The shortest turn that takes one unit vector to another.
Quat turn_to(Vec from, Vec to) {
    double d = from.x * to.x + from.y * to.y + from.z * to.z;
    if (d < -0.999999) return {1, 0, 0, 0}; // only for z to -z
    return unit({from.y * to.z - from.z * to.y, from.z * to.x - from.x * to.z,
                 from.x * to.y - from.y * to.x, 1 + d});
}

carom_vec3 store(Vec v) {
    return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

carom_pose store(Vec p, Quat q) {
    carom_quat r = {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
                    static_cast<float>(q.w)};
    carom_pose pose = {};
    pose.position = store(p);
    pose.rotation = r;
    return pose;
}

HullPoints make_hull(Random &random, int count) {
    HullPoints h;
    for (int i = 0; i < count; i++)
        h.points.push_back(store(random_unit(random)));
    carom_hull_def def = {};
    def.points = h.points.data();
    def.point_count = h.points.size();
    if (carom_hull_create(&h.hull, &def) != CAROM_OK) std::abort();
    return h;
}

carom_shape make_shape(Random &random, Solid solid, const HullPoints &hull) {
    carom_shape s = {};
    auto f = [&](double low, double high) { return static_cast<float>(random.in(low, high)); };
    if (solid == Solid::box) {
        carom_vec3 h = {f(0.3, 1), f(0.3, 1), f(0.3, 1)};
        s.kind = CAROM_SHAPE_AABB;
        s.as.aabb = {{-h.x, -h.y, -h.z}, h};
    } else if (solid == Solid::hull) {
        s.kind = CAROM_SHAPE_HULL;
        s.as.hull.hull = hull.hull;
    } else {
        float half = f(0.3, 0.8), radius = f(0.3, 0.6);
        s.kind = solid == Solid::capsule ? CAROM_SHAPE_CAPSULE : CAROM_SHAPE_CYLINDER;
        if (solid == Solid::capsule)
            s.as.capsule = {{0, 0, -half}, {0, 0, half}, radius};
        else
            s.as.cylinder = {{0, 0, -half}, {0, 0, half}, radius};
    }
    return s;
}

/// A direction in which a shape is flat: of a capsule, one along which it lies.
Vec flat_side(Random &random, Solid solid, const carom_shape &shape) {
    if (solid == Solid::capsule) return {1, 0, 0};
    if (solid != Solid::hull) return {0, 0, 1};
    int faces = carom_hull_face_count(shape.as.hull.hull);
    carom_plane p = carom_hull_plane(shape.as.hull.hull, static_cast<int>(random.in(0, faces)));
    return {p.normal.x, p.normal.y, p.normal.z};
}

struct Start {
    Quat a, b;
    Vec at; ///< of B; A is at the origin
};

/// B comes from `side` until it touches A.
Start touching(Random &random, const std::array<carom_shape, 2> &shape, Start s, Vec side) {
    const double far = 6;
    carom_moving_shape a = {&shape[0], store({0, 0, 0}, s.a), {0, 0, 0}};
    carom_moving_shape b = {&shape[1], store({side.x * far, side.y * far, side.z * far}, s.b),
                            store({-side.x * far, -side.y * far, -side.z * far})};
    carom_sweep_hit hit = carom_sweep(&b, &a);
    double at = far * (1 - hit.fraction) - random.in(0, 0.1);
    s.at = {side.x * at, side.y * at, side.z * at};
    return s;
}

Start make_start(Random &random, const ConvexSet &set, const std::array<carom_shape, 2> &shape) {
    Start s = {random_turn(random), random_turn(random), {0, 0, 0}};
    if (!set.touching) {
        double *at[3] = {&s.at.x, &s.at.y, &s.at.z};
        for (double *v : at)
            *v = random.in(-1.5, 1.5) - random.in(-1.5, 1.5);
        return s;
    }
    if (!set.warm) return touching(random, shape, s, random_unit(random));
    double angle = random.in(0, 3);
    Quat about = {0, 0, std::sin(angle), std::cos(angle)};
    Quat tilt = unit({random.in(-0.005, 0.005), random.in(-0.005, 0.005), 0, 1});
    Quat world = random_turn(random);
    s.a = world * turn_to(flat_side(random, set.solid, shape[0]), {0, 0, 1});
    s.b = world * tilt * about * turn_to(flat_side(random, set.solid, shape[1]), {0, 0, -1});
    return touching(random, shape, s, turn(world, {0, 0, 1}));
}

HullPoints make_cube() {
    HullPoints h;
    for (int i = 0; i < 8; i++)
        h.points.push_back({i & 1 ? 0.5f : -0.5f, i & 2 ? 0.5f : -0.5f, i & 4 ? 0.5f : -0.5f});
    carom_hull_def def = {};
    def.points = h.points.data();
    def.point_count = h.points.size();
    if (carom_hull_create(&h.hull, &def) != CAROM_OK) std::abort();
    return h;
}

/// Sizes have few digits, so that the height of one on the other has no rounding. In a stack B is in
/// the middle of A.
void fill_flush(ConvexSet &set, Random &random, const ConvexData &data, int cube) {
    const bool resting = set.stand == Stand::resting;
    for (std::size_t i = 0; i < set.n; i++) {
        std::array<carom_shape, 2> shape;
        double high = 1;
        for (carom_shape &s : shape) {
            s = make_shape(random, set.solid, data.hulls[static_cast<std::size_t>(cube)]);
            if (set.solid != Solid::box) continue;
            carom_vec3 &h = s.as.aabb.max;
            h.z = std::round(h.z * 64) / 64;
            s.as.aabb.min.z = -h.z;
        }
        if (set.solid == Solid::box) high = shape[0].as.aabb.max.z + shape[1].as.aabb.max.z;
        double angle = i % 2 ? random.in(-1.5, 1.5) : 0;
        Vec at = {random.in(-0.4, 0.4), random.in(-0.4, 0.4), high};
        if (set.stand == Stand::stack) at.x = at.y = 0;
        Quat world = {0, 0, 0, 1}, about = {0, 0, std::sin(angle), std::cos(angle)};
        Vec place = {0, 0, 0};
        if (resting) {
            world = random_turn(random);
            place = {random.in(-2, 2), random.in(-2, 2), random.in(-2, 2)};
            at.z -= std::pow(10.0, random.in(-9, -3));
        }
        Vec up = turn(world, at);
        set.shape.push_back(shape);
        set.hull.push_back({cube, cube});
        set.pose.push_back({store(place, world),
                            store({place.x + up.x, place.y + up.y, place.z + up.z}, world * about)});
        set.motion.push_back({0, 0, 0});
    }
}

void fill(ConvexSet &set, Random &random, const ConvexData &data, int first_hull) {
    Start now = {};
    Vec drift = {0, 0, 0};
    Quat spin = {0, 0, 0, 1};
    for (std::size_t i = 0; i < set.n; i++) {
        bool fresh = !set.warm || i % sequence == 0;
        if (fresh) {
            std::array<int, 2> hull = {first_hull, first_hull};
            if (set.solid == Solid::hull)
                for (int &h : hull)
                    h += static_cast<int>(random.in(0, 4));
            std::array<carom_shape, 2> shape;
            for (std::size_t k = 0; k < 2; k++)
                shape[k] = make_shape(random, set.solid, data.hulls[hull[k]]);
            now = make_start(random, set, shape);
            double reach = set.touching ? 0.0005 : 0.01, rate = set.touching ? 0.0005 : 0.005;
            drift = {random.in(-reach, reach), random.in(-reach, reach), random.in(-reach, reach)};
            spin =
                unit({random.in(-rate, rate), random.in(-rate, rate), random.in(-rate, rate), 1});
            set.shape.push_back(shape);
            set.hull.push_back(hull);
        } else {
            set.shape.push_back(set.shape.back());
            set.hull.push_back(set.hull.back());
            now.at = {now.at.x + drift.x, now.at.y + drift.y, now.at.z + drift.z};
            now.b = unit(spin * now.b);
        }
        set.pose.push_back({store({0, 0, 0}, now.a), store(now.at, now.b)});
        Vec way = fresh ? random_unit(random) : Vec{0, 0, 0};
        set.motion.push_back(fresh ? store({3 * way.x, 3 * way.y, 3 * way.z}) : set.motion.back());
    }
}

} // namespace

ConvexData make_convex(std::size_t n, std::uint64_t seed) {
    struct Kind {
        const char *name;
        Solid solid;
        int vertices;
    };
    const Kind kinds[] = {{"box", Solid::box, 8},           {"capsule", Solid::capsule, 8},
                          {"cylinder", Solid::cylinder, 8}, {"hull-8", Solid::hull, 8},
                          {"hull-32", Solid::hull, 32},     {"hull-128", Solid::hull, 128},
                          {"hull-512", Solid::hull, 512}};
    Random random{seed};
    ConvexData data;
    for (const Kind &kind : kinds) {
        int first = static_cast<int>(data.hulls.size());
        for (int i = 0; i < 4; i++)
            data.hulls.push_back(make_hull(random, kind.vertices));
        for (int way = 0; way < 4; way++) {
            ConvexSet set;
            set.warm = way & 1;
            set.touching = way & 2;
            set.stand = Stand::any;
            set.name = kind.name + std::string(set.warm ? " warm" : "");
            set.solid = kind.solid;
            set.n = n;
            fill(set, random, data, first);
            data.sets.push_back(std::move(set));
        }
    }
    int cube = static_cast<int>(data.hulls.size());
    data.hulls.push_back(make_cube());
    const Stand stands[3] = {Stand::flush, Stand::resting, Stand::stack};
    const char *const stand_names[3] = {"flush", "resting", "stack"};
    for (int way = 0; way < 12; way++) {
        ConvexSet set;
        set.warm = false;
        set.touching = way & 2;
        set.stand = stands[way / 4];
        set.solid = way & 1 ? Solid::hull : Solid::box;
        set.name = (way & 1 ? "cube hull " : "box ") + std::string(stand_names[way / 4]);
        set.n = n;
        fill_flush(set, random, data, cube);
        data.sets.push_back(std::move(set));
    }
    return data;
}

carom_vec3 half_size(const carom_shape &shape) {
    if (shape.kind == CAROM_SHAPE_AABB) return shape.as.aabb.max;
    const carom_capsule &c = shape.as.capsule; // a cylinder has the same fields
    return {c.radius, c.radius, c.b.z};
}

carom_vec3 start_of_sweep(const ConvexSet &set, std::size_t i) {
    carom_vec3 p = set.pose[i][0].position, v = set.motion[i];
    return {p.x - v.x, p.y - v.y, p.z - v.z};
}

void add_convex_row(Group &group, const char *verb, const ConvexSet &set, Contestant contestant) {
    Row &r = row(group, verb + (" " + set.name));
    r.tolerance = 2e-3;
    r.contestants.push_back(std::move(contestant));
}

} // namespace bench
