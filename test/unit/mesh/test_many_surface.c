/* Many questions about one mesh, scene or height field give the bits of single ones, whoever
 * answers them and in whatever order; lists of every length; questions that are no numbers among
 * good ones; none. */
#include "common/test_mesh_soup_common.h"

#include "common/test_many_common.h"

#define QUESTIONS 331 /* no multiple of any grain, and more than one */

static carom_ray rays[QUESTIONS];
static carom_vec3 points[QUESTIONS], motions[QUESTIONS];
static carom_real distances[QUESTIONS];
static carom_sphere spheres[QUESTIONS];
static carom_aabb boxes[QUESTIONS];

/* What is asked at the moment. */
static struct {
    const carom_mesh *mesh;
    const carom_scene *scene;
    const carom_heightfield *field;
    carom_placed_mesh placed;
    carom_facing facing;
    size_t count, capacity;
    bool limited;
} now;

/* Points in small groups: what was found for one tells about the next. */
static void make_questions(int style) {
    carom_vec3 home = any_point(style);
    for (int k = 0; k < QUESTIONS; k++) {
        const carom_vec3 to = any_point(style);
        if (k % 16 == 0) home = any_point(style);
        points[k] = step(home, random_vec(unit), k % 3 ? 0.02 : 0.5);
        rays[k] = (carom_ray){any_point(style), to, 0, CAROM_REAL_MAX};
        rays[k].direction = step(to, rays[k].origin, -1);
        motions[k] = step(any_point(style), points[k], -1);
        distances[k] = (carom_real)(unit * random_in(0, 2));
        spheres[k] = (carom_sphere){points[k], (carom_real)(unit * random_in(0, 0.5))};
        boxes[k] = (carom_aabb){points[k], step(points[k], v3(1, 1, 1), unit * random01())};
        if (k % 53 == 7) points[k].y = spheres[k].center.x = boxes[k].min.z = (carom_real)NAN;
        if (k % 59 == 9) points[k].x = motions[k].z = rays[k].direction.x = (carom_real)HUGE_VAL;
        if (k % 61 == 4) distances[k] = -1, spheres[k].radius = (carom_real)NAN;
        if (k % 67 == 5) distances[k] = (carom_real)NAN;
        if (k % 71 == 6) distances[k] = (carom_real)HUGE_VAL, rays[k].direction = v3(0, 0, 0);
    }
    now.count = QUESTIONS;
}

static size_t ask(void (*all)(const carom_task_hook *), uint64_t (*one)(size_t),
                  uint64_t (*told)(size_t), size_t size) {
    return check_many(&(many_case){now.count, size, all, one, told});
}
static carom_mesh_rays all_rays(void) {
    return (carom_mesh_rays){rays, now.count, now.facing};
}
static carom_points_within all_points(void) {
    return (carom_points_within){points, now.limited ? distances : NULL, now.count};
}
static carom_real reach_of(size_t i) {
    return now.limited ? distances[i] : (carom_real)HUGE_VAL;
}
static carom_moving_spheres all_spheres(void) {
    return (carom_moving_spheres){spheres, motions, now.count};
}

/* ---- lists */

static uint64_t told_triangles(size_t i) {
    uint64_t h = PRINT_START, count = counts[i];
    const uint32_t *own = (const uint32_t *)answers + i * now.capacity;
    PRINT(&h, count);
    print_bytes(&h, own, 4 * (count < now.capacity ? count : now.capacity));
    return h;
}
static uint64_t print_triangles(const uint32_t *own, uint64_t count) {
    uint64_t h = PRINT_START;
    PRINT(&h, count);
    print_bytes(&h, own, 4 * (count < now.capacity ? count : now.capacity));
    return h;
}
static carom_triangle_lists triangle_lists(void) {
    return (carom_triangle_lists){now.capacity ? (uint32_t *)answers : NULL, now.capacity, counts};
}
static uint32_t some_triangles[LARGEST];

