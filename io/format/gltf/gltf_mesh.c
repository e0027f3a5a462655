/* Meshes of glTF [Khronos21]: each primitive of triangles (list, strip or fan) becomes a mesh of
 * the scene. Points and lines are counted and skipped. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/gltf/gltf.h"
#include "build.h"
#include "file.h"
#include "format/gltf/gltf_data.h"
#include "format/gltf/gltf_material.h"
#include "format/gltf/gltf_mesh.h"

enum { POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES, STRIP, FAN, MODES };

typedef struct primitive {
    size_t mesh, index; /* for messages */
    size_t mode, corners;
    io_pool *positions;
    const double *step; /* of the grid that positions are on, or 0 */
    bool indexed;
    io_bytes indices; /* uint32_t, when indexed */
} primitive;

static bool fail_primitive(const gltf_state *g, const primitive *p, const char *what) {
    return carom_io_fail(g->file, "meshes[%zu].primitives[%zu]: %s", p->mesh, p->index, what);
}

static uint32_t corner(const primitive *p, size_t i) {
    return p->indexed ? ((const uint32_t *)(const void *)p->indices.data)[i] : (uint32_t)i;
}

static bool check_corners(const gltf_state *g, const primitive *p) {
    size_t vertices = pool_count(p->positions);
    for (size_t i = 0; i < p->corners; i++)
        if (corner(p, i) >= vertices) {
            char what[120];
            snprintf(what, sizeof what,
                     "index %u at place %zu, but there are %zu vertices; "
                     "export it again",
                     (unsigned)corner(p, i), i, vertices);
            return fail_primitive(g, p, what);
        }
    return true;
}

/* Corners of triangle i, numbered as in [Khronos21] 3.7.2.1. */
static void corners_of(const primitive *p, size_t i, size_t out[3]) {
    size_t odd = i % 2;
    out[0] = p->mode == TRIANGLES ? 3 * i : p->mode == STRIP ? i : i + 1;
    out[1] = p->mode == TRIANGLES ? 3 * i + 1 : p->mode == STRIP ? i + 1 + odd : i + 2;
    out[2] = p->mode == TRIANGLES ? 3 * i + 2 : p->mode == STRIP ? i + 2 - odd : 0;
}

static bool add_triangles(gltf_state *g, const primitive *p, io_bytes *triangles) {
    carom_io_report *report = &g->builder->scene->report;
    size_t faces = p->mode == TRIANGLES ? p->corners / 3 : p->corners - 2;
    if (!check_corners(g, p)) return false;
    if (report->faces + faces > IO_FACE_LIMIT)
        return fail_primitive(g, p,
                              "more than 100000000 triangles so far; cut the file into parts");
    uint32_t *out = carom_io_extend(triangles, 3 * faces * sizeof *out);
    if (!out) return carom_io_memory(g->file);
    for (size_t i = 0; i < faces; i++) {
        size_t corners[3];
        corners_of(p, i, corners);
        for (size_t k = 0; k < 3; k++)
            out[3 * i + k] = corner(p, corners[k]);
    }
    report->faces += faces;
    report->vertices += pool_count(p->positions);
    return true;
}

static bool read_primitive(gltf_state *g, json_t *object, primitive *p) {
    json_t *accessors = json_object_get(g->root, "accessors");
    size_t position, indices, count = json_array_size(accessors);
    if (!carom_io_gltf_number(g, object, "mode", MODES, &p->mode) ||
        !carom_io_gltf_number(g, object, "indices", count, &indices) ||
        !carom_io_gltf_number(g, json_object_get(object, "attributes"), "POSITION", count,
                              &position))
        return false;
    if (p->mode == SIZE_MAX) p->mode = TRIANGLES;
    if (position == SIZE_MAX)
        return fail_primitive(g, p, "it has no positions; remove it or export it again");
    p->step = &g->steps[position];
    if (!carom_io_gltf_positions(g, position, &p->positions)) return false;
    p->indexed = indices != SIZE_MAX;
    if (p->indexed && !carom_io_gltf_indices(g, indices, &p->indices)) return false;
    p->corners = p->indexed ? p->indices.size / sizeof(uint32_t) : pool_count(p->positions);
    return true;
}

