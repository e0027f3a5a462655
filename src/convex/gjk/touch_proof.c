/* Shapes that lie on each other, face to face or edge on face, mostly do so along a coordinate
 * axis, or have short numbers: there the coordinates of the differences that matter are 0 without
 * any rounding, and so are the determinants in which they are factors. All else need only be of a
 * certain sign. Where that fails, the caller's exact arithmetic decides, and finds the same face:
 * just one holds the origin in its inside. */
#include "convex/gjk/touch_proof.h"

#include "math/rounded.h"

/* Of their sum. */
#define WEIGHT_ERROR 1e-14

/* sum += along * at; false when a tail might be lost. */
static inline bool add_step(rounded *sum, double along, double at) {
    rounded step;
    if (along == 0.0 || at == 0.0) return true;
    two_product(along, at, &step.value, &step.error);
    if (step.value == 0.0 || !rounded_serves(step.value)) return false;
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
        if (!rounded_serves(from)) return false;
        out->at[i] = rounded_of(from);
        if (bare) continue;
        if (!add_step(&out->at[i], axis3(s->axes[0], i), local.x)) return false;
        if (!add_step(&out->at[i], axis3(s->axes[1], i), local.y)) return false;
        if (!add_step(&out->at[i], axis3(s->axes[2], i), local.z)) return false;
    }
    return true;
}

/* Corners of the simplex that may be needed, and where they stand in it. */
typedef struct corner_set {
    int count, place[4];
    rounded3 w[4];
    double largest, error; /* of the coordinates of w */
    double weight[4];
} corner_set;

static void shed_corner(corner_set *s, int k) {
    s->count--;
    for (; k < s->count; k++) {
        s->place[k] = s->place[k + 1];
        s->w[k] = s->w[k + 1];
    }
}

/* Vertex `index[i]`; what came before is copied. */
static inline bool read_vertex(rounded3 out[4], const convex_shape *s, const int index[4], int i) {
    for (int k = 0; k < i; k++)
        if (index[k] == index[i]) return out[i] = out[k], true;
    return vertex_rounded(&out[i], s, index[i]);
}

static bool read_corners(corner_set *s, const convex_shape *a, const convex_shape *b,
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

typedef enum weighing { WEIGHED, HIDDEN, DROPPED } weighing;

/* All of one certain sign: these are the weights, if they lead to a point as exactly as the corners
 * themselves are known, which those of slivers do not. A corner without weight is not needed. */
static weighing weigh_sides(corner_set *s, const rounded side[4]) {
    double sum = 0.0;
    for (int i = 0; i < s->count; i++)
        if (rounded_is_zero(side[i])) return shed_corner(s, i), DROPPED;
    for (int i = 0; i < s->count; i++) {
        if (!rounded_is_sure(side[i])) return HIDDEN;
        if ((side[i].value > 0.0) != (side[0].value > 0.0)) return HIDDEN;
        s->weight[i] = fabs(side[i].value);
        sum += s->weight[i];
    }
    const double most = sum * (WEIGHT_ERROR + 16.0 * s->error / s->largest);
    for (int i = 0; i < s->count; i++)
        if (!(side[i].error <= most)) return HIDDEN;
    return WEIGHED;
}

static weighing weigh_tetrahedron(corner_set *s) {
    rounded side[4];
    for (int i = 0; i < 4; i++) {
        side[i] = rounded_determinant(&s->w[(i + 1) % 4], &s->w[(i + 2) % 4], &s->w[(i + 3) % 4]);
        if (i & 1) side[i] = rounded_negate(side[i]);
    }
    return weigh_sides(s, side);
}

/* The origin is in the plane; then it is inside when it is so along the axis that sees most of the
 * face. */
static weighing weigh_triangle(corner_set *s) {
    rounded side[4];
    vec3 w[3];
    if (!rounded_is_zero(rounded_determinant(&s->w[0], &s->w[1], &s->w[2]))) return HIDDEN;
    for (int i = 0; i < 3; i++)
        w[i] = vec(s->w[i].at[0].value, s->w[i].at[1].value, s->w[i].at[2].value);
    const vec3 n = cross3(sub3(w[1], w[0]), sub3(w[2], w[0]));
    const double most = max_abs3(n);
    const int axis = fabs(n.x) >= most ? 0 : fabs(n.y) >= most ? 1 : 2;
    for (int i = 0; i < 3; i++)
        side[i] = rounded_cross(&s->w[(i + 1) % 3], &s->w[(i + 2) % 3], axis);
    return weigh_sides(s, side);
}

/* The same on a line. */
static weighing weigh_edge(corner_set *s) {
    rounded side[4];
    double most = 0.0;
    for (int i = 0; i < 3; i++) {
        const rounded far = s->w[1].at[i], near = s->w[0].at[i];
        if (!rounded_is_zero(rounded_cross(&s->w[0], &s->w[1], i))) return HIDDEN;
        if (!(fabs(far.value - near.value) > most)) continue;
        most = fabs(far.value - near.value);
        side[0] = far;
        side[1] = rounded_negate(near);
    }
    return most > 0.0 ? weigh_sides(s, side) : HIDDEN;
}

static weighing weigh_point(corner_set *s) {
    s->weight[0] = 1.0;
    for (int i = 0; i < 3; i++)
        if (!rounded_is_zero(s->w[0].at[i])) return HIDDEN;
    return WEIGHED;
}

bool carom_convex_shared_point(const convex_shape *a, const convex_shape *b, const simplex *start,
                               exact_nearest *out) {
    corner_set s;
    weighing found = DROPPED;
    if (!read_corners(&s, a, b, start)) return false;
    while (found == DROPPED && s.count > 0)
        found = s.count == 4   ? weigh_tetrahedron(&s)
                : s.count == 3 ? weigh_triangle(&s)
                : s.count == 2 ? weigh_edge(&s)
                               : weigh_point(&s);
    if (found != WEIGHED) return false;
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
