/* Oriented boxes: exact contact where the axes are exact, parallel edges, and construction by a
 * common point or a separating direction. */
#include "common/test_volume_common.h"

static void straight_boxes_touch_exactly(void **state) {
    (void)state;
    for (int axis = 0; axis < 3; axis++) {
        carom_obb a = obb_straight(0, 0, 0, 1, 2, 3), b = obb_straight(0, 0, 0, 4, 5, 6);
        double reach = axis == 0 ? 5 : axis == 1 ? 7 : 9;
        (&b.center.x)[axis] = (carom_real)reach;
        assert_true(carom_overlap_obb_obb(&a, &b));
        assert_true(carom_overlap_obb_obb(&b, &a));
        (&b.center.x)[axis] = next_number((carom_real)reach, 100);
        assert_false(carom_overlap_obb_obb(&a, &b));
        assert_false(carom_overlap_obb_obb(&b, &a));
    }
}

/* Of a multiple of 1/64. */
static double sixty_fourth(int least, int most) {
    return floor(random_in(least, most + 1)) / 64;
}

/* With the axes of space in any order and either way, boxes are what their bounds are: all cross
 * products are zero or axes again. */
static void straight_boxes_are_their_bounds(void **state) {
    (void)state;
    int met = 0;
    volume_seed = 5;
    for (int k = 0; k < 20000; k++) {
        carom_obb box[2];
        carom_aabb bounds[2];
        for (int i = 0; i < 2; i++) {
            const double c[3] = {sixty_fourth(-40, 40), sixty_fourth(-40, 40),
                                 sixty_fourth(-40, 40)};
            const double h[3] = {sixty_fourth(0, 40), sixty_fourth(0, 40), sixty_fourth(0, 40)};
            box[i] = obb_straight(c[0], c[1], c[2], 0, 0, 0);
            bounds[i] = (carom_aabb){v3(c[0] - h[0], c[1] - h[1], c[2] - h[2]),
                                     v3(c[0] + h[0], c[1] + h[1], c[2] + h[2])};
            for (int j = 0, turn = (k + i) % 3; j < 3; j++) {
                double e[3] = {0, 0, 0};
                e[(j + turn) % 3] = random01() < 0.5 ? -1 : 1;
                box[i].axes[j] = v3(e[0], e[1], e[2]);
                (&box[i].half_extents.x)[j] = (carom_real)h[(j + turn) % 3];
            }
        }
        bool meet = carom_overlap_aabb_aabb(&bounds[0], &bounds[1]);
        met += meet;
        assert_int_equal(carom_overlap_obb_obb(&box[0], &box[1]), meet);
        assert_int_equal(carom_overlap_obb_obb(&box[1], &box[0]), meet);
    }
    assert_in_range(met, 5000, 19000);
}

/* Two boxes with the same rotated axes, apart or overlapping along one of them by little: the
 * nine cross products vanish or are noise. */
static void parallel_edges_separate_nothing(void **state) {
    (void)state;
    volume_seed = 3;
    for (int k = 0; k < 5000; k++) {
        carom_obb a = random_obb(1, 1), b = a;
        double far = k % 2 ? 1e-3 : 0.3;
        carom_vec3 corner = obb_at(&a, 1, 1, 1);
        b.half_extents = v3(random01(), random01(), random01());
        double into[3] = {far, far, far};
        bool apart = k % 3 == 0;
        if (apart) into[k % 9 / 3] = -far;
        double h[3] = {(double)b.half_extents.x, (double)b.half_extents.y,
                       (double)b.half_extents.z};
        double c[3] = {(double)corner.x, (double)corner.y, (double)corner.z};
        for (int i = 0; i < 3; i++) {
            if (!apart && into[i] > 2 * h[i]) into[i] = h[i];
            c[0] += (h[i] - into[i]) * (double)a.axes[i].x;
            c[1] += (h[i] - into[i]) * (double)a.axes[i].y;
            c[2] += (h[i] - into[i]) * (double)a.axes[i].z;
        }
        b.center = v3(c[0], c[1], c[2]);
        if (apart || (double)a.half_extents.x + (double)a.half_extents.y > 0.1)
            assert_int_equal(carom_overlap_obb_obb(&a, &b), !apart);
        carom_obb nudged = b;
        nudged.axes[k % 3].x = next_number(nudged.axes[k % 3].x, 9);
        if (apart) assert_false(carom_overlap_obb_obb(&a, &nudged));
    }
}

