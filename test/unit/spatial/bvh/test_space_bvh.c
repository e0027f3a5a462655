/* What the trees promise beyond right answers, which test_space.c compares: shape and bounds of the
 * dynamic tree after any changes, pairs between two trees by descent in both, memory, and a million
 * equal boxes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "spatial/bvh/bvh4_walk.h"

#define MANY 3000

static uint64_t state_of_random;
static double random01(void) {
    state_of_random = state_of_random * 6364136223846793005u + 1442695040888963407u;
    return (double)(state_of_random >> 11) / 9007199254740992.0;
}
static carom_aabb random_box(double side, double most) {
    double x = side * random01(), y = side * random01(), z = side * random01();
    double h = most * random01();
    return (carom_aabb){{(carom_real)x, (carom_real)y, (carom_real)z},
                        {(carom_real)(x + h), (carom_real)(y + h), (carom_real)(z + h)}};
}

static carom_space *space_of(carom_space_kind kind, const carom_aabb *boxes, size_t n) {
    carom_space_def def = {.kind = kind, .boxes = boxes, .count = n, .margin = (carom_real)0.125};
    carom_space *space = NULL;
    assert_int_equal(carom_space_create(&space, &def), CAROM_OK);
    return space;
}

/* ---- the shape of a tree */

typedef struct tree_facts {
    size_t leaves, nodes;
    int least_depth, most_depth; /* of leaves */
    size_t starved;              /* nodes but the root with less than two entries */
} tree_facts;

static void look_at(const carom_space *space, uint32_t index, int depth, tree_facts *facts) {
    const bvh4_tree *tree = space->structure;
    const bvh4_node *node = &tree->nodes[index];
    facts->nodes++;
    assert_true(depth < BVH4_DEPTH);
    assert_true(node->count <= BVH4_WIDTH);
    if (index != tree->root && node->count < 2) facts->starved++;
    for (uint32_t place = 0; place < node->count; place++) {
        carom_aabb box = bvh4_box(node, place);
        if (node->entry[place] & BVH4_LEAF) {
            uint32_t id = node->entry[place] ^ BVH4_LEAF;
            assert_true(space_in_use(space, id));
            assert_memory_equal(&box, &space->boxes.box[id], sizeof box);
            facts->leaves++;
            if (depth < facts->least_depth) facts->least_depth = depth;
            if (depth > facts->most_depth) facts->most_depth = depth;
            continue;
        }
        const bvh4_node *child = &tree->nodes[node->entry[place]];
        carom_aabb inner = bvh4_union(child), all = box;
        box_grow(&all, &inner);
        assert_memory_equal(&all, &box, sizeof box);
        assert_int_equal(child->parent, BVH4_WIDTH * index + place);
        look_at(space, node->entry[place], depth + 1, facts);
    }
    for (uint32_t place = node->count; place < BVH4_WIDTH; place++)
        assert_true(isnan(node->low[0][place]) && isnan(node->high[2][place]));
}

static tree_facts facts_of(const carom_space *space) {
    tree_facts facts = {0, 0, BVH4_DEPTH, 0, 0};
    look_at(space, ((const bvh4_tree *)space->structure)->root, 0, &facts);
    assert_int_equal(facts.leaves, carom_space_count(space));
    return facts;
}

static void check_balance(const carom_space *space) {
    tree_facts facts = facts_of(space);
    assert_int_equal(facts.starved, 0);
    if (facts.leaves > 0) assert_int_equal(facts.least_depth, facts.most_depth);
}

