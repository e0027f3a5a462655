/* The points that a volume is fitted to, wherever they come from, brought near 1 by a power of two
 * when they are so large or small that squares would leave the range. */
#ifndef CAROM_FIT_CLOUD_H
#define CAROM_FIT_CLOUD_H

#include "carom/fit.h"
#include "fit/round.h"
#include "shape/hull_data.h"

typedef struct cloud {
    const carom_vec3 *points; /* or */
    const hull_data *hull;    /* or */
    const vec3 *corners;
    int32_t count;
    double scale; /* a power of two */
    double blur;  /* how far a corner may be from where it should be, scaled */
    vec3 low, high;
    vec3 pivot; /* the middle of the box: fits reckon from here */
} cloud;

/** Looks at all points. False when there are none or one is not finite. */
bool carom_cloud_of_points(cloud *out, const carom_vec3 *points, size_t count);
bool carom_cloud_of_hull(cloud *out, const hull_data *hull);
/** `error` is how far each corner may be off. */
bool carom_cloud_of_corners(cloud *out, const vec3 *corners, int32_t count, double error);

/** Scaled, where it stands. */
static inline vec3 cloud_point(const cloud *c, int32_t index) {
    vec3 p = c->points ? load3(c->points[index])
             : c->hull ? hull_vertex(c->hull, index)
                       : c->corners[index];
    return scale3(p, c->scale);
}

/** Scaled, from the pivot. */
static inline vec3 cloud_local(const cloud *c, int32_t index) {
    return sub3(cloud_point(c, index), c->pivot);
}

/** A place given scaled and from the pivot, rounded to carom_real. */
static inline carom_vec3 cloud_place(const cloud *c, vec3 local) {
    return store3(scale3(add3(c->pivot, local), 1.0 / c->scale));
}

/** What cloud_place gave, scaled and from the pivot again. */
static inline vec3 cloud_back(const cloud *c, carom_vec3 place) {
    return sub3(scale3(load3(place), c->scale), c->pivot);
}

/* ------------------------------------------------------------------ steps that fits share */

typedef struct least_ball {
    vec3 center; /* scaled, from the pivot */
    double radius;
} least_ball;

/** The least ball, or with a unit `axis` the least cylinder along it. To rounding. */
least_ball carom_least_ball(const cloud *c, vec3 axis);

/** The principal directions: unit, perpendicular, right-handed, the longest first. */
void carom_principal_axes(const cloud *c, vec3 axes[3]);

/** The least box with about the given directions; encloses. */
carom_obb carom_box_along(const cloud *c, const vec3 axes[3]);

/** The eight corners of an invertible box or its images. */
void carom_box_corners(const carom_obb *box, vec3 corners[8]);

carom_aabb carom_empty_aabb(void);
carom_sphere carom_empty_sphere(void);
carom_obb carom_empty_obb(void);
carom_capsule carom_empty_capsule(void);
carom_kdop carom_empty_kdop(const carom_kdop_slabs *slabs);

#endif
