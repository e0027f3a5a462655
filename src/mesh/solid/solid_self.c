/* Self-intersections of one solid's surface, for the local analysis [Hachenberger07] of solids
 * that are no manifolds: there the winding number of its own solid changes without the other
 * surface, and three of its sheets may enclose a gap whose vertices lie on no edge. The points
 * of two triangles, and the points of three planes, of three own triangles or of two and one of
 * the other surface, are added to the search by exact predicates. */
#include "carom/mesh_self.h"
#include "mesh/pair/point_in_mesh.h"
#include "mesh/solid/solid_search.h"
#include "mesh/solid/tolerances.h"
#include "mesh/curves/curve_corners.h"
#include "mesh/solid/solid_planes.h"
#include "mesh/solid/solid_points.h"
#include "mesh/solid/solid_self.h"

typedef struct self_search {
    solid_search *search;
    int owner;
    const numbered_triangle *a, *b; /* two triangles that intersect */
    int third_of;                   /* mesh of the third triangle */
    middle_box box;                 /* in that mesh's frame: bounds what the two may share */
} self_search;

static middle_box shared_box(const numbered_triangle *a, const numbered_triangle *b) {
    vec3 low = upper3(lower3(a->v[0], lower3(a->v[1], a->v[2])),
                      lower3(b->v[0], lower3(b->v[1], b->v[2])));
    vec3 high = lower3(upper3(a->v[0], upper3(a->v[1], a->v[2])),
                       upper3(b->v[0], upper3(b->v[1], b->v[2])));
    vec3 center = scale3(add3(low, high), 0.5);
    return (middle_box){center, upper3(sub3(high, center), sub3(center, low))};
}

static bool middle_boxes_meet(const middle_box *a, const middle_box *b, double margin) {
    vec3 d = sub3(a->center, b->center), reach = add3(a->half, b->half);
    return fabs(d.x) <= reach.x + margin && fabs(d.y) <= reach.y + margin &&
           fabs(d.z) <= reach.z + margin;
}

static double margin_of(const placed_frame *f, const middle_box *box) {
    return PAIR_BOX_NOISES * f->noise +
           FRAME_ROUNDING * (max_abs3(box->center) + max_abs3(box->half));
}

static void examine_three(self_search *w, const vec3 third[3]) {
    const three_planes planes = {{w->a->v, w->b->v, third}};
    exact_point p;
    if (!carom_exact_point_of_planes(&p, &planes)) return;
    for (int i = 0; i < 3; i++)
        if (carom_exact_part(&p, planes.v[i]) != PART_FACE) return;
    carom_sphere_map_add(&w->search->map, &p, false);
}

static bool third_enters(const void *context, const mesh_node *node) {
    const self_search *w = context;
    const placed_frame *f = &w->search->map.frame[w->third_of];
    middle_box box = middle_of_node(node);
    return f->blind || middle_boxes_meet(&box, &w->box, margin_of(f, &w->box));
}

static bool third_leaf(void *context, const mesh_node *node) {
    self_search *w = context;
    const placed_frame *f = &w->search->map.frame[w->third_of];
    middle_box shared = shared_box(w->a, w->b);
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        uint32_t index = mesh_index(f->mesh, i);
        if (w->third_of == w->owner && index <= w->b->index) continue;
        carom_triangle t = posed_rank(f, i);
        numbered_triangle third = {{load3(t.v[0]), load3(t.v[1]), load3(t.v[2])}, {0, 0, 0}, index};
        middle_box own = shared_box(&third, &third);
        if (!middle_boxes_meet(&own, &shared, margin_of(f, &shared))) continue;
        if (carom_collinear(third.v[0], third.v[1], third.v[2])) continue;
        examine_three(w, third.v);
    }
    return !is_search_settled(w->search);
}

static void find_thirds(self_search *w) {
    middle_box shared = shared_box(w->a, w->b);
    for (w->third_of = 0; w->third_of < 2; w->third_of++) {
        const placed_frame *f = &w->search->map.frame[w->third_of];
        w->box = (middle_box){affine_point(&f->back, shared.center),
                              affine_extent(&f->back, shared.half)};
        mesh_visit(f->mesh, third_enters, third_leaf, w);
    }
}

static void examine_corners(self_search *w) {
    for (int i = 0; i < 6 && !is_search_settled(w->search); i++)
        carom_search_corner(w->search, i < 3 ? w->a : w->b, i % 3);
}

static bool is_near_other(const self_search *w) {
    const placed_frame *other = &w->search->map.frame[1 - w->owner];
    middle_box bounds = carom_frame_bounds(other), shared = shared_box(w->a, w->b);
    return other->blind || middle_boxes_meet(&bounds, &shared, margin_of(other, &shared));
}

static bool examine_self_pair(uint32_t a, uint32_t b, void *user) {
    self_search *w = user;
    solid_search *s = w->search;
    const placed_frame *f = &s->map.frame[w->owner];
    numbered_triangle ta = {.index = a}, tb = {.index = b};
    carom_triangle pa = posed_index(f, a), pb = posed_index(f, b);
    if (!carom_search_number(s, &ta, &pa) || !carom_search_number(s, &tb, &pb))
        return !s->map.failed;
    w->a = &ta;
    w->b = &tb;
    if (!is_near_other(w)) return true;
    exact_point first;
    if (carom_intersect_triangles_exact(ta.v, tb.v).coplanar) {
        examine_corners(w);
    } else {
        carom_search_places(s, &ta, &tb, &first);
        find_thirds(w);
    }
    return !is_search_settled(s);
}

void carom_search_itself(solid_search *s, int owner) {
    self_search w = {.search = s, .owner = owner};
    if (!is_search_settled(s))
        carom_visit_mesh_self(s->map.frame[owner].mesh, examine_self_pair, &w);
}
