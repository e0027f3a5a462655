/* Mass, centre and inertia: tetrahedra and meshes by integers, solids of revolution by quadrature
 * that is exact for their polynomials, and what must hold when shapes move, grow and are cut. */
#include "common/test_kinds_common.h"
#include "common/test_mesh_common.h"

static carom_mass mass_of(const carom_shape *shape, double density) {
    carom_mass out;
    assert_int_equal(carom_mass_shape(&out, shape, density), CAROM_OK);
    return out;
}

static double least_size(const carom_mass *m) {
    return fmax(fmax(m->inertia[0], m->inertia[1]), m->inertia[2]);
}

static void assert_same_mass(const carom_mass *a, const carom_mass *b, double tolerance) {
    const double size = fabs(b->center.x) + fabs(b->center.y) + fabs(b->center.z) +
                        (b->mass > 0 ? sqrt(least_size(b) / b->mass) : 0);
    assert_about(a->mass, b->mass, tolerance * b->mass);
    assert_about(a->volume, b->volume, tolerance * b->volume);
    assert_about(a->center.x, b->center.x, tolerance * size);
    assert_about(a->center.y, b->center.y, tolerance * size);
    assert_about(a->center.z, b->center.z, tolerance * size);
    for (int i = 0; i < 6; i++)
        assert_about(a->inertia[i], b->inertia[i], tolerance * least_size(b));
}

/* ---- integers */

typedef struct integer_sums {
    int64_t volume, first[3], second[6]; /* times 6, 24, 120 */
} integer_sums;

static const int six_rows[6] = {0, 1, 2, 1, 0, 0}, six_columns[6] = {0, 1, 2, 2, 2, 1};

static void add_integers(integer_sums *sum, const carom_vec3 v[3]) {
    int64_t x[3][3], s[3];
    for (int i = 0; i < 3; i++) {
        x[i][0] = (int64_t)v[i].x;
        x[i][1] = (int64_t)v[i].y;
        x[i][2] = (int64_t)v[i].z;
    }
    const int64_t d = x[0][0] * (x[1][1] * x[2][2] - x[1][2] * x[2][1]) -
                      x[0][1] * (x[1][0] * x[2][2] - x[1][2] * x[2][0]) +
                      x[0][2] * (x[1][0] * x[2][1] - x[1][1] * x[2][0]);
    sum->volume += d;
    for (int i = 0; i < 3; i++)
        sum->first[i] += d * (s[i] = x[0][i] + x[1][i] + x[2][i]);
    for (int i = 0; i < 6; i++) {
        const int r = six_rows[i], c = six_columns[i];
        sum->second[i] +=
            d * (s[r] * s[c] + x[0][r] * x[0][c] + x[1][r] * x[1][c] + x[2][r] * x[2][c]);
    }
}

/* Quotients of integers that double holds. */
static carom_mass mass_of_integers(const integer_sums *sum, double density) {
    carom_mass out = {.volume = fabs((double)sum->volume / 6.0)};
    double second[6];
    const int64_t v = sum->volume;
    out.mass = density * out.volume;
    if (v == 0) return out;
    out.center = (carom_double3){(double)sum->first[0] / (double)(4 * v),
                                 (double)sum->first[1] / (double)(4 * v),
                                 (double)sum->first[2] / (double)(4 * v)};
    for (int i = 0; i < 6; i++)
        second[i] = (double)(4 * v * sum->second[i] -
                             5 * sum->first[six_rows[i]] * sum->first[six_columns[i]]) /
                    (double)(480 * llabs(v) * (v < 0 ? -1 : 1)) * (v < 0 ? -1.0 : 1.0);
    out.inertia[0] = density * (second[1] + second[2]);
    out.inertia[1] = density * (second[2] + second[0]);
    out.inertia[2] = density * (second[0] + second[1]);
    for (int i = 3; i < 6; i++)
        out.inertia[i] = -density * second[i];
    return out;
}

