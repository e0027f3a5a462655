/* The data of glTF: buffers, views of them, accessors into those. Every bound is checked with what
 * is really there before a byte is looked at; what is copied out is packed, without strides and
 * sparse patches. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "gltf.h"

enum { BYTE = 5121, SHORT = 5123, INT = 5125, FLOAT = 5126 };
#define ELEMENT_LIMIT ((size_t)1 << 27)
#define ZERO_LIMIT ((size_t)1 << 22) /* elements that take no room in the file */

bool carom_io_gltf_number(const gltf_state *g, json_t *object, const char *key, size_t limit,
                          size_t *out) {
    json_t *value = json_object_get(object, key);
    *out = SIZE_MAX;
    if (!value) return true;
    json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
    if (json_is_real(value) && json_real_value(value) >= 0.0 && json_real_value(value) < 1e15 &&
        json_real_value(value) == floor(json_real_value(value)))
        number = (json_int_t)json_real_value(value); /* some exporters write 3.0 */
    if (number >= 0 && (uint64_t)number < limit) {
        *out = (size_t)number;
        return true;
    }
    if (number >= 0)
        return carom_io_fail(g->file, "\"%s\" is %lld; it must be below %zu", key,
                             (long long)number, limit);
    return carom_io_fail(g->file, "\"%s\" is not a whole number from 0 on", key);
}

/* ---- buffers */

static int base64_value(unsigned char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+' || c == '-') return 62;
    return c == '/' || c == '_' ? 63 : -1;
}

static bool decode_base64(const char *text, io_bytes *out) {
    uint32_t bits = 0;
    int count = 0;
    for (; *text && *text != '='; text++) {
        int value = base64_value((unsigned char)*text);
        if (value < 0) return false;
        bits = bits << 6 | (uint32_t)value;
        count += 6;
        if (count >= 8) {
            unsigned char byte = (unsigned char)(bits >> (count - 8));
            carom_io_put(out, &byte, 1);
            count -= 8;
        }
    }
    while (*text == '=')
        text++;
    return !*text;
}

static int hex_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The file that a relative address names, seen from the glTF file. */
static void resolve(const char *base, const char *uri, io_bytes *path) {
    const char *slash = strrchr(base, '/');
    if (slash) carom_io_put(path, base, (size_t)(slash + 1 - base));
    for (; *uri; uri++) {
        char c = *uri;
        if (c == '%' && hex_value(uri[1]) >= 0 && hex_value(uri[2]) >= 0) {
            c = (char)(hex_value(uri[1]) * 16 + hex_value(uri[2]));
            uri += 2;
        }
        carom_io_put(path, &c, 1);
    }
    carom_io_put(path, "", 1);
}

static bool load_uri(gltf_state *g, size_t index, const char *uri) {
    gltf_buffer *buffer = &g->buffers[index];
    if (!strncmp(uri, "data:", 5)) {
        const char *comma = strstr(uri, ";base64,");
        if (!comma || !decode_base64(comma + 8, &buffer->own))
            return carom_io_fail(g->file, "buffers[%zu]: its data: address is not base64", index);
        return buffer->own.failed ? carom_io_memory(g->file) : true;
    }
    if (strstr(uri, "://") || *uri == '/')
        return carom_io_fail(g->file, "buffers[%zu]: %.80s is not a file beside this one", index,
                             uri);
    io_bytes path = {0};
    resolve(g->file->path, uri, &path);
    bool ok = path.failed ? carom_io_memory(g->file)
                          : carom_io_read_bytes(g->file, (char *)path.data, &buffer->own);
    free(path.data);
    return ok;
}

static bool load_buffer(gltf_state *g, size_t index) {
    gltf_buffer *buffer = &g->buffers[index];
    json_t *object = json_array_get(json_object_get(g->root, "buffers"), index);
    json_t *uri = json_object_get(object, "uri");
    size_t length;
    if (buffer->loaded) return true;
    if (!carom_io_gltf_number(g, object, "byteLength", IO_FILE_LIMIT, &length)) return false;
    if (length == SIZE_MAX) return carom_io_fail(g->file, "buffers[%zu] has no byteLength", index);
    if (json_is_string(uri)) {
        if (!load_uri(g, index, json_string_value(uri))) return false;
        buffer->data = buffer->own.data;
        buffer->size = buffer->own.size;
    } else if (index == 0 && g->chunk) {
        buffer->data = g->chunk;
        buffer->size = g->chunk_size;
    } else {
        return carom_io_fail(g->file,
                             "buffers[%zu] has no data: neither \"uri\" nor a binary chunk", index);
    }
    if (buffer->size < length)
        return carom_io_fail(g->file, "buffers[%zu] declares %zu bytes but has %zu; it was cut off",
                             index, length, buffer->size);
    buffer->size = length;
    buffer->loaded = true;
    return true;
}

