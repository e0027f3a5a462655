/* Spatial splits [Stich09]: where the halves of a cut overlap, planes are tried at which boxes are
 * split in two, each with the part of its triangle on one side (polygon clipping [Sutherland74]).
 * Slabs between planes are filled in one pass for each axis, then the cheapest plane is found as
 * for bins. Boxes at that plane for which that costs less stay whole, on either side.
 *
 * Every point of a triangle is in the box of one of its parts: the point where an edge meets a
 * plane is rounded outwards, and parts share their plane. */
#include "mesh/bvh8_build/bvh8_spatial.h"

#include "simd/simd.h"
#include "mesh/bvh8/bvh8_frame.h"

#define SLABS 16

typedef struct bvh8_slab {
    float box[BVH8_BOUND];
    uint32_t begin, end; /* boxes that begin and end in this slab */
} bvh8_slab;

typedef struct slab_grid {
    float low, width, scale;
    int axis;
} slab_grid;

typedef struct split_choice {
    slab_grid grid;
    int slab; /* slabs 0 .. slab are left; -1: no plane found */
    float cost, box[2][BVH8_BOUND];
    uint32_t count[2];
} split_choice;

static void empty_box(float box[BVH8_BOUND]) {
    f8_store(box, f8_all(FLT_MAX));
}

static void grow_ref_bound(float box[BVH8_BOUND], const float *by) {
    f8_store(box, f8_min(f8_load(by), f8_load(box)));
}

/* ---- split of a box */

typedef struct part_bound {
    double low[3], high[3];
} part_bound;

static void grow_part(part_bound *box, const double x[3], double slack) {
    for (int k = 0; k < 3; k++) {
        box->low[k] = min2(box->low[k], x[k] - slack);
        box->high[k] = max2(box->high[k], x[k] + slack);
    }
}

typedef struct split_corners {
    double v[3][3];
} split_corners;

static split_corners local_corners(const bvh8_splitter *s, const bvh8_ref *ref) {
    carom_triangle t = corners_of(s->source->vertices, s->source->indices, bvh8_ref_id(ref));
    split_corners out;
    for (int i = 0; i < 3; i++) {
        vec3 x = bvh8_local(s->frame, load3(t.v[i]));
        out.v[i][0] = x.x;
        out.v[i][1] = x.y;
        out.v[i][2] = x.z;
    }
    return out;
}

/* The bounds of the parts of a triangle on either side of a plane. */
static void cut_triangle(part_bound sides[2], const split_corners *corners, int axis, double at) {
    static const part_bound none = {{DBL_MAX, DBL_MAX, DBL_MAX}, {-DBL_MAX, -DBL_MAX, -DBL_MAX}};
    sides[0] = sides[1] = none;
    for (int i = 0; i < 3; i++) {
        const double *a = corners->v[i], *b = corners->v[(i + 1) % 3];
        if (a[axis] <= at) grow_part(&sides[0], a, SPLIT_ROUNDING);
        if (a[axis] >= at) grow_part(&sides[1], a, SPLIT_ROUNDING);
        if ((a[axis] < at) == (b[axis] < at)) continue;
        double t = (at - a[axis]) / (b[axis] - a[axis]), x[3];
        for (int k = 0; k < 3; k++)
            x[k] = a[k] + t * (b[k] - a[k]);
        grow_part(&sides[0], x, SPLIT_ROUNDING);
        grow_part(&sides[1], x, SPLIT_ROUNDING);
    }
}

static bool is_box_filled(const bvh8_ref *ref) {
    return ref->low[0] <= -ref->neg_high[0] && ref->low[1] <= -ref->neg_high[1] &&
           ref->low[2] <= -ref->neg_high[2];
}

/* The parts of a box on either side of a plane. Bit i of the result is set when part i is not
 * empty. */
static int cut_box(bvh8_ref sides[2], const bvh8_ref *ref, const split_corners *corners,
                   const slab_grid *grid, float at) {
    part_bound bound[2];
    int axis = grid->axis, filled = 0;
    cut_triangle(bound, corners, axis, (double)at);
    for (int i = 0; i < 2; i++) {
        sides[i] = *ref;
        for (int k = 0; k < 3; k++) {
            float low = carom_bvh8_outward(bound[i].low[k]);
            float neg_high = carom_bvh8_outward(-bound[i].high[k]);
            sides[i].low[k] = low > ref->low[k] ? low : ref->low[k];
            sides[i].neg_high[k] = neg_high > ref->neg_high[k] ? neg_high : ref->neg_high[k];
        }
    }
    float end = carom_bvh8_outward(-(double)at), begin = carom_bvh8_outward((double)at);
    if (end > sides[0].neg_high[axis]) sides[0].neg_high[axis] = end;
    if (begin > sides[1].low[axis]) sides[1].low[axis] = begin;
    for (int i = 0; i < 2; i++)
        filled |= (int)is_box_filled(&sides[i]) << i;
    return filled;
}

