/* Where things stand: rotations by axis and angle, matrices of an engine, and shapes of one call.
 */
#include <carom/carom.h>
#include <stdio.h>

int main(void) {
    const carom_vec3 up = {0, 0, 1};
    const carom_real quarter = (carom_real)1.5707963267948966;
    const carom_pose door = {{1, 0, 0}, carom_quat_from_axis_angle(up, quarter)};
    const carom_shape leaf = carom_shape_aabb((carom_vec3){0, 0, 0}, (carom_vec3){1, 0.1f, 2});
    const carom_shape cat = carom_shape_sphere((carom_vec3){0.5f, 1.5f, 0.25f}, 0.25f);

    /* A matrix as glTF and OpenGL have it, with the cat's own pose in it. */
    const carom_real matrix[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.25f, -0.5f, 0, 1};
    carom_pose pose;
    if (carom_pose_from_columns(&pose, matrix) != CAROM_OK) return 1;
    const carom_real doubled[16] = {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1};
    if (carom_pose_from_columns(&pose, doubled) != CAROM_ERROR_ARGUMENT) return 2;

    int nearest = -1;
    carom_real least = 9;
    for (int i = 0; i <= 4; i++) { /* the door closes */
        carom_pose now = door;
        now.rotation = carom_quat_slerp(door.rotation, (carom_quat){0, 0, 0, 1}, (carom_real)i / 4);
        const carom_real gap = carom_closest(&leaf, now, &cat, pose).distance;
        printf("%d quarters closed: %.3f from the cat\n", i, (double)gap);
        if (gap < least) least = gap, nearest = i;
    }
    const carom_vec3 edge = carom_pose_transform_point(door, (carom_vec3){1, 0, 0});
    const carom_vec3 off = carom_vec3_subtract(edge, (carom_vec3){1, 1, 0});
    return carom_vec3_length(off) < 1e-6f && nearest == 0 ? 0 : 3;
}
