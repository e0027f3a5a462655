/* Expanding polytope [Bergen01], made so that it cannot fail flat: the polytope is an incremental
 * convex hull of difference points whose every decision is an exact orientation test, and faces
 * that are coplanar with a new point are replaced as well, so no face is ever without area. It
 * need not contain the origin at first: signed offsets of faces order the work, and the most
 * negative is expanded first, which either takes the origin in or proves the shapes apart.
 *
 * For polytopes this ends at a true facet. For curved shapes offset and support bracket the
 * depth. */
#include "convex/epa.h"
#include "convex/refine.h"
#include "convex/support.h"
#include "math/predicates.h"

/* A new vertex this part of the last width away is good enough to start with. */
#define EPA_WELL_OFF 0.1
/* Bounds of curved shapes, relative to the depth: enough to look for the end by smoothness, and
 * else. */
#define EPA_TOLERANCE_SMOOTH 1e-6
#define EPA_TOLERANCE 1e-9
/* Rounding of a difference of coordinates, with a margin. */
#define EPA_ROUNDING (8.0 * DBL_EPSILON)

typedef struct epa_edge {
    int from, to, beyond;
} epa_edge;

typedef struct epa_work {
    const convex_shape *a, *b;
    vec3 shift;    /* from B's origin to A's */
    double radius; /* added to A - B */
    bool directed, curved;
    vec3 along;
    int hint[2];
    int vertex_count, face_count, spare_count, round;
    double scale;
    double least; /* reach so far: an upper bound of the answer */
    epa_vertex vertex[EPA_VERTICES];
    epa_face face[EPA_FACES];
    /* Faces that may still be nearer than the least reach known; all others never matter. */
    int candidate_count, candidate[EPA_FACES];
    bool listed[EPA_FACES]; /* as candidates */
    double key[EPA_FACES];  /* how far along the goal; DBL_MAX: no candidate */
    int spare[EPA_FACES];
    int visible[EPA_FACES];
    epa_edge horizon[EPA_FACES];
    int leaves[EPA_VERTICES]; /* the edge of the horizon that starts at a vertex */
} epa_work;

/* Farthest along n, relative to the shapes' origins. */
static epa_vertex epa_support(epa_work *e, vec3 n) {
    epa_vertex p;
    p.a = convex_offset(e->a, n, &e->hint[0]);
    p.b = convex_offset(e->b, neg3(n), &e->hint[1]);
    p.index_a = e->hint[0];
    p.index_b = e->hint[1];
    p.w = add3(sub3(p.a, p.b), e->shift);
    if (e->radius > 0.0) p.w = mad3(p.w, n, e->radius);
    e->scale = max2(e->scale, max_abs3(p.a) + max_abs3(p.b));
    return p;
}

/* How far along the goal a plane with unit normal n and this offset is: along n itself, or along
 * the given direction. Planes that leave the origin out come first, by how much. */
static inline double goal_distance(const epa_work *e, vec3 n, double offset) {
    if (!e->directed || offset < 0.0) return offset;
    double cosine = dot3(n, e->along);
    return cosine > 1e-12 ? offset / cosine : DBL_MAX;
}

/* The offset of a face's plane with unit normal n: the least of its corners'. */
static inline double offset_of(const epa_work *e, const epa_face *f, vec3 n) {
    return min2(dot3(n, e->vertex[f->v[0]].w),
                min2(dot3(n, e->vertex[f->v[1]].w), dot3(n, e->vertex[f->v[2]].w)));
}

static vec3 unit_normal(const epa_face *f) {
    return carom_normalize_or(f->normal, vec(0, 0, 0));
}

/* The plane of face k, and whether it may matter. Most new faces do not, and cost no root. */
static void set_plane(epa_work *e, int k) {
    epa_face *f = &e->face[k];
    vec3 p = e->vertex[f->v[0]].w;
    vec3 u = sub3(e->vertex[f->v[1]].w, p), v = sub3(e->vertex[f->v[2]].w, p);
    f->normal = cross3(u, v);
    f->doubt = 128.0 * DBL_EPSILON * (max_abs3(u) * max_abs3(v));
    f->mark = 0;
    e->key[k] = DBL_MAX;
    double square = len2(f->normal), offset = dot3(f->normal, p);
    bool near =
        !(offset > 0.0) || e->directed || offset * offset < 1.001 * square * e->least * e->least;
    if (!near || !(square > 0.0)) return;
    vec3 n = scale3(f->normal, 1.0 / sqrt(square));
    e->key[k] = goal_distance(e, n, offset_of(e, f, n));
    if (e->listed[k]) return;
    e->listed[k] = true;
    e->candidate[e->candidate_count++] = k;
}

