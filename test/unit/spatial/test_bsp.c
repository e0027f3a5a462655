/* BSP trees. Solids of unit cells, whose insides are known, tell whether points are placed right,
 * on faces, edges and corners too; rays are compared bit for bit with all polygons one by one; and
 * from a viewpoint no piece may come before one that it hides. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "carom/carom.h"
#include "common/test_counting.h"

#define SIDE 6
#define MOST 6000

static uint64_t seed;
static double uniform(void) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}
static int below(int n) {
    return (int)(uniform() * n);
}
static carom_vec3 at(double x, double y, double z) {
    return (carom_vec3){(carom_real)x, (carom_real)y, (carom_real)z};
}
static carom_vec3 anywhere(double size) {
    double x = (2 * uniform() - 1) * size, y = (2 * uniform() - 1) * size;
    return at(x, y, (2 * uniform() - 1) * size);
}

static carom_vec3 corners[4 * MOST];
static carom_polygon polygons[MOST];
static size_t count;

static void add_polygon(const carom_vec3 *vertices, int n) {
    carom_vec3 *own = &corners[4 * count];
    memcpy(own, vertices, (size_t)n * sizeof *own);
    polygons[count++] = (carom_polygon){own, n};
}

static carom_bsp *make_bsp(void) {
    carom_bsp_def def = {.polygons = polygons, .count = count};
    carom_bsp *bsp = NULL;
    assert_int_equal(carom_bsp_create(&bsp, &def), CAROM_OK);
    return bsp;
}

/* ---- scenes */

static bool filled[SIDE + 2][SIDE + 2][SIDE + 2]; /* a rim of empty cells all round */

static bool is_filled(const int c[3]) {
    return filled[c[0]][c[1]][c[2]];
}

/* The faces between full and empty cells, looking outwards; cell c is from c to c + 1. */
static void face_cells(void) {
    count = 0;
    for (int i = 0; i < (SIDE + 1) * (SIDE + 1) * (SIDE + 1); i++)
        for (int axis = 0; axis < 3; axis++) {
            int c[3] = {i % (SIDE + 1), i / (SIDE + 1) % (SIDE + 1), i / (SIDE + 1) / (SIDE + 1)};
            int next[3] = {c[0], c[1], c[2]}, u = (axis + 1) % 3, v = (axis + 2) % 3;
            next[axis]++;
            if (is_filled(c) == is_filled(next)) continue;
            carom_vec3 quad[4];
            for (int k = 0; k < 4; k++) {
                int turn = is_filled(c) ? k : 3 - k;
                double p[3];
                p[axis] = c[axis] + 1;
                p[u] = c[u] + (turn == 1 || turn == 2);
                p[v] = c[v] + (turn >= 2);
                quad[k] = at(p[0], p[1], p[2]);
            }
            add_polygon(quad, 4);
        }
}

static void random_cells(double share) {
    memset(filled, 0, sizeof filled);
    for (int x = 1; x <= SIDE; x++)
        for (int y = 1; y <= SIDE; y++)
            for (int z = 1; z <= SIDE; z++)
                filled[x][y][z] = uniform() < share;
    face_cells();
}

/* A ball of flat triangles: an octahedron's, split and pushed out. */
static void add_ball(carom_vec3 center, double radius, int steps) {
    for (int octant = 0; octant < 8; octant++)
        for (int i = 0; i < steps; i++)
            for (int j = 0; j < 2 * (steps - i) - 1; j++) {
                const int odd = j & 1, k = j / 2;
                const int rows[2][3][2] = {{{i, k}, {i + 1, k}, {i, k + 1}},
                                           {{i + 1, k}, {i + 1, k + 1}, {i, k + 1}}};
                carom_vec3 triangle[3];
                const bool mirrored =
                    ((octant & 1) + (octant >> 1 & 1) + (octant >> 2 & 1)) % 2 == 1;
                for (int c = 0; c < 3; c++) {
                    const int *row = rows[odd][mirrored ? 2 - c : c];
                    double p = row[0], q = row[1], r = steps - p - q;
                    double l = radius / sqrt(p * p + q * q + r * r);
                    triangle[c] = at((double)center.x + (octant & 1 ? -p : p) * l,
                                     (double)center.y + (octant & 2 ? -q : q) * l,
                                     (double)center.z + (octant & 4 ? -r : r) * l);
                }
                add_polygon(triangle, 3);
            }
}

