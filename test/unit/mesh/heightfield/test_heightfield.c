/* Height fields: every query equals brute force over the triangles, bit for bit; pairs with meshes
 * and other fields too; building refuses what is wrong and fails cleanly. */
#include "common/test_counting.h"
#include "common/test_flat_common.h"

#define MOST 24 /* samples each way */

typedef struct terrain {
    carom_real heights[MOST * MOST];
    uint8_t holes[MOST * MOST];
    carom_heightfield_def def;
    carom_heightfield *field;
    double size; /* all coordinates are multiplied by it */
} terrain;

/* Styles: 0 random, 1 flat on a lattice, 2 steep, 3 with holes, 4 one cell, 5 one row, 6 far and
 * small, 7 tiny, 8 huge, 9 lattice steps. */
#define STYLES 10

static void make_terrain(terrain *t, int style) {
    static const uint32_t columns[STYLES] = {MOST, 9, 17, MOST, 2, 21, 6, 10, 10, 13};
    static const uint32_t rows[STYLES] = {19, 9, 16, MOST, 2, 2, 7, 10, 10, 8};
    volume_seed = 900 + (uint64_t)style;
    int power = sizeof(carom_real) == 4 ? 60 : 100;
    t->size = style == 7 ? ldexp(1, -power) : style == 8 ? ldexp(1, power) : 1;
    t->def = (carom_heightfield_def){.heights = t->heights,
                                     .columns = columns[style],
                                     .rows = rows[style],
                                     .origin = v3(-4, 0.25, -3),
                                     .spacing = v3(0.5, style % 2 ? 1 : 0, 0.625)};
    if (style == 1 || style == 9) t->def.spacing = v3(1, 1, 1), t->def.origin = v3(-4, 0, -4);
    if (style == 6) t->def.origin = v3(10000, 0, -20000);
    SCALE(t->def.origin, t->size);
    t->def.spacing.x = (carom_real)((double)t->def.spacing.x * t->size);
    t->def.spacing.z = (carom_real)((double)t->def.spacing.z * t->size);
    for (uint32_t i = 0; i < t->def.columns * t->def.rows; i++) {
        double h = style == 1   ? 0
                   : style == 2 ? random_in(-9, 9)
                   : style == 9 ? random_lattice(1)
                                : random_in(-1, 1);
        t->heights[i] = (carom_real)(h * t->size);
        t->holes[i] = random01() < 0.4 || i < 40;
    }
    if (style == 3) t->def.holes = t->holes;
    assert_int_equal(carom_heightfield_create(&t->field, &t->def), CAROM_OK);
}

static bool present(const terrain *t, uint32_t triangle) {
    return !t->def.holes || !t->def.holes[triangle / 2];
}

static carom_vec3 any_place(const terrain *t, int style) {
    carom_aabb b = carom_heightfield_bounds(t->field);
    if (style == 1 || style == 9) return lattice_vec(5);
    double p[3];
    for (int c = 0; c < 3; c++) {
        double low = (double)(&b.min.x)[c], high = (double)(&b.max.x)[c], more = 1.5 * t->size;
        p[c] = random_in(low - more, high + more);
    }
    return v3(p[0], p[1], p[2]);
}

static terrain shared;

static void for_each_terrain(void (*check)(const terrain *, int)) {
    for (int style = 0; style < STYLES; style++) {
        make_terrain(&shared, style);
        check(&shared, style);
        carom_heightfield_destroy(shared.field);
    }
}

static void check_triangles(const terrain *t, int style) {
    (void)style;
    uint32_t count = carom_heightfield_triangle_count(t->field);
    carom_aabb bounds = carom_heightfield_bounds(t->field);
    assert_int_equal(count, 2 * (t->def.columns - 1) * (t->def.rows - 1));
    for (uint32_t i = 0; i < count; i++) {
        carom_triangle tri = carom_heightfield_triangle(t->field, i);
        if (!present(t, i)) {
            for (int k = 0; k < 3; k++)
                assert_same(tri.v[k], v3(0, 0, 0));
            continue;
        }
        carom_vec3 e1 = step(tri.v[1], tri.v[0], -1), e2 = step(tri.v[2], tri.v[0], -1);
        assert_true((double)e1.z * (double)e2.x - (double)e1.x * (double)e2.z > 0); /* looks up */
        for (int k = 0; k < 3; k++)
            assert_true(tri.v[k].x >= bounds.min.x && tri.v[k].x <= bounds.max.x &&
                        tri.v[k].y >= bounds.min.y && tri.v[k].y <= bounds.max.y &&
                        tri.v[k].z >= bounds.min.z && tri.v[k].z <= bounds.max.z);
    }
}

