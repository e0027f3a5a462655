/* One contact of a shape that stands through all 4,802 triangles of a floor, for an instruction
 * counter: bench/results/programs.md. usage: deep_contact sphere|box|capsule|cylinder|hull
 * flat|bumps */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <carom/carom.h>

#define SIDE 50
#define CORNERS 64

static carom_mesh *make_floor(double height) {
    static carom_vec3 at[SIDE * SIDE];
    static uint32_t index[6 * (SIDE - 1) * (SIDE - 1)];
    const float step = 2.0F / (SIDE - 1);
    size_t n = 0;
    for (uint32_t i = 0; i < SIDE; i++)
        for (uint32_t j = 0; j < SIDE; j++)
            at[i * SIDE + j] = (carom_vec3){(float)i * step - 1, (float)j * step - 1,
                                            (float)(height * sin(i * 0.9) * cos(j * 1.1))};
    for (uint32_t i = 0; i + 1 < SIDE; i++)
        for (uint32_t j = 0; j + 1 < SIDE; j++) {
            const uint32_t a = i * SIDE + j, b = a + 1, c = a + SIDE, d = c + 1;
            const uint32_t cell[6] = {a, c, b, b, c, d};
            memcpy(index + n, cell, sizeof cell);
            n += 6;
        }
    const carom_mesh_def def = {
        .vertices = at, .vertex_count = SIDE * SIDE, .indices = index, .triangle_count = n / 3};
    carom_mesh *mesh = NULL;
    return carom_mesh_create(&mesh, &def) == CAROM_OK ? mesh : NULL;
}

static carom_hull *make_round_hull(void) {
    carom_vec3 at[CORNERS];
    for (int i = 0; i < CORNERS; i++) {
        const double z = 1 - (2 * i + 1) / (double)CORNERS, r = 2 * sqrt(1 - z * z);
        at[i] = (carom_vec3){(float)(r * cos(i * 2.399963)), (float)(r * sin(i * 2.399963)),
                             (float)(2 * z + 0.9)};
    }
    carom_hull *hull = NULL;
    const carom_hull_def def = {.points = at, .point_count = CORNERS};
    return carom_hull_create(&hull, &def) == CAROM_OK ? hull : NULL;
}

static carom_shape shape_of_name(const char *name) {
    carom_shape s = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {{0, 0, 1.7F}, 3}};
    if (!strcmp(name, "box"))
        s = (carom_shape){.kind = CAROM_SHAPE_AABB,
                          .as.aabb = {{-1.2F, -1.2F, -0.3F}, {1.2F, 1.2F, 2}}};
    if (!strcmp(name, "capsule"))
        s = (carom_shape){.kind = CAROM_SHAPE_CAPSULE,
                          .as.capsule = {{-1, 0, 0.7F}, {1, 0, 0.7F}, 1.2F}};
    if (!strcmp(name, "cylinder"))
        s = (carom_shape){.kind = CAROM_SHAPE_CYLINDER,
                          .as.cylinder = {{0, 0, -0.6F}, {0, 0, 1.8F}, 0.9F}};
    if (!strcmp(name, "hull"))
        s = (carom_shape){.kind = CAROM_SHAPE_HULL, .as.hull.hull = make_round_hull()};
    return s;
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    const carom_shape shape = shape_of_name(argv[1]),
                      floor = {.kind = CAROM_SHAPE_MESH,
                               .as.mesh = make_floor(strcmp(argv[2], "bumps") ? 0.0 : 0.05)};
    carom_pose pose = {{0.01F, 0.02F, 0}, {0.02F, 0.03F, 0.01F, 0.9993F}};
    carom_posed_shape a, b;
    if (!carom_shape_pose(&a, &shape, pose) || !carom_shape_pose(&b, &floor, carom_pose_identity()))
        return 1;
    carom_contact_manifold out[8] = {{.capacity = 4}};
    const int32_t count = carom_contact_several(&a, &b, out, 8);
    for (int32_t i = 0; i < count; i++)
        printf("%d points, depth %.6f, normal %.4f %.4f %.4f\n", (int)out[i].count,
               (double)out[i].points[0].depth, (double)out[i].normal.x, (double)out[i].normal.y,
               (double)out[i].normal.z);
    return 0;
}
