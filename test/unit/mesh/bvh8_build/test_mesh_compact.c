/* The compact form of meshes: every verb answers as the ordinary form does, to the bit; boxes hold
 * what is below them; memory is what is told. Styles of meshes: those of test_mesh_soup_common.h,
 * with their vertices as given and shared, and closed ones. */
#include <stdlib.h>

#include "carom/mesh_curves.h"
#include "carom/mesh_moving.h"
#include "carom/mesh_near.h"
#include "carom/mesh_self.h"
#include "mesh/bvh8/compact_node.h"
#include "mesh/data/mesh_data.h"
#include "mesh/bvh8/bvh8_fit.h"
#include "common/test_mesh_common.h"
#include "common/test_mesh_soup_common.h"

#define SAME(x, y) assert_memory_equal(&(x), &(y), sizeof(x))

/* One mesh in both forms. */
typedef struct both_forms {
    carom_mesh *plain, *compact;
} both_forms;

static both_forms make_both(carom_mesh_def def) {
    both_forms out;
    def.compact = false;
    assert_int_equal(carom_mesh_create(&out.plain, &def), CAROM_OK);
    def.compact = true;
    assert_int_equal(carom_mesh_create(&out.compact, &def), CAROM_OK);
    assert_true(carom_bvh8_boxes_hold(&out.compact->bvh8));
    return out;
}

static void destroy_both(both_forms m) {
    carom_mesh_destroy(m.plain);
    carom_mesh_destroy(m.compact);
}

/* Equal positions get one index. */
static void share_vertices(const soup *s, uint32_t *indices) {
    for (size_t i = 0; i < s->def.vertex_count; i++) {
        size_t first = 0;
        while (memcmp(&s->vertices[first], &s->vertices[i], sizeof(carom_vec3)) != 0)
            first++;
        indices[i] = (uint32_t)first; /* vertices are named in order */
    }
}

/* ---- one mesh */

static void check_ray_hit(const carom_mesh_ray_hit *a, const carom_mesh_ray_hit *b) {
    assert_int_equal(a->hit, b->hit);
    assert_int_equal(a->triangle, b->triangle);
    SAME(a->at.t, b->at.t);
    SAME(a->at.point, b->at.point);
    SAME(a->at.normal, b->at.normal);
    SAME(a->at.barycentric, b->at.barycentric);
}

static void check_rays(both_forms m, int style) {
    enum { RAYS = 60, HITS = 20 };
    carom_ray rays[RAYS];
    carom_mesh_ray_hit a[RAYS], b[RAYS], many_a[HITS], many_b[HITS];
    for (int i = 0; i < RAYS; i++) {
        carom_vec3 to = any_point(style), from = any_point(style);
        rays[i] = (carom_ray){from, step(to, from, -1), 0, i % 4 ? (carom_real)CAROM_REAL_MAX : 1};
        if (i % 8 >= 4) rays[i].direction = rays[i - 1].direction; /* some go the same way */
    }
    const carom_mesh_rays all = {rays, RAYS, CAROM_BOTH_SIDES};
    carom_raycast_rays_mesh(&all, m.plain, a, NULL);
    carom_raycast_rays_mesh(&all, m.compact, b, NULL);
    for (int i = 0; i < RAYS; i++) {
        check_ray_hit(&a[i], &b[i]);
        carom_mesh_ray_hit one = carom_raycast_ray_mesh(&rays[i], m.compact, CAROM_BOTH_SIDES);
        check_ray_hit(&a[i], &one);
        assert_int_equal(carom_overlap_ray_mesh(&rays[i], m.compact), a[i].hit);
        size_t n = carom_raycast_ray_mesh_all(&rays[i], m.plain, CAROM_FRONT_ONLY, many_a, HITS);
        size_t k = carom_raycast_ray_mesh_all(&rays[i], m.compact, CAROM_FRONT_ONLY, many_b, HITS);
        assert_int_equal(n, k);
        for (size_t h = 0; h < n && h < HITS; h++)
            check_ray_hit(&many_a[h], &many_b[h]);
    }
}

static void check_closest(const carom_mesh_closest *a, const carom_mesh_closest *b) {
    assert_int_equal(a->triangle, b->triangle);
    SAME(a->at.distance, b->at.distance);
    SAME(a->at.point_b, b->at.point_b);
    SAME(a->at.barycentric, b->at.barycentric);
}

