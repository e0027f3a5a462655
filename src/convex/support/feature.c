/* The feature of a shape that faces a direction: face, edge or vertex, for the contact manifold.
 * Boxes, cylinders and cones have closed forms. A hull compares the normals of the faces at its
 * support point. Bare points tilt a plane through the support point until it rests on three of them
 * (one step of gift wrapping [Chand70]). A support function is called along tilted directions. */
#include "convex/support/feature.h"
#include "convex/support/support.h"
#include "convex/support/tolerances.h"
#include "convex/support/clip.h"

static void put(convex_feature *out, vec3 point, int id) {
    if (out->count == FEATURE_POINTS) return;
    out->points[out->count] = point;
    out->id[out->count++] = (uint32_t)id;
}

/* The corners of a box within `slack` of the farthest. */
static void extreme_of_box(const convex_shape *s, vec3 d, double slack, convex_feature *out) {
    vec3 u = convex_to_axes(s, d);
    int top = (u.x > 0.0) | (u.y > 0.0) << 1 | (u.z > 0.0) << 2;
    /* a side without length has only one corner */
    double x = s->half.x > 0.0 ? 2.0 * s->half.x * fabs(u.x) : INFINITY;
    double y = s->half.y > 0.0 ? 2.0 * s->half.y * fabs(u.y) : INFINITY;
    double z = s->half.z > 0.0 ? 2.0 * s->half.z * fabs(u.z) : INFINITY;
    for (int i = 0; i < 8; i++) {
        int off = i ^ top;
        double down = (off & 1 ? x : 0.0) + (off & 2 ? y : 0.0) + (off & 4 ? z : 0.0);
        if (down <= slack) put(out, convex_vertex(s, i), i);
    }
}

void carom_convex_extreme(const convex_shape *shape, vec3 direction, double slack,
                          convex_feature *out) {
    if (shape->kind == CONVEX_BOX) {
        out->count = 0;
        out->normal = direction;
        extreme_of_box(shape, direction, slack, out);
        carom_convex_order(out, direction);
        return;
    }
    int count = convex_vertex_count(shape);
    double farthest = -DBL_MAX;
    out->count = 0;
    out->normal = direction;
    for (int i = 0; i < count; i++)
        farthest = max2(farthest, dot3(convex_vertex(shape, i), direction));
    for (int i = 0; i < count; i++) {
        vec3 p = convex_vertex(shape, i);
        if (dot3(p, direction) >= farthest - slack) put(out, p, i);
    }
    carom_convex_order(out, direction);
}

static void face_of_box(const convex_shape *s, vec3 d, convex_feature *out) {
    box_face f = box_face_along(convex_to_axes(s, d));
    bool has_width = axis3(s->half, f.first) > 0.0, has_height = axis3(s->half, f.second) > 0.0;
    out->normal = f.high ? s->axes[f.axis] : neg3(s->axes[f.axis]);
    for (int k = 0; k < 4; k++) { /* a degenerate face has fewer corners */
        if (((k == 1 || k == 2) && !has_width) || (k >= 2 && !has_height)) continue;
        int id = box_corner_id(&f, k);
        put(out, convex_vertex(s, id), id);
    }
}

/* Index of the rim's sample at or before the direction (x, y), counter-clockwise; for a direction
 * on a sample it may be the one before. */
static int sample_before(double x, double y) {
    if (y >= 0.0) return x > 0.0 ? (y < x ? 0 : 1) : (-x < y ? 2 : 3);
    return x < 0.0 ? (y > x ? 4 : 5) : (x < -y ? 6 : 7);
}

/* The samples of the rim at height z, counter-clockwise about `out->normal`, and between two of
 * them the farthest point of the rim, unless it is a sample. */
