/* Options about files hold for the file before them, or, before the first one, for all. A file is
 * scaled, turned, then moved; where units are said, by options or by files, lengths are converted
 * to the unit of the first file that says one. */
#include "clash/input/clash_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clash/input/pattern.h"
#include "numbers.h"
#include "reading.h"

bool clash_input_open(clash_input *input, int argc) {
    input->command = "clash";
    input->files = calloc((size_t)argc, sizeof *input->files);
    input->selections = calloc((size_t)argc, sizeof *input->selections);
    return input->files && input->selections;
}

void clash_input_close(clash_input *input) {
    free(input->files);
    free(input->selections);
}

void clash_input_file(clash_input *input, const char *path) {
    clash_file *file = &input->files[input->file_count++];
    *file = input->common;
    file->path = path;
    file->set = input->set;
}

bool clash_input_z_up(const clash_input *input) {
    return reading_z_up(input->files[0].format);
}

static bool read_scale(clash_file *file, const char *text) {
    return numbers_read(text, &file->scale, 1, 1) == 1 && file->scale >= 1e-12 &&
           file->scale <= 1e12;
}

static bool read_place(clash_file *file, const char *text) {
    double v[3];
    if (numbers_read(text, v, 3, 3) != 3) return false;
    file->pose.position = make3(v[0], v[1], v[2]);
    return fabs(v[0]) <= 1e90 && fabs(v[1]) <= 1e90 && fabs(v[2]) <= 1e90;
}

static bool read_turn(clash_file *file, const char *text) {
    double q[4];
    if (numbers_read(text, q, 4, 4) != 4) return false;
    carom_pose pose = {{0, 0, 0}, {q[0], q[1], q[2], q[3]}};
    if (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] == 0.0 ||
        !carom_pose_normalize(&pose))
        return false;
    file->pose.rotation = pose.rotation;
    return true;
}

static bool add_selection(clash_input *input, const char *pattern, bool exclude) {
    const size_t file = input->file_count > 0 ? input->file_count - 1 : SIZE_MAX;
    if (!pattern_is_good(pattern)) return false;
    input->selections[input->selection_count++] = (clash_selection){pattern, file, exclude, false};
    return true;
}

int clash_input_option(clash_input *input, const char *name, const char *value) {
    clash_file *file =
        input->file_count > 0 ? &input->files[input->file_count - 1] : &input->common;
    bool good = true;
    if (!strcmp(name, "--a") || !strcmp(name, "--b")) {
        input->set = !strcmp(name, "--a") ? CLASH_SET_A : CLASH_SET_B;
        good = value[0] != '-';
        if (good) clash_input_file(input, value);
    } else if (!strcmp(name, "--at")) {
        good = read_place(file, value);
    } else if (!strcmp(name, "--turn")) {
        good = read_turn(file, value);
    } else if (!strcmp(name, "--scale")) {
        good = read_scale(file, value);
    } else if (!strcmp(name, "--unit")) {
        file->unit = value;
        good = reading_unit_size(value) > 0.0;
    } else if (!strcmp(name, "--select") || !strcmp(name, "--exclude")) {
        good = add_selection(input, value, !strcmp(name, "--exclude"));
    } else {
        return reading_option(&input->reading, name, value);
    }
    return good ? 0 : -1;
}

bool clash_input_has_sets(const clash_input *input) {
    return input->set != CLASH_NO_SET;
}

bool clash_input_splits(const clash_input *input) {
    return input->file_count == 1 || input->within || input->reading.by_piece ||
           clash_input_has_sets(input);
}

bool clash_input_check(const clash_input *input) {
    size_t count[3] = {0};
    for (size_t i = 0; i < input->file_count; i++)
        count[input->files[i].set]++;
    if (!clash_input_has_sets(input)) return true;
    if (count[CLASH_NO_SET] > 0)
        fprintf(stderr, "carom clash: %s stands before --a and --b, and is of neither set\n",
                input->files[0].path);
    else if (!count[CLASH_SET_A] || !count[CLASH_SET_B])
        fprintf(stderr, "carom clash: --a and --b come together; there is no file of --%s\n",
                count[CLASH_SET_A] ? "b" : "a");
    return !count[CLASH_NO_SET] && count[CLASH_SET_A] && count[CLASH_SET_B];
}

const char *clash_input_unit(const clash_input *input) {
    for (size_t i = 0; i < input->file_count; i++)
        if (input->files[i].unit) return input->files[i].unit;
    return NULL;
}

void clash_input_take(clash_file *file, const carom_io_scene *scene) {
    file->format = scene->format;
    file->report = scene->report;
    if (!file->unit && scene->unit > 0.0) file->unit = reading_unit_name(scene->unit);
}

void clash_input_place(const clash_input *input, size_t index, double t[12]) {
    const clash_file *file = &input->files[index];
    const char *unit = clash_input_unit(input);
    const carom_quat q = file->pose.rotation;
    const bool turned = q.x != 0.0 || q.y != 0.0 || q.z != 0.0;
    double factor = file->scale > 0.0 ? file->scale : 1.0;
    if (file->unit) factor *= reading_unit_size(file->unit) / reading_unit_size(unit);
    for (int column = 0; column < 4; column++) {
        carom_vec3 v = times(make3(t[column], t[4 + column], t[8 + column]), factor);
        const carom_pose turn = {{0, 0, 0}, q};
        if (turned) v = carom_pose_transform_point(turn, v);
        if (column == 3) v = plus(v, file->pose.position);
        t[column] = v.x, t[4 + column] = v.y, t[8 + column] = v.z;
    }
}

bool clash_input_wants(clash_input *input, size_t file, const clash_tags *tags) {
    bool selected = true, any = false, excluded = false;
    for (size_t i = 0; i < input->selection_count; i++) {
        clash_selection *s = &input->selections[i];
        if (s->file != file && s->file != SIZE_MAX) continue;
        const bool fits = clash_input_fits(input, file, s->pattern, tags);
        s->fits = s->fits || fits;
        if (s->exclude) {
            excluded = excluded || fits;
        } else {
            selected = fits || (any && selected);
            any = true;
        }
    }
    return selected && !excluded;
}

void clash_input_tell_unused(const clash_input *input) {
    for (size_t i = 0; i < input->selection_count; i++)
        if (!input->selections[i].fits)
            fprintf(stderr, "carom %s: %s \"%s\" names no part\n", input->command,
                    input->selections[i].exclude ? "--exclude" : "--select",
                    input->selections[i].pattern);
}

bool clash_input_fits(const clash_input *input, size_t index, const char *side,
                      const clash_tags *tags) {
    const clash_file *file = &input->files[index];
    const char *of[] = {clash_base_name(file->path), tags->path, tags->id, tags->kind};
    if (!strcmp(side, "set:a")) return file->set == CLASH_SET_A;
    if (!strcmp(side, "set:b")) return file->set == CLASH_SET_B;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        const char *pattern = pattern_after(side, pattern_prefixes[i]);
        if (pattern) return of[i] && pattern_fits(pattern, of[i]);
    }
    return pattern_fits(side, tags->name);
}

const char *clash_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}
