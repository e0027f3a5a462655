/* The factor is 2^-e for the exponent e of the largest coordinate, kept within 2^+-1000 so that it
 * and its inverse are normal numbers. */
#include "query/closest/rescale.h"

#include <string.h>

static double inverse_power(double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)((bits >> 52) & 0x7ff) - 1023;
    exponent = exponent > 1000 ? 1000 : exponent < -1000 ? -1000 : exponent;
    bits = (uint64_t)(1023 - exponent) << 52;
    memcpy(&x, &bits, sizeof x);
    return x;
}

double carom_rescale(vec3 *points, int count) {
    double largest = 0.0;
    for (int i = 0; i < count; i++) {
        if (!finite3(points[i])) return 0.0;
        largest = max2(largest, max_abs3(points[i]));
    }
    if (largest == 0.0) return 1.0;
    double factor = inverse_power(largest);
    for (int i = 0; i < count; i++)
        points[i] = scale3(points[i], factor);
    return 1.0 / factor;
}
