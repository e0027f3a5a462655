/* Changes in the middle of a visit, or of another change, are refused, and nothing is changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "common/test_aligned.h"
#include "carom/space.h"

static const carom_aabb middle = {{-1, -1, -1}, {1, 1, 1}};

static carom_aabb make_box(void) {
    carom_real low[3];
    for (int i = 0; i < 3; i++)
        low[i] = (carom_real)(rand() % 1000) / 250 - 1;
    return (carom_aabb){{low[0], low[1], low[2]},
                        {low[0] + 1, low[1] + (carom_real)0.5, low[2] + (carom_real)0.75}};
}

static carom_space *make_space(carom_space_kind kind, const carom_aabb *boxes, size_t count) {
    const carom_space_def def = {.kind = kind, .boxes = boxes, .count = count};
    carom_space *space = NULL;
    assert_int_equal(carom_space_create(&space, &def), CAROM_OK);
    return space;
}

/* A visitor, or an allocator, that changes the structure is told that it cannot. */
typedef struct meddling {
    carom_space *space;
    carom_aabb box;
    size_t seen, refused;
} meddling;

static void try_all_changes(meddling *m) {
    uint32_t id = 7;
    size_t slots = carom_space_slots(m->space);
    carom_aabb *boxes = calloc(slots, sizeof *boxes);
    assert_non_null(boxes);
    const carom_status answers[5] = {
        carom_space_insert(m->space, &m->box, &id), carom_space_remove(m->space, 3),
        carom_space_move(m->space, 2, &m->box), carom_space_move_all(m->space, boxes, slots),
        carom_space_build(m->space)};
    for (int i = 0; i < 5; i++)
        m->refused += answers[i] == CAROM_ERROR_ARGUMENT;
    assert_int_equal(id, 7);
    free(boxes);
    m->seen++;
}

static bool meddle_with_pairs(uint32_t a, uint32_t b, void *user) {
    try_all_changes(user);
    return a != b;
}

static bool meddle_with_ids(uint32_t id, void *user) {
    try_all_changes(user);
    return id != UINT32_MAX;
}

static carom_real meddle_with_rays(uint32_t id, carom_real t, carom_real limit, void *user) {
    (void)id;
    (void)t;
    try_all_changes(user);
    return limit;
}

static void visitors_cannot_change(void **state) {
    (void)state;
    carom_aabb boxes[60];
    const carom_ray ray = {{-1, (carom_real)0.1, (carom_real)0.1}, {1, 0, 0}, 0, 100};
    boxes[0] = middle;
    for (int i = 1; i < 60; i++)
        boxes[i] = make_box();
    carom_space *brute = make_space(CAROM_SPACE_BRUTE, boxes, 60);
    size_t pairs = carom_space_query_pairs(brute, NULL, 0);
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++) {
        carom_space *space = make_space((carom_space_kind)kind, boxes, 60);
        meddling m = {space, middle, 0, 0};
        size_t seen[6] = {0};
        carom_space_visit_pairs(space, meddle_with_pairs, &m);
        seen[1] = m.seen;
        carom_space_visit_pairs_between(brute, space, meddle_with_pairs, &m);
        seen[2] = m.seen;
        carom_space_visit_box(space, &m.box, meddle_with_ids, &m);
        seen[3] = m.seen;
        carom_space_visit_sweep(space, &m.box, (carom_vec3){1, 0, 0}, meddle_with_ids, &m);
        seen[4] = m.seen;
        carom_space_visit_ray(space, &ray, meddle_with_rays, &m);
        seen[5] = m.seen;
        for (int i = 1; i < 6; i++)
            assert_true(seen[i] > seen[i - 1]);
        assert_int_equal(m.refused, 5 * m.seen);
        assert_int_equal(carom_space_query_pairs(space, NULL, 0), pairs);
        assert_int_equal(carom_space_remove(space, 3), CAROM_OK); /* afterwards it can be changed */
        carom_space_destroy(space);
    }
    carom_space_destroy(brute);
}

static meddling meddler; /* of the allocator */

static void *meddling_alloc(size_t size, void *user) {
    (void)user;
    if (meddler.space) try_all_changes(&meddler);
    return aligned_block(size);
}

static void meddling_free(void *memory, void *user) {
    (void)user;
    aligned_free(memory);
}

static void allocators_cannot_change(void **state) {
    (void)state;
    carom_aabb boxes[200];
    for (int i = 0; i < 200; i++)
        boxes[i] = make_box();
    carom_space *brute = make_space(CAROM_SPACE_BRUTE, boxes, 200);
    size_t pairs = carom_space_query_pairs(brute, NULL, 0);
    for (int kind = 0; kind < CAROM_SPACE_KINDS; kind++) {
        carom_space_def def = {.kind = (carom_space_kind)kind,
                               .boxes = boxes,
                               .count = 100,
                               .allocator = {meddling_alloc, meddling_free, NULL}};
        carom_space *space = NULL;
        assert_int_equal(carom_space_create(&space, &def), CAROM_OK);
        meddler = (meddling){space, middle, 0, 0};
        uint32_t id;
        for (int i = 100; i < 200; i++)
            assert_int_equal(carom_space_insert(space, &boxes[i], &id), CAROM_OK);
        assert_int_equal(carom_space_build(space), CAROM_OK);
        assert_int_equal(carom_space_move_all(space, boxes, 200), CAROM_OK);
        assert_true(meddler.seen > 0);
        assert_int_equal(meddler.refused, 5 * meddler.seen);
        assert_int_equal(carom_space_query_pairs(space, NULL, 0), pairs);
        meddler.space = NULL;
        carom_space_destroy(space);
    }
    carom_space_destroy(brute);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(visitors_cannot_change),
                                       cmocka_unit_test(allocators_cannot_change)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