/* ---- choice of a plane */

static slab_grid grid_along(const bvh8_run *run, int axis) {
    float width = -run->box[4 + axis] - run->box[axis];
    float scale = width > LEAST_EXTENT ? (float)SLABS * CELL_SHARE / width : 0.0F;
    return (slab_grid){run->box[axis], width * (1.0F / (float)SLABS), scale, axis};
}

static float plane_before(const slab_grid *grid, int slab) {
    return grid->low + (float)slab * grid->width;
}

/* The slab of a coordinate. */
static int slab_of(const slab_grid *grid, float x) {
    int i = (int)((x - grid->low) * grid->scale);
    return i < 0 ? 0 : i < SLABS ? i : SLABS - 1;
}

/* Grows a slab's box by a point, clamped to the reference's box. */
static void grow_slab(bvh8_slab *slab, const float point[3], const bvh8_ref *ref) {
    for (int k = 0; k < 3; k++) {
        float low = ref->low[k], high = -ref->neg_high[k];
        float x = point[k] < low ? low : point[k] > high ? high : point[k];
        slab->box[k] = x < slab->box[k] ? x : slab->box[k];
        slab->box[4 + k] = -x < slab->box[4 + k] ? -x : slab->box[4 + k];
    }
}

/* Grows the slabs by the parts of an edge in them, within those of the reference; a is the lower
 * end. */
static void clip_edge_to_slabs(bvh8_slab *slabs, const slab_grid *grid, const bvh8_ref *ref,
                               const float *a, const float *b) {
    int axis = grid->axis, at = slab_of(grid, a[axis]), end = slab_of(grid, b[axis]);
    int first = slab_of(grid, ref->low[axis]), last = slab_of(grid, -ref->neg_high[axis]);
    const float span = b[axis] - a[axis], per = span > 0.0F ? 1.0F / span : 0.0F;
    if (at >= first && at <= last) grow_slab(&slabs[at], a, ref);
    if (end >= first && end <= last) grow_slab(&slabs[end], b, ref);
    for (int i = at > first - 1 ? at : first - 1; i < end && i <= last; i++) {
        float t = (plane_before(grid, i + 1) - a[axis]) * per, x[3];
        for (int k = 0; k < 3; k++)
            x[k] = a[k] + t * (b[k] - a[k]);
        if (i >= first) grow_slab(&slabs[i], x, ref);
        if (i < last) grow_slab(&slabs[i + 1], x, ref);
    }
}

