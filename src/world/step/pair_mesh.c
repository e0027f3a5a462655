/* No algorithm of its own: contacts of a shape with a mesh, height field or compound that a body
 * meets again: all of them at the start, and the first one in its path from which it does not
 * depart. */
#include "world/step/pair_mesh.h"

#include "math/pose.h"
#include "surface/surface_motion.h"

int32_t carom_world_pair_walls(const world_placed *a, const world_placed *b, double margin,
                               carom_contact_manifold walls[CAROM_CONTACT_LIMIT]) {
    carom_posed_shape p, q;
    if (!is_placed_kind(a->shape->kind) && !is_placed_kind(b->shape->kind)) return 0;
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

static carom_sweep_hit sweep_compound_ahead(const world_placed *a, const world_placed *b) {
    static const carom_sweep_options ahead = {
        .skip_exit = true, .ignore_receding = true, .ignore_tangential = true};
    carom_posed_shape p, q;
    if (!carom_shape_pose(&p, a->shape, a->pose) || !carom_shape_pose(&q, b->shape, b->pose))
        return (carom_sweep_hit){.hit = false};
    p.motion = a->motion;
    q.motion = b->motion;
    return carom_sweep_posed(&p, &q, &ahead);
}

carom_sweep_hit carom_world_sweep_ahead(const world_placed *a, const world_placed *b) {
    static const carom_sweep_hit miss;
    carom_posed_shape p, q;
    surface_query pair;
    if (a->shape->kind == CAROM_SHAPE_COMPOUND || b->shape->kind == CAROM_SHAPE_COMPOUND)
        return sweep_compound_ahead(a, b);
    if (is_surface_kind(a->shape->kind) == is_surface_kind(b->shape->kind)) return miss;
    bool flip = is_surface_kind(a->shape->kind);
    const world_placed *moving = flip ? b : a, *standing = flip ? a : b;
    if (!carom_shape_pose(&p, moving->shape, moving->pose) ||
        !carom_shape_pose(&q, standing->shape, standing->pose) ||
        !surface_query_starts(&pair, &p, &q))
        return miss;
    vec3 motion = sub3(load3(moving->motion), load3(standing->motion));
    static const carom_sweep_options no_exit = {.skip_exit = true};
    carom_vec3 local_motion = carom_posed_vector(carom_pose_inverse(q.pose), store3(motion));
    const carom_mesh_sweep_hit first =
        carom_surface_first_hit(&pair, local_motion, &no_exit, is_ahead);
    surface_query_end(&pair);
    carom_sweep_hit hit = first.at;
    if (!hit.hit) return miss;
    hit.sub_b = subshape_of_triangle(first.triangle);
    swap_subshapes(&hit.sub_a, &hit.sub_b, flip);
    vec3 point = load3(carom_surface_point_out(&pair, hit.point));
    hit.point = store3(mad3(point, load3(standing->motion), (double)hit.fraction));
    hit.normal = carom_surface_normal_out(&pair, hit.normal);
    if (flip) hit.normal = store3(neg3(load3(hit.normal)));
    return hit;
}
