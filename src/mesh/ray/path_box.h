/* Slab test of a moving point or sphere against a box [KayKajiya86], in double: a lower bound on
 * the time of entry, widened for rounding, as a tree may only save work. The box is grown by the
 * radius, so that it contains the Minkowski sum of box and sphere. Nearest-first searches of BVHs
 * and height fields take the bound as their key. */
#ifndef CAROM_MESH_RAY_PATH_BOX_H
#define CAROM_MESH_RAY_PATH_BOX_H

#include "math/vec.h"
#include "mesh/data/mesh_data.h"
#include "mesh/ray/tolerances.h"

typedef struct box_path {
    vec3 origin, direction, inverse;
    double t_min, radius;
    double limit; /* entries after this time are of no interest */
} box_path;

static inline box_path box_path_of(vec3 origin, vec3 direction, double t_min, double t_max) {
    vec3 inverse = vec(1.0 / direction.x, 1.0 / direction.y, 1.0 / direction.z);
    return (box_path){origin, direction, inverse, t_min, 0.0, widen_up(t_max)};
}

/** Is the path finite, and the radius a number >= 0? */
static inline bool can_ball_move(const carom_sphere *ball, carom_vec3 motion) {
    return finite3(load3(ball->center)) && finite3(load3(motion)) && ball->radius >= 0 &&
           finite1((double)ball->radius);
}

/** The path of a ball for which can_ball_move holds; times are fractions of the motion. */
static inline box_path box_path_of_ball(const carom_sphere *ball, carom_vec3 motion) {
    box_path out = box_path_of(load3(ball->center), load3(motion), 0.0, 1.0);
    out.radius = (double)ball->radius;
    return out;
}

/* Clips t[0] .. t[1] to one slab. A path parallel to it is inside or outside at all times; products
 * of 0 and infinity never arise. */
static inline void box_path_cut(double o, double d, double inverse, const double slab[2],
                                double t[2]) {
    if (d == 0.0) {
        if (o < slab[0] || o > slab[1]) t[1] = -DBL_MAX;
        return;
    }
    double near = ((d > 0.0 ? slab[0] : slab[1]) - o) * inverse;
    double far = ((d > 0.0 ? slab[1] : slab[0]) - o) * inverse;
    t[0] = max2(near, t[0]);
    t[1] = min2(far, t[1]);
}

/** @return a time that is not after the entry; DBL_MAX when the path misses the box. */
static inline double box_path_enters(const box_path *path, vec3 low, vec3 high) {
    double t[2] = {path->t_min, path->limit};
    double size = max2(max_abs3(low), max_abs3(high));
    double grow = path->radius + BOX_ROUNDING * (path->radius + size + max_abs3(path->origin));
    const double x[2] = {low.x - grow, high.x + grow}, y[2] = {low.y - grow, high.y + grow};
    const double z[2] = {low.z - grow, high.z + grow};
    box_path_cut(path->origin.x, path->direction.x, path->inverse.x, x, t);
    box_path_cut(path->origin.y, path->direction.y, path->inverse.y, y, t);
    box_path_cut(path->origin.z, path->direction.z, path->inverse.z, z, t);
    double slack = ENTRY_ROUNDING * (fabs(t[0]) + fabs(t[1] > DBL_MAX ? 0.0 : t[1]));
    if (!(t[0] <= t[1] + slack) || t[0] >= DBL_MAX) return t[0] <= t[1] + slack ? 0.0 : DBL_MAX;
    return t[0] - ENTRY_ROUNDING * fabs(t[0]) - DBL_MIN;
}

#endif
