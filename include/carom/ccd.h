/* carom: first contact of meshes that deform, one pair of features at a time. Every corner moves
 * straight and evenly from its place at the start of the frame to that at the end.
 *
 * Whether there is contact is decided exactly for the numbers given, whatever finite numbers they
 * are: none is missed, none is reported that is not, and touching at one instant is contact. Bounds
 * on rounding decide nearly all; exact arithmetic decides what is left: contact on a side or a
 * corner, at the start or the end, and motion in one plane. Corners may coincide, and features may
 * be flat in time (in one plane throughout) or without extent. */
#ifndef CAROM_CCD_H
#define CAROM_CCD_H

#include "carom/shape.h"

CAROM_BEGIN

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
    bool initial_overlap;   /**< in contact at the start */
    carom_real fraction;    /**< of the frame; never late, early by 1e-12 at most (in float rounded
                                 down besides) */
    carom_vec3 point;       /**< of A, at that time */
    carom_vec3 normal;      /**< unit, from A to B */
    carom_vec3 barycentric; /**< of the face; zero for edges */
    carom_real t_a, t_b;    /**< along the edges; zero for vertex and face */
    carom_certainty certainty; /**< CAROM_CONVERGED: `fraction` is within bounds */
} carom_ccd_hit;

/** A vertex of one mesh against a face of another.
 * @degenerate A face without area is its edges. Not finite: a miss.
 * @accuracy Of the 7,279 sample queries of [Wang21] none is missed and none false.
 * @cost Most misses end with a comparison of boxes or with four determinants. What only exact
 * arithmetic decides takes about 10 microseconds, and milliseconds where coordinates from the least
 * to the greatest doubles stand together.
 * @source [Shewchuk97] [Wang21] */
CAROM_API carom_ccd_hit carom_sweep_vertex_face(const carom_moving_point *vertex,
                                                const carom_moving_triangle *face);
/** Two edges; exchanged, the same fraction and parameters to the bit. @degenerate An edge without
 * length is a point; parallel edges touch at one of their common points. Not finite: a miss. @cost
 * As carom_sweep_vertex_face. */
CAROM_API carom_ccd_hit carom_sweep_edge_edge(const carom_moving_segment *a,
                                              const carom_moving_segment *b);

CAROM_END

#endif
