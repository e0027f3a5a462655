/* Meshes taken apart into their connected pieces, by union-find over the vertices [Tarjan75].
 * Pieces are in the order of their first triangles; triangles and vertices keep their order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "build.h"
#include "file.h"
#include "pieces.h"

#define PIECE_LIMIT 1000000u

/* Which piece each vertex of a mesh is in. */
typedef struct piece_map {
    uint32_t *of;     /* per vertex; while it is found a parent */
    uint32_t *number; /* per root: 1 + the number of its piece, 0 before its first triangle */
    uint32_t count;
} piece_map;

static uint32_t root_of(uint32_t *parent, uint32_t v) {
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

static bool find_pieces(const carom_io_mesh *mesh, piece_map *map) {
    *map = (piece_map){malloc((mesh->vertex_count + 1) * sizeof *map->of),
                       calloc(mesh->vertex_count + 1, sizeof *map->number), 0};
    if (!map->of || !map->number) return false;
    for (size_t i = 0; i < mesh->vertex_count; i++)
        map->of[i] = (uint32_t)i;
    for (size_t i = 0; i < 3 * mesh->triangle_count; i++) {
        const uint32_t u = root_of(map->of, mesh->indices[i]);
        const uint32_t v = root_of(map->of, mesh->indices[i - i % 3]);
        map->of[u > v ? u : v] = u > v ? v : u;
    }
    for (size_t i = 0; i < 3 * mesh->triangle_count; i += 3) {
        uint32_t *number = &map->number[root_of(map->of, mesh->indices[i])];
        if (!*number) *number = ++map->count;
    }
    for (size_t i = 0; i < mesh->vertex_count; i++)
        map->of[i] = root_of(map->of, (uint32_t)i);
    for (size_t i = 0; i < mesh->vertex_count; i++)
        map->of[i] = map->number[map->of[i]] - 1;
    return true;
}

static void free_map(piece_map *map) {
    free(map->of);
    free(map->number);
}

static void name_piece(char *out, size_t size, const char *name, uint32_t piece) {
    if (name[0])
        snprintf(out, size, "%s piece %u", name, (unsigned)piece + 1);
    else
        snprintf(out, size, "piece %u", (unsigned)piece + 1);
}

/* The triangles of all pieces, piece after piece; `first` has where each begins. */
static bool sort_triangles(const carom_io_mesh *mesh, const piece_map *map, io_bytes *triangles) {
    for (size_t i = 0; i < mesh->triangle_count; i++)
        carom_io_put(&triangles[map->of[mesh->indices[3 * i]]], mesh->indices + 3 * i,
                     3 * sizeof *mesh->indices);
    for (uint32_t p = 0; p < map->count; p++)
        if (triangles[p].failed) return false;
    return true;
}

/* Adds the pieces of a mesh to the scene of the builder. */
static bool add_pieces(io_builder *b, const carom_io_mesh *mesh, const piece_map *map) {
    io_bytes *triangles = calloc((size_t)map->count + 1, sizeof *triangles);
    io_pool pool = {0};
    const size_t size = strlen(mesh->name) + 20;
    char *name = malloc(size);
    carom_io_put(&pool.positions, mesh->vertices, 3 * mesh->vertex_count * sizeof(double));
    bool ok = triangles && name && !pool.positions.failed && sort_triangles(mesh, map, triangles);
    if (!ok) carom_io_memory(b->file);
    for (uint32_t p = 0; ok && p < map->count; p++) {
        snprintf(name, size, "%s", mesh->name);
        if (map->count > 1) name_piece(name, size, mesh->name, p);
        ok = carom_io_add_mesh(b, &pool, &triangles[p], name);
        if (ok) b->scene->meshes[b->scene->mesh_count - 1].deviation = mesh->deviation;
    }
    for (uint32_t p = 0; triangles && p < map->count; p++)
        free(triangles[p].data);
    free(triangles);
    free(name);
    carom_io_pool_free(&pool);
    return ok;
}

static char *copy_of(const char *text) {
    const size_t size = text ? strlen(text) + 1 : 0;
    char *copy = size ? malloc(size) : NULL;
    return copy ? memcpy(copy, text, size) : NULL;
}

/* Places a piece as its mesh was. */
static bool add_instance(io_builder *b, const carom_io_instance *whole, size_t mesh,
                         const char *name) {
    if (!carom_io_add_instance(b, name, mesh, whole->node, whole->transform)) return false;
    carom_io_instance *added = &b->scene->instances[b->scene->instance_count - 1];
    added->path = copy_of(whole->path);
    added->id = copy_of(whole->id);
    added->kind = copy_of(whole->kind);
    memcpy(added->color, whole->color, sizeof added->color);
    return (added->path || !whole->path) && (added->id || !whole->id) &&
                   (added->kind || !whole->kind)
               ? true
               : carom_io_memory(b->file);
}

/* `first` has for each mesh before where its pieces begin, and at the end how many there are. */
static bool place_pieces(io_builder *b, const carom_io_scene *before, const size_t *first) {
    bool ok = true;
    for (size_t i = 0; ok && i < before->instance_count; i++) {
        const carom_io_instance *whole = &before->instances[i];
        const size_t count = first[whole->mesh + 1] - first[whole->mesh];
        const size_t size = strlen(whole->name) + 20;
        char *name = malloc(size);
        ok = name ? true : carom_io_memory(b->file);
        for (size_t p = 0; ok && p < count; p++) {
            snprintf(name, size, "%s", whole->name);
            if (count > 1 && whole->name[0]) name_piece(name, size, whole->name, (uint32_t)p);
            ok = add_instance(b, whole, first[whole->mesh] + p, name);
        }
        free(name);
    }
    return ok;
}

static bool split_meshes(io_builder *b, const carom_io_scene *before, size_t *first) {
    for (size_t m = 0; m < before->mesh_count; m++) {
        piece_map map;
        bool ok = find_pieces(&before->meshes[m], &map) ? true : carom_io_memory(b->file);
        if (ok && first[m] + map.count > PIECE_LIMIT)
            ok = carom_io_fail(b->file,
                               "falls into more than %u pieces; are its triangles connected?",
                               PIECE_LIMIT);
        ok = ok && add_pieces(b, &before->meshes[m], &map);
        first[m + 1] = b->scene->mesh_count;
        free_map(&map);
        if (!ok) return false;
    }
    return true;
}

bool carom_io_split_pieces(io_builder *b) {
    carom_io_scene before = *b->scene;
    size_t *first = calloc(before.mesh_count + 1, sizeof *first);
    if (!first) return carom_io_memory(b->file);
    b->scene->meshes = NULL;
    b->scene->instances = NULL;
    b->scene->mesh_count = b->scene->instance_count = 0;
    b->mesh_capacity = b->instance_capacity = 0;
    b->extent.size = 0;
    const bool ok = split_meshes(b, &before, first) && place_pieces(b, &before, first);
    carom_io_clear_scene(&before);
    free(first);
    return ok;
}
