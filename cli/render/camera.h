/* A pinhole camera. */
#ifndef CAROM_CLI_CAMERA_H
#define CAROM_CLI_CAMERA_H

#include "real.h"

typedef struct camera {
    carom_vec3 eye, forward, right, up; /* the three are unit and orthogonal */
    double half_height;                 /* of the picture, at distance 1 */
} camera;

/** Looks from `eye` at `target`; `up` need not be orthogonal to the way there. */
camera camera_look_at(carom_vec3 eye, carom_vec3 target, carom_vec3 up);
/** Looks from `way` (unit) at the box, as near as keeps all of it in a picture of that width to
 * height. `reach`: how far the eye is from the middle, in diagonals. */
camera camera_frame(const carom_aabb *box, carom_vec3 way, double aspect, double reach);
/** The unit direction through a place of the picture, from (-1, -1) below left to (1, 1). */
carom_vec3 camera_direction(const camera *c, double x, double y, double aspect);

#endif
