/* carom broadphase: compares the broad-phase structures on given boxes. It reads the options, has
 * the structures measured (broadphase_measure.h), and reports each as a table or as JSON, with the
 * structures to choose for boxes that stand and for boxes that move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "broadphase/broadphase.h"
#include "commands.h"
#include "options.h"
#include "broadphase/broadphase_load.h"
#include "broadphase/broadphase_measure.h"
#include "broadphase/broadphase_plot.h"

#define MOST_RANDOM 20000000.0

static void print_usage(FILE *out) {
    fputs(
        "usage: carom broadphase FILE|--random N [--seed S] [--json] [--svg OUT] [--png OUT]\n"
        "\n"
        "Compares all structures of carom_space over boxes: of the triangles of a mesh (OBJ, STL,\n"
        "PLY, glTF, GLB), of the spheres of a scene for carom simulate (.json), or N cubes at\n"
        "random that overlap about ten others each. Tells the time to build, to find all pairs,\n"
        "and to move all boxes and find the pairs again; the memory; and which structure to use.\n"
        "\n"
        "  --random N   no file, N boxes\n"
        "  --seed S     of the random boxes; 1 unless told\n"
        "  --svg OUT    plots the times over the number of boxes, N/16 to N\n"
        "  --png OUT    the same as a PNG\n"
        "  --json       one JSON object\n"
        "\n"
        "exit status: 0 done, 1 structures found different pairs, 2 usage, 3 the file is bad or\n"
        "OUT cannot be written\n",
        out);
}

typedef struct broadphase_options {
    const char *path, *svg, *png;
    size_t random;
    unsigned long seed;
    bool json;
} broadphase_options;

/* ---- reports */

static void print_kinds(const broadphase_result *result) {
    const int last = result->size_count - 1;
    printf("%-30s %12s %12s %12s %10s\n", "structure", "build ms", "pairs ms", "frame ms",
           "bytes/box");
    for (int i = 0; i < result->kind_count; i++) {
        const broadphase_run *run = &result->run[i][last];
        if (run->done)
            printf("%-30s %12.4f %12.4f %12.4f %10.1f\n", result->name[i], run->build_ms,
                   run->pairs_ms, run->frame_ms, run->bytes_per_box);
        else
            printf("%-30s %12s %12s %12s %10s\n", result->name[i], "too slow", "-", "-", "-");
    }
}

/* The second fastest shows whether the choice matters. */
static void print_choice(const broadphase_result *result, const char *what, bool frames) {
    const int last = result->size_count - 1,
              best = frames ? result->best_frames : result->best_once;
    int next = -1;
    double least = 0.0, second = 0.0;
    for (int i = 0; i < result->kind_count; i++) {
        const broadphase_run *run = &result->run[i][last];
        double ms = frames ? run->frame_ms : broadphase_once_ms(run);
        if (i == best) least = ms;
        if (!run->done || i == best || (next >= 0 && ms >= second)) continue;
        next = i;
        second = ms;
    }
    printf("%-30s %s, %.4g ms", what, result->name[best], least);
    if (next >= 0) printf("; then %s, %.4g ms", result->name[next], second);
    putchar('\n');
}

static void print_report(const broadphase_options *opt, const broadphase_result *result) {
    const int last = result->size_count - 1;
    if (opt->path)
        printf("boxes      %zu of %s\n", result->size[last], opt->path);
    else
        printf("boxes      %zu at random, seed %lu\n", result->size[last], opt->seed);
    printf("pairs      %zu overlap\n\n", result->run[result->best_once][last].pairs);
    print_kinds(result);
    putchar('\n');
    print_choice(result, "boxes that stand still: use", false);
    print_choice(result, "boxes that all move: use", true);
}

static json_t *describe_run(const broadphase_result *result, int kind, int size) {
    const broadphase_run *run = &result->run[kind][size];
    if (!run->done) return json_null();
    return json_pack("{s:I, s:f, s:f, s:f, s:f, s:I}", "boxes", (json_int_t)result->size[size],
                     "build_ms", run->build_ms, "pairs_ms", run->pairs_ms, "frame_ms",
                     run->frame_ms, "bytes_per_box", run->bytes_per_box, "pairs",
                     (json_int_t)run->pairs);
}

