/* The stack that functions of one pair of typed shapes take, and fits and frustums: shapes by
 * chance on a lattice, where they touch, coincide and are degenerate, and off it, at all sizes. */
#define _POSIX_C_SOURCE 200809L /* pthread_attr_setstack */

#include "carom/ccd.h"
#include "carom/fit.h"
#include "carom/frustum.h"
#include "common/test_flat_common.h"
#include "common/test_stack_common.h"

static carom_vec3 p, q, points[20], corners[8], vertices[2][4];
static carom_plane plane[3];
static carom_halfspace halfspace;
static carom_line line[2];
static carom_ray ray;
static carom_segment segment[2];
static carom_sphere sphere[2];
static carom_capsule capsule[2];
static carom_aabb box[2];
static carom_obb turned[2];
static carom_triangle triangle[2];
static carom_tetrahedron tetrahedron;
static carom_polygon polygon;
static carom_cylinder cylinder;
static carom_cone cone;
static carom_ellipsoid ellipsoid;
static carom_kdop kdop;
static carom_moving_point vertex;
static carom_moving_segment edge[2];
static carom_moving_triangle face;
static carom_polyhedron polyhedron[2];
static carom_frustum frustum, camera;
static carom_pose pose;

static const carom_vec3 slab_normals[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {0, 1, 1}};
static carom_real slab_low[5], slab_high[5];
static const carom_kdop_slabs slabs = {slab_normals, slab_low, slab_high, 5};

static carom_real height_of(carom_vec3 point, carom_vec3 *nearest, void *user) {
    (void)user;
    *nearest = point;
    nearest->z = 0;
    return point.z < 0 ? 0 : point.z;
}

