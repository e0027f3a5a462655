/* How deep two meshes are in each other: what is told holds against dense samples and exact depths,
 * the search ends, and it does not matter how the surfaces are cut into triangles. */
#include "common/test_mesh_common.h"

#define SLACK 2e-5

/* Every triangle in `parts`^2, each from corners on straight edges. */
static void cut_finer(test_mesh *out, const test_mesh *in, int parts) {
    out->count = 0;
    for (size_t t = 0; t < in->count; t++) {
        const carom_vec3 *v = &in->vertices[3 * t];
        for (int i = 0; i < parts; i++)
            for (int j = 0; j < 2 * (parts - i) - 1; j++) {
                int k = j / 2, odd = j % 2;
                const int at[3][2] = {{i + odd, k + odd}, {i + 1, k}, {i, k + 1}};
                carom_vec3 corner[3];
                for (int c = 0; c < 3; c++) {
                    int m = at[odd ? 2 - c : c][0], n = at[odd ? 2 - c : c][1];
                    carom_vec3 p = step(v[0], v[1], 0);
                    for (int s = 0; s < 2; s++) {
                        double f = (double)(s ? n : m) / parts;
                        p.x += (carom_real)(f * ((double)v[s + 1].x - (double)v[0].x));
                        p.y += (carom_real)(f * ((double)v[s + 1].y - (double)v[0].y));
                        p.z += (carom_real)(f * ((double)v[s + 1].z - (double)v[0].z));
                    }
                    corner[c] = p;
                }
                add_test_triangle(out, corner[0], corner[1], corner[2]);
            }
    }
    build_test_mesh(out);
}

static void turn_inside_out(test_mesh *out, const test_mesh *in) {
    out->count = 0;
    for (size_t t = 0; t < in->count; t++) {
        const carom_vec3 *v = &in->vertices[3 * t];
        add_test_triangle(out, v[0], v[2], v[1]);
    }
    build_test_mesh(out);
}

static void fill_box(test_mesh *out, carom_vec3 low, carom_vec3 high) {
    fill_corners_of_box(out, low, high);
    build_test_mesh(out);
}

static carom_placed_mesh placed(const test_mesh *m, carom_pose pose) {
    return (carom_placed_mesh){.mesh = m->mesh, .pose = pose};
}

static carom_pose moved(double x, double y, double z) {
    return (carom_pose){v3(x, y, z), {0, 0, 0, 1}};
}

static double depth_of_point(carom_vec3 p, const carom_placed_mesh *in) {
    carom_vec3 own = carom_pose_transform_point(carom_pose_inverse(in->pose), p);
    if (carom_classify_point_mesh(p, in).place != CAROM_PLACE_INSIDE) return 0;
    return (double)carom_closest_point_mesh(own, in->mesh).at.distance;
}

#define GRID 6

/* The deepest of points all over A. */
static double densely(const carom_placed_mesh *a, const carom_placed_mesh *b) {
    double most = 0;
    for (size_t t = 0; t < carom_mesh_triangle_count(a->mesh); t++) {
        carom_triangle at = carom_mesh_triangle(a->mesh, (uint32_t)t);
        for (int i = 0; i <= GRID; i++)
            for (int j = 0; j <= GRID - i; j++) {
                carom_vec3 p = at.v[0];
                p = step(p,
                         v3((double)at.v[1].x - (double)p.x, (double)at.v[1].y - (double)p.y,
                            (double)at.v[1].z - (double)p.z),
                         (double)i / GRID);
                p = step(p,
                         v3((double)at.v[2].x - (double)at.v[0].x,
                            (double)at.v[2].y - (double)at.v[0].y,
                            (double)at.v[2].z - (double)at.v[0].z),
                         (double)j / GRID);
                double depth = depth_of_point(carom_pose_transform_point(a->pose, p), b);
                most = depth > most ? depth : most;
            }
    }
    return most;
}

/* What is told of two meshes is told of them swapped, and true of the points. */
static carom_mesh_penetration checked(const carom_placed_mesh *a, const carom_placed_mesh *b,
                                      const carom_mesh_depth_def *def) {
    carom_mesh_penetration p = carom_penetrate_mesh_mesh(a, b, def);
    carom_mesh_penetration back = carom_penetrate_mesh_mesh(b, a, def);
    assert_true(p.depth == back.depth && p.bound == back.bound && p.certainty == back.certainty);
    assert_same(p.point_a, back.point_b);
    assert_same(p.point_b, back.point_a);
    assert_true(p.depth >= 0 && p.depth <= p.bound);
    if (!(p.depth > 0)) return p;
    assert_about(apart(p.point_a, p.point_b), (double)p.depth, SLACK);
    double in_b = depth_of_point(p.point_a, b), in_a = depth_of_point(p.point_b, a);
    assert_about(in_b > in_a ? in_b : in_a, (double)p.depth, SLACK);
    return p;
}

