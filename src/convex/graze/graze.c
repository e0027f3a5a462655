/* Where a path grazes: the contact of a moving shape refined in double-double arithmetic.
 *
 * As a function of time the distance of A and B is convex. Near a minimum of 0 its two roots are
 * close together, and a search in double has half of its digits. Here the least distance over the
 * whole path comes first, by GJK with A replaced by what it sweeps: above rounding it proves a
 * miss, within rounding it is contact while the path keeps to the supporting plane, and below there
 * are two roots, found by Newton's method from where the double search ended.
 *
 * GJK needs cores that are apart. Those without a radius, or with a small one, are moved apart
 * along the normal n by a part of their size; n is that of the nearest points there, a fixed point:
 * the proximal point method [Rockafellar76] for the largest of n . x - h(n). */
#include "convex/graze/graze.h"

#include "convex/gjk/gjk.h"
#include "convex/graze/graze_face.h"
#include "convex/graze/graze_gjk.h"
#include "convex/graze/graze_support.h"

/* A core is moved away by this part of the sizes unless it is kept as far off by the radii. */
#define APART 0x1p-7
/* Searches that fail are tried again with cores farther apart, up to this part. */
#define FAR_APART 0x1p-2
/* Distances are known to this part of the coordinates, and gaps below `TOUCHING` are contact. */
#define CLOSE 0x1p-106
#define TOUCHING 0x1p-92
/* Squared sine of an angle with the path below which a direction is along it. */
#define LEVEL_PART 1e-6
/* Sines of angles between the path and the plane below this are of touching in passing. */
#define TANGENT 0x1p-40
/* Sines of the angles by which planes are turned about the path. */
#define TURNS 3
static const double turns[TURNS] = {0x1p-30, 0x1p-20, 0x1p-10};
/* Cosine of the angle between a plane and a flat end that may be in it. */
#define FLAT_END 0.999
#define NORMAL_STEPS 48
#define NORMAL_CHANGE 0x1p-58
#define ROOT_STEPS 48

/* Where A stands at a time: the plane between, and by how much it is apart. */
typedef struct graze_state {
    const graze *g;
    double reach_size, size; /* of the radii and cores; of all coordinates */
    double_double reach;     /* sum of the radii and the target */
    double_double3 n;        /* unit, from B to A */
    double_double gap;
    double closing; /* per unit of time */
    double apart;   /* by which cores are moved apart */
    graze_simplex near;
} graze_state;

static double largest_component(const double_double3 *v) {
    return max_abs3(dd3_rounded(v));
}

static double farthest_coordinate(const graze_shape *s) {
    const double_double3 d = dd3_exact(vec(1, 0, 0));
    const double_double3 p = carom_graze_support(s, &d);
    return largest_component(&p) + s->extent;
}

static bool begin_graze(graze_state *s, const graze *g, vec3 normal) {
    const double_double radii = dd_add(dd_exact(g->a.view->radius), dd_exact(g->b.view->radius));
    const double extent = g->a.extent + g->b.extent;
    s->g = g;
    s->reach = dd_add(radii, dd_exact(g->target));
    s->size = farthest_coordinate(&g->a) + farthest_coordinate(&g->b) + s->reach.hi +
              largest_component(&g->motion);
    s->apart = s->reach.hi >= APART * extent ? 0.0 : APART * extent;
    s->n = dd3_exact(neg3(normal));
    s->near.count = 0;
    /* products of six lengths and their tails stay within the range */
    return s->size > 1e-38 && s->size < 1e38 && extent + s->reach.hi > 1e-12 * s->size &&
           largest_component(&g->motion) > 1e-12 * s->size;
}

/* The gap of the plane with normal n. */
static void measure_gap(graze_state *s, const graze_place *place) {
    graze_vertex v;
    carom_graze_vertex(s->g, place, &s->n, &v);
    s->gap = dd_subtract(dd_dot(&s->n, &v.w), s->reach);
    s->closing = -dd_dot(&s->n, &s->g->motion).hi;
}

/* The nearest points of the cores moved apart. */
static bool find_nearest(graze_state *s, const graze_place *place, double_double3 *n) {
    const double most = FAR_APART * (s->g->a.extent + s->g->b.extent);
    double apart = s->apart;
    for (;;) {
        graze_place moved = *place;
        moved.shift = dd3_add_scaled(&place->shift, &s->n, dd_exact(apart));
        *n = s->n;
        if (carom_graze_nearest(s->g, &moved, n, CLOSE * s->size, &s->near)) return true;
        if (apart == 0.0 || apart >= most) return false;
        apart *= 4.0;
    }
}

