/* Where two cylinders touch: their ends are discs, and their sides lines, in closed form. */
#ifndef CAROM_CONVEX_MANIFOLD_CYLINDER_MANIFOLD_H
#define CAROM_CONVEX_MANIFOLD_CYLINDER_MANIFOLD_H

#include "convex/manifold/contact_reduction.h"
#include "convex/revolution/cylinder_depth.h"

typedef struct cylinder_asked {
    int capacity;   /* how many points will be taken */
    double deepest; /* there is a point as deep as this, to be added later */
} cylinder_asked;

/** Adds the points in which features larger than one meet, at the pool's normal. @return false when
 * it is not for this: their sides lie along each other. */
bool carom_cylinder_contacts(contact_pool *pool, const cylinder_view *a, const cylinder_view *b,
                             const cylinder_asked *asked);

/** The whole manifold of cylinders whose depth is soon known; no cache is needed. @return false for
 * all others, with nothing said */
bool carom_cylinder_manifold(const cylinder_view *a, const cylinder_view *b,
                             const manifold_options *options, convex_manifold *out);

#endif
