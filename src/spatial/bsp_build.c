/* Building an autopartitioning BSP tree [Fuchs80], with a stack of runs of pieces that wait for
 * their planes. A node's plane is that of a polygon, or an axis-aligned plane through the median
 * vertex when the run is long, for a convex solid of n faces would otherwise be n deep; the
 * cheapest of some candidates is chosen by splits and imbalance over a sample [Ericson05] 8.3. An
 * empty side of a node is a leaf, and the orientation of the polygons on the node's plane decides
 * whether it is solid [Thibault87]: so an axis-aligned plane, which has no polygons, must have
 * pieces on both sides. New vertices are computed from front to back, so that pieces of two
 * polygons that share an edge share its cuts; a piece keeps the plane of its own polygon, however
 * its vertices were rounded. */
#include "query/raycast/path.h"
#include "spatial/bsp_data.h"
#include "spatial/tolerances.h"
#include "spatial/bsp_build.h"

#include <stdlib.h>
#include <string.h>

#define SAMPLE 128
#define CANDIDATES 12
#define AXIS_PLANES_ABOVE 16 /* pieces */
#define NO_PIECE UINT32_MAX
#define NO_POLYGON UINT32_MAX
#define VERTEX_LIMIT 0x80000000u

typedef struct build_piece {
    uint32_t polygon, first, count, next;
} build_piece;

/* A linked list of pieces that are still to be split, and where its node will hang. */
typedef struct build_run {
    uint32_t head, count, parent, side, depth;
} build_run;

typedef struct bsp_builder {
    carom_bsp *bsp;
    bsp_weights weights;
    bsp_plane *planes; /* by polygon */
    build_piece *pieces;
    vec3 *vertices;
    size_t piece_count, piece_capacity, vertex_count, vertex_capacity, node_capacity;
    uint32_t sample[SAMPLE], sample_count;
} bsp_builder;

typedef enum piece_side { PIECE_FRONT, PIECE_BACK, PIECE_ON, PIECE_CUT } piece_side;

/* ---- planes */

bool carom_bsp_plane_of(bsp_plane *plane, const carom_vec3 *vertices, uint32_t count) {
    uint32_t farthest = 0, widest = 0;
    double most = 0.0;
    const vec3 origin = load3(vertices[0]), quarter_origin = scale3(origin, 0.25);
    for (uint32_t i = 1; i < count; i++) {
        double distance = max_abs3(sub3(scale3(load3(vertices[i]), 0.25), quarter_origin));
        if (distance > most) {
            most = distance;
            farthest = i;
        }
    }
    const double power = scaling_power(most);
    const vec3 edge = scale3(sub3(scale3(load3(vertices[farthest]), 0.25), quarter_origin), power);
    vec3 normal = vec(0.0, 0.0, 0.0);
    for (uint32_t i = 1; i < count; i++) {
        vec3 other = scale3(sub3(scale3(load3(vertices[i]), 0.25), quarter_origin), power);
        vec3 cross = i < farthest ? cross3(other, edge) : cross3(edge, other);
        if (i == farthest || !(max_abs3(cross) > max_abs3(normal))) continue;
        normal = cross;
        widest = i;
    }
    const uint32_t second = widest < farthest ? widest : farthest,
                   third = widest < farthest ? farthest : widest;
    *plane = (bsp_plane){.point = {origin, load3(vertices[second]), load3(vertices[third])}};
    if (widest == 0 || carom_collinear(plane->point[0], plane->point[1], plane->point[2]))
        return false;
    const double unit = 0.25 * scaling_power(max_abs3(normal));
    plane->normal = scale3(normal, unit);
    plane->error_factor = DBL_EPSILON * (BSP_CROSS_EPSILONS * unit + BSP_HEIGHT_EPSILONS);
    return true;
}

static bsp_plane axis_plane(int axis, double at) {
    const vec3 unit = vec(axis == 0, axis == 1, axis == 2);
    const vec3 next = vec(axis == 2, axis == 0, axis == 1),
               last = vec(axis == 1, axis == 2, axis == 0);
    const vec3 origin = scale3(unit, at);
    return (bsp_plane){.point = {origin, add3(origin, next), add3(origin, last)},
                       .normal = scale3(unit, 0.25),
                       .error_factor = BSP_HEIGHT_EPSILONS * DBL_EPSILON};
}

static piece_side side_of_piece(const bsp_builder *b, const bsp_plane *plane, uint32_t own,
                                const build_piece *piece) {
    bool front = false, back = false;
    if (piece->polygon == own) return PIECE_ON;
    for (uint32_t i = 0; i < piece->count && !(front && back); i++) {
        int side = bsp_side(plane, b->vertices[piece->first + i]);
        front = front || side > 0;
        back = back || side < 0;
    }
    return front ? (back ? PIECE_CUT : PIECE_FRONT) : back ? PIECE_BACK : PIECE_ON;
}

