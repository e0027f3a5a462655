/* Separating axes of boxes with error bounds, before the polynomials of sat_exact.c are expanded.
 * Along a coordinate axis the gap is a sum of few numbers, mostly without rounding, so boxes that
 * stand on each other are certainly found to touch.
 *
 * For two boxes all fifteen axes [Gottschalk96] share their products. With u_i and v_j their edges
 * and n_i, m_j the normals u_i+1 x u_i+2 and v_j+1 x v_j+2, every projection of an edge on an axis
 * is a product of a normal and an edge, as u_i+1 . (u_i x v_j) = -v_j . n_i+2: the nine products
 * n_i . v_j and the nine u_i . m_j suffice, and nothing is assumed to be orthogonal. */
#include "query/overlap/sat_filter.h"

#include "math/rounded.h"
#include "query/overlap/tolerances.h"

static bool are_parallel(vec3 u, vec3 v) {
    return equal3(u, v) || equal3(u, neg3(v));
}

/* The cross product of two vectors is along the coordinate axis along which neither has a
 * component. The sign of that component may be certain where its value is not. */
sat_coordinate carom_sat_coordinate(const sat_axis *axis) {
    const sat_coordinate no = {false, 0, 0};
    for (int i = 0; i < 3; i++) {
        const int j = i < 2 ? i + 1 : 0, k = i > 0 ? i - 1 : 2;
        if (axis3(axis->to[0], i) != axis3(axis->from[0], i)) continue;
        if (axis3(axis->to[1], i) != axis3(axis->from[1], i)) continue;
        const vec3 u = sub3(axis->to[0], axis->from[0]), v = sub3(axis->to[1], axis->from[1]);
        const double left = axis3(u, j) * axis3(v, k), right = axis3(u, k) * axis3(v, j);
        const double along = left - right;
        if (!rounded_is_in_range3(u) || !rounded_is_in_range3(v)) return no;
        if (fabs(along) > COORDINATE_ERROR * (fabs(left) + fabs(right)))
            return (sat_coordinate){true, i, along > 0.0 ? 1 : -1};
        return left == 0.0 && right == 0.0 ? (sat_coordinate){true, i, 0} : no;
    }
    return no;
}

/* Adds to the sum, or subtracts, the body's extent along the axis. @return false when a number is
 * out of range */
static bool add_reach(rounded *sum, const sat_body *body, int axis, bool negative) {
    for (int e = 0; e < body->edges; e++) {
        const double to = axis3(body->to[e], axis), from = axis3(body->from[e], axis);
        const exact_factor size = body->size[e];
        if (to == from || size.hi == size.lo) continue;
        if (!rounded_is_in_range(to) || !rounded_is_in_range(from)) return false;
        if (!rounded_is_in_range(size.hi) || !rounded_is_in_range(size.lo)) return false;
        rounded edge = rounded_difference(to, from);
        edge.value = negative ? -fabs(edge.value) : fabs(edge.value);
        *sum = rounded_add(*sum, rounded_multiply(edge, rounded_difference(size.hi, size.lo)));
    }
    return true;
}

bool carom_sat_coordinate_sign(const sat_coordinate *along, const sat_body *a, const sat_body *b,
                               const int sense_and_sign[2], int *sign) {
    rounded sum = {0.0, 0.0};
    *sign = 0;
    if (along->sign == 0) return true;
    for (int i = 0; i < 2; i++) {
        const double to = axis3(b->p[i], along->axis), from = axis3(a->p[i], along->axis);
        if (!rounded_is_in_range(to) || !rounded_is_in_range(from)) return false;
        sum = rounded_add(sum, rounded_difference(to, from));
    }
    if (along->sign * sense_and_sign[0] < 0) sum = rounded_negate(sum);
    if (!add_reach(&sum, a, along->axis, true)) return false;
    if (!add_reach(&sum, b, along->axis, sense_and_sign[1] < 0)) return false;
    *sign = sum.value > 0.0 ? 1 : sum.value < 0.0 ? -1 : 0;
    return rounded_is_certain(sum) || rounded_is_zero(sum);
}

