/* Reader of what plug-ins answer (read_plugin.h). An answer is believed no more than a file is:
 * sizes, indices and numbers are checked, and an answer that breaks off is an error. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "build.h"
#include "deviation.h"
#include "file.h"
#include "plugin/read_plugin.h"
#include "plugin.h"
#include "plugin/plugin_answer.h"
#include "text.h"

#define DEFAULT_ANGLE 20.0

typedef struct plugin_answer {
    const io_file *file;
    io_builder *builder;
    io_answer parts;
} plugin_answer;

static bool is_broken(const plugin_answer *a, const char *what) {
    return carom_io_answer_is_broken(a->file, what);
}

/* ---- members */

static size_t count_of(json_t *object, const char *key) {
    const json_t *value = json_object_get(object, key);
    const json_int_t number = json_integer_value(value);
    return number > 0 && number < (json_int_t)UINT32_MAX ? (size_t)number : 0;
}

/* At least 0, or 0. */
static double number_of(json_t *object, const char *key) {
    const double number = json_number_value(json_object_get(object, key));
    return number > 0.0 && number <= IO_LIMIT ? number : 0.0;
}

/* A copy of a text, clean; null when there is none or it is empty. `*ok` is false without memory.
 */
static char *text_of(json_t *object, const char *key, bool *ok) {
    json_t *value = json_object_get(object, key);
    if (!json_string_length(value)) return NULL;
    char *copy = carom_io_copy_name(json_string_value(value), json_string_length(value));
    *ok = *ok && copy;
    return copy;
}

static bool read_list(json_t *list, double *out, size_t count) {
    if (json_array_size(list) != count) return false;
    for (size_t i = 0; i < count; i++) {
        out[i] = json_number_value(json_array_get(list, i));
        if (!json_is_number(json_array_get(list, i)) || !(fabs(out[i]) <= IO_LIMIT)) return false;
    }
    return true;
}

/* ---- meshes */

static double get_double(const unsigned char *bytes) {
    const uint64_t bits = (uint64_t)carom_io_get_u32(bytes + 4) << 32 | carom_io_get_u32(bytes);
    double out;
    memcpy(&out, &bits, sizeof out);
    return out;
}

static bool read_vertices(const plugin_answer *a, const unsigned char *from, size_t count,
                          io_pool *pool) {
    for (size_t i = 0; i < 3 * count; i++) {
        const double number = get_double(from + 8 * i);
        if (!(fabs(number) <= IO_LIMIT))
            return carom_io_fail(a->file, "has a coordinate that is not a number of at most %s",
                                 IO_LIMIT_TEXT);
        carom_io_put(&pool->positions, &number, sizeof number);
    }
    return true;
}

static bool read_triangles(const plugin_answer *a, const unsigned char *from, size_t count,
                           const io_pool *pool, io_bytes *triangles) {
    for (size_t i = 0; i < count; i++) {
        uint32_t corners[3];
        for (size_t k = 0; k < 3; k++) {
            corners[k] = carom_io_get_u32(from + 12 * i + 4 * k);
            if (corners[k] >= pool_count(pool)) return is_broken(a, "a corner that is no vertex");
        }
        if (!carom_io_add_face(a->builder, pool, corners, 3, triangles)) return false;
    }
    return true;
}

/* Where the data of a mesh are, and how much. */
typedef struct plugin_mesh {
    json_t *object;
    const unsigned char *vertices, *triangles;
    size_t vertex_count, triangle_count, polygon_words;
} plugin_mesh;

static plugin_mesh mesh_of(json_t *object) {
    return (plugin_mesh){.object = object,
                         .vertex_count = count_of(object, "vertices"),
                         .triangle_count = count_of(object, "triangles"),
                         .polygon_words = count_of(object, "polygon_words")};
}

static bool read_polygons(const plugin_answer *a, const plugin_mesh *mesh, const io_pool *pool,
                          io_bytes *triangles) {
    const unsigned char *from = mesh->triangles + 12 * mesh->triangle_count;
    io_bytes corners = {0};
    bool ok = true;
    for (size_t at = 0; ok && at < mesh->polygon_words;) {
        const size_t count = carom_io_get_u32(from + 4 * at++);
        corners.size = 0;
        if (count < 3 || count > mesh->polygon_words - at) {
            ok = is_broken(a, "a polygon without corners");
            break;
        }
        for (size_t k = 0; ok && k < count; k++) {
            const uint32_t corner = carom_io_get_u32(from + 4 * at++);
            carom_io_put(&corners, &corner, sizeof corner);
            if (corner >= pool_count(pool)) ok = is_broken(a, "a corner that is no vertex");
        }
        if (ok && corners.failed) ok = carom_io_memory(a->file);
        ok = ok && carom_io_add_face(a->builder, pool, (const uint32_t *)(const void *)corners.data,
                                     count, triangles);
    }
    free(corners.data);
    return ok;
}

