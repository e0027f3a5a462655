/* GJK [Gilbert88] in double-double arithmetic, for cores that are apart by more than rounding.
 *
 * Each step takes the nearest of all sub-simplices that contain the newest vertex and whose nearest
 * point has positive weights only: no choice depends on the sign of a volume. The distance is an
 * upper bound, and the last support plane proves a lower one. When they differ by e, the nearest
 * point is right to the root of e on curved surfaces, and to e on edges and faces. It exists beside
 * gjk/gjk.c for grazing sweeps, whose roots a distance in double knows to half of its digits. */
#include "convex/graze/graze.h"
#include "convex/graze/graze_gjk.h"
#include "convex/graze/graze_support.h"

#define GRAZE_STEPS 160 /* empirical */
#define VAIN_STEPS 12   /* steps along the foot that do not halve the gap: then rounding ends it */

void carom_graze_vertex(const graze *g, const graze_place *place, const double_double3 *n,
                        graze_vertex *out) {
    const double_double3 back = dd3_negate(n);
    double_double3 a = carom_graze_support(&g->a, &back);
    out->b = carom_graze_support(&g->b, n);
    out->t = 0.0;
    a = dd3_add(&a, &place->shift);
    if (place->swept && dd_dot(n, &g->motion).hi < 0.0) {
        a = dd3_add(&a, &g->motion);
        out->t = 1.0;
    }
    out->w = dd3_subtract(&a, &out->b);
}

/* Takes the simplex if its point is nearer to the origin than the best one's. */
static void keep_nearest_simplex(const graze_vertex *const v[], const double_double weight[],
                                 int count, graze_simplex *best) {
    double_double3 foot = dd3_scale(&v[0]->w, weight[0]);
    for (int i = 1; i < count; i++)
        foot = dd3_add_scaled(&foot, &v[i]->w, weight[i]);
    const double_double foot2 = dd_length2(&foot);
    if (best->count > 0 && !dd_less(foot2, best->foot2)) return;
    for (int i = 0; i < count; i++) {
        best->vertex[i] = *v[i];
        best->weight[i] = weight[i];
    }
    best->count = count;
    best->foot = foot;
    best->foot2 = foot2;
}

static void try_nearest_segment(const graze_vertex *p, const graze_vertex *q, graze_simplex *best) {
    const double_double3 e = dd3_subtract(&q->w, &p->w);
    const double_double along = dd_negate(dd_dot(&p->w, &e)), whole = dd_length2(&e);
    if (!(along.hi > 0.0) || !dd_less(along, whole)) return;
    const double_double s = dd_quotient(along, whole);
    const graze_vertex *const v[2] = {p, q};
    const double_double weight[2] = {dd_subtract(dd_exact(1.0), s), s};
    keep_nearest_simplex(v, weight, 2, best);
}

/* Uses the part of one edge that is perpendicular to the other: in thin triangles it has more
 * digits than the determinant. */
static void try_nearest_triangle(const graze_vertex *p, const graze_vertex *q,
                                 const graze_vertex *r, graze_simplex *best) {
    double_double3 e = dd3_subtract(&q->w, &p->w), f = dd3_subtract(&r->w, &p->w);
    double_double ee = dd_length2(&e);
    const double_double ff = dd_length2(&f);
    if (dd_less(ee, ff)) {
        const graze_vertex *const other = q;
        const double_double3 edge = e;
        q = r, e = f, ee = ff;
        r = other, f = edge;
    }
    if (!(ee.hi > 0.0)) return;
    const double_double part = dd_quotient(dd_dot(&e, &f), ee);
    f = dd3_add_scaled(&f, &e, dd_negate(part));
    const double_double across = dd_length2(&f);
    if (!(across.hi > GRAZE_THIN_SINE2 * ee.hi)) return;
    const double_double t = dd_negate(dd_quotient(dd_dot(&p->w, &f), across));
    const double_double along = dd_quotient(dd_dot(&p->w, &e), ee);
    const double_double s = dd_negate(dd_add(along, dd_multiply(t, part)));
    const double_double rest = dd_subtract(dd_subtract(dd_exact(1.0), s), t);
    if (!(s.hi > 0.0) || !(t.hi > 0.0) || !(rest.hi > 0.0)) return;
    const graze_vertex *const v[3] = {p, q, r};
    const double_double weight[3] = {rest, s, t};
    keep_nearest_simplex(v, weight, 3, best);
}

