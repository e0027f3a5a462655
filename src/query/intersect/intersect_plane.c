/* Intersection of two and of three planes by Cramer's rule [Ericson05] 5.4.4 and 5.4.5, robust
 * where a determinant cancels. Determinants of degree two are computed from products and the
 * products' rounding errors [Dekker71], which leaves two roundings however much cancels and makes
 * their zeros exact. Those of degree three have a filter, and exact sums [Kulisch81] behind it.
 * The kind of the intersection is the rank of the system, decided exactly; points are accurate to
 * the tolerances below. Coefficients whose products could leave the range of double go to the
 * exact sums. Three planes are taken in the order of their numbers, so that exchanging them changes
 * no bit. */
#include "carom/intersect.h"
#include "math/error_free.h"
#include "math/predicates.h"
#include "query/intersect/tolerances.h"
#include "shape/order.h"

typedef struct plane_row {
    double n[3], d;
} plane_row;

typedef struct common_line {
    carom_intersection_kind kind;
    double direction[3], origin[3];
} common_line;

static plane_row load_plane(const carom_plane *plane) {
    return (plane_row){{(double)plane->normal.x, (double)plane->normal.y, (double)plane->normal.z},
                       (double)plane->offset};
}

static bool is_row_valid(const plane_row *p) {
    return finite1(p->n[0]) && finite1(p->n[1]) && finite1(p->n[2]) && finite1(p->d) &&
           (p->n[0] != 0.0 || p->n[1] != 0.0 || p->n[2] != 0.0);
}

/* True when products of three such numbers, and their rounding errors, stay in range. Floats
 * always do. */
static bool is_in_product_range(double x) {
    return x == 0.0 || (fabs(x) > PRODUCT_LEAST && fabs(x) < PRODUCT_MOST);
}

static bool is_row_in_product_range(const plane_row *p) {
    return is_in_product_range(p->n[0]) && is_in_product_range(p->n[1]) &&
           is_in_product_range(p->n[2]) && is_in_product_range(p->d);
}

static carom_real hold_in_range(double x) {
    double most = (double)CAROM_REAL_MAX;
    return (carom_real)(x > most ? most : x < -most ? -most : x + 0.0);
}

static carom_vec3 hold_point(const double x[3]) {
    return (carom_vec3){hold_in_range(x[0]), hold_in_range(x[1]), hold_in_range(x[2])};
}

/* a b - c d with two roundings, zero only when it is exactly zero. Products of floats have no
 * error in double. */
static double minor_of_products(double a, double b, double c, double d) {
    if (sizeof(carom_real) == 4) return a * b - c * d;
    double p, p_error, q, q_error;
    two_product(a, b, &p, &p_error);
    two_product(c, d, &q, &q_error);
    return (p - q) + (p_error - q_error);
}

static int largest_of(const double x[3]) {
    int k = fabs(x[1]) > fabs(x[0]) ? 1 : 0;
    return fabs(x[2]) > fabs(x[k]) ? 2 : k;
}

static void unit_direction(common_line *line, double cross[3], int k) {
    double scale = 1.0 / fabs(cross[k]);
    if (!(scale > DBL_MIN && scale <= DBL_MAX)) scale = 1.0;
    vec3 u = vec(cross[0] * scale, cross[1] * scale, cross[2] * scale);
    double length = sqrt(len2(u));
    line->direction[0] = u.x / length;
    line->direction[1] = u.y / length;
    line->direction[2] = u.z / length;
}

static common_line line_filtered(const plane_row *a, const plane_row *b) {
    common_line line = {0};
    double u[3];
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        u[k] = minor_of_products(a->n[i], b->n[j], a->n[j], b->n[i]);
    }
    int k = largest_of(u), i = (k + 1) % 3, j = (k + 2) % 3;
    if (CAROM_UNLIKELY(u[k] == 0.0)) {
        int m = largest_of(a->n);
        bool apart = minor_of_products(a->n[m], b->d, b->n[m], a->d) != 0.0;
        line.kind = apart ? CAROM_INTERSECTION_NONE : CAROM_INTERSECTION_AREA;
        return line;
    }
    line.kind = CAROM_INTERSECTION_LINE;
    unit_direction(&line, u, k);
    line.origin[i] = minor_of_products(a->d, b->n[j], b->d, a->n[j]) / u[k];
    line.origin[j] = minor_of_products(b->d, a->n[i], a->d, b->n[i]) / u[k];
    return line;
}

/* terms = x y - z w */
static void set_minor(exact_term terms[2], const double xy[2], const double zw[2]) {
    terms[0] = (exact_term){{{xy[0], 0}, {xy[1], 0}}, 2, false};
    terms[1] = (exact_term){{{zw[0], 0}, {zw[1], 0}}, 2, true};
}

/* The index of the largest component of the cross product, and all components divided by it; -1
 * for zero. */
