/* A forest of one tree: instances of one mesh, each scaled along its axes and one of them mirrored.
 * Three scales take three copies, however many trees stand there. */
#include <carom/carom.h>
#include <stdio.h>

int main(void) {
    const carom_vec3 corners[5] = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}, {0, 2, 0}};
    const uint32_t faces[12] = {1, 0, 4, 2, 1, 4, 3, 2, 4, 0, 3, 4};
    const carom_mesh_def def = {
        .vertices = corners, .indices = faces, .vertex_count = 5, .triangle_count = 4};
    carom_mesh *tree = NULL;
    if (carom_mesh_create(&tree, &def) != CAROM_OK) return 1;

    enum { TREES = 100 };
    carom_placed_mesh placed[TREES];
    carom_vec3 scales[TREES];
    for (int i = 0; i < TREES; i++) {
        placed[i] = (carom_placed_mesh){.mesh = tree, .pose = carom_pose_identity()};
        placed[i].pose.position = (carom_vec3){(carom_real)(4 * i), 0, 0};
        scales[i] = (carom_vec3){1, (carom_real)(i % 3 + 1), i == 4 ? -1 : 1};
    }
    const carom_scene_def forest = {.instances = placed, .count = TREES, .scales = scales};
    carom_scene *scene = NULL;
    if (carom_scene_create(&scene, &forest) != CAROM_OK) return 1;

    /* down on the mirrored tree: its front stays outside */
    const carom_ray ray = {{16, 9, (carom_real)0.25}, {0, -1, 0}, 0, 10};
    const carom_scene_ray_hit hit = carom_raycast_ray_scene(&ray, scene, CAROM_FRONT_ONLY);
    printf("tree %u is hit at a height of %.3f\n", hit.instance, (double)hit.at.point.y);
    const carom_aabb all = carom_scene_bounds(scene);
    printf("the highest tree has %.3f\n", (double)all.max.y);
    carom_scene_destroy(scene);
    carom_mesh_destroy(tree);
    return hit.hit && hit.instance == 4 && hit.at.point.y == 3 ? 0 : 1;
}
