/* Choice of cutting planes: of up to 16 planes across each axis that after which the hulls of both
 * sides have the least volume together, with a weight for balance as [Mamou16] has it. Own method
 * of evaluation: the planes part the piece into slabs; the hull of the slabs up to a plane is that
 * of the hull before and of the next slab's, from either end, so that all planes of an axis cost
 * one pass over the surface and hulls of few points. Candidates: in each of 16 intervals the
 * longest edge that lies across the axis, where parts of machines and buildings turn; the middle
 * where there is none. Nothing is proved of the choice; what it is worth is measured afterwards. */
#include "mesh/decomposition/choose_cut.h"

#include "carom/fit.h"
#include "core/alloc.h"
#include "mesh/decomposition/tolerances.h"

#define CUT_PLANES 16
#define CUT_SLABS (CUT_PLANES + 1)

/* The piece's points are scaled into the unit cube for the volumes of hulls. */
typedef struct slab_search {
    const solid_piece *piece;
    const whole_solid *whole;
    vec3 low, high; /* box of the piece's points */
    double scale;
    int axis, planes;
    double at[CUT_SLABS + 1];      /* of the planes, from index 1 on */
    grown_array points[CUT_SLABS]; /* carom_vec3 */
    carom_hull *slabs[CUT_SLABS];
    double below[CUT_SLABS], above[CUT_SLABS]; /* volumes: of slabs 0 .. i, of slabs i .. */
} slab_search;

/* ---- candidates */

static void bound_piece(slab_search *s) {
    const vec3 *points = s->piece->points.data;
    s->low = vec(DBL_MAX, DBL_MAX, DBL_MAX);
    s->high = neg3(s->low);
    for (size_t i = 0; i < s->piece->points.count; i++) {
        s->low = lower3(s->low, points[i]);
        s->high = upper3(s->high, points[i]);
    }
    for (int i = 0; i < s->piece->corner_count; i++) {
        s->low = lower3(s->low, s->piece->corners[i]);
        s->high = upper3(s->high, s->piece->corners[i]);
    }
    const double extent = max_abs3(sub3(s->high, s->low));
    s->scale = extent > 0.0 ? extent : 1.0;
}

/* The longest edge across the axis in each interval. */
static void find_level_edges(const slab_search *s, double longest[CUT_PLANES],
                             double level[CUT_PLANES]) {
    const double low = axis3(s->low, s->axis), extent = axis3(s->high, s->axis) - low;
    for (size_t p = 0; p < s->piece->polygons.count; p++) {
        clipped_polygon polygon;
        carom_piece_polygon(s->piece, p, &polygon);
        for (int i = 0; i < polygon.count; i++) {
            const vec3 a = polygon.at[i], b = polygon.at[i + 1 < polygon.count ? i + 1 : 0];
            const double at = axis3(a, s->axis), part = (at - low) / extent;
            if (axis3(b, s->axis) != at || !(part > 0.0 && part < 1.0)) continue;
            const int interval = (int)(part * CUT_PLANES);
            const double length = max_abs3(sub3(b, a));
            if (length < longest[interval] ||
                (length == longest[interval] && at >= level[interval]))
                continue;
            longest[interval] = length;
            level[interval] = at;
        }
    }
}

static void place_planes(slab_search *s) {
    double longest[CUT_PLANES] = {0}, level[CUT_PLANES];
    const double low = axis3(s->low, s->axis), high = axis3(s->high, s->axis);
    s->planes = 0;
    if (!(high > low)) return;
    for (int i = 0; i < CUT_PLANES; i++)
        level[i] = (double)store1(low + (high - low) * ((i + 0.5) / CUT_PLANES));
    find_level_edges(s, longest, level);
    s->at[0] = low;
    for (int i = 0; i < CUT_PLANES; i++)
        if (level[i] > s->at[s->planes] && level[i] < high) s->at[++s->planes] = level[i];
    s->at[s->planes + 1] = high;
}

/* ---- slabs */

