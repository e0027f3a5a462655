/* Data of glTF [Khronos21]: buffers, buffer views and accessors. Every bound is checked against the
 * bytes that are present before one is read; the result is packed, without strides and with sparse
 * values applied. Floats are exact in double; quantized integers (KHR_mesh_quantization) are
 * divided in double where they are normalized. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/gltf/gltf.h"
#include "file.h"
#include "format/gltf/gltf_data.h"

enum { BYTE = 5120, UBYTE = 5121, SHORT = 5122, USHORT = 5123, UINT = 5125, FLOAT = 5126 };
#define ELEMENT_LIMIT ((size_t)1 << 27)
#define ZERO_LIMIT ((size_t)1 << 22) /* elements without data in the file, in total */
#define GEOMETRY_LIMIT (2 * (uint64_t)IO_FILE_LIMIT) /* bytes of all positions, as doubles */

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
        return carom_io_fail(g->file, "%s\"%s\" is %lld; it must be below %zu; export it again",
                             g->context, key, (long long)number, limit);
    return carom_io_fail(g->file, "%s\"%s\" is not a whole number from 0 on; export it again",
                         g->context, key);
}

void carom_io_gltf_set_context(gltf_state *g, const char *list, size_t index) {
    snprintf(g->context, sizeof g->context, "%s[%zu]: ", list, index);
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

/* The path of a relative URI, which is resolved against that of the glTF file. */
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
            return carom_io_fail(
                g->file, "buffers[%zu]: its data: address is not base64; export it again", index);
        return buffer->own.failed ? carom_io_memory(g->file) : true;
    }
    if (strstr(uri, "://") || *uri == '/')
        return carom_io_fail(g->file,
                             "buffers[%zu]: %.80s is not a file beside this one; "
                             "put it there",
                             index, uri);
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
    carom_io_gltf_set_context(g, "buffers", index);
    if (!carom_io_gltf_number(g, object, "byteLength", IO_FILE_LIMIT, &length)) return false;
    if (length == SIZE_MAX)
        return carom_io_fail(g->file, "buffers[%zu] has no byteLength; export it again", index);
    if (json_is_string(uri)) {
        if (!load_uri(g, index, json_string_value(uri))) return false;
        buffer->data = buffer->own.data;
        buffer->size = buffer->own.size;
    } else if (index == 0 && g->chunk) {
        buffer->data = g->chunk;
        buffer->size = g->chunk_size;
    } else {
        return carom_io_fail(
            g->file,
            "buffers[%zu] has no data: neither \"uri\" nor a binary chunk; export it again", index);
    }
    if (buffer->size < length)
        return carom_io_fail(g->file, "buffers[%zu] declares %zu bytes but has %zu; it was cut off",
                             index, length, buffer->size);
    buffer->size = length;
    buffer->loaded = true;
    return true;
}

bool carom_io_gltf_buffer_span(gltf_state *g, json_t *object, size_t view, gltf_span *out) {
    size_t buffer, offset, length, count = json_array_size(json_object_get(g->root, "buffers"));
    carom_io_gltf_set_context(g, "bufferViews", view);
    if (!carom_io_gltf_number(g, object, "buffer", count, &buffer) ||
        !carom_io_gltf_number(g, object, "byteOffset", IO_FILE_LIMIT, &offset) ||
        !carom_io_gltf_number(g, object, "byteLength", IO_FILE_LIMIT, &length) ||
        !carom_io_gltf_number(g, object, "byteStride", 257, &out->stride))
        return false;
    if (buffer == SIZE_MAX || length == SIZE_MAX)
        return carom_io_fail(g->file,
                             "bufferViews[%zu] needs buffer and byteLength; export it again", view);
    if (!load_buffer(g, buffer)) return false;
    if (offset == SIZE_MAX) offset = 0;
    if (out->stride == SIZE_MAX) out->stride = 0;
    if (offset > g->buffers[buffer].size || length > g->buffers[buffer].size - offset)
        return carom_io_fail(
            g->file,
            "bufferViews[%zu] ends at byte %zu of buffers[%zu], which has %zu; the file "
            "was cut off or its counts are wrong",
            view, offset + length, buffer, g->buffers[buffer].size);
    out->data = g->buffers[buffer].data + offset;
    out->size = length;
    return true;
}

