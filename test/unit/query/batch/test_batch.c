/* Batches: every answer is the single function's, bit for bit, with every set of instructions, for
 * adversarial shapes (ties, touching, slivers, huge, tiny, inverted, NaN, infinite) and every
 * length of tail. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "carom/batch.h"
#include "carom/classify.h"
#include "carom/closest.h"
#include "carom/fit.h"
#include "carom/overlap.h"
#include "query/batch/batch.h"
#include "common/test_sets.h"
#include "query/batch/batch_move.h"
#include "query/batch/blocks.h"

enum { ITEMS = 1600, FIELDS = 15 };
enum { POINTS = 3, SPHERES = 4, BOXES = 6, RAYS = 8, TRIANGLES = 9, OBBS = 15 };

static const carom_batch_instructions sets[] = {CAROM_BATCH_BEST, CAROM_BATCH_AVX2,
                                                CAROM_BATCH_NATIVE};

/* A set of shapes: arrays by component, one element off any alignment, and each item as its struct.
 */
typedef struct shapes {
    carom_real numbers[FIELDS][ITEMS + 1];
    const carom_real *field[FIELDS];
    size_t fields, count; /* the public sets are these pointers and a count */
} shapes;

static uint64_t state;

static uint32_t dice(uint32_t sides) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % sides;
}

static carom_real unit_real(void) {
    return (carom_real)dice(1u << 24) / (carom_real)(1u << 23) - 1;
}

/* Lattice points make ties; the rest is what breaks arithmetic. */
static carom_real any_real(int wildness) {
    const carom_real wild[] = {(carom_real)NAN,
                               (carom_real)INFINITY,
                               -(carom_real)INFINITY,
                               CAROM_REAL_MAX,
                               -CAROM_REAL_MAX,
                               1e-30f,
                               -1e-38f,
                               1e19f,
                               -3e30f,
                               (carom_real)1e-45,
                               (carom_real)-0.0,
                               1e10f};
    uint32_t d = dice(100);
    if (wildness && d < 2) return wild[dice(sizeof wild / sizeof *wild)];
    if (d < 45) return (carom_real)((int)dice(7) - 3);
    if (d < 55) return (carom_real)((int)dice(9) - 4) * (carom_real)0.1;
    return unit_real() * 3;
}

static carom_real any_size(int wildness) {
    carom_real x = any_real(wildness);
    return dice(30) ? (carom_real)fabs((double)x) : x;
}

static void make_axes(carom_real *number) {
    static const double turns[3][9] = {
        {1, 0, 0, 0, 1, 0, 0, 0, 1},
        {0.6, 0.8, 0, -0.8, 0.6, 0, 0, 0, 1},
        {2 / 3.0, 2 / 3.0, 1 / 3.0, -2 / 3.0, 1 / 3.0, 2 / 3.0, 1 / 3.0, -2 / 3.0, 2 / 3.0}};
    const double *turn = turns[dice(3)];
    for (int k = 0; k < 9; k++)
        number[k] = (carom_real)turn[k];
    if (dice(40) == 0) number[dice(9)] = any_real(1);
}

static void make_item(size_t fields, carom_real *number) {
    int wildness = dice(4) == 0;
    for (size_t f = 0; f < fields; f++)
        number[f] = any_real(wildness);
    if (fields == SPHERES) number[3] = any_size(wildness);
    for (int k = 0; fields == BOXES && k < 3; k++)
        if (dice(20)) number[k + 3] = number[k] + any_size(wildness);
    if (fields == RAYS) {
        number[6] = dice(3) ? 0 : any_real(wildness);
        number[7] = dice(2) ? (carom_real)INFINITY : any_size(wildness) * 4;
    }
    if (fields == TRIANGLES && dice(10) == 0) /* a sliver */
        for (int k = 0; k < 3; k++)
            number[6 + k] = (number[k] + number[3 + k]) / 2;
    if (fields == OBBS) {
        make_axes(number + 3);
        for (int k = 12; k < 15; k++)
            number[k] = any_size(wildness);
    }
    carom_real scale = dice(20) ? 1 : (carom_real)(dice(2) ? 1e12 : 1e-12);
    for (size_t f = 0; f < fields; f++)
        if (fields != OBBS || f < 3 || f >= 12) number[f] *= scale;
}