/* Counts a primitive of points or lines. */
static void count_skipped(carom_io_report *report, const primitive *p) {
    size_t n = p->corners;
    if (p->mode == POINTS) report->points += n;
    if (p->mode == LINES) report->lines += n / 2;
    if (p->mode == LINE_LOOP) report->lines += n;
    if (p->mode == LINE_STRIP) report->lines += n - 1;
}

static bool convert_primitive(gltf_state *g, json_t *object, primitive *p, io_bytes *triangles) {
    if (!read_primitive(g, object, p)) return false;
    if (p->mode < TRIANGLES) {
        count_skipped(&g->builder->scene->report, p);
        return true;
    }
    if (p->mode == TRIANGLES && p->corners % 3)
        return fail_primitive(g, p,
                              "the number of its corners is no multiple of three; export it again");
    if (p->corners < 3)
        return fail_primitive(g, p, "a strip or fan of less than three corners; remove it");
    return add_triangles(g, p, triangles);
}

static carom_io_mesh *last_mesh(const gltf_state *g) {
    const carom_io_scene *scene = g->builder->scene;
    return &scene->meshes[scene->mesh_count - 1];
}

/* Of the mesh that was added last. */
static bool keep_color(gltf_state *g, json_t *object) {
    double color[4];
    carom_io_gltf_color(g, object, color);
    carom_io_put(&g->colors, color, sizeof color);
    return g->colors.failed ? carom_io_memory(g->file) : true;
}

static bool add_primitive(gltf_state *g, json_t *object, primitive *p, const char *name) {
    io_bytes triangles = {0};
    bool ok = convert_primitive(g, object, p, &triangles);
    if (ok && triangles.size) {
        ok = carom_io_add_mesh(g->builder, p->positions, &triangles, name);
        /* a vertex was moved to a corner of the grid, by half of a cell's diagonal at most */
        if (ok) last_mesh(g)->deviation = sqrt(0.75) * *p->step;
        ok = ok && keep_color(g, object);
    }
    free(triangles.data);
    free(p->indices.data);
    return ok;
}

/* Names the parts of a mesh "mesh-0", "mesh-1" and so on, where there are several. */
static bool name_pieces(gltf_state *g, const gltf_pieces *pieces) {
    carom_io_mesh *meshes = g->builder->scene->meshes + pieces->first;
    for (size_t i = 0; i < pieces->count && pieces->count > 1; i++) {
        size_t size = strlen(meshes[i].name) + 24;
        char *longer = realloc(meshes[i].name, size);
        if (!longer) return carom_io_memory(g->file);
        meshes[i].name = longer;
        snprintf(longer + strlen(longer), 24, "-%zu", i);
    }
    return true;
}

bool carom_io_gltf_mesh(gltf_state *g, size_t mesh) {
    json_t *object = json_array_get(json_object_get(g->root, "meshes"), mesh);
    json_t *list = json_object_get(object, "primitives"), *item;
    const char *name = json_string_value(json_object_get(object, "name"));
    gltf_pieces *pieces = &g->meshes[mesh];
    if (pieces->done) return true;
    if (!json_array_size(list))
        return carom_io_fail(g->file, "meshes[%zu] has no primitives; remove it or export it again",
                             mesh);
    pieces->first = g->builder->scene->mesh_count;
    size_t i;
    json_array_foreach(list, i, item) {
        primitive p = {.mesh = mesh, .index = i};
        carom_io_gltf_set_context(g, "meshes", mesh);
        if (!add_primitive(g, item, &p, name ? name : "")) return false;
    }
    pieces->count = g->builder->scene->mesh_count - pieces->first;
    pieces->done = true;
    return name_pieces(g, pieces);
}
