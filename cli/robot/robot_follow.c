/* Along a trajectory each variable goes evenly from row to row. At the rows the least distance of
 * all pairs is found; between them the first contact, by conservative advancement with the bounds
 * on speeds of robot_links.c (carom_toi_trajectory_sets): none is missed. Distances cannot change
 * faster than the shapes approach each other, which bounds the clearance between two rows. */
#include "robot/robot_follow.h"

#include <stdlib.h>

#include "progress.h"
#include "robot/robot_links.h"

typedef struct follow_job {
    const robot *robot;
    const robot_scene *scene;
    const robot_rows *rows;
    robot_follow *out;
    const uint8_t *skip; /* of pairs of the robot's shapes */
    size_t first;
    bool *failed;
} follow_job;

/* ---- distances at a row */

static void measure_row(const follow_job *job, size_t row, carom_posed_shape *posed) {
    const robot *r = job->robot;
    const double *values = job->rows->values + row * r->variable_count;
    robot_row *out = &job->out->rows[row];
    out->clearance = (double)INFINITY;
    for (size_t i = 0; i < r->shape_count; i++)
        carom_shape_pose(&posed[i], &r->shapes[i].shape, robot_pose_of_shape(r, i, values));
    for (size_t i = 0; i < r->shape_count; i++)
        for (size_t k = 0; k < r->shape_count + job->scene->count; k++) {
            const bool of_scene = k >= r->shape_count;
            if (!of_scene && (k <= i || job->skip[i * r->shape_count + k])) continue;
            const carom_closest_any at =
                carom_closest_within_posed(&posed[i], &posed[k], (carom_real)out->clearance);
            if (!(at.distance < out->clearance)) continue;
            out->clearance = at.distance;
            out->nearest = (robot_touch){i, of_scene ? k - r->shape_count : k, of_scene};
            out->point_a = at.point_a;
            out->point_b = at.point_b;
        }
}

/* ---- contacts between two rows */

typedef struct shape_motion {
    const robot *robot;
    const double *from, *to;
    size_t shape;
    double *values; /* where the pose is computed */
} shape_motion;

static carom_pose pose_at(double time, void *user) {
    const shape_motion *m = user;
    for (size_t v = 0; v < m->robot->variable_count; v++)
        m->values[v] = m->from[v] + time * (m->to[v] - m->from[v]);
    return robot_pose_of_shape(m->robot, m->shape, m->values);
}

/* What a point of the shape moves at most. */
static double travel_of(const robot *r, size_t shape, const carom_speed *speed) {
    return speed->linear + speed->angular * r->shapes[shape].radius;
}

static void bound_row(const follow_job *job, size_t row, const carom_trajectory *paths) {
    const robot *r = job->robot;
    robot_row *out = &job->out->rows[row];
    double most = 0.0, second = 0.0;
    for (size_t i = 0; i < r->shape_count; i++) {
        const double travel = travel_of(r, i, &paths[i].speed);
        second = fmax(second, fmin(most, travel));
        most = fmax(most, travel);
    }
    out->motion = most + second;
}

static void keep_hit(robot_row *out, const carom_toi_set_hit *hit, bool of_scene) {
    if (!hit->at.hit || (out->hit && hit->at.fraction >= out->fraction)) return;
    out->hit = true;
    out->undecided = hit->at.certainty == CAROM_LIMIT;
    out->fraction = hit->at.fraction;
    out->upper = hit->at.certain ? hit->at.fraction_upper : (double)NAN;
    out->touch = (robot_touch){hit->index_a, hit->index_b, of_scene};
    out->point = hit->at.point;
}

