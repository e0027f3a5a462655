/* carom_closest_within over all kinds: where the distance is at most the limit every bit is that of
 * carom_closest, else there is nothing but a bound. */
#include "carom/dispatch.h"
#include "common/test_every_common.h"

#define ROUNDS 16

typedef struct near_case {
    const carom_shape *a, *b;
    carom_pose at, to;
    carom_closest_any full;
} near_case;

static bool is_same(const carom_closest_any *p, const carom_closest_any *q) {
    return p->distance == q->distance && p->lower_bound == q->lower_bound &&
           p->certainty == q->certainty && same_vec(p->point_a, q->point_a) &&
           same_vec(p->point_b, q->point_b) && p->t_a == q->t_a && p->t_b == q->t_b &&
           same_vec(p->barycentric, q->barycentric) && p->feature == q->feature;
}

static void check_limit(const near_case *c, carom_real limit) {
    const carom_closest_any near = carom_closest_within(c->a, c->at, c->b, c->to, limit);
    carom_posed_shape p, q;
    assert_true(carom_shape_pose(&p, c->a, c->at) && carom_shape_pose(&q, c->b, c->to));
    const carom_closest_any posed = carom_closest_within_posed(&p, &q, limit),
                            all = carom_closest_posed(&p, &q);
    if (c->full.distance <= limit) {
        assert_true(is_same(&near, &c->full));
        assert_true(is_same(&posed, &all));
        return;
    }
    assert_true(isinf(near.distance) && isinf(posed.distance));
    assert_true(near.lower_bound <= limit && near.lower_bound <= c->full.distance);
    assert_true((double)near.lower_bound >=
                (double)(c->full.lower_bound < limit ? c->full.lower_bound : limit) - 1e-9 -
                    64 * EPS);
}

static void check_pair(every_kind *a, every_kind *b) {
    near_case c = {.a = &a->kind.shape, .b = &b->kind.shape};
    c.at = pose_every(3);
    c.to = pose_every((carom_real)0.5);
    c.full = carom_closest(c.a, c.at, c.b, c.to);
    const carom_real d = c.full.distance;
    const carom_real limits[] = {0,
                                 d,
                                 next_number(d, INFINITY),
                                 d / 2,
                                 d * (carom_real)1.01,
                                 10 * (d + 1),
                                 CAROM_REAL_MAX,
                                 (carom_real)INFINITY};
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        check_limit(&c, limits[i]);
    if (d > 0) check_limit(&c, next_number(d, 0));
    const carom_closest_any none = carom_closest_within(c.a, c.at, c.b, c.to, -1),
                            odd = carom_closest_within(c.a, c.at, c.b, c.to, (carom_real)NAN);
    assert_true(isinf(none.distance) && isinf(odd.distance));
}

static void limits_agree(void **state) {
    (void)state;
    for_every_pair(check_pair, ROUNDS);
}

/* Boxes 3 : 4 apart, whose numbers are exact, and what is invalid. */
static void by_hand(void **state) {
    (void)state;
    const carom_pose stay = carom_pose_identity(), odd = {{0, 0, 0}, {(carom_real)NAN, 0, 0, 1}};
    carom_shape a = {.kind = CAROM_SHAPE_AABB, .as.aabb = {v3(0, 0, 0), v3(1, 1, 1)}};
    const carom_shape b = {.kind = CAROM_SHAPE_AABB, .as.aabb = {v3(4, 5, 0), v3(6, 6, 1)}};
    assert_true(carom_closest_within(&a, stay, &b, stay, 5).distance == 5);
    const carom_real less = next_number(5, 0);
    const carom_closest_any none = carom_closest_within(&a, stay, &b, stay, less);
    assert_true(isinf(none.distance) && none.lower_bound == less && none.point_b.x == 0);
    assert_true(isinf(carom_closest_within(&a, stay, &b, odd, 9).distance));
    a.as.aabb.max.x = -1;
    assert_true(isinf(carom_closest_within(&a, stay, &b, stay, 9).distance));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_agree),
        cmocka_unit_test(by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
