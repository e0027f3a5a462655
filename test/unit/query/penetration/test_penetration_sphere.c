/* Least translations of spheres. */
#include "common/test_volume_common.h"

#define CLOSE (32 * (double)CAROM_REAL_EPSILON)

static void assert_near(double a, double b) {
    assert_true(fabs(a - b) <= CLOSE * (1 + fabs(a) + fabs(b)));
}
static void assert_vec(carom_vec3 a, double x, double y, double z) {
    assert_near((double)a.x, x);
    assert_near((double)a.y, y);
    assert_near((double)a.z, z);
}
/* Unit normal, and point_a = point_b + depth * normal. */
static void assert_sound(const carom_penetration *p) {
    carom_vec3 n = p->normal, a = p->point_a, b = p->point_b;
    assert_true(p->overlap && p->depth >= 0);
    assert_near((double)(n.x * n.x + n.y * n.y + n.z * n.z), 1);
    assert_vec(a, (double)(b.x + p->depth * n.x), (double)(b.y + p->depth * n.y),
               (double)(b.z + p->depth * n.z));
}
static void assert_none(carom_penetration p) {
    assert_true(!p.overlap && p.depth == 0 && p.normal.x == 0 && p.normal.y == 0 &&
                p.normal.z == 0);
}

static void two_spheres(void **state) {
    (void)state;
    carom_sphere a = ball(0, 0, 0, 5), b = ball(2, 3, 6, 4);
    carom_penetration p = carom_penetration_sphere_sphere(&a, &b);
    assert_sound(&p);
    assert_near((double)p.depth, 2);
    assert_vec(p.normal, 2.0 / 7, 3.0 / 7, 6.0 / 7);
    assert_vec(p.point_a, 10.0 / 7, 15.0 / 7, 30.0 / 7);
    b = ball(0, 0, 0, 4);
    p = carom_penetration_sphere_sphere(&a, &b);
    assert_sound(&p);
    assert_near((double)p.depth, 9);
    b = ball(5, 0, 0, 0);
    p = carom_penetration_sphere_sphere(&a, &b);
    assert_sound(&p);
    assert_true(p.depth == 0);
    b.center.x = 6;
    assert_none(carom_penetration_sphere_sphere(&a, &b));
    FOR_EACH_BAD_NUMBER(b, assert_none(carom_penetration_sphere_sphere(&a, &b)));
}

static void planes_and_halfspaces(void **state) {
    (void)state;
    carom_plane plane = {v3(0, 0, 2), 2};
    carom_halfspace half = {v3(0, 0, 2), 2};
    carom_sphere s = ball(0, 0, 0.5, 1);
    carom_penetration p = carom_penetration_plane_sphere(&plane, &s);
    assert_sound(&p);
    assert_near((double)p.depth, 0.5);
    assert_vec(p.normal, 0, 0, -1);
    assert_vec(p.point_a, 0, 0, 1);
    p = carom_penetration_halfspace_sphere(&half, &s);
    assert_sound(&p);
    assert_near((double)p.depth, 1.5);
    assert_vec(p.normal, 0, 0, 1);
    s.center.z = 1;
    p = carom_penetration_plane_sphere(&plane, &s);
    assert_sound(&p);
    assert_near((double)p.depth, 1);
    assert_vec(p.normal, 0, 0, 1);
    s.center.z = -9;
    assert_none(carom_penetration_plane_sphere(&plane, &s));
    p = carom_penetration_halfspace_sphere(&half, &s);
    assert_near((double)p.depth, 11);
}

