/* Nothing passes a sheet: movers of several shapes in closed rooms of crooked cells, whose walls
 * are sheets of triangles without thickness (one mesh, or a collider each) or thin boxes, with
 * slopes, wedges, low ceilings, inner edges and steps between them, at 60 and at 5 frames a unit of
 * time and up to velocities that cross the level many times in a frame.
 *
 * What the library says of a frame is not used to judge it: after each frame the middle of the
 * shape is inside the room by the winding number of its walls, summed here, and the shape is apart
 * from each triangle by the distances of points on its axis. CAROM_MOVER_FRAMES sets the number of
 * frames; the default is that of every run of the tests. */
#include <stdio.h>

#include "common/test_mover_common.h"

#define SIDE 4 /* cells along each axis */
#define CORNERS ((SIDE + 1) * (SIDE + 1) * (SIDE + 1))
#define TRIANGLES (12 * SIDE * SIDE * SIDE)
#define LEVEL_FRAMES 400

typedef struct level {
    bool open[SIDE][SIDE][SIDE];
    carom_vec3 corner[CORNERS];
    uint32_t faces[3 * TRIANGLES];
    size_t count;
    bool boxes;  /* the walls are boxes, and corners are not moved */
    double away; /* of the level from the origin, where coordinates have fewer digits */
    carom_world *world;
    carom_mesh *mesh;
} level;

static level here;

typedef struct tally {
    size_t frames, ground, steep, air, climbed, near, leaks, overlaps, moved, starts, jammed;
} tally;

static tally all;

/* ---- rooms */

static bool is_open(int x, int y, int z) {
    return x >= 0 && y >= 0 && z >= 0 && x < SIDE && y < SIDE && z < SIDE && here.open[x][y][z];
}

static uint32_t corner_at(const int c[3]) {
    return (uint32_t)((c[0] * (SIDE + 1) + c[1]) * (SIDE + 1) + c[2]);
}

/* The four corners of the face of a cell towards `sign` along `axis`, counter-clockwise seen from
 * inside the cell. */
static void add_face(const int cell[3], int axis, int sign) {
    uint32_t quad[4];
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    for (int i = 0; i < 4; i++) {
        int c[3] = {cell[0], cell[1], cell[2]};
        c[axis] += sign > 0;
        c[u] += i == 1 || i == 2;
        c[v] += i >= 2;
        quad[sign > 0 ? 3 - i : i] = corner_at(c);
    }
    const int first = uniform() < 0.5;
    const int order[6] = {first, first + 1, first + 2, first, first + 2, (first + 3) % 4};
    for (int i = 0; i < 6; i++)
        here.faces[3 * here.count + (size_t)i] = quad[order[i] % 4];
    here.count += 2;
}

static void open_cells(void) {
    int at_cell[3] = {1, 1, 1};
    memset(here.open, 0, sizeof here.open);
    here.open[1][1][1] = true;
    for (int i = 0; i < 40; i++) {
        const int axis = (int)(uniform() * 3) % 3;
        const int next = at_cell[axis] + (uniform() < 0.5 ? -1 : 1);
        if (next < 0 || next >= SIDE) continue;
        at_cell[axis] = next;
        here.open[at_cell[0]][at_cell[1]][at_cell[2]] = true;
    }
}

static void make_walls(double crooked) {
    for (int i = 0; i < CORNERS; i++) {
        const int c[3] = {i / ((SIDE + 1) * (SIDE + 1)), i / (SIDE + 1) % (SIDE + 1),
                          i % (SIDE + 1)};
        const carom_vec3 off = random3(crooked);
        here.corner[i] =
            v3(3 * c[0] + (double)off.x, 2.5 * c[1] + (double)off.y, 3 * c[2] + (double)off.z);
    }
    here.count = 0;
    for (int x = 0; x < SIDE; x++)
        for (int y = 0; y < SIDE; y++)
            for (int z = 0; z < SIDE; z++)
                for (int side = 0; side < 6 && here.open[x][y][z]; side++) {
                    const int axis = side / 2, sign = side % 2 ? 1 : -1, cell[3] = {x, y, z};
                    int n[3] = {x, y, z};
                    n[axis] += sign;
                    if (!is_open(n[0], n[1], n[2])) add_face(cell, axis, sign);
                }
}

static carom_triangle wall(size_t i) {
    const uint32_t *f = &here.faces[3 * i];
    return (carom_triangle){{here.corner[f[0]], here.corner[f[1]], here.corner[f[2]]}};
}

/* A pair of triangles as a thin box; thin enough to lie behind the wall is not needed, as the
 * middle of a mover is far from it. */
