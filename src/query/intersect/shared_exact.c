/* Own method: the intersection of two coplanar or degenerate triangles is spanned by its corners.
 * Each corner is a vertex of one set that is on the other, or a point where the interior of an
 * edge meets the interior of an edge or of a triangle. Exact signs [Shewchuk97] decide all of
 * these, and no two of them coincide except equal vertices. So the number of different corners is
 * the kind: one is a point, two a segment, more an area. A triangle without area is first reduced
 * to the segment or point that it is. */
#include "query/intersect/shared_exact.h"

#include "math/predicates.h"
#include "query/closest/exact_contact.h"

/* Three vertices of each triangle, and at most six crossings. */
#define MOST_CORNERS 16

/* `count` corners in `v`: 3, or 2 for a segment, or 1; `whole` is the triangle as given. */
typedef struct planar_set {
    vec3 v[3];
    int count;
    const vec3 *whole;
} planar_set;

typedef struct corner_list {
    vec3 p[MOST_CORNERS];
    int count;
} corner_list;

static planar_set reduced_set(const vec3 v[3]) {
    planar_set set = {{v[0], v[1], v[2]}, 3, v};
    if (!carom_collinear(v[0], v[1], v[2])) return set;
    vec3 low = v[0], high = v[0];
    for (int i = 1; i < 3; i++) {
        if (point_precedes(v[i], low)) low = v[i];
        if (point_precedes(high, v[i])) high = v[i];
    }
    set.v[0] = low;
    set.v[1] = high;
    set.count = equal3(low, high) ? 1 : 2;
    return set;
}

/* Edge i of the set, its lesser end first, so that a shared edge is the same in every triangle. */
static void set_edge(const planar_set *set, int i, vec3 edge[2]) {
    vec3 p = set->v[i], q = set->v[(i + 1) % set->count];
    bool in_order = point_precedes(p, q);
    edge[0] = in_order ? p : q;
    edge[1] = in_order ? q : p;
}

static int edges_of_set(const planar_set *set) {
    return set->count == 3 ? 3 : set->count - 1;
}

static void add_corner(corner_list *list, vec3 p) {
    for (int i = 0; i < list->count; i++)
        if (equal3(list->p[i], p)) return;
    if (list->count < MOST_CORNERS) list->p[list->count++] = p;
}

static void add_vertices(corner_list *list, const planar_set *of, const planar_set *on) {
    for (int i = 0; i < of->count; i++)
        if (carom_point_on_triangle_exact(of->v[i], on->whole)) add_corner(list, of->v[i]);
}

/* The point of edge a on the line of edge b, in the projection along `axis`. */
static vec3 crossing_of_edges(const vec3 a[2], const vec3 b[2], int axis) {
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    exact_factor bi = {axis3(b[1], i), axis3(b[0], i)}, bj = {axis3(b[1], j), axis3(b[0], j)};
    exact_factor wi = {axis3(a[0], i), axis3(b[0], i)}, wj = {axis3(a[0], j), axis3(b[0], j)};
    exact_factor ui = {axis3(a[0], i), axis3(a[1], i)}, uj = {axis3(a[0], j), axis3(a[1], j)};
    exact_term height[2] = {{{bi, wj}, 2, false}, {{bj, wi}, 2, true}};
    exact_term span[2] = {{{bi, uj}, 2, false}, {{bj, ui}, 2, true}};
    return point_between(a[0], a[1], clamp01(carom_exact_ratio(height, 2, span, 2)));
}

/* Adds the point where the interiors of two coplanar edges cross. */
static void add_edge_crossing(corner_list *list, const vec3 a[2], const vec3 b[2]) {
    if (carom_orient3d(a[0], a[1], b[0], b[1]) != 0) return;
    for (int axis = 0; axis < 3; axis++) {
        int o[4] = {carom_orient2d(a[0], a[1], b[0], axis), carom_orient2d(a[0], a[1], b[1], axis),
                    carom_orient2d(b[0], b[1], a[0], axis), carom_orient2d(b[0], b[1], a[1], axis)};
        if (!o[0] && !o[1] && !o[2] && !o[3]) continue;
        if (o[0] * o[1] < 0 && o[2] * o[3] < 0) {
            bool in_order = point_precedes(a[0], b[0]);
            vec3 p = in_order ? crossing_of_edges(a, b, axis) : crossing_of_edges(b, a, axis);
            if (list->count < MOST_CORNERS) list->p[list->count++] = p;
        }
        return;
    }
}

