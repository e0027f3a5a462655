/* The table of layouts says what sizeof and offsetof say here, for structs of each form (an array,
 * a named and an unnamed union, a function pointer), and holds together as a whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "carom/carom.h"

enum { CAPACITY = 2000 };

static carom_layout_entry all[CAPACITY];
static size_t count;

static int read_all(void **state) {
    (void)state;
    count = carom_layout(all, CAPACITY);
    return count > CAPACITY;
}

static const carom_layout_entry *find(const char *type, const char *field) {
    for (size_t i = 0; i < count; i++)
        if (!strcmp(all[i].type, type) && !all[i].field == !field &&
            (!field || !strcmp(all[i].field, field)))
            return &all[i];
    fail_msg("%s.%s is missing", type, field ? field : "");
    return NULL;
}

#define STRUCT_IS(name, of)                                                                        \
    do {                                                                                           \
        const carom_layout_entry *e = find(name, NULL);                                            \
        assert_int_equal(e->offset, 0);                                                            \
        assert_int_equal(e->size, sizeof(of));                                                     \
        assert_int_equal(e->alignment, _Alignof(of));                                              \
    } while (0)
#define FIELD_IS(name, of, member)                                                                 \
    do {                                                                                           \
        const carom_layout_entry *e = find(name, #member);                                         \
        assert_int_equal(e->offset, offsetof(of, member));                                         \
        assert_int_equal(e->size, sizeof(((of *)0)->member));                                      \
        assert_int_equal(e->alignment, 0);                                                         \
    } while (0)

/* Names are the same in both precisions, sizes are those of the caller's. */
static void entries_are_the_compilers(void **state) {
    (void)state;
    STRUCT_IS("carom_vec3", carom_vec3);
    assert_int_equal(find("carom_vec3", "z")->offset, 2 * sizeof(carom_real));
    STRUCT_IS("carom_capsule", carom_capsule);
    FIELD_IS("carom_capsule", carom_capsule, radius);
    STRUCT_IS("carom_triangle", carom_triangle);
    FIELD_IS("carom_triangle", carom_triangle, v);
    STRUCT_IS("carom_shape", carom_shape);
    FIELD_IS("carom_shape", carom_shape, kind);
    FIELD_IS("carom_shape", carom_shape, as);
    STRUCT_IS("carom_hull_frame", carom_hull_frame);
    FIELD_IS("carom_hull_frame", carom_hull_frame, axes);
    FIELD_IS("carom_hull_frame", carom_hull_frame, rotation);
    STRUCT_IS("carom_posed_frame", carom_posed_frame);
    FIELD_IS("carom_allocator", carom_allocator, free);
    STRUCT_IS("carom_world_def", carom_world_def);
    STRUCT_IS("carom_layout_entry", carom_layout_entry);
    FIELD_IS("carom_layout_entry", carom_layout_entry, alignment);
}

/* Structs are in alphabetical order, each before its fields, which are in order and within it. */
static void table_is_in_order(void **state) {
    const carom_layout_entry *type = NULL;
    (void)state;
    for (size_t i = 0; i < count; i++) {
        const carom_layout_entry *e = &all[i];
        if (!e->field) {
            if (type) assert_true(strcmp(type->type, e->type) < 0);
            assert_true(e->alignment > 0 && e->size % e->alignment == 0);
            type = e;
        } else {
            assert_non_null(type);
            assert_string_equal(e->type, type->type);
            assert_true(e->size > 0 && e->offset + e->size <= type->size);
            if (e[-1].field) assert_true(e->offset >= e[-1].offset);
        }
    }
    assert_true(count > 400);
}

static void capacity_is_kept(void **state) {
    carom_layout_entry start[3] = {{0}};
    (void)state;
    assert_int_equal(carom_layout(NULL, 0), count);
    assert_int_equal(carom_layout(start, 2), count);
    assert_memory_equal(start, all, 2 * sizeof start[0]);
    assert_null(start[2].type);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(entries_are_the_compilers),
                                       cmocka_unit_test(table_is_in_order),
                                       cmocka_unit_test(capacity_is_kept)};
    return cmocka_run_group_tests(tests, read_all, NULL);
}