#define LIST_OF(name, call_many, call_one, items)                                                  \
    static void name##_all(const carom_task_hook *hook) {                                          \
        const carom_triangle_lists lists = triangle_lists();                                       \
        call_many(items, now.count, TARGET, &lists, hook);                                         \
    }                                                                                              \
    static uint64_t name##_one(size_t i) {                                                         \
        return print_triangles(some_triangles,                                                     \
                               call_one(&(items)[i], TARGET, some_triangles, now.capacity));       \
    }
#define TARGET now.mesh
LIST_OF(ball_mesh, carom_overlap_spheres_mesh, carom_overlap_sphere_mesh, spheres)
LIST_OF(box_mesh, carom_overlap_aabbs_mesh, carom_overlap_aabb_mesh, boxes)
#undef TARGET
#define TARGET now.field
LIST_OF(ball_field, carom_overlap_spheres_heightfield, carom_overlap_sphere_heightfield, spheres)
LIST_OF(box_field, carom_overlap_aabbs_heightfield, carom_overlap_aabb_heightfield, boxes)
#undef TARGET

static uint64_t print_hits(const carom_mesh_ray_hit *hits, uint64_t count) {
    uint64_t h = PRINT_START;
    PRINT(&h, count);
    for (size_t k = 0; k < count && k < now.capacity; k++)
        h = h * 31 + print_mesh_hit(&hits[k]);
    return h;
}
static void hits_all(const carom_task_hook *hook) {
    const carom_mesh_rays asked = all_rays();
    carom_mesh_ray_hit *hits = now.capacity ? (carom_mesh_ray_hit *)answers : NULL;
    const carom_hit_lists lists = {hits, now.capacity, counts};
    carom_raycast_rays_mesh_all(&asked, now.mesh, &lists, hook);
}
static uint64_t hits_one(size_t i) {
    static carom_mesh_ray_hit hits[LARGEST];
    return print_hits(
        hits, carom_raycast_ray_mesh_all(&rays[i], now.mesh, now.facing, hits, now.capacity));
}
static uint64_t hits_told(size_t i) {
    return print_hits((const carom_mesh_ray_hit *)answers + i * now.capacity, counts[i]);
}

static uint64_t print_several(const carom_mesh_closest *nearest, uint64_t count) {
    uint64_t h = PRINT_START;
    PRINT(&h, count);
    for (size_t k = 0; k < count && k < now.capacity; k++)
        h = h * 31 + print_mesh_closest(&nearest[k]);
    return h;
}
static void several_all(const carom_task_hook *hook) {
    const carom_points_within asked = all_points();
    carom_mesh_closest *nearest = now.capacity ? (carom_mesh_closest *)answers : NULL;
    const carom_closest_lists lists = {nearest, now.capacity, counts};
    carom_closest_points_mesh_several(&asked, now.mesh, &lists, hook);
}
static uint64_t several_one(size_t i) {
    static carom_mesh_closest nearest[LARGEST];
    return print_several(nearest, carom_closest_point_mesh_several(points[i], now.mesh, reach_of(i),
                                                                   nearest, now.capacity));
}
static uint64_t several_told(size_t i) {
    return print_several((const carom_mesh_closest *)answers + i * now.capacity, counts[i]);
}

/* ---- one answer each */

static uint64_t yes_told(size_t i) {
    return print_yes((const bool *)answers + i);
}
static uint64_t mesh_hit_told(size_t i) {
    return print_mesh_hit((const carom_mesh_ray_hit *)answers + i);
}
static uint64_t mesh_sweep_told(size_t i) {
    return print_mesh_sweep((const carom_mesh_sweep_hit *)answers + i);
}
static uint64_t mesh_closest_told(size_t i) {
    return print_mesh_closest((const carom_mesh_closest *)answers + i);
}

