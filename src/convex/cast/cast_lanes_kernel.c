/* Portal refinement along a path as in cast_portal.c, in float. All corners are turned once into a
 * frame whose z axis is the path of the origin: which side of it a corner is on then takes two
 * products, and those of a portal are asked at once. A miss is certain when it shows by more than
 * float leaves open. Where the path enters is a guess, from which double has little to go. */
#include "simd/simd.h"
#include "convex/cast/cast_lanes.h"

#define CAST_LANES_STEPS 32
#define CAST_BLOCKS (CAST_FLOAT_CORNERS / HULL_LANES)
/* A step that gains less, relative to the size, is the last. */
#define CAST_GAIN 2e-6f

/* Of each corner x, 8 places later y, another 8 later z: blocks of eight. Its place is that of x.
 */
#define BLOCK_PLACES (3 * HULL_LANES)

typedef struct turned_hull {
    int blocks, last;
    _Alignas(32) float at[CAST_BLOCKS * BLOCK_PLACES];
} turned_hull;

typedef struct turned_pair {
    turned_hull a, b;
    float path, size;
} turned_pair;

/* A direction in all lanes. */
typedef struct spread_normal {
    f8 x, y, z;
} spread_normal;

/* A corner of A - B: where those of A and of B are, and how far both hulls reach. */
typedef struct lane_corner {
    float x, y, z, top_a, top_b;
    int a, b;
} lane_corner;

/* Lane k of x, y and z is corner k; the last is of no meaning. */
typedef struct lane_portal {
    four x, y, z;
    int a[4], b[4];
} lane_portal;

static CAROM_INLINE void turn_hull(turned_hull *out, const hull_float_hull *h, const four turn[3],
                                   four shift) {
    out->last = h->last;
    out->blocks = h->count / HULL_LANES;
    for (int k = 0; k < out->blocks; k++) {
        const float *from = h->points + BLOCK_PLACES * k;
        f8 x = f8_load(from), y = f8_load(from + HULL_LANES);
        f8 z = f8_load(from + 2 * HULL_LANES);
        for (int i = 0; i < 3; i++) {
            f8 xy = f8_add(f8_mul(f8_all(turn[0][i]), x), f8_mul(f8_all(turn[1][i]), y));
            f8 all = f8_add(xy, f8_mul(f8_all(turn[2][i]), z));
            f8_store(out->at + BLOCK_PLACES * k + HULL_LANES * i, f8_add(all, f8_all(shift[i])));
        }
    }
}

static CAROM_INLINE f8 block_heights(const float *block, const spread_normal *n) {
    f8 xy = f8_add(f8_mul(f8_load(block), n->x), f8_mul(f8_load(block + HULL_LANES), n->y));
    return f8_add(xy, f8_mul(f8_load(block + 2 * HULL_LANES), n->z));
}

static CAROM_INLINE float greatest_of_eight(f8 x) {
    float lane[4];
    f4_store(lane, f4_max(f8_low(x), f8_high(x)));
    return hull_float_greatest(four_from(lane))[0];
}

/* The place of the farthest. Of several in one lane the first is taken, and of several lanes the
 * first. */
static CAROM_INLINE int farthest_in_lanes(const turned_hull *h, const spread_normal *n,
                                          float *top) {
    const f8 block = f8_all((float)BLOCK_PLACES);
    f8 best = block_heights(h->at, n), at = f8_all(0.0f), now = at;
    for (int k = 1; k < h->blocks; k++) {
        f8 height = block_heights(h->at + BLOCK_PLACES * k, n);
        now = f8_add(now, block);
        at = f8_select(f8_lt(best, height), now, at);
        best = f8_max(height, best);
    }
    *top = greatest_of_eight(best);
    unsigned lane = lowest_bit(f8_bits(f8_eq(best, f8_all(*top))) | 128u);
    if (h->blocks == 1) return (int)lane;
    float first[HULL_LANES];
    f8_store(first, at);
    return (int)first[lane] + (int)lane;
}

static CAROM_INLINE int corner_in(const turned_hull *h, int place) {
    int corner = place - place / BLOCK_PLACES * (BLOCK_PLACES - HULL_LANES);
    return corner < h->last ? corner : h->last;
}

static CAROM_INLINE spread_normal spread_of_normal(const float n[3]) {
    return (spread_normal){f8_all(n[0]), f8_all(n[1]), f8_all(n[2])};
}

