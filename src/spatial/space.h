/* Behind carom_space: the boxes by id, and one structure over them. A structure is a table of
 * functions; what it leaves null is served by scanning all boxes, or by what it has. */
#ifndef CAROM_SPATIAL_SPACE_H
#define CAROM_SPATIAL_SPACE_H

#include "carom/space.h"
#include "core/alloc.h"
#include "math/boxes.h"
#include "math/vec.h"
#include "spatial/free_ids.h"

/* Boxes are kept once, here, as given; a structure keeps its own copies where that is faster. */
typedef struct space_boxes {
    carom_aabb *box; /* by id; inverted when unused */
    free_ids unused;
    size_t slots, capacity;
} space_boxes;

/* Ids whose boxes changed since a structure that cannot change was built: it may still answer with
 * them, and is not believed; they are looked at one by one. Structures that follow
 * every change have no room for any. */
typedef struct space_loose {
    uint32_t *ids;     /* in use or not; each once */
    uint8_t *is_loose; /* by id */
    size_t count;
} space_loose;

struct carom_space {
    const struct space_ops *ops;
    void *structure; /* null: nothing was built yet, all boxes are loose */
    space_boxes boxes;
    space_loose loose;
    carom_space_kind kind;
    carom_real margin, cell;
    carom_allocator allocator;
    bool changing;   /* from when a change begins until it ends */
    uint8_t gap[64]; /* visits write, and what they read lies on other cache lines */
    uint32_t visits; /* under way, on whatever threads: only through the functions below */
};

/* Visits on several threads at once are counted; a change waits for none, it is refused. */
static inline void space_begin_visit(const carom_space *space) {
    __atomic_fetch_add(&((carom_space *)space)->visits, 1, __ATOMIC_RELAXED);
}
static inline void space_end_visit(const carom_space *space) {
    __atomic_fetch_sub(&((carom_space *)space)->visits, 1, __ATOMIC_RELAXED);
}

/* Answers go through one of these. `keep` is what decides beyond the boxes' overlap; null: all. */
typedef struct space_search {
    carom_aabb box;                                           /* what the boxes must overlap */
    bool (*keep)(const carom_aabb *box, const void *context); /* a convex test: also of nodes */
    const void *context;
    carom_id_visitor *visitor;
    void *user;
} space_search;

/* The nearest so far, in ascending order of distance and then id. */
typedef struct near_list {
    carom_near_id *out;
    size_t capacity, count;
} near_list;

/* All pairs of a space, or between two, cut into pieces that may be visited at the same time: each
 * pair is in one. The pieces follow from the structures alone. */
#define PAIR_PIECES 256

typedef struct pair_piece {
    uint32_t a, b, c; /* whatever the structure likes */
} pair_piece;

typedef struct space_pairs {
    const carom_space *a, *b; /* the same one: pairs within it */
    bool cut;                 /* by the structures; else pieces are ranges of A's ids, or all */
    uint32_t count;
    pair_piece piece[PAIR_PIECES];
} space_pairs;

void carom_space_cut_pairs(space_pairs *pairs, const carom_space *a, const carom_space *b);
void carom_space_visit_piece(const space_pairs *pairs, uint32_t piece, carom_pair_visitor *visitor,
                             void *user);