static void sweep_all(const carom_task_hook *hook) {
    const carom_moving_spheres asked = all_spheres();
    carom_sweep_spheres_mesh(&asked, now.mesh, (carom_mesh_sweep_hit *)answers, hook);
}
static uint64_t sweep_one(size_t i) {
    const carom_mesh_sweep_hit hit = carom_sweep_sphere_mesh(&spheres[i], motions[i], now.mesh);
    return print_mesh_sweep(&hit);
}
static void within_all(const carom_task_hook *hook) {
    const carom_points_within asked = all_points();
    carom_closest_points_mesh_within(&asked, now.mesh, (carom_mesh_closest *)answers, hook);
}
static uint64_t within_one(size_t i) {
    const carom_mesh_closest at = carom_closest_point_mesh_within(points[i], now.mesh, reach_of(i));
    return print_mesh_closest(&at);
}
static void touch_all(const carom_task_hook *hook) {
    const carom_points_within asked = all_points();
    carom_overlap_points_mesh_within(&asked, now.mesh, (bool *)answers, hook);
}
static uint64_t touch_one(size_t i) {
    return carom_overlap_point_mesh_within(points[i], now.mesh, reach_of(i));
}
static void side_all(const carom_task_hook *hook) {
    carom_classify_points_mesh(points, now.count, &now.placed, (carom_mesh_side *)answers, hook);
}
static uint64_t print_side(const carom_mesh_side *side) {
    return (uint64_t)side->place * 16 + (uint64_t)side->by;
}
static uint64_t side_one(size_t i) {
    const carom_mesh_side side = carom_classify_point_mesh(points[i], &now.placed);
    return print_side(&side);
}
static uint64_t side_told(size_t i) {
    return print_side((const carom_mesh_side *)answers + i);
}

static void check_mesh(const soup *s, int style) {
    static const size_t capacities[] = {0, 1, 3, 16};
    make_questions(style);
    now.mesh = s->mesh;
    for (int c = 0; c < COUNT(capacities); c++) {
        now.capacity = capacities[c];
        now.facing = (carom_facing)(c % 3);
        ask(hits_all, hits_one, hits_told, now.capacity * sizeof(carom_mesh_ray_hit));
        ask(ball_mesh_all, ball_mesh_one, told_triangles, now.capacity * sizeof(uint32_t));
        ask(box_mesh_all, box_mesh_one, told_triangles, now.capacity * sizeof(uint32_t));
        for (int limited = 0; limited < 2; limited++) {
            now.limited = limited != 0;
            ask(several_all, several_one, several_told, now.capacity * sizeof(carom_mesh_closest));
        }
    }
    for (int limited = 0; limited < 2; limited++) {
        now.limited = limited != 0;
        ask(within_all, within_one, mesh_closest_told, sizeof(carom_mesh_closest));
        ask(touch_all, touch_one, yes_told, sizeof(bool));
    }
    size_t kinds = ask(sweep_all, sweep_one, mesh_sweep_told, sizeof(carom_mesh_sweep_hit));
    if (style != 5 && unit == 1) assert_true(kinds > QUESTIONS / 8);
}

static void mesh_questions_have_the_bits_of_single_ones(void **state) {
    (void)state;
    for_each_style(check_mesh);
}

/* More than there are triangles; and the last ones found are all of them. */
static void lists_may_be_longer_than_the_mesh(void **state) {
    (void)state;
    unit = 1;
    for (int style = 4; style < 6; style++) {
        volume_seed = 31;
        make_soup(&shared, style);
        make_questions(style);
        now.mesh = shared.mesh;
        now.count = 23;
        now.capacity = style == 4 ? LARGEST / 2 : 3;
        now.facing = CAROM_BOTH_SIDES;
        for (int limited = 0; limited < 2; limited++) {
            now.limited = limited != 0;
            ask(several_all, several_one, several_told, now.capacity * sizeof(carom_mesh_closest));
        }
        ask(hits_all, hits_one, hits_told, now.capacity * sizeof(carom_mesh_ray_hit));
        ask(ball_mesh_all, ball_mesh_one, told_triangles, now.capacity * sizeof(uint32_t));
        carom_mesh_destroy(shared.mesh);
    }
}

/* What lies in the places of a list that is not full tells the next point nothing: here a near
 * triangle, over and over, that seems to have been found from that point. */
