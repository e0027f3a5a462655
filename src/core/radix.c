/* Least significant digit first. One pass over the keys counts the digits of all three passes; a
 * digit that is the same everywhere costs nothing more. Short lists are sorted by insertion: there
 * the counters alone would take longer. */
#include "core/radix.h"

#include <string.h>

#define BITS 11
#define DIGITS (1u << BITS)
#define PASSES 3
#define SHORT 48

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

void carom_radix_sort(radix_item *items, radix_item *scratch, size_t count) {
    uint32_t digits[PASSES][DIGITS];
    if (count <= SHORT) {
        insertion_sort(items, count);
        return;
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
    if (from != items) memcpy(items, from, count * sizeof *items);
}