bool carom_io_gltf_view(gltf_state *g, size_t view, gltf_span *out) {
    json_t *object = json_array_get(json_object_get(g->root, "bufferViews"), view);
    size_t buffer, offset, length, count = json_array_size(json_object_get(g->root, "buffers"));
    if (!object) return carom_io_fail(g->file, "there is no bufferViews[%zu]", view);
    if (!carom_io_gltf_number(g, object, "buffer", count, &buffer) ||
        !carom_io_gltf_number(g, object, "byteOffset", IO_FILE_LIMIT, &offset) ||
        !carom_io_gltf_number(g, object, "byteLength", IO_FILE_LIMIT, &length) ||
        !carom_io_gltf_number(g, object, "byteStride", 256, &out->stride))
        return false;
    if (buffer == SIZE_MAX || length == SIZE_MAX)
        return carom_io_fail(g->file, "bufferViews[%zu] needs buffer and byteLength", view);
    if (json_object_get(json_object_get(object, "extensions"), "EXT_meshopt_compression"))
        return carom_io_fail(g->file,
                             "bufferViews[%zu] is compressed (EXT_meshopt_compression); "
                             "export without",
                             view);
    if (!load_buffer(g, buffer)) return false;
    if (offset == SIZE_MAX) offset = 0;
    if (out->stride == SIZE_MAX) out->stride = 0;
    if (offset > g->buffers[buffer].size || length > g->buffers[buffer].size - offset)
        return carom_io_fail(g->file,
                             "bufferViews[%zu] ends at byte %zu of buffers[%zu], which has %zu",
                             view, offset + length, buffer, g->buffers[buffer].size);
    out->data = g->buffers[buffer].data + offset;
    out->size = length;
    return true;
}

/* ---- accessors */

typedef struct accessor {
    json_t *object;
    size_t index, count, size; /* bytes of an element */
    size_t component;
} accessor;

/* Where `count` elements lie: span->data at the first, span->stride from one to the next. */
static bool locate(gltf_state *g, const accessor *a, size_t count, gltf_span *span) {
    size_t view, offset;
    if (!carom_io_gltf_number(g, a->object, "bufferView", SIZE_MAX, &view) ||
        !carom_io_gltf_number(g, a->object, "byteOffset", IO_FILE_LIMIT, &offset))
        return false;
    if (view == SIZE_MAX)
        return carom_io_fail(g->file,
                             "accessors[%zu] has no bufferView, so no data; when it is "
                             "compressed, export without compression",
                             a->index);
    if (!carom_io_gltf_view(g, view, span)) return false;
    if (offset == SIZE_MAX) offset = 0;
    if (!span->stride) span->stride = a->size;
    if (span->stride < a->size)
        return carom_io_fail(g->file, "bufferViews[%zu]: a stride of %zu for elements of %zu bytes",
                             view, span->stride, a->size);
    size_t need = offset + (count - 1) * span->stride + a->size;
    if (need > span->size)
        return carom_io_fail(g->file,
                             "accessors[%zu] needs %zu bytes of bufferViews[%zu], which has "
                             "%zu; the file is cut off or its counts are wrong",
                             a->index, need, view, span->size);
    span->data += offset;
    return true;
}

static size_t component_size(size_t component) {
    return component == BYTE ? 1 : component == SHORT ? 2 : component == INT ? 4 : 0;
}

static uint32_t take_index(const unsigned char *at, size_t component) {
    if (component == BYTE) return at[0];
    if (component == SHORT) return at[0] | (uint32_t)at[1] << 8;
    return carom_io_get_u32(at);
}

/* Elements that a sparse accessor puts in place of others; bin already holds the others from
 * `start` on. */
static bool patch(gltf_state *g, const accessor *a, size_t start) {
    json_t *sparse = json_object_get(a->object, "sparse");
    json_t *indices = json_object_get(sparse, "indices"),
           *values = json_object_get(sparse, "values");
    size_t count, component;
    if (!sparse) return true;
    if (!carom_io_gltf_number(g, sparse, "count", a->count + 1, &count) ||
        !carom_io_gltf_number(g, indices, "componentType", 10000, &component))
        return false;
    accessor place = *a, value = *a;
    place.size = component_size(component);
    place.object = indices;
    value.object = values;
    if (count == SIZE_MAX || !count || !place.size)
        return carom_io_fail(g->file, "accessors[%zu].sparse is incomplete", a->index);
    gltf_span where, what;
    if (!locate(g, &place, count, &where) || !locate(g, &value, count, &what)) return false;
    for (size_t i = 0; i < count; i++) {
        uint32_t index = take_index(where.data + i * where.stride, component);
        if (index >= a->count)
            return carom_io_fail(g->file,
                                 "accessors[%zu].sparse: index %u, but it has %zu elements",
                                 a->index, (unsigned)index, a->count);
        memcpy(g->bin.data + start + index * a->size, what.data + i * what.stride, a->size);
    }
    return true;
}

