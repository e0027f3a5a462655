// The textbook's tests in float, see contestant_textbook.cpp.
#ifndef CAROM_BENCH_TEXTBOOK_HPP
#define CAROM_BENCH_TEXTBOOK_HPP

#include <algorithm>
#include <cmath>

#include "carom/shape.h"

namespace bench {
namespace textbook {

using Vec = carom_vec3;

inline Vec add(Vec a, Vec b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
inline Vec sub(Vec a, Vec b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec scale(Vec a, float s) {
    return {a.x * s, a.y * s, a.z * s};
}
inline float dot(Vec a, Vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
inline Vec cross(Vec a, Vec b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline float length(Vec a) {
    return std::sqrt(dot(a, a));
}

inline bool sphere_sphere(const carom_sphere &a, const carom_sphere &b) {
    const Vec d = sub(a.center, b.center);
    const float r = a.radius + b.radius;
    return dot(d, d) <= r * r;
}

inline Vec clamp(Vec p, Vec low, Vec high) {
    return {std::min(std::max(p.x, low.x), high.x), std::min(std::max(p.y, low.y), high.y),
            std::min(std::max(p.z, low.z), high.z)};
}

inline bool sphere_aabb(const carom_sphere &s, const carom_aabb &b) {
    const Vec d = sub(s.center, clamp(s.center, b.min, b.max));
    return dot(d, d) <= s.radius * s.radius;
}

inline bool aabb_aabb(const carom_aabb &a, const carom_aabb &b) {
    if (a.max.x < b.min.x || a.min.x > b.max.x) return false;
    if (a.max.y < b.min.y || a.min.y > b.max.y) return false;
    return !(a.max.z < b.min.z || a.min.z > b.max.z);
}

inline bool obb_obb(const carom_obb &a, const carom_obb &b) {
    const float ea[3] = {a.half_extents.x, a.half_extents.y, a.half_extents.z};
    const float eb[3] = {b.half_extents.x, b.half_extents.y, b.half_extents.z};
    const Vec between = sub(b.center, a.center);
    float r[3][3], size[3][3], t[3];
    for (int i = 0; i < 3; i++) {
        t[i] = dot(between, a.axes[i]);
        for (int j = 0; j < 3; j++) {
            r[i][j] = dot(a.axes[i], b.axes[j]);
            size[i][j] = std::fabs(r[i][j]) + 1e-6f;
        }
    }
    for (int i = 0; i < 3; i++)
        if (std::fabs(t[i]) > ea[i] + eb[0] * size[i][0] + eb[1] * size[i][1] + eb[2] * size[i][2])
            return false;
    for (int j = 0; j < 3; j++)
        if (std::fabs(t[0] * r[0][j] + t[1] * r[1][j] + t[2] * r[2][j]) >
            ea[0] * size[0][j] + ea[1] * size[1][j] + ea[2] * size[2][j] + eb[j])
            return false;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            const float reach = ea[i1] * size[i2][j] + ea[i2] * size[i1][j] + eb[j1] * size[i][j2] +
                                eb[j2] * size[i][j1];
            if (std::fabs(t[i2] * r[i1][j] - t[i1] * r[i2][j]) > reach) return false;
        }
    return true;
}

/// Do corners with these two heights over an edge's axis miss a box of this reach?
inline bool is_beyond(float p, float q, float reach) {
    return std::min(p, q) > reach || std::max(p, q) < -reach;
}

/// The axes across one edge and the three coordinate axes, for the corners `on` of the edge and
/// `off` it, from the centre of a box of half sizes h.
inline bool edge_separates(Vec edge, Vec on, Vec off, Vec h) {
    const float x = std::fabs(edge.x), y = std::fabs(edge.y), z = std::fabs(edge.z);
    return is_beyond(edge.y * on.z - edge.z * on.y, edge.y * off.z - edge.z * off.y,
                     h.y * z + h.z * y) ||
           is_beyond(edge.z * on.x - edge.x * on.z, edge.z * off.x - edge.x * off.z,
                     h.z * x + h.x * z) ||
           is_beyond(edge.x * on.y - edge.y * on.x, edge.x * off.y - edge.y * off.x,
                     h.x * y + h.y * x);
}

inline bool is_outside(float a, float b, float c, float h) {
    return std::min(a, std::min(b, c)) > h || std::max(a, std::max(b, c)) < -h;
}

inline bool triangle_aabb(const carom_triangle &t, const carom_aabb &box) {
    const Vec center = scale(add(box.min, box.max), 0.5f), h = scale(sub(box.max, box.min), 0.5f);
    const Vec a = sub(t.v[0], center), b = sub(t.v[1], center), c = sub(t.v[2], center);
    if (is_outside(a.x, b.x, c.x, h.x) || is_outside(a.y, b.y, c.y, h.y) ||
        is_outside(a.z, b.z, c.z, h.z))
        return false;
    const Vec ab = sub(b, a), bc = sub(c, b), ca = sub(a, c), n = cross(ab, bc);
    const float reach = h.x * std::fabs(n.x) + h.y * std::fabs(n.y) + h.z * std::fabs(n.z);
    if (std::fabs(dot(n, a)) > reach) return false;
    return !edge_separates(ab, a, c, h) && !edge_separates(bc, b, a, h) &&
           !edge_separates(ca, c, b, h);
}

inline float orient(Vec a, Vec b, Vec c, Vec d) {
    return dot(sub(a, d), cross(sub(b, d), sub(c, d)));
}

inline float orient_2d(const float a[2], const float b[2], const float c[2]) {
    return (a[0] - c[0]) * (b[1] - c[1]) - (a[1] - c[1]) * (b[0] - c[0]);
}

/// Two triangles of one plane, by edges that cross and corners inside.
inline bool coplanar_triangles(const carom_triangle &t, const carom_triangle &u, Vec n) {
    const float x = std::fabs(n.x), y = std::fabs(n.y), z = std::fabs(n.z);
    const int drop = x > y && x > z ? 0 : y > z ? 1 : 2;
    float p[3][2], q[3][2];
    for (int i = 0; i < 3; i++) {
        const float a[3] = {t.v[i].x, t.v[i].y, t.v[i].z}, b[3] = {u.v[i].x, u.v[i].y, u.v[i].z};
        for (int k = 0; k < 2; k++) {
            p[i][k] = a[(drop + 1 + k) % 3];
            q[i][k] = b[(drop + 1 + k) % 3];
        }
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const float *a = p[i], *b = p[(i + 1) % 3], *c = q[j], *d = q[(j + 1) % 3];
            if (orient_2d(a, b, c) * orient_2d(a, b, d) <= 0 &&
                orient_2d(c, d, a) * orient_2d(c, d, b) <= 0)
                return true;
        }
    auto inside = [](const float at[2], const float of[3][2]) {
        const float s = orient_2d(of[0], of[1], at), w = orient_2d(of[1], of[2], at);
        const float v = orient_2d(of[2], of[0], at);
        return (s >= 0 && w >= 0 && v >= 0) || (s <= 0 && w <= 0 && v <= 0);
    };
    return inside(p[0], q) || inside(q[0], p);
}

/// Turns the corners so that the first is alone on its side, and says on which.
inline bool lone_corner_first(Vec v[3], float d[3], bool &is_above) {
    const int lone = d[0] * d[1] > 0                ? 2
                     : d[0] * d[2] > 0              ? 1
                     : d[1] * d[2] > 0 || d[0] != 0 ? 0
                     : d[1] != 0                    ? 1
                                                    : 2;
    std::rotate(v, v + lone, v + 3);
    std::rotate(d, d + lone, d + 3);
    is_above = d[0] > 0 || (d[0] == 0 && (d[1] < 0 || d[2] < 0));
    return d[0] != 0 || d[1] != 0 || d[2] != 0;
}

inline bool triangle_triangle(const carom_triangle &t, const carom_triangle &u) {
    Vec p[3] = {t.v[0], t.v[1], t.v[2]}, q[3] = {u.v[0], u.v[1], u.v[2]};
    const Vec nq = cross(sub(q[1], q[0]), sub(q[2], q[0]));
    float dp[3] = {dot(nq, sub(p[0], q[0])), dot(nq, sub(p[1], q[0])), dot(nq, sub(p[2], q[0]))};
    if (dp[0] * dp[1] > 0 && dp[0] * dp[2] > 0) return false;
    const Vec np = cross(sub(p[1], p[0]), sub(p[2], p[0]));
    float dq[3] = {dot(np, sub(q[0], p[0])), dot(np, sub(q[1], p[0])), dot(np, sub(q[2], p[0]))};
    if (dq[0] * dq[1] > 0 && dq[0] * dq[2] > 0) return false;
    bool p_above = false, q_above = false;
    if (!lone_corner_first(p, dp, p_above) || !lone_corner_first(q, dq, q_above))
        return coplanar_triangles(t, u, np);
    if (!p_above) std::swap(q[1], q[2]);
    if (!q_above) std::swap(p[1], p[2]);
    return orient(p[0], p[1], q[0], q[1]) >= 0 && orient(p[0], p[2], q[2], q[0]) >= 0;
}

inline Vec nearest_on_triangle(Vec p, const carom_triangle &t) {
    const Vec a = t.v[0], b = t.v[1], c = t.v[2];
    const Vec ab = sub(b, a), ac = sub(c, a), ap = sub(p, a);
    const float d1 = dot(ab, ap), d2 = dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) return a;
    const Vec bp = sub(p, b);
    const float d3 = dot(ab, bp), d4 = dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) return b;
    const float vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return add(a, scale(ab, d1 / (d1 - d3)));
    const Vec cp = sub(p, c);
    const float d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) return c;
    const float vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return add(a, scale(ac, d2 / (d2 - d6)));
    const float va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
        return add(b, scale(sub(c, b), (d4 - d3) / ((d4 - d3) + (d5 - d6))));
    const float s = 1 / (va + vb + vc);
    return add(a, add(scale(ab, vb * s), scale(ac, vc * s)));
}

inline float unit_clamp(float s) {
    return std::min(std::max(s, 0.0f), 1.0f);
}

inline float segment_segment(const carom_segment &p, const carom_segment &q) {
    const Vec d1 = sub(p.b, p.a), d2 = sub(q.b, q.a), r = sub(p.a, q.a);
    const float a = dot(d1, d1), e = dot(d2, d2), f = dot(d2, r);
    const float c = dot(d1, r), b = dot(d1, d2), denominator = a * e - b * b;
    float s = denominator != 0 ? unit_clamp((b * f - c * e) / denominator) : 0;
    float t = (b * s + f) / e;
    if (t < 0) {
        t = 0;
        s = unit_clamp(-c / a);
    } else if (t > 1) {
        t = 1;
        s = unit_clamp((b - c) / a);
    }
    return length(sub(add(p.a, scale(d1, s)), add(q.a, scale(d2, t))));
}

/// A point from m, moving by d, into the ball of radius r around 0: the fraction, or -1.
inline float enter_ball(Vec m, Vec d, float r) {
    const float c = dot(m, m) - r * r, b = dot(m, d);
    if (c > 0 && b > 0) return -1;
    const float a = dot(d, d), square = b * b - a * c;
    if (square < 0) return -1;
    return std::max((-b - std::sqrt(square)) / a, 0.0f);
}

inline float ray_sphere(const carom_ray &ray, const carom_sphere &s) {
    const float t = enter_ball(sub(ray.origin, s.center), ray.direction, s.radius);
    return t < ray.t_min && t >= 0 ? ray.t_min : t > ray.t_max ? -1 : t;
}

inline bool ray_aabb(const carom_ray &ray, const carom_aabb &b) {
    float first = ray.t_min, last = ray.t_max;
    auto slab = [&](float o, float d, float low, float high) {
        const float inverse = 1 / d, s = (low - o) * inverse, t = (high - o) * inverse;
        first = std::max(first, std::min(s, t));
        last = std::min(last, std::max(s, t));
    };
    slab(ray.origin.x, ray.direction.x, b.min.x, b.max.x);
    slab(ray.origin.y, ray.direction.y, b.min.y, b.max.y);
    slab(ray.origin.z, ray.direction.z, b.min.z, b.max.z);
    return first <= last;
}

inline float ray_triangle(const carom_ray &ray, const carom_triangle &tri) {
    const Vec e1 = sub(tri.v[1], tri.v[0]), e2 = sub(tri.v[2], tri.v[0]);
    const Vec p = cross(ray.direction, e2);
    const float det = dot(e1, p);
    if (det == 0) return -1;
    const float inverse = 1 / det;
    const Vec s = sub(ray.origin, tri.v[0]);
    const float u = dot(s, p) * inverse;
    if (u < 0 || u > 1) return -1;
    const Vec q = cross(s, e1);
    const float v = dot(ray.direction, q) * inverse;
    if (v < 0 || u + v > 1) return -1;
    const float t = dot(e2, q) * inverse;
    return t < ray.t_min || t > ray.t_max ? -1 : t;
}

inline float sweep_sphere_sphere(const carom_sphere &a, Vec motion, const carom_sphere &b) {
    const float t = enter_ball(sub(a.center, b.center), motion, a.radius + b.radius);
    return t <= 1 ? t : -1;
}

/// A point from p, moving by d, into the cylinder of radius r around the edge from a along e: the
/// fraction where it enters between the ends of the edge, or -1.
inline float enter_cylinder(Vec p, Vec d, Vec a, Vec e, float r) {
    const Vec m = sub(p, a);
    const float ee = dot(e, e), de = dot(d, e), me = dot(m, e);
    const float a2 = ee * dot(d, d) - de * de, b = ee * dot(m, d) - me * de;
    const float c = ee * (dot(m, m) - r * r) - me * me, square = b * b - a2 * c;
    if (a2 == 0 || square < 0) return -1;
    const float t = (-b - std::sqrt(square)) / a2, along = me + t * de;
    return t >= 0 && along >= 0 && along <= ee ? t : -1;
}

inline float sweep_sphere_triangle(const carom_sphere &s, Vec motion, const carom_triangle &t) {
    const Vec *v = t.v, p = s.center;
    const Vec gap = sub(p, nearest_on_triangle(p, t));
    if (dot(gap, gap) <= s.radius * s.radius) return 0;
    Vec n = cross(sub(v[1], v[0]), sub(v[2], v[0]));
    n = scale(n, 1 / length(n));
    float height = dot(n, sub(p, v[0])), rise = dot(n, motion);
    if (height < 0) {
        n = scale(n, -1);
        height = -height;
        rise = -rise;
    }
    if (height > s.radius) {
        if (height + rise > s.radius) return -1;
        const float at = (s.radius - height) / rise;
        const Vec foot = sub(add(p, scale(motion, at)), scale(n, s.radius));
        bool inside = true;
        for (int i = 0; i < 3 && inside; i++)
            inside = dot(cross(n, sub(v[(i + 1) % 3], v[i])), sub(foot, v[i])) *
                         dot(cross(n, sub(v[(i + 1) % 3], v[i])), sub(v[(i + 2) % 3], v[i])) >=
                     0;
        if (inside) return at;
    }
    float best = 2;
    for (int i = 0; i < 3; i++) {
        const float edge = enter_cylinder(p, motion, v[i], sub(v[(i + 1) % 3], v[i]), s.radius);
        if (edge >= 0) best = std::min(best, edge);
        const float corner = enter_ball(sub(p, v[i]), motion, s.radius);
        if (corner >= 0) best = std::min(best, corner);
    }
    return best <= 1 ? best : -1;
}

} // namespace textbook
} // namespace bench

#endif
