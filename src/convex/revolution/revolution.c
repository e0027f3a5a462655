/* Least penetration of cylinders and cones by branch and bound over the cosines of the direction
 * with the two axes, own method. The support value of a solid of revolution is a function of its
 * cosine u, and concave on either side of the profile break: over a range of u its chord is a lower
 * bound. With both functions replaced by chords the support value of A - B is linear in the
 * direction, and its minimum on the part of the sphere within both ranges has a closed form. So a
 * cell of two ranges has a lower bound for a few square roots; it is exact where the minimum is at
 * a corner of the cell, as for ends, sides and edges.
 * Between two rims the minimum is inside a cell. It is found by descent first, and a cell near it
 * is closed once the cap proof of revolution_bounds.c covers it. The depth is the least to
 * REVOLUTION_TOLERANCE, with a certified lower bound (bench convex, penetration cylinder). */
#include "convex/revolution/revolution.h"
#include "convex/revolution/revolution_bounds.h"
#include "convex/revolution/revolution_newton.h"
#include "core/workspace.h"

/* Capacity, and steps; beyond these EPA answers. Empirical. */
#define CELLS 64
#define CELL_LIMIT 160

typedef struct cell {
    double low[2], high[2];           /* ranges of the cosines */
    double at_low[2], at_high[2];     /* support values of the solids there */
    int corner[2];                    /* of the profiles */
    double slope[2], level[2], bound; /* chords, and the least sum of them */
    revolution_direction direction;   /* where that is, not measured */
} cell;

bool carom_is_solid_of_revolution(const convex_shape *s) {
    return (s->kind == CONVEX_CYLINDER || s->kind == CONVEX_CONE) && s->half.x > 0.0 &&
           s->half.z > 0.0;
}

/* The profile of A along its axis, or of -B along B's reversed axis: both are reversed, so the
 * profile is the same. */
static void set_profile(revolution_profile *p, const convex_shape *s) {
    bool cone = s->kind == CONVEX_CONE;
    p->radius[0] = s->half.x;
    p->radius[1] = cone ? 0.0 : s->half.x;
    p->height[0] = cone ? 0.0 : -s->half.z;
    p->height[1] = s->half.z;
    double in = p->radius[0] - p->radius[1], up = p->height[1] - p->height[0];
    if (cone) {
        double slant = sqrt(in * in + up * up);
        p->break_cosine = in / slant;
        p->ball = p->medial[0] = p->medial[1] = in * up / (in + slant);
        p->medial_out = 0.0;
        return;
    }
    p->break_cosine = 0.0;
    p->ball = min2(s->half.x, s->half.z);
    p->medial[1] = s->half.z - p->ball;
    p->medial[0] = -p->medial[1];
    p->medial_out = s->half.x - p->ball;
}

/* A unit vector perpendicular to the unit x, on the side of `off`, which may be nothing but
 * rounding, and even parallel to x. */
static vec3 square_to(vec3 x, vec3 off) {
    vec3 z = carom_normalize_or(off, vec(0, 0, 0));
    z = mad3(z, x, -dot3(z, x));
    if (!(len2(z) > REVOLUTION_PERPENDICULAR)) return carom_perpendicular(x);
    z = mad3(z, x, -dot3(z, x));
    return scale3(z, 1.0 / sqrt(len2(z)));
}

