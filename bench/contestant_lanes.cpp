// The same tests on registers of four floats, as engines with such vectors write them (Jolt's
// formulations, from its documentation and the algorithms it names): data converted beforehand to
// 16 bytes a vector, comparisons by a mask, ray against triangle without branches
// [MollerTrumbore97].
#include "harness.hpp"

#ifdef __SSE2__
#include <emmintrin.h>

#include <cmath>
#include <memory>

namespace bench {

namespace {

struct LaneBox {
    __m128 min, max; // the fourth lanes are 0
};

struct LaneBall {
    __m128 center;
    float radius;
};

struct LaneRay {
    __m128 origin, direction;
    float t_min, t_max;
};

struct LaneTriangle {
    __m128 v[3];
};

struct LaneMotion {
    __m128 v;
};

struct Lanes {
    std::vector<LaneBox> aabb_a, aabb_b;
    std::vector<LaneBall> sphere_a, sphere_b;
    std::vector<LaneRay> ray;
    std::vector<LaneTriangle> triangle;
    std::vector<LaneMotion> motion_a, motion_b;
};

__m128 lanes(carom_vec3 v) {
    return _mm_set_ps(0, v.z, v.y, v.x);
}

std::shared_ptr<Lanes> convert(const Pairs &p) {
    auto d = std::make_shared<Lanes>();
    for (std::size_t i = 0; i < p.n; i++) {
        d->aabb_a.push_back({lanes(p.aabb_a[i].min), lanes(p.aabb_a[i].max)});
        d->aabb_b.push_back({lanes(p.aabb_b[i].min), lanes(p.aabb_b[i].max)});
        d->sphere_a.push_back({lanes(p.sphere_a[i].center), p.sphere_a[i].radius});
        d->sphere_b.push_back({lanes(p.sphere_b[i].center), p.sphere_b[i].radius});
        const carom_ray &r = p.ray[i];
        d->ray.push_back({lanes(r.origin), lanes(r.direction), r.t_min, r.t_max});
        const carom_vec3 *v = p.triangle_a[i].v;
        d->triangle.push_back({{lanes(v[0]), lanes(v[1]), lanes(v[2])}});
        d->motion_a.push_back({lanes(p.motion_a[i])});
        d->motion_b.push_back({lanes(p.motion_b[i])});
    }
    return d;
}

/// The sum of the first three lanes.
float sum(__m128 v) {
    const __m128 y = _mm_shuffle_ps(v, v, _MM_SHUFFLE(1, 1, 1, 1));
    return _mm_cvtss_f32(_mm_add_ss(_mm_add_ss(v, y), _mm_movehl_ps(v, v)));
}

float dot(__m128 a, __m128 b) {
    return sum(_mm_mul_ps(a, b));
}

__m128 yzx(__m128 v) {
    return _mm_shuffle_ps(v, v, _MM_SHUFFLE(3, 0, 2, 1));
}

__m128 cross(__m128 a, __m128 b) {
    return yzx(_mm_sub_ps(_mm_mul_ps(a, yzx(b)), _mm_mul_ps(yzx(a), b)));
}

bool overlap(const LaneBox &a, const LaneBox &b) {
    const __m128 apart = _mm_or_ps(_mm_cmpgt_ps(a.min, b.max), _mm_cmpgt_ps(b.min, a.max));
    return (_mm_movemask_ps(apart) & 7) == 0;
}

float enter_ball(__m128 m, __m128 d, float r) {
    const float a = dot(d, d), b = dot(m, d), c = dot(m, m) - r * r, square = b * b - a * c;
    if (c <= 0) return 0;
    if (square < 0) return -1;
    const float t = (-b - std::sqrt(square)) / a;
    return t >= 0 ? t : -1;
}

float ray_triangle(const LaneRay &ray, const LaneTriangle &t) {
    const __m128 e1 = _mm_sub_ps(t.v[1], t.v[0]), e2 = _mm_sub_ps(t.v[2], t.v[0]);
    const __m128 s = _mm_sub_ps(ray.origin, t.v[0]), p = cross(ray.direction, e2);
    const __m128 q = cross(s, e1);
    const float inverse = 1 / dot(e1, p);
    const float u = dot(s, p) * inverse, v = dot(ray.direction, q) * inverse;
    const float at = dot(e2, q) * inverse;
    const bool hit = (u >= 0) & (v >= 0) & (u + v <= 1) & (at >= ray.t_min) & (at <= ray.t_max);
    return hit ? at : -1;
}

bool ray_aabb(const LaneRay &ray, const LaneBox &box) {
    const __m128 inverse = _mm_div_ps(_mm_set1_ps(1), ray.direction);
    const __m128 s = _mm_mul_ps(_mm_sub_ps(box.min, ray.origin), inverse);
    const __m128 t = _mm_mul_ps(_mm_sub_ps(box.max, ray.origin), inverse);
    const __m128 low = _mm_min_ps(s, t), high = _mm_max_ps(s, t);
    const __m128 first = _mm_max_ss(_mm_max_ss(low, yzx(low)), yzx(yzx(low)));
    const __m128 last = _mm_min_ss(_mm_min_ss(high, yzx(high)), yzx(yzx(high)));
    return _mm_comile_ss(_mm_max_ss(first, _mm_set_ss(ray.t_min)),
                         _mm_min_ss(last, _mm_set_ss(ray.t_max)));
}

using Add = std::function<void(const char *, Answer)>;

void add_overlaps(const Add &add, const std::shared_ptr<Lanes> &d) {
    add("sphere-sphere", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++) {
            const LaneBall &a = d->sphere_a[i], &b = d->sphere_b[i];
            const __m128 m = _mm_sub_ps(b.center, a.center);
            out[i] = dot(m, m) <= (a.radius + b.radius) * (a.radius + b.radius);
        }
    });
    add("sphere-aabb", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++) {
            const LaneBall &a = d->sphere_a[i];
            const LaneBox &b = d->aabb_b[i];
            const __m128 m = _mm_sub_ps(a.center, _mm_min_ps(_mm_max_ps(a.center, b.min), b.max));
            out[i] = dot(m, m) <= a.radius * a.radius;
        }
    });
    add("aabb-aabb", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = overlap(d->aabb_a[i], d->aabb_b[i]);
    });
}