static void check_true_depth(const carom_mesh_penetration *p, double depth, double accuracy) {
    assert_int_equal(p->certainty, CAROM_CONVERGED);
    if (!((double)p->depth <= depth + SLACK && (double)p->bound >= depth - SLACK))
        fail_msg("%.9g is not in %.9g .. %.9g", depth, (double)p->depth, (double)p->bound);
    if (!((double)p->depth >= (1 - accuracy) * (double)p->bound - SLACK))
        fail_msg("%.9g .. %.9g", (double)p->depth, (double)p->bound);
}

/* A box pushed into a box by a face: exact, from a hundredth of a hundredth to a half, whatever
 * the triangles. */
static void boxes_cut_finer(void **state) {
    (void)state;
    static test_mesh whole[2], cut[2];
    static const double depths[5] = {0x1p-13, 0x1p-10, 0x1p-5, 0x1p-2, 0x1p-1};
    fill_box(&whole[0], v3(-2, -2, -2), v3(2, 2, 2));
    fill_box(&whole[1], v3(-1, -1, -1), v3(1, 1, 1));
    cut_finer(&cut[0], &whole[0], 7);
    cut_finer(&cut[1], &whole[1], 6);
    for (int i = 0; i < 5 * 4; i++) {
        carom_placed_mesh a = placed(i & 1 ? &cut[0] : &whole[0], moved(0, 0, 0));
        carom_placed_mesh b =
            placed(i & 2 ? &cut[1] : &whole[1], moved(3 - depths[i / 4], 0.25, -0.375));
        carom_mesh_penetration p = checked(&a, &b, NULL);
        check_true_depth(&p, depths[i / 4], 0.0625);
        assert_vec_about(p.normal, 1, 0, 0, 1e-5);
    }
    for (int i = 0; i < 2; i++) {
        carom_mesh_destroy(whole[i].mesh);
        carom_mesh_destroy(cut[i].mesh);
    }
}

/* Round ones in any pose, shallow and deep: against samples, against finer triangles, and against
 * meshes that are inside out. */
static void balls_in_any_pose(void **state) {
    (void)state;
    static test_mesh ball[2], fine, inverse;
    int ended = 0, deep = 0;
    volume_seed = 77;
    fill_ball(&ball[0], 3, 1);
    fill_ball(&ball[1], 2, 0.7);
    cut_finer(&fine, &ball[0], 2);
    turn_inside_out(&inverse, &ball[0]);
    for (int k = 0; k < 24; k++) {
        carom_pose pose = random_mesh_pose(1);
        double size = length_of(pose.position), far = 1.6 * (1 - pow(0.5, k % 8));
        pose.position =
            v3((double)pose.position.x * far / size, (double)pose.position.y * far / size,
               (double)pose.position.z * far / size);
        carom_placed_mesh a = placed(&ball[0], moved(0, 0, 0)), b = placed(&ball[1], pose);
        carom_placed_mesh c = placed(&fine, moved(0, 0, 0)), d = placed(&inverse, moved(0, 0, 0));
        carom_mesh_penetration p = checked(&a, &b, NULL), q = checked(&c, &b, NULL);
        carom_mesh_penetration r = checked(&d, &b, NULL);
        double in_b = densely(&a, &b), in_a = densely(&b, &a), found = in_b > in_a ? in_b : in_a;
        assert_true(found <= (double)p.bound + SLACK && found <= (double)q.bound + SLACK &&
                    found <= (double)r.bound + SLACK);
        assert_true((double)q.depth <= (double)p.bound + SLACK &&
                    (double)p.depth <= (double)q.bound + SLACK &&
                    (double)r.depth <= (double)p.bound + SLACK);
        ended += (p.certainty == CAROM_CONVERGED) + (q.certainty == CAROM_CONVERGED) +
                 (r.certainty == CAROM_CONVERGED);
        deep += p.depth > 0;
    }
    assert_true(ended == 72 && deep > 12);
    carom_mesh_destroy(ball[0].mesh);
    carom_mesh_destroy(ball[1].mesh);
    carom_mesh_destroy(fine.mesh);
    carom_mesh_destroy(inverse.mesh);
}