bool carom_io_gltf_view(gltf_state *g, size_t view, gltf_span *out) {
    json_t *object = json_array_get(json_object_get(g->root, "bufferViews"), view);
    if (!object)
        return carom_io_fail(g->file, "there is no bufferViews[%zu]; export it again", view);
    const gltf_decoded *decoded = &g->decoded_views[view];
    if (!decoded->data) return carom_io_gltf_buffer_span(g, object, view, out);
    carom_io_gltf_set_context(g, "bufferViews", view);
    if (!carom_io_gltf_number(g, object, "byteStride", 257, &out->stride)) return false;
    if (out->stride == SIZE_MAX) out->stride = 0;
    out->data = decoded->data;
    out->size = decoded->size;
    return true;
}

/* ---- accessors */

typedef struct accessor {
    json_t *object;
    size_t index, count, size; /* bytes of an element */
    size_t component;
} accessor;

/* Locates `count` elements: span->data is the first, span->stride the distance between them. */
static bool find_elements(gltf_state *g, const accessor *a, size_t count, gltf_span *span) {
    size_t view, offset;
    carom_io_gltf_set_context(g, "accessors", a->index);
    if (!carom_io_gltf_number(g, a->object, "bufferView", SIZE_MAX, &view) ||
        !carom_io_gltf_number(g, a->object, "byteOffset", IO_FILE_LIMIT, &offset))
        return false;
    if (view == SIZE_MAX)
        return carom_io_fail(g->file,
                             "accessors[%zu] has no bufferView, so no data; when it is "
                             "compressed in a way of its own, export without compression",
                             a->index);
    if (!carom_io_gltf_view(g, view, span)) return false;
    if (offset == SIZE_MAX) offset = 0;
    if (!span->stride) span->stride = a->size;
    if (span->stride < a->size)
        return carom_io_fail(
            g->file, "bufferViews[%zu]: a stride of %zu for elements of %zu bytes; export it again",
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
    if (component == BYTE || component == UBYTE) return 1;
    if (component == SHORT || component == USHORT) return 2;
    return component == UINT || component == FLOAT ? 4 : 0;
}

/* An index of one of the three unsigned types. */
static uint32_t decode_index(const unsigned char *at, size_t component) {
    if (component == UBYTE) return at[0];
    if (component == USHORT) return at[0] | (uint32_t)at[1] << 8;
    return carom_io_get_u32(at);
}

static bool is_index(size_t component) {
    return component == UBYTE || component == USHORT || component == UINT;
}

/* Replaces elements of `out` by those of a sparse accessor. */
static bool apply_sparse(gltf_state *g, const accessor *a, io_bytes *out) {
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
    if (count == SIZE_MAX || !count || !is_index(component))
        return carom_io_fail(g->file, "accessors[%zu].sparse is incomplete; export it again",
                             a->index);
    gltf_span where, what;
    if (!find_elements(g, &place, count, &where) || !find_elements(g, &value, count, &what))
        return false;
    for (size_t i = 0; i < count; i++) {
        uint32_t index = decode_index(where.data + i * where.stride, component);
        if (index >= a->count)
            return carom_io_fail(
                g->file,
                "accessors[%zu].sparse: index %u, but it has %zu elements; export it again",
                a->index, (unsigned)index, a->count);
        memcpy(out->data + index * a->size, what.data + i * what.stride, a->size);
    }
    return true;
}

static bool read_accessor(gltf_state *g, accessor *a, const char *type) {
    a->object = json_array_get(json_object_get(g->root, "accessors"), a->index);
    const char *own = json_string_value(json_object_get(a->object, "type"));
    carom_io_gltf_set_context(g, "accessors", a->index);
    if (!carom_io_gltf_number(g, a->object, "count", ELEMENT_LIMIT, &a->count) ||
        !carom_io_gltf_number(g, a->object, "componentType", 10000, &a->component))
        return false;
    if (a->count == SIZE_MAX || !a->count || a->component == SIZE_MAX || !own)
        return carom_io_fail(
            g->file,
            "accessors[%zu] needs componentType, type and a count above 0; export it again",
            a->index);
    if (strcmp(own, type))
        return carom_io_fail(g->file, "accessors[%zu] is of type %.20s; %s is due", a->index, own,
                             type);
    return true;
}

/* Copies the elements that were decoded, of which there must be as many as the accessor declares.
 */
static bool copy_decoded(gltf_state *g, const accessor *a, const gltf_decoded *decoded,
                         io_bytes *out) {
    if (decoded->count != a->count || decoded->component != a->component)
        return carom_io_fail(g->file,
                             "accessors[%zu] declares %zu elements of component type %zu, but "
                             "KHR_draco_mesh_compression holds %zu of %zu; export it again",
                             a->index, a->count, a->component, decoded->count, decoded->component);
    if (json_object_get(a->object, "sparse"))
        return carom_io_fail(g->file, "accessors[%zu] is compressed and sparse; export it again",
                             a->index);
    carom_io_put(out, decoded->data, a->count * a->size);
    return out->failed ? carom_io_memory(g->file) : true;
}

/* Copies the elements, packed. Only positions may lack a view and be zeros apart from sparse
 * values. */
static bool copy_elements(gltf_state *g, const accessor *a, bool zeros, io_bytes *out) {
    gltf_span span;
    const gltf_decoded *decoded = &g->decoded_accessors[a->index];
    if (decoded->data) return copy_decoded(g, a, decoded, out);
    if (zeros && !json_object_get(a->object, "bufferView")) {
        g->zeros += a->count;
        if (g->zeros > ZERO_LIMIT)
            return carom_io_fail(g->file,
                                 "accessors[%zu]: with it %zu elements have no data; at most %zu "
                                 "are read",
                                 a->index, g->zeros, ZERO_LIMIT);
        void *zeros_out = carom_io_extend(out, a->count * a->size);
        if (!zeros_out) return carom_io_memory(g->file);
        memset(zeros_out, 0, a->count * a->size);
        return apply_sparse(g, a, out);
    }
    if (!find_elements(g, a, a->count, &span)) return false;
    for (size_t i = 0; i < a->count; i++)
        carom_io_put(out, span.data + i * span.stride, a->size);
    return out->failed ? carom_io_memory(g->file) : apply_sparse(g, a, out);
}

/* ---- numbers of accessors */

/* The value of a component; of a normalized one, the quotient. */
static double decode_component(const unsigned char *at, size_t component, bool normalized) {
    double value, greatest;
    if (component == FLOAT) return (double)carom_io_get_float(at);
    if (component == UINT) return (double)carom_io_get_u32(at);
    if (component == BYTE || component == UBYTE) {
        bool negative = component == BYTE && at[0] >= 0x80;
        value = (double)at[0] - (negative ? 0x100 : 0);
        greatest = component == BYTE ? 127.0 : 255.0;
    } else {
        uint32_t bits = at[0] | (uint32_t)at[1] << 8;
        bool negative = component == SHORT && bits >= 0x8000;
        value = (double)bits - (negative ? 0x10000 : 0);
        greatest = component == SHORT ? 32767.0 : 65535.0;
    }
    if (!normalized) return value;
    return value < -greatest ? -1.0 : value / greatest;
}

static bool decode_positions(const gltf_state *g, const accessor *a, const io_bytes *from,
                             io_pool *pool) {
    size_t count = 3 * a->count, size = a->size / 3;
    bool normalized = json_is_true(json_object_get(a->object, "normalized"));
    double *out = carom_io_extend(&pool->positions, count * sizeof *out);
    if (!out) return carom_io_memory(g->file);
    for (size_t i = 0; i < count; i++) {
        out[i] = decode_component(from->data + i * size, a->component, normalized);
        if (!isfinite(out[i]))
            return carom_io_fail(g->file,
                                 "accessors[%zu]: vertex %zu: %c is not a finite number; repair "
                                 "the mesh",
                                 a->index, i / 3, "xyz"[i % 3]);
    }
    return true;
}

/* The distance between neighbours of the grid on which positions are; 0 of floats. */
static double step_of(const gltf_state *g, const accessor *a) {
    const gltf_decoded *decoded = &g->decoded_accessors[a->index];
    if (decoded->data && decoded->step > 0.0) return decoded->step;
    if (a->component == FLOAT) return 0.0;
    if (!json_is_true(json_object_get(a->object, "normalized"))) return 1.0;
    return 1.0 / (a->component == BYTE    ? 127.0
                  : a->component == UBYTE ? 255.0
                  : a->component == SHORT ? 32767.0
                                          : 65535.0);
}

static bool uses_extension(const gltf_state *g, const char *wanted) {
    json_t *item;
    size_t i;
    json_array_foreach(json_object_get(g->root, "extensionsUsed"), i, item) {
        const char *name = json_string_value(item);
        if (name && !strcmp(name, wanted)) return true;
    }
    return false;
}

static bool check_positions(const gltf_state *g, const accessor *a) {
    if (a->component == FLOAT) return true;
    if (!a->size || a->component == UINT)
        return carom_io_fail(g->file,
                             "accessors[%zu]: positions of component type %zu; export them as "
                             "float",
                             a->index, a->component);
    if (uses_extension(g, "KHR_mesh_quantization")) return true;
    return carom_io_fail(g->file,
                         "accessors[%zu]: positions in integers, but extensionsUsed does not name "
                         "KHR_mesh_quantization; export them as float",
                         a->index);
}

bool carom_io_gltf_positions(gltf_state *g, size_t index, io_pool **out) {
    io_pool *pool = *out = &g->positions[index];
    accessor a = {.index = index};
    io_bytes bytes = {0};
    if (pool->positions.size) return true;
    if (!read_accessor(g, &a, "VEC3")) return false;
    a.size = 3 * component_size(a.component);
    if (!check_positions(g, &a)) return false;
    g->geometry += 3 * sizeof(double) * (uint64_t)a.count;
    if (g->geometry > GEOMETRY_LIMIT)
        return carom_io_fail(g->file, "its vertices are more than 4 GiB; cut it into parts");
    bool sparse = json_object_get(a.object, "sparse") != NULL;
    bool ok = copy_elements(g, &a, sparse, &bytes) && decode_positions(g, &a, &bytes, pool);
    free(bytes.data);
    g->steps[index] = step_of(g, &a);
    return ok;
}

bool carom_io_gltf_numbers(gltf_state *g, size_t index, const char *type, io_bytes *out) {
    const size_t per = type[3] == '4' ? 4 : 3;
    accessor a = {.index = index};
    io_bytes bytes = {0};
    if (!read_accessor(g, &a, type)) return false;
    const size_t size = component_size(a.component);
    const bool normalized = json_is_true(json_object_get(a.object, "normalized"));
    a.size = per * size;
    if (!size || (a.component != FLOAT && !normalized))
        return carom_io_fail(g->file,
                             "accessors[%zu]: floats or normalized integers are due, not component "
                             "type %zu; export it again",
                             index, a.component);
    bool ok = copy_elements(g, &a, false, &bytes);
    double *numbers = ok ? carom_io_extend(out, per * a.count * sizeof *numbers) : NULL;
    if (ok && !numbers) ok = carom_io_memory(g->file);
    for (size_t i = 0; ok && i < per * a.count; i++) {
        numbers[i] = decode_component(bytes.data + i * size, a.component, normalized);
        if (!isfinite(numbers[i]))
            ok = carom_io_fail(g->file,
                               "accessors[%zu]: a number of element %zu is not finite; repair it",
                               index, i / per);
    }
    free(bytes.data);
    return ok;
}

bool carom_io_gltf_indices(gltf_state *g, size_t index, io_bytes *out) {
    accessor a = {.index = index};
    io_bytes bytes = {0};
    if (!read_accessor(g, &a, "SCALAR")) return false;
    if (!is_index(a.component))
        return carom_io_fail(g->file,
                             "accessors[%zu]: indices of component type %zu; only 5121, 5123 and "
                             "5125 are indices; export it again",
                             index, a.component);
    if (g->decoded_accessors[index].data) a.component = UINT;
    a.size = component_size(a.component);
    bool ok = copy_elements(g, &a, false, &bytes);
    uint32_t *indices = ok ? carom_io_extend(out, a.count * sizeof *indices) : NULL;
    if (ok && !indices) ok = carom_io_memory(g->file);
    for (size_t i = 0; ok && i < a.count; i++)
        indices[i] = decode_index(bytes.data + i * a.size, a.component);
    free(bytes.data);
    return ok;
}
