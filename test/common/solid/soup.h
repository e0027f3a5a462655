/* Growing meshes and random numbers for the proofs of how two solids stand to each other. */
#ifndef CAROM_TEST_SOLID_SOUP_H
#define CAROM_TEST_SOLID_SOUP_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/solid.h"

typedef struct solid_soup {
    carom_vec3 *vertices;
    uint32_t *indices;
    size_t vertex_count, vertex_room, triangle_count, triangle_room;
} solid_soup;

static const char *const solid_names[] = {"unknown",    "apart",      "touch point",
                                          "touch edge", "touch face", "overlap",
                                          "a in b",     "b in a",     "equal"};

static inline uint64_t solid_mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
static inline uint64_t solid_bits(uint64_t *seed) {
    return solid_mix(*seed += 0x9e3779b97f4a7c15u);
}
/* low .. high, both included. */
static inline int solid_int(uint64_t *seed, int low, int high) {
    return low + (int)(solid_bits(seed) % (uint64_t)(high - low + 1));
}
static inline bool solid_chance(uint64_t *seed, int percent) {
    return solid_int(seed, 0, 99) < percent;
}
/* 0 .. 1 */
static inline double solid_unit(uint64_t *seed) {
    return (double)(solid_bits(seed) >> 11) * 0x1p-53;
}

static inline void *solid_room(void *memory, size_t *room, size_t count, size_t size) {
    if (count < *room) return memory;
    *room = 2 * *room + 64;
    memory = realloc(memory, *room * size);
    if (!memory) abort();
    return memory;
}

static inline uint32_t solid_vertex(solid_soup *s, carom_vec3 p) {
    s->vertices = solid_room(s->vertices, &s->vertex_room, s->vertex_count, sizeof *s->vertices);
    s->vertices[s->vertex_count] = p;
    return (uint32_t)s->vertex_count++;
}

static inline void solid_triangle(solid_soup *s, uint32_t a, uint32_t b, uint32_t c) {
    s->indices =
        solid_room(s->indices, &s->triangle_room, s->triangle_count, 3 * sizeof *s->indices);
    uint32_t *to = s->indices + 3 * s->triangle_count++;
    to[0] = a;
    to[1] = b;
    to[2] = c;
}

static inline void solid_clear(solid_soup *s) {
    s->vertex_count = s->triangle_count = 0;
}
static inline void solid_free(solid_soup *s) {
    free(s->vertices);
    free(s->indices);
    *s = (solid_soup){0};
}

static inline void solid_reverse(solid_soup *s, size_t first, size_t end) {
    for (size_t i = first; i < end; i++) {
        uint32_t *t = s->indices + 3 * i, kept = t[1];
        t[1] = t[2];
        t[2] = kept;
    }
}

/* Other numbers for the vertices, another order of triangles, and another first corner of each. */
static inline void solid_shuffle(solid_soup *s, uint64_t *seed) {
    uint32_t *number = malloc((s->vertex_count + 1) * sizeof *number);
    if (!number) abort();
    for (uint32_t i = 0; i < s->vertex_count; i++)
        number[i] = i;
    for (size_t i = s->vertex_count; i > 1; i--) { /* place i - 1 takes vertex k */
        size_t k = solid_bits(seed) % i;
        carom_vec3 p = s->vertices[k];
        uint32_t n = number[k];
        s->vertices[k] = s->vertices[i - 1];
        s->vertices[i - 1] = p;
        number[k] = number[i - 1];
        number[i - 1] = n;
    }
    uint32_t *place = malloc((s->vertex_count + 1) * sizeof *place);
    if (!place) abort();
    for (uint32_t i = 0; i < s->vertex_count; i++)
        place[number[i]] = i;
    for (size_t i = s->triangle_count; i > 0; i--) {
        size_t k = solid_bits(seed) % i, turn = solid_bits(seed) % 3;
        uint32_t t[3], *from = s->indices + 3 * k, *last = s->indices + 3 * (i - 1);
        memcpy(t, from, sizeof t);
        memcpy(from, last, sizeof t);
        for (size_t c = 0; c < 3; c++)
            last[c] = place[t[(c + turn) % 3]];
    }
    free(number);
    free(place);
}

/* Null when the definition is refused. */
static inline carom_mesh *solid_mesh(const solid_soup *s) {
    carom_mesh *mesh = NULL;
    carom_mesh_def def = {.vertices = s->vertices,
                          .indices = s->indices,
                          .vertex_count = s->vertex_count,
                          .triangle_count = s->triangle_count,
                          .build = CAROM_MESH_BUILD_FAST};
    return carom_mesh_create(&mesh, &def) == CAROM_OK ? mesh : NULL;
}

static inline carom_solid_relation solid_swapped(carom_solid_relation r) {
    if (r == CAROM_SOLIDS_A_IN_B) return CAROM_SOLIDS_B_IN_A;
    return r == CAROM_SOLIDS_B_IN_A ? CAROM_SOLIDS_A_IN_B : r;
}

/* Interiors share points. */
static inline bool solid_meets(carom_solid_relation r) {
    return r >= CAROM_SOLIDS_OVERLAP;
}

/* A file for any viewer, each number with all its digits. */
static inline bool solid_write(const solid_soup *s, const char *path) {
    FILE *out = fopen(path, "w");
    if (!out) return false;
    for (size_t i = 0; i < s->vertex_count; i++)
        fprintf(out, "v %.17g %.17g %.17g\n", (double)s->vertices[i].x, (double)s->vertices[i].y,
                (double)s->vertices[i].z);
    for (size_t i = 0; i < s->triangle_count; i++)
        fprintf(out, "f %u %u %u\n", s->indices[3 * i] + 1, s->indices[3 * i + 1] + 1,
                s->indices[3 * i + 2] + 1);
    return fclose(out) == 0;
}

#endif
