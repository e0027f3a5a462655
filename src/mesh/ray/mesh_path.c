/* Swept spheres against a mesh: depth-first search of the BVH, nearer child first, with the slab
 * test of the path against boxes that are grown by the radius. What is entered after the first
 * contact so far is culled. */
#include "mesh/data/mesh_visit.h"
#include "mesh/ray/path_box.h"

typedef struct sweep_search {
    box_path path; /* first */
    const carom_sphere *sphere;
    carom_vec3 motion;
    const carom_mesh *mesh;
    carom_mesh_sweep_hit best;
} sweep_search;

static double sweep_key(const void *context, const mesh_node *node) {
    return box_path_enters(context, load3(node->min), load3(node->max));
}

static void sweep_leaf(void *context, const mesh_node *node) {
    sweep_search *s = context;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        carom_triangle t = mesh_ranked(s->mesh, i);
        carom_sweep_hit hit = carom_sweep_sphere_triangle(s->sphere, s->motion, &t);
        uint32_t triangle = mesh_index(s->mesh, i);
        if (!hit.hit) continue;
        const carom_sweep_hit *best = &s->best.at;
        if (best->hit && !comes_before(hit.fraction, triangle, best->fraction, s->best.triangle))
            continue;
        s->best = (carom_mesh_sweep_hit){triangle, hit};
        s->path.limit = widen_up((double)hit.fraction);
    }
}

carom_mesh_sweep_hit carom_sweep_sphere_mesh(const carom_sphere *sphere, carom_vec3 motion,
                                             const carom_mesh *mesh) {
    sweep_search s = {.sphere = sphere, .motion = motion, .mesh = mesh};
    if (!can_ball_move(sphere, motion)) return s.best;
    s.path = box_path_of_ball(sphere, motion);
    void *stack = carom_workspace_take(WORKSPACE_TRIANGLES);
    mesh_walk_nearest(mesh, &(mesh_walk){sweep_key, sweep_leaf, &s, &s.path.limit, stack});
    carom_workspace_give(stack);
    return s.best;
}
