/* No algorithm of its own: one query for many pairs of posed shapes, divided among threads. The
 * answers are those of the single calls, for any number of threads. The cost of a pair is unknown,
 * from a sphere's distance to a mesh's depth, so that a thread takes pairs in small parts. */
#include "query/batch/many.h"

/* Pairs for which another thread is used. Empirical. */
#define POSED_GRAIN 16

typedef struct shape_pair {
    const carom_posed_shape *a, *b;
} shape_pair;

static const carom_posed_shape *posed_at(const carom_posed_shape *set, size_t count, size_t place) {
    static const carom_posed_shape none = {0};
    return place < count ? &set[place] : &none;
}

static shape_pair shape_pair_at(const many_job *job, size_t i) {
    const carom_posed_pairs *p = job->queries;
    const pair_plan *plan = &job->plan;
    return (shape_pair){
        posed_at(p->a, p->count_a, pair_place(plan->index_a, plan->one_a, i)),
        posed_at(p->b, p->count_b, pair_place(plan->index_b, plan->one_b, i)),
    };
}

static void run_posed_pairs(const many_job *job, task_item *item, const carom_task_hook *tasks) {
    const carom_posed_pairs *p = job->queries;
    many_job planned = *job;
    planned.plan = pair_plan_of(p->count_a, p->count_b, p->pairs);
    carom_run_items(tasks, item, &planned, (task_share){planned.plan.count, POSED_GRAIN});
}

static void overlap_posed(void *data, size_t i) {
    const many_job *job = data;
    shape_pair p = shape_pair_at(job, i);
    ((bool *)job->answers)[i] = carom_overlap_posed(p.a, p.b);
}

void carom_overlap_posed_pairs(const carom_posed_pairs *pairs, bool *answers,
                               const carom_task_hook *tasks) {
    run_posed_pairs(&(many_job){.queries = pairs, .answers = answers}, overlap_posed, tasks);
}

static void overlap_posed_within(void *data, size_t i) {
    const many_job *job = data;
    shape_pair p = shape_pair_at(job, i);
    ((bool *)job->answers)[i] = carom_overlap_within_posed(p.a, p.b, job->distance);
}

void carom_overlap_posed_pairs_within(const carom_posed_pairs *pairs, carom_real distance,
                                      bool *answers, const carom_task_hook *tasks) {
    const many_job job = {.queries = pairs, .answers = answers, .distance = distance};
    run_posed_pairs(&job, overlap_posed_within, tasks);
}

static void classify_posed(void *data, size_t i) {
    const many_job *job = data;
    shape_pair p = shape_pair_at(job, i);
    ((carom_relation *)job->answers)[i] = carom_classify_posed(p.a, p.b);
}

void carom_classify_posed_pairs(const carom_posed_pairs *pairs, carom_relation *relations,
                                const carom_task_hook *tasks) {
    run_posed_pairs(&(many_job){.queries = pairs, .answers = relations}, classify_posed, tasks);
}

static void closest_posed(void *data, size_t i) {
    const many_job *job = data;
    shape_pair p = shape_pair_at(job, i);
    ((carom_closest_any *)job->answers)[i] = carom_closest_posed(p.a, p.b);
}

void carom_closest_posed_pairs(const carom_posed_pairs *pairs, carom_closest_any *nearest,
                               const carom_task_hook *tasks) {
    run_posed_pairs(&(many_job){.queries = pairs, .answers = nearest}, closest_posed, tasks);
}

static void raycast_posed(void *data, size_t i) {
    const many_job *job = data;
    shape_pair p = shape_pair_at(job, i);
    ((carom_ray_hit *)job->answers)[i] = carom_raycast_posed(p.a, p.b);
}

void carom_raycast_posed_pairs(const carom_posed_pairs *pairs, carom_ray_hit *hits,
                               const carom_task_hook *tasks) {
    run_posed_pairs(&(many_job){.queries = pairs, .answers = hits}, raycast_posed, tasks);
}

static void sweep_posed(void *data, size_t i) {
    const many_job *job = data;
    shape_pair p = shape_pair_at(job, i);
    ((carom_sweep_hit *)job->answers)[i] = carom_sweep_posed(p.a, p.b, job->about);
}

void carom_sweep_posed_pairs(const carom_posed_pairs *pairs, const carom_sweep_options *options,
                             carom_sweep_hit *hits, const carom_task_hook *tasks) {
    const many_job job = {.queries = pairs, .about = options, .answers = hits};
    run_posed_pairs(&job, sweep_posed, tasks);
}

static void penetrate_posed(void *data, size_t i) {
    const many_job *job = data;
    shape_pair p = shape_pair_at(job, i);
    ((carom_penetration *)job->answers)[i] = carom_penetrate_posed(p.a, p.b);
}

void carom_penetrate_posed_pairs(const carom_posed_pairs *pairs, carom_penetration *depths,
                                 const carom_task_hook *tasks) {
    run_posed_pairs(&(many_job){.queries = pairs, .answers = depths}, penetrate_posed, tasks);
}

static void contact_posed(void *data, size_t i) {
    const many_job *job = data;
    shape_pair p = shape_pair_at(job, i);
    carom_contact_posed(p.a, p.b, &((carom_contact_manifold *)job->answers)[i]);
}

void carom_contact_posed_pairs(const carom_posed_pairs *pairs, carom_contact_manifold *manifolds,
                               const carom_task_hook *tasks) {
    run_posed_pairs(&(many_job){.queries = pairs, .answers = manifolds}, contact_posed, tasks);
}
