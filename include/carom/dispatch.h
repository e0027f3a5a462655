/* carom: any shape against any shape, each in a pose of its own. Typed pair functions are faster
 * where the kinds are known; these choose them from tables and flip the pair where only the other
 * order exists.
 *
 * Every verb answers every pair, but that A of a ray cast is a ray, segment or line. Invalid shapes
 * answer "no": false, CAROM_DISJOINT, a miss, an infinite distance; carom_shape_problem says why.
 * So do invalid poses (carom_pose, carom_pose_problem).
 *
 * Meshes and height fields are surfaces. They are never copied: the other shape is turned into
 * their frame, where every answer is the one of brute force over the triangles, ties to the lower
 * index, and points and normals are turned back. So coordinates of the other shape are rounded once
 * more (to carom_real), and an AABB may become an oriented box. Of two surfaces the first one's
 * triangles are posed (two meshes: as mesh_pair.h says). What differs from other shapes:
 * - Overlap, distance and sweeps see triangles alone; what is within a closed mesh does not touch.
 * - Classify knows the inside of a closed mesh (every edge belongs to an even number of triangles):
 *   INSIDE what is in it and does not touch it. Whatever touches the surface INTERSECTS, even from
 *   within, unless the shape holds all of it; a point on it is INSIDE.
 * - The depth of a shape is that in the triangle in which it is deepest; B is half a world against
 * a plane or half-space, and leaves it as a whole. Two meshes: as carom_penetrate_mesh_mesh, where
 *   the surfaces touch. Of these a mesh that is not closed is a solid if little is missing (a scan
 *   with holes: less than 0.3 of the volume by Gauss's theorem, along each axis), else a shell
 *   (walls, a cup, a tube): that may be deep in a solid, but nothing is deep in it. Two shells
 *   touch with depth 0. Manifolds: as contact.h says.
 * - Normals of sweeps, depths and manifolds are freed of inner edges (carom_mesh_contact_normal).
 *   Depth is then along that normal, from the triangle's plane.
 * - fraction_exit is when the triangle that is hit first is left; 1 between two surfaces.
 *
 * Compounds (compound.h) are the union of their children.
 *
 * Answers name on each side what attains them (carom_subshape): the triangle of a mesh or height
 * field, the child of a compound; of equal ones the lowest, of two surfaces any. A depth along a
 * normal that was freed of inner edges is that of the triangle that is deepest alone. Of two meshes
 * that are deep in each other, and in manifolds, it is the triangle on which the point lies.
 *
 * Magnitudes: in float all, in double 0 and 1e-300 to 1e300. Beyond 1e40, lengths that are less
 * than 2^-200 of the largest one of a pair may count as 0, but not in booleans. A length beyond the
 * precision's range is infinite, a point beyond it the nearest one within. */
#ifndef CAROM_DISPATCH_H
#define CAROM_DISPATCH_H

#include "carom/classify.h"
#include "carom/closest.h"
#include "carom/heightfield.h"
#include "carom/mesh.h"
#include "carom/overlap.h"
#include "carom/penetration.h"
#include "carom/posed_frame.h"
#include "carom/raycast.h"
#include "carom/sweep.h"

CAROM_BEGIN

typedef enum carom_shape_kind {
    CAROM_SHAPE_POINT = 0,
    CAROM_SHAPE_SEGMENT,
    CAROM_SHAPE_RAY,
    CAROM_SHAPE_LINE,
    CAROM_SHAPE_PLANE,
    CAROM_SHAPE_HALFSPACE,
    CAROM_SHAPE_SPHERE,
    CAROM_SHAPE_CAPSULE,
    CAROM_SHAPE_AABB,
    CAROM_SHAPE_OBB,
    CAROM_SHAPE_TRIANGLE,
    CAROM_SHAPE_POLYGON,
    CAROM_SHAPE_KDOP,
    CAROM_SHAPE_CYLINDER,
    CAROM_SHAPE_CONE,
    CAROM_SHAPE_ELLIPSOID,
    CAROM_SHAPE_TETRAHEDRON,
    CAROM_SHAPE_HULL,
    CAROM_SHAPE_MESH,
    CAROM_SHAPE_HEIGHTFIELD,
    CAROM_SHAPE_COMPOUND, /**< compound.h */
    CAROM_SHAPE_SUPPORT,  /**< carom_support_shape. @since 0.2.0 */
    CAROM_SHAPE_ROUNDED,  /**< carom_rounded_shape. @since 0.2.0 */
    CAROM_SHAPE_KINDS
} carom_shape_kind;

