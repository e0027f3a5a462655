/* Finds the pairs that clash. After the boxes, the relation of two closed parts as solids is
 * decided exactly, whether or not their faces coincide. Open parts are surfaces: they cross, touch
 * or are disjoint. Depths are measured afterwards, for the pairs that remain. */
#include <stdlib.h>
#include <string.h>

#include "clash/clash.h"
#include "grow.h"
#include "progress.h"
#include "system.h"
#include "solid.h"
#include "clash/clash_find.h"
#include "clash/clash_measure.h"
#include "clash/clash_parts.h"
#include "clash/clash_rules.h"
#include "clash/clash_solid.h"

typedef struct finder {
    clash_result *result;
    const clash_options *options;
    const threads *threads;
    carom_id_pair *boxes;
    size_t box_count, box_capacity;
    bool failed;
    progress progress;
} finder;

/* ---- boxes */

static bool keep_box_pair(uint32_t a, uint32_t b, void *user) {
    finder *f = user;
    if (!clash_wants_pair(f->result, a, b)) return true;
    carom_id_pair *boxes = grow_array(f->boxes, f->box_count, &f->box_capacity, sizeof *boxes);
    f->failed = !boxes;
    if (!boxes) return false;
    f->boxes = boxes;
    f->boxes[f->box_count++] = a < b ? (carom_id_pair){a, b} : (carom_id_pair){b, a};
    return true;
}

static int by_ids(const void *x, const void *y) {
    const carom_id_pair *a = x, *b = y;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return a->b < b->b ? -1 : a->b > b->b;
}

/* By half of the clearance that a pair may have, and along an axis by half of that. */
static carom_aabb grown(const carom_aabb *box, double reach, const clash_options *o) {
    carom_aabb out = carom_fit_aabb_margin(box, 0.5 * reach);
    const carom_aabb more = carom_fit_aabb_margin(box, 0.5 * fmax(reach, o->along));
    if (o->along_axis == 0) out.min.x = more.min.x, out.max.x = more.max.x;
    if (o->along_axis == 1) out.min.y = more.min.y, out.max.y = more.max.y;
    if (o->along_axis == 2) out.min.z = more.min.z, out.max.z = more.max.z;
    return out;
}

static bool find_box_pairs(finder *f) {
    const clash_result *r = f->result;
    double reach = f->options->clearance;
    if (f->options->rules) reach = fmax(reach, clash_rules_reach(f->options->rules));
    carom_aabb *boxes = malloc((r->part_count + 1) * sizeof *boxes);
    carom_space *space = NULL;
    size_t count = 0;
    for (; boxes && count < r->part_count; count++)
        boxes[count] = grown(&r->parts[count].box, reach, f->options);
    carom_space_def def = {.kind = CAROM_SPACE_SWEEP_PRUNE, .boxes = boxes, .count = count};
    carom_status status = boxes ? carom_space_create(&space, &def) : CAROM_ERROR_MEMORY;
    if (status != CAROM_OK && boxes) {
        def.kind = CAROM_SPACE_BRUTE;
        status = carom_space_create(&space, &def);
    }
    if (status == CAROM_OK) carom_space_visit_pairs(space, keep_box_pair, f);
    carom_space_destroy(space);
    free(boxes);
    if (f->box_count > 1) qsort(f->boxes, f->box_count, sizeof *f->boxes, by_ids);
    return status == CAROM_OK && !f->failed;
}

/* ---- one pair */

typedef struct clearances {
    double any; /* in any direction */
    const clash_options *options;
} clearances;

/* The pair is near when one part, moved along the axis by less, would meet the other. */
static void judge_along(const clash_part *a, const clash_part *b, const clash_options *o, int sign,
                        clash_pair *pair) {
    const double length = sign * o->along;
    const carom_vec3 motion =
        make3(o->along_axis == 0 ? length : 0.0, o->along_axis == 1 ? length : 0.0,
              o->along_axis == 2 ? length : 0.0);
    const carom_mesh_pair_sweep hit = carom_sweep_mesh_mesh(&a->placed, motion, &b->placed);
    const double distance = hit.fraction * o->along;
    if (!hit.hit || hit.initial_overlap || (pair->along && distance >= pair->distance)) return;
    pair->verdict = CLASH_NEAR;
    pair->along = true;
    pair->distance = distance;
    pair->normal = unit(motion);
    pair->point_b = hit.point;
    pair->point_a = minus(hit.point, times(motion, hit.fraction));
}

