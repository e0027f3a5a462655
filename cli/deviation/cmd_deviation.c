/* carom deviation: a scan or a mesh against a reference mesh. The status is 1 where some point is
 * known to be farther than the tolerance. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "deviation/deviation_picture.h"
#include "deviation/deviation_report.h"
#include "deviation/deviation_write.h"
#include "options.h"
#include "reading.h"

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
        "  --png FILE      a picture of the scan coloured: blue inside, white on the surface, red\n"
        "                  outside, with the scale\n"
        "  --both          beside it the reference, coloured by its distance from the scan\n"
        "  --ply FILE      the scan as PLY, coloured likewise\n"
        "  --range R       the distance from which on colours are full; the tolerance unless "
        "given,\n"
        "                  or without one the largest\n",
        out);
    reading_print_usage(out, 14);
    fputs(
        "  --threads N     work with N threads; one for each processor unless given\n"
        "  --json          one JSON object\n"
        "\n"
        "exit status: 0 done; 1 a point is farther than the tolerance; 2 usage; 3 bad input, or a\n"
        "file cannot be written\n",
        out);
}

typedef struct deviation_command {
    const char *scan, *reference, *ply, *png;
    carom_io_options reading;
    double tolerance, range; /* negative: not given */
    size_t samples;
    uint32_t threads;
    bool json, both;
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
    if (!strcmp(name, "--png")) return c->png = value, true;
    if (reading_option(&c->reading, name, value) == 0) return true;
    if (strcmp(name, "--samples") || value[0] < '0' || value[0] > '9') return false;
    c->samples = strtoul(value, &end, 10);
    return !*end && c->samples > 0 && c->samples <= 100000000;
}

static bool read_arguments(deviation_command *c, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json")) {
            c->json = true;
        } else if (!strcmp(argv[i], "--both")) {
            c->both = true;
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
    if (c->both && !c->png) fputs("carom deviation: --both is for the picture of --png\n", stderr);
    return c->reference && (c->png || !c->both);
}

/* ---- the command */

static bool write_files(const deviation_command *c, deviation_scan *scan, const model *reference,
                        const deviation_result *r) {
    const double range = c->range > 0.0       ? c->range
                         : c->tolerance > 0.0 ? c->tolerance
                         : c->both            ? r->hausdorff
                                              : r->largest;
    bool ok = true;
    if (c->ply) {
        threads t = threads_start(c->threads);
        ok = deviation_write_ply(scan, reference, range, c->ply, &t);
        threads_end(&t);
    }
    const deviation_picture picture = {c->png, range, r->unit, c->both, c->threads};
    return (!c->png || deviation_write_png(scan, reference, &picture)) && ok;
}

static int compare(const deviation_command *c, deviation_scan *scan, const model *reference) {
    deviation_result r = {.unit = reference->unit ? reference->unit : scan->model.unit};
    threads t = threads_start(c->threads);
    const bool ok = deviation_measure(&r, scan, reference, c->tolerance, &t);
    threads_end(&t);
    if (!ok) {
        fputs("carom deviation: not enough memory\n", stderr);
        return EXIT_BAD_INPUT;
    }
    if (c->json)
        deviation_print_json(&r, scan, c->tolerance);
    else
        deviation_print_table(&r, scan, c->tolerance);
    fflush(stdout);
    if (!write_files(c, scan, reference, &r)) return EXIT_BAD_INPUT;
    return c->tolerance >= 0.0 && r.largest > c->tolerance ? EXIT_NEGATIVE : EXIT_CLEAR;
}

static int run_deviation(const deviation_command *c) {
    deviation_scan scan;
    model reference;
    int status = EXIT_BAD_INPUT;
    model_def def = {c->reference, c->reading, c->threads, NULL};
    if (!model_load(&reference, &def)) return status;
    def.path = c->scan;
    def.unit = reference.unit;
    if (deviation_load(&scan, &def, c->samples)) {
        if (model_solid(&reference)) status = compare(c, &scan, &reference);
        deviation_free(&scan);
    }
    model_free(&reference);
    return status;
}

int cmd_deviation(int argc, char **argv) {
    deviation_command c = {.tolerance = -1.0, .range = -1.0, .samples = DEFAULT_SAMPLES};
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return print_usage(stdout), EXIT_CLEAR;
    return read_arguments(&c, argc, argv) ? run_deviation(&c) : EXIT_USAGE;
}
