/* No algorithm of its own: creation and changes of a carom_space: the table of boxes and the
 * allocation of ids, which are the same for every structure. A static structure (one without
 * `insert`) is not updated by single changes: the ids concerned become pending, the structure's
 * answers with them are dropped, and they are tested one by one until the next build. A failed
 * change leaves the space as it was. */
#include "spatial/space.h"

#include <string.h>

static carom_aabb unused_box(void) {
    const carom_real infinite = (carom_real)INFINITY;
    return (carom_aabb){{infinite, infinite, infinite}, {-infinite, -infinite, -infinite}};
}

static carom_status box_status(const carom_aabb *box) {
    if (!finite3(load3(box->min)) || !finite3(load3(box->max))) return CAROM_ERROR_NOT_FINITE;
    bool ordered = box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z;
    return ordered ? CAROM_OK : CAROM_ERROR_ARGUMENT;
}

/* ---- the table */

static void *reallocated_array(const carom_allocator *allocator, void *old, const size_t counts[2],
                               size_t size) {
    void *fresh = carom_alloc(allocator, counts[1], size);
    if (fresh && counts[0] > 0) memcpy(fresh, old, counts[0] * size);
    return fresh;
}

/* The arrays indexed by id, reallocated with a larger capacity. */
typedef struct slot_arrays {
    carom_aabb *box;
    uint32_t *pending_ids;
    uint8_t *is_pending;
    free_ids unused;
} slot_arrays;

static void release_slots(const carom_space *space, const slot_arrays *arrays) {
    carom_free(&space->allocator, arrays->box);
    carom_free(&space->allocator, arrays->unused.words);
    carom_free(&space->allocator, arrays->pending_ids);
    carom_free(&space->allocator, arrays->is_pending);
}

static bool copy_slots(const carom_space *space, slot_arrays *out, size_t capacity) {
    const space_boxes *table = &space->boxes;
    const carom_allocator *allocator = &space->allocator;
    const size_t boxes[2] = {table->slots, capacity}, changed[2] = {space->pending.count, capacity};
    *out = (slot_arrays){.box = reallocated_array(allocator, table->box, boxes, sizeof *out->box)};
    bool kept = free_ids_grown(&out->unused, &table->unused, capacity, allocator) && out->box;
    if (space->ops->insert) return kept;
    out->pending_ids =
        reallocated_array(allocator, space->pending.ids, changed, sizeof *out->pending_ids);
    out->is_pending = reallocated_array(allocator, space->pending.is_pending, boxes, 1);
    return kept && out->pending_ids && out->is_pending;
}

/* Grows the arrays indexed by id to at least `wanted` entries. */
static carom_status reserve_slots(carom_space *space, size_t wanted) {
    space_boxes *table = &space->boxes;
    if (wanted > CAROM_SPACE_LIMIT) return CAROM_ERROR_LIMIT;
    if (wanted <= table->capacity) return CAROM_OK;
    size_t capacity = table->capacity + table->capacity / 2 + 16;
    if (capacity < wanted) capacity = wanted;
    slot_arrays fresh,
        old = {table->box, space->pending.ids, space->pending.is_pending, table->unused};
    bool made = copy_slots(space, &fresh, capacity);
    release_slots(space, made ? &old : &fresh);
    if (!made) return CAROM_ERROR_MEMORY;
    table->box = fresh.box;
    table->unused = fresh.unused;
    table->capacity = capacity;
    space->pending.ids = fresh.pending_ids;
    space->pending.is_pending = fresh.is_pending;
    return CAROM_OK;
}

static void mark_pending(carom_space *space, uint32_t id) {
    if (space->pending.is_pending[id]) return;
    space->pending.is_pending[id] = 1;
    space->pending.ids[space->pending.count++] = id;
}

/* ---- creation */

