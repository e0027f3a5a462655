/* GJK as in gjk.c and simplex.c, in float and in A's frame: fewer steps then remain for double,
 * most often the one that proves the answer. As nothing that is found here is believed, feet need
 * no weights and ties no care. */
#include "convex/coarse_nearest.h"

#define NEAREST_STEPS 16
/* What a step must gain, relative to the size, to be more than rounding. */
#define NEAREST_GAIN 2e-6f
/* Squared sine below which a triangle has no normal worth the name. */
#define NEAREST_THIN 1e-9f

typedef struct coarse_simplex {
    int count;
    bool inside;
    coarse_corner v[4];
    four foot;
    float square;
} coarse_simplex;

/* The foot on a part of the simplex: the vertices whose bits are set. */
typedef struct part_foot {
    four point;
    float square;
    unsigned part;
} part_foot;

static CAROM_INLINE part_foot foot_at(four point, unsigned part) {
    return (part_foot){point, coarse_dot(point, point), part};
}

static inline part_foot foot_on_edge(const coarse_corner *v, int i, int j) {
    four a = v[i].w, ab = v[j].w - a;
    float t = -coarse_dot(a, ab), whole = coarse_dot(ab, ab);
    if (!(t > 0.0f)) return foot_at(a, 1u << i);
    if (t >= whole) return foot_at(v[j].w, 1u << j);
    return foot_at(a + ab * FOUR_OF(t / whole), 1u << i | 1u << j);
}

static part_foot foot_on_face(const coarse_corner *v, int i, int j, int k) {
    four a = v[i].w, b = v[j].w, c = v[k].w, ab = b - a, ac = c - a;
    four n = coarse_cross(ab, ac);
    float nn = coarse_dot(n, n);
    float wa = coarse_dot(n, coarse_cross(b, c - b));
    float wb = coarse_dot(n, coarse_cross(ac, a)), wc = coarse_dot(n, coarse_cross(a, ab));
    bool thin = !(nn > NEAREST_THIN * coarse_dot(ab, ab) * coarse_dot(ac, ac));
    if (!thin && wa > 0.0f && wb > 0.0f && wc > 0.0f)
        return foot_at(n * FOUR_OF(coarse_dot(n, a) / nn), 1u << i | 1u << j | 1u << k);
    part_foot best = {.square = FLT_MAX}, other;
    const float opposite[3] = {wc, wa, wb};
    const int end[4] = {i, j, k, i};
    for (int e = 0; e < 3; e++) {
        if (!thin && opposite[e] > 0.0f) continue;
        other = foot_on_edge(v, end[e], end[e + 1]);
        if (other.square < best.square) best = other;
    }
    return best;
}

/* Of the faces that the origin is beyond, the nearest one's. */
static part_foot foot_of_tetrahedron(coarse_simplex *s) {
    const coarse_corner *v = s->v;
    four a = v[0].w, ab = v[1].w - a, ac = v[2].w - a, ad = v[3].w - a;
    four normal[4] = {coarse_cross(ab, ac), coarse_cross(ad, ab), coarse_cross(ac, ad),
                      coarse_cross(v[3].w - v[1].w, v[2].w - v[1].w)};
    static const int face[4][3] = {{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}};
    float volume = coarse_dot(normal[0], ad), turn = volume < 0.0f ? 1.0f : -1.0f;
    part_foot best = {.square = FLT_MAX};
    s->inside = true;
    for (int f = 0; f < 4; f++) {
        if (turn * coarse_dot(normal[f], v[face[f][0]].w) > 0.0f) continue;
        part_foot other = foot_on_face(v, face[f][0], face[f][1], face[f][2]);
        s->inside = false;
        if (other.square < best.square) best = other;
    }
    return best;
}

static void reduce_coarsely(coarse_simplex *s) {
    part_foot f = s->count == 1   ? foot_at(s->v[0].w, 1u)
                  : s->count == 2 ? foot_on_edge(s->v, 0, 1)
                  : s->count == 3 ? foot_on_face(s->v, 0, 1, 2)
                                  : foot_of_tetrahedron(s);
    if (s->inside) return;
    int kept = 0;
    for (int i = 0; i < s->count; i++)
        if (f.part >> i & 1u) s->v[kept++] = s->v[i];
    s->count = kept;
    s->foot = f.point;
    s->square = f.square;
}

static bool is_in_simplex(const coarse_simplex *s, const coarse_corner *c) {
    for (int i = 0; i < s->count; i++)
        if (s->v[i].ia == c->ia && s->v[i].ib == c->ib) return true;
    return false;
}

static void search_nearest(const coarse_pair *p, coarse_simplex *s) {
    float touch = NEAREST_GAIN * p->size;
    s->count = 0;
    s->inside = false;
    s->foot = p->middle;
    for (int i = 0; i < NEAREST_STEPS; i++) {
        coarse_corner c = coarse_support(p, -s->foot);
        if (is_in_simplex(s, &c)) return;
        float gain = s->square - coarse_dot(s->foot, c.w), before = s->square;
        if (s->count > 0 && gain <= touch * coarse_length(s->foot)) return;
        s->v[s->count++] = c;
        reduce_coarsely(s);
        if (s->inside || s->square <= touch * touch || (i > 0 && s->square >= before)) return;
    }
}

bool carom_coarse_nearest(const convex_shape *a, const convex_shape *b, convex_cache *out) {
    const coarse_body of_a = coarse_body_of(a), of_b = coarse_body_of(b);
    coarse_pair pair;
    coarse_simplex s;
    if (!carom_coarse_start(&pair, &of_a, &of_b, coarse_apart(a, b))) return false;
    search_nearest(&pair, &s);
    out->count = s.count;
    for (int i = 0; i < s.count; i++)
        out->a[i] = s.v[i].ia, out->b[i] = s.v[i].ib;
    out->hint[0] = out->a[0], out->hint[1] = out->b[0];
    out->axis = vec(1, 0, 0);
    return true;
}
