/* Near-minimal oriented box of a convex hull. The minimal box has a face flush with a face of the
 * hull, or faces that contain edges [ORourke85]; so one axis is taken along every face normal and
 * every edge (for a small hull also perpendicular to every pair of edges). For each, the minimal
 * rectangle of the silhouette is found, which has a side along an edge of it. The search then
 * repeats this along the axes of the best box in turn, until none improves. The box encloses; it is
 * near-minimal, since axes and silhouette edges of large hulls are sampled.
 *
 * The outline, or silhouette, along a direction consists of the edges between a face whose normal
 * has a positive component along it and one whose has not. It is not put in order: each of its
 * edges is tried against its points, at quadratic cost. */
#include "fit/cloud.h"
#include "fit/hull.h"
#include "fit/tolerances.h"
#include "fit/box.h"

#define OUTLINE_LIMIT 192    /* edges of an outline; longer ones are sampled */
#define PAIRS_LIMIT 64       /* edges of a hull up to which all pairs are tried */
#define WORK_LIMIT 150000000 /* multiplications, about; axes are sampled to stay below */
#define ROUND_LIMIT 12

typedef struct outline {
    vec3 along, u, v;                                       /* orthonormal */
    double point[OUTLINE_LIMIT][2], side[OUTLINE_LIMIT][2]; /* sides are unit */
    int count;
} outline;

typedef struct box_candidate {
    vec3 axes[3];
    double score; /* volume, with `thickness` added to each side */
} box_candidate;

typedef struct box_search {
    const hull_data *hull;
    double thickness; /* of OBB_THICKNESS: boxes of planar hulls stay comparable */
    box_candidate best;
} box_search;

static vec3 edge_vector(const hull_data *hull, int32_t e) {
    return sub3(hull_vertex(hull, hull->origin[hull->twin[e]]), hull_vertex(hull, hull->origin[e]));
}

/* Is this the half-edge, of the two of a silhouette edge, whose face has a normal with a positive
 * component along the direction? So each corner of the outline starts one. */
static bool is_on_outline(const hull_data *hull, int32_t e, vec3 along) {
    if (hull->dimension < 3) return hull->face[e] <= 0;
    return dot3(hull->face_normal[hull->face[e]], along) > 0.0 &&
           !(dot3(hull->face_normal[hull->face[hull->twin[e]]], along) > 0.0);
}

static void find_outline(const hull_data *hull, vec3 along, outline *out) {
    out->along = along;
    out->u = carom_perpendicular(along);
    out->v = cross3(along, out->u);
    int32_t total = 0, index = 0;
    for (int32_t e = 0; e < hull->half_edge_count; e++)
        total += is_on_outline(hull, e, along);
    int32_t stride = total / OUTLINE_LIMIT + 1;
    out->count = 0;
    for (int32_t e = 0; e < hull->half_edge_count; e++) {
        if (!is_on_outline(hull, e, along) || index++ % stride != 0) continue;
        vec3 p = sub3(hull_vertex(hull, hull->origin[e]), hull->center), w = edge_vector(hull, e);
        double x = dot3(w, out->u), y = dot3(w, out->v), length = sqrt(x * x + y * y);
        int k = out->count++;
        out->point[k][0] = dot3(p, out->u);
        out->point[k][1] = dot3(p, out->v);
        out->side[k][0] = length > 0.0 ? x / length : 1.0;
        out->side[k][1] = length > 0.0 ? y / length : 0.0;
    }
}

/* Width and height of the outline's points in the frame of one of its sides. */
static void measure_outline(const outline *o, int k, double size[2]) {
    double c = o->side[k][0], s = o->side[k][1];
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int i = 0; i < o->count; i++) {
        double x = c * o->point[i][0] + s * o->point[i][1];
        double y = c * o->point[i][1] - s * o->point[i][0];
        low[0] = min2(low[0], x);
        high[0] = max2(high[0], x);
        low[1] = min2(low[1], y);
        high[1] = max2(high[1], y);
    }
    size[0] = high[0] - low[0];
    size[1] = high[1] - low[1];
}

