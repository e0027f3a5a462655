/* carom_space_query_shape: the boxes that overlap the shape's bounds, filtered by the exact test
 * of shape against box, which is applied to nodes of the structure too. It is in this folder
 * because the structures of spatial/ do not depend on shapes. */
#include "spatial/space.h"
#include "spatial/space_query.h"

typedef struct posed_probe {
    const carom_shape *shape;
    carom_pose pose;
} posed_probe;

typedef struct shape_buffer {
    uint32_t *ids;
    size_t capacity, count;
} shape_buffer;

static bool shape_meets_box(const carom_aabb *box, const void *context) {
    const posed_probe *probe = context;
    static const carom_pose identity = {{0, 0, 0}, {0, 0, 0, 1}};
    carom_shape target = {.kind = CAROM_SHAPE_AABB, .as.aabb = *box};
    return carom_overlap(probe->shape, probe->pose, &target, identity);
}

static bool keep_shape_id(uint32_t id, void *user) {
    shape_buffer *buffer = user;
    if (buffer->count < buffer->capacity) buffer->ids[buffer->count] = id;
    buffer->count++;
    return true;
}

/* Clamps to the finite range: an unbounded shape has infinite bounds. */
static carom_real within_range(carom_real x) {
    return x > CAROM_REAL_MAX ? CAROM_REAL_MAX : x < -CAROM_REAL_MAX ? -CAROM_REAL_MAX : x;
}

static carom_vec3 within_range3(carom_vec3 v) {
    return (carom_vec3){within_range(v.x), within_range(v.y), within_range(v.z)};
}

size_t carom_space_query_shape(const carom_space *space, const carom_shape *shape, carom_pose pose,
                               uint32_t *ids, size_t capacity) {
    carom_aabb box = carom_shape_bounds(shape, pose);
    if (!(box.min.x <= box.max.x)) return 0;
    posed_probe probe = {shape, pose};
    shape_buffer buffer = {ids, ids ? capacity : 0, 0};
    space_search search = {{within_range3(box.min), within_range3(box.max)},
                           shape_meets_box,
                           &probe,
                           keep_shape_id,
                           &buffer};
    carom_space_search(space, &search);
    return buffer.count;
}