static void clip_triangle_to_slabs(bvh8_slab *slabs, const slab_grid *grid, const bvh8_ref *ref,
                                   const split_corners *corners) {
    float v[3][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            v[i][k] = (float)corners->v[i][k];
    for (int i = 0; i < 3; i++) {
        const float *a = v[i], *b = v[(i + 1) % 3];
        bool rises = a[grid->axis] <= b[grid->axis];
        clip_edge_to_slabs(slabs, grid, ref, rises ? a : b, rises ? b : a);
    }
}

/* Grows two adjacent slabs by the parts of the box in them, wherever its triangle is. */
static void grow_neighbours(bvh8_slab *slabs, const slab_grid *grid, const bvh8_ref *ref, int at) {
    bvh8_ref side = *ref;
    float plane = plane_before(grid, at + 1);
    side.neg_high[grid->axis] = -plane;
    grow_ref_bound(slabs[at].box, box_of_ref(&side));
    side = *ref;
    side.low[grid->axis] = plane;
    grow_ref_bound(slabs[at + 1].box, box_of_ref(&side));
}

/* The grids of all axes, a lane for each. */
typedef struct grid_lanes {
    f4 low, scale;
} grid_lanes;

static grid_lanes lanes_of_grids(const slab_grid grids[3]) {
    const float lows[4] = {grids[0].low, grids[1].low, grids[2].low, 0.0F};
    const float scales[4] = {grids[0].scale, grids[1].scale, grids[2].scale, 0.0F};
    return (grid_lanes){f4_load(lows), f4_load(scales)};
}

/* The slabs in which a box begins and ends, by axis. */
static CAROM_INLINE void slabs_of_box(uint32_t first[4], uint32_t last[4], const bvh8_ref *ref,
                                      const grid_lanes *g) {
    const f4 top = f4_all(SLABS - 1), zero = f4_all(0.0F);
    f4 from = f4_mul(f4_sub(f4_load(ref->low), g->low), g->scale);
    f4 to = f4_mul(f4_sub(f4_neg(f4_load(ref->neg_high)), g->low), g->scale);
    f4_store_u32(first, f4_max(f4_min(from, top), zero));
    f4_store_u32(last, f4_max(f4_min(to, top), zero));
}

/* Fills the slabs of all axes. Only costs depend on them, so nothing is rounded outwards. */
static void fill_slabs(bvh8_slab slabs[3][SLABS], const bvh8_cutter *cutter, const bvh8_ref *ref,
                       uint32_t count, const slab_grid grids[3]) {
    const grid_lanes lanes = lanes_of_grids(grids);
    for (const bvh8_ref *end = ref + count; ref < end; ref++) {
        split_corners corners;
        bool loaded = false;
        uint32_t first[4], last[4];
        slabs_of_box(first, last, ref, &lanes);
        for (int axis = 0; axis < 3; axis++) {
            int at = (int)first[axis];
            slabs[axis][at].begin++;
            slabs[axis][last[axis]].end++;
            if (first[axis] == last[axis]) {
                grow_ref_bound(slabs[axis][at].box, box_of_ref(ref));
            } else if (first[axis] + 1 == last[axis]) {
                grow_neighbours(slabs[axis], &grids[axis], ref, at);
            } else {
                if (!loaded) corners = local_corners(cutter->splitter, ref);
                loaded = true;
                clip_triangle_to_slabs(slabs[axis], &grids[axis], ref, &corners);
            }
        }
    }
}

/* Does a plane between slabs leave so many references, after `begun` of `end` and more, that
 * choose_slab may take it? */
static bool is_plane_open(const bvh8_run *run, uint32_t begun, uint32_t end) {
    return begun > 0 && end > 0 && begun + end <= run->capacity &&
           (begun < run->count || end < run->count);
}

/* Whether choose_slab may take a plane of any axis. A pass without clipping: where boxes lie on
 * each other so that none may be taken, a million identical triangles are built in 0.5 s, not 24.
 */
static bool any_plane_open(const bvh8_ref *ref, const bvh8_run *run, const slab_grid grids[3]) {
    const grid_lanes lanes = lanes_of_grids(grids);
    uint32_t begin[3][SLABS] = {{0}}, end[3][SLABS] = {{0}};
    for (const bvh8_ref *last_ref = ref + run->count; ref < last_ref; ref++) {
        uint32_t first[4], last[4];
        slabs_of_box(first, last, ref, &lanes);
        for (int axis = 0; axis < 3; axis++) {
            begin[axis][first[axis]]++;
            end[axis][last[axis]]++;
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        uint32_t begun = 0, ended = 0;
        for (int i = 0; i + 1 < SLABS && grids[axis].scale > 0.0F; i++) {
            begun += begin[axis][i];
            ended += end[axis][i];
            if (is_plane_open(run, begun, run->count - ended)) return true;
        }
    }
    return false;
}

/* Finds the cheapest plane of an axis, if it is cheaper than `choice`. */
static void choose_slab(split_choice *choice, const bvh8_slab *slabs, const slab_grid *grid,
                        const bvh8_run *run) {
    float right[SLABS][BVH8_BOUND], left[BVH8_BOUND];
    uint32_t ends[SLABS], begun = 0, ended = 0;
    empty_box(left);
    for (int i = SLABS - 1; i > 0; i--) {
        empty_box(right[i]);
        if (i + 1 < SLABS) grow_ref_bound(right[i], right[i + 1]);
        grow_ref_bound(right[i], slabs[i].box);
        ends[i] = ended += slabs[i].end;
    }
    for (int i = 0; i + 1 < SLABS; i++) {
        grow_ref_bound(left, slabs[i].box);
        begun += slabs[i].begin;
        uint32_t end = ends[i + 1];
        if (!is_plane_open(run, begun, end)) continue;
        float cost = bvh8_cost_of(bvh8_half_surface(left), begun) +
                     bvh8_cost_of(bvh8_half_surface(right[i + 1]), end);
        if (!(cost < choice->cost)) continue;
        *choice = (split_choice){.grid = *grid, .slab = i, .cost = cost, .count = {begun, end}};
        memcpy(choice->box[0], left, sizeof left);
        memcpy(choice->box[1], right[i + 1], sizeof left);
    }
}

/* `piled`: boxes may lie on each other so that there is no plane to take. */
static void cheapest_plane(split_choice *choice, const bvh8_cutter *cutter, const bvh8_ref *refs,
                           const bvh8_run *run, bool piled) {
    bvh8_slab slabs[3][SLABS];
    slab_grid grids[3];
    for (int axis = 0; axis < 3; axis++)
        grids[axis] = grid_along(run, axis);
    if (piled && !any_plane_open(refs, run, grids)) return;
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < SLABS; i++) {
            empty_box(slabs[axis][i].box);
            slabs[axis][i].begin = slabs[axis][i].end = 0;
        }
    fill_slabs(slabs, cutter, refs, run->count, grids);
    for (int axis = 0; axis < 3; axis++)
        if (grids[axis].scale > 0.0F) choose_slab(choice, slabs[axis], &grids[axis], run);
}

/* ---- partition */

/* Shares the number of parts that a box may still become between its parts, by size. */
static void share_parts(bvh8_ref sides[2], float parts) {
    double a = sqrt((double)bvh8_half_surface(box_of_ref(&sides[0])));
    double b = sqrt((double)bvh8_half_surface(box_of_ref(&sides[1])));
    float left = a + b > 0.0 ? (float)floor((double)parts * (a / (a + b)) + 0.5) : 1.0F;
    left = left < 1.0F ? 1.0F : left > parts - 1.0F ? parts - 1.0F : left;
    sides[0].neg_high[3] = left;
    sides[1].neg_high[3] = parts - left;
}

enum { GOES_LEFT = 1, GOES_RIGHT = 2, GOES_BOTH = 3 };

/* Decides where a box at the plane goes; with GOES_BOTH its parts are `sides`. */
static int place_box(split_choice *choice, const bvh8_ref *ref, bvh8_ref sides[2],
                     const bvh8_cutter *cutter) {
    const slab_grid *grid = &choice->grid;
    split_corners corners = local_corners(cutter->splitter, ref);
    int filled = cut_box(sides, ref, &corners, grid, plane_before(grid, choice->slab + 1));
    float grown[2][BVH8_BOUND], area[2], whole[2], cost[2];
    uint32_t *count = choice->count;
    for (int i = 0; i < 2; i++) {
        memcpy(grown[i], choice->box[i], sizeof grown[i]);
        grow_ref_bound(grown[i], box_of_ref(ref));
        area[i] = bvh8_half_surface(choice->box[i]);
        whole[i] = bvh8_half_surface(grown[i]);
    }
    for (int i = 0; i < 2; i++)
        cost[i] = bvh8_cost_of(whole[i], count[i]) +
                  (count[!i] > 1 ? bvh8_cost_of(area[!i], count[!i] - 1) : INFINITY);
    float both = bvh8_cost_of(area[0], count[0]) + bvh8_cost_of(area[1], count[1]);
    bool can_split = filled == 3 && ref->neg_high[3] >= 2.0F;
    if (can_split && both <= cost[0] && both <= cost[1]) return GOES_BOTH;
    int side = filled == 1 ? 0 : filled == 2 ? 1 : cost[1] < cost[0];
    memcpy(choice->box[side], grown[side], sizeof grown[side]);
    count[!side]--;
    return side == 0 ? GOES_LEFT : GOES_RIGHT;
}

/* Moves boxes that do not reach the plane from the left, or right, to the front; returns their end.
 */
static uint32_t partition_whole(const split_choice *choice, bvh8_ref *refs, uint32_t from,
                                uint32_t to, bool left) {
    const slab_grid *grid = &choice->grid;
    for (uint32_t i = from; i < to; i++) {
        bvh8_ref ref = refs[i];
        bool stays = left ? slab_of(grid, -ref.neg_high[grid->axis]) <= choice->slab
                          : slab_of(grid, ref.low[grid->axis]) <= choice->slab;
        if (!stays) continue;
        refs[i] = refs[from];
        refs[from++] = ref;
    }
    return from;
}

/* Partitions the run at the plane; counts[i] is the number of references of part i. */
static void part_at_plane(split_choice *choice, const bvh8_cutter *cutter, bvh8_ref *refs,
                          uint32_t count, uint32_t counts[2]) {
    uint32_t at = partition_whole(choice, refs, 0, count, true);
    uint32_t end = partition_whole(choice, refs, at, count, false), all = count;
    while (at < end) {
        bvh8_ref ref = refs[at], sides[2];
        int place = place_box(choice, &ref, sides, cutter);
        if (place == GOES_RIGHT) {
            refs[at] = refs[--end];
            refs[end] = ref;
            continue;
        }
        if (place == GOES_BOTH) {
            share_parts(sides, ref.neg_high[3]);
            refs[at] = sides[0];
            refs[all++] = sides[1];
        }
        at++;
    }
    counts[0] = end;
    counts[1] = all - end;
}

static void bound_part(bvh8_run *part, const bvh8_ref *ref, uint32_t count) {
    empty_box(part->box);
    empty_box(part->centers);
    part->count = count;
    for (const bvh8_ref *end = ref + count; ref < end; ref++) {
        float centers[BVH8_BOUND] = {0};
        for (int k = 0; k < 3; k++) {
            centers[k] = ref->low[k] - ref->neg_high[k];
            centers[4 + k] = -centers[k];
        }
        grow_ref_bound(part->box, box_of_ref(ref));
        grow_ref_bound(part->centers, centers);
    }
    part->area = bvh8_half_surface(part->box);
}

/* Half the surface of the intersection of both boxes; 0 when it is empty. */
static float overlap_of(const bvh8_run parts[2]) {
    float box[BVH8_BOUND];
    for (int k = 0; k < BVH8_BOUND; k++)
        box[k] = parts[0].box[k] > parts[1].box[k] ? parts[0].box[k] : parts[1].box[k];
    for (int k = 0; k < 3; k++)
        if (box[k] > -box[4 + k]) return 0.0F;
    return bvh8_half_surface(box);
}

/* Replaces `parts` by those of a spatial split, where a plane costs less. */
static void split_run(const bvh8_cutter *cutter, const bvh8_run *run, bvh8_run parts[2]) {
    bvh8_ref *refs = cutter->refs[parts[0].at] + run->first;
    split_choice choice = {.slab = -1,
                           .cost = bvh8_cost_of(parts[0].area, parts[0].count) +
                                   bvh8_cost_of(parts[1].area, parts[1].count)};
    cheapest_plane(&choice, cutter, refs, run, overlap_of(parts) > PILED * run->area);
    if (choice.slab < 0) return;
    uint32_t counts[2];
    part_at_plane(&choice, cutter, refs, run->count, counts);
    if (counts[0] == 0 || counts[1] == 0) {
        counts[0] = run->count / 2;
        counts[1] = run->count - counts[0];
    }
    bound_part(&parts[0], refs, counts[0]);
    bound_part(&parts[1], refs + counts[0], counts[1]);
    parts[1].first = run->first + counts[0];
}

/* Shares the remaining capacity by the counts; the right part moves up. */
static void share_capacity(const bvh8_cutter *cutter, const bvh8_run *run, bvh8_run parts[2]) {
    uint32_t count = parts[0].count + parts[1].count, left = run->capacity - count;
    uint32_t first = parts[1].first;
    left = (uint32_t)((uint64_t)left * parts[0].count / count);
    parts[0].capacity += left;
    parts[1].capacity = run->capacity - parts[0].capacity;
    parts[1].first += left;
    bvh8_ref *refs = cutter->refs[parts[1].at];
    if (left > 0) memmove(refs + parts[1].first, refs + first, parts[1].count * sizeof *refs);
}

void carom_bvh8_part(const bvh8_cutter *cutter, const bvh8_run *run, bvh8_run parts[2]) {
    SIMD_OF(cutter->set, carom_bvh8_cut)(cutter, run, parts);
    bool may_split = cutter->splitter && run->count > BVH8_LEAF;
    if (may_split && run->capacity > run->count && run->depth < BVH8_SAH_DEPTH &&
        overlap_of(parts) > cutter->overlap)
        split_run(cutter, run, parts);
    parts[0].capacity = parts[0].count;
    parts[1].capacity = parts[1].count;
    if (may_split) share_capacity(cutter, run, parts);
}
