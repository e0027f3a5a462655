/* How far along a direction until free of a surface. From where it stands the shape is moved to
 * where the last of the triangles that it is in now lets it go; in others it may be by then. Free
 * of triangles but in a closed mesh, which is solid, it goes on to where it meets the surface
 * again. Every step reaches beyond some triangle; when there are too many, boxes that are apart
 * answer.
 *
 * All in the frame of B, in which A moves. Triangles that are touched no deeper than rounding are
 * not in the way. */
#include "carom/mesh_pair.h"
#include "dispatch/convex_view.h"
#include "dispatch/mesh_depth.h"

#define ALONG_STEPS 1024
/* Depths and steps up to this part of the sizes are rounding. */
#define ALONG_ROUNDING (16.0 * (double)CAROM_REAL_EPSILON + 1e-12)

typedef struct along_walk {
    const surface *on; /* B */
    bool solid;        /* B is a closed mesh */
    vec3 direction;    /* unit: of A */
    double rounding;
    vec3 low, high; /* of what is being moved, where it is now */
    convex_view view;
    double limit, farthest; /* of the step */
} along_walk;

static bool is_solid(const surface *on) {
    return on->mesh && carom_mesh_solidity_of(on->mesh) == CAROM_SOLIDITY_CLOSED;
}

static double along_key(const void *context, vec3 low, vec3 high) {
    const along_walk *walk = context;
    bool apart = low.x > walk->high.x || high.x < walk->low.x || low.y > walk->high.y ||
                 high.y < walk->low.y || low.z > walk->high.z || high.z < walk->low.z;
    return apart ? DBL_MAX : 0.0;
}

static void along_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    along_walk *walk = context;
    const vec3 v[3] = {load3(at->v[0]), load3(at->v[1]), load3(at->v[2])};
    const convex_shape part = {.kind = CONVEX_POINTS, .count = 3, .points = v};
    (void)triangle;
    convex_penetration p = carom_convex_penetration(&part, &walk->view.shape);
    if (!p.overlap || !(p.depth > walk->rounding)) return;
    double reach = carom_convex_penetration_along(&part, &walk->view.shape, walk->direction);
    walk->farthest = max2(walk->farthest, reach);
}

/* How far the view, which is moved by `shift` first, goes until the triangles let it go in which it
 * is now. */
static double step_of_view(along_walk *walk, const convex_view *start, vec3 shift) {
    vec3 box[2];
    walk->view = *start;
    if (walk->view.shape.kind == CONVEX_POINTS) {
        walk->view.shape.points = walk->view.points;
        for (int i = 0; i < walk->view.shape.count; i++)
            walk->view.points[i] = add3(walk->view.points[i], shift);
    }
    walk->view.shape.center = add3(walk->view.shape.center, shift);
    carom_view_box(&walk->view.shape, box);
    walk->low = box[0];
    walk->high = box[1];
    walk->farthest = walk->limit = 0.0;
    const surface_visitor by = {along_key, along_leaf, walk, &walk->limit};
    carom_surface_visit(walk->on, &by);
    return walk->farthest;
}

static carom_mesh_place place_in_solid(const surface *on, vec3 point) {
    carom_placed_mesh mesh = {
        .mesh = on->mesh, .pose = carom_pose_identity(), .solidity = CAROM_SOLIDITY_CLOSED};
    return carom_classify_point_mesh(store3(point), &mesh).place;
}

/* Well within the shape, which may touch the surface with its sides. */
static vec3 middle_of_view(const convex_shape *shape) {
    vec3 sum = vec(0, 0, 0);
    for (int i = 0; i < 6; i++) {
        double way = i < 3 ? 1.0 : -1.0;
        vec3 axis = vec(i % 3 == 0 ? way : 0.0, i % 3 == 1 ? way : 0.0, i % 3 == 2 ? way : 0.0);
        sum = add3(sum, carom_view_support(shape, axis));
    }
    return scale3(sum, 1.0 / 6.0);
}

