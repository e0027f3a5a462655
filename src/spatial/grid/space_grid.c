/* One uniform grid [Ericson05] 7.1 over the bulk of the boxes; coordinates outside are clamped to
 * the outermost cells. A box is stored in every cell that it reaches, and a pair is reported in
 * the cell that contains the larger of the two low corners, the reference point of [Dittrich00].
 * The cells' ids follow one another in one array. It suits boxes of similar size. Bytes a box
 * besides the table's 24: 4 for each cell it reaches, and 4 for each cell, of which there are at
 * most two a box: 15 to 20 in the benchmark's scenes, at most 40. */
#include <string.h>

#include "spatial/grid/tolerances.h"
#include "spatial/sap/sap_grid.h"
#include "spatial/ray_slices.h"

#define SAMPLE 256
#define SIDE 1.5         /* side of a cell, in units of the boxes' median extent */
#define CELLS_PER_BOX 8u /* upper limit of cells that a box reaches, on average */

typedef struct box_grid {
    double low[3], inverse[3];
    uint32_t cells[3];
    uint32_t *first; /* index of each cell's first id, x fastest; one more for the end */
    uint32_t *ids;
    size_t entries;
    slice_field field;
} box_grid;

static size_t grid_cells(const box_grid *grid) {
    return (size_t)grid->cells[0] * grid->cells[1] * grid->cells[2];
}

/* Coordinates are halved, so that no difference overflows. */
static inline uint32_t grid_index(const box_grid *grid, int axis, carom_real x) {
    double at = (0.5 * (double)x - grid->low[axis]) * grid->inverse[axis];
    double last = (double)(grid->cells[axis] - 1);
    return (uint32_t)(at > 0.0 ? (at < last ? at : last) : 0.0);
}

typedef struct grid_range {
    uint32_t low[3], high[3];
} grid_range;

static inline grid_range grid_range_of(const box_grid *grid, const carom_aabb *box) {
    const carom_real *ends = box_ends(box);
    grid_range range;
    for (int k = 0; k < 3; k++) {
        range.low[k] = grid_index(grid, k, ends[k]);
        range.high[k] = grid_index(grid, k, ends[k + 3]);
    }
    return range;
}

/* ---- building */

static void sort_sample(double *values, uint32_t count) {
    for (uint32_t i = 1; i < count; i++) {
        double value = values[i];
        uint32_t j = i;
        for (; j > 0 && values[j - 1] > value; j--)
            values[j] = values[j - 1];
        values[j] = value;
    }
}

/* The side of the cells and the range of most low corners along an axis, halved. */
static void fit_axis(const carom_space *space, int axis, double *side, double range[2]) {
    double low[SAMPLE], extent[SAMPLE];
    uint32_t count = 0;
    size_t step = space->boxes.slots / SAMPLE + 1;
    for (size_t i = step / 2; i < space->boxes.slots && count < SAMPLE; i += step) {
        const carom_real *ends = box_ends(&space->boxes.box[i]);
        if (!space_in_use(space, (uint32_t)i)) continue;
        low[count] = 0.5 * (double)ends[axis];
        extent[count] = 0.5 * (double)ends[axis + 3] - low[count];
        count++;
    }
    *side = range[0] = range[1] = 0.0;
    if (count == 0) return;
    sort_sample(low, count);
    sort_sample(extent, count);
    range[0] = low[count / 50];
    range[1] = low[count - 1 - count / 50];
    double wanted = space->cell > 0 ? 0.5 * (double)space->cell : SIDE * extent[count / 2];
    double least = max2(fabs(range[0]), fabs(range[1])) * GRID_LEAST_MAGNITUDE;
    *side = max2(max2(wanted, least), (range[1] - range[0]) * GRID_LEAST_SPREAD);
}

