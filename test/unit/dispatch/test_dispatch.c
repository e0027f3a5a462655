/* The generic calls: the table for all kinds and verbs, swapping, typed functions, poses, invalid
 * shapes. */
#include "carom/toi.h"
#include "common/test_flat_common.h"

static carom_mesh *the_mesh;
static carom_hull *the_hull;
static const carom_vec3 slab_normals[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
static const carom_real slab_min[] = {-1, -1, -1, -2}, slab_max[] = {1, 1, 1, 2};
static const carom_vec3 corners[] = {{-1, -1, -1}, {2, -1, 0}, {0, 2, -1}, {0, 0, 2}, {1, 1, 1}};
static const carom_vec3 square[] = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
static const uint32_t faces[] = {0, 1, 2, 0, 2, 3};

/* What pairs without a closed form may be off by. */
#define NEAR (64 * EPS > 1e-10 ? 64 * EPS : 1e-10)

/* The kinds that these tests know; the mesh last. */
static const carom_shape_kind kinds[] = {
    CAROM_SHAPE_POINT,       CAROM_SHAPE_SEGMENT,   CAROM_SHAPE_RAY,      CAROM_SHAPE_LINE,
    CAROM_SHAPE_PLANE,       CAROM_SHAPE_HALFSPACE, CAROM_SHAPE_SPHERE,   CAROM_SHAPE_CAPSULE,
    CAROM_SHAPE_AABB,        CAROM_SHAPE_OBB,       CAROM_SHAPE_TRIANGLE, CAROM_SHAPE_POLYGON,
    CAROM_SHAPE_KDOP,        CAROM_SHAPE_CYLINDER,  CAROM_SHAPE_CONE,     CAROM_SHAPE_ELLIPSOID,
    CAROM_SHAPE_TETRAHEDRON, CAROM_SHAPE_HULL,      CAROM_SHAPE_MESH,
};

/* A shape of each kind near `at`; all around the origin meet. */
static carom_shape make(carom_shape_kind kind, carom_vec3 at) {
    carom_shape s = {.kind = kind};
    double offset = (double)at.z * 3;
    switch (kind) {
    case CAROM_SHAPE_POINT: s.as.point = at; break;
    case CAROM_SHAPE_SEGMENT:
        s.as.segment = (carom_segment){step(at, v3(0, 0, 1), -1), step(at, v3(0, 0, 1), 1)};
        break;
    case CAROM_SHAPE_RAY:
        s.as.ray = (carom_ray){step(at, v3(0, 1, 4), -1), v3(0, 1, 4), 0, 9};
        break;
    case CAROM_SHAPE_LINE: s.as.line = (carom_line){at, v3(1, 0, 5)}; break;
    case CAROM_SHAPE_PLANE: s.as.plane = (carom_plane){v3(0, 0, 3), (carom_real)offset}; break;
    case CAROM_SHAPE_HALFSPACE:
        s.as.halfspace = (carom_halfspace){v3(0, 0, 3), (carom_real)offset};
        break;
    case CAROM_SHAPE_SPHERE: s.as.sphere = (carom_sphere){at, 1}; break;
    case CAROM_SHAPE_CAPSULE:
        s.as.capsule = (carom_capsule){step(at, v3(1, 0, 0), -1), step(at, v3(1, 0, 0), 1), 1};
        break;
    case CAROM_SHAPE_AABB:
        s.as.aabb = (carom_aabb){step(at, v3(1, 1, 1), -1), step(at, v3(1, 1, 1), 1)};
        break;
    case CAROM_SHAPE_OBB:
        s.as.obb = obb_straight((double)at.x, (double)at.y, (double)at.z, 1, 2, 1);
        break;
    case CAROM_SHAPE_TRIANGLE:
        s.as.triangle =
            tri(step(at, v3(2, 1, 0), -1), step(at, v3(2, -1, 0), 1), step(at, v3(0, 2, 0), 1));
        break;
    case CAROM_SHAPE_KDOP: s.as.kdop = (carom_kdop){slab_normals, slab_min, slab_max, 4}; break;
    case CAROM_SHAPE_CYLINDER:
        s.as.cylinder = (carom_cylinder){step(at, v3(1, 2, 2), -1), step(at, v3(1, 2, 2), 1), 1};
        break;
    case CAROM_SHAPE_CONE:
        s.as.cone = (carom_cone){step(at, v3(0, 1, 0), -1), step(at, v3(0, 1, 0), 2), 1};
        break;
    case CAROM_SHAPE_ELLIPSOID:
        s.as.ellipsoid =
            (carom_ellipsoid){at, {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)}, v3(1, 2, 0.5)};
        break;
    case CAROM_SHAPE_TETRAHEDRON:
        s.as.tetrahedron =
            (carom_tetrahedron){{step(at, v3(1, 1, 1), -1), step(at, v3(3, 0, 0), 1),
                                 step(at, v3(0, 3, 0), 1), step(at, v3(0, 0, 3), 1)}};
        break;
    case CAROM_SHAPE_HULL: s.as.hull.hull = the_hull; break;
    case CAROM_SHAPE_POLYGON: s.as.polygon = (carom_polygon){square, 4}; break;
    default: s.as.mesh = the_mesh;
    }
    return s;
}

