/* Box, sweep and pair queries of a carom_space, own method over the structures of [Ericson05] 7.
 * Each query goes to the structure, whose answers with pending boxes are dropped, and then to the
 * pending boxes one by one; so the answer is exact between builds too. Where a structure lacks an
 * optional function, the query falls back to a search for each box. */
#include <string.h>

#include "spatial/space.h"
#include "spatial/space_query.h"

/* ---- collecting into a buffer */

typedef struct id_buffer {
    uint32_t *ids;
    size_t capacity, count;
} id_buffer;

static bool keep_id(uint32_t id, void *user) {
    id_buffer *buffer = user;
    if (buffer->count < buffer->capacity) buffer->ids[buffer->count] = id;
    buffer->count++;
    return true;
}

typedef struct pair_buffer {
    carom_id_pair *pairs;
    size_t capacity, count;
} pair_buffer;

static bool keep_pair(uint32_t a, uint32_t b, void *user) {
    pair_buffer *buffer = user;
    if (buffer->count < buffer->capacity) buffer->pairs[buffer->count] = (carom_id_pair){a, b};
    buffer->count++;
    return true;
}

/* ---- boxes */

typedef struct indexed_search {
    const carom_space *space;
    carom_id_visitor *visitor;
    void *user;
} indexed_search;

static bool pass_indexed(uint32_t id, void *user) {
    const indexed_search *search = user;
    return !space_is_indexed(search->space, id) || search->visitor(id, search->user);
}

static bool visit_pending(const carom_space *space, const space_search *search) {
    for (size_t i = 0; i < space->pending.count; i++) {
        uint32_t id = space->pending.ids[i];
        if (space_in_use(space, id) && search_accepts(search, &space->boxes.box[id]) &&
            !search->visitor(id, search->user))
            return false;
    }
    return true;
}

bool carom_space_search(const carom_space *space, const space_search *search) {
    const carom_aabb *box = &search->box;
    bool valid = box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z;
    if (!valid) return true;
    indexed_search settled = {space, search->visitor, search->user};
    space_search inner = *search;
    if (space->pending.count > 0) {
        inner.visitor = pass_indexed;
        inner.user = &settled;
    }
    if (space->structure && !space->ops->visit_box(space, &inner)) return false;
    return visit_pending(space, search);
}

void carom_space_visit_box(const carom_space *space, const carom_aabb *box,
                           carom_id_visitor *visitor, void *user) {
    space_search search = {*box, NULL, NULL, visitor, user};
    space_begin_visit(space);
    carom_space_search(space, &search);
    space_end_visit(space);
}

size_t carom_space_query_box(const carom_space *space, const carom_aabb *box, uint32_t *ids,
                             size_t capacity) {
    id_buffer buffer = {ids, ids ? capacity : 0, 0};
    carom_space_visit_box(space, box, keep_id, &buffer);
    return buffer.count;
}

/* ---- sweeps: boxes that overlap the bounding box of the whole path, and then the path itself */

typedef struct moving_box {
    vec3 low, high, motion;
} moving_box;

/* Swept box against box: slab test of the motion against the Minkowski difference of the boxes
 * [Ericson05] 5.5.8. The slack makes it conservative: rounding never loses an answer. */
static bool sweep_meets_box(const carom_aabb *box, const void *context) {
    const moving_box *moving = context;
    double enter = 0.0, leave = 1.0;
    for (int axis = 0; axis < 3; axis++) {
        double v = axis3(moving->motion, axis);
        double low = axis3(load3(box->min), axis) - axis3(moving->high, axis);
        double high = axis3(load3(box->max), axis) - axis3(moving->low, axis);
        if (v == 0.0) {
            if (low > 0.0 || high < 0.0) return false;
            continue;
        }
        enter = max2(enter, (v > 0.0 ? low : high) / v);
        leave = min2(leave, (v > 0.0 ? high : low) / v);
    }
    return enter <= leave * (1.0 + SWEEP_SLAB_SLACK);
}

void carom_space_visit_sweep(const carom_space *space, const carom_aabb *box, carom_vec3 motion,
                             carom_id_visitor *visitor, void *user) {
    moving_box moving = {load3(box->min), load3(box->max), load3(motion)};
    if (!finite3(moving.low) || !finite3(moving.high) || !finite3(moving.motion)) return;
    vec3 m = moving.motion;
    vec3 low = vec(min2(m.x, 0.0), min2(m.y, 0.0), min2(m.z, 0.0));
    vec3 high = vec(max2(m.x, 0.0), max2(m.y, 0.0), max2(m.z, 0.0));
    double inflation = SWEEP_BOX_SLACK;
    low = add3(moving.low, low);
    high = add3(moving.high, high);
    low = vec(low.x - inflation * fabs(low.x), low.y - inflation * fabs(low.y),
              low.z - inflation * fabs(low.z));
    high = vec(high.x + inflation * fabs(high.x), high.y + inflation * fabs(high.y),
               high.z + inflation * fabs(high.z));
    bool ordered = box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z;
    if (!ordered) return;
    space_search search = {{store3(low), store3(high)}, sweep_meets_box, &moving, visitor, user};
    space_begin_visit(space);
    carom_space_search(space, &search);
    space_end_visit(space);
}

size_t carom_space_query_sweep(const carom_space *space, const carom_aabb *box, carom_vec3 motion,
                               uint32_t *ids, size_t capacity) {
    id_buffer buffer = {ids, ids ? capacity : 0, 0};
    carom_space_visit_sweep(space, box, motion, keep_id, &buffer);
    return buffer.count;
}

/* ---- pairs */