static void fit_grid(const carom_space *space, box_grid *grid, double enlargement) {
    double sides[3], ranges[3][2], cells = 1.0;
    double most = 2.0 * (double)space->boxes.slots + 1.0;
    for (int k = 0; k < 3; k++) {
        fit_axis(space, k, &sides[k], ranges[k]);
        double width = ranges[k][1] - ranges[k][0];
        cells *= sides[k] > 0.0 ? width / (sides[k] * enlargement) + 1.0 : 1.0;
    }
    while (cells > most) { /* few iterations: each divides the number of cells by up to eight */
        enlargement *= 2.0;
        cells = 1.0;
        for (int k = 0; k < 3; k++)
            cells *= sides[k] > 0.0 ? (ranges[k][1] - ranges[k][0]) / (sides[k] * enlargement) + 1.0
                                    : 1.0;
    }
    double step[3];
    for (int k = 0; k < 3; k++) {
        double side = sides[k] * enlargement, width = ranges[k][1] - ranges[k][0];
        grid->cells[k] = side > 0.0 ? (uint32_t)(width / side) + 1 : 1;
        grid->low[k] = ranges[k][0];
        grid->inverse[k] = side > 0.0 ? min2(1.0 / side, DBL_MAX) : 0.0;
        step[k] = 2.0 * side;
    }
    grid->field.step = vec(step[0], step[1], step[2]);
}

/* Counts the ids of each cell, stored two places ahead, so that distributing them leaves the
 * starts in place. */
static uint64_t count_grid(const carom_space *space, box_grid *grid) {
    uint64_t entries = 0;
    memset(grid->first, 0, (grid_cells(grid) + 2) * sizeof *grid->first);
    for (uint32_t i = 0; i < space->boxes.slots; i++) {
        if (!space_in_use(space, i)) continue;
        grid_range r = grid_range_of(grid, &space->boxes.box[i]);
        for (uint32_t z = r.low[2]; z <= r.high[2]; z++)
            for (uint32_t y = r.low[1]; y <= r.high[1]; y++) {
                size_t row = ((size_t)z * grid->cells[1] + y) * grid->cells[0] + 2;
                for (uint32_t x = r.low[0]; x <= r.high[0]; x++)
                    grid->first[row + x]++;
                entries += r.high[0] - r.low[0] + 1;
            }
    }
    return entries;
}

static void distribute_ids(const carom_space *space, box_grid *grid) {
    uint32_t *next = grid->first + 1;
    for (size_t i = 1; i <= grid_cells(grid); i++)
        next[i] += next[i - 1];
    for (uint32_t i = 0; i < space->boxes.slots; i++) {
        if (!space_in_use(space, i)) continue;
        grid_range r = grid_range_of(grid, &space->boxes.box[i]);
        for (uint32_t z = r.low[2]; z <= r.high[2]; z++)
            for (uint32_t y = r.low[1]; y <= r.high[1]; y++) {
                size_t row = ((size_t)z * grid->cells[1] + y) * grid->cells[0];
                for (uint32_t x = r.low[0]; x <= r.high[0]; x++)
                    grid->ids[next[row + x]++] = i;
            }
    }
}

static void find_grid_bounds(const carom_space *space, box_grid *grid) {
    const carom_real most = CAROM_REAL_MAX;
    carom_real ends[6] = {most, most, most, -most, -most, -most};
    for (size_t i = 0; i < space->boxes.slots; i++) {
        const carom_real *own = box_ends(&space->boxes.box[i]);
        for (int k = 0; k < 3; k++) { /* unused boxes are inverted and change nothing */
            ends[k] = own[k] < ends[k] ? own[k] : ends[k];
            ends[k + 3] = own[k + 3] > ends[k + 3] ? own[k + 3] : ends[k + 3];
        }
    }
    grid->field.bounds = (carom_aabb){{ends[0], ends[1], ends[2]}, {ends[3], ends[4], ends[5]}};
}

static void destroy_grid(carom_space *space, void *structure) {
    box_grid *grid = structure;
    carom_free(&space->allocator, grid->first);
    carom_free(&space->allocator, grid->ids);
    carom_free(&space->allocator, grid);
}

/* Enlarges the cells until a box reaches at most CELLS_PER_BOX on average; a single cell always
 * does. */
static carom_status make_grid(carom_space *space, box_grid *grid) {
    const carom_allocator *allocator = &space->allocator;
    uint64_t entries, most = (uint64_t)CELLS_PER_BOX * carom_space_count(space) + 64;
    for (double enlargement = 1.0;; enlargement *= GRID_CELL_GROWTH) {
        fit_grid(space, grid, enlargement);
        carom_free(allocator, grid->first);
        grid->first = carom_alloc(allocator, grid_cells(grid) + 2, sizeof *grid->first);
        if (!grid->first) return CAROM_ERROR_MEMORY;
        entries = count_grid(space, grid);
        if (entries <= most || grid_cells(grid) == 1) break;
    }
    if (entries > UINT32_MAX) return CAROM_ERROR_LIMIT;
    grid->entries = (size_t)entries;
    grid->ids = carom_alloc(allocator, grid->entries, sizeof *grid->ids);
    if (!grid->ids) return CAROM_ERROR_MEMORY;
    distribute_ids(space, grid);
    find_grid_bounds(space, grid);
    return CAROM_OK;
}

