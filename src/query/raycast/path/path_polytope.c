/* Path against tetrahedron, hull and k-DOP: Liang-Barsky clipping of the path by each plane
 * [LiangBarsky84], [Ericson05] 5.3.8. One pass in double finds the interval and reports whatever
 * rounding could change: a height or slope near zero, two ends close together. Then the planes that
 * can matter are clipped again in exact arithmetic (clip_exact.c). The boolean is exact. */
#include "query/raycast/clip_exact.h"
#include "query/raycast/kernel_solid.h"
#include "query/raycast/kernel_triangle.h"
#include "query/raycast/path.h"
#include "query/raycast/path/path_polytope.h"

/* Inside is where height + t * slope >= 0. */
typedef struct plane_cut {
    double height, slope, height_error, slope_error;
    vec3 outward;
} plane_cut;

/* The planes of a solid: plane i in double, and as exact sums. */
typedef struct plane_set {
    const ray_path *path;
    const void *solid;
    int count;
    plane_cut (*cut)(const struct plane_set *set, int i);
    linear_form (*form)(const struct plane_set *set, int i);
    /* three of the plane's points; NULL where its normal is given */
    void (*corners)(const struct plane_set *set, int i, vec3 out[3]);
} plane_set;

typedef struct plane_range {
    double enter, leave;
    int enter_plane; /* -1: the path's start */
    bool empty, doubt;
} plane_range;

static bool is_height_certain(const plane_cut *cut) {
    return fabs(cut->height) > CUT_MARGIN * cut->height_error;
}

static bool is_cut_certain(const plane_cut *cut) {
    return fabs(cut->slope) > CUT_MARGIN * cut->slope_error && is_height_certain(cut);
}

/* Below this |t| a plane of known height and unknown slope is not crossed. */
static double uncrossed_range(const plane_cut *cut) {
    return 0.5 * fabs(cut->height) / (fabs(cut->slope) + cut->slope_error);
}

static plane_range range_in_double(const plane_set *set) {
    plane_range out = {set->path->t_min, set->path->t_max, -1, false, false};
    double inside = DBL_MAX, outside = DBL_MAX; /* the shortest uncrossed ranges */
    bool is_outside = false;
    for (int i = 0; i < set->count; i++) {
        plane_cut cut = set->cut(set, i);
        if (!is_cut_certain(&cut)) {
            if (!is_height_certain(&cut))
                out.doubt = true;
            else if (cut.height > 0.0)
                inside = min2(inside, uncrossed_range(&cut));
            else
                is_outside = true, outside = min2(outside, uncrossed_range(&cut));
            continue;
        }
        double t = -cut.height / cut.slope, close = CUT_SLACK * fabs(t);
        if (fabs(t - out.enter) <= close || fabs(t - out.leave) <= close) out.doubt = true;
        if (cut.slope > 0.0 && t > out.enter) {
            out.enter = t;
            out.enter_plane = i;
        }
        if (cut.slope < 0.0 && t < out.leave) out.leave = t;
    }
    const double slack = CUT_SLACK * (fabs(out.enter) + fabs(out.leave));
    const double farthest = 2.0 * max2(fabs(out.enter), fabs(out.leave));
    out.empty = out.enter - out.leave > slack || (is_outside && farthest < outside);
    if (!(out.leave - out.enter > slack) || is_outside || !(farthest < inside || inside == DBL_MAX))
        out.doubt = true;
    return out;
}

/* False for a plane whose crossing is clearly behind another's. */
static bool plane_matters(const plane_cut *cut, const plane_range *range) {
    if (!is_cut_certain(cut)) return true;
    double t = -cut->height / cut->slope, close = 2.0 * CUT_SLACK * fabs(t);
    return cut->slope > 0.0 ? t >= range->enter - close : t <= range->leave + close;
}

static CAROM_NOINLINE bool range_exact(const plane_set *set, const plane_range *guess,
                                       plane_range *out) {
    exact_range range;
    carom_exact_range_begin(&range, set->path);
    for (int i = 0; i < set->count && !range.empty; i++) {
        plane_cut cut = set->cut(set, i);
        if (!plane_matters(&cut, guess)) continue;
        linear_form form = set->form(set, i);
        carom_exact_range_cut(&range, &form, i);
    }
    if (range.empty) return false;
    out->enter = carom_exact_bound_value(&range.enter, set->path->t_min);
    out->leave = carom_exact_bound_value(&range.leave, set->path->t_max);
    out->enter_plane = range.enter.unbounded ? -1 : range.enter.tag;
    return true;
}

/* The outward normal of plane i, by which the path enters; where products of its sides leave the
 * range, of sides scaled to about 1. */
static vec3 outward_normal(const plane_set *set, int i) {
    const vec3 n = set->cut(set, i).outward;
    const double square = len2(n);
    vec3 v[3];
    if (CAROM_LIKELY((square > NORMAL_LEAST && square < NORMAL_MOST) || !set->corners)) return n;
    set->corners(set, i, v);
    const vec3 e = sub3(v[1], v[0]), f = sub3(v[2], v[0]), d = set->path->direction;
    const double power = scaling_power(max2(max_abs3(e), max_abs3(f)));
    const vec3 m = cross3(scale3(e, power), scale3(f, power));
    return dot3(m, scale3(d, scaling_power(max_abs3(d)))) > 0.0 ? neg3(m) : m;
}