void carom_revolution_pair(revolution_pair *r, const convex_shape *a, const convex_shape *b) {
    vec3 x = a->axes[2], other = neg3(b->axes[2]), across = cross3(x, other);
    vec3 shift = sub3(a->center, b->center), y;
    set_profile(&r->of[0], a);
    set_profile(&r->of[1], b);
    r->sine = sqrt(len2(across));
    r->cosine = dot3(x, other);
    if (r->sine > REVOLUTION_PARALLEL) {
        vec3 z = square_to(x, across);
        y = cross3(z, x);
        r->sine = dot3(other, y);
        r->frame[2] = dot3(z, shift) < 0.0 ? neg3(z) : z;
    } else {
        vec3 off = mad3(shift, x, -dot3(shift, x));
        r->cosine = copysign(1.0, r->cosine), r->sine = 0.0;
        r->frame[2] = square_to(x, off);
        y = cross3(r->frame[2], x);
    }
    r->frame[0] = x;
    r->frame[1] = y;
    r->axis[0] = vec(1, 0, 0);
    r->axis[1] = vec(r->cosine, r->sine, 0);
    r->shift = vec(dot3(shift, x), dot3(shift, y), dot3(shift, r->frame[2]));
    r->size = max_abs3(r->shift);
    for (int i = 0; i < 2; i++)
        r->size += r->of[i].radius[0] + r->of[i].height[1] - r->of[i].height[0];
    r->rounding = REVOLUTION_ROUNDING * r->size;
}

static double corner_reach(const revolution_profile *p, int corner, double u) {
    return p->height[corner] * u + p->radius[corner] * sqrt(max2(0.0, 1.0 - u * u));
}

static inline double clamped(double x, double low, double high) {
    return x < low ? low : x > high ? high : x;
}

/* The least of dot(s, n) over the cell's unit vectors whose cosine with axis `i` is the one in
 * range nearest to that of `at`, and where; DBL_MAX when there are none. */
static double least_on_side(const revolution_pair *r, const cell *c, vec3 s, int i,
                            revolution_direction *at) {
    double t = clamped(at->cosine[i], c->low[i], c->high[i]);
    /* coordinates along the axis, and perpendicular to it in the plane of both */
    double own = i ? r->cosine * s.x + r->sine * s.y : s.x, side = revolution_aside(r, i, s);
    double circle = sqrt(max2(0.0, 1.0 - t * t)), length = sqrt(side * side + s.z * s.z);
    double k = length > 0.0 ? -circle / length : 0.0, along = k * side;
    double up = length > 0.0 ? k * s.z : -circle;
    double other = r->cosine * t + r->sine * along;
    double within = clamped(other, c->low[!i], c->high[!i]);
    if (within != other && r->sine > 0.0) {
        along = (within - r->cosine * t) / r->sine;
        if (!(fabs(along) <= circle + REVOLUTION_OFF_SPHERE)) return DBL_MAX;
        up = -sqrt(max2(0.0, circle * circle - along * along));
    } else if (fabs(within - other) > REVOLUTION_OFF_SPHERE) {
        return DBL_MAX;
    }
    at->cosine[i] = t;
    at->cosine[!i] = within;
    at->n = revolution_from_axis(r, i, vec(t, along, up));
    return own * t + side * along + s.z * up;
}

/* The least of dot(s, n) over the cell's unit vectors, and where; DBL_MAX when there are none. */
static double least_in_cell(const revolution_pair *r, const cell *c, vec3 s,
                            revolution_direction *p) {
    double length = sqrt(len2(s));
    revolution_direction free, side[2];
    free.n = length > 0.0 ? scale3(s, -1.0 / length) : vec(0, 0, -1);
    bool out[2];
    for (int i = 0; i < 2; i++) {
        free.cosine[i] = dot3(free.n, r->axis[i]);
        out[i] = free.cosine[i] < c->low[i] || free.cosine[i] > c->high[i];
    }
    if (!out[0] && !out[1]) return *p = free, -length;
    for (int i = 0; i < 2; i++)
        side[i] = free;
    double x = out[0] ? least_on_side(r, c, s, 0, &side[0]) : DBL_MAX;
    double y = out[1] ? least_on_side(r, c, s, 1, &side[1]) : DBL_MAX;
    *p = side[x <= y ? 0 : 1];
    return min2(x, y);
}

/* Sets the lower bound of the support value in the cell, and the direction in which the chords have
 * it. */
static void bound_cell(const revolution_pair *r, cell *c) {
    double level = 0.0;
    for (int i = 0; i < 2; i++) {
        c->slope[i] = (c->at_high[i] - c->at_low[i]) / (c->high[i] - c->low[i]);
        c->level[i] = c->at_low[i] - c->slope[i] * c->low[i];
        level += c->level[i];
    }
    vec3 s = mad3(mad3(r->shift, r->axis[0], c->slope[0]), r->axis[1], c->slope[1]);
    double least = least_in_cell(r, c, s, &c->direction);
    c->bound = least < DBL_MAX ? level + least : DBL_MAX;
}

