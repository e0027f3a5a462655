/* Walks of two trees with every set of instructions: they give the same pairs in the same order,
 * and none that touches, or is as near as the limit, is missing. */
#include "carom/closest.h"
#include "carom/overlap.h"
#include "mesh/pair/pair_walk.h"
#include "common/test_mesh_soup_common.h"
#include "common/test_sets.h"
#include "mesh/pair/pair_kernel.h"

#define ROOM 200000

typedef struct listing {
    pair_walk walk; /* first */
    int set;
    size_t count;
} listing;

static carom_triangle_pair found[SIMD_SETS][ROOM];
static soup other;
static carom_triangle posed[2][LARGEST];

static bool list_pair(pair_walk *walk, uint32_t slot_a, uint32_t slot_b) {
    listing *l = (listing *)walk;
    assert_true(l->count < ROOM);
    found[l->set][l->count++] =
        (carom_triangle_pair){mesh_index(walk->frame.a.mesh, walk->a->leaf.first + slot_a),
                              mesh_index(walk->frame.b.mesh, walk->b->leaf.first + slot_b)};
    return true;
}

/* limit < 0: touching. Returns how many pairs the walk left over. */
static size_t walk_all(const carom_placed_mesh *a, const carom_placed_mesh *b, double limit) {
    size_t count = 0;
    for (int set = 0; set < SIMD_SETS; set++) {
        static listing l;
        if (!test_runs((simd_set)set)) continue;
        assert_true(carom_pair_walk_start(&l.walk, a, b));
        l.set = set;
        l.walk.take = list_pair;
        l.count = 0;
        double own = (limit / l.walk.frame.a.shrink + l.walk.frame.margin) *
                     a->mesh->bvh8.frame.scale * (1 + 1e-6);
        l.walk.limit = l.walk.frame.blind ? (float)INFINITY : (float)own + FLT_MIN;
        l.walk.along[0] = l.walk.along[1] = 0;
        l.walk.along[2] = 0.9999F;
        if (limit < 0)
            TEST_OF(set, carom_pair_touch)(&l.walk);
        else
            TEST_OF(set, carom_pair_near)(&l.walk);
        if (set == 0) count = l.count;
        assert_int_equal(l.count, count);
        assert_memory_equal(found[set], found[0], count * sizeof found[0][0]);
    }
    return count;
}

static bool is_found(size_t count, uint32_t a, uint32_t b) {
    for (size_t i = 0; i < count; i++)
        if (found[0][i].a == a && found[0][i].b == b) return true;
    return false;
}

static size_t pose_soup(carom_triangle *out, const carom_placed_mesh *placed) {
    size_t count = carom_mesh_triangle_count(placed->mesh);
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            out[i].v[k] = carom_pose_transform_point(
                placed->pose, carom_mesh_triangle(placed->mesh, (uint32_t)i).v[k]);
    return count;
}

static void check_pairs(const carom_placed_mesh *a, const carom_placed_mesh *b, double limit) {
    size_t count_a = pose_soup(posed[0], a), count_b = pose_soup(posed[1], b);
    size_t count = walk_all(a, b, limit);
    for (uint32_t i = 0; i < count_a; i++)
        for (uint32_t k = 0; k < count_b; k++) {
            const carom_triangle *ta = &posed[0][i], *tb = &posed[1][k];
            bool wanted = limit < 0
                              ? carom_overlap_triangle_triangle(ta, tb)
                              : (double)carom_closest_triangle_triangle(ta, tb).distance <= limit;
            if (wanted) assert_true(is_found(count, i, k));
        }
}

/* Unit, turned, or to be normalised. */
static carom_pose pose_of_kind(int kind) {
    carom_pose pose = carom_pose_identity();
    double q[4], n = 0;
    if (kind == 0) return pose;
    for (int i = 0; i < 4; i++) {
        q[i] = random_in(-1, 1);
        n += q[i] * q[i];
    }
    n = (kind == 2 ? 0.9991 : 1) / sqrt(n);
    pose.rotation = (carom_quat){(carom_real)(q[0] * n), (carom_real)(q[1] * n),
                                 (carom_real)(q[2] * n), (carom_real)(q[3] * n)};
    pose.position = random_vec(1);
    SCALE(pose.position, unit);
    return pose;
}

static void check_kinds(const soup *s, int style) {
    for (int kind = 0; kind < 3; kind++) {
        if (kind == 2 && s->def.triangle_count > 300) continue;
        carom_placed_mesh a = {.mesh = s->mesh, .pose = carom_pose_identity()};
        carom_placed_mesh b = {.mesh = other.mesh, .pose = pose_of_kind(kind)};
        check_pairs(&a, &b, -1);
        check_pairs(&b, &a, -1);
        if (kind != 2 && style != 1) check_pairs(&a, &b, 0.05 * unit);
    }
}

static void check_with_other(const soup *s, int style) {
    static const int styles[2] = {1, 5};
    for (int i = 0; i < 2; i++) {
        make_soup(&other, styles[i]);
        check_kinds(s, style);
        carom_mesh_destroy(other.mesh);
    }
}

static void test_sets(void **state) {
    (void)state;
    for_each_style(check_with_other);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_sets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
