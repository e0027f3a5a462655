/* Incremental convex hull for EPA: the beneath-beyond step of Quickhull [Barber96], with exact
 * orientation tests behind a filter [Shewchuk97]. Faces in the plane of a new vertex are replaced
 * as well, so that no face has zero area. Hence the visible faces are always a disc and the horizon
 * is one cycle: a wrong topology cannot arise within the range of the exact tests. */
#include "convex/epa/epa_hull.h"
#include "convex/support/support.h"
#include "math/predicates.h"

epa_vertex carom_epa_support(epa_work *e, vec3 n) {
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

/* Sets the plane of face k, and lists it as a candidate if it may be the nearest. Most new faces
 * are not, and need no square root. */
static void set_plane(epa_work *e, int k) {
    epa_face *f = &e->face[k];
    vec3 p = e->vertex[f->v[0]].w;
    vec3 u = sub3(e->vertex[f->v[1]].w, p), v = sub3(e->vertex[f->v[2]].w, p);
    f->normal = cross3(u, v);
    f->doubt = EPA_PLANE_ERROR * (max_abs3(u) * max_abs3(v));
    f->mark = 0;
    e->key[k] = DBL_MAX;
    double square = len2(f->normal), offset = dot3(f->normal, p);
    bool near = !(offset > 0.0) || e->directed ||
                offset * offset < EPA_NEAR_FACTOR * square * e->least * e->least;
    if (!near || !(square > 0.0)) return;
    vec3 n = scale3(f->normal, 1.0 / sqrt(square));
    e->key[k] = goal_distance(e, n, offset_of(e, f, n));
    if (e->listed[k]) return;
    e->listed[k] = true;
    e->candidate[e->candidate_count++] = k;
}

/* The sign of w's signed distance from the plane of a face, exact. */
static inline int side_of_face(const epa_work *e, const epa_face *f, vec3 w) {
    vec3 to = sub3(w, e->vertex[f->v[0]].w);
    double height = dot3(f->normal, to);
    if (CAROM_LIKELY(fabs(height) > f->doubt * max_abs3(to))) return height > 0.0 ? 1 : -1;
    return carom_orient3d(e->vertex[f->v[0]].w, e->vertex[f->v[1]].w, e->vertex[f->v[2]].w, w);
}

/* Collects the faces that are visible from w or coplanar with it, by a flood fill from `seed`, and
 * the edges of the horizon. @return the number of edges */
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

/* Links the edges of the horizon by their start vertices. @return false when they are not one
 * cycle, which only coordinates outside the range of the exact tests can cause */
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

/* Sets the new neighbour of face `beyond` across the edge that runs from -> to in that neighbour.
 */
static void join_across(epa_work *e, const epa_edge *edge, int neighbour) {
    epa_face *g = &e->face[edge->beyond];
    for (int i = 0; i < 3; i++)
        if (g->v[i] == edge->to && g->v[(i + 1) % 3] == edge->from) g->across[i] = neighbour;
}

/* Provides as many face slots as the horizon has edges: those of the visible faces, then spare and
 * new ones. */
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

epa_addition carom_epa_add(epa_work *e, int seed, const epa_vertex *p) {
    if (side_of_face(e, &e->face[seed], p->w) <= 0) return EPA_INSIDE;
    if (e->vertex_count == EPA_VERTICES) return EPA_FULL;
    int count = 0, edges = find_horizon(e, seed, p->w, &count);
    if (edges < 3 || !order_horizon(e, edges) || !find_slots(e, count, edges)) return EPA_FULL;
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
    return EPA_ADDED;
}

/* Finds the first two vertices, support points of opposite directions. @return their distance */
static double first_edge(epa_work *e) {
    vec3 guess = e->directed ? e->along : carom_normalize_or(neg3(e->shift), vec(1, 0, 0));
    vec3 tries[4] = {guess, vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1)};
    double far = 0.0;
    for (int i = 0; i < 4 && !(far > EPA_ROUNDING * e->scale); i++) {
        e->vertex[0] = carom_epa_support(e, tries[i]);
        e->vertex[1] = carom_epa_support(e, neg3(tries[i]));
        far = carom_length(sub3(e->vertex[1].w, e->vertex[0].w));
    }
    return far;
}

int carom_epa_first_vertices(epa_work *e, vec3 *thin) {
    epa_vertex *v = e->vertex;
    *thin = vec(0, 0, 1);
    double far = first_edge(e), farthest = -1.0;
    if (!(far > EPA_ROUNDING * e->scale)) return 1;
    vec3 u = carom_normalize_or(sub3(v[1].w, v[0].w), vec(1, 0, 0)), p = carom_perpendicular(u);
    vec3 sides[4] = {p, neg3(p), cross3(u, p), neg3(cross3(u, p))};
    for (int i = 0; i < 4 && farthest < EPA_WELL_OFF * far; i++) {
        epa_vertex s = carom_epa_support(e, sides[i]);
        double from_line = carom_length(cross3(u, sub3(s.w, v[0].w)));
        if (from_line > farthest) v[2] = s;
        farthest = max2(farthest, from_line);
    }
    *thin = p;
    if (!(farthest > EPA_ROUNDING * e->scale)) return 2;
    vec3 n = carom_normalize_or(cross3(u, sub3(v[2].w, v[0].w)), p);
    n = carom_normalize_or(mad3(n, u, -dot3(n, u)), p); /* a sliver's product is inaccurate */
    if (dot3(n, v[0].w) > 0.0) n = neg3(n);             /* towards the origin */
    *thin = n;
    double highest = -1.0;
    for (int i = 0; i < 2 && highest < EPA_WELL_OFF * farthest; i++, n = neg3(n)) {
        epa_vertex s = carom_epa_support(e, n);
        double height = fabs(dot3(n, sub3(s.w, v[0].w)));
        if (height > highest) v[3] = s;
        highest = max2(highest, height);
    }
    if (!(highest > EPA_ROUNDING * e->scale)) return 3;
    return carom_orient3d(v[0].w, v[1].w, v[2].w, v[3].w) == 0 ? 3 : 4;
}

void carom_epa_first_faces(epa_work *e) {
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
