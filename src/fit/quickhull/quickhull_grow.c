/* Quickhull [Barber96] on triangles with exact predicates. Each outside point is on the conflict
 * list of one triangle that it is strictly above. A step adds the farthest point of a list: it
 * removes the visible triangles, those that the point is strictly above, joins the point to the
 * horizon edges, and distributes the conflict lists of the removed triangles among the new ones; a
 * point above none of these is inside.
 *
 * Triangles coplanar with the new point stay. With exact signs that is consistent: the same
 * triangles would be visible from a point moved inwards by an infinitesimal, so the horizon is one
 * simple cycle, and no new triangle is degenerate, because the point is strictly above one side of
 * each horizon edge. */
#include <string.h>

#include "fit/quickhull/quickhull_parts.h"
#include "fit/quickhull/tolerances.h"
#include "fit/quickhull/quickhull_grow.h"

/* Faces up to which the oldest pending face is taken first. */
#define BREADTH_FIRST_FACES 4096
/* The boundary of a disk of n triangles has at most n + 2 edges. */
#define HORIZON_SLACK 4

static bool enlarge_array(const quickhull *q, void **array, size_t size, int32_t capacity) {
    void *larger = carom_alloc(q->allocator, (size_t)capacity + HORIZON_SLACK, size);
    if (!larger) return false;
    if (q->capacity > 0) memcpy(larger, *array, (size_t)(q->capacity + HORIZON_SLACK) * size);
    carom_free(q->allocator, *array);
    *array = larger;
    return true;
}

/* Reserves `more` faces, and a horizon and lists of as many entries as faces. */
static bool reserve_faces(quickhull *q, int32_t more) {
    if (q->face_count + more - q->spare_count <= q->capacity) return true;
    int32_t capacity = q->capacity + q->capacity / 2 + more + 64;
    void *faces = q->faces, *visible = q->visible, *pending = q->pending;
    void *spare = q->spare, *horizon = q->horizon;
    bool ok = enlarge_array(q, &faces, sizeof *q->faces, capacity) &&
              enlarge_array(q, &visible, sizeof *q->visible, capacity) &&
              enlarge_array(q, &pending, sizeof *q->pending, capacity) &&
              enlarge_array(q, &spare, sizeof *q->spare, capacity) &&
              enlarge_array(q, &horizon, sizeof *q->horizon, capacity);
    q->faces = faces;
    q->visible = visible;
    q->pending = pending;
    q->spare = spare;
    q->horizon = horizon;
    if (ok) q->capacity = capacity;
    return ok;
}

void carom_quickhull_release(quickhull *q) {
    carom_free(q->allocator, q->faces);
    carom_free(q->allocator, q->visible);
    carom_free(q->allocator, q->pending);
    carom_free(q->allocator, q->spare);
    carom_free(q->allocator, q->horizon);
}

static int32_t make_face(quickhull *q, int32_t a, int32_t b, int32_t c) {
    bool used = q->spare_count > 0;
    int32_t id = used ? q->spare[--q->spare_count] : q->face_count++;
    quickhull_face *face = &q->faces[id];
    uint32_t kept = used ? face->state & QUICKHULL_PENDING : 0;
    vec3 origin = hull_point(q->points, a);
    vec3 u = sub3(hull_point(q->points, b), origin), v = sub3(hull_point(q->points, c), origin);
    *face = (quickhull_face){
        .normal = cross3(u, v),
        .bound = QUICKHULL_FILTER * dot_magnitude(q->extent, cross_magnitude(u, v)) + DBL_MIN,
        .corner = origin,
        .vertex = {a, b, c},
        .head = -1,
        .state = QUICKHULL_LIVE | kept};
    return id;
}

/* Adds the point to the conflict list of the face when it is above; the farthest stays first. */
static bool claim_point(quickhull *q, int32_t id, int32_t point) {
    quickhull_face *face = &q->faces[id];
    double height;
    if (quickhull_side(q, face, point, &height) <= 0) return false;
    if (face->head >= 0 && height <= face->farthest) {
        q->points[point].next = q->points[face->head].next;
        q->points[face->head].next = point;
        return true;
    }
    q->points[point].next = face->head;
    face->head = point;
    face->farthest = height;
    return true;
}

