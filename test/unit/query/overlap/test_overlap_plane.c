/* Planes and half-spaces: exact contact with triangles, aligned boxes and spheres. */
#include "common/test_flat_common.h"

typedef struct plane_pair {
    carom_plane plane;
    carom_halfspace half;
} plane_pair;

static plane_pair planes(carom_vec3 normal, double offset) {
    return (plane_pair){{normal, (carom_real)offset}, {normal, (carom_real)offset}};
}

static void assert_triangle(const plane_pair *p, const carom_triangle *t, bool cut, bool behind) {
    for (int i = 0; i < 3; i++) {
        carom_triangle r = tri(t->v[i], t->v[(i + 1) % 3], t->v[(i + 2) % 3]);
        carom_triangle l = tri(r.v[2], r.v[1], r.v[0]);
        assert_int_equal(carom_overlap_plane_triangle(&p->plane, &r), cut);
        assert_int_equal(carom_overlap_plane_triangle(&p->plane, &l), cut);
        assert_int_equal(carom_overlap_halfspace_triangle(&p->half, &r), behind);
        assert_int_equal(carom_overlap_halfspace_triangle(&p->half, &l), behind);
    }
}
static void assert_box(const plane_pair *p, const carom_aabb *box, bool cut, bool behind) {
    assert_int_equal(carom_overlap_plane_aabb(&p->plane, box), cut);
    assert_int_equal(carom_overlap_halfspace_aabb(&p->half, box), behind);
}

static void one_ulp_from_a_vertex(void **state) {
    (void)state;
    plane_pair p = planes(v3(1, 2, 3), 6), back = planes(v3(-1, -2, -3), -6);
    carom_triangle above = tri(v3(1, 1, 1), v3(4, 4, 4), v3(9, 0, 0)), t = above;
    carom_triangle below = tri(v3(1, 1, 1), v3(-4, 0, 0), v3(0, 0, -9));
    assert_triangle(&p, &above, true, true);
    assert_triangle(&p, &below, true, true);
    assert_triangle(&back, &above, true, true);
    for (int axis = 0; axis < 3; axis++) {
        t = above;
        (&t.v[0].x)[axis] = next_number(1, 2);
        assert_triangle(&p, &t, false, false);
        assert_triangle(&back, &t, false, true);
        (&t.v[0].x)[axis] = next_number(1, 0);
        assert_triangle(&p, &t, true, true);
        t = below;
        (&t.v[0].x)[axis] = next_number(1, 0);
        assert_triangle(&p, &t, false, true);
        assert_triangle(&back, &t, false, false);
    }
    t = tri(v3(6, 0, 0), v3(0, 3, 0), v3(0, 0, 2)); /* in the plane */
    assert_triangle(&p, &t, true, true);
    t = tri(v3(1, 1, 1), v3(1, 1, 1), v3(1, 1, 1));
    assert_triangle(&p, &t, true, true);
    t = tri(v3(2, 1, 1), v3(2, 1, 1), v3(2, 1, 1));
    assert_triangle(&p, &t, false, false);
}

/* The nearest corner follows the normal's signs; all eight octants and normals along axes. */
static void one_ulp_from_a_corner(void **state) {
    (void)state;
    for (int x = -1; x <= 1; x++)
        for (int y = -1; y <= 1; y++)
            for (int z = -1; z <= 1; z++) {
                if (x == 0 && y == 0 && z == 0) continue;
                carom_vec3 n = v3(2 * x, 3 * y, 5 * z);
                carom_aabb box = aabb(-1, -3, -2, 2, 1, 4);
                double least = 0;
                for (int i = 0; i < 3; i++)
                    least += fmin((double)(&n.x)[i] * (double)(&box.min.x)[i],
                                  (double)(&n.x)[i] * (double)(&box.max.x)[i]);
                plane_pair p = planes(n, least), back = planes(step(v3(0, 0, 0), n, -1), -least);
                assert_box(&p, &box, true, true);
                assert_box(&back, &box, true, true);
                plane_pair off = p;
                off.plane.offset = off.half.offset = next_number((carom_real)least, -99);
                assert_box(&off, &box, false, false);
                off.plane.offset = off.half.offset = next_number((carom_real)least, 99);
                assert_box(&off, &box, true, true);
                off = back;
                off.plane.offset = off.half.offset = next_number((carom_real)-least, 99);
                assert_box(&off, &box, false, true);
            }
}

static void lattice_shapes_agree_with_integers(void **state) {
    (void)state;
    volume_seed = 41;
    int cuts = 0, total = 50000;
    for (int k = 0; k < total; k++) {
        carom_triangle t = {{lattice_vec(3), lattice_vec(3), lattice_vec(3)}};
        carom_aabb box = {lattice_vec(3), lattice_vec(3)};
        carom_vec3 n = lattice_vec(3), corners[8];
        if (k % 7 == 0) t.v[k % 3] = t.v[(k + 1) % 3];
        for (int i = 0; i < 3; i++)
            (&box.max.x)[i] = (&box.min.x)[i] + (carom_real)(random_lattice(1) + 1);
        box_corners(&box, corners);
        double offset = random_lattice(20), low[2] = {1e9, 1e9}, high[2] = {-1e9, -1e9};
        for (int i = 0; i < 11; i++) {
            double value = dot_of(n, i < 3 ? t.v[i] : corners[i - 3]) - offset;
            low[i > 2] = fmin(low[i > 2], value);
            high[i > 2] = fmax(high[i > 2], value);
        }
        bool valid = length_of(n) > 0;
        double scale = random_scale();
        plane_pair p = planes(n, offset * scale);
        SCALE(t, scale);
        SCALE(box, scale);
        cuts += valid && low[0] <= 0 && high[0] >= 0;
        assert_triangle(&p, &t, valid && low[0] <= 0 && high[0] >= 0, valid && low[0] <= 0);
        assert_box(&p, &box, valid && low[1] <= 0 && high[1] >= 0, valid && low[1] <= 0);
    }
    assert_true(cuts > total / 20 && cuts < total * 3 / 4);
}

