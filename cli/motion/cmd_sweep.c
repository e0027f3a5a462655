/* carom sweep: does a part of an assembly come out, or in, along a path? It reads the options,
 * loads the parts as carom clash does, and follows the path (motion_find.c). The status is 1 for
 * any contact and for a search that was interrupted. */
#include <stdlib.h>
#include <string.h>

#include "clash/clash_parts.h"
#include "clash/input/pattern.h"
#include "commands.h"
#include "motion/motion_find.h"
#include "motion/motion_path.h"
#include "motion/motion_report.h"
#include "options.h"
#include "reading.h"

static void print_usage(FILE *out) {
    fputs(
        "usage: carom sweep PART FILE... --move DX,DY,DZ | --turn A,DEG[,X,Y,Z] | --path FILE\n"
        "\n"
        "Moves the parts whose names fit PART along a path and tells which of the others they\n"
        "meet, and when first. PART is a pattern of the shell, an expression as /bolt|nut/, or\n"
        "#3, the part of that number, counted from 0. One file: each mesh that it places is a\n"
        "part; several: each file is one, unless --within. Legs of the path come in the order in\n"
        "which they are given; each starts where the last one ended.\n"
        "\n"
        "  --move V        a straight motion by x,y,z\n"
        "  --turn T        a turn about an axis: x, y or z, or three numbers; then degrees, and "
        "the\n"
        "                  point that the axis goes through, the origin unless given: z,90,10,0,0\n"
        "  --path FILE     legs from a file, or - for standard input: lines \"move 0,0,5\" and\n"
        "                  \"turn z,90\"; lines that open with # are skipped\n"
        "  --tolerance T   contact is what is deeper than T, at the start, too: parts that touch,\n"
        "                  or whose facets overlap a little, may slide along each other\n"
        "  --within        takes each file apart into its meshes\n"
        "  --at X,Y,Z      moves the file before it; before the first file, all\n"
        "  --scale S       scales it\n"
        "  --unit U        its lengths are in um, mm, cm, m, km, in, ft or mi\n"
        "  --exclude P     without the parts whose names fit P\n",
        out);
    reading_print_usage(out, 14);
    fputs("  --lenient       leaves out what of a file cannot be read, and tells how much\n"
          "  --by-node       the meshes of one glTF node, or the groups of an OBJ file, are one "
          "part\n"
          "  --threads N     work with N threads; one for each processor unless given\n"
          "  --json          one JSON object\n"
          "\n"
          "Contact counts from touching on, and none is missed. Without a tolerance parts that are "
          "in\n"
          "contact at the start are told, and not followed.\n"
          "\n"
          "exit status: 0 free; 1 a contact, or interrupted; 2 usage; 3 bad input, PART names no\n"
          "part or all\n",
          out);
}

typedef struct sweep_command {
    const char *part;
    clash_input input;
    motion_path path;
    uint32_t threads;
    double tolerance;
    bool json, by_node, bad_file;
} sweep_command;

static bool read_length(const char *text, double *out) {
    char *end;
    *out = strtod(text, &end);
    return end != text && !*end && *out >= 0.0 && *out <= 1e300;
}

/* The option, whose value follows. False when it is none, or its value is bad. */
static bool read_option(sweep_command *c, const char *name, const char *value) {
    if (!strcmp(name, "--move")) return motion_add_move(&c->path, value);
    if (!strcmp(name, "--turn")) return motion_add_turn(&c->path, value);
    if (!strcmp(name, "--threads")) return threads_read(value, &c->threads);
    if (!strcmp(name, "--tolerance")) return read_length(value, &c->tolerance);
    if (!strcmp(name, "--path")) {
        c->bad_file = !motion_add_file(&c->path, value) || c->bad_file;
        return true;
    }
    const bool of_files = !strcmp(name, "--at") || !strcmp(name, "--scale") ||
                          !strcmp(name, "--unit") || !strcmp(name, "--exclude") ||
                          !strcmp(name, "--deflection") || !strcmp(name, "--angle");
    return of_files && clash_input_option(&c->input, name, value) == 0;
}

