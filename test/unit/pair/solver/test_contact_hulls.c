/* Contacts of hulls, which start from the facet that tells their depth, are those of the general
 * method: cold, along sequences, flush, apart, and with margins. What faces share has the same bits
 * from every set of instructions. And the search for that facet ends. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "convex/support/feature.h"
#include "convex/manifold/hull_face_clip.h"
#include "convex/support/support.h"
#include "pair/pose/convex_view.h"
#include "common/test_seeded_common.h"

#define HULLS 8
#define PRISMS 3 /* the last of them */
#define ROUNDS 1500
/* The deepest pair is named by two corners, and of an edge either end may be the farthest. */
#define WITNESS 0xc0000000u
#define NEAR (sizeof(carom_real) == 8 ? 1e-12 : 1e-5)

typedef struct hull_pair {
    carom_shape shape[2];
    carom_pose pose[2];
} hull_pair;

static carom_hull *hulls[HULLS];

static carom_hull *hull_of(const carom_vec3 *points, int count) {
    carom_hull *hull = NULL;
    const carom_hull_def def = {.points = points, .point_count = (size_t)count};
    assert_int_equal(carom_hull_create(&hull, &def), CAROM_OK);
    return hull;
}

/* On the unit sphere; of the first hull on the corners of a cube. */
static carom_vec3 seeded_corner(uint64_t *random, int hull, int i) {
    carom_vec3 at = seeded3(random, 1.0);
    const double size = sqrt((double)(at.x * at.x + at.y * at.y + at.z * at.z));
    if (hull == 0)
        return (carom_vec3){(carom_real)(i & 1 ? 0.5 : -0.5), (carom_real)(i & 2 ? 0.5 : -0.5),
                            (carom_real)(i & 4 ? 0.5 : -0.5)};
    return (carom_vec3){(carom_real)((double)at.x / size), (carom_real)((double)at.y / size),
                        (carom_real)((double)at.z / size)};
}

/* Round a regular polygon. */
static carom_vec3 prism_corner(int count, int i) {
    const double angle = 6.283185307179586 * (i / 2) / (count / 2);
    return (carom_vec3){(carom_real)cos(angle), (carom_real)sin(angle),
                        (carom_real)(i % 2 ? 0.4 : -0.4)};
}

/* A cube, which has parallel edges and square faces, hulls of few to many corners, and prisms, the
 * last with more sides than faces have that are looked at in lanes. */
static int make_all(void **state) {
    static const int counts[HULLS] = {8, 8, 20, 60, 200, 10, 16, 22};
    carom_vec3 points[200];
    uint64_t random = 1;
    for (int h = 0; h < HULLS; h++) {
        for (int i = 0; i < counts[h]; i++)
            points[i] =
                h < HULLS - PRISMS ? seeded_corner(&random, h, i) : prism_corner(counts[h], i);
        hulls[h] = hull_of(points, counts[h]);
    }
    return 0;
}

static int drop_all(void **state) {
    for (int h = 0; h < HULLS; h++)
        carom_hull_destroy(hulls[h]);
    return 0;
}

static carom_quat seeded_turn(uint64_t *state) {
    double q[4], square = 0.0;
    for (int i = 0; i < 4; i++) {
        q[i] = seeded(state);
        square += q[i] * q[i];
    }
    double unit = 1.0 / sqrt(square);
    carom_quat out = {(carom_real)(q[0] * unit), (carom_real)(q[1] * unit),
                      (carom_real)(q[2] * unit), (carom_real)(q[3] * unit)};
    return out;
}

/* Every other pair is turned alike, so that cubes lie flush. */
static hull_pair seeded_pair(uint64_t *state, int round) {
    hull_pair pair = {0};
    for (int k = 0; k < 2; k++) {
        int h = (int)((seeded(state) + 1.0) * 0.5 * HULLS);
        pair.shape[k].kind = CAROM_SHAPE_HULL;
        pair.shape[k].as.hull.hull = hulls[h < HULLS ? h : 0];
        pair.pose[k].position = seeded3(state, 0.8);
        pair.pose[k].rotation = seeded_turn(state);
    }
    if (round % 2 == 0) pair.pose[1].rotation = pair.pose[0].rotation;
    return pair;
}

static void assert_near(double a, double b, double tolerance) {
    assert_true(fabs(a - b) <= tolerance);
}

