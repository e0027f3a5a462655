/* A robot's arm of six joints above a table: how far is it from the scene and from itself, and how
 * does that change with a joint? Lengths are about those of a UR5, in metres. */
#include <carom/carom.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LINKS 6
#define OBSTACLES 3
#define CONFIGURATIONS 200

typedef struct joint {
    double axis_y, axis_z, length; /* it turns about y or z; its link is so long, along x or z */
} joint;

static const joint joints[LINKS] = {{0, 1, 0.09}, {1, 0, 0.425}, {1, 0, 0.392},
                                    {1, 0, 0.11}, {0, 1, 0.095}, {1, 0, 0.12}};

/* The shell of a long link: rings of six points round the x axis, the middle one wider. */
static carom_hull *make_shell(double length) {
    carom_vec3 points[18];
    for (int i = 0; i < 18; i++) {
        const double x = 0.5 * length * (i / 6), r = i / 6 == 1 ? 0.06 : 0.04;
        const double y = r * (i % 3 == 1 ? 1 : 0.5) * (i % 6 < 3 ? 1 : -1);
        const double z = i % 3 == 1 ? 0 : r * 0.866 * (i % 6 == 0 || i % 6 == 5 ? 1 : -1);
        points[i] = (carom_vec3){(carom_real)x, (carom_real)y, (carom_real)z};
    }
    const carom_hull_def def = {.points = points, .point_count = 18};
    carom_hull *hull = NULL;
    return carom_hull_create(&hull, &def) == CAROM_OK ? hull : NULL;
}

/* Each link is a capsule along x from its joint, the two long ones are hulls; the first one stands.
 */
static bool make_links(carom_shape *links, carom_hull **shells) {
    for (int i = 0; i < LINKS; i++) {
        carom_capsule c = {{0, 0, 0}, {(carom_real)joints[i].length, 0, 0}, (carom_real)0.045};
        if (i == 0) c.b = (carom_vec3){0, 0, (carom_real)joints[i].length};
        links[i] = (carom_shape){.kind = CAROM_SHAPE_CAPSULE, .as.capsule = c};
        if (i != 1 && i != 2) continue;
        carom_hull *hull = shells[i - 1] = make_shell(joints[i].length);
        if (!hull) return false;
        links[i] = (carom_shape){.kind = CAROM_SHAPE_HULL};
        links[i].as.hull = (carom_placed_hull){hull, carom_pose_identity()};
    }
    return true;
}

static void pose_links(const double *angles, carom_pose *poses) {
    carom_pose at = carom_pose_identity();
    at.position.z = (carom_real)0.1;
    for (int i = 0; i < LINKS; i++) {
        const double s = sin(angles[i] / 2);
        carom_pose turn = carom_pose_identity();
        turn.rotation.y = (carom_real)(s * joints[i].axis_y);
        turn.rotation.z = (carom_real)(s * joints[i].axis_z);
        turn.rotation.w = (carom_real)cos(angles[i] / 2);
        poses[i] = at = carom_pose_compose(at, turn);
        const carom_vec3 along = {i == 0 ? 0 : (carom_real)joints[i].length, 0,
                                  i == 0 ? (carom_real)joints[i].length : 0};
        at.position = carom_pose_transform_point(at, along);
    }
}

static void angles_at(int c, double *angles) {
    for (int i = 0; i < LINKS; i++)
        angles[i] = sin(0.05 * c * (i + 1)) * (i == 1 ? 0.7 : 1.2) - (i == 1 ? 0.8 : 0);
}

static double clearance(const carom_shape *links, const carom_posed_shape *scene, size_t count,
                        const carom_pose *poses) {
    double least = HUGE_VAL;
    for (int i = 0; i < LINKS; i++)
        for (size_t k = 0; k < count; k++) {
            carom_posed_shape link;
            carom_shape_pose(&link, &links[i], poses[i]);
            least = fmin(least, (double)carom_closest_posed(&link, &scene[k]).distance);
        }
    return least;
}

