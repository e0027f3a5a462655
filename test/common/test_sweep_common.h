/* What the tests of sweeps share: any target behind one interface, and an oracle that samples. */
#ifndef CAROM_TEST_SWEEP_COMMON_H
#define CAROM_TEST_SWEEP_COMMON_H

#include "common/test_flat_common.h"

enum {
    TARGET_PLANE,
    TARGET_HALFSPACE,
    TARGET_SPHERE,
    TARGET_SEGMENT,
    TARGET_CAPSULE,
    TARGET_AABB,
    TARGET_OBB,
    TARGET_TRIANGLE,
    TARGET_POLYGON,
    TARGETS
};

typedef struct target {
    int kind;
    union {
        carom_plane plane;
        carom_halfspace half;
        carom_sphere sphere;
        carom_segment segment;
        carom_capsule capsule;
        carom_aabb box;
        carom_obb turned;
        carom_triangle triangle;
    } as;
    carom_vec3 vertices[6];
    carom_polygon polygon;
    carom_real *numbers; /* all of them */
    int number_count;
} target;

static inline void make_polygon(target *t) {
    carom_vec3 axes[3];
    random_axes(axes, 1);
    /* a hexagon on a circle of radius 1, with cosines of 60 degrees */
    static const double around[6][2] = {
        {1, 0},  {0.5, 0.8660254037844386},   {-0.5, 0.8660254037844386},
        {-1, 0}, {-0.5, -0.8660254037844386}, {0.5, -0.8660254037844386}};
    int count = 3 + (int)(random01() * 4);
    for (int i = 0; i < count; i++)
        t->vertices[i] = step(step(v3(0, 0, 0), axes[0], around[i][0]), axes[1], around[i][1]);
    t->polygon = (carom_polygon){t->vertices, count};
    t->numbers = &t->vertices[0].x;
    t->number_count = 3 * count;
}

/* The k-th target of a kind; some are degenerate. */
static inline void make_target(target *t, int kind, int k) {
    static const int sizes[] = {4, 4, 4, 6, 7, 6, 15, 9};
    memset(t, 0, sizeof *t);
    t->kind = kind;
    t->numbers = (carom_real *)(void *)&t->as;
    t->number_count = kind < TARGET_POLYGON ? sizes[kind] : 0;
    for (int i = 0; i < t->number_count; i++)
        t->numbers[i] = (carom_real)random_in(-1, 1);
    bool flat = k % 10 == 7;
    if (kind == TARGET_SPHERE) t->as.sphere.radius = (carom_real)(flat ? 0 : random01());
    if (kind == TARGET_CAPSULE) t->as.capsule.radius = (carom_real)(flat ? 0 : 0.5 * random01());
    if (kind == TARGET_SEGMENT && flat) t->as.segment.b = t->as.segment.a;
    if (kind == TARGET_AABB)
        for (int i = 0; i < 3; i++)
            (&t->as.box.max.x)[i] =
                (&t->as.box.min.x)[i] + (carom_real)(flat && i == k % 3 ? 0 : random01());
    if (kind == TARGET_OBB) t->as.turned = random_obb(0.5, 1);
    if (kind == TARGET_OBB && flat) (&t->as.turned.half_extents.x)[k % 3] = 0;
    if (kind == TARGET_TRIANGLE && flat) t->as.triangle.v[k % 3] = t->as.triangle.v[(k + 1) % 3];
    if (kind == TARGET_POLYGON) make_polygon(t);
}

static inline void scale_target(target *t, double factor) {
    for (int i = 0; i < t->number_count; i++) {
        bool unit =
            (t->kind <= TARGET_HALFSPACE && i < 3) || (t->kind == TARGET_OBB && i >= 3 && i < 12);
        if (!unit) t->numbers[i] = (carom_real)((double)t->numbers[i] * factor);
    }
}

