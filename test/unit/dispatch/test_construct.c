/* Constructors of shapes: each field by hand, valid, and of the kind that it says. */
#include "carom/carom.h"
#include "common/test_flat_common.h"

static int kinds_made;

/* Bytes of the union that the kind's fields take; what is behind them may hold anything. */
#define UP_TO(last) (offsetof(carom_shape, last) + sizeof((carom_shape *)0)->last)
static const size_t bytes_of[CAROM_SHAPE_KINDS] = {
    [CAROM_SHAPE_POINT] = UP_TO(as.point),
    [CAROM_SHAPE_SEGMENT] = UP_TO(as.segment),
    [CAROM_SHAPE_RAY] = UP_TO(as.ray),
    [CAROM_SHAPE_LINE] = UP_TO(as.line),
    [CAROM_SHAPE_PLANE] = UP_TO(as.plane),
    [CAROM_SHAPE_HALFSPACE] = UP_TO(as.halfspace),
    [CAROM_SHAPE_SPHERE] = UP_TO(as.sphere),
    [CAROM_SHAPE_CAPSULE] = UP_TO(as.capsule),
    [CAROM_SHAPE_AABB] = UP_TO(as.aabb),
    [CAROM_SHAPE_OBB] = UP_TO(as.obb),
    [CAROM_SHAPE_TRIANGLE] = UP_TO(as.triangle),
    [CAROM_SHAPE_POLYGON] = UP_TO(as.polygon.count),
    [CAROM_SHAPE_KDOP] = UP_TO(as.kdop.count),
    [CAROM_SHAPE_CYLINDER] = UP_TO(as.cylinder),
    [CAROM_SHAPE_CONE] = UP_TO(as.cone),
    [CAROM_SHAPE_ELLIPSOID] = UP_TO(as.ellipsoid),
    [CAROM_SHAPE_TETRAHEDRON] = UP_TO(as.tetrahedron),
    [CAROM_SHAPE_HULL] = UP_TO(as.hull.pose),
    [CAROM_SHAPE_MESH] = UP_TO(as.mesh),
    [CAROM_SHAPE_HEIGHTFIELD] = UP_TO(as.heightfield),
    [CAROM_SHAPE_COMPOUND] = UP_TO(as.compound),
    [CAROM_SHAPE_SUPPORT] = UP_TO(as.support),
    [CAROM_SHAPE_ROUNDED] = UP_TO(as.rounded),
};

static void assert_shape(carom_shape made, carom_shape wanted) {
    assert_int_equal(made.kind, wanted.kind);
    assert_memory_equal(&made.as, &wanted.as, bytes_of[made.kind] - offsetof(carom_shape, as));
    assert_null(carom_shape_problem(&made));
    kinds_made++;
}

static carom_shape zeroed(carom_shape_kind kind) {
    carom_shape out;
    memset(&out, 0, sizeof out);
    out.kind = kind;
    return out;
}

static void of_lines_and_planes(void) {
    const carom_vec3 p = v3(1, 2, 3), q = v3(4, 5, 7);
    carom_shape s = zeroed(CAROM_SHAPE_POINT);
    s.as.point = p;
    assert_shape(carom_shape_point(p), s);
    s = zeroed(CAROM_SHAPE_SEGMENT);
    s.as.segment = (carom_segment){p, q};
    assert_shape(carom_shape_segment(p, q), s);
    s = zeroed(CAROM_SHAPE_RAY);
    s.as.ray = (carom_ray){p, q, 0, 9};
    assert_shape(carom_shape_ray(p, q, 9), s);
    s = zeroed(CAROM_SHAPE_LINE);
    s.as.line = (carom_line){p, q};
    assert_shape(carom_shape_line(p, q), s);
    s = zeroed(CAROM_SHAPE_PLANE);
    s.as.plane = (carom_plane){p, 5};
    assert_shape(carom_shape_plane(p, 5), s);
    s = zeroed(CAROM_SHAPE_HALFSPACE);
    s.as.halfspace = (carom_halfspace){p, 5};
    assert_shape(carom_shape_halfspace(p, 5), s);
}

