/* Reader of PLY: every value that the header declares, in all three encodings by the same code;
 * missing and surplus data are errors. Faces and triangle strips are read. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "format/ply.h"
#include "build.h"
#include "file.h"
#include "format/ply_header.h"
#include "format/read_ply.h"
#include "number.h"

static const unsigned char type_size[] = {0, 1, 1, 2, 2, 4, 4, 4, 8};

/* The current element, and its index. */
typedef struct ply_place {
    const ply_element *element;
    size_t index;
} ply_place;

static bool fail_data(const ply_state *ply, const ply_place *place, const char *what) {
    char line[40] = "";
    if (!ply->binary) snprintf(line, sizeof line, "line %zu: ", ply->in.line);
    return carom_io_fail(ply->in.file, "%s%.*s %zu: %s", line, shown(place->element->name),
                         place->element->name.text, place->index, what);
}

static bool fail_end(const ply_state *ply, const ply_place *place) {
    char what[128];
    snprintf(what, sizeof what,
             "the file ends here, but its header declares %zu of them; it was cut off",
             place->element->count);
    return fail_data(ply, place, what);
}

static bool read_text_value(ply_state *ply, const ply_place *place, ply_type type, double *out) {
    io_word word;
    long long integer;
    if (!next_word_anywhere(&ply->in, &word)) return fail_end(ply, place);
    if (type >= PLY_F32)
        return carom_io_parse_number(word.text, word.end, out)
                   ? true
                   : fail_data(ply, place, "not a number; write 1.5 or 15e-1");
    if (!carom_io_parse_integer(word.text, word.end, &integer))
        return fail_data(ply, place, "not a whole number; correct it");
    *out = (double)integer;
    return true;
}

static uint32_t get_u32(const unsigned char *b, bool big) {
    return big ? (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3]
               : carom_io_get_u32(b);
}

static uint32_t get_u16(const unsigned char *b, bool big) {
    return big ? (uint32_t)b[0] << 8 | b[1] : (uint32_t)b[1] << 8 | b[0];
}

static double decode(const unsigned char *b, ply_type type, bool big) {
    uint32_t bits = type_size[type] == 1 ? b[0] : type_size[type] == 2 ? get_u16(b, big) : 0;
    float value;
    double real64;
    if (type_size[type] == 4) bits = get_u32(b, big);
    if (type == PLY_F64) {
        uint64_t both =
            (uint64_t)get_u32(b + (big ? 0 : 4), big) << 32 | get_u32(b + (big ? 4 : 0), big);
        memcpy(&real64, &both, sizeof real64);
        return real64;
    }
    if (type == PLY_F32) {
        memcpy(&value, &bits, sizeof value);
        return (double)value;
    }
    if (type == PLY_I8 && bits >= 0x80) return (double)bits - 0x100;
    if (type == PLY_I16 && bits >= 0x8000) return (double)bits - 0x10000;
    if (type == PLY_I32 && bits >= 0x80000000) return (double)bits - 0x100000000;
    return (double)bits;
}

static bool read_value(ply_state *ply, const ply_place *place, ply_type type, double *out) {
    if (!ply->binary) return read_text_value(ply, place, type, out);
    if ((size_t)(ply->in.end - ply->in.at) < type_size[type]) return fail_end(ply, place);
    *out = decode((const unsigned char *)ply->in.at, type, ply->big);
    ply->in.at += type_size[type];
    return true;
}

static bool check_coordinate(ply_state *ply, const ply_place *place, double value) {
    if (fabs(value) <= IO_LIMIT) return true;
    return fail_data(ply, place,
                     isfinite(value) ? "a coordinate is above " IO_LIMIT_TEXT "; scale the model"
                                     : "a coordinate is not a finite number; repair or remove it");
}

static bool add_corner(ply_state *ply, const ply_place *place, double value) {
    bool restart = value == -1.0 && place->element->kind == PLY_STRIPS;
    if (!restart && !(value >= 0.0 && value < (double)ply->vertex_count && value == floor(value))) {
        char what[128];
        snprintf(what, sizeof what,
                 "index %.17g, but there are %zu vertices, counted from 0; "
                 "correct it",
                 value, ply->vertex_count);
        return fail_data(ply, place, what);
    }
    uint32_t index = restart ? PLY_RESTART : (uint32_t)value;
    carom_io_put(&ply->corners, &index, sizeof index);
    return true;
}