static void judge_apart(const clash_part *a, const clash_part *b, const clearances *c,
                        clash_pair *pair) {
    const bool near =
        c->any > 0.0 && carom_overlap_mesh_mesh_within(&a->placed, &b->placed, c->any);
    for (int sign = -1; sign < 2 && !near && c->options->along > 0.0; sign += 2)
        judge_along(a, b, c->options, sign, pair);
    if (!near) return;
    carom_mesh_pair_closest at = carom_closest_mesh_mesh(&a->placed, &b->placed);
    pair->verdict = CLASH_NEAR;
    pair->distance = at.distance;
    carom_vec3 apart = minus(at.point_b, at.point_a);
    if (norm(apart) > 0.0) pair->normal = unit(apart);
    pair->point_a = at.point_a;
    pair->point_b = at.point_b;
}

/* The result for a pair. */
typedef struct judgement {
    clash_pair pair;
    bool looked_at, ignored, meets;
    bool failed; /* memory ran out */
} judgement;

/* The verdict for solids, exact also with coincident faces. False when memory ran out. */
static bool judge_solids(const clash_part *a, const clash_part *b, const clearances *clearance,
                         judgement *out) {
    clash_pair *pair = &out->pair;
    carom_solid_pair solids;
    carom_status status = carom_classify_solids(&solids, &a->placed, &b->placed, NULL);
    if (status == CAROM_ERROR_MEMORY) return false;
    pair->relation = solids.relation;
    out->meets = solids.in_contact;
    if (solids.in_contact) pair->point = solids.contact;
    if (status != CAROM_OK) {
        pair->verdict = CLASH_UNDECIDED;
    } else if (solids.relation == CAROM_SOLIDS_APART && !solids.in_contact) {
        judge_apart(a, b, clearance, pair);
    } else if (solids.relation < CAROM_SOLIDS_OVERLAP) {
        pair->verdict = CLASH_TOUCH;
    } else {
        pair->verdict = CLASH_HARD;
        pair->nested = !solids.in_contact;
        if (pair->nested && solids.has_witness) pair->point = solids.witness;
        pair->same = solids.relation == CAROM_SOLIDS_EQUAL ||
                     (solids.in_contact && clash_same_solid(a, b, pair->tolerance));
    }
    return true;
}

/* An open surface has no inside of its own: it clashes where it crosses another, and where a piece
 * of it is inside the other by winding number, or the reverse. */
static void judge_surfaces(const clash_part *a, const clash_part *b, const clearances *clearance,
                           judgement *out) {
    clash_pair *pair = &out->pair;
    carom_mesh_meeting at = carom_intersect_mesh_mesh(&a->placed, &b->placed);
    out->meets = at.kind != CAROM_MEETING_NONE;
    if (out->meets) {
        pair->point = times(plus(at.segment.a, at.segment.b), 0.5);
        pair->same = clash_same_solid(a, b, pair->tolerance);
        bool hard = pair->same || at.kind == CAROM_MEETING_CROSS;
        pair->verdict = hard ? CLASH_HARD : CLASH_TOUCH;
        return;
    }
    if (carom_overlap_aabb_aabb(&a->box, &b->box) && (clash_any_piece_inside(a, b, &pair->point) ||
                                                      clash_any_piece_inside(b, a, &pair->point))) {
        pair->verdict = CLASH_HARD;
        pair->nested = true;
        return;
    }
    judge_apart(a, b, clearance, pair);
}

static void judge(const finder *f, double clearance, judgement *out) {
    const clash_part *parts = f->result->parts;
    const clash_part *a = &parts[out->pair.a], *b = &parts[out->pair.b];
    const clearances c = {clearance, f->options};
    if (!solid_is_closed(&a->placed) || !solid_is_closed(&b->placed))
        judge_surfaces(a, b, &c, out);
    else
        out->failed = !judge_solids(a, b, &c, out);
}

/* ---- all pairs */

static bool keep_pair(clash_result *r, const clash_pair *pair) {
    clash_pair *pairs = grow_array(r->pairs, r->pair_count, &r->pair_capacity, sizeof *pairs);
    if (!pairs) return false;
    r->pairs = pairs;
    r->pairs[r->pair_count++] = *pair;
    return true;
}

