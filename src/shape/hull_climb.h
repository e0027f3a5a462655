/* The farthest vertex of a hull along a direction by climbing: on a convex hull a vertex that no
 * neighbour exceeds is the farthest [Ericson05] 9.5.4.
 *
 * Where to begin is told by a cube round the hull: for the middle of each cell of its sides the
 * farthest vertex, the cell's outpost, is known. A direction through the cell is a step or two from
 * it, whatever was asked before. */
#ifndef CAROM_SHAPE_HULL_CLIMB_H
#define CAROM_SHAPE_HULL_CLIMB_H

#include "shape/hull_data.h"

/* Cells along an edge of the cube. */
#define HULL_CELLS 4
#define HULL_OUTPOSTS (6 * HULL_CELLS * HULL_CELLS)
/* Up to so many vertices a hull has no outposts: all are scanned in less time. */
#define HULL_SCANNED 40

static inline bool hull_has_outposts(const hull_data *h) {
    return h->vertex_count > HULL_SCANNED && h->dimension == 3;
}

static inline double hull_along(const hull_data *h, int i, vec3 d) {
    return h->x[i] * d.x + h->y[i] * d.y + h->z[i] * d.z;
}

/* Strictly up at each step, hence no more steps than vertices. */
static inline int hull_climb(const hull_data *h, vec3 d, int from) {
    int best = from;
    double farthest = hull_along(h, best, d);
    for (int steps = 0; steps < h->vertex_count; steps++) {
        int to = best, end = h->neighbour_first[best + 1];
        for (int k = h->neighbour_first[best]; k < end; k++) {
            double value = hull_along(h, h->neighbour[k], d);
            to = value > farthest ? h->neighbour[k] : to;
            farthest = value > farthest ? value : farthest;
        }
        if (to == best) break;
        best = to;
    }
    return best;
}

/* Which of the cells from -1 to 1; the first of what is no number. */
static inline int hull_cell_along(double t) {
    double cell = (t + 1.0) * (0.5 * HULL_CELLS);
    return cell > 0.0 ? (int)min2(cell, HULL_CELLS - 0.5) : 0;
}

/** The cell that a direction goes through; 0 without a direction. */
static inline int hull_cell(vec3 d) {
    double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    bool by_y = y > x, by_z = z > (by_y ? y : x);
    double along = by_z ? d.z : by_y ? d.y : d.x, u = by_z ? d.x : by_y ? d.z : d.y;
    double v = by_z ? d.y : by_y ? d.x : d.z, length = fabs(along);
    int side = (by_z ? 4 : by_y ? 2 : 0) + (along < 0.0);
    if (!(length > 0.0 && length <= DBL_MAX)) return 0;
    return (side * HULL_CELLS + hull_cell_along(u / length)) * HULL_CELLS +
           hull_cell_along(v / length);
}

/** The direction through a cell's middle. */
static inline vec3 hull_cell_middle(int cell) {
    double v = (cell % HULL_CELLS + 0.5) * (2.0 / HULL_CELLS) - 1.0;
    double u = (cell / HULL_CELLS % HULL_CELLS + 0.5) * (2.0 / HULL_CELLS) - 1.0;
    int side = cell / (HULL_CELLS * HULL_CELLS);
    double along = side & 1 ? -1.0 : 1.0;
    return side < 2 ? vec(along, u, v) : side < 4 ? vec(v, along, u) : vec(u, v, along);
}

#endif
