/* Event-driven impacts [Mirtich96]. Every collider has its own clock. The first contact of each
 * pair, its time of impact, is predicted and kept in a priority queue; the earliest is resolved:
 * both colliders are advanced to it, get new velocities, and their contacts are predicted anew. A
 * prediction carries the versions of both colliders and is dropped when either has changed course
 * since.
 *
 * Colliders stop at a small separation before they touch, so that every sweep starts without
 * overlap and its first contact is the next one; and after an impact a pair always separates, for
 * otherwise the same impact would be found again. A collider with too many impacts waits for the
 * next step, so a step always ends. */
#include "world/step/pair_mesh.h"
#include "world/query/world_toi.h"
#include "world/world_data.h"
#include "world/step/impact_queue.h"
#include "world/step/impact_response.h"
#include "world/step/motion.h"
#include "world/step/partners.h"
#include "world/step/posed.h"

/* Bound on the restarts of the search for a pair that separates while it turns. */
#define TURN_PAUSES 64

/* A pair from `now` until the end of the step, and the separation that it keeps. */
typedef struct pair_span {
    carom_id_pair pair;
    double now, dt, separation;
    bool responds;
} pair_span;

typedef struct world_contact {
    double time;
    bool initial_overlap;
    carom_vec3 point, normal;
    carom_subshape sub_a, sub_b;
} world_contact;

/* ---- prediction */

static bool has_sensor(const world_collider *a, const world_collider *b) {
    return a->def.kind == CAROM_COLLIDER_SENSOR || b->def.kind == CAROM_COLLIDER_SENSOR;
}

static world_turning placed_at(const carom_world *world, uint32_t id, double now, double dt) {
    const world_collider *c = &world_slots(world)[id];
    const world_motion *m = &world_motions(world)[id];
    world_turning out = {{&c->def.shape, c->def.pose, {0, 0, 0}}, {0, 0, 0}};
    if (!m->moves) return out;
    out.at.pose.position = carom_world_position_at(m, now);
    if (m->time > 0.0 || m->watched) out.at.pose.rotation = carom_world_rotation_at(m, now);
    out.at.motion = store3(scale3(load3(m->velocity), dt - now));
    if (m->watched) out.turn = store3(scale3(load3(m->spin), dt - now));
    return out;
}

static double approach_of(const carom_world *world, const pair_span *span,
                          const world_contact *met) {
    vec3 point = load3(met->point);
    return dot3(carom_world_relative_velocity(world, span->pair, point, met->time),
                load3(met->normal));
}

static world_contact contact_of_sweep(const pair_span *span, const carom_sweep_hit *hit) {
    return (world_contact){.time = span->now + (double)hit->fraction * (span->dt - span->now),
                           .initial_overlap = hit->initial_overlap,
                           .point = hit->point,
                           .normal = hit->normal,
                           .sub_a = hit->sub_a,
                           .sub_b = hit->sub_b};
}

/* For a pair in contact with a surface from the start that separates where it is deepest: another
 * contact of the surface, in whose direction it approaches fastest. @return false when there is
 * none */
static bool find_other_wall(const carom_world *world, const pair_span *span, double now,
                            world_contact *met) {
    world_turning a = placed_at(world, span->pair.a, now, span->dt);
    world_turning b = placed_at(world, span->pair.b, now, span->dt);
    carom_contact_manifold walls[CAROM_CONTACT_LIMIT];
    int32_t count = carom_world_pair_walls(&a.at, &b.at, span->separation / 4.0, walls);
    double fastest = 0.0;
    for (int32_t i = 0; i < count; i++)
        for (int32_t k = 0; k < walls[i].count; k++) {
            const carom_contact_point *p = &walls[i].points[k];
            const world_contact at = {.time = now,
                                      .initial_overlap = true,
                                      .point = p->point_a,
                                      .normal = walls[i].normal,
                                      .sub_a = p->sub_a,
                                      .sub_b = p->sub_b};
            double approach = approach_of(world, span, &at);
            if (approach > fastest) *met = at;
            fastest = max2(fastest, approach);
        }
    return fastest > 0.0;
}

/* First contact of a pair that does not turn. If it is in contact with a surface at the start and
 * separates where it is deepest, the first other contact of the surface in its path. */
