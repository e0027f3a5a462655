/* Cuts of runs: the same parts with every set of instructions, every reference in one of them,
 * bounds that are those of what is in them, and no plane between bins that would be cheaper. */
#include "mesh/bvh8_build/bvh8_cut.h"
#include "common/test_flat_common.h"
#include "common/test_sets.h"

#define MOST 20000

static bvh8_ref made[MOST], moved[SIMD_SETS][2][MOST];
static cut_piece pieces[MOST_PIECES];
static uint8_t met[MOST];

/* 0 spread, 1 a lattice with many alike, 2 all the same, 3 in a plane, 4 along a line that doubles,
 * 5 on two points */
#define STYLES 6

static void make_refs(int style, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        carom_vec3 at = style == 1 ? lattice_vec(4) : random_vec(1), by = random_vec(0.1);
        if (style == 2) at = by = v3(0.5, -0.25, 0);
        if (style == 3) at.z = by.z = 0;
        if (style == 4) at = v3(ldexp(1, -(int)(i % 60)), 0, 0);
        if (style == 5) at = v3(i % 2, 0, 0), by = v3(0, 0, 0);
        const double x[3] = {at.x, at.y, at.z}, size[3] = {by.x, by.y, by.z};
        for (int k = 0; k < 3; k++) {
            made[i].low[k] = (float)(x[k] - fabs(size[k]));
            made[i].neg_high[k] = -(float)(x[k] + fabs(size[k]));
        }
        bvh8_ref_name(&made[i], i);
        made[i].neg_high[3] = 0;
    }
}

/* min x y z and -max x y z, of boxes or of twice their centres. */
static void bounds_of(double bound[6], const bvh8_ref *refs, uint32_t count, bool centers) {
    for (int k = 0; k < 3; k++) {
        bound[k] = bound[3 + k] = DBL_MAX;
        for (uint32_t i = 0; i < count; i++) {
            float low = refs[i].low[k], neg_high = refs[i].neg_high[k], center = low - neg_high;
            bound[k] = fmin(bound[k], (double)(centers ? center : low));
            bound[3 + k] = fmin(bound[3 + k], (double)(centers ? -center : neg_high));
        }
    }
}

static double surface_of(const double bound[6]) {
    double x = -bound[3] - bound[0], y = -bound[4] - bound[1], z = -bound[5] - bound[2];
    return x * y + y * z + z * x;
}

static void check_part(const bvh8_run *part, const bvh8_ref *refs) {
    double box[6], centers[6];
    assert_true(part->count > 0);
    bounds_of(box, refs + part->first, part->count, false);
    bounds_of(centers, refs + part->first, part->count, true);
    for (int k = 0; k < 3; k++) {
        assert_true((double)part->box[k] == box[k] && (double)part->box[4 + k] == box[3 + k]);
        assert_true((double)part->centers[k] == centers[k]);
        assert_true((double)part->centers[4 + k] == centers[3 + k]);
    }
    assert_true(fabs((double)part->area - surface_of(box)) <= 1e-5 * surface_of(box));
    for (uint32_t i = 0; i < part->count; i++)
        assert_int_equal(met[bvh8_ref_id(&refs[part->first + i])]++, 0);
}

/* Every triangle counts, and every eight that are begun once more for each. */
static double cost_of_many(double area, double n) {
    return area * (n + 8 * ceil(n / 8));
}

/* Of both sides of a plane across an axis; infinite where one is empty. */
static double cost_of_plane(uint32_t count, int axis, double plane) {
    double side[2][6], n[2] = {0, 0};
    for (int s = 0; s < 2; s++)
        for (int k = 0; k < 6; k++)
            side[s][k] = DBL_MAX;
    for (uint32_t i = 0; i < count; i++) {
        int s = (double)(made[i].low[axis] - made[i].neg_high[axis]) >= plane;
        n[s]++;
        for (int k = 0; k < 3; k++) {
            side[s][k] = fmin(side[s][k], (double)made[i].low[k]);
            side[s][3 + k] = fmin(side[s][3 + k], (double)made[i].neg_high[k]);
        }
    }
    if (n[0] == 0 || n[1] == 0) return INFINITY;
    return cost_of_many(surface_of(side[0]), n[0]) + cost_of_many(surface_of(side[1]), n[1]);
}

