/* Point clouds and voxels from JSON (docs/query.md): a compound is built where the numbers are
 * read, as a height field is. */
#include "json_lines/query_cloud.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json_lines/query_number.h"

static bool numbers_in(json_t *list, carom_real *out, size_t count) {
    if (!json_is_array(list) || json_array_size(list) != count) return false;
    for (size_t i = 0; i < count; i++)
        if (!query_number(json_array_get(list, i), &out[i])) return false;
    return true;
}

/* @return false for lack of memory */
static bool keep_compound(query_shape *out, carom_compound *made, carom_status status,
                          const char *invalid) {
    out->compound = made;
    out->shape.as.compound = made;
    if (status == CAROM_ERROR_NOT_FINITE) out->problem = "coordinate is not finite";
    if (status == CAROM_ERROR_LIMIT) out->problem = "cell is out of reach";
    if (status == CAROM_ERROR_ARGUMENT) out->problem = invalid;
    return status != CAROM_ERROR_MEMORY;
}

/* ---- points */

static bool create_points(query_shape *out, const carom_points_def *def) {
    carom_compound *made = NULL;
    const carom_status status = carom_compound_create_points(&made, def);
    return keep_compound(out, made, status, "radius is negative");
}

bool query_read_points_shape(json_t *body, query_shape *out) {
    json_t *points = json_object_get(body, "points"), *radius = json_object_get(body, "radius");
    const size_t count = json_array_size(points);
    if (!json_is_array(points)) return false;
    carom_vec3 *at = calloc(count + 1, sizeof *at);
    carom_real *radii = calloc(count + 1, sizeof *radii);
    carom_points_def def = {.points = at, .count = count};
    bool read = at && radii && query_points(points, at, count);
    if (read && json_is_array(radius)) {
        read = numbers_in(radius, radii, count);
        def.radii = radii;
    } else if (read && radius) {
        read = query_number(radius, &def.radius);
    }
    read = read && create_points(out, &def);
    free(at);
    free(radii);
    return read;
}

/* ---- voxels */

/* A number, or null for what is unknown. */
static bool read_value(json_t *value, carom_real *out) {
    *out = (carom_real)NAN;
    return json_is_null(value) || query_number(value, out);
}

/* Layers along z of rows along y of values along x. */
static bool read_values(json_t *layers, const int32_t size[3], carom_real *out) {
    for (int32_t z = 0; z < size[2]; z++) {
        json_t *rows = json_array_get(layers, (size_t)z);
        if (json_array_size(rows) != (size_t)size[1]) return false;
        for (int32_t y = 0; y < size[1]; y++) {
            json_t *row = json_array_get(rows, (size_t)y);
            if (json_array_size(row) != (size_t)size[0]) return false;
            for (int32_t x = 0; x < size[0]; x++)
                if (!read_value(json_array_get(row, (size_t)x), out++)) return false;
        }
    }
    return true;
}

/* Whole numbers; of those too large for an index the library says that they are out of reach. */
static bool read_index(json_t *value, int32_t *out) {
    const double number = json_number_value(value);
    if (!json_is_number(value) || number != floor(number)) return false;
    *out = (int32_t)fmax(INT32_MIN, fmin(INT32_MAX, number));
    return true;
}

static bool read_leaf(json_t *leaf, carom_voxel_leaf *out) {
    return json_array_size(leaf) == 5 && read_index(json_array_get(leaf, 0), &out->x) &&
           read_index(json_array_get(leaf, 1), &out->y) &&
           read_index(json_array_get(leaf, 2), &out->z) &&
           read_index(json_array_get(leaf, 3), &out->depth) &&
           read_value(json_array_get(leaf, 4), &out->value);
}

static bool create_voxels(query_shape *out, const carom_voxels_def *def) {
    carom_compound *made = NULL;
    const carom_status status = carom_compound_create_voxels(&made, def);
    return keep_compound(out, made, status, "cell, depth or leaves are invalid");
}

static bool read_grid(json_t *layers, carom_voxels_def *def, query_shape *out) {
    json_t *rows = json_array_get(layers, 0);
    const size_t most = CAROM_VOXEL_REACH;
    const size_t size[3] = {json_array_size(json_array_get(rows, 0)), json_array_size(rows),
                            json_array_size(layers)};
    for (int axis = 0; axis < 3; axis++) {
        if (size[axis] < 1 || size[axis] > most) return false;
        def->size[axis] = (int32_t)size[axis];
    }
    carom_real *values = calloc(size[0] * size[1] * size[2], sizeof *values);
    def->values = values;
    const bool read = values && read_values(layers, def->size, values) && create_voxels(out, def);
    free(values);
    return read;
}

static bool read_leaves(json_t *list, carom_voxels_def *def, query_shape *out) {
    const size_t count = json_array_size(list);
    carom_voxel_leaf *leaves = calloc(count + 1, sizeof *leaves);
    bool read = leaves && json_is_array(list);
    for (size_t i = 0; read && i < count; i++)
        read = read_leaf(json_array_get(list, i), &leaves[i]);
    def->leaves = leaves;
    def->leaf_count = count;
    read = read && create_voxels(out, def);
    free(leaves);
    return read;
}

static bool read_unknown(json_t *unknown, bool *occupied) {
    const char *text = json_string_value(unknown);
    if (!unknown) return true;
    *occupied = text && !strcmp(text, "occupied");
    return *occupied || (text && !strcmp(text, "free"));
}

static bool read_cell(json_t *cell, carom_vec3 *out) {
    if (json_is_array(cell)) return query_point(cell, out);
    if (!query_number(cell, &out->x)) return false;
    out->y = out->z = out->x;
    return true;
}

bool query_read_voxels(json_t *body, query_shape *out) {
    carom_voxels_def def = {.threshold = 0};
    json_t *origin = json_object_get(body, "origin"), *layers = json_object_get(body, "values");
    json_t *threshold = json_object_get(body, "threshold");
    json_t *leaves = json_object_get(body, "leaves");
    if (!layers == !leaves) return false;
    if (!read_cell(json_object_get(body, "cell"), &def.cell)) return false;
    if (origin && !query_point(origin, &def.origin)) return false;
    if (threshold && !query_number(threshold, &def.threshold)) return false;
    if (!read_unknown(json_object_get(body, "unknown"), &def.unknown_is_occupied)) return false;
    return layers ? read_grid(layers, &def, out) : read_leaves(leaves, &def, out);
}
