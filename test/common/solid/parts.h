/* Parts that are made for each other from the same vertices, so that both sides of a contact have
 * the same triangles: pins and their holes, screws and nuts, gears. Nothing has to be exact but the
 * vertices being the same. */
#ifndef CAROM_TEST_SOLID_PARTS_H
#define CAROM_TEST_SOLID_PARTS_H

#include "soup.h"

/* A closed ring of points; a stack of rings with equally many points makes a wall. */
#define RING_MOST 256

typedef struct ring_stack {
    carom_vec3 point[64][RING_MOST];
    int rings, points;
} ring_stack;

static inline carom_vec3 part_point(double x, double y, double z) {
    return (carom_vec3){(carom_real)x, (carom_real)y, (carom_real)z};
}

static inline void part_triangle(solid_soup *s, carom_vec3 a, carom_vec3 b, carom_vec3 c) {
    uint32_t i = solid_vertex(s, a), j = solid_vertex(s, b), k = solid_vertex(s, c);
    solid_triangle(s, i, j, k);
}

static inline void part_quad(solid_soup *s, const carom_vec3 *q, bool inward) {
    part_triangle(s, q[0], inward ? q[2] : q[1], inward ? q[1] : q[2]);
    part_triangle(s, q[0], inward ? q[3] : q[2], inward ? q[2] : q[3]);
}

/* The wall of a stack; outward as that of a pin, inward as that of its hole. */
static inline void add_wall(solid_soup *s, const ring_stack *r, bool inward) {
    for (int i = 0; i + 1 < r->rings; i++)
        for (int k = 0; k < r->points; k++) {
            int next = (k + 1) % r->points;
            const carom_vec3 quad[4] = {r->point[i][k], r->point[i][next], r->point[i + 1][next],
                                        r->point[i + 1][k]};
            part_quad(s, quad, inward);
        }
}

static inline carom_vec3 ring_middle(const carom_vec3 *ring, int points) {
    double sum[3] = {0, 0, 0};
    for (int k = 0; k < points; k++)
        for (int d = 0; d < 3; d++)
            sum[d] += (double)(&ring[k].x)[d] / points;
    return part_point(sum[0], sum[1], sum[2]);
}

/* A fan over the first (facing down) and last ring (facing up). */
static inline void add_caps(solid_soup *s, const ring_stack *r) {
    for (int end = 0; end < 2; end++) {
        const carom_vec3 *ring = r->point[end ? r->rings - 1 : 0];
        carom_vec3 middle = ring_middle(ring, r->points);
        for (int k = 0; k < r->points; k++) {
            carom_vec3 p = ring[k], q = ring[(k + 1) % r->points];
            part_triangle(s, middle, end ? p : q, end ? q : p);
        }
    }
}

static inline void add_pin(solid_soup *s, const ring_stack *r) {
    add_wall(s, r, false);
    add_caps(s, r);
}

/* Round the stack's axis through the origin, everything out to `radius`; the ends join the hole's
 * rings with circles. */
static inline void add_sleeve(solid_soup *s, const ring_stack *r, double radius) {
    ring_stack *outer = malloc(sizeof *outer);
    if (!outer) abort();
    *outer = *r;
    for (int i = 0; i < r->rings; i++)
        for (int k = 0; k < r->points; k++) {
            double x = (double)r->point[i][k].x, y = (double)r->point[i][k].y;
            double scale = radius / sqrt(x * x + y * y);
            outer->point[i][k] = part_point(x * scale, y * scale, (double)r->point[i][k].z);
        }
    add_wall(s, r, true);
    add_wall(s, outer, false);
    for (int end = 0; end < 2; end++)
        for (int k = 0; k < r->points; k++) {
            int i = end ? r->rings - 1 : 0, next = (k + 1) % r->points;
            const carom_vec3 quad[4] = {r->point[i][k], r->point[i][next], outer->point[i][next],
                                        outer->point[i][k]};
            part_quad(s, quad, end);
        }
    free(outer);
}

#define PART_TURN 6.283185307179586

/* A prism of `points` sides, in so many rings. */
static inline void make_cylinder(ring_stack *r, int points, int rings, double radius) {
    r->points = points;
    r->rings = rings;
    for (int i = 0; i < rings; i++)
        for (int k = 0; k < points; k++) {
            double angle = PART_TURN * k / points;
            r->point[i][k] = part_point(radius * cos(angle), radius * sin(angle), i);
        }
}

/* A thread: each ring is the same round cam, turned further from ring to ring. */
static inline void make_thread(ring_stack *r, int points, int rings, double depth) {
    r->points = points;
    r->rings = rings;
    for (int i = 0; i < rings; i++)
        for (int k = 0; k < points; k++) {
            double angle = PART_TURN * k / points;
            double radius = 3 + depth * cos(angle - PART_TURN * i / 16);
            r->point[i][k] = part_point(radius * cos(angle), radius * sin(angle), 0.25 * i);
        }
}

/* A gear with straight flanks: four points a tooth. */
static inline void make_gear(ring_stack *r, int teeth, double height) {
    r->points = 4 * teeth;
    r->rings = 2;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < r->points; k++) {
            double angle = PART_TURN * (k + (k & 1 ? 0.2 : 0)) / r->points;
            double radius = k & 2 ? 8 : 6.5;
            r->point[i][k] = part_point(radius * cos(angle), radius * sin(angle), i * height);
        }
}

#endif