static bool predict_straight(const carom_world *world, const pair_span *span, world_contact *out) {
    world_turning a = placed_at(world, span->pair.a, span->now, span->dt);
    world_turning b = placed_at(world, span->pair.b, span->now, span->dt);
    carom_sweep_hit hit;
    if (!carom_world_posed_sweep(world, span->pair, &hit))
        hit = carom_world_pair_sweep(&a.at, &b.at);
    *out = contact_of_sweep(span, &hit);
    if (span->responds && hit.initial_overlap && !(approach_of(world, span, out) > 0.0)) {
        hit = carom_world_sweep_ahead(&a.at, &b.at);
        *out = contact_of_sweep(span, &hit);
    }
    return hit.hit;
}

/* First contact of a pair of which one turns. The two count as in contact when they are nearer
 * than a quarter of the separation, so a separating pair may be in contact at the start: then the
 * search restarts from when it has separated, or somewhat later. */
static bool predict_turning(const carom_world *world, const pair_span *span, world_contact *out) {
    double start = span->now, least = (span->dt - span->now) / TURN_PAUSES;
    for (int i = 0; i < TURN_PAUSES && start < span->dt; i++) {
        world_turning a = placed_at(world, span->pair.a, start, span->dt);
        world_turning b = placed_at(world, span->pair.b, start, span->dt);
        carom_sweep_hit hit = carom_world_turn(&a, &b, span->separation / 4.0);
        if (!hit.hit) return false;
        double time = start + (double)hit.fraction * (span->dt - start);
        *out = contact_of_sweep(span, &hit);
        out->time = time;
        double approach = approach_of(world, span, out);
        if (hit.fraction > 0 || approach > 0.0) return true;
        if (span->responds && find_other_wall(world, span, start, out)) return true;
        start += approach < 0.0 ? min2(span->separation / -approach, least) : least;
    }
    return false;
}

bool carom_world_predict(const carom_world *world, carom_id_pair pair, double dt,
                         world_impact_event *out) {
    const world_collider *a = &world_slots(world)[pair.a], *b = &world_slots(world)[pair.b];
    const world_motion *ma = &world_motions(world)[pair.a], *mb = &world_motions(world)[pair.b];
    if (!ma->moves && !mb->moves) return false;
    bool responds = world->response && !has_sensor(a, b) &&
                    carom_world_inverse_weight(a, ma) + carom_world_inverse_weight(b, mb) > 0.0;
    pair_span span = {pair, max2(ma->time, mb->time), dt, carom_world_separation(world, pair),
                      responds};
    if (span.now >= dt) return false;
    world_contact met;
    bool turns = ma->watched || mb->watched;
    if (!(turns ? predict_turning : predict_straight)(world, &span, &met)) return false;
    double approach = approach_of(world, &span, &met);
    if (met.initial_overlap && (!responds || !(approach > 0.0))) return false;
    if (responds) {
        double stop = approach > 0.0 ? met.time - span.separation / approach : span.now;
        if (turns && !(approach > 0.0)) stop = met.time;
        met.time = stop > span.now ? stop : span.now;
    }
    *out = (world_impact_event){.time = met.time,
                                .a = pair.a,
                                .b = pair.b,
                                .version_a = ma->version,
                                .version_b = mb->version,
                                .point = met.point,
                                .normal = met.normal,
                                .sub_a = met.sub_a,
                                .sub_b = met.sub_b};
    return true;
}

/* ---- the priority queue: a binary heap with the earliest impact on top */

static bool is_earlier(const world_impact_event *a, const world_impact_event *b) {
    if (a->time != b->time) return a->time < b->time;
    return a->a != b->a ? a->a < b->a : a->b < b->b;
}

