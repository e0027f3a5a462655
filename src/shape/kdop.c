/* Vertex enumeration of a k-DOP; own method, by the slab test [KayKajiya86] on lines. Two bounding
 * planes that are not parallel intersect in a line; its part inside all other slabs is an edge,
 * which is mostly empty. The ends of the edges are the corners; each is found at least three times,
 * kept once, and computed from its three planes, so that integers give exact corners. An edge
 * without an end, or with one very far away, shows that the k-DOP is unbounded. Corners are correct
 * to the rounding of their three planes; with so few planes this needs no general hull algorithm.
 */
#include "shape/kdop.h"

#include "shape/tolerances.h"

typedef struct slab {
    vec3 normal;
    double length;   /* of the normal */
    double bound[2]; /* least and greatest dot(normal, x) */
} slab;

typedef struct slab_set {
    slab slabs[CAROM_KDOP_LIMIT];
    int count;
    double rounding; /* KDOP_ROUNDING of the size */
} slab_set;

typedef struct corners {
    vec3 *vertices;
    int count;
    double same, farthest; /* distance of corners that may be equal; largest coordinate */
} corners;

/* Slab `other` clips the lines in which the planes of two slabs intersect. On the line of bounds b
 * and c it keeps the parameters low .. high (at its bounds `low_end` and the other one), both less
 * b * by_first + c * by_second. A slab parallel to the lines has slack -1, and keeps all or
 * nothing.
 */
typedef struct line_cut {
    const slab *other;
    double by_first, by_second, low, high, slack;
    int low_end;
} line_cut;

typedef struct line_family {
    const slab *first, *second;
    int count;
    line_cut cuts[CAROM_KDOP_LIMIT];
} line_family;

/* Copies the slabs, normalized where they are irregular. Returns the size. */
static double load_slabs(const carom_kdop *kdop, slab_set *set) {
    double size = 0.0;
    for (int i = 0; i < kdop->count; i++) {
        vec3 n = load3(kdop->normals[i]);
        double length = carom_length(n), low = (double)kdop->min[i], high = (double)kdop->max[i];
        bool is_regular = length > KDOP_LENGTH_MIN && length < 1.0 / KDOP_LENGTH_MIN &&
                          max2(fabs(low), fabs(high)) < KDOP_BOUND_MAX;
        if (!is_regular) {
            n = carom_normalize_or(n, vec(0, 0, 1));
            low /= length;
            high /= length;
            length = 1.0;
        }
        set->slabs[i] = (slab){n, length, {low, high}};
        size = max2(size, max2(fabs(low), fabs(high)) / length);
    }
    size = size > 0.0 ? size : 1.0;
    set->count = kdop->count;
    set->rounding = KDOP_ROUNDING * size;
    return size;
}

/* The four lines of two slabs, and how each other slab clips them. False for parallel slabs. */
static bool make_line_family(const slab_set *set, int i, int j, line_family *out) {
    const slab *slabs = set->slabs;
    vec3 n = slabs[i].normal, m = slabs[j].normal, d = cross3(n, m);
    double lengths = slabs[i].length * slabs[j].length, square = len2(d);
    if (!(square > KDOP_PARALLEL * KDOP_PARALLEL * lengths * lengths)) return false;
    vec3 by_first = scale3(cross3(m, d), 1.0 / square);
    vec3 by_second = scale3(cross3(d, n), 1.0 / square);
    double length = sqrt(square);
    out->first = &slabs[i];
    out->second = &slabs[j];
    out->count = 0;
    for (int k = 0; k < set->count; k++) {
        if (k == i || k == j) continue;
        const slab *other = &slabs[k];
        double slope = dot3(other->normal, d), tolerance = set->rounding * other->length;
        bool parallel = fabs(slope) <= KDOP_PARALLEL * other->length * length;
        double by = parallel ? 1.0 : 1.0 / slope;
        int low_end = by < 0.0;
        line_cut *cut = &out->cuts[out->count++];
        *cut = (line_cut){.other = other, .low_end = low_end};
        cut->by_first = by * dot3(other->normal, by_first);
        cut->by_second = by * dot3(other->normal, by_second);
        cut->low = by * other->bound[low_end] - (parallel ? tolerance : 0.0);
        cut->high = by * other->bound[!low_end] + (parallel ? tolerance : 0.0);
        cut->slack = parallel ? -1.0 : tolerance * fabs(by);
    }
    return true;
}

typedef struct bounding_plane {
    const slab *of;
    double bound;
} bounding_plane;

static void sort_two(bounding_plane *p, bounding_plane *q) {
    if (p->of <= q->of) return;
    bounding_plane swap = *p;
    *p = *q;
    *q = swap;
}

