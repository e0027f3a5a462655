/* No algorithm of its own: validation of a collider's definition, the copy of its shape's arrays,
 * and its bounds. The arrays of polygons and k-DOPs are copied, as they belong to the caller. */
#include <string.h>

#include "math/pose.h"
#include "world/world_data.h"
#include "world/collider.h"

static carom_status check_finite(const carom_vec3 *v) {
    return finite3(load3(*v)) ? CAROM_OK : CAROM_ERROR_NOT_FINITE;
}

static bool is_zero(carom_vec3 v) {
    return v.x == 0 && v.y == 0 && v.z == 0;
}

carom_status carom_world_check_collider(const carom_collider_def *def) {
    if ((unsigned)def->kind > CAROM_COLLIDER_SENSOR || carom_shape_problem(&def->shape))
        return CAROM_ERROR_ARGUMENT;
    carom_pose pose = def->pose;
    carom_status status = carom_pose_admit(&pose);
    if (status == CAROM_OK) status = check_finite(&def->velocity);
    if (status == CAROM_OK) status = check_finite(&def->angular_velocity);
    if (status != CAROM_OK) return status;
    if (!(def->mass >= 0) || !(def->restitution >= 0 && def->restitution <= 1))
        return CAROM_ERROR_ARGUMENT;
    bool stands = is_zero(def->velocity) && is_zero(def->angular_velocity);
    if (def->kind == CAROM_COLLIDER_STATIC && !stands) return CAROM_ERROR_ARGUMENT;
    return CAROM_OK;
}

static carom_status keep_kdop(const carom_world *world, carom_kdop *kdop, void **storage) {
    size_t count = (size_t)kdop->count;
    size_t bytes = count * (sizeof(carom_vec3) + 2 * sizeof(carom_real));
    carom_vec3 *normals = carom_alloc(&world->allocator, 1, bytes);
    if (!normals) return CAROM_ERROR_MEMORY;
    carom_real *min = (carom_real *)(normals + count), *max = min + count;
    memcpy(normals, kdop->normals, count * sizeof *normals);
    memcpy(min, kdop->min, count * sizeof *min);
    memcpy(max, kdop->max, count * sizeof *max);
    *kdop = (carom_kdop){normals, min, max, kdop->count};
    *storage = normals;
    return CAROM_OK;
}

carom_status carom_world_keep_shape(const carom_world *world, carom_shape *shape, void **storage) {
    *storage = NULL;
    if (shape->kind == CAROM_SHAPE_KDOP) return keep_kdop(world, &shape->as.kdop, storage);
    if (shape->kind != CAROM_SHAPE_POLYGON) return CAROM_OK;
    size_t count = (size_t)shape->as.polygon.count;
    carom_vec3 *vertices = carom_alloc(&world->allocator, count, sizeof *vertices);
    if (!vertices) return CAROM_ERROR_MEMORY;
    memcpy(vertices, shape->as.polygon.vertices, count * sizeof *vertices);
    shape->as.polygon.vertices = vertices;
    *storage = vertices;
    return CAROM_OK;
}

carom_aabb carom_world_bounds(const carom_shape *shape, carom_pose pose) {
    return carom_shape_bounds(shape, pose);
}
