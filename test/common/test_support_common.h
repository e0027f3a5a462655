/* Support functions of known shapes, which count their calls, and of sets that are none. */
#ifndef CAROM_TEST_SUPPORT_COMMON_H
#define CAROM_TEST_SUPPORT_COMMON_H

#include "common/test_every_common.h"

typedef enum known_set {
    SET_BOX = 0,
    SET_SPHERE,
    SET_CAPSULE,
    SET_ELLIPSOID,
    SET_HULL,
    KNOWN_SETS,
    /* what breaks the contract */
    SET_CONSTANT = KNOWN_SETS, /* a point beside the interior one */
    SET_NAN,
    SET_INFINITE,
    SET_SOMETIMES_NAN,  /* but for directions along an axis */
    SET_SOMETIMES_HUGE, /* the same */
    SET_RANDOM,
    SET_ALTERNATING, /* farthest and nearest in turn */
    ALL_SETS
} known_set;

typedef struct set_data {
    known_set set;
    carom_vec3 half; /* box; ellipsoid; of a capsule x half the axis */
    carom_real radius;
    const carom_vec3 *points;
    int count;
    long *calls;
} set_data;

static inline carom_vec3 corner_along(const set_data *set, carom_vec3 d) {
    return (carom_vec3){d.x < 0 ? -set->half.x : set->half.x, d.y < 0 ? -set->half.y : set->half.y,
                        d.z < 0 ? -set->half.z : set->half.z};
}

static inline carom_vec3 ball_along(const set_data *set, carom_vec3 d) {
    return step(v3(0, 0, 0), d, (double)set->radius / length_of(d));
}

static inline carom_vec3 ellipsoid_along(const set_data *set, carom_vec3 d) {
    const double x = (double)set->half.x, y = (double)set->half.y, z = (double)set->half.z;
    const double k = 1 / length_of(v3(x * (double)d.x, y * (double)d.y, z * (double)d.z));
    return v3(k * x * x * (double)d.x, k * y * y * (double)d.y, k * z * z * (double)d.z);
}

static inline carom_vec3 farthest_point(const set_data *set, carom_vec3 d) {
    int best = 0;
    for (int i = 1; i < set->count; i++)
        if (dot_of(set->points[i], d) > dot_of(set->points[best], d)) best = i;
    return set->points[best];
}

static inline bool is_along_axis(carom_vec3 d) {
    return (d.x != 0) + (d.y != 0) + (d.z != 0) == 1;
}

static inline carom_vec3 hostile_along(const set_data *set, carom_vec3 d) {
    const double far = is_along_axis(d) ? 1 : 0;
    switch (set->set) {
    case SET_CONSTANT: return v3(0.25, 0.25, 0);
    case SET_NAN: return v3(NAN, 0, 0);
    case SET_INFINITE: return v3((double)INFINITY, 0, 0);
    case SET_SOMETIMES_NAN: return far > 0 ? d : v3(0, NAN, 0);
    case SET_SOMETIMES_HUGE: return step(v3(0, 0, 0), d, far > 0 ? 1 : 1e30);
    case SET_RANDOM: return random_vec(1);
    default: return step(v3(0, 0, 0), d, *set->calls % 2 ? 1 : -1);
    }
}

static inline carom_vec3 set_along(carom_vec3 d, const void *user) {
    const set_data *set = user;
    (*set->calls)++;
    switch (set->set) {
    case SET_BOX: return corner_along(set, d);
    case SET_SPHERE: return ball_along(set, d);
    case SET_CAPSULE:
        return step(ball_along(set, d), v3(d.x < 0 ? -1 : 1, 0, 0), (double)set->half.x);
    case SET_ELLIPSOID: return ellipsoid_along(set, d);
    case SET_HULL: return farthest_point(set, d);
    default: return hostile_along(set, d);
    }
}

/* The set as a support function, of `twin`, a shape of its own kind where it is known. */
typedef struct set_and_twin {
    carom_shape shape, twin;
    set_data data;
    long calls;
    carom_hull *hull;
} set_and_twin;

static const carom_vec3 set_points[] = {{(carom_real)-0.5, (carom_real)-0.5, (carom_real)0.375},
                                        {(carom_real)0.5, (carom_real)-0.5, (carom_real)0.375},
                                        {0, (carom_real)0.75, (carom_real)0.375},
                                        {(carom_real)0.5, (carom_real)0.5, (carom_real)-0.375},
                                        {(carom_real)-0.5, (carom_real)0.5, (carom_real)-0.375},
                                        {0, -1, (carom_real)-0.375}};

static inline void make_twin(set_and_twin *out) {
    const carom_vec3 half = out->data.half;
    out->twin = carom_shape_aabb(v3(-0.5, -0.625, -0.375), half);
    const carom_vec3 end = {half.x, 0, 0}, start = {-half.x, 0, 0};
    if (out->data.set == SET_SPHERE) out->twin = carom_shape_sphere(v3(0, 0, 0), out->data.radius);
    if (out->data.set == SET_CAPSULE) out->twin = carom_shape_capsule(start, end, out->data.radius);
    if (out->data.set == SET_ELLIPSOID)
        out->twin = carom_shape_ellipsoid(carom_pose_identity(), half);
    if (out->data.set != SET_HULL) return;
    const carom_hull_def def = {.points = set_points, .point_count = COUNT(set_points)};
    assert_int_equal(carom_hull_create(&out->hull, &def), CAROM_OK);
    out->twin = carom_shape_hull(out->hull);
}

static inline void make_set(set_and_twin *out, known_set set) {
    out->hull = NULL;
    out->calls = 0;
    out->data = (set_data){.set = set,
                           .half = v3(0.5, 0.625, 0.375),
                           .radius = (carom_real)0.375,
                           .points = set_points,
                           .count = COUNT(set_points),
                           .calls = &out->calls};
    out->shape = carom_shape_support_function(set_along, &out->data, v3(0, 0, 0));
    if (set < KNOWN_SETS) make_twin(out);
}

static inline void discard_set(set_and_twin *set) {
    carom_hull_destroy(set->hull);
}

#endif
