/* Parts of a solid by axis-aligned boxes, own method. An extreme point of what a box holds of a
 * solid is on the solid's surface, or it is a corner of the box: elsewhere on the box the solid
 * goes on along a face or an edge of it. So a part's hull is that of the surface clipped by the box
 * [Sutherland74] and of the corners that are in the solid; no cut has to be closed by a cap.
 * Proved: corners of clipped polygons lie in the box exactly, and neighbours have the same, since a
 * corner depends on its edge alone; the surface is moved by no more than `rounding` without being
 * torn, so that the hulls hold what is farther than that from it, and the rest to within twice
 * that. A polygon in the plane of a cut is needed by the side alone on which the solid is, and even
 * there by its neighbours' corners. */
#include "mesh/decomposition/piece.h"

#include "math/predicates.h"
#include "mesh/data/mesh_data.h"
#include "mesh/decomposition/tolerances.h"

/* ---- corners of boxes */

carom_mesh_place carom_place_in_solid(const whole_solid *whole, vec3 point) {
    return carom_distance_point_mesh_signed(store3(point), &whole->solid).place;
}

double carom_corner_step(const whole_solid *whole) {
    return CORNER_EPSILONS * (double)CAROM_REAL_EPSILON * whole->magnitude;
}

static bool is_solid_beside(const whole_solid *whole, vec3 corner, vec3 middle, double step) {
    vec3 beside = corner;
    for (int k = 0; k < 3; k++) {
        const double arm = axis3(middle, k) - axis3(corner, k);
        beside = with_axis(beside, k, axis3(corner, k) + max2(-step, min2(step, arm)));
    }
    return carom_place_in_solid(whole, beside) != CAROM_PLACE_OUTSIDE;
}

bool carom_is_corner_solid(const whole_solid *whole, vec3 corner, vec3 middle, double step) {
    const carom_mesh_place place = carom_place_in_solid(whole, corner);
    return place == CAROM_PLACE_INSIDE ||
           (place == CAROM_PLACE_SURFACE && is_solid_beside(whole, corner, middle, step));
}

/* ---- clipping */

/* Where the plane cuts the edge; the same from either end. */
static vec3 cut_edge_at(vec3 a, vec3 b, axis_cut cut, bool *is_rounded) {
    const bool goes_up = axis3(a, cut.axis) < axis3(b, cut.axis);
    const vec3 p = goes_up ? a : b, q = goes_up ? b : a;
    const double from = axis3(p, cut.axis);
    const double t = (cut.at - from) / (axis3(q, cut.axis) - from);
    vec3 out = with_axis(mad3(p, sub3(q, p), t), cut.axis, cut.at);
    out = lower3(upper3(out, lower3(p, q)), upper3(p, q));
    for (int k = 0; k < 3; k++)
        if (k != cut.axis && axis3(p, k) != axis3(q, k) &&
            carom_orient2d(p, q, out, 3 - k - cut.axis) != 0)
            *is_rounded = true;
    return out;
}

void carom_clip_to_side(clipped_polygon *out, const clipped_polygon *in, axis_cut cut, int side) {
    out->count = 0;
    out->is_rounded = in->is_rounded;
    for (int i = 0; i < in->count; i++) {
        const vec3 a = in->at[i], b = in->at[i + 1 < in->count ? i + 1 : 0];
        const double from = side * (axis3(a, cut.axis) - cut.at),
                     to = side * (axis3(b, cut.axis) - cut.at);
        if (from >= 0.0 && out->count < PIECE_CORNERS) out->at[out->count++] = a;
        if (((from > 0.0 && to < 0.0) || (from < 0.0 && to > 0.0)) && out->count < PIECE_CORNERS)
            out->at[out->count++] = cut_edge_at(a, b, cut, &out->is_rounded);
    }
}

int carom_solid_side(const whole_solid *whole, const clipped_polygon *polygon, int axis) {
    vec3 normal = vec(0.0, 0.0, 0.0);
    for (int i = 1; i + 1 < polygon->count; i++)
        normal = add3(normal, cross3(sub3(polygon->at[i], polygon->at[0]),
                                     sub3(polygon->at[i + 1], polygon->at[0])));
    return (axis3(normal, axis) > 0.0) == whole->solid.inside_out ? 1 : -1;
}

/* ---- pieces */

void carom_piece_polygon(const solid_piece *piece, size_t index, clipped_polygon *out) {
    const piece_polygon polygon = ((const piece_polygon *)piece->polygons.data)[index];
    const vec3 *points = (const vec3 *)piece->points.data + polygon.first;
    out->count = (int)polygon.count;
    out->is_rounded = false;
    for (int i = 0; i < out->count; i++)
        out->at[i] = points[i];
}

static carom_status add_polygon(solid_piece *piece, const clipped_polygon *polygon,
                                const whole_solid *whole) {
    const uint32_t count = (uint32_t)polygon->count;
    grown_array *points = &piece->points, *polygons = &piece->polygons;
    if (count == 0) return CAROM_OK;
    if (points->count > UINT32_MAX - count) return CAROM_ERROR_LIMIT;
    carom_status status =
        carom_array_reserve(points, points->count + count, sizeof(vec3), whole->from);
    if (status == CAROM_OK)
        status =
            carom_array_reserve(polygons, polygons->count + 1, sizeof(piece_polygon), whole->from);
    if (status != CAROM_OK) return status;
    ((piece_polygon *)polygons->data)[polygons->count++] =
        (piece_polygon){(uint32_t)points->count, count};
    for (uint32_t i = 0; i < count; i++)
        ((vec3 *)points->data)[points->count++] = polygon->at[i];
    return CAROM_OK;
}

