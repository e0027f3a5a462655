/* Two shapes that are the same set, a compound of implicit children and one of the same children as
 * shapes: every verb has the same answer, bit for bit. */
#ifndef CAROM_TEST_CLOUD_COMMON_H
#define CAROM_TEST_CLOUD_COMMON_H

#include "carom/compound.h"
#include "carom/contact.h"
#include "carom/toi.h"
#include "common/test_counting.h"
#include "common/test_every_common.h"

typedef struct twin {
    carom_compound *implicit, *given;
    carom_shape shape[2];
} twin;

static inline void make_twin(twin *t) {
    const size_t count = carom_compound_count(t->implicit);
    carom_child *children = calloc(count + 1, sizeof *children);
    for (size_t i = 0; i < count; i++)
        children[i] = carom_compound_child(t->implicit, i);
    const carom_compound_def def = {.children = children, .count = count};
    assert_int_equal(carom_compound_create(&t->given, &def), CAROM_OK);
    free(children);
    t->shape[0] = (carom_shape){.kind = CAROM_SHAPE_COMPOUND, .as.compound = t->implicit};
    t->shape[1] = (carom_shape){.kind = CAROM_SHAPE_COMPOUND, .as.compound = t->given};
}

static inline void discard_twin(twin *t) {
    carom_compound_destroy(t->implicit);
    carom_compound_destroy(t->given);
}

static inline bool same_sub(carom_subshape a, carom_subshape b) {
    return a.has_child == b.has_child && a.has_triangle == b.has_triangle && a.child == b.child &&
           a.triangle == b.triangle;
}

/* The same child, or one that is in the same place: of equal points any is a right answer. */
static inline bool same_place(const carom_shape *of, carom_subshape a, carom_subshape b) {
    if (same_sub(a, b)) return true;
    if (!a.has_child || !b.has_child || of->kind != CAROM_SHAPE_COMPOUND) return false;
    const carom_child p = carom_compound_child(of->as.compound, a.child),
                      q = carom_compound_child(of->as.compound, b.child);
    const carom_aabb box_p = carom_shape_bounds(&p.shape, p.pose),
                     box_q = carom_shape_bounds(&q.shape, q.pose);
    return same_vec(box_p.min, box_q.min) && same_vec(box_p.max, box_q.max);
}

static inline void same_closest(const carom_shape *a, const carom_shape *b,
                                const carom_closest_any *p, const carom_closest_any *q) {
    assert_true(p->distance == q->distance && p->lower_bound == q->lower_bound);
    assert_true(p->certainty == q->certainty && p->t_a == q->t_a && p->t_b == q->t_b);
    assert_true(same_vec(p->point_a, q->point_a) && same_vec(p->point_b, q->point_b));
    assert_true(same_place(a, p->sub_a, q->sub_a) && same_place(b, p->sub_b, q->sub_b));
}

static inline void same_depth(const carom_shape *a, const carom_shape *b,
                              const carom_penetration *p, const carom_penetration *q) {
    assert_true(p->overlap == q->overlap && p->depth == q->depth && p->certainty == q->certainty);
    assert_true(same_vec(p->normal, q->normal));
    assert_true(same_vec(p->point_a, q->point_a) && same_vec(p->point_b, q->point_b));
    assert_true(same_place(a, p->sub_a, q->sub_a) && same_place(b, p->sub_b, q->sub_b));
}

static inline void same_sweep(const carom_shape *a, const carom_shape *b, const carom_sweep_hit *p,
                              const carom_sweep_hit *q) {
    assert_true(p->hit == q->hit && p->initial_overlap == q->initial_overlap);
    assert_true(p->fraction == q->fraction && p->fraction_exit == q->fraction_exit);
    assert_true(same_vec(p->point, q->point) && same_vec(p->normal, q->normal));
    assert_true(same_place(a, p->sub_a, q->sub_a) && same_place(b, p->sub_b, q->sub_b));
}

static inline void same_ray(const carom_shape *b, const carom_ray_hit *p, const carom_ray_hit *q) {
    assert_true(p->hit == q->hit && p->started_inside == q->started_inside);
    assert_true(p->t == q->t && p->t_exit == q->t_exit);
    assert_true(same_vec(p->point, q->point) && same_vec(p->normal, q->normal));
    assert_true(same_place(b, p->sub_b, q->sub_b));
}

static inline void same_toi(const carom_shape *a, const carom_shape *b, const carom_toi_hit *p,
                            const carom_toi_hit *q) {
    assert_true(p->hit == q->hit && p->initial_overlap == q->initial_overlap);
    assert_true(p->certain == q->certain && p->certainty == q->certainty);
    assert_true(p->fraction == q->fraction && p->fraction_upper == q->fraction_upper);
    assert_true(same_vec(p->point, q->point) && same_vec(p->normal, q->normal));
    assert_true(same_place(a, p->sub_a, q->sub_a) && same_place(b, p->sub_b, q->sub_b));
}

static inline void same_manifolds(const carom_shape *const a[2], carom_pose pose_a,
                                  const carom_shape *const b[2], carom_pose pose_b) {
    carom_contact_manifold m[2][3] = {{{.margin = (carom_real)0.05}},
                                      {{.margin = (carom_real)0.05}}};
    int32_t count[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        carom_posed_shape p, q;
        if (carom_shape_pose(&p, a[i], pose_a) && carom_shape_pose(&q, b[i], pose_b))
            count[i] = carom_contact_several(&p, &q, m[i], 3);
    }
    assert_int_equal(count[0], count[1]);
    for (int32_t i = 0; i < count[0]; i++) {
        assert_true(same_vec(m[0][i].normal, m[1][i].normal));
        assert_int_equal(m[0][i].count, m[1][i].count);
        for (int32_t k = 0; k < m[0][i].count; k++) {
            const carom_contact_point *p = &m[0][i].points[k], *q = &m[1][i].points[k];
            assert_true(same_vec(p->point_a, q->point_a) && same_vec(p->point_b, q->point_b));
            assert_true(p->depth == q->depth && p->id == q->id);
            assert_true(same_sub(p->sub_a, q->sub_a) && same_sub(p->sub_b, q->sub_b));
        }
    }
}