static void known_triangles(void **state) {
    (void)state;
    carom_real h[] = {1, 2, 3, 4, 5, 6};
    carom_heightfield_def def = {
        .heights = h, .columns = 3, .rows = 2, .origin = v3(10, 20, 30), .spacing = v3(2, 3, 4)};
    carom_heightfield *f = NULL;
    assert_int_equal(carom_heightfield_create(&f, &def), CAROM_OK);
    carom_triangle t = carom_heightfield_triangle(f, 2), u = carom_heightfield_triangle(f, 3);
    assert_same(t.v[0], v3(12, 26, 30));
    assert_same(t.v[1], v3(12, 35, 34));
    assert_same(t.v[2], v3(14, 29, 30));
    assert_same(u.v[0], t.v[2]);
    assert_same(u.v[1], t.v[1]);
    assert_same(u.v[2], v3(14, 38, 34));
    carom_heightfield_destroy(f);
}

static void check_field_rays(const terrain *t, int style) {
    int hits = 0;
    for (int k = 0; k < 200; k++) {
        carom_vec3 from = any_place(t, style), to = any_place(t, style);
        carom_ray ray = {from, step(to, from, -1), 0, (carom_real)INFINITY};
        if (k % 5 == 1) ray.t_max = (carom_real)random01();
        if (k % 5 == 2) ray.t_min = -1;
        if (k % 5 == 3) (&ray.direction.x)[k % 3] = 0;
        if (k % 5 == 4) ray.direction = v3(0, k % 2 ? t->size : -t->size, 0);
        for (int facing = CAROM_BOTH_SIDES; facing <= CAROM_BACK_ONLY; facing++) {
            carom_mesh_ray_hit best = {0};
            for (uint32_t i = 0; i < carom_heightfield_triangle_count(t->field); i++) {
                carom_triangle tri = carom_heightfield_triangle(t->field, i);
                if (!present(t, i)) continue;
                carom_ray_hit_triangle hit =
                    carom_raycast_ray_triangle(&ray, &tri, (carom_facing)facing);
                if (hit.hit && (!best.hit || hit.t < best.at.t))
                    best = (carom_mesh_ray_hit){true, i, hit};
            }
            carom_mesh_ray_hit found =
                carom_raycast_ray_heightfield(&ray, t->field, (carom_facing)facing);
            assert_int_equal(found.hit, best.hit);
            assert_int_equal(found.triangle, best.triangle);
            assert_true(found.at.t == best.at.t);
            assert_same(found.at.point, best.at.point);
            assert_same(found.at.normal, best.at.normal);
            if (facing != CAROM_BOTH_SIDES) continue;
            assert_int_equal(carom_overlap_ray_heightfield(&ray, t->field), best.hit);
            hits += best.hit;
        }
    }
    if (hits <= 5 || hits >= 200) fail_msg("%d hits of style %d", hits, style);
}

/* Straight down on every vertex and edge's middle of the field, none may slip through. */
static void check_no_leak(const terrain *t, int style) {
    if (style == 3 || style == 6) return; /* holes; middles that round */
    carom_aabb b = carom_heightfield_bounds(t->field);
    for (uint32_t i = 0; i < carom_heightfield_triangle_count(t->field); i++) {
        carom_triangle tri = carom_heightfield_triangle(t->field, i);
        for (int k = 0; k < 6; k++) {
            carom_vec3 p = tri.v[k % 3], q = tri.v[(k + 1) % 3];
            if (k >= 3) p = v3(((double)p.x + (double)q.x) / 2, 0, ((double)p.z + (double)q.z) / 2);
            carom_ray ray = {v3((double)p.x, (double)b.max.y + t->size, (double)p.z),
                             v3(0, -t->size, 0), 0, (carom_real)INFINITY};
            assert_true(carom_overlap_ray_heightfield(&ray, t->field));
        }
    }
}

