/* Arbitrary-precision dyadic numbers, by schoolbook arithmetic [Knuth97] 4.3.1 on limbs of 32
 * bits, so that C's 64-bit integers hold every product and carry. All operations but
 * carom_dyadic_value are exact. The numbers of one query have three to twenty limbs, whatever the
 * worst case (degree 16 in doubles has 1,049), so faster multiplication would gain nothing, and a
 * pool of 4 kB is enough but for magnitudes far apart. Those share one static pool: nothing is
 * allocated, and no limb lies on the stack. */
#include "math/dyadic.h"

#include <stdatomic.h>
#include <string.h>

#include "core/workspace.h"
#include "math/tolerances.h"

/* Less than the top of any number but 0. */
#define TOP_OF_ZERO (-1000000)
/* Limbs below `base` from which a value is given as 0: it is below 2^-960. */
#define VALUE_LIMBS 30
/* Limbs of the pools, of 4 kB and 1 MB. */
#define SMALL_POOL 1024
#define LARGE_POOL 262144
_Static_assert(SMALL_POOL * sizeof(uint32_t) <= WORKSPACE_EXACT_BYTES, "the block holds it");

/* ---- pools */

static uint32_t large_pool[LARGE_POOL];
static atomic_flag large_pool_taken = ATOMIC_FLAG_INIT;

/* Threads wait for one another only where magnitudes are far apart, and then for a millisecond at
 * most. */
static CAROM_NOINLINE void run_in_large_pool(void (*run)(dyadic_pool *, void *), void *data) {
    while (atomic_flag_test_and_set_explicit(&large_pool_taken, memory_order_acquire)) {
    }
    dyadic_pool pool = {large_pool, large_pool + LARGE_POOL, false};
    run(&pool, data);
    atomic_flag_clear_explicit(&large_pool_taken, memory_order_release);
}

static CAROM_NOINLINE bool run_in_small_pool(void (*run)(dyadic_pool *, void *), void *data) {
    uint32_t *limb = carom_workspace_take(WORKSPACE_EXACT);
    dyadic_pool pool = {limb, limb + SMALL_POOL, false};
    run(&pool, data);
    carom_workspace_give(limb);
    return !pool.full;
}

void carom_with_dyadics(void (*run)(dyadic_pool *pool, void *data), void *data) {
    if (!run_in_small_pool(run, data)) run_in_large_pool(run, data);
}

typedef struct sign_question {
    int (*sign)(dyadic_pool *pool, const void *data);
    const void *data;
    int answer;
} sign_question;

static void find_sign(dyadic_pool *pool, void *question) {
    sign_question *q = question;
    q->answer = q->sign(pool, q->data);
}

int carom_dyadic_sign(int (*sign)(dyadic_pool *pool, const void *data), const void *data) {
    sign_question question = {sign, data, 0};
    carom_with_dyadics(find_sign, &question);
    return question.answer;
}

/* @return null, and the pool is full, when there is no buffer */
static uint32_t *take_limbs(dyadic_pool *pool, int count) {
    uint32_t *limb = pool->next;
    if (pool->full || pool->end - pool->next < count) {
        pool->full = true;
        return NULL;
    }
    pool->next += count;
    return limb;
}

/* The number of these limbs without zero limbs at both ends; it is the pool's last. */
static dyadic trimmed(dyadic_pool *pool, dyadic d) {
    for (; d.count > 0 && d.limb[d.count - 1] == 0; pool->next--)
        d.count--;
    if (d.count == 0) return dyadic_zero();
    for (; d.limb[0] == 0; d.limb++)
        d.count--, d.exponent++;
    return d;
}

/* In order of their places, so that no move overwrites what is still to be moved. */
void carom_dyadic_keep(dyadic_pool *pool, uint32_t *mark, dyadic *const kept[], int count) {
    const uint32_t *done = mark;
    uint32_t *next = mark;
    for (;;) {
        const uint32_t *first = NULL;
        int length = 0;
        for (int i = 0; i < count; i++) {
            const dyadic *d = kept[i];
            if (d->sign == 0 || d->limb < done) continue;
            if (!first || d->limb < first) first = d->limb, length = d->count;
        }
        if (!first) break;
        memmove(next, first, (size_t)length * sizeof *next);
        for (int i = 0; i < count; i++)
            if (kept[i]->sign != 0 && kept[i]->limb == first) kept[i]->limb = next;
        next += length;
        done = first + length;
    }
    pool->next = next;
}

/* ---- numbers */

