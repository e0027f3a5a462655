/* Own method: first contact of two sets of trajectories, by blocks of eight shapes of each: balls
 * against boxes, eight at a time, leave few pairs; those in contact at the start come first, in the
 * order of their indices, then each that may meet the soonest. A pair is followed no farther than
 * to the first contact so far, so the answer is that of all pairs, ties to the first. */
#include "carom/trajectory.h"

#include "dispatch/trajectory.h"
#include "dispatch/set_balls.h"

#define BLOCK 8

/* Pairs that may meet during the frame, in the order of their indices at first: the time until
 * which each does not, and BLOCK times the place of A in the block and that of B. */
typedef struct near_pairs {
    double apart[BLOCK * BLOCK];
    uint8_t place[BLOCK * BLOCK];
    int count;
} near_pairs;

typedef struct guided_block {
    carom_pose a[BLOCK]; /* at the start */
    guided_bound b[BLOCK];
    near_pairs near;
    set_four fours[BLOCK / 4]; /* of the boxes of B */
    double motion, size;       /* of the shapes of B, at most */
    size_t from_a, from_b;
    int count_b;
} guided_block;

typedef struct guided_set {
    const carom_trajectory_set *a, *b;
    const carom_toi_set_options *options;
    bool within; /* both are one set */
    convex_toi best;
    bool in_contact; /* the best is one at the start, of which nothing else is known yet */
    size_t index_a, index_b;
    guided_pair pair; /* of the shapes last_a and last_b */
    size_t last_a, last_b;
} guided_set;

/* ---- bounds of a block */

static int count_of_block(const carom_trajectory_set *set, size_t from) {
    const size_t left = set->count - from;
    return left < BLOCK ? (int)left : BLOCK;
}

/* Apart: what only the bounds need is not on the stack during the searches. */
static CAROM_APART void bound_block_b(guided_block *block, const carom_trajectory_set *set) {
    guided_start start;
    block->count_b = count_of_block(set, block->from_b);
    block->motion = block->size = 0.0;
    for (int k = 0; k < block->count_b; k++) {
        const carom_trajectory *t = &set->items[block->from_b + (size_t)k];
        guided_bound *b = &block->b[k];
        carom_guided_bound(b, &start, t);
        if (!b->valid) continue;
        carom_guided_box(b, &start, t);
        block->motion = max2(block->motion, b->motion);
        block->size = max2(block->size, b->size);
    }
}

/* Apart: the boxes are not on the stack during the searches. */
static CAROM_APART void list_boxes(guided_block *block) {
    set_box boxes[BLOCK];
    for (int k = 0; k < BLOCK; k++)
        boxes[k] =
            k < block->count_b && block->b[k].valid ? box_in_double(block->b[k].box) : far_box();
    carom_set_fours(boxes, BLOCK, block->fours);
}

/* Which shapes of B may come within the tolerance of one of A during the frame? */
static unsigned shapes_in_reach(const guided_bound *a, const guided_start *start,
                                const guided_block *block, double requested) {
    const double slack = carom_guided_slack(requested, a->size + block->size);
    const double motion = (a->motion + block->motion) * (1.0 + TRAJECTORY_SPEED_ERROR);
    const set_ball ball = {.center = start->middle, .radius = start->radius};
    if (!(ball.radius + motion + slack <= DBL_MAX)) return 0xffu;
    const set_reach reach = carom_set_reach(&ball, motion + slack);
    return boxes_in_reach(&reach, block->fours);
}

static bool is_pair(const guided_set *set, size_t i, size_t j) {
    const uint8_t *skip = set->options->skip;
    return !(set->within && i >= j) && !(skip && skip[i * set->b->count + j]);
}

/* Lists the pairs of shape i of A that may meet; it is bounded first, with a box only where its
 * ball reaches one of B. Apart: its bounds are not on the stack during the searches. */
static CAROM_APART void list_pairs_of(const guided_set *set, guided_block *block, uint32_t i) {
    const double requested = (double)set->options->tolerance;
    const carom_trajectory *t = &set->a->items[block->from_a + i];
    guided_bound a;
    guided_start start;
    carom_guided_bound(&a, &start, t);
    unsigned near = a.valid ? shapes_in_reach(&a, &start, block, requested) : 0;
    if (near) carom_guided_box(&a, &start, t);
    block->a[i] = start.pose;
    for (; near; near &= near - 1) {
        const uint32_t j = (uint32_t)__builtin_ctz(near);
        if (j >= (uint32_t)block->count_b || !block->b[j].valid) continue;
        if (!is_pair(set, block->from_a + i, block->from_b + j)) continue;
        const double apart = carom_guided_apart(&a, &block->b[j], requested);
        if (!(apart <= 1.0)) continue;
        block->near.apart[block->near.count] = apart;
        block->near.place[block->near.count++] = (uint8_t)(BLOCK * i + j);
    }
}

/* ---- pairs */

