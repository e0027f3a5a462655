/* Turning planes, half-spaces, rays and lines: known times, dense sampling along the path, contact
 * at once, motions without turns, swapping, bad input. */
#include "carom/penetration.h"
#include "carom/toi.h"
#include "convex/toi.h"
#include "pair/pose/convex_view.h"
#include "common/test_convex_deep.h"
#include "convex/distance/distance.h"
#include "convex/support/support.h"

#define PI 3.14159265358979323846

static carom_vec3 at3(double x, double y, double z) {
    return (carom_vec3){(carom_real)x, (carom_real)y, (carom_real)z};
}

static const carom_shape ground = {.kind = CAROM_SHAPE_PLANE, .as.plane = {{0, 0, 2}, 0}};
static const carom_shape earth = {.kind = CAROM_SHAPE_HALFSPACE, .as.halfspace = {{0, 0, 2}, 0}};

static carom_turning_shape standing(const carom_shape *shape) {
    return (carom_turning_shape){.shape = shape};
}

/* Never late, early by little; the same when asked the other way round. */
static carom_toi_hit expect_hit(const carom_turning_shape *a, const carom_turning_shape *b,
                                double expected) {
    carom_toi_hit hit = carom_toi(a, b, 0), turned = carom_toi(b, a, 0);
    assert_true(hit.hit && turned.hit && !hit.initial_overlap);
    assert_true((double)hit.fraction <= expected * (1 + 1e-15));
    assert_true((double)hit.fraction > expected - 1e-6);
    assert_true((double)hit.fraction_upper >= expected - 1e-7);
    assert_true(hit.fraction == turned.fraction && hit.fraction_upper == turned.fraction_upper);
    assert_true(hit.normal.x == -turned.normal.x && hit.normal.y == -turned.normal.y &&
                hit.normal.z == -turned.normal.z);
    assert_true(fabs(len2(load3(hit.normal)) - 1.0) < 1e-6);
    return hit;
}

/* A bar at height 1 turns down about its end; the ground turns up about its edge to a ball. */
static void planes_and_bars(void **state) {
    (void)state;
    carom_shape bar = {.kind = CAROM_SHAPE_SEGMENT, .as.segment = {{0, 0, 1}, {2, 0, 1}}};
    carom_turning_shape a = standing(&bar), b = standing(&ground);
    a.turns = 1;
    a.axis = at3(0, 1, 0);
    a.pivot = at3(0, 0, 1);
    carom_toi_hit hit = expect_hit(&a, &b, 1.0 / 12.0);
    assert_true(hit.certain && hit.normal.z < 0);
    assert_true(fabs((double)hit.point.x - sqrt(3.0)) < 1e-4 && fabs((double)hit.point.z) < 1e-4);
    b.shape = &earth;
    assert_true(expect_hit(&a, &b, 1.0 / 12.0).certain);
    a.turns = 3; /* thrice as fast */
    expect_hit(&a, &b, 1.0 / 36.0);
    a.turns = 1;
    bar.as.segment.a.z = bar.as.segment.b.z = 3; /* too high */
    a.pivot = at3(0, 0, 3);
    assert_false(carom_toi(&a, &b, 0).hit);
    assert_false(carom_toi(&b, &a, 0).hit);

    carom_shape ball = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {{0, 2, 1}, (carom_real)0.5}};
    carom_turning_shape c = standing(&ball);
    b.turns = 1;
    b.axis = at3(1, 0, 0);
    double angle = acos(0.5 / sqrt(5.0)) - atan2(2.0, 1.0);
    hit = expect_hit(&b, &c, angle / (2 * PI));
    assert_true(hit.certain);
    /* far from the origin, and about a point far from the ball */
    carom_vec3 far = at3(4096, -4096, 2048);
    b.start.position = b.end.position = c.start.position = c.end.position = far;
    expect_hit(&b, &c, angle / (2 * PI));
}

