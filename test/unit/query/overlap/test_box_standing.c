/* Boxes that stand or lean on each other in any common rotation, from deep to apart by the last
 * digits: contact by one point and the axis in doubt is that of the fifteen exact axes. Boxes of no
 * thickness, negative sizes and numbers that are none. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "carom/overlap.h"
#include "common/test_seeded_common.h"
#include "query/overlap/sat_exact.h"

#define ROUNDS 20000

typedef struct turn {
    double row[3][3];
} turn;

static turn turn_of(const double q[4]) {
    const double x = q[0], y = q[1], z = q[2], w = q[3];
    return (turn){{{1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)},
                   {2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)},
                   {2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)}}};
}

static turn random_turn(uint64_t *state) {
    double q[4], square = 0.0;
    for (int i = 0; i < 4; i++) {
        q[i] = seeded(state);
        square += q[i] * q[i];
    }
    for (int i = 0; i < 4; i++)
        q[i] /= sqrt(square);
    return turn_of(q);
}

/* Rows of p in the frame whose axes are the rows of q. */
static turn turned(const turn *p, const turn *q) {
    turn out;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            out.row[i][k] = p->row[i][0] * q->row[0][k] + p->row[i][1] * q->row[1][k] +
                            p->row[i][2] * q->row[2][k];
    return out;
}

static carom_vec3 rounded3(const double v[3]) {
    return (carom_vec3){(carom_real)v[0], (carom_real)v[1], (carom_real)v[2]};
}

static double power_between(uint64_t *state, double low, double high) {
    return pow(10.0, low + (high - low) * (0.5 + 0.5 * seeded(state)));
}

/* B over A's face across `up`, its own face across `down` towards it: turned about the normal,
 * tilted by `tilt`, at a height that leaves a gap or a depth. */
typedef struct standing {
    carom_obb a, b;
} standing;

static void set_standing(standing *s, uint64_t *state, int round) {
    const double finest = sizeof(carom_real) == 8 ? -17.0 : -9.0;
    const double tilt = round % 3 ? power_between(state, finest, -3.0) * seeded(state) : 0.0;
    const double aside = round % 3 ? power_between(state, finest, -3.0) * seeded(state) : 0.0;
    const double angle = round % 2 ? 3.0 * seeded(state) : 0.0;
    const double q[4] = {0.5 * tilt * cos(angle), 0.5 * aside, sin(angle), cos(angle)};
    const double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    const turn world = random_turn(state),
               own = turn_of(
                   (const double[4]){q[0] / length, q[1] / length, q[2] / length, q[3] / length}),
               of_b = turned(&own, &world);
    double half[2][3], at[3] = {0, 0, 0}, local[3] = {0.8 * seeded(state), 0.8 * seeded(state), 0};
    const int up = round % 5 % 3, down = round % 7 % 3; /* places of the third axes */
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 3; k++)
            half[i][k] = (double)(carom_real)(0.6 + 0.4 * seeded(state));
    if (round % 11 == 0) half[round % 2][2] = 0.0;
    local[2] = half[0][2] + half[1][2];
    if (round % 4) local[2] += power_between(state, finest, -4.0) * (round % 4 == 1 ? 1.0 : -1.0);
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 3; j++)
            at[k] += local[j] * world.row[j][k];
    s->a.center = seeded3(state, 2.0);
    s->b.center = (carom_vec3){(carom_real)((double)s->a.center.x + at[0]),
                               (carom_real)((double)s->a.center.y + at[1]),
                               (carom_real)((double)s->a.center.z + at[2])};
    for (int k = 0; k < 3; k++) {
        s->a.axes[(k + up + 1) % 3] = rounded3(world.row[k]);
        s->b.axes[(k + down + 1) % 3] = rounded3(of_b.row[k]);
        (&s->a.half_extents.x)[(k + up + 1) % 3] = (carom_real)half[0][k];
        (&s->b.half_extents.x)[(k + down + 1) % 3] = (carom_real)half[1][k];
    }
}

static bool share_by_all_axes(const sat_body *a, const sat_body *b) {
    return !carom_sat_disjoint(a, b);
}

/* Along a face of B the boxes touch but for rounding, while a face of A separates them by far: each
 * has one face that is not certain to overlap, as boxes that stand on each other have. */
static void a_face_separates_beside_one_that_touches(void **state) {
    (void)state;
    uint64_t random = 22;
    for (int i = 0; i < 500; i++) {
        const turn world = random_turn(&random),
                   own = turn_of((const double[4]){0, 0, 0.5, sqrt(0.75)});
        const turn of_b = turned(&own, &world);
        const double cosine = own.row[0][0], sine = own.row[0][1],
                     reach = fabs(cosine) + fabs(sine);
        const double off = i % 2 ? power_between(&random, -9.0, -6.0) * seeded(&random) : 0.0;
        const double across = 1.0 + reach + power_between(&random, -3.0, -0.5);
        const double local[3] = {across, (1.0 + reach + off - across * cosine) / sine,
                                 0.1 * seeded(&random)};
        double at[3] = {0, 0, 0};
        for (int k = 0; k < 3; k++)
            for (int j = 0; j < 3; j++)
                at[k] += local[j] * world.row[j][k];
        carom_obb a = {.half_extents = {1, 1, 1}}, b = a;
        b.center = rounded3(at);
        for (int k = 0; k < 3; k++) {
            a.axes[k] = rounded3(world.row[k]);
            b.axes[k] = rounded3(of_b.row[k]);
        }
        const sat_body p = carom_sat_obb(&a), q = carom_sat_obb(&b);
        assert_true(carom_sat_disjoint(&p, &q));
        assert_false(carom_overlap_obb_obb(&a, &b));
        assert_false(carom_overlap_obb_obb(&b, &a));
    }
}

