/* Functions of two meshes with the meshes exchanged: the same to the bit, points and triangles
 * exchanged, normals turned round, also where many pairs are equally good and where both meshes
 * have one box and one pose. */
#include "carom/mesh_moving.h"
#include "carom/mesh_pair.h"
#include "common/test_mesh_soup_common.h"

static soup first, second;

static void check_standing(const carom_placed_mesh *a, const carom_placed_mesh *b) {
    const carom_mesh_pair_closest c = carom_closest_mesh_mesh(a, b),
                                  d = carom_closest_mesh_mesh(b, a);
    assert_memory_equal(&c.distance, &d.distance, sizeof c.distance);
    assert_memory_equal(&c.point_a, &d.point_b, sizeof c.point_a);
    assert_memory_equal(&c.point_b, &d.point_a, sizeof c.point_b);
    assert_true(c.triangle_a == d.triangle_b && c.triangle_b == d.triangle_a);
    const carom_mesh_meeting m = carom_intersect_mesh_mesh(a, b),
                             n = carom_intersect_mesh_mesh(b, a);
    assert_true(m.kind == n.kind && m.triangle_a == n.triangle_b && m.triangle_b == n.triangle_a);
    assert_memory_equal(&m.segment, &n.segment, sizeof m.segment);
    assert_true(carom_overlap_mesh_mesh(a, b) == carom_overlap_mesh_mesh(b, a));
    assert_int_equal(carom_query_mesh_mesh(a, b, NULL, 0), carom_query_mesh_mesh(b, a, NULL, 0));
    assert_true(carom_overlap_mesh_mesh_within(a, b, 1) == carom_overlap_mesh_mesh_within(b, a, 1));
    const carom_mesh_penetration p = carom_penetrate_mesh_mesh(a, b, NULL),
                                 q = carom_penetrate_mesh_mesh(b, a, NULL);
    assert_true(p.depth == q.depth && p.bound == q.bound && p.steps == q.steps);
    assert_true(opposite_bits(p.normal, q.normal));
    assert_true(same_vec(p.point_a, q.point_b) && same_vec(p.point_b, q.point_a));
    if (p.depth > 0) assert_true(p.inside_is_b != q.inside_is_b);
}

static void check_moving(const carom_placed_mesh *a, const carom_placed_mesh *b) {
    const carom_vec3 by = random_vec(8), back = step(v3(0, 0, 0), by, -1);
    const carom_mesh_pair_sweep s = carom_sweep_mesh_mesh(a, by, b),
                                t = carom_sweep_mesh_mesh(b, back, a);
    assert_true(s.hit == t.hit && s.initial_overlap == t.initial_overlap);
    assert_true(s.fraction == t.fraction && opposite_bits(s.normal, t.normal));
    assert_true(s.triangle_a == t.triangle_b && s.triangle_b == t.triangle_a);
    /* each on the mesh that stands, in its rest frame: they are a tolerance apart */
    if (s.hit)
        assert_about(apart(step(s.point, by, -(double)s.fraction), t.point), 0, 64 * EPS + 1e-11);
    carom_pose end = b->pose;
    end.position = step(b->pose.position, back, 1);
    end.rotation = (carom_quat){0, 0, (carom_real)0.6, (carom_real)0.8};
    const carom_turning_mesh stays = {.mesh = a->mesh, .start = a->pose, .end = a->pose},
                             turns = {.mesh = b->mesh, .start = b->pose, .end = end};
    const carom_mesh_toi_hit h = carom_toi_mesh_mesh(&stays, &turns, 0),
                             k = carom_toi_mesh_mesh(&turns, &stays, 0);
    assert_true(h.at.hit == k.at.hit && h.at.initial_overlap == k.at.initial_overlap);
    assert_true(h.at.fraction == k.at.fraction && h.at.fraction_upper == k.at.fraction_upper);
    assert_true(h.at.certain == k.at.certain && h.at.certainty == k.at.certainty);
    assert_true(same_vec(h.at.point, k.at.point) && opposite_bits(h.at.normal, k.at.normal));
    assert_true(h.triangle_a == k.triangle_b && h.triangle_b == k.triangle_a);
}

