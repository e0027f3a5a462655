/* Convex shapes in several voxels together: boxes, flat ones, segments and points against all of
 * their points on a lattice, also on the planes between cells; turned shapes of every convex kind
 * against the free cells, grown and shrunk. */
#include "common/test_cloud_common.h"

/* A grid of unit cells from the origin, each way. */
typedef struct unit_grid {
    carom_real values[6 * 6 * 6];
    carom_compound *compound;
    carom_shape shape;
} unit_grid;

static void make_unit_grid(unit_grid *g, double chance) {
    for (int i = 0; i < 6 * 6 * 6; i++)
        g->values[i] = random01() < chance ? 1 : -1;
    const carom_voxels_def def = {.cell = v3(1, 1, 1), .values = g->values, .size = {6, 6, 6}};
    assert_int_equal(carom_compound_create_voxels(&g->compound, &def), CAROM_OK);
    g->shape = (carom_shape){.kind = CAROM_SHAPE_COMPOUND, .as.compound = g->compound};
}

/* Is a point in a closed occupied cell? */
static bool in_cells(const unit_grid *g, const double p[3]) {
    for (int sides = 0; sides < 8; sides++) {
        int at[3];
        bool inside = true;
        for (int axis = 0; axis < 3; axis++) {
            const bool on_plane = floor(p[axis]) == p[axis];
            at[axis] = (int)floor(p[axis]) - (on_plane && (sides >> axis & 1));
            inside &= at[axis] >= 0 && at[axis] < 6;
        }
        if (inside && g->values[at[0] + 6 * (at[1] + 6 * at[2])] > 0) return true;
    }
    return false;
}

/* All points of a box with corners at quarters: its cells have no finer parts than eighths. */
static bool box_in_cells(const unit_grid *g, const carom_aabb *box) {
    const double low[3] = {(double)box->min.x, (double)box->min.y, (double)box->min.z};
    const double high[3] = {(double)box->max.x, (double)box->max.y, (double)box->max.z};
    double p[3];
    for (p[0] = low[0]; p[0] <= high[0]; p[0] += 0.125)
        for (p[1] = low[1]; p[1] <= high[1]; p[1] += 0.125)
            for (p[2] = low[2]; p[2] <= high[2]; p[2] += 0.125)
                if (!in_cells(g, p)) return false;
    return true;
}

static double quarter(double low, double high) {
    return floor(random_in(low, high) * 4) / 4;
}

/* Boxes, also flat ones and segments and points, on planes between cells and off them. */
static void boxes_in_cells(void **state) {
    (void)state;
    static unit_grid g;
    int held[4] = {0, 0, 0, 0}, free_count = 0;
    for (int round = 0; round < 3000; round++) {
        if (round % 50 == 0) make_unit_grid(&g, round % 100 ? 0.9 : 0.6);
        double low[3], high[3];
        int flat = 0;
        for (int axis = 0; axis < 3; axis++) {
            low[axis] = quarter(-0.2, 5);
            high[axis] = random01() < 0.3 ? low[axis] : low[axis] + quarter(0, 2.5);
            flat += low[axis] == high[axis];
        }
        carom_shape box = {.kind = CAROM_SHAPE_AABB};
        box.as.aabb = (carom_aabb){v3(low[0], low[1], low[2]), v3(high[0], high[1], high[2])};
        const bool expected = box_in_cells(&g, &box.as.aabb);
        const carom_pose stay = carom_pose_identity();
        const carom_relation relation = carom_classify(&g.shape, stay, &box, stay);
        assert_int_equal(relation == CAROM_CONTAINS, expected);
        assert_int_equal(carom_classify(&box, stay, &g.shape, stay) == CAROM_INSIDE, expected);
        if (flat == 2) { /* as a segment it is the same set */
            const carom_shape line = {.kind = CAROM_SHAPE_SEGMENT,
                                      .as.segment = {box.as.aabb.max, box.as.aabb.min}};
            assert_int_equal(carom_classify(&g.shape, stay, &line, stay) == CAROM_CONTAINS,
                             expected);
        }
        held[flat] += expected;
        free_count += !expected;
        if (round % 50 == 49) carom_compound_destroy(g.compound);
    }
    for (int i = 0; i < 4; i++)
        assert_true(held[i] > 10);
    assert_true(free_count > 500);
}

/* Turned shapes: where a sample is outside they are not contained, and where a larger one is
 * contained, a smaller one is. */
