/* Collisions over configurations that are uniform within the limits of all joints. Each sample has
 * random numbers of its own, from its number and the seed, so that the counts do not depend on the
 * threads. Pairs whose spheres about the links' origins are apart are not tested. */
#include "robot/robot_sample.h"

#include <stdlib.h>

#include "progress.h"
#include "robot/robot_links.h"

/* The output function of SplitMix64 [Steele14]. */
static double random_unit(uint64_t *state) {
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static bool shapes_collide(const robot *r, size_t i, size_t k, const carom_pose *poses) {
    const robot_shape *a = &r->shapes[i], *b = &r->shapes[k];
    const double reach = (a->radius + b->radius) * (1.0 + 1e-9);
    const double apart = norm(minus(poses[i].position, poses[k].position));
    if (apart > reach * (1.0 + 1e-9) + 1e-9 * norm(poses[i].position)) return false;
    return carom_overlap(&a->shape, poses[i], &b->shape, poses[k]);
}

static bool links_collide(const robot *r, size_t a, size_t b, const carom_pose *poses) {
    for (size_t i = 0; i < r->shape_count; i++)
        for (size_t k = 0; r->shapes[i].link == a && k < r->shape_count; k++)
            if (r->shapes[k].link == b && shapes_collide(r, i, k, poses)) return true;
    return false;
}

bool robot_links_collide(const robot *r, size_t a, size_t b, const double *values) {
    carom_pose *poses = malloc((r->shape_count + 1) * sizeof *poses);
    for (size_t i = 0; poses && i < r->shape_count; i++)
        poses[i] = robot_pose_of_shape(r, i, values);
    const bool collide = poses && links_collide(r, a, b, poses);
    free(poses);
    return collide;
}

/* ---- many configurations */

#define JOBS 64

typedef struct sample_job {
    const robot *robot;
    const robot_samples *samples;
    uint64_t *counts; /* of each job and pair, and the free samples of each job */
    uint64_t first, count;
    bool *failed;
} sample_job;

static void draw_values(const robot *r, double *values, uint64_t seed, uint64_t number) {
    uint64_t state = seed * 0xD1342543DE82EF95u + number * 0x2545F4914F6CDD1Du;
    for (size_t v = 0; v < r->variable_count; v++) {
        const robot_joint *j = &r->joints[r->variables[v]];
        values[v] = j->lower + random_unit(&state) * (j->upper - j->lower);
    }
}

static void run_samples(void *data, uint32_t number) {
    const sample_job *job = data;
    const robot *r = job->robot;
    const robot_samples *s = job->samples;
    uint64_t *counts = job->counts + number * (s->pair_count + 1);
    double *values = malloc((r->variable_count + 1) * sizeof *values);
    carom_pose *poses = malloc((r->shape_count + 1) * sizeof *poses);
    job->failed[number] = !values || !poses;
    for (uint64_t i = number; i < job->count && values && poses; i += JOBS) {
        bool is_free = true;
        draw_values(r, values, s->seed, job->first + i);
        for (size_t k = 0; k < r->shape_count; k++)
            poses[k] = robot_pose_of_shape(r, k, values);
        for (size_t p = 0; p < s->pair_count; p++) {
            const robot_pair *pair = &s->pairs[p];
            if (!links_collide(r, pair->a, pair->b, poses)) continue;
            counts[p]++;
            is_free = is_free && pair->why;
        }
        counts[s->pair_count] += is_free;
    }
    free(values);
    free(poses);
}

static bool list_pairs(robot_samples *out, const robot *r) {
    out->pairs = calloc(r->link_count * r->link_count + 1, sizeof *out->pairs);
    double *zero = calloc(r->variable_count + 1, sizeof *zero);
    for (size_t v = 0; zero && v < r->variable_count; v++) {
        const robot_joint *j = &r->joints[r->variables[v]];
        zero[v] = fmin(fmax(0.0, j->lower), j->upper);
    }
    for (size_t a = 0; out->pairs && zero && a < r->link_count; a++)
        for (size_t b = a + 1; b < r->link_count; b++) {
            const robot_allowance allowed = robot_allowed(r, a, b);
            if (!r->links[a].shapes || !r->links[b].shapes || allowed == ROBOT_DISABLED) continue;
            robot_pair *pair = &out->pairs[out->pair_count++];
            *pair = (robot_pair){.a = a, .b = b, .at_zero = robot_links_collide(r, a, b, zero)};
            if (allowed == ROBOT_ADJACENT) pair->why = "Adjacent";
        }
    const bool ok = out->pairs && zero;
    free(zero);
    return ok;
}

/* Samples between two updates of the progress. */
#define BAND 4096

static bool count_all(robot_samples *out, const robot *r, uint64_t wanted, const threads *t) {
    const size_t row = out->pair_count + 1;
    bool failed[JOBS] = {false}, ok = true;
    uint64_t *counts = calloc(JOBS * row, sizeof *counts);
    progress display = progress_start("robot");
    interrupt_watch();
    for (uint64_t first = 0; counts && ok && first < wanted && !interrupt_came();) {
        sample_job job = {r,     out, counts, first, wanted - first < BAND ? wanted - first : BAND,
                          failed};
        progress_show(&display, "sample", (size_t)first, (size_t)wanted);
        threads_run(t, run_samples, &job, JOBS);
        for (int i = 0; i < JOBS; i++)
            ok = ok && !failed[i];
        out->samples = first += job.count;
    }
    progress_end(&display);
    out->interrupted = interrupt_came();
    for (size_t p = 0; counts && p < row; p++)
        for (size_t i = 0; i < JOBS; i++)
            *(p < out->pair_count ? &out->pairs[p].count : &out->free) += counts[i * row + p];
    ok = ok && counts;
    free(counts);
    return ok;
}

static void find_reasons(robot_samples *out) {
    for (size_t p = 0; p < out->pair_count; p++) {
        robot_pair *pair = &out->pairs[p];
        if (pair->why) continue;
        if ((double)pair->count >= ROBOT_ALWAYS * (double)out->samples && pair->count > 0)
            pair->why = "Always";
        else if (pair->at_zero)
            pair->why = "Default";
        else if (pair->count == 0)
            pair->why = "Never";
    }
}

bool robot_sample(robot_samples *out, const robot *r, const threads *t) {
    const uint64_t wanted = out->samples;
    out->samples = 0;
    if (!list_pairs(out, r) || !count_all(out, r, wanted, t)) return false;
    find_reasons(out);
    return true;
}
