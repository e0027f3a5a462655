/* carom: two triangle meshes, each in a pose of its own.
 *
 * The answers are those of the posed triangles: every vertex goes through
 * carom_pose_transform_point, which rounds to carom_real, and from there on overlap is exact,
 * touching included. They equal brute force over all pairs of triangles with
 * carom_overlap_triangle_triangle and carom_closest_triangle_triangle; the trees only save work.
 * The meshes may be open, dirty or one and the same. Nothing is allocated.
 *
 * Exchanging A and B exchanges the answer and changes no bit of it. For that two meshes have an
 * order: by the numbers of their poses, of their boxes, then of their triangles, of which the first
 * that differ decide. Of pairs that are equally good the one with the least triangle of the mesh
 * that comes first is taken, then with the least of the other. Equal meshes in one place have
 * nothing to be told apart by, and get one answer.
 *
 * An invalid pose (carom_pose), a null mesh and one without triangles meet nothing.
 *
 * @source [Gottschalk96] for boxes in turned frames, [Jacobson13] for winding numbers,
 * [Martens25] for their form with a ray and the rim. */
#ifndef CAROM_MESH_PAIR_H
#define CAROM_MESH_PAIR_H

#include "carom/classify.h"
#include "carom/intersect.h"
#include "carom/mesh.h"

CAROM_BEGIN

/** What "inside" means for a mesh. */
typedef enum carom_mesh_solidity {
    CAROM_SOLIDITY_UNKNOWN = 0, /**< to be found out */
    /** Every edge belongs to an even number of triangles: a point is inside when a ray from it
     * crosses the surface an odd number of times. Exact. */
    CAROM_SOLIDITY_CLOSED,
    /** Anything else: a point is inside when the generalised winding number exceeds one half in
     * magnitude. It needs all triangles. */
    CAROM_SOLIDITY_OPEN,
    /** A surface alone, as walls, a cup or a tube are: no point is inside. Only told by the caller,
     * never found out. */
    CAROM_SOLIDITY_SHELL
} carom_mesh_solidity;

/** The edges at which a mesh is open, made by carom_mesh_rim_create. With it the winding number of
 * a point costs one ray and a pass over these edges instead of a pass over all triangles. */
typedef struct carom_mesh_rim carom_mesh_rim;

/** The connected pieces of a closed mesh, made by carom_mesh_pieces_create (carom/solid.h). With
 * them carom_classify_solids need not look at all triangles. */
typedef struct carom_mesh_pieces carom_mesh_pieces;

/** A mesh and where it stands. A zeroed rotation is the identity. `solidity` may stay 0: functions
 * that need it then look at all triangles each time; carom_mesh_solidity_of tells it once. `rim`
 * and `pieces` may be null. */
typedef struct carom_placed_mesh {
    const carom_mesh *mesh;
    carom_pose pose;
    carom_mesh_solidity solidity;
    const carom_mesh_rim *rim;
    const carom_mesh_pieces *pieces;
} carom_placed_mesh;

typedef struct carom_triangle_pair {
    uint32_t a, b;
} carom_triangle_pair;

/** Returns false to end the search. */
typedef bool carom_triangle_pair_visitor(uint32_t a, uint32_t b, void *user);

/** How two surfaces meet. */
typedef enum carom_mesh_meeting_kind {
    CAROM_MEETING_NONE = 0,
    CAROM_MEETING_TOUCH, /**< triangles touch, and none passes through another */
    CAROM_MEETING_CROSS  /**< two triangles pass through each other along a segment */
} carom_mesh_meeting_kind;

typedef struct carom_mesh_meeting {
    carom_mesh_meeting_kind kind;
    uint32_t triangle_a, triangle_b; /**< two that cross, else that touch */
    carom_segment segment;           /**< what these two have in common */
} carom_mesh_meeting;

typedef struct carom_mesh_pair_closest {
    carom_real distance;
    carom_vec3 point_a, point_b;
    uint32_t triangle_a, triangle_b;
} carom_mesh_pair_closest;

typedef enum carom_mesh_place {
    CAROM_PLACE_OUTSIDE = 0,
    CAROM_PLACE_INSIDE,
    CAROM_PLACE_SURFACE /**< on a triangle, exactly */
} carom_mesh_place;

