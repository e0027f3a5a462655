/* A plane's equation at a point, in doubled precision because of cancellation (compensated dot
 * product, [Dekker71]). */
#ifndef CAROM_QUERY_CLOSEST_KERNEL_PLANE_H
#define CAROM_QUERY_CLOSEST_KERNEL_PLANE_H

#include "math/error_free.h"
#include "math/vec.h"

/** dot(n, p) - offset, to about twice double precision before the last rounding. */
static inline double plane_value(vec3 n, double offset, vec3 p) {
    const double a[3] = {n.x, n.y, n.z}, b[3] = {p.x, p.y, p.z};
    double sum = -offset, rest = 0.0;
    for (int i = 0; i < 3; i++) {
        double product, error, carry;
        two_product(a[i], b[i], &product, &error);
        two_sum(sum, product, &sum, &carry);
        rest += carry + error;
    }
    double exact = sum + rest, rounded = dot3(n, p) - offset;
    return finite1(exact) ? exact : rounded;
}

#endif