static double length_along(const hull_data *hull, vec3 along) {
    double low = INFINITY, high = -INFINITY;
    for (int32_t i = 0; i < hull->vertex_count; i++) {
        double s = dot3(sub3(hull_vertex(hull, i), hull->center), along);
        low = min2(low, s);
        high = max2(high, s);
    }
    return high - low;
}

/* The least box with one axis along the direction. True when it is the best so far. */
static bool try_box_axis(box_search *s, vec3 direction) {
    outline o;
    vec3 along = carom_normalize_or(direction, vec(0, 0, 0));
    if (len2(along) == 0.0) return false;
    find_outline(s->hull, along, &o);
    double depth = length_along(s->hull, along) + s->thickness, best = INFINITY;
    int side = -1;
    for (int k = 0; k < o.count; k++) {
        double size[2];
        measure_outline(&o, k, size);
        double area = (size[0] + s->thickness) * (size[1] + s->thickness);
        if (!(area < best)) continue;
        best = area;
        side = k;
    }
    if (side < 0 || !(best * depth < s->best.score)) return false;
    vec3 u = add3(scale3(o.u, o.side[side][0]), scale3(o.v, o.side[side][1]));
    s->best = (box_candidate){{along, u, cross3(along, u)}, best * depth};
    return true;
}

static void try_faces_and_edges(box_search *s) {
    const hull_data *hull = s->hull;
    int64_t work = 16 * (int64_t)hull->half_edge_count + 3 * (int64_t)hull->vertex_count +
                   6 * OUTLINE_LIMIT * OUTLINE_LIMIT;
    int64_t tries = WORK_LIMIT / work + 4;
    int64_t candidates = (int64_t)hull->face_count + hull->half_edge_count / 2;
    int32_t stride = (int32_t)(candidates / tries + 1);
    for (int32_t f = 0; f < hull->face_count; f += stride)
        try_box_axis(s, hull->face_normal[f]);
    for (int32_t e = 0, index = 0; e < hull->half_edge_count; e++)
        if (e < hull->twin[e] && index++ % stride == 0) try_box_axis(s, edge_vector(hull, e));
}

static void try_edge_pairs(box_search *s) {
    const hull_data *hull = s->hull;
    if (hull->half_edge_count > 2 * PAIRS_LIMIT || hull->dimension < 3) return;
    for (int32_t e = 0; e < hull->half_edge_count; e++)
        for (int32_t f = 0; f < e; f++) {
            if (e > hull->twin[e] || f > hull->twin[f]) continue;
            vec3 a = carom_normalize_or(edge_vector(hull, e), vec(0, 0, 0));
            vec3 across = cross3(a, carom_normalize_or(edge_vector(hull, f), vec(0, 0, 0)));
            if (len2(across) > OBB_PARALLEL_SINE2) try_box_axis(s, across);
        }
}

carom_obb carom_fit_obb_hull(const carom_hull *hull) {
    cloud c;
    const hull_data *data = carom_hull_data(hull);
    if (!carom_cloud_of_hull(&c, data)) return carom_empty_obb();
    vec3 axes[3];
    carom_principal_axes(&c, axes);
    double half_size = max_abs3(sub3(scale3(data->high, 0.5), scale3(data->low, 0.5)));
    bool in_range = half_size > OBB_SIZE_MIN && half_size < OBB_SIZE_MAX;
    if (data->dimension > 0 && in_range) {
        box_search s = {data, OBB_THICKNESS * half_size, {{axes[0], axes[1], axes[2]}, INFINITY}};
        for (int k = 0; k < 3; k++)
            try_box_axis(&s, axes[k]);
        try_faces_and_edges(&s);
        try_edge_pairs(&s);
        for (int round = 0, idle = 0; round < ROUND_LIMIT && idle < 3; round++)
            idle = try_box_axis(&s, s.best.axes[round % 3]) ? 0 : idle + 1;
        for (int k = 0; k < 3; k++)
            axes[k] = s.best.axes[k];
    }
    return carom_box_along(&c, axes);
}