static carom_status fill_boxes(carom_space *space, const carom_space_def *def) {
    for (size_t i = 0; i < def->count; i++) {
        carom_status status = box_status(&def->boxes[i]);
        if (status != CAROM_OK) return status;
    }
    carom_status status = reserve_slots(space, def->count > 0 ? def->count : 1);
    if (status != CAROM_OK) return status;
    if (def->count > 0) {
        memcpy(space->boxes.box, def->boxes, def->count * sizeof *def->boxes);
        if (space->pending.is_pending) memset(space->pending.is_pending, 0, def->count);
    }
    space->boxes.slots = def->count;
    return CAROM_OK;
}

carom_status carom_space_create_with(carom_space **out, const carom_space_def *def,
                                     const space_ops *ops) {
    if ((def->count && !def->boxes) || !(def->margin >= 0 && def->margin <= CAROM_REAL_MAX) ||
        !(def->cell >= 0 && def->cell <= CAROM_REAL_MAX))
        return CAROM_ERROR_ARGUMENT;
    if (def->count > CAROM_SPACE_LIMIT) return CAROM_ERROR_LIMIT;
    carom_space *space = carom_alloc(&def->allocator, 1, sizeof *space);
    if (!space) return CAROM_ERROR_MEMORY;
    *space = (carom_space){.ops = ops,
                           .kind = def->kind,
                           .margin = def->margin,
                           .cell = def->cell,
                           .allocator = def->allocator};
    carom_status status = fill_boxes(space, def);
    if (status == CAROM_OK) status = space->ops->create(space, &space->structure);
    if (status == CAROM_OK)
        *out = space;
    else
        carom_space_destroy(space);
    return status;
}

void carom_space_destroy(carom_space *space) {
    if (!space) return;
    carom_allocator allocator = space->allocator;
    if (space->structure) space->ops->destroy(space, space->structure);
    const slot_arrays arrays = {space->boxes.box, space->pending.ids, space->pending.is_pending,
                                space->boxes.unused};
    release_slots(space, &arrays);
    carom_free(&allocator, space);
}

/* ---- changes: one at a time, and none while a query is under way */

static bool begin_change(carom_space *space) {
    if (space->changing || __atomic_load_n(&space->visits, __ATOMIC_RELAXED) > 0) return false;
    space->changing = true;
    return true;
}

static carom_status end_change(carom_space *space, carom_status status) {
    space->changing = false;
    return status;
}

static carom_status build_structure(carom_space *space) {
    void *fresh = NULL;
    if (space->ops->insert || (space->pending.count == 0 && space->structure)) return CAROM_OK;
    carom_status status = space->ops->create(space, &fresh);
    if (status != CAROM_OK) return status;
    if (space->structure) space->ops->destroy(space, space->structure);
    space->structure = fresh;
    for (size_t i = 0; i < space->pending.count; i++)
        space->pending.is_pending[space->pending.ids[i]] = 0;
    space->pending.count = 0;
    return CAROM_OK;
}

carom_status carom_space_build(carom_space *space) {
    return begin_change(space) ? end_change(space, build_structure(space)) : CAROM_ERROR_ARGUMENT;
}

static carom_status insert_box(carom_space *space, const carom_aabb *box, uint32_t *id) {
    space_boxes *table = &space->boxes;
    carom_status status = box_status(box);
    if (status == CAROM_OK) status = reserve_slots(space, table->slots + 1);
    if (status != CAROM_OK) return status;
    bool reused = table->unused.count > 0;
    uint32_t fresh = reused ? free_ids_pop(&table->unused) : (uint32_t)table->slots++;
    table->box[fresh] = *box;
    if (!space->ops->insert) {
        if (!reused) space->pending.is_pending[fresh] = 0;
        mark_pending(space, fresh);
    }
    if (space->ops->insert && (status = space->ops->insert(space, fresh)) != CAROM_OK) {
        table->box[fresh] = unused_box();
        if (reused)
            free_ids_push(&table->unused, fresh);
        else
            table->slots--;
        return status;
    }
    *id = fresh;
    return CAROM_OK;
}

carom_status carom_space_insert(carom_space *space, const carom_aabb *box, uint32_t *id) {
    if (!begin_change(space)) return CAROM_ERROR_ARGUMENT;
    return end_change(space, insert_box(space, box, id));
}

