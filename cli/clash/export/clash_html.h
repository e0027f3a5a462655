/* The report of carom clash as one page for a browser. */
#ifndef CAROM_CLI_CLASH_EXPORT_CLASH_HTML_H
#define CAROM_CLI_CLASH_EXPORT_CLASH_HTML_H

#include "clash/clash.h"

/** Writes the parts, the pairs and the curves along which they meet; without curves after an
 * interruption. `files` are those that the parts are from. On failure prints why. */
bool clash_write_html(const clash_result *result, const char *path, char *const *files,
                      size_t file_count);

#endif
