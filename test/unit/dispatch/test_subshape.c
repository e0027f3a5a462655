/* What answers name on each side: of every pair of kinds, in both orders and under every verb, the
 * child and the triangle that are named attain the answer, by brute force over single triangles and
 * children; shapes without parts and misses name nothing; ties go to the lowest; by hand. */
#include "carom/contact.h"
#include "carom/signed_distance.h"
#include "carom/toi.h"
#include "carom/trajectory.h"
#include "common/test_every_common.h"

#define ROUNDS 3
#define MIXED ALL_KINDS /* a compound of a mesh, a height field and a ball */
/* Of coordinates of up to 40, turned into one frame after another. */
#define NEAR (EPS > 1e-10 ? 1e-3 : 1e-7)

typedef struct named_shape {
    every_kind own, child[3];
    carom_compound *mixed;
    carom_shape shape;
    carom_pose pose;
} named_shape;

static void make_named(named_shape *out, int kind) {
    static const carom_shape_kind kinds[3] = {CAROM_SHAPE_MESH, CAROM_SHAPE_HEIGHTFIELD,
                                              CAROM_SHAPE_SPHERE};
    carom_child children[3];
    if (kind < (int)ALL_KINDS) {
        make_every(&out->own, (carom_shape_kind)kind);
        out->shape = out->own.kind.shape;
        return;
    }
    for (int i = 0; i < 3; i++) {
        make_every(&out->child[i], kinds[i]);
        children[i] = (carom_child){out->child[i].kind.shape, pose_every(1)};
    }
    const carom_compound_def def = {.children = children, .count = 3};
    assert_int_equal(carom_compound_create(&out->mixed, &def), CAROM_OK);
    out->shape = (carom_shape){.kind = CAROM_SHAPE_COMPOUND, .as.compound = out->mixed};
}

static void discard_named(named_shape *s, int kind) {
    if (kind < (int)ALL_KINDS) {
        discard_every(&s->own);
        return;
    }
    carom_compound_destroy(s->mixed);
    for (int i = 0; i < 3; i++)
        discard_every(&s->child[i]);
}

/* ---- what may be named */

static uint32_t triangles_of(const carom_shape *s) {
    if (s->kind == CAROM_SHAPE_MESH) return (uint32_t)carom_mesh_triangle_count(s->as.mesh);
    if (s->kind != CAROM_SHAPE_HEIGHTFIELD) return 0;
    return carom_heightfield_triangle_count(s->as.heightfield);
}

static carom_child child_of(const named_shape *s, carom_subshape part) {
    part.has_triangle = false;
    return carom_shape_subshape(&s->shape, s->pose, part);
}

static carom_child part_of(const named_shape *s, carom_subshape part) {
    return carom_shape_subshape(&s->shape, s->pose, part);
}

static void assert_nothing(carom_subshape part) {
    assert_true(!part.has_child && !part.has_triangle && part.child == 0 && part.triangle == 0);
}

/* Exactly the levels that the shape has. */
static void assert_names(const named_shape *s, carom_subshape part) {
    const bool whole = s->shape.kind == CAROM_SHAPE_COMPOUND;
    assert_int_equal(part.has_child, whole);
    assert_true(part.child < (whole ? carom_compound_count(s->shape.as.compound) : 1));
    const carom_child child = child_of(s, part);
    const uint32_t count = triangles_of(&child.shape);
    assert_int_equal(part.has_triangle, count > 0);
    assert_true(part.triangle < (count > 0 ? count : 1));
}

static void assert_both(const named_shape *a, const named_shape *b, carom_subshape sub_a,
                        carom_subshape sub_b, bool answered) {
    if (answered) {
        assert_names(a, sub_a);
        assert_names(b, sub_b);
        return;
    }
    assert_nothing(sub_a);
    assert_nothing(sub_b);
}

