/* First contact of shapes whose motion is a function: a ball on a parabola and others whose time is
 * known, every pair of kinds along curved screws against dense sampling, turning shapes, chains of
 * joints against all pairs, and motions that are invalid or end. */
#include "carom/trajectory.h"
#include "common/test_every_common.h"

#include <stdio.h>

#define PI 3.14159265358979323846
#define SAMPLES 400
/* The tolerance of a pair of size 50, and what it is early by. */
#define NEAR (EPS > 1e-10 ? 1e-3 : 1e-7)

/* A body turns about an axis while its origin moves along a line and an arc of a sine. */
typedef struct screw {
    carom_pose start;
    carom_vec3 axis, along, wave;
    double turn; /* radians */
    int calls;
} screw;

static carom_quat turned(carom_vec3 axis, double angle) {
    const double s = sin(0.5 * angle);
    return (carom_quat){(carom_real)(s * (double)axis.x), (carom_real)(s * (double)axis.y),
                        (carom_real)(s * (double)axis.z), (carom_real)cos(0.5 * angle)};
}

static carom_pose screw_at(double time, void *user) {
    screw *s = user;
    const carom_real t = (carom_real)time, w = (carom_real)sin(PI * time);
    const carom_pose turn = {{0, 0, 0}, turned(s->axis, s->turn * time)};
    carom_pose out = carom_pose_compose(turn, (carom_pose){{0, 0, 0}, s->start.rotation});
    out.position = v3(s->start.position.x + t * s->along.x + w * s->wave.x,
                      s->start.position.y + t * s->along.y + w * s->wave.y,
                      s->start.position.z + t * s->along.z + w * s->wave.z);
    s->calls++;
    return out;
}

/* The cosine of a sine's arc is greatest at an end of an interval, and so is its negative. */
static carom_speed screw_speed(const carom_speed_query *q, void *user) {
    const screw *s = user;
    const double ends[2] = {PI * cos(PI * q->from), PI * cos(PI * q->to)};
    double linear = -INFINITY;
    assert_true(q->from >= 0 && q->from <= q->to && q->to <= 1);
    for (int i = 0; i < 2; i++) {
        const carom_vec3 v = v3((carom_real)((double)s->along.x + ends[i] * (double)s->wave.x),
                                (carom_real)((double)s->along.y + ends[i] * (double)s->wave.y),
                                (carom_real)((double)s->along.z + ends[i] * (double)s->wave.z));
        const double speed = length_of(q->direction) > 0 ? dot_of(v, q->direction) : length_of(v);
        if (speed > linear) linear = speed;
    }
    linear += 1e-6 * (1 + fabs(linear));
    return (carom_speed){(carom_real)linear, (carom_real)(fabs(s->turn) * 1.000001)};
}

static carom_trajectory trajectory_of(const carom_shape *shape, screw *s) {
    carom_trajectory out = {.shape = shape, .pose_at = screw_at, .user = s};
    out.speed.linear = (carom_real)(1.000001 * (length_of(s->along) + PI * length_of(s->wave)));
    out.speed.angular = (carom_real)(1.000001 * fabs(s->turn));
    return out;
}

static screw random_screw(double reach, double turn) {
    screw out = {.start = pose_every(reach), .turn = random_in(-turn, turn)};
    const carom_vec3 axis = random_vec(1);
    const double length = length_of(axis) + 1e-9;
    out.axis = v3((carom_real)((double)axis.x / length), (carom_real)((double)axis.y / length),
                  (carom_real)((double)axis.z / length));
    out.along = random_vec(4);
    out.wave = random_vec(1);
    return out;
}

static carom_pose pose_during(const carom_trajectory *t, double time) {
    return t->pose_at ? t->pose_at(time, t->user) : carom_pose_identity();
}

static bool touches_at(const carom_trajectory *a, const carom_trajectory *b, double time) {
    return carom_overlap(a->shape, pose_during(a, time), b->shape, pose_during(b, time));
}

static double apart_at(const carom_trajectory *a, const carom_trajectory *b, double time) {
    return (double)carom_closest(a->shape, pose_during(a, time), b->shape, pose_during(b, time))
        .distance;
}