static void of_round_ones(void) {
    const carom_vec3 p = v3(1, 2, 3), q = v3(4, 5, 7);
    carom_shape s = zeroed(CAROM_SHAPE_SPHERE);
    s.as.sphere = (carom_sphere){p, 2};
    assert_shape(carom_shape_sphere(p, 2), s);
    s = zeroed(CAROM_SHAPE_CAPSULE);
    s.as.capsule = (carom_capsule){p, q, 2};
    assert_shape(carom_shape_capsule(p, q, 2), s);
    s = zeroed(CAROM_SHAPE_CYLINDER);
    s.as.cylinder = (carom_cylinder){p, q, 2};
    assert_shape(carom_shape_cylinder(p, q, 2), s);
    s = zeroed(CAROM_SHAPE_CONE);
    s.as.cone = (carom_cone){p, q, 2};
    assert_shape(carom_shape_cone(p, q, 2), s);
    s = zeroed(CAROM_SHAPE_ELLIPSOID);
    s.as.ellipsoid = (carom_ellipsoid){p, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, q};
    assert_shape(carom_shape_ellipsoid((carom_pose){p, {0, 0, 0, 1}}, q), s);
}

static void of_flat_ones(void) {
    const carom_vec3 v[4] = {v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)};
    carom_shape s = zeroed(CAROM_SHAPE_AABB);
    s.as.aabb = (carom_aabb){v3(1, 2, 3), v3(4, 5, 7)};
    assert_shape(carom_shape_aabb(v3(1, 2, 3), v3(4, 5, 7)), s);
    s = zeroed(CAROM_SHAPE_OBB); /* half a turn about z */
    s.as.obb = (carom_obb){v3(1, 2, 3), {{-1, 0, 0}, {0, -1, 0}, {0, 0, 1}}, v3(4, 5, 7)};
    assert_shape(carom_shape_obb((carom_pose){v3(1, 2, 3), {0, 0, 1, 0}}, v3(4, 5, 7)), s);
    s = zeroed(CAROM_SHAPE_TRIANGLE);
    s.as.triangle = (carom_triangle){{v[0], v[1], v[2]}};
    assert_shape(carom_shape_triangle(v[0], v[1], v[2]), s);
    s = zeroed(CAROM_SHAPE_POLYGON);
    s.as.polygon = (carom_polygon){v, 3};
    assert_shape(carom_shape_polygon(v, 3), s);
    s = zeroed(CAROM_SHAPE_TETRAHEDRON);
    s.as.tetrahedron = (carom_tetrahedron){{v[0], v[1], v[2], v[3]}};
    assert_shape(carom_shape_tetrahedron(v), s);
    const carom_real low[3] = {0, 0, 0}, high[3] = {1, 1, 1};
    const carom_kdop kdop = {v + 1, low, high, 3};
    s = zeroed(CAROM_SHAPE_KDOP);
    s.as.kdop = kdop;
    assert_shape(carom_shape_kdop(&kdop), s);
}

static carom_vec3 unit_ball(carom_vec3 direction, const void *user) {
    (void)user;
    return direction;
}

static void of_a_function_and_a_core(void) {
    const carom_vec3 q = v3(0.25, 0.5, 0);
    carom_shape s = zeroed(CAROM_SHAPE_SUPPORT);
    s.as.support.support = unit_ball;
    s.as.support.user = &kinds_made;
    s.as.support.interior = q;
    assert_shape(carom_shape_support_function(unit_ball, &kinds_made, q), s);
    s = zeroed(CAROM_SHAPE_ROUNDED);
    const carom_shape core = carom_shape_aabb(v3(0, 0, 0), q);
    s.as.rounded.core = &core;
    s.as.rounded.radius = 2;
    assert_shape(carom_shape_rounded(&core, 2), s);
}

