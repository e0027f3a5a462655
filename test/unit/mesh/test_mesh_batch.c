/* Batches of mesh queries give the bits of single queries for any number of threads, in whatever
 * order the parts run. */
#include "carom/mesh_near.h"

#include "common/test_mesh_soup_common.h"
#include "common/test_order_common.h"

#define MANY 1301 /* no multiple of any grain */

static all_orders orders;
static carom_ray rays[MANY];
static carom_vec3 points[MANY];

static void make_questions(int style) {
    for (int k = 0; k < MANY; k++) {
        carom_vec3 from = any_point(style), to = any_point(style);
        rays[k] = (carom_ray){from, step(to, from, -1), 0, CAROM_REAL_MAX};
        points[k] = any_point(style);
        if (k % 97 == 3) rays[k].direction = v3(0, 0, 0);
        if (k % 89 == 5) points[k].z = (carom_real)HUGE_VAL;
    }
}

static void check_rays(const soup *s, int style) {
    static carom_mesh_ray_hit hits[MANY + 1];
    static bool any[MANY + 1];
    make_questions(style);
    for (int o = 0; o < ORDERS; o++) {
        const carom_facing facing = (carom_facing)(o % 3);
        const carom_mesh_rays all = {rays, MANY, facing};
        const carom_task_hook *hook = o < ORDERS - 1 ? &orders.hook[o] : NULL;
        size_t found = 0;
        hits[MANY].triangle = 0xabcdef;
        any[MANY] = o % 2 == 0;
        carom_raycast_rays_mesh(&all, s->mesh, hits, hook);
        carom_overlap_rays_mesh(&all, s->mesh, any, hook);
        for (int k = 0; k < MANY; k++) {
            const carom_mesh_ray_hit one = carom_raycast_ray_mesh(&rays[k], s->mesh, facing);
            assert_true(hits[k].hit == one.hit && any[k] == one.hit);
            assert_true(hits[k].triangle == one.triangle && hits[k].at.t == one.at.t);
            assert_same(hits[k].at.point, one.at.point);
            assert_same(hits[k].at.normal, one.at.normal);
            assert_same(hits[k].at.barycentric, one.at.barycentric);
            found += one.hit;
        }
        if (style != 5 && unit == 1) assert_true(found > MANY / 100 && found < MANY);
        assert_int_equal(hits[MANY].triangle, 0xabcdef);
        assert_true(any[MANY] == (o % 2 == 0));
    }
}

static void assert_same_nearest(const carom_mesh_closest *a, const carom_mesh_closest *b) {
    assert_true(a->triangle == b->triangle);
    assert_true(a->at.distance == b->at.distance && a->at.feature == b->at.feature);
    assert_same(a->at.point_b, b->at.point_b);
    assert_same(a->at.barycentric, b->at.barycentric);
}

static void check_points(const soup *s, int style) {
    static carom_mesh_closest nearest[MANY + 1];
    make_questions(style);
    for (int o = 0; o < ORDERS; o++) {
        nearest[MANY].triangle = 0xabcdef;
        carom_closest_points_mesh(points, MANY, s->mesh, nearest,
                                  o < ORDERS - 1 ? &orders.hook[o] : NULL);
        for (int k = 0; k < MANY; k++) {
            const carom_mesh_closest one = carom_closest_point_mesh(points[k], s->mesh);
            assert_same_nearest(&nearest[k], &one);
        }
        assert_int_equal(nearest[MANY].triangle, 0xabcdef);
    }
}

#define PILES 5
#define PILED 20011 /* points of more pieces than one, which threads put in order */

/* Spread; all in one place; all but two, so that one cell has them; no number among them; two far
 * places in turn. */
static carom_vec3 piled_point(int pile, int k) {
    const carom_vec3 p = random_vec(4);
    const bool out = k == 77 || k == PILED - 1;
    switch (pile) {
    case 0: return p;
    case 1: return v3(1, 2, 3);
    case 2: return out ? v3(1e6, -1e6, 1e6) : p;
    case 3: return v3(NAN, k, k);
    default: return k % 2 ? p : step(v3(1e3, 0, 0), p, 1);
    }
}