/* ---- choice of a plane */

typedef struct bsp_choice {
    bsp_plane plane;
    uint32_t own; /* the polygon whose plane it is, or NO_POLYGON */
    double cost;
} bsp_choice;

static void sample_run(bsp_builder *b, const build_run *run) {
    const uint32_t step = (run->count - 1) / SAMPLE + 1;
    uint32_t place = 0;
    b->sample_count = 0;
    for (uint32_t i = run->head; i != NO_PIECE; i = b->pieces[i].next)
        if (place++ % step == 0) b->sample[b->sample_count++] = i;
}

/* The cost over the sample; infinite for an axis-aligned plane that separates too little. */
static double cost_of_plane(const bsp_builder *b, const bsp_plane *plane, uint32_t own) {
    double count[4] = {0.0, 0.0, 0.0, 0.0};
    for (uint32_t i = 0; i < b->sample_count; i++)
        count[side_of_piece(b, plane, own, &b->pieces[b->sample[i]])] += 1.0;
    const double front = count[PIECE_FRONT] + count[PIECE_CUT];
    const double back = count[PIECE_BACK] + count[PIECE_CUT];
    const double most = AXIS_PLANE_MOST * b->sample_count;
    if (own == NO_POLYGON && !(front > 0.0 && back > 0.0 && front <= most && back <= most))
        return (double)INFINITY;
    return b->weights.split * count[PIECE_CUT] + b->weights.balance * fabs(front - back);
}

/* An axis-aligned plane has no polygon of its own that tells solid from empty: it may be used only
 * when there are pieces on both sides. */
static bool parts_run(const bsp_builder *b, const build_run *run, const bsp_plane *plane) {
    bool front = false, back = false;
    for (uint32_t i = run->head; i != NO_PIECE && !(front && back); i = b->pieces[i].next) {
        piece_side side = side_of_piece(b, plane, NO_POLYGON, &b->pieces[i]);
        front = front || side == PIECE_FRONT || side == PIECE_CUT;
        back = back || side == PIECE_BACK || side == PIECE_CUT;
    }
    return front && back;
}

