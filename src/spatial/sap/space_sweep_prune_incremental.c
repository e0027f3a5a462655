/* Incremental sweep and prune [Cohen95]: the order along the sweep axis is kept from frame to
 * frame. A box that moves a little is shifted past the neighbours it overtook, in each of its
 * cells; one that leaves a cell is removed there and inserted elsewhere. When the cost of a sweep
 * has grown to three times that of the last build, or boxes have doubled, the grid is rebuilt, and
 * also where more than a quarter of all boxes move at once. It is here for scenes of which little
 * moves and all pairs are asked for: rows "moving, 10 %" and "moving, 1 %" of the benchmark, up to
 * 1.43 times as fast as the next structure. Some 1.5 entries of 28 bytes with a quarter of spare
 * capacity: 45 to 65 bytes a box besides the table's 24. */
#include <string.h>

#include "spatial/sap/sap_incremental.h"
#include "spatial/ray_slices.h"
#include "spatial/sap/sap_scan.h"
#include "spatial/sap/tolerances.h"

/* In a move of all: what the move of one box costs beside the shifts of entries, in the time that
 * an entry takes to be shifted by one place; and what a rebuild costs for each box, so that more
 * than a quarter of the boxes are never moved one by one. Empirical. */
#define MOVE_WORK 32
#define MOVE_SHARE 8

static void note_extent(sap_grid *c, const sap_placing *p, const carom_aabb *box) {
    float length = p->value[HIGH_S] - p->value[LOW_S];
    if (length > p->level->longest) p->level->longest = length;
    box_grow(&c->field.bounds, box);
}

/* Rebuilds; when memory fails the grid stays as it is. */
static carom_status rebuild_incremental(carom_space *space) {
    carom_status status;
    sap_incremental *fresh = carom_sap_incremental_create(space, &status);
    if (!fresh) return status;
    carom_sap_incremental_destroy(space->structure, &space->allocator);
    space->structure = fresh;
    return CAROM_OK;
}

/* After changes of half as many boxes as there are: rebuilds when the grid is outgrown or a sweep
 * has become too costly. */
static void count_change(carom_space *space, size_t changes) {
    sap_incremental *incremental = space->structure;
    incremental->changes += changes;
    if (incremental->changes < incremental->boxes / 2 + 64) return;
    incremental->changes = 0;
    bool outgrown = incremental->boxes > 2 * incremental->built + 64;
    if (outgrown || carom_sap_incremental_work(&incremental->c) >
                        REBUILD_WORK * incremental->built_work * (double)(incremental->boxes + 64))
        (void)rebuild_incremental(space);
}

/* ---- single changes */

static carom_status create_incremental(carom_space *space, void **structure) {
    carom_status status;
    sap_incremental *incremental = carom_sap_incremental_create(space, &status);
    if (incremental) *structure = incremental;
    return status;
}

static void destroy_incremental(carom_space *space, void *structure) {
    carom_sap_incremental_destroy(structure, &space->allocator);
}

static carom_status insert_incremental(carom_space *space, uint32_t id) {
    sap_incremental *incremental = space->structure;
    const carom_aabb *box = &space->boxes.box[id];
    sap_placing p;
    carom_sap_place(&incremental->c, box, &p);
    carom_status status = carom_sap_reserve(space, &p);
    if (status != CAROM_OK) return status;
    carom_sap_insert(&p, id);
    note_extent(&incremental->c, &p, box);
    incremental->boxes++;
    count_change(space, 1);
    return CAROM_OK;
}

static void remove_incremental(carom_space *space, uint32_t id, const carom_aabb *old) {
    sap_incremental *incremental = space->structure;
    sap_placing p;
    carom_sap_place(&incremental->c, old, &p);
    carom_sap_remove(&p, id);
    incremental->boxes--;
    incremental->changes++;
}

/* Moves the entries of a box from where `old` has them; *work grows by the places that entries
 * were shifted. On failure nothing is changed. */
static carom_status move_entries(carom_space *space, uint32_t id, const carom_aabb *old,
                                 uint64_t *work) {
    sap_incremental *incremental = space->structure;
    const carom_aabb *box = &space->boxes.box[id];
    sap_placing from, to;
    carom_sap_place(&incremental->c, old, &from);
    carom_sap_place(&incremental->c, box, &to);
    if (from.level == to.level && memcmp(from.range, to.range, sizeof to.range) == 0) {
        *work += carom_sap_update(&from, &to, id);
    } else {
        carom_status status = carom_sap_reserve(space, &to);
        if (status != CAROM_OK) return status;
        *work += carom_sap_remove(&from, id);
        *work += carom_sap_insert(&to, id);
    }
    note_extent(&incremental->c, &to, box);
    return CAROM_OK;
}

