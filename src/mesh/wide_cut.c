/* Binned surface-area heuristic [Wald07]: boxes are counted in bins by their centres along all
 * three axes in one pass, and the run is cut between the two bins where the areas of both sides,
 * times their counts, are least. Short runs get fewer bins: most runs are short, and their bins
 * would take longer than their boxes. Long ones are counted and sorted piece by piece; minima and
 * counts do not depend on the order in which they are taken, and the sort of long runs keeps the
 * order of the references, so neither do the parts. */
#include "mesh/wide_cut.h"

typedef struct bin_grid {
    f4 low, scale, last;
} bin_grid;

typedef struct wide_choice {
    bin_grid grid;
    int axis, bin; /* bins up to `bin` go left; axis -1: halve */
    bound6 box[2]; /* of both sides */
} wide_choice;

bound6 carom_wide_empty_bound(void) {
    return (bound6){f4_all(FLT_MAX), f4_all(FLT_MAX)};
}
static CAROM_INLINE void grow_bound(bound6 *a, f4 low, f4 neg_high) {
    a->low = f4_min(a->low, low);
    a->neg_high = f4_min(a->neg_high, neg_high);
}
static CAROM_INLINE void grow_by(bound6 *a, const bound6 *b) {
    grow_bound(a, b->low, b->neg_high);
}
static CAROM_INLINE f4 ref_center(const wide_ref *ref) {
    return f4_sub(f4_load(ref->low), f4_load(ref->neg_high));
}
static CAROM_INLINE void grow_centers(bound6 *a, f4 center) {
    grow_bound(a, center, f4_neg(center));
}
static CAROM_INLINE float half_surface(const bound6 *box) {
    float side[4];
    f4_store(side, f4_sub(f4_neg(box->neg_high), box->low));
    return side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
}
float carom_wide_half_surface(const bound6 *box) {
    return half_surface(box);
}

static wide_run empty_run(uint32_t first, uint32_t depth) {
    bound6 none = carom_wide_empty_bound();
    return (wide_run){none, none, first, 0, depth, 0.0F};
}
static CAROM_INLINE void add_to_run(wide_run *run, const wide_ref *ref) {
    grow_bound(&run->box, f4_load(ref->low), f4_load(ref->neg_high));
    grow_centers(&run->centers, ref_center(ref));
    run->count++;
}

wide_run carom_wide_run_of(const wide_ref *refs, uint32_t count) {
    wide_run run = empty_run(0, 0);
    for (uint32_t i = 0; i < count; i++)
        add_to_run(&run, &refs[i]);
    return run;
}

/* ---- bins */

static int bins_for(uint32_t count) {
    return count <= 16 ? 8 : count <= 128 ? 16 : BIN_COUNT;
}

static bin_grid grid_of_run(const wide_run *run, int bins) {
    float low[4], width[4], scale[4] = {0};
    f4_store(low, run->centers.low);
    f4_store(width, f4_sub(f4_neg(run->centers.neg_high), run->centers.low));
    for (int k = 0; k < 3; k++)
        if (width[k] > 1e-30F) scale[k] = (float)bins * 0.999999F / width[k];
    low[3] = 0.0F;
    return (bin_grid){f4_load(low), f4_load(scale), f4_all((float)(bins - 1))};
}

/* The numbers of its bins, to be cut to whole ones. */
static CAROM_INLINE f4 bins_of(const bin_grid *grid, const wide_ref *ref) {
    return f4_min(f4_mul(f4_sub(ref_center(ref), grid->low), grid->scale), grid->last);
}
static CAROM_INLINE int bin_along(const bin_grid *grid, const wide_ref *ref, int axis) {
    float lane[4];
    f4_store(lane, bins_of(grid, ref));
    return (int)lane[axis];
}

static void clear_bins(wide_bins bins[3], int count) {
    bound6 none = carom_wide_empty_bound();
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < count; i++) {
            bins[axis].box[i] = none;
            bins[axis].count[i] = 0;
        }
}

