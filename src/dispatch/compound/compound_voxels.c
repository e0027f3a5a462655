/* Construction of a compound of voxels from a dense grid or the leaves of an octree, as OctoMap has
 * them [Hornung13]: what is occupied becomes cubes on the Z curve (voxel_cubes.c), whose runs are
 * the leaves of the tree. */
#include "dispatch/compound/compound.h"
#include "dispatch/compound/compound_tree.h"
#include "dispatch/compound/voxel_cubes.h"

typedef struct cube_list {
    voxel_cube *cubes;
    size_t count;
    cube_range range; /* of all leaves of an octree */
} cube_list;

static bool is_occupied(const carom_voxels_def *def, carom_real value) {
    return value == value ? value > def->threshold : def->unknown_is_occupied;
}

/* ---- what is given */

static bool is_grid_range(const carom_voxels_def *def, const cube_range *range) {
    const vec3 o = load3(def->origin), e = load3(def->cell);
    for (int axis = 0; axis < 3; axis++) {
        const carom_real origin = (carom_real)axis3(o, axis), cell = (carom_real)axis3(e, axis);
        if (!finite1((double)cell_plane(origin, cell, range->low[axis])) ||
            !finite1((double)cell_plane(origin, cell, range->high[axis] + 1)))
            return false;
    }
    return true;
}

static carom_status check_edges(const carom_voxels_def *def) {
    const vec3 cell = load3(def->cell);
    if (!finite3(load3(def->origin)) || !finite3(cell) || def->threshold != def->threshold)
        return CAROM_ERROR_NOT_FINITE;
    if (!(cell.x > 0.0 && cell.y > 0.0 && cell.z > 0.0)) return CAROM_ERROR_ARGUMENT;
    return CAROM_OK;
}

static int32_t leaf_size(const carom_voxel_leaf *leaf) {
    return (int32_t)1 << (CAROM_VOXEL_DEPTH - leaf->depth);
}

static void grow_range(cube_range *range, const int64_t low[3], int64_t size) {
    for (int axis = 0; axis < 3; axis++) {
        if (low[axis] < range->low[axis]) range->low[axis] = low[axis];
        if (low[axis] + size - 1 > range->high[axis]) range->high[axis] = low[axis] + size - 1;
    }
}

static carom_status check_leaves(const carom_voxels_def *def, cube_range *range) {
    const int32_t reach = CAROM_VOXEL_REACH;
    for (int axis = 0; axis < 3; axis++) {
        range->low[axis] = reach;
        range->high[axis] = -reach;
    }
    if (def->leaf_count > CAROM_CLOUD_LIMIT) return CAROM_ERROR_LIMIT;
    for (size_t i = 0; i < def->leaf_count; i++) {
        const carom_voxel_leaf *leaf = &def->leaves[i];
        if (leaf->depth < 0 || leaf->depth > CAROM_VOXEL_DEPTH) return CAROM_ERROR_ARGUMENT;
        if (leaf->x < -reach || leaf->x >= reach || leaf->y < -reach || leaf->y >= reach ||
            leaf->z < -reach || leaf->z >= reach)
            return CAROM_ERROR_LIMIT;
        const int64_t size = leaf_size(leaf), x = leaf->x & -size, y = leaf->y & -size,
                      z = leaf->z & -size;
        grow_range(range, (int64_t[3]){x, y, z}, size);
    }
    return def->leaf_count == 0 || is_grid_range(def, range) ? CAROM_OK : CAROM_ERROR_NOT_FINITE;
}

static carom_status check_grid(const carom_voxels_def *def, cube_range *range) {
    for (int axis = 0; axis < 3; axis++) {
        if (def->size[axis] < 1) return CAROM_ERROR_ARGUMENT;
        if (def->size[axis] > CAROM_VOXEL_REACH) return CAROM_ERROR_LIMIT;
        range->low[axis] = 0;
        range->high[axis] = def->size[axis] - 1;
    }
    return is_grid_range(def, range) ? CAROM_OK : CAROM_ERROR_NOT_FINITE;
}

static carom_status check_voxels(const carom_voxels_def *def, cube_range *range) {
    if (!def->allocator.alloc != !def->allocator.free) return CAROM_ERROR_ARGUMENT;
    if ((def->values && def->leaves) || (def->leaf_count > 0 && !def->leaves))
        return CAROM_ERROR_ARGUMENT;
    const carom_status status = check_edges(def);
    if (status != CAROM_OK) return status;
    return def->values ? check_grid(def, range) : check_leaves(def, range);
}

