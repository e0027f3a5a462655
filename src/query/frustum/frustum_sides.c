/* The separating axis test [Gottschalk96] of the convex hull of eight corners and a box, exact
 * [Shewchuk97]: the axes of the box, the faces of the hull, and of the cross products of edges
 * those that bound the hull's outline along an axis of the box; no other plane between them touches
 * the hull along an edge. Faces and outlines are found once by trying all triples and pairs. Every
 * sign is that of orient3d or orient2d, so no box is kept or dropped by rounding. */
#include "query/frustum/frustum_sides.h"

#include "math/predicates.h"

#define ALL_CORNERS 8

/* The corners on a line or plane, and on which sides of it others are. */
typedef struct corner_split {
    uint8_t on;
    bool above, below;
} corner_split;

static void split_corner(corner_split *split, int corner, int sign) {
    if (sign == 0) split->on |= (uint8_t)(1 << corner);
    split->above |= sign > 0;
    split->below |= sign < 0;
}

static bool is_listed(const uint8_t *sets, int count, uint8_t set) {
    for (int i = 0; i < count; i++)
        if (sets[i] == set) return true;
    return false;
}

static void add_face(carom_frustum_sides *sides, const vec3 p[8], const int at[3]) {
    corner_split split = {0};
    for (int m = 0; m < ALL_CORNERS; m++)
        split_corner(&split, m, carom_orient3d(p[at[0]], p[at[1]], p[at[2]], p[m]));
    if (split.above == split.below || is_listed(sides->corners_of, sides->face_count, split.on))
        return;
    uint8_t *face = sides->faces[sides->face_count];
    sides->corners_of[sides->face_count++] = split.on;
    face[0] = (uint8_t)at[0];
    face[1] = (uint8_t)at[split.below ? 1 : 2];
    face[2] = (uint8_t)at[split.below ? 2 : 1];
}

static void add_outline(carom_frustum_sides *sides, const vec3 p[8], int axis) {
    uint8_t sets[ALL_CORNERS];
    int count = 0;
    for (int i = 0; i < ALL_CORNERS * ALL_CORNERS; i++) {
        const int from = i / ALL_CORNERS, to = i % ALL_CORNERS;
        corner_split split = {0};
        for (int m = 0; m < ALL_CORNERS; m++)
            split_corner(&split, m, carom_orient2d(p[from], p[to], p[m], axis));
        if (!split.above || split.below || is_listed(sets, count, split.on)) continue;
        sides->edges[axis][count][0] = (uint8_t)from;
        sides->edges[axis][count][1] = (uint8_t)to;
        sets[count++] = split.on;
    }
    sides->edge_counts[axis] = (uint8_t)count;
}

bool carom_sides_of_corners(carom_frustum_sides *sides, const vec3 corners[8]) {
    *sides = (carom_frustum_sides){0};
    for (int i = 0; i < ALL_CORNERS; i++)
        for (int j = i + 1; j < ALL_CORNERS; j++)
            for (int k = j + 1; k < ALL_CORNERS; k++)
                add_face(sides, corners, (const int[3]){i, j, k});
    for (int axis = 0; axis < 3 && sides->face_count > 0; axis++)
        add_outline(sides, corners, axis);
    return sides->face_count > 0;
}

/* ---- a box */

static bool apart_along_axes(const vec3 p[8], const vec3 box[2]) {
    for (int k = 0; k < 3; k++) {
        double low = axis3(p[0], k), high = low;
        for (int i = 1; i < ALL_CORNERS; i++) {
            low = min2(low, axis3(p[i], k));
            high = max2(high, axis3(p[i], k));
        }
        if (axis3(box[1], k) < low || axis3(box[0], k) > high) return true;
    }
    return false;
}

/* Is the box wholly to the right of an edge of the outline? Its corner farthest to the left is. */
static bool beyond_edge(vec3 a, vec3 b, int axis, const vec3 box[2]) {
    const int u = (axis + 1) % 3, v = (axis + 2) % 3;
    double c[3] = {a.x, a.y, a.z};
    c[u] = axis3(box[axis3(b, v) <= axis3(a, v)], u);
    c[v] = axis3(box[axis3(b, u) > axis3(a, u)], v);
    return carom_orient2d(a, b, vec(c[0], c[1], c[2]), axis) < 0;
}

static bool apart_along_edges(const carom_frustum_sides *s, const vec3 p[8], const vec3 box[2]) {
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < s->edge_counts[axis]; i++) {
            const uint8_t *edge = s->edges[axis][i];
            if (beyond_edge(p[edge[0]], p[edge[1]], axis, box)) return true;
        }
    return false;
}

carom_relation carom_sides_classify_box(const carom_frustum_sides *s, const vec3 p[8],
                                        const vec3 box[2]) {
    if (apart_along_axes(p, box)) return CAROM_DISJOINT;
    bool inside = true;
    for (int i = 0; i < s->face_count; i++) {
        const vec3 a = p[s->faces[i][0]], b = p[s->faces[i][1]], c = p[s->faces[i][2]];
        double inner[3], outer[3];
        for (int k = 0; k < 3; k++) {
            const bool up = carom_orient2d(a, b, c, k) > 0;
            inner[k] = axis3(box[!up], k);
            outer[k] = axis3(box[up], k);
        }
        if (carom_orient3d(a, b, c, vec(inner[0], inner[1], inner[2])) > 0) return CAROM_DISJOINT;
        inside = inside && carom_orient3d(a, b, c, vec(outer[0], outer[1], outer[2])) < 0;
    }
    if (inside) return CAROM_CONTAINS;
    return apart_along_edges(s, p, box) ? CAROM_DISJOINT : CAROM_INTERSECTS;
}