static void check_field_sweeps(const terrain *t, int style) {
    int hits = 0;
    for (int k = 0; k < 80; k++) {
        carom_sphere ball = {any_place(t, style),
                             (carom_real)(k % 5 == 0 ? 0 : 0.4 * t->size * random01())};
        carom_vec3 motion = step(any_place(t, style), ball.center, -1);
        if (k % 9 == 0) motion = v3(0, 0, 0);
        carom_mesh_sweep_hit best = {0};
        carom_mesh_sweep_hit found = carom_sweep_sphere_heightfield(&ball, motion, t->field);
        for (uint32_t i = 0; i < carom_heightfield_triangle_count(t->field); i++) {
            carom_triangle tri = carom_heightfield_triangle(t->field, i);
            if (!present(t, i)) continue;
            carom_sweep_hit hit = carom_sweep_sphere_triangle(&ball, motion, &tri);
            if (hit.hit && (!best.at.hit || hit.fraction < best.at.fraction))
                best = (carom_mesh_sweep_hit){i, hit};
        }
        assert_int_equal(found.at.hit, best.at.hit);
        assert_int_equal(found.triangle, best.triangle);
        assert_true(found.at.fraction == best.at.fraction);
        assert_same(found.at.point, best.at.point);
        assert_same(found.at.normal, best.at.normal);
        hits += best.at.hit;
    }
    if (hits <= 3) fail_msg("%d hits of style %d", hits, style);
}

static void check_field_closest(const terrain *t, int style) {
    for (int k = 0; k < 150; k++) {
        carom_vec3 p = any_place(t, style);
        carom_mesh_closest best = {.at.distance = (carom_real)INFINITY};
        carom_mesh_closest found = carom_closest_point_heightfield(p, t->field);
        for (uint32_t i = 0; i < carom_heightfield_triangle_count(t->field); i++) {
            carom_triangle tri = carom_heightfield_triangle(t->field, i);
            if (!present(t, i)) continue;
            carom_closest_on_triangle at = carom_closest_point_triangle(p, &tri);
            if (at.distance < best.at.distance) best = (carom_mesh_closest){i, at};
        }
        assert_int_equal(found.triangle, best.triangle);
        assert_true(found.at.distance == best.at.distance);
        assert_same(found.at.point_b, best.at.point_b);
        assert_int_equal(found.at.feature, best.at.feature);
    }
}

static void check_field_overlaps(const terrain *t, int style) {
    int total = 0;
    for (int k = 0; k < 150; k++) {
        carom_sphere ball = {any_place(t, style),
                             (carom_real)(t->size * (k % 4 ? random_in(0, 2) : k % 3))};
        carom_vec3 p = any_place(t, style), q = any_place(t, style);
        carom_aabb box = {v3(fmin((double)p.x, (double)q.x), fmin((double)p.y, (double)q.y),
                             fmin((double)p.z, (double)q.z)),
                          v3(fmax((double)p.x, (double)q.x), fmax((double)p.y, (double)q.y),
                             fmax((double)p.z, (double)q.z))};
        static uint32_t list[2][2 * MOST * MOST];
        size_t balls = carom_overlap_sphere_heightfield(&ball, t->field, list[0], 2 * MOST * MOST);
        size_t boxes = carom_overlap_aabb_heightfield(&box, t->field, list[1], 2 * MOST * MOST);
        size_t by_ball = 0, by_box = 0;
        for (uint32_t i = 0; i < carom_heightfield_triangle_count(t->field); i++) {
            carom_triangle tri = carom_heightfield_triangle(t->field, i);
            if (!present(t, i)) continue;
            if (carom_overlap_sphere_triangle(&ball, &tri)) assert_int_equal(list[0][by_ball++], i);
            if (carom_overlap_aabb_triangle(&box, &tri)) assert_int_equal(list[1][by_box++], i);
        }
        assert_int_equal(balls, by_ball);
        assert_int_equal(boxes, by_box);
        uint32_t few[2] = {77, 77};
        assert_int_equal(carom_overlap_sphere_heightfield(&ball, t->field, few, 1), balls);
        assert_int_equal(few[0], balls ? list[0][0] : 77);
        assert_int_equal(few[1], 77);
        total += balls > 0 && boxes > 0;
    }
    if (total <= 3) fail_msg("%d of style %d", total, style);
}

