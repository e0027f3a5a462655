/* The curves along which parts meet, drawn over an image. */
#ifndef CAROM_CLI_CLASH_CLASH_LINES_H
#define CAROM_CLI_CLASH_CLASH_LINES_H

#include "render/camera.h"
#include "render/image.h"
#include "clash/clash.h"

/** Draws those of all pairs, in the colours of their verdicts, the worst last; glass hides none.
 * What an interruption leaves out is missing. False when memory ran out. */
bool clash_draw_lines(image *picture, const clash_result *result, const camera *view);

#endif
