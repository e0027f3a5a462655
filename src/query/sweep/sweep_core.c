/* The distance from a point that moves straight to a convex shape is a convex function of time.
 * That is all the cold paths use: ternary search finds the closest approach, bisection where the
 * distance passes the radius. 60 halvings exhaust a double's digits. */
#include "query/sweep/sweep_core.h"

#define HALVINGS 60
#define THIRDINGS 100

static const carom_sweep_hit no_hit;

bool carom_moving_ball(moving_ball *out, const carom_sphere *sphere, carom_vec3 motion) {
    *out = (moving_ball){load3(sphere->center), load3(motion), (double)sphere->radius};
    return finite3(out->center) && finite3(out->motion) && out->radius >= 0.0 &&
           finite1(out->radius);
}

static double distance_at(const moving_ball *ball, double t, nearest_function *nearest,
                          const void *shape) {
    return nearest(mad3(ball->center, ball->motion, t), shape).distance;
}

static double closest_approach(const moving_ball *ball, nearest_function *nearest,
                               const void *shape) {
    double low = 0.0, high = 1.0;
    for (int i = 0; i < THIRDINGS; i++) {
        double third = (high - low) / 3.0, t0 = low + third, t1 = high - third;
        if (distance_at(ball, t0, nearest, shape) <= distance_at(ball, t1, nearest, shape))
            high = t1;
        else
            low = t0;
    }
    double middle = 0.5 * (low + high);
    if (distance_at(ball, 1.0, nearest, shape) <= distance_at(ball, middle, nearest, shape))
        return 1.0;
    return middle;
}

/* A time in contact, and one without, on either side of it. */
typedef struct contact_span {
    double inside, outside;
} contact_span;

/* The end of contact between the two, on the side that is in contact. */
static double contact_end(const contact_span *span, const moving_ball *ball,
                          nearest_function *nearest, const void *shape) {
    double inside = span->inside, outside = span->outside;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = 0.5 * (inside + outside);
        if (distance_at(ball, middle, nearest, shape) <= ball->radius)
            inside = middle;
        else
            outside = middle;
    }
    return inside;
}

double carom_sweep_graze(const moving_ball *ball, nearest_function *nearest, const void *shape) {
    double high = closest_approach(ball, nearest, shape);
    double least = distance_at(ball, high, nearest, shape);
    if (!(least <= ball->radius)) {
        /* what rounding may have added to the distance must not lose a touch */
        double wide = 4.0 * DBL_EPSILON * (max_abs3(ball->center) + max_abs3(ball->motion));
        return least <= ball->radius + wide ? high : DBL_MAX;
    }
    return contact_end(&(contact_span){high, 0.0}, ball, nearest, shape);
}

double carom_sweep_exit(const moving_ball *ball, double from, nearest_function *nearest,
                        const void *shape) {
    if (distance_at(ball, 1.0, nearest, shape) <= ball->radius) return 1.0;
    return contact_end(&(contact_span){from, 1.0}, ball, nearest, shape);
}

carom_sweep_hit carom_sweep_answer(const moving_ball *ball, double t, nearest_function *nearest,
                                   const void *shape) {
    if (!(t <= 1.0)) return no_hit;
    nearest_point on = nearest(mad3(ball->center, ball->motion, t), shape);
    /* A ball without radius ends up on the surface, which does not tell its side: it came against
     * the normal. Grazes are along the surface within rounding and stay as they are. */
    double along = dot3(on.normal, ball->motion);
    if (along < 0.0 && along * along > 1e-8 * len2(ball->motion)) on.normal = neg3(on.normal);
    /* A graze touches for an instant; its far side is not worth a search. */
    double leave = carom_sweep_exit(ball, t, nearest, shape);
    return (carom_sweep_hit){true,
                             false,
                             time_below(t),
                             (carom_real)max2(leave, t),
                             store3(on.point),
                             store3(on.normal),
                             CAROM_EXACT};
}