/* ---- pairs */

typedef struct pair_marks {
    unsigned char *seen; /* by a * columns + b */
    size_t columns, count;
} pair_marks;

static bool mark_pair(uint32_t a, uint32_t b, void *user) {
    pair_marks *m = user;
    assert_false(m->seen[a * m->columns + b]); /* each pair once */
    m->seen[a * m->columns + b] = 1;
    m->count++;
    return true;
}

static void check_mesh_pairs(const terrain *t, int style) {
    enum { TRIANGLES = 40 };
    carom_vec3 v[3 * TRIANGLES];
    uint32_t indices[3 * TRIANGLES];
    for (int i = 0; i < 3 * TRIANGLES; i++) {
        v[i] = any_place(t, style);
        if (i % 3 && style != 1 && style != 9) v[i] = step(v[i - i % 3], random_vec(0.8), t->size);
        indices[i] = (uint32_t)i;
    }
    carom_mesh_def def = {.vertices = v,
                          .indices = indices,
                          .vertex_count = 3 * TRIANGLES,
                          .triangle_count = TRIANGLES};
    carom_mesh *mesh = NULL;
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    for (int posed = 0; posed < 3; posed++) {
        carom_placed_mesh placed = {.mesh = mesh, .pose = carom_pose_identity()};
        if (posed == 1) placed.pose.position = v3(0.5 * t->size, 0, -t->size);
        if (posed == 2) placed.pose.rotation = (carom_quat){0, (carom_real)0.6, 0, (carom_real)0.8};
        size_t columns = carom_heightfield_triangle_count(t->field), expected = 0;
        pair_marks m = {calloc(TRIANGLES * columns, 1), columns, 0};
        carom_visit_mesh_heightfield(&placed, t->field, mark_pair, &m);
        for (uint32_t a = 0; a < TRIANGLES; a++)
            for (uint32_t b = 0; b < columns; b++) {
                carom_triangle x = carom_mesh_triangle(mesh, a), y;
                for (int k = 0; k < 3 && posed; k++)
                    x.v[k] = carom_pose_transform_point(placed.pose, x.v[k]);
                y = carom_heightfield_triangle(t->field, b);
                bool meet = present(t, b) && carom_overlap_triangle_triangle(&x, &y);
                assert_int_equal(m.seen[a * columns + b], meet);
                expected += meet;
            }
        assert_int_equal(m.count, expected);
        assert_int_equal(carom_overlap_mesh_heightfield(&placed, t->field), expected > 0);
        if (posed == 0 && columns > 40) assert_true(expected > 0);
        free(m.seen);
    }
    carom_mesh_destroy(mesh);
}

static void fields_against_fields(void **state) {
    (void)state;
    static terrain a, b;
    const int pairs[][2] = {{0, 0}, {0, 2}, {1, 1}, {1, 9}, {9, 1}, {2, 5}, {4, 0}, {0, 3}, {6, 0}};
    for (int k = 0; k < COUNT(pairs); k++) {
        make_terrain(&a, pairs[k][0]);
        make_terrain(&b, pairs[k][1]);
        size_t rows = carom_heightfield_triangle_count(a.field), expected = 0;
        pair_marks m = {NULL, carom_heightfield_triangle_count(b.field), 0};
        m.seen = calloc(rows * m.columns, 1);
        carom_visit_heightfield_heightfield(a.field, b.field, mark_pair, &m);
        for (uint32_t i = 0; i < rows; i++)
            for (uint32_t j = 0; j < m.columns; j++) {
                carom_triangle x = carom_heightfield_triangle(a.field, i);
                carom_triangle y = carom_heightfield_triangle(b.field, j);
                bool meet =
                    present(&a, i) && present(&b, j) && carom_overlap_triangle_triangle(&x, &y);
                assert_int_equal(m.seen[i * m.columns + j], meet);
                expected += meet;
            }
        assert_int_equal(m.count, expected);
        assert_true((expected > 0) == (pairs[k][0] != 6));
        assert_int_equal(carom_overlap_heightfield_heightfield(a.field, b.field), expected > 0);
        assert_int_equal(carom_overlap_heightfield_heightfield(b.field, a.field), expected > 0);
        free(m.seen);
        carom_heightfield_destroy(a.field);
        carom_heightfield_destroy(b.field);
    }
}