typedef struct carom_mesh_side {
    carom_mesh_place place;
    carom_mesh_solidity by; /**< how it was found; UNKNOWN when the point or the mesh is invalid */
} carom_mesh_side;

typedef struct carom_mesh_relation {
    carom_relation relation;
    carom_mesh_solidity by_a,
        by_b; /**< how points were held against A and B; UNKNOWN: not needed */
} carom_mesh_relation;

typedef struct carom_mesh_penetration {
    carom_real depth; /**< that of a point which was found; 0 when none is inside */
    carom_real bound; /**< no point is deeper */
    carom_vec3 normal;
    carom_vec3 point_a, point_b; /**< on A and on B: the point that is inside the other, and the
                                  * nearest one of the other's surface */
    bool inside_is_b;            /**< point_b is the one that is inside; else point_a */
    carom_certainty certainty;   /**< CAROM_LIMIT: the search ended before `accuracy` was met or
                                  * `threshold` was decided */
    uint64_t steps;              /**< that were spent */
} carom_mesh_penetration;

/** @return true to end the search. */
typedef bool carom_depth_stop(void *user);

/** A zeroed definition takes the defaults. */
typedef struct carom_mesh_depth_def {
    carom_real accuracy;  /**< wanted of (bound - depth) / bound; 0: 1/16 */
    carom_real threshold; /**< above 0: the search goes on, whatever the steps, until it is decided
                           * that depth > threshold or bound <= threshold; depths up to it are then
                           * not told apart */
    uint32_t steps; /**< at most so many points are measured, less one for each 64 boxes, leaves or
                     * triangles that are looked at beside that; 0: 16384 */
    carom_depth_stop *stop; /**< called every 32 steps or so, on the thread that searches; may be
                             * null */
    void *user;
} carom_mesh_depth_def;

/** Whether the triangles close a surface, by its edges, told by the positions of their ends. */
typedef enum carom_mesh_closure {
    /** An edge belongs to an odd number of triangles, or no triangle has three different corners.
     */
    CAROM_MESH_OPEN = 0,
    /** Closed, orientation inconsistent: every edge belongs to an even number of triangles, and
     * some edge they do not run along equally often both ways. */
    CAROM_MESH_INCONSISTENT,
    /** Closed: the triangles run along every edge equally often both ways. */
    CAROM_MESH_CLOSED
} carom_mesh_closure;

/** @accuracy Sums of 128-bit hashes: wrong once in 2^120 meshes.
 * @cost One pass over the triangles. */
CAROM_API carom_mesh_closure carom_mesh_closure_of(const carom_mesh *mesh);
/** @return whether every edge, told by the positions of its ends, belongs to an even number of
 * triangles.
 * @accuracy Sums of 128-bit hashes: wrong once in 2^128 meshes.
 * @cost One pass over the triangles. */
CAROM_API carom_mesh_solidity carom_mesh_solidity_of(const carom_mesh *mesh);

/** @param allocator null: malloc and free; copied.
 * @errors MEMORY; ARGUMENT for a null pointer. */
CAROM_API carom_status carom_mesh_rim_create(carom_mesh_rim **rim, const carom_mesh *mesh,
                                             const carom_allocator *allocator);
CAROM_API void carom_mesh_rim_destroy(carom_mesh_rim *rim);
/** Edges that the triangles beside them do not run along equally often in either way. */
CAROM_API size_t carom_mesh_rim_count(const carom_mesh_rim *rim);

/** Do two triangles touch? One mesh inside the other without contact does not count. */
CAROM_API bool carom_overlap_mesh_mesh(const carom_placed_mesh *a, const carom_placed_mesh *b);
/** Every pair of triangles that touch, in an order that is the same for the same call.
 * @return their count, whatever the capacity; `pairs` may be null when capacity is 0. */
CAROM_API size_t carom_query_mesh_mesh(const carom_placed_mesh *a, const carom_placed_mesh *b,
                                       carom_triangle_pair *pairs, size_t capacity);
