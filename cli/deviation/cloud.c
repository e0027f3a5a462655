/* Point clouds. PLY in its three encodings, of which the x, y and z of the element `vertex` are
 * taken; of text the first three numbers of each line, so that colours and normals behind them do
 * not matter. Lines that open with no number, as comments and a count of points, are left out. */
#include "deviation/cloud.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"

bool cloud_add(cloud *out, carom_vec3 point) {
    carom_vec3 *points = grow_array(out->points, out->count, &out->capacity, sizeof *points);
    if (!points) return false;
    out->points = points;
    out->points[out->count++] = point;
    return true;
}

void cloud_free(cloud *c) {
    free(c->points);
    *c = (cloud){.points = NULL};
}

/* ---- PLY */

#define PLY_PROPERTIES 64
#define PLY_LINE 512

typedef enum ply_encoding { PLY_TEXT, PLY_LITTLE, PLY_BIG } ply_encoding;

typedef struct ply_header {
    ply_encoding encoding;
    unsigned long long vertices, faces;
    bool first;                /* the vertices are the first element */
    int size[PLY_PROPERTIES];  /* in bytes, of each property of a vertex */
    char kind[PLY_PROPERTIES]; /* i, u or f */
    int count, place[3];       /* of x, y, z among them; -1: none */
} ply_header;

static int size_of_type(const char *type, char *kind) {
    static const struct {
        const char *name, *other;
        int size;
        char kind;
    } types[] = {{"char", "int8", 1, 'i'},     {"uchar", "uint8", 1, 'u'},
                 {"short", "int16", 2, 'i'},   {"ushort", "uint16", 2, 'u'},
                 {"int", "int32", 4, 'i'},     {"uint", "uint32", 4, 'u'},
                 {"float", "float32", 4, 'f'}, {"double", "float64", 8, 'f'}};
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (!strcmp(type, types[i].name) || !strcmp(type, types[i].other)) {
            *kind = types[i].kind;
            return types[i].size;
        }
    return 0;
}

static bool read_property(ply_header *h, const char *type, const char *name) {
    char kind = 0;
    const int size = size_of_type(type, &kind);
    if (size == 0 || h->count == PLY_PROPERTIES) return false;
    h->size[h->count] = size;
    h->kind[h->count] = kind;
    for (int k = 0; k < 3; k++)
        if (name[0] == 'x' + k && !name[1]) h->place[k] = h->count;
    h->count++;
    return true;
}

/* False where it is none, or one that this reader does not take. */
static bool read_header(ply_header *h, FILE *in) {
    char line[PLY_LINE], word[3][64];
    bool in_vertex = false, any_element = false;
    *h = (ply_header){.place = {-1, -1, -1}};
    if (!fgets(line, sizeof line, in) || strncmp(line, "ply", 3)) return false;
    while (fgets(line, sizeof line, in)) {
        const int words = sscanf(line, "%63s %63s %63s", word[0], word[1], word[2]);
        if (words < 1) continue;
        if (!strcmp(word[0], "end_header"))
            return h->place[0] >= 0 && h->place[1] >= 0 && h->place[2] >= 0;
        if (!strcmp(word[0], "format") && words > 1)
            h->encoding = !strcmp(word[1], "ascii")               ? PLY_TEXT
                          : !strcmp(word[1], "binary_big_endian") ? PLY_BIG
                                                                  : PLY_LITTLE;
        if (!strcmp(word[0], "element") && words == 3) {
            const unsigned long long count = strtoull(word[2], NULL, 10);
            in_vertex = !strcmp(word[1], "vertex");
            if (in_vertex) h->vertices = count, h->first = !any_element;
            if (!strcmp(word[1], "face")) h->faces = count;
            any_element = true;
        }
        if (in_vertex && !strcmp(word[0], "property") &&
            (words < 3 || !read_property(h, word[1], word[2])))
            return false;
    }
    return false;
}

