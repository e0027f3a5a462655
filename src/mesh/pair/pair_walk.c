/* Setup of the traversal of two BVH8s (own method, forward error bounds): the float maps between
 * the frames of the trees, and bounds on the error of a box that is mapped. Maps whose entries
 * do not fit into float get infinite margins, which prune nothing. */
#include "mesh/pair/pair_walk.h"

#include "mesh/pair/tolerances.h"
#include "mesh/pair/pair_kernel.h"

/* Fills x -> map((x + from.center) / from.scale) * to.scale - to.center. */
static void fill_lane_map(lane_map *out, const affine_map *map, const bvh8_frame *to,
                          const bvh8_frame *from) {
    vec3 shift = affine_point(map, scale3(from->center, from->unscale));
    shift = bvh8_local(to, shift);
    for (int i = 0; i < 3; i++) {
        out->shift[i] = (float)axis3(shift, i);
        for (int k = 0; k < 3; k++) {
            double entry = axis3(map->column[k], i) * (to->scale * from->unscale);
            out->row[i][k] = (float)entry;
            out->size[i][k] = (float)fabs(entry);
        }
    }
}

/* Returns the error bound of a box under the map; infinite when the map bounds nothing. */
static float error_of_map(const lane_map *map) {
    double most = 1.0;
    for (int i = 0; i < 3; i++) {
        double sum = fabs((double)map->shift[i]);
        for (int k = 0; k < 3; k++)
            sum += (double)map->size[i][k];
        most = sum <= most ? most : sum; /* NaN stays */
    }
    return most < PAIR_LANE_MAP_MOST ? (float)(most * PAIR_LANE_ERROR) : (float)INFINITY;
}

static void fill_corner_map(pair_walk *w, const bvh8_frame *to) {
    const affine_map *map = &w->frame.a_from_b;
    vec3 shift = bvh8_local(to, map->shift);
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            w->corner[i][k] = axis3(map->column[k], i) * to->scale;
        w->corner[i][3] = axis3(shift, i);
    }
}

/* Tests along lines of centers are switched off, by an infinite error, where float might
 * overflow. */
static void fill_origins(pair_walk *w) {
    bool fits = w->error[0] < PAIR_LINE_TEST_ERROR_MOST;
    for (int side = 0; side < 2; side++) {
        const bvh8_frame *f = &w->tree[side]->frame;
        carom_real *own = w->origin[side].own;
        for (int k = 0; k < 3; k++)
            own[k] = (carom_real)(axis3(f->center, k) * f->unscale);
        vec3 at = vec((double)own[0], (double)own[1], (double)own[2]);
        at = bvh8_local(&w->tree[0]->frame, side ? affine_point(&w->frame.a_from_b, at) : at);
        for (int k = 0; k < 3; k++)
            w->origin[side].in_a[k] = (float)axis3(at, k);
        fits = fits && f->scale > PAIR_LANE_SCALE_LEAST && f->scale < PAIR_LANE_MAP_MOST;
    }
    w->line_error = fits ? 2.0F * w->error[0] : (float)INFINITY;
}

bool carom_pair_walk_start(pair_walk *w, const carom_placed_mesh *a, const carom_placed_mesh *b) {
    pair_frame *f = &w->frame;
    if (!carom_pair_frame(f, a, b)) return false;
    const bvh8_frame *own[2] = {&a->mesh->bvh8.frame, &b->mesh->bvh8.frame};
    w->tree[0] = &a->mesh->bvh8;
    w->tree[1] = &b->mesh->bvh8;
    w->start = (pair_place){{0, 0}, {NO_PLACE, NO_PLACE}};
    w->budget = UINT64_MAX;
    w->refill = NULL;
    w->parts = NULL;
    w->a = w->b = NULL;
    w->collapses = false;
    w->last = (carom_triangle_pair){UINT32_MAX, UINT32_MAX};
    fill_lane_map(&w->into[0], &f->a_from_b, own[0], own[1]);
    fill_lane_map(&w->into[1], &f->b_from_a, own[1], own[0]);
    fill_corner_map(w, own[0]);
    for (int i = 0; i < 2; i++) {
        double margin =
            f->blind ? (double)INFINITY : f->margin * own[i]->scale * (1.0 + PAIR_FLOAT_ROUNDING);
        w->margin[i] = (float)margin + FLT_MIN;
        w->error[i] = f->blind ? (float)INFINITY : error_of_map(&w->into[i]);
    }
    fill_origins(w);
    double shrink = min2(1.0, f->b.shrink / f->a.shrink);
    double size = own[0]->scale * own[1]->unscale;
    w->b_in_a = (float)size;
    w->ratio = (float)(size * shrink * (1.0 - PAIR_FLOAT_ROUNDING));
    for (int slot = 0; slot < BVH8_WIDTH; slot++)
        w->inner[slot].leaf.count = 0;
    for (int i = 0; i < 2; i++) {
        w->outer[i].leaf.count = 0;
        w->posed[i].first = UINT32_MAX;
    }
    return true;
}

void carom_pair_walk_collapse(pair_walk *w) {
    carom_pile_finder_begin(&w->piles[0], w->frame.a.mesh);
    carom_pile_finder_begin(&w->piles[1], w->frame.b.mesh);
    w->collapses = true;
}

void carom_pair_walk_touching(pair_walk *w) {
    SIMD_OF(carom_simd_best(), carom_pair_touch)(w);
}

void carom_pair_walk_nearest(pair_walk *w) {
    SIMD_OF(carom_simd_best(), carom_pair_near)(w);
}
