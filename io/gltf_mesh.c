/* Meshes of glTF: counts what each primitive declares, checks its indices, and copies positions and
 * indices. Points and lines are counted and left out. */
#include <stdio.h>

#include "gltf.h"

enum { POINTS, LINES, LINE_LOOP, LINE_STRIP, TRIANGLES, STRIP, FAN, MODES };

typedef struct primitive {
    size_t mesh, index; /* where it stands, for messages */
    size_t mode, corners;
    const gltf_copy *positions, *indices; /* indices may be null */
} primitive;

static bool primitive_fails(const gltf_state *g, const primitive *p, const char *what) {
    return carom_io_fail(g->file, "meshes[%zu].primitives[%zu]: %s", p->mesh, p->index, what);
}

static uint32_t corner(const gltf_state *g, const primitive *p, size_t i) {
    return p->indices ? carom_io_get_u32(g->bin.data + p->indices->offset + 4 * i) : (uint32_t)i;
}

static void count_corner(gltf_state *g, const primitive *p, size_t i) {
    const unsigned char *at = g->bin.data + p->positions->offset + (size_t)12 * corner(g, p, i);
    double position[3];
    for (int k = 0; k < 3; k++)
        position[k] = (double)carom_io_get_float(at + 4 * k);
    carom_io_count_corner(&g->scan->tally, position);
}

static bool count_triangles(gltf_state *g, const primitive *p) {
    size_t faces = p->mode == TRIANGLES ? p->corners / 3 : p->corners - 2;
    for (size_t i = 0; i < p->corners; i++)
        if (corner(g, p, i) >= p->positions->count) {
            char what[120];
            snprintf(what, sizeof what, "index %u at place %zu, but there are %zu vertices",
                     (unsigned)corner(g, p, i), i, p->positions->count);
            return primitive_fails(g, p, what);
        }
    if (g->scan->tally.faces + faces > IO_FACE_LIMIT)
        return primitive_fails(g, p,
                               "more than 100000000 triangles so far; cut the file into parts");
    for (size_t i = 0; i < faces; i++) {
        size_t first = p->mode == TRIANGLES ? 3 * i : p->mode == STRIP ? i : 0;
        size_t second = p->mode == FAN ? i + 1 : first + 1;
        count_corner(g, p, first);
        count_corner(g, p, second);
        count_corner(g, p, second + 1);
        carom_io_count_face(&g->scan->tally, 3);
    }
    return true;
}

static bool open_primitive(gltf_state *g, json_t *object, primitive *p) {
    size_t position, indices, count = json_array_size(json_object_get(g->root, "accessors"));
    if (!carom_io_gltf_number(g, object, "mode", MODES, &p->mode) ||
        !carom_io_gltf_number(g, object, "indices", count, &indices) ||
        !carom_io_gltf_number(g, json_object_get(object, "attributes"), "POSITION", count,
                              &position))
        return false;
    if (p->mode == SIZE_MAX) p->mode = TRIANGLES;
    if (position == SIZE_MAX) return primitive_fails(g, p, "it has no positions");
    if (json_object_get(json_object_get(object, "extensions"), "KHR_draco_mesh_compression") &&
        !json_object_get(json_array_get(json_object_get(g->root, "accessors"), position),
                         "bufferView"))
        return primitive_fails(g, p,
                               "it is compressed (KHR_draco_mesh_compression); export without");
    p->indices = NULL;
    if (!carom_io_gltf_positions(g, position, &p->positions)) return false;
    if (indices != SIZE_MAX && !carom_io_gltf_indices(g, indices, &p->indices)) return false;
    p->corners = p->indices ? p->indices->count : p->positions->count;
    return true;
}

/* Counts a primitive of points or lines. */
static void count_left_out(io_scan *scan, const primitive *p) {
    size_t n = p->corners;
    if (p->mode == POINTS) scan->points += n;
    if (p->mode == LINES) scan->lines += n / 2;
    if (p->mode == LINE_LOOP) scan->lines += n;
    if (p->mode == LINE_STRIP) scan->lines += n - 1;
}

static bool copy_primitive(gltf_state *g, json_t *object, primitive *p, json_t *out) {
    if (!open_primitive(g, object, p)) return false;
    if (p->mode < TRIANGLES) {
        count_left_out(g->scan, p);
        return true;
    }
    if (p->mode == TRIANGLES && p->corners % 3)
        return primitive_fails(g, p, "the number of its corners is no multiple of three");
    if (p->corners < 3) return primitive_fails(g, p, "a strip or fan of less than three corners");
    if (!count_triangles(g, p)) return false;
    json_t *copy = json_pack("{s:{s:I}, s:I}", "attributes", "POSITION",
                             (json_int_t)p->positions->index, "mode", (json_int_t)p->mode);
    if (copy && p->indices)
        json_object_set_new(copy, "indices", json_integer((json_int_t)p->indices->index));
    return json_array_append_new(out, copy) ? carom_io_memory(g->file) : true;
}

bool carom_io_gltf_mesh(gltf_state *g, size_t mesh) {
    json_t *object = json_array_get(json_object_get(g->root, "meshes"), mesh);
    json_t *list = json_object_get(object, "primitives"), *item, *out;
    char name[32];
    if (g->mesh_out[mesh] != SIZE_MAX) return true;
    if (!json_array_size(list))
        return carom_io_fail(g->file, "meshes[%zu] has no primitives", mesh);
    if (!(out = json_array())) return carom_io_memory(g->file);
    size_t i;
    json_array_foreach(list, i, item) {
        primitive p = {.mesh = mesh, .index = i};
        if (copy_primitive(g, item, &p, out)) continue;
        json_decref(out);
        return false;
    }
    g->mesh_first[mesh] = g->scan->tally.pieces;
    g->mesh_pieces[mesh] = json_array_size(out);
    g->mesh_out[mesh] = json_array_size(g->meshes);
    if (!g->mesh_pieces[mesh]) {
        json_decref(out);
        return true;
    }
    g->scan->tally.pieces += g->mesh_pieces[mesh];
    snprintf(name, sizeof name, "%zu", g->mesh_first[mesh]);
    json_t *copy = json_pack("{s:s, s:o}", "name", name, "primitives", out);
    return json_array_append_new(g->meshes, copy) ? carom_io_memory(g->file) : true;
}
