/* The straight path of all raycast kernels, and their error bounds. A path is origin + t *
 * direction for t in [t_min, t_max]. Rays, lines and segments differ only in how they fill it in. A
 * segment's direction b - a is rounded; the exact one is kept as the difference tip - base for the
 * exact predicates. */
#ifndef CAROM_QUERY_RAYCAST_PATH_H
#define CAROM_QUERY_RAYCAST_PATH_H

#include "carom/raycast.h"
#include "math/power.h"
#include "math/predicates.h"

typedef struct ray_path {
    vec3 origin, direction;
    vec3 base, tip;      /* direction is tip - base, rounded; base is 0 but for segments */
    double t_min, t_max; /* may be infinite; t_min > t_max holds no point */
    bool is_segment;     /* then a direction of zero is a point and not an error */
} ray_path;

static inline ray_path path_of_ray(const carom_ray *ray) {
    vec3 direction = load3(ray->direction);
    return (ray_path){load3(ray->origin), direction,          {0, 0, 0}, direction,
                      (double)ray->t_min, (double)ray->t_max, false};
}

static inline ray_path path_of_segment(const carom_segment *segment) {
    vec3 a = load3(segment->a), b = load3(segment->b);
    return (ray_path){a, sub3(b, a), a, b, 0.0, 1.0, true};
}

static inline ray_path path_of_line(const carom_line *line) {
    vec3 direction = load3(line->direction);
    return (ray_path){load3(line->origin), direction, {0, 0, 0}, direction,
                      -INFINITY,           INFINITY,  false};
}

/** The answer of a filter: certain, or undecided (PATH_DOUBT). */
typedef enum path_answer { PATH_MISS = 0, PATH_HIT = 1, PATH_DOUBT = 2 } path_answer;

/** True when the path holds a point: all finite but the ends of the range, direction not zero. */
static inline bool path_is_valid(const ray_path *path) {
    if (!finite3(path->origin) || !finite3(path->tip) || !finite3(path->base)) return false;
    if (!path->is_segment && max_abs3(path->tip) == 0.0) return false;
    return path->t_min <= path->t_max && path->t_min <= DBL_MAX && path->t_max >= -DBL_MAX;
}

/** t, or the largest number in place of infinity. */
static inline double clamped_finite(double t) {
    return finite1(t) ? t : t > 0.0 ? DBL_MAX : -DBL_MAX;
}

/* ---- error bounds and thresholds of the kernels. A filter decides only beyond its bound; all else
 * goes to exact arithmetic, so a larger bound costs time only. */

#define REAL_IS_FLOAT ((double)CAROM_REAL_EPSILON > 1e-10)

/* ---- several kernels */

/* Absolute: error bounds above it are far from underflow, and so are the products they belong to.
 */
#define ERROR_UNDERFLOW 1e-200

/* Absolute: above what products of three differences lose below the normal range. */
#define CUT_UNDERFLOW 1e-290

/* Of |t|: above the relative error of quotients whose parts exceed their errors by PLANE_MARGIN or
 * TRIANGLE_MARGIN, 2 / margin: 7.5e-9 in float. */
#define QUOTIENT_SLACK 1e-8

/* Squared length of a vector that is normalised without scaling. */
#define NORMAL_LEAST 1e-240
#define NORMAL_MOST 1e240

/* Absolute: radii whose squares are in range. */
#define RADIUS_LEAST 1e-120

/* ---- kernel_aabb.h: four roundings in a quotient, four times over */

#define SLAB_ERROR (16.0 * 1.1102230246251565e-16)

/* ---- kernel_early.h, in the caller's precision */

#define EARLY_ROUNDOFF (CAROM_REAL_EPSILON / 2)
/* Vectors shorter than EARLY_SHORT may have products below the normal range; of vectors longer than
 * EARLY_LONG a product of three may overflow: both are undecided. */
#define EARLY_SHORT ((carom_real)(sizeof(carom_real) == 4 ? 1e-9 : 1e-70))
#define EARLY_LONG ((carom_real)(sizeof(carom_real) == 4 ? 1e12 : 1e100))
/* Above what a number may lose below the normal range, by a wide margin. */
#define EARLY_LOST ((carom_real)(sizeof(carom_real) == 4 ? 1e-30 : 1e-290))
/* Four roundings in a quotient, four times over. */
#define EARLY_SLAB_ERROR (8 * CAROM_REAL_EPSILON)

/* ---- kernel_triangle.h, triangle_exact.c */

/* Relative rounding error of a triple product of rounded differences, of the product of the three
 * largest components: 6 terms with 8 roundings each, and the two of 1 - u - v. */
