/* Own method, as query/overlap/box_touch.c is for boxes. Of each hull the face that the other's
 * centre is farthest above is taken; where these two are opposite, a point of both faces is sought
 * on the line between their middles. As a point of a triangle of B's face it is in B, whatever its
 * two coordinates there are. It is in A when it is in the tetrahedron of a triangle of A's face and
 * A's centre: three signs are certain, and the fourth is that of its height over the face. The
 * height is measured in double with a bound on its rounding; along a coordinate axis it is a sum of
 * few products, whose tails are 0 for faces that touch to the last digit. Where it is positive, the
 * normal of the face mostly separates all vertices. Rows "cube hull flush" and "cube hull resting"
 * of bench convex. */
#include "convex/hull_sat/hull_rest.h"

#include "convex/hull_sat/tolerances.h"
#include "math/rounded.h"

/* Vectors are relative to A's position. */
typedef struct rest_side {
    const hull_data *hull;
    const carom_hull_frame *frame;
    vec3 shift;  /* of the position */
    vec3 center; /* of the hull */
    int face;
    vec3 normal, middle; /* of the face */
    int corner[3];       /* a triangle of the face around the point */
    vec3 at[3];          /* its vertices */
} rest_side;

typedef struct rest_pair {
    rest_side a, b;
    double size; /* bound on all coordinates */
    vec3 point;
    double along[2]; /* its coordinates along the sides of B's triangle from vertex 0 */
} rest_pair;

static CAROM_INLINE vec3 turned(const carom_hull_frame *f, vec3 v) {
    return mad3(mad3(scale3(f->axes[0], v.x), f->axes[1], v.y), f->axes[2], v.z);
}

static CAROM_INLINE vec3 vertex_at(const rest_side *s, int vertex) {
    return add3(turned(s->frame, hull_vertex(s->hull, vertex)), s->shift);
}

static void set_rest_side(rest_side *s, const hull_rest_body *body, vec3 shift) {
    s->hull = body->hull;
    s->frame = body->frame;
    s->shift = shift;
    s->center = add3(turned(s->frame, s->hull->center), shift);
}

static CAROM_INLINE vec3 into_frame(const carom_hull_frame *f, vec3 v) {
    return vec(dot3(f->axes[0], v), dot3(f->axes[1], v), dot3(f->axes[2], v));
}

static vec3 middle_of_face(const hull_data *h, int face) {
    const int first = h->face_edge[face];
    vec3 sum = vec(0, 0, 0);
    double count = 0.0;
    for (int e = first, k = 0; k < h->half_edge_count; k++) {
        sum = add3(sum, hull_vertex(h, h->origin[e]));
        count += 1.0;
        e = h->next[e];
        if (e == first) break;
    }
    return scale3(sum, 1.0 / count);
}

/* Takes the face that a point is farthest above, and its middle. */
static void take_face(rest_side *s, vec3 over) {
    const hull_data *h = s->hull;
    const vec3 local = into_frame(s->frame, sub3(over, s->shift));
    double most = -DBL_MAX;
    s->face = 0;
    for (int f = 0; f < h->face_count; f++) {
        const double above = dot3(h->face_normal[f], local) - h->face_offset[f];
        s->face = above > most ? f : s->face;
        most = max2(above, most);
    }
    s->normal = turned(s->frame, h->face_normal[s->face]);
    s->middle = add3(turned(s->frame, middle_of_face(h, s->face)), s->shift);
}

/* The part of the line from + t * delta that is between the sides of the face. */
static void clip_by_face(const rest_side *s, vec3 from, vec3 delta, double range[2]) {
    const hull_data *h = s->hull;
    const vec3 n = h->face_normal[s->face], along = into_frame(s->frame, delta);
    const vec3 start = into_frame(s->frame, sub3(from, s->shift));
    const int first = h->face_edge[s->face];
    int edge = first;
    vec3 p = hull_vertex(h, h->origin[edge]);
    for (int k = 0; k < h->half_edge_count; k++) {
        edge = h->next[edge];
        const vec3 q = hull_vertex(h, h->origin[edge]), out = cross3(sub3(q, p), n);
        const double rate = dot3(out, along), height = dot3(out, sub3(p, start));
        if (rate > 0.0) range[1] = min2(range[1], height / rate);
        if (rate < 0.0) range[0] = max2(range[0], height / rate);
        if (rate == 0.0 && height < 0.0) range[1] = -1.0;
        p = q;
        if (edge == first) break;
    }
}

