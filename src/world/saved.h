/* The saved form of a world: all numbers little endian, reals as they are in memory, nothing
 * aligned.
 *
 *   header      magic, version, bytes of a real, size of all, checksum of all
 *   settings    kinds, margin, gravity, impact limit, flags
 *   slots       count; for each its generation, in use or not, and the collider
 *   touching    count; ids of the pairs that touched in the last step
 *
 * One set of functions traverses the fields and counts, writes or reads them, so that reading and
 * writing cannot disagree. */
#ifndef CAROM_WORLD_SAVED_H
#define CAROM_WORLD_SAVED_H

#include "world/world_data.h"

#define SAVED_MAGIC 0x646c726f776d6f72u /* "romworld" */
#define SAVED_VERSION 2u
#define SAVED_CHECKSUM_AT 24 /* byte offset */
#define SAVED_HEADER 32

typedef enum saved_mode { SAVED_COUNT, SAVED_WRITE, SAVED_READ } saved_mode;

/** The state of a traversal. After a failure, numbers read are 0. */
typedef struct saved_walk {
    saved_mode mode;
    uint8_t *out;
    const uint8_t *in;
    size_t at, size;
    carom_status status;
    const carom_world_assets *assets;
    const carom_allocator *allocator;
    /* arrays of the last shape read */
    carom_vec3 *vertices; /* to be freed */
    carom_vec3 normals[CAROM_KDOP_LIMIT];
    carom_real bounds[2][CAROM_KDOP_LIMIT];
} saved_walk;

void carom_saved_32(saved_walk *walk, uint32_t *value);
void carom_saved_64(saved_walk *walk, uint64_t *value);
void carom_saved_real(saved_walk *walk, carom_real *value);
/** A whole collider; one that was read must be checked before use. */
void carom_saved_collider(saved_walk *walk, carom_collider_def *def);
/** FNV-1a hash of all bytes but the checksum's own. Each step is a bijection of the byte and of the
 * hash so far, so a change of a single byte always changes the result. */
uint64_t carom_saved_checksum(const uint8_t *data, size_t size);

static inline void saved_fail(saved_walk *walk, carom_status status) {
    if (walk->status == CAROM_OK) walk->status = status;
}

#endif