/* Adds a face of at least three corners; counts fewer as a line or a point. */
static bool add_face(ply_state *ply, const ply_place *place) {
    const uint32_t *corners = (const uint32_t *)(const void *)ply->corners.data;
    size_t count = ply->corners.size / sizeof *corners;
    carom_io_report *report = &ply->builder->scene->report;
    if (!count) return fail_data(ply, place, "a face without corners; remove it");
    if (count == 1) report->points++;
    if (count == 2) report->lines++;
    return count < 3 ||
           carom_io_add_face(ply->builder, &ply->pool, corners, count, &ply->triangles);
}

/* Every second triangle of a strip has the reverse order of corners. */
static bool add_strips(ply_state *ply) {
    const uint32_t *corners = (const uint32_t *)(const void *)ply->corners.data;
    size_t count = ply->corners.size / sizeof *corners, first = 0;
    for (size_t i = 0; i < count; i++) {
        bool odd = (i - first) % 2 == 1;
        if (corners[i] == PLY_RESTART) first = i + 1;
        if (i < first + 2) continue;
        const uint32_t t[3] = {corners[i - 2], corners[odd ? i : i - 1], corners[odd ? i - 1 : i]};
        if (!carom_io_add_face(ply->builder, &ply->pool, t, 3, &ply->triangles)) return false;
    }
    return true;
}

static bool read_list(ply_state *ply, const ply_place *place, const ply_property *p) {
    double count, value;
    if (!read_value(ply, place, p->count_type, &count)) return false;
    if (count < 0) return fail_data(ply, place, "a list of negative length; correct it");
    ply->corners.size = 0;
    for (double i = 0; i < count; i++) {
        if (!read_value(ply, place, p->type, &value)) return false;
        if (p->corners && !add_corner(ply, place, value)) return false;
    }
    if (ply->corners.failed) return carom_io_memory(ply->in.file);
    if (!p->corners) return true;
    return place->element->kind == PLY_STRIPS ? add_strips(ply) : add_face(ply, place);
}

static bool read_element_data(ply_state *ply, const ply_place *place) {
    const ply_element *e = place->element;
    double position[3] = {0};
    for (size_t i = 0; i < e->property_count; i++) {
        const ply_property *p = &e->properties[i];
        double value;
        if (p->count_type) {
            if (!read_list(ply, place, p)) return false;
            continue;
        }
        if (!read_value(ply, place, p->type, &value)) return false;
        if (p->axis < 0) continue;
        if (!check_coordinate(ply, place, value)) return false;
        position[p->axis] = value;
    }
    if (e->kind == PLY_VERTEX) {
        carom_io_put(&ply->pool.positions, position, sizeof position);
        ply->vertex_count++;
        if (ply->pool.positions.failed) return carom_io_memory(ply->in.file);
    }
    return true;
}

static bool read_data(ply_state *ply) {
    carom_io_report *report = &ply->builder->scene->report;
    for (size_t i = 0; i < ply->element_count; i++) {
        const ply_element *e = &ply->elements[i];
        for (size_t k = 0; k < e->count; k++)
            if (!read_element_data(ply, &(ply_place){e, k})) return false;
        if (e->kind == PLY_EDGE) report->lines += e->count;
    }
    report->vertices = ply->vertex_count;
    if (!report->faces && !report->lines) report->points = ply->vertex_count;
    size_t left = (size_t)(ply->in.end - ply->in.at);
    for (; ply->in.at < ply->in.end; ply->in.at++)
        if (!is_blank(*ply->in.at) && !is_newline(*ply->in.at))
            return carom_io_fail(ply->in.file,
                                 "%zu bytes are left after everything the header "
                                 "declares; its counts are wrong",
                                 left);
    return true;
}

bool carom_io_read_ply(const io_file *file, io_builder *b) {
    const char *start = (const char *)file->bytes;
    ply_state *ply = calloc(1, sizeof *ply);
    if (!ply) return carom_io_memory(file);
    ply->in = (io_text){file, start, start + file->size, 1};
    ply->builder = b;
    bool ok = carom_io_ply_header(ply);
    b->scene->format = ply->binary ? CAROM_IO_PLY_BINARY : CAROM_IO_PLY_ASCII;
    ok = ok && read_data(ply);
    if (ok && ply->triangles.size)
        ok = carom_io_add_mesh(b, &ply->pool, &ply->triangles, "") &&
             carom_io_place_last(b, "", false);
    carom_io_pool_free(&ply->pool);
    free(ply->corners.data);
    free(ply->triangles.data);
    free(ply);
    return ok;
}
