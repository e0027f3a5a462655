/* Two boxes. Seen in the frame of the reference face the other box's face is a parallelogram, of
 * which the middle and two edges are carried over, and the reference's sides are limits of a
 * coordinate: no side needs a plane, no corner a product. Where edges cross the point is known.
 * Corners, identities and what counts as a corner on a side are as carom_convex_clip gives them, so
 * that a pair may go from this method to the general one and back without losing its points. */
#include "convex/box_manifold.h"
#include "convex/contact_pool.h"
#include "convex/penetration.h"
#include "convex/sat.h"
#include "convex/support.h"

/* Depths below this part of the size are decided by the general method. */
#define BOX_DOUBT 1e-13
/* Corners this near to extreme, relative to the size, are in contact as well. */
#define BOX_SLACK 1e-11
/* Faces this much longer than wide are cut by the general method. */
#define BOX_NEEDLE 0.06
#define FACE_CORNERS 8

/* Over the reference face: where, and how far below. */
typedef struct face_corner {
    double x, y, depth;
    uint32_t id, edge; /* edge: the one that follows */
    int from;          /* the corner it is, or -1 */
} face_corner;

typedef struct face_polygon {
    int count;
    face_corner corner[FACE_CORNERS];
} face_polygon;

/* x * at.x + y * at.y <= offset is kept. */
typedef struct face_side {
    double x, y, offset, slack, rounding;
    uint32_t cut;
} face_side;

/* The reference face, its normal outward and the contact's outward from it. Points are relative to
 * the reference's centre. */
typedef struct face_window {
    const convex_shape *box;
    box_face face;
    vec3 normal, along, x, y;
    double half_x, half_y, height, cosine;
} face_window;

static void set_window(face_window *w, const convex_shape *box, vec3 along) {
    vec3 u = convex_to_axes(box, along);
    box_face f = box_face_along(u);
    double way = f.high ? 1.0 : -1.0;
    w->box = box;
    w->face = f;
    w->along = along;
    w->normal = scale3(box->axes[f.axis], way);
    w->x = box->axes[f.first];
    w->y = box->axes[f.second];
    w->height = axis3(box->half, f.axis);
    w->half_x = axis3(box->half, f.first);
    w->half_y = axis3(box->half, f.second);
    w->cosine = way * axis3(u, f.axis);
}

/* The other box's face: its middle and half its edges. */
typedef struct other_face {
    box_face face;
    vec3 middle, edge[2];
} other_face;

static other_face face_against(const face_window *w, const convex_shape *box) {
    other_face out = {.face = box_face_along(convex_to_axes(box, neg3(w->along)))};
    const box_face *f = &out.face;
    double half = axis3(box->half, f->axis);
    out.middle =
        mad3(sub3(box->center, w->box->center), box->axes[f->axis], f->high ? half : -half);
    out.edge[0] = scale3(box->axes[f->first], axis3(box->half, f->first));
    out.edge[1] = scale3(box->axes[f->second], axis3(box->half, f->second));
    return out;
}

/* Seen along the contact's normal onto the reference face; z is the depth below it. */
static vec3 onto_window(const face_window *w, vec3 v, double height) {
    double depth = (height - dot3(w->normal, v)) / w->cosine;
    v = mad3(v, w->along, depth);
    return vec(dot3(w->x, v), dot3(w->y, v), depth);
}

static inline vec3 corner_of_other(const other_face *o, int k) {
    vec3 edge = box_corner_first(&o->face, k) ? o->edge[0] : neg3(o->edge[0]);
    vec3 middle = add3(o->middle, edge);
    return box_corner_second(k) ? add3(middle, o->edge[1]) : sub3(middle, o->edge[1]);
}

static void see_face(face_polygon *out, const face_window *w, const other_face *o) {
    const other_face seen = {
        o->face,
        onto_window(w, o->middle, w->height),
        {onto_window(w, o->edge[0], 0.0), onto_window(w, o->edge[1], 0.0)},
    };
    out->count = 4;
    for (int k = 0; k < 4; k++) {
        vec3 at = corner_of_other(&seen, k);
        uint32_t id = (uint32_t)box_corner_id(&o->face, k);
        out->corner[k] = (face_corner){at.x, at.y, at.z, id, id, k};
    }
}

/* -- cutting, as carom_convex_clip does ------------------------------------------------------- */

static inline face_corner corner_between(const face_corner *p, const face_corner *q, double dp,
                                         double dq) {
    double t = dp / (dp - dq);
    return (face_corner){p->x + (q->x - p->x) * t,
                         p->y + (q->y - p->y) * t,
                         p->depth + (q->depth - p->depth) * t,
                         p->id,
                         p->edge,
                         -1};
}

