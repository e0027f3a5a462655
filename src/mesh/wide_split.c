/* Spatial splits before the build [Karras13]: triangles whose boxes hold much that is not triangle
 * are cut at planes of one grid that halves and halves the mesh's cube, the coarsest plane that a
 * box crosses first, so that the parts of neighbours end at the same planes. How many cuts each one
 * gets grows with what there is to gain, within a budget of all. The boxes of parts hold them with
 * all roundings: every point of a triangle is in the box of one of its parts. */
#include "mesh/wide_split.h"

#include "core/tasks.h"
#include "mesh/corner_box.h"

/* Of the grid's cube; local coordinates are within it. */
#define SPLIT_BITS 20
#define SPLIT_REACH 4.0
/* Above what rounds where an edge meets a plane, and above what rounds of corners. */
#define SPLIT_ROUNDING 2e-14
/* Cuts of all triangles, as a part of their number; and of one. */
#define SPLIT_BUDGET 0.3
#define SPLIT_MOST 63
/* Triangles that are worth waking a thread for. */
#define SPLIT_GRAIN 2048
/* The second tree is worth it where it has no more than this part of the surfaces of boxes. */
#define SPLIT_WORTH 0.85

typedef struct part_box {
    double low[3], high[3];
} part_box;

typedef struct split_plane {
    int axis; /* -1: the box crosses none */
    double at;
} split_plane;

typedef struct split_weight {
    float gain, surface; /* half of its box's */
} split_weight;

typedef struct splitter {
    const wide_source *source;
    const wide_frame *frame;
    split_weight *weights; /* by triangle */
    double each;           /* cuts for a gain of 1 */
    wide_ref *refs;        /* null: parts are only counted and measured */
    uint32_t count;        /* of parts */
    double surface;        /* of their boxes */
} splitter;

static void load_local(const splitter *s, uint32_t id, double v[3][3]) {
    carom_triangle t = corners_of(s->source->vertices, s->source->indices, id);
    for (int i = 0; i < 3; i++) {
        vec3 x = wide_local(s->frame, load3(t.v[i]));
        v[i][0] = x.x;
        v[i][1] = x.y;
        v[i][2] = x.z;
    }
}

static part_box box_of_corners(double v[3][3]) {
    part_box box;
    for (int k = 0; k < 3; k++) {
        box.low[k] = min2(v[0][k], min2(v[1][k], v[2][k]));
        box.high[k] = max2(v[0][k], max2(v[1][k], v[2][k]));
    }
    return box;
}

static double half_of_surface(const part_box *box) {
    double x = box->high[0] - box->low[0], y = box->high[1] - box->low[1];
    double z = box->high[2] - box->low[2];
    return x * y + y * z + z * x;
}

/* The coarsest plane of the grid that cuts the box; of equally coarse ones that across its longest
 * side. */
static split_plane plane_through(const part_box *box) {
    const double cells = (double)(1 << SPLIT_BITS), cell = 2.0 * SPLIT_REACH / cells;
    split_plane best = {-1, 0.0};
    uint32_t coarsest = 0;
    for (int k = 0; k < 3; k++) {
        uint32_t a = (uint32_t)((box->low[k] + SPLIT_REACH) / cell);
        uint32_t b = (uint32_t)((box->high[k] + SPLIT_REACH) / cell), differ = a ^ b;
        if (differ == 0) continue;
        differ = highest_bit(differ);
        bool longer = best.axis >= 0 && differ == coarsest &&
                      box->high[k] - box->low[k] > box->high[best.axis] - box->low[best.axis];
        if (differ < coarsest || (differ == coarsest && !longer)) continue;
        double at = (double)(b & ~(differ - 1)) * cell - SPLIT_REACH;
        if (!(at > box->low[k] && at < box->high[k])) continue;
        coarsest = differ;
        best = (split_plane){k, at};
    }
    return best;
}

/* ---- how many cuts */

/* What cuts may save: boxes that are flat along an axis lie apart from most others already, so by
 * the smallest face. */
static split_weight weight_of(double x, double y, double z) {
    double face = min2(x * y, min2(y * z, z * x));
    return (split_weight){(float)sqrt(face), (float)(x * y + y * z + z * x)};
}

static void weigh_triangles(void *data, size_t id, size_t last) {
    const splitter *s = data;
    const frame_lanes frame = lanes_of_frame(s->frame);
    for (; id < last; id++) {
        corner_box box = corner_box_of(s->source->vertices, s->source->indices + 3 * id);
        double side[4];
        d4_store(side, d4_sub(d4_mul(real4_widen(box.high), frame.scale),
                              d4_mul(real4_widen(box.low), frame.scale)));
        s->weights[id] = weight_of(side[0], side[1], side[2]);
    }
}

