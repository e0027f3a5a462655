/* Measures every structure on the same boxes, at several sizes. A structure whose time at one size
 * predicts that it is too slow at the next is omitted from there on. In float, the default
 * precision of the library; boxes are rounded outwards. */
#include "broadphase/broadphase.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "carom/space.h"
#include "system.h"
#include "broadphase/broadphase_measure.h"

#define FRAMES 4
#define SLOWEST_MS 20000.0 /* predicted time above which a structure is omitted */
#define SHORT_MS 40.0      /* below this the best of several runs counts */
#define TRIES 3

/* ---- boxes */

typedef struct ranked_box {
    double distance;
    size_t place;
} ranked_box;

static int compare_ranks(const void *a, const void *b) {
    const ranked_box *x = a, *y = b;
    if (x->distance != y->distance) return x->distance < y->distance ? -1 : 1;
    return x->place < y->place ? -1 : x->place > y->place;
}

/* Sorts by distance from the centre: a prefix is then as dense as all. */
static bool order_boxes(broadphase_boxes *boxes) {
    double middle[3] = {0, 0, 0};
    ranked_box *ranks = malloc(boxes->count * sizeof *ranks);
    double(*sorted)[6] = malloc(boxes->count * sizeof *sorted);
    for (size_t i = 0; i < boxes->count; i++)
        for (int k = 0; k < 3; k++)
            middle[k] += 0.5 * (boxes->box[i][k] + boxes->box[i][k + 3]) / (double)boxes->count;
    for (size_t i = 0; ranks && i < boxes->count; i++) {
        ranks[i] = (ranked_box){0.0, i};
        for (int k = 0; k < 3; k++) {
            double off = fabs(0.5 * (boxes->box[i][k] + boxes->box[i][k + 3]) - middle[k]);
            if (off > ranks[i].distance) ranks[i].distance = off;
        }
    }
    if (ranks && sorted) {
        qsort(ranks, boxes->count, sizeof *ranks, compare_ranks);
        for (size_t i = 0; i < boxes->count; i++)
            memcpy(sorted[i], boxes->box[ranks[i].place], sizeof *sorted);
        memcpy(boxes->box, sorted, boxes->count * sizeof *sorted);
    }
    const bool ok = ranks && sorted;
    free(ranks);
    free(sorted);
    return ok;
}

static float round_down(double x) {
    float y = (float)x;
    return (double)y > x ? nextafterf(y, -INFINITY) : y;
}

static void round_boxes(carom_aabb *out, const broadphase_boxes *boxes) {
    for (size_t i = 0; i < boxes->count; i++) {
        const double *b = boxes->box[i];
        out[i].min = (carom_vec3){round_down(b[0]), round_down(b[1]), round_down(b[2])};
        out[i].max = (carom_vec3){-round_down(-b[3]), -round_down(-b[4]), -round_down(-b[5])};
    }
}

/* Moves each box by at most a twentieth of its size. */
static void shift_boxes(carom_aabb *out, const carom_aabb *boxes, size_t count, unsigned frame) {
    unsigned long long state = frame + 1;
    for (size_t i = 0; i < count; i++) {
        const carom_aabb *b = &boxes[i];
        float off[3];
        const float size[3] = {b->max.x - b->min.x, b->max.y - b->min.y, b->max.z - b->min.z};
        for (int k = 0; k < 3; k++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            off[k] = 0.1f * size[k] * ((float)(state >> 40) / 16777216.0f - 0.5f);
        }
        out[i].min = (carom_vec3){b->min.x + off[0], b->min.y + off[1], b->min.z + off[2]};
        out[i].max = (carom_vec3){b->max.x + off[0], b->max.y + off[1], b->max.z + off[2]};
    }
}

/* ---- one structure at one size */

static bool count_pair(uint32_t a, uint32_t b, void *user) {
    (void)a;
    (void)b;
    ++*(size_t *)user;
    return true;
}

/* The boxes of all frames; the same for all structures. */
typedef struct boxes_in_time {
    carom_aabb *start, *frames[FRAMES];
} boxes_in_time;

static void free_times(boxes_in_time *times) {
    free(times->start);
    for (int i = 0; i < FRAMES; i++)
        free(times->frames[i]);
}

static bool fill_times(boxes_in_time *times, const broadphase_boxes *boxes) {
    const size_t bytes = boxes->count * sizeof(carom_aabb);
    bool ok = (times->start = malloc(bytes)) != NULL;
    for (int i = 0; i < FRAMES; i++)
        ok = (times->frames[i] = malloc(bytes)) != NULL && ok;
    if (!ok) return false;
    round_boxes(times->start, boxes);
    for (int i = 0; i < FRAMES; i++)
        shift_boxes(times->frames[i], times->start, boxes->count, (unsigned)i);
    return true;
}

