/* Options of how files are read, the same in all commands that have them. */
#ifndef CAROM_CLI_READING_H
#define CAROM_CLI_READING_H

#include "carom/io.h"

/** Takes --deflection or --angle and its value. @return 1 when it is neither, 0 when it was taken,
 * -1 when its value is bad. */
int reading_option(carom_io_options *options, const char *name, const char *value);

/** "mm" of 0.001; null where no unit has this size. */
const char *reading_unit_name(double metres);

/** The size of a unit in micrometres, in which those of its table are whole; 0 where there is none.
 */
double reading_unit_size(const char *name);

#endif