/* The corner of A - B that is farthest along a direction. */
static CAROM_INLINE lane_corner lane_support(const turned_pair *p, const float n[3]) {
    const spread_normal all = spread_of_normal(n);
    lane_corner c;
    c.a = farthest_in_lanes(&p->a, &all, &c.top_a);
    c.b = farthest_in_lanes(&p->b, &all, &c.top_b);
    const float *a = p->a.at + c.a, *b = p->b.at + c.b;
    c.x = a[0] + b[0];
    c.y = a[HULL_LANES] + b[HULL_LANES];
    c.z = a[2 * HULL_LANES] + b[2 * HULL_LANES];
    return c;
}

static CAROM_INLINE float lane_size(float x) {
    return x < 0.0f ? -x : x;
}

/* A bound on the length. */
static CAROM_INLINE float length_of(const float n[3]) {
    return lane_size(n[0]) + lane_size(n[1]) + lane_size(n[2]);
}

/* The size, in heights along n. */
static CAROM_INLINE float unit_of(const turned_pair *p, const float n[3]) {
    return p->size * length_of(n);
}

/* Does all of A - B, which reaches as far as c, lie behind the path? */
static CAROM_INLINE bool misses_path(const turned_pair *p, const float n[3], const lane_corner *c,
                                     float *clearance) {
    float length = length_of(n), end = n[2] * p->path;
    float most = c->top_a + c->top_b + CAST_SLACK * (p->size + p->path) * length;
    if (!(most < (end < 0.0f ? end : 0.0f))) return false;
    *clearance = -most / length;
    return true;
}

static CAROM_INLINE four four_chosen(four_mask take, float with, four other) {
    return (four)((take & (four_mask)FOUR_OF(with)) | (~take & (four_mask)other));
}

static CAROM_INLINE void put_in_lane(lane_portal *p, four_mask lane, const lane_corner *c) {
    p->x = four_chosen(lane, c->x, p->x);
    p->y = four_chosen(lane, c->y, p->y);
    p->z = four_chosen(lane, c->z, p->z);
}

/* On which side of the corners, round the path, c is: in each lane, positive on the left. */
static CAROM_INLINE four sides_of(const lane_portal *p, const lane_corner *c) {
    return p->x * FOUR_OF(c->y) - p->y * FOUR_OF(c->x);
}

/* Replaces the corner by c after which the path stays between the three. The three bits of where c
 * is on the left select it from a table: they are unpredictable, hence no branch. */
static CAROM_INLINE void replace_in_lanes(lane_portal *p, const lane_corner *c) {
    static const four_mask lane[8] = {{-1, 0, 0, 0}, {0, 0, -1, 0}, {-1, 0, 0, 0}, {-1, 0, 0, 0},
                                      {0, -1, 0, 0}, {0, 0, -1, 0}, {0, -1, 0, 0}, {-1, 0, 0, 0}};
    static const uint8_t corner[8] = {0, 2, 0, 0, 1, 2, 1, 0};
    unsigned left = four_bits(sides_of(p, c) > FOUR_OF(0.0f)) & 7u;
    put_in_lane(p, lane[left], c);
    p->a[corner[left]] = c->a;
    p->b[corner[left]] = c->b;
}

static CAROM_INLINE four next_corners(four v) {
    return FOUR_LANES(v, 1, 2, 0, 3);
}

/* Across two edges of the portal; each pair gives the same, and the first is taken. */
static CAROM_INLINE void normal_of_portal(const lane_portal *p, float n[3]) {
    four x = next_corners(p->x) - p->x, y = next_corners(p->y) - p->y;
    four z = next_corners(p->z) - p->z;
    n[0] = (y * next_corners(z) - z * next_corners(y))[0];
    n[1] = (z * next_corners(x) - x * next_corners(z))[0];
    n[2] = (x * next_corners(y) - y * next_corners(x))[0];
}

static void set_portal(lane_portal *p, const lane_corner v[3]) {
    p->x = (four){v[0].x, v[1].x, v[2].x, 0.0f};
    p->y = (four){v[0].y, v[1].y, v[2].y, 0.0f};
    p->z = (four){v[0].z, v[1].z, v[2].z, 0.0f};
    for (int i = 0; i < 3; i++)
        p->a[i] = v[i].a, p->b[i] = v[i].b;
}

/* Is p on the left of q as viewed against the path? */
static CAROM_INLINE float left_of(const lane_corner *p, const lane_corner *q) {
    return q->x * p->y - q->y * p->x;
}

