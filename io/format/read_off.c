/* Reader of OFF, the object file format of Geomview, as text: counts, vertices, and faces with as
 * many corners as each says. Comments begin with #. Normals, colours and texture coordinates of
 * vertices (N, C and ST before OFF) are passed over by their numbers, colours of faces to the end
 * of the line. Four and n dimensions and the binary form are refused. */
#include <stdlib.h>
#include <string.h>

#include "text.h"
#include "build.h"
#include "file.h"
#include "format/read_off.h"
#include "number.h"

typedef struct off_state {
    io_text in;
    io_builder *builder;
    io_pool pool;
    io_bytes triangles, corners;
    size_t vertices, faces;
} off_state;

/* The next word, comments left out. */
static bool next_token(io_text *in, io_word *out) {
    while (next_word_anywhere(in, out)) {
        if (*out->text != '#') return true;
        next_line(in);
    }
    return false;
}

/* The word that ends in OFF, with which the file opens; empty where there is none. */
static io_word keyword_of(const io_file *file) {
    const char *text = (const char *)file->bytes;
    io_text in = {file, text, text + file->size, 1};
    io_word word;
    if (!next_token(&in, &word) || word.end - word.text > 7 || word.end - word.text < 3 ||
        memcmp(word.end - 3, "OFF", 3) != 0)
        return (io_word){text, text};
    for (const char *c = word.text; c < word.end - 3; c++)
        if (!memchr("STCN4n", *c, 6)) return (io_word){text, text};
    return word;
}

bool carom_io_is_off(const io_file *file) {
    const io_word word = keyword_of(file);
    return word.end > word.text;
}

static bool read_count(off_state *s, const char *what, size_t *out) {
    io_word word;
    long long value;
    if (!next_token(&s->in, &word))
        return carom_io_fail(s->in.file, "line %zu: the number of %s is missing; it was cut off",
                             s->in.line, what);
    if (!carom_io_parse_integer(word.text, word.end, &value) || value < 0 || value > IO_FACE_LIMIT)
        return carom_io_fail(s->in.file,
                             "line %zu: \"%.*s\" is no number of %s from 0 to %u; correct it",
                             s->in.line, shown(word), word.text, what, IO_FACE_LIMIT);
    *out = (size_t)value;
    return true;
}

static bool read_vertex(off_state *s, size_t extras) {
    double p[3];
    for (size_t k = 0; k < 3 + extras; k++) {
        double unused;
        io_word word;
        if (!next_token(&s->in, &word))
            return carom_io_fail(
                s->in.file, "line %zu: the file ends in its vertices; it was cut off", s->in.line);
        if (!carom_io_parse_coordinate(&s->in, word, "a vertex", k < 3 ? &p[k] : &unused))
            return false;
    }
    carom_io_put(&s->pool.positions, p, sizeof p);
    return s->pool.positions.failed ? carom_io_memory(s->in.file) : true;
}

static bool read_face(off_state *s) {
    size_t count;
    s->corners.size = 0;
    if (!read_count(s, "corners", &count)) return false;
    for (size_t k = 0; k < count; k++) {
        size_t corner;
        if (!read_count(s, "a corner", &corner)) return false;
        if (corner >= s->vertices)
            return carom_io_fail(s->in.file,
                                 "line %zu: corner %zu of %zu vertices, counted from 0; correct it",
                                 s->in.line, corner, s->vertices);
        carom_io_put_u32(&s->corners, (uint32_t)corner);
    }
    if (s->corners.failed) return carom_io_memory(s->in.file);
    next_line(&s->in); /* past its colour */
    carom_io_report *report = &s->builder->scene->report;
    report->points += count == 1;
    report->lines += count == 2;
    return count < 3 ||
           carom_io_add_face(s->builder, &s->pool, (const uint32_t *)(const void *)s->corners.data,
                             count, &s->triangles);
}

/* Numbers behind x, y, z of each vertex; false, failed, for what is not read. */
static bool read_keyword(off_state *s, size_t *extras) {
    const io_word word = keyword_of(s->in.file);
    *extras = 0;
    for (const char *c = word.text; c < word.end - 3; c++) {
        if (*c == '4' || *c == 'n')
            return carom_io_fail(s->in.file,
                                 "is OFF of four or more dimensions (%.*s); only three are read",
                                 shown(word), word.text);
        *extras += *c == 'N' ? 3 : *c == 'C' ? 4 : *c == 'S' ? 2 : 0;
    }
    s->in.at = word.end;
    for (const char *c = (const char *)s->in.file->bytes; c < word.end; c++)
        s->in.line += *c == '\n';
    io_text ahead = s->in;
    io_word binary;
    if (next_word(&ahead, &binary) && word_is(binary, "BINARY"))
        return carom_io_fail(s->in.file, "is binary OFF, which is not read; export it as text");
    return true;
}

static bool read_all(off_state *s) {
    size_t extras, edges;
    io_word word;
    if (!read_keyword(s, &extras) || !read_count(s, "vertices", &s->vertices) ||
        !read_count(s, "faces", &s->faces) || !read_count(s, "edges", &edges))
        return false;
    for (size_t i = 0; i < s->vertices; i++)
        if (!read_vertex(s, extras)) return false;
    s->builder->scene->report.vertices = s->vertices;
    for (size_t i = 0; i < s->faces; i++)
        if (!read_face(s)) return false;
    if (next_token(&s->in, &word) &&
        !carom_io_extra(s->builder, "line %zu: more than the %zu faces that it declares",
                        s->in.line, s->faces))
        return false;
    if (!s->triangles.size) return true;
    return carom_io_add_mesh(s->builder, &s->pool, &s->triangles, "") &&
           carom_io_place_last(s->builder, "", false);
}

bool carom_io_read_off(const io_file *file, io_builder *b) {
    const char *text = (const char *)file->bytes;
    off_state s = {.in = {file, text, text + file->size, 1}, .builder = b};
    const bool ok = read_all(&s);
    free(s.triangles.data);
    free(s.corners.data);
    carom_io_pool_free(&s.pool);
    return ok;
}
