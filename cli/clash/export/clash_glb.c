/* Writes the assembly as binary glTF 2.0 [Khronos21]: one mesh and node per part, placed, in single
 * precision, with the material of its worst verdict or of its colour, and one mesh of lines, the
 * intersection curves. One buffer holds the positions, then the indices of each part, then the end
 * points of the lines. */
#include <errno.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "clash/clash.h"
#include "clash/export/clash_color.h"
#include "clash/clash_curves.h"
#include "clash/clash_find.h"
#include "clash/export/clash_glb.h"
#include "clash/clash_pair.h"
#include "clash/clash_shape.h"

/* Of the diagonal of the assembly: coordinates that are larger are written from its middle on,
 * which its nodes translate to, so that single precision is enough. */
#define FAR_FROM_ORIGIN 16.0

/* The material after those of verdicts. */
#define LINES_MATERIAL CLASH_VERDICTS
#define OPACITY_OF_CLEAR 0.35

static json_t *material_of(clash_verdict verdict) {
    static const double colors[CLASH_VERDICTS][4] = {{0.72, 0.76, 0.80, OPACITY_OF_CLEAR},
                                                     {0.95, 0.77, 0.20, 1.0},
                                                     {0.95, 0.77, 0.20, 1.0},
                                                     {0.86, 0.16, 0.13, 1.0},
                                                     {0.86, 0.16, 0.13, 1.0}};
    const double *c = colors[verdict];
    return json_pack("{s:s, s:{s:[ffff], s:f, s:f}, s:b, s:s}", "name", clash_verdict_name(verdict),
                     "pbrMetallicRoughness", "baseColorFactor", c[0], c[1], c[2], c[3],
                     "metallicFactor", 0.0, "roughnessFactor", 0.8, "doubleSided", 1, "alphaMode",
                     c[3] < 1.0 ? "BLEND" : "OPAQUE");
}

/* glTF has linear factors. */
static double linear_of(float value) {
    return value <= 0.04045f ? (double)value / 12.92 : pow(((double)value + 0.055) / 1.055, 2.4);
}

/* The material of a colour and an opacity: one that is there, or a new one. */
static int find_material(json_t *materials, paint color, double opacity) {
    const double c[4] = {linear_of(color.r), linear_of(color.g), linear_of(color.b), opacity};
    json_t *made =
        json_pack("{s:{s:[ffff], s:f, s:f}, s:b, s:s}", "pbrMetallicRoughness", "baseColorFactor",
                  c[0], c[1], c[2], c[3], "metallicFactor", 0.0, "roughnessFactor", 0.8,
                  "doubleSided", 1, "alphaMode", c[3] < 1.0 ? "BLEND" : "OPAQUE");
    size_t i = LINES_MATERIAL + 1;
    while (i < json_array_size(materials) && !json_equal(json_array_get(materials, i), made))
        i++;
    if (i == json_array_size(materials))
        json_array_append_new(materials, made);
    else
        json_decref(made);
    return (int)i;
}

static json_t *safe_text(const char *text) {
    json_t *out = json_string(text);
    return out ? out : json_string("?"); /* not UTF-8 */
}

static void add_view(json_t *root, size_t offset, size_t length, int target) {
    json_array_append_new(json_object_get(root, "bufferViews"),
                          json_pack("{s:i, s:I, s:I, s:i}", "buffer", 0, "byteOffset",
                                    (json_int_t)offset, "byteLength", (json_int_t)length, "target",
                                    target));
}

static void add_node(json_t *root, const char *name, json_int_t mesh, carom_vec3 origin) {
    json_t *node = json_pack("{s:o, s:I}", "name", safe_text(name), "mesh", mesh);
    json_t *scene = json_array_get(json_object_get(root, "scenes"), 0);
    if (norm(origin) > 0.0)
        json_object_set_new(node, "translation", json_pack("[fff]", origin.x, origin.y, origin.z));
    json_array_append_new(json_object_get(root, "nodes"), node);
    json_array_append_new(json_object_get(scene, "nodes"), json_integer(mesh));
}

/* What is added to a scene, and from where its coordinates are counted. */
typedef struct glb_place {
    size_t offset; /* in the buffer */
    carom_vec3 origin;
} glb_place;

