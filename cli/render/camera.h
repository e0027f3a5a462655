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
/* From where a box is looked at. */
typedef struct camera_view {
    carom_vec3 direction; /* unit, from the box to the eye */
    carom_vec3 up;
    double reach; /* of the eye from the centre, in diagonals */
} camera_view;

/** The camera with the least field of view that contains the box at that aspect ratio. */
camera camera_frame(const carom_aabb *box, const camera_view *from, double aspect);
/** The unit direction through a point of the image, from (-1, -1) at the lower left to (1, 1). */
carom_vec3 camera_direction(const camera *c, double x, double y, double aspect);

#endif