static carom_status add_to_slab(slab_search *s, int slab, const vec3 *points, int count) {
    grown_array *to = &s->points[slab];
    const size_t wanted = to->count + (size_t)count;
    carom_status status = carom_array_reserve(to, wanted, sizeof(carom_vec3), s->whole->from);
    if (status != CAROM_OK) return status;
    for (int i = 0; i < count; i++) {
        const vec3 p = sub3(points[i], s->low);
        ((carom_vec3 *)to->data)[to->count++] =
            store3(vec(p.x / s->scale, p.y / s->scale, p.z / s->scale));
    }
    return CAROM_OK;
}

static carom_status add_to_slabs(slab_search *s, const clipped_polygon *polygon) {
    double low = DBL_MAX, high = -DBL_MAX;
    for (int i = 0; i < polygon->count; i++) {
        low = min2(low, axis3(polygon->at[i], s->axis));
        high = max2(high, axis3(polygon->at[i], s->axis));
    }
    int slab = 0;
    while (slab < s->planes && s->at[slab + 1] < low)
        slab++;
    if (slab < s->planes && low == s->at[slab + 1]) /* it starts on a plane or lies in it */
        slab += low < high || carom_solid_side(s->whole, polygon, s->axis) > 0;
    clipped_polygon rest = *polygon;
    for (; slab < s->planes && high > s->at[slab + 1]; slab++) {
        clipped_polygon part;
        const axis_cut cut = {s->axis, s->at[slab + 1]};
        carom_clip_to_side(&part, &rest, cut, -1);
        carom_status status = add_to_slab(s, slab, part.at, part.count);
        if (status != CAROM_OK) return status;
        part = rest;
        carom_clip_to_side(&rest, &part, cut, 1);
    }
    return add_to_slab(s, slab, rest.at, rest.count);
}

/* The corner of a slab's box, if the solid is there. */
static carom_status add_slab_corner(slab_search *s, int slab, vec3 corner) {
    const vec3 low = s->piece->low, high = s->piece->high;
    const double from = slab > 0 ? s->at[slab] : axis3(low, s->axis),
                 to = slab < s->planes ? s->at[slab + 1] : axis3(high, s->axis);
    const vec3 middle =
        with_axis(add3(scale3(low, 0.5), scale3(high, 0.5)), s->axis, 0.5 * from + 0.5 * to);
    if (!carom_is_corner_solid(s->whole, corner, middle, carom_corner_step(s->whole)))
        return CAROM_OK;
    return add_to_slab(s, slab, &corner, 1);
}

static carom_status add_slab_corners(slab_search *s) {
    const vec3 low = s->piece->low, high = s->piece->high;
    const int u = (s->axis + 1) % 3, v = (s->axis + 2) % 3;
    carom_status status = CAROM_OK;
    for (int i = 0; i < s->piece->corner_count && status == CAROM_OK; i++) {
        const vec3 corner = s->piece->corners[i];
        const bool is_low = axis3(corner, s->axis) == axis3(low, s->axis);
        status = add_to_slab(s, is_low ? 0 : s->planes, &corner, 1);
    }
    for (int i = 1; i <= s->planes; i++)
        for (int k = 0; k < 4 && status == CAROM_OK; k++) {
            vec3 corner = with_axis(low, s->axis, s->at[i]);
            if (k & 1) corner = with_axis(corner, u, axis3(high, u));
            if (k & 2) corner = with_axis(corner, v, axis3(high, v));
            status = add_slab_corner(s, i - 1, corner);
            if (status == CAROM_OK) status = add_slab_corner(s, i, corner);
        }
    return status;
}

static carom_status fill_slabs(slab_search *s) {
    carom_status status = CAROM_OK;
    for (int i = 0; i < CUT_SLABS; i++)
        s->points[i].count = 0;
    for (size_t p = 0; p < s->piece->polygons.count && status == CAROM_OK; p++) {
        clipped_polygon polygon;
        carom_piece_polygon(s->piece, p, &polygon);
        status = add_to_slabs(s, &polygon);
    }
    return status == CAROM_OK ? add_slab_corners(s) : status;
}

/* ---- hulls */

