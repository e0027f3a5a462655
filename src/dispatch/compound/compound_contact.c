/* Own method: contact manifolds of a compound, one or more of each child, of which the deepest are
 * kept; and the way out along a direction, which leaves one child after the other. The manifold of
 * a child is that of its own pair. */
#include "dispatch/compound/compound_contact.h"

#include "dispatch/compound/compound_parts.h"
#include "dispatch/compound/tolerances.h"
#include "core/workspace.h"

/* ---- manifolds */

typedef struct contact_walk {
    compound_pair pair;
    carom_contact_manifold *kept;
    uint32_t children[CAROM_CONTACT_LIMIT]; /* of the manifolds kept */
    int32_t count, capacity;
    carom_real margin;
    int32_t points;
    carom_contact_manifold found[CAROM_CONTACT_LIMIT];
} contact_walk;
_Static_assert(sizeof(contact_walk) <= WORKSPACE_CONTACTS_BYTES, "the block holds it");

/* Names the child. Its ids become those of the compound: another number for each child, and
 * different for the points of one, as multiplication by an odd number is one to one. */
static void mark_points(const compound_pair *pair, carom_contact_manifold *m, uint32_t child) {
    for (int32_t i = 0; i < m->count; i++) {
        carom_contact_point *p = &m->points[i];
        p->id = p->id * 31u + (child + 1u) * 0x9e3779b1u;
        name_child(pair, child, &p->sub_a, &p->sub_b);
    }
}

static bool is_deeper(const contact_walk *w, const carom_contact_manifold *m, uint32_t child,
                      int32_t place) {
    const carom_real depth = m->points[0].depth, other = w->kept[place].points[0].depth;
    return depth > other || (depth == other && child < w->children[place]);
}

static void keep_manifold(contact_walk *w, const carom_contact_manifold *m, uint32_t child) {
    int32_t place = w->count;
    if (m->count == 0) return;
    while (place > 0 && is_deeper(w, m, child, place - 1))
        place--;
    if (place >= w->capacity) return;
    if (w->count < w->capacity) w->count++;
    for (int32_t i = w->count - 1; i > place; i--) {
        w->kept[i] = w->kept[i - 1];
        w->children[i] = w->children[i - 1];
    }
    w->kept[place] = *m;
    w->children[place] = child;
    mark_points(&w->pair, &w->kept[place], child);
}

static bool contact_leaf(void *context, uint32_t child) {
    contact_walk *w = context;
    choose_child(&w->pair, child);
    w->found[0].margin = w->margin;
    w->found[0].capacity = w->points;
    const int32_t count = part_contact(w->pair.parts[0], w->pair.parts[1], w->found, w->capacity);
    for (int32_t i = 0; i < count; i++)
        keep_manifold(w, &w->found[i], child);
    return true;
}

static void manifold_out(const compound_pair *pair, carom_contact_manifold *m) {
    m->normal = compound_normal_out(pair, m->normal);
    for (int32_t i = 0; i < m->count; i++) {
        m->points[i].point_a = compound_point_out(pair, m->points[i].point_a);
        m->points[i].point_b = compound_point_out(pair, m->points[i].point_b);
    }
}

int32_t carom_contact_with_compound(const carom_posed_shape *a, const carom_posed_shape *b,
                                    carom_contact_manifold *manifolds, int32_t capacity) {
    const bool two = is_compound(a) && is_compound(b);
    contact_none(manifolds);
    if (!is_margin(manifolds->margin)) return 0;
    contact_walk *w = carom_workspace_take(two ? WORKSPACE_CONTACTS : WORKSPACE_CONTACTS_OF_OTHER);
    w->kept = manifolds;
    w->count = 0;
    w->capacity = capacity < CAROM_CONTACT_LIMIT ? capacity : CAROM_CONTACT_LIMIT;
    w->margin = manifolds->margin;
    w->points = manifolds->capacity;
    if (carom_compound_pair_start(&w->pair, a, b))
        carom_compound_visit(&w->pair, w->margin, contact_leaf, w);
    const int32_t count = w->count;
    for (int32_t i = 0; i < count; i++)
        manifold_out(&w->pair, &manifolds[i]);
    carom_workspace_give(w);
    return count;
}

/* ---- the way out along a direction */

typedef struct leaving_walk {
    compound_pair pair;
    vec3 direction; /* of B, in the compound's frame */
    double most;
} leaving_walk;

static bool leaving_leaf(void *context, uint32_t child) {
    leaving_walk *w = context;
    choose_child(&w->pair, child);
    w->most = max2(w->most, part_along(w->pair.parts[0], w->pair.parts[1], w->direction));
    return true;
}

/* Moves the other shape in the compound's frame. @return false when it leaves carom_real's range */
static bool shift_other(compound_pair *pair, vec3 by) {
    carom_pose shift = carom_pose_identity();
    const carom_posed_shape last = pair->other;
    shift.position = store3(by);
    return carom_compound_place(&pair->other, &last, shift) && carom_compound_reach(pair);
}

/* Each round leaves every child that is in the way. A convex child that was left stays so, so the
 * rounds end; rounding is left over, and mesh children are left to their first gap. */
double carom_along_with_compound(const carom_posed_shape *a, const carom_posed_shape *b,
                                 vec3 direction) {
    leaving_walk w = {.most = 0.0};
    double total = 0.0;
    if (!carom_compound_pair_start(&w.pair, a, b)) return 0.0;
    w.direction = load3(carom_pose_rotate_vector(w.pair.back, store3(direction)));
    for (size_t round = 0; round <= 2 * w.pair.of->count; round++) {
        w.most = 0.0;
        carom_compound_visit(&w.pair, 0, leaving_leaf, &w);
        if (!(w.most > COMPOUND_DEPTH_LEFT * total) || !finite1(w.most)) break;
        total += w.most;
        const double by = w.pair.side == 0 ? w.most : -w.most;
        if (!shift_other(&w.pair, scale3(w.direction, by))) break;
    }
    return total;
}
