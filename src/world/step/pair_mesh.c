/* Time of impact of a turning shape with a mesh or height field, in the surface's frame. The shape
 * is prepared once; the hierarchy is traversed with its bounding box, enlarged by what turning
 * adds to it, and each triangle is a conservative advancement [Mirtich96] limited by the best time
 * so far (branch and bound). Most triangles are rejected by one bound along their
 * normal: the shape cannot reach their plane in time. Never late. */
#include "world/step/pair_mesh.h"

#include "convex/toi.h"
#include "pair/pose/convex_view.h"
#include "surface/surface_motion.h"
#include "mesh/ray/path_box.h"
#include "world/world_data.h"
#include "mesh/internal_edges.h"
#include "world/step/tolerances.h"

typedef struct turn_walk {
    shape_bound reach; /* bounds of the shape over all rotations, without translation */
    vec3 motion;
    double size, limit, tolerance;
    convex_view view;
    convex_turning turning;
    convex_toi_body body;
    convex_posed start; /* the shape at the start */
    uint32_t triangle;
    carom_sweep_hit best;
} turn_walk;

/* ---- preparation */

/* Bounds of the turning shape: the box at the start, enlarged by how far a point may
 * turn, within the ball about the pivot. */
static void turning_reach(turn_walk *walk, const carom_aabb *box, vec3 pivot) {
    vec3 low = sub3(load3(box->min), pivot), high = sub3(load3(box->max), pivot);
    double ball = carom_length(vec(max2(fabs(low.x), fabs(high.x)), max2(fabs(low.y), fabs(high.y)),
                                   max2(fabs(low.z), fabs(high.z))));
    double turning_distance = walk->body.speed;
    walk->size = ball + max_abs3(pivot) + max_abs3(walk->motion);
    double inflation = walk->tolerance + TURN_BOX_SLACK * walk->size;
    low = vec(max2(low.x - turning_distance, -ball), max2(low.y - turning_distance, -ball),
              max2(low.z - turning_distance, -ball));
    high = vec(min2(high.x + turning_distance, ball), min2(high.y + turning_distance, ball),
               min2(high.z + turning_distance, ball));
    walk->reach =
        (shape_bound){.kind = BOUND_BOX,
                      .low = sub3(add3(pivot, low), vec(inflation, inflation, inflation)),
                      .high = add3(add3(pivot, high), vec(inflation, inflation, inflation))};
}

/* @return false for an unbounded shape */
static bool init_turn_walk(turn_walk *walk, const world_turning *own, double tolerance) {
    carom_aabb box = carom_shape_bounds(own->at.shape, own->at.pose);
    if (!world_box_finite(&box) || !carom_convex_view(&walk->view, own->at.shape) ||
        !carom_world_turn_path(&walk->turning.path, own))
        return false;
    walk->turning.shape = &walk->view.shape;
    walk->body = carom_convex_toi_body(&walk->turning);
    rigid_frame frame = carom_rigid_motion_at(&walk->turning.path, 0.0);
    carom_convex_pose(&walk->start, &walk->view.shape, &frame);
    walk->motion = load3(own->at.motion);
    walk->tolerance = tolerance;
    walk->limit = 1.0;
    walk->best = (carom_sweep_hit){.hit = false};
    turning_reach(walk, &box, load3(own->at.pose.position));
    return finite1(walk->size);
}

/* ---- triangles */

static double turn_key(const void *context, vec3 low, vec3 high) {
    const turn_walk *walk = context;
    const vec3 box[2] = {low, high};
    return carom_shape_bound_time(&walk->reach, walk->motion, walk->limit, box);
}

/* Somewhat later than the best time: of triangles that are reached at the same time the one with
 * the least index counts. */
static double latest_time(const turn_walk *walk) {
    return min2(walk->limit + TURN_TIME_TIE, 1.0);
}

static bool stays_separated(double gap, double closing) {
    return gap > 0.0 && gap > closing;
}

/* True when the shape surely stays off the triangle's plane until the limit. */
static bool stays_off_plane(const turn_walk *walk, const vec3 v[3]) {
    double latest = latest_time(walk);
    vec3 n = carom_normalize_or(cross3(sub3(v[1], v[0]), sub3(v[2], v[0])), vec(0, 0, 0));
    if (max_abs3(n) == 0.0) return false;
    double offset = dot3(n, v[0]), along = dot3(n, walk->motion);
    double below = offset - dot3(n, carom_view_support(&walk->start.shape, n));
    double above = dot3(n, carom_view_support(&walk->start.shape, neg3(n))) - offset;
    double turning = walk->body.speed *
                     min2(carom_length(cross3(n, walk->turning.path.axis)) + TURN_AXIS_SLACK, 1.0);
    double slack =
        walk->tolerance + TURN_PLANE_SLACK * (walk->size + fabs(offset) + max_abs3(v[1]));
    return stays_separated(below - slack, (turning + along) * latest) ||
           stays_separated(above - slack, (turning - along) * latest);
}

static convex_toi turn_on_triangle(const turn_walk *walk, const vec3 v[3]) {
    convex_shape shape = {.kind = CONVEX_POINTS, .count = 3, .points = v};
    convex_turning standing = {.shape = &shape};
    standing.path.axis = standing.path.start[0] = vec(1, 0, 0);
    standing.path.start[1] = vec(0, 1, 0);
    standing.path.start[2] = vec(0, 0, 1);
    const double extent = 2.0 * max2(max_abs3(v[0]), max2(max_abs3(v[1]), max_abs3(v[2])));
    const convex_toi_body body = {&standing, 0.0, extent};
    const convex_toi_options options = {walk->tolerance, latest_time(walk), true};
    return carom_convex_toi_of(&walk->body, &body, &options);
}

