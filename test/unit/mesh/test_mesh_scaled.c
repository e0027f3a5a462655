/* Scaled copies of meshes and hulls: bit for bit what is made from the rounded products, in every
 * form of the tree; mirrored ones face outwards; refusals; memory that runs out. */
#include "common/test_counting.h"
#include "common/test_mesh_soup_common.h"

static const carom_vec3 scales[] = {{2, 2, 2},     {(carom_real)0.7, (carom_real)1.3, 3},
                                    {-1, 1, 1},    {(carom_real)-0.3, -5, (carom_real)-1.1},
                                    {-2, 4, -0.5}, {(carom_real)1e-3, 1, 100}};

static soup product;

/* The product by hand: corners in turn where the scale mirrors. */
static void make_product(const soup *s, carom_vec3 scale) {
    bool mirrors = (double)scale.x * (double)scale.y * (double)scale.z < 0;
    product.def = s->def;
    product.def.vertices = product.vertices;
    product.def.indices = product.indices;
    for (size_t i = 0; i < s->def.vertex_count; i++) {
        const carom_vec3 v = s->vertices[i];
        product.vertices[i] = (carom_vec3){v.x * scale.x, v.y * scale.y, v.z * scale.z};
    }
    for (size_t i = 0; i < s->def.triangle_count; i++) {
        const uint32_t *from = s->indices + 3 * i;
        const uint32_t turned[3] = {from[0], from[mirrors ? 2 : 1], from[mirrors ? 1 : 2]};
        memcpy(product.indices + 3 * i, turned, sizeof turned);
    }
    assert_int_equal(carom_mesh_create(&product.mesh, &product.def), CAROM_OK);
}

static void assert_same_bytes(const void *a, const void *b, size_t size) {
    assert_memory_equal(a, b, size);
}

static void ask_both(const carom_mesh *a, const carom_mesh *b, carom_vec3 scale) {
    for (int n = 0; n < 60; n++) {
        carom_vec3 from = any_point(0), to = any_point(0);
        from = (carom_vec3){from.x * scale.x, from.y * scale.y, from.z * scale.z};
        to = (carom_vec3){to.x * scale.x, to.y * scale.y, to.z * scale.z};
        const carom_ray ray = {from, step(to, from, -1), 0, (carom_real)INFINITY};
        for (int facing = CAROM_BOTH_SIDES; facing <= CAROM_BACK_ONLY; facing++) {
            carom_mesh_ray_hit x = carom_raycast_ray_mesh(&ray, a, (carom_facing)facing);
            carom_mesh_ray_hit y = carom_raycast_ray_mesh(&ray, b, (carom_facing)facing);
            assert_int_equal(x.hit, y.hit);
            if (!x.hit) continue;
            assert_int_equal(x.triangle, y.triangle);
            assert_true(x.at.t == y.at.t);
            assert_same(x.at.normal, y.at.normal);
        }
        carom_mesh_closest x = carom_closest_point_mesh(from, a),
                           y = carom_closest_point_mesh(from, b);
        assert_int_equal(x.triangle, y.triangle);
        assert_true(x.at.distance == y.at.distance);
        uint32_t in_a[64], in_b[64];
        const carom_sphere ball = {to, (carom_real)0.4 * (carom_real)unit};
        size_t count = carom_overlap_sphere_mesh(&ball, a, in_a, 64);
        assert_int_equal(count, carom_overlap_sphere_mesh(&ball, b, in_b, 64));
        assert_same_bytes(in_a, in_b, (count < 64 ? count : 64) * sizeof *in_a);
    }
}

static void check_saved(const carom_mesh *mesh) {
    size_t size = 0;
    assert_int_equal(carom_mesh_save(mesh, NULL, &size), CAROM_OK);
    void *bytes = aligned_block(size);
    carom_mesh *loaded = NULL;
    assert_int_equal(carom_mesh_save(mesh, bytes, &size), CAROM_OK);
    assert_int_equal(carom_mesh_load(&loaded, bytes, size, NULL), CAROM_OK);
    carom_mesh_destroy(loaded);
    carom_mesh *mapped = NULL, *twice = NULL;
    assert_int_equal(carom_mesh_map(&mapped, bytes, size, NULL), CAROM_OK);
    assert_int_equal(carom_mesh_create_scaled(&twice, mapped, v3(1, -1, 1), NULL), CAROM_OK);
    carom_mesh_destroy(mapped);
    aligned_free(bytes);
    carom_aabb box = carom_mesh_bounds(mesh), turned = carom_mesh_bounds(twice);
    assert_true(turned.max.y == -box.min.y && turned.min.y == -box.max.y);
    carom_mesh_destroy(twice);
}

