/* Own method: proof in double of a hull cast that was made in float (cast_float.c), derived from
 * the last step of portal refinement [Snethen08] along a path.
 *
 * The float search proves that no vertices of A - B but the portal's are near the portal's plane,
 * nor near any plane that differs from it by a sine below CAST_FACET_SINE. So the plane through the
 * portal in double has all of A - B behind it, and only whether the path passes between the
 * portal's vertices is left to decide. The result is as certain as that of the search in double:
 * its time is that of the plane less a margin above rounding, and the point of the portal is within
 * the tolerance of the path. It saves the whole search in double. */
#include "convex/cast/cast.h"
#include "convex/cast/cast_lanes.h"
#include "convex/cast/cast_confirm.h"
#include "convex/cast/cast_portal.h"

typedef struct portal_corners {
    vec3 a[3], b[3], w[3]; /* relative to A's start; w = a - b */
    double size;
} portal_corners;

static void place_corners(portal_corners *p, const cast *c, const convex_shape *a,
                          const convex_shape *b) {
    vec3 shift = sub3(b->center, add3(a->center, c->from));
    p->size = max_abs3(c->motion);
    for (int i = 0; i < 3; i++) {
        p->a[i] = convex_vertex(a, c->float_cast->ia[i]);
        p->b[i] = add3(convex_vertex(b, c->float_cast->ib[i]), shift);
        p->w[i] = sub3(p->a[i], p->b[i]);
        p->size = max2(p->size, max2(max_abs3(p->a[i]), max_abs3(p->b[i])));
    }
}

/* The support value along n of the portal's vertices. */
static double corners_reach(const portal_corners *p, vec3 n) {
    double a = dot3(n, p->a[0]), b = dot3(n, p->b[0]);
    for (int i = 1; i < 3; i++) {
        a = max2(a, dot3(n, p->a[i]));
        b = min2(b, dot3(n, p->b[i]));
    }
    return a - b;
}

static bool is_near_direction(vec3 n, vec3 found) {
    double along = dot3(n, found);
    vec3 off = mad3(n, found, -along / len2(found));
    return along > 0.0 && len2(off) <= CAST_FACET_SINE * CAST_FACET_SINE * len2(n);
}

void carom_cast_hulls_in_float(cast *c, const convex_shape *a, const convex_shape *b,
                               cast_float *scratch) {
    bool both = a->kind == CONVEX_HULL && b->kind == CONVEX_HULL && a->rigid && b->rigid &&
                a->radius + b->radius == 0.0;
    if (c->float_cast || !both || !cast_floats(a->hull) || !cast_floats(b->hull)) return;
    scratch->a = hull_float_body_of(a);
    scratch->b = hull_float_body_of(b);
    carom_cast_float(scratch, add3(hull_float_apart(a, b), c->from), c->motion);
    c->float_cast = scratch;
}

bool carom_cast_confirm(cast *c, const convex_shape *a, const convex_shape *b, convex_hit *hit) {
    portal_corners p;
    double weight[3];
    if (!c->float_cast || c->float_cast->end != CAST_FLOAT_PORTAL || !c->float_cast->is_facet)
        return false;
    if (c->target > 0.0) return false;
    place_corners(&p, c, a, b);
    vec3 n = cross3(sub3(p.w[1], p.w[0]), sub3(p.w[2], p.w[0])), d = neg3(c->motion);
    double length = sqrt(len2(n)), closing = dot3(n, c->motion), margin = CAST_MARGIN * p.size;
    if (!(length > PORTAL_NORMAL_MIN && closing > 0.0 &&
          is_near_direction(n, c->float_cast->normal)))
        return false;
    double along = corners_reach(&p, n), gap = along - dot3(n, p.w[0]);
    double near = max2(CAST_MET_PART * c->tolerance * p.size, CAST_MET_MARGINS * margin);
    double t = (-along - margin * length) / closing;
    if (!(t > 0.0 && t <= 1.0 && gap * sqrt(len2(d)) <= near * closing)) return false;
    if (!(len2(carom_cast_weigh(p.w, d, t, weight)) <= near * near)) return false;
    if (!(min2(weight[0], min2(weight[1], weight[2])) > PORTAL_RIM_WEIGHT))
        return false; /* it may graze */
    c->t = hit->fraction = t;
    hit->normal = scale3(n, 1.0 / length);
    hit->point = add3(a->center, c->from);
    for (int i = 0; i < 3; i++)
        hit->point = mad3(hit->point, p.b[i], weight[i]);
    hit->status = CONVEX_CONVERGED;
    return true;
}
