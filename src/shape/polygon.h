/* Access to the corners of a polygon.
 *
 * A posed polygon is usually copied for the duration of a query. One with too many corners for that
 * refers to the given corners and the pose instead, and each corner is moved when it is read, by
 * the same operations. Its count is negative: the public functions reject such a polygon, and no
 * query returns one. */
#ifndef CAROM_SHAPE_POLYGON_H
#define CAROM_SHAPE_POLYGON_H

#include "carom/shape.h"
#include "shape/placement.h"

typedef struct moved_polygon {
    carom_vec3 anchor;   /* first field: `vertices` of the polygon points to it */
    carom_polygon given; /* possibly moved itself */
    placement by;
} moved_polygon;

/** A polygon with a negative count, which refers to `storage`. */
carom_polygon carom_polygon_moved(moved_polygon *storage, const carom_polygon *given,
                                  carom_pose pose);
/** A corner of a polygon with a negative count. */
carom_vec3 carom_polygon_moved_corner(const carom_polygon *polygon, int index);

static inline int polygon_count(const carom_polygon *polygon) {
    return polygon->count < 0 ? -polygon->count : polygon->count;
}

static inline carom_vec3 polygon_corner(const carom_polygon *polygon, int index) {
    if (CAROM_LIKELY(polygon->count >= 0)) return polygon->vertices[index];
    return carom_polygon_moved_corner(polygon, index);
}

/* Triangle i of a polygon's fan around its first corner; there are max(1, count - 2). */
static inline carom_triangle fan_triangle(const carom_polygon *polygon, int i) {
    int last = polygon_count(polygon) - 1;
    int second = i + 1 < last ? i + 1 : last, third = i + 2 < last ? i + 2 : last;
    return (carom_triangle){{polygon_corner(polygon, 0), polygon_corner(polygon, second),
                             polygon_corner(polygon, third)}};
}

static inline int fan_size(const carom_polygon *polygon) {
    int count = polygon_count(polygon);
    return count > 3 ? count - 2 : 1;
}

#endif
