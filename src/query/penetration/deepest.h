/* The form of a penetration result: a unit normal from A to B, a depth, and one deepest point. */
#ifndef CAROM_QUERY_PENETRATION_DEEPEST_H
#define CAROM_QUERY_PENETRATION_DEEPEST_H

#include "carom/penetration.h"
#include "math/vec.h"

static inline carom_real store_depth(double depth) {
    double held = max2(depth, 0.0);
    return (carom_real)(held > (double)CAROM_REAL_MAX ? (double)CAROM_REAL_MAX : held);
}

/** From B's deepest point. A depth that rounding made negative is 0. */
static inline carom_penetration penetration_at_b(vec3 normal, double depth, vec3 point_b) {
    double held = max2(depth, 0.0);
    return (carom_penetration){.overlap = true,
                               .depth = store_depth(held),
                               .normal = store3(normal),
                               .point_a = store3(mad3(point_b, normal, held)),
                               .point_b = store3(point_b),
                               .certainty = CAROM_EXACT};
}

/** From A's deepest point. */
static inline carom_penetration penetration_at_a(vec3 normal, double depth, vec3 point_a) {
    double held = max2(depth, 0.0);
    return (carom_penetration){.overlap = true,
                               .depth = store_depth(held),
                               .normal = store3(normal),
                               .point_a = store3(point_a),
                               .point_b = store3(mad3(point_a, normal, -held)),
                               .certainty = CAROM_EXACT};
}

/** The answer for the shapes exchanged. */
static inline carom_penetration penetration_exchanged(carom_penetration p) {
    const carom_vec3 a = p.point_a;
    p.normal = store3(opposite3(load3(p.normal)));
    p.point_a = p.point_b;
    p.point_b = a;
    return p;
}

#endif