static void dynamic_stays_balanced(void **state) {
    (void)state;
    uint32_t id;
    state_of_random = 3;
    for (int start = 0; start < 2; start++) {
        static carom_aabb boxes[MANY];
        for (int i = 0; i < MANY; i++)
            boxes[i] = random_box(20, 1);
        carom_space *space = space_of(CAROM_SPACE_BVH_DYNAMIC, boxes, start ? 1001 : 0);
        check_balance(space);
        for (int i = 0; i < MANY; i++) {
            assert_int_equal(carom_space_insert(space, &boxes[i], &id), CAROM_OK);
            if (i % 50 == 0) check_balance(space);
        }
        for (int i = 0; i < MANY; i++) {
            carom_aabb box = random_box(20, i % 3 ? 1 : 8);
            id = (uint32_t)(random01() * (double)carom_space_slots(space));
            if (i % 2)
                carom_space_remove(space, id);
            else
                carom_space_move(space, id, &box);
            if (i % 50 == 0) check_balance(space);
        }
        for (id = 0; id < carom_space_slots(space); id++) {
            carom_space_remove(space, id);
            if (id % 50 == 0) check_balance(space);
        }
        assert_int_equal(facts_of(space).nodes, 1);
        carom_space_destroy(space);
    }
}

/* One box that runs through the others, and all of them drifting: bounds must follow. */
static void moving_keeps_bounds(void **state) {
    (void)state;
    static carom_aabb boxes[MANY];
    state_of_random = 8;
    for (int i = 0; i < MANY; i++)
        boxes[i] = random_box(20, 1);
    for (int kind = CAROM_SPACE_BVH_MORTON; kind <= CAROM_SPACE_BVH_DYNAMIC; kind++) {
        carom_space *space = space_of((carom_space_kind)kind, boxes, MANY);
        for (int frame = 0; frame < 30; frame++) {
            for (int i = 0; i < MANY; i++) {
                carom_real step = (carom_real)(random01() - 0.5);
                boxes[i].min.x += step;
                boxes[i].max.x += step;
                if (kind == CAROM_SPACE_BVH_DYNAMIC && frame % 2)
                    carom_space_move(space, (uint32_t)i, &boxes[i]);
            }
            if (kind != CAROM_SPACE_BVH_DYNAMIC || frame % 2 == 0)
                assert_int_equal(carom_space_move_all(space, boxes, MANY), CAROM_OK);
            check_balance(space);
        }
        carom_space_destroy(space);
    }
}

/* ---- two trees */

static size_t pairs_seen, pairs_most;
static uint64_t pairs_sum;
static bool see_pair(uint32_t a, uint32_t b, void *user) {
    (void)user;
    pairs_sum += (uint64_t)(a + 1) * (b + 77) * (a ^ (b << 9));
    return ++pairs_seen < pairs_most;
}

static void between_trees(void **state) {
    (void)state;
    static carom_aabb boxes[2][MANY];
    static const size_t sizes[] = {0, 1, 2, 5, 40, MANY};
    state_of_random = 21;
    for (int i = 0; i < MANY; i++) {
        boxes[0][i] = random_box(20, 2);
        boxes[1][i] = random_box(20, i % 100 ? 1 : 15);
    }
    for (int k = 0; k < 9; k++)
        for (int s = 0; s < 36; s++) {
            int kind_a = CAROM_SPACE_BVH_SAH + k % 3, kind_b = CAROM_SPACE_BVH_SAH + k / 3;
            size_t n = sizes[s % 6], m = sizes[s / 6];
            carom_space *a = space_of((carom_space_kind)kind_a, boxes[0], n);
            carom_space *b = space_of((carom_space_kind)kind_b, boxes[1], m);
            uint64_t sum = 0;
            size_t count = 0;
            for (uint32_t i = 0; i < n; i++)
                for (uint32_t j = 0; j < m; j++)
                    if (k < 2 && boxes_meet(&boxes[0][i], &boxes[1][j])) {
                        sum += (uint64_t)(i + 1) * (j + 77) * (i ^ (j << 9));
                        count++;
                    }
            static size_t counts[36];
            static uint64_t sums[36];
            if (k < 2) {
                counts[s] = count;
                sums[s] = sum;
            }
            pairs_seen = 0;
            pairs_sum = 0;
            pairs_most = SIZE_MAX;
            carom_space_visit_pairs_between(a, b, see_pair, NULL);
            assert_int_equal(pairs_seen, counts[s]);
            assert_int_equal(pairs_sum, sums[s]);
            pairs_seen = 0;
            pairs_most = 3;
            carom_space_visit_pairs_between(a, b, see_pair, NULL);
            assert_int_equal(pairs_seen, counts[s] < 3 ? counts[s] : 3);
            carom_space_destroy(a);
            carom_space_destroy(b);
        }
}

