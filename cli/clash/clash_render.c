/* The image of carom clash, by ray casts of the library in one tree over all parts. Parts are
 * glass, tinted by their worst verdict: a ray passes a limited number of layers, each of which
 * tints what is behind it. Parts that are inside of others, with disjoint surfaces, and those
 * placed twice, are opaque. Pixels that differ from a neighbour get four more samples. Over all
 * that come the curves in which parts meet, whatever is in front of them, and the numbers of the
 * table's rows. */
#include <stdlib.h>
#include <string.h>

#include "clash/export/clash_color.h"
#include "clash/clash_curves.h"
#include "clash/clash_find.h"
#include "clash/clash_markers.h"
#include "clash/clash_paint.h"
#include "clash/clash_render.h"
#include "clash/clash_shape.h"
#include "progress.h"
#include "render/image.h"
#include "render/ink.h"
#include "render/rows.h"

#define PICTURE_WIDTH 1280
#define PICTURE_HEIGHT 800
#define CAPTION 76 /* pixels at the top */
#define CURVE_WIDTH 2.4
#define VEILS 3
#define DIFFERS 0.25f
/* Of the way to a layer of glass: from where the next is looked for. Far below a pixel, and far
 * enough behind the layer that rays need no exact arithmetic for what else lies in its plane. */
#define LAYER_STEP 1e-6
#define COINCIDENT 8 /* surfaces in one place that are looked at */

typedef struct clash_view {
    carom_mesh *mesh;
    uint32_t *part_of; /* by triangle */
    clash_verdict *worst;
    unsigned char *nested; /* by part: the verdict of one that is inside another */
    camera view;
    paint *looks; /* one sample for each pixel */
    paint *own;   /* of each part, without its verdict */
    bool by_verdict;
    image picture;
} clash_view;

static void find_nested(clash_view *v, const clash_result *r) {
    for (size_t i = 0; i < r->pair_count; i++) {
        const clash_pair *p = &r->pairs[i];
        const clash_part *a = &r->parts[p->a], *b = &r->parts[p->b];
        const bool of_a = norm(minus(a->box.max, a->box.min)) < norm(minus(b->box.max, b->box.min));
        unsigned char *inner_part = &v->nested[of_a ? p->a : p->b];
        if ((p->nested || p->same) && *inner_part < p->verdict)
            *inner_part = (unsigned char)p->verdict;
    }
}

/* The triangles of all parts, and where to find them by their corners: an open hash table [Knuth98]
 * 6.4 of numbers that start at 1. */
typedef struct gathered {
    carom_vec3 *points;
    uint32_t *indices, *table;
    size_t vertex_count, triangle_count, mask;
} gathered;

static bool comes_before(const carom_vec3 *a, const carom_vec3 *b) {
    if (a->x != b->x) return a->x < b->x;
    return a->y != b->y ? a->y < b->y : a->z < b->z;
}

static void order_corners(carom_vec3 out[3], const carom_vec3 *points, const uint32_t *index) {
    const carom_vec3 plus_zero = {0, 0, 0}; /* no -0 */
    for (int i = 0; i < 3; i++) {
        const carom_vec3 corner = plus(points[index[i]], plus_zero);
        int at = i;
        for (; at > 0 && comes_before(&corner, &out[at - 1]); at--)
            out[at] = out[at - 1];
        out[at] = corner;
    }
}

static size_t hash_of_corners(const carom_vec3 corner[3]) {
    uint64_t bits[9], sum = 0;
    memcpy(bits, corner, sizeof bits);
    for (int i = 0; i < 9; i++) {
        sum = (sum ^ bits[i]) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 29;
    }
    return (size_t)sum;
}

