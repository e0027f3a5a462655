/* A pool of contact points that is gathered over the triangles of a surface, own method: points at
 * the same position are one, and a full pool is reduced to its outline, the convex hull of its
 * projection along the normal by Andrew's monotone chains [Andrew79], before contact reduction
 * (contact_reduction.c) chooses among them. The greatest depth is kept to SAME_POINT of the
 * size. */
#include "convex/manifold/contact_merge.h"

#include "convex/support/clip.h"

static double side_distance(const contact_pool *pool, const int corner[3]) {
    vec3 n = pool->normal, p = pool->points[corner[0]].point_a;
    vec3 side = sub3(pool->points[corner[2]].point_a, p);
    vec3 off = sub3(pool->points[corner[1]].point_a, p);
    side = mad3(side, n, -dot3(side, n));
    off = mad3(off, n, -dot3(off, n));
    double square = len2(side), t = square > 0.0 ? clamp01(dot3(off, side) / square) : 0.0;
    return sqrt(len2(mad3(off, side, -t)));
}

/* Removes vertices on the segment between their neighbours, the nearest first. @return the number
 * that is left */
static int drop_straight_corners(const contact_pool *pool, int *corner, int count) {
    while (count > 2) {
        int best = -1;
        double least = SAME_POINT * pool->size;
        for (int i = 0; i < count; i++) {
            const int around[3] = {corner[(i + count - 1) % count], corner[i],
                                   corner[(i + 1) % count]};
            double distance = side_distance(pool, around);
            if (!(distance < least)) continue;
            least = distance;
            best = i;
        }
        if (best < 0) break;
        count--;
        for (int i = best; i < count; i++)
            corner[i] = corner[i + 1];
    }
    return count;
}

static int deepest_point(const manifold_point *points, int count) {
    int best = 0;
    for (int i = 1; i < count; i++)
        if (points[i].depth > points[best].depth) best = i;
    return best;
}

/* Finds the corners of the outline, in order. @return their number */
static CAROM_APART int outline_corners(const contact_pool *pool, int corner[FEATURE_POINTS]) {
    convex_feature outline;
    outline.count = pool->count;
    for (int i = 0; i < pool->count; i++) {
        outline.points[i] = pool->points[i].point_a;
        outline.id[i] = (uint32_t)i;
    }
    carom_convex_order(&outline, pool->normal);
    for (int i = 0; i < outline.count; i++)
        corner[i] = (int)outline.id[i];
    return outline.count;
}

/* Moves the given points, which differ, to the front. A point whose place was taken is where the
 * one that took it had been. */
static void gather_points(contact_pool *pool, const int *from, int count) {
    for (int i = 0; i < count; i++) {
        int at = from[i];
        while (at < i)
            at = from[at];
        const manifold_point point = pool->points[at];
        pool->points[at] = pool->points[i];
        pool->points[i] = point;
    }
}

void carom_contact_pool_outline(contact_pool *pool) {
    int corner[FEATURE_POINTS];
    if (pool->count < 3 || pool->count > FEATURE_POINTS) return;
    int count = outline_corners(pool, corner);
    count = drop_straight_corners(pool, corner, count);
    const manifold_point deepest = pool->points[deepest_point(pool->points, pool->count)];
    gather_points(pool, corner, count);
    const double most = pool->points[deepest_point(pool->points, count)].depth;
    if (deepest.depth > most + SAME_POINT * pool->size) pool->points[count++] = deepest;
    pool->count = count;
    pool->keyed = 0;
}

/* ---- keys: of most points one coordinate tells that they are elsewhere. Floors of tiles have many
 * points along the axes, so the direction leans from these. */

/* Points for which keys pay. */
#define KEYED_LEAST 10

static float key_of(const contact_pool *pool, vec3 off) {
    return (float)max2(min2(dot3(pool->key_direction, off), KEY_MOST), -KEY_MOST);
}

static void set_key(contact_pool *pool, int i) {
    const vec3 off = sub3(pool->points[i].point_a, pool->key_origin);
    pool->key[i] = key_of(pool, off);
    pool->key_reach = max2(pool->key_reach, max_abs3(off));
}

static void set_keys(contact_pool *pool) {
    if (pool->keyed == 0) {
        const vec3 u = carom_perpendicular(pool->normal), v = cross3(pool->normal, u);
        pool->key_direction = mad3(scale3(u, KEY_COSINE), v, KEY_SINE);
        pool->key_origin = pool->points[0].point_a;
        pool->key_reach = 0.0;
    }
    for (; pool->keyed < pool->count; pool->keyed++)
        set_key(pool, pool->keyed);
}

static bool is_same_place(const contact_pool *pool, const manifold_point *point, int i) {
    const vec3 n = pool->normal, off = sub3(point->point_a, pool->points[i].point_a);
    return max_abs3(mad3(off, n, -dot3(off, n))) <= SAME_POINT * pool->size;
}

/* Returns a point of the pool at the same position in the projection, or null. */
static manifold_point *same_place(contact_pool *pool, const manifold_point *point) {
    if (pool->count < KEYED_LEAST) {
        for (int i = 0; i < pool->count; i++)
            if (is_same_place(pool, point, i)) return &pool->points[i];
        return NULL;
    }
    set_keys(pool);
    const vec3 away = sub3(point->point_a, pool->key_origin);
    const float key = key_of(pool, away);
    const double reach = max2(pool->key_reach, max_abs3(away));
    const float apart = (float)(KEY_APART * SAME_POINT * pool->size + KEY_ROUNDING * reach);
    for (int i = 0; i < pool->count; i++)
        if (!(fabsf(pool->key[i] - key) > apart) && is_same_place(pool, point, i))
            return &pool->points[i];
    return NULL;
}

/* ---- merging */

void carom_contact_pool_merge(contact_pool *pool, const manifold_point *point) {
    double same = SAME_POINT * pool->size;
    if (!(point->depth >= -pool->margin)) return;
    manifold_point *other = same_place(pool, point);
    if (other) {
        /* a vertex (smaller id) is more accurate than a cut beside it */
        bool deeper = point->depth > other->depth + (point->id < other->id ? -same : same);
        if (!deeper) return;
        *other = *point;
        if (pool->keyed > 0) set_key(pool, (int)(other - pool->points));
        return;
    }
    if (pool->count == FEATURE_POINTS) carom_contact_pool_outline(pool);
    if (pool->count < FEATURE_POINTS) {
        pool->points[pool->count++] = *point;
        return;
    }
    int least = 0;
    for (int i = 1; i < pool->count; i++)
        if (pool->points[i].depth < pool->points[least].depth) least = i;
    if (!(point->depth > pool->points[least].depth)) return;
    pool->points[least] = *point;
    pool->keyed = 0;
}