/* Takes the triangle of the face's fan that the point is in. */
static bool take_triangle(rest_side *s, vec3 point) {
    const hull_data *h = s->hull;
    const vec3 local = into_frame(s->frame, sub3(point, s->shift));
    const int first = h->face_edge[s->face];
    int edge = h->next[first];
    s->corner[0] = h->origin[first];
    s->corner[2] = h->origin[edge];
    const vec3 from = hull_vertex(h, s->corner[0]);
    const vec3 aside = cross3(h->face_normal[s->face], sub3(local, from));
    bool found = false;
    for (int k = 0; k < h->half_edge_count && !found; k++) {
        edge = h->next[edge];
        if (edge == first) return false;
        s->corner[1] = s->corner[2];
        s->corner[2] = h->origin[edge];
        found = dot3(aside, sub3(hull_vertex(h, s->corner[2]), from)) >= 0.0;
    }
    for (int i = 0; i < 3; i++)
        s->at[i] = vertex_at(s, s->corner[i]);
    return found;
}

/* Finds the faces and the point. @return false where they are not opposite or share none */
static bool find_common_point(rest_pair *p) {
    rest_side *a = &p->a, *b = &p->b;
    take_face(a, b->center);
    take_face(b, a->center);
    if (!(dot3(a->normal, b->normal) < -REST_OPPOSITE) ||
        !(fabs(dot3(a->normal, sub3(b->middle, a->middle))) < REST_NEAR * p->size))
        return false;
    const vec3 delta = sub3(b->middle, a->middle);
    double range[2] = {0.0, 1.0};
    clip_by_face(a, a->middle, delta, range);
    clip_by_face(b, a->middle, delta, range);
    if (!(range[0] <= range[1])) return false;
    p->point = mad3(a->middle, delta, 0.5 * (range[0] + range[1]));
    return take_triangle(a, p->point) && take_triangle(b, p->point);
}

/* Moves the point into B's triangle: a point of it for any coordinates of the triangle. */
static bool move_into_b(rest_pair *p) {
    const vec3 *v = p->b.at;
    const vec3 u = sub3(v[1], v[0]), w = sub3(v[2], v[0]), x = sub3(p->point, v[0]);
    const double uu = len2(u), ww = len2(w), uw = dot3(u, w), xu = dot3(x, u), xw = dot3(x, w);
    const double det = uu * ww - uw * uw;
    if (!(det > 0.0)) return false;
    const double s = max2((xu * ww - xw * uw) / det, 0.0);
    const double t = max2((xw * uu - xu * uw) / det, 0.0), sum = max2(s + t, 1.0) * (1.0 + 0x1p-50);
    p->along[0] = s / sum;
    p->along[1] = t / sum;
    p->point = mad3(mad3(v[0], u, p->along[0]), w, p->along[1]);
    return true;
}

/* ---- the height over A's face, where the coordinate axis k is its normal */

/* Are the triangle's vertices equal in coordinate k, to the last digit? */
static bool is_level(const rest_side *s, int k) {
    for (int i = 0; i < 3; i++) {
        if (axis3(s->frame->axes[i], k) == 0.0) continue;
        const double first = axis3(hull_vertex(s->hull, s->corner[0]), i);
        if (axis3(hull_vertex(s->hull, s->corner[1]), i) != first ||
            axis3(hull_vertex(s->hull, s->corner[2]), i) != first)
            return false;
    }
    return true;
}

