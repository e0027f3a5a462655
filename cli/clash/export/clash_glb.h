/* Writes the assembly as binary glTF 2.0 [Khronos21]: one mesh and node per part, placed, in single
 * precision, with the material of its worst verdict or of its colour, and one mesh of lines, the
 * intersection curves. */
#ifndef CAROM_CLI_CLASH_EXPORT_CLASH_GLB_H
#define CAROM_CLI_CLASH_EXPORT_CLASH_GLB_H

#include "clash/clash.h"

bool clash_write_glb(const clash_result *result, const clash_options *options, const char *path);

#endif
