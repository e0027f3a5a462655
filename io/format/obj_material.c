/* Material libraries of OBJ files (MTL): Kd, d and Tr of each material. Values are those of
 * screens. Nothing in them is an error, since no triangle depends on them: what is not understood
 * has no colour. A diffuse colour that is a picture is not known. Materials are found by bisection.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "format/obj.h"
#include "file.h"
#include "format/obj_material.h"
#include "number.h"
#include "text.h"

#define LIBRARY_LIMIT 100

typedef struct obj_color {
    const char *text; /* the name; set when all are read */
    obj_name name;    /* in the palette's names */
    size_t order;
    double color[4];
    bool picture;
} obj_color;

static size_t color_count(const obj_palette *palette) {
    return palette->entries.size / sizeof(obj_color);
}

static obj_color *colors_of(const obj_palette *palette) {
    return (obj_color *)(void *)palette->entries.data;
}

/* ---- one library */

static void start_material(obj_palette *palette, io_word name) {
    const obj_color added = {.name = {palette->names.size, (size_t)(name.end - name.text)},
                             .order = color_count(palette),
                             .color = {-1.0, 0.0, 0.0, 1.0}};
    carom_io_put(&palette->names, name.text, added.name.size);
    carom_io_put(&palette->entries, &added, sizeof added);
}

/* The numbers of a line; how many there are, at most three, or 0 where one is not from 0 to 1. */
static size_t read_numbers(io_text *in, double out[3]) {
    io_word word;
    size_t count = 0;
    for (; count < 3 && next_word(in, &word); count++)
        if (!carom_io_parse_number(word.text, word.end, &out[count]) ||
            !(out[count] >= 0.0 && out[count] <= 1.0))
            return 0;
    return count;
}

static void read_diffuse(io_text *in, obj_color *material) {
    double c[3];
    const size_t count = read_numbers(in, c);
    if (count != 1 && count != 3) return;
    for (size_t k = 0; k < 3; k++)
        material->color[k] = c[count == 1 ? 0 : k];
}

/* An opacity of 0 is that of exporters that mean an opaque part by it. */
static void read_opacity(io_text *in, obj_color *material, bool transparency) {
    double d[3];
    if (read_numbers(in, d) != 1) return;
    const double opacity = transparency ? 1.0 - d[0] : d[0];
    material->color[3] = opacity > 0.0 ? opacity : 1.0;
}

static void read_line(io_text *in, obj_palette *palette) {
    io_word word;
    if (!next_word(in, &word)) return;
    if (word_is(word, "newmtl")) start_material(palette, carom_io_rest_of_line(in));
    if (!color_count(palette)) return;
    obj_color *last = colors_of(palette) + color_count(palette) - 1;
    if (word_is(word, "Kd")) read_diffuse(in, last);
    if (word_is(word, "d")) read_opacity(in, last, false);
    if (word_is(word, "Tr")) read_opacity(in, last, true);
    if (word_is(word, "map_Kd")) last->picture = true;
}

/* False where there is no such file. */
static bool read_library(const obj_state *obj, const char *name, size_t size,
                         obj_palette *palette) {
    io_file library = *obj->in.file;
    const char *slash = strrchr(library.path, '/');
    io_bytes path = {0}, bytes = {0};
    if (!size || *name == '/') return false;
    library.error = NULL;
    if (slash) carom_io_put(&path, library.path, (size_t)(slash + 1 - library.path));
    carom_io_put(&path, name, size);
    carom_io_put(&path, "", 1);
    for (size_t i = path.failed ? 0 : path.size - size - 1; i < path.size; i++)
        if (path.data[i] == '\\') path.data[i] = '/';
    const bool ok = !path.failed && carom_io_read_bytes(&library, (const char *)path.data, &bytes);
    if (ok) {
        io_text in = {&library, (const char *)bytes.data, (const char *)bytes.data + bytes.size, 1};
        for (; in.at < in.end; next_line(&in))
            read_line(&in, palette);
    }
    free(path.data);
    free(bytes.data);
    return ok;
}

/* ---- all of them */

/* By name, then by order. */
static int compare_colors(const void *left, const void *right) {
    const obj_color *a = left, *b = right;
    if (a->name.size != b->name.size) return a->name.size < b->name.size ? -1 : 1;
    const int order = a->name.size ? memcmp(a->text, b->text, a->name.size) : 0;
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

/* A line names one library, whose name may have blanks, or several. */
static void read_line_of_libraries(const obj_state *obj, obj_name line, obj_palette *palette) {
    const char *text = (const char *)obj->names.data + line.start;
    if (read_library(obj, text, line.size, palette)) return;
    io_text in = {obj->in.file, text, text + line.size, 1};
    io_word word;
    for (int i = 0; i < LIBRARY_LIMIT && next_word(&in, &word); i++)
        if (word.text > text || word.end < text + line.size)
            read_library(obj, word.text, (size_t)(word.end - word.text), palette);
}

bool carom_io_obj_read_palette(const obj_state *obj, obj_palette *palette) {
    const obj_name *lines = (const obj_name *)(const void *)obj->libraries.data;
    const size_t count = obj->libraries.size / sizeof *lines;
    *palette = (obj_palette){0};
    if (!obj->materials.size) return true;
    for (size_t i = 0; i < count && i < LIBRARY_LIMIT; i++)
        read_line_of_libraries(obj, lines[i], palette);
    if (palette->names.failed || palette->entries.failed) return false;
    for (size_t i = 0; i < color_count(palette); i++)
        colors_of(palette)[i].text =
            (const char *)palette->names.data + colors_of(palette)[i].name.start;
    if (color_count(palette))
        qsort(palette->entries.data, color_count(palette), sizeof(obj_color), compare_colors);
    return true;
}

const double *carom_io_obj_color(const obj_palette *palette, const char *name, size_t size) {
    const obj_color wanted = {.text = name, .name.size = size};
    size_t low = 0, high = color_count(palette);
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare_colors(&colors_of(palette)[middle], &wanted) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == color_count(palette)) return NULL;
    const obj_color *found = &colors_of(palette)[low];
    const bool known = found->name.size == size && (!size || !memcmp(found->text, name, size)) &&
                       !found->picture && found->color[0] >= 0.0;
    return known ? found->color : NULL;
}

void carom_io_obj_free_palette(obj_palette *palette) {
    free(palette->names.data);
    free(palette->entries.data);
}