static void add_part(json_t *root, const clash_part *part, int material, glb_place *place) {
    const carom_io_soup *s = &part->shape->soup;
    size_t positions = 12 * s->vertex_count, indices = 12 * s->triangle_count;
    json_int_t number = (json_int_t)json_array_size(json_object_get(root, "meshes"));
    add_view(root, place->offset, positions, 34962);
    add_view(root, place->offset + positions, indices, 34963);
    place->offset += positions + indices;
    carom_vec3 low = minus(part->box.min, place->origin),
               high = minus(part->box.max, place->origin);
    json_t *accessors = json_object_get(root, "accessors");
    json_array_append_new(accessors, json_pack("{s:I, s:i, s:I, s:s, s:[fff], s:[fff]}",
                                               "bufferView", 2 * number, "componentType", 5126,
                                               "count", (json_int_t)s->vertex_count, "type", "VEC3",
                                               "min", (double)(float)low.x, (double)(float)low.y,
                                               (double)(float)low.z, "max", (double)(float)high.x,
                                               (double)(float)high.y, (double)(float)high.z));
    json_array_append_new(
        accessors, json_pack("{s:I, s:i, s:I, s:s}", "bufferView", 2 * number + 1, "componentType",
                             5125, "count", (json_int_t)(3 * s->triangle_count), "type", "SCALAR"));
    json_array_append_new(json_object_get(root, "meshes"),
                          json_pack("{s:[{s:{s:I}, s:I, s:i}]}", "primitives", "attributes",
                                    "POSITION", 2 * number, "indices", 2 * number + 1, "material",
                                    material));
    add_node(root, part->tags.name, number, place->origin);
}

static void bound_segments(const clash_segments *lines, carom_vec3 *low, carom_vec3 *high) {
    *low = *high = lines->items[0].a;
    for (size_t i = 0; i < 2 * lines->count; i++) {
        carom_vec3 p = i & 1 ? lines->items[i / 2].b : lines->items[i / 2].a;
        *low = make3(fmin(low->x, p.x), fmin(low->y, p.y), fmin(low->z, p.z));
        *high = make3(fmax(high->x, p.x), fmax(high->y, p.y), fmax(high->z, p.z));
    }
}

/* The index after the parts, which have two accessors and views each. */
static void add_lines(json_t *root, const clash_segments *lines, glb_place *place) {
    json_int_t number = (json_int_t)json_array_size(json_object_get(root, "meshes"));
    carom_vec3 low, high;
    bound_segments(lines, &low, &high);
    low = minus(low, place->origin), high = minus(high, place->origin);
    add_view(root, place->offset, 24 * lines->count, 34962);
    place->offset += 24 * lines->count;
    json_array_append_new(
        json_object_get(root, "accessors"),
        json_pack("{s:I, s:i, s:I, s:s, s:[fff], s:[fff]}", "bufferView", 2 * number,
                  "componentType", 5126, "count", (json_int_t)(2 * lines->count), "type", "VEC3",
                  "min", (double)(float)low.x, (double)(float)low.y, (double)(float)low.z, "max",
                  (double)(float)high.x, (double)(float)high.y, (double)(float)high.z));
    json_array_append_new(json_object_get(root, "meshes"),
                          json_pack("{s:[{s:{s:I}, s:i, s:i}]}", "primitives", "attributes",
                                    "POSITION", 2 * number, "mode", 1, "material", LINES_MATERIAL));
    add_node(root, "contact curves", number, place->origin);
}

static json_t *material_of_lines(void) {
    return json_pack("{s:s, s:{s:[ffff], s:f, s:f}}", "name", "contact curves",
                     "pbrMetallicRoughness", "baseColorFactor", 0.05, 0.05, 0.08, 1.0,
                     "metallicFactor", 0.0, "roughnessFactor", 1.0);
}

/* The contents of the file. */
typedef struct glb_scene {
    const clash_result *result;
    const clash_options *options;
    clash_verdict *worst; /* by part */
    clash_segments lines;
    size_t size; /* of the buffer */
    carom_vec3 origin;
} glb_scene;

/* Unless a colour is asked for, that of the verdict; clear parts have their own, as glass. */
static int material_of_part(json_t *root, const glb_scene *s, size_t part) {
    const clash_coloring coloring = clash_coloring_of(s->options, s->result);
    const double opacity = s->result->parts[part].color[3];
    const bool shows_verdict = s->options->coloring == CLASH_COLOR_AUTO;
    if (coloring == CLASH_COLOR_VERDICT || (shows_verdict && s->worst[part] > CLASH_CLEAR))
        return (int)s->worst[part];
    return find_material(json_object_get(root, "materials"),
                         clash_color_of_part(s->result, coloring, part),
                         shows_verdict                                   ? OPACITY_OF_CLEAR
                         : coloring == CLASH_COLOR_FILE && opacity > 0.0 ? fmin(opacity, 1.0)
                                                                         : 1.0);
}