static carom_status hull_of_points(carom_hull **out, const grown_array *points,
                                   const carom_allocator *from) {
    const carom_hull_def def = {points->data, points->count, *from, 0};
    return points->count > 0 ? carom_hull_create(out, &def) : CAROM_OK;
}

/* Adds a slab to those that `sum` is the hull of; `sum` is null at the start, and while all are
 * empty. */
static carom_status add_slab(carom_hull **sum, const carom_hull *slab, grown_array *scratch,
                             const carom_allocator *from) {
    if (!slab) return CAROM_OK;
    const carom_hull *both[2] = {*sum, slab};
    scratch->count = 0;
    for (int k = 0; k < 2; k++) {
        const int32_t count = both[k] ? carom_hull_vertex_count(both[k]) : 0;
        carom_status status =
            carom_array_reserve(scratch, scratch->count + (size_t)count, sizeof(carom_vec3), from);
        if (status != CAROM_OK) return status;
        for (int32_t i = 0; i < count; i++)
            ((carom_vec3 *)scratch->data)[scratch->count++] = carom_hull_vertex(both[k], i);
    }
    carom_hull *larger = NULL;
    carom_status status = hull_of_points(&larger, scratch, from);
    if (status != CAROM_OK) return status;
    carom_hull_destroy(*sum);
    *sum = larger;
    return CAROM_OK;
}

/* Volumes of the slabs added up from one end. */
static carom_status sum_slabs(slab_search *s, int step, double volumes[CUT_SLABS]) {
    grown_array scratch = {NULL, 0, 0};
    carom_hull *sum = NULL;
    carom_status status = CAROM_OK;
    for (int k = 0; k <= s->planes && status == CAROM_OK; k++) {
        const int i = step > 0 ? k : s->planes - k;
        status = add_slab(&sum, s->slabs[i], &scratch, s->whole->from);
        if (status == CAROM_OK) volumes[i] = sum ? carom_volume_hull(sum) : -1.0;
    }
    carom_hull_destroy(sum);
    carom_array_release(&scratch, s->whole->from);
    return status;
}

static carom_status measure_slabs(slab_search *s) {
    carom_status status = fill_slabs(s);
    for (int i = 0; i <= s->planes && status == CAROM_OK; i++)
        status = hull_of_points(&s->slabs[i], &s->points[i], s->whole->from);
    if (status == CAROM_OK) status = sum_slabs(s, 1, s->below);
    if (status == CAROM_OK) status = sum_slabs(s, -1, s->above);
    for (int i = 0; i <= s->planes; i++) {
        carom_hull_destroy(s->slabs[i]);
        s->slabs[i] = NULL;
    }
    return status;
}

/* The best plane of the axis, by volume and balance. */
static bool choose_plane(const slab_search *s, cut_candidate *out) {
    const double whole = s->below[s->planes];
    double least = (double)INFINITY;
    for (int i = 1; i <= s->planes; i++) {
        const double below = s->below[i - 1], above = s->above[i];
        const double cost = below + above + CUT_BALANCE * fabs(below - above);
        if (below < 0.0 || above < 0.0 || !(cost < least)) continue;
        least = cost;
        out->cut = (axis_cut){s->axis, s->at[i]};
        out->volume = whole > 0.0 ? (below + above) / whole : 1.0;
    }
    return least < (double)INFINITY;
}

carom_status carom_choose_cuts(cut_candidate out[3], int *count, const solid_piece *piece,
                               const whole_solid *whole) {
    slab_search s = {.piece = piece, .whole = whole};
    carom_status status = CAROM_OK;
    bound_piece(&s);
    *count = 0;
    for (s.axis = 0; s.axis < 3 && status == CAROM_OK; s.axis++) {
        place_planes(&s);
        if (s.planes == 0) continue;
        status = measure_slabs(&s);
        if (status == CAROM_OK && choose_plane(&s, &out[*count])) ++*count;
    }
    for (int i = 0; i < CUT_SLABS; i++)
        carom_array_release(&s.points[i], whole->from);
    return status;
}
