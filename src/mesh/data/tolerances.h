/* Error bounds of the boxes of a mesh in its own coordinates (src/mesh/data). */
#ifndef CAROM_MESH_DATA_TOLERANCES_H
#define CAROM_MESH_DATA_TOLERANCES_H

/* The least normal number of carom_real; an epsilon above the first number is that of float. */
#define MESH_LEAST (CAROM_REAL_EPSILON > 1e-10 ? (double)FLT_MIN : DBL_MIN)
/* A plane is moved outwards by this, in epsilons of carom_real, relative, and by MESH_LEAST: above
 * the roundings of the frame in double and one to carom_real, which loses half an epsilon. */
#define PLANE_EPSILONS 2.0

#endif
