/* The parts of carom clash: read, placed, welded. Parts that place one mesh of the file again and
 * again share its tree (clash_shape.h). */
#include <stdlib.h>
#include <string.h>

#include "clash/clash.h"
#include "progress.h"
#include "clash/clash_parts.h"
#include "clash/clash_shape.h"

static char *copy_text(const char *text) {
    size_t size = strlen(text) + 1;
    char *out = malloc(size);
    if (out) memcpy(out, text, size);
    return out;
}

/* The greatest length of a column, by which a transform with perpendicular columns scales. */
static double scale_of(const double transform[12]) {
    double most = 0.0;
    for (int k = 0; k < 3; k++)
        most = fmax(most, norm(make3(transform[k], transform[4 + k], transform[8 + k])));
    return most;
}

/* Of surfaces that were cut into triangles how far these may be from them, of vertices on a grid
 * half of a cell's diagonal. Of files that hold
 * single precision half of the last place of each coordinate of a vertex, as the transform scales
 * it. In text a number says what it says. */
static double rounding_of(const carom_io_scene *scene, const carom_io_instance *at) {
    const carom_io_mesh *mesh = &scene->meshes[at->mesh];
    double most = 0.0;
    if (mesh->deviation > 0.0) return mesh->deviation * scale_of(at->transform);
    if (scene->format != CAROM_IO_STL_BINARY && scene->format != CAROM_IO_PLY_BINARY &&
        scene->format != CAROM_IO_GLTF && scene->format != CAROM_IO_GLB &&
        scene->format != CAROM_IO_SCENE)
        return 0.0;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const double *v = mesh->vertices + 3 * i;
        double sum[3], x = fabs(v[0]), y = fabs(v[1]), z = fabs(v[2]);
        if (v[0] != (double)(float)v[0] || v[1] != (double)(float)v[1] ||
            v[2] != (double)(float)v[2])
            return 0.0;
        for (int r = 0; r < 3; r++) {
            const double *m = at->transform + 4 * r;
            sum[r] = fabs(m[0]) * x + fabs(m[1]) * y + fabs(m[2]) * z;
        }
        most = fmax(most, norm(make3(sum[0], sum[1], sum[2])));
    }
    return 0x1p-24 * most;
}

/* ---- parts */

static void start_part(clash_result *out, const carom_io_scene *scene, size_t first, size_t count) {
    clash_part *part = &out->parts[out->part_count];
    memset(part, 0, sizeof *part);
    part->placed.pose = carom_pose_identity();
    out->part_count++;
    for (size_t i = first; i < first + count && !(part->color[3] > 0.0); i++)
        memcpy(part->color, scene->instances[i].color, sizeof part->color);
    for (size_t i = first; i < first + count; i++)
        part->rounding = fmax(part->rounding, rounding_of(scene, &scene->instances[i]));
}

/* The triangles of some instances, placed. */
static bool place_part(clash_result *out, const carom_io_scene *scene, size_t first, size_t count) {
    clash_part *part = &out->parts[out->part_count - 1];
    carom_io_scene some = *scene;
    some.instances += first;
    some.instance_count = count;
    part->shape = clash_shape_add(out);
    return part->shape && carom_io_flatten(&some, &part->shape->soup) &&
           (count == 1 || carom_io_soup_weld(&part->shape->soup));
}

static const char *instance_name(const carom_io_scene *scene, size_t instance) {
    const carom_io_instance *at = &scene->instances[instance];
    return at->name[0] ? at->name : scene->meshes[at->mesh].name;
}

static size_t end_of_part(const carom_io_scene *scene, size_t first, bool by_node) {
    size_t end = first + 1;
    while (by_node && end < scene->instance_count &&
           scene->instances[end].node == scene->instances[first].node)
        end++;
    return end;
}

/* Copies what is there; false without memory. */
static bool copy_tag(char **out, const char *text) {
    if (text) *out = copy_text(text);
    return !text || *out;
}

static bool name_part(clash_part *part, const carom_io_scene *scene, size_t instance,
                      size_t number) {
    const carom_io_instance *at = &scene->instances[instance];
    const char *name = instance_name(scene, instance);
    char numbered[40];
    snprintf(numbered, sizeof numbered, "part %zu", number);
    return copy_tag(&part->tags.name, name[0] ? name : numbered) &&
           copy_tag(&part->tags.path, at->path) && copy_tag(&part->tags.id, at->id) &&
           copy_tag(&part->tags.kind, at->kind);
}

