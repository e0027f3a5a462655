/* The contact sheet of carom simulate. Camera and scenery do not move, so one pass of ray casts
 * finds the scenery and its light for every sample; each frame adds the moving bodies, by ray casts
 * inside the bounds of each on the screen, and their shadows, by a grid perpendicular to the light.
 * Sensors are not drawn. */
#include <stdlib.h>
#include <string.h>

#include "render/camera.h"
#include "render/image.h"
#include "render/paint.h"
#include "real.h"
#include "simulate/sim_shadow.h"
#include "simulate/sim_render.h"

#define TILE_WIDTH 480
#define TILE_HEIGHT 360
#define SUPERSAMPLE 2 /* samples per pixel, along each axis */
#define SAMPLE_COLUMNS (TILE_WIDTH * SUPERSAMPLE)
#define SAMPLE_ROWS (TILE_HEIGHT * SUPERSAMPLE)
#define MARGIN 6

/* The scenery at one sample. */
typedef struct sample {
    double depth;          /* t of the ray; CAROM_REAL_MAX for the sky */
    paint ambient, direct; /* direct is black in the scenery's own shadow */
} sample;

struct sim_sheet {
    image picture;
    int columns, rows, used;
    camera view;
    carom_collider_def *scenery_colliders;
    int *scenery_index; /* of the collider */
    int scenery_count;
    sample *scenery;
    double *depth;
    paint *tile;
    sim_shadow_grid shadows;
};

static const paint sky_low = {0.93f, 0.94f, 0.96f}, sky_high = {0.72f, 0.80f, 0.90f};

static carom_vec3 sample_direction(const camera *view, int x, int y) {
    return camera_direction(view, 2.0 * (x + 0.5) / SAMPLE_COLUMNS - 1.0,
                            1.0 - 2.0 * (y + 0.5) / SAMPLE_ROWS,
                            (double)SAMPLE_COLUMNS / SAMPLE_ROWS);
}

static bool in_extent(const carom_aabb *extent, carom_vec3 p) {
    double slack = 1e-6 * (extent->max.x - extent->min.x);
    return p.x >= extent->min.x - slack && p.x <= extent->max.x + slack &&
           p.y >= extent->min.y - slack && p.y <= extent->max.y + slack &&
           p.z >= extent->min.z - slack && p.z <= extent->max.z + slack;
}

static bool is_unbounded_plane(const carom_shape *shape) {
    return shape->kind == CAROM_SHAPE_PLANE || shape->kind == CAROM_SHAPE_HALFSPACE;
}

/* A collider that the ray hits before *t; walls that face away are ignored. */
static bool cast_static(const sim_item *item, const carom_collider_def *def, const carom_ray *ray,
                        carom_vec3 *normal, double *t) {
    carom_ray shorter = *ray;
    shorter.t_max = *t;
    carom_ray_hit hit = sim_cast(&shorter, &def->shape, def->pose);
    if (!hit.hit) return false;
    if (def->shape.kind == CAROM_SHAPE_PLANE &&
        (inner(def->shape.as.plane.normal, ray->direction) >= 0.0 ||
         !in_extent(&item->extent, hit.point)))
        return false;
    *normal = hit.normal;
    *t = hit.t;
    return true;
}

static paint material(const sim_item *item, const carom_shape *shape, carom_vec3 p) {
    if (shape->kind == CAROM_SHAPE_MESH) return (paint){0.80f, 0.68f, 0.55f};
    if (!is_unbounded_plane(shape)) return (paint){0.62f, 0.66f, 0.72f};
    double cell =
        item->extent.max.x < 1e29 ? (item->extent.max.x - item->extent.min.x) / 10.0 : 1.0;
    long parity = (long)(floor(p.x / cell) + floor(p.y / cell + 1e-3) + floor(p.z / cell));
    return parity & 1 ? (paint){0.80f, 0.81f, 0.83f} : (paint){0.88f, 0.89f, 0.90f};
}

