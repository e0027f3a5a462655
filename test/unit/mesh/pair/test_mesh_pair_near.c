/* Surfaces along each other, where nearly every pair of triangles is as near as the nearest: the
 * answer is still that of brute force, bit for bit, the least triangle of A, then of B. */
#include "mesh/data/mesh_order.h"
#include "common/test_mesh_common.h"

#define CELLS 7

/* What ties is told by index: triangles as they are, last first, or in no order. */
enum { AS_MADE, LAST_FIRST, MIXED, ORDERS };

static void put_in_order(test_mesh *m, int order) {
    static carom_vec3 copy[3 * MESH_LARGEST];
    memcpy(copy, m->vertices, 3 * m->count * sizeof *copy);
    for (size_t i = 0; i < m->count; i++) {
        size_t from = order == LAST_FIRST ? m->count - 1 - i
                      : order == MIXED    ? i * 37 % m->count
                                          : i;
        memcpy(&m->vertices[3 * i], &copy[3 * from], 3 * sizeof *copy);
    }
}

/* A plate in the plane z = 0, of cells of `side`, cut one way or the other. */
static void make_plate(test_mesh *m, double side, double from) {
    m->count = 0;
    for (int i = 0; i < CELLS; i++)
        for (int k = 0; k < CELLS; k++) {
            carom_vec3 c[4];
            for (int n = 0; n < 4; n++)
                c[n] = v3(from + side * (i + (n & 1)), from + side * (k + (n >> 1)), 0);
            int turn = (i * k) % 2;
            add_test_triangle(m, c[0], c[1], c[turn ? 3 : 2]);
            add_test_triangle(m, c[3], c[2], c[turn ? 0 : 1]);
        }
}

static void fill_plate(test_mesh *m, double side, double from) {
    make_plate(m, side, from);
    build_test_mesh(m);
}

/* Like an umbrella: all triangles have one corner in common, at height `tip`. */
static void fill_fan(test_mesh *m, double tip, double rim) {
    const int count = 90;
    m->count = 0;
    for (int i = 0; i < count; i++) {
        double at[2] = {2 * acos(-1) * i / count, 2 * acos(-1) * (i + 1) / count};
        add_test_triangle(m, v3(0, 0, tip), v3(cos(at[0]), sin(at[0]), rim),
                          v3(cos(at[1]), sin(at[1]), rim));
    }
    build_test_mesh(m);
}

static void check_nearest(const carom_placed_mesh *a, const carom_placed_mesh *b) {
    static carom_triangle of_a[MESH_LARGEST], of_b[MESH_LARGEST];
    carom_mesh_pair_closest best = {.distance = (carom_real)INFINITY};
    const bool by_b = carom_is_second_mesh_first(a, b); /* ties go to the least triangle of B */
    pose_triangles(of_a, a);
    pose_triangles(of_b, b);
    for (uint32_t i = 0; i < carom_mesh_triangle_count(a->mesh); i++)
        for (uint32_t k = 0; k < carom_mesh_triangle_count(b->mesh); k++) {
            carom_closest_points at = carom_closest_triangle_triangle(&of_a[i], &of_b[k]);
            const bool tie = by_b && at.distance == best.distance && k < best.triangle_b;
            if (at.distance < best.distance || tie)
                best = (carom_mesh_pair_closest){at.distance, at.point_a, at.point_b, i, k};
        }
    carom_mesh_pair_closest found = carom_closest_mesh_mesh(a, b);
    assert_true(found.distance == best.distance && best.distance > 0);
    assert_int_equal(found.triangle_a, best.triangle_a);
    assert_int_equal(found.triangle_b, best.triangle_b);
    assert_same(found.point_a, best.point_a);
    assert_same(found.point_b, best.point_b);
}

/* Over each other, shifted and turned, near and so far that neighbours are hardly any farther. */
static void plates(void **state) {
    (void)state;
    static test_mesh lower, upper;
    static const double gaps[6] = {0x1p-10, 0.125, 0.1, 3, 1000, 1e6};
    static const double shifts[4] = {0, 0.125, 0.3, 20};
    fill_plate(&lower, 1.0 / CELLS, -0.5);
    fill_plate(&upper, 0.125, -0.4375);
    carom_placed_mesh a = {.mesh = lower.mesh}, b = {.mesh = upper.mesh};
    for (int i = 0; i < 6 * 4 * 3; i++) {
        double gap = gaps[i / 12], shift = shifts[i / 3 % 4], turn = 0.3 * (i % 3);
        b.pose = (carom_pose){v3(shift, -shift / 2, gap),
                              {0, 0, (carom_real)sin(turn), (carom_real)cos(turn)}};
        check_nearest(&a, &b);
        check_nearest(&b, &a);
    }
    /* the same plates, edge-on and aslant */
    for (int i = 0; i < 6; i++) {
        b.pose = (carom_pose){v3(0.1, 2, 2 * gaps[i]), {(carom_real)0.6, 0, 0, (carom_real)0.8}};
        a.pose = (carom_pose){v3(5, 0, 0), {0, (carom_real)0.8, 0, (carom_real)0.6}};
        check_nearest(&a, &b);
    }
    carom_mesh_destroy(lower.mesh);
    carom_mesh_destroy(upper.mesh);
}

