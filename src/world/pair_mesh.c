/* Every walk asks of a node whether, or from when on, the other's box can meet it: the nearer child
 * goes first, and what cannot beat the best so far is left out. Boxes are grown by what rounding
 * may have taken from them; the tree only saves work. */
#include "world/pair_mesh.h"

#include "carom/fit.h"
#include "mesh/mesh_visit.h"
#include "world/world_data.h"

static const carom_pose at_rest = {{0, 0, 0}, {0, 0, 0, 1}};

static carom_shape leaf_triangle(const carom_mesh *mesh, uint32_t place) {
    return (carom_shape){.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = mesh_ranked(mesh, place)};
}

static carom_aabb bounds_of(const world_placed *other) {
    return carom_shape_bounds(other->shape, other->pose);
}

static bool node_meets(const void *context, const mesh_node *node) {
    const carom_aabb *box = context, own = {node->min, node->max};
    return boxes_meet(box, &own);
}

/* ---- overlap */

typedef struct overlap_walk {
    carom_aabb box; /* first: what node_meets sees */
    const carom_mesh *mesh;
    const world_placed *other;
    bool found;
} overlap_walk;

static bool overlap_leaf(void *context, const mesh_node *node) {
    overlap_walk *walk = context;
    for (uint32_t i = node->first; i < node->first + node->count && !walk->found; i++) {
        carom_shape triangle = leaf_triangle(walk->mesh, i);
        walk->found = carom_overlap(&triangle, at_rest, walk->other->shape, walk->other->pose);
    }
    return !walk->found;
}

bool carom_world_mesh_overlap(const carom_mesh *mesh, const world_placed *other) {
    overlap_walk walk = {bounds_of(other), mesh, other, false};
    mesh_visit(mesh, node_meets, overlap_leaf, &walk);
    return walk.found;
}

/* ---- sweep */

typedef struct sweep_walk {
    vec3 center, half, motion;
    double limit; /* nothing that is met later matters */
    const carom_mesh *mesh;
    const world_turning *other;
    double tolerance;
    carom_sweep_hit best;
} sweep_walk;

/* [t[0], t[1]]: while the moving box and the node's share points along one axis. */
static void cut_while(double gap[2], double motion, double t[2]) {
    if (motion == 0.0) {
        if (gap[0] > 0.0 || gap[1] < 0.0) t[1] = -1.0;
        return;
    }
    double x = gap[0] / motion, y = gap[1] / motion;
    t[0] = max2(t[0], min2(x, y));
    t[1] = min2(t[1], max2(x, y));
}

static double node_time(const void *context, const mesh_node *node) {
    const sweep_walk *walk = context;
    vec3 c = walk->center, d = walk->motion, low = load3(node->min), high = load3(node->max);
    double size = max2(max_abs3(low), max_abs3(high)) + max_abs3(c) + max_abs3(d);
    double grow = 1e-13 * size, t[2] = {0.0, 1.0};
    vec3 h = add3(walk->half, vec(grow, grow, grow));
    cut_while((double[2]){low.x - c.x - h.x, high.x - c.x + h.x}, d.x, t);
    cut_while((double[2]){low.y - c.y - h.y, high.y - c.y + h.y}, d.y, t);
    cut_while((double[2]){low.z - c.z - h.z, high.z - c.z + h.z}, d.z, t);
    double early = t[0] - 1e-13;
    return t[0] <= t[1] + 1e-13 ? max2(early, 0.0) : DBL_MAX;
}

static carom_sweep_hit sweep_triangle(const sweep_walk *walk, const carom_shape *triangle) {
    const world_placed *other = &walk->other->at;
    if (walk->tolerance > 0.0) {
        world_turning still = {{triangle, at_rest, {0, 0, 0}}, {0, 0, 0}};
        return carom_world_turn(walk->other, &still, walk->tolerance);
    }
    carom_moving_shape moving = {other->shape, other->pose, other->motion};
    carom_moving_shape target = {triangle, at_rest, {0, 0, 0}};
    return carom_sweep(&moving, &target);
}

static void swept_leaf(void *context, const mesh_node *node) {
    sweep_walk *walk = context;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        carom_shape triangle = leaf_triangle(walk->mesh, i);
        carom_aabb own = carom_fit_aabb_points(triangle.as.triangle.v, 3);
        mesh_node box = {.min = own.min, .max = own.max};
        if (!(node_time(walk, &box) <= walk->limit)) continue;
        carom_sweep_hit hit = sweep_triangle(walk, &triangle);
        if (!hit.hit || (walk->best.hit && !(hit.fraction < walk->best.fraction))) continue;
        walk->best = hit;
        walk->limit = (double)hit.fraction;
    }
}

