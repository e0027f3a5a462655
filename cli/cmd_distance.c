/* carom distance: the distance of two mesh files, their nearest points, and whether one solid
 * holds the other. The second file may stand in a pose. It prints text or one JSON object. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer_vector.h"
#include "commands.h"
#include "numbers.h"
#include "options.h"
#include "reading.h"

static void print_usage(FILE *out) {
    fputs(
        "usage: carom distance A B [options]\n"
        "\n"
        "The least distance between the surfaces of two mesh files (see carom info),\n"
        "the points that realise it, and whether one solid holds the other. Touching is distance\n"
        "0, exactly.\n"
        "\n"
        "  --pose-b P  where B stands: x,y,z or x,y,z,qx,qy,qz,qw (a rotation's quaternion)\n"
        "  --within D  exit status 1 when the distance is at most D, or one solid holds the "
        "other\n",
        out);
    reading_print_usage(out, 10);
    fputs("  --json      one JSON object\n"
          "\n"
          "exit status: 0 done, or farther apart than D; 1 within D; 2 usage; 3 bad input\n",
          out);
}

typedef struct distance_command {
    const char *path[2];
    carom_pose pose;
    carom_io_options reading;
    double within; /* negative: not given */
    bool json;
} distance_command;

static const char *relation_text(carom_relation relation) {
    static const char *const names[] = {"disjoint", "intersects", "contains", "inside"};
    return names[relation];
}

static void tell_distance(const distance_command *c, const model *m,
                          const carom_mesh_pair_closest *at, carom_relation relation) {
    const char *part_a = m[0].names[model_part_of(&m[0], at->triangle_a)];
    const char *part_b = m[1].names[model_part_of(&m[1], at->triangle_b)];
    if (!c->json) {
        const carom_vec3 a = at->point_a, b = at->point_b;
        printf("distance   %.17g\n", at->distance);
        printf("A to B     %s\n", relation_text(relation));
        printf("point A    %.9g %.9g %.9g  triangle %u of %s  %s\n", a.x, a.y, a.z,
               (unsigned)at->triangle_a, c->path[0], part_a);
        printf("point B    %.9g %.9g %.9g  triangle %u of %s  %s\n", b.x, b.y, b.z,
               (unsigned)at->triangle_b, c->path[1], part_b);
        return;
    }
    answer a = {.out = stdout};
    answer_open(&a);
    answer_number(&a, "distance", at->distance);
    answer_text(&a, "relation", relation_text(relation));
    answer_vector(&a, "point_a", at->point_a);
    answer_vector(&a, "point_b", at->point_b);
    answer_number(&a, "triangle_a", (double)at->triangle_a);
    answer_number(&a, "triangle_b", (double)at->triangle_b);
    answer_text(&a, "part_a", part_a);
    answer_text(&a, "part_b", part_b);
    answer_close(&a);
}

static int measure_distance(const distance_command *c, model m[2]) {
    if (!model_solid(&m[0]) || !model_solid(&m[1])) return EXIT_BAD_INPUT;
    m[1].placed.pose = c->pose;
    carom_mesh_pair_closest at = carom_closest_mesh_mesh(&m[0].placed, &m[1].placed);
    carom_relation relation = carom_classify_mesh_mesh(&m[0].placed, &m[1].placed).relation;
    tell_distance(c, m, &at, relation);
    bool near = relation != CAROM_DISJOINT || at.distance <= c->within;
    return c->within >= 0.0 && near ? EXIT_NEGATIVE : EXIT_CLEAR;
}

static int load_and_measure(const distance_command *c) {
    model m[2];
    int status = EXIT_BAD_INPUT;
    if (!model_load(&m[0], &(model_def){.path = c->path[0], .reading = c->reading})) return status;
    const model_def second = {.path = c->path[1], .reading = c->reading, .unit = m[0].unit};
    if (model_load(&m[1], &second)) {
        status = measure_distance(c, m);
        model_free(&m[1]);
    }
    model_free(&m[0]);
    return status;
}

static bool read_pose(const char *text, carom_pose *out) {
    double n[7];
    int count = numbers_read(text, n, 3, 7);
    if (count != 3 && count != 7) return false;
    *out = carom_pose_identity();
    out->position = make3(n[0], n[1], n[2]);
    if (count == 3) return true;
    const double length = sqrt(n[3] * n[3] + n[4] * n[4] + n[5] * n[5] + n[6] * n[6]);
    out->rotation = (carom_quat){n[3], n[4], n[5], n[6]};
    if (length > 0.0 && carom_pose_normalize(out)) return true;
    fprintf(stderr, "carom distance: --pose-b: the rotation must be of unit length, not %.9g\n",
            length);
    return false;
}

static bool read_distance_option(distance_command *c, const char *name, const char *value) {
    if (!strcmp(name, "--pose-b")) return read_pose(value, &c->pose);
    if (reading_option(&c->reading, name, value) == 0) return true;
    return !strcmp(name, "--within") && numbers_read(value, &c->within, 1, 1) && c->within >= 0.0;
}

static bool read_distance(distance_command *c, int argc, char **argv) {
    int paths = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json")) {
            c->json = true;
        } else if (argv[i][0] != '-' && paths < 2) {
            c->path[paths++] = argv[i];
        } else if (argv[i][0] == '-' && i + 1 < argc &&
                   read_distance_option(c, argv[i], argv[i + 1])) {
            i++;
        } else {
            complain_of_argument("distance", &argv[i]);
            return false;
        }
    }
    if (paths < 2) print_usage(stderr);
    return paths == 2;
}

int cmd_distance(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return print_usage(stdout), EXIT_CLEAR;
    distance_command c = {.pose = carom_pose_identity(), .within = -1.0};
    return read_distance(&c, argc, argv) ? load_and_measure(&c) : EXIT_USAGE;
}