/* Adds coordinate k of vertex 0. @return false for numbers out of range */
static bool add_coordinate(rounded *sum, const rest_side *s, int k, double sign) {
    const double at = axis3(s->frame->position, k);
    bool known = rounded_is_in_range(at);
    *sum = rounded_add(*sum, rounded_of(sign * at));
    for (int i = 0; i < 3; i++) {
        const double axis = sign * axis3(s->frame->axes[i], k);
        const double x = axis3(hull_vertex(s->hull, s->corner[0]), i);
        if (axis == 0.0 || x == 0.0) continue;
        known &= rounded_is_in_range(axis) && rounded_is_in_range(x);
        *sum = rounded_add(*sum, fabs(axis) == 1.0
                                     ? rounded_of(axis * x)
                                     : rounded_multiply(rounded_of(axis), rounded_of(x)));
    }
    return known;
}

static CAROM_APART hull_rest_end upright_end(const rest_pair *p) {
    for (int k = 0; k < 3; k++) {
        rounded height = {0.0, 0.0};
        const double up = axis3(p->a.normal, k);
        if (!(fabs(up) > 0.5) || !is_level(&p->a, k) || !is_level(&p->b, k)) continue;
        if (!add_coordinate(&height, &p->b, k, 1.0) || !add_coordinate(&height, &p->a, k, -1.0))
            break;
        if (rounded_is_zero(height)) return HULL_REST_CONTACT;
        if (rounded_is_certain(height) && (height.value > 0.0) != (up > 0.0))
            return HULL_REST_CONTACT;
        break;
    }
    return HULL_REST_UNDECIDED;
}

/* ---- */

/* Does n certainly separate all vertices? */
static CAROM_APART hull_rest_end separated_by(const rest_pair *p, vec3 n, double bound) {
    double high = -DBL_MAX, low = DBL_MAX;
    for (int i = 0; i < p->a.hull->vertex_count; i++)
        high = max2(high, dot3(n, vertex_at(&p->a, i)));
    for (int i = 0; i < p->b.hull->vertex_count; i++)
        low = min2(low, dot3(n, vertex_at(&p->b, i)));
    return low - high > bound ? HULL_REST_APART : HULL_REST_UNDECIDED;
}

/* Is the point certainly between the three planes through A's centre and a side of its triangle? */
static bool is_over_triangle(const rest_pair *p) {
    const vec3 c = p->a.center, x = sub3(p->point, c);
    const double least = REST_INSIDE * p->size * p->size * p->size;
    for (int i = 0; i < 3; i++) {
        const vec3 u = sub3(p->a.at[i], c), v = sub3(p->a.at[i < 2 ? i + 1 : 0], c);
        if (!(dot3(cross3(u, v), x) > least)) return false;
    }
    return true;
}

hull_rest_end carom_hull_rest(const hull_rest_body *a, const hull_rest_body *b,
                              hull_rest_point *at) {
    rest_pair p;
    const vec3 apart = sub3(b->frame->position, a->frame->position);
    set_rest_side(&p.a, a, vec(0, 0, 0));
    set_rest_side(&p.b, b, apart);
    p.size = max_abs3(apart) + max_abs3(a->hull->low) + max_abs3(a->hull->high) +
             max_abs3(b->hull->low) + max_abs3(b->hull->high);
    if (!(p.size > REST_SIZE_MIN && p.size < REST_SIZE_MAX) ||
        !(a->hull->inner > REST_NEAR * p.size) || !find_common_point(&p) || !move_into_b(&p) ||
        !is_over_triangle(&p))
        return HULL_REST_UNDECIDED;
    at->point = add3(p.point, a->frame->position);
    at->of_a = add3(p.a.at[0], a->frame->position);
    const vec3 n = cross3(sub3(p.a.at[1], p.a.at[0]), sub3(p.a.at[2], p.a.at[0]));
    const double height = dot3(n, sub3(p.point, p.a.at[0]));
    const double bound = REST_ERROR * p.size * p.size * p.size;
    if (height < -bound) return HULL_REST_CONTACT;
    if (height > bound) return separated_by(&p, n, bound);
    return upright_end(&p);
}
