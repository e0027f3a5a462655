/* carom: a binary space partition over convex polygons, each node split by a plane. Polygons that
 * the plane cuts are cut in two.
 *
 * A polygon's front is the side from which its vertices appear counter-clockwise. When the polygons
 * are closed surfaces whose fronts look outwards, points behind are inside the solid. Polygons must
 * be convex, and planar up to rounding; those with all vertices on one line, or fewer than three,
 * are left out and counted. Sides of points are decided exactly, by the plane through three
 * vertices of the polygon. @source [Fuchs80], [Ericson05] 8 */
#ifndef CAROM_BSP_H
#define CAROM_BSP_H

#include "carom/shape.h"

CAROM_BEGIN

typedef struct carom_bsp carom_bsp;

typedef struct carom_bsp_def {
    const carom_polygon *polygons; /**< copied, with their vertices; may be null when count is 0 */
    size_t count;
    /** What a cut polygon costs, and what one polygon more on one side than on the other costs.
     * Planes are those of the polygons, and ones across the axes while polygons are many; the
     * cheapest of some is taken. Both 0: 8 and 1. */
    carom_real split_weight, balance_weight;
    carom_allocator allocator;
} carom_bsp_def;

/** No path from the root is longer. */
#define CAROM_BSP_DEPTH 1024

/** Where a point is. */
typedef enum carom_bsp_place {
    CAROM_BSP_FRONT = 0, /**< in front: outside, when the surface is closed */
    CAROM_BSP_BACK = 1,  /**< behind: inside the solid */
    CAROM_BSP_ON = 2     /**< on a polygon, its edges and vertices included */
} carom_bsp_place;

typedef struct carom_bsp_hit {
    bool hit;
    uint32_t polygon; /**< its index in the definition */
    carom_real t;
    carom_vec3 point, normal; /**< as of carom_raycast_ray_polygon */
} carom_bsp_hit;

typedef struct carom_bsp_facts {
    size_t nodes;      /**< planes */
    size_t depth;      /**< planes on the longest path */
    size_t pieces;     /**< of polygons, each in one node */
    size_t splits;     /**< polygons or pieces that were cut in two */
    size_t degenerate; /**< polygons left out */
    size_t memory;     /**< bytes */
} carom_bsp_facts;

/** A polygon or a part of it. */
typedef struct carom_bsp_piece {
    const carom_vec3 *vertices; /**< in the polygon's order; of cuts rounded */
    uint32_t count;
    uint32_t polygon;
    bool front; /**< seen from its front; of a viewpoint in its plane false */
} carom_bsp_piece;

/** Returns false to end the traversal. */
typedef bool carom_bsp_visitor(const carom_bsp_piece *piece, void *user);

/** @errors CAROM_ERROR_NOT_FINITE; CAROM_ERROR_ARGUMENT (weights negative or not finite, vertices
 * null); CAROM_ERROR_MEMORY; CAROM_ERROR_LIMIT when the tree would be deeper than CAROM_BSP_DEPTH
 * or hold more than 2^31 vertices: polygons that cross one another have pieces by the square of
 * their number, and by the cube in the worst case. */
CAROM_API carom_status carom_bsp_create(carom_bsp **bsp, const carom_bsp_def *def);
CAROM_API void carom_bsp_destroy(carom_bsp *bsp);

/** Exact for points on polygons; else the side of the polygons that bound the point's cell.
 * @degenerate Of an open surface the answer is that of some polygon nearby; with no polygon at all,
 * and for a point that is not finite, CAROM_BSP_FRONT. */
CAROM_API carom_bsp_place carom_bsp_classify_point(const carom_bsp *bsp, carom_vec3 point);

/** The first polygon that the ray hits, from either side: of equal t the lowest index. Answers
 * equal carom_raycast_ray_polygon over all polygons, bit for bit. */
CAROM_API carom_bsp_hit carom_bsp_raycast_ray(const carom_bsp *bsp, const carom_ray *ray);

/** Visits all pieces in an order in which none hides one that comes later: far ones first. */
CAROM_API void carom_bsp_visit(const carom_bsp *bsp, carom_vec3 viewpoint,
                               carom_bsp_visitor *visitor, void *user);

CAROM_API carom_bsp_facts carom_bsp_measure(const carom_bsp *bsp);

CAROM_END

#endif