static bool read_mesh(const plugin_answer *a, const plugin_mesh *mesh) {
    io_pool pool = {0};
    io_bytes triangles = {0};
    bool ok = true;
    char *name = text_of(mesh->object, "name", &ok);
    if (!ok) return carom_io_memory(a->file);
    a->builder->scene->report.vertices += mesh->vertex_count;
    ok = read_vertices(a, mesh->vertices, mesh->vertex_count, &pool) &&
         read_triangles(a, mesh->triangles, mesh->triangle_count, &pool, &triangles) &&
         read_polygons(a, mesh, &pool, &triangles) &&
         carom_io_add_mesh(a->builder, &pool, &triangles, name ? name : "");
    if (ok) {
        carom_io_scene *scene = a->builder->scene;
        scene->meshes[scene->mesh_count - 1].deviation = number_of(mesh->object, "deviation");
    }
    free(triangles.data);
    free(name);
    carom_io_pool_free(&pool);
    return ok;
}

static bool read_meshes(plugin_answer *a) {
    json_t *list = json_object_get(a->parts.root, "meshes"), *item;
    size_t i, vertices = 0, words = 0;
    json_array_foreach(list, i, item) {
        const plugin_mesh mesh = mesh_of(item);
        if (!mesh.triangle_count && !mesh.polygon_words)
            return is_broken(a, "a mesh without triangles");
        vertices += mesh.vertex_count;
        words += 3 * mesh.triangle_count + mesh.polygon_words;
        if (vertices > a->parts.size / 24 || words > a->parts.size / 4)
            return is_broken(a, "less than it announced");
    }
    if (24 * vertices + 4 * words > a->parts.size) return is_broken(a, "less than it announced");
    const unsigned char *at = a->parts.data, *faces = a->parts.data + 24 * vertices;
    json_array_foreach(list, i, item) {
        plugin_mesh mesh = mesh_of(item);
        mesh.vertices = at;
        mesh.triangles = faces;
        if (!read_mesh(a, &mesh)) return false;
        at += 24 * mesh.vertex_count;
        faces += 12 * mesh.triangle_count + 4 * mesh.polygon_words;
    }
    a->parts.size -= (size_t)(faces - a->parts.data);
    a->parts.data = faces;
    return true;
}

/* ---- finer cuts */

/* Reads vertices and triangles; the caller frees them, whatever is returned. */
static bool read_soup(const plugin_answer *a, const plugin_mesh *from, io_pool *pool,
                      io_bytes *corners) {
    if (!read_vertices(a, from->vertices, from->vertex_count, pool)) return false;
    for (size_t i = 0; i < 3 * from->triangle_count; i++) {
        const uint32_t corner = carom_io_get_u32(from->triangles + 4 * i);
        if (corner >= from->vertex_count) return is_broken(a, "a corner that is no vertex");
        carom_io_put(corners, &corner, sizeof corner);
    }
    return pool->positions.failed || corners->failed ? carom_io_memory(a->file) : true;
}

/* Adds to the deviation of a mesh how far it is from a finer cut of the same surface. */
static bool compare_finer(const plugin_answer *a, const plugin_mesh *from, carom_io_mesh *mesh) {
    io_pool pool = {0};
    io_bytes corners = {0};
    bool ok = read_soup(a, from, &pool, &corners);
    if (ok) {
        const carom_io_soup own = {mesh->vertices, mesh->indices, mesh->vertex_count,
                                   mesh->triangle_count};
        const carom_io_soup finer = {(double *)(void *)pool.positions.data,
                                     (uint32_t *)(void *)corners.data, from->vertex_count,
                                     from->triangle_count};
        const double distance = carom_io_surface_distance(&own, &finer);
        ok = distance >= 0.0 ? true : carom_io_memory(a->file);
        if (ok) mesh->deviation += distance;
    }
    carom_io_pool_free(&pool);
    free(corners.data);
    return ok;
}

static bool read_finer(plugin_answer *a) {
    carom_io_scene *scene = a->builder->scene;
    json_t *item;
    size_t i;
    json_array_foreach(json_object_get(a->parts.root, "finer"), i, item) {
        plugin_mesh from = mesh_of(item);
        const size_t mesh = count_of(item, "mesh");
        if (mesh >= scene->mesh_count || !from.triangle_count)
            return is_broken(a, "a finer cut of no mesh");
        if (from.vertex_count > a->parts.size / 24 ||
            from.triangle_count > (a->parts.size - 24 * from.vertex_count) / 12)
            return is_broken(a, "less than it announced");
        from.vertices = a->parts.data;
        from.triangles = a->parts.data + 24 * from.vertex_count;
        if (!compare_finer(a, &from, &scene->meshes[mesh])) return false;
        a->parts.data += 24 * from.vertex_count + 12 * from.triangle_count;
        a->parts.size -= 24 * from.vertex_count + 12 * from.triangle_count;
    }
    return a->parts.size ? is_broken(a, "more than it announced") : true;
}

/* ---- instances */

