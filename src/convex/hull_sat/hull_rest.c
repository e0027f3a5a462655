/* Own method, as query/overlap/box_touch.c is for boxes. Of each hull the face that the other's
 * centre is farthest above is taken; where these two are opposite, a point of both faces is sought
 * between the centres, then between the middles of the faces. As a point of a triangle of B's face
 * it is in B, whatever its coordinates there are. It is in A when it is in the tetrahedron of a
 * triangle of A's face and A's centre: three signs are certain, and the fourth is that of its
 * height over the face, in double with a bound on its rounding; along a coordinate axis it is a sum
 * of few products, whose tails are 0 for faces that touch to the last digit. Where it is positive,
 * the normal of the face mostly separates all vertices, or else the lowest point that the faces
 * share is tried. Rows "cube hull flush" and "cube hull resting" of bench convex. */
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
    vec3 normal;   /* of the face */
    int corner[3]; /* a triangle of the face around the point */
    vec3 at[3];    /* its vertices */
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

static vec3 middle_of_face(const rest_side *s) {
    const hull_data *h = s->hull;
    const int first = h->face_edge[s->face];
    vec3 sum = vec(0, 0, 0);
    double count = 0.0;
    for (int e = first, k = 0; k < h->half_edge_count; k++) {
        sum = add3(sum, hull_vertex(h, h->origin[e]));
        count += 1.0;
        e = h->next[e];
        if (e == first) break;
    }
    return add3(turned(s->frame, scale3(sum, 1.0 / count)), s->shift);
}

/* Takes the face that a point is farthest above. */
static void take_face(rest_side *s, vec3 over) {
    const hull_data *h = s->hull;
    const vec3 local = into_frame(s->frame, sub3(over, s->shift));
    double most = -DBL_MAX;
    int face = 0;
    for (int f = 0; f < h->face_count; f++) {
        const double above = dot3(h->face_normal[f], local) - h->face_offset[f];
        face = above > most ? f : face;
        most = max2(above, most);
    }
    s->face = face;
    s->normal = turned(s->frame, h->face_normal[s->face]);
}

