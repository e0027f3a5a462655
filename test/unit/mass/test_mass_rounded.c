/* Mass of rounded cores: rounded boxes, capsules, balls and Steiner's formula exactly; everything
 * else by rays from the middle, whose error falls as their number grows; and what must hold when a
 * shape moves and grows. */
#include "carom/construct.h"
#include "common/test_kinds_common.h"

#define TURN 6.283185307179586

static carom_mass mass_of(const carom_shape *core, double radius) {
    carom_mass out;
    const carom_shape whole = carom_shape_rounded(core, (carom_real)radius);
    assert_int_equal(carom_mass_shape(&out, &whole, 1), CAROM_OK);
    return out;
}

static double largest_of(const carom_mass *m) {
    return fmax(fmax(m->inertia[0], m->inertia[1]), m->inertia[2]);
}

static void assert_alike(const carom_mass *a, const carom_mass *b, double tolerance) {
    const double size = sqrt(largest_of(b) / b->mass);
    assert_about(a->volume, b->volume, tolerance * b->volume);
    assert_about(a->center.x, b->center.x, tolerance * size);
    assert_about(a->center.y, b->center.y, tolerance * size);
    assert_about(a->center.z, b->center.z, tolerance * size);
    for (int i = 0; i < 6; i++)
        assert_about(a->inertia[i], b->inertia[i], tolerance * largest_of(b));
}

static carom_hull *hull_of(const carom_vec3 *points, int count) {
    const carom_hull_def def = {.points = points, .point_count = (size_t)count};
    carom_hull *hull = NULL;
    assert_int_equal(carom_hull_create(&hull, &def), CAROM_OK);
    return hull;
}

static carom_shape shape_of_hull(const carom_hull *hull) {
    return (carom_shape){.kind = CAROM_SHAPE_HULL, .as.hull = {hull, carom_pose_identity()}};
}

/* ---- exact cases */

static void boxes_as_hulls(void **state) {
    (void)state;
    volume_seed = 2001;
    for (int round = 0; round < 200; round++) {
        const double x = random_in(0.01, 3), y = random_in(0.01, 3), z = random_in(0.01, 3);
        const double away = round % 2 ? 16 : 0, radius = random_in(0.001, 4);
        const carom_shape box = {.kind = CAROM_SHAPE_AABB,
                                 .as.aabb = aabb(away - x, -y, away - z, away + x, y, away + z)};
        const carom_aabb b = box.as.aabb;
        carom_vec3 corners[8];
        for (int i = 0; i < 8; i++)
            corners[i] = (carom_vec3){i & 1 ? b.max.x : b.min.x, i & 2 ? b.max.y : b.min.y,
                                      i & 4 ? b.max.z : b.min.z};
        carom_hull *hull = hull_of(corners, 8);
        const carom_shape s = shape_of_hull(hull);
        const carom_mass found = mass_of(&s, radius), expected = mass_of(&box, radius);
        assert_alike(&found, &expected, 1e-14);
        assert_true(fabs(found.volume - expected.volume) <=
                    found.volume_error + expected.volume_error);
        assert_true(found.volume_error < 1e-12 * found.volume);
        carom_hull_destroy(hull);
    }
}

