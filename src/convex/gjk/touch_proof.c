/* Exact proof that a simplex of the Minkowski difference A - B contains the origin, by Johnson's
 * conditions [Gilbert88] in double with running error bounds; own method. Shapes in contact face to
 * face or edge to face are mostly aligned with a coordinate axis or have short coordinates: then
 * the coordinates of the difference that matter are 0 without rounding, and so are the determinants
 * in which they are factors. All other determinants need only a certain sign.
 *
 * True is exact for the given numbers. Otherwise the exact arithmetic of exact.c decides at much
 * greater cost, and finds the same face: only one contains the origin in its relative interior. */
#include "convex/gjk/touch_proof.h"

#include "convex/gjk/tolerances.h"
#include "math/rounded.h"

/* sum += along * at. False when the tail of a product might underflow. */
static inline bool add_step(rounded *sum, double along, double at) {
    rounded step;
    if (along == 0.0 || at == 0.0) return true;
    two_product(along, at, &step.value, &step.error);
    if (step.value == 0.0 || !rounded_is_in_range(step.value)) return false;
    if (sum->value == 0.0 && step.error == 0.0 && sum->error == 0.0) {
        sum->value = step.value;
        return true;
    }
    step.error = fabs(step.error);
    *sum = rounded_add(*sum, step);
    return true;
}

static bool vertex_rounded(rounded3 *out, const convex_shape *s, int index) {
    const bool bare = s->kind == CONVEX_POINTS;
    const vec3 local = bare ? s->points[index] : convex_own_vertex(s, index);
    for (int i = 0; i < 3; i++) {
        const double from = axis3(bare ? local : s->center, i);
        if (!rounded_is_in_range(from)) return false;
        out->at[i] = rounded_of(from);
        if (bare) continue;
        if (!add_step(&out->at[i], axis3(s->axes[0], i), local.x)) return false;
        if (!add_step(&out->at[i], axis3(s->axes[1], i), local.y)) return false;
        if (!add_step(&out->at[i], axis3(s->axes[2], i), local.z)) return false;
    }
    return true;
}

/* Vertices of the simplex that may span the origin, and their places in the simplex. */
typedef struct vertex_set {
    int count, place[4];
    rounded3 w[4];
    double largest, error; /* the greatest coordinate of any w, and the greatest error */
    double weight[4];
} vertex_set;

static void drop_vertex(vertex_set *s, int k) {
    s->count--;
    for (; k < s->count; k++) {
        s->place[k] = s->place[k + 1];
        s->w[k] = s->w[k + 1];
    }
}

/* Reads vertex `index[i]`, or copies it when it was read before. */
static inline bool read_vertex(rounded3 out[4], const convex_shape *s, const int index[4], int i) {
    for (int k = 0; k < i; k++)
        if (index[k] == index[i]) return out[i] = out[k], true;
    return vertex_rounded(&out[i], s, index[i]);
}

static bool read_vertices(vertex_set *s, const convex_shape *a, const convex_shape *b,
                          const simplex *start) {
    rounded3 of_a[4], of_b[4];
    int ia[4], ib[4];
    s->count = start->count;
    s->largest = s->error = 0.0;
    for (int i = 0; i < s->count; i++) {
        ia[i] = start->vertex[i].ia, ib[i] = start->vertex[i].ib;
        if (!read_vertex(of_a, a, ia, i) || !read_vertex(of_b, b, ib, i)) return false;
        s->place[i] = i;
        for (int k = 0; k < 3; k++) {
            const rounded w = rounded_subtract(of_a[i].at[k], of_b[i].at[k]);
            s->largest = max2(s->largest, fabs(w.value));
            s->error = max2(s->error, w.error);
            s->w[i].at[k] = w;
        }
    }
    return true;
}

typedef enum weighing { WEIGHTS_FOUND, WEIGHTS_UNDECIDED, VERTEX_DROPPED } weighing;

/* Determinants of one certain sign are the barycentric coordinates of the origin, provided their
 * errors move the common point by no more than the errors of the vertices do, which fails for
 * slivers. A vertex with coordinate 0 is dropped. */
