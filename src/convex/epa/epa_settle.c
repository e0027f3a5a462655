/* A polytope closes in on a curved surface slowly, and only near the end does it need to. There
 * Newton's method finds the least reach, and curvature proves it: with n the normal and t square to
 * it, A - B reaches along n + t as far as |n + t| times the depth, at least, as long as
 *
 *     depth |t| |t| / 2  <=  what the surfaces bend away, and what edges and faces go on by.
 *
 * A surface bends most at n: the length of an ellipsoid's image of n + t grows by its largest
 * radius times |t| at most, and its second derivative falls with the third power of it. For all
 * directions beyond such a cap the polytope, being inside A - B, is to reach as far. Seen as its
 * polar, whose corners are the faces' normals over their offsets, that is a test of its corners and
 * of its edges across the cap's rim. */
#include "convex/epa/epa_settle.h"

#include "convex/epa/smooth_contact_newton.h"

#define SETTLE_STEPS 8
#define LAST_TURN 1e-7
/* How far the deepest point may be beside the normal, relative to the size. */
#define SETTLE_ASIDE 1e-9
/* Tangents of the caps tried. */
#define WIDEST_CAP 4.0
#define CAP_HALVINGS 9
/* What of a cap, by tangents, the polytope leaves to it: less, for its faces to go beyond the rim.
 */
#define CAP_LEFT .4
/* Ends of cylinders and cones are tried when the direction is this near to their normal. */
#define CAP_NEAR 0.9
/* What the proof may leave open of the depth, and what of that does not go to the rounding of
 * faces. */
#define SETTLE_OPEN 1e-8
#define SETTLE_SAME 1e-9

/* What surely goes on round the deepest point: a margin along `way`, or all round. */
typedef struct front_hold {
    newton_bend bend[2];
    double length[2], radius[2]; /* of the curved parts, in the direction n and at most */
    double margin;
    double way_x, way_y;
    bool all_round;
} front_hold;

static double longest_radius(const convex_shape *s) {
    return s->kind == CONVEX_ELLIPSOID ? max_abs3(s->half) : s->half.x;
}

static bool mixes_bends(const front_part *p) {
    return p->shape->kind == CONVEX_CONE && p->count > 1;
}

static void hold_curvature(const front *f, front_hold *h) {
    for (int k = 0; k < 2; k++) {
        const front_part *p = &f->part[k];
        h->bend[k] = carom_smooth_contact_part_bend(f, k);
        h->length[k] = h->radius[k] = 0.0;
        if (convex_is_flat(p->shape)) continue;
        vec3 m = scale3(f->n, p->sign), at = p->at[0], axis = p->shape->axes[2];
        if (p->shape->kind != CONVEX_ELLIPSOID) m = mad3(m, axis, -dot3(m, axis));
        /* of a cone's corners any but the apex: its rim's points are as far out */
        h->radius[k] = longest_radius(p->shape);
        h->length[k] =
            p->shape->kind == CONVEX_ELLIPSOID ? dot3(m, at) : h->radius[k] * sqrt(len2(m));
    }
}

static double distance_to_ends(double weight) {
    return min2(weight, 1.0 - weight);
}

/* The deepest point is inside a segment or a flat polygon of A - B by the margin. */
static void hold_spans(const front *f, front_hold *h) {
    double ex[2] = {0, 0}, ey[2] = {0, 0}, length[2] = {0, 0};
    const front_part *a = &f->part[0], *b = &f->part[1];
    h->margin = h->way_x = h->way_y = 0.0;
    h->all_round = f->span_count == 2;
    for (int i = 0; i < f->span_count; i++) {
        ex[i] = dot3(f->span[i], f->x), ey[i] = dot3(f->span[i], f->y);
        length[i] = sqrt(ex[i] * ex[i] + ey[i] * ey[i]);
        if (!(length[i] > 0.0)) return;
    }
    if (f->span_count == 1) {
        const front_part *p = a->count == 2 ? a : b;
        h->margin = distance_to_ends(p->weight[0]) * length[0];
        h->way_x = ex[0] / length[0], h->way_y = ey[0] / length[0];
    }
    if (!h->all_round) return;
    double area = fabs(ex[0] * ey[1] - ex[1] * ey[0]);
    if (a->count == 2) {
        h->margin = area * min2(distance_to_ends(a->weight[0]) / length[1],
                                distance_to_ends(b->weight[0]) / length[0]);
        return;
    }
    const front_part *p = a->count == 3 ? a : b;
    double x = ex[1] - ex[0], y = ey[1] - ey[0];
    h->margin = area * min2(p->weight[0] / sqrt(x * x + y * y),
                            min2(p->weight[1] / length[1], p->weight[2] / length[0]));
}

