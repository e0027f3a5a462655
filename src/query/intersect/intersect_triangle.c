/* Triangle-triangle intersection [Moller97]: each triangle cuts an interval from the line that the
 * planes share, and the intersection is that of the two intervals. Nothing is computed on that
 * line: an end of an interval is the edge that crosses the other's plane there, and the order of
 * two ends is the sign of the volume of their two edges, as in the Guigue-Devillers test
 * [GuigueDevillers03]. Signs that the filter
 * leaves undecided are exact [Shewchuk97], so a vertex in the other's plane, or two ends that
 * coincide, are ordinary cases and the kind of the answer is exact. Points are computed last, only
 * for the ends that are answers. Coplanar triangles and triangles without area have no such line
 * and go to carom_shared_degenerate. */
#include "query/intersect/shared_exact.h"

#include "math/predicates.h"
#include "query/intersect/tolerances.h"
#include "query/overlap/volume_valid.h"

/* A triangle in relation to the other's plane: heights of its vertices, and their signs. */
typedef struct cut_triangle {
    const vec3 *v, *other;
    vec3 other_u, other_v;
    double height[3];
    int side[3];
} cut_triangle;

/* Where an interval ends: the edge from -> to meets the other's plane there and is not in it. */
typedef struct interval_end {
    int from, to;
} interval_end;

static CAROM_NOINLINE void exact_sides(cut_triangle *cut) {
    for (int i = 0; i < 3; i++)
        cut->side[i] = carom_orient3d(cut->other[0], cut->other[1], cut->other[2], cut->v[i]);
}

static double reach_of(vec3 a, vec3 b) {
    return max2(max_abs3(a), max_abs3(b));
}

/* False when the triangle is certainly on one side of the other's plane. */
static bool cut_by_plane(cut_triangle *cut) {
    vec3 n = cross3(cut->other_u, cut->other_v), w[3];
    double reach = 0.0, edge = reach_of(cut->other_u, cut->other_v);
    for (int i = 0; i < 3; i++) {
        w[i] = sub3(cut->v[i], cut->other[0]);
        cut->height[i] = dot3(n, w[i]);
        reach = max2(reach, max_abs3(w[i]));
    }
    double bound = HEIGHT_ERROR * edge * edge * reach + HEIGHT_UNDERFLOW;
    bool is_certain = bound <= DBL_MAX;
    for (int i = 0; i < 3; i++) {
        cut->side[i] = cut->height[i] > bound ? 1 : -1;
        is_certain = is_certain && fabs(cut->height[i]) > bound;
    }
    if (CAROM_UNLIKELY(!is_certain)) exact_sides(cut);
    int total = cut->side[0] + cut->side[1] + cut->side[2];
    return total != 3 && total != -3;
}

/* The ends of the interval along cross(normal, other's normal). The boundary, traversed in order,
 * passes from below the other's plane to above it at end[0], and back at end[1]. A vertex that
 * only touches the plane is both. */
static void interval_of(const cut_triangle *cut, interval_end end[2]) {
    const int *side = cut->side;
    for (int i = 0; i < 3; i++) {
        int next = (i + 1) % 3, previous = (i + 2) % 3;
        if (side[i] == 0) {
            interval_end here = {i, side[previous] != 0 ? previous : next};
            if (side[next] >= side[previous]) end[0] = here;
            if (side[next] <= side[previous]) end[1] = here;
        } else if (side[i] * side[next] < 0) {
            end[side[i] < 0 ? 0 : 1] = (interval_end){i, next};
        }
    }
}

/* 1 when the end q of b is beyond the end p of a along cross(normal of a, normal of b). */
static int order_of_ends(const cut_triangle *a, interval_end p, const cut_triangle *b,
                         interval_end q) {
    int volume = carom_orient3d(a->v[p.from], a->v[p.to], b->v[q.from], b->v[q.to]);
    bool a_rises = a->side[p.to] > a->side[p.from], b_rises = b->side[q.to] > b->side[q.from];
    return a_rises == b_rises ? volume : -volume;
}

static double height_magnitude(const cut_triangle *cut, vec3 w) {
    return dot_magnitude(w, cross_magnitude(cut->other_u, cut->other_v));
}

static bool ends_at_vertex(const cut_triangle *cut, interval_end end) {
    return cut->side[end.from] == 0 || cut->side[end.to] == 0;
}

