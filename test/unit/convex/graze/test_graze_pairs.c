/* Every pair of bounded kinds, one of them upside down, slides past the other in a plane that
 * supports both: whatever is asked besides, the first contact is the same, and an ulp apart there
 * is none. */
#include "common/test_kinds_common.h"

#define TIME_ULP (sizeof(carom_real) == 4 ? 1.2e-7 : 1e-14)

typedef struct sliding_pair {
    any_kind a, b;
    carom_pose at, there;
    carom_vec3 motion;
} sliding_pair;

/* At the middle of the frame A's top is at B's, or `gap` above it. */
static void make_sliding(sliding_pair *p, int kinds, carom_vec3 motion, double gap) {
    const carom_shape_kind upper = (carom_shape_kind)(kinds / KINDS);
    const carom_shape_kind lower = (carom_shape_kind)(kinds % KINDS);
    make_kind(&p->a, upper, v3(2, 2, 2));
    make_kind(&p->b, lower, v3(4, 2, 4));
    const double height = 2 * top_of(upper) + 4 * top_of(lower) + gap;
    p->at = (carom_pose){step(v3(0, 0, height), motion, -0.5), {1, 0, 0, 0}};
    p->there = carom_pose_identity();
    p->motion = motion;
}

static void discard_sliding(sliding_pair *p) {
    discard_kind(&p->a), discard_kind(&p->b);
}

static carom_sweep_hit slide(const sliding_pair *p, bool swapped, bool skip_exit) {
    carom_posed_shape a, b;
    const carom_sweep_options options = {.skip_exit = skip_exit};
    assert_true(carom_shape_pose(&a, &p->a.shape, p->at));
    assert_true(carom_shape_pose(&b, &p->b.shape, p->there));
    a.motion = p->motion;
    return swapped ? carom_sweep_posed(&b, &a, &options) : carom_sweep_posed(&a, &b, &options);
}

/* Boxes that are posed beforehand go by slabs, which rounding widens. */
static bool is_box_pair(int kinds) {
    return kinds / KINDS == CAROM_SHAPE_OBB && kinds % KINDS == CAROM_SHAPE_OBB;
}

static bool is_bounded_pair(int kinds) {
    return !is_endless_kind((carom_shape_kind)(kinds / KINDS)) &&
           !is_endless_kind((carom_shape_kind)(kinds % KINDS));
}

static const carom_vec3 slides[] = {{16, 0, 0}, {0, 16, 0}, {-16, 8, 0}, {16, 12, 0}, {-8, -16, 0}};

static void options_and_order_do_not_matter(void **state) {
    (void)state;
    for (int i = 0; i < KINDS * KINDS * COUNT(slides); i++) {
        sliding_pair p;
        const int kinds = i / COUNT(slides);
        if (!is_bounded_pair(kinds)) continue;
        make_sliding(&p, kinds, slides[i % COUNT(slides)], 0);
        const carom_sweep_hit hit = slide(&p, false, false), first = slide(&p, false, true);
        const carom_sweep_hit other = slide(&p, true, false);
        if (!hit.hit || hit.initial_overlap || !((double)hit.fraction <= 0.5 + TIME_ULP) ||
            !((double)hit.fraction_exit >= 0.5 - TIME_ULP))
            fail_msg("kinds %d and %d: %g to %g", kinds / KINDS, kinds % KINDS,
                     (double)hit.fraction, (double)hit.fraction_exit);
        assert_true(first.hit);
        if (first.fraction != hit.fraction)
            fail_msg("kinds %d and %d: %.17g is not %.17g", kinds / KINDS, kinds % KINDS,
                     (double)first.fraction, (double)hit.fraction);
        assert_true(first.fraction_exit == 1 || first.fraction_exit == hit.fraction_exit);
        assert_true(other.hit && other.fraction == hit.fraction);
        assert_true(other.fraction_exit == hit.fraction_exit);
        assert_vec_about(other.normal, -(double)hit.normal.x, -(double)hit.normal.y,
                         -(double)hit.normal.z, 0);
        discard_sliding(&p);
    }
}

static void an_ulp_apart_they_miss(void **state) {
    (void)state;
    for (int i = 0; i < KINDS * KINDS * COUNT(slides); i++) {
        sliding_pair p;
        const int kinds = i / COUNT(slides);
        if (!is_bounded_pair(kinds) || is_box_pair(kinds)) continue;
        make_sliding(&p, kinds, slides[i % COUNT(slides)],
                     sizeof(carom_real) == 4 ? 0x1p-21 : 0x1p-50);
        const carom_sweep_hit hit = slide(&p, false, false), first = slide(&p, false, true);
        if (hit.hit || first.hit) fail_msg("kinds %d and %d hit", kinds / KINDS, kinds % KINDS);
        assert_false(slide(&p, true, false).hit);
        discard_sliding(&p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_and_order_do_not_matter),
        cmocka_unit_test(an_ulp_apart_they_miss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
