/* Separating axis test of convex hulls on the Gauss map [Gregorius13], [Gottschalk96]: a facet of
 * the Minkowski difference A - B is a face of A, a face of B, or an edge of each whose arcs on the
 * Gauss map cross. Own pruning: the support value of A - B along n is at least n . (a - b) for any
 * a in A and b in B. So one point of B near the contact rules out nearly all faces of A, and the
 * arc between two faces that it rules out, since such a bound, where positive, is least at an end
 * of the arc. Support points measure what is left. The depth is the least to FACET_ADVANTAGE of the
 * size. Unlike EPA it does not build A - B, and unlike the full test it measures near features
 * only. A pose in float distorts lengths in the last digits: normals are transformed by the
 * cofactor matrix, which keeps them normal to their faces; heights in a hull's own frame keep a
 * margin. */
#include "convex/hull_sat/hull_sat.h"

#include "convex/hull_sat/hull_sat_search.h"
#include "convex/hull_sat/hull_sat_small.h"
#include "convex/hull_sat/tolerances.h"
#include "convex/hull_sat/hull_sat_edges.h"
#include "convex/hull_sat/hull_sat_float.h"
#include "core/workspace.h"

static CAROM_INLINE void set_facet_side(facet_side *side, const convex_shape *s, vec3 origin) {
    side->shape = s;
    side->hull = s->hull;
    side->origin = origin;
    for (int i = 0; i < 3; i++)
        side->cofactor[i] = cross3(s->axes[i < 2 ? i + 1 : 0], s->axes[i > 0 ? i - 1 : 2]);
    side->det = dot3(s->axes[0], side->cofactor[0]);
    side->unit = 1.0 / side->det;
    side->margin = 0.0; /* set_margin computes it where it is needed */
    side->hint = 0;
}

/* @return false when the axes are not orthonormal to DISTORTION_MAX */
static bool set_margin(facet_side *side) {
    double distorted = convex_distortion(side->shape->axes);
    side->margin = 1.0 - MARGIN_DISTORTION * distorted - MARGIN_ROUNDING;
    return distorted < DISTORTION_MAX;
}

/* Projects x onto a face. Where the projection is outside the face, the answer is the nearest point
 * of the edge line that it violates most, clamped to the edge. */
static vec3 project_onto_face(const facet_side *side, int face, const vec3 *x, bool *inside) {
    const hull_data *h = side->hull;
    vec3 n = h->face_normal[face], local = into(side, *x);
    vec3 foot = mad3(local, n, below_face(h, face, local)), clamped = foot;
    int edge = h->face_edge[face];
    vec3 from = hull_vertex(h, h->origin[edge]);
    double worst = 0.0;
    for (int k = 0; k < h->half_edge_count; k++) {
        edge = h->next[edge];
        vec3 to = hull_vertex(h, h->origin[edge]), u = sub3(to, from), w = sub3(foot, from);
        double out = dot3(cross3(w, u), n);
        if (CAROM_UNLIKELY(out > 0.0 && out * out > worst * len2(u))) {
            worst = out * out / len2(u);
            clamped = mad3(from, u, clamp01(dot3(w, u) / len2(u)));
        }
        from = to;
        if (edge == h->face_edge[face]) break;
    }
    *inside = worst == 0.0;
    return out_of(side, clamped);
}

/* Where the best facet is a face, projects the other hull's vertex onto it. */
static void project_contact(facet_search *s) {
    if (s->kind == FACET_FACE_A) s->p = project_onto_face(&s->a, s->face, &s->q, &s->best->aligned);
    if (s->kind == FACET_FACE_B) s->q = project_onto_face(&s->b, s->face, &s->p, &s->best->aligned);
}

/* Measures the depth along the normal of a face of A. @return the vertex of B deepest under it */
static vec3 try_face_a(facet_search *s, int face) {
    double offset;
    vec3 n = face_plane(&s->a, face, &offset), b = farthest_along(&s->b, neg3(n));
    take_face_a(s, face, n, offset, b);
    return b;
}

/* The same for a face of B. @return the vertex of A deepest under it */
static vec3 try_face_b(facet_search *s, int face) {
    double offset;
    vec3 n = neg3(face_plane(&s->b, face, &offset)), a = farthest_along(&s->a, n);
    take_face_b(s, face, n, offset, a);
    return a;
}

static int find_near(const facet_search *s, int face) {
    for (int i = 0; i < s->count; i++)
        if (s->near[i].face == face) return i;
    return -1;
}

static inline bool is_ruled_out(const facet_search *s, const facet_side *side, int face,
                                vec3 local) {
    return below_face(side->hull, face, local) * side->margin >= s->bound;
}

/* Searches the arcs between a listed face and its neighbours. `q` bounds the depth of every face
 * that is not listed. */
