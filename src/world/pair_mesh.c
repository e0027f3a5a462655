/* First contact of what turns with a mesh or height field, in the surface's own frame: triangle by
 * triangle, those left out that the ball around the turning shape cannot meet in time. */
#include "world/pair_mesh.h"

#include "dispatch/mesh_pairs.h"

typedef struct turn_walk {
    shape_reach reach; /* the box of the ball */
    vec3 motion;
    double limit, tolerance;
    const world_turning *turning;
    uint32_t triangle;
    carom_sweep_hit best;
} turn_walk;

static double turn_key(const void *context, vec3 low, vec3 high) {
    const turn_walk *walk = context;
    const vec3 box[2] = {low, high};
    return carom_reach_time(&walk->reach, walk->motion, walk->limit, box);
}

static void turn_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    turn_walk *walk = context;
    carom_shape part = {.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = *at};
    world_turning still = {{&part, carom_pose_identity(), {0, 0, 0}}, {0, 0, 0}};
    carom_sweep_hit hit = carom_world_turn(walk->turning, &still, walk->tolerance);
    const carom_sweep_hit *best = &walk->best;
    if (!hit.hit || (best->hit && !(hit.fraction < best->fraction ||
                                    (hit.fraction == best->fraction && triangle < walk->triangle))))
        return;
    walk->best = hit;
    walk->triangle = triangle;
    walk->limit = (double)hit.fraction;
}

/* However it turns about its position, it is in this. */
static shape_reach turning_reach(const world_placed *other, double tolerance) {
    carom_pose pose = {{0, 0, 0}, other->pose.rotation};
    carom_aabb box = carom_shape_bounds(other->shape, pose);
    vec3 low = load3(box.min), high = load3(box.max), at = load3(other->pose.position);
    double r = carom_length(vec(max2(fabs(low.x), fabs(high.x)), max2(fabs(low.y), fabs(high.y)),
                                max2(fabs(low.z), fabs(high.z))));
    r = finite1(r) ? r * (1.0 + 1e-12) + tolerance : DBL_MAX / 8;
    return (shape_reach){
        .kind = REACH_BOX, .low = sub3(at, vec(r, r, r)), .high = add3(at, vec(r, r, r))};
}

static world_turning in_surface_frame(const world_turning *given, const world_placed *ground) {
    world_turning out = *given;
    out.at.motion = store3(sub3(load3(given->at.motion), load3(ground->motion)));
    carom_pose back = carom_pose_inverse(ground->pose);
    out.at.pose = carom_pose_compose(back, given->at.pose);
    out.at.motion = carom_pose_rotate_vector(back, out.at.motion);
    out.turn = carom_pose_rotate_vector(back, given->turn);
    return out;
}

static carom_vec3 freed_normal(const turn_walk *walk, const surface *on) {
    carom_vec3 up = store3(neg3(load3(walk->best.normal)));
    up = carom_surface_contact_normal(on, walk->triangle, walk->best.point, up);
    return store3(neg3(load3(up)));
}

carom_sweep_hit carom_world_turn_on_surface(const world_turning *turning,
                                            const world_placed *surface_at, double tolerance) {
    world_turning own = in_surface_frame(turning, surface_at);
    surface on = carom_surface_of(surface_at->shape);
    turn_walk walk = {.reach = turning_reach(&own.at, tolerance),
                      .motion = load3(own.at.motion),
                      .limit = 1.0,
                      .tolerance = tolerance,
                      .turning = &own};
    const surface_visitor by = {turn_key, turn_leaf, &walk, &walk.limit};
    carom_surface_visit(&on, &by);
    carom_sweep_hit *hit = &walk.best;
    if (!hit->hit) return *hit;
    hit->normal = carom_pose_rotate_vector(surface_at->pose, freed_normal(&walk, &on));
    vec3 point = load3(carom_pose_transform_point(surface_at->pose, hit->point));
    hit->point = store3(mad3(point, load3(surface_at->motion), (double)hit->fraction));
    return *hit;
}