static shapes *make_shapes(size_t fields, size_t count) {
    shapes *out = malloc(sizeof *out);
    assert_non_null(out);
    for (size_t i = 0; i < count; i++) {
        carom_real number[FIELDS];
        make_item(fields, number);
        for (size_t f = 0; f < fields; f++)
            out->numbers[f][i + 1] = number[f];
    }
    for (size_t f = 0; f < fields; f++)
        out->field[f] = out->numbers[f] + 1;
    out->fields = fields;
    out->count = count;
    return out;
}

static batch_item item_of(const shapes *s, size_t i) {
    batch_item out;
    memset(&out, 0, sizeof out);
    for (size_t f = 0; f < s->fields; f++)
        out.number[f] = s->field[f][i];
    return out;
}

/* ---- one verb: its batch, and one pair at a time */

typedef struct public_set {
    union {
        carom_batch_points points;
        carom_batch_spheres spheres;
        carom_batch_aabbs boxes;
        carom_batch_rays rays;
        carom_batch_triangles triangles;
        carom_batch_obbs obbs;
    } as;
} public_set;

static public_set publish(const shapes *s, size_t count) {
    public_set out;
    memset(&out, 0, sizeof out);
    memcpy(&out, s->field, s->fields * sizeof *s->field);
    switch (s->fields) {
    case POINTS: out.as.points.count = count; break;
    case SPHERES: out.as.spheres.count = count; break;
    case BOXES: out.as.boxes.count = count; break;
    case RAYS: out.as.rays.count = count; break;
    case TRIANGLES: out.as.triangles.count = count; break;
    default: out.as.obbs.count = count;
    }
    return out;
}

typedef size_t run_verb(const public_set *a, const public_set *b, const carom_batch_pairs *pairs,
                        const carom_batch_answers *answers);
typedef bool one_verb(const batch_item *a, const batch_item *b, carom_real *value);

typedef struct verb {
    const char *name;
    size_t fields_a, fields_b;
    bool has_values;
    run_verb *run;
    one_verb *one;
} verb;

#define VERB(name, left, right, public, yes, number)                                               \
    static size_t run_##name(const public_set *a, const public_set *b,                             \
                             const carom_batch_pairs *pairs, const carom_batch_answers *answers) { \
        return public;                                                                             \
    }                                                                                              \
    static bool only_##name(const batch_item *a, const batch_item *b, carom_real *value) {         \
        *value = (carom_real)INFINITY;                                                             \
        return yes;                                                                                \
    }

