/* Balls against a mesh by a grid of distances: its bounds decide for most, and leave the others to
 * the mesh. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    /* an octahedron */
    const carom_vec3 vertices[6] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                    {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    const uint32_t indices[24] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                  2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
    const carom_mesh_def mesh_def = {
        .vertices = vertices, .indices = indices, .vertex_count = 6, .triangle_count = 8};
    carom_mesh *mesh = NULL;
    if (carom_mesh_create(&mesh, &mesh_def) != CAROM_OK) return 1;

    carom_mesh_grid_def def = {.solid = carom_mesh_solid_of(mesh), .cell = (carom_real)0.05};
    carom_mesh_grid *grid = NULL;
    if (carom_mesh_grid_create(&grid, &def) != CAROM_OK) return 1;
    printf("%u x %u x %u samples\n", grid->count[0], grid->count[1], grid->count[2]);

    const carom_real radius = (carom_real)0.2;
    int doubts = 0, wrong = 0, touching = 0;
    for (int i = 0; i < 1000; i++) {
        const carom_vec3 center = {(carom_real)(1.1 * sin(i * 1.0)), (carom_real)(cos(i * 1.7)),
                                   (carom_real)(sin(i * 2.3))};
        const carom_grid_distance at = carom_distance_point_mesh_grid(center, grid);
        const carom_real exact = carom_distance_point_mesh_signed(center, &def.solid).distance;
        touching += exact <= radius;
        if (at.high <= radius)
            wrong += exact > radius; /* certainly touches */
        else if (at.low > radius)
            wrong += exact <= radius; /* certainly does not */
        else
            doubts++;
    }
    printf("%d of 1000 touch; the grid left %d to the mesh, and was wrong %d times\n", touching,
           doubts, wrong);
    carom_mesh_grid_destroy(grid);
    carom_mesh_destroy(mesh);
    return wrong == 0 && doubts < 200 ? 0 : 1;
}
