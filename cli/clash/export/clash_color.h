/* The colours of parts in what carom clash draws: those of the file, of the worst verdict, or one
 * for each part. */
#ifndef CAROM_CLI_CLASH_EXPORT_CLASH_COLOR_H
#define CAROM_CLI_CLASH_EXPORT_CLASH_COLOR_H

#include "clash/clash.h"
#include "render/paint.h"

/** Reads the value of --color. */
bool clash_color_read(clash_options *options, const char *text);

/** What --color says; unless given the colours of the files where some part has one, else those of
 * verdicts. */
clash_coloring clash_coloring_of(const clash_options *options, const clash_result *result);

/** "file", "verdict" or "part". */
const char *clash_coloring_name(clash_coloring coloring);

/** The colour of a part without its verdict: pale where it has none of its own. */
paint clash_color_of_part(const clash_result *result, clash_coloring coloring, size_t part);

#endif