/* Does a polygon come near the corner without having it? */
static bool passes_corner(const solid_piece *piece, vec3 corner, double near_by) {
    bool passes = false;
    for (size_t p = 0; p < piece->polygons.count; p++) {
        clipped_polygon polygon;
        carom_piece_polygon(piece, p, &polygon);
        vec3 low = polygon.at[0], high = low;
        for (int i = 0; i < polygon.count; i++) {
            if (equal3(polygon.at[i], corner)) return false;
            low = lower3(low, polygon.at[i]);
            high = upper3(high, polygon.at[i]);
        }
        const vec3 gap = upper3(sub3(low, corner), sub3(corner, high));
        passes = passes || (gap.x <= near_by && gap.y <= near_by && gap.z <= near_by);
    }
    return passes;
}

static bool is_near_surface(const solid_piece *piece, const whole_solid *whole, vec3 corner) {
    const carom_real reach = (carom_real)(2.0 * piece->rounding);
    return piece->rounding > 0.0 &&
           carom_overlap_point_mesh_within(store3(corner), whole->solid.mesh, reach);
}

/* Corners inside of the solid, and those on its surface, or as near to it as cuts may have moved
 * it, where the box next to them is in the solid. If not, and there is surface within the step,
 * this may have been decided beyond it. */
static void add_corners(solid_piece *piece, const whole_solid *whole) {
    const vec3 middle = add3(scale3(piece->low, 0.5), scale3(piece->high, 0.5));
    const double step = max2(4.0 * piece->rounding, carom_corner_step(whole));
    piece->corner_count = 0;
    for (int k = 0; k < 8; k++) {
        const vec3 corner =
            vec(k & 1 ? piece->high.x : piece->low.x, k & 2 ? piece->high.y : piece->low.y,
                k & 4 ? piece->high.z : piece->low.z);
        const carom_mesh_place place = carom_place_in_solid(whole, corner);
        if (place == CAROM_PLACE_OUTSIDE && !is_near_surface(piece, whole, corner)) continue;
        if (place == CAROM_PLACE_INSIDE || is_solid_beside(whole, corner, middle, step))
            piece->corners[piece->corner_count++] = corner;
        else if (passes_corner(piece, corner, 2.0 * step))
            piece->corner_rounding = max2(piece->corner_rounding, 4.0 * step);
    }
}

void carom_piece_release(solid_piece *piece, const carom_allocator *from) {
    carom_array_release(&piece->polygons, from);
    carom_array_release(&piece->points, from);
}

carom_status carom_piece_create(solid_piece *out, const whole_solid *whole) {
    *out = (solid_piece){.low = whole->low, .high = whole->high};
    const carom_mesh *mesh = whole->solid.mesh;
    carom_status status = CAROM_OK;
    for (uint32_t i = 0; status == CAROM_OK && i < mesh_count(mesh); i++) {
        const carom_triangle t = mesh_indexed(mesh, i);
        const clipped_polygon polygon = {.at = {load3(t.v[0]), load3(t.v[1]), load3(t.v[2])},
                                         .count = 3};
        status = add_polygon(out, &polygon, whole);
    }
    if (status == CAROM_OK)
        add_corners(out, whole);
    else
        carom_piece_release(out, whole->from);
    return status;
}

static carom_status split_polygon(solid_piece out[2], const clipped_polygon *polygon, axis_cut cut,
                                  const whole_solid *whole) {
    double low = DBL_MAX, high = -DBL_MAX;
    for (int i = 0; i < polygon->count; i++) {
        low = min2(low, axis3(polygon->at[i], cut.axis));
        high = max2(high, axis3(polygon->at[i], cut.axis));
    }
    if (low == cut.at && high == cut.at)
        return add_polygon(&out[carom_solid_side(whole, polygon, cut.axis) > 0], polygon, whole);
    if (high <= cut.at) return add_polygon(&out[0], polygon, whole);
    if (low >= cut.at) return add_polygon(&out[1], polygon, whole);
    carom_status status = CAROM_OK;
    for (int side = 0; side < 2 && status == CAROM_OK; side++) {
        clipped_polygon part;
        carom_clip_to_side(&part, polygon, cut, side ? 1 : -1);
        const double moved = part.is_rounded ? CUT_ROUNDING * whole->magnitude : 0.0;
        out[side].rounding = max2(out[side].rounding, moved);
        status = add_polygon(&out[side], &part, whole);
    }
    return status;
}

carom_status carom_piece_split(solid_piece out[2], const solid_piece *piece, axis_cut cut,
                               const whole_solid *whole) {
    carom_status status = CAROM_OK;
    out[0] = (solid_piece){.low = piece->low, .high = with_axis(piece->high, cut.axis, cut.at)};
    out[1] = (solid_piece){.low = with_axis(piece->low, cut.axis, cut.at), .high = piece->high};
    for (size_t i = 0; status == CAROM_OK && i < piece->polygons.count; i++) {
        clipped_polygon polygon;
        carom_piece_polygon(piece, i, &polygon);
        status = split_polygon(out, &polygon, cut, whole);
    }
    for (int side = 0; side < 2; side++) {
        out[side].rounding += piece->rounding;
        out[side].corner_rounding = piece->corner_rounding;
        if (status == CAROM_OK)
            add_corners(&out[side], whole);
        else
            carom_piece_release(&out[side], whole->from);
    }
    return status;
}
