/* Contacts of posed boxes: the same to the bit whatever instructions they are compiled for and
 * which box comes first, and as deep as 15 separating axes measured one by one say, also where
 * edges are all but parallel: there a cross product has no more than rounding leaves of it, and
 * must not pass for the axis of least depth. */
#include "pair/solver/box_pairs.h"
#include "math/vec.h"
#include "common/test_volume_common.h"
#include "pair/solver/box_kernel.h"

#include <string.h>

typedef struct posed_boxes {
    carom_posed_shape a, b;
} posed_boxes;

/* Axes of both are out of those of the world, and so of each other, by about `angle`; in line when
 * it is 0. */
static posed_boxes random_boxes(double angle) {
    carom_shape box[2] = {{.kind = CAROM_SHAPE_OBB}, {.kind = CAROM_SHAPE_OBB}};
    posed_boxes p;
    for (int i = 0; i < 2; i++) {
        carom_vec3 *half = &box[i].as.obb.half_extents;
        box[i].as.obb = random_obb(1, angle);
        *half = v3((double)half->x + 0.1, (double)half->y + 0.1, (double)half->z + 0.1);
    }
    assert_true(carom_shape_pose(&p.a, &box[0], carom_pose_identity()));
    assert_true(carom_shape_pose(&p.b, &box[1], carom_pose_identity()));
    return p;
}

/* ---- which instructions, and which comes first */

static bool same_vec(carom_vec3 u, carom_vec3 v) {
    return u.x == v.x && u.y == v.y && u.z == v.z;
}

static bool same_manifold(const carom_contact_manifold *u, const carom_contact_manifold *v,
                          bool swapped) {
    const carom_vec3 back = v3(-(double)v->normal.x, -(double)v->normal.y, -(double)v->normal.z);
    bool same = u->count == v->count && same_vec(u->normal, swapped ? back : v->normal);
    for (int i = 0; same && i < u->count; i++) {
        const carom_contact_point *p = &u->points[i], *q = &v->points[i];
        same = p->depth == q->depth && (swapped || p->id == q->id) &&
               same_vec(p->point_a, swapped ? q->point_b : q->point_a) &&
               same_vec(p->point_b, swapped ? q->point_a : q->point_b);
    }
    return same;
}

static int assert_kernels(const posed_boxes *p, double margin, int capacity) {
    const carom_contact_manifold asked = {.margin = (carom_real)margin, .capacity = capacity};
    carom_contact_manifold native = asked, other = asked;
    if (!carom_boxes_contact_native(&p->a, &p->b, &native, NULL)) return 0;
    if (SIMD_RUNS_AVX2) {
        assert_true(SIMD_X86_NAME(carom_boxes_contact, avx2)(&p->a, &p->b, &other, NULL));
        assert_true(same_manifold(&native, &other, false));
    }
    for (int guess = 0; guess < 32; guess++) {
        box_memory memory = {.axis = (uint8_t)guess, .taken = {(uint8_t)(7 * guess), 200, 5, 5}};
        for (int again = 0; again < 2; again++) { /* now the memory is that of this contact */
            other = asked;
            assert_true(carom_boxes_contact_native(&p->a, &p->b, &other, &memory));
            assert_true(same_manifold(&native, &other, false));
        }
    }
    other = asked;
    assert_true(carom_boxes_contact_native(&p->b, &p->a, &other, NULL));
    assert_true(same_manifold(&native, &other, true));
    return native.count;
}

static void kernels_agree(void **state) {
    (void)state;
    const double angle[5] = {1, 1, 0.1, 1e-3, 0};
    int points = 0;
    volume_seed = 5;
    for (int k = 0; k < 5000; k++) {
        posed_boxes p = random_boxes(angle[k % 5]);
        points += assert_kernels(&p, k % 3 == 0 ? 0.25 : 0.0, k % 7 == 0 ? 8 : 1 + k % 4);
    }
    assert_true(points > 4000);
}