/* The common point of three planes, with the same bits in whatever order they are given. */
static vec3 solve_corner(bounding_plane p[3]) {
    sort_two(&p[1], &p[2]);
    sort_two(&p[0], &p[1]);
    sort_two(&p[1], &p[2]);
    vec3 n = p[0].of->normal, m = p[1].of->normal, o = p[2].of->normal;
    vec3 sum = scale3(cross3(m, o), p[0].bound);
    sum = mad3(sum, cross3(o, n), p[1].bound);
    sum = mad3(sum, cross3(n, m), p[2].bound);
    double volume = dot3(o, cross3(n, m));
    return vec(sum.x / volume, sum.y / volume, sum.z / volume);
}

static vec3 positive3(vec3 a) {
    return vec(fabs(a.x), fabs(a.y), fabs(a.z));
}

/* The cross product with the absolute values of its terms. */
static vec3 cross_terms(vec3 n, vec3 m) {
    vec3 u = positive3(n), v = positive3(m);
    return vec(u.y * v.z + u.z * v.y, u.z * v.x + u.x * v.z, u.x * v.y + u.y * v.x);
}

/* Bound on the rounding error of the common point of three planes. */
static vec3 rounding_of_corner(const bounding_plane p[3], vec3 corner) {
    vec3 n = p[0].of->normal, m = p[1].of->normal, o = p[2].of->normal, nm = cross_terms(n, m);
    vec3 sum = scale3(cross_terms(m, o), fabs(p[0].bound));
    sum = mad3(sum, cross_terms(o, n), fabs(p[1].bound));
    sum = mad3(sum, nm, fabs(p[2].bound));
    sum = mad3(sum, positive3(corner), dot3(positive3(o), nm));
    return scale3(sum, KDOP_CORNER_ROUNDING / fabs(dot3(o, cross3(n, m))));
}

/* Adds a corner unless it is known. Copies of a corner of more than three planes differ by rounding
 * and are one; corners as near to each other, of a plate thin for its size, may be two. */
static void keep_corner(corners *out, bounding_plane planes[3]) {
    vec3 corner = solve_corner(planes);
    out->farthest = max2(out->farthest, max_abs3(corner));
    for (int i = 0; i < out->count; i++) {
        vec3 off = positive3(sub3(out->vertices[i], corner));
        if (!(max_abs3(off) <= out->same)) continue;
        if (max_abs3(off) == 0.0) return;
        vec3 tolerance = rounding_of_corner(planes, corner);
        if (off.x <= tolerance.x && off.y <= tolerance.y && off.z <= tolerance.z) return;
    }
    if (out->count < KDOP_VERTICES) out->vertices[out->count++] = corner;
}

/* The end of a line at one slab: parameter, its error bound, and the plane. */
typedef struct line_end {
    double t, slack;
    bounding_plane at;
} line_end;

/* Adds both ends of the edge on one line; when rounding made them cross, only the one with the
 * smaller error bound. False when the edge lacks an end. */
static bool cut_line(const line_family *lines, const double bound[2], corners *out) {
    line_end low = {-DBL_MAX, 0.0, {NULL, 0.0}}, high = {DBL_MAX, 0.0, {NULL, 0.0}};
    bounding_plane first = {lines->first, bound[0]}, second = {lines->second, bound[1]};
    for (int k = 0; k < lines->count; k++) {
        const line_cut *cut = &lines->cuts[k];
        double base = bound[0] * cut->by_first + bound[1] * cut->by_second;
        double start = cut->low - base, stop = cut->high - base;
        if (cut->slack < 0.0) {
            if (!(start <= 0.0 && stop >= 0.0)) return true;
            continue;
        }
        const slab *s = cut->other;
        if (start > low.t) low = (line_end){start, cut->slack, {s, s->bound[cut->low_end]}};
        if (stop < high.t) high = (line_end){stop, cut->slack, {s, s->bound[!cut->low_end]}};
        if (low.t > high.t + low.slack + high.slack) return true;
    }
    if (!low.at.of || !high.at.of) return false;
    bool crossed = low.t >= high.t;
    if (!crossed || low.slack <= high.slack)
        keep_corner(out, (bounding_plane[3]){first, second, low.at});
    if (!crossed || low.slack > high.slack)
        keep_corner(out, (bounding_plane[3]){first, second, high.at});
    return true;
}

int carom_kdop_vertices(const carom_kdop *kdop, vec3 vertices[KDOP_VERTICES]) {
    slab_set set;
    line_family lines;
    double size = load_slabs(kdop, &set);
    corners out = {vertices, 0, KDOP_SAME_CORNER * size, 0.0};
    bool met = false;
    for (int i = 0; i < kdop->count; i++)
        for (int j = i + 1; j < kdop->count; j++) {
            if (!make_line_family(&set, i, j, &lines)) continue;
            for (int ends = 0; ends < 4; ends++) {
                const double bound[2] = {lines.first->bound[ends & 1],
                                         lines.second->bound[ends >> 1]};
                if (!cut_line(&lines, bound, &out)) return -1;
            }
            met = true;
        }
    return !met || out.farthest > KDOP_UNBOUNDED * size ? -1 : out.count;
}