static int exact_cross_ratios(exact_term cross[3][2], double ratio[3]) {
    int k = -1;
    for (int m = 0; m < 3; m++) {
        if (carom_exact_sign(cross[m], 2) == 0) continue;
        if (k < 0 || fabs(carom_exact_ratio(cross[m], 2, cross[k], 2)) > 1.0) k = m;
    }
    for (int m = 0; m < 3 && k >= 0; m++)
        ratio[m] = carom_exact_ratio(cross[m], 2, cross[k], 2);
    if (k >= 0 && carom_exact_sign(cross[k], 2) < 0)
        for (int m = 0; m < 3; m++)
            ratio[m] = -ratio[m];
    return k;
}

static CAROM_NOINLINE common_line line_exact(const plane_row *a, const plane_row *b) {
    common_line line = {0};
    if (!is_row_valid(a) || !is_row_valid(b)) return line;
    exact_term cross[3][2], part[2];
    for (int k = 0; k < 3; k++) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        set_minor(cross[k], (double[2]){a->n[i], b->n[j]}, (double[2]){a->n[j], b->n[i]});
    }
    double ratio[3];
    int k = exact_cross_ratios(cross, ratio), i = (k + 1) % 3, j = (k + 2) % 3;
    if (k < 0) {
        int m = largest_of(a->n);
        set_minor(part, (double[2]){a->n[m], b->d}, (double[2]){b->n[m], a->d});
        bool apart = carom_exact_sign(part, 2) != 0;
        line.kind = apart ? CAROM_INTERSECTION_NONE : CAROM_INTERSECTION_AREA;
        return line;
    }
    line.kind = CAROM_INTERSECTION_LINE;
    unit_direction(&line, ratio, k);
    set_minor(part, (double[2]){a->d, b->n[j]}, (double[2]){b->d, a->n[j]});
    line.origin[i] = carom_exact_ratio(part, 2, cross[k], 2);
    set_minor(part, (double[2]){b->d, a->n[i]}, (double[2]){a->d, b->n[i]});
    line.origin[j] = carom_exact_ratio(part, 2, cross[k], 2);
    return line;
}

static bool normal_is_zero(const plane_row *p) {
    return p->n[0] == 0.0 && p->n[1] == 0.0 && p->n[2] == 0.0;
}

static common_line line_of_planes(const plane_row *a, const plane_row *b) {
    if (CAROM_UNLIKELY(!is_row_in_product_range(a) || !is_row_in_product_range(b)))
        return line_exact(a, b);
    if (CAROM_UNLIKELY(normal_is_zero(a) || normal_is_zero(b))) return (common_line){0};
    return line_filtered(a, b);
}

carom_plane_intersection carom_intersect_plane_plane(const carom_plane *a, const carom_plane *b) {
    plane_row pa = load_plane(a), pb = load_plane(b);
    common_line line = line_of_planes(&pa, &pb);
    carom_plane_intersection result = {line.kind, {{0, 0, 0}, {0, 0, 0}}};
    if (line.kind != CAROM_INTERSECTION_LINE) return result;
    result.line = (carom_line){hold_point(line.origin), hold_point(line.direction)};
    return result;
}

/* The determinant of three columns, as terms of an exact sum. */
static void set_determinant(exact_term terms[6], vec3 p, vec3 q, vec3 r) {
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        exact_factor pi = {axis3(p, i), 0};
        terms[2 * i] = (exact_term){{pi, {axis3(q, j), 0}, {axis3(r, k), 0}}, 3, false};
        terms[2 * i + 1] = (exact_term){{pi, {axis3(q, k), 0}, {axis3(r, j), 0}}, 3, true};
    }
}

static int sign_of_determinant(vec3 p, vec3 q, vec3 r) {
    exact_term terms[6];
    set_determinant(terms, p, q, r);
    return carom_exact_sign(terms, 6);
}

static carom_planes_point exact_common_point(const vec3 column[4]) {
    exact_term whole[6], part[6];
    double x[3];
    set_determinant(whole, column[0], column[1], column[2]);
    for (int k = 0; k < 3; k++) {
        set_determinant(part, column[3], column[(k + 1) % 3], column[(k + 2) % 3]);
        x[k] = carom_exact_ratio(part, 6, whole, 6);
    }
    return (carom_planes_point){CAROM_INTERSECTION_POINT, hold_point(x)};
}

/* Planes without a single common point: through one line, coincident, or without a common point. */
static carom_planes_point degenerate_planes(const plane_row row[3], const vec3 column[4]) {
    carom_planes_point result = {CAROM_INTERSECTION_AREA, {0, 0, 0}};
    common_line line[3];
    int crossing = -1;
    for (int k = 0; k < 3; k++) {
        line[k] = line_of_planes(&row[k], &row[(k + 1) % 3]);
        if (line[k].kind == CAROM_INTERSECTION_NONE) return (carom_planes_point){0};
        if (line[k].kind == CAROM_INTERSECTION_LINE) crossing = k;
    }
    if (crossing >= 0) {
        for (int k = 0; k < 3; k++)
            if (sign_of_determinant(column[3], column[k], column[(k + 1) % 3]) != 0)
                return (carom_planes_point){0};
        result.kind = CAROM_INTERSECTION_LINE;
        result.point = hold_point(line[crossing].origin);
        return result;
    }
    double x[3] = {0.0, 0.0, 0.0};
    int k = largest_of(row[0].n);
    x[k] = row[0].d / row[0].n[k];
    result.point = hold_point(x);
    return result;
}

