/* A mesh stands in its own frame and the other shape is posed relative to it; answers are turned
 * back. Without a mesh these are the calls of dispatch.h themselves. */
#include "world/pair.h"

#include "carom/mesh_pair.h"
#include "world/pair_mesh.h"

/* B against the mesh A, in the mesh's frame. */
typedef struct mesh_pair {
    const carom_mesh *mesh;
    carom_shape mesh_shape;
    carom_pose mesh_pose;
    world_placed other; /* its motion is relative to the mesh */
    vec3 mesh_motion;
    bool flip; /* the mesh was B */
} mesh_pair;

static const carom_pose at_rest = {{0, 0, 0}, {0, 0, 0, 1}};

static bool has_mesh(const world_placed *a, const world_placed *b) {
    return (a->shape->kind == CAROM_SHAPE_MESH) != (b->shape->kind == CAROM_SHAPE_MESH);
}

static bool both_meshes(const world_placed *a, const world_placed *b) {
    return a->shape->kind == CAROM_SHAPE_MESH && b->shape->kind == CAROM_SHAPE_MESH;
}

static carom_placed_mesh placed_mesh(const world_placed *placed) {
    return (carom_placed_mesh){.mesh = placed->shape->as.mesh, .pose = placed->pose};
}

static bool stands_still(carom_pose pose) {
    return carom_pose_is_translation(pose) && max_abs3(load3(pose.position)) == 0.0;
}

static mesh_pair in_mesh_frame(const world_placed *a, const world_placed *b) {
    mesh_pair out = {.flip = b->shape->kind == CAROM_SHAPE_MESH};
    const world_placed *mesh = out.flip ? b : a, *other = out.flip ? a : b;
    vec3 relative = sub3(load3(other->motion), load3(mesh->motion));
    out.mesh = mesh->shape->as.mesh;
    out.mesh_shape = *mesh->shape;
    out.mesh_pose = mesh->pose;
    out.mesh_motion = load3(mesh->motion);
    out.other = (world_placed){other->shape, other->pose, store3(relative)};
    if (stands_still(mesh->pose)) return out;
    carom_pose back = carom_pose_inverse(mesh->pose);
    out.other.pose = carom_pose_compose(back, other->pose);
    out.other.motion = carom_pose_rotate_vector(back, out.other.motion);
    return out;
}

/* ---- overlap */

bool carom_world_pair_overlap(const world_placed *a, const world_placed *b) {
    if (both_meshes(a, b)) {
        carom_placed_mesh mesh_a = placed_mesh(a), mesh_b = placed_mesh(b);
        return carom_overlap_mesh_mesh(&mesh_a, &mesh_b);
    }
    if (!has_mesh(a, b)) return carom_overlap(a->shape, a->pose, b->shape, b->pose);
    mesh_pair pair = in_mesh_frame(a, b);
    carom_shape_kind kind = pair.other.shape->kind;
    pair.other.motion = (carom_vec3){0, 0, 0};
    if (kind == CAROM_SHAPE_POINT || kind == CAROM_SHAPE_SPHERE)
        return carom_overlap(&pair.mesh_shape, at_rest, pair.other.shape, pair.other.pose);
    return carom_world_mesh_overlap(pair.mesh, &pair.other);
}

/* ---- sweep */

static carom_sweep_hit out_of_mesh_frame(const mesh_pair *pair, carom_sweep_hit hit) {
    if (!hit.hit) return hit;
    vec3 point = load3(carom_pose_transform_point(pair->mesh_pose, hit.point));
    hit.point = store3(mad3(point, pair->mesh_motion, (double)hit.fraction));
    hit.normal = carom_pose_rotate_vector(pair->mesh_pose, hit.normal);
    if (!pair->flip) hit.normal = store3(neg3(load3(hit.normal)));
    return hit;
}

