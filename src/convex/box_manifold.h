/* Contact manifolds of two boxes: the general method's answers, quicker. */
#ifndef CAROM_CONVEX_BOX_MANIFOLD_H
#define CAROM_CONVEX_BOX_MANIFOLD_H

#include "convex/box_faces.h"
#include "convex/contact_pool.h"
#include "convex/sat.h"

/* Points on one of the boxes, which is the window's. */
typedef struct box_contact {
    uint8_t axis; /* before: the axis of the contact, if that can be guessed; then what it was */
    int count;
    bool on_b;
    vec3 normal; /* from A to B; zero when count is 0 */
    face_window window;
    face_points points;
    int taken[MANIFOLD_POINTS]; /* of the points those that are kept */
    uint64_t places;            /* of each in the manifold, a byte, the deepest first */
    uint32_t id[MANIFOLD_POINTS];
} box_contact;

static inline int box_contact_place(const box_contact *c, int i) {
    return (int)(c->places >> 8 * i & 0xff);
}

/** Boxes in an order of their own, so that their answer does not depend on which is A: with `swap`
 * the first is B.
 * @return false, `out` then undefined, for what is left to the general method: flat boxes, faces
 * like needles, contacts that rounding leaves in doubt, edges nearly parallel. */
bool carom_box_contact(const box_view *const box[2], bool swap, const manifold_options *options,
                       box_contact *out);

/** The same of convex shapes. @return false for other shapes, too */
bool carom_box_manifold(const convex_shape *a, const convex_shape *b,
                        const manifold_options *options, convex_manifold *out);

#endif
