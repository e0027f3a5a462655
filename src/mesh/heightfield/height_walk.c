/* The cells of a height field that meet a box, by binary search [Knuth98] 6.2.1: coordinates of
 * columns and rows ascend, so the first and last in question are found among the rounded vertices
 * themselves. No division, no rounding, an exact answer. Tiles whose heights are off the box are
 * skipped by the pyramid of least and greatest heights (maximum mipmaps [TevsIhrkeSeidel08]),
 * which also tells whether any cell may meet the box. */
#include "mesh/heightfield/height_walk.h"

#include "math/boxes.h"

typedef carom_real height_line(const carom_heightfield *f, uint32_t i);

/* The first line of 0 .. count - 1 whose coordinate is at least x; count when there is none. */
static uint32_t first_line_from(const carom_heightfield *f, height_line *line, uint32_t count,
                                carom_real x) {
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (line(f, middle) >= x)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

typedef struct cell_run {
    uint32_t first, end;
} cell_run;

/* The cells between lines that share a point with [low, high]. */
static cell_run cells_between(const carom_heightfield *f, height_line *line, uint32_t cells,
                              carom_real low, carom_real high) {
    uint32_t first = first_line_from(f, line, cells + 1, low);
    uint32_t last = first_line_from(f, line, cells + 1, high);
    if (first > cells || !(line(f, 0) <= high)) return (cell_run){0, 0};
    if (last > cells || line(f, last) > high) last--; /* the last line within */
    return (cell_run){first > 0 ? first - 1 : 0, last < cells ? last + 1 : cells};
}

static bool heights_meet(height_range range, const carom_aabb *box) {
    return range.low <= box->max.y && range.high >= box->min.y;
}

typedef struct box_visit {
    const carom_heightfield *field;
    const carom_aabb *box;
    height_leaf *leaf;
    void *context;
} box_visit;

static bool visit_row(const box_visit *v, uint32_t row, cell_run columns) {
    const carom_heightfield *f = v->field;
    const uint32_t size = (uint32_t)1 << HEIGHT_STORED;
    for (uint32_t i = columns.first; i < columns.end;) {
        if (f->top >= HEIGHT_STORED && (i % size == 0 || i == columns.first)) {
            height_tile tile = {i / size, row / size, HEIGHT_STORED};
            if (!heights_meet(height_range_of(f, tile), v->box)) {
                i = (i / size + 1) * size;
                continue;
            }
        }
        if (heights_meet(height_range_of(f, (height_tile){i, row, 0}), v->box) &&
            !v->leaf(v->context, i, row))
            return false;
        i++;
    }
    return true;
}

void carom_height_visit_box(const carom_heightfield *f, const carom_aabb *box, height_leaf *leaf,
                            void *context) {
    const box_visit v = {f, box, leaf, context};
    if (!(box->min.x <= box->max.x && box->min.y <= box->max.y && box->min.z <= box->max.z)) return;
    cell_run x = cells_between(f, height_x, f->columns - 1, box->min.x, box->max.x);
    cell_run z = cells_between(f, height_z, f->rows - 1, box->min.z, box->max.z);
    for (uint32_t k = z.first; k < z.end; k++)
        if (!visit_row(&v, k, x)) return;
}

bool carom_height_may_meet(const carom_heightfield *f, const carom_aabb *box) {
    height_tile stack[HEIGHT_STACK];
    int top = 0;
    stack[top++] = height_root(f);
    while (top > 0) {
        height_tile tile = stack[--top];
        carom_aabb own;
        bool solid = height_box(f, tile, &own);
        if (!solid || !boxes_meet(&own, box)) continue;
        bool covered = own.min.x >= box->min.x && own.max.x <= box->max.x &&
                       own.min.z >= box->min.z && own.max.z <= box->max.z;
        if (tile.level == 0 || covered) return true;
        top += height_children(f, tile, stack + top);
    }
    return false;
}