static bool is_same_place(carom_vec3 a, carom_vec3 b, double tolerance) {
    return fabs((double)(a.x - b.x)) <= tolerance && fabs((double)(a.y - b.y)) <= tolerance &&
           fabs((double)(a.z - b.z)) <= tolerance;
}

static bool is_same_point(const carom_contact_point *p, const carom_contact_point *q) {
    return (p->id == q->id || (p->id >= WITNESS && q->id >= WITNESS)) &&
           fabs((double)(p->depth - q->depth)) <= NEAR &&
           is_same_place(p->point_a, q->point_a, NEAR) &&
           is_same_place(p->point_b, q->point_b, NEAR);
}

/* Faces that lie flush are as deep everywhere: rounding says which point comes first, and of too
 * many which are kept. */
static bool has_equal_depths(const carom_contact_manifold *m) {
    for (int i = 1; i < m->count; i++)
        if (m->points[i - 1].depth - m->points[i].depth <= (carom_real)(2.0 * NEAR)) return true;
    return false;
}

/* `all`: without a limit, of which `m` keeps some. */
static void assert_same_contacts(const carom_contact_manifold *m, const carom_contact_manifold *all,
                                 const carom_contact_manifold *expected) {
    assert_int_equal(m->count, expected->count);
    assert_int_equal(m->certainty, expected->certainty);
    assert_true(is_same_place(m->normal, expected->normal, NEAR));
    if (m->count == 0) return;
    assert_near((double)m->points[0].depth, (double)expected->points[0].depth, NEAR);
    for (int i = 0; i < m->count; i++) {
        bool met = false;
        for (int k = 0; k < all->count; k++)
            met |= is_same_point(&m->points[i], &all->points[k]);
        assert_true(met);
        assert_true(i == 0 || m->points[i].depth <= m->points[i - 1].depth);
        assert_true(has_equal_depths(all) || is_same_point(&m->points[i], &expected->points[i]));
        for (int k = 0; k < i; k++)
            assert_true(m->points[i].id != m->points[k].id);
    }
}

static carom_vec3 stored(vec3 v) {
    return (carom_vec3){(carom_real)v.x, (carom_real)v.y, (carom_real)v.z};
}

/* As of any two convex shapes, in the order of their places. */
static carom_contact_manifold general_contacts(const hull_pair *pair, carom_real margin, int held) {
    carom_contact_manifold m = {.margin = margin, .capacity = held};
    carom_posed_shape posed[2];
    convex_shape shape[2];
    convex_manifold found;
    for (int k = 0; k < 2; k++) {
        assert_true(carom_shape_pose(&posed[k], &pair->shape[k], pair->pose[k]));
        carom_view_posed_hull(&shape[k], &posed[k]);
    }
    const bool flip = shape[0].center.x > shape[1].center.x;
    const manifold_options options = {(double)margin, held, NULL};
    carom_convex_manifold_any(&shape[flip], &shape[!flip], &options, &found);
    if (flip) carom_convex_swap_manifold(&found);
    m.count = found.count;
    m.normal = stored(found.count > 0 ? found.normal : vec(0, 0, 0));
    m.certainty = (carom_certainty)found.status;
    for (int i = 0; i < found.count; i++) {
        const manifold_point *p = &found.points[i];
        m.points[i] = (carom_contact_point){.point_a = stored(p->point_a),
                                            .point_b = stored(p->point_b),
                                            .depth = (carom_real)p->depth,
                                            .id = p->id};
    }
    return m;
}

static carom_contact_manifold posed_contacts(const hull_pair *pair, carom_real margin, int held,
                                             carom_pair_cache *cache) {
    carom_contact_manifold m = {.margin = margin, .capacity = held};
    carom_posed_shape posed[2];
    for (int k = 0; k < 2; k++)
        assert_true(carom_shape_pose(&posed[k], &pair->shape[k], pair->pose[k]));
    if (cache)
        carom_contact_posed_cached(&posed[0], &posed[1], &m, cache);
    else
        carom_contact_posed(&posed[0], &posed[1], &m);
    return m;
}

static void cold(void **state) {
    uint64_t random = 2;
    int met = 0, missed = 0;
    for (int round = 0; round < ROUNDS; round++) {
        const hull_pair pair = seeded_pair(&random, round);
        const carom_real margin = (carom_real)(round % 3 == 0 ? 0.1 : 0.0);
        const carom_contact_manifold expected = general_contacts(&pair, margin, round % 9);
        const carom_contact_manifold found = posed_contacts(&pair, margin, round % 9, NULL);
        const carom_contact_manifold all = general_contacts(&pair, margin, CAROM_CONTACT_LIMIT);
        assert_same_contacts(&found, &all, &expected);
        met += found.count > 0;
        missed += found.count == 0;
    }
    assert_true(met > ROUNDS / 4 && missed > ROUNDS / 20);
}

