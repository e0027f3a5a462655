/* STL. The binary form declares its size to the byte; the text form is checked word by word. What
 * the reader gets is binary either way, without names. */
#include <math.h>
#include <stdio.h>

#include "text.h"

bool carom_io_scan_stl_binary(const io_file *file, io_scan *scan) {
    uint32_t count = carom_io_get_u32(file->bytes + 80);
    if (count > IO_FACE_LIMIT)
        return carom_io_fail(file, "declares %u triangles; at most %u are read", (unsigned)count,
                             IO_FACE_LIMIT);
    for (uint32_t i = 0; i < count; i++) {
        const unsigned char *at = file->bytes + 84 + (size_t)50 * i + 12;
        for (unsigned k = 0; k < 3; k++) {
            double p[3];
            for (unsigned axis = 0; axis < 3; axis++) {
                p[axis] = (double)carom_io_get_float(at + 12 * k + 4 * axis);
                if (!isfinite(p[axis]))
                    return carom_io_fail(file,
                                         "triangle %u, vertex %u: %c is not a finite number; "
                                         "repair or remove the triangle",
                                         (unsigned)i, k, "xyz"[axis]);
            }
            carom_io_count_corner(&scan->tally, p);
        }
        carom_io_count_face(&scan->tally, 3);
    }
    carom_io_put(&scan->clean, file->bytes, file->size);
    if (!scan->clean.failed) memset(scan->clean.data, 0, 80); /* names, and colours in hiding */
    scan->hint = "stl";
    return scan->clean.failed ? carom_io_memory(file) : true;
}

static const unsigned char zero[84];

static bool is_keyword(io_word word, const char *wanted) {
    const char *text = word.text;
    for (; text < word.end && *wanted; text++, wanted++) {
        char c = *text >= 'A' && *text <= 'Z' ? (char)(*text - 'A' + 'a') : *text;
        if (c != *wanted) return false;
    }
    return text == word.end && !*wanted;
}

static bool expect(io_text *in, const char *wanted, size_t facet) {
    io_word word;
    if (!next_word_anywhere(in, &word))
        return carom_io_fail(in->file,
                             "line %zu: the file ends inside facet %zu, where \"%s\" is due; "
                             "it was cut off",
                             in->line, facet, wanted);
    if (is_keyword(word, wanted)) return true;
    return carom_io_fail(in->file, "line %zu: facet %zu: \"%s\" is due, not \"%.*s\"", in->line,
                         facet, wanted, shown(word), word.text);
}

static bool scan_corner(io_text *in, io_scan *scan, size_t facet, unsigned k) {
    char what[64];
    double p[3];
    snprintf(what, sizeof what, "facet %zu, vertex %u", facet, k);
    if (!expect(in, "vertex", facet)) return false;
    for (int axis = 0; axis < 3; axis++) {
        io_word word;
        if (!next_word_anywhere(in, &word))
            return carom_io_fail(in->file, "line %zu: the file ends inside %s; it was cut off",
                                 in->line, what);
        if (!carom_io_parse_coordinate(in, word, what, &p[axis])) return false;
        carom_io_put_float(&scan->clean, (float)p[axis]);
        p[axis] = (double)(float)p[axis];
    }
    carom_io_count_corner(&scan->tally, p);
    return true;
}

/* From after "facet". The normal is not looked at: the order of the corners says which side is
 * outside. */
static bool scan_facet(io_text *in, io_scan *scan, size_t facet) {
    io_word word;
    if (!expect(in, "normal", facet)) return false;
    for (int k = 0; k < 3; k++)
        if (!next_word_anywhere(in, &word) || is_keyword(word, "outer"))
            return carom_io_fail(in->file, "line %zu: facet %zu: its normal has only %d numbers",
                                 in->line, facet, k);
    if (!expect(in, "outer", facet) || !expect(in, "loop", facet)) return false;
    carom_io_put(&scan->clean, zero, 12); /* the normal */
    for (unsigned k = 0; k < 3; k++)
        if (!scan_corner(in, scan, facet, k)) return false;
    if (!expect(in, "endloop", facet) || !expect(in, "endfacet", facet)) return false;
    carom_io_put(&scan->clean, zero, 2);
    carom_io_count_face(&scan->tally, 3);
    return true;
}

/* From after "solid": to the "endsolid" that closes it. */
static bool scan_solid(io_text *in, io_scan *scan) {
    io_word word;
    size_t opened = in->line;
    next_line(in);
    while (next_word_anywhere(in, &word)) {
        if (is_keyword(word, "endsolid")) {
            next_line(in);
            return true;
        }
        if (!is_keyword(word, "facet"))
            return carom_io_fail(in->file,
                                 "line %zu: \"facet\" or \"endsolid\" is due, not \"%.*s\"",
                                 in->line, shown(word), word.text);
        if (scan->tally.faces == IO_FACE_LIMIT)
            return carom_io_fail(in->file, "line %zu: more than %u facets", in->line,
                                 IO_FACE_LIMIT);
        if (!scan_facet(in, scan, scan->tally.faces)) return false;
    }
    return carom_io_fail(in->file,
                         "line %zu: the file ends without the \"endsolid\" of line %zu; "
                         "it was cut off",
                         in->line, opened);
}

/* Several solids become one. */
bool carom_io_scan_stl_ascii(const io_file *file, io_scan *scan) {
    const char *start = (const char *)file->bytes;
    io_text in = {file, start, start + file->size, 1};
    io_word word;
    carom_io_put(&scan->clean, zero, 84);
    while (next_word_anywhere(&in, &word)) {
        if (!is_keyword(word, "solid"))
            return carom_io_fail(file, "line %zu: \"solid\" is due, not \"%.*s\"", in.line,
                                 shown(word), word.text);
        if (!scan_solid(&in, scan)) return false;
    }
    if (scan->clean.failed) return carom_io_memory(file);
    for (int k = 0; k < 4; k++)
        scan->clean.data[80 + k] = (unsigned char)(scan->tally.faces >> 8 * k);
    scan->hint = "stl";
    return true;
}
