/* The nearest few triangles and all hits of a ray, of height fields and scenes: those of a mesh of
 * the same triangles, bit for bit, and what brute force over all triangles finds; in lists whoever
 * runs the questions. */
#include "common/test_many_common.h"

#define SIDE 9 /* samples each way */
#define CELLS ((SIDE - 1) * (SIDE - 1))
#define QUESTIONS 200
#define MANY 400 /* hits, of a ray in a plane of triangles */

/* Styles: 0 random, 1 flat, 2 lattice steps, 3 with holes, 4 all of them. */
typedef struct ground {
    carom_real heights[SIDE * SIDE];
    uint8_t holes[CELLS];
    carom_heightfield *field;
    carom_mesh *mesh;         /* of what is no hole */
    uint32_t name[2 * CELLS]; /* of the mesh's triangles, in the field */
    uint32_t count;
} ground;

#define STYLES 5

static void raise_ground(ground *g, int style) {
    carom_heightfield_def def = {.heights = g->heights,
                                 .columns = SIDE,
                                 .rows = SIDE,
                                 .origin = v3(-4, 0, -4),
                                 .spacing = v3(1, 1, 1)};
    static carom_vec3 corners[6 * CELLS];
    static uint32_t indices[6 * CELLS];
    volume_seed = 31 + (uint64_t)style;
    for (int i = 0; i < SIDE * SIDE; i++)
        g->heights[i] = (carom_real)(style == 1   ? 0
                                     : style == 2 ? random_lattice(1)
                                                  : random_in(-1, 1));
    for (int i = 0; i < CELLS; i++)
        g->holes[i] = style == 4 || random01() < 0.4;
    if (style >= 3) def.holes = g->holes;
    assert_int_equal(carom_heightfield_create(&g->field, &def), CAROM_OK);
    g->count = 0;
    for (uint32_t i = 0; i < 2 * CELLS; i++) {
        if (def.holes && g->holes[i / 2]) continue;
        carom_triangle t = carom_heightfield_triangle(g->field, i);
        for (uint32_t k = 0; k < 3; k++) {
            indices[3 * g->count + k] = 3 * g->count + k;
            corners[3 * g->count + k] = t.v[k];
        }
        g->name[g->count++] = i;
    }
    const carom_mesh_def mesh = {.vertices = corners,
                                 .vertex_count = 3 * g->count,
                                 .indices = indices,
                                 .triangle_count = g->count};
    g->mesh = NULL;
    assert_int_equal(carom_mesh_create(&g->mesh, &mesh), CAROM_OK);
}

static void clear_ground(ground *g) {
    carom_heightfield_destroy(g->field);
    carom_mesh_destroy(g->mesh);
}

/* Every other one on the lattice: through vertices and edges, along planes and nowhere. */
static carom_ray any_ray(int n) {
    carom_vec3 from = n % 2 ? lattice_vec(5) : random_vec(5);
    carom_ray ray = {from, step(n % 2 ? lattice_vec(4) : random_vec(4), from, -1), 0,
                     (carom_real)INFINITY};
    if (n % 7 == 1) ray.direction = v3(0, n % 2 ? -1 : 1, 0);
    if (n % 7 == 3) ray.t_max = (carom_real)random01();
    if (n % 7 == 5) ray.t_min = -2;
    if (n % 11 == 1) ray.origin.y = 0, ray.direction = v3(n % 2 ? 1 : -1, 0, n % 3 ? 1 : 0);
    return ray;
}

/* ---- height fields */

static ground land;

