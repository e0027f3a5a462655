/* OBJ. Statements that carry geometry are read, those known to carry none are passed over, and
 * anything else is refused. A face may stand before its vertices, so indices are looked up last. */
#include <stdio.h>
#include <stdlib.h>

#include "text.h"

typedef struct obj_state {
    io_text in; /* the current logical line */
    io_scan *scan;
    io_clean clean;
    io_bytes corners;  /* of all faces, uint32_t */
    io_bytes lengths;  /* of each face, uint32_t */
    long long highest; /* index so far, from 1, and where it stood */
    size_t highest_line;
} obj_state;

static bool scan_vertex(obj_state *obj) {
    io_text *in = &obj->in;
    io_word words[8];
    double p[3], w;
    char what[40];
    size_t count = 0;
    while (count < 8 && next_word(in, &words[count]))
        count++;
    snprintf(what, sizeof what, "vertex %zu", obj->clean.vertex_count + 1);
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
            return carom_io_fail(in->file, "line %zu: %s has the weight %g; only 1 is read",
                                 in->line, what, w);
    }
    carom_io_clean_vertex(&obj->clean, p);
    return true;
}

/* "7", "7/2", "7//3" or "7/2/3": the 7. Negative counts back from the last vertex. */
static bool scan_index(obj_state *obj, io_word word, uint32_t *out) {
    const io_text *in = &obj->in;
    const char *slash = word.text;
    long long index;
    while (slash < word.end && *slash != '/')
        slash++;
    if (!carom_io_parse_integer(word.text, slash, &index))
        return carom_io_fail(in->file, "line %zu: \"%.*s\" is not an index", in->line, shown(word),
                             word.text);
    long long absolute = index < 0 ? (long long)obj->clean.vertex_count + 1 + index : index;
    if (!index || absolute < 1 || absolute > (long long)UINT32_MAX - 1)
        return carom_io_fail(in->file,
                             "line %zu: index %lld is out of range: %zu vertices stand "
                             "before it, counted from 1",
                             in->line, index, obj->clean.vertex_count);
    if (absolute > obj->highest) {
        obj->highest = absolute;
        obj->highest_line = in->line;
    }
    *out = (uint32_t)(absolute - 1);
    return true;
}

/* Indices of the line, added to the corners. */
static bool scan_indices(obj_state *obj, size_t *count) {
    io_word word;
    uint32_t index;
    for (*count = 0; next_word(&obj->in, &word); ++*count) {
        if (!scan_index(obj, word, &index)) return false;
        carom_io_put(&obj->corners, &index, sizeof index);
    }
    if (obj->corners.failed) return carom_io_memory(obj->in.file);
    if (*count) return true;
    return carom_io_fail(obj->in.file, "line %zu: no indices", obj->in.line);
}

static bool scan_face(obj_state *obj) {
    size_t count, before = obj->corners.size;
    if (!scan_indices(obj, &count)) return false;
    if (count < 3) {
        if (count == 2) obj->scan->lines++;
        if (count == 1) obj->scan->points++;
        obj->corners.size = before;
        return true;
    }
    if (obj->scan->tally.faces == IO_FACE_LIMIT)
        return carom_io_fail(obj->in.file, "line %zu: more than %u faces", obj->in.line,
                             IO_FACE_LIMIT);
    uint32_t length = (uint32_t)count;
    carom_io_put(&obj->lengths, &length, sizeof length);
    carom_io_count_face(&obj->scan->tally, count);
    return true;
}

/* Lines and points are checked, counted and left out. */
static bool scan_left_out(obj_state *obj, bool line) {
    size_t count, before = obj->corners.size;
    if (!scan_indices(obj, &count)) return false;
    obj->corners.size = before;
    if (line)
        obj->scan->lines += count - 1;
    else
        obj->scan->points += count;
    return true;
}

static const char *const without_geometry[] = {
    "vt",        "vn",     "vp",     "g",      "o",        "s",        "mg",   "usemtl",
    "mtllib",    "usemap", "maplib", "bevel",  "c_interp", "d_interp", "lod",  "shadow_obj",
    "trace_obj", "ctech",  "stech",  "cstype", "deg",      "bmat",     "step", "parm",
    "trim",      "hole",   "scrv",   "sp",     "end",      "con"};

static const char *const with_other_geometry[] = {"curv", "curv2", "surf", "bzp",  "bsp",
                                                  "cdc",  "cdp",   "res",  "call", "csh"};