/* How the distance of the last link from a wall changes with the first joint, which turns all about
 * the axis z: the rate of the link's position is z x position, that of its rotation is z. */
static int check_joint(const carom_shape *link, const carom_shape *wall) {
    double angles[LINKS], d[2];
    carom_pose poses[LINKS];
    carom_signed_distance at = {0};
    for (int k = 0; k < 3; k++) {
        angles_at(7, angles);
        angles[0] += (k == 2 ? 0 : k ? 1 : -1) * 0x1p-8;
        pose_links(angles, poses);
        at = carom_distance_signed(link, poses[LINKS - 1], wall, carom_pose_identity());
        if (k < 2) d[k] = (double)at.distance;
    }
    const carom_vec3 p = poses[LINKS - 1].position, g = at.gradient_a.translation;
    const double slope =
        (double)(g.y * p.x) - (double)(g.x * p.y) + (double)at.gradient_a.rotation.z;
    printf("the first joint moves the hand from the wall by %.4f for each radian\n", slope);
    return fabs(slope - (d[1] - d[0]) * 0x1p7) < 1e-3;
}

int main(void) {
    static carom_pose poses[CONFIGURATIONS * LINKS];
    static carom_set_closest nearest[CONFIGURATIONS];
    carom_shape links[LINKS],
        things[OBSTACLES] = {
            {.kind = CAROM_SHAPE_AABB, .as.aabb = {{-1, -1, -1}, {1, 1, 0}}},
            {.kind = CAROM_SHAPE_AABB,
             .as.aabb = {{(carom_real)0.6, (carom_real)0.3, 0}, {1, 1, 1}}},
            {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {{0, (carom_real)-0.8, 1}, (carom_real)0.2}}};
    carom_posed_shape scene[OBSTACLES];
    carom_hull *shells[2] = {NULL, NULL};
    if (!make_links(links, shells)) return 1;
    for (int i = 0; i < OBSTACLES; i++)
        if (!carom_shape_pose(&scene[i], &things[i], carom_pose_identity())) return 1;
    for (int c = 0; c < CONFIGURATIONS; c++) {
        double angles[LINKS];
        angles_at(c, angles);
        pose_links(angles, &poses[c * LINKS]);
    }
    const carom_set_poses arm = {links, LINKS, poses, CONFIGURATIONS};
    const carom_shape_set room = {.items = scene, .count = OBSTACLES};
    carom_set_options options = {.scratch = malloc(carom_closest_set_poses_scratch(LINKS, LINKS))};
    if (!options.scratch) return 1;
    carom_closest_set_poses(&arm, &room, &options, nearest, NULL);
    int first = 0, right = 1;
    for (int c = 0; c < CONFIGURATIONS; c++) {
        right &=
            (double)nearest[c].at.distance == clearance(links, scene, OBSTACLES, &poses[c * LINKS]);
        if (nearest[c].at.distance < nearest[first].at.distance) first = c;
    }
    printf("pose %d comes nearest: link %d is %.4f from thing %d\n", first,
           (int)nearest[first].index_a, (double)nearest[first].at.distance,
           (int)nearest[first].index_b);
    /* links that share a joint always touch */
    uint8_t skip[LINKS * LINKS] = {0};
    for (int i = 0; i + 1 < LINKS; i++)
        skip[i * LINKS + i + 1] = 1;
    options.skip = skip;
    carom_closest_set_poses(&arm, NULL, &options, nearest, NULL);
    printf("in the first pose the arm is %.4f from itself\n", (double)nearest[0].at.distance);
    right &= nearest[0].index_b > nearest[0].index_a + 1;
    free(options.scratch);
    right &= check_joint(&links[LINKS - 1], &things[1]);
    for (int i = 0; i < 2; i++)
        carom_hull_destroy(shells[i]);
    return right ? 0 : 1;
}