/* What hangs together moves out as one. Here two cubes are one mesh: one an eighth deep in the
 * face of a block, the other a whole unit under it, where moving by an eighth touches nothing. */
static void parts_that_do_not_hang_together(void **state) {
    (void)state;
    static test_mesh block, cubes, one;
    fill_box(&block, v3(-4, -4, -4), v3(4, 4, 0));
    fill_corners_of_box(&cubes, v3(-0.5, -0.5, -0.125), v3(0.5, 0.5, 0.875));
    fill_corners_of_box(&one, v3(-0.5, -0.5, -1.5), v3(0.5, 0.5, -1));
    for (size_t t = 0; t < one.count; t++)
        add_test_triangle(&cubes, one.vertices[3 * t], one.vertices[3 * t + 1],
                          one.vertices[3 * t + 2]);
    build_test_mesh(&cubes);
    carom_placed_mesh a = placed(&block, moved(0, 0, 0)), b = placed(&cubes, moved(0, 0, 0));
    carom_mesh_penetration p = checked(&a, &b, NULL);
    check_true_depth(&p, 1.5, 0.0625);
    assert_vec_about(p.normal, 0, 0, 1, 1e-5);
    carom_mesh_destroy(block.mesh);
    carom_mesh_destroy(cubes.mesh);
}

/* Nothing is inside: apart, apart with boxes that overlap, touching by a face, and in the same
 * place; and a hollow that holds another. */
static void no_depth(void **state) {
    (void)state;
    static test_mesh box, other, shell;
    fill_box(&box, v3(-1, -1, -1), v3(1, 1, 1));
    fill_ball(&other, 4, 1);
    carom_placed_mesh a = placed(&box, moved(0, 0, 0)), b = a, c = placed(&other, moved(0, 0, 0));
    static const double apart_by[3] = {3, 2, 0};
    for (int i = 0; i < 3; i++) {
        b.pose = moved(apart_by[i], 0, 0);
        carom_mesh_penetration p = checked(&a, &b, NULL);
        assert_true(p.certainty == CAROM_CONVERGED && p.depth == 0 && (double)p.bound < SLACK);
        assert_same(p.normal, v3(0, 0, 0));
    }
    c.pose = moved(1.75, 1.75, 0);
    carom_mesh_penetration p = checked(&a, &c, NULL);
    assert_true(p.certainty == CAROM_CONVERGED && p.depth == 0 && (double)p.bound < SLACK);
    /* a box with a hollow of half a unit; another of a quarter lies in it */
    fill_corners_of_box(&shell, v3(-1, -1, -1), v3(1, 1, 1));
    fill_corners_of_box(&other, v3(-0.5, -0.5, -0.5), v3(0.5, 0.5, 0.5));
    for (size_t t = 0; t < other.count; t++)
        add_test_triangle(&shell, other.vertices[3 * t], other.vertices[3 * t + 2],
                          other.vertices[3 * t + 1]);
    build_test_mesh(&shell);
    carom_mesh_destroy(other.mesh);
    fill_box(&other, v3(-0.25, -0.25, -0.25), v3(0.25, 0.25, 0.25));
    a.mesh = shell.mesh;
    c = placed(&other, moved(0.0625, 0, 0));
    p = checked(&a, &c, NULL);
    assert_true(p.certainty == CAROM_CONVERGED && p.depth == 0 && (double)p.bound < SLACK);
    c.pose = moved(0.75, 0, 0); /* in the wall, as wide as it is */
    p = checked(&a, &c, NULL);
    check_true_depth(&p, 0.25, 0.0625);
    carom_mesh_destroy(box.mesh);
    carom_mesh_destroy(other.mesh);
    carom_mesh_destroy(shell.mesh);
}