/* @return the exit status for what is wrong. */
static int read_arguments(sweep_command *c, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json")) {
            c->json = true;
        } else if (!strcmp(argv[i], "--within")) {
            c->input.within = true;
        } else if (!strcmp(argv[i], "--lenient")) {
            c->input.reading.lenient = true;
        } else if (!strcmp(argv[i], "--by-node")) {
            c->by_node = true;
        } else if (argv[i][0] != '-') {
            if (c->part)
                clash_input_file(&c->input, argv[i]);
            else
                c->part = argv[i];
        } else if (i + 1 < argc && read_option(c, argv[i], argv[i + 1])) {
            i++;
        } else {
            complain_of_argument("sweep", &argv[i]);
            return EXIT_USAGE;
        }
    }
    if (c->bad_file) return EXIT_BAD_INPUT;
    if (c->input.file_count == 0)
        print_usage(stderr);
    else if (!pattern_is_good(c->part))
        fprintf(stderr, "carom sweep: %s is no regular expression\n", c->part);
    else if (c->path.count == 0)
        fputs("carom sweep: no --move, --turn or --path is given\n", stderr);
    else
        return EXIT_CLEAR;
    return EXIT_USAGE;
}

static bool is_named(const char *pattern, const char *name, size_t number) {
    char *end;
    if (pattern[0] != '#') return pattern_fits(pattern, name);
    return strtoul(pattern + 1, &end, 10) == number && end != pattern + 1 && !*end;
}

/* Prints what is wrong with the choice of parts. */
static bool choose_parts(const sweep_command *c, motion_result *r) {
    const size_t count = r->assembly->part_count;
    r->moves = calloc(count + 1, sizeof *r->moves);
    if (!r->moves) return fputs("carom sweep: not enough memory\n", stderr), false;
    for (size_t i = 0; i < count; i++) {
        r->moves[i] = is_named(c->part, r->assembly->parts[i].tags.name, i);
        r->moving_count += r->moves[i];
    }
    if (r->moving_count == 0)
        fprintf(stderr, "carom sweep: \"%s\" names none of %zu parts\n", c->part, count);
    else if (r->moving_count == count)
        fprintf(stderr, "carom sweep: \"%s\" names all of %zu parts: nothing stands\n", c->part,
                count);
    return r->moving_count > 0 && r->moving_count < count;
}

static bool run_on(const sweep_command *c, motion_result *r, clash_result *assembly) {
    const threads t = threads_start(c->threads);
    const bool ok = clash_build(assembly, &t) && motion_find(r, &t);
    threads pool = t;
    threads_end(&pool);
    if (!ok) fputs("carom sweep: not enough memory\n", stderr);
    return ok;
}

static int sweep_parts(sweep_command *c) {
    clash_result assembly = {.input = &c->input};
    motion_result r = {.assembly = &assembly, .path = &c->path, .tolerance = c->tolerance};
    int status = EXIT_BAD_INPUT;
    if (clash_load(&assembly, c->by_node) && choose_parts(c, &r) && run_on(c, &r, &assembly)) {
        if (c->json)
            motion_print_json(&r);
        else
            motion_print_table(&r);
        status = r.count > 0 || r.interrupted ? EXIT_NEGATIVE : EXIT_CLEAR;
    }
    free(r.moves);
    free(r.contacts);
    clash_free(&assembly);
    return status;
}

int cmd_sweep(int argc, char **argv) {
    sweep_command c;
    memset(&c, 0, sizeof c);
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return print_usage(stdout), EXIT_CLEAR;
    int status = EXIT_BAD_INPUT;
    if (!clash_input_open(&c.input, argc)) {
        fputs("carom sweep: not enough memory\n", stderr);
    } else {
        c.input.command = "sweep";
        status = read_arguments(&c, argc, argv);
        if (status == EXIT_CLEAR) status = sweep_parts(&c);
    }
    clash_input_close(&c.input);
    free(c.path.legs);
    return status;
}
