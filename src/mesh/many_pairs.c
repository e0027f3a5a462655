/* No algorithm of its own: batched queries of pairs of meshes on a task hook. Pair i is the call
 * of the single function, so its bits are the same whichever thread runs it. One pair takes long
 * enough to be a task of its own. */
#include "query/batch/many.h"

typedef struct placed_pair {
    const carom_placed_mesh *a, *b;
} placed_pair;

static const carom_placed_mesh *placed_or_none(const carom_placed_mesh *set, size_t count,
                                               size_t place) {
    static const carom_placed_mesh none = {0};
    return place < count ? &set[place] : &none;
}

static placed_pair placed_pair_at(const many_job *job, size_t i) {
    const carom_mesh_pairs *p = job->queries;
    const pair_plan *plan = &job->plan;
    return (placed_pair){
        placed_or_none(p->a, p->count_a, pair_place(plan->index_a, plan->one_a, i)),
        placed_or_none(p->b, p->count_b, pair_place(plan->index_b, plan->one_b, i)),
    };
}

static void run_placed_pairs(const many_job *job, task_item *item, const carom_task_hook *tasks) {
    const carom_mesh_pairs *p = job->queries;
    many_job planned = *job;
    planned.plan = pair_plan_of(p->count_a, p->count_b, p->pairs);
    carom_run_items(tasks, item, &planned, (task_share){planned.plan.count, 1});
}

static void overlap_placed(void *data, size_t i) {
    const many_job *job = data;
    placed_pair p = placed_pair_at(job, i);
    ((bool *)job->answers)[i] = carom_overlap_mesh_mesh(p.a, p.b);
}

void carom_overlap_mesh_pairs(const carom_mesh_pairs *pairs, bool *answers,
                              const carom_task_hook *tasks) {
    run_placed_pairs(&(many_job){.queries = pairs, .answers = answers}, overlap_placed, tasks);
}

static void overlap_placed_within(void *data, size_t i) {
    const many_job *job = data;
    placed_pair p = placed_pair_at(job, i);
    ((bool *)job->answers)[i] = carom_overlap_mesh_mesh_within(p.a, p.b, job->distance);
}

void carom_overlap_mesh_pairs_within(const carom_mesh_pairs *pairs, carom_real distance,
                                     bool *answers, const carom_task_hook *tasks) {
    const many_job job = {.queries = pairs, .answers = answers, .distance = distance};
    run_placed_pairs(&job, overlap_placed_within, tasks);
}

static void intersect_placed(void *data, size_t i) {
    const many_job *job = data;
    placed_pair p = placed_pair_at(job, i);
    ((carom_mesh_meeting *)job->answers)[i] = carom_intersect_mesh_mesh(p.a, p.b);
}

void carom_intersect_mesh_pairs(const carom_mesh_pairs *pairs, carom_mesh_meeting *meetings,
                                const carom_task_hook *tasks) {
    run_placed_pairs(&(many_job){.queries = pairs, .answers = meetings}, intersect_placed, tasks);
}

static void closest_placed(void *data, size_t i) {
    const many_job *job = data;
    placed_pair p = placed_pair_at(job, i);
    ((carom_mesh_pair_closest *)job->answers)[i] = carom_closest_mesh_mesh(p.a, p.b);
}

void carom_closest_mesh_pairs(const carom_mesh_pairs *pairs, carom_mesh_pair_closest *nearest,
                              const carom_task_hook *tasks) {
    run_placed_pairs(&(many_job){.queries = pairs, .answers = nearest}, closest_placed, tasks);
}

static void classify_placed(void *data, size_t i) {
    const many_job *job = data;
    placed_pair p = placed_pair_at(job, i);
    ((carom_mesh_relation *)job->answers)[i] = carom_classify_mesh_mesh(p.a, p.b);
}

void carom_classify_mesh_pairs(const carom_mesh_pairs *pairs, carom_mesh_relation *relations,
                               const carom_task_hook *tasks) {
    run_placed_pairs(&(many_job){.queries = pairs, .answers = relations}, classify_placed, tasks);
}

static void penetrate_placed(void *data, size_t i) {
    const many_job *job = data;
    placed_pair p = placed_pair_at(job, i);
    ((carom_mesh_penetration *)job->answers)[i] = carom_penetrate_mesh_mesh(p.a, p.b, job->about);
}

void carom_penetrate_mesh_pairs(const carom_mesh_pairs *pairs, const carom_mesh_depth_def *def,
                                carom_mesh_penetration *depths, const carom_task_hook *tasks) {
    const many_job job = {.queries = pairs, .about = def, .answers = depths};
    run_placed_pairs(&job, penetrate_placed, tasks);
}

static void sweep_placed(void *data, size_t i) {
    const many_job *job = data;
    const carom_vec3 *motions = job->about;
    placed_pair p = placed_pair_at(job, i);
    ((carom_mesh_pair_sweep *)job->answers)[i] = carom_sweep_mesh_mesh(p.a, motions[i], p.b);
}

void carom_sweep_mesh_pairs(const carom_mesh_pairs *pairs, const carom_vec3 *motions,
                            carom_mesh_pair_sweep *hits, const carom_task_hook *tasks) {
    const many_job job = {.queries = pairs, .about = motions, .answers = hits};
    run_placed_pairs(&job, sweep_placed, tasks);
}
