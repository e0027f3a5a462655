/* No algorithm of its own: colours of parts. Those of files are taken as values for a screen, which
 * STEP, IFC, 3MF and COLLADA mean by them. */
#include "clash/export/clash_color.h"

#include <string.h>

#include "clash/clash_paint.h"

static const char *const coloring_names[] = {"", "file", "verdict", "part"};

bool clash_color_read(clash_options *options, const char *text) {
    for (int i = CLASH_COLOR_FILE; i <= CLASH_COLOR_PART; i++)
        if (!strcmp(text, coloring_names[i])) return options->coloring = (clash_coloring)i, true;
    return false;
}

const char *clash_coloring_name(clash_coloring coloring) {
    return coloring_names[coloring];
}

clash_coloring clash_coloring_of(const clash_options *options, const clash_result *result) {
    if (options->coloring != CLASH_COLOR_AUTO) return options->coloring;
    for (size_t i = 0; i < result->part_count; i++)
        if (result->parts[i].color[3] > 0.0) return CLASH_COLOR_FILE;
    return CLASH_COLOR_VERDICT;
}

paint clash_color_of_part(const clash_result *result, clash_coloring coloring, size_t part) {
    const double *c = result->parts[part].color;
    if (coloring == CLASH_COLOR_PART) return paint_of_part(part);
    if (coloring == CLASH_COLOR_FILE && c[3] > 0.0)
        return paint_clamp((paint){(float)c[0], (float)c[1], (float)c[2]});
    return clash_hue(CLASH_CLEAR);
}
