/* Pictures of deviations. Of a mesh each sample of each pixel is coloured by the distance of the
 * very point that its ray hits, not by what corners have: a large triangle hides nothing. Of a
 * cloud each point is a disk in front of what is farther from the eye, at twice the resolution of
 * the picture. Beside stands the scale. */
#include "deviation/deviation_picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "deviation/deviation_color.h"
#include "render/render.h"

#define PANEL_WIDTH 960
#define PANEL_HEIGHT 720
#define LEGEND_WIDTH 220
#define CAPTION_LEFT 24
#define FINER 2 /* pixels of a cloud to one of the picture, along each axis */

/* What the colour of a place of a surface is found by. */
typedef struct deviation_tint {
    const carom_mesh *mesh; /* from which distances are */
    const carom_mesh_solid *solid;
    bool is_signed;
    double range;
} deviation_tint;

static paint tint_at(const void *data, carom_vec3 at) {
    const deviation_tint *t = data;
    const double d = t->is_signed ? carom_distance_point_mesh_signed(at, t->solid).distance
                                  : carom_closest_point_mesh(at, t->mesh).at.distance;
    return deviation_color(d, t->range);
}

/* ---- clouds */

typedef struct splats {
    int width, height;
    float *depth; /* of each pixel; 0: nothing */
    image colors;
} splats;

static void draw_splat(splats *s, const camera_point *at, double radius, paint color) {
    const double x = at->x + 0.5 * s->width, y = at->y + 0.5 * s->height;
    if (!(at->depth > 0.0) || !(fabs(at->x) < s->width) || !(fabs(at->y) < s->height)) return;
    for (int v = (int)floor(y - radius); v <= (int)(y + radius); v++)
        for (int u = (int)floor(x - radius); u <= (int)(x + radius); u++) {
            if (u < 0 || v < 0 || u >= s->width || v >= s->height) continue;
            if (hypot(u + 0.5 - x, v + 0.5 - y) > radius) continue;
            const size_t pixel = (size_t)v * (size_t)s->width + (size_t)u;
            if (s->depth[pixel] > 0.0f && s->depth[pixel] <= (float)at->depth) continue;
            s->depth[pixel] = (float)at->depth;
            paint_store(color, s->colors.rgb + 3 * pixel);
        }
}

/* Each pixel is the mean of those of the finer image, before the sky. */
static void reduce(const splats *s, image *out) {
    for (int y = 0; y < out->height; y++) {
        const paint sky = render_sky((y + 0.5) / out->height);
        for (int x = 0; x < out->width; x++) {
            paint sum = {0, 0, 0};
            for (int k = 0; k < FINER * FINER; k++) {
                const size_t pixel = (size_t)(FINER * y + k / FINER) * (size_t)s->width +
                                     (size_t)(FINER * x + k % FINER);
                const unsigned char *c = s->colors.rgb + 3 * pixel;
                const paint own = {(float)c[0] / 255.0f, (float)c[1] / 255.0f,
                                   (float)c[2] / 255.0f};
                sum = paint_add(sum, s->depth[pixel] > 0.0f ? own : sky);
            }
            paint_store(paint_scale(sum, 1.0 / (FINER * FINER)),
                        out->rgb + 3 * ((size_t)y * (size_t)out->width + (size_t)x));
        }
    }
}

/* Disks as large as lets those of an evenly covered half of the picture meet. */
static double radius_of_splats(const splats *s, size_t count) {
    const double pixels = 0.5 * (double)s->width * (double)s->height;
    return fmin(fmax(0.6 * sqrt(pixels / (double)(count + 1)), 1.5), 8.0);
}

static bool draw_cloud(image *out, const deviation_scan *scan, const double *deviations,
                       const render_options *o, double range) {
    splats s = {.width = FINER * o->width, .height = FINER * o->height};
    s.depth = calloc((size_t)s.width * (size_t)s.height, sizeof *s.depth);
    bool ok = s.depth && image_create(&s.colors, s.width, s.height);
    const double radius = radius_of_splats(&s, scan->points.count);
    for (size_t i = 0; ok && i < scan->points.count; i++) {
        const camera_point at = camera_project(&o->view, scan->points.points[i], s.height);
        draw_splat(&s, &at, radius, deviation_color(deviations[i], range));
    }
    if (ok) reduce(&s, out);
    image_destroy(&s.colors);
    free(s.depth);
    return ok;
}

/* ---- panels */

static bool draw_mesh(image *out, const model *m, render_options *o, const deviation_tint *tint) {
    size_t rays;
    o->color = RENDER_TINT;
    o->tint = tint_at;
    o->tint_data = tint;
    return render_draw(out, m, o, &rays);
}

static bool draw_scan(image *out, const deviation_scan *scan, const model *reference,
                      const deviation_picture *how, render_options *o) {
    const deviation_tint tint = {reference->mesh, &reference->solid, deviation_has_sign(reference),
                                 how->range};
    if (scan->is_mesh) return draw_mesh(out, &scan->model, o, &tint);
    threads t = threads_start(how->threads);
    double *d = deviation_of_points(scan->points.points, scan->points.count, reference, &t);
    threads_end(&t);
    const bool ok = d && draw_cloud(out, scan, d, o, how->range);
    free(d);
    return ok;
}

