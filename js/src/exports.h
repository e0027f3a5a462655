/* What all files of the JavaScript package share. Each is compiled once for each precision; names
 * end in 32 or 64. What is made is returned as its address, errors as odd numbers, which no address
 * is. */
#ifndef JS_EXPORTS_H
#define JS_EXPORTS_H

#include "carom/carom.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#ifdef CAROM_DOUBLE
#define EXPORT(name) __attribute__((export_name(#name "64"))) js_##name##_64
#else
#define EXPORT(name) __attribute__((export_name(#name "32"))) js_##name##_32
#endif

/* Questions that are asked together: their structs lie on the stack. */
#define CHUNK 64

static inline carom_vec3 read3(const carom_real *p) {
    return (carom_vec3){p[0], p[1], p[2]};
}

static inline void write3(carom_real *out, carom_vec3 v) {
    out[0] = v.x;
    out[1] = v.y;
    out[2] = v.z;
}

/* A pose is seven numbers: a position and a quaternion, x y z w. */
static inline carom_pose read_pose(const carom_real *p) {
    return (carom_pose){read3(p), {p[3], p[4], p[5], p[6]}};
}

static inline size_t chunk_of(size_t first, size_t count) {
    return count - first < CHUNK ? count - first : CHUNK;
}

static inline void *made(carom_status status, void *object) {
    return status == CAROM_OK ? object : (void *)(2 * (uintptr_t)status + 1);
}

/* Rays are six numbers each, origin and direction, with one range for all. */
static inline size_t read_rays(carom_ray rays[CHUNK], const carom_real *numbers, size_t count,
                               const carom_real range[2]) {
    for (size_t i = 0; i < count; i++)
        rays[i] =
            (carom_ray){read3(numbers + 6 * i), read3(numbers + 6 * i + 3), range[0], range[1]};
    return count;
}

/* A list that grows, of which JavaScript gets the address of its `data`, which it releases. */
typedef struct list {
    char *data;
    size_t bytes, capacity;
    bool failed; /* for want of memory */
} list;

static inline bool list_add(list *to, const void *item, size_t bytes) {
    if (to->bytes + bytes > to->capacity) {
        const size_t capacity = 2 * to->capacity + bytes + 1024;
        char *data = to->failed ? NULL : realloc(to->data, capacity);
        if (!data) {
            to->failed = true;
            return false;
        }
        to->data = data;
        to->capacity = capacity;
    }
    memcpy(to->data + to->bytes, item, bytes);
    to->bytes += bytes;
    return true;
}

/* Writes how many bytes there are; @return the data, or null for want of memory */
static inline void *list_end(list *done, size_t *bytes) {
    if (done->failed) {
        free(done->data);
        return NULL;
    }
    *bytes = done->bytes;
    return done->data ? done->data : malloc(1);
}

#endif
