/* Separating axes [Gottschalk96] of boxes and simplices. The overlap along any direction is an
 * upper bound of the depth, so a direction that rounding has spoiled, or that is superfluous, does
 * no harm: none is skipped except for having no length. */
#include "convex/sat.h"

#include "convex/needle.h"
#include "math/box_axes.h"

/* What a later direction must be better by, relative to the size. */
#define SAT_ADVANTAGE 1e-14
/* Unit edges whose cross product is shorter than the root of this are parallel. */
#define SAT_PARALLEL 1e-24

typedef struct sat_side {
    const convex_shape *shape;
    int normal_count, edge_count;
    vec3 normal[4], edge[6];
    vec3 whole[6];          /* edges as they are, to a power of two */
    vec3 middle, points[4]; /* of a box; of points */
} sat_side;

bool carom_sat_serves(const convex_shape *shape) {
    return shape->kind == CONVEX_BOX || (shape->kind == CONVEX_POINTS && shape->count <= 4);
}

static vec3 anchor_of(const convex_shape *s) {
    return s->kind == CONVEX_BOX ? s->center : s->points[0];
}

static double size_of(const convex_shape *s, vec3 origin) {
    if (s->kind == CONVEX_BOX)
        return max_abs3(sub3(s->center, origin)) + s->half.x + s->half.y + s->half.z;
    double size = 0.0;
    for (int i = 0; i < s->count; i++)
        size = max2(size, max_abs3(sub3(s->points[i], origin)));
    return size;
}

static void add_normal(sat_side *side, vec3 n) {
    n = carom_normalize_or(n, vec(0, 0, 0));
    if (max_abs3(n) > 0.0) side->normal[side->normal_count++] = n;
}

static void add_whole_edge(sat_side *side, vec3 edge) {
    vec3 unit = carom_normalize_or(edge, vec(0, 0, 0));
    if (max_abs3(unit) == 0.0) return;
    side->whole[side->edge_count] = edge;
    side->edge[side->edge_count++] = unit;
}

static void set_side(sat_side *side, const convex_shape *s, vec3 origin) {
    side->shape = s;
    side->normal_count = side->edge_count = 0;
    side->middle = sub3(s->center, origin);
    if (s->kind == CONVEX_BOX) {
        side->normal_count = side->edge_count = 3;
        for (int i = 0; i < 3; i++)
            side->normal[i] = side->edge[i] = side->whole[i] = s->axes[i];
        return;
    }
    for (int i = 0; i < s->count; i++)
        side->points[i] = sub3(s->points[i], origin);
    for (int i = 0; i < s->count; i++)
        for (int j = i + 1; j < s->count; j++)
            add_whole_edge(side, sub3(s->points[j], s->points[i]));
    for (int i = 0; i < s->count; i++)
        for (int j = i + 1; j < s->count; j++)
            for (int k = j + 1; k < s->count; k++) {
                vec3 u = sub3(s->points[j], s->points[i]), v = sub3(s->points[k], s->points[i]);
                add_normal(side, sharp_cross(u, v));
            }
}

static inline double reach_of_box(const box_view *s, vec3 n) {
    return s->half.x * fabs(dot3(s->axes[0], n)) + s->half.y * fabs(dot3(s->axes[1], n)) +
           s->half.z * fabs(dot3(s->axes[2], n));
}

static inline void reach_both(const sat_side *side, vec3 n, double *low, double *high) {
    const convex_shape *s = side->shape;
    if (s->kind == CONVEX_BOX) {
        double middle = dot3(side->middle, n), reach = reach_of_box(box_view_of(s), n);
        *low = middle - reach;
        *high = middle + reach;
        return;
    }
    *low = DBL_MAX;
    *high = -DBL_MAX;
    for (int i = 0; i < s->count; i++) {
        double along = dot3(side->points[i], n);
        *low = min2(*low, along);
        *high = max2(*high, along);
    }
}

/* @return true when `n` separates beyond doubt. */
static bool try_axis(sat_answer *best, const sat_side *a, const sat_side *b, vec3 n) {
    double low_a, high_a, low_b, high_b, slack = SAT_ADVANTAGE * best->scale;
    reach_both(a, n, &low_a, &high_a);
    reach_both(b, n, &low_b, &high_b);
    double plus = high_a - low_b, minus = high_b - low_a;
    if (!best->found || plus < best->depth - slack) {
        best->found = true;
        best->depth = plus;
        best->normal = n;
    }
    if (minus < best->depth - slack) {
        best->depth = minus;
        best->normal = neg3(n);
    }
    return best->depth < -10.0 * slack;
}

/* Part by part: read as they are written. */
static inline void set_parts(double out[3], const box_view *s, vec3 n) {
    for (int i = 0; i < 3; i++)
        out[i] = dot3(s->axes[i], n);
}

/* What way B is, of a normal that is not unit yet. Hardly any way is none, for the first of two
 * sides is taken then. */
static inline double side_of(double way, double square, double scale) {
    return copysign(1.0, 2.0 * way + SAT_ADVANTAGE * scale * min2(1.0, 16.0 * square));
}