static void add_soup(int n, double size) {
    for (int i = 0; i < n; i++) {
        carom_vec3 at_corner = anywhere(1), triangle[3];
        for (int c = 0; c < 3; c++) {
            carom_vec3 off = anywhere(size);
            triangle[c] =
                (carom_vec3){at_corner.x + off.x, at_corner.y + off.y, at_corner.z + off.z};
        }
        add_polygon(triangle, 3);
    }
}

/* ---- points */

/* All eight cells round the point when it is a corner, fewer when it is inside of one. */
static carom_bsp_place cells_place(const double p[3]) {
    bool full = false, empty = false;
    for (int k = 0; k < 8; k++) {
        int c[3];
        for (int axis = 0; axis < 3; axis++) {
            double cell = floor(p[axis]);
            if (cell == p[axis] && (k >> axis & 1)) cell--;
            c[axis] = (int)(cell < 0 ? 0 : cell > SIDE + 1 ? SIDE + 1 : cell);
        }
        full = full || is_filled(c);
        empty = empty || !is_filled(c);
    }
    return full && empty ? CAROM_BSP_ON : full ? CAROM_BSP_BACK : CAROM_BSP_FRONT;
}

static void solids_of_cells(void **state) {
    (void)state;
    static const double shares[] = {0.02, 0.3, 0.5, 0.8, 1.0};
    seed = 1;
    for (int s = 0; s < 5; s++) {
        random_cells(shares[s]);
        carom_bsp *bsp = make_bsp();
        int seen[3] = {0, 0, 0};
        for (int i = 0; i < 4000; i++) {
            double p[3];
            for (int k = 0; k < 3; k++)
                p[k] = i & 1 ? below(4 * SIDE + 8) / 4.0 : (double)(carom_real)(8.0 * uniform());
            carom_bsp_place place = carom_bsp_classify_point(bsp, at(p[0], p[1], p[2]));
            assert_int_equal(place, cells_place(p));
            seen[place]++;
        }
        assert_true(seen[0] > 100 && seen[1] > 10 && seen[2] > 10);
        carom_bsp_destroy(bsp);
    }
}

static void points_of_ball(void **state) {
    (void)state;
    seed = 2;
    count = 0;
    add_ball(at(0, 0, 0), 1, 16);
    add_ball(at(0, 0, 0), 0.5, 6); /* a hollow: its triangles are turned */
    for (size_t i = 8 * 16 * 16; i < count; i++) {
        carom_vec3 *own = &corners[4 * i], first = own[0];
        own[0] = own[2];
        own[2] = first;
    }
    carom_bsp *bsp = make_bsp();
    carom_bsp_facts facts = carom_bsp_measure(bsp);
    assert_true(facts.depth < 200 && facts.depth >= 11);
    assert_true(facts.pieces >= count && facts.pieces < 8 * count);
    assert_int_equal(facts.pieces, count + facts.splits);
    for (int i = 0; i < 4000; i++) {
        carom_vec3 p = anywhere(1.2);
        double r = sqrt((double)(p.x * p.x + p.y * p.y + p.z * p.z));
        if ((r > 0.97 && r < 1.0001) || (r > 0.44 && r < 0.5001)) continue;
        carom_bsp_place expected = r < 0.9999 && r > 0.46 ? CAROM_BSP_BACK : CAROM_BSP_FRONT;
        assert_int_equal(carom_bsp_classify_point(bsp, p), expected);
    }
    for (size_t i = 0; i < count; i++) /* vertices are on their polygons, exactly */
        for (int k = 0; k < 3; k++)
            assert_int_equal(carom_bsp_classify_point(bsp, polygons[i].vertices[k]), CAROM_BSP_ON);
    carom_bsp_destroy(bsp);
}

static void vertices_of_soup(void **state) {
    (void)state;
    seed = 3;
    count = 0;
    add_soup(300, 0.6);
    carom_bsp *bsp = make_bsp();
    assert_true(carom_bsp_measure(bsp).splits > 100);
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < 3; k++)
            assert_int_equal(carom_bsp_classify_point(bsp, polygons[i].vertices[k]), CAROM_BSP_ON);
    carom_bsp_destroy(bsp);
}

/* ---- rays */

static carom_bsp_hit cast_at_all(const carom_ray *ray) {
    carom_bsp_hit best;
    memset(&best, 0, sizeof best);
    for (size_t i = 0; i < count; i++) {
        carom_ray_hit hit = carom_raycast_ray_polygon(ray, &polygons[i]);
        if (hit.hit && (!best.hit || hit.t < best.t))
            best = (carom_bsp_hit){true, (uint32_t)i, hit.t, hit.point, hit.normal};
    }
    return best;
}

