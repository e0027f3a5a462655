/* Exact predicates at the point of three planes, where a surface passes through itself on
 * another one (own method: Cramer's rule in dyadic numbers). The homogeneous coordinates are
 * polynomials of degree 7 and 6 in the vertices, and the side of a plane is a polynomial of
 * degree 9: dyadic numbers represent them exactly, whatever the magnitudes. */
#include "mesh/curves/curve_data.h"
#include "mesh/solid/solid_exact.h"
#include "mesh/solid/tolerances.h"
#include "mesh/solid/solid_planes.h"

static void set_dyadic3(dyadic3 *out, vec3 v) {
    carom_dyadic_set(&out->x, v.x);
    carom_dyadic_set(&out->y, v.y);
    carom_dyadic_set(&out->z, v.z);
}

/* Sets to - from. */
static void set_corner_difference(dyadic3 *out, vec3 from, vec3 to) {
    dyadic3 a, b;
    set_dyadic3(&a, to);
    set_dyadic3(&b, from);
    carom_dyadic3_subtract(out, &a, &b);
}

/* Sets the triangle's plane, dot(normal, x) = offset. */
static void set_plane_of_triangle(dyadic3 *normal, dyadic *offset, const vec3 v[3]) {
    dyadic3 e1, e2, corner;
    set_corner_difference(&e1, v[0], v[1]);
    set_corner_difference(&e2, v[0], v[2]);
    carom_dyadic3_cross(normal, &e1, &e2);
    set_dyadic3(&corner, v[0]);
    carom_dyadic3_dot(offset, normal, &corner);
}

static void add_dyadic3(dyadic3 *sum, const dyadic3 *term) {
    dyadic3 old;
    carom_dyadic3_copy(&old, sum);
    carom_dyadic_add(&sum->x, &old.x, &term->x, 1);
    carom_dyadic_add(&sum->y, &old.y, &term->y, 1);
    carom_dyadic_add(&sum->z, &old.z, &term->z, 1);
}

static void negate_homogeneous(homogeneous_point *m) {
    m->weight.sign = -m->weight.sign;
    m->sum.x.sign = -m->sum.x.sign;
    m->sum.y.sign = -m->sum.y.sign;
    m->sum.z.sign = -m->sum.z.sign;
}

static vec3 rounded_homogeneous(const homogeneous_point *m) {
    int top = carom_dyadic_top(&m->weight), sum_top = carom_dyadic3_top(&m->sum);
    if (sum_top > top) top = sum_top;
    vec3 sum = carom_dyadic3_value(&m->sum, top);
    return scale3(sum, 1.0 / carom_dyadic_value(&m->weight, top));
}

bool carom_exact_point_of_planes(exact_point *p, homogeneous_point *m, const vec3 *const v[3]) {
    dyadic3 normal[3], cross, term;
    dyadic offset[3];
    for (int i = 0; i < 3; i++)
        set_plane_of_triangle(&normal[i], &offset[i], v[i]);
    set_dyadic3(&m->sum, vec(0.0, 0.0, 0.0));
    for (int i = 0; i < 3; i++) {
        carom_dyadic3_cross(&cross, &normal[(i + 1) % 3], &normal[(i + 2) % 3]);
        carom_dyadic3_scale(&term, &cross, &offset[i]);
        add_dyadic3(&m->sum, &term);
        if (i == 2) carom_dyadic3_dot(&m->weight, &cross, &normal[2]);
    }
    if (m->weight.sign == 0) return false;
    if (m->weight.sign < 0) negate_homogeneous(m);
    *p = (exact_point){.homogeneous = m, .near = rounded_homogeneous(m)};
    p->error = ROUNDED_POINT_UNITS * ROUNDOFF * max_abs3(p->near) + DBL_MIN;
    return finite3(p->near);
}

int carom_exact_planes_side(const homogeneous_point *m, const vec3 v[3]) {
    dyadic3 normal;
    dyadic offset, height, level, difference;
    set_plane_of_triangle(&normal, &offset, v);
    carom_dyadic3_dot(&height, &normal, &m->sum);
    carom_dyadic_multiply(&level, &offset, &m->weight);
    carom_dyadic_add(&difference, &height, &level, -1);
    return difference.sign;
}

/* Sets (y - x) cross (p - x), times the weight. */
static void cross_to_point(dyadic3 *out, const homogeneous_point *m, vec3 x, vec3 y) {
    dyadic3 edge, corner, start, rest;
    set_corner_difference(&edge, x, y);
    set_dyadic3(&corner, x);
    carom_dyadic3_scale(&start, &corner, &m->weight);
    carom_dyadic3_subtract(&rest, &m->sum, &start);
    carom_dyadic3_cross(out, &edge, &rest);
}

int carom_exact_planes_side_2d(const homogeneous_point *m, vec3 x, vec3 y, int axis) {
    dyadic3 cross;
    cross_to_point(&cross, m, x, y);
    return axis == 0 ? cross.x.sign : axis == 1 ? cross.y.sign : cross.z.sign;
}

/* (x - p) cross (y - p) is (y - x) cross (p - x). */
int carom_exact_planes_side_of_ray(const homogeneous_point *m, vec3 ray, vec3 x, vec3 y) {
    dyadic3 cross, along;
    cross_to_point(&cross, m, x, y);
    set_dyadic3(&along, ray);
    return carom_dyadic3_dot_sign(&along, &cross);
}
