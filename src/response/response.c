/* Impulses and reflections by Newton's law of restitution [Mirtich96], without friction or
 * rotation. All follow from the projection of a vector on the normal, which a bounce reverses and a
 * slide removes. Masses enter as inverses, so an infinite mass is 0 and never moves. Invalid
 * vectors count as zero vectors, and an invalid normal changes nothing: no result is NaN. */
#include "carom/response.h"

#include "math/vec.h"

static vec3 finite_or_zero(carom_vec3 v) {
    vec3 out = load3(v);
    return finite3(out) ? out : vec(0, 0, 0);
}

static double clamped_restitution(carom_real restitution) {
    return clamp01((double)restitution); /* NaN counts as 0 */
}

/* @return zero when the normal has no direction */
static vec3 unit_surface_normal(carom_vec3 normal) {
    return carom_normalize_or(load3(normal), vec(0, 0, 0));
}

static vec3 without_normal_part(vec3 v, vec3 unit, double times) {
    return mad3(v, unit, -times * dot3(v, unit));
}

carom_vec3 carom_response_reflect(carom_vec3 vector, carom_vec3 normal, carom_real restitution) {
    double times = 1.0 + clamped_restitution(restitution);
    return store3(without_normal_part(finite_or_zero(vector), unit_surface_normal(normal), times));
}

carom_vec3 carom_response_reflect_unit(carom_vec3 vector, carom_vec3 normal,
                                       carom_real restitution) {
    double times = 1.0 + clamped_restitution(restitution);
    return store3(without_normal_part(finite_or_zero(vector), finite_or_zero(normal), times));
}

carom_vec3 carom_response_wall(carom_vec3 velocity, carom_vec3 normal, carom_real restitution) {
    vec3 v = finite_or_zero(velocity), n = unit_surface_normal(normal);
    if (!(dot3(v, n) > 0.0)) return store3(v);
    return store3(without_normal_part(v, n, 1.0 + clamped_restitution(restitution)));
}

carom_vec3 carom_response_slide(carom_vec3 vector, carom_vec3 normal) {
    return store3(without_normal_part(finite_or_zero(vector), unit_surface_normal(normal), 1.0));
}

/* @return 0 for an infinite or invalid mass; at most DBL_MAX / 4, so that two can be added */
static double inverse_mass(carom_real mass) {
    double m = (double)mass;
    return m > 0.0 && finite1(m) ? min2(1.0 / m, DBL_MAX / 4.0) : 0.0;
}

carom_impact carom_response_impact(const carom_body *a, const carom_body *b, carom_vec3 normal,
                                   carom_real restitution) {
    vec3 va = finite_or_zero(a->velocity), vb = finite_or_zero(b->velocity),
         n = unit_surface_normal(normal);
    double wa = inverse_mass(a->mass), wb = inverse_mass(b->mass);
    double approach = dot3(sub3(va, vb), n), weight = wa + wb;
    carom_impact out = {store3(va), store3(vb), 0};
    if (!(approach > 0.0) || !(weight > 0.0)) return out;
    /* shares of the change of speed: the quotients are at most 1 whatever the masses */
    double change = (1.0 + clamped_restitution(restitution)) * approach;
    out.velocity_a = store3(mad3(va, n, -change * (wa / weight)));
    out.velocity_b = store3(mad3(vb, n, change * (wb / weight)));
    out.impulse = (carom_real)(change / weight);
    return out;
}

carom_bounce carom_response_remaining(carom_vec3 position, carom_vec3 motion, carom_real fraction,
                                      carom_vec3 normal, carom_real restitution) {
    double t = clamp01((double)fraction);
    vec3 p = finite_or_zero(position), m = finite_or_zero(motion), n = unit_surface_normal(normal);
    vec3 after = without_normal_part(m, n, 1.0 + clamped_restitution(restitution));
    return (carom_bounce){store3(mad3(mad3(p, m, t), after, 1.0 - t)), store3(after)};
}