static int compare_ray(const carom_bsp *bsp, carom_vec3 from, carom_vec3 along) {
    const carom_real ends[3] = {(carom_real)INFINITY, 1, (carom_real)0.5};
    carom_ray ray = {from, along, (carom_real)(below(3) - 1) * 2, 0};
    ray.t_max = ray.t_min + ends[below(3)];
    carom_bsp_hit a = carom_bsp_raycast_ray(bsp, &ray), b = cast_at_all(&ray);
    assert_int_equal(a.hit, b.hit);
    assert_int_equal(a.polygon, b.polygon);
    assert_true(a.t == b.t && a.point.x == b.point.x && a.point.y == b.point.y &&
                a.point.z == b.point.z && a.normal.x == b.normal.x && a.normal.y == b.normal.y &&
                a.normal.z == b.normal.z);
    return a.hit;
}

/* At random, between vertices, along edges and axes, and in the planes of polygons. */
static void compare_rays(double size, int rounds) {
    carom_bsp *bsp = make_bsp();
    int hits = 0;
    for (int i = 0; i < rounds; i++) {
        const carom_polygon *p = &polygons[below((int)count)], *q = &polygons[below((int)count)];
        carom_vec3 a = anywhere(size), b = anywhere(size), d = {b.x - a.x, b.y - a.y, b.z - a.z};
        hits += compare_ray(bsp, a, d);
        a = p->vertices[below(p->count)];
        b = below(2) ? p->vertices[below(p->count)] : q->vertices[below(q->count)];
        d = (carom_vec3){b.x - a.x, b.y - a.y, b.z - a.z};
        hits += compare_ray(bsp, a, d);
        carom_vec3 before = {a.x - 2 * d.x, a.y - 2 * d.y, a.z - 2 * d.z};
        hits += compare_ray(bsp, before, d);
        hits += compare_ray(bsp, a, at(below(3) - 1, below(3) - 1, below(3) - 1));
    }
    assert_true(hits > rounds / 2);
    carom_bsp_destroy(bsp);
}

static void rays(void **state) {
    (void)state;
    seed = 4;
    random_cells(0.4);
    compare_rays(8, 200);
    count = 0;
    add_ball(at(1, 2, 3), 2, 8);
    compare_rays(4, 200);
    count = 0;
    add_soup(250, 0.5);
    compare_rays(1.5, 300);
    count = 0;
    add_soup(100, 0.001);
    add_soup(100, 2);
    compare_rays(1.5, 300);
    for (size_t i = 0; i < count; i++) /* far from the origin */
        for (int k = 0; k < 3; k++)
            corners[4 * i + (size_t)k].x += 1000;
    compare_rays(1.5, 300);
}

/* A drum without balance: each plane has all others behind it, so paths are longer than what a
 * ray keeps of them. */
static void rays_in_a_deep_tree(void **state) {
    (void)state;
    carom_bsp *bsp = NULL;
    const int sides = 600;
    int hits = 0;
    count = 0;
    seed = 5;
    for (int i = 0; i < sides; i++) {
        double a = 6.283185307179586 * i / sides, b = a + 0.001, r = 1000;
        const carom_vec3 side[4] = {at(r * cos(a), r * sin(a), 0), at(r * cos(b), r * sin(b), 0),
                                    at(r * cos(b), r * sin(b), 1), at(r * cos(a), r * sin(a), 1)};
        add_polygon(side, 4);
    }
    const carom_bsp_def def = {.polygons = polygons, .count = count, .split_weight = 1};
    assert_int_equal(carom_bsp_create(&bsp, &def), CAROM_OK);
    assert_true(carom_bsp_measure(bsp).depth > 300);
    for (int i = 0; i < 3000; i++) {
        carom_vec3 a = anywhere(500), b = anywhere(1500);
        a.z = b.z = (carom_real)0.5;
        hits += compare_ray(bsp, a, (carom_vec3){b.x - a.x, b.y - a.y, b.z - a.z});
        hits += compare_ray(bsp, b, (carom_vec3){a.x - b.x, a.y - b.y, a.z - b.z});
    }
    assert_true(hits > 300);
    carom_bsp_destroy(bsp);
}

/* ---- from back to front */

typedef struct sight {
    carom_vec3 vertices[40000][24];
    carom_polygon pieces[40000];
    uint32_t polygon[40000];
    bool front[40000];
    size_t count, stop_after;
} sight;

