/* Lists of numbers from options and files: "1,2,3" or "1 2 3", one record per line; empty lines
 * and lines that begin with # are left out. A record has between `least` and `width` finite
 * numbers, and what is missing is filled in. Errors name the file and the line, or the option. */
#include "numbers.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "grow.h"
#include "system.h"

int numbers_read(const char *text, double *out, int least, int most) {
    int count = 0;
    for (;;) {
        while (isspace((unsigned char)*text) || (count > 0 && *text == ','))
            text++;
        if (!*text) break;
        char *end;
        double value = strtod(text, &end);
        bool parted = !*end || *end == ',' || isspace((unsigned char)*end);
        if (end == text || !parted || !isfinite(value) || count == most) return 0;
        out[count++] = value;
        text = end;
    }
    return count >= least ? count : 0;
}

bool numbers_add(numbers_list *list, const double *record, int count) {
    size_t width = (size_t)list->width;
    double *grown = grow_array(list->value, list->count, &list->capacity, width * sizeof *grown);
    if (!grown) return false;
    list->value = grown;
    double *to = grown + width * list->count++;
    for (int i = 0; i < list->width; i++)
        to[i] = i < count ? record[i] : list->missing;
    return true;
}

static bool says_nothing(const char *line) {
    while (isspace((unsigned char)*line))
        line++;
    return !*line || *line == '#';
}

static bool add_line(numbers_list *list, const char *line, int least) {
    double record[16];
    int count = numbers_read(line, record, least, list->width < 16 ? list->width : 16);
    return count > 0 && numbers_add(list, record, count);
}

/* Prints the position and what was expected there. */
static void complain_of(const numbers_list *list, int least, const char *where, ...) {
    va_list arguments;
    fputs("carom: ", stderr);
    va_start(arguments, where);
    vfprintf(stderr, where, arguments);
    va_end(arguments);
    if (least < list->width)
        fprintf(stderr, ": %d to %d finite numbers are wanted\n", least, list->width);
    else
        fprintf(stderr, ": %d finite numbers are wanted\n", least);
}

bool numbers_add_file(numbers_list *list, const char *path, int least) {
    bool standard = !strcmp(path, "-");
    FILE *in = standard ? stdin : fopen(path, "r");
    if (!in) {
        fprintf(stderr, "carom: %s: %s\n", path, strerror(errno));
        return false;
    }
    char *line = NULL;
    size_t size = 0, number = 0;
    bool ok = true;
    for (long long length; ok && (length = system_line(&line, &size, in)) >= 0;) {
        number++;
        if (says_nothing(line)) continue;
        ok = strlen(line) == (size_t)length && add_line(list, line, least);
        if (!ok) complain_of(list, least, "%s: line %zu", path, number);
    }
    if (ok && ferror(in)) {
        fprintf(stderr, "carom: %s: cannot be read: %s\n", path, strerror(errno));
        ok = false;
    }
    free(line);
    if (!standard) fclose(in);
    return ok;
}

int numbers_add_option(numbers_list *list, const char *name, const char *value, int least) {
    double record[16];
    if (name[strlen(name) - 1] == 's')
        return numbers_add_file(list, value, least) ? EXIT_CLEAR : EXIT_BAD_INPUT;
    int count = numbers_read(value, record, least, list->width < 16 ? list->width : 16);
    if (count > 0 && numbers_add(list, record, count)) return EXIT_CLEAR;
    complain_of(list, least, "%s %s", name, value);
    return EXIT_USAGE;
}

void numbers_free(numbers_list *list) {
    free(list->value);
    list->value = NULL;
    list->count = list->capacity = 0;
}