void add_rays(const Add &add, const std::shared_ptr<Lanes> &d) {
    add("ray-sphere", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++) {
            const LaneRay &r = d->ray[i];
            const LaneBall &s = d->sphere_a[i];
            const float t = enter_ball(_mm_sub_ps(r.origin, s.center), r.direction, s.radius);
            out[i] = t <= r.t_max ? t : -1;
        }
    });
    add("ray-aabb", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = ray_aabb(d->ray[i], d->aabb_a[i]);
    });
    add("ray-triangle", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++)
            out[i] = ray_triangle(d->ray[i], d->triangle[i]);
    });
    add("moving sphere-sphere", [d](std::size_t first, std::size_t last, float *out) {
        for (std::size_t i = first; i < last; i++) {
            const LaneBall &a = d->sphere_a[i], &b = d->sphere_b[i];
            const __m128 motion = _mm_sub_ps(d->motion_a[i].v, d->motion_b[i].v);
            const float t = enter_ball(_mm_sub_ps(a.center, b.center), motion, a.radius + b.radius);
            out[i] = t <= 1 ? t : -1;
        }
    });
}

} // namespace

void add_lanes(Group &group, const Pairs &pairs) {
    auto d = convert(pairs);
    Add add = [&](const char *name, Answer answer) {
        row(group, name).contestants.push_back({"four lanes float", pairs.n, std::move(answer)});
    };
    add_overlaps(add, d);
    add_rays(add, d);
}

} // namespace bench

#else

namespace bench {

void add_lanes(Group &, const Pairs &) {}

} // namespace bench

#endif
