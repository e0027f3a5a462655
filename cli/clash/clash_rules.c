/* Rules of carom clash: a JSON object of groups and an ordered list of rules; the first rule that
 * matches a pair applies. A group is a list of patterns of names, files or sets; a rule names two
 * groups or patterns, in either order. */
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "clash/clash.h"
#include "clash/clash_rules.h"
#include "clash/input/pattern.h"
#include "text/json_text.h"

typedef struct rule {
    unsigned char *fits[2]; /* per part: does it match side A, side B */
    const char *side[2];    /* group or pattern */
    bool ignore;
    double clearance, tolerance; /* negative: of the command line */
} rule;

struct clash_rules {
    const char *path;
    json_t *document;
    json_t *groups; /* or null */
    rule *list;
    size_t count;
    bool others; /* pairs that match no rule are examined, too */
};

static bool refuse(const char *path, size_t number, const char *what) {
    if (number)
        fprintf(stderr, "carom: %s: rule %zu: %s\n", path, number, what);
    else
        fprintf(stderr, "carom: %s: %s\n", path, what);
    return false;
}

static bool read_groups(clash_rules *r, const char *path) {
    const char *name;
    json_t *group, *pattern;
    size_t i;
    r->groups = json_object_get(r->document, "groups");
    if (!r->groups) return true;
    if (!json_is_object(r->groups)) return refuse(path, 0, "\"groups\" is not an object");
    json_object_foreach(r->groups, name, group) {
        if (!json_is_array(group)) return refuse(path, 0, "a group is not a list of patterns");
        json_array_foreach(group, i, pattern) {
            if (!json_is_string(pattern)) return refuse(path, 0, "a pattern is not a string");
            if (!pattern_is_good(json_string_value(pattern)))
                return refuse(path, 0, "a regular expression of a group is not well-formed");
        }
    }
    return true;
}

static bool read_amount(const json_t *from, const char *field, double *out) {
    const json_t *value = json_object_get(from, field);
    *out = value ? json_number_value(value) : -1.0;
    return !value || (json_is_number(value) && *out >= 0.0 && *out <= 1e300);
}

static bool read_rule(rule *out, const json_t *from, const char *path, size_t number) {
    if (!json_is_object(from)) return refuse(path, number, "is not an object");
    for (int i = 0; i < 2; i++) {
        out->side[i] = json_string_value(json_object_get(from, i ? "b" : "a"));
        if (!out->side[i]) return refuse(path, number, "\"a\" and \"b\" must be strings");
        if (!pattern_is_good(out->side[i]))
            return refuse(path, number, "a regular expression is not well-formed");
    }
    const json_t *value = json_object_get(from, "ignore");
    if (value && !json_is_boolean(value)) return refuse(path, number, "\"ignore\": true or false");
    out->ignore = json_is_true(value);
    if (!read_amount(from, "clearance", &out->clearance) ||
        !read_amount(from, "tolerance", &out->tolerance))
        return refuse(path, number, "a length must be a number, 0 or more");
    return true;
}

static bool read_rules(clash_rules *r, const char *path) {
    const json_t *list = json_object_get(r->document, "rules");
    const json_t *others = json_object_get(r->document, "others");
    const char *word = others ? json_string_value(others) : "check";
    if (!json_is_object(r->document) || !json_is_array(list))
        return refuse(path, 0, "must be an object with a list \"rules\"");
    if (!word || (strcmp(word, "check") && strcmp(word, "ignore")))
        return refuse(path, 0, "\"others\" is neither \"check\" nor \"ignore\"");
    r->others = !strcmp(word, "check");
    r->list = calloc(json_array_size(list) + 1, sizeof *r->list);
    if (!r->list) return refuse(path, 0, "not enough memory");
    for (; r->count < json_array_size(list); r->count++)
        if (!read_rule(&r->list[r->count], json_array_get(list, r->count), path, r->count + 1))
            return false;
    return read_groups(r, path);
}

clash_rules *clash_rules_load(const char *path) {
    clash_rules *r = calloc(1, sizeof *r);
    if (!r) return refuse(path, 0, "not enough memory"), NULL;
    r->path = path;
    r->document = json_text_load(path, "rules");
    if (r->document && read_rules(r, path)) return r;
    clash_rules_free(r);
    return NULL;
}

void clash_rules_free(clash_rules *rules) {
    if (!rules) return;
    for (size_t i = 0; rules->list && i < rules->count; i++) {
        free(rules->list[i].fits[0]);
        free(rules->list[i].fits[1]);
    }
    free(rules->list);
    json_decref(rules->document);
    free(rules);
}

static bool part_fits(const clash_rules *rules, const char *side, const clash_input *input,
                      const clash_part *part) {
    const json_t *group = rules->groups ? json_object_get(rules->groups, side) : NULL;
    if (!group) return clash_input_fits(input, part->file, side, &part->tags);
    for (size_t i = 0; i < json_array_size(group); i++)
        if (clash_input_fits(input, part->file, json_string_value(json_array_get(group, i)),
                             &part->tags))
            return true;
    return false;
}

bool clash_rules_apply(clash_rules *rules, const clash_result *result) {
    for (size_t i = 0; i < rules->count; i++)
        for (int side = 0; side < 2; side++) {
            rule *r = &rules->list[i];
            r->fits[side] = calloc(result->part_count + 1, 1);
            if (!r->fits[side]) return false;
            bool any = false;
            for (size_t k = 0; k < result->part_count; k++)
                any |= r->fits[side][k] =
                    part_fits(rules, r->side[side], result->input, &result->parts[k]);
            if (!any)
                fprintf(stderr, "carom: %s: rule %zu: \"%s\" names no part\n", rules->path, i + 1,
                        r->side[side]);
        }
    return true;
}

bool clash_rules_of_pair(const clash_rules *rules, uint32_t a, uint32_t b, double *clearance,
                         double *tolerance) {
    for (size_t i = 0; i < rules->count; i++) {
        const rule *r = &rules->list[i];
        if (!(r->fits[0][a] && r->fits[1][b]) && !(r->fits[0][b] && r->fits[1][a])) continue;
        if (r->clearance >= 0.0) *clearance = r->clearance;
        if (r->tolerance >= 0.0) *tolerance = r->tolerance;
        return !r->ignore;
    }
    return rules->others;
}

double clash_rules_reach(const clash_rules *rules) {
    double most = 0.0;
    for (size_t i = 0; i < rules->count; i++)
        most = fmax(most, rules->list[i].clearance);
    return most;
}
