/* carom query: JSON Lines in, one JSON line out for each, in order. This file reads lines and keeps
 * count of them; query_*.c answer, compiled in both precisions. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "query.h"

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
          "Queries: closest, distance, overlap, classify, raycast, sweep, penetration, "
          "intersection,\n"
          "response. docs/query.md has every shape and field.\n"
          "\n"
          "  --precision P   float or double (default double)\n"
          "\n"
          "exit status: 0 every line was answered, 2 usage, 3 some line was malformed (its answer "
          "is an\n"
          "\"error\" that names the line) or the input could not be read\n",
          out);
}

/* Quotes bare NaN, Infinity and -Infinity, which many programs write though JSON lacks them.
 * @return new memory, or null when there was none to quote or no memory. */
static char *quote_special(const char *line, size_t length, size_t *quoted_length) {
    char *out = NULL;
    size_t n = 0, done = 0;
    bool in_string = false;
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '"') in_string = !in_string;
        if (in_string && line[i] == '\\') i++;
        if (in_string) continue;
        static const char *const words[] = {"NaN", "-Infinity", "Infinity"};
        for (size_t w = 0; w < 3; w++) {
            size_t size = strlen(words[w]);
            if (length - i < size || memcmp(line + i, words[w], size) != 0) continue;
            if (!out && !(out = malloc(2 * length + 1))) return NULL;
            memcpy(out + n, line + done, i - done);
            n += i - done;
            n += (size_t)sprintf(out + n, "\"%s\"", words[w]);
            i += size - 1;
            done = i + 1;
            break;
        }
    }
    if (!out) return NULL;
    memcpy(out + n, line + done, length - done);
    *quoted_length = n + length - done;
    return out;
}

static json_t *parse_line(const char *line, size_t length, query_trouble *trouble) {
    json_error_t where;
    size_t quoted_length = 0;
    char *quoted = quote_special(line, length, &quoted_length);
    json_t *query = json_loadb(quoted ? quoted : line, quoted ? quoted_length : length,
                               JSON_DECODE_INT_AS_REAL, &where);
    free(quoted);
    if (!query)
        snprintf(trouble->error, sizeof trouble->error, "not JSON: %s (column %d)", where.text,
                 where.column);
    else if (!json_is_object(query)) {
        json_decref(query);
        query = NULL;
        snprintf(trouble->error, sizeof trouble->error, "must be a JSON object {...}");
    }
    return query;
}

static bool is_blank(const char *line, size_t length) {
    return strspn(line, " \t\r\n") == length;
}

/* @return false when the line was malformed. */
static bool answer_line(const char *line, size_t length, size_t number, answer *out) {
    query_evaluator *evaluate = out->single ? query_evaluate_float : query_evaluate_double;
    query_trouble trouble = {""};
    json_t *query = parse_line(line, length, &trouble);
    bool good = query && evaluate(query, out, &trouble);
    json_decref(query);
    if (good) return true;
    char text[QUERY_ERROR_SIZE + 40];
    snprintf(text, sizeof text, "line %zu: %s", number, trouble.error);
    answer_open(out);
    answer_text(out, "error", text);
    answer_close(out);
    return false;
}

static int answer_stream(FILE *in, const char *name, answer *out) {
    char *line = NULL;
    size_t capacity = 0, number = 0;
    ssize_t length;
    int status = EXIT_CLEAR;
    while ((length = getline(&line, &capacity, in)) >= 0) {
        number++;
        if (is_blank(line, (size_t)length)) continue;
        if (!answer_line(line, (size_t)length, number, out)) status = EXIT_BAD_INPUT;
        if (fflush(out->out) != 0) break; /* nobody reads on */
    }
    if (ferror(in)) {
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
        if (!strcmp(argv[i], "--json")) continue; /* it is what we write */
        if (!strcmp(argv[i], "--precision")) {
            if (!read_precision(i + 1 < argc ? argv[++i] : NULL, &out)) return EXIT_USAGE;
        } else if (path || (argv[i][0] == '-' && argv[i][1] != '\0')) {
            fprintf(stderr, "carom: query: unexpected argument %s; see carom query --help\n",
                    argv[i]);
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
