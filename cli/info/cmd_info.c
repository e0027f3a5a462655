/* carom info: what a mesh file holds and what is wrong with it. With --strict, exit status 1 means
 * that the mesh does not bound a solid as it stands: it is open, or has defects that collision code
 * must know of. */
#include "real.h" /* first: it chooses double */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "commands.h"
#include "info/info_colors.h"
#include "info/info_layout.h"
#include "info/info_solvers.h"
#include "mesh_of.h"
#include "options.h"
#include "reading.h"
#include "solid.h"
#include "threads.h"
#include "text/plural.h"

static void print_usage(FILE *out) {
    fputs("usage: carom info FILE... [--strict] [--json] [--deflection D] [--angle A] [--lenient]\n"
          "       carom info --solvers [--json]\n"
          "       carom info --layout [--json]\n"
          "\n"
          "Reads an OBJ, STL, PLY, glTF, GLB, STEP, IGES, IFC, 3MF, COLLADA, FBX or OFF file and\n"
          "tells its counts, box, area and volume, its degenerate and duplicate triangles, its "
          "open,\n"
          "non-manifold and inconsistent edges, whether it is closed, where a mesh meets itself, "
          "and\n"
          "what was left out. Vertices at the same position count as one.\n"
          "\n"
          "  --strict  exit status 1 when the mesh is open or has defects\n"
          "  --json    one JSON object a file\n"
          "  --deflection D  triangles of STEP, IGES and IFC may be D off the surfaces,\n"
          "  --angle A       and neighbours of them A degrees apart, as of carom clash\n"
          "  --by-piece      meshes are taken apart into pieces that share no vertex\n"
          "  --lenient leaves out what of a file cannot be read, and tells how much\n"
          "  --solvers for each verb and pair of shapes the solvers that may answer, in the order "
          "in\n"
          "            which they are tried, with algorithm, source and reason; no file\n"
          "  --layout  sizes, alignments and offsets of the library's public structs; no file\n"
          "\n"
          "exit status: 0 the file was read, 1 see --strict, 2 usage, 3 a file is bad\n",
          out);
}

/* What the report tells of a file. */
typedef struct info_report {
    const char *path;
    const carom_io_scene *scene;
    carom_io_topology topology;
    size_t self; /* pairs of triangles that meet in more than they share, over the placed meshes */
    bool self_is_more; /* counting ended there */
} info_report;

/* Pairs of one node that are counted at most: n triangles in one place have n * n / 2. */
#define SELF_COUNTED 1000000

static bool is_clean(const info_report *r) {
    const carom_io_topology *t = &r->topology;
    bool solid = solid_closure_of_file(t) == CAROM_MESH_CLOSED && !t->non_manifold_edges;
    return solid && !t->degenerate && !t->duplicate && !r->self;
}

static bool count_pair(uint32_t a, uint32_t b, void *user) {
    (void)a, (void)b;
    size_t *count = user;
    return ++*count <= SELF_COUNTED;
}

/* The meshes of one node as one, welded, in the node's own coordinates. */
static bool gather_node(const carom_io_scene *scene, size_t first, size_t count,
                        carom_io_soup *soup) {
    carom_io_scene node = *scene;
    node.instances = malloc(count * sizeof *node.instances);
    node.instance_count = count;
    for (size_t i = 0; node.instances && i < count; i++) {
        node.instances[i] = scene->instances[first + i];
        for (int k = 0; k < 12; k++)
            node.instances[i].transform[k] = k % 5 == 0;
    }
    bool ok = node.instances && carom_io_flatten(&node, soup) && carom_io_soup_weld(soup);
    free(node.instances);
    return ok;
}

/* False when memory ran out. */
static bool count_self(const carom_io_soup *soup, const threads *t, size_t *count) {
    carom_mesh *mesh = NULL;
    bool ok = mesh_of_soup(soup, &t->hook, &mesh) == CAROM_OK;
    *count = 0;
    if (ok) carom_visit_mesh_self(mesh, count_pair, count);
    carom_mesh_destroy(mesh);
    return ok;
}

/* Nodes that begin with the same mesh hold the same meshes: each is looked at once, and `known`
 * keeps the count by that mesh. */
static bool count_nodes_self(const carom_io_scene *scene, const threads *t, size_t *known,
                             info_report *info) {
    for (size_t i = 0, end; i < scene->instance_count; i = end) {
        size_t *own = &known[scene->instances[i].mesh];
        carom_io_soup soup = {NULL, NULL, 0, 0};
        end = i + 1;
        while (end < scene->instance_count &&
               scene->instances[end].node == scene->instances[i].node)
            end++;
        bool ok = *own != SIZE_MAX ||
                  (gather_node(scene, i, end - i, &soup) && count_self(&soup, t, own));
        carom_io_soup_free(&soup);
        if (!ok) return false;
        info->self_is_more = info->self_is_more || *own > SELF_COUNTED;
        info->self += *own > SELF_COUNTED ? SELF_COUNTED : *own;
    }
    return true;
}