static void insert_wall_box(size_t i) {
    const carom_triangle a = wall(i), b = wall(i + 1);
    carom_shape box = {.kind = CAROM_SHAPE_AABB, .as.aabb = {a.v[0], a.v[0]}};
    for (int k = 0; k < 6; k++) {
        const carom_vec3 v = k < 3 ? a.v[k] : b.v[k - 3];
        carom_vec3 *low = &box.as.aabb.min, *high = &box.as.aabb.max;
        *low = v3(fmin((double)low->x, (double)v.x), fmin((double)low->y, (double)v.y),
                  fmin((double)low->z, (double)v.z));
        *high = v3(fmax((double)high->x, (double)v.x), fmax((double)high->y, (double)v.y),
                   fmax((double)high->z, (double)v.z));
    }
    const double thin = uniform() < 0.5 ? 0 : 0x1p-10;
    carom_vec3 *high = &box.as.aabb.max;
    *high = v3((double)high->x + thin, (double)high->y + thin, (double)high->z + thin);
    scenery(here.world, box, identity);
}

static void build_level(int kind) {
    here.world = new_world();
    here.mesh = NULL;
    here.boxes = kind == 2;
    here.away = uniform() < 0.25 ? 3000 : 0;
    open_cells();
    make_walls(here.boxes ? 0 : between(0, 0.9));
    if (kind == 0) {
        const carom_mesh_def def = {.vertices = here.corner,
                                    .indices = here.faces,
                                    .vertex_count = CORNERS,
                                    .triangle_count = here.count};
        assert_int_equal(carom_mesh_create(&here.mesh, &def), CAROM_OK);
        scenery(here.world, (carom_shape){.kind = CAROM_SHAPE_MESH, .as.mesh = here.mesh},
                identity);
        return;
    }
    for (size_t i = 0; i < here.count; i += 1 + (size_t)here.boxes) {
        if (here.boxes)
            insert_wall_box(i);
        else
            scenery(here.world, (carom_shape){.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = wall(i)},
                    identity);
    }
    assert_int_equal(carom_world_build(here.world), CAROM_OK);
}

static void drop_level(void) {
    carom_world_destroy(here.world);
    carom_mesh_destroy(here.mesh);
}

/* ---- the judge */

typedef struct d3 {
    double x, y, z;
} d3;