static uint32_t cuts_of(const splitter *s, uint32_t id) {
    double wanted = (double)s->weights[id].gain * s->each;
    return wanted < (double)SPLIT_MOST ? (uint32_t)wanted : SPLIT_MOST;
}

/* ---- parts */

static void grow_part(part_box *box, const double x[3], double slack) {
    for (int k = 0; k < 3; k++) {
        box->low[k] = min2(box->low[k], x[k] - slack);
        box->high[k] = max2(box->high[k], x[k] + slack);
    }
}

/* The boxes of what is on either side of a plane, of the triangle and within the box. */
static void cut_part(part_box sides[2], double v[3][3], const part_box *box, split_plane plane) {
    static const part_box none = {{DBL_MAX, DBL_MAX, DBL_MAX}, {-DBL_MAX, -DBL_MAX, -DBL_MAX}};
    int axis = plane.axis;
    sides[0] = sides[1] = none;
    for (int i = 0; i < 3; i++) {
        const double *a = v[i], *b = v[(i + 1) % 3];
        if (a[axis] <= plane.at) grow_part(&sides[0], a, 0.0);
        if (a[axis] >= plane.at) grow_part(&sides[1], a, 0.0);
        if ((a[axis] < plane.at) == (b[axis] < plane.at)) continue;
        double t = (plane.at - a[axis]) / (b[axis] - a[axis]), x[3];
        for (int k = 0; k < 3; k++)
            x[k] = a[k] + t * (b[k] - a[k]);
        grow_part(&sides[0], x, SPLIT_ROUNDING);
        grow_part(&sides[1], x, SPLIT_ROUNDING);
    }
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 3; k++) {
            sides[side].low[k] = max2(sides[side].low[k], box->low[k]);
            sides[side].high[k] = min2(sides[side].high[k], box->high[k]);
        }
    sides[0].high[axis] = min2(sides[0].high[axis], plane.at);
    sides[1].low[axis] = max2(sides[1].low[axis], plane.at);
}

static bool holds_something(const part_box *box) {
    return box->low[0] <= box->high[0] && box->low[1] <= box->high[1] &&
           box->low[2] <= box->high[2];
}

static void keep_part(splitter *s, const part_box *box, uint32_t id) {
    s->surface += half_of_surface(box);
    uint32_t at = s->count++;
    if (!s->refs) return;
    wide_ref *ref = &s->refs[at];
    for (int k = 0; k < 3; k++) {
        ref->low[k] = carom_wide_outward(box->low[k] - SPLIT_ROUNDING);
        ref->neg_high[k] = carom_wide_outward(-(box->high[k] + SPLIT_ROUNDING));
    }
    ref->neg_high[3] = 0.0F;
    wide_ref_name(ref, id);
}

typedef struct part_task {
    part_box box;
    uint32_t cuts;
} part_task;

/* Cuts are shared out by the lengths of the boxes. */
static void split_triangle(splitter *s, uint32_t id, uint32_t cuts) {
    part_task stack[SPLIT_MOST + 1];
    double v[3][3];
    int top = 0;
    load_local(s, id, v);
    stack[top++] = (part_task){box_of_corners(v), cuts};
    while (top > 0) {
        part_task task = stack[--top];
        split_plane plane = {-1, 0.0};
        if (task.cuts > 0) plane = plane_through(&task.box);
        part_box sides[2];
        if (plane.axis >= 0) cut_part(sides, v, &task.box, plane);
        if (plane.axis < 0 || !holds_something(&sides[0]) || !holds_something(&sides[1])) {
            keep_part(s, &task.box, id);
            continue;
        }
        double a = sqrt(half_of_surface(&sides[0])), b = sqrt(half_of_surface(&sides[1]));
        uint32_t rest = task.cuts - 1;
        uint32_t left = a + b > 0.0 ? (uint32_t)((double)rest * (a / (a + b)) + 0.5) : rest / 2;
        left = left < rest ? left : rest;
        stack[top++] = (part_task){sides[1], rest - left};
        stack[top++] = (part_task){sides[0], left};
    }
}

/* ---- all triangles, in pieces */

typedef struct split_piece {
    double gain, whole, uncut, cut; /* surfaces of all, of triangles that stay whole, of parts */
    uint32_t parts, first;          /* of parts: how many, and which is the first */
} split_piece;

typedef struct split_job {
    const splitter *all;
    split_piece piece[TASK_PIECES];
} split_job;

