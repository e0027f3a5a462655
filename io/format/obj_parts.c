/* Objects, groups and materials of an OBJ file. Each statement "o" starts an object, whatever its
 * name; a group is identified by its name (the whole line: a face in two groups is in a group of
 * its own) and continues wherever the name recurs. Meshes of objects are placed in separate nodes;
 * groups divide one surface, so their meshes share a node. Groups are found by a hash table with
 * linear probing. */
#include <stdlib.h>

#include "format/obj.h"
#include "build.h"
#include "file.h"
#include "format/obj_material.h"
#include "format/obj_parts.h"
#include "text.h"

static size_t name_count(const io_bytes *list) {
    return list->size / sizeof(obj_name);
}

static obj_name name_at(const io_bytes *list, size_t i) {
    return ((const obj_name *)(const void *)list->data)[i];
}

static void add_name(obj_state *obj, io_bytes *list, io_word word) {
    const obj_name name = {obj->names.size, (size_t)(word.end - word.text)};
    carom_io_put(&obj->names, word.text, name.size);
    carom_io_put(list, &name, sizeof name);
}

/* ---- groups by name */

static uint64_t hash_name(const char *text, size_t size) {
    uint64_t hash = 0x9E3779B97F4A7C15u;
    for (size_t i = 0; i < size; i++) {
        hash = (hash ^ (unsigned char)text[i]) * 0xBF58476D1CE4E5B9u;
        hash ^= hash >> 31;
    }
    return hash;
}

/* The slot of the group of this name, or the free slot for it. */
static uint32_t *find_slot(const obj_state *obj, const char *text, size_t size) {
    size_t at = (size_t)hash_name(text, size) & (obj->slot_count - 1);
    for (; obj->slots[at]; at = (at + 1) & (obj->slot_count - 1)) {
        obj_name name = name_at(&obj->groups, obj->slots[at] - 1);
        if (name.size == size && (!size || !memcmp(obj->names.data + name.start, text, size)))
            break;
    }
    return &obj->slots[at];
}

static bool grow_slots(obj_state *obj) {
    size_t count = name_count(&obj->groups);
    if (2 * count < obj->slot_count) return true;
    free(obj->slots);
    obj->slot_count = obj->slot_count ? 2 * obj->slot_count : 64;
    obj->slots = calloc(obj->slot_count, sizeof *obj->slots);
    for (size_t i = 0; obj->slots && i < count; i++) {
        obj_name name = name_at(&obj->groups, i);
        *find_slot(obj, (const char *)obj->names.data + name.start, name.size) = (uint32_t)i + 1;
    }
    return obj->slots != NULL;
}

static bool find_group(obj_state *obj, io_word word, uint32_t *group) {
    uint32_t *slot = find_slot(obj, word.text, (size_t)(word.end - word.text));
    if (!*slot) {
        add_name(obj, &obj->groups, word);
        *slot = (uint32_t)name_count(&obj->groups);
    }
    *group = *slot - 1;
    return !obj->groups.failed && !obj->names.failed && grow_slots(obj);
}

/* ---- runs */

static obj_run *runs_of(const obj_state *obj) {
    return (obj_run *)(void *)obj->runs.data;
}

static size_t run_count(const obj_state *obj) {
    return obj->runs.size / sizeof(obj_run);
}

/* Starts a run of faces of this object, group and material; replaces a run without faces. */
static bool start_run(obj_state *obj, obj_run run) {
    size_t face = obj->lengths.size / sizeof(uint32_t);
    run.face = face;
    run.corner = obj->corners.size / sizeof(uint32_t);
    size_t count = run_count(obj);
    if (count && runs_of(obj)[count - 1].face == face)
        runs_of(obj)[count - 1] = run;
    else
        carom_io_put(&obj->runs, &run, sizeof run);
    return !obj->runs.failed;
}

static obj_run last_run(const obj_state *obj) {
    return runs_of(obj)[run_count(obj) - 1];
}

static const char default_name[] = "default";

bool carom_io_obj_open(obj_state *obj, const io_file *file) {
    const io_word no_name = {default_name, default_name};
    const io_word group = {default_name, default_name + sizeof default_name - 1};
    uint32_t first;
    obj->in.file = file;
    add_name(obj, &obj->objects, no_name);
    bool ok = grow_slots(obj) && find_group(obj, group, &first) && !obj->objects.failed;
    return ok && start_run(obj, (obj_run){0}) ? true : carom_io_memory(file);
}

bool carom_io_obj_object(obj_state *obj) {
    add_name(obj, &obj->objects, carom_io_rest_of_line(&obj->in));
    if (obj->objects.failed || obj->names.failed) return carom_io_memory(obj->in.file);
    obj_run run = last_run(obj);
    run.object = (uint32_t)name_count(&obj->objects) - 1;
    return start_run(obj, run) ? true : carom_io_memory(obj->in.file);
}

bool carom_io_obj_group(obj_state *obj) {
    io_word word = carom_io_rest_of_line(&obj->in);
    obj_run run = last_run(obj);
    run.group = 0;
    obj->grouped = true;
    if (word.text < word.end && !find_group(obj, word, &run.group))
        return carom_io_memory(obj->in.file);
    return start_run(obj, run) ? true : carom_io_memory(obj->in.file);
}