#define TRIANGLE_ERROR (72.0 * 1.1102230246251565e-16)
/* By what factor numerator and denominator must exceed their error for an accurate quotient: t is
 * then accurate to 2^-27 for float, and for double as far as a bound that is a hundred times too
 * large can tell. */
#define TRIANGLE_MARGIN ((double)CAROM_REAL_EPSILON > 1e-10 ? 268435456.0 : 1e12)
/* While sides and directions are shorter than this, what the products of two lose below the normal
 * range is less than the error of three, if that is above ERROR_UNDERFLOW. */
#define TRIANGLE_LONG 1e100
/* Sine of two sides below which the normal is computed by expansions. */
#define SLIVER_SINE 1e-6
/* Sine of direction and edge below which they count as parallel. Empirical. */
#define EDGE_PARALLEL_SINE 1e-12

/* ---- kernel_sphere.h */

/* Error of the discriminant, of |m|^2 |d|^2 + r^2 |d|^2. */
#define SPHERE_ERROR (24.0 * 1.1102230246251565e-16)
/* By what factor the discriminant must exceed its error, and which part of its largest value, to be
 * used: t is then accurate to 2^-25 for float. In double the bound on the error is too large by as
 * much as the origin is far; the root has its digits when it is not small. */
#define SPHERE_MARGIN ((double)CAROM_REAL_EPSILON > 1e-10 ? 16777216.0 : 1e5)
#define SPHERE_GRAZE 1e-3 /* in double */
/* The same for |m|^2 - r^2, from which the nearer root is computed. */
#define SPHERE_NEAR_MARGIN ((double)CAROM_REAL_EPSILON > 1e-10 ? 16777216.0 : 1e12)

/* ---- kernel_span.h */

/* Of the squared radius: a discriminant nearer to zero grazes. */
#define SPAN_GRAZE 1e-9
/* Of the same: below it the root has lost digits that the answer needs; so have the times of a
 * point that moves along an edge, or along a face, but for this part of its squared speed. */
#define SPAN_CLEAR ((double)CAROM_REAL_EPSILON > 1e-10 ? SPAN_GRAZE : 1e-3)
/* The square of the rounding of a length, over SPAN_GRAZE: the two together exceed twice their
 * geometric mean, which is the rounding of a difference of squared lengths. */
#define SPAN_FAR 1e-20
/* Squares: a time nearer than 1e-9 of the range, or 1e-10 of the lengths over the speed, is within
 * rounding. */
#define SPAN_TIME 1e-18
#define SPAN_TIME_SIZE 1e-20

/* ---- path_plane.c */

/* Of the sum of the products' magnitudes. */
#define PLANE_ERROR (8.0 * 1.1102230246251565e-16)
/* As TRIANGLE_MARGIN. */
#define PLANE_MARGIN ((double)CAROM_REAL_EPSILON > 1e-10 ? 268435456.0 : 1e12)

/* ---- path_polytope.c */

/* Of the sum of the products' magnitudes. */
#define CUT_ERROR (32.0 * 1.1102230246251565e-16)
/* By what factor height and slope must exceed their errors, so that t = -height / slope has a
 * relative error below 2.1 / CUT_MARGIN. */
#define CUT_MARGIN 1e8
/* Of |t|: crossings nearer to each other are compared exactly; two errors of t are less. */
#define CUT_SLACK (5.0 / CUT_MARGIN)

/* ---- path_capsule.c, path_round.c */

/* Of the distance from the axis' start: a shorter radial vector is rounding error. */
#define AXIS_ROUNDING 1e-14
/* A radius of 0 is replaced by this part of the largest, and by RADIUS_UNDERFLOW at least. */
#define FLAT_PART 1e-18
#define RADIUS_UNDERFLOW 1e-150
/* Of the axis: the position of the path along it is uncertain by this in the filter. */
#define END_GRAZE 1e-9
/* Of the heights: a hit point nearer to an end's plane is on the end. */
#define END_ROUNDING 1e-13

/* ---- line_quadratic.c */

/* Relative error of a sum of products in double-double arithmetic, some 2^12 times the unit of
 * 2^-104. */
#define QUADRATIC_ERROR 0x1p-92
#define QUADRATIC_UNDERFLOW 1e-250 /* absolute */
/* Times farther apart than this, relatively, are compared as rounded. */
#define ROOT_SLACK 1e-12
/* Sine of line and axis, or of line and face, below which an expansion decides whether they are
 * parallel; for an axis its square. */
#define PARALLEL_ERROR 0x1p-90

#endif
