/* The stack that questions to meshes, height fields, scenes and grids of distances take: meshes of
 * every build, soups that touch, single questions and many at once, and pairs of meshes apart, in
 * contact, coincident and one in the other. */
#define _POSIX_C_SOURCE 200809L /* pthread_attr_setstack */

#include "carom/carom.h"
#include "common/test_mesh_common.h"
#include "common/test_stack_common.h"

#define MANY 200 /* more than lists and packets of rays take at once */

static const carom_mesh *mesh;
static carom_placed_mesh placed[2];
static carom_turning_mesh turning[2];
static carom_mesh_solid solid;
static const carom_heightfield *field, *other_field;
static const carom_scene *scene;
static const carom_mesh_grid *grid;
static carom_frustum frustum;
static const carom_shape shape = {.kind = CAROM_SHAPE_SPHERE,
                                  .as.sphere = {{0, 0, 0}, (carom_real)0.5}};
static const carom_grid_options grid_options;

static carom_vec3 point, motion, points[MANY], motions[MANY];
static carom_ray ray, list_of_rays[MANY];
static carom_sphere sphere, spheres[MANY];
static carom_aabb box, boxes[MANY];
static carom_real distances_within[MANY];
static const carom_mesh_rays rays = {list_of_rays, MANY, CAROM_BOTH_SIDES};
static const carom_points_within points_within = {points, distances_within, MANY};
static const carom_moving_spheres moving = {spheres, motions, MANY};
static const carom_mesh_pairs mesh_pairs = {&placed[0], &placed[1], 1, 1, NULL};

/* answers */
static bool answers[MANY];
static uint32_t triangles[4 * MANY], counts[MANY];
static carom_triangle_pair pairs[MANY];
static carom_mesh_ray_hit hits[4 * MANY];
static carom_mesh_sweep_hit sweeps[MANY];
static carom_mesh_closest nearest[4 * MANY];
static carom_mesh_signed distances[MANY];
static carom_mesh_side sides[MANY];
static carom_mesh_meeting meeting;
static carom_mesh_pair_closest mesh_closest;
static carom_mesh_relation relation;
static carom_mesh_penetration depth;
static carom_mesh_pair_sweep mesh_sweep;
static carom_scene_ray_hit scene_hits[4 * MANY];
static carom_scene_sweep_hit scene_sweeps[MANY];
static carom_scene_closest scene_nearest[4 * MANY];
static const carom_hit_lists hit_lists = {hits, 4, counts};
static const carom_closest_lists nearest_lists = {nearest, 4, counts};
static const carom_triangle_lists triangle_lists = {triangles, 4, counts};
static const carom_scene_hit_lists scene_hit_lists = {scene_hits, 4, counts};
static const carom_scene_closest_lists scene_nearest_lists = {scene_nearest, 4, counts};

static bool see_pair(uint32_t a, uint32_t b, void *user) {
    (void)a, (void)b, (void)user;
    return true;
}

