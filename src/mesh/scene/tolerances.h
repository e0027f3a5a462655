/* Tolerances of the queries of scenes. */
#ifndef CAROM_MESH_SCENE_TOLERANCES_H
#define CAROM_MESH_SCENE_TOLERANCES_H

/* Relative to t: what a ray that was hit at t keeps behind it, above the rounding of t in float,
 * 2^-24, so that every hit before t is found with the bits of the full ray. */
#define SHORTENED_RAY_SLACK 1e-6

#endif
