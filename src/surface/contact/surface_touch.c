/* Touches of a shape with single triangles, own method. A touch is solved by the depth of the pair.
 * Where the normal is corrected, the depth is measured along the surface's normal, over the
 * triangle; a touch without any part of the shape there is weak. */
#include "surface/contact/surface_touch.h"

#include "convex/support/support.h"
#include "convex/vertex_depth.h"
#include "mesh/internal_edges.h"
#include "pair/pair_contact.h"
#include "pair/pair_penetration.h"
#include "surface/surface_depth.h"
#include "surface/tolerances.h"
#include "surface/triangle_clip.h"

static void find_center(touch_finder *finder) {
    const convex_shape *s = &finder->view.shape;
    finder->center = s->center;
    finder->lopsided = finder->slack;
    if (s->kind == CONVEX_POINTS)
        finder->center = scale3(add3(s->points[0], s->points[s->count - 1]), 0.5);
    if (s->kind != CONVEX_HULL) return;
    const vec3 middle = s->hull->center;
    finder->center = add3(s->center, convex_from_axes(s, middle.x, middle.y, middle.z));
    finder->lopsided += s->hull->outer - s->hull->inner;
}

void carom_touch_start(touch_finder *out, const surface_query *pair, double margin) {
    const shape_bound *reach = &pair->reach;
    out->pair = pair;
    out->margin = margin;
    out->view.buffer = out->buffer;
    out->has_view = carom_view_posed(&out->view, pair->shape);
    out->facing_up = out->width_along = vec(0, 0, 0);
    out->has_over = false;
    out->over.sides = 0;
    out->size = reach->kind == BOUND_BOX ? max_abs3(sub3(reach->high, reach->low)) : 0.0;
    const double far = max2(max_abs3(reach->high), max_abs3(reach->low));
    out->slack = ESTIMATE_ROUNDING * out->size + ESTIMATE_FAR_ROUNDING * far;
    out->has_depths = out->has_view && far < ESTIMATE_SIZE_MOST &&
                      out->size > ESTIMATE_SIZE_LEAST && carom_has_vertex_depth(&out->view.shape);
    if (out->has_depths) find_center(out);
}

/* Returns the face of the shape that faces down. */
static const convex_feature *facing_of(touch_finder *finder, vec3 up) {
    int hint = 0;
    if (!equal3(up, finder->facing_up)) {
        carom_convex_surface_facing(&finder->view.shape, neg3(up), &hint, &finder->facing);
        finder->facing_up = up;
        finder->has_over = false;
        finder->over.sides = 0;
    } else if (!finder->has_over) { /* it is asked for twice */
        carom_cover_feature(&finder->over, &finder->facing, up);
        finder->has_over = true;
    }
    return &finder->facing;
}

const vec3 *carom_touch_width(touch_finder *finder, vec3 n) {
    if (!equal3(n, finder->width_along)) {
        finder->width_ends[0] = carom_view_support(&finder->view.shape, neg3(n));
        finder->width_ends[1] = carom_view_support(&finder->view.shape, n);
        finder->width_along = n;
    }
    return finder->width_ends;
}

/* ---- solved */

/* Separating axis test along the triangle's normal: returns true if the shape is beyond the
 * margin on one side of its plane. Any axis is valid, so the rounding of the normal does no
 * harm. */
static bool is_off_plane(touch_finder *finder, const carom_triangle *at) {
    if (!finder->has_view) return false;
    vec3 v[3] = {load3(at->v[0]), load3(at->v[1]), load3(at->v[2])};
    vec3 n = carom_normalize_or(cross3(sub3(v[1], v[0]), sub3(v[2], v[0])), vec(0, 0, 0));
    if (max_abs3(n) == 0.0) return false;
    double d[3] = {dot3(n, v[0]), dot3(n, v[1]), dot3(n, v[2])};
    const vec3 *ends = carom_touch_width(finder, n);
    double below = dot3(n, ends[0]) - max2(d[0], max2(d[1], d[2]));
    double above = min2(d[0], min2(d[1], d[2])) - dot3(n, ends[1]);
    double size = max_abs3(ends[0]) + max_abs3(ends[1]) + fabs(d[0]) + finder->size;
    return max2(below, above) > finder->margin + OFF_PLANE_ROUNDING * (size + finder->margin);
}

bool carom_touch_possible(touch_finder *finder, const carom_triangle *at) {
    if (carom_shape_bound_triangle_gap(&finder->pair->reach, at) > finder->margin) return false;
    return !is_off_plane(finder, at);
}

