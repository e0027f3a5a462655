/* Impacts with response, as they come. Every collider has its own clock; the first contact of all
 * pairs is foreseen, the earliest happens, both go to where they met, bounce, and their futures are
 * foreseen anew. What was foreseen carries the versions of both and is dropped when either has
 * changed course since.
 *
 * Colliders stop a hair before they touch, so that every sweep starts free and its first contact is
 * the true next one; and after an impact a pair always parts, if ever so slowly, or it would be
 * found again at once. Who has had too many impacts waits for the next step: so a step ends. */
#include "world/pair.h"
#include "world/world_data.h"

carom_vec3 carom_world_position_at(const world_motion *motion, double time) {
    if (!motion->moves || time == motion->time) return motion->position;
    return store3(mad3(load3(motion->position), load3(motion->velocity), time - motion->time));
}

carom_aabb carom_world_path_box(const world_collider *c, const world_motion *motion, double dt) {
    vec3 start = load3(c->def.pose.position), low = load3(motion->reach.min),
         high = load3(motion->reach.max);
    vec3 from = sub3(load3(motion->position), start);
    vec3 to = sub3(load3(carom_world_position_at(motion, dt)), start);
    double size =
        max2(max_abs3(low), max_abs3(high)) + max_abs3(start) + max_abs3(from) + max_abs3(to);
    double wide = motion->moves ? 8.0 * (double)CAROM_REAL_EPSILON * size : 0.0;
    vec3 a = vec(min2(from.x, to.x) - wide, min2(from.y, to.y) - wide, min2(from.z, to.z) - wide);
    vec3 b = vec(max2(from.x, to.x) + wide, max2(from.y, to.y) + wide, max2(from.z, to.z) + wide);
    return (carom_aabb){store3(add3(low, a)), store3(add3(high, b))};
}

/* ---- foreseeing */

static bool is_body(const world_collider *c) {
    return c->def.kind == CAROM_COLLIDER_MOVING;
}

static bool has_sensor(const world_collider *a, const world_collider *b) {
    return a->def.kind == CAROM_COLLIDER_SENSOR || b->def.kind == CAROM_COLLIDER_SENSOR;
}

static double inverse_weight(const world_collider *c, const world_motion *motion) {
    double mass = (double)c->def.mass;
    return is_body(c) && !motion->waits && mass > 0.0 && finite1(mass) ? 1.0 / mass : 0.0;
}

/* How near to each other two may come: above what rounding does to a position, and far below what
 * can be seen of their size. */
static double room_between(const carom_world *world, carom_id_pair pair) {
    double gap = 0.0, size = DBL_MAX;
    const uint32_t ids[2] = {pair.a, pair.b};
    for (int i = 0; i < 2; i++) {
        const world_motion *m = &world_motions(world)[ids[i]];
        vec3 low = load3(m->reach.min), high = load3(m->reach.max);
        vec3 p = load3(m->position);
        if (!finite3(low) || !finite3(high)) continue;
        gap = max2(gap, 32.0 * (double)CAROM_REAL_EPSILON *
                            (max2(max_abs3(low), max_abs3(high)) + max_abs3(p)));
        size = min2(size, max_abs3(sub3(high, low)));
    }
    return size < DBL_MAX ? max2(gap, 1e-7 * size) : gap;
}

static world_placed placed_at(const carom_world *world, uint32_t id, double now, double dt) {
    const world_collider *c = &world_slots(world)[id];
    const world_motion *m = &world_motions(world)[id];
    world_placed out = {&c->def.shape, c->def.pose, {0, 0, 0}};
    if (!m->moves) return out;
    out.pose.position = carom_world_position_at(m, now);
    out.motion = store3(scale3(load3(m->velocity), dt - now));
    return out;
}

