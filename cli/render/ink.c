/* Coverage by strokes: by the distance of a pixel's centre from the line or disk, half a pixel of
 * it to either side of the rim. */
#include "render/ink.h"

#include <stdlib.h>
#include <string.h>

bool ink_create(ink *out, int width, int height) {
    *out = (ink){width, height, calloc((size_t)width * (size_t)height, 1)};
    return out->cover != NULL;
}

void ink_destroy(ink *out) {
    free(out->cover);
    *out = (ink){0, 0, NULL};
}

static void cover(ink *out, int x, int y, double share) {
    if (x < 0 || y < 0 || x >= out->width || y >= out->height || !(share > 0.0)) return;
    unsigned char *at = out->cover + (size_t)y * (size_t)out->width + (size_t)x;
    const unsigned char level = (unsigned char)(255.0 * fmin(share, 1.0) + 0.5);
    if (level > *at) *at = level;
}

/* Clips the range [t[0], t[1]] of a line to |at + step t| <= limit. */
static void cut_range(double t[2], double at, double step, double limit) {
    double low = (-limit - at) / step, high = (limit - at) / step;
    if (step == 0.0) {
        if (fabs(at) > limit) t[1] = -1.0;
        return;
    }
    t[0] = fmax(t[0], fmin(low, high));
    t[1] = fmin(t[1], fmax(low, high));
}

bool ink_clip(double t[2], const camera_point *a, const camera_point *b, double half_width,
              double half_height) {
    const double dx = b->x - a->x, dy = b->y - a->y;
    const bool finite = fabs(dx) < CAROM_REAL_MAX && fabs(dy) < CAROM_REAL_MAX;
    t[0] = 0.0;
    t[1] = 1.0;
    if (!finite || !(a->depth > 0.0) || !(b->depth > 0.0)) return false;
    cut_range(t, a->x, dx, half_width);
    cut_range(t, a->y, dy, half_height);
    return t[0] <= t[1];
}

/* A line in pixels from the upper left corner. */
typedef struct ink_stroke {
    double from[2], d[2], half_width;
    int longer; /* axis */
} ink_stroke;

/* The pixels across the line at one of its longer axis. */
static void cover_across(ink *out, const ink_stroke *s, double along) {
    const double *d = s->d, squared = d[0] * d[0] + d[1] * d[1];
    const double slope = d[1 - s->longer] / d[s->longer];
    const double middle = s->from[1 - s->longer] + slope * (along - s->from[s->longer]);
    const double reach = (s->half_width + 0.5) * sqrt(1.0 + slope * slope) + 1.0;
    for (double across = floor(middle - reach) + 0.5; across <= middle + reach; across += 1.0) {
        const double x = s->longer == 0 ? along : across, y = s->longer == 0 ? across : along;
        const double u = x - s->from[0], v = y - s->from[1];
        const double t = fmin(1.0, fmax(0.0, (u * d[0] + v * d[1]) / squared));
        const double far = hypot(u - t * d[0], v - t * d[1]);
        cover(out, (int)floor(x), (int)floor(y), s->half_width + 0.5 - far);
    }
}

void ink_line(ink *out, const camera_point *a, const camera_point *b, double width) {
    ink_stroke s = {.half_width = 0.5 * width};
    const double margin = s.half_width + 1.0, middle[2] = {0.5 * out->width, 0.5 * out->height};
    double t[2];
    if (!ink_clip(t, a, b, middle[0] + margin, middle[1] + margin)) return;
    s.from[0] = a->x + t[0] * (b->x - a->x) + middle[0];
    s.from[1] = a->y + t[0] * (b->y - a->y) + middle[1];
    s.d[0] = (t[1] - t[0]) * (b->x - a->x);
    s.d[1] = (t[1] - t[0]) * (b->y - a->y);
    s.longer = fabs(s.d[0]) >= fabs(s.d[1]) ? 0 : 1;
    if (s.d[s.longer] == 0.0) {
        ink_disk(out, s.from[0], s.from[1], s.half_width);
        return;
    }
    const double end = s.from[s.longer] + s.d[s.longer];
    const double first = fmin(s.from[s.longer], end) - margin;
    const double last = fmax(s.from[s.longer], end) + margin;
    for (double along = floor(first) + 0.5; along <= last; along += 1.0)
        cover_across(out, &s, along);
}

void ink_disk(ink *out, double x, double y, double radius) {
    const double reach = radius + 1.0;
    for (double v = floor(y - reach) + 0.5; v <= y + reach; v += 1.0)
        for (double u = floor(x - reach) + 0.5; u <= x + reach; u += 1.0)
            cover(out, (int)floor(u), (int)floor(v), radius + 0.5 - hypot(u - x, v - y));
}

void ink_apply(const ink *strokes, image *picture, paint color) {
    const size_t count = (size_t)strokes->width * (size_t)strokes->height;
    for (size_t i = 0; i < count; i++) {
        if (!strokes->cover[i]) continue;
        unsigned char *rgb = picture->rgb + 3 * i;
        const paint under = {(float)rgb[0] / 255.0f, (float)rgb[1] / 255.0f,
                             (float)rgb[2] / 255.0f};
        paint_store(paint_mix(under, color, strokes->cover[i] / 255.0), rgb);
    }
}
