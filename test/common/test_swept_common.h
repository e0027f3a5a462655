/* Sweeps of two shapes against the cast of the engine, against the distance along the way, and with
 * the shapes exchanged. */
#ifndef CAROM_TEST_SWEPT_COMMON_H
#define CAROM_TEST_SWEPT_COMMON_H

#include "convex/support/convex.h"
#include "pair/pose/convex_view.h"
#include "common/test_round_common.h"
#include "convex/sweep.h"

static inline carom_sweep_hit swept(posed_two *p, carom_vec3 motion,
                                    const carom_sweep_options *options) {
    p->a.motion = motion;
    p->b.motion = v3(0, 0, 0);
    return carom_sweep_posed(&p->a, &p->b, options);
}

static inline void assert_hit(const carom_sweep_hit *hit, double fraction, double leaves,
                              carom_vec3 n) {
    assert_true(hit->hit && !hit->initial_overlap);
    assert_about((double)hit->fraction, fraction, 2 * EPS + 1e-14);
    assert_true((double)hit->fraction <= fraction); /* never late */
    assert_about((double)hit->fraction_exit, leaves, 4 * EPS);
    assert_about(apart(hit->normal, n), 0, 8 * EPS);
}

static inline void assert_turned_round(const carom_sweep_hit *back, const carom_sweep_hit *hit) {
    assert_true(back->hit == hit->hit && back->initial_overlap == hit->initial_overlap);
    assert_true(back->fraction == hit->fraction && back->fraction_exit == hit->fraction_exit);
    assert_true(opposite_bits(back->normal, hit->normal));
}

/* To the bit, and where the other one comes instead, all but the place. */
static inline void assert_swept_swaps(posed_two *p, const carom_sweep_hit *hit) {
    posed_two q = {p->b, p->a};
    carom_sweep_hit back = carom_sweep_posed(&q.a, &q.b, NULL);
    assert_turned_round(&back, hit);
    assert_true(same_vec(back.point, hit->point));
    q.a.motion = step(v3(0, 0, 0), p->a.motion, -1);
    q.b.motion = v3(0, 0, 0);
    back = carom_sweep_posed(&q.a, &q.b, NULL);
    assert_turned_round(&back, hit);
}

static inline double gap_at(const posed_two *p, double t) {
    carom_posed_shape moved;
    const carom_pose pose = {step(v3(0, 0, 0), p->a.motion, t), {0, 0, 0, 1}};
    assert_true(carom_shape_pose(&moved, &p->a.shape, pose));
    return (double)carom_closest_posed(&moved, &p->b).distance;
}

/* Apart before, in contact then, on B; what is missed is apart all along. */
static inline void assert_along_the_way(posed_two *p, const carom_sweep_hit *hit, double size) {
    const double t = (double)hit->fraction, near = 256 * EPS * size;
    if (!hit->hit) {
        for (int i = 0; i <= 32; i++)
            assert_true(gap_at(p, i / 32.0) > 0);
        return;
    }
    assert_true(gap_at(p, t) <= near);
    for (int i = 0; i < 16 && !hit->initial_overlap; i++)
        assert_true(gap_at(p, t * i / 16) > 0 || t * (16 - i) / 16 < near);
    assert_about(length_of(hit->normal), 1, 8 * EPS);
    assert_true(dot_of(hit->normal, p->a.motion) >= -8 * EPS * size || hit->initial_overlap);
    if (hit->initial_overlap) return;
    carom_shape at = {.kind = CAROM_SHAPE_POINT, .as.point = hit->point};
    carom_pose still = carom_pose_identity();
    assert_true((double)carom_closest(&at, still, &p->b.shape, still).distance <= near);
}

/* What the engine's cast finds, unless the way grazes. */
static inline void assert_as_the_cast(const posed_two *p, const carom_sweep_hit *hit, double size) {
    vec3 buffer[2][CONVEX_POINTS_LIMIT];
    convex_view a = {.buffer = buffer[0]}, b = {.buffer = buffer[1]};
    assert_true(carom_convex_view(&a, &p->a.shape) && carom_convex_view(&b, &p->b.shape));
    const convex_sweep_options options = {0};
    const vec3 motion = load3(p->a.motion);
    convex_hit found = carom_convex_sweep(&a.shape, motion, &b.shape, &options);
    if (hit->initial_overlap || found.initial_overlap) return;
    const double steep = found.hit ? dot3(found.normal, motion) / carom_length(motion) : 0;
    if (steep < 1e-3) return;
    const double near = (8 * EPS + 1e-12) * size / (steep * carom_length(motion));
    assert_true(hit->hit || found.fraction > 1 - near);
    if (!hit->hit) return;
    assert_about((double)hit->fraction, found.fraction, near);
    assert_about(apart(hit->normal, store3(found.normal)), 0, 1e-4);
    assert_about((double)hit->fraction_exit, found.fraction_exit, 1e-3);
}

#endif
