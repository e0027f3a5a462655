/* Every inline function of the headers against the library's own function: the same bits in every
 * field. Compiled as C and as C++, with options under which products and sums are contracted, by
 * inline.sh. Numbers are random, on a grid (so that much touches exactly), an ulp beside it, of
 * extreme size, the largest and the least that there are, no numbers at all, or any bits. Exits
 * with 1 where an answer differs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/carom.h"

static uint64_t state = 2026;

static uint64_t next(void) { /* SplitMix64 */
    uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static unsigned below(unsigned n) {
    return (unsigned)(next() >> 33) % n;
}

/* What the numbers of a case are like. */
static unsigned kind;
static carom_real unit;

static carom_real power(int exponent) {
    carom_real out = 1, factor = exponent < 0 ? (carom_real)0.5 : (carom_real)2;
    for (int i = exponent < 0 ? -exponent : exponent; i > 0; i--)
        out *= factor;
    return out;
}

/* Zeros, ones, the ends of the range and beyond: denormal, least normal, largest, infinite, NaN. */
static carom_real odd_number(void) {
    const carom_real zero = unit * 0, huge = CAROM_REAL_MAX;
    const carom_real least = 4 / huge, half = huge / 2;
    const carom_real denormal = least * CAROM_REAL_EPSILON;
    const carom_real odd[16] = {0,
                                -zero,
                                1,
                                -1,
                                (carom_real)1e-30,
                                (carom_real)1e30,
                                least,
                                denormal,
                                -huge,
                                huge,
                                half,
                                -least,
                                -half,
                                huge * 2,
                                -(huge * 2),
                                zero / zero};
    return odd[below(16)];
}

static carom_real any_bits(void) {
    const uint64_t bits = next();
    carom_real x = 0;
    memcpy(&x, (const unsigned char *)&bits + sizeof bits - sizeof x, sizeof x);
    return x;
}

static carom_real coordinate(void) {
    const carom_real x = (carom_real)((double)(next() >> 11) / 4503599627370496.0 - 1.0);
    const carom_real grid = (carom_real)((int)below(9) - 4) / 4;
    if (kind == 0) return x * unit;
    if (kind == 1) return grid * unit;
    if (kind == 2) return grid * unit * (1 + CAROM_REAL_EPSILON * (carom_real)((int)below(3) - 1));
    if (kind == 3) return (below(2) ? grid : x) * unit;
    if (kind == 4) return x * power((int)below(60) - 30);
    if (kind == 6) return below(4) == 0 ? odd_number() : grid;
    if (kind == 7) return any_bits();
    return below(12) == 0 ? odd_number() : grid * unit;
}

static carom_real size(void) {
    const carom_real x = coordinate();
    return x < 0 && kind < 5 ? -x : x;
}

static carom_vec3 vector(void) {
    carom_vec3 out;
    out.x = coordinate();
    out.y = coordinate();
    out.z = coordinate();
    return out;
}

static carom_sphere ball(void) {
    carom_sphere out;
    out.center = vector();
    out.radius = size();
    return out;
}

/* A ball whose surface passes a ball's as closely as rounding allows. */
static carom_sphere ball_beside(const carom_sphere *a) {
    carom_sphere out = ball();
    const double x = (double)out.center.x - (double)a->center.x;
    const double y = (double)out.center.y - (double)a->center.y;
    const double z = (double)out.center.z - (double)a->center.z;
    const double gap = sqrt(x * x + y * y + z * z) - (double)a->radius;
    out.radius = (carom_real)(gap * (1 + (double)CAROM_REAL_EPSILON * ((int)below(9) - 4)));
    return out;
}

static carom_aabb box(void) {
    carom_aabb out;
    out.min = vector();
    out.max.x = out.min.x + size();
    out.max.y = out.min.y + size();
    out.max.z = out.min.z + size();
    return out;
}

static carom_ray ray(void) {
    carom_ray out;
    out.origin = vector();
    out.direction = vector();
    out.t_min = below(3) ? 0 : coordinate();
    out.t_max = below(3) ? CAROM_REAL_MAX * 2 : size();
    return out;
}

static unsigned long different, hits;

static void same_bits(const carom_real *a, const carom_real *b, unsigned n, const char *what) {
    for (unsigned i = 0; i < n; i++) {
        const bool are_nan = a[i] != a[i] && b[i] != b[i];
        if (are_nan || memcmp(&a[i], &b[i], sizeof *a) == 0) continue;
        if (different++ < 20)
            printf("%s: number %u of kind %u: %a inline, %a in the library\n", what, i, kind,
                   (double)a[i], (double)b[i]);
    }
}