static void assert_same_part(carom_subshape a, carom_subshape b) {
    assert_true(a.has_child == b.has_child && a.has_triangle == b.has_triangle);
    assert_true(a.child == b.child && a.triangle == b.triangle);
}

static double gap_of(const carom_child *a, const carom_child *b) {
    return (double)carom_closest(&a->shape, a->pose, &b->shape, b->pose).distance;
}

static double gap_to_point(carom_vec3 point, const carom_child *of) {
    const carom_child at = {{.kind = CAROM_SHAPE_POINT, .as.point = point}, carom_pose_identity()};
    return gap_of(&at, of);
}

/* The point of a triangle by its weights, in the common frame. */
static carom_vec3 weighted(const carom_child *of, carom_vec3 w) {
    const carom_vec3 *v = of->shape.as.triangle.v;
    double at[3];
    for (int i = 0; i < 3; i++)
        at[i] = (double)w.x * (double)(&v[0].x)[i] + (double)w.y * (double)(&v[1].x)[i] +
                (double)w.z * (double)(&v[2].x)[i];
    return carom_pose_transform_point(of->pose, v3(at[0], at[1], at[2]));
}

/* ---- the verbs */

static void check_closest(const named_shape *a, const named_shape *b) {
    const carom_closest_any c = carom_closest(&a->shape, a->pose, &b->shape, b->pose),
                            d = carom_closest(&b->shape, b->pose, &a->shape, a->pose);
    assert_both(a, b, c.sub_a, c.sub_b, c.distance <= CAROM_REAL_MAX);
    const carom_child p = part_of(a, c.sub_a), q = part_of(b, c.sub_b);
    assert_true(fabs(gap_of(&p, &q) - (double)c.distance) <= NEAR);
    assert_true(gap_to_point(c.point_a, &p) <= NEAR && gap_to_point(c.point_b, &q) <= NEAR);
    assert_same_part(c.sub_a, d.sub_b);
    assert_same_part(c.sub_b, d.sub_a);
    if (c.sub_a.has_triangle == c.sub_b.has_triangle) return;
    const carom_vec3 at = c.sub_a.has_triangle ? c.point_a : c.point_b;
    assert_true(apart(weighted(c.sub_a.has_triangle ? &p : &q, c.barycentric), at) <= NEAR);
}

/* What is nearest, or deepest. */
static void check_signed(const named_shape *a, const named_shape *b) {
    const carom_signed_distance d = carom_distance_signed(&a->shape, a->pose, &b->shape, b->pose);
    const carom_closest_any near = carom_closest(&a->shape, a->pose, &b->shape, b->pose);
    const carom_penetration deep = carom_penetrate(&a->shape, a->pose, &b->shape, b->pose);
    const bool apart = d.distance > 0 || !deep.overlap;
    assert_both(a, b, d.sub_a, d.sub_b, true);
    assert_same_part(d.sub_a, apart ? near.sub_a : deep.sub_a);
    assert_same_part(d.sub_b, apart ? near.sub_b : deep.sub_b);
}

static void check_raycast(const named_shape *a, const named_shape *b) {
    const carom_ray_hit hit = carom_raycast(&a->shape, a->pose, &b->shape, b->pose);
    if (!hit.hit) {
        assert_nothing(hit.sub_b);
        assert_true(hit.barycentric.x == 0 && hit.barycentric.y == 0 && hit.barycentric.z == 0);
        return;
    }
    assert_names(b, hit.sub_b);
    const carom_child q = part_of(b, hit.sub_b);
    assert_true(gap_to_point(hit.point, &q) <= NEAR);
    const carom_ray_hit alone = carom_raycast(&a->shape, a->pose, &q.shape, q.pose);
    assert_true(!alone.hit || fabs((double)alone.t - (double)hit.t) <= NEAR);
    if (hit.sub_b.has_triangle)
        assert_true(apart(weighted(&q, hit.barycentric), hit.point) <= NEAR);
}

