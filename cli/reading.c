/* No algorithm of its own: options of how files are read, and the names of units. */
#include "reading.h"

#include <math.h>
#include <string.h>

#include "numbers.h"

/* Whole numbers, so that a factor between two units is one quotient. */
static const struct {
    const char *name;
    double micrometres;
} units[] = {{"um", 1},   {"mm", 1e3},   {"cm", 1e4},    {"m", 1e6},
             {"km", 1e9}, {"in", 25400}, {"ft", 304800}, {"mi", 1609344e3}};

double reading_unit_size(const char *name) {
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (!strcmp(name, units[i].name)) return units[i].micrometres;
    return 0.0;
}

const char *reading_unit_name(double metres) {
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (fabs(1e6 * metres - units[i].micrometres) <= 1e-9 * units[i].micrometres)
            return units[i].name;
    return NULL;
}

const char *reading_unit_text(const char *name) {
    return !strcmp(name, "in")   ? "inches"
           : !strcmp(name, "ft") ? "feet"
           : !strcmp(name, "mi") ? "miles"
                                 : name;
}

/* Above 0, and at most `most`. */
static int read_amount(const char *text, double most, double *out) {
    return numbers_read(text, out, 1, 1) == 1 && *out > 0.0 && *out <= most ? 0 : -1;
}

int reading_option(carom_io_options *options, const char *name, const char *value) {
    if (!strcmp(name, "--deflection")) return read_amount(value, 1e90, &options->deflection);
    if (!strcmp(name, "--angle")) return read_amount(value, 90.0, &options->angle);
    return 1;
}

bool reading_z_up(carom_io_format format) {
    switch (format) {
    case CAROM_IO_STL_ASCII:
    case CAROM_IO_STL_BINARY:
    case CAROM_IO_STEP:
    case CAROM_IO_IGES:
    case CAROM_IO_IFC:
    case CAROM_IO_3MF: return true;
    default: return false;
    }
}

void reading_print_usage(FILE *out, int width) {
    static const char *const lines[][2] = {
        {"--deflection D", "triangles of STEP, IGES and IFC may be D off the surfaces, in"},
        {"", "the unit of the file; unless given a thousandth of each part's"},
        {"", "diagonal, of IFC 1 mm"},
        {"--angle A", "and neighbours of them A degrees apart; 20 unless given"}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        const int column = (int)strlen(lines[i][0]) > width ? (int)strlen(lines[i][0]) : width;
        fprintf(out, "  %-*s  %s\n", column, lines[i][0], lines[i][1]);
    }
}