static void check_near(both_forms m, int style) {
    enum { POINTS = 25, SMALL_HULL = 6 };
    carom_vec3 points[POINTS];
    carom_mesh_closest a[POINTS], b[POINTS], small_hull_a[SMALL_HULL], small_hull_b[SMALL_HULL];
    for (int i = 0; i < POINTS; i++)
        points[i] = any_point(style);
    carom_closest_points_mesh(points, POINTS, m.plain, a, NULL);
    carom_closest_points_mesh(points, POINTS, m.compact, b, NULL);
    for (int i = 0; i < POINTS; i++) {
        carom_vec3 p = points[i];
        carom_real reach = a[i].at.distance;
        check_closest(&a[i], &b[i]);
        carom_mesh_closest one = carom_closest_point_mesh(p, m.compact);
        check_closest(&a[i], &one);
        one = carom_closest_point_mesh_within(p, m.compact, reach);
        check_closest(&a[i], &one);
        assert_true(carom_overlap_point_mesh_within(p, m.compact, reach));
        reach += (carom_real)unit / 2;
        size_t n = carom_closest_point_mesh_several(p, m.plain, reach, small_hull_a, SMALL_HULL);
        size_t k = carom_closest_point_mesh_several(p, m.compact, reach, small_hull_b, SMALL_HULL);
        assert_int_equal(n, k);
        for (size_t h = 0; h < n; h++)
            check_closest(&small_hull_a[h], &small_hull_b[h]);
    }
}

static void check_touch(both_forms m, int style) {
    static uint32_t a[LARGEST], b[LARGEST];
    for (int i = 0; i < 15; i++) {
        carom_sphere ball = {any_point(style), (carom_real)(unit * random_in(0, 2))};
        carom_vec3 motion = any_point(style);
        size_t n = carom_overlap_sphere_mesh(&ball, m.plain, a, LARGEST);
        assert_int_equal(carom_overlap_sphere_mesh(&ball, m.compact, b, LARGEST), n);
        assert_memory_equal(a, b, n * sizeof *a);
        carom_aabb box = {ball.center, step(ball.center, v3(1, 1, 1), unit)};
        n = carom_overlap_aabb_mesh(&box, m.plain, a, LARGEST);
        assert_int_equal(carom_overlap_aabb_mesh(&box, m.compact, b, LARGEST), n);
        assert_memory_equal(a, b, n * sizeof *a);
        carom_mesh_sweep_hit x = carom_sweep_sphere_mesh(&ball, motion, m.plain);
        carom_mesh_sweep_hit y = carom_sweep_sphere_mesh(&ball, motion, m.compact);
        assert_int_equal(x.triangle, y.triangle);
        assert_int_equal(x.at.hit, y.at.hit);
        SAME(x.at.fraction, y.at.fraction);
        SAME(x.at.point, y.at.point);
        SAME(x.at.normal, y.at.normal);
    }
}

static void check_side(both_forms m, int style) {
    carom_mesh_solid a = carom_mesh_solid_of(m.plain), b = carom_mesh_solid_of(m.compact);
    assert_int_equal(a.method, b.method);
    assert_int_equal(carom_mesh_solidity_of(m.plain), carom_mesh_solidity_of(m.compact));
    for (int i = 0; i < 10; i++) {
        carom_vec3 p = any_point(style);
        carom_mesh_signed x = carom_distance_point_mesh_signed(p, &a);
        carom_mesh_signed y = carom_distance_point_mesh_signed(p, &b);
        SAME(x.distance, y.distance);
        assert_int_equal(x.place, y.place);
        carom_real w = carom_mesh_winding_number(p, m.plain);
        carom_real v = carom_mesh_winding_number(p, m.compact);
        SAME(w, v);
    }
}

static int compare_pairs(const void *a, const void *b) {
    return memcmp(a, b, sizeof(carom_triangle_pair));
}

static void check_pairs(both_forms m, int style) {
    static carom_triangle_pair a[4000], b[4000];
    (void)style;
    size_t n = carom_query_mesh_self(m.plain, a, 4000);
    assert_int_equal(carom_query_mesh_self(m.compact, b, 4000), n);
    if (n > 4000) return; /* which ones come is not told */
    qsort(a, n, sizeof *a, compare_pairs);
    qsort(b, n, sizeof *b, compare_pairs);
    assert_memory_equal(a, b, n * sizeof *a);
}

static void check_one_mesh(const soup *s, int style) {
    static uint32_t shared_indices[3 * LARGEST];
    carom_mesh_def def = s->def;
    for (int way = 0; way < 4; way++) {
        if (way % 2) def.indices = shared_indices;
        if (way % 2) share_vertices(s, shared_indices);
        def.build = way < 2 ? CAROM_MESH_BUILD_BEST : CAROM_MESH_BUILD_FAST;
        both_forms m = make_both(def);
        size_t count = def.triangle_count;
        assert_true(carom_mesh_triangle_count(m.compact) == count);
        for (uint32_t i = 0; i < count; i++) {
            carom_triangle t = carom_mesh_triangle(m.compact, i), g = given(s, i);
            SAME(t, g);
        }
        carom_aabb p = carom_mesh_bounds(m.plain), q = carom_mesh_bounds(m.compact);
        SAME(p, q);
        check_rays(m, style);
        check_near(m, style);
        check_touch(m, style);
        check_side(m, style);
        check_pairs(m, style);
        destroy_both(m);
        def.indices = s->def.indices;
    }
}

