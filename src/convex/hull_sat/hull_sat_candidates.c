/* Candidate faces of the separating axis test: all faces that a point is less than a bound below,
 * none left out. Own method. A hull of moderate size is scanned face by face, in float with an
 * error bound where it has planes in float. A large hull is searched through its polar polytope:
 * its vertices are the points normal / height over the centre, over them
 * dot(normal, x) / height is linear, so hill climbing reaches the maximum, and the vertices above a
 * level, a cap, are connected. That visits the faces of the cap alone. */
#include "convex/hull_sat/hull_sat_candidates.h"

#include "simd/four.h"
#include "convex/hull_sat/tolerances.h"
#include "math/pair.h"

/* Hulls of no more faces are scanned face by face. Empirical. */
#define SMALL_HULL_FACES 64
/* Capacity of a cap, and of its hash table, at most 3/8 full. */
#define CAP_FACES 192
#define CAP_SLOTS 512

int carom_face_over(const hull_data *h, const vec3 *local, int vertex) {
    int best = h->face[h->vertex_edge[vertex]];
    double least = below_face(h, best, *local);
    for (int steps = 0; steps < h->face_count; steps++) {
        int from = best, edge = h->face_edge[best];
        for (int k = 0; k < h->half_edge_count; k++) {
            int face = face_beyond(h, edge);
            double down = below_face(h, face, *local);
            best = down < least ? face : best;
            least = min2(down, least);
            edge = h->next[edge];
            if (edge == h->face_edge[from]) break;
        }
        if (best == from) break;
    }
    return best;
}

typedef double unaligned_pair __attribute__((vector_size(16), aligned(8), may_alias));

static inline pair2 load_doubles(const double *two) {
    return *(const unaligned_pair *)(const void *)two;
}

/* below_face of two consecutive faces, with the same bits: their normals are six numbers in a row.
 */
static inline pair2 below_two(const hull_data *h, int face, const pair2 local[3]) {
    const double *n = &h->face_normal[face].x;
    pair2 first = load_doubles(n), middle = load_doubles(n + 2), last = load_doubles(n + 4);
    pair2 x = __builtin_shufflevector(first, middle, 0, 3);
    pair2 y = __builtin_shufflevector(first, last, 1, 2);
    pair2 z = __builtin_shufflevector(middle, last, 0, 3);
    return load_doubles(h->face_offset + face) - (x * local[0] + y * local[1] + z * local[2]);
}

typedef struct near_search {
    vec3 local;
    double bound;
    int *faces;
    int count; /* NEAR_FACES + 1 when the capacity is exceeded */
} near_search;

static void list_near(near_search *s, const hull_data *h, int first, int last) {
    for (int k = first; k < last; k++) {
        if (!(below_face(h, k, s->local) < s->bound)) continue;
        if (s->count < NEAR_FACES) s->faces[s->count] = k;
        s->count = s->count < NEAR_FACES ? s->count + 1 : NEAR_FACES + 1;
    }
}

/* Scans all faces, four at a time, since mostly none of them is near. @return the number of faces
 */
static int scan_near(const hull_data *h, const vec3 *local, double bound, int *faces) {
    const pair2 at[3] = {BOTH(local->x), BOTH(local->y), BOTH(local->z)};
    near_search found = {*local, bound, faces, 0};
    int i = 0;
    for (; i + 4 <= h->face_count; i += 4) {
        pair2 least = pair_lesser(below_two(h, i, at), below_two(h, i + 2, at));
        if (CAROM_LIKELY(!((least[0] < bound) | (least[1] < bound)))) continue;
        list_near(&found, h, i, i + 4);
    }
    list_near(&found, h, i, h->face_count);
    return found.count;
}

/* Depths below four planes. */
static CAROM_INLINE four below_four(const float *n, const four x[3]) {
    four along = four_from(n) * x[0] + four_from(n + 8) * x[1] + four_from(n + 16) * x[2];
    return four_from(n + 24) - along;
}

