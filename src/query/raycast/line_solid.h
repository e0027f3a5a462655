/* A line against a cylinder and a cone with planar ends, and against an ellipsoid, by exact signs
 * [Shewchuk97]; the fallback of path_curved.c and path_capsule.c. */
#ifndef CAROM_QUERY_RAYCAST_LINE_SOLID_H
#define CAROM_QUERY_RAYCAST_LINE_SOLID_H

#include "query/raycast/line_span.h"

/** Adds the infinite cylinder around the axis. */
void carom_line_span_cylinder_infinite(line_span *span, const line_axis *axis);

/** Adds a solid cylinder between its flat ends, which may coincide. */
void carom_line_span_cylinder(line_span *span, const line_axis *axis);

/** Adds a solid cone; the axis runs from the apex to the centre of the base. */
void carom_line_span_cone(line_span *span, const line_axis *axis);

/** Adds a solid ellipsoid around the origin of its own frame, in which the line is given. */
void carom_line_span_ellipsoid(line_span *span, const factor3 *origin, const factor3 *direction,
                               vec3 radii);

#endif
