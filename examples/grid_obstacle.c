/* A robot's gripper among distances that were sampled once: is it free of the scan, by how much,
 * and which way leads out? */
#include <carom/carom.h>
#include <stdio.h>

/* A pyramid of four faces and a square base, 1 high, about the origin. */
static carom_mesh *make_scan(void) {
    static const carom_vec3 vertices[] = {
        {-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, 1}};
    static const uint32_t indices[] = {0, 2, 1, 0, 3, 2, 0, 1, 4, 1, 2, 4, 2, 3, 4, 3, 0, 4};
    const carom_mesh_def def = {
        .vertices = vertices, .vertex_count = 5, .indices = indices, .triangle_count = 6};
    carom_mesh *mesh = NULL;
    return carom_mesh_create(&mesh, &def) == CAROM_OK ? mesh : NULL;
}

int main(void) {
    carom_mesh *scan = make_scan();
    carom_mesh_grid *grid = NULL;
    if (!scan) return 1;
    const carom_mesh_grid_def def = {.solid = carom_mesh_solid_of(scan),
                                     .bounds = {{-3, -3, -2}, {3, 3, 3}},
                                     .cell = (carom_real)0.0625};
    if (carom_mesh_grid_create(&grid, &def) != CAROM_OK) return 1;
    const carom_shape finger =
        carom_shape_capsule((carom_vec3){0, 0, 0}, (carom_vec3){0, 0, 1}, (carom_real)0.125);
    int wrong = 0;
    for (int i = 0; i < 4; i++) {
        carom_pose pose = carom_pose_identity();
        pose.position.z = (carom_real)(1.5 - 0.25 * i);
        const carom_grid_clearance at =
            carom_distance_shape_mesh_grid(&finger, pose, grid, carom_pose_identity(), NULL);
        printf("tip at %.3f: %s, distance %.3f to %.3f, away along (%.2f %.2f %.2f)\n",
               (double)pose.position.z - 0.125,
               at.low > 0    ? "free"
               : at.high < 0 ? "in it"
                             : "undecided",
               (double)at.low, (double)at.high, (double)at.normal.x, (double)at.normal.y,
               (double)at.normal.z);
        /* straight above the apex the distance is known */
        const double known = (double)pose.position.z - 0.125 - 1;
        if (known > 0) wrong += !((double)at.low <= known && known <= (double)at.high);
    }
    carom_mesh_grid_destroy(grid);
    carom_mesh_destroy(scan);
    return wrong;
}