typedef struct indexed_pairs {
    const carom_space *space;
    carom_pair_visitor *visitor;
    void *user;
    uint32_t own_id; /* the box whose partners are searched for */
    bool stopped;
} indexed_pairs;

static bool pass_indexed_pair(uint32_t a, uint32_t b, void *user) {
    const indexed_pairs *pairs = user;
    if (!space_is_indexed(pairs->space, a) || !space_is_indexed(pairs->space, b)) return true;
    return pairs->visitor(a, b, pairs->user);
}

/* Passes on a partner of a pending box: one that is not pending, or a pending one of higher id. */
static bool pass_partner(uint32_t id, void *user) {
    indexed_pairs *pairs = user;
    uint32_t own = pairs->own_id;
    if (id == own || (!space_is_indexed(pairs->space, id) && id < own)) return true;
    bool more =
        own < id ? pairs->visitor(own, id, pairs->user) : pairs->visitor(id, own, pairs->user);
    pairs->stopped = pairs->stopped || !more;
    return more;
}

static void visit_every_pair(const carom_space *space, carom_pair_visitor *visitor, void *user) {
    indexed_pairs pairs = {space, visitor, user, 0, false};
    if (space->pending.count == 0) {
        if (space->structure) space->ops->visit_pairs(space, visitor, user);
        return;
    }
    if (space->structure && !space->ops->visit_pairs(space, pass_indexed_pair, &pairs)) return;
    for (size_t i = 0; i < space->pending.count && !pairs.stopped; i++) {
        pairs.own_id = space->pending.ids[i];
        if (!space_in_use(space, pairs.own_id)) continue;
        space_search search = {space->boxes.box[pairs.own_id], NULL, NULL, pass_partner, &pairs};
        carom_space_search(space, &search);
    }
}

void carom_space_visit_pairs(const carom_space *space, carom_pair_visitor *visitor, void *user) {
    space_begin_visit(space);
    visit_every_pair(space, visitor, user);
    space_end_visit(space);
}

size_t carom_space_query_pairs(const carom_space *space, carom_id_pair *pairs, size_t capacity) {
    pair_buffer buffer = {pairs, pairs ? capacity : 0, 0};
    carom_space_visit_pairs(space, keep_pair, &buffer);
    return buffer.count;
}

static bool pass_between(uint32_t id, void *user) {
    indexed_pairs *pairs = user;
    pairs->stopped = !pairs->visitor(pairs->own_id, id, pairs->user);
    return !pairs->stopped;
}

/* Searches in B for the boxes of A whose ids are range.a to range.b - 1. */
static void search_between(const space_pairs *of, pair_piece range, carom_pair_visitor *visitor,
                           void *user) {
    indexed_pairs pairs = {of->b, visitor, user, 0, false};
    for (uint32_t i = range.a; i < range.b && !pairs.stopped; i++) {
        pairs.own_id = i;
        space_search search = {of->a->boxes.box[i], NULL, NULL, pass_between, &pairs};
        if (space_in_use(of->a, i)) carom_space_search(of->b, &search);
    }
}

static void visit_between(const carom_space *a, const carom_space *b, carom_pair_visitor *visitor,
                          void *user) {
    const space_pairs pairs = {.a = a, .b = b};
    const pair_piece all = {0, (uint32_t)a->boxes.slots, 0};
    if (a->ops->visit_pairs_between && a->ops->visit_pairs_between == b->ops->visit_pairs_between &&
        a->structure && b->structure && a->pending.count == 0 && b->pending.count == 0) {
        a->ops->visit_pairs_between(a, b, visitor, user);
        return;
    }
    search_between(&pairs, all, visitor, user);
}

void carom_space_visit_pairs_between(const carom_space *a, const carom_space *b,
                                     carom_pair_visitor *visitor, void *user) {
    space_begin_visit(a);
    space_begin_visit(b);
    visit_between(a, b, visitor, user);
    space_end_visit(b);
    space_end_visit(a);
}

/* ---- pieces of the pairs, for parallel visits */

#define FEWEST_IN_PIECE 16 /* boxes of A */

void carom_space_cut_pairs(space_pairs *pairs, const carom_space *a, const carom_space *b) {
    bool settled = a->structure && b->structure && a->pending.count == 0 && b->pending.count == 0;
    uint32_t slots = (uint32_t)a->boxes.slots, n = slots / FEWEST_IN_PIECE;
    pairs->a = a;
    pairs->b = b;
    pairs->cut = settled && a->ops->cut_pairs && a->ops->cut_pairs == b->ops->cut_pairs &&
                 (a == b || a->ops->visit_pairs_between);
    if (pairs->cut) {
        pairs->count = a->ops->cut_pairs(a, b, pairs->piece);
        return;
    }
    n = a == b || n < 1 ? 1 : n > PAIR_PIECES ? PAIR_PIECES : n;
    for (uint32_t i = 0; i < n; i++)
        pairs->piece[i] = (pair_piece){(uint32_t)((uint64_t)slots * i / n),
                                       (uint32_t)((uint64_t)slots * (i + 1) / n), 0};
    pairs->count = n;
}

void carom_space_visit_piece(const space_pairs *pairs, uint32_t piece, carom_pair_visitor *visitor,
                             void *user) {
    const pair_piece *own = &pairs->piece[piece];
    space_begin_visit(pairs->a);
    space_begin_visit(pairs->b);
    if (pairs->cut)
        pairs->a->ops->visit_piece(pairs, own, visitor, user);
    else if (pairs->a == pairs->b)
        visit_every_pair(pairs->a, visitor, user);
    else
        search_between(pairs, *own, visitor, user);
    space_end_visit(pairs->b);
    space_end_visit(pairs->a);
}
