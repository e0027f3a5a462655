/* The report of carom clash as one page for a browser. */
#ifndef CAROM_CLI_CLASH_EXPORT_CLASH_HTML_H
#define CAROM_CLI_CLASH_EXPORT_CLASH_HTML_H

#include "clash/clash.h"

typedef struct clash_page_def {
    const char *path;
    char *const *files; /* those that the parts are from */
    size_t file_count;
    const clash_options *options;
} clash_page_def;

/** Writes the parts, the pairs and the curves along which they meet; without curves after an
 * interruption. On failure prints why. */
bool clash_write_html(const clash_result *result, const clash_page_def *def);

#endif
