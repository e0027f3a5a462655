/* No algorithm of its own: the questions of sets.c about each of many configurations, in a fixed
 * number of pieces, so that the answers do not depend on the threads. The boxes of the set that
 * stands are computed once. For contact, shapes are posed when their balls reach a box. */
#include "core/tasks.h"
#include "dispatch/compound/compound_parts.h"
#include "dispatch/set_balls.h"

typedef struct set_job {
    const carom_set_poses *a;
    const set_view *b; /* null: configurations are asked about themselves */
    carom_set_options options;
    carom_set_closest *nearest; /* null: contact is asked */
    carom_set_overlap *contacts;
    set_ball *balls;       /* of the shapes of A, for contact */
    set_four *fours;       /* of the boxes of B, for contact */
    unsigned char *pieces; /* scratch of the pieces */
    size_t stride;         /* bytes of each */
} set_job;

/* One configuration at a time, in the scratch of a piece. */
typedef struct set_piece {
    const set_job *job;
    carom_posed_shape *posed;
    set_box *boxes;  /* of the shapes that are posed; of balls before that */
    set_four *fours; /* of the boxes of balls, where a set is asked about itself */
    void *pairs;
    set_view a;
    const carom_pose *poses;
    carom_set_overlap found; /* the pair that was asked about last */
} set_piece;

/* Parts of the scratch start on a cache line. */
static size_t whole_lines(size_t size) {
    return size > SIZE_MAX - 63 ? SIZE_MAX : (size + 63) / 64 * 64;
}

static size_t size_of_lines(size_t count, size_t size) {
    return whole_lines(size_of_many(count, size));
}

static size_t size_of_fours(size_t count) {
    return size_of_lines(count_of_fours(count), sizeof(set_four));
}

/* Bytes of a piece: posed shapes, their boxes twice, pairs. */
static size_t piece_size(size_t count_a, size_t count_b) {
    const size_t posed = size_of_lines(count_a, sizeof(carom_posed_shape));
    const size_t boxes = whole_lines(carom_set_boxes_size(count_a));
    const size_t pairs = whole_lines(carom_set_pairs_size(count_a, count_b));
    return sum_of_sizes(sum_of_sizes(posed, boxes), sum_of_sizes(size_of_fours(count_a), pairs));
}

/* Bytes of what all pieces share: the balls of A, the boxes of B. */
static size_t shared_size(size_t count_a, size_t count_b) {
    const size_t boxes = whole_lines(carom_set_boxes_size(count_b));
    return sum_of_sizes(sum_of_sizes(size_of_lines(count_a, sizeof(set_ball)), boxes),
                        size_of_fours(count_b));
}

/* A line of its own, since the caller's memory may not start on one. */
size_t carom_closest_set_poses_scratch(size_t count_a, size_t count_b) {
    const size_t pieces = size_of_many(piece_size(count_a, count_b), TASK_PIECES);
    return sum_of_sizes(sum_of_sizes(pieces, shared_size(count_a, count_b)), 64);
}

static void pose_shape(set_piece *p, size_t i) {
    const carom_shape_set one = {.items = &p->posed[i], .count = 1};
    carom_shape_pose(&p->posed[i], &p->job->a->shapes[i], p->poses[i]);
    carom_set_boxes(&one, &p->boxes[i]);
}

static void pose_all_shapes(set_piece *p) {
    for (size_t i = 0; i < p->a.count; i++)
        pose_shape(p, i);
}

/* ---- contact */

/* Poses shape `i` and, where a set is asked about itself, all others. */
static void pose_for_contact(set_piece *p, size_t i) {
    if (p->job->b)
        pose_shape(p, i);
    else
        pose_all_shapes(p);
}

/* The first pair in contact of shape `i`, of those that its ball reaches. */
static bool find_contact(set_piece *p, const set_reach *ball, size_t i, bool *are_posed) {
    const set_view *b = p->job->b ? p->job->b : &p->a;
    const set_four *fours = p->job->b ? p->job->fours : p->fours;
    const size_t from = p->job->b ? 0 : i + 1;
    for (size_t first = from / 4 * 4; first < b->count; first += 4)
        for (unsigned bits = boxes_in_reach(ball, &fours[first / 4]); bits; bits &= bits - 1) {
            const size_t j = first + (size_t)__builtin_ctz(bits);
            if (j < from) continue;
            if (j >= b->count) break;
            if (!*are_posed) pose_for_contact(p, i);
            *are_posed = true;
            p->found = (carom_set_overlap){true, i, j};
            if (carom_set_pair_overlaps(&p->a, b, &p->job->options, i, j)) return true;
        }
    return false;
}

