/* Overlap and distance of a shape and a surface: a best-first traversal of the surface's
 * bounding boxes [Ericson05] 6.3 with lower bounds on the shape's distance; the pair's own
 * function decides each triangle that remains. The answers equal brute force over all triangles,
 * with ties to the lower triangle index; contact is searched for first, by tests of overlap. The
 * shape is transformed into the surface's frame and the results back, so vertices keep their bits
 * and a surface is not copied to be posed. Points, spheres, rays and lines use the surface's own
 * searches, which give the same answers sooner. */
#include "surface/surface_query.h"

#include "carom/mesh_near.h"
#include "math/pose.h"
#include "pair/pair_closest.h"
#include "pair/pose/convex_view.h"
#include "surface/tolerances.h"
#include "pair/pair_overlap.h"
#include "mesh/nearest/nearest_search.h"
#include "shape/order.h"

/* ---- the pair in the surface's frame */

int carom_surface_order(const carom_posed_shape *a, const carom_posed_shape *b) {
    const surface on[2] = {carom_surface_of(&a->shape), carom_surface_of(&b->shape)};
    const int order = carom_order_poses(&a->pose, &b->pose);
    return order != 0 ? order : carom_order_surfaces(&on[0], &on[1]);
}

surface carom_surface_of(const carom_shape *shape) {
    bool is_mesh = shape->kind == CAROM_SHAPE_MESH;
    return (surface){is_mesh ? shape->as.mesh : NULL, is_mesh ? NULL : shape->as.heightfield};
}

bool carom_surface_query_start(surface_query *out, workspace_level level,
                               const carom_posed_shape *a, const carom_posed_shape *b) {
    carom_aabb box;
    out->scratch = NULL;
    out->on = carom_surface_of(&b->shape);
    out->pose = b->pose;
    out->still = carom_pose_is_translation(b->pose) && max_abs3(load3(b->pose.position)) == 0.0;
    if (!carom_surface_bounds(&out->on, &box)) return false;
    out->shape = a;
    if (!out->still || !(a->state & POSED_FRAMED)) {
        carom_pose back = out->still ? carom_pose_identity() : carom_pose_inverse(b->pose);
        if (!carom_shape_pose_again(&out->own, a, back)) return false;
        if (is_pending(&out->own)) out->scratch = carom_workspace_take(level);
        out->shape = moved_shape(out->scratch, &out->own);
    }
    out->reach = carom_shape_bound_of(&out->shape->shape);
    return true;
}

/* Poses a point and clamps what would leave the range of carom_real; the scaling by 2^-4 is
 * exact. */
static CAROM_NOINLINE carom_vec3 far_point_out(const carom_pose *pose, carom_vec3 point) {
    const double down = 0x1p-4, most = (double)CAROM_REAL_MAX * down;
    const carom_pose nearer = {store3(scale3(load3(pose->position), down)), pose->rotation};
    const vec3 out = load3(carom_posed_point(nearer, store3(scale3(load3(point), down))));
    return store3(scale3(vec(max2(-most, min2(out.x, most)), max2(-most, min2(out.y, most)),
                             max2(-most, min2(out.z, most))),
                         1.0 / down));
}

carom_vec3 carom_surface_point_out(const surface_query *pair, carom_vec3 point) {
    if (pair->still) return point;
    const carom_vec3 out = carom_posed_point(pair->pose, point);
    return CAROM_LIKELY(finite3(load3(out))) ? out : far_point_out(&pair->pose, point);
}

carom_vec3 carom_surface_normal_out(const surface_query *pair, carom_vec3 normal) {
    if (carom_pose_is_translation(pair->pose)) return normal;
    vec3 turned = load3(carom_posed_vector(pair->pose, normal));
    return store3(carom_normalize_or(turned, vec(0, 0, 1)));
}

/* ---- overlap */

typedef struct overlap_walk {
    const surface_query *pair;
    double limit;
    bool found;
    uint32_t triangle; /* the lowest that overlaps, where that is searched for */
} overlap_walk;

static double overlap_key(const void *context, vec3 low, vec3 high) {
    const overlap_walk *walk = context;
    return carom_shape_bound_gap(&walk->pair->reach, low, high) == 0.0 ? 0.0 : DBL_MAX;
}

