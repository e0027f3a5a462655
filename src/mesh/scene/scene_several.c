/* All hits of a ray with a scene, and the k triangles nearest to a point (branch and bound
 * [Ericson05] 6.3). One bounded heap, the caller's buffer, keeps the best of all instances, in
 * an order that does not depend on the traversal. */
#include "mesh/nearest/best_heap.h"
#include "mesh/ray/mesh_ray_all.h"
#include "mesh/nearest/nearest_search.h"
#include "mesh/scene/scene_own.h"

/* ---- all hits */

typedef struct scene_hits {
    box_path path; /* first member: the key function reads only this */
    const carom_ray *ray;
    const carom_scene *scene;
    carom_facing facing;
    const scene_instance *instance; /* the instance in work */
    best_heap heap;
    size_t total;
} scene_hits;

static bool scene_hit_before(const void *a, const void *b) {
    const carom_scene_ray_hit *x = a, *y = b;
    if (x->at.t == y->at.t && x->instance == y->instance) return x->triangle < y->triangle;
    return comes_before(x->at.t, x->instance, y->at.t, y->instance);
}

static void keep_scene_hit(const carom_mesh_ray_hit *hit, void *user) {
    scene_hits *s = user;
    carom_scene_ray_hit out = {true, s->instance->index, hit->triangle, hit->at};
    out.at.point = into_common(s->instance, out.at.point);
    out.at.normal = normal_into_common(s->instance, out.at.normal);
    s->total++;
    best_keep(&s->heap, sizeof out, scene_hit_before, &out);
}

static void scene_hits_leaf(void *context, uint32_t place) {
    scene_hits *s = context;
    s->instance = &s->scene->instances[place];
    carom_ray own = own_ray(s->instance, s->ray);
    carom_visit_ray_mesh(&own, s->instance->placed.mesh, s->facing, keep_scene_hit, s);
}

size_t carom_raycast_ray_scene_all(const carom_ray *ray, const carom_scene *scene,
                                   carom_facing facing, carom_scene_ray_hit *hits,
                                   size_t capacity) {
    scene_hits s = {.ray = ray, .scene = scene, .facing = facing, .heap = {hits, capacity, 0}};
    if (!scene_path_of(ray, &s.path)) return 0;
    bvh4_visit_nearest(&scene->tree, &(bvh4_search){WORKSPACE_CHILDREN, scene_path_key,
                                                    scene_hits_leaf, &s, &s.path.limit});
    best_sort(&s.heap, sizeof *hits, scene_hit_before);
    return s.total;
}

/* ---- k nearest */

typedef struct scene_several {
    vec3 point; /* first member: the key function reads only this */
    carom_vec3 given;
    const carom_scene *scene;
    carom_real distance;
    best_heap heap;
    double shrink; /* smallest shrink of the instances visited */
    double limit;
} scene_several;

/* The search in one instance. */
typedef struct instance_search {
    near_search search; /* first */
    scene_several *all;
    const scene_instance *instance;
} instance_search;

static bool scene_nearest_before(const void *a, const void *b) {
    const carom_scene_closest *x = a, *y = b;
    if (x->at.distance == y->at.distance && x->instance == y->instance)
        return x->triangle < y->triangle;
    return comes_before(x->at.distance, x->instance, y->at.distance, y->instance);
}

/* Returns the distance above which a triangle does not enter the heap. */
static carom_real farthest_of_scene(const scene_several *s) {
    const carom_scene_closest *farthest = s->heap.items;
    return s->heap.count < s->heap.capacity ? s->distance : farthest->at.distance;
}

static void visit_instance(near_search *search, uint32_t rank, const carom_triangle *triangle) {
    const instance_search *one = (const instance_search *)search;
    scene_several *s = one->all;
    carom_scene_closest item = {one->instance->index, search->tree->order[rank],
                                carom_closest_point_triangle(search->given, triangle)};
    if (!(item.at.distance <= s->distance && item.at.distance <= CAROM_REAL_MAX)) return;
    item.at.point_a = s->given;
    item.at.point_b = into_common(one->instance, item.at.point_b);
    best_keep(&s->heap, sizeof item, scene_nearest_before, &item);
    search->limit = min2(search->limit, near_limit(farthest_of_scene(s)));
}

/* The boxes are grown, and distances in an instance's frame differ from the common ones by up to
 * the shrink. */
static void scene_several_leaf(void *context, uint32_t place) {
    scene_several *s = context;
    const scene_instance *i = &s->scene->instances[place];
    instance_search one = {.all = s, .instance = i};
    one.search = near_search_start(own_point(i, s->given), i->placed.mesh, farthest_of_scene(s),
                                   visit_instance);
    s->shrink = min2(s->shrink, i->frame.shrink);
    carom_nearest_search(&one.search);
    if (s->heap.count == s->heap.capacity)
        s->limit = min2(s->limit, widen_up((double)farthest_of_scene(s)) / s->shrink);
}

size_t carom_closest_point_scene_several(carom_vec3 point, const carom_scene *scene,
                                         carom_real distance, carom_scene_closest *nearest,
                                         size_t capacity) {
    scene_several s = {.point = load3(point), .given = point, .scene = scene};
    s.distance = distance;
    s.heap = (best_heap){nearest, capacity, 0};
    s.shrink = 1.0;
    s.limit = DBL_MAX / 2;
    if (!finite3(s.point) || !(distance >= 0) || capacity == 0) return 0;
    bvh4_visit_nearest(&scene->tree, &(bvh4_search){WORKSPACE_CHILDREN, scene_nearest_key,
                                                    scene_several_leaf, &s, &s.limit});
    best_sort(&s.heap, sizeof *nearest, scene_nearest_before);
    return s.heap.count;
}