static bool open_accessor(gltf_state *g, accessor *a, const char *type) {
    a->object = json_array_get(json_object_get(g->root, "accessors"), a->index);
    const char *own = json_string_value(json_object_get(a->object, "type"));
    if (!carom_io_gltf_number(g, a->object, "count", ELEMENT_LIMIT, &a->count) ||
        !carom_io_gltf_number(g, a->object, "componentType", 10000, &a->component))
        return false;
    if (a->count == SIZE_MAX || !a->count || a->component == SIZE_MAX || !own)
        return carom_io_fail(
            g->file, "accessors[%zu] needs componentType, type and a count above 0", a->index);
    if (strcmp(own, type))
        return carom_io_fail(g->file, "accessors[%zu] is of type %.20s; %s is due", a->index, own,
                             type);
    return true;
}

static bool publish(gltf_state *g, gltf_copy *copy, size_t size, const json_int_t component) {
    if (g->bin.failed) return carom_io_memory(g->file);
    if (g->bin.size > IO_FILE_LIMIT)
        return carom_io_fail(g->file, "its geometry is larger than 2 GiB; cut it into parts");
    copy->index = json_array_size(g->accessors);
    copy->done = true;
    json_t *view = json_pack("{s:i, s:I, s:I}", "buffer", 0, "byteOffset", (json_int_t)copy->offset,
                             "byteLength", (json_int_t)(copy->count * size));
    json_t *object = json_pack("{s:I, s:I, s:I, s:s}", "bufferView", (json_int_t)copy->index,
                               "componentType", component, "count", (json_int_t)copy->count, "type",
                               component == FLOAT ? "VEC3" : "SCALAR");
    bool ok = !json_array_append_new(g->views, view);
    return !json_array_append_new(g->accessors, object) && ok ? true : carom_io_memory(g->file);
}

/* Only positions may be all zeros but for a few; for indices that would be a file gone wrong. */
static bool copy_elements(gltf_state *g, const accessor *a, bool zeros) {
    gltf_span span;
    if (zeros && !json_object_get(a->object, "bufferView")) {
        static const unsigned char zero[12];
        if (a->count > ZERO_LIMIT)
            return carom_io_fail(g->file, "accessors[%zu]: %zu elements without data", a->index,
                                 a->count);
        for (size_t i = 0; i < a->count && !g->bin.failed; i++)
            carom_io_put(&g->bin, zero, a->size);
        return g->bin.failed ? carom_io_memory(g->file) : true;
    }
    if (!locate(g, a, a->count, &span)) return false;
    for (size_t i = 0; i < a->count; i++)
        carom_io_put(&g->bin, span.data + i * span.stride, a->size);
    return g->bin.failed ? carom_io_memory(g->file) : true;
}

bool carom_io_gltf_positions(gltf_state *g, size_t index, const gltf_copy **out) {
    gltf_copy *copy = &g->positions[index];
    accessor a = {.index = index, .size = 12};
    *out = copy;
    if (copy->done) return true;
    if (!open_accessor(g, &a, "VEC3")) return false;
    if (a.component != FLOAT)
        return carom_io_fail(g->file,
                             "accessors[%zu]: positions in integers are not read "
                             "(KHR_mesh_quantization); export them as float",
                             index);
    copy->offset = g->bin.size;
    copy->count = a.count;
    if (!copy_elements(g, &a, json_object_get(a.object, "sparse") != NULL) ||
        !patch(g, &a, copy->offset))
        return false;
    for (size_t i = 0; i < 3 * a.count; i++)
        if (!isfinite(carom_io_get_float(g->bin.data + copy->offset + 4 * i)))
            return carom_io_fail(g->file, "accessors[%zu]: vertex %zu: %c is not a finite number",
                                 index, i / 3, "xyz"[i % 3]);
    return publish(g, copy, 12, FLOAT);
}

bool carom_io_gltf_indices(gltf_state *g, size_t index, const gltf_copy **out) {
    gltf_copy *copy = &g->indices[index];
    accessor a = {.index = index};
    *out = copy;
    if (copy->done) return true;
    if (!open_accessor(g, &a, "SCALAR")) return false;
    a.size = component_size(a.component);
    if (!a.size)
        return carom_io_fail(g->file, "accessors[%zu]: indices of component type %zu", index,
                             a.component);
    size_t start = g->bin.size;
    if (!copy_elements(g, &a, false) || !patch(g, &a, start)) return false;
    /* Widened to 32 bits: behind the narrow copy, which is then given up. */
    size_t narrow = a.count * a.size;
    for (size_t i = 0; i < a.count && !g->bin.failed; i++)
        carom_io_put_u32(&g->bin, take_index(g->bin.data + start + i * a.size, a.component));
    if (g->bin.failed) return carom_io_memory(g->file);
    memmove(g->bin.data + start, g->bin.data + start + narrow, 4 * a.count);
    g->bin.size = start + 4 * a.count;
    copy->offset = start;
    copy->count = a.count;
    return publish(g, copy, 4, INT);
}
