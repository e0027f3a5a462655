/* A line p + t v against a ball, an endless cylinder and the slab between two parallel planes: each
 * holds it where a quadratic a t^2 + 2 b t + c is not positive. For decisions that rounding could
 * change, and for roots so near each other that double has lost their digits. */
#ifndef CAROM_QUERY_RAYCAST_LINE_QUADRATIC_H
#define CAROM_QUERY_RAYCAST_LINE_QUADRATIC_H

#include "math/double_double.h"
#include "math/form.h"

/** The line o + t v; numbers about 1 or smaller. */
typedef struct exact_line {
    vec3 origin;
    factor3 direction;
} exact_line;

typedef enum line_solid { LINE_BALL, LINE_CYLINDER, LINE_SLAB, LINE_PLANE } line_solid;

typedef struct line_quadratic {
    line_solid kind;
    factor3 p, v;        /* from the centre, a point of the axis or of the face to the origin */
    factor3 w[2];        /* the axis; two sides of the face; the plane's normal */
    exact_factor offset; /* of the plane, whose p leads from 0 */
    exact_factor radius; /* the slab is as wide to both sides */
    double_double a, b, c, square; /* square: the discriminant, over a positive number */
    double in, out;                /* the roots, if there are any; in <= out */
    double slack;                  /* more than rounding can have changed them, besides 1e-12 */
    bool crosses;
} line_quadratic;

/** Each returns true when the line crosses or touches the solid; exact. A line along a cylinder's
 * axis, or along a slab, does not cross it. The direction is not zero. */
bool carom_line_ball(line_quadratic *out, const exact_line *line, vec3 center, exact_factor radius);
bool carom_line_cylinder(line_quadratic *out, const exact_line *line, const vec3 axis[2],
                         exact_factor radius);
bool carom_line_slab(line_quadratic *out, const exact_line *line, const vec3 face[3],
                     exact_factor radius);
bool carom_line_plane(line_quadratic *out, const exact_line *line, const vec3 plane[2],
                      exact_factor radius);

/** Of a quadratic that has roots: -1 when t is before the first, 1 when it is after the last, 0
 * else; exact. */
int carom_line_side(const line_quadratic *q, double t);

/** The exact sign of the quadratic at t. */
int carom_line_sign_at(const line_quadratic *q, double t);

/** Which side of the axis's first point (`end` 0) or second (1) the middle of the roots is on, along
 * the axis: the exact sign. */
int carom_line_middle_side(const line_quadratic *q, int end);

/** Is the line at t, a root, between the cylinder's ends? Exact where both roots are one. */
bool carom_line_within_ends(const line_quadratic *q, double t);

#endif
