/* Least significant digit radix sort [Knuth98]. One pass over the keys counts the digits of all
 * passes; a pass whose digit is equal in all keys is skipped. Short lists are sorted by insertion,
 * because clearing the counters alone would take longer. With threads, a first pass by the most
 * significant digit partitions the list, and each thread then sorts groups of partitions by the
 * lower digits: each item moves between processors once, and is copied as often as by one thread.
 * The sort is stable, so its result is the same for every number of threads. */
#include "core/radix.h"

#include <string.h>

/* Three digits of 11 bits cover a key; their counters fit a first-level cache. */
#define DIGIT_BITS 11
#define DIGITS (1u << DIGIT_BITS)
#define PASSES 3
/* Items up to which a list is sorted by insertion. */
#define INSERTION_MAX 48
/* Position of the highest of three digits, which is shorter than the others. */
#define TOP_DIGIT_SHIFT (2 * DIGIT_BITS)
#define TOP_DIGITS (1u << (32 - TOP_DIGIT_SHIFT))
/* Groups of fewer items are sorted by three digits of eight bits, which have fewer counters to
 * clear. */
#define SHORT_GROUP 4096
/* Least number of items of a piece that a thread counts and moves, and the greatest number of
 * pieces: more would take longer to sum up. */
#define PIECE_MIN 8192
#define PIECES_MAX 15
/* A group, the digits that one thread sorts at a time, has more than GROUP_MIN items and more than
 * the GROUPS_MAX-th part of all. */
#define GROUP_MIN 1024
#define GROUPS_MAX 128

/* A sort by the `passes` lowest digits of `bits` bits each. */
typedef struct digit_plan {
    int bits, passes;
} digit_plan;

static void insertion_sort(radix_item *items, size_t count) {
    for (size_t i = 1; i < count; i++) {
        radix_item item = items[i];
        size_t j = i;
        for (; j > 0 && items[j - 1].key > item.key; j--)
            items[j] = items[j - 1];
        items[j] = item;
    }
}

static inline uint32_t digit_of(uint32_t key, digit_plan plan, int pass) {
    return key >> (pass * plan.bits) & ((1u << plan.bits) - 1);
}

/* Prefix sum: replaces the counts by the positions at which the digits' runs begin. */
static inline void to_positions(uint32_t *digits, digit_plan plan) {
    uint32_t position = 0;
    for (uint32_t d = 0; d < 1u << plan.bits; d++) {
        uint32_t count = digits[d];
        digits[d] = position;
        position += count;
    }
}

/* Returns the array, of the two, that holds the sorted items. */
static CAROM_INLINE radix_item *sort_digits(radix_item *items, radix_item *scratch, size_t count,
                                            digit_plan plan) {
    uint32_t digits[PASSES][DIGITS];
    if (count <= INSERTION_MAX) {
        insertion_sort(items, count);
        return items;
    }
    for (int pass = 0; pass < plan.passes; pass++)
        memset(digits[pass], 0, sizeof(uint32_t) << plan.bits);
    for (size_t i = 0; i < count; i++)
        for (int pass = 0; pass < plan.passes; pass++)
            digits[pass][digit_of(items[i].key, plan, pass)]++;
    radix_item *from = items, *to = scratch;
    for (int pass = 0; pass < plan.passes; pass++) {
        uint32_t *position = digits[pass];
        if (position[digit_of(items[0].key, plan, pass)] == count) continue;
        to_positions(position, plan);
        for (size_t i = 0; i < count; i++)
            to[position[digit_of(from[i].key, plan, pass)]++] = from[i];
        radix_item *other = from;
        from = to;
        to = other;
    }
    return from;
}

static radix_item *sort_alone(radix_item *items, radix_item *scratch, size_t count) {
    static const digit_plan all = {DIGIT_BITS, PASSES};
    return sort_digits(items, scratch, count, all);
}

void carom_radix_sort(radix_item *items, radix_item *scratch, size_t count) {
    const radix_item *sorted = sort_alone(items, scratch, count);
    if (sorted != items) memcpy(items, sorted, count * sizeof *items);
}