static sight seen;

static bool see(const carom_bsp_piece *piece, void *user) {
    sight *s = user;
    assert_true(s->count < 40000 && piece->count <= 24 && piece->count >= 3);
    memcpy(s->vertices[s->count], piece->vertices, piece->count * sizeof(carom_vec3));
    s->pieces[s->count] = (carom_polygon){s->vertices[s->count], (int32_t)piece->count};
    s->polygon[s->count] = piece->polygon;
    s->front[s->count] = piece->front;
    s->count++;
    return s->count != s->stop_after;
}

static void cross(double out[3], carom_vec3 a, carom_vec3 b, carom_vec3 c) {
    double u[3] = {(double)b.x - (double)a.x, (double)b.y - (double)a.y, (double)b.z - (double)a.z};
    double v[3] = {(double)c.x - (double)a.x, (double)c.y - (double)a.y, (double)c.z - (double)a.z};
    for (int k = 0; k < 3; k++)
        out[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
}

static double area_of(const carom_polygon *polygon) {
    double sum[3] = {0, 0, 0}, part[3];
    for (int i = 2; i < polygon->count; i++) {
        cross(part, polygon->vertices[0], polygon->vertices[i - 1], polygon->vertices[i]);
        for (int k = 0; k < 3; k++)
            sum[k] += 0.5 * part[k];
    }
    return sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
}

static void check_sight(const carom_bsp *bsp, carom_vec3 eye, double size) {
    static double area[MOST];
    seen.count = seen.stop_after = 0;
    carom_bsp_visit(bsp, eye, see, &seen);
    assert_int_equal(seen.count, carom_bsp_measure(bsp).pieces);
    for (size_t i = 0; i < count; i++)
        area[i] = area_of(&polygons[i]);
    for (size_t i = 0; i < seen.count; i++) {
        const carom_vec3 *v = polygons[seen.polygon[i]].vertices;
        double n[3], height = 0, e[3] = {(double)eye.x, (double)eye.y, (double)eye.z};
        const double o[3] = {(double)v[0].x, (double)v[0].y, (double)v[0].z};
        area[seen.polygon[i]] -= area_of(&seen.pieces[i]);
        cross(n, v[0], v[1], v[2]);
        for (int k = 0; k < 3; k++)
            height += n[k] * (e[k] - o[k]);
        if (fabs(height) > 1e-3) assert_int_equal(seen.front[i], height > 0);
    }
    for (size_t i = 0; i < count; i++)
        assert_true(fabs(area[i]) < 1e-4);
    for (int i = 0; i < 60; i++) { /* along a line of sight the last piece seen is the nearest */
        carom_vec3 to = anywhere(size);
        carom_ray ray = {eye, {to.x - eye.x, to.y - eye.y, to.z - eye.z}, 0, (carom_real)INFINITY};
        double last = (double)INFINITY;
        for (size_t k = 0; k < seen.count; k++) {
            carom_ray_hit hit = carom_raycast_ray_polygon(&ray, &seen.pieces[k]);
            if (!hit.hit || hit.t == 0) continue; /* seen edge-on from within */
            assert_true((double)hit.t <= last + 1e-3);
            last = (double)hit.t;
        }
    }
}

static void painters_order(void **state) {
    (void)state;
    seed = 5;
    for (int scene = 0; scene < 3; scene++) {
        count = 0;
        if (scene == 0) random_cells(0.3);
        if (scene == 1) add_ball(at(0, 0, 0), 1, 10);
        if (scene == 2) add_soup(150, 0.5);
        carom_bsp *bsp = make_bsp();
        for (int i = 0; i < 10; i++)
            check_sight(bsp, i == 0 ? at(3, 3, 3) : anywhere(4), scene == 0 ? 8 : 2);
        seen.count = 0;
        seen.stop_after = 7;
        carom_bsp_visit(bsp, at(0, 0, 0), see, &seen);
        assert_int_equal(seen.count, 7);
        carom_bsp_destroy(bsp);
    }
}

/* ---- facts, and what is refused */

static void known_cuts(void **state) {
    (void)state;
    count = 0;
    const carom_vec3 wide[4] = {at(-2, -2, 0), at(2, -2, 0), at(2, 2, 0), at(-2, 2, 0)};
    const carom_vec3 tall[4] = {at(0, -1, -1), at(0, 1, -1), at(0, 1, 1), at(0, -1, 1)};
    add_polygon(wide, 4);
    carom_bsp *bsp = make_bsp();
    carom_bsp_facts facts = carom_bsp_measure(bsp);
    assert_true(facts.nodes == 1 && facts.depth == 1 && facts.pieces == 1 && facts.splits == 0);
    assert_int_equal(carom_bsp_classify_point(bsp, at(5, 5, 1)), CAROM_BSP_FRONT);
    assert_int_equal(carom_bsp_classify_point(bsp, at(0, 0, -1)), CAROM_BSP_BACK);
    assert_int_equal(carom_bsp_classify_point(bsp, at(2, -2, 0)), CAROM_BSP_ON);
    assert_int_not_equal(carom_bsp_classify_point(bsp, at(2.5, 0, 0)), CAROM_BSP_ON);
    carom_bsp_destroy(bsp);
    add_polygon(tall, 4); /* either cuts the other */
    bsp = make_bsp();
    facts = carom_bsp_measure(bsp);
    assert_true(facts.nodes == 3 && facts.depth == 2 && facts.pieces == 3 && facts.splits == 1);
    assert_true(facts.memory > 3 * sizeof(carom_vec3) * 4 && facts.memory < 4000);
    carom_bsp_destroy(bsp);
    count = 0;
    for (int i = 0; i < 3000; i++) /* one plane, one node */
        add_polygon(wide, 4);
    bsp = make_bsp();
    facts = carom_bsp_measure(bsp);
    assert_true(facts.nodes == 1 && facts.pieces == 3000 && facts.splits == 0);
    carom_ray ray = {at(0, 0, 5), at(0, 0, -1), 0, 100};
    carom_bsp_hit hit = carom_bsp_raycast_ray(bsp, &ray);
    assert_true(hit.hit && hit.polygon == 0 && hit.t == 5 && hit.point.z == 0);
    carom_bsp_destroy(bsp);
}

static void nothing_and_degenerate(void **state) {
    (void)state;
    count = 0;
    carom_bsp_def none = {0};
    carom_bsp *bsp = NULL;
    carom_ray ray = {at(0, 0, 5), at(0, 0, -1), 0, 100};
    assert_int_equal(carom_bsp_create(&bsp, &none), CAROM_OK);
    assert_int_equal(carom_bsp_classify_point(bsp, at(0, 0, 0)), CAROM_BSP_FRONT);
    assert_false(carom_bsp_raycast_ray(bsp, &ray).hit);
    seen.count = 0;
    carom_bsp_visit(bsp, at(0, 0, 0), see, &seen);
    assert_int_equal(seen.count, 0);
    carom_bsp_destroy(bsp);
    const carom_vec3 line[3] = {at(0, 0, 0), at(1, 1, 1), at(3, 3, 3)},
                     one[3] = {line[1], line[1], line[1]};
    const carom_vec3 sliver[3] = {at(0, 0, 0), at(1, 0, 0), at(2, 1e-30, 0)};
    add_polygon(line, 3);
    add_polygon(one, 3);
    add_polygon(line, 2);
    add_polygon(line, 0);
    add_polygon(sliver, 3); /* a triangle all the same */
    bsp = make_bsp();
    assert_int_equal(carom_bsp_measure(bsp).degenerate, 4);
    assert_int_equal(carom_bsp_measure(bsp).nodes, 1);
    assert_int_equal(carom_bsp_classify_point(bsp, at(1, 0, 0)), CAROM_BSP_ON);
    assert_int_equal(carom_bsp_classify_point(bsp, at(1, 1, 1)), CAROM_BSP_FRONT);
    const carom_real bad[2] = {(carom_real)NAN, (carom_real)INFINITY};
    for (int i = 0; i < 2; i++) {
        carom_vec3 p = at(0, 0, 0);
        p.y = bad[i];
        assert_int_equal(carom_bsp_classify_point(bsp, p), CAROM_BSP_FRONT);
        carom_ray wrong = {p, at(0, 0, -1), 0, 100};
        assert_false(carom_bsp_raycast_ray(bsp, &wrong).hit);
        wrong = (carom_ray){at(0, 0, 5), p, 0, 100};
        assert_false(carom_bsp_raycast_ray(bsp, &wrong).hit);
        wrong = (carom_ray){at(0.5, 0, 0), at(0, 0, -1), bad[i], 100};
        assert_false(carom_bsp_raycast_ray(bsp, &wrong).hit);
        seen.count = seen.stop_after = 0;
        carom_bsp_visit(bsp, p, see, &seen);
        assert_int_equal(seen.count, 1);
    }
    ray.direction = at(0, 0, 0);
    assert_false(carom_bsp_raycast_ray(bsp, &ray).hit);
    carom_bsp_destroy(bsp);
    carom_bsp_destroy(NULL);
}

static void extreme_sizes(void **state) {
    (void)state;
    const double most = sizeof(carom_real) == 4 ? 1e30 : 1e300;
    const double sizes[] = {1e-30, 1e-10, 1e10, most};
    for (int s = 0; s < 4; s++) {
        seed = 6;
        count = 0;
        add_ball(at(0, 0, 0), sizes[s], 4);
        carom_bsp *bsp = make_bsp();
        assert_int_equal(carom_bsp_measure(bsp).degenerate, 0);
        assert_int_equal(carom_bsp_classify_point(bsp, at(0, 0, 0)), CAROM_BSP_BACK);
        assert_int_equal(carom_bsp_classify_point(bsp, at(2 * sizes[s], 0, 0)), CAROM_BSP_FRONT);
        for (int i = 0; i < 100; i++)
            compare_ray(bsp, anywhere(2 * sizes[s]), anywhere(i & 1 ? sizes[s] : 1));
        carom_bsp_destroy(bsp);
    }
}

static void what_is_refused(void **state) {
    (void)state;
    seed = 7;
    count = 0;
    add_soup(60, 0.5);
    carom_bsp_def def = {.polygons = polygons, .count = count};
    carom_bsp *bsp = NULL;
    def.split_weight = -1;
    assert_int_equal(carom_bsp_create(&bsp, &def), CAROM_ERROR_ARGUMENT);
    def.split_weight = (carom_real)NAN;
    assert_int_equal(carom_bsp_create(&bsp, &def), CAROM_ERROR_ARGUMENT);
    def.split_weight = 0;
    static const size_t too_many[3] = {0x80000000u, UINT32_MAX, SIZE_MAX};
    for (int i = 0; i < 3; i++) {
        def.count = too_many[i]; /* refused before any is looked at */
        assert_int_equal(carom_bsp_create(&bsp, &def), CAROM_ERROR_LIMIT);
    }
    def.count = count;
    polygons[5].count = -1;
    assert_int_equal(carom_bsp_create(&bsp, &def), CAROM_ERROR_ARGUMENT);
    polygons[5].count = 3;
    corners[23].y = (carom_real)INFINITY;
    polygons[5].count = 4; /* the last one is not finite */
    assert_int_equal(carom_bsp_create(&bsp, &def), CAROM_ERROR_NOT_FINITE);
    polygons[5].count = 3;
    counting memory = {.stays_failed = true};
    def.allocator = counting_allocator(&memory);
    for (size_t n = 1;; n++) {
        memory.calls = 0;
        memory.fail_at = n;
        carom_status status = carom_bsp_create(&bsp, &def);
        if (status == CAROM_OK) break;
        assert_int_equal(status, CAROM_ERROR_MEMORY);
        assert_int_equal(memory.live, 0);
        assert_null(bsp);
        assert_true(n < 200);
    }
    carom_bsp_destroy(bsp);
    assert_int_equal(memory.live, 0);
    bsp = NULL;
    count = 0; /* a drum of many sides, and no wish for balance */
    for (int i = 0; i < CAROM_BSP_DEPTH + 8; i++) {
        double a = 6.283185307179586 * i / (CAROM_BSP_DEPTH + 8), b = a + 0.001, r = 1000;
        const carom_vec3 side[4] = {at(r * cos(a), r * sin(a), 0), at(r * cos(b), r * sin(b), 0),
                                    at(r * cos(b), r * sin(b), 1), at(r * cos(a), r * sin(a), 1)};
        add_polygon(side, 4);
    }
    def = (carom_bsp_def){.polygons = polygons, .count = count, .split_weight = 1};
    assert_int_equal(carom_bsp_create(&bsp, &def), CAROM_ERROR_LIMIT);
    assert_null(bsp);
    def.balance_weight = 1;
    assert_int_equal(carom_bsp_create(&bsp, &def), CAROM_OK);
    carom_bsp_destroy(bsp);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solids_of_cells),     cmocka_unit_test(points_of_ball),
        cmocka_unit_test(vertices_of_soup),    cmocka_unit_test(rays),
        cmocka_unit_test(painters_order),      cmocka_unit_test(known_cuts),
        cmocka_unit_test(rays_in_a_deep_tree), cmocka_unit_test(nothing_and_degenerate),
        cmocka_unit_test(extreme_sizes),       cmocka_unit_test(what_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
