/* Construction of a point cloud: the points in the order of a balanced k-d tree [Bentley75], which
 * halves a run along the longest side of its box, after a multiple of the points of a leaf. The
 * median is found by selection with pivots by chance [Hoare61]. Equal coordinates are ordered by
 * index, so that the same points give the same tree. */
#include "dispatch/compound/compound.h"
#include "dispatch/compound/compound_tree.h"

typedef struct cloud_item {
    carom_real at[3];
    uint32_t id;
} cloud_item;

typedef struct cloud_run {
    uint32_t first, count;
} cloud_run;

/* Of halves one waits: as many as halvings of CAROM_CLOUD_LIMIT. */
#define CLOUD_RUNS 32

static inline bool is_before(const cloud_item *a, const cloud_item *b, int axis) {
    return a->at[axis] < b->at[axis] || (a->at[axis] == b->at[axis] && a->id < b->id);
}

static inline void swap_cloud(cloud_item *a, cloud_item *b) {
    const cloud_item last = *a;
    *a = *b;
    *b = last;
}

/* Moves the `rank` first items along the axis to the front. */
static void select_cloud(cloud_item *items, uint32_t count, uint32_t rank, int axis) {
    int64_t low = 0, high = (int64_t)count - 1;
    uint32_t chance = 12345u;
    while (low < high) {
        chance = chance * 1664525u + 1013904223u;
        const uint64_t length = (uint64_t)(high - low + 1);
        const cloud_item pivot = items[low + (int64_t)((chance * length) >> 32)];
        int64_t i = low, k = high;
        while (i <= k) {
            while (is_before(&items[i], &pivot, axis))
                i++;
            while (is_before(&pivot, &items[k], axis))
                k--;
            if (i <= k) swap_cloud(&items[i++], &items[k--]);
        }
        if ((int64_t)rank <= k)
            high = k;
        else if ((int64_t)rank >= i)
            low = i;
        else
            return;
    }
}

static int longest_axis(const cloud_item *items, uint32_t count) {
    double low[3], width[3];
    for (int axis = 0; axis < 3; axis++) {
        double high = low[axis] = (double)items[0].at[axis];
        for (uint32_t i = 1; i < count; i++) {
            low[axis] = min2(low[axis], (double)items[i].at[axis]);
            high = max2(high, (double)items[i].at[axis]);
        }
        width[axis] = 0.5 * high - 0.5 * low[axis];
    }
    return width[0] >= width[1] && width[0] >= width[2] ? 0 : width[1] >= width[2] ? 1 : 2;
}

static void order_cloud(cloud_item *items, uint32_t count) {
    cloud_run runs[CLOUD_RUNS] = {{0, count}};
    for (int top = 1; top > 0;) {
        const cloud_run run = runs[--top];
        if (run.count <= POINTS_OF_LEAF) continue;
        const uint32_t leaves = (run.count + POINTS_OF_LEAF - 1) / POINTS_OF_LEAF;
        const uint32_t left = leaves / 2 * POINTS_OF_LEAF;
        cloud_item *own = items + run.first;
        select_cloud(own, run.count, left, longest_axis(own, run.count));
        runs[top++] = (cloud_run){run.first, left};
        runs[top++] = (cloud_run){run.first + left, run.count - left};
    }
}

static carom_status check_points(const carom_points_def *def) {
    for (size_t i = 0; i < def->count; i++) {
        const double radius = (double)(def->radii ? def->radii[i] : def->radius);
        const bool finite = finite3(load3(def->points[i])) && finite1(radius);
        if (finite && radius >= 0.0) continue;
        if (def->refused) *def->refused = i;
        return finite ? CAROM_ERROR_ARGUMENT : CAROM_ERROR_NOT_FINITE;
    }
    return CAROM_OK;
}

static bool allocate_points(carom_compound *c, bool radii) {
    c->points = carom_alloc(&c->allocator, c->count, sizeof *c->points);
    c->ids = carom_alloc(&c->allocator, c->count, sizeof *c->ids);
    c->places = carom_alloc(&c->allocator, c->count, sizeof *c->places);
    if (radii) c->radii = carom_alloc(&c->allocator, c->count, sizeof *c->radii);
    return c->points && c->ids && c->places && (c->radii || !radii);
}

static void place_points(carom_compound *c, const carom_points_def *def, const cloud_item *items) {
    for (size_t i = 0; i < c->count; i++) {
        const uint32_t id = items[i].id;
        const carom_aabb at = {def->points[id], def->points[id]};
        c->points[i] = def->points[id];
        if (c->radii) c->radii[i] = def->radii[id];
        c->ids[i] = id;
        c->places[id] = (uint32_t)i;
        if (i == 0) c->extent = at;
        box_grow(&c->extent, &at);
    }
}

static carom_status fill_cloud(carom_compound *c, const carom_points_def *def) {
    cloud_item *items = carom_alloc(&c->allocator, c->count, sizeof *items);
    if (!items) return CAROM_ERROR_MEMORY;
    for (size_t i = 0; i < c->count; i++) {
        const carom_vec3 p = def->points[i];
        items[i] = (cloud_item){{p.x, p.y, p.z}, (uint32_t)i};
    }
    order_cloud(items, (uint32_t)c->count);
    const carom_status status =
        allocate_points(c, def->radii != NULL) ? CAROM_OK : CAROM_ERROR_MEMORY;
    if (status == CAROM_OK) place_points(c, def, items);
    carom_free(&c->allocator, items);
    return status == CAROM_OK ? carom_compound_grow_tree(c) : status;
}

carom_status carom_compound_create_points(carom_compound **compound, const carom_points_def *def) {
    if (!compound || !def || (def->count > 0 && !def->points)) return CAROM_ERROR_ARGUMENT;
    if (!def->allocator.alloc != !def->allocator.free) return CAROM_ERROR_ARGUMENT;
    if (def->count > CAROM_CLOUD_LIMIT) return CAROM_ERROR_LIMIT;
    carom_status status = check_points(def);
    if (status != CAROM_OK) return status;
    carom_compound *c = carom_compound_start(COMPOUND_POINTS, &def->allocator);
    if (!c) return CAROM_ERROR_MEMORY;
    c->count = def->count;
    c->radius = def->radii ? 0 : def->radius;
    status = fill_cloud(c, def);
    if (status == CAROM_OK)
        *compound = c;
    else
        carom_compound_release(c);
    return status;
}
