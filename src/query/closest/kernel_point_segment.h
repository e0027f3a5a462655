/* Closest point of a segment [Ericson05] 5.1.2. The clamp comes before the division, so a
 * degenerate segment is never divided by, and a parameter of 1 gives exactly the end point. */
#ifndef CAROM_QUERY_CLOSEST_KERNEL_POINT_SEGMENT_H
#define CAROM_QUERY_CLOSEST_KERNEL_POINT_SEGMENT_H

#include "math/vec.h"

typedef struct on_segment {
    vec3 point;
    vec3 away; /* from the closest point to the query point; more accurate than their difference */
    double t, d2;
} on_segment;

static inline on_segment point_segment(vec3 p, vec3 a, vec3 b) {
    vec3 ab = sub3(b, a), ap = sub3(p, a);
    double along = dot3(ap, ab), length2 = len2(ab);
    on_segment out = {a, ap, 0.0, 0.0};
    if (along >= length2 && length2 > 0.0) {
        out = (on_segment){b, sub3(p, b), 1.0, 0.0};
    } else if (along > 0.0 && length2 > 0.0) {
        out.t = along / length2;
        out.away = mad3(ap, ab, -out.t);
        out.point = mad3(a, ab, out.t);
    }
    out.d2 = len2(out.away);
    return out;
}

#endif
