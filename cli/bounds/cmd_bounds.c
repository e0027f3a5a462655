/* carom bounds: compares bounding volumes of a mesh by void volume, time to fit, time to test, and
 * appearance. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "bounds/bounds.h"
#include "commands.h"
#include "options.h"
#include "solid.h"
#include "bounds/bounds_fit.h"
#include "bounds/bounds_render.h"
#include "text/plural.h"

static void print_usage(FILE *out) {
    fputs(
        "usage: carom bounds FILE [--png OUT] [--json]\n"
        "\n"
        "Fits bounding volumes to a mesh file (see carom info) and prints a table: the\n"
        "volume of each, how much of it is void, the time to fit it, and the time of its overlap\n"
        "test on pairs of copies moved at random (k-DOPs: slab against slab). The void is known\n"
        "of closed meshes, and about that of meshes with small holes.\n"
        "\n"
        "  --png OUT  draws the mesh in each of the volumes\n"
        "  --json     one JSON object\n"
        "\n"
        "exit status: 0 done, 2 usage, 3 the file is bad or OUT cannot be written\n",
        out);
}

typedef struct bounds_input {
    const char *path;
    carom_io_topology topology;
    carom_mesh_closure closure;
    carom_io_soup soup;
    bool known;    /* `volume` is that of the mesh, exact or from a surface with small holes */
    double volume; /* of the mesh */
    double spread; /* relative difference of the volumes along the axes; 0 when closed */
} bounds_input;

/* Relative size of holes up to which the library treats a mesh as a solid: see dispatch.h. */
#define MOST_SPREAD 0.3

/* The divergence theorem along each axis, from the centre of the box: for a closed surface all
 * three integrals are its volume. Holes that face one axis change one of them; the median counts.
 */
static void measure_own(bounds_input *in) {
    const carom_io_topology *t = &in->topology;
    double along[3] = {0.0, 0.0, 0.0};
    in->closure = solid_closure_of_file(t);
    in->known = in->closure == CAROM_MESH_CLOSED;
    in->volume = fabs(t->volume);
    if (in->known) return;
    for (size_t i = 0; i < in->soup.triangle_count; i++) {
        const double *v[3], *low = t->min, *high = t->max;
        for (int k = 0; k < 3; k++)
            v[k] = in->soup.vertices + 3 * (size_t)in->soup.indices[3 * i + (size_t)k];
        for (int k = 0; k < 3; k++) {
            int y = (k + 1) % 3, z = (k + 2) % 3;
            double area = 0.5 * ((v[1][y] - v[0][y]) * (v[2][z] - v[0][z]) -
                                 (v[1][z] - v[0][z]) * (v[2][y] - v[0][y]));
            double height = (v[0][k] + v[1][k] + v[2][k]) / 3.0 - 0.5 * (low[k] + high[k]);
            along[k] += area * height;
        }
    }
    double least = fmin(along[0], fmin(along[1], along[2]));
    double most = fmax(along[0], fmax(along[1], along[2]));
    in->volume = fabs(along[0] + along[1] + along[2] - least - most);
    in->spread = in->volume > 0.0 ? (most - least) / in->volume : INFINITY;
    in->known = in->spread <= MOST_SPREAD;
}

/* Voids below this share of a volume are rounding of its sizes. */
#define ROUNDING 1e-12

static void print_table(const bounds_input *in, const bounds_set *set) {
    const char *why = in->closure == CAROM_MESH_OPEN ? "not closed" : "orientation inconsistent";
    printf("file      %s\n", in->path);
    printf("mesh      %zu vertices, %zu triangles; ", in->soup.vertex_count,
           in->soup.triangle_count);
    if (in->closure == CAROM_MESH_CLOSED)
        printf("volume %.6g\n", in->volume);
    else if (in->known)
        printf("%s: volume about %.6g, to %.2g %%\n", why, in->volume, 100.0 * in->spread);
    else
        printf("%s: its own volume and the void are unknown\n", why);
    printf("hull      %d vertices, %d edges, %d faces\n\n", carom_hull_vertex_count(set->hull),
           carom_hull_edge_count(set->hull), carom_hull_face_count(set->hull));
    printf("%-18s %13s %13s %8s %12s %12s %9s\n", "volume of", "volume", "void", "void %", "fit ms",
           "overlap ns", "touching");
    for (int v = 0; v < BOUNDS_COUNT; v++) {
        const bounds_volume *b = &set->volumes[v];
        double empty = b->volume - in->volume;
        if (fabs(empty) < ROUNDING * b->volume) empty = 0.0;
        printf("%-18s %13.6g ", b->name, b->volume);
        if (in->known && b->volume > 0.0)
            printf("%13.6g %7.1f%% ", empty, 100.0 * empty / b->volume);
        else
            printf("%13s %8s ", "-", "-");
        printf("%12.4f ", 1e3 * b->fit_seconds);
        if (b->overlap_ns > 0.0)
            printf("%12.1f %8.1f%%\n", b->overlap_ns, 100.0 * b->touching);
        else
            printf("%12s %9s\n", "-", "-");
    }
}

