/* Meshes and scenes of carom from files: what carom_io_load read, rounded to carom_real once. An
 * instance keeps its mesh and has a pose where its matrix, rounded, is that of a rotation; any
 * other has its triangles transformed in double. model_double.c compiles this for double. */
#include "carom/io_mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/io.h"
#include "carom/vector.h"

/* Of the entries of a matrix: rounding of a rotation to a quaternion of carom_real and back. */
#define RIGID_ROUNDINGS 64

struct carom_io_model {
    carom_io_scene *file; /* while it is built */
    carom_mesh **meshes;  /* owned: of the file's meshes, then of instances that have their own */
    carom_placed_mesh *instances;
    size_t mesh_count, instance_count;
    carom_scene *scene;
};

typedef struct model_job {
    const char *path;
    carom_mesh_def options;
    char *error;
    size_t error_size;
} model_job;

static model_job job_of(const char *path, const carom_mesh_def *options, char *error,
                        size_t error_size) {
    model_job out = {.path = path, .error = error, .error_size = error_size};
    if (options) out.options = *options;
    return out;
}

static bool job_fails(const model_job *job, const char *why) {
    if (job->error_size > 0) snprintf(job->error, job->error_size, "%s: %s", job->path, why);
    return false;
}

/* ---- meshes */

static bool build_mesh(const model_job *job, const carom_io_soup *soup, carom_mesh **mesh) {
    carom_mesh_def def = job->options;
    carom_vec3 *vertices = malloc((soup->vertex_count + 1) * sizeof *vertices);
    if (!vertices) return job_fails(job, carom_status_text(CAROM_ERROR_MEMORY));
    for (size_t i = 0; i < soup->vertex_count; i++) {
        const double *v = soup->vertices + 3 * i;
        vertices[i] = (carom_vec3){(carom_real)v[0], (carom_real)v[1], (carom_real)v[2]};
    }
    def.vertices = vertices;
    def.indices = soup->indices;
    def.vertex_count = soup->vertex_count;
    def.triangle_count = soup->triangle_count;
    const carom_status status = carom_mesh_create(mesh, &def);
    free(vertices);
    return status == CAROM_OK ? true : job_fails(job, carom_status_text(status));
}

static bool flatten_into(const model_job *job, const carom_io_scene *file, carom_mesh **mesh) {
    carom_io_soup soup = {0};
    if (!carom_io_flatten(file, &soup))
        return job_fails(job, "not enough memory, or a placed vertex is not finite");
    const bool built = build_mesh(job, &soup, mesh);
    carom_io_soup_free(&soup);
    return built;
}

bool carom_io_load_mesh(const char *path, const carom_mesh_def *options, carom_mesh **mesh,
                        char *error, size_t error_size) {
    const model_job job = job_of(path, options, error, error_size);
    carom_io_scene *file = NULL;
    if (!carom_io_load(path, &file, error, error_size)) return false;
    const bool built = flatten_into(&job, file, mesh);
    carom_io_free(file);
    return built;
}

/* ---- scenes */

/* Is the matrix that of a pose, but for rounding? */
static bool is_rigid(const double transform[12], carom_pose *pose) {
    carom_real rows[12], back[12];
    for (int i = 0; i < 12; i++)
        rows[i] = (carom_real)transform[i];
    if (carom_pose_from_rows(pose, rows) != CAROM_OK) return false;
    carom_pose_to_rows(*pose, back);
    for (int i = 0; i < 12; i++)
        if (i % 4 < 3 &&
            !(fabs((double)back[i] - transform[i]) <= RIGID_ROUNDINGS * (double)CAROM_REAL_EPSILON))
            return false;
    return true;
}

static bool place_instance(const model_job *job, carom_io_model *model, size_t i) {
    const carom_io_instance *given = &model->file->instances[i];
    const carom_io_mesh *source = &model->file->meshes[given->mesh];
    carom_placed_mesh *placed = &model->instances[i];
    carom_mesh **shared = &model->meshes[given->mesh];
    if (is_rigid(given->transform, &placed->pose)) {
        const carom_io_soup soup = {source->vertices, source->indices, source->vertex_count,
                                    source->triangle_count};
        if (!*shared && !build_mesh(job, &soup, shared)) return false;
        placed->mesh = *shared;
        return true;
    }
    carom_mesh **own = &model->meshes[model->file->mesh_count + i];
    carom_io_scene alone = *model->file;
    alone.instances = &model->file->instances[i];
    alone.instance_count = 1;
    placed->pose = carom_pose_identity();
    if (!flatten_into(job, &alone, own)) return false;
    placed->mesh = *own;
    return true;
}

static bool fill_model(const model_job *job, carom_io_model *model) {
    model->instance_count = model->file->instance_count;
    model->mesh_count = model->file->mesh_count + model->instance_count;
    model->meshes = calloc(model->mesh_count + 1, sizeof *model->meshes);
    model->instances = calloc(model->instance_count + 1, sizeof *model->instances);
    if (!model->meshes || !model->instances)
        return job_fails(job, carom_status_text(CAROM_ERROR_MEMORY));
    for (size_t i = 0; i < model->instance_count; i++)
        if (!place_instance(job, model, i)) return false;
    const carom_scene_def def = {.instances = model->instances,
                                 .count = model->instance_count,
                                 .allocator = job->options.allocator};
    const carom_status status = carom_scene_create(&model->scene, &def);
    return status == CAROM_OK ? true : job_fails(job, carom_status_text(status));
}

void carom_io_model_destroy(carom_io_model *model) {
    if (!model) return;
    carom_scene_destroy(model->scene);
    for (size_t i = 0; model->meshes && i < model->mesh_count; i++)
        carom_mesh_destroy(model->meshes[i]);
    free(model->meshes);
    free(model->instances);
    free(model);
}

bool carom_io_load_scene(const char *path, const carom_mesh_def *options, carom_io_model **model,
                         char *error, size_t error_size) {
    const model_job job = job_of(path, options, error, error_size);
    carom_io_scene *file = NULL;
    if (!carom_io_load(path, &file, error, error_size)) return false;
    carom_io_model *made = calloc(1, sizeof *made);
    if (made) made->file = file;
    const bool filled =
        made ? fill_model(&job, made) : job_fails(&job, carom_status_text(CAROM_ERROR_MEMORY));
    carom_io_free(file);
    if (filled) {
        made->file = NULL;
        *model = made;
    } else {
        carom_io_model_destroy(made);
    }
    return filled;
}

carom_scene *carom_io_model_scene(carom_io_model *model) {
    return model->scene;
}

carom_placed_mesh carom_io_model_instance(const carom_io_model *model, size_t instance) {
    return instance < model->instance_count ? model->instances[instance]
                                            : (carom_placed_mesh){.mesh = NULL};
}