/* The first three corners, found along directions across the path, which goes between them. */
static cast_float_end start_in_lanes(const turned_pair *pair, lane_portal *p, float *clearance) {
    float n[3] = {-1.0f, 0.0f, 0.0f};
    lane_corner v[3];
    for (int i = 0, count = 0; i < CAST_LANES_STEPS; i++) {
        if (!(lane_size(n[0]) + lane_size(n[1]) > HULL_FLOAT_DIRECTION_MIN))
            return CAST_FLOAT_UNDECIDED;
        lane_corner c = lane_support(pair, n);
        if (misses_path(pair, n, &c, clearance)) return CAST_FLOAT_MISS;
        if (count == 0) {
            v[0] = c;
            count = 1;
            n[0] = -c.y, n[1] = c.x;
            continue;
        }
        if (count == 1) {
            /* all is on one side of the first: look to the other */
            if ((c.a == v[0].a) & (c.b == v[0].b)) {
                n[0] = -n[0], n[1] = -n[1];
                continue;
            }
            bool turned = left_of(&c, &v[0]) > 0.0f;
            v[1] = turned ? v[0] : c;
            if (turned) v[0] = c;
            count = 2;
        } else {
            int out = left_of(&c, &v[1]) > 0.0f ? 0 : left_of(&c, &v[0]) < 0.0f ? 1 : 2;
            v[out] = c;
            if (out == 2) return set_portal(p, v), CAST_FLOAT_PORTAL;
        }
        n[0] = v[1].y - v[0].y, n[1] = v[0].x - v[1].x;
    }
    return CAST_FLOAT_UNDECIDED;
}

static CAROM_INLINE int distinct_of(const int v[4]) {
    return 1 + (v[1] != v[0]) + ((v[2] != v[0]) & (v[2] != v[1]));
}

/* How many corners of a hull are farther than `least` along n. */
static CAROM_INLINE int corners_above(const turned_hull *h, const spread_normal *n, float least) {
    int count = 0;
    for (int k = 0; k < h->blocks; k++) {
        unsigned lanes = f8_bits(f8_lt(f8_all(least), block_heights(h->at + BLOCK_PLACES * k, n)));
        int real = h->last + 1 - HULL_LANES * k;
        lanes &= real < HULL_LANES ? (1u << real) - 1u : 255u;
        for (; CAROM_UNLIKELY(lanes); lanes &= lanes - 1)
            count++;
    }
    return count;
}

static void tell_portal(cast_lanes *out, const turned_pair *pair, const lane_portal *p,
                        const float n[3], const lane_corner *last) {
    const spread_normal all = spread_of_normal(n);
    float slack = CAST_SURE * unit_of(pair, n);
    for (int i = 0; i < 3; i++) {
        out->ia[i] = corner_in(&pair->a, p->a[i]);
        out->ib[i] = corner_in(&pair->b, p->b[i]);
        out->normal[i] = n[i];
    }
    out->is_facet = corners_above(&pair->a, &all, last->top_a - slack) == distinct_of(p->a) &&
                    corners_above(&pair->b, &all, last->top_b - slack) == distinct_of(p->b);
}

static cast_float_end refine_in_lanes(const turned_pair *pair, lane_portal *p, cast_lanes *out) {
    float n[3];
    for (int i = 0; i < CAST_LANES_STEPS; i++) {
        normal_of_portal(p, n);
        float height = n[0] * p->x[0] + n[1] * p->y[0] + n[2] * p->z[0];
        if (!(length_of(n) > HULL_FLOAT_DIRECTION_MIN)) return CAST_FLOAT_UNDECIDED;
        if (height > 0.0f && n[2] < 0.0f) return CAST_FLOAT_BEFORE;
        lane_corner c = lane_support(pair, n);
        if (misses_path(pair, n, &c, &out->clearance)) return CAST_FLOAT_MISS;
        if ((c.top_a + c.top_b) - height < CAST_GAIN * unit_of(pair, n))
            return tell_portal(out, pair, p, n, &c), CAST_FLOAT_PORTAL;
        replace_in_lanes(p, &c);
    }
    return CAST_FLOAT_UNDECIDED;
}

cast_float_end SIMD_NAME(carom_cast_lanes)(cast_lanes *c) {
    turned_pair pair; /* not zeroed: large */
    lane_portal p;
    turn_hull(&pair.a, &c->a, c->turn_a, c->middle);
    turn_hull(&pair.b, &c->b, c->turn_b, FOUR_OF(0.0f));
    pair.path = c->path, pair.size = c->size;
    cast_float_end end = start_in_lanes(&pair, &p, &c->clearance);
    return end == CAST_FLOAT_PORTAL ? refine_in_lanes(&pair, &p, c) : end;
}
