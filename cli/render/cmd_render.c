/* carom render: an image of a mesh file, and the number of rays cast. It reads the options, aims
 * the camera at the mesh, draws (render.h) and writes the PNG file. */
#include "render/render.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "commands.h"
#include "numbers.h"
#include "options.h"
#include "reading.h"
#include "system.h"
#include "threads.h"
#include "text/plural.h"

#define SIDE_LIMIT 16384

static void print_usage(FILE *out) {
    fputs("usage: carom render FILE --png OUT [options]\n"
          "\n"
          "Draws a mesh file (see carom info) with shadows, by ray casts: in the colours of the\n"
          "file, or each part in a colour of its own.\n"
          "\n"
          "  --png OUT        the picture\n"
          "  --size WxH       in pixels; 960x720 unless given\n"
          "  --eye x,y,z      where from; the whole file in view unless given\n"
          "  --target x,y,z   where to; the middle of the file's box unless given\n"
          "  --up x,y,z       0,1,0 unless given; of STL, STEP, IGES, IFC and 3MF 0,0,1\n"
          "  --fov DEGREES    between the picture's lower and upper edge\n"
          "  --color WHAT     file, part, normal or triangle; file unless given, where it has "
          "colours\n"
          "  --samples N      N times N samples a pixel, 1 to 8; 2 unless given\n"
          "  --sky N          rays to the sky a sample, 0 to 256; 6 unless given\n",
          out);
    reading_print_usage(out, 15);
    fputs("  --threads N      work with N threads; one for each processor unless given\n"
          "  --json           counts and times as one JSON object\n"
          "\n"
          "exit status: 0 done, 2 usage, 3 the file is bad or OUT cannot be written\n",
          out);
}

typedef struct render_command {
    const char *path, *png;
    carom_io_options reading;
    render_options options;
    carom_vec3 eye, target, up;
    double field_of_view; /* degrees; 0: to fit */
    bool has_eye, has_target, has_up, has_color, json;
} render_command;

static bool read_vector(const char *text, carom_vec3 *out) {
    double n[3];
    if (!numbers_read(text, n, 3, 3)) return false;
    *out = make3(n[0], n[1], n[2]);
    return true;
}

static bool read_count(const char *text, int least, int most, int *out) {
    double n;
    if (!numbers_read(text, &n, 1, 1) || n != floor(n) || n < least || n > most) return false;
    *out = (int)n;
    return true;
}

static bool read_size(const char *text, render_options *o) {
    char after;
    return sscanf(text, "%dx%d%c", &o->width, &o->height, &after) == 2 && o->width > 0 &&
           o->height > 0 && o->width <= SIDE_LIMIT && o->height <= SIDE_LIMIT;
}

static bool read_color(const char *text, render_color *out) {
    static const char *const names[] = {"part", "normal", "triangle", "file"};
    for (int i = 0; i < 4; i++)
        if (!strcmp(text, names[i])) return *out = (render_color)i, true;
    return false;
}

static bool read_render_option(render_command *c, const char *name, const char *value) {
    render_options *o = &c->options;
    if (!strcmp(name, "--png")) return c->png = value, true;
    if (!strcmp(name, "--size")) return read_size(value, o);
    if (!strcmp(name, "--threads")) return threads_read(value, &o->threads);
    if (reading_option(&c->reading, name, value) == 0) return true;
    if (!strcmp(name, "--eye")) return c->has_eye = read_vector(value, &c->eye);
    if (!strcmp(name, "--target")) return c->has_target = read_vector(value, &c->target);
    if (!strcmp(name, "--up")) return c->has_up = read_vector(value, &c->up) && norm(c->up) > 0.0;
    if (!strcmp(name, "--color")) return c->has_color = read_color(value, &o->color);
    if (!strcmp(name, "--samples")) return read_count(value, 1, 8, &o->samples);
    if (!strcmp(name, "--sky")) return read_count(value, 0, 256, &o->sky);
    return !strcmp(name, "--fov") && numbers_read(value, &c->field_of_view, 1, 1) &&
           c->field_of_view > 0.0 && c->field_of_view < 180.0;
}