static bool search_arcs_round(facet_search *s, int index, const vec3 *q) {
    const near_face *f = &s->near[index];
    const hull_data *h = s->a.hull;
    int edge = h->face_edge[f->face], first = edge;
    for (int k = 0; k < h->half_edge_count; k++, edge = h->next[edge]) {
        if (k > 0 && edge == first) break;
        int beyond = face_beyond(h, edge);
        if (CAROM_LIKELY(is_ruled_out(s, &s->a, beyond, f->b_local))) continue;
        int other = find_near(s, beyond);
        if (other >= 0 &&
            (other < index || is_ruled_out(s, &s->a, f->face, s->near[other].b_local)))
            continue;
        double offset;
        vec3 here = face_plane(&s->a, f->face, &offset), there = face_plane(&s->a, beyond, &offset);
        facet_arc whole = {{here, there}, {f->b, *q}, {false, true}};
        if (other >= 0) whole.b[1] = s->near[other].b, whole.loose[1] = false;
        /* from whichever face an edge is reached, it begins at the same end: same bits */
        if (h->twin[edge] < edge)
            whole = (facet_arc){{there, here}, {whole.b[1], f->b}, {whole.loose[1], false}};
        int least = h->twin[edge] < edge ? h->twin[edge] : edge;
        vec3 p = corner_of(&s->a, h->origin[least]);
        vec3 u = sub3(corner_of(&s->a, h->origin[h->twin[least]]), p);
        if (!carom_hull_sat_arc(s, &whole, &p, &u)) return false;
    }
    return true;
}

/* -- hulls of any size: near features -------------------------------------------------------- */

static inline bool is_settled(const facet_search *s) {
    return s->best->depth < FACET_UNDECIDED * s->best->scale;
}

/* Lists a face, with a known vertex of B that rules it out, or else its deepest, measured. */
static void list_face(facet_search *s, int face) {
    near_face *f = &s->near[s->count++];
    f->face = face;
    for (int i = s->count - 2; i >= 0; i--) {
        if (!is_ruled_out(s, &s->a, face, s->near[i].b_local)) continue;
        f->b = s->near[i].b;
        f->b_local = s->near[i].b_local;
        return;
    }
    f->b = try_face_a(s, face);
    f->b_local = into(&s->a, f->b);
}

/* Measures the faces of A that s->q does not rule out, and the arcs around them. `known` has been
 * measured; known_b is its deepest vertex. @return false when the capacity is exceeded */
static bool search_a(facet_search *s, int known, vec3 known_b) {
    int faces[NEAR_FACES];
    vec3 q = s->q, q_local = into(&s->a, q);
    int count = carom_faces_near(s->a.hull, &q_local, s->bound / s->a.margin, known, faces);
    if (count > NEAR_FACES) return false;
    s->count = 1;
    s->near[0] = (near_face){known, known_b, into(&s->a, known_b)};
    for (int i = 0; i < count; i++) {
        if (faces[i] == known || is_ruled_out(s, &s->a, faces[i], q_local)) continue;
        list_face(s, faces[i]);
        if (is_settled(s)) return true;
    }
    for (int i = 0; i < s->count; i++) {
        if (!search_arcs_round(s, i, &q)) return false;
        if (is_settled(s)) return true;
    }
    return true;
}

/* The same for the faces of B that s->p does not rule out, without arcs. */
static bool search_b(facet_search *s, int known, vec3 known_a) {
    int faces[NEAR_FACES];
    vec3 p = into(&s->b, s->p), last = into(&s->b, known_a);
    int count = carom_faces_near(s->b.hull, &p, s->bound / s->b.margin, known, faces);
    if (count > NEAR_FACES) return false;
    for (int i = 0; i < count && !is_settled(s); i++) {
        if (faces[i] == known || is_ruled_out(s, &s->b, faces[i], last) ||
            is_ruled_out(s, &s->b, faces[i], p))
            continue;
        last = into(&s->b, try_face_b(s, faces[i]));
    }
    return true;
}

static bool search_near(facet_search *s, const vec3 *guess) {
    vec3 first_a = farthest_along(&s->a, *guess), first_b = farthest_along(&s->b, neg3(*guess));
    const vec3 in_a = into(&s->a, first_b), in_b = into(&s->b, first_a);
    int over_b = carom_face_over(s->a.hull, &in_a, s->a.hint);
    int over_a = carom_face_over(s->b.hull, &in_b, s->b.hint);
    vec3 b = try_face_a(s, over_b);
    if (is_settled(s)) return true;
    vec3 a = try_face_b(s, over_a);
    if (is_settled(s)) return true;
    if (s->kind == FACET_FACE_B) project_contact(s);
    if (!search_a(s, over_b, b)) return false;
    if (s->kind == FACET_FACE_A) project_contact(s);
    return is_settled(s) || search_b(s, over_a, a);
}

/* -- small hulls: all heights ---------------------------------------------------------------- */

static void measure_small(small_hull_heights *out, const facet_side *side,
                          const facet_side *other) {
    vec3 frame[4];
    for (int i = 0; i < 3; i++) {
        vec3 y = scale3(other->shape->axes[i], side->unit);
        frame[i] =
            vec(dot3(side->cofactor[0], y), dot3(side->cofactor[1], y), dot3(side->cofactor[2], y));
    }
    frame[3] = into(side, other->origin);
    carom_small_hull_heights(out, side->hull, other->hull, frame);
}

