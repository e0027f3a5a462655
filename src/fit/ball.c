/* Smallest enclosing ball [Welzl91], with the pivot rule of [Gartner99]. At most four points, the
 * support set, determine it. Each step adds the point farthest from the current centre and finds
 * the new support set by trying all subsets of the five: the circumcentre whose farthest of the
 * five is nearest is the centre of their smallest ball, whatever rounding did to the other
 * candidates. The radius grows in each step, so no set comes twice and the loop ends; the result is
 * minimal to rounding. Fits of spheres and capsules use it.
 *
 * With an axis the points are projected along it, and the ball is the smallest enclosing circle. */
#include "fit/cloud.h"
#include "fit/ball.h"

/* Points of a support set. */
#define SUPPORT_MAX 4
#define STEP_LIMIT 1000

typedef struct projected_cloud {
    const cloud *points;
    vec3 axis;
} projected_cloud;

static vec3 projected_point(const projected_cloud *cloud_across, int32_t index) {
    vec3 p = cloud_local(cloud_across->points, index);
    return mad3(p, cloud_across->axis, -dot3(p, cloud_across->axis));
}

/* The circumcentre in the affine hull of one to four points; false when they are degenerate. */
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

/* Squared distance of the farthest point. */
static double farthest_of(const vec3 *p, int count, vec3 center) {
    double d2 = 0.0;
    for (int i = 0; i < count; i++)
        d2 = max2(d2, len2(sub3(p[i], center)));
    return d2;
}

/* The smallest ball of up to five points, which are reduced to its support set. Returns the squared
 * radius. */
static double support_ball(vec3 *p, int *count, vec3 *center) {
    double best = INFINITY;
    unsigned best_set = 1;
    for (unsigned set = 1; set < 1u << *count; set++) {
        vec3 chosen[SUPPORT_MAX + 1] = {p[0]}, middle;
        int n = 0;
        for (int i = 0; i < *count; i++)
            if (set >> i & 1) chosen[n++] = p[i];
        if (n > SUPPORT_MAX || !circumcenter(chosen, n, &middle)) continue;
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

static double farthest_projected(const projected_cloud *cloud_across, vec3 center, vec3 *point) {
    double farthest = -1.0;
    for (int32_t i = 0; i < cloud_across->points->count; i++) {
        vec3 p = projected_point(cloud_across, i);
        double d2 = len2(sub3(p, center));
        if (d2 > farthest) {
            farthest = d2;
            *point = p;
        }
    }
    return farthest;
}

least_ball carom_least_ball(const cloud *c, vec3 axis) {
    projected_cloud cloud_across = {c, axis};
    vec3 support[SUPPORT_MAX + 1], center = {0, 0, 0};
    farthest_projected(&cloud_across, center, &support[0]);
    center = support[0];
    int count = 1;
    double radius2 = 0.0, farthest2 = 0.0, best2 = INFINITY;
    vec3 best = center;
    for (int step = 0; step < STEP_LIMIT; step++) {
        farthest2 = farthest_projected(&cloud_across, center, &support[count]);
        if (farthest2 < best2) {
            best2 = farthest2;
            best = center;
        }
        if (farthest2 <= radius2) break;
        count++;
        double before = radius2;
        radius2 = support_ball(support, &count, &center);
        if (!(radius2 > before)) break;
    }
    return (least_ball){best, sqrt(best2)};
}