static void test_one_mesh(void **state) {
    (void)state;
    for_each_style(check_one_mesh);
    unit = 1;
}

/* ---- two meshes, in all four combinations of forms */

static void check_two(const carom_placed_mesh *a, const carom_placed_mesh *b,
                      const carom_placed_mesh *c, const carom_placed_mesh *d) {
    static carom_triangle_pair pairs_a[4000], pairs_b[4000];
    assert_int_equal(carom_overlap_mesh_mesh(a, b), carom_overlap_mesh_mesh(c, d));
    size_t n = carom_query_mesh_mesh(a, b, pairs_a, 4000);
    assert_int_equal(carom_query_mesh_mesh(c, d, pairs_b, 4000), n);
    assert_true(n <= 4000);
    qsort(pairs_a, n, sizeof *pairs_a, compare_pairs);
    qsort(pairs_b, n, sizeof *pairs_b, compare_pairs);
    assert_memory_equal(pairs_a, pairs_b, n * sizeof *pairs_a);
    carom_mesh_pair_closest x = carom_closest_mesh_mesh(a, b), y = carom_closest_mesh_mesh(c, d);
    SAME(x.distance, y.distance);
    if (x.distance > 0) { /* in contact: some that touch */
        SAME(x.point_a, y.point_a);
        SAME(x.point_b, y.point_b);
    }
    assert_int_equal(carom_overlap_mesh_mesh_within(a, b, 1),
                     carom_overlap_mesh_mesh_within(c, d, 1));
    assert_int_equal(carom_intersect_mesh_mesh(a, b).kind, carom_intersect_mesh_mesh(c, d).kind);
    assert_int_equal(carom_classify_mesh_mesh(a, b).relation,
                     carom_classify_mesh_mesh(c, d).relation);
    carom_mesh_penetration p = carom_penetrate_mesh_mesh(a, b, NULL);
    carom_mesh_penetration q = carom_penetrate_mesh_mesh(c, d, NULL);
    assert_true(p.depth <= q.bound && q.depth <= p.bound); /* bounds depend on the boxes */
    carom_mesh_pair_sweep s = carom_sweep_mesh_mesh(a, v3(1, 2, -1), b);
    carom_mesh_pair_sweep t = carom_sweep_mesh_mesh(c, v3(1, 2, -1), d);
    assert_int_equal(s.hit, t.hit);
    SAME(s.fraction, t.fraction);
}

static void check_motion(const carom_placed_mesh *a, const carom_placed_mesh *b,
                         const carom_placed_mesh *c, const carom_placed_mesh *d) {
    carom_turning_mesh ma = {.mesh = a->mesh, .start = a->pose, .end = b->pose};
    carom_turning_mesh mb = {.mesh = b->mesh, .start = b->pose, .end = b->pose};
    carom_mesh_toi_hit x = carom_toi_mesh_mesh(&ma, &mb, (carom_real)1e-3);
    ma.mesh = c->mesh;
    mb.mesh = d->mesh;
    carom_mesh_toi_hit y = carom_toi_mesh_mesh(&ma, &mb, (carom_real)1e-3);
    assert_int_equal(x.at.hit, y.at.hit);
    SAME(x.at.fraction, y.at.fraction);
}

static void check_curves(const carom_placed_mesh *a, const carom_placed_mesh *b,
                         const carom_placed_mesh *c, const carom_placed_mesh *d) {
    carom_mesh_curves *x, *y;
    assert_int_equal(carom_mesh_curves_create(&x, a, b, NULL), CAROM_OK);
    assert_int_equal(carom_mesh_curves_create(&y, c, d, NULL), CAROM_OK);
    assert_int_equal(x->curve_count, y->curve_count);
    assert_int_equal(x->point_count, y->point_count);
    for (size_t i = 0; i < x->point_count; i++)
        SAME(x->points[i].position, y->points[i].position);
    carom_mesh_curves_destroy(x);
    carom_mesh_curves_destroy(y);
}

static both_forms both_of(const test_mesh *m) {
    static uint32_t indices[3 * MESH_LARGEST];
    for (uint32_t i = 0; i < 3 * m->count; i++)
        indices[i] = i;
    return make_both((carom_mesh_def){.vertices = m->vertices,
                                      .indices = indices,
                                      .vertex_count = 3 * m->count,
                                      .triangle_count = m->count});
}

