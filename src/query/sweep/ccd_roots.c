/* Own method: real algebraic numbers of degree 3 without isolating intervals. A root of a
 * quadratic is represented by the discriminant's sign and its number; a simple root of a cubic by
 * the monotone piece that contains it.
 * - A polynomial at a quadratic's root is its linear remainder there, and the remainder's root is
 *   compared with the quadratic's two by the quadratic's value and its vertex.
 * - A quadratic's roots are compared with a cubic's simple root by the pieces that contain them
 *   and, in its own piece, by the cubic's sign at them. That gives the quadratic's sign at the
 *   simple root.
 * Every step is the sign of one polynomial in the coefficients. Those of the cubic are of degree 3
 * in the coordinates, those of quadratics of degree 2: no number has a degree above 16. Exact. */
#include "query/sweep/ccd_roots.h"

void carom_add_product(dyadic *sum, double factor, const dyadic *a, const dyadic *b) {
    dyadic product, scale, scaled;
    if (b) {
        carom_dyadic_multiply(&product, a, b);
        a = &product;
    }
    if (fabs(factor) != 1.0) {
        carom_dyadic_set(&scale, fabs(factor));
        carom_dyadic_multiply(&scaled, a, &scale);
        a = &scaled;
    }
    if (a->sign == 0) return;
    carom_dyadic_copy(&scale, sum);
    carom_dyadic_add(sum, &scale, a, factor < 0.0 ? -1 : 1);
}

static void set_zero(dyadic *d) {
    carom_dyadic_set(d, 0.0);
}

/* out = u * a * b + v * c * d */
static void two_products(dyadic *out, const double factor[2], const dyadic *const ab[2],
                         const dyadic *const cd[2]) {
    set_zero(out);
    carom_add_product(out, factor[0], ab[0], ab[1]);
    carom_add_product(out, factor[1], cd[0], cd[1]);
}

void carom_poly_trim(exact_poly *p, int most) {
    p->degree = most;
    while (p->degree >= 0 && p->c[p->degree].sign == 0)
        p->degree--;
}

void carom_poly_set_line(exact_poly *p, double c0, double c1) {
    p->degree = 1;
    carom_dyadic_set(&p->c[0], c0);
    carom_dyadic_set(&p->c[1], c1);
}

static int lead_sign(const exact_poly *p) {
    return p->degree < 0 ? 0 : p->c[p->degree].sign;
}

int carom_poly_root_count(const exact_poly *p) {
    if (p->degree < 2) return p->degree == 1;
    dyadic discriminant;
    two_products(&discriminant, (const double[2]){1, -4}, (const dyadic *[2]){&p->c[1], &p->c[1]},
                 (const dyadic *[2]){&p->c[0], &p->c[2]});
    return 1 + discriminant.sign;
}

/* ---- at the root of a linear or quadratic polynomial */

/* Horner's rule for m1^n * p(-m0 / m1). */
static int sign_at_linear_root(const exact_poly *p, const exact_poly *m) {
    if (p->degree < 0) return 0;
    dyadic value, power, next;
    carom_dyadic_copy(&value, &p->c[p->degree]);
    carom_dyadic_set(&power, 1.0);
    for (int k = p->degree - 1; k >= 0; k--) {
        carom_dyadic_multiply(&next, &power, &m->c[1]);
        carom_dyadic_copy(&power, &next);
        two_products(&next, (const double[2]){-1, 1}, (const dyadic *[2]){&value, &m->c[0]},
                     (const dyadic *[2]){&p->c[k], &power});
        carom_dyadic_copy(&value, &next);
    }
    return p->degree % 2 ? value.sign * m->c[1].sign : value.sign;
}

/* Of l0 + l1 * t at a root of the quadratic m. */
static int linear_sign(const dyadic l[2], const exact_poly *m, int which) {
    if (l[1].sign == 0) return l[0].sign;
    dyadic side, value, part;
    two_products(&side, (const double[2]){1, -2}, (const dyadic *[2]){&m->c[1], &l[1]},
                 (const dyadic *[2]){&m->c[2], &l[0]});
    /* l1^2 * m(-l0 / l1), and where -l0 / l1 is from the vertex */
    two_products(&part, (const double[2]){1, -1}, (const dyadic *[2]){&m->c[2], &l[0]},
                 (const dyadic *[2]){&m->c[1], &l[1]});
    set_zero(&value);
    carom_add_product(&value, 1, &part, &l[0]);
    set_zero(&part);
    carom_add_product(&part, 1, &l[1], &l[1]);
    carom_add_product(&value, 1, &part, &m->c[0]);
    int outside = value.sign * m->c[2].sign;
    int right = side.sign * m->c[2].sign * l[1].sign;
    int above; /* sign of the root minus -l0 / l1 */
    if (outside < 0)
        above = which ? 1 : -1;
    else if (outside == 0 && (right == 0 || (right > 0) == (which == 1)))
        above = 0;
    else
        above = -right;
    return above * l[1].sign;
}

/* out = p modulo the quadratic m, times m2^2 for a cubic, else times |m2|. */
static void reduce_poly(dyadic out[2], const exact_poly *p, const exact_poly *m) {
    const dyadic *q = m->c;
    for (int k = 0; k < 2; k++) {
        set_zero(&out[k]);
        if (p->degree >= k) carom_add_product(&out[k], 1, &p->c[k], &q[2]);
        if (p->degree >= 2) carom_add_product(&out[k], -1, &p->c[2], &q[k]);
    }
    if (p->degree < 3) {
        for (int k = 0; k < 2; k++)
            out[k].sign *= q[2].sign;
        return;
    }
    dyadic part, more;
    for (int k = 0; k < 2; k++) {
        carom_dyadic_multiply(&part, &out[k], &q[2]);
        carom_dyadic_copy(&out[k], &part);
        carom_dyadic_multiply(&more, &q[k], &q[1]);
        if (k == 1) carom_add_product(&more, -1, &q[0], &q[2]);
        carom_add_product(&out[k], 1, &more, &p->c[3]);
    }
}