/* The plane 3x + 4y = 25 is 5 from the origin; its normal is not unit. */
static void spheres_one_ulp_from_a_plane(void **state) {
    (void)state;
    plane_pair p = planes(v3(3, 4, 0), 25), back = planes(v3(-3, -4, 0), -25);
    carom_sphere s = ball(0, 0, 7, 5);
    assert_true(carom_overlap_plane_sphere(&p.plane, &s));
    assert_true(carom_overlap_halfspace_sphere(&p.half, &s));
    assert_true(carom_overlap_halfspace_sphere(&back.half, &s));
    s.radius = next_number(5, 4);
    assert_false(carom_overlap_plane_sphere(&p.plane, &s));
    assert_true(carom_overlap_halfspace_sphere(&p.half, &s));
    assert_false(carom_overlap_halfspace_sphere(&back.half, &s));
    s = ball(3, 4, 7, 0);
    assert_true(carom_overlap_plane_sphere(&p.plane, &s));
    s.center.y = next_number(4, 5);
    assert_false(carom_overlap_plane_sphere(&p.plane, &s));
    assert_false(carom_overlap_halfspace_sphere(&p.half, &s));
    s.radius = -1;
    assert_false(carom_overlap_plane_sphere(&p.plane, &s));
    assert_false(carom_overlap_halfspace_sphere(&back.half, &s));
}

static void turned_boxes(void **state) {
    (void)state;
    carom_obb box = obb_straight(1, 2, 3, 1, 2, 3);
    plane_pair p = planes(v3(0, 0, 2), 12);
    assert_true(carom_overlap_plane_obb(&p.plane, &box));
    assert_true(carom_overlap_halfspace_obb(&p.half, &box));
    p.plane.offset = next_number(12, 13);
    assert_false(carom_overlap_plane_obb(&p.plane, &box));
    p = planes(v3(0, 0, 2), 0);
    assert_true(carom_overlap_halfspace_obb(&p.half, &box));
    p.half.offset = nudged(0, -1);
    assert_false(carom_overlap_halfspace_obb(&p.half, &box));
    volume_seed = 42;
    for (int k = 0; k < 20000; k++) {
        carom_obb turned = random_obb(1, 1);
        carom_vec3 n = random_vec(1);
        double reach = 0, middle = dot_of(n, turned.center);
        for (int i = 0; i < 3; i++)
            reach += fabs(dot_of(n, turned.axes[i])) * (double)(&turned.half_extents.x)[i];
        double offset = middle + random_in(-2, 2) * reach;
        if (fabs(fabs(offset - middle) - reach) < 1e-5) continue;
        p = planes(n, offset);
        assert_int_equal(carom_overlap_plane_obb(&p.plane, &turned), fabs(offset - middle) < reach);
        assert_int_equal(carom_overlap_halfspace_obb(&p.half, &turned), middle - reach < offset);
    }
}

static void bad_numbers_meet_nothing(void **state) {
    (void)state;
    carom_plane plane = {v3(0, 0, 1), 0};
    carom_halfspace half = {v3(0, 0, 1), 0};
    carom_triangle t = tri(v3(-3, 0, -3), v3(3, 0, -3), v3(0, 0, 3));
    carom_aabb box = aabb(-1, -1, -1, 1, 1, 1);
    carom_sphere sphere = ball(0, 0, 0, 1);
    carom_obb turned = obb_straight(0, 0, 0, 1, 1, 1);
    FOR_EACH_BAD_NUMBER(plane, {
        assert_false(carom_overlap_plane_triangle(&plane, &t));
        assert_false(carom_overlap_plane_aabb(&plane, &box));
        assert_false(carom_overlap_plane_sphere(&plane, &sphere));
        assert_false(carom_overlap_plane_obb(&plane, &turned));
    });
    FOR_EACH_BAD_NUMBER(half, {
        assert_false(carom_overlap_halfspace_triangle(&half, &t));
        assert_false(carom_overlap_halfspace_aabb(&half, &box));
        assert_false(carom_overlap_halfspace_sphere(&half, &sphere));
        assert_false(carom_overlap_halfspace_obb(&half, &turned));
    });
    FOR_EACH_BAD_NUMBER(t, {
        assert_false(carom_overlap_plane_triangle(&plane, &t));
        assert_false(carom_overlap_halfspace_triangle(&half, &t));
    });
    FOR_EACH_BAD_NUMBER(box, {
        assert_false(carom_overlap_plane_aabb(&plane, &box));
        assert_false(carom_overlap_halfspace_aabb(&half, &box));
    });
    FOR_EACH_BAD_NUMBER(sphere, {
        assert_false(carom_overlap_plane_sphere(&plane, &sphere));
        assert_false(carom_overlap_halfspace_sphere(&half, &sphere));
    });
    FOR_EACH_BAD_NUMBER(turned, {
        assert_false(carom_overlap_plane_obb(&plane, &turned));
        assert_false(carom_overlap_halfspace_obb(&half, &turned));
    });
    box.max.y = -2;
    assert_false(carom_overlap_plane_aabb(&plane, &box));
    assert_false(carom_overlap_halfspace_aabb(&half, &box));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_ulp_from_a_vertex),
        cmocka_unit_test(one_ulp_from_a_corner),
        cmocka_unit_test(lattice_shapes_agree_with_integers),
        cmocka_unit_test(spheres_one_ulp_from_a_plane),
        cmocka_unit_test(turned_boxes),
        cmocka_unit_test(bad_numbers_meet_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