static char *describe_scene(glb_scene *s) {
    const clash_result *r = s->result;
    json_t *root =
        json_pack("{s:{s:s, s:s}, s:i, s:[{s:[]}], s:[], s:[], s:[], s:[], s:[]}", "asset",
                  "version", "2.0", "generator", "carom clash", "scene", 0, "scenes", "nodes",
                  "nodes", "meshes", "accessors", "bufferViews", "materials");
    glb_place place = {0, s->origin};
    for (int v = 0; root && v < CLASH_VERDICTS; v++)
        json_array_append_new(json_object_get(root, "materials"), material_of((clash_verdict)v));
    json_array_append_new(json_object_get(root, "materials"), material_of_lines());
    for (size_t i = 0; root && i < r->part_count; i++)
        add_part(root, &r->parts[i], material_of_part(root, s, i), &place);
    if (root && s->lines.count > 0) add_lines(root, &s->lines, &place);
    s->size = place.offset;
    json_object_set_new(root, "buffers", json_pack("[{s:I}]", "byteLength", (json_int_t)s->size));
    char *text = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    return text;
}

static bool put_u32(FILE *out, size_t value) {
    unsigned char b[4];
    for (int i = 0; i < 4; i++)
        b[i] = (unsigned char)(value >> (8 * i) & 255);
    return fwrite(b, 4, 1, out) == 1;
}

static bool put_float(FILE *out, double value) {
    float f = (float)value;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return put_u32(out, bits);
}

static bool put_point(FILE *out, carom_vec3 p) {
    return put_float(out, p.x) && put_float(out, p.y) && put_float(out, p.z);
}

static bool put_geometry(FILE *out, const clash_part *part, carom_vec3 origin) {
    const carom_io_soup *s = &part->shape->soup;
    bool ok = true;
    for (size_t i = 0; ok && i < s->vertex_count; i++)
        ok = put_point(out, minus(clash_vertex(part, i), origin));
    for (size_t i = 0; ok && i < 3 * s->triangle_count; i++)
        ok = put_u32(out, s->indices[i]);
    return ok;
}

static bool put_file(FILE *out, const glb_scene *scene, const char *text) {
    const clash_result *r = scene->result;
    size_t size = scene->size, length = strlen(text), padded = (length + 3) & ~(size_t)3;
    bool ok = put_u32(out, 0x46546C67) && put_u32(out, 2) && put_u32(out, 28 + padded + size) &&
              put_u32(out, padded) && put_u32(out, 0x4E4F534A) &&
              fwrite(text, 1, length, out) == length;
    for (size_t i = length; ok && i < padded; i++)
        ok = fputc(' ', out) != EOF;
    ok = ok && put_u32(out, size) && put_u32(out, 0x004E4942);
    for (size_t i = 0; ok && i < r->part_count; i++)
        ok = put_geometry(out, &r->parts[i], scene->origin);
    for (size_t i = 0; ok && i < scene->lines.count; i++)
        ok = put_point(out, minus(scene->lines.items[i].a, scene->origin)) &&
             put_point(out, minus(scene->lines.items[i].b, scene->origin));
    return ok;
}

static bool fits_float(const clash_result *r) {
    for (size_t i = 0; i < r->part_count; i++) {
        const carom_aabb *b = &r->parts[i].box;
        const double all[6] = {b->min.x, b->min.y, b->min.z, b->max.x, b->max.y, b->max.z};
        for (int k = 0; k < 6; k++)
            if (fabs(all[k]) > (double)FLT_MAX) return false;
    }
    return true;
}

/* Zero unless the assembly is far from the origin beside its size. */
static carom_vec3 choose_origin(const clash_result *r) {
    carom_aabb box = r->part_count ? r->parts[0].box : (carom_aabb){{0, 0, 0}, {0, 0, 0}};
    for (size_t i = 1; i < r->part_count; i++)
        box = carom_fit_aabb_aabb(&box, &r->parts[i].box);
    const carom_vec3 middle = plus(times(box.min, 0.5), times(box.max, 0.5));
    const double size = norm(minus(box.max, box.min));
    return norm(middle) > FAR_FROM_ORIGIN * size && size > 0.0 ? middle : make3(0, 0, 0);
}

bool clash_write_glb(const clash_result *result, const clash_options *options, const char *path) {
    glb_scene scene = {.result = result, .options = options, .origin = choose_origin(result)};
    scene.worst = malloc((result->part_count + 1) * sizeof *scene.worst);
    if (scene.worst) clash_worst_of_parts(result, scene.worst);
    char *text =
        scene.worst && clash_find_curves(&scene.lines, result) ? describe_scene(&scene) : NULL;
    bool fits = fits_float(result) && scene.size < 0xFFFF0000u;
    FILE *out = text && fits ? fopen(path, "wb") : NULL;
    bool ok = out && put_file(out, &scene, text);
    if (out) ok = fclose(out) == 0 && ok;
    if (!ok)
        fprintf(stderr, "carom: %s: cannot be written: %s\n", path,
                !text   ? "not enough memory"
                : !fits ? "the assembly is too large for a GLB file"
                        : strerror(errno));
    free(text);
    free(scene.worst);
    free(scene.lines.items);
    return ok;
}