static bool read_instance(const plugin_answer *a, json_t *object) {
    carom_io_scene *scene = a->builder->scene;
    double transform[12];
    const size_t mesh = count_of(object, "mesh");
    bool ok = true;
    if (mesh >= scene->mesh_count) return is_broken(a, "an instance of no mesh");
    json_t *placed_by = json_object_get(object, "transform");
    if (json_array_size(placed_by) != 12) return is_broken(a, "an instance without a transform");
    if (!read_list(placed_by, transform, 12))
        return carom_io_fail(a->file, "has a transform with a number that is not one of at most %s",
                             IO_LIMIT_TEXT);
    char *name = text_of(object, "name", &ok);
    ok = ok ? carom_io_add_instance(a->builder, name ? name : "", mesh, count_of(object, "node"),
                                    transform)
            : carom_io_memory(a->file);
    free(name);
    if (!ok) return false;
    carom_io_instance *placed = &scene->instances[scene->instance_count - 1];
    placed->path = text_of(object, "path", &ok);
    placed->id = text_of(object, "id", &ok);
    placed->kind = text_of(object, "kind", &ok);
    if (!read_list(json_object_get(object, "color"), placed->color, 4))
        memset(placed->color, 0, sizeof placed->color);
    return ok ? true : carom_io_memory(a->file);
}

static bool read_instances(const plugin_answer *a) {
    json_t *item;
    size_t i;
    json_array_foreach(json_object_get(a->parts.root, "instances"), i,
                       item) if (!read_instance(a, item)) return false;
    return true;
}

/* ---- the answer */

static bool read_report(const plugin_answer *a) {
    carom_io_scene *scene = a->builder->scene;
    carom_io_report *report = &scene->report;
    const char *first = json_string_value(json_object_get(a->parts.root, "first_lost"));
    scene->unit = number_of(a->parts.root, "unit");
    report->deflection = number_of(a->parts.root, "deflection");
    report->angle = number_of(a->parts.root, "angle");
    report->surfaces = count_of(a->parts.root, "surfaces");
    report->points = count_of(a->parts.root, "points");
    report->lines = count_of(a->parts.root, "lines");
    report->spaces = count_of(a->parts.root, "spaces");
    report->lost = count_of(a->parts.root, "lost");
    if (!report->lost) return true;
    return carom_io_extra(a->builder, "%.200s (%zu lost in all; --lenient reads the rest)",
                          first ? first : "faces are lost", report->lost);
}

bool carom_io_read_answer(const io_file *file, io_builder *b, const io_bytes *bytes) {
    plugin_answer a = {.file = file, .builder = b};
    const bool ok = carom_io_open_answer(file, bytes, &a.parts) && read_report(&a) &&
                    read_meshes(&a) && read_finer(&a) && read_instances(&a);
    json_decref(a.parts.root);
    return ok;
}

static char *options_text(const carom_io_options *options) {
    json_t *object = json_pack("{s:f, s:f, s:b}", "deflection", options->deflection, "angle",
                               options->angle > 0.0 ? options->angle : DEFAULT_ANGLE, "lenient",
                               options->lenient);
    char *text = object ? json_dumps(object, JSON_COMPACT) : NULL;
    json_decref(object);
    return text;
}

static io_plugin plugin_of(carom_io_format format) {
    static const char cad[] =
        "apt install libocct-data-exchange-dev libocct-ocaf-dev, then make cad";
    static const char script[] = "it is a script beside carom, and needs Python 3";
    static const struct {
        carom_io_format format;
        const char *plugin, *advice, *word;
    } known[] = {{CAROM_IO_STEP, "carom-io-cad", cad, "step"},
                 {CAROM_IO_IGES, "carom-io-cad", cad, "iges"},
                 {CAROM_IO_IFC, "carom-io-ifc", "make ifc", "ifc"},
                 {CAROM_IO_3MF, "carom-io-xml", script, "3mf"},
                 {CAROM_IO_COLLADA, "carom-io-xml", script, "collada"},
                 {CAROM_IO_FBX, "carom-io-fbx", script, "fbx"}};
    size_t i = 0;
    while (known[i].format != format)
        i++;
    return (io_plugin){.name = known[i].plugin,
                       .format = carom_io_format_name(format),
                       .advice = known[i].advice,
                       .arguments = {known[i].word, NULL, NULL}};
}

bool carom_io_read_plugin(const io_file *file, io_builder *b) {
    io_plugin plugin = plugin_of(b->scene->format);
    if (file->options.no_plugins)
        return carom_io_fail(file, "%s is read by the plug-in %s, and none is to be started",
                             plugin.format, plugin.name);
    io_bytes bytes = {0};
    char *options = options_text(&file->options);
    plugin.arguments[1] = file->path;
    plugin.arguments[2] = options;
    const bool ok = options ? carom_io_run_plugin(file, &plugin, &bytes) &&
                                  carom_io_read_answer(file, b, &bytes)
                            : carom_io_memory(file);
    free(bytes.data);
    free(options);
    return ok;
}
