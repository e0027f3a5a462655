/* Classifies the intersection of two meshes as touching or crossing, by exact orientation
 * predicates [Shewchuk97]. Two triangles cross when each has vertices strictly on both sides of
 * the other's plane and they share a segment: the segment's inner points are then interior to
 * both triangles, so the answer does not depend on how edges are treated. Which of the pairs is
 * named depends on the walk, which begins with the mesh that comes first (mesh/data/mesh_order.h).
 */
#include "carom/intersect.h"
#include "math/predicates.h"
#include "mesh/data/mesh_order.h"
#include "mesh/pair/pair_frame.h"

typedef struct cross_search {
    placed_frame a, b;
    carom_mesh_meeting best;
} cross_search;

static bool is_on_both_sides(const carom_triangle *plane, const carom_triangle *t) {
    bool above = false, below = false;
    vec3 a = load3(plane->v[0]), b = load3(plane->v[1]), c = load3(plane->v[2]);
    for (int i = 0; i < 3; i++) {
        int side = carom_orient3d(a, b, c, load3(t->v[i]));
        above |= side > 0;
        below |= side < 0;
    }
    return above && below;
}

static bool examine_crossing(uint32_t a, uint32_t b, void *user) {
    cross_search *s = user;
    carom_triangle ta = posed_index(&s->a, a), tb = posed_index(&s->b, b);
    bool straddle = is_on_both_sides(&ta, &tb) && is_on_both_sides(&tb, &ta);
    if (!straddle && s->best.kind != CAROM_MEETING_NONE) return true;
    carom_triangle_intersection common = carom_intersect_triangle_triangle(&ta, &tb);
    bool cross = straddle && common.kind == CAROM_INTERSECTION_SEGMENT;
    if (cross || s->best.kind == CAROM_MEETING_NONE)
        s->best = (carom_mesh_meeting){cross ? CAROM_MEETING_CROSS : CAROM_MEETING_TOUCH, a, b,
                                       common.segment};
    return !cross;
}

static carom_mesh_meeting meeting_in_order(const carom_placed_mesh *a, const carom_placed_mesh *b) {
    cross_search s = {.best = {.kind = CAROM_MEETING_NONE}};
    if (a && b && carom_placed_frame(&s.a, a) && carom_placed_frame(&s.b, b))
        carom_visit_mesh_mesh(a, b, examine_crossing, &s);
    return s.best;
}

carom_mesh_meeting carom_intersect_mesh_mesh(const carom_placed_mesh *a,
                                             const carom_placed_mesh *b) {
    if (!carom_is_second_mesh_first(a, b)) return meeting_in_order(a, b);
    const carom_mesh_meeting m = meeting_in_order(b, a);
    return (carom_mesh_meeting){m.kind, m.triangle_b, m.triangle_a, m.segment};
}
