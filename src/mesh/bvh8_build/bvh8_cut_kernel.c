/* Partition by the binned surface area heuristic [Wald07]. Short runs get fewer bins: most runs are
 * short, and bins would take longer than their boxes. They are partitioned in place, without a
 * branch. Long ones are binned and partitioned piece by piece, into the other array and in order,
 * so that the parts do not depend on the pieces. */
#include "mesh/bvh8_build/bvh8_cut_bins.h"

static CAROM_INLINE void grow_stored(float bound[BVH8_BOUND], const float by[BVH8_BOUND]) {
    f8_store(bound, f8_min(f8_load(bound), f8_load(by)));
}

static CAROM_INLINE bvh8_run empty_run(uint32_t first, const bvh8_run *of) {
    bvh8_run run = {.first = first, .depth = of->depth + 1, .at = of->at};
    f8_store(run.box, empty_bound());
    f8_store(run.centers, empty_bound());
    return run;
}

static void bound_refs(bvh8_run *run, const bvh8_ref *ref) {
    f8 box = empty_bound(), centers = box;
    for (const bvh8_ref *end = ref + run->count; ref < end; ref++) {
        f8 one = f8_load(ref->low);
        box = f8_min(box, one);
        centers = f8_min(centers, center_bound(one));
    }
    f8_store(run->box, box);
    f8_store(run->centers, centers);
}

/* ---- long runs */

typedef struct piece_job {
    const bvh8_cutter *cutter;
    const bvh8_choice *choice;
    const bvh8_run *run;
    uint32_t length; /* references of a piece */
} piece_job;

typedef struct ref_range {
    const bvh8_ref *refs;
    uint32_t count;
} ref_range;

static ref_range range_of_piece(const piece_job *job, size_t piece) {
    uint32_t first = (uint32_t)piece * job->length, left = job->run->count - first;
    return (ref_range){job->cutter->refs[job->run->at] + job->run->first + first,
                       left < job->length ? left : job->length};
}

static piece_job job_of_run(const bvh8_cutter *cutter, const bvh8_run *run) {
    uint32_t length = run->count / MOST_PIECES + 1;
    return (piece_job){cutter, NULL, run, length < PIECE_LENGTH ? PIECE_LENGTH : length};
}

static task_share share_of_job(const piece_job *job) {
    return (task_share){(job->run->count + job->length - 1) / job->length, 1};
}

static void bound_pieces(void *data, size_t at, size_t last) {
    const piece_job *job = data;
    for (; at < last; at++) {
        bvh8_run *run = &job->cutter->pieces[at].run;
        ref_range range = range_of_piece(job, at);
        run->count = range.count;
        bound_refs(run, range.refs);
    }
}

static void bin_pieces(void *data, size_t at, size_t last) {
    const piece_job *job = data;
    for (; at < last; at++) {
        bvh8_bin *bins = job->cutter->pieces[at].bins;
        ref_range range = range_of_piece(job, at);
        clear_bins(bins, BIN_COUNT);
        fill_bvh8_bins(bins, &job->choice->grid, range.refs, range.count);
    }
}

static void part_pieces(void *data, size_t at, size_t last) {
    const piece_job *job = data;
    for (; at < last; at++) {
        cut_piece *piece = &job->cutter->pieces[at];
        ref_range range = range_of_piece(job, at);
        bvh8_ref *into = job->cutter->refs[!job->run->at];
        uint32_t place[2] = {piece->place[0], piece->place[1]};
        for (int side = 0; side < 2; side++)
            f8_store(piece->centers[side], empty_bound());
        for (const bvh8_ref *ref = range.refs, *end = ref + range.count; ref < end; ref++) {
            bool right = is_beyond_cut(job->choice, ref);
            f8 box = f8_load(ref->low);
            float *centers = piece->centers[right];
            f8_store(into[place[right]++].low, box);
            f8_store(centers, f8_min(f8_load(centers), center_bound(box)));
        }
    }
}

static uint32_t left_of_cut(const bvh8_bin *bins, const bvh8_choice *choice) {
    uint32_t count = 0;
    for (int i = 0; i <= choice->bin; i++)
        count += bins[i].count[choice->axis];
    return count;
}

static void cut_long_run(const bvh8_cutter *cutter, bvh8_choice *choice, const bvh8_run *run,
                         bvh8_run parts[2], bvh8_bin *bins) {
    piece_job job = job_of_run(cutter, run);
    const task_share share = share_of_job(&job);
    cut_piece *piece = cutter->pieces, *end = piece + share.count;
    job.choice = choice;
    clear_bins(bins, BIN_COUNT);
    carom_run_chunks(cutter->tasks, bin_pieces, &job, share);
    for (; piece < end; piece++)
        add_bins(bins, piece->bins, BIN_COUNT);
    choose_bin(choice, bins, BIN_COUNT);
    if (choice->axis < 0) return;
    uint32_t left = run->first, right = left + left_of_cut(bins, choice);
    parts[0].count = right - left;
    for (piece = cutter->pieces; piece < end; piece++) {
        uint32_t here = left_of_cut(piece->bins, choice);
        piece->place[0] = left;
        piece->place[1] = right;
        left += here;
        right += range_of_piece(&job, (size_t)(piece - cutter->pieces)).count - here;
    }
    carom_run_chunks(cutter->tasks, part_pieces, &job, share);
    for (piece = cutter->pieces; piece < end; piece++)
        for (int side = 0; side < 2; side++)
            grow_stored(parts[side].centers, piece->centers[side]);
    parts[0].at = parts[1].at = !run->at;
}

