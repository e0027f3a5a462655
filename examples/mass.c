/* A hammer of two parts: its mass, where it balances, and the axes about which it spins. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    carom_shape handle = {.kind = CAROM_SHAPE_CYLINDER};
    handle.as.cylinder = (carom_cylinder){{0, 0, 0}, {0, 0, 30}, 1};
    carom_shape head = {.kind = CAROM_SHAPE_AABB};
    head.as.aabb = (carom_aabb){{-6, -2, -2}, {6, 2, 2}};
    carom_pose at_the_top = carom_pose_identity();
    at_the_top.position = (carom_vec3){0, 0, 32};

    carom_mass wood, steel; /* grams and centimetres */
    if (carom_mass_shape(&wood, &handle, 0.7) != CAROM_OK) return 1;
    if (carom_mass_shape(&steel, &head, 7.8) != CAROM_OK) return 1;
    steel = carom_mass_transform(&steel, at_the_top);
    carom_mass hammer = carom_mass_add(&wood, &steel);
    carom_mass_axes spin = carom_mass_principal(&hammer);

    printf("mass %.1f, balances at z = %.2f\n", hammer.mass, hammer.center.z);
    for (int i = 0; i < 3; i++)
        printf("moment %.0f about (%.3f, %.3f, %.3f)\n", spin.moments[i], spin.axes[i].x,
               spin.axes[i].y, spin.axes[i].z);
    const double expected =
        (0.7 * 94.2477796 * 15 + 7.8 * 192 * 32) / (0.7 * 94.2477796 + 7.8 * 192);
    return fabs(hammer.center.z - expected) < 1e-6 ? 0 : 1;
}
