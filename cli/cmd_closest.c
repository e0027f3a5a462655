/* carom closest: nearest points of a mesh file to given points, and the side of the surface on
 * which these lie. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer_vector.h"
#include "commands.h"
#include "numbers.h"
#include "options.h"
#include "reading.h"
#include "threads.h"

static void print_usage(FILE *out) {
    fputs(
        "usage: carom closest FILE (--point P | --points LIST)... [options]\n"
        "\n"
        "Tells for each point, in the order given, the nearest point on the triangles of an OBJ,\n"
        "STL, PLY, glTF or GLB file, and whether the point is inside: negative distances are.\n"
        "Inside is where the winding number exceeds one half: exact for closed meshes, also\n"
        "where their pieces overlap.\n"
        "\n"
        "  --point P      x,y,z; may be given again\n"
        "  --points LIST  a file with one point a line, by commas or blanks; - is standard input\n"
        "  --nearest K    the K nearest triangles of each point, nearest first, without the side\n",
        out);
    reading_print_usage(out, 13);
    fputs("  --threads N    work with N threads; one for each processor unless given\n"
          "  --json         one JSON object a point\n"
          "\n"
          "exit status: 0 done, 2 usage, 3 bad input\n",
          out);
}

typedef struct closest_command {
    const char *path;
    carom_io_options reading;
    numbers_list points;
    size_t nearest; /* triangles per point; 0: the nearest one, with its side */
    uint32_t threads;
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

/* The rest of a row and of an object. */
static void tell_place_row(const model *m, const carom_mesh_closest *at) {
    carom_vec3 near = at->at.point_b;
    printf(" %12.9g %12.9g %12.9g %9u %-8s  %s\n", near.x, near.y, near.z, (unsigned)at->triangle,
           feature_of_triangle(at->at.feature), m->names[model_part_of(m, at->triangle)]);
}

static void put_place(answer *a, const model *m, const carom_mesh_closest *at) {
    answer_vector(a, "closest", at->at.point_b);
    answer_number(a, "triangle", (double)at->triangle);
    answer_vector(a, "barycentric", at->at.barycentric);
    answer_text(a, "feature", feature_of_triangle(at->at.feature));
    answer_text(a, "part", m->names[model_part_of(m, at->triangle)]);
}

static void tell_point(const closest_command *c, const model *m, size_t number,
                       const carom_mesh_signed *found) {
    if (!c->json) {
        printf("%6zu  %-+14.9g %-8s", number, found->distance, place_name(found->place));
        tell_place_row(m, &found->nearest);
        return;
    }
    answer a = {.out = stdout};
    answer_open(&a);
    answer_number(&a, "point", (double)number);
    answer_number(&a, "distance", found->distance);
    answer_text(&a, "side", place_name(found->place));
    answer_text(&a, "side_by", method_name(found->method));
    put_place(&a, m, &found->nearest);
    answer_close(&a);
}

static void tell_several(const closest_command *c, const model *m, size_t number,
                         const carom_mesh_closest *nearest, size_t count) {
    answer a = {.out = stdout};
    for (size_t k = 0; !c->json && k < count; k++) {
        printf("%6zu  %-14.9g", number, nearest[k].at.distance);
        tell_place_row(m, &nearest[k]);
    }
    if (!c->json) return;
    answer_open(&a);
    answer_number(&a, "point", (double)number);
    answer_open_array(&a, "nearest");
    for (size_t k = 0; k < count; k++) {
        answer_open_item(&a, k == 0);
        answer_number(&a, "distance", nearest[k].at.distance);
        put_place(&a, m, &nearest[k]);
        answer_close_item(&a);
    }
    answer_close_array(&a);
    answer_close(&a);
}

static bool read_nearest(const char *text, size_t *out) {
    double n;
    if (!numbers_read(text, &n, 1, 1) || n != floor(n) || n < 1 || n > UINT32_MAX) return false;
    *out = (size_t)n;
    return true;
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
        } else if (!strcmp(argv[i], "--nearest") && i + 1 < argc &&
                   read_nearest(argv[i + 1], &c->nearest)) {
            i++;
        } else if (i + 1 < argc && reading_option(&c->reading, argv[i], argv[i + 1]) == 0) {
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

/* Triangles reported per block of points. */
#define BLOCK ((size_t)16384)

typedef struct point_block {
    size_t size;
    carom_vec3 *points;
    carom_mesh_signed *found;    /* one per point, or: */
    carom_mesh_closest *nearest; /* c->nearest per point */
    uint32_t *counts;
} point_block;

static point_block make_block(const closest_command *c) {
    size_t each = c->nearest ? c->nearest : 1, size = each < BLOCK ? BLOCK / each : 1;
    point_block b = {.size = size < c->points.count ? size : c->points.count};
    b.points = malloc(b.size * sizeof *b.points);
    if (!c->nearest) {
        b.found = malloc(b.size * sizeof *b.found);
        return b;
    }
    b.nearest = malloc(b.size * each * sizeof *b.nearest);
    b.counts = malloc(b.size * sizeof *b.counts);
    return b;
}

static void free_block(point_block *b) {
    free(b->points);
    free(b->found);
    free(b->nearest);
    free(b->counts);
}

static void ask_block(const closest_command *c, const model *m, point_block *b, size_t first,
                      const carom_task_hook *tasks) {
    size_t left = c->points.count - first, count = left < b->size ? left : b->size;
    const double *p = c->points.value + 3 * first;
    for (size_t i = 0; i < count; i++, p += 3)
        b->points[i] = make3(p[0], p[1], p[2]);
    if (c->nearest) {
        const carom_points_within request = {.points = b->points, .count = count};
        const carom_closest_lists lists = {b->nearest, c->nearest, b->counts};
        carom_closest_points_mesh_several(&request, m->mesh, &lists, tasks);
        for (size_t i = 0; i < count; i++)
            tell_several(c, m, first + i, b->nearest + i * c->nearest, b->counts[i]);
    } else {
        carom_distance_points_mesh_signed(b->points, count, &m->solid, b->found, tasks);
        for (size_t i = 0; i < count; i++)
            tell_point(c, m, first + i, &b->found[i]);
    }
}

/* False when memory ran out. */
static bool tell_blocks(const closest_command *c, const model *m) {
    point_block b = make_block(c);
    bool made = b.points && (b.found || (b.nearest && b.counts));
    threads t = threads_start(c->points.count > 1 ? c->threads : 1);
    for (size_t first = 0; made && first < c->points.count; first += b.size)
        ask_block(c, m, &b, first, &t.hook);
    threads_end(&t);
    free_block(&b);
    return made;
}

static int tell_points(closest_command *c, model *m) {
    size_t triangles = carom_mesh_triangle_count(m->mesh);
    if (c->nearest > triangles) c->nearest = triangles > 0 ? triangles : 1;
    if (!c->nearest && !model_solid(m)) return EXIT_BAD_INPUT;
    if (!c->json && c->nearest)
        printf("%6s  %-14s %12s %12s %12s %9s %-8s  %s\n", "point", "distance", "x", "y", "z",
               "triangle", "feature", "part");
    else if (!c->json)
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
    if (status == EXIT_CLEAR && !model_load(&m, &(model_def){c.path, c.reading, c.threads, NULL})) {
        status = EXIT_BAD_INPUT;
    } else if (status == EXIT_CLEAR) {
        status = tell_points(&c, &m);
        model_free(&m);
    }
    numbers_free(&c.points);
    return status;
}
