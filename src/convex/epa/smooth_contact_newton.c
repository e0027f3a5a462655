/* Newton's method with an active set of corners, an own method, for the normal of a contact or of a
 * least depth of curved shapes. The unknowns are the turn of n, two numbers, and one weight for
 * each extreme corner beyond the first of a shape; the equations are that the weighted point lies
 * along n, with the curvature of both surfaces, and that the corners' support values are equal. A
 * corner whose weight becomes negative leaves the active set, one with a greater support value
 * joins it. Convergence is quadratic; the callers (epa_settle.c, cast/cast_newton.c) prove or
 * reject what it finds. */
#include "convex/epa/smooth_contact_newton.h"
#include "convex/epa/tolerances.h"

#define CORNERS_LIMIT 4 /* in general position no more have equal support values */

/* The corner of a shape that is farthest along m. */
static int extreme_corner(const convex_shape *s, vec3 m, int hint) {
    int id = ~hint;
    if (s->kind == CONVEX_ELLIPSOID) return 0;
    if (s->kind == CONVEX_CYLINDER) return dot3(s->axes[2], m) > 0.0;
    if (s->kind == CONVEX_CONE) {
        vec3 u = convex_to_axes(s, m);
        return u.z * s->half.z >= sqrt(u.x * u.x + u.y * u.y) * s->half.x;
    }
    convex_offset(s, m, &id);
    return id;
}

static bool is_apex(const convex_shape *s, int id) {
    return s->kind == CONVEX_CONE && id == 1;
}

/* Little is left of m off the axis, and not square to it: then it is made of the other axes. */
static CAROM_NOINLINE vec3 rim_near_axis(const convex_shape *s, vec3 m, double height) {
    const double x = dot3(s->axes[0], m), y = dot3(s->axes[1], m), length = sqrt(x * x + y * y);
    const double k = length > 0.0 ? s->half.x / length : 0.0;
    return convex_from_axes(s, x * k, y * k, height);
}

static vec3 corner_point(const convex_shape *s, int id, vec3 m) {
    int none;
    if (convex_is_polyhedral(s)) return convex_vertex(s, id);
    if (s->kind == CONVEX_ELLIPSOID) return convex_offset(s, m, &none);
    vec3 axis = s->axes[2];
    if (is_apex(s, id)) return scale3(axis, s->half.z);
    vec3 out = mad3(m, axis, -dot3(m, axis));
    double square = len2(out), k = s->half.x / sqrt(square);
    double height = s->kind == CONVEX_CONE ? 0.0 : id ? s->half.z : -s->half.z;
    if (CAROM_UNLIKELY(!(square > RIM_NEAR_AXIS_SINE2))) return rim_near_axis(s, m, height);
    return mad3(scale3(axis, height), out, k);
}

static bool has_corner(const contact_part *p, int id) {
    for (int i = 0; i < p->count; i++)
        if (p->id[i] == id) return true;
    return false;
}

void carom_smooth_contact_start(smooth_contact *f, const convex_shape *a, const convex_shape *b) {
    f->radius = 0.0;
    for (int k = 0; k < 2; k++) {
        contact_part *p = &f->part[k];
        p->shape = k ? b : a;
        p->sign = k ? -1.0 : 1.0;
        p->shift = convex_origin(p->shape);
        p->count = 0;
    }
}

void carom_smooth_contact_add(contact_part *p, vec3 offset, int index) {
    const convex_shape *s = p->shape;
    double up = s->kind == CONVEX_POINTS ? 0.0 : dot3(offset, s->axes[2]);
    int id = convex_is_polyhedral(s)       ? index
             : s->kind == CONVEX_ELLIPSOID ? 0
             : s->kind == CONVEX_CONE      ? up > 0.5 * s->half.z
                                           : up > 0.0;
    if (p->count < 3 && !has_corner(p, id)) p->id[p->count++] = id;
}

