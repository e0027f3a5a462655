/* A wedge, cut into layers as for printing: their outlines, and the volume to which the areas
 * of the layers add up. */
#include <carom/carom.h>
#include <stdio.h>

/* Counter-clockwise outlines count up, holes down. */
static double area_of_layer(const carom_mesh_section *s) {
    double sum = 0;
    for (size_t c = 0; c < s->curve_count; c++) {
        const carom_curve curve = s->curves[c];
        for (size_t i = 0; i < curve.count; i++) {
            const carom_vec3 a = s->points[curve.first + i].position,
                             b = s->points[curve.first + (i + 1) % curve.count].position;
            sum += (double)a.x * (double)b.y - (double)a.y * (double)b.x;
        }
    }
    return sum / 2;
}

int main(void) {
    /* 4 by 3 on the ground, 2 high along one edge */
    const carom_vec3 vertices[6] = {{0, 0, 0}, {4, 0, 0}, {4, 3, 0},
                                    {0, 3, 0}, {0, 0, 2}, {0, 3, 2}};
    const uint32_t indices[24] = {0, 2, 1, 0, 3, 2, 1, 2, 5, 1, 5, 4,
                                  0, 4, 5, 0, 5, 3, 0, 1, 4, 2, 3, 5};
    const carom_mesh_def def = {
        .vertices = vertices, .indices = indices, .vertex_count = 6, .triangle_count = 8};
    carom_mesh *mesh = NULL;
    if (carom_mesh_create(&mesh, &def) != CAROM_OK) return 1;

    const int layers = 8;
    double volume = 0;
    for (int i = 0; i < layers; i++) {
        const carom_plane plane = {{0, 0, 1}, (carom_real)(2.0 * (i + 0.5) / layers)};
        carom_mesh_section *section = NULL;
        if (carom_mesh_section_create(&section, mesh, &plane, NULL) != CAROM_OK) return 1;
        const double area = area_of_layer(section);
        printf("z = %.3f: %zu outline, %zu points, area %.4f\n", (double)plane.offset,
               section->curve_count, section->point_count, area);
        volume += area * 2 / layers;
        carom_mesh_section_destroy(section);
    }
    printf("volume %.4f\n", volume);
    carom_mesh_destroy(mesh);
    return volume > 11.99 && volume < 12.01 ? 0 : 1;
}
