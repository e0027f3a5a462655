/* carom: several shapes as one: children with poses of their own under one tree.
 *
 * A compound is built once, and is then a shape of the kind CAROM_SHAPE_COMPOUND under every verb
 * of dispatch.h, contact.h and toi.h, in any pose. It is the union of its children: the other shape
 * is turned into its frame, and each answer is that of the child which the verb asks for, of equal
 * ones the lower child. So coordinates of the other shape are rounded once more. What differs from
 * a single shape:
 * - A compound CONTAINS what one of its children contains. What only several children together hold
 *   INTERSECTS it.
 * - The depth is that in the child in which the other shape is deepest, and the way out leaves this
 *   child alone. carom_penetrate_along leaves all of them.
 * - t_exit and fraction_exit are when the child that is hit first is left.
 * - A single manifold is that of the child that is deepest in contact, carom_contact_several's are
 *   those of the children, the deepest first. */
#ifndef CAROM_COMPOUND_H
#define CAROM_COMPOUND_H

#include "carom/dispatch.h"

CAROM_BEGIN

/** A child, and where it stands in the compound's frame. */
typedef struct carom_child {
    carom_shape shape;
    carom_pose pose;
} carom_child;

typedef struct carom_compound_def {
    const carom_child *children; /**< copied; may be null when count is 0. What they refer to
                                    (hulls, meshes, vertices) must outlive the compound */
    size_t count;
    carom_allocator allocator; /**< zero: malloc and free */
} carom_compound_def;

/** Most children. */
#define CAROM_COMPOUND_LIMIT ((size_t)1 << 24)

/** Builds a compound. Without children it is empty and meets nothing.
 * @errors ARGUMENT for a null pointer, and for a child that is invalid, unbounded (a ray, line,
 * plane or half-space), itself a compound, or in an invalid pose; NOT_FINITE for a pose that is
 * not; LIMIT above CAROM_COMPOUND_LIMIT; MEMORY. @since 0.2.0 */
CAROM_API carom_status carom_compound_create(carom_compound **compound,
                                             const carom_compound_def *def);
CAROM_API void carom_compound_destroy(carom_compound *compound);

CAROM_API size_t carom_compound_count(const carom_compound *compound);
/** The child as it was given. `index` is below the count. */
CAROM_API carom_child carom_compound_child(const carom_compound *compound, size_t index);

/** The shape that an answer names, and where it stands: a child, a triangle, or a triangle of a
 * child.
 * @param pose that of the shape under the query
 * @degenerate Where `part` names nothing, or an index out of range: as far as it goes, which is the
 * shape itself, or the child. @since 0.2.0 */
CAROM_API carom_child carom_shape_subshape(const carom_shape *shape, carom_pose pose,
                                           carom_subshape part);

CAROM_END

#endif
