/* The page of web/viewer/ as bytes; the build makes their source (cmake/viewer.cmake). */
#ifndef CAROM_CLI_HTML_VIEWER_H
#define CAROM_CLI_HTML_VIEWER_H

#include <stddef.h>

/* What stands before the data, and what stands after it. */
extern const unsigned char html_before[], html_after[];
extern const size_t html_before_size, html_after_size;

#endif