/* Of the cap of directions n + t, with |t| at most `wide`. */
static bool holds_cap(const front_hold *h, double depth, double wide, double share) {
    double side = 2.0 * share * h->margin / wide, round = h->all_round ? side : 0.0;
    double along = h->all_round ? 0.0 : side;
    double xx = round - depth + along * h->way_x * h->way_x;
    double yy = round - depth + along * h->way_y * h->way_y;
    double xy = along * h->way_x * h->way_y;
    for (int k = 0; k < 2; k++) {
        if (!(h->length[k] > 0.0)) continue;
        double ratio = h->length[k] / (h->length[k] + wide * h->radius[k]);
        double least = share * ratio * ratio * ratio;
        xx += least * h->bend[k].xx, xy += least * h->bend[k].xy, yy += least * h->bend[k].yy;
    }
    return xx >= 0.0 && yy >= 0.0 && xx * yy >= xy * xy;
}

/* A corner of the polar. False unless the origin is inside of the face, whose plane is known well.
 */
static bool polar_corner(const epa_work *e, int k, double depth, vec3 *corner) {
    const epa_face *f = &e->face[k];
    double offset = offset_of(e, f, f->normal), doubt = f->doubt * e->scale;
    *corner = scale3(f->normal, 1.0 / offset);
    return offset > 0.0 && doubt <= (SETTLE_OPEN - SETTLE_SAME) * depth * sqrt(len2(f->normal));
}

/* Whether the polytope reaches `depth` in all directions whose cosine with n is less. */
static bool reaches_beyond_cap(const epa_work *e, vec3 n, double depth, double cosine) {
    const double level = cosine / depth, most = (1.0 + SETTLE_SAME) / depth;
    for (int k = 0; k < e->face_count; k++) {
        vec3 p, q;
        if (e->face[k].v[0] < 0) continue;
        if (!polar_corner(e, k, depth, &p)) return false;
        double height = dot3(p, n);
        if (height <= level) {
            if (!(len2(p) <= most * most)) return false;
            continue;
        }
        for (int i = 0; i < 3; i++) {
            if (!polar_corner(e, e->face[k].across[i], depth, &q)) return false;
            double other = dot3(q, n);
            if (other > level) continue;
            vec3 x = mad3(q, sub3(p, q), (level - other) / (height - other));
            if (!(len2(x) <= most * most)) return false;
        }
    }
    return true;
}

/* To a stationary reach, where the deepest point lies along the normal. */
static bool descend_front(front *f, double scale, double *depth) {
    double turn = 1.0, rounding = EPA_ROUNDING * scale;
    for (int i = 0; i < SETTLE_STEPS; i++) {
        carom_smooth_contact_place(f);
        int corners = f->part[0].count + f->part[1].count;
        if (!carom_smooth_contact_reach(f, rounding, depth)) return false;
        bool joined = f->part[0].count + f->part[1].count > corners;
        double along = dot3(f->w, f->n);
        double aside = max_abs3(mad3(f->w, f->n, -along));
        if (turn < LAST_TURN && !joined && aside <= SETTLE_ASIDE * scale) return true;
        if (!carom_smooth_contact_turn(f, neg3(f->w), -along, &turn)) return false;
    }
    return false;
}

/* The widest cap that is held; 2 when there is none. */
static double cap_cosine(const front *f, const front_hold *h, double depth, double part) {
    double share = mixes_bends(&f->part[0]) || mixes_bends(&f->part[1]) ? 0.5 : 1.0;
    double wide = WIDEST_CAP;
    for (int i = 0; i < CAP_HALVINGS; i++, wide *= 0.5)
        if (holds_cap(h, depth, wide, share)) return 1.0 / sqrt(1.0 + part * part * wide * wide);
    return 2.0;
}