/* Each with the arguments of the function whose name, less its prefix, it has. */
#define QUESTIONS(ASK)                                                                             \
    ASK(raycast_ray_mesh, carom_raycast_ray_mesh(&ray, mesh, CAROM_BOTH_SIDES))                    \
    ASK(overlap_ray_mesh, carom_overlap_ray_mesh(&ray, mesh))                                      \
    ASK(raycast_ray_mesh_all,                                                                      \
        carom_raycast_ray_mesh_all(&ray, mesh, CAROM_BOTH_SIDES, hits, MANY))                      \
    ASK(raycast_rays_mesh, carom_raycast_rays_mesh(&rays, mesh, hits, NULL))                       \
    ASK(overlap_rays_mesh, carom_overlap_rays_mesh(&rays, mesh, answers, NULL))                    \
    ASK(raycast_rays_mesh_all, carom_raycast_rays_mesh_all(&rays, mesh, &hit_lists, NULL))         \
    ASK(sweep_sphere_mesh, carom_sweep_sphere_mesh(&sphere, motion, mesh))                         \
    ASK(sweep_spheres_mesh, carom_sweep_spheres_mesh(&moving, mesh, sweeps, NULL))                 \
    ASK(closest_point_mesh, carom_closest_point_mesh(point, mesh))                                 \
    ASK(closest_point_mesh_within, carom_closest_point_mesh_within(point, mesh, 1))                \
    ASK(closest_point_mesh_several,                                                                \
        carom_closest_point_mesh_several(point, mesh, 2, nearest, MANY))                           \
    ASK(closest_points_mesh, carom_closest_points_mesh(points, MANY, mesh, nearest, NULL))         \
    ASK(closest_points_mesh_within,                                                                \
        carom_closest_points_mesh_within(&points_within, mesh, nearest, NULL))                     \
    ASK(closest_points_mesh_several,                                                               \
        carom_closest_points_mesh_several(&points_within, mesh, &nearest_lists, NULL))             \
    ASK(overlap_point_mesh_within, carom_overlap_point_mesh_within(point, mesh, 1))                \
    ASK(overlap_points_mesh_within,                                                                \
        carom_overlap_points_mesh_within(&points_within, mesh, answers, NULL))                     \
    ASK(overlap_sphere_mesh, carom_overlap_sphere_mesh(&sphere, mesh, triangles, MANY))            \
    ASK(overlap_spheres_mesh,                                                                      \
        carom_overlap_spheres_mesh(spheres, MANY, mesh, &triangle_lists, NULL))                    \
    ASK(overlap_aabb_mesh, carom_overlap_aabb_mesh(&box, mesh, triangles, MANY))                   \
    ASK(overlap_aabbs_mesh, carom_overlap_aabbs_mesh(boxes, MANY, mesh, &triangle_lists, NULL))    \
    ASK(mesh_solid_of, carom_mesh_solid_of(mesh))                                                  \
    ASK(distance_point_mesh_signed, carom_distance_point_mesh_signed(point, &solid))               \
    ASK(distance_points_mesh_signed,                                                               \
        carom_distance_points_mesh_signed(points, MANY, &solid, distances, NULL))                  \
    ASK(mesh_winding_number, carom_mesh_winding_number(point, mesh))                               \
    ASK(mesh_contact_normal, carom_mesh_contact_normal(mesh, 0, point, motion))                    \
    ASK(classify_point_mesh, carom_classify_point_mesh(point, &placed[0]))                         \
    ASK(classify_points_mesh, carom_classify_points_mesh(points, MANY, &placed[0], sides, NULL))   \
    ASK(mesh_closure_of, carom_mesh_closure_of(mesh))                                              \
    ASK(mesh_solidity_of, carom_mesh_solidity_of(mesh))                                            \
    ASK(mesh_cost_ratio, carom_mesh_cost_ratio(mesh))                                              \
    ASK(overlap_mesh_mesh, carom_overlap_mesh_mesh(&placed[0], &placed[1]))                        \
    ASK(query_mesh_mesh, carom_query_mesh_mesh(&placed[0], &placed[1], pairs, MANY))               \
    ASK(visit_mesh_mesh, carom_visit_mesh_mesh(&placed[0], &placed[1], see_pair, NULL))            \
    ASK(intersect_mesh_mesh, carom_intersect_mesh_mesh(&placed[0], &placed[1]))                    \
    ASK(closest_mesh_mesh, carom_closest_mesh_mesh(&placed[0], &placed[1]))                        \
    ASK(overlap_mesh_mesh_within, carom_overlap_mesh_mesh_within(&placed[0], &placed[1], 1))       \
    ASK(classify_mesh_mesh, carom_classify_mesh_mesh(&placed[0], &placed[1]))                      \
    ASK(penetrate_mesh_mesh, carom_penetrate_mesh_mesh(&placed[0], &placed[1], NULL))              \
    ASK(sweep_mesh_mesh, carom_sweep_mesh_mesh(&placed[0], motion, &placed[1]))                    \
    ASK(toi_mesh_mesh, carom_toi_mesh_mesh(&turning[0], &turning[1], (carom_real)1e-3))            \
    ASK(overlap_mesh_pairs, carom_overlap_mesh_pairs(&mesh_pairs, answers, NULL))                  \
    ASK(overlap_mesh_pairs_within, carom_overlap_mesh_pairs_within(&mesh_pairs, 1, answers, NULL)) \
    ASK(intersect_mesh_pairs, carom_intersect_mesh_pairs(&mesh_pairs, &meeting, NULL))             \
    ASK(closest_mesh_pairs, carom_closest_mesh_pairs(&mesh_pairs, &mesh_closest, NULL))            \
    ASK(classify_mesh_pairs, carom_classify_mesh_pairs(&mesh_pairs, &relation, NULL))              \
    ASK(penetrate_mesh_pairs, carom_penetrate_mesh_pairs(&mesh_pairs, NULL, &depth, NULL))         \
    ASK(sweep_mesh_pairs, carom_sweep_mesh_pairs(&mesh_pairs, &motion, &mesh_sweep, NULL))         \
    ASK(query_mesh_self, carom_query_mesh_self(mesh, pairs, MANY))                                 \
    ASK(visit_mesh_self, carom_visit_mesh_self(mesh, see_pair, NULL))                              \
    ASK(overlap_mesh_self, carom_overlap_mesh_self(mesh))                                          \
    ASK(distance_point_mesh_grid, carom_distance_point_mesh_grid(point, grid))                     \
    ASK(distance_shape_mesh_grid, carom_distance_shape_mesh_grid(&shape, placed[0].pose, grid,     \
                                                                 placed[1].pose, &grid_options))   \
    ASK(raycast_ray_heightfield, carom_raycast_ray_heightfield(&ray, field, CAROM_BOTH_SIDES))     \
    ASK(overlap_ray_heightfield, carom_overlap_ray_heightfield(&ray, field))                       \
    ASK(raycast_ray_heightfield_all,                                                               \
        carom_raycast_ray_heightfield_all(&ray, field, CAROM_BOTH_SIDES, hits, MANY))              \
    ASK(raycast_rays_heightfield, carom_raycast_rays_heightfield(&rays, field, hits, NULL))        \
    ASK(raycast_rays_heightfield_all,                                                              \
        carom_raycast_rays_heightfield_all(&rays, field, &hit_lists, NULL))                        \
    ASK(overlap_rays_heightfield, carom_overlap_rays_heightfield(&rays, field, answers, NULL))     \
    ASK(sweep_sphere_heightfield, carom_sweep_sphere_heightfield(&sphere, motion, field))          \
    ASK(sweep_spheres_heightfield, carom_sweep_spheres_heightfield(&moving, field, sweeps, NULL))  \
    ASK(closest_point_heightfield, carom_closest_point_heightfield(point, field))                  \
    ASK(closest_point_heightfield_several,                                                         \
        carom_closest_point_heightfield_several(point, field, 2, nearest, MANY))                   \
    ASK(closest_points_heightfield,                                                                \
        carom_closest_points_heightfield(points, MANY, field, nearest, NULL))                      \
    ASK(closest_points_heightfield_several,                                                        \
        carom_closest_points_heightfield_several(&points_within, field, &nearest_lists, NULL))     \
    ASK(overlap_sphere_heightfield,                                                                \
        carom_overlap_sphere_heightfield(&sphere, field, triangles, MANY))                         \
    ASK(overlap_spheres_heightfield,                                                               \
        carom_overlap_spheres_heightfield(spheres, MANY, field, &triangle_lists, NULL))            \
    ASK(overlap_aabb_heightfield, carom_overlap_aabb_heightfield(&box, field, triangles, MANY))    \
    ASK(overlap_aabbs_heightfield,                                                                 \
        carom_overlap_aabbs_heightfield(boxes, MANY, field, &triangle_lists, NULL))                \
    ASK(visit_mesh_heightfield, carom_visit_mesh_heightfield(&placed[0], field, see_pair, NULL))   \
    ASK(overlap_mesh_heightfield, carom_overlap_mesh_heightfield(&placed[0], field))               \
    ASK(visit_heightfield_heightfield,                                                             \
        carom_visit_heightfield_heightfield(field, other_field, see_pair, NULL))                   \
    ASK(overlap_heightfield_heightfield,                                                           \
        carom_overlap_heightfield_heightfield(field, other_field))                                 \
    ASK(raycast_ray_scene, carom_raycast_ray_scene(&ray, scene, CAROM_BOTH_SIDES))                 \
    ASK(raycast_ray_scene_all,                                                                     \
        carom_raycast_ray_scene_all(&ray, scene, CAROM_BOTH_SIDES, scene_hits, MANY))              \
    ASK(overlap_ray_scene, carom_overlap_ray_scene(&ray, scene))                                   \
    ASK(sweep_sphere_scene, carom_sweep_sphere_scene(&sphere, motion, scene))                      \
    ASK(closest_point_scene, carom_closest_point_scene(point, scene))                              \
    ASK(closest_point_scene_several,                                                               \
        carom_closest_point_scene_several(point, scene, 2, scene_nearest, MANY))                   \
    ASK(visit_scene_pairs, carom_visit_scene_pairs(scene, see_pair, NULL))                         \
    ASK(scene_query_frustum, carom_scene_query_frustum(scene, &frustum, triangles, MANY))          \
    ASK(raycast_rays_scene, carom_raycast_rays_scene(&rays, scene, scene_hits, NULL))              \
    ASK(raycast_rays_scene_all,                                                                    \
        carom_raycast_rays_scene_all(&rays, scene, &scene_hit_lists, NULL))                        \
    ASK(overlap_rays_scene, carom_overlap_rays_scene(&rays, scene, answers, NULL))                 \
    ASK(sweep_spheres_scene, carom_sweep_spheres_scene(&moving, scene, scene_sweeps, NULL))        \
    ASK(closest_points_scene,                                                                      \
        carom_closest_points_scene(points, MANY, scene, scene_nearest, NULL))                      \
    ASK(closest_points_scene_several,                                                              \
        carom_closest_points_scene_several(&points_within, scene, &scene_nearest_lists, NULL))

