/* carom section: the curves in which planes cut a mesh file. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "commands.h"
#include "numbers.h"
#include "options.h"
#include "reading.h"
#include "section/section_write.h"

static void print_usage(FILE *out) {
    fputs(
        "usage: carom section FILE (--plane P | --planes LIST)... [options]\n"
        "\n"
        "Cuts the triangles of a mesh file (see carom info) by planes: closed curves of\n"
        "closed meshes, whose solid is on their left as seen from in front of the plane. What\n"
        "lies on a plane counts as in front of it.\n"
        "\n"
        "  --plane P      x,y,z,d: the points with x X + y Y + z Z = d; may be given again\n"
        "  --planes LIST  a file with one plane a line, by commas or blanks; - is standard input\n"
        "  --obj FILE     writes the curves as lines of an OBJ file, a group for each plane\n"
        "  --svg FILE     draws the section by the only plane, seen from in front of it\n",
        out);
    reading_print_usage(out, 13);
    fputs("  --json         one JSON object a plane, with all points\n"
          "\n"
          "exit status: 0 done, 2 usage, 3 bad input\n",
          out);
}

typedef struct section_command {
    const char *path, *obj, *svg;
    carom_io_options reading;
    numbers_list planes;
    bool json;
} section_command;

static const char **file_option(section_command *c, const char *name) {
    if (!strcmp(name, "--obj")) return &c->obj;
    return !strcmp(name, "--svg") ? &c->svg : NULL;
}

static int read_section(section_command *c, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        const bool valued = !strcmp(argv[i], "--plane") || !strcmp(argv[i], "--planes");
        const char **file = file_option(c, argv[i]);
        if (valued && i + 1 < argc) {
            int status = numbers_add_option(&c->planes, argv[i], argv[i + 1], 4);
            if (status != EXIT_CLEAR) return status;
            i++;
        } else if (file && i + 1 < argc) {
            *file = argv[++i];
        } else if (i + 1 < argc && reading_option(&c->reading, argv[i], argv[i + 1]) == 0) {
            i++;
        } else if (!strcmp(argv[i], "--json")) {
            c->json = true;
        } else if (argv[i][0] == '-' || c->path) {
            complain_of_argument("section", &argv[i]);
            return EXIT_USAGE;
        } else {
            c->path = argv[i];
        }
    }
    if (c->path && c->svg && c->planes.count > 1) {
        fputs("carom section: --svg draws the section by one plane\n", stderr);
        return EXIT_USAGE;
    }
    if (c->path && c->planes.count > 0) return EXIT_CLEAR;
    if (c->path)
        fputs("carom section: no plane is given; see carom section --help\n", stderr);
    else
        print_usage(stderr);
    return EXIT_USAGE;
}

/* ---- answers */

typedef struct section_sums {
    double area, length;
    bool closed; /* all curves */
} section_sums;

static section_sums sums_of(const carom_plane *plane, const carom_mesh_section *s) {
    const carom_vec3 u = section_axis(plane, 0), v = section_axis(plane, 1);
    section_sums out = {0, 0, true};
    for (size_t c = 0; c < s->curve_count; c++) {
        const carom_curve curve = s->curves[c];
        const carom_section_point *p = s->points + curve.first;
        const carom_vec3 o = p[0].position;
        out.closed = out.closed && curve.closed;
        for (size_t i = 0; i + !curve.closed < curve.count; i++) {
            const carom_vec3 from = p[i].position,
                             along = minus(p[(i + 1) % curve.count].position, from),
                             arm = minus(from, o);
            out.length += norm(along);
            out.area += 0.5 * (inner(u, arm) * inner(v, along) - inner(v, arm) * inner(u, along));
        }
    }
    return out;
}

static void put_curve(answer *a, const carom_mesh_section *s, const carom_curve *curve) {
    answer_truth(a, "closed", curve->closed);
    answer_open_array(a, "points");
    for (size_t k = 0; k < curve->count; k++) {
        const carom_section_point *p = &s->points[curve->first + k];
        answer_open_item(a, k == 0);
        answer_numbers(a, "at", (const double[3]){p->position.x, p->position.y, p->position.z}, 3);
        answer_number(a, "triangle", (double)p->triangle);
        answer_close_item(a);
    }
    answer_close_array(a);
}