static carom_placed_mesh placed_as(const soup *s, int round) {
    static const carom_pose origin = {{0, 0, 0}, {0, 0, 0, 1}};
    carom_placed_mesh out = {.mesh = s->mesh, .pose = origin};
    if (round % 4 == 0) return out;
    out.pose.position = round % 4 == 2 ? lattice_vec(8) : random_vec(8);
    if (round % 4 == 3)
        out.pose.rotation = (carom_quat){(carom_real)0.48, (carom_real)0.64, 0, (carom_real)0.6};
    return out;
}

/* Soups of all styles, apart and in contact. */
static void exchanged(void **state) {
    (void)state;
    volume_seed = 31;
    for (int i = 0; i < STYLES; i++)
        for (int k = 0; k < STYLES; k++) {
            make_soup(&first, i);
            make_soup(&second, k);
            for (int round = 0; round < 8; round++) {
                const carom_placed_mesh a = placed_as(&first, round / 2),
                                        b = placed_as(&second, round + 1);
                check_standing(&a, &b);
                if (round % 4 == 3) check_moving(&a, &b);
            }
            carom_mesh_destroy(first.mesh);
            carom_mesh_destroy(second.mesh);
        }
}

static carom_mesh *mesh_of(const carom_vec3 *at, size_t triangles) {
    static const uint32_t corners[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    const carom_mesh_def def = {.vertices = at,
                                .vertex_count = 3 * triangles,
                                .indices = corners,
                                .triangle_count = triangles};
    carom_mesh *mesh = NULL;
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    return mesh;
}

/* Two meshes in one pose with one box and one number of triangles, which cross in two places. */
static void one_box(void **state) {
    (void)state;
    const carom_vec3 at[2][6] = {
        {v3(0, 0, 0), v3(2, 0, 2), v3(0, 2, 0), v3(2, 2, 2), v3(0, 2, 2), v3(2, 0, 0)},
        {v3(2, 0, 0), v3(0, 2, 2), v3(0, 0, 2), v3(2, 2, 0), v3(0, 0, 1), v3(1, 2, 0)}};
    const carom_placed_mesh a = {.mesh = mesh_of(at[0], 2)}, b = {.mesh = mesh_of(at[1], 2)};
    assert_int_equal(carom_intersect_mesh_mesh(&a, &b).kind, CAROM_MEETING_CROSS);
    check_standing(&a, &b);
    carom_shape s = {.kind = CAROM_SHAPE_MESH, .as.mesh = a.mesh},
                t = {.kind = CAROM_SHAPE_MESH, .as.mesh = b.mesh};
    const carom_pose pose = carom_pose_identity();
    const carom_penetration p = carom_penetrate(&s, pose, &t, pose),
                            q = carom_penetrate(&t, pose, &s, pose);
    assert_true(p.overlap && q.overlap && opposite_bits(p.normal, q.normal));
    assert_true(same_vec(p.point_a, q.point_b) && p.sub_a.triangle == q.sub_b.triangle);
    carom_mesh_destroy((carom_mesh *)a.mesh);
    carom_mesh_destroy((carom_mesh *)b.mesh);
}

/* Of equally near triangles the first of the mesh that comes first is named, whichever is A. */
static void equally_near(void **state) {
    (void)state;
    const carom_vec3 low[9] = {v3(5, 0, 0), v3(6, 0, 0), v3(5, 1, 0),  v3(0, 0, 0), v3(1, 0, 0),
                               v3(0, 1, 0), v3(9, 0, 0), v3(10, 0, 0), v3(9, 1, 0)};
    const carom_vec3 high[9] = {v3(0, 0, 2), v3(1, 0, 2), v3(0, 1, 2), v3(9, 0, 2), v3(10, 0, 2),
                                v3(9, 1, 2), v3(5, 0, 2), v3(6, 0, 2), v3(5, 1, 2)};
    const carom_placed_mesh a = {.mesh = mesh_of(low, 3)}, b = {.mesh = mesh_of(high, 3)};
    carom_mesh_pair_closest c = carom_closest_mesh_mesh(&a, &b);
    assert_true(c.distance == 2 && c.triangle_a == 0 && c.triangle_b == 2);
    c = carom_closest_mesh_mesh(&b, &a);
    assert_true(c.distance == 2 && c.triangle_a == 2 && c.triangle_b == 0);
    check_standing(&a, &b);
    carom_mesh_destroy((carom_mesh *)a.mesh);
    carom_mesh_destroy((carom_mesh *)b.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(exchanged), cmocka_unit_test(one_box),
                                       cmocka_unit_test(equally_near)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
