// The data of the group "primitives": seeded pairs near each other, about half of which meet.
#include <cmath>

#include "harness.hpp"

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
    float in(double low, double high) {
        return static_cast<float>(low + (high - low) * next());
    }
    carom_vec3 point(double reach) {
        return {in(-reach, reach), in(-reach, reach), in(-reach, reach)};
    }
    carom_vec3 near(carom_vec3 c, double reach) {
        carom_vec3 d = point(reach);
        return {c.x + d.x, c.y + d.y, c.z + d.z};
    }
};

void random_axes(Random &random, carom_vec3 axes[3]) {
    double q[4], length = 0;
    do {
        length = 0;
        for (double &v : q) {
            v = random.in(-1, 1);
            length += v * v;
        }
    } while (length > 1.0 || length < 1e-3);
    double s = 1.0 / std::sqrt(length), x = q[0] * s, y = q[1] * s, z = q[2] * s, w = q[3] * s;
    auto f = [](double v) { return static_cast<float>(v); };
    axes[0] = {f(1 - 2 * (y * y + z * z)), f(2 * (x * y + w * z)), f(2 * (x * z - w * y))};
    axes[1] = {f(2 * (x * y - w * z)), f(1 - 2 * (x * x + z * z)), f(2 * (y * z + w * x))};
    axes[2] = {f(2 * (x * z + w * y)), f(2 * (y * z - w * x)), f(1 - 2 * (x * x + y * y))};
}

carom_aabb box_around(carom_vec3 c, carom_vec3 h) {
    return {{c.x - h.x, c.y - h.y, c.z - h.z}, {c.x + h.x, c.y + h.y, c.z + h.z}};
}

carom_vec3 half(Random &random) {
    return {random.in(0.1, 0.6), random.in(0.1, 0.6), random.in(0.1, 0.6)};
}

} // namespace

Pairs make_pairs(std::size_t n, std::uint64_t seed) {
    Random random{seed};
    Pairs p;
    p.n = n;
    for (std::size_t i = 0; i < n; i++) {
        carom_vec3 a = random.point(1), b = random.near(a, 1);
        p.sphere_a.push_back({a, random.in(0.1, 0.6)});
        p.sphere_b.push_back({b, random.in(0.1, 0.6)});
        p.aabb_a.push_back(box_around(a, half(random)));
        p.aabb_b.push_back(box_around(b, half(random)));
        carom_obb box_a = {a, {}, half(random)}, box_b = {b, {}, half(random)};
        random_axes(random, box_a.axes);
        random_axes(random, box_b.axes);
        p.obb_a.push_back(box_a);
        p.obb_b.push_back(box_b);
        p.triangle_a.push_back({{random.near(a, 0.8), random.near(a, 0.8), random.near(a, 0.8)}});
        p.triangle_b.push_back({{random.near(b, 0.8), random.near(b, 0.8), random.near(b, 0.8)}});
        p.segment_a.push_back({random.near(a, 0.8), random.near(a, 0.8)});
        p.segment_b.push_back({random.near(b, 0.8), random.near(b, 0.8)});
        carom_vec3 o = random.near(a, 2), to = random.near(a, 0.6);
        p.ray.push_back({o, {to.x - o.x, to.y - o.y, to.z - o.z}, 0.0f, 1e30f});
        p.motion_a.push_back(random.point(1));
        p.motion_b.push_back(random.point(1));
    }
    return p;
}

} // namespace bench