static void lists_that_are_not_full_tell_nothing(void **state) {
    (void)state;
    carom_mesh_closest *nearest = (carom_mesh_closest *)answers;
    unit = 1;
    volume_seed = 32;
    make_soup(&shared, 0);
    make_questions(0);
    now.mesh = shared.mesh;
    now.capacity = 8;
    now.limited = true;
    for (int k = 0; k < QUESTIONS; k++)
        distances[k] = (carom_real)(k % 2 ? HUGE_VAL : 0.2);
    const carom_points_within asked = all_points();
    const carom_closest_lists lists = {nearest, now.capacity, counts};
    for (int o = 0; o < ORDERS; o++) {
        size_t full = 0;
        for (size_t i = 0; i < QUESTIONS; i++) {
            const carom_mesh_closest at = carom_closest_point_mesh(points[i], shared.mesh);
            for (size_t k = 0; k < now.capacity; k++) {
                nearest[i * now.capacity + k] = at;
                nearest[i * now.capacity + k].at.distance = 1000;
            }
        }
        carom_closest_points_mesh_several(&asked, shared.mesh, &lists,
                                          o < ORDERS - 1 ? &orders.hook[o] : NULL);
        for (size_t i = 0; i < QUESTIONS; i++) {
            assert_true(several_told(i) == several_one(i));
            full += counts[i] == now.capacity;
        }
        assert_true(full > QUESTIONS / 4 && full < QUESTIONS);
    }
    carom_mesh_destroy(shared.mesh);
}

/* A tetrahedron: inside, outside, and on its surface; solidity told and found out; no mesh. */
static void points_are_classified(void **state) {
    (void)state;
    static const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3};
    const carom_vec3 corners[4] = {v3(0, 0, 0), v3(4, 0, 0), v3(0, 4, 0), v3(0, 0, 4)};
    const carom_mesh_def def = {
        .vertices = corners, .indices = faces, .vertex_count = 4, .triangle_count = 4};
    carom_mesh *mesh = NULL;
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    unit = 1;
    volume_seed = 8;
    make_questions(0);
    for (int k = 0; k < QUESTIONS; k += 2)
        points[k] = lattice_vec(2);
    for (int told = 0; told < 5; told++) {
        const carom_mesh_solidity as = told < 4 ? (carom_mesh_solidity)told : CAROM_SOLIDITY_CLOSED;
        now.placed = (carom_placed_mesh){.mesh = mesh, .solidity = as};
        if (told == 4) now.placed.mesh = NULL;
        size_t kinds = ask(side_all, side_one, side_told, sizeof(carom_mesh_side));
        assert_true(told == 4 ? kinds == 1 : kinds > 20);
    }
    carom_mesh_side side = {CAROM_PLACE_INSIDE, CAROM_SOLIDITY_OPEN};
    carom_classify_points_mesh(points, 1, NULL, &side, NULL);
    assert_true(side.place == CAROM_PLACE_OUTSIDE && side.by == CAROM_SOLIDITY_UNKNOWN);
    carom_mesh_destroy(mesh);
}

/* ---- scenes */

