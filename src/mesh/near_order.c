/* The order of a batch: Morton's, over a grid in the box of the points, by a radix sort of a linked
 * list. The list's links stand where the answers will go, so it takes no memory; keys are made anew
 * for each pass. */
#include "mesh/near_order.h"

#include "core/tasks.h"
#include "math/vec.h"

/* Most points that are put in order at a time. */
#define NEAR_BLOCK ((uint32_t)1 << 20)

/* Bits for each axis and pass; passes. */
#define ORDER_BITS 3
#define ORDER_PASSES 2
#define ORDER_CELLS (1 << (ORDER_BITS * ORDER_PASSES))
#define ORDER_BUCKETS (1 << (3 * ORDER_BITS))

typedef struct order_grid {
    vec3 low, scale;
} order_grid;

static double cells_over(double low, double high) {
    double scale = ORDER_CELLS / (high - low);
    return scale > 0.0 && finite1(scale) ? scale : 0.0;
}

static order_grid grid_of(const carom_vec3 *points, uint32_t count) {
    vec3 low = vec(DBL_MAX, DBL_MAX, DBL_MAX), high = neg3(low);
    for (uint32_t i = 0; i < count; i++) {
        vec3 p = load3(points[i]);
        if (!finite3(p)) continue;
        low = vec(min2(low.x, p.x), min2(low.y, p.y), min2(low.z, p.z));
        high = vec(max2(high.x, p.x), max2(high.y, p.y), max2(high.z, p.z));
    }
    return (order_grid){
        low, vec(cells_over(low.x, high.x), cells_over(low.y, high.y), cells_over(low.z, high.z))};
}

/* What is no number is in cell 0. */
static uint32_t cell_at(double x, double low, double scale) {
    double cell = (x - low) * scale;
    return cell > 0.0 ? cell < ORDER_CELLS - 1 ? (uint32_t)cell : ORDER_CELLS - 1 : 0;
}

/* Bits of a cell's number, from `shift` on, three apart. */
static uint32_t bits_apart(uint32_t cell, int shift) {
    static const uint8_t apart[1 << ORDER_BITS] = {0, 1, 8, 9, 64, 65, 72, 73};
    return apart[cell >> shift & ((1 << ORDER_BITS) - 1)];
}

static uint32_t bucket_of(const order_grid *grid, carom_vec3 point, int pass) {
    vec3 p = load3(point);
    int shift = ORDER_BITS * pass;
    return bits_apart(cell_at(p.x, grid->low.x, grid->scale.x), shift) << 2 |
           bits_apart(cell_at(p.y, grid->low.y, grid->scale.y), shift) << 1 |
           bits_apart(cell_at(p.z, grid->low.z, grid->scale.z), shift);
}

/* @return the first of the chain. */
static uint32_t chain_along_curve(const near_batch *batch, uint32_t count) {
    uint32_t first[ORDER_BUCKETS], last[ORDER_BUCKETS], start = count > 0 ? 0 : NEAR_END;
    order_grid grid = grid_of(batch->points, count);
    for (uint32_t i = 0; i < count; i++)
        *near_link(batch, i) = i + 1 < count ? i + 1 : NEAR_END;
    for (int pass = 0; pass < ORDER_PASSES && count > 2; pass++) {
        for (uint32_t b = 0; b < ORDER_BUCKETS; b++)
            first[b] = NEAR_END;
        for (uint32_t i = start; i != NEAR_END;) {
            uint32_t b = bucket_of(&grid, batch->points[i], pass), next = *near_link(batch, i);
            if (first[b] == NEAR_END)
                first[b] = i;
            else
                *near_link(batch, last[b]) = i;
            last[b] = i;
            *near_link(batch, i) = NEAR_END;
            i = next;
        }
        uint32_t *link = &start;
        for (uint32_t b = 0; b < ORDER_BUCKETS; b++) {
            if (first[b] == NEAR_END) continue;
            *link = first[b];
            link = near_link(batch, last[b]);
        }
    }
    return start;
}

/* To cut a chain it has to be walked, from one end of memory to the other. @return how many runs */
static size_t cut_chain(near_batch *batch, uint32_t count, uint32_t first, bool shared) {
    size_t runs = count / NEAR_GRAIN < NEAR_RUNS ? count / NEAR_GRAIN + 1 : NEAR_RUNS;
    if (!shared || runs == 1) {
        batch->start[0] = first;
        batch->start[1] = NEAR_END;
        return 1;
    }
    uint32_t length = count / (uint32_t)runs + 1, place = 0, made = 0;
    for (uint32_t i = first; i != NEAR_END; i = *near_link(batch, i), place++)
        if (place % length == 0) batch->start[made++] = i;
    batch->start[made] = NEAR_END;
    return made;
}

static void take_runs(void *data, size_t first, size_t last) {
    const near_batch *batch = data;
    batch->run(batch, batch->start[first], batch->start[last]);
}

void carom_near_batch(near_batch *batch, size_t count, const carom_task_hook *tasks) {
    for (batch->done = 0; batch->done < count; batch->done += NEAR_BLOCK) {
        size_t left = count - batch->done;
        uint32_t part = left < NEAR_BLOCK ? (uint32_t)left : NEAR_BLOCK;
        size_t runs = cut_chain(batch, part, chain_along_curve(batch, part), tasks != NULL);
        carom_run_chunks(tasks, take_runs, batch, (task_share){runs, 1});
        batch->points += part;
        batch->links = near_link(batch, part);
    }
}
