/* Containment of a point in a convex shape, by exact signs [Shewchuk97]: its side of each face, its
 * distance from an axis. Squared distances are compared without a division, as polynomials in the
 * coordinates, so that cylinders and cones are decided exactly too; a forward error bound (filter)
 * saves most exact sums. Only an ellipsoid, whose polynomial is of degree 8, is rounded. */
#include "pair/contains/contains.h"
#include "fit/hull.h"
#include "math/predicates.h"
#include "query/closest/exact_contact.h"
#include "query/overlap/sat_exact.h"
#include "query/overlap/volume_signs.h"
#include "query/overlap/volume_valid.h"
#include "pair/contains/contains_point.h"

static exact_factor difference_along(vec3 to, vec3 from, int axis) {
    return (exact_factor){axis3(to, axis), axis3(from, axis)};
}

/* The four products of |cross(p - a, b - a)|^2 that come from one component. */
static void square_of_cross(exact_term out[4], const vec3 points[3], int axis) {
    vec3 a = points[0], b = points[1], p = points[2];
    int j = (axis + 1) % 3, k = (axis + 2) % 3;
    exact_factor uj = difference_along(p, a, j), uk = difference_along(p, a, k);
    exact_factor wj = difference_along(b, a, j), wk = difference_along(b, a, k);
    out[0] = (exact_term){{uj, wk, uj, wk}, 4, false};
    out[1] = (exact_term){{uk, wj, uk, wj}, 4, false};
    out[2] = (exact_term){{uj, wk, uk, wj}, 4, true};
    out[3] = out[2];
}

static CAROM_NOINLINE int exact_tube_sign(const vec3 points[3], exact_factor radius) {
    exact_term terms[15];
    for (int i = 0; i < 3; i++) {
        exact_factor w = difference_along(points[1], points[0], i);
        square_of_cross(&terms[4 * i], points, i);
        terms[12 + i] = (exact_term){{radius, radius, w, w}, 4, true};
    }
    return carom_exact_sign(terms, 15);
}

/* Sign of p's distance to the line through a and b minus the radius; points are a, b, p. */
static int tube_sign(const vec3 points[3], exact_factor radius) {
    vec3 u = sub3(points[2], points[0]), w = sub3(points[1], points[0]);
    double r = radius.hi - radius.lo;
    double across = len2(cross3(u, w)), allowed = r * r * len2(w);
    double size = len2(cross_magnitude(u, w)) + allowed;
    double bound = AXIS_ROUNDINGS * DBL_EPSILON * size + DBL_MIN, gap = across - allowed;
    if (CAROM_LIKELY(fabs(gap) > bound)) return gap > 0.0 ? 1 : -1;
    return exact_tube_sign(points, radius);
}

static CAROM_NOINLINE int exact_slope_sign(const vec3 points[3], double radius) {
    exact_term terms[45];
    exact_factor r = {radius, 0.0};
    int count = 0;
    for (int i = 0; i < 3; i++) {
        exact_term square[4];
        square_of_cross(square, points, i);
        for (int m = 0; m < 12; m++) {
            exact_factor w = difference_along(points[1], points[0], m / 4);
            terms[count] = square[m % 4];
            terms[count].factor[4] = terms[count].factor[5] = w;
            terms[count++].count = 6;
        }
    }
    for (int m = 0; m < 9; m++) {
        exact_factor wi = difference_along(points[1], points[0], m / 3);
        exact_factor wj = difference_along(points[1], points[0], m % 3);
        exact_factor vi = difference_along(points[1], points[2], m / 3);
        exact_factor vj = difference_along(points[1], points[2], m % 3);
        terms[count++] = (exact_term){{r, r, wi, vi, wj, vj}, 6, true};
    }
    return carom_exact_sign(terms, count);
}

/* Sign of p's distance to the axis minus what the cone's slope allows there; points are base, apex,
 * p, the latter between their levels. */
static int slope_sign(const vec3 points[3], double radius) {
    vec3 u = sub3(points[2], points[0]), w = sub3(points[1], points[0]);
    vec3 v = sub3(points[1], points[2]);
    double level = radius * dot3(w, v), w2 = len2(w);
    double level_size = radius * (fabs(w.x * v.x) + fabs(w.y * v.y) + fabs(w.z * v.z));
    double across = len2(cross3(u, w)) * w2, allowed = level * level;
    double size = len2(cross_magnitude(u, w)) * w2 + level_size * level_size;
    double bound = AXIS_ROUNDINGS * DBL_EPSILON * size + DBL_MIN, gap = across - allowed;
    if (CAROM_LIKELY(fabs(gap) > bound)) return gap > 0.0 ? 1 : -1;
    return exact_slope_sign(points, radius);
}

static bool disk_across_z_holds(vec3 center, double radius, vec3 p) {
    return p.z == center.z && carom_sign_distance2(center, p, radius) <= 0;
}

