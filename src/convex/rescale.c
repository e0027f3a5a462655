/* Copies of two shapes at another scale. A hull or outline stays where it is: its axes are scaled,
 * and with them what is made of its vertices. */
#include "convex/rescale.h"

static double size_of_shape(const convex_shape *s) {
    double size = s->radius;
    if (s->kind == CONVEX_POINTS) {
        for (int i = 0; i < s->count; i++)
            size = max2(size, max_abs3(s->points[i]));
        return size;
    }
    size = max2(size, max_abs3(s->center));
    if (s->kind == CONVEX_OUTLINE) return max2(size, s->outline->reach);
    if (s->kind == CONVEX_HULL)
        return max2(size, max2(max_abs3(s->hull->low), max_abs3(s->hull->high)));
    return max2(size, max_abs3(s->half));
}

double carom_rescale_size(const convex_shape *a, const convex_shape *b) {
    return max2(size_of_shape(a), size_of_shape(b));
}

static convex_shape scaled(const convex_shape *s, double by, vec3 *points) {
    convex_shape out = *s;
    out.rigid = false;
    out.radius *= by;
    out.center = scale3(s->center, by);
    out.half = scale3(s->half, by);
    if (s->kind == CONVEX_POINTS) {
        out.points = points;
        for (int i = 0; i < s->count; i++)
            points[i] = scale3(s->points[i], by);
    }
    if (s->kind == CONVEX_HULL || s->kind == CONVEX_OUTLINE)
        for (int i = 0; i < 3; i++)
            out.axes[i] = scale3(s->axes[i], by);
    return out;
}

bool carom_rescale_pair(const convex_shape *a, const convex_shape *b, double size,
                        rescaled_pair *out) {
    if (!(size > 0.0 && size <= DBL_MAX)) return false;
    double unit = 1.0;
    while (unit < size * 0x1p-64)
        unit *= 0x1p64;
    while (unit > size * 0x1p64 && unit > 0x1p-960)
        unit *= 0x1p-64;
    out->unit = unit;
    out->a = scaled(a, 1.0 / unit, out->points[0]);
    out->b = scaled(b, 1.0 / unit, out->points[1]);
    return true;
}