/* Nothing touches before the fraction; there they are near; and certain contact is contact. */
static void check_hit(const carom_trajectory *a, const carom_trajectory *b,
                      const carom_toi_hit *hit) {
    const double until = hit->hit ? (double)hit->fraction : 1.0;
    for (int i = 0; i < SAMPLES; i++)
        if (touches_at(a, b, until * i / SAMPLES) && until > 0)
            fail_msg("kinds %d and %d touch at %g, before %g", (int)a->shape->kind,
                     (int)b->shape->kind, until * i / SAMPLES, until);
    if (!hit->hit) return;
    assert_true(fabs(length_of(hit->normal) - 1) < 1e-5);
    assert_true(hit->fraction_upper >= hit->fraction && hit->fraction_upper <= 1);
    assert_int_equal(hit->initial_overlap, touches_at(a, b, 0));
    if (hit->certainty == CAROM_LIMIT) return;
    assert_true(hit->initial_overlap || apart_at(a, b, until) < NEAR);
    /* the upper fraction was rounded up to carom_real */
    if (hit->certain && hit->fraction_upper < 1)
        assert_true(apart_at(a, b, (double)hit->fraction_upper) < NEAR);
}

static void check_same(const carom_toi_hit *x, const carom_toi_hit *y) {
    assert_true(x->hit == y->hit && x->fraction == y->fraction && x->certain == y->certain);
    assert_true(x->normal.x == -y->normal.x && x->normal.y == -y->normal.y &&
                x->normal.z == -y->normal.z);
}

static int misses, hits, limits;

static void check_pair(every_kind *a, every_kind *b) {
    const bool endless[2] = {
        a->kind.shape.kind >= CAROM_SHAPE_RAY && a->kind.shape.kind <= CAROM_SHAPE_HALFSPACE,
        b->kind.shape.kind >= CAROM_SHAPE_RAY && b->kind.shape.kind <= CAROM_SHAPE_HALFSPACE};
    screw of_a = random_screw(2, 3), of_b = random_screw(2, 3);
    if (endless[0] && endless[1] && random_in(0, 1) < 0.8) of_a.turn = of_b.turn = 0;
    carom_trajectory s = trajectory_of(&a->kind.shape, &of_a),
                     t = trajectory_of(&b->kind.shape, &of_b);
    const carom_toi_hit by_bounds = carom_toi_trajectories(&s, &t, 0);
    check_hit(&s, &t, &by_bounds);
    s.speed_of = t.speed_of = screw_speed;
    const carom_toi_hit hit = carom_toi_trajectories(&s, &t, 0);
    const carom_toi_hit back = carom_toi_trajectories(&t, &s, 0);
    check_hit(&s, &t, &hit);
    assert_int_equal(hit.hit, back.hit);
    if (!endless[0] && !endless[1]) assert_true(hit.certainty != CAROM_LIMIT || NEAR > 1e-5);
    hits += hit.hit;
    misses += !hit.hit;
    limits += hit.certainty == CAROM_LIMIT;
}

static void every_pair_against_samples(void **state) {
    (void)state;
    for_every_pair(check_pair, 4);
    assert_true(hits > 300 && misses > 100);
    printf("%d hits, %d misses, %d undecided\n", hits, misses, limits);
}

/* ---- by hand */

static carom_shape ball_at(double x, double y, double z, double r) {
    carom_shape out = {.kind = CAROM_SHAPE_SPHERE};
    out.as.sphere = (carom_sphere){v3((carom_real)x, (carom_real)y, (carom_real)z), (carom_real)r};
    return out;
}

/* x = 4 t, y = 1 - 4 (t - 1/2)^2: at most 1 high, at t = 1/2. */
static carom_pose parabola(double t, void *user) {
    (void)user;
    return standing(v3((carom_real)(4 * t), (carom_real)(1 - 4 * (t - 0.5) * (t - 0.5)), 0));
}

