/* Containment of one convex shape in another, own method: B is decomposed into the points and
 * ellipsoid images whose convex hull it is, and each is tested against A by exact signs, or by a
 * bound that allows for some ulps (see carom_contains for which). Equal shapes contain each other
 * whatever rounding does. It is the only classification of pairs without a closed form. */
#include "pair/contains/contains.h"

#include "convex/support/support.h"
#include "pair/pose/convex_view.h"
#include "fit/hull.h"
#include "query/overlap/sat_exact.h"
#include "query/overlap/volume_signs.h"
#include "query/overlap/volume_valid.h"
#include "shape/kdop.h"
#include "pair/contains/contains_unbounded.h"
#include "pair/contains/contains_ellipsoid_image.h"
#include "pair/contains/contains_point.h"
#include "pair/contains/contains_rounded.h"

/* The set whose convex hull is B. Points are those of a shape, computed ones, which are `rounded`,
 * or the vertices of a hull. */
typedef struct hull_parts {
    carom_polygon given; /* none without vertices */
    const carom_placed_hull *placed;
    vec3 points[KDOP_VERTICES];
    int count;
    bool rounded;
    ellipsoid_image images[2];
    int image_count;
} hull_parts;

/* ---- parts */

static void give_points(hull_parts *out, const carom_vec3 *points, int count) {
    out->given = (carom_polygon){points, count};
    out->count = count;
}

static void give_pair(hull_parts *out, carom_vec3 a, carom_vec3 b) {
    out->points[0] = load3(a);
    out->points[1] = load3(b);
    out->count = 2;
}

static void add_ball(hull_parts *out, carom_vec3 center, carom_real radius) {
    double r = (double)radius;
    out->images[out->image_count++] =
        (ellipsoid_image){load3(center), {vec(r, 0, 0), vec(0, r, 0), vec(0, 0, r)}, 3, r, NULL};
}

/* The disk round `center` across the axis w. */
static void add_disk(hull_parts *out, carom_vec3 center, vec3 w, double radius) {
    vec3 x = carom_perpendicular(w), y = cross3(w, x);
    out->images[out->image_count++] = (ellipsoid_image){
        load3(center), {scale3(x, radius), scale3(y, radius), vec(0, 0, 0)}, 2, 0.0, NULL};
}

static void part_ellipsoid(hull_parts *out, const carom_ellipsoid *shape) {
    vec3 r = load3(shape->radii);
    ellipsoid_image whole = {.center = load3(shape->center)};
    for (int i = 0; i < 3; i++)
        if (axis3(r, i) > 0.0)
            whole.axis[whole.rank++] = scale3(load3(shape->axes[i]), axis3(r, i));
    if (whole.rank == 0) {
        give_points(out, &shape->center, 1);
    } else if (whole.rank == 1) {
        out->rounded = true;
        out->points[out->count++] = add3(whole.center, whole.axis[0]);
        out->points[out->count++] = sub3(whole.center, whole.axis[0]);
    } else
        out->images[out->image_count++] = whole;
}

static void part_box(hull_parts *out, const carom_shape *shape) {
    out->count = 8;
    out->rounded = shape->kind == CAROM_SHAPE_OBB;
    for (int i = 0; i < 8; i++)
        out->points[i] =
            out->rounded ? obb_corner(&shape->as.obb, i) : aabb_corner(&shape->as.aabb, i);
}

static void part_hull(hull_parts *out, const carom_placed_hull *placed) {
    vec3 move = load3(placed->pose.position);
    out->placed = placed;
    out->count = carom_hull_data(placed->hull)->vertex_count;
    out->rounded = max_abs3(move) > 0.0 || !carom_pose_is_translation(placed->pose);
}

static void part_path(hull_parts *out, const carom_ray *ray) {
    out->rounded = true;
    out->count = 2;
    out->points[0] = mad3(load3(ray->origin), load3(ray->direction), (double)ray->t_min);
    out->points[1] = mad3(load3(ray->origin), load3(ray->direction), (double)ray->t_max);
}

static void part_capsule(hull_parts *out, const carom_capsule *capsule) {
    if (capsule->radius == 0) {
        give_pair(out, capsule->a, capsule->b);
        return;
    }
    add_ball(out, capsule->a, capsule->radius);
    add_ball(out, capsule->b, capsule->radius);
}

static void part_cylinder(hull_parts *out, const carom_cylinder *cylinder) {
    if (cylinder->radius == 0) {
        give_pair(out, cylinder->a, cylinder->b);
        return;
    }
    vec3 w = sub3(load3(cylinder->b), load3(cylinder->a));
    w = carom_normalize_or(w, vec(0, 0, 1));
    add_disk(out, cylinder->a, w, (double)cylinder->radius);
    add_disk(out, cylinder->b, w, (double)cylinder->radius);
}

