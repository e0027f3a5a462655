/* Grazing contact in linear motion, refined in double-double arithmetic. Own method, by GJK
 * [Gilbert88] and Newton's method: the distance of A and B is a convex function of time; near a
 * minimum of 0 its two roots are close together, and a sweep in double knows half of their digits.
 * Here the least distance over the path, by GJK with the sweep of A, proves a miss beyond rounding;
 * within rounding it is contact for as long as the path runs in the supporting plane; below 0
 * Newton's method finds the two roots.
 *
 * GJK needs cores that are apart. Cores without a radius, or with a small one, are moved apart
 * along the normal n; the normal there is the next n. By the proximal point method [Rockafellar76]
 * this converges to the greatest gap n . x - h(n) of a plane with support value h(n). */
#include "convex/graze/graze.h"

#include "convex/gjk/gjk.h"
#include "convex/graze/graze_face.h"
#include "convex/graze/graze_gjk.h"
#include "convex/graze/graze_support.h"

/* Tangents of the angles by which planes are turned about the path. Empirical. */
#define TURNS 3
static const double turn_sines[TURNS] = {0x1p-30, 0x1p-20, 0x1p-10};
/* Steps of the proximal point method, of which the ends of rays on rims took more than 48; of
 * Newton's method for the time. Empirical. */
#define NORMAL_STEPS 200
#define ROOT_STEPS 48

/* The search at one place of A: the plane that separates the shapes, and its gap. */
typedef struct graze_state {
    const graze *g;
    double reach_size, size; /* of the radii and cores; of all coordinates */
    double_double reach;     /* sum of the radii and the target */
    double_double3 n;        /* unit, from B to A */
    double_double gap;
    double closing; /* fall of the gap per unit of time */
    double apart;   /* distance by which the cores are moved apart */
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
    s->apart = s->reach.hi >= GRAZE_APART * extent ? 0.0 : GRAZE_APART * extent;
    s->n = dd3_exact(neg3(normal));
    s->near.count = 0;
    return s->size > GRAZE_SIZE_MIN && s->size < GRAZE_SIZE_MAX &&
           extent + s->reach.hi > GRAZE_PART_MIN * s->size &&
           largest_component(&g->motion) > GRAZE_PART_MIN * s->size;
}

/* Sets the gap of the plane with normal s->n, and how fast it closes. */
static void measure_gap(graze_state *s, const graze_place *place) {
    graze_vertex v;
    carom_graze_vertex(s->g, place, &s->n, &v);
    s->gap = dd_subtract(dd_dot(&s->n, &v.w), s->reach);
    s->closing = -dd_dot(&s->n, &s->g->motion).hi;
}

/* Finds the nearest points of the cores, moved apart, and the normal n there; farther apart after
 * each search that fails. */
static bool find_nearest(graze_state *s, const graze_place *place, double_double3 *n) {
    const double most = GRAZE_APART_MAX * (s->g->a.extent + s->g->b.extent);
    double apart = s->apart;
    for (;;) {
        graze_place moved = *place;
        moved.shift = dd3_add_scaled(&place->shift, &s->n, dd_exact(apart));
        *n = s->n;
        if (carom_graze_nearest(s->g, &moved, n, GRAZE_CONVERGED * s->size, &s->near)) return true;
        if (apart == 0.0 || apart >= most) return false;
        apart *= 4.0;
    }
}