static bool set_guess(epa_work *e, const front *f, const front_hold *h, double depth,
                      epa_guess *out) {
    out->depth = depth;
    out->normal = f->n;
    out->a = sub3(f->point[0], f->part[0].shift);
    out->b = f->point[1];
    out->cosine = cap_cosine(f, h, depth, 1.0);
    e->cap_cosine = cap_cosine(f, h, depth, CAP_LEFT);
    e->cap_normal = f->n;
    return out->found = out->cosine < 1.0;
}

static void start_front(const epa_work *e, vec3 n, front *f) {
    carom_smooth_contact_start(f, e->a, e->b);
    f->n = n;
    f->part[0].shift = e->shift;
    f->part[1].shift = vec(0, 0, 0);
}

/* The direction of a cylinder's end or a cone's base, where the other's deepest point is over it.
 */
static bool guess_cap(epa_work *e, int of_b, const epa_answer *best, epa_guess *out) {
    const convex_shape *s = of_b ? e->b : e->a, *other = of_b ? e->a : e->b;
    if (s->kind != CONVEX_CYLINDER && s->kind != CONVEX_CONE) return false;
    double sign = of_b ? -1.0 : 1.0, up = sign * dot3(best->normal, s->axes[2]);
    if (!(fabs(up) > CAP_NEAR) || (s->kind == CONVEX_CONE && up > 0.0)) return false;
    vec3 m = scale3(s->axes[2], copysign(1.0, up));
    double height = s->kind == CONVEX_CONE ? 0.0 : s->half.z;
    int id = 0;
    vec3 q = convex_offset(other, neg3(m), &id);
    vec3 from = of_b ? add3(q, e->shift) : sub3(q, e->shift); /* the centre of s */
    double along = dot3(from, m), depth = height - along;
    front_hold h = {.margin = s->half.x - sqrt(len2(mad3(from, m, -along))), .all_round = true};
    if (!(h.margin > 0.0) || !(depth > 0.0) || !(depth <= e->least * (1.0 + SETTLE_SAME)))
        return false;
    front f;
    start_front(e, scale3(m, sign), &f);
    vec3 on_cap = mad3(from, m, depth); /* from the centre of s */
    f.point[!of_b] = of_b ? add3(q, e->shift) : q;
    f.point[of_b] = of_b ? on_cap : add3(on_cap, e->shift);
    return set_guess(e, &f, &h, depth, out);
}

bool carom_epa_guess(epa_work *e, const epa_answer *best, epa_guess *out) {
    front f;
    front_hold h;
    double depth;
    out->found = false;
    e->cap_cosine = 2.0;
    if (guess_cap(e, 0, best, out) || guess_cap(e, 1, best, out)) return true;
    start_front(e, best->normal, &f);
    for (int i = 0; i < 3; i++) {
        carom_smooth_contact_add(&f.part[0], best->corner[i].a, best->corner[i].index_a);
        carom_smooth_contact_add(&f.part[1], best->corner[i].b, best->corner[i].index_b);
    }
    if (!carom_smooth_contact_balance(&f) || !descend_front(&f, e->scale, &depth)) return false;
    if (!(depth > 16.0 * EPA_ROUNDING * e->scale)) return false;
    if (!(depth < e->least * (1.0 + SETTLE_SAME))) return false;
    hold_curvature(&f, &h);
    hold_spans(&f, &h);
    return set_guess(e, &f, &h, depth, out);
}

bool carom_epa_settle(epa_work *e, const epa_guess *g, epa_answer *best) {
    if (!reaches_beyond_cap(e, g->normal, g->depth, g->cosine)) return false;
    best->normal = g->normal;
    best->smooth = true;
    best->limit = false;
    best->corner[0].a = g->a;
    best->corner[0].b = g->b;
    best->corner[0].w = add3(sub3(g->a, g->b), e->shift);
    best->weight[0] = 1.0;
    best->weight[1] = best->weight[2] = 0.0;
    e->least = best->depth = g->depth;
    e->open = SETTLE_OPEN * g->depth;
    e->candidate_count = 0; /* no face is below */
    return true;
}
