/* Lines of an image by their coverage: of each pixel the nearest line of a colour counts, so that
 * curves that consist of many short segments are as even as long ones. */
#include "clash/clash_lines.h"

#include <stdlib.h>
#include <string.h>

#include "clash/clash_curves.h"
#include "clash/clash_paint.h"
#include "progress.h"

/* In pixels: half of a line's width, and the width over which it fades. */
#define LINE_HALF 0.8
#define LINE_FADE 0.8

typedef struct line_canvas {
    const camera *view;
    int width, height;
    float *cover; /* of each pixel, 0 to 1 */
} line_canvas;

typedef struct pixel_point {
    double x, y;
} pixel_point;

/* The camera stands outside of the assembly: all points are in front of it. */
static pixel_point project(const line_canvas *c, carom_vec3 p) {
    const carom_vec3 d = minus(p, c->view->eye);
    const double scale = 0.5 * c->height / (c->view->half_height * inner(d, c->view->forward));
    return (pixel_point){0.5 * c->width + inner(d, c->view->right) * scale,
                         0.5 * c->height - inner(d, c->view->up) * scale};
}

static double distance_to(pixel_point a, pixel_point b, double x, double y) {
    const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
    double t = length2 > 0.0 ? ((x - a.x) * dx + (y - a.y) * dy) / length2 : 0.0;
    t = fmin(fmax(t, 0.0), 1.0);
    return hypot(x - a.x - t * dx, y - a.y - t * dy);
}

static int pixel_of(double at, int most) {
    return at < 0.0 ? 0 : at > most - 1 ? most - 1 : (int)at;
}

static void cover_segment(line_canvas *c, const carom_segment *segment) {
    const pixel_point a = project(c, segment->a), b = project(c, segment->b);
    const double far = LINE_HALF + LINE_FADE;
    if (!(fabs(a.x) < 1e6 && fabs(a.y) < 1e6 && fabs(b.x) < 1e6 && fabs(b.y) < 1e6)) return;
    for (int y = pixel_of(fmin(a.y, b.y) - far, c->height);
         y <= pixel_of(fmax(a.y, b.y) + far, c->height); y++)
        for (int x = pixel_of(fmin(a.x, b.x) - far, c->width);
             x <= pixel_of(fmax(a.x, b.x) + far, c->width); x++) {
            const double off = distance_to(a, b, x + 0.5, y + 0.5);
            const float cover = (float)fmin(1.0, fmax(0.0, (far - off) / LINE_FADE));
            float *at = &c->cover[(size_t)y * (size_t)c->width + (size_t)x];
            if (cover > *at) *at = cover;
        }
}

static void blend(const line_canvas *c, image *picture, paint color) {
    for (size_t i = 0; i < (size_t)c->width * (size_t)c->height; i++) {
        unsigned char *rgb = picture->rgb + 3 * i;
        const paint below = {(float)rgb[0] / 255.0f, (float)rgb[1] / 255.0f,
                             (float)rgb[2] / 255.0f};
        if (c->cover[i] > 0.0f) paint_store(paint_mix(below, color, c->cover[i]), rgb);
    }
}

static bool cover_pairs(line_canvas *c, const clash_result *r, clash_verdict verdict) {
    bool ok = true;
    for (size_t i = 0; ok && i < r->pair_count && !interrupt_came(); i++) {
        clash_segments segments = {.items = NULL};
        if (r->pairs[i].verdict != verdict) continue;
        ok = clash_add_curves(&segments, r, &r->pairs[i]);
        for (size_t k = 0; k < segments.count; k++)
            cover_segment(c, &segments.items[k]);
        free(segments.items);
    }
    return ok;
}

bool clash_draw_lines(image *picture, const clash_result *result, const camera *view) {
    static const clash_verdict order[] = {CLASH_TOUCH, CLASH_UNDECIDED, CLASH_HARD};
    const size_t count = (size_t)picture->width * (size_t)picture->height;
    line_canvas canvas = {view, picture->width, picture->height, malloc(count * sizeof(float))};
    bool ok = canvas.cover != NULL;
    for (size_t i = 0; ok && i < sizeof order / sizeof order[0]; i++) {
        memset(canvas.cover, 0, count * sizeof *canvas.cover);
        ok = cover_pairs(&canvas, result, order[i]);
        if (ok) blend(&canvas, picture, paint_scale(clash_hue(order[i]), 0.85));
    }
    free(canvas.cover);
    return ok;
}