static bool draw_reference(image *out, deviation_scan *scan, const model *reference,
                           const deviation_picture *how, render_options *o) {
    carom_mesh *points = NULL;
    if (!scan->is_mesh && !deviation_cloud_mesh(&scan->points, &points)) return false;
    bool ok = !scan->is_mesh || model_solid(&scan->model);
    const deviation_tint tint = {scan->is_mesh ? scan->model.mesh : points, &scan->model.solid,
                                 scan->is_mesh && ok && deviation_has_sign(&scan->model),
                                 how->range};
    ok = ok && draw_mesh(out, reference, o, &tint);
    carom_mesh_destroy(points);
    return ok;
}

/* ---- the scale */

static void fill(image *out, int x, int y, int width, paint color) {
    for (int u = x; u < x + width; u++)
        paint_store(color, out->rgb + 3 * ((size_t)y * (size_t)out->width + (size_t)u));
}

/* Five lengths from the least to the largest, and the unit above. */
static void draw_legend(image *out, int left, bool is_signed, const deviation_picture *how) {
    const int top = 90, height = 540, bar = 36, x = left + 24;
    const paint dark = {0.16f, 0.16f, 0.16f};
    char text[40];
    for (int y = 0; y < out->height; y++)
        fill(out, left, y, out->width - left, (paint){1, 1, 1});
    for (int y = -1; y <= height; y++) {
        const double share = 1.0 - (y + 0.5) / height;
        const double d = how->range * (is_signed ? 2.0 * share - 1.0 : share);
        fill(out, x - 1, top + y, bar + 2, dark);
        if (y >= 0 && y < height) fill(out, x, top + y, bar, deviation_color(d, how->range));
    }
    for (int k = 0; k <= 4; k++) {
        const double d = how->range * (is_signed ? 0.5 * k - 1.0 : 0.25 * k);
        const int y = top + height - k * height / 4 - (k > 0);
        snprintf(text, sizeof text, "%s%.3G", d > 0.0 && is_signed ? "+" : "", d);
        fill(out, x + bar, y, 8, dark);
        image_text(out, x + bar + 16, y - 7, text);
    }
    if (how->unit) image_text(out, x, top - 30, how->unit);
    if (is_signed) {
        image_text(out, x, top - 60, "OUTSIDE");
        image_text(out, x, top + height + 20, "INSIDE");
    }
}

static void place_panel(image *out, const image *panel, int left, const char *title) {
    for (int y = 0; y < panel->height; y++)
        memcpy(out->rgb + 3 * ((size_t)y * (size_t)out->width + (size_t)left),
               panel->rgb + 3 * (size_t)y * (size_t)panel->width, 3 * (size_t)panel->width);
    image_text(out, left + CAPTION_LEFT, 24, title);
}

static carom_aabb box_of_all(const deviation_scan *scan, const model *reference) {
    carom_aabb box = carom_mesh_bounds(reference->mesh);
    for (size_t i = 0; i < scan->points.count; i++) {
        const carom_vec3 p = scan->points.points[i];
        box.min = make3(fmin(box.min.x, p.x), fmin(box.min.y, p.y), fmin(box.min.z, p.z));
        box.max = make3(fmax(box.max.x, p.x), fmax(box.max.y, p.y), fmax(box.max.z, p.z));
    }
    return box;
}

static bool draw_panels(image *out, deviation_scan *scan, const model *reference,
                        const deviation_picture *how) {
    const carom_aabb box = box_of_all(scan, reference);
    const bool z_up = reference->z_up;
    const carom_vec3 direction = z_up ? make3(0.55, -0.85, 0.5) : make3(0.55, 0.5, 0.85);
    render_options o = {.width = PANEL_WIDTH, .height = PANEL_HEIGHT, .samples = 2, .sky = 4};
    o.threads = how->threads;
    o.command = "deviation";
    o.view = camera_frame(&box, unit(direction), z_up ? make3(0, 0, 1) : make3(0, 1, 0),
                          (double)PANEL_WIDTH / PANEL_HEIGHT, 2.2);
    image panel;
    bool ok = image_create(&panel, PANEL_WIDTH, PANEL_HEIGHT);
    ok = ok && draw_scan(&panel, scan, reference, how, &o);
    if (ok) place_panel(out, &panel, 0, how->both ? "SCAN TO REFERENCE" : "SCAN");
    if (ok && how->both) {
        ok = draw_reference(&panel, scan, reference, how, &o);
        if (ok) place_panel(out, &panel, PANEL_WIDTH, "REFERENCE TO SCAN");
    }
    image_destroy(&panel);
    return ok;
}

bool deviation_write_png(deviation_scan *scan, const model *reference,
                         const deviation_picture *how) {
    const int left = (how->both ? 2 : 1) * PANEL_WIDTH;
    image out;
    bool ok = image_create(&out, left + LEGEND_WIDTH, PANEL_HEIGHT) &&
              draw_panels(&out, scan, reference, how);
    if (!ok) {
        fprintf(stderr, "carom: %s: not enough memory for the picture\n", how->path);
    } else {
        const bool is_signed = deviation_has_sign(reference) ||
                               (how->both && scan->is_mesh && deviation_has_sign(&scan->model));
        draw_legend(&out, left, is_signed, how);
        ok = image_write_png(&out, how->path);
    }
    image_destroy(&out);
    return ok;
}