static void check_field_hits(const carom_ray *ray, carom_facing facing) {
    static carom_mesh_ray_hit found[MANY], want[MANY];
    size_t count = carom_raycast_ray_mesh_all(ray, land.mesh, facing, want, MANY), first = 0;
    assert_true(count <= MANY);
    for (size_t capacity = MANY;; capacity = capacity > 4 ? 4 : capacity - 1) {
        memset(found, BLANK, sizeof found);
        assert_int_equal(
            carom_raycast_ray_heightfield_all(ray, land.field, facing, found, capacity), count);
        for (size_t i = 0; i < capacity && i < count; i++) {
            carom_mesh_ray_hit as = want[i];
            as.triangle = land.name[as.triangle];
            assert_true(print_mesh_hit(&found[i]) == print_mesh_hit(&as));
        }
        if (capacity < MANY) assert_int_equal(((unsigned char *)&found[capacity])[0], BLANK);
        if (capacity == 0) break;
    }
    /* brute force has all of them, and others only where several are hit at once */
    for (uint32_t i = 0; i < land.count; i++) {
        carom_triangle t = carom_heightfield_triangle(land.field, land.name[i]);
        carom_ray_hit_triangle hit = carom_raycast_ray_triangle(ray, &t, facing);
        if (!hit.hit) continue;
        size_t k = 0;
        while (k < count && want[k].triangle != i)
            k++;
        bool on_rim = hit.barycentric.x == 0 || hit.barycentric.y == 0 || hit.barycentric.z == 0;
        assert_true(k < count || on_rim);
        first += k < count;
    }
    assert_int_equal(first, count);
}

static void all_hits_of_fields(void **state) {
    (void)state;
    for (int style = 0; style < STYLES; style++) {
        raise_ground(&land, style);
        for (int n = 0; n < 2 * QUESTIONS; n++) {
            const carom_ray ray = any_ray(n);
            for (int facing = 0; facing < 3; facing++)
                check_field_hits(&ray, (carom_facing)facing);
        }
        clear_ground(&land);
    }
}

/* Straight down a flat field: one of the six triangles at a vertex, of the two at an edge. */
static void hits_told_once(void **state) {
    (void)state;
    carom_mesh_ray_hit hit;
    raise_ground(&land, 1);
    for (int i = 0; i <= 2 * (SIDE - 1); i++)
        for (int k = 0; k <= 2 * (SIDE - 1); k++) {
            carom_ray ray = {v3(i / 2.0 - 4, 3, k / 2.0 - 4), v3(0, -2, 0), 0, 9};
            assert_int_equal(
                carom_raycast_ray_heightfield_all(&ray, land.field, CAROM_BOTH_SIDES, &hit, 1), 1);
            carom_mesh_ray_hit first =
                carom_raycast_ray_heightfield(&ray, land.field, CAROM_BOTH_SIDES);
            assert_true(print_mesh_hit(&hit) == print_mesh_hit(&first) && hit.at.t == 1.5);
        }
    clear_ground(&land);
}

static void nearest_of_fields(void **state) {
    (void)state;
    static carom_mesh_closest found[MANY], want[MANY];
    static const double reach[5] = {INFINITY, 2, 1, 0.25, 0};
    for (int style = 0; style < STYLES; style++) {
        raise_ground(&land, style);
        for (int n = 0; n < QUESTIONS; n++) {
            carom_vec3 p = n % 2 ? lattice_vec(5) : random_vec(6);
            size_t capacity = n % 5 == 4 ? MANY : (size_t)(n % 9);
            carom_real within = (carom_real)reach[n / 3 % 5];
            size_t count = carom_closest_point_mesh_several(p, land.mesh, within, want, capacity);
            assert_int_equal(
                carom_closest_point_heightfield_several(p, land.field, within, found, capacity),
                count);
            for (size_t i = 0; i < count; i++) {
                want[i].triangle = land.name[want[i].triangle];
                assert_true(print_mesh_closest(&found[i]) == print_mesh_closest(&want[i]));
            }
            if (count == 0 || style == 4) continue;
            carom_mesh_closest first = carom_closest_point_heightfield(p, land.field);
            assert_true(print_mesh_closest(&found[0]) == print_mesh_closest(&first));
        }
        clear_ground(&land);
    }
}

/* ---- scenes */

#define INSTANCES 12

typedef struct stand {
    carom_placed_mesh placed[INSTANCES];
    carom_scene *scene, *alone[INSTANCES];
} stand;

static stand st;