/* ---- size */

static bool stop_soon(uint32_t id, void *user) {
    (void)id;
    return ++*(int *)user < 1000;
}

static void million_equal_boxes(void **state) {
    (void)state;
    const size_t n = 1000000;
    carom_aabb *boxes = malloc(n * sizeof *boxes);
    assert_non_null(boxes);
    for (size_t i = 0; i < n; i++)
        boxes[i] = (carom_aabb){{1, 2, 3}, {4, 5, 6}};
    for (int kind = CAROM_SPACE_BVH_SAH; kind <= CAROM_SPACE_BVH_DYNAMIC; kind++) {
        carom_space *space = space_of((carom_space_kind)kind, boxes, n);
        tree_facts facts = facts_of(space);
        assert_true(facts.most_depth < 24);
        int seen = 0;
        carom_space_visit_box(space, boxes, stop_soon, &seen);
        assert_int_equal(seen, 1000);
        pairs_seen = 0;
        pairs_most = 100000;
        carom_space_visit_pairs(space, see_pair, NULL);
        assert_int_equal(pairs_seen, pairs_most);
        carom_near_id near[3];
        assert_int_equal(carom_space_query_nearest(space, (carom_vec3){0, 0, 0}, near, 3), 3);
        for (uint32_t i = 0; i < 3; i++)
            assert_int_equal(near[i].id, i);
        carom_space_destroy(space);
    }
    free(boxes);
}

/* Inserted in an order that unbalanced trees do not survive: nested, and along a line. */
static void unkind_orders(void **state) {
    (void)state;
    for (int order = 0; order < 3; order++) {
        carom_space *space = space_of(CAROM_SPACE_BVH_DYNAMIC, NULL, 0);
        uint32_t id;
        for (int i = 0; i < 20000; i++) {
            carom_real x = (carom_real)i;
            carom_aabb box = {{x, 0, 0}, {x + 1, 1, 1}};
            if (order == 1) box = (carom_aabb){{-x, -x, -x}, {x, x, x}};
            if (order == 2) box = (carom_aabb){{1, 1, 1}, {2, 2, 2}};
            assert_int_equal(carom_space_insert(space, &box, &id), CAROM_OK);
        }
        check_balance(space);
        assert_true(facts_of(space).most_depth < 15);
        carom_space_destroy(space);
    }
}

/* The promised bytes per box are those of the float build. */
static void memory_kept_small(void **state) {
    (void)state;
    const size_t n = 50000, table = sizeof(carom_aabb) + 2 * sizeof(uint32_t) + 1;
    const size_t scale = sizeof(carom_real) / sizeof(float);
    carom_aabb *boxes = malloc(n * sizeof *boxes);
    assert_non_null(boxes);
    state_of_random = 5;
    for (size_t i = 0; i < n; i++)
        boxes[i] = random_box(60, i % 100 ? 2 : 20);
    for (int kind = CAROM_SPACE_BVH_SAH; kind <= CAROM_SPACE_BVH_DYNAMIC; kind++) {
        carom_space *space = space_of((carom_space_kind)kind, boxes, n);
        assert_true(carom_space_memory(space) < n * (table + 60 * scale));
        carom_space_destroy(space);
    }
    carom_space *grown = space_of(CAROM_SPACE_BVH_DYNAMIC, NULL, 0);
    for (size_t i = 0; i < n; i++) {
        uint32_t id;
        assert_int_equal(carom_space_insert(grown, &boxes[i], &id), CAROM_OK);
    }
    size_t slots = grown->boxes.capacity * table;
    assert_true(carom_space_memory(grown) - slots < n * 120 * scale);
    carom_space_destroy(grown);
    free(boxes);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(dynamic_stays_balanced), cmocka_unit_test(moving_keeps_bounds),
        cmocka_unit_test(between_trees),          cmocka_unit_test(million_equal_boxes),
        cmocka_unit_test(unkind_orders),          cmocka_unit_test(memory_kept_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
