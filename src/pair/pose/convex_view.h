/* Views of bounded shapes for the convex engine. */
#ifndef CAROM_PAIR_POSE_CONVEX_VIEW_H
#define CAROM_PAIR_POSE_CONVEX_VIEW_H

#include "convex/support/convex.h"
#include "pair/pose/pair.h"

/* The corners of an outline in a pose. */
typedef struct posed_outline {
    convex_outline given;
    vec3 axes[3], shift;
} posed_outline;

typedef struct convex_view {
    convex_shape shape; /* may point into the fields below: a view must not be copied */
    convex_outline outline;
    convex_function function;
    union {
        vec3 points[CONVEX_POINTS_LIMIT];
        posed_outline posed; /* of an outline, which has no points here */
    };
} convex_view;

/** Views a valid shape in the common frame, which must outlive the view.
 * @return false for an unbounded shape or a mesh */
bool carom_convex_view(convex_view *out, const carom_shape *shape);

/** The same of a posed shape that is not pending. */
bool carom_view_posed(convex_view *out, const carom_posed_shape *posed);
/** The same for a hull that has its frame. */
void carom_view_posed_hull(convex_shape *out, const carom_posed_shape *posed);
/** Measures a support function along the axes of its frame: the box about `middle` that holds what
 * it returns there. @return false where a coordinate is not finite */
bool carom_measure_function(const carom_support_shape *shape, vec3 *reach);
/** Fills `frame`: what the engine reads of a valid shape beyond its coordinates. */
void carom_set_posed_frame(carom_posed_shape *posed);

/* A ray or line: origin + t direction, t in the range. */
typedef struct line_stretch {
    vec3 origin, direction;
    double range[2];
} line_stretch;

/** @return false for any shape but a ray or line */
bool carom_line_stretch(line_stretch *out, const carom_shape *path);

/** Views the stretch of a ray or line that can be near a shape in the box: the segment that covers
 * the box's projection on it and `margin` more at either end. @return false for any other shape */
bool carom_clipped_view(convex_view *out, const carom_shape *path, const vec3 box[2],
                        double margin);

/** The box of a view. */
void carom_view_box(const convex_shape *shape, vec3 box[2]);

/** The farthest point along `direction`, the radius included. */
vec3 carom_view_support(const convex_shape *shape, vec3 direction);

#endif
