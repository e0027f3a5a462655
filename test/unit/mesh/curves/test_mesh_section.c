/* Sections of meshes: by hand, through vertices and along faces; closed loops of closed meshes,
 * whose areas add up to the volume, and are those of boxes by a formula; every segment against
 * brute force. */
#include "common/test_counting.h"
#include "common/test_flat_common.h"
#include "common/test_mesh_common.h"

static test_mesh mesh;

static carom_plane plane_of(double x, double y, double z, double offset) {
    return (carom_plane){v3(x, y, z), (carom_real)offset};
}

static carom_mesh_section *section_of(const carom_plane *plane) {
    carom_mesh_section *out = NULL;
    assert_int_equal(carom_mesh_section_create(&out, mesh.mesh, plane, NULL), CAROM_OK);
    return out;
}

/* With sign, counter-clockwise as seen against the normal. */
static double area_of(const carom_mesh_section *s, const carom_plane *plane) {
    double sum = 0;
    for (size_t c = 0; c < s->curve_count; c++) {
        const carom_curve curve = s->curves[c];
        const carom_section_point *p = s->points + curve.first;
        for (size_t i = 0; i < curve.count; i++) {
            const carom_vec3 o = p[0].position, a = p[i].position,
                             b = p[(i + 1) % curve.count].position;
            const double u[3] = {(double)a.x - (double)o.x, (double)a.y - (double)o.y,
                                 (double)a.z - (double)o.z},
                         v[3] = {(double)b.x - (double)o.x, (double)b.y - (double)o.y,
                                 (double)b.z - (double)o.z};
            sum += (double)plane->normal.x * (u[1] * v[2] - u[2] * v[1]) +
                   (double)plane->normal.y * (u[2] * v[0] - u[0] * v[2]) +
                   (double)plane->normal.z * (u[0] * v[1] - u[1] * v[0]);
        }
    }
    return sum / 2 / length_of(plane->normal);
}

static void assert_all_closed(const carom_mesh_section *s) {
    size_t points = 0;
    for (size_t c = 0; c < s->curve_count; c++) {
        assert_true(s->curves[c].closed && s->curves[c].count >= 2);
        assert_true(s->curves[c].first == points);
        points += s->curves[c].count;
    }
    assert_true(points == s->point_count);
}

static void a_box_by_hand(void **state) {
    (void)state;
    fill_corners_of_box(&mesh, v3(0, 0, 0), v3(2, 3, 5));
    build_test_mesh(&mesh);
    static const struct {
        double offset, area;
    } cases[] = {{-1, 0}, {0, 0}, {1, 6}, {4.5, 6}, {5, 6}, {6, 0}}; /* on the faces: 0 and 5 */
    for (int i = 0; i < COUNT(cases); i++)
        for (int side = 1; side >= -1; side -= 2) {
            carom_plane plane = plane_of(0, 0, 2 * side, 2 * side * cases[i].offset);
            carom_mesh_section *s = section_of(&plane);
            double area = cases[i].area;
            if (side < 0 && cases[i].offset == 0) area = 6; /* the solid is behind z = 0 */
            if (side < 0 && cases[i].offset == 5) area = 0;
            assert_all_closed(s);
            assert_about(area_of(s, &plane), area, 8 * EPS);
            assert_int_equal(s->curve_count, area > 0);
            for (size_t k = 0; k < s->point_count; k++)
                assert_true((double)s->points[k].position.z == cases[i].offset);
            carom_mesh_section_destroy(s);
        }
    carom_plane diagonal = plane_of(3, -2, 0, 0); /* through two edges */
    carom_mesh_section *s = section_of(&diagonal);
    assert_all_closed(s);
    assert_int_equal(s->curve_count, 1);
    assert_about(area_of(s, &diagonal), 5 * sqrt(13), 16 * EPS * 18);
    carom_mesh_section_destroy(s);
    diagonal = plane_of(1, 1, 1, 0); /* the corner (0, 0, 0), from the front */
    s = section_of(&diagonal);
    assert_int_equal(s->curve_count, 0);
    carom_mesh_section_destroy(s);
    diagonal = plane_of(1, 1, 1, 10); /* the corner (2, 3, 5), from behind */
    s = section_of(&diagonal);
    assert_int_equal(s->curve_count, 0);
    carom_mesh_section_destroy(s);
    carom_mesh_destroy(mesh.mesh);
}