static void follow_between(const follow_job *job, size_t row, shape_motion *motions,
                           carom_trajectory *paths) {
    const robot *r = job->robot;
    const size_t width = r->variable_count, count = r->shape_count;
    const double *from = job->rows->values + row * width, *to = from + width;
    for (size_t i = 0; i < count; i++) {
        motions[i] = (shape_motion){r, from, to, i, motions[i].values};
        paths[i] = (carom_trajectory){.shape = &r->shapes[i].shape,
                                      .pose_at = pose_at,
                                      .user = &motions[i],
                                      .speed = robot_speed_of_shape(r, i, from, to)};
    }
    bound_row(job, row, paths);
    const carom_trajectory_set own = {paths, count};
    const carom_trajectory_set scene = {paths + count, job->scene->count};
    const carom_toi_set_options options = {.skip = job->skip};
    carom_toi_set_hit hit = carom_toi_trajectory_sets(&own, NULL, &options);
    keep_hit(&job->out->rows[row], &hit, false);
    hit = carom_toi_trajectory_sets(&own, &scene, NULL);
    keep_hit(&job->out->rows[row], &hit, true);
}

/* ---- all rows */

static void follow_row(void *data, uint32_t number) {
    const follow_job *job = data;
    const robot *r = job->robot;
    const size_t row = job->first + number, all = r->shape_count + job->scene->count;
    carom_posed_shape *posed = calloc(all + 1, sizeof *posed);
    carom_trajectory *paths = calloc(all + 1, sizeof *paths);
    shape_motion *motions = calloc(r->shape_count + 1, sizeof *motions);
    double *values = calloc(r->variable_count + 1, sizeof *values);
    job->failed[number] = !posed || !paths || !motions || !values;
    if (!job->failed[number] && !interrupt_came()) {
        for (size_t i = 0; i < r->shape_count; i++)
            motions[i].values = values;
        for (size_t i = 0; i < job->scene->count; i++) {
            const carom_shape *shape = &job->scene->shapes[i].shape;
            carom_shape_pose(&posed[r->shape_count + i], shape, carom_pose_identity());
            paths[r->shape_count + i].shape = shape;
        }
        measure_row(job, row, posed);
        if (row + 1 < job->rows->count) follow_between(job, row, motions, paths);
    }
    free(posed);
    free(paths);
    free(motions);
    free(values);
}

static uint8_t *skipped_pairs(const robot *r) {
    uint8_t *skip = calloc(r->shape_count * r->shape_count + 1, 1);
    for (size_t i = 0; skip && i < r->shape_count; i++)
        for (size_t k = 0; k < r->shape_count; k++)
            skip[i * r->shape_count + k] =
                robot_allowed(r, r->shapes[i].link, r->shapes[k].link) != ROBOT_CHECKED;
    return skip;
}

/* A function of the distance whose slope is at most `motion` is no less than this between two of
 * its values. */
static void bound_clearances(robot_follow *f) {
    for (size_t i = 0; i < f->count; i++) {
        robot_row *row = &f->rows[i];
        const double next = i + 1 < f->count ? f->rows[i + 1].clearance : row->clearance;
        const double lower = 0.5 * (row->clearance + next - row->motion);
        row->lower = row->hit ? 0.0 : fmax(0.0, fmin(lower, fmin(row->clearance, next)));
    }
}

/* Rows of each thread between two updates of the progress. */
#define ROWS_AT_ONCE 8

bool robot_follow_rows(robot_follow *out, const robot *r, const robot_scene *scene,
                       const robot_rows *rows, const threads *t) {
    const size_t band = (size_t)ROWS_AT_ONCE * t->count;
    uint8_t *skip = skipped_pairs(r);
    bool *failed = calloc(band, sizeof *failed), ok = true;
    out->count = rows->count;
    out->rows = calloc(rows->count + 1, sizeof *out->rows);
    ok = skip && failed && out->rows;
    progress display = progress_start("robot");
    interrupt_watch();
    for (size_t first = 0; ok && first < rows->count && !interrupt_came(); first += band) {
        follow_job job = {r, scene, rows, out, skip, first, failed};
        const size_t left = rows->count - first, count = left < band ? left : band;
        progress_show(&display, "row", first, rows->count);
        threads_run(t, follow_row, &job, (uint32_t)count);
        for (size_t i = 0; i < count; i++)
            ok = ok && !failed[i];
    }
    progress_end(&display);
    out->interrupted = interrupt_came();
    if (ok) bound_clearances(out);
    free(skip);
    free(failed);
    return ok;
}