/* ---- cubes */

static carom_status list_leaves(cube_list *out, const carom_voxels_def *def) {
    out->cubes = carom_alloc(&def->allocator, def->leaf_count, sizeof *out->cubes);
    if (!out->cubes) return CAROM_ERROR_MEMORY;
    out->count = def->leaf_count;
    for (size_t i = 0; i < def->leaf_count; i++) {
        const carom_voxel_leaf *leaf = &def->leaves[i];
        const int32_t size = leaf_size(leaf);
        out->cubes[i].code = code_of_cell(leaf->x & -size, leaf->y & -size, leaf->z & -size);
        out->cubes[i].level = (uint32_t)(CAROM_VOXEL_DEPTH - leaf->depth);
        out->cubes[i].occupied = is_occupied(def, leaf->value);
    }
    return CAROM_OK;
}

static size_t count_occupied(const carom_voxels_def *def, size_t cells) {
    size_t count = 0;
    for (size_t i = 0; i < cells; i++)
        count += is_occupied(def, def->values[i]);
    return count;
}

static carom_status list_grid(cube_list *out, const carom_voxels_def *def) {
    const size_t row = (size_t)def->size[0], layer = row * (size_t)def->size[1];
    const size_t count = count_occupied(def, layer * (size_t)def->size[2]);
    if (count > CAROM_CLOUD_LIMIT) return CAROM_ERROR_LIMIT;
    out->cubes = carom_alloc(&def->allocator, count, sizeof *out->cubes);
    if (!out->cubes) return CAROM_ERROR_MEMORY;
    const carom_real *value = def->values;
    for (int32_t z = 0; z < def->size[2]; z++)
        for (int32_t y = 0; y < def->size[1]; y++)
            for (int32_t x = 0; x < def->size[0]; x++)
                if (is_occupied(def, *value++))
                    out->cubes[out->count++] = (voxel_cube){code_of_cell(x, y, z), 0, true};
    return CAROM_OK;
}

/* ---- children */

static carom_status place_cubes(carom_compound *c, const grown_array *merged) {
    const voxel_cube *cubes = merged->data;
    c->voxels = carom_alloc(&c->allocator, merged->count, sizeof *c->voxels);
    if (!c->voxels) return CAROM_ERROR_MEMORY;
    c->count = merged->count;
    for (size_t i = 0; i < c->count; i++) {
        int64_t cell[3];
        cell_of_code(cubes[i].code, cell);
        c->voxels[i] = (carom_voxel){(int32_t)cell[0], (int32_t)cell[1], (int32_t)cell[2],
                                     (int32_t)1 << cubes[i].level};
        const carom_aabb box = voxel_box(c, &c->voxels[i]);
        if (i == 0) c->extent = box;
        box_grow(&c->extent, &box);
    }
    return CAROM_OK;
}

static carom_status fill_voxels(carom_compound *c, const carom_voxels_def *def, cube_list *list) {
    const bool gaps = def->leaves && def->unknown_is_occupied;
    grown_array merged = {NULL, 0, 0};
    carom_status status = def->values ? list_grid(list, def) : list_leaves(list, def);
    if (status == CAROM_OK && !carom_cubes_sort(list->cubes, list->count, &c->allocator))
        status = CAROM_ERROR_MEMORY;
    if (status == CAROM_OK)
        status = carom_cubes_merge(&merged, list->cubes, list->count, gaps ? &list->range : NULL,
                                   &c->allocator);
    carom_free(&c->allocator, list->cubes);
    if (status == CAROM_OK) status = place_cubes(c, &merged);
    carom_array_release(&merged, &c->allocator);
    return status == CAROM_OK ? carom_compound_grow_tree(c) : status;
}

carom_status carom_compound_create_voxels(carom_compound **compound, const carom_voxels_def *def) {
    cube_list list = {.count = 0};
    if (!compound || !def) return CAROM_ERROR_ARGUMENT;
    carom_status status = check_voxels(def, &list.range);
    if (status != CAROM_OK) return status;
    carom_compound *c = carom_compound_start(COMPOUND_VOXELS, &def->allocator);
    if (!c) return CAROM_ERROR_MEMORY;
    c->origin = def->origin;
    c->cell = def->cell;
    status = fill_voxels(c, def, &list);
    if (status == CAROM_OK)
        *compound = c;
    else
        carom_compound_release(c);
    return status;
}
