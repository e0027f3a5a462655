/* Boxes of a space in a frustum: a search whose exact test of box and frustum is applied to nodes,
 * too. */
#include "carom/frustum.h"
#include "spatial/space_query.h"

typedef struct frustum_ids {
    uint32_t *ids;
    size_t capacity, count;
} frustum_ids;

static bool frustum_keeps(const carom_aabb *box, const void *frustum) {
    return carom_frustum_classify_aabb(frustum, box) != CAROM_DISJOINT;
}

static bool list_frustum_id(uint32_t id, void *user) {
    frustum_ids *list = user;
    if (list->count < list->capacity) list->ids[list->count] = id;
    list->count++;
    return true;
}

size_t carom_space_query_frustum(const carom_space *space, const carom_frustum *frustum,
                                 uint32_t *ids, size_t capacity) {
    frustum_ids list = {ids, ids ? capacity : 0, 0};
    const carom_aabb box = carom_fit_aabb_points(frustum->corners, 8);
    const space_search search = {box, frustum_keeps, frustum, list_frustum_id, &list};
    (void)carom_space_search(space, &search);
    return list.count;
}