/* Each with the arguments of the function whose name, less its prefix, it has. */
#define QUESTIONS(ASK)                                                                             \
    ASK(closest_point_plane, carom_closest_point_plane(p, &plane[0]))                              \
    ASK(closest_point_plane_unit, carom_closest_point_plane_unit(p, &plane[0]))                    \
    ASK(closest_point_line, carom_closest_point_line(p, &line[0]))                                 \
    ASK(closest_point_segment, carom_closest_point_segment(p, &segment[0]))                        \
    ASK(closest_point_ray, carom_closest_point_ray(p, &ray))                                       \
    ASK(closest_point_sphere, carom_closest_point_sphere(p, &sphere[0]))                           \
    ASK(closest_point_aabb, carom_closest_point_aabb(p, &box[0]))                                  \
    ASK(closest_point_obb, carom_closest_point_obb(p, &turned[0]))                                 \
    ASK(closest_point_triangle, carom_closest_point_triangle(p, &triangle[0]))                     \
    ASK(closest_point_polygon, carom_closest_point_polygon(p, &polygon))                           \
    ASK(closest_line_line, carom_closest_line_line(&line[0], &line[1]))                            \
    ASK(closest_segment_segment, carom_closest_segment_segment(&segment[0], &segment[1]))          \
    ASK(closest_segment_triangle, carom_closest_segment_triangle(&segment[0], &triangle[0]))       \
    ASK(closest_segment_aabb, carom_closest_segment_aabb(&segment[0], &box[0]))                    \
    ASK(closest_triangle_triangle, carom_closest_triangle_triangle(&triangle[0], &triangle[1]))    \
    ASK(distance_point_segment_squared, carom_distance_point_segment_squared(p, &segment[0]))      \
    ASK(distance_point_plane_signed, carom_distance_point_plane_signed(p, &plane[0]))              \
    ASK(overlap_point_point, carom_overlap_point_point(p, q))                                      \
    ASK(overlap_point_segment, carom_overlap_point_segment(p, &segment[0]))                        \
    ASK(overlap_point_plane, carom_overlap_point_plane(p, &plane[0]))                              \
    ASK(overlap_point_halfspace, carom_overlap_point_halfspace(p, &halfspace))                     \
    ASK(overlap_point_sphere, carom_overlap_point_sphere(p, &sphere[0]))                           \
    ASK(overlap_point_aabb, carom_overlap_point_aabb(p, &box[0]))                                  \
    ASK(overlap_point_obb, carom_overlap_point_obb(p, &turned[0]))                                 \
    ASK(overlap_point_triangle, carom_overlap_point_triangle(p, &triangle[0]))                     \
    ASK(overlap_segment_segment, carom_overlap_segment_segment(&segment[0], &segment[1]))          \
    ASK(overlap_segment_plane, carom_overlap_segment_plane(&segment[0], &plane[0]))                \
    ASK(overlap_segment_halfspace, carom_overlap_segment_halfspace(&segment[0], &halfspace))       \
    ASK(overlap_segment_sphere, carom_overlap_segment_sphere(&segment[0], &sphere[0]))             \
    ASK(overlap_segment_aabb, carom_overlap_segment_aabb(&segment[0], &box[0]))                    \
    ASK(overlap_segment_obb, carom_overlap_segment_obb(&segment[0], &turned[0]))                   \
    ASK(overlap_segment_triangle, carom_overlap_segment_triangle(&segment[0], &triangle[0]))       \
    ASK(overlap_plane_sphere, carom_overlap_plane_sphere(&plane[0], &sphere[0]))                   \
    ASK(overlap_plane_aabb, carom_overlap_plane_aabb(&plane[0], &box[0]))                          \
    ASK(overlap_plane_obb, carom_overlap_plane_obb(&plane[0], &turned[0]))                         \
    ASK(overlap_plane_triangle, carom_overlap_plane_triangle(&plane[0], &triangle[0]))             \
    ASK(overlap_halfspace_sphere, carom_overlap_halfspace_sphere(&halfspace, &sphere[0]))          \
    ASK(overlap_halfspace_aabb, carom_overlap_halfspace_aabb(&halfspace, &box[0]))                 \
    ASK(overlap_halfspace_obb, carom_overlap_halfspace_obb(&halfspace, &turned[0]))                \
    ASK(overlap_halfspace_triangle, carom_overlap_halfspace_triangle(&halfspace, &triangle[0]))    \
    ASK(overlap_sphere_sphere, carom_overlap_sphere_sphere(&sphere[0], &sphere[1]))                \
    ASK(overlap_sphere_aabb, carom_overlap_sphere_aabb(&sphere[0], &box[0]))                       \
    ASK(overlap_sphere_obb, carom_overlap_sphere_obb(&sphere[0], &turned[0]))                      \
    ASK(overlap_sphere_triangle, carom_overlap_sphere_triangle(&sphere[0], &triangle[0]))          \
    ASK(overlap_aabb_aabb, carom_overlap_aabb_aabb(&box[0], &box[1]))                              \
    ASK(overlap_aabb_obb, carom_overlap_aabb_obb(&box[0], &turned[0]))                             \
    ASK(overlap_aabb_triangle, carom_overlap_aabb_triangle(&box[0], &triangle[0]))                 \
    ASK(overlap_obb_obb, carom_overlap_obb_obb(&turned[0], &turned[1]))                            \
    ASK(overlap_obb_triangle, carom_overlap_obb_triangle(&turned[0], &triangle[0]))                \
    ASK(overlap_triangle_triangle, carom_overlap_triangle_triangle(&triangle[0], &triangle[1]))    \
    ASK(overlap_ray_aabb, carom_overlap_ray_aabb(&ray, &box[0]))                                   \
    ASK(overlap_polyhedron_polyhedron,                                                             \
        carom_overlap_polyhedron_polyhedron(&polyhedron[0], &polyhedron[1]))                       \
    ASK(classify_halfspace_sphere, carom_classify_halfspace_sphere(&halfspace, &sphere[0]))        \
    ASK(classify_halfspace_aabb, carom_classify_halfspace_aabb(&halfspace, &box[0]))               \
    ASK(classify_halfspace_obb, carom_classify_halfspace_obb(&halfspace, &turned[0]))              \
    ASK(classify_sphere_sphere, carom_classify_sphere_sphere(&sphere[0], &sphere[1]))              \
    ASK(classify_sphere_aabb, carom_classify_sphere_aabb(&sphere[0], &box[0]))                     \
    ASK(classify_sphere_obb, carom_classify_sphere_obb(&sphere[0], &turned[0]))                    \
    ASK(classify_sphere_triangle, carom_classify_sphere_triangle(&sphere[0], &triangle[0]))        \
    ASK(classify_aabb_aabb, carom_classify_aabb_aabb(&box[0], &box[1]))                            \
    ASK(classify_aabb_obb, carom_classify_aabb_obb(&box[0], &turned[0]))                           \
    ASK(classify_aabb_triangle, carom_classify_aabb_triangle(&box[0], &triangle[0]))               \
    ASK(classify_obb_obb, carom_classify_obb_obb(&turned[0], &turned[1]))                          \
    ASK(classify_obb_triangle, carom_classify_obb_triangle(&turned[0], &triangle[0]))              \
    ASK(classify_plane_point, carom_classify_plane_point(&plane[0], p))                            \
    ASK(classify_plane_segment, carom_classify_plane_segment(&plane[0], &segment[0]))              \
    ASK(classify_plane_sphere, carom_classify_plane_sphere(&plane[0], &sphere[0]))                 \
    ASK(classify_plane_aabb, carom_classify_plane_aabb(&plane[0], &box[0]))                        \
    ASK(classify_plane_obb, carom_classify_plane_obb(&plane[0], &turned[0]))                       \
    ASK(classify_plane_triangle, carom_classify_plane_triangle(&plane[0], &triangle[0]))           \
    ASK(intersect_plane_plane, carom_intersect_plane_plane(&plane[0], &plane[1]))                  \
    ASK(intersect_plane_plane_plane,                                                               \
        carom_intersect_plane_plane_plane(&plane[0], &plane[1], &plane[2]))                        \
    ASK(intersect_triangle_triangle,                                                               \
        carom_intersect_triangle_triangle(&triangle[0], &triangle[1]))                             \
    ASK(raycast_ray_plane, carom_raycast_ray_plane(&ray, &plane[0]))                               \
    ASK(raycast_ray_halfspace, carom_raycast_ray_halfspace(&ray, &halfspace))                      \
    ASK(raycast_ray_sphere, carom_raycast_ray_sphere(&ray, &sphere[0]))                            \
    ASK(raycast_ray_capsule, carom_raycast_ray_capsule(&ray, &capsule[0]))                         \
    ASK(raycast_ray_aabb, carom_raycast_ray_aabb(&ray, &box[0]))                                   \
    ASK(raycast_ray_obb, carom_raycast_ray_obb(&ray, &turned[0]))                                  \
    ASK(raycast_ray_triangle, carom_raycast_ray_triangle(&ray, &triangle[0], CAROM_BOTH_SIDES))    \
    ASK(raycast_ray_polygon, carom_raycast_ray_polygon(&ray, &polygon))                            \
    ASK(raycast_ray_kdop, carom_raycast_ray_kdop(&ray, &kdop))                                     \
    ASK(raycast_ray_cylinder, carom_raycast_ray_cylinder(&ray, &cylinder))                         \
    ASK(raycast_ray_cone, carom_raycast_ray_cone(&ray, &cone))                                     \
    ASK(raycast_ray_ellipsoid, carom_raycast_ray_ellipsoid(&ray, &ellipsoid))                      \
    ASK(raycast_ray_tetrahedron, carom_raycast_ray_tetrahedron(&ray, &tetrahedron))                \
    ASK(raycast_ray_cylinder_infinite, carom_raycast_ray_cylinder_infinite(&ray, &line[0], 1))     \
    ASK(raycast_segment_plane, carom_raycast_segment_plane(&segment[0], &plane[0]))                \
    ASK(raycast_segment_halfspace, carom_raycast_segment_halfspace(&segment[0], &halfspace))       \
    ASK(raycast_segment_sphere, carom_raycast_segment_sphere(&segment[0], &sphere[0]))             \
    ASK(raycast_segment_capsule, carom_raycast_segment_capsule(&segment[0], &capsule[0]))          \
    ASK(raycast_segment_aabb, carom_raycast_segment_aabb(&segment[0], &box[0]))                    \
    ASK(raycast_segment_obb, carom_raycast_segment_obb(&segment[0], &turned[0]))                   \
    ASK(raycast_segment_triangle,                                                                  \
        carom_raycast_segment_triangle(&segment[0], &triangle[0], CAROM_BOTH_SIDES))               \
    ASK(raycast_segment_polygon, carom_raycast_segment_polygon(&segment[0], &polygon))             \
    ASK(raycast_line_plane, carom_raycast_line_plane(&line[0], &plane[0]))                         \
    ASK(raycast_line_sphere, carom_raycast_line_sphere(&line[0], &sphere[0]))                      \
    ASK(raycast_line_capsule, carom_raycast_line_capsule(&line[0], &capsule[0]))                   \
    ASK(raycast_line_aabb, carom_raycast_line_aabb(&line[0], &box[0]))                             \
    ASK(raycast_line_obb, carom_raycast_line_obb(&line[0], &turned[0]))                            \
    ASK(raycast_line_triangle,                                                                     \
        carom_raycast_line_triangle(&line[0], &triangle[0], CAROM_BOTH_SIDES))                     \
    ASK(raycast_line_polygon, carom_raycast_line_polygon(&line[0], &polygon))                      \
    ASK(sweep_sphere_plane, carom_sweep_sphere_plane(&sphere[0], q, &plane[0]))                    \
    ASK(sweep_sphere_halfspace, carom_sweep_sphere_halfspace(&sphere[0], q, &halfspace))           \
    ASK(sweep_sphere_segment, carom_sweep_sphere_segment(&sphere[0], q, &segment[0]))              \
    ASK(sweep_sphere_sphere, carom_sweep_sphere_sphere(&sphere[0], q, &sphere[1], p))              \
    ASK(sweep_sphere_capsule, carom_sweep_sphere_capsule(&sphere[0], q, &capsule[0]))              \
    ASK(sweep_sphere_aabb, carom_sweep_sphere_aabb(&sphere[0], q, &box[0]))                        \
    ASK(sweep_sphere_obb, carom_sweep_sphere_obb(&sphere[0], q, &turned[0]))                       \
    ASK(sweep_sphere_triangle, carom_sweep_sphere_triangle(&sphere[0], q, &triangle[0]))           \
    ASK(sweep_sphere_polygon, carom_sweep_sphere_polygon(&sphere[0], q, &polygon))                 \
    ASK(sweep_aabb_aabb, carom_sweep_aabb_aabb(&box[0], q, &box[1], p))                            \
    ASK(sweep_sphere_function,                                                                     \
        carom_sweep_sphere_function(&sphere[0], q, height_of, NULL, (carom_real)1e-3))             \
    ASK(sweep_vertex_face, carom_sweep_vertex_face(&vertex, &face))                                \
    ASK(sweep_edge_edge, carom_sweep_edge_edge(&edge[0], &edge[1]))                                \
    ASK(penetration_plane_sphere, carom_penetration_plane_sphere(&plane[0], &sphere[0]))           \
    ASK(penetration_halfspace_sphere, carom_penetration_halfspace_sphere(&halfspace, &sphere[0]))  \
    ASK(penetration_sphere_sphere, carom_penetration_sphere_sphere(&sphere[0], &sphere[1]))        \
    ASK(penetration_sphere_aabb, carom_penetration_sphere_aabb(&sphere[0], &box[0]))               \
    ASK(penetration_sphere_obb, carom_penetration_sphere_obb(&sphere[0], &turned[0]))              \
    ASK(penetration_sphere_triangle, carom_penetration_sphere_triangle(&sphere[0], &triangle[0]))  \
    ASK(penetration_aabb_aabb, carom_penetration_aabb_aabb(&box[0], &box[1]))                      \
    ASK(penetration_obb_obb, carom_penetration_obb_obb(&turned[0], &turned[1]))                    \
    ASK(fit_aabb_points, carom_fit_aabb_points(points, COUNT(points)))                             \
    ASK(fit_sphere_points_ritter, carom_fit_sphere_points_ritter(points, COUNT(points)))           \
    ASK(fit_sphere_points, carom_fit_sphere_points(points, COUNT(points)))                         \
    ASK(fit_obb_points_principal, carom_fit_obb_points_principal(points, COUNT(points)))           \
    ASK(fit_capsule_points, carom_fit_capsule_points(points, COUNT(points)))                       \
    ASK(fit_kdop_points, carom_fit_kdop_points(&slabs, points, COUNT(points)))                     \
    ASK(fit_aabb_kdop, carom_fit_aabb_kdop(&kdop))                                                 \
    ASK(fit_sphere_capsule, carom_fit_sphere_capsule(&capsule[0]))                                 \
    ASK(fit_sphere_obb, carom_fit_sphere_obb(&turned[0]))                                          \
    ASK(fit_obb_obb, carom_fit_obb_obb(&turned[0], &turned[1]))                                    \
    ASK(fit_capsule_capsule, carom_fit_capsule_capsule(&capsule[0], &capsule[1]))                  \
    ASK(pose_transform_obb, carom_pose_transform_obb(pose, &turned[0]))                            \
    ASK(pose_transform_aabb, carom_pose_transform_aabb(pose, &box[0]))                             \
    ASK(volume_obb, carom_volume_obb(&turned[0]))                                                  \
    ASK(volume_kdop, carom_volume_kdop(&kdop))                                                     \
    ASK(frustum_from_corners, carom_frustum_from_corners(&frustum, corners))                       \
    ASK(frustum_classify_aabb, carom_frustum_classify_aabb(&camera, &box[0]))                      \
    ASK(frustum_classify_point, carom_frustum_classify_point(&camera, p))                          \
    ASK(frustum_classify_sphere, carom_frustum_classify_sphere(&camera, &sphere[0]))

