/* carom sdf: the signed distances of a mesh file on a regular grid (carom/mesh_grid.h), as NRRD. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "commands.h"
#include "model.h"
#include "numbers.h"
#include "options.h"
#include "reading.h"
#include "solid.h"
#include "threads.h"

static void print_usage(FILE *out) {
    fputs(
        "usage: carom sdf FILE --out GRID.nrrd [options]\n"
        "\n"
        "Samples the distance from the surface of an OBJ, STL, PLY, glTF or GLB file, negative\n"
        "inside, on a regular grid, and writes it as NRRD. Each sample is exact but for rounding.\n"
        "\n"
        "  --out FILE      the grid\n"
        "  --cell H        the edge of a cell, 1/64 of the longest side unless given\n"
        "  --box B         what the grid covers, the least and largest x,y,z: 0,0,0,1,1,1; the\n"
        "                  mesh and two cells around it, or the band, unless given\n"
        "  --band D        distances beyond D become D\n"
        "  --unsigned      without signs\n"
        "  --double        samples of double precision; single unless given\n",
        out);
    reading_print_usage(out, 14);
    fputs("  --threads N     work with N threads; one for each processor unless given\n"
          "  --json          what the grid is, as one JSON object\n"
          "\n"
          "exit status: 0 done, 2 usage, 3 bad input, or the grid cannot be written\n",
          out);
}

typedef struct sdf_command {
    const char *path, *out;
    carom_io_options reading;
    double cell, band, box[6];
    uint32_t threads;
    bool has_box, is_unsigned, is_double, json;
} sdf_command;

static bool read_length(const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end && *out > 0.0 && *out <= 1e300;
}

static bool read_option(sdf_command *c, const char *name, const char *value) {
    if (!strcmp(name, "--cell")) return read_length(value, &c->cell);
    if (!strcmp(name, "--band")) return read_length(value, &c->band);
    if (!strcmp(name, "--threads")) return threads_read(value, &c->threads);
    if (!strcmp(name, "--out")) return c->out = value, true;
    if (reading_option(&c->reading, name, value) == 0) return true;
    if (strcmp(name, "--box")) return false;
    c->has_box = numbers_read(value, c->box, 6, 6) == 6;
    return c->has_box && c->box[0] < c->box[3] && c->box[1] < c->box[4] && c->box[2] < c->box[5];
}

static bool read_arguments(sdf_command *c, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json")) {
            c->json = true;
        } else if (!strcmp(argv[i], "--unsigned")) {
            c->is_unsigned = true;
        } else if (!strcmp(argv[i], "--double")) {
            c->is_double = true;
        } else if (argv[i][0] != '-' && !c->path) {
            c->path = argv[i];
        } else if (i + 1 < argc && read_option(c, argv[i], argv[i + 1])) {
            i++;
        } else {
            complain_of_argument("sdf", &argv[i]);
            return false;
        }
    }
    if (!c->path)
        print_usage(stderr);
    else if (!c->out)
        fputs("carom sdf: no --out is given\n", stderr);
    return c->path && c->out;
}

/* ---- NRRD */

static void put_bytes(FILE *out, uint64_t bits, int count) {
    for (int i = 0; i < count; i++)
        putc((int)(bits >> 8 * i & 255), out);
}

static void put_samples(FILE *out, const carom_mesh_grid *g, bool is_double) {
    const size_t count = (size_t)g->count[0] * g->count[1] * g->count[2];
    for (size_t i = 0; i < count; i++) {
        const double sample = g->distances[i];
        const float value = (float)sample;
        uint64_t bits;
        uint32_t single;
        memcpy(&bits, &sample, sizeof bits);
        memcpy(&single, &value, sizeof single);
        put_bytes(out, is_double ? bits : single, is_double ? 8 : 4);
    }
}

