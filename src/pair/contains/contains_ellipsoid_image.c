/* Balls, ellipsoids and disks in polyhedral shapes, own method by the support function: an
 * ellipsoid image is behind a face's plane when its support point along the normal is. Heights are
 * measured from a point of the face, so that a shape far from the origin loses no digits. For a
 * planar shape the plane itself must contain the image, and the planes through the edges,
 * perpendicular to it, are its faces. Balls in half-spaces, AABBs and k-DOPs are decided by exact
 * signs [Shewchuk97], all else but for some ulps. */
#include "pair/contains/contains.h"
#include "convex/support/support.h"
#include "fit/hull.h"
#include "math/predicates.h"
#include "query/overlap/volume_signs.h"
#include "pair/contains/contains_ellipsoid_image.h"
#include "pair/contains/contains_point.h"
#include "pair/contains/contains_curved.h"

/* The support value of the ellipsoid image along n, which is unit for a solid, from its centre. */
static double image_reach(const ellipsoid_image *b, vec3 n) {
    int none = 0;
    if (b->solid) return dot3(n, convex_offset(b->solid, n, &none)) + b->solid->radius;
    return carom_length(vec(dot3(n, b->axis[0]), dot3(n, b->axis[1]), dot3(n, b->axis[2])));
}

static ellipsoid_image relative_to(const ellipsoid_image *b, vec3 origin) {
    ellipsoid_image out = *b;
    out.center = sub3(b->center, origin);
    return out;
}

/* dot(n, x) <= offset all over the ellipsoid_image, or but for rounding of numbers up to `size`; n
 * unit. */
static bool is_below(const ellipsoid_image *b, vec3 n, double offset, double size) {
    double reach = image_reach(b, n), slack = PLANE_ROUNDINGS * DBL_EPSILON * (size + reach);
    return dot3(n, b->center) - offset + reach <= slack && slack <= DBL_MAX;
}

/* The same for a ball of exact numbers: exact. */
static bool ball_is_below(const ellipsoid_image *b, vec3 n, double offset) {
    carom_sphere ball = {store3(b->center), (carom_real)b->radius};
    return carom_sign_plane(n, offset, b->center) <= 0 &&
           carom_sign_plane_sphere(n, offset, &ball) >= 0;
}

static bool below_given_plane(const ellipsoid_image *b, vec3 n, double offset) {
    if (b->radius > 0.0) return ball_is_below(b, n, offset);
    double length = carom_length(n), away = offset / length;
    vec3 unit = carom_normalize_or(n, vec(0, 0, 1));
    return is_below(b, unit, away, max_abs3(b->center) + fabs(away));
}

/* Whether the image is behind the plane through a vertex, perpendicular to n. */
static bool below_vertex(const ellipsoid_image *b, vec3 n, vec3 vertex) {
    ellipsoid_image from = relative_to(b, vertex);
    return is_below(&from, n, 0.0, max_abs3(b->center) + max_abs3(vertex));
}

static bool aabb_holds_image(const carom_aabb *box, const ellipsoid_image *b) {
    vec3 low = load3(box->min), high = load3(box->max);
    for (int i = 0; i < 3; i++) {
        vec3 n = vec(i == 0, i == 1, i == 2);
        if (b->radius > 0.0) { /* low + radius <= center <= high - radius */
            vec3 below = vec(axis3(b->center, i), axis3(low, i), b->radius);
            vec3 above = vec(axis3(high, i), axis3(b->center, i), b->radius);
            if (carom_sign_plane(vec(1, -1, -1), 0.0, below) < 0 ||
                carom_sign_plane(vec(1, -1, -1), 0.0, above) < 0)
                return false;
        } else if (!below_given_plane(b, n, axis3(high, i)) ||
                   !below_given_plane(b, neg3(n), -axis3(low, i)))
            return false;
    }
    return true;
}

