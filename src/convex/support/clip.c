/* Sutherland-Hodgman clipping [Sutherland74] of polygons and edges by the sides of a polygon, in
 * the projection along a direction, where a side is a line and needs no square root. Each point
 * keeps the identity of its features, for warm starts. A vertex within a margin of a side counts as
 * on it, and is moved onto it instead of being cut. carom_convex_order is the
 * convex hull of points in a plane by Andrew's monotone chains [Andrew79]. */
#include "convex/support/tolerances.h"
#include "core/workspace.h"
#include "convex/support/feature.h"
#include "convex/support/clip.h"

/* Numbers of the cuts at the two ends of a sliver. */
#define CUT_AT_END 0x3ffeu

typedef struct clip_corner {
    vec3 at;           /* in the frame */
    uint32_t id, edge; /* edge: identity of the edge that follows */
    int from;          /* index of the vertex that it is, or -1 */
} clip_corner;

typedef struct clip_polygon {
    int count;
    clip_corner corner[FEATURE_POINTS];
} clip_polygon;

/* x * at.x + y * at.y <= offset is kept; all in units of the length of (x, y). */
typedef struct clip_line {
    double x, y, offset;
    double slack, rounding; /* clip_margins of feature.h, in these units */
    uint32_t tag;           /* identity of the side */
} clip_line;

typedef struct clip_frame {
    vec3 origin, x, y, z;
} clip_frame;

/* Kept in a block of the workspace. */
typedef struct clip_work {
    clip_polygon buffer[2];
    clip_polygon *now, *next; /* the polygon, and the buffer for the next one */
    double over[FEATURE_POINTS];
    vec3 at[FEATURE_POINTS], side[FEATURE_POINTS]; /* of the window, in the frame */
    vec3 kept[FEATURE_POINTS];
} clip_work;
_Static_assert(sizeof(clip_work) <= WORKSPACE_CONVEX_BYTES, "the block holds it");

static inline void push_corner(clip_polygon *out, const clip_corner *c) {
    if (out->count < FEATURE_POINTS) out->corner[out->count++] = *c;
}

static clip_corner crossing(const clip_corner *p, const clip_corner *q, double dp, double dq) {
    double t = dp / (dp - dq);
    return (clip_corner){mad3(p->at, sub3(q->at, p->at), t), p->id, p->edge, -1};
}

/* Moves a vertex that is a little beyond the line along one of its edges onto the line. @return
 * false when neither edge crosses it */
static bool corner_on_line(const clip_polygon *f, const double *over, int i, clip_corner *out) {
    int around[2] = {i > 0 ? i - 1 : f->count - 1, i + 1 < f->count ? i + 1 : 0};
    double nearest = DBL_MAX;
    for (int k = 0; k < 2; k++) {
        int j = around[k];
        if (!(over[j] <= 0.0)) continue;
        clip_corner c = crossing(&f->corner[i], &f->corner[j], over[i], over[j]);
        double away = len2(sub3(c.at, f->corner[i].at));
        if (away < nearest) *out = c;
        nearest = min2(nearest, away);
    }
    return nearest < DBL_MAX;
}

/* Clips by one line. */
static void cut_polygon(clip_work *work, const clip_line *line) {
    const clip_polygon *in = work->now;
    clip_polygon *out = work->next;
    double *over = work->over;
    bool any = false;
    for (int i = 0; i < in->count; i++) {
        over[i] = line->x * in->corner[i].at.x + line->y * in->corner[i].at.y - line->offset;
        any |= !(over[i] <= 0.0);
    }
    if (!any) return;
    uint32_t cut = CLIP_CUT | (line->tag & CLIP_NUMBER);
    out->count = 0;
    for (int i = 0; i < in->count; i++) {
        int j = i + 1 < in->count ? i + 1 : 0;
        clip_corner p = in->corner[i];
        double dp = over[i], dq = over[j];
        bool keep = dp <= line->slack, keep_next = dq <= line->slack;
        if (dp > line->rounding && keep) keep = corner_on_line(in, over, i, &p);
        /* the outline leaves through a vertex: the cut follows it */
        if (keep && dp >= 0.0 && !keep_next) p.edge = cut;
        if (keep) push_corner(out, &p);
        bool closing = in->count == 2 && i == 1; /* an edge has one side, a polygon count */
        if (in->count == 1 || closing) continue;
        if ((dp < 0.0 && !keep_next) || (dq < 0.0 && dp > line->slack)) {
            clip_corner c = crossing(&in->corner[i], &in->corner[j], dp, dq);
            c.id = c.edge << 15 | cut;
            if (dp < 0.0) c.edge = cut;
            push_corner(out, &c);
        }
    }
    work->next = work->now;
    work->now = out;
}

/* Cuts at the two ends of the window's longest side: the sides of a sliver hardly limit it there.
 */
static void cut_ends(clip_work *work, const convex_feature *window, int longest) {
    const vec3 *sides = work->side, *at = work->at;
    double length = sqrt(sides[longest].x * sides[longest].x + sides[longest].y * sides[longest].y);
    if (!(length > 0.0)) return;
    for (int side = 0; side < 2; side++) {
        double sign = side == 0 ? 1.0 / length : -1.0 / length;
        clip_line end = {sides[longest].x * sign,    sides[longest].y * sign, -DBL_MAX, 0.0, 0.0,
                         CUT_AT_END + (uint32_t)side};
        for (int i = 0; i < window->count; i++) {
            end.offset = max2(end.offset, end.x * at[i].x + end.y * at[i].y);
            end.rounding = max2(end.rounding, CLIP_ROUNDING * max_abs3(window->points[i]));
        }
        end.slack = end.rounding;
        cut_polygon(work, &end);
    }
}