static void part_cone(hull_parts *out, const carom_cone *cone) {
    give_pair(out, cone->apex, cone->base);
    if (cone->radius == 0) return;
    vec3 w = sub3(load3(cone->apex), load3(cone->base));
    add_disk(out, cone->base, carom_normalize_or(w, vec(0, 0, 1)), (double)cone->radius);
}

/* The corners of the box of a support function, which holds the set. */
static void part_function(hull_parts *out, const carom_shape *shape) {
    convex_view view;
    view.buffer = NULL;
    out->rounded = carom_convex_view(&view, shape);
    out->count = 8;
    convex_shape box = view.shape;
    box.kind = CONVEX_BOX;
    for (int i = 0; i < 8; i++)
        out->points[i] = add3(box.center, convex_vertex(&box, i));
}

/* Sets the parts of B. @return false when it is unbounded */
static bool take_apart(hull_parts *out, const carom_shape *b) {
    out->given = (carom_polygon){NULL, 0};
    out->placed = NULL;
    out->count = out->image_count = 0;
    out->rounded = false;
    switch (b->kind) {
    case CAROM_SHAPE_POINT: give_points(out, &b->as.point, 1); return true;
    case CAROM_SHAPE_SEGMENT: give_pair(out, b->as.segment.a, b->as.segment.b); return true;
    case CAROM_SHAPE_TRIANGLE: give_points(out, b->as.triangle.v, 3); return true;
    case CAROM_SHAPE_TETRAHEDRON: give_points(out, b->as.tetrahedron.v, 4); return true;
    case CAROM_SHAPE_POLYGON:
        out->given = b->as.polygon;
        out->count = polygon_count(&b->as.polygon);
        return true;
    case CAROM_SHAPE_RAY:
        part_path(out, &b->as.ray);
        return finite3(out->points[0]) && finite3(out->points[1]);
    case CAROM_SHAPE_SPHERE:
        if (b->as.sphere.radius == 0)
            give_points(out, &b->as.sphere.center, 1);
        else
            add_ball(out, b->as.sphere.center, b->as.sphere.radius);
        return true;
    case CAROM_SHAPE_CAPSULE: part_capsule(out, &b->as.capsule); return true;
    case CAROM_SHAPE_AABB:
    case CAROM_SHAPE_OBB: part_box(out, b); return true;
    case CAROM_SHAPE_CYLINDER: part_cylinder(out, &b->as.cylinder); return true;
    case CAROM_SHAPE_CONE: part_cone(out, &b->as.cone); return true;
    case CAROM_SHAPE_ELLIPSOID: part_ellipsoid(out, &b->as.ellipsoid); return true;
    case CAROM_SHAPE_KDOP:
        out->rounded = true;
        out->count = carom_kdop_vertices(&b->as.kdop, out->points);
        return out->count > 0;
    case CAROM_SHAPE_HULL: part_hull(out, &b->as.hull); return true;
    case CAROM_SHAPE_SUPPORT: part_function(out, b); return true;
    default: return false;
    }
}

static vec3 posed_vertex(const carom_placed_hull *placed, int index) {
    carom_pose pose = placed->pose;
    vec3 v = hull_vertex(carom_hull_data(placed->hull), index);
    if (!carom_pose_is_translation(pose)) {
        vec3 q = vec((double)pose.rotation.x, (double)pose.rotation.y, (double)pose.rotation.z);
        vec3 t = scale3(cross3(q, v), 2.0);
        v = add3(mad3(v, t, (double)pose.rotation.w), cross3(q, t));
    }
    return add3(v, load3(pose.position));
}

static vec3 point_of_parts(const hull_parts *parts, int index) {
    if (parts->given.vertices) return load3(polygon_corner(&parts->given, index));
    return parts->placed ? posed_vertex(parts->placed, index) : parts->points[index];
}

/* ---- oriented boxes, by exact signs of their given numbers */