static carom_status create_grid(carom_space *space, void **structure) {
    box_grid *grid = carom_alloc(&space->allocator, 1, sizeof *grid);
    if (!grid) return CAROM_ERROR_MEMORY;
    *grid = (box_grid){0};
    carom_status status = make_grid(space, grid);
    if (status == CAROM_OK)
        *structure = grid;
    else
        destroy_grid(space, grid);
    return status;
}

/* ---- queries */

/* True in the cell that contains the larger of two low corners. */
static inline bool first_common(const box_grid *grid, const carom_real *a, const carom_real *b,
                                const uint32_t cell[3]) {
    for (int k = 0; k < 3; k++)
        if (grid_index(grid, k, a[k] > b[k] ? a[k] : b[k]) != cell[k]) return false;
    return true;
}

static bool grid_cell_pairs(const carom_space *space, const uint32_t cell[3], size_t at,
                            carom_pair_visitor *visitor, void *user) {
    const box_grid *grid = space->structure;
    const carom_aabb *box = space->boxes.box;
    for (uint32_t i = grid->first[at]; i < grid->first[at + 1]; i++) {
        uint32_t a = grid->ids[i];
        carom_aabb own = box[a];
        for (uint32_t j = i + 1; j < grid->first[at + 1]; j++) {
            uint32_t b = grid->ids[j]; /* b > a: ids are in ascending order in a cell */
            if (boxes_meet(&own, &box[b]) &&
                first_common(grid, box_ends(&own), box_ends(&box[b]), cell) && !visitor(a, b, user))
                return false;
        }
    }
    return true;
}

static bool visit_grid_pairs(const carom_space *space, carom_pair_visitor *visitor, void *user) {
    const box_grid *grid = space->structure;
    uint32_t cell[3];
    size_t at = 0;
    for (cell[2] = 0; cell[2] < grid->cells[2]; cell[2]++)
        for (cell[1] = 0; cell[1] < grid->cells[1]; cell[1]++)
            for (cell[0] = 0; cell[0] < grid->cells[0]; cell[0]++)
                if (!grid_cell_pairs(space, cell, at++, visitor, user)) return false;
    return true;
}

static bool visit_grid_box(const carom_space *space, const space_search *search) {
    const box_grid *grid = space->structure;
    grid_range r = grid_range_of(grid, &search->box);
    uint32_t cell[3];
    for (cell[2] = r.low[2]; cell[2] <= r.high[2]; cell[2]++)
        for (cell[1] = r.low[1]; cell[1] <= r.high[1]; cell[1]++)
            for (cell[0] = r.low[0]; cell[0] <= r.high[0]; cell[0]++) {
                size_t at = ((size_t)cell[2] * grid->cells[1] + cell[1]) * grid->cells[0] + cell[0];
                for (uint32_t i = grid->first[at]; i < grid->first[at + 1]; i++) {
                    const carom_aabb *box = &space->boxes.box[grid->ids[i]];
                    if (search_accepts(search, box) &&
                        first_common(grid, box_ends(box), box_ends(&search->box), cell) &&
                        !search->visitor(grid->ids[i], search->user))
                        return false;
                }
            }
    return true;
}

static void visit_grid_ray(const carom_space *space, const carom_ray *ray,
                           carom_ray_visitor *visitor, void *user) {
    const box_grid *grid = space->structure;
    carom_sliced_ray(space, ray, &grid->field, visitor, user);
}

static void nearest_in_grid(const carom_space *space, vec3 point, near_list *list) {
    const box_grid *grid = space->structure;
    carom_sliced_nearest(space, point, &grid->field, list);
}

static size_t grid_memory(const carom_space *space) {
    const box_grid *grid = space->structure;
    return sizeof *grid + (grid_cells(grid) + 2 + grid->entries) * sizeof(uint32_t);
}

const space_ops carom_space_grid = {
    .name = "uniform grid",
    .create = create_grid,
    .destroy = destroy_grid,
    .visit_pairs = visit_grid_pairs,
    .visit_box = visit_grid_box,
    .visit_ray = visit_grid_ray,
    .nearest = nearest_in_grid,
    .memory = grid_memory,
};
