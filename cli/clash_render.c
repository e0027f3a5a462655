/* The picture of carom clash, by ray casts of the library: one tree over all parts. Parts are
 * glass, tinted by their worst verdict, and the triangles that meet another part are solid: a ray
 * passes a few sheets of glass, each tinting what is behind it, until it meets something solid.
 * Points that differ from a neighbour are looked at four times more. */
#include <stdlib.h>
#include <string.h>

#include "clash.h"
#include "image.h"

#define PICTURE_WIDTH 960
#define PICTURE_HEIGHT 600
#define VEILS 3
#define DIFFERS 0.25

typedef struct clash_view {
    carom_mesh *mesh;
    uint32_t *part_of; /* by triangle */
    clash_verdict *worst;
    unsigned char *solid; /* by triangle: the verdict, where parts meet */
    size_t *first;        /* triangle, by part */
    carom_vec3 eye, forward, right, up;
    double half_height;
} clash_view;

typedef struct hue {
    double r, g, b;
} hue;

static const hue hues[CLASH_VERDICTS] = {
    {0.72, 0.76, 0.80}, {0.95, 0.77, 0.20}, {0.95, 0.77, 0.20}, {0.86, 0.16, 0.13}};

static hue mix(hue a, hue b, double t) {
    return (hue){a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t};
}

typedef struct meeting_marks {
    unsigned char *a, *b, verdict;
} meeting_marks;

static bool mark_meeting(uint32_t a, uint32_t b, void *user) {
    meeting_marks *m = user;
    if (m->a[a] < m->verdict) m->a[a] = m->verdict;
    if (m->b[b] < m->verdict) m->b[b] = m->verdict;
    return true;
}

static void mark_all(clash_view *v, const clash_result *r) {
    for (size_t i = 0; i < r->pair_count; i++) {
        const clash_pair *p = &r->pairs[i];
        const clash_part *a = &r->parts[p->a], *b = &r->parts[p->b];
        meeting_marks m = {v->solid + v->first[p->a], v->solid + v->first[p->b],
                           (unsigned char)p->verdict};
        if (p->verdict != CLASH_NEAR)
            carom_visit_mesh_mesh(&a->placed, &b->placed, mark_meeting, &m);
        if (p->nested) { /* the smaller of the two is within the other */
            bool of_a = norm(minus(a->box.max, a->box.min)) < norm(minus(b->box.max, b->box.min));
            memset(of_a ? m.a : m.b, CLASH_HARD, (of_a ? a : b)->soup.triangle_count);
        }
    }
}

