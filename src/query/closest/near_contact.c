/* Own method: the distance of shapes that are one rounding error apart, where the vector between
 * rounded closest points is 0 or noise. The distance is computed feature by feature as a quotient
 * whose numerator, a determinant, is summed exactly [Shewchuk97]: point to line, point to plane,
 * line to line. Whether a foot is within its edge or face is decided in double: where that is
 * wrong, another feature's distance is equally small. A fallback. */
#include "query/closest/near_contact.h"

#include "math/predicates.h"

static const exact_term one = {{{1, 0}}, 1, false};

static exact_factor difference(vec3 to, vec3 from, int axis) {
    return (exact_factor){axis3(to, axis), axis3(from, axis)};
}

/* cross(b - a, d - c), each component accurate to its last digits. */
static vec3 exact_cross(vec3 a, vec3 b, vec3 c, vec3 d) {
    double out[3];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        exact_term terms[2] = {{{difference(b, a, j), difference(d, c, k)}, 2, false},
                               {{difference(b, a, k), difference(d, c, j)}, 2, true}};
        out[i] = carom_exact_ratio(terms, 2, &one, 1);
    }
    return vec(out[0], out[1], out[2]);
}

static void keep_positive(double *best, double distance) {
    if (distance > 0.0 && distance < *best) *best = distance;
}

/* The distance to the segment's line, where the foot is on the segment. */
static void near_edge(double *best, vec3 p, vec3 a, vec3 b) {
    vec3 u = sub3(b, a);
    double along = dot3(sub3(p, a), u), uu = len2(u);
    if (!(along >= 0.0 && along <= uu && uu > 0.0)) return;
    keep_positive(best, carom_length(exact_cross(a, b, a, p)) / carom_length(u));
}

static void near_edges(double *best, vec3 a0, vec3 a1, vec3 b0, vec3 b1) {
    vec3 n = exact_cross(a0, a1, b0, b1), w = sub3(b0, a0);
    double nn = len2(n), s = dot3(cross3(w, sub3(b1, b0)), n), t = dot3(cross3(w, sub3(a1, a0)), n);
    if (!(nn > 0.0 && s >= 0.0 && s <= nn && t >= 0.0 && t <= nn)) return;
    exact_term terms[6];
    const vec3 span[6] = {a0, a1, b0, b1, a0, b0};
    exact_determinant_terms(terms, span);
    keep_positive(best, fabs(carom_exact_ratio(terms, 6, &one, 1)) / carom_length(n));
}

static void near_face(double *best, vec3 p, const vec3 v[3]) {
    vec3 n = exact_cross(v[0], v[1], v[0], v[2]);
    if (!(len2(n) > 0.0)) return;
    for (int i = 0; i < 3; i++) {
        vec3 a = v[i], b = v[(i + 1) % 3];
        if (dot3(cross3(sub3(b, a), sub3(p, a)), n) < 0.0) return;
    }
    exact_term terms[6];
    const vec3 span[6] = {v[0], v[1], v[0], v[2], v[0], p};
    exact_determinant_terms(terms, span);
    keep_positive(best, fabs(carom_exact_ratio(terms, 6, &one, 1)) / carom_length(n));
}

/* Vertices of A against vertices, edges and face of B. */
static void near_vertices(double *best, near_shape a, near_shape b) {
    int edges = b.count == 3 ? 3 : b.count - 1;
    for (int i = 0; i < a.count; i++) {
        vec3 p = a.points[i];
        for (int j = 0; j < b.count; j++)
            keep_positive(best, carom_length(sub3(p, b.points[j])));
        for (int j = 0; j < edges; j++)
            near_edge(best, p, b.points[j], b.points[(j + 1) % b.count]);
        if (b.count == 3) near_face(best, p, b.points);
    }
}

double carom_near_distance(near_shape a, near_shape b) {
    double best = DBL_MAX;
    near_vertices(&best, a, b);
    near_vertices(&best, b, a);
    int a_edges = a.count == 3 ? 3 : a.count - 1, b_edges = b.count == 3 ? 3 : b.count - 1;
    for (int i = 0; i < a_edges; i++)
        for (int j = 0; j < b_edges; j++)
            near_edges(&best, a.points[i], a.points[(i + 1) % a.count], b.points[j],
                       b.points[(j + 1) % b.count]);
    return best < DBL_MAX ? best : 0.0;
}

double carom_near_box_distance(near_shape a, vec3 low, vec3 high) {
    double best = DBL_MAX;
    for (int i = 0; i < 12; i++) {
        int axis = i / 4, other = (axis + 1) % 3, third = (axis + 2) % 3;
        double corner[3][3];
        for (int j = 0; j < 3; j++) {
            bool up_other = j == 1 || (j == 2 && (i & 1)),
                 up_third = j == 2 || (j == 1 && !(i & 1));
            corner[j][axis] = axis3(i & 2 ? high : low, axis);
            corner[j][other] = axis3(up_other ? high : low, other);
            corner[j][third] = axis3(up_third ? high : low, third);
        }
        vec3 face[3];
        for (int j = 0; j < 3; j++)
            face[j] = vec(corner[j][0], corner[j][1], corner[j][2]);
        keep_positive(&best, carom_near_distance(a, (near_shape){face, 3}));
    }
    return best < DBL_MAX ? best : 0.0;
}

double carom_plane_crossing(const vec3 s[2], const vec3 v[3]) {
    exact_term height[6], whole[6];
    const vec3 start[6] = {v[0], v[1], v[0], v[2], v[0], s[0]};
    const vec3 path[6] = {v[0], v[1], v[0], v[2], s[1], s[0]};
    exact_determinant_terms(height, start);
    exact_determinant_terms(whole, path);
    return carom_exact_ratio(height, 6, whole, 6);
}

double carom_near_line_distance(vec3 p, vec3 origin, vec3 direction) {
    double length = carom_length(direction);
    vec3 none = vec(0, 0, 0);
    return length > 0.0 ? carom_length(exact_cross(none, direction, origin, p)) / length : 0.0;
}