/* A box turned on the face of another as it drifts: eight corners, of which four are kept. What was
 * kept is expected again, and mostly is; the answer is that without a memory. */
static void points_are_expected(void **state) {
    (void)state;
    carom_shape box = {.kind = CAROM_SHAPE_OBB};
    box.as.obb = (carom_obb){v3(0, 0, 0), {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)}, v3(1, 1, 1)};
    box_memory memory = {0};
    int kept = 0;
    for (int k = 0; k < 400; k++) {
        const double angle = 0.3 + 0.002 * k, lean = 1e-3 * (k % 100);
        const double up = cos(lean);
        const carom_pose pose = {v3(0.001 * k, -0.0005 * k, 1.99),
                                 {0, (carom_real)sin(lean), (carom_real)(up * sin(angle)),
                                  (carom_real)(up * cos(angle))}};
        const carom_contact_manifold asked = {.capacity = k % 50 == 49 ? 3 : 4};
        carom_contact_manifold all = {.capacity = 8}, fresh = asked, warm = asked;
        const box_memory before = memory;
        posed_boxes p;
        assert_true(carom_shape_pose(&p.a, &box, carom_pose_identity()));
        assert_true(carom_shape_pose(&p.b, &box, pose));
        assert_true(carom_boxes_contact_native(&p.a, &p.b, &all, NULL));
        assert_true(carom_boxes_contact_native(&p.a, &p.b, &fresh, NULL));
        assert_true(carom_boxes_contact_native(&p.a, &p.b, &warm, &memory));
        assert_true(same_manifold(&fresh, &warm, false));
        assert_int_equal(fresh.count, all.count < asked.capacity ? all.count : asked.capacity);
        kept += all.count > 4 && memcmp(&before, &memory, sizeof memory) == 0;
    }
    assert_true(kept > 100);
}

/* ---- how deep */

static double reach_along(const carom_posed_shape *s, vec3 n) {
    double reach = 0;
    for (int i = 0; i < 3; i++)
        reach += s->frame.solid.side[i] * fabs(dot3(s->frame.solid.axes[i], n));
    return reach;
}

static double overlap_along(const posed_boxes *p, vec3 n) {
    vec3 apart = sub3(p->b.frame.solid.center, p->a.frame.solid.center);
    return reach_along(&p->a, n) + reach_along(&p->b, n) - fabs(dot3(apart, n));
}

static double least_overlap(const posed_boxes *p) {
    double least = DBL_MAX;
    for (int i = 0; i < 3; i++) {
        least = min2(least, overlap_along(p, p->a.frame.solid.axes[i]));
        least = min2(least, overlap_along(p, p->b.frame.solid.axes[i]));
        for (int k = 0; k < 3; k++) {
            vec3 n = cross3(p->a.frame.solid.axes[i], p->b.frame.solid.axes[k]);
            double length = sqrt(len2(n));
            if (length > 1e-12) least = min2(least, overlap_along(p, scale3(n, 1.0 / length)));
        }
    }
    return least;
}

/* The deepest point is as deep as the least overlap, and its points are that far from each other
 * along the normal. */
static void depths_are_least(void **state) {
    (void)state;
    const double digits = 8 * (double)CAROM_REAL_EPSILON;
    int met = 0;
    volume_seed = 7;
    for (int k = 0; k < 6000; k++) {
        posed_boxes p = random_boxes(pow(10.0, -(k % 12)));
        const double least = least_overlap(&p);
        carom_contact_manifold m = {.capacity = 4};
        if (!carom_boxes_contact_native(&p.a, &p.b, &m, NULL) || m.count == 0) continue;
        met++;
        assert_true(fabs((double)m.points[0].depth - least) <= digits * (1 + least) + 1e-13);
        for (int i = 0; i < m.count; i++) {
            const carom_contact_point *c = &m.points[i];
            const vec3 between = sub3(load3(c->point_a), load3(c->point_b));
            assert_true(c->depth <= m.points[0].depth);
            assert_true(fabs(dot3(between, load3(m.normal)) - (double)c->depth) <= 4 * digits);
        }
    }
    assert_true(met > 1000);
}

