/* carom: volume, mass, centre of mass and inertia of solids of uniform density, alone and put
 * together. Everything is double in both precisions.
 *
 * The inertia is the matrix of the integral of density * (|x|^2 - x x^T) over the solid, x from the
 * centre of mass: its products (yz, xz, xy) are negative integrals. A compound is a sum: take the
 * mass of each part, place it by carom_mass_transform, add by carom_mass_add.
 *
 * @source [Mirtich96], [Golub13] */
#ifndef CAROM_MASS_H
#define CAROM_MASS_H

#include "carom/dispatch.h"

CAROM_BEGIN

/** A zeroed one is the mass of nothing. @since 0.2.0 */
typedef struct carom_mass {
    double mass, volume;
    double volume_error;  /**< the true volume of the given shape differs by no more */
    carom_double3 center; /**< of mass; the middle of the bounding box where there is no volume */
    double inertia[6];    /**< about the centre: xx, yy, zz, yz, xz, xy */
    bool inside_out;      /**< a mesh whose triangles face inwards, else false */
} carom_mass;

/** Principal axes of inertia. @since 0.2.0 */
typedef struct carom_mass_axes {
    double moments[3];     /**< descending */
    carom_double3 axes[3]; /**< unit, perpendicular, right-handed; axes[i] belongs to moments[i] */
} carom_mass_axes;

/** The mass of a solid shape in its own frame.
 * @param density not negative, finite
 * @degenerate Points, segments, triangles, polygons and solids of no thickness have no volume: mass
 * and inertia are 0. A mesh is that of carom_mass_mesh.
 * @accuracy Tetrahedra and hulls in double-double, however flat: within 1e-15 of the volume and of
 * the greatest moment for 20,000 tetrahedra on a lattice. Others by closed forms in double, within
 * volume_error = 4e-15 of the volume and a few times that of the greatest moment; k-DOPs by their
 * corners, which are off by up to 4e-12 of the largest coordinate. Rounded polyhedra piece by piece
 * (a prism on each face, sectors along edges and at vertices): volume_error is 4e-15 of the volume
 * and 1e-15 of a piece's for each piece. Rounded ellipsoids by integrals over the sphere of their
 * normals, of which 1,000 nodes leave out less than 1e-19: volume_error is 8e-15 of the volume,
 * more for needles that are rounded by less than 1e-12 of their length.
 * @errors ARGUMENT: a null pointer, an invalid shape (carom_shape_problem), a density out of range,
 * a shape that is not bounded or given by its support function, a rounded one whose core is a
 * support function, a polygon of more than 60 vertices or a k-DOP of less than four corners (but
 * with radius 0), a plane, a height field, an open mesh. LIMIT: a number of the answer is beyond
 * the range of double. `mass` is then unchanged.
 * @since 0.2.0 */
CAROM_API carom_status carom_mass_shape(carom_mass *mass, const carom_shape *shape, double density);

/** The mass of the solid that a closed mesh bounds: every edge is run along equally often both
 * ways. What the surface surrounds twice counts twice, a hollow whose triangles face into it is
 * taken away; turned inside out as a whole, the mesh has the same mass.
 * @accuracy Signed tetrahedra about the middle of the bounding box, in double-double arithmetic:
 * volume_error is a bound. The order of the triangles changes no more than the last digit.
 * @cost Two passes over the triangles; nothing is allocated.
 * @errors ARGUMENT: a null pointer, a density out of range, a mesh that is open or not oriented.
 * LIMIT as above.
 * @since 0.2.0 */
CAROM_API carom_status carom_mass_mesh(carom_mass *mass, const carom_mesh *mesh, double density);

/** The same solid moved by a pose. Translations change the centre alone.
 * @degenerate The rotation may be of any length; a pose that is not finite gives the mass of
 * nothing.
 * @since 0.2.0 */
CAROM_API carom_mass carom_mass_transform(const carom_mass *mass, carom_pose pose);

/** Two parts as one body. What both fill counts twice.
 * @degenerate Of two parts without mass the centre is half between them.
 * @since 0.2.0 */
CAROM_API carom_mass carom_mass_add(const carom_mass *a, const carom_mass *b);

/** @degenerate Where moments are equal, any axes across the others. @since 0.2.0 */
CAROM_API carom_mass_axes carom_mass_principal(const carom_mass *mass);

CAROM_END

#endif
