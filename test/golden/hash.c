/* Same input, same bits: a hash over thousands of answers of every verb. The expected values are
 * committed; the test suite runs this on builds by gcc and clang at several optimisation levels.
 * usage: hash [--print] */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "carom/carom.h"

#include "expected.h"
#include "mix.h"

#define ROUNDS 4000

static void mix_params(uint64_t *hash, carom_closest_params c) {
    mix_real(hash, c.distance);
    mix_vec(hash, c.point_a);
    mix_vec(hash, c.point_b);
    mix_real(hash, c.t_a);
    mix_real(hash, c.t_b);
}
static void mix_points(uint64_t *hash, carom_closest_points c) {
    mix_real(hash, c.distance);
    mix_vec(hash, c.point_a);
    mix_vec(hash, c.point_b);
}
static void mix_hit(uint64_t *hash, carom_ray_hit h) {
    mix_int(hash, h.hit * 2 + h.started_inside);
    mix_real(hash, h.t);
    mix_real(hash, h.t_exit);
    mix_vec(hash, h.point);
    mix_vec(hash, h.normal);
}
typedef struct shapes {
    carom_vec3 p, motion;
    carom_segment segment[2];
    carom_ray ray;
    carom_line line[2];
    carom_plane plane[3];
    carom_sphere sphere[2];
    carom_aabb aabb[2];
    carom_obb obb[2];
    carom_triangle triangle[2];
} shapes;

/* Rotations by Pythagorean quadruples: axes to the last digit without trigonometry. */
static carom_obb next_obb(void) {
    static const double turns[3][3][3] = {
        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
        {{0.6, 0.8, 0}, {-0.8, 0.6, 0}, {0, 0, 1}},
        {{2 / 3.0, 2 / 3.0, 1 / 3.0}, {-2 / 3.0, 1 / 3.0, 2 / 3.0}, {1 / 3.0, -2 / 3.0, 2 / 3.0}}};
    carom_obb box = {.center = next_vec()};
    const double(*turn)[3] = turns[(unsigned)(next_size() * 1000) % 3];
    for (int i = 0; i < 3; i++)
        box.axes[i] =
            (carom_vec3){(carom_real)turn[i][0], (carom_real)turn[i][1], (carom_real)turn[i][2]};
    carom_real x = next_size(), y = next_size();
    box.half_extents = (carom_vec3){x, y, next_size()};
    return box;
}

static void fill(shapes *s) {
    s->p = next_vec();
    s->motion = next_vec();
    s->ray.origin = next_vec();
    s->ray.direction = next_vec();
    s->ray.t_min = 0;
    s->ray.t_max = (carom_real)1e30;
    for (int i = 0; i < 2; i++) {
        s->segment[i].a = next_vec();
        s->segment[i].b = next_vec();
        s->line[i].origin = next_vec();
        s->line[i].direction = next_vec();
        s->sphere[i].center = next_vec();
        s->sphere[i].radius = next_size();
        carom_vec3 c = next_vec();
        carom_real h = next_size();
        s->aabb[i] = (carom_aabb){{c.x - h, c.y - h, c.z - 1}, {c.x + h, c.y + h, c.z + 1}};
        s->obb[i] = next_obb();
        for (int k = 0; k < 3; k++)
            s->triangle[i].v[k] = next_vec();
    }
    for (int i = 0; i < 3; i++) {
        s->plane[i].normal = next_vec();
        s->plane[i].offset = next_real();
    }
}

static void hash_closest(uint64_t *h, const shapes *s) {
    mix_points(h, carom_closest_point_plane(s->p, &s->plane[0]));
    mix_params(h, carom_closest_point_line(s->p, &s->line[0]));
    mix_params(h, carom_closest_point_segment(s->p, &s->segment[0]));
    mix_params(h, carom_closest_point_ray(s->p, &s->ray));
    mix_points(h, carom_closest_point_aabb(s->p, &s->aabb[0]));
    mix_points(h, carom_closest_point_obb(s->p, &s->obb[0]));
    mix_real(h, carom_closest_point_triangle(s->p, &s->triangle[0]).distance);
    mix_params(h, carom_closest_line_line(&s->line[0], &s->line[1]));
    mix_params(h, carom_closest_segment_segment(&s->segment[0], &s->segment[1]));
    mix_params(h, carom_closest_segment_triangle(&s->segment[0], &s->triangle[0]));
    mix_params(h, carom_closest_segment_aabb(&s->segment[0], &s->aabb[0]));
    mix_points(h, carom_closest_triangle_triangle(&s->triangle[0], &s->triangle[1]));
}

