/* Raycasts and linear sweeps against a surface: best-first traversal by the slab test
 * [KayKajiya86], each triangle by the pair's own function, ties to the lower triangle. Contact
 * normals are corrected at internal edges: a shape that slides over a planar floor of triangles
 * hits the floor, and so does one that rests on it at the start. */
#include "surface/surface_motion.h"

#include "math/pose.h"
#include "surface/surface_depth.h"
#include "pair/pair_raycast.h"
#include "pair/pair_sweep.h"
#include "mesh/ray/path_box.h"
#include "surface/tolerances.h"

/* ---- rays */

typedef struct segment_walk {
    box_path path;
    const carom_posed_shape *segment;
    uint32_t triangle;
    carom_ray_hit best;
} segment_walk;

static double segment_key(const void *context, vec3 low, vec3 high) {
    return box_path_enters(&((const segment_walk *)context)->path, low, high);
}

static void segment_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    segment_walk *walk = context;
    carom_posed_shape part = posed_triangle(at);
    carom_ray_hit hit = raycast_pair_posed(walk->segment, &part);
    const carom_ray_hit *best = &walk->best;
    if (!hit.hit || (best->hit && !comes_before(hit.t, triangle, best->t, walk->triangle))) return;
    walk->best = hit;
    walk->triangle = triangle;
    walk->path.limit = widen_up((double)hit.t);
}

/* Uses the segment's ends as given, since a direction would be rounded. */
static carom_ray_hit segment_on_surface(const surface_query *pair) {
    const carom_segment *s = &pair->shape->shape.as.segment;
    vec3 from = load3(s->a), to = load3(s->b);
    segment_walk walk = {.segment = pair->shape};
    walk.path = box_path_of(from, sub3(to, from), 0.0, 1.0);
    walk.path.radius = SEGMENT_END_ROUNDING * (max_abs3(from) + max_abs3(to));
    const surface_visitor by = {segment_key, segment_leaf, &walk, &walk.path.limit,
                                WORKSPACE_TRIANGLES};
    carom_surface_visit(&pair->on, &by);
    carom_triangle at;
    if (walk.best.hit && carom_surface_triangle(&pair->on, walk.triangle, &at)) {
        walk.best.barycentric = carom_closest_point_triangle(walk.best.point, &at).barycentric;
        walk.best.sub_b = subshape_of_triangle(walk.triangle);
    }
    return walk.best;
}

static carom_ray_hit ray_on_surface(const surface_query *pair, const carom_ray *ray) {
    const carom_mesh_ray_hit found =
        pair->on.mesh ? carom_raycast_ray_mesh(ray, pair->on.mesh, CAROM_BOTH_SIDES)
                      : carom_raycast_ray_heightfield(ray, pair->on.field, CAROM_BOTH_SIDES);
    const carom_ray_hit_triangle hit = found.at;
    return (carom_ray_hit){.hit = hit.hit,
                           .t = hit.t,
                           .t_exit = hit.t,
                           .point = hit.point,
                           .normal = hit.normal,
                           .barycentric = hit.barycentric,
                           .sub_b = subshape_of_triangle(found.triangle)};
}

/* A path is never pending: no block is taken. */
carom_ray_hit carom_surface_raycast(const carom_posed_shape *a, const carom_posed_shape *b) {
    static const carom_ray_hit miss;
    surface_query pair;
    if (!surface_query_starts(&pair, a, b)) return miss;
    const carom_shape *s = &pair.shape->shape;
    const carom_real infinite = (carom_real)INFINITY;
    carom_ray_hit hit;
    if (s->kind == CAROM_SHAPE_SEGMENT)
        hit = segment_on_surface(&pair);
    else if (s->kind == CAROM_SHAPE_RAY)
        hit = ray_on_surface(&pair, &s->as.ray);
    else {
        carom_ray ray = {s->as.line.origin, s->as.line.direction, -infinite, infinite};
        hit = ray_on_surface(&pair, &ray);
    }
    if (!hit.hit) return miss;
    hit.point = carom_surface_point_out(&pair, hit.point);
    hit.normal = carom_surface_normal_out(&pair, hit.normal);
    return hit;
}

/* ---- sweeps */

typedef struct sweep_walk_any {
    const surface_query *pair;
    carom_posed_shape moving; /* the pair's shape with its motion */
    vec3 motion;
    const carom_sweep_options *options;
    carom_sweep_options each; /* options for one triangle, without its neighbours */
    surface_hit_filter *filter;
    double limit, reach; /* reach: target distance, widened */
    uint32_t triangle;
    carom_sweep_hit best;
} sweep_walk_any;

static double sweep_any_key(const void *context, vec3 low, vec3 high) {
    const sweep_walk_any *walk = context;
    double r = walk->reach;
    const vec3 box[2] = {sub3(low, vec(r, r, r)), add3(high, vec(r, r, r))};
    return carom_shape_bound_time(&walk->pair->reach, walk->motion, walk->limit, box);
}