/* Powers of two scale the answer and nothing else; a few steps bound the depth all the same. */
static void scaled_and_cut_short(void **state) {
    (void)state;
    static test_mesh ball, large;
    fill_ball(&ball, 4, 1);
    large.count = 0;
    for (size_t t = 0; t < ball.count; t++) {
        carom_vec3 v[3];
        for (int k = 0; k < 3; k++) {
            carom_vec3 p = ball.vertices[3 * t + (size_t)k];
            v[k] = (carom_vec3){p.x * 1024, p.y * 1024, p.z * 1024};
        }
        add_test_triangle(&large, v[0], v[1], v[2]);
    }
    build_test_mesh(&large);
    carom_placed_mesh a = placed(&ball, moved(0, 0, 0)), b = placed(&ball, moved(1.25, 0.5, 0.25));
    carom_placed_mesh c = placed(&large, moved(0, 0, 0)), d = placed(&large, moved(1280, 512, 256));
    carom_mesh_penetration p = checked(&a, &b, NULL), q = carom_penetrate_mesh_mesh(&c, &d, NULL);
    assert_int_equal(p.certainty, CAROM_CONVERGED);
    assert_true(q.depth == p.depth * 1024 && q.bound == p.bound * 1024);
    assert_same(q.normal, p.normal);
    double deepest = densely(&a, &b);
    for (uint32_t steps = 1; steps < 300; steps *= 4) {
        carom_mesh_depth_def def = {.steps = steps};
        carom_mesh_penetration some = checked(&a, &b, &def);
        assert_true((double)some.bound >= deepest - SLACK && some.depth <= p.bound);
        if (steps == 1) assert_int_equal(some.certainty, CAROM_LIMIT);
    }
    carom_mesh_depth_def close = {.accuracy = (carom_real)0.00390625, .steps = 40000};
    p = checked(&a, &b, &close);
    check_true_depth(&p, (double)p.depth, 0.00390625);
    assert_true((double)p.depth >= deepest - SLACK - 0.00390625 * deepest);
    b.pose.position.x = (carom_real)NAN;
    p = carom_penetrate_mesh_mesh(&a, &b, NULL);
    assert_true(p.depth == 0 && p.bound == 0);
    carom_mesh_destroy(ball.mesh);
    carom_mesh_destroy(large.mesh);
}

/* A bolt through three walls without holes. The walls are as deep in the bolt as half its width,
 * and the bolt less deep in them: its many pieces need only be told from the greater depth, which
 * the other direction found. */
static void bolt_through_walls(void **state) {
    (void)state;
    static test_mesh walls, bolt, one;
    walls.count = 0;
    for (int k = 0; k < 3; k++) {
        fill_corners_of_box(&one, v3(-20 + 16 * k, -64, -64), v3(-12 + 16 * k, 64, 64));
        for (size_t t = 0; t < one.count; t++)
            add_test_triangle(&walls, one.vertices[3 * t], one.vertices[3 * t + 1],
                              one.vertices[3 * t + 2]);
    }
    build_test_mesh(&walls);
    fill_box(&bolt, v3(-28, -7, -7), v3(28, 7, 7));
    carom_placed_mesh a = placed(&walls, moved(0, 0, 0)), b = placed(&bolt, moved(0, 0, 0));
    const carom_mesh_depth_def def = {.accuracy = (carom_real)0.125, .steps = 384};
    carom_mesh_penetration p = checked(&a, &b, &def);
    check_true_depth(&p, 7, 0.125);
    carom_mesh_destroy(walls.mesh);
    carom_mesh_destroy(bolt.mesh);
}

#define BANDS 100
#define SLICES 200

/* A ball of many triangles: closed, from corners that are computed once. */
static carom_mesh *fine_ball(double radius) {
    static carom_vec3 corners[(BANDS + 1) * SLICES];
    static uint32_t indices[6 * BANDS * SLICES];
    uint32_t count = 0;
    for (int i = 0; i <= BANDS; i++)
        for (int k = 0; k < SLICES; k++) {
            double down = acos(-1) * i / BANDS, round = 2 * acos(-1) * k / SLICES;
            double off = i % BANDS ? radius * sin(down) : 0;
            corners[i * SLICES + k] = v3(off * cos(round), off * sin(round), radius * cos(down));
        }
    for (uint32_t i = 0; i < BANDS; i++)
        for (uint32_t k = 0; k < SLICES; k++) {
            uint32_t a = i * SLICES + k, b = i * SLICES + (k + 1) % SLICES;
            const uint32_t two[6] = {a, a + SLICES, b, b, a + SLICES, b + SLICES};
            for (int c = 0; c < 6; c++)
                indices[count++] = two[c];
        }
    carom_mesh *out = NULL;
    const carom_mesh_def def = {.vertices = corners,
                                .vertex_count = (BANDS + 1) * SLICES,
                                .indices = indices,
                                .triangle_count = count / 3};
    assert_int_equal(carom_mesh_create(&out, &def), CAROM_OK);
    return out;
}

