/* A table, a plate on four legs, as one shape: it is swept down on a height field, and what it then
 * stands on is asked. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>

static carom_child part(carom_real x, carom_real y, carom_real z, carom_vec3 half) {
    carom_child out = {.shape.kind = CAROM_SHAPE_AABB, .pose = carom_pose_identity()};
    out.shape.as.aabb = (carom_aabb){{-half.x, -half.y, -half.z}, half};
    out.pose.position = (carom_vec3){x, y, z};
    return out;
}

int main(void) {
    const carom_real tenth = (carom_real)0.1, heights[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
    const carom_vec3 leg = {tenth, 1, tenth}, plate = {2, tenth, 1};
    const carom_child parts[5] = {part(0, 2, 0, plate), part(-1.75, 1, -0.75, leg),
                                  part(1.75, 1, -0.75, leg), part(-1.75, 1, 0.75, leg),
                                  part(1.75, 1, 0.75, leg)};
    const carom_compound_def def = {.children = parts, .count = 5};
    const carom_heightfield_def ground = {
        .heights = heights, .columns = 3, .rows = 3, .spacing = {4, 1, 4}, .origin = {-4, 0, -4}};
    carom_compound *table = NULL;
    carom_heightfield *field = NULL;
    if (carom_compound_create(&table, &def) != CAROM_OK) return 1;
    if (carom_heightfield_create(&field, &ground) != CAROM_OK) return 1;
    const carom_shape shape = {.kind = CAROM_SHAPE_COMPOUND, .as.compound = table};
    const carom_shape floor = {.kind = CAROM_SHAPE_HEIGHTFIELD, .as.heightfield = field};

    carom_moving_shape falls = {&shape, carom_pose_identity(), {0, -4, 0}};
    falls.pose.position.y = 3;
    const carom_moving_shape stands = {&floor, carom_pose_identity(), {0, 0, 0}};
    const carom_sweep_hit hit = carom_sweep(&falls, &stands);
    printf("the table lands after %.4f of its way\n", (double)hit.fraction);

    carom_posed_shape a, b;
    carom_contact_manifold feet[CAROM_CONTACT_LIMIT] = {{.margin = (carom_real)1e-3}};
    falls.pose.position.y = 0;
    carom_shape_pose(&a, &shape, falls.pose);
    carom_shape_pose(&b, &floor, stands.pose);
    const int count = carom_contact_several(&a, &b, feet, CAROM_CONTACT_LIMIT);
    printf("and stands on %d legs\n", count);
    carom_compound_destroy(table);
    carom_heightfield_destroy(field);
    return fabs((double)hit.fraction - 0.75) < 1e-5 && count == 4 ? 0 : 1;
}
