/* Classification of a shape against a surface (own method over crossing parity): disjoint,
 * intersecting, containing or inside. A shape that touches the surface contains it only if it
 * contains every triangle. A shape that does not touch lies wholly on one side of a closed mesh,
 * so one of its points decides, by exact crossing parity. Only closed meshes have an inside. */
#include "surface/surface_classify.h"

#include "pair/contains/contains.h"
#include "pair/pose/solid_box.h"
#include "surface/tolerances.h"

/* ---- a shape that contains the surface */

static bool may_contain_box(const shape_bound *reach, const carom_aabb *box) {
    vec3 low = load3(box->min), high = load3(box->max);
    if (reach->kind != BOUND_BOX) return true; /* undecided: the triangles decide */
    return reach->low.x <= low.x && reach->low.y <= low.y && reach->low.z <= low.z &&
           reach->high.x >= high.x && reach->high.y >= high.y && reach->high.z >= high.z;
}

typedef struct containment_walk {
    const surface_query *pair;
    bool all_contained;
    double limit;
} containment_walk;

/* Height of a box or triangle over a half-space, and the error bound of it. */
typedef struct support_height {
    double top, error;
} support_height;

static support_height height_of_point(const shape_bound *plane, vec3 p) {
    vec3 n = plane->direction;
    double size = fabs(n.x * p.x) + fabs(n.y * p.y) + fabs(n.z * p.z) + fabs(plane->offset);
    return (support_height){dot3(n, p) - plane->offset, HEIGHT_ROUNDING * size};
}

static support_height height_of_box(const shape_bound *plane, vec3 low, vec3 high) {
    vec3 n = plane->direction;
    return height_of_point(plane, vec(n.x < 0.0 ? low.x : high.x, n.y < 0.0 ? low.y : high.y,
                                      n.z < 0.0 ? low.z : high.z));
}

/* A box that the shape contains is skipped; the farthest from the shape come first, and over a
 * half-space the highest. */
static double containment_key(const void *context, vec3 low, vec3 high) {
    const containment_walk *walk = context;
    if (walk->pair->reach.solid) {
        support_height box = height_of_box(&walk->pair->reach, low, high);
        if (box.top < -box.error) return DBL_MAX;
        if (box.top > box.error) return -box.top;
    }
    double gap = carom_shape_bound_gap(&walk->pair->reach, low, high);
    if (gap > 0.0) return -gap;
    carom_shape box = {.kind = CAROM_SHAPE_AABB, .as.aabb = {store3(low), store3(high)}};
    return carom_contains(&walk->pair->shape->shape, &box) ? DBL_MAX : 0.0;
}

/* Returns true if the triangle is certainly in the half-space; `over` is set if it certainly is
 * not. */
static bool is_triangle_below(const shape_bound *plane, const carom_triangle *at, bool *over) {
    bool below = true;
    *over = false;
    for (int i = 0; i < 3; i++) {
        support_height corner = height_of_point(plane, load3(at->v[i]));
        below &= corner.top < -corner.error;
        *over |= corner.top > corner.error;
    }
    return below;
}

static void containment_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    containment_walk *walk = context;
    bool over = false;
    (void)triangle;
    if (walk->pair->reach.solid && is_triangle_below(&walk->pair->reach, at, &over)) return;
    carom_posed_shape part = posed_triangle(at);
    walk->all_contained = !over && carom_contains(&walk->pair->shape->shape, &part.shape);
    if (!walk->all_contained) walk->limit = -(double)INFINITY;
}

static bool contains_surface(const surface_query *pair) {
    containment_walk walk = {pair, true, 0.0};
    const surface_visitor by = {containment_key, containment_leaf, &walk, &walk.limit,
                                WORKSPACE_TRIANGLES};
    carom_aabb box;
    carom_surface_bounds(&pair->on, &box);
    if (!may_contain_box(&pair->reach, &box)) return false;
    carom_surface_visit(&pair->on, &by);
    return walk.all_contained;
}

/* ---- a shape inside the surface */

/* Returns some point of the shape; false for unbounded shapes, which must cross a closed
 * surface. */
static bool point_of_shape(const carom_shape *shape, carom_vec3 *out) {
    const carom_ray *ray = &shape->as.ray;
    switch (shape->kind) {
    case CAROM_SHAPE_POLYGON: *out = polygon_corner(&shape->as.polygon, 0); return true;
    case CAROM_SHAPE_RAY:
        *out = store3(mad3(load3(ray->origin), load3(ray->direction), (double)ray->t_min));
        return finite3(load3(*out));
    case CAROM_SHAPE_LINE:
    case CAROM_SHAPE_PLANE:
    case CAROM_SHAPE_HALFSPACE: return false;
    default:
        *out = carom_solid_support(shape, carom_pose_identity(), (carom_vec3){0, 0, 1});
        return true;
    }
}

static bool is_within_closed_mesh(const surface_query *pair) {
    carom_placed_mesh solid = {.mesh = pair->on.mesh, .pose = carom_pose_identity()};
    carom_aabb box;
    carom_vec3 p;
    if (!pair->on.mesh || !point_of_shape(&pair->shape->shape, &p)) return false;
    carom_surface_bounds(&pair->on, &box);
    bool outside = p.x < box.min.x || p.x > box.max.x || p.y < box.min.y || p.y > box.max.y ||
                   p.z < box.min.z || p.z > box.max.z;
    if (outside) return false;
    solid.solidity = carom_mesh_solidity_of(pair->on.mesh);
    if (solid.solidity != CAROM_SOLIDITY_CLOSED) return false;
    return carom_classify_point_mesh(p, &solid).place == CAROM_PLACE_INSIDE;
}

static carom_relation relation_in_frame(const surface_query *pair) {
    if (!carom_surface_query_overlap(pair))
        return is_within_closed_mesh(pair) ? CAROM_INSIDE : CAROM_DISJOINT;
    if (pair->shape->shape.kind == CAROM_SHAPE_POINT) return CAROM_INSIDE;
    return contains_surface(pair) ? CAROM_CONTAINS : CAROM_INTERSECTS;
}

carom_relation carom_surface_classify(const carom_posed_shape *a, const carom_posed_shape *b) {
    surface_query pair;
    const bool started = surface_query_starts(&pair, a, b);
    const carom_relation relation = started ? relation_in_frame(&pair) : CAROM_DISJOINT;
    surface_query_end(&pair);
    return relation;
}