/* Adds the point to the face that it is farthest above, of the horizon's. */
static void claim_farthest(quickhull *q, int32_t point) {
    int32_t best = -1;
    double most = 0.0, height;
    for (int32_t k = 0; k < q->horizon_count; k++) {
        const quickhull_face *face = &q->faces[q->horizon[k].face];
        if (quickhull_side(q, face, point, &height) <= 0) continue;
        height /= sqrt(len2(face->normal));
        if (best >= 0 && height <= most) continue;
        best = q->horizon[k].face;
        most = height;
    }
    if (best >= 0) (void)claim_point(q, best, point);
}

static void push_pending(quickhull *q, int32_t id) {
    quickhull_face *face = &q->faces[id];
    if (face->head < 0 || face->state & QUICKHULL_PENDING) return;
    face->state |= QUICKHULL_PENDING;
    if (q->pending_end == q->capacity) { /* no face is on it twice, so there is space in front */
        q->pending_end -= q->pending_first;
        memmove(q->pending, q->pending + q->pending_first,
                (size_t)q->pending_end * sizeof *q->pending);
        q->pending_first = 0;
    }
    q->pending[q->pending_end++] = id;
}

/* Takes the oldest face first while the hull has few faces, so that it grows evenly: a finely
 * triangulated part beside a coarse one repeatedly gives long horizons. Later takes the newest,
 * whose points are in the cache. */
static int32_t pop_pending(quickhull *q) {
    bool breadth_first = q->face_count < BREADTH_FIRST_FACES;
    int32_t id = breadth_first ? q->pending[q->pending_first++] : q->pending[--q->pending_end];
    q->faces[id].state &= ~(uint32_t)QUICKHULL_PENDING;
    return id;
}

/* The faces visible from the point, by a search from one of them, and the horizon. */
static void find_visible(quickhull *q, int32_t first, int32_t point) {
    q->visible_count = q->horizon_count = 0;
    q->visible[q->visible_count++] = first;
    q->faces[first].state |= QUICKHULL_VISIBLE;
    for (int32_t i = 0; i < q->visible_count; i++) {
        const quickhull_face *face = &q->faces[q->visible[i]];
        for (int k = 0; k < 3; k++) {
            int32_t across = face->adjacent[k];
            quickhull_face *other = &q->faces[across];
            double height;
            if (other->state & QUICKHULL_VISIBLE) continue;
            if (quickhull_side(q, other, point, &height) > 0) {
                other->state |= QUICKHULL_VISIBLE;
                q->visible[q->visible_count++] = across;
            } else {
                q->horizon[q->horizon_count++] =
                    (quickhull_horizon){face->vertex[k], face->vertex[(k + 1) % 3], across, -1};
            }
        }
    }
}

static void join_horizon(quickhull *q, int32_t point) {
    for (int32_t i = 0; i < q->horizon_count; i++) {
        quickhull_horizon *h = &q->horizon[i];
        h->face = make_face(q, h->from, h->to, point);
        q->faces[h->face].adjacent[0] = h->outer;
        quickhull_face *outer = &q->faces[h->outer];
        for (int k = 0; k < 3; k++)
            if (outer->vertex[k] == h->to) outer->adjacent[k] = h->face;
        q->points[h->from].next = h->face;
    }
    for (int32_t i = 0; i < q->horizon_count; i++) {
        const quickhull_horizon *h = &q->horizon[i];
        int32_t after = q->points[h->to].next;
        q->faces[h->face].adjacent[1] = after;
        q->faces[after].adjacent[2] = h->face;
    }
}

/* Distributes the conflict lists of the removed faces among the new ones. The search starts at the
 * face that took the last point: neighbours in a list are near one another, which saves tests when
 * the horizon is long. */
