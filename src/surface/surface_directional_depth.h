/* Directional penetration depth of a shape and a surface: the length along a direction until
 * they are free of each other; see surface_directional_depth.c. */
#ifndef CAROM_SURFACE_SURFACE_DIRECTIONAL_DEPTH_H
#define CAROM_SURFACE_SURFACE_DIRECTIONAL_DEPTH_H

#include "carom/mesh_pair.h"
#include "math/pose.h"
#include "pair/pose/convex_view.h"
#include "surface/surface_query.h"
#include "surface/tolerances.h"

/** Returns the distance by which B, a mesh or height field, moves along the unit `direction` to
 * be free of A; 0 when A is unbounded. */
double carom_surface_directional_depth(const carom_posed_shape *a, const carom_posed_shape *b,
                                       vec3 direction);

/* ---- a step */

#define ALONG_STEPS 1024

typedef struct directional_walk {
    const surface *on; /* B */
    bool solid;        /* B is a closed mesh, hence solid */
    vec3 direction;    /* unit: motion of A */
    double rounding;
    vec3 low, high; /* bounding box of the moving shape at its current position */
    convex_view view;
    double limit, farthest; /* limit of the visit; largest distance found in the step */
} directional_walk;

/** Returns how far the view, first moved by `shift`, moves until it is free of all triangles
 * that it overlaps at the shift. */
double carom_directional_step(directional_walk *walk, const convex_view *start, vec3 shift);

static inline bool is_solid(const surface *on) {
    return on->mesh && carom_mesh_solidity_of(on->mesh) == CAROM_SOLIDITY_CLOSED;
}

static inline carom_mesh_place place_in_solid(const surface *on, vec3 point) {
    carom_placed_mesh mesh = {
        .mesh = on->mesh, .pose = carom_pose_identity(), .solidity = CAROM_SOLIDITY_CLOSED};
    return carom_classify_point_mesh(store3(point), &mesh).place;
}

/* Returns a distance along the direction after which two boxes are certainly apart. */
static inline double separation_of_boxes(vec3 direction, const vec3 moving[2],
                                         const carom_aabb *standing) {
    double least = DBL_MAX;
    vec3 low = load3(standing->min), high = load3(standing->max);
    for (int i = 0; i < 3; i++) {
        double d = axis3(direction, i);
        double distance =
            d > 0.0 ? axis3(high, i) - axis3(moving[0], i) : axis3(moving[1], i) - axis3(low, i);
        if (d != 0.0) least = min2(least, max2(distance, 0.0) / fabs(d));
    }
    return least;
}

/* Returns the direction of A in the frame of B while B moves along `direction` in the common
 * frame. */
static inline vec3 direction_of_first(const carom_posed_shape *b, vec3 direction) {
    carom_vec3 turned = carom_posed_vector(carom_pose_inverse(b->pose), store3(neg3(direction)));
    return carom_normalize_or(load3(turned), vec(0, 0, 1));
}

#endif
