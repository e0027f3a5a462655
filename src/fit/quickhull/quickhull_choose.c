/* Hulls of limited vertices, own method: the greedy choice of the point that is farthest outside
 * [Barber96], as in a polygon [Douglas73]. Every vertex of a hull is a vertex of the hull of any
 * choice, so the number of vertices is that of the points chosen. What is omitted is outside the
 * chosen hull by the distance to some point of its surface; a walk over triangles from the one that
 * the vertex is above, to the neighbour that is nearer, finds the nearest, as the distance from a
 * point is a convex function. Were it to end early, its distance would still be a bound. */
#include "fit/quickhull/quickhull_choose.h"
#include "fit/quickhull/tolerances.h"

static double segment_distance2(vec3 p, vec3 a, vec3 b) {
    const vec3 ab = sub3(b, a), ap = sub3(p, a);
    const double length2 = len2(ab);
    double t = length2 > 0.0 ? dot3(ap, ab) / length2 : 0.0;
    t = min2(max2(t, 0.0), 1.0);
    return len2(sub3(ap, scale3(ab, t)));
}

/* To the nearest point of the triangle, to rounding; were that a wrong one, it would still be in
 * the triangle. Weights of corners are areas. */
static double triangle_distance2(const quickhull *q, const quickhull_face *face, vec3 p) {
    vec3 v[3];
    double weight[3], sum = 0.0, least = DBL_MAX;
    for (int k = 0; k < 3; k++)
        v[k] = hull_point(q->points, face->vertex[k]);
    for (int k = 0; k < 3; k++) {
        const vec3 a = v[k], b = v[(k + 1) % 3];
        least = min2(least, segment_distance2(p, a, b));
        weight[k] = max2(dot3(cross3(face->normal, sub3(b, a)), sub3(p, a)), 0.0);
        sum += weight[k];
    }
    if (!(sum > 0.0)) return least;
    const vec3 to_p = sub3(p, v[0]), to_1 = scale3(sub3(v[1], v[0]), weight[2] / sum),
               to_2 = scale3(sub3(v[2], v[0]), weight[0] / sum);
    return min2(least, len2(sub3(to_p, add3(to_1, to_2))));
}

/* From the triangle on to neighbours that are nearer. */
static double walked_distance2(const quickhull *q, int32_t face, vec3 p) {
    double least = triangle_distance2(q, &q->faces[face], p);
    for (bool walks = true; walks;) {
        const quickhull_face *from = &q->faces[face];
        walks = false;
        for (int k = 0; k < 3; k++) {
            const double d2 = triangle_distance2(q, &q->faces[from->adjacent[k]], p);
            if (!(d2 < least)) continue;
            least = d2;
            face = from->adjacent[k];
            walks = true;
        }
    }
    return least;
}

void carom_quickhull_mark(const quickhull *q, hull_choice *out) {
    double most = 0.0;
    for (int32_t f = 0; f < q->face_count; f++) {
        const quickhull_face *face = &q->faces[f];
        if (!(face->state & QUICKHULL_LIVE)) continue;
        for (int k = 0; k < 3; k++)
            out->chosen[face->vertex[k]] = true;
        for (int32_t i = face->head; i >= 0; i = q->points[i].next)
            most = max2(most, walked_distance2(q, f, hull_point(q->points, i)));
    }
    const double size = max_abs3(q->extent);
    out->distance = most > 0.0 ? sqrt(most) * CHOICE_RELATIVE + size * CHOICE_ABSOLUTE : 0.0;
}

/* ---- polygons */

/* The vertex farthest from the chord of a chain of half-edges, and where the chain ends. */
typedef struct ring_chain {
    int32_t farthest, end; /* half-edges that start at the vertices; -1: no vertex between */
    double distance2;
} ring_chain;

static ring_chain measure_chain(const hull_data *polygon, const bool *chosen, int32_t first) {
    ring_chain out = {-1, polygon->next[first], 0.0};
    while (!chosen[polygon->origin[out.end]])
        out.end = polygon->next[out.end];
    const vec3 a = hull_vertex(polygon, polygon->origin[first]),
               b = hull_vertex(polygon, polygon->origin[out.end]);
    for (int32_t e = polygon->next[first]; e != out.end; e = polygon->next[e]) {
        const double d2 = segment_distance2(hull_vertex(polygon, polygon->origin[e]), a, b);
        if (out.farthest >= 0 && d2 <= out.distance2) continue;
        out.farthest = e;
        out.distance2 = d2;
    }
    return out;
}

static ring_chain farthest_of_ring(const hull_data *polygon, const bool *chosen, int32_t first) {
    ring_chain best = {-1, first, 0.0};
    int32_t from = first;
    do {
        const ring_chain chain = measure_chain(polygon, chosen, from);
        if (chain.farthest >= 0 && (best.farthest < 0 || chain.distance2 > best.distance2))
            best = chain;
        from = chain.end;
    } while (from != first);
    return best;
}

void carom_quickhull_mark_ring(const hull_data *polygon, int32_t limit, hull_choice *out) {
    const int32_t first = polygon->face_edge[0];
    out->chosen[polygon->origin[first]] = true;
    ring_chain next = farthest_of_ring(polygon, out->chosen, first);
    for (int32_t count = 1; count < limit; count++) {
        out->chosen[polygon->origin[next.farthest]] = true;
        next = farthest_of_ring(polygon, out->chosen, first);
    }
    const double size = max_abs3(sub3(polygon->high, polygon->low));
    out->distance = sqrt(next.distance2) * CHOICE_RELATIVE + size * CHOICE_ABSOLUTE;
}
