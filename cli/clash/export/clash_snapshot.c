/* Images of single clashes: ray casts from the viewpoint of the issue at its two parts alone. The
 * smaller part, on which the view is centred, has the colour of the verdict; the larger is pale,
 * and glass where the smaller is behind it, so that both are always visible. The intersection
 * curves are drawn over all. A palette of three ramps, one byte per pixel, keeps the files small.
 * Without memory an image is omitted and nothing else fails. */
#include <stdlib.h>
#include <string.h>

#include "clash/clash_paint.h"
#include "render/ink.h"
#include "clash/clash_shape.h"
#include "render/image.h"
#include "progress.h"
#include "clash/clash_curves.h"
#include "clash/clash_pair.h"
#include "clash/export/clash_snapshot.h"

/* A part this many times larger than the view is omitted: exact signs would need long sums. */
#define LARGEST_PART 1e12
#define SHADES 64
#define INK (1 + 3 * SHADES)

/* Colour ramps, from index 1 on. */
typedef enum ramp { RAMP_SMALL, RAMP_LARGE, RAMP_BEHIND } ramp;

typedef struct snapshot {
    const clash_part *small, *large; /* large: null when omitted */
    camera view;
    image_indexed picture;
    carom_ray rays[CLASH_SNAPSHOT_WIDTH], own[CLASH_SNAPSHOT_WIDTH];
    carom_mesh_ray_hit at_small[CLASH_SNAPSHOT_WIDTH], at_large[CLASH_SNAPSHOT_WIDTH];
    unsigned char points[CLASH_SNAPSHOT_WIDTH * CLASH_SNAPSHOT_HEIGHT];
} snapshot;

static double size_of_part(const clash_part *part) {
    return norm(minus(part->box.max, part->box.min));
}

camera clash_view_of_pair(const clash_result *r, const clash_pair *pair) {
    double a = size_of_part(&r->parts[pair->a]), b = size_of_part(&r->parts[pair->b]);
    double size = fmin(a, b) > 0.0 ? fmin(a, b) : fmax(a, b);
    carom_vec3 place = clash_place_of_pair(pair);
    if (pair->distance < CAROM_REAL_MAX) size = fmax(size, pair->distance);
    const bool z_up = clash_input_z_up(r->input);
    carom_vec3 direction = unit(z_up ? make3(-0.55, 0.85, -0.45) : make3(-0.55, -0.45, -0.85));
    carom_vec3 right = unit(outer(direction, z_up ? make3(0, 0, 1) : make3(0, 1, 0)));
    return (camera){.eye = minus(place, times(direction, 1.5 * size)),
                    .forward = direction,
                    .right = right,
                    .up = outer(right, direction),
                    .half_height = sqrt(1.0 / 3.0)};
}

static void choose_colors(image_indexed *picture, clash_verdict verdict) {
    paint small = clash_hue(verdict), large = clash_hue(CLASH_CLEAR);
    const paint full[3] = {small, large, paint_mix(small, large, 0.45)};
    paint_store((paint){0.95f, 0.96f, 0.98f}, picture->colors);
    for (int i = 0; i < 3 * SHADES; i++) {
        double rise = (double)(i % SHADES) / (SHADES - 1);
        double light = CLASH_LEAST_LIGHT + (1.0 - CLASH_LEAST_LIGHT) * rise;
        paint_store(paint_scale(full[i / SHADES], light), picture->colors + 3 * (1 + i));
    }
    paint_store((paint){0.05f, 0.05f, 0.08f}, picture->colors + 3 * INK);
    picture->color_count = INK + 1;
}

static unsigned char color_of(const snapshot *s, const carom_mesh_ray_hit *small,
                              const carom_mesh_ray_hit *large, carom_vec3 direction) {
    if (!small->hit && !large->hit) return 0;
    /* surfaces that coincide to rounding are the smaller part's */
    bool behind = small->hit && large->hit && large->at.t < small->at.t * (1.0 - 1e-6);
    ramp which = behind ? RAMP_BEHIND : small->hit ? RAMP_SMALL : RAMP_LARGE;
    carom_vec3 normal = small->hit ? small->at.normal : large->at.normal;
    double rise = (clash_light(&s->view, normal, direction) - CLASH_LEAST_LIGHT) /
                  (1.0 - CLASH_LEAST_LIGHT) * (SHADES - 1);
    int shade = rise > 0.0 ? (int)fmin(rise + 0.5, SHADES - 1) : 0;
    return (unsigned char)(1 + (int)which * SHADES + shade);
}

/* What the row of rays hits of a part. */
static void cast_row(snapshot *s, const clash_part *part, carom_mesh_ray_hit *hits) {
    const carom_mesh_rays row = {.rays = s->own, .count = CLASH_SNAPSHOT_WIDTH};
    for (int x = 0; x < CLASH_SNAPSHOT_WIDTH; x++)
        s->own[x] = clash_ray_in_shape(part, &s->rays[x]);
    carom_raycast_rays_mesh(&row, part->shape->mesh, hits, NULL);
    for (int x = 0; x < CLASH_SNAPSHOT_WIDTH; x++)
        hits[x].at.normal = carom_pose_rotate_vector(part->placed.pose, hits[x].at.normal);
}

