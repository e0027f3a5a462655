/* The contact sheet of carom bounds, by ray casts of the library. The mesh is cast once; each tile
 * casts its volume from the front and, with the ray reversed, from behind. The surface of the
 * volume tints what is behind it, more so at grazing angles; samples are edges where the normal
 * changes abruptly between neighbours. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bounds/bounds.h"
#include "render/camera.h"
#include "render/image.h"
#include "render/paint.h"
#include "bounds/bounds_render.h"

#define TILE_WIDTH 400
#define TILE_HEIGHT 340
#define SUPERSAMPLE 2 /* samples per pixel, along each axis */
#define SAMPLE_COLUMNS (TILE_WIDTH * SUPERSAMPLE)
#define SAMPLE_ROWS (TILE_HEIGHT * SUPERSAMPLE)
#define MARGIN 6
#define COLUMNS 4
#define ROWS 3
#define EDGE_BEND 0.985 /* cosine between the normals of two samples across an edge */

/* The hits of one sample: on the mesh, and on a volume from both sides. */
typedef struct glimpse {
    double depth; /* of the mesh; CAROM_REAL_MAX for none */
    paint color;
    double t[2]; /* where the ray enters the volume and leaves it */
    carom_vec3 normal[2];
    bool hit;
} glimpse;

typedef struct bounds_sheet {
    image picture;
    glimpse *glimpses;
    paint *tile;
    camera view;
    double far; /* from the eye, behind everything */
    carom_mesh *hull_mesh;
} bounds_sheet;

static carom_vec3 look_direction(const bounds_sheet *s, int x, int y) {
    return camera_direction(&s->view, 2.0 * (x + 0.5) / SAMPLE_COLUMNS - 1.0,
                            1.0 - 2.0 * (y + 0.5) / SAMPLE_ROWS,
                            (double)SAMPLE_COLUMNS / SAMPLE_ROWS);
}

/* A sphere that contains all volumes, from support points along 26 directions. */
static carom_sphere sphere_round_all(const bounds_set *set) {
    carom_vec3 points[BOUNDS_COUNT * 26];
    size_t count = 0;
    int32_t normals = 0;
    const carom_vec3 *normal = carom_kdop_normals(26, &normals);
    for (int i = 0; i < BOUNDS_COUNT; i++)
        for (int32_t k = 0; k < 2 * normals; k++)
            points[count++] = carom_shape_support(&set->volumes[i].shape, carom_pose_identity(),
                                                  times(normal[k / 2], k % 2 ? -1.0 : 1.0));
    return carom_fit_sphere_points(points, count);
}

static void place_camera(bounds_sheet *s, const bounds_set *set) {
    carom_sphere all = sphere_round_all(set);
    double radius = all.radius > 0.0 ? all.radius : 1.0;
    carom_vec3 direction = unit(make3(0.62, 0.42, 1.0));
    s->view = camera_look_at(plus(all.center, times(direction, 4.0 * radius)), all.center,
                             make3(0, 1, 0));
    s->view.half_height = 1.06 / sqrt(4.0 * 4.0 - 1.0);
    s->far = 8.0 * radius;
}

static paint shade(carom_vec3 normal, carom_vec3 direction) {
    static const paint clay = {0.83f, 0.70f, 0.55f};
    if (inner(normal, direction) > 0.0) normal = times(normal, -1.0);
    double lit = fmax(0.0, inner(normal, unit(make3(0.45, 0.8, 0.5))));
    double light = 0.34 + 0.10 * normal.y + 0.60 * lit;
    return paint_scale(clay, light);
}

static void look_at_mesh(bounds_sheet *s, const carom_mesh *mesh) {
    for (int y = 0; y < SAMPLE_ROWS; y++)
        for (int x = 0; x < SAMPLE_COLUMNS; x++) {
            glimpse *g = &s->glimpses[(size_t)y * SAMPLE_COLUMNS + (size_t)x];
            carom_ray ray = {s->view.eye, look_direction(s, x, y), 0.0, CAROM_REAL_MAX};
            carom_mesh_ray_hit hit = carom_raycast_ray_mesh(&ray, mesh, CAROM_BOTH_SIDES);
            g->depth = hit.hit ? hit.at.t : CAROM_REAL_MAX;
            g->color = hit.hit ? shade(hit.at.normal, ray.direction)
                               : paint_mix((paint){0.95f, 0.96f, 0.97f},
                                           (paint){0.84f, 0.88f, 0.92f}, (double)y / SAMPLE_ROWS);
        }
}