static void rays_and_balls(void **state) {
    (void)state;
    for (int i = 0; i < 100; i++) {
        double at = deep_between(0.1, 0.8), away = deep_between(1, 9), radius = 0.25;
        carom_shape ball = {.kind = CAROM_SHAPE_SPHERE};
        ball.as.sphere.center = at3(away * cos(2 * PI * at), away * sin(2 * PI * at), 0);
        ball.as.sphere.radius = (carom_real)radius;
        const carom_sphere *s = &ball.as.sphere; /* as it was stored */
        at = carom_turn_angle((double)s->center.y, (double)s->center.x);
        if (at < 0.0) at += 1.0;
        away = carom_length(load3(s->center));
        carom_shape ray = {.kind = CAROM_SHAPE_RAY,
                           .as.ray = {{0, 0, 0}, {3, 0, 0}, 0, (carom_real)INFINITY}};
        carom_turning_shape a = standing(&ray), b = standing(&ball);
        a.turns = 1;
        a.axis = at3(0, 0, 1);
        double expected = at - asin(radius / away) / (2 * PI);
        assert_true(expect_hit(&a, &b, expected).certain);
        ray.as.ray.t_max = (carom_real)(away / 3 + 1); /* ends beyond the ball */
        expect_hit(&a, &b, expected);
        ray.as.ray.t_max = (carom_real)((away - 0.5) / 3); /* before it */
        assert_false(carom_toi(&a, &b, 0).hit);
        carom_shape line = {.kind = CAROM_SHAPE_LINE, .as.line = {{0, 0, 0}, {3, 0, 0}}};
        a.shape = &line;
        double half = expected < 0.5 ? expected : expected - 0.5;
        bool apart = fabs((double)s->center.y) > radius + 0.01;
        if (apart && half > 0.0) expect_hit(&a, &b, half);
        ray.as.ray = (carom_ray){{0, 0, 0}, {-3, 0, 0}, -(carom_real)INFINITY, 0};
        a.shape = &ray; /* the same ray, told backwards */
        expect_hit(&a, &b, expected);
    }
}

/* Parallel to a plane until they turn: then they meet it somewhere at once. */
static void endless_pairs(void **state) {
    (void)state;
    carom_shape line = {.kind = CAROM_SHAPE_LINE, .as.line = {{0, 0, 1}, {1, 0, 0}}};
    carom_shape ray = {.kind = CAROM_SHAPE_RAY,
                       .as.ray = {{0, 0, 1}, {0, 0, 1}, 0, (carom_real)INFINITY}};
    carom_shape ceiling = {.kind = CAROM_SHAPE_HALFSPACE, .as.halfspace = {{0, 0, -1}, -4}};
    carom_turning_shape a = standing(&line), b = standing(&ground), c = standing(&ceiling);
    assert_false(carom_toi(&a, &b, 0).hit);
    a.turns = 1;
    a.axis = at3(0, 0, 1); /* stays parallel */
    assert_false(carom_toi(&a, &b, 0).hit);
    a.end.position = at3(0, 0, -4); /* and sinks to it */
    expect_hit(&a, &b, 0.25);
    a.end.position = at3(0, 0, 0);
    a.axis = at3(1, 0, 0); /* about itself: its pivot is a unit below */
    expect_hit(&a, &b, 0.25);
    a.axis = at3(0, 1, 0);
    carom_toi_hit hit = carom_toi(&a, &b, 0);
    assert_true(hit.hit && !hit.initial_overlap && hit.fraction == 0 && hit.fraction_upper < 1e-6);
    /* planes */
    assert_false(carom_toi(&b, &c, 0).hit);
    c.end.position = at3(0, 0, -8);
    expect_hit(&b, &c, 0.5);
    c.end.position = at3(0, 0, 0);
    c.turns = 1;
    c.axis = at3(0, 1, 0);
    assert_true(carom_toi(&b, &c, 0).hit && carom_toi(&c, &b, 0).fraction == 0);
    b.turns = 1;
    b.axis = at3(0, 1, 0); /* both turn as one */
    assert_false(carom_toi(&b, &c, 0).hit);
    b.turns = 0;
    /* a ray straight up leans until it is level */
    a = standing(&ray);
    a.turns = 1;
    a.axis = at3(0, 1, 0);
    a.pivot = at3(0, 0, 1);
    expect_hit(&a, &b, 0.25);
    /* paths against each other */
    carom_shape mast = {.kind = CAROM_SHAPE_LINE, .as.line = {{3, 3, 0}, {0, 0, 1}}};
    carom_shape hand = {.kind = CAROM_SHAPE_RAY,
                        .as.ray = {{0, 0, 0}, {1, 0, 0}, 0, (carom_real)INFINITY}};
    a = standing(&hand);
    b = standing(&mast);
    a.turns = 1;
    a.axis = at3(0, 0, 1);
    expect_hit(&a, &b, 0.125);
    a.turns = 0;
    a.end.position = at3(0, 6, 0); /* a sweep */
    expect_hit(&a, &b, 0.5);
    b.shape = &hand;
    hit = carom_toi(&a, &b, 0);
    assert_true(hit.hit && hit.initial_overlap && hit.fraction == 0);
}