int carom_poly_sign_at_root(const exact_poly *p, const exact_poly *m, int which) {
    if (m->degree == 1) return sign_at_linear_root(p, m);
    if (p->degree < 1) return lead_sign(p);
    if (p->degree == 1) return linear_sign(p->c, m, which);
    dyadic l[2];
    reduce_poly(l, p, m);
    return linear_sign(l, m, which);
}

int carom_poly_sign_at(const exact_poly *p, double x) {
    exact_poly line;
    carom_poly_set_line(&line, -x, 1.0);
    return sign_at_linear_root(p, &line);
}

/* ---- cubics */

static void differentiate(exact_poly *out, const exact_poly *p) {
    out->degree = p->degree - 1;
    for (int k = 1; k <= p->degree; k++) {
        set_zero(&out->c[k - 1]);
        carom_add_product(&out->c[k - 1], k, &p->c[k], NULL);
    }
    if (p->degree <= 0) out->degree = -1;
}

void carom_cubic_finish(exact_cubic *cubic) {
    const dyadic *f = cubic->f.c;
    differentiate(&cubic->slope, &cubic->f);
    differentiate(&cubic->bend, &cubic->slope);
    int roots = carom_poly_root_count(&cubic->slope);
    cubic->turns = roots == cubic->slope.degree ? roots : 0;
    if (cubic->f.degree < 3) return;
    two_products(&cubic->rest.c[0], (const double[2]){9, -1}, (const dyadic *[2]){&f[3], &f[0]},
                 (const dyadic *[2]){&f[2], &f[1]});
    two_products(&cubic->rest.c[1], (const double[2]){6, -2}, (const dyadic *[2]){&f[3], &f[1]},
                 (const dyadic *[2]){&f[2], &f[2]});
    for (int k = 0; k < 2; k++)
        cubic->rest.c[k].sign *= f[3].sign;
    carom_poly_trim(&cubic->rest, 1);
}

int carom_cubic_sign_at_turn(const exact_cubic *cubic, int which) {
    if (cubic->f.degree == 3) return carom_poly_sign_at_root(&cubic->rest, &cubic->slope, which);
    return carom_poly_sign_at_root(&cubic->f, &cubic->slope, which);
}

/* The piece that contains a root of m; at a turn the piece before or after it. */
static int piece_of_root(const exact_cubic *cubic, const exact_poly *m, int which) {
    if (cubic->turns == 0) return 0;
    int lead = lead_sign(&cubic->slope);
    int slope = lead * carom_poly_sign_at_root(&cubic->slope, m, which);
    if (cubic->turns == 1) return slope > 0;
    if (slope < 0) return 1;
    return lead * carom_poly_sign_at_root(&cubic->bend, m, which) > 0 ? 2 : 0;
}

/* Sign of a root of m minus the cubic's simple root. */
static int compare_roots(const exact_poly *m, int which, const exact_time *time) {
    int piece = piece_of_root(time->cubic, m, which);
    if (piece != time->piece) return piece < time->piece ? -1 : 1;
    return -time->before * carom_poly_sign_at_root(&time->cubic->f, m, which);
}

static int sign_at_simple_root(const exact_poly *q, const exact_time *time) {
    int lead = lead_sign(q), count = carom_poly_root_count(q);
    if (count == 0) return lead;
    int lower = compare_roots(q, 0, time);
    if (q->degree == 1) return -lead * lower;
    if (count == 1) return lower == 0 ? 0 : lead;
    if (lower >= 0) return lower * lead;
    return lead * -compare_roots(q, 1, time);
}

/* The sign of a polynomial of degree 2 at most on all of [0, 1], by its Bernstein coefficients; 0
 * when they are not conclusive. */
static int sign_throughout(const exact_poly *q) {
    dyadic twice, sum;
    int sign = q->degree < 0 ? 0 : q->c[0].sign;
    if (sign == 0 || q->degree == 0) return sign;
    carom_dyadic_set(&twice, 0.0);
    carom_add_product(&twice, q->degree == 2 ? 2 : 1, &q->c[0], NULL);
    carom_dyadic_add(&sum, &twice, &q->c[1], 1);
    if (sum.sign != sign || q->degree == 1) return sum.sign == sign ? sign : 0;
    carom_dyadic_add(&twice, &q->c[0], &q->c[1], 1);
    carom_dyadic_add(&sum, &twice, &q->c[2], 1);
    return sum.sign == sign ? sign : 0;
}

int carom_sign_at_time(const exact_poly *q, const exact_time *time) {
    int sign = sign_throughout(q);
    if (sign != 0 || q->degree < 0) return sign;
    if (time->modulus) return carom_poly_sign_at_root(q, time->modulus, time->which);
    return sign_at_simple_root(q, time);
}

int carom_compare_to_time(double x, const exact_time *time) {
    exact_poly line;
    carom_poly_set_line(&line, x, -1.0);
    if (time->modulus) return carom_poly_sign_at_root(&line, time->modulus, time->which);
    return sign_at_simple_root(&line, time);
}