static carom_status run_once(broadphase_run *run, carom_space_kind kind, const boxes_in_time *times,
                             size_t count) {
    carom_space_def def = {.kind = kind, .boxes = times->start, .count = count};
    carom_space *space = NULL;
    size_t moved = 0;
    double start = 1e3 * system_seconds();
    carom_status status = carom_space_create(&space, &def);
    double built = 1e3 * system_seconds();
    if (status != CAROM_OK) return status;
    run->pairs = 0;
    carom_space_visit_pairs(space, count_pair, &run->pairs);
    double found = 1e3 * system_seconds();
    for (int i = 0; i < FRAMES && status == CAROM_OK; i++) {
        status = carom_space_move_all(space, times->frames[i], count);
        carom_space_visit_pairs(space, count_pair, &moved);
    }
    double frames = (1e3 * system_seconds() - found) / FRAMES;
    const bool first = !run->done;
    run->done = true;
    run->build_ms = first || built - start < run->build_ms ? built - start : run->build_ms;
    run->pairs_ms = first || found - built < run->pairs_ms ? found - built : run->pairs_ms;
    run->frame_ms = first || frames < run->frame_ms ? frames : run->frame_ms;
    run->bytes_per_box = (double)carom_space_memory(space) / (double)count;
    carom_space_destroy(space);
    return status;
}

static double run_ms(const broadphase_run *run) {
    return broadphase_once_ms(run) + FRAMES * run->frame_ms;
}

static carom_status run_kind(broadphase_run *run, carom_space_kind kind, const boxes_in_time *times,
                             size_t count) {
    carom_status status = run_once(run, kind, times, count);
    for (int i = 1; i < TRIES && status == CAROM_OK && run_ms(run) < SHORT_MS; i++)
        status = run_once(run, kind, times, count);
    return status;
}

/* ---- all */

static void choose_sizes(broadphase_result *result, size_t count) {
    for (int i = 0; i < BROADPHASE_SIZES; i++) {
        size_t size = count >> (BROADPHASE_SIZES - 1 - i);
        int last = result->size_count - 1;
        if (size > 0 && (last < 0 || result->size[last] != size))
            result->size[result->size_count++] = size;
    }
}

static void show_progress_of(const broadphase_result *result, int size, const char *name) {
    if (system_shows()) fprintf(stderr, "\r%9zu boxes, %-32s", result->size[size], name);
}

static bool measure_size(broadphase_result *result, const boxes_in_time *times, int size) {
    size_t pairs = 0;
    bool any = false;
    for (int place = 0, kind = 0; kind < CAROM_SPACE_KINDS; kind++) {
        const char *name = carom_space_kind_name((carom_space_kind)kind);
        if (!strcmp(name, "unknown")) continue;
        broadphase_run *run = &result->run[place++][size];
        result->name[place - 1] = name;
        result->kind_count = place;
        if (size > 0) {
            const broadphase_run *last = run - 1;
            double ratio = (double)result->size[size] / (double)result->size[size - 1];
            if (!last->done || run_ms(last) * ratio * ratio > SLOWEST_MS) continue;
        }
        show_progress_of(result, size, name);
        carom_status status = run_kind(run, (carom_space_kind)kind, times, result->size[size]);
        if (status != CAROM_OK) {
            fprintf(stderr, "carom: %s over %zu boxes: %s\n", name, result->size[size],
                    carom_status_text(status));
            return false;
        }
        result->disagree = result->disagree || (any && run->pairs != pairs);
        pairs = run->pairs;
        any = true;
    }
    return true;
}

static void choose_best(broadphase_result *result) {
    const int last = result->size_count - 1;
    result->best_once = result->best_frames = -1;
    for (int i = 0; i < result->kind_count; i++) {
        const broadphase_run *run = &result->run[i][last];
        if (!run->done) continue;
        const int once = result->best_once, frames = result->best_frames;
        if (once < 0 || broadphase_once_ms(run) < broadphase_once_ms(&result->run[once][last]))
            result->best_once = i;
        if (frames < 0 || run->frame_ms < result->run[frames][last].frame_ms)
            result->best_frames = i;
    }
}

bool broadphase_measure(broadphase_result *result, broadphase_boxes *boxes) {
    boxes_in_time times;
    memset(result, 0, sizeof *result);
    memset(&times, 0, sizeof times);
    choose_sizes(result, boxes->count);
    bool ok = order_boxes(boxes) && fill_times(&times, boxes);
    if (!ok) fprintf(stderr, "carom: not enough memory for %zu boxes\n", boxes->count);
    for (int size = 0; ok && size < result->size_count; size++)
        ok = measure_size(result, &times, size);
    if (system_shows()) fprintf(stderr, "\r%50s\r", "");
    free_times(&times);
    if (ok) choose_best(result);
    return ok;
}
