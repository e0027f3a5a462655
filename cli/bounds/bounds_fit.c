/* Fits the bounding volumes and measures times: of the fit, and of the overlap test of the volume
 * with randomly moved copies, some of which overlap. The least of several runs counts. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/bounds.h"
#include "system.h"
#include "bounds/bounds_fit.h"

#define PAIRS 256
#define FIT_RUNS 3
#define LONG_FIT 0.5    /* seconds after which a fit is not repeated */
#define TEST_TIME 0.005 /* seconds of each of the runs of overlap tests */
#define SPREAD 1.25     /* copies move by up to this many sizes of the box */

/* ------------------------------------------------------------------ overlap */

/* A pair: the volume and a copy moved by `offset`; derived data of the tests is computed
 * beforehand. */
typedef struct moved_copy {
    carom_sphere sphere;
    carom_aabb aabb;
    carom_posed_shape here, there;
    carom_real low[CAROM_KDOP_LIMIT], high[CAROM_KDOP_LIMIT];
} moved_copy;

static moved_copy make_copy(const carom_shape *shape, carom_vec3 offset) {
    moved_copy out = {0};
    if (shape->kind == CAROM_SHAPE_SPHERE) {
        out.sphere = shape->as.sphere;
        out.sphere.center = plus(out.sphere.center, offset);
    } else if (shape->kind == CAROM_SHAPE_AABB) {
        out.aabb = (carom_aabb){plus(shape->as.aabb.min, offset), plus(shape->as.aabb.max, offset)};
    } else if (shape->kind == CAROM_SHAPE_KDOP) {
        const carom_kdop *kdop = &shape->as.kdop;
        for (int i = 0; i < kdop->count; i++) {
            out.low[i] = kdop->min[i] + inner(kdop->normals[i], offset);
            out.high[i] = kdop->max[i] + inner(kdop->normals[i], offset);
        }
    } else {
        carom_pose pose = carom_pose_identity();
        carom_shape_pose(&out.here, shape, pose);
        pose.position = offset;
        carom_shape_pose(&out.there, shape, pose);
    }
    return out;
}

/* Slab by slab, as in a tree of k-DOPs. */
static bool slabs_overlap(const carom_kdop *a, const moved_copy *b) {
    for (int i = 0; i < a->count; i++)
        if (a->min[i] > b->high[i] || a->max[i] < b->low[i]) return false;
    return true;
}

static bool copies_overlap(const carom_shape *shape, const moved_copy *copy) {
    switch (shape->kind) {
    case CAROM_SHAPE_SPHERE: return carom_overlap_sphere_sphere(&shape->as.sphere, &copy->sphere);
    case CAROM_SHAPE_AABB: return carom_overlap_aabb_aabb(&shape->as.aabb, &copy->aabb);
    case CAROM_SHAPE_KDOP: return slabs_overlap(&shape->as.kdop, copy);
    default: return carom_overlap_posed(&copy->here, &copy->there);
    }
}

static double random_unit(uint64_t *seed) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) * 0x1p-52 - 1.0;
}

/* The mean time of a test, in ns. */
static void measure_overlap(bounds_volume *volume, const moved_copy *copies) {
    long tests = 0;
    size_t touching = 0;
    double start = system_seconds(), taken;
    do {
        for (size_t i = 0; i < PAIRS; i++)
            touching += copies_overlap(&volume->shape, &copies[i]);
        tests += PAIRS;
        taken = system_seconds() - start;
    } while (taken < TEST_TIME);
    double ns = 1e9 * taken / (double)tests;
    if (volume->overlap_ns == 0.0 || ns < volume->overlap_ns) volume->overlap_ns = ns;
    volume->touching = (double)touching / (double)tests;
}

static bool measure_overlaps(bounds_set *set, const carom_aabb *box) {
    moved_copy *copies = malloc(PAIRS * sizeof *copies);
    carom_vec3 size = minus(box->max, box->min);
    if (!copies) return false;
    for (int v = 0; v < BOUNDS_COUNT; v++) {
        bounds_volume *volume = &set->volumes[v];
        uint64_t seed = 1; /* the same offsets for each volume */
        if (!carom_shape_supports(CAROM_VERB_OVERLAP, volume->shape.kind, volume->shape.kind))
            continue;
        for (size_t i = 0; i < PAIRS; i++) {
            carom_vec3 offset = {SPREAD * random_unit(&seed) * size.x,
                                 SPREAD * random_unit(&seed) * size.y,
                                 SPREAD * random_unit(&seed) * size.z};
            copies[i] = make_copy(&volume->shape, offset);
        }
        for (int run = 0; run < FIT_RUNS; run++)
            measure_overlap(volume, copies);
    }
    free(copies);
    return true;
}

