/* Binned surface area heuristic [Wald07]: boxes are binned by their centres along all three axes in
 * one pass, and one sweep finds the cheapest cut of each axis, an axis to a lane. Minima and counts
 * do not depend on the order in which they are taken, so the cut is the same for any number of
 * threads. */
#ifndef CAROM_MESH_BVH8_BUILD_BVH8_CUT_BINS_H
#define CAROM_MESH_BVH8_BUILD_BVH8_CUT_BINS_H

#include "simd/simd.h"
#include "mesh/bvh8_build/bvh8_cut.h"

typedef struct bin_grid {
    f4 low, scale, last;
    float number[2][3]; /* low and scale, by axis */
} bin_grid;

typedef struct bvh8_choice {
    bin_grid grid;
    int axis, bin; /* bins 0 .. bin go left; axis -1: halve the run */
} bvh8_choice;

static CAROM_INLINE f8 empty_bound(void) {
    return f8_all(FLT_MAX);
}
/* Twice the centre; the fourth lane is undefined, but finite. */
static CAROM_INLINE f4 twice_center(f8 box) {
    return f4_sub(f8_low(box), f8_high(box));
}
static CAROM_INLINE f8 center_bound(f8 box) {
    f4 center = twice_center(box);
    return f8_join(center, f4_neg(center));
}

static CAROM_INLINE bin_grid grid_of_run(const bvh8_run *run, int bins) {
    float low[4] = {0}, scale[4] = {0};
    bin_grid grid;
    for (int k = 0; k < 3; k++) {
        float width = -run->centers[4 + k] - run->centers[k];
        low[k] = grid.number[0][k] = run->centers[k];
        if (width > LEAST_EXTENT) scale[k] = (float)bins * CELL_SHARE / width;
        grid.number[1][k] = scale[k];
    }
    grid.low = f4_load(low);
    grid.scale = f4_load(scale);
    grid.last = f4_all((float)(bins - 1));
    return grid;
}

static CAROM_INLINE void clear_bins(bvh8_bin *bins, int count) {
    for (int i = 0; i < count; i++) {
        for (int axis = 0; axis < 3; axis++)
            f8_store(bins[i].box[axis], empty_bound());
        memset(bins[i].count, 0, sizeof bins[i].count);
    }
}

static CAROM_INLINE void fill_bvh8_bins(bvh8_bin *bins, const bin_grid *grid, const bvh8_ref *ref,
                                        uint32_t count) {
    const f4 low = grid->low, scale = grid->scale, last = grid->last;
    for (const bvh8_ref *end = ref + count; ref < end; ref++) {
        f8 box = f8_load(ref->low);
        uint32_t at[4];
        f4_store_u32(at, f4_min(f4_mul(f4_sub(twice_center(box), low), scale), last));
        for (int axis = 0; axis < 3; axis++) {
            bvh8_bin *bin = &bins[at[axis]];
            f8_store(bin->box[axis], f8_min(f8_load(bin->box[axis]), box));
            bin->count[axis]++;
        }
    }
}

static void add_bins(bvh8_bin *bins, const bvh8_bin *more, int count) {
    for (int i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++) {
            float *box = bins[i].box[axis];
            f8_store(box, f8_min(f8_load(box), f8_load(more[i].box[axis])));
            bins[i].count[axis] += more[i].count[axis];
        }
}

/* The boxes on one side of a plane, for each axis. */
typedef struct bin_side {
    f8 box[3];
    f4 count;
} bin_side;

static CAROM_INLINE bin_side empty_side(void) {
    return (bin_side){{empty_bound(), empty_bound(), empty_bound()}, f4_all(0.0F)};
}

/* bvh8_cost_of without the surface, in lanes: the count plus the count rounded up to eights. Where
 * adding 2^23 does not round, numbers are integers. */
static CAROM_INLINE f4 cost_of_count(f4 count) {
    f4 eights = f4_add(f4_mul(count, f4_all(1.0F / BVH8_LEAF)), f4_all(CEIL_EIGHTHS));
    eights = f4_sub(f4_add(eights, f4_all(ROUND_TO_INTEGER)), f4_all(ROUND_TO_INTEGER));
    return f4_add(count, f4_mul(eights, f4_all(BVH8_LEAF)));
}

/* Adds a bin to a side, and returns its surface times its cost; NaN while the side is empty. */
static CAROM_INLINE f4 grow_side(bin_side *side, const bvh8_bin *bin) {
    f4 edge[4];
    for (int axis = 0; axis < 3; axis++) {
        side->box[axis] = f8_min(side->box[axis], f8_load(bin->box[axis]));
        /* minus the edge; signs cancel in products of two */
        edge[axis] = f4_add(f8_low(side->box[axis]), f8_high(side->box[axis]));
    }
    edge[3] = edge[2];
    f4_transpose(edge);
    f4 surface = f4_add(f4_add(f4_mul(edge[0], edge[1]), f4_mul(edge[1], edge[2])),
                        f4_mul(edge[2], edge[0]));
    side->count = f4_add(side->count, f4_load_u32(bin->count));
    return f4_mul(surface, cost_of_count(side->count));
}

/* Finds the bin with the least sum of costs of both sides; the axis stays -1 when no cut separates
 * anything. */
static CAROM_INLINE void choose_bin(bvh8_choice *choice, const bvh8_bin *bins, int count) {
    float left[BIN_COUNT][4], cost[4], place[4], least = (float)INFINITY;
    f4 best = f4_all((float)INFINITY), at = f4_all(0.0F);
    bin_side side = empty_side();
    for (int i = 0; i < count - 1; i++)
        f4_store(left[i], grow_side(&side, &bins[i]));
    side = empty_side();
    for (int i = count - 1; i > 0; i--) {
        f4 sum = f4_add(f4_load(left[i - 1]), grow_side(&side, &bins[i]));
        f4_flags better = f4_lt(sum, best);
        best = f4_select(better, sum, best);
        at = f4_select(better, f4_all((float)(i - 1)), at);
    }
    f4_store(cost, best);
    f4_store(place, at);
    for (int axis = 0; axis < 3; axis++) {
        if (!(cost[axis] < least)) continue;
        least = cost[axis];
        choice->axis = axis;
        choice->bin = (int)place[axis];
    }
}

/* Is its centre in a bin beyond the cut? The arithmetic is that of fill_bvh8_bins. */
static CAROM_INLINE bool is_beyond_cut(const bvh8_choice *choice, const bvh8_ref *ref) {
    int axis = choice->axis;
    float center = ref->low[axis] - ref->neg_high[axis];
    float at = (center - choice->grid.number[0][axis]) * choice->grid.number[1][axis];
    return at >= (float)(choice->bin + 1);
}

#endif
