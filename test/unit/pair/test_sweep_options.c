/* What carom_sweep_options say counts as contact: from which distance on, over all kinds, held
 * against carom_closest along the way; and starts in contact that recede or slide. */
#include "carom/contact.h"
#include "common/test_every_common.h"

#define ROUNDS 12
#define STEPS 40

typedef struct pair {
    carom_posed_shape a, b;
    const carom_shape *first, *second;
    carom_pose pose[2];
    double target;
} pair;

static double distance_at(const pair *p, double time) {
    carom_pose pose = p->pose[0];
    pose.position = step(pose.position, p->a.motion, time);
    return (double)carom_closest(p->first, pose, p->second, p->pose[1]).distance;
}

static double slack_of(const pair *p) {
    return (CAROM_REAL_EPSILON > 1e-10 ? 4e-6 : 1e-9) * (4 + p->target);
}

static void check_hit(const pair *p, const carom_sweep_hit *hit) {
    double at = (double)hit->fraction, slack = slack_of(p);
    assert_about(length_of(hit->normal), 1, 16 * EPS);
    if (hit->initial_overlap)
        assert_true(at == 0 && distance_at(p, 0) <= p->target + slack);
    else
        assert_about(distance_at(p, at), p->target, slack);
    assert_true(hit->fraction_exit >= hit->fraction && hit->fraction_exit <= 1);
    carom_shape point = {.kind = CAROM_SHAPE_POINT, .as.point = hit->point};
    carom_pose stay = standing(v3(0, 0, 0));
    carom_closest_any c = carom_closest(&point, stay, p->second, p->pose[1]);
    if (!hit->initial_overlap && !((double)c.distance <= slack))
        fail_msg("kinds %d and %d: point %g from B", (int)p->first->kind, (int)p->second->kind,
                 (double)c.distance);
}

/* Nothing is within the target before, and where a miss is told nothing ever. */
static void check_target(const pair *p) {
    const carom_sweep_options options = {.target_distance = (carom_real)p->target};
    carom_sweep_hit hit = carom_sweep_posed(&p->a, &p->b, &options);
    double slack = slack_of(p), end = hit.hit ? (double)hit.fraction : 1;
    for (int i = 0; i <= STEPS && !hit.initial_overlap; i++) {
        double distance = distance_at(p, end * i / STEPS);
        if (distance < p->target - slack)
            fail_msg("kinds %d and %d, %s at %g: %.9g is nearer than %.9g", (int)p->first->kind,
                     (int)p->second->kind, hit.hit ? "hit" : "miss", end, distance, p->target);
        if (!hit.hit && i == 0) assert_true(distance > p->target - slack);
    }
    if (hit.hit) check_hit(p, &hit);
}

/* The pair the other way round meets at the same time. */
static void check_swapped(const pair *p) {
    const carom_sweep_options options = {.target_distance = (carom_real)p->target};
    carom_sweep_hit hit = carom_sweep_posed(&p->a, &p->b, &options);
    carom_sweep_hit back = carom_sweep_posed(&p->b, &p->a, &options);
    if (hit.hit != back.hit) return; /* a graze; both are held against distances */
    assert_about((double)hit.fraction, (double)back.fraction, 300 * sqrt(slack_of(p)));
    assert_int_equal(hit.initial_overlap, back.initial_overlap);
}

static bool open_pair(pair *p, const every_kind *a, const every_kind *b) {
    p->first = &a->kind.shape;
    p->second = &b->kind.shape;
    p->pose[0] = pose_every(2);
    p->pose[1] = pose_every(0.5);
    p->target = random_in(0.01, 1.5);
    if (!carom_shape_pose(&p->a, p->first, p->pose[0]) ||
        !carom_shape_pose(&p->b, p->second, p->pose[1]))
        return false;
    carom_vec3 way = step(v3(0, 0, 0), p->pose[0].position, -2);
    p->a.motion = step(way, random_vec(1), 1);
    return true;
}

static void check_pair(every_kind *a, every_kind *b) {
    pair p;
    assert_true(open_pair(&p, a, b));
    check_target(&p);
    check_swapped(&p);
}

static void a_distance_counts_as_contact(void **state) {
    (void)state;
    for_every_pair(check_pair, ROUNDS);
}

/* ---- by hand */

static carom_sweep_hit swept(carom_posed_shape *a, carom_vec3 motion, const carom_posed_shape *b,
                             carom_sweep_options options) {
    a->motion = motion;
    return carom_sweep_posed(a, b, &options);
}

static carom_posed_shape posed_box(carom_vec3 low, carom_vec3 high) {
    carom_posed_shape out;
    carom_shape box = {.kind = CAROM_SHAPE_AABB, .as.aabb = {low, high}};
    assert_true(carom_shape_pose(&out, &box, standing(v3(0, 0, 0))));
    return out;
}

