/* One line of carom query: from bytes to JSON, and to the evaluator of the chosen precision.
 * Malformed bytes give an answer too, so that answers correspond to lines. */
#include "line.h"

#include <stdlib.h>
#include <string.h>

#include "json_lines/query.h"
#include "text/json_text.h"
#include "json_lines/query_verbs.h"

/* Quotes bare NaN, Infinity and -Infinity, which many programs write although JSON lacks them.
 * @return new memory, or null when there is none to quote or no memory. */
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
    json_text_stranger stranger;
    size_t quoted_length = 0;
    while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
        length--;
    char *quoted = quote_special(line, length, &quoted_length);
    const char *text = quoted ? quoted : line;
    const size_t size = quoted ? quoted_length : length;
    json_t *query = json_loadb(text, size, JSON_DECODE_INT_AS_REAL, &where);
    const bool known = !query || json_text_known(text, size, "query", &stranger);
    free(quoted);
    if (!query)
        snprintf(trouble->error, sizeof trouble->error, "not JSON: %s (column %d)", where.text,
                 where.column);
    else if (!json_is_object(query)) {
        json_decref(query);
        query = NULL;
        snprintf(trouble->error, sizeof trouble->error, "must be a JSON object {...}");
    } else if (!known) {
        json_decref(query);
        query = NULL;
        snprintf(trouble->error, sizeof trouble->error, "%s", stranger.sentence);
    }
    return query;
}

bool line_is_blank(const char *line, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (line[i] == '\0' || !strchr(" \t\r\n", line[i])) return false;
    return true;
}

bool line_answer(const char *line, size_t length, size_t number, answer *out) {
    const size_t mark = number == 1 ? json_text_mark(line, length) : 0;
    query_evaluator *evaluate = out->single ? query_evaluate_float : query_evaluate_double;
    query_trouble trouble = {""};
    json_t *query = parse_line(line + mark, length - mark, &trouble);
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
