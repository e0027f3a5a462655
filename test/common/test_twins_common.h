/* A shape that is given in two forms, which answer every verb against another one alike. */
#ifndef CAROM_TEST_TWINS_COMMON_H
#define CAROM_TEST_TWINS_COMMON_H

#include "carom/contact.h"
#include "carom/toi.h"
#include "common/test_every_common.h"

/* Of sizes of about 1: how far answers may be from those of the twin. */
#define NEAR (EPS > 1e-10 ? 4e-6 : 1e-9)
/* Nearer to contact than this, verdicts may differ. */
#define TOUCHING (EPS > 1e-10 ? 1e-5 : 1e-8)

typedef struct sides {
    const carom_shape *shape, *twin, *other;
    double near_contact; /* how far the depth of a manifold may be from that of the twin */
    carom_pose at, of_other;
    bool apart, deep; /* by more than verdicts are uncertain */
} sides;

static inline void distances_agree(sides *s) {
    const carom_shape *a = s->shape, *twin = s->twin, *b = s->other;
    const carom_closest_any c = carom_closest(a, s->at, b, s->of_other),
                            t = carom_closest(twin, s->at, b, s->of_other);
    const carom_penetration p = carom_penetrate(a, s->at, b, s->of_other),
                            q = carom_penetrate(twin, s->at, b, s->of_other);
    assert_about((double)c.distance, (double)t.distance, NEAR);
    assert_true(c.lower_bound <= c.distance);
    s->apart = (double)t.distance > TOUCHING;
    s->deep = q.overlap && (double)q.depth > TOUCHING;
    if (p.overlap && q.overlap) assert_about((double)p.depth, (double)q.depth, NEAR);
    if (s->apart) {
        assert_about(apart(c.point_a, c.point_b), (double)c.distance, NEAR);
        assert_false(carom_overlap(a, s->at, b, s->of_other));
        assert_false(p.overlap);
    }
    if (s->deep) {
        assert_true(carom_overlap(a, s->at, b, s->of_other));
        assert_true(p.overlap);
        assert_about(apart(p.point_a, p.point_b), (double)p.depth, NEAR);
    }
    const carom_real beyond = t.distance + (carom_real)TOUCHING,
                     within = t.distance - (carom_real)TOUCHING;
    assert_true(carom_overlap_within(a, s->at, b, s->of_other, beyond));
    if (within > 0) assert_false(carom_overlap_within(a, s->at, b, s->of_other, within));
}

static inline void relations_agree(const sides *s) {
    const carom_relation r = carom_classify(s->shape, s->at, s->other, s->of_other),
                         t = carom_classify(s->twin, s->at, s->other, s->of_other);
    if (r == t || !(s->apart || s->deep)) return;
    /* what is not proved intersects */
    assert_int_equal(r, CAROM_INTERSECTS);
    assert_int_not_equal(t, CAROM_DISJOINT);
}

static inline void rays_agree(const sides *s) {
    if (!casts_rays_kind(s->other->kind)) return;
    const carom_ray_hit h = carom_raycast(s->other, s->of_other, s->shape, s->at),
                        t = carom_raycast(s->other, s->of_other, s->twin, s->at);
    if (!s->apart && !s->deep && !(t.hit && (double)(t.t_exit - t.t) > 0.1)) return;
    assert_int_equal(h.hit, t.hit);
    if (!h.hit) return;
    assert_true(h.t <= h.t_exit);
    assert_about(length_of(h.normal), 1, 1e-6);
    if (h.started_inside != t.started_inside) return;
    assert_about((double)h.t, (double)t.t, sqrt(NEAR) / 20);
    assert_vec_about(h.point, (double)t.point.x, (double)t.point.y, (double)t.point.z,
                     sqrt(NEAR) / 20);
}

static inline void motions_agree(const sides *s) {
    const carom_vec3 motion = random_vec(3), none = {0, 0, 0};
    const carom_moving_shape a = {s->shape, s->at, motion}, twin = {s->twin, s->at, motion},
                             b = {s->other, s->of_other, none};
    const carom_sweep_hit h = carom_sweep(&a, &b), t = carom_sweep(&twin, &b);
    if (h.hit && t.hit) assert_about((double)h.fraction, (double)t.fraction, sqrt(NEAR) / 20);
    if (s->deep ||
        (t.hit && (double)t.fraction < 0.9 && (double)(t.fraction_exit - t.fraction) > 0.1))
        assert_true(h.hit);
    carom_pose end = s->at;
    end.position = step(end.position, motion, 1);
    const carom_turning_shape turning = {.shape = s->shape, .start = s->at, .end = end},
                              still = {.shape = s->other, .start = s->of_other, .end = s->of_other};
    const carom_toi_hit toi = carom_toi(&turning, &still, 0);
    if (s->deep) assert_true(toi.hit && toi.initial_overlap);
    if (toi.hit && h.hit && s->apart)
        assert_true((double)toi.fraction <= (double)h.fraction + sqrt(NEAR) / 20);
}

static inline void contacts_agree(const sides *s) {
    carom_contact_manifold m = {.margin = 0};
    carom_contact(s->shape, s->at, s->other, s->of_other, &m);
    if (s->apart) assert_int_equal(m.count, 0);
    if (!s->deep) return;
    const carom_penetration q = carom_penetrate(s->twin, s->at, s->other, s->of_other);
    double most = 0;
    assert_true(m.count > 0);
    for (int i = 0; i < m.count; i++)
        if ((double)m.points[i].depth > most) most = (double)m.points[i].depth;
    if (s->other->kind < CAROM_SHAPE_MESH) assert_about(most, (double)q.depth, s->near_contact);
}

static inline void twins_agree(sides *s) {
    s->at = pose_every(1);
    s->of_other = pose_every(1);
    distances_agree(s);
    relations_agree(s);
    rays_agree(s);
    motions_agree(s);
    contacts_agree(s);
}

#endif