static carom_status remove_box(carom_space *space, uint32_t id) {
    if (!space_in_use(space, id)) return CAROM_ERROR_INDEX;
    carom_aabb old = space->boxes.box[id];
    space->boxes.box[id] = unused_box();
    free_ids_push(&space->boxes.unused, id);
    if (space->ops->remove)
        space->ops->remove(space, id, &old);
    else
        mark_pending(space, id);
    return CAROM_OK;
}

carom_status carom_space_remove(carom_space *space, uint32_t id) {
    return begin_change(space) ? end_change(space, remove_box(space, id)) : CAROM_ERROR_ARGUMENT;
}

static carom_status move_box(carom_space *space, uint32_t id, const carom_aabb *box) {
    if (!space_in_use(space, id)) return CAROM_ERROR_INDEX;
    carom_status status = box_status(box);
    if (status != CAROM_OK) return status;
    carom_aabb old = space->boxes.box[id];
    space->boxes.box[id] = *box;
    if (!space->ops->move)
        mark_pending(space, id);
    else if ((status = space->ops->move(space, id, &old)) != CAROM_OK)
        space->boxes.box[id] = old;
    return status;
}

carom_status carom_space_move(carom_space *space, uint32_t id, const carom_aabb *box) {
    if (!begin_change(space)) return CAROM_ERROR_ARGUMENT;
    return end_change(space, move_box(space, id, box));
}

/* When the structure fails, the old boxes are restored. */
static carom_status move_all_boxes(carom_space *space, const carom_aabb *boxes) {
    space_boxes *table = &space->boxes;
    carom_aabb *old = table->box;
    carom_aabb *fresh = carom_alloc(&space->allocator, table->capacity, sizeof *fresh);
    void *structure = NULL;
    if (!fresh) return CAROM_ERROR_MEMORY;
    for (size_t i = 0; i < table->slots; i++)
        fresh[i] = space_in_use(space, (uint32_t)i) ? boxes[i] : old[i];
    table->box = fresh;
    carom_status status = space->ops->move_all ? space->ops->move_all(space, old)
                                               : space->ops->create(space, &structure);
    if (status != CAROM_OK)
        table->box = old;
    else if (!space->ops->move_all) {
        if (space->structure) space->ops->destroy(space, space->structure);
        space->structure = structure;
    }
    carom_free(&space->allocator, status == CAROM_OK ? old : fresh);
    return status;
}

static carom_status move_every(carom_space *space, const carom_aabb *boxes, size_t count) {
    if (count != space->boxes.slots || (count > 0 && !boxes)) return CAROM_ERROR_ARGUMENT;
    for (size_t i = 0; i < count; i++) {
        carom_status status = space_in_use(space, (uint32_t)i) ? box_status(&boxes[i]) : CAROM_OK;
        if (status != CAROM_OK) return status;
    }
    carom_status status = count > 0 ? move_all_boxes(space, boxes) : CAROM_OK;
    if (status != CAROM_OK) return status;
    for (size_t i = 0; i < space->pending.count; i++)
        space->pending.is_pending[space->pending.ids[i]] = 0;
    space->pending.count = 0;
    return CAROM_OK;
}

carom_status carom_space_move_all(carom_space *space, const carom_aabb *boxes, size_t count) {
    if (!begin_change(space)) return CAROM_ERROR_ARGUMENT;
    return end_change(space, move_every(space, boxes, count));
}

/* ---- properties */

size_t carom_space_count(const carom_space *space) {
    return space->boxes.slots - space->boxes.unused.count;
}

size_t carom_space_slots(const carom_space *space) {
    return space->boxes.slots;
}

carom_aabb carom_space_box(const carom_space *space, uint32_t id) {
    return space_in_use(space, id) ? space->boxes.box[id] : unused_box();
}

size_t carom_space_memory(const carom_space *space) {
    size_t per_slot = sizeof(carom_aabb) + (space->ops->insert ? 0 : sizeof(uint32_t) + 1);
    return sizeof *space + space->boxes.capacity * per_slot +
           free_ids_memory(&space->boxes.unused) +
           (space->structure && space->ops->memory ? space->ops->memory(space) : 0);
}