static void tetrahedra_are_those_of_integers(void **state) {
    (void)state;
    volume_seed = 1901;
    int flat = 0;
    for (int round = 0; round < 20000; round++) {
        carom_shape shape = {.kind = CAROM_SHAPE_TETRAHEDRON};
        carom_vec3 *v = shape.as.tetrahedron.v;
        integer_sums sum = {0};
        static const int faces[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
        for (int i = 0; i < 4; i++)
            v[i] = lattice_vec(round % 4 == 0 ? 2 : 100);
        for (int f = 0; f < 4; f++)
            add_integers(&sum, (carom_vec3[3]){v[faces[f][0]], v[faces[f][1]], v[faces[f][2]]});
        carom_mass expected = mass_of_integers(&sum, 3.0);
        flat += sum.volume == 0;
        /* far away nothing is lost, as differences are exact */
        const double away = round % 3 ? 0 : 65536;
        for (int i = 0; i < 4; i++)
            v[i].x = v[i].x + (carom_real)away;
        carom_mass found = mass_of(&shape, 3.0);
        assert_true(fabs(found.volume - expected.volume) <= found.volume_error);
        assert_true(found.volume_error <= 1e-15 * expected.volume + 1e-20);
        if (sum.volume == 0) {
            assert_true(found.mass == 0 && found.inertia[0] == 0 && found.inertia[5] == 0);
            continue;
        }
        expected.center.x += away;
        assert_same_mass(&found, &expected, 1e-15);
    }
    assert_true(flat > 100);
}

static void meshes_are_those_of_integers(void **state) {
    (void)state;
    static test_mesh m;
    volume_seed = 1902;
    for (int round = 0; round < 40; round++) {
        /* a fan from the origin to a closed lattice surface: boxes, and boxes within boxes */
        integer_sums sum = {0};
        static carom_vec3 shells[3][36];
        const int count = 1 + round % 3;
        for (int k = 0; k < count; k++) {
            const double low = k - 6, high = 6 + random_lattice(1) - k;
            fill_corners_of_box(&m, v3(low, low - 1, low), v3(high, high + 1, high));
            memcpy(shells[k], m.vertices, sizeof shells[k]);
            for (int i = 0; k % 2 && i < 36; i += 3) { /* a hollow */
                const carom_vec3 b = shells[k][i];
                shells[k][i] = shells[k][i + 1];
                shells[k][i + 1] = b;
            }
        }
        m.count = 0;
        for (int k = 0; k < count; k++)
            for (int i = 0; i < 36; i += 3) {
                const int j = round % 2 ? i : 33 - i;
                add_test_triangle(&m, shells[k][j], shells[k][j + 1], shells[k][j + 2]);
                add_integers(&sum, &shells[k][j]);
            }
        build_test_mesh(&m);
        carom_mass found, expected = mass_of_integers(&sum, 0.5);
        assert_int_equal(carom_mass_mesh(&found, m.mesh, 0.5), CAROM_OK);
        assert_same_mass(&found, &expected, 1e-15);
        assert_true(fabs(found.volume - expected.volume) <= found.volume_error);
        assert_false(found.inside_out);
        carom_mesh_destroy(m.mesh);
    }
}

static void meshes_turned_and_permuted(void **state) {
    (void)state;
    static test_mesh m;
    fill_ball(&m, 5, 2);
    carom_mass first, found;
    assert_int_equal(carom_mass_mesh(&first, m.mesh, 1), CAROM_OK);
    carom_shape as_shape = {.kind = CAROM_SHAPE_MESH, .as.mesh = m.mesh};
    found = mass_of(&as_shape, 1);
    assert_same_mass(&found, &first, 0);
    carom_mesh_destroy(m.mesh);
    for (size_t i = 0; i < m.count / 2; i++) /* the other order, inside out */
        for (size_t k = 0; k < 3; k++) {
            const carom_vec3 v = m.vertices[3 * i + k];
            m.vertices[3 * i + k] = m.vertices[3 * (m.count - 1 - i) + 2 - k];
            m.vertices[3 * (m.count - 1 - i) + 2 - k] = v;
        }
    build_test_mesh(&m);
    assert_int_equal(carom_mass_mesh(&found, m.mesh, 1), CAROM_OK);
    assert_true(found.inside_out && !first.inside_out);
    assert_same_mass(&found, &first, 1e-15);
    carom_mesh_destroy(m.mesh);
    m.count--; /* a hole */
    build_test_mesh(&m);
    carom_mass kept = found;
    assert_int_equal(carom_mass_mesh(&found, m.mesh, 1), CAROM_ERROR_ARGUMENT);
    assert_same_mass(&found, &kept, 0);
    carom_mesh_destroy(m.mesh);
    m.count++; /* one triangle the other way round: closed, not oriented */
    const carom_vec3 v = m.vertices[0];
    m.vertices[0] = m.vertices[1];
    m.vertices[1] = v;
    build_test_mesh(&m);
    assert_int_equal(carom_mass_mesh(&found, m.mesh, 1), CAROM_ERROR_ARGUMENT);
    carom_mesh_destroy(m.mesh);
}

/* ---- quadrature */

/* x^2 + y^2 <= q(z) for z in a piece: a quadratic with these values at its ends and middle. */
typedef struct round_piece {
    double z0, z1, q0, qm, q1;
} round_piece;

static carom_mass mass_by_quadrature(const round_piece *pieces, int count) {
    static const double at[3] = {0.11270166537925831, 0.5, 0.88729833462074169},
                        weight[3] = {5.0 / 18.0, 8.0 / 18.0, 5.0 / 18.0};
    carom_mass out = {0};
    double first = 0, along = 0, across = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            const round_piece *p = &pieces[i];
            const double t = at[k], z = p->z0 + t * (p->z1 - p->z0);
            const double q =
                p->q0 * (1 - t) * (1 - 2 * t) + 4 * p->qm * t * (1 - t) + p->q1 * t * (2 * t - 1);
            const double slice = 3.14159265358979323846 * q * weight[k] * (p->z1 - p->z0);
            out.volume += slice;
            first += slice * z;
            along += slice * z * z;
            across += slice * q / 4;
        }
    out.mass = out.volume;
    out.center.z = first / out.volume;
    along -= first * first / out.volume;
    out.inertia[0] = out.inertia[1] = across + along;
    out.inertia[2] = 2 * across;
    return out;
}