/* Points on a line, and one point, in every kind that has corners. */
static void flat_cores_without_area(void **state) {
    (void)state;
    const carom_vec3 a = v3(-1, 2, 3), b = v3(3, 0, 1), m = v3(1, 1, 2);
    const carom_shape segment = {.kind = CAROM_SHAPE_SEGMENT, .as.segment = {a, b}};
    const carom_shape point = {.kind = CAROM_SHAPE_POINT, .as.point = a};
    const carom_vec3 line[4] = {a, m, b, m}, dots[4] = {a, a, a, a};
    for (int k = 0; k < 2; k++) {
        const carom_vec3 *v = k ? dots : line;
        const carom_mass expected = mass_of(k ? &point : &segment, 0.75);
        carom_hull *hull = hull_of(v, 4);
        const carom_shape cores[4] = {
            {.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = {{v[0], v[1], v[2]}}},
            {.kind = CAROM_SHAPE_TETRAHEDRON, .as.tetrahedron = {{v[0], v[1], v[2], v[3]}}},
            {.kind = CAROM_SHAPE_POLYGON, .as.polygon = {v, 4}},
            shape_of_hull(hull)};
        for (int i = 0; i < 4; i++) {
            const carom_mass found = mass_of(&cores[i], 0.75);
            assert_alike(&found, &expected, 1e-15);
        }
        carom_hull_destroy(hull);
    }
    const carom_shape pipe = {.kind = CAROM_SHAPE_CYLINDER, .as.cylinder = {a, b, 0}};
    const carom_shape spike = {.kind = CAROM_SHAPE_CONE, .as.cone = {a, b, 0}};
    const carom_mass expected = mass_of(&segment, 0.75);
    carom_mass found = mass_of(&pipe, 0.75);
    assert_alike(&found, &expected, 1e-14);
    found = mass_of(&spike, 0.75);
    assert_alike(&found, &expected, 1e-14);
}

/* A regular tetrahedron of edge sqrt 8, its four corners in every order: Steiner's polynomial, and
 * an inertia that is the same about every axis. */
static void tetrahedra_by_steiner(void **state) {
    (void)state;
    const carom_vec3 v[4] = {v3(1, 1, 1), v3(1, -1, -1), v3(-1, 1, -1), v3(-1, -1, 1)};
    const double edge = sqrt(8), r = 0.5;
    const double expected = 8.0 / 3 + sqrt(3) * edge * edge * r +
                            0.5 * r * r * 6 * edge * (TURN / 2 - acos(1.0 / 3)) +
                            TURN * 2 / 3 * r * r * r;
    for (int i = 0; i < 24; i++) {
        int at[4] = {i / 6, 0, 0, 0}, left[3], count = 0;
        for (int k = 0; k < 4; k++)
            if (k != at[0]) left[count++] = k;
        at[1] = left[i % 6 / 2];
        left[i % 6 / 2] = left[2];
        at[2] = left[i % 2];
        at[3] = left[1 - i % 2];
        carom_shape t = {.kind = CAROM_SHAPE_TETRAHEDRON};
        for (int k = 0; k < 4; k++)
            t.as.tetrahedron.v[k] = v[at[k]];
        const carom_mass found = mass_of(&t, r);
        assert_about(found.volume, expected, 1e-14 * expected);
        assert_about(found.inertia[1], found.inertia[0], 1e-14 * found.inertia[0]);
        assert_about(found.inertia[2], found.inertia[0], 1e-14 * found.inertia[0]);
        for (int k = 3; k < 6; k++)
            assert_about(found.inertia[k], 0, 1e-14 * found.inertia[0]);
    }
    /* a square as polygon, either way round, and as a flat box */
    const carom_vec3 square[4] = {v3(-1, -2, 3), v3(3, -2, 3), v3(3, 2, 3), v3(-1, 2, 3)};
    const carom_vec3 back[4] = {square[3], square[2], square[1], square[0]};
    const carom_shape box = {.kind = CAROM_SHAPE_AABB, .as.aabb = aabb(-1, -2, 3, 3, 2, 3)};
    const carom_mass flat = mass_of(&box, 0.25);
    for (int k = 0; k < 2; k++) {
        const carom_shape s = {.kind = CAROM_SHAPE_POLYGON, .as.polygon = {k ? back : square, 4}};
        const carom_mass found = mass_of(&s, 0.25);
        assert_alike(&found, &flat, 1e-14);
    }
    const carom_shape disk = {.kind = CAROM_SHAPE_CYLINDER,
                              .as.cylinder = {v3(1, 2, 3), v3(1, 2, 3), 2}};
    const carom_mass pill = mass_of(&disk, 0.5); /* by Pappus */
    assert_about(pill.volume, TURN / 2 * 4 + TURN * (2 * TURN / 4 * 0.25 + 2.0 / 3 * 0.125), 1e-13);
    assert_true(pill.center.z == 3 && pill.inertia[2] > pill.inertia[0] && pill.inertia[5] == 0);
}