static void same_flag(bool a, bool b, const char *what) {
    hits += b;
    if (a == b) return;
    if (different++ < 20) printf("%s of kind %u: %d inline, %d in the library\n", what, kind, a, b);
}

static void same_vectors(carom_vec3 a, carom_vec3 b, const char *what) {
    const carom_real of_a[3] = {a.x, a.y, a.z}, of_b[3] = {b.x, b.y, b.z};
    same_bits(of_a, of_b, 3, what);
}

static void overlaps(void) {
    const carom_sphere a = ball(), b = below(2) ? ball() : ball_beside(&a);
    const carom_aabb c = box(), d = box();
    const carom_ray r = ray();
    same_flag(carom_overlap_sphere_sphere(&a, &b), carom_overlap_sphere_sphere_exact(&a, &b),
              "sphere-sphere");
    same_flag(carom_overlap_sphere_aabb(&a, &c), carom_overlap_sphere_aabb_exact(&a, &c),
              "sphere-AABB");
    same_flag(carom_overlap_aabb_aabb(&c, &d), carom_overlap_aabb_aabb_exact(&c, &d), "AABB-AABB");
    same_flag(carom_overlap_ray_aabb(&r, &c), carom_overlap_ray_aabb_exact(&r, &c), "ray-AABB");
}

static void rays_at_spheres(void) {
    const carom_sphere s = ball();
    const carom_ray r = ray();
    const carom_ray_hit a = carom_raycast_ray_sphere(&r, &s);
    const carom_ray_hit b = carom_raycast_ray_sphere_exact(&r, &s);
    const carom_real of_a[2] = {a.t, a.t_exit}, of_b[2] = {b.t, b.t_exit};
    same_flag(a.hit, b.hit, "ray-sphere, hit");
    same_flag(a.started_inside, b.started_inside, "ray-sphere, started inside");
    same_bits(of_a, of_b, 2, "ray-sphere, t");
    same_vectors(a.point, b.point, "ray-sphere, point");
    same_vectors(a.normal, b.normal, "ray-sphere, normal");
}

static void rays_at_triangles(void) {
    const carom_ray r = ray();
    const carom_facing facing = (carom_facing)below(3);
    carom_triangle t;
    t.v[0] = vector();
    t.v[1] = vector();
    t.v[2] = vector();
    const carom_ray_hit_triangle a = carom_raycast_ray_triangle(&r, &t, facing);
    const carom_ray_hit_triangle b = carom_raycast_ray_triangle_exact(&r, &t, facing);
    same_flag(a.hit, b.hit, "ray-triangle, hit");
    same_bits(&a.t, &b.t, 1, "ray-triangle, t");
    same_vectors(a.point, b.point, "ray-triangle, point");
    same_vectors(a.normal, b.normal, "ray-triangle, normal");
    same_vectors(a.barycentric, b.barycentric, "ray-triangle, barycentric");
}

static void moving_spheres(void) {
    const carom_sphere p = ball(), q = below(4) ? ball() : ball_beside(&p);
    const carom_vec3 u = vector(), v = vector();
    const carom_sweep_hit a = carom_sweep_sphere_sphere(&p, u, &q, v);
    const carom_sweep_hit b = carom_sweep_sphere_sphere_exact(&p, u, &q, v);
    const carom_real of_a[2] = {a.fraction, a.fraction_exit};
    const carom_real of_b[2] = {b.fraction, b.fraction_exit};
    same_flag(a.hit, b.hit, "moving spheres, hit");
    same_flag(a.initial_overlap, b.initial_overlap, "moving spheres, initial overlap");
    same_flag(a.certainty == b.certainty, true, "moving spheres, certainty");
    same_bits(of_a, of_b, 2, "moving spheres, fraction");
    same_vectors(a.point, b.point, "moving spheres, point");
    same_vectors(a.normal, b.normal, "moving spheres, normal");
}

int main(int argc, char **argv) {
    const unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : 200000;
    for (unsigned long i = 0; i < n; i++) {
        kind = (unsigned)(i % 8);
        unit = below(4) ? 1 : power((int)below(180) - 90);
        overlaps();
        rays_at_spheres();
        rays_at_triangles();
        moving_spheres();
    }
    printf("%lu cases of each pair, %lu flags set, %lu numbers differ\n", n, hits, different);
    return different != 0 || hits < n / 10;
}
