/* The span of t in which a line is within a radius of a convex set (the Minkowski sum of the set
 * and a ball), as the union of the spans of its parts: balls at the vertices, cylinders along the
 * edges and slabs over the faces [Ericson05] 5.5.6. The union is convex, so the line is inside
 * from the first entry of any part to the last exit of any part. Exact signs decide whether that
 * meets a range of t. */
#ifndef CAROM_QUERY_RAYCAST_LINE_SPAN_H
#define CAROM_QUERY_RAYCAST_LINE_SPAN_H

#include "query/raycast/line_quadratic.h"

typedef struct line_span {
    exact_line line;
    exact_factor radius;
    double first, last; /* the range of t that counts */
    double in, out;     /* in > out: the line passes by */
    bool begins;        /* in <= first */
    bool enters;        /* in <= last */
    bool leaves;        /* out >= first */
} line_span;

/** An empty span, before any part is added. */
static inline void line_span_begin(line_span *span, const exact_line *line, exact_factor radius,
                                   const double range[2]) {
    *span = (line_span){.line = *line,
                        .radius = radius,
                        .first = range[0],
                        .last = range[1],
                        .in = DBL_MAX,
                        .out = -DBL_MAX};
}

static inline bool line_span_meets(const line_span *span) {
    return span->enters && span->leaves;
}

/** True when the line is within the radius at the start of the range. */
static inline bool line_span_starts_inside(const line_span *span) {
    return span->begins && span->leaves;
}

/** Adds a root of the quadratic as an entry, or as an exit. */
void carom_line_span_entry(line_span *span, const line_quadratic *q);
void carom_line_span_exit(line_span *span, const line_quadratic *q);

void carom_line_span_vertex(line_span *span, vec3 vertex);
/** The cylinder alone. */
void carom_line_span_edge(line_span *span, vec3 a, vec3 b);
/** Adds the slab over a convex face, whose plane is that of `corner`, three of its vertices. */
void carom_line_span_face(line_span *span, const vec3 *v, int count, const int corner[3]);

/** Adds the slab over the parallelogram that is the Minkowski difference of two axes, seen from the
 * first point of `mine`, which moves. */
void carom_line_span_axes(line_span *span, const line_axis *mine, const line_axis *other);

#endif