static void draw_parts(snapshot *s) {
    const int width = CLASH_SNAPSHOT_WIDTH, height = CLASH_SNAPSHOT_HEIGHT;
    for (int y = 0; y < height; y++) {
        for (int x = 0; x < width; x++)
            s->rays[x] =
                (carom_ray){s->view.eye,
                            camera_direction(&s->view, (2 * x + 1.0) / width - 1.0,
                                             1.0 - (2 * y + 1.0) / height, (double)width / height),
                            0.0, CAROM_REAL_MAX};
        cast_row(s, s->small, s->at_small);
        if (s->large) cast_row(s, s->large, s->at_large);
        for (int x = 0; x < width; x++)
            s->points[y * width + x] =
                color_of(s, &s->at_small[x], &s->at_large[x], s->rays[x].direction);
    }
}

/* ---- curves */

static void put_ink(unsigned char *points, double x, double y) {
    for (int k = 0; k < 4; k++) { /* two pixels wide */
        double u = floor(x) - k % 2, v = floor(y) - k / 2;
        if (u >= 0.0 && v >= 0.0 && u < CLASH_SNAPSHOT_WIDTH && v < CLASH_SNAPSHOT_HEIGHT)
            points[(int)v * CLASH_SNAPSHOT_WIDTH + (int)u] = INK;
    }
}

static void draw_segment(snapshot *s, const carom_segment *segment) {
    const camera_point a = camera_project(&s->view, segment->a, CLASH_SNAPSHOT_HEIGHT);
    const camera_point b = camera_project(&s->view, segment->b, CLASH_SNAPSHOT_HEIGHT);
    const double half_width = 0.5 * CLASH_SNAPSHOT_WIDTH, half_height = 0.5 * CLASH_SNAPSHOT_HEIGHT;
    double dx = b.x - a.x, dy = b.y - a.y, t[2];
    if (!ink_clip(t, &a, &b, half_width, half_height)) return;
    double length = fmax(fabs(dx), fabs(dy)) * (t[1] - t[0]);
    int steps = (int)fmin(length, CLASH_SNAPSHOT_WIDTH) + 1;
    for (int i = 0; i <= steps; i++) {
        double at = t[0] + (t[1] - t[0]) * i / steps;
        put_ink(s->points, a.x + dx * at + half_width, a.y + dy * at + half_height);
    }
}

static void draw_curves(snapshot *s, const clash_result *r, const clash_pair *pair) {
    clash_segments lines = {NULL, 0, 0};
    clash_add_curves(&lines, r, pair);
    for (size_t i = 0; i < lines.count; i++)
        draw_segment(s, &lines.items[i]);
    free(lines.items);
}

/* ---- all of them */

/* Images that all threads render between two updates of the progress. */
#define PICTURES_OF_THREAD 4

typedef struct snapshot_job {
    const clash_result *result;
    clash_snapshot *out;
    size_t first;
} snapshot_job;

static void draw_snapshot(void *data, uint32_t i) {
    const snapshot_job *job = data;
    const clash_result *r = job->result;
    const clash_pair *pair = &r->pairs[job->first + i];
    const clash_part *a = &r->parts[pair->a], *b = &r->parts[pair->b];
    snapshot *s = interrupt_came() ? NULL : calloc(1, sizeof *s);
    if (!s) return;
    if (size_of_part(a) > size_of_part(b)) {
        const clash_part *larger = a;
        a = b;
        b = larger;
    }
    s->view = clash_view_of_pair(r, pair);
    s->small = a;
    double far = norm(minus(s->view.eye, clash_place_of_pair(pair)));
    if (size_of_part(b) <= LARGEST_PART * far) s->large = b;
    s->picture.width = CLASH_SNAPSHOT_WIDTH;
    s->picture.height = CLASH_SNAPSHOT_HEIGHT;
    s->picture.points = s->points;
    choose_colors(&s->picture, pair->verdict);
    draw_parts(s);
    draw_curves(s, r, pair);
    clash_snapshot *out = &job->out[job->first + i];
    out->png = image_encode_png(&s->picture, &out->size);
    free(s);
}

void clash_draw_snapshots(clash_snapshot *out, const clash_result *result, size_t count,
                          uint32_t thread_count) {
    snapshot_job job = {result, out, 0};
    progress display = progress_start("clash");
    threads t = threads_start(thread_count);
    for (size_t some; job.first < count && !interrupt_came(); job.first += some) {
        size_t left = count - job.first;
        some = (size_t)PICTURES_OF_THREAD * t.count;
        if (some > left) some = left;
        progress_show(&display, "picture", job.first, count);
        threads_run(&t, draw_snapshot, &job, (uint32_t)some);
    }
    threads_end(&t);
    progress_end(&display);
}