/* Every point is answered once, wherever the lists of pieces are joined and cut. */
static void piled_points_have_the_bits_of_single_ones(void **state) {
    static carom_vec3 piled[PILED];
    static carom_mesh_closest one[PILED], nearest[PILED + 1];
    (void)state;
    unit = 1;
    volume_seed = 12;
    make_soup(&shared, 0);
    for (int pile = 0; pile < PILES; pile++) {
        for (int k = 0; k < PILED; k++) {
            piled[k] = piled_point(pile, k);
            one[k] = carom_closest_point_mesh(piled[k], shared.mesh);
        }
        for (int o = 0; o < ORDERS; o++) {
            for (int k = 0; k <= PILED; k++)
                nearest[k].triangle = 0xabcdef;
            carom_closest_points_mesh(piled, PILED, shared.mesh, nearest,
                                      o < ORDERS - 1 ? &orders.hook[o] : NULL);
            for (int k = 0; k < PILED; k++)
                assert_same_nearest(&nearest[k], &one[k]);
            assert_int_equal(nearest[PILED].triangle, 0xabcdef);
        }
    }
    carom_mesh_destroy(shared.mesh);
}

#define SOME 1200

static void check_signed(const soup *s, int style) {
    static carom_mesh_signed signs[SOME + 1];
    const carom_mesh_solid solid = carom_mesh_solid_of(s->mesh), none = {0};
    make_questions(style);
    for (int o = 0; o < ORDERS; o++) {
        signs[SOME].distance = 17;
        carom_distance_points_mesh_signed(points, SOME, &solid, signs,
                                          o < ORDERS - 1 ? &orders.hook[o] : NULL);
        for (int k = o; k < SOME; k += 7) {
            const carom_mesh_signed one = carom_distance_point_mesh_signed(points[k], &solid);
            assert_true(signs[k].distance == one.distance && signs[k].place == one.place);
            assert_true(signs[k].method == one.method);
            assert_true(signs[k].nearest.triangle == one.nearest.triangle);
        }
        assert_true(signs[SOME].distance == 17);
    }
    carom_distance_points_mesh_signed(points, SOME, &none, signs, &orders.hook[1]);
    for (int k = 0; k < SOME; k++)
        assert_true(signs[k].distance == HUGE_VAL && signs[k].method == CAROM_SIGN_NONE);
}

static void rays_have_the_bits_of_single_ones(void **state) {
    (void)state;
    for_each_style(check_rays);
}
static void points_have_the_bits_of_single_ones(void **state) {
    (void)state;
    for_each_style(check_points);
}
/* An open mesh and a closed one: the side is found in different ways. */
static void signed_distances_have_the_bits_of_single_ones(void **state) {
    (void)state;
    unit = 1;
    volume_seed = 4;
    make_soup(&shared, 5);
    check_signed(&shared, 0);
    carom_mesh_destroy(shared.mesh);
    static const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    const carom_vec3 corners[4] = {v3(-2, -2, -2), v3(2, 0, 0), v3(0, 2, 0), v3(0, 0, 2)};
    memcpy(shared.indices, faces, sizeof faces);
    memcpy(shared.vertices, corners, sizeof corners);
    shared.def.vertex_count = shared.def.triangle_count = 4;
    assert_int_equal(carom_mesh_create(&shared.mesh, &shared.def), CAROM_OK);
    check_signed(&shared, 0);
    carom_mesh_destroy(shared.mesh);
}

static void nothing_is_asked(void **state) {
    (void)state;
    make_soup(&shared, 5);
    const carom_mesh_rays none = {NULL, 0, CAROM_BOTH_SIDES};
    carom_raycast_rays_mesh(&none, shared.mesh, NULL, &orders.hook[1]);
    carom_overlap_rays_mesh(&none, shared.mesh, NULL, &orders.hook[1]);
    carom_closest_points_mesh(NULL, 0, shared.mesh, NULL, &orders.hook[1]);
    carom_mesh_destroy(shared.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rays_have_the_bits_of_single_ones),
        cmocka_unit_test(points_have_the_bits_of_single_ones),
        cmocka_unit_test(piled_points_have_the_bits_of_single_ones),
        cmocka_unit_test(signed_distances_have_the_bits_of_single_ones),
        cmocka_unit_test(nothing_is_asked),
    };
    make_orders(&orders);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    drop_orders(&orders);
    return failed;
}