/* However it turns about its position, it is in this. */
static vec3 turning_half(const world_placed *other) {
    carom_pose pose = {{0, 0, 0}, other->pose.rotation};
    carom_aabb box = carom_shape_bounds(other->shape, pose);
    vec3 low = load3(box.min), high = load3(box.max);
    double r = carom_length(vec(max2(fabs(low.x), fabs(high.x)), max2(fabs(low.y), fabs(high.y)),
                                max2(fabs(low.z), fabs(high.z))));
    r *= 1.0 + 1e-12;
    return vec(r, r, r);
}

carom_sweep_hit carom_world_mesh_sweep(const carom_mesh *mesh, const world_turning *other,
                                       double tolerance) {
    sweep_walk walk = {.motion = load3(other->at.motion),
                       .limit = 1.0,
                       .mesh = mesh,
                       .other = other,
                       .tolerance = tolerance};
    if (tolerance > 0.0) {
        walk.center = load3(other->at.pose.position);
        walk.half = add3(turning_half(&other->at), vec(tolerance, tolerance, tolerance));
    } else {
        carom_aabb box = bounds_of(&other->at);
        vec3 low = scale3(load3(box.min), 0.5), high = scale3(load3(box.max), 0.5);
        walk.center = add3(low, high);
        walk.half = sub3(high, low);
    }
    if (!finite3(walk.center) || !finite3(walk.half)) {
        walk.center = vec(0, 0, 0);
        walk.half = vec(DBL_MAX / 8, DBL_MAX / 8, DBL_MAX / 8);
    }
    mesh_visit_nearest(mesh, node_time, swept_leaf, &walk, &walk.limit);
    return walk.best;
}

/* ---- distance */

typedef struct closest_walk {
    carom_aabb box;
    double limit;
    const carom_mesh *mesh;
    const world_placed *other;
    carom_closest_any best;
} closest_walk;

static double node_gap(const void *context, const mesh_node *node) {
    const closest_walk *walk = context;
    carom_aabb own = {node->min, node->max};
    return (double)world_box_gap(&own, &walk->box);
}

static void closest_leaf(void *context, const mesh_node *node) {
    closest_walk *walk = context;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        carom_shape triangle = leaf_triangle(walk->mesh, i);
        carom_aabb own = carom_fit_aabb_points(triangle.as.triangle.v, 3);
        if ((double)walk->best.distance < (double)world_box_gap(&own, &walk->box)) continue;
        carom_closest_any c =
            carom_closest(&triangle, at_rest, walk->other->shape, walk->other->pose);
        if (!(c.distance < walk->best.distance)) continue;
        walk->best = c;
        walk->limit = (double)c.distance;
    }
}

carom_closest_any carom_world_mesh_closest(const carom_mesh *mesh, const world_placed *other) {
    closest_walk walk = {.box = bounds_of(other),
                         .limit = DBL_MAX,
                         .mesh = mesh,
                         .other = other,
                         .best = {.distance = (carom_real)INFINITY}};
    mesh_visit_nearest(mesh, node_gap, closest_leaf, &walk, &walk.limit);
    return walk.best;
}

/* ---- contact */

int32_t carom_world_convex_contact(const world_placed *a, const world_placed *b,
                                   carom_contact_manifold *manifold) {
    int32_t count = carom_contact(a->shape, a->pose, b->shape, b->pose, manifold);
    if (count > 0) return count;
    carom_penetration p = carom_penetrate(a->shape, a->pose, b->shape, b->pose);
    if (!p.overlap) return 0;
    manifold->normal = p.normal;
    manifold->points[0] =
        (carom_contact_point){.point_a = p.point_a, .point_b = p.point_b, .depth = p.depth};
    return manifold->count = 1;
}

typedef struct contact_walk {
    carom_aabb box; /* first: what node_meets sees */
    const carom_mesh *mesh;
    const world_placed *other;
    bool flip;
    carom_contact_manifold best, blank;
} contact_walk;

static bool contact_leaf(void *context, const mesh_node *node) {
    contact_walk *walk = context;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        carom_shape triangle = leaf_triangle(walk->mesh, i);
        world_placed part = {&triangle, at_rest, {0, 0, 0}};
        carom_contact_manifold found = walk->blank;
        int32_t count = walk->flip ? carom_world_convex_contact(walk->other, &part, &found)
                                   : carom_world_convex_contact(&part, walk->other, &found);
        if (count > 0 &&
            (walk->best.count == 0 || found.points[0].depth > walk->best.points[0].depth))
            walk->best = found;
    }
    return true;
}

void carom_world_mesh_contact(const carom_mesh *mesh, const world_placed *other, bool flip,
                              carom_contact_manifold *manifold) {
    contact_walk walk = {bounds_of(other), mesh, other, flip, *manifold, *manifold};
    walk.best.count = 0;
    walk.best.normal = (carom_vec3){0, 0, 0};
    mesh_visit(mesh, node_meets, contact_leaf, &walk);
    *manifold = walk.best;
}