#define ASK_ONE(name, call)                                                                        \
    static void ask_##name(void) {                                                                 \
        mark_stack();                                                                              \
        (void)(call);                                                                              \
    }
#define NAME_ONE(name, call) {#name, ask_##name},

QUESTIONS(ASK_ONE)
static const stack_question questions[] = {QUESTIONS(NAME_ONE)};

/* ---- shapes */

/* How coordinates are made. */
typedef enum way {
    ON_LATTICE, /* -1, 0 and 1 */
    OFF_LATTICE,
    NEXT_TO_LATTICE, /* by a few roundings */
    TINY,
    HUGE_ONES,
    WAYS
} way;

static way made;

static carom_vec3 any_vec(void) {
    const double large = sizeof(carom_real) == 4 ? 1e15 : 1e100;
    carom_vec3 v = lattice_vec(1);
    if (made == OFF_LATTICE) v = random_vec(1);
    if (made == NEXT_TO_LATTICE) v = step(v, random_vec(1), 4 * EPS);
    if (made == TINY) v = step(v3(0, 0, 0), random_vec(1), 1 / large);
    if (made == HUGE_ONES) v = step(v3(0, 0, 0), random_vec(1), large);
    return v;
}

static carom_vec3 any_size(void) {
    const carom_vec3 v = any_vec();
    return v3(fabs((double)v.x), fabs((double)v.y), fabs((double)v.z));
}

