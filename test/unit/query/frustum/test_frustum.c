/* View frustums: cameras and matrices by hand; boxes against brute force over all axes in integers,
 * spheres against the hull; boxes of spaces and instances of scenes; degenerate cases. */
#include "common/test_flat_common.h"

static carom_frustum view(void) {
    /* from the origin along -z, half a turn's quarter to the sides: |x|, |y| <= -z, 1 <= -z <= 8 */
    carom_frustum f;
    carom_vec3 corners[8];
    for (int i = 0; i < 8; i++) {
        const carom_real depth = i & 4 ? 8 : 1;
        corners[i] = (carom_vec3){i & 1 ? depth : -depth, i & 2 ? depth : -depth, -depth};
    }
    assert_int_equal(carom_frustum_from_corners(&f, corners), CAROM_OK);
    return f;
}

static carom_relation box_at(const carom_frustum *f, carom_vec3 min, carom_vec3 max) {
    const carom_aabb box = {min, max};
    return carom_frustum_classify_aabb(f, &box);
}

static void by_hand(void **state) {
    (void)state;
    const carom_frustum f = view();
    assert_int_equal(f.sides.face_count, 6);
    for (int k = 0; k < 3; k++)
        assert_int_equal(f.sides.edge_counts[k], 4);
    assert_int_equal(box_at(&f, v3(-1, -1, -4), v3(1, 1, -3)), CAROM_CONTAINS);
    assert_int_equal(box_at(&f, v3(-1, -1, -9), v3(1, 1, -3)), CAROM_INTERSECTS);
    assert_int_equal(box_at(&f, v3(-1, -1, -1), v3(1, 1, 3)), CAROM_INTERSECTS);
    assert_int_equal(box_at(&f, v3(-1, -1, -0.5), v3(1, 1, 3)), CAROM_DISJOINT);
    assert_int_equal(box_at(&f, v3(-99, -99, -99), v3(99, 99, 99)), CAROM_INTERSECTS);
    /* from inside: to touch a side is no longer the interior */
    assert_int_equal(box_at(&f, v3(-1, -1, -2), v3(2, 1, -2)), CAROM_INTERSECTS);
    assert_int_equal(box_at(&f, v3(-1, -1, -2), v3(1.875, 1, -2)), CAROM_CONTAINS);
    /* a corner of the box on a side, an edge on an edge, and by a hair beside them */
    assert_int_equal(box_at(&f, v3(2, -1, -2), v3(5, 1, -1)), CAROM_INTERSECTS);
    carom_vec3 beside = {2, -1, -2};
    beside.x = (carom_real)2 + 4 * CAROM_REAL_EPSILON;
    assert_int_equal(box_at(&f, beside, v3(5, 1, -1)), CAROM_DISJOINT);
    assert_int_equal(box_at(&f, v3(8, 8, -8), v3(9, 9, -7)), CAROM_INTERSECTS);
    /* no plane of the six has this box outside, but it is: beside the far edges */
    carom_plane planes[6];
    carom_frustum_planes(&f, planes);
    const carom_aabb near_edge = {v3(8.5, -20, -20), v3(30, 20, -7.5)};
    for (int i = 0; i < 6; i++) {
        const carom_vec3 n = planes[i].normal;
        const carom_vec3 inner = {n.x > 0 ? near_edge.min.x : near_edge.max.x,
                                  n.y > 0 ? near_edge.min.y : near_edge.max.y,
                                  n.z > 0 ? near_edge.min.z : near_edge.max.z};
        assert_true(dot_of(n, inner) <= (double)planes[i].offset);
    }
    assert_int_equal(carom_frustum_classify_aabb(&f, &near_edge), CAROM_DISJOINT);
    assert_int_equal(carom_frustum_classify_point(&f, v3(0, 0, -8)), CAROM_INTERSECTS);
    assert_int_equal(carom_frustum_classify_point(&f, v3(0, 0, -7)), CAROM_CONTAINS);
    assert_int_equal(carom_frustum_classify_point(&f, v3(0, 0, -8.5)), CAROM_DISJOINT);
    const carom_sphere balls[] = {{v3(0, 0, -4), 2}, {v3(0, 0, -4), 3},  {v3(0, 0, -9), 1},
                                  {v3(0, 0, 0), 1},  {v3(0, 0, 0), 0.5}, {v3(0, 0, -4), 99},
                                  {v3(0, 0, -4), 0}, {v3(0, 0, -4), -1}, {v3(0, 0, -10), 1.5}};
    const carom_relation right[] = {CAROM_CONTAINS,   CAROM_INTERSECTS, CAROM_INTERSECTS,
                                    CAROM_INTERSECTS, CAROM_DISJOINT,   CAROM_INTERSECTS,
                                    CAROM_CONTAINS,   CAROM_DISJOINT,   CAROM_DISJOINT};
    for (size_t i = 0; i < sizeof balls / sizeof *balls; i++)
        assert_int_equal(carom_frustum_classify_sphere(&f, &balls[i]), right[i]);
}

