/* One mesh, with its tree, of everything a file places. Vertices are not welded and no triangle is
 * omitted, so that the index of a triangle identifies it in the file. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mesh_of.h"
#include "solid.h"
#include "threads.h"

static char *part_name(const carom_io_scene *scene, size_t part) {
    const carom_io_instance *at = &scene->instances[part];
    const char *name = at->name[0] ? at->name : scene->meshes[at->mesh].name;
    size_t size = strlen(name) + 1;
    char *out = malloc(size);
    if (out) memcpy(out, name, size);
    return out;
}

static bool name_parts(model *m, const carom_io_scene *scene) {
    m->names = calloc(scene->instance_count + 1, sizeof *m->names);
    m->first = calloc(scene->instance_count + 1, sizeof *m->first);
    if (!m->names || !m->first) return false;
    for (; m->part_count < scene->instance_count; m->part_count++) {
        size_t i = m->part_count;
        size_t triangles = scene->meshes[scene->instances[i].mesh].triangle_count;
        m->first[i + 1] = m->first[i] + (uint32_t)triangles;
        if (!(m->names[i] = part_name(scene, i))) return false;
    }
    return true;
}

static bool build_model(model *m, const carom_io_soup *soup, uint32_t wanted) {
    threads t = threads_start(wanted);
    carom_status status = mesh_of_soup(soup, &t.hook, &m->mesh);
    threads_end(&t);
    return status == CAROM_OK;
}

bool model_load(model *out, const char *path, uint32_t wanted) {
    char error[512];
    carom_io_scene *scene = NULL;
    carom_io_soup soup = {0};
    *out = (model){.path = path};
    if (!carom_io_load(path, &scene, error, sizeof error)) {
        fprintf(stderr, "carom: %s\n", error);
        return false;
    }
    bool ok =
        carom_io_flatten(scene, &soup) && name_parts(out, scene) && build_model(out, &soup, wanted);
    carom_io_soup_free(&soup);
    carom_io_free(scene);
    if (ok) return true;
    fprintf(stderr, "carom: %s: not enough memory, or a vertex is not finite\n", path);
    model_free(out);
    return false;
}

bool model_solid(model *m) {
    m->placed = (carom_placed_mesh){.mesh = m->mesh, .pose = carom_pose_identity()};
    if (!solid_find(&m->placed, &m->rim)) {
        fprintf(stderr, "carom: %s: not enough memory\n", m->path);
        return false;
    }
    bool odd = m->placed.solidity == CAROM_SOLIDITY_CLOSED;
    m->solid = (carom_mesh_solid){.mesh = m->mesh, .rim = m->rim};
    m->solid.method = odd ? CAROM_SIGN_PARITY : CAROM_SIGN_WINDING;
    return true;
}

void model_free(model *m) {
    carom_mesh_rim_destroy(m->rim);
    carom_mesh_destroy(m->mesh);
    for (size_t i = 0; i < m->part_count; i++)
        free(m->names[i]);
    free(m->names);
    free(m->first);
    *m = (model){0};
}

size_t model_part_of(const model *m, uint32_t triangle) {
    size_t low = 0, high = m->part_count;
    while (low + 1 < high) {
        size_t middle = low + (high - low) / 2;
        if (m->first[middle] <= triangle)
            low = middle;
        else
            high = middle;
    }
    return low;
}