/* Has one of the triangles before the last the same corners, in any order? Else enters it. */
static bool is_there_already(gathered *g) {
    carom_vec3 own[3], other[3];
    order_corners(own, g->points, g->indices + 3 * g->triangle_count);
    size_t at = hash_of_corners(own) & g->mask;
    for (; g->table[at] != 0; at = (at + 1) & g->mask) {
        order_corners(other, g->points, g->indices + 3 * (size_t)(g->table[at] - 1));
        if (memcmp(own, other, sizeof own) == 0) return true;
    }
    g->table[at] = (uint32_t)g->triangle_count + 1;
    return false;
}

static bool make_table(gathered *g, size_t triangles) {
    size_t places = 16;
    while (places < 2 * triangles)
        places *= 2;
    g->mask = places - 1;
    g->table = calloc(places, sizeof *g->table);
    return g->table != NULL;
}

/* Adds the triangles of a part but for those that lie on one before: of faces in one place the
 * first part's is drawn, and every ray would meet all of them. */
static void add_part(clash_view *v, gathered *g, const clash_result *r, size_t part) {
    const carom_io_soup *s = &r->parts[part].shape->soup;
    const size_t first = g->vertex_count;
    for (size_t k = 0; k < s->vertex_count; k++)
        g->points[g->vertex_count++] = clash_vertex(&r->parts[part], k);
    for (size_t k = 0; k < s->triangle_count; k++) {
        for (size_t i = 0; i < 3; i++)
            g->indices[3 * g->triangle_count + i] = (uint32_t)(first + s->indices[3 * k + i]);
        v->part_of[g->triangle_count] = (uint32_t)part;
        g->triangle_count += !is_there_already(g);
    }
}

static bool gather(clash_view *v, const clash_result *r) {
    size_t vertices = 0, triangles = 0;
    for (size_t i = 0; i < r->part_count; i++) {
        vertices += r->parts[i].shape->soup.vertex_count;
        triangles += r->parts[i].shape->soup.triangle_count;
    }
    gathered g = {.points = malloc((vertices + 1) * sizeof *g.points),
                  .indices = malloc((3 * triangles + 3) * sizeof *g.indices)};
    v->part_of = malloc((triangles + 1) * sizeof *v->part_of);
    v->worst = malloc((r->part_count + 1) * sizeof *v->worst);
    v->nested = calloc(r->part_count + 1, 1);
    bool ok = make_table(&g, triangles) && g.points && g.indices && v->part_of && v->worst &&
              v->nested && vertices <= UINT32_MAX;
    for (size_t i = 0; ok && i < r->part_count; i++)
        add_part(v, &g, r, i);
    carom_mesh_def def = {.vertices = g.points,
                          .indices = g.indices,
                          .vertex_count = g.vertex_count,
                          .triangle_count = g.triangle_count};
    ok = ok && carom_mesh_create(&v->mesh, &def) == CAROM_OK;
    if (ok) {
        clash_worst_of_parts(r, v->worst);
        find_nested(v, r);
    }
    free(g.points);
    free(g.indices);
    free(g.table);
    return ok;
}

static void choose_colors(clash_view *v, const clash_result *r, const clash_options *options) {
    const clash_coloring coloring = clash_coloring_of(options, r);
    v->by_verdict = coloring == CLASH_COLOR_VERDICT;
    for (size_t i = 0; i < r->part_count; i++)
        v->own[i] = clash_color_of_part(r, coloring, i);
}

/* From where the middle horizontal extent is across the image. */
static void place_eye(clash_view *v, bool z_up) {
    const carom_aabb box = carom_mesh_bounds(v->mesh);
    const carom_vec3 size = minus(box.max, box.min);
    const double across = z_up ? size.y : size.z;
    const double side = size.x < 0.7 * across ? 0.85 : 0.55, front = 1.4 - side;
    const carom_vec3 direction = z_up ? make3(side, -front, 0.45) : make3(side, 0.45, front);
    const carom_vec3 up = z_up ? make3(0, 0, 1) : make3(0, 1, 0);
    v->view = camera_frame(&box, unit(direction), up, (double)PICTURE_WIDTH / PICTURE_HEIGHT, 2.2);
}

/* Of surfaces in the place of a hit, within a layer's step, that of the first part: rounding would
 * choose another from pixel to pixel where faces of two parts coincide. */