static bool is_one_of(io_word word, const char *const *list, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (word_is(word, list[i])) return true;
    return false;
}

static bool scan_statement(obj_state *obj) {
    io_word word;
    if (!next_word(&obj->in, &word)) return true;
    if (word_is(word, "v")) return scan_vertex(obj);
    if (word_is(word, "f") || word_is(word, "fo")) return scan_face(obj);
    if (word_is(word, "l")) return scan_left_out(obj, true);
    if (word_is(word, "p")) return scan_left_out(obj, false);
    if (is_one_of(word, without_geometry, sizeof without_geometry / sizeof *without_geometry))
        return true;
    if (is_one_of(word, with_other_geometry,
                  sizeof with_other_geometry / sizeof *with_other_geometry))
        return carom_io_fail(obj->in.file,
                             "line %zu: \"%.*s\": curves, free-form surfaces and other "
                             "files are not read; export polygons",
                             obj->in.line, shown(word), word.text);
    return carom_io_fail(obj->in.file, "line %zu: \"%.*s\" is no statement of an OBJ file",
                         obj->in.line, shown(word), word.text);
}

/* Copies the next logical line to `line`: a backslash before the line's end joins the next line to
 * it, and a number sign starts a comment. */
static void take_line(io_text *whole, io_bytes *line) {
    bool comment = false;
    line->size = 0;
    for (;;) {
        const char *start = whole->at;
        while (whole->at < whole->end && !is_newline(*whole->at))
            whole->at++;
        const char *end = whole->at;
        bool joined = end > start && end[-1] == '\\';
        if (joined) end--;
        const char *hash = comment ? start : memchr(start, '#', (size_t)(end - start));
        comment = hash != NULL;
        carom_io_put(line, start, (size_t)((hash ? hash : end) - start));
        carom_io_put_text(line, " ");
        bool more = whole->at < whole->end;
        if (more) next_line(whole);
        if (!joined || !more) return;
    }
}

static bool scan_lines(obj_state *obj, io_text *whole) {
    io_bytes line = {0};
    bool ok = true;
    while (ok && whole->at < whole->end) {
        size_t number = whole->line;
        take_line(whole, &line);
        if (line.failed) {
            ok = carom_io_memory(whole->file);
            break;
        }
        const char *text = (const char *)line.data;
        obj->in = (io_text){whole->file, text, text + line.size, number};
        ok = scan_statement(obj);
    }
    free(line.data);
    return ok;
}

static bool finish(const io_file *file, obj_state *obj) {
    io_scan *scan = obj->scan;
    const uint32_t *corners = (const uint32_t *)(const void *)obj->corners.data;
    const uint32_t *lengths = (const uint32_t *)(const void *)obj->lengths.data;
    const double *positions = (const double *)(const void *)obj->clean.positions.data;
    if (obj->highest > (long long)obj->clean.vertex_count)
        return carom_io_fail(file, "line %zu: index %lld, but the file has %zu vertices",
                             obj->highest_line, obj->highest, obj->clean.vertex_count);
    if (obj->lengths.failed || carom_io_clean_failed(&obj->clean)) return carom_io_memory(file);
    for (size_t i = 0; i < scan->tally.faces; corners += lengths[i++]) {
        carom_io_clean_face(&obj->clean, corners, lengths[i]);
        for (size_t k = 0; k < lengths[i]; k++)
            carom_io_count_corner(&scan->tally, positions + 3 * (size_t)corners[k]);
    }
    if (!scan->tally.faces && !scan->points && !scan->lines) scan->points = obj->clean.vertex_count;
    return carom_io_clean_finish(file, &obj->clean, scan);
}

bool carom_io_scan_obj(const io_file *file, io_scan *scan) {
    const unsigned char *b = file->bytes;
    obj_state obj = {.scan = scan};
    if (file->size >= 2 && ((b[0] == 0xFE && b[1] == 0xFF) || (b[0] == 0xFF && b[1] == 0xFE)))
        return carom_io_fail(file, "is UTF-16 text; save it as UTF-8");
    bool mark = file->size >= 3 && b[0] == 0xEF && b[1] == 0xBB && b[2] == 0xBF;
    io_text whole = {file, (const char *)b + (mark ? 3 : 0), (const char *)b + file->size, 1};
    bool ok = scan_lines(&obj, &whole) && finish(file, &obj);
    carom_io_clean_free(&obj.clean);
    free(obj.corners.data);
    free(obj.lengths.data);
    return ok;
}
