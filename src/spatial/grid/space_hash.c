/* Hierarchical hash grid (spatial hash) [Ericson05] 7.2.1: cells of all sizes, each twice the next,
 * unbounded in space. A box is stored in one cell only, that of its low corner, at the smallest
 * size that is not below its extent: so the boxes that a query box overlaps have their low corners
 * in the cells it reaches or in those next before them. A cell's boxes are a list whose head is
 * found by hashing. Nothing is ever rebuilt, and every change takes constant time. 48 bytes a box
 * (72 in double) and 2.7 to 5.4 for the heads, besides the table's 24. */
#include <string.h>

#include "spatial/grid/tolerances.h"
#include "spatial/sap/sap_grid.h"
#include "spatial/ray_slices.h"

#define NONE UINT32_MAX
#define LEVELS 2048
#define MIDDLE 1024 /* level of cells of side 1 */
/* All coordinates are scaled by this power of two, so that no sum overflows. */
#define SHRINK 0.0625
#define INDEX_BITS 24    /* a cell's side is at least 2^-INDEX_BITS times the largest coordinate */
#define FRONT 32         /* lists that are followed at the same time */
#define TRIES_PER_BOX 16 /* looking up so many cells costs as much as testing one box */

typedef struct hash_item {
    carom_aabb box; /* a copy, for locality while a list is followed */
    int32_t cell[3];
    uint32_t level; /* NONE when the id is not in use */
    uint32_t next, before;
} hash_item;

typedef struct hash_grid {
    hash_item *item; /* by id */
    uint32_t *head;
    size_t capacity, heads; /* a power of two */
    uint32_t count[LEVELS];
    uint64_t occupied[LEVELS / 64];
    carom_aabb bounds; /* of all boxes since the creation */
} hash_grid;

/* 2^power, for powers from -1022 to 1023. */
static inline double two_to(int power) {
    union {
        uint64_t bits;
        double number;
    } view = {.bits = (uint64_t)(power + 1023) << 52};
    return view.number;
}

/* The least p with x < 2^p; an x below HASH_LEAST_EXTENT is taken for that. */
static inline int power_above(double x) {
    union {
        double number;
        uint64_t bits;
    } view = {.number = max2(x, HASH_LEAST_EXTENT)};
    return (int)(view.bits >> 52 & 2047) - 1022;
}

static inline double cell_side(uint32_t level) {
    return two_to((int)level - MIDDLE);
}

static inline double cell_inverse(uint32_t level) {
    return two_to(MIDDLE - (int)level);
}

/* The cell of a coordinate, clamped to the range of indices. */
static inline int32_t hash_index(double x, double inverse) {
    double at = floor(x * inverse), most = 1073741824.0;
    return (int32_t)(at > -most ? (at < most ? at : most) : -most);
}

static uint32_t level_of(const carom_real *ends) {
    double extent = 0.0, largest = 0.0;
    for (int k = 0; k < 3; k++) {
        double low = (double)ends[k] * SHRINK, high = (double)ends[k + 3] * SHRINK;
        extent = max2(extent, high - low);
        largest = max2(largest, max2(fabs(low), fabs(high)));
    }
    int power = power_above(max2(extent, largest * two_to(-INDEX_BITS)));
    return (uint32_t)(MIDDLE + power);
}

static void place_item(hash_item *item, const carom_aabb *box) {
    item->box = *box;
    const carom_real *ends = box_ends(box);
    item->level = level_of(ends);
    double inverse = cell_inverse(item->level);
    for (int k = 0; k < 3; k++)
        item->cell[k] = hash_index((double)ends[k] * SHRINK, inverse);
}