#define ASK_ONE(name, call)                                                                        \
    static void ask_##name(void) {                                                                 \
        mark_stack();                                                                              \
        (void)(call);                                                                              \
    }
#define NAME_ONE(name, call) {#name, ask_##name},

QUESTIONS(ASK_ONE)
static const stack_question questions[] = {QUESTIONS(NAME_ONE)};

/* ---- what is asked about */

static void make_numbers(double reach) {
    for (int i = 0; i < MANY; i++) {
        points[i] = i % 2 ? lattice_vec(2) : random_vec(reach);
        motions[i] = random_vec(reach);
        list_of_rays[i] = (carom_ray){random_vec(reach), lattice_vec(1), 0, 100};
        spheres[i] = (carom_sphere){random_vec(reach), (carom_real)random_in(0, reach)};
        boxes[i] = (carom_aabb){random_vec(reach), random_vec(reach)};
        boxes[i] = carom_fit_aabb_point(&(carom_aabb){boxes[i].min, boxes[i].min}, boxes[i].max);
        distances_within[i] = 2;
    }
    point = points[0];
    motion = motions[0];
    ray = list_of_rays[0];
    sphere = spheres[0];
    box = boxes[0];
}

static void make_ground(carom_heightfield **out, int side) {
    static carom_real heights[32 * 32];
    for (int i = 0; i < side * side; i++)
        heights[i] = i % 3 ? (carom_real)random_in(-1, 1) : 0;
    const carom_heightfield_def def = {.heights = heights,
                                       .columns = (uint32_t)side,
                                       .rows = (uint32_t)side,
                                       .origin = v3(-2, 0, -2),
                                       .spacing = v3(0.25, 1, 0.25)};
    assert_int_equal(carom_heightfield_create(out, &def), CAROM_OK);
}

