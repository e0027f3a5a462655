/* Polygons of more corners than a query copies, in poses: against every kind under every verb they
 * answer, bit for bit, what the polygon does whose corners were moved beforehand; and, to rounding,
 * what a small polygon does of which every corner is repeated. */
#include "common/test_ground_common.h"
#include "common/test_kinds_common.h"

#define MANY 300
#define SMALL_HULL 100
#define TIMES 3 /* a corner of the repeated polygon */
#define ROUNDS 6

static carom_vec3 given[MANY], moved_before[MANY], few[SMALL_HULL], repeated[TIMES * SMALL_HULL];

/* On an ellipse in a plane that is tilted; in float rounding bends it a little. */
static void make_outline(carom_vec3 *v, int count) {
    for (int i = 0; i < count; i++) {
        double angle = 6.28318530717958648 * i / count;
        v[i] = v3(cos(angle), 0.75 * sin(angle), 0.25 * cos(angle) + 0.125);
    }
}

static carom_shape polygon_of(const carom_vec3 *v, int count) {
    return (carom_shape){.kind = CAROM_SHAPE_POLYGON, .as.polygon = {v, count}};
}

static carom_pose any_pose(double spread) {
    carom_pose pose = {random_vec(spread), {0, 0, 0, 1}};
    double angle = random_in(0, 6);
    pose.rotation = (carom_quat){(carom_real)(0.6 * sin(angle)), 0, (carom_real)(0.8 * sin(angle)),
                                 (carom_real)cos(angle)};
    return pose;
}

typedef struct stand {
    carom_shape shape;
    carom_pose pose;
    carom_vec3 motion;
} stand;

typedef struct verbs {
    bool overlap;
    carom_relation relation;
    carom_closest_any closest;
    carom_penetration depth;
    carom_contact_manifold contact;
    carom_sweep_hit sweep;
    carom_real along;
    carom_ray_hit ray;
} verbs;

static void ask_all(verbs *out, const stand *a, const stand *b) {
    *out = (verbs){.contact = {.margin = (carom_real)0.125, .capacity = 8}};
    out->overlap = carom_overlap(&a->shape, a->pose, &b->shape, b->pose);
    out->relation = carom_classify(&a->shape, a->pose, &b->shape, b->pose);
    out->closest = carom_closest(&a->shape, a->pose, &b->shape, b->pose);
    out->depth = carom_penetrate(&a->shape, a->pose, &b->shape, b->pose);
    carom_contact(&a->shape, a->pose, &b->shape, b->pose, &out->contact);
    out->sweep = carom_sweep(&(carom_moving_shape){&a->shape, a->pose, a->motion},
                             &(carom_moving_shape){&b->shape, b->pose, b->motion});
    out->along = carom_penetrate_along(&a->shape, a->pose, &b->shape, b->pose, v3(1, 2, -1));
    out->ray = carom_raycast(&a->shape, a->pose, &b->shape, b->pose);
}

static void assert_same_manifold(const carom_contact_manifold *m, const carom_contact_manifold *n) {
    assert_int_equal(m->count, n->count);
    assert_true(same_vec(m->normal, n->normal) && m->certainty == n->certainty);
    for (int i = 0; i < m->count; i++) {
        const carom_contact_point *p = &m->points[i], *q = &n->points[i];
        assert_true(same_vec(p->point_a, q->point_a) && same_vec(p->point_b, q->point_b));
        assert_true(p->depth == q->depth && p->id == q->id);
    }
}

static void assert_same_bits(const verbs *x, const verbs *y) {
    assert_true(x->overlap == y->overlap && x->relation == y->relation);
    const carom_closest_any *c = &x->closest, *d = &y->closest;
    assert_true(c->distance == d->distance && c->lower_bound == d->lower_bound);
    assert_true(same_vec(c->point_a, d->point_a) && same_vec(c->point_b, d->point_b));
    assert_true(c->t_a == d->t_a && c->t_b == d->t_b && c->certainty == d->certainty);
    assert_true(x->depth.overlap == y->depth.overlap && x->depth.depth == y->depth.depth);
    assert_true(same_vec(x->depth.normal, y->depth.normal));
    assert_true(same_vec(x->depth.point_a, y->depth.point_a));
    assert_same_manifold(&x->contact, &y->contact);
    const carom_sweep_hit *h = &x->sweep, *k = &y->sweep;
    assert_true(h->hit == k->hit && h->initial_overlap == k->initial_overlap);
    assert_true(h->fraction == k->fraction && h->fraction_exit == k->fraction_exit);
    assert_true(same_vec(h->point, k->point) && same_vec(h->normal, k->normal));
    assert_true(x->along == y->along);
    assert_true(x->ray.hit == y->ray.hit && x->ray.t == y->ray.t);
    assert_true(same_vec(x->ray.normal, y->ray.normal));
}

static void make_repeated(void) {
    make_outline(few, SMALL_HULL);
    for (int i = 0; i < TIMES * SMALL_HULL; i++)
        repeated[i] = few[i / TIMES];
}