static inline carom_sweep_hit sweep_target(const carom_sphere *s, carom_vec3 motion,
                                           const target *t) {
    switch (t->kind) {
    case TARGET_PLANE: return carom_sweep_sphere_plane(s, motion, &t->as.plane);
    case TARGET_HALFSPACE: return carom_sweep_sphere_halfspace(s, motion, &t->as.half);
    case TARGET_SPHERE: return carom_sweep_sphere_sphere(s, motion, &t->as.sphere, v3(0, 0, 0));
    case TARGET_SEGMENT: return carom_sweep_sphere_segment(s, motion, &t->as.segment);
    case TARGET_CAPSULE: return carom_sweep_sphere_capsule(s, motion, &t->as.capsule);
    case TARGET_AABB: return carom_sweep_sphere_aabb(s, motion, &t->as.box);
    case TARGET_OBB: return carom_sweep_sphere_obb(s, motion, &t->as.turned);
    case TARGET_TRIANGLE: return carom_sweep_sphere_triangle(s, motion, &t->as.triangle);
    default: return carom_sweep_sphere_polygon(s, motion, &t->polygon);
    }
}

/* From a point to the target, 0 inside. */
static inline double target_distance(carom_vec3 p, const target *t) {
    carom_segment axis = {t->as.capsule.a, t->as.capsule.b};
    switch (t->kind) {
    case TARGET_PLANE: return (double)carom_closest_point_plane(p, &t->as.plane).distance;
    case TARGET_HALFSPACE:
        return fmax((double)carom_distance_point_plane_signed(p, &t->as.plane), 0);
    case TARGET_SPHERE: return (double)carom_closest_point_sphere(p, &t->as.sphere).distance;
    case TARGET_SEGMENT: return (double)carom_closest_point_segment(p, &t->as.segment).distance;
    case TARGET_CAPSULE:
        return fmax((double)carom_closest_point_segment(p, &axis).distance -
                        (double)t->as.capsule.radius,
                    0);
    case TARGET_AABB: return (double)carom_closest_point_aabb(p, &t->as.box).distance;
    case TARGET_OBB: return (double)carom_closest_point_obb(p, &t->as.turned).distance;
    case TARGET_TRIANGLE: return (double)carom_closest_point_triangle(p, &t->as.triangle).distance;
    default: return (double)carom_closest_point_polygon(p, &t->polygon).distance;
    }
}

static inline void assert_miss(carom_sweep_hit hit) {
    assert_true(!hit.hit && !hit.initial_overlap && hit.fraction == 0 && hit.fraction_exit == 0);
    assert_true(length_of(hit.point) == 0 && length_of(hit.normal) == 0);
}
static inline void assert_hit(const carom_sweep_hit *hit, double fraction, double leave) {
    assert_true(hit->hit && !hit->initial_overlap);
    assert_about((double)hit->fraction, fraction, 4 * EPS);
    assert_about((double)hit->fraction_exit, leave, 8 * EPS);
}
static inline void assert_start(const carom_sweep_hit *hit, double leave) {
    assert_true(hit->hit && hit->initial_overlap && hit->fraction == 0);
    assert_about((double)hit->fraction_exit, leave, 8 * EPS);
}

#define SAMPLES 64

/* Clearances must agree with the answer: none before it, contact until the exit, none after; at the
 * hit the distance is the radius and the point and normal fit. */
static inline void check_by_sampling(const carom_sphere *s, carom_vec3 motion, const target *t,
                                     const carom_sweep_hit *hit) {
    double slack = 64 * EPS, r = (double)s->radius;
    for (int i = 0; i <= SAMPLES; i++) {
        double at = (double)i / SAMPLES;
        double gap = target_distance(step(s->center, motion, at), t) - r;
        double speed = length_of(motion), from = (double)hit->fraction,
               to = (double)hit->fraction_exit;
        if (!hit->hit || at < from || at > to)
            assert_true(gap >= -slack);
        else
            assert_true(gap <= slack + speed * 4 * EPS);
    }
    if (!hit->hit) return;
    carom_vec3 center = step(s->center, motion, (double)hit->fraction);
    double distance = target_distance(center, t);
    assert_about(length_of(hit->normal), 1, 8 * EPS);
    assert_true(target_distance(hit->point, t) <= slack);
    assert_int_equal(hit->initial_overlap, target_distance(s->center, t) <= r);
    if (hit->initial_overlap) return;
    assert_about(distance, r, slack);
    assert_about(apart(center, hit->point), r, slack);
    if (r < 0.05) return; /* the direction to the point would be noise */
    carom_vec3 reached = step(center, hit->normal, r);
    assert_true(apart(reached, hit->point) <= 16 * slack);
    assert_true(dot_of(hit->normal, motion) >= -slack); /* towards it */
}

#endif