static void round_solids_by_quadrature(void **state) {
    (void)state;
    volume_seed = 1903;
    for (int round = 0; round < 2000; round++) {
        const double r = (double)(carom_real)random_in(0.1, 3),
                     a = (double)(carom_real)random_in(-3, 3),
                     b = (double)(carom_real)random_in(-3, 3), low = fmin(a, b), high = fmax(a, b),
                     r2 = r * r, half = 0.75 * r2;
        const round_piece top = {high, high + r, r2, half, 0}, tube = {low, high, r2, r2, r2},
                          bottom = {low - r, low, 0, half, r2};
        const round_piece cone = {b, a, 0, r2 / 4, r2};
        const round_piece cone_up = {a, b, r2, r2 / 4, 0};
        carom_shape s = {.kind = CAROM_SHAPE_CAPSULE,
                         .as.capsule = {v3(0, 0, a), v3(0, 0, b), (carom_real)r}};
        carom_mass found = mass_of(&s, 1),
                   expected = mass_by_quadrature((round_piece[3]){top, tube, bottom}, 3);
        assert_same_mass(&found, &expected, 1e-12);
        s = (carom_shape){.kind = CAROM_SHAPE_CYLINDER,
                          .as.cylinder = {v3(0, 0, a), v3(0, 0, b), (carom_real)r}};
        found = mass_of(&s, 1);
        expected = mass_by_quadrature(&tube, 1);
        assert_same_mass(&found, &expected, 1e-12);
        s = (carom_shape){.kind = CAROM_SHAPE_CONE,
                          .as.cone = {v3(0, 0, a), v3(0, 0, b), (carom_real)r}};
        found = mass_of(&s, 1);
        expected = mass_by_quadrature(a < b ? &cone_up : &cone, 1);
        assert_same_mass(&found, &expected, 1e-12);
        s = (carom_shape){.kind = CAROM_SHAPE_SPHERE, .as.sphere = {v3(0, 0, 0), (carom_real)r}};
        found = mass_of(&s, 1);
        expected =
            mass_by_quadrature((round_piece[2]){{-r, 0, 0, half, r2}, {0, r, r2, half, 0}}, 2);
        assert_same_mass(&found, &expected, 1e-12);
        carom_ellipsoid e = {
            v3(0, 0, 0), {v3(0, 0, 1), v3(1, 0, 0), v3(0, 1, 0)}, v3(high - low, r, r)};
        s = (carom_shape){.kind = CAROM_SHAPE_ELLIPSOID, .as.ellipsoid = e};
        found = mass_of(&s, 1);
        const double z = (double)e.radii.x;
        expected =
            mass_by_quadrature((round_piece[2]){{-z, 0, 0, half, r2}, {0, z, r2, half, 0}}, 2);
        assert_same_mass(&found, &expected, 1e-12);
    }
}

