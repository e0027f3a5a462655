/* The coarse searches on every set of instructions: the same facets, to the bit, of hulls of all
 * sizes they serve, deep, shallow and apart, and the depth that double finds without them; the same
 * portals, cold and warm. */
#include "common/test_convex_deep.h"
#include "common/test_sets.h"

#include "convex/hull_sat/hull_float_planes.h"
#include "simd/simd_set.h"
#include "convex/mpr/mpr_float.h"
#include "convex/hull_sat/hull_float_facets.h"
#include "convex/penetration.h"
#include "convex/hull_sat/hull_float_search.h"

typedef struct set_answer {
    bool failed;
    float bound;
    hull_float_facets found;
} set_answer;

static set_answer ask(simd_set set, const convex_shape *a, const convex_shape *b, vec3 guess) {
    const hull_float_body of_a = hull_float_body_of(a), of_b = hull_float_body_of(b);
    set_answer answer;
    plane_search p;
    memset(&answer, 0, sizeof answer);
    const vec3 apart = hull_float_apart(a, b);
    assert_true(carom_hull_float_start_search(&p, &of_a, &of_b, &apart, &guess));
    p.out = &answer.found;
    TEST_OF(set, carom_hull_float_search)(&p);
    answer.failed = p.failed;
    answer.bound = p.bound;
    return answer;
}

static void assert_same_facets(const set_answer *a, const set_answer *b) {
    assert_int_equal(a->failed, b->failed);
    assert_true(a->bound == b->bound);
    assert_int_equal(a->found.count, b->found.count);
    for (int i = 0; i < a->found.count; i++) {
        const hull_float_facet *f = &a->found.facet[i], *g = &b->found.facet[i];
        assert_int_equal(f->kind, g->kind);
        assert_int_equal(f->part, g->part);
        assert_int_equal(f->corner[0], g->corner[0]);
        assert_true(f->depth == g->depth);
        for (int k = 0; k < 3; k++)
            assert_true(f->normal[k] == g->normal[k]);
    }
}

/* The depth that double finds, of shapes that are not said to be rigid. */
static double depth_in_double(const convex_shape *a, const convex_shape *b) {
    convex_shape p = *a, q = *b;
    p.rigid = q.rigid = false;
    return carom_convex_penetration(&p, &q).depth;
}

static void facets_agree(void **state) {
    (void)state;
    int told = 0, apart = 0, few = 0;
    for (int k = 0; k < 3000; k++) {
        deep_shape a, b;
        deep_rigid_hull(&a, k % 3 ? 4 + k % 37 : 4 + k % 5);
        deep_rigid_hull(&b, k % 3 ? 4 + k * 7 % 37 : 4 + k / 5 % 5);
        vec3 together = sub3(add3(a.shape.center, a.shape.half), b.shape.half);
        b.shape.center = mad3(together, deep_direction(), deep_between(0.3, 2.0));
        vec3 guess = deep_cube(1.0);
        set_answer scalar = ask(SIMD_SET_SCALAR, &a.shape, &b.shape, guess);
        for (int set = SIMD_SET_NATIVE; set <= SIMD_SET_AVX2; set++) {
            if (!carom_simd_runs((simd_set)set)) continue;
            set_answer other = ask((simd_set)set, &a.shape, &b.shape, guess);
            assert_same_facets(&scalar, &other);
        }
        double depth = depth_in_double(&a.shape, &b.shape), size = 8.0;
        if (!scalar.failed && depth > 0.0) {
            assert_true(fabs(depth - (double)scalar.bound) <= (double)HULL_FLOAT_SLACK * size);
            told++, few += k % 3 == 0;
        }
        if (!scalar.failed && (double)scalar.bound < -2.0 * (double)HULL_FLOAT_SLACK * size) {
            assert_true(depth == 0.0);
            apart++;
        }
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(told > 1000 && few > 200 && apart > 300);
}

static bool same_cache(const convex_cache *a, const convex_cache *b) {
    bool same = a->count == b->count && a->axis.x == b->axis.x && a->axis.y == b->axis.y &&
                a->axis.z == b->axis.z;
    for (int i = 0; i < a->count; i++)
        same &= a->a[i] == b->a[i] && a->b[i] == b->b[i];
    return same;
}

/* B moves on a little between the frames. */
static void portals_agree(void **state) {
    (void)state;
    int ends[3] = {0};
    for (int k = 0; k < 600; k++) {
        deep_shape a, b;
        convex_cache cache[SIMD_SETS];
        memset(cache, 0, sizeof cache);
        deep_rigid_hull(&a, 4 + k % 37);
        deep_rigid_hull(&b, 4 + k * 7 % 37);
        vec3 together = sub3(add3(a.shape.center, a.shape.half), b.shape.half);
        vec3 drift = deep_cube(0.05);
        b.shape.center = mad3(together, deep_direction(), deep_between(0.3, 3.0));
        for (int frame = 0; frame < 8; frame++) {
            const hull_float_body of_a = hull_float_body_of(&a.shape),
                                  of_b = hull_float_body_of(&b.shape);
            vec3 apart = hull_float_apart(&a.shape, &b.shape);
            portal_end end = carom_mpr_float_scalar(&of_a, &of_b, &apart, &cache[0]);
            portal_end fresh = carom_mpr_float_scalar(&of_a, &of_b, &apart, NULL);
            assert_true(fresh == end || fresh == PORTAL_UNDECIDED || end == PORTAL_UNDECIDED);
            for (int set = SIMD_SET_NATIVE; set <= SIMD_SET_AVX2; set++) {
                if (!carom_simd_runs((simd_set)set)) continue;
                convex_cache *own = &cache[set];
                assert_int_equal(TEST_OF(set, carom_mpr_float)(&of_a, &of_b, &apart, own), end);
                assert_int_equal(TEST_OF(set, carom_mpr_float)(&of_a, &of_b, &apart, NULL), fresh);
                assert_true(same_cache(own, &cache[0]));
            }
            ends[end]++;
            b.shape.center = add3(b.shape.center, drift);
        }
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(ends[PORTAL_APART] > 1000 && ends[PORTAL_CONTACT] > 1000);
    assert_true(ends[PORTAL_UNDECIDED] < 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(facets_agree),
                                       cmocka_unit_test(portals_agree)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
