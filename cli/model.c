/* One mesh, with its tree, of everything a file places. Vertices are not welded and no triangle is
 * omitted, so that the index of a triangle identifies it in the file. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mesh_of.h"
#include "reading.h"
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
    m->colors = calloc(scene->instance_count + 1, sizeof *m->colors);
    if (!m->names || !m->first || !m->colors) return false;
    for (; m->part_count < scene->instance_count; m->part_count++) {
        size_t i = m->part_count;
        size_t triangles = scene->meshes[scene->instances[i].mesh].triangle_count;
        m->first[i + 1] = m->first[i] + (uint32_t)triangles;
        memcpy(m->colors[i], scene->instances[i].color, sizeof m->colors[i]);
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

/* Takes the unit of the file, or converts to that which is wanted. */
static void convert_unit(model *m, carom_io_soup *soup, const carom_io_scene *scene,
                         const char *wanted) {
    m->unit = scene->unit > 0.0 ? reading_unit_name(scene->unit) : NULL;
    if (!m->unit || !wanted || !strcmp(m->unit, wanted)) return;
    const double factor = reading_unit_size(m->unit) / reading_unit_size(wanted);
    for (size_t i = 0; i < 3 * soup->vertex_count; i++)
        soup->vertices[i] *= factor;
    m->unit = wanted;
}

bool model_load(model *out, const model_def *def) {
    char error[512];
    carom_io_scene *scene = NULL;
    carom_io_soup soup = {0};
    *out = (model){.path = def->path};
    if (!carom_io_load_with(def->path, &def->reading, &scene, error, sizeof error)) {
        fprintf(stderr, "carom: %s\n", error);
        return false;
    }
    out->z_up = reading_z_up(scene->format);
    bool ok = carom_io_flatten(scene, &soup) && name_parts(out, scene);
    if (ok) {
        convert_unit(out, &soup, scene, def->unit);
        ok = build_model(out, &soup, def->threads);
    }
    carom_io_soup_free(&soup);
    carom_io_free(scene);
    if (ok) return true;
    fprintf(stderr, "carom: %s: not enough memory, or a vertex is not finite\n", def->path);
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
    free(m->colors);
    *m = (model){0};
}

bool model_has_colors(const model *m) {
    for (size_t i = 0; i < m->part_count; i++)
        if (m->colors[i][3] > 0.0) return true;
    return false;
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
