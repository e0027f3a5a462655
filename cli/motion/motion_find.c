/* First contacts of the moving parts. At the start two closed parts are held against each other as
 * solids, exactly; from there on the surfaces are followed: straight motions by
 * carom_sweep_mesh_mesh, turns by carom_toi_mesh_mesh in steps below half a turn, so that there is
 * one shortest way. Neither misses a contact. */
#include <stdlib.h>

#include "clash/clash_shape.h"
#include "motion/motion_deep.h"
#include "motion/motion_find.h"
#include "motion/motion_path.h"
#include "progress.h"
#include "solid.h"

#define DEGREES_OF_STEP 120.0

/* ---- at the start */

static void look_at_start(const clash_part *a, const clash_part *b, motion_contact *out) {
    if (!carom_overlap_aabb_aabb(&a->box, &b->box)) return;
    if (!solid_is_closed(&a->placed) || !solid_is_closed(&b->placed)) {
        const carom_mesh_meeting at = carom_intersect_mesh_mesh(&a->placed, &b->placed);
        if (at.kind == CAROM_MEETING_NONE) return;
        out->verdict = at.kind == CAROM_MEETING_CROSS ? MOTION_OVERLAP : MOTION_TOUCHING;
        out->point = times(plus(at.segment.a, at.segment.b), 0.5);
        return;
    }
    carom_solid_pair pair;
    if (carom_classify_solids(&pair, &a->placed, &b->placed, NULL) != CAROM_OK) {
        out->verdict = MOTION_UNDECIDED;
        out->point = a->box.min;
        return;
    }
    if (pair.relation == CAROM_SOLIDS_APART && !pair.in_contact) return;
    out->verdict = pair.relation < CAROM_SOLIDS_OVERLAP ? MOTION_TOUCHING : MOTION_OVERLAP;
    out->point = pair.in_contact ? pair.contact : pair.witness;
}

/* ---- on the path */

static carom_vec3 corner_of(const carom_aabb *box, int i) {
    return make3(i & 1 ? box->max.x : box->min.x, i & 2 ? box->max.y : box->min.y,
                 i & 4 ? box->max.z : box->min.z);
}

/* A box around a box during the leg. */
static carom_aabb cover_of(const carom_aabb *start, const motion_leg *leg) {
    const carom_aabb box = *start;
    if (!leg->turns) {
        const carom_aabb end = {plus(box.min, leg->motion), plus(box.max, leg->motion)};
        return carom_fit_aabb_aabb(&box, &end);
    }
    double reach = 0.0;
    for (int i = 0; i < 8; i++)
        reach = fmax(reach, norm(minus(corner_of(&box, i), leg->center)));
    reach *= 1.0 + 1e-9;
    const carom_vec3 far = make3(reach, reach, reach);
    return (carom_aabb){minus(leg->center, far), plus(leg->center, far)};
}

static bool move_along(const motion_pair *pair, double from, motion_contact *out) {
    carom_placed_mesh moving = pair->moving;
    moving.pose = carom_pose_compose(motion_pose(pair->leg, from), pair->moving.pose);
    const carom_vec3 rest = times(pair->leg->motion, 1.0 - from);
    const carom_mesh_pair_sweep hit = carom_sweep_mesh_mesh(&moving, rest, &pair->standing);
    if (!hit.hit) return false;
    out->verdict = MOTION_CONTACT;
    out->fraction = from + hit.fraction * (1.0 - from);
    out->upper = (double)NAN;
    out->point = hit.point;
    out->normal = hit.normal;
    return true;
}

static bool turn_about(const motion_pair *pair, double start, motion_contact *out) {
    const motion_leg *leg = pair->leg;
    const carom_placed_mesh *a = &pair->moving, *b = &pair->standing;
    const double rest = 1.0 - start;
    const int steps = (int)ceil(fabs(leg->degrees) * rest / DEGREES_OF_STEP);
    const carom_vec3 pivot = carom_pose_transform_point(carom_pose_inverse(a->pose), leg->center);
    for (int i = 0; i < steps; i++) {
        const double from = start + rest * i / steps, length = rest / steps;
        const carom_turning_mesh moving = {
            .mesh = a->mesh,
            .start = carom_pose_compose(motion_pose(leg, from), a->pose),
            .end = carom_pose_compose(motion_pose(leg, start + rest * (i + 1) / steps), a->pose),
            .pivot = pivot};
        const carom_turning_mesh standing = {.mesh = b->mesh, .start = b->pose, .end = b->pose};
        const carom_mesh_toi_hit hit = carom_toi_mesh_mesh(&moving, &standing, 0.0);
        if (!hit.at.hit) continue;
        out->verdict = hit.at.certainty == CAROM_LIMIT ? MOTION_UNDECIDED : MOTION_CONTACT;
        out->fraction = from + hit.at.fraction * length;
        out->upper = hit.at.certain ? from + hit.at.fraction_upper * length : (double)NAN;
        out->point = hit.at.point;
        out->normal = hit.at.normal;
        return true;
    }
    return false;
}

