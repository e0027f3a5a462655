/* The numbers of the table's rows in the image of carom clash. */
#ifndef CAROM_CLI_CLASH_CLASH_MARKERS_H
#define CAROM_CLI_CLASH_CLASH_MARKERS_H

#include "clash/clash.h"
#include "render/image.h"

typedef struct clash_marking {
    const camera *view;
    int caption; /* pixels at the top that are taken */
    bool each;   /* pairs of a group have rows of their own */
} clash_marking;

/** Numbers the rows of the table where there is room near the place of each, the worst first, with
 * a line from the number to the place. False when memory ran out. */
bool clash_draw_markers(const clash_result *result, const clash_marking *how, image *picture);

#endif