static void turn(carom_vec3 axes[3]) {
    const double c = random_in(0, 1) < 0.5 ? 1 : 0.8, s = c < 1 ? 0.6 : 0;
    axes[0] = v3(c, s, 0);
    axes[1] = v3(-s, c, 0);
    axes[2] = v3(0, 0, 1);
}

static void make_box(carom_aabb *out) {
    const carom_vec3 a = any_vec(), b = any_vec();
    *out = carom_fit_aabb_point(&(carom_aabb){a, a}, b);
}

static void make_flat(void) {
    for (int i = 0; i < COUNT(points); i++)
        points[i] = any_vec();
    for (int i = 0; i < 3; i++)
        plane[i] = (carom_plane){any_vec(), any_size().x};
    halfspace = (carom_halfspace){any_vec(), any_size().x};
    for (int i = 0; i < 2; i++) {
        line[i] = (carom_line){any_vec(), any_vec()};
        segment[i] = (carom_segment){any_vec(), any_vec()};
        triangle[i] = tri(any_vec(), any_vec(), any_vec());
        edge[i] = (carom_moving_segment){segment[i], {any_vec(), any_vec()}};
    }
    ray = (carom_ray){any_vec(), any_vec(), 0, 4};
    vertex = (carom_moving_point){any_vec(), any_vec()};
    face = (carom_moving_triangle){triangle[0], triangle[1]};
    static carom_vec3 square[4];
    const carom_vec3 at = any_vec(), u = any_vec(), v = any_vec();
    for (int i = 0; i < 4; i++)
        square[i] = step(step(at, u, i == 1 || i == 2), v, i / 2);
    polygon = (carom_polygon){square, 4};
}

