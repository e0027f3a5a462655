/* A mesh stands in its own frame and the other shape is posed relative to it; answers are turned
 * back. What no query of the mesh serves is asked of the triangles whose boxes the other's box
 * meets. Without a mesh these are the calls of dispatch.h themselves. */
#include "world/pair.h"

#include "carom/fit.h"
#include "carom/mesh_pair.h"
#include "world/world_data.h"

#define NEAR_TRIANGLES 512

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

/* The triangles that a box meets; all of them when there are too many. */
typedef struct near_triangles {
    const carom_mesh *mesh;
    size_t count;
    bool all;
    uint32_t ids[NEAR_TRIANGLES];
} near_triangles;

static void find_triangles(near_triangles *out, const mesh_pair *pair) {
    carom_aabb box = carom_shape_bounds(pair->other.shape, pair->other.pose);
    vec3 m = load3(pair->other.motion), low = load3(box.min), high = load3(box.max);
    out->mesh = pair->mesh;
    if (max_abs3(m) > 0.0) {
        double wide =
            4.0 * (double)CAROM_REAL_EPSILON * (max_abs3(m) + max2(max_abs3(low), max_abs3(high)));
        low = vec(low.x + min2(m.x, 0.0) - wide, low.y + min2(m.y, 0.0) - wide,
                  low.z + min2(m.z, 0.0) - wide);
        high = vec(high.x + max2(m.x, 0.0) + wide, high.y + max2(m.y, 0.0) + wide,
                   high.z + max2(m.z, 0.0) + wide);
        box = (carom_aabb){store3(low), store3(high)};
    }
    out->all = !world_box_finite(&box);
    out->count = out->all ? 0 : carom_overlap_aabb_mesh(&box, pair->mesh, out->ids, NEAR_TRIANGLES);
    out->all = out->all || out->count > NEAR_TRIANGLES;
    if (out->all) out->count = carom_mesh_triangle_count(pair->mesh);
}

static carom_shape triangle_shape(const near_triangles *near, size_t i) {
    uint32_t id = near->all ? (uint32_t)i : near->ids[i];
    return (carom_shape){.kind = CAROM_SHAPE_TRIANGLE,
                         .as.triangle = carom_mesh_triangle(near->mesh, id)};
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
    near_triangles near;
    find_triangles(&near, &pair);
    for (size_t i = 0; i < near.count; i++) {
        carom_shape triangle = triangle_shape(&near, i);
        if (carom_overlap(&triangle, at_rest, pair.other.shape, pair.other.pose)) return true;
    }
    return false;
}

/* ---- sweep */

static carom_sweep_hit sweep_triangles(const mesh_pair *pair) {
    carom_sweep_hit best = {.hit = false};
    near_triangles near;
    find_triangles(&near, pair);
    carom_moving_shape moving = {pair->other.shape, pair->other.pose, pair->other.motion};
    for (size_t i = 0; i < near.count; i++) {
        carom_shape triangle = triangle_shape(&near, i);
        carom_moving_shape target = {&triangle, at_rest, {0, 0, 0}};
        carom_sweep_hit hit = carom_sweep(&moving, &target);
        if (hit.hit && (!best.hit || hit.fraction < best.fraction)) best = hit;
    }
    return best;
}

carom_sweep_hit carom_world_pair_sweep(const world_placed *a, const world_placed *b) {
    carom_moving_shape ma = {a->shape, a->pose, a->motion}, mb = {b->shape, b->pose, b->motion};
    if (!has_mesh(a, b)) return carom_sweep(&ma, &mb);
    mesh_pair pair = in_mesh_frame(a, b);
    carom_moving_shape moving = {pair.other.shape, pair.other.pose, pair.other.motion};
    carom_moving_shape mesh = {&pair.mesh_shape, at_rest, {0, 0, 0}};
    carom_shape_kind kind = pair.other.shape->kind;
    bool served = kind == CAROM_SHAPE_POINT || kind == CAROM_SHAPE_SPHERE;
    carom_sweep_hit hit = served ? carom_sweep(&moving, &mesh) : sweep_triangles(&pair);
    if (!hit.hit) return hit;
    vec3 point = load3(carom_pose_transform_point(pair.mesh_pose, hit.point));
    hit.point = store3(mad3(point, pair.mesh_motion, (double)hit.fraction));
    hit.normal = carom_pose_rotate_vector(pair.mesh_pose, hit.normal);
    if (!pair.flip) hit.normal = store3(neg3(load3(hit.normal)));
    return hit;
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

static carom_closest_any closest_triangles(const mesh_pair *pair) {
    carom_closest_any best = {.distance = (carom_real)INFINITY};
    size_t count = carom_mesh_triangle_count(pair->mesh);
    carom_aabb box = carom_shape_bounds(pair->other.shape, pair->other.pose);
    for (size_t i = 0; i < count; i++) {
        carom_shape triangle = {.kind = CAROM_SHAPE_TRIANGLE,
                                .as.triangle = carom_mesh_triangle(pair->mesh, (uint32_t)i)};
        carom_aabb own = carom_fit_aabb_points(triangle.as.triangle.v, 3);
        if (best.distance < world_box_gap(&own, &box)) continue;
        carom_closest_any c =
            carom_closest(&triangle, at_rest, pair->other.shape, pair->other.pose);
        if (c.distance < best.distance) best = c;
    }
    return best;
}

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
               : closest_triangles(&pair);
    if (!(c.distance <= CAROM_REAL_MAX)) return c;
    carom_vec3 on_mesh = carom_pose_transform_point(pair.mesh_pose, c.point_a);
    carom_vec3 on_other = carom_pose_transform_point(pair.mesh_pose, c.point_b);
    c.point_a = pair.flip ? on_other : on_mesh;
    c.point_b = pair.flip ? on_mesh : on_other;
    return c;
}

/* ---- contact */

/* carom_penetrate where no manifold is made of the pair. */
static int32_t contact_pair(const world_placed *a, const world_placed *b,
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

int32_t carom_world_pair_contact(const world_placed *a, const world_placed *b,
                                 carom_contact_manifold *manifold) {
    if (!has_mesh(a, b)) return contact_pair(a, b, manifold);
    mesh_pair pair = in_mesh_frame(a, b);
    pair.other.motion = (carom_vec3){0, 0, 0};
    carom_contact_manifold best = *manifold;
    near_triangles near;
    find_triangles(&near, &pair);
    best.count = 0;
    best.normal = (carom_vec3){0, 0, 0};
    for (size_t i = 0; i < near.count; i++) {
        carom_shape triangle = triangle_shape(&near, i);
        world_placed part = {&triangle, at_rest, {0, 0, 0}};
        carom_contact_manifold found = *manifold;
        int32_t count = pair.flip ? contact_pair(&pair.other, &part, &found)
                                  : contact_pair(&part, &pair.other, &found);
        if (count > 0 && (best.count == 0 || found.points[0].depth > best.points[0].depth))
            best = found;
    }
    best.normal = carom_pose_rotate_vector(pair.mesh_pose, best.normal);
    for (int32_t i = 0; i < best.count; i++) {
        carom_contact_point *p = &best.points[i];
        p->point_a = carom_pose_transform_point(pair.mesh_pose, p->point_a);
        p->point_b = carom_pose_transform_point(pair.mesh_pose, p->point_b);
    }
    *manifold = best;
    return best.count;
}
