/* No algorithm of its own: shapes in the common frame. Coordinates are transformed as points; a
 * rotated AABB becomes an oriented box, a rotated disk an ellipsoid without thickness. Polygons
 * and k-DOPs have any number of coordinates: they keep their pose, and a query that needs them
 * transformed does it in scratch memory of its own, or vertex by vertex where that is too small.
 * Unit axes and sizes, which the convex engine reads, are computed once as well. */
#include "pair/pose/convex_view.h"
#include "pair/pose/pair.h"
#include "pair/pose/round_frame.h"
#include "pair/pose/shape_check.h"
#include "math/power.h"
#include "math/pose.h"
#include "shape/kdop.h"
#include "shape/placement.h"

static inline void pose_points(const placement *by, carom_vec3 *points, int count) {
    for (int i = 0; i < count; i++)
        points[i] = moved(by, points[i]);
}

/* An offset beyond carom_real's range is scaled by a power of two together with the normal, which
 * leaves the plane the same. A plane farther away than any point is moved to the largest offset. */
static void pose_plane(const placement *by, carom_vec3 *normal, carom_real *offset) {
    const double most = (double)CAROM_REAL_MAX;
    *normal = rotated_by(by, *normal);
    vec3 n = load3(*normal);
    double moved = (double)*offset + dot3(n, by->shift);
    if (CAROM_UNLIKELY(!(fabs(moved) <= most))) {
        double small = 0.125 * scaling_power(max_abs3(n));
        n = scale3(n, small);
        moved = (double)*offset * small + dot3(n, by->shift);
        moved = max2(min2(moved, most), -most);
        *normal = store3(n);
    }
    *offset = (carom_real)moved;
}

static inline void pose_axes(const placement *by, carom_vec3 axes[3]) {
    for (int i = 0; i < 3; i++)
        axes[i] = rotated_by(by, axes[i]);
}

static void pose_aabb(const placement *by, carom_shape *shape) {
    carom_aabb box = shape->as.aabb;
    if (!by->turns) {
        pose_points(by, &shape->as.aabb.min, 2);
        return;
    }
    vec3 low = load3(box.min), high = load3(box.max);
    carom_vec3 center = store3(scale3(add3(low, high), 0.5));
    shape->kind = CAROM_SHAPE_OBB;
    shape->as.obb =
        (carom_obb){moved(by, center),
                    {rotated_by(by, (carom_vec3){1, 0, 0}), rotated_by(by, (carom_vec3){0, 1, 0}),
                     rotated_by(by, (carom_vec3){0, 0, 1})},
                    store3(scale3(sub3(high, low), 0.5))};
}

/* A cylinder or cone without height is a disk perpendicular to z. Once rotated its two ends do not
 * give its axis: it becomes an ellipsoid without thickness. */
static void pose_disk(const placement *by, carom_shape *shape, carom_vec3 center,
                      carom_real radius) {
    shape->kind = CAROM_SHAPE_ELLIPSOID;
    shape->as.ellipsoid = (carom_ellipsoid){moved(by, center),
                                            {rotated_by(by, (carom_vec3){1, 0, 0}),
                                             rotated_by(by, (carom_vec3){0, 1, 0}),
                                             rotated_by(by, (carom_vec3){0, 0, 1})},
                                            {radius, radius, 0}};
}

static void pose_cylinder(const placement *by, carom_shape *shape) {
    carom_cylinder given = shape->as.cylinder;
    if (CAROM_UNLIKELY(by->turns && equal_vec3(given.a, given.b)))
        pose_disk(by, shape, given.a, given.radius);
    else
        pose_points(by, &shape->as.cylinder.a, 2);
}

static void pose_cone(const placement *by, carom_shape *shape) {
    carom_cone given = shape->as.cone;
    if (CAROM_UNLIKELY(by->turns && equal_vec3(given.base, given.apex)))
        pose_disk(by, shape, given.base, given.radius);
    else
        pose_points(by, &shape->as.cone.base, 2);
}

/* The pose of a hull is composed with its own, which mostly is the identity. */
static inline void pose_hull(const placement *by, carom_pose pose, carom_pose *own) {
    placement old = place_by(*own);
    *own = by->turns && !old.turns && !old.moves ? pose : carom_pose_compose(pose, *own);
}