static void list_boxes_of_balls(set_piece *p) {
    for (size_t i = 0; i < p->a.count; i++) {
        const set_ball ball = carom_set_ball_in_pose(&p->job->balls[i], &p->poses[i]);
        p->boxes[i] = carom_set_box_of_ball(&ball);
    }
    carom_set_fours(p->boxes, p->a.count, p->fours);
}

static carom_set_overlap contact_of_configuration(set_piece *p) {
    const double limit = (double)p->job->options.limit;
    bool are_posed = false; /* all shapes, or of two sets the one that is asked about */
    if (!(limit >= 0)) return (carom_set_overlap){0};
    if (!p->job->b) list_boxes_of_balls(p);
    for (size_t i = 0; i < p->a.count; i++) {
        const set_ball at = carom_set_ball_in_pose(&p->job->balls[i], &p->poses[i]);
        set_reach ball;
        carom_set_reach(&ball, &at, limit);
        if (p->job->b) are_posed = false;
        if (find_contact(p, &ball, i, &are_posed)) return p->found;
    }
    return (carom_set_overlap){0};
}

/* ---- all configurations */

static void run_configurations(void *data, size_t piece, size_t first, size_t last) {
    const set_job *job = data;
    const size_t count = job->a->count;
    unsigned char *own = job->pieces + piece * job->stride;
    set_piece p = {.job = job, .posed = (carom_posed_shape *)(void *)own};
    own += size_of_lines(count, sizeof *p.posed);
    p.boxes = (set_box *)(void *)own;
    own += whole_lines(carom_set_boxes_size(count));
    p.fours = (set_four *)(void *)own;
    p.pairs = own + size_of_fours(count);
    p.a = (set_view){p.posed, p.boxes, count};
    for (size_t c = first; c < last; c++) {
        p.poses = &job->a->poses[c * count];
        if (!job->nearest) {
            job->contacts[c] = contact_of_configuration(&p);
            continue;
        }
        pose_all_shapes(&p);
        job->nearest[c] = carom_set_nearest(&p.a, job->b ? job->b : &p.a, &job->options, p.pairs);
    }
}

/* @return false when nothing can be answered */
static bool run_set_job(set_job *job, const carom_shape_set *b, const carom_set_options *options,
                        const carom_task_hook *tasks) {
    const size_t count_b = b ? b->count : job->a->count;
    if (!options || !options->scratch) return false;
    if (carom_closest_set_poses_scratch(job->a->count, count_b) == SIZE_MAX) return false;
    const uintptr_t start = (uintptr_t)options->scratch;
    unsigned char *lines = (unsigned char *)options->scratch + (64 - start % 64) % 64;
    const size_t balls = size_of_lines(job->a->count, sizeof *job->balls);
    job->options = *options;
    job->options.caches = NULL;
    job->stride = piece_size(job->a->count, count_b);
    job->balls = (set_ball *)(void *)lines;
    job->fours = (set_four *)(void *)(lines + balls);
    job->pieces = lines + shared_size(job->a->count, count_b);
    set_view standing;
    if (b) {
        set_box *boxes = (set_box *)(void *)(lines + balls + size_of_fours(count_b));
        carom_set_boxes(b, boxes);
        if (!job->nearest) carom_set_fours(boxes, b->count, job->fours);
        standing = (set_view){b->items, boxes, b->count};
        job->b = &standing;
    }
    for (size_t i = 0; !job->nearest && i < job->a->count; i++)
        job->balls[i] = carom_set_ball(&job->a->shapes[i]);
    carom_run_pieces(tasks, run_configurations, job, job->a->configurations);
    return true;
}

void carom_closest_set_poses(const carom_set_poses *a, const carom_shape_set *b,
                             const carom_set_options *options, carom_set_closest *nearest,
                             const carom_task_hook *tasks) {
    set_job job = {.a = a, .nearest = nearest};
    const carom_set_closest none = {.at = closest_nowhere()};
    if (run_set_job(&job, b, options, tasks)) return;
    for (size_t c = 0; c < a->configurations; c++)
        nearest[c] = none;
}

void carom_overlap_set_poses(const carom_set_poses *a, const carom_shape_set *b,
                             const carom_set_options *options, carom_set_overlap *contacts,
                             const carom_task_hook *tasks) {
    set_job job = {.a = a, .contacts = contacts};
    const carom_set_overlap none = {0};
    if (run_set_job(&job, b, options, tasks)) return;
    for (size_t c = 0; c < a->configurations; c++)
        contacts[c] = none;
}
