/* No algorithm of its own but the checksum, FNV-1a of 64 bits [Fowler12]: numbers, shapes and
 * colliders of the saved form; each function counts, writes or reads, as the mode says. Numbers
 * are little-endian on every machine. Reading checks every size against what is left, so corrupt
 * data cannot overrun. */
#include "world/saved.h"

#include <string.h>

uint64_t carom_saved_checksum(const uint8_t *data, size_t size) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        if (i < SAVED_CHECKSUM_AT || i >= SAVED_HEADER) hash = (hash ^ data[i]) * 0x100000001b3u;
    return hash;
}

static uint64_t walk_bits(saved_walk *walk, uint64_t value, size_t bytes) {
    if (walk->mode == SAVED_READ) value = 0;
    if (walk->mode != SAVED_COUNT && bytes > walk->size - walk->at) {
        saved_fail(walk, CAROM_ERROR_ARGUMENT);
        return 0;
    }
    for (size_t i = 0; i < bytes; i++) {
        if (walk->mode == SAVED_WRITE) walk->out[walk->at + i] = (uint8_t)(value >> (8 * i));
        if (walk->mode == SAVED_READ) value |= (uint64_t)walk->in[walk->at + i] << (8 * i);
    }
    walk->at += bytes;
    return value;
}

void carom_saved_32(saved_walk *walk, uint32_t *value) {
    *value = (uint32_t)walk_bits(walk, *value, sizeof *value);
}

void carom_saved_64(saved_walk *walk, uint64_t *value) {
    *value = walk_bits(walk, *value, sizeof *value);
}

void carom_saved_real(saved_walk *walk, carom_real *value) {
    uint64_t bits64 = 0;
    uint32_t bits32 = 0;
    if (sizeof *value == sizeof bits64) {
        memcpy(&bits64, value, sizeof *value);
        carom_saved_64(walk, &bits64);
        memcpy(value, &bits64, sizeof *value);
    } else {
        memcpy(&bits32, value, sizeof bits32);
        carom_saved_32(walk, &bits32);
        memcpy(value, &bits32, sizeof bits32);
    }
}

static void walk_vectors(saved_walk *walk, carom_vec3 *v, size_t count) {
    for (size_t i = 0; i < count; i++) {
        carom_saved_real(walk, &v[i].x);
        carom_saved_real(walk, &v[i].y);
        carom_saved_real(walk, &v[i].z);
    }
}

static void walk_pose(saved_walk *walk, carom_pose *pose) {
    walk_vectors(walk, &pose->position, 1);
    carom_saved_real(walk, &pose->rotation.x);
    carom_saved_real(walk, &pose->rotation.y);
    carom_saved_real(walk, &pose->rotation.z);
    carom_saved_real(walk, &pose->rotation.w);
}

/* ---- shapes */

/* Number of reals of the shapes that consist of reals alone. */
static const uint8_t real_count[CAROM_SHAPE_KINDS] = {
    [CAROM_SHAPE_POINT] = 3,  [CAROM_SHAPE_SEGMENT] = 6,    [CAROM_SHAPE_RAY] = 8,
    [CAROM_SHAPE_LINE] = 6,   [CAROM_SHAPE_PLANE] = 4,      [CAROM_SHAPE_HALFSPACE] = 4,
    [CAROM_SHAPE_SPHERE] = 4, [CAROM_SHAPE_CAPSULE] = 7,    [CAROM_SHAPE_AABB] = 6,
    [CAROM_SHAPE_OBB] = 15,   [CAROM_SHAPE_TRIANGLE] = 9,   [CAROM_SHAPE_CYLINDER] = 7,
    [CAROM_SHAPE_CONE] = 7,   [CAROM_SHAPE_ELLIPSOID] = 15, [CAROM_SHAPE_TETRAHEDRON] = 12,
};

static void walk_polygon(saved_walk *walk, carom_polygon *polygon) {
    uint32_t count = walk->mode == SAVED_READ ? 0 : (uint32_t)polygon->count;
    carom_saved_32(walk, &count);
    if (walk->mode != SAVED_READ) {
        for (uint32_t i = 0; i < count; i++) {
            carom_vec3 v = polygon->vertices[i];
            walk_vectors(walk, &v, 1);
        }
        return;
    }
    if (count > INT32_MAX || count > (walk->size - walk->at) / sizeof(carom_vec3)) {
        saved_fail(walk, CAROM_ERROR_ARGUMENT);
        return;
    }
    walk->vertices = carom_alloc(walk->allocator, count, sizeof(carom_vec3));
    if (!walk->vertices) {
        saved_fail(walk, CAROM_ERROR_MEMORY);
        return;
    }
    walk_vectors(walk, walk->vertices, count);
    *polygon = (carom_polygon){walk->vertices, (int32_t)count};
}

static void walk_kdop(saved_walk *walk, carom_kdop *kdop) {
    uint32_t count = walk->mode == SAVED_READ ? 0 : (uint32_t)kdop->count;
    carom_saved_32(walk, &count);
    if (count > CAROM_KDOP_LIMIT) {
        saved_fail(walk, CAROM_ERROR_ARGUMENT);
        return;
    }
    if (walk->mode != SAVED_READ && count > 0) {
        memcpy(walk->normals, kdop->normals, count * sizeof walk->normals[0]);
        memcpy(walk->bounds[0], kdop->min, count * sizeof(carom_real));
        memcpy(walk->bounds[1], kdop->max, count * sizeof(carom_real));
    }
    walk_vectors(walk, walk->normals, count);
    for (uint32_t i = 0; i < 2 * count; i++)
        carom_saved_real(walk, &walk->bounds[i / count][i % count]);
    if (walk->mode == SAVED_READ)
        *kdop = (carom_kdop){walk->normals, walk->bounds[0], walk->bounds[1], (int32_t)count};
}