static int with_parts; /* mirrored copies that keep a second tree */

static void count_parts(const carom_mesh *copy, const soup *s, carom_vec3 scale) {
    carom_mesh_def def = s->def;
    def.build = CAROM_MESH_BUILD_WHOLE;
    carom_mesh *whole = NULL;
    assert_int_equal(carom_mesh_create(&whole, &def), CAROM_OK);
    with_parts +=
        scale.x * scale.y * scale.z < 0 && carom_mesh_bytes(copy) > carom_mesh_bytes(whole);
    carom_mesh_destroy(whole);
}

static void check_scaled(const soup *s, int style) {
    (void)style;
    for (size_t n = 0; n < sizeof scales / sizeof *scales; n++) {
        make_product(s, scales[n]);
        for (int form = 0; form < 3; form++) {
            carom_mesh_def def = s->def;
            def.build = form == 1 ? CAROM_MESH_BUILD_SPLIT : CAROM_MESH_BUILD_BEST;
            def.compact = form == 2;
            carom_mesh *from = NULL, *copy = NULL;
            assert_int_equal(carom_mesh_create(&from, &def), CAROM_OK);
            assert_int_equal(carom_mesh_create_scaled(&copy, from, scales[n], NULL), CAROM_OK);
            carom_mesh_destroy(from);
            carom_aabb box = carom_mesh_bounds(copy), right = carom_mesh_bounds(product.mesh);
            assert_same(box.min, right.min);
            assert_same(box.max, right.max);
            for (uint32_t i = 0; i < s->def.triangle_count; i++) {
                carom_triangle t = carom_mesh_triangle(copy, i);
                carom_triangle of = carom_mesh_triangle(product.mesh, i);
                assert_same_bytes(&t, &of, sizeof t);
            }
            if (form == 1) count_parts(copy, s, scales[n]);
            ask_both(copy, product.mesh, scales[n]);
            check_saved(copy);
            assert_true(carom_mesh_cost_ratio(copy) > 0);
            carom_mesh_destroy(copy);
        }
        carom_mesh_destroy(product.mesh);
    }
}

static void copies_equal_products(void **state) {
    (void)state;
    for_each_style(check_scaled);
    assert_true(with_parts > 0);
}