/* The way after which two boxes are apart for certain. */
static double way_out_of_box(vec3 direction, const vec3 moving[2], const carom_aabb *standing) {
    double least = DBL_MAX;
    vec3 low = load3(standing->min), high = load3(standing->max);
    for (int i = 0; i < 3; i++) {
        double d = axis3(direction, i);
        double way =
            d > 0.0 ? axis3(high, i) - axis3(moving[0], i) : axis3(moving[1], i) - axis3(low, i);
        if (d != 0.0) least = min2(least, max2(way, 0.0) / fabs(d));
    }
    return least;
}

/* ---- a shape */

/* From within the solid, how far to its surface; a little farther, so as to be in it. */
static double way_to_surface(const along_walk *walk, const surface_pair *pair, vec3 shift,
                             double most) {
    carom_posed_shape on = {.shape = {.kind = CAROM_SHAPE_MESH, .as.mesh = walk->on->mesh},
                            .pose = carom_pose_identity(),
                            .state = POSED_VALID};
    carom_posed_shape moved;
    static const carom_sweep_options no_exit = {.skip_exit = true};
    carom_pose pose = {store3(shift), carom_pose_identity().rotation};
    if (!carom_shape_pose_again(&moved, pair->shape, pose)) return most;
    carom_vec3 motion = store3(scale3(walk->direction, most));
    carom_sweep_hit hit = carom_surface_sweep(&moved, motion, &on, &no_exit);
    return hit.hit ? (double)hit.fraction * most + 2.0 * walk->rounding : most;
}

static double way_of_shape(const surface_pair *pair, vec3 direction) {
    along_walk walk = {.on = &pair->on, .solid = is_solid(&pair->on), .direction = direction};
    convex_view start;
    carom_aabb bounds;
    vec3 box[2];
    if (!carom_view_posed(&start, pair->shape)) return 0.0;
    carom_surface_bounds(&pair->on, &bounds);
    carom_view_box(&start.shape, box);
    double most = way_out_of_box(direction, box, &bounds), way = 0.0;
    walk.rounding = ALONG_ROUNDING * (max_abs3(box[0]) + max_abs3(box[1]));
    for (int i = 0; i < ALONG_STEPS && way < most; i++) {
        vec3 shift = scale3(direction, way);
        double step = step_of_view(&walk, &start, shift);
        if (!(step > walk.rounding)) {
            vec3 point = middle_of_view(&walk.view.shape);
            if (!walk.solid || place_in_solid(walk.on, point) != CAROM_PLACE_INSIDE) return way;
            step = way_to_surface(&walk, pair, shift, most - way);
        }
        way += step;
    }
    return most;
}

/* ---- two surfaces */

typedef struct along_both {
    along_walk walk;
    surface first;
    carom_pose to_b;
    vec3 shift;
    double limit, farthest;
    vec3 low, high; /* where B is, as the first one sees it before the shift */
} along_both;

static double along_first_key(const void *context, vec3 low, vec3 high) {
    const along_both *both = context;
    vec3 half = scale3(sub3(high, low), 0.5);
    vec3 c = load3(carom_pose_transform_point(both->to_b, store3(add3(low, half))));
    double r = carom_length(half) * (1.0 + 1e-6) + both->walk.rounding;
    c = add3(c, both->shift);
    bool apart = c.x - r > both->high.x || c.x + r < both->low.x || c.y - r > both->high.y ||
                 c.y + r < both->low.y || c.z - r > both->high.z || c.z + r < both->low.z;
    return apart ? DBL_MAX : 0.0;
}

static void along_first_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    along_both *both = context;
    convex_view view;
    carom_shape part = {.kind = CAROM_SHAPE_TRIANGLE};
    (void)triangle;
    for (int i = 0; i < 3; i++)
        part.as.triangle.v[i] = carom_pose_transform_point(both->to_b, at->v[i]);
    carom_convex_view(&view, &part);
    both->farthest = max2(both->farthest, step_of_view(&both->walk, &view, both->shift));
}

/* Are the vertices, moved by `pose` and `shift`, in the solid? The surfaces do not cross: the first
 * that is off the solid's tells. */
