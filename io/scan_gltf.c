/* glTF 2.0, as text or in a GLB container. Meshes and nodes of the scene are checked and copied to
 * a GLB that holds nothing else; its names are numbers, by which read.c finds the way back. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gltf.h"

#define DEPTH_LIMIT 500
static const uint32_t glb_magic = 0x46546C67u, chunk_json = 0x4E4F534Au, chunk_bin = 0x004E4942u;

/* ---- nodes */

static bool copy_numbers(const gltf_state *g, json_t *from, json_t *to, const char *key) {
    json_t *list = json_object_get(from, key), *item;
    size_t want = !strcmp(key, "matrix") ? 16 : !strcmp(key, "rotation") ? 4 : 3, i;
    if (!list) return true;
    if (!json_is_array(list) || json_array_size(list) != want)
        return carom_io_fail(g->file, "a node's %s must have %zu numbers", key, want);
    json_array_foreach(
        list, i,
        item) if (!json_is_number(item) ||
                  !(fabs(json_number_value(item)) <
                    1e38)) return carom_io_fail(g->file,
                                                "a node's %s[%zu] is not a number below 1e38", key,
                                                i);
    return json_object_set(to, key, list) ? carom_io_memory(g->file) : true;
}

static bool copy_placing(const gltf_state *g, json_t *from, json_t *to) {
    if (json_object_get(json_object_get(from, "extensions"), "EXT_mesh_gpu_instancing"))
        return carom_io_fail(g->file,
                             "a node has instances by EXT_mesh_gpu_instancing, which are not "
                             "read; export plain nodes");
    return copy_numbers(g, from, to, "matrix") && copy_numbers(g, from, to, "translation") &&
           copy_numbers(g, from, to, "rotation") && copy_numbers(g, from, to, "scale");
}

static bool place_mesh(gltf_state *g, json_t *from, json_t *to) {
    size_t mesh, count = json_array_size(json_object_get(g->root, "meshes"));
    if (!carom_io_gltf_number(g, from, "mesh", count, &mesh)) return false;
    if (mesh == SIZE_MAX) return true;
    if (!carom_io_gltf_mesh(g, mesh)) return false;
    g->scan->tally.placed += g->mesh_pieces[mesh];
    if (!g->mesh_pieces[mesh]) return true;
    json_t *number = json_integer((json_int_t)g->mesh_out[mesh]);
    return json_object_set_new(to, "mesh", number) ? carom_io_memory(g->file) : true;
}

static bool copy_node(gltf_state *g, size_t node, unsigned depth);

/* Copies the nodes listed and puts their new numbers into out. */
static bool copy_nodes(gltf_state *g, json_t *list, json_t *out, unsigned depth) {
    json_t *item;
    size_t i;
    if (list && !json_is_array(list))
        return carom_io_fail(g->file, "a list of nodes is not an array");
    json_array_foreach(list, i, item) {
        json_int_t index = json_is_integer(item) ? json_integer_value(item) : -1;
        if (index < 0 || (size_t)index >= g->scan->node_count)
            return carom_io_fail(g->file, "a list of nodes names node %lld, but there are %zu",
                                 (long long)index, g->scan->node_count);
        json_t *number = json_integer((json_int_t)json_array_size(g->nodes));
        if (json_array_append_new(out, number)) return carom_io_memory(g->file);
        if (!copy_node(g, (size_t)index, depth)) return false;
    }
    return true;
}

static bool copy_node(gltf_state *g, size_t node, unsigned depth) {
    json_t *from = json_array_get(json_object_get(g->root, "nodes"), node);
    json_t *to = json_object(), *children = json_array();
    char name[32];
    snprintf(name, sizeof name, "%zu", node);
    bool ok = to && children && !json_array_append_new(g->nodes, to) &&
              !json_object_set_new(to, "name", json_string(name));
    if (!ok) {
        json_decref(children);
        return carom_io_memory(g->file);
    }
    if (g->seen[node])
        ok = carom_io_fail(g->file, "nodes[%zu] stands under two parents, or under itself", node);
    else if (depth > DEPTH_LIMIT)
        ok = carom_io_fail(g->file, "nodes[%zu] is more than %d deep", node, DEPTH_LIMIT);
    else if (!json_is_object(from))
        ok = carom_io_fail(g->file, "nodes[%zu] is not an object", node);
    g->seen[node] = true;
    ok = ok && copy_placing(g, from, to) && place_mesh(g, from, to) &&
         copy_nodes(g, json_object_get(from, "children"), children, depth + 1);
    if (ok && json_array_size(children) && json_object_set(to, "children", children))
        ok = carom_io_memory(g->file);
    json_decref(children);
    return ok;
}