static void hash_overlap(uint64_t *h, const shapes *s) {
    mix_int(h, carom_overlap_segment_triangle(&s->segment[0], &s->triangle[0]));
    mix_int(h, carom_overlap_segment_aabb(&s->segment[0], &s->aabb[0]));
    mix_int(h, carom_overlap_plane_triangle(&s->plane[0], &s->triangle[0]));
    mix_int(h, carom_overlap_triangle_triangle(&s->triangle[0], &s->triangle[1]));
    mix_int(h, carom_overlap_aabb_triangle(&s->aabb[0], &s->triangle[0]));
    mix_int(h, carom_overlap_obb_triangle(&s->obb[0], &s->triangle[0]));
    mix_int(h, carom_overlap_obb_obb(&s->obb[0], &s->obb[1]));
    mix_int(h, carom_overlap_aabb_obb(&s->aabb[0], &s->obb[1]));
    mix_int(h, carom_overlap_sphere_triangle(&s->sphere[0], &s->triangle[0]));
    mix_int(h, (int)carom_classify_sphere_sphere(&s->sphere[0], &s->sphere[1]));
    mix_int(h, (int)carom_classify_sphere_aabb(&s->sphere[0], &s->aabb[0]));
    mix_int(h, (int)carom_classify_sphere_obb(&s->sphere[0], &s->obb[0]));
    mix_int(h, (int)carom_classify_plane_obb(&s->plane[0], &s->obb[0]));
    mix_int(h, (int)carom_intersect_triangle_triangle(&s->triangle[0], &s->triangle[1]).kind);
    mix_vec(h, carom_intersect_plane_plane_plane(&s->plane[0], &s->plane[1], &s->plane[2]).point);
}

static void hash_raycast(uint64_t *h, const shapes *s) {
    mix_hit(h, carom_raycast_ray_plane(&s->ray, &s->plane[0]));
    mix_hit(h, carom_raycast_ray_sphere(&s->ray, &s->sphere[0]));
    mix_hit(h, carom_raycast_ray_aabb(&s->ray, &s->aabb[0]));
    mix_hit(h, carom_raycast_ray_obb(&s->ray, &s->obb[0]));
    carom_ray_hit_triangle hit =
        carom_raycast_ray_triangle(&s->ray, &s->triangle[0], CAROM_BOTH_SIDES);
    mix_int(h, hit.hit);
    mix_real(h, hit.t);
    mix_vec(h, hit.normal);
    mix_vec(h, hit.barycentric);
}

static void hash_sweep(uint64_t *h, const shapes *s) {
    mix_sweep(h, carom_sweep_sphere_plane(&s->sphere[0], s->motion, &s->plane[0]));
    mix_sweep(h, carom_sweep_sphere_sphere(&s->sphere[0], s->motion, &s->sphere[1], s->p));
    mix_sweep(h, carom_sweep_sphere_aabb(&s->sphere[0], s->motion, &s->aabb[0]));
    mix_sweep(h, carom_sweep_sphere_obb(&s->sphere[0], s->motion, &s->obb[0]));
    mix_sweep(h, carom_sweep_sphere_triangle(&s->sphere[0], s->motion, &s->triangle[0]));
    mix_sweep(h, carom_sweep_aabb_aabb(&s->aabb[0], s->motion, &s->aabb[1], s->p));
    carom_penetration out = carom_penetration_sphere_obb(&s->sphere[0], &s->obb[0]);
    mix_real(h, out.depth);
    mix_vec(h, out.normal);
    mix_vec(h, carom_response_reflect(s->motion, s->p, (carom_real)0.5));
}

/* ---- batches */

static carom_real columns[9][15][ROUNDS];

static void put_columns(int set, const void *shape, size_t size, int i) {
    carom_real number[15];
    memcpy(number, shape, size);
    for (size_t f = 0; f < size / sizeof *number; f++)
        columns[set][f][i] = number[f];
}

/* A public set: pointers to the columns, then the count. */
static void put_set(void *out, size_t fields, int set) {
    const carom_real *field[15];
    size_t count = ROUNDS;
    for (size_t f = 0; f < fields; f++)
        field[f] = columns[set][f];
    memcpy(out, field, fields * sizeof *field);
    memcpy((char *)out + fields * sizeof *field, &count, sizeof count);
}