/* Areas at two heights and between: the volume of a prismatoid is exact by Simpson's rule. */
static void areas_add_up_to_the_volume(void **state) {
    (void)state;
    volume_seed = 1911;
    fill_ball(&mesh, 6, 2);
    for (int round = 0; round < 20; round++) {
        carom_plane plane = {random_vec(1), 0};
        const double length = length_of(plane.normal), reach = 2.1 * length;
        double volume = 0;
        const int slices = 400;
        for (int i = 0; i < slices; i++) {
            plane.offset = (carom_real)(reach * (2 * (i + 0.5) / slices - 1));
            carom_mesh_section *s = section_of(&plane);
            assert_all_closed(s);
            assert_true(s->curve_count <= 1);
            volume += area_of(s, &plane) * 2 * reach / slices / length;
            carom_mesh_section_destroy(s);
        }
        carom_mass mass;
        assert_int_equal(carom_mass_mesh(&mass, mesh.mesh, 1), CAROM_OK);
        assert_about(volume, mass.volume, 1e-4 * mass.volume);
    }
    carom_mesh_destroy(mesh.mesh);
}

/* The area in which a plane cuts a box, exactly behind it: with normal n > 0 and the box 0 .. a it
 * is |n| / ((m - 1)! n_1 .. n_m) times the sum of (-1)^|S| max(0, c - sum of n_i a_i in S)^(m - 1)
 * over the subsets S of the m axes that n is not across, times the sides that it is across. */
static double area_of_box(const carom_plane *plane, carom_vec3 low, carom_vec3 high) {
    const double n[3] = {(double)plane->normal.x, (double)plane->normal.y, (double)plane->normal.z},
                 l[3] = {(double)low.x, (double)low.y, (double)low.z},
                 h[3] = {(double)high.x, (double)high.y, (double)high.z};
    double reach[3], factor = length_of(plane->normal), c = (double)plane->offset, sum = 0;
    int m = 0;
    for (int i = 0; i < 3; i++) {
        if (n[i] == 0) {
            factor *= h[i] - l[i];
            continue;
        }
        reach[m++] = fabs(n[i]) * (h[i] - l[i]);
        factor /= fabs(n[i]);
        c -= n[i] * (n[i] > 0 ? l[i] : h[i]);
    }
    for (int set = 0; set < 1 << m; set++) {
        double left = c, sign = 1;
        for (int i = 0; i < m; i++)
            if (set >> i & 1) left -= reach[i], sign = -sign;
        if (left > 0) sum += sign * pow(left, m - 1);
    }
    return factor * sum / (m == 3 ? 2 : 1);
}

/* Closed surfaces on a lattice: boxes that share corners, edges and faces, cut through vertices. */
static void closed_meshes_have_loops(void **state) {
    (void)state;
    volume_seed = 1912;
    static test_mesh box;
    size_t loops = 0;
    for (int round = 0; round < 1000; round++) {
        carom_plane plane = {lattice_vec(2), (carom_real)random_lattice(3)};
        if (length_of(plane.normal) == 0) plane.normal.x = 1;
        double expected = 0;
        mesh.count = 0;
        for (int k = 0; k < 6; k++) {
            const carom_vec3 low = lattice_vec(2), high = v3((double)low.x + 1 + k % 2,
                                                             (double)low.y + 1, (double)low.z + 2);
            fill_corners_of_box(&box, low, high);
            expected += area_of_box(&plane, low, high);
            for (size_t i = 0; i < 12; i++)
                add_test_triangle(&mesh, box.vertices[3 * i], box.vertices[3 * i + 1],
                                  box.vertices[3 * i + 2]);
        }
        build_test_mesh(&mesh);
        carom_mesh_section *s = section_of(&plane);
        assert_all_closed(s);
        assert_about(area_of(s, &plane), expected, 256 * EPS * (1 + expected));
        loops += s->curve_count;
        carom_mesh_section_destroy(s);
        carom_mesh_destroy(mesh.mesh);
    }
    assert_true(loops > 1000);
}