static void fill_wide_bins(wide_bins bins[3], const bin_grid *grid, const wide_ref *ref,
                           uint32_t count) {
    for (const wide_ref *end = ref + count; ref < end; ref++) {
        f4 low = f4_load(ref->low), neg_high = f4_load(ref->neg_high);
        float lane[4];
        f4_store(lane, bins_of(grid, ref));
        for (int axis = 0; axis < 3; axis++) {
            int bin = (int)lane[axis];
            grow_bound(&bins[axis].box[bin], low, neg_high);
            bins[axis].count[bin]++;
        }
    }
}

static void add_bins(wide_bins bins[3], const wide_bins more[3], int count) {
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < count; i++) {
            grow_by(&bins[axis].box[i], &more[axis].box[i]);
            bins[axis].count[i] += more[axis].count[i];
        }
}

/* The cheapest place to cut the bins of one axis. */
static float best_bin(const wide_bins *bins, int last, int *cut) {
    float left[BIN_COUNT], best = (float)INFINITY;
    bound6 box = carom_wide_empty_bound();
    uint32_t count = 0;
    for (int i = 0; i < last; i++) {
        grow_by(&box, &bins->box[i]);
        count += bins->count[i];
        left[i] = count ? half_surface(&box) * (float)count : (float)INFINITY;
    }
    box = carom_wide_empty_bound();
    count = 0;
    for (int i = last; i > 0; i--) {
        grow_by(&box, &bins->box[i]);
        count += bins->count[i];
        if (count == 0) continue;
        float cost = left[i - 1] + half_surface(&box) * (float)count;
        if (cost < best) {
            best = cost;
            *cut = i - 1;
        }
    }
    return best;
}

static void choose_bin(wide_choice *choice, const wide_bins bins[3], int count) {
    float best = (float)INFINITY, scale[4];
    f4_store(scale, choice->grid.scale);
    for (int axis = 0; axis < 3; axis++) {
        int cut = 0;
        float cost = scale[axis] > 0.0F ? best_bin(&bins[axis], count - 1, &cut) : best;
        if (!(cost < best)) continue;
        best = cost;
        choice->axis = axis;
        choice->bin = cut;
    }
    if (choice->axis < 0) return;
    choice->box[0] = choice->box[1] = carom_wide_empty_bound();
    for (int i = 0; i < count; i++)
        grow_by(&choice->box[i > choice->bin], &bins[choice->axis].box[i]);
}

/* ---- long runs */

typedef struct piece_job {
    const wide_cutter *cutter;
    const wide_choice *choice;
    const wide_run *run;
    uint32_t length; /* of a piece */
    int bins;
} piece_job;

typedef struct ref_range {
    uint32_t first, count;
} ref_range;

static ref_range range_of_piece(const piece_job *job, size_t piece) {
    uint32_t first = (uint32_t)piece * job->length, left = job->run->count - first;
    return (ref_range){job->run->first + first, left < job->length ? left : job->length};
}

static void bin_pieces(void *data, size_t piece, size_t last) {
    const piece_job *job = data;
    for (; piece < last; piece++) {
        wide_bins *bins = job->cutter->pieces[piece].bins;
        ref_range range = range_of_piece(job, piece);
        clear_bins(bins, job->bins);
        fill_wide_bins(bins, &job->choice->grid, job->cutter->refs + range.first, range.count);
    }
}

static void sort_pieces(void *data, size_t at, size_t last) {
    const piece_job *job = data;
    const wide_choice *choice = job->choice;
    for (; at < last; at++) {
        cut_piece *piece = &job->cutter->pieces[at];
        ref_range range = range_of_piece(job, at);
        const wide_ref *ref = job->cutter->refs + range.first;
        wide_ref *to[2] = {job->cutter->scratch + piece->left, job->cutter->scratch + piece->right};
        piece->centers[0] = piece->centers[1] = carom_wide_empty_bound();
        for (uint32_t i = 0; i < range.count; i++, ref++) {
            bool right = bin_along(&choice->grid, ref, choice->axis) > choice->bin;
            *to[right]++ = *ref;
            grow_centers(&piece->centers[right], ref_center(ref));
        }
    }
}

static void return_pieces(void *data, size_t piece, size_t last) {
    const piece_job *job = data;
    for (; piece < last; piece++) {
        ref_range range = range_of_piece(job, piece);
        memcpy(job->cutter->refs + range.first, job->cutter->scratch + range.first,
               range.count * sizeof(wide_ref));
    }
}

