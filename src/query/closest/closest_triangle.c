/* Two triangles [Ericson05] 5.1.11: the nearest pair of disjoint triangles is a vertex and a face
 * or two edges, fifteen candidates. The direction between the nearest points proves by a
 * separating plane that they are disjoint; where rounding leaves that undecided, contact is
 * decided exactly. A common point is where an edge of one meets the other. Candidates round
 * otherwise with the triangles exchanged, so that these are taken in the order of their
 * coordinates. */
#include "carom/closest.h"
#include "carom/overlap.h"
#include "query/closest/kernel_point_triangle.h"
#include "query/closest/kernel_segment_segment.h"
#include "query/closest/near_contact.h"
#include "query/closest/rescale.h"
#include "query/closest/tolerances.h"
#include "query/closest/closest_segment.h"
#include "shape/order.h"

typedef struct nearest_pair {
    double d2;
    vec3 a, b;
} nearest_pair;

static void keep_nearest(nearest_pair *best, double d2, vec3 a, vec3 b) {
    if (d2 < best->d2) *best = (nearest_pair){d2, a, b};
}

static nearest_pair triangle_triangle(const vec3 a[3], const vec3 b[3]) {
    nearest_pair best = {.d2 = (double)INFINITY};
    for (int i = 0; i < 3; i++) {
        on_triangle on = point_triangle(a[i], b[0], b[1], b[2]);
        keep_nearest(&best, on.d2, a[i], on.point);
        on = point_triangle(b[i], a[0], a[1], a[2]);
        keep_nearest(&best, on.d2, on.point, b[i]);
    }
    for (int i = 0; i < 9; i++) {
        vec3 a0 = a[i / 3], a1 = a[(i / 3 + 1) % 3], b0 = b[i % 3], b1 = b[(i % 3 + 1) % 3];
        segment_pair pair = segment_segment(a0, a1, b0, b1);
        keep_nearest(&best, pair.d2, mad3(a0, sub3(a1, a0), pair.s),
                     mad3(b0, sub3(b1, b0), pair.t));
    }
    return best;
}

/* True when the direction between the nearest points separates the corners, whose coordinates are
 * below 2, by more than rounding. */
static bool certainly_separated(const nearest_pair *at, const vec3 v[6]) {
    vec3 n = sub3(at->b, at->a);
    double a = max2(max2(dot3(n, v[0]), dot3(n, v[1])), dot3(n, v[2]));
    double b = min2(min2(dot3(n, v[3]), dot3(n, v[4])), dot3(n, v[5]));
    return b - a > SEPARATION_ERROR * (fabs(n.x) + fabs(n.y) + fabs(n.z)) + SEPARATION_UNDERFLOW;
}

/* A vertex on the other triangle is the one common point without rounding. */
static carom_vec3 common_point(const carom_triangle *a, const carom_triangle *b) {
    for (int i = 0; i < 6; i++) {
        carom_vec3 vertex = i < 3 ? a->v[i] : b->v[i - 3];
        if (carom_overlap_point_triangle(vertex, i < 3 ? b : a)) return vertex;
    }
    for (int i = 0; i < 6; i++) {
        const carom_triangle *from = i < 3 ? a : b, *to = i < 3 ? b : a;
        carom_segment edge = {from->v[i % 3], from->v[(i + 1) % 3]};
        if (!carom_overlap_segment_triangle(&edge, to)) continue;
        const vec3 s[2] = {load3(edge.a), load3(edge.b)};
        const vec3 v[3] = {load3(to->v[0]), load3(to->v[1]), load3(to->v[2])};
        double t = carom_segment_triangle_contact(s, v);
        return t == 1.0 ? edge.b : store3(mad3(s[0], sub3(s[1], s[0]), t));
    }
    return a->v[0];
}

static carom_closest_points ordered_triangles(const carom_triangle *a, const carom_triangle *b) {
    vec3 v[6];
    for (int i = 0; i < 3; i++) {
        v[i] = load3(a->v[i]);
        v[i + 3] = load3(b->v[i]);
    }
    double back = carom_rescale(v, 6);
    if (back == 0.0) return (carom_closest_points){.distance = (carom_real)INFINITY};
    nearest_pair best = triangle_triangle(v, v + 3);
    if (!certainly_separated(&best, v) && carom_overlap_triangle_triangle(a, b)) {
        carom_vec3 x = common_point(a, b);
        return (carom_closest_points){0, x, x};
    }
    double distance = sqrt(best.d2);
    if (distance == 0.0) distance = carom_near_distance((near_shape){v, 3}, (near_shape){v + 3, 3});
    return (carom_closest_points){(carom_real)(distance * back), store3(scale3(best.a, back)),
                                  store3(scale3(best.b, back))};
}

carom_closest_points carom_closest_triangle_triangle(const carom_triangle *a,
                                                     const carom_triangle *b) {
    if (!is_second_first(&a->v[0].x, &b->v[0].x, 9)) return ordered_triangles(a, b);
    const carom_closest_points c = ordered_triangles(b, a);
    return (carom_closest_points){c.distance, c.point_b, c.point_a};
}
