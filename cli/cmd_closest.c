/* carom closest: the points of a mesh file that are nearest to given points, and on which side of
 * the surface these are. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer_vector.h"
#include "commands.h"
#include "numbers.h"
#include "threads.h"

static void print_usage(FILE *out) {
    fputs(
        "usage: carom closest FILE (--point P | --points LIST)... [options]\n"
        "\n"
        "Tells for each point, in the order given, the nearest point on the triangles of an OBJ,\n"
        "STL, PLY, glTF or GLB file, and whether the point is inside: negative distances are.\n"
        "Inside a closed mesh is told by counting crossings, exactly; inside an open one by its\n"
        "winding number.\n"
        "\n"
        "  --point P      x,y,z; may be given again\n"
        "  --points LIST  a file with one point a line, by commas or blanks; - is standard input\n"
        "  --threads N    work with N threads; one for each processor unless given\n"
        "  --json         one JSON object a point\n"
        "\n"
        "exit status: 0 done, 2 usage, 3 bad input\n",
        out);
}

typedef struct closest_command {
    const char *path;
    numbers_list points;
    uint32_t threads;
    bool json;
} closest_command;

/* Points that are asked together, and their answers. */
#define BLOCK 16384

typedef struct point_block {
    carom_vec3 points[BLOCK];
    carom_mesh_signed found[BLOCK];
} point_block;

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

static void tell_point(const closest_command *c, const model *m, size_t number,
                       const carom_mesh_signed *found) {
    const carom_mesh_closest at = found->nearest;
    const char *part = m->names[model_part_of(m, at.triangle)];
    carom_vec3 near = at.at.point_b;
    if (!c->json) {
        printf("%6zu  %-+14.9g %-8s %12.6g %12.6g %12.6g %9u %-8s  %s\n", number, found->distance,
               place_name(found->place), near.x, near.y, near.z, (unsigned)at.triangle,
               feature_of_triangle(at.at.feature), part);
        return;
    }
    answer a = {.out = stdout};
    answer_open(&a);
    answer_number(&a, "point", (double)number);
    answer_number(&a, "distance", found->distance);
    answer_text(&a, "side", place_name(found->place));
    answer_text(&a, "side_by", method_name(found->method));
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
        } else if (!strcmp(argv[i], "--threads") && i + 1 < argc &&
                   threads_read(argv[i + 1], &c->threads)) {
            i++;
        } else if (!strcmp(argv[i], "--json")) {
            c->json = true;
        } else if (argv[i][0] == '-' || c->path) {
            complain_of_argument("closest", &argv[i]);
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

/* False when memory ran out. */
static bool tell_blocks(const closest_command *c, const model *m) {
    point_block *block = malloc(sizeof *block);
    threads t = threads_start(c->points.count > 1 ? c->threads : 1);
    for (size_t first = 0; block && first < c->points.count; first += BLOCK) {
        size_t left = c->points.count - first, count = left < BLOCK ? left : BLOCK;
        const double *p = c->points.value + 3 * first;
        for (size_t i = 0; i < count; i++, p += 3)
            block->points[i] = make3(p[0], p[1], p[2]);
        carom_distance_points_mesh_signed(block->points, count, &m->solid, block->found, &t.hook);
        for (size_t i = 0; i < count; i++)
            tell_point(c, m, first + i, &block->found[i]);
    }
    threads_end(&t);
    free(block);
    return block != NULL;
}

static int tell_points(const closest_command *c, model *m) {
    if (!model_solid(m)) return EXIT_BAD_INPUT;
    if (!c->json)
        printf("%6s  %-14s %-8s %12s %12s %12s %9s %-8s  %s\n", "point", "distance", "side", "x",
               "y", "z", "triangle", "feature", "part");
    if (tell_blocks(c, m)) return EXIT_CLEAR;
    fputs("carom closest: not enough memory\n", stderr);
    return EXIT_BAD_INPUT;
}

int cmd_closest(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return print_usage(stdout), EXIT_CLEAR;
    closest_command c = {.points = {.width = 3}};
    model m;
    int status = read_closest(&c, argc, argv);
    if (status == EXIT_CLEAR && !model_load(&m, c.path, c.threads)) {
        status = EXIT_BAD_INPUT;
    } else if (status == EXIT_CLEAR) {
        status = tell_points(&c, &m);
        model_free(&m);
    }
    numbers_free(&c.points);
    return status;
}