static void mix_answers(uint64_t *hash, uint64_t found, const carom_batch_answers *answers) {
    mix(hash, &found, sizeof found);
    mix(hash, answers->bits, (ROUNDS + 63) / 64 * sizeof *answers->bits);
    for (int i = 0; i < ROUNDS; i++)
        mix_real(hash, answers->values[i]);
}

static void hash_batch(uint64_t *hash, const carom_batch_answers *answers) {
    carom_batch_points points;
    carom_batch_spheres spheres[2];
    carom_batch_aabbs boxes[2];
    carom_batch_obbs obbs[2];
    carom_batch_triangles triangles;
    carom_batch_rays rays;
    put_set(&points, 3, 6);
    for (int k = 0; k < 2; k++) {
        put_set(&spheres[k], 4, k);
        put_set(&boxes[k], 6, k + 2);
        put_set(&obbs[k], 15, k + 7);
    }
    put_set(&rays, 8, 4);
    put_set(&triangles, 9, 5);
    mix_answers(hash, carom_batch_overlap_sphere_sphere(&spheres[0], &spheres[1], NULL, answers),
                answers);
    mix_answers(hash, carom_batch_overlap_sphere_aabb(&spheres[0], &boxes[1], NULL, answers),
                answers);
    mix_answers(hash, carom_batch_overlap_aabb_aabb(&boxes[0], &boxes[1], NULL, answers), answers);
    mix_answers(hash, carom_batch_raycast_ray_sphere(&rays, &spheres[1], NULL, answers), answers);
    mix_answers(hash, carom_batch_raycast_ray_aabb(&rays, &boxes[1], NULL, answers), answers);
    mix_answers(
        hash, carom_batch_raycast_ray_triangle(&rays, &triangles, NULL, CAROM_BOTH_SIDES, answers),
        answers);
    mix_answers(hash, carom_batch_closest_point_triangle(&points, &triangles, NULL, answers),
                answers);
    mix_answers(hash, carom_batch_overlap_obb_obb(&obbs[0], &obbs[1], NULL, answers), answers);
}

/* With every set of instructions the same. */
static uint64_t hash_batches(int *wrong) {
    static uint64_t bits[(ROUNDS + 63) / 64];
    static carom_real values[ROUNDS];
    uint64_t hash[3];
    state = 2026;
    for (int i = 0; i < ROUNDS; i++) {
        shapes s;
        fill(&s);
        for (int k = 0; k < 2; k++) {
            put_columns(k, &s.sphere[k], sizeof s.sphere[k], i);
            put_columns(k + 2, &s.aabb[k], sizeof s.aabb[k], i);
            put_columns(k + 7, &s.obb[k], sizeof s.obb[k], i);
        }
        put_columns(4, &s.ray, sizeof s.ray, i);
        put_columns(5, &s.triangle[0], sizeof s.triangle[0], i);
        put_columns(6, &s.p, sizeof s.p, i);
    }
    for (int k = 0; k < 3; k++) {
        carom_batch_answers answers = {
            .bits = bits, .values = values, .instructions = (carom_batch_instructions)k};
        hash[k] = HASH_START;
        memset(values, 0, sizeof values);
        hash_batch(&hash[k], &answers);
        if (hash[k] != hash[0]) *wrong = printf("batch: instructions %d differ\n", k) > 0;
    }
    return hash[0];
}

static int tell(const char *name, uint64_t hash, uint64_t correct, bool print) {
    if (print)
        printf("0x%016" PRIx64 ",\n", hash);
    else if (hash != correct)
        printf("%s: 0x%016" PRIx64 ", expected 0x%016" PRIx64 "\n", name, hash, correct);
    return !print && hash != correct;
}

int main(int argc, char **argv) {
    static void (*const verbs[])(uint64_t *, const shapes *) = {hash_closest, hash_overlap,
                                                                hash_raycast, hash_sweep};
    static const char *const names[] = {"closest", "overlap", "raycast", "sweep"};
    const bool print = argc > 1 && !strcmp(argv[1], "--print");
    int wrong = 0;
    for (int v = 0; v < 4; v++) {
        uint64_t hash = HASH_START;
        state = 2026;
        for (int i = 0; i < ROUNDS; i++) {
            shapes s;
            fill(&s);
            verbs[v](&hash, &s);
        }
        wrong |= tell(names[v], hash, expected[v], print);
    }
    uint64_t batch = hash_batches(&wrong);
    return wrong | tell("batch", batch, expected[4], print);
}