static void scene_hits_all(const carom_task_hook *hook) {
    const carom_mesh_rays asked = all_rays();
    carom_raycast_rays_scene(&asked, now.scene, (carom_scene_ray_hit *)answers, hook);
}
static uint64_t scene_hits_one(size_t i) {
    const carom_scene_ray_hit hit = carom_raycast_ray_scene(&rays[i], now.scene, now.facing);
    return print_scene_hit(&hit);
}
static uint64_t scene_hits_told(size_t i) {
    return print_scene_hit((const carom_scene_ray_hit *)answers + i);
}
static void scene_any_all(const carom_task_hook *hook) {
    const carom_mesh_rays asked = all_rays();
    carom_overlap_rays_scene(&asked, now.scene, (bool *)answers, hook);
}
static uint64_t scene_any_one(size_t i) {
    if (now.facing == CAROM_BOTH_SIDES) return carom_overlap_ray_scene(&rays[i], now.scene);
    return carom_raycast_ray_scene(&rays[i], now.scene, now.facing).hit;
}
static void scene_sweep_all(const carom_task_hook *hook) {
    const carom_moving_spheres asked = all_spheres();
    carom_sweep_spheres_scene(&asked, now.scene, (carom_scene_sweep_hit *)answers, hook);
}
static uint64_t print_scene_sweep(const carom_scene_sweep_hit *hit) {
    uint64_t h = PRINT_START;
    PRINT(&h, hit->instance);
    PRINT(&h, hit->triangle);
    print_sweep_at(&h, &hit->at);
    return h;
}
static uint64_t scene_sweep_one(size_t i) {
    const carom_scene_sweep_hit hit = carom_sweep_sphere_scene(&spheres[i], motions[i], now.scene);
    return print_scene_sweep(&hit);
}
static uint64_t scene_sweep_told(size_t i) {
    return print_scene_sweep((const carom_scene_sweep_hit *)answers + i);
}
static void scene_near_all(const carom_task_hook *hook) {
    carom_closest_points_scene(points, now.count, now.scene, (carom_scene_closest *)answers, hook);
}
static uint64_t scene_near_one(size_t i) {
    const carom_scene_closest near = carom_closest_point_scene(points[i], now.scene);
    return print_scene_near(&near);
}
static uint64_t scene_near_told(size_t i) {
    return print_scene_near((const carom_scene_closest *)answers + i);
}

static void scene_questions_have_the_bits_of_single_ones(void **state) {
    (void)state;
    carom_placed_mesh placed[9];
    carom_scene *scene = NULL;
    unit = 1;
    volume_seed = 12;
    make_soup(&shared, 0);
    for (int i = 0; i < COUNT(placed); i++) {
        placed[i] = (carom_placed_mesh){.mesh = i == 5 ? NULL : shared.mesh};
        placed[i].pose = (carom_pose){lattice_vec(4), {0, 0, i % 2 ? 1 : 0, i % 2 ? 0 : 1}};
    }
    const carom_scene_def def = {.instances = placed, .count = (size_t)COUNT(placed)};
    assert_int_equal(carom_scene_create(&scene, &def), CAROM_OK);
    make_questions(0);
    now.scene = scene;
    for (int facing = 0; facing < 3; facing++) {
        now.facing = (carom_facing)facing;
        size_t kinds =
            ask(scene_hits_all, scene_hits_one, scene_hits_told, sizeof(carom_scene_ray_hit));
        assert_true(kinds > QUESTIONS / 8);
        assert_true(ask(scene_any_all, scene_any_one, yes_told, sizeof(bool)) > 5);
    }
    ask(scene_sweep_all, scene_sweep_one, scene_sweep_told, sizeof(carom_scene_sweep_hit));
    ask(scene_near_all, scene_near_one, scene_near_told, sizeof(carom_scene_closest));
    carom_scene_destroy(scene);
    carom_mesh_destroy(shared.mesh);
}

/* ---- height fields */

static void field_hits_all(const carom_task_hook *hook) {
    const carom_mesh_rays asked = all_rays();
    carom_raycast_rays_heightfield(&asked, now.field, (carom_mesh_ray_hit *)answers, hook);
}
static uint64_t field_hits_one(size_t i) {
    const carom_mesh_ray_hit hit = carom_raycast_ray_heightfield(&rays[i], now.field, now.facing);
    return print_mesh_hit(&hit);
}
static void field_any_all(const carom_task_hook *hook) {
    const carom_mesh_rays asked = all_rays();
    carom_overlap_rays_heightfield(&asked, now.field, (bool *)answers, hook);
}
static uint64_t field_any_one(size_t i) {
    if (now.facing == CAROM_BOTH_SIDES) return carom_overlap_ray_heightfield(&rays[i], now.field);
    return carom_raycast_ray_heightfield(&rays[i], now.field, now.facing).hit;
}
static void field_sweep_all(const carom_task_hook *hook) {
    const carom_moving_spheres asked = all_spheres();
    carom_sweep_spheres_heightfield(&asked, now.field, (carom_mesh_sweep_hit *)answers, hook);
}
static uint64_t field_sweep_one(size_t i) {
    const carom_mesh_sweep_hit hit =
        carom_sweep_sphere_heightfield(&spheres[i], motions[i], now.field);
    return print_mesh_sweep(&hit);
}
static void field_near_all(const carom_task_hook *hook) {
    carom_closest_points_heightfield(points, now.count, now.field, (carom_mesh_closest *)answers,
                                     hook);
}
static uint64_t field_near_one(size_t i) {
    const carom_mesh_closest near = carom_closest_point_heightfield(points[i], now.field);
    return print_mesh_closest(&near);
}

