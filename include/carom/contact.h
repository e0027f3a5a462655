/* carom: contact manifolds, the few points that stand for the whole area in which two shapes touch
 * or nearly touch.
 *
 * The features of both shapes that face each other along the normal (a face, an edge, a point) are
 * clipped against each other. Rounded shapes lie `radius` outside those of their core. A disc (of a
 * cylinder or a cone) is taken as 8 samples of its rim at fixed angles and its farthest point; two
 * discs that overhang each other, as the tips of what they share and its middle from rim to rim.
 * When there are more points than asked for, the deepest is kept and those that span most area. */
#ifndef CAROM_CONTACT_H
#define CAROM_CONTACT_H

#include "carom/dispatch.h"

CAROM_BEGIN

/** Most points of one manifold. */
#define CAROM_CONTACT_LIMIT 8

typedef struct carom_contact_point {
    carom_vec3 point_a, point_b; /**< on the surfaces: point_a = point_b + depth * normal */
    carom_real depth;            /**< negative: still apart by so much along the normal */
    /** From the features that make the point: the same from frame to frame as long as they are,
     * and different for every point of a manifold. */
    uint32_t id;
    carom_subshape sub_a, sub_b; /**< on which the points lie. @since 0.2.0 */
} carom_contact_point;

/** The caller sets `margin` and `capacity`; zero means contact only, and 4 points. One that was
 * forgotten hides no contact: what is no margin is set to 0, and any capacity allows a point. */
typedef struct carom_contact_manifold {
    carom_real margin; /**< points apart by up to this much are reported as well; 0 or more, else
                          (negative, NaN, infinite) 0 */
    int32_t capacity;  /**< at most this many points; 1 .. CAROM_CONTACT_LIMIT, which more count as;
                          0 or less: 4 */
    carom_vec3 normal; /**< unit, from A to B; zero when there is no contact */
    carom_certainty certainty; /**< of the normal and the greatest depth */
    int32_t count;
    carom_contact_point points[CAROM_CONTACT_LIMIT]; /**< the deepest first */
} carom_contact_manifold;

/** How A and B touch: fills the manifold's normal, count and points.
 *
 * Shapes overlap, touch, or are apart by at most the margin; else, and for invalid shapes, the
 * count is 0.
 * @degenerate a shape without area or volume is its feature; where the normal is not unique it is
 * that of carom_penetrate.
 * @accuracy depths are carom_penetrate's. Points lie on flat shapes to 1e-9 of their size: corners
 * that are as near to a face's plane as that are corners of the face, and edges that are as near
 * to each other one edge (double: 8e-12 off at most in 40,000 pairs of triangles, tetrahedra and
 * boxes, also flat and nearly flush ones, sizes up to 1e9 apart).
 * @return the count */
CAROM_API int32_t carom_contact(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                                carom_pose pose_b, carom_contact_manifold *manifold);

/** The same of posed shapes. */
CAROM_API int32_t carom_contact_posed(const carom_posed_shape *a, const carom_posed_shape *b,
                                      carom_contact_manifold *manifold);

/** The same where one normal does not tell it all: a box in a corner of a mesh touches a floor and
 * two walls, a table stands on four legs. The deepest manifold first.
 *
 * A shape on a mesh or height field has one for each way in which it is touched: normals differ by
 * more than 5 degrees, and contacts that differ by less share a manifold. Two surfaces have one for
 * each patch that hangs together: faces that lie on each other and face one way, a curve along
 * which they cross, what is nearest within the margin. A compound has those of its children. All
 * other pairs have one at most.
 *
 * @param manifolds margin and capacity of the first hold for all; room for `capacity`, of which
 * CAROM_CONTACT_LIMIT are used at most
 * @return how many were filled; carom_contact's is the first of them.
 * @degenerate Two surfaces that only touch have depth 0 there, even if one solid is within the
 * other. Where they cross and no patch tells half of carom_penetrate's depth (a bar through
 * another) one more manifold does. With CAROM_LIMIT what is deeper than 9/8 of it is left out.
 * @accuracy Of two surfaces patches that are nearer to each other than a 128th of the smaller one
 * may be one where more than 512 pairs of triangles touch.
 * @cost Of two surfaces, beside carom_penetrate, a few walks over the pairs of triangles that
 * touch. */
CAROM_API int32_t carom_contact_several(const carom_posed_shape *a, const carom_posed_shape *b,
                                        carom_contact_manifold *manifolds, int32_t capacity);

/** How far B must move along `direction`, of any length but 0, to be free of A: 0 when they are
 * apart or invalid, and for unbounded shapes.
 *
 * A closed mesh is solid here: what is within it must leave it. Of any other mesh and of height
 * fields the surface alone is in the way, as far as it is now and until the first gap.
 * @degenerate what touches a surface no deeper than 16 ulps, or 1e-12, of its coordinates is free
 * of it. */
CAROM_API carom_real carom_penetrate_along(const carom_shape *a, carom_pose pose_a,
                                           const carom_shape *b, carom_pose pose_b,
                                           carom_vec3 direction);

CAROM_END

#endif