static weighing weigh_sides(vertex_set *s, const rounded side[4]) {
    double sum = 0.0;
    for (int i = 0; i < s->count; i++)
        if (rounded_is_zero(side[i])) return drop_vertex(s, i), VERTEX_DROPPED;
    for (int i = 0; i < s->count; i++) {
        if (!rounded_is_certain(side[i])) return WEIGHTS_UNDECIDED;
        if ((side[i].value > 0.0) != (side[0].value > 0.0)) return WEIGHTS_UNDECIDED;
        s->weight[i] = fabs(side[i].value);
        sum += s->weight[i];
    }
    const double most = sum * (TOUCH_WEIGHT_ERROR + TOUCH_VERTEX_ERROR * s->error / s->largest);
    for (int i = 0; i < s->count; i++)
        if (!(side[i].error <= most)) return WEIGHTS_UNDECIDED;
    return WEIGHTS_FOUND;
}

static weighing weigh_tetrahedron(vertex_set *s) {
    rounded side[4];
    for (int i = 0; i < 4; i++) {
        side[i] = rounded_determinant(&s->w[(i + 1) % 4], &s->w[(i + 2) % 4], &s->w[(i + 3) % 4]);
        if (i & 1) side[i] = rounded_negate(side[i]);
    }
    return weigh_sides(s, side);
}

/* The origin must lie in the plane of the triangle. Then the projection along the coordinate axis
 * with the greatest projected area decides. */
static weighing weigh_triangle(vertex_set *s) {
    rounded side[4];
    vec3 w[3];
    if (!rounded_is_zero(rounded_determinant(&s->w[0], &s->w[1], &s->w[2])))
        return WEIGHTS_UNDECIDED;
    for (int i = 0; i < 3; i++)
        w[i] = vec(s->w[i].at[0].value, s->w[i].at[1].value, s->w[i].at[2].value);
    const vec3 n = cross3(sub3(w[1], w[0]), sub3(w[2], w[0]));
    const double most = max_abs3(n);
    const int axis = fabs(n.x) >= most ? 0 : fabs(n.y) >= most ? 1 : 2;
    for (int i = 0; i < 3; i++)
        side[i] = rounded_cross(&s->w[(i + 1) % 3], &s->w[(i + 2) % 3], axis);
    return weigh_sides(s, side);
}

/* The origin must lie on the line of the edge. Then the coordinate with the greatest extent
 * decides. */
static weighing weigh_edge(vertex_set *s) {
    rounded side[4];
    double most = 0.0;
    for (int i = 0; i < 3; i++) {
        const rounded far = s->w[1].at[i], near = s->w[0].at[i];
        if (!rounded_is_zero(rounded_cross(&s->w[0], &s->w[1], i))) return WEIGHTS_UNDECIDED;
        if (!(fabs(far.value - near.value) > most)) continue;
        most = fabs(far.value - near.value);
        side[0] = far;
        side[1] = rounded_negate(near);
    }
    return most > 0.0 ? weigh_sides(s, side) : WEIGHTS_UNDECIDED;
}

static weighing weigh_point(vertex_set *s) {
    s->weight[0] = 1.0;
    for (int i = 0; i < 3; i++)
        if (!rounded_is_zero(s->w[0].at[i])) return WEIGHTS_UNDECIDED;
    return WEIGHTS_FOUND;
}

bool carom_simplex_contains_origin(const convex_shape *a, const convex_shape *b,
                                   const simplex *start, exact_nearest *out) {
    vertex_set s;
    weighing found = VERTEX_DROPPED;
    if (!read_vertices(&s, a, b, start)) return false;
    while (found == VERTEX_DROPPED && s.count > 0)
        found = s.count == 4   ? weigh_tetrahedron(&s)
                : s.count == 3 ? weigh_triangle(&s)
                : s.count == 2 ? weigh_edge(&s)
                               : weigh_point(&s);
    if (found != WEIGHTS_FOUND) return false;
    double sum = 0.0;
    for (int i = 0; i < s.count; i++)
        sum += s.weight[i];
    *out = (exact_nearest){.known = true, .beyond = -1, .count = s.count};
    for (int i = 0; i < s.count; i++) {
        out->ia[i] = start->vertex[s.place[i]].ia;
        out->ib[i] = start->vertex[s.place[i]].ib;
        out->weight[i] = s.weight[i] / sum;
    }
    return true;
}
