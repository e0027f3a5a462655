/* Contact manifolds of two cylinders in closed form: ends are disks, sides are lines. */
#ifndef CAROM_CONVEX_MANIFOLD_CYLINDER_MANIFOLD_H
#define CAROM_CONVEX_MANIFOLD_CYLINDER_MANIFOLD_H

#include "convex/manifold/contact_reduction.h"
#include "convex/revolution/cylinder_depth.h"

typedef struct cylinder_request {
    int capacity;   /* number of points that will be taken */
    double deepest; /* depth of the deepest pair, which the caller adds later */
} cylinder_request;

/** Adds the common points of extended features (ends, sides) at the pool's normal. @return false
 * when the sides are nearly parallel and in contact: the general method answers then */
bool carom_cylinder_contacts(contact_pool *pool, const cylinder_view *a, const cylinder_view *b,
                             const cylinder_request *request);

/** The whole manifold of cylinders whose depth carom_cylinder_depth proves; no cache is needed.
 * @return false for all others, with `out` unchanged */
bool carom_cylinder_manifold(const cylinder_view *a, const cylinder_view *b,
                             const manifold_options *options, convex_manifold *out);

#endif
