/* Queries of a scene: best-first traversal [Ericson05] 6.3 of the instances' boxes, with the
 * slab test [KayKajiya86] for paths, each instance answered in its own frame by the mesh's own
 * function. Parameters along a path are the same in every frame, so the first hit is found by
 * comparing them; ties go to the lower instance. */
#include "math/boxes.h"
#include "mesh/scene/scene_own.h"
#include "mesh/scene/tolerances.h"

/* ---- rays */

typedef struct scene_ray {
    box_path path; /* first member: the key function reads only this */
    const carom_ray *ray;
    const carom_scene *scene;
    carom_facing facing;
    bool any;
    const scene_instance *instance;
    carom_scene_ray_hit best;
} scene_ray;

/* Shortens a ray that was hit at t: far enough behind t for a hit before t to be found with the
 * same bits as on the full ray. */
static carom_real shortened_end(carom_real t_max, carom_real t) {
    double end = (double)t + SHORTENED_RAY_SLACK * fabs((double)t) + DBL_MIN;
    return end < (double)t_max ? (carom_real)end : t_max;
}

static void scene_ray_leaf(void *context, uint32_t place) {
    scene_ray *s = context;
    const scene_instance *i = &s->scene->instances[place];
    carom_ray ray = own_ray(i, s->ray);
    if (s->best.hit) ray.t_max = shortened_end(ray.t_max, s->best.at.t);
    if (s->any) {
        s->best.hit = s->best.hit || carom_overlap_ray_mesh(&ray, i->placed.mesh);
        if (s->best.hit) s->path.limit = -DBL_MAX;
        return;
    }
    carom_mesh_ray_hit hit = carom_raycast_ray_mesh(&ray, i->placed.mesh, s->facing);
    if (!hit.hit ||
        (s->best.hit && !comes_before(hit.at.t, i->index, s->best.at.t, s->best.instance)))
        return;
    s->best = (carom_scene_ray_hit){true, i->index, hit.triangle, hit.at};
    s->instance = i;
    s->path.limit = widen_up((double)hit.at.t);
}

static scene_ray search_scene(const carom_ray *ray, const carom_scene *scene, carom_facing facing,
                              bool any) {
    scene_ray s = {.ray = ray, .scene = scene, .facing = facing, .any = any};
    if (!scene_path_of(ray, &s.path)) return s;
    bvh4_visit_nearest(&scene->tree, &(bvh4_search){WORKSPACE_CHILDREN, scene_path_key,
                                                    scene_ray_leaf, &s, &s.path.limit});
    return s;
}

carom_scene_ray_hit carom_raycast_ray_scene(const carom_ray *ray, const carom_scene *scene,
                                            carom_facing facing) {
    scene_ray s = search_scene(ray, scene, facing, false);
    if (!s.best.hit) return s.best;
    s.best.at.point = into_common(s.instance, s.best.at.point);
    s.best.at.normal = normal_into_common(s.instance, s.best.at.normal);
    return s.best;
}

bool carom_overlap_ray_scene(const carom_ray *ray, const carom_scene *scene) {
    return search_scene(ray, scene, CAROM_BOTH_SIDES, true).best.hit;
}

/* ---- swept spheres */

typedef struct scene_sweep {
    box_path path; /* first member: the key function reads only this */
    const carom_sphere *sphere;
    carom_vec3 motion;
    const carom_scene *scene;
    const scene_instance *instance;
    carom_scene_sweep_hit best;
} scene_sweep;

static void scene_sweep_leaf(void *context, uint32_t place) {
    scene_sweep *s = context;
    const scene_instance *i = &s->scene->instances[place];
    carom_sphere own = {own_point(i, s->sphere->center), s->sphere->radius};
    carom_mesh_sweep_hit hit =
        carom_sweep_sphere_mesh(&own, own_vector(i, s->motion), i->placed.mesh);
    const carom_sweep_hit *best = &s->best.at;
    if (!hit.at.hit ||
        (best->hit && !comes_before(hit.at.fraction, i->index, best->fraction, s->best.instance)))
        return;
    s->best = (carom_scene_sweep_hit){i->index, hit.triangle, hit.at};
    s->instance = i;
    s->path.limit = widen_up((double)hit.at.fraction);
}

carom_scene_sweep_hit carom_sweep_sphere_scene(const carom_sphere *sphere, carom_vec3 motion,
                                               const carom_scene *scene) {
    scene_sweep s = {.sphere = sphere, .motion = motion, .scene = scene};
    if (!can_ball_move(sphere, motion)) return s.best;
    s.path = box_path_of_ball(sphere, motion);
    bvh4_visit_nearest(&scene->tree, &(bvh4_search){WORKSPACE_CHILDREN, scene_path_key,
                                                    scene_sweep_leaf, &s, &s.path.limit});
    if (!s.best.at.hit) return s.best;
    s.best.at.point = into_common(s.instance, s.best.at.point);
    s.best.at.normal = normal_into_common(s.instance, s.best.at.normal);
    return s.best;
}

/* ---- nearest point */

typedef struct scene_nearest {
    vec3 point; /* first member: the key function reads only this */
    carom_vec3 given;
    const carom_scene *scene;
    const scene_instance *instance;
    carom_scene_closest best;
    double limit;
} scene_nearest;

static void scene_nearest_leaf(void *context, uint32_t place) {
    scene_nearest *s = context;
    const scene_instance *i = &s->scene->instances[place];
    carom_mesh_closest c = carom_closest_point_mesh(own_point(i, s->given), i->placed.mesh);
    carom_real best = s->best.at.distance;
    if (s->instance && !comes_before(c.at.distance, i->index, best, s->best.instance)) return;
    s->best = (carom_scene_closest){i->index, c.triangle, c.at};
    s->instance = i;
    /* the boxes are grown, and the distance in the instance's frame differs from the common
     * one by up to the shrink */
    s->limit = widen_up((double)c.at.distance) / i->frame.shrink;
}

carom_scene_closest carom_closest_point_scene(carom_vec3 point, const carom_scene *scene) {
    scene_nearest s = {.point = load3(point), .given = point, .scene = scene, .limit = DBL_MAX / 2};
    if (finite3(s.point))
        bvh4_visit_nearest(&scene->tree, &(bvh4_search){WORKSPACE_CHILDREN, scene_nearest_key,
                                                        scene_nearest_leaf, &s, &s.limit});
    if (!s.instance) {
        s.best.at.distance = (carom_real)INFINITY;
        return s.best;
    }
    s.best.at.point_a = point;
    s.best.at.point_b = into_common(s.instance, s.best.at.point_b);
    return s.best;
}

/* ---- pairs of instances */

typedef struct scene_pairs {
    const carom_scene *scene;
    uint32_t own;
    carom_instance_pair_visitor *visitor;
    void *user;
} scene_pairs;

static bool visit_scene_pair(uint32_t place, void *user) {
    const scene_pairs *s = user;
    if (place <= s->own) return true;
    const scene_instance *a = &s->scene->instances[s->own], *b = &s->scene->instances[place];
    return !carom_overlap_mesh_mesh(&a->placed, &b->placed) ||
           s->visitor(a->index, b->index, s->user);
}

void carom_visit_scene_pairs(const carom_scene *scene, carom_instance_pair_visitor *visitor,
                             void *user) {
    scene_pairs s = {.scene = scene, .visitor = visitor, .user = user};
    for (; s.own < scene->present; s.own++) {
        const space_search search = {
            .box = scene->boxes[s.own], .visitor = visit_scene_pair, .user = &s};
        if (!carom_bvh4_search(&scene->tree, &search)) return;
    }
}
