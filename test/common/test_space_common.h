/* Sets of boxes of every kind that a structure may meet. */
#ifndef CAROM_TEST_SPACE_COMMON_H
#define CAROM_TEST_SPACE_COMMON_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "carom/carom.h"
#include "carom/space.h"

static uint64_t seed;
static inline double uniform(void) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}
static inline int below(int n) {
    return (int)(uniform() * n);
}

typedef enum scene {
    RANDOM,
    CLUSTERED,
    LATTICE,
    IDENTICAL,
    LOGNORMAL,
    GIANT,
    FLAT,
    FAR,
    SCENES
} scene;

static inline carom_aabb box_at(double x, double y, double z, double hx, double hy, double hz) {
    return (carom_aabb){{(carom_real)(x - hx), (carom_real)(y - hy), (carom_real)(z - hz)},
                        {(carom_real)(x + hx), (carom_real)(y + hy), (carom_real)(z + hz)}};
}

static inline carom_aabb make_box(scene kind, int n) {
    double side = cbrt((double)n) * 0.5, x = uniform() * side, y = uniform() * side,
           z = uniform() * side, h = 0.1 + 0.3 * uniform();
    switch (kind) {
    case CLUSTERED: {
        double c = below(5) * side, near = 0.05 * side;
        return box_at(c + near * uniform(), c * 0.7 + near * uniform(), near * uniform(), h * 0.2,
                      h * 0.2, h * 0.2);
    }
    case LATTICE: return box_at(below(8), below(8), below(8), 0.5, 0.5, 0.5);
    case IDENTICAL: return box_at(1, 2, 3, 0.5, 0.25, 1);
    case LOGNORMAL: h = exp(4.0 * uniform() - 3.5); return box_at(x, y, z, h, h * 0.5, h * 0.7);
    case GIANT: return below(n) < 2 ? box_at(0, 0, 0, 1e6, 1e6, 1e6) : box_at(x, y, z, h, h, h);
    case FLAT: return box_at(x, below(3), z, h, 0, h);
    case FAR: return box_at(1e5 + x, -1e5 + y, 1e5 + z, h, h, h);
    default: return box_at(x, y, z, h, h, h);
    }
}

static inline carom_space *make_space(carom_space_kind kind, const carom_aabb *boxes, size_t n) {
    carom_space_def def = {.kind = kind, .boxes = boxes, .count = n, .margin = (carom_real)0.05};
    carom_space *space = NULL;
    if (carom_space_create(&space, &def) != CAROM_OK) return NULL;
    return space;
}

#endif