static carom_ray_hit cast_volume(const bounds_sheet *s, const carom_shape *shape,
                                 const carom_ray *ray) {
    carom_ray_hit none = {.hit = false};
    switch (shape->kind) {
    case CAROM_SHAPE_SPHERE: return carom_raycast_ray_sphere(ray, &shape->as.sphere);
    case CAROM_SHAPE_AABB: return carom_raycast_ray_aabb(ray, &shape->as.aabb);
    case CAROM_SHAPE_OBB: return carom_raycast_ray_obb(ray, &shape->as.obb);
    case CAROM_SHAPE_CAPSULE: return carom_raycast_ray_capsule(ray, &shape->as.capsule);
    case CAROM_SHAPE_KDOP: return carom_raycast_ray_kdop(ray, &shape->as.kdop);
    default: break;
    }
    if (!s->hull_mesh) return none;
    carom_mesh_ray_hit hit = carom_raycast_ray_mesh(ray, s->hull_mesh, CAROM_BOTH_SIDES);
    return (carom_ray_hit){.hit = hit.hit, .t = hit.at.t, .normal = hit.at.normal};
}

static void look_at_volume(bounds_sheet *s, const carom_shape *shape) {
    for (int y = 0; y < SAMPLE_ROWS; y++)
        for (int x = 0; x < SAMPLE_COLUMNS; x++) {
            glimpse *g = &s->glimpses[(size_t)y * SAMPLE_COLUMNS + (size_t)x];
            carom_vec3 direction = look_direction(s, x, y);
            carom_ray ray = {s->view.eye, direction, 0.0, CAROM_REAL_MAX};
            carom_ray_hit front = cast_volume(s, shape, &ray);
            carom_ray back = {plus(s->view.eye, times(direction, s->far)), times(direction, -1.0),
                              0.0, CAROM_REAL_MAX};
            carom_ray_hit behind = front.hit ? cast_volume(s, shape, &back) : front;
            g->hit = behind.hit;
            g->t[0] = front.t;
            g->t[1] = s->far - behind.t;
            g->normal[0] = front.normal;
            g->normal[1] = behind.normal;
        }
}

/* True where the volume's outline or, on the side, one of its edges passes. */
static bool on_edge(const glimpse *a, const glimpse *b, int side) {
    if (a->hit != b->hit) return true;
    return a->hit && inner(a->normal[side], b->normal[side]) < EDGE_BEND;
}

static paint veil(const bounds_sheet *s, int x, int y) {
    static const paint blue = {0.16f, 0.42f, 0.80f}, dark = {0.05f, 0.16f, 0.42f};
    const glimpse *g = &s->glimpses[(size_t)y * SAMPLE_COLUMNS + (size_t)x];
    const glimpse *right = x + 1 < SAMPLE_COLUMNS ? g + 1 : g,
                  *below = y + 1 < SAMPLE_ROWS ? g + SAMPLE_COLUMNS : g;
    paint out = g->color;
    bool open_behind = g->depth > g->t[1];
    if (g->hit && open_behind) out = paint_mix(out, blue, 0.10);
    if (open_behind && (on_edge(g, right, 1) || on_edge(g, below, 1)))
        out = paint_mix(out, dark, 0.25);
    if (g->hit) {
        double slant = 1.0 - fabs(inner(g->normal[0], look_direction(s, x, y)));
        out = paint_mix(out, blue, 0.12 + 0.45 * slant * slant * slant);
    }
    if (on_edge(g, right, 0) || on_edge(g, below, 0)) out = paint_mix(out, dark, 0.75);
    return out;
}