static bool print_json(const bounds_input *in, const bounds_set *set) {
    const carom_io_topology *t = &in->topology;
    json_t *list = json_array();
    for (int v = 0; v < BOUNDS_COUNT; v++) {
        const bounds_volume *b = &set->volumes[v];
        json_t *empty = in->known ? json_real(b->volume - in->volume) : json_null();
        json_t *test = b->overlap_ns > 0.0 ? json_real(b->overlap_ns) : json_null();
        json_array_append_new(list,
                              json_pack("{s:s, s:f, s:o, s:f, s:o, s:f}", "name", b->name, "volume",
                                        b->volume, "void", empty, "fit_ms", 1e3 * b->fit_seconds,
                                        "overlap_ns", test, "touching", b->touching));
    }
    json_t *own = in->known ? json_real(in->volume) : json_null();
    json_t *spread = in->known ? json_real(in->spread) : json_null();
    json_t *out =
        json_pack("{s:s%, s:I, s:I, s:b, s:o, s:o, s:i, s:i, s:i, s:o}", "file", in->path,
                  strlen(in->path), "vertices", (json_int_t)in->soup.vertex_count, "triangles",
                  (json_int_t)in->soup.triangle_count, "closed", t->closed ? 1 : 0, "volume", own,
                  "volume_spread", spread, "hull_vertices", carom_hull_vertex_count(set->hull),
                  "hull_edges", carom_hull_edge_count(set->hull), "hull_faces",
                  carom_hull_face_count(set->hull), "volumes", list);
    bool ok = out && json_dumpf(out, stdout, 0) == 0;
    json_decref(out);
    putchar('\n');
    return ok;
}

static bool draw(const bounds_input *in, const bounds_set *set, const carom_vec3 *points,
                 const char *png) {
    carom_mesh *mesh = NULL;
    carom_mesh_def def = {.vertices = points,
                          .indices = in->soup.indices,
                          .vertex_count = in->soup.vertex_count,
                          .triangle_count = in->soup.triangle_count};
    carom_status status = carom_mesh_create(&mesh, &def);
    if (status != CAROM_OK) fprintf(stderr, "carom: %s: %s\n", in->path, carom_status_text(status));
    bool ok = status == CAROM_OK && bounds_draw(set, mesh, png);
    carom_mesh_destroy(mesh);
    return ok;
}

static int measure(const bounds_input *in, const char *png, bool json) {
    size_t count = in->soup.vertex_count;
    carom_vec3 *points = malloc((count + !count) * sizeof *points);
    bounds_set *set = malloc(sizeof *set);
    int status = EXIT_BAD_INPUT;
    for (size_t i = 0; points && i < count; i++) {
        const double *p = in->soup.vertices + 3 * i;
        points[i] = make3(p[0], p[1], p[2]);
    }
    bool fitted = points && set && bounds_fit(set, points, count);
    if (!fitted) fprintf(stderr, "carom: %s: the volumes cannot be fitted\n", in->path);
    if (fitted && (!png || draw(in, set, points, png))) {
        status = EXIT_CLEAR;
        if (!json)
            print_table(in, set);
        else if (!print_json(in, set))
            status = EXIT_BAD_INPUT;
    }
    if (set) bounds_free(set);
    free(set);
    free(points);
    return status;
}

static int load_and_measure(const char *path, const char *png, bool json) {
    char error[512];
    carom_io_scene *scene = NULL;
    bounds_input in = {.path = path};
    if (!carom_io_load(path, &scene, error, sizeof error)) {
        fprintf(stderr, "carom: %s\n", error);
        return EXIT_BAD_INPUT;
    }
    int status = EXIT_BAD_INPUT;
    if (!carom_io_analyse(scene, &in.topology) || !carom_io_flatten(scene, &in.soup) ||
        !carom_io_soup_weld(&in.soup))
        fprintf(stderr, "carom: %s: not enough memory, or a vertex is not finite\n", path);
    else {
        measure_own(&in);
        status = measure(&in, png, json);
    }
    carom_io_soup_free(&in.soup);
    carom_io_free(scene);
    return status;
}

int cmd_bounds(int argc, char **argv) {
    const char *path = NULL, *png = NULL;
    bool json = false;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return print_usage(stdout), EXIT_CLEAR;
        if (!strcmp(argv[i], "--json")) {
            json = true;
        } else if (!strcmp(argv[i], "--png") && i + 1 < argc) {
            png = argv[++i];
        } else if (argv[i][0] == '-' || path) {
            complain_of_argument("bounds", &argv[i]);
            return EXIT_USAGE;
        } else {
            path = argv[i];
        }
    }
    if (!path) return print_usage(stderr), EXIT_USAGE;
    return load_and_measure(path, png, json);
}
