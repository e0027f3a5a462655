/* Fields of a scene file. Every message names the file, the field (meshes[0].scale), the error and
 * the expected value; nothing is guessed. A missing field leaves *out unchanged. */
#ifndef CAROM_CLI_SIM_READ_H
#define CAROM_CLI_SIM_READ_H

#include <jansson.h>

#include "simulate/sim.h"

/** The position in the file, for messages. */
typedef struct sim_place {
    const char *file;
    const char *list;
    size_t index;
} sim_place;

/** @return false */
bool sim_complain(const sim_place *at, const char *format, ...);
bool sim_require(const sim_place *at, json_t *object, const char *key);
bool sim_read_in_range(const sim_place *at, json_t *object, const char *key, double *out,
                       const double range[2]);
bool sim_read_number(const sim_place *at, json_t *object, const char *key, double *out);
bool sim_read_vector(const sim_place *at, json_t *object, const char *key, carom_vec3 *out);
/** A number, or a range [low, high]. */
bool sim_read_pair(const sim_place *at, json_t *object, const char *key, double out[2]);
/** A quaternion of any length. */
bool sim_read_rotation(const sim_place *at, json_t *object, carom_quat *out);
/** `min` and `max`. */
bool sim_read_corners(const sim_place *at, json_t *object, carom_aabb *box);

extern const double sim_unit_range[2], sim_positive_range[2];

/** Reads one entry of a list and adds its colliders. */
typedef bool sim_read_entry(sim_scene *scene, json_t *object, const sim_place *at);

#endif
