/* carom closest: the points of a mesh file that are nearest to given points, and on which side of
 * the surface these are. */
#include "model.h"

#include <stdio.h>
#include <string.h>

#include "answer_vector.h"
#include "commands.h"
#include "numbers.h"

static void print_usage(FILE *out) {
    fputs(
        "usage: carom closest FILE (--point P | --points LIST)... [--json]\n"
        "\n"
        "Tells for each point, in the order given, the nearest point on the triangles of an OBJ,\n"
        "STL, PLY, glTF or GLB file, and whether the point is inside: negative distances are.\n"
        "Inside a closed mesh is told by counting crossings, exactly; inside an open one by its\n"
        "winding number.\n"
        "\n"
        "  --point P      x,y,z; may be given again\n"
        "  --points LIST  a file with one point a line, by commas or blanks; - is standard input\n"
        "  --json         one JSON object a point\n"
        "\n"
        "exit status: 0 done, 2 usage, 3 bad input\n",
        out);
}

typedef struct closest_command {
    const char *path;
    numbers_list points;
    bool json;
} closest_command;

static const char *place_name(carom_mesh_place place) {
    static const char *const names[] = {"outside", "inside", "surface"};
    return names[place];
}

static const char *method_name(carom_sign_method method) {
    static const char *const names[] = {"none", "normal", "crossings", "winding_number"};
    return names[method];
}

static const char *feature_of_triangle(carom_feature feature) {
    static const char *const names[] = {"face",     "edge_01",  "edge_12", "edge_20",
                                        "vertex_0", "vertex_1", "vertex_2"};
    return names[feature];
}

static void tell_point(const closest_command *c, const model *m, size_t number) {
    const double *p = c->points.value + 3 * number;
    carom_vec3 point = make3(p[0], p[1], p[2]);
    carom_mesh_signed found = carom_distance_point_mesh_signed(point, &m->solid);
    const carom_mesh_closest at = found.nearest;
    const char *part = m->names[model_part_of(m, at.triangle)];
    carom_vec3 near = at.at.point_b;
    if (!c->json) {
        printf("%6zu  %-+14.9g %-8s %12.6g %12.6g %12.6g %9u %-8s  %s\n", number, found.distance,
               place_name(found.place), near.x, near.y, near.z, (unsigned)at.triangle,
               feature_of_triangle(at.at.feature), part);
        return;
    }
    answer a = {.out = stdout};
    answer_open(&a);
    answer_number(&a, "point", (double)number);
    answer_number(&a, "distance", found.distance);
    answer_text(&a, "side", place_name(found.place));
    answer_text(&a, "side_by", method_name(found.method));
    answer_vector(&a, "closest", near);
    answer_number(&a, "triangle", (double)at.triangle);
    answer_vector(&a, "barycentric", at.at.barycentric);
    answer_text(&a, "feature", feature_of_triangle(at.at.feature));
    answer_text(&a, "part", part);
    answer_close(&a);
}

static int read_closest(closest_command *c, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        bool valued = !strcmp(argv[i], "--point") || !strcmp(argv[i], "--points");
        if (valued && i + 1 < argc) {
            int status = numbers_add_option(&c->points, argv[i], argv[i + 1], 3);
            if (status != EXIT_CLEAR) return status;
            i++;
        } else if (!strcmp(argv[i], "--json")) {
            c->json = true;
        } else if (argv[i][0] == '-' || c->path) {
            fprintf(stderr, "carom closest: %s is not understood; see carom closest --help\n",
                    argv[i]);
            return EXIT_USAGE;
        } else {
            c->path = argv[i];
        }
    }
    if (c->path && c->points.value) return EXIT_CLEAR;
    if (c->path)
        fputs("carom closest: no point is given; see carom closest --help\n", stderr);
    else
        print_usage(stderr);
    return EXIT_USAGE;
}

static int tell_points(const closest_command *c, model *m) {
    if (!model_solid(m)) return EXIT_BAD_INPUT;
    if (!c->json)
        printf("%6s  %-14s %-8s %12s %12s %12s %9s %-8s  %s\n", "point", "distance", "side", "x",
               "y", "z", "triangle", "feature", "part");
    for (size_t i = 0; i < c->points.count; i++)
        tell_point(c, m, i);
    return EXIT_CLEAR;
}

int cmd_closest(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return print_usage(stdout), EXIT_CLEAR;
    closest_command c = {.points = {.width = 3}};
    model m;
    int status = read_closest(&c, argc, argv);
    if (status == EXIT_CLEAR && !model_load(&m, c.path)) {
        status = EXIT_BAD_INPUT;
    } else if (status == EXIT_CLEAR) {
        status = tell_points(&c, &m);
        model_free(&m);
    }
    numbers_free(&c.points);
    return status;
}