static carom_ray_hit path_planes(const plane_set *set) {
    const ray_path *path = set->path;
    plane_range range = range_in_double(set);
    if (range.empty) return no_hit(); /* the planes in doubt would only cut off more */
    if (range.doubt && !range_exact(set, &range, &range)) return no_hit();
    solid_hit hit = {range.enter, range.leave, neg3(path->direction), range.enter_plane < 0};
    if (!finite1(hit.t)) hit.t = finite1(range.leave) ? range.leave : 0.0; /* never of a solid */
    if (range.enter_plane >= 0) hit.normal = outward_normal(set, range.enter_plane);
    return store_solid_hit(path, &hit, path_point(path, hit.t));
}

/* ---- a plane through three points */

typedef struct oriented_faces {
    vec3 v[4];
    int sign; /* of det[v1 - v0, v2 - v0, v3 - v0] */
} oriented_faces;

static const int face_corners[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

static plane_cut cut_by_triangle(const ray_path *path, const vec3 v[3], double sign) {
    vec3 e = sub3(v[1], v[0]), f = sub3(v[2], v[0]), w = sub3(path->origin, v[0]);
    vec3 n = scale3(cross3(e, f), sign), d = path->direction;
    vec3 size = vec(fabs(e.y * f.z) + fabs(e.z * f.y), fabs(e.z * f.x) + fabs(e.x * f.z),
                    fabs(e.x * f.y) + fabs(e.y * f.x));
    plane_cut cut = {dot3(n, w), dot3(n, d), 0.0, 0.0, neg3(n)};
    cut.height_error =
        CUT_ERROR * (size.x * fabs(w.x) + size.y * fabs(w.y) + size.z * fabs(w.z)) + CUT_UNDERFLOW;
    cut.slope_error =
        CUT_ERROR * (size.x * fabs(d.x) + size.y * fabs(d.y) + size.z * fabs(d.z)) + CUT_UNDERFLOW;
    return cut;
}

/* Heights over a triangle's plane, and how they change along the path. */
static linear_form form_by_triangle(const ray_path *path, const vec3 v[3], double sign) {
    linear_form form = {.constant_count = 6, .slope_count = 6};
    const vec3 height[6] = {v[0], v[1], v[0], v[2], v[0], path->origin};
    const vec3 slope[6] = {v[0], v[1], v[0], v[2], path->base, path->tip};
    carom_determinant_form(form.constant, height, sign < 0.0);
    carom_determinant_form(form.slope, slope, sign < 0.0);
    return form;
}

/* ---- tetrahedron */

static void corners_of_face(const plane_set *set, int i, vec3 out[3]) {
    const oriented_faces *solid = set->solid;
    for (int k = 0; k < 3; k++)
        out[k] = solid->v[face_corners[i][k]];
}

static plane_cut cut_tetrahedron(const plane_set *set, int i) {
    vec3 v[3];
    corners_of_face(set, i, v);
    return cut_by_triangle(set->path, v, -(double)((const oriented_faces *)set->solid)->sign);
}

static linear_form form_tetrahedron(const plane_set *set, int i) {
    vec3 v[3];
    corners_of_face(set, i, v);
    return form_by_triangle(set->path, v, -(double)((const oriented_faces *)set->solid)->sign);
}

/* The first hit of several triangles. */
typedef struct first_hit {
    triangle_hit best;
    bool found;
} first_hit;

static void try_triangle(first_hit *first, const ray_path *path, const vec3 v[3]) {
    triangle_hit hit;
    if (!path_triangle(path, v, CAROM_BOTH_SIDES, &hit)) return;
    if (!first->found || hit.t < first->best.t) first->best = hit;
    first->found = true;
}

static carom_ray_hit surface_answer(const first_hit *first, const ray_path *path) {
    if (!first->found) return no_hit();
    solid_hit out = {first->best.t, first->best.t, first->best.normal, false};
    return store_solid_hit(path, &out, path_point(path, first->best.t));
}

/* A tetrahedron without volume is the union of its faces. */
static carom_ray_hit path_planar_tetrahedron(const ray_path *path, const vec3 v[4]) {
    first_hit first = {.found = false};
    for (int i = 0; i < 4; i++) {
        const vec3 corners[3] = {v[face_corners[i][0]], v[face_corners[i][1]],
                                 v[face_corners[i][2]]};
        try_triangle(&first, path, corners);
    }
    return surface_answer(&first, path);
}

carom_ray_hit carom_path_tetrahedron(const ray_path *path, const carom_tetrahedron *tetrahedron) {
    oriented_faces solid;
    for (int i = 0; i < 4; i++)
        solid.v[i] = load3(tetrahedron->v[i]);
    for (int i = 0; i < 4; i++)
        if (!finite3(solid.v[i])) return no_hit();
    if (!path_is_valid(path)) return no_hit();
    solid.sign = carom_orient3d(solid.v[0], solid.v[1], solid.v[2], solid.v[3]);
    if (solid.sign == 0) return path_planar_tetrahedron(path, solid.v);
    plane_set set = {path, &solid, 4, cut_tetrahedron, form_tetrahedron, corners_of_face};
    return path_planes(&set);
}

/* ---- hull: three corners of each face */

static void corners_of_hull_face(const plane_set *set, int i, vec3 out[3]) {
    const hull_data *hull = set->solid;
    int32_t edge = hull->face_edge[i];
    for (int k = 0; k < 3; k++) {
        out[k] = hull_vertex(hull, hull->origin[edge]);
        edge = hull->next[edge];
    }
}

static plane_cut cut_hull(const plane_set *set, int i) {
    vec3 v[3];
    corners_of_hull_face(set, i, v);
    return cut_by_triangle(set->path, v, -1.0);
}

static linear_form form_hull(const plane_set *set, int i) {
    vec3 v[3];
    corners_of_hull_face(set, i, v);
    return form_by_triangle(set->path, v, -1.0);
}

static carom_ray_hit path_planar_hull(const ray_path *path, const hull_data *hull) {
    first_hit first = {.found = false};
    int32_t last = hull->vertex_count - 1;
    vec3 v[3] = {hull_vertex(hull, 0), hull_vertex(hull, last), hull_vertex(hull, last)};
    if (hull->dimension < 2) {
        try_triangle(&first, path, v);
        return surface_answer(&first, path);
    }
    int32_t start = hull->face_edge[0];
    v[0] = hull_vertex(hull, hull->origin[start]);
    for (int32_t e = hull->next[start]; hull->next[e] != start; e = hull->next[e]) {
        v[1] = hull_vertex(hull, hull->origin[e]);
        v[2] = hull_vertex(hull, hull->origin[hull->next[e]]);
        try_triangle(&first, path, v);
    }
    return surface_answer(&first, path);
}

carom_ray_hit carom_path_hull(const ray_path *path, const hull_data *hull) {
    if (!path_is_valid(path) || hull->vertex_count < 1) return no_hit();
    if (hull->dimension < 3) return path_planar_hull(path, hull);
    plane_set set = {path, hull, hull->face_count, cut_hull, form_hull, corners_of_hull_face};
    return path_planes(&set);
}

/* ---- k-DOP: plane 2 i is the lower, 2 i + 1 the upper one of slab i */

static plane_cut cut_kdop(const plane_set *set, int i) {
    const carom_kdop *kdop = set->solid;
    double upper = i & 1 ? 1.0 : -1.0;
    double offset = (double)(i & 1 ? kdop->max : kdop->min)[i / 2];
    vec3 n = load3(kdop->normals[i / 2]), o = set->path->origin, d = set->path->direction;
    plane_cut cut = {upper * (offset - dot3(n, o)), -upper * dot3(n, d), 0.0, 0.0,
                     scale3(n, upper)};
    cut.height_error =
        CUT_ERROR * (fabs(n.x * o.x) + fabs(n.y * o.y) + fabs(n.z * o.z) + fabs(offset)) +
        CUT_UNDERFLOW;
    cut.slope_error =
        CUT_ERROR * (fabs(n.x * d.x) + fabs(n.y * d.y) + fabs(n.z * d.z)) + CUT_UNDERFLOW;
    return cut;
}

static linear_form form_kdop(const plane_set *set, int i) {
    const carom_kdop *kdop = set->solid;
    const ray_path *path = set->path;
    double offset = (double)(i & 1 ? kdop->max : kdop->min)[i / 2];
    bool upper = i & 1;
    vec3 n = load3(kdop->normals[i / 2]);
    linear_form form = {.constant_count = 4, .slope_count = 3};
    for (int k = 0; k < 3; k++) {
        exact_factor normal = {axis3(n, k), 0.0}, origin = {axis3(path->origin, k), 0.0};
        exact_factor direction = {axis3(path->tip, k), axis3(path->base, k)};
        form.constant[k] = (linear_term){{normal, origin}, 2, upper};
        form.slope[k] = (linear_term){{normal, direction}, 2, upper};
    }
    form.constant[3] = (linear_term){{{offset, 0.0}}, 1, !upper};
    return form;
}

carom_ray_hit carom_path_kdop(const ray_path *path, const carom_kdop *kdop) {
    if (!path_is_valid(path) || !kdop->normals || !kdop->min || !kdop->max || kdop->count < 1 ||
        kdop->count > CAROM_KDOP_LIMIT)
        return no_hit();
    for (int i = 0; i < kdop->count; i++) {
        vec3 n = load3(kdop->normals[i]);
        if (!finite3(n) || max_abs3(n) == 0.0 || !(kdop->min[i] <= kdop->max[i]) ||
            !finite1((double)kdop->min[i]) || !finite1((double)kdop->max[i]))
            return no_hit();
    }
    plane_set set = {path, kdop, 2 * kdop->count, cut_kdop, form_kdop, NULL};
    return path_planes(&set);
}
