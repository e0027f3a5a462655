/* carom: any shape against any shape. Typed pair functions are faster where the kinds are known. */
#ifndef CAROM_DISPATCH_H
#define CAROM_DISPATCH_H

#include "carom/classify.h"
#include "carom/closest.h"
#include "carom/mesh.h"
#include "carom/overlap.h"
#include "carom/penetration.h"
#include "carom/raycast.h"
#include "carom/sweep.h"

CAROM_BEGIN

typedef enum carom_shape_kind {
    CAROM_SHAPE_POINT = 0,
    CAROM_SHAPE_SEGMENT,
    CAROM_SHAPE_RAY,
    CAROM_SHAPE_LINE,
    CAROM_SHAPE_PLANE,
    CAROM_SHAPE_HALFSPACE,
    CAROM_SHAPE_SPHERE,
    CAROM_SHAPE_CAPSULE,
    CAROM_SHAPE_AABB,
    CAROM_SHAPE_OBB,
    CAROM_SHAPE_TRIANGLE,
    CAROM_SHAPE_POLYGON,
    CAROM_SHAPE_MESH,
    CAROM_SHAPE_KINDS
} carom_shape_kind;

typedef struct carom_shape {
    carom_shape_kind kind;
    union {
        carom_vec3 point;
        carom_segment segment;
        carom_ray ray;
        carom_line line;
        carom_plane plane;
        carom_halfspace halfspace;
        carom_sphere sphere;
        carom_capsule capsule;
        carom_aabb aabb;
        carom_obb obb;
        carom_triangle triangle;
        carom_polygon polygon;
        const carom_mesh *mesh;
    } as;
} carom_shape;

CAROM_END

#endif
