/* Reader of OBJ. Statements with geometry are read, known ones without are skipped, and others are
 * errors. A face may precede its vertices, so indices are checked at the end. Faces form runs
 * between the statements "o" and "g"; every object becomes a mesh, or without objects every group
 * name, from all its runs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "format/obj.h"
#include "file.h"
#include "format/obj_parts.h"
#include "format/read_obj.h"
#include "number.h"

static bool read_vertex(obj_state *obj) {
    io_text *in = &obj->in;
    io_word words[8];
    double p[3] = {0}, w;
    char what[40];
    size_t count = 0;
    while (count < 8 && next_word(in, &words[count]))
        count++;
    bool is_position = count >= 3;
    for (size_t k = 0; k < 3 && is_position; k++)
        is_position =
            carom_io_parse_number(words[k].text, words[k].end, &p[k]) && fabs(p[k]) <= IO_LIMIT;
    carom_io_put(&obj->pool.positions, p, sizeof p);
    if (is_position && count == 3) return true;
    snprintf(what, sizeof what, "vertex %zu", pool_count(&obj->pool));
    if (count != 3 && count != 4 && count != 6 && count != 7)
        return carom_io_fail(in->file,
                             "line %zu: %s has %zu numbers; 3 are a position, 6 or 7 add a "
                             "colour",
                             in->line, what, count);
    for (size_t k = 0; k < 3; k++)
        if (!carom_io_parse_coordinate(in, words[k], what, &p[k])) return false;
    if (count == 4) {
        if (!carom_io_parse_coordinate(in, words[3], what, &w)) return false;
        if (w != 1.0)
            return carom_io_fail(in->file,
                                 "line %zu: %s has the weight %g; only 1 is read, divide by it",
                                 in->line, what, w);
    }
    return true;
}

/* Reads the 7 of "7", "7/2", "7//3" or "7/2/3". Negative indices count back from the last vertex.
 */
static bool read_index(obj_state *obj, io_word word, uint32_t *out) {
    const io_text *in = &obj->in;
    const char *slash = word.text;
    long long index;
    while (slash < word.end && *slash != '/')
        slash++;
    if (!carom_io_parse_integer(word.text, slash, &index))
        return carom_io_fail(in->file,
                             "line %zu: \"%.*s\" is not an index; write 7, 7/2, 7//3 or 7/2/3",
                             in->line, shown(word), word.text);
    long long absolute = index < 0 ? (long long)pool_count(&obj->pool) + 1 + index : index;
    if (!index || absolute < 1 || absolute > (long long)UINT32_MAX - 1)
        return carom_io_fail(in->file,
                             "line %zu: index %lld is out of range: %zu vertices stand "
                             "before it, counted from 1; correct it",
                             in->line, index, pool_count(&obj->pool));
    if (absolute > obj->highest) {
        obj->highest = absolute;
        obj->highest_line = in->line;
    }
    *out = (uint32_t)(absolute - 1);
    return true;
}

/* Appends the indices of the line to the corners. */
static bool read_indices(obj_state *obj, size_t *count) {
    io_word word;
    uint32_t index;
    for (*count = 0; next_word(&obj->in, &word); ++*count) {
        if (!read_index(obj, word, &index)) return false;
        carom_io_put(&obj->corners, &index, sizeof index);
    }
    if (obj->corners.failed) return carom_io_memory(obj->in.file);
    if (*count) return true;
    return carom_io_fail(obj->in.file, "line %zu: no indices; name vertices or remove the line",
                         obj->in.line);
}

static bool read_face(obj_state *obj) {
    size_t count, before = obj->corners.size;
    if (!read_indices(obj, &count)) return false;
    if (count < 3) {
        if (count == 2) obj->report->lines++;
        if (count == 1) obj->report->points++;
        obj->corners.size = before;
        return true;
    }
    uint32_t length = (uint32_t)count;
    if (obj->lengths.size == IO_FACE_LIMIT * sizeof length)
        return carom_io_fail(obj->in.file, "line %zu: more than %u faces; cut the file into parts",
                             obj->in.line, IO_FACE_LIMIT);
    carom_io_put(&obj->lengths, &length, sizeof length);
    return obj->lengths.failed ? carom_io_memory(obj->in.file) : true;
}

/* Checks and counts the indices of lines and points, and drops them. */
static bool read_skipped(obj_state *obj, bool line) {
    size_t count, before = obj->corners.size;
    if (!read_indices(obj, &count)) return false;
    obj->corners.size = before;
    if (line)
        obj->report->lines += count - 1;
    else
        obj->report->points += count;
    return true;
}

