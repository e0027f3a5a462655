/* Each ball is listed in the cells that its disc's bounding square covers, seen along the light; a
 * point is in shadow when the ray to the light meets a ball of its own cell. */
#include "sim_shadow.h"

#include <stdlib.h>

#include "real.h"

const carom_vec3 sim_towards_light = {0.36, 0.80, 0.48};

static int cell_of(double value, double low, double scale) {
    double cell = (value - low) * scale;
    return cell < 0.0 ? 0 : cell >= SHADOW_CELLS ? SHADOW_CELLS - 1 : (int)cell;
}

static bool add_entry(sim_shadow_grid *grid, int cell, int ball) {
    if (grid->entries == grid->capacity) {
        int wanted = grid->capacity ? 2 * grid->capacity : 4096;
        int *next = realloc(grid->next, (size_t)wanted * sizeof *next);
        if (next) grid->next = next;
        int *balls = realloc(grid->ball, (size_t)wanted * sizeof *balls);
        if (balls) grid->ball = balls;
        if (!next || !balls) return false;
        grid->capacity = wanted;
    }
    grid->next[grid->entries] = grid->head[cell];
    grid->ball[grid->entries] = ball;
    grid->head[cell] = grid->entries++;
    return true;
}

void sim_shadow_fill(sim_shadow_grid *grid, const sim_scene *scene) {
    grid->u = unit(outer(make3(0, 0, 1), sim_towards_light));
    grid->v = outer(unit(sim_towards_light), grid->u);
    double u_max = -1e300, v_max = -1e300;
    grid->u_min = grid->v_min = 1e300;
    for (int i = 0; i < scene->ball_count; i++) {
        const carom_sphere *ball = &scene->balls[i].sphere;
        double u = inner(ball->center, grid->u), v = inner(ball->center, grid->v);
        grid->u_min = fmin(grid->u_min, u - ball->radius);
        grid->v_min = fmin(grid->v_min, v - ball->radius);
        u_max = fmax(u_max, u + ball->radius);
        v_max = fmax(v_max, v + ball->radius);
    }
    grid->u_scale = SHADOW_CELLS / (u_max - grid->u_min + 1e-300);
    grid->v_scale = SHADOW_CELLS / (v_max - grid->v_min + 1e-300);
    grid->entries = 0;
    for (int i = 0; i < SHADOW_CELLS * SHADOW_CELLS; i++)
        grid->head[i] = -1;
    for (int i = 0; i < scene->ball_count; i++) {
        const carom_sphere *ball = &scene->balls[i].sphere;
        double u = inner(ball->center, grid->u), v = inner(ball->center, grid->v);
        int u_last = cell_of(u + ball->radius, grid->u_min, grid->u_scale);
        int v_last = cell_of(v + ball->radius, grid->v_min, grid->v_scale);
        for (int y = cell_of(v - ball->radius, grid->v_min, grid->v_scale); y <= v_last; y++)
            for (int x = cell_of(u - ball->radius, grid->u_min, grid->u_scale); x <= u_last; x++)
                if (!add_entry(grid, y * SHADOW_CELLS + x, i)) return;
    }
}

bool sim_ball_shadow(const sim_shadow_grid *grid, const sim_scene *scene, carom_vec3 p,
                     int except) {
    double u = (inner(p, grid->u) - grid->u_min) * grid->u_scale;
    double v = (inner(p, grid->v) - grid->v_min) * grid->v_scale;
    if (!(u >= 0.0 && v >= 0.0 && u < SHADOW_CELLS && v < SHADOW_CELLS)) return false;
    carom_ray ray = {p, sim_towards_light, 0.0, CAROM_REAL_MAX};
    for (int e = grid->head[(int)v * SHADOW_CELLS + (int)u]; e >= 0; e = grid->next[e]) {
        int ball = grid->ball[e];
        if (ball != except && carom_raycast_ray_sphere(&ray, &scene->balls[ball].sphere).hit)
            return true;
    }
    return false;
}

void sim_shadow_free(sim_shadow_grid *grid) {
    free(grid->next);
    free(grid->ball);
    grid->next = grid->ball = NULL;
    grid->entries = grid->capacity = 0;
}
