/* No algorithm of its own: saving and loading a world. Data is read only after its size and
 * checksum agree; still everything in it is checked as if a caller had passed it, since a checksum
 * can be forged. A loaded world continues with the same bits as the saved one. */
#include <string.h>

#include "world/saved.h"
#include "world/collider.h"
#include "world/world.h"

#define FLAG_RESPONSE 1u
#define FLAG_CONTACTS 2u
#define FLAG_PATHS 4u

typedef struct saved_header {
    uint64_t magic, size, checksum;
    uint32_t version, real_size;
} saved_header;

static void walk_header(saved_walk *walk, saved_header *header) {
    carom_saved_64(walk, &header->magic);
    carom_saved_32(walk, &header->version);
    carom_saved_32(walk, &header->real_size);
    carom_saved_64(walk, &header->size);
    carom_saved_64(walk, &header->checksum);
}

static void walk_settings(saved_walk *walk, carom_world_def *def) {
    uint32_t kinds[2] = {(uint32_t)def->static_kind, (uint32_t)def->moving_kind};
    uint32_t flags = (def->response ? FLAG_RESPONSE : 0) | (def->contacts ? FLAG_CONTACTS : 0) |
                     (def->paths ? FLAG_PATHS : 0);
    carom_saved_32(walk, &kinds[0]);
    carom_saved_32(walk, &kinds[1]);
    carom_saved_real(walk, &def->margin);
    carom_saved_real(walk, &def->gravity.x);
    carom_saved_real(walk, &def->gravity.y);
    carom_saved_real(walk, &def->gravity.z);
    carom_saved_32(walk, &def->impact_limit);
    carom_saved_32(walk, &flags);
    if (kinds[0] >= CAROM_SPACE_KINDS || kinds[1] >= CAROM_SPACE_KINDS ||
        flags > (FLAG_RESPONSE | FLAG_CONTACTS | FLAG_PATHS))
        saved_fail(walk, CAROM_ERROR_ARGUMENT);
    def->static_kind = (carom_space_kind)kinds[0];
    def->moving_kind = (carom_space_kind)kinds[1];
    def->response = (flags & FLAG_RESPONSE) != 0;
    def->contacts = (flags & FLAG_CONTACTS) != 0;
    def->paths = (flags & FLAG_PATHS) != 0;
}

static void walk_id(saved_walk *walk, carom_collider_id *id) {
    carom_saved_32(walk, &id->index);
    carom_saved_32(walk, &id->generation);
}

/* ---- saving */

static void save_world(saved_walk *walk, const carom_world *world, saved_header *header) {
    carom_world_def def = {.static_kind = world->static_kind,
                           .moving_kind = world->moving_kind,
                           .margin = world->margin,
                           .impact_limit = world->impact_limit,
                           .response = world->response,
                           .contacts = world->contacts,
                           .gravity = world->gravity,
                           .paths = world->keeps_paths};
    uint64_t slots = world->colliders.count, pairs = world->touching.count;
    walk->at = 0;
    walk_header(walk, header);
    walk_settings(walk, &def);
    carom_saved_64(walk, &slots);
    for (uint64_t i = 0; i < slots; i++) {
        const world_collider *c = &world_slots(world)[i];
        uint32_t generation = c->generation, used = c->used;
        carom_collider_def own = c->def;
        carom_saved_32(walk, &generation);
        carom_saved_32(walk, &used);
        if (used) carom_saved_collider(walk, &own);
    }
    carom_saved_64(walk, &pairs);
    const carom_collider_id *ids = world->touching.data;
    for (uint64_t i = 0; i < 2 * pairs; i++) {
        carom_collider_id id = ids[i];
        walk_id(walk, &id);
    }
}

carom_status carom_world_save(const carom_world *world, const carom_world_assets *assets,
                              void *buffer, size_t *size) {
    if (!world || !size || world->busy) return CAROM_ERROR_ARGUMENT;
    saved_walk walk = {.mode = SAVED_COUNT, .assets = assets};
    saved_header header = {
        .magic = SAVED_MAGIC, .version = SAVED_VERSION, .real_size = sizeof(carom_real)};
    size_t capacity = *size;
    save_world(&walk, world, &header);
    if (walk.status != CAROM_OK) return walk.status;
    header.size = *size = walk.at;
    if (!buffer) return CAROM_OK;
    if (capacity < walk.at) return CAROM_ERROR_LIMIT;
    walk.mode = SAVED_WRITE;
    walk.out = buffer;
    walk.size = walk.at;
    save_world(&walk, world, &header);
    header.checksum = carom_saved_checksum(walk.out, walk.size);
    walk.at = 0;
    walk_header(&walk, &header);
    return walk.status;
}

