/* Least significant digit first. One pass over the keys counts the digits of all three passes; a
 * digit that is the same everywhere costs nothing more. Short lists are sorted by insertion: there
 * the counters alone would take longer. */
#include "core/radix.h"

#include <string.h>

#define BITS 11
#define DIGITS (1u << BITS)
#define PASSES 3
#define SHORT 48
/* Lists are sorted in pieces of at least so many items; more pieces would take longer to add up. */
#define PIECE 16384
#define PIECES 8

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

/* ---- in pieces */

typedef struct radix_job {
    radix_item *from, *to;
    size_t count, pieces;
    int pass;
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
            digits[digit_of(job->from[i].key, job->pass)]++;
    }
}

static void move_pieces(void *data, size_t piece, size_t last) {
    radix_job *job = data;
    for (; piece < last; piece++) {
        uint32_t *place = job->digits[piece];
        size_t end = start_of_piece(job, piece + 1);
        for (size_t i = start_of_piece(job, piece); i < end; i++)
            job->to[place[digit_of(job->from[i].key, job->pass)]++] = job->from[i];
    }
}

/* Of one digit, those of the first pieces first: so items of equal key keep their order. */
static void pieces_to_places(radix_job *job) {
    uint32_t place = 0;
    for (uint32_t d = 0; d < DIGITS; d++)
        for (size_t piece = 0; piece < job->pieces; piece++) {
            uint32_t count = job->digits[piece][d];
            job->digits[piece][d] = place;
            place += count;
        }
}

radix_item *carom_radix_sort_on(const carom_task_hook *tasks, radix_item *items,
                                radix_item *scratch, size_t count) {
    size_t pieces = count / PIECE < PIECES ? count / PIECE : PIECES;
    if (!tasks || !tasks->begin || pieces < 2) return sort_alone(items, scratch, count);
    const task_share share = {pieces, 1};
    radix_job job;
    job.from = items;
    job.to = scratch;
    job.count = count;
    job.pieces = pieces;
    for (job.pass = 0; job.pass < PASSES; job.pass++) {
        carom_run_chunks(tasks, count_digits, &job, share);
        pieces_to_places(&job);
        carom_run_chunks(tasks, move_pieces, &job, share);
        radix_item *sorted = job.to;
        job.to = job.from;
        job.from = sorted;
    }
    return job.from;
}
