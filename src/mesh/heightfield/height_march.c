/* Own method, derived from grid traversal [Amanatides87] over maximum mipmaps [TevsIhrkeSeidel08]:
 * the field is cut into slabs of 64, 8 and 1 cells along its major axis. A slab clips the path to
 * an interval of time, which gives an interval of heights and of tiles across; tiles whose heights
 * are outside are skipped, the others are marched at the next level. Every bound is widened by more
 * than its rounding error, so no cell is lost: the triangle functions decide. */
#include "mesh/heightfield/height_march.h"
#include "mesh/heightfield/tolerances.h"

#define MARCH_STEP 3 /* levels of the pyramid between two levels of slabs */
#define MARCH_TOP 6

typedef struct grid_axis {
    int axis;               /* 0: x, 2: z */
    double origin, inverse; /* 1 / spacing */
    double slack;           /* in cells: bound on the rounding of a grid line */
} grid_axis;

typedef struct interval {
    double from, to;
} interval;

typedef struct index_range {
    uint32_t first, end;
} index_range;

typedef struct march {
    height_path *path;
    height_leaf *leaf;
    void *context;
    grid_axis major, minor;
    double farthest; /* largest |coordinate| of the grid on the major axis */
    bool ended;
} march;

static double grid_line(const carom_heightfield *f, int axis, uint32_t i) {
    return (double)(axis == 0 ? height_x(f, i) : height_z(f, i));
}
static uint32_t cells_on(const carom_heightfield *f, int axis) {
    return (axis == 0 ? f->columns : f->rows) - 1;
}

/* The times at which the ball may be between two planes across an axis (slab test [KayKajiya86]).
 * Empty: from > to. */
static interval clip_to_slab(const height_path *p, int axis, double low, double high, interval t) {
    double o = p->origin[axis], d = p->direction[axis];
    double slack = p->radius + MARCH_ROUNDING * (fabs(o) + max2(fabs(low), fabs(high)) + p->radius);
    low -= slack;
    high += slack;
    if (d == 0.0) return o < low || o > high ? (interval){1.0, 0.0} : t;
    double a = (low - o) / d, b = (high - o) / d;
    double from = min2(a, b), to = max2(a, b);
    from -= MARCH_ROUNDING * fabs(from);
    to += MARCH_ROUNDING * fabs(to);
    return (interval){from > t.from ? from : t.from, to < t.to ? to : t.to};
}

static grid_axis march_axis(const carom_heightfield *f, int axis) {
    double origin = (double)(axis == 0 ? f->origin.x : f->origin.z);
    double spacing = (double)(axis == 0 ? f->spacing.x : f->spacing.z);
    double size = max2(fabs(origin), fabs(grid_line(f, axis, cells_on(f, axis))));
    double slack = GRID_SLACK + GRID_EPSILONS * (double)CAROM_REAL_EPSILON * size / spacing;
    return (grid_axis){axis, origin, 1.0 / spacing, slack};
}

/* The cells between two coordinates, within `bounds`; a NaN bounds nothing. */
static index_range cells_of(const grid_axis *axis, interval x, index_range bounds) {
    double low = (x.from - axis->origin) * axis->inverse - axis->slack;
    double high = (x.to - axis->origin) * axis->inverse + axis->slack;
    index_range out = bounds;
    if (low > (double)bounds.first)
        out.first = low < (double)bounds.end ? (uint32_t)low : bounds.end;
    if (high < (double)bounds.end)
        out.end = high >= (double)bounds.first ? (uint32_t)high + 1 : bounds.first;
    return out;
}

static bool may_meet_tile(const march *m, height_tile tile, interval y) {
    height_range range = height_range_of(m->path->field, tile);
    return !((double)range.low > y.to || (double)range.high < y.from) && range.low <= range.high;
}

static height_tile tile_at(const march *m, uint32_t major, uint32_t minor, int level) {
    return m->major.axis == 0 ? (height_tile){major, minor, level}
                              : (height_tile){minor, major, level};
}

static index_range cells_of_tile(const carom_heightfield *f, int axis, uint32_t tile, int level) {
    uint32_t size = (uint32_t)1 << level, all = cells_on(f, axis), first = tile * size;
    return (index_range){first, all - first < size ? all : first + size};
}

static void march_slabs(march *m, index_range major, index_range minor, interval t, int level);

/* One slab: its cells, the cells across that the path may touch, its heights and times. */
typedef struct slab_pass {
    index_range major, across;
    interval y, t;
} slab_pass;