static bool write_nrrd(const sdf_command *c, const carom_mesh_grid *g) {
    FILE *out = fopen(c->out, "wb");
    if (out) {
        fprintf(out,
                "NRRD0004\n# %s distance, written by carom %s\ntype: %s\ndimension: 3\n"
                "sizes: %u %u %u\nspace dimension: 3\n"
                "space directions: (%.17g,0,0) (0,%.17g,0) (0,0,%.17g)\n"
                "space origin: (%.17g,%.17g,%.17g)\nkinds: domain domain domain\n"
                "endian: little\nencoding: raw\n\n",
                g->is_signed ? "signed" : "unsigned", carom_version_text(),
                c->is_double ? "double" : "float", (unsigned)g->count[0], (unsigned)g->count[1],
                (unsigned)g->count[2], g->cell, g->cell, g->cell, g->origin.x, g->origin.y,
                g->origin.z);
        put_samples(out, g, c->is_double);
    }
    bool ok = out && !ferror(out);
    if (out) ok = fclose(out) == 0 && ok;
    if (!ok) fprintf(stderr, "carom: %s: cannot be written: %s\n", c->out, strerror(errno));
    return ok;
}

/* ---- the command */

static void tell(const sdf_command *c, const carom_mesh_grid *g) {
    const size_t count = (size_t)g->count[0] * g->count[1] * g->count[2];
    double least = g->distances[0], most = least;
    for (size_t i = 0; i < count; i++) {
        least = fmin(least, g->distances[i]);
        most = fmax(most, g->distances[i]);
    }
    if (!c->json) {
        printf("%u x %u x %u samples, %.9g apart, from %.9g %.9g %.9g on; %s from %.9g to %.9g%s\n",
               (unsigned)g->count[0], (unsigned)g->count[1], (unsigned)g->count[2], g->cell,
               g->origin.x, g->origin.y, g->origin.z, g->is_signed ? "signed" : "unsigned", least,
               most,
               g->is_signed && !g->is_closed ? "; the mesh is open: signs by winding number" : "");
        return;
    }
    answer a = {.out = stdout};
    answer_open(&a);
    answer_numbers(&a, "sizes",
                   (const double[3]){(double)g->count[0], (double)g->count[1], (double)g->count[2]},
                   3);
    answer_numbers(&a, "origin", (const double[3]){g->origin.x, g->origin.y, g->origin.z}, 3);
    answer_number(&a, "cell", g->cell);
    answer_truth(&a, "signed", g->is_signed);
    answer_truth(&a, "closed", g->is_closed);
    answer_number(&a, "min", least);
    answer_number(&a, "max", most);
    answer_close(&a);
}

static int sample_model(const sdf_command *c, const model *m, const threads *t) {
    const double *b = c->box;
    carom_mesh_grid *grid = NULL;
    carom_mesh_grid_def def = {
        .solid = m->solid, .cell = c->cell, .band = c->band, .tasks = t->hook};
    if (c->is_unsigned) def.solid = (carom_mesh_solid){.mesh = m->mesh};
    if (c->has_box) def.bounds = (carom_aabb){make3(b[0], b[1], b[2]), make3(b[3], b[4], b[5])};
    const carom_status status = carom_mesh_grid_create(&grid, &def);
    if (status != CAROM_OK) {
        fprintf(stderr, "carom sdf: %s: %s\n", c->path,
                status == CAROM_ERROR_LIMIT ? "more than 2^31 samples: choose a larger --cell"
                                            : carom_status_text(status));
        return EXIT_BAD_INPUT;
    }
    const bool ok = write_nrrd(c, grid);
    if (ok) tell(c, grid);
    carom_mesh_grid_destroy(grid);
    return ok ? EXIT_CLEAR : EXIT_BAD_INPUT;
}

int cmd_sdf(int argc, char **argv) {
    sdf_command c = {.path = NULL};
    model m;
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return print_usage(stdout), EXIT_CLEAR;
    if (!read_arguments(&c, argc, argv)) return EXIT_USAGE;
    if (!model_load(&m, &(model_def){c.path, c.reading, c.threads, NULL})) return EXIT_BAD_INPUT;
    int status = EXIT_BAD_INPUT;
    if (model_solid(&m)) {
        threads t = threads_start(c.threads);
        status = sample_model(&c, &m, &t);
        threads_end(&t);
    }
    model_free(&m);
    return status;
}
