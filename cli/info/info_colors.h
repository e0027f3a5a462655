/* The colours that a file gives its parts. */
#ifndef CAROM_CLI_INFO_INFO_COLORS_H
#define CAROM_CLI_INFO_INFO_COLORS_H

#include <jansson.h>

#include "carom/io.h"

/** Prints a line on how many parts have a colour, if some has one. False without memory. */
bool info_colors_print(const carom_io_scene *scene);

/** Sets `colors`, if some part has one: each colour once, by red, then green, blue and opacity, and
 * how many parts have it. False without memory. */
bool info_colors_put(const carom_io_scene *scene, json_t *out);

#endif
