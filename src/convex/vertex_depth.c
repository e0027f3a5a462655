/* Least depth of a convex shape and a triangle from one vertex of the triangle; own method. The
 * depth is the least distance of the origin from the boundary of the Minkowski difference of both,
 * which contains that of the shape and any one vertex. So the distance of a vertex inside of the
 * shape from the boundary of the shape is a lower bound on the depth. If that is the depth of the
 * whole triangle along the normal at the nearest boundary point, it is an upper bound, too. Small
 * triangles deep in a shape are nearly all of this kind. */
#include "convex/vertex_depth.h"

#include "convex/support/support.h"
#include "simd/simd.h"

/* Steps between faces and vertices, each to a deeper vertex. */
#define VERTEX_STEPS 6

typedef struct nearest_face {
    int face;
    double height, second; /* of the vertex below the face, and below the next one */
} nearest_face;

static void offer_face(nearest_face *best, int face, double height) {
    if (height < best->height) {
        best->second = best->height;
        best->height = height;
        best->face = face;
    } else if (height < best->second)
        best->second = height;
}

static double height_below(const convex_shape *s, int face, vec3 p) {
    if (s->kind == CONVEX_HULL)
        return s->hull->face_offset[face] - dot3(s->hull->face_normal[face], p);
    return axis3(s->half, face / 2) - (face & 1 ? axis3(p, face / 2) : -axis3(p, face / 2));
}

/* The same over the planes in float: no more than a few units of its rounding, relative to the size
 * of the hull, are lost. */
static nearest_face plane_over(const hull_data *h, vec3 p) {
    const vec3 off = sub3(p, h->center);
    const f8 x = f8_all((float)off.x), y = f8_all((float)off.y), z = f8_all((float)off.z);
    f8 least = f8_all(FLT_MAX), second = least, group = f8_all(0.0F);
    for (int i = 0; i < h->face_count; i += HULL_LANES) {
        const float *plane = h->planes + 4 * (size_t)i;
        f8 height = f8_sub(f8_load(plane + 24), f8_mul(f8_load(plane), x));
        height = f8_sub(height, f8_mul(f8_load(plane + 8), y));
        height = f8_sub(height, f8_mul(f8_load(plane + 16), z));
        group = f8_select(f8_lt(height, least), f8_all((float)i), group);
        second = f8_min(f8_max(height, least), second);
        least = f8_min(height, least);
    }
    float lane[3][HULL_LANES];
    nearest_face best = {0, DBL_MAX, DBL_MAX};
    f8_store(lane[0], least);
    f8_store(lane[1], second);
    f8_store(lane[2], group);
    for (int i = 0; i < HULL_LANES; i++) {
        offer_face(&best, (int)lane[2][i] + i, (double)lane[0][i]);
        best.second = min2((double)lane[1][i], best.second);
    }
    return best;
}

static nearest_face face_over(const convex_shape *s, vec3 p) {
    nearest_face best = {0, DBL_MAX, DBL_MAX};
    if (s->kind == CONVEX_HULL && s->hull->planes) {
        best = plane_over(s->hull, p);
        if (best.face < s->hull->face_count) best.height = height_below(s, best.face, p);
        return best;
    }
    const int count = s->kind == CONVEX_HULL ? (int)s->hull->face_count : 6;
    for (int i = 0; i < count; i++)
        offer_face(&best, i, height_below(s, i, p));
    return best;
}

/* Returns the vertex that is deepest below a face by more than the slack, or -1. */
static int deepest_below(const convex_shape *s, int face, const vec3 p[3], double slack) {
    const double h[3] = {height_below(s, face, p[0]), height_below(s, face, p[1]),
                         height_below(s, face, p[2])};
    int best = h[1] > h[0] ? 1 : 0;
    best = h[2] > h[best] ? 2 : best;
    const double others = max2(h[(best + 1) % 3], h[(best + 2) % 3]);
    return h[best] > others + slack ? best : -1;
}

static vec3 normal_of_face(const convex_shape *s, int face) {
    if (s->kind == CONVEX_BOX) return face & 1 ? s->axes[face / 2] : neg3(s->axes[face / 2]);
    const vec3 n = s->hull->face_normal[face];
    return convex_from_axes(s, n.x, n.y, n.z);
}

static bool depth_in_polytope(const convex_shape *s, const vec3 v[3], double slack, int *hint,
                              vertex_depth *out) {
    vec3 p[3];
    for (int i = 0; i < 3; i++)
        p[i] = convex_to_axes(s, sub3(v[i], s->center));
    int vertex = deepest_below(s, *hint, p, -DBL_MAX);
    for (int step = 0; step < VERTEX_STEPS && vertex >= 0; step++) {
        const nearest_face near = face_over(s, p[vertex]);
        if (!(near.height > slack && near.height < near.second)) return false;
        *hint = near.face;
        const int next = deepest_below(s, near.face, p, slack);
        if (next != vertex) {
            vertex = next;
            continue;
        }
        if (!(near.second > near.height + slack)) return false;
        *out = (vertex_depth){vertex, normal_of_face(s, near.face), near.height};
        return true;
    }
    return false;
}

static vec3 off_segment(const vec3 *ends, int count, vec3 p) {
    const vec3 away = sub3(p, ends[0]);
    if (count == 1) return away;
    const vec3 along = sub3(ends[1], ends[0]);
    const double square = len2(along);
    const double t = square > 0.0 ? clamp01(dot3(away, along) / square) : 0.0;
    return mad3(away, along, -t);
}

/* A sphere or capsule whose core is apart from the triangle, and nearest to a vertex: the plane
 * through that across the shortest segment separates the core from the rest of the triangle. */
static bool depth_in_ball_or_capsule(const convex_shape *s, const vec3 v[3], double slack,
                                     vertex_depth *out) {
    vec3 off[3];
    int best = 0;
    for (int i = 0; i < 3; i++) {
        off[i] = off_segment(s->points, s->count, v[i]);
        if (len2(off[i]) < len2(off[best])) best = i;
    }
    const double distance = sqrt(len2(off[best])), depth = s->radius - distance;
    if (!(distance > slack && depth > slack)) return false;
    for (int i = 0; i < 3; i++)
        if (i != best && !(dot3(sub3(v[i], v[best]), off[best]) > slack * distance)) return false;
    *out = (vertex_depth){best, scale3(off[best], 1.0 / distance), depth};
    return true;
}

bool carom_vertex_depth(const convex_shape *shape, const vec3 v[3], double slack, int *hint,
                        vertex_depth *out) {
    const bool hull = shape->kind == CONVEX_HULL && shape->hull->dimension == 3 && shape->rigid;
    if ((hull || shape->kind == CONVEX_BOX) && shape->radius == 0.0)
        return depth_in_polytope(shape, v, slack, hint, out);
    return shape->kind == CONVEX_POINTS && shape->count <= 2 && shape->radius > 0.0 &&
           depth_in_ball_or_capsule(shape, v, slack, out);
}
