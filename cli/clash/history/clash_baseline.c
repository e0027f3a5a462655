/* A pair is new when the old report does not list it, and active when it does; what the old report
 * lists and this one does not is resolved. A status that someone wrote into the old report, as
 * "approved", stays with the pair. After an interruption nothing is resolved, since what was not
 * found may not have been looked for. */
#include "clash/history/clash_baseline.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "clash/history/clash_identity.h"
#include "text/json_text.h"

struct clash_baseline {
    json_t *document;
    json_t *clashes; /* borrowed */
};

static const char *text_of(const json_t *object, const char *field) {
    return json_string_value(json_object_get(object, field));
}

static bool is_clash(const json_t *clash) {
    return text_of(clash, "id") && text_of(clash, "name_a") && text_of(clash, "name_b") &&
           text_of(clash, "verdict");
}

clash_baseline *clash_baseline_load(const char *path) {
    clash_baseline *b = calloc(1, sizeof *b);
    if (!b) return fputs("carom clash: not enough memory\n", stderr), NULL;
    b->document = json_text_load(path, "report");
    b->clashes = json_object_get(b->document, "clashes");
    bool good = json_is_array(b->clashes);
    for (size_t i = 0; good && i < json_array_size(b->clashes); i++)
        good = is_clash(json_array_get(b->clashes, i));
    if (good) return b;
    if (b->document)
        fprintf(stderr, "carom: %s: is no report of carom clash --json with identifiers\n", path);
    clash_baseline_free(b);
    return NULL;
}

void clash_baseline_free(clash_baseline *b) {
    if (!b) return;
    json_decref(b->document);
    free(b);
}

/* The old clashes by their identifiers; null without memory. */
static json_t *index_clashes(const clash_baseline *b) {
    json_t *index = json_object();
    for (size_t i = 0; index && i < json_array_size(b->clashes); i++) {
        json_t *clash = json_array_get(b->clashes, i);
        if (!json_object_set(index, text_of(clash, "id"), clash)) continue;
        json_decref(index);
        index = NULL;
    }
    return index;
}

static const char *status_of(const json_t *old) {
    const char *status = old ? text_of(old, "status") : NULL;
    if (!old) return "new";
    return status && *status && strcmp(status, "new") != 0 ? status : "active";
}

bool clash_baseline_apply(const clash_baseline *b, clash_result *r) {
    json_t *index = index_clashes(b);
    r->resolved = calloc(json_array_size(b->clashes) + 1, sizeof *r->resolved);
    for (size_t i = 0; index && r->resolved && i < r->pair_count; i++) {
        char id[CLASH_ID_SIZE];
        clash_write_id(&r->pairs[i], id);
        const json_t *old = json_object_get(index, id);
        r->pairs[i].is_new = !old;
        r->pairs[i].status = status_of(old);
        r->new_count += !old;
        json_object_del(index, id);
    }
    for (size_t i = 0; index && r->resolved && !r->interrupted && i < json_array_size(b->clashes);
         i++) {
        const json_t *old = json_array_get(b->clashes, i);
        if (!json_object_get(index, text_of(old, "id"))) continue;
        r->resolved[r->resolved_count++] =
            (clash_resolved){text_of(old, "id"), text_of(old, "name_a"), text_of(old, "name_b"),
                             text_of(old, "verdict")};
        json_object_del(index, text_of(old, "id"));
    }
    const bool ok = index && r->resolved;
    r->compared = ok;
    json_decref(index);
    return ok;
}
