/* carom query: reads JSON Lines and writes one JSON line for each, in order. This file reads and
 * numbers the lines; line.c parses one, query_*.c answer it, compiled in both precisions. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "line.h"
#include "options.h"
#include "system.h"
#include "json_lines/query.h"
#include "json_lines/query_mesh.h"

static void print_usage(FILE *out) {
    fputs("usage: carom query [--precision float|double] [FILE]\n"
          "\n"
          "Reads one JSON object per line from FILE or standard input and answers each with one "
          "line:\n"
          "\n"
          "  "
          "{\"query\":\"closest\",\"a\":{\"point\":[0,0,2]},\"b\":{\"triangle\":[[0,0,0],[1,0,0],["
          "0,1,0]]}}\n"
          "\n"
          "Queries: closest, distance, distance_signed, overlap, classify, raycast, sweep, toi,\n"
          "ccd, penetration, contact, intersection, response. Shapes: point, segment, ray, line,\n"
          "plane, halfspace, sphere, capsule, aabb, obb, triangle, polygon, kdop, cylinder, cone, "
          "ellipsoid,\n"
          "tetrahedron, hull, mesh, heightfield, each with every other, in any pose.\n"
          "docs/query.md has every field.\n"
          "\n"
          "  --precision P   float or double (default double)\n"
          "\n"
          "exit status: 0 every line was answered, 2 usage, 3 some line was malformed (its answer "
          "is an\n"
          "\"error\" that names the line), the input could not be read or an answer not written\n",
          out);
}

static int answer_stream(FILE *in, const char *name, answer *out) {
    char *line = NULL;
    size_t capacity = 0, number = 0;
    long long length;
    int status = EXIT_CLEAR;
    while ((length = system_line(&line, &capacity, in)) >= 0) {
        number++;
        if (line_is_blank(line, (size_t)length)) continue;
        if (!line_answer(line, (size_t)length, number, out)) status = EXIT_BAD_INPUT;
        if (fflush(out->out) == 0) continue;
        fprintf(stderr, "carom: query: cannot write: %s\n", strerror(errno));
        status = EXIT_BAD_INPUT;
        break;
    }
    if (length < 0 && !feof(in)) { /* reading also fails without memory */
        fprintf(stderr, "carom: %s: line %zu: %s\n", name, number + 1, strerror(errno));
        status = EXIT_BAD_INPUT;
    }
    free(line);
    query_end_float();
    query_end_double();
    return status;
}

static bool read_precision(const char *text, answer *out) {
    out->single = text && !strcmp(text, "float");
    if (out->single || (text && !strcmp(text, "double"))) return true;
    fputs("carom: query: --precision must be float or double\n", stderr);
    return false;
}

int cmd_query(int argc, char **argv) {
    answer out = {.out = stdout};
    const char *path = NULL;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) {
            print_usage(stdout);
            return EXIT_CLEAR;
        }
        if (!strcmp(argv[i], "--json")) continue; /* the only output format */
        if (!strcmp(argv[i], "--precision")) {
            if (!read_precision(i + 1 < argc ? argv[++i] : NULL, &out)) return EXIT_USAGE;
        } else if (path || (argv[i][0] == '-' && argv[i][1] != '\0')) {
            complain_of_argument("query", &argv[i]);
            return EXIT_USAGE;
        } else
            path = argv[i];
    }
    if (!path || !strcmp(path, "-")) return answer_stream(stdin, "standard input", &out);
    FILE *in = fopen(path, "r");
    if (!in) {
        fprintf(stderr, "carom: %s: %s\n", path, strerror(errno));
        return EXIT_BAD_INPUT;
    }
    int status = answer_stream(in, path, &out);
    fclose(in);
    return status;
}