/* All but polygons, k-DOPs, meshes and height fields. */
static bool move_by_kind(carom_shape *s, const placement *by, carom_pose pose) {
    switch (s->kind) {
    case CAROM_SHAPE_POINT: pose_points(by, &s->as.point, 1); return true;
    case CAROM_SHAPE_SEGMENT: pose_points(by, &s->as.segment.a, 2); return true;
    case CAROM_SHAPE_TRIANGLE: pose_points(by, s->as.triangle.v, 3); return true;
    case CAROM_SHAPE_SPHERE: pose_points(by, &s->as.sphere.center, 1); return true;
    case CAROM_SHAPE_CAPSULE: pose_points(by, &s->as.capsule.a, 2); return true;
    case CAROM_SHAPE_RAY:
        pose_points(by, &s->as.ray.origin, 1);
        s->as.ray.direction = rotated_by(by, s->as.ray.direction);
        return true;
    case CAROM_SHAPE_LINE:
        pose_points(by, &s->as.line.origin, 1);
        s->as.line.direction = rotated_by(by, s->as.line.direction);
        return true;
    case CAROM_SHAPE_PLANE: pose_plane(by, &s->as.plane.normal, &s->as.plane.offset); return true;
    case CAROM_SHAPE_HALFSPACE:
        pose_plane(by, &s->as.halfspace.normal, &s->as.halfspace.offset);
        return true;
    case CAROM_SHAPE_AABB: pose_aabb(by, s); return true;
    case CAROM_SHAPE_OBB:
        pose_points(by, &s->as.obb.center, 1);
        pose_axes(by, s->as.obb.axes);
        return true;
    case CAROM_SHAPE_CYLINDER: pose_cylinder(by, s); return true;
    case CAROM_SHAPE_CONE: pose_cone(by, s); return true;
    case CAROM_SHAPE_TETRAHEDRON: pose_points(by, s->as.tetrahedron.v, 4); return true;
    case CAROM_SHAPE_ELLIPSOID:
        pose_points(by, &s->as.ellipsoid.center, 1);
        pose_axes(by, s->as.ellipsoid.axes);
        return true;
    case CAROM_SHAPE_HULL: pose_hull(by, pose, &s->as.hull.pose); return true;
    case CAROM_SHAPE_SUPPORT: pose_hull(by, pose, &s->as.support.pose); return true;
    case CAROM_SHAPE_ROUNDED: pose_hull(by, pose, &s->as.rounded.pose); return true;
    default: return false;
    }
}

/* A mesh or height field is not transformed: the other shape is moved into its frame. */
static bool place_surface(carom_posed_shape *out, carom_pose pose) {
    if (carom_pose_is_translation(pose)) pose.rotation = carom_pose_identity().rotation;
    out->pose = pose;
    return true;
}

static carom_pose *own_pose(carom_shape *s) {
    return s->kind == CAROM_SHAPE_HULL      ? &s->as.hull.pose
           : s->kind == CAROM_SHAPE_SUPPORT ? &s->as.support.pose
                                            : &s->as.rounded.pose;
}

static bool place_sound(carom_posed_shape *out, const carom_shape *shape, carom_pose pose) {
    placement by = place_by(pose);
    if (CAROM_UNLIKELY(!is_unit_placement(&by))) {
        if (!carom_pose_normalize(&pose)) return false;
        by = place_by(pose);
    }
    out->shape = *shape;
    out->state = POSED_VALID;
    if (CAROM_UNLIKELY(shape->kind >= CAROM_SHAPE_HULL)) {
        if (is_placed_kind(shape->kind)) return place_surface(out, pose);
        normalize_pose(own_pose(&out->shape));
    }
    if (!by.turns && !by.moves) return true;
    if (shape->kind == CAROM_SHAPE_POLYGON || shape->kind == CAROM_SHAPE_KDOP) {
        out->pose = pose;
        out->state |= POSED_PENDING;
        return true;
    }
    if (CAROM_LIKELY(move_by_kind(&out->shape, &by, pose))) return true;
    out->state = 0;
    return false;
}

/* A rounded shape that is of another kind, too, becomes it: its core without a radius, else a
 * sphere or capsule. */
static bool place_rounded(carom_posed_shape *out) {
    const carom_rounded_shape given = out->shape.as.rounded;
    const carom_shape_kind core = given.core->kind;
    if (given.radius > 0 && core > CAROM_SHAPE_SEGMENT) return true;
    if (!place_sound(out, given.core, given.pose)) return false;
    if (!(given.radius > 0)) return true;
    if (core == CAROM_SHAPE_POINT) {
        out->shape.kind = CAROM_SHAPE_SPHERE;
        out->shape.as.sphere.radius = given.radius;
    } else {
        out->shape.kind = CAROM_SHAPE_CAPSULE;
        out->shape.as.capsule.radius = given.radius;
    }
    return true;
}

bool carom_shape_place(carom_posed_shape *out, const carom_shape *shape, carom_pose pose) {
    out->state = 0;
    if (CAROM_UNLIKELY(!carom_shape_is_sound(shape)) || !place_sound(out, shape, pose))
        return false;
    if (out->shape.kind == CAROM_SHAPE_ROUNDED && !place_rounded(out)) return false;
    if (out->shape.kind == CAROM_SHAPE_CAPSULE) carom_round_pose(out);
    if (out->shape.kind == CAROM_SHAPE_SUPPORT) carom_set_posed_frame(out);
    return true;
}

