/* No algorithm of its own: the contact planes near a mover, as bounds of its motion, and which of
 * them are ground. A contact at an edge has a normal that tells nothing of the ground beside it: a
 * ray down onto that ground, a skin beyond the edge, does. */
#include "mover/near.h"
#include "mover/tolerances.h"

double carom_mover_feet(const mover_run *run) {
    const vec3 low =
        load3(carom_shape_support(run->probe.shape, run->probe.pose, store3(neg3(run->up))));
    return dot3(low, run->up);
}

/* The normal of what is below, a skin farther away from the mover than the contact. */
static bool surface_beside(const mover_run *run, const mover_near *near, vec3 *surface) {
    const vec3 out = carom_normalize_or(neg3(mover_across(run, near->normal)), vec(0, 0, 0)),
               above = add3(scale3(out, run->skin), scale3(run->up, 4.0 * run->skin)),
               origin = add3(load3(near->plane.point), above);
    const carom_shape ray = {
        .kind = CAROM_SHAPE_RAY,
        .as.ray = {store3(origin), store3(scale3(run->up, -8.0 * run->skin)), 0, 1}};
    carom_world_probe probe = run->probe;
    carom_world_hit hit;
    probe.shape = &ray;
    if (!carom_world_raycast_probe(run->world, &probe, &hit) || hit.initial_overlap) return false;
    *surface = load3(hit.normal);
    return dot3(*surface, run->up) >= run->slope_cosine;
}

static void classify_near(const mover_run *run, mover_near *near) {
    near->rise = dot3(near->normal, run->up);
    near->walkable = near->rise >= run->slope_cosine;
    near->surface = near->normal;
    if (near->walkable || near->rise < EDGE_RISE || run->def.step_height <= 0) return;
    const double height = dot3(load3(near->plane.point), run->up) - carom_mover_feet(run);
    if (height > (double)run->def.step_height + run->skin) return;
    near->walkable = surface_beside(run, near, &near->surface);
}

/* Unit in double: the solver takes it for that. */
static vec3 normal_out_of(carom_vec3 normal) {
    return carom_normalize_or(neg3(load3(normal)), vec(0.0, 1.0, 0.0));
}

void carom_mover_look(mover_run *run) {
    carom_world_plane *planes = run->planes;
    size_t count = carom_world_planes(run->world, &run->probe, (carom_real)(NEAR_SKINS * run->skin),
                                      planes, MOVER_PLANES);
    run->near_count = count < MOVER_PLANES ? count : MOVER_PLANES;
    for (size_t i = 0; i < run->near_count; i++) {
        mover_near *near = &run->near[i];
        near->plane = planes[i];
        near->normal = normal_out_of(planes[i].normal);
        classify_near(run, near);
    }
}

mover_near carom_mover_near_of_hit(const mover_run *run, const carom_world_hit *hit) {
    mover_near near = {.plane = {.id = hit->id,
                                 .normal = hit->normal,
                                 .gap = (carom_real)(0.5 * run->skin),
                                 .point = hit->point,
                                 .sub_a = hit->sub_a,
                                 .sub_b = hit->sub_b},
                       .normal = normal_out_of(hit->normal)};
    classify_near(run, &near);
    return near;
}

void carom_mover_touch(mover_run *run, const carom_world_plane *plane) {
    carom_world_plane *list = run->request->contacts;
    const size_t capacity = list ? run->request->capacity : 0, count = run->result->contact_count;
    for (size_t i = 0; i < count && i < capacity; i++)
        if (list[i].id.index == plane->id.index &&
            dot3(load3(list[i].normal), load3(plane->normal)) >= SAME_SIDE)
            return;
    if (count < capacity) list[count] = *plane;
    run->result->contact_count++;
}

size_t carom_mover_bounds(const mover_run *run, bool sides, mover_bound bounds[MOVER_BOUNDS]) {
    size_t count = 0;
    for (size_t i = 0; i < run->near_count; i++) {
        const mover_near *near = &run->near[i];
        const double need = run->skin - (double)near->plane.gap;
        bounds[count++] = (mover_bound){near->normal, need};
        if (!sides || near->walkable || near->rise < SIDE_RISE) continue;
        const vec3 across = mover_across(run, near->normal);
        const double length = carom_length(across);
        if (!(length > SIDE_RISE)) continue;
        bounds[count++] = (mover_bound){scale3(across, 1.0 / length), min2(need / length, 0.0)};
    }
    return count;
}
