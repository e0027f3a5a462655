/* Error bounds of volumes (src/mass). u = 2^-53. */
#ifndef CAROM_MASS_TOLERANCES_H
#define CAROM_MASS_TOLERANCES_H

/* Of the sum of the absolute products of the determinants, for each term: a sum of double-doubles
 * is off by at most 3 u^2 < 2^-104 of itself, a product by 5 u^2 < 2^-103. */
#define MASS_SUM_ERROR 0x1p-103
/* Sums and products from the coordinates to a determinant, and the quotient; at least twice. */
#define MASS_SUM_STEPS 16.0
/* Of the volume: a rounding to double and those of its scaling. */
#define MASS_ROUNDING 0x1p-52
/* Of the volume by a closed form: at most 12 roundings of products, quotients, pi and roots, twice;
 * axes of a box that are not unit enter as they are. */
#define MASS_FORM_ROUNDING 0x1p-48
/* Of the volume of a rounded ellipsoid: at most 30 roundings from its radii to a coefficient, of
 * which the sums over nodes are one (compensated), twice. */
#define MASS_QUADRATURE_ROUNDING 0x1p-47
/* Of the largest coordinate, by which corners of a k-DOP are off (empirical, as in fit/), times its
 * scaled surface, which is below that of a cube of side 4. */
#define MASS_KDOP_ERROR (96.0 * 4e-12)

#endif