/* ---- brute force in integers: corners and boxes on a lattice */

typedef struct whole {
    long long x[3];
} whole;

static long long dot_whole(const long long n[3], whole p) {
    return n[0] * p.x[0] + n[1] * p.x[1] + n[2] * p.x[2];
}

static void cross_whole(long long n[3], whole a, whole b, whole c, whole d) {
    long long u[3], v[3];
    for (int k = 0; k < 3; k++) {
        u[k] = b.x[k] - a.x[k];
        v[k] = d.x[k] - c.x[k];
    }
    for (int k = 0; k < 3; k++)
        n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
}

/* Are the hulls apart along n? Touching they are not. */
static bool apart_along(const long long n[3], const whole a[8], const whole b[8]) {
    long long low[2], high[2];
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 8; i++) {
            const long long at = dot_whole(n, s ? b[i] : a[i]);
            if (i == 0 || at < low[s]) low[s] = at;
            if (i == 0 || at > high[s]) high[s] = at;
        }
    return high[0] < low[1] || high[1] < low[0];
}

static carom_relation relation_by_force(const whole p[8], const whole box[8]) {
    bool inside = true;
    long long n[3];
    for (int k = 0; k < 3; k++) {
        const long long axis[3] = {k == 0, k == 1, k == 2};
        if (apart_along(axis, p, box)) return CAROM_DISJOINT;
    }
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++) {
            for (int k = 0; k < 3; k++) {
                const whole o = {{0, 0, 0}}, e = {{k == 0, k == 1, k == 2}};
                cross_whole(n, p[i], p[j], o, e);
                if (apart_along(n, p, box)) return CAROM_DISJOINT;
            }
            for (int k = 0; k < 8; k++) {
                cross_whole(n, p[i], p[j], p[i], p[k]);
                if (apart_along(n, p, box)) return CAROM_DISJOINT;
                long long most = dot_whole(n, p[i]), outer = dot_whole(n, box[0]);
                bool faces = n[0] || n[1] || n[2];
                for (int m = 0; m < 8; m++) {
                    faces = faces && dot_whole(n, p[m]) <= most;
                    outer = dot_whole(n, box[m]) > outer ? dot_whole(n, box[m]) : outer;
                }
                inside = inside && !(faces && outer >= most);
            }
        }
    return inside ? CAROM_CONTAINS : CAROM_INTERSECTS;
}

static long long lattice(int reach) {
    return (long long)floor(random_in(-reach, reach + 1));
}

static carom_vec3 of_whole(whole w) {
    return v3((double)w.x[0], (double)w.x[1], (double)w.x[2]);
}

/* Corners of a frustum that bend, or any eight points. */
static void random_corners(whole p[8], int style, int reach) {
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 3; k++) {
            const int bit = i >> k & 1, wide = i & 4 ? 2 : 1;
            p[i].x[k] = style == 0   ? lattice(reach)
                        : style == 1 ? (bit ? reach : -reach) * (k < 2 ? wide : 2) / 2
                                     : (bit ? reach : -reach) * (k < 2 ? wide : 2) / 2 + lattice(2);
        }
}

static carom_vec3 turned_about(carom_vec3 v, int turn, double scale) {
    const double x[3] = {(double)v.x * scale, (double)v.y * scale, (double)v.z * scale};
    return v3(x[turn % 3], x[(turn + 1) % 3], x[(turn + 2) % 3]);
}

