/* What the filter tells of a capsule and a box is never wrong: against the least distance of the
 * axis by dense halving in double, where the surfaces nearly touch, for boxes without thickness,
 * axes along edges and faces and through the box, at every scale and far from the origin. Contact
 * of posed pairs is what those that keep no frames answer. What is not in range is left undecided.
 */
#include "pair/round/capsule_box.h"
#include "common/test_every_common.h"

typedef struct box_case {
    carom_solid_frame box;
    carom_capsule capsule; /* in the common frame */
    double distance;       /* of the axis from the box */
} box_case;

static double distance_at(const box_case *c, double t) {
    const vec3 a = load3(c->capsule.a), at = mad3(a, sub3(load3(c->capsule.b), a), t);
    const vec3 from = sub3(at, c->box.center);
    double square = 0.0;
    for (int k = 0; k < 3; k++) {
        const double over = fabs(dot3(from, c->box.axes[k])) - c->box.side[k];
        square += over > 0.0 ? over * over : 0.0;
    }
    return sqrt(square);
}

/* Along the axis the distance is convex. */
static double axis_distance(const box_case *c) {
    double low = 0.0, high = 1.0, least = fmin(distance_at(c, 0.0), distance_at(c, 1.0));
    for (int i = 0; i < 100; i++) {
        const double s = low + (high - low) / 3.0, t = high - (high - low) / 3.0;
        const double at_s = distance_at(c, s), at_t = distance_at(c, t);
        least = fmin(least, fmin(at_s, at_t));
        *(at_s < at_t ? &high : &low) = at_s < at_t ? t : s;
    }
    return least;
}

static vec3 lattice(double scale, int steps) {
    double at[3];
    for (int i = 0; i < 3; i++)
        at[i] = scale * floor(random_in(-steps, steps + 1));
    return vec(at[0], at[1], at[2]);
}

static void turn_box(carom_solid_frame *box, bool turned) {
    const vec3 x = vec(1, 0, 0), y = vec(0, 1, 0);
    const vec3 first =
        turned ? carom_normalize_or(vec(random_in(-1, 1), random_in(-1, 1), random_in(-1, 1)), x)
               : x;
    const vec3 other = fabs(first.x) < 0.9 ? x : y;
    box->axes[0] = first;
    box->axes[1] = turned ? carom_normalize_or(cross3(first, other), y) : y;
    box->axes[2] = cross3(box->axes[0], box->axes[1]);
}

/* Half-extents are 0 now and then; the capsule lies anywhere, on the lattice of the box or not. */
static box_case make_case(double scale, bool turned, int steps) {
    box_case c;
    double side[3];
    turn_box(&c.box, turned);
    for (int k = 0; k < 3; k++)
        side[k] = random_in(0, 1) < 0.2 ? 0.0 : fabs(lattice(scale, steps).x);
    c.box.half = vec(side[0], side[1], side[2]);
    c.box.center = lattice(scale, steps);
    c.capsule.a = store3(add3(c.box.center, lattice(scale, 2 * steps)));
    c.capsule.b = store3(add3(c.box.center, lattice(scale, 2 * steps)));
    c.distance = axis_distance(&c);
    return c;
}

static bool filtered(const carom_capsule *capsule, const carom_solid_frame *box, bool *touch) {
    const vec3 a = load3(capsule->a);
    const vec3 axis[2] = {sub3(a, box->center), sub3(load3(capsule->b), a)};
    const double radius = (double)capsule->radius;
    double range[2];
    carom_axis_box_range(range, box, axis);
    *touch = range[1] < radius;
    return *touch || range[0] > radius;
}

/* The radius leaves a gap of `gap` times the distance. @return whether it was decided */
static bool assert_not_wrong(box_case *c, double gap) {
    bool touch;
    c->capsule.radius = (carom_real)(c->distance * (1.0 - gap));
    const double radius = (double)c->capsule.radius;
    if (!filtered(&c->capsule, &c->box, &touch)) return false;
    assert_true(touch ? c->distance <= radius * (1 + 1e-12) : c->distance >= radius * (1 - 1e-12));
    return true;
}

static void near_contact(void **state) {
    (void)state;
    const double gaps[] = {0.3, -0.3, 1e-2, -1e-2, 1e-4, -1e-4, 1e-6, -1e-6, 1e-10, -1e-10, 0.0};
    int decided = 0, asked = 0;
    for (int k = 0; k < 6000; k++) {
        const bool on_lattice = k & 1;
        const double scale = k % 7 == 0 ? 0x1p-20 : k % 11 == 0 ? 0x1p20 : 1.0;
        box_case c = make_case(on_lattice ? scale : scale / 4096.0, k & 2, on_lattice ? 3 : 4096);
        for (int g = 0; g < 11; g++) {
            const bool told = assert_not_wrong(&c, gaps[g]);
            decided += g < 4 && c.distance > 0.0 && told;
            asked += g < 4 && c.distance > 0.0;
        }
    }
    assert_true(asked > 8000 && decided > 0.9 * asked);
}

