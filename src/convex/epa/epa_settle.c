/* Early end of EPA for curved shapes, which it approaches slowly. Own method: Newton's method
 * (smooth_contact_newton.h) finds a stationary depth; two tests prove it the least to SETTLE_GAP:
 * - in a cap of directions n + t around the normal n, t perpendicular to n, the support value of
 *   A - B is at least |n + t| depth as long as
 *   depth |t|^2 / 2 <= growth by curvature + growth along edges and faces. The curvature is largest
 *   at n: for an ellipsoid's matrix S the length |S (n + t)| grows by at most the largest radius
 *   times |t|, and the second derivative falls with its third power;
 * - outside of the cap the polytope, which is inside A - B, has to prove the depth. On its polar,
 *   whose vertices are the faces' normals over their offsets, that is a test of the vertices and of
 *   the points where edges cross the cap's rim. */
#include "convex/epa/epa_settle.h"

#include "convex/epa/smooth_contact_newton.h"

/* Newton steps, and caps tried. Empirical. */
#define SETTLE_STEPS 8
#define CAP_HALVINGS 9

/* Lower bounds of the growth of the support value around n. */
typedef struct cap_growth {
    support_hessian bend[2];     /* Hessians of the support values at n, of A and of B */
    double length[2], radius[2]; /* |S n| and the largest radius of the curved parts; 0: no part */
    double margin;               /* A - B extends this far along `span`, or in all directions */
    double span_x, span_y;       /* unit, in the tangents of n */
    bool all_round;
} cap_growth;

static double longest_radius(const convex_shape *s) {
    return s->kind == CONVEX_ELLIPSOID ? max_abs3(s->half) : s->half.x;
}

static bool is_on_cone_side(const contact_part *p) {
    return p->shape->kind == CONVEX_CONE && p->count > 1;
}

static void set_curvature(const smooth_contact *f, cap_growth *h) {
    for (int k = 0; k < 2; k++) {
        const contact_part *p = &f->part[k];
        h->bend[k] = carom_smooth_contact_part_hessian(f, k);
        h->length[k] = h->radius[k] = 0.0;
        if (convex_is_polyhedral(p->shape)) continue;
        vec3 m = scale3(f->n, p->sign), at = p->at[0], axis = p->shape->axes[2];
        if (p->shape->kind != CONVEX_ELLIPSOID) m = mad3(m, axis, -dot3(m, axis));
        /* the apex of a cone has no curvature; all points of its rim have the same radius */
        h->radius[k] = longest_radius(p->shape);
        h->length[k] =
            p->shape->kind == CONVEX_ELLIPSOID ? dot3(m, at) : h->radius[k] * sqrt(len2(m));
    }
}

static double distance_to_ends(double weight) {
    return min2(weight, 1.0 - weight);
}

/* Sets the distance of the deepest point from the ends of a segment, or from the boundary of a
 * planar polygon, of A - B. */
static void set_margin_of_spans(const smooth_contact *f, cap_growth *h) {
    double ex[2] = {0, 0}, ey[2] = {0, 0}, length[2] = {0, 0};
    const contact_part *a = &f->part[0], *b = &f->part[1];
    h->margin = h->span_x = h->span_y = 0.0;
    h->all_round = f->span_count == 2;
    for (int i = 0; i < f->span_count; i++) {
        ex[i] = dot3(f->span[i], f->x), ey[i] = dot3(f->span[i], f->y);
        length[i] = sqrt(ex[i] * ex[i] + ey[i] * ey[i]);
        if (!(length[i] > 0.0)) return;
    }
    if (f->span_count == 1) {
        const contact_part *p = a->count == 2 ? a : b;
        h->margin = distance_to_ends(p->weight[0]) * length[0];
        h->span_x = ex[0] / length[0], h->span_y = ey[0] / length[0];
    }
    if (!h->all_round) return;
    double area = fabs(ex[0] * ey[1] - ex[1] * ey[0]);
    if (a->count == 2) {
        h->margin = area * min2(distance_to_ends(a->weight[0]) / length[1],
                                distance_to_ends(b->weight[0]) / length[0]);
        return;
    }
    const contact_part *p = a->count == 3 ? a : b;
    double x = ex[1] - ex[0], y = ey[1] - ey[0];
    h->margin = area * min2(p->weight[0] / sqrt(x * x + y * y),
                            min2(p->weight[1] / length[1], p->weight[2] / length[0]));
}

