/* No algorithm of its own: the questions of sets.c about each of many configurations, in a fixed
 * number of pieces, so that the answers do not depend on the threads. The boxes of the set that
 * stands are computed once. */
#include "core/tasks.h"
#include "dispatch/compound/compound_parts.h"
#include "dispatch/sets.h"

typedef struct set_job {
    const carom_set_poses *a;
    const set_view *b; /* null: configurations are asked about themselves */
    carom_set_options options;
    carom_set_closest *nearest; /* null: contact is asked */
    carom_set_overlap *contacts;
    unsigned char *pieces; /* scratch of the pieces */
    size_t stride;         /* bytes of each */
} set_job;

/* Parts of the scratch start on a cache line. */
static size_t whole_lines(size_t size) {
    return size > SIZE_MAX - 63 ? SIZE_MAX : (size + 63) / 64 * 64;
}

/* Bytes of a piece: posed shapes, their boxes, pairs. */
static size_t piece_size(size_t count_a, size_t count_b) {
    const size_t posed = whole_lines(size_of_many(count_a, sizeof(carom_posed_shape)));
    const size_t boxes = whole_lines(carom_set_boxes_size(count_a));
    const size_t pairs = whole_lines(carom_set_pairs_size(count_a, count_b));
    return sum_of_sizes(posed, sum_of_sizes(boxes, pairs));
}

/* A line of its own, since the caller's memory may not start on one. */
size_t carom_closest_set_poses_scratch(size_t count_a, size_t count_b) {
    const size_t pieces = size_of_many(piece_size(count_a, count_b), TASK_PIECES);
    const size_t boxes = whole_lines(carom_set_boxes_size(count_b));
    return sum_of_sizes(sum_of_sizes(pieces, boxes), 64);
}

static void run_configurations(void *data, size_t piece, size_t first, size_t last) {
    const set_job *job = data;
    const size_t count = job->a->count;
    unsigned char *own = job->pieces + piece * job->stride;
    carom_posed_shape *posed = (carom_posed_shape *)(void *)own;
    own += whole_lines(count * sizeof *posed);
    set_box *boxes = (set_box *)(void *)own;
    void *pairs = own + whole_lines(carom_set_boxes_size(count));
    const carom_shape_set set = {.items = posed, .count = count};
    const set_view a = {posed, boxes, count}, *b = job->b ? job->b : &a;
    for (size_t c = first; c < last; c++) {
        for (size_t i = 0; i < count; i++)
            carom_shape_pose(&posed[i], &job->a->shapes[i], job->a->poses[c * count + i]);
        carom_set_boxes(&set, boxes);
        if (job->nearest)
            job->nearest[c] = carom_set_nearest(&a, b, &job->options, pairs);
        else
            job->contacts[c] = carom_set_first_overlap(&a, b, &job->options);
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
    job->pieces = lines + whole_lines(carom_set_boxes_size(count_b));
    set_view standing;
    if (b) {
        set_box *boxes = (set_box *)(void *)lines;
        carom_set_boxes(b, boxes);
        standing = (set_view){b->items, boxes, b->count};
        job->b = &standing;
    }
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
