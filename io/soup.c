/* Triangle soups: welding of equal vertices by a hash table with linear probing, and flattening of
 * a scene into one soup. Vertices are welded when their coordinates are equal as numbers; none is
 * moved. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "soup.h"

/* Adding 0 maps -0 to 0, so that equal numbers have equal bits. */
static uint64_t hash_position(const double *p) {
    uint64_t hash = 0x9E3779B97F4A7C15u;
    for (int k = 0; k < 3; k++) {
        double value = p[k] + 0.0;
        uint64_t bits;
        memcpy(&bits, &value, 8);
        hash = (hash ^ bits) * 0xBF58476D1CE4E5B9u;
        hash ^= hash >> 31;
    }
    return hash;
}

typedef struct welder {
    const double *from;
    double *vertices; /* the distinct ones so far */
    size_t count, mask;
    uint32_t *slots; /* 1 + index of a welded vertex; 0 is free */
} welder;

static uint32_t weld_one(welder *w, const double *p) {
    size_t at = (size_t)hash_position(p) & w->mask;
    for (; w->slots[at]; at = (at + 1) & w->mask) {
        const double *q = w->vertices + 3 * (size_t)(w->slots[at] - 1);
        if (p[0] == q[0] && p[1] == q[1] && p[2] == q[2]) return w->slots[at] - 1;
    }
    for (int k = 0; k < 3; k++)
        w->vertices[3 * w->count + (size_t)k] = p[k] + 0.0;
    w->slots[at] = (uint32_t)++w->count;
    return w->slots[at] - 1;
}

static void weld_all(welder *w, io_pool *pool, carom_io_soup *soup) {
    for (size_t i = 0; i < 3 * soup->triangle_count; i++) {
        uint32_t *known = &pool->known[soup->indices[i]];
        if (*known <= pool->last)
            *known = pool->last + 1 + weld_one(w, w->from + 3 * (size_t)soup->indices[i]);
        soup->indices[i] = *known - pool->last - 1;
    }
    pool->last += (uint32_t)w->count;
}

bool carom_io_weld_from(io_pool *pool, carom_io_soup *soup) {
    size_t most = pool_count(pool), slots = 64;
    if (most / 3 > soup->triangle_count) most = 3 * soup->triangle_count;
    while (slots / 2 < most)
        slots *= 2;
    if (!pool->known) pool->known = calloc(pool_count(pool) + 1, sizeof *pool->known);
    welder w = {pool_vertices(pool), NULL, 0, slots - 1, NULL};
    w.slots = calloc(slots, sizeof *w.slots);
    w.vertices = malloc((most + 1) * 3 * sizeof(double));
    bool ok = pool->known && w.slots && w.vertices && most < UINT32_MAX - pool->last;
    if (ok) {
        weld_all(&w, pool, soup);
        double *fitting = realloc(w.vertices, (w.count + 1) * 3 * sizeof(double));
        soup->vertices = fitting ? fitting : w.vertices;
        soup->vertex_count = w.count;
    } else {
        free(w.vertices);
    }
    free(w.slots);
    return ok;
}

bool carom_io_soup_weld(carom_io_soup *soup) {
    io_pool pool = {.positions = {(unsigned char *)soup->vertices,
                                  soup->vertex_count * 3 * sizeof(double), 0, false}};
    bool ok = carom_io_weld_from(&pool, soup);
    if (ok) free(pool.positions.data);
    free(pool.known);
    return ok;
}

void carom_io_soup_free(carom_io_soup *soup) {
    if (!soup) return;
    free(soup->vertices);
    free(soup->indices);
    *soup = (carom_io_soup){0};
}

bool carom_io_place(const double transform[12], const double *from, double *to) {
    bool finite = true;
    for (int k = 0; k < 3; k++) {
        const double *row = transform + 4 * k;
        to[k] = row[0] * from[0] + row[1] * from[1] + row[2] * from[2] + row[3];
        finite = finite && isfinite(to[k]);
    }
    return finite;
}

/* Is the determinant negative? Rows are scaled to a largest entry of 1 against overflow. */
bool carom_io_mirrors(const double transform[12]) {
    double r[3][3];
    for (int i = 0; i < 3; i++) {
        const double *row = transform + 4 * i;
        double largest = 0.0;
        for (int k = 0; k < 3; k++)
            if (fabs(row[k]) > largest) largest = fabs(row[k]);
        if (!(largest > 0.0)) return false;
        for (int k = 0; k < 3; k++)
            r[i][k] = row[k] / largest;
    }
    double x = r[1][1] * r[2][2] - r[1][2] * r[2][1], y = r[1][2] * r[2][0] - r[1][0] * r[2][2];
    double z = r[1][0] * r[2][1] - r[1][1] * r[2][0];
    return r[0][0] * x + r[0][1] * y + r[0][2] * z < 0.0;
}

static bool append_instance(const carom_io_scene *scene, const carom_io_instance *instance,
                            carom_io_soup *soup) {
    const carom_io_mesh *mesh = &scene->meshes[instance->mesh];
    bool mirrored = carom_io_mirrors(instance->transform);
    uint32_t base = (uint32_t)soup->vertex_count;
    uint32_t *out = soup->indices + 3 * soup->triangle_count;
    for (size_t i = 0; i < mesh->vertex_count; i++)
        if (!carom_io_place(instance->transform, mesh->vertices + 3 * i,
                            soup->vertices + 3 * (soup->vertex_count + i)))
            return false;
    for (size_t i = 0; i < mesh->triangle_count; i++, out += 3) {
        const uint32_t *in = mesh->indices + 3 * i;
        out[0] = base + in[0];
        out[1] = base + in[mirrored ? 2 : 1];
        out[2] = base + in[mirrored ? 1 : 2];
    }
    soup->vertex_count += mesh->vertex_count;
    soup->triangle_count += mesh->triangle_count;
    return true;
}

bool carom_io_flatten(const carom_io_scene *scene, carom_io_soup *soup) {
    size_t vertices = 0, triangles = 0;
    carom_io_soup out = {0};
    for (size_t i = 0; i < scene->instance_count; i++) {
        const carom_io_mesh *mesh = &scene->meshes[scene->instances[i].mesh];
        vertices += mesh->vertex_count;
        triangles += mesh->triangle_count;
        if (vertices > UINT32_MAX || triangles > SIZE_MAX / 64) return false;
    }
    out.vertices = malloc((vertices + 1) * 3 * sizeof(double));
    out.indices = malloc((triangles + 1) * 3 * sizeof(uint32_t));
    bool ok = out.vertices && out.indices;
    for (size_t i = 0; ok && i < scene->instance_count; i++)
        ok = append_instance(scene, &scene->instances[i], &out);
    if (ok)
        *soup = out;
    else
        carom_io_soup_free(&out);
    return ok;
}
