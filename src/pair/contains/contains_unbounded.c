/* Containment among rays, lines, planes and half-spaces, by exact signs [Shewchuk97]: whether they
 * are parallel, and the order of their ends. The end of a ray is never computed; its parameter
 * enters the sign as a factor. */
#include "pair/contains/contains.h"
#include "math/predicates.h"
#include "query/closest/exact_contact.h"
#include "pair/contains/contains_unbounded.h"

/* The points origin + t * direction, t from t[0] to t[1], either perhaps infinite. */
typedef struct straight_path {
    vec3 origin, direction;
    double t[2];
} straight_path;

static straight_path straight_of(const carom_shape *shape) {
    if (shape->kind == CAROM_SHAPE_LINE)
        return (straight_path){load3(shape->as.line.origin),
                               load3(shape->as.line.direction),
                               {-(double)INFINITY, (double)INFINITY}};
    const carom_ray *ray = &shape->as.ray;
    return (straight_path){
        load3(ray->origin), load3(ray->direction), {(double)ray->t_min, (double)ray->t_max}};
}

typedef struct given_plane {
    vec3 normal;
    double offset;
    bool solid; /* a half-space */
} given_plane;

static given_plane given_plane_of(const carom_shape *shape) {
    const carom_plane plane = plane_of_kind(shape);
    return (given_plane){load3(plane.normal), (double)plane.offset,
                         shape->kind == CAROM_SHAPE_HALFSPACE};
}

static exact_factor single_factor(double x) {
    return (exact_factor){x, 0.0};
}

/* Sign of dot(normal, origin + t * direction) - offset. */
static int sign_at(const given_plane *plane, const straight_path *path, double t) {
    exact_term terms[7];
    for (int i = 0; i < 3; i++) {
        exact_factor n = single_factor(axis3(plane->normal, i));
        terms[i] = (exact_term){{n, single_factor(axis3(path->origin, i))}, 2, false};
        terms[3 + i] =
            (exact_term){{n, single_factor(axis3(path->direction, i)), single_factor(t)}, 3, false};
    }
    terms[6] = (exact_term){{single_factor(plane->offset)}, 1, true};
    return carom_exact_sign(terms, 7);
}

static bool side_is_held(const given_plane *plane, int sign) {
    return plane->solid ? sign <= 0 : sign == 0;
}

static bool plane_holds_path(const given_plane *plane, const straight_path *path) {
    int toward = carom_sign_plane(plane->normal, 0.0, path->direction);
    bool unbounded[2] = {!finite1(path->t[0]), !finite1(path->t[1])};
    for (int end = 0; end < 2; end++) {
        int outward = end ? toward : -toward;
        if (unbounded[end] ? !side_is_held(plane, outward)
                           : !side_is_held(plane, sign_at(plane, path, path->t[end])))
            return false;
    }
    return !(unbounded[0] && unbounded[1]) || side_is_held(plane, sign_at(plane, path, 0.0));
}

/* Sign of b's point at t_b along a's direction from a's point at t_a; b's origin on a's line. */
static int sign_of_order(const straight_path *a, double t_a, const straight_path *b, double t_b) {
    exact_term terms[9];
    for (int i = 0; i < 3; i++) {
        exact_factor d = single_factor(axis3(a->direction, i)),
                     e = single_factor(axis3(b->direction, i));
        exact_factor from = {axis3(b->origin, i), axis3(a->origin, i)};
        terms[i] = (exact_term){{from, d}, 2, false};
        terms[3 + i] = (exact_term){{single_factor(t_b), e, d}, 3, false};
        terms[6 + i] = (exact_term){{single_factor(t_a), d, d}, 3, true};
    }
    return carom_exact_sign(terms, 9);
}

static bool path_holds_path(const straight_path *a, const straight_path *b) {
    vec3 zero = vec(0, 0, 0);
    if (!carom_point_on_line_exact(b->origin, a->origin, a->direction)) return false;
    bool parallel = carom_collinear(zero, a->direction, b->direction);
    bool same_direction = carom_sign_dot(zero, a->direction, zero, b->direction) > 0;
    for (int end = 0; end < 2; end++) {
        double t_a = a->t[end], t_b = b->t[same_direction ? end : 1 - end];
        if (!parallel && b->t[0] != b->t[1]) return false;
        if (!finite1(t_a)) continue;
        if (!finite1(t_b)) return false;
        int order = sign_of_order(a, t_a, b, t_b);
        if (end ? order > 0 : order < 0) return false;
    }
    return true;
}

static bool plane_holds_plane(const given_plane *a, const given_plane *b) {
    if (b->solid && !a->solid) return false;
    if (!carom_collinear(vec(0, 0, 0), a->normal, b->normal)) return false;
    int axis = 0;
    for (int i = 1; i < 3; i++)
        axis = fabs(axis3(b->normal, i)) > fabs(axis3(b->normal, axis)) ? i : axis;
    double n = axis3(a->normal, axis), m = axis3(b->normal, axis);
    /* b's plane is at offset b * n / m of a's normal */
    exact_term terms[2] = {{{single_factor(b->offset), single_factor(n)}, 2, false},
                           {{single_factor(a->offset), single_factor(m)}, 2, true}};
    int sign = carom_exact_sign(terms, 2) * (m > 0.0 ? 1 : -1);
    if (b->solid && (n > 0.0) != (m > 0.0)) return false;
    return side_is_held(a, sign);
}

bool carom_unbounded_holds(const carom_shape *a, const carom_shape *b) {
    if (is_line_kind(b->kind)) {
        straight_path path = straight_of(b);
        if (path.t[0] > DBL_MAX || path.t[1] < -DBL_MAX) return false; /* no point */
        if (is_line_kind(a->kind)) {
            straight_path holder = straight_of(a);
            return path_holds_path(&holder, &path);
        }
        given_plane plane = given_plane_of(a);
        return is_plane_kind(a->kind) && plane_holds_path(&plane, &path);
    }
    if (!is_plane_kind(a->kind) || !is_plane_kind(b->kind)) return false;
    given_plane first = given_plane_of(a), second = given_plane_of(b);
    return plane_holds_plane(&first, &second);
}
