/* carom: two moving spheres, inline. Included by sweep.h; what inline.h says of all inline
 * functions holds. The library also holds the ordinary function. In float a first contact is
 * computed in double as the library computes it, to the same bits; what is undecided goes to the
 * `_exact` function, as everything does in double. 1.7 times as
 * fast as the call (bench/results/textbook.md). */
#ifndef CAROM_SWEEP_INLINE_H
#define CAROM_SWEEP_INLINE_H

#include "carom/inline.h"
#include "carom/sweep.h"

CAROM_BEGIN

/** The whole answer, out of line. @since 0.2.0 */
CAROM_API CAROM_PURE carom_sweep_hit carom_sweep_sphere_sphere_exact(const carom_sphere *a,
                                                                     carom_vec3 motion_a,
                                                                     const carom_sphere *b,
                                                                     carom_vec3 motion_b);

#ifdef CAROM_NO_INLINE
CAROM_API carom_sweep_hit carom_sweep_sphere_sphere(const carom_sphere *a, carom_vec3 motion_a,
                                                    const carom_sphere *b, carom_vec3 motion_b);
#else

/* First in the caller's precision: spheres that recede, whose paths pass each other, or that are
 * still apart at the end while they approach. Of the sum of the squares each side of that last
 * comparison has 20 roundings at most. Then as the library's sweep_sphere.c in double. */
CAROM_API_INLINE carom_sweep_hit carom_sweep_sphere_sphere(const carom_sphere *a,
                                                           carom_vec3 motion_a,
                                                           const carom_sphere *b,
                                                           carom_vec3 motion_b) {
#ifdef CAROM_INLINE_ANSWERS
    carom_sweep_hit out = CAROM_NOTHING;
    const carom_ball_path path =
        carom_path_at_ball(carom_narrow_sub(b->center, a->center),
                           carom_narrow_sub(motion_a, motion_b), a->radius + b->radius);
    if (CAROM_EXPECT(path.sound && a->radius >= 0 && b->radius >= 0)) {
        /* a + m^2 - 2 along - r^2 at the end, less a bound on its error */
        const carom_real end = (path.a - 2 * path.along) - path.inside - path.unit * path.a;
        const carom_real late = path.a - path.along, meets = -end;
        /* sign bits, so that there is one branch */
        if ((CAROM_BITS_AT(&path.beside) |
             (CAROM_BITS_AT(&path.along) & CAROM_BITS_AT(&path.inside)) |
             (CAROM_BITS_AT(&late) & CAROM_BITS_AT(&meets))) < 0)
            return out;
        const carom_double3 center = carom_double3_of(b->center),
                            carried = carom_double3_of(motion_b);
        const carom_double3 p = carom_double3_sub(carom_double3_of(a->center), center);
        const carom_double3 v = carom_double3_sub(carom_double3_of(motion_a), carried);
        const double radius_b = b->radius, r = (double)a->radius + radius_b;
        const double r2 = carom_rounded(r * r), distance2 = carom_double3_dot(p, p),
                     c = distance2 - r2;
        const double speed2 = carom_double3_dot(v, v), along = carom_double3_dot(p, v);
        const carom_double3 q = carom_double3_mad(p, v, -along / speed2);
        const double discriminant = r2 - carom_double3_dot(q, q);
        const double root = carom_root(speed2 * discriminant), distance = carom_root(distance2);
        const double arrival = (distance - r) * (distance + r) / (root - along);
        const double zero = carom_rounded(0.0); /* to a constant gcc compares by a branch */
        const double t = carom_more(arrival, zero);
        if (CAROM_EXPECT(__builtin_fabs(c) > 2e-14 * (distance2 + r2) && r2 > 1e-19 * distance2 &&
                         distance2 > 1e-19 * r2 && carom_less(along, c) < 0.0 &&
                         discriminant > 2e-9 * r2 + 2e-20 * distance2 && t < 1.0 - 1e-11)) {
            const double leave =
                c < 0.0 && along > 0.0 ? -c / (root + along) : (root - along) / speed2;
            const carom_double3 away = carom_double3_mad(p, v, t);
            const double length = carom_root(carom_double3_dot(away, away));
            const carom_double3 back = carom_double3_scale(away, 1.0 / length);
            const carom_double3 at = carom_double3_mad(center, carried, t);
            out.hit = true;
            out.initial_overlap = c < 0.0;
            out.fraction = carom_narrow(t);
            out.fraction_exit = carom_narrow(carom_more(carom_less(leave, 1.0), t));
            out.point = carom_narrow3(carom_double3_mad(at, back, radius_b));
            out.normal.x = carom_narrow(-back.x);
            out.normal.y = carom_narrow(-back.y);
            out.normal.z = carom_narrow(-back.z);
            return out;
        }
    }
#endif
    return carom_sweep_sphere_sphere_exact(a, motion_a, b, motion_b);
}

#endif

CAROM_END

#endif