static void put_tile(bounds_sheet *s, int place, const char *caption) {
    int left = MARGIN + place % COLUMNS * (TILE_WIDTH + MARGIN);
    int top = MARGIN + place / COLUMNS * (TILE_HEIGHT + MARGIN);
    for (int y = 0; y < TILE_HEIGHT; y++)
        for (int x = 0; x < TILE_WIDTH; x++) {
            paint sum = {0, 0, 0};
            for (int k = 0; k < SUPERSAMPLE * SUPERSAMPLE; k++) {
                size_t row = (size_t)(y * SUPERSAMPLE + k / SUPERSAMPLE);
                sum = paint_add(
                    sum,
                    s->tile[row * SAMPLE_COLUMNS + (size_t)(x * SUPERSAMPLE + k % SUPERSAMPLE)]);
            }
            size_t at = (size_t)(top + y) * (size_t)s->picture.width + (size_t)(left + x);
            paint_store(paint_scale(sum, 1.0 / (SUPERSAMPLE * SUPERSAMPLE)),
                        s->picture.rgb + 3 * at);
        }
    char capitals[BOUNDS_NAME_LENGTH] = {0};
    for (int i = 0; caption[i] && i + 1 < BOUNDS_NAME_LENGTH; i++)
        capitals[i] = (char)toupper((unsigned char)caption[i]);
    image_text(&s->picture, left + 10, top + 10, capitals);
}

static void draw_tiles(bounds_sheet *s, const bounds_set *set) {
    for (size_t i = 0; i < (size_t)SAMPLE_COLUMNS * SAMPLE_ROWS; i++)
        s->tile[i] = s->glimpses[i].color;
    put_tile(s, 0, "mesh");
    for (int v = 0; v < BOUNDS_COUNT; v++) {
        look_at_volume(s, &set->volumes[v].shape);
        for (int y = 0; y < SAMPLE_ROWS; y++)
            for (int x = 0; x < SAMPLE_COLUMNS; x++)
                s->tile[(size_t)y * SAMPLE_COLUMNS + (size_t)x] = veil(s, x, y);
        put_tile(s, v + 1, set->volumes[v].name);
    }
}

carom_mesh *bounds_hull_mesh(const carom_hull *hull) {
    int32_t vertices = carom_hull_vertex_count(hull), faces = carom_hull_face_count(hull);
    size_t corners = 2 * (size_t)carom_hull_edge_count(hull), used = 0;
    carom_vec3 *points = malloc(((size_t)vertices + 1) * sizeof *points);
    uint32_t *indices = malloc((3 * corners + 1) * sizeof *indices);
    int32_t *ring = malloc((corners + 1) * sizeof *ring);
    carom_mesh *mesh = NULL;
    for (int32_t v = 0; points && v < vertices; v++)
        points[v] = carom_hull_vertex(hull, v);
    for (int32_t f = 0; indices && ring && f < faces; f++) {
        int32_t count = carom_hull_face(hull, f, ring, (int32_t)corners);
        for (int32_t i = 1; i + 1 < count; i++) {
            indices[used++] = (uint32_t)ring[0];
            indices[used++] = (uint32_t)ring[i];
            indices[used++] = (uint32_t)ring[i + 1];
        }
    }
    carom_mesh_def def = {.vertices = points,
                          .indices = indices,
                          .vertex_count = (size_t)vertices,
                          .triangle_count = used / 3};
    if (points && used > 0 && carom_mesh_create(&mesh, &def) != CAROM_OK) mesh = NULL;
    free(points);
    free(indices);
    free(ring);
    return mesh;
}

bool bounds_draw(const bounds_set *set, const carom_mesh *mesh, const char *path) {
    bounds_sheet s;
    memset(&s, 0, sizeof s);
    size_t samples = (size_t)SAMPLE_COLUMNS * SAMPLE_ROWS;
    s.glimpses = calloc(samples, sizeof *s.glimpses);
    s.tile = malloc(samples * sizeof *s.tile);
    bool ok = s.glimpses && s.tile &&
              image_create(&s.picture, COLUMNS * (TILE_WIDTH + MARGIN) + MARGIN,
                           ROWS * (TILE_HEIGHT + MARGIN) + MARGIN);
    if (!ok) fprintf(stderr, "carom: %s: not enough memory for the picture\n", path);
    if (ok) {
        memset(s.picture.rgb, 255, 3 * (size_t)s.picture.width * (size_t)s.picture.height);
        s.hull_mesh = bounds_hull_mesh(set->hull);
        place_camera(&s, set);
        look_at_mesh(&s, mesh);
        draw_tiles(&s, set);
        ok = image_write_png(&s.picture, path);
    }
    carom_mesh_destroy(s.hull_mesh);
    image_destroy(&s.picture);
    free(s.glimpses);
    free(s.tile);
    return ok;
}