static void what_is_refused(void **state) {
    (void)state;
    unit = 1;
    make_soup(&shared, 0);
    carom_mesh *none = NULL;
    const carom_real bad[] = {(carom_real)NAN, (carom_real)INFINITY, -(carom_real)INFINITY};
    for (int axis = 0; axis < 3; axis++) {
        carom_vec3 scale = {1, 1, 1};
        for (int i = 0; i < 3; i++) {
            (&scale.x)[axis] = bad[i];
            assert_int_equal(carom_mesh_create_scaled(&none, shared.mesh, scale, NULL),
                             CAROM_ERROR_NOT_FINITE);
        }
        (&scale.x)[axis] = 0;
        assert_int_equal(carom_mesh_create_scaled(&none, shared.mesh, scale, NULL),
                         CAROM_ERROR_ARGUMENT);
    }
    carom_mesh *big = NULL, *empty = NULL, *copy = NULL;
    assert_int_equal(carom_mesh_create_scaled(&big, shared.mesh, v3(8, 8, 8), NULL), CAROM_OK);
    carom_vec3 huge = {1, CAROM_REAL_MAX, 1};
    assert_int_equal(carom_mesh_create_scaled(&none, big, huge, NULL), CAROM_ERROR_NOT_FINITE);
    const carom_allocator half = {.alloc = counting_alloc};
    assert_int_equal(carom_mesh_create_scaled(&none, big, v3(1, 1, 1), &half),
                     CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_create_scaled(NULL, big, v3(1, 1, 1), NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_mesh_create_scaled(&none, NULL, v3(1, 1, 1), NULL),
                     CAROM_ERROR_ARGUMENT);
    assert_null(none);
    const carom_mesh_def nothing = {0};
    assert_int_equal(carom_mesh_create(&empty, &nothing), CAROM_OK);
    assert_int_equal(carom_mesh_create_scaled(&copy, empty, v3(2, -1, 1), NULL), CAROM_OK);
    assert_int_equal(carom_mesh_triangle_count(copy), 0);
    carom_mesh_destroy(copy);
    carom_mesh_destroy(empty);
    carom_mesh_destroy(big);
    carom_mesh_destroy(shared.mesh);
}

static void memory_runs_out(void **state) {
    (void)state;
    unit = 1;
    make_soup(&shared, 1);
    carom_mesh_destroy(shared.mesh);
    shared.def.build = CAROM_MESH_BUILD_SPLIT;
    assert_int_equal(carom_mesh_create(&shared.mesh, &shared.def), CAROM_OK);
    size_t n = 1;
    for (;; n++) {
        counting c = {.fail_at = n};
        const carom_allocator allocator = counting_allocator(&c);
        carom_mesh *copy = NULL;
        carom_status status =
            carom_mesh_create_scaled(&copy, shared.mesh, v3(-1, 2, 3), &allocator);
        carom_mesh_destroy(copy);
        assert_int_equal(c.live, 0);
        if (status == CAROM_OK) break;
        assert_int_equal(status, CAROM_ERROR_MEMORY);
        assert_null(copy);
    }
    assert_true(n > 8);
    carom_mesh_destroy(shared.mesh);
}

/* ---- hulls */

static carom_hull *hull_of(const carom_vec3 *points, size_t count, size_t limit) {
    carom_hull *hull = NULL;
    const carom_hull_def def = {.points = points, .point_count = count, .vertex_limit = limit};
    assert_int_equal(carom_hull_create(&hull, &def), CAROM_OK);
    return hull;
}

static void hulls_equal_products(void **state) {
    (void)state;
    carom_vec3 points[60], moved[60];
    volume_seed = 5;
    for (int i = 0; i < 60; i++)
        points[i] = random_vec(2);
    for (size_t n = 0; n < sizeof scales / sizeof *scales; n++) {
        carom_hull *from = hull_of(points, 60, 0), *copy = NULL;
        assert_int_equal(carom_hull_create_scaled(&copy, from, scales[n], NULL), CAROM_OK);
        int32_t count = carom_hull_vertex_count(from);
        assert_int_equal(carom_hull_vertex_count(copy), count);
        for (int32_t i = 0; i < count; i++) {
            carom_vec3 v = carom_hull_vertex(from, i), s = scales[n];
            moved[i] = (carom_vec3){v.x * s.x, v.y * s.y, v.z * s.z};
            assert_same(carom_hull_vertex(copy, i), moved[i]);
        }
        assert_int_equal(carom_hull_face_count(copy), carom_hull_face_count(from));
        for (int32_t f = 0; f < carom_hull_face_count(copy); f++) {
            carom_plane plane = carom_hull_plane(copy, f);
            double middle = 0; /* the mean of the vertices is inside */
            for (int32_t i = 0; i < count; i++)
                middle += dot_of(plane.normal, moved[i]) / count;
            assert_true(middle < (double)plane.offset);
        }
        assert_true(carom_hull_omitted(copy) == 0);
        carom_hull_destroy(copy);
        carom_hull_destroy(from);
    }
    carom_hull *few = hull_of(points, 60, 6), *copy = NULL;
    assert_int_equal(carom_hull_create_scaled(&copy, few, v3(-2, 2, 2), NULL), CAROM_OK);
    assert_true(carom_hull_omitted(copy) >= 2 * carom_hull_omitted(few));
    assert_true((double)carom_hull_omitted(copy) < 2.001 * (double)carom_hull_omitted(few));
    carom_hull *none = NULL;
    assert_int_equal(carom_hull_create_scaled(&none, few, v3(1, 0, 1), NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_hull_create_scaled(&none, few, v3(1, NAN, 1), NULL),
                     CAROM_ERROR_NOT_FINITE);
    carom_vec3 huge = {CAROM_REAL_MAX, 1, 1};
    assert_int_equal(carom_hull_create_scaled(&none, copy, huge, NULL), CAROM_ERROR_NOT_FINITE);
    assert_int_equal(carom_hull_create_scaled(NULL, few, v3(1, 1, 1), NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_hull_create_scaled(&none, NULL, v3(1, 1, 1), NULL),
                     CAROM_ERROR_ARGUMENT);
    for (size_t n = 1;; n++) {
        counting c = {.fail_at = n};
        const carom_allocator allocator = counting_allocator(&c);
        carom_status status = carom_hull_create_scaled(&none, few, v3(1, 2, 3), &allocator);
        if (status == CAROM_OK) carom_hull_destroy(none);
        assert_int_equal(c.live, 0);
        if (status == CAROM_OK) break;
        assert_int_equal(status, CAROM_ERROR_MEMORY);
    }
    carom_hull_destroy(copy);
    carom_hull_destroy(few);
}

/* ---- scenes */

enum { PLACED = 12 };

static void scenes_of_scaled_meshes(void **state) {
    (void)state;
    unit = 1;
    volume_seed = 9;
    make_soup(&shared, 0);
    carom_placed_mesh placed[PLACED] = {{0}}, by_hand[PLACED];
    carom_vec3 factors[PLACED] = {{0}};
    carom_mesh *copies[PLACED] = {0};
    for (int i = 0; i < PLACED; i++) {
        if (i != 7) placed[i].mesh = shared.mesh;
        placed[i].pose = (carom_pose){random_vec(3), {0, (carom_real)0.6, 0, (carom_real)0.8}};
        if (i % 4) factors[i] = scales[i % 4];
        by_hand[i] = placed[i];
        if (i % 4 && i != 7) {
            assert_int_equal(carom_mesh_create_scaled(&copies[i], shared.mesh, factors[i], NULL),
                             CAROM_OK);
            by_hand[i].mesh = copies[i];
        }
    }
    carom_scene *scene = NULL, *right = NULL;
    counting c = {0};
    size_t refused = 0;
    carom_scene_def def = {.instances = placed,
                           .count = PLACED,
                           .allocator = counting_allocator(&c),
                           .scales = factors};
    for (c.fail_at = 1;; c.fail_at++, refused++, c.calls = 0) {
        carom_status status = carom_scene_create(&scene, &def);
        if (status == CAROM_OK) break;
        assert_int_equal(status, CAROM_ERROR_MEMORY);
        assert_int_equal(c.live, 0);
    }
    c.fail_at = 0;
    assert_true(refused > 20);
    const carom_scene_def plain = {.instances = by_hand, .count = PLACED};
    assert_int_equal(carom_scene_create(&right, &plain), CAROM_OK);
    size_t alone = 0;
    for (int round = 0; round < 2; round++) {
        int hits = 0;
        for (int n = 0; n < 200; n++) {
            carom_vec3 from = random_vec(6), to = random_vec(4);
            const carom_ray ray = {from, step(to, from, -1), 0, (carom_real)INFINITY};
            carom_scene_ray_hit a = carom_raycast_ray_scene(&ray, scene, CAROM_FRONT_ONLY);
            carom_scene_ray_hit b = carom_raycast_ray_scene(&ray, right, CAROM_FRONT_ONLY);
            assert_int_equal(a.hit, b.hit);
            if (a.hit) assert_true(a.instance == b.instance && a.triangle == b.triangle);
            if (a.hit) assert_true(a.at.t == b.at.t);
            hits += a.hit;
            carom_scene_closest x = carom_closest_point_scene(to, scene),
                                y = carom_closest_point_scene(to, right);
            assert_true(x.instance == y.instance && x.at.distance == y.at.distance);
        }
        assert_true(hits > 40);
        carom_pose poses[PLACED];
        for (int i = 0; i < PLACED; i++)
            poses[i] = (carom_pose){random_vec(2), {0, 0, 1, 0}};
        assert_int_equal(carom_scene_move_all(scene, poses, PLACED), CAROM_OK);
        assert_int_equal(carom_scene_move_all(right, poses, PLACED), CAROM_OK);
        alone = c.live;
    }
    /* three scales, so three copies of at most six blocks beside the scene's own */
    assert_true(alone <= 3 * 12 + 8);
    carom_scene_destroy(scene);
    assert_int_equal(c.live, 0);
    carom_scene_destroy(right);
    scene = NULL;
    factors[2] = v3(1, 0, 1);
    assert_int_equal(carom_scene_create(&scene, &def), CAROM_ERROR_ARGUMENT);
    factors[2] = v3(1, NAN, 1);
    assert_int_equal(carom_scene_create(&scene, &def), CAROM_ERROR_NOT_FINITE);
    assert_null(scene);
    assert_int_equal(c.live, 0);
    for (int i = 0; i < PLACED; i++)
        carom_mesh_destroy(copies[i]);
    carom_mesh_destroy(shared.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_equal_products),   cmocka_unit_test(what_is_refused),
        cmocka_unit_test(memory_runs_out),         cmocka_unit_test(hulls_equal_products),
        cmocka_unit_test(scenes_of_scaled_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