static void add_all_edge_crossings(corner_list *list, const planar_set *a, const planar_set *b) {
    for (int i = 0; i < edges_of_set(a); i++)
        for (int j = 0; j < edges_of_set(b); j++) {
            vec3 edge_a[2], edge_b[2];
            set_edge(a, i, edge_a);
            set_edge(b, j, edge_b);
            add_edge_crossing(list, edge_a, edge_b);
        }
}

/* Adds the point where a segment passes through the interior of a triangle. */
static void add_piercing(corner_list *list, const planar_set *segment, const planar_set *triangle) {
    if (segment->count != 2 || triangle->count != 3) return;
    const vec3 *s = segment->v, *v = triangle->v;
    if (carom_orient3d(v[0], v[1], v[2], s[0]) * carom_orient3d(v[0], v[1], v[2], s[1]) >= 0)
        return;
    int side[3];
    for (int i = 0; i < 3; i++)
        side[i] = carom_orient3d(s[0], s[1], v[i], v[(i + 1) % 3]);
    if (side[0] == 0 || side[1] != side[0] || side[2] != side[0]) return;
    add_corner(list, carom_edge_crossing_exact(s[0], s[1], v));
}

/* Six signed products of dot(cross(v1 - v0, v2 - v0), to - from). */
static void set_height(exact_term terms[6], const vec3 v[3], vec3 from, vec3 to) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        exact_factor w = {axis3(to, i), axis3(from, i)};
        exact_factor pj = {axis3(v[1], j), axis3(v[0], j)}, pk = {axis3(v[1], k), axis3(v[0], k)};
        exact_factor qj = {axis3(v[2], j), axis3(v[0], j)}, qk = {axis3(v[2], k), axis3(v[0], k)};
        terms[2 * i] = (exact_term){{pj, qk, w}, 3, false};
        terms[2 * i + 1] = (exact_term){{pk, qj, w}, 3, true};
    }
}

vec3 carom_edge_crossing_exact(vec3 from, vec3 to, const vec3 v[3]) {
    exact_term height[6], span[6];
    set_height(height, v, v[0], from);
    set_height(span, v, to, from);
    return point_between(from, to, clamp01(carom_exact_ratio(height, 6, span, 6)));
}

static void sort_corners(corner_list *list) {
    for (int i = 1; i < list->count; i++) {
        vec3 p = list->p[i];
        int k = i;
        for (; k > 0 && point_precedes(p, list->p[k - 1]); k--)
            list->p[k] = list->p[k - 1];
        list->p[k] = p;
    }
}

static carom_triangle_intersection span_of_corners(corner_list *list) {
    carom_triangle_intersection result = {CAROM_INTERSECTION_NONE, {{0, 0, 0}, {0, 0, 0}}};
    if (list->count == 0) return result;
    sort_corners(list);
    int from = 0, to = 0;
    double farthest = 0.0;
    for (int i = 0; i < list->count; i++)
        for (int k = i + 1; k < list->count; k++) {
            double length = carom_length(sub3(list->p[k], list->p[i]));
            if (!(length > farthest)) continue;
            farthest = length;
            from = i;
            to = k;
        }
    result.kind = list->count == 1   ? CAROM_INTERSECTION_POINT
                  : list->count == 2 ? CAROM_INTERSECTION_SEGMENT
                                     : CAROM_INTERSECTION_AREA;
    result.segment = (carom_segment){store3(list->p[from]), store3(list->p[to])};
    return result;
}

carom_triangle_intersection carom_shared_degenerate(const vec3 a[3], const vec3 b[3]) {
    corner_list list = {.count = 0};
    planar_set set_a = reduced_set(a), set_b = reduced_set(b);
    add_vertices(&list, &set_a, &set_b);
    add_vertices(&list, &set_b, &set_a);
    add_all_edge_crossings(&list, &set_a, &set_b);
    add_piercing(&list, &set_a, &set_b);
    add_piercing(&list, &set_b, &set_a);
    return span_of_corners(&list);
}
