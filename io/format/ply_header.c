/* Parser of the PLY header: the elements, their counts, and the properties of each with their
 * types, in the order of the data. */
#include "format/ply.h"
#include "file.h"
#include "format/ply_header.h"
#include "number.h"

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

static bool fail_header(const ply_state *ply, const char *what, io_word word) {
    return carom_io_fail(ply->in.file, "line %zu: %s: \"%.*s\"; correct the header", ply->in.line,
                         what, shown(word), word.text);
}

static bool read_format(ply_state *ply) {
    io_word word = {0};
    next_word(&ply->in, &word);
    ply->binary = !word_is(word, "ascii");
    ply->big = word_is(word, "binary_big_endian");
    if (ply->binary && !ply->big && !word_is(word, "binary_little_endian"))
        return fail_header(ply, "unknown format", word);
    next_word(&ply->in, &word);
    return word_is(word, "1.0") ? true : fail_header(ply, "unknown version", word);
}

static bool read_element(ply_state *ply) {
    io_word count;
    long long number;
    if (ply->element_count == ELEMENT_LIMIT)
        return carom_io_fail(ply->in.file,
                             "line %zu: more than %d elements; remove what is not needed",
                             ply->in.line, ELEMENT_LIMIT);
    ply_element *e = &ply->elements[ply->element_count++];
    if (!next_word(&ply->in, &e->name)) return fail_header(ply, "an element without name", e->name);
    if (!next_word(&ply->in, &count) || !carom_io_parse_integer(count.text, count.end, &number) ||
        number < 0)
        return fail_header(ply, "not a count of elements", count);
    e->count = (size_t)number;
    e->kind = word_is(e->name, "vertex")      ? PLY_VERTEX
              : word_is(e->name, "face")      ? PLY_FACE
              : word_is(e->name, "tristrips") ? PLY_STRIPS
              : word_is(e->name, "edge")      ? PLY_EDGE
                                              : PLY_OTHER;
    for (ply_element *other = ply->elements; other < e; other++)
        if (e->kind != PLY_OTHER && other->kind == e->kind)
            return fail_header(ply, "an element is declared twice", e->name);
    if (e->count && word_is(e->name, "multi_polygon"))
        return carom_io_fail(ply->in.file,
                             "line %zu: \"%.*s\" are not read; save the mesh with faces",
                             ply->in.line, shown(e->name), e->name.text);
    return true;
}

static bool read_property(ply_state *ply) {
    io_word type, name;
    if (!ply->element_count)
        return carom_io_fail(
            ply->in.file, "line %zu: a property before any element; export it again", ply->in.line);
    ply_element *e = &ply->elements[ply->element_count - 1];
    if (e->property_count == PROPERTY_LIMIT)
        return carom_io_fail(ply->in.file,
                             "line %zu: more than %d properties; remove what is not needed",
                             ply->in.line, PROPERTY_LIMIT);
    ply_property p = {PLY_NONE, PLY_NONE, -1, false};
    next_word(&ply->in, &type);
    if (word_is(type, "list")) {
        next_word(&ply->in, &type);
        p.count_type = type_named(type);
        if (p.count_type == PLY_NONE || p.count_type >= PLY_F32)
            return fail_header(ply, "not a type of counts", type);
        next_word(&ply->in, &type);
    }
    p.type = type_named(type);
    if (p.type == PLY_NONE) return fail_header(ply, "unknown type", type);
    if (!next_word(&ply->in, &name)) return fail_header(ply, "a property without name", name);
    if (e->kind == PLY_VERTEX && !p.count_type && name.end == name.text + 1 && *name.text >= 'x' &&
        *name.text <= 'z')
        p.axis = *name.text - 'x';
    p.corners = (e->kind == PLY_FACE || e->kind == PLY_STRIPS) && p.count_type &&
                (word_is(name, "vertex_indices") || word_is(name, "vertex_index"));
    e->properties[e->property_count++] = p;
    return true;
}

/* Requires the needed properties, each once, and rejects elements without data in the file. */
static bool check_element(const ply_state *ply, const ply_element *e, bool vertices_before) {
    bool faces = e->kind == PLY_FACE || e->kind == PLY_STRIPS;
    int axes[3] = {0}, lists = 0, name = shown(e->name);
    const char *text = e->name.text;
    for (size_t i = 0; i < e->property_count; i++) {
        if (e->properties[i].axis >= 0) axes[e->properties[i].axis]++;
        lists += e->properties[i].corners;
    }
    if (e->kind == PLY_VERTEX && (axes[0] != 1 || axes[1] != 1 || axes[2] != 1))
        return carom_io_fail(
            ply->in.file,
            "header: vertices need the properties x, y, z, each once; export it again");
    if (faces && e->count && lists != 1)
        return carom_io_fail(
            ply->in.file, "header: \"%.*s\" needs one list named vertex_indices; export it again",
            name, text);
    if (faces && !vertices_before)
        return carom_io_fail(ply->in.file,
                             "header: \"%.*s\" stands before the vertices; export it again", name,
                             text);
    if (e->count && !e->property_count)
        return carom_io_fail(ply->in.file,
                             "header: element \"%.*s\" has no properties; export it again", name,
                             text);
    if (faces && e->count > IO_FACE_LIMIT)
        return carom_io_fail(ply->in.file,
                             "header: declares %zu faces; at most %u are read; cut it into parts",
                             e->count, IO_FACE_LIMIT);
    if (e->kind == PLY_VERTEX && e->count >= UINT32_MAX / 16)
        return carom_io_fail(
            ply->in.file, "header: declares %zu vertices; at most %u are read; cut it into parts",
            e->count, UINT32_MAX / 16);
    return true;
}

/* Vertices must precede the faces, so that their number is known. */
static bool check_header(const ply_state *ply) {
    bool has_vertices = false;
    for (const ply_element *e = ply->elements; e < ply->elements + ply->element_count; e++) {
        if (!check_element(ply, e, has_vertices)) return false;
        has_vertices = has_vertices || e->kind == PLY_VERTEX;
    }
    return has_vertices ? true
                        : carom_io_fail(ply->in.file, "header: no element vertex; export it again");
}

bool carom_io_ply_header(ply_state *ply) {
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
            if (!format)
                return carom_io_fail(ply->in.file, "header: no line \"format\"; export it again");
            return check_header(ply);
        }
        if (word_is(word, "format"))
            ok = format = read_format(ply);
        else if (word_is(word, "element"))
            ok = read_element(ply);
        else if (word_is(word, "property"))
            ok = read_property(ply);
        /* Other lines are skipped, because some exporters omit the keyword "comment". */
        if (!ok) return false;
        next_line(&ply->in);
    }
    return carom_io_fail(ply->in.file, "line %zu: the header does not end; the file was cut off",
                         ply->in.line);
}