static void a_common_point_is_an_overlap(void **state) {
    (void)state;
    volume_seed = 7;
    for (int k = 0; k < 50000; k++) {
        double angle = k % 4 == 0 ? 1e-4 : k % 4 == 1 ? 1e-8 : 1.0;
        carom_obb a = random_obb(3, angle), b = random_obb(3, angle);
        carom_vec3 p = obb_at(&a, random_in(-.99, .99), random_in(-.99, .99), random_in(-.99, .99));
        carom_vec3 q = obb_at(&b, random_in(-.99, .99), random_in(-.99, .99), random_in(-.99, .99));
        if (a.half_extents.x * a.half_extents.y * a.half_extents.z < (carom_real)1e-4) continue;
        b.center = v3((double)b.center.x + (double)p.x - (double)q.x,
                      (double)b.center.y + (double)p.y - (double)q.y,
                      (double)b.center.z + (double)p.z - (double)q.z);
        assert_true(carom_overlap_obb_obb(&a, &b));
        assert_true(carom_overlap_obb_obb(&b, &a));
        assert_true(carom_overlap_point_obb(p, &a));
    }
}

static double reach_of(const carom_obb *box, const double n[3]) {
    double reach = 0;
    for (int i = 0; i < 3; i++)
        reach += (double)(&box->half_extents.x)[i] *
                 fabs((double)box->axes[i].x * n[0] + (double)box->axes[i].y * n[1] +
                      (double)box->axes[i].z * n[2]);
    return reach;
}

static void a_separating_direction_is_none(void **state) {
    (void)state;
    volume_seed = 9;
    for (int k = 0; k < 50000; k++) {
        double angle = k % 3 == 0 ? 1e-5 : 1.0, n[3], length = 0;
        carom_obb a = random_obb(3, angle), b = random_obb(3, angle);
        for (int i = 0; i < 3; i++) {
            n[i] = random_in(-1, 1);
            length += n[i] * n[i];
        }
        if (length < 0.01) continue;
        for (int i = 0; i < 3; i++)
            n[i] /= sqrt(length);
        double way = (reach_of(&a, n) + reach_of(&b, n)) * 1.001 + 1e-4;
        b.center = v3((double)a.center.x + way * n[0], (double)a.center.y + way * n[1],
                      (double)a.center.z + way * n[2]);
        assert_false(carom_overlap_obb_obb(&a, &b));
        assert_false(carom_overlap_obb_obb(&b, &a));
    }
}

/* Two boxes whose edges cross: only the cross product of those edges tells. */
static void crossed_edges_decide(void **state) {
    (void)state;
    double h = sqrt(0.5);
    carom_obb a = {v3(0, 0, 0), {v3(1, 0, 0), v3(0, h, h), v3(0, -h, h)}, v3(5, 1, 1)};
    carom_obb b = {v3(0, 0, 0), {v3(0, 1, 0), v3(-h, 0, h), v3(h, 0, h)}, v3(5, 1, 1)};
    b.center.z = (carom_real)(2 * sqrt(2.0) - 1e-5);
    assert_true(carom_overlap_obb_obb(&a, &b));
    b.center.z = (carom_real)(2 * sqrt(2.0) + 1e-5);
    assert_false(carom_overlap_obb_obb(&a, &b));
}

static void flat_boxes_are_rectangles_segments_and_points(void **state) {
    (void)state;
    carom_obb plate = obb_straight(0, 0, 0, 2, 2, 0), rod = obb_straight(1, 1, 3, 0, 0, 3);
    carom_obb point = obb_straight(2, 2, 0, 0, 0, 0);
    assert_true(carom_overlap_obb_obb(&plate, &rod));
    assert_true(carom_overlap_obb_obb(&plate, &point));
    assert_true(carom_overlap_obb_obb(&point, &point));
    rod.center.z = next_number(3, 4);
    assert_false(carom_overlap_obb_obb(&plate, &rod));
    point.center.x = next_number(2, 3);
    assert_false(carom_overlap_obb_obb(&plate, &point));
}

static void planes_and_segments_touch_exactly(void **state) {
    (void)state;
    carom_obb box = obb_straight(1, 1, 1, 1, 2, 3);
    carom_plane plane = {v3(1, 1, 1), 3 + 6};
    carom_halfspace half = {v3(1, 1, 1), 3 - 6};
    assert_true(carom_overlap_plane_obb(&plane, &box));
    assert_true(carom_overlap_halfspace_obb(&half, &box));
    plane.offset = next_number(9, 10);
    half.offset = next_number(-3, -4);
    assert_false(carom_overlap_plane_obb(&plane, &box));
    assert_false(carom_overlap_halfspace_obb(&half, &box));
    carom_segment s = {v3(2, -5, 0), v3(2, 9, 0)};
    assert_true(carom_overlap_segment_obb(&s, &box));
    s.a.x = s.b.x = next_number(2, 3);
    assert_false(carom_overlap_segment_obb(&s, &box));
    s = (carom_segment){v3(2, 5, 0), v3(2, 1, 0)};
    assert_true(carom_overlap_segment_obb(&s, &box));
    s = (carom_segment){v3(1, 4, 1), v3(3, 2, 1)}; /* passes the edge at (2, 3) */
    assert_true(carom_overlap_segment_obb(&s, &box));
    s.a.y = next_number(4, 5);
    assert_false(carom_overlap_segment_obb(&s, &box));
    FOR_EACH_BAD_NUMBER(s, assert_false(carom_overlap_segment_obb(&s, &box)));
}

