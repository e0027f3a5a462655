/* Many boxes, six numbers each, in a structure: which overlap, what is near, what a ray meets.
 * Lists of answers are made by the module and released by JavaScript; counts[i] is how many belong
 * to question i. */
#include "exports.h"

static carom_aabb read_box(const carom_real *p) {
    return (carom_aabb){read3(p), read3(p + 3)};
}

carom_space *EXPORT(space_create)(int kind, const carom_real *boxes, size_t count,
                                  carom_real margin, carom_real cell) {
    const carom_space_def def = {.kind = (carom_space_kind)kind,
                                 .boxes = (const carom_aabb *)boxes,
                                 .count = count,
                                 .margin = margin,
                                 .cell = cell};
    carom_space *space = NULL;
    const carom_status status = carom_space_create(&space, &def);
    return made(status, space);
}

void EXPORT(space_destroy)(carom_space *space) {
    carom_space_destroy(space);
}

/* The counts of boxes, of ids and of bytes. */
void EXPORT(space_counts)(const carom_space *space, uint32_t counts[3]) {
    counts[0] = (uint32_t)carom_space_count(space);
    counts[1] = (uint32_t)carom_space_slots(space);
    counts[2] = (uint32_t)carom_space_memory(space);
}

/* ---- changes; `bad` is the place of what is refused */

int EXPORT(space_insert)(carom_space *space, const carom_real *boxes, size_t count, uint32_t *ids,
                         uint32_t *bad) {
    for (size_t i = 0; i < count; i++) {
        const carom_aabb box = read_box(boxes + 6 * i);
        const carom_status status = carom_space_insert(space, &box, &ids[i]);
        *bad = (uint32_t)i;
        if (status != CAROM_OK) return (int)status;
    }
    return CAROM_OK;
}

int EXPORT(space_remove)(carom_space *space, const uint32_t *ids, size_t count, uint32_t *bad) {
    for (size_t i = 0; i < count; i++) {
        const carom_status status = carom_space_remove(space, ids[i]);
        *bad = (uint32_t)i;
        if (status != CAROM_OK) return (int)status;
    }
    return CAROM_OK;
}

int EXPORT(space_move)(carom_space *space, const uint32_t *ids, const carom_real *boxes,
                       size_t count, uint32_t *bad) {
    for (size_t i = 0; i < count; i++) {
        const carom_aabb box = read_box(boxes + 6 * i);
        const carom_status status = carom_space_move(space, ids[i], &box);
        *bad = (uint32_t)i;
        if (status != CAROM_OK) return (int)status;
    }
    return CAROM_OK;
}

int EXPORT(space_move_all)(carom_space *space, const carom_real *boxes, size_t count) {
    return (int)carom_space_move_all(space, (const carom_aabb *)boxes, count);
}

int EXPORT(space_build)(carom_space *space) {
    return (int)carom_space_build(space);
}

/* ---- questions */

static bool add_pair(uint32_t a, uint32_t b, void *user) {
    const uint32_t pair[2] = {a, b};
    return list_add(user, pair, sizeof pair);
}

static bool add_id(uint32_t id, void *user) {
    return list_add(user, &id, sizeof id);
}

static carom_real add_near(uint32_t id, carom_real t, carom_real limit, void *user) {
    const carom_near_id near = {id, t};
    return list_add(user, &near, sizeof near) ? limit : -(carom_real)INFINITY;
}

/* Pairs within the space, or between it and another one. */
void *EXPORT(space_pairs)(const carom_space *space, const carom_space *other, size_t *bytes) {
    list found = {0};
    if (other)
        carom_space_visit_pairs_between(space, other, add_pair, &found);
    else
        carom_space_visit_pairs(space, add_pair, &found);
    return list_end(&found, bytes);
}

void *EXPORT(space_in_boxes)(const carom_space *space, const carom_real *boxes, size_t count,
                             uint32_t *counts, size_t *bytes) {
    list found = {0};
    for (size_t i = 0; i < count; i++) {
        const carom_aabb box = read_box(boxes + 6 * i);
        const size_t before = found.bytes;
        carom_space_visit_box(space, &box, add_id, &found);
        counts[i] = (uint32_t)((found.bytes - before) / sizeof(uint32_t));
    }
    return list_end(&found, bytes);
}

/* Ids and t, as carom_near_id. */
void *EXPORT(space_along_rays)(const carom_space *space, const carom_real *rays, size_t count,
                               const carom_real *range, uint32_t *counts, size_t *bytes) {
    list found = {0};
    for (size_t i = 0; i < count; i++) {
        const carom_ray ray = {read3(rays + 6 * i), read3(rays + 6 * i + 3), range[0], range[1]};
        const size_t before = found.bytes;
        carom_space_visit_ray(space, &ray, add_near, &found);
        counts[i] = (uint32_t)((found.bytes - before) / sizeof(carom_near_id));
    }
    return list_end(&found, bytes);
}

/* The `each` nearest boxes of each point, of which there are as many. */
int EXPORT(space_nearest)(const carom_space *space, const carom_real *points, size_t count,
                          size_t each, uint32_t *ids, carom_real *distances) {
    carom_near_id *found = malloc((each + 1) * sizeof *found);
    if (!found) return 0;
    for (size_t i = 0; i < count; i++) {
        carom_space_query_nearest(space, read3(points + 3 * i), found, each);
        for (size_t k = 0; k < each; k++) {
            ids[i * each + k] = found[k].id;
            distances[i * each + k] = found[k].distance;
        }
    }
    free(found);
    return 1;
}