/* From the normal that is known. @return false where it is not found */
static bool find_plane(graze_state *s, const graze_place *place) {
    for (int i = 0; i < NORMAL_STEPS; i++) {
        double_double3 n;
        if (!find_nearest(s, place, &n)) return false;
        const double_double3 change = dd3_subtract(&n, &s->n);
        s->n = n;
        if (s->apart == 0.0 || largest_component(&change) <= NORMAL_CHANGE) break;
    }
    measure_gap(s, place);
    return true;
}

static bool find_plane_at(graze_state *s, double t) {
    const graze_place place = {dd3_scale(&s->g->motion, dd_exact(t)), false};
    return find_plane(s, &place);
}

static double speed_of(const graze *g) {
    return sqrt(len2(dd3_rounded(&g->motion)));
}

/* The end of contact that Newton's method finds from t: the first for sign 1, the last for -1. */
static bool find_root(graze_state *s, double *t, double sign) {
    for (int i = 0; i < ROOT_STEPS; i++) {
        if (!find_plane_at(s, *t) || !(sign * s->closing > 0.0)) return false;
        const double next = *t + s->gap.hi / s->closing;
        if (!(fabs(next) <= 4.0)) return false;
        const bool same = fabs(next - *t) <= 0x1p-54 * max2(fabs(next), 0x1p-20);
        *t = next;
        if (same) return true;
    }
    return false;
}

/* Newton's method halves the distance to a double root only. The parabola through the least gap,
 * at time `least`, and the gap at t has a root nearer by. */
static double start_of_root(graze_state *s, double t, double least, double_double deepest) {
    if (!find_plane_at(s, t)) return t;
    const double depth = -deepest.hi, height = s->gap.hi + depth;
    return depth > 0.0 && height > 0.0 ? least + (t - least) * sqrt(depth / height) : t;
}

static void describe_graze(const graze_state *s, convex_hit *hit) {
    double_double3 on_b = dd3_scale(&s->n, dd_exact(s->g->b.view->radius));
    for (int i = 0; i < s->near.count; i++)
        on_b = dd3_add_scaled(&on_b, &s->near.vertex[i].b, s->near.weight[i]);
    hit->point = dd3_rounded(&on_b);
    hit->normal = neg3(dd3_rounded(&s->n));
}

/* The time at which the swept core is nearest. */
static double time_of_nearest(const graze_state *s) {
    double_double t = dd_exact(0.0);
    for (int i = 0; i < s->near.count; i++)
        t = dd_add(t, dd_scale(s->near.weight[i], s->near.vertex[i].t));
    return clamp01(t.hi);
}

/* Two roots, or one: those that are marked. @param least the time of the least gap, if known */
static bool find_graze_ends(graze_state *s, convex_hit *hit, const double *least,
                            double_double deepest) {
    double first = hit->fraction, last = hit->fraction_exit;
    if (hit->grazing & CONVEX_GRAZES_IN) {
        if (least) first = start_of_root(s, first, *least, deepest);
        if (!find_root(s, &first, 1.0) || !(first > 0.0 && first <= 1.0)) return false;
    }
    if ((hit->grazing & CONVEX_GRAZES_OUT) && last < 1.0) {
        if (least) last = start_of_root(s, last, *least, deepest);
        if (!find_root(s, &last, -1.0) || !(last >= first)) return false;
    }
    hit->fraction = first;
    hit->fraction_exit = min2(last, 1.0);
    return true;
}

/* The part of v square to the path, made unit. @return false where it is small */
static bool level_with_path(graze_state *s, vec3 v) {
    const double_double3 *d = &s->g->motion, n = dd3_exact(v);
    const double_double part = dd_quotient(dd_dot(&n, d), dd_length2(d));
    const double_double3 level = dd3_add_scaled(&n, d, dd_negate(part));
    const double_double square = dd_length2(&level);
    if (!(square.hi > LEVEL_PART * len2(v))) return false;
    s->n = dd3_scale(&level, dd_quotient(dd_exact(1.0), dd_root(square)));
    return true;
}

/* A - B may be as thin as the gap, and the plane on its other side. */
static bool find_plane_either_side(graze_state *s, const graze_place *path) {
    if (!find_plane(s, path)) return false;
    graze_state other = *s;
    other.n = dd3_negate(&s->n);
    other.near.count = 0;
    measure_gap(&other, path);
    if (other.gap.hi > s->gap.hi && find_plane(&other, path) && other.gap.hi > s->gap.hi)
        *s = other;
    return true;
}