static void turn_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    turn_walk *walk = context;
    const vec3 v[3] = {load3(at->v[0]), load3(at->v[1]), load3(at->v[2])};
    if (stays_off_plane(walk, v)) return;
    convex_toi found = turn_on_triangle(walk, v);
    carom_real fraction = time_below(found.fraction);
    const carom_sweep_hit *best = &walk->best;
    if (!found.hit ||
        (best->hit && !comes_before(fraction, triangle, best->fraction, walk->triangle)))
        return;
    walk->best = (carom_sweep_hit){.hit = true,
                                   .initial_overlap = found.initial_overlap,
                                   .fraction = fraction,
                                   .point = store3(found.point),
                                   .normal = store3(found.normal)};
    walk->triangle = triangle;
    walk->limit = (double)fraction;
}

/* ---- the surface */

static world_turning in_surface_frame(const world_turning *given, const world_placed *ground) {
    world_turning out = *given;
    out.at.motion = store3(sub3(load3(given->at.motion), load3(ground->motion)));
    carom_pose back = carom_pose_inverse(ground->pose);
    out.at.pose = carom_pose_compose(back, given->at.pose);
    out.at.motion = carom_pose_rotate_vector(back, out.at.motion);
    out.turn = carom_pose_rotate_vector(back, given->turn);
    return out;
}

static carom_vec3 corrected_normal(const turn_walk *walk, const surface *on) {
    carom_vec3 up = store3(neg3(load3(walk->best.normal)));
    up = carom_surface_contact_normal(on, walk->triangle, walk->best.point, up);
    return store3(neg3(load3(up)));
}

carom_sweep_hit carom_world_turn_on_surface(const world_turning *turning,
                                            const world_placed *surface_at, double tolerance) {
    world_turning own = in_surface_frame(turning, surface_at);
    surface on = carom_surface_of(surface_at->shape);
    turn_walk walk;
    if (!init_turn_walk(&walk, &own, tolerance))
        return carom_world_pair_sweep(&turning->at, surface_at);
    const surface_visitor by = {turn_key, turn_leaf, &walk, &walk.limit};
    carom_surface_visit(&on, &by);
    carom_sweep_hit *hit = &walk.best;
    if (!hit->hit) return *hit;
    hit->normal = carom_pose_rotate_vector(surface_at->pose, corrected_normal(&walk, &on));
    vec3 point = load3(carom_pose_transform_point(surface_at->pose, hit->point));
    hit->point = store3(mad3(point, load3(surface_at->motion), (double)hit->fraction));
    return *hit;
}

int32_t carom_world_pair_walls(const world_placed *a, const world_placed *b, double margin,
                               carom_contact_manifold walls[CAROM_CONTACT_LIMIT]) {
    carom_posed_shape p, q;
    if (!is_surface_kind(a->shape->kind) && !is_surface_kind(b->shape->kind)) return 0;
    walls[0] = (carom_contact_manifold){.margin = (carom_real)margin};
    return carom_shape_pose(&p, a->shape, a->pose) && carom_shape_pose(&q, b->shape, b->pose)
               ? carom_contact_several(&p, &q, walls, CAROM_CONTACT_LIMIT)
               : 0;
}

/* ---- contacts in the path */

/* Normals are corrected at internal edges of the surface. A contact at the start from which the
 * shape departs does not count. */
static bool is_ahead(const surface_query *pair, uint32_t triangle, vec3 motion,
                     carom_sweep_hit *hit) {
    hit->normal = corrected_hit_normal(&pair->on, triangle, hit);
    return !hit->initial_overlap || dot3(load3(hit->normal), motion) > 0.0;
}

carom_sweep_hit carom_world_sweep_ahead(const world_placed *a, const world_placed *b) {
    static const carom_sweep_hit miss;
    carom_posed_shape p, q;
    surface_query pair;
    if (is_surface_kind(a->shape->kind) == is_surface_kind(b->shape->kind)) return miss;
    bool flip = is_surface_kind(a->shape->kind);
    const world_placed *moving = flip ? b : a, *standing = flip ? a : b;
    if (!carom_shape_pose(&p, moving->shape, moving->pose) ||
        !carom_shape_pose(&q, standing->shape, standing->pose) ||
        !carom_surface_query_start(&pair, &p, &q))
        return miss;
    vec3 motion = sub3(load3(moving->motion), load3(standing->motion));
    static const carom_sweep_options no_exit = {.skip_exit = true};
    carom_vec3 local_motion = carom_pose_rotate_vector(carom_pose_inverse(q.pose), store3(motion));
    carom_sweep_hit hit = carom_surface_first_hit(&pair, local_motion, &no_exit, is_ahead).at;
    if (!hit.hit) return miss;
    vec3 point = load3(carom_surface_point_out(&pair, hit.point));
    hit.point = store3(mad3(point, load3(standing->motion), (double)hit.fraction));
    hit.normal = carom_surface_normal_out(&pair, hit.normal);
    if (flip) hit.normal = store3(neg3(load3(hit.normal)));
    return hit;
}
