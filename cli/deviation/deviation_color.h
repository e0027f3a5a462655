/* The colours of deviations. */
#ifndef CAROM_CLI_DEVIATION_DEVIATION_COLOR_H
#define CAROM_CLI_DEVIATION_DEVIATION_COLOR_H

#include "render/paint.h"

/** Blue at -range, white at 0, red at range and beyond. */
static inline paint deviation_color(double deviation, double range) {
    static const paint inside = {0.10f, 0.30f, 0.85f}, none = {0.96f, 0.96f, 0.96f},
                       outside = {0.85f, 0.10f, 0.10f};
    const double t = range > 0.0 ? fmin(fabs(deviation) / range, 1.0) : 0.0;
    return paint_mix(none, deviation < 0.0 ? inside : outside, t);
}

#endif