static void march_tiles(march *m, const slab_pass *s, int level) {
    for (uint32_t k = s->across.first >> level; k << level < s->across.end && !m->ended; k++) {
        height_tile tile = tile_at(m, s->major.first >> level, k, level);
        if (!may_meet_tile(m, tile, s->y)) continue;
        if (level == 0) {
            m->ended = !m->leaf(m->context, tile.column, tile.row);
        } else {
            index_range minor = cells_of_tile(m->path->field, m->minor.axis, k, level);
            march_slabs(m, s->major, minor, s->t, level - MARCH_STEP);
        }
    }
}

/* The interval of a coordinate between two times, widened by `slack`. */
static interval interval_at(const height_path *p, int axis, interval t, double slack) {
    double a = p->origin[axis] + p->direction[axis] * t.from;
    double b = p->origin[axis] + p->direction[axis] * t.to;
    return (interval){min2(a, b) - slack, max2(a, b) + slack};
}

/* A slack above the rounding error of interval_at() at times within t, plus the radius. */
static double interval_slack(const height_path *p, int axis, interval t) {
    double reach = fabs(p->direction[axis]) * max2(fabs(t.from), fabs(t.to));
    return p->radius +
           MARCH_ROUNDING * (fabs(p->origin[axis]) + (reach > 0.0 ? reach : 0.0) + p->radius);
}

/* Marches slab by slab, in the order of the path; everything follows from the times of a slab's
 * borders. */
static void march_slabs(march *m, index_range major, index_range minor, interval t, int level) {
    const height_path *p = m->path;
    const carom_heightfield *f = p->field;
    int axis = m->major.axis;
    index_range cells =
        cells_of(&m->major, interval_at(p, axis, t, interval_slack(p, axis, t)), major);
    if (cells.first >= cells.end) return;
    uint32_t first = cells.first >> level, last = (cells.end - 1) >> level;
    double o = p->origin[axis], d = p->direction[axis], size = fabs(o) + m->farthest;
    bool is_parallel = d == 0.0, is_backward = d < 0.0;
    double inverse = is_parallel ? 0.0 : 1.0 / d;
    double slack =
        is_parallel ? (double)INFINITY : (p->radius + MARCH_ROUNDING * size) * fabs(inverse);
    double minor_slack = interval_slack(p, m->minor.axis, t), high_slack = interval_slack(p, 1, t);
    slab_pass s = {.major = cells_of_tile(f, axis, is_backward ? last : first, level)};
    double entry = (grid_line(f, axis, is_backward ? s.major.end : s.major.first) - o) * inverse;
    for (uint32_t n = 0; n <= last - first && !m->ended; n++) {
        s.major = cells_of_tile(f, axis, is_backward ? last - n : first + n, level);
        double exit = (grid_line(f, axis, is_backward ? s.major.first : s.major.end) - o) * inverse;
        s.t = (interval){max2(entry - slack, t.from), min2(exit + slack, t.to)};
        entry = exit;
        if (s.t.from > p->limit) return;
        if (!(s.t.from <= s.t.to)) continue;
        s.y = interval_at(p, 1, s.t, high_slack);
        s.across = cells_of(&m->minor, interval_at(p, m->minor.axis, s.t, minor_slack), minor);
        march_tiles(m, &s, level);
    }
}

void carom_height_march(height_path *path, height_leaf *leaf, void *context) {
    const carom_heightfield *f = path->field;
    carom_aabb box = carom_heightfield_bounds(f);
    if (!(box.min.y <= box.max.y)) return;
    interval t = {path->t_min, path->limit};
    t = clip_to_slab(path, 0, (double)box.min.x, (double)box.max.x, t);
    t = clip_to_slab(path, 1, (double)box.min.y, (double)box.max.y, t);
    t = clip_to_slab(path, 2, (double)box.min.z, (double)box.max.z, t);
    if (!(t.from <= t.to)) return;
    bool by_x = fabs(path->direction[0]) * (double)f->spacing.z >=
                fabs(path->direction[2]) * (double)f->spacing.x;
    march m = {path, leaf, context, march_axis(f, by_x ? 0 : 2), march_axis(f, by_x ? 2 : 0),
               0.0,  false};
    m.farthest = max2(fabs(grid_line(f, m.major.axis, 0)),
                      fabs(grid_line(f, m.major.axis, cells_on(f, m.major.axis))));
    int level = f->top < MARCH_TOP ? f->top / MARCH_STEP * MARCH_STEP : MARCH_TOP;
    march_slabs(&m, (index_range){0, cells_on(f, m.major.axis)},
                (index_range){0, cells_on(f, m.minor.axis)}, t, level);
}