/* A corner a little over the side, moved along the shorter way of its edges to it. */
static bool corner_moved(const face_polygon *f, const double *over, int i, face_corner *out) {
    int around[2] = {i > 0 ? i - 1 : f->count - 1, i + 1 < f->count ? i + 1 : 0};
    double nearest = DBL_MAX;
    for (int k = 0; k < 2; k++) {
        int j = around[k];
        if (!(over[j] <= 0.0)) continue;
        face_corner c = corner_between(&f->corner[i], &f->corner[j], over[i], over[j]);
        vec3 way = vec(c.x - f->corner[i].x, c.y - f->corner[i].y, c.depth - f->corner[i].depth);
        double away = len2(way);
        if (away < nearest) *out = c;
        nearest = min2(nearest, away);
    }
    return nearest < DBL_MAX;
}

static inline void push_point(face_polygon *out, const face_corner *c) {
    if (out->count < FACE_CORNERS) out->corner[out->count++] = *c;
}

/* @return false when nothing is over the side, and `out` untouched. */
static bool cut_face(const face_polygon *in, const face_side *side, face_polygon *out) {
    double over[FACE_CORNERS];
    bool any = false;
    for (int i = 0; i < in->count; i++) {
        over[i] = side->x * in->corner[i].x + side->y * in->corner[i].y - side->offset;
        any |= !(over[i] <= 0.0);
    }
    if (!any) return false;
    out->count = 0;
    for (int i = 0; i < in->count; i++) {
        int j = i + 1 < in->count ? i + 1 : 0;
        double dp = over[i], dq = over[j];
        bool keep = dp <= side->slack, keep_next = dq <= side->slack;
        if (keep) {
            face_corner p = in->corner[i];
            bool stays = dp <= side->rounding || corner_moved(in, over, i, &p);
            if (stays && dp >= 0.0 && !keep_next) p.edge = side->cut;
            if (stays) push_point(out, &p);
        }
        if ((dp < 0.0 && !keep_next) || (dq < 0.0 && !keep)) {
            face_corner c = corner_between(&in->corner[i], &in->corner[j], dp, dq);
            c.id = c.edge << 15 | side->cut;
            if (dp < 0.0) c.edge = side->cut;
            push_point(out, &c);
        }
    }
    return true;
}

/* @return the polygon that is left, one of the two */
static const face_polygon *cut_to_window(const face_window *w, face_polygon room[2]) {
    double half = w->half_x + w->half_y, way = w->face.high ? 1.0 : -1.0;
    double rounding = 4.0 * DBL_EPSILON * (2.0 * half + w->height + max_abs3(w->box->center));
    int now = 0;
    for (int k = 0; k < 4; k++) {
        double sign = k == 1 || k == 2 ? 1.0 : -1.0;
        face_side side = {.rounding = rounding,
                          .cut = CLIP_CUT | (uint32_t)box_corner_id(&w->face, k)};
        if (k & 1) {
            side.x = sign * way;
            side.offset = w->half_x;
            side.slack = SAME_POINT * 2.0 * w->half_y;
        } else {
            side.y = sign;
            side.offset = w->half_y;
            side.slack = SAME_POINT * 2.0 * w->half_x;
        }
        if (cut_face(&room[now], &side, &room[1 - now])) now = 1 - now;
    }
    return &room[now];
}

/* -- faces ------------------------------------------------------------------------------------ */

static void add_corners(contact_pool *pool, const face_window *w, const other_face *o,
                        const face_polygon *f, bool flip) {
    vec3 origin = w->box->center, middle = scale3(w->normal, w->height);
    for (int i = 0; i < f->count; i++) {
        const face_corner *c = &f->corner[i];
        vec3 foot = mad3(mad3(middle, w->x, c->x), w->y, c->y);
        vec3 below = mad3(foot, w->along, -c->depth);
        if (c->from >= 0) {
            below = corner_of_other(o, c->from);
            foot = mad3(below, w->along, c->depth);
        }
        foot = add3(foot, origin);
        below = add3(below, origin);
        const manifold_point point = {flip ? below : foot, flip ? foot : below, c->depth,
                                      c->id | (flip ? ID_OF_B : 0u)};
        pool_put(pool, &point);
    }
}

/* Whether the one point that is left is the deepest corner: then no witness adds to it. */
static bool is_corner_alone(const contact_pool *pool, const face_polygon *f, double depth) {
    if (pool->count != 1) return false;
    uint32_t corner = pool->points[0].id & ~ID_OF_B;
    for (int i = 0; i < f->count; i++)
        if (f->corner[i].id == corner && f->corner[i].from < 0) return false;
    return pool->points[0].depth >= depth - SAME_POINT * pool->size;
}

/* @return false when the deepest pair is not among the points. */
static bool clip_faces(contact_pool *pool, const face_window *w, const convex_shape *other,
                       const sat_answer *s, bool flip) {
    face_polygon room[2];
    if (!(min2(w->half_x, w->half_y) > BOX_NEEDLE * max2(w->half_x, w->half_y))) return false;
    other_face o = face_against(w, other);
    see_face(&room[0], w, &o);
    const face_polygon *left = cut_to_window(w, room);
    add_corners(pool, w, &o, left, flip);
    if (carom_pool_is_filled(pool, s->depth)) return true;
    return s->axis < SAT_EDGES && is_corner_alone(pool, left, s->depth);
}