static carom_speed parabola_speed(const carom_speed_query *q, void *user) {
    const double up[2] = {-8 * (q->from - 0.5), -8 * (q->to - 0.5)};
    double linear = -INFINITY;
    int *calls = user;
    for (int i = 0; i < 2; i++) {
        const carom_vec3 v = v3(4, (carom_real)up[i], 0);
        const double speed = length_of(q->direction) > 0 ? dot_of(v, q->direction) : length_of(v);
        if (speed > linear) linear = speed;
    }
    ++*calls;
    return (carom_speed){(carom_real)linear, 0};
}

static void ball_on_parabola(void **state) {
    (void)state;
    int calls = 0;
    carom_shape ball = ball_at(0, 0, 0, 0.25), ceiling = {.kind = CAROM_SHAPE_PLANE};
    ceiling.as.plane = (carom_plane){v3(0, 1, 0), (carom_real)1.09};
    const carom_trajectory stands = {.shape = &ceiling};
    carom_trajectory moves = {.shape = &ball,
                              .pose_at = parabola,
                              .user = &calls,
                              .speed = {6, 0},
                              .speed_of = parabola_speed};
    /* 1 - 4 u^2 + 0.25 = 1.09: u = 0.2 */
    carom_toi_hit hit = carom_toi_trajectories(&moves, &stands, 0);
    assert_true(hit.hit && hit.certain && !hit.initial_overlap);
    assert_true((double)hit.fraction <= 0.3 + 1e-7 && (double)hit.fraction > 0.3 - NEAR);
    assert_true((double)hit.fraction_upper >= 0.3 - 1e-7 &&
                (double)hit.fraction_upper < 0.3 + NEAR);
    assert_true(hit.normal.y > 0.999);
    hit = carom_toi_trajectories(&stands, &moves, 0);
    assert_true(hit.hit && hit.normal.y < -0.999);
    /* passes 0.001 below it: the plain bound of 6 allows steps of 1/6000 there */
    ceiling.as.plane.offset = (carom_real)1.251;
    calls = 0;
    hit = carom_toi_trajectories(&moves, &stands, 0);
    assert_false(hit.hit);
    assert_true(calls < 400);
}

/* A turning rod: the tip, 2 from the pivot, reaches a wall at x = 1 after 60 of 90 degrees. */
static void rod_reaches_wall(void **state) {
    (void)state;
    carom_shape rod = {.kind = CAROM_SHAPE_SEGMENT, .as.segment = {v3(0, 0, 0), v3(0, 2, 0)}};
    carom_shape wall = {.kind = CAROM_SHAPE_HALFSPACE};
    const carom_real x = (carom_real)(2 * sin(PI / 3));
    wall.as.halfspace = (carom_halfspace){v3(-1, 0, 0), -x};
    screw turning = {.start = carom_pose_identity(), .axis = v3(0, 0, 1), .turn = -PI / 2};
    const carom_trajectory a = trajectory_of(&rod, &turning), b = {.shape = &wall};
    const carom_toi_hit hit = carom_toi_trajectories(&a, &b, 0);
    assert_true(hit.hit && hit.certain);
    assert_true(fabs((double)hit.fraction - 2.0 / 3) < NEAR);
    /* the same by the constant motion of toi.h */
    const carom_turning_shape turn = {&rod, screw_at(0, &turning), screw_at(1, &turning),
                                      .axis = v3(0, 0, -1)};
    const carom_turning_shape still = {&wall, carom_pose_identity(), carom_pose_identity(),
                                       .turns = 0};
    const carom_toi_hit even = carom_toi(&turn, &still, 0);
    assert_true(even.hit && fabs((double)even.fraction - (double)hit.fraction) < NEAR);
}

/* ---- what is invalid, or ends */

static carom_pose until_half(double time, void *user) {
    carom_pose out = screw_at(time, user);
    if (time > 0.5) out.position.x = (carom_real)NAN;
    return out;
}

static carom_speed no_speed(const carom_speed_query *q, void *user) {
    (void)q, (void)user;
    return (carom_speed){(carom_real)NAN, 0};
}

