/* Own method: first contact of two sets of trajectories, by blocks of eight shapes of each: balls
 * against boxes, four at a time, leave few pairs; those in contact at the start come first, in the
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
    guided_bound a[BLOCK], b[BLOCK];
    near_pairs near;
    size_t from_a, from_b;
    int count_a, count_b;
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

static int bound_shapes(guided_bound *out, const carom_trajectory_set *set, size_t from) {
    const size_t left = set->count - from;
    const int count = left < BLOCK ? (int)left : BLOCK;
    for (int k = 0; k < count; k++)
        carom_guided_bound(&out[k], &set->items[from + (size_t)k]);
    return count;
}

/* What the shapes of B move, and are large, at most. */
static guided_bound most_of_block(const guided_block *block) {
    guided_bound most = {.motion = 0.0, .size = 0.0};
    for (int k = 0; k < block->count_b; k++) {
        if (!block->b[k].valid) continue;
        most.motion = max2(most.motion, block->b[k].motion);
        most.size = max2(most.size, block->b[k].size);
    }
    return most;
}

static void list_boxes(const guided_block *block, set_four *fours) {
    set_box boxes[BLOCK];
    for (int k = 0; k < BLOCK; k++)
        boxes[k] =
            k < block->count_b && block->b[k].valid ? box_in_double(block->b[k].start) : far_box();
    carom_set_fours(boxes, BLOCK, fours);
}

/* A ball about the box of a shape. */
static set_ball ball_of_bound(const guided_bound *a) {
    const vec3 low = load3(a->start.min), half = scale3(sub3(load3(a->start.max), low), 0.5);
    const double radius = carom_length(half);
    return (set_ball){add3(low, half), radius * (1.0 + SET_BALL_ERROR)};
}

/* Which shapes of B may come within the tolerance of one of A during the frame? */
static unsigned shapes_in_reach(const guided_bound *a, const guided_bound *most,
                                const set_four *fours, double requested) {
    const double slack = carom_guided_slack(requested, a->size + most->size);
    const double motion = (a->motion + most->motion) * (1.0 + TRAJECTORY_SPEED_ERROR);
    const set_ball ball = ball_of_bound(a);
    set_reach reach;
    if (!(ball.radius + motion + slack <= DBL_MAX)) return 0xffu;
    carom_set_reach(&reach, &ball, motion + slack);
    return boxes_in_reach(&reach, &fours[0]) | boxes_in_reach(&reach, &fours[1]) << 4;
}

static bool is_pair(const guided_set *set, size_t i, size_t j) {
    const uint8_t *skip = set->options->skip;
    return !(set->within && i >= j) && !(skip && skip[i * set->b->count + j]);
}

/* Apart: what it needs is not on the stack during the searches. */
static CAROM_APART void list_near_pairs(const guided_set *set, guided_block *block) {
    const double requested = (double)set->options->tolerance;
    const guided_bound most = most_of_block(block);
    set_four fours[BLOCK / 4];
    list_boxes(block, fours);
    block->near.count = 0;
    for (uint32_t i = 0; i < (uint32_t)block->count_a; i++) {
        const guided_bound *a = &block->a[i];
        unsigned near = a->valid ? shapes_in_reach(a, &most, fours, requested) : 0;
        for (; near; near &= near - 1) {
            const uint32_t j = (uint32_t)__builtin_ctz(near);
            if (j >= (uint32_t)block->count_b || !block->b[j].valid) continue;
            if (!is_pair(set, block->from_a + i, block->from_b + j)) continue;
            const double apart = carom_guided_apart(a, &block->b[j], requested);
            if (!(apart <= 1.0)) continue;
            block->near.apart[block->near.count] = apart;
            block->near.place[block->near.count++] = (uint8_t)(BLOCK * i + j);
        }
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

static bool load_pair(guided_set *set, size_t i, size_t j) {
    if (i != set->last_a && !carom_guided_side(&set->pair.a, &set->a->items[i])) return false;
    set->last_a = i;
    if (j != set->last_b && !carom_guided_side(&set->pair.b, &set->b->items[j])) return false;
    set->last_b = j;
    return true;
}

static void keep_best(guided_set *set, const convex_toi *found, size_t i, size_t j) {
    set->best = *found;
    set->index_a = i;
    set->index_b = j;
}

/* The first pair of the block that is in contact at the start. */
static void find_contact_at_start(guided_set *set, const guided_block *block) {
    const convex_toi start = {.hit = true};
    for (int k = 0; k < block->near.count; k++) {
        const size_t place = block->near.place[k];
        const size_t i = block->from_a + place / BLOCK, j = block->from_b + place % BLOCK;
        if (block->near.apart[k] > 0.0 || latest_of_pair(set, i, j) < 0.0) continue;
        if (!load_pair(set, i, j) || !carom_guided_starts_in_contact(&set->pair)) continue;
        set->in_contact = true;
        keep_best(set, &start, i, j);
        return;
    }
}

static void follow_pair(guided_set *set, size_t i, size_t j, double apart) {
    const double latest = latest_of_pair(set, i, j), best = set->best.fraction;
    if (apart > latest || !load_pair(set, i, j)) return;
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
        follow_pair(set, block->from_a + place / BLOCK, block->from_b + place % BLOCK, apart);
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
        block.count_b = bound_shapes(block.b, set.b, block.from_b);
        for (block.from_a = 0; block.from_a < a->count; block.from_a += BLOCK) {
            if (set.within && block.from_a > block.from_b) break;
            block.count_a = bound_shapes(block.a, a, block.from_a);
            list_near_pairs(&set, &block);
            find_contact_at_start(&set, &block);
            follow_pairs(&set, &block);
        }
    }
    if (!set.best.hit || !load_pair(&set, set.index_a, set.index_b))
        return (carom_toi_set_hit){.at.hit = false};
    if (set.in_contact) set.best = carom_guided_start(&set.pair);
    return (carom_toi_set_hit){carom_guided_hit(&set.pair, &set.best), set.index_a, set.index_b};
}