static void random_solid(carom_shape *out, int i) {
    static const carom_shape_kind kinds[] = {
        CAROM_SHAPE_POINT,    CAROM_SHAPE_SEGMENT,  CAROM_SHAPE_SPHERE, CAROM_SHAPE_CAPSULE,
        CAROM_SHAPE_TRIANGLE, CAROM_SHAPE_CYLINDER, CAROM_SHAPE_CONE,   CAROM_SHAPE_TETRAHEDRON};
    *out = (carom_shape){.kind = kinds[i % 8]};
    carom_vec3 v[4];
    for (int k = 0; k < 4; k++)
        v[k] = store3(deep_cube(1.0));
    carom_real radius = (carom_real)deep_between(0.1, 0.6);
    switch (out->kind) {
    case CAROM_SHAPE_POINT: out->as.point = v[0]; break;
    case CAROM_SHAPE_SEGMENT: out->as.segment = (carom_segment){v[0], v[1]}; break;
    case CAROM_SHAPE_SPHERE: out->as.sphere = (carom_sphere){v[0], radius}; break;
    case CAROM_SHAPE_CAPSULE: out->as.capsule = (carom_capsule){v[0], v[1], radius}; break;
    case CAROM_SHAPE_TRIANGLE: out->as.triangle = (carom_triangle){{v[0], v[1], v[2]}}; break;
    case CAROM_SHAPE_CYLINDER: out->as.cylinder = (carom_cylinder){v[0], v[1], radius}; break;
    case CAROM_SHAPE_CONE: out->as.cone = (carom_cone){v[0], v[1], radius}; break;
    default: out->as.tetrahedron = (carom_tetrahedron){{v[0], v[1], v[2], v[3]}}; break;
    }
}

static void random_endless(carom_shape *out, int i) {
    carom_vec3 o = store3(deep_cube(1.0)), d = store3(deep_direction());
    carom_real height = (carom_real)deep_between(-1, 1);
    switch (i % 4) {
    case 0: *out = (carom_shape){.kind = CAROM_SHAPE_PLANE, .as.plane = {d, height}}; break;
    case 1: *out = (carom_shape){.kind = CAROM_SHAPE_HALFSPACE, .as.halfspace = {d, height}}; break;
    case 2:
        *out = (carom_shape){.kind = CAROM_SHAPE_RAY, .as.ray = {o, d, 0, (carom_real)INFINITY}};
        break;
    default: *out = (carom_shape){.kind = CAROM_SHAPE_LINE, .as.line = {o, d}}; break;
    }
}

static rigid_pose pose_numbers(carom_pose p) {
    return (rigid_pose){load3(p.position), (double)p.rotation.x, (double)p.rotation.y,
                        (double)p.rotation.z, (double)p.rotation.w};
}

static rigid_frame frame_at(const carom_turning_shape *s, double t) {
    rigid_motion_def r = {pose_numbers(s->start), pose_numbers(s->end), load3(s->pivot),
                          load3(s->axis), (double)s->turns};
    rigid_motion path;
    assert_true(carom_rigid_motion(&path, &r));
    return carom_rigid_motion_at(&path, t);
}

/* Their distance at a time, from the definitions: a path is a stretch that is long enough.
 * `certainly`: at least. */
static double distance_at(const carom_turning_shape *endless, const carom_turning_shape *solid,
                          double t, bool certainly) {
    vec3 buffer[CONVEX_POINTS_LIMIT];
    convex_view view = {.buffer = buffer};
    convex_posed posed;
    assert_true(carom_convex_view(&view, solid->shape));
    rigid_frame f = frame_at(solid, t), g = frame_at(endless, t);
    carom_convex_pose(&posed, &view.shape, &f);
    const carom_shape *e = endless->shape;
    if (e->kind == CAROM_SHAPE_RAY || e->kind == CAROM_SHAPE_LINE) {
        bool ray = e->kind == CAROM_SHAPE_RAY;
        vec3 o = load3(ray ? e->as.ray.origin : e->as.line.origin);
        vec3 d = load3(ray ? e->as.ray.direction : e->as.line.direction);
        vec3 ends[2] = {rigid_transform(&g, mad3(o, d, ray ? 0 : -100)),
                        rigid_transform(&g, mad3(o, d, 100))};
        convex_shape path = deep_points(ends, 2, 0.0);
        convex_distance found = carom_convex_distance(&path, &posed.shape, NULL);
        return certainly ? found.lower_bound : found.distance;
    }
    bool half = e->kind == CAROM_SHAPE_HALFSPACE;
    vec3 normal = load3(half ? e->as.halfspace.normal : e->as.plane.normal);
    double length = carom_length(normal);
    double offset = (double)(half ? e->as.halfspace.offset : e->as.plane.offset) / length;
    vec3 n = rigid_rotate(&g, scale3(normal, 1.0 / length));
    int hint = 0;
    double r = posed.shape.radius, base = offset + dot3(n, g.origin);
    double low = dot3(n, carom_convex_support(&posed.shape, neg3(n), &hint)) - r - base;
    double high = dot3(n, carom_convex_support(&posed.shape, n, &hint)) + r - base;
    return half ? max2(low, 0.0) : max2(max2(low, -high), 0.0);
}