static inline size_t head_of(const hash_grid *grid, const int32_t cell[3], uint32_t level) {
    uint64_t mixed = (uint32_t)cell[0] * 0x9e3779b97f4a7c15u;
    mixed = (mixed ^ mixed >> 29 ^ (uint32_t)cell[1]) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ mixed >> 32 ^ (uint32_t)cell[2]) * 0x94d049bb133111ebu;
    mixed = (mixed ^ mixed >> 30 ^ level) * 0x9e3779b97f4a7c15u;
    return (size_t)(mixed >> 32) & (grid->heads - 1);
}

/* ---- lists */

static void link_item(hash_grid *grid, uint32_t id) {
    hash_item *item = &grid->item[id];
    uint32_t *head = &grid->head[head_of(grid, item->cell, item->level)];
    item->before = NONE;
    item->next = *head;
    if (item->next != NONE) grid->item[item->next].before = id;
    *head = id;
    if (grid->count[item->level]++ == 0)
        grid->occupied[item->level / 64] |= (uint64_t)1 << item->level % 64;
}

static void unlink_item(hash_grid *grid, uint32_t id) {
    hash_item *item = &grid->item[id];
    if (item->before != NONE)
        grid->item[item->before].next = item->next;
    else
        grid->head[head_of(grid, item->cell, item->level)] = item->next;
    if (item->next != NONE) grid->item[item->next].before = item->before;
    if (--grid->count[item->level] == 0)
        grid->occupied[item->level / 64] &= ~((uint64_t)1 << item->level % 64);
    item->level = NONE;
}

/* ---- creation and changes */

/* Grows the items and the heads to the capacity of the table of boxes. */
static carom_status grow_hash(const carom_space *space, hash_grid *grid) {
    size_t capacity = space->boxes.capacity, heads = 16;
    if (capacity <= grid->capacity) return CAROM_OK;
    while (heads + heads / 2 < capacity)
        heads *= 2;
    hash_item *item = carom_alloc(&space->allocator, capacity, sizeof *item);
    uint32_t *head = carom_alloc(&space->allocator, heads, sizeof *head);
    if (!item || !head) {
        carom_free(&space->allocator, item);
        carom_free(&space->allocator, head);
        return CAROM_ERROR_MEMORY;
    }
    if (grid->capacity > 0) memcpy(item, grid->item, grid->capacity * sizeof *item);
    for (size_t i = grid->capacity; i < capacity; i++)
        item[i].level = NONE;
    for (size_t i = 0; i < heads; i++)
        head[i] = NONE;
    size_t old = grid->capacity;
    carom_free(&space->allocator, grid->item);
    carom_free(&space->allocator, grid->head);
    grid->item = item;
    grid->head = head;
    grid->capacity = capacity;
    grid->heads = heads;
    memset(grid->count, 0, sizeof grid->count);
    for (size_t i = 0; i < old; i++)
        if (item[i].level != NONE) link_item(grid, (uint32_t)i);
    return CAROM_OK;
}

static void put_item(hash_grid *grid, const carom_space *space, uint32_t id) {
    place_item(&grid->item[id], &space->boxes.box[id]);
    link_item(grid, id);
    box_grow(&grid->bounds, &space->boxes.box[id]);
}

static void destroy_hash(carom_space *space, void *structure) {
    hash_grid *grid = structure;
    carom_free(&space->allocator, grid->item);
    carom_free(&space->allocator, grid->head);
    carom_free(&space->allocator, grid);
}

static carom_status create_hash(carom_space *space, void **structure) {
    const carom_real most = CAROM_REAL_MAX;
    hash_grid *grid = carom_alloc(&space->allocator, 1, sizeof *grid);
    if (!grid) return CAROM_ERROR_MEMORY;
    *grid = (hash_grid){.bounds = {{most, most, most}, {-most, -most, -most}}};
    carom_status status = grow_hash(space, grid);
    if (status != CAROM_OK) {
        destroy_hash(space, grid);
        return status;
    }
    for (uint32_t i = 0; i < space->boxes.slots; i++)
        if (space_in_use(space, i)) put_item(grid, space, i);
    *structure = grid;
    return CAROM_OK;
}

