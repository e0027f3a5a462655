/* Where two cylinders touch: their ends are discs, and their sides lines, in closed form. */
#ifndef CAROM_CONVEX_CYLINDER_MANIFOLD_H
#define CAROM_CONVEX_CYLINDER_MANIFOLD_H

#include "convex/contact_pool.h"

typedef struct cylinder_asked {
    int capacity;   /* how many points will be taken */
    double deepest; /* there is a point as deep as this, to be added later */
} cylinder_asked;

/** Adds the points in which features larger than one meet, at the pool's normal. @return false when
 * it is not for this: not two cylinders, or their sides lie along each other. */
bool carom_cylinder_contacts(contact_pool *pool, const convex_shape *a, const convex_shape *b,
                             const cylinder_asked *asked);

#endif
