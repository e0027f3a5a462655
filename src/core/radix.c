/* Least significant digit first. One pass over the keys counts the digits of all passes; a digit
 * that is the same everywhere costs nothing more. Short lists are sorted by insertion: there the
 * counters alone would take longer. Threads first part a list by its highest digit, and then sort
 * what has the same by the others, in one place each: so each item goes from one processor to
 * another once, and is moved as often as by one thread. */
#include "core/radix.h"

#include <string.h>

#define BITS 11
#define DIGITS (1u << BITS)
#define PASSES 3
#define SHORT 48
/* The highest digit, below which there are two; it is shorter than those. */
#define TOP_SHIFT (2 * BITS)
#define TOP_DIGITS (1u << (32 - TOP_SHIFT))
/* Fewer items than this with the same highest digit are sorted by three of eight bits each. */
#define SMALL_HULL 4096
/* Lists are parted in pieces of at least so many items; more pieces would take longer to add up. */
#define PIECE 8192
#define PIECES 16
/* What is sorted at once has more items than this, and than a part of all. */
#define GROUP 1024
#define GROUPS 128

/* The lowest digits: so many of so many bits each. */
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

/* Counts become the places at which the digits' runs begin. */
static inline void to_places(uint32_t *digits, digit_plan plan) {
    uint32_t place = 0;
    for (uint32_t d = 0; d < 1u << plan.bits; d++) {
        uint32_t count = digits[d];
        digits[d] = place;
        place += count;
    }
}

/* Which of the two the items are in, then. */
static CAROM_INLINE radix_item *sort_digits(radix_item *items, radix_item *scratch, size_t count,
                                            digit_plan plan) {
    uint32_t digits[PASSES][DIGITS];
    if (count <= SHORT) {
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
        uint32_t *place = digits[pass];
        if (place[digit_of(items[0].key, plan, pass)] == count) continue;
        to_places(place, plan);
        for (size_t i = 0; i < count; i++)
            to[place[digit_of(from[i].key, plan, pass)]++] = from[i];
        radix_item *other = from;
        from = to;
        to = other;
    }
    return from;
}

static radix_item *sort_alone(radix_item *items, radix_item *scratch, size_t count) {
    static const digit_plan all = {BITS, PASSES};
    return sort_digits(items, scratch, count, all);
}

void carom_radix_sort(radix_item *items, radix_item *scratch, size_t count) {
    const radix_item *sorted = sort_alone(items, scratch, count);
    if (sorted != items) memcpy(items, sorted, count * sizeof *items);
}

/* ---- in pieces, by the highest digit */

typedef struct radix_job {
    radix_item *from, *to;
    size_t count, pieces, groups;
    uint32_t group[GROUPS + 1];          /* digits at which they begin */
    uint32_t digits[PIECES][TOP_DIGITS]; /* of each piece: counts, places, and ends of its runs */
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
            digits[job->from[i].key >> TOP_SHIFT]++;
    }
}

static void move_pieces(void *data, size_t piece, size_t last) {
    radix_job *job = data;
    for (; piece < last; piece++) {
        uint32_t *place = job->digits[piece];
        size_t end = start_of_piece(job, piece + 1);
        for (size_t i = start_of_piece(job, piece); i < end; i++)
            job->to[place[job->from[i].key >> TOP_SHIFT]++] = job->from[i];
    }
}

/* Of one digit, those of the first pieces first: so items of equal key keep their order. */
static void pieces_to_places(radix_job *job) {
    const size_t least = job->count / GROUPS > GROUP ? job->count / GROUPS : GROUP;
    uint32_t place = 0, start = 0;
    job->groups = 0;
    job->group[0] = 0;
    for (uint32_t d = 0; d < TOP_DIGITS; d++) {
        for (size_t piece = 0; piece < job->pieces; piece++) {
            uint32_t count = job->digits[piece][d];
            job->digits[piece][d] = place;
            place += count;
        }
        if (place - start <= least) continue;
        job->group[++job->groups] = d + 1;
        start = place;
    }
    if (place > start) job->group[++job->groups] = TOP_DIGITS;
}

/* Items that agree in the highest digit. */
static void sort_below(radix_item *items, radix_item *moved, size_t count) {
    static const digit_plan few = {8, 3}, many = {BITS, 2};
    const radix_item *sorted = count < SMALL_HULL ? sort_digits(moved, items, count, few)
                                                  : sort_digits(moved, items, count, many);
    if (sorted != items) memcpy(items, sorted, count * sizeof *items);
}

static void sort_groups(void *data, size_t i, size_t last) {
    const radix_job *job = data;
    const uint32_t *ends = job->digits[job->pieces - 1];
    for (uint32_t d = job->group[i], end = job->group[last]; d < end; d++) {
        size_t first = d > 0 ? ends[d - 1] : 0, count = ends[d] - first;
        if (count > 0) sort_below(job->from + first, job->to + first, count);
    }
}

radix_item *carom_radix_sort_on(const carom_task_hook *tasks, radix_item *items,
                                radix_item *scratch, size_t count) {
    size_t pieces = count / PIECE < PIECES ? count / PIECE : PIECES;
    if (!tasks || !tasks->begin || pieces < 2) return sort_alone(items, scratch, count);
    radix_job job;
    job.from = items;
    job.to = scratch;
    job.count = count;
    job.pieces = pieces;
    carom_run_chunks(tasks, count_digits, &job, (task_share){pieces, 1});
    pieces_to_places(&job);
    carom_run_chunks(tasks, move_pieces, &job, (task_share){pieces, 1});
    carom_run_chunks(tasks, sort_groups, &job, (task_share){job.groups, 1});
    return items;
}
