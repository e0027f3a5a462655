/* Own method: the frame of a mesh, which the mesh fills to about [-1, 1], so that bounds on the
 * rounding of float queries are constants. It is a shift, and a power of two as the scale, so that
 * scaling is exact; and the bounds of the corners, from which it follows. The bounds have the same
 * bits for any number of threads. */
#include "mesh/bvh8/bvh8_frame.h"

#include "core/tasks.h"
#include "mesh/bvh8/corner_box.h"
#include "query/raycast/path.h"

/* Bounds are scaled before they are subtracted, so that nothing overflows. */
static bvh8_frame frame_of(vec3 low, vec3 high) {
    double largest = max2(max_abs3(low), max_abs3(high));
    double power = largest > 0.0 ? scaling_power(largest) : 1.0;
    vec3 a = scale3(low, power), b = scale3(high, power);
    vec3 size = sub3(b, a);
    double width = max2(max_abs3(size), FRAME_LEAST_EXTENT);
    double scale = power * scaling_power(0.5 * width);
    if (!finite1(scale)) scale = power;
    vec3 center = scale3(add3(scale3(low, scale), scale3(high, scale)), 0.5);
    bvh8_frame frame = {center, scale, 1.0 / scale, 0.0F, -1.0F};
    if (!(scale >= 1.0 / (double)NEAR_SIZE && scale <= (double)NEAR_SIZE)) return frame;
    frame.float_scale = (float)scale;
    frame.near_start = (float)NEAR_START;
    return frame;
}

/* Pieces in which threads bound the corners. */
#define BOUND_PIECES 64

typedef struct bound_job {
    const bvh8_source *source;
    carom_aabb piece[BOUND_PIECES];
    uint32_t length;
} bound_job;

static void bound_corners(void *data, size_t at, size_t last) {
    bound_job *job = data;
    const bvh8_source *source = job->source;
    for (; at < last; at++) {
        size_t first = at * job->length, end = first + job->length;
        if (end > source->count) end = source->count;
        const uint32_t *corner = source->indices + 3 * first;
        corner_box box = corner_box_of(source->vertices, corner);
        for (const uint32_t *stop = source->indices + 3 * end; (corner += 3) < stop;)
            grow_corner_box(&box, source->vertices, corner);
        job->piece[at] = (carom_aabb){real4_point(box.low), real4_point(box.high)};
    }
}

/* Joins bounds; of equal numbers that of `a` stays. */
static carom_aabb join_bounds(carom_aabb a, carom_aabb b) {
    real4 low = real4_min(real4_load3(&b.min), real4_load3(&a.min));
    real4 high = real4_max(real4_load3(&b.max), real4_load3(&a.max));
    return (carom_aabb){real4_point(low), real4_point(high)};
}

carom_aabb carom_bvh8_bounds(const bvh8_source *source) {
    static const carom_aabb none;
    if (source->count == 0) return none;
    bound_job job = {.source = source, .length = source->count / BOUND_PIECES + 1};
    uint32_t pieces = (source->count + job.length - 1) / job.length;
    carom_run_chunks(source->tasks, bound_corners, &job, (task_share){pieces, 8});
    carom_aabb all = job.piece[0];
    for (uint32_t i = 1; i < pieces; i++)
        all = join_bounds(all, job.piece[i]);
    return all;
}

bvh8_frame carom_bvh8_frame(const carom_aabb *bounds, uint32_t count) {
    if (count == 0) return (bvh8_frame){{0, 0, 0}, 1.0, 1.0, 1.0F, (float)NEAR_START};
    return frame_of(load3(bounds->min), load3(bounds->max));
}

float carom_bvh8_outward(double x) {
    return (float)(x - (fabs(x) * OUTWARD + OUTWARD_LEAST));
}
