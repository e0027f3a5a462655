/* Every question to a mesh equals brute force over its triangles, bit for bit, on mesh files as
 * people have them, dirty ones included. usage: agree_files FILE...
 *
 * OFF is read here, for the many files of that kind; everything else by carom-io. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/carom.h"
#include "carom/io.h"

#define LOOKS 3000000 /* at a triangle, for one question of one file */

typedef struct subject {
    const char *path;
    carom_vec3 *points;
    uint32_t *indices;
    size_t point_count, count;
    carom_mesh *mesh;
    carom_aabb box;
    double size;
    uint64_t seed;
    size_t asked, differ;
} subject;

static double next01(subject *s) {
    s->seed = s->seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(s->seed >> 40) / 16777216.0;
}

/* ---- reading */

static bool read_off(subject *s, FILE *in) {
    char word[16];
    unsigned long points, faces, edges;
    if (fscanf(in, "%15s", word) != 1 || !strstr(word, "OFF")) return false;
    if (fscanf(in, " %lu %lu %lu", &points, &faces, &edges) != 3) return false;
    if (points > 10000000 || faces > 10000000) return false;
    s->points = malloc((points + 1) * sizeof *s->points);
    s->indices = malloc((8 * faces + 1) * 3 * sizeof *s->indices);
    for (; s->point_count < points; s->point_count++) {
        double x, y, z;
        if (fscanf(in, "%lf %lf %lf%*[^\n]", &x, &y, &z) != 3) return false;
        s->points[s->point_count] = (carom_vec3){(carom_real)x, (carom_real)y, (carom_real)z};
    }
    for (unsigned long f = 0; f < faces; f++) {
        unsigned long corners, first, last, next;
        if (fscanf(in, "%lu %lu %lu", &corners, &first, &last) != 3 || corners > 10) return false;
        for (unsigned long k = 2; k < corners; k++, last = next) {
            uint32_t *to = s->indices + 3 * s->count;
            if (fscanf(in, "%lu", &next) != 1) return false;
            if (first >= points || last >= points || next >= points) return false;
            to[0] = (uint32_t)first;
            to[1] = (uint32_t)last;
            to[2] = (uint32_t)next;
            s->count++;
        }
        if (fscanf(in, "%*[^\n]") == EOF && f + 1 < faces) return false;
    }
    return s->count > 0;
}

static bool read_by_io(subject *s) {
    char error[512];
    carom_io_scene *scene = NULL;
    carom_io_soup soup = {0};
    if (!carom_io_load(s->path, &scene, error, sizeof error)) return false;
    bool ok = carom_io_flatten(scene, &soup);
    carom_io_free(scene);
    if (!ok) return false;
    s->points = malloc((soup.vertex_count + 1) * sizeof *s->points);
    for (size_t i = 0; i < soup.vertex_count; i++) {
        const double *p = soup.vertices + 3 * i;
        s->points[i] = (carom_vec3){(carom_real)p[0], (carom_real)p[1], (carom_real)p[2]};
    }
    s->indices = soup.indices;
    s->point_count = soup.vertex_count;
    s->count = soup.triangle_count;
    free(soup.vertices);
    return true;
}

static bool read_subject(subject *s) {
    const char *dot = strrchr(s->path, '.');
    if (!dot || strcmp(dot, ".off")) return read_by_io(s);
    FILE *in = fopen(s->path, "r");
    bool ok = in && read_off(s, in);
    if (in) fclose(in);
    return ok;
}

/* ---- asking */

static carom_triangle triangle_of(const subject *s, size_t i) {
    const uint32_t *c = s->indices + 3 * i;
    return (carom_triangle){{s->points[c[0]], s->points[c[1]], s->points[c[2]]}};
}