static void of_what_is_referred_to(void) {
    const carom_vec3 v[4] = {v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)};
    const uint32_t corners[3] = {0, 1, 2};
    const carom_real heights[4] = {0, 0, 0, 0};
    const carom_hull_def hull_def = {.points = v, .point_count = 4};
    const carom_mesh_def mesh_def = {
        .vertices = v, .indices = corners, .vertex_count = 4, .triangle_count = 1};
    const carom_heightfield_def field_def = {
        .heights = heights, .columns = 2, .rows = 2, .spacing = {1, 1, 1}};
    carom_hull *hull = NULL;
    carom_mesh *mesh = NULL;
    carom_heightfield *field = NULL;
    assert_int_equal(carom_hull_create(&hull, &hull_def), CAROM_OK);
    assert_int_equal(carom_mesh_create(&mesh, &mesh_def), CAROM_OK);
    assert_int_equal(carom_heightfield_create(&field, &field_def), CAROM_OK);
    carom_shape s = zeroed(CAROM_SHAPE_HULL);
    s.as.hull.hull = hull;
    assert_shape(carom_shape_hull(hull), s);
    s = zeroed(CAROM_SHAPE_MESH);
    s.as.mesh = mesh;
    assert_shape(carom_shape_mesh(mesh), s);
    s = zeroed(CAROM_SHAPE_HEIGHTFIELD);
    s.as.heightfield = field;
    assert_shape(carom_shape_heightfield(field), s);
    const carom_child child = {carom_shape_hull(hull), carom_pose_identity()};
    carom_compound *compound = NULL;
    assert_int_equal(carom_compound_create(&compound, &(carom_compound_def){&child, 1, {0}}),
                     CAROM_OK);
    s = zeroed(CAROM_SHAPE_COMPOUND);
    s.as.compound = compound;
    assert_shape(carom_shape_compound(compound), s);
    carom_compound_destroy(compound);
    carom_hull_destroy(hull);
    carom_mesh_destroy(mesh);
    carom_heightfield_destroy(field);
}

static void every_kind(void **state) {
    (void)state;
    of_lines_and_planes();
    of_round_ones();
    of_flat_ones();
    of_what_is_referred_to();
    of_a_function_and_a_core();
    assert_int_equal(kinds_made, CAROM_SHAPE_KINDS);
}

static void invalid_ones_say_so(void **state) {
    (void)state;
    const carom_pose scaled = {{0, 0, 0}, {1, 0, 0, 1}};
    carom_shape shapes[] = {carom_shape_sphere(v3(0, 0, 0), -1),
                            carom_shape_obb(scaled, v3(1, 1, 1)),
                            carom_shape_ellipsoid(scaled, v3(1, 1, 1)),
                            carom_shape_hull(NULL),
                            carom_shape_mesh(NULL),
                            carom_shape_heightfield(NULL),
                            carom_shape_polygon(NULL, 0),
                            carom_shape_ray(v3(0, 0, 0), v3(1, 0, 0), -1)};
    for (size_t i = 0; i < COUNT(shapes); i++)
        assert_non_null(carom_shape_problem(&shapes[i]));
}

/* Memory that was never set, as a manifold that someone forgot to zero. */
static void forgotten_manifolds(void **state) {
    (void)state;
    const carom_pose here = carom_pose_identity();
    const carom_shape shapes[] = {carom_shape_sphere(v3(0, 0, 0), 1),
                                  carom_shape_capsule(v3(0, 0, -1), v3(0, 0, 1), 1),
                                  carom_shape_aabb(v3(-1, -1, -1), v3(1, 1, 1)),
                                  carom_shape_obb(here, v3(1, 1, 1)),
                                  carom_shape_cylinder(v3(0, 0, -1), v3(0, 0, 1), 1),
                                  carom_shape_halfspace(v3(0, 0, 1), 0),
                                  carom_shape_cone(v3(0, 0, -1), v3(0, 0, 1), 1)};
    const double margins[] = {-1, -1e30, NAN, INFINITY, -INFINITY};
    const int32_t capacities[] = {0, -1, INT32_MIN, INT32_MAX, 9};
    for (size_t a = 0; a < COUNT(shapes); a++)
        for (size_t b = 0; b < COUNT(shapes); b++)
            for (size_t i = 0; i < COUNT(margins); i++) {
                carom_contact_manifold at = {.margin = (carom_real)margins[i],
                                             .capacity = capacities[i]};
                carom_contact_manifold set = {.capacity = capacities[i] > 8 ? 8 : 0};
                const carom_pose by = {{(carom_real)0.25, 0, (carom_real)0.5}, {0, 0, 0, 1}};
                const int32_t count = carom_contact(&shapes[a], here, &shapes[b], by, &at);
                assert_int_equal(count, carom_contact(&shapes[a], here, &shapes[b], by, &set));
                assert_true(count > 0 && at.margin == 0);
                assert_same(at.points[0].point_a, set.points[0].point_a);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind),
        cmocka_unit_test(invalid_ones_say_so),
        cmocka_unit_test(forgotten_manifolds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
