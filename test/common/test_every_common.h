/* One shape of every kind, meshes, height fields and compounds too, and poses by chance. */
#ifndef CAROM_TEST_EVERY_COMMON_H
#define CAROM_TEST_EVERY_COMMON_H

#include "carom/compound.h"
#include "common/test_kinds_common.h"
#include "common/test_mesh_common.h"

#define ALL_KINDS CAROM_SHAPE_KINDS

typedef struct every_kind {
    any_kind kind;
    test_mesh box;
    carom_heightfield *field;
    carom_compound *compound;
} every_kind;

static inline carom_pose standing(carom_vec3 at) {
    return (carom_pose){at, {0, 0, 0, 1}};
}

/* A box with a ball on one side, turned. */
static inline void make_every_compound(every_kind *out) {
    carom_child children[2] = {{{.kind = CAROM_SHAPE_AABB}, standing(v3(0, 0, 0))},
                               {{.kind = CAROM_SHAPE_SPHERE}, standing(v3(0.5, 0, 0))}};
    children[0].shape.as.aabb = (carom_aabb){v3(-0.5, -0.625, -0.375), v3(0, 0.625, 0.375)};
    children[0].pose.rotation = (carom_quat){0, 0, (carom_real)0.6, (carom_real)0.8};
    children[1].shape.as.sphere = (carom_sphere){v3(0, 0, 0), (carom_real)0.375};
    const carom_compound_def def = {.children = children, .count = 2};
    assert_int_equal(carom_compound_create(&out->compound, &def), CAROM_OK);
    out->kind.shape.as.compound = out->compound;
}

typedef struct every_corners {
    carom_vec3 at[6];
} every_corners;

static const every_corners support_corners = {{{(carom_real)-0.5, (carom_real)-0.625, 0},
                                               {(carom_real)0.5, (carom_real)-0.25, 0},
                                               {0, (carom_real)0.625, 0},
                                               {(carom_real)0.25, 0, (carom_real)0.375},
                                               {(carom_real)-0.25, 0, (carom_real)0.375},
                                               {0, 0, (carom_real)-0.375}}};

/* The hull of six points. */
static inline carom_vec3 farthest_corner(carom_vec3 direction, const void *user) {
    const every_corners *corners = (const every_corners *)user;
    int best = 0;
    for (int i = 1; i < COUNT(corners->at); i++)
        if (dot_of(corners->at[i], direction) > dot_of(corners->at[best], direction)) best = i;
    return corners->at[best];
}

static inline void make_every(every_kind *out, carom_shape_kind kind) {
    static const carom_real heights[9] = {0, 0, 0, 0, (carom_real)0.5, 0, 0, 0, 0};
    out->kind.shape = (carom_shape){.kind = kind};
    if (kind < KINDS || kind == CAROM_SHAPE_ROUNDED) make_kind(&out->kind, kind, v3(1, 1.25, 0.75));
    if (kind == CAROM_SHAPE_MESH) {
        fill_corners_of_box(&out->box, v3(-0.5, -0.625, -0.375), v3(0.5, 0.625, 0.375));
        build_test_mesh(&out->box);
        out->kind.shape.as.mesh = out->box.mesh;
    }
    if (kind == CAROM_SHAPE_COMPOUND) make_every_compound(out);
    if (kind == CAROM_SHAPE_SUPPORT)
        out->kind.shape =
            carom_shape_support_function(farthest_corner, &support_corners, v3(0, 0, 0));
    if (kind != CAROM_SHAPE_HEIGHTFIELD) return;
    carom_heightfield_def def = {
        .heights = heights, .columns = 3, .rows = 3, .spacing = v3(0.5, 1, 0.5)};
    assert_int_equal(carom_heightfield_create(&out->field, &def), CAROM_OK);
    out->kind.shape.as.heightfield = out->field;
}

static inline void discard_every(every_kind *shape) {
    discard_kind(&shape->kind);
    if (shape->kind.shape.kind == CAROM_SHAPE_MESH) carom_mesh_destroy(shape->box.mesh);
    if (shape->kind.shape.kind == CAROM_SHAPE_COMPOUND) carom_compound_destroy(shape->compound);
    if (shape->kind.shape.kind == CAROM_SHAPE_HEIGHTFIELD) carom_heightfield_destroy(shape->field);
}

static inline carom_pose pose_every(double reach) {
    carom_quat q = {0, 0, 0, 0};
    double size = 0;
    while (!(size > 0.1)) {
        q = (carom_quat){(carom_real)random_in(-1, 1), (carom_real)random_in(-1, 1),
                         (carom_real)random_in(-1, 1), (carom_real)random_in(-1, 1)};
        size = sqrt((double)(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w));
    }
    carom_real by = (carom_real)(1 / size);
    return (carom_pose){random_vec(reach), {q.x * by, q.y * by, q.z * by, q.w * by}};
}

/* Every ordered pair of kinds, `rounds` times. */
static inline void for_every_pair(void (*check)(every_kind *a, every_kind *b), int rounds) {
    static every_kind a, b;
    for (carom_shape_kind i = 0; i < ALL_KINDS; i++)
        for (carom_shape_kind k = 0; k < ALL_KINDS; k++) {
            make_every(&a, i);
            make_every(&b, k);
            for (int round = 0; round < rounds; round++)
                check(&a, &b);
            discard_every(&a);
            discard_every(&b);
        }
}

#endif
