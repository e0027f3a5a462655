/* A bounded shape as the convex engine sees it. */
#ifndef CAROM_PAIR_POSE_CONVEX_VIEW_H
#define CAROM_PAIR_POSE_CONVEX_VIEW_H

#include "convex/support/convex.h"
#include "pair/pose/pair.h"

typedef struct convex_view {
    convex_shape shape; /* may point to what is below: a view is not copied */
    convex_outline outline;
    vec3 points[CONVEX_POINTS_LIMIT];
} convex_view;

/** Views a valid shape that is in the common frame, and must stay where it is for the time of the
 * view. @return false for what is unbounded or a mesh. */
bool carom_convex_view(convex_view *out, const carom_shape *shape);

/** The same of a posed shape that is not pending. */
bool carom_view_posed(convex_view *out, const carom_posed_shape *posed);
/** The same of a hull that has its frame. */
void carom_view_posed_hull(convex_shape *out, const carom_posed_shape *posed);
/** Fills in what the engine wants to know of a valid shape beyond its coordinates. */
void carom_set_posed_frame(carom_posed_shape *posed);

/** Views the part of a ray or line that matters to something within `low` .. `high`: a segment that
 * covers the box's shadow on it by `margin` more. @return false for any other shape. */
bool carom_clipped_view(convex_view *out, const carom_shape *path, const vec3 box[2],
                        double margin);

/** The box of a view. */
void carom_view_box(const convex_shape *shape, vec3 box[2]);

/** The farthest point along `direction`, the radius included. */
vec3 carom_view_support(const convex_shape *shape, vec3 direction);

#endif
