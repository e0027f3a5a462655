/* Reader of glTF 2.0 [Khronos21], as JSON text or in a GLB container: the nodes of the scene in
 * their rest pose. A mesh is read when a node first places it. The transform of a node is the
 * product of its parent's and its own, in double. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/gltf/gltf.h"
#include "build.h"
#include "file.h"
#include "format/gltf/gltf_codec.h"
#include "format/gltf/gltf_data.h"
#include "format/gltf/gltf_instancing.h"
#include "format/gltf/gltf_mesh.h"
#include "format/gltf/gltf_node.h"
#include "format/gltf/read_gltf.h"

/* Of the recursion over nodes. */
#define DEPTH_LIMIT 500
static const uint32_t chunk_json = 0x4E4F534Au, chunk_bin = 0x004E4942u;

/* ---- nodes */

/* out = a * b; each entry is a sum from left to right. */
static void multiply(const double a[12], const double b[12], double out[12]) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            out[4 * i + k] = a[4 * i] * b[k] + a[4 * i + 1] * b[4 + k] + a[4 * i + 2] * b[8 + k] +
                             (k == 3 ? a[4 * i + 3] : 0.0);
}

/* Places a mesh once, as a node. */
static bool place_once(gltf_state *g, const char *name, const gltf_pieces *pieces,
                       const double transform[12]) {
    const double *colors = (const double *)(const void *)g->colors.data;
    carom_io_scene *scene = g->builder->scene;
    for (size_t i = 0; i < pieces->count; i++) {
        const size_t mesh = pieces->first + i;
        if (!carom_io_add_instance(g->builder, name, mesh, g->placed, transform)) return false;
        carom_io_instance *added = &scene->instances[scene->instance_count - 1];
        memcpy(added->color, colors + 4 * mesh, sizeof added->color);
    }
    g->placed += pieces->count > 0;
    return true;
}

static bool place_instances(gltf_state *g, const char *name, const gltf_pieces *pieces,
                            const double transform[12], const io_bytes *instances) {
    const double *own = (const double *)(const void *)instances->data;
    const size_t count = instances->size / (12 * sizeof *own);
    for (size_t i = 0; i < count; i++) {
        double placed[12];
        multiply(transform, own + 12 * i, placed);
        if (!place_once(g, name, pieces, placed)) return false;
    }
    return true;
}

static bool place_mesh(gltf_state *g, size_t index, json_t *node, const double transform[12]) {
    size_t mesh, count = json_array_size(json_object_get(g->root, "meshes"));
    const char *name = json_string_value(json_object_get(node, "name"));
    io_bytes instances = {0};
    if (!carom_io_gltf_number(g, node, "mesh", count, &mesh)) return false;
    if (mesh == SIZE_MAX) return true;
    if (!carom_io_gltf_mesh(g, mesh)) return false;
    bool ok = carom_io_gltf_instancing(g, index, node, &instances);
    if (ok && instances.size)
        ok = place_instances(g, name ? name : "", &g->meshes[mesh], transform, &instances);
    else if (ok)
        ok = place_once(g, name ? name : "", &g->meshes[mesh], transform);
    free(instances.data);
    return ok;
}

/* Child nodes to be placed, and the transform and depth of their parent. */
typedef struct gltf_branch {
    json_t *list;
    const double *transform;
    unsigned depth;
} gltf_branch;

static bool place_nodes(gltf_state *g, const gltf_branch *branch);

static bool place_node(gltf_state *g, size_t index, const gltf_branch *branch) {
    json_t *node = json_array_get(json_object_get(g->root, "nodes"), index);
    double own[12], transform[12];
    if (g->placed_nodes[index])
        return carom_io_fail(
            g->file, "nodes[%zu] stands under two parents, or under itself; export a tree", index);
    if (branch->depth > DEPTH_LIMIT)
        return carom_io_fail(g->file, "nodes[%zu] is more than %d deep; flatten the tree", index,
                             DEPTH_LIMIT);
    if (!json_is_object(node))
        return carom_io_fail(g->file, "nodes[%zu] is not an object; export it again", index);
    g->placed_nodes[index] = true;
    carom_io_gltf_set_context(g, "nodes", index);
    if (!carom_io_gltf_transform(g, index, node, own)) return false;
    multiply(branch->transform, own, transform);
    const gltf_branch children = {json_object_get(node, "children"), transform, branch->depth + 1};
    return place_mesh(g, index, node, transform) && place_nodes(g, &children);
}

static bool place_nodes(gltf_state *g, const gltf_branch *branch) {
    json_t *item;
    size_t i;
    if (branch->list && !json_is_array(branch->list))
        return carom_io_fail(g->file, "a list of nodes is not an array; export it again");
    json_array_foreach(branch->list, i, item) {
        json_int_t index = json_is_integer(item) ? json_integer_value(item) : -1;
        if (index < 0 || (size_t)index >= g->node_count)
            return carom_io_fail(
                g->file, "a list of nodes names node %lld, but there are %zu; export it again",
                (long long)index, g->node_count);
        if (!place_node(g, (size_t)index, branch)) return false;
    }
    return true;
}