static void aim_camera(render_command *c, const model *m) {
    render_options *o = &c->options;
    carom_aabb box = carom_mesh_bounds(m->mesh);
    double aspect = (double)o->width / o->height;
    const carom_vec3 direction = m->z_up ? make3(0.45, -1.0, 0.35) : make3(0.45, 0.35, 1.0);
    const carom_vec3 up = m->z_up ? make3(0, 0, 1) : make3(0, 1, 0);
    if (!c->has_up) c->up = up;
    o->view = camera_frame(&box, unit(direction), up, aspect, 2.2);
    double half_height = o->view.half_height;
    carom_vec3 target = plus(times(box.min, 0.5), times(box.max, 0.5));
    if (c->has_target) target = c->target;
    carom_vec3 eye = c->has_eye ? c->eye : o->view.eye;
    o->view = camera_look_at(eye, target, c->up);
    if (!c->has_eye) o->view.half_height = half_height;
    if (c->field_of_view > 0.0)
        o->view.half_height = tan(c->field_of_view * (3.14159265358979323846 / 360.0));
}

static void tell_render(const render_command *c, const model *m, size_t rays, double seconds) {
    uint32_t triangles = (uint32_t)carom_mesh_triangle_count(m->mesh);
    if (!c->json) {
        printf("%s: %u triangle%s in %zu part%s; %zu rays in %.2f s, %.2f million a second\n",
               c->png, (unsigned)triangles, plural(triangles), m->part_count, plural(m->part_count),
               rays, seconds, 1e-6 * (double)rays / seconds);
        return;
    }
    answer a = {.out = stdout};
    answer_open(&a);
    answer_text(&a, "file", c->path);
    answer_text(&a, "png", c->png);
    answer_number(&a, "triangles", (double)triangles);
    answer_number(&a, "parts", (double)m->part_count);
    answer_number(&a, "rays", (double)rays);
    answer_number(&a, "seconds", seconds);
    answer_close(&a);
}

static int draw_model(render_command *c, const model *m) {
    image picture;
    if (!image_create(&picture, c->options.width, c->options.height)) {
        fprintf(stderr, "carom: %s: not enough memory for the picture\n", c->png);
        return EXIT_BAD_INPUT;
    }
    if (!c->has_color && model_has_colors(m)) c->options.color = RENDER_FILE;
    aim_camera(c, m);
    double start = system_seconds();
    size_t rays = 0;
    bool ok = render_draw(&picture, m, &c->options, &rays);
    double seconds = system_seconds() - start;
    if (!ok) fprintf(stderr, "carom: %s: not enough memory for the picture\n", c->png);
    ok = ok && image_write_png(&picture, c->png);
    image_destroy(&picture);
    if (ok) tell_render(c, m, rays, seconds);
    return ok ? EXIT_CLEAR : EXIT_BAD_INPUT;
}

static bool read_render(render_command *c, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json")) {
            c->json = true;
        } else if (argv[i][0] != '-' && !c->path) {
            c->path = argv[i];
        } else if (argv[i][0] == '-' && i + 1 < argc &&
                   read_render_option(c, argv[i], argv[i + 1])) {
            i++;
        } else {
            complain_of_argument("render", &argv[i]);
            return false;
        }
    }
    if (c->path && c->png) return true;
    if (c->path)
        fputs("carom render: --png OUT is missing; see carom render --help\n", stderr);
    else
        print_usage(stderr);
    return false;
}

int cmd_render(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return print_usage(stdout), EXIT_CLEAR;
    render_command c = {.options = {.width = 960, .height = 720, .samples = 2, .sky = 6}};
    model m;
    if (!read_render(&c, argc, argv)) return EXIT_USAGE;
    if (!model_load(&m, &(model_def){c.path, c.reading, c.options.threads, NULL}))
        return EXIT_BAD_INPUT;
    int status = draw_model(&c, &m);
    model_free(&m);
    return status;
}