static carom_mesh *make_mesh(const test_mesh *of, carom_mesh_build build, bool compact) {
    static uint32_t indices[3 * MESH_LARGEST];
    carom_mesh *out = NULL;
    for (uint32_t i = 0; i < 3 * of->count; i++)
        indices[i] = i;
    const carom_mesh_def def = {.vertices = of->vertices,
                                .indices = indices,
                                .vertex_count = 3 * of->count,
                                .triangle_count = of->count,
                                .build = build,
                                .compact = compact};
    assert_int_equal(carom_mesh_create(&out, &def), CAROM_OK);
    return out;
}

static void make_scene(carom_scene **out, const carom_mesh *a, const carom_mesh *b) {
    carom_placed_mesh instances[12];
    for (int i = 0; i < 12; i++)
        instances[i] = (carom_placed_mesh){.mesh = i % 2 ? a : b, .pose = random_mesh_pose(2)};
    const carom_scene_def def = {.instances = instances, .count = 12};
    assert_int_equal(carom_scene_create(out, &def), CAROM_OK);
}

static void make_grid(carom_mesh_grid **out, const carom_mesh *of) {
    const carom_mesh_grid_def def = {.solid = carom_mesh_solid_of(of), .cell = (carom_real)0.25};
    assert_int_equal(carom_mesh_grid_create(out, &def), CAROM_OK);
}

