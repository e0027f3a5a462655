/* The builder of a scene: faces become triangles, triangles of one pool of vertices become meshes,
 * meshes are placed as instances. For each vertex of a pool `known` holds its index in the current
 * mesh as a number above those of all earlier meshes, so that many small meshes of a large pool
 * take time proportional to their triangles. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "build.h"
#include "file.h"
#include "polygon.h"
#include "soup.h"

void carom_io_pool_free(io_pool *pool) {
    free(pool->positions.data);
    free(pool->known);
    *pool = (io_pool){0};
}

static char *copy_of(const char *text) {
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    return copy ? memcpy(copy, text, size) : NULL;
}

void carom_io_clear_scene(carom_io_scene *scene) {
    for (size_t i = 0; i < scene->mesh_count; i++) {
        free(scene->meshes[i].name);
        free(scene->meshes[i].vertices);
        free(scene->meshes[i].indices);
    }
    for (size_t i = 0; i < scene->instance_count; i++) {
        free(scene->instances[i].name);
        free(scene->instances[i].path);
        free(scene->instances[i].id);
        free(scene->instances[i].kind);
    }
    free(scene->meshes);
    free(scene->instances);
}

bool carom_io_extra(io_builder *b, const char *format, ...) {
    char text[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (!b->file->options.lenient) return carom_io_fail(b->file, "%s", text);
    if (!b->scene->warning) b->scene->warning = copy_of(text); /* the first */
    return b->scene->warning ? true : carom_io_memory(b->file);
}

bool carom_io_add_face(io_builder *b, const io_pool *pool, const uint32_t *corners, size_t count,
                       io_bytes *triangles) {
    carom_io_report *report = &b->scene->report;
    if (report->faces == IO_FACE_LIMIT)
        return carom_io_fail(b->file, "has more than %u faces; cut it into parts", IO_FACE_LIMIT);
    report->faces++;
    if (count == 3) {
        carom_io_put(triangles, corners, 3 * sizeof *corners);
        return triangles->failed ? carom_io_memory(b->file) : true;
    }
    report->polygons++;
    uint32_t *out = carom_io_extend(triangles, 3 * (count - 2) * sizeof *out);
    const io_polygon polygon = {pool_vertices(pool), corners, count};
    if (!out || !carom_io_triangulate(&polygon, out, &b->triangulation_budget))
        return carom_io_memory(b->file);
    if (b->triangulation_budget) return true;
    return carom_io_fail(b->file,
                         "a polygon of %zu corners takes too long to cut; cut it into triangles "
                         "first",
                         count);
}

/* Ensures capacity for one more element of `size` bytes. */
static bool grow_list(void **list, size_t count, size_t *capacity, size_t size) {
    if (count < *capacity) return true;
    size_t wanted = *capacity + *capacity / 2 + 4;
    void *grown = realloc(*list, wanted * size);
    if (!grown) return false;
    *list = grown;
    *capacity = wanted;
    return true;
}

static void add_extent(io_builder *b, const carom_io_soup *soup) {
    double extent[3] = {0};
    for (size_t i = 0; i < 3 * soup->vertex_count; i++)
        if (fabs(soup->vertices[i]) > extent[i % 3]) extent[i % 3] = fabs(soup->vertices[i]);
    carom_io_put(&b->extent, extent, sizeof extent);
}

bool carom_io_add_mesh(io_builder *b, io_pool *pool, io_bytes *triangles, const char *name) {
    carom_io_scene *scene = b->scene;
    void *list = scene->meshes;
    carom_io_soup soup = {.indices = (uint32_t *)(void *)triangles->data,
                          .triangle_count = triangles->size / (3 * sizeof(uint32_t))};
    char *copy = copy_of(name);
    bool ok = grow_list(&list, scene->mesh_count, &b->mesh_capacity, sizeof *scene->meshes);
    scene->meshes = list;
    ok = ok && copy && !triangles->failed && !pool->positions.failed;
    if (ok && pool_count(pool) >= UINT32_MAX) {
        free(copy);
        return carom_io_fail(b->file, "has more than 2^32 vertices; cut it into parts");
    }
    ok = ok && carom_io_weld_from(pool, &soup);
    if (ok) {
        add_extent(b, &soup);
        uint32_t *fitting = realloc(soup.indices, triangles->size);
        scene->meshes[scene->mesh_count++] =
            (carom_io_mesh){.name = copy,
                            .vertices = soup.vertices,
                            .indices = fitting ? fitting : soup.indices,
                            .vertex_count = soup.vertex_count,
                            .triangle_count = soup.triangle_count};
        *triangles = (io_bytes){0};
    } else {
        free(copy);
    }
    return ok && !b->extent.failed ? true : carom_io_memory(b->file);
}

static bool check_extent(const io_builder *b, const carom_io_instance *instance) {
    const double *extent = (const double *)(const void *)b->extent.data + 3 * instance->mesh;
    for (int i = 0; i < 3; i++) {
        const double *row = instance->transform + 4 * i;
        double most = fabs(row[3]), largest = most;
        for (int k = 0; k < 3; k++) {
            most += fabs(row[k]) * extent[k];
            if (fabs(row[k]) > largest) largest = fabs(row[k]);
        }
        if (!(most <= IO_LIMIT && largest <= IO_LIMIT))
            return carom_io_fail(b->file,
                                 "node \"%.60s\": its transform, or what it places, goes beyond "
                                 "%s; scale the model",
                                 instance->name, IO_LIMIT_TEXT);
    }
    return true;
}

bool carom_io_add_instance(io_builder *b, const char *name, size_t mesh, size_t node,
                           const double transform[12]) {
    carom_io_scene *scene = b->scene;
    void *list = scene->instances;
    carom_io_instance instance = {.name = copy_of(name), .mesh = mesh, .node = node};
    bool ok =
        grow_list(&list, scene->instance_count, &b->instance_capacity, sizeof *scene->instances);
    scene->instances = list;
    memcpy(instance.transform, transform, sizeof instance.transform);
    if (!ok || !instance.name)
        ok = carom_io_memory(b->file);
    else
        ok = check_extent(b, &instance);
    if (ok)
        scene->instances[scene->instance_count++] = instance;
    else
        free(instance.name);
    return ok;
}

bool carom_io_place_last(io_builder *b, const char *name, bool joined) {
    static const double identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    size_t count = b->scene->instance_count;
    size_t node = count ? b->scene->instances[count - 1].node + !joined : 0;
    return carom_io_add_instance(b, name, b->scene->mesh_count - 1, node, identity);
}