/* The edge along coordinate axis k when the other two have no component along it; -1 otherwise. */
static int upright_edge(const sat_body *body, int k) {
    int found = -1;
    for (int e = 0; e < 3; e++) {
        const vec3 edge = sub3(body->to[e], body->from[e]);
        if (axis3(edge, k) == 0.0) continue;
        if (found >= 0 || axis3(edge, (k + 1) % 3) != 0.0 || axis3(edge, (k + 2) % 3) != 0.0)
            return -1;
        found = e;
    }
    return found;
}

/* Two boxes seen along a coordinate axis: parallelograms. Sizes and delta are doubled. */
typedef struct outlines {
    double x[4], y[4], size[4]; /* of the edges, two of A and two of B */
    double delta_x, delta_y, far, longest;
} outlines;

static void set_outlines(outlines *o, const sat_body *const body[2], const int upright[2], int k) {
    const vec3 first = sub3(body[1]->p[0], body[0]->p[0]);
    const vec3 second = sub3(body[1]->p[1], body[0]->p[1]), delta = add3(first, second);
    double reach = 0.0;
    o->delta_x = axis3(delta, (k + 1) % 3);
    o->delta_y = axis3(delta, (k + 2) % 3);
    o->longest = 0.0;
    for (int i = 0; i < 4; i++) {
        const sat_body *of = body[i / 2];
        const int e = (upright[i / 2] + 1 + i % 2) % 3;
        const vec3 edge = sub3(of->to[e], of->from[e]);
        o->x[i] = axis3(edge, (k + 1) % 3);
        o->y[i] = axis3(edge, (k + 2) % 3);
        o->size[i] = of->size[e].hi - of->size[e].lo;
        o->longest = max2(o->longest, max_abs3(edge));
        reach += o->size[i];
    }
    o->far = max_abs3(first) + max_abs3(second) + reach * o->longest;
}

/* @return 1 when an edge of an outline separates them, -1 when none does, 0 when in doubt */
static int outlines_apart(const outlines *o) {
    const double bound = o->longest * o->far * BOXES_ERROR + BOXES_LEAST;
    bool doubt = false;
    for (int i = 0; i < 4; i++) {
        double gap = fabs(o->x[i] * o->delta_y - o->y[i] * o->delta_x);
        for (int j = 0; j < 4; j++)
            gap -= o->size[j] * fabs(o->x[i] * o->y[j] - o->y[i] * o->x[j]);
        if (gap > bound && bound <= DBL_MAX) return 1;
        doubt |= !(gap < -bound && bound <= DBL_MAX);
    }
    return doubt ? 0 : -1;
}

/* Boxes with an edge along one coordinate axis have five axes: this one, and the normals of the
 * edges of their outlines. The row "boolean box flush" of bench convex gains by it. */
bool carom_sat_upright_apart(const sat_body *a, const sat_body *b, bool *apart) {
    const sat_body *const body[2] = {a, b};
    outlines o;
    int k = 0, upright[2] = {-1, -1};
    for (; k < 3; k++) {
        upright[0] = upright_edge(a, k);
        upright[1] = upright_edge(b, k);
        if (upright[0] >= 0 && upright[1] >= 0) break;
    }
    if (k == 3) return false;
    set_outlines(&o, body, upright, k);
    const int across = outlines_apart(&o);
    *apart = across > 0;
    if (across >= 0) return *apart;
    const sat_coordinate along = {true, k, 1};
    for (int sense = -1; sense <= 1 && !*apart; sense += 2) {
        int sign;
        if (sense * (axis3(b->p[0], k) - axis3(a->p[0], k)) < 0.0 &&
            sense * (axis3(b->p[1], k) - axis3(a->p[1], k)) < 0.0)
            continue; /* B lies on the other side */
        if (!carom_sat_coordinate_sign(&along, a, b, (int[2]){sense, -1}, &sign)) return false;
        *apart = sign > 0;
    }
    return true;
}

/* A box in double: sizes, and distances between centres, are doubled. */
typedef struct filtered_box {
    vec3 edge[3], normal[3];
    double size[3], volume;
    double longest, reach; /* longest: largest component of an edge; reach: bound on the extent */
} filtered_box;

static void set_filtered_box(filtered_box *out, const sat_body *body) {
    out->longest = out->reach = 0.0;
    for (int i = 0; i < 3; i++) {
        out->edge[i] = sub3(body->to[i], body->from[i]);
        out->size[i] = body->size[i].hi - body->size[i].lo;
        out->longest = max2(out->longest, max_abs3(out->edge[i]));
        out->reach += out->size[i];
    }
    out->reach *= out->longest;
    for (int i = 0; i < 3; i++)
        out->normal[i] = cross3(out->edge[(i + 1) % 3], out->edge[(i + 2) % 3]);
    out->volume = fabs(dot3(out->edge[0], out->normal[0]));
}

