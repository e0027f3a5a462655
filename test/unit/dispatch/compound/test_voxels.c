/* Voxels: children cover the occupied cells and no others, cell by cell, with no eight siblings
 * left; every verb against a compound of the same boxes, bit for bit; grids and octrees, full and
 * empty ones, unknown cells, negative keys; hand-made answers; what is refused; every allocation
 * that fails. */
#include "common/test_cloud_common.h"

#define SIDE 9 /* no power of two: cubes at the border are in part outside */
#define CELLS (SIDE * SIDE * SIDE)

static carom_real values[CELLS];

/* Full, empty, by chance, or a ball; some unknown. */
static void fill_values(int round) {
    for (int i = 0; i < CELLS; i++) {
        const int x = i % SIDE, y = i / SIDE % SIDE, z = i / SIDE / SIDE;
        const double r = (x - 4) * (x - 4) + (y - 4) * (y - 4) + (z - 5) * (z - 5);
        const double odds = round % 5 == 0   ? 1
                            : round % 5 == 1 ? -1
                            : round % 5 == 2 ? random_in(-1, 1)
                            : round % 5 == 3 ? 12 - r
                                             : z - 2.5;
        values[i] = random01() < 0.05 && round % 2 ? (carom_real)NAN : (carom_real)odds;
    }
}

static carom_voxels_def grid_def(bool unknown_is_occupied) {
    carom_voxels_def def = {.origin = v3(-2, -2.25, -1.5),
                            .cell = v3(0.4, 0.5, 0.375),
                            .values = values,
                            .size = {SIDE, SIDE, SIDE}};
    def.unknown_is_occupied = unknown_is_occupied;
    return def;
}

static int64_t cells_of(const carom_voxel *v) {
    return (int64_t)v->size * v->size * v->size;
}

static bool covers(const carom_voxel *v, int64_t x, int64_t y, int64_t z) {
    return x >= v->x && x < v->x + (int64_t)v->size && y >= v->y && y < v->y + (int64_t)v->size &&
           z >= v->z && z < v->z + (int64_t)v->size;
}

/* How many children hold the cell. */
static int holders(const carom_compound *c, int64_t x, int64_t y, int64_t z) {
    int count = 0;
    for (size_t i = 0; i < carom_compound_count(c); i++) {
        const carom_voxel v = carom_compound_voxel(c, i);
        count += covers(&v, x, y, z);
    }
    return count;
}

static bool siblings(const carom_voxel *a, const carom_voxel *b) {
    const int32_t mask = ~(2 * a->size - 1);
    return a->size == b->size && (a->x & mask) == (b->x & mask) && (a->y & mask) == (b->y & mask) &&
           (a->z & mask) == (b->z & mask);
}

static void check_shape_of_children(const carom_compound *c) {
    for (size_t i = 0; i < carom_compound_count(c); i++) {
        const carom_voxel v = carom_compound_voxel(c, i);
        int same = 0;
        assert_true(v.size > 0 && (v.size & (v.size - 1)) == 0);
        assert_true(v.x % v.size == 0 && v.y % v.size == 0 && v.z % v.size == 0);
        for (size_t k = 0; k < carom_compound_count(c); k++) {
            const carom_voxel w = carom_compound_voxel(c, k);
            same += siblings(&v, &w);
        }
        assert_true(same < 8);
    }
}

static void cells_are_covered(void **state) {
    (void)state;
    for (int round = 0; round < 20; round++) {
        const bool unknown = round % 4 == 1;
        int64_t occupied = 0, held = 0;
        fill_values(round);
        const carom_voxels_def def = grid_def(unknown);
        carom_compound *c = NULL;
        assert_int_equal(carom_compound_create_voxels(&c, &def), CAROM_OK);
        for (int i = 0; i < CELLS; i++) {
            const bool is = values[i] == values[i] ? values[i] > 0 : unknown;
            assert_int_equal(holders(c, i % SIDE, i / SIDE % SIDE, i / SIDE / SIDE), is);
            occupied += is;
        }
        for (size_t i = 0; i < carom_compound_count(c); i++) {
            const carom_voxel v = carom_compound_voxel(c, i);
            held += cells_of(&v);
        }
        assert_true(held == occupied);
        check_shape_of_children(c);
        carom_compound_destroy(c);
    }
}

/* ---- verbs */

static void every_kind_of_shape(void **state) {
    (void)state;
    for (int round = 0; round < 15; round++) {
        twin t;
        fill_values(round);
        const carom_voxels_def def = grid_def(round % 3 == 0);
        assert_int_equal(carom_compound_create_voxels(&t.implicit, &def), CAROM_OK);
        make_twin(&t);
        check_twin_bounds(&t);
        check_twin_kinds(&t, 1, &(twin_asked){round == 3, false});
        discard_twin(&t);
    }
}

