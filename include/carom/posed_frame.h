/* carom: what a posed shape keeps of its place and its sizes, in double in both precisions, so that
 * queries need neither roots nor rotations. carom_shape_pose fills it in; the kind of the shape
 * tells which member it is, and shapes that are not named here leave it unset. */
#ifndef CAROM_POSED_FRAME_H
#define CAROM_POSED_FRAME_H

#include "carom/math.h"

CAROM_BEGIN

/** Oriented boxes, ellipsoids, cylinders and cones. */
typedef struct carom_solid_frame {
    carom_double3 center;  /**< of a cone: that of its base */
    carom_double3 axes[3]; /**< orthonormal, right-handed; [2] is an axis of revolution */
    union {
        carom_double3 half; /**< half-extents; semi-axes; radius, radius and half the height of a
                               cylinder; radius, radius and the height of a cone */
        double side[3];     /**< the same by index */
    };
} carom_solid_frame;

/** Hulls. */
typedef struct carom_hull_frame {
    carom_double3 position;
    union {
        carom_double3 axes[3]; /**< columns of the rotation */
        double rotation[3][3]; /**< the same by indices of column and row */
    };
    carom_double3 middle; /**< the hull's middle from its position; zero where the pose distorts */
} carom_hull_frame;

/** The axis of a capsule. Kernels load four numbers at a time: a vector and what follows it. */
typedef struct carom_capsule_axis {
    double start[3], radius;
    double delta[3];       /**< from the start to the end */
    double near2;          /**< axes nearer to each other than this, squared, have no accurate
                              direction between them */
    double inverse_square; /**< 1 / delta^2 */
} carom_capsule_axis;

/** Capsules: the axis lies next to the state of the posed shape, which is read with it. */
typedef struct carom_capsule_frame {
    double unused[6];
    carom_capsule_axis axis;
} carom_capsule_frame;

typedef union carom_posed_frame {
    carom_solid_frame solid;
    carom_hull_frame hull;
    carom_capsule_frame capsule;
} carom_posed_frame;

CAROM_END

#endif