static bool copy_scene(gltf_state *g, json_t *roots) {
    json_t *scenes = json_object_get(g->root, "scenes");
    size_t scene;
    if (!json_array_size(scenes))
        return carom_io_fail(g->file, "it has no scene, so nothing is placed");
    if (!carom_io_gltf_number(g, g->root, "scene", json_array_size(scenes), &scene)) return false;
    json_t *chosen = json_array_get(scenes, scene == SIZE_MAX ? 0 : scene);
    return copy_nodes(g, json_object_get(chosen, "nodes"), roots, 0);
}

/* ---- names */

static char *copy_text(const char *text, size_t number, bool numbered) {
    size_t size = strlen(text) + 24;
    char *copy = malloc(size);
    if (copy && numbered) snprintf(copy, size, "%s-%zu", text, number);
    if (copy && !numbered) memcpy(copy, text, strlen(text) + 1);
    return copy;
}

static const char *name_of(const gltf_state *g, const char *list, size_t index) {
    json_t *object = json_array_get(json_object_get(g->root, list), index);
    const char *name = json_string_value(json_object_get(object, "name"));
    return name ? name : "";
}

static bool keep_names(gltf_state *g) {
    io_scan *scan = g->scan;
    size_t meshes = json_array_size(json_object_get(g->root, "meshes"));
    scan->mesh_names = calloc(scan->tally.pieces + 1, sizeof(char *));
    scan->node_names = calloc(scan->node_count + 1, sizeof(char *));
    if (!scan->mesh_names || !scan->node_names) return carom_io_memory(g->file);
    for (size_t m = 0; m < meshes; m++) {
        size_t pieces = g->mesh_out[m] == SIZE_MAX ? 0 : g->mesh_pieces[m];
        for (size_t k = 0; k < pieces; k++) {
            char *name = copy_text(name_of(g, "meshes", m), k, pieces > 1);
            if (!name) return carom_io_memory(g->file);
            scan->mesh_names[g->mesh_first[m] + k] = name;
        }
    }
    for (size_t n = 0; n < scan->node_count; n++) {
        scan->node_names[n] = copy_text(name_of(g, "nodes", n), 0, false);
        if (!scan->node_names[n]) return carom_io_memory(g->file);
    }
    return true;
}

/* ---- the clean file */

static bool write_glb(gltf_state *g, json_t *roots) {
    json_t *clean = json_pack(
        "{s:{s:s}, s:i, s:[{s:O}], s:O, s:O, s:O, s:O, s:[{s:I}]}", "asset", "version", "2.0",
        "scene", 0, "scenes", "nodes", roots, "nodes", g->nodes, "meshes", g->meshes, "accessors",
        g->accessors, "bufferViews", g->views, "buffers", "byteLength", (json_int_t)g->bin.size);
    char *text = clean ? json_dumps(clean, JSON_COMPACT) : NULL;
    json_decref(clean);
    if (!text) return carom_io_memory(g->file);
    size_t length = strlen(text), padded = (length + 3) / 4 * 4;
    io_bytes *out = &g->scan->clean;
    if (padded + g->bin.size + 28 <= IO_FILE_LIMIT) {
        carom_io_put_u32(out, glb_magic);
        carom_io_put_u32(out, 2);
        carom_io_put_u32(out, (uint32_t)(28 + padded + g->bin.size));
        carom_io_put_u32(out, (uint32_t)padded);
        carom_io_put_u32(out, chunk_json);
        carom_io_put(out, text, length);
        carom_io_put(out, "   ", padded - length);
        carom_io_put_u32(out, (uint32_t)g->bin.size);
        carom_io_put_u32(out, chunk_bin);
        carom_io_put(out, g->bin.data, g->bin.size);
    } else {
        out->failed = true;
    }
    free(text);
    g->scan->hint = "glb";
    return out->failed ? carom_io_memory(g->file) : true;
}

/* ---- the file */

static bool check_extensions(const gltf_state *g) {
    static const char *const harmless[] = {"KHR_materials_", "KHR_texture_",  "KHR_lights_",
                                           "KHR_xmp",        "KHR_technique", "KHR_animation_",
                                           "EXT_texture_",   "MSFT_texture_", "EXT_lights_"};
    json_t *item;
    size_t i;
    json_array_foreach(json_object_get(g->root, "extensionsRequired"), i, item) {
        const char *name = json_string_value(item);
        bool known = false;
        for (size_t k = 0; name && k < sizeof harmless / sizeof *harmless; k++)
            known = known || !strncmp(name, harmless[k], strlen(harmless[k]));
        if (!known)
            return carom_io_fail(g->file,
                                 "needs the extension %.60s, which is not read; export "
                                 "without it",
                                 name ? name : "(not a name)");
    }
    return true;
}