static CAROM_NOINLINE carom_planes_point planes_exact(const plane_row row[3],
                                                      const vec3 column[4]) {
    for (int k = 0; k < 3; k++)
        if (!is_row_valid(&row[k])) return (carom_planes_point){0};
    if (sign_of_determinant(column[0], column[1], column[2]) == 0)
        return degenerate_planes(row, column);
    return exact_common_point(column);
}

/* Cramer's numerators and denominator, each with the sum of its terms' magnitudes. */
typedef struct cramer_parts {
    double part[3], size[3], whole, whole_size;
} cramer_parts;

static cramer_parts cramer_in_double(const vec3 column[4]) {
    cramer_parts c;
    for (int k = 0; k < 3; k++) {
        vec3 p = column[(k + 1) % 3], q = column[(k + 2) % 3];
        vec3 w = cross3(p, q), magnitude = cross_magnitude(p, q);
        c.part[k] = dot3(column[3], w);
        c.size[k] = dot_magnitude(column[3], magnitude);
        if (k == 0) c.whole = dot3(column[0], w);
        if (k == 0) c.whole_size = dot_magnitude(column[0], magnitude);
    }
    return c;
}

/* The determinant of three columns in doubled precision: all rounding errors but the last are
 * carried along. */
static double carried_determinant(vec3 p, vec3 q, vec3 r) {
    double sum = 0.0, rest = 0.0;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double left, left_error, right, right_error, high, low, term, error, carry;
        two_product(axis3(q, j), axis3(r, k), &left, &left_error);
        two_product(axis3(q, k), axis3(r, j), &right, &right_error);
        two_sum(left, -right, &high, &low);
        low += left_error - right_error;
        two_product(axis3(p, i), high, &term, &error);
        two_sum(sum, term, &sum, &carry);
        rest += carry + (error + axis3(p, i) * low);
    }
    return sum + rest;
}

static void refine_cramer(cramer_parts *c, const vec3 column[4]) {
    c->whole = carried_determinant(column[0], column[1], column[2]);
    for (int k = 0; k < 3; k++)
        c->part[k] = carried_determinant(column[3], column[(k + 1) % 3], column[(k + 2) % 3]);
}

/* True when the point is accurate enough if each determinant errs by `unit` of its size. */
static bool cramer_suffices(const cramer_parts *c, double unit) {
    double wanted = sizeof(carom_real) == 4 ? POINT_ERROR_FLOAT : POINT_ERROR_DOUBLE;
    double most = max2(fabs(c->part[0]), max2(fabs(c->part[1]), fabs(c->part[2])));
    double share = unit * c->whole_size / fabs(c->whole);
    double error = unit * (c->size[0] + c->size[1] + c->size[2]) + share * most;
    return most <= DBL_MAX && share <= wanted && error <= wanted * most;
}

static carom_planes_point ordered_planes(const carom_plane *a, const carom_plane *b,
                                         const carom_plane *c) {
    const plane_row row[3] = {load_plane(a), load_plane(b), load_plane(c)};
    vec3 column[4];
    for (int k = 0; k < 3; k++)
        column[k] = vec(row[0].n[k], row[1].n[k], row[2].n[k]);
    column[3] = vec(row[0].d, row[1].d, row[2].d);
    bool in_float = sizeof(carom_real) == 4;
    if (CAROM_UNLIKELY(!in_float &&
                       !(is_row_in_product_range(&row[0]) && is_row_in_product_range(&row[1]) &&
                         is_row_in_product_range(&row[2]))))
        return planes_exact(row, column);
    cramer_parts parts = cramer_in_double(column);
    bool is_accurate = cramer_suffices(&parts, CRAMER_ERROR);
    if (!is_accurate && !in_float) {
        refine_cramer(&parts, column);
        is_accurate = cramer_suffices(&parts, CARRIED_ERROR);
    }
    if (CAROM_UNLIKELY(!is_accurate)) return planes_exact(row, column);
    double x[3];
    for (int k = 0; k < 3; k++)
        x[k] = parts.part[k] / parts.whole;
    return (carom_planes_point){CAROM_INTERSECTION_POINT, hold_point(x)};
}

static void put_in_order(const carom_plane **a, const carom_plane **b) {
    const carom_plane *const given[2] = {*a, *b};
    const bool flip = is_second_first(&given[0]->normal.x, &given[1]->normal.x, 4);
    *a = given[flip];
    *b = given[!flip];
}

carom_planes_point carom_intersect_plane_plane_plane(const carom_plane *a, const carom_plane *b,
                                                     const carom_plane *c) {
    put_in_order(&a, &b);
    put_in_order(&b, &c);
    put_in_order(&a, &b);
    return ordered_planes(a, b, c);
}