static double gap_at(const carom_turning_shape *endless, const carom_turning_shape *solid,
                     double t) {
    return distance_at(endless, solid, t, false);
}

static carom_pose random_carom_pose(double spread) {
    vec3 v = deep_cube(1.0);
    double w = deep_between(-1, 1), unit = 1.0 / sqrt(len2(v) + w * w);
    carom_quat q = {(carom_real)(v.x * unit), (carom_real)(v.y * unit), (carom_real)(v.z * unit),
                    (carom_real)(w * unit)};
    return (carom_pose){store3(deep_cube(spread)), q};
}

static void against_samples(void **state) {
    (void)state;
    int hits = 0, missed = 0;
    for (int i = 0; i < 800; i++) {
        carom_shape solid, endless;
        random_solid(&solid, i);
        random_endless(&endless, i / 8);
        carom_turning_shape a = standing(&endless), b = standing(&solid);
        a.start = random_carom_pose(i % 3 ? 2.0 : 0.1);
        a.end = i % 5 ? random_carom_pose(2.0) : a.start;
        b.start = random_carom_pose(3.0);
        b.end = random_carom_pose(3.0);
        if (i % 2) a.pivot = store3(deep_cube(1.0));
        if (i % 3 == 0) a.turns = i % 7 - 3;
        if (i % 4 == 0) b.turns = i % 5 - 2;
        double tolerance = i % 2 ? 1e-3 : 1e-5;
        carom_toi_hit hit = carom_toi(&a, &b, (carom_real)tolerance);
        carom_toi_hit turned = carom_toi(&b, &a, (carom_real)tolerance);
        assert_true(hit.hit == turned.hit && hit.fraction == turned.fraction);
        for (int k = 0; k <= 200; k++) {
            double t = k / 200.0;
            if (hit.hit && t >= (double)hit.fraction) break;
            if (!(gap_at(&a, &b, t) > 0.0))
                fail_msg("case %d, kinds %d %d: in contact at %g", i, (int)endless.kind,
                         (int)solid.kind, t);
        }
        missed += !hit.hit;
        if (!hit.hit) continue;
        hits += hit.fraction > 0;
        assert_true(hit.certainty != CAROM_LIMIT);
        double near = gap_at(&a, &b, (double)hit.fraction);
        assert_true(near <= tolerance * 1.01 + 400.0 * (double)CAROM_REAL_EPSILON);
        if (hit.initial_overlap) assert_true(hit.fraction == 0 && near == 0.0);
        if (hit.certain)
            assert_true(distance_at(&a, &b, (double)hit.fraction_upper, true) <=
                        400.0 * (double)CAROM_REAL_EPSILON);
    }
    assert_true(hits > 100 && missed > 50);
}

static void bad_input(void **state) {
    (void)state;
    carom_shape ball = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {{0, 0, 3}, 1}};
    carom_shape shapes[] = {ground,
                            earth,
                            {.kind = CAROM_SHAPE_LINE, .as.line = {{0, 0, 0}, {1, 0, 0}}},
                            {.kind = CAROM_SHAPE_RAY, .as.ray = {{0, 0, 0}, {1, 0, 0}, 0, 1}}};
    const double bad[] = {NAN, INFINITY};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++) {
            carom_turning_shape a = standing(&shapes[i]), b = standing(&ball);
            carom_turning_shape c = standing(&shapes[k]);
            a.turns = 1;
            for (int v = 0; v < 2; v++) {
                a.end.position.y = (carom_real)bad[v];
                assert_false(carom_toi(&a, &b, 0).hit);
                assert_false(carom_toi(&b, &a, 0).hit);
                assert_false(carom_toi(&a, &c, 0).hit);
                assert_false(carom_toi(&c, &a, 0).hit);
            }
            a.end.position.y = 0;
            carom_shape flat = shapes[i];
            flat.as.line.origin = flat.as.line.direction = at3(0, 0, 0); /* normal or direction */
            a.shape = &flat;
            assert_false(carom_toi(&a, &b, 0).hit);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(planes_and_bars), cmocka_unit_test(rays_and_balls),
        cmocka_unit_test(endless_pairs),   cmocka_unit_test(against_samples),
        cmocka_unit_test(bad_input),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
