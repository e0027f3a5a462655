/* The arrays of a world: they only grow, so that a world that has run a while allocates no more.
 * And the sort that makes every answer independent of the order in which a structure finds things:
 * least significant byte first, bytes in which all keys agree left out. */
#include <string.h>

#include "world/world_data.h"

carom_status carom_world_reserve(const carom_world *world, world_array *array, size_t wanted,
                                 size_t size) {
    if (wanted <= array->capacity) return CAROM_OK;
    size_t capacity = array->capacity + array->capacity / 2;
    if (capacity < wanted) capacity = wanted;
    if (capacity < 16) capacity = 16;
    void *fresh = carom_alloc(&world->allocator, capacity, size);
    if (!fresh) return CAROM_ERROR_MEMORY;
    if (array->count > 0) memcpy(fresh, array->data, array->count * size);
    carom_free(&world->allocator, array->data);
    array->data = fresh;
    array->capacity = capacity;
    return CAROM_OK;
}

void carom_world_release(const carom_world *world, world_array *array) {
    carom_free(&world->allocator, array->data);
    *array = (world_array){NULL, 0, 0};
}

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
        carom_world_reserve(world, &world->keys_scratch, count, sizeof(world_key));
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
        world_array swap = world->keys;
        world->keys = world->keys_scratch;
        world->keys_scratch = swap;
    }
    return CAROM_OK;
}