typedef struct revolution_search {
    revolution_pair pair;
    revolution_direction best;
    vec3 point[2]; /* of the solids, there */
    revolution_growth growth[2];
    bool stationary; /* the points are on the solids: the best direction is stationary */
    double cap;      /* no direction at a greater cosine with the best is less; 2: not known */
    int count;
    cell cell[CELLS];
} revolution_search;
_Static_assert(sizeof(revolution_search) <= WORKSPACE_CONVEX_BYTES, "the block holds it");

/* Descends from a direction. @return true when that leads to a new best */
static bool take_direction(revolution_search *s, const revolution_direction *direction) {
    revolution_direction lower = *direction;
    double square = len2(lower.n); /* 1 only to REVOLUTION_OFF_SPHERE on the border of a cell; ends
                                      of axes stay exact */
    if (fabs(square - 1.0) > REVOLUTION_UNIT) lower.n = scale3(lower.n, 1.0 / sqrt(square));
    carom_revolution_descend(&s->pair, &lower);
    if (!(lower.reach < s->best.reach)) return false;
    s->best = lower;
    s->stationary = carom_revolution_witness(&s->pair, &lower, s->point, s->growth) <=
                    REVOLUTION_STATIONARY * s->pair.size;
    s->cap = 2.0;
    return true;
}

/* The solids are apart, or the best is proved to be the least without branch and bound. */
static bool is_done(const revolution_search *s) {
    return s->best.reach < -s->pair.rounding ||
           (s->stationary && carom_revolution_is_least(&s->pair, &s->best, s->point, s->growth));
}

/* A cell matters only if its bound is less than this. */
static double depth_limit(const revolution_search *s) {
    return s->best.reach - REVOLUTION_TOLERANCE * fabs(s->best.reach) - s->pair.rounding;
}

/* The least of dot(s, n) over the corners of the cell: points of the sphere where the cell's
 * borders meet the plane of the axes, or each other below it (z < 0). */
static double least_at_corners(const revolution_pair *r, const cell *c, vec3 s) {
    double least = DBL_MAX;
    for (int k = 0; k < 8; k++) {
        int i = k & 1;
        double t = k & 2 ? c->high[i] : c->low[i], circle = sqrt(max2(0.0, 1.0 - t * t));
        double along = k & 4 ? circle : -circle, other = r->cosine * t + r->sine * along;
        vec3 n = revolution_from_axis(r, i, vec(t, along, 0.0));
        if (other >= c->low[!i] - REVOLUTION_OFF_SPHERE &&
            other <= c->high[!i] + REVOLUTION_OFF_SPHERE)
            least = min2(least, dot3(s, n));
        other = k & 4 ? c->high[!i] : c->low[!i];
        if (i == 1 || !(r->sine > 0.0)) continue;
        along = (other - r->cosine * t) / r->sine;
        if (!(fabs(along) <= circle + REVOLUTION_OFF_SPHERE)) continue;
        n = vec(t, along, -sqrt(max2(0.0, circle * circle - along * along)));
        least = min2(least, dot3(s, n));
    }
    return least;
}

/* The least of dot(s, n) over the cell's directions with z <= 0. When s.z is negative, it is in the
 * plane of the axes or at a corner. */
static double least_below(const revolution_pair *r, const cell *c, vec3 s) {
    revolution_direction least;
    if (s.z >= 0.0) return least_in_cell(r, c, s, &least);
    double length = sqrt(s.x * s.x + s.y * s.y);
    bool within = length > 0.0;
    for (int i = 0; i < 2; i++) {
        double u = -(s.x * r->axis[i].x + s.y * r->axis[i].y);
        within = within && u >= c->low[i] * length && u <= c->high[i] * length;
    }
    return within ? -length : least_at_corners(r, c, s);
}