/** Several shapes as one: compound.h. */
typedef struct carom_compound carom_compound;

/** A hull and where it stands. A caller may leave `pose` zeroed; carom_shape_pose sets it. */
typedef struct carom_placed_hull {
    const carom_hull *hull;
    carom_pose pose;
} carom_placed_hull;

/** Support function of a bounded convex set, in the set's own frame: a point of the set that is
 * farthest along `direction`, which is of unit length to rounding. The same direction gives the
 * same point, on every thread. It calls no query of carom and throws nothing. @since 0.2.0 */
typedef carom_vec3 carom_support_function(carom_vec3 direction, const void *user);

/** A bounded convex set that a support function describes: superellipsoids, lenses, images and sums
 * of other sets. A caller may leave `pose` zeroed; carom_shape_pose sets it.
 *
 * Six calls along the axes check the shape: a coordinate that is not finite makes it invalid. In
 * other directions, what is outside of the box about `interior` that the six span is moved into it,
 * and a point that is not a number, or lower than `interior`, counts as `interior`. So a function
 * that breaks its contract gets an answer about something in that box, in bounded time.
 * Manifolds hold the points that eight more calls show of a face. No verdict is exact.
 *
 * Classification: a polytope, plane or half-space holds the set if the support values along the
 * normals of its facets are within; another shape, if it holds the box of the six calls. The set
 * holds a polytope if it holds its vertices; another shape, if it holds a box about it. What this
 * does not prove is CAROM_INTERSECTS.
 * @accuracy Of 30,000 pairs of size 1 with known sets no verdict differed farther from contact than
 * this: distances were off by 8e-7 (float) and 1e-10 (double), depths by 5e-7 and 7e-10, rays by
 * 5e-6 and 2e-12; in float the most of it is how the function itself rounds. Points on smooth
 * surfaces are known to the root of that.
 * @cost Calls in a query with a convex shape: 15 to 150, rays and sweeps up to 280; a time of
 * impact some thousands. Posed shapes (carom_shape_pose) save twelve in each.
 * @errors It has no mass and is not saved with a world: CAROM_ERROR_ARGUMENT.
 * @since 0.2.0 */
typedef struct carom_support_shape {
    carom_support_function *support;
    const void *user;    /**< handed to the function */
    carom_vec3 interior; /**< a point of the set, best well within it */
    carom_pose pose;
} carom_support_shape;

/** All points within `radius` of a bounded convex core: the Minkowski sum of the core and a ball,
 * as an exact part of the shape. The core is any bounded convex shape that is not rounded itself;
 * it is not copied and must live as long as the shape, in a world, too. It stands in the frame of
 * the whole, of which a caller may leave `pose` zeroed; carom_shape_pose sets it.
 *
 * With radius 0 every answer is that of the core, a rounded point is the sphere and a rounded
 * segment the capsule, to the bit. Else the convex engine answers, on the core and the radius:
 * depth of cores in contact is theirs and the radii, manifolds are those of the cores, moved to the
 * surfaces, and with another kind of radius (sphere, capsule) the radii add up.
 *
 * Classification: a rounded polytope is held if balls about all its corners are, which is as sharp
 * as with spheres; a rounded shape (sphere, capsule) holds a polytope, rounded or not, if its core,
 * grown or shrunk by the difference of the radii, holds the corners or the balls. Of curved cores
 * what a box about the core does not prove is CAROM_INTERSECTS; planes, half-spaces and polytopes
 * hold them by their support values.
 * @degenerate Radius 0; a core that is flat, a segment or a point.
 * @accuracy Overlap with points, segments, triangles, tetrahedra, AABBs, hulls in place, spheres,
 * capsules and rounded shapes of these cores is exact in place where double holds the sum of the
 * radii; of other cores and in a pose it is as that of the core is.
 * @errors Mass is known of boxes, points, segments, spheres and capsules as cores alone, else
 * CAROM_ERROR_ARGUMENT. carom_shape_problem: no core, one that is no bounded convex shape or is not
 * valid, a radius that is negative or not finite.
 * @since 0.2.0 */
typedef struct carom_rounded_shape {
    const struct carom_shape *core;
    carom_real radius;
    carom_pose pose;
} carom_rounded_shape;