/* Walks over many triangles count as steps. One fine ball in another with little room: few points
 * are measured, but to show that none is deeper takes all triangles. Both answers hold. */
static void walks_count_as_steps(void **state) {
    (void)state;
    carom_mesh *outer = fine_ball(1), *inner = fine_ball(0.875);
    const carom_placed_mesh a = {.mesh = outer}, b = {.mesh = inner};
    static const uint32_t steps[2] = {1024, 16384};
    for (int i = 0; i < 2; i++) {
        const carom_mesh_depth_def def = {.steps = steps[i]};
        carom_mesh_penetration p = checked(&a, &b, &def);
        assert_int_equal(p.certainty, i ? CAROM_CONVERGED : CAROM_LIMIT);
        assert_true((double)p.depth <= 0.125 + SLACK && (double)p.bound >= 0.1249);
    }
    carom_mesh_destroy(outer);
    carom_mesh_destroy(inner);
}

#define SIDES 96

/* A profile of distances from the z axis and heights, turned round it; its corners are on rays at
 * whole steps, or half a step farther. */
static void fill_turned(test_mesh *out, const double (*profile)[2], int count, double farther) {
    out->count = 0;
    for (int i = 0; i < SIDES; i++)
        for (int k = 0; k < count; k++) {
            const double *p = profile[k], *q = profile[(k + 1) % count];
            double now = 2 * acos(-1) * (i + farther) / SIDES;
            double next = 2 * acos(-1) * ((i + 1) % SIDES + farther) / SIDES;
            carom_vec3 a = v3(p[0] * cos(now), p[0] * sin(now), p[1]);
            carom_vec3 b = v3(q[0] * cos(now), q[0] * sin(now), q[1]);
            carom_vec3 c = v3(p[0] * cos(next), p[0] * sin(next), p[1]);
            carom_vec3 d = v3(q[0] * cos(next), q[0] * sin(next), q[1]);
            if (q[0] > 0) add_test_triangle(out, a, d, b);
            if (p[0] > 0) add_test_triangle(out, a, c, d);
        }
    build_test_mesh(out);
    assert_int_equal(carom_mesh_solidity_of(out->mesh), CAROM_SOLIDITY_CLOSED);
}

/* A rod through a wall without a hole. Its many long and thin sides are as deep in the wall as half
 * of that is thick, or the wall in it as far as its axis is from its sides: what is found of one
 * side serves those beside it, so that few points are measured. */
static void rod_through_a_wall(void **state) {
    (void)state;
    static test_mesh wall, fine, rod;
    static const double thick[3] = {16, 13, 3}, radius[3] = {5, 5, 7};
    for (int i = 0; i < 3; i++) {
        const double profile[4][2] = {{0, 230}, {radius[i], 230}, {radius[i], -230}, {0, -230}};
        fill_box(&wall, v3(-20, -20, -thick[i] / 2), v3(20, 20, thick[i] / 2));
        cut_finer(&fine, &wall, 16);
        fill_turned(&rod, profile, 4, 0.25);
        carom_placed_mesh a = placed(&fine, moved(0, 0, 0)), b = placed(&rod, moved(3, -7, 17));
        const carom_mesh_depth_def def = {.accuracy = (carom_real)0.1, .steps = 512};
        carom_mesh_penetration p = checked(&a, &b, &def);
        double across = radius[i] * cos(acos(-1) / SIDES);
        check_true_depth(&p, thick[i] / 2 > across ? thick[i] / 2 : across, 0.1);
        carom_mesh_destroy(wall.mesh);
        carom_mesh_destroy(fine.mesh);
        carom_mesh_destroy(rod.mesh);
    }
}

/* A shaft with a collar in a hole that is a little too narrow, and the collar hardly in the plate
 * about it: all along the edge between the way out of the hole leads into the plate, and back, but
 * for the part along both. Corners of the shaft are in the middle of the hole's sides. */
