/* No algorithm of its own: what is compressed in a glTF file is collected, decoded by one call of
 * the plug-in carom-io-gltf, and compared with what the file declares of it. Uncompressed copies
 * that some files hold for readers without Draco are read instead of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "format/gltf/gltf_codec.h"
#include "format/gltf/gltf_data.h"
#include "plugin.h"
#include "plugin/plugin_answer.h"

#define UINT32_COMPONENT 5125
#define DRACO "KHR_draco_mesh_compression"
#define MESHOPT "EXT_meshopt_compression"
/* A group of 16 equal bytes takes two bits of meshoptimizer's stream of vertices, which is the
 * densest. */
#define MESHOPT_RATIO 64

typedef struct codec_stream {
    bool draco;
    size_t view;              /* that holds it */
    size_t position, indices; /* of draco: accessors; indices may be SIZE_MAX */
    size_t size;              /* of meshopt: decoded */
} codec_stream;

typedef struct codec_request {
    gltf_state *g;
    json_t *list;     /* what is asked of each stream */
    io_bytes streams; /* codec_stream */
    io_bytes data;    /* of all of them */
    bool *visited;    /* per buffer view */
} codec_request;

static json_t *extension_of(json_t *object, const char *name) {
    return json_object_get(json_object_get(object, "extensions"), name);
}

static json_t *element_of(const gltf_state *g, const char *list, size_t index) {
    return json_array_get(json_object_get(g->root, list), index);
}

/* Takes over the description. */
static bool add_stream(codec_request *r, const codec_stream *stream, json_t *about,
                       const gltf_span *span) {
    char name[48];
    snprintf(name, sizeof name, "bufferViews[%zu]", stream->view);
    const bool complete = about && !json_object_set_new(about, "name", json_string(name)) &&
                          !json_object_set_new(about, "size", json_integer((json_int_t)span->size));
    carom_io_put(&r->streams, stream, sizeof *stream);
    carom_io_put(&r->data, span->data, span->size);
    if (complete && !json_array_append(r->list, about) && !r->streams.failed && !r->data.failed) {
        json_decref(about);
        return true;
    }
    json_decref(about);
    return carom_io_memory(r->g->file);
}

/* ---- meshopt */

static bool add_meshopt(codec_request *r, size_t view, json_t *extension) {
    gltf_state *g = r->g;
    size_t count, stride, length;
    gltf_span span;
    const char *mode = json_string_value(json_object_get(extension, "mode"));
    const char *filter = json_string_value(json_object_get(extension, "filter"));
    if (!carom_io_gltf_buffer_span(g, extension, view, &span) ||
        !carom_io_gltf_number(g, extension, "count", IO_FILE_LIMIT, &count) ||
        !carom_io_gltf_number(g, extension, "byteStride", 257, &stride) ||
        !carom_io_gltf_number(g, element_of(g, "bufferViews", view), "byteLength", IO_FILE_LIMIT,
                              &length))
        return false;
    if (count == SIZE_MAX || stride == SIZE_MAX || length == SIZE_MAX || !mode || !count || !stride)
        return carom_io_fail(g->file,
                             "bufferViews[%zu]: " MESHOPT " needs byteStride, count and mode, and "
                             "the view a byteLength; export it again",
                             view);
    if (count != length / stride || length % stride || length / MESHOPT_RATIO > span.size)
        return carom_io_fail(g->file,
                             "bufferViews[%zu] declares %zu bytes, but " MESHOPT
                             " %zu elements of %zu bytes in %zu; export it again",
                             view, length, count, stride, span.size);
    const codec_stream stream = {.view = view, .size = length};
    json_t *about = json_pack("{s:s, s:s, s:s, s:I, s:I}", "codec", "meshopt", "mode", mode,
                              "filter", filter ? filter : "NONE", "count", (json_int_t)count,
                              "stride", (json_int_t)stride);
    return add_stream(r, &stream, about, &span);
}

static bool need_view(codec_request *r, json_t *object) {
    size_t view;
    const size_t count = json_array_size(json_object_get(r->g->root, "bufferViews"));
    if (!json_object_get(object, "bufferView")) return true;
    if (!carom_io_gltf_number(r->g, object, "bufferView", SIZE_MAX, &view)) return false;
    if (view >= count || r->visited[view]) return true; /* or an error when it is read */
    r->visited[view] = true;
    json_t *extension = extension_of(element_of(r->g, "bufferViews", view), MESHOPT);
    return extension ? add_meshopt(r, view, extension) : true;
}

