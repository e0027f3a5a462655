/* carom broadphase: boxes from several sources, measurements of every broad-phase structure, and
 * the plot. The boxes are read in double and measured in float. */
#ifndef CAROM_CLI_BROADPHASE_H
#define CAROM_CLI_BROADPHASE_H

#include <stdbool.h>
#include <stddef.h>

enum { BROADPHASE_SIZES = 5, BROADPHASE_KINDS = 16 };

/* x, y, z of the least corner, then of the greatest. */
typedef struct broadphase_boxes {
    double (*box)[6];
    size_t count;
} broadphase_boxes;

typedef struct broadphase_run {
    bool done; /* false: it would have taken too long */
    double build_ms, pairs_ms;
    double frame_ms; /* all boxes move a little, then all pairs are found */
    double bytes_per_box;
    size_t pairs;
} broadphase_run;

typedef struct broadphase_result {
    size_t size[BROADPHASE_SIZES]; /* ascending; the last is all boxes */
    int size_count, kind_count;
    const char *name[BROADPHASE_KINDS];
    broadphase_run run[BROADPHASE_KINDS][BROADPHASE_SIZES];
    bool disagree;              /* two structures found different numbers of pairs */
    int best_once, best_frames; /* fastest structures, for static and for moving boxes */
} broadphase_result;

static inline double broadphase_once_ms(const broadphase_run *run) {
    return run->build_ms + run->pairs_ms;
}

#endif
