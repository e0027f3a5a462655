/* Options of how files are read, the same in all commands that have them. */
#ifndef CAROM_CLI_READING_H
#define CAROM_CLI_READING_H

#include <stdbool.h>
#include <stdio.h>

#include "carom/io.h"

/** Takes --deflection or --angle and its value. @return 1 when it is neither, 0 when it was taken,
 * -1 when its value is bad. */
int reading_option(carom_io_options *options, const char *name, const char *value);

/** Prints the lines of a command's help about these options, the names in a column of `width`. */
void reading_print_usage(FILE *out, int width);

/** Whether z points up in files of the format: STL and what comes from CAD count heights along z;
 * glTF says that y is up, and most OBJ files have it so. */
bool reading_z_up(carom_io_format format);

/** "mm" of 0.001; null where no unit has this size. */
const char *reading_unit_name(double metres);

/** The name of a unit in a sentence: "mm", but "inches". */
const char *reading_unit_text(const char *name);

/** The size of a unit in micrometres, in which those of its table are whole; 0 where there is none.
 */
double reading_unit_size(const char *name);

#endif
