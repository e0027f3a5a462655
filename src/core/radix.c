/* Least significant digit first. One pass over the keys counts the digits of all three passes; a
 * digit that is the same everywhere costs nothing more. Short lists are sorted by insertion: there
 * the counters alone would take longer. Threads first part a list by its last digit, and then sort
 * what has few of them in one place each: so each item goes from one processor to another once. */
#include "core/radix.h"

#include <string.h>

#define BITS 11
#define DIGITS (1u << BITS)
#define PASSES 3
#define SHORT 48
/* Lists are parted in pieces of at least so many items; more pieces would take longer to add up. */
#define PIECE 16384
#define PIECES 8
/* What is sorted at once has more items than this, and than a part of all. */
#define GROUP 4096
#define GROUPS 32

static void insertion_sort(radix_item *items, size_t count) {
    for (size_t i = 1; i < count; i++) {
        radix_item item = items[i];
        size_t j = i;
        for (; j > 0 && items[j - 1].key > item.key; j--)
            items[j] = items[j - 1];
        items[j] = item;
    }
}

static inline uint32_t digit_of(uint32_t key, int pass) {
    return key >> (pass * BITS) & (DIGITS - 1);
}

/* Counts become the places at which the digits' runs begin. */
static void to_places(uint32_t *digits) {
    uint32_t place = 0;
    for (uint32_t d = 0; d < DIGITS; d++) {
        uint32_t count = digits[d];
        digits[d] = place;
        place += count;
    }
}

/* Which of the two the sorted items are in. */
static radix_item *sort_alone(radix_item *items, radix_item *scratch, size_t count) {
    uint32_t digits[PASSES][DIGITS];
    if (count <= SHORT) {
        insertion_sort(items, count);
        return items;
    }
    memset(digits, 0, sizeof digits);
    for (size_t i = 0; i < count; i++)
        for (int pass = 0; pass < PASSES; pass++)
            digits[pass][digit_of(items[i].key, pass)]++;
    radix_item *from = items, *to = scratch;
    for (int pass = 0; pass < PASSES; pass++) {
        uint32_t *place = digits[pass];
        if (place[digit_of(items[0].key, pass)] == count) continue;
        to_places(place);
        for (size_t i = 0; i < count; i++)
            to[place[digit_of(from[i].key, pass)]++] = from[i];
        radix_item *other = from;
        from = to;
        to = other;
    }
    return from;
}

void carom_radix_sort(radix_item *items, radix_item *scratch, size_t count) {
    const radix_item *sorted = sort_alone(items, scratch, count);
    if (sorted != items) memcpy(items, sorted, count * sizeof *items);
}

/* ---- in pieces, by the last digit */

#define LAST_PASS (PASSES - 1)

typedef struct radix_job {
    radix_item *from, *to;
    size_t count, pieces, groups;
    size_t group[GROUPS + 1];        /* where they begin */
    uint32_t digits[PIECES][DIGITS]; /* of each piece: counts, then places */
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
            digits[digit_of(job->from[i].key, LAST_PASS)]++;
    }
}

static void move_pieces(void *data, size_t piece, size_t last) {
    radix_job *job = data;
    for (; piece < last; piece++) {
        uint32_t *place = job->digits[piece];
        size_t end = start_of_piece(job, piece + 1);
        for (size_t i = start_of_piece(job, piece); i < end; i++)
            job->to[place[digit_of(job->from[i].key, LAST_PASS)]++] = job->from[i];
    }
}

/* Of one digit, those of the first pieces first: so items of equal key keep their order. */
static void pieces_to_places(radix_job *job) {
    const size_t least = job->count / GROUPS > GROUP ? job->count / GROUPS : GROUP;
    uint32_t place = 0;
    job->groups = 0;
    job->group[0] = 0;
    for (uint32_t d = 0; d < DIGITS; d++) {
        for (size_t piece = 0; piece < job->pieces; piece++) {
            uint32_t count = job->digits[piece][d];
            job->digits[piece][d] = place;
            place += count;
        }
        if (place - job->group[job->groups] > least) job->group[++job->groups] = place;
    }
    if (place > job->group[job->groups]) job->group[++job->groups] = place;
}

static void sort_groups(void *data, size_t i, size_t last) {
    const radix_job *job = data;
    for (; i < last; i++) {
        size_t first = job->group[i], count = job->group[i + 1] - first;
        const radix_item *sorted = sort_alone(job->to + first, job->from + first, count);
        if (sorted != job->from + first) memcpy(job->from + first, sorted, count * sizeof *sorted);
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
