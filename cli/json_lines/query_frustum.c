/* Frustums of a camera or a matrix: the hull of their corners, so that every verb takes them. */
#include <stdlib.h>

#include "carom/frustum.h"
#include "json_lines/query_frustum.h"
#include "json_lines/query_number.h"

static bool has_number(json_t *body, const char *name, carom_real *out) {
    return query_number(json_object_get(body, name), out);
}

static bool read_camera(json_t *body, carom_frustum *out) {
    carom_frustum_def def = {.aspect = 1};
    const char *lens = json_object_get(body, "height") ? "height" : "fovy";
    if (!query_point(json_object_get(body, "eye"), &def.eye) ||
        !query_point(json_object_get(body, "forward"), &def.forward) ||
        !query_point(json_object_get(body, "up"), &def.up) ||
        !has_number(body, lens, lens[0] == 'h' ? &def.height : &def.fovy) ||
        !has_number(body, "near", &def.near_distance) ||
        !has_number(body, "far", &def.far_distance))
        return false;
    if (json_object_get(body, "aspect") && !has_number(body, "aspect", &def.aspect)) return false;
    return carom_frustum_from_camera(out, &def) == CAROM_OK;
}

static bool read_columns(json_t *columns, json_t *depths, carom_frustum *out) {
    carom_real m[16], depth[2] = {-1, 1};
    if (json_array_size(columns) != 16 || (depths && json_array_size(depths) != 2)) return false;
    for (size_t i = 0; i < 16; i++)
        if (!query_number(json_array_get(columns, i), &m[i])) return false;
    for (size_t i = 0; depths && i < 2; i++)
        if (!query_number(json_array_get(depths, i), &depth[i])) return false;
    return carom_frustum_from_columns(out, m, depth[0], depth[1]) == CAROM_OK;
}

bool query_read_frustum(json_t *body, query_shape *out) {
    carom_frustum frustum;
    json_t *columns = json_object_get(body, "columns");
    if (columns ? !read_columns(columns, json_object_get(body, "depths"), &frustum)
                : !read_camera(body, &frustum))
        return false;
    out->vertices = calloc(8, sizeof *out->vertices);
    out->vertex_count = 8;
    for (int i = 0; out->vertices && i < 8; i++)
        out->vertices[i] = frustum.corners[i];
    return out->vertices != NULL;
}
