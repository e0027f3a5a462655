/* The nearest point of a mesh, of one point or of many. The limit shrinks with every triangle
 * found, and starts the smaller the better: in a batch at what the last point's triangle gives. */
#include "carom/mesh_near.h"

#include "core/tasks.h"
#include "mesh/near_order.h"
#include "mesh/near_walk.h"

typedef struct nearest_search {
    near_search search;
    bool found;
    carom_mesh_closest best;
} nearest_search;

static void visit_nearest(near_search *search, uint32_t rank, const carom_triangle *triangle) {
    nearest_search *s = (nearest_search *)search;
    carom_closest_on_triangle at = carom_closest_point_triangle(search->given, triangle);
    uint32_t index = search->tree->order[rank];
    carom_real best = s->best.at.distance;
    if (!comes_before(at.distance, index, best, s->best.triangle)) return;
    s->found = true;
    s->best = (carom_mesh_closest){index, at};
    search->limit = min2(search->limit, near_limit(at.distance));
}

static const carom_mesh_closest nothing_near = {.at.distance = (carom_real)INFINITY};

static nearest_search nearest_start(carom_vec3 point, const carom_mesh *mesh, carom_real distance) {
    nearest_search s = {near_search_start(point, mesh, distance, visit_nearest), false,
                        nothing_near};
    s.search.nearest_only = true;
    return s;
}

/* `guess` may be nothing. */
static carom_mesh_closest nearest_from(carom_vec3 point, const carom_mesh *mesh,
                                       const carom_mesh_closest *guess) {
    nearest_search s = nearest_start(point, mesh, (carom_real)INFINITY);
    if (guess->at.distance <= CAROM_REAL_MAX && finite3(s.search.point)) {
        uint32_t rank = mesh->wide.place[guess->triangle];
        carom_triangle t = wide_triangle_at(&mesh->wide, rank);
        visit_nearest(&s.search, rank, &t);
    }
    carom_near_walk(&s.search);
    return s.best;
}

carom_mesh_closest carom_closest_point_mesh(carom_vec3 point, const carom_mesh *mesh) {
    return nearest_from(point, mesh, &nothing_near);
}

carom_mesh_closest carom_closest_point_mesh_within(carom_vec3 point, const carom_mesh *mesh,
                                                   carom_real distance) {
    if (!(distance >= 0)) return nothing_near;
    nearest_search s = nearest_start(point, mesh, distance);
    carom_near_walk(&s.search);
    return s.found && s.best.at.distance <= distance ? s.best : nothing_near;
}

/* ---- batches */

/* Runs that the chain of a block is cut into, and points that are worth waking a thread for. */
#define NEAR_RUNS 64
#define NEAR_GRAIN 256

/* Points in the order of a curve; run i begins at start[i] and ends where the next one begins. */
typedef struct near_job {
    const carom_vec3 *points;
    const carom_mesh *mesh;
    carom_mesh_closest *nearest;
    uint32_t start[NEAR_RUNS + 1];
} near_job;

/* The next point of the chain may lie anywhere. */
static void fetch_place(const near_job *job, uint32_t i) {
    if (i == NEAR_END) return;
    CAROM_PREFETCH(&job->points[i]);
    CAROM_PREFETCH(&job->nearest[i]);
    CAROM_PREFETCH((const char *)(&job->nearest[i] + 1) - 1);
}

static void nearest_runs(void *data, size_t first, size_t last) {
    const near_job *job = data;
    carom_mesh_closest found = nothing_near;
    uint32_t end = job->start[last];
    for (uint32_t i = job->start[first], next; i != end; i = next) {
        next = job->nearest[i].triangle;
        fetch_place(job, next);
        found = nearest_from(job->points[i], job->mesh, &found);
        job->nearest[i] = found;
    }
}

/* To cut a chain it has to be walked, from one end of memory to the other. */
static size_t cut_chain(near_job *job, uint32_t count, uint32_t first, bool shared) {
    size_t runs = count / NEAR_GRAIN < NEAR_RUNS ? count / NEAR_GRAIN + 1 : NEAR_RUNS;
    if (!shared || runs == 1) {
        job->start[0] = first;
        job->start[1] = NEAR_END;
        return 1;
    }
    uint32_t length = count / (uint32_t)runs + 1, place = 0, made = 0;
    for (uint32_t i = first; i != NEAR_END; i = job->nearest[i].triangle, place++)
        if (place % length == 0) job->start[made++] = i;
    job->start[made] = NEAR_END;
    return made;
}

void carom_closest_points_mesh(const carom_vec3 *points, size_t count, const carom_mesh *mesh,
                               carom_mesh_closest *nearest, const carom_task_hook *tasks) {
    for (size_t first = 0; first < count; first += NEAR_BLOCK) {
        near_job job = {.points = points + first, .mesh = mesh, .nearest = nearest + first};
        size_t left = count - first;
        uint32_t part = left < NEAR_BLOCK ? (uint32_t)left : NEAR_BLOCK;
        uint32_t start = carom_near_order(job.points, part, job.nearest);
        size_t runs = cut_chain(&job, part, start, tasks != NULL);
        carom_run_chunks(tasks, nearest_runs, &job, (task_share){runs, 1});
    }
}

/* ---- closer than */

typedef struct within_search {
    near_search search;
    carom_real distance;
    bool found;
} within_search;

static void visit_within(near_search *search, uint32_t rank, const carom_triangle *triangle) {
    within_search *s = (within_search *)search;
    (void)rank;
    s->found = carom_closest_point_triangle(search->given, triangle).distance <= s->distance;
    if (s->found) search->limit = -1.0;
}

bool carom_overlap_point_mesh_within(carom_vec3 point, const carom_mesh *mesh,
                                     carom_real distance) {
    within_search s = {near_search_start(point, mesh, distance, visit_within), distance, false};
    if (distance >= 0 && (double)distance <= DBL_MAX) carom_near_walk(&s.search);
    return s.found;
}