static void rim(const convex_shape *s, vec3 u, double z, convex_feature *out) {
    static const double diagonal = 0.70710678118654752440;
    static const double cosine[FEATURE_RIM] = {1,  diagonal,  0, -diagonal,
                                               -1, -diagonal, 0, diagonal};
    double across = sqrt(u.x * u.x + u.y * u.y), r = s->half.x, x[FEATURE_RIM + 1],
           y[FEATURE_RIM + 1];
    if (!(r > 0.0)) { /* a disc of radius 0 is a point */
        put(out, convex_from_axes(s, 0.0, 0.0, z), 0);
        return;
    }
    int id[FEATURE_RIM + 1], count = 0,
                             slot = across > FEATURE_DISC_TILT ? sample_before(u.x, u.y) : -1;
    for (int k = 0; k < FEATURE_RIM; k++) {
        x[count] = r * cosine[k], y[count] = r * cosine[(k + 6) % FEATURE_RIM], id[count++] = k;
        if (k != slot) continue;
        double px = r * u.x / across, py = r * u.y / across, ax = x[count - 1], ay = y[count - 1];
        double bx = r * cosine[(k + 1) % FEATURE_RIM], by = r * cosine[(k + 7) % FEATURE_RIM];
        if (!((px - ax) * (by - py) - (py - ay) * (bx - px) > 0.0)) continue;
        x[count] = px, y[count] = py, id[count++] = FEATURE_RIM;
    }
    bool down = dot3(out->normal, s->axes[2]) < 0.0;
    for (int k = 0; k < count; k++) {
        int i = down ? count - 1 - k : k;
        put(out, convex_from_axes(s, x[i], y[i], z), id[i]);
    }
}

static void face_of_cylinder(const convex_shape *s, vec3 d, convex_feature *out) {
    vec3 u = convex_to_axes(s, d);
    double across = sqrt(u.x * u.x + u.y * u.y), high = s->half.z;
    if (fabs(u.z) >= across) {
        out->normal = u.z < 0.0 ? neg3(s->axes[2]) : s->axes[2];
        rim(s, u, copysign(high, u.z), out);
        return;
    }
    vec3 side = convex_from_axes(s, s->half.x * u.x / across, s->half.x * u.y / across, 0.0);
    put(out, mad3(side, s->axes[2], -high), FEATURE_RIM + 1);
    put(out, mad3(side, s->axes[2], high), FEATURE_RIM + 2);
}

/* The base faces down; the normal of the side rises by radius to height. */
static void face_of_cone(const convex_shape *s, vec3 d, convex_feature *out) {
    vec3 u = convex_to_axes(s, d);
    double across = sqrt(u.x * u.x + u.y * u.y), r = s->half.x, high = s->half.z;
    double slant = sqrt(r * r + high * high);
    double on_slope = slant > 0.0 ? (across * high + u.z * r) / slant : 0.0;
    if (-u.z >= on_slope) {
        out->normal = neg3(s->axes[2]);
        rim(s, u, 0.0, out);
        return;
    }
    put(out, scale3(s->axes[2], high), FEATURE_RIM + 1);
    if (across > 0.0)
        put(out, convex_from_axes(s, r * u.x / across, r * u.y / across, 0.0), FEATURE_RIM + 2);
}

/* Keeps the face whose normal is nearer to u. */
static inline void try_face(facing_face *best, const hull_data *h, int face, vec3 u) {
    const double cosine = dot3(h->face_normal[face], u);
    best->face = cosine > best->cosine ? face : best->face;
    best->cosine = max2(cosine, best->cosine);
}

facing_face carom_hull_facing_face_at_edge(const hull_data *h, int edge, vec3 u) {
    facing_face best = {h->face[edge], edge, -2.0};
    try_face(&best, h, h->face[edge], u);
    try_face(&best, h, h->face[h->twin[edge]], u);
    return best;
}

facing_face carom_hull_facing_face_at_vertex(const hull_data *h, int vertex, vec3 u) {
    const int first = h->vertex_edge[vertex];
    const double far = dot3(hull_vertex(h, vertex), u);
    const double least = far - FEATURE_IN_PLANE * (max_abs3(h->low) + max_abs3(h->high));
    facing_face best = {h->face[first], -1, -2.0};
    int edge = first, across = -1;
    for (int step = 0; step < h->half_edge_count; step++) {
        const int twin = h->twin[edge];
        try_face(&best, h, h->face[edge], u);
        across = dot3(hull_vertex(h, h->origin[twin]), u) >= least ? edge : across;
        edge = h->next[twin];
        if (edge == first) break;
    }
    return across < 0 ? best : carom_hull_facing_face_at_edge(h, across, u);
}

