/* Exact predicates at the point of three planes, where a surface passes through itself on
 * another one (own method: Cramer's rule in dyadic numbers). The homogeneous coordinates are
 * polynomials of degree 7 and 6 in the vertices, and the side of a plane is a polynomial of
 * degree 9: dyadic numbers represent them exactly, whatever the magnitudes. */
#include "mesh/solid/solid_planes.h"

#include "math/dyadic.h"
#include "mesh/curves/curve_data.h"
#include "mesh/solid/tolerances.h"

/* The point sum / weight; the weight is positive. */
typedef struct homogeneous_point {
    dyadic3 sum;
    dyadic weight;
} homogeneous_point;

/* A plane dot(normal, x) = offset. */
typedef struct dyadic_plane {
    dyadic3 normal;
    dyadic offset;
} dyadic_plane;

/* b - a */
static dyadic3 difference_between(dyadic_pool *pool, vec3 a, vec3 b) {
    const dyadic3 from = carom_dyadic3_of(pool, a), to = carom_dyadic3_of(pool, b);
    return carom_dyadic3_difference(pool, &to, &from);
}

static dyadic_plane plane_of_triangle(dyadic_pool *pool, const vec3 v[3]) {
    uint32_t *mark = pool->next;
    dyadic_plane plane;
    const dyadic3 e1 = difference_between(pool, v[0], v[1]);
    const dyadic3 e2 = difference_between(pool, v[0], v[2]);
    const dyadic3 corner = carom_dyadic3_of(pool, v[0]);
    plane.normal = carom_dyadic3_cross(pool, &e1, &e2);
    plane.offset = carom_dyadic3_dot(pool, &plane.normal, &corner);
    dyadic3 *n = &plane.normal;
    carom_dyadic_keep(pool, mark, (dyadic *const[]){&n->x, &n->y, &n->z, &plane.offset}, 4);
    return plane;
}

/* Their point. The weight is 0 where they share no point or more than one. */
static homogeneous_point point_of_planes(dyadic_pool *pool, const three_planes *planes) {
    uint32_t *mark = pool->next;
    dyadic_plane plane[3];
    homogeneous_point m = {{dyadic_zero(), dyadic_zero(), dyadic_zero()}, dyadic_zero()};
    for (int i = 0; i < 3; i++)
        plane[i] = plane_of_triangle(pool, planes->v[i]);
    for (int i = 0; i < 3; i++) {
        const dyadic3 cross =
            carom_dyadic3_cross(pool, &plane[(i + 1) % 3].normal, &plane[(i + 2) % 3].normal);
        const dyadic3 term = carom_dyadic3_product(pool, &cross, plane[i].offset);
        m.sum = carom_dyadic3_sum(pool, &m.sum, &term);
        if (i == 2) m.weight = carom_dyadic3_dot(pool, &cross, &plane[2].normal);
    }
    m.sum = carom_dyadic3_signed(&m.sum, m.weight.sign);
    m.weight = dyadic_signed(m.weight, m.weight.sign);
    carom_dyadic_keep(pool, mark, (dyadic *const[]){&m.sum.x, &m.sum.y, &m.sum.z, &m.weight}, 4);
    return m;
}

static vec3 rounded_homogeneous(const homogeneous_point *m) {
    int top = carom_dyadic_top(m->weight), sum_top = carom_dyadic3_top(&m->sum);
    if (sum_top > top) top = sum_top;
    vec3 sum = carom_dyadic3_value(&m->sum, top);
    return scale3(sum, 1.0 / carom_dyadic_value(m->weight, top));
}

/* A question about the point of three planes and a triangle, an edge or a ray and an edge. */
typedef struct planes_question {
    const three_planes *planes;
    const vec3 *v;
    int axis;
    int sign;   /* the answer */
    vec3 point; /* the answer, where `sign` is not 0 */
} planes_question;

static void find_point(dyadic_pool *pool, void *question) {
    planes_question *q = question;
    const homogeneous_point m = point_of_planes(pool, q->planes);
    q->sign = m.weight.sign;
    if (q->sign != 0) q->point = rounded_homogeneous(&m);
}

bool carom_exact_point_of_planes(exact_point *p, const three_planes *planes) {
    planes_question q = {.planes = planes};
    carom_with_dyadics(find_point, &q);
    if (q.sign == 0) return false;
    *p = (exact_point){.planes = planes, .near = q.point};
    p->error = ROUNDED_POINT_UNITS * ROUNDOFF * max_abs3(p->near) + DBL_MIN;
    return finite3(p->near);
}

static void find_side(dyadic_pool *pool, void *question) {
    planes_question *q = question;
    const homogeneous_point m = point_of_planes(pool, q->planes);
    const dyadic_plane plane = plane_of_triangle(pool, q->v);
    const dyadic height = carom_dyadic3_dot(pool, &plane.normal, &m.sum);
    const dyadic level = carom_dyadic_product(pool, plane.offset, m.weight);
    q->sign = dyadic_difference(pool, height, level).sign;
}

int carom_exact_planes_side(const three_planes *planes, const vec3 v[3]) {
    planes_question q = {.planes = planes, .v = v};
    carom_with_dyadics(find_side, &q);
    return q.sign;
}

/* (y - x) cross (p - x), times the weight. */
static dyadic3 cross_to_point(dyadic_pool *pool, const three_planes *planes, vec3 x, vec3 y) {
    const homogeneous_point m = point_of_planes(pool, planes);
    const dyadic3 edge = difference_between(pool, x, y), corner = carom_dyadic3_of(pool, x);
    const dyadic3 start = carom_dyadic3_product(pool, &corner, m.weight);
    const dyadic3 rest = carom_dyadic3_difference(pool, &m.sum, &start);
    return carom_dyadic3_cross(pool, &edge, &rest);
}

static void find_side_2d(dyadic_pool *pool, void *question) {
    planes_question *q = question;
    const dyadic3 cross = cross_to_point(pool, q->planes, q->v[0], q->v[1]);
    q->sign = q->axis == 0 ? cross.x.sign : q->axis == 1 ? cross.y.sign : cross.z.sign;
}

int carom_exact_planes_side_2d(const three_planes *planes, vec3 x, vec3 y, int axis) {
    planes_question q = {.planes = planes, .v = (const vec3[]){x, y}, .axis = axis};
    carom_with_dyadics(find_side_2d, &q);
    return q.sign;
}

/* (x - p) cross (y - p) is (y - x) cross (p - x). */
static void find_side_of_ray(dyadic_pool *pool, void *question) {
    planes_question *q = question;
    const dyadic3 cross = cross_to_point(pool, q->planes, q->v[0], q->v[1]);
    const dyadic3 along = carom_dyadic3_of(pool, q->v[2]);
    q->sign = carom_dyadic3_dot_sign(pool, &along, &cross);
}

int carom_exact_planes_side_of_ray(const three_planes *planes, vec3 ray, vec3 x, vec3 y) {
    planes_question q = {.planes = planes, .v = (const vec3[]){x, y, ray}};
    carom_with_dyadics(find_side_of_ray, &q);
    return q.sign;
}