/* B drifts past A, so that the two change their order. */
static void along_sequences(void **state) {
    uint64_t random = 3;
    for (int round = 0; round < ROUNDS / 10; round++) {
        carom_pair_cache cache = {0};
        hull_pair pair = seeded_pair(&random, round);
        const carom_vec3 drift = seeded3(&random, 0.1);
        for (int frame = 0; frame < 10; frame++) {
            const carom_contact_manifold expected = general_contacts(&pair, 0, 4);
            const carom_contact_manifold found = posed_contacts(&pair, 0, 4, &cache);
            const carom_contact_manifold all = general_contacts(&pair, 0, CAROM_CONTACT_LIMIT);
            assert_same_contacts(&found, &all, &expected);
            pair.pose[1].position.x += drift.x;
            pair.pose[1].position.y += drift.y;
            pair.pose[1].position.z += drift.z;
        }
    }
}

/* Swapping A and B swaps the answer and changes no bit of it. */
static void swapped(void **state) {
    uint64_t random = 4;
    for (int round = 0; round < ROUNDS; round++) {
        const hull_pair pair = seeded_pair(&random, round);
        const hull_pair back = {{pair.shape[1], pair.shape[0]}, {pair.pose[1], pair.pose[0]}};
        const carom_contact_manifold m = posed_contacts(&pair, 0, 4, NULL);
        const carom_contact_manifold n = posed_contacts(&back, 0, 4, NULL);
        assert_int_equal(m.count, n.count);
        assert_true(m.normal.x == -n.normal.x && m.normal.y == -n.normal.y);
        for (int i = 0; i < m.count; i++) {
            assert_true(m.points[i].depth == n.points[i].depth);
            assert_memory_equal(&m.points[i].point_a, &n.points[i].point_b, sizeof(carom_vec3));
        }
    }
}

static bool is_same_real(double a, double b) {
    return memcmp(&a, &b, sizeof a) == 0;
}

static void assert_same_bits(const convex_manifold *m, const convex_manifold *n) {
    assert_int_equal(m->count, n->count);
    for (int i = 0; i < m->count; i++) {
        const manifold_point *p = &m->points[i], *q = &n->points[i];
        assert_memory_equal(&p->point_a, &q->point_a, sizeof(vec3));
        assert_memory_equal(&p->point_b, &q->point_b, sizeof(vec3));
        assert_true(is_same_real(p->depth, q->depth) && p->id == q->id);
    }
}

/* Every face of A as the window, over the face of B that faces it. */
static void sets_agree(void **state) {
    uint64_t random = 6;
    int plain = 0, left = 0;
    for (int round = 0; round < ROUNDS / 10 && SIMD_RUNS_AVX2; round++) {
        hull_pair pair = seeded_pair(&random, round);
        convex_shape shape[2];
        for (int k = 0; k < 2; k++) {
            carom_posed_shape posed;
            assert_true(carom_shape_pose(&posed, &pair.shape[k], pair.pose[k]));
            carom_view_posed_hull(&shape[k], &posed);
        }
        for (int face = 0; face < shape[0].hull->face_count; face++) {
            const vec3 n = convex_rotated_normal(&shape[0], shape[0].hull->face_normal[face]);
            const vec3 along = carom_normalize_or(n, n);
            const vec3 u = convex_to_axes(&shape[1], neg3(along));
            const int vertex = carom_convex_hull_support(shape[1].hull, &u, 0);
            const hull_patch patch = {
                .window = &shape[0],
                .other = &shape[1],
                .window_face = face,
                .other_face = carom_hull_facing_face_at_vertex(shape[1].hull, vertex, u).face,
                .along = along,
                .normal = n,
                .margin = 10.0};
            convex_manifold native, avx2;
            const bool told = carom_hull_face_clip_native(&patch, round % 9, &native);
            assert_int_equal(told,
                             SIMD_X86_NAME(carom_hull_face_clip, avx2)(&patch, round % 9, &avx2));
            if (told) assert_same_bits(&native, &avx2);
            plain += told, left += !told;
        }
    }
    assert_true(!SIMD_RUNS_AVX2 || (plain > ROUNDS && left > 0));
}