/* What may be asked: of time of impact, which is slow, and of the relation, which is another one
 * where several voxels hold a shape. */
typedef struct twin_asked {
    bool toi, relation;
} twin_asked;

/* Equal up to rounding: the order of a walk decides which of two bounds ends a search. */
static inline bool same_length(carom_real a, carom_real b) {
    const double epsilon = sizeof(carom_real) == 4 ? 0x1p-23 : 0x1p-52;
    return a == b || fabs((double)a - (double)b) <= 4 * epsilon * fabs((double)b);
}

static inline void same_verbs(const carom_shape *const a[2], carom_pose pose_a,
                              const carom_shape *const b[2], carom_pose pose_b,
                              const twin_asked *asked) {
    const carom_vec3 move[2] = {random_vec(4), random_vec(1)};
    const carom_pose end[2] = {pose_every(2), pose_every(2)};
    carom_closest_any near[2];
    carom_penetration deep[2];
    carom_sweep_hit swept[2];
    carom_ray_hit hit[2];
    carom_toi_hit met[2] = {{.hit = false}, {.hit = false}};
    carom_real along[2];
    int touch[2], within[2];
    carom_relation relation[2];
    for (int i = 0; i < 2; i++) {
        touch[i] = carom_overlap(a[i], pose_a, b[i], pose_b);
        within[i] = carom_overlap_within(a[i], pose_a, b[i], pose_b, (carom_real)0.25);
        near[i] = carom_closest(a[i], pose_a, b[i], pose_b);
        deep[i] = carom_penetrate(a[i], pose_a, b[i], pose_b);
        relation[i] = carom_classify(a[i], pose_a, b[i], pose_b);
        along[i] = carom_penetrate_along(a[i], pose_a, b[i], pose_b, v3(0.6, 0, 0.8));
        hit[i] = carom_raycast(a[i], pose_a, b[i], pose_b);
        swept[i] = carom_sweep(&(carom_moving_shape){a[i], pose_a, move[0]},
                               &(carom_moving_shape){b[i], pose_b, move[1]});
        if (asked->toi)
            met[i] =
                carom_toi(&(carom_turning_shape){.shape = a[i], .start = pose_a, .end = end[0]},
                          &(carom_turning_shape){.shape = b[i], .start = pose_b, .end = end[1]},
                          (carom_real)1e-3);
    }
    assert_int_equal(touch[0], touch[1]);
    assert_int_equal(within[0], within[1]);
    const bool together = !asked->relation && relation[1] == CAROM_INTERSECTS &&
                          (relation[0] == CAROM_CONTAINS || relation[0] == CAROM_INSIDE);
    if (!together) assert_int_equal(relation[0], relation[1]);
    assert_true(same_length(along[0], along[1]));
    same_closest(a[0], b[0], &near[0], &near[1]);
    same_depth(a[0], b[0], &deep[0], &deep[1]);
    same_ray(b[0], &hit[0], &hit[1]);
    same_sweep(a[0], b[0], &swept[0], &swept[1]);
    same_toi(a[0], b[0], &met[0], &met[1]);
    same_manifolds(a, pose_a, b, pose_b);
}

/* Both orders, in the compound's own frame and turned. */
static inline void check_twin(const twin *t, const carom_shape *other, const twin_asked *asked) {
    const carom_shape *const whole[2] = {&t->shape[0], &t->shape[1]};
    const carom_shape *const one[2] = {other, other};
    const carom_pose poses[2] = {carom_pose_identity(), pose_every(1)};
    for (int i = 0; i < 2; i++) {
        const carom_pose there = pose_every(2);
        same_verbs(whole, poses[i], one, there, asked);
        same_verbs(one, there, whole, poses[i], asked);
    }
}

static inline void check_twin_bounds(const twin *t) {
    for (int i = 0; i < 6; i++) {
        carom_pose pose = i == 0 ? carom_pose_identity() : pose_every(3);
        if (i == 1) pose.rotation = carom_pose_identity().rotation;
        if (i == 2) pose.rotation = (carom_quat){0, 0, 0, 0};
        const carom_aabb a = carom_shape_bounds(&t->shape[0], pose),
                         b = carom_shape_bounds(&t->shape[1], pose);
        assert_true(same_vec(a.min, b.min) && same_vec(a.max, b.max));
        const carom_vec3 d = random_vec(1);
        assert_true(same_vec(carom_shape_support(&t->shape[0], pose, d),
                             carom_shape_support(&t->shape[1], pose, d)));
    }
    const carom_vec3 lost = {(carom_real)NAN, 0, 0};
    assert_true(same_vec(carom_shape_support(&t->shape[0], carom_pose_identity(), lost),
                         carom_shape_support(&t->shape[1], carom_pose_identity(), lost)));
}

/* Every kind of shape against a compound. */
static inline void check_twin_kinds(const twin *t, int rounds, const twin_asked *asked) {
    static every_kind other;
    for (carom_shape_kind k = 0; k < CAROM_SHAPE_KINDS; k++) {
        const uint64_t seed = volume_seed;
        make_every(&other, k);
        for (int i = 0; i < rounds; i++)
            check_twin(t, &other.kind.shape, asked);
        if (k == CAROM_SHAPE_ROUNDED) volume_seed = seed; /* older ones stay the same */
        discard_every(&other);
    }
}

#endif