static carom_pose moved_pose(carom_pose pose, carom_vec3 by, carom_real part) {
    const carom_vec3 at = pose.position;
    pose.position = v3((double)(at.x + by.x * part), (double)(at.y + by.y * part),
                       (double)(at.z + by.z * part));
    return pose;
}

/* They touch when the whole shapes do. */
static void assert_touch_at(const named_shape *a, const named_shape *b, carom_subshape sub_a,
                            carom_subshape sub_b, const carom_vec3 by[2], carom_real time) {
    if (!sub_a.has_child && !sub_a.has_triangle && !sub_b.has_child && !sub_b.has_triangle) return;
    carom_child p = part_of(a, sub_a), q = part_of(b, sub_b);
    p.pose = moved_pose(p.pose, by[0], time);
    q.pose = moved_pose(q.pose, by[1], time);
    assert_true(gap_of(&p, &q) <= NEAR);
}

static void check_sweep(const named_shape *a, const named_shape *b, const carom_vec3 by[2]) {
    const carom_moving_shape p = {&a->shape, a->pose, by[0]}, q = {&b->shape, b->pose, by[1]};
    const carom_sweep_hit hit = carom_sweep(&p, &q), back = carom_sweep(&q, &p);
    assert_both(a, b, hit.sub_a, hit.sub_b, hit.hit);
    assert_same_part(hit.sub_a, back.sub_b);
    assert_same_part(hit.sub_b, back.sub_a);
    if (hit.hit) assert_touch_at(a, b, hit.sub_a, hit.sub_b, by, hit.fraction);
}

static void check_toi(const named_shape *a, const named_shape *b, const carom_vec3 by[2]) {
    const carom_turning_shape p = {.shape = &a->shape,
                                   .start = a->pose,
                                   .end = moved_pose(a->pose, by[0], 1)},
                              q = {.shape = &b->shape,
                                   .start = b->pose,
                                   .end = moved_pose(b->pose, by[1], 1)};
    const carom_toi_hit hit = carom_toi(&p, &q, 0);
    assert_both(a, b, hit.sub_a, hit.sub_b, hit.hit);
    if (hit.hit) assert_touch_at(a, b, hit.sub_a, hit.sub_b, by, hit.fraction);
}

typedef struct straight_way {
    carom_pose from;
    carom_vec3 by;
} straight_way;

static carom_pose pose_on_way(double time, void *user) {
    const straight_way *way = user;
    return moved_pose(way->from, way->by, (carom_real)time);
}

static void check_trajectories(const named_shape *a, const named_shape *b, const carom_vec3 by[2]) {
    straight_way ways[2] = {{a->pose, by[0]}, {b->pose, by[1]}};
    const carom_trajectory
        p = {.shape = &a->shape, .pose_at = pose_on_way, .user = &ways[0], .speed = {.linear = 4}},
        q = {.shape = &b->shape, .pose_at = pose_on_way, .user = &ways[1], .speed = {.linear = 4}};
    const carom_trajectory_set one = {&p, 1}, other = {&q, 1};
    const carom_toi_hit hit = carom_toi_trajectories(&p, &q, 0);
    const carom_toi_set_hit same = carom_toi_trajectory_sets(&one, &other, NULL);
    if (hit.certainty == CAROM_LIMIT) return;
    assert_both(a, b, hit.sub_a, hit.sub_b, hit.hit);
    assert_same_part(hit.sub_a, same.at.sub_a);
    assert_same_part(hit.sub_b, same.at.sub_b);
    if (hit.hit) assert_touch_at(a, b, hit.sub_a, hit.sub_b, by, hit.fraction);
}

static bool is_half_world(const carom_shape *s) {
    return s->kind == CAROM_SHAPE_PLANE || s->kind == CAROM_SHAPE_HALFSPACE;
}

