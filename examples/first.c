#include <carom/carom.h>
#include <stdio.h>

int main(void) {
    carom_vec3 corners[4] = {{-9, 0, -9}, {9, 0, -9}, {9, 0, 9}, {-9, 0, 9}};
    uint32_t faces[6] = {0, 1, 2, 0, 2, 3};
    carom_mesh_def def = {.vertices = corners, .indices = faces, .vertex_count = 4};
    def.triangle_count = 2;
    carom_mesh *floor;
    if (carom_mesh_create(&floor, &def) != CAROM_OK) return 1;

    carom_sphere ball = {{0, 5, 0}, 0.5f};
    carom_vec3 motion = {3, -40, 0}; /* eighty radii in one frame */
    carom_mesh_sweep_hit hit = carom_sweep_sphere_mesh(&ball, motion, floor);
    printf("hits triangle %u after %.4f of the frame\n", hit.triangle, hit.at.fraction);
    carom_bounce end =
        carom_response_remaining(ball.center, motion, hit.at.fraction, hit.at.normal, 0.8f);
    printf("ends it at (%.3f, %.3f, %.3f)\n", end.position.x, end.position.y, end.position.z);
    carom_mesh_destroy(floor);
}
