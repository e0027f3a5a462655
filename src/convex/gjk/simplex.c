/* Nearest point of a simplex to the origin (the subalgorithm of GJK), by Voronoi regions as in
 * [Ericson05] 5.1: a triangle contains the foot when all barycentric coordinates are positive;
 * otherwise the foot lies on an edge opposite to a vertex whose coordinate is not positive, and the
 * nearest of those edges is taken. A tetrahedron and its faces are treated alike.
 *
 * Slivers keep their digits: the foot on a face is its normal times one ratio, so its direction is
 * as accurate as the normal whatever cancels in its length; the barycentric coordinates are
 * products with the normal and not quotients of Gram determinants, which would square the condition
 * number; a triangle too thin to have a normal is replaced by its edges. `inside` is certain. */
#include "convex/gjk/simplex.h"

#include "convex/gjk/tolerances.h"

/* A candidate for the nearest point: where it is, and the vertices that span it. */
typedef struct foot {
    vec3 point;
    double distance2, weight[3];
    int id[3], count; /* ids ascend */
} foot;

/* `code` packs the count (bits 6 and up) and three ids of two bits each. */
static inline void set_foot(foot *f, vec3 point, int code) {
    f->point = point;
    f->distance2 = len2(point);
    f->count = code >> 6;
    f->id[0] = code & 3, f->id[1] = code >> 2 & 3, f->id[2] = code >> 4 & 3;
}

static inline void vertex_foot(foot *f, vec3 a, int ia) {
    f->weight[0] = 1.0;
    set_foot(f, a, 1 << 6 | ia);
}

static void edge_foot(foot *f, const simplex_vertex *v, int ia, int ib) {
    vec3 a = v[ia].w, b = v[ib].w, ab = sub3(b, a);
    double t = -dot3(a, ab), whole = len2(ab);
    if (!(t > 0.0)) {
        vertex_foot(f, a, ia);
        return;
    }
    if (t >= whole) {
        vertex_foot(f, b, ib);
        return;
    }
    /* counted from the nearer end, whose digits matter more; the component along the edge that
     * rounding leaves is removed, because it would turn a short foot off the perpendicular */
    double unit = 1.0 / whole, s = t * unit, r = dot3(b, ab) * unit;
    bool low = t + t < whole;
    vec3 rough = low ? mad3(a, ab, s) : mad3(b, ab, -r);
    f->weight[0] = low ? 1.0 - s : r;
    f->weight[1] = low ? s : 1.0 - r;
    set_foot(f, mad3(rough, ab, -dot3(rough, ab) * unit), 2 << 6 | ib << 2 | ia);
}

/* The lower bound of the simplex's distance that the foot's direction certifies: the least
 * component of a vertex along it, at most the foot's length. */
CAROM_NOINLINE static double certificate(const simplex *s, const foot *f) {
    double least = f->distance2;
    for (int i = 0; i < s->count; i++)
        least = min2(least, dot3(f->point, s->vertex[i].w));
    return least / sqrt(f->distance2);
}

/* Compares squared lengths; where these are too close, compares certificates: an error in the
 * direction changes a certificate in first order and a length only in second order. */
static inline bool is_nearer(const simplex *s, const foot *f, const foot *best) {
    double mine = f->distance2, its = best->distance2;
    if (CAROM_UNLIKELY(mine > (1.0 - SIMPLEX_TIE) * its && mine < (1.0 + SIMPLEX_TIE) * its))
        return certificate(s, f) > certificate(s, best);
    return mine < its;
}

/* The foot on the nearest edge of a triangle. Bit k of `which` selects the edge opposite vertex k.
 */
static void edges_foot(foot *out, const simplex *s, const int id[3], int which) {
    foot other;
    bool any = false;
    for (int k = 0; k < 3; k++) {
        if (!(which >> k & 1)) continue;
        int i = id[k == 0], j = id[k == 2 ? 1 : 2];
        edge_foot(any ? &other : out, s->vertex, i, j);
        if (any && is_nearer(s, &other, out)) edge_foot(out, s->vertex, i, j);
        any = true;
    }
}

/* The normal of a triangle two of whose edges are nearly parallel, from its two shorter edges: the
 * rounding of the cross product of two long ones turns it along these, by as much as their sine is
 * small, and the plane then misses a far vertex.
 * @return the product of these edges' squared lengths */
CAROM_NOINLINE static double thin_normal(vec3 ab, vec3 ac, vec3 bc, vec3 *n) {
    double b = len2(ab), c = len2(ac), a = len2(bc);
    if (a >= b && a >= c) return b * c; /* the cross product that is there */
    *n = c >= b ? cross3(ab, bc) : cross3(ac, bc);
    return min2(b, c) * a;
}