static d3 from(carom_vec3 v, d3 p) {
    return (d3){(double)v.x - p.x, (double)v.y - p.y, (double)v.z - p.z};
}
static double dot(d3 a, d3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/* Van Oosterom and Strackee's solid angle, over 4 pi: 1 in the room, 0 out of it. */
static double winding(d3 p) {
    double sum = 0;
    for (size_t i = 0; i < here.count; i++) {
        const carom_triangle t = wall(i);
        const d3 a = from(t.v[0], p), b = from(t.v[1], p), c = from(t.v[2], p);
        const double la = sqrt(dot(a, a)), lb = sqrt(dot(b, b)), lc = sqrt(dot(c, c)),
                     det = a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) +
                           a.z * (b.x * c.y - b.y * c.x);
        sum += 2 * atan2(det, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
    }
    return fabs(sum / (4 * 3.141592653589793));
}

/* Middle and half of the axis of the shapes below, which all hold a ball of `radius` about each of
 * its points. */
typedef struct inner {
    double middle, half, radius;
} inner;

static carom_shape random_person(inner *in) {
    const double r = between(0.2, 0.45), h = between(0, 0.8);
    const carom_vec3 low = v3(0, r, 0), high = v3(0, r + h, 0);
    carom_shape s = {.kind = CAROM_SHAPE_CAPSULE, .as.capsule = {low, high, (carom_real)r}};
    *in = (inner){r + h / 2, h / 2, r};
    switch ((int)(uniform() * 6)) {
    case 0:
        s = (carom_shape){.kind = CAROM_SHAPE_AABB,
                          .as.aabb = {v3(-r, 0, -r), v3(r, 2 * r + h, r)}};
        break;
    case 1:
        s = (carom_shape){.kind = CAROM_SHAPE_CYLINDER,
                          .as.cylinder = {v3(0, 0, 0), v3(0, 2 * r + h, 0), (carom_real)r}};
        break;
    case 2:
        s = (carom_shape){.kind = CAROM_SHAPE_SPHERE, .as.sphere = {low, (carom_real)r}};
        *in = (inner){r, 0, r};
        break;
    default: break;
    }
    return s;
}

static void judge(const carom_mover *mover, const inner *in) {
    const carom_vec3 at_pose = mover->pose.position;
    double nearest = 1e9;
    for (int k = -1; k <= 1; k++) {
        const carom_vec3 point =
            v3((double)at_pose.x, (double)at_pose.y + in->middle + k * in->half, (double)at_pose.z);
        for (size_t i = 0; i < here.count; i++) {
            const carom_triangle t = wall(i);
            nearest = fmin(nearest, (double)carom_closest_point_triangle(point, &t).distance);
        }
    }
    const d3 middle = {(double)at_pose.x, (double)at_pose.y + in->middle, (double)at_pose.z};
    const double slack = 1e-5 + 4 * (double)CAROM_REAL_EPSILON * here.away;
    const bool leaks = winding(middle) < 0.5, deep = nearest < in->radius - slack;
    all.near += nearest < in->radius + 0.02;
    all.leaks += leaks;
    all.overlaps += deep;
}

/* ---- frames */

static bool place(carom_mover *mover, const inner *in) {
    for (int i = 0; i < 200; i++) {
        carom_shape shape = mover->def.shape;
        mover->pose = at(here.away + between(0, 3 * SIDE), between(0, 2.5 * SIDE) - in->middle,
                         between(0, 3 * SIDE) - here.away);
        const d3 middle = {(double)mover->pose.position.x,
                           (double)mover->pose.position.y + in->middle,
                           (double)mover->pose.position.z};
        const carom_world_probe probe = {&shape, mover->pose, v3(0, 0, 0), 1, NULL};
        if (winding(middle) > 0.5 && carom_world_overlap(here.world, &probe, NULL, 0) == 0)
            return true;
    }
    return false;
}

static carom_vec3 random_wish(void) {
    static const double speeds[6] = {1, 4, 10, 40, 400, 1e5};
    carom_vec3 wish = random3(speeds[(int)(uniform() * 6)]);
    if (uniform() < 0.6) wish.y = 0;
    if (uniform() < 0.1) wish = v3(0, 0, 0);
    return wish;
}

static void run_frames(carom_mover *mover, const inner *in, int frames) {
    const double dt = uniform() < 0.5 ? 1.0 / 60 : 0.2;
    carom_vec3 wish = random_wish();
    double fall = 0;
    for (int i = 0; i < frames; i++) {
        carom_mover_result r;
        if (uniform() < 0.1) wish = random_wish();
        fall = mover->ground == CAROM_MOVER_GROUND ? 0 : fall - 10 * dt;
        carom_mover_request request = {.velocity = wish, .dt = (carom_real)dt};
        request.velocity.y += (carom_real)fall;
        const carom_vec3 before = mover->pose.position;
        assert_true(carom_mover_move(here.world, mover, &request, &r));
        fall = fmax(fall, (double)r.velocity.y);
        judge(mover, in);
        all.frames++;
        all.moved += memcmp(&before, &mover->pose.position, sizeof before) != 0;
        all.climbed += r.stepped;
        all.ground += mover->ground == CAROM_MOVER_GROUND;
        all.steep += mover->ground == CAROM_MOVER_STEEP;
        all.air += mover->ground == CAROM_MOVER_AIR;
        assert_true(r.free && !r.inside);
    }
}

/* Does none of the six directions lead on from what it has come to? */
static bool is_jammed(const carom_mover *mover) {
    static const double directions[6][3] = {{1, 0, 0},  {-1, 0, 0}, {0, 0, 1},
                                            {0, 0, -1}, {0, 1, 0},  {0, -1, 0}};
    for (int i = 0; i < 6; i++) {
        carom_mover copy = *mover;
        carom_mover_result r;
        const carom_mover_request request = {
            .velocity = v3(directions[i][0], directions[i][1], directions[i][2]),
            .dt = (carom_real)0.125};
        assert_true(carom_mover_move(here.world, &copy, &request, &r));
        const carom_vec3 a = copy.pose.position, b = mover->pose.position;
        if (fabs((double)a.x - (double)b.x) + fabs((double)a.y - (double)b.y) +
                fabs((double)a.z - (double)b.z) >
            0.02)
            return false;
    }
    return true;
}

static void run_level(int kind) {
    build_level(kind);
    for (int i = 0; i < LEVEL_FRAMES / 50; i++) {
        inner in;
        carom_mover mover = {.def = {.shape = random_person(&in),
                                     .max_slope = (carom_real)between(0.2, 2),
                                     .step_height = (carom_real)between(0, 0.5),
                                     .snap_distance = (carom_real)between(0, 0.5)}};
        if (!place(&mover, &in)) continue;
        all.starts++;
        run_frames(&mover, &in, 50);
        all.jammed += is_jammed(&mover);
    }
    drop_level();
}

static void test_no_leaks(void **state) {
    const char *wanted = getenv("CAROM_MOVER_FRAMES");
    const size_t frames = wanted ? strtoull(wanted, NULL, 10) : 4000;
    (void)state;
    seed = 41;
    for (int kind = 0; all.frames < frames; kind = (kind + 1) % 3)
        run_level(kind);
    if (wanted || all.leaks || all.overlaps)
        printf("%zu frames of %zu movers, %zu moved, %zu within 0.02 of a wall: %zu on ground, %zu "
               "steep, %zu in the air, %zu climbed, %zu jammed at the end; %zu "
               "leaks, %zu overlaps\n",
               all.frames, all.starts, all.moved, all.near, all.ground, all.steep, all.air,
               all.climbed, all.jammed, all.leaks, all.overlaps);
    assert_int_equal(all.leaks, 0);
    assert_int_equal(all.overlaps, 0);
    assert_true(all.jammed * 1000 <= all.starts); /* none in a run of the default length */
    assert_true(all.ground > all.frames / 10 && all.climbed > 0 && all.steep > 0);
    assert_true(all.near > all.frames / 4 && all.moved > all.frames / 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_leaks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