/* ---- building */

static carom_status create_field(const carom_heightfield_def *def) {
    carom_heightfield *f = NULL;
    carom_status status = carom_heightfield_create(&f, def);
    assert_int_equal(f != NULL, status == CAROM_OK);
    carom_heightfield_destroy(f);
    return status;
}

static void what_fields_refuse(void **state) {
    (void)state;
    carom_real h[12] = {0};
    const carom_heightfield_def good = {
        .heights = h, .columns = 4, .rows = 3, .spacing = v3(1, 0, 1)};
    carom_heightfield_def def = good;
    carom_heightfield *f = NULL;
    assert_int_equal(create_field(&def), CAROM_OK);
    assert_int_equal(carom_heightfield_create(NULL, &def), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_heightfield_create(&f, NULL), CAROM_ERROR_ARGUMENT);
    def.heights = NULL;
    assert_int_equal(create_field(&def), CAROM_ERROR_ARGUMENT);
    def = good;
    def.columns = 1;
    assert_int_equal(create_field(&def), CAROM_ERROR_ARGUMENT);
    def = good;
    def.rows = 0;
    assert_int_equal(create_field(&def), CAROM_ERROR_ARGUMENT);
    def.columns = def.rows = UINT32_MAX; /* refused before anything is read */
    assert_int_equal(create_field(&def), CAROM_ERROR_LIMIT);
    def = good;
    FOR_EACH_BAD_NUMBER(def.origin, assert_int_equal(create_field(&def), CAROM_ERROR_NOT_FINITE));
    FOR_EACH_BAD_NUMBER(def.spacing, assert_int_equal(create_field(&def), CAROM_ERROR_ARGUMENT));
    FOR_EACH_BAD_NUMBER(h, assert_int_equal(create_field(&good), CAROM_ERROR_NOT_FINITE));
    def.spacing.x = 0;
    assert_int_equal(create_field(&def), CAROM_ERROR_ARGUMENT);
    def.spacing.x = -1;
    assert_int_equal(create_field(&def), CAROM_ERROR_ARGUMENT);
    def = good;
    def.origin.x = (carom_real)1e30; /* neighbours fall together */
    assert_int_equal(create_field(&def), CAROM_ERROR_ARGUMENT);
    def = good;
    def.spacing.z = CAROM_REAL_MAX; /* the last row is not finite */
    assert_int_equal(create_field(&def), CAROM_ERROR_NOT_FINITE);
    carom_heightfield_destroy(NULL);
}

static void field_memory_runs_out(void **state) {
    (void)state;
    for (size_t n = 1;; n++) {
        counting c = {.fail_at = n};
        carom_heightfield_def def;
        make_terrain(&shared, 3);
        carom_heightfield_destroy(shared.field);
        def = shared.def;
        def.allocator = counting_allocator(&c);
        carom_heightfield *untouched = (carom_heightfield *)(void *)&c, *f = untouched;
        carom_status status = carom_heightfield_create(&f, &def);
        if (status == CAROM_OK) {
            assert_true(n > 4 && c.calls + 1 == n);
            carom_heightfield_destroy(f);
            assert_int_equal(c.live, 0);
            return;
        }
        assert_int_equal(status, CAROM_ERROR_MEMORY);
        assert_ptr_equal(f, untouched);
        assert_int_equal(c.live, 0);
    }
}

static bool count_meeting(uint32_t a, uint32_t b, void *user) {
    (void)a;
    (void)b;
    ++*(int *)user;
    return true;
}

