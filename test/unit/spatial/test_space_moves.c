/* Moves of all boxes of which some have moved, from few to all, of every structure over every kind
 * of set against brute force; and what a structure holds after memory failed in the middle. */
#include "common/test_counting.h"
#include "common/test_space_common.h"

#define MOST 600

static carom_aabb boxes[MOST], moved[MOST];

/* Of `n` boxes one in `apart` moves: a little, or to a place of its own. */
static void move_some(scene s, int n, int apart, bool far) {
    memcpy(moved, boxes, sizeof moved);
    for (int i = below(apart); i < n; i += apart) {
        double by = 0.1 * (uniform() - 0.5);
        moved[i].min.x += (carom_real)by;
        moved[i].max.x += (carom_real)by;
        moved[i].min.z += (carom_real)by;
        moved[i].max.z += (carom_real)by;
        if (far) moved[i] = make_box(s == IDENTICAL && i % 2 ? RANDOM : s, n);
    }
}

static bool add_pair(uint32_t a, uint32_t b, void *user) {
    uint64_t *sum = user, pair = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;
    sum[0]++;
    sum[1] += pair ^ pair >> 29;
    return true;
}

static bool add_id(uint32_t id, void *user) {
    return add_pair(0, id + 1, user);
}

static void compare(const carom_space *space, const carom_space *brute, const carom_aabb *ask) {
    uint64_t got[4] = {0}, expected[4] = {0};
    carom_space_visit_pairs(space, add_pair, got);
    carom_space_visit_pairs(brute, add_pair, expected);
    for (int i = 0; i < 5; i++) {
        carom_space_visit_box(space, &ask[7 * i], add_id, got + 2);
        carom_space_visit_box(brute, &ask[7 * i], add_id, expected + 2);
    }
    assert_memory_equal(got, expected, sizeof got);
}

static void some_of_all_move(void **state) {
    static const int parts[] = {100, 20, 6, 4, 2, 1};
    const int n = MOST;
    (void)state;
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++)
        for (int s = 0; s < SCENES; s++) {
            seed = (uint64_t)(100 * s + 3);
            for (int i = 0; i < n; i++)
                boxes[i] = make_box((scene)s, n);
            carom_space *space = make_space((carom_space_kind)kind, boxes, (size_t)n);
            carom_space *brute = make_space(CAROM_SPACE_BRUTE, boxes, (size_t)n);
            for (int round = 0; round < 24; round++) {
                move_some((scene)s, n, parts[round % 6], round % 5 > 2);
                memcpy(boxes, moved, sizeof boxes);
                assert_int_equal(carom_space_move_all(space, boxes, (size_t)n), CAROM_OK);
                assert_int_equal(carom_space_move_all(brute, boxes, (size_t)n), CAROM_OK);
                compare(space, brute, boxes);
            }
            carom_space_destroy(space);
            carom_space_destroy(brute);
        }
}

/* Where the boxes move to; memory fails after so many allocations, and fails from then on. */
static const carom_aabb *failing_after(counting *memory, size_t allocations) {
    memory->fail_at = memory->calls + 1 + allocations;
    memory->stays_failed = true;
    return moved;
}

/* A move of all fails after n allocations, for n from 0 until it succeeds; where it fails all boxes
 * are where they were. */
static void failed_moves_change_nothing(void **state) {
    static const int parts[] = {30, 5, 1};
    (void)state;
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++)
        for (int s = 0; s < SCENES; s++)
            for (int part = 0; part < 3; part++) {
                seed = (uint64_t)(10 * s + part);
                for (int i = 0; i < MOST; i++)
                    boxes[i] = make_box((scene)s, MOST);
                move_some((scene)s, MOST, parts[part], true);
                counting memory = {0};
                carom_space_def def = {.kind = (carom_space_kind)kind,
                                       .boxes = boxes,
                                       .count = MOST,
                                       .allocator = counting_allocator(&memory)};
                carom_space *space = NULL, *brute = make_space(CAROM_SPACE_BRUTE, boxes, MOST);
                assert_int_equal(carom_space_create(&space, &def), CAROM_OK);
                size_t failures = 0;
                while (carom_space_move_all(space, failing_after(&memory, failures), MOST) !=
                       CAROM_OK) {
                    memory.fail_at = 0;
                    compare(space, brute, boxes);
                    failures++;
                }
                memory.fail_at = 0;
                assert_true(failures > 0);
                assert_int_equal(carom_space_move_all(brute, moved, MOST), CAROM_OK);
                compare(space, brute, moved);
                carom_space_destroy(space);
                carom_space_destroy(brute);
                assert_int_equal(memory.live, 0);
            }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(some_of_all_move),
                                       cmocka_unit_test(failed_moves_change_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