/* What supports the sweep is level with the path. Where the normal tells no such direction, that
 * from the path to the middle of A - B is a start. */
static bool find_sweep(graze_state *s, vec3 normal) {
    const graze_place path = {dd3_exact(vec(0, 0, 0)), true};
    if (level_with_path(s, neg3(normal)) && find_plane_either_side(s, &path)) return true;
    const vec3 middle = sub3(convex_middle(s->g->a.view), convex_middle(s->g->b.view));
    s->near.count = 0;
    return level_with_path(s, middle) && find_plane_either_side(s, &path);
}

/* Beside a corner by almost nothing, planes turn too slowly: there the cores as they are tell, by
 * whatever plane is found between them. */
static bool is_swept_apart(graze_state *s, double touch) {
    const graze_place path = {dd3_exact(vec(0, 0, 0)), true};
    if (s->gap.hi > touch) return true;
    if (s->apart == 0.0) return false;
    graze_state other = *s;
    other.near.count = 0;
    carom_graze_nearest(s->g, &path, &other.n, CLOSE * s->size, &other.near);
    measure_gap(&other, &path);
    return other.gap.hi > touch;
}

/* Planes through the path that are turned about it from the one that was found, either way: where
 * A passes a rim or corner in its own plane, the gap shows in those only. */
static bool is_apart_beside(const graze_state *s, double touch) {
    const graze_place path = {dd3_exact(vec(0, 0, 0)), true};
    const double_double3 across = dd_cross(&s->n, &s->g->motion);
    graze_state turned = *s;
    for (int i = 0; i < 2 * TURNS; i++) {
        const double turn = (i % 2 ? 1.0 : -1.0) * turns[i / 2] / speed_of(s->g);
        const double_double3 n = dd3_add_scaled(&s->n, &across, dd_exact(turn));
        turned.n = dd3_unit(&n);
        measure_gap(&turned, &path);
        if (turned.gap.hi > touch) return true;
    }
    return false;
}

/* Where the rim of a flat end is touched in its plane, the search comes to it slowly: that plane
 * itself, if it supports, too. */
static void prefer_flat_end(graze_state *s, const graze_shape *shape, double touch) {
    const graze_place path = {dd3_exact(vec(0, 0, 0)), true};
    if (shape->view->kind != CONVEX_CYLINDER && shape->view->kind != CONVEX_CONE) return;
    const double up = dd_dot(&shape->axes[2], &s->n).hi;
    if (!(fabs(up) > FLAT_END)) return;
    graze_state flat = *s;
    flat.n = up > 0.0 ? shape->axes[2] : dd3_negate(&shape->axes[2]);
    measure_gap(&flat, &path);
    if (fabs(flat.gap.hi) <= touch && fabs(flat.closing) <= TANGENT * speed_of(s->g)) *s = flat;
}

/* The path runs in a supporting plane. */
static bool find_touch(const graze_state *s, convex_hit *hit) {
    double time[2];
    if (!carom_graze_face_times(s->g, &s->n, s->size, time)) return false;
    if (!(time[0] > 0.0 && time[0] <= 1.0 && time[1] >= time[0])) return false;
    hit->fraction = time[0];
    hit->fraction_exit = min2(time[1], 1.0);
    return true;
}

graze_end carom_graze_refine(const graze *g, convex_hit *hit) {
    graze_state s;
    convex_hit found = *hit;
    const vec3 level = max_abs3(hit->level) > 0.0 ? hit->level : hit->normal;
    if (!begin_graze(&s, g, level)) return GRAZE_UNKNOWN;
    const bool known = find_sweep(&s, level);
    const double_double deepest = s.gap;
    const double least = known ? time_of_nearest(&s) : 0.0, touch = TOUCHING * s.size;
    if (known && is_swept_apart(&s, touch)) return GRAZE_MISS;
    const bool touches = known && deepest.hi >= -touch && fabs(s.closing) <= TANGENT * speed_of(g);
    if (!known) s.n = dd3_exact(neg3(hit->normal));
    if (touches) {
        prefer_flat_end(&s, &g->a, touch);
        prefer_flat_end(&s, &g->b, touch);
        if (is_apart_beside(&s, touch)) return GRAZE_MISS;
    }
    if (touches ? !find_touch(&s, &found)
                : !find_graze_ends(&s, &found, known ? &least : NULL, deepest))
        return GRAZE_UNKNOWN;
    if ((touches || (hit->grazing & CONVEX_GRAZES_IN)) && find_plane_at(&s, found.fraction))
        describe_graze(&s, &found);
    *hit = found;
    return GRAZE_HIT;
}
