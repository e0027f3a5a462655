/* Reader of STL. The size of a binary file follows from its count of triangles, and it is one mesh;
 * an ASCII file is checked word by word, and each of its solids is a mesh. Normals are ignored: the
 * order of the corners defines the outside. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "text.h"
#include "build.h"
#include "file.h"
#include "format/read_stl.h"
#include "number.h"

/* Makes a mesh of the vertices of the pool, three per triangle, and empties the pool. */
static bool finish_solid(io_builder *b, io_pool *pool, const char *name) {
    io_bytes triangles = {0};
    size_t count = pool_count(pool);
    uint32_t *corners = carom_io_extend(&triangles, count * sizeof *corners);
    for (size_t i = 0; corners && i < count; i++)
        corners[i] = (uint32_t)i;
    b->scene->report.vertices += count;
    b->scene->report.faces += count / 3;
    bool ok = carom_io_add_mesh(b, pool, &triangles, name) && carom_io_place_last(b, name, false);
    free(triangles.data);
    free(pool->known);
    pool->known = NULL;
    pool->last = 0;
    pool->positions.size = 0;
    return ok;
}

/* ---- binary */

static bool read_triangle(const io_file *file, uint32_t index, double *out) {
    const unsigned char *at = file->bytes + 84 + (size_t)50 * index + 12;
    for (unsigned k = 0; k < 9; k++) {
        out[k] = (double)carom_io_get_float(at + 4 * k);
        if (!isfinite(out[k]))
            return carom_io_fail(file,
                                 "triangle %u, vertex %u: %c is not a finite number; repair or "
                                 "remove the triangle",
                                 (unsigned)index, k / 3, "xyz"[k % 3]);
    }
    return true;
}

bool carom_io_read_stl_binary(const io_file *file, io_builder *b) {
    const size_t present = (file->size - 84) / 50; /* read leniently, that may be fewer */
    uint32_t count = carom_io_get_u32(file->bytes + 80);
    if (count > present) count = (uint32_t)present;
    io_pool pool = {0};
    if (count > IO_FACE_LIMIT)
        return carom_io_fail(
            file, "byte 80: declares %u triangles; at most %u are read; cut it into parts",
            (unsigned)count, IO_FACE_LIMIT);
    if (!count) return true;
    double *positions = carom_io_extend(&pool.positions, (size_t)count * 9 * sizeof *positions);
    bool ok = positions ? true : carom_io_memory(file);
    for (uint32_t i = 0; ok && i < count; i++)
        ok = read_triangle(file, i, positions + (size_t)9 * i);
    ok = ok && finish_solid(b, &pool, "");
    carom_io_pool_free(&pool);
    return ok;
}

/* ---- text */

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

static bool fail_corner(io_text *in, io_word word, const size_t facet_corner[2]) {
    char what[64];
    double value;
    snprintf(what, sizeof what, "facet %zu, vertex %zu", facet_corner[0], facet_corner[1]);
    if (word.text < word.end) return carom_io_parse_coordinate(in, word, what, &value);
    return carom_io_fail(in->file, "line %zu: the file ends inside %s; it was cut off", in->line,
                         what);
}

static bool read_corner(io_text *in, io_pool *pool, size_t facet, size_t k) {
    double p[3];
    if (!expect(in, "vertex", facet)) return false;
    for (int axis = 0; axis < 3; axis++) {
        io_word word = {0};
        if (!next_word_anywhere(in, &word) ||
            !carom_io_parse_number(word.text, word.end, &p[axis]) || !(fabs(p[axis]) <= IO_LIMIT))
            return fail_corner(in, word, (size_t[2]){facet, k});
    }
    carom_io_put(&pool->positions, p, sizeof p);
    return true;
}

/* Reads a facet after its keyword. */
static bool read_facet(io_text *in, io_pool *pool, size_t facet) {
    io_word word;
    if (!expect(in, "normal", facet)) return false;
    for (int k = 0; k < 3; k++)
        if (!next_word_anywhere(in, &word) || is_keyword(word, "outer"))
            return carom_io_fail(in->file,
                                 "line %zu: facet %zu: its normal has only %d numbers; write three",
                                 in->line, facet, k);
    if (!expect(in, "outer", facet) || !expect(in, "loop", facet)) return false;
    for (size_t k = 0; k < 3; k++)
        if (!read_corner(in, pool, facet, k)) return false;
    return expect(in, "endloop", facet) && expect(in, "endfacet", facet);
}

/* Reads a solid after its name, up to and including "endsolid". Facets are numbered through the
 * file.
 */
static bool read_facets(io_text *in, io_pool *pool, size_t facet) {
    size_t opened = in->line;
    io_word word;
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
        if (facet == IO_FACE_LIMIT)
            return carom_io_fail(in->file, "line %zu: more than %u facets; cut the file into parts",
                                 in->line, IO_FACE_LIMIT);
        if (!read_facet(in, pool, facet++)) return false;
    }
    return carom_io_fail(in->file,
                         "line %zu: the file ends without the \"endsolid\" of line %zu; "
                         "it was cut off",
                         in->line, opened);
}

bool carom_io_read_stl_ascii(const io_file *file, io_builder *b) {
    const char *start = (const char *)file->bytes;
    io_text in = {file, start, start + file->size, 1};
    io_pool pool = {0};
    io_word word;
    bool ok = true;
    while (ok && next_word_anywhere(&in, &word)) {
        if (!is_keyword(word, "solid")) {
            ok = carom_io_extra(b, "line %zu: \"solid\" is due, not \"%.*s\"", in.line, shown(word),
                                word.text);
            break;
        }
        word = carom_io_rest_of_line(&in);
        char *name = carom_io_copy_name(word.text, (size_t)(word.end - word.text));
        ok = name ? read_facets(&in, &pool, b->scene->report.faces) : carom_io_memory(file);
        if (pool.positions.failed) ok = carom_io_memory(file);
        if (ok && pool_count(&pool)) ok = finish_solid(b, &pool, name);
        free(name);
    }
    carom_io_pool_free(&pool);
    return ok;
}
