/* No algorithm of its own: nearest points of shapes apart, the least translation of those in
 * contact. Overlap decides which, for both verbs: the distance crosses zero where it begins.
 * Nearest points that are close to each other hold few digits of their difference; the normal is
 * then that of the separating plane the convex engine ends with, of surfaces and compounds for the
 * triangles or children that are nearest. The derivatives are those of a minimum over pairs of
 * points: the points themselves count as fixed to their shapes. */
#include "carom/signed_distance.h"

#include "carom/compound.h"
#include "dispatch/tolerances.h"
#include "pair/pose/pair.h"
#include "pair/pose/shape_pose.h"
#include "pair/solver/engine.h"

/* The direction between nearest points, if rounding leaves it enough digits. */
static bool normal_of_points(const carom_signed_distance *found, vec3 *normal) {
    const vec3 p = load3(found->point_a), q = load3(found->point_b);
    const double size = max2(max_abs3(p), max_abs3(q));
    *normal = carom_normalize_or(sub3(q, p), vec(0, 0, 0));
    return (double)found->distance > SIGNED_NORMAL_KNOWN * size && max_abs3(*normal) > 0.0;
}

/* The separating plane's normal of two convex shapes. */
static bool normal_of_plane(const carom_posed_shape *a, const carom_posed_shape *b, vec3 *normal) {
    posed_pair pair;
    carom_pair_of(&pair, a, b);
    const bool found = pair.valid && carom_engine_normal(pair.a, pair.b, normal);
    if (found && pair.flip) *normal = neg3(*normal);
    pair_ends(&pair);
    return found;
}

/* Poses the child or triangle that is nearest, or copies what has no parts. */
static bool pose_part(carom_posed_shape *out, const carom_posed_shape *whole, carom_subshape part) {
    const carom_child named = carom_shape_subshape(&whole->shape, whole->pose, part);
    *out = *whole;
    if (!part.has_child && !part.has_triangle) return true;
    return carom_shape_pose(out, &named.shape, named.pose);
}

/* The same of the parts that are nearest: their normal is that of the whole shapes, whose other
 * parts are no nearer. */
CAROM_NOINLINE static bool normal_of_parts(const carom_posed_shape placed[2],
                                           const carom_signed_distance *found, vec3 *normal) {
    carom_posed_shape part[2];
    return pose_part(&part[0], &placed[0], found->sub_a) &&
           pose_part(&part[1], &placed[1], found->sub_b) &&
           normal_of_plane(&part[0], &part[1], normal);
}

/* The normal of shapes that are apart. */
static vec3 normal_apart(const carom_posed_shape placed[2], const carom_signed_distance *found) {
    vec3 between, plane;
    if (normal_of_points(found, &between)) return between;
    const carom_subshape a = found->sub_a, b = found->sub_b;
    const bool whole = !a.has_child && !a.has_triangle && !b.has_child && !b.has_triangle;
    if (whole ? normal_of_plane(&placed[0], &placed[1], &plane)
              : normal_of_parts(placed, found, &plane))
        return plane;
    return carom_normalize_or(between, vec(0, 0, 1));
}

static void set_gradient(carom_pose_gradient *out, carom_vec3 point, carom_vec3 position,
                         vec3 normal) {
    out->translation = store3(normal);
    out->rotation = store3_within(cross3(sub3(load3(point), load3(position)), normal));
}

static bool signed_in_contact(const carom_posed_shape placed[2], carom_signed_distance *out) {
    const carom_penetration deep = carom_penetrate_posed(&placed[0], &placed[1]);
    if (!deep.overlap) return false;
    out->distance = 0 - deep.depth;
    out->lower = out->distance;
    out->upper = deep.certainty == CAROM_EXACT ? out->distance : 0;
    out->certainty = deep.certainty;
    out->normal = deep.normal;
    out->point_a = deep.point_a;
    out->point_b = deep.point_b;
    out->sub_a = deep.sub_a;
    out->sub_b = deep.sub_b;
    return true;
}

static carom_signed_distance signed_of_placed(const carom_posed_shape placed[2]) {
    const carom_closest_any near = carom_closest_posed(&placed[0], &placed[1]);
    carom_signed_distance out = {.distance = near.distance};
    if (near.distance == 0 && signed_in_contact(placed, &out)) return out;
    if (!(near.distance <= CAROM_REAL_MAX)) return out;
    out.lower = near.lower_bound;
    out.upper = near.distance;
    out.certainty = near.certainty;
    out.point_a = near.point_a;
    out.point_b = near.point_b;
    out.sub_a = near.sub_a;
    out.sub_b = near.sub_b;
    out.normal = store3(normal_apart(placed, &out));
    return out;
}

carom_signed_distance carom_distance_signed(const carom_shape *a, carom_pose pose_a,
                                            const carom_shape *b, carom_pose pose_b) {
    carom_posed_shape placed[2];
    if (!carom_shapes_frame(placed, a, pose_a, b, pose_b))
        return (carom_signed_distance){.distance = (carom_real)INFINITY};
    carom_signed_distance out = signed_of_placed(placed);
    if (!(out.distance <= CAROM_REAL_MAX)) return out;
    const vec3 normal = load3(out.normal);
    set_gradient(&out.gradient_a, out.point_a, pose_a.position, neg3(normal));
    set_gradient(&out.gradient_b, out.point_b, pose_b.position, normal);
    return out;
}
