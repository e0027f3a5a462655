/* Spheres and capsules, posed, by chance and on a lattice, and what tests compare of their answers.
 */
#ifndef CAROM_TEST_ROUND_COMMON_H
#define CAROM_TEST_ROUND_COMMON_H

#include "common/test_flat_common.h"

typedef struct posed_two {
    carom_posed_shape a, b;
} posed_two;

static inline posed_two posed(const carom_shape *a, const carom_shape *b) {
    posed_two out;
    assert_true(carom_shape_pose(&out.a, a, carom_pose_identity()));
    assert_true(carom_shape_pose(&out.b, b, carom_pose_identity()));
    return out;
}

static inline carom_shape round_shape(carom_vec3 a, carom_vec3 b, double r, bool sphere) {
    if (sphere) return (carom_shape){.kind = CAROM_SHAPE_SPHERE, .as.sphere = {a, (carom_real)r}};
    return (carom_shape){.kind = CAROM_SHAPE_CAPSULE, .as.capsule = {a, b, (carom_real)r}};
}

static inline carom_shape lattice_shape(void) {
    carom_vec3 p = v3(random_lattice(2), random_lattice(2), random_lattice(1));
    carom_vec3 q = v3(random_lattice(2), random_lattice(2), random_lattice(1));
    return round_shape(p, q, 0.25 * (1 + floor(8 * random01())), random01() < 0.2);
}

#endif
