/* Sources of the boxes: a mesh, a scene, or random numbers. */
#ifndef CAROM_CLI_BROADPHASE_BROADPHASE_LOAD_H
#define CAROM_CLI_BROADPHASE_BROADPHASE_LOAD_H

#include "broadphase/broadphase.h"

/** Boxes of the triangles of a mesh file, or of the spheres of a scene when the name ends in
 * .json. On failure prints why to stderr. */
bool broadphase_load(broadphase_boxes *boxes, const char *path);

/** Random cubes, each of which overlaps about ten others. */
bool broadphase_random(broadphase_boxes *boxes, size_t count, unsigned long seed);

void broadphase_free(broadphase_boxes *boxes);

#endif