/* The sign of w's distance from the plane of a face. */
static inline int side_of_face(const epa_work *e, const epa_face *f, vec3 w) {
    vec3 to = sub3(w, e->vertex[f->v[0]].w);
    double height = dot3(f->normal, to);
    if (CAROM_LIKELY(fabs(height) > f->doubt * max_abs3(to))) return height > 0.0 ? 1 : -1;
    return carom_orient3d(e->vertex[f->v[0]].w, e->vertex[f->v[1]].w, e->vertex[f->v[2]].w, w);
}

/* Collects the faces that w sees, or lies in the plane of, from `seed`, and the edges round them.
 * @return number of edges. */
static int find_horizon(epa_work *e, int seed, vec3 w, int *visible_count) {
    int round = ++e->round, edges = 0, count = 1;
    e->visible[0] = seed;
    e->face[seed].mark = round;
    for (int k = 0; k < count; k++) {
        const epa_face *f = &e->face[e->visible[k]];
        for (int i = 0; i < 3; i++) {
            epa_face *g = &e->face[f->across[i]];
            if (g->mark == round) continue;
            if (g->mark != -round && side_of_face(e, g, w) >= 0) {
                g->mark = round;
                e->visible[count++] = f->across[i];
                continue;
            }
            g->mark = -round;
            if (edges == EPA_FACES) return 0;
            e->horizon[edges++] = (epa_edge){f->v[i], f->v[(i + 1) % 3], f->across[i]};
        }
    }
    *visible_count = count;
    return edges;
}

/* Puts the horizon in the order of its one cycle. False when it is none, which only coordinates
 * beyond the range of the exact tests can cause. */
static bool order_horizon(epa_work *e, int edges) {
    for (int k = 0; k < edges; k++)
        e->leaves[e->horizon[k].from] = k;
    int at = 0, steps = 0;
    do {
        int next = e->leaves[e->horizon[at].to];
        if (next < 0 || next >= edges || e->horizon[next].from != e->horizon[at].to) return false;
        at = next;
        steps++;
    } while (at != 0 && steps <= edges);
    return steps == edges;
}

/* Face `beyond` has a new neighbour across the edge that runs from -> to in that neighbour. */
static void join_across(epa_work *e, const epa_edge *edge, int neighbour) {
    epa_face *g = &e->face[edge->beyond];
    for (int i = 0; i < 3; i++)
        if (g->v[i] == edge->to && g->v[(i + 1) % 3] == edge->from) g->across[i] = neighbour;
}

/* Makes as many slots for faces as the horizon has edges, from those of the visible ones. */
static bool find_slots(epa_work *e, int count, int edges) {
    if (e->face_count + max2(0, edges - count - e->spare_count) > EPA_FACES) return false;
    for (int k = edges; k < count; k++) {
        e->key[e->visible[k]] = DBL_MAX;
        e->face[e->visible[k]].v[0] = -1;
        e->spare[e->spare_count++] = e->visible[k];
    }
    for (int k = count; k < edges; k++)
        e->visible[k] = e->spare_count > 0 ? e->spare[--e->spare_count] : e->face_count++;
    return true;
}

/* Adds a vertex strictly outside face `seed`. False when there is no room, or no horizon. */
static bool add_vertex(epa_work *e, int seed, const epa_vertex *p) {
    if (e->vertex_count == EPA_VERTICES) return false;
    int count = 0, edges = find_horizon(e, seed, p->w, &count);
    if (edges < 3 || !order_horizon(e, edges) || !find_slots(e, count, edges)) return false;
    int apex = e->vertex_count++;
    e->vertex[apex] = *p;
    for (int k = 0; k < edges; k++) {
        const epa_edge *h = &e->horizon[k];
        epa_face *f = &e->face[e->visible[k]];
        join_across(e, h, e->visible[k]);
        f->v[0] = h->from;
        f->v[1] = h->to;
        f->v[2] = apex;
        f->across[0] = h->beyond;
        f->across[1] = e->visible[e->leaves[h->to]];
        e->face[f->across[1]].across[2] = e->visible[k];
        set_plane(e, e->visible[k]);
    }
    return true;
}

/* The first two vertices: across from each other. @return how far apart. */
static double first_edge(epa_work *e) {
    vec3 guess = e->directed ? e->along : carom_normalize_or(neg3(e->shift), vec(1, 0, 0));
    vec3 tries[4] = {guess, vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1)};
    double far = 0.0;
    for (int i = 0; i < 4 && !(far > EPA_ROUNDING * e->scale); i++) {
        e->vertex[0] = epa_support(e, tries[i]);
        e->vertex[1] = epa_support(e, neg3(tries[i]));
        far = carom_length(sub3(e->vertex[1].w, e->vertex[0].w));
    }
    return far;
}

/* The first four vertices, each well off the flat of those before if any is. `*flat` is a direction
 * in which they have no thickness when there are fewer.
 * @return how many. */