static bool gather(clash_view *v, const clash_result *r) {
    size_t vertices = 0, triangles = 0;
    for (size_t i = 0; i < r->part_count; i++) {
        vertices += r->parts[i].soup.vertex_count;
        triangles += r->parts[i].soup.triangle_count;
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
        const carom_io_soup *s = &r->parts[i].soup;
        v->first[i] = triangles;
        for (size_t k = 0; k < 3 * s->triangle_count; k++)
            indices[3 * triangles + k] = (uint32_t)(vertices + s->indices[k]);
        for (size_t k = 0; k < s->triangle_count; k++)
            v->part_of[triangles++] = (uint32_t)i;
        for (size_t k = 0; k < s->vertex_count; k++, vertices++)
            points[vertices] =
                make3(s->vertices[3 * k], s->vertices[3 * k + 1], s->vertices[3 * k + 2]);
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

static void place_eye(clash_view *v) {
    carom_aabb box = carom_mesh_bounds(v->mesh);
    carom_vec3 size = minus(box.max, box.min), middle = times(plus(box.min, box.max), 0.5);
    double reach = norm(size) > 0.0 ? norm(size) : 1.0;
    carom_vec3 way = unit(make3(0.55, 0.45, 0.85));
    if (size.x < 0.7 * size.z) way = unit(make3(0.85, 0.45, 0.55));
    v->eye = plus(middle, times(way, 2.2 * reach));
    v->forward = times(way, -1.0);
    v->right = unit(outer(v->forward, make3(0, 1, 0)));
    v->up = outer(v->right, v->forward);
    v->half_height = 0.0;
    for (int i = 0; i < 8; i++) { /* all corners in view */
        carom_vec3 p = make3(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y,
                             i & 4 ? box.max.z : box.min.z);
        carom_vec3 d = minus(p, v->eye);
        double depth = inner(d, v->forward);
        double x = fabs(inner(d, v->right)) / depth * PICTURE_HEIGHT / PICTURE_WIDTH;
        v->half_height = fmax(v->half_height, fmax(x, fabs(inner(d, v->up)) / depth));
    }
    v->half_height *= 1.05;
}

static hue lit_surface(const clash_view *v, clash_verdict worst, carom_vec3 normal,
                       carom_vec3 direction) {
    if (inner(normal, direction) > 0.0) normal = times(normal, -1.0);
    carom_vec3 lamp = unit(plus(plus(v->right, times(v->up, 1.6)), times(v->forward, -1.3)));
    double light = 0.38 + 0.62 * fmax(0.0, inner(normal, lamp));
    hue h = hues[worst];
    return (hue){h.r * light, h.g * light, h.b * light};
}

static hue look_along(const clash_view *v, double x, double y, hue behind) {
    hue seen[VEILS + 1];
    double cover[VEILS + 1];
    int count = 0;
    carom_vec3 way = unit(plus(
        v->forward, plus(times(v->right, x * v->half_height), times(v->up, y * v->half_height))));
    carom_ray ray = {v->eye, way, 0.0, CAROM_REAL_MAX};
    while (count <= VEILS) {
        carom_mesh_ray_hit hit = carom_raycast_ray_mesh(&ray, v->mesh, CAROM_BOTH_SIDES);
        if (!hit.hit) break;
        clash_verdict solid = (clash_verdict)v->solid[hit.triangle];
        clash_verdict worst = v->worst[v->part_of[hit.triangle]];
        double slant = 1.0 - fabs(inner(hit.at.normal, way));
        ray.t_min = hit.at.t * (1.0 + 1e-9);
        seen[count] = lit_surface(v, solid ? solid : CLASH_CLEAR, hit.at.normal, way);
        if (!solid) seen[count] = mix(seen[count], hues[worst], 0.12);
        cover[count] = solid ? 1.0 : 0.20 + 0.5 * slant * slant;
        if (cover[count++] == 1.0) break;
    }
    for (int i = count - 1; i >= 0; i--)
        behind = mix(behind, seen[i], cover[i]);
    return behind;
}

static unsigned char level(double x) {
    return (unsigned char)(255.0 * fmin(1.0, fmax(0.0, x)) + 0.5);
}

static hue look_at_point(const clash_view *v, double x, double y) {
    double sx = x * 2.0 / PICTURE_WIDTH - 1.0, sy = 1.0 - y * 2.0 / PICTURE_HEIGHT;
    hue sky = mix((hue){0.97, 0.98, 0.99}, (hue){0.86, 0.89, 0.93}, y / PICTURE_HEIGHT);
    return look_along(v, sx * PICTURE_WIDTH / PICTURE_HEIGHT, sy, sky);
}

static bool hues_differ(hue a, hue b) {
    return fabs(a.r - b.r) + fabs(a.g - b.g) + fabs(a.b - b.b) > DIFFERS;
}

/* The mean of the point's first look and, at edges, of four more. */
static hue refine_point(const clash_view *v, const hue *at, int x, int y) {
    hue sum = *at;
    bool edge = (x > 0 && hues_differ(at[0], at[-1])) ||
                (x + 1 < PICTURE_WIDTH && hues_differ(at[0], at[1])) ||
                (y > 0 && hues_differ(at[0], at[-PICTURE_WIDTH])) ||
                (y + 1 < PICTURE_HEIGHT && hues_differ(at[0], at[PICTURE_WIDTH]));
    if (!edge) return sum;
    sum = (hue){0, 0, 0};
    for (int k = 0; k < 4; k++) {
        hue h = look_at_point(v, x + 0.25 + 0.5 * (k % 2), y + 0.25 + 0.5 * (k / 2));
        sum = (hue){sum.r + h.r / 4.0, sum.g + h.g / 4.0, sum.b + h.b / 4.0};
    }
    return sum;
}

static bool draw_all(const clash_view *v, image *picture) {
    hue *looks = malloc((size_t)PICTURE_WIDTH * PICTURE_HEIGHT * sizeof *looks);
    if (!looks) return false;
    for (int y = 0; y < PICTURE_HEIGHT; y++)
        for (int x = 0; x < PICTURE_WIDTH; x++)
            looks[(size_t)y * PICTURE_WIDTH + (size_t)x] = look_at_point(v, x + 0.5, y + 0.5);
    for (int y = 0; y < PICTURE_HEIGHT; y++)
        for (int x = 0; x < PICTURE_WIDTH; x++) {
            size_t at = (size_t)y * PICTURE_WIDTH + (size_t)x;
            hue h = refine_point(v, &looks[at], x, y);
            picture->rgb[3 * at] = level(h.r);
            picture->rgb[3 * at + 1] = level(h.g);
            picture->rgb[3 * at + 2] = level(h.b);
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
        place_eye(&v);
        ok = draw_all(&v, &picture);
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