/* The segment of a triangle, in double: from where the plane is passed downwards to where it is
 * passed upwards. */
static bool segment_by_hand(const carom_plane *plane, const carom_vec3 *v, double out[2][3]) {
    int found = 0;
    for (int k = 0; k < 3; k++) {
        const carom_vec3 a = v[k], b = v[(k + 1) % 3];
        const double over = dot_of(plane->normal, a) - (double)plane->offset,
                     under = dot_of(plane->normal, b) - (double)plane->offset;
        if ((over >= 0) == (under >= 0)) continue;
        const double t = over / (over - under);
        double *p = out[over < 0];
        p[0] = (double)a.x + t * ((double)b.x - (double)a.x);
        p[1] = (double)a.y + t * ((double)b.y - (double)a.y);
        p[2] = (double)a.z + t * ((double)b.z - (double)a.z);
        found++;
    }
    return found == 2;
}

static double apart_from(carom_vec3 a, const double p[3]) {
    return fabs((double)a.x - p[0]) + fabs((double)a.y - p[1]) + fabs((double)a.z - p[2]);
}

/* Any triangles: each with corners on both sides has its segment, once, and no other has one. */
static void open_meshes_by_brute_force(void **state) {
    (void)state;
    volume_seed = 1913;
    size_t open = 0, drawn = 0;
    for (int round = 0; round < 200; round++) {
        unsigned char times[60] = {0};
        fill_lattice(&mesh, 60, round % 2 ? 9 : 2);
        carom_plane plane = {lattice_vec(3), (carom_real)random_lattice(6)};
        if (length_of(plane.normal) == 0) plane.normal.z = 1;
        carom_mesh_section *s = section_of(&plane);
        for (size_t c = 0; c < s->curve_count; c++) {
            const carom_curve curve = s->curves[c];
            open += !curve.closed;
            for (size_t i = 0; i + !curve.closed < curve.count; i++) {
                const carom_section_point *from = &s->points[curve.first + i],
                                          *to = &s->points[curve.first + (i + 1) % curve.count];
                double ends[2][3];
                assert_true(from->triangle < mesh.count);
                assert_true(
                    segment_by_hand(&plane, &mesh.vertices[3 * (size_t)from->triangle], ends));
                assert_true(apart_from(from->position, ends[0]) <= 64 * EPS);
                assert_true(apart_from(to->position, ends[1]) <= 64 * EPS);
                times[from->triangle]++;
                drawn++;
            }
        }
        for (size_t i = 0; i < mesh.count; i++) {
            double ends[2][3], length = 0;
            if (segment_by_hand(&plane, &mesh.vertices[3 * i], ends))
                length = apart_from(v3(ends[0][0], ends[0][1], ends[0][2]), ends[1]);
            /* lengths are rationals of the lattice, and zero below this */
            assert_int_equal(times[i], length > 1e-5);
        }
        carom_mesh_section_destroy(s);
        carom_mesh_destroy(mesh.mesh);
    }
    assert_true(open > 200 && drawn > 4000);
}

static void assert_same_scaled(const carom_mesh_section *a, const carom_mesh_section *b,
                               double scale) {
    assert_int_equal(a->point_count, b->point_count);
    assert_int_equal(a->curve_count, b->curve_count);
    for (size_t i = 0; i < a->point_count; i++) {
        const carom_vec3 p = a->points[i].position;
        assert_same(v3(scale * (double)p.x, scale * (double)p.y, scale * (double)p.z),
                    b->points[i].position);
        assert_int_equal(a->points[i].triangle, b->points[i].triangle);
    }
}

