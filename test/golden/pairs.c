/* Same input, same bits, for every pair of shapes that has a kernel of its own: one hash a pair,
 * over overlap, distance, depth, contact and sweep, alone and with a cache. Kernels choose their
 * instruction set as the program runs, hence the same hashes on every machine and compiler.
 * usage: pairs [--print] */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "carom/carom.h"

#include "expected_pairs.h"
#include "mix.h"

#define ROUNDS 1000
#define LARGEST 200 /* corners of a hull */

/* What a row asks: two kinds, and of hulls the number of corners. A rounded core is a hull where
 * there are corners, else a box. */
typedef struct pair_row {
    const char *name;
    carom_shape_kind a, b;
    int corners;
} pair_row;

static const pair_row rows[PAIR_ROWS] = {
    {"capsule capsule", CAROM_SHAPE_CAPSULE, CAROM_SHAPE_CAPSULE, 0},
    {"box box", CAROM_SHAPE_OBB, CAROM_SHAPE_OBB, 0},
    {"cylinder cylinder", CAROM_SHAPE_CYLINDER, CAROM_SHAPE_CYLINDER, 0},
    {"hull-8 hull-8", CAROM_SHAPE_HULL, CAROM_SHAPE_HULL, 8},
    {"hull-40 hull-40", CAROM_SHAPE_HULL, CAROM_SHAPE_HULL, 40},
    {"hull-200 hull-200", CAROM_SHAPE_HULL, CAROM_SHAPE_HULL, LARGEST},
    {"point cylinder", CAROM_SHAPE_POINT, CAROM_SHAPE_CYLINDER, 0},
    {"point cone", CAROM_SHAPE_POINT, CAROM_SHAPE_CONE, 0},
    {"point ellipsoid", CAROM_SHAPE_POINT, CAROM_SHAPE_ELLIPSOID, 0},
    {"sphere cylinder", CAROM_SHAPE_SPHERE, CAROM_SHAPE_CYLINDER, 0},
    {"sphere cone", CAROM_SHAPE_SPHERE, CAROM_SHAPE_CONE, 0},
    {"sphere ellipsoid", CAROM_SHAPE_SPHERE, CAROM_SHAPE_ELLIPSOID, 0},
    {"cone hull-40", CAROM_SHAPE_CONE, CAROM_SHAPE_HULL, 40},
    {"capsule box", CAROM_SHAPE_CAPSULE, CAROM_SHAPE_OBB, 0},
    {"rounded box, box", CAROM_SHAPE_ROUNDED, CAROM_SHAPE_OBB, 0},
    {"rounded box, rounded box", CAROM_SHAPE_ROUNDED, CAROM_SHAPE_ROUNDED, 0},
    {"rounded hull-40, cylinder", CAROM_SHAPE_ROUNDED, CAROM_SHAPE_CYLINDER, 40},
    {"rounded hull-8, hull-8", CAROM_SHAPE_ROUNDED, CAROM_SHAPE_HULL, 8},
    {"support function, box", CAROM_SHAPE_SUPPORT, CAROM_SHAPE_OBB, 0},
    {"support function, rounded hull-8", CAROM_SHAPE_SUPPORT, CAROM_SHAPE_ROUNDED, 8},
};

static carom_real next_extent(void) {
    return next_size() / 4 + (carom_real)0.125;
}

static carom_quat next_turn(void) {
    double q[4], square = 0.0;
    for (int i = 0; i < 4; i++) {
        q[i] = (double)next_real();
        square += q[i] * q[i];
    }
    if (!(square > 0.0)) return (carom_quat){0, 0, 0, 1};
    double unit = 1.0 / sqrt(square);
    return (carom_quat){(carom_real)(q[0] * unit), (carom_real)(q[1] * unit),
                        (carom_real)(q[2] * unit), (carom_real)(q[3] * unit)};
}

/* Near enough for contact in half of the rounds. */
static carom_pose next_pose(void) {
    carom_vec3 p = next_vec();
    return (carom_pose){{p.x / 4, p.y / 4, p.z / 4}, next_turn()};
}

static carom_hull *make_hull(int corners) {
    carom_vec3 points[LARGEST];
    carom_hull *hull = NULL;
    for (int i = 0; i < corners; i++) { /* on an ellipsoid: each is a corner */
        carom_vec3 v = next_vec();
        double x = (double)v.x, y = (double)v.y, z = (double)v.z + 0.0625;
        double unit = 0.75 / sqrt(x * x + y * y + z * z);
        points[i] = (carom_vec3){(carom_real)(x * unit), (carom_real)(0.75 * y * unit),
                                 (carom_real)(0.5 * z * unit)};
    }
    carom_hull_def def = {.points = points, .point_count = (size_t)corners};
    return carom_hull_create(&hull, &def) == CAROM_OK ? hull : NULL;
}

/* Half an ellipsoid of y > 0 and half of one of y < 0: of libm sqrt alone. */
static carom_vec3 support_of_egg(carom_vec3 d, const void *user) {
    const carom_vec3 *radii = user; /* wide, up, down */
    const double wide = (double)radii->x, along = (double)(d.y > 0 ? radii->y : radii->z);
    const double x = wide * (double)d.x, y = along * (double)d.y, z = wide * (double)d.z;
    const double k = 1.0 / sqrt(x * x + y * y + z * z);
    return (carom_vec3){(carom_real)(k * wide * x), (carom_real)(k * along * y),
                        (carom_real)(k * wide * z)};
}

