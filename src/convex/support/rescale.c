/* Copies of two shapes at another scale. The vertices of a hull or outline, and what a support
 * function returns, keep their values: the axes are scaled instead. */
#include "convex/support/rescale.h"

#include "math/power.h"

static double size_of_shape(const convex_shape *s) {
    double size = s->radius;
    if (s->kind == CONVEX_POINTS) {
        for (int i = 0; i < s->count; i++)
            size = max2(size, max_abs3(s->points[i]));
        return size;
    }
    size = max2(size, max_abs3(s->center));
    /* the axes of a copy that was scaled are not of unit length */
    if (s->kind == CONVEX_OUTLINE) return max2(size, s->outline->reach * carom_length(s->axes[0]));
    if (s->kind == CONVEX_HULL)
        return max2(size, max2(max_abs3(s->hull->low), max_abs3(s->hull->high)) *
                              carom_length(s->axes[0]));
    return max2(size, max_abs3(s->half));
}

double carom_rescale_size(const convex_shape *a, const convex_shape *b) {
    return max2(size_of_shape(a), size_of_shape(b));
}

static convex_shape scaled(const convex_shape *s, const rescaled_pair *pair, vec3 *points) {
    convex_shape out = *s;
    out.rigid = false;
    out.radius = rescaled_length(pair, s->radius);
    out.center = rescaled_vector(pair, s->center);
    out.half = rescaled_vector(pair, s->half);
    if (s->kind == CONVEX_POINTS) {
        out.points = points;
        for (int i = 0; i < s->count; i++)
            points[i] = rescaled_vector(pair, s->points[i]);
    }
    if (s->kind == CONVEX_HULL || s->kind == CONVEX_OUTLINE || s->kind == CONVEX_FUNCTION)
        for (int i = 0; i < 3; i++)
            out.axes[i] = scale3(s->axes[i], 1.0 / pair->unit);
    return out;
}

bool carom_rescale_pair(const convex_shape *a, const convex_shape *b, double size,
                        rescaled_pair *out) {
    if (!(size > 0.0 && size <= DBL_MAX)) return false;
    out->unit = 1.0 / scaling_power(size);
    out->a = scaled(a, out, out->points[0]);
    out->b = scaled(b, out, out->points[1]);
    return true;
}
