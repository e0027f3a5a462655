/* A pinhole camera. */
#ifndef CAROM_CLI_CAMERA_H
#define CAROM_CLI_CAMERA_H

#include "real.h"

typedef struct camera {
    carom_vec3 eye, forward, right, up; /* the three are unit and orthogonal */
    double half_height;                 /* of the image, at distance 1 */
} camera;

/** The camera at `eye` that looks at `target`; `up` need not be orthogonal to the view direction.
 */
camera camera_look_at(carom_vec3 eye, carom_vec3 target, carom_vec3 up);
/** The camera in the unit `direction` from the box, with the least field of view that contains the
 * box at that aspect ratio. `reach` is the distance of the eye from the centre, in diagonals. */
camera camera_frame(const carom_aabb *box, carom_vec3 direction, carom_vec3 up, double aspect,
                    double reach);
/** The unit direction through a point of the image, from (-1, -1) at the lower left to (1, 1). */
carom_vec3 camera_direction(const camera *c, double x, double y, double aspect);

/* A point of the image, from its centre to the right and down, in the image's unit; depth is along
 * the view direction. */
typedef struct camera_point {
    double x, y, depth;
} camera_point;

/** Where the image, `height` units high, shows p. Of use where the depth is positive. */
camera_point camera_project(const camera *c, carom_vec3 p, double height);

#endif
