/* Rays and swept spheres against a height field: cells in about the order of entry, from
 * height_march.c, decided by the exact triangle functions, so answers are those of brute force. */
#ifndef CAROM_MESH_HEIGHTFIELD_HEIGHT_PATH_H
#define CAROM_MESH_HEIGHTFIELD_HEIGHT_PATH_H

#include "mesh/heightfield/height_march.h"

/** The path of a valid ray. */
height_path carom_height_path_of_ray(const carom_heightfield *field, const ray_path *ray);

#endif
