/* Manifolds: what is asked, and what holds of every one. */
#ifndef CAROM_TEST_MANIFOLD_COMMON_H
#define CAROM_TEST_MANIFOLD_COMMON_H

#include "carom/contact.h"
#include "common/test_ground_common.h"

static inline carom_contact_manifold contact_of(const carom_shape *a, carom_pose pa,
                                                const carom_shape *b, carom_pose pb) {
    carom_contact_manifold m = {.capacity = CAROM_CONTACT_LIMIT};
    int32_t count = carom_contact(a, pa, b, pb, &m);
    assert_int_equal(count, m.count);
    return m;
}

/* As the first of `out` asks. */
static inline int contacts_asked(const carom_shape *a, carom_pose pa, const carom_shape *b,
                                 carom_pose pb, carom_contact_manifold *out) {
    carom_posed_shape p, q;
    assert_true(carom_shape_pose(&p, a, pa) && carom_shape_pose(&q, b, pb));
    return carom_contact_several(&p, &q, out, CAROM_CONTACT_LIMIT);
}

static inline int contacts_of(const carom_shape *a, carom_pose pa, const carom_shape *b,
                              carom_pose pb, carom_contact_manifold *out) {
    out[0] = (carom_contact_manifold){.capacity = CAROM_CONTACT_LIMIT};
    return contacts_asked(a, pa, b, pb, out);
}

static inline bool has_point(const carom_contact_manifold *m, carom_vec3 on_a, double tolerance) {
    for (int i = 0; i < m->count; i++)
        if (apart(m->points[i].point_a, on_a) <= tolerance) return true;
    return false;
}

/* What holds of every manifold. */
static inline void check_manifold(const carom_contact_manifold *m, double size) {
    double near = 32 * EPS * size;
    assert_in_range(m->count, 1, CAROM_CONTACT_LIMIT);
    assert_about(length_of(m->normal), 1, 16 * EPS);
    for (int i = 0; i < m->count; i++) {
        const carom_contact_point *p = &m->points[i];
        carom_vec3 back = step(p->point_b, m->normal, (double)p->depth);
        assert_true((double)p->depth >= -(double)m->margin - near);
        assert_true(i == 0 || p->depth <= m->points[i - 1].depth);
        assert_about(apart(p->point_a, back), 0, near);
        for (int k = 0; k < i; k++)
            assert_true(m->points[k].id != p->id);
    }
}

static inline void assert_same_points(const carom_contact_manifold *m,
                                      const carom_contact_manifold *n, double near) {
    assert_int_equal(m->count, n->count);
    assert_about(apart(m->normal, n->normal), 0, near);
    for (int i = 0; i < m->count; i++)
        assert_true(has_point(n, m->points[i].point_a, near));
}

static inline void reverse_triangles(test_mesh *out, const test_mesh *m) {
    out->count = 0;
    for (size_t i = m->count; i > 0; i--) {
        const carom_vec3 *v = &m->vertices[3 * (i - 1)];
        add_test_triangle(out, v[0], v[1], v[2]);
    }
    build_test_mesh(out);
}

static inline void make_room_corner(test_mesh *m) {
    double t = 0.37;
    m->count = 0;
    add_tiles(m, v3(0, 0, 0), v3(t, 0, 0), v3(0, t, 0), 6);
    add_tiles(m, v3(0, 0, 0), v3(0, t, 0), v3(0, 0, t), 6);
    add_tiles(m, v3(0, 0, 0), v3(0, 0, t), v3(t, 0, 0), 6);
    build_test_mesh(m);
}

#endif
