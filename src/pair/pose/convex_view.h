/* Views of bounded shapes for the convex engine. More vertices than a view holds lie in a buffer,
 * a block of the workspace that is taken where a shape needs one. */
#ifndef CAROM_PAIR_POSE_CONVEX_VIEW_H
#define CAROM_PAIR_POSE_CONVEX_VIEW_H

#include "convex/support/convex.h"
#include "core/workspace.h"
#include "pair/pose/pair.h"

/* The corners of an outline in a pose. */
typedef struct posed_outline {
    convex_outline given;
    vec3 axes[3], shift;
} posed_outline;

/* Vertices that lie in a view itself. */
#define VIEW_POINTS 8

typedef struct convex_view {
    vec3 *buffer; /* in: of CONVEX_POINTS_LIMIT vertices; null where view_needs_buffer is false */
    convex_shape shape; /* may point into the fields below: a view must not be copied */
    convex_outline outline;
    convex_function function;
    union {
        vec3 points[VIEW_POINTS];
        posed_outline posed; /* of an outline, which has no points here */
    };
} convex_view;

/** Whether the view of a shape has more vertices than it holds itself. */
bool carom_view_of_core_needs_buffer(const carom_shape *shape);
static CAROM_INLINE bool view_needs_buffer(const carom_shape *shape) {
    return CAROM_UNLIKELY(shape->kind == CAROM_SHAPE_POLYGON || shape->kind == CAROM_SHAPE_KDOP ||
                          shape->kind == CAROM_SHAPE_ROUNDED) &&
           carom_view_of_core_needs_buffer(shape);
}

/** Gives the views of two shapes buffer, if one needs it, in a block of the level.
 * @return that, or null; give_buffer gives it back */
static CAROM_INLINE vec3 *buffer_of_views(workspace_level level, convex_view *a,
                                          const carom_shape *of_a, convex_view *b,
                                          const carom_shape *of_b) {
    vec3 *buffer = NULL;
    if (view_needs_buffer(of_a) || view_needs_buffer(of_b)) buffer = carom_workspace_take(level);
    a->buffer = buffer;
    b->buffer = buffer ? buffer + CONVEX_POINTS_LIMIT : NULL;
    return buffer;
}
/** The same of one view. */
static CAROM_INLINE vec3 *buffer_of_view(workspace_level level, convex_view *view,
                                         const carom_shape *of) {
    return view->buffer = view_needs_buffer(of) ? carom_workspace_take(level) : NULL;
}
static CAROM_INLINE void give_buffer(vec3 *buffer) {
    if (CAROM_UNLIKELY(buffer != NULL)) carom_workspace_give(buffer);
}
_Static_assert(2 * CONVEX_POINTS_LIMIT * sizeof(vec3) <= WORKSPACE_VIEWS_BYTES,
               "the block holds the points of two");

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