/* ---- boxes in all kinds */

static void one_box_in_every_kind(void **state) {
    (void)state;
    const carom_aabb box = aabb(-1, 2, 5, 3, 4, 8);
    carom_shape s = {.kind = CAROM_SHAPE_AABB, .as.aabb = box};
    carom_mass expected = mass_of(&s, 2);
    assert_true(expected.mass == 48 && expected.volume == 24 && expected.center.x == 1 &&
                expected.center.y == 3 && expected.center.z == 6.5);
    assert_true(expected.inertia[0] == 4.0 * (4 + 9) && expected.inertia[1] == 4.0 * (16 + 9) &&
                expected.inertia[2] == 4.0 * (16 + 4) && expected.inertia[3] == 0 &&
                expected.inertia[4] == 0 && expected.inertia[5] == 0);
    s = (carom_shape){.kind = CAROM_SHAPE_OBB, .as.obb = obb_straight(1, 3, 6.5, 2, 1, 1.5)};
    carom_mass found = mass_of(&s, 2);
    assert_same_mass(&found, &expected, 0);
    static test_mesh m;
    fill_corners_of_box(&m, box.min, box.max);
    build_test_mesh(&m);
    s = (carom_shape){.kind = CAROM_SHAPE_MESH, .as.mesh = m.mesh};
    found = mass_of(&s, 2);
    assert_same_mass(&found, &expected, 1e-15);
    carom_mesh_destroy(m.mesh);
    carom_hull *hull;
    assert_int_equal(
        carom_hull_create(&hull, &(carom_hull_def){.points = m.vertices, .point_count = 36}),
        CAROM_OK);
    s = (carom_shape){.kind = CAROM_SHAPE_HULL, .as.hull = {hull, carom_pose_identity()}};
    found = mass_of(&s, 2);
    assert_same_mass(&found, &expected, 1e-15);
    carom_hull_destroy(hull);
    carom_real low[CAROM_KDOP_LIMIT], high[CAROM_KDOP_LIMIT];
    for (int k = 6; k <= 26; k += k == 6 ? 8 : k == 14 ? 4 : 8) {
        carom_kdop_slabs slabs = {NULL, low, high, 0};
        slabs.normals = carom_kdop_normals(k, &slabs.count);
        s = (carom_shape){.kind = CAROM_SHAPE_KDOP, .as.kdop = carom_fit_kdop_aabb(&slabs, &box)};
        found = mass_of(&s, 2);
        assert_same_mass(&found, &expected, 1e-10);
        assert_true(fabs(found.volume - 24) <= found.volume_error && found.volume_error < 1e-6);
    }
}

/* ---- invariants, over all kinds */

static bool has_mass(carom_shape_kind kind) {
    return is_solid_kind(kind) && kind != CAROM_SHAPE_HALFSPACE;
}

