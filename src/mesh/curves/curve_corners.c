/* Intersection of two triangles by exact orientation signs [Shewchuk97], after
 * [GuigueDevillers03]. Each end of the common segment is where an edge of one triangle meets the
 * other, and is named by the smallest features of both that contain it: vertex, edge or face.
 * The same point found from a neighbour that shares the feature has the same name, so segments
 * join by name. An edge that lies in the other triangle's plane contributes its ends only: the
 * other triangle's edges give the rest. */
#include "math/predicates.h"
#include "mesh/curves/curve_data.h"
#include "query/intersect/shared_exact.h"
#include "mesh/curves/curve_corners.h"

int carom_part_by_signs(const int sign[3], int side) {
    for (int i = 0; i < 3; i++)
        if (sign[i] == -side) return -1;
    for (int i = 0; i < 3; i++)
        if (sign[i] == 0 && sign[(i + 2) % 3] == 0) return i;
    for (int i = 0; i < 3; i++)
        if (sign[i] == 0) return PART_EDGE + i;
    return PART_FACE;
}

/* Requires p in the triangle's plane. */
static int part_at_point(vec3 p, const vec3 v[3]) {
    for (int axis = 0; axis < 3; axis++) {
        int side = carom_orient2d(v[0], v[1], v[2], axis), sign[3];
        if (side == 0) continue;
        for (int i = 0; i < 3; i++)
            sign[i] = carom_orient2d(v[i], v[(i + 1) % 3], p, axis);
        return carom_part_by_signs(sign, side);
    }
    return -1;
}

/* Requires p and q on different sides of the triangle's plane. */
static int part_at_line(vec3 p, vec3 q, const vec3 v[3]) {
    int sign[3], side = 0;
    for (int i = 0; i < 3; i++) {
        sign[i] = carom_orient3d(p, q, v[i], v[(i + 1) % 3]);
        if (side == 0) side = sign[i];
    }
    return carom_part_by_signs(sign, side);
}

static void add_place(triangle_meeting *m, int on_a, int on_b) {
    for (int i = 0; i < m->count; i++) {
        curve_corner c = m->corner[i];
        if (c.on_a == on_a && c.on_b == on_b) return;
    }
    if (m->count < 4) m->corner[m->count++] = (curve_corner){on_a, on_b};
}

/* One triangle, and the sides of the other's plane on which its vertices lie. */
typedef struct sided_triangle {
    const vec3 *v;
    int side[3];
    bool is_a;
} sided_triangle;

static void add_places_of_edges(triangle_meeting *m, const sided_triangle *t, const vec3 other[3]) {
    for (int i = 0; i < 3; i++) {
        int k = (i + 1) % 3, own = -1, on = -1;
        if (t->side[i] == 0) {
            own = i;
            on = part_at_point(t->v[i], other);
        } else if (t->side[i] * t->side[k] < 0) {
            own = PART_EDGE + i;
            on = part_at_line(t->v[i], t->v[k], other);
        }
        if (on >= 0) add_place(m, t->is_a ? own : on, t->is_a ? on : own);
    }
}

static bool is_straddling(const int side[3]) {
    bool above = side[0] > 0 || side[1] > 0 || side[2] > 0;
    return above && (side[0] < 0 || side[1] < 0 || side[2] < 0);
}

static bool is_coplanar(const int side[3]) {
    return side[0] == 0 && side[1] == 0 && side[2] == 0;
}

bool carom_are_triangles_coplanar(const vec3 a[3], const vec3 b[3]) {
    for (int i = 0; i < 3; i++)
        if (carom_orient3d(a[0], a[1], a[2], b[i]) != 0 ||
            carom_orient3d(b[0], b[1], b[2], a[i]) != 0)
            return false;
    return true;
}

triangle_meeting carom_intersect_triangles_exact(const vec3 a[3], const vec3 b[3]) {
    triangle_meeting m = {.count = 0};
    sided_triangle ta = {.v = a, .is_a = true}, tb = {.v = b, .is_a = false};
    for (int i = 0; i < 3; i++) {
        ta.side[i] = carom_orient3d(b[0], b[1], b[2], a[i]);
        tb.side[i] = carom_orient3d(a[0], a[1], a[2], b[i]);
    }
    m.coplanar = is_coplanar(ta.side) && is_coplanar(tb.side);
    if (m.coplanar) return m;
    add_places_of_edges(&m, &ta, b);
    add_places_of_edges(&m, &tb, a);
    m.crosses = is_straddling(ta.side) && is_straddling(tb.side);
    return m;
}

/* Takes the edge from its lexicographically lower end, so that neighbours get the same bits. */
static vec3 cut_of_edge(const vec3 v[3], int edge, const vec3 by[3]) {
    vec3 p = v[edge], q = v[(edge + 1) % 3];
    return point_precedes(p, q) ? carom_edge_crossing_exact(p, q, by)
                                : carom_edge_crossing_exact(q, p, by);
}

vec3 carom_corner_position(curve_corner corner, const vec3 a[3], const vec3 b[3]) {
    if (corner.on_a < PART_EDGE) return a[corner.on_a];
    if (corner.on_b < PART_EDGE) return b[corner.on_b];
    int edge = corner.on_a - PART_EDGE, k = (edge + 1) % 3;
    bool cuts =
        corner.on_a < PART_FACE &&
        carom_orient3d(b[0], b[1], b[2], a[edge]) * carom_orient3d(b[0], b[1], b[2], a[k]) < 0;
    return cuts ? cut_of_edge(a, edge, b) : cut_of_edge(b, corner.on_b - PART_EDGE, a);
}
