/* carom robot: which links of a robot collide over all configurations, and whether a trajectory is
 * free. The status is 1 for a row or a way between rows with contact, and for an interruption. */
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "grow.h"
#include "options.h"
#include "robot/robot_links.h"
#include "robot/robot_mesh.h"
#include "robot/robot_report.h"

#define DEFAULT_SAMPLES 10000

static void print_usage(FILE *out) {
    fputs(
        "usage: carom robot ROBOT.urdf [options]\n"
        "\n"
        "Tells how often each pair of links collides over random configurations within the\n"
        "limits of the joints, and which pairs may be allowed to: adjacent ones, those that\n"
        "always collide, that never do, and that do in the zero configuration. With joint\n"
        "values, whether links that are not allowed collide there, or with a scene, and on the\n"
        "way from row to row.\n"
        "\n"
        "  --samples N       configurations, 10000 unless given\n"
        "  --seed N          of the random numbers, 0 unless given\n"
        "  --srdf FILE       collisions that it disables are left out\n"
        "  --write-srdf FILE the pairs that may be allowed, for MoveIt\n"
        "  --trajectory FILE CSV: names of joints, then a row of values each (radians, lengths);\n"
        "                    joints without a column stay at 0\n"
        "  --scene FILE      a mesh file that stands around the robot, in the frame of its root;\n"
        "                    may be given again\n"
        "  --package P=DIR   where the meshes of package://P are; may be given again. Else beside\n"
        "                    the URDF and in the folders above it\n"
        "  --hulls           the robot's meshes are their convex hulls, which are solid\n"
        "  --threads N       work with N threads; one for each processor unless given\n"
        "  --json            one JSON object\n"
        "\n"
        "exit status: 0 done, of a trajectory free; 1 a contact, or interrupted; 2 usage; 3 bad\n"
        "input, or a file cannot be written\n",
        out);
}

typedef struct robot_command {
    const char *urdf, *srdf, *write_srdf, *trajectory;
    const char **scenes, **packages;
    size_t scene_count, package_count;
    uint64_t samples, seed;
    uint32_t threads;
    bool hulls, json;
} robot_command;

static bool read_whole(const char *text, uint64_t most, uint64_t *out) {
    char *end;
    if (text[0] < '0' || text[0] > '9') return false;
    *out = strtoull(text, &end, 10);
    return !*end && *out <= most;
}

static bool read_option(robot_command *c, const char *name, const char *value) {
    if (!strcmp(name, "--samples"))
        return read_whole(value, 1000000000, &c->samples) && c->samples > 0;
    if (!strcmp(name, "--seed")) return read_whole(value, UINT64_MAX, &c->seed);
    if (!strcmp(name, "--threads")) return threads_read(value, &c->threads);
    if (!strcmp(name, "--scene")) return c->scenes[c->scene_count++] = value, true;
    if (!strcmp(name, "--package"))
        return c->packages[c->package_count++] = value, strchr(value, '=') != NULL;
    const char **path = !strcmp(name, "--srdf")         ? &c->srdf
                        : !strcmp(name, "--write-srdf") ? &c->write_srdf
                        : !strcmp(name, "--trajectory") ? &c->trajectory
                                                        : NULL;
    if (path) *path = value;
    return path != NULL;
}

static bool read_arguments(robot_command *c, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json")) {
            c->json = true;
        } else if (!strcmp(argv[i], "--hulls")) {
            c->hulls = true;
        } else if (argv[i][0] != '-' && !c->urdf) {
            c->urdf = argv[i];
        } else if (i + 1 < argc && read_option(c, argv[i], argv[i + 1])) {
            i++;
        } else {
            complain_of_argument("robot", &argv[i]);
            return false;
        }
    }
    const bool both = c->trajectory && c->write_srdf;
    if (!c->urdf) print_usage(stderr);
    if (both) fputs("carom robot: --write-srdf is of samples, not of a --trajectory\n", stderr);
    if (c->scene_count > 0 && !c->trajectory)
        fputs("carom robot: a --scene needs a --trajectory\n", stderr);
    return c->urdf && !both && (c->trajectory || c->scene_count == 0);
}

/* ---- samples */

static int run_samples(const robot_command *c, const robot *r, const threads *t) {
    robot_samples samples = {.samples = c->samples, .seed = c->seed};
    int status = EXIT_BAD_INPUT;
    if (robot_sample(&samples, r, t)) {
        robot_tell_samples(r, &samples, c->json);
        status = samples.interrupted ? EXIT_NEGATIVE : EXIT_CLEAR;
        if (c->write_srdf && !robot_write_srdf(r, &samples, c->write_srdf)) status = EXIT_BAD_INPUT;
    } else {
        fputs("carom robot: not enough memory\n", stderr);
    }
    free(samples.pairs);
    return status;
}

/* ---- a trajectory */

static bool load_scene(robot_scene *out, const robot_command *c) {
    static const double whole[3] = {1, 1, 1};
    out->shapes = calloc(c->scene_count + 1, sizeof *out->shapes);
    out->names = c->scenes;
    if (!out->shapes) return fputs("carom robot: not enough memory\n", stderr), false;
    for (; out->count < c->scene_count; out->count++)
        if (!robot_mesh_of_file(&out->shapes[out->count], c->scenes[out->count], whole, false))
            return false;
    return true;
}

static int run_trajectory(const robot_command *c, const robot *r, const threads *t) {
    robot_rows rows = {.values = NULL};
    robot_scene scene = {.shapes = NULL};
    robot_follow follow = {.rows = NULL};
    int status = EXIT_BAD_INPUT;
    if (load_scene(&scene, c) && robot_read_rows(&rows, r, c->trajectory)) {
        if (robot_follow_rows(&follow, r, &scene, &rows, t))
            status = robot_tell_rows(r, &scene, &follow, c->json) || follow.interrupted
                         ? EXIT_NEGATIVE
                         : EXIT_CLEAR;
        else
            fputs("carom robot: not enough memory\n", stderr);
    }
    for (size_t i = 0; i < scene.count; i++)
        carom_mesh_destroy(scene.shapes[i].mesh);
    free(scene.shapes);
    free(follow.rows);
    free(rows.values);
    return status;
}

static int run_robot(const robot_command *c) {
    robot r;
    const urdf_options options = {c->hulls, c->packages, c->package_count};
    if (!robot_load(&r, c->urdf, &options)) return EXIT_BAD_INPUT;
    int status = EXIT_BAD_INPUT;
    if (!c->srdf || robot_load_srdf(&r, c->srdf)) {
        threads t = threads_start(c->threads);
        status = c->trajectory ? run_trajectory(c, &r, &t) : run_samples(c, &r, &t);
        threads_end(&t);
    }
    robot_free(&r);
    return status;
}

int cmd_robot(int argc, char **argv) {
    robot_command c = {.samples = DEFAULT_SAMPLES};
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return print_usage(stdout), EXIT_CLEAR;
    int status = EXIT_BAD_INPUT;
    c.scenes = calloc((size_t)argc, sizeof *c.scenes);
    c.packages = calloc((size_t)argc, sizeof *c.packages);
    if (c.scenes && c.packages)
        status = read_arguments(&c, argc, argv) ? run_robot(&c) : EXIT_USAGE;
    else
        fputs("carom robot: not enough memory\n", stderr);
    free(c.scenes);
    free(c.packages);
    return status;
}
