/* A line p + t v against a ball, an infinite cylinder and the slab between two parallel planes: it
 * is inside where a quadratic a t^2 + 2 b t + c is not positive. For decisions that rounding could
 * change, and for roots so near each other that double has lost their digits. */
#ifndef CAROM_QUERY_RAYCAST_LINE_QUADRATIC_H
#define CAROM_QUERY_RAYCAST_LINE_QUADRATIC_H

#include "math/factor.h"

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
    exact_factor offset; /* of a plane, for which p is from the origin */
    exact_factor radius; /* for a slab: half of its width */
    double_double a, b, c, square; /* square: the discriminant, over a positive number */
    double in, out;                /* the roots, if there are any; in <= out */
    double slack;                  /* bound on the rounding of the roots, beyond ROOT_SLACK */
} line_quadratic;

typedef enum line_crossing { LINE_BESIDE, LINE_ALONG, LINE_CROSSES } line_crossing;

/** An axis or edge: a, and the direction from there to b. */
typedef struct line_axis {
    vec3 a, b;
    factor3 w;
} line_axis;

static inline line_axis axis_between(vec3 a, vec3 b) {
    return (line_axis){a, b, factor3_between(a, b)};
}

/** Whether the line crosses or touches the solid, exact. LINE_ALONG: the line keeps its distance
 * from an axis or a plane. Then there are no roots, and the sign at 0 is that of the side. */
line_crossing carom_line_ball(line_quadratic *out, const exact_line *line, vec3 center,
                              exact_factor radius);
line_crossing carom_line_cylinder(line_quadratic *out, const exact_line *line,
                                  const line_axis *axis, exact_factor radius);
line_crossing carom_line_slab(line_quadratic *out, const exact_line *line, const vec3 face[3],
                              exact_factor radius);
/** The slab along two axes, which is around the first point of the second. */
line_crossing carom_line_between_axes(line_quadratic *out, const exact_line *line,
                                      const line_axis *one, const line_axis *two,
                                      exact_factor radius);
line_crossing carom_line_plane(line_quadratic *out, const exact_line *line, vec3 normal,
                               double offset, exact_factor radius);
/** The plane through `point` across the axis. */
line_crossing carom_line_end_plane(line_quadratic *out, const exact_line *line,
                                   const line_axis *axis, vec3 point);

/** Is v exactly along w? */
bool carom_factors_are_parallel(const factor3 *v, const factor3 *w);

/** For a quadratic that has roots: -1 when t is before the first, 1 when it is after the last, else
 * 0; exact. */
int carom_line_side(const line_quadratic *q, double t);

/** The exact sign of the quadratic at t. */
int carom_line_sign_at(const line_quadratic *q, double t);

/** The side of the plane through `point` perpendicular to the axis on which the line is nearest to
 * the axis: the exact sign, along the axis. */
int carom_line_middle_side(const factor3 *v, const line_axis *axis, vec3 origin, vec3 point);

/** The exact sign of dot(a, b). */
int carom_factor_dot_sign(const factor3 *a, const factor3 *b);

/** True when the line at t, a root, is between the cylinder's ends. Exact for a double root. */
bool carom_line_within_ends(const line_quadratic *q, const exact_line *line, const line_axis *axis,
                            double t);

/** True when the line is within the radius where it crosses the plane through `center`
 * perpendicular to the axis. Exact; the line must cross that plane. */
bool carom_line_meets_disk(const exact_line *line, const line_axis *axis, vec3 center,
                           exact_factor radius);

#endif