static carom_shape ellipsoid_of(double x, double y, double z) {
    return (carom_shape){
        .kind = CAROM_SHAPE_ELLIPSOID,
        .as.ellipsoid = {v3(1, -2, 3), {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)}, v3(x, y, z)}};
}

/* Balls, needles, disks and points have closed forms; that with radii 1, 2, 3 grown by 1/2 was
 * integrated over its normals in 25 digits. */
static void ellipsoids_exactly(void **state) {
    (void)state;
    const carom_vec3 at = v3(1, -2, 3);
    const carom_shape point = {.kind = CAROM_SHAPE_POINT, .as.point = at};
    const carom_shape needle = {.kind = CAROM_SHAPE_SEGMENT,
                                .as.segment = {v3(1, -5, 3), v3(1, 1, 3)}};
    const carom_shape disk = {.kind = CAROM_SHAPE_CYLINDER, .as.cylinder = {at, at, 2}};
    const double radii[3] = {ldexp(1, -20), 0.5, ldexp(1, 20)};
    for (int i = 0; i < 3; i++) {
        const carom_shape cores[4] = {ellipsoid_of(2, 2, 2), ellipsoid_of(0, 0, 0),
                                      ellipsoid_of(0, 3, 0), ellipsoid_of(2, 2, 0)};
        const carom_mass ball = mass_of(&cores[0], radii[i]);
        const carom_mass grown = mass_of(&point, 2 + radii[i]);
        assert_alike(&ball, &grown, 1e-14);
        const carom_mass expected[3] = {mass_of(&point, radii[i]), mass_of(&needle, radii[i]),
                                        mass_of(&disk, radii[i])};
        for (int k = 0; k < 3; k++) {
            const carom_mass found = mass_of(&cores[1 + k], radii[i]);
            assert_alike(&found, &expected[k], 1e-14);
            assert_true(fabs(found.volume - expected[k].volume) <=
                        found.volume_error + expected[k].volume_error);
        }
    }
    const int order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    const double second[3] = {26.26065213203366229, 71.46142537433525140, 142.4389367413412011};
    for (int i = 0; i < 6; i++) {
        const int *o = order[i];
        for (int power = -30; power <= 30; power += 30) {
            const double by = ldexp(1, power), square = by * by;
            const carom_shape core =
                ellipsoid_of(by * (o[0] + 1), by * (o[1] + 1), by * (o[2] + 1));
            const carom_mass found = mass_of(&core, 0.5 * by);
            const double volume = found.volume / (square * by);
            assert_about(volume, 56.698627502605130141, 5e-14);
            assert_true(fabs(volume - 56.698627502605130141) * (square * by) <= found.volume_error);
            for (int k = 0; k < 3; k++) {
                const double wanted = second[o[(k + 1) % 3]] + second[o[(k + 2) % 3]];
                assert_about(found.inertia[k] / (square * square * by), wanted, 2e-13);
                assert_true(found.inertia[3 + k] == 0);
            }
        }
    }
}

/* ---- by rays */

/* Moments of a solid that is seen whole from `from`, by the distance of its surface along 2 n^2
 * directions. */
