/* Oriented boxes against oriented boxes and triangles: the fifteen separating axes of
 * [Gottschalk96] in float lanes with a bound on their errors (box_axes.h), and behind them the
 * exact test (sat_exact.c). The answer is exact for the boxes as their numbers describe them, whose
 * axes are orthonormal but for rounding. */
#include "carom/overlap.h"
#include "math/box_axes.h"
#include "query/overlap/box_standing.h"
#include "query/overlap/sat_exact.h"
#include "query/overlap/tolerances.h"
#include "query/overlap/volume_valid.h"

/* Boxes that stand on each other along a coordinate axis (box_touch.h). */
static CAROM_INLINE touch_end two_prisms_touch(const carom_obb *a, const carom_obb *b,
                                               unsigned open_faces) {
    touch_interval p, q;
    const int i = (int)lowest_bit(open_faces), j = (int)lowest_bit(open_faces >> 3);
    const carom_vec3 *e = &a->axes[i];
    if ((e->x == 0) + (e->y == 0) + (e->z == 0) != 2) return TOUCH_UNDECIDED;
    const int k = e->x != 0 ? 0 : e->y != 0 ? 1 : 2;
    if (!touch_interval_of_obb(&p, a, i, k) || !touch_interval_of_obb(&q, b, j, k))
        return TOUCH_UNDECIDED;
    return touch_intervals(p, q);
}

/* Boxes of which one face each is in doubt. */
static CAROM_INLINE touch_end standing_obbs_touch(const carom_obb *a, const carom_obb *b,
                                                  const standing_boxes *s) {
    const touch_end end = two_prisms_touch(a, b, s->open_faces);
    if (end != TOUCH_UNDECIDED) return end;
    const standing_face face = face_of_obb(a, b, (int)lowest_bit(s->open_faces));
    return standing_end(s, &face, b);
}

/* `end`: what is known of them. */
static CAROM_NOINLINE bool obb_obb_exact(const carom_obb *a, const carom_obb *b, touch_end end) {
    if (end == TOUCH_UNDECIDED) {
        const touch_box p = touch_box_of_obb(a), q = touch_box_of_obb(b);
        end = carom_boxes_touch(&p, &q);
        if (CAROM_LIKELY(end != TOUCH_UNDECIDED)) return end == TOUCH_CONTACT;
    }
    if (!obb_holds_points(a) || !obb_holds_points(b)) return false;
    sat_body first = carom_sat_obb(a), second = carom_sat_obb(b);
    return !carom_sat_disjoint(&first, &second);
}

/* No branch on a face that separates the boxes: where it is not that of the last call it is not
 * predicted, and the row obb-obb of the bench takes 20.6 ns by it, 13.7 without. */
bool carom_overlap_obb_obb(const carom_obb *a, const carom_obb *b) {
    box_lanes lanes_a, lanes_b;
    axis_lanes delta;
    box_faces faces;
    box_choice choice;
    const carom_real *of_a = &a->center.x, *of_b = &b->center.x;
    BOX_LANES_LOAD(&lanes_a, of_a, loose_reals);
    BOX_LANES_LOAD(&lanes_b, of_b, loose_reals);
    BOX_DELTA_LOAD(delta, of_a, of_b, loose_reals);
    box_axes_measure_faces(&lanes_a, &lanes_b, &delta, &faces);
    const unsigned open_faces = box_axes_graze(&faces) ? box_axes_open_faces(&faces) : 0;
    if (CAROM_UNLIKELY(box_axes_stand(open_faces))) {
        const standing_boxes standing = {&lanes_a, &lanes_b, &faces, open_faces};
        const touch_end end = standing_obbs_touch(a, b, &standing);
        return CAROM_LIKELY(end == TOUCH_CONTACT) ||
               (end != TOUCH_APART && obb_obb_exact(a, b, end));
    }
    box_axes_choose_from(&lanes_a, &lanes_b, &faces, &choice);
    return choice.apart == choice.meet ? obb_obb_exact(a, b, TOUCH_UNDECIDED) : choice.meet;
}

static CAROM_NOINLINE bool obb_triangle_exact(const carom_obb *box,
                                              const carom_triangle *triangle) {
    if (!obb_holds_points(box) || !triangle_is_finite(triangle)) return false;
    const vec3 v[3] = {load3(triangle->v[0]), load3(triangle->v[1]), load3(triangle->v[2])};
    sat_body solid = carom_sat_obb(box);
    return !carom_sat_disjoint_triangle(&solid, v);
}

/* Gap between the box and the triangle's interval [low, high] on an axis where the box reaches
 * `reach`. */
static inline double interval_gap(double low, double high, double reach) {
    return max2(low, -high) - reach;
}

static inline double gap_of_three(vec3 p, double reach) {
    return interval_gap(min2(p.x, min2(p.y, p.z)), max2(p.x, max2(p.y, p.z)), reach);
}

/* The widest gap over the cross products of edge e with the box's axes, in the box's frame. */
static double triangle_edge_gap(const vec3 v[3], vec3 e, vec3 h) {
    vec3 u = vec(fabs(e.x), fabs(e.y), fabs(e.z));
    vec3 n[3] = {cross3(e, v[0]), cross3(e, v[1]), cross3(e, v[2])};
    double x = gap_of_three(vec(n[0].x, n[1].x, n[2].x), h.y * u.z + h.z * u.y);
    double y = gap_of_three(vec(n[0].y, n[1].y, n[2].y), h.z * u.x + h.x * u.z);
    double z = gap_of_three(vec(n[0].z, n[1].z, n[2].z), h.x * u.y + h.y * u.x);
    return max2(x, max2(y, z));
}

bool carom_overlap_obb_triangle(const carom_obb *box, const carom_triangle *triangle) {
    vec3 h = load3(box->half_extents);
    const vec3 v[3] = {obb_local(box, load3(triangle->v[0])), obb_local(box, load3(triangle->v[1])),
                       obb_local(box, load3(triangle->v[2]))};
    double size = sum_abs3(v[0]) + sum_abs3(v[1]) + sum_abs3(v[2]) + sum_abs3(h);
    double band = OBB_LOCAL_BAND * size;
    bool in_range = (size <= CUBE_MOST) & (size >= OBB_TRIANGLE_LEAST) & (h.x >= 0.0) &
                    (h.y >= 0.0) & (h.z >= 0.0);
    if (CAROM_UNLIKELY(!in_range)) return obb_triangle_exact(box, triangle);
    double face = max2(gap_of_three(vec(v[0].x, v[1].x, v[2].x), h.x),
                       max2(gap_of_three(vec(v[0].y, v[1].y, v[2].y), h.y),
                            gap_of_three(vec(v[0].z, v[1].z, v[2].z), h.z)));
    if (face > band) return false;
    vec3 e[3] = {sub3(v[1], v[0]), sub3(v[2], v[1]), sub3(v[0], v[2])}, n = cross3(e[0], e[1]);
    double plane = fabs(dot3(n, v[0])) - fabs(n.x) * h.x - fabs(n.y) * h.y - fabs(n.z) * h.z;
    double plane_band = band * OBB_PLANE_PARTS * max_abs3(e[0]) * max_abs3(e[1]);
    if (plane > plane_band) return false;
    bool met = face < -band && plane < -plane_band;
    for (int i = 0; i < 3; i++) {
        double edge = triangle_edge_gap(v, e[i], h),
               edge_band = OBB_EDGE_PARTS * band * max_abs3(e[i]);
        if (edge > edge_band) return false;
        met &= edge < -edge_band;
    }
    return met ? true : obb_triangle_exact(box, triangle);
}