/* The deepest of the child's triangles. */
static double depth_of_triangles(const named_shape *s, carom_subshape part, const carom_child *in) {
    double most = -1;
    const carom_child child = child_of(s, part);
    for (part.triangle = 0; part.triangle < triangles_of(&child.shape); part.triangle++) {
        const carom_child one = part_of(s, part);
        const carom_penetration p = carom_penetrate(&one.shape, one.pose, &in->shape, in->pose);
        if (p.overlap && (double)p.depth > most) most = (double)p.depth;
    }
    return most;
}

static void check_penetration(const named_shape *a, const named_shape *b) {
    const carom_penetration d = carom_penetrate(&a->shape, a->pose, &b->shape, b->pose),
                            back = carom_penetrate(&b->shape, b->pose, &a->shape, a->pose);
    assert_both(a, b, d.sub_a, d.sub_b, d.overlap);
    assert_same_part(d.sub_a, back.sub_b);
    assert_same_part(d.sub_b, back.sub_a);
    if (!d.overlap || !(d.depth <= CAROM_REAL_MAX)) return;
    const carom_child p = part_of(a, d.sub_a), q = part_of(b, d.sub_b);
    const carom_child over = child_of(a, d.sub_a), under = child_of(b, d.sub_b);
    if (d.sub_a.has_triangle && d.sub_b.has_triangle) {
        if (over.shape.kind == CAROM_SHAPE_MESH && under.shape.kind == CAROM_SHAPE_MESH)
            assert_true(gap_to_point(d.point_a, &p) <= NEAR && gap_to_point(d.point_b, &q) <= NEAR);
        else
            assert_true(gap_of(&p, &q) <= NEAR);
        return;
    }
    const carom_penetration child =
        carom_penetrate(&over.shape, over.pose, &under.shape, under.pose);
    assert_true(fabs((double)child.depth - (double)d.depth) <= NEAR);
    const carom_penetration alone = carom_penetrate(&p.shape, p.pose, &q.shape, q.pose);
    if (d.sub_a.has_triangle && is_half_world(&q.shape))
        assert_true(gap_to_point(d.point_a, &p) <= NEAR);
    else if (d.sub_a.has_triangle)
        assert_true((double)alone.depth >= depth_of_triangles(a, d.sub_a, &q) - NEAR);
    if (d.sub_b.has_triangle && is_half_world(&p.shape))
        assert_true(gap_to_point(d.point_b, &q) <= NEAR);
    else if (d.sub_b.has_triangle)
        assert_true((double)alone.depth >= depth_of_triangles(b, d.sub_b, &p) - NEAR);
}

/* Nothing of the child is nearer to the point. */
static void check_point(const named_shape *s, carom_subshape part, carom_vec3 point) {
    const carom_child child = child_of(s, part), one = part_of(s, part);
    assert_names(s, part);
    assert_true(gap_to_point(point, &one) <= gap_to_point(point, &child) + NEAR);
}

static void check_contact(const named_shape *a, const named_shape *b) {
    carom_contact_manifold found[CAROM_CONTACT_LIMIT] = {{.margin = 0.25, .capacity = 8}};
    carom_posed_shape p, q;
    carom_shape_pose(&p, &a->shape, a->pose);
    carom_shape_pose(&q, &b->shape, b->pose);
    memset(found[0].points, 255, sizeof found[0].points);
    const int32_t count = carom_contact_several(&p, &q, found, CAROM_CONTACT_LIMIT);
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < found[i].count; k++) {
            const carom_contact_point *at = &found[i].points[k];
            check_point(a, at->sub_a, at->point_a);
            check_point(b, at->sub_b, at->point_b);
        }
}

static void check_verbs(named_shape *a, named_shape *b, double reach) {
    a->pose = pose_every(reach);
    b->pose = pose_every(reach);
    const carom_vec3 by[2] = {random_vec(2), random_vec(2)};
    check_closest(a, b);
    check_signed(a, b);
    if (casts_rays_kind(a->shape.kind)) check_raycast(a, b);
    check_sweep(a, b, by);
    check_penetration(a, b);
    check_contact(a, b);
    check_toi(a, b, by);
    check_trajectories(a, b, by);
}

