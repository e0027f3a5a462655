/* The float half of a program that uses both precisions. */
#include <carom/carom.h>

int float_half(void) {
    carom_sphere sphere = {{0, 0, 0}, 1};
    carom_aabb box = {{0.5f, 0.5f, 0.5f}, {2, 2, 2}};
    return sizeof(carom_real) == 4 && carom_overlap_sphere_aabb(&sphere, &box);
}
