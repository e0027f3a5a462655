/* Rounded shapes: a sphere is its centre, and a capsule its axis, with a radius. The closest points
 * of two such shapes are those of their cores, moved to the surfaces [Ericson05] 4.5. Where the
 * distance is within rounding of the radii the exact test of contact decides, so that distance 0
 * and overlap agree. */
#ifndef CAROM_PAIR_ROUND_ROUNDED_CORE_H
#define CAROM_PAIR_ROUND_ROUNDED_CORE_H

#include "carom/closest.h"
#include "pair/pose/pair.h"

static inline carom_closest_any closest_from_params(carom_closest_params c) {
    return (carom_closest_any){.distance = c.distance,
                               .point_a = c.point_a,
                               .point_b = c.point_b,
                               .t_a = c.t_a,
                               .t_b = c.t_b};
}

static inline carom_vec3 along_segment(carom_vec3 from, carom_vec3 to, double part) {
    vec3 a = load3(from), b = load3(to);
    return store3(mad3(a, sub3(b, a), part));
}

/* The closest points of the surfaces, whose distances from the cores are `grow_a` and `grow_b`; in
 * contact one common point. */
static inline carom_closest_any off_surface(carom_closest_any core, double grow_a, double grow_b,
                                            bool touch) {
    double gap = (double)core.distance, grown = grow_a + grow_b;
    carom_vec3 a = core.point_a, b = core.point_b;
    if (!(gap <= DBL_MAX) || !(grow_a >= 0.0) || !(grow_b >= 0.0) || !finite3(load3(a)) ||
        !finite3(load3(b)))
        return (carom_closest_any){.distance = (carom_real)INFINITY};
    if (touch) {
        /* from A's core towards B's, as far as A reaches */
        double part = gap > 0.0 ? min2(grow_a / gap, 1.0) : 0.0;
        core.point_a = core.point_b = along_segment(a, b, part);
        core.distance = 0;
        return core;
    }
    if (gap == 0.0) { /* apart by less than can be computed */
        core.distance = (carom_real)apart_by_rounding(load3(a));
        return core;
    }
    /* where rounding makes the gap less than the radii, both points are the same */
    const double filled = max2(gap, grown);
    core.point_a = along_segment(a, b, grow_a / filled);
    core.point_b = along_segment(b, a, grow_b / filled);
    core.distance = (carom_real)(gap > grown ? gap - grown : apart_by_rounding(load3(a)));
    return core;
}

/* The distance of the surface from the core. */
static inline double radius_of_rounded(const carom_shape *shape) {
    if (shape->kind == CAROM_SHAPE_SPHERE) return (double)shape->as.sphere.radius;
    return shape->kind == CAROM_SHAPE_CAPSULE ? (double)shape->as.capsule.radius : 0.0;
}

/* `core`: the closest points of the cores of A and B. `exact`: the test that decides contact where
 * rounding might, or null. */
static inline carom_closest_any closest_off_cores(carom_closest_any core, const carom_shape *a,
                                                  const carom_shape *b, overlap_pair *exact) {
    double grow_a = radius_of_rounded(a), grow_b = radius_of_rounded(b);
    double gap = (double)core.distance, grown = grow_a + grow_b;
    double size = max2(max_abs3(load3(core.point_a)), max_abs3(load3(core.point_b)));
    bool touch = gap <= grown;
    if (fabs(gap - grown) <= ROUNDED_DOUBT * (size + grown) && exact) touch = exact(a, b);
    return off_surface(core, grow_a, grow_b, touch);
}

#endif
