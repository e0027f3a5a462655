/* Point against triangle: the public functions over the kernels of [Ericson05] 5.1.5, and the two
 * fallbacks.
 *
 * The region tests of a thin triangle may be wrong by rounding, but the least of the distances to
 * its three segments and to a refined face point is not: every candidate is a point of the
 * triangle, so the least is never too small by more than rounding, and an in-plane error of the
 * face point enters only by its square. */
#include "query/closest/kernel_regular_triangle.h"

#include "carom/closest.h"
#include "math/predicates.h"
#include "query/closest/exact_contact.h"
#include "query/closest/near_contact.h"
#include "query/closest/rescale.h"
#include "query/closest/tolerances.h"

#define REFINEMENTS 3 /* rounds; each gains what the condition leaves */

/* Moves (v, w) to the foot of the perpendicular by iterative refinement: each round solves for the
 * residual, and gains the digits that the condition of the triangle leaves. */
static bool refine_face(on_triangle *out, vec3 p, const vec3 v[3]) {
    vec3 edges[2] = {sub3(v[1], v[0]), sub3(v[2], v[0])};
    vec3 n = cross3(edges[0], edges[1]), ap = sub3(p, v[0]);
    double nn = len2(n);
    if (!(nn > 0.0)) return false;
    double s = out->bary[1], t = out->bary[2];
    for (int i = 0; i < REFINEMENTS; i++) {
        vec3 left = sub3(ap, add3(scale3(edges[0], s), scale3(edges[1], t)));
        s += dot3(cross3(left, edges[1]), n) / nn;
        t += dot3(cross3(edges[0], left), n) / nn;
    }
    if (!(s >= 0.0 && t >= 0.0 && s + t <= 1.0)) return false;
    *out = triangle_face(v[0], ap, edges, s, t);
    return true;
}

static on_triangle best_edge(vec3 p, const vec3 v[3]) {
    on_triangle best = triangle_vertex(v[0], sub3(p, v[0]), 0);
    for (int i = 0; i < 3; i++) {
        const int *ends = triangle_edge_ends[i];
        on_segment on = point_segment(p, v[ends[0]], v[ends[1]]);
        if (!(on.d2 < best.d2)) continue;
        if (on.t == 0.0 || on.t == 1.0)
            best = triangle_vertex(on.point, on.away, ends[on.t == 1.0]);
        else
            best = triangle_edge(v[ends[0]], sub3(v[ends[1]], v[ends[0]]), sub3(p, v[ends[0]]),
                                 on.t, ends);
    }
    return best;
}

on_triangle carom_point_near_triangle(const on_triangle *out, vec3 p, const vec3 v[3]) {
    on_triangle best = *out;
    double reach = max2(len2(sub3(p, v[0])), max2(len2(sub3(v[1], v[0])), len2(sub3(v[2], v[0]))));
    if (best.d2 <= CONTACT_BAND_SQUARE * reach && carom_point_on_triangle_exact(p, v)) {
        best.point = p;
        best.away = vec(0, 0, 0);
        best.d2 = 0.0;
        return best;
    }
    on_triangle face = best;
    if (best.feature == CAROM_FACE && refine_face(&face, p, v)) best = face;
    if (best.d2 == 0.0) {
        double apart = carom_near_distance((near_shape){&p, 1}, (near_shape){v, 3});
        best.d2 = apart * apart;
    }
    return best;
}

on_triangle carom_point_thin_triangle(vec3 p, vec3 a, vec3 b, vec3 c) {
    vec3 v[3] = {a, b, c};
    /* the edges alone might miss a vertex that is not finite */
    if (!finite3(a) || !finite3(b) || !finite3(c))
        return (on_triangle){.point = a, .d2 = (double)INFINITY};
    on_triangle best = best_edge(p, v), face = best;
    face.bary[1] = face.bary[2] = 0.0;
    if (refine_face(&face, p, v) && face.d2 < best.d2) best = face;
    return carom_point_near_triangle(&best, p, v);
}

static CAROM_NOINLINE on_triangle rescaled(vec3 p, const vec3 v[3], bool *valid) {
    vec3 q[4] = {p, v[0], v[1], v[2]};
    double back = carom_rescale(q, 4);
    on_triangle out = point_triangle(q[0], q[1], q[2], q[3]);
    *valid = back > 0.0;
    out.point = scale3(out.point, back);
    out.away = scale3(out.away, back);
    return out;
}

static CAROM_NOINLINE carom_closest_on_triangle closest_robust(carom_vec3 point,
                                                               const carom_triangle *triangle) {
    vec3 p = load3(point),
         v[3] = {load3(triangle->v[0]), load3(triangle->v[1]), load3(triangle->v[2])};
    on_triangle on = point_triangle(p, v[0], v[1], v[2]);
    double distance = sqrt(on.d2);
    if (!(on.d2 > TINY_FOURTH && on.d2 < HUGE_FOURTH)) {
        bool valid = true;
        if (on.d2 == 0.0) {
            on = carom_point_near_triangle(&on, p, v);
            distance = sqrt(on.d2);
        } else {
            on = rescaled(p, v, &valid);
            distance = carom_length(on.away);
        }
        if (!valid || !finite3(p) || !finite3(v[0]) || !finite3(v[1]) || !finite3(v[2]))
            return (carom_closest_on_triangle){.distance = (carom_real)INFINITY};
    } else if (on.d2 < CONTACT_BAND_SQUARE * len2(sub3(p, v[0]))) {
        on = carom_point_near_triangle(&on, p, v);
        distance = sqrt(on.d2);
    }
    return (carom_closest_on_triangle){
        (carom_real)distance,
        point,
        store3(on.point),
        {(carom_real)on.bary[0], (carom_real)on.bary[1], (carom_real)on.bary[2]},
        on.feature};
}

/* The corners are single values here: as an array they would be stored and reloaded with another
 * size, which stalls. For the same reason the fallback has a result of its own. */
carom_closest_on_triangle carom_closest_point_triangle(carom_vec3 point,
                                                       const carom_triangle *triangle) {
    on_triangle on;
    bool is_certain =
        REGULAR_APPLIES && point_regular_triangle(&on, load3(point), load3(triangle->v[0]),
                                                  load3(triangle->v[1]), load3(triangle->v[2]));
    is_certain = is_certain && on.d2 > TINY_FOURTH && on.d2 < HUGE_FOURTH;
    if (CAROM_UNLIKELY(!is_certain)) return closest_robust(point, triangle);
    return (carom_closest_on_triangle){
        (carom_real)sqrt(on.d2),
        point,
        store3(on.point),
        {(carom_real)on.bary[0], (carom_real)on.bary[1], (carom_real)on.bary[2]},
        on.feature};
}
