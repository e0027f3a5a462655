/* Compaction of selected lanes for sets without a compress instruction: the indices of the lanes
 * are found in a bit mask. Traversals of eight-wide trees use it to visit the boxes that a ray
 * hits. */
#ifndef CAROM_SIMD_SIMD_CHOICE_H
#define CAROM_SIMD_SIMD_CHOICE_H

/** Bit k is lane k. */
typedef uint32_t lane_choice;

/** The lanes where a <= b. */
static CAROM_INLINE lane_choice f8_choose_le(f8 a, f8 b) {
    return f8_bits(f8_le(a, b));
}

typedef struct chosen_lanes {
    float time[8];
    const uint32_t *name;
    uint32_t bits;
} chosen_lanes;

/** Selects the names of the lanes `which`, at least one. */
static CAROM_INLINE void choose_names(chosen_lanes *out, lane_choice which,
                                      const uint32_t name[8]) {
    out->name = name;
    out->bits = which;
}
/** Adds the times of the selected lanes, which are not negative. */
static CAROM_INLINE void choose_times(chosen_lanes *out, lane_choice which, f8 times) {
    (void)which;
    f8_store(out->time, times);
}
static CAROM_INLINE uint32_t first_name(const chosen_lanes *of) {
    return of->name[lowest_bit(of->bits)];
}
/** Stores all names but the last at `to`, with capacity for eight; returns their end. */
static CAROM_INLINE uint64_t *store_names(uint64_t *to, const chosen_lanes *of) {
    for (uint32_t left = of->bits; (left & (left - 1)) != 0; left &= left - 1)
        *to++ = of->name[lowest_bit(left)];
    return to;
}
/** Key of the selected lane `number` (0, 1 or 2, less than their count): the bits of its time above
 * its name. */
static CAROM_INLINE uint64_t chosen_key(const chosen_lanes *of, int number) {
    uint32_t left = of->bits, bits;
    for (int i = 0; i < number; i++)
        left &= left - 1;
    uint32_t lane = lowest_bit(left);
    memcpy(&bits, &of->time[lane], sizeof bits);
    return (uint64_t)bits << 32 | of->name[lane];
}

#endif