static carom_status move_incremental(carom_space *space, uint32_t id, const carom_aabb *old) {
    uint64_t work = 0;
    carom_status status = move_entries(space, id, old, &work);
    if (status == CAROM_OK) count_change(space, 1);
    return status;
}

/* ---- move of all */

static bool has_moved(const carom_space *space, const carom_aabb *old, size_t id) {
    return space_in_use(space, (uint32_t)id) &&
           memcmp(&space->boxes.box[id], &old[id], sizeof *old) != 0;
}

/* Moves the boxes before `end` back. Their cells have kept the capacity they had, so that no step
 * needs memory: each leads to what was before the move that it undoes. */
static void undo_moves(carom_space *space, const carom_aabb *old, size_t end) {
    uint64_t work = 0;
    for (size_t id = end; id-- > 0;) {
        if (!has_moved(space, old, id)) continue;
        carom_aabb moved = space->boxes.box[id];
        space->boxes.box[id] = old[id];
        carom_status status = move_entries(space, (uint32_t)id, &moved, &work);
        CAROM_ASSERT(status == CAROM_OK);
        (void)status;
        space->boxes.box[id] = moved;
    }
}

/* Boxes that have moved are moved one by one, until that has cost what a rebuild does. */
static carom_status move_all_incremental(carom_space *space, const carom_aabb *old) {
    sap_incremental *incremental = space->structure;
    uint64_t moved = 0, work = 0, most = MOVE_SHARE * (uint64_t)incremental->boxes;
    size_t slots = space->boxes.slots, id = 0;
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < slots; i++)
        moved += has_moved(space, old, i);
    if (moved * MOVE_WORK > most) return rebuild_incremental(space);
    for (; id < slots && work <= most; id++) {
        if (!has_moved(space, old, id)) continue;
        status = move_entries(space, (uint32_t)id, &old[id], &work);
        if (status != CAROM_OK) break;
        work += MOVE_WORK;
    }
    if (work > most) status = rebuild_incremental(space);
    if (status != CAROM_OK)
        undo_moves(space, old, id);
    else if (work <= most)
        count_change(space, (size_t)moved);
    return status;
}

/* ---- queries */

static bool incremental_pairs(const carom_space *space, carom_pair_visitor *visitor, void *user) {
    const sap_incremental *incremental = space->structure;
    return carom_sap_visit_pairs(&incremental->c, space, visitor, user);
}

/* Called for one space only, as there is no visit_pairs_between. */
static uint32_t incremental_cut_pairs(const carom_space *a, const carom_space *b,
                                      pair_piece pieces[PAIR_PIECES]) {
    (void)b;
    return carom_sap_cut_pairs(&((const sap_incremental *)a->structure)->c, pieces);
}

static void incremental_piece(const space_pairs *pairs, const pair_piece *piece,
                              carom_pair_visitor *visitor, void *user) {
    carom_sap_visit_piece(&((const sap_incremental *)pairs->a->structure)->c, pairs, piece, visitor,
                          user);
}

static bool incremental_box(const carom_space *space, const space_search *search) {
    const sap_incremental *incremental = space->structure;
    return carom_sap_visit_box(&incremental->c, space, search);
}

static void incremental_ray(const carom_space *space, const carom_ray *ray,
                            carom_ray_visitor *visitor, void *user) {
    const sap_incremental *incremental = space->structure;
    carom_sliced_ray(space, ray, &incremental->c.field, visitor, user);
}

static void incremental_nearest(const carom_space *space, vec3 point, near_list *list) {
    const sap_incremental *incremental = space->structure;
    carom_sliced_nearest(space, point, &incremental->c.field, list);
}

static size_t incremental_memory(const carom_space *space) {
    return carom_sap_incremental_memory(space->structure);
}

const space_ops carom_space_sweep_prune_incremental = {
    .name = "sweep and prune, incremental",
    .create = create_incremental,
    .destroy = destroy_incremental,
    .insert = insert_incremental,
    .remove = remove_incremental,
    .move = move_incremental,
    .move_all = move_all_incremental,
    .visit_pairs = incremental_pairs,
    .cut_pairs = incremental_cut_pairs,
    .visit_piece = incremental_piece,
    .visit_box = incremental_box,
    .visit_ray = incremental_ray,
    .nearest = incremental_nearest,
    .memory = incremental_memory,
};