/* ---- octrees */

#define LEAVES 400

/* Random leaves of a tree over 64 cells each way from -32, none of which holds another. */
typedef struct leaf_list {
    carom_voxel_leaf leaves[LEAVES];
    size_t count;
} leaf_list;

static void split_leaves(leaf_list *out, carom_voxel at, double chance) {
    if (out->count >= LEAVES) return;
    if (at.size > 1 && (at.size == 64 || random01() < 0.55)) {
        const int32_t half = at.size / 2;
        for (int i = 0; i < 8; i++)
            split_leaves(out,
                         (carom_voxel){at.x + (i & 1) * half, at.y + (i >> 1 & 1) * half,
                                       at.z + (i >> 2) * half, half},
                         chance);
        return;
    }
    int32_t depth = CAROM_VOXEL_DEPTH;
    for (int32_t size = at.size; size > 1; size /= 2)
        depth--;
    if (random01() < 0.2) return; /* never seen */
    /* any cell of it is its key */
    out->leaves[out->count++] = (carom_voxel_leaf){at.x + (int32_t)(random01() * at.size),
                                                   at.y + (int32_t)(random01() * at.size),
                                                   at.z + (int32_t)(random01() * at.size), depth,
                                                   (carom_real)(random01() < chance ? 1
                                                                : random01() < 0.2  ? NAN
                                                                                    : -1)};
}

static void shuffle_leaves(leaf_list *list) {
    for (size_t i = list->count; i > 1; i--) {
        const size_t k = (size_t)(random01() * (double)i);
        const carom_voxel_leaf last = list->leaves[i - 1];
        list->leaves[i - 1] = list->leaves[k];
        list->leaves[k] = last;
    }
}

static carom_voxel leaf_cells(const carom_voxel_leaf *leaf) {
    const int32_t size = 1 << (CAROM_VOXEL_DEPTH - leaf->depth);
    return (carom_voxel){leaf->x & -size, leaf->y & -size, leaf->z & -size, size};
}

/* 1: occupied, 0: free, -1: unknown, -2: outside of the box of all leaves */
static int cell_state(const leaf_list *list, int32_t x, int32_t y, int32_t z) {
    carom_voxel low = {1000, 1000, 1000, 1}, high = {-1000, -1000, -1000, 1};
    for (size_t i = 0; i < list->count; i++) {
        const carom_voxel v = leaf_cells(&list->leaves[i]);
        const carom_real value = list->leaves[i].value;
        if (covers(&v, x, y, z)) return value == value ? value > 0 : -1;
        low = (carom_voxel){v.x < low.x ? v.x : low.x, v.y < low.y ? v.y : low.y,
                            v.z < low.z ? v.z : low.z, 1};
        high = (carom_voxel){v.x + v.size > high.x ? v.x + v.size : high.x,
                             v.y + v.size > high.y ? v.y + v.size : high.y,
                             v.z + v.size > high.z ? v.z + v.size : high.z, 1};
    }
    const bool inside =
        x >= low.x && x < high.x && y >= low.y && y < high.y && z >= low.z && z < high.z;
    return inside ? -1 : -2;
}

static void octree_cells(void **state) {
    (void)state;
    static leaf_list list;
    for (int round = 0; round < 16; round++) {
        const bool unknown = round % 2;
        list.count = 0;
        split_leaves(&list, (carom_voxel){-32, -32, -32, 64}, round < 8 ? 0.95 : 0.4);
        shuffle_leaves(&list);
        carom_compound *c = NULL;
        const carom_voxels_def def = {.cell = v3(0.25, 0.25, 0.25),
                                      .leaves = list.leaves,
                                      .leaf_count = list.count,
                                      .unknown_is_occupied = unknown};
        assert_int_equal(carom_compound_create_voxels(&c, &def), CAROM_OK);
        for (int i = 0; i < 3000; i++) {
            const int32_t x = (int32_t)random_in(-36, 36), y = (int32_t)random_in(-36, 36),
                          z = (int32_t)random_in(-36, 36);
            const int is = cell_state(&list, x, y, z);
            assert_int_equal(holders(c, x, y, z), is == 1 || (is == -1 && unknown));
        }
        check_shape_of_children(c);
        carom_compound_destroy(c);
    }
}

static void octree_verbs(void **state) {
    (void)state;
    static leaf_list list;
    for (int round = 0; round < 4; round++) {
        twin t;
        list.count = 0;
        split_leaves(&list, (carom_voxel){-32, -32, -32, 64}, 0.5);
        const carom_voxels_def def = {
            .cell = v3(0.0625, 0.0625, 0.0625), .leaves = list.leaves, .leaf_count = list.count};
        assert_int_equal(carom_compound_create_voxels(&t.implicit, &def), CAROM_OK);
        make_twin(&t);
        check_twin_bounds(&t);
        check_twin_kinds(&t, 1, &(twin_asked){false, false});
        discard_twin(&t);
    }
}