/* Finds the plane of the greatest gap, starting from s->n. @return false where a search failed */
static bool find_plane(graze_state *s, const graze_place *place) {
    for (int i = 0; i < NORMAL_STEPS; i++) {
        double_double3 n;
        if (!find_nearest(s, place, &n)) return false;
        const double_double3 change = dd3_subtract(&n, &s->n);
        s->n = n;
        if (s->apart == 0.0 || largest_component(&change) <= GRAZE_NORMAL_CHANGE) break;
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

/* An end of contact by Newton's method from t: the first for sign 1, the last for -1. */
static bool find_root(graze_state *s, double *t, double sign) {
    for (int i = 0; i < ROOT_STEPS; i++) {
        if (!find_plane_at(s, *t) || !(sign * s->closing > 0.0)) return false;
        const double next = *t + s->gap.hi / s->closing;
        if (!(fabs(next) <= GRAZE_TIME_MAX)) return false;
        const bool same = fabs(next - *t) <= GRAZE_ROOT_CHANGE * max2(fabs(next), GRAZE_ROOT_LEAST);
        *t = next;
        if (same) return true;
    }
    return false;
}

/* A better start for a nearly double root, where a step of Newton's method only halves the distance
 * to it: the root of the parabola through the least gap, at time `least`, and the gap at t. */
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

/* The time at which the swept core is nearest to the other. */
static double time_of_nearest(const graze_state *s) {
    double_double t = dd_exact(0.0);
    for (int i = 0; i < s->near.count; i++)
        t = dd_add(t, dd_scale(s->near.weight[i], s->near.vertex[i].t));
    return clamp01(t.hi);
}

/* Finds the ends of contact that are marked. `least`: the time of the least gap, or null. */
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

/* Makes the normal the unit vector along the part of v perpendicular to the path.
 * @return false where that part is small */
static bool level_with_path(graze_state *s, vec3 v) {
    const double_double3 *d = &s->g->motion, n = dd3_exact(v);
    const double_double part = dd_quotient(dd_dot(&n, d), dd_length2(d));
    const double_double3 level = dd3_add_scaled(&n, d, dd_negate(part));
    const double_double square = dd_length2(&level);
    if (!(square.hi > GRAZE_ACROSS_SINE2 * len2(v))) return false;
    s->n = dd3_scale(&level, dd_quotient(dd_exact(1.0), dd_root(square)));
    return true;
}

/* Finds the plane, and where A - B is so thin that the plane on its other side has a greater gap,
 * that one. */
static CAROM_APART bool find_plane_either_side(graze_state *s, const graze_place *path) {
    if (!find_plane(s, path)) return false;
    graze_state other = *s;
    other.n = dd3_negate(&s->n);
    other.near.count = 0;
    measure_gap(&other, path);
    if (other.gap.hi > s->gap.hi && find_plane(&other, path) && other.gap.hi > s->gap.hi)
        *s = other;
    return true;
}

/* Finds the supporting plane of the sweep of A. It is parallel to the path: the search starts from
 * the part of `normal` perpendicular to the path or, where that is small, from the direction from
 * the path to the middle of A - B. */
static bool find_sweep(graze_state *s, vec3 normal) {
    const graze_place path = {dd3_exact(vec(0, 0, 0)), true};
    if (level_with_path(s, neg3(normal)) && find_plane_either_side(s, &path)) return true;
    const vec3 middle = sub3(convex_middle(s->g->a.view), convex_middle(s->g->b.view));
    s->near.count = 0;
    return level_with_path(s, middle) && find_plane_either_side(s, &path);
}

/* Is the gap over the whole path beyond `touch`? Where the path passes a vertex at almost no
 * distance, the planes of moved cores converge too slowly: there GJK on the cores in place finds a
 * separating plane. */
static CAROM_APART bool is_swept_apart(graze_state *s, double touch) {
    const graze_place path = {dd3_exact(vec(0, 0, 0)), true};
    if (s->gap.hi > touch) return true;
    if (s->apart == 0.0) return false;
    graze_state other = *s;
    other.near.count = 0;
    carom_graze_nearest(s->g, &path, &other.n, GRAZE_CONVERGED * s->size, &other.near);
    measure_gap(&other, &path);
    return other.gap.hi > touch;
}

/* Do planes that are turned about the path, to either side of the one found, separate? Where A
 * passes a rim or vertex in the plane of its own face, only they have a gap. */
static CAROM_APART bool is_apart_beside(const graze_state *s, double touch) {
    const graze_place path = {dd3_exact(vec(0, 0, 0)), true};
    const double_double3 across = dd_cross(&s->n, &s->g->motion);
    graze_state turned = *s;
    for (int i = 0; i < 2 * TURNS; i++) {
        const double turn = (i % 2 ? 1.0 : -1.0) * turn_sines[i / 2] / speed_of(s->g);
        const double_double3 n = dd3_add_scaled(&s->n, &across, dd_exact(turn));
        turned.n = dd3_unit(&n);
        measure_gap(&turned, &path);
        if (turned.gap.hi > touch) return true;
    }
    return false;
}

/* Takes the plane of a flat end if it supports as well: where the path touches the rim in the plane
 * of the end, the search converges to that plane slowly. */
static void prefer_end_plane(graze_state *s, const graze_shape *shape, double touch) {
    const graze_place path = {dd3_exact(vec(0, 0, 0)), true};
    if (shape->view->kind != CONVEX_CYLINDER && shape->view->kind != CONVEX_CONE) return;
    const double up = dd_dot(&shape->axes[2], &s->n).hi;
    if (!(fabs(up) > GRAZE_END_COSINE)) return;
    graze_state on_end = *s;
    on_end.n = up > 0.0 ? shape->axes[2] : dd3_negate(&shape->axes[2]);
    measure_gap(&on_end, &path);
    if (fabs(on_end.gap.hi) <= touch && fabs(on_end.closing) <= GRAZE_TANGENT * speed_of(s->g))
        *s = on_end;
}

/* Contact of a path that runs in a supporting plane. */
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
    const double least = known ? time_of_nearest(&s) : 0.0, touch = GRAZE_TOUCHING * s.size;
    if (known && is_swept_apart(&s, touch)) return GRAZE_MISS;
    const bool touches =
        known && deepest.hi >= -touch && fabs(s.closing) <= GRAZE_TANGENT * speed_of(g);
    if (!known) s.n = dd3_exact(neg3(hit->normal));
    if (touches) {
        prefer_end_plane(&s, &g->a, touch);
        prefer_end_plane(&s, &g->b, touch);
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
