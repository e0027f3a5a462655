/* Many questions at once against the single functions: answers are told apart by a hash of all
 * their bits but padding, whatever runs the parts of the job. */
#ifndef CAROM_TEST_MANY_COMMON_H
#define CAROM_TEST_MANY_COMMON_H

#include "common/test_flat_common.h"
#include "common/test_order_common.h"

#define MOST_QUESTIONS 400
#define ROOM ((size_t)1 << 20)

static all_orders orders;
static _Alignas(64) unsigned char answers[ROOM]; /* of any type */
static uint32_t counts[MOST_QUESTIONS + 1];

/* ---- hashes */

static inline void print_bytes(uint64_t *hash, const void *data, size_t size) {
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ ((const unsigned char *)data)[i]) * 0x100000001b3u;
}
#define PRINT(hash, x) print_bytes(hash, &(x), sizeof(x))
#define PRINT_START 0xcbf29ce484222325u

static inline uint64_t print_yes(const bool *yes) {
    return *yes;
}
static inline void print_ray_at(uint64_t *h, const carom_ray_hit_triangle *at) {
    PRINT(h, at->hit);
    PRINT(h, at->t);
    PRINT(h, at->point);
    PRINT(h, at->normal);
    PRINT(h, at->barycentric);
}
static inline void print_sweep_at(uint64_t *h, const carom_sweep_hit *at) {
    PRINT(h, at->hit);
    PRINT(h, at->initial_overlap);
    PRINT(h, at->fraction);
    PRINT(h, at->fraction_exit);
    PRINT(h, at->point);
    PRINT(h, at->normal);
    PRINT(h, at->certainty);
}
static inline void print_closest_at(uint64_t *h, const carom_closest_on_triangle *at) {
    PRINT(h, at->distance);
    PRINT(h, at->point_a);
    PRINT(h, at->point_b);
    PRINT(h, at->barycentric);
    PRINT(h, at->feature);
}
static inline uint64_t print_mesh_hit(const carom_mesh_ray_hit *hit) {
    uint64_t h = PRINT_START;
    PRINT(&h, hit->hit);
    PRINT(&h, hit->triangle);
    print_ray_at(&h, &hit->at);
    return h;
}
static inline uint64_t print_mesh_sweep(const carom_mesh_sweep_hit *hit) {
    uint64_t h = PRINT_START;
    PRINT(&h, hit->triangle);
    print_sweep_at(&h, &hit->at);
    return h;
}
static inline uint64_t print_mesh_closest(const carom_mesh_closest *near) {
    uint64_t h = PRINT_START;
    PRINT(&h, near->triangle);
    print_closest_at(&h, &near->at);
    return h;
}
static inline uint64_t print_scene_hit(const carom_scene_ray_hit *hit) {
    uint64_t h = PRINT_START;
    PRINT(&h, hit->hit);
    PRINT(&h, hit->instance);
    PRINT(&h, hit->triangle);
    print_ray_at(&h, &hit->at);
    return h;
}
static inline uint64_t print_scene_near(const carom_scene_closest *near) {
    uint64_t h = PRINT_START;
    PRINT(&h, near->instance);
    PRINT(&h, near->triangle);
    print_closest_at(&h, &near->at);
    return h;
}

/* ---- the loop over all orders */

typedef struct many_case {
    size_t count;
    size_t size; /* of one question's answer, or of its whole list */
    void (*all)(const carom_task_hook *hook);
    uint64_t (*one)(size_t i);  /* of the single function's answer */
    uint64_t (*told)(size_t i); /* of what lies in `answers` and `counts` */
} many_case;

/* The bytes before an answer is written. */
#define BLANK 0xa5

static inline size_t check_many(const many_case *c) {
    static uint64_t want[MOST_QUESTIONS];
    size_t kinds = 0;
    assert_true(c->count <= MOST_QUESTIONS && (c->count + 1) * c->size <= ROOM);
    for (size_t i = 0; i < c->count; i++) {
        want[i] = c->one(i);
        kinds += i == 0 || want[i] != want[i - 1];
    }
    for (int o = 0; o < ORDERS; o++) {
        memset(answers, BLANK, (c->count + 1) * c->size);
        memset(counts, BLANK, sizeof counts);
        c->all(o < ORDERS - 1 ? &orders.hook[o] : NULL);
        for (size_t i = 0; i < c->count; i++)
            assert_true(c->told(i) == want[i]);
        for (size_t k = 0; k < c->size; k++)
            assert_int_equal(answers[c->count * c->size + k], BLANK);
        assert_int_equal(counts[c->count], 0x01010101u * BLANK);
    }
    return kinds;
}

#endif