CAROM_API void carom_visit_mesh_mesh(const carom_placed_mesh *a, const carom_placed_mesh *b,
                                     carom_triangle_pair_visitor *visitor, void *user);

/** Do the surfaces only touch, or pass through each other? Exact. Closed surfaces that cross bound
 * solids that share a volume; such solids need not cross (two equal ones, a plug that fills a
 * hole). Ends at the first pair that crosses. */
CAROM_API carom_mesh_meeting carom_intersect_mesh_mesh(const carom_placed_mesh *a,
                                                       const carom_placed_mesh *b);

/** The nearest triangles and points. Of equally near ones the least triangle of the mesh that comes
 * first, then of the other; in contact some that touch. One surface within the other is as far as
 * the surfaces are.
 * @cost Where a plane parts the meshes, pairs that tie cost no more than a pass over the triangles,
 * and triangles with the same corners as much as one. In double, where other surfaces that tie are
 * not level along an axis, rounding alone tells which of them is nearest, and each pair is
 * measured. */
CAROM_API carom_mesh_pair_closest carom_closest_mesh_mesh(const carom_placed_mesh *a,
                                                          const carom_placed_mesh *b);
/** Is the distance between the surfaces at most `distance`? Ends at the first pair that is. */
CAROM_API bool carom_overlap_mesh_mesh_within(const carom_placed_mesh *a,
                                              const carom_placed_mesh *b, carom_real distance);

/** Where a point stands to the solid that the mesh bounds. */
CAROM_API carom_mesh_side carom_classify_point_mesh(carom_vec3 point,
                                                    const carom_placed_mesh *mesh);
/** How A stands to B as solids. INTERSECTS whenever the surfaces touch, even if from within;
 * without contact every part of the meshes is held against the other.
 * @cost Where the boxes overlap and the surfaces do not touch: a ray for each triangle whose first
 * vertex is in the other's box. */
CAROM_API carom_mesh_relation carom_classify_mesh_mesh(const carom_placed_mesh *a,
                                                       const carom_placed_mesh *b);

/** How deep the solids reach into each other: the largest distance from a point of one surface that
 * is inside the other solid to the other's surface. It does not depend on how the surfaces are cut
 * into triangles. `normal` is unit and points from A to B: moving B along it by `depth` brings that
 * point to the surface; zero when depth is 0. For two convex solids that overlap a little it is the
 * least translation that frees them; in general that is at least `depth`.
 * @accuracy depth <= true depth <= bound, but for rounding: each holds for the best point that was
 * found, and for all others it was shown that they leave the solid within the bound. bound - depth
 * <= accuracy * bound, or bound <= threshold, unless certainty says CAROM_LIMIT. Depths of less
 * than about 32 ulps of the coordinates' size, in double 10^-12 of it, are not told from 0, which
 * is the depth of solids whose surfaces coincide, nor depths from a threshold that they exceed by
 * less. A threshold is left undecided, depth <= threshold < bound, by `stop`; or where the depth
 * comes within 2^-32 of its triangle's size of it. An open mesh has no surface in its holes: what
 * reaches into it through a hole alone may be deeper than the bound. Two Stanford bunnies of 69,451
 * triangles in 60 poses: all ended within 1/16. The 147 hard clashes of an engine of 115 parts
 * ended within 1/10 after 184 steps in the mean, and 1,900 at most.
 * @cost A point that is measured costs a closest point and, at most, an answer to where it is.
 * Parts of one mesh, up to all of it, are held against the other: that counts as steps, too, so
 * that a step takes some microseconds at most, whatever it is spent on. A threshold, as many steps
 * as parts have to be moved: 13,488 for a screw of 18,560 triangles in a nut of 10,624, 0.05 deep
 * all along the thread, and a threshold of 0.1; 30,367 for 0.05001. Halving thresholds between
 * bounds down to the last digit never took more than 31,000 steps there, nor 3,000 for a pin of 200
 * sides in a hole of 150, 0.05 deep.
 * @param def may be null. */
CAROM_API carom_mesh_penetration carom_penetrate_mesh_mesh(const carom_placed_mesh *a,
                                                           const carom_placed_mesh *b,
                                                           const carom_mesh_depth_def *def);

CAROM_END

#endif
