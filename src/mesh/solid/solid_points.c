/* Points where two triangles meet, the vertices of the local analysis [Hachenberger07]: each is
 * a vertex, or the crossing of an edge of one with the other. It is added once, whichever pair
 * of triangles finds it, by its combinatorial key. */
#include "mesh/solid/solid_search.h"
#include "mesh/curves/curve_corners.h"
#include "mesh/curves/curve_graph.h"
#include "mesh/solid/solid_points.h"

static void cut_edge(exact_point *p, const vec3 v[3], int edge, const vec3 plane[3], int on) {
    const vec3 ends[2] = {v[edge - PART_EDGE], v[(edge - PART_EDGE + 1) % 3]};
    *p = carom_exact_crossing(ends, plane);
    for (int i = 0; i < 3; i++)
        p->face[i] = plane[i];
    p->has_face = on == PART_FACE;
    if (on == PART_FACE) return;
    p->edge[1][0] = plane[on - PART_EDGE];
    p->edge[1][1] = plane[(on - PART_EDGE + 1) % 3];
    p->edge_count = 2;
}

static bool are_ends_separated(const vec3 v[3], int edge, const vec3 plane[3]) {
    int from = edge - PART_EDGE, to = (from + 1) % 3;
    return carom_orient3d(plane[0], plane[1], plane[2], v[from]) *
               carom_orient3d(plane[0], plane[1], plane[2], v[to]) <
           0;
}

static void point_of_place(exact_point *p, curve_corner at, const vec3 a[3], const vec3 b[3]) {
    if (at.on_a < PART_EDGE)
        *p = carom_exact_vertex(a[at.on_a]);
    else if (at.on_b < PART_EDGE)
        *p = carom_exact_vertex(b[at.on_b]);
    else if (at.on_a < PART_FACE && are_ends_separated(a, at.on_a, b))
        cut_edge(p, a, at.on_a, b, at.on_b);
    else
        cut_edge(p, b, at.on_b, a, at.on_a);
}

/* Returns true if the point is new. */
static bool is_new_place(solid_search *s, curve_corner at, const numbered_triangle *a,
                         const numbered_triangle *b) {
    table_key key = carom_key_of_corner(at, a, b);
    uint32_t known = s->places.count;
    uint32_t number = carom_key_number(&s->places, &key, s->map.allocator);
    s->map.failed |= number == NO_INDEX;
    return number == known && number != NO_INDEX;
}

bool carom_search_places(solid_search *s, const numbered_triangle *a, const numbered_triangle *b,
                         exact_point *first) {
    bool any = false;
    exact_point p;
    triangle_meeting m = carom_intersect_triangles_exact(a->v, b->v);
    for (int i = 0; i < m.count && !m.coplanar && !is_search_settled(s); i++) {
        if (!is_new_place(s, m.corner[i], a, b)) continue;
        point_of_place(&p, m.corner[i], a->v, b->v);
        carom_sphere_map_add(&s->map, &p, false);
        if (!any) *first = p;
        any = true;
    }
    return any;
}

void carom_search_corner(solid_search *s, const numbered_triangle *t, int corner) {
    if (!is_new_place(s, (curve_corner){corner, PART_FACE}, t, t)) return;
    exact_point p = carom_exact_vertex(t->v[corner]);
    carom_sphere_map_add(&s->map, &p, false);
}

bool carom_search_number(solid_search *s, numbered_triangle *out, const carom_triangle *t) {
    if (!carom_number_corners(out, &s->vertices, t, s->map.allocator)) {
        s->map.failed = true;
        return false;
    }
    return !carom_collinear(out->v[0], out->v[1], out->v[2]);
}
