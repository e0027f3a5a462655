/* carom: first contact of meshes that deform, one pair of features at a time. Every corner moves
 * straight and evenly from its place at the start of the frame to that at the end.
 *
 * A contact is never missed. Features that only come near are taken for touching when they come
 * nearer than CAROM_CCD_TOLERANCE times the largest difference between any two of their corners'
 * coordinates, at the start or at the end. Corners may coincide, and features may be flat in time
 * (in one plane throughout) or without extent. */
#ifndef CAROM_CCD_H
#define CAROM_CCD_H

#include "carom/shape.h"

CAROM_BEGIN

/** Nearness that counts as contact, relative to the size; in both precisions. */
#define CAROM_CCD_TOLERANCE 1e-12

typedef struct carom_moving_point {
    carom_vec3 start, end;
} carom_moving_point;

typedef struct carom_moving_segment {
    carom_segment start, end;
} carom_moving_segment;

typedef struct carom_moving_triangle {
    carom_triangle start, end;
} carom_moving_triangle;

/** First contact of two moving features. A miss is all zero. */
typedef struct carom_ccd_hit {
    bool hit;
    bool initial_overlap;
    carom_real fraction;    /**< of the frame; never late */
    carom_vec3 point;       /**< of A, at that time */
    carom_vec3 normal;      /**< unit, from A to B */
    carom_vec3 barycentric; /**< of the face; zero for edges */
    carom_real t_a, t_b;    /**< along the edges; zero for vertex and face */
    /** CAROM_CONVERGED, or CAROM_LIMIT when nothing was proved within the bound on steps: then the
     * hit is assumed, and nothing touches before `fraction`. */
    carom_certainty certainty;
} carom_ccd_hit;

/** A vertex of one mesh against a face of another.
 * @degenerate A face without area is its edges. Not finite: a miss.
 * @cost At most 128 steps; about 5 for a plain hit, none for most misses. */
CAROM_API carom_ccd_hit carom_sweep_vertex_face(const carom_moving_point *vertex,
                                                const carom_moving_triangle *face);
/** Two edges. @degenerate An edge without length is a point; parallel edges touch at one of their
 * common points. Not finite: a miss. @cost As carom_sweep_vertex_face. */
CAROM_API carom_ccd_hit carom_sweep_edge_edge(const carom_moving_segment *a,
                                              const carom_moving_segment *b);

CAROM_END

#endif