/* ---- by hand */

/* An edge of one lies across an edge of the other, half a unit deep: one point, on both edges. */
static void edges_cross(void **state) {
    (void)state;
    const double r = sqrt(0.5);
    carom_shape a = {.kind = CAROM_SHAPE_OBB, .as.obb = obb_straight(0, 0, 0, 1, 1, 1)}, b = a;
    const carom_vec3 along_x[3] = {v3(1, 0, 0), v3(0, r, r), v3(0, -r, r)};
    const carom_vec3 along_y[3] = {v3(0, 1, 0), v3(-r, 0, r), v3(r, 0, r)};
    memcpy(a.as.obb.axes, along_x, sizeof along_x);
    memcpy(b.as.obb.axes, along_y, sizeof along_y);
    b.as.obb.center = v3(0.25, 0.5, 2 * sqrt(2.0) - 0.5);
    carom_contact_manifold m = {.capacity = 4};
    posed_boxes p;
    assert_true(carom_shape_pose(&p.a, &a, carom_pose_identity()));
    assert_true(carom_shape_pose(&p.b, &b, carom_pose_identity()));
    assert_true(carom_boxes_contact_native(&p.a, &p.b, &m, NULL));
    assert_int_equal(m.count, 1);
    const vec3 on_a = load3(m.points[0].point_a), on_b = load3(m.points[0].point_b);
    assert_true(max_abs3(sub3(on_a, vec(0.25, 0, sqrt(2.0)))) < 1e-6);
    assert_true(max_abs3(sub3(on_b, vec(0.25, 0, sqrt(2.0) - 0.5))) < 1e-6);
    assert_true(max_abs3(sub3(load3(m.normal), vec(0, 0, 1))) < 1e-6);
}

/* A corner in the middle of a face, an edge on it, and a corner that hangs over its side. */
static void corners_on_face(void **state) {
    (void)state;
    const double x = sqrt(0.5), y = sqrt(1.0 / 6), z = sqrt(1.0 / 3);
    const carom_vec3 on_corner[3] = {v3(2 * y, 0, z), v3(-y, x, z), v3(-y, -x, z)};
    const carom_vec3 on_edge[3] = {v3(1, 0, 0), v3(0, x, x), v3(0, -x, x)};
    const struct {
        double at_x;
        const carom_vec3 *axes;
        double height;
        int count;
    } cases[3] = {{0.25, on_corner, sqrt(3.0), 1},
                  {0, on_edge, sqrt(2.0), 2},
                  {3.95, on_corner, sqrt(3.0), 1}};
    for (int k = 0; k < 3; k++) {
        carom_shape a = {.kind = CAROM_SHAPE_OBB, .as.obb = obb_straight(0, 0, 0, 4, 4, 1)};
        carom_shape b = {.kind = CAROM_SHAPE_OBB, .as.obb = obb_straight(0, 0, 0, 1, 1, 1)};
        memcpy(b.as.obb.axes, cases[k].axes, 3 * sizeof(carom_vec3));
        b.as.obb.center = v3(cases[k].at_x, 0, 1 + cases[k].height - 0.01);
        posed_boxes p;
        carom_contact_manifold m = {.capacity = 4};
        assert_true(carom_shape_pose(&p.a, &a, carom_pose_identity()));
        assert_true(carom_shape_pose(&p.b, &b, carom_pose_identity()));
        assert_true(carom_boxes_contact_native(&p.a, &p.b, &m, NULL));
        assert_int_equal(m.count, cases[k].count);
        for (int i = 0; i < m.count; i++) {
            assert_true(fabs((double)m.points[i].depth - 0.01) < 1e-6);
            assert_true(fabs((double)m.points[i].point_a.z - 1) < 1e-6);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_agree),    cmocka_unit_test(points_are_expected),
        cmocka_unit_test(depths_are_least), cmocka_unit_test(edges_cross),
        cmocka_unit_test(corners_on_face),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