static void list_lanes(near_search *s, const hull_data *h, int first, unsigned lanes) {
    for (; lanes; lanes &= lanes - 1) {
        int face = first + (int)lowest_bit(lanes);
        list_near(s, h, face, face + 1);
    }
}

/* The same by the planes in float, eight at a time; a face that float cannot exclude is measured in
 * double. */
static int scan_planes(const hull_data *h, const vec3 *local, double bound, int *faces) {
    vec3 p = sub3(*local, h->center);
    double size = h->outer + fabs(p.x) + fabs(p.y) + fabs(p.z);
    const four x[3] = {FOUR_OF((float)p.x), FOUR_OF((float)p.y), FOUR_OF((float)p.z)};
    const four limit = FOUR_OF((float)(bound + SCAN_SLACK * size));
    near_search found = {*local, bound, faces, 0};
    for (int i = 0; i < h->face_count; i += 8) {
        four first = below_four(h->planes + 4 * i, x), next = below_four(h->planes + 4 * i + 4, x);
        if (CAROM_LIKELY(!four_bits(four_lesser(first, next) < limit))) continue;
        list_lanes(&found, h, i, four_bits(first < limit) | four_bits(next < limit) << 4);
    }
    return found.count;
}

/* Heights of a face above the point and above the hull's centre. */
typedef struct face_heights {
    double point, center;
} face_heights;

static inline face_heights heights_of(const hull_data *h, int face, vec3 local) {
    return (face_heights){below_face(h, face, local), below_face(h, face, h->center)};
}

/* The face with the least ratio of its height above the point to that above the centre. On the
 * polar polytope this is the maximum of a linear function, hence a local maximum is global. */
static int top_of_cap(const hull_data *h, const vec3 *local, int from) {
    face_heights best = heights_of(h, from, *local);
    for (int steps = 0; steps < h->face_count; steps++) {
        int to = from, edge = h->face_edge[from];
        for (int k = 0; k < h->half_edge_count; k++) {
            int face = face_beyond(h, edge);
            face_heights f = heights_of(h, face, *local);
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

/* A hash set of at most CAP_FACES faces, in the order of insertion. */
typedef struct face_set {
    int count;
    int face[CAP_FACES];
    int slot[CAP_SLOTS];
} face_set;

/* @return false when the set is full */
static bool put_face(face_set *set, int face) {
    unsigned at = (unsigned)face * 2654435761u >> 7 & (CAP_SLOTS - 1);
    for (; set->slot[at] >= 0; at = (at + 1) & (CAP_SLOTS - 1))
        if (set->slot[at] == face) return true;
    if (set->count == CAP_FACES) return false;
    set->slot[at] = face;
    set->face[set->count++] = face;
    return true;
}

/* The same for a large hull. A face whose height above the point is less than `bound` has a ratio
 * below bound / inner, and the faces with such a ratio are a cap of the polar polytope, which is
 * connected: a flood fill from its top visits all. @return -1 when the cap exceeds CAP_FACES */
static int flood_near(const hull_data *h, const vec3 *local, double bound, int from, int *faces) {
    face_set set;
    double part = CAP_MARGIN * bound / h->inner;
    int count = 0;
    set.count = 0;
    for (int i = 0; i < CAP_SLOTS; i++)
        set.slot[i] = -1;
    put_face(&set, top_of_cap(h, local, from));
    for (int i = 0; i < set.count; i++) {
        int face = set.face[i], first = h->face_edge[face], edge = first;
        face_heights f = heights_of(h, face, *local);
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

int carom_faces_near(const hull_data *h, const vec3 *local, double bound, int from, int *faces) {
    int count = -1;
    if (h->planes && bound < h->outer && max_abs3(*local) < SCAN_FAR)
        return scan_planes(h, local, bound, faces);
    if (h->face_count > SMALL_HULL_FACES && bound < CAP_PART * h->inner)
        count = flood_near(h, local, bound, from, faces);
    return count >= 0 ? count : scan_near(h, local, bound, faces);
}
