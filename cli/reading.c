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

/* Above 0, and at most `most`. */
static int read_amount(const char *text, double most, double *out) {
    return numbers_read(text, out, 1, 1) == 1 && *out > 0.0 && *out <= most ? 0 : -1;
}

int reading_option(carom_io_options *options, const char *name, const char *value) {
    if (!strcmp(name, "--deflection")) return read_amount(value, 1e90, &options->deflection);
    if (!strcmp(name, "--angle")) return read_amount(value, 90.0, &options->angle);
    return 1;
}