bool carom_smooth_contact_balance(smooth_contact *f) {
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < f->part[k].count; i++)
            f->part[k].weight[i] = 1.0 / f->part[k].count;
    return f->part[0].count + f->part[1].count <= CORNERS_LIMIT;
}

/* Sets the edges of A - B from each part's first corner to its others. */
static void set_spans(smooth_contact *f) {
    f->span_count = 0;
    for (int k = 0; k < 2; k++) {
        const contact_part *p = &f->part[k];
        for (int i = 1; i < p->count; i++)
            f->span[f->span_count++] = scale3(sub3(p->at[i], p->at[0]), p->sign);
    }
}

void carom_smooth_contact_place(smooth_contact *f) {
    f->x = newton_tangent(f->n);
    f->y = cross3(f->n, f->x);
    for (int k = 0; k < 2; k++) {
        contact_part *p = &f->part[k];
        vec3 m = scale3(f->n, p->sign);
        f->point[k] = p->shift;
        for (int i = 0; i < p->count; i++) {
            p->at[i] = corner_point(p->shape, p->id[i], m);
            f->point[k] = mad3(f->point[k], p->at[i], p->weight[i]);
        }
    }
    f->w = sub3(f->point[0], f->point[1]);
    set_spans(f);
}

bool carom_smooth_contact_reach(smooth_contact *f, double margin, double *reach) {
    int capacity = 2 - f->span_count;
    *reach = f->radius;
    for (int k = 0; k < 2; k++) {
        contact_part *p = &f->part[k];
        vec3 m = scale3(f->n, p->sign);
        int id = extreme_corner(p->shape, m, p->id[0]);
        double farthest = dot3(m, p->at[0]);
        for (int i = 1; i < p->count; i++)
            farthest = max2(farthest, dot3(m, p->at[i]));
        if (!has_corner(p, id)) {
            vec3 at = corner_point(p->shape, id, m);
            double along = dot3(m, at);
            if (along > farthest + margin) {
                if (capacity-- == 0) return false;
                p->id[p->count] = id;
                p->at[p->count] = at;
                p->weight[p->count++] = 0.0;
            }
            farthest = max2(farthest, along);
        }
        *reach += farthest + dot3(m, p->shift);
    }
    set_spans(f);
    return true;
}

support_hessian carom_smooth_contact_part_hessian(const smooth_contact *f, int of_b) {
    const contact_part *p = &f->part[of_b];
    vec3 m = scale3(f->n, p->sign);
    double weight = 0.0;
    for (int i = 0; i < p->count; i++)
        if (!is_apex(p->shape, p->id[i])) weight += p->weight[i];
    if (convex_is_polyhedral(p->shape) || !(weight > 0.0)) return (support_hessian){0, 0, 0};
    support_hessian b = p->shape->kind == CONVEX_ELLIPSOID
                            ? carom_ellipsoid_support_hessian(p->shape, m, f->x, f->y)
                            : carom_circle_support_hessian(p->shape, m, f->x, f->y);
    return (support_hessian){weight * b.xx, weight * b.xy, weight * b.yy};
}

/* Removes the corner of least weight if that is negative. */
static void drop_corner(contact_part *p) {
    int least = 0;
    for (int i = 1; i < p->count; i++)
        if (p->weight[i] < p->weight[least]) least = i;
    if (p->count < 2 || !(p->weight[least] < 0.0)) return;
    p->count--;
    p->id[least] = p->id[p->count];
    p->weight[least] = p->weight[p->count];
    double sum = 0.0;
    for (int i = 0; i < p->count; i++)
        sum += p->weight[i] = max2(p->weight[i], 0.0);
    for (int i = 0; i < p->count; i++)
        p->weight[i] = sum > 0.0 ? p->weight[i] / sum : 1.0 / p->count;
}

/* Numbers that are negligible beside 1 become 0: their rescaled copies in float may be. */
static inline double flush_to_zero(double x) {
    return fabs(x) < CONTACT_ZERO ? 0.0 : x;
}

