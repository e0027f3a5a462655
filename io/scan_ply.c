/* PLY. The header is read, then every value it declares, in all three encodings by the same code;
 * nothing may be missing and nothing left over. */
#include <math.h>
#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#include "text.h"

enum { PROPERTY_LIMIT = 256, ELEMENT_LIMIT = 64 };

typedef enum ply_type {
    PLY_NONE,
    PLY_I8,
    PLY_U8,
    PLY_I16,
    PLY_U16,
    PLY_I32,
    PLY_U32,
    PLY_F32,
    PLY_F64
} ply_type;

typedef struct ply_property {
    ply_type type, count_type; /* count_type is PLY_NONE unless it is a list */
    int axis;                  /* 0, 1, 2 for x, y, z; -1 otherwise */
    bool corners;              /* the list of a face's vertices */
} ply_property;

typedef enum ply_kind { PLY_VERTEX, PLY_FACE, PLY_EDGE, PLY_OTHER } ply_kind;

typedef struct ply_element {
    ply_kind kind;
    io_word name;
    size_t count, property_count;
    ply_property properties[PROPERTY_LIMIT];
} ply_element;

typedef struct ply_state {
    io_text in;
    io_scan *scan;
    bool binary, big;
    size_t element_count;
    ply_element elements[ELEMENT_LIMIT];
    io_clean clean;
    io_bytes corners; /* of the current face, uint32_t */
} ply_state;

static const unsigned char type_size[] = {0, 1, 1, 2, 2, 4, 4, 4, 8};