static bool count_all_self(const carom_io_scene *scene, const threads *t, info_report *info) {
    size_t *known = malloc((scene->mesh_count + 1) * sizeof *known);
    for (size_t m = 0; known && m < scene->mesh_count; m++)
        known[m] = SIZE_MAX;
    bool ok = known && count_nodes_self(scene, t, known, info);
    free(known);
    return ok;
}

/* The greatest length of a column, by which a transform with perpendicular columns scales. */
static double scale_of(const double m[12]) {
    double most = 0.0;
    for (int k = 0; k < 3; k++)
        most = fmax(most, sqrt(m[k] * m[k] + m[4 + k] * m[4 + k] + m[8 + k] * m[8 + k]));
    return most;
}

/* The greatest of all meshes, as placed. */
static double deviation(const carom_io_scene *scene) {
    double most = 0.0;
    for (size_t i = 0; i < scene->instance_count; i++) {
        const carom_io_instance *at = &scene->instances[i];
        most = fmax(most, scene->meshes[at->mesh].deviation * scale_of(at->transform));
    }
    return most;
}

static void print_surfaces(const carom_io_scene *scene) {
    const carom_io_report *r = &scene->report;
    const char *unit = reading_unit_name(scene->unit);
    if (scene->unit > 0.0)
        printf("unit                 %s, %.9g m\n", unit ? unit : "one of its own", scene->unit);
    if (!(r->deflection > 0.0)) {
        if (deviation(scene) > 0.0)
            printf("vertices within      %.3g of what was encoded: the file has them on a grid\n",
                   deviation(scene));
        return;
    }
    printf("surfaces             %zu; %zu lost\n", r->surfaces, r->lost);
    printf("triangles within     %.3g of the surfaces; asked for deflection %.3g at most, angle "
           "%.3g degrees\n",
           deviation(scene), r->deflection, r->angle);
}

static bool print_text(const info_report *info) {
    const carom_io_scene *scene = info->scene;
    const carom_io_topology *t = &info->topology;
    const carom_io_report *r = &scene->report;
    printf("file                 %s, %s, %zu bytes\n", info->path,
           carom_io_format_name(scene->format), r->file_bytes);
    print_surfaces(scene);
    printf("meshes               %zu, placed %zu time%s\n", scene->mesh_count,
           scene->instance_count, plural(scene->instance_count));
    const bool ok = info_colors_print(scene);
    printf("vertices             %zu as placed and welded; %zu as read\n", t->vertices,
           r->vertices);
    printf("triangles            %zu as placed; from %zu face%s, %zu of them polygons\n",
           t->triangles, r->faces, plural(r->faces), r->polygons);
    printf("left out             %zu point%s, %zu line%s", r->points, plural(r->points), r->lines,
           plural(r->lines));
    if (r->spaces) printf(", %zu spaces, openings and annotations", r->spaces);
    putchar('\n');
    printf("box                  %.9g %.9g %.9g  to  %.9g %.9g %.9g\n", t->min[0], t->min[1],
           t->min[2], t->max[0], t->max[1], t->max[2]);
    printf("degenerate           %zu triangle%s\n", t->degenerate, plural(t->degenerate));
    printf("duplicate            %zu triangle%s\n", t->duplicate, plural(t->duplicate));
    printf("meets itself         %s%zu pair%s of triangles\n",
           info->self_is_more ? "more than " : "", info->self, plural(info->self));
    printf("edges                %zu: %zu open, %zu non-manifold, %zu inconsistent\n", t->edges,
           t->open_edges, t->non_manifold_edges, t->inconsistent_edges);
    carom_mesh_closure closure = solid_closure_of_file(t);
    printf("closed               %s\n", closure == CAROM_MESH_CLOSED ? "yes"
                                        : closure == CAROM_MESH_INCONSISTENT
                                            ? "yes, orientation inconsistent"
                                            : "no");
    printf("area                 %.9g\n", t->area);
    printf("volume               %.9g%s\n", t->volume,
           closure == CAROM_MESH_CLOSED         ? ""
           : closure == CAROM_MESH_INCONSISTENT ? " (orientation inconsistent: means little)"
                                                : " (not closed: means little)");
    return ok;
}

static json_t *count_of(size_t value) {
    return json_integer((json_int_t)value);
}

static bool put_surfaces(json_t *out, const carom_io_scene *scene) {
    const carom_io_report *r = &scene->report;
    bool ok = true;
    if (scene->unit > 0.0) ok = !json_object_set_new(out, "unit_metres", json_real(scene->unit));
    if (!(r->deflection > 0.0)) {
        const double rounding = deviation(scene);
        return ok &&
               (!(rounding > 0.0) || !json_object_set_new(out, "deviation", json_real(rounding)));
    }
    json_t *more =
        json_pack("{s:o, s:o, s:o, s:f, s:f, s:f}", "surfaces", count_of(r->surfaces),
                  "spaces_left_out", count_of(r->spaces), "lost", count_of(r->lost), "deflection",
                  r->deflection, "angle", r->angle, "deviation", deviation(scene));
    ok = ok && more && !json_object_update(out, more);
    json_decref(more);
    return ok;
}

