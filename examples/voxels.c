/* A map that a robot's rays fill: log-odds of occupancy in a dense grid, as OctoMap keeps them,
 * raised where a ray ends and lowered along it. What is occupied becomes boxes, and the robot's
 * capsule is moved through them. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>

#define SIDE 64
#define CELL 0.125

static carom_real odds[SIDE * SIDE * SIDE];

static carom_real *cell_at(double x, double y, double z) {
    const int i = (int)floor(x / CELL), k = (int)floor(y / CELL), l = (int)floor(z / CELL);
    const bool inside = i >= 0 && i < SIDE && k >= 0 && k < SIDE && l >= 0 && l < SIDE;
    return inside ? &odds[i + SIDE * (k + SIDE * l)] : NULL;
}

/* OctoMap's steps: a hit has probability 0.7, a pass 0.4. */
static void add_to(carom_real *cell, double change) {
    if (!cell) return;
    const double sum = (*cell == *cell ? (double)*cell : 0) + change;
    *cell = (carom_real)fmax(-2, fmin(3.5, sum));
}

static void see(const carom_shape *house, carom_vec3 from, carom_vec3 along) {
    const carom_shape ray = {.kind = CAROM_SHAPE_RAY, .as.ray = {from, along, 0, 12}};
    const carom_pose stay = carom_pose_identity();
    const carom_ray_hit hit = carom_raycast(&ray, stay, house, stay);
    const double end = hit.hit ? (double)hit.t : 12;
    for (double t = 0; t < end - CELL; t += CELL)
        add_to(cell_at((double)(from.x + (carom_real)t * along.x),
                       (double)(from.y + (carom_real)t * along.y),
                       (double)(from.z + (carom_real)t * along.z)),
               -0.405);
    if (hit.hit)
        add_to(cell_at((double)hit.point.x + 1e-3 * (double)along.x,
                       (double)hit.point.y + 1e-3 * (double)along.y,
                       (double)hit.point.z + 1e-3 * (double)along.z),
               0.847);
}

static void look_around(const carom_shape *house, carom_vec3 from) {
    const double turn = 6.283185307179586;
    for (int i = 0; i < 720; i++)
        for (int k = -40; k <= 40; k++) {
            const double a = turn * i / 720, b = turn * k / 360;
            see(house, from,
                (carom_vec3){(carom_real)(cos(a) * cos(b)), (carom_real)(sin(a) * cos(b)),
                             (carom_real)sin(b)});
        }
}

static carom_child wall(carom_real x, carom_real y, carom_vec3 half) {
    carom_child out = {.shape.kind = CAROM_SHAPE_AABB, .pose = carom_pose_identity()};
    out.shape.as.aabb = (carom_aabb){{-half.x, -half.y, -half.z}, half};
    out.pose.position = (carom_vec3){x, y, 4};
    return out;
}

int main(void) {
    const carom_real thin = (carom_real)0.25;
    const carom_child walls[3] = {wall(6, 4, (carom_vec3){thin, 4, 4}),
                                  wall(3, (carom_real)7.5, (carom_vec3){3, thin, 4}),
                                  wall(3, (carom_real)0.5, (carom_vec3){3, thin, 4})};
    carom_compound *built = NULL, *map = NULL;
    const carom_compound_def house_def = {.children = walls, .count = 3};
    if (carom_compound_create(&built, &house_def) != CAROM_OK) return 1;
    const carom_shape house = {.kind = CAROM_SHAPE_COMPOUND, .as.compound = built};
    for (int i = 0; i < SIDE * SIDE * SIDE; i++)
        odds[i] = (carom_real)NAN; /* nothing is known */
    look_around(&house, (carom_vec3){2, 4, 4});
    look_around(&house, (carom_vec3){3, 5, 4});

    const carom_voxels_def def = {.cell = {(carom_real)CELL, (carom_real)CELL, (carom_real)CELL},
                                  .values = odds,
                                  .size = {SIDE, SIDE, SIDE}};
    if (carom_compound_create_voxels(&map, &def) != CAROM_OK) return 1;
    const carom_shape seen = {.kind = CAROM_SHAPE_COMPOUND, .as.compound = map};
    const carom_shape robot = {.kind = CAROM_SHAPE_CAPSULE,
                               .as.capsule = {{2, 4, (carom_real)3.5}, {2, 4, 4}, thin}};
    const carom_pose stay = carom_pose_identity();
    const carom_moving_shape goes = {&robot, stay, {8, 0, 0}}, stands = {&seen, stay, {0, 0, 0}};
    const carom_sweep_hit hit = carom_sweep(&goes, &stands);
    const carom_voxel voxel = carom_compound_voxel(map, hit.sub_b.child);
    printf("%zu boxes; the way is free for %.3f, then there is cell %d %d %d\n",
           carom_compound_count(map), 8 * (double)hit.fraction, (int)voxel.x, (int)voxel.y,
           (int)voxel.z);
    carom_compound_destroy(built);
    carom_compound_destroy(map);
    return hit.hit && fabs(8 * (double)hit.fraction - 3.5) < 1e-4 ? 0 : 1;
}
