/* Three levels of slabs: 64, 8 and 1 cells thick. A slab gives a stretch of the path, the stretch a
 * range of heights and of tiles across; tiles out of reach are passed over, the others marched
 * through at the next level. Every bound is widened by more than it was rounded, so that no cell is
 * lost: the triangle functions decide. */
#include "mesh/height_march.h"

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
    bool ended;
} march;

static double grid_line(const carom_heightfield *f, int axis, uint32_t i) {
    return (double)(axis == 0 ? height_x(f, i) : height_z(f, i));
}
static uint32_t cells_on(const carom_heightfield *f, int axis) {
    return (axis == 0 ? f->columns : f->rows) - 1;
}

/* Where the path is on an axis during a stretch, and the ball around it. */
static stretch reach_on(const height_path *p, int axis, stretch t) {
    double o = p->origin[axis], d = p->direction[axis], a = o, b = o;
    if (d != 0.0) {
        a = o + d * t.from;
        b = o + d * t.to;
    }
    double slack = p->radius + ROUNDED * (fabs(o) + max2(fabs(a), fabs(b)) + p->radius);
    return (stretch){min2(a, b) - slack, max2(a, b) + slack};
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

static bool in_reach(const march *m, height_tile tile, stretch t) {
    height_range range = height_range_of(m->path->field, tile);
    stretch y = reach_on(m->path, 1, t);
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

/* One slab: cells [first, end) of the major axis. */
static void march_slab(march *m, index_range slab, index_range minor, stretch t, int level) {
    const carom_heightfield *f = m->path->field;
    double low = grid_line(f, m->major.axis, slab.first);
    double high = grid_line(f, m->major.axis, slab.end);
    stretch own = cut_stretch(m->path, m->major.axis, low, high, t);
    if (!(own.from <= own.to) || own.from > m->path->limit) return;
    index_range across = cells_of(&m->minor, reach_on(m->path, m->minor.axis, own), minor);
    for (uint32_t k = across.first >> level; k << level < across.end && !m->ended; k++) {
        height_tile tile = tile_at(m, slab.first >> level, k, level);
        if (!in_reach(m, tile, own)) continue;
        if (level == 0)
            m->ended = !m->leaf(m->context, tile.column, tile.row);
        else
            march_slabs(m, slab, cells_of_tile(f, m->minor.axis, k, level), own,
                        level - MARCH_STEP);
    }
}

static void march_slabs(march *m, index_range major, index_range minor, stretch t, int level) {
    const carom_heightfield *f = m->path->field;
    index_range cells = cells_of(&m->major, reach_on(m->path, m->major.axis, t), major);
    if (cells.first >= cells.end) return;
    uint32_t first = cells.first >> level, last = (cells.end - 1) >> level;
    bool back = m->path->direction[m->major.axis] < 0.0;
    for (uint32_t n = 0; n <= last - first && !m->ended; n++) {
        uint32_t s = back ? last - n : first + n;
        march_slab(m, cells_of_tile(f, m->major.axis, s, level), minor, t, level);
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
               false};
    int level = f->top < MARCH_TOP ? f->top / MARCH_STEP * MARCH_STEP : MARCH_TOP;
    march_slabs(&m, (index_range){0, cells_on(f, m.major.axis)},
                (index_range){0, cells_on(f, m.minor.axis)}, t, level);
}
