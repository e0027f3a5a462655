/* Ray-cast rendering: per sample one camera ray, one ray to the lamp and several to the sky
 * (ambient occlusion). The sky rays follow the low-discrepancy sequence of [Roberts18], shifted
 * from sample to sample, so that the image is the same every time. */
#include "render/render.h"

#include <stdlib.h>

#include "render/paint.h"
#include "render/rows.h"

typedef struct painter {
    const model *m;
    const render_options *o;
    carom_vec3 lamp;
    double lift; /* offset of a ray's origin from the surface */
    size_t rays;
} painter;

static paint file_paint(const model *m, size_t part) {
    const double *c = m->colors[part];
    if (!(c[3] > 0.0)) return (paint){0.70f, 0.70f, 0.70f};
    return paint_clamp((paint){(float)c[0], (float)c[1], (float)c[2]});
}

static paint triangle_paint(uint32_t triangle) {
    uint32_t h = (triangle + 1u) * 2654435761u;
    h ^= h >> 15;
    return (paint){0.35f + 0.6f * (float)(h & 255) / 255.0f,
                   0.35f + 0.6f * (float)(h >> 8 & 255) / 255.0f,
                   0.35f + 0.6f * (float)(h >> 16 & 255) / 255.0f};
}

static paint surface_paint(const painter *p, const carom_mesh_ray_hit *hit, carom_vec3 n) {
    const uint32_t triangle = hit->triangle;
    switch (p->o->color) {
    case RENDER_NORMAL:
        return (paint){(float)(0.5 + 0.5 * n.x), (float)(0.5 + 0.5 * n.y),
                       (float)(0.5 + 0.5 * n.z)};
    case RENDER_TRIANGLE: return triangle_paint(triangle);
    case RENDER_TINT: return p->o->tint(p->o->tint_data, hit->at.point);
    case RENDER_FILE: return file_paint(p->m, model_part_of(p->m, triangle));
    default: return paint_of_part(model_part_of(p->m, triangle));
    }
}

static bool is_dark(painter *p, carom_vec3 from, carom_vec3 direction) {
    carom_ray ray = {from, direction, 0.0, CAROM_REAL_MAX};
    p->rays++;
    return carom_overlap_ray_mesh(&ray, p->m->mesh);
}

/* The share of the sky over a surface that is free, more of it counting where it is high. */
static double open_sky(painter *p, carom_vec3 from, carom_vec3 normal, uint32_t seed) {
    double shift_u = (double)(seed * 2654435761u) / 4294967296.0;
    double shift_v = (double)(seed * 2246822519u) / 4294967296.0;
    carom_vec3 side = unit(outer(normal, fabs(normal.x) < 0.6 ? make3(1, 0, 0) : make3(0, 1, 0)));
    carom_vec3 third = outer(normal, side);
    int open = 0;
    for (int k = 0; k < p->o->sky; k++) {
        double u = shift_u + 0.7548776662466927 * k, v = shift_v + 0.5698402909980532 * k;
        u -= floor(u);
        v -= floor(v);
        double r = sqrt(u), turn = 6.283185307179586 * v;
        carom_vec3 d = plus(times(side, r * cos(turn)), times(third, r * sin(turn)));
        open += !is_dark(p, from, unit(plus(d, times(normal, sqrt(1.0 - u)))));
    }
    return p->o->sky > 0 ? (double)open / p->o->sky : 1.0;
}

static paint trace(painter *p, carom_vec3 direction, paint sky, uint32_t seed) {
    carom_ray ray = {p->o->view.eye, direction, 0.0, CAROM_REAL_MAX};
    carom_mesh_ray_hit hit = carom_raycast_ray_mesh(&ray, p->m->mesh, CAROM_BOTH_SIDES);
    p->rays++;
    if (!hit.hit) return sky;
    carom_vec3 n = hit.at.normal;
    if (inner(n, direction) > 0.0) n = times(n, -1.0);
    carom_vec3 at = plus(plus(ray.origin, times(direction, hit.at.t)), times(n, p->lift));
    paint base = surface_paint(p, &hit, n);
    if (p->o->color == RENDER_NORMAL) return base;
    double sun = inner(n, p->lamp);
    if (sun > 0.0 && is_dark(p, at, p->lamp)) sun = 0.0;
    double up = 0.5 + 0.5 * inner(n, p->o->view.up);
    double light = (0.30 + 0.22 * up) * open_sky(p, at, n, seed) + 0.60 * fmax(sun, 0.0);
    return paint_scale(base, light + 0.04);
}

paint render_sky(double height) {
    return paint_mix((paint){0.97f, 0.98f, 0.99f}, (paint){0.84f, 0.88f, 0.92f}, height);
}

static paint draw_pixel(painter *p, int x, int y) {
    const render_options *o = p->o;
    double aspect = (double)o->width / o->height;
    paint sum = {0, 0, 0};
    for (int s = 0; s < o->samples * o->samples; s++) {
        double px = x + (s % o->samples + 0.5) / o->samples;
        double py = y + (s / o->samples + 0.5) / o->samples;
        uint32_t seed = (uint32_t)((y * o->width + x) * o->samples * o->samples + s);
        paint sky = render_sky(py / o->height);
        carom_vec3 direction = camera_direction(&o->view, 2.0 * px / o->width - 1.0,
                                                1.0 - 2.0 * py / o->height, aspect);
        sum = paint_add(sum, paint_clamp(trace(p, direction, sky, seed)));
    }
    return paint_scale(sum, 1.0 / (o->samples * o->samples));
}

typedef struct render_rows {
    const painter *p;
    image *picture;
    size_t *rays; /* by row */
} render_rows;

static void draw_row(void *data, int y) {
    const render_rows *rows = data;
    painter p = *rows->p;
    const size_t width = (size_t)rows->picture->width;
    for (size_t x = 0; x < width; x++)
        paint_store(draw_pixel(&p, (int)x, y), rows->picture->rgb + 3 * ((size_t)y * width + x));
    rows->rays[y] = p.rays;
}

bool render_draw(image *picture, const model *m, const render_options *options, size_t *rays) {
    const camera *v = &options->view;
    carom_aabb box = carom_mesh_bounds(m->mesh);
    double size = norm(minus(box.max, box.min)) + norm(minus(v->eye, box.min));
    painter p = {.m = m, .o = options, .lift = 1e-9 * size};
    p.lamp = unit(plus(plus(times(v->right, 0.6), v->up), times(v->forward, -0.7)));
    render_rows rows = {&p, picture, calloc((size_t)picture->height, sizeof *rows.rays)};
    *rays = 0;
    if (!rows.rays) return false;
    rows_draw(options->command ? options->command : "render", picture->height, options->threads,
              draw_row, &rows);
    for (int y = 0; y < picture->height; y++)
        *rays += rows.rays[y];
    free(rows.rays);
    return true;
}
