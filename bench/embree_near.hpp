// Embree's point query over triangles; the callback is Ericson's closest point in float, as in
// Embree's own tutorial of the closest point.
#ifndef CAROM_BENCH_EMBREE_NEAR_HPP
#define CAROM_BENCH_EMBREE_NEAR_HPP

#include <cmath>

#include "embree_scene.hpp"

namespace bench {

struct Vec {
    float x, y, z;
};
inline Vec operator-(Vec a, Vec b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec mad(Vec a, Vec b, float t) {
    return {a.x + b.x * t, a.y + b.y * t, a.z + b.z * t};
}
inline float dot(Vec a, Vec b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

inline Vec nearest_on_triangle(Vec p, Vec a, Vec b, Vec c) {
    const Vec ab = b - a, ac = c - a, ap = p - a;
    const float d1 = dot(ab, ap), d2 = dot(ac, ap);
    if (d1 <= 0 && d2 <= 0) return a;
    const Vec bp = p - b;
    const float d3 = dot(ab, bp), d4 = dot(ac, bp);
    if (d3 >= 0 && d4 <= d3) return b;
    const Vec cp = p - c;
    const float d5 = dot(ab, cp), d6 = dot(ac, cp);
    if (d6 >= 0 && d5 <= d6) return c;
    const float vc = d1 * d4 - d3 * d2;
    if (vc <= 0 && d1 >= 0 && d3 <= 0) return mad(a, ab, d1 / (d1 - d3));
    const float vb = d5 * d2 - d1 * d6;
    if (vb <= 0 && d2 >= 0 && d6 <= 0) return mad(a, ac, d2 / (d2 - d6));
    const float va = d3 * d6 - d5 * d4;
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
        return mad(b, c - b, (d4 - d3) / ((d4 - d3) + (d5 - d6)));
    const float s = 1 / (va + vb + vc);
    return mad(mad(a, ab, vb * s), ac, vc * s);
}

struct EmbreeMesh {
    explicit EmbreeMesh(const Soup &soup, RTCSceneFlags flags = RTC_SCENE_FLAG_NONE)
        : scene(soup, flags, RTC_BUILD_QUALITY_HIGH), triangles(soup) {}

    float distance(carom_vec3 p) const {
        RTCPointQuery query{p.x, p.y, p.z, 0.0f, INFINITY};
        RTCPointQueryContext context;
        rtcInitPointQueryContext(&context);
        rtcPointQuery(scene.handle, &query, &context, try_triangle, const_cast<Soup *>(&triangles));
        return query.radius;
    }

    EmbreeScene scene;

  private:
    static bool try_triangle(RTCPointQueryFunctionArguments *with) {
        const carom_triangle &t = (*static_cast<const Soup *>(with->userPtr))[with->primID];
        const Vec p{with->query->x, with->query->y, with->query->z};
        const Vec q =
            nearest_on_triangle(p, {t.v[0].x, t.v[0].y, t.v[0].z}, {t.v[1].x, t.v[1].y, t.v[1].z},
                                {t.v[2].x, t.v[2].y, t.v[2].z});
        const Vec away = p - q;
        const float distance = std::sqrt(dot(away, away));
        if (!(distance < with->query->radius)) return false;
        with->query->radius = distance;
        return true;
    }

    Soup triangles;
};

} // namespace bench

#endif