static void put_section(size_t number, const carom_plane *plane, const carom_mesh_section *s) {
    const section_sums sums = sums_of(plane, s);
    answer a = {.out = stdout};
    answer_open(&a);
    answer_number(&a, "plane", (double)number);
    answer_truth(&a, "closed", sums.closed);
    if (sums.closed)
        answer_number(&a, "area", sums.area);
    else
        answer_null(&a, "area");
    answer_number(&a, "length", sums.length);
    answer_open_array(&a, "curves");
    for (size_t c = 0; c < s->curve_count; c++) {
        answer_open_item(&a, c == 0);
        put_curve(&a, s, &s->curves[c]);
        answer_close_item(&a);
    }
    answer_close_array(&a);
    answer_close(&a);
}

static void put_row(size_t number, const carom_plane *plane, const carom_mesh_section *s) {
    const section_sums sums = sums_of(plane, s);
    size_t open = 0;
    for (size_t c = 0; c < s->curve_count; c++)
        open += !s->curves[c].closed;
    char area[32] = "-";
    if (sums.closed) snprintf(area, sizeof area, "%.9g", sums.area);
    printf("%6zu %8zu %8zu %9zu  %-14s %.9g\n", number, s->curve_count, open, s->point_count, area,
           sums.length);
}

/* ---- the command */

static int cut_model(const section_command *c, const model *m, section_list *list) {
    for (; list->count < c->planes.count; list->count++) {
        const size_t i = list->count;
        const double *p = c->planes.value + 4 * i;
        list->planes[i] = (carom_plane){{p[0], p[1], p[2]}, p[3]};
        const carom_status status =
            carom_mesh_section_create(&list->sections[i], m->mesh, &list->planes[i], NULL);
        if (status == CAROM_OK) continue;
        fprintf(stderr, "carom section: plane %zu, counted from 0: %s\n", i,
                status == CAROM_ERROR_ARGUMENT ? "the normal is zero" : carom_status_text(status));
        return EXIT_BAD_INPUT;
    }
    return EXIT_CLEAR;
}

static int tell_sections(const section_command *c, const section_list *list) {
    if (!c->json)
        printf("%6s %8s %8s %9s  %-14s %s\n", "plane", "curves", "open", "points", "area",
               "length");
    for (size_t i = 0; i < list->count; i++)
        if (c->json)
            put_section(i, &list->planes[i], list->sections[i]);
        else
            put_row(i, &list->planes[i], list->sections[i]);
    if (c->obj && !section_write_obj(list, c->obj)) return EXIT_BAD_INPUT;
    if (c->svg && !section_write_svg(list, c->svg)) return EXIT_BAD_INPUT;
    return EXIT_CLEAR;
}

static int run_section(const section_command *c, const model *m) {
    section_list list = {.planes = calloc(c->planes.count, sizeof *list.planes),
                         .sections = calloc(c->planes.count, sizeof(carom_mesh_section *))};
    int status = EXIT_BAD_INPUT;
    if (list.planes && list.sections)
        status = cut_model(c, m, &list);
    else
        fputs("carom section: not enough memory\n", stderr);
    if (status == EXIT_CLEAR) status = tell_sections(c, &list);
    for (size_t i = 0; i < list.count; i++)
        carom_mesh_section_destroy(list.sections[i]);
    free(list.planes);
    free(list.sections);
    return status;
}

int cmd_section(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return print_usage(stdout), EXIT_CLEAR;
    section_command c = {.planes = {.width = 4}};
    model m;
    int status = read_section(&c, argc, argv);
    if (status == EXIT_CLEAR && !model_load(&m, &(model_def){c.path, c.reading, 1, NULL})) {
        status = EXIT_BAD_INPUT;
    } else if (status == EXIT_CLEAR) {
        status = run_section(&c, &m);
        model_free(&m);
    }
    numbers_free(&c.planes);
    return status;
}
