/* Closest points of two segments, [Ericson05] 5.1.9: solve for one parameter, clamp, project,
 * clamp again. Nearly parallel or degenerate pairs, where rounding dominates the first solution,
 * and pairs near contact go to a fallback (closest_segment.c). */
#ifndef CAROM_QUERY_CLOSEST_KERNEL_SEGMENT_SEGMENT_H
#define CAROM_QUERY_CLOSEST_KERNEL_SEGMENT_SEGMENT_H

#include "math/pair.h"
#include "query/closest/kernel_point_segment.h"
#include "query/closest/tolerances.h"
#include "query/closest/closest_segment.h"

static inline segment_pair segment_segment(vec3 a0, vec3 a1, vec3 b0, vec3 b1) {
    vec3 u = sub3(a1, a0), v = sub3(b1, b0), w = sub3(a0, b0);
    double uu = len2(u), vv = len2(v), uv = dot3(u, v), vw = dot3(v, w), uw = dot3(u, w);
    double sine2 = uu * vv - uv * uv;
    if (CAROM_UNLIKELY(
            !(sine2 > NEARLY_PARALLEL * uu * vv && sine2 > QUARTIC_LEAST && sine2 < QUARTIC_MOST)))
        return carom_segment_segment_robust((vec3[4]){a0, a1, b0, b1});
    double s = clamp01((uv * vw - vv * uw) / sine2);
    double t = (uv * s + vw) / vv;
    if (t < 0.0 || t > 1.0) {
        t = t < 0.0 ? 0.0 : 1.0;
        s = clamp01((uv * t - uw) / uu);
    }
    segment_pair out = {s, t, mad3(mad3(w, u, s), v, -t), 0.0};
    out.d2 = len2(out.apart);
    if (CAROM_UNLIKELY(out.d2 < NEAR_SEGMENTS * (uu + vv)))
        return carom_segment_segment_robust((vec3[4]){a0, a1, b0, b1});
    return out;
}

/** The same without a branch that depends on which clamps act: s is always solved for again with
 * the clamped t, which changes nothing where t was not clamped. Returns false for pairs that are
 * nearly parallel, near each other or of extreme size, which segment_segment handles. */
static CAROM_INLINE bool regular_segments(segment_pair *out, vec3 a0, vec3 a1, vec3 b0, vec3 b1) {
    vec3 u = sub3(a1, a0), v = sub3(b1, b0), w = sub3(a0, b0);
    double uu = len2(u), vv = len2(v), uv = dot3(u, v), vw = dot3(v, w), uw = dot3(u, w);
    double square = uu * vv, sine2 = square - uv * uv;
    double s = clamp01_unbranched((uv * vw - vv * uw) / sine2), per_u = 1.0 / uu, per_v = 1.0 / vv;
    out->t = clamp01_unbranched((uv * s + vw) * per_v);
    out->s = clamp01_unbranched((uv * out->t - uw) * per_u);
    out->apart = mad3(mad3(w, u, out->s), v, -out->t);
    out->d2 = len2(out->apart);
    return (sine2 > NEARLY_PARALLEL * square) & (sine2 > QUARTIC_LEAST) & (sine2 < QUARTIC_MOST) &
           (out->d2 >= NEAR_SEGMENTS * (uu + vv)) & (out->d2 < QUARTIC_MOST);
}

#endif
