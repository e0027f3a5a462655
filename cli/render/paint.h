/* Colours of pictures, linear from 0 to 1. */
#ifndef CAROM_CLI_PAINT_H
#define CAROM_CLI_PAINT_H

#include <math.h>
#include <stddef.h>

typedef struct paint {
    float r, g, b;
} paint;

static inline paint paint_mix(paint a, paint b, double t) {
    float s = (float)t;
    return (paint){a.r + (b.r - a.r) * s, a.g + (b.g - a.g) * s, a.b + (b.b - a.b) * s};
}
static inline paint paint_scale(paint a, double s) {
    return (paint){a.r * (float)s, a.g * (float)s, a.b * (float)s};
}
static inline paint paint_add(paint a, paint b) {
    return (paint){a.r + b.r, a.g + b.g, a.b + b.b};
}
static inline paint paint_clamp(paint a) {
    return (paint){fminf(1, fmaxf(0, a.r)), fminf(1, fmaxf(0, a.g)), fminf(1, fmaxf(0, a.b))};
}
/** One of eight colours, so that neighbours in the list differ. */
static inline paint paint_of_part(size_t part) {
    static const paint part_colors[] = {
        {0.80f, 0.68f, 0.55f}, {0.55f, 0.64f, 0.74f}, {0.77f, 0.45f, 0.38f}, {0.58f, 0.68f, 0.50f},
        {0.86f, 0.74f, 0.42f}, {0.60f, 0.52f, 0.68f}, {0.45f, 0.65f, 0.65f}, {0.70f, 0.70f, 0.70f}};
    return part_colors[part % (sizeof part_colors / sizeof part_colors[0])];
}
/** Three bytes. */
static inline void paint_store(paint a, unsigned char *rgb) {
    a = paint_clamp(a);
    rgb[0] = (unsigned char)(255.0f * a.r + 0.5f);
    rgb[1] = (unsigned char)(255.0f * a.g + 0.5f);
    rgb[2] = (unsigned char)(255.0f * a.b + 0.5f);
}

#endif