static bool scenery_shadow(const sim_sheet *sheet, carom_vec3 p, carom_vec3 normal) {
    double lift = 1e-6 * (fabs(p.x) + fabs(p.y) + fabs(p.z)) + 1e-9;
    carom_ray ray = {plus(p, times(normal, lift)), sim_towards_light, 0.0, CAROM_REAL_MAX};
    for (int s = 0; s < sheet->scenery_count; s++) {
        const carom_collider_def *def = &sheet->scenery_colliders[s];
        if (is_unbounded_plane(&def->shape)) continue;
        if (sim_cast(&ray, &def->shape, def->pose).hit) return true;
    }
    return false;
}

static sample look(const sim_sheet *sheet, const sim_scene *scene, int x, int y) {
    const camera *view = &sheet->view;
    carom_vec3 direction = sample_direction(view, x, y);
    carom_ray ray = {view->eye, direction, 0.0, CAROM_REAL_MAX};
    sample point = {
        CAROM_REAL_MAX, paint_mix(sky_low, sky_high, 0.5 + 0.5 * direction.y), {0, 0, 0}};
    int first = -1;
    carom_vec3 normal = {0, 1, 0}, n;
    double t = CAROM_REAL_MAX;
    for (int s = 0; s < sheet->scenery_count; s++)
        if (cast_static(&scene->items[sheet->scenery_index[s]], &sheet->scenery_colliders[s], &ray,
                        &n, &t)) {
            first = s;
            normal = n;
        }
    if (first < 0) return point;
    carom_vec3 p = plus(view->eye, times(direction, t));
    paint base = material(&scene->items[sheet->scenery_index[first]],
                          &sheet->scenery_colliders[first].shape, p);
    double lit = inner(normal, sim_towards_light);
    point.depth = t;
    point.ambient = paint_scale(base, 0.42 + 0.12 * normal.y);
    if (lit > 0.0 && !scenery_shadow(sheet, p, normal))
        point.direct = paint_scale(base, 0.55 * lit);
    return point;
}

/* Without a camera in the scene: from the front and above, all that moves and all meshes in view.
 */
static camera aim(const sim_scene *scene) {
    carom_vec3 low = {1e300, 1e300, 1e300}, high = {-1e300, -1e300, -1e300};
    for (int i = 0; i < scene->count; i++) {
        carom_collider_def def = sim_collider(scene, i);
        carom_aabb box = {def.pose.position, def.pose.position};
        if (def.kind == CAROM_COLLIDER_STATIC && def.shape.kind != CAROM_SHAPE_MESH) continue;
        if (def.shape.kind == CAROM_SHAPE_MESH) {
            double reach = scene->items[i].reach;
            bool posed = !carom_pose_is_translation(def.pose) || norm(def.pose.position) > 0.0;
            carom_vec3 far = make3(reach, reach, reach);
            box = posed ? (carom_aabb){minus(box.min, far), plus(box.max, far)}
                        : carom_mesh_bounds(def.shape.as.mesh);
        }
        low = make3(fmin(low.x, box.min.x), fmin(low.y, box.min.y), fmin(low.z, box.min.z));
        high = make3(fmax(high.x, box.max.x), fmax(high.y, box.max.y), fmax(high.z, box.max.z));
    }
    if (low.x > high.x) low = make3(-1, -1, -1), high = make3(1, 1, 1);
    carom_vec3 target = times(plus(low, high), 0.5);
    carom_vec3 eye =
        plus(target, times(unit(make3(0.35, 0.35, 1.0)), 2.2 * norm(minus(high, low)) + 1e-3));
    if (scene->camera.given) {
        eye = scene->camera.eye;
        target = scene->camera.target;
    }
    camera view = camera_look_at(eye, target, make3(0, 1, 1e-9));
    view.half_height = scene->camera.field_of_view;
    return view;
}

static bool find_scenery(sim_sheet *sheet, const sim_scene *scene) {
    size_t most = (size_t)scene->count + 1;
    sheet->scenery_colliders = malloc(most * sizeof *sheet->scenery_colliders);
    sheet->scenery_index = malloc(most * sizeof *sheet->scenery_index);
    if (!sheet->scenery_colliders || !sheet->scenery_index) return false;
    for (int i = 0; i < scene->count; i++) {
        carom_collider_def def = sim_collider(scene, i);
        if (def.kind != CAROM_COLLIDER_STATIC) continue;
        sheet->scenery_index[sheet->scenery_count] = i;
        sheet->scenery_colliders[sheet->scenery_count++] = def;
    }
    return true;
}