static bool need_accessor(codec_request *r, json_t *from, const char *key) {
    size_t index;
    const size_t count = json_array_size(json_object_get(r->g->root, "accessors"));
    if (!carom_io_gltf_number(r->g, from, key, count, &index)) return false;
    if (index == SIZE_MAX) return true;
    json_t *object = element_of(r->g, "accessors", index);
    json_t *sparse = json_object_get(object, "sparse");
    carom_io_gltf_set_context(r->g, "accessors", index);
    return need_view(r, object) && need_view(r, json_object_get(sparse, "indices")) &&
           need_view(r, json_object_get(sparse, "values"));
}

/* ---- Draco */

/* An accessor that two primitives share has one source. */
static bool claim(codec_request *r, size_t accessor, size_t view, bool *known) {
    gltf_decoded *at = &r->g->decoded_accessors[accessor];
    *known = at->source == view + 1;
    if (at->source && !*known)
        return carom_io_fail(r->g->file,
                             "accessors[%zu] is compressed twice, in bufferViews[%zu] and "
                             "bufferViews[%zu]; export it again",
                             accessor, at->source - 1, view);
    at->source = view + 1;
    return true;
}

/* `p` is the primitive, whose position accessor has no data of its own. */
static bool add_draco(codec_request *r, json_t *p, json_t *extension, size_t position) {
    gltf_state *g = r->g;
    const size_t accessors = json_array_size(json_object_get(g->root, "accessors"));
    codec_stream stream = {.draco = true, .position = position};
    size_t id, mode;
    gltf_span span;
    bool known = false, known_indices = true;
    json_t *attributes = json_object_get(extension, "attributes");
    if (!carom_io_gltf_number(g, extension, "bufferView", IO_FILE_LIMIT, &stream.view) ||
        !carom_io_gltf_number(g, attributes, "POSITION", UINT32_MAX, &id) ||
        !carom_io_gltf_number(g, p, "mode", IO_FILE_LIMIT, &mode) ||
        !carom_io_gltf_number(g, p, "indices", accessors, &stream.indices))
        return false;
    if (stream.view == SIZE_MAX || id == SIZE_MAX || stream.indices == SIZE_MAX)
        return carom_io_fail(g->file,
                             "%s" DRACO " needs bufferView and attributes.POSITION, and the "
                             "primitive indices; export it again",
                             g->context);
    if (mode != SIZE_MAX && mode != 4)
        return carom_io_fail(g->file,
                             "%s" DRACO " of a primitive of mode %zu; only triangles (4) are read, "
                             "export without",
                             g->context, mode);
    if (!claim(r, position, stream.view, &known) ||
        !claim(r, stream.indices, stream.view, &known_indices))
        return false;
    if (known && known_indices) return true;
    json_t *view = element_of(g, "bufferViews", stream.view);
    if (!view)
        return carom_io_fail(g->file, "there is no bufferViews[%zu]; export it again", stream.view);
    if (!carom_io_gltf_buffer_span(g, view, stream.view, &span)) return false;
    return add_stream(r, &stream, json_pack("{s:s, s:I}", "codec", "draco", "id", (json_int_t)id),
                      &span);
}

/* ---- what is needed */

static bool need_primitive(codec_request *r, json_t *p) {
    json_t *extension = extension_of(p, DRACO), *attributes = json_object_get(p, "attributes");
    const size_t accessors = json_array_size(json_object_get(r->g->root, "accessors"));
    size_t position;
    if (!carom_io_gltf_number(r->g, attributes, "POSITION", accessors, &position)) return false;
    if (extension && position != SIZE_MAX &&
        !json_object_get(element_of(r->g, "accessors", position), "bufferView"))
        return add_draco(r, p, extension, position);
    return need_accessor(r, attributes, "POSITION") && need_accessor(r, p, "indices");
}

static bool collect(codec_request *r) {
    static const char *const names[] = {"TRANSLATION", "ROTATION", "SCALE"};
    json_t *mesh, *node, *p;
    size_t m, n, k;
    json_array_foreach(json_object_get(r->g->root, "meshes"), m, mesh) {
        json_array_foreach(json_object_get(mesh, "primitives"), k, p) {
            carom_io_gltf_set_context(r->g, "meshes", m);
            if (!need_primitive(r, p)) return false;
        }
    }
    json_array_foreach(json_object_get(r->g->root, "nodes"), n, node) {
        json_t *attributes =
            json_object_get(extension_of(node, "EXT_mesh_gpu_instancing"), "attributes");
        for (k = 0; attributes && k < sizeof names / sizeof *names; k++) {
            carom_io_gltf_set_context(r->g, "nodes", n);
            if (!need_accessor(r, attributes, names[k])) return false;
        }
    }
    return true;
}

/* ---- what comes back */

