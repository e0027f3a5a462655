/* The factor is 2^-e for the exponent e of the largest coordinate. */
#include "query/closest/rescale.h"

#include "math/power.h"

double carom_rescale(vec3 *points, int count) {
    double largest = 0.0;
    for (int i = 0; i < count; i++) {
        if (!finite3(points[i])) return 0.0;
        largest = max2(largest, max_abs3(points[i]));
    }
    if (largest == 0.0) return 1.0;
    double factor = scaling_power(largest);
    for (int i = 0; i < count; i++)
        points[i] = scale3(points[i], factor);
    return 1.0 / factor;
}
