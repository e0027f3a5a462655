/* The image of carom clash, by ray casts of the library in one tree over all parts. Parts are
 * glass, tinted by their worst verdict, and parts within others are opaque: a ray passes a limited
 * number of glass layers, each of which tints what is behind it, until it meets an opaque triangle.
 * Pixels that differ from a neighbour get four more samples. The curves along which parts meet are
 * drawn over it. */
#include <stdlib.h>
#include <string.h>

#include "clash/clash_lines.h"
#include "clash/clash_paint.h"
#include "render/image.h"
#include "clash/clash_find.h"
#include "clash/clash_render.h"
#include "clash/clash_shape.h"

#define PICTURE_WIDTH 960
#define PICTURE_HEIGHT 600
#define VEILS 3
#define DIFFERS 0.25f
/* Of the way to a layer of glass: from where the next is looked for. Far below a pixel, and far
 * enough behind the layer that rays need no exact arithmetic for what else lies in its plane. */
#define LAYER_STEP 1e-6

typedef struct clash_view {
    carom_mesh *mesh;
    uint32_t *part_of; /* by triangle */
    clash_verdict *worst;
    unsigned char *solid; /* by triangle: the verdict, where parts meet */
    size_t *first;        /* triangle, by part */
    camera view;
} clash_view;

/* Of nested parts the smaller one is inside the other, and of the same part placed twice neither
 * has a curve of its own. */
static void mark_all(clash_view *v, const clash_result *r) {
    for (size_t i = 0; i < r->pair_count; i++) {
        const clash_pair *p = &r->pairs[i];
        const clash_part *a = &r->parts[p->a], *b = &r->parts[p->b];
        if (!p->nested && !p->same) continue;
        const bool of_a = norm(minus(a->box.max, a->box.min)) < norm(minus(b->box.max, b->box.min));
        memset(v->solid + v->first[of_a ? p->a : p->b], (unsigned char)p->verdict,
               (of_a ? a : b)->shape->soup.triangle_count);
    }
}

static bool gather(clash_view *v, const clash_result *r) {
    size_t vertices = 0, triangles = 0;
    for (size_t i = 0; i < r->part_count; i++) {
        vertices += r->parts[i].shape->soup.vertex_count;
        triangles += r->parts[i].shape->soup.triangle_count;
    }
    carom_vec3 *points = malloc((vertices + 1) * sizeof *points);
    uint32_t *indices = malloc((3 * triangles + 1) * sizeof *indices);
    v->part_of = malloc((triangles + 1) * sizeof *v->part_of);
    v->worst = malloc((r->part_count + 1) * sizeof *v->worst);
    v->solid = calloc(triangles + 1, 1);
    v->first = malloc((r->part_count + 1) * sizeof *v->first);
    bool ok = points && indices && v->part_of && v->worst && v->solid && v->first &&
              vertices <= UINT32_MAX;
    vertices = triangles = 0;
    for (size_t i = 0; ok && i < r->part_count; i++) {
        const carom_io_soup *s = &r->parts[i].shape->soup;
        v->first[i] = triangles;
        for (size_t k = 0; k < 3 * s->triangle_count; k++)
            indices[3 * triangles + k] = (uint32_t)(vertices + s->indices[k]);
        for (size_t k = 0; k < s->triangle_count; k++)
            v->part_of[triangles++] = (uint32_t)i;
        for (size_t k = 0; k < s->vertex_count; k++, vertices++)
            points[vertices] = clash_vertex(&r->parts[i], k);
    }
    carom_mesh_def def = {.vertices = points,
                          .indices = indices,
                          .vertex_count = vertices,
                          .triangle_count = triangles};
    ok = ok && carom_mesh_create(&v->mesh, &def) == CAROM_OK;
    if (ok) {
        clash_worst_of_parts(r, v->worst);
        mark_all(v, r);
    }
    free(points);
    free(indices);
    return ok;
}

/* From the front, the right and above: with y upwards +z is the front, with z upwards -y. */
static void place_eye(clash_view *v, bool z_is_up) {
    carom_aabb box = carom_mesh_bounds(v->mesh);
    const carom_vec3 size = minus(box.max, box.min);
    const double deep = z_is_up ? size.y : size.z;
    const double right = size.x < 0.7 * deep ? 0.85 : 0.55, front = 1.4 - right;
    const carom_vec3 direction = z_is_up ? make3(right, -front, 0.45) : make3(right, 0.45, front);
    const camera_view from = {unit(direction), z_is_up ? make3(0, 0, 1) : make3(0, 1, 0), 2.2};
    v->view = camera_frame(&box, &from, (double)PICTURE_WIDTH / PICTURE_HEIGHT);
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
        clash_verdict solid = (clash_verdict)v->solid[hit.triangle];
        clash_verdict worst = v->worst[v->part_of[hit.triangle]];
        double slant = 1.0 - fabs(inner(hit.at.normal, direction));
        ray.t_min = hit.at.t * (1.0 + LAYER_STEP);
        layers[count] = paint_scale(clash_hue(solid ? solid : CLASH_CLEAR),
                                    clash_light(&v->view, hit.at.normal, direction));
        if (!solid) layers[count] = paint_mix(layers[count], clash_hue(worst), 0.12);
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

static bool draw_all(const clash_view *v, image *picture) {
    paint *looks = malloc((size_t)PICTURE_WIDTH * PICTURE_HEIGHT * sizeof *looks);
    if (!looks) return false;
    for (int y = 0; y < PICTURE_HEIGHT; y++)
        for (int x = 0; x < PICTURE_WIDTH; x++)
            looks[(size_t)y * PICTURE_WIDTH + (size_t)x] = look_at_point(v, x + 0.5, y + 0.5);
    for (int y = 0; y < PICTURE_HEIGHT; y++)
        for (int x = 0; x < PICTURE_WIDTH; x++) {
            size_t at = (size_t)y * PICTURE_WIDTH + (size_t)x;
            paint_store(refine_point(v, &looks[at], x, y), picture->rgb + 3 * at);
        }
    free(looks);
    return true;
}

static void write_caption(const clash_result *r, image *picture) {
    char text[80];
    snprintf(text, sizeof text, "%zu PARTS", r->part_count);
    image_text(picture, 24, 24, text);
    snprintf(text, sizeof text, "%zu HARD  %zu TOUCHING  %zu NEAR", r->count[CLASH_HARD],
             r->count[CLASH_TOUCH], r->count[CLASH_NEAR]);
    image_text(picture, 24, 52, text);
}

bool clash_write_png(const clash_result *result, const char *path) {
    clash_view v;
    image picture = {0, 0, NULL};
    memset(&v, 0, sizeof v);
    bool ok = gather(&v, result) && image_create(&picture, PICTURE_WIDTH, PICTURE_HEIGHT);
    if (ok) {
        place_eye(&v, clash_input_z_is_up(result->input));
        ok = draw_all(&v, &picture) && clash_draw_lines(&picture, result, &v.view);
    }
    if (!ok) fprintf(stderr, "carom: %s: not enough memory for the picture\n", path);
    if (ok) {
        write_caption(result, &picture);
        ok = image_write_png(&picture, path);
    }
    image_destroy(&picture);
    carom_mesh_destroy(v.mesh);
    free(v.part_of);
    free(v.worst);
    free(v.solid);
    free(v.first);
    return ok;
}