carom_sweep_hit carom_world_pair_sweep(const world_placed *a, const world_placed *b) {
    carom_moving_shape ma = {a->shape, a->pose, a->motion}, mb = {b->shape, b->pose, b->motion};
    if (!has_mesh(a, b)) return carom_sweep(&ma, &mb);
    mesh_pair pair = in_mesh_frame(a, b);
    carom_moving_shape moving = {pair.other.shape, pair.other.pose, pair.other.motion};
    carom_moving_shape mesh = {&pair.mesh_shape, at_rest, {0, 0, 0}};
    carom_shape_kind kind = pair.other.shape->kind;
    bool served = kind == CAROM_SHAPE_POINT || kind == CAROM_SHAPE_SPHERE;
    world_turning other = {pair.other, {0, 0, 0}};
    return out_of_mesh_frame(&pair, served ? carom_sweep(&moving, &mesh)
                                           : carom_world_mesh_sweep(pair.mesh, &other, 0.0));
}

carom_sweep_hit carom_world_pair_turn(const world_turning *a, const world_turning *b,
                                      double tolerance) {
    if (!has_mesh(&a->at, &b->at)) return carom_world_turn(a, b, tolerance);
    mesh_pair pair = in_mesh_frame(&a->at, &b->at);
    world_turning other = {pair.other, pair.flip ? a->turn : b->turn};
    carom_pose back = carom_pose_inverse(pair.mesh_pose);
    other.turn = carom_pose_rotate_vector(back, other.turn);
    return out_of_mesh_frame(&pair, carom_world_mesh_sweep(pair.mesh, &other, tolerance));
}

/* ---- rays */

carom_ray_hit carom_world_pair_raycast(const world_placed *a, const world_placed *b) {
    if (!has_mesh(a, b)) return carom_raycast(a->shape, a->pose, b->shape, b->pose);
    mesh_pair pair = in_mesh_frame(a, b);
    carom_ray_hit hit = carom_raycast(pair.other.shape, pair.other.pose, &pair.mesh_shape, at_rest);
    if (!hit.hit) return hit;
    hit.point = carom_pose_transform_point(pair.mesh_pose, hit.point);
    hit.normal = carom_pose_rotate_vector(pair.mesh_pose, hit.normal);
    return hit;
}

/* ---- distance */

static carom_closest_any closest_meshes(const world_placed *a, const world_placed *b) {
    carom_placed_mesh mesh_a = placed_mesh(a), mesh_b = placed_mesh(b);
    carom_mesh_pair_closest c = carom_closest_mesh_mesh(&mesh_a, &mesh_b);
    return (carom_closest_any){.distance = c.distance, .point_a = c.point_a, .point_b = c.point_b};
}

carom_closest_any carom_world_pair_closest(const world_placed *a, const world_placed *b) {
    if (both_meshes(a, b)) return closest_meshes(a, b);
    if (!has_mesh(a, b)) return carom_closest(a->shape, a->pose, b->shape, b->pose);
    mesh_pair pair = in_mesh_frame(a, b);
    bool served = pair.other.shape->kind == CAROM_SHAPE_POINT;
    carom_closest_any c =
        served ? carom_closest(&pair.mesh_shape, at_rest, pair.other.shape, pair.other.pose)
               : carom_world_mesh_closest(pair.mesh, &pair.other);
    if (!(c.distance <= CAROM_REAL_MAX)) return c;
    carom_vec3 on_mesh = carom_pose_transform_point(pair.mesh_pose, c.point_a);
    carom_vec3 on_other = carom_pose_transform_point(pair.mesh_pose, c.point_b);
    c.point_a = pair.flip ? on_other : on_mesh;
    c.point_b = pair.flip ? on_mesh : on_other;
    return c;
}

/* ---- contact */

int32_t carom_world_pair_contact(const world_placed *a, const world_placed *b,
                                 carom_contact_manifold *manifold) {
    if (!has_mesh(a, b)) return carom_world_convex_contact(a, b, manifold);
    mesh_pair pair = in_mesh_frame(a, b);
    pair.other.motion = (carom_vec3){0, 0, 0};
    carom_world_mesh_contact(pair.mesh, &pair.other, pair.flip, manifold);
    manifold->normal = carom_pose_rotate_vector(pair.mesh_pose, manifold->normal);
    for (int32_t i = 0; i < manifold->count; i++) {
        carom_contact_point *p = &manifold->points[i];
        p->point_a = carom_pose_transform_point(pair.mesh_pose, p->point_a);
        p->point_b = carom_pose_transform_point(pair.mesh_pose, p->point_b);
    }
    return manifold->count;
}
