/* The float filter of rays and leaves against the exact query, a triangle at a time: what it leaves
 * out is missed, what it calls certain is hit, and between the times that it tells. Rays run
 * through, along and beside edges and corners of triangles that are small or large, near or far,
 * seen edge-on or askew, in meshes of any size; and it may not call everything doubtful. */
#include "mesh/data/mesh_data.h"
#include "common/test_flat_common.h"

#include "mesh/ray/ray_leaf_filter.h"

#define AROUND 24 /* triangles */

typedef struct filter_tally {
    size_t missed, doubtful, certain;
} filter_tally;

/* What the filter calls certain is beyond the bound that decide_products has for sides: a pending
 * hit is not compared with it again, where the ray's start was not moved. */
static void check_sides(const carom_ray *ray, const carom_triangle *t) {
    const vec3 v = load3(t->v[0]), way = load3(ray->direction);
    const vec3 e1 = sub3(load3(t->v[1]), v), e2 = sub3(load3(t->v[2]), v);
    const vec3 s = sub3(load3(ray->origin), v), p = cross3(way, e2), q = cross3(s, e1);
    double det = dot3(e1, p), flip = det < 0.0 ? -1.0 : 1.0;
    double first = flip * dot3(s, p), second = flip * dot3(way, q);
    double least = min2(min2(first, second), fabs(det) - first - second);
    double sides = max_abs3(e1) + max_abs3(e2), error = max_abs3(e1) * max_abs3(e2);
    error = TRIANGLE_ERROR * max_abs3(way) * (error + max_abs3(s) * sides);
    assert_true(least > error);
}

static void check_slot(const bvh8_query *query, const bvh8_ray *ray, const leaf_hits *left,
                       const carom_triangle *t, uint32_t slot) {
    const carom_ray_hit_triangle hit = carom_raycast_ray_triangle(query->ray, t, CAROM_BOTH_SIDES);
    if ((left->possible >> slot & 1u) == 0) assert_false(hit.hit);
    if ((left->certain >> slot & 1u) == 0) return;
    float from[BVH8_LEAF], to[BVH8_LEAF];
    const time_lanes times = times_of(left);
    f8_store(from, times.from);
    f8_store(to, times.to);
    assert_true(hit.hit);
    if (ray->start_error == 0.0F) check_sides(query->ray, t);
    double at = (double)hit.t * ray->time_map.scale - ray->time_map.moved;
    assert_true((double)from[slot] <= at && at <= (double)to[slot]);
}

static void check_filter(const carom_mesh *mesh, const carom_ray *asked, filter_tally *tally) {
    const bvh8_tree *tree = &mesh->bvh8;
    const bvh8_query query = {tree, asked, CAROM_BOTH_SIDES};
    bvh8_ray ray;
    if (!setup_ray(&ray, &query)) return;
    if (!ray.has_triangle_setup) setup_near_triangles_apart(&ray, &query);
    for (uint32_t i = 0; i < tree->node_count; i++)
        for (int k = 0; k < BVH8_WIDTH; k++) {
            if (!bvh8_is_leaf(tree->nodes[i].child[k])) continue;
            const bvh8_leaf leaf = bvh8_leaf_of(tree->nodes[i].child[k]);
            leaf_hits left = filter_leaf(bvh8_rows_at(tree, leaf), leaf.count, &ray, ray.t_max);
            if (left.possible == 0) left.certain = 0;
            for (uint32_t slot = 0; slot < leaf.count; slot++) {
                const carom_triangle t = bvh8_triangle_in(tree, leaf, slot);
                check_slot(&query, &ray, &left, &t, slot);
            }
            uint32_t certain = count_bits(left.certain), possible = count_bits(left.possible);
            tally->certain += certain;
            tally->doubtful += possible - certain;
            tally->missed += leaf.count - possible;
        }
}

static double power_in(double low, double high) {
    return pow(10, random_in(low, high));
}

/* Small ones, large ones, and some that are nearly a line. */
static carom_triangle any_triangle(double size) {
    const carom_vec3 middle = v3(random_in(-1, 1), random_in(-1, 1), random_in(-1, 1));
    carom_triangle t;
    for (int k = 0; k < 3; k++)
        t.v[k] = step(middle, v3(random_in(-1, 1), random_in(-1, 1), random_in(-1, 1)), size);
    if (random_in(0, 1) < 0.2) t.v[2] = step(t.v[0], t.v[1], random_in(-1, 1));
    return t;
}