static void change_weights(smooth_contact *f, const double by[2]) {
    for (int k = 0, span = 0; k < 2; k++) {
        contact_part *p = &f->part[k];
        for (int i = 1; i < p->count; i++, span++) {
            p->weight[i] = flush_to_zero(p->weight[i] + by[span]);
            p->weight[0] -= by[span];
        }
        drop_corner(p);
    }
}

typedef struct plane_vec {
    double x, y;
} plane_vec;

static inline double plane_cross(plane_vec p, plane_vec q) {
    return p.x * q.y - p.y * q.x;
}

static inline plane_vec hessian_times(support_hessian j, plane_vec t) {
    return (plane_vec){j.xx * t.x + j.xy * t.y, j.xy * t.x + j.yy * t.y};
}

/* Solves H t + sum of span_i by_i = r, span_i . t = -span_i . n for the turn t and the changes by_i
 * of the weights. */
static bool solve_turn(const smooth_contact *f, support_hessian j, plane_vec r, plane_vec *t,
                       double by[2]) {
    plane_vec e[2];
    double over[2];
    for (int i = 0; i < f->span_count; i++) {
        e[i] = (plane_vec){dot3(f->span[i], f->x), dot3(f->span[i], f->y)};
        over[i] = -dot3(f->span[i], f->n);
    }
    if (f->span_count == 0) {
        double det = j.xx * j.yy - j.xy * j.xy;
        if (!(det > 0.0 && j.xx + j.yy > 0.0)) return false;
        *t = (plane_vec){(j.yy * r.x - j.xy * r.y) / det, (j.xx * r.y - j.xy * r.x) / det};
        return true;
    }
    if (f->span_count == 1) {
        double square = e[0].x * e[0].x + e[0].y * e[0].y, k = over[0] / square;
        plane_vec side = {-e[0].y, e[0].x}, je = hessian_times(j, e[0]),
                  js = hessian_times(j, side);
        double bend = side.x * js.x + side.y * js.y;
        if (!(square > 0.0 && bend > 0.0)) return false;
        double a = (side.x * r.x + side.y * r.y - k * (side.x * je.x + side.y * je.y)) / bend;
        *t = (plane_vec){k * e[0].x + a * side.x, k * e[0].y + a * side.y};
        plane_vec jt = hessian_times(j, *t);
        by[0] = (e[0].x * (r.x - jt.x) + e[0].y * (r.y - jt.y)) / square;
        return true;
    }
    double det = plane_cross(e[0], e[1]);
    if (!(fabs(det) > 0.0)) return false;
    *t = (plane_vec){(over[0] * e[1].y - over[1] * e[0].y) / det,
                     (over[1] * e[0].x - over[0] * e[1].x) / det};
    plane_vec jt = hessian_times(j, *t), left = {r.x - jt.x, r.y - jt.y};
    by[0] = plane_cross(left, e[1]) / det;
    by[1] = plane_cross(e[0], left) / det;
    return true;
}

bool carom_smooth_contact_turn(smooth_contact *f, vec3 off, double lift, double *turn) {
    double by[2] = {0.0, 0.0};
    support_hessian a = carom_smooth_contact_part_hessian(f, 0),
                    b = carom_smooth_contact_part_hessian(f, 1);
    double all = f->radius + lift;
    support_hessian j = {a.xx + b.xx + all, a.xy + b.xy, a.yy + b.yy + all};
    plane_vec t;
    if (!solve_turn(f, j, (plane_vec){dot3(off, f->x), dot3(off, f->y)}, &t, by)) return false;
    *turn = sqrt(t.x * t.x + t.y * t.y);
    if (!(*turn < CONTACT_TURN_MAX)) return false;
    vec3 n = mad3(mad3(f->n, f->x, t.x), f->y, t.y);
    n = scale3(n, 1.0 / sqrt(len2(n)));
    f->n = vec(flush_to_zero(n.x), flush_to_zero(n.y), flush_to_zero(n.z));
    change_weights(f, by);
    return true;
}
