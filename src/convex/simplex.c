/* Nearest point of a simplex to the origin, by regions as in [Ericson05] 5.1: a face holds the foot
 * when all its barycentric coordinates are positive; otherwise the foot is on an edge whose
 * opposite coordinate is not, and the nearest of those edges wins. The same with a tetrahedron and
 * its faces.
 *
 * Slivers keep their digits: a face's foot is its normal times one ratio, so that its direction is
 * as good as the normal whatever cancels in its length; coordinates are products with the normal
 * and not quotients of Gram determinants, which would square the condition; and what a face too
 * thin to have a normal cannot answer, its edges do. */
#include "convex/simplex.h"

/* Squared sine below which a triangle has no normal worth the name. */
#define THIN 1e-26
/* Squared lengths this close, relatively, are compared otherwise. */
#define ALIKE 1e-9

typedef struct foot {
    vec3 point;
    double distance2, weight[3];
    int id[3], count;
} foot;

static inline foot vertex_foot(vec3 a, int ia) {
    return (foot){.point = a, .distance2 = len2(a), .weight = {1.0}, .id = {ia}, .count = 1};
}

static inline foot edge_foot(const simplex_vertex *v, int ia, int ib) {
    vec3 a = v[ia].w, b = v[ib].w, ab = sub3(b, a);
    double t = -dot3(a, ab), whole = len2(ab);
    if (!(t > 0.0)) return vertex_foot(a, ia);
    if (t >= whole) return vertex_foot(b, ib);
    /* from the nearer end, whose digits count more; what rounding leaves along the edge would turn
     * a short foot off the perpendicular */
    bool low = t + t < whole;
    double s = t / whole, r = dot3(b, ab) / whole;
    vec3 rough = low ? mad3(a, ab, s) : mad3(b, ab, -r);
    vec3 point = mad3(rough, ab, -dot3(rough, ab) / whole);
    return (foot){.point = point,
                  .distance2 = len2(point),
                  .weight = {low ? 1.0 - s : r, low ? s : 1.0 - r},
                  .id = {ia, ib},
                  .count = 2};
}

/* How far the plane through the foot, perpendicular to its direction, leaves all vertices behind.
 */
CAROM_NOINLINE static double certificate(const simplex *s, const foot *f) {
    double least = f->distance2;
    for (int i = 0; i < s->count; i++)
        least = min2(least, dot3(f->point, s->vertex[i].w));
    return least / sqrt(f->distance2);
}

/* Where squared lengths are too close to tell two feet apart, what they certify does: that falls
 * with the first power of a wrong direction, lengths with the second. */
static inline void keep_nearer(const simplex *s, foot *best, foot other) {
    double mine = best->distance2, its = other.distance2;
    if (CAROM_UNLIKELY(its > (1.0 - ALIKE) * mine && its < (1.0 + ALIKE) * mine)) {
        if (certificate(s, &other) > certificate(s, best)) *best = other;
        return;
    }
    if (its < mine) *best = other;
}

static foot face_foot(const simplex *s, int ia, int ib, int ic) {
    const simplex_vertex *v = s->vertex;
    vec3 a = v[ia].w, b = v[ib].w, c = v[ic].w;
    vec3 ab = sub3(b, a), ac = sub3(c, a), n = cross3(ab, ac);
    double nn = len2(n);
    double wa = dot3(n, cross3(b, sub3(c, b)));
    double wb = dot3(n, cross3(ac, a)), wc = dot3(n, cross3(a, ab));
    bool thin = !(nn > THIN * (len2(ab) * len2(ac)));
    if (!thin && wa > 0.0 && wb > 0.0 && wc > 0.0) {
        double sum = 1.0 / (wa + wb + wc);
        wa *= sum, wb *= sum, wc *= sum;
        /* of a thin face the weights tell where the foot is, the normal in which direction */
        vec3 rough = mad3(mad3(scale3(a, wa), b, wb), c, wc);
        vec3 point = scale3(n, dot3(n, rough) / nn);
        return (foot){.point = point,
                      .distance2 = len2(point),
                      .weight = {wa, wb, wc},
                      .id = {ia, ib, ic},
                      .count = 3};
    }
    foot best = {.distance2 = INFINITY};
    if (thin || !(wa > 0.0)) best = edge_foot(v, ib, ic);
    if (thin || !(wb > 0.0)) keep_nearer(s, &best, edge_foot(v, ia, ic));
    if (thin || !(wc > 0.0)) keep_nearer(s, &best, edge_foot(v, ia, ib));
    return best;
}

static void keep(simplex *s, const foot *f) {
    for (int i = 0; i < f->count; i++) {
        /* ids ascend, so nothing is overwritten before it is read */
        if (f->id[i] != i) s->vertex[i] = s->vertex[f->id[i]];
        s->weight[i] = f->weight[i];
    }
    s->count = f->count;
    s->nearest = f->point;
    s->distance2 = f->distance2;
}

static void reduce_tetrahedron(simplex *s, double slack) {
    const simplex_vertex *v = s->vertex;
    vec3 a = v[0].w, b = v[1].w, c = v[2].w, d = v[3].w;
    vec3 ab = sub3(b, a), ac = sub3(c, a), ad = sub3(d, a);
    vec3 n3 = cross3(ab, ac), n2 = cross3(ad, ab), n1 = cross3(ac, ad);
    vec3 n0 = cross3(sub3(d, b), sub3(c, b));
    double volume = dot3(n3, ad), turn = volume < 0.0 ? -1.0 : 1.0;
    /* heights of the origin over the faces, times the normals' lengths */
    double h0 = -turn * dot3(n0, b), h1 = -turn * dot3(n1, a);
    double h2 = -turn * dot3(n2, a), h3 = -turn * dot3(n3, a);
    double lb = max_abs3(ab), lc = max_abs3(ac), ld = max_abs3(ad);
    double e = 16.0 * (slack + 4e-16 * (max_abs3(a) + lb + lc + ld));
    double e3 = e * lb * lc, e2 = e * lb * ld, e1 = e * lc * ld;
    double e0 = e * (lb + ld) * (lb + lc);
    bool flat = !(fabs(volume) > e * (lb * lc + lb * ld + lc * ld));
    s->inside = !flat && h0 > e0 && h1 > e1 && h2 > e2 && h3 > e3;
    if (s->inside) {
        double unit = 1.0 / (h0 + h1 + h2 + h3);
        s->weight[0] = h0 * unit, s->weight[1] = h1 * unit;
        s->weight[2] = h2 * unit, s->weight[3] = h3 * unit;
        s->nearest = vec(0, 0, 0);
        s->distance2 = 0.0;
        return;
    }
    foot best = {.distance2 = INFINITY};
    if (flat || !(h3 > e3)) best = face_foot(s, 0, 1, 2);
    if (flat || !(h2 > e2)) keep_nearer(s, &best, face_foot(s, 0, 1, 3));
    if (flat || !(h1 > e1)) keep_nearer(s, &best, face_foot(s, 0, 2, 3));
    if (flat || !(h0 > e0)) keep_nearer(s, &best, face_foot(s, 1, 2, 3));
    keep(s, &best);
}

void carom_simplex_reduce(simplex *s, double slack) {
    foot best;
    s->inside = false;
    if (s->count == 4) {
        reduce_tetrahedron(s, slack);
        return;
    }
    if (s->count == 3)
        best = face_foot(s, 0, 1, 2);
    else if (s->count == 2)
        best = edge_foot(s->vertex, 0, 1);
    else
        best = vertex_foot(s->vertex[0].w, 0);
    keep(s, &best);
}