bool carom_capsule_holds_ball(const carom_capsule *capsule, vec3 center, double radius) {
    const vec3 points[3] = {load3(capsule->a), load3(capsule->b), center};
    double r = (double)capsule->radius;
    if (radius > r) return false;
    for (int end = 0; end < 2; end++)
        if (carom_sign_dot(points[end], center, points[end], points[1 - end]) <= 0)
            return carom_sign_two_spheres(points[end], r, center, -radius) <= 0;
    return tube_sign(points, (exact_factor){r, radius}) <= 0;
}

static bool between_levels(const vec3 points[3]) {
    return carom_sign_dot(points[0], points[2], points[0], points[1]) >= 0 &&
           carom_sign_dot(points[1], points[2], points[1], points[0]) >= 0;
}

static bool cylinder_holds(const carom_cylinder *cylinder, vec3 p) {
    const vec3 points[3] = {load3(cylinder->a), load3(cylinder->b), p};
    double r = (double)cylinder->radius;
    if (equal3(points[0], points[1])) return disk_across_z_holds(points[0], r, p);
    return between_levels(points) && tube_sign(points, (exact_factor){r, 0.0}) <= 0;
}

static bool cone_holds(const carom_cone *cone, vec3 p) {
    const vec3 points[3] = {load3(cone->base), load3(cone->apex), p};
    double r = (double)cone->radius;
    if (equal3(points[0], points[1])) return disk_across_z_holds(points[0], r, p);
    return between_levels(points) && slope_sign(points, r) <= 0;
}

static bool obb_holds(const carom_obb *box, vec3 p) {
    vec3 x = obb_local(box, p), h = load3(box->half_extents);
    double farthest = max2(fabs(x.x) - h.x, max2(fabs(x.y) - h.y, fabs(x.z) - h.z));
    double band = OBB_HOLDS_ERROR * (sum_abs3(x) + sum_abs3(h)) + DBL_MIN;
    if (CAROM_LIKELY(fabs(farthest) > band)) return farthest < 0.0;
    sat_body solid = carom_sat_obb(box), point = carom_sat_point(p);
    return carom_sat_contains(&solid, &point);
}

static bool aabb_holds(const carom_aabb *box, vec3 p) {
    vec3 low = load3(box->min), high = load3(box->max);
    return low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y && low.z <= p.z &&
           p.z <= high.z;
}

static bool kdop_holds(const carom_kdop *kdop, vec3 p) {
    for (int i = 0; i < kdop->count; i++) {
        vec3 n = load3(kdop->normals[i]);
        if (carom_sign_plane(n, (double)kdop->max[i], p) > 0 ||
            carom_sign_plane(n, (double)kdop->min[i], p) < 0)
            return false;
    }
    return true;
}

static bool tetrahedron_holds(const carom_tetrahedron *solid, vec3 p) {
    vec3 v[4];
    for (int i = 0; i < 4; i++)
        v[i] = load3(solid->v[i]);
    int turn = carom_orient3d(v[0], v[1], v[2], v[3]);
    for (int i = 0; i < 4; i++) {
        if (turn == 0) { /* flat: the four triangles cover it */
            const vec3 face[3] = {v[(i + 1) % 4], v[(i + 2) % 4], v[(i + 3) % 4]};
            if (carom_point_on_triangle_exact(p, face)) return true;
            continue;
        }
        vec3 kept = v[i];
        v[i] = p;
        if (turn * carom_orient3d(v[0], v[1], v[2], v[3]) < 0) return false;
        v[i] = kept;
    }
    return turn != 0;
}

static bool polygon_holds(const carom_polygon *polygon, vec3 p) {
    for (int i = 0; i < fan_size(polygon); i++) {
        carom_triangle part = fan_triangle(polygon, i);
        const vec3 v[3] = {load3(part.v[0]), load3(part.v[1]), load3(part.v[2])};
        if (carom_point_on_triangle_exact(p, v)) return true;
    }
    return false;
}

/* The fan of triangles of a face: whether p is on or below all of them (a solid's face), or in one
 * of them (a polygon). */
static bool fan_of_face_holds(const hull_data *hull, int32_t face, vec3 p, bool solid) {
    int32_t first = hull->face_edge[face], edge = hull->next[first];
    vec3 v[3] = {hull_vertex(hull, hull->origin[first]), hull_vertex(hull, hull->origin[edge])};
    for (int32_t i = 0; i < hull->half_edge_count; i++) {
        edge = hull->next[edge];
        if (edge == first) break;
        v[2] = hull_vertex(hull, hull->origin[edge]);
        if (solid && carom_orient3d(v[0], v[1], v[2], p) > 0) return false;
        if (!solid && carom_point_on_triangle_exact(p, v)) return true;
        v[1] = v[2];
    }
    return solid;
}

static bool hull_holds(const hull_data *hull, vec3 p) {
    if (hull->dimension == 0) return equal3(hull_vertex(hull, 0), p);
    if (hull->dimension == 1)
        return carom_point_on_segment_exact(p, hull_vertex(hull, 0), hull_vertex(hull, 1));
    if (hull->dimension == 2) return fan_of_face_holds(hull, 0, p, false);
    double size = max_abs3(p) + max2(max_abs3(hull->low), max_abs3(hull->high));
    double band = HULL_HOLDS_ERROR * size;
    for (int32_t f = 0; f < hull->face_count; f++) {
        double above = dot3(hull->face_normal[f], p) - hull->face_offset[f];
        if (above > band) return false;
        if (!(above < -band) && !fan_of_face_holds(hull, f, p, true)) return false;
    }
    return true;
}