/* Parts of one source differ in their transforms alone. */
static void set_source(clash_part *part, size_t source, const carom_io_scene *scene,
                       const carom_io_instance *at) {
    const carom_io_mesh *mesh = &scene->meshes[at->mesh];
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        const double *v = mesh->vertices + 3 * i;
        part->reach = fmax(part->reach, norm(make3(v[0], v[1], v[2])));
    }
    part->source = source + 1 + at->mesh;
    memcpy(part->transform, at->transform, sizeof part->transform);
}

static bool wants_part(clash_input *input, size_t file, const carom_io_scene *scene,
                       size_t instance) {
    const carom_io_instance *at = &scene->instances[instance];
    const char *name = instance_name(scene, instance);
    const clash_tags tags = {(char *)(uintptr_t)name, at->path, at->id, at->kind};
    return clash_input_wants(input, file, &tags);
}

/* One part of a scene: some of its instances. */
typedef struct part_of_scene {
    const carom_io_scene *scene;
    size_t first, count, number; /* instances, and the number that a part without a name gets */
    size_t source;               /* of the file's first mesh */
    bool shared;                 /* its mesh is placed again */
} part_of_scene;

static bool add_part(clash_result *out, const part_of_scene *p) {
    const carom_io_instance *at = &p->scene->instances[p->first];
    bool failed = false;
    start_part(out, p->scene, p->first, p->count);
    clash_part *part = &out->parts[out->part_count - 1];
    if (!name_part(part, p->scene, p->first, p->number)) return false;
    if (p->count == 1) set_source(part, p->source, p->scene, at);
    if (p->shared && clash_shape_share(out, part, &p->scene->meshes[at->mesh], &failed))
        return true;
    return !failed && place_part(out, p->scene, p->first, p->count);
}

/* How often each mesh is placed alone, by parts that are wanted. */
static size_t *count_uses(const clash_result *out, const carom_io_scene *scene, size_t file,
                          bool by_node) {
    size_t *uses = calloc(scene->mesh_count + 1, sizeof *uses);
    for (size_t i = 0, end; uses && i < scene->instance_count; i = end) {
        end = end_of_part(scene, i, by_node);
        if (end == i + 1 && wants_part(out->input, file, scene, i))
            uses[scene->instances[i].mesh]++;
    }
    return uses;
}

/* The parts of a file that are wanted; sources are counted from `source` on. */
static bool split_scene(clash_result *out, const carom_io_scene *scene, size_t file, size_t source,
                        bool by_node) {
    size_t *uses = count_uses(out, scene, file, by_node);
    bool ok = uses != NULL;
    const size_t before = out->part_count;
    size_t number = 0;
    for (size_t i = 0, end; ok && i < scene->instance_count; i = end) {
        end = end_of_part(scene, i, by_node);
        number++;
        if (!wants_part(out->input, file, scene, i)) {
            out->unselected++;
            continue;
        }
        const part_of_scene part = {scene,   i,
                                    end - i, before + number,
                                    source,  end == i + 1 && uses[scene->instances[i].mesh] > 1};
        ok = add_part(out, &part);
        out->parts[out->part_count - 1].file = file;
    }
    free(uses);
    return ok;
}

static bool whole_scene(clash_result *out, const carom_io_scene *scene, size_t file) {
    const char *name = clash_base_name(out->input->files[file].path);
    const clash_tags tags = {(char *)(uintptr_t)name, NULL, NULL, NULL};
    if (!clash_input_wants(out->input, file, &tags)) return out->unselected++, true;
    start_part(out, scene, 0, scene->instance_count);
    clash_part *part = &out->parts[out->part_count - 1];
    part->file = file;
    return copy_tag(&part->tags.name, name) && place_part(out, scene, 0, scene->instance_count);
}

static bool reserve_parts(clash_result *out, size_t more) {
    clash_part *parts = realloc(out->parts, (out->part_count + more + 1) * sizeof *parts);
    if (parts) out->parts = parts;
    return parts != NULL;
}

bool clash_load(clash_result *out, bool by_node) {
    char error[512];
    bool ok = true;
    size_t source = 0;
    clash_input *input = out->input;
    for (size_t i = 0; i < input->file_count && ok; i++) {
        carom_io_scene *scene = NULL;
        if (!carom_io_load_with(input->files[i].path, &input->reading, &scene, error,
                                sizeof error)) {
            fprintf(stderr, "carom: %s\n", error);
            return false;
        }
        if (scene->warning)
            fprintf(stderr, "carom: %s: %s\n", input->files[i].path, scene->warning);
        clash_input_take(&input->files[i], scene);
        out->facets = out->facets || scene->report.deflection > 0.0;
        for (size_t k = 0; k < scene->instance_count; k++)
            clash_input_place(input, i, scene->instances[k].transform);
        ok = reserve_parts(out, scene->instance_count) &&
             (clash_input_splits(input) || scene->format == CAROM_IO_SCENE
                  ? split_scene(out, scene, i, source, by_node)
                  : whole_scene(out, scene, i));
        source += scene->mesh_count;
        carom_io_free(scene);
        if (!ok)
            fprintf(stderr, "carom: %s: not enough memory, or a vertex is not finite\n",
                    input->files[i].path);
    }
    if (ok) clash_input_tell_unused(input);
    return ok;
}