static bool obb_holds_image(const carom_obb *box, const ellipsoid_image *b) {
    vec3 c = load3(box->center), h = load3(box->half_extents);
    ellipsoid_image from = relative_to(b, c);
    double size = max_abs3(c) + max_abs3(b->center);
    for (int i = 0; i < 3; i++) {
        vec3 n = cross3(load3(box->axes[(i + 1) % 3]), load3(box->axes[(i + 2) % 3]));
        n = carom_normalize_or(n, load3(box->axes[i]));
        double half = axis3(h, i) * fabs(dot3(n, load3(box->axes[i])));
        if (!is_below(&from, n, half, size) || !is_below(&from, neg3(n), half, size)) return false;
    }
    return true;
}

static bool kdop_holds_image(const carom_kdop *kdop, const ellipsoid_image *b) {
    for (int i = 0; i < kdop->count; i++) {
        vec3 n = load3(kdop->normals[i]);
        if (!below_given_plane(b, n, (double)kdop->max[i]) ||
            !below_given_plane(b, neg3(n), -(double)kdop->min[i]))
            return false;
    }
    return true;
}

/* Whether the image is in the plane through a vertex. */
static bool in_plane(const ellipsoid_image *b, vec3 n, vec3 vertex) {
    return below_vertex(b, n, vertex) && below_vertex(b, neg3(n), vertex);
}

/* Whether the image is behind the plane through edge p q of a polygon that is counter-clockwise
 * about n, perpendicular to it. */
static bool inside_edge(const ellipsoid_image *b, vec3 n, vec3 p, vec3 q) {
    vec3 out = carom_normalize_or(cross3(sub3(q, p), n), vec(0, 0, 0));
    return max_abs3(out) == 0.0 || below_vertex(b, out, p);
}

/* Unit normal of a triangle whatever its size; zero without area. */
static vec3 direction_across(vec3 p, vec3 q, vec3 r) {
    vec3 none = vec(0, 0, 0);
    vec3 u = carom_normalize_or(sub3(q, p), none), v = carom_normalize_or(sub3(r, p), none);
    return carom_normalize_or(cross3(u, v), none);
}

/* The normal of the polygon: that of the fan's triangle with the greatest sine, as all have the
 * same orientation. */
static vec3 normal_of_outline(const carom_polygon *polygon) {
    vec3 best = vec(0, 0, 0), zero = vec(0, 0, 0), p = load3(polygon_corner(polygon, 0));
    double most = 0.0;
    for (int i = 1; i + 1 < polygon_count(polygon); i++) {
        vec3 u = carom_normalize_or(sub3(load3(polygon_corner(polygon, i)), p), zero);
        vec3 v = carom_normalize_or(sub3(load3(polygon_corner(polygon, i + 1)), p), zero);
        vec3 n = cross3(u, v);
        best = len2(n) > most ? n : best;
        most = max2(most, len2(n));
    }
    return carom_normalize_or(best, zero);
}

static bool polygon_holds_image(const carom_polygon *polygon, const ellipsoid_image *b) {
    int count = polygon_count(polygon);
    vec3 n = normal_of_outline(polygon), last = load3(polygon_corner(polygon, count - 1));
    if (max_abs3(n) == 0.0 || !in_plane(b, n, last)) return false;
    for (int i = 0; i < count; i++) {
        vec3 next = load3(polygon_corner(polygon, i));
        if (!inside_edge(b, n, last, next)) return false;
        last = next;
    }
    return true;
}

static bool planar_hull_holds_image(const hull_data *hull, const ellipsoid_image *b) {
    vec3 n = hull->face_normal[0];
    int32_t first = hull->face_edge[0], edge = first;
    if (!in_plane(b, n, hull_vertex(hull, hull->origin[first]))) return false;
    for (int32_t i = 0; i < hull->half_edge_count; i++) {
        int32_t next = hull->next[edge];
        vec3 p = hull_vertex(hull, hull->origin[edge]), q = hull_vertex(hull, hull->origin[next]);
        if (!inside_edge(b, n, p, q)) return false;
        edge = next;
        if (edge == first) break;
    }
    return true;
}

