/* Worlds for tests: random ones of every kind of shape, and a hash of all that can be seen of one.
 */
#ifndef TEST_WORLD_COMMON_H
#define TEST_WORLD_COMMON_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "carom/carom.h"
#include "common/test_counting.h"

static uint64_t seed;
static inline double uniform(void) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 11) / 9007199254740992.0;
}
static inline double between(double low, double high) {
    return low + (high - low) * uniform();
}
static inline carom_vec3 v3(double x, double y, double z) {
    return (carom_vec3){(carom_real)x, (carom_real)y, (carom_real)z};
}
static inline carom_vec3 random3(double size) {
    double x = between(-size, size), y = between(-size, size), z = between(-size, size);
    return v3(x, y, z);
}
static inline carom_pose at(double x, double y, double z) {
    return (carom_pose){v3(x, y, z), {0, 0, 0, 1}};
}
static inline carom_quat random_rotation(void) {
    double q[4], size = 0;
    for (int i = 0; i < 4; i++) {
        q[i] = between(-1, 1);
        size += q[i] * q[i];
    }
    size = sqrt(size);
    return (carom_quat){(carom_real)(q[0] / size), (carom_real)(q[1] / size),
                        (carom_real)(q[2] / size), (carom_real)(q[3] / size)};
}

static inline carom_shape ball(double radius) {
    return (carom_shape){.kind = CAROM_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, (carom_real)radius}};
}
static inline carom_shape block(double x, double y, double z) {
    return (carom_shape){.kind = CAROM_SHAPE_AABB, .as.aabb = {v3(-x, -y, -z), v3(x, y, z)}};
}
static inline carom_shape ground(void) {
    return (carom_shape){.kind = CAROM_SHAPE_HALFSPACE, .as.halfspace = {v3(0, 1, 0), 0}};
}

/* ---- colliders */

static inline carom_collider_id insert(carom_world *world, carom_shape shape,
                                       carom_collider_kind kind, carom_pose pose,
                                       carom_vec3 velocity) {
    carom_collider_def def = {.shape = shape,
                              .kind = kind,
                              .pose = pose,
                              .velocity = velocity,
                              .mass = kind == CAROM_COLLIDER_MOVING ? 1 : 0,
                              .restitution = 1};
    carom_collider_id id = {0, 0};
    assert_int_equal(carom_world_insert(world, &def, &id), CAROM_OK);
    return id;
}

typedef struct assets {
    carom_hull *hull;
    carom_mesh *mesh;
    carom_heightfield *field;
    carom_compound *compound;
    carom_vec3 polygon[5];
    carom_real slabs[2][9];
    carom_kdop kdop;
    carom_shape core;
} assets;

static assets things;

static inline int make_assets(void **state) {
    carom_vec3 points[12], corner[4] = {v3(-3, 0, -3), v3(3, 0, -3), v3(0, 0, 3), v3(0, 2, 0)};
    const uint32_t faces[12] = {0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0};
    (void)state;
    seed = 11;
    for (int i = 0; i < 12; i++)
        points[i] = random3(0.5);
    carom_hull_def hull = {.points = points, .point_count = 12};
    carom_mesh_def mesh = {
        .vertices = corner, .indices = faces, .vertex_count = 4, .triangle_count = 4};
    assert_int_equal(carom_hull_create(&things.hull, &hull), CAROM_OK);
    assert_int_equal(carom_mesh_create(&things.mesh, &mesh), CAROM_OK);
    const carom_real heights[9] = {0, 1, 0, (carom_real)0.5, 2, 0, 1, 0, 1};
    carom_heightfield_def field = {
        .heights = heights, .columns = 3, .rows = 3, .spacing = {2, 1, 2}, .origin = {-2, -1, -2}};
    assert_int_equal(carom_heightfield_create(&things.field, &field), CAROM_OK);
    for (int i = 0; i < 5; i++)
        things.polygon[i] = v3(cos(1.2566 * i) * 0.5, sin(1.2566 * i) * 0.5, 0);
    carom_child children[2] = {{.shape = block(0.5, 0.25, 0.25), .pose = carom_pose_identity()},
                               {.shape.kind = CAROM_SHAPE_SPHERE, .pose = carom_pose_identity()}};
    children[1].shape.as.sphere.radius = (carom_real)0.375;
    children[1].pose.position = v3(0.5, 0.25, 0);
    const carom_compound_def compound = {.children = children, .count = 2};
    assert_int_equal(carom_compound_create(&things.compound, &compound), CAROM_OK);
    things.core = block(0.5, 0.25, 0.25);
    int32_t count;
    const carom_vec3 *normals = carom_kdop_normals(18, &count);
    carom_kdop_slabs slabs = {normals, things.slabs[0], things.slabs[1], count};
    things.kdop = carom_fit_kdop_points(&slabs, points, 12);
    return 0;
}

static inline int drop_assets(void **state) {
    (void)state;
    carom_hull_destroy(things.hull);
    carom_mesh_destroy(things.mesh);
    carom_heightfield_destroy(things.field);
    carom_compound_destroy(things.compound);
    return 0;
}

