/* No algorithm of its own: the location of a block's items, and the output of its answers. Whole
 * blocks of contiguous arrays are read in place; tails, indexed items and single shapes for all
 * items are copied, so that kernels have one kind of load and never read beyond an array. */
#include <string.h>

#include "query/batch/batch.h"
#include "query/batch/blocks.h"

batch_source carom_batch_source(const void *arrays, size_t fields, size_t count) {
    batch_source out = {.fields = fields, .count = count};
    memcpy(out.field, arrays, fields * sizeof *out.field);
    return out;
}

static simd_set wished_set(carom_batch_instructions wish) {
    switch (wish) {
    case CAROM_BATCH_NATIVE: return SIMD_SET_NATIVE;
    case CAROM_BATCH_AVX2: return SIMD_RUNS_AVX2 ? SIMD_SET_AVX2 : SIMD_SET_NATIVE;
    default: return carom_simd_best();
    }
}

batch_kernel *carom_batch_kernel(const carom_batch_answers *answers, batch_verb verb) {
    simd_set set = wished_set(answers ? answers->instructions : CAROM_BATCH_BEST);
    return SIMD_LONG_OF(set, carom_batch_kernel)(verb);
}

/* Copies all that kernels read of so many items, including the last lanes. */
static size_t padded_count(size_t count) {
    return (count + BATCH_LANES - 1) / BATCH_LANES * BATCH_LANES;
}

static void copy_one(const batch_source *source, size_t count, batch_memory scratch) {
    for (size_t f = 0; f < source->fields; f++)
        for (size_t k = 0; k < padded_count(count); k++)
            scratch[f][k] = source->field[f][0];
}

/* Items that do not exist, and those that fill the last lanes, are zeros. */
static uint64_t copy_items(const batch_source *source, const size_t range[2],
                           batch_memory scratch) {
    size_t at[BATCH_ITEMS], count = range[1], padded = padded_count(count);
    uint64_t exist = 0;
    for (size_t i = 0; i < count; i++) {
        at[i] = source->index ? source->index[range[0] + i] : range[0] + i;
        exist |= (uint64_t)(at[i] < source->count) << i;
    }
    if (exist == batch_mask(count)) {
        for (size_t f = 0; f < source->fields; f++)
            for (size_t i = 0; i < count; i++)
                scratch[f][i] = source->field[f][at[i]];
    } else {
        for (size_t f = 0; f < source->fields; f++)
            for (size_t i = 0; i < count; i++)
                scratch[f][i] = exist >> i & 1u ? source->field[f][at[i]] : 0;
    }
    for (size_t f = 0; f < source->fields; f++)
        for (size_t i = count; i < padded; i++)
            scratch[f][i] = 0;
    return exist;
}

bool carom_batch_is_in_place(const batch_source *source, size_t count) {
    return source->is_single || (!source->index && source->count >= count);
}

uint64_t carom_batch_lay_out(const batch_source *source, const size_t range[2],
                             batch_memory scratch, batch_side *side) {
    size_t first = range[0];
    bool ready = !source->is_single && !source->index && range[1] == BATCH_ITEMS &&
                 source->count - first >= BATCH_ITEMS && source->count >= first;
    uint64_t exist = batch_mask(range[1]);
    if (source->is_single && first == 0) copy_one(source, range[1], scratch);
    if (!source->is_single && !ready) exist = copy_items(source, range, scratch);
    for (size_t f = 0; f < source->fields; f++)
        side->field[f] = ready ? source->field[f] + first : scratch[f];
    side->fields = source->fields;
    side->step = source->is_single ? 0 : 1;
    return exist;
}

batch_item carom_batch_item(const batch_source *source, const batch_side *side, size_t i) {
    batch_item out;
    for (size_t f = 0; f < source->fields; f++)
        out.number[f] = side->field[f][i * side->step];
    return out;
}

size_t carom_batch_put(const carom_batch_answers *answers, const batch_block *block, size_t first,
                       size_t found) {
    uint64_t yes = block->yes;
    if (answers && answers->bits) answers->bits[first / BATCH_ITEMS] = yes;
    if (answers && answers->indices)
        for (; yes && found < answers->capacity; yes &= yes - 1)
            answers->indices[found++] = (uint32_t)(first + (size_t)__builtin_ctzll(yes));
    return found + (size_t)__builtin_popcountll(yes);
}