/* The same bits for a plane of another length, at other scales and in a compact mesh; the same
 * area, reversed, for the plane turned round and for triangles in another order. */
static void invariants(void **state) {
    (void)state;
    volume_seed = 1914;
    static test_mesh sphere;
    fill_ball(&sphere, 5, 1);
    for (int round = 0; round < 20; round++) {
        const carom_plane plane = {random_vec(1), (carom_real)(0.25 * random01())};
        mesh = sphere;
        build_test_mesh(&mesh);
        carom_mesh_section *s = section_of(&plane);
        const double area = area_of(s, &plane);
        assert_true(area > 1);
        carom_plane turned = {
            v3(-(double)plane.normal.x, -(double)plane.normal.y, -(double)plane.normal.z),
            -plane.offset};
        carom_mesh_section *other = section_of(&turned);
        assert_int_equal(other->point_count, s->point_count);
        assert_about(area_of(other, &turned), area, 64 * EPS);
        carom_mesh_section_destroy(other);
        for (int e = -40; e <= 40; e += 20) {
            const double scale = ldexp(1, e);
            const carom_plane longer = {v3(scale * (double)plane.normal.x,
                                           scale * (double)plane.normal.y,
                                           scale * (double)plane.normal.z),
                                        (carom_real)(scale * (double)plane.offset)};
            other = section_of(&longer);
            assert_same_scaled(s, other, 1);
            carom_mesh_section_destroy(other);
            carom_mesh_destroy(mesh.mesh);
            for (size_t i = 0; i < 3 * mesh.count; i++)
                mesh.vertices[i] =
                    v3(scale * (double)sphere.vertices[i].x, scale * (double)sphere.vertices[i].y,
                       scale * (double)sphere.vertices[i].z);
            build_test_mesh(&mesh);
            const carom_plane farther = {plane.normal, (carom_real)(scale * (double)plane.offset)};
            other = section_of(&farther);
            assert_same_scaled(s, other, scale);
            carom_mesh_section_destroy(other);
            carom_mesh_destroy(mesh.mesh);
            mesh = sphere;
            build_test_mesh(&mesh);
        }
        carom_mesh_destroy(mesh.mesh);
        for (size_t i = 0; i < mesh.count; i++)
            for (int k = 0; k < 3; k++) /* reversed, and each turned */
                mesh.vertices[3 * i + (size_t)k] =
                    sphere.vertices[3 * (sphere.count - 1 - i) + (size_t)(k + 1) % 3];
        build_test_mesh(&mesh);
        other = section_of(&plane);
        assert_int_equal(other->point_count, s->point_count);
        assert_int_equal(other->curve_count, s->curve_count);
        assert_about(area_of(other, &plane), area, 64 * EPS);
        carom_mesh_section_destroy(other);
        carom_mesh_section_destroy(s);
        carom_mesh_destroy(mesh.mesh);
    }
}

