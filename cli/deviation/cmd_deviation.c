/* carom deviation: a scan or a mesh against a reference mesh. The status is 1 where some point is
 * known to be farther than the tolerance. */
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "commands.h"
#include "deviation/deviation_write.h"
#include "options.h"

#define DEFAULT_SAMPLES 100000

static void print_usage(FILE *out) {
    fputs(
        "usage: carom deviation SCAN REFERENCE [options]\n"
        "\n"
        "Tells how far a scan is from a reference mesh: mean, RMS and largest distance, and the\n"
        "Hausdorff distance both ways. SCAN is a point cloud, PLY without faces or text of x y z\n"
        "(.xyz, .asc, .pts, .txt), or a mesh: OBJ, STL, PLY, glTF or GLB, as REFERENCE is. Both\n"
        "in one frame. Of a closed reference distances inside are negative.\n"
        "\n"
        "  --tolerance T   how many points are within T; a farther one makes the exit status 1\n"
        "  --samples N     points spread over a mesh by area for mean and RMS, 100000 unless "
        "given\n"
        "  --ply FILE      the scan coloured: blue inside, white on the surface, red outside\n"
        "  --range R       the distance from which on colours are full; the tolerance unless "
        "given,\n"
        "                  or without one the largest\n"
        "  --threads N     work with N threads; one for each processor unless given\n"
        "  --json          one JSON object\n"
        "\n"
        "exit status: 0 done; 1 a point is farther than the tolerance; 2 usage; 3 bad input, or a\n"
        "file cannot be written\n",
        out);
}

typedef struct deviation_command {
    const char *scan, *reference, *ply;
    double tolerance, range; /* negative: not given */
    size_t samples;
    uint32_t threads;
    bool json;
} deviation_command;

static bool read_length(const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end && *out >= 0.0 && *out <= 1e300;
}

static bool read_option(deviation_command *c, const char *name, const char *value) {
    char *end;
    if (!strcmp(name, "--tolerance")) return read_length(value, &c->tolerance);
    if (!strcmp(name, "--range")) return read_length(value, &c->range) && c->range > 0.0;
    if (!strcmp(name, "--threads")) return threads_read(value, &c->threads);
    if (!strcmp(name, "--ply")) return c->ply = value, true;
    if (strcmp(name, "--samples") || value[0] < '0' || value[0] > '9') return false;
    c->samples = strtoul(value, &end, 10);
    return !*end && c->samples > 0 && c->samples <= 100000000;
}

static bool read_arguments(deviation_command *c, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json")) {
            c->json = true;
        } else if (argv[i][0] != '-' && !c->reference) {
            *(c->scan ? &c->reference : &c->scan) = argv[i];
        } else if (i + 1 < argc && read_option(c, argv[i], argv[i + 1])) {
            i++;
        } else {
            complain_of_argument("deviation", &argv[i]);
            return false;
        }
    }
    if (!c->reference) print_usage(stderr);
    return c->reference;
}

/* ---- reports */

static void put_hausdorff(answer *a, const char *field, const carom_mesh_hausdorff *h) {
    answer_open_field(a, field);
    answer_number(a, "distance", h->distance);
    answer_number(a, "bound", h->bound);
    answer_numbers(a, "point", (const double[3]){h->point_a.x, h->point_a.y, h->point_a.z}, 3);
    answer_numbers(a, "nearest", (const double[3]){h->point_b.x, h->point_b.y, h->point_b.z}, 3);
    answer_close_field(a);
}

