/* carom info --solvers: for each verb the lists of solvers, each with all pairs of shapes that it
 * is tried for. A pair is listed once, its kinds in the library's order; for ray casts the first is
 * the ray. */
#include "info/info_solvers.h"

#include <stdio.h>
#include <string.h>

#include <jansson.h>

#include "carom/dispatch.h"
#include "commands.h"

enum { SOLVERS = 16, PAIRS = CAROM_SHAPE_KINDS * CAROM_SHAPE_KINDS };

static const char *const verbs[] = {"overlap", "classify",    "closest", "raycast",
                                    "sweep",   "penetration", "contact", "toi"};
static const char *const kinds[CAROM_SHAPE_KINDS] = {
    "point",  "segment",     "ray",      "line",      "plane",       "halfspace",
    "sphere", "capsule",     "aabb",     "obb",       "triangle",    "polygon",
    "kdop",   "cylinder",    "cone",     "ellipsoid", "tetrahedron", "hull",
    "mesh",   "heightfield", "compound", "support",   "rounded"};

/* Pairs of one list of solvers. */
typedef struct solver_group {
    carom_solver solver[SOLVERS];
    int solvers, pairs;
    unsigned char pair[PAIRS][2];
} solver_group;

typedef struct solver_groups {
    solver_group group[PAIRS];
    int count;
} solver_groups;

static bool is_same_list(const solver_group *group, const carom_solver *list, int count) {
    bool same = group->solvers == count;
    for (int i = 0; same && i < count; i++)
        same = !strcmp(group->solver[i].name, list[i].name) &&
               !strcmp(group->solver[i].reason, list[i].reason);
    return same;
}

static void add_pair(solver_groups *out, carom_verb verb, int a, int b) {
    carom_solver list[SOLVERS];
    int count =
        (int)carom_shape_solvers(verb, (carom_shape_kind)a, (carom_shape_kind)b, list, SOLVERS);
    int g = 0;
    if (count == 0 || count > SOLVERS) return;
    while (g < out->count && !is_same_list(&out->group[g], list, count))
        g++;
    solver_group *group = &out->group[g];
    if (g == out->count) {
        out->count++;
        group->solvers = count;
        group->pairs = 0;
        memcpy(group->solver, list, sizeof list);
    }
    group->pair[group->pairs][0] = (unsigned char)a;
    group->pair[group->pairs++][1] = (unsigned char)b;
}

static void find_groups(solver_groups *out, carom_verb verb) {
    out->count = 0;
    for (int a = 0; a < CAROM_SHAPE_KINDS; a++)
        for (int b = verb == CAROM_VERB_RAYCAST ? 0 : a; b < CAROM_SHAPE_KINDS; b++)
            add_pair(out, verb, a, b);
}

static void print_group(const solver_group *group) {
    int column = printf("  ");
    for (int i = 0; i < group->pairs; i++) {
        char name[64];
        int length = snprintf(name, sizeof name, "%s-%s%s", kinds[group->pair[i][0]],
                              kinds[group->pair[i][1]], i + 1 < group->pairs ? ", " : "\n");
        if (column + length > 100) column = printf("\n  ") - 1;
        column += printf("%s", name);
    }
    for (int i = 0; i < group->solvers; i++) {
        const carom_solver *s = &group->solver[i];
        printf("    %d. %s: %s [%s]\n       %s\n", i + 1, s->name, s->algorithm, s->source,
               s->reason);
    }
}

static json_t *group_as_json(const char *verb, const solver_group *group) {
    json_t *pairs = json_array(), *solvers = json_array();
    for (int i = 0; i < group->pairs; i++)
        json_array_append_new(
            pairs, json_pack("[ss]", kinds[group->pair[i][0]], kinds[group->pair[i][1]]));
    for (int i = 0; i < group->solvers; i++) {
        const carom_solver *s = &group->solver[i];
        json_array_append_new(solvers,
                              json_pack("{s:s, s:s, s:s, s:s}", "name", s->name, "algorithm",
                                        s->algorithm, "source", s->source, "reason", s->reason));
    }
    return json_pack("{s:s, s:o, s:o}", "verb", verb, "pairs", pairs, "solvers", solvers);
}

int tell_solvers(bool json) {
    static solver_groups groups;
    json_t *all = json ? json_array() : NULL;
    for (carom_verb verb = CAROM_VERB_OVERLAP; verb <= CAROM_VERB_TOI; verb++) {
        find_groups(&groups, verb);
        if (!json) printf("%s%s\n", verb ? "\n" : "", verbs[verb]);
        for (int i = 0; i < groups.count; i++)
            if (json)
                json_array_append_new(all, group_as_json(verbs[verb], &groups.group[i]));
            else
                print_group(&groups.group[i]);
    }
    if (!json) return EXIT_CLEAR;
    bool ok = all && !json_dumpf(all, stdout, JSON_INDENT(1));
    json_decref(all);
    putchar('\n');
    return ok ? EXIT_CLEAR : EXIT_BAD_INPUT;
}