sim_sheet *sim_sheet_create(const sim_scene *scene, int columns, int rows) {
    sim_sheet *sheet = calloc(1, sizeof *sheet);
    if (!sheet) return NULL;
    size_t samples = (size_t)SAMPLE_COLUMNS * SAMPLE_ROWS;
    sheet->columns = columns;
    sheet->rows = rows;
    sheet->scenery = malloc(samples * sizeof *sheet->scenery);
    sheet->depth = malloc(samples * sizeof *sheet->depth);
    sheet->tile = malloc(samples * sizeof *sheet->tile);
    if (!find_scenery(sheet, scene) || !sheet->scenery || !sheet->depth || !sheet->tile ||
        !image_create(&sheet->picture, columns * (TILE_WIDTH + MARGIN) + MARGIN,
                      rows * (TILE_HEIGHT + MARGIN) + MARGIN)) {
        sim_sheet_destroy(sheet);
        return NULL;
    }
    memset(sheet->picture.rgb, 255,
           3 * (size_t)sheet->picture.width * (size_t)sheet->picture.height);
    sheet->view = aim(scene);
    for (int y = 0; y < SAMPLE_ROWS; y++)
        for (int x = 0; x < SAMPLE_COLUMNS; x++)
            sheet->scenery[(size_t)y * SAMPLE_COLUMNS + (size_t)x] = look(sheet, scene, x, y);
    return sheet;
}

void sim_sheet_destroy(sim_sheet *sheet) {
    if (!sheet) return;
    free(sheet->scenery_colliders);
    free(sheet->scenery_index);
    free(sheet->scenery);
    free(sheet->depth);
    free(sheet->tile);
    sim_shadow_free(&sheet->shadows);
    image_destroy(&sheet->picture);
    free(sheet);
}

static paint body_color(int index) {
    static const paint palette[] = {{0.86f, 0.24f, 0.20f}, {0.98f, 0.70f, 0.15f},
                                    {0.18f, 0.55f, 0.80f}, {0.22f, 0.62f, 0.36f},
                                    {0.55f, 0.34f, 0.66f}, {0.95f, 0.50f, 0.20f}};
    return palette[index % (int)(sizeof palette / sizeof palette[0])];
}

static paint shade_body(const sim_sheet *sheet, int index, const carom_ray_hit *hit) {
    paint base = body_color(index);
    double lit = inner(hit->normal, sim_towards_light);
    paint total = paint_scale(base, 0.42 + 0.14 * hit->normal.y);
    if (lit <= 0.0 || sim_body_shadow(&sheet->shadows, hit->point, index) ||
        scenery_shadow(sheet, hit->point, hit->normal))
        return total;
    carom_vec3 half = unit(minus(sim_towards_light, sheet->view.forward));
    double gloss = pow(fmax(inner(half, hit->normal), 0.0), 40.0);
    return paint_add(paint_add(total, paint_scale(base, 0.6 * lit)),
                     paint_scale((paint){1, 1, 1}, 0.35 * gloss));
}

/* The samples that may show the body in the ball: [x0, x1) by [y0, y1). False when it is behind the
 * eye. */
static bool screen_bounds(const camera *view, const carom_sphere *ball, int bounds[4]) {
    carom_vec3 c = minus(ball->center, view->eye);
    double z = inner(c, view->forward), nearest = z - ball->radius;
    if (z + ball->radius <= 0.0) return false;
    bounds[0] = bounds[2] = 0;
    bounds[1] = SAMPLE_COLUMNS;
    bounds[3] = SAMPLE_ROWS;
    if (nearest <= 1e-6 * z || nearest <= 0.0) return true;
    double f = SAMPLE_ROWS / (2.0 * view->half_height);
    double x = inner(c, view->right), y = -inner(c, view->up), r = ball->radius;
    double x_low = fmin((x - r) / nearest, (x - r) / z),
           x_high = fmax((x + r) / nearest, (x + r) / z);
    double y_low = fmin((y - r) / nearest, (y - r) / z),
           y_high = fmax((y + r) / nearest, (y + r) / z);
    bounds[0] = (int)fmax(0.0, fmin(SAMPLE_COLUMNS, SAMPLE_COLUMNS / 2.0 + x_low * f - 1.0));
    bounds[1] = (int)fmax(0.0, fmin(SAMPLE_COLUMNS, SAMPLE_COLUMNS / 2.0 + x_high * f + 2.0));
    bounds[2] = (int)fmax(0.0, fmin(SAMPLE_ROWS, SAMPLE_ROWS / 2.0 + y_low * f - 1.0));
    bounds[3] = (int)fmax(0.0, fmin(SAMPLE_ROWS, SAMPLE_ROWS / 2.0 + y_high * f + 2.0));
    return true;
}