static void triangle_touches_at_corner_edge_and_face(void **state) {
    (void)state;
    carom_obb box = obb_straight(0, 0, 0, 1, 1, 1);
    carom_triangle t = {{v3(3, 0, 0), v3(0, 3, 0), v3(0, 0, 3)}}; /* plane x + y + z = 3 */
    assert_true(carom_overlap_obb_triangle(&box, &t));
    box.half_extents.z = next_number(1, 0);
    assert_false(carom_overlap_obb_triangle(&box, &t));
    box = obb_straight(0, 0, 0, 1, 1, 1);
    t = (carom_triangle){{v3(2, 0, 5), v3(0, 2, -5), v3(9, 9, 0)}}; /* an edge through (1, 1, 0) */
    assert_true(carom_overlap_obb_triangle(&box, &t));
    t.v[0].x = next_number(2, 3);
    assert_false(carom_overlap_obb_triangle(&box, &t));
    t = (carom_triangle){{v3(1, 0, 0), v3(4, 0, 0), v3(4, 1, 0)}};
    assert_true(carom_overlap_obb_triangle(&box, &t));
    t.v[0].x = next_number(1, 2);
    assert_false(carom_overlap_obb_triangle(&box, &t));
    FOR_EACH_BAD_NUMBER(t, assert_false(carom_overlap_obb_triangle(&box, &t)));
}

static void invalid_boxes_meet_nothing(void **state) {
    (void)state;
    carom_obb a = obb_straight(0, 0, 0, 1, 1, 1), b = obb_straight(0, 0, 0, 2, 2, 2);
    carom_segment s = {v3(-3, 0, 0), v3(3, 0.25, 0.5)};
    carom_triangle t = {{v3(-3, 0, 0), v3(3, 0.25, 0.5), v3(0, 4, 4)}};
    carom_sphere ball_in = ball(0.25, 0, 0, 0.5);
    carom_plane plane = {v3(1, 2, 3), (carom_real)0.5};
    FOR_EACH_BAD_NUMBER(a, {
        assert_false(carom_overlap_obb_obb(&a, &b));
        assert_false(carom_overlap_obb_obb(&b, &a));
        assert_false(carom_overlap_point_obb(v3(0, 0, 0), &a));
        assert_false(carom_overlap_segment_obb(&s, &a));
        assert_false(carom_overlap_obb_triangle(&a, &t));
        assert_false(carom_overlap_sphere_obb(&ball_in, &a));
        assert_false(carom_overlap_plane_obb(&plane, &a));
    });
    for (int i = 0; i < 3; i++) {
        carom_obb negative = a;
        (&negative.half_extents.x)[i] = -1;
        assert_false(carom_overlap_obb_obb(&b, &negative));
        assert_false(carom_overlap_obb_obb(&negative, &b));
        assert_false(carom_overlap_point_obb(v3(0, 0, 0), &negative));
    }
}

/* The greatest gap of two outlines on the normals of their edges, from their corners. */
static long double gap_of_outlines(const carom_obb box[2], int k) {
    const int x = (k + 1) % 3, y = (k + 2) % 3;
    long double greatest = -1e30L;
    for (int n = 0; n < 4; n++) {
        const carom_vec3 *edge = &box[n / 2].axes[n % 2];
        long double low[2] = {1e30L, 1e30L}, high[2] = {-1e30L, -1e30L};
        for (int c = 0; c < 8; c++) {
            const carom_obb *of = &box[c / 4];
            long double at[2] = {(&of->center.x)[x], (&of->center.x)[y]};
            for (int e = 0; e < 2; e++) {
                const long double h = (c >> e & 1 ? 1 : -1) * (long double)(&of->half_extents.x)[e];
                at[0] += h * (long double)(&of->axes[e].x)[x];
                at[1] += h * (long double)(&of->axes[e].x)[y];
            }
            const long double along =
                at[0] * (long double)(&edge->x)[y] - at[1] * (long double)(&edge->x)[x];
            low[c / 4] = along < low[c / 4] ? along : low[c / 4];
            high[c / 4] = along > high[c / 4] ? along : high[c / 4];
        }
        const long double ahead = low[1] - high[0], behind = low[0] - high[1];
        greatest = ahead > greatest ? ahead : greatest;
        greatest = behind > greatest ? behind : greatest;
    }
    return greatest;
}

