/* Building a mesh: the definition is checked whole before anything is kept, and everything that was
 * allocated is released on one path when a step fails. */
#include <string.h>

#include "batch/simd_real.h"
#include "core/tasks.h"
#include "mesh/refit.h"
#include "mesh/wide_split.h"

typedef struct check_job {
    const carom_mesh_def *def;
    bool infinite[TASK_PIECES], astray[TASK_PIECES]; /* by piece of the vertices, of the indices */
} check_job;

/* Times 0 what is not finite becomes NaN, and so does a sum with it. */
static void check_vertices(void *data, size_t piece, size_t i, size_t last) {
    check_job *job = data;
    if (i == last) return; /* there may be none at all */
    const carom_real *at = (const carom_real *)(job->def->vertices + i), *end = at + 3 * (last - i);
    const reals zero = reals_all(0);
    reals sum = zero;
    carom_real rest = 0;
    for (; end - at >= REALS; at += REALS)
        sum = reals_add(sum, reals_mul(reals_load(at), zero));
    for (; at < end; at++)
        rest += *at * 0;
    job->infinite[piece] = reals_bits(reals_eq(sum, zero)) != ALL_REALS || rest != 0;
}

static void check_corners(void *data, size_t piece, size_t i, size_t last) {
    check_job *job = data;
    bool astray = false; /* not in the job: its cache lines are every thread's */
    for (; i < last; i++)
        astray |= job->def->indices[i] >= job->def->vertex_count;
    job->astray[piece] = astray;
}

/* Triangles that are worth waking a thread for. */
#define CHECK_GRAIN 16384

static carom_status check_numbers(const carom_mesh_def *def) {
    check_job job = {.def = def};
    bool infinite = false, astray = false;
    const carom_task_hook *tasks = def->triangle_count < CHECK_GRAIN ? NULL : &def->tasks;
    carom_run_pieces(tasks, check_vertices, &job, def->vertex_count);
    carom_run_pieces(tasks, check_corners, &job, 3 * def->triangle_count);
    for (int i = 0; i < TASK_PIECES; i++) {
        infinite |= job.infinite[i];
        astray |= job.astray[i];
    }
    return infinite ? CAROM_ERROR_NOT_FINITE : astray ? CAROM_ERROR_INDEX : CAROM_OK;
}

carom_status carom_mesh_check_def(const carom_mesh_def *def) {
    if (!def || (def->vertex_count > 0 && !def->vertices) ||
        (def->triangle_count > 0 && !def->indices))
        return CAROM_ERROR_ARGUMENT;
    if (def->build > CAROM_MESH_BUILD_WHOLE) return CAROM_ERROR_ARGUMENT;
    if (!def->allocator.alloc != !def->allocator.free) return CAROM_ERROR_ARGUMENT;
    if (!def->tasks.begin != !def->tasks.finish) return CAROM_ERROR_ARGUMENT;
    if (def->triangle_count >= WIDE_LARGEST || def->vertex_count > UINT32_MAX ||
        def->vertex_count > SIZE_MAX / sizeof *def->vertices)
        return CAROM_ERROR_LIMIT;
    return check_numbers(def);
}

/* A second tree is kept where it costs no more than this part of the first: a ray that meets
 * several parts of a triangle asks it each time, which the costs do not hold. */
#define PARTS_WORTH 0.875

carom_status carom_mesh_create(carom_mesh **out, const carom_mesh_def *def) {
    carom_status status = out ? carom_mesh_check_def(def) : CAROM_ERROR_ARGUMENT;
    if (status != CAROM_OK) return status;
    carom_mesh *mesh = carom_alloc(&def->allocator, 1, sizeof *mesh);
    if (!mesh) return CAROM_ERROR_MEMORY;
    memset(mesh, 0, sizeof *mesh);
    mesh->allocator = def->allocator;
    const wide_source source = {.vertices = def->vertices,
                                .indices = def->indices,
                                .count = (uint32_t)def->triangle_count,
                                .fast = def->build == CAROM_MESH_BUILD_FAST,
                                .tasks = &def->tasks,
                                .compact = def->compact,
                                .vertex_count = def->vertex_count};
    const bool always = def->build == CAROM_MESH_BUILD_SPLIT;
    mesh->bounds = carom_wide_bounds(&source);
    status = carom_wide_create(&mesh->wide, &source, &mesh->bounds, &def->allocator);
    mesh->built_cost = mesh->cost = carom_wide_cost(&mesh->wide, &def->tasks);
    bool may_split = !def->compact && (def->build == CAROM_MESH_BUILD_BEST || always);
    if (status == CAROM_OK && may_split)
        status = carom_wide_create_split(&mesh->parts, &source, &mesh->wide.frame, always,
                                         &def->allocator);
    bool worth = always || carom_wide_cost(&mesh->parts, &def->tasks) <= PARTS_WORTH * mesh->cost;
    if (status == CAROM_OK && !worth) carom_wide_destroy(&mesh->parts, &def->allocator);
    if (status == CAROM_OK)
        *out = mesh;
    else
        carom_mesh_destroy(mesh);
    return status;
}

void carom_mesh_destroy(carom_mesh *mesh) {
    if (!mesh) return;
    carom_allocator allocator = mesh->allocator;
    if (!mesh->borrowed) {
        carom_wide_destroy(&mesh->wide, &allocator);
        carom_wide_destroy(&mesh->parts, &allocator);
    }
    carom_free(&allocator, mesh);
}

static size_t bytes_of_tree(const wide_tree *tree) {
    wide_parts parts = carom_wide_parts(tree, tree->compact != NULL);
    size_t bytes = 0;
    for (int i = 0; i < parts.count; i++)
        bytes += parts.size[i];
    return bytes;
}

size_t carom_mesh_bytes(const carom_mesh *mesh) {
    size_t bytes = sizeof *mesh + bytes_of_tree(&mesh->wide);
    return mesh->parts.node_count > 0 ? bytes + bytes_of_tree(&mesh->parts) : bytes;
}

size_t carom_mesh_triangle_count(const carom_mesh *mesh) {
    return mesh_count(mesh);
}

carom_triangle carom_mesh_triangle(const carom_mesh *mesh, uint32_t triangle) {
    static const carom_triangle none;
    CAROM_ASSERT(triangle < mesh_count(mesh));
    return triangle < mesh_count(mesh) ? mesh_indexed(mesh, triangle) : none;
}

carom_aabb carom_mesh_bounds(const carom_mesh *mesh) {
    const carom_real most = CAROM_REAL_MAX;
    if (mesh_count(mesh) == 0) return (carom_aabb){{most, most, most}, {-most, -most, -most}};
    return mesh->bounds;
}