static carom_status insert_hash(carom_space *space, uint32_t id) {
    carom_status status = grow_hash(space, space->structure);
    if (status == CAROM_OK) put_item(space->structure, space, id);
    return status;
}

static void remove_hash(carom_space *space, uint32_t id, const carom_aabb *old) {
    (void)old;
    unlink_item(space->structure, id);
}

static carom_status move_hash(carom_space *space, uint32_t id, const carom_aabb *old) {
    hash_grid *grid = space->structure;
    hash_item *item = &grid->item[id], fresh = *item;
    (void)old;
    box_grow(&grid->bounds, &space->boxes.box[id]);
    place_item(&fresh, &space->boxes.box[id]);
    if (fresh.level == item->level && memcmp(fresh.cell, item->cell, sizeof fresh.cell) == 0) {
        *item = fresh;
        return CAROM_OK;
    }
    unlink_item(grid, id);
    put_item(grid, space, id);
    return CAROM_OK;
}

static carom_status move_all_hash(carom_space *space, const carom_aabb *old) {
    (void)old;
    for (uint32_t i = 0; i < space->boxes.slots; i++)
        if (space_in_use(space, i)) move_hash(space, i, NULL);
    return CAROM_OK;
}

/* ---- queries */

typedef struct hash_probe {
    const carom_space *space;
    const space_search *search;
    uint32_t least; /* lowest level that is searched */
} hash_probe;

static inline bool test_item(const hash_probe *probe, const hash_item *item, uint32_t id) {
    const space_search *search = probe->search;
    return !search_accepts(search, &item->box) || search->visitor(id, search->user);
}

/* Progress in the list of one cell. */
typedef struct hash_front {
    int32_t cell[3];
    uint32_t id;
} hash_front;

/* Follows several lists in turn, so that fetches from memory overlap. */
static bool follow_lists(const hash_probe *probe, hash_front *front, uint32_t count,
                         uint32_t level) {
    const hash_grid *grid = probe->space->structure;
    while (count > 0) {
        uint32_t left = 0;
        for (uint32_t i = 0; i < count; i++) {
            hash_front at = front[i];
            const hash_item *item = &grid->item[at.id];
            bool here = item->level == level && item->cell[0] == at.cell[0] &&
                        item->cell[1] == at.cell[1] && item->cell[2] == at.cell[2];
            if (here && !test_item(probe, item, at.id)) return false;
            if (item->next == NONE) continue;
            at.id = item->next;
            CAROM_PREFETCH(&grid->item[at.id]);
            front[left++] = at;
        }
        count = left;
    }
    return true;
}

/* Tests every box of a level, where that is cheaper than looking up the cells. */
static bool scan_hash_level(const hash_probe *probe, uint32_t level) {
    const hash_grid *grid = probe->space->structure;
    for (uint32_t id = 0; id < probe->space->boxes.slots; id++)
        if (grid->item[id].level == level && !test_item(probe, &grid->item[id], id)) return false;
    return true;
}

static bool probe_hash_level(const hash_probe *probe, uint32_t level) {
    const hash_grid *grid = probe->space->structure;
    const carom_real *ends = box_ends(&probe->search->box);
    hash_front front[FRONT];
    double inverse = cell_inverse(level), cells = 1.0;
    int32_t low[3], high[3], cell[3];
    for (int k = 0; k < 3; k++) {
        low[k] = hash_index((double)ends[k] * SHRINK, inverse) - 1;
        high[k] = hash_index((double)ends[k + 3] * SHRINK, inverse);
        cells *= (double)high[k] - (double)low[k] + 1.0;
    }
    if (cells > HASH_LOOKUP_CELLS && cells * TRIES_PER_BOX > (double)probe->space->boxes.slots)
        return scan_hash_level(probe, level);
    uint32_t count = 0;
    for (cell[2] = low[2]; cell[2] <= high[2]; cell[2]++)
        for (cell[1] = low[1]; cell[1] <= high[1]; cell[1]++)
            for (cell[0] = low[0]; cell[0] <= high[0]; cell[0]++) {
                uint32_t head = grid->head[head_of(grid, cell, level)];
                if (head == NONE) continue;
                CAROM_PREFETCH(&grid->item[head]);
                front[count++] = (hash_front){{cell[0], cell[1], cell[2]}, head};
                if (count < FRONT) continue;
                if (!follow_lists(probe, front, count, level)) return false;
                count = 0;
            }
    return follow_lists(probe, front, count, level);
}