/* Numbers whose products are out of range, and edges that hardly pass through the plane. */
static void extreme_numbers(void **state) {
    (void)state;
    const double big = sizeof(carom_real) == 4 ? 0x1p126 : 0x1p1000, small = 1 / big;
    const double sizes[] = {big, small, 0x1p60, 0x1p-60};
    for (int i = 0; i < COUNT(sizes); i++)
        for (int k = 0; k < COUNT(sizes); k++) {
            const double size = sizes[i], length = sizes[k];
            if (fabs(log2(size) + log2(length)) > (sizeof(carom_real) == 4 ? 126 : 1000)) continue;
            fill_corners_of_box(&mesh, v3(0, 0, 0), v3(size, size, size));
            build_test_mesh(&mesh);
            const carom_plane plane = plane_of(0, length, 0, 0.75 * size * length);
            carom_mesh_section *s = section_of(&plane);
            assert_all_closed(s);
            assert_int_equal(s->curve_count, 1);
            assert_int_equal(s->point_count, 8);
            for (int j = 0; j < 8; j++)
                assert_true((double)s->points[j].position.y == 0.75 * size);
            carom_mesh_section_destroy(s);
            carom_mesh_destroy(mesh.mesh);
        }
    /* an edge one ulp high along a plane through its middle: exact heights are +-half an ulp */
    const double up = 1 + EPS;
    mesh.count = 0;
    add_test_triangle(&mesh, v3(0, 1, 0), v3(4, up, 0), v3(4, up, 1));
    build_test_mesh(&mesh);
    carom_plane plane = plane_of(-EPS / 8, 1, 0, 1); /* y = 1 + x EPS / 8 */
    carom_mesh_section *s = section_of(&plane);
    assert_int_equal(s->curve_count, 0); /* the corner at x = 0 is on it, and in front of it */
    carom_mesh_section_destroy(s);
    plane = plane_of(EPS / 4, 1, 0, up); /* y = 1 + EPS - x EPS / 4; with x EPS / 4: at x = 2 */
    s = section_of(&plane);
    assert_int_equal(s->curve_count, 1);
    assert_int_equal(s->point_count, 2);
    assert_true(!s->curves[0].closed);
    for (int j = 0; j < 2; j++)
        assert_about((double)s->points[j].position.x, 2, 16 * EPS);
    carom_mesh_section_destroy(s);
    carom_mesh_destroy(mesh.mesh);
}

static void memory_and_arguments(void **state) {
    (void)state;
    fill_ball(&mesh, 4, 1);
    carom_plane plane = plane_of(1, 2, 3, 0.25);
    size_t needed = 0;
    for (size_t n = 1; needed == 0; n++) {
        counting memory = {.fail_at = n};
        carom_allocator allocator = counting_allocator(&memory);
        carom_mesh_section *s = NULL;
        carom_status status = carom_mesh_section_create(&s, mesh.mesh, &plane, &allocator);
        if (status == CAROM_OK) {
            needed = n;
            carom_mesh_section_destroy(s);
        } else {
            assert_int_equal(status, CAROM_ERROR_MEMORY);
            assert_null(s);
        }
        assert_int_equal(memory.live, 0);
    }
    assert_true(needed > 5);
    carom_mesh_section *s = NULL;
    static const double bad[] = {NAN, INFINITY, -INFINITY};
    for (int i = 0; i < 3; i++) {
        plane = plane_of(1, bad[i], 0, 0);
        assert_int_equal(carom_mesh_section_create(&s, mesh.mesh, &plane, NULL),
                         CAROM_ERROR_ARGUMENT);
        plane = plane_of(1, 0, 0, bad[i]);
        assert_int_equal(carom_mesh_section_create(&s, mesh.mesh, &plane, NULL),
                         CAROM_ERROR_ARGUMENT);
    }
    plane = plane_of(0, 0, 0, 1);
    assert_int_equal(carom_mesh_section_create(&s, mesh.mesh, &plane, NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_section_create(&s, NULL, &plane, NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_section_create(NULL, mesh.mesh, &plane, NULL),
                     CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_section_create(&s, mesh.mesh, NULL, NULL), CAROM_ERROR_ARGUMENT);
    assert_null(s);
    carom_mesh_section_destroy(NULL);
    carom_mesh_destroy(mesh.mesh);
    mesh.count = 0;
    build_test_mesh(&mesh);
    plane = plane_of(0, 0, 1, 0);
    s = section_of(&plane);
    assert_int_equal(s->curve_count, 0);
    carom_mesh_section_destroy(s);
    carom_mesh_destroy(mesh.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_by_hand),
        cmocka_unit_test(areas_add_up_to_the_volume),
        cmocka_unit_test(closed_meshes_have_loops),
        cmocka_unit_test(open_meshes_by_brute_force),
        cmocka_unit_test(invariants),
        cmocka_unit_test(extreme_numbers),
        cmocka_unit_test(memory_and_arguments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
