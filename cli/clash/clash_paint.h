/* Shared by the images of carom clash: colours of verdicts, and lighting. */
#ifndef CAROM_CLI_CLASH_PAINT_H
#define CAROM_CLI_CLASH_PAINT_H

#include "render/camera.h"
#include "clash/clash.h"
#include "render/paint.h"

static inline paint clash_hue(clash_verdict verdict) {
    static const paint hues[CLASH_VERDICTS] = {{0.72f, 0.76f, 0.80f},
                                               {0.95f, 0.77f, 0.20f},
                                               {0.95f, 0.77f, 0.20f},
                                               {0.86f, 0.16f, 0.13f},
                                               {0.86f, 0.16f, 0.13f}};
    return hues[verdict];
}

#define CLASH_LEAST_LIGHT 0.38
/** Brightness of a surface viewed along `direction`, from CLASH_LEAST_LIGHT to 1. */
static inline double clash_light(const camera *c, carom_vec3 normal, carom_vec3 direction) {
    if (inner(normal, direction) > 0.0) normal = times(normal, -1.0);
    carom_vec3 lamp = unit(plus(plus(c->right, times(c->up, 1.6)), times(c->forward, -1.3)));
    return CLASH_LEAST_LIGHT + (1.0 - CLASH_LEAST_LIGHT) * fmax(0.0, inner(normal, lamp));
}

#endif