static void invalid_and_unknown(void **state) {
    (void)state;
    carom_shape ball = ball_at(0, 0, 0, 1), other = ball_at(10, 0, 0, 1);
    screw s = {.start = carom_pose_identity(), .axis = v3(1, 0, 0), .along = v3(9, 0, 0)};
    carom_trajectory a = trajectory_of(&ball, &s);
    const carom_trajectory b = {.shape = &other};
    carom_toi_hit hit = carom_toi_trajectories(&a, &b, 0);
    assert_true(hit.hit && fabs((double)hit.fraction - 8.0 / 9) < NEAR);
    a.speed_of = no_speed; /* not finite: the bound of the whole frame counts */
    carom_toi_hit same = carom_toi_trajectories(&a, &b, 0);
    assert_true(same.fraction == hit.fraction);
    a.speed_of = NULL;
    a.pose_at = until_half; /* nothing is known after 1/2 */
    hit = carom_toi_trajectories(&a, &b, 0);
    assert_true(hit.hit && !hit.certain && hit.certainty == CAROM_LIMIT && hit.fraction > 0.5);
    a.pose_at = screw_at;
    const carom_real odd[] = {-1, (carom_real)NAN, (carom_real)INFINITY};
    for (int i = 0; i < 3; i++) {
        carom_trajectory bad = a;
        bad.speed.linear = odd[i];
        assert_false(carom_toi_trajectories(&bad, &b, 0).hit);
        bad = a;
        bad.speed.angular = odd[i];
        assert_false(carom_toi_trajectories(&bad, &b, 0).hit);
        if (i > 0) bad.pivot.x = odd[i], bad.speed = a.speed;
        assert_false(carom_toi_trajectories(&bad, &b, 0).hit);
    }
    s.start.position.x = (carom_real)NAN;
    assert_false(carom_toi_trajectories(&a, &b, 0).hit);
    s.start.position.x = 0;
    ball.as.sphere.radius = -1;
    assert_false(carom_toi_trajectories(&a, &b, 0).hit);
    ball.as.sphere.radius = 9; /* contact at the start, in one point */
    hit = carom_toi_trajectories(&a, &b, 0);
    assert_true(hit.hit && hit.initial_overlap && hit.certain && hit.fraction == 0);
    assert_true(hit.normal.x == 1);
}

static void two_without_bounds(void **state) {
    (void)state;
    carom_shape line = {.kind = CAROM_SHAPE_LINE, .as.line = {v3(0, 1, 0), v3(1, 0, 0)}};
    carom_shape plane = {.kind = CAROM_SHAPE_PLANE, .as.plane = {v3(0, 1, 0), 0}};
    screw s = {.start = carom_pose_identity(), .axis = v3(0, 0, 1), .along = v3(0, -4, 0)};
    carom_trajectory a = trajectory_of(&line, &s);
    const carom_trajectory b = {.shape = &plane};
    carom_toi_hit hit = carom_toi_trajectories(&a, &b, 0);
    assert_true(hit.hit && hit.certain && fabs((double)hit.fraction - 0.25) < NEAR);
    s.turn = 0.5;
    a = trajectory_of(&line, &s);
    hit = carom_toi_trajectories(&a, &b, 0);
    assert_true(hit.hit && !hit.certain && hit.certainty == CAROM_LIMIT && hit.fraction == 0);
    assert_true(fabs(length_of(hit.normal) - 1) < 1e-6);
}