/* Either way round, in a pose and moved beforehand. */
static void compare_with_moved(const stand *partner, double spread) {
    stand posed = {polygon_of(given, MANY), any_pose(spread), random_vec(2)};
    stand moved = {polygon_of(moved_before, MANY), carom_pose_identity(), posed.motion};
    verbs x, y;
    for (int i = 0; i < MANY; i++)
        moved_before[i] = carom_pose_transform_point(posed.pose, given[i]);
    ask_all(&x, &posed, partner);
    ask_all(&y, &moved, partner);
    assert_same_bits(&x, &y);
    ask_all(&x, partner, &posed);
    ask_all(&y, partner, &moved);
    assert_same_bits(&x, &y);
    carom_aabb in_pose = carom_shape_bounds(&posed.shape, posed.pose),
               bounds = carom_shape_bounds(&moved.shape, moved.pose);
    assert_true(same_vec(in_pose.min, bounds.min) && same_vec(in_pose.max, bounds.max));
    carom_vec3 d = random_vec(1);
    assert_same(carom_shape_support(&posed.shape, posed.pose, d),
                carom_shape_support(&moved.shape, moved.pose, d));
}

static void every_kind_as_if_moved(void **state) {
    (void)state;
    volume_seed = 4100;
    make_outline(given, MANY);
    for (carom_shape_kind kind = 0; kind < KINDS; kind++)
        for (int round = 0; round < ROUNDS; round++) {
            any_kind other;
            make_kind(&other, kind, v3(1, 0.5, 0.75));
            stand partner = {other.shape, any_pose(1), random_vec(1)};
            compare_with_moved(&partner, round % 3 == 0 ? 4 : 0.75);
            discard_kind(&other);
        }
}

static void another_of_many_as_if_moved(void **state) {
    (void)state;
    static carom_vec3 outline[270];
    volume_seed = 4200;
    make_outline(given, MANY);
    make_outline(outline, COUNT(outline));
    for (int round = 0; round < 3; round++) {
        stand partner = {polygon_of(outline, COUNT(outline)), any_pose(1), random_vec(1)};
        compare_with_moved(&partner, round == 0 ? 4 : 0.75);
    }
    /* the same numbers, whatever rounding makes of them */
    stand same = {polygon_of(given, MANY), any_pose(1), random_vec(1)};
    assert_int_equal(carom_classify(&same.shape, same.pose, &same.shape, same.pose),
                     CAROM_CONTAINS);
    assert_true(carom_closest(&same.shape, same.pose, &same.shape, same.pose).distance == 0);
}

static void compare_turning(const stand *a, const stand *b, const stand *partner) {
    carom_pose end = any_pose(1);
    carom_turning_shape other = {
        .shape = &partner->shape, .start = partner->pose, .end = partner->pose};
    carom_turning_shape first = {.shape = &a->shape, .start = a->pose, .end = end},
                        second = {.shape = &b->shape, .start = b->pose, .end = end};
    carom_toi_hit x = carom_toi(&first, &other, (carom_real)1e-4),
                  y = carom_toi(&second, &other, (carom_real)1e-4);
    assert_int_equal(x.hit, y.hit);
    assert_about((double)x.fraction, (double)y.fraction, 1e-3);
}

static void surfaces_as_if_moved(void **state) {
    (void)state;
    test_mesh mesh;
    volume_seed = 4300;
    make_outline(given, MANY);
    make_repeated();
    carom_shape floors[2] = {make_tiled_floor(&mesh, 0.5), make_flat_field(0.5)};
    for (int i = 0; i < 2; i++)
        for (int round = 0; round < 4; round++) {
            stand partner = {floors[i], any_pose(0.5), random_vec(1)};
            if (round % 2) partner.pose = carom_pose_identity();
            compare_with_moved(&partner, round < 2 ? 0.5 : 2);
            stand large = {polygon_of(repeated, COUNT(repeated)), any_pose(1), v3(0, 0, 0)};
            stand small = {polygon_of(few, SMALL_HULL), large.pose, large.motion};
            compare_turning(&large, &small, &partner);
        }
    carom_heightfield_destroy((carom_heightfield *)floors[1].as.heightfield);
    carom_mesh_destroy(mesh.mesh);
}

/* ---- against a polygon that is copied */

#define NEAR (4096 * EPS > 1e-6 ? 4096 * EPS : 1e-6)

static void assert_same_answers(const verbs *x, const verbs *y) {
    assert_int_equal(x->overlap, y->overlap);
    assert_int_equal(x->relation, y->relation);
    if ((double)x->closest.distance <= 100)
        assert_about((double)x->closest.distance, (double)y->closest.distance, NEAR);
    assert_int_equal(x->depth.overlap, y->depth.overlap);
    if ((double)x->depth.depth <= 100)
        assert_about((double)x->depth.depth, (double)y->depth.depth, NEAR);
    assert_true((x->contact.count > 0) == (y->contact.count > 0));
    if (x->contact.count > 0 && (double)x->contact.points[0].depth <= 100)
        assert_about((double)x->contact.points[0].depth, (double)y->contact.points[0].depth, NEAR);
    assert_true(x->sweep.hit == y->sweep.hit);
    assert_true(x->sweep.initial_overlap == y->sweep.initial_overlap);
    assert_about((double)x->sweep.fraction, (double)y->sweep.fraction, NEAR);
    assert_about((double)x->along, (double)y->along, NEAR * (1 + (double)y->along));
    assert_true(x->ray.hit == y->ray.hit);
    if (x->ray.hit) assert_about((double)x->ray.t, (double)y->ray.t, NEAR);
}