static bool is_surface_of_its_own(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_POLYGON || kind == CAROM_SHAPE_MESH || kind == CAROM_SHAPE_HULL ||
           kind == CAROM_SHAPE_KDOP; /* they do not follow `at` */
}

static carom_sweep_hit sweep_pair(const carom_shape *a, carom_vec3 ma, const carom_shape *b,
                                  carom_vec3 mb) {
    carom_moving_shape p = {a, carom_pose_identity(), ma}, q = {b, carom_pose_identity(), mb};
    return carom_sweep(&p, &q);
}

static void assert_no_answer(carom_verb verb, const carom_shape *a, const carom_shape *b) {
    carom_pose here = carom_pose_identity();
    if (verb == CAROM_VERB_OVERLAP) assert_false(carom_overlap(a, here, b, here));
    if (verb == CAROM_VERB_CLASSIFY)
        assert_int_equal(carom_classify(a, here, b, here), CAROM_DISJOINT);
    if (verb == CAROM_VERB_CLOSEST) {
        carom_closest_any c = carom_closest(a, here, b, here);
        assert_true(c.distance == HUGE_VAL && length_of(c.point_a) + length_of(c.point_b) == 0);
    }
    if (verb == CAROM_VERB_RAYCAST) {
        carom_ray_hit hit = carom_raycast(a, here, b, here);
        assert_true(!hit.hit && hit.t == 0 && hit.t_exit == 0 && length_of(hit.point) == 0);
    }
    if (verb == CAROM_VERB_SWEEP) {
        carom_sweep_hit hit = sweep_pair(a, v3(0, 0, -3), b, v3(0, 0, 3));
        assert_true(!hit.hit && hit.fraction_exit == 0 && length_of(hit.normal) == 0);
    }
    if (verb == CAROM_VERB_PENETRATION) {
        carom_penetration p = carom_penetrate(a, here, b, here);
        assert_true(!p.overlap && p.depth == 0 && length_of(p.normal) == 0);
    }
}

/* Both shapes at the origin: whatever is served says that they meet. */
static void assert_meeting(carom_verb verb, const carom_shape *a, const carom_shape *b) {
    carom_pose here = carom_pose_identity();
    if (verb == CAROM_VERB_OVERLAP) assert_true(carom_overlap(a, here, b, here));
    if (verb == CAROM_VERB_CLASSIFY)
        assert_int_not_equal(carom_classify(a, here, b, here), CAROM_DISJOINT);
    if (verb == CAROM_VERB_CLOSEST) {
        carom_closest_any c = carom_closest(a, here, b, here);
        assert_true(c.distance == 0);
        assert_same(c.point_a, c.point_b);
    }
    if (verb == CAROM_VERB_RAYCAST) assert_true(carom_raycast(a, here, b, here).hit);
    if (verb == CAROM_VERB_SWEEP) {
        carom_sweep_hit hit = sweep_pair(a, v3(0, 0, -3), b, v3(0, 0, 3));
        assert_true(hit.hit && hit.initial_overlap && hit.fraction == 0);
        assert_about(length_of(hit.normal), 1, 4 * EPS);
    }
    if (verb == CAROM_VERB_TOI) {
        carom_turning_shape of_a = {.shape = a}, of_b = {.shape = b};
        carom_toi_hit hit = carom_toi(&of_a, &of_b, 0);
        assert_true(hit.hit && hit.initial_overlap && hit.fraction == 0);
    }
    if (verb == CAROM_VERB_PENETRATION) {
        carom_penetration p = carom_penetrate(a, here, b, here);
        assert_true(p.overlap && p.depth >= 0); /* 0 of flat shapes, infinite of endless ones */
        assert_about(length_of(p.normal), 1, 4 * EPS);
    }
}