static carom_mesh_ray_hit first_part_at(const clash_view *v, const carom_ray *ray,
                                        carom_mesh_ray_hit hit) {
    const carom_ray around = {ray->origin, ray->direction, hit.at.t * (1.0 - LAYER_STEP),
                              hit.at.t * (1.0 + LAYER_STEP)};
    carom_mesh_ray_hit hits[COINCIDENT];
    const size_t found =
        carom_raycast_ray_mesh_all(&around, v->mesh, CAROM_BOTH_SIDES, hits, COINCIDENT);
    const carom_mesh_ray_hit first = hit;
    for (size_t i = 0; i < found && i < COINCIDENT; i++)
        if (v->part_of[hits[i].triangle] < v->part_of[hit.triangle]) hit = hits[i];
    hit.at.t = first.at.t;
    return hit;
}

static paint look_along(const clash_view *v, double x, double y, paint behind) {
    paint layers[VEILS + 1];
    double cover[VEILS + 1];
    int count = 0;
    carom_vec3 direction = camera_direction(&v->view, x, y, (double)PICTURE_WIDTH / PICTURE_HEIGHT);
    carom_ray ray = {v->view.eye, direction, 0.0, CAROM_REAL_MAX};
    while (count <= VEILS) {
        carom_mesh_ray_hit hit = carom_raycast_ray_mesh(&ray, v->mesh, CAROM_BOTH_SIDES);
        if (!hit.hit) break;
        hit = first_part_at(v, &ray, hit);
        const uint32_t part = v->part_of[hit.triangle];
        const clash_verdict solid = (clash_verdict)v->nested[part], worst = v->worst[part];
        double slant = 1.0 - fabs(inner(hit.at.normal, direction));
        ray.t_min = hit.at.t * (1.0 + LAYER_STEP);
        layers[count] = paint_scale(solid ? clash_hue(solid) : v->own[part],
                                    clash_light(&v->view, hit.at.normal, direction));
        if (!solid && v->by_verdict)
            layers[count] = paint_mix(layers[count], clash_hue(worst), 0.10);
        cover[count] = solid ? 1.0 : 0.20 + 0.5 * slant * slant;
        if (cover[count++] == 1.0) break;
    }
    for (int i = count - 1; i >= 0; i--)
        behind = paint_mix(behind, layers[i], cover[i]);
    return behind;
}

static paint look_at_point(const clash_view *v, double x, double y) {
    double sx = x * 2.0 / PICTURE_WIDTH - 1.0, sy = 1.0 - y * 2.0 / PICTURE_HEIGHT;
    paint sky =
        paint_mix((paint){0.97f, 0.98f, 0.99f}, (paint){0.86f, 0.89f, 0.93f}, y / PICTURE_HEIGHT);
    return look_along(v, sx, sy, sky);
}

static bool hues_differ(paint a, paint b) {
    return fabsf(a.r - b.r) + fabsf(a.g - b.g) + fabsf(a.b - b.b) > DIFFERS;
}

/* The mean of the first sample of the pixel and, at edges, of four more. */
static paint refine_point(const clash_view *v, const paint *at, int x, int y) {
    paint sum = *at;
    bool edge = (x > 0 && hues_differ(at[0], at[-1])) ||
                (x + 1 < PICTURE_WIDTH && hues_differ(at[0], at[1])) ||
                (y > 0 && hues_differ(at[0], at[-PICTURE_WIDTH])) ||
                (y + 1 < PICTURE_HEIGHT && hues_differ(at[0], at[PICTURE_WIDTH]));
    if (!edge) return sum;
    sum = (paint){0, 0, 0};
    for (int k = 0; k < 4; k++)
        sum = paint_add(sum, look_at_point(v, x + 0.25 + 0.5 * (k % 2), y + 0.25 + 0.5 * (k / 2)));
    return paint_scale(sum, 0.25);
}

