/* carom: measures of two solids given by closed triangle meshes: the volume that both fill, the
 * area in which their faces lie on each other, and the translation that separates them.
 *
 * All are those of the posed triangles, whose vertices carom_pose_transform_point rounds to
 * carom_real. Volumes and areas are double in both precisions. */
#ifndef CAROM_SOLID_MEASURE_H
#define CAROM_SOLID_MEASURE_H

#include "carom/solid.h"

CAROM_BEGIN

/** @since 0.2.0 */
typedef struct carom_mesh_overlap_measure {
    double volume;       /**< not negative */
    double volume_error; /**< the true volume differs by no more */
    uint64_t pairs;      /**< of triangles, one over the other, that were integrated */
} carom_mesh_overlap_measure;

/** The volume that two solids share: the integral of the product of their winding numbers.
 * @degenerate What a surface surrounds twice counts twice, as in carom_mass_mesh; shells that face
 * inwards are hollows; a mesh that is inside out as a whole has the same volume. Faces, edges and
 * vertices that coincide need no care: the sum is continuous in the coordinates. Solids that are
 * apart or touch: 0, to within volume_error.
 * @accuracy volume_error bounds the rounding of every term: about 1e-13 of the overlap's box for
 * meshes of some thousands of triangles, and more for triangles that are long beside it.
 * @cost The triangles over or under the boxes' overlap along one axis, whichever way has fewest,
 * and about 0.5 microseconds for each pair of triangles, one of each mesh, one over the other.
 * Nothing is allocated. A pass over both meshes where carom_placed_mesh has no `pieces`.
 * @errors ARGUMENT: a null pointer, an invalid pose, a mesh without triangles, open or not
 * oriented. LIMIT: a product of coordinates is beyond the range of double. `out` is then unchanged.
 * @since 0.2.0 */
CAROM_API carom_status carom_mesh_overlap_volume(carom_mesh_overlap_measure *out,
                                                 const carom_placed_mesh *a,
                                                 const carom_placed_mesh *b);

/** @since 0.2.0 */
typedef struct carom_mesh_contact_measure {
    double area;       /**< of faces that lie on each other and face opposite ways */
    double flush_area; /**< that face the same way */
    double area_error; /**< the true areas differ by no more */
    size_t pairs;      /**< of triangles in one plane that share an area */
} carom_mesh_contact_measure;

/** The areas in which two surfaces lie on each other. Which triangles are in one plane is exact, so
 * faces that are a rounding apart have none in common.
 * @param allocator not called: nothing is allocated
 * @degenerate Meshes may be open. Triangles that lie in the same place twice count twice.
 * @cost All pairs of triangles that touch; those in two planes cost a sign more, those in one about
 * a microsecond.
 * @errors ARGUMENT: a null pointer; LIMIT as above.
 * @since 0.2.0 */
CAROM_API carom_status carom_mesh_contact_area(carom_mesh_contact_measure *out,
                                               const carom_placed_mesh *a,
                                               const carom_placed_mesh *b,
                                               const carom_allocator *allocator);

/** A zeroed definition takes the defaults. @since 0.2.0 */
typedef struct carom_separation_def {
    const carom_vec3 *directions; /**< of any length but 0; null: the six ways along the axes */
    size_t direction_count;
    carom_real limit; /**< above 0: translations longer than this are not looked for */
    uint32_t steps;   /**< pairs of nodes or triangles for each direction; 0: 2^20 */
    carom_allocator allocator;
} carom_separation_def;

/** @since 0.2.0 */
typedef struct carom_separating_translation {
    bool found;             /**< false: no direction was free within the limit and the steps */
    carom_vec3 translation; /**< of B; zero when the solids share no interior point */
    carom_real distance;    /**< its length */
    carom_real bound;       /**< along this direction no shorter translation separates them */
    size_t direction;       /**< index of the direction */
} carom_separating_translation;

/** The shortest translation of B, along one of the directions, after which the solids share no
 * interior point. The way to there may lead through A, as out of any overlap. Of equal ones the
 * first direction's.
 *
 * Any translation that separates the solids is at least as long as the depth of
 * carom_penetrate_mesh_mesh: with its normal among the directions the two numbers bracket the least
 * separating translation.
 * @degenerate A solid within another's hollow, without contact, is apart from it. Gaps that
 * are no wider than 16 units in the last place of the coordinates are not found.
 * @accuracy That the solids are apart or only touch after `translation` is what
 * carom_classify_solids, which is exact, says of B so moved. `bound` is below distance by some tens
 * of units in the last place of the coordinates, unless gaps were missed for which
 * carom_classify_solids decides otherwise.
 * @cost Pairs of triangles, one ahead of the other, in the order in which they meet, up to the
 * first gap.
 * @errors ARGUMENT: a null pointer, an invalid pose, a mesh that is open or has no triangles, a
 * direction that is zero or not finite; MEMORY. `out` is then unchanged.
 * @source Own method @since 0.2.0 */
CAROM_API carom_status carom_mesh_separating_translation(carom_separating_translation *out,
                                                         const carom_placed_mesh *a,
                                                         const carom_placed_mesh *b,
                                                         const carom_separation_def *def);

CAROM_END

#endif