/* A tetrahedron, counter-clockwise seen from outside. */
static void make_polyhedron(carom_polyhedron *out, carom_vec3 *v) {
    static const int32_t starts[] = {0, 3, 6, 9, 12},
                         faces[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3},
                         edges[] = {0, 1, 0, 1, 1, 2, 0, 2, 2, 0, 0, 3,
                                    0, 3, 1, 3, 1, 3, 1, 2, 2, 3, 2, 3};
    const carom_vec3 at = any_vec();
    v[0] = at;
    v[1] = step(at, v3(1, 0, 0), 1);
    v[2] = step(at, v3(0, 1, 0), 1);
    v[3] = step(at, v3(0, 0, 1), 1);
    *out = (carom_polyhedron){v, starts, faces, edges, 4, 4, 6};
}

static void make_solids(void) {
    for (int i = 0; i < 2; i++) {
        sphere[i] = (carom_sphere){any_vec(), any_size().x};
        capsule[i] = (carom_capsule){any_vec(), any_vec(), any_size().x};
        make_box(&box[i]);
        turned[i] = (carom_obb){.center = any_vec(), .half_extents = any_size()};
        turn(turned[i].axes);
        make_polyhedron(&polyhedron[i], vertices[i]);
    }
    tetrahedron = (carom_tetrahedron){{any_vec(), any_vec(), any_vec(), any_vec()}};
    cylinder = (carom_cylinder){any_vec(), any_vec(), any_size().x};
    cone = (carom_cone){any_vec(), any_vec(), any_size().x};
    ellipsoid = (carom_ellipsoid){.center = any_vec(), .radii = any_size()};
    turn(ellipsoid.axes);
    kdop = carom_fit_kdop_points(&slabs, points, COUNT(points));
}

static void make_shapes(way how) {
    made = how;
    p = any_vec();
    q = any_vec();
    make_flat();
    make_solids();
    const double size = 1 + (double)any_size().x;
    for (int i = 0; i < 8; i++)
        corners[i] = v3(i & 1 ? size : -size, i & 2 ? size : -size, i & 4 ? size : -size);
    (void)carom_frustum_from_corners(&camera, corners);
    pose = (carom_pose){any_vec(), {0, 0, (carom_real)0.6, (carom_real)0.8}};
}

static void typed_functions_fit_into_small_stacks(void **state) {
    (void)state;
    for (int round = 0; round < 40 * WAYS; round++) {
        make_shapes(round % WAYS);
        keep_stack_promise(questions, COUNT(questions));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(typed_functions_fit_into_small_stacks),
                                       cmocka_unit_test(report_stack_promise)};
    return cmocka_run_group_tests(tests, take_painted_stack, give_painted_stack);
}
