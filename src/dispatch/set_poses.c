/* No algorithm of its own: the questions of sets.c about each of many configurations, in a fixed
 * number of pieces, so that the answers do not depend on the threads. The boxes of the set that
 * stands are computed once. For contact, a ball about each shape is held against all boxes, a
 * capsule about it against the boxes that the ball reaches, and what that leaves is posed. */
#include "core/tasks.h"
#include "dispatch/compound/compound_parts.h"
#include "dispatch/set_balls.h"
#include "dispatch/set_capsules.h"

typedef struct set_job {
    const carom_set_poses *a;
    const set_view *b; /* null: configurations are asked about themselves */
    carom_set_options options;
    carom_set_closest *nearest; /* null: contact is asked */
    carom_set_overlap *contacts;
    set_ball *balls;       /* of the shapes of A, for contact */
    set_capsule *capsules; /* the same, where B stands */
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

/* Bytes of what all pieces share: the balls and capsules of A, the boxes of B. */
static size_t shared_size(size_t count_a, size_t count_b) {
    const size_t boxes = whole_lines(carom_set_boxes_size(count_b));
    const size_t balls = size_of_lines(count_a, sizeof(set_ball));
    const size_t capsules = size_of_lines(count_a, sizeof(set_capsule));
    return sum_of_sizes(sum_of_sizes(balls, capsules), sum_of_sizes(boxes, size_of_fours(count_b)));
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

/* Of a shape that is not posed yet. */
static set_verdict verdict_of_capsule(const set_piece *p, size_t i, size_t j) {
    const set_job *job = p->job;
    const uint8_t *skip = job->options.skip;
    if (!job->b) return SET_UNDECIDED;
    if (skip && skip[i * job->b->count + j]) return SET_APART;
    return carom_set_capsule_verdict(&job->capsules[i], &p->poses[i], &job->b->items[j],
                                     (double)job->options.limit);
}

/* The first pair in contact of shape `i` and those of the boxes from `first` on whose bits are set.
 * Apart: what it needs is not in registers where no ball reaches a box. */
static CAROM_APART bool find_contact(set_piece *p, size_t i, size_t first, unsigned bits,
                                     bool *are_posed) {
    const set_view *b = p->job->b ? p->job->b : &p->a;
    const size_t from = p->job->b ? 0 : i + 1;
    for (; bits; bits &= bits - 1) {
        const size_t j = first + (size_t)__builtin_ctz(bits);
        if (j < from) continue;
        if (j >= b->count) break;
        if (!*are_posed) {
            const set_verdict verdict = verdict_of_capsule(p, i, j);
            if (verdict == SET_APART) continue;
            p->found = (carom_set_overlap){true, i, j};
            if (verdict == SET_CONTACT) return true;
            pose_for_contact(p, i);
        }
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
    const set_job *job = p->job;
    const double limit = (double)job->options.limit;
    const bool within = !job->b;
    const size_t count_b = within ? p->a.count : job->b->count;
    bool are_posed = false; /* all shapes, or of two sets the one that is asked about */
    if (!(limit >= 0)) return (carom_set_overlap){0};
    if (within) list_boxes_of_balls(p);
    const set_four *fours = within ? p->fours : job->fours;
    for (size_t i = 0; i < p->a.count; i++) {
        const set_reach ball = reach_of_ball(&job->balls[i], &p->poses[i], limit);
        are_posed &= within;
        for (size_t j = within ? (i + 1) / 8 * 8 : 0; j < count_b; j += 8) {
            const unsigned bits = boxes_in_reach(&ball, &fours[j / 4]);
            if (bits && find_contact(p, i, j, bits, &are_posed)) return p->found;
        }
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

static set_capsule capsule_about(const carom_shape *shape) {
    const set_capsule unknown = {.radius = (double)INFINITY};
    if (carom_shape_problem(shape)) return unknown;
    const carom_aabb box = carom_shape_bounds(shape, carom_pose_identity());
    return carom_set_capsule(shape, &box);
}

static void bound_shapes_for_contact(const set_job *job) {
    const double limit = (double)job->options.limit;
    for (size_t i = 0; i < job->a->count; i++) {
        job->balls[i] = carom_set_ball(&job->a->shapes[i], limit);
        if (job->b) job->capsules[i] = capsule_about(&job->a->shapes[i]);
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
    job->options = *options;
    job->options.caches = NULL;
    job->stride = piece_size(job->a->count, count_b);
    job->pieces = lines + shared_size(job->a->count, count_b);
    job->balls = (set_ball *)(void *)lines;
    lines += size_of_lines(job->a->count, sizeof *job->balls);
    job->capsules = (set_capsule *)(void *)lines;
    lines += size_of_lines(job->a->count, sizeof *job->capsules);
    job->fours = (set_four *)(void *)lines;
    set_view standing;
    if (b) {
        set_box *boxes = (set_box *)(void *)(lines + size_of_fours(count_b));
        carom_set_boxes(b, boxes);
        if (!job->nearest) carom_set_fours(boxes, b->count, job->fours);
        standing = (set_view){b->items, boxes, b->count};
        job->b = &standing;
    }
    if (!job->nearest) bound_shapes_for_contact(job);
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