static void solids_in_cells(void **state) {
    (void)state;
    static unit_grid g;
    static every_kind other;
    int held = 0;
    for (int round = 0; round < 300; round++) {
        make_unit_grid(&g, 0.97);
        for (carom_shape_kind k = CAROM_SHAPE_SEGMENT; k < CAROM_SHAPE_MESH; k++) {
            if (k >= CAROM_SHAPE_RAY && k <= CAROM_SHAPE_HALFSPACE) continue;
            make_every(&other, k);
            carom_pose pose = pose_every(1);
            pose.position = v3(random_in(1, 5), random_in(1, 5), random_in(1, 5));
            const carom_relation relation =
                carom_classify(&g.shape, carom_pose_identity(), &other.kind.shape, pose);
            for (int i = 0; relation == CAROM_CONTAINS && i < 40; i++) {
                const carom_vec3 s = carom_shape_support(&other.kind.shape, pose, random_vec(1));
                const carom_shape near = {.kind = CAROM_SHAPE_POINT, .as.point = s};
                assert_true(
                    carom_closest(&g.shape, carom_pose_identity(), &near, carom_pose_identity())
                        .distance < (carom_real)1e-5);
            }
            bool outside = false; /* some free cell holds the middle of it well inside */
            for (int i = 0; i < 6 * 6 * 6; i++) {
                carom_shape cell = {.kind = CAROM_SHAPE_AABB};
                const double x = i % 6, y = i / 6 % 6, z = i / 36;
                cell.as.aabb = (carom_aabb){v3(x + 1e-3, y + 1e-3, z + 1e-3),
                                            v3(x + 0.999, y + 0.999, z + 0.999)};
                if (g.values[i] < 0)
                    outside |= carom_overlap(&cell, carom_pose_identity(), &other.kind.shape, pose);
            }
            if (outside) assert_true(relation != CAROM_CONTAINS);
            const carom_aabb bounds = carom_shape_bounds(&other.kind.shape, pose);
            const bool in_grid = bounds.min.x > 0.01 && bounds.min.y > 0.01 &&
                                 bounds.min.z > 0.01 && bounds.max.x < 5.99 &&
                                 bounds.max.y < 5.99 && bounds.max.z < 5.99;
            bool near_free = false;
            for (int i = 0; i < 6 * 6 * 6; i++) {
                carom_shape cell = {.kind = CAROM_SHAPE_AABB};
                const double x = i % 6, y = i / 6 % 6, z = i / 36;
                cell.as.aabb = (carom_aabb){v3(x - 1e-3, y - 1e-3, z - 1e-3),
                                            v3(x + 1.001, y + 1.001, z + 1.001)};
                if (g.values[i] < 0)
                    near_free |=
                        carom_overlap(&cell, carom_pose_identity(), &other.kind.shape, pose);
            }
            if (in_grid && !near_free) assert_int_equal(relation, CAROM_CONTAINS);
            held += relation == CAROM_CONTAINS;
            discard_every(&other);
        }
        carom_compound_destroy(g.compound);
    }
    assert_true(held > 200);
}

/* A bar through three cells; a cell that is missing; a bar on the face of two and of none. */
static void by_hand(void **state) {
    (void)state;
    const carom_voxel_leaf row[3] = {{-2, 0, 0, 16, 1}, {-1, 0, 0, 16, 1}, {0, 0, 0, 16, 1}};
    carom_compound *c = NULL;
    const carom_voxels_def def = {.cell = v3(1, 1, 1), .leaves = row, .leaf_count = 3};
    assert_int_equal(carom_compound_create_voxels(&c, &def), CAROM_OK);
    const carom_shape cells = {.kind = CAROM_SHAPE_COMPOUND, .as.compound = c};
    const carom_pose stay = carom_pose_identity();
    carom_shape bar = {.kind = CAROM_SHAPE_CAPSULE,
                       .as.capsule = {v3(-1.5, 0.5, 0.5), v3(0.5, 0.5, 0.5), (carom_real)0.25}};
    assert_int_equal(carom_classify(&cells, stay, &bar, stay), CAROM_CONTAINS);
    bar.as.capsule.b.x = 1;
    assert_int_equal(carom_classify(&cells, stay, &bar, stay), CAROM_INTERSECTS);
    const carom_shape all = {.kind = CAROM_SHAPE_AABB, .as.aabb = {v3(-2, 0, 0), v3(1, 1, 1)}};
    assert_int_equal(carom_classify(&cells, stay, &all, stay), CAROM_CONTAINS);
    assert_int_equal(carom_classify(&all, stay, &cells, stay), CAROM_CONTAINS);
    const carom_shape edge = {.kind = CAROM_SHAPE_SEGMENT,
                              .as.segment = {v3(-2, 1, 1), v3(1, 1, 1)}};
    assert_int_equal(carom_classify(&edge, stay, &cells, stay), CAROM_INSIDE);
    const carom_shape past = {.kind = CAROM_SHAPE_SEGMENT,
                              .as.segment = {v3(-2, 1, 1), v3(2, 1, 1)}};
    assert_int_equal(carom_classify(&past, stay, &cells, stay), CAROM_INTERSECTS);
    const carom_shape ray = {.kind = CAROM_SHAPE_RAY,
                             .as.ray = {v3(-1.5, 0.5, 0.5), v3(1, 0, 0), 0, 1}};
    assert_int_equal(carom_classify(&cells, stay, &ray, stay), CAROM_INTERSECTS);
    carom_compound_destroy(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(boxes_in_cells),
        cmocka_unit_test(solids_in_cells),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