static void every_kind_moves_and_grows(void **state) {
    (void)state;
    volume_seed = 1904;
    for (int round = 0; round < 60; round++)
        for (int kind = 0; kind < KINDS; kind++) {
            const carom_vec3 size = v3(random_in(0.5, 3), random_in(0.5, 3), random_in(0.5, 3));
            const int power = (int)random_lattice(20);
            const double by = ldexp(1, power);
            any_kind one, large;
            make_kind(&one, (carom_shape_kind)kind, size);
            make_kind(&large, (carom_shape_kind)kind,
                      v3(by * (double)size.x, by * (double)size.y, by * (double)size.z));
            carom_mass at, grown, found = {.mass = -1};
            if (!has_mass((carom_shape_kind)kind) && is_endless_kind((carom_shape_kind)kind)) {
                assert_int_equal(carom_mass_shape(&found, &one.shape, 1), CAROM_ERROR_ARGUMENT);
                assert_true(found.mass == -1);
                continue;
            }
            at = mass_of(&one.shape, 1);
            assert_true((at.mass > 0) == has_mass((carom_shape_kind)kind));
            grown = mass_of(&large.shape, 1);
            assert_true(grown.volume == at.volume * by * by * by);
            assert_true(grown.center.x == at.center.x * by && grown.center.z == at.center.z * by);
            for (int i = 0; i < 6; i++)
                assert_true(grown.inertia[i] == at.inertia[i] * by * by * by * by * by);
            if (at.mass > 0 && kind != CAROM_SHAPE_HULL && kind != CAROM_SHAPE_KDOP) {
                const carom_pose pose = random_mesh_pose(4);
                carom_posed_shape posed;
                assert_true(carom_shape_pose(&posed, &one.shape, pose));
                found = mass_of(&posed.shape, 1);
                carom_mass moved = carom_mass_transform(&at, pose);
                assert_same_mass(&found, &moved, 40 * EPS);
            }
            discard_kind(&one);
            discard_kind(&large);
        }
}

static void parts_add_up(void **state) {
    (void)state;
    volume_seed = 1905;
    for (int round = 0; round < 500; round++) {
        const double cut = random_in(-1, 2);
        const carom_vec3 inner = v3(random_in(-1, 1), random_in(-1, 1), random_in(-1, 1));
        carom_shape whole = {.kind = CAROM_SHAPE_AABB, .as.aabb = aabb(-1, -2, 1, 2, 5, 3)};
        carom_shape left = whole, right = whole;
        left.as.aabb.max.x = right.as.aabb.min.x = (carom_real)cut;
        carom_mass a = mass_of(&left, 1.5), b = mass_of(&right, 1.5), all = mass_of(&whole, 1.5);
        carom_mass sum = carom_mass_add(&a, &b), flipped = carom_mass_add(&b, &a);
        assert_same_mass(&sum, &all, 1e-14);
        assert_same_mass(&sum, &flipped, 0);
        /* a tetrahedron as four, with signs by where the point is: inside only */
        carom_shape t = {.kind = CAROM_SHAPE_TETRAHEDRON};
        const carom_vec3 v[4] = {v3(-9, -9, -9), v3(9, -9, -9), v3(0, 9, -9), v3(0, 0, 9)};
        carom_mass total = {0};
        for (int skip = 0; skip < 4; skip++) {
            for (int i = 0; i < 4; i++)
                t.as.tetrahedron.v[i] = i == skip ? inner : v[i];
            carom_mass part = mass_of(&t, 1);
            total = carom_mass_add(&total, &part);
        }
        memcpy(t.as.tetrahedron.v, v, sizeof v);
        all = mass_of(&t, 1);
        assert_same_mass(&total, &all, 1e-14);
    }
}