bool carom_shapes_place(carom_posed_shape out[2], const carom_shape *a, carom_pose pose_a,
                        const carom_shape *b, carom_pose pose_b) {
    const bool first = carom_shape_place(&out[0], a, pose_a);
    return carom_shape_place(&out[1], b, pose_b) && first;
}

static bool is_box_kind(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_AABB || kind == CAROM_SHAPE_OBB;
}

static void frame_alike(carom_posed_shape placed[2]) {
    const carom_shape_kind a = placed[0].shape.kind, b = placed[1].shape.kind;
    if (a != b && !(is_box_kind(a) && is_box_kind(b))) return;
    carom_set_posed_frame(&placed[0]);
    carom_set_posed_frame(&placed[1]);
}

bool carom_shapes_frame(carom_posed_shape out[2], const carom_shape *a, carom_pose pose_a,
                        const carom_shape *b, carom_pose pose_b) {
    if (!carom_shapes_place(out, a, pose_a, b, pose_b)) return false;
    frame_alike(out);
    return true;
}

bool carom_solids_frame(carom_posed_shape out[2], const carom_shape *a, carom_pose pose_a,
                        const carom_shape *b, carom_pose pose_b) {
    if (!carom_shapes_place(out, a, pose_a, b, pose_b)) return false;
    if (!is_box_kind(out[0].shape.kind)) frame_alike(out);
    return true;
}

bool carom_shape_pose(carom_posed_shape *out, const carom_shape *shape, carom_pose pose) {
    out->pose = carom_pose_identity();
    out->motion = (carom_vec3){0, 0, 0};
    if (!carom_shape_place(out, shape, pose)) return false;
    carom_set_posed_frame(out);
    return true;
}

bool carom_shape_pose_again(carom_posed_shape *out, const carom_posed_shape *placed,
                            carom_pose pose) {
    if (!is_moved_polygon(&placed->shape)) return carom_shape_pose(out, &placed->shape, pose);
    out->pose = carom_pose_identity();
    out->motion = (carom_vec3){0, 0, 0};
    out->state = 0;
    return place_sound(out, &placed->shape, pose);
}

/* ---- polygons and k-DOPs */

static void expand_polygon(posed_scratch *scratch, const carom_polygon *given, carom_pose pose) {
    if (given->count < 0 || given->count > POSED_VERTICES) {
        scratch->posed.shape.as.polygon = carom_polygon_moved(&scratch->polygon, given, pose);
        return;
    }
    const placement by = place_by(pose);
    for (int i = 0; i < given->count; i++)
        scratch->vertices[i] = moved(&by, given->vertices[i]);
    scratch->posed.shape.as.polygon = (carom_polygon){scratch->vertices, given->count};
}

static carom_real rounded_outward(double x, double sign) {
    carom_real r = (carom_real)x;
    return sign * (double)r < sign * x ? r + (carom_real)(sign * CAROM_REAL_EPSILON * fabs(x)) : r;
}

/* A small k-DOP far from the origin is some units in the last place wide, so that rounded bounds
 * might leave nothing between them. The bounds are widened to hold the transformed vertices. */
static void expand_kdop(posed_scratch *scratch, const carom_kdop *given, carom_pose pose) {
    const placement placed = place_by(pose), *by = &placed;
    vec3 corners[KDOP_VERTICES];
    int count = carom_kdop_vertices(given, corners);
    for (int k = 0; k < count; k++) {
        vec3 v = corners[k], t = scale3(cross3(by->axis, v), 2.0);
        corners[k] = add3(add3(mad3(v, t, by->scalar), cross3(by->axis, t)), by->shift);
    }
    for (int i = 0; i < given->count; i++) {
        carom_vec3 normal = rotated_by(by, given->normals[i]);
        double shift = dot3(load3(normal), by->shift);
        double low = (double)given->min[i] + shift, high = (double)given->max[i] + shift;
        for (int k = 0; k < count; k++) {
            double along = dot3(load3(normal), corners[k]);
            low = min2(low, along), high = max2(high, along);
        }
        scratch->vertices[i] = normal;
        scratch->bounds[0][i] = rounded_outward(low, -1.0);
        scratch->bounds[1][i] = rounded_outward(high, 1.0);
    }
    scratch->posed.shape.as.kdop =
        (carom_kdop){scratch->vertices, scratch->bounds[0], scratch->bounds[1], given->count};
}

void carom_posed_expand(posed_scratch *scratch, const carom_posed_shape *posed) {
    scratch->posed.shape.kind = posed->shape.kind;
    scratch->posed.state = POSED_VALID;
    if (posed->shape.kind == CAROM_SHAPE_POLYGON)
        expand_polygon(scratch, &posed->shape.as.polygon, posed->pose);
    else
        expand_kdop(scratch, &posed->shape.as.kdop, posed->pose);
}
