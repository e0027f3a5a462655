/* Polygons and edges cut by planes [Sutherland74], and the hull of points in a plane by Andrew's
 * chains. */
#include "convex/feature.h"

/* Corners and edges of the shape are numbers below CUT; cuts have it set. */
#define CUT 0x4000u
#define NUMBER 0x3fffu

static void push(convex_feature *out, vec3 point, uint32_t id, uint32_t edge) {
    if (out->count == FEATURE_POINTS) return;
    out->points[out->count] = point;
    out->edge[out->count] = edge;
    out->id[out->count++] = id;
}

void carom_convex_number(convex_feature *feature) {
    for (int i = 0; i < feature->count; i++)
        feature->edge[i] = feature->id[i] = feature->id[i] & NUMBER;
}

static vec3 crossing(vec3 p, vec3 q, double dp, double dq) {
    double t = dp / (dp - dq);
    return vec(p.x + t * (q.x - p.x), p.y + t * (q.y - p.y), p.z + t * (q.z - p.z));
}

/* How far the points are over the plane. @return false when none is. */
static bool heights(const convex_feature *f, vec3 side, double offset, double *over) {
    bool cut = false;
    for (int i = 0; i < f->count; i++) {
        over[i] = dot3(side, f->points[i]) - offset;
        cut |= !(over[i] <= 0.0);
    }
    return cut;
}

static void copy_points(convex_feature *to, const convex_feature *from) {
    to->count = from->count;
    for (int i = 0; i < from->count; i++) {
        to->points[i] = from->points[i];
        to->id[i] = from->id[i];
        to->edge[i] = from->edge[i];
    }
}

/* A corner a little over the plane, moved along one of its edges to the plane. @return false when
 * neither leads there. */
static bool corner_on_plane(const convex_feature *f, const double *over, int i, vec3 *out) {
    int around[2] = {i > 0 ? i - 1 : f->count - 1, i + 1 < f->count ? i + 1 : 0};
    double nearest = DBL_MAX;
    for (int k = 0; k < 2; k++) {
        int j = around[k];
        if (!(over[j] <= 0.0)) continue;
        vec3 q = crossing(f->points[i], f->points[j], over[i], over[j]);
        double away = len2(sub3(q, f->points[i]));
        if (away < nearest) *out = q;
        nearest = min2(nearest, away);
    }
    return nearest < DBL_MAX;
}

void carom_convex_clip(convex_feature *feature, const clip_plane *plane) {
    double over[FEATURE_POINTS];
    if (!heights(feature, plane->side, plane->offset, over)) return;
    convex_feature in;
    uint32_t cut = CUT | (plane->tag & NUMBER);
    copy_points(&in, feature);
    feature->count = 0;
    for (int i = 0; i < in.count; i++) {
        int j = i + 1 < in.count ? i + 1 : 0;
        vec3 p = in.points[i], q = in.points[j];
        double dp = over[i], dq = over[j];
        uint32_t edge = in.edge[i];
        bool keep = dp <= plane->slack, keep_next = dq <= plane->slack;
        if (dp > plane->rounding && keep) keep = corner_on_plane(&in, over, i, &p);
        /* leaving through a corner: the cut follows it */
        if (keep) push(feature, p, in.id[i], dp >= 0.0 && !keep_next ? cut : edge);
        bool closing = in.count == 2 && i == 1; /* an edge is not a polygon with two sides */
        if (in.count == 1 || closing) continue;
        if ((dp < 0.0 && !keep_next) || (dq < 0.0 && dp > plane->slack))
            push(feature, crossing(p, q, dp, dq), edge << 15 | cut, dp < 0.0 ? cut : edge);
    }
}

void carom_convex_clip_ends(convex_feature *other, const convex_feature *window, vec3 n) {
    vec3 longest = vec(0, 0, 0);
    for (int i = 0; i < window->count; i++) {
        vec3 p = window->points[i], q = window->points[i + 1 < window->count ? i + 1 : 0];
        if (len2(sub3(q, p)) > len2(longest)) longest = sub3(q, p);
    }
    longest = mad3(longest, n, -dot3(longest, n));
    vec3 along = carom_normalize_or(longest, vec(0, 0, 0));
    for (int way = 0; way < 2; way++, along = neg3(along)) {
        clip_plane end = {along, -DBL_MAX, 0.0, 0.0, 0x3ffeu + (uint32_t)way};
        for (int i = 0; i < window->count; i++) {
            end.offset = max2(end.offset, dot3(along, window->points[i]));
            end.rounding = max2(end.rounding, 4.0 * DBL_EPSILON * max_abs3(window->points[i]));
        }
        end.slack = end.rounding;
        carom_convex_clip(other, &end);
    }
}

static double turn(const double *p, const double *q, const double *r) {
    return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

/* One chain of the hull over the sorted points. @return its new length. */
static int chain(double (*xy)[2], const int *order, int count, int *hull) {
    int n = 0;
    for (int k = 0; k < count; k++) {
        while (n >= 2 && !(turn(xy[hull[n - 2]], xy[hull[n - 1]], xy[order[k]]) > 0.0))
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

void carom_convex_order(convex_feature *feature, vec3 normal) {
    int count = feature->count, order[FEATURE_POINTS], back[FEATURE_POINTS];
    int hull[2 * FEATURE_POINTS];
    double xy[FEATURE_POINTS][2];
    for (int i = 0; i < count; i++)
        feature->edge[i] = 0;
    if (count < 3) return;
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
    convex_feature in;
    copy_points(&in, feature);
    feature->count = 0;
    bool taken[FEATURE_POINTS] = {false}; /* points in line may be in both chains */
    for (int k = 0; k < n; k++) {
        if (!taken[hull[k]]) push(feature, in.points[hull[k]], in.id[hull[k]], 0);
        taken[hull[k]] = true;
    }
}