typedef struct carom_shape {
    carom_shape_kind kind;
    union {
        carom_vec3 point;
        carom_segment segment;
        carom_ray ray;
        carom_line line;
        carom_plane plane;
        carom_halfspace halfspace;
        carom_sphere sphere;
        carom_capsule capsule;
        carom_aabb aabb;
        carom_obb obb;
        carom_triangle triangle;
        carom_polygon polygon;
        carom_kdop kdop;
        carom_cylinder cylinder;
        carom_cone cone;
        carom_ellipsoid ellipsoid;
        carom_tetrahedron tetrahedron;
        carom_placed_hull hull;
        const carom_mesh *mesh;
        const carom_heightfield *heightfield;
        const carom_compound *compound;
        carom_support_shape support;
        carom_rounded_shape rounded;
    } as;
} carom_shape;

/** The verbs of any two shapes. */
typedef enum carom_verb {
    CAROM_VERB_OVERLAP = 0,
    CAROM_VERB_CLASSIFY,
    CAROM_VERB_CLOSEST,
    CAROM_VERB_RAYCAST,
    CAROM_VERB_SWEEP,
    CAROM_VERB_PENETRATION,
    CAROM_VERB_CONTACT, /**< manifolds: contact.h */
    CAROM_VERB_TOI      /**< first contact of shapes that turn: toi.h */
} carom_verb;

/** A solver that may answer a pair of shapes, described by constant strings. */
typedef struct carom_solver {
    const char *name;      /**< short, unique for an algorithm and its use */
    const char *algorithm; /**< the standard name, and what the solver makes of it */
    const char *source;    /**< key of docs/sources.md; "own" where it is the project's own */
    const char *reason;    /**< what it alone proves, or the measured gain */
} carom_solver;

/** Closest points of any two shapes; the parameter of a shape that has none is 0. Barycentrics and
 * feature are those of a triangle against a point, or of the one triangle that is named, else zero.
 */
typedef struct carom_closest_any {
    carom_real distance;    /**< realised by the points: never too short but for rounding */
    carom_real lower_bound; /**< the shapes are apart by no less; `distance` where that is exact */
    carom_certainty certainty;
    carom_vec3 point_a, point_b;
    carom_real t_a, t_b;
    carom_vec3 barycentric;
    carom_feature feature;
    carom_subshape sub_a, sub_b; /**< what is nearest. @since 0.2.0 */
} carom_closest_any;

/** A shape, where it stands, and how far it moves during the frame. */
typedef struct carom_moving_shape {
    const carom_shape *shape;
    carom_pose pose;
    carom_vec3 motion;
} carom_moving_shape;

/** A shape that was checked and moved into the common frame once, for any number of queries. Plain
 * data that may be copied; it refers to what the shape refers to (a hull, a mesh, vertices, slabs),
 * which must live as long. Zeroed, or where carom_shape_pose said false, it is invalid and every
 * query about it answers "no". */
typedef struct carom_posed_shape {
    carom_shape shape; /**< in the common frame; a polygon, k-DOP, mesh or field as it was given */
    carom_pose pose;   /**< where one of these stands; the identity for all others */
    carom_vec3 motion; /**< for sweeps, set by the caller; zero after carom_shape_pose */
    carom_posed_frame frame; /**< what queries read of its place and sizes, by kind */
    uint32_t state;          /**< of what is filled in; 0: invalid */
} carom_posed_shape;

/** What a sweep computes and what it takes for contact; zeroed: everything, and any common point.
 * A mesh or height field is asked triangle by triangle, with normals freed of inner edges. */
typedef struct carom_sweep_options {
    bool skip_exit; /**< fraction_exit is not wanted and may come as 1: a fifth less work for shapes
                       without a closed form */
    bool ignore_receding;   /**< contact at the start does not count where the motion leads out of
                               it, against the normal */
    bool ignore_tangential; /**< nor where the motion is across the normal, to 64 ulps. Triangles of
                               surfaces that are slid along do not count later on either */
    /** Shapes that are no farther apart count as in contact: fractions, initial_overlap and normal
     * are those of A grown by so much all round, `point` is on B. Not negative and finite, else a
     * miss. */
    carom_real target_distance;
} carom_sweep_options;

/** @return true when `verb` answers these kinds, in either order of the symmetric verbs. */
CAROM_API bool carom_shape_supports(carom_verb verb, carom_shape_kind a, carom_shape_kind b);
/** The solvers that may answer A and B under `verb`, in the order in which they are tried: each
 * answers, or is undecided and leaves the pair to the next. The last one always answers. Solvers of
 * posed frames come in where both shapes were posed by carom_shape_pose.
 * @return how many there are, of which `capacity` at most are stored; 0 where the verb does not
 * answer the kinds */
CAROM_API int32_t carom_shape_solvers(carom_verb verb, carom_shape_kind a, carom_shape_kind b,
                                      carom_solver *list, int32_t capacity);
/** @return what is wrong with the shape, as a short English sentence ("radius is negative"), or
 * null. */