/* Does the proof hold in the cap of directions n + t with |t| <= tangent? The quadratic form of the
 * growth minus depth has to be positive semidefinite. `share`: part of each growth that counts. */
static bool is_least_in_cap(const cap_growth *h, double depth, double tangent, double share) {
    double side = 2.0 * share * h->margin / tangent, round = h->all_round ? side : 0.0;
    double along = h->all_round ? 0.0 : side;
    double xx = round - depth + along * h->span_x * h->span_x;
    double yy = round - depth + along * h->span_y * h->span_y;
    double xy = along * h->span_x * h->span_y;
    for (int k = 0; k < 2; k++) {
        if (!(h->length[k] > 0.0)) continue;
        double ratio = h->length[k] / (h->length[k] + tangent * h->radius[k]);
        double least = share * ratio * ratio * ratio;
        xx += least * h->bend[k].xx, xy += least * h->bend[k].xy, yy += least * h->bend[k].yy;
    }
    return xx >= 0.0 && yy >= 0.0 && xx * yy >= xy * xy;
}

/* The vertex of the polar polytope that is dual to face k. @return false unless the origin is below
 * the face, and the face's plane is accurate enough */
static bool polar_vertex(const epa_work *e, int k, double depth, vec3 *vertex) {
    const epa_face *f = &e->face[k];
    double offset = offset_of(e, f, f->normal), doubt = f->doubt * e->scale;
    *vertex = scale3(f->normal, 1.0 / offset);
    return offset > 0.0 && doubt <= (SETTLE_GAP - SETTLE_SAME) * depth * sqrt(len2(f->normal));
}

/* Is the support value of the polytope at least `depth` in all directions outside of the cap? */
static bool is_deep_beyond_cap(const epa_work *e, vec3 n, double depth, double cosine) {
    const double level = cosine / depth, most = (1.0 + SETTLE_SAME) / depth;
    for (int k = 0; k < e->face_count; k++) {
        vec3 p, q;
        if (e->face[k].v[0] < 0) continue;
        if (!polar_vertex(e, k, depth, &p)) return false;
        double height = dot3(p, n);
        if (height <= level) {
            if (!(len2(p) <= most * most)) return false;
            continue;
        }
        for (int i = 0; i < 3; i++) {
            if (!polar_vertex(e, e->face[k].across[i], depth, &q)) return false;
            double other = dot3(q, n);
            if (other > level) continue;
            vec3 x = mad3(q, sub3(p, q), (level - other) / (height - other));
            if (!(len2(x) <= most * most)) return false;
        }
    }
    return true;
}

/* Newton's method to a stationary support value, where the deepest point lies along the normal. */
static bool find_stationary(smooth_contact *f, double scale, double *depth) {
    double turn = 1.0, rounding = EPA_ROUNDING * scale;
    for (int i = 0; i < SETTLE_STEPS; i++) {
        carom_smooth_contact_place(f);
        int corners = f->part[0].count + f->part[1].count;
        if (!carom_smooth_contact_reach(f, rounding, depth)) return false;
        bool joined = f->part[0].count + f->part[1].count > corners;
        double along = dot3(f->w, f->n);
        double aside = max_abs3(mad3(f->w, f->n, -along));
        if (turn < SETTLE_LAST_TURN && !joined && aside <= SETTLE_ASIDE * scale) return true;
        if (!carom_smooth_contact_turn(f, neg3(f->w), -along, &turn)) return false;
    }
    return false;
}