static void field_questions_have_the_bits_of_single_ones(void **state) {
    (void)state;
    carom_real heights[15 * 15];
    carom_heightfield *field = NULL;
    volume_seed = 14;
    unit = 1;
    for (int i = 0; i < COUNT(heights); i++)
        heights[i] = (carom_real)random_in(-1, 1);
    const carom_heightfield_def def = {.heights = heights,
                                       .columns = 15,
                                       .rows = 15,
                                       .origin = v3(-3.5, 0, -3.5),
                                       .spacing = v3(0.5, 1, 0.5)};
    assert_int_equal(carom_heightfield_create(&field, &def), CAROM_OK);
    make_questions(0);
    now.field = field;
    for (int facing = 0; facing < 3; facing++) {
        now.facing = (carom_facing)facing;
        now.capacity = 2 * (size_t)facing;
        size_t kinds =
            ask(field_hits_all, field_hits_one, mesh_hit_told, sizeof(carom_mesh_ray_hit));
        assert_true(kinds > QUESTIONS / 4);
        assert_true(ask(field_any_all, field_any_one, yes_told, sizeof(bool)) > 5);
        ask(ball_field_all, ball_field_one, told_triangles, now.capacity * sizeof(uint32_t));
        ask(box_field_all, box_field_one, told_triangles, now.capacity * sizeof(uint32_t));
    }
    ask(field_sweep_all, field_sweep_one, mesh_sweep_told, sizeof(carom_mesh_sweep_hit));
    ask(field_near_all, field_near_one, mesh_closest_told, sizeof(carom_mesh_closest));
    carom_heightfield_destroy(field);
}

static void no_questions(void **state) {
    (void)state;
    unit = 1;
    make_soup(&shared, 5);
    const carom_task_hook *hook = &orders.hook[1];
    const carom_mesh_rays no_rays = {0};
    const carom_points_within no_points = {0};
    const carom_moving_spheres no_balls = {0};
    const carom_hit_lists hits = {0};
    const carom_closest_lists near = {0};
    const carom_triangle_lists triangles = {0};
    const carom_placed_mesh placed = {.mesh = shared.mesh};
    carom_raycast_rays_mesh_all(&no_rays, shared.mesh, &hits, hook);
    carom_sweep_spheres_mesh(&no_balls, shared.mesh, NULL, hook);
    carom_closest_points_mesh_within(&no_points, shared.mesh, NULL, hook);
    carom_overlap_points_mesh_within(&no_points, shared.mesh, NULL, hook);
    carom_closest_points_mesh_several(&no_points, shared.mesh, &near, hook);
    carom_overlap_spheres_mesh(NULL, 0, shared.mesh, &triangles, hook);
    carom_overlap_aabbs_mesh(NULL, 0, shared.mesh, &triangles, hook);
    carom_classify_points_mesh(NULL, 0, &placed, NULL, hook);
    carom_mesh_destroy(shared.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_questions_have_the_bits_of_single_ones),
        cmocka_unit_test(lists_may_be_longer_than_the_mesh),
        cmocka_unit_test(lists_that_are_not_full_tell_nothing),
        cmocka_unit_test(points_are_classified),
        cmocka_unit_test(scene_questions_have_the_bits_of_single_ones),
        cmocka_unit_test(field_questions_have_the_bits_of_single_ones),
        cmocka_unit_test(no_questions),
    };
    make_orders(&orders);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    drop_orders(&orders);
    return failed;
}