static int compare_coordinates(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of the first vertices of the sampled pieces. */
static double middle_vertex(const bsp_builder *b, int axis) {
    double at[SAMPLE];
    for (uint32_t i = 0; i < b->sample_count; i++)
        at[i] = axis3(b->vertices[b->pieces[b->sample[i]].first], axis);
    qsort(at, b->sample_count, sizeof *at, compare_coordinates);
    return at[b->sample_count / 2];
}

static void consider(const bsp_builder *b, bsp_choice *best, const bsp_plane *plane, uint32_t own) {
    double cost = cost_of_plane(b, plane, own);
    if (cost < best->cost) *best = (bsp_choice){*plane, own, cost};
}

static bsp_choice choose_plane(bsp_builder *b, const build_run *run) {
    sample_run(b, run);
    const uint32_t first = b->pieces[b->sample[0]].polygon;
    const uint32_t step = (b->sample_count - 1) / CANDIDATES + 1;
    bsp_choice own = {b->planes[first], first, (double)INFINITY};
    for (uint32_t i = 0; i < b->sample_count; i += step) {
        uint32_t polygon = b->pieces[b->sample[i]].polygon;
        consider(b, &own, &b->planes[polygon], polygon);
    }
    bsp_choice best = own;
    for (int axis = 0; run->count > AXIS_PLANES_ABOVE && axis < 3; axis++) {
        bsp_plane plane = axis_plane(axis, middle_vertex(b, axis));
        consider(b, &best, &plane, NO_POLYGON);
    }
    return best.own != NO_POLYGON || parts_run(b, run, &best.plane) ? best : own;
}

/* ---- memory */

static bool grow_array(const carom_allocator *allocator, void **array, const size_t counts[2],
                       size_t *capacity, size_t size) {
    const size_t wanted = counts[0] + counts[1];
    if (wanted <= *capacity) return true;
    const size_t more = wanted + wanted / 2 + 16;
    void *fresh = carom_alloc(allocator, more, size);
    if (!fresh) return false;
    if (counts[0] > 0) memcpy(fresh, *array, counts[0] * size);
    carom_free(allocator, *array);
    *array = fresh;
    *capacity = more;
    return true;
}

static carom_status reserve_pieces(bsp_builder *b, size_t pieces, size_t vertices) {
    const carom_allocator *allocator = &b->bsp->allocator;
    const size_t piece_counts[2] = {b->piece_count, pieces};
    const size_t vertex_counts[2] = {b->vertex_count, vertices};
    void *piece = b->pieces, *vertex = b->vertices;
    if (b->vertex_count + vertices > VERTEX_LIMIT) return CAROM_ERROR_LIMIT;
    bool ok = grow_array(allocator, &piece, piece_counts, &b->piece_capacity, sizeof *b->pieces);
    b->pieces = piece;
    ok = ok &&
         grow_array(allocator, &vertex, vertex_counts, &b->vertex_capacity, sizeof *b->vertices);
    b->vertices = vertex;
    return ok ? CAROM_OK : CAROM_ERROR_MEMORY;
}

/* ---- splitting */

static vec3 cut_point(const bsp_plane *plane, vec3 front, vec3 back) {
    const double from = fabs(bsp_height(plane, front)), to = fabs(bsp_height(plane, back));
    double t = from / (from + to);
    if (!(t >= 0.0 && t <= 1.0)) t = 0.5;
    vec3 x = mad3(front, sub3(back, front), t);
    return finite3(x) ? x : add3(scale3(front, 1.0 - t), scale3(back, t));
}

/* Appends the part of the piece on one side, 1 or -1 (Sutherland-Hodgman clipping [Sutherland74]).
 * The caller has reserved the memory. */
static uint32_t cut_side(bsp_builder *b, const bsp_plane *plane, uint32_t index, int wanted) {
    const build_piece *piece = &b->pieces[index];
    build_piece part = {piece->polygon, (uint32_t)b->vertex_count, 0, NO_PIECE};
    vec3 last = b->vertices[piece->first + piece->count - 1];
    int last_side = bsp_side(plane, last);
    for (uint32_t i = 0; i < piece->count; i++) {
        const vec3 vertex = b->vertices[piece->first + i];
        const int side = bsp_side(plane, vertex);
        if (side * last_side < 0)
            b->vertices[b->vertex_count++] =
                side > 0 ? cut_point(plane, vertex, last) : cut_point(plane, last, vertex);
        if (side * wanted >= 0) b->vertices[b->vertex_count++] = vertex;
        last = vertex;
        last_side = side;
    }
    part.count = (uint32_t)(b->vertex_count - part.first);
    b->pieces[b->piece_count] = part;
    return (uint32_t)b->piece_count++;
}

static void push_piece(bsp_builder *b, build_run *run, uint32_t piece) {
    b->pieces[piece].next = run->head;
    run->head = piece;
    run->count++;
}

/* Distributes a run: pieces in front go to runs[0], behind to runs[1], on the plane to runs[2];
 * those that span it are split. */
static carom_status split_run(bsp_builder *b, const build_run *run, const bsp_choice *choice,
                              build_run runs[3]) {
    for (uint32_t i = run->head; i != NO_PIECE;) {
        const uint32_t next = b->pieces[i].next;
        const piece_side side = side_of_piece(b, &choice->plane, choice->own, &b->pieces[i]);
        if (side != PIECE_CUT)
            push_piece(b, &runs[side], i);
        else {
            carom_status status = reserve_pieces(b, 2, 4 * (size_t)b->pieces[i].count);
            if (status != CAROM_OK) return status;
            push_piece(b, &runs[0], cut_side(b, &choice->plane, i, 1));
            push_piece(b, &runs[1], cut_side(b, &choice->plane, i, -1));
            b->bsp->splits++;
        }
        i = next;
    }
    return CAROM_OK;
}

/* ---- nodes */

static bool faces_along(const bsp_builder *b, const bsp_plane *plane, uint32_t piece) {
    return dot3(b->planes[b->pieces[piece].polygon].normal, plane->normal) > 0.0;
}

static carom_status add_node(bsp_builder *b, const build_run *run, build_run runs[3]) {
    carom_bsp *bsp = b->bsp;
    const size_t counts[2] = {bsp->node_count, 1};
    void *nodes = bsp->nodes;
    if (run->depth >= CAROM_BSP_DEPTH || bsp->node_count >= BSP_MOST_NODES)
        return CAROM_ERROR_LIMIT;
    bool ok = grow_array(&bsp->allocator, &nodes, counts, &b->node_capacity, sizeof *bsp->nodes);
    bsp->nodes = nodes;
    if (!ok) return CAROM_ERROR_MEMORY;
    const bsp_choice choice = choose_plane(b, run);
    const uint32_t index = (uint32_t)bsp->node_count++;
    for (uint32_t side = 0; side < 3; side++)
        runs[side] = (build_run){NO_PIECE, 0, index, side, run->depth + 1};
    carom_status status = split_run(b, run, &choice, runs);
    const bool faces_same = runs[2].count == 0 || faces_along(b, &choice.plane, runs[2].head);
    bsp->nodes[index] =
        (bsp_node){choice.plane,
                   {faces_same ? BSP_EMPTY : BSP_SOLID, faces_same ? BSP_SOLID : BSP_EMPTY},
                   runs[2].head,
                   runs[2].count};
    if (run->parent == NO_PIECE)
        bsp->root = index;
    else
        bsp->nodes[run->parent].child[run->side] = index;
    if (run->depth + 1 > bsp->depth) bsp->depth = run->depth + 1;
    return status;
}

static carom_status build_nodes(bsp_builder *b, uint32_t head, uint32_t count) {
    build_run stack[CAROM_BSP_DEPTH + 2];
    int top = 0;
    if (count > 0) stack[top++] = (build_run){head, count, NO_PIECE, 0, 0};
    while (top > 0) {
        const build_run run = stack[--top];
        build_run runs[3];
        carom_status status = add_node(b, &run, runs);
        if (status != CAROM_OK) return status;
        for (int side = 0; side < 2; side++)
            if (runs[side].count > 0) stack[top++] = runs[side];
    }
    return CAROM_OK;
}

/* One piece of each polygon. */
static carom_status load_polygons(bsp_builder *b, build_run *all) {
    const carom_bsp *bsp = b->bsp;
    carom_status status = reserve_pieces(b, bsp->polygon_count, bsp->vertex_count);
    if (status != CAROM_OK) return status;
    for (size_t i = bsp->polygon_count; i-- > 0;) {
        const bsp_polygon *polygon = &bsp->polygons[i];
        if (polygon->count == 0) continue;
        carom_bsp_plane_of(&b->planes[i], bsp->vertices + polygon->first, polygon->count);
        const uint32_t piece = (uint32_t)b->piece_count++;
        b->pieces[piece] =
            (build_piece){(uint32_t)i, (uint32_t)b->vertex_count, polygon->count, NO_PIECE};
        for (uint32_t k = 0; k < polygon->count; k++)
            b->vertices[b->vertex_count++] = load3(bsp->vertices[polygon->first + k]);
        push_piece(b, all, piece);
    }
    return CAROM_OK;
}

/* Copies the pieces, in the order of their nodes, to arrays of exact size. */
static carom_status keep_pieces(const bsp_builder *b) {
    carom_bsp *bsp = b->bsp;
    for (size_t n = 0; n < bsp->node_count; n++)
        for (uint32_t i = bsp->nodes[n].first_piece; i != NO_PIECE; i = b->pieces[i].next) {
            bsp->piece_count++;
            bsp->piece_vertex_count += b->pieces[i].count;
        }
    bsp->pieces = carom_alloc(&bsp->allocator, bsp->piece_count, sizeof *bsp->pieces);
    bsp->piece_vertices =
        carom_alloc(&bsp->allocator, bsp->piece_vertex_count, sizeof *bsp->piece_vertices);
    if (!bsp->pieces || !bsp->piece_vertices) return CAROM_ERROR_MEMORY;
    uint32_t piece = 0, vertex = 0;
    for (size_t n = 0; n < bsp->node_count; n++) {
        bsp_node *node = &bsp->nodes[n];
        const uint32_t first = piece;
        for (uint32_t i = node->first_piece; i != NO_PIECE; i = b->pieces[i].next) {
            const build_piece *own = &b->pieces[i];
            bsp->pieces[piece++] =
                (bsp_piece){own->polygon, vertex, own->count, faces_along(b, &node->plane, i)};
            for (uint32_t k = 0; k < own->count; k++)
                bsp->piece_vertices[vertex++] = store3(b->vertices[own->first + k]);
        }
        node->first_piece = first;
    }
    return CAROM_OK;
}

carom_status carom_bsp_build(carom_bsp *bsp, bsp_weights weights) {
    bsp_builder b = {.bsp = bsp, .weights = weights};
    build_run all = {NO_PIECE, 0, NO_PIECE, 0, 0};
    b.planes = carom_alloc(&bsp->allocator, bsp->polygon_count, sizeof *b.planes);
    carom_status status = b.planes ? load_polygons(&b, &all) : CAROM_ERROR_MEMORY;
    if (status == CAROM_OK) status = build_nodes(&b, all.head, all.count);
    if (status == CAROM_OK) status = keep_pieces(&b);
    carom_free(&bsp->allocator, b.planes);
    carom_free(&bsp->allocator, b.pieces);
    carom_free(&bsp->allocator, b.vertices);
    return status;
}