bool carom_io_obj_material(obj_state *obj) {
    add_name(obj, &obj->materials, carom_io_rest_of_line(&obj->in));
    if (obj->materials.failed || obj->names.failed) return carom_io_memory(obj->in.file);
    obj_run run = last_run(obj);
    run.material = (uint32_t)name_count(&obj->materials);
    return start_run(obj, run) ? true : carom_io_memory(obj->in.file);
}

bool carom_io_obj_library(obj_state *obj) {
    add_name(obj, &obj->libraries, carom_io_rest_of_line(&obj->in));
    return obj->libraries.failed || obj->names.failed ? carom_io_memory(obj->in.file) : true;
}

/* ---- meshes */

static int compare_runs(const void *a, const void *b) {
    const obj_run *x = a, *y = b;
    if (x->part != y->part) return x->part < y->part ? -1 : 1;
    return (x->face > y->face) - (x->face < y->face);
}

static bool add_faces(const obj_state *obj, io_builder *b, const obj_run *run,
                      io_bytes *triangles) {
    const uint32_t *lengths = (const uint32_t *)(const void *)obj->lengths.data;
    const uint32_t *corners = (const uint32_t *)(const void *)obj->corners.data + run->corner;
    for (size_t i = run->face; i < run->end; corners += lengths[i++])
        if (!carom_io_add_face(b, &obj->pool, corners, lengths[i], triangles)) return false;
    return true;
}

/* The colour of the first material of the runs of a part that has one; else null. */
static const double *color_of(const obj_state *obj, const obj_palette *palette,
                              const obj_run *first, const obj_run *last) {
    const double *color = NULL;
    for (; !color && first <= last; first++) {
        if (!first->material || first->face == first->end) continue;
        const obj_name name = name_at(&obj->materials, first->material - 1);
        color = carom_io_obj_color(palette, (const char *)obj->names.data + name.start, name.size);
    }
    return color;
}

static bool finish_part(obj_state *obj, io_builder *b, uint32_t part, io_bytes *triangles) {
    bool by_object = name_count(&obj->objects) > 1;
    obj_name name = name_at(by_object ? &obj->objects : &obj->groups, part);
    bool named = by_object || obj->grouped;
    if (!triangles->size) return true;
    char *copy =
        carom_io_copy_name((const char *)obj->names.data + name.start, named ? name.size : 0);
    bool ok = copy ? carom_io_add_mesh(b, &obj->pool, triangles, copy) &&
                         carom_io_place_last(b, copy, !by_object)
                   : carom_io_memory(b->file);
    free(copy);
    return ok;
}

/* Sorts the runs by part, then by their order in the file. */
static void sort_runs(obj_state *obj) {
    size_t count = run_count(obj);
    obj_run *runs = runs_of(obj);
    for (size_t i = 0; i < count; i++) {
        runs[i].end = i + 1 < count ? runs[i + 1].face : obj->lengths.size / sizeof(uint32_t);
        runs[i].part = name_count(&obj->objects) > 1 ? runs[i].object : runs[i].group;
    }
    qsort(runs, count, sizeof *runs, compare_runs);
}

static bool build_parts(obj_state *obj, io_builder *b) {
    io_bytes triangles = {0};
    obj_palette palette;
    const obj_run *runs = runs_of(obj);
    size_t count = run_count(obj), first = 0;
    bool ok = carom_io_obj_read_palette(obj, &palette) ? true : carom_io_memory(b->file);
    for (size_t i = 0; ok && i < count; i++) {
        ok = add_faces(obj, b, &runs[i], &triangles);
        if (!ok || (i + 1 < count && runs[i + 1].part == runs[i].part)) continue;
        const size_t before = b->scene->instance_count;
        ok = finish_part(obj, b, runs[i].part, &triangles);
        const double *color = color_of(obj, &palette, runs + first, runs + i);
        if (ok && color && b->scene->instance_count > before)
            memcpy(b->scene->instances[before].color, color, 4 * sizeof *color);
        first = i + 1;
    }
    free(triangles.data);
    carom_io_obj_free_palette(&palette);
    return ok;
}

bool carom_io_obj_build(obj_state *obj, io_builder *b) {
    size_t vertices = pool_count(&obj->pool);
    obj->report->vertices = vertices;
    if (obj->pool.positions.failed) return carom_io_memory(b->file);
    if (obj->highest > (long long)vertices)
        return carom_io_fail(b->file,
                             "line %zu: index %lld, but the file has %zu vertices; it was cut off "
                             "or its indices are wrong",
                             obj->highest_line, obj->highest, vertices);
    if (!obj->lengths.size && !obj->report->points && !obj->report->lines)
        obj->report->points = vertices;
    if (!obj->lengths.size) return true;
    sort_runs(obj);
    return build_parts(obj, b);
}

void carom_io_obj_free(obj_state *obj) {
    carom_io_pool_free(&obj->pool);
    free(obj->corners.data);
    free(obj->lengths.data);
    free(obj->runs.data);
    free(obj->objects.data);
    free(obj->groups.data);
    free(obj->materials.data);
    free(obj->libraries.data);
    free(obj->names.data);
    free(obj->slots);
}