static void raise_stand(bool turned) {
    volume_seed = 5;
    raise_ground(&land, 2);
    for (int i = 0; i < INSTANCES; i++) {
        st.placed[i] = (carom_placed_mesh){.mesh = i == 5 ? NULL : land.mesh};
        if (!turned && i % 3) continue; /* in the same place */
        st.placed[i].pose.position = turned ? random_vec(4) : lattice_vec(2);
        if (turned && i % 2)
            st.placed[i].pose.rotation = (carom_quat){(carom_real)0.28, 0, 0, (carom_real)0.96};
    }
    const carom_scene_def def = {.instances = st.placed, .count = INSTANCES};
    assert_int_equal(carom_scene_create(&st.scene, &def), CAROM_OK);
    for (int i = 0; i < INSTANCES; i++) {
        const carom_scene_def one = {.instances = &st.placed[i], .count = 1};
        assert_int_equal(carom_scene_create(&st.alone[i], &one), CAROM_OK);
    }
}

static void clear_stand(void) {
    carom_scene_destroy(st.scene);
    for (int i = 0; i < INSTANCES; i++)
        carom_scene_destroy(st.alone[i]);
    clear_ground(&land);
}

static int by_time(const void *x, const void *y) {
    const carom_scene_ray_hit *a = x, *b = y;
    if (a->at.t != b->at.t) return a->at.t < b->at.t ? -1 : 1;
    if (a->instance != b->instance) return a->instance < b->instance ? -1 : 1;
    return a->triangle < b->triangle ? -1 : a->triangle > b->triangle;
}
static int by_distance(const void *x, const void *y) {
    const carom_scene_closest *a = x, *b = y;
    if (a->at.distance != b->at.distance) return a->at.distance < b->at.distance ? -1 : 1;
    if (a->instance != b->instance) return a->instance < b->instance ? -1 : 1;
    return a->triangle < b->triangle ? -1 : a->triangle > b->triangle;
}

/* Those of all instances, asked one by one, in order. */
static void check_scene_hits(const carom_ray *ray, carom_facing facing) {
    static carom_scene_ray_hit found[INSTANCES * MANY], want[INSTANCES * MANY];
    size_t count = 0;
    for (uint32_t i = 0; i < INSTANCES; i++) {
        size_t more = carom_raycast_ray_scene_all(ray, st.alone[i], facing, want + count, MANY);
        assert_true(more <= MANY);
        for (size_t k = count; k < count + more; k++) {
            assert_true(want[k].hit && want[k].instance == 0);
            want[k].instance = i;
        }
        count += more;
    }
    qsort(want, count, sizeof *want, by_time);
    for (size_t capacity = INSTANCES * MANY;; capacity = capacity > 3 ? 3 : capacity - 1) {
        assert_int_equal(carom_raycast_ray_scene_all(ray, st.scene, facing, found, capacity),
                         count);
        for (size_t k = 0; k < capacity && k < count; k++)
            assert_true(print_scene_hit(&found[k]) == print_scene_hit(&want[k]));
        if (capacity == 0) break;
    }
    const carom_scene_ray_hit first = carom_raycast_ray_scene(ray, st.scene, facing);
    assert_true(first.hit == (count > 0));
    if (first.hit) assert_true(first.at.t == want[0].at.t);
}

/* An instance that stands as it is has the mesh's own answers. */
static void check_alone(const carom_ray *ray, carom_vec3 p) {
    static carom_mesh_ray_hit hits[MANY];
    static carom_mesh_closest near[8];
    static carom_scene_ray_hit scene_hits[MANY];
    static carom_scene_closest scene_near[8];
    const carom_placed_mesh still = {.mesh = land.mesh};
    const carom_scene_def def = {.instances = &still, .count = 1};
    carom_scene *scene = NULL;
    assert_int_equal(carom_scene_create(&scene, &def), CAROM_OK);
    size_t count = carom_raycast_ray_mesh_all(ray, land.mesh, CAROM_BOTH_SIDES, hits, MANY);
    assert_int_equal(carom_raycast_ray_scene_all(ray, scene, CAROM_BOTH_SIDES, scene_hits, MANY),
                     count);
    for (size_t i = 0; i < count; i++) {
        const carom_mesh_ray_hit as = {true, scene_hits[i].triangle, scene_hits[i].at};
        assert_true(print_mesh_hit(&as) == print_mesh_hit(&hits[i]));
    }
    count = carom_closest_point_mesh_several(p, land.mesh, 3, near, 8);
    assert_int_equal(carom_closest_point_scene_several(p, scene, 3, scene_near, 8), count);
    for (size_t i = 0; i < count; i++) {
        const carom_mesh_closest as = {scene_near[i].triangle, scene_near[i].at};
        assert_true(print_mesh_closest(&as) == print_mesh_closest(&near[i]));
    }
    carom_scene_destroy(scene);
}

