/* Text files of the command, of any contents. The first byte chooses the reader: u a robot as URDF,
 * s allowed collisions as SRDF, c a trajectory as CSV, both for a robot of this file, p a path of
 * carom sweep, x points as text, y points as PLY. What is read must be whole: numbers finite, links
 * and joints in range. What the readers say of other files goes nowhere. */
#define _GNU_SOURCE /* stderr is a variable */
#include <string.h>

#include "deviation/cloud.h"
#include "motion/motion_path.h"
#include "robot/robot_rows.h"
#include "robot/urdf.h"

#include "fuzz_file.h"

static const char own_robot[] =
    "<robot name=\"r\"><link name=\"a\"><collision><geometry><box size=\"1 1 1\"/></geometry>"
    "</collision></link><link name=\"b\"><collision><geometry><sphere radius=\"1\"/></geometry>"
    "</collision></link><link name=\"c\"/><joint name=\"j\" type=\"revolute\"><parent link=\"a\"/>"
    "<child link=\"b\"/><limit lower=\"-1\" upper=\"1\" effort=\"1\" velocity=\"1\"/></joint>"
    "<joint name=\"k\" type=\"prismatic\"><parent link=\"b\"/><child link=\"c\"/><axis xyz=\"0 0 "
    "1\"/>"
    "<limit lower=\"0\" upper=\"1\" effort=\"1\" velocity=\"1\"/></joint></robot>";

static const urdf_options no_options = {.hulls = false};

static bool is_whole(carom_vec3 v) {
    return isfinite(v.x) && isfinite(v.y) && isfinite(v.z);
}

static void check_robot(const robot *r) {
    must(r->link_count > 0, "a robot has a link");
    for (size_t i = 0; i < r->joint_count; i++) {
        const robot_joint *joint = &r->joints[i];
        must(joint->parent < r->link_count && joint->child < r->link_count, "joints join links");
        must(joint->kind == ROBOT_FIXED || joint->variable < r->variable_count,
             "a joint that moves has a variable");
        must(is_whole(joint->axis) && is_whole(joint->origin.position), "joints are placed");
    }
    for (size_t i = 0; i < r->shape_count; i++)
        must(r->shapes[i].link < r->link_count && is_whole(r->shapes[i].origin.position) &&
                 isfinite(r->shapes[i].radius),
             "shapes are placed in links");
}

/* Meshes are files, and those of every name on the machine are no inputs of ours. */
static bool names_a_mesh(const uint8_t *data, size_t size) {
    for (size_t i = 0; i + 4 <= size; i++)
        if (!memcmp(data + i, "mesh", 4)) return true;
    return false;
}

static void read_robot(const char *path, const uint8_t *data, size_t size) {
    robot r = {0};
    if (names_a_mesh(data, size)) return;
    if (robot_load(&r, path, &no_options)) check_robot(&r);
    robot_free(&r);
}

/* By the robot above. */
static void read_for_robot(const char *path, bool rows) {
    char own[FUZZ_PATH];
    robot r = {0};
    robot_rows found = {0};
    fuzz_file_name(own, "own.urdf");
    must(fuzz_write_file(own, own_robot, sizeof own_robot - 1), "a file can be written");
    must(robot_load(&r, own, &no_options), "the robot of this target is one");
    remove(own);
    if (!rows && robot_load_srdf(&r, path)) check_robot(&r);
    if (rows && robot_read_rows(&found, &r, path))
        for (size_t i = 0; i < found.count * r.variable_count; i++)
            must(isfinite(found.values[i]), "values are finite");
    free(found.values);
    robot_free(&r);
}

static void read_path(const char *path) {
    motion_path found = {0};
    if (motion_add_file(&found, path))
        for (size_t i = 0; i < found.count; i++) {
            const carom_pose half = motion_pose(&found.legs[i], 0.5);
            must(is_whole(half.position) && isfinite(half.rotation.w), "a path stays finite");
        }
    free(found.legs);
}

static void read_cloud(const char *path) {
    cloud found = {0};
    if (cloud_is_file(path) && cloud_read(&found, path)) {
        must(found.count > 0, "a cloud has a point");
        for (size_t i = 0; i < found.count; i++)
            must(is_whole(found.points[i]), "points are finite");
    }
    cloud_free(&found);
}

static void read_input(uint8_t kind, const char *path, const uint8_t *data, size_t size) {
    switch (kind) {
    case 'u': read_robot(path, data, size); break;
    case 's':
    case 'c': read_for_robot(path, kind == 'c'); break;
    case 'p': read_path(path); break;
    default: read_cloud(path); break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static FILE *nowhere;
    if (size < 1 || size > 65536) return 0;
    char path[FUZZ_PATH];
    if (!nowhere) nowhere = fopen("/dev/null", "w");
    FILE *told = stderr;
    fuzz_file_name(path, data[0] == 'y' ? "ply" : data[0] == 'x' ? "xyz" : "txt");
    if (nowhere && fuzz_write_file(path, data + 1, size - 1)) {
        stderr = nowhere;
        read_input(data[0], path, data + 1, size - 1);
        stderr = told;
    }
    remove(path);
    return 0;
}