static const char *const without_geometry[] = {
    "vt",       "vn",   "vp",         "s",         "mg",    "usemap", "maplib", "bevel", "c_interp",
    "d_interp", "lod",  "shadow_obj", "trace_obj", "ctech", "stech",  "cstype", "deg",   "bmat",
    "step",     "parm", "trim",       "hole",      "scrv",  "sp",     "end",    "con"};

static const char *const with_other_geometry[] = {"curv", "curv2", "surf", "bzp",  "bsp",
                                                  "cdc",  "cdp",   "res",  "call", "csh"};

static bool is_one_of(io_word word, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (word_is(word, list[i])) return true;
    return false;
}

static bool read_statement(obj_state *obj) {
    io_word word;
    if (!next_word(&obj->in, &word)) return true;
    if (word_is(word, "v")) return read_vertex(obj);
    if (word_is(word, "f") || word_is(word, "fo")) return read_face(obj);
    if (word_is(word, "l")) return read_skipped(obj, true);
    if (word_is(word, "p")) return read_skipped(obj, false);
    if (word_is(word, "o")) return carom_io_obj_object(obj);
    if (word_is(word, "g")) return carom_io_obj_group(obj);
    if (word_is(word, "usemtl")) return carom_io_obj_material(obj);
    if (word_is(word, "mtllib")) return carom_io_obj_library(obj);
    if (is_one_of(word, without_geometry, sizeof without_geometry / sizeof *without_geometry))
        return true;
    if (is_one_of(word, with_other_geometry,
                  sizeof with_other_geometry / sizeof *with_other_geometry))
        return carom_io_fail(obj->in.file,
                             "line %zu: \"%.*s\": curves, free-form surfaces and other "
                             "files are not read; export polygons",
                             obj->in.line, shown(word), word.text);
    return carom_io_fail(obj->in.file,
                         "line %zu: \"%.*s\" is no statement of an OBJ file; remove the line",
                         obj->in.line, shown(word), word.text);
}

/* The number sign starts a comment, except in names, where exporters use it ("Box #2"). */
static const char *end_of_statement(const char *at, const char *end) {
    const char *hash = memchr(at, '#', (size_t)(end - at));
    if (!hash) return end;
    while (at < end && is_blank(*at))
        at++;
    static const char material[] = "usemtl";
    const size_t length = sizeof material - 1;
    bool named = end - at > 1 && (*at == 'o' || *at == 'g') && is_blank(at[1]);
    named = named ||
            ((size_t)(end - at) > length && !memcmp(at, material, length) && is_blank(at[length]));
    return named ? end : hash;
}

/* Copies the rest of a logical line to `line`: a backslash at the end of a line continues it on the
 * next. `end` is the end of its first line. */
static void join_lines(io_text *whole, const char *end, io_bytes *line) {
    for (line->size = 0;;) {
        bool joined = end > whole->at && end[-1] == '\\';
        const char *stop = end_of_statement(whole->at, joined ? end - 1 : end);
        carom_io_put(line, whole->at, (size_t)(stop - whole->at));
        carom_io_put_text(line, " ");
        bool more = end < whole->end;
        whole->at = end;
        if (more) next_line(whole);
        if (!joined || !more) return;
        for (end = whole->at; end < whole->end && !is_newline(*end);)
            end++;
    }
}

static bool read_lines(obj_state *obj, io_text *whole) {
    io_bytes line = {0};
    bool ok = true;
    while (ok && whole->at < whole->end) {
        const char *start = whole->at, *end = start;
        while (end < whole->end && !is_newline(*end))
            end++;
        obj->in = (io_text){whole->file, start, end, whole->line};
        if (end > start && end[-1] == '\\') {
            join_lines(whole, end, &line);
            obj->in.at = (const char *)line.data;
            obj->in.end = obj->in.at + line.size;
        } else {
            obj->in.end = end_of_statement(start, end);
            whole->at = end;
            next_line(whole);
        }
        ok = line.failed ? carom_io_memory(whole->file) : read_statement(obj);
    }
    free(line.data);
    return ok;
}

bool carom_io_read_obj(const io_file *file, io_builder *b) {
    const unsigned char *bytes = file->bytes;
    obj_state obj = {.report = &b->scene->report};
    if (file->size >= 2 &&
        ((bytes[0] == 0xFE && bytes[1] == 0xFF) || (bytes[0] == 0xFF && bytes[1] == 0xFE)))
        return carom_io_fail(file, "is UTF-16 text; save it as UTF-8");
    io_text whole = {file, (const char *)bytes, (const char *)bytes + file->size, 1};
    bool ok =
        carom_io_obj_open(&obj, file) && read_lines(&obj, &whole) && carom_io_obj_build(&obj, b);
    carom_io_obj_free(&obj);
    return ok;
}