dyadic carom_dyadic_of(dyadic_pool *pool, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    int biased = (int)(bits >> 52 & 0x7ff);
    uint64_t fraction = bits & 0xfffffffffffffULL;
    if (biased == 0x7ff || (biased == 0 && fraction == 0)) return dyadic_zero();
    uint32_t *limb = take_limbs(pool, 3);
    if (!limb) return dyadic_zero();
    if (biased > 0) fraction |= 1ULL << 52;
    /* value = fraction * 2^(bit - 1088), 1088 = 34 limbs */
    int bit = (biased > 0 ? biased : 1) - 1075 + 1088, shift = bit % 32;
    limb[0] = (uint32_t)(fraction << shift);
    limb[1] = (uint32_t)((fraction << shift) >> 32);
    limb[2] = shift > 0 ? (uint32_t)(fraction >> (64 - shift)) : 0;
    return trimmed(pool, (dyadic){bits >> 63 ? -1 : 1, 3, bit / 32 - 34, limb});
}

int carom_dyadic_top(dyadic a) {
    return a.sign != 0 ? a.exponent + a.count : TOP_OF_ZERO;
}

static uint32_t limb_at(const dyadic *d, int exponent) {
    int i = exponent - d->exponent;
    return i >= 0 && i < d->count ? d->limb[i] : 0;
}

/* Sign of |a| - |b|. */
static int compare_sizes(const dyadic *a, const dyadic *b) {
    int top_a = carom_dyadic_top(*a), top_b = carom_dyadic_top(*b);
    if (top_a != top_b) return top_a < top_b ? -1 : 1;
    int low = a->exponent < b->exponent ? a->exponent : b->exponent;
    for (int e = top_a - 1; e >= low; e--) {
        uint32_t x = limb_at(a, e), y = limb_at(b, e);
        if (x != y) return x < y ? -1 : 1;
    }
    return 0;
}

dyadic carom_dyadic_sum(dyadic_pool *pool, dyadic a, dyadic b) {
    if (a.sign == 0 || b.sign == 0) return a.sign == 0 ? b : a;
    int order = compare_sizes(&a, &b), sign = a.sign == b.sign ? 1 : -1;
    const dyadic *large = order < 0 ? &b : &a, *small = order < 0 ? &a : &b;
    int low = large->exponent < small->exponent ? large->exponent : small->exponent;
    int top = carom_dyadic_top(*large) + 1;
    uint32_t *limb = take_limbs(pool, top - low);
    if (!limb) return dyadic_zero();
    int64_t carry = 0;
    for (int e = low; e < top; e++) {
        carry += (int64_t)limb_at(large, e) + sign * (int64_t)limb_at(small, e);
        limb[e - low] = (uint32_t)((uint64_t)carry & 0xffffffffU);
        carry = carry < 0 ? -1 : carry > 0xffffffffLL ? 1 : 0;
    }
    return trimmed(pool, (dyadic){large->sign, top - low, low, limb});
}

dyadic carom_dyadic_product(dyadic_pool *pool, dyadic a, dyadic b) {
    if (a.sign == 0 || b.sign == 0) return dyadic_zero();
    int count = a.count + b.count;
    uint32_t *limb = take_limbs(pool, count);
    if (!limb) return dyadic_zero();
    memset(limb, 0, (size_t)count * sizeof *limb);
    for (int i = 0; i < a.count; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < b.count; j++) {
            carry += (uint64_t)a.limb[i] * b.limb[j] + limb[i + j];
            limb[i + j] = (uint32_t)carry;
            carry >>= 32;
        }
        limb[i + b.count] = (uint32_t)carry;
    }
    return trimmed(pool, (dyadic){a.sign * b.sign, count, a.exponent + b.exponent, limb});
}

double carom_dyadic_value(dyadic a, int base) {
    int top = carom_dyadic_top(a), below = base - top;
    if (a.sign == 0 || below > VALUE_LIMBS) return 0.0;
    /* three limbs hold at least 65 bits: the rest matters only for a rounding tie */
    double value =
        (double)limb_at(&a, top - 1) * 0x1p-32 +
        ((double)limb_at(&a, top - 2) * 0x1p-64 + (double)limb_at(&a, top - 3) * 0x1p-96);
    for (; below > 0; below--)
        value *= DYADIC_LIMB_DOWN;
    for (; below < 0 && value <= DBL_MAX; below++)
        value *= DYADIC_LIMB_UP;
    return a.sign < 0 ? -value : value;
}

/* ---- vectors */

dyadic3 carom_dyadic3_of(dyadic_pool *pool, vec3 v) {
    return (dyadic3){carom_dyadic_of(pool, v.x), carom_dyadic_of(pool, v.y),
                     carom_dyadic_of(pool, v.z)};
}