/* Does the tetrahedron of the newest vertex and the three before contain the origin? */
static bool contains_origin(const graze_vertex *p, const graze_vertex old[3]) {
    const double_double3 e[3] = {dd3_subtract(&old[0].w, &p->w), dd3_subtract(&old[1].w, &p->w),
                                 dd3_subtract(&old[2].w, &p->w)};
    const double_double3 cross = dd_cross(&e[0], &e[1]);
    const double volume = dd_dot(&cross, &e[2]).hi;
    double rest = fabs(volume);
    for (int i = 0; i < 3; i++) {
        const double_double3 side = dd_cross(&e[(i + 1) % 3], &e[(i + 2) % 3]);
        const double part = -dd_dot(&side, &p->w).hi * (volume < 0.0 ? -1.0 : 1.0);
        if (!(part > 0.0)) return false;
        rest -= part;
    }
    return rest > 0.0;
}

static bool reduce_simplex(const graze_simplex *s, const graze_vertex *newest,
                           graze_simplex *next) {
    const double_double one = dd_exact(1.0);
    const graze_vertex *old = s->vertex;
    next->count = 0;
    if (s->count == 3 && contains_origin(newest, old)) return false;
    keep_nearest_simplex(&newest, &one, 1, next);
    for (int i = 0; i < s->count; i++)
        try_nearest_segment(newest, &old[i], next);
    for (int i = 0; i < s->count; i++)
        for (int j = 0; j < i; j++)
            try_nearest_triangle(newest, &old[j], &old[i], next);
    return next->foot2.hi > 0.0;
}

/* Guesses the normal on a smooth surface: the normals at the vertices, with the weights of the
 * foot. As the normal changes linearly to first order, the error is of second order. */
static bool blend_vertex_normals(const graze_simplex *s, double_double3 *n) {
    if (s->count < 2) return false;
    *n = dd3_scale(&s->vertex[0].n, s->weight[0]);
    for (int i = 1; i < s->count; i++)
        *n = dd3_add_scaled(n, &s->vertex[i].n, s->weight[i]);
    return dd_length2(n).hi > GRAZE_BLEND_MIN2;
}

/* The start from the simplex of another place: support points along the same directions. */
static void warm_start(const graze *g, const graze_place *place, const graze_simplex *known,
                       graze_simplex *s) {
    graze_simplex next;
    s->count = 0;
    for (int i = 0; i < known->count; i++) {
        graze_vertex v = {.n = known->vertex[i].n};
        carom_graze_vertex(g, place, &v.n, &v);
        if (reduce_simplex(s, &v, &next)) *s = next;
    }
}

/* The search so far. */
typedef struct graze_search {
    graze_simplex s;
    double_double3 d; /* the direction of the next support point, from B to A */
    double close;     /* the gap at which the search has converged */
    double least;     /* least gap between the distance and its lower bound so far */
    bool blended;     /* d is a guess of the normal and not the foot */
    /* steps that did not halve the gap; steps until the next blend; blends that failed */
    int vain, wait, fails;
} graze_search;

/* Adds a vertex. Squared lengths are compared to 32 digits, by which the nearest point has 16
 * digits along the surface. So the search goes by the gap between the distance and its lower bound,
 * and a simplex that leaves the length unchanged is accepted. @return false where the cores overlap
 */
static bool add_graze_vertex(graze_search *f, const graze_vertex *newest) {
    graze_simplex next;
    if (!reduce_simplex(&f->s, newest, &next)) return false;
    const double more = f->s.count > 0 ? dd_subtract(next.foot2, f->s.foot2).hi : -1.0;
    const bool kept = more <= GRAZE_INCREASE * next.foot2.hi + f->close * sqrt(next.foot2.hi);
    if (kept) f->s = next;
    f->blended = kept && !f->blended && f->wait-- <= 0 && blend_vertex_normals(&f->s, &f->d);
    if (!f->blended) f->d = f->s.foot;
    return true;
}

bool carom_graze_nearest(const graze *g, const graze_place *place, double_double3 *n, double close,
                         graze_simplex *out) {
    graze_search f = {.d = *n, .close = close, .least = INFINITY};
    graze_vertex newest;
    warm_start(g, place, out, &f.s);
    out->count = 0;
    for (int i = 0; i < GRAZE_STEPS && f.vain < VAIN_STEPS; i++) {
        newest.n = f.d = dd3_unit(&f.d);
        carom_graze_vertex(g, place, &f.d, &newest);
        if (f.s.count > 0) {
            const double gap = dd_subtract(dd_root(f.s.foot2), dd_dot(&f.d, &newest.w)).hi;
            const bool better = gap < f.least;
            f.vain = gap < 0.5 * f.least || f.blended ? 0 : f.vain + 1;
            if (f.blended && !better) f.wait = ++f.fails;
            if (better) *out = f.s, *n = f.d, f.least = gap;
            if (gap <= close) return true;
        }
        if (!add_graze_vertex(&f, &newest)) return false;
    }
    return f.least <= GRAZE_STALLED * close;
}
