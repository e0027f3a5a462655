/* Broyden's method [Broyden65] for the normal of least depth of smooth shapes. Near a minimum the
 * support value of A - B is a smooth function of the direction, and the support point is its
 * gradient. The method finds its zero with at most 11 support points, far fewer than EPA needs.
 * No step may increase the support value; at an edge or a vertex, where the gradient jumps, it
 * fails at once and the answer is unchanged. The depth is a support value, hence an upper bound. */
#include "convex/epa/normal_broyden.h"
#include "convex/epa/tolerances.h"
#include "convex/support/support.h"

/* Most steps. Empirical. */
#define BROYDEN_STEPS 8

typedef struct broyden_point {
    double x, y;   /* direction: normal + x u + y v, then to unit length */
    double dx, dy; /* gradient of the support value */
    double reach;  /* support value */
    vec3 n;
    epa_vertex at;
} broyden_point;

typedef struct broyden_work {
    const convex_shape *a, *b;
    vec3 shift, normal, u, v;
} broyden_work;

static broyden_point reach_at(const broyden_work *r, double x, double y) {
    broyden_point p = {.x = x, .y = y};
    vec3 m = mad3(mad3(r->normal, r->u, x), r->v, y);
    double length = sqrt(1.0 + x * x + y * y);
    p.n = scale3(m, 1.0 / length);
    p.at.a = convex_offset(r->a, p.n, &p.at.index_a);
    p.at.b = convex_offset(r->b, neg3(p.n), &p.at.index_b);
    p.at.w = add3(sub3(p.at.a, p.at.b), r->shift);
    p.reach = dot3(p.n, p.at.w);
    p.dx = (dot3(r->u, p.at.w) - p.reach * x / length) / length;
    p.dy = (dot3(r->v, p.at.w) - p.reach * y / length) / length;
    return p;
}

/* The quasi-Newton step with the approximate Hessian j. @return false where j is not positive
 * definite, or the step is long */
static bool step_of(const broyden_point *p, const double j[4], double step[2]) {
    double det = j[0] * j[3] - j[1] * j[2];
    if (!(det > 0.0 && j[0] + j[3] > 0.0)) return false;
    step[0] = -(j[3] * p->dx - j[1] * p->dy) / det;
    step[1] = -(j[0] * p->dy - j[2] * p->dx) / det;
    return fabs(step[0]) + fabs(step[1]) < BROYDEN_STEP_MAX * BROYDEN_START;
}

/* Broyden's rank-one update: the nearest matrix that satisfies the secant equation. */
static void update_jacobian(double j[4], const broyden_point *from, const broyden_point *to) {
    double x = to->x - from->x, y = to->y - from->y, square = x * x + y * y;
    if (!(square > 0.0)) return;
    double ex = (to->dx - from->dx - j[0] * x - j[1] * y) / square;
    double ey = (to->dy - from->dy - j[2] * x - j[3] * y) / square;
    j[0] += ex * x;
    j[1] += ex * y;
    j[2] += ey * x;
    j[3] += ey * y;
}

bool carom_normal_broyden(const convex_shape *a, const convex_shape *b, epa_answer *e) {
    broyden_work r = {.a = a, .b = b, .normal = e->normal, .u = carom_perpendicular(e->normal)};
    r.shift = sub3(convex_origin(a), convex_origin(b));
    r.v = cross3(r.normal, r.u);
    broyden_point p = reach_at(&r, 0.0, 0.0), q = reach_at(&r, BROYDEN_START, 0.0);
    broyden_point s = reach_at(&r, 0.0, BROYDEN_START);
    double j[4] = {(q.dx - p.dx) / BROYDEN_START, (s.dx - p.dx) / BROYDEN_START,
                   (q.dy - p.dy) / BROYDEN_START, (s.dy - p.dy) / BROYDEN_START};
    double rounding = REACH_ROUNDING * e->scale, step[2];
    for (int i = 0; i < BROYDEN_STEPS; i++) {
        if (!step_of(&p, j, step)) return false;
        if (fabs(step[0]) + fabs(step[1]) < BROYDEN_END) break;
        q = reach_at(&r, p.x + step[0], p.y + step[1]);
        if (!(q.reach <= p.reach + rounding)) return false;
        update_jacobian(j, &p, &q);
        p = q;
    }
    if (!(p.reach <= e->depth + rounding)) return false;
    e->normal = p.n;
    e->depth = p.reach;
    double aside = max_abs3(mad3(p.at.w, p.n, -p.reach));
    if (!(aside <= BROYDEN_ASIDE * max_abs3(p.at.w) + rounding)) return false;
    e->smooth = true;
    e->corner[0] = p.at;
    e->weight[0] = 1.0;
    e->weight[1] = e->weight[2] = 0.0;
    return true;
}

/* -- descent from a distant start ------------------------------------------------------------ */

/* Most steps: 12 halvings end it, and each may be preceded by several turns. Empirical. */
#define DESCENT_STEPS 120

static double reach_along(const convex_shape *a, const convex_shape *b, vec3 n) {
    int hint[2] = {0, 0};
    vec3 p = convex_offset(a, n, &hint[0]), q = convex_offset(b, neg3(n), &hint[1]);
    return dot3(n, add3(sub3(p, q), sub3(convex_origin(a), convex_origin(b))));
}

void carom_normal_broyden_descend(const convex_shape *a, const convex_shape *b, epa_answer *e) {
    double step = DESCENT_START;
    for (int i = 0; i < DESCENT_STEPS && step > BROYDEN_START; i++) {
        vec3 u = carom_perpendicular(e->normal), v = cross3(e->normal, u), before = e->normal;
        const vec3 sides[4] = {u, v, neg3(u), neg3(v)};
        for (int k = 0; k < 4; k++) {
            vec3 n = carom_normalize_or(mad3(before, sides[k], step), before);
            double reach = reach_along(a, b, n);
            if (!(reach < e->depth)) continue;
            e->depth = reach;
            e->normal = n;
        }
        if (max_abs3(sub3(before, e->normal)) == 0.0) step *= 0.5;
    }
}