/* Id of a corner: its vertex, or, in hulls with more vertices than ids, its place in the face. */
static int corner_id(const hull_data *h, int face, int place, int edge) {
    if (CAROM_LIKELY(h->vertex_count <= (int)CLIP_NUMBER + 1)) return h->origin[edge];
    return (int)(((uint32_t)face * FEATURE_CORNERS + (uint32_t)place) & CLIP_NUMBER);
}

/* The corners of a face relative to `origin`; an even selection of a face with too many. */
static void outline_of_face(const convex_shape *s, int face, vec3 origin, convex_feature *out) {
    const hull_data *h = s->hull;
    out->normal = convex_rotated_normal(s, h->face_normal[face]);
    int corners = 0, start = h->face_edge[face], edge = start, stride = 1, next = 0;
    do {
        corners++;
        edge = h->next[edge];
    } while (edge != start && corners < h->half_edge_count);
    if (CAROM_UNLIKELY(corners > FEATURE_CORNERS))
        stride = (corners + FEATURE_CORNERS - 1) / FEATURE_CORNERS;
    for (int k = 0; k < corners; k++, edge = h->next[edge]) {
        if (k != next) continue;
        vec3 v = hull_vertex(h, h->origin[edge]);
        put(out, add3(convex_from_axes(s, v.x, v.y, v.z), origin),
            corner_id(h, face, k / stride, edge));
        next += stride;
    }
}

static void face_of_hull(const convex_shape *s, vec3 d, int *hint, convex_feature *out) {
    const hull_data *h = s->hull;
    vec3 u = convex_to_axes(s, d);
    int vertex = *hint = carom_convex_hull_support(h, &u, *hint);
    if (h->dimension >= 2) {
        outline_of_face(s, carom_hull_facing_face_at_vertex(h, vertex, u).face, vec(0, 0, 0), out);
        return;
    }
    for (int i = 0; i < h->vertex_count; i++)
        put(out, convex_vertex(s, i), i);
}

void carom_convex_hull_face(const convex_shape *s, int face, convex_feature *out) {
    out->count = 0;
    outline_of_face(s, face, s->center, out);
}

/* The greatest coordinate of a difference between a point and point `v`. */
static double size_from(const convex_shape *s, int v) {
    double size = 0.0;
    for (int i = 0; i < s->count; i++)
        size = max2(size, max_abs3(sub3(convex_vertex(s, i), convex_vertex(s, v))));
    return size;
}

/* Tilts the plane with normal n through point `v`, about the unit `hinge` (zero: about any axis),
 * until it rests on one more point.
 * @return that point, or -1 when all points lie on the hinge */
static int tilt_to(const convex_shape *s, int v, vec3 n, vec3 hinge) {
    double least = DBL_MAX, near_hinge = FEATURE_IN_PLANE * size_from(s, v);
    int best = -1;
    for (int i = 0; i < s->count; i++) {
        vec3 p = sub3(convex_vertex(s, i), convex_vertex(s, v));
        p = mad3(p, hinge, -dot3(hinge, p));
        double down = -dot3(n, p), out = carom_length(mad3(p, n, down));
        if (!(out > near_hinge)) continue;
        double slope = down / out;
        if (slope < least) {
            least = slope;
            best = i;
        }
    }
    return best;
}

