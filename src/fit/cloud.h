/* The points that a volume is fitted to, from any source, scaled by a power of two where squares of
 * their coordinates would leave the range, and the empty volumes. */
#ifndef CAROM_FIT_CLOUD_H
#define CAROM_FIT_CLOUD_H

#include "carom/fit.h"
#include "fit/rounding.h"
#include "shape/hull_data.h"

typedef struct cloud {
    const carom_vec3 *points; /* or */
    const hull_data *hull;    /* or */
    const vec3 *corners;
    int32_t count;
    double scale;       /* a power of two */
    double point_error; /* bound on the error of a corner, scaled */
    vec3 low, high;     /* bounding box, scaled */
    vec3 pivot;         /* its centre, scaled: the origin of local coordinates */
} cloud;

/** False when there are no points or one is not finite. @cost reads all points */
bool carom_cloud_of_points(cloud *out, const carom_vec3 *points, size_t count);
bool carom_cloud_of_hull(cloud *out, const hull_data *hull);
/** @param error bound on the error of each corner */
bool carom_cloud_of_corners(cloud *out, const vec3 *corners, int32_t count, double error);

/** A point, scaled. */
static inline vec3 cloud_point(const cloud *c, int32_t index) {
    vec3 p = c->points ? load3(c->points[index])
             : c->hull ? hull_vertex(c->hull, index)
                       : c->corners[index];
    return scale3(p, c->scale);
}

/** A point, scaled, relative to the pivot. */
static inline vec3 cloud_local(const cloud *c, int32_t index) {
    return sub3(cloud_point(c, index), c->pivot);
}

/** The unscaled point of local coordinates, rounded to carom_real. */
static inline carom_vec3 cloud_store(const cloud *c, vec3 local) {
    return store3(scale3(add3(c->pivot, local), 1.0 / c->scale));
}

/** Local coordinates of a point that cloud_store gave. */
static inline vec3 cloud_reload(const cloud *c, carom_vec3 place) {
    return sub3(scale3(load3(place), c->scale), c->pivot);
}

/* ---- the empty volumes */

carom_aabb carom_empty_aabb(void);
carom_sphere carom_empty_sphere(void);
carom_obb carom_empty_obb(void);
carom_capsule carom_empty_capsule(void);
carom_kdop carom_empty_kdop(const carom_kdop_slabs *slabs);

#endif