static int first_vertices(epa_work *e, vec3 *flat) {
    epa_vertex *v = e->vertex;
    *flat = vec(0, 0, 1);
    double far = first_edge(e), farthest = -1.0;
    if (!(far > EPA_ROUNDING * e->scale)) return 1;
    vec3 u = carom_normalize_or(sub3(v[1].w, v[0].w), vec(1, 0, 0)), p = carom_perpendicular(u);
    vec3 sides[4] = {p, neg3(p), cross3(u, p), neg3(cross3(u, p))};
    for (int i = 0; i < 4 && farthest < EPA_WELL_OFF * far; i++) {
        epa_vertex s = epa_support(e, sides[i]);
        double from_line = carom_length(cross3(u, sub3(s.w, v[0].w)));
        if (from_line > farthest) v[2] = s;
        farthest = max2(farthest, from_line);
    }
    *flat = p;
    if (!(farthest > EPA_ROUNDING * e->scale)) return 2;
    vec3 n = carom_normalize_or(cross3(u, sub3(v[2].w, v[0].w)), p);
    if (dot3(n, v[0].w) > 0.0) n = neg3(n); /* to the origin's side */
    *flat = n;
    double highest = -1.0;
    for (int i = 0; i < 2 && highest < EPA_WELL_OFF * farthest; i++, n = neg3(n)) {
        epa_vertex s = epa_support(e, n);
        double height = fabs(dot3(n, sub3(s.w, v[0].w)));
        if (height > highest) v[3] = s;
        highest = max2(highest, height);
    }
    if (!(highest > EPA_ROUNDING * e->scale)) return 3;
    return carom_orient3d(v[0].w, v[1].w, v[2].w, v[3].w) == 0 ? 3 : 4;
}

static void first_faces(epa_work *e) {
    static const int corners[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
    static const int across[4][3] = {{2, 3, 1}, {0, 3, 2}, {1, 3, 0}, {2, 1, 0}};
    if (carom_orient3d(e->vertex[0].w, e->vertex[1].w, e->vertex[2].w, e->vertex[3].w) > 0) {
        epa_vertex swap = e->vertex[1];
        e->vertex[1] = e->vertex[2];
        e->vertex[2] = swap;
    }
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 3; i++) {
            e->face[k].v[i] = corners[k][i];
            e->face[k].across[i] = across[k][i];
        }
        set_plane(e, k);
    }
    e->vertex_count = e->face_count = 4;
}

/* The face to expand: the one that leaves the origin out most, else the nearest; -1 when none is
 * left. Forgets those that are beyond the least reach. */
static int next_face(epa_work *e) {
    int nearest = -1, kept = 0;
    double least = DBL_MAX;
    for (int i = 0; i < e->candidate_count; i++) {
        int k = e->candidate[i];
        double key = e->key[k];
        if (key >= e->least && key >= 0.0) {
            e->listed[k] = false;
            continue;
        }
        e->candidate[kept++] = k;
        nearest = key < least ? k : nearest;
        least = min2(least, key);
    }
    e->candidate_count = kept;
    return nearest;
}

/* Until bounds meet to within `tolerance`, relative to the depth. */
static void expand(epa_work *e, epa_answer *best, double tolerance) {
    best->limit = true;
    for (int steps = 0; steps < 4 * EPA_VERTICES; steps++) {
        double rounding = EPA_ROUNDING * e->scale;
        double slack = e->least < DBL_MAX ? max2(rounding, tolerance * e->least) : 0.0;
        int k = next_face(e);
        best->limit = k >= 0 && !(e->key[k] >= 0.0 && e->key[k] >= e->least - slack);
        if (!best->limit) return;
        epa_face *f = &e->face[k];
        vec3 n = unit_normal(f);
        e->hint[0] = e->vertex[f->v[0]].index_a; /* the search starts near its end */
        e->hint[1] = e->vertex[f->v[0]].index_b;
        epa_vertex p = epa_support(e, n);
        double reach = dot3(n, p.w), goal = goal_distance(e, n, reach);
        if (reach < -rounding) {
            best->outcome = EPA_APART;
            best->normal = n;
            return;
        }
        if (goal < e->least) {
            e->least = goal;
            best->normal = n;
        }
        if (reach - offset_of(e, f, n) <= rounding || side_of_face(e, f, p.w) <= 0)
            e->key[k] = DBL_MAX;
        else if (!add_vertex(e, k, &p))
            return;
    }
}

/* What no face comes below. */
static double lower_bound(const epa_work *e) {
    double lower = e->least;
    for (int i = 0; i < e->candidate_count; i++)
        lower = min2(lower, e->key[e->candidate[i]]);
    return lower;
}

/* Where the line from the origin along n passes through a face: the least of the three weights,
 * negative when it misses. */