/* Scaled by a power of two, the answer is the same to the bit. */
static void scales(void **state) {
    (void)state;
    for (int i = 0; i < 200; i++) {
        screw s = random_screw(3, 3), large;
        carom_shape box = {.kind = CAROM_SHAPE_OBB, .as.obb = obb_straight(0, 0, 0, 1, 0.5, 0.25)};
        carom_shape cap = {.kind = CAROM_SHAPE_CAPSULE,
                           .as.capsule = {v3(0, -1, 0), v3(0, 1, 0), (carom_real)0.5}};
        carom_trajectory a = trajectory_of(&box, &s);
        const carom_trajectory b = {.shape = &cap};
        const carom_toi_hit hit = carom_toi_trajectories(&a, &b, 0);
        const carom_real by = 64;
        large = s;
        large.start.position =
            v3(by * s.start.position.x, by * s.start.position.y, by * s.start.position.z);
        large.along = v3(by * s.along.x, by * s.along.y, by * s.along.z);
        large.wave = v3(by * s.wave.x, by * s.wave.y, by * s.wave.z);
        carom_shape big_box = {.kind = CAROM_SHAPE_OBB,
                               .as.obb = obb_straight(0, 0, 0, 64, 32, 16)};
        carom_shape big_cap = {.kind = CAROM_SHAPE_CAPSULE,
                               .as.capsule = {v3(0, -64, 0), v3(0, 64, 0), 32}};
        carom_trajectory c = a;
        const carom_trajectory d = {.shape = &big_cap};
        c.shape = &big_box;
        c.user = &large;
        c.speed.linear *= by;
        const carom_toi_hit same = carom_toi_trajectories(&c, &d, 0);
        assert_true(hit.hit == same.hit && hit.fraction == same.fraction);
        const carom_toi_hit back = carom_toi_trajectories(&b, &a, 0);
        check_same(&hit, &back);
    }
}

/* ---- sets: links of an arm, each turning about the end of the one before */

#define LINKS 5

typedef struct arm {
    double from[LINKS], to[LINKS];
    int calls;
} arm;

typedef struct link {
    arm *of;
    int index;
} link;

static carom_pose link_at(double time, void *user) {
    const link *l = user;
    carom_pose out = carom_pose_identity();
    for (int i = 0; i <= l->index; i++) {
        const double angle = l->of->from[i] + time * (l->of->to[i] - l->of->from[i]);
        const carom_vec3 axis = i % 2 ? v3(0, 0, 1) : v3(1, 0, 0);
        const carom_pose joint = {v3(0, i == 0 ? 0 : 1, 0), turned(axis, angle)};
        out = carom_pose_compose(out, joint);
    }
    l->of->calls++;
    return out;
}

/* Each joint moves all that follow it: a link's pivot is within its number of the joint. */
static carom_speed link_bound(const arm *of, int index) {
    carom_speed out = {0, 0};
    for (int i = 0; i <= index; i++) {
        const double rate = fabs(of->to[i] - of->from[i]);
        out.angular += (carom_real)(1.000001 * rate);
        out.linear += (carom_real)(1.000001 * rate * (index - i));
    }
    return out;
}

static void arms_against_all_pairs(void **state) {
    (void)state;
    const carom_shape bone = {
        .kind = CAROM_SHAPE_CAPSULE,
        .as.capsule = {v3(0, (carom_real)0.125, 0), v3(0, (carom_real)0.875, 0), (carom_real)0.25}};
    int met = 0, within = 0;
    for (int round = 0; round < 60; round++) {
        arm of = {.calls = 0};
        link links[LINKS];
        carom_trajectory items[LINKS], things[3];
        carom_shape balls[3];
        uint8_t skip[LINKS * LINKS] = {0};
        for (int i = 0; i < LINKS; i++) {
            of.from[i] = random_in(-1, 1), of.to[i] = random_in(-3, 3);
            links[i] = (link){&of, i};
            for (int k = 0; k < LINKS; k++)
                skip[i * LINKS + k] = abs(i - k) < 2;
        }
        for (int i = 0; i < LINKS; i++)
            items[i] = (carom_trajectory){
                .shape = &bone, .pose_at = link_at, .user = &links[i], .speed = link_bound(&of, i)};
        for (int i = 0; i < 3; i++) {
            const carom_vec3 at = random_vec(3);
            balls[i] = ball_at((double)at.x, (double)at.y, (double)at.z, 0.5);
            things[i] = (carom_trajectory){.shape = &balls[i]};
        }
        const carom_trajectory_set a = {items, LINKS}, b = {things, 3};
        const carom_toi_set_hit hit = carom_toi_trajectory_sets(&a, &b, NULL);
        const carom_toi_set_hit self =
            carom_toi_trajectory_sets(&a, NULL, &(carom_toi_set_options){0, skip});
        double first = 2, folded = 2;
        for (int i = 0; i < LINKS; i++) {
            for (int k = 0; k < 3; k++) {
                const carom_toi_hit one = carom_toi_trajectories(&items[i], &things[k], 0);
                if (one.hit && (double)one.fraction < first) first = (double)one.fraction;
            }
            for (int k = i + 2; k < LINKS; k++) {
                const carom_toi_hit one = carom_toi_trajectories(&items[i], &items[k], 0);
                if (one.hit && (double)one.fraction < folded) folded = (double)one.fraction;
            }
        }
        assert_int_equal(hit.at.hit, first < 2);
        if (hit.at.hit) assert_true((double)hit.at.fraction == first);
        assert_int_equal(self.at.hit, folded < 2);
        if (self.at.hit) assert_true((double)self.at.fraction == folded);
        if (hit.at.hit) check_hit(&items[hit.index_a], &things[hit.index_b], &hit.at);
        met += hit.at.hit, within += self.at.hit;
    }
    if (met < 6 || within < 6) fail_msg("%d met, %d within", met, within);
    const carom_trajectory_set none = {NULL, 0};
    assert_false(carom_toi_trajectory_sets(&none, &none, NULL).at.hit);
}

