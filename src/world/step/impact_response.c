/* The response to an impact: carom_response_impact applied to the velocities of the contact
 * points. Own simplification of [Mirtich96]: rotation counts as the velocity that it gives the
 * contact points, and is itself only slowed, by the restitution, before the impact is resolved. So
 * a pair that separates afterwards does so at its contact points, and no collider gains speed by
 * having turned. */
#include "world/world_data.h"
#include "world/step/impact_response.h"
#include "world/step/motion.h"
#include "world/step/tolerances.h"

static vec3 velocity_at(const world_motion *m, vec3 point) {
    vec3 v = load3(m->velocity), w = load3(m->spin);
    if (!m->watched) return v;
    return add3(v, cross3(w, sub3(point, load3(m->position))));
}

vec3 carom_world_relative_velocity(const carom_world *world, carom_id_pair pair, vec3 point,
                                   double time) {
    world_motion a = world_motions(world)[pair.a], b = world_motions(world)[pair.b];
    a.position = carom_world_position_at(&a, time);
    b.position = carom_world_position_at(&b, time);
    return sub3(velocity_at(&a, point), velocity_at(&b, point));
}

double carom_world_inverse_weight(const world_collider *c, const world_motion *motion) {
    double mass = (double)c->def.mass;
    bool body = c->def.kind == CAROM_COLLIDER_MOVING && !motion->waits;
    return body && mass > 0.0 && finite1(mass) ? 1.0 / mass : 0.0;
}

/* One of the two colliders of an impact. */
typedef struct impact_body {
    const world_collider *collider;
    world_motion *motion;
    double weight; /* inverse mass */
    vec3 velocity; /* of the contact point */
} impact_body;

static impact_body impact_body_at(const carom_world *world, uint32_t index) {
    impact_body out = {&world_slots(world)[index], &world_motions(world)[index], 0.0, {0, 0, 0}};
    out.weight = carom_world_inverse_weight(out.collider, out.motion);
    return out;
}

static void scale_spin(impact_body *b, double restitution) {
    if (b->weight > 0.0) b->motion->spin = store3(scale3(load3(b->motion->spin), restitution));
}

static void change_velocity(impact_body *b, vec3 by) {
    b->motion->velocity = store3(add3(load3(b->motion->velocity), by));
    b->velocity = add3(b->velocity, by);
}

/* Ensures that the pair separates along the normal at a speed above rounding. */
static void ensure_separation(impact_body *a, impact_body *b, vec3 n) {
    double sum = a->weight + b->weight, away = dot3(sub3(b->velocity, a->velocity), n);
    double least = SEPARATING_SPEED * (max_abs3(a->velocity) + max_abs3(b->velocity));
    if (!(away < least) || !(sum > 0.0)) return;
    change_velocity(a, scale3(n, -(least - away) * (a->weight / sum)));
    change_velocity(b, scale3(n, (least - away) * (b->weight / sum)));
}

static void count_impact(carom_world *world, impact_body *b) {
    world_motion *m = b->motion;
    if (!(b->weight > 0.0)) return;
    m->moves = true;
    m->version++;
    m->velocity_end = m->velocity;
    m->spin_end = m->spin;
    if (++m->impacts < world->impact_limit) return;
    m->waits = true;
    m->velocity = m->spin = (carom_vec3){0, 0, 0};
    world->next_counts.waiting++;
}

void carom_world_apply_impact(carom_world *world, const world_impact_event *at) {
    impact_body a = impact_body_at(world, at->a), b = impact_body_at(world, at->b);
    vec3 point = load3(at->point), n = load3(at->normal);
    double approach = dot3(sub3(velocity_at(a.motion, point), velocity_at(b.motion, point)), n);
    double restitution = (double)(a.collider->def.restitution * b.collider->def.restitution);
    if (approach < world->soft_speed) restitution = 0.0;
    scale_spin(&a, restitution);
    scale_spin(&b, restitution);
    vec3 before_a = velocity_at(a.motion, point), before_b = velocity_at(b.motion, point);
    carom_body body_a = {store3(before_a), a.weight > 0.0 ? a.collider->def.mass : 0};
    carom_body body_b = {store3(before_b), b.weight > 0.0 ? b.collider->def.mass : 0};
    carom_impact impact =
        carom_response_impact(&body_a, &body_b, at->normal, (carom_real)restitution);
    a.velocity = before_a;
    b.velocity = before_b;
    change_velocity(&a, sub3(load3(impact.velocity_a), load3(body_a.velocity)));
    change_velocity(&b, sub3(load3(impact.velocity_b), load3(body_b.velocity)));
    ensure_separation(&a, &b, n);
    count_impact(world, &a);
    count_impact(world, &b);
}