static double weigh(const epa_work *e, const epa_face *f, vec3 n, double weight[3]) {
    double sum = 0.0, least = DBL_MAX;
    for (int i = 0; i < 3; i++) {
        vec3 p = e->vertex[f->v[(i + 1) % 3]].w, q = e->vertex[f->v[(i + 2) % 3]].w;
        weight[i] = dot3(n, cross3(p, q));
        sum += weight[i];
    }
    if (!(sum > 0.0)) return -DBL_MAX;
    for (int i = 0; i < 3; i++) {
        weight[i] /= sum;
        least = min2(least, weight[i]);
    }
    return least;
}

/* The facet of least depth may be one of several in a plane, or next to the one that is met. */
static void aim(const epa_work *e, epa_answer *best) {
    double most = -DBL_MAX, weight[3];
    for (int k = 0; k < e->face_count && most < 0.0; k++) {
        const epa_face *f = &e->face[k];
        if (f->v[0] < 0) continue;
        double least = weigh(e, f, best->normal, weight);
        if (!(least > most)) continue;
        most = least;
        for (int i = 0; i < 3; i++) {
            best->corner[i] = e->vertex[f->v[i]];
            best->weight[i] = max2(0.0, weight[i]);
        }
    }
    double sum = best->weight[0] + best->weight[1] + best->weight[2];
    if (!(sum > 0.0)) best->weight[0] = sum = 1.0;
    for (int i = 0; i < 3; i++)
        best->weight[i] /= sum;
}

/* On smooth surfaces, ridges and facets the end is found directly. */
static bool refine_any(const epa_work *e, epa_answer *best) {
    if (carom_refine(e->a, e->b, best) || carom_refine_ridge(e->a, e->b, best)) return true;
    aim(e, best);
    return carom_snap(e->a, e->b, best) && carom_refine_facet(e->a, e->b, best);
}

/* Elsewhere the polytope goes on. */
static void expand_curved(epa_work *e, epa_answer *best) {
    if (e->directed) {
        expand(e, best, EPA_TOLERANCE);
        return;
    }
    expand(e, best, EPA_TOLERANCE_SMOOTH);
    best->depth = e->least;
    best->scale = e->scale;
    if (best->outcome != EPA_SOLID || best->limit) return;
    if (e->least - lower_bound(e) <= EPA_ROUNDING * e->scale) return;
    bool smooth = refine_any(e, best);
    e->least = min2(e->least, best->depth);
    if (!smooth) expand(e, best, EPA_TOLERANCE);
}

static epa_answer solve(epa_work *e) {
    epa_answer best = {.outcome = EPA_SOLID, .normal = {1, 0, 0}, .depth = DBL_MAX};
    e->shift = sub3(convex_origin(e->a), convex_origin(e->b));
    e->curved = e->radius > 0.0 || !convex_is_flat(e->a) || !convex_is_flat(e->b);
    e->scale = max_abs3(e->shift);
    e->vertex_count = e->face_count = e->spare_count = e->round = 0;
    e->hint[0] = e->hint[1] = e->candidate_count = 0;
    e->least = DBL_MAX;
    vec3 flat;
    if (first_vertices(e, &flat) < 4) {
        double up = dot3(flat, epa_support(e, flat).w);
        double down = dot3(neg3(flat), epa_support(e, neg3(flat)).w);
        bool apart = min2(up, down) < -EPA_ROUNDING * e->scale;
        return (epa_answer){.outcome = apart ? EPA_APART : EPA_FLAT,
                            .normal = up <= down ? flat : neg3(flat),
                            .depth = min2(up, down),
                            .scale = e->scale};
    }
    for (int i = 0; i < EPA_FACES; i++)
        e->listed[i] = false;
    for (int i = 0; i < EPA_VERTICES; i++)
        e->leaves[i] = 0;
    first_faces(e);
    for (int i = 0; i < EPA_VERTICES; i++)
        e->leaves[i] = 0;
    if (e->curved)
        expand_curved(e, &best);
    else
        expand(e, &best, 0.0);
    if (best.outcome == EPA_SOLID && !e->directed && !best.smooth) aim(e, &best);
    best.scale = e->scale;
    best.depth = e->least;
    best.lower = lower_bound(e);
    return best;
}

epa_answer carom_epa(const convex_shape *a, const convex_shape *b) {
    epa_work e;
    e.a = a;
    e.b = b;
    e.radius = 0.0;
    e.directed = false;
    e.along = vec(1, 0, 0);
    return solve(&e);
}

epa_answer carom_epa_along(const convex_shape *a, const convex_shape *b, vec3 along) {
    epa_work e;
    e.a = a;
    e.b = b;
    e.radius = a->radius + b->radius;
    e.directed = true;
    e.along = along;
    return solve(&e);
}