static bool print_json(const broadphase_options *opt, const broadphase_result *result) {
    const int last = result->size_count - 1;
    json_t *list = json_array();
    for (int i = 0; i < result->kind_count; i++) {
        json_t *runs = json_array();
        for (int size = 0; size < result->size_count; size++)
            json_array_append_new(runs, describe_run(result, i, size));
        json_array_append_new(list, json_pack("{s:s, s:o}", "name", result->name[i], "runs", runs));
    }
    json_t *source = opt->path ? json_stringn(opt->path, strlen(opt->path)) : json_null();
    json_t *out =
        json_pack("{s:o, s:I, s:I, s:b, s:s, s:s, s:o}", "file", source, "boxes",
                  (json_int_t)result->size[last], "pairs",
                  (json_int_t)result->run[result->best_once][last].pairs, "agree",
                  !result->disagree, "use_for_still_boxes", result->name[result->best_once],
                  "use_for_moving_boxes", result->name[result->best_frames], "structures", list);
    bool ok = out && json_dumpf(out, stdout, 0) == 0;
    json_decref(out);
    putchar('\n');
    if (!ok) fprintf(stderr, "carom: %s: cannot be told as JSON (is its name UTF-8?)\n", opt->path);
    return ok;
}

/* ---- measuring */

static int run_broadphase(const broadphase_options *opt) {
    broadphase_boxes boxes = {NULL, 0};
    static broadphase_result result;
    int status = EXIT_BAD_INPUT;
    bool ok = opt->path ? broadphase_load(&boxes, opt->path)
                        : broadphase_random(&boxes, opt->random, opt->seed);
    if (ok && boxes.count == 0) {
        fprintf(stderr, "carom: %s: it has no spheres, so there is nothing to compare\n",
                opt->path);
        ok = false;
    }
    ok = ok && broadphase_measure(&result, &boxes);
    ok = ok && (!opt->svg || broadphase_write_svg(&result, opt->svg));
    ok = ok && (!opt->png || broadphase_write_png(&result, opt->png));
    if (ok && !opt->json) print_report(opt, &result);
    if (ok && (!opt->json || print_json(opt, &result)))
        status = result.disagree ? EXIT_NEGATIVE : EXIT_CLEAR;
    if (ok && result.disagree)
        fputs("carom: the structures found different numbers of pairs; please report it\n", stderr);
    broadphase_free(&boxes);
    return status;
}

static bool read_count(const char *name, const char *text, double least, double *out) {
    char *end = NULL;
    double value = text ? strtod(text, &end) : 0.0;
    if (text && *text && !*end && value >= least && value <= MOST_RANDOM &&
        value == (double)(size_t)value) {
        *out = value;
        return true;
    }
    fprintf(stderr, "carom broadphase: %s needs a whole number from %.0f to %.0f\n", name, least,
            MOST_RANDOM);
    return false;
}

/* Returns how many arguments the option takes up, 0 when it is wrong. */
static int read_broadphase_option(broadphase_options *opt, char **argv) {
    const char *name = argv[0], *value = argv[1];
    double number = 0.0;
    if (!strcmp(name, "--json")) return opt->json = true, 1;
    if (!strcmp(name, "--svg") && value) return opt->svg = value, 2;
    if (!strcmp(name, "--png") && value) return opt->png = value, 2;
    if (!strcmp(name, "--random")) {
        if (!read_count(name, value, 1.0, &number)) return 0;
        return opt->random = (size_t)number, 2;
    }
    if (!strcmp(name, "--seed")) {
        if (!read_count(name, value, 0.0, &number)) return 0;
        return opt->seed = (unsigned long)number, 2;
    }
    if (name[0] != '-' && !opt->path) return opt->path = name, 1;
    complain_of_argument("broadphase", argv);
    return 0;
}

int cmd_broadphase(int argc, char **argv) {
    broadphase_options opt = {.seed = 1};
    for (int i = 1, taken; i < argc; i += taken) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return print_usage(stdout), EXIT_CLEAR;
        taken = read_broadphase_option(&opt, argv + i);
        if (taken == 0) return EXIT_USAGE;
    }
    if (!opt.path == !opt.random) {
        if (opt.path) fputs("carom broadphase: a file or --random, not both\n", stderr);
        return print_usage(stderr), EXIT_USAGE;
    }
    return run_broadphase(&opt);
}
