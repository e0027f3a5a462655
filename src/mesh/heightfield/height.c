/* Construction of a height field: vertices are rounded once, then each level of the pyramid of
 * least and greatest heights (maximum mipmaps [TevsIhrkeSeidel08]) is reduced from the one below.
 * Everything is checked before it is kept, and released on one path. */
#include <string.h>

#include "mesh/heightfield/height_data.h"

static uint32_t halved_up(uint32_t n) {
    return n / 2 + n % 2;
}

static bool is_spacing_valid(const carom_heightfield_def *def) {
    const carom_vec3 s = def->spacing;
    return s.x > 0 && s.z > 0 && finite1((double)s.x) && finite1((double)s.y) &&
           finite1((double)s.z);
}

static carom_status check_height_def(const carom_heightfield_def *def) {
    if (!def || !def->heights || def->columns < 2 || def->rows < 2) return CAROM_ERROR_ARGUMENT;
    if (!def->allocator.alloc != !def->allocator.free) return CAROM_ERROR_ARGUMENT;
    if (!finite3(load3(def->origin))) return CAROM_ERROR_NOT_FINITE;
    if (!is_spacing_valid(def)) return CAROM_ERROR_ARGUMENT;
    uint64_t cells = (uint64_t)(def->columns - 1) * (def->rows - 1);
    return cells > (uint64_t)1 << 30 ? CAROM_ERROR_LIMIT : CAROM_OK;
}

/* Checks that grid lines are distinct after rounding: else cells would be flat, and their numbers
 * meaningless. */
static carom_status check_grid(const carom_heightfield *f) {
    if (!finite1((double)height_x(f, f->columns - 1)) || !finite1((double)height_z(f, f->rows - 1)))
        return CAROM_ERROR_NOT_FINITE;
    for (uint32_t i = 1; i < f->columns; i++)
        if (!(height_x(f, i - 1) < height_x(f, i))) return CAROM_ERROR_ARGUMENT;
    for (uint32_t k = 1; k < f->rows; k++)
        if (!(height_z(f, k - 1) < height_z(f, k))) return CAROM_ERROR_ARGUMENT;
    return CAROM_OK;
}

static carom_status place_heights(carom_heightfield *f, const carom_heightfield_def *def) {
    double scale = def->spacing.y == 0 ? 1.0 : (double)def->spacing.y;
    size_t count = (size_t)f->columns * f->rows;
    for (size_t i = 0; i < count; i++) {
        f->heights[i] = (carom_real)((double)def->origin.y + scale * (double)def->heights[i]);
        if (!finite1((double)f->heights[i])) return CAROM_ERROR_NOT_FINITE;
    }
    return CAROM_OK;
}

static const height_range no_heights = {CAROM_REAL_MAX, -CAROM_REAL_MAX};

height_range carom_height_range_of_samples(const carom_heightfield *f, height_tile tile) {
    uint32_t size = (uint32_t)1 << tile.level, x = tile.column * size, z = tile.row * size;
    height_range out = no_heights;
    for (uint32_t k = z; k < z + size && k < f->rows - 1; k++)
        for (uint32_t i = x; i < x + size && i < f->columns - 1; i++)
            out = height_joined(out, height_range_of_cell(f, i, k));
    return out;
}

static void fill_level(carom_heightfield *f, int level) {
    height_range *out = f->ranges[level];
    for (uint32_t k = 0; k < f->along[level]; k++)
        for (uint32_t i = 0; i < f->across[level]; i++) {
            height_tile children[4];
            int count = height_children(f, (height_tile){i, k, level}, children);
            height_range range = no_heights;
            for (int c = 0; c < count; c++)
                range = height_joined(range, height_range_of(f, children[c]));
            *out++ = range;
        }
}

static void count_levels(carom_heightfield *f) {
    f->across[0] = f->columns - 1;
    f->along[0] = f->rows - 1;
    while (f->across[f->top] > 1 || f->along[f->top] > 1) {
        f->top++;
        f->across[f->top] = halved_up(f->across[f->top - 1]);
        f->along[f->top] = halved_up(f->along[f->top - 1]);
    }
}

static carom_status fill_height_field(carom_heightfield *f, const carom_heightfield_def *def) {
    size_t cells = (size_t)(f->columns - 1) * (f->rows - 1);
    carom_status status = check_grid(f);
    if (status != CAROM_OK) return status;
    f->heights = carom_alloc(&f->allocator, (size_t)f->columns * f->rows, sizeof(carom_real));
    if (!f->heights) return CAROM_ERROR_MEMORY;
    if (def->holes && !(f->holes = carom_alloc(&f->allocator, cells, 1))) return CAROM_ERROR_MEMORY;
    if (def->holes) memcpy(f->holes, def->holes, cells);
    status = place_heights(f, def);
    count_levels(f);
    for (int n = HEIGHT_STORED; status == CAROM_OK && n <= f->top; n++) {
        size_t tiles = (size_t)f->across[n] * f->along[n];
        f->ranges[n] = carom_alloc(&f->allocator, tiles, sizeof(height_range));
        if (!f->ranges[n]) return CAROM_ERROR_MEMORY;
        fill_level(f, n);
    }
    return status;
}

carom_status carom_heightfield_create(carom_heightfield **field, const carom_heightfield_def *def) {
    carom_status status = field ? check_height_def(def) : CAROM_ERROR_ARGUMENT;
    if (status != CAROM_OK) return status;
    carom_heightfield *f = carom_alloc(&def->allocator, 1, sizeof *f);
    if (!f) return CAROM_ERROR_MEMORY;
    memset(f, 0, sizeof *f);
    f->allocator = def->allocator;
    f->columns = def->columns;
    f->rows = def->rows;
    f->origin = def->origin;
    f->spacing = def->spacing;
    status = fill_height_field(f, def);
    if (status == CAROM_OK)
        *field = f;
    else
        carom_heightfield_destroy(f);
    return status;
}

void carom_heightfield_destroy(carom_heightfield *field) {
    if (!field) return;
    carom_allocator allocator = field->allocator;
    for (int n = 0; n < HEIGHT_LEVELS; n++)
        carom_free(&allocator, field->ranges[n]);
    carom_free(&allocator, field->holes);
    carom_free(&allocator, field->heights);
    carom_free(&allocator, field);
}

uint32_t carom_heightfield_triangle_count(const carom_heightfield *field) {
    return 2 * (field->columns - 1) * (field->rows - 1);
}

carom_triangle carom_heightfield_triangle(const carom_heightfield *field, uint32_t triangle) {
    static const carom_triangle none;
    uint32_t cell = triangle / 2, column = cell % (field->columns - 1);
    uint32_t row = cell / (field->columns - 1);
    CAROM_ASSERT(row < field->rows - 1);
    if (row >= field->rows - 1 || height_is_hole(field, column, row)) return none;
    return height_triangle(field, column, row, triangle % 2);
}

carom_aabb carom_heightfield_bounds(const carom_heightfield *field) {
    carom_aabb box;
    height_box(field, height_root(field), &box);
    return box;
}