/* ---- short runs */

/* Partitions in place: references before `left` go left, those from there to `ref` right. */
static CAROM_INLINE void part_short_run(bvh8_ref *ref, const bvh8_choice *choice,
                                        const bvh8_run *run, bvh8_run parts[2]) {
    static const float keep_out[2] = {-FLT_MAX, FLT_MAX};
    bvh8_ref *left = ref;
    f8 centers[2] = {empty_bound(), empty_bound()};
    for (const bvh8_ref *end = ref + run->count; ref < end; ref++) {
        bool right = is_beyond_cut(choice, ref);
        f8 box = f8_load(ref->low), center = center_bound(box);
        f8_store(ref->low, f8_load(left->low));
        f8_store(left->low, box);
        left += !right;
        centers[0] = f8_min(centers[0], f8_max(center, f8_all(keep_out[right])));
        centers[1] = f8_min(centers[1], f8_max(center, f8_all(keep_out[!right])));
    }
    parts[0].count = run->count - (uint32_t)(ref - left);
    for (int side = 0; side < 2; side++)
        f8_store(parts[side].centers, centers[side]);
}

static int bins_for(uint32_t count) {
    return count <= 16 ? 8 : count <= 128 ? 16 : BIN_COUNT;
}

static CAROM_INLINE void cut_short_run(const bvh8_cutter *cutter, bvh8_choice *choice,
                                       const bvh8_run *run, bvh8_run parts[2], bvh8_bin *bins) {
    bvh8_ref *refs = cutter->refs[run->at] + run->first;
    int count = bins_for(run->count);
    clear_bins(bins, count);
    fill_bvh8_bins(bins, &choice->grid, refs, run->count);
    choose_bin(choice, bins, count);
    if (choice->axis >= 0) part_short_run(refs, choice, run, parts);
}

/* ---- runs of any length */

static void halve_bvh8_run(const bvh8_cutter *cutter, const bvh8_run *run, bvh8_run parts[2]) {
    const bvh8_ref *refs = cutter->refs[run->at];
    uint32_t half = run->count / 2;
    parts[0] = empty_run(run->first, run);
    parts[1] = empty_run(run->first + half, run);
    parts[0].count = half;
    parts[1].count = run->count - half;
    for (int i = 0; i < 2; i++)
        bound_refs(&parts[i], refs + parts[i].first);
}

static void bound_sides(const bvh8_choice *choice, const bvh8_bin *bins, int count,
                        bvh8_run parts[2]) {
    for (int i = 0; i < count; i++)
        grow_stored(parts[i > choice->bin].box, bins[i].box[choice->axis]);
}

void SIMD_NAME(carom_bvh8_cut)(const bvh8_cutter *cutter, const bvh8_run *run, bvh8_run parts[2]) {
    bool is_long = run->count > LONG_RUN && cutter->pieces;
    int count = is_long ? BIN_COUNT : bins_for(run->count);
    bvh8_choice choice = {.axis = -1};
    bvh8_bin bins[BIN_COUNT];
    parts[0] = parts[1] = empty_run(run->first, run);
    if (run->depth < BVH8_SAH_DEPTH) {
        choice.grid = grid_of_run(run, count);
        (is_long ? cut_long_run : cut_short_run)(cutter, &choice, run, parts, bins);
    }
    parts[1].count = run->count - parts[0].count;
    if (choice.axis >= 0 && parts[0].count > 0 && parts[1].count > 0) {
        parts[1].first += parts[0].count;
        bound_sides(&choice, bins, count, parts);
    } else {
        halve_bvh8_run(cutter, run, parts);
    }
    for (int i = 0; i < 2; i++)
        parts[i].area = bvh8_half_surface(parts[i].box);
}

bvh8_run SIMD_NAME(carom_bvh8_run_of)(const bvh8_cutter *cutter, uint32_t count) {
    bvh8_run run = {.count = count};
    if (count <= LONG_RUN) {
        bound_refs(&run, cutter->refs[0]);
        return run;
    }
    piece_job job = job_of_run(cutter, &run);
    const task_share share = share_of_job(&job);
    carom_run_chunks(cutter->tasks, bound_pieces, &job, share);
    run = empty_run(0, &run);
    run.count = count;
    run.depth = 0;
    for (size_t i = 0; i < share.count; i++) {
        grow_stored(run.box, cutter->pieces[i].run.box);
        grow_stored(run.centers, cutter->pieces[i].run.centers);
    }
    return run;
}