/* From the signs of the lowest and highest corner along a plane's normal. */
static bool planes_hold_obb(const carom_shape *a, const carom_obb *box) {
    if (a->kind == CAROM_SHAPE_KDOP) {
        const carom_kdop *kdop = &a->as.kdop;
        for (int i = 0; i < kdop->count; i++) {
            vec3 n = load3(kdop->normals[i]);
            if (carom_sign_plane_obb(n, (double)kdop->max[i], box, 1) > 0 ||
                carom_sign_plane_obb(n, (double)kdop->min[i], box, -1) < 0)
                return false;
        }
        return true;
    }
    bool solid = a->kind == CAROM_SHAPE_HALFSPACE;
    const carom_plane plane = plane_of_kind(a);
    const vec3 n = load3(plane.normal);
    const double offset = (double)plane.offset;
    if (carom_sign_plane_obb(n, offset, box, 1) > 0) return false;
    return solid || carom_sign_plane_obb(n, offset, box, -1) == 0;
}

static bool box_holds_obb(const carom_shape *a, const carom_obb *box) {
    sat_body holder =
        a->kind == CAROM_SHAPE_OBB ? carom_sat_obb(&a->as.obb) : carom_sat_aabb(&a->as.aabb);
    sat_body held = carom_sat_obb(box);
    return carom_sat_contains(&holder, &held);
}

/* ---- the answer */

/* Whether a support function's set holds the points, and boxes about the images. */
static bool function_holds_parts(const carom_shape *a, const hull_parts *parts) {
    convex_view view;
    view.buffer = NULL;
    if (!carom_convex_view(&view, a)) return false;
    const convex_shape *function = &view.shape;
    for (int i = 0; i < parts->count; i++)
        if (!carom_near_function(function, point_of_parts(parts, i))) return false;
    for (int i = 0; i < 8 * parts->image_count; i++) {
        const ellipsoid_image *image = &parts->images[i / 8];
        vec3 p = image->center;
        for (int k = 0; k < image->rank; k++)
            p = mad3(p, image->axis[k], i & 1 << k ? 1.0 : -1.0);
        if (!carom_near_function(function, p)) return false;
    }
    return true;
}

static bool holds_parts(const carom_shape *a, const carom_shape *b) {
    hull_parts parts;
    if (!take_apart(&parts, b)) return false;
    if (a->kind == CAROM_SHAPE_SUPPORT) return function_holds_parts(a, &parts);
    bool rounded = parts.rounded || (a->kind == CAROM_SHAPE_HULL &&
                                     (!carom_pose_is_translation(a->as.hull.pose) ||
                                      max_abs3(load3(a->as.hull.pose.position)) > 0.0));
    for (int i = 0; i < parts.image_count; i++)
        if (!carom_holds_ellipsoid_image(a, &parts.images[i])) return false;
    for (int i = 0; i < parts.count; i++)
        if (!carom_holds_corner(a, point_of_parts(&parts, i), rounded)) return false;
    return true;
}

static bool same_shape(const carom_shape *a, const carom_shape *b) {
    if (a->kind != b->kind || carom_shape_order(a, b) != 0) return false;
    return a->kind != CAROM_SHAPE_HULL || a->as.hull.hull == b->as.hull.hull;
}

bool carom_contains(const carom_shape *a, const carom_shape *b) {
    if (same_shape(a, b)) return true;
    if (a->kind == CAROM_SHAPE_ROUNDED || b->kind == CAROM_SHAPE_ROUNDED ||
        (b->kind == CAROM_SHAPE_SUPPORT && carom_is_bounded_by_planes(a->kind)))
        return carom_rounded_contains(a, b);
    bool path_a = is_line_kind(a->kind), plane_a = is_plane_kind(a->kind);
    bool box_a = a->kind == CAROM_SHAPE_AABB || a->kind == CAROM_SHAPE_OBB;
    switch (b->kind) {
    case CAROM_SHAPE_LINE:
    case CAROM_SHAPE_PLANE:
    case CAROM_SHAPE_HALFSPACE: return carom_unbounded_holds(a, b);
    case CAROM_SHAPE_RAY:
        return path_a || plane_a ? carom_unbounded_holds(a, b) : holds_parts(a, b);
    case CAROM_SHAPE_OBB:
        if (plane_a || a->kind == CAROM_SHAPE_KDOP) return planes_hold_obb(a, &b->as.obb);
        return box_a ? box_holds_obb(a, &b->as.obb) : holds_parts(a, b);
    default: return holds_parts(a, b);
    }
}

/* A point that touches is contained: the same function decides both. */
static bool holds_what_touches(const carom_shape *a, const carom_shape *b) {
    return b->kind == CAROM_SHAPE_POINT || carom_contains(a, b);
}

carom_relation carom_classify_touching(const carom_shape *a, const carom_shape *b) {
    if (holds_what_touches(a, b)) return CAROM_CONTAINS;
    return holds_what_touches(b, a) ? CAROM_INSIDE : CAROM_INTERSECTS;
}