static size_t whole(json_t *object, const char *key) {
    const json_int_t number = json_integer_value(json_object_get(object, key));
    return number > 0 && number <= (json_int_t)IO_FILE_LIMIT ? (size_t)number : 0;
}

/* The bytes of a number of a component type; 0 of others. */
static size_t number_size(size_t component) {
    static const size_t sizes[] = {1, 1, 2, 2, 0, 4, 4};
    return component >= 5120 && component <= 5126 ? sizes[component - 5120] : 0;
}

/* Advances `answer` by the bytes of one stream; false where there are not so many. */
static bool take_draco(gltf_state *g, const codec_stream *stream, json_t *about,
                       io_answer *answer) {
    const size_t points = whole(about, "points"), triangles = whole(about, "triangles");
    const size_t component = whole(about, "component"), size = number_size(component);
    const double step = json_number_value(json_object_get(about, "step"));
    if (!points || !size || points > answer->size / (3 * size)) return false;
    const size_t bytes = 3 * size * points;
    if (!triangles || triangles > (answer->size - bytes) / 12) return false;
    gltf_decoded *position = &g->decoded_accessors[stream->position];
    gltf_decoded *indices = &g->decoded_accessors[stream->indices];
    *position = (gltf_decoded){.data = answer->data,
                               .size = bytes,
                               .count = points,
                               .component = component,
                               .step = step > 0.0 && step <= IO_LIMIT ? step : 0.0,
                               .source = position->source};
    *indices = (gltf_decoded){.data = answer->data + bytes,
                              .size = 12 * triangles,
                              .count = 3 * triangles,
                              .component = UINT32_COMPONENT,
                              .source = indices->source};
    answer->data += bytes + 12 * triangles;
    answer->size -= bytes + 12 * triangles;
    return true;
}

static bool take_meshopt(gltf_state *g, const codec_stream *stream, json_t *about,
                         io_answer *answer) {
    const size_t size = whole(about, "size");
    if (size != stream->size || size > answer->size) return false;
    g->decoded_views[stream->view] = (gltf_decoded){.data = answer->data, .size = size};
    answer->data += size;
    answer->size -= size;
    return true;
}

static bool take_answer(codec_request *r) {
    gltf_state *g = r->g;
    const codec_stream *streams = (const codec_stream *)(const void *)r->streams.data;
    const size_t count = r->streams.size / sizeof *streams;
    io_answer answer;
    bool ok = carom_io_open_answer(g->file, &g->codec_answer, &answer), whole_answer = true;
    json_t *list = json_object_get(answer.root, "streams");
    for (size_t i = 0; ok && whole_answer && i < count; i++) {
        json_t *about = json_array_get(list, i);
        whole_answer = streams[i].draco ? take_draco(g, &streams[i], about, &answer)
                                        : take_meshopt(g, &streams[i], about, &answer);
    }
    if (ok && (!whole_answer || answer.size))
        ok = carom_io_answer_is_broken(g->file, "other data than it was asked for");
    json_decref(answer.root);
    return ok;
}

/* ---- the call */

static bool write_request(codec_request *r, io_bytes *out) {
    json_t *root = json_pack("{s:O}", "streams", r->list);
    char *text = root ? json_dumps(root, JSON_COMPACT) : NULL;
    json_decref(root);
    if (!text) return carom_io_memory(r->g->file);
    carom_io_put_frame(out, text);
    carom_io_put(out, r->data.data, r->data.size);
    free(text);
    return out->failed ? carom_io_memory(r->g->file) : true;
}

static bool ask(codec_request *r) {
    const io_file *file = r->g->file;
    io_bytes input = {0};
    const io_plugin plugin = {
        "carom-io-gltf",
        "compressed glTF",
        "apt install libdraco-dev libmeshoptimizer-dev, then make codecs; or export without",
        {"gltf", NULL, NULL},
        &input};
    if (file->options.no_plugins)
        return carom_io_fail(
            file, "%s is read by the plug-in %s, and none is to be started; export without",
            plugin.format, plugin.name);
    const bool ok = write_request(r, &input) &&
                    carom_io_run_plugin(file, &plugin, &r->g->codec_answer) && take_answer(r);
    free(input.data);
    return ok;
}

bool carom_io_gltf_decode(gltf_state *g) {
    const size_t views = json_array_size(json_object_get(g->root, "bufferViews"));
    codec_request r = {
        .g = g, .list = json_array(), .visited = calloc(views + 1, sizeof *r.visited)};
    bool ok = r.list && r.visited ? collect(&r) : carom_io_memory(g->file);
    if (ok && r.streams.size) ok = ask(&r);
    json_decref(r.list);
    free(r.visited);
    free(r.streams.data);
    free(r.data.data);
    return ok;
}