static void overlap_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    overlap_walk *walk = context;
    (void)triangle;
    if (carom_shape_bound_triangle_gap(&walk->pair->reach, at) > 0.0) return;
    carom_posed_shape part = posed_triangle(at);
    walk->found = carom_pair_overlap(walk->pair->shape, &part);
    if (walk->found) walk->limit = -1.0;
}

/* Lines and rays use the surface's ray search; a line is an unbounded ray. */
static bool path_overlaps(const surface_query *pair) {
    const carom_shape *s = &pair->shape->shape;
    const carom_real infinite = (carom_real)INFINITY;
    carom_ray ray = {s->as.line.origin, s->as.line.direction, -infinite, infinite};
    if (s->kind == CAROM_SHAPE_RAY) ray = s->as.ray;
    return pair->on.mesh ? carom_overlap_ray_mesh(&ray, pair->on.mesh)
                         : carom_overlap_ray_heightfield(&ray, pair->on.field);
}

bool carom_surface_query_overlap(const surface_query *pair) {
    overlap_walk walk = {pair, 0.0, false, UINT32_MAX};
    const surface_visitor by = {overlap_key, overlap_leaf, &walk, &walk.limit, WORKSPACE_TRIANGLES};
    if (pair->reach.kind == BOUND_LINE) return path_overlaps(pair);
    carom_surface_visit(&pair->on, &by);
    return walk.found;
}

bool carom_surface_overlap_in(surface_query *storage, const carom_posed_shape *a,
                              const carom_posed_shape *b) {
    const bool touch = surface_query_starts(storage, a, b) && carom_surface_query_overlap(storage);
    surface_query_end(storage);
    return touch;
}

bool carom_surface_overlap(const carom_posed_shape *a, const carom_posed_shape *b) {
    surface_query storage;
    return carom_surface_overlap_in(&storage, a, b);
}

/* ---- closest points */

/* Directions that are kept; empirical. */
#define NEAREST_AXES 8

/* A direction along which the shape is no higher than `height`. */
typedef struct height_along {
    vec3 axis; /* unit */
    double height;
} height_along;

typedef struct closest_walk {
    const surface_query *pair;
    double limit;
    uint32_t triangle;
    carom_real lower; /* lower bound on the distance of every triangle */
    carom_closest_any best;
    const convex_view *view; /* null: the shape has none */
    int axis_count, next_axis;
    height_along axes[NEAREST_AXES];
    double size; /* largest coordinate of both */
} closest_walk;

/* Keeps the direction from the shape to a triangle: those beyond the limit along it need no closer
 * look, and neighbours mostly are (bench programs, rows "closest, hull"). */
static void keep_axis(closest_walk *walk, const carom_closest_any *near) {
    const vec3 between = sub3(load3(near->point_b), load3(near->point_a));
    if (!walk->view || !(near->distance > 0)) return;
    height_along *along = &walk->axes[walk->next_axis];
    along->axis = carom_normalize_or(between, vec(0, 0, 0));
    along->height = dot3(along->axis, carom_view_support(&walk->view->shape, along->axis)) +
                    NEAREST_AXIS_ROUNDING * walk->size;
    walk->next_axis = (walk->next_axis + 1) % NEAREST_AXES;
    if (walk->axis_count < NEAREST_AXES) walk->axis_count++;
}

/* Least value of a box along an axis. */
static double lowest_of_box(vec3 n, vec3 low, vec3 high) {
    return n.x * (n.x < 0.0 ? high.x : low.x) + n.y * (n.y < 0.0 ? high.y : low.y) +
           n.z * (n.z < 0.0 ? high.z : low.z);
}

static double closest_key(const void *context, vec3 low, vec3 high) {
    const closest_walk *walk = context;
    double gap = 0.0;
    for (int i = 0; i < walk->axis_count; i++) {
        const height_along *along = &walk->axes[i];
        gap = max2(gap, lowest_of_box(along->axis, low, high) - along->height);
        if (gap > walk->limit) return gap;
    }
    return max2(gap, carom_shape_bound_gap(&walk->pair->reach, low, high));
}

static bool is_beyond_on_axes(const closest_walk *walk, const carom_triangle *at) {
    const vec3 v[3] = {load3(at->v[0]), load3(at->v[1]), load3(at->v[2])};
    for (int i = 0; i < walk->axis_count; i++) {
        const vec3 n = walk->axes[i].axis;
        const double lowest = min2(dot3(n, v[0]), min2(dot3(n, v[1]), dot3(n, v[2])));
        if (lowest - walk->axes[i].height > walk->limit) return true;
    }
    return false;
}