static void draw_first_row(void *data, int y) {
    const clash_view *v = data;
    for (int x = 0; x < PICTURE_WIDTH; x++)
        v->looks[(size_t)y * PICTURE_WIDTH + (size_t)x] = look_at_point(v, x + 0.5, y + 0.5);
}

static void draw_row(void *data, int y) {
    const clash_view *v = data;
    for (int x = 0; x < PICTURE_WIDTH; x++) {
        const size_t at = (size_t)y * PICTURE_WIDTH + (size_t)x;
        paint_store(refine_point(v, &v->looks[at], x, y), v->picture.rgb + 3 * at);
    }
}

static bool draw_curves(const clash_view *v, const clash_result *r, clash_verdict verdict,
                        image *picture) {
    ink strokes;
    bool ok = ink_create(&strokes, picture->width, picture->height);
    for (size_t i = 0; ok && i < r->pair_count; i++) {
        clash_segments lines = {NULL, 0, 0};
        if (r->pairs[i].verdict == verdict) ok = clash_add_curves(&lines, r, &r->pairs[i]);
        for (size_t k = 0; k < lines.count; k++) {
            const camera_point a = camera_project(&v->view, lines.items[k].a, PICTURE_HEIGHT);
            const camera_point b = camera_project(&v->view, lines.items[k].b, PICTURE_HEIGHT);
            ink_line(&strokes, &a, &b, CURVE_WIDTH);
        }
        free(lines.items);
    }
    if (ok) ink_apply(&strokes, picture, paint_scale(clash_hue(verdict), 0.9));
    ink_destroy(&strokes);
    return ok;
}

static void write_caption(const clash_result *r, image *picture) {
    char text[80];
    snprintf(text, sizeof text, "%zu PARTS", r->part_count);
    image_text(picture, 24, 24, text);
    snprintf(text, sizeof text, "%zu HARD  %zu TOUCHING  %zu NEAR", r->count[CLASH_HARD],
             r->count[CLASH_TOUCH], r->count[CLASH_NEAR]);
    image_text(picture, 24, 52, text);
}

/* False when memory ran out. An interruption leaves *done false. */
static bool draw_all(clash_view *v, const clash_result *r, const clash_options *options,
                     bool *done) {
    bool ok = true;
    *done = rows_draw("clash", PICTURE_HEIGHT, options->threads, draw_first_row, v) &&
            rows_draw("clash", PICTURE_HEIGHT, options->threads, draw_row, v);
    for (int verdict = CLASH_TOUCH; *done && ok && verdict < CLASH_VERDICTS; verdict++)
        ok = draw_curves(v, r, (clash_verdict)verdict, &v->picture);
    write_caption(r, &v->picture);
    const clash_marking marking = {&v->view, CAPTION, options->each};
    return ok && clash_draw_markers(r, &marking, &v->picture);
}

bool clash_write_png(const clash_result *result, const clash_options *options, const char *path) {
    clash_view v;
    bool done = false;
    memset(&v, 0, sizeof v);
    v.looks = malloc((size_t)PICTURE_WIDTH * PICTURE_HEIGHT * sizeof *v.looks);
    v.own = malloc((result->part_count + 1) * sizeof *v.own);
    bool ok = v.looks && v.own && gather(&v, result) &&
              image_create(&v.picture, PICTURE_WIDTH, PICTURE_HEIGHT);
    if (ok) {
        choose_colors(&v, result, options);
        place_eye(&v, clash_input_z_up(result->input));
        ok = draw_all(&v, result, options, &done);
    }
    if (!ok)
        fprintf(stderr, "carom: %s: not enough memory for the picture\n", path);
    else if (!done)
        fprintf(stderr, "carom: %s: interrupted; the picture is not written\n", path);
    else
        ok = image_write_png(&v.picture, path);
    image_destroy(&v.picture);
    carom_mesh_destroy(v.mesh);
    free(v.part_of);
    free(v.worst);
    free(v.nested);
    free(v.looks);
    free(v.own);
    return ok;
}