/* Hulls, surfaces, compounds and cores are stored as their indices among the assets. @return true
 * when one was read
 */
static bool walk_asset_index(saved_walk *walk, uint64_t *index, uint64_t count) {
    carom_saved_64(walk, index);
    if (*index >= count) saved_fail(walk, CAROM_ERROR_INDEX);
    return walk->mode == SAVED_READ && *index < count;
}

static void walk_hull(saved_walk *walk, carom_placed_hull *placed) {
    uint64_t count = walk->assets ? walk->assets->hull_count : 0, i = 0;
    if (walk->mode != SAVED_READ)
        while (i < count && walk->assets->hulls[i] != placed->hull)
            i++;
    if (walk_asset_index(walk, &i, count)) placed->hull = walk->assets->hulls[i];
    walk_pose(walk, &placed->pose);
}

static void walk_mesh(saved_walk *walk, const carom_mesh **mesh) {
    uint64_t count = walk->assets ? walk->assets->mesh_count : 0, i = 0;
    if (walk->mode != SAVED_READ)
        while (i < count && walk->assets->meshes[i] != *mesh)
            i++;
    if (walk_asset_index(walk, &i, count)) *mesh = walk->assets->meshes[i];
}

static void walk_heightfield(saved_walk *walk, const carom_heightfield **field) {
    uint64_t count = walk->assets ? walk->assets->heightfield_count : 0, i = 0;
    if (walk->mode != SAVED_READ)
        while (i < count && walk->assets->heightfields[i] != *field)
            i++;
    if (walk_asset_index(walk, &i, count)) *field = walk->assets->heightfields[i];
}

static void walk_compound(saved_walk *walk, const carom_compound **compound) {
    uint64_t count = walk->assets ? walk->assets->compound_count : 0, i = 0;
    if (walk->mode != SAVED_READ)
        while (i < count && walk->assets->compounds[i] != *compound)
            i++;
    if (walk_asset_index(walk, &i, count)) *compound = walk->assets->compounds[i];
}

/* The core is an asset, as it is not the world's. */
static void walk_rounded(saved_walk *walk, carom_rounded_shape *rounded) {
    uint64_t count = walk->assets ? walk->assets->core_count : 0, i = 0;
    if (walk->mode != SAVED_READ)
        while (i < count && walk->assets->cores[i] != rounded->core)
            i++;
    if (walk_asset_index(walk, &i, count)) rounded->core = walk->assets->cores[i];
    carom_saved_real(walk, &rounded->radius);
    walk_pose(walk, &rounded->pose);
}

static void walk_shape(saved_walk *walk, carom_shape *shape) {
    uint32_t kind = (uint32_t)shape->kind;
    carom_real reals[16];
    carom_saved_32(walk, &kind);
    if (kind >= CAROM_SHAPE_KINDS) {
        saved_fail(walk, CAROM_ERROR_ARGUMENT);
        return;
    }
    shape->kind = (carom_shape_kind)kind;
    switch (shape->kind) {
    case CAROM_SHAPE_POLYGON: walk_polygon(walk, &shape->as.polygon); return;
    case CAROM_SHAPE_KDOP: walk_kdop(walk, &shape->as.kdop); return;
    case CAROM_SHAPE_HULL: walk_hull(walk, &shape->as.hull); return;
    case CAROM_SHAPE_MESH: walk_mesh(walk, &shape->as.mesh); return;
    case CAROM_SHAPE_HEIGHTFIELD: walk_heightfield(walk, &shape->as.heightfield); return;
    case CAROM_SHAPE_COMPOUND: walk_compound(walk, &shape->as.compound); return;
    case CAROM_SHAPE_ROUNDED: walk_rounded(walk, &shape->as.rounded); return;
    case CAROM_SHAPE_SUPPORT: saved_fail(walk, CAROM_ERROR_ARGUMENT); return;
    default: break;
    }
    size_t bytes = real_count[kind] * sizeof(carom_real);
    memcpy(reals, &shape->as, bytes);
    for (size_t i = 0; i < real_count[kind]; i++)
        carom_saved_real(walk, &reals[i]);
    memcpy(&shape->as, reals, bytes);
}

void carom_saved_collider(saved_walk *walk, carom_collider_def *def) {
    uint32_t kind = (uint32_t)def->kind;
    walk_shape(walk, &def->shape);
    carom_saved_32(walk, &kind);
    if (kind > CAROM_COLLIDER_SENSOR) saved_fail(walk, CAROM_ERROR_ARGUMENT);
    def->kind = (carom_collider_kind)kind;
    walk_pose(walk, &def->pose);
    walk_vectors(walk, &def->velocity, 1);
    walk_vectors(walk, &def->angular_velocity, 1);
    carom_saved_32(walk, &def->category);
    carom_saved_32(walk, &def->mask);
    carom_saved_real(walk, &def->mass);
    carom_saved_real(walk, &def->restitution);
    carom_saved_64(walk, &def->user);
}