/* In a triangle, on an edge or a corner of it, or a little beside. */
static carom_vec3 near_triangle(const carom_triangle *t) {
    double w[3] = {random_in(0, 1), random_in(0, 1), random_in(0, 1)};
    for (int k = 0; k < 2; k++)
        if (random_in(0, 1) < 0.4) w[k] = 0;
    double sum = w[0] + w[1] + w[2], beside = random_in(0, 1) < 0.5 ? power_in(-9, -2) : 0.0, x[3];
    for (int k = 0; k < 3; k++) {
        double a = (double)(&t->v[0].x)[k], b = (double)(&t->v[1].x)[k],
               c = (double)(&t->v[2].x)[k];
        x[k] = (a * w[0] + b * w[1] + c * w[2]) / sum;
        x[k] += beside * (b - a) * random_in(-1, 1);
    }
    return v3(x[0], x[1], x[2]);
}

static carom_vec3 scaled(carom_vec3 x, double scale, carom_vec3 by) {
    return v3(scale * ((double)x.x + (double)by.x), scale * ((double)x.y + (double)by.y),
              scale * ((double)x.z + (double)by.z));
}

static filter_tally ask_meshes(double largest_offset, double largest_distance) {
    filter_tally tally = {0};
    for (int round = 0; round < 400; round++) {
        carom_vec3 vertices[3 * AROUND];
        uint32_t indices[3 * AROUND];
        carom_triangle triangles[AROUND];
        carom_mesh *mesh = NULL;
        const double scale = power_in(-6, 6), away = random_in(0, largest_offset);
        const carom_vec3 by = v3(away, -away, away);
        for (uint32_t i = 0; i < AROUND; i++) {
            triangles[i] = any_triangle(power_in(-4, 0.3));
            for (uint32_t k = 0; k < 3; k++) {
                indices[3 * i + k] = 3 * i + k;
                vertices[3 * i + k] = triangles[i].v[k] = scaled(triangles[i].v[k], scale, by);
            }
        }
        const carom_mesh_def def = {.vertices = vertices,
                                    .indices = indices,
                                    .vertex_count = 3 * AROUND,
                                    .triangle_count = AROUND};
        assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
        for (int i = 0; i < 200; i++) {
            const carom_vec3 to = near_triangle(&triangles[i % AROUND]);
            const double far = random_in(0, 1) < 0.5 ? power_in(-2, 0) : largest_distance;
            const carom_vec3 way = v3(random_in(-1, 1), random_in(-1, 1), random_in(-1, 1));
            const carom_vec3 from = step(to, scaled(way, scale, v3(0, 0, 0)), far);
            const double longer = power_in(-3, 3);
            carom_ray ray = {from, step(v3(0, 0, 0), step(to, from, -1), longer), 0,
                             (carom_real)INFINITY};
            if (i % 5 == 0) ray.t_max = (carom_real)(1 / longer); /* just there */
            if (i % 7 == 0) ray.t_min = (carom_real)(1 / longer);
            check_filter(mesh, &ray, &tally);
        }
        carom_mesh_destroy(mesh);
    }
    return tally;
}

/* As most rays run through edges or end on triangles, about half as much is certain as is not. */
static void assert_told(const filter_tally *tally) {
    assert_true(tally->certain > 20000 && tally->doubtful < 3 * tally->certain);
    assert_true(tally->missed > 20 * (tally->certain + tally->doubtful));
}

static void filter_is_right_from_near(void **s) {
    filter_tally tally = ask_meshes(0, 4);
    assert_told(&tally);
}

static void filter_is_right_from_afar(void **s) {
    filter_tally tally = ask_meshes(0, 3000);
    assert_told(&tally);
}

static void filter_is_right_far_from_the_origin(void **s) {
    filter_tally tally = ask_meshes(1000, 4);
    assert_told(&tally);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(filter_is_right_from_near),
                                       cmocka_unit_test(filter_is_right_from_afar),
                                       cmocka_unit_test(filter_is_right_far_from_the_origin)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