typedef struct space_ops {
    const char *name;
    /* Builds over all boxes in use, which may be none. On failure nothing is left behind and
     * *structure is untouched.
     */
    carom_status (*create)(carom_space *space, void **structure);
    void (*destroy)(carom_space *space, void *structure);
    /* After the box table was changed. Null: the structure is built at once, by `create`, and
     * changed boxes are loose until the next build. A failure leaves the structure as it was. */
    carom_status (*insert)(carom_space *space, uint32_t id);
    void (*remove)(carom_space *space, uint32_t id, const carom_aabb *old);
    carom_status (*move)(carom_space *space, uint32_t id, const carom_aabb *old);
    carom_status (*move_all)(carom_space *space);
    /* Return false when the visitor ended the search. */
    bool (*visit_pairs)(const carom_space *space, carom_pair_visitor *visitor, void *user);
    /* Asked when both spaces have this same function and no loose boxes. Null: the boxes of the
     * one are searched for in the other, one by one. */
    bool (*visit_pairs_between)(const carom_space *a, const carom_space *b,
                                carom_pair_visitor *visitor, void *user);
    /* Cuts the pairs of a space (a == b), or between two that both have this function and
     * visit_pairs_between, into pieces; there are no loose boxes. @return how many. Null: one
     * piece, or, between two, one for some boxes of A. */
    uint32_t (*cut_pairs)(const carom_space *a, const carom_space *b,
                          pair_piece pieces[PAIR_PIECES]);
    void (*visit_piece)(const struct space_pairs *pairs, const pair_piece *piece,
                        carom_pair_visitor *visitor, void *user);
    bool (*visit_box)(const carom_space *space, const space_search *search);
    /* In ascending order of t, then id. */
    void (*visit_ray)(const carom_space *space, const carom_ray *ray, carom_ray_visitor *visitor,
                      void *user);
    /* Offers settled boxes to the list, those that cannot enter it left out. */
    void (*nearest)(const carom_space *space, vec3 point, near_list *list);
    size_t (*memory)(const carom_space *space);
} space_ops;

/** carom_space_create with the structure of the definition's kind; neither pointer is null. */
carom_status carom_space_create_with(carom_space **out, const carom_space_def *def,
                                     const space_ops *ops);

static inline bool space_in_use(const carom_space *space, uint32_t id) {
    return id < space->boxes.slots && space->boxes.box[id].min.x <= space->boxes.box[id].max.x;
}

/** Answers of the structure and of the loose boxes together; false when the visitor ended it. */
bool carom_space_search(const carom_space *space, const space_search *search);

static inline bool search_accepts(const space_search *search, const carom_aabb *box) {
    return boxes_meet(box, &search->box) && (!search->keep || search->keep(box, search->context));
}

/* ---- rays: the same arithmetic for boxes and for nodes, so that no structure loses one */

typedef struct space_ray {
    double o[3], d[3], inverse[3], t_min;
} space_ray;

/** False for a ray that holds nothing. `*limit` becomes its t_max. */
bool carom_space_ray(space_ray *out, const carom_ray *ray, double *limit);

/** Where the ray enters the box, rounded to carom_real at most at `limit`. Rounding lets in more,
 * never less, and rounds a larger box no later. */
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
    return enter <= leave + 4.0 * DBL_EPSILON * (fabs(leave) + fabs(enter));
}

/* ---- distances */

static inline carom_real space_box_distance(const carom_aabb *box, vec3 p) {
    double x = max2(max2((double)box->min.x - p.x, p.x - (double)box->max.x), 0.0);
    double y = max2(max2((double)box->min.y - p.y, p.y - (double)box->max.y), 0.0);
    double z = max2(max2((double)box->min.z - p.z, p.z - (double)box->max.z), 0.0);
    return (carom_real)sqrt(x * x + y * y + z * z);
}

/** True when a box at this distance, of whatever id, could still enter the list. */
static inline bool near_list_open(const near_list *list, carom_real distance) {
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

/** True for a box that the structure answers for. */
static inline bool space_settled(const carom_space *space, uint32_t id) {
    return space->loose.count == 0 || !space->loose.is_loose[id];
}

/* One for each kind, in its own file; space_registry.c has the table of all. */
extern const space_ops carom_space_brute, carom_space_grid, carom_space_hash,
    carom_space_sweep_prune, carom_space_sweep_prune_incremental, carom_space_quadtree,
    carom_space_octree, carom_space_kdtree, carom_space_bvh_sah, carom_space_bvh_morton,
    carom_space_bvh_dynamic;

#endif
