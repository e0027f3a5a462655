/* Length and normalization without overflow or underflow: near the ends of the range the vector is
 * first scaled by a power of two, which changes no other bit. */
#include "math/vec.h"

#include "math/tolerances.h"

/* Scales `a` by a power of two so that its squared length is in range. Returns the inverse of the
 * factor. */
static double tame(vec3 *a) {
    static const double big = LENGTH_SCALE;
    double largest = max_abs3(*a), inverse = 1.0;
    if (largest > LENGTH_MAX) {
        *a = scale3(*a, 1.0 / big);
        inverse = big;
    } else if (largest < LENGTH_MIN) {
        *a = scale3(*a, big);
        inverse = 1.0 / big;
        if (max_abs3(*a) < LENGTH_MIN) {
            *a = scale3(*a, big);
            inverse /= big;
        }
    }
    return inverse;
}

double carom_length(vec3 a) {
    double square = len2(a);
    if (CAROM_LIKELY(square > LENGTH2_MIN && square < LENGTH2_MAX)) return sqrt(square);
    if (max_abs3(a) == 0.0) return square; /* zero, or NaN */
    double inverse = tame(&a);
    return sqrt(len2(a)) * inverse;
}

vec3 carom_normalize_or(vec3 a, vec3 fallback) {
    double square = len2(a);
    if (!(square > LENGTH2_MIN && square < LENGTH2_MAX)) {
        if (!finite3(a) || max_abs3(a) == 0.0) return fallback;
        tame(&a);
        square = len2(a);
    }
    return scale3(a, 1.0 / sqrt(square));
}

vec3 carom_perpendicular(vec3 a) {
    double x = fabs(a.x), y = fabs(a.y), z = fabs(a.z);
    vec3 least = x <= y && x <= z ? vec(1, 0, 0) : y <= z ? vec(0, 1, 0) : vec(0, 0, 1);
    return carom_normalize_or(cross3(carom_normalize_or(a, vec(0, 0, 1)), least), vec(1, 0, 0));
}
