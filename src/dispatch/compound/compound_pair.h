/* A compound and another shape, in the compound's frame, and the walk over the children that the
 * other shape can concern. */
#ifndef CAROM_DISPATCH_COMPOUND_COMPOUND_PAIR_H
#define CAROM_DISPATCH_COMPOUND_COMPOUND_PAIR_H

#include "dispatch/compound/compound_data.h"
#include "surface/pair/with_surface.h"
#include "math/boxes.h"
#include "pair/pose/pair.h"

/** A and B are in the compound's frame; in the place of the compound stands the child that is
 * asked. Refers to itself: not to be copied. */
typedef struct compound_pair {
    const carom_compound *of;
    const carom_posed_shape *parts[2]; /* A and B, in the order of the call */
    int side;                          /* which of them is the compound */
    carom_posed_shape other;
    carom_posed_shape child; /* an implicit one, in its place */
    carom_pose pose, back;   /* of the compound, and its inverse */
    bool still;              /* the pose is the identity */
    carom_aabb reach;        /* of the other shape */
} compound_pair;

/** -1 A comes first, 1 B, 0 they are equal: by number of children, box, and children. */
int carom_order_compounds(const carom_compound *a, const carom_compound *b);

/** @return false when a shape is invalid. Of two compounds the walk is over the one that is first
 * by pose and by what it holds. */
bool carom_compound_pair_start(compound_pair *out, const carom_posed_shape *a,
                               const carom_posed_shape *b);

/** Places a shape that was posed once more; false when it leaves carom_real's range. */
bool carom_compound_place(carom_posed_shape *out, const carom_posed_shape *s, carom_pose back);
/** Sets the reach of the other shape; false when it has none. */
bool carom_compound_reach(compound_pair *pair);

/** The box of a valid posed shape of any kind, as carom_shape_bounds. */
carom_aabb carom_posed_reach(const carom_posed_shape *s);

/** A child takes the compound's place. */
static inline void choose_child(compound_pair *pair, uint32_t child) {
    if (pair->of->form == COMPOUND_GIVEN) {
        pair->parts[pair->side] = &pair->of->children[child];
        return;
    }
    const carom_shape shape = place_shape(pair->of, place_of(pair->of, child));
    carom_shape_pose(&pair->child, &shape, carom_pose_identity());
    pair->parts[pair->side] = &pair->child;
}

/** Names the child in what the answer says of the compound. */
static inline void name_child(const compound_pair *pair, uint32_t child, carom_subshape *a,
                              carom_subshape *b) {
    carom_subshape *named = pair->side == 0 ? a : b;
    named->has_child = true;
    named->child = child;
}

/** Into the common frame. */
static inline carom_vec3 compound_point_out(const compound_pair *pair, carom_vec3 point) {
    return pair->still ? point : carom_pose_transform_point(pair->pose, point);
}
static inline carom_vec3 compound_normal_out(const compound_pair *pair, carom_vec3 normal) {
    if (carom_pose_is_translation(pair->pose)) return normal;
    const vec3 turned = load3(carom_pose_rotate_vector(pair->pose, normal));
    return store3(carom_normalize_or(turned, vec(0, 0, 0)));
}

/** Visits the children whose boxes, grown by `margin`, meet the other shape's, until `leaf` returns
 * false. The order is that of the tree. */
typedef bool compound_leaf(void *context, uint32_t child);
void carom_compound_visit(const compound_pair *pair, carom_real margin, compound_leaf *leaf,
                          void *context);

/** A ball that moves straight, in the compound's frame. An infinite radius reaches everything. */
typedef struct compound_path {
    carom_vec3 from, to;
    double radius;
    bool to_compound; /* what moves is a compound, too */
} compound_path;

/** How far a valid shape reaches from a point of its own frame; 0 for an empty one. */
double carom_compound_radius(const carom_shape *shape, carom_vec3 pivot);
/** Visits the children whose boxes the box of the path meets, in the order of the tree. */
void carom_compound_visit_path(const carom_compound *c, const compound_path *path,
                               compound_leaf *leaf, void *context);

#endif
