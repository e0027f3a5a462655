/* A U of sheet metal as convex hulls: a compound that a ball can roll into, where the hull of all
 * would keep it out; and what the hulls are worth. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>

#define CORNERS 8

/* A prism over a polygon that is given with its triangles. */
static carom_mesh *make_channel(void) {
    const carom_real at[CORNERS][2] = {{0, 0},       {3, 0},       {3, 2},    {2.75, 2},
                                       {2.75, 0.25}, {0.25, 0.25}, {0.25, 2}, {0, 2}};
    const uint32_t triangles[CORNERS - 2][3] = {{0, 1, 4}, {1, 2, 4}, {2, 3, 4},
                                                {0, 4, 5}, {0, 5, 7}, {5, 6, 7}};
    carom_vec3 vertices[2 * CORNERS];
    uint32_t indices[12 * (CORNERS - 1)], count = 0;
    for (uint32_t i = 0; i < CORNERS; i++) {
        const uint32_t j = (i + 1) % CORNERS,
                       walls[6] = {i, j, j + CORNERS, i, j + CORNERS, i + CORNERS};
        vertices[i] = (carom_vec3){at[i][0], at[i][1], 0};
        vertices[i + CORNERS] = (carom_vec3){at[i][0], at[i][1], 4};
        for (int k = 0; k < 6; k++)
            indices[count++] = walls[k];
    }
    for (int t = 0; t < CORNERS - 2; t++) {
        for (int k = 2; k >= 0; k--)
            indices[count++] = triangles[t][k];
        for (int k = 0; k < 3; k++)
            indices[count++] = triangles[t][k] + CORNERS;
    }
    const carom_mesh_def def = {.vertices = vertices,
                                .indices = indices,
                                .vertex_count = 2 * CORNERS,
                                .triangle_count = count / 3};
    carom_mesh *mesh = NULL;
    return carom_mesh_create(&mesh, &def) == CAROM_OK ? mesh : NULL;
}

static carom_real distance_of_ball(const carom_shape *shape) {
    const carom_vec3 center = {1.5, 1.25, 2};
    const carom_shape ball = carom_shape_sphere(center, (carom_real)0.5);
    return carom_closest(&ball, carom_pose_identity(), shape, carom_pose_identity()).distance;
}

int main(void) {
    carom_mesh *mesh = make_channel();
    carom_mesh_decomposition *parts = NULL;
    const carom_mesh_decomposition_def def = {.mesh = mesh, .hull_limit = 8};
    if (!mesh || carom_mesh_decomposition_create(&parts, &def) != CAROM_OK) return 1;
    printf("%zu hulls, at most %g out of the solid\n", parts->count, (double)parts->concavity);

    carom_child children[8];
    for (size_t i = 0; i < parts->count; i++)
        children[i] = (carom_child){carom_shape_hull(parts->parts[i].hull), carom_pose_identity()};
    carom_compound *compound = NULL;
    const carom_compound_def all = {.children = children, .count = parts->count};
    if (carom_compound_create(&compound, &all) != CAROM_OK) return 1;
    const carom_shape shape = carom_shape_compound(compound);
    const double distance = (double)distance_of_ball(&shape);
    printf("the ball is %.3f from the hulls\n", distance);

    const bool right = parts->count == 3 && parts->concavity == 0 && fabs(distance - 0.5) < 1e-6;
    carom_compound_destroy(compound);
    carom_mesh_decomposition_destroy(parts);
    carom_mesh_destroy(mesh);
    return right ? 0 : 1;
}
