/* Soups: welding by a hash of the positions' bits, and flattening a scene into one soup. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"

/* Adding 0 turns -0 into 0, so that equal numbers have equal bits. */
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
    double *vertices; /* welded so far */
    size_t count, mask;
    uint32_t *slots; /* 1 + the number of a welded vertex; 0 is free */
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

static void weld_all(welder *w, carom_io_soup *soup, uint32_t *known) {
    for (size_t i = 0; i < 3 * soup->triangle_count; i++) {
        uint32_t old = soup->indices[i];
        if (!known[old]) known[old] = 1 + weld_one(w, w->from + 3 * (size_t)old);
        soup->indices[i] = known[old] - 1;
    }
}

bool carom_io_soup_weld(carom_io_soup *soup) {
    size_t slots = 64;
    while (slots / 2 < soup->vertex_count)
        slots *= 2;
    welder w = {soup->vertices, NULL, 0, slots - 1, NULL};
    uint32_t *known = calloc(soup->vertex_count + 1, sizeof *known);
    w.slots = calloc(slots, sizeof *w.slots);
    w.vertices = malloc((soup->vertex_count + 1) * 3 * sizeof(double));
    bool ok = known && w.slots && w.vertices;
    if (ok) {
        weld_all(&w, soup, known);
        free(soup->vertices);
        double *fitting = realloc(w.vertices, (w.count + 1) * 3 * sizeof(double));
        soup->vertices = fitting ? fitting : w.vertices;
        soup->vertex_count = w.count;
    } else {
        free(w.vertices);
    }
    free(w.slots);
    free(known);
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

bool carom_io_mirrors(const double t[12]) {
    double x = t[5] * t[10] - t[6] * t[9], y = t[6] * t[8] - t[4] * t[10];
    double z = t[4] * t[9] - t[5] * t[8];
    return t[0] * x + t[1] * y + t[2] * z < 0.0;
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