/* A point near the mesh: in its box and beyond, at a vertex, on an edge, on a triangle. */
static carom_vec3 some_point(subject *s, size_t k) {
    carom_triangle t = triangle_of(s, (size_t)(next01(s) * (double)s->count));
    double u = next01(s), v = next01(s), w = next01(s);
    if (k % 4 == 0) {
        double more = 0.3 * s->size;
        return (carom_vec3){
            (carom_real)((double)s->box.min.x - more +
                         u * ((double)s->box.max.x - (double)s->box.min.x + 2 * more)),
            (carom_real)((double)s->box.min.y - more +
                         v * ((double)s->box.max.y - (double)s->box.min.y + 2 * more)),
            (carom_real)((double)s->box.min.z - more +
                         w * ((double)s->box.max.z - (double)s->box.min.z + 2 * more))};
    }
    if (k % 4 == 1) return t.v[0];
    if (k % 4 == 2) w = 0;
    double sum = u + v + w > 0 ? u + v + w : 1;
    return (carom_vec3){
        (carom_real)((u * (double)t.v[0].x + v * (double)t.v[1].x + w * (double)t.v[2].x) / sum),
        (carom_real)((u * (double)t.v[0].y + v * (double)t.v[1].y + w * (double)t.v[2].y) / sum),
        (carom_real)((u * (double)t.v[0].z + v * (double)t.v[1].z + w * (double)t.v[2].z) / sum)};
}

