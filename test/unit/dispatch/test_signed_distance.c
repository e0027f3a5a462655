/* carom_distance_signed of all kinds: it is the distance of carom_closest or minus the depth of
 * carom_penetrate, positive where overlap is false. */
#include "carom/compound.h"
#include "carom/signed_distance.h"
#include "carom/vector.h"
#include "common/test_every_common.h"
#include "math/vec.h"

#define ROUNDS 12

static double sign_of(double x) {
    return (double)(x > 0) - (double)(x < 0);
}

static void assert_near_vec(carom_vec3 a, carom_vec3 b, double slack) {
    assert_true(max_abs3(sub3(load3(a), load3(b))) <= slack);
}

static bool opposite(carom_vec3 a, carom_vec3 b) {
    return a.x == -b.x && a.y == -b.y && a.z == -b.z;
}

static void check_shape_of(const carom_signed_distance *d) {
    const vec3 n = load3(d->normal);
    assert_true(fabs(len2(n) - 1) < 8 * EPS);
    const vec3 between = sub3(load3(d->point_b), load3(d->point_a));
    if (!isinf(d->distance)) /* a line in a half-space */
        assert_true(fabs(dot3(n, between) - (double)d->distance) < 64 * EPS + 1e-9);
    assert_true(d->lower <= d->upper && d->lower <= d->distance && d->distance <= d->upper);
    assert_true(opposite(d->gradient_a.translation, d->gradient_b.translation));
}

static void check_pair(every_kind *p, every_kind *q) {
    const carom_shape *a = &p->kind.shape, *b = &q->kind.shape;
    const carom_pose at = pose_every(1.5), to = pose_every(0.5);
    const carom_signed_distance d = carom_distance_signed(a, at, b, to);
    const carom_closest_any near = carom_closest(a, at, b, to);
    const carom_penetration deep = carom_penetrate(a, at, b, to);
    const bool touch = carom_overlap(a, at, b, to);
    assert_int_equal(touch, d.distance <= 0);
    assert_true(d.distance == (touch ? -deep.depth : near.distance));
    check_shape_of(&d);
    const carom_signed_distance back = carom_distance_signed(b, to, a, at);
    assert_true(back.distance == d.distance);
}

static void of_every_pair(void **state) {
    (void)state;
    for_every_pair(check_pair, ROUNDS);
}

/* Two balls at 3 : 4 : 0, apart, touching and deep: all numbers are exact. */
static void balls_by_hand(void **state) {
    (void)state;
    const carom_shape a = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {v3(0, 0, 0), 2}};
    for (int i = -1; i <= 1; i++) {
        const carom_shape b = {.kind = CAROM_SHAPE_SPHERE,
                               .as.sphere = {v3(1, 0, 0), (carom_real)(3 - i)}};
        const carom_signed_distance d =
            carom_distance_signed(&a, standing(v3(1, 1, 1)), &b, standing(v3(3, 5, 1)));
        assert_true(sign_of((double)d.distance) == i && d.distance == (carom_real)i);
        assert_near_vec(d.normal, v3((carom_real)0.6, (carom_real)0.8, 0), 2 * EPS);
        assert_near_vec(d.gradient_a.translation, v3((carom_real)-0.6, (carom_real)-0.8, 0),
                        2 * EPS);
        assert_near_vec(d.gradient_a.rotation, v3(0, 0, 0), 8 * EPS);
        /* the centre of B is at (1, 0, 0) from its pose: the gradient is (1, 0, 0) x n */
        assert_near_vec(d.gradient_b.rotation, v3(0, 0, (carom_real)0.8), 8 * EPS);
    }
}

/* A box flat above a face of a turned cube, which is a mesh or the child of a compound, and a mesh
 * above a mesh: next to contact the normal is that of the face to rounding, although that of the
 * nearest points is lost: of 0x1p-18 in float these hold 6 bits. */
static void normals_next_to_surfaces(void **state) {
    static const uint32_t faces[36] = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4,
                                       2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
    carom_vec3 corners[8];
    (void)state;
    for (int i = 0; i < 8; i++)
        corners[i] = (carom_vec3){i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1};
    const carom_mesh_def def = {
        .vertices = corners, .vertex_count = 8, .indices = faces, .triangle_count = 12};
    carom_mesh *mesh = NULL;
    carom_compound *compound = NULL;
    assert_int_equal(carom_mesh_create(&mesh, &def), CAROM_OK);
    const carom_shape cube = {.kind = CAROM_SHAPE_MESH, .as.mesh = mesh};
    const carom_shape box = {.kind = CAROM_SHAPE_AABB, .as.aabb = {{-1, -1, -1}, {1, 1, 1}}};
    const carom_child child = {.shape = box, .pose = carom_pose_identity()};
    const carom_compound_def whole = {.children = &child, .count = 1};
    assert_int_equal(carom_compound_create(&compound, &whole), CAROM_OK);
    const carom_shape of = {.kind = CAROM_SHAPE_COMPOUND, .as.compound = compound};
    const carom_shape *const pairs[5][2] = {
        {&box, &cube}, {&cube, &cube}, {&box, &of}, {&cube, &of}, {&of, &of}};
    for (int i = 0; i < 5; i++)
        for (int k = 4; k < 19; k++) {
            const carom_pose low = {{3, -5, 2},
                                    {(carom_real)0.48, 0, (carom_real)0.36, (carom_real)0.8}};
            carom_pose high = carom_pose_identity();
            high.position =
                (carom_vec3){(carom_real)0.25, (carom_real)0.125, 2 + (carom_real)(1.0 / (1 << k))};
            high = carom_pose_compose(low, high);
            const carom_signed_distance d =
                carom_distance_signed(pairs[i][0], low, pairs[i][1], high);
            const carom_vec3 up = carom_pose_rotate_vector(low, (carom_vec3){0, 0, 1});
            assert_near_vec(d.normal, up, 512 * EPS);
        }
    carom_compound_destroy(compound);
    carom_mesh_destroy(mesh);
}

static void what_is_invalid(void **state) {
    (void)state;
    const carom_shape a = {.kind = CAROM_SHAPE_SPHERE, .as.sphere = {v3(0, 0, 0), 2}};
    carom_shape bad = a;
    bad.as.sphere.radius = (carom_real)NAN;
    const carom_pose stay = carom_pose_identity(), odd = {{0, (carom_real)NAN, 0}, {0, 0, 0, 1}};
    const carom_signed_distance d = carom_distance_signed(&a, stay, &bad, stay);
    const carom_signed_distance e = carom_distance_signed(&a, odd, &a, stay);
    assert_true(isinf(d.distance) && isinf(e.distance) && d.distance > 0 && e.normal.x == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_every_pair),
        cmocka_unit_test(balls_by_hand),
        cmocka_unit_test(normals_next_to_surfaces),
        cmocka_unit_test(what_is_invalid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