/* Measures the faces whose heights in the hull's own frame exceed the least by no more than the
 * frame's distortion explains. */
static void try_small(facet_search *s, const small_hull_heights *heights, const facet_side *side,
                      facet_side *other) {
    double distortion = SMALL_HULL_MARGINS * (1.0 - side->margin) * s->best->scale;
    double limit = min2(heights->least, s->bound) + distortion, offset;
    for (int f = 0; f < side->hull->face_count; f++) {
        if (CAROM_LIKELY(heights->deepest[f] > limit)) continue;
        vec3 n = face_plane(side, f, &offset);
        other->hint = carom_small_hull_deepest(heights, f);
        vec3 farthest = corner_of(other, other->hint);
        if (side == &s->a)
            take_face_a(s, f, n, offset, farthest);
        else
            take_face_b(s, f, neg3(n), offset, farthest);
    }
}

static bool search_small_arcs(facet_search *s, const small_hull_heights *heights) {
    const hull_data *h = s->a.hull;
    double offset;
    for (int e = 0; e < h->half_edge_count && !is_settled(s); e++) {
        int twin = h->twin[e], face = h->face[e], beyond = h->face[twin];
        if (twin < e) continue;
        if (CAROM_LIKELY(carom_small_hull_below_both(heights, face, beyond) * s->a.margin >=
                         s->bound))
            continue;
        vec3 p = corner_of(&s->a, h->origin[e]), u = sub3(corner_of(&s->a, h->origin[twin]), p);
        facet_arc whole = {
            .normal = {face_plane(&s->a, face, &offset), face_plane(&s->a, beyond, &offset)},
            .b = {corner_of(&s->b, carom_small_hull_deepest(heights, face)),
                  corner_of(&s->b, carom_small_hull_deepest(heights, beyond))}};
        if (!carom_hull_sat_arc(s, &whole, &p, &u)) return false;
    }
    return true;
}

/* Kept in a block of the workspace. */
typedef struct facet_work {
    facet_search search; /* first */
    small_hull_heights of_a, of_b;
} facet_work;
_Static_assert(sizeof(facet_work) <= WORKSPACE_WITNESS_BYTES, "the block holds it");

static bool search_small(facet_search *s) {
    facet_work *work = (facet_work *)s;
    measure_small(&work->of_a, &s->a, &s->b);
    try_small(s, &work->of_a, &s->a, &s->b);
    if (is_settled(s)) return true;
    measure_small(&work->of_b, &s->b, &s->a);
    try_small(s, &work->of_b, &s->b, &s->a);
    return search_small_arcs(s, &work->of_a);
}

static CAROM_APART bool search_in_double(facet_search *s, const vec3 *guess) {
    bool small = hull_has_small_heights(s->a.hull) && hull_has_small_heights(s->b.hull);
    if (!set_margin(&s->a) || !set_margin(&s->b)) return false;
    set_best(s, vec(1, 0, 0), DBL_MAX);
    s->kind = FACET_NONE;
    return small ? search_small(s) : search_near(s, guess);
}

static bool search_facet(facet_search *s, const convex_shape *a, const convex_shape *b,
                         const vec3 *guess, facet_answer *out) {
    s->best = out;
    s->kind = FACET_NONE;
    set_facet_side(&s->a, a, vec(0, 0, 0));
    set_facet_side(&s->b, b, sub3(b->center, a->center));
    out->scale = max_abs3(s->b.origin) + max2(max_abs3(a->hull->low), max_abs3(a->hull->high)) +
                 max2(max_abs3(b->hull->low), max_abs3(b->hull->high));
    s->slack = FACET_ADVANTAGE * out->scale;
    set_best(s, vec(1, 0, 0), DBL_MAX);
    out->aligned = false;
    s->p = vec(0, 0, 0);
    s->q = vec(0, 0, 0);
    if (!carom_hull_sat_by_float(s, guess)) {
        out->end[0] = -1;
        out->end[1] = -1;
        if (!search_in_double(s, guess)) return false;
    }
    if (s->kind == FACET_NONE) out->aligned = false;
    out->face[0] = s->kind == FACET_FACE_A ? s->face : -1;
    out->face[1] = s->kind == FACET_FACE_B ? s->face : -1;
    if (!out->skip_projection)
        project_contact(s);
    else if (s->kind != FACET_EDGES)
        out->aligned = false;
    if (s->kind != FACET_FACE_B) out->hint[0] = s->a.hint;
    if (s->kind != FACET_FACE_A) out->hint[1] = s->b.hint;
    vec3 middle = mad3(s->q, sub3(s->p, s->q), 0.5);
    out->point_a = add3(mad3(middle, out->normal, 0.5 * out->depth), a->center);
    out->point_b = add3(mad3(middle, out->normal, -0.5 * out->depth), a->center);
    return true;
}

bool carom_hull_sat(const convex_shape *a, const convex_shape *b, const vec3 *guess,
                    facet_answer *out) {
    facet_work *work = carom_workspace_take(WORKSPACE_WITNESS);
    const bool found = search_facet(&work->search, a, b, guess, out);
    carom_workspace_give(work);
    return found;
}