static ply_type type_named(io_word word) {
    static const struct {
        const char *name;
        ply_type type;
    } names[] = {
        {"char", PLY_I8},   {"int8", PLY_I8},     {"uchar", PLY_U8},   {"uint8", PLY_U8},
        {"short", PLY_I16}, {"int16", PLY_I16},   {"ushort", PLY_U16}, {"uint16", PLY_U16},
        {"int", PLY_I32},   {"int32", PLY_I32},   {"uint", PLY_U32},   {"uint32", PLY_U32},
        {"float", PLY_F32}, {"float32", PLY_F32}, {"double", PLY_F64}, {"float64", PLY_F64}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (word_is(word, names[i].name)) return names[i].type;
    return PLY_NONE;
}

static bool header_fails(const ply_state *ply, const char *what, io_word word) {
    return carom_io_fail(ply->in.file, "line %zu: %s: \"%.*s\"", ply->in.line, what, shown(word),
                         word.text);
}

static bool scan_format(ply_state *ply) {
    io_word word = {0};
    next_word(&ply->in, &word);
    ply->binary = !word_is(word, "ascii");
    ply->big = word_is(word, "binary_big_endian");
    if (ply->binary && !ply->big && !word_is(word, "binary_little_endian"))
        return header_fails(ply, "unknown format", word);
    next_word(&ply->in, &word);
    return word_is(word, "1.0") ? true : header_fails(ply, "unknown version", word);
}

static bool scan_element(ply_state *ply) {
    io_word count;
    long long number;
    if (ply->element_count == ELEMENT_LIMIT)
        return carom_io_fail(ply->in.file, "line %zu: more than %d elements", ply->in.line,
                             ELEMENT_LIMIT);
    ply_element *e = &ply->elements[ply->element_count++];
    if (!next_word(&ply->in, &e->name))
        return header_fails(ply, "an element without name", e->name);
    if (!next_word(&ply->in, &count) || !carom_io_parse_integer(count.text, count.end, &number) ||
        number < 0)
        return header_fails(ply, "not a count of elements", count);
    e->count = (size_t)number;
    e->kind = word_is(e->name, "vertex") ? PLY_VERTEX
              : word_is(e->name, "face") ? PLY_FACE
              : word_is(e->name, "edge") ? PLY_EDGE
                                         : PLY_OTHER;
    for (ply_element *other = ply->elements; other < e; other++)
        if (e->kind != PLY_OTHER && other->kind == e->kind)
            return header_fails(ply, "an element is declared twice", e->name);
    if (e->count && (word_is(e->name, "tristrips") || word_is(e->name, "multi_polygon")))
        return carom_io_fail(ply->in.file,
                             "line %zu: \"%.*s\" are not read; save the mesh with faces",
                             ply->in.line, shown(e->name), e->name.text);
    return true;
}

static bool scan_property(ply_state *ply) {
    io_word type, name;
    if (!ply->element_count)
        return carom_io_fail(ply->in.file, "line %zu: a property before any element", ply->in.line);
    ply_element *e = &ply->elements[ply->element_count - 1];
    if (e->property_count == PROPERTY_LIMIT)
        return carom_io_fail(ply->in.file, "line %zu: more than %d properties", ply->in.line,
                             PROPERTY_LIMIT);
    ply_property p = {PLY_NONE, PLY_NONE, -1, false};
    next_word(&ply->in, &type);
    if (word_is(type, "list")) {
        next_word(&ply->in, &type);
        p.count_type = type_named(type);
        if (p.count_type == PLY_NONE || p.count_type >= PLY_F32)
            return header_fails(ply, "not a type of counts", type);
        next_word(&ply->in, &type);
    }
    p.type = type_named(type);
    if (p.type == PLY_NONE) return header_fails(ply, "unknown type", type);
    if (!next_word(&ply->in, &name)) return header_fails(ply, "a property without name", name);
    if (e->kind == PLY_VERTEX && !p.count_type && name.end == name.text + 1 && *name.text >= 'x' &&
        *name.text <= 'z')
        p.axis = *name.text - 'x';
    p.corners = e->kind == PLY_FACE && p.count_type &&
                (word_is(name, "vertex_indices") || word_is(name, "vertex_index"));
    e->properties[e->property_count++] = p;
    return true;
}

/* Each needed property once, vertices before faces, and nothing that takes no room in the file. */
static bool check_header(const ply_state *ply) {
    bool seen_vertices = false;
    for (const ply_element *e = ply->elements; e < ply->elements + ply->element_count; e++) {
        int axes[3] = {0}, lists = 0;
        for (size_t i = 0; i < e->property_count; i++) {
            if (e->properties[i].axis >= 0) axes[e->properties[i].axis]++;
            lists += e->properties[i].corners;
        }
        if (e->kind == PLY_VERTEX && (axes[0] != 1 || axes[1] != 1 || axes[2] != 1))
            return carom_io_fail(ply->in.file,
                                 "header: vertices need the properties x, y, z, each once");
        if (e->kind == PLY_FACE && e->count && lists != 1)
            return carom_io_fail(ply->in.file, "header: faces need one list named vertex_indices");
        if (e->kind == PLY_FACE && !seen_vertices)
            return carom_io_fail(ply->in.file, "header: faces stand before the vertices");
        if (e->count && !e->property_count)
            return carom_io_fail(ply->in.file, "header: element \"%.*s\" has no properties",
                                 shown(e->name), e->name.text);
        if (e->kind == PLY_FACE && e->count > IO_FACE_LIMIT)
            return carom_io_fail(ply->in.file, "header: declares %zu faces; at most %u are read",
                                 e->count, IO_FACE_LIMIT);
        if (e->kind == PLY_VERTEX && e->count >= UINT32_MAX / 16)
            return carom_io_fail(ply->in.file, "header: declares %zu vertices; at most %u are read",
                                 e->count, UINT32_MAX / 16);
        seen_vertices = seen_vertices || e->kind == PLY_VERTEX;
    }
    return seen_vertices ? true : carom_io_fail(ply->in.file, "header: no element vertex");
}

static bool scan_header(ply_state *ply) {
    io_word word;
    bool format = false;
    next_line(&ply->in); /* "ply" */
    while (ply->in.at < ply->in.end) {
        bool ok = true;
        if (!next_word(&ply->in, &word) || word_is(word, "comment") || word_is(word, "obj_info")) {
            next_line(&ply->in);
            continue;
        }
        if (word_is(word, "end_header")) {
            if (ply->in.at == ply->in.end || !is_newline(*ply->in.at)) break;
            next_line(&ply->in);
            if (!format) return carom_io_fail(ply->in.file, "header: no line \"format\"");
            return check_header(ply);
        }
        if (word_is(word, "format"))
            ok = format = scan_format(ply);
        else if (word_is(word, "element"))
            ok = scan_element(ply);
        else if (word_is(word, "property"))
            ok = scan_property(ply);
        /* Other lines are passed over, as some exporters forget to write "comment". */
        if (!ok) return false;
        next_line(&ply->in);
    }
    return carom_io_fail(ply->in.file, "line %zu: the header does not end; the file was cut off",
                         ply->in.line);
}

/* Where we are in the data. */
typedef struct ply_place {
    const ply_element *element;
    size_t index;
} ply_place;

static bool data_fails(const ply_state *ply, const ply_place *place, const char *what) {
    char line[40] = "";
    if (!ply->binary) snprintf(line, sizeof line, "line %zu: ", ply->in.line);
    return carom_io_fail(ply->in.file, "%s%.*s %zu: %s", line, shown(place->element->name),
                         place->element->name.text, place->index, what);
}

static bool text_value(ply_state *ply, const ply_place *place, ply_type type, double *out) {
    io_word word;
    long long integer;
    if (!next_word_anywhere(&ply->in, &word)) {
        char what[96];
        snprintf(what, sizeof what, "the file ends here, but its header declares %zu of them",
                 place->element->count);
        return data_fails(ply, place, what);
    }
    if (type >= PLY_F32)
        return carom_io_parse_number(word.text, word.end, out)
                   ? true
                   : data_fails(ply, place, "not a number");
    if (!carom_io_parse_integer(word.text, word.end, &integer))
        return data_fails(ply, place, "not a whole number");
    *out = (double)integer;
    return true;
}

static double decode(const unsigned char *bytes, ply_type type, bool big) {
    unsigned char b[8];
    size_t size = type_size[type];
    for (size_t i = 0; i < size; i++)
        b[i] = bytes[big ? size - 1 - i : i];
    uint64_t bits = 0;
    for (size_t i = 0; i < size; i++)
        bits |= (uint64_t)b[i] << (8 * i);
    double value;
    switch (type) {
    case PLY_I8: return bits & 0x80 ? (double)bits - 0x100 : (double)bits;
    case PLY_I16: return bits & 0x8000 ? (double)bits - 0x10000 : (double)bits;
    case PLY_I32: return bits & 0x80000000 ? (double)bits - 0x100000000 : (double)bits;
    case PLY_F32: return (double)carom_io_get_float(b);
    case PLY_F64: memcpy(&value, &bits, 8); return value;
    default: return (double)bits;
    }
}

static bool take_value(ply_state *ply, const ply_place *place, ply_type type, double *out) {
    if (!ply->binary) return text_value(ply, place, type, out);
    if ((size_t)(ply->in.end - ply->in.at) < type_size[type]) {
        char what[96];
        snprintf(what, sizeof what, "the file ends here, but its header declares %zu of them",
                 place->element->count);
        return data_fails(ply, place, what);
    }
    *out = decode((const unsigned char *)ply->in.at, type, ply->big);
    ply->in.at += type_size[type];
    return true;
}

static bool check_coordinate(ply_state *ply, const ply_place *place, double value) {
    if (fabs(value) <= FLT_MAX) return true;
    return data_fails(ply, place,
                      isfinite(value) ? "a coordinate is too large for float"
                                      : "a coordinate is not a finite number");
}

static bool take_corner(ply_state *ply, const ply_place *place, double value, bool keep) {
    if (!(value >= 0.0 && value < (double)ply->clean.vertex_count && value == floor(value))) {
        char what[96];
        snprintf(what, sizeof what, "index %.17g, but there are %zu vertices, counted from 0",
                 value, ply->clean.vertex_count);
        return data_fails(ply, place, what);
    }
    if (!keep) return true;
    double p[3];
    memcpy(p, ply->clean.positions.data + (size_t)value * sizeof p, sizeof p);
    uint32_t index = (uint32_t)value;
    carom_io_put(&ply->corners, &index, sizeof index);
    carom_io_count_corner(&ply->scan->tally, p);
    return true;
}

static bool take_list(ply_state *ply, const ply_place *place, const ply_property *p) {
    double count, value;
    if (!take_value(ply, place, p->count_type, &count)) return false;
    if (count < 0) return data_fails(ply, place, "a list of negative length");
    if (p->corners && count < 1) return data_fails(ply, place, "a face without corners");
    bool keep = p->corners && count > 2.0;
    ply->corners.size = 0;
    for (double i = 0; i < count; i++) {
        if (!take_value(ply, place, p->type, &value)) return false;
        if (p->corners && !take_corner(ply, place, value, keep)) return false;
    }
    if (ply->corners.failed) return carom_io_memory(ply->in.file);
    if (keep) {
        carom_io_count_face(&ply->scan->tally, (size_t)count);
        carom_io_clean_face(&ply->clean, (const uint32_t *)(const void *)ply->corners.data,
                            (size_t)count);
    }
    if (p->corners && count == 2.0) ply->scan->lines++;
    if (p->corners && count == 1.0) ply->scan->points++;
    return true;
}

static bool take_one(ply_state *ply, const ply_place *place) {
    const ply_element *e = place->element;
    double position[3] = {0};
    for (size_t i = 0; i < e->property_count; i++) {
        const ply_property *p = &e->properties[i];
        double value;
        if (p->count_type) {
            if (!take_list(ply, place, p)) return false;
            continue;
        }
        if (!take_value(ply, place, p->type, &value)) return false;
        if (p->axis < 0) continue;
        if (!check_coordinate(ply, place, value)) return false;
        position[p->axis] = value;
    }
    if (e->kind == PLY_VERTEX) carom_io_clean_vertex(&ply->clean, position);
    return true;
}

static bool scan_data(ply_state *ply) {
    for (size_t i = 0; i < ply->element_count; i++) {
        const ply_element *e = &ply->elements[i];
        for (size_t k = 0; k < e->count; k++) {
            if (!take_one(ply, &(ply_place){e, k})) return false;
            if (carom_io_clean_failed(&ply->clean)) return carom_io_memory(ply->in.file);
        }
        if (e->kind == PLY_EDGE) ply->scan->lines += e->count;
    }
    if (!ply->scan->tally.faces && !ply->scan->lines) ply->scan->points = ply->clean.vertex_count;
    size_t left = (size_t)(ply->in.end - ply->in.at);
    for (; ply->in.at < ply->in.end; ply->in.at++)
        if (!is_blank(*ply->in.at) && !is_newline(*ply->in.at))
            return carom_io_fail(ply->in.file,
                                 "%zu bytes are left after everything the header "
                                 "declares; its counts are wrong",
                                 left);
    return true;
}

bool carom_io_scan_ply(const io_file *file, io_scan *scan) {
    const char *start = (const char *)file->bytes;
    ply_state *ply = calloc(1, sizeof *ply);
    if (!ply) return carom_io_memory(file);
    ply->in = (io_text){file, start, start + file->size, 1};
    ply->scan = scan;
    bool ok = scan_header(ply);
    scan->format = ply->binary ? CAROM_IO_PLY_BINARY : CAROM_IO_PLY_ASCII;
    ok = ok && scan_data(ply) && carom_io_clean_finish(file, &ply->clean, scan);
    carom_io_clean_free(&ply->clean);
    free(ply->corners.data);
    free(ply);
    return ok;
}
