/* Interval halving [Ericson05] 5.5.1 for a sphere against any distance function: during an
 * interval the sphere's centre is at most half the path from its midpoint, so a midpoint whose
 * distance exceeds that and the radius clears the whole interval. An interval that is not cleared
 * is halved, the earlier half first. One shorter than the tolerance counts as contact at its
 * start: never late, early by at most the tolerance. */
#include "query/sweep/sweep_core.h"
#include "query/sweep/tolerances.h"

#define HALVING_STEPS 1000000
#define HALVING_DEPTH 64

typedef struct halving {
    moving_ball ball;
    carom_distance_function *distance;
    void *user;
    double length, tolerance;
} halving;

static double gap_at(const halving *h, double t, vec3 *nearest) {
    carom_vec3 on = {0, 0, 0};
    vec3 c = mad3(h->ball.center, h->ball.motion, t);
    double gap = (double)h->distance(store3(c), &on, h->user) - h->ball.radius;
    *nearest = load3(on);
    return gap == gap ? gap : 0.0; /* a distance of NaN counts as contact */
}

/* The start of the first interval that cannot be cleared; above 1 when all can. When the steps run
 * out, an interval that is not cleared counts as contact: early, but not late. */
static double halved_contact(const halving *h) {
    double stack[HALVING_DEPTH + 1][2] = {{0.0, 1.0}};
    int top = 1;
    for (int step = 0; top > 0; step++) {
        double from = stack[top - 1][0], to = stack[top - 1][1], middle = from + 0.5 * (to - from);
        double stray = 0.5 * (to - from) * h->length;
        vec3 ignored;
        top--;
        if (gap_at(h, middle, &ignored) > stray) continue;
        if (2.0 * stray <= h->tolerance || step >= HALVING_STEPS || top + 2 > HALVING_DEPTH)
            return from;
        stack[top][0] = middle;
        stack[top++][1] = to;
        stack[top][0] = from;
        stack[top++][1] = middle;
    }
    return 2.0;
}

carom_sweep_hit carom_sweep_sphere_function(const carom_sphere *sphere, carom_vec3 motion,
                                            carom_distance_function *distance, void *user,
                                            carom_real tolerance) {
    static const carom_sweep_hit miss;
    halving h = {.distance = distance, .user = user};
    vec3 nearest;
    if (!distance || !carom_moving_ball(&h.ball, sphere, motion)) return miss;
    h.length = carom_length(h.ball.motion);
    h.tolerance = (double)tolerance;
    if (!(h.tolerance > 0.0) || !finite1(h.tolerance))
        h.tolerance = HALVING_TOLERANCE * (h.ball.radius > 0.0 ? h.ball.radius : h.length);
    bool start = gap_at(&h, 0.0, &nearest) <= 0.0;
    double t = start ? 0.0 : halved_contact(&h);
    if (t > 1.0) return miss;
    gap_at(&h, t, &nearest);
    vec3 centre = mad3(h.ball.center, h.ball.motion, t);
    vec3 forward = carom_normalize_or(h.ball.motion, vec(1, 0, 0));
    vec3 normal = carom_normalize_or(sub3(nearest, centre), forward);
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = start,
                             .fraction = store1(t),
                             .fraction_exit = 1,
                             .point = store3(nearest),
                             .normal = store3(normal),
                             .certainty = CAROM_CONVERGED};
}
