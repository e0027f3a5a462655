/* Queries of a BSP tree: point classification, ray casting and back-to-front traversal [Fuchs80],
 * [Ericson05] 8.4. Points and rays are tested against the polygons as given, never against their
 * pieces: a piece only tells which cells to visit. Because the vertices of pieces are rounded, a
 * point or ray that passes a plane within a slack above that rounding is followed to both sides.
 * So the answers equal those of testing all polygons one by one. */
#include "carom/raycast.h"
#include "spatial/bsp_data.h"
#include "spatial/tolerances.h"
#include "spatial/bsp_build.h"

/* Nodes of a path from the root, and the leaf at its end. */
#define PATH_ENTRIES (CAROM_BSP_DEPTH + 2)

/* ---- creation */

static carom_status copy_polygons(carom_bsp *bsp, const carom_bsp_def *def) {
    for (size_t i = 0, at = 0; i < def->count; i++) {
        const carom_polygon *polygon = &def->polygons[i];
        bsp_plane plane;
        bsp->polygons[i] = (bsp_polygon){(uint32_t)at, 0};
        for (int32_t k = 0; k < polygon->count; k++) {
            const vec3 vertex = load3(polygon->vertices[k]);
            if (!finite3(vertex)) return CAROM_ERROR_NOT_FINITE;
            bsp->size = max2(bsp->size, max_abs3(vertex));
            bsp->vertices[at + (size_t)k] = polygon->vertices[k];
        }
        if (polygon->count >= 3 &&
            carom_bsp_plane_of(&plane, polygon->vertices, (uint32_t)polygon->count)) {
            bsp->polygons[i].count = (uint32_t)polygon->count;
            at += (size_t)polygon->count;
        } else
            bsp->degenerate++;
    }
    return CAROM_OK;
}

static carom_status count_vertices(const carom_bsp_def *def, size_t *count) {
    *count = 0;
    for (size_t i = 0; i < def->count; i++) {
        const carom_polygon *polygon = &def->polygons[i];
        if (polygon->count < 0 || (polygon->count > 0 && !polygon->vertices))
            return CAROM_ERROR_ARGUMENT;
        *count += (size_t)polygon->count;
        if (*count > 0x7fffffffu) return CAROM_ERROR_LIMIT;
    }
    return CAROM_OK;
}

static bool weight_is_valid(carom_real weight) {
    return weight >= 0 && weight <= CAROM_REAL_MAX;
}

carom_status carom_bsp_create(carom_bsp **out, const carom_bsp_def *def) {
    size_t vertices = 0;
    if (!out || !def || (def->count > 0 && !def->polygons) || !weight_is_valid(def->split_weight) ||
        !weight_is_valid(def->balance_weight))
        return CAROM_ERROR_ARGUMENT;
    if (def->count > 0x7fffffffu) return CAROM_ERROR_LIMIT;
    carom_status status = count_vertices(def, &vertices);
    if (status != CAROM_OK) return status;
    bsp_weights weights = {(double)def->split_weight, (double)def->balance_weight};
    if (weights.split == 0.0 && weights.balance == 0.0) weights = (bsp_weights){8.0, 1.0};
    carom_bsp *bsp = carom_alloc(&def->allocator, 1, sizeof *bsp);
    if (!bsp) return CAROM_ERROR_MEMORY;
    *bsp = (carom_bsp){.root = BSP_EMPTY,
                       .polygon_count = def->count,
                       .vertex_count = vertices,
                       .allocator = def->allocator};
    bsp->polygons = carom_alloc(&def->allocator, def->count, sizeof *bsp->polygons);
    bsp->vertices = carom_alloc(&def->allocator, vertices, sizeof *bsp->vertices);
    status = bsp->polygons && bsp->vertices ? copy_polygons(bsp, def) : CAROM_ERROR_MEMORY;
    if (status == CAROM_OK) status = carom_bsp_build(bsp, weights);
    if (status == CAROM_OK)
        *out = bsp;
    else
        carom_bsp_destroy(bsp);
    return status;
}