static void targets_by_hand(void **state) {
    (void)state;
    const carom_sweep_options half = {.target_distance = (carom_real)0.5};
    carom_posed_shape a = posed_box(v3(0, 0, 0), v3(1, 1, 1));
    carom_posed_shape b = posed_box(v3(4, 0, 0), v3(5, 1, 1)), floor;
    carom_sweep_hit hit = swept(&a, v3(5, 0, 0), &b, half);
    assert_true(hit.hit && !hit.initial_overlap && hit.normal.x == 1);
    assert_about((double)hit.fraction, 0.5, 1e-6);
    assert_about((double)hit.point.x, 4, 1e-6);
    /* from as near as that on, but not before the start */
    hit = swept(&a, v3(-5, 0, 0), &b, (carom_sweep_options){.target_distance = 3});
    assert_true(hit.hit && hit.initial_overlap && hit.fraction == 0);
    assert_about((double)hit.normal.x, 1, 16 * EPS);
    carom_shape ground = {.kind = CAROM_SHAPE_HALFSPACE, .as.halfspace = {v3(0, 0, 2), -4}};
    assert_true(carom_shape_pose(&floor, &ground, standing(v3(0, 0, 0))));
    hit = swept(&a, v3(0, 0, -3), &floor, half);
    assert_true(hit.hit && hit.normal.z == -1);
    assert_about((double)hit.fraction, 0.5, 4 * EPS);
    assert_about((double)hit.point.z, -2, 4 * EPS);
    /* out of range or no number: no hit */
    const carom_real bad[] = {-1, (carom_real)NAN, (carom_real)INFINITY};
    for (int i = 0; i < COUNT(bad); i++) {
        hit = swept(&a, v3(5, 0, 0), &b, (carom_sweep_options){.target_distance = bad[i]});
        assert_true(!hit.hit && hit.fraction == 0 && hit.normal.x == 0);
    }
}

/* Two boxes with a face in common. */
static void starts_in_contact(void **state) {
    (void)state;
    const carom_sweep_options receding = {.ignore_receding = true},
                              tangential = {.ignore_tangential = true};
    carom_posed_shape a = posed_box(v3(0, 0, 1), v3(1, 1, 2)),
                      b = posed_box(v3(0, 0, 0), v3(1, 1, 1));
    for (int kind = 0; kind < 2; kind++) { /* and a box that is turned, by the engine */
        if (kind) {
            carom_shape box = {.kind = CAROM_SHAPE_AABB,
                               .as.aabb = {v3(-0.5, -0.5, -0.5), v3(0.5, 0.5, 0.5)}};
            carom_pose turned = {v3(0.5, 0.5, 1.5), {1, 0, 0, 0}};
            assert_true(carom_shape_pose(&a, &box, turned));
        }
        const carom_vec3 away = v3(0, 0, 1), along = v3(1, 0, 0), into = v3(0, 0, -1);
        assert_true(swept(&a, away, &b, (carom_sweep_options){0}).initial_overlap);
        assert_false(swept(&a, away, &b, receding).hit);
        assert_true(swept(&a, away, &b, tangential).hit);
        assert_true(swept(&a, along, &b, receding).initial_overlap);
        assert_false(swept(&a, along, &b, tangential).hit);
        assert_true(swept(&a, into, &b, receding).initial_overlap);
        assert_true(swept(&a, into, &b, tangential).initial_overlap);
        /* B moves instead */
        a.motion = v3(0, 0, 0);
        b.motion = v3(0, 0, -1);
        assert_false(carom_sweep_posed(&a, &b, &receding).hit);
        assert_false(carom_sweep_posed(&b, &a, &receding).hit);
        b.motion = v3(0, 0, 0);
    }
}

/* Eight by eight tiles, and a wall at the end. */
static void fill_tiles(test_mesh *m) {
    m->count = 0;
    for (int i = 0; i < 64; i++) {
        double x = i % 8, y = i / 8;
        add_test_triangle(m, v3(x, y, 0), v3(x + 1, y, 0), v3(x + 1, y + 1, 0));
        add_test_triangle(m, v3(x, y, 0), v3(x + 1, y + 1, 0), v3(x, y + 1, 0));
    }
    add_test_triangle(m, v3(8, 0, 0), v3(8, 8, 0), v3(8, 8, 4));
    add_test_triangle(m, v3(8, 0, 0), v3(8, 8, 4), v3(8, 0, 4));
    build_test_mesh(m);
}

/* What stands on a floor of tiles slides to the wall, without a hit on the edges between. */
static void floors_are_slid_along(void **state) {
    (void)state;
    static test_mesh tiles;
    fill_tiles(&tiles);
    carom_posed_shape floor, ball, box = posed_box(v3(1.25, 1.25, 0), v3(2.25, 2.25, 1));
    carom_shape mesh = {.kind = CAROM_SHAPE_MESH, .as.mesh = tiles.mesh};
    carom_shape sphere = {.kind = CAROM_SHAPE_SPHERE,
                          .as.sphere = {v3(1.75, 1.5, 0.5), (carom_real)0.5}};
    assert_true(carom_shape_pose(&floor, &mesh, standing(v3(0, 0, 0))));
    assert_true(carom_shape_pose(&ball, &sphere, standing(v3(0, 0, 0))));
    const carom_sweep_options passing = {.ignore_receding = true, .ignore_tangential = true};
    carom_posed_shape *movers[2] = {&box, &ball};
    for (int i = 0; i < 2; i++) {
        assert_true(
            swept(movers[i], v3(11.5, 1, 0), &floor, (carom_sweep_options){0}).initial_overlap);
        carom_sweep_hit hit = swept(movers[i], v3(11.5, 1, 0), &floor, passing);
        assert_true(hit.hit && !hit.initial_overlap);
        assert_about((double)hit.fraction, 0.5, 1e-6);
        assert_vec_about(hit.normal, 1, 0, 0, 1e-6);
        assert_false(swept(movers[i], v3(0, 0, 3), &floor, passing).hit);
        assert_true(swept(movers[i], v3(0, 0, -1), &floor, passing).initial_overlap);
    }
    carom_mesh_destroy(tiles.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_distance_counts_as_contact),
        cmocka_unit_test(targets_by_hand),
        cmocka_unit_test(starts_in_contact),
        cmocka_unit_test(floors_are_slid_along),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