static void boxes_by_force(void **state) {
    (void)state;
    int counts[4] = {0}, conservative = 0;
    volume_seed = 31;
    for (int n = 0; n < 3000; n++) {
        const int reach = 3 << n % 4;
        whole p[8], box[8], ends[2];
        random_corners(p, n % 3, reach);
        carom_vec3 corners[8], moved[8];
        for (int i = 0; i < 8; i++)
            corners[i] = of_whole(p[i]);
        carom_frustum f, g;
        carom_status status = carom_frustum_from_corners(&f, corners);
        if (status != CAROM_OK) {
            assert_int_equal(status, CAROM_ERROR_ARGUMENT);
            continue;
        }
        const int turn = n % 3;
        const double scale = ldexp(1, n % 2 ? 20 : -20);
        for (int i = 0; i < 8; i++) /* also in another order, turned and scaled */
            moved[(i * 3 + n) % 8] = turned_about(corners[i], turn, scale);
        assert_int_equal(carom_frustum_from_corners(&g, moved), CAROM_OK);
        assert_int_equal(g.sides.face_count, f.sides.face_count);
        for (int b = 0; b < 12; b++) {
            for (int k = 0; k < 3; k++) {
                ends[0].x[k] = lattice(2 * reach);
                ends[1].x[k] = ends[0].x[k] + llabs(lattice(b % 4 ? reach : 2 * reach));
                if (b % 3 == 1) /* touching corners often */
                    ends[b & 1].x[k] = p[b % 8].x[k];
                if (ends[1].x[k] < ends[0].x[k]) ends[1].x[k] = ends[0].x[k];
            }
            for (int i = 0; i < 8; i++)
                for (int k = 0; k < 3; k++)
                    box[i].x[k] = ends[i >> k & 1].x[k];
            const carom_relation right = relation_by_force(p, box);
            const carom_aabb given = {of_whole(ends[0]), of_whole(ends[1])};
            assert_int_equal(carom_frustum_classify_aabb(&f, &given), right);
            const carom_aabb same = {turned_about(given.min, turn, scale),
                                     turned_about(given.max, turn, scale)};
            assert_int_equal(carom_frustum_classify_aabb(&g, &same), right);
            counts[right]++;
            carom_frustum faces_alone = f;
            memset(faces_alone.sides.edge_counts, 0, 3);
            conservative += carom_frustum_classify_aabb(&faces_alone, &given) != right;
        }
    }
    assert_true(counts[CAROM_DISJOINT] > 3000 && counts[CAROM_INTERSECTS] > 3000 &&
                counts[CAROM_CONTAINS] > 100);
    assert_true(conservative > 10); /* edges decide some */
}

/* ---- cameras and matrices */

static void cameras(void **state) {
    (void)state;
    const carom_frustum right = view();
    carom_frustum f;
    carom_frustum_def def = {.forward = {0, 0, -3},
                             .up = {0, 2, 5},
                             .fovy = (carom_real)1.5707963267948966,
                             .aspect = 1,
                             .near_distance = 1,
                             .far_distance = 8};
    assert_int_equal(carom_frustum_from_camera(&f, &def), CAROM_OK);
    const double slack = 16 * (double)CAROM_REAL_EPSILON;
    for (int i = 0; i < 8; i++)
        assert_true(apart(f.corners[i], right.corners[i]) < slack);
    def.fovy = 0;
    def.height = 4;
    def.aspect = 2;
    def.eye = v3(1, 2, 3);
    assert_int_equal(carom_frustum_from_camera(&f, &def), CAROM_OK);
    assert_same(f.corners[0], v3(-3, 0, 2));
    assert_same(f.corners[7], v3(5, 4, -5));
    /* OpenGL's, D3D's and the reversed matrix of the same view: n = 1, f = 8 */
    const double rows[3][2] = {{-9.0 / 7, -16.0 / 7}, {-8.0 / 7, -8.0 / 7}, {1.0 / 7, 8.0 / 7}};
    const carom_real depths[3][2] = {{-1, 1}, {0, 1}, {1, 0}};
    carom_real m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0};
    for (int i = 0; i < 3; i++) {
        m[10] = (carom_real)rows[i][0];
        m[14] = (carom_real)rows[i][1];
        assert_int_equal(carom_frustum_from_columns(&f, m, depths[i][0], depths[i][1]), CAROM_OK);
        for (int k = 0; k < 8; k++)
            assert_true(apart(f.corners[k], right.corners[k]) < 40 * slack);
    }
    carom_plane planes[6];
    carom_frustum_planes(&right, planes);
    const carom_vec3 normals[6] = {v3(-1, 0, 1), v3(1, 0, 1), v3(0, -1, 1),
                                   v3(0, 1, 1),  v3(0, 0, 1), v3(0, 0, -1)};
    for (int i = 0; i < 6; i++)
        assert_about(dot_of(planes[i].normal, normals[i]), length_of(normals[i]), slack);
    assert_about((double)planes[4].offset, -1, slack);
    assert_about((double)planes[5].offset, 8, slack);
    m[10] = -1; /* the far plane at infinity, near at 1 */
    m[14] = -2;
    assert_int_equal(carom_frustum_from_columns(&f, m, -1, 1), CAROM_ERROR_NOT_FINITE);
    m[11] = 0;
    m[14] = 0;
    assert_int_equal(carom_frustum_from_columns(&f, m, -1, 1), CAROM_ERROR_ARGUMENT);
    m[0] = (carom_real)NAN;
    assert_int_not_equal(carom_frustum_from_columns(&f, m, -1, 1), CAROM_OK);
    assert_int_equal(carom_frustum_from_columns(&f, NULL, -1, 1), CAROM_ERROR_ARGUMENT);
}