static void test_two_meshes(void **state) {
    (void)state;
    static test_mesh mesh_a, mesh_b;
    for (int i = 0; i < 24; i++) {
        volume_seed = (uint64_t)(400 + i);
        fill_ball(&mesh_a, 4, 1);
        if (i % 2)
            fill_ball(&mesh_b, 3, 0.5);
        else
            fill_lattice(&mesh_b, 40, 1);
        both_forms m = both_of(&mesh_a), n = both_of(&mesh_b);
        carom_placed_mesh a = {.mesh = m.plain, .pose = random_mesh_pose(1)};
        carom_placed_mesh b = {.mesh = n.plain, .pose = random_mesh_pose(1)}, c = a, d = b;
        for (int forms = 1; forms < 4; forms++) {
            c.mesh = forms & 1 ? m.compact : m.plain;
            d.mesh = forms & 2 ? n.compact : n.plain;
            check_two(&a, &b, &c, &d);
            if (forms == 3) check_motion(&a, &b, &c, &d);
            if (forms == 3) check_curves(&a, &b, &c, &d);
        }
        destroy_both(m);
        destroy_both(n);
        carom_mesh_destroy(mesh_a.mesh);
        carom_mesh_destroy(mesh_b.mesh);
    }
}

/* ---- the form itself */

/* A closed mesh with shared vertices takes what the documents say at most, and fewer bytes for each
 * vertex that is shared; vertices that no triangle names are not kept. */
static void test_memory(void **state) {
    (void)state;
    enum { N = 60, VERTICES = 2 * N * N };
    carom_vec3 *vertices = malloc((VERTICES + 5000) * sizeof *vertices);
    uint32_t *indices = malloc(6 * (size_t)VERTICES * sizeof *indices), *corner = indices;
    for (int i = 0; i < VERTICES + 5000; i++) { /* a torus */
        double a = 0.05235987755982988 * (i % (2 * N)), b = 0.10471975511965977 * (i / (2 * N));
        double r = 2 + cos(b);
        vertices[i] = v3(r * cos(a), r * sin(a), sin(b));
    }
    for (uint32_t i = 0; i < VERTICES; i++) {
        uint32_t row = i / (2 * N), right = row * 2 * N + (i + 1) % (2 * N);
        uint32_t up = (i + 2 * N) % VERTICES, both = (right + 2 * N) % VERTICES;
        const uint32_t two[6] = {i, right, up, up, right, both};
        for (int k = 0; k < 6; k++)
            *corner++ = two[k];
    }
    const carom_mesh_def def = {.vertices = vertices,
                                .indices = indices,
                                .vertex_count = VERTICES + 5000,
                                .triangle_count = 2 * VERTICES,
                                .build = CAROM_MESH_BUILD_WHOLE};
    both_forms m = make_both(def);
    assert_int_equal(m.compact->bvh8.vertex_count, VERTICES);
    double triangles = 2.0 * VERTICES, real = sizeof(carom_real) / 4.0;
    assert_true((double)carom_mesh_bytes(m.compact) / triangles <= 30 + 6 * real);
    assert_true((double)carom_mesh_bytes(m.plain) / triangles <= 34 + 36 * real);
    destroy_both(m);
    free(vertices);
    free(indices);
}

/* Planes decode to no less than what they stand for, and to hardly more, whatever the numbers. */
static void test_packing(void **state) {
    (void)state;
    volume_seed = 900;
    for (int i = 0; i < 20000; i++) {
        compact_node node;
        bvh8_box boxes[BVH8_WIDTH];
        double spread = ldexp(1, -(int)(40 * random01())), at = random_in(-2, 2);
        int filled = 1 + i % BVH8_WIDTH;
        memset(&node, 0, sizeof node);
        for (int k = 0; k < BVH8_WIDTH; k++) {
            node.child[k] = k < filled ? 0 : BVH8_NONE;
            for (int axis = 0; axis < 3; axis++) {
                double low = at + spread * random01();
                boxes[k].low[axis] = k < filled ? (float)low : FLT_MAX;
                boxes[k].high[axis] = k < filled ? (float)(low + spread * random01()) : -FLT_MAX;
            }
        }
        carom_compact_pack(&node, boxes);
        bvh8_node room;
        const bvh8_node *unpacked = carom_compact_unpack(&node, &room);
        for (uint32_t k = 0; k < BVH8_WIDTH; k++)
            for (int axis = 0; axis < 3; axis++) {
                float low = unpacked->low[axis][k], high = unpacked->high[axis][k];
                float room_left = (float)(spread / 31 + 5e-7);
                assert_true(low <= boxes[k].low[axis] && high >= boxes[k].high[axis]);
                assert_true(low >= boxes[k].low[axis] - room_left);
                assert_true(high <= boxes[k].high[axis] + room_left);
            }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_mesh), cmocka_unit_test(test_two_meshes),
        cmocka_unit_test(test_memory), cmocka_unit_test(test_packing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
