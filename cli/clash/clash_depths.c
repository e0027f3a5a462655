/* A histogram in steps of 1, 2 and 5. Facets of curved parts that were designed to touch overlap by
 * the sagitta of their edges: much less than what is in the way. Where at least three clashes are
 * shallow beside their parts and the next ones are at least one whole step deeper, a tolerance
 * between them is suggested. */
#include "clash/clash_depths.h"

#include <stdlib.h>

#define LEAST_SHALLOW 3
#define SHALLOW_OF_PART 0.05 /* of the diagonal of the smaller part's box: empirical */

/* The n-th of the series ... 0.1 0.2 0.5 1 2 5 10 ..., 1 for n = 0. */
static double step_value(int n) {
    static const int digits[] = {1, 2, 5};
    int power = n >= 0 ? n / 3 : -((2 - n) / 3), digit = n - 3 * power;
    double value = digits[digit], ten = 1.0;
    for (int i = 0; i < (power < 0 ? -power : power); i++)
        ten *= 10.0;
    return power < 0 ? value / ten : value * ten;
}

/* The least n whose value is at least x, which is above 0. */
static int step_above(double x) {
    int n = 0;
    while (step_value(n) < x && n < 900)
        n++;
    while (n > -900 && step_value(n - 1) >= x)
        n--;
    return n;
}

typedef struct depth_row {
    double depth, bound;
    bool shallow; /* beside its parts */
} depth_row;

static int by_depth(const void *x, const void *y) {
    const depth_row *a = x, *b = y;
    return (a->depth > b->depth) - (a->depth < b->depth);
}

static double diagonal(const clash_part *part) {
    return norm(minus(part->box.max, part->box.min));
}

static size_t gather(const clash_result *r, depth_row *rows) {
    size_t n = 0;
    for (size_t i = 0; i < r->pair_count; i++) {
        const clash_pair *p = &r->pairs[i];
        if (p->verdict != CLASH_HARD || p->same || !p->measured) continue;
        const double size = fmin(diagonal(&r->parts[p->a]), diagonal(&r->parts[p->b]));
        rows[n++] = (depth_row){p->depth, p->bound, p->bound <= SHALLOW_OF_PART * size};
    }
    return n;
}

static void fill_bins(clash_depths *out, const depth_row *rows, size_t count) {
    size_t zeros = 0;
    while (zeros < count && !(rows[zeros].depth > 0.0))
        zeros++;
    if (zeros == count) {
        if (zeros > 0) out->bins[out->bin_count++] = (clash_bin){0.0, 0.0, zeros};
        return;
    }
    const int last = step_above(rows[count - 1].depth);
    int first = step_above(rows[zeros].depth);
    if (last - first >= CLASH_BINS - 1) first = last - CLASH_BINS + 2;
    if (zeros > 0) out->bins[out->bin_count++] = (clash_bin){0.0, step_value(first - 1), zeros};
    size_t k = zeros;
    for (int n = first; n <= last; n++) {
        clash_bin *bin = &out->bins[out->bin_count++];
        *bin = (clash_bin){step_value(n - 1), step_value(n), 0};
        for (; k < count && rows[k].depth <= bin->to; k++)
            bin->count++;
    }
}

/* x rounded up to one digit. */
static double one_digit_above(double x) {
    const int n = step_above(x);
    const int power = n >= 0 ? n / 3 : -((2 - n) / 3);
    const double unit = step_value(3 * (n == 3 * power ? power - 1 : power));
    double k = 1.0;
    while (k < 10.0 && (unit < 1.0 ? k / (1.0 / unit) : k * unit) < x)
        k += 1.0;
    return unit < 1.0 ? k / (1.0 / unit) : k * unit;
}

static void find_gap(clash_depths *out, const depth_row *rows, size_t count) {
    double widest = 2.0, bound = 0.0;
    for (size_t i = 0; i + 1 < count && rows[i].shallow; i++) {
        bound = fmax(bound, rows[i].bound);
        if (i + 1 < LEAST_SHALLOW || !(bound > 0.0)) continue;
        const double next = rows[i + 1].depth;
        const double suggestion = step_value(step_above(bound));
        if (!(next > widest * rows[i].depth) || !(next > suggestion) ||
            next <= step_value(step_above(rows[i].depth) + 1))
            continue;
        widest = next / fmax(rows[i].depth, 1e-300);
        out->shallow = i + 1;
        out->below = one_digit_above(bound);
        out->suggestion = suggestion;
    }
}

bool clash_sort_depths(const clash_result *r, clash_depths *out) {
    *out = (clash_depths){.bin_count = 0};
    depth_row *rows = malloc((r->pair_count + 1) * sizeof *rows);
    if (!rows) return false;
    const size_t count = gather(r, rows);
    qsort(rows, count, sizeof *rows, by_depth);
    fill_bins(out, rows, count);
    find_gap(out, rows, count);
    free(rows);
    return true;
}
