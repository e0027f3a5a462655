/* Two balls of radius 1 whose centers are 3 apart are 1 apart. */
#include <carom/carom.h>
#include <stdio.h>

int main(void) {
    const carom_shape ball = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, 1}};
    const carom_pose here = carom_pose_identity(), there = {{3, 0, 0}, {0, 0, 0, 1}};
    const carom_closest_any gap = carom_closest(&ball, here, &ball, there);
    printf("carom %s: %g apart\n", carom_version_text(), (double)gap.distance);
    return gap.distance == 1 && carom_version() == CAROM_VERSION ? 0 : 1;
}