static void face_of_points(const convex_shape *s, vec3 d, convex_feature *out) {
    if (s->count <= 2) { /* a point or an edge: the caller decides what it contributes */
        for (int i = 0; i < s->count; i++)
            put(out, convex_vertex(s, i), i);
        carom_convex_order(out, d);
        return;
    }
    vec3 n = d;
    int v = 0;
    convex_offset(s, d, &v);
    int second = s->count > 1 ? tilt_to(s, v, d, vec(0, 0, 0)) : -1;
    if (second >= 0) {
        vec3 p = convex_vertex(s, v), q = convex_vertex(s, second);
        vec3 hinge = carom_normalize_or(sub3(q, p), vec(1, 0, 0));
        n = carom_normalize_or(mad3(d, hinge, -dot3(d, hinge)), carom_perpendicular(hinge));
        int third = tilt_to(s, v, n, hinge);
        if (third >= 0) {
            vec3 r = convex_vertex(s, third);
            n = carom_normalize_or(cross3(sub3(q, p), sub3(r, p)), n);
            if (dot3(n, d) < 0.0) n = neg3(n);
        }
    }
    double near = FEATURE_POINTS_IN_PLANE * size_from(s, v);
    near += FEATURE_PLANE_ROUNDING * max_abs3(convex_vertex(s, v));
    int stride = (s->count + FEATURE_CORNERS - 1) / FEATURE_CORNERS;
    for (int i = 0; i < s->count; i += stride)
        if (fabs(dot3(n, sub3(convex_vertex(s, i), convex_vertex(s, v)))) <= near)
            put(out, convex_vertex(s, i), s->count > (int)CLIP_NUMBER ? i / stride : i);
    out->normal = n;
    carom_convex_order(out, n);
}

/* What the support function shows of a face across d: the points that are farthest along directions
 * tilted all round, if the surface falls less to them than a curved one would. */
static void face_of_function(const convex_shape *s, vec3 d, convex_feature *out) {
    static const double diagonal = 0.70710678118654752440;
    static const double cosine[FEATURE_RIM] = {1,  diagonal,  0, -diagonal,
                                               -1, -diagonal, 0, diagonal};
    int none = 0;
    const vec3 top = convex_offset(s, d, &none), u = carom_perpendicular(d), v = cross3(d, u);
    const double same = FEATURE_FUNCTION_SAME * max_abs3(s->half);
    for (int k = 0; k < FEATURE_RIM; k++) {
        const vec3 tilt = mad3(scale3(u, cosine[k]), v, cosine[(k + 6) % FEATURE_RIM]);
        const vec3 p = convex_offset(s, mad3(d, tilt, FEATURE_FUNCTION_TILT), &none);
        const vec3 aside = sub3(p, top);
        const double down = -dot3(aside, d), across = carom_length(mad3(aside, d, down));
        bool known = down > FEATURE_FUNCTION_FALL * across;
        for (int i = 0; i < out->count && !known; i++)
            known = max_abs3(sub3(out->points[i], p)) <= same;
        if (!known) put(out, p, k);
    }
    if (out->count < 2) {
        out->count = 0;
        put(out, top, FEATURE_RIM);
    }
    carom_convex_order(out, d);
}

/* The face whose normal is nearest to the unit `direction`; without one, the edge or point. */
static void find_facing(const convex_shape *shape, vec3 direction, int *hint, convex_feature *out) {
    out->count = 0;
    out->normal = direction;
    if (convex_is_point_set(shape)) face_of_points(shape, direction, out);
    if (shape->kind == CONVEX_BOX) face_of_box(shape, direction, out);
    if (shape->kind == CONVEX_HULL) face_of_hull(shape, direction, hint, out);
    if (shape->kind == CONVEX_CYLINDER) face_of_cylinder(shape, direction, out);
    if (shape->kind == CONVEX_CONE) face_of_cone(shape, direction, out);
    if (shape->kind == CONVEX_FUNCTION) face_of_function(shape, direction, out);
    if (out->count > 0) return;
    put(out, convex_offset(shape, direction, hint), *hint);
}

void carom_convex_surface_facing(const convex_shape *shape, vec3 direction, int *hint,
                                 convex_feature *out) {
    find_facing(shape, direction, hint, out);
    vec3 shift = mad3(convex_origin(shape), direction, shape->radius);
    for (int i = 0; i < out->count; i++)
        out->points[i] = add3(out->points[i], shift);
}
