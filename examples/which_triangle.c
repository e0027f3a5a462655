/* A ground of triangles with a material each, and a table of two parts: which triangle a ray hits
 * and where in it, and which part of the table stands on which triangle. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>

static const char *const materials[2] = {"grass", "sand"};

static carom_shape box(carom_real x, carom_real y, carom_real z) {
    return (carom_shape){.kind = CAROM_SHAPE_AABB, .as.aabb = {{-x, -y, -z}, {x, y, z}}};
}

int main(void) {
    const carom_vec3 corners[4] = {{-4, 0, -4}, {-4, 0, 4}, {4, 0, -4}, {4, 0, 4}};
    const uint32_t indices[6] = {0, 1, 2, 2, 1, 3}; /* grass, sand */
    const carom_mesh_def ground = {
        .vertices = corners, .indices = indices, .vertex_count = 4, .triangle_count = 2};
    const carom_pose here = carom_pose_identity(), plate = {{0, 2, 0}, {0, 0, 0, 1}};
    const carom_pose foot = {{1, 1, 1}, {0, 0, 0, 1}};
    const carom_child parts[2] = {{box(2, (carom_real)0.1, 2), plate},
                                  {box((carom_real)0.1, 1, (carom_real)0.1), foot}};
    const carom_compound_def def = {.children = parts, .count = 2};
    carom_mesh *mesh = NULL;
    carom_compound *table = NULL;
    if (carom_mesh_create(&mesh, &ground) != CAROM_OK) return 1;
    if (carom_compound_create(&table, &def) != CAROM_OK) return 1;
    const carom_shape floor = {.kind = CAROM_SHAPE_MESH, .as.mesh = mesh};
    const carom_shape shape = {.kind = CAROM_SHAPE_COMPOUND, .as.compound = table};

    const carom_shape ray = {.kind = CAROM_SHAPE_RAY,
                             .as.ray = {{-3, 5, -2}, {0, -1, 0}, 0, (carom_real)INFINITY}};
    const carom_ray_hit hit = carom_raycast(&ray, here, &floor, here);
    const carom_vec3 w = hit.barycentric;
    printf("the ray hits %s at %.3f %.3f %.3f\n", materials[hit.sub_b.triangle], (double)w.x,
           (double)w.y, (double)w.z);

    carom_contact_manifold touch = {.margin = (carom_real)0.01};
    if (carom_contact(&shape, here, &floor, here, &touch) < 1) return 1;
    const carom_subshape on = touch.points[0].sub_a, under = touch.points[0].sub_b;
    printf("child %u stands on %s\n", (unsigned)on.child, materials[under.triangle]);

    /* the shape that is named, to ask about it alone */
    const carom_child leg = carom_shape_subshape(&shape, here, on);
    const double up = (double)carom_shape_bounds(&leg.shape, leg.pose).max.y;
    carom_compound_destroy(table);
    carom_mesh_destroy(mesh);
    return hit.sub_b.triangle == 0 && on.child == 1 && under.triangle == 1 && up == 2 ? 0 : 1;
}