/* A small hull and a prism of which an arc was halved without end in float: each time one half
 * came to nothing, and the limit on steps was met just there. */
static void search_that_ends(void **state) {
    static const carom_vec3 corners[8] = {{-0x1.787cb6p-1f, 0x1.0356fp-1f, -0x1.cd0fbp-2f},
                                          {-0x1.56c802p-1f, -0x1.53a562p-1f, 0x1.5642bp-2f},
                                          {0x1.8d038p-2f, 0x1.b40fp-3f, -0x1.cb3078p-1f},
                                          {0x1.9e822cp-1f, 0x1.2b75c4p-4f, 0x1.2a342ep-1f},
                                          {0x1.2aadep-1f, -0x1.56fefp-5f, -0x1.9f4d24p-1f},
                                          {0x1.f6adb8p-4f, 0x1.930e18p-1f, -0x1.356c3cp-1f},
                                          {-0x1.22e396p-2f, 0x1.9fb058p-1f, -0x1.052324p-1f},
                                          {-0x1.05d2p-11f, 0x1.d8d92ap-2f, -0x1.c62514p-1f}};
    carom_vec3 prism[12];
    for (int i = 0; i < 12; i++) {
        static const carom_vec3 rim[6] = {{0x1p+0f, 0, 0},
                                          {0x1p-1f, 0x1.bb67aep-1f, 0},
                                          {-0x1p-1f, 0x1.bb67aep-1f, 0},
                                          {-0x1p+0f, 0x1.1a6264p-53f, 0},
                                          {-0x1p-1f, -0x1.bb67aep-1f, 0},
                                          {0x1p-1f, -0x1.bb67aep-1f, 0}};
        prism[i] = rim[i / 2];
        prism[i].z = (carom_real)(i % 2 ? 0.5 : -0.5);
    }
    hull_pair pair = {
        .pose = {{.position = {0x1.113f2p-5f, 0x1.5a6c68p-4f, 0x1.0719cp-4f},
                  .rotation = {0x1.936884p-3f, -0x1.4ea816p-2f, 0x1.e5091ep-2f, -0x1.9665dap-1f}},
                 {.position = {0x1.6ede42p-5f, -0x1.770146p-3f, -0x1.3f10f8p-3f},
                  .rotation = {-0x1.23ac66p-1f, 0x1.656b5cp-2f, 0x1.5612d8p-1f, 0x1.4f6p-2f}}}};
    carom_hull *const made[2] = {hull_of(corners, 8), hull_of(prism, 12)};
    for (int k = 0; k < 2; k++) {
        pair.shape[k].kind = CAROM_SHAPE_HULL;
        pair.shape[k].as.hull.hull = made[k];
    }
    const carom_contact_manifold m = posed_contacts(&pair, 0, 4, NULL);
    assert_true(m.count > 0 && m.points[0].depth > 0.5f);
    carom_hull_destroy(made[0]);
    carom_hull_destroy(made[1]);
}

static void not_finite(void **state) {
    uint64_t random = 5;
    const carom_real wrong[3] = {(carom_real)NAN, (carom_real)INFINITY, (carom_real)-INFINITY};
    for (int k = 0; k < 3; k++) {
        hull_pair pair = seeded_pair(&random, 0);
        carom_posed_shape posed[2];
        carom_contact_manifold m = {.margin = 0, .capacity = 4};
        pair.pose[0].position.x = wrong[k];
        carom_shape_pose(&posed[0], &pair.shape[0], pair.pose[0]);
        carom_shape_pose(&posed[1], &pair.shape[1], pair.pose[1]);
        assert_int_equal(carom_contact_posed(&posed[0], &posed[1], &m), 0);
        posed[0].shape.kind = CAROM_SHAPE_COMPOUND; /* as memory that was never set may say */
        posed[0].shape.as.compound = NULL;
        assert_int_equal(carom_contact_posed(&posed[0], &posed[1], &m), 0);
        pair.pose[0].position.x = 0;
        const carom_contact_manifold touching = posed_contacts(&pair, 0, 4, NULL);
        m = posed_contacts(&pair, wrong[k], 4, NULL); /* a margin that is none is 0 */
        assert_true(m.count > 0 && m.count == touching.count && m.margin == 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cold),       cmocka_unit_test(along_sequences),
        cmocka_unit_test(swapped),    cmocka_unit_test(search_that_ends),
        cmocka_unit_test(sets_agree), cmocka_unit_test(not_finite),
    };
    return cmocka_run_group_tests(tests, make_all, drop_all);
}