#define RANDOM_SHAPES 16
static inline carom_shape random_shape(int which, double size) {
    carom_shape s = {.kind = CAROM_SHAPE_SPHERE};
    carom_real r = (carom_real)between(0.1 * size, size);
    switch (which) {
    case 0: s.as.sphere = (carom_sphere){random3(0.1), r}; break;
    case 1:
        s.kind = CAROM_SHAPE_CAPSULE;
        s.as.capsule = (carom_capsule){random3(size), random3(size), r / 2};
        break;
    case 2: return block(r, r / 2, r / 3);
    case 3:
        s.kind = CAROM_SHAPE_OBB;
        s.as.obb =
            (carom_obb){random3(0.1), {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)}, v3(r, r / 2, r)};
        break;
    case 4:
        s.kind = CAROM_SHAPE_TRIANGLE;
        s.as.triangle = (carom_triangle){{random3(size), random3(size), random3(size)}};
        break;
    case 5:
        s.kind = CAROM_SHAPE_POLYGON;
        s.as.polygon = (carom_polygon){things.polygon, 5};
        break;
    case 6:
        s.kind = CAROM_SHAPE_KDOP;
        s.as.kdop = things.kdop;
        break;
    case 7:
        s.kind = CAROM_SHAPE_CYLINDER;
        s.as.cylinder = (carom_cylinder){random3(size), random3(size), r / 2};
        break;
    case 8:
        s.kind = CAROM_SHAPE_CONE;
        s.as.cone = (carom_cone){random3(size), random3(size), r / 2};
        break;
    case 9:
        s.kind = CAROM_SHAPE_ELLIPSOID;
        s.as.ellipsoid = (carom_ellipsoid){
            random3(0.1), {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)}, v3(r, r / 2, r / 3)};
        break;
    case 10:
        s.kind = CAROM_SHAPE_TETRAHEDRON;
        s.as.tetrahedron =
            (carom_tetrahedron){{random3(size), random3(size), random3(size), random3(size)}};
        break;
    case 11:
        s.kind = CAROM_SHAPE_HULL;
        s.as.hull = (carom_placed_hull){things.hull, {{0, 0, 0}, {0, 0, 0, 0}}};
        break;
    case 12:
        s.kind = CAROM_SHAPE_POINT;
        s.as.point = random3(0.1);
        break;
    case 13:
        s.kind = CAROM_SHAPE_SEGMENT;
        s.as.segment = (carom_segment){random3(size), random3(size)};
        break;
    case 15:
        s.kind = CAROM_SHAPE_COMPOUND;
        s.as.compound = things.compound;
        break;
    default:
        s.kind = CAROM_SHAPE_MESH;
        s.as.mesh = things.mesh;
        break;
    }
    return s;
}

/* `count` colliders in a box of half size `room`: shapes of every kind, one in four static, one in
 * eight a sensor, some on layers of their own. */
static inline void fill_random(carom_world *world, int count, double room, double speed) {
    for (int i = 0; i < count; i++) {
        int which = (int)(uniform() * (i % 16 == 0 ? RANDOM_SHAPES : RANDOM_SHAPES - 2));
        if (i % 32 == 5) which = 15;
        carom_collider_def def = {.shape = random_shape(which, 0.7),
                                  .pose = {random3(room), random_rotation()},
                                  .mass = (carom_real)between(0.5, 2),
                                  .restitution = 1,
                                  .user = (uint64_t)i};
        def.kind = i % 4 == 0   ? CAROM_COLLIDER_STATIC
                   : i % 8 == 1 ? CAROM_COLLIDER_SENSOR
                                : CAROM_COLLIDER_MOVING;
        if (def.kind != CAROM_COLLIDER_STATIC) {
            def.velocity = random3(speed);
            if (i % 3 == 0) def.angular_velocity = random3(2);
        }
        if (i % 5 == 0) {
            def.category = 2;
            def.mask = 1;
        }
        assert_int_equal(carom_world_insert(world, &def, NULL), CAROM_OK);
    }
}

/* ---- all that can be seen, as one number */

static inline uint64_t mix(uint64_t hash, const void *data, size_t size) {
    const unsigned char *bytes = data;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

static inline uint64_t mix3(uint64_t hash, carom_vec3 v) {
    const carom_real numbers[3] = {v.x, v.y, v.z};
    return mix(hash, numbers, sizeof numbers);
}

static inline uint64_t world_hash(const carom_world *world) {
    uint64_t hash = 0xcbf29ce484222325u;
    size_t events, impacts;
    const carom_world_event *event = carom_world_events(world, &events);
    const carom_world_impact *impact = carom_world_impacts(world, &impacts);
    for (uint32_t i = 0; i < carom_world_slots(world); i++) {
        carom_collider_id id = carom_world_id(world, i);
        carom_collider_def def = carom_world_collider(world, id);
        hash = mix(hash, &id, sizeof id);
        hash = mix3(mix3(hash, def.pose.position), def.velocity);
        hash = mix(hash, &def.pose.rotation, sizeof def.pose.rotation);
    }
    for (size_t i = 0; i < events; i++) {
        const uint32_t ids[5] = {(uint32_t)event[i].kind, event[i].a.index, event[i].b.index,
                                 event[i].a.generation, event[i].b.generation};
        hash = mix3(mix3(mix(hash, ids, sizeof ids), event[i].normal), event[i].point);
        hash = mix(hash, &event[i].depth, sizeof event[i].depth);
    }
    for (size_t i = 0; i < impacts; i++) {
        const uint32_t ids[2] = {impact[i].a.index, impact[i].b.index};
        hash = mix3(mix3(mix(hash, ids, sizeof ids), impact[i].normal), impact[i].point);
        hash = mix(hash, &impact[i].time, sizeof impact[i].time);
    }
    return hash;
}

#endif