/* Balls that fall side by side on balls that stand, of which any number touch at the same time:
 * more than are bounded together. The pair of the least indices is named, in whatever order the
 * shapes stand. All are equally far out along z, so that all pairs have one rounding error. */
static carom_pose fallen(double time, void *user) {
    const carom_vec3 *from = user;
    carom_pose out = carom_pose_identity();
    out.position = v3(from->x, (carom_real)((double)from->y - 8 * time), from->z);
    return out;
}

static void ties_name_the_least_indices(void **state) {
    (void)state;
    enum { COUNT = 11 };
    for (int round = 0; round < 200; round++) {
        const bool resting = round % 4 == 0;
        carom_shape balls[COUNT], unit = ball_at(0, 0, 0, 0.5);
        carom_vec3 start[COUNT];
        carom_trajectory falling[COUNT], standing[COUNT];
        size_t least_a = SIZE_MAX, least_b = SIZE_MAX;
        const int turn = (int)random_in(0, COUNT);
        bool near[COUNT];
        for (int i = 0; i < COUNT; i++) {
            near[i] = random_in(0, 1) < 0.2;
            start[i] = v3((carom_real)(4 * i), near[i] ? (resting ? 1 : 5) : 7, 100);
            falling[i] = (carom_trajectory){
                .shape = &unit, .pose_at = fallen, .user = &start[i], .speed = {8, 0}};
            const int column = (i + turn) % COUNT;
            balls[i] = ball_at(4 * column, 0, 100, 0.5);
            standing[i] =
                (carom_trajectory){.shape = &balls[i], .pivot = balls[i].as.sphere.center};
        }
        for (int i = COUNT; i-- > 0;)
            if (near[i]) least_a = (size_t)i, least_b = (size_t)((i + COUNT - turn) % COUNT);
        if (least_a == SIZE_MAX) least_a = 0, least_b = (size_t)((COUNT - turn) % COUNT);
        const carom_trajectory_set a = {falling, COUNT}, b = {standing, COUNT};
        const carom_toi_set_hit hit = carom_toi_trajectory_sets(&a, &b, NULL);
        assert_true(hit.at.hit);
        assert_int_equal(hit.index_a, least_a);
        assert_int_equal(hit.index_b, least_b);
    }
}

static bool is_endless(carom_shape_kind kind) {
    return kind >= CAROM_SHAPE_RAY && kind <= CAROM_SHAPE_HALFSPACE;
}

/* The first contact of all pairs, the first of equal ones. */
static carom_toi_set_hit first_of_pairs(const carom_trajectory_set *a,
                                        const carom_trajectory_set *b,
                                        const carom_toi_set_options *options) {
    carom_toi_set_hit best = {.at.hit = false};
    for (size_t i = 0; i < a->count; i++)
        for (size_t j = a == b ? i + 1 : 0; j < b->count; j++) {
            if (options->skip[i * b->count + j]) continue;
            const carom_toi_hit one =
                carom_toi_trajectories(&a->items[i], &b->items[j], options->tolerance);
            if (one.hit && (!best.at.hit || one.fraction < best.at.fraction))
                best = (carom_toi_set_hit){one, i, j};
        }
    return best;
}

