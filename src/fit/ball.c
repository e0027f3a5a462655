/* The least ball round points [Welzl91], [Gartner99]. It is decided by at most four of them. Those
 * held so far are joined by the point farthest from their ball; among the five, the new four are
 * found by trying all subsets: the circumcentre whose farthest of the five is nearest is the centre
 * of their least ball, whatever rounding did to the other candidates. The radius grows in each
 * step, so no set comes twice and the loop ends.
 *
 * With an axis, the points count as projected along it, and the ball is a circle. */
#include "fit/cloud.h"

#define SUPPORT 4
#define MOST_STEPS 1000

typedef struct ball_view {
    const cloud *points;
    vec3 axis;
} ball_view;

static vec3 view_point(const ball_view *view, int32_t index) {
    vec3 p = cloud_local(view->points, index);
    return mad3(p, view->axis, -dot3(p, view->axis));
}

/* The centre, in the points' own span, that is as far from each of them; false when they do not
 * decide it. */
static bool circumcenter(const vec3 *p, int count, vec3 *out) {
    *out = p[0];
    if (count == 1) return true;
    vec3 a = sub3(p[1], p[0]), b, c;
    if (count == 2) return *out = mad3(p[0], a, 0.5), true;
    b = sub3(p[2], p[0]);
    vec3 n = cross3(a, b);
    if (count == 3) {
        double n2 = len2(n);
        if (!(n2 > 0.0)) return false;
        vec3 q = sub3(scale3(b, len2(a)), scale3(a, len2(b)));
        *out = mad3(p[0], cross3(q, n), 0.5 / n2);
        return finite3(*out);
    }
    c = sub3(p[3], p[0]);
    double det = dot3(n, c);
    if (det == 0.0) return false;
    vec3 q = add3(add3(scale3(n, len2(c)), scale3(cross3(c, a), len2(b))),
                  scale3(cross3(b, c), len2(a)));
    *out = mad3(p[0], q, 0.5 / det);
    return finite3(*out);
}

static double farthest_of(const vec3 *p, int count, vec3 center) {
    double d2 = 0.0;
    for (int i = 0; i < count; i++)
        d2 = max2(d2, len2(sub3(p[i], center)));
    return d2;
}

/* The least ball of up to five points, which are thinned to those that decide it. */
static double solve_few(vec3 *p, int *count, vec3 *center) {
    double best = INFINITY;
    unsigned best_set = 1;
    for (unsigned set = 1; set < 1u << *count; set++) {
        vec3 chosen[SUPPORT + 1] = {p[0]}, middle;
        int n = 0;
        for (int i = 0; i < *count; i++)
            if (set >> i & 1) chosen[n++] = p[i];
        if (n > SUPPORT || !circumcenter(chosen, n, &middle)) continue;
        double d2 = farthest_of(p, *count, middle);
        if (d2 < best) {
            best = d2;
            best_set = set;
            *center = middle;
        }
    }
    int kept = 0;
    for (int i = 0; i < *count; i++)
        if (best_set >> i & 1) p[kept++] = p[i];
    *count = kept;
    return best;
}

static double farthest_in_view(const ball_view *view, vec3 center, vec3 *point) {
    double farthest = -1.0;
    for (int32_t i = 0; i < view->points->count; i++) {
        vec3 p = view_point(view, i);
        double d2 = len2(sub3(p, center));
        if (d2 > farthest) {
            farthest = d2;
            *point = p;
        }
    }
    return farthest;
}

least_ball carom_least_ball(const cloud *c, vec3 axis) {
    ball_view view = {c, axis};
    vec3 support[SUPPORT + 1], center = {0, 0, 0};
    farthest_in_view(&view, center, &support[0]);
    center = support[0];
    int count = 1;
    double radius2 = 0.0, reach2 = 0.0, best2 = INFINITY;
    vec3 best = center;
    for (int step = 0; step < MOST_STEPS; step++) {
        reach2 = farthest_in_view(&view, center, &support[count]);
        if (reach2 < best2) {
            best2 = reach2;
            best = center;
        }
        if (reach2 <= radius2) break;
        count++;
        double before = radius2;
        radius2 = solve_few(support, &count, &center);
        if (!(radius2 > before)) break;
    }
    return (least_ball){best, sqrt(best2)};
}