/* Is the cell's bound above the limit with one solid's deepest point in place of its chord? The
 * point is a lower bound of the support value, exact where the other solid is at its profile break.
 */
static bool is_bounded_by_points(const revolution_search *s, const cell *c) {
    const revolution_pair *r = &s->pair;
    double limit = depth_limit(s);
    for (int i = 0; i < 2; i++) {
        vec3 w = add3(mad3(r->shift, r->axis[!i], c->slope[!i]), s->point[i]);
        double low = least_below(r, c, w);
        if (low == DBL_MAX || c->level[!i] + low >= limit) return true;
    }
    return false;
}

/* The least of dot(best, n) on the border of the cell where the cosine with axis i is t, for
 * directions with z <= 0: it is concave there, hence at an end of the border. */
static double farthest_on_side(const revolution_search *s, const cell *c, int i, double t) {
    const revolution_pair *r = &s->pair;
    const revolution_direction *best = &s->best;
    double circle = sqrt(max2(0.0, 1.0 - t * t)), ends[2] = {-circle, circle}, least = DBL_MAX;
    if (r->sine > 0.0) {
        ends[0] = max2(-circle, (c->low[!i] - r->cosine * t) / r->sine);
        ends[1] = min2(circle, (c->high[!i] - r->cosine * t) / r->sine);
        if (!(ends[0] <= ends[1] + REVOLUTION_OFF_SPHERE)) return DBL_MAX;
    }
    double side = revolution_aside(r, i, best->n);
    for (int k = 0; k < 2; k++) {
        double z = sqrt(max2(0.0, circle * circle - ends[k] * ends[k]));
        least = min2(least, t * best->cosine[i] + ends[k] * side - z * best->n.z);
    }
    return least;
}

/* The least cosine of the best direction with a direction of the cell. */
static double farthest_in_cell(const revolution_search *s, const cell *c) {
    const revolution_direction *best = &s->best;
    double least = DBL_MAX, planar = sqrt(best->n.x * best->n.x + best->n.y * best->n.y);
    for (int i = 0; i < 2; i++) {
        least = min2(least, farthest_on_side(s, c, i, c->low[i]));
        least = min2(least, farthest_on_side(s, c, i, c->high[i]));
    }
    /* the direction opposite to the best, projected to the plane of the axes */
    bool across = true;
    for (int i = 0; i < 2; i++)
        across = across && -best->cosine[i] >= c->low[i] * planar - REVOLUTION_OFF_SPHERE &&
                 -best->cosine[i] <= c->high[i] * planar + REVOLUTION_OFF_SPHERE;
    return across ? min2(least, -planar) : least;
}

static bool is_in_cap(revolution_search *s, const cell *c) {
    double cosine = farthest_in_cell(s, c);
    if (cosine >= s->cap) return true;
    if (!carom_revolution_is_least_in_cap(&s->pair, &s->best, s->growth, cosine)) return false;
    s->cap = cosine;
    return true;
}

/* Is nothing in the cell below the best, proved by one of the two tests? */
static bool is_settled(revolution_search *s, const cell *c) {
    return s->stationary && (is_in_cap(s, c) || is_bounded_by_points(s, c));
}

/* Splits a cell across the range whose chord is farther from its function. @return false when the
 * capacity is exceeded, or the range is too small */
static bool split_cell(revolution_search *s, int k) {
    cell *c = &s->cell[k];
    double off[2];
    for (int i = 0; i < 2; i++) {
        double u = c->direction.cosine[i];
        off[i] = corner_reach(&s->pair.of[i], c->corner[i], u) - c->level[i] - c->slope[i] * u;
    }
    int i = off[1] > off[0];
    double inside = CELL_SPLIT_INSIDE * (c->high[i] - c->low[i]);
    double at = clamped(c->direction.cosine[i], c->low[i] + inside, c->high[i] - inside);
    double best = s->best.cosine[i];
    if (best > c->low[i] + CELL_SPLIT_NEAR_END * inside &&
        best < c->high[i] - CELL_SPLIT_NEAR_END * inside)
        at = best;
    if (s->count == CELLS || !(at > c->low[i] && at < c->high[i])) return false;
    cell *d = &s->cell[s->count++];
    *d = *c;
    c->high[i] = d->low[i] = at;
    c->at_high[i] = d->at_low[i] = corner_reach(&s->pair.of[i], c->corner[i], at);
    bound_cell(&s->pair, c);
    bound_cell(&s->pair, d);
    return true;
}