static void print_json(const deviation_command *c, const deviation_scan *scan,
                       const deviation_result *r) {
    const deviation_statistics *s = &r->points;
    answer a = {.out = stdout};
    answer_open(&a);
    answer_text(&a, "scan", scan->is_mesh ? "mesh" : "points");
    answer_number(&a, "points", (double)s->count);
    answer_number(&a, "mean", s->mean);
    answer_number(&a, "rms", s->rms);
    answer_number(&a, "standard_deviation", s->deviation);
    answer_number(&a, "median", s->half);
    answer_number(&a, "percentile_95", s->most_of);
    answer_number(&a, "max", s->most);
    if (r->has_sign) {
        answer_number(&a, "signed_mean", s->signed_mean);
        answer_number(&a, "signed_min", s->least_signed);
        answer_number(&a, "signed_max", s->most_signed);
    }
    if (c->tolerance >= 0.0) answer_number(&a, "within_tolerance", (double)s->within);
    put_hausdorff(&a, "scan_to_reference", &r->to_reference);
    put_hausdorff(&a, "reference_to_scan", &r->from_reference);
    answer_number(&a, "hausdorff", fmax(r->to_reference.distance, r->from_reference.distance));
    answer_number(&a, "hausdorff_bound", fmax(r->to_reference.bound, r->from_reference.bound));
    answer_close(&a);
}

static void print_hausdorff(const char *what, const carom_mesh_hausdorff *h) {
    printf("%-20s %.9g, at most %.9g, at %.6g %.6g %.6g\n", what, h->distance, h->bound,
           h->point_a.x, h->point_a.y, h->point_a.z);
}

static void print_table(const deviation_command *c, const deviation_scan *scan,
                        const deviation_result *r) {
    const deviation_statistics *s = &r->points;
    printf("%-20s %zu%s\n", "points", s->count, scan->is_mesh ? ", spread by area" : "");
    printf("%-20s mean %.9g, RMS %.9g, standard deviation %.9g\n", "distance", s->mean, s->rms,
           s->deviation);
    printf("%-20s median %.9g, 95%% %.9g, largest %.9g\n", "", s->half, s->most_of, s->most);
    if (r->has_sign)
        printf("%-20s mean %.9g, from %.9g to %.9g\n", "signed", s->signed_mean, s->least_signed,
               s->most_signed);
    if (c->tolerance >= 0.0)
        printf("%-20s %zu of %zu points, %.4g%%\n", "within the tolerance", s->within, s->count,
               100.0 * (double)s->within / (double)s->count);
    print_hausdorff("scan to reference", &r->to_reference);
    print_hausdorff("reference to scan", &r->from_reference);
    printf("%-20s %.9g, at most %.9g\n", "Hausdorff distance",
           fmax(r->to_reference.distance, r->from_reference.distance),
           fmax(r->to_reference.bound, r->from_reference.bound));
}

/* ---- the command */

static int compare(const deviation_command *c, const deviation_scan *scan, const model *reference,
                   const threads *t) {
    deviation_result r = {.has_sign = false};
    if (!deviation_measure(&r, scan, reference, c->tolerance, t)) {
        fputs("carom deviation: not enough memory\n", stderr);
        return EXIT_BAD_INPUT;
    }
    if (c->json)
        print_json(c, scan, &r);
    else
        print_table(c, scan, &r);
    const double largest = fmax(r.points.most, r.to_reference.distance);
    const double range = c->range > 0.0 ? c->range : c->tolerance > 0.0 ? c->tolerance : largest;
    if (c->ply && !deviation_write_ply(scan, reference, range, c->ply, t)) return EXIT_BAD_INPUT;
    return c->tolerance >= 0.0 && largest > c->tolerance ? EXIT_NEGATIVE : EXIT_CLEAR;
}

static int run_deviation(const deviation_command *c) {
    deviation_scan scan;
    model reference;
    int status = EXIT_BAD_INPUT;
    if (!deviation_load(&scan, c->scan, c->samples, c->threads)) return status;
    if (model_load(&reference, c->reference, c->threads)) {
        if (model_solid(&reference)) {
            threads t = threads_start(c->threads);
            status = compare(c, &scan, &reference, &t);
            threads_end(&t);
        }
        model_free(&reference);
    }
    deviation_free(&scan);
    return status;
}

int cmd_deviation(int argc, char **argv) {
    deviation_command c = {.tolerance = -1.0, .range = -1.0, .samples = DEFAULT_SAMPLES};
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return print_usage(stdout), EXIT_CLEAR;
    return read_arguments(&c, argc, argv) ? run_deviation(&c) : EXIT_USAGE;
}