static uint32_t left_of_cut(const wide_bins *bins, int cut) {
    uint32_t count = 0;
    for (int i = 0; i <= cut; i++)
        count += bins->count[i];
    return count;
}

/* False where the run is to be halved. */
static bool cut_long_run(const wide_cutter *cutter, wide_choice *choice, const wide_run *run,
                         wide_run parts[2]) {
    uint32_t length = run->count / MOST_PIECES + 1;
    if (length < PIECE_LENGTH) length = PIECE_LENGTH;
    piece_job job = {cutter, choice, run, length, BIN_COUNT};
    const task_share share = {(run->count + length - 1) / length, 1};
    wide_bins bins[3];
    clear_bins(bins, BIN_COUNT);
    carom_run_chunks(cutter->tasks, bin_pieces, &job, share);
    for (size_t i = 0; i < share.count; i++)
        add_bins(bins, cutter->pieces[i].bins, BIN_COUNT);
    choose_bin(choice, bins, BIN_COUNT);
    if (choice->axis < 0) return false;
    uint32_t left = run->first, right = left + left_of_cut(&bins[choice->axis], choice->bin);
    parts[0].count = right - left;
    parts[1].count = run->count - parts[0].count;
    for (size_t i = 0; i < share.count; i++) {
        cut_piece *piece = &cutter->pieces[i];
        uint32_t here = left_of_cut(&piece->bins[choice->axis], choice->bin);
        piece->left = left;
        piece->right = right;
        left += here;
        right += range_of_piece(&job, i).count - here;
    }
    carom_run_chunks(cutter->tasks, sort_pieces, &job, share);
    carom_run_chunks(cutter->tasks, return_pieces, &job, share);
    for (size_t i = 0; i < share.count; i++)
        for (int side = 0; side < 2; side++)
            grow_by(&parts[side].centers, &cutter->pieces[i].centers[side]);
    return true;
}

/* ---- short ones */

static bool cut_short_run(const wide_cutter *cutter, wide_choice *choice, const wide_run *run,
                          wide_run parts[2]) {
    wide_bins bins[3];
    int count = bins_for(run->count);
    wide_ref *left = cutter->refs + run->first, *right = left + run->count;
    choice->grid = grid_of_run(run, count);
    clear_bins(bins, count);
    fill_wide_bins(bins, &choice->grid, left, run->count);
    choose_bin(choice, bins, count);
    if (choice->axis < 0) return false;
    while (left < right) {
        if (bin_along(&choice->grid, left, choice->axis) <= choice->bin) {
            grow_centers(&parts[0].centers, ref_center(left++));
            parts[0].count++;
        } else {
            wide_ref ref = *left;
            *left = *--right;
            *right = ref;
            grow_centers(&parts[1].centers, ref_center(&ref));
            parts[1].count++;
        }
    }
    return true;
}

static void halve_wide_run(const wide_cutter *cutter, const wide_run *run, wide_run parts[2]) {
    uint32_t half = run->count / 2;
    parts[0] = empty_run(run->first, run->depth + 1);
    parts[1] = empty_run(run->first + half, run->depth + 1);
    for (uint32_t i = 0; i < run->count; i++)
        add_to_run(&parts[i >= half], &cutter->refs[run->first + i]);
}

void carom_wide_cut(const wide_cutter *cutter, const wide_run *run, wide_run parts[2]) {
    wide_choice choice = {.axis = -1};
    parts[0] = parts[1] = empty_run(run->first, run->depth + 1);
    bool cut = false;
    if (run->depth < WIDE_SAH_DEPTH) {
        choice.grid = grid_of_run(run, BIN_COUNT);
        cut = run->count > LONG_RUN ? cut_long_run(cutter, &choice, run, parts)
                                    : cut_short_run(cutter, &choice, run, parts);
    }
    if (cut && parts[0].count > 0 && parts[1].count > 0) {
        parts[1].first += parts[0].count;
        parts[0].box = choice.box[0];
        parts[1].box = choice.box[1];
    } else {
        halve_wide_run(cutter, run, parts);
    }
    for (int i = 0; i < 2; i++)
        parts[i].area = half_surface(&parts[i].box);
}