static void the_whole_table(void **state) {
    (void)state;
    int served = 0;
    for (int verb = CAROM_VERB_OVERLAP; verb <= CAROM_VERB_TOI; verb++)
        for (int i = 0; i < COUNT(kinds); i++)
            for (int j = 0; j < COUNT(kinds); j++) {
                carom_shape_kind ka = kinds[i], kb = kinds[j];
                carom_shape a = make(ka, v3(0, 0, 0)), b = make(kb, v3(0, 0, 0));
                bool yes = carom_shape_supports((carom_verb)verb, ka, kb);
                served += yes;
                if (verb != CAROM_VERB_RAYCAST)
                    assert_int_equal(yes, carom_shape_supports((carom_verb)verb, kb, ka));
                if (yes)
                    assert_meeting((carom_verb)verb, &a, &b);
                else
                    assert_no_answer((carom_verb)verb, &a, &b);
            }
    assert_true(served > 200);
    assert_false(carom_shape_supports(CAROM_VERB_OVERLAP, CAROM_SHAPE_KINDS, CAROM_SHAPE_POINT));
    assert_false(carom_shape_supports((carom_verb)99, CAROM_SHAPE_POINT, CAROM_SHAPE_POINT));
}

/* Apart by places of B: swapped pairs agree, answers fit each other, verb by verb. */
static void swapping_and_agreement(void **state) {
    (void)state;
    carom_pose here = carom_pose_identity();
    volume_seed = 500;
    for (int k = 0; k < 4000; k++) {
        carom_shape_kind ka = kinds[(int)(random01() * COUNT(kinds))];
        carom_shape_kind kb = kinds[(int)(random01() * COUNT(kinds))];
        carom_shape a = make(ka, random_vec(3)), b = make(kb, random_vec(3));
        bool touch = carom_overlap(&a, here, &b, here);
        assert_int_equal(touch, carom_overlap(&b, here, &a, here));
        if (carom_shape_supports(CAROM_VERB_CLASSIFY, ka, kb)) {
            carom_relation r = carom_classify(&a, here, &b, here),
                           s = carom_classify(&b, here, &a, here);
            if (r == CAROM_DISJOINT || r == CAROM_INTERSECTS) assert_int_equal(r, s);
            if (r == CAROM_INSIDE) assert_int_equal(s, CAROM_CONTAINS);
            assert_int_equal(r != CAROM_DISJOINT, touch);
        }
        if (carom_shape_supports(CAROM_VERB_CLOSEST, ka, kb)) {
            carom_closest_any c = carom_closest(&a, here, &b, here),
                              d = carom_closest(&b, here, &a, here);
            assert_about((double)c.distance, (double)d.distance, NEAR);
            assert_about((double)c.distance, apart(c.point_a, c.point_b), NEAR);
            if (ka != kb) assert_same(c.point_a, d.point_b);
            if (ka != kb) assert_true(c.t_a == d.t_b && c.t_b == d.t_a);
            if (carom_shape_supports(CAROM_VERB_OVERLAP, ka, kb) && (double)c.distance > NEAR)
                assert_false(touch);
        }
        if (carom_shape_supports(CAROM_VERB_PENETRATION, ka, kb)) {
            carom_penetration p = carom_penetrate(&a, here, &b, here),
                              q = carom_penetrate(&b, here, &a, here);
            assert_int_equal(p.overlap, touch);
            assert_true(p.overlap == q.overlap);
            assert_true(p.depth == q.depth || fabs((double)p.depth - (double)q.depth) < NEAR);
            if (ka != kb) assert_same(p.normal, step(v3(0, 0, 0), q.normal, -1));
        }
        if (carom_shape_supports(CAROM_VERB_SWEEP, ka, kb)) {
            carom_vec3 ma = random_vec(3), mb = random_vec(3);
            carom_sweep_hit p = sweep_pair(&a, ma, &b, mb), q = sweep_pair(&b, mb, &a, ma);
            assert_true(p.hit == q.hit && fabs((double)p.fraction - (double)q.fraction) < NEAR);
            if (carom_shape_supports(CAROM_VERB_OVERLAP, ka, kb))
                assert_int_equal(p.initial_overlap, touch);
        }
    }
}