static void check_scene_nearest(carom_vec3 p, carom_real within, size_t capacity) {
    static carom_scene_closest found[MANY], want[INSTANCES * MANY];
    size_t count = 0;
    for (uint32_t i = 0; i < INSTANCES; i++) {
        size_t more = carom_closest_point_scene_several(p, st.alone[i], within, want + count, MANY);
        for (size_t k = count; k < count + more; k++) {
            assert_true(want[k].instance == 0 && want[k].at.distance <= within);
            assert_same(want[k].at.point_a, p);
            want[k].instance = i;
        }
        count += more;
    }
    qsort(want, count, sizeof *want, by_distance);
    if (count > capacity) count = capacity;
    assert_int_equal(carom_closest_point_scene_several(p, st.scene, within, found, capacity),
                     count);
    for (size_t k = 0; k < count; k++)
        assert_true(print_scene_near(&found[k]) == print_scene_near(&want[k]));
    if (count == 0) return;
    const carom_scene_closest first = carom_closest_point_scene(p, st.scene);
    assert_true(first.at.distance == found[0].at.distance);
}

static void scenes(void **state) {
    (void)state;
    for (int turned = 0; turned < 2; turned++) {
        raise_stand(turned);
        for (int n = 0; n < QUESTIONS; n++) {
            const carom_ray ray = any_ray(n);
            const carom_vec3 p = n % 2 ? lattice_vec(5) : random_vec(9);
            for (int facing = 0; facing < 3; facing++)
                check_scene_hits(&ray, (carom_facing)facing);
            check_scene_nearest(p, n % 3 ? (carom_real)INFINITY : 2, (size_t)(n % 40));
            check_alone(&ray, p);
        }
        clear_stand();
    }
}

/* ---- lists */

static struct {
    carom_ray rays[QUESTIONS];
    carom_vec3 points[QUESTIONS];
    carom_real within[QUESTIONS];
    size_t capacity;
    carom_facing facing;
} now;

#define LISTS 3

#define ALL_RAYS (&(const carom_mesh_rays){now.rays, QUESTIONS, now.facing})
#define ALL_POINTS (&(const carom_points_within){now.points, now.within, QUESTIONS})

/* One kind of list: the plural call, the single one, and the hash of all that was told. */
#define SEVERAL_OF(name, item, list_type, print, plural, single)                                   \
    static void name##_all(const carom_task_hook *hook) {                                          \
        const list_type lists = {(item *)answers, now.capacity, counts};                           \
        plural;                                                                                    \
    }                                                                                              \
    static uint64_t name##_hash(const item *items, size_t count) {                                 \
        uint64_t h = PRINT_START, each;                                                            \
        PRINT(&h, count);                                                                          \
        for (size_t k = 0; k < count && k < now.capacity; k++) {                                   \
            each = print(&items[k]);                                                               \
            PRINT(&h, each);                                                                       \
        }                                                                                          \
        return h;                                                                                  \
    }                                                                                              \
    static uint64_t name##_one(size_t i) {                                                         \
        static item items[LISTS];                                                                  \
        return name##_hash(items, single);                                                         \
    }                                                                                              \
    static uint64_t name##_told(size_t i) {                                                        \
        return name##_hash((const item *)answers + i * now.capacity, counts[i]);                   \
    }                                                                                              \
    static many_case name##_case(void) {                                                           \
        return (many_case){QUESTIONS, now.capacity * sizeof(item), name##_all, name##_one,         \
                           name##_told};                                                           \
    }

SEVERAL_OF(field_hits, carom_mesh_ray_hit, carom_hit_lists, print_mesh_hit,
           carom_raycast_rays_heightfield_all(ALL_RAYS, land.field, &lists, hook),
           carom_raycast_ray_heightfield_all(&now.rays[i], land.field, now.facing, items,
                                             now.capacity))