static bool hull_holds_image(const carom_placed_hull *placed, const ellipsoid_image *b) {
    const hull_data *hull = carom_hull_data(placed->hull);
    ellipsoid_image local = *b;
    convex_shape turned;
    local.center = carom_hull_local(placed, b->center, false);
    for (int i = 0; i < 3; i++)
        local.axis[i] = carom_hull_local(placed, b->axis[i], true);
    if (b->solid) {
        turned = *b->solid;
        for (int i = 0; i < 3; i++)
            turned.axes[i] = carom_hull_local(placed, turned.axes[i], true);
        local.solid = &turned;
    }
    if (hull->dimension == 2) return planar_hull_holds_image(hull, &local);
    if (hull->dimension < 3) return false;
    double size = max_abs3(b->center) + max2(max_abs3(hull->low), max_abs3(hull->high));
    for (int32_t f = 0; f < hull->face_count; f++)
        if (!is_below(&local, hull->face_normal[f], hull->face_offset[f], size)) return false;
    return true;
}

/* Four points in a plane: a pair of them is an edge when no other point is on its right. */
static bool planar_tetrahedron_holds_image(const vec3 v[4], const ellipsoid_image *b) {
    vec3 n = vec(0, 0, 0);
    for (int i = 0; i < 4; i++) {
        vec3 across = direction_across(v[(i + 1) % 4], v[(i + 2) % 4], v[(i + 3) % 4]);
        if (max_abs3(n) == 0.0) n = across;
    }
    if (max_abs3(n) == 0.0 || !in_plane(b, n, v[0])) return false;
    for (int pair = 0; pair < 16; pair++) {
        vec3 p = v[pair / 4], q = v[pair % 4], out = cross3(sub3(q, p), n);
        bool outer = true;
        for (int k = 0; k < 4; k++)
            outer &= k == pair / 4 || k == pair % 4 || dot3(out, sub3(v[k], p)) <= 0.0;
        if (outer && !inside_edge(b, n, p, q)) return false;
    }
    return true;
}

static bool tetrahedron_holds_image(const carom_tetrahedron *solid, const ellipsoid_image *b) {
    vec3 v[4];
    for (int i = 0; i < 4; i++)
        v[i] = load3(solid->v[i]);
    int turn = carom_orient3d(v[0], v[1], v[2], v[3]);
    if (turn == 0) return planar_tetrahedron_holds_image(v, b);
    for (int i = 0; i < 4; i++) { /* an odd rotation of the corners turns the solid over */
        vec3 p = v[(i + 1) % 4], n = direction_across(p, v[(i + 2) % 4], v[(i + 3) % 4]);
        if (!below_vertex(b, (i % 2 ? turn : -turn) > 0 ? neg3(n) : n, p)) return false;
    }
    return true;
}

bool carom_holds_ellipsoid_image(const carom_shape *a, const ellipsoid_image *b) {
    vec3 n;
    switch (a->kind) {
    case CAROM_SHAPE_PLANE:
        n = load3(a->as.plane.normal);
        return b->rank < 3 && below_given_plane(b, n, (double)a->as.plane.offset) &&
               below_given_plane(b, neg3(n), -(double)a->as.plane.offset);
    case CAROM_SHAPE_HALFSPACE:
        return below_given_plane(b, load3(a->as.halfspace.normal), (double)a->as.halfspace.offset);
    case CAROM_SHAPE_AABB: return aabb_holds_image(&a->as.aabb, b);
    case CAROM_SHAPE_OBB: return obb_holds_image(&a->as.obb, b);
    case CAROM_SHAPE_TRIANGLE: return polygon_holds_image(&(carom_polygon){a->as.triangle.v, 3}, b);
    case CAROM_SHAPE_POLYGON: return polygon_holds_image(&a->as.polygon, b);
    case CAROM_SHAPE_KDOP: return kdop_holds_image(&a->as.kdop, b);
    case CAROM_SHAPE_TETRAHEDRON: return tetrahedron_holds_image(&a->as.tetrahedron, b);
    case CAROM_SHAPE_HULL: return hull_holds_image(&a->as.hull, b);
    default: return carom_curved_holds_ellipsoid_image(a, b);
    }
}