CAROM_API const char *carom_shape_problem(const carom_shape *shape);
/** Checks a shape and moves it into the common frame. A box that is turned becomes an oriented box,
 * a cylinder or cone of no height, which is a disk, a flat ellipsoid; the identity changes no bit.
 * @return false when the shape or the pose is invalid; `out` is then invalid. */
CAROM_API bool carom_shape_pose(carom_posed_shape *out, const carom_shape *shape, carom_pose pose);

/** The smallest axis-aligned box of a shape in a pose, rounded outwards; infinite where the shape
 * is, inverted when it is invalid. */
CAROM_API carom_aabb carom_shape_bounds(const carom_shape *shape, carom_pose pose);
/** A point of the bounded shape, in a pose, that is farthest along `direction` (any length but 0).
 * @return the zero vector for an unbounded or invalid shape. */
CAROM_API carom_vec3 carom_shape_support(const carom_shape *shape, carom_pose pose,
                                         carom_vec3 direction);

/** Do A and B share a point? */
CAROM_API bool carom_overlap(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                             carom_pose pose_b);
/** Are A and B at most `distance` apart? Ends as soon as that is certain either way. False for a
 * distance that is negative or not finite. @accuracy that of carom_closest; carom_overlap for 0 */
CAROM_API bool carom_overlap_within(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                                    carom_pose pose_b, carom_real distance);
/** How A stands to B. A set without inside holds what lies in it: a plane a triangle, a triangle
 * its edges. */
CAROM_API carom_relation carom_classify(const carom_shape *a, carom_pose pose_a,
                                        const carom_shape *b, carom_pose pose_b);
/** Closest points of A and B. @accuracy double, 23,000 pairs: flat 3e-16 of sizes, else 3e-13.
 * Curved shapes of size 1 that are 1e-3, 1e-6, 1e-9 apart: of 36,000 pairs each none ended with
 * CAROM_LIMIT, bounds 9e-15 apart; at 1e-12 0.7 %, bounds 8e-12 apart. */
CAROM_API carom_closest_any carom_closest(const carom_shape *a, carom_pose pose_a,
                                          const carom_shape *b, carom_pose pose_b);
/** Closest points of A and B if they are at most `limit` apart: the answer of carom_closest then.
 * Ends as soon as they are certainly farther: infinite distance, and a `lower_bound` of at most the
 * limit. @degenerate nothing is within a negative or NaN limit @since 0.2.0 */
CAROM_API carom_closest_any carom_closest_within(const carom_shape *a, carom_pose pose_a,
                                                 const carom_shape *b, carom_pose pose_b,
                                                 carom_real limit);
/** Where the ray, segment or line A hits B. */
CAROM_API carom_ray_hit carom_raycast(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                                      carom_pose pose_b);
/** When moving A and B first touch. The point is in the common frame at that time. Exchanged, they
 * answer the same to the bit, the normal turned round; within a distance, where the point is on B,
 * all but the point. */
CAROM_API carom_sweep_hit carom_sweep(const carom_moving_shape *a, const carom_moving_shape *b);
/** Least depth. @accuracy double, 17,000 pairs: flat 3e-16 of sizes, else 3e-10; worst 2e-7 */
CAROM_API carom_penetration carom_penetrate(const carom_shape *a, carom_pose pose_a,
                                            const carom_shape *b, carom_pose pose_b);

/* The same of shapes that are posed already: same answers, without the cost of checking and
 * placing. */
CAROM_API bool carom_overlap_posed(const carom_posed_shape *a, const carom_posed_shape *b);
CAROM_API bool carom_overlap_within_posed(const carom_posed_shape *a, const carom_posed_shape *b,
                                          carom_real distance);
CAROM_API carom_relation carom_classify_posed(const carom_posed_shape *a,
                                              const carom_posed_shape *b);
CAROM_API carom_closest_any carom_closest_posed(const carom_posed_shape *a,
                                                const carom_posed_shape *b);
CAROM_API carom_closest_any carom_closest_within_posed(const carom_posed_shape *a,
                                                       const carom_posed_shape *b,
                                                       carom_real limit);
CAROM_API carom_ray_hit carom_raycast_posed(const carom_posed_shape *a, const carom_posed_shape *b);
CAROM_API carom_penetration carom_penetrate_posed(const carom_posed_shape *a,
                                                  const carom_posed_shape *b);
/** @param options may be null */
CAROM_API carom_sweep_hit carom_sweep_posed(const carom_posed_shape *a, const carom_posed_shape *b,
                                            const carom_sweep_options *options);

CAROM_END

#endif