/* A box of which axis 2 is the coordinate axis k, turned about it. */
static carom_obb upright_box(int k, double angle) {
    carom_obb box = obb_straight(0, 0, 0, 0, 0, 0);
    const carom_real c = (carom_real)cos(angle), s = (carom_real)sin(angle);
    for (int j = 0; j < 3; j++)
        box.axes[j] = v3(0, 0, 0);
    (&box.axes[0].x)[(k + 1) % 3] = (&box.axes[1].x)[(k + 2) % 3] = c;
    (&box.axes[0].x)[(k + 2) % 3] = s;
    (&box.axes[1].x)[(k + 1) % 3] = -s;
    (&box.axes[2].x)[k] = random01() < 0.5 ? -1 : 1;
    for (int j = 0; j < 3; j++)
        (&box.half_extents.x)[j] = (carom_real)sixty_fourth(j < 2 ? 0 : 1, 40);
    return box;
}

/* Places B beside A, often so near the contact of the outlines that float leaves it in doubt. */
static void place_beside(carom_obb box[2], int k) {
    const double x = random_in(-1, 1), y = random_in(-1, 1);
    double low = 0.0, high = 8.0, middle = 1.0;
    for (int steps = (int)random_in(0, 40); steps >= 0; steps--) {
        (&box[1].center.x)[(k + 1) % 3] = (carom_real)(x * middle);
        (&box[1].center.x)[(k + 2) % 3] = (carom_real)(y * middle);
        *(gap_of_outlines(box, k) < 0 ? &low : &high) = middle;
        middle = 0.5 * (low + high);
    }
}

/* In contact along their common axis, an ulp apart and an ulp deep: the outlines decide the rest.
 */
static void boxes_that_stand_on_each_other_touch_exactly(void **state) {
    (void)state;
    int met = 0, missed = 0;
    volume_seed = 11;
    for (int n = 0; n < 20000; n++) {
        const int k = n % 3, side = random01() < 0.5 ? -1 : 1;
        carom_obb box[2];
        for (int i = 0; i < 2; i++)
            box[i] = upright_box(k, i == 0 && n % 2 ? 0.0 : random_in(-1.5, 1.5));
        place_beside(box, k);
        const long double gap = gap_of_outlines(box, k);
        if (fabsl(gap) < 1e-16L) continue;
        const carom_real high = box[0].half_extents.z + box[1].half_extents.z;
        const carom_real heights[3] = {next_number(high, 0), high, next_number(high, 100)};
        const double power = ldexp(1.0, n % 41 - 20);
        met += gap<0, missed += gap> 0;
        for (int h = 0; h < 3; h++) {
            carom_obb at[2] = {box[0], box[1]};
            (&at[1].center.x)[k] = (carom_real)side * heights[h];
            for (int i = 0; i < 2; i++)
                for (int j = 0; j < 3; j++) {
                    (&at[i].center.x)[j] *= (carom_real)power;
                    (&at[i].half_extents.x)[j] *= (carom_real)power;
                }
            const bool expected = gap < 0 && h < 2;
            assert_int_equal(carom_overlap_obb_obb(&at[0], &at[1]), expected);
            assert_int_equal(carom_overlap_obb_obb(&at[1], &at[0]), expected);
            const carom_vec3 *half = &at[0].half_extents;
            if (n % 2 == 0) continue;
            carom_aabb bounds; /* of A, which is not turned: its axis j is k + 1 + j */
            for (int j = 0; j < 3; j++) {
                (&bounds.max.x)[(k + 1 + j) % 3] = (&half->x)[j];
                (&bounds.min.x)[(k + 1 + j) % 3] = -(&half->x)[j];
            }
            assert_int_equal(carom_overlap_aabb_obb(&bounds, &at[1]), expected);
        }
    }
    assert_true(met > 2000 && missed > 2000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_boxes_touch_exactly),
        cmocka_unit_test(straight_boxes_are_their_bounds),
        cmocka_unit_test(boxes_that_stand_on_each_other_touch_exactly),
        cmocka_unit_test(parallel_edges_separate_nothing),
        cmocka_unit_test(a_common_point_is_an_overlap),
        cmocka_unit_test(a_separating_direction_is_none),
        cmocka_unit_test(crossed_edges_decide),
        cmocka_unit_test(flat_boxes_are_rectangles_segments_and_points),
        cmocka_unit_test(planes_and_segments_touch_exactly),
        cmocka_unit_test(triangle_touches_at_corner_edge_and_face),
        cmocka_unit_test(invalid_boxes_meet_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
