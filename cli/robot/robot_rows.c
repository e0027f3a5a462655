/* Trajectories as CSV: the first line names joints. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "robot/robot_links.h"
#include "robot/robot_rows.h"

#define LINE_SIZE 65536
#define COLUMNS 1024

typedef struct row_reader {
    const robot *robot;
    const char *path;
    size_t variable[COLUMNS]; /* ROBOT_NONE: left out */
    size_t count, line;
} row_reader;

static bool complain(const row_reader *in, const char *what, const char *name) {
    fprintf(stderr, "carom robot: %s: line %zu: %s%s%s\n", in->path, in->line, what,
            *name ? " " : "", name);
    return false;
}

/* The next field without the blanks and quotes around it; null after the last. */
static char *next_field(char **rest) {
    char *field = *rest;
    if (!field) return NULL;
    char *end = field + strcspn(field, ",;\t");
    *rest = *end ? end + 1 : NULL;
    *end = 0;
    while (*field == ' ' || *field == '"')
        field++;
    for (end = field + strlen(field); end > field && (end[-1] == ' ' || end[-1] == '"'); end--)
        end[-1] = 0;
    return field;
}

static bool read_names(row_reader *in, char *line) {
    for (char *field; (field = next_field(&line));) {
        if (in->count == COLUMNS) return complain(in, "there are more than 1024 columns", "");
        size_t variable = ROBOT_NONE;
        if (*field && *field != '#' && strcmp(field, "time")) {
            const size_t joint = robot_find_joint(in->robot, field);
            if (joint == ROBOT_NONE) return complain(in, "no joint is called", field);
            variable = in->robot->joints[joint].variable;
            if (variable == ROBOT_NONE || in->robot->joints[joint].mimic_name)
                return complain(in, "no joint that moves by itself is", field);
        }
        in->variable[in->count++] = variable;
    }
    return true;
}

static bool read_values(row_reader *in, char *line, double *values) {
    size_t column = 0;
    for (char *field; (field = next_field(&line)); column++) {
        char *end;
        const double value = strtod(field, &end);
        if (column == in->count) return complain(in, "has more values than names", "");
        if (in->variable[column] == ROBOT_NONE) continue;
        if (end == field || *end || !isfinite(value)) return complain(in, "no number is", field);
        values[in->variable[column]] = value;
    }
    return column == in->count || complain(in, "has fewer values than names", "");
}

static bool add_row(robot_rows *out, row_reader *in, char *line) {
    const size_t width = in->robot->variable_count, size = (width + 1) * sizeof(double);
    double *values = grow_array(out->values, out->count, &out->capacity, size);
    if (!values) return complain(in, "not enough memory", "");
    out->values = values;
    double *row = out->values + out->count * width;
    memset(row, 0, width * sizeof *row);
    out->count++;
    return read_values(in, line, row);
}

static bool read_lines(robot_rows *out, row_reader *in, FILE *file, char *line) {
    while (fgets(line, LINE_SIZE, file)) {
        in->line++;
        line[strcspn(line, "\r\n")] = 0;
        if (!line[strspn(line, " ,;\t")]) continue;
        if (in->count == 0 ? !read_names(in, line) : !add_row(out, in, line)) return false;
    }
    return out->count > 0 || complain(in, "there is no row of values", "");
}

bool robot_read_rows(robot_rows *out, const robot *r, const char *path) {
    row_reader in = {.robot = r, .path = path};
    FILE *file = fopen(path, "r");
    char *line = malloc(LINE_SIZE);
    bool ok = false;
    if (!file)
        fprintf(stderr, "carom robot: %s: cannot read: %s\n", path, strerror(errno));
    else if (!line)
        complain(&in, "not enough memory", "");
    else
        ok = read_lines(out, &in, file, line);
    free(line);
    if (file) fclose(file);
    return ok;
}
