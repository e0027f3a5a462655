/* Relations of intervals and of points: comparisons only, so exact. */
#include "carom/classify.h"
#include "carom/overlap.h"

carom_relation carom_classify_interval_interval(carom_interval a, carom_interval b) {
    if (!carom_overlap_interval_interval(a, b)) return CAROM_DISJOINT;
    if (a.min <= b.min && b.max <= a.max) return CAROM_CONTAINS;
    return b.min <= a.min && a.max <= b.max ? CAROM_INSIDE : CAROM_INTERSECTS;
}

carom_relation carom_classify_point_point(carom_vec3 a, carom_vec3 b) {
    return carom_overlap_point_point(a, b) ? CAROM_CONTAINS : CAROM_DISJOINT;
}