/* Any radius beyond rounding touches a box that the axis passes through. */
static void through_the_box(void **state) {
    (void)state;
    int decided = 0, asked = 0;
    for (int k = 0; k < 4000; k++) {
        box_case c = make_case(1.0 / 64.0, k & 1, 200);
        bool touch;
        if (k & 2) c.capsule.b = store3(sub3(scale3(c.box.center, 2.0), load3(c.capsule.a)));
        if (axis_distance(&c) > 0.0) continue;
        c.capsule.radius = (carom_real)random_in(0.01, 0.2);
        asked++;
        if (!filtered(&c.capsule, &c.box, &touch)) continue;
        assert_true(touch);
        decided++;
    }
    assert_true(asked > 500 && decided > 0.95 * asked);
}

/* Far from the origin all that counts is what lies between them. */
static void far_away(void **state) {
    (void)state;
    for (int k = 0; k < 2000; k++) {
        box_case c = make_case(1.0, false, 4);
        c.box.center.x += 1e6;
        c.capsule.a.x += (carom_real)1e6;
        c.capsule.b.x += (carom_real)1e6;
        assert_not_wrong(&c, k & 1 ? 1e-3 : -1e-3);
    }
}

static void extreme_sizes(void **state) {
    (void)state;
    const double sizes[] = {1e-30, 1e-22, 1e22, 1e30};
    bool touch;
    for (int i = 0; i < 4; i++) {
        const double s = sizes[i];
        carom_solid_frame box = {.center = {0, 0, 3 * s}, .half = {s, s, s}};
        turn_box(&box, false);
        carom_capsule capsule = {v3(-s, 0, 0), v3(s, 0, 0), (carom_real)s};
        if (filtered(&capsule, &box, &touch)) assert_false(touch);
        capsule.radius = (carom_real)(2.5 * s);
        if (filtered(&capsule, &box, &touch)) assert_true(touch);
    }
}

static void not_a_number(void **state) {
    (void)state;
    carom_solid_frame box = {.half = {1, 1, 1}};
    turn_box(&box, false);
    const double wrong[] = {(double)NAN, (double)INFINITY};
    bool touch;
    for (int i = 0; i < 2; i++) {
        carom_capsule capsule = {v3(wrong[i], 0, 0), v3(1, 0, 0), 1};
        assert_false(filtered(&capsule, &box, &touch));
        carom_solid_frame bad = box;
        bad.center.y = wrong[i];
        capsule.a.x = 0;
        assert_false(filtered(&capsule, &bad, &touch));
    }
}

/* ---- posed pairs */

/* Without frames the solvers after the filter answer. */
static void check_posed(const carom_shape *capsule, const carom_shape *box, double reach) {
    const carom_pose pose = pose_every(reach);
    const carom_pose stands = random_in(0, 1) < 0.5 ? carom_pose_identity() : pose_every(1);
    carom_posed_shape a, b;
    assert_true(carom_shape_pose(&a, capsule, pose) && carom_shape_pose(&b, box, stands));
    const bool touch = carom_overlap_posed(&a, &b);
    carom_posed_shape p = a, q = b;
    p.state &= ~POSED_ROUND;
    q.state &= ~POSED_FRAMED;
    assert_true(carom_overlap_posed(&p, &q) == touch);
    assert_true(carom_overlap_posed(&b, &a) == touch);
    assert_true(carom_overlap(capsule, pose, box, stands) == touch);
    carom_pair_cache cache = {0};
    assert_true(carom_overlap_posed_cached(&a, &b, &cache) == touch);
    const carom_closest_any near = carom_closest_posed(&a, &b);
    assert_true(touch == (near.distance == 0));
}

static void posed_pairs(void **state) {
    (void)state;
    for (int k = 0; k < 20000; k++) {
        const double thick = k % 5 == 0 ? 0.0 : random_in(0, 1);
        const carom_vec3 half = v3(random_in(0, 1), thick, random_in(0, 1));
        const carom_shape box =
            carom_shape_aabb(v3(-(double)half.x, -(double)half.y, -(double)half.z), half);
        const double length = random_in(0, 2), radius = random_in(0, 0.5);
        const carom_shape capsule =
            carom_shape_capsule(v3(0, 0, -length), v3(0, 0, length), (carom_real)radius);
        check_posed(&capsule, &box, 2.0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(near_contact), cmocka_unit_test(through_the_box),
        cmocka_unit_test(far_away),     cmocka_unit_test(extreme_sizes),
        cmocka_unit_test(not_a_number), cmocka_unit_test(posed_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
