/* A scan of a floor and a pillar as a point cloud: how far a robot's hull is from what was seen,
 * how far it may go, and which point is in its way. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>

#define SIDE 60
#define COLUMN 400

static size_t scan(carom_vec3 *points) {
    const double turn = 6.283185307179586;
    size_t count = 0;
    for (int i = 0; i < SIDE; i++)
        for (int k = 0; k < SIDE; k++)
            points[count++] = (carom_vec3){(carom_real)(i * 0.1 - 1), (carom_real)(k * 0.1 - 3), 0};
    for (int i = 0; i < COLUMN; i++) {
        const double angle = turn * i / 20;
        points[count++] = (carom_vec3){(carom_real)(3 + 0.25 * cos(angle)),
                                       (carom_real)(0.25 * sin(angle)), (carom_real)(i * 0.005)};
    }
    return count;
}

int main(void) {
    static carom_vec3 points[SIDE * SIDE + COLUMN];
    const carom_vec3 corners[5] = {{0, -1, 1}, {0, 1, 1}, {1, 0, 1}, {0, 0, 2}, {-1, 0, 1}};
    const carom_points_def def = {
        .points = points, .count = scan(points), .radius = (carom_real)0.05};
    const carom_hull_def body = {.points = corners, .point_count = 5};
    carom_compound *cloud = NULL;
    carom_hull *hull = NULL;
    if (carom_compound_create_points(&cloud, &def) != CAROM_OK) return 1;
    if (carom_hull_create(&hull, &body) != CAROM_OK) return 1;
    const carom_shape seen = {.kind = CAROM_SHAPE_COMPOUND, .as.compound = cloud};
    const carom_shape robot = {.kind = CAROM_SHAPE_HULL, .as.hull.hull = hull};
    const carom_pose stay = carom_pose_identity();

    const carom_closest_any near = carom_closest(&robot, stay, &seen, stay);
    printf("%zu points, the nearest is %.3f away\n", carom_compound_count(cloud),
           (double)near.distance);
    const carom_moving_shape goes = {&robot, stay, {4, 0, 0}}, stands = {&seen, stay, {0, 0, 0}};
    const carom_sweep_hit hit = carom_sweep(&goes, &stands);
    const carom_child point = carom_shape_subshape(&seen, stay, hit.sub_b);
    printf("after %.3f of 4 it meets point %u at height %.3f\n", 4 * (double)hit.fraction,
           hit.sub_b.child, (double)point.shape.as.sphere.center.z);
    carom_compound_destroy(cloud);
    carom_hull_destroy(hull);
    const double gap = 1 - 0.05; /* from the floor's balls */
    return fabs((double)near.distance - gap) < 1e-5 && hit.hit && hit.sub_b.child >= SIDE * SIDE
               ? 0
               : 1;
}