static carom_status push_event(carom_world *world, const world_impact_event *predicted) {
    carom_status status = carom_array_reserve(&world->heap, world->heap.count + 1,
                                              sizeof(world_impact_event), &world->allocator);
    if (status != CAROM_OK) return status;
    world_impact_event *heap = world->heap.data;
    size_t i = world->heap.count++;
    for (; i > 0 && is_earlier(predicted, &heap[(i - 1) / 2]); i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = *predicted;
    return CAROM_OK;
}

static world_impact_event pop_event(carom_world *world) {
    world_impact_event *heap = world->heap.data, first = heap[0];
    size_t n = --world->heap.count, i = 0;
    for (;;) {
        size_t child = 2 * i + 1;
        if (child >= n) break;
        if (child + 1 < n && is_earlier(&heap[child + 1], &heap[child])) child++;
        if (!is_earlier(&heap[child], &heap[n])) break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = heap[n];
    return first;
}

/* ---- resolution */

typedef struct partner_search {
    carom_world *world;
    uint32_t index, except;
    double dt;
    carom_status status;
} partner_search;

static bool predict_partner(uint32_t other, void *user) {
    partner_search *search = user;
    carom_world *world = search->world;
    if (other == search->except) return true;
    carom_id_pair pair = search->index < other ? (carom_id_pair){search->index, other}
                                               : (carom_id_pair){other, search->index};
    if (!carom_world_may_meet(world, pair, search->dt)) return true;
    search->status = carom_world_add_pair(world, pair);
    world_impact_event predicted;
    if (search->status == CAROM_OK && carom_world_predict(world, pair, search->dt, &predicted))
        search->status = push_event(world, &predicted);
    return search->status == CAROM_OK;
}

/* Predicts the contacts of a collider on its new course. Its box in the structure must also
 * contain its bounds at the start of the step, for the step may still fail; where it has been in
 * between no longer matters to the others. */
static carom_status predict_again(carom_world *world, uint32_t index, uint32_t except, double dt) {
    const world_collider *c = &world_slots(world)[index];
    world_motion *m = &world_motions(world)[index];
    if (!m->moves) return CAROM_OK;
    if (c->proxy != WORLD_NO_PROXY) {
        m->path = carom_world_path_box(c, m, dt);
        carom_aabb cover = box_union(&m->path, &c->bounds);
        if (!world_box_finite(&cover)) return CAROM_ERROR_NOT_FINITE;
        carom_status status = carom_space_move(world->movers.space, c->proxy, &cover);
        if (status != CAROM_OK) return status;
        m->cover = cover;
    }
    partner_search search = {world, index, except, dt, CAROM_OK};
    carom_world_visit_partners(world, index, dt, predict_partner, &search);
    return search.status;
}

static carom_status advance_to(carom_world *world, uint32_t index, double time) {
    carom_status status = carom_world_note_path(world, index, time);
    if (status == CAROM_OK) carom_world_advance(&world_motions(world)[index], time);
    return status;
}

static carom_status note_impact(carom_world *world, const world_impact_event *at) {
    grown_array *list = &world->next_impacts;
    carom_status status =
        carom_array_reserve(list, list->count + 1, sizeof(carom_world_impact), &world->allocator);
    if (status != CAROM_OK) return status;
    ((carom_world_impact *)list->data)[list->count++] =
        (carom_world_impact){.time = (carom_real)at->time,
                             .a = world_id_of(world, at->a),
                             .b = world_id_of(world, at->b),
                             .point = at->point,
                             .normal = at->normal,
                             .sub_a = at->sub_a,
                             .sub_b = at->sub_b};
    return CAROM_OK;
}

static carom_status resolve_impact(carom_world *world, const world_impact_event *at, double dt) {
    world_collider *a = &world_slots(world)[at->a], *b = &world_slots(world)[at->b];
    world_motion *ma = &world_motions(world)[at->a], *mb = &world_motions(world)[at->b];
    if (at->version_a != ma->version || at->version_b != mb->version) return CAROM_OK;
    carom_status status = note_impact(world, at);
    bool moved_a = carom_world_inverse_weight(a, ma) > 0.0,
         moved_b = carom_world_inverse_weight(b, mb) > 0.0;
    if (status != CAROM_OK || has_sensor(a, b) || (!moved_a && !moved_b)) return status;
    if (moved_a) status = advance_to(world, at->a, at->time);
    if (moved_b && status == CAROM_OK) status = advance_to(world, at->b, at->time);
    if (status != CAROM_OK) return status;
    carom_world_apply_impact(world, at);
    if (moved_a) status = predict_again(world, at->a, moved_b ? at->b : UINT32_MAX, dt);
    if (moved_b && status == CAROM_OK) status = predict_again(world, at->b, UINT32_MAX, dt);
    return status;
}

carom_status carom_world_respond(carom_world *world, double dt) {
    carom_status status = CAROM_OK;
    const carom_id_pair *pairs = world->pairs.data;
    const world_pair_result *results = world->results.data;
    const world_motion *motions = world_motions(world);
    world->heap.count = 0;
    for (size_t i = 0; i < world->pairs.count && status == CAROM_OK; i++) {
        const world_pair_result *f = &results[i];
        if (!f->found) continue;
        const world_impact_event predicted = {.time = f->time,
                                              .a = pairs[i].a,
                                              .b = pairs[i].b,
                                              .version_a = motions[pairs[i].a].version,
                                              .version_b = motions[pairs[i].b].version,
                                              .point = f->point,
                                              .normal = f->normal,
                                              .sub_a = f->sub_a,
                                              .sub_b = f->sub_b};
        status = push_event(world, &predicted);
    }
    while (status == CAROM_OK && world->heap.count > 0) {
        world_impact_event next = pop_event(world);
        status = resolve_impact(world, &next, dt);
    }
    return status;
}
