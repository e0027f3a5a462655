/* How a shape stands to a mesh or height field. What touches the surface is held by nothing but a
 * shape that holds every triangle; what does not touch is on one side of a closed mesh as a whole,
 * and any point of it tells which. Only closed meshes have an inside. */
#include "surface/mesh_classify.h"

#include "pair/contains/contains.h"
#include "pair/pose/solid_box.h"

/* ---- a shape that holds the surface */

static bool holds_box(const shape_reach *reach, const carom_aabb *box) {
    vec3 low = load3(box->min), high = load3(box->max);
    if (reach->kind != REACH_BOX) return true; /* who knows */
    return reach->low.x <= low.x && reach->low.y <= low.y && reach->low.z <= low.z &&
           reach->high.x >= high.x && reach->high.y >= high.y && reach->high.z >= high.z;
}

typedef struct held_walk {
    const surface_pair *pair;
    bool all_held;
    double limit;
} held_walk;

/* How high a box or triangle reaches over a half-space, and what rounding leaves open of that. */
typedef struct reached_height {
    double top, doubt;
} reached_height;

static reached_height height_of_point(const shape_reach *flat, vec3 p) {
    vec3 n = flat->direction;
    double size = fabs(n.x * p.x) + fabs(n.y * p.y) + fabs(n.z * p.z) + fabs(flat->offset);
    return (reached_height){dot3(n, p) - flat->offset, 1e-14 * size};
}

static reached_height height_of_box(const shape_reach *flat, vec3 low, vec3 high) {
    vec3 n = flat->direction;
    return height_of_point(flat, vec(n.x < 0.0 ? low.x : high.x, n.y < 0.0 ? low.y : high.y,
                                     n.z < 0.0 ? low.z : high.z));
}

/* What a box that is held holds need not be looked at; what is far from the shape comes first, and
 * of a half-space what is highest over it. */
static double held_key(const void *context, vec3 low, vec3 high) {
    const held_walk *walk = context;
    if (walk->pair->reach.solid) {
        reached_height box = height_of_box(&walk->pair->reach, low, high);
        if (box.top < -box.doubt) return DBL_MAX;
        if (box.top > box.doubt) return -box.top;
    }
    double gap = carom_reach_gap(&walk->pair->reach, low, high);
    if (gap > 0.0) return -gap;
    carom_shape box = {.kind = CAROM_SHAPE_AABB, .as.aabb = {store3(low), store3(high)}};
    return carom_contains(&walk->pair->shape->shape, &box) ? DBL_MAX : 0.0;
}

/* Is the triangle in the half-space? False also when in doubt; `over`: for sure it is not. */
static bool triangle_is_below(const shape_reach *flat, const carom_triangle *at, bool *over) {
    bool below = true;
    *over = false;
    for (int i = 0; i < 3; i++) {
        reached_height corner = height_of_point(flat, load3(at->v[i]));
        below &= corner.top < -corner.doubt;
        *over |= corner.top > corner.doubt;
    }
    return below;
}

static void held_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    held_walk *walk = context;
    bool over = false;
    (void)triangle;
    if (walk->pair->reach.solid && triangle_is_below(&walk->pair->reach, at, &over)) return;
    carom_posed_shape part = posed_triangle(at);
    walk->all_held = !over && carom_contains(&walk->pair->shape->shape, &part.shape);
    if (!walk->all_held) walk->limit = -(double)INFINITY;
}

static bool holds_surface(const surface_pair *pair) {
    held_walk walk = {pair, true, 0.0};
    const surface_visitor by = {held_key, held_leaf, &walk, &walk.limit};
    carom_aabb box;
    carom_surface_bounds(&pair->on, &box);
    if (!holds_box(&pair->reach, &box)) return false;
    carom_surface_visit(&pair->on, &by);
    return walk.all_held;
}

/* ---- a shape within the surface */

/* Some point of the shape; false for what has no end and must cross what is closed. */
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

static bool within_closed_mesh(const surface_pair *pair) {
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

carom_relation carom_surface_classify(const carom_posed_shape *a, const carom_posed_shape *b) {
    surface_pair pair;
    if (!carom_open_surface_pair(&pair, a, b)) return CAROM_DISJOINT;
    if (!carom_shape_meets(&pair)) return within_closed_mesh(&pair) ? CAROM_INSIDE : CAROM_DISJOINT;
    if (pair.shape->shape.kind == CAROM_SHAPE_POINT) return CAROM_INSIDE;
    return holds_surface(&pair) ? CAROM_CONTAINS : CAROM_INTERSECTS;
}
