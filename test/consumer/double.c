/* The double half of a program that uses both precisions. */
#define CAROM_DOUBLE
#include <carom/carom.h>

int double_half(void) {
    carom_sphere sphere = {{0, 0, 0}, 1};
    carom_aabb box = {{0.5, 0.5, 0.5}, {2, 2, 2}};
    return sizeof(carom_real) == 8 && carom_overlap_sphere_aabb(&sphere, &box);
}
