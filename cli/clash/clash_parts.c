/* The parts of carom clash: read, placed, welded; each with its tree and with one vertex of every
 * connected piece, by which containment of one part in another is tested. */
#include <stdlib.h>
#include <string.h>

#include "clash/clash.h"
#include "mesh_of.h"
#include "progress.h"
#include "solid.h"
#include "clash/clash_parts.h"

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

/* Of surfaces that were cut into triangles how far these may be from them. Of files that hold
 * single precision half of the last place of each coordinate of a vertex, as the transform scales
 * it. In text a number says what it says. */
static double rounding_of(const carom_io_scene *scene, const carom_io_instance *at) {
    const carom_io_mesh *mesh = &scene->meshes[at->mesh];
    double most = 0.0;
    if (mesh->deviation > 0.0) return mesh->deviation * scale_of(at->transform);
    if (scene->format != CAROM_IO_STL_BINARY && scene->format != CAROM_IO_PLY_BINARY &&
        scene->format != CAROM_IO_GLTF && scene->format != CAROM_IO_GLB)
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

/* Surfaces were cut into triangles. */
static bool has_deviation(const carom_io_scene *scene) {
    for (size_t i = 0; i < scene->mesh_count; i++)
        if (scene->meshes[i].deviation > 0.0) return true;
    return false;
}

static bool add_part(clash_result *out, const carom_io_scene *scene, size_t first, size_t count) {
    clash_part *part = &out->parts[out->part_count];
    memset(part, 0, sizeof *part);
    carom_io_scene some = *scene;
    some.instances += first;
    some.instance_count = count;
    out->part_count++;
    for (size_t i = 0; i < count; i++)
        part->rounding = fmax(part->rounding, rounding_of(scene, &some.instances[i]));
    return carom_io_flatten(&some, &part->soup) && (count == 1 || carom_io_soup_weld(&part->soup));
}

static const char *instance_name(const carom_io_scene *scene, size_t instance) {
    const carom_io_instance *at = &scene->instances[instance];
    return at->name[0] ? at->name : scene->meshes[at->mesh].name;
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

/* The parts of a file that are wanted; sources are counted from `source` on. */
static bool split_scene(clash_result *out, const carom_io_scene *scene, size_t file, size_t source,
                        bool by_node) {
    bool ok = true;
    const size_t before = out->part_count;
    size_t number = 0;
    for (size_t i = 0, end; ok && i < scene->instance_count; i = end) {
        end = i + 1;
        while (by_node && end < scene->instance_count &&
               scene->instances[end].node == scene->instances[i].node)
            end++;
        number++;
        if (!wants_part(out->input, file, scene, i)) {
            out->unselected++;
            continue;
        }
        ok = add_part(out, scene, i, end - i) &&
             name_part(&out->parts[out->part_count - 1], scene, i, before + number);
        clash_part *part = &out->parts[out->part_count - 1];
        part->file = file;
        if (ok && end == i + 1) set_source(part, source, scene, &scene->instances[i]);
    }
    return ok;
}

static bool whole_scene(clash_result *out, const carom_io_scene *scene, size_t file) {
    const char *name = clash_base_name(out->input->files[file].path);
    const clash_tags tags = {(char *)(uintptr_t)name, NULL, NULL, NULL};
    if (!clash_input_wants(out->input, file, &tags)) return out->unselected++, true;
    bool ok = add_part(out, scene, 0, scene->instance_count);
    clash_part *part = &out->parts[out->part_count - 1];
    part->file = file;
    return ok && copy_tag(&part->tags.name, name);
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
        out->facets = out->facets || has_deviation(scene);
        for (size_t k = 0; k < scene->instance_count; k++)
            clash_input_place(input, i, scene->instances[k].transform);
        ok = reserve_parts(out, scene->instance_count) &&
             (clash_input_splits(input) ? split_scene(out, scene, i, source, by_node)
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

/* ---- connected pieces, by union-find over the vertices [Tarjan75] */

static uint32_t root_of(uint32_t *parent, uint32_t v) {
    while (parent[v] != v) {
        parent[v] = parent[parent[v]];
        v = parent[v];
    }
    return v;
}

/* The least vertex of every piece; vertices of no triangle are none. */
static bool find_pieces(clash_part *part) {
    const carom_io_soup *soup = &part->soup;
    uint32_t *parent = malloc((soup->vertex_count + 1) * sizeof *parent);
    unsigned char *used = calloc(soup->vertex_count + 1, 1);
    for (size_t i = 0; parent && i < soup->vertex_count; i++)
        parent[i] = (uint32_t)i;
    for (size_t t = 0; parent && used && t < 3 * soup->triangle_count; t++) {
        uint32_t u = root_of(parent, soup->indices[t]);
        uint32_t v = root_of(parent, soup->indices[t - t % 3]);
        parent[u > v ? u : v] = u > v ? v : u;
        used[soup->indices[t]] = 1;
    }
    for (size_t i = 0; parent && used && i < soup->vertex_count; i++)
        part->probe_count += used[i] && parent[i] == i;
    part->probes = malloc((part->probe_count + 1) * sizeof *part->probes);
    size_t n = 0;
    for (size_t i = 0; parent && used && part->probes && i < soup->vertex_count; i++) {
        const double *p = soup->vertices + 3 * i;
        if (used[i] && parent[i] == i) part->probes[n++] = make3(p[0], p[1], p[2]);
    }
    bool ok = parent && used && part->probes;
    free(parent);
    free(used);
    return ok;
}

static bool build_part(clash_part *part, const carom_task_hook *tasks) {
    if (mesh_of_soup(&part->soup, tasks, &part->mesh) != CAROM_OK || !find_pieces(part))
        return false;
    part->placed = (carom_placed_mesh){.mesh = part->mesh, .pose = carom_pose_identity()};
    if (!solid_find(&part->placed, &part->rim)) return false;
    if (solid_is_closed(&part->placed)) { /* only closed parts are held against each other */
        if (carom_mesh_pieces_create(&part->pieces, part->mesh, NULL) != CAROM_OK) return false;
        part->placed.pieces = part->pieces;
    }
    part->box = carom_mesh_bounds(part->mesh);
    return true;
}

/* Triangles of a part that all threads build together; smaller parts are built in parallel. */
#define LARGE_PART 65536

static bool is_large_part(const clash_part *part) {
    return part->soup.triangle_count >= LARGE_PART;
}

/* Triangles per thread between two updates of the progress. */
#define BUILT_AT_ONCE ((size_t)1 << 20)

typedef struct build_job {
    clash_part *parts;
    bool *built;
} build_job;

static void build_one(void *data, uint32_t i) {
    const build_job *job = data;
    if (!is_large_part(&job->parts[i])) job->built[i] = build_part(&job->parts[i], NULL);
}

/* Parts from `first` on that are built together. */
static size_t parts_at_once(const clash_result *result, size_t first, const threads *t) {
    size_t end = first, triangles = 0;
    while (end < result->part_count && triangles < BUILT_AT_ONCE * t->count)
        triangles += result->parts[end++].soup.triangle_count;
    return end - first;
}

static void build_some(build_job *job, size_t count, const threads *t) {
    for (size_t i = 0; i < count; i++)
        if (is_large_part(&job->parts[i])) job->built[i] = build_part(&job->parts[i], &t->hook);
    threads_run(t, build_one, job, (uint32_t)count);
}

bool clash_build(clash_result *result, const threads *t) {
    bool *built = calloc(result->part_count + 1, sizeof *built), ok = built != NULL;
    progress display = progress_start("clash");
    for (size_t first = 0, count; ok && first < result->part_count; first += count) {
        build_job job = {result->parts + first, built + first};
        progress_show(&display, "tree", first, result->part_count);
        count = parts_at_once(result, first, t);
        build_some(&job, count, t);
    }
    progress_end(&display);
    for (size_t i = 0; ok && i < result->part_count; i++) {
        ok = built[i];
        result->triangles += result->parts[i].soup.triangle_count;
    }
    free(built);
    return ok;
}

void clash_free(clash_result *result) {
    for (size_t i = 0; i < result->part_count; i++) {
        clash_part *part = &result->parts[i];
        carom_mesh_rim_destroy(part->rim);
        carom_mesh_pieces_destroy(part->pieces);
        carom_mesh_destroy(part->mesh);
        carom_io_soup_free(&part->soup);
        free(part->probes);
        free(part->tags.name);
        free(part->tags.path);
        free(part->tags.id);
        free(part->tags.kind);
    }
    free(result->parts);
    free(result->pairs);
    free(result->resolved);
}