static void refused(void **state) {
    (void)state;
    const carom_frustum_def good = {.forward = {1, 0, 0},
                                    .up = {0, 1, 0},
                                    .fovy = 1,
                                    .aspect = 1,
                                    .near_distance = 1,
                                    .far_distance = 2};
    carom_frustum f;
    assert_int_equal(carom_frustum_from_camera(&f, &good), CAROM_OK);
    for (int i = 0; i < 12; i++) {
        carom_frustum_def bad = good;
        if (i == 0) bad.forward = v3(0, 0, 0);
        if (i == 1) bad.up = v3(-2, 0, 0);
        if (i == 2) bad.fovy = (carom_real)3.1415927410125732;
        if (i == 3) bad.fovy = -1;
        if (i == 4) bad.fovy = 0;
        if (i == 5) bad.aspect = 0;
        if (i == 6) bad.near_distance = 0;
        if (i == 7) bad.far_distance = 1;
        if (i == 8) bad.fovy = (carom_real)NAN;
        if (i == 9) bad.far_distance = (carom_real)INFINITY;
        if (i == 10) bad.eye.x = (carom_real)NAN;
        if (i == 11) bad.eye.x = CAROM_REAL_MAX; /* no volume is left */
        const carom_status right =
            i == 9 || i == 10 ? CAROM_ERROR_NOT_FINITE : CAROM_ERROR_ARGUMENT;
        assert_int_equal(carom_frustum_from_camera(&f, &bad), right);
    }
    assert_int_equal(carom_frustum_from_camera(&f, NULL), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_frustum_from_camera(NULL, &good), CAROM_ERROR_ARGUMENT);
    assert_int_equal(carom_frustum_from_corners(&f, NULL), CAROM_ERROR_ARGUMENT);
    const carom_real bad[] = {(carom_real)NAN, (carom_real)INFINITY};
    for (int i = 0; i < 2; i++) {
        const carom_sphere ball = {v3(1.5, 0, 0), bad[i]}, lost = {{bad[i], 0, 0}, 1};
        const carom_vec3 point = {1.5, bad[i], 0};
        assert_int_equal(carom_frustum_classify_sphere(&f, &ball), CAROM_DISJOINT);
        assert_int_equal(carom_frustum_classify_sphere(&f, &lost), CAROM_DISJOINT);
        assert_int_equal(carom_frustum_classify_point(&f, point), CAROM_DISJOINT);
        assert_int_equal(box_at(&f, point, point), CAROM_DISJOINT);
    }
    assert_int_equal(box_at(&f, v3(1.6, 0, 0), v3(1.4, 0, 0)), CAROM_DISJOINT);
}

/* ---- spheres beside the hull's distance, and the walks */

static carom_frustum slanting(void) {
    const carom_frustum_def def = {.eye = {-3, 1, 2},
                                   .forward = {3, -1, (carom_real)-1.5},
                                   .up = {0, 1, 0},
                                   .fovy = 1,
                                   .aspect = (carom_real)1.5,
                                   .near_distance = (carom_real)0.5,
                                   .far_distance = 6};
    carom_frustum f;
    assert_int_equal(carom_frustum_from_camera(&f, &def), CAROM_OK);
    return f;
}