/* ---- */

static void ask_poses(void) {
    const carom_pose origin = {{0, 0, 0}, {0, 0, 0, 1}};
    for (int round = 0; round < 6; round++) {
        placed[0].pose = round % 2 ? random_mesh_pose(1) : origin;
        placed[1].pose = round == 0   ? origin
                         : round == 1 ? placed[0].pose
                                      : random_mesh_pose(round == 2 ? 8 : 0.5);
        for (int i = 0; i < 2; i++)
            turning[i] = (carom_turning_mesh){.mesh = placed[i].mesh,
                                              .start = placed[i].pose,
                                              .end = random_mesh_pose(1),
                                              .turns = i};
        make_numbers(round < 3 ? 1 : 4);
        keep_stack_promise(questions, COUNT(questions));
    }
}

static void questions_fit_into_small_stacks(void **state) {
    static test_mesh ball, small, soup;
    (void)state;
    fill_ball(&ball, 5, 1);
    fill_ball(&small, 2, 0.375);
    fill_lattice(&soup, 80, 2);
    carom_heightfield *grounds[2];
    carom_scene *many;
    carom_mesh_grid *samples;
    make_ground(&grounds[0], 20);
    make_ground(&grounds[1], 9);
    make_scene(&many, ball.mesh, soup.mesh);
    make_grid(&samples, ball.mesh);
    field = grounds[0], other_field = grounds[1], scene = many, grid = samples;
    carom_vec3 corners[8];
    for (int i = 0; i < 8; i++)
        corners[i] = v3(i & 1 ? 2 : -2, i & 2 ? 2 : -2, i & 4 ? 2 : -2);
    assert_int_equal(carom_frustum_from_corners(&frustum, corners), CAROM_OK);
    const test_mesh *const shapes[3] = {&ball, &soup, &small};
    for (int i = 0; i < 6; i++) {
        carom_mesh *own = make_mesh(shapes[i % 3], (carom_mesh_build)(i % 4), i % 2 == 1);
        mesh = own;
        solid = carom_mesh_solid_of(mesh);
        placed[0].mesh = own;
        placed[1].mesh = shapes[i / 2]->mesh;
        ask_poses();
        carom_mesh_destroy(own);
    }
    carom_mesh_grid_destroy(samples);
    carom_scene_destroy(many);
    carom_heightfield_destroy(grounds[0]);
    carom_heightfield_destroy(grounds[1]);
    for (int i = 0; i < 3; i++)
        carom_mesh_destroy(shapes[i]->mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(questions_fit_into_small_stacks),
                                       cmocka_unit_test(report_stack_promise)};
    return cmocka_run_group_tests(tests, take_painted_stack, give_painted_stack);
}