static bool probe_hash(const hash_probe *probe) {
    const hash_grid *grid = probe->space->structure;
    for (uint32_t word = probe->least / 64; word < LEVELS / 64; word++) {
        uint64_t bits = grid->occupied[word];
        for (uint32_t level = word * 64; bits != 0; level++, bits >>= 1)
            if ((bits & 1) && level >= probe->least && !probe_hash_level(probe, level))
                return false;
    }
    return true;
}

static bool visit_hash_box(const carom_space *space, const space_search *search) {
    hash_probe probe = {space, search, 0};
    return probe_hash(&probe);
}

typedef struct hash_partner {
    const hash_grid *grid;
    carom_pair_visitor *visitor;
    void *user;
    uint32_t own;
} hash_partner;

/* Of two boxes of one level the one with the lower id reports the pair; otherwise the one of the
 * finer level does. */
static bool pass_hash_partner(uint32_t id, void *user) {
    const hash_partner *p = user;
    uint32_t own = p->own;
    if (p->grid->item[id].level == p->grid->item[own].level && id <= own) return true;
    return own < id ? p->visitor(own, id, p->user) : p->visitor(id, own, p->user);
}

static bool visit_hash_pairs(const carom_space *space, carom_pair_visitor *visitor, void *user) {
    const hash_grid *grid = space->structure;
    hash_partner partner = {grid, visitor, user, 0};
    for (uint32_t i = 0; i < space->boxes.slots; i++) {
        if (!space_in_use(space, i)) continue;
        partner.own = i;
        space_search search = {space->boxes.box[i], NULL, NULL, pass_hash_partner, &partner};
        hash_probe probe = {space, &search, grid->item[i].level};
        if (!probe_hash(&probe)) return false;
    }
    return true;
}

/* The cell size of the level with the most boxes. */
static vec3 hash_step(const hash_grid *grid) {
    uint32_t best = MIDDLE;
    for (uint32_t level = 0; level < LEVELS; level++)
        if (grid->count[level] > grid->count[best]) best = level;
    double side = cell_side(best) / SHRINK;
    return vec(side, side, side);
}

static void visit_hash_ray(const carom_space *space, const carom_ray *ray,
                           carom_ray_visitor *visitor, void *user) {
    const hash_grid *grid = space->structure;
    const slice_field field = {grid->bounds, hash_step(grid)};
    carom_sliced_ray(space, ray, &field, visitor, user);
}

static void nearest_in_hash(const carom_space *space, vec3 point, near_list *list) {
    const hash_grid *grid = space->structure;
    const slice_field field = {grid->bounds, hash_step(grid)};
    carom_sliced_nearest(space, point, &field, list);
}

static size_t hash_memory(const carom_space *space) {
    const hash_grid *grid = space->structure;
    return sizeof *grid + grid->capacity * sizeof(hash_item) + grid->heads * sizeof(uint32_t);
}

const space_ops carom_space_hash = {
    .name = "hierarchical hash",
    .create = create_hash,
    .destroy = destroy_hash,
    .insert = insert_hash,
    .remove = remove_hash,
    .move = move_hash,
    .move_all = move_all_hash,
    .visit_pairs = visit_hash_pairs,
    .visit_box = visit_hash_box,
    .visit_ray = visit_hash_ray,
    .nearest = nearest_in_hash,
    .memory = hash_memory,
};
