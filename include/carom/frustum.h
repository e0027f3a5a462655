/* carom: view frustums: what a camera sees, and what of many boxes is in it.
 *
 * A frustum is the convex hull of its eight corners as they were rounded to carom_real, and all
 * answers are exact for that set. The usual test of a box against the six planes alone keeps boxes
 * that lie outside next to an edge or a corner; here edges decide, too, so that no box is kept
 * that does not touch. Touching is no longer inside: CAROM_CONTAINS is the interior,
 * CAROM_INTERSECTS a common point otherwise. A hull of the corners (carom_frustum_hull) goes into
 * every verb of dispatch.h.
 *
 * @source [Assarsson00] for the test by planes, [Gottschalk96] for separating axes. */
#ifndef CAROM_FRUSTUM_H
#define CAROM_FRUSTUM_H

#include "carom/fit.h"
#include "carom/scene.h"
#include "carom/space.h"

CAROM_BEGIN

/** The faces of eight corners and their outlines, found exactly. @since 0.2.0 */
typedef struct carom_frustum_sides {
    uint8_t face_count;     /**< at most 12: the sides of rounded corners bend */
    uint8_t edge_counts[3]; /**< of the outlines along the x, y and z axis */
    uint8_t faces[12][3];   /**< three corners, counter-clockwise seen from outside */
    uint8_t corners_of[12]; /**< all corners in the plane of a face: bit i is that of corner i */
    uint8_t edges[3][8][2]; /**< corners of an outline, its inside on the left */
} carom_frustum_sides;

/** Corner i is on the right for i & 1, at the top for i & 2, far for i & 4. @since 0.2.0 */
typedef struct carom_frustum {
    carom_vec3 corners[8];
    carom_frustum_sides sides;
} carom_frustum;

/** What a camera sees. @since 0.2.0 */
typedef struct carom_frustum_def {
    carom_vec3 eye, forward, up; /**< of any length; up is straightened */
    carom_real fovy;   /**< angle from bottom to top, radians, below pi; 0: an orthographic box */
    carom_real height; /**< of the orthographic box */
    carom_real aspect; /**< width by height */
    carom_real near_distance, far_distance; /**< along forward; near above 0 in perspective */
} carom_frustum_def;

/** @errors ARGUMENT: null; lengths, angles or distances out of range, no direction; corners that
 * enclose no volume once they are rounded. NOT_FINITE, also for an infinite far plane: a frustum
 * is bounded. `frustum` is untouched then.
 * @accuracy Corners are found in double and rounded once. @since 0.2.0 */
CAROM_API carom_status carom_frustum_from_camera(carom_frustum *frustum,
                                                 const carom_frustum_def *def);
/** The frustum of a matrix that takes points, as columns, to clip coordinates: projection times
 * view, or projection alone for a frustum in the frame of the eye.
 * @param columns column after column, as carom_pose_from_columns has it; a matrix for points as
 * rows (D3D) has the same sixteen numbers row after row
 * @param near_depth depth of the near plane by w: -1 (OpenGL), 0 (D3D, Vulkan, Metal); or 1 where
 * depth is reversed
 * @param far_depth 1; or 0 where depth is reversed
 * @errors as carom_frustum_from_camera; ARGUMENT for a singular matrix; NOT_FINITE for an infinite
 * far plane, and where rounding has moved that, ARGUMENT or a frustum as long as its numbers say.
 * @since 0.2.0 */
CAROM_API carom_status carom_frustum_from_columns(carom_frustum *frustum,
                                                  const carom_real columns[16],
                                                  carom_real near_depth, carom_real far_depth);
/** A frustum, or any convex set of eight corners with volume. @errors as above. @since 0.2.0 */
CAROM_API carom_status carom_frustum_from_corners(carom_frustum *frustum,
                                                  const carom_vec3 corners[8]);

/** The six sides: left, right, bottom, top, near, far; unit normals point outwards, no corner is
 * outside but for rounding. For drawing and for other engines: no answer here depends on them.
 * @since 0.2.0 */
CAROM_API void carom_frustum_planes(const carom_frustum *frustum, carom_plane planes[6]);

/** The convex hull of the corners, under every verb of dispatch.h. @since 0.2.0 */
static inline carom_status carom_frustum_hull(carom_hull **hull, const carom_frustum *frustum) {
    const carom_hull_def def = {frustum->corners, 8, {NULL, NULL, NULL}, 0};
    return carom_hull_create(hull, &def);
}

/** Exact. An inverted or infinite box is CAROM_DISJOINT. @since 0.2.0 */
CAROM_API carom_relation carom_frustum_classify_aabb(const carom_frustum *frustum,
                                                     const carom_aabb *box);
/** Exact: CAROM_INTERSECTS is a point of the boundary. @since 0.2.0 */
CAROM_API carom_relation carom_frustum_classify_point(const carom_frustum *frustum,
                                                      carom_vec3 point);
/** Exact. An invalid sphere is CAROM_DISJOINT. @since 0.2.0 */
CAROM_API carom_relation carom_frustum_classify_sphere(const carom_frustum *frustum,
                                                       const carom_sphere *sphere);

/** Ids of the boxes that are not disjoint from the frustum: at most `capacity` go into `ids`, their
 * true count is returned. The frustum prunes the structure's nodes, too. @since 0.2.0 */
CAROM_API size_t carom_space_query_frustum(const carom_space *space, const carom_frustum *frustum,
                                           uint32_t *ids, size_t capacity);
/** The same of a scene: instances whose boxes are not disjoint from the frustum. A box bounds its
 * posed mesh and the rounding of its pose. @since 0.2.0 */
CAROM_API size_t carom_scene_query_frustum(const carom_scene *scene, const carom_frustum *frustum,
                                           uint32_t *instances, size_t capacity);

CAROM_END

#endif
