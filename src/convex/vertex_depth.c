/* Least depth of a convex shape and a triangle from one vertex of the triangle; own method. The
 * depth is the least distance of the origin from the boundary of the Minkowski difference of both,
 * which contains that of the shape and any one vertex. So the distance of a vertex inside of the
 * shape from the boundary of the shape is a lower bound on the depth. If that is the depth of the
 * whole triangle along the normal at the nearest boundary point, it is an upper bound, too. Small
 * triangles deep in a shape are nearly all of this kind, and those at one vertex share what is
 * found of it. */
#include "convex/vertex_depth.h"

#include "convex/support/support.h"
#include "simd/simd.h"

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
        if (best.face >= s->hull->face_count) best.face = 0; /* no number */
        best.height = height_below(s, best.face, p);
        return best;
    }
    const int count = s->kind == CONVEX_HULL ? (int)s->hull->face_count : 6;
    for (int i = 0; i < count; i++)
        offer_face(&best, i, height_below(s, i, p));
    return best;
}

static vec3 normal_of_face(const convex_shape *s, int face) {
    if (s->kind == CONVEX_BOX) return face & 1 ? s->axes[face / 2] : neg3(s->axes[face / 2]);
    const vec3 n = s->hull->face_normal[face];
    return convex_from_axes(s, n.x, n.y, n.z);
}

static void depth_in_polytope(const convex_shape *s, vec3 p, double slack, vertex_depth *out) {
    const nearest_face near = face_over(s, convex_to_axes(s, sub3(p, s->center)));
    out->depth = near.height;
    out->single = near.height > slack && near.second > near.height + slack;
    out->normal = normal_of_face(s, near.face);
}

static vec3 off_segment(const vec3 *ends, int count, vec3 p) {
    const vec3 away = sub3(p, ends[0]);
    if (count == 1) return away;
    const vec3 along = sub3(ends[1], ends[0]);
    const double square = len2(along);
    const double t = square > 0.0 ? clamp01(dot3(away, along) / square) : 0.0;
    return mad3(away, along, -t);
}

/* The core of a sphere or capsule has one nearest point. */
static void depth_in_ball_or_capsule(const convex_shape *s, vec3 p, double slack,
                                     vertex_depth *out) {
    const vec3 off = off_segment(s->points, s->count, p);
    const double distance = sqrt(len2(off));
    out->depth = s->radius - distance;
    out->single = distance > slack && out->depth > slack;
    out->normal = distance > slack ? scale3(off, 1.0 / distance) : vec(0, 0, 0);
}

static void depth_in_cylinder(const convex_shape *s, vec3 p, double slack, vertex_depth *out) {
    const vec3 x = convex_to_axes(s, sub3(p, s->center));
    const double distance = sqrt(x.x * x.x + x.y * x.y);
    const double side = s->half.x - distance, cap = s->half.z - fabs(x.z);
    out->depth = min2(side, cap);
    out->single = out->depth > slack && fabs(side - cap) > slack &&
                  (cap < side ? fabs(x.z) : distance) > slack;
    out->normal = vec(0, 0, 0);
    if (cap < side)
        out->normal = convex_from_axes(s, 0.0, 0.0, x.z < 0.0 ? -1.0 : 1.0);
    else if (distance > slack)
        out->normal = convex_from_axes(s, x.x / distance, x.y / distance, 0.0);
}

bool carom_has_vertex_depth(const convex_shape *shape) {
    if (shape->kind == CONVEX_POINTS) return shape->count <= 2 && shape->radius > 0.0;
    if (shape->radius != 0.0) return false;
    return shape->kind == CONVEX_BOX || shape->kind == CONVEX_CYLINDER ||
           (shape->kind == CONVEX_HULL && shape->hull->dimension == 3 && shape->rigid);
}

void carom_vertex_depth(const convex_shape *shape, vec3 p, double slack, vertex_depth *out) {
    if (shape->kind == CONVEX_POINTS)
        depth_in_ball_or_capsule(shape, p, slack, out);
    else if (shape->kind == CONVEX_CYLINDER)
        depth_in_cylinder(shape, p, slack, out);
    else
        depth_in_polytope(shape, p, slack, out);
}

/* ---- planes of faces */

/* The face of a hull whose normal is nearest to the direction, over the planes in float: or one as
 * near but for rounding. */
static int face_along(const hull_data *h, vec3 d) {
    const f8 x = f8_all((float)d.x), y = f8_all((float)d.y), z = f8_all((float)d.z);
    f8 most = f8_all(-FLT_MAX), group = f8_all(0.0F);
    for (int i = 0; i < h->face_count; i += HULL_LANES) {
        const float *plane = h->planes + 4 * (size_t)i;
        f8 along = f8_add(f8_mul(f8_load(plane), x), f8_mul(f8_load(plane + 8), y));
        along = f8_add(along, f8_mul(f8_load(plane + 16), z));
        group = f8_select(f8_lt(most, along), f8_all((float)i), group);
        most = f8_max(along, most);
    }
    float lane[2][HULL_LANES];
    f8_store(lane[0], most);
    f8_store(lane[1], group);
    int best = 0;
    for (int i = 1; i < HULL_LANES; i++)
        if (lane[0][i] > lane[0][best]) best = i;
    const int face = (int)lane[1][best] + best;
    return face < h->face_count ? face : 0;
}

static int face_of_polytope(const convex_shape *s, vec3 d) {
    if (s->kind == CONVEX_BOX) {
        const double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
        const int axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
        return 2 * axis + (axis3(d, axis) > 0.0);
    }
    if (s->hull->planes) return face_along(s->hull, d);
    int best = 0;
    for (int i = 1; i < s->hull->face_count; i++)
        if (dot3(s->hull->face_normal[i], d) > dot3(s->hull->face_normal[best], d)) best = i;
    return best;
}

static face_plane plane_of_cylinder(const convex_shape *s, vec3 d) {
    const double across = sqrt(d.x * d.x + d.y * d.y);
    const bool is_cap = fabs(d.z) >= across;
    const vec3 n = is_cap ? convex_from_axes(s, 0.0, 0.0, d.z < 0.0 ? -1.0 : 1.0)
                          : convex_from_axes(s, d.x / across, d.y / across, 0.0);
    return (face_plane){n, dot3(n, s->center) + (is_cap ? s->half.z : s->half.x)};
}

face_plane carom_face_plane(const convex_shape *s, vec3 direction) {
    if (s->kind == CONVEX_POINTS) {
        double most = dot3(direction, s->points[0]);
        if (s->count == 2) most = max2(most, dot3(direction, s->points[1]));
        return (face_plane){direction, most + s->radius};
    }
    const vec3 d = convex_to_axes(s, direction);
    if (s->kind == CONVEX_CYLINDER) return plane_of_cylinder(s, d);
    const int face = face_of_polytope(s, d);
    const vec3 n = normal_of_face(s, face);
    const double off =
        s->kind == CONVEX_BOX ? axis3(s->half, face / 2) : s->hull->face_offset[face];
    return (face_plane){n, dot3(n, s->center) + off};
}