static void cut_sides(clip_work *work, const convex_feature *window, const clip_frame *frame,
                      const clip_margins *margins) {
    vec3 *at = work->at, *side = work->side;
    int longest = 0, count = window->count;
    double most = -1.0, area = 0.0;
    for (int i = 0; i < count; i++) {
        vec3 p = sub3(window->points[i], frame->origin);
        at[i] = vec(dot3(frame->x, p), dot3(frame->y, p), 0.0);
    }
    for (int i = 0; i < count; i++) {
        side[i] = sub3(at[i + 1 < count ? i + 1 : 0], at[i]);
        double x = side[i].y, y = -side[i].x, square = x * x + y * y;
        double offset = x * at[i].x + y * at[i].y, reach = fabs(x) + fabs(y);
        clip_line line = {x, y, offset, margins->same * square, 0.0, window->id[i]};
        if (margins->grow > 0.0) line.offset += margins->grow * sqrt(square);
        if (margins->same > 0.0)
            line.rounding = CLIP_ROUNDING * (reach + max_abs3(window->points[i])) * reach;
        cut_polygon(work, &line);
        area -= offset;
        if (square > most) longest = i;
        most = max2(most, square);
    }
    if (!(fabs(area) > CLIP_SLIVER_AREA * most)) cut_ends(work, window, longest);
}

void carom_convex_clip(convex_feature *feature, const convex_feature *window, vec3 outward,
                       const clip_margins *margins) {
    clip_work *work = carom_workspace_take(WORKSPACE_CONVEX);
    clip_frame frame = {window->points[0], carom_perpendicular(outward), vec(0, 0, 0), outward};
    frame.y = cross3(outward, frame.x);
    work->now = &work->buffer[0];
    work->next = &work->buffer[1];
    work->now->count = feature->count;
    for (int i = 0; i < feature->count; i++) {
        vec3 p = sub3(feature->points[i], frame.origin);
        uint32_t number = feature->id[i] & CLIP_NUMBER;
        work->now->corner[i] = (clip_corner){
            vec(dot3(frame.x, p), dot3(frame.y, p), dot3(frame.z, p)), number, number, i};
    }
    cut_sides(work, window, &frame, margins);
    convex_feature *out = feature;
    vec3 *kept = work->kept;
    for (int i = 0; i < work->now->count; i++) {
        const clip_corner *c = &work->now->corner[i];
        vec3 p = mad3(frame.origin, frame.x, c->at.x);
        kept[i] = c->from >= 0 ? feature->points[c->from]
                               : mad3(mad3(p, frame.y, c->at.y), frame.z, c->at.z);
    }
    out->count = work->now->count;
    for (int i = 0; i < out->count; i++) {
        out->points[i] = kept[i];
        out->id[i] = work->now->corner[i].id;
    }
    carom_workspace_give(work);
}

static double orientation(const double *p, const double *q, const double *r) {
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

/* Builds one chain of the hull over the sorted points. @return its length */
static int chain(double (*xy)[2], const int *order, int count, int *hull) {
    int n = 0;
    for (int k = 0; k < count; k++) {
        while (n >= 2 && !(orientation(xy[hull[n - 2]], xy[hull[n - 1]], xy[order[k]]) > 0.0))
            n--;
        hull[n++] = order[k];
    }
    return n;
}

static void sort_by_x(double (*xy)[2], int *order, int count) {
    for (int i = 1; i < count; i++) {
        int at = order[i], j = i;
        for (; j > 0; j--) {
            const double *p = xy[order[j - 1]];
            if (p[0] < xy[at][0] || (p[0] == xy[at][0] && p[1] <= xy[at][1])) break;
            order[j] = order[j - 1];
        }
        order[j] = at;
    }
}

/* Kept in a block of the workspace. */
typedef struct order_work {
    int order[FEATURE_POINTS], back[FEATURE_POINTS], hull[2 * FEATURE_POINTS];
    double xy[FEATURE_POINTS][2];
    vec3 points[FEATURE_POINTS];
    uint32_t id[FEATURE_POINTS];
    bool taken[FEATURE_POINTS]; /* collinear points may be in both chains */
} order_work;
_Static_assert(sizeof(order_work) <= WORKSPACE_CONVEX_BYTES, "the block holds it");

void carom_convex_order(convex_feature *feature, vec3 normal) {
    const int count = feature->count;
    if (count < 3) return;
    order_work *work = carom_workspace_take(WORKSPACE_CONVEX);
    int *order = work->order, *back = work->back, *hull = work->hull;
    double(*xy)[2] = work->xy;
    vec3 *points = work->points;
    uint32_t *id = work->id;
    bool *taken = work->taken;
    vec3 u = carom_perpendicular(normal), v = cross3(normal, u);
    for (int i = 0; i < count; i++) {
        xy[i][0] = dot3(u, sub3(feature->points[i], feature->points[0]));
        xy[i][1] = dot3(v, sub3(feature->points[i], feature->points[0]));
        order[i] = i;
    }
    sort_by_x(xy, order, count);
    for (int i = 0; i < count; i++)
        back[i] = order[count - 1 - i];
    int n = chain(xy, order, count, hull) - 1;
    n += chain(xy, back, count, hull + n) - 1;
    for (int i = 0; i < count; i++) {
        points[i] = feature->points[i];
        id[i] = feature->id[i];
        taken[i] = false;
    }
    feature->count = 0;
    for (int k = 0; k < n; k++) {
        if (taken[hull[k]]) continue;
        taken[hull[k]] = true;
        feature->points[feature->count] = points[hull[k]];
        feature->id[feature->count++] = id[hull[k]];
    }
    carom_workspace_give(work);
}
