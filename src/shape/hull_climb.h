/* Support mapping of a large hull by hill climbing [Ericson05] 9.5.4: on a convex hull a vertex
 * whose neighbours are no farther along the direction is the farthest, so the answer is exact in
 * rounded arithmetic wherever the climb starts.
 *
 * It starts at an outpost, own method: the faces of a cube around the hull are divided into cells,
 * and for the centre of each cell the support vertex, its outpost, is stored. The support vertex of
 * a direction through the cell is a step or two from it, without a memory of earlier queries. */
#ifndef CAROM_SHAPE_HULL_CLIMB_H
#define CAROM_SHAPE_HULL_CLIMB_H

#include "shape/hull_data.h"

/* Cells along an edge of the cube. */
#define HULL_CELLS 4
#define HULL_OUTPOSTS (6 * HULL_CELLS * HULL_CELLS)
/* Vertices up to which a hull has no outposts: scanning all of them takes less time. */
#define HULL_SCANNED 40

static inline bool hull_has_outposts(const hull_data *h) {
    return h->vertex_count > HULL_SCANNED && h->dimension == 3;
}

/* dot(vertex i, d) */
static inline double hull_along(const hull_data *h, int i, vec3 d) {
    return h->x[i] * d.x + h->y[i] * d.y + h->z[i] * d.z;
}

/* The farthest vertex along d. Each step is strictly upwards, so there are at most as many as
 * vertices. */
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

/* Index of the cell of t in [-1, 1]; 0 for NaN. */
static inline int hull_cell_along(double t) {
    double cell = (t + 1.0) * (0.5 * HULL_CELLS);
    return cell > 0.0 ? (int)min2(cell, HULL_CELLS - 0.5) : 0;
}

/** The cell that a direction passes through; 0 for a zero or infinite vector. */
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

/** The direction through the centre of a cell. */
static inline vec3 hull_cell_middle(int cell) {
    double v = (cell % HULL_CELLS + 0.5) * (2.0 / HULL_CELLS) - 1.0;
    double u = (cell / HULL_CELLS % HULL_CELLS + 0.5) * (2.0 / HULL_CELLS) - 1.0;
    int side = cell / (HULL_CELLS * HULL_CELLS);
    double along = side & 1 ? -1.0 : 1.0;
    return side < 2 ? vec(along, u, v) : side < 4 ? vec(v, along, u) : vec(u, v, along);
}

#endif