static double sum_of_sizes(const double size[3], double x, double y, double z) {
    return size[0] * x + size[1] * y + size[2] * z;
}

typedef struct filtered_pair {
    const sat_body *body[2];
    filtered_box box[2];
    vec3 delta;
    double far;                /* bound on the delta and both reaches */
    double projected[2][3][3]; /* |normal i of one . edge j of the other| */
    int parallel_edge[3];      /* for each edge of B the parallel edge of A, or -1 */
} filtered_pair;

static void set_filtered_pair(filtered_pair *p) {
    const sat_body *a = p->body[0], *b = p->body[1];
    const vec3 first = sub3(b->p[0], a->p[0]), second = sub3(b->p[1], a->p[1]);
    for (int i = 0; i < 2; i++)
        set_filtered_box(&p->box[i], p->body[i]);
    p->delta = add3(first, second);
    p->far = max_abs3(first) + max_abs3(second) + p->box[0].reach + p->box[1].reach;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            p->projected[0][i][j] = fabs(dot3(p->box[0].normal[i], p->box[1].edge[j]));
            p->projected[1][i][j] = fabs(dot3(p->box[1].normal[i], p->box[0].edge[j]));
        }
    for (int j = 0; j < 3; j++) {
        p->parallel_edge[j] = -1;
        for (int i = 0; i < 3; i++)
            if (are_parallel(p->box[0].edge[i], p->box[1].edge[j])) p->parallel_edge[j] = i;
    }
}

/* Records the axis when it is undecided. @return true when it separates */
static bool test_axis(double gap, double bound, const sat_axis *axis, sat_undecided *undecided) {
    bound = bound * BOXES_ERROR + BOXES_LEAST;
    if (gap > bound && bound <= DBL_MAX) return true;
    if (!(gap < -bound && bound <= DBL_MAX)) undecided->axis[undecided->count++] = *axis;
    return false;
}

static bool face_axis_separates(const filtered_pair *p, int of, int i, sat_undecided *undecided) {
    const filtered_box *own = &p->box[of], *other = &p->box[!of];
    const sat_body *body = p->body[of];
    const double *projected = p->projected[of][i];
    const double gap = fabs(dot3(p->delta, own->normal[i])) - own->size[i] * own->volume -
                       sum_of_sizes(other->size, projected[0], projected[1], projected[2]);
    const sat_axis axis = sat_axis_between(body, (i + 1) % 3, body, (i + 2) % 3);
    return test_axis(gap, own->longest * own->longest * p->far, &axis, undecided);
}

static bool edge_axis_separates(const filtered_pair *p, int i, int j, sat_undecided *undecided) {
    const filtered_box *a = &p->box[0], *b = &p->box[1];
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    const double gap = fabs(dot3(p->delta, cross3(a->edge[i], b->edge[j]))) -
                       a->size[i1] * p->projected[0][i2][j] - a->size[i2] * p->projected[0][i1][j] -
                       b->size[j1] * p->projected[1][j2][i] - b->size[j2] * p->projected[1][j1][i];
    const sat_axis axis = sat_axis_between(p->body[0], i, p->body[1], j);
    return test_axis(gap, a->longest * b->longest * p->far, &axis, undecided);
}

/* Edges of B that are parallel to A's add no axis, or one that is a face normal of A. */
bool carom_sat_boxes_apart(const sat_body *a, const sat_body *b, sat_undecided *undecided) {
    filtered_pair p = {.body = {a, b}};
    set_filtered_pair(&p);
    undecided->count = 0;
    for (int i = 0; i < 3; i++) {
        const bool repeated =
            p.parallel_edge[(i + 1) % 3] >= 0 && p.parallel_edge[(i + 2) % 3] >= 0;
        if (face_axis_separates(&p, 0, i, undecided) ||
            (!repeated && face_axis_separates(&p, 1, i, undecided)))
            return true;
    }
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (p.parallel_edge[j] < 0 && edge_axis_separates(&p, i, j, undecided)) return true;
    return false;
}
