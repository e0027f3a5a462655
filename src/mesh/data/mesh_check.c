/* No algorithm of its own: validation of the definition of a mesh: counts and pointers, then every
 * coordinate and every index, by all threads. What passes has finite coordinates and valid
 * indices, on which every other source of a mesh relies. */
#include "mesh/data/mesh_check.h"

#include "simd/simd_real.h"
#include "core/tasks.h"
#include "mesh/bvh8/bvh8.h"

typedef struct check_job {
    const carom_mesh_def *def;
    bool bad_vertex[TASK_PIECES], bad_index[TASK_PIECES]; /* by piece of the input */
} check_job;

/* A number that is not finite becomes NaN when multiplied by 0, and so does the sum. */
static void check_vertices(void *data, size_t piece, size_t i, size_t last) {
    check_job *job = data;
    if (i == last) return; /* there may be no vertices */
    const carom_real *at = (const carom_real *)(job->def->vertices + i), *end = at + 3 * (last - i);
    const reals zero = reals_all(0);
    reals sum = zero;
    carom_real rest = 0;
    for (; end - at >= REALS; at += REALS)
        sum = reals_add(sum, reals_mul(reals_load(at), zero));
    for (; at < end; at++)
        rest += *at * 0;
    job->bad_vertex[piece] = reals_bits(reals_eq(sum, zero)) != ALL_REALS || rest != 0;
}

static void check_corners(void *data, size_t piece, size_t i, size_t last) {
    check_job *job = data;
    bool bad_index = false; /* local, as the job's cache lines are shared by all threads */
    for (; i < last; i++)
        bad_index |= job->def->indices[i] >= job->def->vertex_count;
    job->bad_index[piece] = bad_index;
}

/* Triangles below which one thread is as fast. */
#define CHECK_GRAIN 16384

static carom_status check_numbers(const carom_mesh_def *def) {
    check_job job = {.def = def};
    bool bad_vertex = false, bad_index = false;
    const carom_task_hook *tasks = def->triangle_count < CHECK_GRAIN ? NULL : &def->tasks;
    carom_run_pieces(tasks, check_vertices, &job, def->vertex_count);
    carom_run_pieces(tasks, check_corners, &job, 3 * def->triangle_count);
    for (int i = 0; i < TASK_PIECES; i++) {
        bad_vertex |= job.bad_vertex[i];
        bad_index |= job.bad_index[i];
    }
    return bad_vertex ? CAROM_ERROR_NOT_FINITE : bad_index ? CAROM_ERROR_INDEX : CAROM_OK;
}

carom_status carom_mesh_check_def(const carom_mesh_def *def) {
    if (!def || (def->vertex_count > 0 && !def->vertices) ||
        (def->triangle_count > 0 && !def->indices))
        return CAROM_ERROR_ARGUMENT;
    if (def->build > CAROM_MESH_BUILD_WHOLE) return CAROM_ERROR_ARGUMENT;
    if (!def->allocator.alloc != !def->allocator.free) return CAROM_ERROR_ARGUMENT;
    if (!def->tasks.begin != !def->tasks.finish) return CAROM_ERROR_ARGUMENT;
    if (def->triangle_count >= BVH8_LARGEST || def->vertex_count > UINT32_MAX ||
        def->vertex_count > SIZE_MAX / sizeof *def->vertices)
        return CAROM_ERROR_LIMIT;
    return check_numbers(def);
}