void carom_bsp_destroy(carom_bsp *bsp) {
    if (!bsp) return;
    const carom_allocator allocator = bsp->allocator;
    carom_free(&allocator, bsp->nodes);
    carom_free(&allocator, bsp->pieces);
    carom_free(&allocator, bsp->piece_vertices);
    carom_free(&allocator, bsp->polygons);
    carom_free(&allocator, bsp->vertices);
    carom_free(&allocator, bsp);
}

carom_bsp_facts carom_bsp_measure(const carom_bsp *bsp) {
    const size_t vertices = bsp->piece_vertex_count + bsp->vertex_count;
    return (carom_bsp_facts){.nodes = bsp->node_count,
                             .depth = bsp->depth,
                             .pieces = bsp->piece_count,
                             .splits = bsp->splits,
                             .degenerate = bsp->degenerate,
                             .memory = sizeof *bsp + bsp->node_count * sizeof *bsp->nodes +
                                       bsp->piece_count * sizeof *bsp->pieces +
                                       vertices * sizeof(carom_vec3) +
                                       bsp->polygon_count * sizeof *bsp->polygons};
}

/* ---- points */

static carom_polygon polygon_at(const carom_bsp *bsp, uint32_t index) {
    const bsp_polygon *polygon = &bsp->polygons[index];
    return (carom_polygon){bsp->vertices + polygon->first, (int32_t)polygon->count};
}

/* Exact: the point is in the polygon's plane, and on the outer side of no edge in a projection
 * along the dominant axis of the normal. */
static bool given_polygon_holds(const carom_polygon *polygon, vec3 x) {
    bsp_plane plane;
    const uint32_t count = (uint32_t)polygon->count;
    bool left = false, right = false;
    if (!carom_bsp_plane_of(&plane, polygon->vertices, count) || bsp_side(&plane, x) != 0)
        return false;
    const vec3 n = vec(fabs(plane.normal.x), fabs(plane.normal.y), fabs(plane.normal.z));
    const int axis = n.x >= n.y ? (n.x >= n.z ? 0 : 2) : n.y >= n.z ? 1 : 2;
    for (uint32_t i = 0; i < count && !(left && right); i++) {
        const vec3 a = load3(polygon->vertices[i]), b = load3(polygon->vertices[(i + 1) % count]);
        const int side = carom_orient2d(a, b, x, axis);
        left = left || side > 0;
        right = right || side < 0;
    }
    return !(left && right);
}

static bool on_polygon_of(const carom_bsp *bsp, const bsp_node *node, vec3 x) {
    for (uint32_t i = 0; i < node->piece_count; i++) {
        const carom_polygon polygon = polygon_at(bsp, bsp->pieces[node->first_piece + i].polygon);
        if (given_polygon_holds(&polygon, x)) return true;
    }
    return false;
}

/* A bound above the rounding of the vertices of pieces near the point. */
static double slack_at(const carom_bsp *bsp, const bsp_plane *plane, double size) {
    return (BSP_PIECE_SLACK + BSP_PIECE_ERRORS * plane->error_factor) * (bsp->size + size);
}

/* One bit for each entry of a path. */
typedef struct path_bits {
    uint32_t word[PATH_ENTRIES / 32 + 1];
} path_bits;

static bool path_bit(const path_bits *bits, uint32_t i) {
    return bits->word[i / 32] >> (i % 32) & 1u;
}

static void set_path_bit(path_bits *bits, uint32_t i, bool value) {
    const uint32_t bit = 1u << (i % 32);
    bits->word[i / 32] = value ? bits->word[i / 32] | bit : bits->word[i / 32] & ~bit;
}