/* Pairs that all threads examine between two updates of the progress. */
#define BAND_OF_THREAD 16

typedef struct pair_band {
    const finder *f;
    const carom_id_pair *boxes;
    clash_pair *found; /* for depths */
    judgement judged[BAND_OF_THREAD * CAROM_TASK_THREADS];
} pair_band;

static size_t band_of(const finder *f, size_t left) {
    size_t band = BAND_OF_THREAD * f->threads->count;
    return left < band ? left : band;
}

static void judge_one(void *data, uint32_t i) {
    pair_band *band = data;
    judgement *out = &band->judged[i];
    const clash_options *o = band->f->options;
    double clearance = o->clearance, tolerance = o->has_tolerance ? o->tolerance : -1.0;
    *out = (judgement){.pair = {.a = band->boxes[i].a, .b = band->boxes[i].b}};
    if (interrupt_came()) return;
    out->looked_at = true;
    out->ignored = o->rules &&
                   !clash_rules_of_pair(o->rules, out->pair.a, out->pair.b, &clearance, &tolerance);
    out->pair.by_rounding = !o->has_tolerance && tolerance < 0.0;
    if (out->pair.by_rounding) {
        const clash_part *parts = band->f->result->parts;
        tolerance = parts[out->pair.a].rounding + parts[out->pair.b].rounding;
    }
    out->pair.tolerance = tolerance;
    if (!out->ignored) judge(band->f, clearance, out);
}

static bool judge_all(finder *f, pair_band *band) {
    clash_result *r = f->result;
    for (size_t first = 0, count; first < f->box_count && !interrupt_came(); first += count) {
        count = band_of(f, f->box_count - first);
        band->boxes = f->boxes + first;
        progress_show(&f->progress, "pair", first, f->box_count);
        threads_run(f->threads, judge_one, band, (uint32_t)count);
        for (size_t i = 0; i < count; i++) {
            const judgement *at = &band->judged[i];
            r->looked_at += at->looked_at;
            r->ignored += at->ignored;
            r->meeting += at->meets;
            if (at->failed) return false;
            if (at->pair.verdict != CLASH_CLEAR && !keep_pair(r, &at->pair)) return false;
        }
    }
    return true;
}

static bool end_when_interrupted(void *user) {
    (void)user;
    return interrupt_came();
}

static bool may_be_tolerated(const clash_pair *pair) {
    return pair->tolerance > 0.0 && !pair->same;
}

/* A condition of --fail-on asks whether the depth is above an amount. */
static void decide_depth(const clash_part *a, const clash_part *b, double amount,
                         carom_mesh_penetration *p) {
    if (!(amount > 0.0) || p->depth > amount || p->bound <= amount) return;
    const carom_mesh_depth_def def = {
        .accuracy = 0.1, .threshold = amount, .steps = 4096, .stop = end_when_interrupted};
    carom_mesh_penetration again = carom_penetrate_mesh_mesh(&a->placed, &b->placed, &def);
    const double bound = fmin(p->bound, again.bound);
    if (again.depth > p->depth) *p = again;
    p->bound = bound;
}

static void measure_depth(const finder *f, clash_pair *pair) {
    const clash_result *r = f->result;
    const clash_part *a = &r->parts[pair->a], *b = &r->parts[pair->b];
    const carom_mesh_depth_def def = {.accuracy = 0.1,
                                      .threshold = may_be_tolerated(pair) ? pair->tolerance : 0.0,
                                      .steps = 4096,
                                      .stop = end_when_interrupted};
    carom_mesh_penetration p = carom_penetrate_mesh_mesh(&a->placed, &b->placed, &def);
    decide_depth(a, b, f->options->fail.decide, &p);
    pair->measured = true;
    pair->depth = norm(minus(p.point_b, p.point_a)); /* p.depth, but for rounding */
    pair->bound = fmax(p.bound, pair->depth);
    pair->normal = p.normal;
    pair->point_a = p.point_a;
    pair->point_b = p.point_b;
    pair->inside_is_b = p.inside_is_b;
    if (may_be_tolerated(pair) && !(p.depth > pair->tolerance))
        pair->verdict = p.bound <= pair->tolerance ? CLASH_TOUCH : CLASH_UNDECIDED;
}

