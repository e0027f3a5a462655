/* carom decompose: the solid of a mesh file as convex hulls. */
#include "model.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "commands.h"
#include "numbers.h"
#include "options.h"
#include "reading.h"
#include "text/plural.h"

static void print_usage(FILE *out) {
    fputs(
        "usage: carom decompose FILE [options]\n"
        "\n"
        "Convex hulls that hold the solid of a closed mesh file (see carom info) together,\n"
        "with proved bounds: no point of a hull is farther from the solid than its concavity, and\n"
        "no point of the solid farther from the hulls than is omitted.\n"
        "\n"
        "  --concavity X   the goal, a length; else 1/50 of the diagonal of the box\n"
        "  --hulls N       most hulls; else 32\n"
        "  --vertices N    most vertices of a hull; else as many as it has\n"
        "  --obj FILE      writes the hulls, an object each\n",
        out);
    reading_print_usage(out, 14);
    fputs("  --json          one JSON object, with the vertices of all hulls\n"
          "\n"
          "exit status: 0 done, 2 usage, 3 bad input\n",
          out);
}

typedef struct decompose_command {
    const char *path, *obj;
    carom_io_options reading;
    carom_mesh_decomposition_def def;
    bool json;
} decompose_command;

/* A whole number from `least` to `most`; 0 for anything else. */
static size_t whole_number(const char *text, double least, double most) {
    double value;
    if (numbers_read(text, &value, 1, 1) != 1) return 0;
    return value >= least && value <= most && value == floor(value) ? (size_t)value : 0;
}

/* Takes the value of an option. @return false where it has none, or a wrong one */
static bool read_value(decompose_command *c, const char *name, const char *value) {
    double length = 0;
    if (!value) return false;
    if (reading_option(&c->reading, name, value) == 0) return true;
    if (!strcmp(name, "--obj")) {
        c->obj = value;
        return true;
    }
    if (!strcmp(name, "--hulls")) {
        c->def.hull_limit = whole_number(value, 1, (double)CAROM_DECOMPOSITION_LIMIT);
        return c->def.hull_limit > 0;
    }
    if (!strcmp(name, "--vertices")) {
        c->def.vertex_limit = whole_number(value, 4, 1e9);
        return c->def.vertex_limit > 0;
    }
    if (strcmp(name, "--concavity") || numbers_read(value, &length, 1, 1) != 1) return false;
    c->def.concavity = length;
    return length > 0;
}

static int read_arguments(decompose_command *c, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json")) {
            c->json = true;
        } else if (argv[i][0] != '-' && !c->path) {
            c->path = argv[i];
        } else if (argv[i][0] == '-' && read_value(c, argv[i], i + 1 < argc ? argv[i + 1] : NULL)) {
            i++;
        } else {
            complain_of_argument("decompose", &argv[i]);
            return EXIT_USAGE;
        }
    }
    if (c->path) return EXIT_CLEAR;
    print_usage(stderr);
    return EXIT_USAGE;
}

/* ---- answers */

static void put_vertices(answer *a, const carom_hull *hull) {
    const int32_t count = carom_hull_vertex_count(hull);
    answer_open_array(a, "vertices");
    for (int32_t i = 0; i < count; i++) {
        const carom_vec3 v = carom_hull_vertex(hull, i);
        answer_open_item(a, i == 0);
        answer_numbers(a, "at", (const double[3]){v.x, v.y, v.z}, 3);
        answer_close_item(a);
    }
    answer_close_array(a);
}

static void put_part(answer *a, const carom_mesh_part *part) {
    answer_number(a, "concavity", part->concavity);
    answer_number(a, "attained", part->attained);
    const carom_vec3 p = part->farthest;
    answer_numbers(a, "farthest", (const double[3]){p.x, p.y, p.z}, 3);
    answer_number(a, "omitted", part->omitted);
    answer_number(a, "volume", carom_volume_hull(part->hull));
    answer_number(a, "faces", carom_hull_face_count(part->hull));
    put_vertices(a, part->hull);
}