static void add_weights(void *data, size_t piece, size_t id, size_t last) {
    split_job *job = data;
    split_piece *out = &job->piece[piece];
    for (; id < last; id++) {
        out->gain += (double)job->all->weights[id].gain;
        out->whole += (double)job->all->weights[id].surface;
    }
}

static void count_parts(void *data, size_t piece, size_t id, size_t last) {
    split_job *job = data;
    splitter own = *job->all;
    split_piece *out = &job->piece[piece];
    for (; id < last; id++) {
        uint32_t cuts = cuts_of(&own, (uint32_t)id);
        if (cuts > 0) {
            split_triangle(&own, (uint32_t)id, cuts);
        } else {
            out->uncut += (double)own.weights[id].surface;
            own.count++;
        }
    }
    out->parts = own.count;
    out->cut = own.surface;
}

static void make_parts(void *data, size_t piece, size_t id, size_t last) {
    split_job *job = data;
    splitter own = *job->all;
    own.count = job->piece[piece].first;
    for (; id < last; id++)
        split_triangle(&own, (uint32_t)id, cuts_of(&own, (uint32_t)id));
}

static void run_pieces(const splitter *s, task_work *work, split_job *job) {
    const carom_task_hook *tasks = s->source->count < SPLIT_GRAIN ? NULL : s->source->tasks;
    job->all = s;
    carom_run_pieces(tasks, work, job, s->source->count);
}

/* Are there few enough surfaces left to be worth a tree? Counts the parts. */
static bool worth_splitting(splitter *s, split_job *job) {
    split_piece sum = {0};
    run_pieces(s, add_weights, job);
    for (int i = 0; i < TASK_PIECES; i++) {
        sum.gain += job->piece[i].gain;
        sum.whole += job->piece[i].whole;
    }
    s->each = sum.gain > 0.0 ? SPLIT_BUDGET * (double)s->source->count / sum.gain : 0.0;
    run_pieces(s, count_parts, job);
    for (int i = 0; i < TASK_PIECES; i++) {
        job->piece[i].first = sum.parts;
        sum.parts += job->piece[i].parts;
        sum.uncut += job->piece[i].uncut;
        sum.cut += job->piece[i].cut;
    }
    s->count = sum.parts;
    return sum.uncut + sum.cut <= SPLIT_WORTH * sum.whole;
}

/* ---- the tree */

static carom_status build_split(wide_tree *tree, splitter *s, const carom_allocator *allocator) {
    wide_nodes nodes = {0};
    const wide_refs refs = {s->refs, s->count};
    wide_tree built = {.frame = tree->frame, .count = s->count};
    built.order = carom_alloc(allocator, s->count, sizeof(uint32_t));
    uint32_t *order = built.order; /* the tree keeps a copy */
    carom_status status = CAROM_ERROR_MEMORY;
    if (order) status = carom_wide_build_refs(&nodes, order, &refs, s->source->tasks, allocator);
    if (status == CAROM_OK) status = carom_wide_keep(&built, &nodes, s->source, allocator);
    carom_free(allocator, order);
    carom_wide_nodes_free(&nodes, allocator);
    if (status == CAROM_OK) *tree = built;
    return status;
}

/* With the weights. */
static carom_status split_source(wide_tree *tree, splitter *s, bool always,
                                 const carom_allocator *allocator) {
    carom_run_chunks(s->source->tasks, weigh_triangles, s,
                     (task_share){s->source->count, SPLIT_GRAIN});
    split_job job = {0};
    bool worth = worth_splitting(s, &job) || always;
    if (!worth || s->count >= WIDE_LARGEST) return CAROM_OK;
    s->refs = carom_alloc(allocator, s->count, sizeof *s->refs);
    if (!s->refs) return CAROM_ERROR_MEMORY;
    uint32_t count = s->count;
    s->count = 0;
    run_pieces(s, make_parts, &job);
    s->count = count;
    carom_status status = build_split(tree, s, allocator);
    carom_free(allocator, s->refs);
    return status;
}

carom_status carom_wide_create_split(wide_tree *out, const wide_source *source,
                                     const wide_frame *frame, bool always,
                                     const carom_allocator *allocator) {
    wide_tree tree = {.frame = *frame};
    splitter s = {.source = source, .frame = frame};
    s.weights = carom_alloc(allocator, source->count, sizeof *s.weights);
    carom_status status = CAROM_ERROR_MEMORY;
    if (s.weights)
        status = source->count > 0 ? split_source(&tree, &s, always, allocator) : CAROM_OK;
    carom_free(allocator, s.weights);
    if (status == CAROM_OK)
        *out = tree;
    else
        carom_wide_destroy(&tree, allocator);
    return status;
}
