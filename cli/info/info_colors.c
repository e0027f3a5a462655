/* No algorithm of its own: colours of parts, sorted and counted. */
#include "info/info_colors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct counted {
    double color[4];
    size_t parts;
} counted;

static int compare_colors(const void *left, const void *right) {
    const counted *a = left, *b = right;
    for (int k = 0; k < 4; k++)
        if (a->color[k] != b->color[k]) return a->color[k] < b->color[k] ? -1 : 1;
    return 0;
}

/* Each colour once; null without memory. */
static counted *count_colors(const carom_io_scene *scene, size_t *count) {
    counted *list = calloc(scene->instance_count + 1, sizeof *list);
    size_t known = 0;
    *count = 0;
    for (size_t i = 0; list && i < scene->instance_count; i++) {
        const double *color = scene->instances[i].color;
        if (!(color[3] > 0.0)) continue;
        memcpy(list[known].color, color, sizeof list[known].color);
        list[known++].parts = 1;
    }
    if (known) qsort(list, known, sizeof *list, compare_colors);
    for (size_t i = 0; i < known; i++) {
        if (*count && !compare_colors(&list[*count - 1], &list[i]))
            list[*count - 1].parts++;
        else
            list[(*count)++] = list[i];
    }
    return list;
}

bool info_colors_print(const carom_io_scene *scene) {
    size_t count, parts = 0;
    counted *list = count_colors(scene, &count);
    for (size_t i = 0; list && i < count; i++)
        parts += list[i].parts;
    if (list && count)
        printf("colours              %zu, of %zu of %zu parts\n", count, parts,
               scene->instance_count);
    free(list);
    return list != NULL;
}

bool info_colors_put(const carom_io_scene *scene, json_t *out) {
    size_t count;
    counted *list = count_colors(scene, &count);
    json_t *colors = json_array();
    bool ok = list && colors;
    for (size_t i = 0; ok && i < count; i++) {
        const double *c = list[i].color;
        ok = !json_array_append_new(colors, json_pack("{s:[ffff], s:I}", "color", c[0], c[1], c[2],
                                                      c[3], "parts", (json_int_t)list[i].parts));
    }
    if (ok && count) ok = !json_object_set(out, "colors", colors);
    json_decref(colors);
    free(list);
    return ok;
}
