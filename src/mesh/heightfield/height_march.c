/* Three levels of slabs: 64, 8 and 1 cells thick. A slab gives a stretch of the path, the stretch a
 * range of heights and of tiles across; tiles out of reach are passed over, the others marched
 * through at the next level. Every bound is widened by more than it was rounded, so that no cell is
 * lost: the triangle functions decide. */
#include "mesh/heightfield/height_march.h"

#define MARCH_STEP 3 /* levels of the pyramid from one level of slabs to the next */
#define MARCH_TOP 6
#define ROUNDED 1e-14 /* above the relative rounding error of a few operations */

typedef struct grid_axis {
    int axis;               /* 0 is x, 2 is z */
    double origin, inverse; /* of the spacing */
    double slack;           /* in cells: how far rounding may have moved a line */
} grid_axis;

typedef struct stretch {
    double from, to;
} stretch;

typedef struct index_range {
    uint32_t first, end;
} index_range;

typedef struct march {
    height_path *path;
    height_leaf *leaf;
    void *context;
    grid_axis major, minor;
    double farthest; /* coordinate of the grid on the major axis */
    bool ended;
} march;

static double grid_line(const carom_heightfield *f, int axis, uint32_t i) {
    return (double)(axis == 0 ? height_x(f, i) : height_z(f, i));
}
static uint32_t cells_on(const carom_heightfield *f, int axis) {
    return (axis == 0 ? f->columns : f->rows) - 1;
}

/* When the ball may be between two planes across an axis. Empty: from > to. */
static stretch cut_stretch(const height_path *p, int axis, double low, double high, stretch t) {
    double o = p->origin[axis], d = p->direction[axis];
    double slack = p->radius + ROUNDED * (fabs(o) + max2(fabs(low), fabs(high)) + p->radius);
    low -= slack;
    high += slack;
    if (d == 0.0) return o < low || o > high ? (stretch){1.0, 0.0} : t;
    double a = (low - o) / d, b = (high - o) / d;
    double from = min2(a, b), to = max2(a, b);
    from -= ROUNDED * fabs(from);
    to += ROUNDED * fabs(to);
    return (stretch){from > t.from ? from : t.from, to < t.to ? to : t.to};
}

static grid_axis march_axis(const carom_heightfield *f, int axis) {
    double origin = (double)(axis == 0 ? f->origin.x : f->origin.z);
    double spacing = (double)(axis == 0 ? f->spacing.x : f->spacing.z);
    double size = max2(fabs(origin), fabs(grid_line(f, axis, cells_on(f, axis))));
    double slack = 1e-6 + 2.0 * (double)CAROM_REAL_EPSILON * size / spacing;
    return (grid_axis){axis, origin, 1.0 / spacing, slack};
}

/* Cells between the coordinates, within `bounds`; what is no number bounds nothing. */
static index_range cells_of(const grid_axis *axis, stretch x, index_range bounds) {
    double low = (x.from - axis->origin) * axis->inverse - axis->slack;
    double high = (x.to - axis->origin) * axis->inverse + axis->slack;
    index_range out = bounds;
    if (low > (double)bounds.first)
        out.first = low < (double)bounds.end ? (uint32_t)low : bounds.end;
    if (high < (double)bounds.end)
        out.end = high >= (double)bounds.first ? (uint32_t)high + 1 : bounds.first;
    return out;
}

static bool in_reach(const march *m, height_tile tile, stretch y) {
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

static void march_slabs(march *m, index_range major, index_range minor, stretch t, int level);

/* One slab: its cells, those of the minor axis that the path passes, its heights and times. */
typedef struct slab_pass {
    index_range major, across;
    stretch y, t;
} slab_pass;

static void march_tiles(march *m, const slab_pass *s, int level) {
    for (uint32_t k = s->across.first >> level; k << level < s->across.end && !m->ended; k++) {
        height_tile tile = tile_at(m, s->major.first >> level, k, level);
        if (!in_reach(m, tile, s->y)) continue;
        if (level == 0) {
            m->ended = !m->leaf(m->context, tile.column, tile.row);
        } else {
            index_range minor = cells_of_tile(m->path->field, m->minor.axis, k, level);
            march_slabs(m, s->major, minor, s->t, level - MARCH_STEP);
        }
    }
}

/* Bounds of an axis at two times, widened by `slack`. */
static stretch spanned(const height_path *p, int axis, stretch t, double slack) {
    double a = p->origin[axis] + p->direction[axis] * t.from;
    double b = p->origin[axis] + p->direction[axis] * t.to;
    return (stretch){min2(a, b) - slack, max2(a, b) + slack};
}

/* Above the rounding error of spanned() at times within t, and the radius. */
static double span_slack(const height_path *p, int axis, stretch t) {
    double reach = fabs(p->direction[axis]) * max2(fabs(t.from), fabs(t.to));
    return p->radius + ROUNDED * (fabs(p->origin[axis]) + (reach > 0.0 ? reach : 0.0) + p->radius);
}

/* Slab by slab; of each the borders' times, from which all else follows. */
static void march_slabs(march *m, index_range major, index_range minor, stretch t, int level) {
    const height_path *p = m->path;
    const carom_heightfield *f = p->field;
    int axis = m->major.axis;
    index_range cells = cells_of(&m->major, spanned(p, axis, t, span_slack(p, axis, t)), major);
    if (cells.first >= cells.end) return;
    uint32_t first = cells.first >> level, last = (cells.end - 1) >> level;
    double o = p->origin[axis], d = p->direction[axis], size = fabs(o) + m->farthest;
    bool still = d == 0.0, back = d < 0.0;
    double inverse = still ? 0.0 : 1.0 / d;
    double slack = still ? (double)INFINITY : (p->radius + ROUNDED * size) * fabs(inverse);
    double minor_slack = span_slack(p, m->minor.axis, t), high_slack = span_slack(p, 1, t);
    slab_pass s = {.major = cells_of_tile(f, axis, back ? last : first, level)};
    double entry = (grid_line(f, axis, back ? s.major.end : s.major.first) - o) * inverse;
    for (uint32_t n = 0; n <= last - first && !m->ended; n++) {
        s.major = cells_of_tile(f, axis, back ? last - n : first + n, level);
        double exit = (grid_line(f, axis, back ? s.major.first : s.major.end) - o) * inverse;
        s.t = (stretch){max2(entry - slack, t.from), min2(exit + slack, t.to)};
        entry = exit;
        if (s.t.from > p->limit) return;
        if (!(s.t.from <= s.t.to)) continue;
        s.y = spanned(p, 1, s.t, high_slack);
        s.across = cells_of(&m->minor, spanned(p, m->minor.axis, s.t, minor_slack), minor);
        march_tiles(m, &s, level);
    }
}

void carom_height_march(height_path *path, height_leaf *leaf, void *context) {
    const carom_heightfield *f = path->field;
    carom_aabb box = carom_heightfield_bounds(f);
    if (!(box.min.y <= box.max.y)) return;
    stretch t = {path->t_min, path->limit};
    t = cut_stretch(path, 0, (double)box.min.x, (double)box.max.x, t);
    t = cut_stretch(path, 1, (double)box.min.y, (double)box.max.y, t);
    t = cut_stretch(path, 2, (double)box.min.z, (double)box.max.z, t);
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