static void typed_functions_are_what_is_called(void **state) {
    (void)state;
    carom_pose here = carom_pose_identity();
    volume_seed = 501;
    for (int k = 0; k < 2000; k++) {
        carom_shape t = make(CAROM_SHAPE_TRIANGLE, random_vec(2)),
                    s = make(CAROM_SHAPE_SPHERE, random_vec(2)),
                    box = make(CAROM_SHAPE_AABB, random_vec(2)),
                    p = make(CAROM_SHAPE_POINT, random_vec(2)),
                    ray = make(CAROM_SHAPE_RAY, random_vec(2));
        carom_vec3 motion = random_vec(3);
        assert_int_equal(carom_overlap(&t, here, &s, here),
                         carom_overlap_sphere_triangle(&s.as.sphere, &t.as.triangle));
        assert_int_equal(carom_classify(&box, here, &s, here) == CAROM_CONTAINS,
                         carom_classify_sphere_aabb(&s.as.sphere, &box.as.aabb) == CAROM_INSIDE);
        carom_closest_any c = carom_closest(&p, here, &t, here);
        carom_closest_on_triangle d = carom_closest_point_triangle(p.as.point, &t.as.triangle);
        assert_true(c.distance == d.distance && c.feature == d.feature);
        assert_same(c.point_b, d.point_b);
        assert_same(c.barycentric, d.barycentric);
        carom_ray_hit hit = carom_raycast(&ray, here, &box, here);
        carom_ray_hit typed = carom_raycast_ray_aabb(&ray.as.ray, &box.as.aabb);
        assert_true(hit.hit == typed.hit && hit.t == typed.t && hit.t_exit == typed.t_exit);
        carom_sweep_hit swept = sweep_pair(&s, motion, &t, v3(0, 0, 0));
        carom_sweep_hit sphere = carom_sweep_sphere_triangle(&s.as.sphere, motion, &t.as.triangle);
        assert_true(swept.hit == sphere.hit && swept.fraction == sphere.fraction);
        assert_same(swept.normal, sphere.normal);
        carom_penetration depth = carom_penetrate(&s, here, &box, here);
        assert_true(depth.depth == carom_penetration_sphere_aabb(&s.as.sphere, &box.as.aabb).depth);
    }
}

/* Moved in the other direction, or both alike: the same. */
static void translated_poses(void **state) {
    (void)state;
    carom_pose here = carom_pose_identity(), there = here, back = here;
    there.position = v3(4, -8, 2);
    back.position = v3(-4, 8, -2);
    volume_seed = 502;
    for (int k = 0; k < 4000; k++) {
        carom_shape_kind ka = kinds[(int)(random01() * (COUNT(kinds) - 1))];
        carom_shape_kind kb = kinds[(int)(random01() * (COUNT(kinds) - 1))];
        carom_shape a = make(ka, lattice_vec(5)), b = make(kb, lattice_vec(5));
        carom_pose both = here;
        both.position = v3(0, 0, 16);
        /* curved shapes that touch may part by a rounding */
        if (carom_overlap(&a, there, &b, here) != carom_overlap(&a, here, &b, back))
            assert_true(carom_closest(&a, there, &b, here).distance <= NEAR);
        if (carom_overlap(&a, here, &b, here) != carom_overlap(&a, both, &b, both))
            assert_true(carom_closest(&a, here, &b, here).distance <= NEAR);
        carom_closest_any c = carom_closest(&a, there, &b, here),
                          d = carom_closest(&a, here, &b, back);
        if (!carom_shape_supports(CAROM_VERB_CLOSEST, ka, kb)) continue;
        assert_about((double)c.distance, (double)d.distance, NEAR);
        if (is_surface_of_its_own(ka) || is_surface_of_its_own(kb)) continue;
        carom_shape moved = make(ka, v3(0, 0, 0)), same = make(ka, there.position);
        carom_posed_shape posed;
        assert_true(carom_shape_pose(&posed, &moved, there));
        assert_int_equal(posed.shape.kind, ka);
        assert_memory_equal(&posed.shape.as, &same.as, sizeof(carom_vec3));
    }
}

int main(void) {
    carom_mesh_def def = {
        .vertices = square, .indices = faces, .vertex_count = 4, .triangle_count = 2};
    carom_hull_def hull = {.points = corners, .point_count = 5};
    if (carom_mesh_create(&the_mesh, &def) != CAROM_OK) return 1;
    if (carom_hull_create(&the_hull, &hull) != CAROM_OK) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_table),
        cmocka_unit_test(swapping_and_agreement),
        cmocka_unit_test(typed_functions_are_what_is_called),
        cmocka_unit_test(translated_poses),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    carom_mesh_destroy(the_mesh);
    carom_hull_destroy(the_hull);
    return failed;
}
