/* Contact manifolds of two boxes: the general method's answers, quicker. */
#ifndef CAROM_CONVEX_BOX_MANIFOLD_H
#define CAROM_CONVEX_BOX_MANIFOLD_H

#include "convex/box_faces.h"
#include "convex/contact_pool.h"

/* Points on one of the boxes: of each its place from `middle` along x and y, and how deep it is
 * below it along `along`. */
typedef struct box_contact {
    int count;
    bool on_b;
    vec3 normal; /* from A to B; zero when count is 0 */
    vec3 middle, x, y, along;
    int taken[MANIFOLD_POINTS]; /* of the points, the deepest first */
    face_points points;
} box_contact;

/** Boxes in an order of their own, so that their answer does not depend on which is A: with `swap`
 * the first is B.
 * @return false, `out` then undefined, for what is left to the general method: flat boxes, faces
 * like needles, contacts that rounding leaves in doubt, edges nearly parallel. */
bool carom_box_contact(const box_view *const box[2], bool swap, const manifold_options *options,
                       box_contact *out);

static inline const face_point *box_contact_point(const box_contact *c, int i) {
    return &c->points.at[c->taken[i]];
}

static inline uint32_t box_contact_id(const box_contact *c, int i) {
    return box_contact_point(c, i)->id | (c->on_b ? ID_OF_B : 0u);
}

/** The places of a point on the box that it is found on, and on the other. */
static inline void box_contact_places(const box_contact *c, int i, vec3 places[2]) {
    const face_point *p = box_contact_point(c, i);
    places[0] = mad3(mad3(c->middle, c->x, p->x), c->y, p->y);
    places[1] = mad3(places[0], c->along, -p->depth);
}

/** The same of convex shapes. @return false for other shapes, too */
bool carom_box_manifold(const convex_shape *a, const convex_shape *b,
                        const manifold_options *options, convex_manifold *out);

#endif