static void draw_body(sim_sheet *sheet, const sim_body *body) {
    carom_sphere ball = {body->def.pose.position, body->reach};
    int bounds[4];
    if (!screen_bounds(&sheet->view, &ball, bounds)) return;
    for (int y = bounds[2]; y < bounds[3]; y++)
        for (int x = bounds[0]; x < bounds[1]; x++) {
            size_t at = (size_t)y * SAMPLE_COLUMNS + (size_t)x;
            carom_ray ray = {sheet->view.eye, sample_direction(&sheet->view, x, y), 0.0,
                             sheet->depth[at]};
            carom_ray_hit hit = sim_cast(&ray, &body->def.shape, body->def.pose);
            if (!hit.hit || hit.started_inside) continue;
            sheet->depth[at] = hit.t;
            sheet->tile[at] = shade_body(sheet, body->index, &hit);
        }
}

static void draw_scenery(sim_sheet *sheet) {
    for (int y = 0; y < SAMPLE_ROWS; y++)
        for (int x = 0; x < SAMPLE_COLUMNS; x++) {
            size_t at = (size_t)y * SAMPLE_COLUMNS + (size_t)x;
            const sample *point = &sheet->scenery[at];
            sheet->depth[at] = point->depth;
            sheet->tile[at] = point->ambient;
            if (point->direct.r <= 0.0f) continue;
            carom_vec3 p =
                plus(sheet->view.eye, times(sample_direction(&sheet->view, x, y), point->depth));
            if (!sim_body_shadow(&sheet->shadows, p, -1))
                sheet->tile[at] = paint_add(point->ambient, point->direct);
        }
}

static void average_into(sim_sheet *sheet, int left, int top) {
    for (int y = 0; y < TILE_HEIGHT; y++)
        for (int x = 0; x < TILE_WIDTH; x++) {
            paint sum = {0, 0, 0};
            for (int k = 0; k < SUPERSAMPLE * SUPERSAMPLE; k++) {
                size_t row = (size_t)(y * SUPERSAMPLE + k / SUPERSAMPLE);
                paint c =
                    sheet->tile[row * SAMPLE_COLUMNS + (size_t)(x * SUPERSAMPLE + k % SUPERSAMPLE)];
                sum = paint_add(sum, paint_clamp(c));
            }
            size_t at = (size_t)(top + y) * (size_t)sheet->picture.width + (size_t)(left + x);
            paint_store(paint_scale(sum, 1.0 / (SUPERSAMPLE * SUPERSAMPLE)),
                        sheet->picture.rgb + 3 * at);
        }
}

void sim_sheet_add(sim_sheet *sheet, const sim_scene *scene, double time) {
    if (sheet->used >= sheet->columns * sheet->rows) return;
    sim_shadow_fill(&sheet->shadows, scene);
    draw_scenery(sheet);
    for (int i = 0; i < sheet->shadows.body_count; i++)
        draw_body(sheet, &sheet->shadows.bodies[i]);
    int left = MARGIN + sheet->used % sheet->columns * (TILE_WIDTH + MARGIN);
    int top = MARGIN + sheet->used / sheet->columns * (TILE_HEIGHT + MARGIN);
    average_into(sheet, left, top);
    char caption[32];
    snprintf(caption, sizeof caption, "t=%.2f s", time);
    image_text(&sheet->picture, left + 10, top + 10, caption);
    sheet->used++;
}

bool sim_sheet_write(const sim_sheet *sheet, const char *path) {
    return image_write_png(&sheet->picture, path);
}