bool clash_wants_pair(const clash_result *r, size_t a, size_t b) {
    const clash_input *input = r->input;
    const size_t file_a = r->parts[a].file, file_b = r->parts[b].file;
    if (!clash_input_has_sets(input)) return true;
    return input->files[file_a].set != input->files[file_b].set ||
           (input->within && file_a == file_b);
}

static size_t pairs_of(size_t count) {
    return count * (count - !!count) / 2;
}

size_t clash_pair_total(const clash_result *r) {
    const clash_input *input = r->input;
    size_t of_set[3] = {0}, total = 0;
    if (!clash_input_has_sets(input)) return pairs_of(r->part_count);
    for (size_t i = 0, end; i < r->part_count; i = end) { /* parts of a file are consecutive */
        for (end = i + 1; end < r->part_count && r->parts[end].file == r->parts[i].file;)
            end++;
        if (input->within) total += pairs_of(end - i);
        of_set[input->files[r->parts[i].file].set] += end - i;
    }
    return total + of_set[CLASH_SET_A] * of_set[CLASH_SET_B];
}

/* ---- trees */

/* Triangles of a shape that all threads build together; smaller ones are built in parallel. */
#define LARGE_SHAPE 65536

static bool is_large(const clash_shape *shape) {
    return shape->soup.triangle_count >= LARGE_SHAPE;
}

/* Triangles per thread between two updates of the progress. */
#define BUILT_AT_ONCE ((size_t)1 << 20)

typedef struct build_job {
    clash_shape **shapes;
    bool *built;
} build_job;

static void build_one(void *data, uint32_t i) {
    const build_job *job = data;
    if (!is_large(job->shapes[i])) job->built[i] = clash_shape_build(job->shapes[i], NULL);
}

/* Shapes from `first` on that are built together. */
static size_t shapes_at_once(const clash_result *result, size_t first, const threads *t) {
    size_t end = first, triangles = 0;
    while (end < result->shape_count && triangles < BUILT_AT_ONCE * t->count)
        triangles += result->shapes[end++]->soup.triangle_count;
    return end - first;
}

static void build_some(build_job *job, size_t count, const threads *t) {
    for (size_t i = 0; i < count; i++)
        if (is_large(job->shapes[i])) job->built[i] = clash_shape_build(job->shapes[i], &t->hook);
    threads_run(t, build_one, job, (uint32_t)count);
}

static void finish_part(void *data, uint32_t i) {
    clash_part *part = (clash_part *)data + i;
    const carom_pose pose = part->placed.pose;
    part->placed = part->shape->placed;
    part->placed.pose = pose;
    part->box = clash_box_of(part);
}

bool clash_build(clash_result *result, const threads *t) {
    bool *built = calloc(result->shape_count + 1, sizeof *built), ok = built != NULL;
    progress display = progress_start("clash");
    for (size_t first = 0, count; ok && first < result->shape_count; first += count) {
        build_job job = {result->shapes + first, built + first};
        progress_show(&display, "tree", first, result->shape_count);
        count = shapes_at_once(result, first, t);
        build_some(&job, count, t);
    }
    progress_end(&display);
    for (size_t i = 0; ok && i < result->shape_count; i++)
        ok = built[i];
    if (ok) threads_run(t, finish_part, result->parts, (uint32_t)result->part_count);
    for (size_t i = 0; ok && i < result->part_count; i++)
        result->triangles += result->parts[i].shape->soup.triangle_count;
    free(built);
    return ok;
}

void clash_free(clash_result *result) {
    for (size_t i = 0; i < result->part_count; i++) {
        clash_tags *tags = &result->parts[i].tags;
        free(tags->name);
        free(tags->path);
        free(tags->id);
        free(tags->kind);
    }
    for (size_t i = 0; i < result->shape_count; i++)
        clash_shape_free(result->shapes[i]);
    free(result->shapes);
    free(result->parts);
    free(result->pairs);
    free(result->resolved);
}