/* @return false where the faces are not opposite */
static CAROM_INLINE bool take_faces(rest_pair *p) {
    take_face(&p->a, p->b.center);
    take_face(&p->b, p->a.center);
    return dot3(p->a.normal, p->b.normal) < -REST_OPPOSITE;
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

static CAROM_INLINE bool take_triangles(rest_pair *p) {
    return take_triangle(&p->a, p->point) && take_triangle(&p->b, p->point);
}

/* Moves the point a little into A's triangle: it may be on a side of it, as the middle of a square
 * is. */
static CAROM_INLINE void go_aside(rest_pair *p) {
    const vec3 *v = p->a.at;
    const vec3 middle = scale3(add3(add3(v[0], v[1]), v[2]), 1.0 / 3.0);
    p->point = mad3(p->point, sub3(middle, p->point), REST_ASIDE);
}

/* Takes the point of A's face plane that is between the centres, mostly in the middle of what two
 * faces of one size share; with `aside` one beside it. */
static bool take_point_between_centers(rest_pair *p, bool aside) {
    const hull_data *h = p->a.hull;
    const vec3 delta = sub3(p->b.center, p->a.center);
    const double rate = dot3(p->a.normal, delta),
                 rise = h->face_offset[p->a.face] - dot3(h->face_normal[p->a.face], h->center);
    if (!(rate > REST_NEAR * p->size)) return false;
    p->point = mad3(p->a.center, delta, rise / rate);
    if (!aside) return take_triangles(p);
    if (!take_triangle(&p->a, p->point)) return false;
    go_aside(p);
    return take_triangle(&p->b, p->point);
}

/* Takes a point that the faces share, on the line between their middles. @return false where they
 * are not near each other or the line misses one */
static bool take_point_between_middles(rest_pair *p) {
    const vec3 from = middle_of_face(&p->a), delta = sub3(middle_of_face(&p->b), from);
    double range[2] = {0.0, 1.0};
    if (!(fabs(dot3(p->a.normal, delta)) < REST_NEAR * p->size)) return false;
    clip_by_face(&p->a, from, delta, range);
    clip_by_face(&p->b, from, delta, range);
    if (!(range[0] <= range[1])) return false;
    p->point = mad3(from, delta, 0.5 * (range[0] + range[1]));
    return take_triangles(p);
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

/* Adds coordinate k of the triangle. Positions, and coordinates along axes of space, are added
 * without a product. @return false where the vertices differ in it, and for numbers out of range */
static bool add_level(rounded *sum, const rest_side *s, int k, double sign) {
    const double *const at[3] = {s->hull->x, s->hull->y, s->hull->z};
    *sum = rounded_add(*sum, rounded_of(sign * axis3(s->frame->position, k)));
    for (int i = 0; i < 3; i++) {
        const double axis = sign * axis3(s->frame->axes[i], k);
        if (axis == 0.0) continue;
        const double x = at[i][s->corner[0]];
        if (at[i][s->corner[1]] != x || at[i][s->corner[2]] != x) return false;
        if (fabs(axis) == 1.0) {
            *sum = rounded_add(*sum, rounded_of(axis * x));
            continue;
        }
        if (!rounded_is_in_range(axis) || !rounded_is_in_range(x)) return false;
        *sum = rounded_add(*sum, rounded_multiply(rounded_of(axis), rounded_of(x)));
    }
    return true;
}

static CAROM_APART hull_rest_end upright_end(const rest_pair *p) {
    for (int k = 0; k < 3; k++) {
        rounded height = {0.0, 0.0};
        const double up = axis3(p->a.normal, k);
        if (!(fabs(up) > 0.5)) continue;
        if (!add_level(&height, &p->b, k, 1.0) || !add_level(&height, &p->a, k, -1.0)) continue;
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

static bool shares_point_beside(rest_pair *p) {
    go_aside(p);
    return take_triangle(&p->b, p->point) && move_into_b(p) && is_over_triangle(p);
}

static bool shares_point(rest_pair *p) {
    return move_into_b(p) && (is_over_triangle(p) || shares_point_beside(p));
}

/* The normal of A's triangle, not unit, and the height of the point along it. */
static CAROM_INLINE double height_over_a(const rest_pair *p, vec3 *n) {
    const vec3 *v = p->a.at;
    *n = cross3(sub3(v[1], v[0]), sub3(v[2], v[0]));
    return dot3(*n, sub3(p->point, v[0]));
}

/* ---- faces that are not quite parallel */

typedef struct face_outline {
    vec3 at[2 * REST_OUTLINE];
    int count;
} face_outline;

/* The vertices of the face. @return false when they are too many */
static bool set_outline(face_outline *out, const rest_side *s) {
    const hull_data *h = s->hull;
    const int first = h->face_edge[s->face];
    int edge = first;
    out->count = 0;
    do {
        if (out->count == REST_OUTLINE) return false;
        out->at[out->count++] = vertex_at(s, h->origin[edge]);
        edge = h->next[edge];
    } while (edge != first);
    return true;
}

/* Cuts off what is beyond the side of a face with normal n from p to q [Sutherland74]. */
static void cut_outline(face_outline *polygon, vec3 p, vec3 q, vec3 n) {
    const face_outline from = *polygon;
    const vec3 outward = cross3(sub3(q, p), n);
    vec3 before = from.at[from.count - 1];
    double over = dot3(outward, sub3(before, p));
    polygon->count = 0;
    for (int i = 0; i < from.count; i++) {
        const double next = dot3(outward, sub3(from.at[i], p));
        if ((over > 0.0) != (next > 0.0) && polygon->count < 2 * REST_OUTLINE)
            polygon->at[polygon->count++] =
                mad3(before, sub3(from.at[i], before), over / (over - next));
        if (next <= 0.0 && polygon->count < 2 * REST_OUTLINE)
            polygon->at[polygon->count++] = from.at[i];
        before = from.at[i];
        over = next;
    }
}

/* The height of B's face over A's is least at a corner of what the faces share; a point beside that
 * corner, towards one that is certainly in both, proves contact where it is not above A's face. */
static CAROM_APART hull_rest_end touch_at_lowest(rest_pair *p, vec3 n, double bound) {
    face_outline of_a, shared;
    if (!set_outline(&of_a, &p->a) || !set_outline(&shared, &p->b)) return HULL_REST_UNDECIDED;
    for (int i = 0; i < of_a.count && shared.count > 0; i++)
        cut_outline(&shared, of_a.at[i], of_a.at[i + 1 < of_a.count ? i + 1 : 0], n);
    vec3 lowest = p->point;
    for (int i = 0; i < shared.count; i++)
        lowest = dot3(n, shared.at[i]) < dot3(n, lowest) ? shared.at[i] : lowest;
    p->point = mad3(p->point, sub3(lowest, p->point), REST_BESIDE);
    if (!take_triangles(p) || !shares_point(p)) return HULL_REST_UNDECIDED;
    return height_over_a(p, &n) < -bound ? HULL_REST_CONTACT : HULL_REST_UNDECIDED;
}

/* ---- */

static hull_rest_end end_by_height(rest_pair *p) {
    vec3 n;
    const double height = height_over_a(p, &n);
    const double bound = REST_ERROR * p->size * p->size * p->size;
    if (height < -bound) return HULL_REST_CONTACT;
    const hull_rest_end end = height > bound ? separated_by(p, n, bound) : upright_end(p);
    return end == HULL_REST_UNDECIDED ? touch_at_lowest(p, n, bound) : end;
}

hull_rest_end carom_hull_rest(const hull_rest_body *a, const hull_rest_body *b,
                              hull_rest_point *at) {
    rest_pair p;
    const vec3 apart = sub3(b->frame->position, a->frame->position);
    p.point = vec(0, 0, 0);
    set_rest_side(&p.a, a, vec(0, 0, 0));
    set_rest_side(&p.b, b, apart);
    p.size = max_abs3(apart) + max_abs3(a->hull->low) + max_abs3(a->hull->high) +
             max_abs3(b->hull->low) + max_abs3(b->hull->high);
    if (!(p.size > REST_SIZE_MIN && p.size < REST_SIZE_MAX) ||
        !(a->hull->inner > REST_NEAR * p.size) || !take_faces(&p))
        return HULL_REST_UNDECIDED;
    bool quick = take_point_between_centers(&p, !at);
    const vec3 between = p.point;
    quick =
        quick && shares_point(&p) && (!at || max_abs3(sub3(p.point, between)) < REST_NEAR * p.size);
    if (!quick && !(take_point_between_middles(&p) && shares_point(&p))) return HULL_REST_UNDECIDED;
    const hull_rest_end end = end_by_height(&p);
    if (at) {
        at->point = add3(p.point, a->frame->position);
        at->of_a = add3(p.a.at[0], a->frame->position);
    }
    return end;
}

/* ---- the distance of hulls that stand face to face, apart by rounding */

/* The vertex of the face after the half-edge's first, and the half-edge from there. */
static CAROM_INLINE vec3 step_around_face(const rest_side *s, int *edge) {
    *edge = s->hull->next[*edge];
    return vertex_at(s, s->hull->origin[*edge]);
}

/* Is the point between the sides of the face? */
static bool is_over_face(const rest_side *s, vec3 n, vec3 point) {
    const int first = s->hull->face_edge[s->face];
    int edge = first;
    vec3 p = vertex_at(s, s->hull->origin[edge]);
    for (int k = 0; k < s->hull->half_edge_count; k++) {
        const vec3 q = step_around_face(s, &edge);
        if (dot3(cross3(sub3(q, p), n), sub3(point, p)) > 0.0) return false;
        p = q;
        if (edge == first) break;
    }
    return true;
}

/* Of the face's vertices: axes are not orthogonal to the last digit. */
static vec3 normal_of_face(const rest_side *s) {
    int edge = s->hull->face_edge[s->face];
    const vec3 p = vertex_at(s, s->hull->origin[edge]), q = step_around_face(s, &edge);
    const vec3 n = cross3(sub3(q, p), sub3(step_around_face(s, &edge), q));
    return scale3(n, 1.0 / sqrt(len2(n)));
}

/* By the vertex that is lowest over the face, whose foot must be in the face: then the face's plane
 * and the plane beside it through the vertex have the hulls on their two sides. */
static bool gap_over_face(const rest_side *s, const rest_side *other, hull_rest_gap *out) {
    const vec3 n = normal_of_face(s);
    vec3 lowest = vec(0, 0, 0);
    double high = -DBL_MAX, low = DBL_MAX;
    for (int i = 0; i < s->hull->vertex_count; i++)
        high = max2(high, dot3(n, vertex_at(s, i)));
    for (int i = 0; i < other->hull->vertex_count; i++) {
        const vec3 v = vertex_at(other, i);
        const double height = dot3(n, v);
        lowest = height < low ? v : lowest;
        low = min2(low, height);
    }
    out->gap = low - high;
    out->normal = n;
    out->of_face = mad3(lowest, n, -out->gap);
    out->of_vertex = lowest;
    return out->gap > 0.0 && is_over_face(s, n, out->of_face);
}

bool carom_hull_rest_gap(const hull_rest_body *a, const hull_rest_body *b, hull_rest_gap *out) {
    rest_pair p;
    set_rest_side(&p.a, a, vec(0, 0, 0));
    set_rest_side(&p.b, b, sub3(b->frame->position, a->frame->position));
    if (!take_faces(&p)) return false;
    out->face_of_b = false;
    if (!gap_over_face(&p.a, &p.b, out)) {
        out->face_of_b = true;
        if (!gap_over_face(&p.b, &p.a, out)) return false;
    }
    out->of_face = add3(out->of_face, a->frame->position);
    out->of_vertex = add3(out->of_vertex, a->frame->position);
    return true;
}
