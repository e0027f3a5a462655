/* Tolerances of the curves of meshes, by file. */
#ifndef CAROM_MESH_CURVES_TOLERANCES_H
#define CAROM_MESH_CURVES_TOLERANCES_H

/* ---- mesh_section: points of edges in double-double arithmetic */

/* Relative to the terms of a height over the plane. Heights are wrong by less than 2^-99 of their
 * terms, so a span above this is right to 2^-58 of itself. */
#define SECTION_SPAN 0x1p-40
/* Absolute: below it, terms have error terms that may be subnormal (2^-1022 2^106 < 1e-275). */
#define SECTION_LEAST_TERM 1e-270

#endif