bool carom_world_predict(const carom_world *world, carom_id_pair pair, double dt,
                         world_meeting *out) {
    const world_collider *a = &world_slots(world)[pair.a], *b = &world_slots(world)[pair.b];
    const world_motion *ma = &world_motions(world)[pair.a], *mb = &world_motions(world)[pair.b];
    if (!ma->moves && !mb->moves) return false;
    double now = max2(ma->time, mb->time);
    if (now >= dt) return false;
    world_placed pa = placed_at(world, pair.a, now, dt), pb = placed_at(world, pair.b, now, dt);
    carom_sweep_hit hit = carom_world_pair_sweep(&pa, &pb);
    if (!hit.hit) return false;
    double approach = dot3(sub3(load3(ma->velocity), load3(mb->velocity)), load3(hit.normal));
    double time = now + (double)hit.fraction * (dt - now);
    bool responds =
        world->response && !has_sensor(a, b) && inverse_weight(a, ma) + inverse_weight(b, mb) > 0.0;
    if (hit.initial_overlap && (!responds || !(approach > 0.0))) return false;
    if (responds) {
        double stop = approach > 0.0 ? time - room_between(world, pair) / approach : now;
        time = stop > now ? stop : now;
    }
    *out = (world_meeting){time, pair.a, pair.b, ma->version, mb->version, hit.point, hit.normal};
    return true;
}

/* ---- the meetings to come: a heap with the earliest on top */

static bool is_earlier(const world_meeting *a, const world_meeting *b) {
    if (a->time != b->time) return a->time < b->time;
    return a->a != b->a ? a->a < b->a : a->b < b->b;
}