/* ---- loading */

static void load_slot(saved_walk *walk, carom_world *world) {
    uint32_t generation = 0, used = 0;
    carom_collider_def def;
    memset(&def, 0, sizeof def);
    carom_saved_32(walk, &generation);
    carom_saved_32(walk, &used);
    if (used > 1 || (used && generation == 0)) saved_fail(walk, CAROM_ERROR_ARGUMENT);
    if (used) carom_saved_collider(walk, &def);
    if (used && walk->status == CAROM_OK && carom_world_check_collider(&def) != CAROM_OK)
        saved_fail(walk, CAROM_ERROR_ARGUMENT);
    if (walk->status == CAROM_OK)
        saved_fail(walk, used ? carom_world_append(world, &def, generation)
                              : carom_world_append_unused(world, generation));
    carom_free(walk->allocator, walk->vertices);
    walk->vertices = NULL;
}

static bool ids_ascend(const carom_collider_id *before, const carom_collider_id *after) {
    const uint32_t x[4] = {before[0].index, before[1].index, before[0].generation,
                           before[1].generation};
    const uint32_t y[4] = {after[0].index, after[1].index, after[0].generation,
                           after[1].generation};
    for (int i = 0; i < 4; i++)
        if (x[i] != y[i]) return x[i] < y[i];
    return false;
}

static void load_touching(saved_walk *walk, carom_world *world) {
    uint64_t pairs = 0;
    carom_saved_64(walk, &pairs);
    if (pairs > (walk->size - walk->at) / 16) saved_fail(walk, CAROM_ERROR_ARGUMENT);
    if (walk->status != CAROM_OK) return;
    saved_fail(walk, carom_array_reserve(&world->touching, (size_t)pairs,
                                         2 * sizeof(carom_collider_id), &world->allocator));
    carom_collider_id *ids = world->touching.data;
    for (size_t i = 0; i < pairs && walk->status == CAROM_OK; i++) {
        walk_id(walk, &ids[2 * i]);
        walk_id(walk, &ids[2 * i + 1]);
        if (ids[2 * i].index >= ids[2 * i + 1].index ||
            (i > 0 && !ids_ascend(&ids[2 * i - 2], &ids[2 * i])))
            saved_fail(walk, CAROM_ERROR_ARGUMENT);
        world->touching.count = i + 1;
    }
}

static void load_world(saved_walk *walk, carom_world *world) {
    uint64_t slots = 0;
    carom_saved_64(walk, &slots);
    if (slots > (walk->size - walk->at) / 8) saved_fail(walk, CAROM_ERROR_ARGUMENT);
    for (uint64_t i = 0; i < slots && walk->status == CAROM_OK; i++)
        load_slot(walk, world);
    load_touching(walk, world);
    if (walk->at != walk->size) saved_fail(walk, CAROM_ERROR_ARGUMENT);
    if (walk->status == CAROM_OK) saved_fail(walk, carom_world_build(world));
}

static bool is_valid_header(const saved_walk *walk, const saved_header *header) {
    return walk->status == CAROM_OK && header->magic == SAVED_MAGIC &&
           header->version == SAVED_VERSION && header->real_size == sizeof(carom_real) &&
           header->size == walk->size &&
           header->checksum == carom_saved_checksum(walk->in, walk->size);
}

carom_status carom_world_load(carom_world **out, const carom_world_def *def,
                              const carom_world_assets *assets, const void *data, size_t size) {
    static const carom_world_def defaults;
    if (!out || !data) return CAROM_ERROR_ARGUMENT;
    if (!def) def = &defaults;
    saved_walk walk = {.mode = SAVED_READ,
                       .in = data,
                       .size = size,
                       .assets = assets,
                       .allocator = &def->allocator};
    saved_header header = {.magic = 0};
    walk_header(&walk, &header);
    if (!is_valid_header(&walk, &header)) return CAROM_ERROR_ARGUMENT;
    carom_world_def settings = {
        .threads = def->threads, .tasks = def->tasks, .allocator = def->allocator};
    walk_settings(&walk, &settings);
    if (walk.status != CAROM_OK) return walk.status;
    carom_world *world = NULL;
    carom_status status = carom_world_make(&world, &settings);
    if (status != CAROM_OK) return status;
    load_world(&walk, world);
    if (walk.status == CAROM_OK)
        *out = world;
    else
        carom_world_destroy(world);
    return walk.status;
}
