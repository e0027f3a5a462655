/* A line of carom query in both precisions: any bytes are answered by exactly one line of JSON in
 * which no number is NaN or infinite. */
#define _POSIX_C_SOURCE 200809L
#include <jansson.h>
#include <string.h>

#include "fuzz.h"
#include "line.h"
#include "json_lines/query.h"

/* Files of every name on the machine are no inputs of ours. */
static int names_a_file(const uint8_t *data, size_t size) {
    static const char word[] = "mesh";
    for (size_t i = 0; i + sizeof word - 1 <= size; i++)
        if (!memcmp(data + i, word, sizeof word - 1)) return 1;
    return 0;
}

static void check_answer(char *text, size_t size) {
    must(size > 2 && text[0] == '{' && text[size - 1] == '\n', "an answer is one line");
    must(memchr(text, '\n', size) == text + size - 1, "an answer is one line");
    json_error_t where;
    json_t *parsed = json_loadb(text, size, JSON_REJECT_DUPLICATES, &where);
    must(json_is_object(parsed), "an answer is JSON");
    int hit = json_is_true(json_object_get(parsed, "hit"));
    must(!hit || !json_object_get(parsed, "invalid"), "what is invalid is never hit");
    json_decref(parsed);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size > 65536 || names_a_file(data, size)) return 0;
    json_object_seed(1);
    for (int single = 0; single < 2; single++) {
        char *text = NULL;
        size_t length = 0;
        answer out = {.out = open_memstream(&text, &length), .single = single != 0};
        if (!out.out) return 0;
        bool good = line_answer((const char *)data, size, 7, &out);
        fclose(out.out);
        check_answer(text, length);
        must(good == (strncmp(text, "{\"error\":", 9) != 0), "only errors are errors");
        free(text);
    }
    return 0;
}
