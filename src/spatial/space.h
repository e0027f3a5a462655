/* The interface of the broad-phase structures behind carom_space [Ericson05] 7: a table of the
 * boxes by id, which all structures share, and one structure, given as a table of functions
 * (space_ops). Where an entry of the table may be null, its comment says what replaces it. Every
 * structure gives the exact set of answers, for boxes are compared as given and closed (touching
 * boxes overlap); the structures differ in speed and memory alone. */
#ifndef CAROM_SPATIAL_SPACE_H
#define CAROM_SPATIAL_SPACE_H

#include "carom/space.h"
#include "core/alloc.h"
#include "math/boxes.h"
#include "math/vec.h"
#include "spatial/free_ids.h"
#include "spatial/tolerances.h"

/* Boxes are kept once, here, as given; a structure keeps copies of its own where that is faster. */
typedef struct space_boxes {
    carom_aabb *box; /* by id; inverted when unused */
    free_ids unused;
    size_t slots, capacity;
} space_boxes;

/* Ids whose boxes changed since the last build of a static structure. The structure may still
 * report them; these answers are dropped, and the pending boxes are tested one by one instead. A
 * structure that is updated on every change has no pending ids and no arrays for them. */
typedef struct pending_boxes {
    uint32_t *ids;       /* each once, whether in use or not */
    uint8_t *is_pending; /* by id */
    size_t count;
} pending_boxes;

struct carom_space {
    const struct space_ops *ops;
    void *structure; /* null: nothing was built yet, all boxes are pending */
    space_boxes boxes;
    pending_boxes pending;
    carom_space_kind kind;
    carom_real margin, cell;
    carom_allocator allocator;
    bool changing; /* from when a change begins until it ends */
    /* keeps the counter `visits`, which queries write, off the cache lines that they read */
    uint8_t gap[64];
    uint32_t visits; /* queries under way on all threads; changed by the functions below alone */
};

/* Queries may run on several threads at once and are counted. A change does not wait for them: it
 * is refused while one is under way. */
static inline void space_begin_visit(const carom_space *space) {
    __atomic_fetch_add(&((carom_space *)space)->visits, 1, __ATOMIC_RELAXED);
}
static inline void space_end_visit(const carom_space *space) {
    __atomic_fetch_sub(&((carom_space *)space)->visits, 1, __ATOMIC_RELAXED);
}

/* A box query: every box that overlaps `box` and passes `keep` is reported to the visitor. A null
 * `keep` passes all. It is applied to nodes too: it must hold for every box that contains one for
 * which it holds. */
typedef struct space_search {
    carom_aabb box;
    bool (*keep)(const carom_aabb *box, const void *context);
    const void *context;
    carom_id_visitor *visitor;
    void *user;
} space_search;

/* The nearest boxes so far, in ascending order of distance and then of id. */
typedef struct near_list {
    carom_near_id *out;
    size_t capacity, count;
} near_list;

/* The pairs within a space or between two spaces, divided into pieces that may be visited in
 * parallel. Each pair belongs to exactly one piece. The division follows from the structures
 * alone, not from the number of threads. */
#define PAIR_PIECES 256

typedef struct pair_piece {
    uint32_t a, b, c; /* meaning defined by the structure */
} pair_piece;

typedef struct space_pairs {
    const carom_space *a, *b; /* equal pointers: the pairs within one space */
    bool cut;                 /* by the structure; else pieces are ranges of A's ids, or one */
    uint32_t count;
    pair_piece piece[PAIR_PIECES];
} space_pairs;

typedef struct space_ops {
    const char *name;
    /* Builds over all boxes in use; there may be none. On failure nothing is leaked and *structure
     * is untouched. */
    carom_status (*create)(carom_space *space, void **structure);
    void (*destroy)(carom_space *space, void *structure);
    /* Called after the box table was changed. Null: the structure is static; `create` builds it,
     * and changed boxes are pending until the next build. A failure leaves the structure as it
     * was. */
    carom_status (*insert)(carom_space *space, uint32_t id);
    void (*remove)(carom_space *space, uint32_t id, const carom_aabb *old);
    carom_status (*move)(carom_space *space, uint32_t id, const carom_aabb *old);
    /* `old`: the boxes before, by id. Null: `create` makes a structure in place of this one. */
    carom_status (*move_all)(carom_space *space, const carom_aabb *old);
    /* The visits below return false when the visitor ended the search. */
    bool (*visit_pairs)(const carom_space *space, carom_pair_visitor *visitor, void *user);
    /* Called when both spaces have this same function and no pending boxes. Null: each box of one
     * space is searched for in the other. */
    bool (*visit_pairs_between)(const carom_space *a, const carom_space *b,
                                carom_pair_visitor *visitor, void *user);
    /* Divides the pairs of a space (a == b), or between two that both have this function and
     * visit_pairs_between, into pieces; there are no pending boxes. @return the number of pieces.
     * Null: one piece; between two spaces, one for each range of A's boxes. */
    uint32_t (*cut_pairs)(const carom_space *a, const carom_space *b,
                          pair_piece pieces[PAIR_PIECES]);
    void (*visit_piece)(const struct space_pairs *pairs, const pair_piece *piece,
                        carom_pair_visitor *visitor, void *user);
    bool (*visit_box)(const carom_space *space, const space_search *search);
    /* Reports boxes in ascending order of t, then of id. */
    void (*visit_ray)(const carom_space *space, const carom_ray *ray, carom_ray_visitor *visitor,
                      void *user);
    /* Offers boxes that are not pending to the list; it may omit those that cannot enter it. */
    void (*nearest)(const carom_space *space, vec3 point, near_list *list);
    size_t (*memory)(const carom_space *space);
} space_ops;