#define PAIR_VERB(name, left, right, one_left, one_right)                                          \
    VERB(name, , , carom_batch_overlap_##name(&a->as.left, &b->as.right, pairs, answers),          \
         carom_overlap_##name(&a->one_left, &b->one_right), )

PAIR_VERB(sphere_sphere, spheres, spheres, sphere, sphere)
PAIR_VERB(sphere_aabb, spheres, boxes, sphere, aabb)
PAIR_VERB(aabb_aabb, boxes, boxes, aabb, aabb)
PAIR_VERB(obb_obb, obbs, obbs, obb, obb)

static bool hit_value(bool hit, carom_real t, carom_real *value) {
    if (hit) *value = t;
    return hit;
}

static bool ray_sphere_value(const batch_item *a, const batch_item *b, carom_real *value) {
    carom_ray_hit hit = carom_raycast_ray_sphere(&a->ray, &b->sphere);
    return hit_value(hit.hit, hit.t, value);
}
static bool ray_aabb_value(const batch_item *a, const batch_item *b, carom_real *value) {
    carom_ray_hit hit = carom_raycast_ray_aabb(&a->ray, &b->aabb);
    return hit_value(hit.hit, hit.t, value);
}
static bool ray_triangle_value(const batch_item *a, const batch_item *b, carom_facing facing,
                               carom_real *value) {
    carom_ray_hit_triangle hit = carom_raycast_ray_triangle(&a->ray, &b->triangle, facing);
    return hit_value(hit.hit, hit.t, value);
}
static bool point_triangle_value(const batch_item *a, const batch_item *b, carom_real *value) {
    *value = carom_closest_point_triangle(a->point, &b->triangle).distance;
    return *value <= CAROM_REAL_MAX;
}

VERB(ray_sphere, , , carom_batch_raycast_ray_sphere(&a->as.rays, &b->as.spheres, pairs, answers),
     ray_sphere_value(a, b, value), )
VERB(ray_aabb, , , carom_batch_raycast_ray_aabb(&a->as.rays, &b->as.boxes, pairs, answers),
     ray_aabb_value(a, b, value), )
VERB(ray_triangle, , ,
     carom_batch_raycast_ray_triangle(&a->as.rays, &b->as.triangles, pairs, CAROM_BOTH_SIDES,
                                      answers),
     ray_triangle_value(a, b, CAROM_BOTH_SIDES, value), )
VERB(ray_front, , ,
     carom_batch_raycast_ray_triangle(&a->as.rays, &b->as.triangles, pairs, CAROM_FRONT_ONLY,
                                      answers),
     ray_triangle_value(a, b, CAROM_FRONT_ONLY, value), )
VERB(ray_back, , ,
     carom_batch_raycast_ray_triangle(&a->as.rays, &b->as.triangles, pairs, CAROM_BACK_ONLY,
                                      answers),
     ray_triangle_value(a, b, CAROM_BACK_ONLY, value), )
VERB(point_triangle, , ,
     carom_batch_closest_point_triangle(&a->as.points, &b->as.triangles, pairs, answers),
     point_triangle_value(a, b, value), )

#define ROW(name, a, b, values)                                                                    \
    { #name, a, b, values, run_##name, only_##name }
static const verb verbs[] = {
    ROW(sphere_sphere, SPHERES, SPHERES, false), ROW(sphere_aabb, SPHERES, BOXES, false),
    ROW(aabb_aabb, BOXES, BOXES, false),         ROW(obb_obb, OBBS, OBBS, false),
    ROW(ray_sphere, RAYS, SPHERES, true),        ROW(ray_aabb, RAYS, BOXES, true),
    ROW(ray_triangle, RAYS, TRIANGLES, true),    ROW(ray_front, RAYS, TRIANGLES, true),
    ROW(ray_back, RAYS, TRIANGLES, true),        ROW(point_triangle, POINTS, TRIANGLES, true),
};
#define VERB_COUNT (sizeof verbs / sizeof *verbs)

/* ---- holding one to the other */

static bool same_real(carom_real a, carom_real b) {
    return (a != a && b != b) || memcmp(&a, &b, sizeof a) == 0;
}

typedef struct outcome {
    uint64_t bits[ITEMS / 64 + 2];
    uint32_t indices[ITEMS + 1];
    carom_real values[ITEMS + 1];
} outcome;

/* What lies behind the answers stays as it was. */
#define CANARY 0x5a5a5a5au

typedef struct question {
    const verb *verb;
    const shapes *a, *b;
    size_t count_a, count_b, count; /* count: pairs that are expected */
    const carom_batch_pairs *pairs;
} question;

static size_t partner(const uint32_t *index, size_t count, size_t pairs, size_t i) {
    return index ? index[i] : count == 1 && pairs > 1 ? 0 : i;
}

static void check_pair(const question *q, const outcome *out, size_t i, size_t *found) {
    const carom_batch_pairs *p = q->pairs;
    size_t ia = p ? (p->a ? p->a[i] : i) : partner(NULL, q->count_a, q->count, i);
    size_t ib = p ? (p->b ? p->b[i] : i) : partner(NULL, q->count_b, q->count, i);
    carom_real value = (carom_real)INFINITY;
    bool yes = false;
    if (ia < q->count_a && ib < q->count_b) {
        batch_item a = item_of(q->a, ia), b = item_of(q->b, ib);
        yes = q->verb->one(&a, &b, &value);
    }
    bool got = out->bits[i / 64] >> i % 64 & 1u;
    if (got != yes || (q->verb->has_values && !same_real(value, out->values[i])))
        fail_msg("%s: pair %zu: %d, not %d; %.9g, not %.9g", q->verb->name, i, got, yes,
                 (double)out->values[i], (double)value);
    if (yes) assert_int_equal(out->indices[(*found)++], i);
}

static void hold_to_single(const question *q) {
    public_set a = publish(q->a, q->count_a), b = publish(q->b, q->count_b);
    outcome *out = malloc(sizeof *out);
    assert_non_null(out);
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
        memset(out, 0x5a, sizeof *out);
        carom_batch_answers answers = {.bits = out->bits,
                                       .indices = out->indices,
                                       .capacity = ITEMS,
                                       .values = out->values,
                                       .instructions = sets[k]};
        size_t count = q->verb->run(&a, &b, q->pairs, &answers), found = 0;
        for (size_t i = 0; i < q->count; i++)
            check_pair(q, out, i, &found);
        assert_int_equal(found, count);
        assert_int_equal(out->indices[found], CANARY);
        assert_int_equal((uint32_t)out->bits[(q->count + 63) / 64], CANARY);
        if (q->count % 64) assert_int_equal(out->bits[q->count / 64] >> q->count % 64, 0);
        size_t written = q->verb->has_values ? q->count : 0;
        for (size_t i = written; i <= q->count; i++)
            assert_memory_equal(&out->values[i], &out->bits[ITEMS / 64 + 1], sizeof(float));
        answers.values = NULL; /* the yes or no does not hang on the number */
        uint64_t first_bits[ITEMS / 64 + 2];
        memcpy(first_bits, out->bits, sizeof first_bits);
        assert_int_equal(q->verb->run(&a, &b, q->pairs, &answers), count);
        assert_memory_equal(first_bits, out->bits, sizeof first_bits);
        assert_int_equal(q->verb->run(&a, &b, q->pairs, NULL), count);
    }
    free(out);
}

static void adversarial_pairs_are_the_single_functions(void **s) {
    for (size_t v = 0; v < VERB_COUNT; v++) {
        state = v + 1;
        for (int round = 0; round < 12; round++) {
            shapes *a = make_shapes(verbs[v].fields_a, ITEMS),
                   *b = make_shapes(verbs[v].fields_b, ITEMS);
            hold_to_single(&(question){&verbs[v], a, b, ITEMS, ITEMS, ITEMS, NULL});
            free(a);
            free(b);
        }
    }
}

/* From no hit to hits alone: what a first look leaves is scattered, or most of a block. */
static void any_share_of_hits(void **s) {
    for (size_t v = 0; v < VERB_COUNT; v++) {
        if (verbs[v].fields_a != RAYS) continue;
        state = 400 + v;
        for (uint32_t share = 0; share <= 20; share++) {
            shapes *a = make_shapes(RAYS, 200), *b = make_shapes(verbs[v].fields_b, 200);
            for (size_t i = 1; i <= 200; i++) {
                bool aims = dice(20) < share;
                for (int k = 0; k < 3; k++) {
                    carom_real at = b->numbers[k][i], more = unit_real() / 64;
                    if (verbs[v].fields_b == TRIANGLES)
                        at = (at + b->numbers[k + 3][i] + b->numbers[k + 6][i]) / 3;
                    if (verbs[v].fields_b == BOXES) at = (at + b->numbers[k + 3][i]) / 2;
                    if (aims) a->numbers[k + 3][i] = at - a->numbers[k][i] + more;
                }
                if (aims) a->numbers[6][i] = 0;
                if (aims) a->numbers[7][i] = (carom_real)INFINITY;
            }
            hold_to_single(&(question){&verbs[v], a, b, 200, 200, 200, NULL});
            hold_to_single(&(question){&verbs[v], a, b, 200, 1, 200, NULL});
            free(a);
            free(b);
        }
    }
}

/* More than caches hold, so that blocks are fetched ahead; the end of the arrays is not passed. */
static void large_batches(void **s) {
    enum { MANY = 90001 };
    carom_batch_aabbs sets_of[2] = {{.count = MANY}, {.count = MANY}};
    carom_real *numbers[2][6];
    state = 500;
    for (int k = 0; k < 2; k++)
        for (int f = 0; f < 6; f++) {
            numbers[k][f] = malloc(MANY * sizeof(carom_real));
            assert_non_null(numbers[k][f]);
            for (size_t i = 0; i < MANY; i++)
                numbers[k][f][i] = unit_real() + (f < 3 ? 0 : 1);
            ((const carom_real **)&sets_of[k])[f] = numbers[k][f];
        }
    uint64_t *bits = malloc((MANY / 64 + 1) * sizeof *bits);
    assert_non_null(bits);
    for (size_t set = 0; set < sizeof sets / sizeof *sets; set++) {
        carom_batch_answers answers = {.bits = bits, .instructions = sets[set]};
        carom_batch_overlap_aabb_aabb(&sets_of[0], &sets_of[1], NULL, &answers);
        for (size_t i = 0; i < MANY; i++) {
            batch_item box[2];
            for (int k = 0; k < 2; k++)
                for (int f = 0; f < 6; f++)
                    box[k].number[f] = numbers[k][f][i];
            assert_int_equal(bits[i / 64] >> i % 64 & 1u,
                             carom_overlap_aabb_aabb(&box[0].aabb, &box[1].aabb));
        }
    }
    for (int k = 0; k < 12; k++)
        free(numbers[k / 6][k % 6]);
    free(bits);
}

static void every_tail_is_answered(void **s) {
    for (size_t v = 0; v < VERB_COUNT; v++) {
        state = 100 + v;
        shapes *a = make_shapes(verbs[v].fields_a, 200), *b = make_shapes(verbs[v].fields_b, 200);
        for (size_t n = 0; n <= 130; n += n < 18 || n > 60 ? 1 : 7)
            hold_to_single(&(question){&verbs[v], a, b, n, n, n, NULL});
        free(a);
        free(b);
    }
}

static void one_stands_for_all(void **s) {
    for (size_t v = 0; v < VERB_COUNT; v++) {
        state = 200 + v;
        for (int round = 0; round < 10; round++) {
            shapes *a = make_shapes(verbs[v].fields_a, 140),
                   *b = make_shapes(verbs[v].fields_b, 140);
            hold_to_single(&(question){&verbs[v], a, b, 1, 140, 140, NULL});
            hold_to_single(&(question){&verbs[v], a, b, 140, 1, 140, NULL});
            hold_to_single(&(question){&verbs[v], a, b, 1, 0, 0, NULL});
            hold_to_single(&(question){&verbs[v], a, b, 90, 140, 90, NULL});
            free(a);
            free(b);
        }
    }
}

/* Also indices that no item has. */
static void indexed_pairs(void **s) {
    uint32_t ia[300], ib[300];
    for (size_t v = 0; v < VERB_COUNT; v++) {
        state = 300 + v;
        shapes *a = make_shapes(verbs[v].fields_a, 100), *b = make_shapes(verbs[v].fields_b, 90);
        for (size_t i = 0; i < 300; i++) {
            ia[i] = dice(20) ? dice(100) : 100 + dice(2) * 0x80000000u;
            ib[i] = dice(20) ? dice(90) : UINT32_MAX;
        }
        const carom_batch_pairs both = {ia, ib, 300}, left = {ia, NULL, 120},
                                right = {NULL, ib, 120}, none = {NULL, NULL, 120};
        hold_to_single(&(question){&verbs[v], a, b, 100, 90, 300, &both});
        hold_to_single(&(question){&verbs[v], a, b, 100, 90, 120, &left});
        hold_to_single(&(question){&verbs[v], a, b, 100, 90, 120, &right});
        hold_to_single(&(question){&verbs[v], a, b, 100, 90, 120, &none});
        hold_to_single(&(question){&verbs[v], a, b, 0, 90, 300, &both});
        free(a);
        free(b);
    }
}

static void capacity_bounds_the_indices(void **s) {
    const carom_real zero[100] = {0}, one[100] = {0};
    const carom_batch_spheres spheres = {{zero, zero, zero}, one, 100};
    uint32_t indices[8];
    memset(indices, 0x5a, sizeof indices);
    carom_batch_answers answers = {.indices = indices, .capacity = 7};
    assert_int_equal(carom_batch_overlap_sphere_sphere(&spheres, &spheres, NULL, &answers), 100);
    for (uint32_t i = 0; i < 7; i++)
        assert_int_equal(indices[i], i);
    assert_int_equal(indices[7], CANARY);
}

/* ---- culling */

static carom_relation relation_of(const carom_batch_region *region, const batch_item *item,
                                  bool is_box) {
    bool inside = true;
    for (size_t p = 0; p < region->count; p++) {
        const carom_halfspace *h = &region->halfspaces[p];
        carom_relation one = is_box ? carom_classify_halfspace_aabb(h, &item->aabb)
                                    : carom_classify_halfspace_sphere(h, &item->sphere);
        if (one == CAROM_DISJOINT) return CAROM_DISJOINT;
        inside &= one == CAROM_CONTAINS;
    }
    return inside ? CAROM_CONTAINS : CAROM_INTERSECTS;
}

static void hold_region(const carom_batch_region *region, const shapes *items, size_t count) {
    bool is_box = items->fields == BOXES;
    public_set set = publish(items, count);
    for (size_t k = 0; k < sizeof sets / sizeof *sets; k++) {
        uint8_t relations[201];
        uint64_t bits[5];
        memset(relations, 0x5a, sizeof relations);
        carom_batch_answers answers = {.bits = bits, .instructions = sets[k]};
        size_t got = is_box ? carom_batch_classify_halfspaces_aabb(region, &set.as.boxes, relations,
                                                                   &answers)
                            : carom_batch_classify_halfspaces_sphere(region, &set.as.spheres,
                                                                     relations, &answers);
        size_t expected = 0;
        for (size_t i = 0; i < count; i++) {
            batch_item item = item_of(items, i);
            carom_relation relation = relation_of(region, &item, is_box);
            assert_int_equal(relations[i], relation);
            assert_int_equal(bits[i / 64] >> i % 64 & 1u, relation != CAROM_DISJOINT);
            expected += relation != CAROM_DISJOINT;
        }
        assert_int_equal(got, expected);
        assert_int_equal(relations[count], 0x5a);
    }
}

static void regions_are_the_single_functions(void **s) {
    carom_halfspace halfspaces[100];
    state = 7;
    for (int round = 0; round < 120; round++) {
        shapes *items = make_shapes(round % 2 ? BOXES : SPHERES, 200);
        for (int i = 0; i < 100; i++) {
            int wildness = round % 10 == 0;
            carom_real x = any_real(wildness), y = any_real(wildness), z = any_real(wildness);
            if (x == 0 && y == 0 && z == 0 && round % 10 != 1) z = 1;
            halfspaces[i] = (carom_halfspace){{x, y, z}, any_real(wildness) + 2};
        }
        carom_batch_region region = {halfspaces, round % 8};
        for (size_t n = 0; n < 18; n++)
            hold_region(&region, items, n);
        hold_region(&region, items, 200);
        region.count = 60 + (size_t)round % 40;
        for (size_t i = 4; i < region.count; i++)
            halfspaces[i].offset = halfspaces[i].offset + 20;
        hold_region(&region, items, 70);
        free(items);
    }
}

/* ---- moving */

static carom_pose make_pose(int round) {
    carom_pose pose = {{any_real(0), any_real(0), any_real(0)}, {0, 0, 0, 1}};
    if (round % 4 == 1) {
        double x = (double)any_real(0), y = (double)any_real(0), z = (double)any_real(0);
        double length = (round % 16 == 1 ? 1 : 1.0005) * sqrt(x * x + y * y + z * z + 1);
        if (round % 32 == 5) length = 1;
        pose.rotation = (carom_quat){(carom_real)(x / length), (carom_real)(y / length),
                                     (carom_real)(z / length), (carom_real)(1 / length)};
    }
    if (round % 4 == 2) pose.rotation = (carom_quat){(carom_real)0.6, 0, 0, (carom_real)0.8};
    if (round % 5 == 0) pose.position = (carom_vec3){0, 0, 0};
    if (round % 11 == 0) pose.position.y = (carom_real)NAN;
    if (round % 13 == 0) pose.position.z = (carom_real)1e35;
    return pose;
}

static void hold_moved(carom_pose pose, const shapes *items, size_t count) {
    carom_real room[6][202], *to[6];
    batch_source source = carom_batch_source(items->field, items->fields, count);
    for (int set = 0; set <= SIMD_SETS; set++) {
        for (int f = 0; f < 6; f++)
            to[f] = room[f] + 1;
        memset(room, 0x5a, sizeof room);
        public_set public = publish(items, count);
        if (set == SIMD_SETS) { /* onto itself */
            for (size_t f = 0; f < items->fields; f++)
                memcpy(to[f], items->field[f], count * sizeof(carom_real));
            memcpy(&public, to, items->fields * sizeof *to);
            if (items->fields == POINTS)
                carom_batch_transform_points(pose, &public.as.points, to);
            else
                carom_batch_transform_aabbs(pose, &public.as.boxes, to);
        } else if (test_runs((simd_set)set)) {
            carom_batch_move(TEST_LONG_OF(set, carom_batch_kernel), pose, &source, to);
        } else {
            continue;
        }
        for (size_t i = 0; i < count; i++) {
            batch_item item = item_of(items, i), moved = item;
            if (items->fields == POINTS)
                moved.point = carom_pose_transform_point(pose, item.point);
            else
                moved.aabb = carom_pose_transform_aabb(pose, &item.aabb);
            for (size_t f = 0; f < items->fields; f++)
                assert_true(same_real(to[f][i], moved.number[f]));
        }
        for (size_t f = 0; f < items->fields; f++)
            assert_memory_equal(&to[f][count], &room[f][0], sizeof(carom_real));
    }
}

static void moved_things_are_the_single_functions(void **s) {
    state = 9;
    for (int round = 0; round < 100; round++) {
        shapes *items = make_shapes(round % 2 ? BOXES : POINTS, 200);
        carom_pose pose = make_pose(round / 2);
        for (size_t n = 0; n < 18; n++)
            hold_moved(pose, items, n);
        hold_moved(pose, items, 200);
        free(items);
    }
}

/* ---- the fast way is taken at all */

static void ordinary_shapes_are_sure(void **s) {
    const batch_verb all[] = {BATCH_SPHERE_SPHERE, BATCH_SPHERE_AABB,   BATCH_AABB_AABB,
                              BATCH_OBB_OBB,       BATCH_RAY_SPHERE,    BATCH_RAY_AABB,
                              BATCH_RAY_TRIANGLE,  BATCH_POINT_TRIANGLE};
    const size_t fields[][2] = {{4, 4}, {4, 6}, {6, 6}, {15, 15}, {8, 4}, {8, 6}, {8, 9}, {3, 9}};
    state = 77;
    for (int v = 0; v < 8; v++)
        for (int set = 0; set < SIMD_SETS; set++) {
            if (!test_runs((simd_set)set)) continue;
            carom_real room[2][FIELDS][BATCH_ITEMS], values[BATCH_ITEMS];
            batch_block block = {.count = BATCH_ITEMS, .values = values};
            int decided = 0;
            for (int round = 0; round < 20; round++) {
                for (int f = 0; f < FIELDS; f++)
                    for (size_t i = 0; i < BATCH_ITEMS; i++) {
                        bool size = (fields[v][0] == 4 && f == 3) || f >= 12;
                        room[0][f][i] = size ? (carom_real)0.1 : unit_real() * 2;
                        if (fields[v][0] == 8 && f == 6) room[0][f][i] = 0;
                        if (fields[v][0] == 8 && f == 7) room[0][f][i] = (carom_real)INFINITY;
                        room[1][f][i] = (fields[v][1] == 4 && f == 3) || f >= 12 ? (carom_real)0.3
                                                                                 : unit_real();
                        if (fields[v][0] == 6 && f > 2) room[0][f][i] = room[0][f - 3][i] + 1;
                        if (fields[v][1] == 6 && f > 2) room[1][f][i] = room[1][f - 3][i] + 1;
                        if (fields[v][0] == 15 && f > 2 && f < 12)
                            room[0][f][i] = room[1][f][i] = f % 4 == 3;
                    }
                for (int f = 0; f < FIELDS; f++) {
                    block.a.field[f] = room[0][f];
                    block.b.field[f] = room[1][f];
                }
                block.a.step = block.b.step = 1;
                TEST_OF(set, carom_batch_kernel)(all[v])(&block);
                decided += __builtin_popcountll(block.decided);
            }
            assert_in_range(decided, 20 * 64 * 9 / 10, 20 * 64);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(adversarial_pairs_are_the_single_functions),
        cmocka_unit_test(any_share_of_hits),
        cmocka_unit_test(large_batches),
        cmocka_unit_test(every_tail_is_answered),
        cmocka_unit_test(one_stands_for_all),
        cmocka_unit_test(indexed_pairs),
        cmocka_unit_test(capacity_bounds_the_indices),
        cmocka_unit_test(regions_are_the_single_functions),
        cmocka_unit_test(moved_things_are_the_single_functions),
        cmocka_unit_test(ordinary_shapes_are_sure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
