/* The few vector operations that need care at the ends of the range: the vector is first scaled by
 * a power of two so that its largest component is about 1, which changes no other bit. */
#include "math/vec.h"

/* Scales `a` so that its largest component lies in [2^-60, 2^60] or so. Returns the factor's
 * inverse. */
static double tame(vec3 *a) {
    static const double big = 1.3407807929942597e154; /* 2^512 */
    double largest = max_abs3(*a), inverse = 1.0;
    if (largest > 1e120) {
        *a = scale3(*a, 1.0 / big);
        inverse = big;
    } else if (largest < 1e-120) {
        *a = scale3(*a, big);
        inverse = 1.0 / big;
        if (max_abs3(*a) < 1e-120) {
            *a = scale3(*a, big);
            inverse /= big;
        }
    }
    return inverse;
}

double carom_length(vec3 a) {
    double square = len2(a);
    if (CAROM_LIKELY(square > 1e-240 && square < 1e240)) return sqrt(square);
    if (max_abs3(a) == 0.0) return square; /* zero, or NaN */
    double inverse = tame(&a);
    return sqrt(len2(a)) * inverse;
}

vec3 carom_normalize_or(vec3 a, vec3 fallback) {
    double square = len2(a);
    if (!(square > 1e-240 && square < 1e240)) {
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