/* ---- on threads, by the highest digit first */

typedef struct radix_job {
    radix_item *from, *to;
    size_t count, pieces, groups;
    uint32_t group[GROUPS_MAX + 1]; /* digits at which the groups begin, and the end */
    uint32_t digits[PIECES_MAX]
                   [TOP_DIGITS]; /* per piece: counts, then positions, then ends of its runs */
} radix_job;

static size_t start_of_piece(const radix_job *job, size_t piece) {
    return piece * job->count / job->pieces;
}

static void count_digits(void *data, size_t piece, size_t last) {
    radix_job *job = data;
    for (; piece < last; piece++) {
        uint32_t *digits = job->digits[piece];
        memset(digits, 0, sizeof job->digits[piece]);
        size_t end = start_of_piece(job, piece + 1);
        for (size_t i = start_of_piece(job, piece); i < end; i++)
            digits[job->from[i].key >> TOP_DIGIT_SHIFT]++;
    }
}

static void move_pieces(void *data, size_t piece, size_t last) {
    radix_job *job = data;
    for (; piece < last; piece++) {
        uint32_t *position = job->digits[piece];
        size_t end = start_of_piece(job, piece + 1);
        for (size_t i = start_of_piece(job, piece); i < end; i++)
            job->to[position[job->from[i].key >> TOP_DIGIT_SHIFT]++] = job->from[i];
    }
}

/* Prefix sum by digit, then piece, so that items of equal key keep their order; and the groups. */
static void pieces_to_positions(radix_job *job) {
    const size_t least = job->count / GROUPS_MAX > GROUP_MIN ? job->count / GROUPS_MAX : GROUP_MIN;
    uint32_t position = 0, start = 0;
    job->groups = 0;
    job->group[0] = 0;
    for (uint32_t d = 0; d < TOP_DIGITS; d++) {
        for (size_t piece = 0; piece < job->pieces; piece++) {
            uint32_t count = job->digits[piece][d];
            job->digits[piece][d] = position;
            position += count;
        }
        if (position - start <= least) continue;
        job->group[++job->groups] = d + 1;
        start = position;
    }
    if (position > start) job->group[++job->groups] = TOP_DIGITS;
}

/* Sorts items of equal highest digit from `moved` to `items`. */
static void sort_group(radix_item *items, radix_item *moved, size_t count) {
    static const digit_plan by_bytes = {8, 3}, by_digits = {DIGIT_BITS, 2};
    const radix_item *sorted = count < SHORT_GROUP ? sort_digits(moved, items, count, by_bytes)
                                                   : sort_digits(moved, items, count, by_digits);
    if (sorted != items) memcpy(items, sorted, count * sizeof *items);
}

static void sort_groups(void *data, size_t i, size_t last) {
    const radix_job *job = data;
    const uint32_t *ends = job->digits[job->pieces - 1];
    for (uint32_t d = job->group[i], end = job->group[last]; d < end; d++) {
        size_t first = d > 0 ? ends[d - 1] : 0, count = ends[d] - first;
        if (count > 0) sort_group(job->from + first, job->to + first, count);
    }
}

radix_item *carom_radix_sort_on(const carom_task_hook *tasks, radix_item *items,
                                radix_item *scratch, size_t count) {
    size_t pieces = count / PIECE_MIN < PIECES_MAX ? count / PIECE_MIN : PIECES_MAX;
    if (!tasks || !tasks->begin || pieces < 2) return sort_alone(items, scratch, count);
    radix_job job;
    job.from = items;
    job.to = scratch;
    job.count = count;
    job.pieces = pieces;
    carom_run_chunks(tasks, count_digits, &job, (task_share){pieces, 1});
    pieces_to_positions(&job);
    carom_run_chunks(tasks, move_pieces, &job, (task_share){pieces, 1});
    carom_run_chunks(tasks, sort_groups, &job, (task_share){job.groups, 1});
    return items;
}