/* Decides a hit by its corrected normal: the next triangle of a floor is hit later, but the
 * shape slides along it as along the one below. */
static bool is_hit_requested(const sweep_walk_any *walk, uint32_t triangle, carom_sweep_hit *hit) {
    hit->normal = corrected_hit_normal(&walk->pair->on, triangle, hit);
    return sweep_contact_counts(load3(hit->normal), walk->motion, walk->options);
}

static void sweep_any_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    sweep_walk_any *walk = context;
    carom_posed_shape part = posed_triangle(at);
    carom_sweep_hit hit = carom_pair_sweep(&walk->moving, &part, &walk->each);
    const carom_sweep_hit *best = &walk->best;
    if (!hit.hit ||
        (best->hit && !comes_before(hit.fraction, triangle, best->fraction, walk->triangle)))
        return;
    if (walk->filter && !walk->filter(walk->pair, triangle, walk->motion, &hit)) return;
    if (sweep_asks_normals(walk->options) && !is_hit_requested(walk, triangle, &hit)) return;
    walk->best = hit;
    walk->triangle = triangle;
    walk->limit = min2(widen_up((double)hit.fraction), 1.0);
}

carom_mesh_sweep_hit carom_surface_first_hit(const surface_query *pair, carom_vec3 motion,
                                             const carom_sweep_options *options,
                                             surface_hit_filter *filter) {
    sweep_walk_any walk = {.pair = pair,
                           .moving = *pair->shape,
                           .motion = load3(motion),
                           .options = options,
                           .each = {options->skip_exit, false, false, options->target_distance},
                           .filter = filter,
                           .limit = 1.0,
                           .reach = (double)options->target_distance * (1.0 + TARGET_ROUNDING)};
    walk.moving.motion = motion;
    const surface_visitor by = {sweep_any_key, sweep_any_leaf, &walk, &walk.limit,
                                WORKSPACE_TRIANGLES};
    carom_surface_visit(&pair->on, &by);
    return (carom_mesh_sweep_hit){walk.triangle, walk.best};
}

static CAROM_APART carom_mesh_sweep_hit ball_on_surface(const surface_query *pair,
                                                        carom_vec3 motion) {
    const carom_shape *s = &pair->shape->shape;
    carom_sphere ball = {s->as.point, 0};
    if (s->kind == CAROM_SHAPE_SPHERE) ball = s->as.sphere;
    return pair->on.mesh ? carom_sweep_sphere_mesh(&ball, motion, pair->on.mesh)
                         : carom_sweep_sphere_heightfield(&ball, motion, pair->on.field);
}

static carom_mesh_sweep_hit sweep_on_surface(const surface_query *pair, carom_vec3 motion,
                                             const carom_sweep_options *options) {
    carom_shape_kind kind = pair->shape->shape.kind;
    if (sweep_is_unrestricted(options) && (kind == CAROM_SHAPE_POINT || kind == CAROM_SHAPE_SPHERE))
        return ball_on_surface(pair, motion);
    return carom_surface_first_hit(pair, motion, options, NULL);
}

/* Returns the contact normal from the shape to the surface, in the surface's frame. */
static CAROM_APART carom_vec3 contact_normal_of(const surface_query *pair,
                                                const carom_mesh_sweep_hit *hit,
                                                const carom_sweep_options *options) {
    if (sweep_asks_normals(options)) return hit->at.normal;
    if (hit->at.initial_overlap) {
        carom_penetration deepest = carom_surface_query_depth(pair);
        if (deepest.overlap) return deepest.normal;
    }
    return corrected_hit_normal(&pair->on, hit->triangle, &hit->at);
}

carom_sweep_hit carom_surface_sweep_in(surface_query *storage, const carom_posed_shape *a,
                                       carom_vec3 motion, const carom_posed_shape *b,
                                       const carom_sweep_options *options) {
    static const carom_sweep_hit miss;
    if (!surface_query_starts(storage, a, b)) return miss;
    if (!storage->still) motion = carom_posed_vector(carom_pose_inverse(storage->pose), motion);
    carom_mesh_sweep_hit hit = sweep_on_surface(storage, motion, options);
    if (hit.at.hit) {
        hit.at.normal =
            carom_surface_normal_out(storage, contact_normal_of(storage, &hit, options));
        hit.at.point = carom_surface_point_out(storage, hit.at.point);
        hit.at.sub_b = subshape_of_triangle(hit.triangle);
    }
    surface_query_end(storage);
    return hit.at.hit ? hit.at : miss;
}

carom_sweep_hit carom_surface_sweep(const carom_posed_shape *a, carom_vec3 motion,
                                    const carom_posed_shape *b,
                                    const carom_sweep_options *options) {
    surface_query *storage = carom_workspace_take(WORKSPACE_SURFACE_PAIR);
    const carom_sweep_hit hit = carom_surface_sweep_in(storage, a, motion, b, options);
    carom_workspace_give(storage);
    return hit;
}