/* Axes are unit and square to each other: a face's normal is exactly that in its own frame. */
static inline void set_face_normal(box_axis *out, const box_view *const box[2], vec3 apart,
                                   int axis) {
    const int of_b = axis >= 3, side = axis - 3 * of_b;
    out->normal = box[of_b]->axes[side];
    out->per_length = 1.0;
    out->towards = side_of(dot3(apart, out->normal), 1.0, out->scale);
    for (int i = 0; i < 3; i++)
        out->in[of_b][i] = i == side;
    set_parts(out->in[!of_b], box[!of_b], out->normal);
}

/* @return false for edges that are parallel */
static inline bool set_edge_normal(box_axis *out, const box_view *const box[2], vec3 apart,
                                   int edges) {
    const vec3 n = cross3(box[0]->axes[edges / 3], box[1]->axes[edges % 3]);
    const double square = len2(n);
    if (!(square > SAT_PARALLEL)) return false;
    out->per_length = 1.0 / sqrt(square);
    out->normal = scale3(n, out->per_length);
    out->towards = side_of(dot3(apart, n), square, out->scale);
    set_parts(out->in[0], box[0], n);
    set_parts(out->in[1], box[1], n);
    return true;
}

static inline double reach_in(const box_view *s, const double in[3]) {
    return s->half.x * fabs(in[0]) + s->half.y * fabs(in[1]) + s->half.z * fabs(in[2]);
}

static inline bool measure_axis(box_axis *out, const box_view *const box[2], vec3 apart, int axis) {
    if (axis < SAT_EDGES)
        set_face_normal(out, box, apart, axis);
    else if (!set_edge_normal(out, box, apart, axis - SAT_EDGES))
        return false;
    out->axis = axis;
    out->depth = (reach_in(box[0], out->in[0]) + reach_in(box[1], out->in[1])) * out->per_length -
                 fabs(dot3(apart, out->normal));
    return true;
}

/* Of several axes that may be the least; the scale is known. */
static CAROM_APART bool measure_axes(box_axis *out, const box_view *const box[2], vec3 apart,
                                     unsigned set) {
    const double slack = SAT_ADVANTAGE * out->scale;
    box_axis next, *at = out; /* the first that is measured is the best so far */
    next.scale = out->scale;
    while (set != 0 && !(at != out && out->depth < -10.0 * slack)) {
        int axis = box_axes_take(&set);
        if (!measure_axis(at, box, apart, axis)) continue;
        if (at != out && next.depth < out->depth - slack) *out = next;
        at = &next;
    }
    return at != out;
}

/* Only those axes are measured that may be the one of least depth. */
bool carom_sat_boxes(const box_view *const box[2], unsigned guess, box_axis *out) {
    const box_view *a = box[0], *b = box[1];
    const vec3 apart = sub3(b->center, a->center);
    out->scale =
        a->half.x + a->half.y + a->half.z + b->half.x + b->half.y + b->half.z + max_abs3(apart);
    const bool guessed = guess < SAT_EDGES + 9 && measure_axis(out, box, apart, (int)guess);
    box_lanes lanes_a, lanes_b;
    axis_lanes from_a;
    box_choice choice;
    const double *of_a = &a->center.x, *of_b = &b->center.x;
    BOX_LANES_LOAD(&lanes_a, of_a, loose_doubles);
    BOX_LANES_LOAD(&lanes_b, of_b, loose_doubles);
    BOX_WAY_LOAD(from_a, of_a, of_b, loose_doubles);
    box_axes_choose(&lanes_a, &lanes_b, &from_a, &choice);
    return (guessed && choice.least == 1u << guess) || measure_axes(out, box, apart, choice.least);
}

sat_answer carom_sat(const convex_shape *a, const convex_shape *b) {
    sat_side p, q;
    sat_answer best;
    if (a->kind == CONVEX_BOX && b->kind == CONVEX_BOX) {
        const box_view *const box[2] = {box_view_of(a), box_view_of(b)};
        box_axis least = {.depth = 0.0};
        bool found = carom_sat_boxes(box, SAT_NO_GUESS, &least);
        return (sat_answer){found, scale3(least.normal, least.towards), least.depth, least.scale};
    }
    vec3 origin = anchor_of(a);
    best = (sat_answer){.scale = size_of(a, origin) + size_of(b, origin)};
    set_side(&p, a, origin);
    set_side(&q, b, origin);
    for (int i = 0; i < p.normal_count; i++)
        if (try_axis(&best, &p, &q, p.normal[i])) return best;
    for (int i = 0; i < q.normal_count; i++)
        if (try_axis(&best, &p, &q, q.normal[i])) return best;
    for (int i = 0; i < p.edge_count; i++)
        for (int j = 0; j < q.edge_count; j++) {
            vec3 n = cross3(p.edge[i], q.edge[j]);
            double square = len2(n);
            if (!(square > SAT_PARALLEL)) continue;
            n = square > NEEDLE_SINE2 ? scale3(n, 1.0 / sqrt(square))
                                      : carom_normalize_or(needle_cross(p.whole[i], q.whole[j]), n);
            if (try_axis(&best, &p, &q, n)) return best;
        }
    return best;
}
