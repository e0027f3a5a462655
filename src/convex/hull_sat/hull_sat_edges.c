/* Edge-edge candidates of the separating axis test on the Gauss map [Gregorius13]. Along the arc
 * between the normals of two faces of A that share an edge, the depth is the greatest of linear
 * functions, one per vertex of B. Own method: the arc is split where the functions of the two ends'
 * vertices are equal. If no vertex of B exceeds them there, the two vertices are the ends of an
 * edge of B whose arc crosses; else both parts are searched on. So an arc costs as many support
 * points as it has vertices of B that matter, instead of all edges of B. */
#include "convex/hull_sat/hull_sat_search.h"
#include "convex/hull_sat/tolerances.h"
#include "convex/hull_sat/hull_sat_edges.h"

/* Support points along one arc, and arcs on the stack; beyond these the search gives up. Empirical.
 */
#define ARC_STEPS 48
#define ARC_STACK 16

/* Sets the points at which edge p + [0, 1] u of A and edge b[0] b[1] of B cross in the projection
 * along n. */
static void cross_pair(facet_search *s, const vec3 *p, const vec3 *u, const vec3 b[2]) {
    s->kind = FACET_EDGES;
    vec3 v = sub3(b[1], b[0]), w = sub3(b[0], *p), n = s->best->normal;
    vec3 side_u = cross3(n, *u), side_v = cross3(n, v);
    double t = dot3(w, side_v) / dot3(*u, side_v), r = -dot3(w, side_u) / dot3(v, side_u);
    s->best->aligned = t >= 0.0 && t <= 1.0 && r >= 0.0 && r <= 1.0;
    s->p = mad3(*p, *u, t >= 0.0 ? min2(t, 1.0) : 0.0);
    s->q = mad3(b[0], v, r >= 0.0 ? min2(r, 1.0) : 0.0);
}

void carom_hull_sat_edges(facet_search *s, const vec3 *p, const vec3 *u, const facet_arc *at,
                          const vec3 *direction) {
    vec3 n = *direction, v = sub3(at->b[1], at->b[0]), across = cross3(*u, v);
    double square = len2(across), side = dot3(across, n);
    if (square > EDGES_PARALLEL * len2(*u) * len2(v) && side * side > EDGES_AGREE * square)
        n = scale3(across, (side < 0.0 ? -1.0 : 1.0) / sqrt(square));
    double depth = dot3(n, sub3(*p, at->b[0]));
    if (!(square > EDGES_CLOSE_SINE2 * len2(*u) * len2(v))) /* n is known to few digits */
        depth = dot3(n, sub3(farthest_along(&s->a, n), farthest_along(&s->b, neg3(n))));
    if (!(depth < s->bound)) return;
    set_best(s, n, depth);
    cross_pair(s, p, u, at->b);
}

/* Replaces the ends' points that are not vertices by support vertices, so that both are ends of an
 * edge of B. @return true when one was replaced */
static bool pin_ends(facet_search *s, facet_arc *at) {
    bool pinned = false;
    for (int i = 0; i < 2; i++) {
        if (!at->loose[i]) continue;
        at->b[i] = farthest_along(&s->b, neg3(at->normal[i]));
        at->loose[i] = false;
        pinned = true;
    }
    return pinned;
}

bool carom_hull_sat_arc(facet_search *s, const facet_arc *whole, const vec3 *p, const vec3 *u) {
    facet_arc stack[ARC_STACK];
    int depth = 1;
    stack[0] = *whole;
    for (int steps = 0; depth > 0; steps++) {
        if (steps == ARC_STEPS) return false;
        facet_arc at = stack[--depth];
        vec3 apart = sub3(at.b[1], at.b[0]);
        double first = max2(0.0, dot3(at.normal[0], apart));
        double second = max2(0.0, -dot3(at.normal[1], apart));
        vec3 n = add3(scale3(at.normal[0], second), scale3(at.normal[1], first));
        double square = len2(n);
        if (!(square > 0.0)) continue;
        n = scale3(n, 1.0 / sqrt(square));
        double reach = min2(dot3(n, sub3(*p, at.b[0])), dot3(n, sub3(*p, at.b[1])));
        if (reach >= s->bound) continue;
        vec3 b = farthest_along(&s->b, neg3(n));
        if (reach >= dot3(n, sub3(*p, b)) - s->slack) {
            if (pin_ends(s, &at)) {
                stack[depth++] = at;
                continue;
            }
            carom_hull_sat_edges(s, p, u, &at, &n);
            continue;
        }
        /* b is a new upper bound of the least depth. It is no facet itself: the slack keeps a facet
         * of the same depth, which is still to be found, below the bound. */
        double near = dot3(n, sub3(*p, b));
        if (near < s->bound) {
            set_best(s, n, near);
            s->bound = near + s->slack;
            s->kind = FACET_NONE;
        }
        if (depth + 2 > ARC_STACK) return false;
        stack[depth++] = (facet_arc){{at.normal[0], n}, {at.b[0], b}, {at.loose[0], false}};
        stack[depth++] = (facet_arc){{n, at.normal[1]}, {b, at.b[1]}, {false, at.loose[1]}};
    }
    return true;
}