static bool print_json(const info_report *info) {
    const carom_io_scene *scene = info->scene;
    const carom_io_topology *t = &info->topology;
    const carom_io_report *r = &scene->report;
    json_t *out = json_pack(
        "{s:s%, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "file", info->path,
        strlen(info->path), "format", carom_io_format_name(scene->format), "file_bytes",
        count_of(r->file_bytes), "meshes", count_of(scene->mesh_count), "instances",
        count_of(scene->instance_count), "vertices_read", count_of(r->vertices), "vertices",
        count_of(t->vertices), "triangles", count_of(t->triangles), "faces", count_of(r->faces),
        "polygons", count_of(r->polygons), "points_left_out", count_of(r->points), "lines_left_out",
        count_of(r->lines));
    json_t *more = json_pack(
        "{s:[fff], s:[fff], s:o, s:o, s:o, s:b, s:o, s:o, s:o, s:o, s:b, s:s?, s:f, s:f}", "min",
        t->min[0], t->min[1], t->min[2], "max", t->max[0], t->max[1], t->max[2], "degenerate",
        count_of(t->degenerate), "duplicate", count_of(t->duplicate), "meets_itself",
        count_of(info->self), "meets_itself_more", (int)info->self_is_more, "edges",
        count_of(t->edges), "open_edges", count_of(t->open_edges), "non_manifold_edges",
        count_of(t->non_manifold_edges), "inconsistent_edges", count_of(t->inconsistent_edges),
        "closed", (int)t->closed, "orientation", solid_orientation(solid_closure_of_file(t)),
        "area", t->area, "volume", t->volume);
    bool ok = out && more && !json_object_update(out, more) && put_surfaces(out, scene) &&
              info_colors_put(scene, out) && !json_dumpf(out, stdout, 0);
    json_decref(out);
    json_decref(more);
    putchar('\n');
    return ok;
}

typedef struct info_options {
    bool json, strict;
    carom_io_options reading;
} info_options;

static int describe(const char *path, const info_options *o, bool follows) {
    const bool json = o->json;
    char error[512];
    carom_io_scene *scene = NULL;
    info_report info = {.path = path};
    if (!carom_io_load_with(path, &o->reading, &scene, error, sizeof error)) {
        fprintf(stderr, "carom: %s\n", error);
        return EXIT_BAD_INPUT;
    }
    int status = EXIT_BAD_INPUT;
    if (scene->warning) fprintf(stderr, "carom: %s: %s\n", path, scene->warning);
    info.scene = scene;
    threads t = threads_start(0);
    bool known = carom_io_analyse(scene, &info.topology) && count_all_self(scene, &t, &info);
    threads_end(&t);
    if (!known)
        fprintf(stderr, "carom: %s: not enough memory\n", path);
    else if (json && !print_json(&info))
        fprintf(stderr, "carom: %s: cannot be printed as JSON (is its name UTF-8?)\n", path);
    else
        status = !o->strict || is_clean(&info) ? EXIT_CLEAR : EXIT_NEGATIVE;
    if (known && !json && follows) putchar('\n');
    if (known && !json && !print_text(&info)) {
        fprintf(stderr, "carom: %s: not enough memory\n", path);
        status = EXIT_BAD_INPUT;
    }
    carom_io_free(scene);
    return status;
}

/* Describes all files, whatever is wrong with one; the worst status counts. */
static int describe_all(char *const *files, int count, const info_options *o) {
    int worst = EXIT_CLEAR;
    bool printed = false;
    for (int i = 0; i < count; i++) {
        int status = describe(files[i], o, printed);
        printed = printed || status != EXIT_BAD_INPUT;
        if (status > worst) worst = status;
    }
    return worst;
}

int cmd_info(int argc, char **argv) {
    char **files = argv + 1; /* the files take the places of the arguments read */
    int file_count = 0;
    bool solvers = false, layout = false;
    info_options o = {0};
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return print_usage(stdout), EXIT_CLEAR;
        if (!strcmp(argv[i], "--json")) {
            o.json = true;
        } else if (!strcmp(argv[i], "--strict")) {
            o.strict = true;
        } else if (!strcmp(argv[i], "--lenient")) {
            o.reading.lenient = true;
        } else if (!strcmp(argv[i], "--by-piece")) {
            o.reading.by_piece = true;
        } else if (i + 1 < argc && !reading_option(&o.reading, argv[i], argv[i + 1])) {
            i++;
        } else if (!strcmp(argv[i], "--solvers")) {
            solvers = true;
        } else if (!strcmp(argv[i], "--layout")) {
            layout = true;
        } else if (argv[i][0] == '-') {
            complain_of_argument("info", &argv[i]);
            return EXIT_USAGE;
        } else {
            files[file_count++] = argv[i];
        }
    }
    if ((file_count > 0) + solvers + layout != 1) return print_usage(stderr), EXIT_USAGE;
    if (layout) return print_layout(o.json);
    return solvers ? tell_solvers(o.json) : describe_all(files, file_count, &o);
}