static int32_t deepest_points(const touch_finder *finder, const carom_posed_shape *part,
                              carom_contact_manifold *out) {
    const carom_penetration p = carom_pair_penetrate(finder->pair->shape, part);
    if (!p.overlap) return 0;
    out->normal = p.normal;
    out->certainty = p.certainty;
    out->points[0] =
        (carom_contact_point){.point_a = p.point_a, .point_b = p.point_b, .depth = p.depth};
    return out->count = 1;
}

int32_t carom_touch_points(const touch_finder *finder, const carom_triangle *at,
                           carom_contact_manifold *out) {
    const carom_posed_shape part = posed_triangle(at);
    if (out->capacity == 1 && deepest_points(finder, &part, out)) return 1;
    if (carom_pair_contact(finder->pair->shape, &part, out) > 0) return out->count;
    return deepest_points(finder, &part, out);
}

/* Where the triangle is far enough from the shape's centre, its side of that decides. */
vec3 carom_touch_side(touch_finder *finder, vec3 vertex, vec3 corrected) {
    const double height = dot3(corrected, vertex);
    if (finder->has_depths) {
        const double over = height - dot3(corrected, finder->center);
        if (2.0 * fabs(over) > finder->lopsided) return over > 0.0 ? neg3(corrected) : corrected;
    }
    const vec3 *ends = carom_touch_width(finder, corrected);
    const double below = height - dot3(corrected, ends[0]);
    const double above = dot3(corrected, ends[1]) - height;
    return above < below ? neg3(corrected) : corrected;
}

void carom_touch_measure(touch_finder *finder, const carom_triangle *at, surface_touch *touch) {
    clip_triangle tile;
    touch->weak = true;
    if (!finder->has_view || !carom_clip_triangle(&tile, at, touch->triangle, touch->up)) return;
    const convex_feature *facing = facing_of(finder, touch->up);
    const double depth = covers_triangle(&finder->over, tile.v)
                             ? depth_under_triangle(&finder->over, tile.v)
                             : carom_clip_to_triangle(facing, &tile, NULL);
    touch->weak = !(depth >= -finder->margin);
    if (!touch->weak) touch->depth = depth;
}

static carom_vec3 up_alone(const surface_touch *touch) {
    return store3(neg3(load3(touch->normal)));
}

void carom_touch_correct(touch_finder *finder, const carom_triangle *at, carom_vec3 corrected,
                         surface_touch *touch) {
    touch->up = load3(corrected);
    touch->corrected = is_corrected(touch->up, load3(up_alone(touch)));
    if (!touch->corrected) return;
    if (finder->has_view) touch->up = carom_touch_side(finder, load3(at->v[0]), touch->up);
    carom_touch_measure(finder, at, touch);
}

bool carom_touch_solve_alone(touch_finder *finder, uint32_t triangle, const carom_triangle *at,
                             surface_touch *out) {
    carom_contact_manifold *found = &finder->found;
    *found = (carom_contact_manifold){.margin = (carom_real)finder->margin, .capacity = 1};
    if (carom_touch_points(finder, at, found) < 1) return false;
    *out = (surface_touch){.triangle = triangle,
                           .depth = (double)found->points[0].depth,
                           .normal = found->normal,
                           .certainty = found->certainty,
                           .deepest = found->points[0]};
    return true;
}

bool carom_touch_solve(touch_finder *finder, uint32_t triangle, const carom_triangle *at,
                       surface_touch *out) {
    if (!carom_touch_solve_alone(finder, triangle, at, out)) return false;
    const carom_vec3 corrected = carom_surface_contact_normal(&finder->pair->on, triangle,
                                                              out->deepest.point_b, up_alone(out));
    carom_touch_correct(finder, at, corrected, out);
    return true;
}

/* The part of a sphere or capsule that is over the triangle is on the segment or its point, k, at a
 * distance of at least that of the core from the point of the triangle below, along a normal whose
 * angle to the face has at least the cosine REFERENCE_COSINE; so k is higher over the plane than
 * that fraction of it. */
bool carom_touch_is_nowhere_over(const touch_finder *finder, vec3 face, vec3 v, double depth) {
    const convex_shape *s = &finder->view.shape;
    if (s->kind != CONVEX_POINTS) return false;
    double height = 0.0;
    for (int i = 0; i < s->count; i++)
        height = max2(height, fabs(dot3(face, sub3(s->points[i], v))));
    return height < NOWHERE_OVER_COSINE * (s->radius - depth);
}