static void every_pair(void **state) {
    (void)state;
    static named_shape a, b;
    for (int i = 0; i <= (int)MIXED; i++)
        for (int k = 0; k <= (int)MIXED; k++) {
            const uint64_t seed = volume_seed;
            make_named(&a, i);
            make_named(&b, k);
            for (int round = 0; round < ROUNDS; round++)
                check_verbs(&a, &b, round == 0 ? 0.5 : 1.5);
            check_verbs(&a, &b, 40);
            discard_named(&a, i);
            discard_named(&b, k);
            /* what is drawn for older kinds stays the same */
            if (i == CAROM_SHAPE_ROUNDED || k == CAROM_SHAPE_ROUNDED) volume_seed = seed;
        }
}

/* ---- by hand */

/* Four triangles about the middle of a field, which all of the edges meet. */
static void lowest_of_equals(void **state) {
    (void)state;
    every_kind ground;
    make_every(&ground, CAROM_SHAPE_HEIGHTFIELD);
    const carom_pose here = carom_pose_identity();
    const carom_shape *field = &ground.kind.shape;
    const carom_shape above = {.kind = CAROM_SHAPE_POINT, .as.point = v3(0.5, 2, 0.5)};
    const carom_shape path = {.kind = CAROM_SHAPE_SEGMENT,
                              .as.segment = {v3(0.5, 2, 0.5), v3(0.5, -2, 0.5)}};
    const carom_shape ball = {.kind = CAROM_SHAPE_SPHERE,
                              .as.sphere = {v3(0.5, 0.75, 0.5), (carom_real)0.5}};
    const carom_closest_any c = carom_closest(&above, here, field, here);
    assert_true(c.sub_b.has_triangle && c.sub_b.triangle == 1 && c.feature == CAROM_VERTEX_2);
    assert_true(c.barycentric.z == 1);
    assert_nothing(c.sub_a);
    const carom_ray_hit hit = carom_raycast(&path, here, field, here);
    assert_true(hit.sub_b.has_triangle && hit.sub_b.triangle == 1 && hit.barycentric.z == 1);
    const carom_penetration deep = carom_penetrate(field, here, &ball, here);
    assert_true(deep.sub_a.has_triangle && deep.sub_a.triangle < 8);
    assert_nothing(deep.sub_b);
    discard_every(&ground);
}

/* The whole shape for what names nothing, or nothing that there is. */
static void looked_up(void **state) {
    (void)state;
    static named_shape s;
    make_named(&s, (int)MIXED);
    s.pose = pose_every(1);
    carom_child found = part_of(&s, (carom_subshape){.has_child = false});
    assert_true(found.shape.kind == CAROM_SHAPE_COMPOUND);
    found = part_of(&s, (carom_subshape){.has_child = true, .child = 3});
    assert_true(found.shape.kind == CAROM_SHAPE_COMPOUND);
    found = part_of(&s, (carom_subshape){.has_child = true, .child = 2});
    assert_true(found.shape.kind == CAROM_SHAPE_SPHERE);
    found = part_of(&s, (carom_subshape){true, true, 0, 12});
    assert_true(found.shape.kind == CAROM_SHAPE_MESH);
    found = part_of(&s, (carom_subshape){true, true, 1, 7});
    assert_true(found.shape.kind == CAROM_SHAPE_TRIANGLE);
    const carom_triangle last = carom_heightfield_triangle(s.child[1].field, 7);
    assert_memory_equal(&found.shape.as.triangle, &last, sizeof last);
    found = part_of(&s, (carom_subshape){true, true, 2, 0});
    assert_true(found.shape.kind == CAROM_SHAPE_SPHERE);
    discard_named(&s, (int)MIXED);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lowest_of_equals),
        cmocka_unit_test(looked_up),
        cmocka_unit_test(every_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
