/* Octree leaves by their codes on the Z curve [Morton66]: sorted, those that are occupied are
 * stacked, and whenever eight siblings end the stack their parent takes their place, so that one
 * pass finds all merges of all levels. What lies between two cubes is cut into the largest aligned
 * cubes, from the front. */
#include "dispatch/compound/voxel_cubes.h"

#include "carom/compound.h"
#include "core/radix.h"

static uint64_t cube_cells(uint32_t level) {
    return (uint64_t)1 << (3 * level);
}

/* Two passes over halves of the codes, as the sort is stable. */
bool carom_cubes_sort(voxel_cube *cubes, size_t count, const carom_allocator *allocator) {
    radix_item *items = carom_alloc(allocator, count, sizeof *items);
    radix_item *scratch = carom_alloc(allocator, count, sizeof *scratch);
    voxel_cube *sorted = carom_alloc(allocator, count, sizeof *sorted);
    const bool enough = items && scratch && sorted;
    if (enough) {
        for (size_t i = 0; i < count; i++)
            items[i] = (radix_item){(uint32_t)cubes[i].code, (uint32_t)i};
        carom_radix_sort(items, scratch, count);
        for (size_t i = 0; i < count; i++)
            items[i].key = (uint32_t)(cubes[items[i].value].code >> 32);
        carom_radix_sort(items, scratch, count);
        for (size_t i = 0; i < count; i++)
            sorted[i] = cubes[items[i].value];
        for (size_t i = 0; i < count; i++)
            cubes[i] = sorted[i];
    }
    carom_free(allocator, sorted);
    carom_free(allocator, scratch);
    carom_free(allocator, items);
    return enough;
}

typedef struct cube_stack {
    grown_array *out;
    const carom_allocator *allocator;
    carom_status status;
} cube_stack;

static bool ends_with_siblings(const grown_array *stack) {
    const voxel_cube *cubes = stack->data;
    if (stack->count < 8) return false;
    const voxel_cube *first = &cubes[stack->count - 8];
    const uint64_t parent = cube_cells(first->level + 1);
    if (first->level >= CUBE_TOP || first->code % parent != 0) return false;
    for (int i = 1; i < 8; i++)
        if (first[i].level != first->level) return false;
    return first[7].code - first->code == 7 * cube_cells(first->level);
}

static bool stack_cube(cube_stack *s, uint64_t code, uint32_t level) {
    s->status = carom_array_reserve(s->out, s->out->count + 1, sizeof(voxel_cube), s->allocator);
    if (s->status != CAROM_OK) return false;
    voxel_cube *cubes = s->out->data;
    cubes[s->out->count++] = (voxel_cube){code, level, true};
    while (ends_with_siblings(s->out)) {
        s->out->count -= 7;
        cubes[s->out->count - 1].level++;
    }
    if (s->out->count > CAROM_CLOUD_LIMIT) s->status = CAROM_ERROR_LIMIT;
    return s->status == CAROM_OK;
}

/* How the range stands to a cube: 0 apart from it, 1 in part, 2 holding it. */
static int range_holds(const cube_range *range, uint64_t code, uint32_t level) {
    int64_t cell[3];
    int held = 2;
    cell_of_code(code, cell);
    for (int axis = 0; axis < 3; axis++) {
        const int64_t last = cell[axis] + ((int64_t)1 << level) - 1;
        if (last < range->low[axis] || cell[axis] > range->high[axis]) return 0;
        if (cell[axis] < range->low[axis] || last > range->high[axis]) held = 1;
    }
    return held;
}

/* All cells of the range with codes from `code` to below `end`. */
static bool stack_gap(cube_stack *s, const cube_range *range, uint64_t code, uint64_t end) {
    while (code < end) {
        uint32_t level = 0;
        while (level < CUBE_TOP && code % cube_cells(level + 1) == 0 &&
               end - code >= cube_cells(level + 1))
            level++;
        int held = range_holds(range, code, level);
        while (held == 1)
            held = range_holds(range, code, --level);
        if (held == 2 && !stack_cube(s, code, level)) return false;
        code += cube_cells(level);
    }
    return true;
}

carom_status carom_cubes_merge(grown_array *out, const voxel_cube *cubes, size_t count,
                               const cube_range *range, const carom_allocator *allocator) {
    cube_stack s = {out, allocator, CAROM_OK};
    uint64_t next = 0;
    for (size_t i = 0; i < count; i++) {
        const voxel_cube *cube = &cubes[i];
        if (cube->code < next) return CAROM_ERROR_ARGUMENT;
        if (range && !stack_gap(&s, range, next, cube->code)) return s.status;
        if (cube->occupied && !stack_cube(&s, cube->code, cube->level)) return s.status;
        next = cube->code + cube_cells(cube->level);
    }
    if (range && count > 0) stack_gap(&s, range, next, cube_cells(CUBE_BITS));
    return s.status;
}
