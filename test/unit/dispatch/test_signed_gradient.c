/* The signed distance as a function of the poses: its gradients against finite differences, its
 * course through contact, its normal next to contact, its scale. Solid convex kinds. */
#include "carom/signed_distance.h"
#include "common/test_every_common.h"
#include "math/vec.h"

#define IS_FLOAT (EPS > 1e-10)
#define STEP (IS_FLOAT ? 0x1p-7 : 0x1p-17)
#define SLOPE_SLACK (IS_FLOAT ? 0.06 : 2e-4)

static bool is_solid(const every_kind *s) {
    const carom_shape_kind kind = s->kind.shape.kind;
    return kind >= CAROM_SHAPE_SPHERE && kind < CAROM_SHAPE_MESH && kind != CAROM_SHAPE_TRIANGLE &&
           kind != CAROM_SHAPE_POLYGON;
}

/* A pose moved by v and turned by the rotation vector w, both small. */
static carom_pose moved_by(carom_pose pose, vec3 v, vec3 w) {
    const double angle = sqrt(len2(w)), part = angle > 0 ? sin(angle / 2) / angle : 0;
    const carom_quat turn = {(carom_real)(w.x * part), (carom_real)(w.y * part),
                             (carom_real)(w.z * part), (carom_real)cos(angle / 2)};
    const carom_pose about = {{0, 0, 0}, turn};
    carom_pose out = carom_pose_compose(about, (carom_pose){{0, 0, 0}, pose.rotation});
    out.position = store3(add3(load3(pose.position), v));
    return out;
}

static vec3 any_direction(void) {
    return carom_normalize_or(load3(random_vec(1)), vec(0, 0, 1));
}

/* ---- gradients */

static int compared;

static void check_slope(const double d[3], double expected) {
    const double fore = (d[2] - d[1]) / STEP, back = (d[1] - d[0]) / STEP;
    if (fabs(fore - back) > SLOPE_SLACK) return; /* an edge of the function, or strongly curved */
    compared++;
    if (fabs((d[2] - d[0]) / (2 * STEP) - expected) > SLOPE_SLACK)
        fail_msg("%.9g is not %.9g", (d[2] - d[0]) / (2 * STEP), expected);
}

static void check_gradients(every_kind *p, every_kind *q) {
    if (!is_solid(p) || !is_solid(q)) return;
    const carom_shape *a = &p->kind.shape, *b = &q->kind.shape;
    const carom_pose at = pose_every(1.25), to = pose_every(0.25);
    const carom_signed_distance d = carom_distance_signed(a, at, b, to);
    for (int which = 0; which < 4; which++) {
        const vec3 u = any_direction(), v = which & 1 ? u : vec(0, 0, 0),
                   w = which & 1 ? vec(0, 0, 0) : u;
        const bool first = which & 2;
        double sample[3];
        for (int k = -1; k <= 1; k++) {
            const vec3 by = scale3(v, k * STEP), turn = scale3(w, k * STEP);
            sample[k + 1] = (double)carom_distance_signed(a, first ? moved_by(at, by, turn) : at, b,
                                                          first ? to : moved_by(to, by, turn))
                                .distance;
        }
        const carom_pose_gradient *g = first ? &d.gradient_a : &d.gradient_b;
        check_slope(sample, dot3(load3(g->translation), v) + dot3(load3(g->rotation), w));
    }
}

static void differences_agree(void **state) {
    (void)state;
    compared = 0;
    for_every_pair(check_gradients, 6);
    assert_true(compared > 1000);
}

/* ---- through contact */

/* The distance changes no faster than B moves, and is above zero where overlap is false. */
static void check_course(every_kind *p, every_kind *q) {
    if (!is_solid(p) || !is_solid(q)) return;
    const carom_shape *a = &p->kind.shape, *b = &q->kind.shape;
    const carom_pose at = pose_every(0.25);
    carom_pose to = pose_every(0.25);
    const vec3 from = scale3(any_direction(), 4), start = load3(to.position);
    double last = 0;
    int flips = 0;
    bool apart = true;
    for (int i = 0; i <= 64; i++) {
        to.position = store3(add3(start, scale3(from, 1.0 - i / 64.0)));
        const carom_signed_distance d = carom_distance_signed(a, at, b, to);
        assert_int_equal(carom_overlap(a, at, b, to), d.distance <= 0);
        assert_true(fabs(len2(load3(d.normal)) - 1) < 8 * EPS);
        if (i > 0) assert_true(fabs((double)d.distance - last) <= 4.0 / 64 + 64 * EPS + 1e-6);
        last = (double)d.distance;
        flips += apart != (d.distance > 0);
        apart = d.distance > 0;
    }
    assert_int_equal(flips, 1); /* convex shapes meet once on a line into each other */
}