static carom_vec3 between(carom_vec3 a, carom_vec3 b) {
    return (carom_vec3){b.x - a.x, b.y - a.y, b.z - a.z};
}
static bool equal(carom_vec3 a, carom_vec3 b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

static void judge(subject *s, const char *question, bool same) {
    s->asked++;
    if (same) return;
    if (s->differ++ < 3) printf("%s: %s: answer %zu differs\n", s->path, question, s->asked);
}

static void ask_ray(subject *s, size_t k) {
    carom_vec3 from = some_point(s, k % 3 ? 0 : k), to = some_point(s, k / 3);
    carom_ray ray = {from, between(from, to), 0, (carom_real)INFINITY};
    carom_facing facing = (carom_facing)(k % 7 % 3);
    carom_mesh_ray_hit best = {0}, many, found = carom_raycast_ray_mesh(&ray, s->mesh, facing);
    for (size_t i = 0; i < s->count; i++) {
        carom_triangle t = triangle_of(s, i);
        carom_ray_hit_triangle hit = carom_raycast_ray_triangle(&ray, &t, facing);
        if (hit.hit && (!best.hit || hit.t < best.at.t))
            best = (carom_mesh_ray_hit){true, (uint32_t)i, hit};
    }
    carom_raycast_rays_mesh(&(carom_mesh_rays){&ray, 1, facing}, s->mesh, &many, NULL);
    judge(s, "ray",
          found.hit == best.hit && found.triangle == best.triangle && found.at.t == best.at.t &&
              equal(found.at.point, best.at.point) && equal(found.at.normal, best.at.normal) &&
              equal(found.at.barycentric, best.at.barycentric));
    judge(s, "batch of rays",
          many.hit == best.hit && many.triangle == best.triangle && many.at.t == best.at.t);
    if (facing == CAROM_BOTH_SIDES)
        judge(s, "any hit", carom_overlap_ray_mesh(&ray, s->mesh) == best.hit);
}

static void ask_nearest(subject *s, size_t k) {
    carom_vec3 p = some_point(s, k);
    carom_mesh_closest best = {.at.distance = (carom_real)INFINITY}, many;
    carom_mesh_closest found = carom_closest_point_mesh(p, s->mesh);
    for (size_t i = 0; i < s->count; i++) {
        carom_triangle t = triangle_of(s, i);
        carom_closest_on_triangle at = carom_closest_point_triangle(p, &t);
        if (at.distance < best.at.distance) best = (carom_mesh_closest){(uint32_t)i, at};
    }
    carom_closest_points_mesh(&p, 1, s->mesh, &many, NULL);
    judge(s, "nearest",
          found.triangle == best.triangle && found.at.distance == best.at.distance &&
              equal(found.at.point_b, best.at.point_b) && found.at.feature == best.at.feature);
    judge(s, "batch of points",
          many.triangle == best.triangle && many.at.distance == best.at.distance);
}

static void ask_overlaps(subject *s, size_t k) {
    static uint32_t list[2][1000];
    carom_vec3 p = some_point(s, k);
    double r = s->size * 0.05 * next01(s);
    carom_sphere ball = {p, (carom_real)r};
    carom_aabb box = {{p.x - (carom_real)r, p.y - (carom_real)r, p.z},
                      {p.x + (carom_real)r, p.y, p.z + (carom_real)r}};
    size_t balls = carom_overlap_sphere_mesh(&ball, s->mesh, list[0], 1000), by_ball = 0;
    size_t boxes = carom_overlap_aabb_mesh(&box, s->mesh, list[1], 1000), by_box = 0;
    bool same = true;
    for (size_t i = 0; i < s->count; i++) {
        carom_triangle t = triangle_of(s, i);
        if (carom_overlap_sphere_triangle(&ball, &t)) {
            same = same && (by_ball >= 1000 || list[0][by_ball] == i);
            by_ball++;
        }
        if (carom_overlap_aabb_triangle(&box, &t)) {
            same = same && (by_box >= 1000 || list[1][by_box] == i);
            by_box++;
        }
    }
    judge(s, "overlaps", same && balls == by_ball && boxes == by_box);
}

static void ask_sweep(subject *s, size_t k) {
    carom_vec3 from = some_point(s, 0), to = some_point(s, k);
    carom_sphere ball = {from, (carom_real)(s->size * 0.05 * next01(s))};
    carom_vec3 motion = between(from, to);
    carom_mesh_sweep_hit best = {0}, found = carom_sweep_sphere_mesh(&ball, motion, s->mesh);
    for (size_t i = 0; i < s->count; i++) {
        carom_triangle t = triangle_of(s, i);
        carom_sweep_hit hit = carom_sweep_sphere_triangle(&ball, motion, &t);
        if (hit.hit && (!best.at.hit || hit.fraction < best.at.fraction))
            best = (carom_mesh_sweep_hit){(uint32_t)i, hit};
    }
    judge(s, "swept sphere",
          found.at.hit == best.at.hit && found.triangle == best.triangle &&
              found.at.fraction == best.at.fraction && equal(found.at.point, best.at.point) &&
              equal(found.at.normal, best.at.normal));
}

static void ask_all(subject *s) {
    size_t times = LOOKS / (s->count + 1);
    if (times < 4) times = 4;
    if (times > 400) times = 400;
    for (size_t k = 0; k < times; k++) {
        ask_ray(s, k);
        ask_nearest(s, k);
        ask_overlaps(s, k);
        ask_sweep(s, k / 4);
    }
}

int main(int argc, char **argv) {
    size_t files = 0, unread = 0, asked = 0, differ = 0, triangles = 0;
    for (int i = 1; i < argc; i++) {
        subject s = {.path = argv[i], .seed = (uint64_t)i};
        bool ok = read_subject(&s);
        carom_mesh_def def = {.vertices = s.points,
                              .indices = s.indices,
                              .vertex_count = s.point_count,
                              .triangle_count = s.count};
        if (ok && carom_mesh_create(&s.mesh, &def) == CAROM_OK) {
            s.box = carom_mesh_bounds(s.mesh);
            s.size = fmax(
                (double)(s.box.max.x - s.box.min.x),
                fmax((double)(s.box.max.y - s.box.min.y), (double)(s.box.max.z - s.box.min.z)));
            ask_all(&s);
            files++;
        } else {
            unread++;
        }
        asked += s.asked;
        differ += s.differ;
        triangles += s.count;
        carom_mesh_destroy(s.mesh);
        free(s.points);
        free(s.indices);
    }
    printf("%zu meshes of %zu triangles (%zu files not read): %zu answers, %zu differ\n", files,
           triangles, unread, asked, differ);
    return files == 0 || differ > 0;
}