static void boxes_outside_and_inside(void **state) {
    (void)state;
    carom_aabb box = aabb(0, 0, 0, 10, 10, 10);
    carom_obb turned = obb_straight(5, 5, 5, 5, 5, 5);
    const struct {
        carom_sphere s;
        double depth;
        carom_vec3 n;
    } cases[] = {
        {ball(-3, -4, 5, 6), 1, v3(0.6, 0.8, 0)}, {ball(5, 5, 9, 2), 3, v3(0, 0, -1)},
        {ball(1, 5, 5, 0), 1, v3(1, 0, 0)},       {ball(5, 10, 5, 1), 1, v3(0, -1, 0)},
        {ball(5, 5, 5, 1), 6, v3(-1, 0, 0)},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int k = 0; k < 2; k++) {
            carom_penetration p = k ? carom_penetration_sphere_obb(&cases[i].s, &turned)
                                    : carom_penetration_sphere_aabb(&cases[i].s, &box);
            assert_sound(&p);
            assert_near((double)p.depth, cases[i].depth);
            assert_vec(p.normal, (double)cases[i].n.x, (double)cases[i].n.y, (double)cases[i].n.z);
        }
}

static void triangles_from_above_on_and_without_area(void **state) {
    (void)state;
    carom_triangle t = {{v3(0, 0, 0), v3(4, 0, 0), v3(0, 4, 0)}};
    carom_sphere s = ball(1, 1, 1, 3);
    carom_penetration p = carom_penetration_sphere_triangle(&s, &t);
    assert_sound(&p);
    assert_near((double)p.depth, 2);
    assert_vec(p.normal, 0, 0, -1);
    s = ball(-3, -4, 0, 6);
    p = carom_penetration_sphere_triangle(&s, &t);
    assert_sound(&p);
    assert_near((double)p.depth, 1);
    assert_vec(p.normal, 0.6, 0.8, 0);
    s = ball(1, 1, 0, 2);
    p = carom_penetration_sphere_triangle(&s, &t);
    assert_sound(&p);
    assert_near((double)p.depth, 2);
    assert_vec(p.normal, 0, 0, 1);
    t.v[2] = v3(2, 0, 0);
    s = ball(1, 0, 0, 2);
    p = carom_penetration_sphere_triangle(&s, &t);
    assert_sound(&p);
    assert_near((double)p.normal.x, 0);
    t = (carom_triangle){{s.center, s.center, s.center}};
    p = carom_penetration_sphere_triangle(&s, &t);
    assert_sound(&p);
    assert_near((double)p.depth, 2);
}

/* Translating B by slightly more than the depth frees it; by slightly less does not. */
static void the_translation_frees(void **state) {
    (void)state;
    volume_seed = 41;
    for (int k = 0; k < 20000; k++) {
        carom_sphere s = {random_vec(1), (carom_real)random_in(0.05, 1)};
        carom_obb box = random_obb(1, 1), moved = box;
        carom_triangle t = {{random_vec(1), random_vec(1), random_vec(1)}}, shifted;
        carom_penetration p = carom_penetration_sphere_obb(&s, &box);
        for (int out = 0; out < 2 && p.overlap; out++) {
            double way = (double)p.depth + (out ? 1e-5 : -1e-5);
            for (int i = 0; i < 3; i++)
                (&moved.center.x)[i] =
                    (carom_real)((double)(&box.center.x)[i] + way * (double)(&p.normal.x)[i]);
            assert_int_equal(carom_overlap_sphere_obb(&s, &moved), !out);
        }
        p = carom_penetration_sphere_triangle(&s, &t);
        for (int out = 0; out < 2 && p.overlap; out++) {
            double way = (double)p.depth + (out ? 1e-5 : -1e-5);
            for (int i = 0; i < 9; i++)
                (&shifted.v[0].x)[i] =
                    (carom_real)((double)(&t.v[0].x)[i] + way * (double)(&p.normal.x)[i % 3]);
            assert_int_equal(carom_overlap_sphere_triangle(&s, &shifted), !out);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_spheres),
        cmocka_unit_test(planes_and_halfspaces),
        cmocka_unit_test(boxes_outside_and_inside),
        cmocka_unit_test(triangles_from_above_on_and_without_area),
        cmocka_unit_test(the_translation_frees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