static bool same_hit(const carom_toi_hit *p, const carom_toi_hit *q) {
    return p->hit == q->hit && p->fraction == q->fraction &&
           p->fraction_upper == q->fraction_upper && p->certain == q->certain &&
           p->initial_overlap == q->initial_overlap && p->certainty == q->certainty &&
           same_vec(p->point, q->point) && same_vec(p->normal, q->normal) &&
           p->sub_a.child == q->sub_a.child && p->sub_a.triangle == q->sub_a.triangle &&
           p->sub_b.child == q->sub_b.child && p->sub_b.triangle == q->sub_b.triangle;
}

/* Sets of all kinds, of more shapes than a block has, some of which stand, of which some are
 * invalid: the answer is that of all pairs, bit for bit, but for the order of times that differ by
 * less than carom_real can tell. */
static void sets_are_all_pairs(void **state) {
    (void)state;
    enum { COUNT = 19 };
    static every_kind every[2 * COUNT];
    int met = 0, began = 0;
    for (int round = 0; round < 80; round++) {
        screw screws[2 * COUNT];
        carom_trajectory items[2 * COUNT];
        uint8_t skip[COUNT * COUNT];
        const size_t count[2] = {(size_t)random_in(1, COUNT), (size_t)random_in(1, COUNT)};
        for (int i = 0; i < 2 * COUNT; i++) {
            carom_shape_kind kind = (carom_shape_kind)random_in(0, ALL_KINDS);
            if (is_endless(kind) && round % 8) kind = CAROM_SHAPE_CAPSULE;
            make_every(&every[i], kind);
            screws[i] = random_screw(4 + 2 * (round % 4), 1);
            items[i] = trajectory_of(&every[i].kind.shape, &screws[i]);
            if (i % 3 == 1) screws[i].turn = 0, items[i].speed.angular = 0;
            if (i % 3 == 1 && round % 2) {
                screws[i].along = screws[i].wave = v3(0, 0, 0);
                items[i].speed.linear = 0;
            }
            if (i % 5 == 2) items[i].speed_of = screw_speed;
            if (i % 13 == 7) items[i].speed.linear = -1;
            if (i % 17 == 9) screws[i].start.position.x = (carom_real)NAN;
        }
        for (int i = 0; i < COUNT * COUNT; i++)
            skip[i] = random_in(0, 1) < (round % 4 ? 0.2 : 0.5);
        const carom_toi_set_options options = {(carom_real)(round % 2 ? 1e-3 : 0), skip};
        const carom_trajectory_set a = {items, count[0]}, b = {items + COUNT, count[1]};
        for (int self = 0; self < 2; self++) {
            const carom_trajectory_set *other = self ? &a : &b;
            const carom_toi_set_hit all = first_of_pairs(&a, other, &options);
            const carom_toi_set_hit hit =
                carom_toi_trajectory_sets(&a, self ? NULL : other, &options);
            assert_int_equal(hit.at.hit, all.at.hit);
            if (!hit.at.hit) continue;
            met++;
            began += hit.at.fraction == 0;
            assert_true(hit.at.fraction == all.at.fraction);
            if (hit.index_a == all.index_a && hit.index_b == all.index_b)
                assert_true(same_hit(&hit.at, &all.at));
            else
                assert_true(hit.at.fraction > 0);
        }
        for (int i = 0; i < 2 * COUNT; i++)
            discard_every(&every[i]);
    }
    printf("%d sets met, %d at the start\n", met, began);
    assert_true(met > 30 && began > 5 && met - began > 10);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ball_on_parabola),
        cmocka_unit_test(rod_reaches_wall),
        cmocka_unit_test(invalid_and_unknown),
        cmocka_unit_test(two_without_bounds),
        cmocka_unit_test(scales),
        cmocka_unit_test(arms_against_all_pairs),
        cmocka_unit_test(ties_name_the_least_indices),
        cmocka_unit_test(sets_are_all_pairs),
        cmocka_unit_test(every_pair_against_samples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
