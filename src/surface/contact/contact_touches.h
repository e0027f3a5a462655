/* The touches of a shape on a surface. */
#ifndef CAROM_SURFACE_CONTACT_CONTACT_TOUCHES_H
#define CAROM_SURFACE_CONTACT_CONTACT_TOUCHES_H

#include "surface/contact/contact_walk.h"

/** Finds the touches of the pair and the seeds. */
void carom_contact_find(contact_walk *walk, const surface_query *pair,
                        const carom_contact_manifold *request);
/** Visits the triangles again in the same order. */
void carom_contact_visit(contact_walk *walk, surface_leaf *leaf, void *context);
/** May a triangle of that traversal touch the shape? */
bool carom_contact_possible(contact_walk *walk, const carom_triangle *at);
/** Solves a touch of any state. */
void carom_contact_solve(contact_walk *walk, kept_touch *kept, const carom_triangle *at,
                         surface_touch *out);
/** Measures an open touch: it becomes CORRECTED or WEAK. */
void carom_contact_measure(contact_walk *walk, kept_touch *kept, const carom_triangle *at,
                           surface_touch *out);

#endif
