/* How far along a direction a surface is until it is free of a shape: in steps, see mesh_along.c.
 */
#ifndef CAROM_SURFACE_MESH_ALONG_H
#define CAROM_SURFACE_MESH_ALONG_H

#include "carom/mesh_pair.h"
#include "pair/pose/convex_view.h"
#include "surface/mesh_pairs.h"

/** How far B, a mesh or height field, moves along the unit `direction` to be free of A; 0 for what
 * is endless. */
double carom_surface_along(const carom_posed_shape *a, const carom_posed_shape *b, vec3 direction);

/* ---- a step */

#define ALONG_STEPS 1024
/* Depths and steps up to this part of the sizes are rounding. */
#define ALONG_ROUNDING (16.0 * (double)CAROM_REAL_EPSILON + 1e-12)

typedef struct along_walk {
    const surface *on; /* B */
    bool solid;        /* B is a closed mesh */
    vec3 direction;    /* unit: of A */
    double rounding;
    vec3 low, high; /* of what is being moved, where it is now */
    convex_view view;
    double limit, farthest; /* of the step */
} along_walk;

/** How far the view, which is moved by `shift` first, goes until the triangles let it go in which
 * it is now. */
double carom_along_step(along_walk *walk, const convex_view *start, vec3 shift);

static inline bool is_solid(const surface *on) {
    return on->mesh && carom_mesh_solidity_of(on->mesh) == CAROM_SOLIDITY_CLOSED;
}

static inline carom_mesh_place place_in_solid(const surface *on, vec3 point) {
    carom_placed_mesh mesh = {
        .mesh = on->mesh, .pose = carom_pose_identity(), .solidity = CAROM_SOLIDITY_CLOSED};
    return carom_classify_point_mesh(store3(point), &mesh).place;
}

/* The way after which two boxes are apart for certain. */
static inline double way_out_of_box(vec3 direction, const vec3 moving[2],
                                    const carom_aabb *standing) {
    double least = DBL_MAX;
    vec3 low = load3(standing->min), high = load3(standing->max);
    for (int i = 0; i < 3; i++) {
        double d = axis3(direction, i);
        double way =
            d > 0.0 ? axis3(high, i) - axis3(moving[0], i) : axis3(moving[1], i) - axis3(low, i);
        if (d != 0.0) least = min2(least, max2(way, 0.0) / fabs(d));
    }
    return least;
}

/* How A moves in the frame of B while B, in the common frame, moves along `direction`. */
static inline vec3 direction_of_first(const carom_posed_shape *b, vec3 direction) {
    carom_vec3 turned =
        carom_pose_rotate_vector(carom_pose_inverse(b->pose), store3(neg3(direction)));
    return carom_normalize_or(load3(turned), vec(0, 0, 1));
}

#endif