/* Tip to tip every pair is as near as every other. */
static void fans(void **state) {
    (void)state;
    static test_mesh down, up, plate;
    fill_fan(&down, 0, -1);
    fill_fan(&up, 1, 2);
    fill_plate(&plate, 0.25, -0.8);
    carom_placed_mesh a = {.mesh = down.mesh}, b = {.mesh = up.mesh}, c = {.mesh = plate.mesh};
    check_nearest(&a, &b);
    check_nearest(&b, &a);
    b.pose = (carom_pose){v3(0.1, 0.2, 0.7), {0, (carom_real)0.28, 0, (carom_real)0.96}};
    check_nearest(&a, &b);
    for (int i = 0; i < 4; i++) {
        c.pose = (carom_pose){v3(0.1 * i, 0, 1), {0, 0, (carom_real)0.28, (carom_real)0.96}};
        check_nearest(&a, &c);
        check_nearest(&c, &a);
    }
    carom_mesh_destroy(down.mesh);
    carom_mesh_destroy(up.mesh);
    carom_mesh_destroy(plate.mesh);
}

static void build_in_order(test_mesh *m, int order, bool compact) {
    static uint32_t indices[3 * MESH_LARGEST];
    put_in_order(m, order);
    for (uint32_t i = 0; i < 3 * m->count; i++)
        indices[i] = i;
    carom_mesh_def def = {.vertices = m->vertices,
                          .indices = indices,
                          .vertex_count = 3 * m->count,
                          .triangle_count = m->count,
                          .compact = compact};
    assert_int_equal(carom_mesh_create(&m->mesh, &def), CAROM_OK);
}

/* Whatever the order of the triangles, and where A's is another than B's. */
static void orders(void **state) {
    (void)state;
    static test_mesh lower, upper;
    for (int i = 0; i < 2 * ORDERS * ORDERS; i++) {
        make_plate(&lower, 1.0 / CELLS, -0.5);
        make_plate(&upper, 0.125, -0.4375);
        build_in_order(&lower, i % ORDERS, i % 2 == 0);
        build_in_order(&upper, i / ORDERS % ORDERS, i / 4 % 2 == 0);
        carom_placed_mesh a = {.mesh = lower.mesh}, b = {.mesh = upper.mesh};
        b.pose.position = v3(0, 0, 0.25);
        check_nearest(&a, &b);
        a.pose.position = v3(0.875, 0.5, -0.25); /* only a few of them are above others */
        check_nearest(&a, &b);
        a.pose = (carom_pose){v3(0.25, 0, 0), {(carom_real)0.6, 0, 0, (carom_real)0.8}};
        b.pose = (carom_pose){v3(0, 0.25, 3), {(carom_real)0.6, 0, 0, (carom_real)0.8}};
        check_nearest(&a, &b);
        carom_mesh_destroy(lower.mesh);
        carom_mesh_destroy(upper.mesh);
    }
}

/* One corner is nearer by the last digit, or farther, among all that tie. */
static void last_digit(void **state) {
    (void)state;
    static test_mesh lower, upper;
    for (size_t i = 0; i < 2 * CELLS * CELLS; i++) {
        int digit = (int)(i % 3) - 1;
        make_plate(&lower, 0.125, -0.4375);
        make_plate(&upper, 0.125, -0.4375);
        for (size_t k = 0; k < 3 * upper.count; k++)
            upper.vertices[k].z = 1;
        upper.vertices[3 * i].z += (carom_real)digit * CAROM_REAL_EPSILON;
        build_in_order(&lower, AS_MADE, false);
        build_in_order(&upper, (int)(i / 3 % ORDERS), false);
        carom_placed_mesh a = {.mesh = lower.mesh}, b = {.mesh = upper.mesh};
        check_nearest(&a, &b);
        carom_real found = carom_closest_mesh_mesh(&b, &a).distance;
        assert_true(digit >= 0 ? found == 1 : found == 1 - CAROM_REAL_EPSILON);
        assert_true(carom_overlap_mesh_mesh_within(&a, &b, found));
        assert_false(carom_overlap_mesh_mesh_within(&a, &b, found * (1 - CAROM_REAL_EPSILON)));
        carom_mesh_destroy(lower.mesh);
        carom_mesh_destroy(upper.mesh);
    }
}

/* Boxes in rows on boxes in rows: their walls end in the planes that are nearest. A box in a hollow
 * one is as near in all six directions. */
static void stacks(void **state) {
    (void)state;
    static test_mesh lower, upper;
    lower.count = upper.count = 0;
    for (int i = 0; i < 16; i++) {
        carom_vec3 low = v3(2 * (i % 4), 2 * (i / 4), 0),
                   high = v3(2 * (i % 4) + 1, 2 * (i / 4) + 1, 1);
        fill_corners_of_box(&lower, low, high);
        fill_corners_of_box(&upper, low, high);
    }
    build_in_order(&lower, MIXED, false);
    build_in_order(&upper, LAST_FIRST, true);
    carom_placed_mesh a = {.mesh = lower.mesh}, b = {.mesh = upper.mesh};
    for (int i = 0; i < 4; i++) {
        b.pose.position = v3(0.5 * i, 0.25 * i, 1.5);
        check_nearest(&a, &b);
        check_nearest(&b, &a);
    }
    carom_mesh_destroy(lower.mesh);
    carom_mesh_destroy(upper.mesh);
    lower.count = upper.count = 0;
    fill_corners_of_box(&lower, v3(-2, -2, -2), v3(2, 2, 2));
    fill_corners_of_box(&upper, v3(-1, -1, -1), v3(1, 1, 1));
    build_in_order(&lower, MIXED, false);
    build_in_order(&upper, LAST_FIRST, false);
    a = (carom_placed_mesh){.mesh = lower.mesh};
    b = (carom_placed_mesh){.mesh = upper.mesh};
    check_nearest(&a, &b);
    check_nearest(&b, &a);
    b.pose.position = v3(0.5, -0.5, 0);
    check_nearest(&a, &b);
    carom_mesh_destroy(lower.mesh);
    carom_mesh_destroy(upper.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plates),     cmocka_unit_test(fans),   cmocka_unit_test(orders),
        cmocka_unit_test(last_digit), cmocka_unit_test(stacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
