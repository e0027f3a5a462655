/* A segment against planar shapes [Ericson05] 5.3. Filters evaluate signs in double against one
 * error bound for all of them; what they leave undecided, and everything degenerate, goes to exact
 * signs (planar_exact.c, sat_exact.c). Answers are exact. */
#include "carom/overlap.h"
#include "math/predicates.h"
#include "query/closest/exact_contact.h"
#include "query/overlap/planar_exact.h"
#include "query/overlap/sat_exact.h"
#include "query/overlap/tolerances.h"

bool carom_overlap_point_segment(carom_vec3 point, const carom_segment *segment) {
    vec3 a = load3(segment->a), b = load3(segment->b), p = load3(point);
    return finite3(a) && finite3(b) && carom_point_on_segment_exact(p, a, b);
}

bool carom_overlap_segment_segment(const carom_segment *a, const carom_segment *b) {
    const vec3 s[2] = {load3(a->a), load3(a->b)}, t[2] = {load3(b->a), load3(b->b)};
    vec3 u = sub3(s[1], s[0]), v = sub3(t[1], t[0]), w = sub3(t[0], s[0]);
    double reach = max2(max_abs3(u), max2(max_abs3(v), max_abs3(w)));
    double volume = fabs(dot3(cross3(u, v), w));
    /* skew lines do not meet; all other cases are rare */
    if (volume > DETERMINANT_ERROR * reach * reach * reach && reach < SKEW_MOST &&
        volume > DETERMINANT_UNDERFLOW)
        return false;
    return carom_segments_touch_exact(s, t);
}

bool carom_overlap_segment_plane(const carom_segment *segment, const carom_plane *plane) {
    vec3 a = load3(segment->a), b = load3(segment->b), n = load3(plane->normal);
    double offset = (double)plane->offset;
    if (!finite3(a) || !finite3(b) || !finite3(n) || !finite1(offset) || max_abs3(n) == 0.0)
        return false;
    return carom_sign_plane(n, offset, a) * carom_sign_plane(n, offset, b) <= 0;
}

bool carom_overlap_segment_halfspace(const carom_segment *segment,
                                     const carom_halfspace *halfspace) {
    vec3 a = load3(segment->a), b = load3(segment->b), n = load3(halfspace->normal);
    double offset = (double)halfspace->offset;
    if (!finite3(a) || !finite3(b) || !finite3(n) || !finite1(offset) || max_abs3(n) == 0.0)
        return false;
    return carom_sign_plane(n, offset, a) <= 0 || carom_sign_plane(n, offset, b) <= 0;
}

bool carom_overlap_segment_triangle(const carom_segment *segment, const carom_triangle *triangle) {
    const vec3 s[2] = {load3(segment->a), load3(segment->b)};
    const vec3 v[3] = {load3(triangle->v[0]), load3(triangle->v[1]), load3(triangle->v[2])};
    vec3 d = sub3(s[1], s[0]), e[2] = {sub3(v[1], v[0]), sub3(v[2], v[0])}, w = sub3(s[0], v[0]);
    vec3 n = cross3(e[0], e[1]);
    double edge = max2(max_abs3(e[0]), max_abs3(e[1])), reach = max2(max_abs3(w), max_abs3(d));
    double bound = DETERMINANT_ERROR * edge * max2(edge, reach) * reach + DETERMINANT_UNDERFLOW;
    double from = dot3(n, w), to = from + dot3(n, d);
    if (!(fabs(from) > bound && fabs(to) > bound && bound < DETERMINANT_MOST))
        return carom_segment_touches_triangle_exact(s, v);
    if ((from > 0.0) == (to > 0.0)) return false;
    /* signed volumes of the line with the edges; positive all three or negative all three */
    vec3 q = cross3(d, w);
    double side_bound =
        4.0 * DETERMINANT_ERROR * edge * max2(edge, reach) * reach + DETERMINANT_UNDERFLOW;
    double sense = to > from ? 1.0 : -1.0;
    double u = dot3(q, e[1]) * sense, t = -dot3(q, e[0]) * sense, rest = fabs(to - from) - u - t;
    if (u < -side_bound || t < -side_bound || rest < -side_bound) return false;
    if (u > side_bound && t > side_bound && rest > side_bound) return true;
    return carom_segment_touches_triangle_exact(s, v);
}

static CAROM_NOINLINE bool segment_touches_box_exact(const vec3 s[2], const carom_aabb *box) {
    sat_body body = carom_sat_segment(s[0], s[1]), solid = carom_sat_aabb(box);
    if (!finite3(s[0]) || !finite3(s[1]) || !finite3(solid.p[0]) || !finite3(solid.p[1]))
        return false;
    return !carom_sat_disjoint(&body, &solid);
}

/* A segment along a coordinate axis is a box, and the comparisons of ranges decide. */
static bool runs_along_axis(const vec3 s[2]) {
    return (s[0].x == s[1].x) + (s[0].y == s[1].y) + (s[0].z == s[1].z) >= 2;
}

/* Six axes: the box's three, and their cross products with the segment. */
bool carom_overlap_segment_aabb(const carom_segment *segment, const carom_aabb *box) {
    const vec3 s[2] = {load3(segment->a), load3(segment->b)};
    vec3 low = load3(box->min), high = load3(box->max);
    if (!(low.x <= high.x && low.y <= high.y && low.z <= high.z)) return false;
    if (!(max2(s[0].x, s[1].x) >= low.x && min2(s[0].x, s[1].x) <= high.x &&
          max2(s[0].y, s[1].y) >= low.y && min2(s[0].y, s[1].y) <= high.y &&
          max2(s[0].z, s[1].z) >= low.z && min2(s[0].z, s[1].z) <= high.z))
        return false;
    vec3 c = scale3(add3(low, high), 0.5), h = scale3(sub3(high, low), 0.5);
    vec3 m = sub3(scale3(add3(s[0], s[1]), 0.5), c), d = scale3(sub3(s[1], s[0]), 0.5);
    vec3 a = vec(fabs(d.x), fabs(d.y), fabs(d.z)), x = cross3(m, d);
    double gap =
        max2(max2(fabs(x.x) - (h.y * a.z + h.z * a.y), fabs(x.y) - (h.x * a.z + h.z * a.x)),
             fabs(x.z) - (h.x * a.y + h.y * a.x));
    double size = max2(max2(max_abs3(low), max_abs3(high)), max2(max_abs3(s[0]), max_abs3(s[1])));
    double bound = GAP_ERROR * size * (max_abs3(d) + SEGMENT_LEAST);
    if (gap > bound) return false;
    if ((gap < -bound || runs_along_axis(s)) && size < SQUARE_MOST) return true;
    return segment_touches_box_exact(s, box);
}