static void redistribute_points(quickhull *q) {
    int32_t start = 0;
    for (int32_t i = 0; i < q->visible_count; i++) {
        quickhull_face *removed = &q->faces[q->visible[i]];
        int32_t after;
        for (int32_t point = removed->head; point >= 0; point = after) {
            after = q->points[point].next;
            if (q->chooses) claim_farthest(q, point);
            for (int32_t k = start, left = q->chooses ? 0 : q->horizon_count; left > 0; left--) {
                if (claim_point(q, q->horizon[k].face, point)) {
                    start = k;
                    break;
                }
                k = k + 1 < q->horizon_count ? k + 1 : 0;
            }
        }
        removed->state &= QUICKHULL_PENDING;
        removed->head = -1;
    }
    for (int32_t i = 0; i < q->visible_count; i++)
        q->spare[q->spare_count++] = q->visible[i];
    for (int32_t k = 0; k < q->horizon_count; k++)
        push_pending(q, q->horizon[k].face);
}

static bool add_point(quickhull *q, int32_t id) {
    int32_t point = q->faces[id].head;
    q->faces[id].head = q->points[point].next;
    find_visible(q, id, point);
    if (!reserve_faces(q, q->horizon_count)) return false;
    join_horizon(q, point);
    redistribute_points(q);
    return true;
}

static void make_simplex(quickhull *q, const int32_t simplex[4]) {
    int32_t a = simplex[0], b = simplex[1], c = simplex[2], d = simplex[3];
    if (carom_quickhull_sign(hull_point(q->points, a), hull_point(q->points, b),
                             hull_point(q->points, c), hull_point(q->points, d)) > 0) {
        b = simplex[2];
        c = simplex[1];
    }
    make_face(q, a, b, c);
    make_face(q, a, d, b);
    make_face(q, b, d, c);
    make_face(q, c, d, a);
    static const int32_t across[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
    for (int f = 0; f < 4; f++)
        memcpy(q->faces[f].adjacent, across[f], sizeof across[f]);
}

static bool start_from_simplex(quickhull *q, const int32_t simplex[4]) {
    if (!reserve_faces(q, 4)) return false;
    make_simplex(q, simplex);
    for (q->horizon_count = 0; q->horizon_count < 4; q->horizon_count++)
        q->horizon[q->horizon_count].face = q->horizon_count;
    for (int32_t i = 0; i < q->count; i++) {
        if (q->chooses) claim_farthest(q, i);
        for (int32_t f = q->chooses ? 4 : 0; f < 4; f++)
            if (claim_point(q, f, i)) break;
    }
    for (int32_t f = 0; f < 4; f++)
        push_pending(q, f);
    return true;
}

bool carom_quickhull_grow(quickhull *q, const int32_t simplex[4]) {
    if (!start_from_simplex(q, simplex)) return false;
    while (q->pending_end > q->pending_first) {
        int32_t id = pop_pending(q);
        if (q->faces[id].head >= 0 && !add_point(q, id)) return false;
    }
    return true;
}

/* The face whose first point is the farthest above its plane; -1 when no point is outside. */
static int32_t farthest_face(const quickhull *q) {
    int32_t best = -1;
    double most = -1.0;
    for (int32_t f = 0; f < q->face_count; f++) {
        const quickhull_face *face = &q->faces[f];
        if (!(face->state & QUICKHULL_LIVE) || face->head < 0) continue;
        const double height = face->farthest / sqrt(len2(face->normal));
        if (height > most) {
            most = height;
            best = f;
        }
    }
    return best;
}

bool carom_quickhull_grow_farthest(quickhull *q, const int32_t simplex[4], int32_t limit) {
    q->chooses = true;
    if (!start_from_simplex(q, simplex)) return false;
    for (int32_t count = 4; count < limit; count++) {
        const int32_t face = farthest_face(q);
        if (face < 0) return true;
        if (!add_point(q, face)) return false;
        q->pending_first = q->pending_end = 0; /* of no use here, and would fill up */
        for (int32_t f = 0; f < q->face_count; f++)
            q->faces[f].state &= ~(uint32_t)QUICKHULL_PENDING;
    }
    return true;
}
