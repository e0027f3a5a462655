/* Shadows of moving bodies: each body is listed in the grid cells that the bounding square of its
 * ball covers in the projection along the light; a point is in shadow when the ray to the light
 * hits a body of its cell. */
#include "simulate/sim_shadow.h"

#include <stdlib.h>

#include "grow.h"
#include "real.h"

const carom_vec3 sim_towards_light = {0.36, 0.80, 0.48};

static int cell_of(double value, double low, double scale) {
    double cell = (value - low) * scale;
    return cell < 0.0 ? 0 : cell >= SHADOW_CELLS ? SHADOW_CELLS - 1 : (int)cell;
}

static bool add_entry(sim_shadow_grid *grid, int cell, int body) {
    sim_shadow_entry *entries =
        grow_array(grid->entries, (size_t)grid->entry_count, &grid->capacity, sizeof *entries);
    if (!entries) return false;
    grid->entries = entries;
    entries[grid->entry_count] = (sim_shadow_entry){body, grid->head[cell]};
    grid->head[cell] = grid->entry_count++;
    return true;
}

carom_ray_hit sim_cast(const carom_ray *ray, const carom_shape *shape, carom_pose pose) {
    carom_shape own = {.kind = CAROM_SHAPE_RAY, .as.ray = *ray};
    if (shape->kind != CAROM_SHAPE_MESH)
        return carom_raycast(&own, carom_pose_identity(), shape, pose);
    carom_pose back = carom_pose_inverse(pose);
    carom_ray local = *ray;
    local.origin = carom_pose_transform_point(back, ray->origin);
    local.direction = carom_pose_rotate_vector(back, ray->direction);
    carom_mesh_ray_hit met = carom_raycast_ray_mesh(&local, shape->as.mesh, CAROM_BOTH_SIDES);
    return (carom_ray_hit){.hit = met.hit,
                           .t = met.at.t,
                           .point = carom_pose_transform_point(pose, met.at.point),
                           .normal = carom_pose_rotate_vector(pose, met.at.normal)};
}

static bool find_bodies(sim_shadow_grid *grid, const sim_scene *scene) {
    sim_body *bodies = realloc(grid->bodies, ((size_t)scene->bodies + 1) * sizeof *bodies);
    if (!bodies) return false;
    grid->bodies = bodies;
    grid->body_count = 0;
    for (int i = 0; i < scene->count; i++) {
        carom_collider_def def = sim_collider(scene, i);
        if (def.kind == CAROM_COLLIDER_MOVING && sim_has_bounds(&scene->items[i]))
            bodies[grid->body_count++] = (sim_body){def, scene->items[i].reach, i};
    }
    return true;
}

static void list_body(sim_shadow_grid *grid, int index) {
    const sim_body *body = &grid->bodies[index];
    double u = inner(body->def.pose.position, grid->u), v = inner(body->def.pose.position, grid->v);
    int u_last = cell_of(u + body->reach, grid->u_min, grid->u_scale);
    int v_last = cell_of(v + body->reach, grid->v_min, grid->v_scale);
    for (int y = cell_of(v - body->reach, grid->v_min, grid->v_scale); y <= v_last; y++)
        for (int x = cell_of(u - body->reach, grid->u_min, grid->u_scale); x <= u_last; x++)
            if (!add_entry(grid, y * SHADOW_CELLS + x, index)) return;
}

void sim_shadow_fill(sim_shadow_grid *grid, const sim_scene *scene) {
    grid->u = unit(outer(make3(0, 0, 1), sim_towards_light));
    grid->v = outer(unit(sim_towards_light), grid->u);
    double u_max = -1e300, v_max = -1e300;
    grid->u_min = grid->v_min = 1e300;
    grid->entry_count = 0;
    for (int i = 0; i < SHADOW_CELLS * SHADOW_CELLS; i++)
        grid->head[i] = -1;
    if (!find_bodies(grid, scene)) return;
    for (int i = 0; i < grid->body_count; i++) {
        const sim_body *body = &grid->bodies[i];
        double u = inner(body->def.pose.position, grid->u);
        double v = inner(body->def.pose.position, grid->v);
        grid->u_min = fmin(grid->u_min, u - body->reach);
        grid->v_min = fmin(grid->v_min, v - body->reach);
        u_max = fmax(u_max, u + body->reach);
        v_max = fmax(v_max, v + body->reach);
    }
    grid->u_scale = SHADOW_CELLS / (u_max - grid->u_min + 1e-300);
    grid->v_scale = SHADOW_CELLS / (v_max - grid->v_min + 1e-300);
    for (int i = 0; i < grid->body_count; i++)
        list_body(grid, i);
}

bool sim_body_shadow(const sim_shadow_grid *grid, carom_vec3 p, int except) {
    double u = (inner(p, grid->u) - grid->u_min) * grid->u_scale;
    double v = (inner(p, grid->v) - grid->v_min) * grid->v_scale;
    if (!(u >= 0.0 && v >= 0.0 && u < SHADOW_CELLS && v < SHADOW_CELLS)) return false;
    carom_ray ray = {p, sim_towards_light, 0.0, CAROM_REAL_MAX};
    for (int e = grid->head[(int)v * SHADOW_CELLS + (int)u]; e >= 0; e = grid->entries[e].next) {
        const sim_body *body = &grid->bodies[grid->entries[e].body];
        if (body->index != except && sim_cast(&ray, &body->def.shape, body->def.pose).hit)
            return true;
    }
    return false;
}

void sim_shadow_free(sim_shadow_grid *grid) {
    free(grid->entries);
    free(grid->bodies);
    grid->entries = NULL;
    grid->bodies = NULL;
    grid->capacity = 0;
    grid->entry_count = grid->body_count = 0;
}
