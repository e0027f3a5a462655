/* Any shape against a mesh is that shape against the triangles which its box lets through, each by
 * the pair's own function; so answers equal brute force, ties to the lower triangle index. Boxes
 * are rounded outwards, and infinite ones let everything through.
 *
 * A sweep's normal is freed of inner edges: what slides over a flat floor of tiles meets a floor.
 */
#include "dispatch/mesh_pairs.h"

#include "carom/mesh_near.h"
#include "mesh/mesh_visit.h"
#include "mesh/near_walk.h"

typedef struct mesh_part_walk {
    const carom_shape *shape;
    const carom_mesh *mesh;
    vec3 low, high; /* the shape's box, over the motion */
    double limit;   /* of distance, squared */
    carom_moving_shape moving;
    vec3 swept[2]; /* the box at the start */
    uint32_t triangle;
    bool found;
    carom_closest_any closest;
    carom_sweep_hit hit;
} mesh_part_walk;

static mesh_part_walk walk_of(const carom_shape *shape, const carom_shape *mesh) {
    carom_aabb box = carom_shape_bounds(shape, carom_pose_identity());
    mesh_part_walk walk = {.shape = shape, .mesh = mesh->as.mesh, .limit = DBL_MAX};
    walk.low = walk.swept[0] = load3(box.min);
    walk.high = walk.swept[1] = load3(box.max);
    return walk;
}

static carom_shape mesh_part(const mesh_part_walk *walk, uint32_t place) {
    return (carom_shape){.kind = CAROM_SHAPE_TRIANGLE,
                         .as.triangle = mesh_ranked(walk->mesh, place)};
}

static vec3 gaps_to_node(const mesh_part_walk *walk, const mesh_node *node) {
    vec3 a = sub3(load3(node->min), walk->high), b = sub3(walk->low, load3(node->max));
    return vec(max2(max2(a.x, b.x), 0.0), max2(max2(a.y, b.y), 0.0), max2(max2(a.z, b.z), 0.0));
}

static bool part_enter(const void *context, const mesh_node *node) {
    return max_abs3(gaps_to_node(context, node)) == 0.0;
}

/* ---- overlap */

static bool overlap_part(void *context, const mesh_node *node) {
    mesh_part_walk *walk = context;
    carom_pose here = carom_pose_identity();
    for (uint32_t i = node->first; i < node->first + node->count && !walk->found; i++) {
        carom_shape part = mesh_part(walk, i);
        walk->found = carom_overlap(walk->shape, here, &part, here);
    }
    return !walk->found;
}

bool carom_overlap_with_mesh(const carom_shape *shape, const carom_shape *mesh) {
    mesh_part_walk walk = walk_of(shape, mesh);
    mesh_visit(walk.mesh, part_enter, overlap_part, &walk);
    return walk.found;
}

/* ---- closest */

static double part_key(const void *context, const mesh_node *node) {
    double d2 = len2(gaps_to_node(context, node));
    return d2 < DBL_MAX ? d2 * (1.0 - 1e-12) : DBL_MAX / 2.0;
}

static void closest_part(void *context, const mesh_node *node) {
    mesh_part_walk *walk = context;
    carom_pose here = carom_pose_identity();
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        carom_shape part = mesh_part(walk, i);
        carom_closest_any c = carom_closest(walk->shape, here, &part, here);
        uint32_t triangle = mesh_index(walk->mesh, i);
        carom_real best = walk->closest.distance;
        if (!(c.distance < best || (c.distance == best && triangle < walk->triangle))) continue;
        walk->closest = c;
        walk->triangle = triangle;
        walk->limit = near_limit(c.distance);
    }
}

carom_closest_any carom_closest_with_mesh(const carom_shape *shape, const carom_shape *mesh) {
    mesh_part_walk walk = walk_of(shape, mesh);
    walk.closest.distance = walk.closest.lower_bound = (carom_real)INFINITY;
    mesh_visit_nearest(walk.mesh, part_key, closest_part, &walk, &walk.limit);
    return walk.closest;
}

/* ---- sweep */

/* More than rounding, and what a hit may be early by, relative to coordinates and motion. */
#define SWEPT_MARGIN (8.0 * (double)CAROM_REAL_EPSILON + 1e-12)

/* The box over the motion up to the first hit so far. */
static void draw_sweep_in(mesh_part_walk *walk) {
    double until = walk->found ? (double)walk->hit.fraction : 1.0;
    vec3 m = scale3(load3(walk->moving.motion), until), low = walk->swept[0], high = walk->swept[1];
    double wide = SWEPT_MARGIN * (max_abs3(m) + max_abs3(low) + max_abs3(high));
    if (!finite1(wide)) return;
    walk->low = vec(low.x + min2(m.x, 0.0) - wide, low.y + min2(m.y, 0.0) - wide,
                    low.z + min2(m.z, 0.0) - wide);
    walk->high = vec(high.x + max2(m.x, 0.0) + wide, high.y + max2(m.y, 0.0) + wide,
                     high.z + max2(m.z, 0.0) + wide);
}

static bool sweep_part(void *context, const mesh_node *node) {
    mesh_part_walk *walk = context;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        carom_shape part = mesh_part(walk, i);
        carom_moving_shape target = {&part, carom_pose_identity(), {0, 0, 0}};
        carom_sweep_hit hit = carom_sweep(&walk->moving, &target);
        uint32_t triangle = mesh_index(walk->mesh, i);
        carom_real best = walk->hit.fraction;
        if (!hit.hit || (walk->found && !(hit.fraction < best ||
                                          (hit.fraction == best && triangle < walk->triangle))))
            continue;
        walk->found = true;
        walk->hit = hit;
        walk->triangle = triangle;
        draw_sweep_in(walk);
    }
    return true;
}

carom_sweep_hit carom_sweep_with_mesh(const carom_shape *shape, carom_vec3 motion,
                                      const carom_shape *mesh) {
    mesh_part_walk walk = walk_of(shape, mesh);
    bool bounded = finite3(walk.low) && finite3(walk.high);
    walk.moving = (carom_moving_shape){shape, carom_pose_identity(), motion};
    if (bounded)
        draw_sweep_in(&walk);
    else {
        walk.low = vec(-DBL_MAX, -DBL_MAX, -DBL_MAX);
        walk.high = neg3(walk.low);
        walk.swept[0] = vec(-(double)INFINITY, 0, 0); /* never drawn in */
    }
    mesh_visit(walk.mesh, part_enter, sweep_part, &walk);
    if (!walk.found || walk.hit.initial_overlap) return walk.hit;
    carom_vec3 up = store3(neg3(load3(walk.hit.normal)));
    up = carom_mesh_contact_normal(walk.mesh, walk.triangle, walk.hit.point, up);
    walk.hit.normal = store3(neg3(load3(up)));
    return walk.hit;
}