static void bad_questions(void **state) {
    (void)state;
    make_terrain(&shared, 0);
    const carom_heightfield *f = shared.field;
    carom_ray ray = {v3(0, 9, 0), v3(0, -1, 0), 0, 99};
    carom_sphere s = {v3(0, 0, 0), 3};
    carom_vec3 motion = v3(0, -9, 0), p = v3(0, 0, 0);
    carom_aabb box = aabb(-3, -3, -3, 3, 3, 3);
    assert_true(carom_overlap_ray_heightfield(&ray, f));
    assert_true(carom_overlap_sphere_heightfield(&s, f, NULL, 0) > 0);
    FOR_EACH_BAD_NUMBER(ray, {
        bool open = (field_ == 7 && kind_ == 1) || (field_ == 6 && kind_ == 2);
        if (!open) assert_false(carom_overlap_ray_heightfield(&ray, f));
    });
    FOR_EACH_BAD_NUMBER(s, {
        assert_int_equal(carom_overlap_sphere_heightfield(&s, f, NULL, 0), 0);
        assert_false(carom_sweep_sphere_heightfield(&s, motion, f).at.hit);
    });
    FOR_EACH_BAD_NUMBER(motion, assert_false(carom_sweep_sphere_heightfield(&s, motion, f).at.hit));
    FOR_EACH_BAD_NUMBER(p,
                        assert_true(carom_closest_point_heightfield(p, f).at.distance == HUGE_VAL));
    FOR_EACH_BAD_NUMBER(box, assert_int_equal(carom_overlap_aabb_heightfield(&box, f, NULL, 0), 0));
    carom_placed_mesh nothing = {0};
    int count = 0;
    carom_visit_mesh_heightfield(&nothing, f, count_meeting, &count);
    assert_int_equal(count, 0);
    carom_heightfield_destroy(shared.field);
    /* nothing but holes */
    static uint8_t holes[4] = {1, 1, 1, 1};
    carom_real h[9] = {0};
    carom_heightfield_def def = {
        .heights = h, .columns = 3, .rows = 3, .spacing = v3(1, 1, 1), .holes = holes};
    carom_heightfield *none = NULL;
    assert_int_equal(carom_heightfield_create(&none, &def), CAROM_OK);
    assert_true(carom_heightfield_bounds(none).min.y > carom_heightfield_bounds(none).max.y);
    assert_false(carom_overlap_ray_heightfield(&ray, none));
    assert_int_equal(carom_overlap_aabb_heightfield(&box, none, NULL, 0), 0);
    assert_true(carom_closest_point_heightfield(p, none).at.distance == HUGE_VAL);
    assert_false(carom_overlap_heightfield_heightfield(none, none));
    carom_heightfield_destroy(none);
}

#define OVER_TERRAINS(name, check)                                                                 \
    static void name(void **state) {                                                               \
        (void)state;                                                                               \
        for_each_terrain(check);                                                                   \
    }
OVER_TERRAINS(triangles_are_the_samples, check_triangles)
OVER_TERRAINS(rays_equal_brute_force, check_field_rays)
OVER_TERRAINS(nothing_leaks, check_no_leak)
OVER_TERRAINS(sweeps_equal_brute_force, check_field_sweeps)
OVER_TERRAINS(closest_equal_brute_force, check_field_closest)
OVER_TERRAINS(overlaps_equal_brute_force, check_field_overlaps)
OVER_TERRAINS(mesh_pairs_equal_brute_force, check_mesh_pairs)

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_triangles),
        cmocka_unit_test(triangles_are_the_samples),
        cmocka_unit_test(rays_equal_brute_force),
        cmocka_unit_test(nothing_leaks),
        cmocka_unit_test(sweeps_equal_brute_force),
        cmocka_unit_test(closest_equal_brute_force),
        cmocka_unit_test(overlaps_equal_brute_force),
        cmocka_unit_test(mesh_pairs_equal_brute_force),
        cmocka_unit_test(fields_against_fields),
        cmocka_unit_test(what_fields_refuse),
        cmocka_unit_test(field_memory_runs_out),
        cmocka_unit_test(bad_questions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