/* -- edges ------------------------------------------------------------------------------------ */

/* The edge along `axis` that is farthest along n: its end on the negative side and its way to the
 * other. @return false when more than it is extreme. */
static bool extreme_edge(const convex_shape *s, int axis, vec3 n, double slack, vec3 edge[2]) {
    vec3 u = convex_to_axes(s, n);
    bool only = true;
    edge[0] = vec(0, 0, 0);
    for (int i = 0; i < 3; i++) {
        double half = axis3(s->half, i), along = axis3(u, i);
        bool level = 2.0 * half * fabs(along) <= slack;
        only &= level == (i == axis);
        edge[0] = mad3(edge[0], s->axes[i], i == axis || !(along > 0.0) ? -half : half);
        if (i == axis) edge[1] = scale3(s->axes[i], 2.0 * half);
    }
    return only;
}

static int corner_along(const convex_shape *s, vec3 n) {
    int corner;
    convex_offset(s, n, &corner);
    return corner;
}

/* The point where two edges cross, of boxes in the order in which their axes were tried. */
static bool cross_box_edges(contact_pool *pool, const convex_shape *boxes[2], const sat_answer *s,
                            bool swap) {
    vec3 e[2], f[2], n = s->normal;
    double slack = BOX_SLACK * s->scale;
    int pair = s->axis - SAT_EDGES;
    vec3 turn = cross3(boxes[0]->axes[pair / 3], boxes[1]->axes[pair % 3]);
    if (!(len2(turn) > 1.001 * PARALLEL_SINE * PARALLEL_SINE) ||
        !extreme_edge(boxes[0], pair / 3, n, slack, e) ||
        !extreme_edge(boxes[1], pair % 3, neg3(n), slack, f))
        return false;
    vec3 apart = sub3(boxes[1]->center, boxes[0]->center), side = cross3(f[1], n);
    double t = dot3(sub3(add3(f[0], apart), e[0]), side) / dot3(e[1], side);
    vec3 at = add3(mad3(e[0], e[1], clamp01(t)), boxes[0]->center);
    vec3 below = mad3(at, n, -s->depth);
    int corner = corner_along(boxes[0], n), other = corner_along(boxes[1], neg3(n));
    const manifold_point point = {swap ? below : at, swap ? at : below, s->depth,
                                  swap ? id_of_witness(other, corner)
                                       : id_of_witness(corner, other)};
    pool_put(pool, &point);
    return true;
}

/* -- all -------------------------------------------------------------------------------------- */

static bool is_solid_box(const convex_shape *s) {
    return s->kind == CONVEX_BOX && s->radius == 0.0 &&
           min2(s->half.x, min2(s->half.y, s->half.z)) > 0.0;
}

static double size_of_half(const convex_shape *s) {
    return s->half.x + s->half.y + s->half.z;
}

static bool fill_from_boxes(contact_pool *pool, const convex_shape *boxes[2], const sat_answer *s,
                            bool swap) {
    face_window p, q;
    const convex_shape *a = boxes[swap], *b = boxes[!swap];
    pool->size = 2.0 * max2(size_of_half(a), size_of_half(b));
    pool->margin += ROUNDING * pool->size + 2.0 * DBL_EPSILON * max_abs3(a->center);
    set_window(&p, a, pool->normal);
    set_window(&q, b, neg3(pool->normal));
    if (!(max2(p.cosine, q.cosine) >= REFERENCE_COSINE))
        return s->axis >= SAT_EDGES && cross_box_edges(pool, boxes, s, swap);
    bool flip = q.cosine > p.cosine + REFERENCE_ADVANTAGE;
    return clip_faces(pool, flip ? &q : &p, flip ? a : b, s, flip);
}

bool carom_box_manifold(const convex_shape *a, const convex_shape *b,
                        const manifold_options *options, convex_manifold *out) {
    if (!is_solid_box(a) || !is_solid_box(b)) return false;
    bool swap = carom_convex_order_shapes(a, b) > 0;
    const convex_shape *boxes[2] = {swap ? b : a, swap ? a : b};
    sat_answer s = carom_sat(boxes[0], boxes[1]);
    double doubt = BOX_DOUBT * s.scale + 8.0 * DBL_EPSILON * max_abs3(a->center);
    out->count = 0;
    out->status = CONVEX_EXACT;
    out->normal = vec(0, 0, 0);
    if (s.depth < -(options->margin + doubt)) return true;
    if (!(s.depth > doubt)) return false;
    contact_pool pool;
    pool_start(&pool, swap ? neg3(s.normal) : s.normal, options->margin);
    if (!fill_from_boxes(&pool, boxes, &s, swap)) return false;
    if (options->cache) *options->cache = (convex_cache){.axis = pool.normal};
    carom_pool_take(&pool, options->capacity, out);
    return true;
}