static void collar_on_a_plate(void **state) {
    (void)state;
    static test_mesh shaft, plate;
    const double edge = 1 / cos(acos(-1) / SIDES);
    static const double deep[2] = {0x1p-5, 0x1p-7};
    for (int i = 0; i < 2; i++) {
        const double turned[6][2] = {{0, 2}, {8, 2}, {8, 0}, {5, 0}, {5, -8}, {0, -8}};
        const double round[4][2] = {
            {12, 0x1p-13}, {12, -6}, {(5 - deep[i]) * edge, -6}, {(5 - deep[i]) * edge, 0x1p-13}};
        fill_turned(&shaft, turned, 6, 0);
        fill_turned(&plate, round, 4, 0.5);
        carom_placed_mesh a = placed(&shaft, moved(0, 0, 0)), b = placed(&plate, moved(0, 0, 0));
        const carom_mesh_depth_def def = {.steps = 8192};
        carom_mesh_penetration p = checked(&a, &b, &def);
        check_true_depth(&p, deep[i], 0.0625);
        carom_mesh_destroy(shaft.mesh);
        carom_mesh_destroy(plate.mesh);
    }
}

/* The steps do not count before a threshold is decided, from well above the depth to a hundredth of
 * a percent from it: a pin in a hole with other sides, where hardly any piece is deeper than
 * others, and one fine ball in another. */
static void a_threshold_is_decided(void **state) {
    (void)state;
    static test_mesh pin, hole;
    static const double inner[4][2] = {{0, 9}, {5, 9}, {5, -9}, {0, -9}};
    static const double outer[4][2] = {{8, 6}, {8, -6}, {4.95, -6}, {4.95, 6}};
    static const double times[5] = {2, 1.1, 1.002, 0.998, 0.5};
    fill_turned(&pin, inner, 4, 0);
    fill_turned(&hole, outer, 4, 0.25);
    carom_mesh *balls[2] = {fine_ball(1), fine_ball(0.875)};
    const carom_placed_mesh pairs[2][2] = {
        {placed(&pin, moved(0, 0, 0)), placed(&hole, moved(0, 0, 0))},
        {{.mesh = balls[0]}, {.mesh = balls[1]}}};
    for (int i = 0; i < 2; i++) {
        const carom_placed_mesh *a = &pairs[i][0], *b = &pairs[i][1];
        const carom_mesh_depth_def close = {.accuracy = (carom_real)0.001, .steps = 400000};
        carom_mesh_penetration at = carom_penetrate_mesh_mesh(a, b, &close);
        assert_int_equal(at.certainty, CAROM_CONVERGED);
        for (int k = 0; k < 5; k++) {
            const carom_real threshold =
                (carom_real)(times[k] * (double)(k < 3 ? at.bound : at.depth));
            const carom_mesh_depth_def def = {.threshold = threshold, .steps = 1};
            carom_mesh_penetration p = checked(a, b, &def);
            if (k < 3)
                assert_true(p.bound <= threshold && p.certainty == CAROM_CONVERGED);
            else
                assert_true(p.depth > threshold);
            assert_true(p.depth <= at.bound && p.bound >= at.depth);
        }
    }
    carom_mesh_destroy(pin.mesh);
    carom_mesh_destroy(hole.mesh);
    carom_mesh_destroy(balls[0]);
    carom_mesh_destroy(balls[1]);
}

/* As deep as the threshold, in numbers that do not round: not deeper. */
static void as_deep_as_the_threshold(void **state) {
    (void)state;
    static test_mesh whole, cut, other;
    fill_box(&whole, v3(-2, -2, -2), v3(2, 2, 2));
    cut_finer(&cut, &whole, 9);
    fill_box(&other, v3(-1, -1, -1), v3(1, 1, 1));
    for (int i = 0; i < 8; i++) {
        const double deep = i & 1 ? 0x1p-6 : 0.25;
        const carom_real threshold = (carom_real)deep;
        const carom_mesh_depth_def def = {.threshold = threshold, .steps = 1};
        carom_pose to = i & 4 ? moved(3 - deep, 0.25, -0.375) : moved(3 - deep, 3 - deep, -0.375);
        carom_placed_mesh a = placed(i & 2 ? &cut : &whole, moved(0, 0, 0)), b = placed(&other, to);
        carom_mesh_penetration p = checked(&a, &b, &def);
        assert_true(p.certainty == CAROM_CONVERGED && p.depth <= threshold && p.bound <= threshold);
        const carom_mesh_depth_def less = {.threshold = threshold * (carom_real)0.999, .steps = 1};
        assert_true(checked(&a, &b, &less).depth > less.threshold);
    }
    carom_mesh_destroy(whole.mesh);
    carom_mesh_destroy(cut.mesh);
    carom_mesh_destroy(other.mesh);
}

