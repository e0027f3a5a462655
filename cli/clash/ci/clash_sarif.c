/* SARIF 2.1.0 (OASIS): a run with the verdicts as rules, the files as artifacts and the pairs as
 * results. What fails is an error, overlaps and near pairs that do not fail are warnings, contacts
 * are notes. */
#include "clash/ci/clash_sarif.h"

#include <errno.h>
#include <string.h>

#include "answer.h"
#include "carom/carom.h"
#include "clash/clash_pair.h"
#include "clash/history/clash_identity.h"

static const char *const rules[][2] = {
    {"hard", "The interiors of two parts share points."},
    {"same", "Two parts fill the same space."},
    {"nested", "A part lies within another without contact."},
    {"undecided", "An overlap of which it is not known whether it is within the tolerance."},
    {"near", "Two parts are nearer than the clearance."},
    {"touching", "Two parts touch."},
};

#define RULE_COUNT (sizeof rules / sizeof *rules)

static void put_message(answer *a, const char *field, const char *text) {
    answer_open_field(a, field);
    answer_text(a, "text", text);
    answer_close_field(a);
}

/* A relative reference: bytes that a URI does not hold as they are become %XX. */
static void put_uri(answer *a, const char *path) {
    static const char kept[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/";
    char uri[1024];
    size_t n = 0;
    for (; *path && n + 4 < sizeof uri; path++) {
        if (strchr(kept, *path))
            uri[n++] = *path;
        else
            n += (size_t)snprintf(uri + n, 4, "%%%02X", (unsigned)(unsigned char)*path);
    }
    uri[n] = '\0';
    answer_text(a, "uri", uri);
}

static void put_tool(answer *a) {
    answer_open_field(a, "tool");
    answer_open_field(a, "driver");
    answer_text(a, "name", "carom clash");
    answer_text(a, "semanticVersion", carom_version_text());
    answer_open_array(a, "rules");
    for (size_t i = 0; i < RULE_COUNT; i++) {
        answer_open_item(a, i == 0);
        answer_text(a, "id", rules[i][0]);
        put_message(a, "shortDescription", rules[i][1]);
        answer_close_item(a);
    }
    answer_close_array(a);
    answer_close_field(a);
    answer_close_field(a);
}

static void put_artifacts(answer *a, const clash_input *input) {
    answer_open_array(a, "artifacts");
    for (size_t i = 0; i < input->file_count; i++) {
        answer_open_item(a, i == 0);
        answer_open_field(a, "location");
        put_uri(a, input->files[i].path);
        answer_close_field(a);
        answer_close_item(a);
    }
    answer_close_array(a);
    answer_open_array(a, "invocations");
    answer_open_item(a, true);
}

static void put_location(answer *a, const clash_result *r, size_t part, bool first) {
    const size_t file = r->parts[part].file;
    answer_open_item(a, first);
    answer_open_field(a, "physicalLocation");
    answer_open_field(a, "artifactLocation");
    put_uri(a, r->input->files[file].path);
    answer_number(a, "index", (double)file);
    answer_close_field(a);
    answer_close_field(a);
    answer_open_array(a, "logicalLocations");
    answer_open_item(a, true);
    answer_text(a, "name", r->parts[part].tags.name);
    answer_text(a, "kind", "object");
    answer_close_item(a);
    answer_close_array(a);
    answer_close_item(a);
}

static void put_rule(answer *a, const char *name, const char *level) {
    answer_text(a, "ruleId", name);
    for (size_t i = 0; i < RULE_COUNT; i++)
        if (!strcmp(rules[i][0], name)) answer_number(a, "ruleIndex", (double)i);
    answer_text(a, "level", level);
}

static void put_fingerprint(answer *a, const char *id) {
    answer_open_field(a, "partialFingerprints");
    answer_text(a, "clash/v1", id);
    answer_close_field(a);
}

static void put_result(answer *a, const clash_result *r, const clash_pair *p, bool first) {
    char id[CLASH_ID_SIZE], sentence[CLASH_SENTENCE], text[CLASH_SENTENCE + 512];
    clash_write_id(p, id);
    clash_write_sentence(p, sentence);
    snprintf(text, sizeof text, "%.200s (%u) and %.200s (%u): %s", r->parts[p->a].tags.name,
             (unsigned)p->a, r->parts[p->b].tags.name, (unsigned)p->b, sentence);
    answer_open_item(a, first);
    put_rule(a, clash_pair_name(p),
             p->fails                    ? "error"
             : p->verdict == CLASH_TOUCH ? "note"
                                         : "warning");
    put_message(a, "message", text);
    answer_open_array(a, "locations");
    put_location(a, r, p->a, true);
    answer_close_array(a);
    answer_open_array(a, "relatedLocations");
    put_location(a, r, p->b, true);
    answer_close_array(a);
    put_fingerprint(a, id);
    if (p->status) answer_text(a, "baselineState", p->is_new ? "new" : "unchanged");
    answer_open_field(a, "properties");
    if (clash_is_overlap(p) && p->measured) answer_number(a, "depth", p->depth);
    if (clash_is_overlap(p) && p->measured) answer_number(a, "depth_bound", p->bound);
    if (p->verdict == CLASH_NEAR) answer_number(a, "distance", p->distance);
    const carom_vec3 at = clash_place_of_pair(p);
    answer_numbers(a, "point", (const double[3]){at.x, at.y, at.z}, 3);
    answer_close_field(a);
    answer_close_item(a);
}

static void put_resolved(answer *a, const clash_resolved *old, bool first) {
    char text[512];
    snprintf(text, sizeof text, "%.200s and %.200s: resolved", old->name_a, old->name_b);
    answer_open_item(a, first);
    put_rule(a, old->verdict, "note");
    put_message(a, "message", text);
    put_fingerprint(a, old->id);
    answer_text(a, "baselineState", "absent");
    answer_close_item(a);
}

static void put_run(FILE *out, const clash_result *r) {
    answer a = {.out = out};
    answer_open(&a);
    answer_text(&a, "$schema",
                "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                "sarif-schema-2.1.0.json");
    answer_text(&a, "version", "2.1.0");
    answer_open_array(&a, "runs");
    answer_open_item(&a, true);
    put_tool(&a);
    put_artifacts(&a, r->input);
    answer_truth(&a, "executionSuccessful", !r->interrupted);
    answer_close_item(&a);
    answer_close_array(&a);
    answer_open_array(&a, "results");
    for (size_t i = 0; i < r->pair_count; i++)
        put_result(&a, r, &r->pairs[i], i == 0);
    for (size_t i = 0; i < r->resolved_count; i++)
        put_resolved(&a, &r->resolved[i], r->pair_count + i == 0);
    answer_close_array(&a);
    answer_close_item(&a);
    answer_close_array(&a);
    answer_close(&a);
}

bool clash_write_sarif(const clash_result *r, const char *path) {
    FILE *out = fopen(path, "wb");
    bool ok = out != NULL;
    if (ok) {
        put_run(out, r);
        ok = !ferror(out);
        ok = fclose(out) == 0 && ok;
    }
    if (!ok) fprintf(stderr, "carom: %s: cannot be written: %s\n", path, strerror(errno));
    return ok;
}