static void measure_one(void *data, uint32_t i) {
    const pair_band *band = data;
    if (!interrupt_came() && band->found[i].verdict == CLASH_HARD)
        measure_depth(band->f, &band->found[i]);
}

typedef void task_of_pair(void *data, uint32_t i);

static void measure_more(void *data, uint32_t i) {
    const pair_band *band = data;
    clash_measure_pair(band->f->result, &band->found[i]);
}

static void measure_all(finder *f, pair_band *band, const char *what, task_of_pair *task) {
    const clash_result *r = f->result;
    for (size_t first = 0, count; first < r->pair_count && !interrupt_came(); first += count) {
        count = band_of(f, r->pair_count - first);
        band->found = r->pairs + first;
        progress_show(&f->progress, what, first, r->pair_count);
        threads_run(f->threads, task, band, (uint32_t)count);
    }
}

static int by_severity(const void *x, const void *y) {
    const clash_pair *a = x, *b = y;
    if (a->verdict != b->verdict) return a->verdict > b->verdict ? -1 : 1;
    if (a->same != b->same) return a->same ? -1 : 1;
    if (a->measured != b->measured) return a->measured ? -1 : 1;
    if (a->depth != b->depth) return a->depth > b->depth ? -1 : 1;
    if (a->distance != b->distance) return a->distance < b->distance ? -1 : 1;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return a->b < b->b ? -1 : a->b > b->b;
}

static bool run_steps(finder *f) {
    clash_result *r = f->result;
    double start = system_seconds(), next;
    if (!find_box_pairs(f)) return false;
    r->box_pairs = f->box_count;
    r->times.boxes = (next = system_seconds()) - start;
    pair_band *band = calloc(1, sizeof *band);
    if (!band) return false;
    band->f = f;
    bool ok = judge_all(f, band);
    r->times.verdicts = (start = system_seconds()) - next;
    if (ok) measure_all(f, band, "depth", measure_one);
    r->times.depths = (next = system_seconds()) - start;
    if (ok && f->options->measure) {
        clash_measure_prepare(r, f->threads);
        measure_all(f, band, "measure", measure_more);
    }
    r->times.measures = system_seconds() - next;
    free(band);
    return ok;
}

/* A pair whose depth was not measured is hard only where no depth is tolerated. */
static void close_pairs(clash_result *r) {
    for (size_t i = 0; i < r->pair_count; i++) {
        clash_pair *pair = &r->pairs[i];
        if (pair->verdict != CLASH_HARD || pair->measured) continue;
        r->unmeasured++;
        if (may_be_tolerated(pair)) pair->verdict = CLASH_UNDECIDED;
    }
}

/* Leaves out what is not to be listed. */
static void omit_pairs(clash_result *r, unsigned ignored) {
    size_t kept = 0;
    for (size_t i = 0; i < r->pair_count; i++) {
        const clash_pair *pair = &r->pairs[i];
        const bool nested = pair->nested && pair->verdict == CLASH_HARD;
        if (ignored & (nested ? CLASH_IGNORE_NESTED : 1u << pair->verdict)) continue;
        r->count[pair->verdict]++;
        if (pair->by_rounding) r->rounding = fmax(r->rounding, pair->tolerance);
        r->rounded += pair->by_rounding && pair->verdict == CLASH_TOUCH && pair->measured;
        r->pairs[kept++] = *pair;
    }
    r->omitted = r->pair_count - kept;
    r->pair_count = kept;
}

bool clash_find(clash_result *result, const clash_options *options, const threads *t) {
    finder f = {
        .result = result, .options = options, .threads = t, .progress = progress_start("clash")};
    interrupt_watch();
    bool ok = run_steps(&f);
    progress_end(&f.progress);
    result->interrupted = interrupt_came();
    free(f.boxes);
    close_pairs(result);
    omit_pairs(result, options->ignored);
    if (result->pair_count > 1)
        qsort(result->pairs, result->pair_count, sizeof *result->pairs, by_severity);
    return ok;
}

void clash_worst_of_parts(const clash_result *result, clash_verdict *worst) {
    memset(worst, 0, result->part_count * sizeof *worst);
    for (size_t i = 0; i < result->pair_count; i++) {
        const clash_pair *p = &result->pairs[i];
        if (p->verdict > worst[p->a]) worst[p->a] = p->verdict;
        if (p->verdict > worst[p->b]) worst[p->b] = p->verdict;
    }
}