static void corners_may_be_repeated(void **state) {
    (void)state;
    volume_seed = 4400;
    make_repeated();
    for (carom_shape_kind kind = 0; kind < KINDS; kind++)
        for (int round = 0; round < ROUNDS; round++) {
            any_kind other;
            verbs x, y;
            make_kind(&other, kind, v3(1, 0.5, 0.75));
            stand partner = {other.shape, any_pose(1), random_vec(1)};
            stand large = {polygon_of(repeated, COUNT(repeated)), any_pose(round % 3 ? 1 : 4),
                           random_vec(2)};
            stand small = {polygon_of(few, SMALL_HULL), large.pose, large.motion};
            ask_all(&x, &large, &partner);
            ask_all(&y, &small, &partner);
            assert_same_answers(&x, &y);
            ask_all(&x, &partner, &large);
            ask_all(&y, &partner, &small);
            assert_same_answers(&x, &y);
            compare_turning(&large, &small, &partner);
            discard_kind(&other);
        }
}

/* ---- what a caller must not pass */

static void counts_below_one_are_no_polygons(void **state) {
    (void)state;
    carom_sphere big = ball(0, 0, 0, 9);
    carom_segment path = seg(-1, 0, 5, -1, 0, -5);
    carom_ray ray = {v3(-1, 0, 5), v3(0, 0, -1), 0, 10};
    carom_line line = {v3(-1, 0, 5), v3(0, 0, -1)};
    const int32_t counts[] = {0, -1, -3, -MANY, INT32_MIN};
    make_outline(given, MANY);
    for (int i = 0; i < COUNT(counts); i++) {
        carom_shape wrong = polygon_of(given, counts[i]);
        carom_posed_shape out;
        assert_non_null(carom_shape_problem(&wrong));
        assert_false(carom_shape_pose(&out, &wrong, any_pose(1)));
        carom_shape sphere = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = big};
        assert_false(carom_overlap(&sphere, any_pose(1), &wrong, any_pose(1)));
        assert_true(carom_closest_point_polygon(big.center, &wrong.as.polygon).distance > 1e30F);
        assert_false(carom_sweep_sphere_polygon(&big, v3(1, 0, 0), &wrong.as.polygon).hit);
        assert_false(carom_raycast_segment_polygon(&path, &wrong.as.polygon).hit);
        assert_false(carom_raycast_ray_polygon(&ray, &wrong.as.polygon).hit);
        assert_false(carom_raycast_line_polygon(&line, &wrong.as.polygon).hit);
    }
    carom_shape good = polygon_of(given, MANY);
    carom_pose nowhere = any_pose(1);
    carom_posed_shape out;
    nowhere.position.y = (carom_real)NAN;
    assert_false(carom_shape_pose(&out, &good, nowhere));
    given[MANY - 1].z = (carom_real)INFINITY;
    assert_false(carom_shape_pose(&out, &good, any_pose(1)));
}

/* A disk of 100,000 corners over a plane: by hand. */
static void any_number(void **state) {
    (void)state;
    enum { COUNT_OF_DISK = 100000 };
    carom_vec3 *v = malloc(COUNT_OF_DISK * sizeof *v);
    assert_non_null(v);
    for (int i = 0; i < COUNT_OF_DISK; i++) {
        double angle = 6.28318530717958648 * i / COUNT_OF_DISK;
        v[i] = v3(cos(angle), sin(angle), 0);
    }
    carom_shape disk = polygon_of(v, COUNT_OF_DISK);
    carom_shape box = {.kind = CAROM_SHAPE_AABB, .as.aabb = aabb(-1, -1, -1, 1, 1, 1)};
    carom_pose over = {v3(0.25, 0, 1.5), {0, 0, 0, 1}}, in = {v3(0.25, 0, 0.75), {0, 0, 0, 1}};
    carom_pose still = carom_pose_identity();
    assert_about((double)carom_closest(&disk, over, &box, still).distance, 0.5, 1e-6);
    assert_about((double)carom_penetrate(&disk, in, &box, still).depth, 0.25, 1e-6);
    carom_contact_manifold m = {.capacity = 8};
    assert_true(carom_contact(&box, still, &disk, in, &m) > 2);
    for (int i = 0; i < m.count; i++) {
        assert_about((double)m.points[i].depth, 0.25, 1e-6);
        for (int k = 0; k < i; k++)
            assert_true(m.points[i].id != m.points[k].id);
    }
    free(v);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_as_if_moved),
        cmocka_unit_test(another_of_many_as_if_moved),
        cmocka_unit_test(surfaces_as_if_moved),
        cmocka_unit_test(corners_may_be_repeated),
        cmocka_unit_test(counts_below_one_are_no_polygons),
        cmocka_unit_test(any_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