static void put_object(const carom_mesh_decomposition *d) {
    answer a = {.out = stdout};
    answer_open(&a);
    answer_number(&a, "hulls", (double)d->count);
    answer_number(&a, "concavity", d->concavity);
    answer_number(&a, "omitted", d->omitted);
    answer_truth(&a, "within_goal", d->is_within_goal);
    answer_open_array(&a, "parts");
    for (size_t i = 0; i < d->count; i++) {
        answer_open_item(&a, i == 0);
        put_part(&a, &d->parts[i]);
        answer_close_item(&a);
    }
    answer_close_array(&a);
    answer_close(&a);
}

static void put_table(const carom_mesh_decomposition *d) {
    printf("%5s %8s %8s  %-14s %-14s %-14s %s\n", "hull", "vertices", "faces", "volume",
           "concavity", "attained", "omitted");
    for (size_t i = 0; i < d->count; i++) {
        const carom_mesh_part *p = &d->parts[i];
        printf("%5zu %8d %8d  %-14.6g %-14.6g %-14.6g %.6g\n", i,
               (int)carom_hull_vertex_count(p->hull), (int)carom_hull_face_count(p->hull),
               carom_volume_hull(p->hull), p->concavity, p->attained, p->omitted);
    }
    printf("%zu hull%s, no point farther than %.6g from the solid: the goal is %s\n", d->count,
           plural(d->count), d->concavity, d->is_within_goal ? "met" : "not met");
}

/* ---- the OBJ file */

static void write_hull(FILE *out, const carom_hull *hull, int32_t first) {
    for (int32_t i = 0; i < carom_hull_vertex_count(hull); i++) {
        const carom_vec3 v = carom_hull_vertex(hull, i);
        fprintf(out, "v %.17g %.17g %.17g\n", v.x, v.y, v.z);
    }
    for (int32_t f = 0; f < carom_hull_face_count(hull); f++) {
        int32_t edge = 0;
        while (carom_hull_edge(hull, edge).face != f)
            edge++;
        const int32_t count = carom_hull_face(hull, f, NULL, 0);
        fputs("f", out);
        for (int32_t i = 0; i < count; i++)
            fprintf(out, " %d", (int)(first + carom_hull_edge(hull, edge + i).from));
        fputs("\n", out);
    }
}

static bool write_obj(const carom_mesh_decomposition *d, const char *path) {
    FILE *out = fopen(path, "w");
    int32_t first = 1;
    for (size_t i = 0; out && i < d->count; i++) {
        fprintf(out, "o hull_%zu\n", i);
        write_hull(out, d->parts[i].hull, first);
        first += carom_hull_vertex_count(d->parts[i].hull);
    }
    bool ok = out && !ferror(out);
    if (out && fclose(out) != 0) ok = false;
    if (!ok) fprintf(stderr, "carom decompose: %s: cannot be written: %s\n", path, strerror(errno));
    return ok;
}

/* ---- the command */

static int run_decompose(decompose_command *c, const model *m) {
    carom_mesh_decomposition *d = NULL;
    c->def.mesh = m->mesh;
    const carom_status status = carom_mesh_decomposition_create(&d, &c->def);
    if (status != CAROM_OK) {
        fprintf(stderr, "carom decompose: %s: %s\n", c->path,
                status == CAROM_ERROR_ARGUMENT ? "the mesh is open: it bounds no solid"
                                               : carom_status_text(status));
        return EXIT_BAD_INPUT;
    }
    if (c->json)
        put_object(d);
    else
        put_table(d);
    const bool written = !c->obj || write_obj(d, c->obj);
    carom_mesh_decomposition_destroy(d);
    return written ? EXIT_CLEAR : EXIT_BAD_INPUT;
}

int cmd_decompose(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return print_usage(stdout), EXIT_CLEAR;
    decompose_command c = {.path = NULL};
    model m;
    int status = read_arguments(&c, argc, argv);
    if (status != EXIT_CLEAR) return status;
    if (!model_load(&m, &(model_def){c.path, c.reading, 1, NULL})) return EXIT_BAD_INPUT;
    status = run_decompose(&c, &m);
    model_free(&m);
    return status;
}