/* ---- by hand */

static void by_hand(void **state) {
    (void)state;
    /* a leaf of 2 cells a side below and left of the origin, as OctoMap's keys less 32768, and the
     * cell on the other side of it */
    const carom_voxel_leaf leaves[3] = {{-1, -2, -1, 15, (carom_real)0.85},
                                        {0, 0, 0, 16, (carom_real)0.1},
                                        {1, 0, 0, 16, (carom_real)-0.4}};
    carom_voxels_def def = {.cell = v3(0.5, 0.5, 0.5), .leaves = leaves, .leaf_count = 3};
    carom_compound *c = NULL;
    assert_int_equal(carom_compound_create_voxels(&c, &def), CAROM_OK);
    assert_int_equal(carom_compound_count(c), 2);
    const carom_voxel v = carom_compound_voxel(c, 0), w = carom_compound_voxel(c, 1);
    assert_true(v.x == -2 && v.y == -2 && v.z == -2 && v.size == 2);
    assert_true(w.x == 0 && w.y == 0 && w.z == 0 && w.size == 1);
    const carom_aabb box = carom_compound_child(c, 0).shape.as.aabb;
    assert_true(box.min.x == -1 && box.max.x == 0 && box.min.z == -1 && box.max.z == 0);
    const carom_pose stay = carom_pose_identity();
    const carom_shape map = {.kind = CAROM_SHAPE_COMPOUND, .as.compound = c};
    const carom_shape point = {.kind = CAROM_SHAPE_POINT, .as.point = v3(2, 0.25, 0.25)};
    const carom_closest_any near = carom_closest(&map, stay, &point, stay);
    assert_true(near.distance == (carom_real)1.5 && near.sub_a.child == 1);
    carom_compound_destroy(c);
    /* the threshold of probabilities */
    def.threshold = (carom_real)0.5;
    assert_int_equal(carom_compound_create_voxels(&c, &def), CAROM_OK);
    assert_int_equal(carom_compound_count(c), 1);
    carom_compound_destroy(c);
    /* a value that is the threshold is free */
    def.threshold = (carom_real)0.85;
    assert_int_equal(carom_compound_create_voxels(&c, &def), CAROM_OK);
    assert_int_equal(carom_compound_count(c), 0);
    carom_compound_destroy(c);
    /* the box of all leaves is from -2 to 2, -2 to 1 and -2 to 1: all but the free cell */
    def.unknown_is_occupied = true;
    def.threshold = 0;
    assert_int_equal(carom_compound_create_voxels(&c, &def), CAROM_OK);
    int64_t held = 0;
    for (size_t i = 0; i < carom_compound_count(c); i++) {
        const carom_voxel child = carom_compound_voxel(c, i);
        held += cells_of(&child);
    }
    assert_int_equal(held, 4 * 3 * 3 - 1);
    carom_compound_destroy(c);
    /* 32 cells a side, all occupied, are one box */
    static carom_real full[32 * 32 * 32];
    for (int i = 0; i < 32 * 32 * 32; i++)
        full[i] = 1;
    def = (carom_voxels_def){.cell = v3(1, 1, 1), .values = full, .size = {32, 32, 32}};
    assert_int_equal(carom_compound_create_voxels(&c, &def), CAROM_OK);
    assert_int_equal(carom_compound_count(c), 1);
    assert_true(carom_compound_child(c, 0).shape.as.aabb.max.z == 32);
    carom_compound_destroy(c);
    /* the ends of the reach: one box each, of all of it where eight leaves of depth 0 meet */
    const carom_voxel_leaf ends[2] = {{-CAROM_VOXEL_REACH, 0, 0, 0, 1},
                                      {CAROM_VOXEL_REACH - 1, -1, -1, 16, 1}};
    def = (carom_voxels_def){.cell = v3(1, 1, 1), .leaves = ends, .leaf_count = 2};
    assert_int_equal(carom_compound_create_voxels(&c, &def), CAROM_OK);
    assert_int_equal(carom_compound_count(c), 2);
    assert_int_equal(carom_compound_voxel(c, 0).x, CAROM_VOXEL_REACH - 1);
    assert_int_equal(carom_compound_voxel(c, 1).size, 65536);
    carom_compound_destroy(c);
    /* nothing */
    def = (carom_voxels_def){.cell = v3(1, 1, 1)};
    def.unknown_is_occupied = true;
    assert_int_equal(carom_compound_create_voxels(&c, &def), CAROM_OK);
    assert_int_equal(carom_compound_count(c), 0);
    carom_compound_destroy(c);
}

