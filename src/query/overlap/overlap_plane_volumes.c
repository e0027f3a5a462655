/* Planes, half-spaces and segments against spheres and oriented boxes [Ericson05] 5.2. Signs of
 * planes are exact, for a normal of any length, without a division; segments have a filter in
 * double, and the exact tests behind it. */
#include "carom/overlap.h"
#include "query/closest/kernel_point_segment.h"
#include "query/overlap/sat_exact.h"
#include "query/overlap/tolerances.h"
#include "query/overlap/volume_signs.h"
#include "query/overlap/volume_valid.h"
#include "query/overlap/sphere_exact_planar.h"

bool carom_overlap_plane_sphere(const carom_plane *plane, const carom_sphere *sphere) {
    return plane_is_sound(plane->normal, plane->offset) && sphere_holds_points(sphere) &&
           carom_sign_plane_sphere(load3(plane->normal), (double)plane->offset, sphere) <= 0;
}

bool carom_overlap_halfspace_sphere(const carom_halfspace *halfspace, const carom_sphere *sphere) {
    if (!plane_is_sound(halfspace->normal, halfspace->offset) || !sphere_holds_points(sphere))
        return false;
    vec3 n = load3(halfspace->normal);
    double offset = (double)halfspace->offset;
    return carom_sign_plane(n, offset, load3(sphere->center)) <= 0 ||
           carom_sign_plane_sphere(n, offset, sphere) <= 0;
}

bool carom_overlap_plane_obb(const carom_plane *plane, const carom_obb *box) {
    vec3 n = load3(plane->normal);
    double offset = (double)plane->offset;
    return plane_is_sound(plane->normal, plane->offset) && obb_holds_points(box) &&
           carom_sign_plane_obb(n, offset, box, 1) >= 0 &&
           carom_sign_plane_obb(n, offset, box, -1) <= 0;
}

bool carom_overlap_halfspace_obb(const carom_halfspace *halfspace, const carom_obb *box) {
    return plane_is_sound(halfspace->normal, halfspace->offset) && obb_holds_points(box) &&
           carom_sign_plane_obb(load3(halfspace->normal), (double)halfspace->offset, box, -1) <= 0;
}

static CAROM_NOINLINE bool segment_sphere_exact(const carom_segment *segment,
                                                const carom_sphere *sphere) {
    vec3 a = load3(segment->a), b = load3(segment->b);
    return finite3(a) && finite3(b) && sphere_holds_points(sphere) &&
           carom_sphere_meets_segment(load3(sphere->center), (double)sphere->radius, a, b);
}

bool carom_overlap_segment_sphere(const carom_segment *segment, const carom_sphere *sphere) {
    vec3 a = load3(segment->a), b = load3(segment->b), c = load3(sphere->center);
    double r = (double)sphere->radius, r2 = r * r, d2 = point_segment(c, a, b).d2;
    double far = len2(sub3(c, a)) + len2(sub3(b, a));
    double gap = d2 - r2,
           bound = SEGMENT_SPHERE_BAND * (d2 + r2) + SEGMENT_SPHERE_FAR * far + SQUARE_UNDERFLOW;
    if (CAROM_LIKELY(r >= 0.0 && fabs(gap) > bound)) return gap < 0.0;
    return segment_sphere_exact(segment, sphere);
}

static CAROM_NOINLINE bool segment_obb_exact(vec3 a, vec3 b, const carom_obb *box) {
    if (!finite3(a) || !finite3(b) || !obb_holds_points(box)) return false;
    sat_body solid = carom_sat_obb(box), segment = carom_sat_segment(a, b);
    return !carom_sat_disjoint(&solid, &segment);
}

/* Gaps on the three axes that are the cross products of the segment and the box's edges; these
 * axes are up to twice as long as the segment. */
static vec3 edge_gaps(vec3 c, vec3 d, vec3 h) {
    vec3 n = cross3(c, d), u = vec(fabs(d.x), fabs(d.y), fabs(d.z));
    return vec(fabs(n.x) - (h.y * u.z + h.z * u.y), fabs(n.y) - (h.z * u.x + h.x * u.z),
               fabs(n.z) - (h.x * u.y + h.y * u.x));
}

bool carom_overlap_segment_obb(const carom_segment *segment, const carom_obb *box) {
    vec3 a = load3(segment->a), b = load3(segment->b), h = load3(box->half_extents);
    vec3 p = obb_local(box, a), q = obb_local(box, b);
    vec3 c = scale3(add3(p, q), 0.5), d = scale3(sub3(q, p), 0.5);
    vec3 u = vec(fabs(d.x), fabs(d.y), fabs(d.z));
    double size = sum_abs3(p) + sum_abs3(q) + sum_abs3(h);
    double band = OBB_LOCAL_BAND * size, edge_band = band * max_abs3(u) * 4.0;
    double face = max2(fabs(c.x) - u.x - h.x, max2(fabs(c.y) - u.y - h.y, fabs(c.z) - u.z - h.z));
    vec3 edges = edge_gaps(c, d, h);
    double edge = max2(edges.x, max2(edges.y, edges.z));
    bool in_range =
        (size <= SQUARE_MOST) & (size >= SQUARE_LEAST) & (h.x >= 0.0) & (h.y >= 0.0) & (h.z >= 0.0);
    if (CAROM_LIKELY(in_range)) {
        if (face > band || edge > edge_band) return false;
        if (face < -band && edge < -edge_band) return true;
    }
    return segment_obb_exact(a, b, box);
}
