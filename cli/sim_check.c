/* Did any ball ever stand inside anything? Answered from the recorded legs with distance and
 * segment queries alone: none of the sweeps that moved the balls is asked. Two questions: at a few
 * moments of the frame, is every ball at least its radius away from everything; and does no leg's
 * centre line cross anything, which is what tunnelling would leave behind. */
#include <stdlib.h>

#include "real.h"
#include "sim.h"

#define TOLERANCE 1e-9 /* of the radius: rounding of the positions, nothing more */

double sim_static_distance(const sim_static *item, carom_vec3 point) {
    switch (item->kind) {
    case SIM_PLANE: return carom_closest_point_plane(point, &item->plane).distance;
    case SIM_BOX: return carom_closest_point_obb(point, &item->box).distance;
    default: return carom_closest_point_mesh(point, item->mesh).at.distance;
    }
}

static bool crosses(const sim_static *item, const carom_segment *path) {
    switch (item->kind) {
    case SIM_PLANE: return carom_overlap_segment_plane(path, &item->plane);
    case SIM_BOX: return carom_overlap_segment_obb(path, &item->box);
    default: {
        carom_ray ray = {path->a, minus(path->b, path->a), 0.0, 1.0};
        return carom_overlap_ray_mesh(&ray, item->mesh);
    }
    }
}

static void note_depth(sim_verdict *verdict, int ball, double depth, double radius) {
    double relative = radius > 0.0 ? depth / radius : depth;
    if (relative > TOLERANCE) verdict->inside++;
    if (verdict->positions == 0 || relative > verdict->worst_depth) {
        verdict->worst_depth = relative;
        verdict->worst_ball = ball;
    }
}

static const carom_vec3 *sorted_centers;
static int by_x(const void *a, const void *b) {
    int i = *(const int *)a, j = *(const int *)b;
    double x = sorted_centers[i].x, y = sorted_centers[j].x;
    return x < y ? -1 : x > y ? 1 : (i > j) - (i < j);
}

static double largest_radius(const sim_scene *scene) {
    double largest = 0.0;
    for (int i = 0; i < scene->ball_count; i++)
        largest = fmax(largest, scene->balls[i].sphere.radius);
    return largest;
}

static void check_pairs(const sim_scene *scene, const carom_vec3 *centers, int *order,
                        sim_verdict *verdict) {
    double reach = largest_radius(scene);
    for (int i = 0; i < scene->ball_count; i++)
        order[i] = i;
    sorted_centers = centers;
    qsort(order, (size_t)scene->ball_count, sizeof order[0], by_x);
    for (int i = 0; i < scene->ball_count; i++) {
        int a = order[i];
        double radius = scene->balls[a].sphere.radius;
        for (int j = i + 1; j < scene->ball_count; j++) {
            int b = order[j];
            if (centers[b].x - centers[a].x > radius + reach) break;
            double both = radius + scene->balls[b].sphere.radius;
            double depth = both - norm(minus(centers[a], centers[b]));
            note_depth(verdict, a, depth, fmin(radius, scene->balls[b].sphere.radius));
        }
    }
}

static void check_moment(const sim_scene *scene, const carom_vec3 *centers, int *order,
                         sim_verdict *verdict) {
    for (int i = 0; i < scene->ball_count; i++) {
        double radius = scene->balls[i].sphere.radius;
        for (int s = 0; s < scene->static_count; s++) {
            double distance = sim_static_distance(&scene->statics[s], centers[i]);
            note_depth(verdict, i, radius - distance, radius);
        }
        verdict->positions++;
    }
    check_pairs(scene, centers, order, verdict);
}

/* Every leg holds the moments of its time span; legs of one ball follow each other. */
static void centers_at(const sim_frame *frame, double time, carom_vec3 *centers) {
    for (int i = 0; i < frame->leg_count; i++) {
        const sim_leg *leg = &frame->legs[i];
        if (leg->start <= time && time <= leg->end)
            centers[leg->ball] = plus(leg->from, times(leg->velocity, time - leg->start));
    }
}

bool sim_check_frame(const sim_scene *scene, const sim_frame *frame, sim_verdict *verdict) {
    size_t n = scene->ball_count > 0 ? (size_t)scene->ball_count : 1;
    carom_vec3 *centers = malloc(n * sizeof *centers);
    int *order = malloc(n * sizeof *order);
    bool ok = centers && order;
    for (int k = 1; ok && k <= verdict->samples; k++) {
        for (int i = 0; i < scene->ball_count; i++)
            centers[i] = scene->balls[i].sphere.center;
        centers_at(frame, scene->frame_time * k / verdict->samples, centers);
        check_moment(scene, centers, order, verdict);
    }
    for (int i = 0; ok && i < frame->leg_count; i++) {
        const sim_leg *leg = &frame->legs[i];
        carom_segment path = {leg->from,
                              plus(leg->from, times(leg->velocity, leg->end - leg->start))};
        for (int s = 0; s < scene->static_count; s++)
            if (crosses(&scene->statics[s], &path)) verdict->tunnelled++;
        verdict->paths++;
    }
    free(centers);
    free(order);
    return ok;
}

int sim_check_start(const sim_scene *scene, char *what, size_t size) {
    for (int i = 0; i < scene->ball_count; i++) {
        const carom_sphere *ball = &scene->balls[i].sphere;
        for (int s = 0; s < scene->static_count; s++)
            if (sim_static_distance(&scene->statics[s], ball->center) <= ball->radius) {
                snprintf(what, size, "%s", scene->statics[s].name);
                return i;
            }
        for (int j = 0; j < i; j++)
            if (carom_overlap_sphere_sphere(ball, &scene->balls[j].sphere)) {
                snprintf(what, size, "spheres[%d]", j);
                return i;
            }
    }
    return -1;
}
