/* Meshes and scenes of carom from files: what carom_io_load read, rounded to carom_real once. An
 * instance keeps its mesh where its matrix, rounded, is a rotation times factors along the axes,
 * and has a pose and these factors (carom_scene_def.scales); any other, which is sheared, has its
 * triangles transformed in double. model_double.c compiles this for double. */
#include "carom/io_mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/io.h"
#include "carom/vector.h"
#include "soup.h"

/* Of the entries of a matrix: rounding of a rotation to a quaternion of carom_real and back. */
#define RIGID_ROUNDINGS 64
/* Factors that agree but for the last 7 bits of a double are one: nodes' matrices are products. */
#define SAME_FACTOR 129.0

/* The factors of an instance, as it is compared with others of its mesh. */
typedef struct scaled_instance {
    double key[3];
    size_t mesh, at;
} scaled_instance;

struct carom_io_model {
    carom_io_scene *file; /* while it is built */
    carom_mesh **meshes;  /* owned: of the file's meshes, then of instances that have their own */
    carom_placed_mesh *instances;
    carom_vec3 *scales; /* while it is built */
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

static void divide_columns(const double transform[12], const double factors[3], double out[12]) {
    for (int i = 0; i < 12; i++)
        out[i] = i % 4 < 3 ? transform[i] / factors[i % 4] : transform[i];
}

/* The factors of a matrix that is a rotation times factors; of a mirror image those with the least
 * rotation: one of them is negative, or all. False where a factor is none of carom_real. */
static bool factors_of(const double transform[12], double factors[3]) {
    double trace[3];
    for (int k = 0; k < 3; k++) {
        const double x = transform[k], y = transform[4 + k], z = transform[8 + k];
        factors[k] = sqrt(x * x + y * y + z * z);
        const double rounded = (double)(carom_real)factors[k];
        if (!(rounded >= 4.0 / (double)CAROM_REAL_MAX && rounded <= (double)CAROM_REAL_MAX))
            return false;
        trace[k] = transform[5 * k] / factors[k];
    }
    if (!carom_io_mirrors(transform)) return true;
    double sum = -(trace[0] + trace[1] + trace[2]), most = sum;
    int chosen = -1;
    for (int k = 0; k < 3; k++)
        if (-sum - 2.0 * trace[k] > most) most = -sum - 2.0 * trace[chosen = k];
    for (int k = 0; k < 3; k++)
        if (chosen < 0 || chosen == k) factors[k] = -factors[k];
    return true;
}

/* Finds the pose and the factors of an instance: 1, 1, 1 for a pose alone. */
static bool is_scaled(const double transform[12], carom_pose *pose, double factors[3]) {
    double rotation[12];
    for (int k = 0; k < 3; k++)
        factors[k] = 1.0;
    if (is_rigid(transform, pose)) return true;
    if (!factors_of(transform, factors)) return false;
    divide_columns(transform, factors, rotation);
    return is_rigid(rotation, pose);
}

/* A mesh beyond carom_real may be placed by factors that bring it back. */
static bool fits_unscaled(const carom_io_mesh *mesh) {
    for (size_t i = 0; i < 3 * mesh->vertex_count; i++)
        if (!(fabs(mesh->vertices[i]) <= (double)CAROM_REAL_MAX)) return false;
    return true;
}

/* The mesh of an instance, unscaled, its pose, and its factors into `scaled`. */
static bool place_instance(const model_job *job, carom_io_model *model, size_t i,
                           scaled_instance *scaled) {
    const carom_io_instance *given = &model->file->instances[i];
    const carom_io_mesh *source = &model->file->meshes[given->mesh];
    carom_placed_mesh *placed = &model->instances[i];
    carom_mesh **shared = &model->meshes[given->mesh];
    *scaled = (scaled_instance){.mesh = given->mesh, .at = i};
    if (is_scaled(given->transform, &placed->pose, scaled->key) &&
        (*shared || fits_unscaled(source))) {
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
    for (int k = 0; k < 3; k++)
        scaled->key[k] = 1.0;
    if (!flatten_into(job, &alone, own)) return false;
    placed->mesh = *own;
    return true;
}

static int compare_scaled(const void *left, const void *right) {
    const scaled_instance *a = left, *b = right;
    if (a->mesh != b->mesh) return a->mesh < b->mesh ? -1 : 1;
    for (int k = 0; k < 3; k++)
        if (a->key[k] != b->key[k]) return a->key[k] < b->key[k] ? -1 : 1;
    return (a->at > b->at) - (a->at < b->at);
}

/* Instances whose factors differ by roundings of their matrices get those of the first one. */
static void share_factors(carom_io_model *model, scaled_instance *scaled) {
    for (size_t i = 0; i < model->instance_count; i++) {
        double *key = scaled[i].key;
        model->scales[i] = (carom_vec3){(carom_real)key[0], (carom_real)key[1], (carom_real)key[2]};
        for (int k = 0; k < 3; k++) {
            const double high = SAME_FACTOR * key[k];
            key[k] = high - (high - key[k]);
        }
    }
    qsort(scaled, model->instance_count, sizeof *scaled, compare_scaled);
    for (size_t i = 1; i < model->instance_count; i++) {
        const scaled_instance *a = &scaled[i - 1], *b = &scaled[i];
        if (a->mesh == b->mesh && !memcmp(a->key, b->key, sizeof a->key))
            model->scales[b->at] = model->scales[a->at];
    }
}

static bool place_instances(const model_job *job, carom_io_model *model) {
    scaled_instance *scaled = calloc(model->instance_count + 1, sizeof *scaled);
    if (!scaled) return job_fails(job, carom_status_text(CAROM_ERROR_MEMORY));
    bool placed = true;
    for (size_t i = 0; placed && i < model->instance_count; i++)
        placed = place_instance(job, model, i, &scaled[i]);
    if (placed) share_factors(model, scaled);
    free(scaled);
    return placed;
}

static bool fill_model(const model_job *job, carom_io_model *model) {
    model->instance_count = model->file->instance_count;
    model->mesh_count = model->file->mesh_count + model->instance_count;
    model->meshes = calloc(model->mesh_count + 1, sizeof *model->meshes);
    model->instances = calloc(model->instance_count + 1, sizeof *model->instances);
    model->scales = calloc(model->instance_count + 1, sizeof *model->scales);
    if (!model->meshes || !model->instances || !model->scales)
        return job_fails(job, carom_status_text(CAROM_ERROR_MEMORY));
    if (!place_instances(job, model)) return false;
    const carom_scene_def def = {.instances = model->instances,
                                 .count = model->instance_count,
                                 .allocator = job->options.allocator,
                                 .scales = model->scales};
    const carom_status status = carom_scene_create(&model->scene, &def);
    for (size_t i = 0; status == CAROM_OK && i < model->instance_count; i++)
        model->instances[i].mesh = carom_scene_instance(model->scene, i).mesh;
    return status == CAROM_OK ? true : job_fails(job, carom_status_text(status));
}

void carom_io_model_destroy(carom_io_model *model) {
    if (!model) return;
    carom_scene_destroy(model->scene);
    for (size_t i = 0; model->meshes && i < model->mesh_count; i++)
        carom_mesh_destroy(model->meshes[i]);
    free(model->meshes);
    free(model->instances);
    free(model->scales);
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