/* Where `core` and `radii` stay while the shape is in use. */
typedef struct shape_parts {
    carom_shape core;
    carom_vec3 radii;
} shape_parts;

static carom_shape next_shape(carom_shape_kind kind, const carom_hull *hull, shape_parts *parts) {
    static const carom_vec3 x = {1, 0, 0}, y = {0, 1, 0}, z = {0, 0, 1}, none = {0, 0, 0};
    carom_real wide = next_extent(), tall = next_extent(), deep = next_extent();
    const carom_vec3 low = {0, 0, -tall}, high = {0, 0, tall};
    carom_shape s = {.kind = kind};
    switch (kind) {
    case CAROM_SHAPE_SPHERE: s.as.sphere = (carom_sphere){none, wide}; break;
    case CAROM_SHAPE_CAPSULE: s.as.capsule = (carom_capsule){low, high, wide}; break;
    case CAROM_SHAPE_OBB: s.as.obb = (carom_obb){none, {x, y, z}, {wide, tall, deep}}; break;
    case CAROM_SHAPE_CYLINDER: s.as.cylinder = (carom_cylinder){low, high, wide}; break;
    case CAROM_SHAPE_CONE: s.as.cone = (carom_cone){low, high, wide}; break;
    case CAROM_SHAPE_ELLIPSOID:
        s.as.ellipsoid = (carom_ellipsoid){none, {x, y, z}, {wide, tall, deep}};
        break;
    case CAROM_SHAPE_HULL: s.as.hull = (carom_placed_hull){hull, carom_pose_identity()}; break;
    case CAROM_SHAPE_SUPPORT:
        parts->radii = (carom_vec3){wide, tall, deep};
        return carom_shape_support_function(support_of_egg, &parts->radii, none);
    case CAROM_SHAPE_ROUNDED:
        parts->core.kind = hull ? CAROM_SHAPE_HULL : CAROM_SHAPE_OBB;
        if (hull)
            parts->core.as.hull = (carom_placed_hull){hull, carom_pose_identity()};
        else
            parts->core.as.obb = (carom_obb){none, {x, y, z}, {wide, tall, deep}};
        return carom_shape_rounded(&parts->core, wide / 2);
    default: s.as.point = none;
    }
    return s;
}

static void mix_manifold(uint64_t *h, const carom_contact_manifold *m) {
    mix_int(h, m->count);
    mix_vec(h, m->normal);
    for (int i = 0; i < m->count; i++) {
        mix_vec(h, m->points[i].point_a);
        mix_vec(h, m->points[i].point_b);
        mix_real(h, m->points[i].depth);
        mix_int(h, (int)(m->points[i].id % 251u));
    }
}

static void mix_closest(uint64_t *h, const carom_closest_any *c) {
    mix_real(h, c->distance);
    mix_real(h, c->lower_bound);
    mix_vec(h, c->point_a);
    mix_vec(h, c->point_b);
}

static void mix_pair(uint64_t *h, const carom_posed_shape *a, const carom_posed_shape *b) {
    carom_pair_cache cache;
    carom_contact_manifold m = {.margin = (carom_real)0.0625, .capacity = 8}, n = {.capacity = 4};
    memset(&cache, 0, sizeof cache);
    mix_int(h, carom_overlap_posed(a, b));
    mix_int(h, carom_overlap_posed_cached(a, b, &cache));
    carom_closest_any c = carom_closest_posed(a, b), d = carom_closest_posed_cached(a, b, &cache);
    mix_closest(h, &c);
    mix_closest(h, &d);
    carom_penetration p = carom_penetrate_posed(a, b);
    mix_int(h, p.overlap);
    mix_real(h, p.depth);
    mix_vec(h, p.normal);
    mix_vec(h, p.point_a);
    carom_contact_posed(a, b, &m);
    carom_contact_posed_cached(a, b, &n, &cache);
    mix_manifold(h, &m);
    mix_manifold(h, &n);
    mix_sweep(h, carom_sweep_posed(a, b, NULL));
}

static uint64_t hash_row(const pair_row *row) {
    uint64_t hash = HASH_START;
    state = 2027;
    carom_hull *hull = row->corners > 0 ? make_hull(row->corners) : NULL;
    if (row->corners > 0 && !hull) return 0;
    for (int i = 0; i < ROUNDS; i++) {
        shape_parts parts[2];
        carom_shape a = next_shape(row->a, hull, &parts[0]);
        carom_shape b = next_shape(row->b, hull, &parts[1]);
        carom_posed_shape p, q;
        carom_pose place_a = next_pose(), place_b = next_pose();
        mix_int(&hash, carom_shape_pose(&p, &a, place_a) && carom_shape_pose(&q, &b, place_b));
        p.motion = next_vec();
        q.motion = next_vec();
        mix_pair(&hash, &p, &q);
    }
    carom_hull_destroy(hull);
    return hash;
}

int main(int argc, char **argv) {
    const bool print = argc > 1 && !strcmp(argv[1], "--print");
    int wrong = 0;
    for (int i = 0; i < PAIR_ROWS; i++) {
        uint64_t hash = hash_row(&rows[i]);
        if (print)
            printf("    0x%016" PRIx64 ", /* %s */\n", hash, rows[i].name);
        else if (hash != expected_pairs[i])
            wrong = printf("%s: 0x%016" PRIx64 ", expected 0x%016" PRIx64 "\n", rows[i].name, hash,
                           expected_pairs[i]) > 0;
    }
    return wrong;
}
