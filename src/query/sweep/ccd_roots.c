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

/* a * b - factor * c * d, of {a, b, c, d} */
static dyadic two_products(dyadic_pool *pool, const dyadic v[4], double factor) {
    uint32_t *mark = pool->next;
    dyadic left = carom_dyadic_product(pool, v[0], v[1]);
    dyadic right = carom_dyadic_product(pool, v[2], v[3]);
    if (factor != 1.0) right = carom_dyadic_product(pool, right, carom_dyadic_of(pool, factor));
    dyadic out = dyadic_difference(pool, left, right);
    carom_dyadic_keep(pool, mark, (dyadic *const[]){&out}, 1);
    return out;
}

void carom_poly_trim(exact_poly *p) {
    p->degree = 3;
    while (p->degree >= 0 && p->c[p->degree].sign == 0)
        p->degree--;
}

void carom_poly_keep(dyadic_pool *pool, uint32_t *mark, exact_poly *p) {
    carom_dyadic_keep(pool, mark, (dyadic *const[]){&p->c[0], &p->c[1], &p->c[2], &p->c[3]}, 4);
}

exact_poly carom_poly_line(dyadic_pool *pool, double c0, double c1) {
    return (exact_poly){1, {carom_dyadic_of(pool, c0), carom_dyadic_of(pool, c1)}};
}

static int lead_sign(const exact_poly *p) {
    return p->degree < 0 ? 0 : p->c[p->degree].sign;
}

int carom_poly_root_count(dyadic_pool *pool, const exact_poly *p) {
    if (p->degree < 2) return p->degree == 1;
    uint32_t *mark = pool->next;
    const dyadic *c = p->c;
    dyadic discriminant = two_products(pool, (const dyadic[]){c[1], c[1], c[0], c[2]}, 4);
    pool->next = mark;
    return 1 + discriminant.sign;
}

/* ---- at the root of a linear or quadratic polynomial */

/* Horner's rule for m1^n * p(-m0 / m1). */
static int sign_at_linear_root(dyadic_pool *pool, const exact_poly *p, const exact_poly *m) {
    if (p->degree < 0) return 0;
    uint32_t *mark = pool->next;
    dyadic value = p->c[p->degree], power = carom_dyadic_of(pool, 1.0);
    for (int k = p->degree - 1; k >= 0; k--) {
        power = carom_dyadic_product(pool, power, m->c[1]);
        value = two_products(pool, (const dyadic[]){p->c[k], power, value, m->c[0]}, 1);
        carom_dyadic_keep(pool, mark, (dyadic *const[]){&power, &value}, 2);
    }
    pool->next = mark;
    return p->degree % 2 ? value.sign * m->c[1].sign : value.sign;
}