/* A quarter and the middle are planes between bins, however many there are. Centres next to them
 * may be rounded to either side. */
static void check_cheapest(const bvh8_run parts[2], const bvh8_run *run, int style) {
    double cost = cost_of_many((double)parts[0].area, parts[0].count) +
                  cost_of_many((double)parts[1].area, parts[1].count);
    for (int axis = 0; axis < 3; axis++)
        for (int quarter = 1; quarter < 4; quarter++) {
            double low = (double)run->centers[axis], high = -(double)run->centers[4 + axis];
            double plane = low + (high - low) * quarter / (4 * 0.999999);
            double other = cost_of_plane(run->count, axis, plane);
            assert_true(style > 0 || cost <= other * 1.001);
        }
}

static bvh8_run cut_with(simd_set set, uint32_t count, bvh8_run parts[2]) {
    bvh8_cutter cutter = {.refs = {moved[set][0], moved[set][1]}, .pieces = pieces, .set = set};
    memcpy(moved[set][0], made, count * sizeof *made);
    bvh8_run run = TEST_OF(set, carom_bvh8_run_of)(&cutter, count);
    TEST_OF(set, carom_bvh8_cut)(&cutter, &run, parts);
    return run;
}

static void check_same(const bvh8_run *a, const bvh8_run *b) {
    assert_memory_equal(a->box, b->box, 12);
    assert_memory_equal(a->box + 4, b->box + 4, 12);
    assert_memory_equal(a->centers, b->centers, 12);
    assert_memory_equal(a->centers + 4, b->centers + 4, 12);
    assert_memory_equal(&a->area, &b->area, sizeof a->area);
    assert_true(a->first == b->first && a->count == b->count && a->at == b->at);
    assert_int_equal(a->depth, b->depth);
}

static void parts_hold_what_they_say(void **state) {
    (void)state;
    static const uint32_t counts[] = {2, 3, 5, 16, 17, 128, 129, 3000, LONG_RUN + 1, MOST};
    volume_seed = 41;
    for (int style = 0; style < STYLES; style++)
        for (int c = 0; c < COUNT(counts); c++) {
            uint32_t count = counts[c];
            bvh8_run parts[SIMD_SETS][2], run;
            make_refs(style, count);
            run = cut_with(SIMD_SET_SCALAR, count, parts[0]);
            const bvh8_ref *refs = moved[0][parts[0][0].at];
            assert_int_equal(parts[0][0].count + parts[0][1].count, count);
            assert_int_equal(parts[0][1].first, parts[0][0].count);
            assert_true(parts[0][0].first == 0 && parts[0][0].at == parts[0][1].at);
            memset(met, 0, sizeof met);
            for (int i = 0; i < 2; i++)
                check_part(&parts[0][i], refs);
            if (count <= 3000) check_cheapest(parts[0], &run, style);
            for (simd_set set = SIMD_SET_NATIVE; set < SIMD_SETS; set++) {
                if (!test_runs(set)) continue;
                cut_with(set, count, parts[set]);
                for (int i = 0; i < 2; i++)
                    check_same(&parts[set][i], &parts[0][i]);
                assert_memory_equal(moved[set][parts[set][0].at], refs, count * sizeof *refs);
            }
        }
}

/* Nothing to cut by, and too deep: halves. */
static void halved_where_no_cut_helps(void **state) {
    (void)state;
    bvh8_run parts[2];
    make_refs(2, 9);
    cut_with(carom_simd_best(), 9, parts);
    assert_true(parts[0].count == 4 && parts[1].count == 5);
    make_refs(0, 100);
    bvh8_cutter cutter = {.refs = {made}, .set = SIMD_SET_NATIVE};
    bvh8_run run = carom_bvh8_run_of_native(&cutter, 100);
    assert_int_equal(run.depth, 0);
    run.depth = BVH8_SAH_DEPTH;
    carom_bvh8_cut_native(&cutter, &run, parts);
    assert_true(parts[0].count == 50 && parts[1].count == 50);
    assert_int_equal(parts[1].depth, BVH8_SAH_DEPTH + 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_hold_what_they_say),
        cmocka_unit_test(halved_where_no_cut_helps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