static carom_mass mass_by_rays(const carom_shape *shape, carom_vec3 from, int n) {
    double volume = 0, first[3] = {0}, second[3][3] = {{0}};
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2 * n; k++) {
            const double z = (2 * i + 1.0) / n - 1, ring = sqrt(1 - z * z);
            const double angle = TURN * (k + 0.5) / (2 * n);
            const double u[3] = {ring * cos(angle), ring * sin(angle), z};
            const carom_shape ray = {.kind = CAROM_SHAPE_RAY,
                                     .as.ray = {from, v3(u[0], u[1], u[2]), 0, CAROM_REAL_MAX}};
            const carom_ray_hit hit =
                carom_raycast(&ray, carom_pose_identity(), shape, carom_pose_identity());
            assert_true(hit.hit && hit.started_inside);
            const double t = (double)hit.t_exit, weight = TURN / (n * n);
            volume += weight * t * t * t / 3;
            for (int r = 0; r < 3; r++) {
                first[r] += weight * t * t * t * t / 4 * u[r];
                for (int c = 0; c < 3; c++)
                    second[r][c] += weight * t * t * t * t * t / 5 * u[r] * u[c];
            }
        }
    carom_mass out = {.mass = volume, .volume = volume};
    const double at[3] = {first[0] / volume, first[1] / volume, first[2] / volume};
    out.center =
        (carom_double3){(double)from.x + at[0], (double)from.y + at[1], (double)from.z + at[2]};
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            second[r][c] -= volume * at[r] * at[c];
    out.inertia[0] = second[1][1] + second[2][2];
    out.inertia[1] = second[2][2] + second[0][0];
    out.inertia[2] = second[0][0] + second[1][1];
    out.inertia[3] = -second[1][2];
    out.inertia[4] = -second[0][2];
    out.inertia[5] = -second[0][1];
    return out;
}

static double worst_of(const carom_mass *a, const carom_mass *b) {
    const double size = sqrt(largest_of(b) / b->mass);
    double worst = fabs(a->volume - b->volume) / b->volume;
    worst = fmax(worst, fabs(a->center.x - b->center.x) / size);
    worst = fmax(worst, fabs(a->center.y - b->center.y) / size);
    worst = fmax(worst, fabs(a->center.z - b->center.z) / size);
    for (int i = 0; i < 6; i++)
        worst = fmax(worst, fabs(a->inertia[i] - b->inertia[i]) / largest_of(b));
    return worst;
}

static void every_core_by_rays(void **state) {
    (void)state;
    volume_seed = 2002;
    carom_real low[CAROM_KDOP_LIMIT], high[CAROM_KDOP_LIMIT];
    carom_kdop_slabs slabs = {NULL, low, high, 0};
    slabs.normals = carom_kdop_normals(14, &slabs.count);
    for (int round = 0; round < 32; round++) {
        carom_vec3 v[12];
        for (int i = 0; i < 12; i++)
            v[i] = random_vec(1);
        carom_hull *hull = hull_of(v, 12);
        const carom_vec3 u = random_vec(1), w = random_vec(1);
        const carom_vec3 quad[4] = {
            v[0], v3((double)(v[0].x + u.x), (double)(v[0].y + u.y), (double)(v[0].z + u.z)),
            v3((double)(v[0].x + u.x + w.x), (double)(v[0].y + u.y + w.y),
               (double)(v[0].z + u.z + w.z)),
            v3((double)(v[0].x + w.x), (double)(v[0].y + w.y), (double)(v[0].z + w.z))};
        const carom_shape cores[8] = {
            {.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = {{v[0], v[1], v[2]}}},
            {.kind = CAROM_SHAPE_TETRAHEDRON, .as.tetrahedron = {{v[0], v[1], v[2], v[3]}}},
            {.kind = CAROM_SHAPE_POLYGON, .as.polygon = {quad, 4}},
            shape_of_hull(hull),
            {.kind = CAROM_SHAPE_KDOP, .as.kdop = carom_fit_kdop_points(&slabs, v, 6)},
            {.kind = CAROM_SHAPE_CYLINDER, .as.cylinder = {v[0], v[1], (carom_real)0.5}},
            {.kind = CAROM_SHAPE_CONE, .as.cone = {v[0], v[1], (carom_real)0.75}},
            ellipsoid_of(fabs((double)u.x), fabs((double)u.y), fabs((double)u.z))};
        const double radius = random_in(0.3, 0.8);
        const carom_shape whole = carom_shape_rounded(&cores[round % 8], (carom_real)radius);
        const carom_mass found = mass_of(&cores[round % 8], (double)whole.as.rounded.radius);
        const carom_vec3 from = v3(found.center.x, found.center.y, found.center.z);
        const carom_mass coarse = mass_by_rays(&whole, from, 24);
        const carom_mass fine = mass_by_rays(&whole, from, 96);
        /* a quarter of the steps: a sixteenth of the error, in flat cores somewhat more */
        assert_true(worst_of(&coarse, &found) < 6e-2 && worst_of(&fine, &found) < 4e-3);
        carom_hull_destroy(hull);
    }
}