SEVERAL_OF(field_near, carom_mesh_closest, carom_closest_lists, print_mesh_closest,
           carom_closest_points_heightfield_several(ALL_POINTS, land.field, &lists, hook),
           carom_closest_point_heightfield_several(now.points[i], land.field, now.within[i], items,
                                                   now.capacity))
SEVERAL_OF(scene_hits, carom_scene_ray_hit, carom_scene_hit_lists, print_scene_hit,
           carom_raycast_rays_scene_all(ALL_RAYS, st.scene, &lists, hook),
           carom_raycast_ray_scene_all(&now.rays[i], st.scene, now.facing, items, now.capacity))
SEVERAL_OF(scene_near, carom_scene_closest, carom_scene_closest_lists, print_scene_near,
           carom_closest_points_scene_several(ALL_POINTS, st.scene, &lists, hook),
           carom_closest_point_scene_several(now.points[i], st.scene, now.within[i], items,
                                             now.capacity))

static void lists(void **state) {
    (void)state;
    raise_stand(true);
    for (int n = 0; n < QUESTIONS; n++) {
        now.rays[n] = any_ray(n);
        now.points[n] = random_vec(5);
        now.within[n] = (carom_real)(n % 3 ? INFINITY : random01());
    }
    for (size_t c = 0; c <= LISTS; c++) {
        now.capacity = c;
        now.facing = (carom_facing)(c % 3);
        const many_case cases[4] = {field_hits_case(), field_near_case(), scene_hits_case(),
                                    scene_near_case()};
        for (int k = 0; k < 4; k++)
            assert_true(check_many(&cases[k]) > (c ? QUESTIONS / 4 : 0));
    }
    /* null distances are infinite */
    carom_scene_closest near;
    const carom_scene_closest_lists to = {&near, 1, counts};
    carom_closest_points_scene_several(&(carom_points_within){now.points, NULL, 1}, st.scene, &to,
                                       NULL);
    assert_int_equal(counts[0], 1);
    clear_stand();
}

/* ---- what is no question */

static void bad_questions(void **state) {
    (void)state;
    carom_mesh_closest near;
    carom_scene_closest scene_near;
    raise_stand(true);
    for (int i = 0; i < 6; i++) {
        carom_vec3 p = v3(0, 0, 0);
        (&p.x)[i / 2] = (carom_real)(i % 2 ? NAN : INFINITY);
        carom_ray ray = {p, v3(0, 1, 0), 0, 1};
        assert_int_equal(
            carom_closest_point_heightfield_several(p, land.field, (carom_real)INFINITY, &near, 1),
            0);
        assert_int_equal(
            carom_closest_point_scene_several(p, st.scene, (carom_real)INFINITY, &scene_near, 1),
            0);
        for (int k = 0; k < 2; k++) {
            assert_int_equal(
                carom_raycast_ray_heightfield_all(&ray, land.field, CAROM_BOTH_SIDES, NULL, 0), 0);
            assert_int_equal(carom_raycast_ray_scene_all(&ray, st.scene, CAROM_BOTH_SIDES, NULL, 0),
                             0);
            ray = (carom_ray){v3(0, 9, 0), k ? p : v3(0, -1, 0), 1, 0}; /* times in reverse */
        }
    }
    for (int i = 0; i < 2; i++) {
        carom_real within = (carom_real)(i ? NAN : -1);
        assert_int_equal(
            carom_closest_point_heightfield_several(v3(0, 0, 0), land.field, within, &near, 1), 0);
        assert_int_equal(
            carom_closest_point_scene_several(v3(0, 0, 0), st.scene, within, &scene_near, 1), 0);
    }
    clear_stand();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_hits_of_fields),
        cmocka_unit_test(hits_told_once),
        cmocka_unit_test(nearest_of_fields),
        cmocka_unit_test(scenes),
        cmocka_unit_test(lists),
        cmocka_unit_test(bad_questions),
    };
    make_orders(&orders);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    drop_orders(&orders);
    return failed;
}