/* ------------------------------------------------------------------ fits */

typedef struct fit_input {
    bounds_set *set;
    const carom_vec3 *points;
    size_t count;
} fit_input;

static bool build_hull(fit_input *in) {
    carom_hull_def def = {.points = in->points, .point_count = in->count};
    carom_hull_destroy(in->set->hull);
    in->set->hull = NULL;
    return carom_hull_create(&in->set->hull, &def) == CAROM_OK;
}

static carom_kdop build_kdop(fit_input *in, int which) {
    static const int32_t sides[] = {14, 18, 26};
    carom_kdop_slabs slabs = {NULL, in->set->low[which], in->set->high[which], 0};
    slabs.normals = carom_kdop_normals(sides[which], &slabs.count);
    return carom_fit_kdop_points(&slabs, in->points, in->count);
}

enum { HULL_VOLUME = 9 };

static bool fit_volume(fit_input *in, int v) {
    bounds_volume *out = &in->set->volumes[v];
    carom_shape *s = &out->shape;
    static const carom_shape_kind kinds[BOUNDS_COUNT] = {
        CAROM_SHAPE_SPHERE, CAROM_SHAPE_SPHERE,  CAROM_SHAPE_AABB, CAROM_SHAPE_OBB,
        CAROM_SHAPE_OBB,    CAROM_SHAPE_CAPSULE, CAROM_SHAPE_KDOP, CAROM_SHAPE_KDOP,
        CAROM_SHAPE_KDOP,   CAROM_SHAPE_HULL};
    s->kind = kinds[v];
    switch (v) {
    case 0: s->as.sphere = carom_fit_sphere_points_ritter(in->points, in->count); break;
    case 1: s->as.sphere = carom_fit_sphere_points(in->points, in->count); break;
    case 2: s->as.aabb = carom_fit_aabb_points(in->points, in->count); break;
    case 3: s->as.obb = carom_fit_obb_points_principal(in->points, in->count); break;
    case 4:
        if (!build_hull(in)) return false;
        s->as.obb = carom_fit_obb_hull(in->set->hull);
        break;
    case 5: s->as.capsule = carom_fit_capsule_points(in->points, in->count); break;
    case HULL_VOLUME:
        if (!build_hull(in)) return false;
        s->as.hull = (carom_placed_hull){in->set->hull, carom_pose_identity()};
        break;
    default: s->as.kdop = build_kdop(in, v - 6);
    }
    return true;
}

static double volume_of(const carom_shape *s) {
    switch (s->kind) {
    case CAROM_SHAPE_SPHERE: return carom_volume_sphere(&s->as.sphere);
    case CAROM_SHAPE_AABB: return carom_volume_aabb(&s->as.aabb);
    case CAROM_SHAPE_OBB: return carom_volume_obb(&s->as.obb);
    case CAROM_SHAPE_CAPSULE: return carom_volume_capsule(&s->as.capsule);
    case CAROM_SHAPE_KDOP: return carom_volume_kdop(&s->as.kdop);
    default: return carom_volume_hull(s->as.hull.hull);
    }
}

bool bounds_fit(bounds_set *set, const carom_vec3 *points, size_t count) {
    static const char *const names[BOUNDS_COUNT] = {
        "sphere, Ritter", "sphere, least", "AABB",   "OBB, principal", "OBB, near-minimal",
        "capsule",        "14-DOP",        "18-DOP", "26-DOP",         "hull"};
    fit_input in = {set, points, count};
    memset(set, 0, sizeof *set);
    carom_aabb box = carom_fit_aabb_points(points, count);
    if (!(box.min.x <= box.max.x)) return false;
    for (int v = 0; v < BOUNDS_COUNT; v++) {
        bounds_volume *out = &set->volumes[v];
        snprintf(out->name, sizeof out->name, "%s", names[v]);
        for (int run = 0; run < FIT_RUNS; run++) {
            double start = system_seconds();
            if (!fit_volume(&in, v)) return false;
            double taken = system_seconds() - start;
            if (run == 0 || taken < out->fit_seconds) out->fit_seconds = taken;
            if (taken > LONG_FIT) break;
        }
        out->volume = volume_of(&out->shape);
    }
    return measure_overlaps(set, &box);
}

void bounds_free(bounds_set *set) {
    carom_hull_destroy(set->hull);
    set->hull = NULL;
}