dyadic3 carom_dyadic3_signed(const dyadic3 *a, int sign) {
    return (dyadic3){dyadic_signed(a->x, sign), dyadic_signed(a->y, sign),
                     dyadic_signed(a->z, sign)};
}

dyadic3 carom_dyadic3_sum(dyadic_pool *pool, const dyadic3 *a, const dyadic3 *b) {
    return (dyadic3){carom_dyadic_sum(pool, a->x, b->x), carom_dyadic_sum(pool, a->y, b->y),
                     carom_dyadic_sum(pool, a->z, b->z)};
}

dyadic3 carom_dyadic3_difference(dyadic_pool *pool, const dyadic3 *a, const dyadic3 *b) {
    const dyadic3 minus_b = carom_dyadic3_signed(b, -1);
    return carom_dyadic3_sum(pool, a, &minus_b);
}

/* a * d - b * c */
static dyadic minor2(dyadic_pool *pool, const dyadic row[2][2]) {
    uint32_t *mark = pool->next;
    dyadic left = carom_dyadic_product(pool, row[0][0], row[1][1]);
    dyadic right = carom_dyadic_product(pool, row[0][1], row[1][0]);
    dyadic minor = dyadic_difference(pool, left, right);
    carom_dyadic_keep(pool, mark, (dyadic *const[]){&minor}, 1);
    return minor;
}

dyadic3 carom_dyadic3_cross(dyadic_pool *pool, const dyadic3 *a, const dyadic3 *b) {
    dyadic3 out;
    out.x = minor2(pool, (const dyadic[2][2]){{a->y, a->z}, {b->y, b->z}});
    out.y = minor2(pool, (const dyadic[2][2]){{a->z, a->x}, {b->z, b->x}});
    out.z = minor2(pool, (const dyadic[2][2]){{a->x, a->y}, {b->x, b->y}});
    return out;
}

dyadic3 carom_dyadic3_product(dyadic_pool *pool, const dyadic3 *a, dyadic s) {
    return (dyadic3){carom_dyadic_product(pool, a->x, s), carom_dyadic_product(pool, a->y, s),
                     carom_dyadic_product(pool, a->z, s)};
}

dyadic carom_dyadic3_dot(dyadic_pool *pool, const dyadic3 *a, const dyadic3 *b) {
    uint32_t *mark = pool->next;
    dyadic x = carom_dyadic_product(pool, a->x, b->x), y = carom_dyadic_product(pool, a->y, b->y);
    dyadic xy = carom_dyadic_sum(pool, x, y), z = carom_dyadic_product(pool, a->z, b->z);
    dyadic sum = carom_dyadic_sum(pool, xy, z);
    carom_dyadic_keep(pool, mark, (dyadic *const[]){&sum}, 1);
    return sum;
}

dyadic carom_dyadic3_length2(dyadic_pool *pool, const dyadic3 *a) {
    return carom_dyadic3_dot(pool, a, a);
}

dyadic carom_dyadic3_cross2(dyadic_pool *pool, const dyadic3 *a, const dyadic3 *b) {
    uint32_t *mark = pool->next;
    const dyadic3 cross = carom_dyadic3_cross(pool, a, b);
    dyadic square = carom_dyadic3_length2(pool, &cross);
    carom_dyadic_keep(pool, mark, (dyadic *const[]){&square}, 1);
    return square;
}

dyadic carom_dyadic3_triple(dyadic_pool *pool, const dyadic3 *a, const dyadic3 *b,
                            const dyadic3 *c) {
    uint32_t *mark = pool->next;
    const dyadic3 cross = carom_dyadic3_cross(pool, b, c);
    dyadic triple = carom_dyadic3_dot(pool, a, &cross);
    carom_dyadic_keep(pool, mark, (dyadic *const[]){&triple}, 1);
    return triple;
}

int carom_dyadic3_dot_sign(dyadic_pool *pool, const dyadic3 *a, const dyadic3 *b) {
    uint32_t *mark = pool->next;
    int sign = carom_dyadic3_dot(pool, a, b).sign;
    pool->next = mark;
    return sign;
}

int carom_dyadic3_top(const dyadic3 *a) {
    int x = carom_dyadic_top(a->x), y = carom_dyadic_top(a->y), z = carom_dyadic_top(a->z);
    int top = x > y ? x : y;
    return top > z ? top : z;
}

vec3 carom_dyadic3_value(const dyadic3 *a, int base) {
    return vec(carom_dyadic_value(a->x, base), carom_dyadic_value(a->y, base),
               carom_dyadic_value(a->z, base));
}
