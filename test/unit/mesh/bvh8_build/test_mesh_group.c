/* Nodes of short runs: of all ways to make nodes and leaves of a run's parts theirs costs least, by
 * trying all; every reference is in one leaf. Spread and repeated boxes, flat ones, and sizes that
 * double, which are cut off one by one until there is room for no more parts. */
#include "mesh/bvh8_build/bvh8_group.h"
#include "common/test_flat_common.h"

static bvh8_ref refs[GROUP_RUN + 1];
static uint8_t met[GROUP_RUN + 1];
static bvh8_group group;

enum { SPREAD, ALIKE, FLAT, DOUBLING, MANY_DOUBLING, STYLES };

static void make_refs(int style, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        carom_vec3 at = random_vec(1), by = random_vec(0.1);
        if (style == ALIKE) at = by = v3(0.5, -0.25, 0);
        if (style == FLAT) at.z = by.z = 0;
        if (style == DOUBLING) at = by = v3(ldexp(1, 60 - (int)(i % 120)), 0, 0);
        if (style == MANY_DOUBLING) {
            double size = ldexp(1, -3 * (int)(i / 8 % 60));
            by = v3(size, size, size);
            at = v3(i % 2 ? 16 : size, i % 4 / 2 ? 16 : size, i % 8 / 4 ? 16 : size);
        }
        const double x[3] = {at.x, at.y, at.z}, size[3] = {by.x, by.y, by.z};
        for (int k = 0; k < 3; k++) {
            refs[i].low[k] = (float)(x[k] - fabs(size[k]));
            refs[i].neg_high[k] = -(float)(x[k] + fabs(size[k]));
        }
        bvh8_ref_name(&refs[i], i);
        refs[i].neg_high[3] = 0;
    }
}

static bool make_group(int style, uint32_t count) {
    const bvh8_cutter cutter = {.refs = {refs}, .set = carom_simd_best()};
    make_refs(style, count);
    bvh8_run run = SIMD_OF(cutter.set, carom_bvh8_run_of)(&cutter, count);
    run.capacity = count;
    run.area = bvh8_half_surface(run.box);
    return group_run(&group, &cutter, &run);
}

static double cost_of_leaf(const bvh8_run *run) {
    double each = (double)LEAF_COST + (double)TRIANGLE_COST * run->count;
    return (double)run->area * each;
}

/* What a part costs at least as so many children or fewer, by trying all shares. */
static double least_cost(const group_item *item, uint32_t children, bool as_node) {
    double least = INFINITY;
    if (!as_node && item->run.count <= BVH8_LEAF) least = cost_of_leaf(&item->run);
    if (!as_node && item->run.count > BVH8_LEAF)
        least = (double)item->run.area + least_cost(item, BVH8_WIDTH, true);
    if (item->halves[0] == 0 || children == 1) return least;
    for (uint32_t left = 1; left < children; left++)
        least = fmin(least, least_cost(&group.items[item->halves[0]], left, false) +
                                least_cost(&group.items[item->halves[1]], children - left, false));
    return least;
}

/* The nodes that members make; gives what they cost. */
static double check_members(uint32_t member) {
    bvh8_run children[BVH8_WIDTH];
    double cost = (double)group.items[member].run.area;
    int count = members_of(&group, member, children);
    assert_true(count >= 2 && count <= BVH8_WIDTH);
    for (int i = 0; i < count; i++) {
        assert_int_equal(children[i].member > 0, children[i].count > BVH8_LEAF);
        if (children[i].member > 0) {
            cost += check_members(children[i].member);
            continue;
        }
        cost += cost_of_leaf(&children[i]);
        for (uint32_t k = 0; k < children[i].count; k++)
            assert_int_equal(met[bvh8_ref_id(&refs[children[i].first + k])]++, 0);
    }
    return cost;
}

static void check_group(int style, uint32_t count, bool by_trying) {
    if (!make_group(style, count)) {
        assert_int_equal(style, MANY_DOUBLING);
        return;
    }
    memset(met, 0, sizeof met);
    double cost = check_members(0), said = (double)group.items[0].cost[0];
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(met[i], 1);
    assert_true(fabs(cost - said) <= 1e-5 * said);
    if (by_trying) assert_true(fabs(least_cost(&group.items[0], 1, false) - said) <= 1e-5 * said);
}

static void least_of_all_ways(void **state) {
    (void)state;
    volume_seed = 51;
    for (uint32_t count = BVH8_LEAF + 1; count < 60; count += 7)
        for (int style = 0; style < DOUBLING; style++)
            check_group(style, count, true);
}

static void of_all_lengths(void **state) {
    (void)state;
    volume_seed = 52;
    for (uint32_t count = BVH8_LEAF + 1; count <= GROUP_RUN; count++)
        for (int style = 0; style < STYLES; style++)
            check_group(style, count, false);
}

/* Nine references: two leaves, as a node of two. Fewer are a leaf, more than GROUP_RUN too many. */
static void nine_make_two_leaves(void **state) {
    (void)state;
    bvh8_run children[BVH8_WIDTH];
    assert_true(make_group(ALIKE, BVH8_LEAF + 1));
    assert_int_equal(group.count, 3);
    assert_int_equal(members_of(&group, 0, children), 2);
    assert_true(children[0].count == 4 && children[1].count == 5);
    assert_false(make_group(SPREAD, BVH8_LEAF));
    assert_true(make_group(SPREAD, GROUP_RUN));
    assert_false(make_group(SPREAD, GROUP_RUN + 1));
}

/* Triangles are cut off few by few. */
static void no_room_for_more_parts(void **state) {
    (void)state;
    assert_false(make_group(MANY_DOUBLING, GROUP_RUN));
    assert_true(make_group(MANY_DOUBLING, 100));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(least_of_all_ways),
        cmocka_unit_test(of_all_lengths),
        cmocka_unit_test(nine_make_two_leaves),
        cmocka_unit_test(no_room_for_more_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