/* What a point of a box moves at most during a leg. */
static double speed_of(const carom_aabb *box, const motion_leg *leg) {
    double reach = 0.0;
    if (!leg->turns) return norm(leg->motion);
    for (int i = 0; i < 8; i++)
        reach = fmax(reach, norm(outer(leg->axis, minus(corner_of(box, i), leg->center))));
    return reach * fabs(leg->degrees) * (3.14159265358979323846 / 180.0) * (1.0 + 1e-9);
}

/* At the start of a leg. */
typedef struct leg_boxes {
    carom_aabb moving, standing;
} leg_boxes;

typedef struct motion_job {
    const motion_result *result;
    motion_contact *pairs;
} motion_job;

static void follow_leg(const motion_pair *pair, const leg_boxes *boxes, double tolerance,
                       bool *in_contact, motion_contact *out) {
    motion_sweep *sweep = pair->leg->turns ? turn_about : move_along;
    const carom_aabb cover = cover_of(&boxes->moving, pair->leg);
    if (!carom_overlap_aabb_aabb(&cover, &boxes->standing)) {
        *in_contact = false;
        return;
    }
    if (tolerance > 0.0)
        motion_follow_deep(pair, tolerance, sweep, in_contact, out);
    else
        (void)sweep(pair, 0.0, out);
}

static void follow_pair(void *data, uint32_t i) {
    const motion_job *job = data;
    const motion_result *r = job->result;
    motion_contact *out = &job->pairs[i];
    const clash_part *a = &r->assembly->parts[out->moving];
    const clash_part *b = &r->assembly->parts[out->standing];
    carom_pose so_far = carom_pose_identity();
    if (interrupt_came()) return;
    out->looked_at = true;
    look_at_start(a, b, out);
    motion_pair pair = {.moving = a->placed, .standing = b->placed};
    bool in_contact = out->verdict >= MOTION_TOUCHING && r->tolerance > 0.0 &&
                      motion_is_shallow(&pair, r->tolerance);
    if (in_contact) out->verdict = MOTION_FREE;
    for (size_t k = 0; k < r->path->count && out->verdict == MOTION_FREE; k++) {
        const carom_aabb box = carom_pose_transform_aabb(so_far, &a->box);
        pair.leg = &r->path->legs[k];
        pair.speed = speed_of(&box, pair.leg);
        pair.moving.pose = carom_pose_compose(so_far, a->placed.pose);
        out->leg = k;
        follow_leg(&pair, &(const leg_boxes){box, b->box}, r->tolerance, &in_contact, out);
        so_far = carom_pose_compose(motion_pose(pair.leg, 1.0), so_far);
        (void)carom_pose_normalize(&so_far);
    }
}

/* ---- all pairs */

static int by_time(const void *x, const void *y) {
    const motion_contact *a = x, *b = y;
    const bool start_a = a->verdict >= MOTION_TOUCHING, start_b = b->verdict >= MOTION_TOUCHING;
    if (start_a != start_b) return start_a ? -1 : 1;
    if (start_a && a->verdict != b->verdict) return a->verdict > b->verdict ? -1 : 1;
    if (a->leg != b->leg) return a->leg < b->leg ? -1 : 1;
    if (a->fraction != b->fraction) return a->fraction < b->fraction ? -1 : 1;
    if (a->moving != b->moving) return a->moving < b->moving ? -1 : 1;
    return a->standing < b->standing ? -1 : a->standing > b->standing;
}

/* Pairs that all threads follow between two updates of the progress. */
#define BAND_OF_THREAD 16

bool motion_find(motion_result *out, const threads *t) {
    const clash_result *r = out->assembly;
    const size_t standing = r->part_count - out->moving_count;
    motion_contact *pairs = calloc(out->moving_count * standing + 1, sizeof *pairs);
    if (!pairs) return false;
    for (uint32_t a = 0; a < r->part_count; a++)
        for (uint32_t b = 0; b < r->part_count; b++)
            if (out->moves[a] && !out->moves[b])
                pairs[out->pairs++] = (motion_contact){.moving = a, .standing = b};
    progress display = progress_start("sweep");
    interrupt_watch();
    const size_t band = (size_t)BAND_OF_THREAD * t->count;
    for (size_t first = 0; first < out->pairs && !interrupt_came(); first += band) {
        motion_job job = {out, pairs + first};
        const size_t left = out->pairs - first;
        progress_show(&display, "pair", first, out->pairs);
        threads_run(t, follow_pair, &job, (uint32_t)(left < band ? left : band));
    }
    progress_end(&display);
    out->interrupted = interrupt_came();
    for (size_t i = 0; i < out->pairs; i++) {
        out->looked_at += pairs[i].looked_at;
        if (pairs[i].verdict != MOTION_FREE) pairs[out->count++] = pairs[i];
    }
    out->contacts = pairs;
    if (out->count > 1) qsort(pairs, out->count, sizeof *pairs, by_time);
    return true;
}