static void closest_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    closest_walk *walk = context;
    if (is_beyond_on_axes(walk, at)) return;
    if (carom_shape_bound_triangle_gap(&walk->pair->reach, at) > walk->limit) return;
    carom_posed_shape part = posed_triangle(at);
    carom_closest_any c = carom_pair_closest(walk->pair->shape, &part);
    carom_real best = walk->best.distance;
    keep_axis(walk, &c);
    if (c.lower_bound < walk->lower) walk->lower = c.lower_bound;
    if (!comes_before(c.distance, triangle, best, walk->triangle)) return;
    walk->best = c;
    walk->triangle = triangle;
    walk->limit = min2(min2(widen_up((double)c.distance), walk->limit), DBL_MAX);
}

carom_mesh_closest carom_surface_nearest(const surface *on, carom_vec3 point) {
    return on->mesh ? carom_closest_point_mesh(point, on->mesh)
                    : carom_closest_point_heightfield(point, on->field);
}

/* ---- closest points of shapes in contact */

static void lowest_overlap_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    overlap_walk *walk = context;
    if (carom_shape_bound_triangle_gap(&walk->pair->reach, at) > 0.0) return;
    const carom_posed_shape part = posed_triangle(at);
    if (carom_pair_overlap(walk->pair->shape, &part)) walk->triangle = triangle;
}

/* Where triangles touch the shape the lowest of them holds the closest points: no triangle but
 * those is of interest, and of these none above the lowest so far.
 * @return false where none touches, and for a path, whose overlap finds no triangle */
static bool closest_in_contact(const surface_query *pair, carom_closest_any *out) {
    overlap_walk walk = {pair, 0.0, false, UINT32_MAX};
    const surface_visitor by = {overlap_key, lowest_overlap_leaf, &walk, &walk.limit,
                                WORKSPACE_TRIANGLES};
    carom_triangle at;
    if (pair->reach.kind == BOUND_LINE) return false;
    carom_surface_visit_below(&pair->on, &by, &walk.triangle);
    if (walk.triangle == UINT32_MAX) return false;
    carom_surface_triangle(&pair->on, walk.triangle, &at);
    const carom_posed_shape part = posed_triangle(&at);
    *out = carom_pair_closest(pair->shape, &part);
    out->sub_b = subshape_of_triangle(walk.triangle);
    return out->distance == 0;
}

/* ---- closest points of shapes apart */

/* Initial upper bound: the triangle nearest to the middle of the shape's box. */
static void start_from_middle(closest_walk *walk) {
    const surface_query *pair = walk->pair;
    carom_triangle at;
    if (pair->reach.kind != BOUND_BOX) return;
    vec3 middle = scale3(add3(pair->reach.low, pair->reach.high), 0.5);
    carom_mesh_closest near = carom_surface_nearest(&pair->on, store3(middle));
    if (!(near.at.distance <= CAROM_REAL_MAX)) return;
    carom_surface_triangle(&pair->on, near.triangle, &at);
    closest_leaf(walk, near.triangle, &at);
}

static carom_closest_any closest_to_shape(const surface_query *pair, carom_real limit) {
    const carom_real far = (carom_real)INFINITY;
    carom_closest_any touching;
    if (closest_in_contact(pair, &touching)) return touching;
    const double within = min2(widen_up((double)limit), DBL_MAX);
    convex_view view;
    carom_aabb box;
    vec3 *buffer = buffer_of_view(WORKSPACE_VIEWS_ON_SURFACE, &view, &pair->shape->shape);
    (void)carom_surface_bounds(&pair->on, &box);
    closest_walk walk = {.pair = pair,
                         .limit = within,
                         .triangle = UINT32_MAX,
                         .lower = far,
                         .best = {.distance = far},
                         .size = max2(max_abs3(load3(box.min)), max_abs3(load3(box.max))) +
                                 max2(max_abs3(pair->reach.low), max_abs3(pair->reach.high)),
                         .view = carom_view_posed(&view, pair->shape) ? &view : NULL};
    const surface_visitor by = {closest_key, closest_leaf, &walk, &walk.limit, WORKSPACE_TRIANGLES};
    start_from_middle(&walk);
    carom_surface_visit(&pair->on, &by);
    give_buffer(buffer);
    walk.best.lower_bound = walk.lower < walk.best.distance ? walk.lower : walk.best.distance;
    if (walk.triangle != UINT32_MAX) walk.best.sub_b = subshape_of_triangle(walk.triangle);
    return walk.best;
}

