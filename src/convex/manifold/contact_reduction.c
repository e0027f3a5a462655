/* Contact reduction [Gregorius13]: keeps the deepest point, the one farthest from it, and then the
 * points that add the most area on either side. Twice the area of a triangle along the normal is
 * linear in the point, so each side of the taken points costs one dot product. Points whose worth
 * is the same to SAME_WORTH are taken in their order, which keeps the choice stable from one query
 * to the next, and equal to that of contact_reduce_lanes.h in float. */
#include "convex/manifold/contact_reduction.h"

bool carom_contact_pool_is_filled(const contact_pool *pool, double depth) {
    double deepest = -DBL_MAX, same = pool->same_depth * max2(pool->size, fabs(depth));
    for (int i = 0; i < pool->count; i++)
        deepest = max2(deepest, pool->points[i].depth);
    return pool->count >= 2 && deepest >= depth - same;
}

void carom_contact_pool_witness(contact_pool *pool, vec3 on_a, vec3 on_b, uint32_t id) {
    manifold_point witness = pool_witness(pool, on_a, on_b, id);
    double same = SAME_POINT * max2(pool->size, fabs(witness.depth));
    if (carom_contact_pool_is_filled(pool, witness.depth)) return;
    pool->keyed = 0;
    for (int i = 0; i < pool->count; i++) {
        manifold_point *other = &pool->points[i];
        if (!(max_abs3(sub3(other->point_a, on_a)) <= same)) continue;
        witness.id = other->id;
        if (witness.depth > other->depth + pool->same_depth * pool->size) *other = witness;
        return;
    }
    pool_put(pool, &witness);
}

/* Sides of the polygon of taken points: dot(across, x - from) is twice the area that x adds beyond
 * a side. */
typedef struct taken_sides {
    vec3 normal, from[3], across[3];
} taken_sides;

static vec3 across_side(vec3 n, const manifold_point *p, const manifold_point *q) {
    return cross3(n, sub3(q->point_a, p->point_a));
}

static void set_sides(taken_sides *sides, vec3 n, const manifold_point *taken, int count) {
    sides->normal = n;
    if (count < 2 || count > 3) return;
    for (int k = 0; k < count; k++) {
        int next = k + 1 < count ? k + 1 : 0;
        sides->from[k] = taken[k].point_a;
        sides->across[k] = across_side(n, &taken[k], &taken[next]);
    }
    if (count == 2) return;
    double area = dot3(sides->across[0], sub3(taken[2].point_a, taken[0].point_a));
    for (int k = 0; k < 3 && !(area < 0.0); k++)
        sides->across[k] = neg3(sides->across[k]);
}

/* Squared distance of two points in the projection along n. */
static inline double away_across(vec3 n, const manifold_point *p, const manifold_point *q) {
    vec3 delta = sub3(p->point_a, q->point_a);
    double up = dot3(delta, n);
    return len2(delta) - up * up;
}

/* What a point adds to those already taken, in the projection along n: its depth if it is the
 * first, its distance to the first, the area on either side, then its distance to the nearest. */
static inline double worth(const taken_sides *sides, const manifold_point *taken, int count,
                           const manifold_point *point) {
    vec3 x = point->point_a;
    if (count == 0) return point->depth;
    if (count == 1) return away_across(sides->normal, point, taken);
    if (count == 2) return fabs(dot3(sides->across[0], sub3(x, sides->from[0])));
    double most = 0.0;
    if (count == 3) {
        for (int k = 0; k < 3; k++)
            most = max2(most, dot3(sides->across[k], sub3(x, sides->from[k])));
        return most;
    }
    most = DBL_MAX;
    for (int k = 0; k < count; k++)
        most = min2(most, away_across(sides->normal, point, &taken[k]));
    return most;
}

static void sort_points(manifold_point *points, int count) {
    for (int i = 1; i < count; i++) {
        if (!(points[i].depth > points[i - 1].depth)) continue;
        manifold_point moving = points[i];
        int j = i;
        for (; j > 0 && moving.depth > points[j - 1].depth; j--)
            points[j] = points[j - 1];
        points[j] = moving;
    }
}

int carom_held_capacity(int capacity) {
    return capacity <= 0                ? MANIFOLD_CAPACITY
           : capacity > MANIFOLD_POINTS ? MANIFOLD_POINTS
                                        : capacity;
}

/* The index in `left` of the point that adds most. */
static int best_left(const contact_pool *pool, const int *left, int left_count,
                     const convex_manifold *out) {
    taken_sides sides;
    double worths[POOL], most = -DBL_MAX;
    set_sides(&sides, pool->normal, out->points, out->count);
    for (int i = 0; i < left_count; i++) {
        worths[i] = worth(&sides, out->points, out->count, &pool->points[left[i]]);
        most = max2(most, worths[i]);
    }
    const double size = pool->size;
    double same = out->count == 0 ? CONTACT_ROUNDING * size : SAME_WORTH * size * size;
    for (int i = 0; i < left_count; i++)
        if (worths[i] >= most - same) return i;
    return 0;
}

void carom_contact_pool_take(contact_pool *pool, int capacity, convex_manifold *out) {
    int left[POOL], left_count = pool->count;
    capacity = carom_held_capacity(capacity);
    out->normal = pool->normal;
    out->count = 0;
    bool all = pool->count <= capacity;
    for (int i = 0; i < pool->count; i++)
        left[i] = i;
    for (int i = 0; all && i < pool->count; i++)
        out->points[out->count++] = pool->points[i];
    while (!all && out->count < capacity) {
        int best = best_left(pool, left, left_count, out);
        out->points[out->count++] = pool->points[left[best]];
        left_count--;
        for (int i = best; i < left_count; i++)
            left[i] = left[i + 1];
    }
    sort_points(out->points, out->count);
}