/* Makes one cell for each pair of the profiles' corners, and tries all ends of the axes. */
static void first_cells(revolution_search *s) {
    for (int k = 0; k < 4; k++) {
        cell *c = &s->cell[k];
        for (int i = 0; i < 2; i++) {
            const revolution_profile *p = &s->pair.of[i];
            c->corner[i] = k >> i & 1;
            c->low[i] = c->corner[i] ? p->break_cosine : -1.0;
            c->high[i] = c->corner[i] ? 1.0 : p->break_cosine;
            c->at_low[i] = corner_reach(p, c->corner[i], c->low[i]);
            c->at_high[i] = corner_reach(p, c->corner[i], c->high[i]);
        }
        bound_cell(&s->pair, c);
    }
    s->count = 4;
    for (int k = 0; k < 4; k++) {
        revolution_direction axis_end =
            carom_revolution_axis_end(&s->pair, k >> 1, k & 1 ? 1.0 : -1.0);
        if (axis_end.reach < s->best.reach) take_direction(s, &axis_end);
    }
}

/* Splits and closes cells, the least bound first, until none may contain a lesser value. */
static bool close_cells(revolution_search *s) {
    for (int step = 0; step < CELL_LIMIT; step++) {
        int least = 0;
        for (int k = 1; k < s->count; k++)
            if (s->cell[k].bound < s->cell[least].bound) least = k;
        cell *c = &s->cell[least];
        if (s->count == 0 || c->bound >= depth_limit(s)) return true;
        if (is_settled(s, c)) {
            *c = s->cell[--s->count];
            continue;
        }
        carom_revolution_measure(&s->pair, &c->direction);
        bool lower = c->direction.reach < depth_limit(s) && take_direction(s, &c->direction);
        if (lower && is_done(s)) return s->count = 0, true;
        if (!split_cell(s, least)) return false;
    }
    return false;
}

static bool find_least(revolution_search *s, const vec3 *guess) {
    revolution_direction start[2];
    revolution_balls balls;
    if (!guess) carom_revolution_between_balls(&s->pair, &balls);
    carom_revolution_start(
        &s->pair, guess ? carom_revolution_to_frame(&s->pair, *guess) : balls.toward_b, start);
    int first = start[1].reach < start[0].reach;
    s->best.reach = DBL_MAX;
    s->count = 0;
    for (int k = 0; k < 2; k++) {
        if (take_direction(s, &start[first ^ k]) && is_done(s)) return true;
    }
    first_cells(s);
    return close_cells(s) && s->stationary;
}

static bool search_depth(revolution_search *s, const vec3 *guess, revolution_answer *out) {
    if (!(s->pair.size <= DBL_MAX) || !find_least(s, guess)) return false;
    double lower = s->best.reach;
    for (int k = 0; k < s->count; k++)
        lower = min2(lower, s->cell[k].bound);
    out->apart = s->best.reach < -s->pair.rounding;
    out->normal = revolution_normal(&s->pair, &s->best);
    out->depth = s->best.reach;
    out->lower = lower - s->pair.rounding;
    out->size = s->pair.size;
    out->point_a = revolution_to_world(&s->pair, s->point[0]);
    out->point_b = neg3(revolution_to_world(&s->pair, s->point[1]));
    return true;
}

bool carom_revolution_depth(const convex_shape *a, const convex_shape *b, const vec3 *guess,
                            revolution_answer *out) {
    revolution_search *s = carom_workspace_take(WORKSPACE_CONVEX);
    carom_revolution_pair(&s->pair, a, b);
    const bool found = search_depth(s, guess, out);
    carom_workspace_give(s);
    return found;
}
