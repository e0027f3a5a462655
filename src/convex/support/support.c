/* Support functions of hulls and of the curved kinds, in closed form for the latter.
 *
 * Small hulls are scanned, eight vertices a step in vectors of the compiler, without a branch that
 * depends on the data. Larger hulls are searched by hill climbing along their edges [Ericson05]
 * 9.5.4, which starts at the vertex of the last search or at the stored vertex (outpost) of the
 * direction's cell. */
#include "convex/support/support.h"

#include "shape/hull_climb.h"

/* Two doubles in a vector of the compiler, on any instruction set. */
typedef double pair __attribute__((vector_size(16)));
typedef double loose_pair __attribute__((vector_size(16), aligned(8), may_alias));
typedef int64_t pair_index __attribute__((vector_size(16)));

/* The farthest vertex of each lane: its height and index. */
typedef struct leader {
    pair value;
    pair_index index;
} leader;

static inline leader farther(leader a, leader b) {
    pair_index more = b.value > a.value;
    return (leader){(pair)((more & (pair_index)b.value) | (~more & (pair_index)a.value)),
                    (more & b.index) | (~more & a.index)};
}

static inline leader leader_at(const hull_data *h, int64_t i, const pair d[3]) {
    pair x = *(const loose_pair *)(const void *)(h->x + i);
    pair y = *(const loose_pair *)(const void *)(h->y + i);
    pair z = *(const loose_pair *)(const void *)(h->z + i);
    return (leader){x * d[0] + y * d[1] + z * d[2], (pair_index){i, i + 1}};
}

/* The farthest vertex, the first of equals in each lane: blocks of eight in four leaders of two
 * lanes, without branches on the data. */
static inline int scan(const hull_data *h, const vec3 *d) {
    const pair spread[3] = {{d->x, d->x}, {d->y, d->y}, {d->z, d->z}};
    leader a = leader_at(h, 0, spread), b = leader_at(h, 2, spread);
    leader c = leader_at(h, 4, spread), e = leader_at(h, 6, spread);
    for (int i = HULL_LANES; i < h->vertex_count; i += HULL_LANES) {
        a = farther(a, leader_at(h, i, spread));
        b = farther(b, leader_at(h, i + 2, spread));
        c = farther(c, leader_at(h, i + 4, spread));
        e = farther(e, leader_at(h, i + 6, spread));
    }
    a = farther(farther(a, b), farther(c, e));
    int64_t mask = -(int64_t)(a.value[1] > a.value[0]);
    int found = (int)((a.index[1] & mask) | (a.index[0] & ~mask)), last = h->vertex_count - 1;
    return found < last ? found : last;
}

static inline int hull_search(const hull_data *hull, const vec3 *direction, int hint) {
    int count = hull->vertex_count;
    if (!hull_has_outposts(hull)) return scan(hull, direction);
    if (hint > 0 && hint < count) return hull_climb(hull, *direction, hint);
    int from = hull->outpost[hull_cell(*direction)], last = ~hint;
    bool nearer = hint < 0 && last < count &&
                  hull_along(hull, last, *direction) > hull_along(hull, from, *direction);
    return hull_climb(hull, *direction, nearer ? last : from);
}

int carom_convex_hull_support(const hull_data *hull, const vec3 *direction, int hint) {
    return hull_search(hull, direction, hint);
}

static vec3 cone_offset(const convex_shape *s, vec3 d) {
    vec3 u = convex_to_axes(s, d);
    double length = sqrt(u.x * u.x + u.y * u.y);
    if (u.z * s->half.z >= length * s->half.x) return scale3(s->axes[2], s->half.z);
    double k = length > 0.0 ? 1.0 / length : 0.0;
    return convex_from_axes(s, u.x * k * s->half.x, u.y * k * s->half.x, 0.0);
}

/* The ellipsoid is the image M ball: its support point along d is M times that of the ball along
 * M^T d. */
static vec3 ellipsoid_offset(const convex_shape *s, vec3 d) {
    double largest = max_abs3(s->half), unit = largest > 0.0 ? 1.0 / largest : 0.0;
    vec3 u = convex_to_axes(s, d);
    double x = u.x * (s->half.x * unit), y = u.y * (s->half.y * unit), z = u.z * (s->half.z * unit);
    double length = sqrt(x * x + y * y + z * z);
    double k = length > 0.0 ? 1.0 / length : 0.0;
    return convex_from_axes(s, x * k * s->half.x, y * k * s->half.y, z * k * s->half.z);
}

static vec3 outline_support(const convex_shape *s, vec3 d, int *index) {
    vec3 best = convex_outline_corner(s, 0);
    double farthest = dot3(best, d);
    *index = 0;
    for (int i = 1; i < s->count; i++) {
        vec3 v = convex_outline_corner(s, i);
        double along = dot3(v, d);
        if (!(along > farthest)) continue;
        farthest = along;
        best = v;
        *index = i;
    }
    return best;
}

/* The axes of a copy that was scaled are not of unit length. */
static vec3 function_offset(const convex_shape *s, vec3 d) {
    const vec3 local = carom_normalize_or(convex_to_axes(s, d), vec(1, 0, 0));
    const vec3 v = s->function->offset(s->function, local);
    return convex_from_axes(s, v.x, v.y, v.z);
}

vec3 carom_convex_support_far(const convex_shape *shape, const vec3 *direction, int *index) {
    if (shape->kind == CONVEX_HULL) {
        const vec3 local = convex_to_axes(shape, *direction);
        *index = hull_search(shape->hull, &local, *index);
        vec3 v = hull_vertex(shape->hull, *index);
        return convex_from_axes(shape, v.x, v.y, v.z);
    }
    if (shape->kind == CONVEX_OUTLINE) return outline_support(shape, *direction, index);
    *index = 0;
    if (shape->kind == CONVEX_CYLINDER) return convex_cylinder_offset(shape, *direction);
    if (shape->kind == CONVEX_CONE) return cone_offset(shape, *direction);
    if (shape->kind == CONVEX_FUNCTION) return function_offset(shape, *direction);
    return ellipsoid_offset(shape, *direction);
}

vec3 carom_convex_support(const convex_shape *shape, vec3 direction, int *hint) {
    double largest = max_abs3(direction);
    if (!(largest > SUPPORT_DIRECTION_MIN && largest < SUPPORT_DIRECTION_MAX))
        direction = carom_normalize_or(direction, vec(1, 0, 0));
    return add3(convex_origin(shape), convex_offset(shape, direction, hint));
}

void carom_convex_shift(convex_posed *out, const convex_shape *shape, vec3 by) {
    out->shape = *shape;
    if (shape->kind != CONVEX_POINTS) {
        out->shape.center = add3(shape->center, by);
        return;
    }
    for (int i = 0; i < shape->count && i < CONVEX_POINTS_LIMIT; i++)
        out->points[i] = add3(shape->points[i], by);
    out->shape.points = out->points;
}