static void boxes_meet_as_by_all_axes(void **state) {
    (void)state;
    uint64_t random = 21;
    int met = 0;
    for (int i = 0; i < ROUNDS; i++) {
        standing s;
        set_standing(&s, &random, i);
        const sat_body a = carom_sat_obb(&s.a), b = carom_sat_obb(&s.b);
        const bool meet = share_by_all_axes(&a, &b);
        assert_int_equal(carom_overlap_obb_obb(&s.a, &s.b), meet);
        assert_int_equal(carom_overlap_obb_obb(&s.b, &s.a), meet);
        met += meet;
    }
    assert_in_range(met, ROUNDS / 5, ROUNDS * 4 / 5);
}

/* The same, A along the axes of space: B is seen from A's frame. */
static void a_box_meets_bounds_as_by_all_axes(void **state) {
    (void)state;
    uint64_t random = 22;
    int met = 0;
    for (int i = 0; i < ROUNDS; i++) {
        standing s;
        set_standing(&s, &random, i);
        const carom_vec3 h = s.a.half_extents, c = {(carom_real)(i % 9), 0, (carom_real)-1};
        const carom_aabb box = {{c.x - h.x, c.y - h.y, c.z - h.z},
                                {c.x + h.x, c.y + h.y, c.z + h.z}};
        carom_obb other = s.b;
        const vec3 apart = sub3(load3(s.b.center), load3(s.a.center));
        for (int k = 0; k < 3; k++) {
            const vec3 axis = load3(s.a.axes[k]);
            (&other.center.x)[k] = (carom_real)((double)(&c.x)[k] + dot3(apart, axis));
            for (int j = 0; j < 3; j++)
                (&other.axes[j].x)[k] = (carom_real)dot3(load3(s.b.axes[j]), axis);
        }
        const sat_body a = carom_sat_aabb(&box), b = carom_sat_obb(&other);
        const bool meet = share_by_all_axes(&a, &b);
        assert_int_equal(carom_overlap_aabb_obb(&box, &other), meet);
        met += meet;
    }
    assert_in_range(met, ROUNDS / 5, ROUNDS * 4 / 5);
}

/* ---- by hand: about y */

static carom_obb slanted(double z, double half) {
    const double c = 0.6, s = 0.8;
    carom_obb box = {.half_extents = {(carom_real)half, (carom_real)half, (carom_real)half}};
    box.center = (carom_vec3){(carom_real)(-s * z), 0, (carom_real)(c * z)};
    box.axes[0] = (carom_vec3){(carom_real)c, 0, (carom_real)s};
    box.axes[1] = (carom_vec3){0, 1, 0};
    box.axes[2] = (carom_vec3){(carom_real)-s, 0, (carom_real)c};
    return box;
}

static void a_slanted_box_on_another(void **state) {
    (void)state;
    const double little = sizeof(carom_real) == 8 ? 1e-14 : 1e-5;
    const carom_obb a = slanted(0, 1), deep = slanted(1.5 - little, 0.5);
    carom_obb apart = slanted(1.5 + little, 0.5);
    assert_true(carom_overlap_obb_obb(&a, &deep) && carom_overlap_obb_obb(&deep, &a));
    assert_false(carom_overlap_obb_obb(&a, &apart) || carom_overlap_obb_obb(&apart, &a));
    carom_obb flat = slanted(1.0 - little, 0.5);
    flat.half_extents.z = 0;
    assert_true(carom_overlap_obb_obb(&a, &flat) && carom_overlap_obb_obb(&flat, &a));
    for (int i = 0; i < 3; i++) {
        carom_obb bad = deep;
        (&bad.half_extents.x)[i] = -bad.half_extents.x;
        assert_false(carom_overlap_obb_obb(&a, &bad) || carom_overlap_obb_obb(&bad, &a));
    }
    for (int i = 0; i < 15; i++)
        for (int k = 0; k < 2; k++) {
            carom_obb bad = deep;
            (&bad.center.x)[i] = k ? (carom_real)INFINITY : (carom_real)NAN;
            assert_false(carom_overlap_obb_obb(&a, &bad) || carom_overlap_obb_obb(&bad, &a));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_meet_as_by_all_axes),
        cmocka_unit_test(a_face_separates_beside_one_that_touches),
        cmocka_unit_test(a_box_meets_bounds_as_by_all_axes),
        cmocka_unit_test(a_slanted_box_on_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
