/* No algorithm of its own: EXT_mesh_gpu_instancing, of which a node places its mesh as often as the
 * accessors TRANSLATION, ROTATION and SCALE have elements. What is missing is 0, no turn, and 1. */
#include <math.h>
#include <stdlib.h>

#include "file.h"
#include "format/gltf/gltf_data.h"
#include "format/gltf/gltf_instancing.h"
#include "format/gltf/gltf_node.h"

typedef struct instancing {
    size_t index; /* of the node */
    io_bytes translations, rotations, scales;
    size_t count; /* SIZE_MAX before the first attribute */
} instancing;

static bool read_attribute(gltf_state *g, instancing *n, json_t *attributes, const char *name) {
    const bool rotation = name[0] == 'R';
    io_bytes *out = rotation ? &n->rotations : name[0] == 'T' ? &n->translations : &n->scales;
    const size_t accessors = json_array_size(json_object_get(g->root, "accessors"));
    size_t accessor;
    carom_io_gltf_set_context(g, "nodes", n->index);
    if (!carom_io_gltf_number(g, attributes, name, accessors, &accessor)) return false;
    if (accessor == SIZE_MAX) return true;
    if (!carom_io_gltf_numbers(g, accessor, rotation ? "VEC4" : "VEC3", out)) return false;
    const size_t count = out->size / ((rotation ? 4 : 3) * sizeof(double));
    if (n->count == SIZE_MAX) n->count = count;
    if (n->count == count) return true;
    return carom_io_fail(g->file,
                         "nodes[%zu]: EXT_mesh_gpu_instancing has %zu instances and %zu of %s; "
                         "export it again",
                         n->index, n->count, count, name);
}

/* The element, or else what it is without the attribute. */
static void element_of(const io_bytes *list, size_t i, size_t size, double *out) {
    const double *from = (const double *)(const void *)list->data;
    for (size_t k = 0; list->size && k < size; k++)
        out[k] = from[size * i + k];
}

static bool compose_all(gltf_state *g, const instancing *n, io_bytes *transforms) {
    for (size_t i = 0; i < n->count; i++) {
        double t[3] = {0, 0, 0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1}, m[12];
        element_of(&n->translations, i, 3, t);
        element_of(&n->rotations, i, 4, q);
        element_of(&n->scales, i, 3, s);
        if (!carom_io_gltf_compose(g, n->index, &(gltf_trs){t, q, s}, m)) return false;
        carom_io_put(transforms, m, sizeof m);
    }
    return transforms->failed ? carom_io_memory(g->file) : true;
}

bool carom_io_gltf_instancing(gltf_state *g, size_t index, json_t *node, io_bytes *transforms) {
    json_t *extension =
        json_object_get(json_object_get(node, "extensions"), "EXT_mesh_gpu_instancing");
    json_t *attributes = json_object_get(extension, "attributes");
    instancing n = {.index = index, .count = SIZE_MAX};
    if (!extension) return true;
    bool ok = read_attribute(g, &n, attributes, "TRANSLATION") &&
              read_attribute(g, &n, attributes, "ROTATION") &&
              read_attribute(g, &n, attributes, "SCALE");
    if (ok && n.count == SIZE_MAX)
        ok = carom_io_fail(g->file,
                           "nodes[%zu]: EXT_mesh_gpu_instancing has none of TRANSLATION, ROTATION "
                           "and SCALE; export it again",
                           index);
    ok = ok && compose_all(g, &n, transforms);
    free(n.translations.data);
    free(n.rotations.data);
    free(n.scales.data);
    return ok;
}