/* ---- what is refused */

static carom_status created(const carom_voxels_def *def) {
    carom_compound *c = NULL;
    const carom_status status = carom_compound_create_voxels(&c, def);
    if (status == CAROM_OK) carom_compound_destroy(c);
    return status;
}

static void refused(void **state) {
    (void)state;
    const carom_real not_finite[2] = {(carom_real)NAN, (carom_real)INFINITY};
    fill_values(0);
    carom_voxels_def def = grid_def(false);
    assert_int_equal(carom_compound_create_voxels(NULL, &def), CAROM_ERROR_ARGUMENT);
    carom_compound *c = NULL;
    assert_int_equal(carom_compound_create_voxels(&c, NULL), CAROM_ERROR_ARGUMENT);
    for (int i = 0; i < 2; i++) {
        def.origin.y = not_finite[i];
        assert_int_equal(created(&def), CAROM_ERROR_NOT_FINITE);
        def = grid_def(false);
        def.cell.z = not_finite[i];
        assert_int_equal(created(&def), CAROM_ERROR_NOT_FINITE);
        def = grid_def(false);
    }
    def.threshold = (carom_real)NAN;
    assert_int_equal(created(&def), CAROM_ERROR_NOT_FINITE);
    def = grid_def(false);
    def.cell.x = 0;
    assert_int_equal(created(&def), CAROM_ERROR_ARGUMENT);
    def.cell.x = CAROM_REAL_MAX / 4;
    assert_int_equal(created(&def), CAROM_ERROR_NOT_FINITE);
    def = grid_def(false);
    def.size[1] = 0;
    assert_int_equal(created(&def), CAROM_ERROR_ARGUMENT);
    def.size[1] = CAROM_VOXEL_REACH + 1;
    assert_int_equal(created(&def), CAROM_ERROR_LIMIT);
    def = grid_def(false);
    carom_voxel_leaf leaves[2] = {{0, 0, 0, 16, 1}, {5, 5, 5, 13, 1}};
    def.leaves = leaves;
    assert_int_equal(created(&def), CAROM_ERROR_ARGUMENT); /* both */
    def.values = NULL;
    def.leaf_count = 2;
    assert_int_equal(created(&def), CAROM_ERROR_ARGUMENT); /* the second holds the first */
    leaves[1] = leaves[0];
    assert_int_equal(created(&def), CAROM_ERROR_ARGUMENT); /* twice the same */
    leaves[1].x = 1;
    assert_int_equal(created(&def), CAROM_OK);
    leaves[1].depth = 17;
    assert_int_equal(created(&def), CAROM_ERROR_ARGUMENT);
    leaves[1].depth = -1;
    assert_int_equal(created(&def), CAROM_ERROR_ARGUMENT);
    leaves[1].depth = 16;
    leaves[1].y = -CAROM_VOXEL_REACH - 1;
    assert_int_equal(created(&def), CAROM_ERROR_LIMIT);
    leaves[1].y = CAROM_VOXEL_REACH;
    assert_int_equal(created(&def), CAROM_ERROR_LIMIT);
    def.leaves = NULL;
    assert_int_equal(created(&def), CAROM_ERROR_ARGUMENT);
    def.leaves = leaves;
    def.leaf_count = (size_t)1 << 28;
    assert_int_equal(created(&def), CAROM_ERROR_LIMIT);
}

static void allocations_fail(void **state) {
    (void)state;
    const carom_voxel_leaf leaves[2] = {{0, 0, 0, 16, 1}, {7, 9, 5, 15, -1}};
    fill_values(2);
    for (int octree = 0; octree < 2; octree++) {
        size_t calls = 1;
        for (size_t at = 1; at <= calls; at++) {
            counting counted = {.fail_at = at};
            carom_compound *made = NULL;
            carom_voxels_def def = grid_def(true);
            if (octree) {
                def.values = NULL;
                def.leaves = leaves;
                def.leaf_count = 2;
            }
            def.allocator = counting_allocator(&counted);
            const carom_status status = carom_compound_create_voxels(&made, &def);
            if (status == CAROM_OK) {
                carom_compound_destroy(made);
            } else {
                assert_int_equal(status, CAROM_ERROR_MEMORY);
                assert_null(made);
                calls = at + 1;
            }
            assert_int_equal(counted.live, 0);
        }
        assert_true(calls > 8);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(refused),
        cmocka_unit_test(allocations_fail),
        cmocka_unit_test(cells_are_covered),
        cmocka_unit_test(octree_cells),
        cmocka_unit_test(octree_verbs),
        cmocka_unit_test(every_kind_of_shape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