static void principal_axes_of_masses(void **state) {
    (void)state;
    volume_seed = 1906;
    for (int round = 0; round < 500; round++) {
        const double x = random_in(0.1, 3), y = random_in(0.1, 3), z = random_in(0.1, 3);
        carom_shape box = {.kind = CAROM_SHAPE_AABB, .as.aabb = aabb(-x, -y, -z, x, y, z)};
        carom_mass straight = mass_of(&box, 1);
        carom_mass m = carom_mass_transform(&straight, random_mesh_pose(5));
        const carom_mass_axes p = carom_mass_principal(&m);
        assert_about(p.moments[0], least_size(&straight), 1e-14 * least_size(&straight));
        const double trace = straight.inertia[0] + straight.inertia[1] + straight.inertia[2];
        assert_about(p.moments[0] + p.moments[1] + p.moments[2], trace, 1e-14 * trace);
        assert_true(p.moments[0] >= p.moments[1] && p.moments[1] >= p.moments[2]);
        for (int i = 0; i < 3; i++) {
            const carom_double3 a = p.axes[i];
            const double *I = m.inertia, tolerance = 1e-13 * trace;
            assert_about(I[0] * a.x + I[5] * a.y + I[4] * a.z, p.moments[i] * a.x, tolerance);
            assert_about(I[5] * a.x + I[1] * a.y + I[3] * a.z, p.moments[i] * a.y, tolerance);
            assert_about(I[4] * a.x + I[3] * a.y + I[2] * a.z, p.moments[i] * a.z, tolerance);
            assert_about(a.x * a.x + a.y * a.y + a.z * a.z, 1, 1e-14);
        }
    }
    carom_mass none = {0};
    const carom_mass_axes p = carom_mass_principal(&none);
    assert_true(p.moments[0] == 0 && p.axes[0].x == 1 && p.axes[2].z == 1);
}

/* ---- what is refused */

static void bad_arguments(void **state) {
    (void)state;
    carom_shape s = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = ball(1, 2, 3, 1)};
    static const double densities[] = {-1, NAN, INFINITY, -INFINITY};
    carom_mass m = {.mass = 7};
    for (int i = 0; i < 4; i++)
        assert_int_equal(carom_mass_shape(&m, &s, densities[i]), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mass_shape(&m, NULL, 1), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mass_shape(NULL, &s, 1), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mass_mesh(&m, NULL, 1), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mass_shape(&m, &s, 1e308), CAROM_ERROR_LIMIT);
    s.as.sphere.radius = (carom_real)NAN;
    assert_int_equal(carom_mass_shape(&m, &s, 1), CAROM_ERROR_ARGUMENT);
    s.as.sphere.radius = -1;
    assert_int_equal(carom_mass_shape(&m, &s, 1), CAROM_ERROR_ARGUMENT);
    assert_true(m.mass == 7);
    s.as.sphere.radius = CAROM_REAL_MAX;
    const carom_status status = carom_mass_shape(&m, &s, 1);
    assert_int_equal(status, sizeof(carom_real) == 4 ? CAROM_OK : CAROM_ERROR_LIMIT);
    s.as.sphere.radius = 0;
    m = mass_of(&s, 5);
    assert_true(m.mass == 0 && m.center.x == 1 && m.center.z == 3 && m.inertia[0] == 0);
    carom_pose bad = carom_pose_identity();
    bad.position.y = (carom_real)NAN;
    m = carom_mass_transform(&m, bad);
    assert_true(m.mass == 0 && m.center.x == 0);
    s.as.sphere.radius = 2;
    m = mass_of(&s, 0);
    assert_true(m.mass == 0 && m.volume > 33 && m.inertia[1] == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tetrahedra_are_those_of_integers),
        cmocka_unit_test(meshes_are_those_of_integers),
        cmocka_unit_test(meshes_turned_and_permuted),
        cmocka_unit_test(round_solids_by_quadrature),
        cmocka_unit_test(one_box_in_every_kind),
        cmocka_unit_test(every_kind_moves_and_grows),
        cmocka_unit_test(parts_add_up),
        cmocka_unit_test(principal_axes_of_masses),
        cmocka_unit_test(bad_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