/* The cosine of the widest cap in which the proof holds, its tangent multiplied by `part`; 2 when
 * there is none. On the side of a cone the same points supply curvature and span: each counts by
 * half. */
static double cap_cosine(const smooth_contact *f, const cap_growth *h, double depth, double part) {
    double share = is_on_cone_side(&f->part[0]) || is_on_cone_side(&f->part[1]) ? 0.5 : 1.0;
    double tangent = CAP_TANGENT_MAX;
    for (int i = 0; i < CAP_HALVINGS; i++, tangent *= 0.5)
        if (is_least_in_cap(h, depth, tangent, share))
            return 1.0 / sqrt(1.0 + part * part * tangent * tangent);
    return 2.0;
}

static bool set_guess(epa_work *e, const smooth_contact *f, const cap_growth *h, double depth,
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

static void start_front(const epa_work *e, vec3 n, smooth_contact *f) {
    carom_smooth_contact_start(f, e->a, e->b);
    f->n = n;
    f->part[0].shift = e->shift;
    f->part[1].shift = vec(0, 0, 0);
}

/* Guesses the normal of a cylinder's end or a cone's base, where the other shape's deepest point is
 * over it. */
static bool guess_disk(epa_work *e, int of_b, const epa_answer *best, epa_guess *out) {
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
    cap_growth h = {.margin = s->half.x - sqrt(len2(mad3(from, m, -along))), .all_round = true};
    if (!(h.margin > 0.0) || !(depth > 0.0) || !(depth <= e->least * (1.0 + SETTLE_SAME)))
        return false;
    smooth_contact f;
    start_front(e, scale3(m, sign), &f);
    vec3 on_disk = mad3(from, m, depth); /* from the centre of s */
    f.point[!of_b] = of_b ? add3(q, e->shift) : q;
    f.point[of_b] = of_b ? on_disk : add3(on_disk, e->shift);
    return set_guess(e, &f, &h, depth, out);
}

bool carom_epa_guess(epa_work *e, const epa_answer *best, epa_guess *out) {
    smooth_contact f;
    cap_growth h;
    double depth;
    out->found = false;
    e->cap_cosine = 2.0;
    if (e->a->kind == CONVEX_FUNCTION || e->b->kind == CONVEX_FUNCTION) return false;
    if (guess_disk(e, 0, best, out) || guess_disk(e, 1, best, out)) return true;
    start_front(e, best->normal, &f);
    for (int i = 0; i < 3; i++) {
        carom_smooth_contact_add(&f.part[0], best->corner[i].a, best->corner[i].index_a);
        carom_smooth_contact_add(&f.part[1], best->corner[i].b, best->corner[i].index_b);
    }
    if (!carom_smooth_contact_balance(&f) || !find_stationary(&f, e->scale, &depth)) return false;
    if (!(depth > SETTLE_DEPTH_MIN * EPA_ROUNDING * e->scale)) return false;
    if (!(depth < e->least * (1.0 + SETTLE_SAME))) return false;
    set_curvature(&f, &h);
    set_margin_of_spans(&f, &h);
    return set_guess(e, &f, &h, depth, out);
}

bool carom_epa_settle(epa_work *e, const epa_guess *g, epa_answer *best) {
    if (!is_deep_beyond_cap(e, g->normal, g->depth, g->cosine)) return false;
    best->normal = g->normal;
    best->smooth = true;
    best->limit = false;
    best->corner[0].a = g->a;
    best->corner[0].b = g->b;
    best->corner[0].w = add3(sub3(g->a, g->b), e->shift);
    best->weight[0] = 1.0;
    best->weight[1] = best->weight[2] = 0.0;
    e->least = best->depth = g->depth;
    e->gap = SETTLE_GAP * g->depth;
    e->candidate_count = 0; /* no face is nearer */
    return true;
}