/* Of l0 + l1 * t at a root of the quadratic m. */
static int linear_sign(dyadic_pool *pool, const dyadic l[2], const exact_poly *m, int which) {
    if (l[1].sign == 0) return l[0].sign;
    uint32_t *mark = pool->next;
    const dyadic *c = m->c;
    dyadic side = two_products(pool, (const dyadic[]){c[1], l[1], c[2], l[0]}, 2);
    /* l1^2 * m(-l0 / l1), and where -l0 / l1 is from the vertex */
    dyadic part = two_products(pool, (const dyadic[]){c[1], l[1], c[2], l[0]}, 1);
    dyadic square = carom_dyadic_product(pool, l[1], l[1]);
    dyadic value = two_products(pool, (const dyadic[]){square, c[0], part, l[0]}, 1);
    pool->next = mark;
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

/* p modulo the quadratic m, times m2^2 for a cubic, else times |m2|. */
static void reduce_poly(dyadic_pool *pool, dyadic out[2], const exact_poly *p,
                        const exact_poly *m) {
    const dyadic *q = m->c;
    for (int k = 0; k < 2; k++)
        out[k] = two_products(pool, (const dyadic[]){p->c[k], q[2], p->c[2], q[k]}, 1);
    for (int k = 0; k < 2; k++) {
        if (p->degree < 3) {
            out[k] = dyadic_signed(out[k], q[2].sign);
            continue;
        }
        dyadic more = k == 0 ? carom_dyadic_product(pool, q[0], q[1])
                             : two_products(pool, (const dyadic[]){q[1], q[1], q[0], q[2]}, 1);
        more = dyadic_signed(more, -1);
        out[k] = two_products(pool, (const dyadic[]){out[k], q[2], more, p->c[3]}, 1);
    }
}

int carom_poly_sign_at_root(dyadic_pool *pool, const exact_poly *p, const exact_poly *m,
                            int which) {
    if (m->degree == 1) return sign_at_linear_root(pool, p, m);
    if (p->degree < 1) return lead_sign(p);
    if (p->degree == 1) return linear_sign(pool, p->c, m, which);
    uint32_t *mark = pool->next;
    dyadic l[2];
    reduce_poly(pool, l, p, m);
    int sign = linear_sign(pool, l, m, which);
    pool->next = mark;
    return sign;
}

int carom_poly_sign_at(dyadic_pool *pool, const exact_poly *p, double x) {
    uint32_t *mark = pool->next;
    const exact_poly line = carom_poly_line(pool, -x, 1.0);
    int sign = sign_at_linear_root(pool, p, &line);
    pool->next = mark;
    return sign;
}

/* ---- cubics */

static exact_poly derivative(dyadic_pool *pool, const exact_poly *p) {
    exact_poly out = {.degree = p->degree > 0 ? p->degree - 1 : -1};
    for (int k = 1; k <= p->degree; k++)
        out.c[k - 1] = carom_dyadic_product(pool, p->c[k], carom_dyadic_of(pool, k));
    return out;
}

void carom_cubic_finish(dyadic_pool *pool, exact_cubic *cubic) {
    const dyadic *f = cubic->f.c;
    cubic->slope = derivative(pool, &cubic->f);
    cubic->bend = derivative(pool, &cubic->slope);
    int roots = carom_poly_root_count(pool, &cubic->slope);
    cubic->turns = roots == cubic->slope.degree ? roots : 0;
    if (cubic->f.degree < 3) return;
    const dyadic nine = carom_dyadic_of(pool, 9), six = carom_dyadic_of(pool, 6);
    dyadic rest[2] = {carom_dyadic_product(pool, f[0], nine),
                      carom_dyadic_product(pool, f[1], six)};
    rest[0] = two_products(pool, (const dyadic[]){f[3], rest[0], f[2], f[1]}, 1);
    rest[1] = two_products(pool, (const dyadic[]){f[3], rest[1], f[2], f[2]}, 2);
    cubic->rest =
        (exact_poly){.c = {dyadic_signed(rest[0], f[3].sign), dyadic_signed(rest[1], f[3].sign)}};
    carom_poly_trim(&cubic->rest);
}

int carom_cubic_sign_at_turn(dyadic_pool *pool, const exact_cubic *cubic, int which) {
    const exact_poly *p = cubic->f.degree == 3 ? &cubic->rest : &cubic->f;
    return carom_poly_sign_at_root(pool, p, &cubic->slope, which);
}

/* The piece that contains a root of m; at a turn the piece before or after it. */
static int piece_of_root(dyadic_pool *pool, const exact_cubic *cubic, const exact_poly *m,
                         int which) {
    if (cubic->turns == 0) return 0;
    int lead = lead_sign(&cubic->slope);
    int slope = lead * carom_poly_sign_at_root(pool, &cubic->slope, m, which);
    if (cubic->turns == 1) return slope > 0;
    if (slope < 0) return 1;
    return lead * carom_poly_sign_at_root(pool, &cubic->bend, m, which) > 0 ? 2 : 0;
}

/* Sign of a root of m minus the cubic's simple root. */
static int compare_roots(dyadic_pool *pool, const exact_poly *m, int which,
                         const exact_time *time) {
    int piece = piece_of_root(pool, time->cubic, m, which);
    if (piece != time->piece) return piece < time->piece ? -1 : 1;
    return -time->before * carom_poly_sign_at_root(pool, &time->cubic->f, m, which);
}

static int sign_at_simple_root(dyadic_pool *pool, const exact_poly *q, const exact_time *time) {
    int lead = lead_sign(q), count = carom_poly_root_count(pool, q);
    if (count == 0) return lead;
    int lower = compare_roots(pool, q, 0, time);
    if (q->degree == 1) return -lead * lower;
    if (count == 1) return lower == 0 ? 0 : lead;
    if (lower >= 0) return lower * lead;
    return lead * -compare_roots(pool, q, 1, time);
}

/* The sign of a polynomial of degree 2 at most on all of [0, 1], by its Bernstein coefficients; 0
 * when they are not conclusive. */
static int sign_throughout(dyadic_pool *pool, const exact_poly *q) {
    int sign = q->degree < 0 ? 0 : q->c[0].sign;
    if (sign == 0 || q->degree == 0) return sign;
    uint32_t *mark = pool->next;
    dyadic end = carom_dyadic_sum(pool, q->c[0], q->c[1]), middle = end;
    if (q->degree == 2) {
        middle = carom_dyadic_sum(pool, end, q->c[0]);
        end = carom_dyadic_sum(pool, end, q->c[2]);
    }
    pool->next = mark;
    return middle.sign == sign && end.sign == sign ? sign : 0;
}

int carom_sign_at_time(dyadic_pool *pool, const exact_poly *q, const exact_time *time) {
    int sign = sign_throughout(pool, q);
    if (sign != 0 || q->degree < 0) return sign;
    if (time->modulus) return carom_poly_sign_at_root(pool, q, time->modulus, time->which);
    return sign_at_simple_root(pool, q, time);
}

int carom_compare_to_time(dyadic_pool *pool, double x, const exact_time *time) {
    uint32_t *mark = pool->next;
    const exact_poly line = carom_poly_line(pool, x, -1.0);
    int sign = time->modulus ? carom_poly_sign_at_root(pool, &line, time->modulus, time->which)
                             : sign_at_simple_root(pool, &line, time);
    pool->next = mark;
    return sign;
}