static double number_at(const unsigned char *bytes, int size, char kind, bool swap) {
    unsigned char own[8];
    const uint16_t one = 1;
    const bool little = *(const unsigned char *)&one == 1;
    for (int i = 0; i < size; i++)
        own[i] = bytes[swap == little ? size - 1 - i : i];
    uint64_t bits = 0;
    float single;
    double value;
    if (kind == 'f' && size == 4) return memcpy(&single, own, 4), (double)single;
    if (kind == 'f') return memcpy(&value, own, 8), value;
    for (int i = 0; i < size; i++)
        bits |= (uint64_t)own[little ? i : size - 1 - i] << (8 * i);
    const uint64_t sign = (uint64_t)1 << (8 * size - 1);
    return kind == 'u' ? (double)bits : (double)(int64_t)((bits ^ sign) - sign);
}

static bool read_binary(cloud *out, const ply_header *h, FILE *in) {
    unsigned char row[8 * PLY_PROPERTIES];
    size_t width = 0, offset[3] = {0};
    for (int i = 0; i < h->count; i++) {
        for (int k = 0; k < 3; k++)
            if (h->place[k] == i) offset[k] = width;
        width += (size_t)h->size[i];
    }
    for (unsigned long long i = 0; i < h->vertices; i++) {
        double v[3];
        if (fread(row, 1, width, in) != width) return false;
        for (int k = 0; k < 3; k++)
            v[k] = number_at(row + offset[k], h->size[h->place[k]], h->kind[h->place[k]],
                             h->encoding == PLY_BIG);
        if (!cloud_add(out, make3(v[0], v[1], v[2]))) return false;
    }
    return true;
}

static bool read_ply_text(cloud *out, const ply_header *h, FILE *in) {
    for (unsigned long long i = 0; i < h->vertices; i++) {
        double v[3] = {0};
        for (int p = 0; p < h->count; p++) {
            double value;
            if (fscanf(in, "%lf", &value) != 1) return false;
            for (int k = 0; k < 3; k++)
                if (h->place[k] == p) v[k] = value;
        }
        if (!cloud_add(out, make3(v[0], v[1], v[2]))) return false;
    }
    return true;
}

/* ---- text */

static bool read_text(cloud *out, FILE *in) {
    char line[4096];
    while (fgets(line, sizeof line, in)) {
        double v[3];
        char *at = line;
        int n = 0;
        for (; n < 3; n++) {
            char *end;
            while (isspace((unsigned char)*at) || *at == ',' || *at == ';')
                at++;
            v[n] = strtod(at, &end);
            if (end == at) break;
            at = end;
        }
        if (n == 3 && !cloud_add(out, make3(v[0], v[1], v[2]))) return false;
    }
    return true;
}

/* ---- files */

static bool has_text_name(const char *path) {
    static const char *const ends[] = {".xyz", ".asc", ".pts", ".txt",
                                       ".XYZ", ".ASC", ".PTS", ".TXT"};
    const size_t length = strlen(path);
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (length > 4 && !strcmp(path + length - 4, ends[i])) return true;
    return false;
}

bool cloud_is_file(const char *path) {
    ply_header header;
    if (has_text_name(path)) return true;
    FILE *in = fopen(path, "rb");
    const bool is_cloud = in && read_header(&header, in) && header.faces == 0;
    if (in) fclose(in);
    return is_cloud;
}

static bool read_stream(cloud *out, FILE *in, bool text) {
    ply_header header;
    if (text) return read_text(out, in);
    if (!read_header(&header, in) || !header.first) return false;
    return header.encoding == PLY_TEXT ? read_ply_text(out, &header, in)
                                       : read_binary(out, &header, in);
}

static bool are_finite(const cloud *c) {
    for (size_t i = 0; i < c->count; i++)
        if (!isfinite(c->points[i].x) || !isfinite(c->points[i].y) || !isfinite(c->points[i].z))
            return false;
    return true;
}

bool cloud_read(cloud *out, const char *path) {
    FILE *in = fopen(path, "rb");
    *out = (cloud){.points = NULL};
    const char *problem = NULL;
    if (!in)
        problem = strerror(errno);
    else if (!read_stream(out, in, has_text_name(path)))
        problem = "it ends before all points that it declares, or has no x, y, z";
    else if (out->count == 0)
        problem = "it holds no points";
    else if (!are_finite(out))
        problem = "a coordinate is not finite";
    if (in) fclose(in);
    if (!problem) return true;
    fprintf(stderr, "carom: %s: cannot read points: %s\n", path, problem);
    cloud_free(out);
    return false;
}