/* s_i from center + sum of s_i radii_i axes_i = p, by the axes' dual basis: axes rounded to float
 * are not quite perpendicular. */
static bool ellipsoid_holds(const carom_ellipsoid *shape, vec3 p) {
    vec3 c = load3(shape->center), x = sub3(p, c), r = load3(shape->radii);
    double slack = ELLIPSOID_PLANE_ERROR * (max_abs3(p) + max_abs3(c)), sum = 0.0;
    for (int i = 0; i < 3; i++) {
        vec3 dual = cross3(load3(shape->axes[(i + 1) % 3]), load3(shape->axes[(i + 2) % 3]));
        double s = dot3(x, dual) / dot3(load3(shape->axes[i]), dual), radius = axis3(r, i);
        if (radius > 0.0)
            sum += (s / radius) * (s / radius);
        else if (!(fabs(s) <= slack))
            return false;
    }
    return sum <= 1.0 + ELLIPSOID_HOLDS_ERROR;
}

static bool ray_holds(const carom_ray *ray, vec3 p) {
    vec3 o = load3(ray->origin), d = load3(ray->direction);
    if ((double)ray->t_min > DBL_MAX || (double)ray->t_max < -DBL_MAX) return false;
    if (!carom_point_on_line_exact(p, o, d)) return false;
    for (int end = 0; end < 2; end++) {
        double t = (double)(end ? ray->t_max : ray->t_min);
        if (!finite1(t)) continue;
        exact_term terms[6];
        for (int i = 0; i < 3; i++) {
            exact_factor along = {axis3(d, i), 0.0};
            terms[i] = (exact_term){{{axis3(p, i), axis3(o, i)}, along}, 2, false};
            terms[3 + i] = (exact_term){{{t, 0.0}, along, along}, 3, true};
        }
        int beyond = carom_exact_sign(terms, 6);
        if (end ? beyond > 0 : beyond < 0) return false;
    }
    return true;
}

vec3 carom_hull_local(const carom_placed_hull *placed, vec3 point, bool is_vector) {
    carom_pose pose = placed->pose;
    vec3 v = is_vector ? point : sub3(point, load3(pose.position));
    if (carom_pose_is_translation(pose)) return v;
    vec3 q = vec(-(double)pose.rotation.x, -(double)pose.rotation.y, -(double)pose.rotation.z);
    vec3 t = scale3(cross3(q, v), 2.0);
    return add3(mad3(v, t, (double)pose.rotation.w), cross3(q, t));
}

bool carom_holds_point(const carom_shape *a, vec3 p) {
    switch (a->kind) {
    case CAROM_SHAPE_POINT: return equal3(load3(a->as.point), p);
    case CAROM_SHAPE_SEGMENT:
        return carom_point_on_segment_exact(p, load3(a->as.segment.a), load3(a->as.segment.b));
    case CAROM_SHAPE_RAY: return ray_holds(&a->as.ray, p);
    case CAROM_SHAPE_LINE:
        return carom_point_on_line_exact(p, load3(a->as.line.origin), load3(a->as.line.direction));
    case CAROM_SHAPE_PLANE:
        return carom_sign_plane(load3(a->as.plane.normal), (double)a->as.plane.offset, p) == 0;
    case CAROM_SHAPE_HALFSPACE:
        return carom_sign_plane(load3(a->as.halfspace.normal), (double)a->as.halfspace.offset, p) <=
               0;
    case CAROM_SHAPE_SPHERE:
        return carom_sign_distance2(load3(a->as.sphere.center), p, (double)a->as.sphere.radius) <=
               0;
    case CAROM_SHAPE_CAPSULE: return carom_capsule_holds_ball(&a->as.capsule, p, 0.0);
    case CAROM_SHAPE_AABB: return aabb_holds(&a->as.aabb, p);
    case CAROM_SHAPE_OBB: return obb_holds(&a->as.obb, p);
    case CAROM_SHAPE_TRIANGLE: return polygon_holds(&(carom_polygon){a->as.triangle.v, 3}, p);
    case CAROM_SHAPE_POLYGON: return polygon_holds(&a->as.polygon, p);
    case CAROM_SHAPE_KDOP: return kdop_holds(&a->as.kdop, p);
    case CAROM_SHAPE_CYLINDER: return cylinder_holds(&a->as.cylinder, p);
    case CAROM_SHAPE_CONE: return cone_holds(&a->as.cone, p);
    case CAROM_SHAPE_ELLIPSOID: return ellipsoid_holds(&a->as.ellipsoid, p);
    case CAROM_SHAPE_TETRAHEDRON: return tetrahedron_holds(&a->as.tetrahedron, p);
    case CAROM_SHAPE_HULL:
        return hull_holds(carom_hull_data(a->as.hull.hull),
                          carom_hull_local(&a->as.hull, p, false));
    default: return false;
    }
}