carom_bsp_place carom_bsp_classify_point(const carom_bsp *bsp, carom_vec3 point) {
    uint32_t stack[PATH_ENTRIES];
    path_bits certain; /* the point is on this side of every plane above, not only near it */
    const vec3 x = load3(point);
    carom_bsp_place place = CAROM_BSP_FRONT;
    uint32_t child = bsp->root;
    bool known = false, is_certain = true;
    if (!finite3(x)) return CAROM_BSP_FRONT;
    for (uint32_t top = 0;;) {
        while (!BSP_LEAF(child)) {
            const bsp_node *node = &bsp->nodes[child];
            const int side = bsp_side(&node->plane, x);
            const double height = bsp_height(&node->plane, x);
            const bool near = !(fabs(height) > slack_at(bsp, &node->plane, max_abs3(x)));
            if (near && on_polygon_of(bsp, node, x)) return CAROM_BSP_ON;
            if (near || side == 0) {
                set_path_bit(&certain, top, is_certain && side == 0);
                stack[top++] = node->child[side >= 0];
            }
            child = node->child[side < 0];
        }
        if (is_certain && !known) place = child == BSP_SOLID ? CAROM_BSP_BACK : CAROM_BSP_FRONT;
        known = known || is_certain;
        if (top == 0) break;
        child = stack[--top];
        is_certain = path_bit(&certain, top);
    }
    return place;
}

/* ---- rays */

typedef struct ray_range {
    double from, to;
} ray_range;

typedef struct bsp_cast {
    const carom_bsp *bsp;
    const carom_ray *ray;
    vec3 origin, direction;
    double origin_size;
    carom_bsp_hit best;
} bsp_cast;

static void cast_at_polygons(bsp_cast *cast, const bsp_node *node) {
    for (uint32_t i = 0; i < node->piece_count; i++) {
        const uint32_t index = cast->bsp->pieces[node->first_piece + i].polygon;
        const carom_polygon polygon = polygon_at(cast->bsp, index);
        const carom_bsp_hit *best = &cast->best;
        const carom_ray_hit hit = carom_raycast_ray_polygon(cast->ray, &polygon);
        if (!hit.hit ||
            (best->hit && (hit.t > best->t || (hit.t == best->t && index >= best->polygon))))
            continue;
        cast->best = (carom_bsp_hit){true, index, hit.t, hit.point, hit.normal};
    }
}

/* The parts of the range in front of the plane, behind it and on it, each enlarged by the slack.
 * @return the side that the ray meets first */
static CAROM_INLINE int part_range(const bsp_cast *cast, const bsp_plane *plane, ray_range range,
                                   ray_range out[3]) {
    const double slack = slack_at(cast->bsp, plane, cast->origin_size);
    const double height = bsp_height(plane, cast->origin),
                 speed = dot3(plane->normal, cast->direction);
    const ray_range none = {1.0, 0.0};
    out[0] = out[1] = out[2] = range;
    if (speed == 0.0) {
        if (height > slack) out[1] = out[2] = none;
        if (height < -slack) out[0] = out[2] = none;
        return height < 0.0;
    }
    const int first = speed > 0.0;
    const double one = (-slack - height) / speed, other = (slack - height) / speed;
    const double enter = min2(one, other), leave = max2(one, other);
    if (leave < out[first].to) out[first].to = out[2].to = leave;
    if (enter > out[!first].from) out[!first].from = out[2].from = enter;
    return first;
}

static bool is_beaten(const bsp_cast *cast, ray_range range) {
    const double t = (double)cast->best.t;
    return range.from > range.to || (cast->best.hit && range.from > t + BSP_HIT_SLACK * fabs(t));
}

/* A node on the path of a ray. */
typedef struct ray_step {
    ray_range parts[3];
    int first; /* the side that the ray meets first */
} ray_step;

/* So many steps at the end of a path are kept; those above are found again. */
#define KEPT_STEPS 32

/* The path from the root to a node; with this bit it goes on to the side that the ray meets second.
 */
#define RAY_SECOND 0x80000000u
typedef struct ray_path {
    ray_range all;             /* of the root */
    ray_step kept[KEPT_STEPS]; /* at depth d: d % KEPT_STEPS, from `least` on */
    uint32_t least;
    uint32_t node[PATH_ENTRIES];
} ray_path;

static CAROM_INLINE const ray_step *keep_step(const bsp_cast *cast, ray_path *path, uint32_t depth,
                                              ray_range range) {
    const bsp_node *node = &cast->bsp->nodes[path->node[depth] & ~RAY_SECOND];
    ray_step *step = &path->kept[depth % KEPT_STEPS];
    step->first = part_range(cast, &node->plane, range, step->parts);
    if (depth >= path->least + KEPT_STEPS) path->least = depth - KEPT_STEPS + 1;
    return step;
}