/** Does what carom_space_create does, with the structure given; neither pointer is null. */
carom_status carom_space_create_with(carom_space **out, const carom_space_def *def,
                                     const space_ops *ops);

static inline bool space_in_use(const carom_space *space, uint32_t id) {
    return id < space->boxes.slots && space->boxes.box[id].min.x <= space->boxes.box[id].max.x;
}

static inline bool search_accepts(const space_search *search, const carom_aabb *box) {
    return boxes_meet(box, &search->box) && (!search->keep || search->keep(box, search->context));
}

/* ---- rays: one arithmetic for boxes and nodes, so that pruning never loses a box */

typedef struct space_ray {
    double o[3], d[3], inverse[3], t_min;
} space_ray;

/** Slab test [KayKajiya86]. `*t` is where the ray enters the box; rounded to carom_real it is at
 * most `limit`. The slack SPACE_SLAB_SLACK makes the test conservative: rounding may let a box in,
 * never drop one. The arithmetic is monotone, so a box that contains another is entered no later.
 */
static inline bool space_ray_enters(const space_ray *ray, const carom_aabb *box, double limit,
                                    double *t) {
    const double low[3] = {(double)box->min.x, (double)box->min.y, (double)box->min.z};
    const double high[3] = {(double)box->max.x, (double)box->max.y, (double)box->max.z};
    double enter = ray->t_min, leave = DBL_MAX;
    for (int i = 0; i < 3; i++) {
        if (ray->d[i] == 0.0) {
            if (ray->o[i] < low[i] || ray->o[i] > high[i]) return false;
            continue;
        }
        double a = (low[i] - ray->o[i]) * ray->inverse[i],
               b = (high[i] - ray->o[i]) * ray->inverse[i];
        double first = a < b ? a : b, last = a < b ? b : a;
        if (first > enter) enter = first;
        if (last < leave) leave = last;
    }
    *t = enter;
    if ((double)(carom_real)enter > limit) return false;
    return enter <= leave + SPACE_SLAB_SLACK * (fabs(leave) + fabs(enter));
}

/* ---- distances */

static inline carom_real space_box_distance(const carom_aabb *box, vec3 p) {
    double x = max2(max2((double)box->min.x - p.x, p.x - (double)box->max.x), 0.0);
    double y = max2(max2((double)box->min.y - p.y, p.y - (double)box->max.y), 0.0);
    double z = max2(max2((double)box->min.z - p.z, p.z - (double)box->max.z), 0.0);
    return (carom_real)sqrt(x * x + y * y + z * z);
}

/** True when a box at this distance, whatever its id, could still enter the list. */
static inline bool near_list_accepts(const near_list *list, carom_real distance) {
    return list->count < list->capacity || !(distance > list->out[list->count - 1].distance);
}

static inline void near_list_offer(near_list *list, uint32_t id, carom_real distance) {
    size_t i = list->count;
    if (i == list->capacity) {
        const carom_near_id *last = &list->out[i - 1];
        if (distance > last->distance || (distance == last->distance && id > last->id)) return;
        i--;
    } else
        list->count++;
    for (; i > 0; i--) {
        const carom_near_id *before = &list->out[i - 1];
        if (before->distance < distance || (before->distance == distance && before->id < id)) break;
        list->out[i] = *before;
    }
    list->out[i] = (carom_near_id){id, distance};
}

/** True for a box that is not pending: the structure answers for it. */
static inline bool space_is_indexed(const carom_space *space, uint32_t id) {
    return space->pending.count == 0 || !space->pending.is_pending[id];
}

/* One table for each kind, in its own file; space_registry.c lists them all. */
extern const space_ops carom_space_brute, carom_space_grid, carom_space_hash,
    carom_space_sweep_prune, carom_space_sweep_prune_incremental, carom_space_quadtree,
    carom_space_octree, carom_space_kdtree, carom_space_bvh_sah, carom_space_bvh_morton,
    carom_space_bvh_dynamic;

#endif