static bool place_scene(gltf_state *g) {
    static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    json_t *scenes = json_object_get(g->root, "scenes");
    size_t scene;
    if (!json_array_size(scenes))
        return carom_io_fail(g->file, "it has no scene, so nothing is placed; export one");
    if (!carom_io_gltf_number(g, g->root, "scene", json_array_size(scenes), &scene)) return false;
    json_t *chosen = json_array_get(scenes, scene == SIZE_MAX ? 0 : scene);
    return place_nodes(g, &(gltf_branch){json_object_get(chosen, "nodes"), identity, 0});
}

/* ---- the file */

static bool check_extensions(const gltf_state *g) {
    static const char *const harmless[] = {"KHR_materials_",
                                           "KHR_texture_",
                                           "KHR_lights_",
                                           "KHR_xmp",
                                           "KHR_technique",
                                           "KHR_animation_",
                                           "EXT_texture_",
                                           "MSFT_texture_",
                                           "EXT_lights_",
                                           "KHR_mesh_quantization",
                                           "KHR_draco_mesh_compression",
                                           "EXT_meshopt_compression",
                                           "EXT_mesh_gpu_instancing"};
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
        return carom_io_fail(g->file, "JSON, line %d, column %d: %s; correct it or export it again",
                             error.line, error.column, error.text);
    json_t *version = json_object_get(json_object_get(g->root, "asset"), "version");
    if (!json_is_string(version))
        return carom_io_fail(g->file, "is not glTF 2.0: asset.version is missing; convert it");
    if (strncmp(json_string_value(version), "2.", 2))
        return carom_io_fail(g->file, "is glTF %.10s; only 2.0 is read, convert it",
                             json_string_value(version));
    return check_extensions(g);
}

static bool open_glb(gltf_state *g) {
    const io_file *file = g->file;
    const unsigned char *b = file->bytes;
    if (file->size < 20)
        return carom_io_fail(file, "is cut off inside the GLB header; export it again");
    if (carom_io_get_u32(b + 4) != 2)
        return carom_io_fail(file, "is a GLB of version %u; only 2 is read, convert it",
                             (unsigned)carom_io_get_u32(b + 4));
    if (carom_io_get_u32(b + 8) != file->size)
        return carom_io_fail(file, "declares %u bytes but has %zu; it was cut off or added to",
                             (unsigned)carom_io_get_u32(b + 8), file->size);
    size_t json_size = carom_io_get_u32(b + 12), at = 20;
    if (carom_io_get_u32(b + 16) != chunk_json || json_size > file->size - at)
        return carom_io_fail(
            file, "byte 12: the JSON chunk is missing or longer than the file; export it again");
    for (at += json_size; file->size - at >= 8;) {
        size_t size = carom_io_get_u32(b + at);
        if (size > file->size - at - 8)
            return carom_io_fail(
                file, "byte %zu: a chunk of %zu bytes, longer than the file; it was cut off", at,
                size);
        if (carom_io_get_u32(b + at + 4) == chunk_bin && !g->chunk) {
            g->chunk = b + at + 8;
            g->chunk_size = size;
        }
        at += 8 + size;
    }
    if (at != file->size)
        return carom_io_fail(file, "byte %zu: part of a chunk; it was cut off", at);
    return parse_json(g, b + 20, json_size);
}

static bool prepare(gltf_state *g) {
    size_t meshes = json_array_size(json_object_get(g->root, "meshes"));
    size_t accessors = json_array_size(json_object_get(g->root, "accessors"));
    size_t buffers = json_array_size(json_object_get(g->root, "buffers"));
    size_t views = json_array_size(json_object_get(g->root, "bufferViews"));
    g->node_count = json_array_size(json_object_get(g->root, "nodes"));
    g->decoded_accessors = calloc(accessors + 1, sizeof *g->decoded_accessors);
    g->decoded_views = calloc(views + 1, sizeof *g->decoded_views);
    g->steps = calloc(accessors + 1, sizeof *g->steps);
    g->buffers = calloc(buffers + 1, sizeof *g->buffers);
    g->positions = calloc(accessors + 1, sizeof *g->positions);
    g->meshes = calloc(meshes + 1, sizeof *g->meshes);
    g->placed_nodes = calloc(g->node_count + 1, sizeof *g->placed_nodes);
    const bool decoded = g->decoded_accessors && g->decoded_views && g->steps;
    return decoded && g->buffers && g->positions && g->meshes && g->placed_nodes
               ? true
               : carom_io_memory(g->file);
}

static void release(gltf_state *g) {
    size_t buffers = json_array_size(json_object_get(g->root, "buffers"));
    size_t accessors = json_array_size(json_object_get(g->root, "accessors"));
    for (size_t i = 0; g->buffers && i < buffers; i++)
        free(g->buffers[i].own.data);
    for (size_t i = 0; g->positions && i < accessors; i++)
        carom_io_pool_free(&g->positions[i]);
    free(g->buffers);
    free(g->positions);
    free(g->meshes);
    free(g->placed_nodes);
    free(g->decoded_accessors);
    free(g->decoded_views);
    free(g->steps);
    free(g->colors.data);
    free(g->codec_answer.data);
    json_decref(g->root);
}

bool carom_io_read_gltf(const io_file *file, io_builder *b) {
    gltf_state g = {.file = file, .builder = b};
    bool glb = b->scene->format == CAROM_IO_GLB;
    bool ok = glb ? open_glb(&g) : parse_json(&g, file->bytes, file->size);
    ok = ok && prepare(&g) && carom_io_gltf_decode(&g) && place_scene(&g);
    release(&g);
    return ok;
}