/* The time up to which a pair is of interest: that of the best contact so far, and with it where
 * the pair's indices come before those of that contact; negative where no time is. */
static double latest_of_pair(const guided_set *set, size_t i, size_t j) {
    const double best = set->best.fraction;
    const bool first = i != set->index_a ? i < set->index_a : j < set->index_b;
    if (best == 0.0 && !first) return -1.0;
    const double after = first ? max2(best * (1.0 + TRAJECTORY_TIE), DBL_MIN) : best;
    return min2(after, 1.0);
}

/* `block`: where the pair is of it, else null. */
static bool load_pair(guided_set *set, const guided_block *block, size_t i, size_t j) {
    const carom_pose *start_a = block ? &block->a[i - block->from_a] : NULL;
    if (i != set->last_a && !carom_guided_side(&set->pair.a, &set->a->items[i], start_a))
        return false;
    set->last_a = i;
    if (j != set->last_b && !carom_guided_side(&set->pair.b, &set->b->items[j], NULL)) return false;
    set->last_b = j;
    return true;
}

static void keep_best(guided_set *set, const convex_toi *found, size_t i, size_t j) {
    set->best = *found;
    set->index_a = i;
    set->index_b = j;
}

/* The first of the listed pairs from `k` on that is in contact at the start. @return whether there
 * is one */
static bool find_contact_at_start(guided_set *set, const guided_block *block, int k) {
    const convex_toi start = {.hit = true};
    for (; k < block->near.count; k++) {
        const size_t place = block->near.place[k];
        const size_t i = block->from_a + place / BLOCK, j = block->from_b + place % BLOCK;
        if (block->near.apart[k] > 0.0 || latest_of_pair(set, i, j) < 0.0) continue;
        if (!load_pair(set, block, i, j) || !carom_guided_starts_in_contact(&set->pair)) continue;
        set->in_contact = true;
        keep_best(set, &start, i, j);
        return true;
    }
    return false;
}

/* Lists the pairs that may meet, up to the first shape of A that is in contact at the start: no
 * pair of those after it comes before that. */
static void list_near_pairs(guided_set *set, guided_block *block) {
    const int count = count_of_block(set->a, block->from_a);
    block->near.count = 0;
    for (int i = 0; i < count; i++) {
        const int listed = block->near.count;
        list_pairs_of(set, block, (uint32_t)i);
        if (find_contact_at_start(set, block, listed)) break;
    }
}

static void follow_pair(guided_set *set, const guided_block *block, size_t place, double apart) {
    const size_t i = block->from_a + place / BLOCK, j = block->from_b + place % BLOCK;
    const double latest = latest_of_pair(set, i, j), best = set->best.fraction;
    if (apart > latest || !load_pair(set, block, i, j)) return;
    const convex_toi found =
        carom_guided_search(&set->pair, (double)set->options->tolerance, latest);
    const bool first = i != set->index_a ? i < set->index_a : j < set->index_b;
    if (!found.hit || !(first ? found.fraction <= best : found.fraction < best)) return;
    set->in_contact = false;
    keep_best(set, &found, i, j);
}

/* Follows the pairs of the block, each time the one that may meet the soonest. */
static void follow_pairs(guided_set *set, guided_block *block) {
    near_pairs *near = &block->near;
    while (near->count > 0) {
        const int last = --near->count;
        int next = 0;
        for (int k = 1; k <= last; k++)
            if (near->apart[k] < near->apart[next]) next = k;
        const double apart = near->apart[next];
        const size_t place = near->place[next];
        near->apart[next] = near->apart[last];
        near->place[next] = near->place[last];
        follow_pair(set, block, place, apart);
    }
}

carom_toi_set_hit carom_toi_trajectory_sets(const carom_trajectory_set *a,
                                            const carom_trajectory_set *b,
                                            const carom_toi_set_options *options) {
    static const carom_toi_set_options everything;
    guided_set set = {.a = a, .b = b ? b : a, .options = options ? options : &everything};
    guided_block block;
    set.within = set.b == a;
    set.best.fraction = (double)INFINITY;
    set.index_a = set.index_b = set.last_a = set.last_b = SIZE_MAX;
    for (block.from_b = 0; block.from_b < set.b->count; block.from_b += BLOCK) {
        bound_block_b(&block, set.b);
        list_boxes(&block);
        for (block.from_a = 0; block.from_a < a->count; block.from_a += BLOCK) {
            if (set.within && block.from_a > block.from_b) break;
            list_near_pairs(&set, &block);
            follow_pairs(&set, &block);
        }
    }
    if (!set.best.hit || !load_pair(&set, NULL, set.index_a, set.index_b))
        return (carom_toi_set_hit){.at.hit = false};
    if (set.in_contact) set.best = carom_guided_start(&set.pair);
    return (carom_toi_set_hit){carom_guided_hit(&set.pair, &set.best), set.index_a, set.index_b};
}
