/* Contacts of a hull of more corners than 14 bits number: a dome over an octagon of which the
 * corners 0 to 3 and 16384 to 16387 are. */
#include "common/test_kinds_common.h"

enum { OCTAGON = 8, DOME = 20400, EARLY = 4, LATE = 16384 };

static carom_vec3 dome_corner(int i) {
    bool early = i < EARLY, late = i >= LATE && i < LATE + OCTAGON - EARLY;
    if (early || late) {
        double angle = (early ? i : i - LATE + EARLY) * 0.78539816339744831;
        return v3(cos(angle), sin(angle), 0);
    }
    double z = 0.1 + 0.9 * (i + 0.5) / DOME, r = sqrt(1 - z * z), turn = i * 2.399963229728653;
    return v3(r * cos(turn), r * sin(turn), z);
}

static carom_hull *make_dome(void) {
    carom_vec3 *points = malloc(DOME * sizeof *points);
    carom_hull *hull = NULL;
    assert_non_null(points);
    for (int i = 0; i < DOME; i++)
        points[i] = dome_corner(i);
    assert_int_equal(
        carom_hull_create(&hull, &(carom_hull_def){.points = points, .point_count = DOME}),
        CAROM_OK);
    free(points);
    return hull;
}

static void assert_names_differ(const carom_contact_manifold *m) {
    assert_int_equal(m->count, OCTAGON);
    for (int i = 0; i < m->count; i++) {
        assert_about((double)m->points[i].depth, 0.125, 8 * EPS);
        for (int k = 0; k < i; k++)
            assert_true(m->points[i].id != m->points[k].id);
    }
}

/* Flat on a box and on a plane: all corners of the octagon, each with a name of its own, which it
 * keeps when the dome moves on. */
static void dome_on_its_octagon(void **state) {
    (void)state;
    carom_hull *hull = make_dome();
    carom_shape dome = {.kind = CAROM_SHAPE_HULL, .as.hull = {hull, carom_pose_identity()}};
    carom_shape floors[2] = {
        {.kind = CAROM_SHAPE_AABB, .as.aabb = {v3(-4, -4, -4), v3(4, 4, 0.125)}},
        {.kind = CAROM_SHAPE_HALFSPACE, .as.halfspace = {v3(0, 0, 1), (carom_real)0.125}}};
    carom_pose here = carom_pose_identity(), there = {v3(0.25, 0.5, 0), {0, 0, 0, 1}};
    for (int i = 0; i < 2; i++) {
        carom_contact_manifold m = {.capacity = 8}, moved = m;
        carom_contact(&floors[i], here, &dome, here, &m);
        carom_contact(&floors[i], here, &dome, there, &moved);
        assert_names_differ(&m);
        assert_names_differ(&moved);
        for (int k = 0; k < m.count; k++)
            for (int j = 0; j < m.count; j++)
                if (m.points[k].id == moved.points[j].id)
                    assert_vec_about(moved.points[j].point_b, (double)m.points[k].point_b.x + 0.25,
                                     (double)m.points[k].point_b.y + 0.5, 0, 8 * EPS);
    }
    carom_hull_destroy(hull);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dome_on_its_octagon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
