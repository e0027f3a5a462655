/* The faces a point is near. Small hulls are asked face by face. Of a large one the point is near
 * few, and they are in a cap: dot(normal, x) / height, over the faces, is linear over the corners
 * of the polar polytope, where climbing finds the top and a level's corners are connected. */
#include "convex/facets_near.h"

/* Hulls of no more faces are searched face by face. */
#define FEW_FACES 64
/* Room for the faces of large hulls that are looked at, and the part of the inner ball that the
 * depth must be below for them to be few. */
#define CAP_FACES 192
#define CAP_SLOTS 512
#define CAP_PART 0.25

int carom_face_over(const hull_data *h, vec3 local, int vertex) {
    int best = h->face[h->vertex_edge[vertex]];
    double least = below_face(h, best, local);
    for (int steps = 0; steps < h->face_count; steps++) {
        int from = best, edge = h->face_edge[best];
        for (int k = 0; k < h->half_edge_count; k++) {
            int face = face_beyond(h, edge);
            double down = below_face(h, face, local);
            best = down < least ? face : best;
            least = min2(down, least);
            edge = h->next[edge];
            if (edge == h->face_edge[from]) break;
        }
        if (best == from) break;
    }
    return best;
}

/* Faces that a point, in the hull's own frame, is less than `bound` below; four at a time, as
 * mostly none is. @return how many. */
static int scan_near(const hull_data *h, vec3 local, double bound, int *faces) {
    int count = 0;
    for (int i = 0; i < h->face_count; i += 4) {
        int end = h->face_count - i < 4 ? h->face_count : i + 4;
        double least = below_face(h, end - 1, local);
        if (CAROM_LIKELY(end == i + 4))
            least = min2(min2(below_face(h, i, local), below_face(h, i + 1, local)),
                         min2(below_face(h, i + 2, local), least));
        else
            for (int k = i; k < end; k++)
                least = min2(least, below_face(h, k, local));
        if (CAROM_LIKELY(!(least < bound))) continue;
        for (int k = i; k < end; k++) {
            if (!(below_face(h, k, local) < bound)) continue;
            if (count == NEAR_FACES) return NEAR_FACES + 1;
            faces[count++] = k;
        }
    }
    return count;
}

/* Heights of a face over the point and over the hull's centre. */
typedef struct face_heights {
    double point, center;
} face_heights;

static inline face_heights heights_of(const hull_data *h, int face, vec3 local) {
    return (face_heights){below_face(h, face, local), below_face(h, face, h->center)};
}

/* Where a face's height over the point is the least part of that over the centre. Over the polar
 * polytope this is the maximum of a linear function: a local one is the one. */
static int top_of_cap(const hull_data *h, vec3 local, int from) {
    face_heights best = heights_of(h, from, local);
    for (int steps = 0; steps < h->face_count; steps++) {
        int to = from, edge = h->face_edge[from];
        for (int k = 0; k < h->half_edge_count; k++) {
            int face = face_beyond(h, edge);
            face_heights f = heights_of(h, face, local);
            if (f.point * best.center < best.point * f.center) {
                best = f;
                to = face;
            }
            edge = h->next[edge];
            if (edge == h->face_edge[from]) break;
        }
        if (to == from) break;
        from = to;
    }
    return from;
}

/* A set of few faces. */
typedef struct face_set {
    int count;
    int face[CAP_FACES];
    int slot[CAP_SLOTS];
} face_set;

/* @return false when there is no room. */
static bool put_face(face_set *set, int face) {
    unsigned at = (unsigned)face * 2654435761u >> 7 & (CAP_SLOTS - 1);
    for (; set->slot[at] >= 0; at = (at + 1) & (CAP_SLOTS - 1))
        if (set->slot[at] == face) return true;
    if (set->count == CAP_FACES) return false;
    set->slot[at] = face;
    set->face[set->count++] = face;
    return true;
}

/* The same for a large hull: faces whose height over the point is less than `bound` have less than
 * bound / inner of their height over the centre, and those that do are a connected set, a cap of
 * the polar polytope. @return -1 when the cap is too large. */
static int flood_near(const hull_data *h, vec3 local, double bound, int from, int *faces) {
    face_set set;
    double part = 1.001 * bound / h->inner;
    int count = 0;
    set.count = 0;
    for (int i = 0; i < CAP_SLOTS; i++)
        set.slot[i] = -1;
    put_face(&set, top_of_cap(h, local, from));
    for (int i = 0; i < set.count; i++) {
        int face = set.face[i], first = h->face_edge[face], edge = first;
        face_heights f = heights_of(h, face, local);
        if (f.point < bound) {
            if (count == NEAR_FACES) return NEAR_FACES + 1;
            faces[count++] = face;
        }
        if (!(f.point < part * f.center)) continue;
        for (int k = 0; k < h->half_edge_count; k++) {
            if (!put_face(&set, face_beyond(h, edge))) return -1;
            edge = h->next[edge];
            if (edge == first) break;
        }
    }
    return count;
}

int carom_faces_near(const hull_data *h, vec3 local, double bound, int from, int *faces) {
    int count = -1;
    if (h->face_count > FEW_FACES && bound < CAP_PART * h->inner)
        count = flood_near(h, local, bound, from, faces);
    return count >= 0 ? count : scan_near(h, local, bound, faces);
}