static bool parse_json(gltf_state *g, const unsigned char *text, size_t size) {
    json_error_t error;
    g->root = json_loadb((const char *)text, size, 0, &error);
    if (!g->root)
        return carom_io_fail(g->file, "JSON, line %d, column %d: %s", error.line, error.column,
                             error.text);
    json_t *version = json_object_get(json_object_get(g->root, "asset"), "version");
    if (!json_is_string(version))
        return carom_io_fail(g->file, "is not glTF 2.0: asset.version is missing");
    if (strncmp(json_string_value(version), "2.", 2))
        return carom_io_fail(g->file, "is glTF %.10s; only 2.0 is read, convert it",
                             json_string_value(version));
    return check_extensions(g);
}

static bool open_glb(gltf_state *g) {
    const io_file *file = g->file;
    const unsigned char *b = file->bytes;
    if (file->size < 20) return carom_io_fail(file, "is cut off inside the GLB header");
    if (carom_io_get_u32(b + 4) != 2)
        return carom_io_fail(file, "is a GLB of version %u; only 2 is read, convert it",
                             (unsigned)carom_io_get_u32(b + 4));
    if (carom_io_get_u32(b + 8) != file->size)
        return carom_io_fail(file, "declares %u bytes but has %zu; it was cut off or added to",
                             (unsigned)carom_io_get_u32(b + 8), file->size);
    size_t json_size = carom_io_get_u32(b + 12), at = 20;
    if (carom_io_get_u32(b + 16) != chunk_json || json_size > file->size - at)
        return carom_io_fail(file, "byte 12: the JSON chunk is missing or longer than the file");
    for (at += json_size; file->size - at >= 8;) {
        size_t size = carom_io_get_u32(b + at);
        if (size > file->size - at - 8)
            return carom_io_fail(file, "byte %zu: a chunk of %zu bytes, longer than the file", at,
                                 size);
        if (carom_io_get_u32(b + at + 4) == chunk_bin && !g->chunk) {
            g->chunk = b + at + 8;
            g->chunk_size = size;
        }
        at += 8 + size;
    }
    if (at != file->size) return carom_io_fail(file, "byte %zu: part of a chunk", at);
    return parse_json(g, b + 20, json_size);
}

static bool prepare(gltf_state *g) {
    size_t meshes = json_array_size(json_object_get(g->root, "meshes"));
    size_t accessors = json_array_size(json_object_get(g->root, "accessors"));
    g->scan->node_count = json_array_size(json_object_get(g->root, "nodes"));
    g->buffers =
        calloc(json_array_size(json_object_get(g->root, "buffers")) + 1, sizeof *g->buffers);
    g->positions = calloc(accessors + 1, sizeof *g->positions);
    g->indices = calloc(accessors + 1, sizeof *g->indices);
    g->mesh_out = calloc(meshes + 1, sizeof(size_t));
    g->mesh_first = calloc(meshes + 1, sizeof(size_t));
    g->mesh_pieces = calloc(meshes + 1, sizeof(size_t));
    g->seen = calloc(g->scan->node_count + 1, sizeof(bool));
    g->views = json_array();
    g->accessors = json_array();
    g->meshes = json_array();
    g->nodes = json_array();
    if (!g->buffers || !g->positions || !g->indices || !g->mesh_out || !g->mesh_first ||
        !g->mesh_pieces || !g->seen || !g->views || !g->accessors || !g->meshes || !g->nodes)
        return carom_io_memory(g->file);
    for (size_t m = 0; m < meshes; m++)
        g->mesh_out[m] = SIZE_MAX;
    return true;
}

static void release(gltf_state *g) {
    size_t buffers = g->buffers ? json_array_size(json_object_get(g->root, "buffers")) : 0;
    for (size_t i = 0; i < buffers; i++)
        free(g->buffers[i].own.data);
    free(g->buffers);
    free(g->positions);
    free(g->indices);
    free(g->mesh_out);
    free(g->mesh_first);
    free(g->mesh_pieces);
    free(g->seen);
    free(g->bin.data);
    json_decref(g->views);
    json_decref(g->accessors);
    json_decref(g->meshes);
    json_decref(g->nodes);
    json_decref(g->root);
}

bool carom_io_scan_gltf(const io_file *file, io_scan *scan) {
    gltf_state g = {.file = file, .scan = scan};
    bool ok = scan->format == CAROM_IO_GLB ? open_glb(&g) : parse_json(&g, file->bytes, file->size);
    ok = ok && prepare(&g);
    json_t *roots = ok ? json_array() : NULL;
    if (ok && !roots) ok = carom_io_memory(file);
    ok = ok && copy_scene(&g, roots) && keep_names(&g);
    if (ok && scan->tally.faces) ok = write_glb(&g, roots);
    json_decref(roots);
    release(&g);
    return ok;
}
