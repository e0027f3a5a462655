/* Intervals and points against points and boxes: nothing but comparisons, so nothing is rounded. */
#include "carom/overlap.h"
#include "query/overlap/volume_valid.h"

bool carom_overlap_interval_interval(carom_interval a, carom_interval b) {
    return a.min <= b.max && b.min <= a.max && interval_holds_points(a) && interval_holds_points(b);
}