static vec3 point_of_end(const cut_triangle *cut, interval_end end) {
    if (cut->side[end.from] == 0) return cut->v[end.from];
    if (cut->side[end.to] == 0) return cut->v[end.to];
    bool in_order = point_precedes(cut->v[end.from], cut->v[end.to]);
    int i = in_order ? end.from : end.to, k = in_order ? end.to : end.from;
    vec3 from = cut->v[i], to = cut->v[k];
    double span = cut->height[i] - cut->height[k];
    double size = height_magnitude(cut, sub3(from, cut->other[0])) +
                  height_magnitude(cut, sub3(to, cut->other[0]));
    double wanted = sizeof(carom_real) == 4 ? POINT_ERROR_FLOAT : POINT_ERROR_DOUBLE;
    bool is_accurate =
        HEIGHT_PAIR_ERROR * size + HEIGHT_UNDERFLOW <= wanted * fabs(span) && size < HEIGHT_MOST;
    if (CAROM_UNLIKELY(!is_accurate)) return carom_edge_crossing_exact(from, to, cut->other);
    return point_between(from, to, clamp01(cut->height[i] / span));
}

/* The point of two ends that may coincide (order 0): a vertex when one is. */
static vec3 point_of_either(const cut_triangle *a, interval_end p, const cut_triangle *b,
                            interval_end q) {
    if (ends_at_vertex(a, p)) return point_of_end(a, p);
    if (ends_at_vertex(b, q)) return point_of_end(b, q);
    vec3 first = point_of_end(a, p), second = point_of_end(b, q);
    return point_precedes(first, second) ? first : second;
}

static carom_triangle_intersection between_points(vec3 p, vec3 q, bool is_point) {
    bool in_order = point_precedes(p, q);
    carom_vec3 first = store3(in_order ? p : q), last = store3(in_order ? q : p);
    return (carom_triangle_intersection){
        is_point ? CAROM_INTERSECTION_POINT : CAROM_INTERSECTION_SEGMENT, {first, last}};
}

static carom_triangle_intersection intersect_cuts(const cut_triangle *a, const cut_triangle *b) {
    const carom_triangle_intersection none = {CAROM_INTERSECTION_NONE, {{0, 0, 0}, {0, 0, 0}}};
    interval_end end_a[2], end_b[2], swapped[2];
    /* interval_of orders b's ends along the opposite direction */
    interval_of(a, end_a);
    interval_of(b, swapped);
    end_b[0] = swapped[1];
    end_b[1] = swapped[0];
    int ahead = order_of_ends(a, end_a[0], b, end_b[1]);
    if (ahead < 0) return none;
    int behind = order_of_ends(a, end_a[1], b, end_b[0]);
    if (behind > 0) return none;
    vec3 p[2];
    if (ahead == 0 || behind == 0) {
        int k = ahead == 0 ? 0 : 1;
        p[0] = point_of_either(a, end_a[k], b, end_b[1 - k]);
        return between_points(p[0], p[0], true);
    }
    for (int k = 0; k < 2; k++) {
        int order = order_of_ends(a, end_a[k], b, end_b[k]);
        if (k == 1) order = -order;
        p[k] = order > 0   ? point_of_end(b, end_b[k])
               : order < 0 ? point_of_end(a, end_a[k])
                           : point_of_either(a, end_a[k], b, end_b[k]);
    }
    bool a_touches = end_a[0].from == end_a[1].from && end_a[0].to == end_a[1].to;
    bool b_touches = end_b[0].from == end_b[1].from && end_b[0].to == end_b[1].to;
    return between_points(p[0], p[1], a_touches || b_touches);
}

static bool lies_in_plane(const cut_triangle *cut) {
    return cut->side[0] == 0 && cut->side[1] == 0 && cut->side[2] == 0;
}

carom_triangle_intersection carom_intersect_triangle_triangle(const carom_triangle *a,
                                                              const carom_triangle *b) {
    const carom_triangle_intersection none = {CAROM_INTERSECTION_NONE, {{0, 0, 0}, {0, 0, 0}}};
    const vec3 va[3] = {load3(a->v[0]), load3(a->v[1]), load3(a->v[2])};
    const vec3 vb[3] = {load3(b->v[0]), load3(b->v[1]), load3(b->v[2])};
    cut_triangle cut_a = {.v = va, .other = vb};
    cut_a.other_u = sub3(vb[1], vb[0]);
    cut_a.other_v = sub3(vb[2], vb[0]);
    if (!cut_by_plane(&cut_a)) return none;
    cut_triangle cut_b = {.v = vb, .other = va};
    cut_b.other_u = sub3(va[1], va[0]);
    cut_b.other_v = sub3(va[2], va[0]);
    if (!cut_by_plane(&cut_b)) return none;
    if (CAROM_UNLIKELY(lies_in_plane(&cut_a) || lies_in_plane(&cut_b))) {
        if (!triangle_is_finite(a) || !triangle_is_finite(b)) return none;
        return carom_shared_degenerate(va, vb);
    }
    return intersect_cuts(&cut_a, &cut_b);
}