static void courses_cross_zero_once(void **state) {
    (void)state;
    for_every_pair(check_course, 2);
}

/* ---- next to contact */

/* How far the supporting planes across the normal are apart: no less than the distance. */
static double gap_along(const carom_shape *a, carom_pose at, const carom_shape *b, carom_pose to,
                        carom_vec3 normal) {
    const carom_vec3 back = {-normal.x, -normal.y, -normal.z};
    const vec3 p = load3(carom_shape_support(a, at, normal)),
               q = load3(carom_shape_support(b, to, back));
    return dot3(sub3(q, p), load3(normal));
}

static void check_next_to_contact(every_kind *p, every_kind *q) {
    if (!is_solid(p) || !is_solid(q)) return;
    const carom_shape *a = &p->kind.shape, *b = &q->kind.shape;
    const carom_pose at = pose_every(0.25);
    carom_pose to = pose_every(3);
    const carom_signed_distance far = carom_distance_signed(a, at, b, to);
    if (!(far.distance > 0)) return;
    for (int i = -3; i <= 8; i++) {
        carom_pose near = to;
        const double by = i * 4 * EPS - (double)far.distance;
        near.position = store3(add3(load3(to.position), scale3(load3(far.normal), by)));
        const carom_signed_distance d = carom_distance_signed(a, at, b, near);
        /* of cylinders and flat shapes the steps may run out next to contact, which is said */
        const double slack = (d.certainty == CAROM_LIMIT ? 5e-7 : 1e-9) + 128 * EPS;
        assert_true((double)d.upper < slack && (double)d.lower > -slack);
        assert_true(fabs(len2(load3(d.normal)) - 1) < 8 * EPS);
        const double gap = gap_along(a, at, b, near, d.normal);
        if (fabs(gap - (double)d.distance) > slack + 64 * EPS)
            fail_msg("kinds %d and %d, %g: along the normal %g", (int)a->kind, (int)b->kind,
                     (double)d.distance, gap);
    }
}

static void normals_next_to_contact(void **state) {
    (void)state;
    for_every_pair(check_next_to_contact, 3);
}

/* ---- scale */

static void check_ball_box(double power) {
    const carom_real k = (carom_real)power;
    const carom_shape a = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {v3(0, 0, 0), k}};
    const carom_shape b = {.kind = CAROM_SHAPE_AABB, .as.aabb = {v3(-k, -k, -k), v3(k, k, k)}};
    for (int i = 0; i < 40; i++) {
        const vec3 at = scale3(vec(1, 0.625, -0.375), 3 - i * 0.125);
        carom_pose pose = carom_pose_identity();
        pose.position = store3(at);
        const carom_shape one = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {v3(0, 0, 0), 1}},
                          unit = {.kind = CAROM_SHAPE_AABB,
                                  .as.aabb = {v3(-1, -1, -1), v3(1, 1, 1)}};
        const carom_signed_distance d =
            carom_distance_signed(&one, pose, &unit, carom_pose_identity());
        pose.position = store3(scale3(at, power));
        const carom_signed_distance e = carom_distance_signed(&a, pose, &b, carom_pose_identity());
        assert_true(e.distance == d.distance * k && same_vec(e.normal, d.normal));
        assert_true(e.lower == d.lower * k && e.upper == d.upper * k);
        assert_true(e.gradient_b.rotation.x == d.gradient_b.rotation.x * k);
    }
}

static void powers_of_two_scale(void **state) {
    (void)state;
    check_ball_box(0x1p-20);
    check_ball_box(0x1p20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(differences_agree),
        cmocka_unit_test(courses_cross_zero_once),
        cmocka_unit_test(normals_next_to_contact),
        cmocka_unit_test(powers_of_two_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
