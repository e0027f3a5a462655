/* carom info --layout: what carom_layout lists, in both precisions. */
#include "info/info_layout.h"

#include <stdio.h>
#include <stdlib.h>

#include <jansson.h>

#include "carom/layout.h"
#include "commands.h"

/* carom_layout of the double precision; entries are the same in both. */
size_t carom64_layout(carom_layout_entry *out, size_t capacity);

typedef size_t layout_list(carom_layout_entry *out, size_t capacity);

static void print_entries(const char *precision, const carom_layout_entry *all, size_t count) {
    printf("%s\n", precision);
    for (size_t i = 0; i < count; i++)
        if (all[i].field)
            printf("    %-30s offset %5u  size %5u\n", all[i].field, all[i].offset, all[i].size);
        else
            printf("  %-32s %17s %5u  alignment %u\n", all[i].type, "size", all[i].size,
                   all[i].alignment);
}

/* {struct: {size, alignment, fields: {field: {offset, size}}}}, null when memory ran out. */
static json_t *entries_as_json(const carom_layout_entry *all, size_t count) {
    json_t *out = json_object(), *fields = NULL;
    bool ok = out != NULL;
    for (size_t i = 0; ok && i < count; i++) {
        const carom_layout_entry *e = &all[i];
        if (e->field) {
            ok = !json_object_set_new(
                fields, e->field,
                json_pack("{s:i, s:i}", "offset", (int)e->offset, "size", (int)e->size));
        } else {
            fields = json_object();
            ok = !json_object_set_new(out, e->type,
                                      json_pack("{s:i, s:i, s:o}", "size", (int)e->size,
                                                "alignment", (int)e->alignment, "fields", fields));
        }
    }
    if (ok) return out;
    json_decref(out);
    return NULL;
}

/* With `json` not null the entries are added to it. */
static bool add_precision(layout_list *list, const char *precision, json_t *json) {
    size_t count = list(NULL, 0);
    carom_layout_entry *all = malloc(count * sizeof *all);
    bool ok = all != NULL;
    if (ok) list(all, count);
    if (ok && json)
        ok = !json_object_set_new(json, precision, entries_as_json(all, count));
    else if (ok)
        print_entries(precision, all, count);
    free(all);
    return ok;
}

int print_layout(bool json) {
    json_t *out = json ? json_object() : NULL;
    bool ok = !json == !out && add_precision(carom_layout, "float", out) &&
              add_precision(carom64_layout, "double", out);
    if (ok && json) ok = !json_dumpf(out, stdout, JSON_INDENT(1)) && putchar('\n') != EOF;
    json_decref(out);
    return ok ? EXIT_CLEAR : EXIT_BAD_INPUT;
}