static void spheres_and_hull(void **state) {
    (void)state;
    const carom_frustum f = slanting();
    carom_hull *hull = NULL;
    assert_int_equal(carom_frustum_hull(&hull, &f), CAROM_OK);
    assert_int_equal(carom_hull_vertex_count(hull), 8);
    assert_int_equal(carom_hull_face_count(hull), f.sides.face_count);
    const carom_shape solid = carom_shape_hull(hull);
    const carom_pose still = carom_pose_identity();
    int counts[4] = {0};
    volume_seed = 8;
    for (int n = 0; n < 2000; n++) {
        const carom_sphere ball = {random_vec(6), (carom_real)(n % 2 ? random01() : 0.1)};
        const carom_shape shape = carom_shape_sphere(ball.center, ball.radius);
        const carom_relation got = carom_frustum_classify_sphere(&f, &ball);
        const carom_aabb box = {ball.center, step(ball.center, v3(1, 1, 1), random01())};
        carom_shape boxed = {.kind = CAROM_SHAPE_AABB, .as.aabb = box};
        assert_int_equal(carom_frustum_classify_aabb(&f, &box) != CAROM_DISJOINT,
                         carom_overlap(&solid, still, &boxed, still));
        assert_int_equal(got != CAROM_DISJOINT, carom_overlap(&solid, still, &shape, still));
        assert_int_equal(got == CAROM_CONTAINS,
                         carom_classify(&solid, still, &shape, still) == CAROM_CONTAINS);
        counts[got]++;
    }
    assert_true(counts[CAROM_CONTAINS] > 20 && counts[CAROM_INTERSECTS] > 50);
    carom_hull_destroy(hull);
}

enum { BOXES = 600 };

static void walks(void **state) {
    (void)state;
    const carom_frustum f = slanting();
    carom_aabb boxes[BOXES];
    bool seen[BOXES];
    size_t right = 0;
    volume_seed = 4;
    for (int i = 0; i < BOXES; i++) {
        boxes[i].min = random_vec(6);
        boxes[i].max = step(boxes[i].min, v3(1, 2, 1), random01());
        seen[i] = carom_frustum_classify_aabb(&f, &boxes[i]) != CAROM_DISJOINT;
        right += seen[i];
    }
    assert_true(right > 30 && right < BOXES / 2);
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++) {
        carom_space_def def = {.kind = (carom_space_kind)kind, .boxes = boxes, .count = BOXES};
        carom_space *space = NULL;
        uint32_t ids[BOXES];
        assert_int_equal(carom_space_create(&space, &def), CAROM_OK);
        assert_int_equal(carom_space_query_frustum(space, &f, NULL, 7), right);
        assert_int_equal(carom_space_query_frustum(space, &f, ids, BOXES), right);
        for (size_t i = 0; i < right; i++)
            assert_true(seen[ids[i]]);
        carom_space_destroy(space);
    }
    const carom_vec3 corners[3] = {v3(0, 0, 0), v3(1, 0, 0), v3(0, 1, 1)};
    const uint32_t indices[3] = {0, 1, 2};
    const carom_mesh_def part = {
        .vertices = corners, .indices = indices, .vertex_count = 3, .triangle_count = 1};
    carom_mesh *mesh = NULL;
    assert_int_equal(carom_mesh_create(&mesh, &part), CAROM_OK);
    carom_placed_mesh placed[BOXES] = {{0}};
    size_t expected = 0;
    for (int i = 0; i < BOXES; i++) {
        if (i % 7 == 3) continue;
        placed[i].mesh = mesh;
        placed[i].pose.position = boxes[i].min;
        const carom_aabb one = {boxes[i].min, step(boxes[i].min, v3(1, 1, 1), 1)};
        seen[i] = carom_frustum_classify_aabb(&f, &one) != CAROM_DISJOINT;
        expected += seen[i];
    }
    const carom_scene_def def = {.instances = placed, .count = BOXES};
    carom_scene *scene = NULL;
    uint32_t ids[BOXES];
    assert_int_equal(carom_scene_create(&scene, &def), CAROM_OK);
    const size_t count = carom_scene_query_frustum(scene, &f, ids, BOXES);
    assert_int_equal(count, expected);
    for (size_t i = 0; i < count; i++)
        assert_true(placed[ids[i]].mesh && seen[ids[i]]);
    assert_int_equal(carom_scene_query_frustum(scene, &f, ids, 2), count);
    carom_scene_destroy(scene);
    carom_mesh_destroy(mesh);
    const carom_scene_def nothing = {0};
    assert_int_equal(carom_scene_create(&scene, &nothing), CAROM_OK);
    assert_int_equal(carom_scene_query_frustum(scene, &f, ids, BOXES), 0);
    carom_scene_destroy(scene);
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++) {
        const carom_space_def none = {.kind = (carom_space_kind)kind};
        carom_space *space = NULL;
        assert_int_equal(carom_space_create(&space, &none), CAROM_OK);
        assert_int_equal(carom_space_query_frustum(space, &f, ids, BOXES), 0);
        carom_space_destroy(space);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand), cmocka_unit_test(boxes_by_force),
        cmocka_unit_test(cameras), cmocka_unit_test(refused),
        cmocka_unit_test(walks),   cmocka_unit_test(spheres_and_hull),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