/* ---- invariants */

static void moved_grown_and_hardly_rounded(void **state) {
    (void)state;
    volume_seed = 2003;
    for (int round = 0; round < 100; round++) {
        carom_vec3 v[12], by[12];
        const double power = ldexp(1, (int)random_lattice(20)), radius = random_in(0.1, 1);
        for (int i = 0; i < 12; i++) {
            v[i] = random_vec(1);
            by[i] = v3(power * (double)v[i].x, power * (double)v[i].y, power * (double)v[i].z);
        }
        carom_hull *hull = hull_of(v, 12), *large = hull_of(by, 12);
        const carom_shape s = shape_of_hull(hull), l = shape_of_hull(large);
        const double r = (double)(carom_real)radius;
        const carom_mass at = mass_of(&s, r), grown = mass_of(&l, power * r);
        assert_true(grown.volume == at.volume * power * power * power);
        assert_true(grown.center.y == at.center.y * power);
        for (int i = 0; i < 6; i++)
            assert_true(grown.inertia[i] == at.inertia[i] * power * power * power * power * power);
        carom_shape posed = carom_shape_rounded(&s, (carom_real)radius);
        posed.as.rounded.pose = (carom_pose){v3(1, 2, 3), {0, 0, (carom_real)0.6, (carom_real)0.8}};
        carom_mass found;
        assert_int_equal(carom_mass_shape(&found, &posed, 1), CAROM_OK);
        const carom_mass moved = carom_mass_transform(&at, posed.as.rounded.pose);
        assert_alike(&found, &moved, 1e-15);
        carom_mass core;
        assert_int_equal(carom_mass_shape(&core, &s, 1), CAROM_OK);
        const carom_mass hardly = mass_of(&s, ldexp(1, -40));
        assert_alike(&hardly, &core, 1e-10);
        assert_true(hardly.volume > core.volume);
        carom_hull_destroy(hull);
        carom_hull_destroy(large);
    }
}

static void what_has_no_moments(void **state) {
    (void)state;
    carom_vec3 ring[61];
    for (int i = 0; i < 61; i++)
        ring[i] = v3(cos(TURN * i / 61), sin(TURN * i / 61), 0);
    const carom_shape fine = {.kind = CAROM_SHAPE_POLYGON, .as.polygon = {ring, 61}};
    const carom_shape whole = carom_shape_rounded(&fine, 1);
    carom_mass none = {.mass = -1};
    assert_int_equal(carom_mass_shape(&none, &whole, 1), CAROM_ERROR_ARGUMENT);
    assert_true(none.mass == -1);
    const carom_shape disk = {.kind = CAROM_SHAPE_POLYGON, .as.polygon = {ring, 60}};
    const carom_mass found = mass_of(&disk, 1);
    assert_true(found.volume > TURN / 2 * 2 && found.volume < TURN / 2 * 8 * 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_as_hulls),        cmocka_unit_test(flat_cores_without_area),
        cmocka_unit_test(tetrahedra_by_steiner), cmocka_unit_test(ellipsoids_exactly),
        cmocka_unit_test(every_core_by_rays),    cmocka_unit_test(moved_grown_and_hardly_rounded),
        cmocka_unit_test(what_has_no_moments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
