/* Radix sort of keys, least significant byte first, without the bytes in which all keys agree. It
 * makes the results of a step independent of the order in which a structure finds pairs. */
#include "world/world_data.h"
#include "world/step/sort.h"

static void sort_by_byte(const world_key *from, world_key *to, size_t count, int shift) {
    size_t start[257] = {0};
    for (size_t i = 0; i < count; i++)
        start[1 + ((from[i].key >> shift) & 255)]++;
    for (int i = 0; i < 256; i++)
        start[i + 1] += start[i];
    for (size_t i = 0; i < count; i++)
        to[start[(from[i].key >> shift) & 255]++] = from[i];
}

carom_status carom_world_sort_keys(carom_world *world) {
    size_t count = world->keys.count;
    carom_status status =
        carom_array_reserve(&world->keys_scratch, count, sizeof(world_key), &world->allocator);
    if (status != CAROM_OK || count == 0) return status;
    const world_key *first = world->keys.data;
    uint64_t differ = 0;
    bool sorted = true;
    for (size_t i = 1; i < count; i++) {
        differ |= first[i].key ^ first[0].key;
        sorted = sorted && first[i - 1].key <= first[i].key;
    }
    for (int shift = 0; shift < 64 && !sorted; shift += 8) {
        if (((differ >> shift) & 255) == 0) continue;
        world->keys_scratch.count = count;
        sort_by_byte(world->keys.data, world->keys_scratch.data, count, shift);
        grown_array swap = world->keys;
        world->keys = world->keys_scratch;
        world->keys_scratch = swap;
    }
    return CAROM_OK;
}