static bool vertices_in_solid(const along_both *both, const surface *of, const surface *solid,
                              carom_pose pose) {
    carom_triangle at;
    uint32_t count = carom_surface_count(of);
    for (uint32_t i = 0; i < count; i++) {
        if (!carom_surface_triangle(of, i, &at)) continue;
        carom_vec3 p = carom_pose_transform_point(pose, at.v[i % 3]);
        double off = (double)carom_closest_point_mesh(p, solid->mesh).at.distance;
        if (off > 4.0 * both->walk.rounding)
            return place_in_solid(solid, load3(p)) == CAROM_PLACE_INSIDE;
    }
    return false;
}

static bool one_in_the_other(const along_both *both, bool first_is_solid) {
    carom_pose pose = both->to_b;
    pose.position = store3(add3(load3(pose.position), both->shift));
    if (both->walk.solid && vertices_in_solid(both, &both->first, both->walk.on, pose)) return true;
    pose = carom_pose_inverse(pose);
    return first_is_solid && vertices_in_solid(both, both->walk.on, &both->first, pose);
}

/* From within to where the surfaces meet again, a little farther. */
static double way_to_meeting(const along_both *both, const carom_posed_shape *a,
                             const carom_posed_shape *b, double most) {
    carom_posed_shape moved = *a, standing = *b;
    standing.pose = carom_pose_identity();
    moved.pose = both->to_b;
    moved.pose.position = store3(add3(load3(both->to_b.position), both->shift));
    static const carom_sweep_options no_exit = {.skip_exit = true};
    carom_vec3 motion = store3(scale3(both->walk.direction, most));
    carom_sweep_hit hit = carom_both_sweep(&moved, motion, &standing, &no_exit);
    return hit.hit ? (double)hit.fraction * most + 2.0 * both->walk.rounding : most;
}

static double way_of_surface(const carom_posed_shape *a, const carom_posed_shape *b,
                             vec3 direction) {
    surface on = carom_surface_of(&b->shape);
    along_both both = {.first = carom_surface_of(&a->shape)};
    carom_pose back = carom_pose_inverse(b->pose);
    carom_aabb bounds, own;
    both.to_b = carom_pose_compose(back, a->pose);
    if (!carom_surface_bounds(&on, &bounds) || !carom_surface_bounds(&both.first, &own)) return 0.0;
    own = carom_shape_bounds(&a->shape, both.to_b);
    const vec3 box[2] = {load3(own.min), load3(own.max)};
    both.low = load3(bounds.min);
    both.high = load3(bounds.max);
    both.walk = (along_walk){.on = &on, .solid = is_solid(&on), .direction = direction};
    both.walk.rounding = ALONG_ROUNDING * (max_abs3(box[0]) + max_abs3(box[1]));
    double most = way_out_of_box(direction, box, &bounds), way = 0.0;
    const bool first_is_solid = is_solid(&both.first);
    const surface_visitor by = {along_first_key, along_first_leaf, &both, &both.limit};
    for (int i = 0; i < ALONG_STEPS && way < most; i++) {
        both.shift = scale3(direction, way);
        both.farthest = 0.0;
        carom_surface_visit(&both.first, &by);
        double step = both.farthest;
        if (!(step > both.walk.rounding)) {
            if (!one_in_the_other(&both, first_is_solid)) return way;
            step = way_to_meeting(&both, a, b, most - way);
        }
        way += step;
    }
    return most;
}

double carom_surface_along(const carom_posed_shape *a, const carom_posed_shape *b, vec3 direction) {
    surface_pair pair;
    carom_vec3 turned =
        carom_pose_rotate_vector(carom_pose_inverse(b->pose), store3(neg3(direction)));
    vec3 way = carom_normalize_or(load3(turned), vec(0, 0, 1));
    if (is_surface_kind(a->shape.kind)) return way_of_surface(a, b, way);
    return carom_open_surface_pair(&pair, a, b) ? way_of_shape(&pair, way) : 0.0;
}
