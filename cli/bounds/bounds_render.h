/* The contact sheet of carom bounds, by ray casts of the library. */
#ifndef CAROM_CLI_BOUNDS_BOUNDS_RENDER_H
#define CAROM_CLI_BOUNDS_BOUNDS_RENDER_H

#include "bounds/bounds.h"

/** Draws the mesh in each of the volumes; on failure prints why to stderr. */
bool bounds_draw(const bounds_set *set, const carom_mesh *mesh, const char *path);

/** A mesh of the hull's faces; null when it has none or memory ran out. */
carom_mesh *bounds_hull_mesh(const carom_hull *hull);

#endif