static carom_status push_meeting(carom_world *world, const world_meeting *meeting) {
    carom_status status =
        carom_world_reserve(world, &world->heap, world->heap.count + 1, sizeof(world_meeting));
    if (status != CAROM_OK) return status;
    world_meeting *heap = world->heap.data;
    size_t i = world->heap.count++;
    for (; i > 0 && is_earlier(meeting, &heap[(i - 1) / 2]); i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = *meeting;
    return CAROM_OK;
}

static world_meeting pop_meeting(carom_world *world) {
    world_meeting *heap = world->heap.data, first = heap[0];
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

/* ---- a new course */

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
    search->status =
        carom_world_reserve(world, &world->pairs, world->pairs.count + 1, sizeof(carom_id_pair));
    if (search->status == CAROM_OK)
        ((carom_id_pair *)world->pairs.data)[world->pairs.count++] = pair;
    world_meeting meeting;
    if (search->status == CAROM_OK && carom_world_predict(world, pair, search->dt, &meeting))
        search->status = push_meeting(world, &meeting);
    return search->status == CAROM_OK;
}

/* The box in the structure grows only, for it must hold where the collider began as well. */
static carom_status foresee(carom_world *world, uint32_t index, uint32_t except, double dt) {
    const world_collider *c = &world_slots(world)[index];
    world_motion *m = &world_motions(world)[index];
    if (!m->moves) return CAROM_OK;
    if (c->proxy != WORLD_NO_PROXY) {
        carom_aabb path = carom_world_path_box(c, m, dt);
        carom_aabb cover = box_union(&path, &m->cover);
        if (!world_box_finite(&cover)) return CAROM_ERROR_NOT_FINITE;
        carom_status status = carom_space_move(world->movers.space, c->proxy, &cover);
        if (status != CAROM_OK) return status;
        m->cover = cover;
    }
    partner_search search = {world, index, except, dt, CAROM_OK};
    carom_world_visit_partners(world, index, predict_partner, &search);
    return search.status;
}

static void go_to(world_motion *m, double time) {
    m->position = carom_world_position_at(m, time);
    m->time = time;
}

/* ---- what an impact does */

/* Speeds along the normal that are lost in rounding count as none. */
static void part_slowly(const carom_world *world, const world_meeting *at) {
    world_motion *a = &world_motions(world)[at->a], *b = &world_motions(world)[at->b];
    vec3 n = load3(at->normal), va = load3(a->velocity), vb = load3(b->velocity);
    double wa = inverse_weight(&world_slots(world)[at->a], a),
           wb = inverse_weight(&world_slots(world)[at->b], b);
    double away = dot3(sub3(vb, va), n);
    double least = 16.0 * (double)CAROM_REAL_EPSILON * (max_abs3(va) + max_abs3(vb));
    if (!(away < least) || !(wa + wb > 0.0)) return;
    a->velocity = store3(mad3(va, n, -(least - away) * (wa / (wa + wb))));
    b->velocity = store3(mad3(vb, n, (least - away) * (wb / (wa + wb))));
}

static void wait_or_go_on(const carom_world *world, world_motion *m) {
    m->version++;
    m->after = m->velocity;
    if (++m->impacts < world->impact_limit) return;
    m->waits = true;
    m->velocity = (carom_vec3){0, 0, 0};
}

static void bounce_pair(const carom_world *world, const world_meeting *at) {
    const world_collider *a = &world_slots(world)[at->a], *b = &world_slots(world)[at->b];
    world_motion *ma = &world_motions(world)[at->a], *mb = &world_motions(world)[at->b];
    bool free_a = inverse_weight(a, ma) > 0.0, free_b = inverse_weight(b, mb) > 0.0;
    carom_body body_a = {ma->velocity, free_a ? a->def.mass : 0};
    carom_body body_b = {mb->velocity, free_b ? b->def.mass : 0};
    carom_impact impact = carom_response_impact(&body_a, &body_b, at->normal,
                                                a->def.restitution * b->def.restitution);
    ma->velocity = impact.velocity_a;
    mb->velocity = impact.velocity_b;
    part_slowly(world, at);
    if (free_a) wait_or_go_on(world, ma);
    if (free_b) wait_or_go_on(world, mb);
}

static carom_status note_impact(carom_world *world, const world_meeting *at) {
    world_array *list = &world->next_impacts;
    carom_status status =
        carom_world_reserve(world, list, list->count + 1, sizeof(carom_world_impact));
    if (status != CAROM_OK) return status;
    ((carom_world_impact *)list->data)[list->count++] =
        (carom_world_impact){(carom_real)at->time, world_id_of(world, at->a),
                             world_id_of(world, at->b), at->point, at->normal};
    return CAROM_OK;
}

static carom_status happen(carom_world *world, const world_meeting *at, double dt) {
    world_collider *a = &world_slots(world)[at->a], *b = &world_slots(world)[at->b];
    world_motion *ma = &world_motions(world)[at->a], *mb = &world_motions(world)[at->b];
    if (at->version_a != ma->version || at->version_b != mb->version) return CAROM_OK;
    carom_status status = note_impact(world, at);
    bool moved_a = inverse_weight(a, ma) > 0.0, moved_b = inverse_weight(b, mb) > 0.0;
    if (status != CAROM_OK || has_sensor(a, b) || (!moved_a && !moved_b)) return status;
    if (moved_a) go_to(ma, at->time);
    if (moved_b) go_to(mb, at->time);
    bounce_pair(world, at);
    if (moved_a) ma->moves = true;
    if (moved_b) mb->moves = true;
    if (moved_a) status = foresee(world, at->a, moved_b ? at->b : UINT32_MAX, dt);
    if (moved_b && status == CAROM_OK) status = foresee(world, at->b, UINT32_MAX, dt);
    return status;
}

carom_status carom_world_respond(carom_world *world, double dt) {
    carom_status status = CAROM_OK;
    const carom_id_pair *pairs = world->pairs.data;
    const world_finding *findings = world->findings.data;
    const world_motion *motions = world_motions(world);
    world->heap.count = 0;
    for (size_t i = 0; i < world->pairs.count && status == CAROM_OK; i++) {
        const world_finding *f = &findings[i];
        if (!f->found) continue;
        world_meeting meeting = {f->time,
                                 pairs[i].a,
                                 pairs[i].b,
                                 motions[pairs[i].a].version,
                                 motions[pairs[i].b].version,
                                 f->point,
                                 f->normal};
        status = push_meeting(world, &meeting);
    }
    while (status == CAROM_OK && world->heap.count > 0) {
        world_meeting next = pop_meeting(world);
        status = happen(world, &next, dt);
    }
    return status;
}