static bool stop_after(void *user) {
    int *calls = user;
    return --*calls < 0;
}

/* A beam through a plate that lies aslant: along the middle of the plate both ways out are hardly
 * shorter than the threshold. A piece on both sides of it leaves in two parts. */
static void as_deep_along_a_ridge(void **state) {
    (void)state;
    static test_mesh plate, beam;
    static const double more[4] = {0x1p-16, 0x1p-14, 0x1p-12, 0x1p-8};
    fill_box(&plate, v3(-4, -4, -0.5), v3(4, 4, 0.5));
    fill_box(&beam, v3(-0.375, -0.375, -3.3), v3(0.375, 0.375, 2.9));
    for (int i = 0; i < 8; i++) {
        int left = 100;
        const carom_real threshold = (carom_real)(0.5 + more[i / 2]);
        const carom_mesh_depth_def def = {
            .threshold = threshold, .steps = 1, .stop = stop_after, .user = &left};
        carom_placed_mesh a = placed(&plate, moved(0, 0, 0)), b = placed(&beam, moved(0, 0, 0));
        a.pose.rotation = b.pose.rotation = (carom_quat){(carom_real)0.28, 0, 0, (carom_real)0.96};
        if (i % 2) b.pose.rotation = (carom_quat){(carom_real)0.6, 0, 0, (carom_real)0.8};
        carom_mesh_penetration p = carom_penetrate_mesh_mesh(&a, &b, &def);
        assert_true(p.certainty == CAROM_CONVERGED && left > 0);
        assert_true(p.depth <= threshold && p.bound <= threshold);
    }
    carom_mesh_destroy(plate.mesh);
    carom_mesh_destroy(beam.mesh);
}

/* What is told of a search that was stopped holds. */
static void stopped_undecided(void **state) {
    (void)state;
    carom_mesh *outer = fine_ball(1), *inner = fine_ball(0.875);
    const carom_placed_mesh a = {.mesh = outer}, b = {.mesh = inner};
    for (int calls = 0; calls < 300; calls = 4 * calls + 1) {
        int left = calls;
        const carom_mesh_depth_def def = {
            .threshold = (carom_real)0.12501, .stop = stop_after, .user = &left};
        carom_mesh_penetration p = carom_penetrate_mesh_mesh(&a, &b, &def);
        assert_int_equal(p.certainty, CAROM_LIMIT);
        assert_true(left == -1 && p.depth <= def.threshold && p.bound > def.threshold);
        assert_true((calls > 0) == (p.steps > 0));
    }
    carom_mesh_destroy(outer);
    carom_mesh_destroy(inner);
}

/* One ball twice, hardly turned: everywhere a little in itself. That leads to more pieces than can
 * wait, and the search goes on all the same: no point is far deeper than the best. */
static void hardly_turned(void **state) {
    (void)state;
    static test_mesh ball;
    fill_ball(&ball, 18, 1);
    for (int k = 0; k < 4; k++) {
        carom_placed_mesh a = placed(&ball, moved(0, 0, 0)), b = a;
        a.solidity = b.solidity = CAROM_SOLIDITY_CLOSED;
        b.pose.rotation = (carom_quat){(carom_real)(0.008 * (k + 1)), (carom_real)0.001, 0, 1};
        carom_mesh_penetration p = checked(&a, &b, NULL);
        double in_b = densely(&a, &b), in_a = densely(&b, &a), found = in_b > in_a ? in_b : in_a;
        assert_true((double)p.bound >= found - SLACK && (double)p.bound < 0.05);
    }
    carom_mesh_destroy(ball.mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_cut_finer),
        cmocka_unit_test(balls_in_any_pose),
        cmocka_unit_test(parts_that_do_not_hang_together),
        cmocka_unit_test(no_depth),
        cmocka_unit_test(scaled_and_cut_short),
        cmocka_unit_test(bolt_through_walls),
        cmocka_unit_test(walks_count_as_steps),
        cmocka_unit_test(rod_through_a_wall),
        cmocka_unit_test(collar_on_a_plate),
        cmocka_unit_test(a_threshold_is_decided),
        cmocka_unit_test(as_deep_as_the_threshold),
        cmocka_unit_test(as_deep_along_a_ridge),
        cmocka_unit_test(stopped_undecided),
        cmocka_unit_test(hardly_turned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
