/* What the headers say of accuracy, each on 20,000 seeded pairs, measured in long double: contact
 * points on flat shapes, the depth of boxes, how late turning shapes are seen to meet. */
#include "common/test_kinds_common.h"

#define PAIRS 20000
#define CORNERS 8

typedef long double wide;
typedef struct wide3 {
    wide x, y, z;
} wide3;

static wide3 wide_of(carom_vec3 v) {
    return (wide3){(wide)v.x, (wide)v.y, (wide)v.z};
}
static wide3 wide_mad(wide3 a, wide3 b, wide s) {
    return (wide3){a.x + b.x * s, a.y + b.y * s, a.z + b.z * s};
}
static wide3 wide_sub(wide3 a, wide3 b) {
    return wide_mad(a, b, -1);
}
static wide wide_dot(wide3 a, wide3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static wide3 wide_cross(wide3 a, wide3 b) {
    return (wide3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static wide wide_length(wide3 a) {
    return sqrtl(wide_dot(a, a));
}

/* A triangle, tetrahedron or box: its corners, directions of edges and normals of faces. */
typedef struct body {
    carom_shape shape;
    int count, edge_count, face_count;
    wide3 corner[CORNERS], edge[6], face[4];
    wide3 axes[3]; /* of a box: differences of corners have lost digits of a thin one */
} body;

static void set_corners(body *b) {
    const carom_obb *o = &b->shape.as.obb;
    const carom_vec3 *p =
        b->shape.kind == CAROM_SHAPE_TRIANGLE ? b->shape.as.triangle.v : b->shape.as.tetrahedron.v;
    bool box = b->shape.kind == CAROM_SHAPE_OBB;
    for (int k = 0; k < 3 && box; k++)
        b->axes[k] = wide_of(o->axes[k]);
    b->count = box ? 8 : b->shape.kind == CAROM_SHAPE_TRIANGLE ? 3 : 4;
    for (int i = 0; i < b->count; i++) {
        if (!box) {
            b->corner[i] = wide_of(p[i]);
            continue;
        }
        const wide half[3] = {(wide)o->half_extents.x, (wide)o->half_extents.y,
                              (wide)o->half_extents.z};
        b->corner[i] = wide_of(o->center);
        for (int k = 0; k < 3; k++)
            b->corner[i] =
                wide_mad(b->corner[i], wide_of(o->axes[k]), i >> k & 1 ? half[k] : -half[k]);
    }
}

static void set_directions(body *b) {
    b->edge_count = b->face_count = 0;
    if (b->shape.kind == CAROM_SHAPE_OBB) {
        for (int k = 0; k < 3; k++)
            b->edge[b->edge_count++] = b->face[b->face_count++] = b->axes[k];
        return;
    }
    for (int i = 0; i < b->count; i++)
        for (int k = 0; k < i; k++)
            b->edge[b->edge_count++] = wide_sub(b->corner[i], b->corner[k]);
    for (int i = 0; i < (b->count == 4 ? 4 : 1); i++) {
        wide3 p = b->corner[(i + 1) % b->count], q = b->corner[(i + 2) % b->count];
        wide3 r = b->corner[b->count == 4 ? (i + 3) % 4 : 0];
        b->face[b->face_count++] = wide_cross(wide_sub(q, p), wide_sub(r, p));
    }
}

/* In an order: the same numbers on every compiler. */
static carom_vec3 random_between(double low, double high) {
    double x = random_in(low, high), y = random_in(low, high), z = random_in(low, high);
    return v3(x, y, z);
}

static carom_vec3 random_corner(double size) {
    return random_between(-size, size);
}

/* Every other one by so little that faces are nearly flush. */
static carom_quat random_turn(void) {
    double q[4], square = 0, most = random01() < 0.5 ? 1 : pow(10, -random_in(0, 14));
    for (int i = 0; i < 4; i++)
        q[i] = i < 3 ? random_in(-most, most) : random_in(-1, 1), square += q[i] * q[i];
    double unit = 1 / sqrt(square);
    return (carom_quat){(carom_real)(q[0] * unit), (carom_real)(q[1] * unit),
                        (carom_real)(q[2] * unit), (carom_real)(q[3] * unit)};
}

/* `thin`: how often it is flat. */
static void make_body(body *b, carom_shape_kind kind, double size, double thin) {
    carom_pose turn = {v3(0, 0, 0), random_turn()};
    carom_vec3 p[4];
    double flat = random01() < thin ? pow(10, -random_in(0, 8)) : 1; /* also a needle */
    b->shape = (carom_shape){.kind = kind};
    for (int i = 0; i < 4; i++) {
        p[i] = random_corner(size);
        p[i] = v3((double)p[i].x, (double)p[i].y * sqrt(flat), (double)p[i].z * flat);
    }
    if (kind == CAROM_SHAPE_TRIANGLE) b->shape.as.triangle = tri(p[0], p[1], p[2]);
    if (kind == CAROM_SHAPE_TETRAHEDRON)
        b->shape.as.tetrahedron = (carom_tetrahedron){{p[0], p[1], p[2], p[3]}};
    if (kind != CAROM_SHAPE_OBB) return;
    carom_obb *o = &b->shape.as.obb;
    o->half_extents = random_between(0.1 * size, size);
    o->half_extents.z = (carom_real)((double)o->half_extents.z * flat);
    for (int k = 0; k < 3; k++)
        o->axes[k] = carom_pose_transform_point(turn, v3(k == 0, k == 1, k == 2));
}

static void move_body(body *b, carom_vec3 by) {
    carom_shape *s = &b->shape;
    if (s->kind == CAROM_SHAPE_OBB) s->as.obb.center = by;
    for (int i = 0; i < 3 && s->kind == CAROM_SHAPE_TRIANGLE; i++)
        s->as.triangle.v[i] = step(s->as.triangle.v[i], by, 1);
    for (int i = 0; i < 4 && s->kind == CAROM_SHAPE_TETRAHEDRON; i++)
        s->as.tetrahedron.v[i] = step(s->as.tetrahedron.v[i], by, 1);
    set_corners(b);
    set_directions(b);
}

/* How far A reaches beyond where B begins along n, in lengths. */
static wide reach_beyond(const body *a, const body *b, wide3 n) {
    wide high = -INFINITY, low = INFINITY;
    for (int i = 0; i < a->count; i++)
        high = fmaxl(high, wide_dot(n, wide_sub(a->corner[i], a->corner[0])));
    for (int i = 0; i < b->count; i++)
        low = fminl(low, wide_dot(n, wide_sub(b->corner[i], a->corner[0])));
    return (high - low) / wide_length(n);
}

static void try_way(wide *least, const body *a, const body *b, wide3 n, wide longest) {
    if (!(wide_length(n) > 1e-14L * longest)) return;
    *least = fminl(*least, reach_beyond(a, b, n));
    *least = fminl(*least, reach_beyond(a, b, (wide3){-n.x, -n.y, -n.z}));
}

/* Square to both edges: where they are nearly parallel rounding would lean it along them. */
static void try_edges(wide *least, const body *a, const body *b, wide3 u, wide3 v) {
    wide3 n = wide_cross(u, v);
    n = wide_mad(n, u, -wide_dot(n, u) / wide_dot(u, u));
    try_way(least, a, b, n, wide_length(u) * wide_length(v));
}

/* The least depth, negative of bodies that are apart. */
static wide wide_depth(const body *a, const body *b) {
    wide least = INFINITY;
    for (int i = 0; i < a->face_count; i++)
        try_way(&least, a, b, a->face[i], 0);
    for (int i = 0; i < b->face_count; i++)
        try_way(&least, a, b, b->face[i], 0);
    for (int i = 0; i < a->edge_count; i++)
        for (int k = 0; k < b->edge_count; k++)
            try_edges(&least, a, b, a->edge[i], b->edge[k]);
    return least;
}

/* How far x is off the plane of some face, and of a triangle also off its sides: no more than from
 * the body. */
static wide off_body(const body *b, wide3 x) {
    wide off = 0;
    wide3 middle = {0, 0, 0};
    for (int i = 0; i < b->count; i++)
        middle = wide_mad(middle, b->corner[i], 1 / (wide)b->count);
    for (int f = 0; f < b->face_count; f++) {
        wide3 n = b->face[f];
        wide above = -INFINITY, below = INFINITY;
        for (int i = 0; i < b->count; i++) {
            above = fmaxl(above, wide_dot(n, wide_sub(b->corner[i], middle)));
            below = fminl(below, wide_dot(n, wide_sub(b->corner[i], middle)));
        }
        wide at = wide_dot(n, wide_sub(x, middle));
        off = fmaxl(off, fmaxl(at - above, below - at) / wide_length(n));
    }
    for (int e = 0; e < 3 && b->count == 3; e++) {
        wide3 p = b->corner[e], side = wide_cross(wide_sub(b->corner[(e + 1) % 3], p), b->face[0]);
        wide inside = wide_dot(side, wide_sub(b->corner[(e + 2) % 3], p));
        wide at = wide_dot(side, wide_sub(x, p)) / (inside < 0 ? -1 : 1);
        off = fmaxl(off, -at / wide_length(side));
    }
    return off;
}

static wide size_of_body(const body *b) {
    wide size = 0;
    for (int i = 1; i < b->count; i++)
        size = fmaxl(size, wide_length(wide_sub(b->corner[i], b->corner[0])));
    return size;
}

static const carom_shape_kind flat_kinds[] = {CAROM_SHAPE_TRIANGLE, CAROM_SHAPE_TETRAHEDRON,
                                              CAROM_SHAPE_OBB};

/* Two bodies that share a point, B smaller by up to `decades`. */
static void make_pair(body pair[2], double decades) {
    carom_vec3 at[2];
    double scale = pow(10, -random_in(0, decades));
    for (int i = 0; i < 2; i++) {
        make_body(&pair[i], flat_kinds[(int)random_in(0, 3)], i ? scale : 1, 0.5);
        move_body(&pair[i], v3(0, 0, 0));
        wide sum = 0;
        wide3 mean = {0, 0, 0};
        for (int k = 0; k < pair[i].count; k++) {
            wide w = (wide)random_in(0.01, 1);
            mean = wide_mad(mean, pair[i].corner[k], w);
            sum += w;
        }
        at[i] = v3((double)(mean.x / sum), (double)(mean.y / sum), (double)(mean.z / sum));
    }
    move_body(&pair[1], step(at[0], at[1], -1));
}

/* The worst, in parts of the greater size. */
static double worst_contact_point(double decades) {
    wide worst = 0;
    body pair[2];
    int found = 0;
    for (int round = 0; found < PAIRS && round < 4 * PAIRS; round++) {
        carom_contact_manifold m = {.capacity = 8};
        carom_pose here = carom_pose_identity();
        make_pair(pair, decades);
        found += carom_contact(&pair[0].shape, here, &pair[1].shape, here, &m) > 0;
        wide size = fmaxl(size_of_body(&pair[0]), size_of_body(&pair[1]));
        for (int i = 0; i < m.count; i++) {
            worst = fmaxl(worst, off_body(&pair[0], wide_of(m.points[i].point_a)) / size);
            worst = fmaxl(worst, off_body(&pair[1], wide_of(m.points[i].point_b)) / size);
        }
    }
    assert_int_equal(found, PAIRS);
    return (double)worst;
}

static void contact_points_on_flat_shapes(void **state) {
    (void)state;
    volume_seed = 77;
    double worst = worst_contact_point(3);
    print_message("contact points, sizes 1e3 apart: %.3g\n", worst);
    assert_true(worst < 1e-9 + 8 * EPS);
    worst = worst_contact_point(EPS > 1e-10 ? 5 : 9);
    print_message("contact points, sizes 1e9 apart: %.3g\n", worst);
    assert_true(worst < 1e-9 + 8 * EPS);
}

static void depth_of_boxes(void **state) {
    (void)state;
    wide worst = 0;
    body pair[2];
    volume_seed = 78;
    int found = 0;
    for (int round = 0; found < PAIRS && round < 4 * PAIRS; round++) {
        for (int i = 0; i < 2; i++)
            make_body(&pair[i], CAROM_SHAPE_OBB, i ? pow(10, random_in(-3, 3)) : 1, 0.5);
        double apart = 0.5 * (double)pair[1].shape.as.obb.half_extents.x + 0.5;
        move_body(&pair[0], v3(0, 0, 0));
        move_body(&pair[1], random_corner(apart));
        carom_penetration p =
            carom_penetration_obb_obb(&pair[0].shape.as.obb, &pair[1].shape.as.obb);
        wide depth = wide_depth(&pair[0], &pair[1]);
        if (!p.overlap) continue;
        found++;
        wide size = fmaxl(size_of_body(&pair[0]), size_of_body(&pair[1]));
        worst = fmaxl(worst, fabsl((wide)p.depth - depth) / size);
    }
    assert_int_equal(found, PAIRS);
    print_message("depth of boxes: %.3g ulps\n", (double)worst / EPS);
    assert_true((double)worst < 4 * EPS);
}

/* Turns evenly about `axis` by `angle`, and moves by `way`, from a place. */
typedef struct wide_motion {
    wide3 from, way, axis;
    wide angle;
} wide_motion;

static wide3 rotated_by(const wide_motion *m, wide3 v, wide t) {
    wide c = cosl(m->angle * t), s = sinl(m->angle * t);
    wide3 out = wide_mad((wide3){v.x * c, v.y * c, v.z * c}, wide_cross(m->axis, v), s);
    return wide_mad(out, m->axis, (1 - c) * wide_dot(m->axis, v));
}

static void place_at(body *b, const body *own, const wide_motion *m, wide t) {
    *b = *own;
    for (int i = 0; i < own->count; i++)
        b->corner[i] = wide_mad(wide_mad(rotated_by(m, own->corner[i], t), m->from, 1), m->way, t);
    for (int k = 0; k < 3; k++)
        b->axes[k] = rotated_by(m, own->axes[k], t);
    set_directions(b);
}

static void turning_is_never_late(void **state) {
    (void)state;
    wide late = 0, early = 0;
    volume_seed = 79;
    int found = 0;
    for (int round = 0; found < PAIRS && round < 60 * PAIRS; round++) {
        body pair[2], there[2];
        carom_turning_shape turning[2];
        wide_motion motion[2];
        wide size = 0;
        for (int i = 0; i < 2; i++) {
            make_body(&pair[i], flat_kinds[(int)random_in(0, 3)], 1, 0.25);
            move_body(&pair[i], v3(0, 0, 0));
            double angle = random_in(0, 3), half = 0.5 * angle;
            int axis = (int)random_in(0, 3);
            carom_vec3 from = random_corner(i ? 6 : 0), to = random_corner(6);
            carom_vec3 k = v3(axis == 0, axis == 1, axis == 2);
            carom_real s = (carom_real)sin(half), w = (carom_real)cos(half);
            carom_quat end = {s * k.x, s * k.y, s * k.z, w};
            turning[i] = (carom_turning_shape){
                .shape = &pair[i].shape, .start = {from, {0, 0, 0, 1}}, .end = {to, end}};
            motion[i] = (wide_motion){wide_of(from), wide_sub(wide_of(to), wide_of(from)),
                                      wide_of(k), 2 * atan2l((wide)s, (wide)w)};
            size = fmaxl(size, size_of_body(&pair[i]) + wide_length(motion[i].way));
        }
        carom_toi_hit hit = carom_toi(&turning[0], &turning[1], (carom_real)1e-30);
        if (!hit.hit || hit.initial_overlap) continue;
        found++;
        for (int i = 0; i < 2; i++)
            place_at(&there[i], &pair[i], &motion[i], (wide)hit.fraction);
        wide depth = wide_depth(&there[0], &there[1]) / size;
        late = fmaxl(late, depth);
        early = fmaxl(early, -depth);
    }
    assert_int_equal(found, PAIRS);
    print_message("turning shapes: late by %.3g, early by %.3g\n", (double)late, (double)early);
    assert_true((double)late <= 1e-14 + 4 * EPS && (double)early <= 1e-10 + 16 * EPS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contact_points_on_flat_shapes),
        cmocka_unit_test(depth_of_boxes),
        cmocka_unit_test(turning_is_never_late),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
