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
}

void carom_contact_pool_merge(contact_pool *pool, const manifold_point *point) {
    double same = SAME_POINT * pool->size;
    vec3 n = pool->normal;
    if (!(point->depth >= -pool->margin)) return;
    for (int i = 0; i < pool->count; i++) {
        manifold_point *other = &pool->points[i];
        vec3 off = sub3(point->point_a, other->point_a);
        if (!(max_abs3(mad3(off, n, -dot3(off, n))) <= same)) continue;
        /* a vertex (smaller id) is more accurate than a cut beside it */
        bool deeper = point->depth > other->depth + (point->id < other->id ? -same : same);
        if (deeper) *other = *point;
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
    if (point->depth > pool->points[least].depth) pool->points[least] = *point;
}
