/* The seeds of contact groups: the deepest touches of distinct normals. */
#ifndef CAROM_SURFACE_CONTACT_CONTACT_SEEDS_H
#define CAROM_SURFACE_CONTACT_CONTACT_SEEDS_H

#include "surface/contact/contact_walk.h"

/** Inserts a touch into the ordered seeds. One touch is kept per normal, and CONTACT_SEEDS in all:
 * a wall of many triangles must not take the places of others. */
void carom_seed_keep(contact_walk *walk, const surface_touch *touch);
/** May a touch that is not weak, and of which `most` is known, become a seed? */
bool carom_seed_possible(const contact_walk *walk, const kept_touch *touch);
/** Keeps the seeds whose normals differ from those before them, up to `most`, and solves them; weak
 * ones only when there is no other. */
void carom_seeds_choose(contact_walk *walk, int most);

#endif