static void face_foot(foot *f, const simplex *s, int ia, int ib, int ic) {
    const simplex_vertex *v = s->vertex;
    vec3 a = v[ia].w, b = v[ib].w, c = v[ic].w;
    vec3 ab = sub3(b, a), ac = sub3(c, a), n = cross3(ab, ac);
    double nn = len2(n), edges = len2(ab) * len2(ac);
    if (CAROM_UNLIKELY(nn < SIMPLEX_SHORT_EDGES * edges)) {
        edges = thin_normal(ab, ac, sub3(c, b), &n);
        nn = len2(n);
    }
    double wa = dot3(n, cross3(b, sub3(c, b)));
    double wb = dot3(n, cross3(ac, a)), wc = dot3(n, cross3(a, ab));
    bool thin = !(nn > SIMPLEX_THIN * edges);
    int outside = thin ? 7 : (wa > 0.0 ? 0 : 1) | (wb > 0.0 ? 0 : 2) | (wc > 0.0 ? 0 : 4);
    if (outside) {
        edges_foot(f, s, (const int[3]){ia, ib, ic}, outside);
        return;
    }
    double sum = 1.0 / (wa + wb + wc);
    wa *= sum, wb *= sum, wc *= sum;
    /* the weights give the length of the foot, the normal its direction */
    vec3 rough = mad3(mad3(scale3(a, wa), b, wb), c, wc);
    f->weight[0] = wa, f->weight[1] = wb, f->weight[2] = wc;
    set_foot(f, scale3(n, dot3(n, rough) / nn), 3 << 6 | ic << 4 | ib << 2 | ia);
}

/* Reduces the simplex to the vertices that span the foot, unless the foot is refused. */
static void keep(simplex *s, const foot *f) {
    s->refused = f->distance2 > s->limit2;
    if (CAROM_UNLIKELY(s->refused)) {
        s->count--;
        return;
    }
    for (int i = 0; i < f->count; i++) {
        /* ids ascend, so no vertex is overwritten before it is read */
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
    vec3 bc = sub3(c, b), bd = sub3(d, b), n0 = cross3(bd, bc);
    double volume = dot3(n3, ad), side = volume < 0.0 ? -1.0 : 1.0;
    /* heights of the origin over the faces, positive inside, times the normals' lengths */
    double h0 = -side * dot3(n0, b), h1 = -side * dot3(n1, a);
    double h2 = -side * dot3(n2, a), h3 = -side * dot3(n3, a);
    double lb = max_abs3(ab), lc = max_abs3(ac), ld = max_abs3(ad);
    double e = SIMPLEX_HEIGHT_ERROR * (slack + SIMPLEX_EDGE_ERROR * (max_abs3(a) + lb + lc + ld));
    double e3 = e * lb * lc, e2 = e * lb * ld, e1 = e * lc * ld;
    /* the face opposite to a may be much smaller than the others, so it has its own bound */
    double sc = max_abs3(bc), sd = max_abs3(bd), e0 = e * (sc * sd + max_abs3(b) * (sc + sd));
    bool planar = !(fabs(volume) > e * (lb * lc + lb * ld + lc * ld));
    s->inside = !planar && h0 > e0 && h1 > e1 && h2 > e2 && h3 > e3;
    if (s->inside) {
        double unit = 1.0 / (h0 + h1 + h2 + h3);
        s->weight[0] = h0 * unit, s->weight[1] = h1 * unit;
        s->weight[2] = h2 * unit, s->weight[3] = h3 * unit;
        s->nearest = vec(0, 0, 0);
        s->distance2 = 0.0;
        return;
    }
    foot feet[2];
    int best = -1;
    static const int faces[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
    int out =
        planar ? 15 : (h3 > e3 ? 0 : 1) | (h2 > e2 ? 0 : 2) | (h1 > e1 ? 0 : 4) | (h0 > e0 ? 0 : 8);
    for (int k = 0; k < 4; k++) {
        if (!(out >> k & 1)) continue;
        int slot = best < 0 ? 0 : 1 - best;
        face_foot(&feet[slot], s, faces[k][0], faces[k][1], faces[k][2]);
        if (best < 0 || is_nearer(s, &feet[slot], &feet[best])) best = slot;
    }
    keep(s, &feet[best]);
}

void carom_simplex_reduce(simplex *s, double slack) {
    s->inside = s->refused = false;
    if (s->count == 4) {
        reduce_tetrahedron(s, slack);
        return;
    }
    foot f;
    if (s->count == 3)
        face_foot(&f, s, 0, 1, 2);
    else if (s->count == 2)
        edge_foot(&f, s->vertex, 0, 1);
    else
        vertex_foot(&f, s->vertex[0].w, 0);
    keep(s, &f);
}