/* The place of the nearest point in its triangle. */
static void find_barycentric(const surface_query *pair, carom_closest_any *c) {
    carom_triangle at;
    if (!carom_surface_triangle(&pair->on, c->sub_b.triangle, &at)) return;
    const carom_closest_on_triangle near = carom_closest_point_triangle(c->point_b, &at);
    c->barycentric = near.barycentric;
    c->feature = near.feature;
}

/* The triangle nearest to a sphere is the one nearest to its center. */
static CAROM_APART carom_closest_any closest_to_ball(const surface_query *pair) {
    carom_triangle at;
    const carom_shape *s = &pair->shape->shape;
    carom_mesh_closest near = carom_surface_nearest(&pair->on, s->as.sphere.center);
    carom_surface_triangle(&pair->on, near.triangle, &at);
    carom_posed_shape part = posed_triangle(&at);
    carom_closest_any c = carom_pair_closest(pair->shape, &part);
    c.sub_b = subshape_of_triangle(near.triangle);
    if (!equal_vec3(c.point_b, near.at.point_b)) {
        find_barycentric(pair, &c);
        return c;
    }
    c.barycentric = near.at.barycentric;
    c.feature = near.at.feature;
    return c;
}

static CAROM_APART carom_closest_any closest_to_point(const surface_query *pair) {
    const carom_mesh_closest near = carom_surface_nearest(&pair->on, pair->shape->shape.as.point);
    const carom_closest_on_triangle c = near.at;
    return (carom_closest_any){.sub_b = subshape_of_triangle(near.triangle),
                               .distance = c.distance,
                               .lower_bound = c.distance,
                               .point_a = c.point_a,
                               .point_b = c.point_b,
                               .barycentric = c.barycentric,
                               .feature = c.feature};
}

static bool is_beyond(const surface_query *pair, carom_real limit) {
    carom_aabb box;
    return carom_surface_bounds(&pair->on, &box) &&
           carom_shape_bound_gap(&pair->reach, load3(box.min), load3(box.max)) >
               widen_up((double)limit);
}

static carom_closest_any closest_in_frame(const surface_query *pair, carom_real limit) {
    const carom_shape_kind kind = pair->shape->shape.kind;
    carom_closest_any c = kind == CAROM_SHAPE_POINT    ? closest_to_point(pair)
                          : kind == CAROM_SHAPE_SPHERE ? closest_to_ball(pair)
                                                       : closest_to_shape(pair, limit);
    if (!(c.distance <= CAROM_REAL_MAX)) return c;
    if (kind != CAROM_SHAPE_POINT && kind != CAROM_SHAPE_SPHERE) find_barycentric(pair, &c);
    c.point_a = carom_surface_point_out(pair, c.point_a);
    c.point_b = carom_surface_point_out(pair, c.point_b);
    return c;
}

carom_closest_any carom_surface_closest_in(surface_query *storage, const carom_posed_shape *a,
                                           const carom_posed_shape *b, carom_real limit) {
    const bool started = surface_query_starts(storage, a, b);
    const carom_closest_any c = started && !is_beyond(storage, limit)
                                    ? closest_in_frame(storage, limit)
                                    : closest_nowhere();
    surface_query_end(storage);
    return c;
}

/* Points and spheres, of which a block would take two hundredths of the time. */
static CAROM_APART carom_closest_any closest_on_stack(const carom_posed_shape *a,
                                                      const carom_posed_shape *b,
                                                      carom_real limit) {
    surface_query storage;
    return carom_surface_closest_in(&storage, a, b, limit);
}

carom_closest_any carom_surface_closest_within(const carom_posed_shape *a,
                                               const carom_posed_shape *b, carom_real limit) {
    if (a->shape.kind == CAROM_SHAPE_POINT || a->shape.kind == CAROM_SHAPE_SPHERE)
        return closest_on_stack(a, b, limit);
    surface_query *storage = carom_workspace_take(WORKSPACE_SURFACE_PAIR);
    const carom_closest_any c = carom_surface_closest_in(storage, a, b, limit);
    carom_workspace_give(storage);
    return c;
}