static CAROM_NOINLINE void find_steps(const bsp_cast *cast, ray_path *path, uint32_t depth) {
    ray_range range = path->all;
    path->least = 0;
    for (uint32_t i = 0; i <= depth; i++) {
        const ray_step *step = keep_step(cast, path, i, range);
        range = step->parts[path->node[i] & RAY_SECOND ? !step->first : step->first];
    }
}

/* Casts depth first, the side of a plane that the ray meets first before the polygons in the plane
 * and these before the other side. */
static void cast_in_tree(bsp_cast *cast, ray_range range) {
    ray_path path;
    const bsp_node *nodes = cast->bsp->nodes;
    uint32_t child = cast->bsp->root;
    path.all = range;
    path.least = 0;
    for (uint32_t depth = 0;; depth++) {
        for (; !BSP_LEAF(child) && !is_beaten(cast, range); depth++) {
            path.node[depth] = child;
            const ray_step *step = keep_step(cast, &path, depth, range);
            range = step->parts[step->first];
            child = nodes[child].child[step->first];
        }
        do {
            if (depth-- == 0) return;
        } while (path.node[depth] & RAY_SECOND);
        if (depth < path.least) find_steps(cast, &path, depth);
        const ray_step *step = &path.kept[depth % KEPT_STEPS];
        const bsp_node *node = &nodes[path.node[depth]];
        if (node->piece_count > 0 && !is_beaten(cast, step->parts[2])) cast_at_polygons(cast, node);
        path.node[depth] |= RAY_SECOND;
        child = node->child[!step->first];
        range = step->parts[!step->first];
    }
}

carom_bsp_hit carom_bsp_raycast_ray(const carom_bsp *bsp, const carom_ray *ray) {
    bsp_cast cast = {
        .bsp = bsp, .ray = ray, .origin = load3(ray->origin), .direction = load3(ray->direction)};
    cast.origin_size = max_abs3(cast.origin);
    if (!finite3(cast.origin) || !finite3(cast.direction) || !(ray->t_min <= ray->t_max))
        return cast.best;
    /* Beyond this parameter the ray has left all polygons behind. */
    double reach = BSP_RAY_REACH * (bsp->size + cast.origin_size) / max_abs3(cast.direction);
    ray_range range = {max2((double)ray->t_min, -reach), min2((double)ray->t_max, reach)};
    if (!(reach > 0.0)) range = (ray_range){(double)ray->t_min, (double)ray->t_max};
    cast_in_tree(&cast, range);
    return cast.best;
}

/* ---- back-to-front order */

typedef struct bsp_order {
    const carom_bsp *bsp;
    carom_bsp_visitor *visitor;
    void *user;
} bsp_order;

static bool visit_pieces(const bsp_order *order, const bsp_node *node, int side) {
    for (uint32_t i = 0; i < node->piece_count; i++) {
        const bsp_piece *own = &order->bsp->pieces[node->first_piece + i];
        const carom_bsp_piece piece = {.vertices = order->bsp->piece_vertices + own->first,
                                       .count = own->count,
                                       .polygon = own->polygon,
                                       .front = own->faces_same ? side > 0 : side < 0};
        if (!order->visitor(&piece, order->user)) return false;
    }
    return true;
}

void carom_bsp_visit(const carom_bsp *bsp, carom_vec3 viewpoint, carom_bsp_visitor *visitor,
                     void *user) {
    uint32_t stack[PATH_ENTRIES]; /* nodes whose pieces and near side wait */
    const bsp_order order = {bsp, visitor, user};
    const vec3 eye = load3(viewpoint);
    uint32_t child = bsp->root;
    for (int top = 0;;) {
        for (; !BSP_LEAF(child);
             child = bsp->nodes[child].child[bsp_side(&bsp->nodes[child].plane, eye) > 0])
            stack[top++] = child;
        if (top == 0) return;
        const bsp_node *node = &bsp->nodes[stack[--top]];
        const int side = bsp_side(&node->plane, eye);
        if (!visit_pieces(&order, node, side)) return;
        child = node->child[side <= 0];
    }
}
