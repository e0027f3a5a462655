/* Solids for hand-made cases, and one assertion that holds a case up to all that must not change
 * its answer. */
#ifndef CAROM_TEST_SOLID_COMMON_H
#define CAROM_TEST_SOLID_COMMON_H

#include "common/solid/soup.h"
#include "common/test_flat_common.h"

#define SOLID_EXPONENT (sizeof(carom_real) == 4 ? 30 : 100)

static solid_soup one, two; /* cleared by begin_solids */

static inline void begin_solids(void) {
    solid_clear(&one);
    solid_clear(&two);
}

static inline void add_solid_triangle(solid_soup *s, carom_vec3 a, carom_vec3 b, carom_vec3 c) {
    uint32_t i = solid_vertex(s, a), j = solid_vertex(s, b), k = solid_vertex(s, c);
    solid_triangle(s, i, j, k);
}

/* Counterclockwise seen from outside; a bit of `diagonals` for each side tells how it is cut. */
static inline void add_solid_box(solid_soup *s, carom_aabb box, unsigned diagonals) {
    static const int sides[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    uint32_t corner[8];
    for (int i = 0; i < 8; i++)
        corner[i] = solid_vertex(s, (carom_vec3){i & 1 ? box.max.x : box.min.x,
                                                 i & 2 ? box.max.y : box.min.y,
                                                 i & 4 ? box.max.z : box.min.z});
    for (unsigned i = 0; i < 6; i++) {
        const int *q = sides[i];
        unsigned turn = diagonals >> i & 1;
        solid_triangle(s, corner[q[turn]], corner[q[turn + 1]], corner[q[turn + 2]]);
        solid_triangle(s, corner[q[turn]], corner[q[turn + 2]], corner[q[(turn + 3) % 4]]);
    }
}

static inline void add_void(solid_soup *s, carom_aabb box) {
    size_t first = s->triangle_count;
    add_solid_box(s, box, 21);
    solid_reverse(s, first, s->triangle_count);
}

/* d is on the side that a, b, c show clockwise, or the tetrahedron is inside out. */
static inline void add_solid_tetrahedron(solid_soup *s, const carom_vec3 v[4]) {
    static const int sides[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
    for (int i = 0; i < 4; i++)
        add_solid_triangle(s, v[sides[i][0]], v[sides[i][1]], v[sides[i][2]]);
}

/* Over a convex polygon, counterclockwise seen from above: `xy` holds x and y of each corner. */
static inline void add_prism(solid_soup *s, const double *xy, int corners, double low,
                             double high) {
    for (int i = 0; i < corners; i++) {
        const double *p = xy + 2 * i, *q = xy + 2 * ((i + 1) % corners);
        carom_vec3 a = v3(p[0], p[1], low), b = v3(q[0], q[1], low);
        carom_vec3 c = v3(q[0], q[1], high), d = v3(p[0], p[1], high);
        add_solid_triangle(s, a, b, c);
        add_solid_triangle(s, a, c, d);
        if (i == 0 || i + 1 == corners) continue;
        add_solid_triangle(s, v3(xy[0], xy[1], high), d, c);
        add_solid_triangle(s, v3(xy[0], xy[1], low), b, a);
    }
}

static inline void move_solid(solid_soup *s, double x, double y, double z) {
    for (size_t i = 0; i < s->vertex_count; i++) {
        carom_vec3 *p = &s->vertices[i];
        *p = v3((double)p->x + x, (double)p->y + y, (double)p->z + z);
    }
}

static inline carom_solid_pair ask_solids(const carom_placed_mesh *a, const carom_placed_mesh *b) {
    carom_solid_pair pair;
    memset(&pair, 0xAA, sizeof pair);
    assert_int_equal(carom_classify_solids(&pair, a, b, NULL), CAROM_OK);
    return pair;
}

static inline void assert_answer(const carom_solid_pair *pair, carom_solid_relation wanted,
                                 const char *when) {
    if (pair->relation != wanted)
        fail_msg("%s: \"%s\", it is \"%s\"", when, solid_names[pair->relation % 9],
                 solid_names[wanted]);
    if (pair->has_witness && !solid_meets(wanted))
        fail_msg("%s: a witness without a common interior", when);
}

/* Under one pose each, both ways. */
static inline void assert_posed(carom_mesh *const mesh[2], carom_pose pose,
                                carom_solid_relation wanted, const char *when) {
    carom_placed_mesh a = {.mesh = mesh[0], .pose = pose}, b = {.mesh = mesh[1], .pose = pose};
    carom_solid_pair pair = ask_solids(&a, &b), swapped = ask_solids(&b, &a);
    assert_answer(&pair, wanted, when);
    assert_answer(&swapped, solid_swapped(wanted), when);
    assert_int_equal(pair.has_witness, swapped.has_witness);
}

/* `one` and `two`, in other orders, at other scales, and one or both inside out. */
static inline void assert_solids(carom_solid_relation wanted) {
    static uint64_t seed = 5;
    for (int variant = 0; variant < 10; variant++) {
        solid_soup *s[2] = {&one, &two};
        carom_mesh *mesh[2];
        char when[32];
        int e = variant < 4 ? 0 : (variant & 1 ? 1 : -1) * SOLID_EXPONENT / (variant < 6 ? 1 : 3);
        for (int i = 0; i < 2; i++) {
            if (variant > 0) solid_shuffle(s[i], &seed);
            if (variant >> i & 1) solid_reverse(s[i], 0, s[i]->triangle_count);
            scale_numbers(s[i]->vertices, s[i]->vertex_count * sizeof(carom_vec3), ldexp(1, e));
            mesh[i] = solid_mesh(s[i]);
            assert_non_null(mesh[i]);
            scale_numbers(s[i]->vertices, s[i]->vertex_count * sizeof(carom_vec3), ldexp(1, -e));
            if (variant >> i & 1) solid_reverse(s[i], 0, s[i]->triangle_count);
        }
        snprintf(when, sizeof when, "variant %d", variant);
        carom_pose turned = {{(carom_real)0.3, (carom_real)-7.1, 5}, {0.1F, 0.7F, -0.1F, 0.7F}};
        assert_posed(mesh, carom_pose_identity(), wanted, when);
        if (e == 0) assert_posed(mesh, turned, wanted, "turned");
        carom_mesh_destroy(mesh[0]);
        carom_mesh_destroy(mesh[1]);
    }
}

static inline void assert_boxes(carom_aabb a, carom_aabb b, carom_solid_relation wanted) {
    for (unsigned diagonals = 0; diagonals < 4; diagonals++) {
        begin_solids();
        add_solid_box(&one, a, diagonals & 1 ? 0x3F : 0);
        add_solid_box(&two, b, diagonals & 2 ? 0x15 : 0x3F);
        assert_solids(wanted);
    }
}

#endif
