/* BIM Collaboration Format, version 2.1: a ZIP archive with a folder for each issue, which holds
 * its description (markup.bcf), a viewpoint (viewpoint.bcfv) and, for the worst issues, an image
 * from there (snapshot.png). */
#ifndef CAROM_CLI_CLASH_EXPORT_CLASH_BCF_H
#define CAROM_CLI_CLASH_EXPORT_CLASH_BCF_H

#include "clash/clash.h"

bool clash_write_bcf(const clash_result *result, const char *path, uint32_t thread_count);

#endif
