/* The shortest translation along a direction that separates two closed meshes (own method). Two
 * triangles that share a region when they are seen along the direction meet while B is moved by an
 * interval of lengths. Pairs of boxes and triangles are taken in the order in which they begin to
 * meet, by a heap: while the next begins no later than the last one ends, B is on its way; where a
 * gap is, the exact relation of the solids decides whether B is out or within A. Pairs that share
 * no more than rounding are left out, since faces that slide along each other hinder nothing; what
 * that may miss, the exact relation sees. */
#include "carom/solid_measure.h"
#include "core/array.h"
#include "math/pose.h"
#include "mesh/pair/point_in_mesh.h"
#include "mesh/pair/separating_translation.h"
#include "mesh/pair/pair_walk.h"
#include "mesh/solid/mesh_pieces.h"
#include "mesh/solid/projected.h"
#include "mesh/solid/tolerances.h"

#define SEPARATION_STEPS ((uint32_t)1 << 20)
/* Cost of a relation of solids, in steps. */
#define RELATION_STEPS 4096

/* Two nodes, or, where `a` is NO_PLACE and `is_pair`, an interval of two triangles. */
typedef struct sweep_item {
    double from, to;
    uint32_t a, b; /* places of nodes */
    bool is_pair;
} sweep_item;

typedef struct separating_sweep {
    carom_placed_mesh a, b;
    const carom_allocator *from;
    pair_frame frame;
    vec3 basis[3], origin;
    double size;  /* of the coordinates */
    double reach; /* all shorter translations leave an overlap */
    double limit;
    uint64_t steps, most_steps;
    grown_array heap;
    carom_status status;
} separating_sweep;

/* ---- the heap, least `from` first */

static void push_item(separating_sweep *s, const sweep_item *item) {
    if (!(item->to > s->reach) || item->from > s->limit || s->status != CAROM_OK) return;
    s->status = carom_array_reserve(&s->heap, s->heap.count + 1, sizeof *item, s->from);
    if (s->status != CAROM_OK) return;
    sweep_item *items = s->heap.data;
    size_t i = s->heap.count++;
    for (; i > 0 && items[(i - 1) / 2].from > item->from; i = (i - 1) / 2)
        items[i] = items[(i - 1) / 2];
    items[i] = *item;
}

static sweep_item pop_item(separating_sweep *s) {
    sweep_item *items = s->heap.data, top = items[0];
    const sweep_item last = items[--s->heap.count];
    size_t i = 0, child;
    while ((child = 2 * i + 1) < s->heap.count) {
        if (child + 1 < s->heap.count && items[child + 1].from < items[child].from) child++;
        if (items[child].from >= last.from) break;
        items[i] = items[child];
        i = child;
    }
    items[i] = last;
    return top;
}

/* ---- boxes and triangles seen along the direction */

static vec3 project_point(const separating_sweep *s, vec3 p) {
    const vec3 q = sub3(p, s->origin);
    return vec(dot3(s->basis[0], q), dot3(s->basis[1], q), dot3(s->basis[2], q));
}

static middle_box project_node(const separating_sweep *s, const placed_frame *frame,
                               const mesh_node *node) {
    const middle_box own = middle_of_node(node);
    const vec3 half = affine_extent(&frame->out, own.half);
    const double margin = PROJECTED_BOX_NOISES * frame->noise + PROJECTED_ROUNDING * s->size;
    double reach[3];
    for (int i = 0; i < 3; i++) {
        const vec3 e = s->basis[i];
        reach[i] = fabs(e.x) * half.x + fabs(e.y) * half.y + fabs(e.z) * half.z + margin;
    }
    return (middle_box){project_point(s, affine_point(&frame->out, own.center)),
                        vec(reach[0], reach[1], reach[2])};
}

static void push_nodes(separating_sweep *s, const uint32_t place[2], const mesh_node *node_a,
                       const mesh_node *node_b) {
    const middle_box a = project_node(s, &s->frame.a, node_a),
                     b = project_node(s, &s->frame.b, node_b);
    const vec3 d = sub3(a.center, b.center), reach = add3(a.half, b.half);
    if (!s->frame.blind && (fabs(d.x) > reach.x || fabs(d.y) > reach.y)) return;
    const sweep_item item = {s->frame.blind ? -DBL_MAX : d.z - reach.z,
                             s->frame.blind ? DBL_MAX : d.z + reach.z, place[0], place[1], false};
    push_item(s, &item);
}

static void project_rank(const separating_sweep *s, const placed_frame *frame, uint32_t rank,
                         projected_triangle *out) {
    const carom_triangle t = posed_rank(frame, rank);
    const vec3 v[3] = {project_point(s, load3(t.v[0])), project_point(s, load3(t.v[1])),
                       project_point(s, load3(t.v[2]))};
    carom_project_triangle(out, v);
}

static void push_triangles(separating_sweep *s, const projected_triangle *a,
                           const projected_triangle *b) {
    projected_region region;
    if (a->thin || b->thin) return;
    carom_project_pair(&region, a, b);
    if (region.count < 3) return;
    const projected_point *p = region.at;
    sweep_item item = {p->first - p->second, p->first - p->second, NO_PLACE, NO_PLACE, true};
    double extent = 0.0;
    for (int i = 1; i < region.count; i++) {
        item.from = min2(item.from, p[i].first - p[i].second);
        item.to = max2(item.to, p[i].first - p[i].second);
        extent = max2(extent, fabs(p[i].u - p->u) + fabs(p[i].v - p->v));
    }
    if (carom_projected_area(&region) > PROJECTED_ROUNDING * max2(a->reach, b->reach) * extent)
        push_item(s, &item);
}

static void push_leaves(separating_sweep *s, const mesh_node *a, const mesh_node *b) {
    projected_triangle second[BVH8_LEAF];
    for (uint32_t k = 0; k < b->count; k++)
        project_rank(s, &s->frame.b, b->first + k, &second[k]);
    for (uint32_t i = 0; i < a->count; i++) {
        projected_triangle first;
        project_rank(s, &s->frame.a, a->first + i, &first);
        for (uint32_t k = 0; k < b->count; k++)
            push_triangles(s, &first, &second[k]);
    }
    s->steps += a->count * b->count;
}

static double size_of_node(const mesh_node *node) {
    return max_abs3(sub3(load3(node->max), load3(node->min)));
}

static void open_item(separating_sweep *s, const sweep_item *item) {
    const mesh_node a = carom_part_node(s->a.mesh, item->a),
                    b = carom_part_node(s->b.mesh, item->b);
    if (a.count > 0 && b.count > 0) {
        push_leaves(s, &a, &b);
        return;
    }
    const bool open_b = a.count > 0 || (b.count == 0 && size_of_node(&b) > size_of_node(&a));
    const mesh_node *parent = open_b ? &b : &a;
    const carom_mesh *mesh = open_b ? s->b.mesh : s->a.mesh;
    for (uint32_t slot = 0; slot < BVH8_WIDTH; slot++) {
        mesh_node child;
        if (!mesh_child(mesh, parent->child, slot, &child)) continue;
        const uint32_t place = BVH8_WIDTH * parent->child + slot;
        const uint32_t places[2] = {open_b ? item->a : place, open_b ? place : item->b};
        push_nodes(s, places, open_b ? &a : &child, open_b ? &child : &b);
    }
    s->steps += BVH8_WIDTH;
}

/* ---- one direction */

/* Do the solids share no interior point when B is moved by so much? */
static bool is_free_at(separating_sweep *s, double length) {
    carom_placed_mesh moved = s->b;
    carom_solid_pair pair;
    moved.pose.position =
        store3(add3(load3(s->b.pose.position), load3(store3(scale3(s->basis[2], length)))));
    s->steps += RELATION_STEPS;
    const carom_status status = carom_classify_solids(&pair, &s->a, &moved, s->from);
    if (status == CAROM_ERROR_MEMORY) s->status = status;
    return status == CAROM_OK && pair.relation >= CAROM_SOLIDS_APART &&
           pair.relation < CAROM_SOLIDS_OVERLAP;
}

/* The length at which the solids are free, at a gap from `reach` on; negative: they are not. */
static double free_length(separating_sweep *s, double gap_end) {
    const double more = SEPARATING_ROUNDING * CAROM_REAL_EPSILON * (s->size + s->reach);
    const double beyond = min2(s->reach + more, 0.5 * (s->reach + gap_end));
    if (is_free_at(s, s->reach)) return s->reach;
    return is_free_at(s, beyond) ? beyond : -1.0;
}

static void start_direction(separating_sweep *s, vec3 direction) {
    const vec3 d = direction;
    const double x = fabs(d.x), y = fabs(d.y), z = fabs(d.z);
    const vec3 least = x <= y && x <= z ? vec(1, 0, 0) : y <= z ? vec(0, 1, 0) : vec(0, 0, 1);
    s->basis[2] = d;
    s->basis[0] = carom_normalize_or(cross3(least, d), vec(1, 0, 0));
    s->basis[1] = cross3(d, s->basis[0]);
    s->reach = 0.0;
    s->steps = 0;
    s->heap.count = 0;
    const mesh_node a = mesh_root(s->a.mesh), b = mesh_root(s->b.mesh);
    push_nodes(s, (const uint32_t[2]){NO_PLACE, NO_PLACE}, &a, &b);
}

/* The length of the translation; negative when none is free within limit and steps. */
static double sweep_direction(separating_sweep *s, vec3 direction) {
    start_direction(s, direction);
    while (s->status == CAROM_OK && s->steps < s->most_steps && s->reach <= s->limit) {
        const bool ends = s->heap.count == 0;
        const double next = ends ? DBL_MAX : ((const sweep_item *)s->heap.data)->from;
        if (next > s->reach) {
            const double length = free_length(s, next);
            if (length >= 0.0 || ends) return length;
            s->reach = max2(s->reach, next);
        }
        const sweep_item item = pop_item(s);
        if (item.is_pair)
            s->reach = max2(s->reach, item.to);
        else if (item.to > s->reach)
            open_item(s, &item);
    }
    return -1.0;
}

/* ---- the answer */

static bool are_directions_valid(const carom_separation_def *def) {
    for (size_t i = 0; def->directions && i < def->direction_count; i++) {
        const vec3 d = load3(def->directions[i]);
        if (!finite3(d) || !(max_abs3(d) > 0.0)) return false;
    }
    return true;
}

static void try_directions(separating_sweep *s, const carom_separation_def *def,
                           carom_separating_translation *out) {
    static const carom_vec3 axes[6] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                       {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    const carom_vec3 *directions = def->directions ? def->directions : axes;
    const size_t count = def->directions ? def->direction_count : 6;
    for (size_t i = 0; i < count && s->status == CAROM_OK; i++) {
        const double length =
            sweep_direction(s, carom_normalize_or(load3(directions[i]), vec(1, 0, 0)));
        if (!(length >= 0.0) || (out->found && length >= (double)out->distance)) continue;
        const double less = SEPARATING_ROUNDING * CAROM_REAL_EPSILON * (s->size + s->reach);
        *out = (carom_separating_translation){.found = true,
                                              .translation = store3(scale3(s->basis[2], length)),
                                              .distance = store1(length),
                                              .bound = store1(max2(s->reach - less, 0.0)),
                                              .direction = i};
        s->limit = length;
    }
}

/* Of solids that share no interior point the translation is zero. */
static bool starts_free(separating_sweep *s, carom_separating_translation *out) {
    s->basis[2] = vec(0, 0, 0);
    out->found = is_free_at(s, 0.0);
    return out->found;
}

static bool start_sweep(separating_sweep *s, const carom_separation_def *def) {
    if (!carom_pair_frame(&s->frame, &s->a, &s->b)) return false;
    const middle_box a = carom_frame_bounds(&s->frame.a), b = carom_frame_bounds(&s->frame.b);
    s->origin = a.center;
    s->size = max2(max_abs3(a.center) + max_abs3(a.half), max_abs3(b.center) + max_abs3(b.half));
    s->limit = def->limit > 0 ? (double)def->limit : DBL_MAX;
    s->most_steps = def->steps ? def->steps : SEPARATION_STEPS;
    return finite1(s->size);
}

static carom_status make_pieces(carom_placed_mesh *placed, carom_mesh_pieces **made,
                                const carom_allocator *from) {
    carom_status status = CAROM_OK;
    if (!placed->pieces) status = carom_mesh_pieces_create(made, placed->mesh, from);
    if (status != CAROM_OK) return status;
    if (*made) placed->pieces = *made;
    return placed->pieces->closure == CAROM_MESH_OPEN ? CAROM_ERROR_ARGUMENT : CAROM_OK;
}

carom_status carom_mesh_separating_translation(carom_separating_translation *out,
                                               const carom_placed_mesh *a,
                                               const carom_placed_mesh *b,
                                               const carom_separation_def *def) {
    static const carom_separation_def none;
    carom_mesh_pieces *made[2] = {NULL, NULL};
    carom_separating_translation found = {.found = false};
    if (!def) def = &none;
    if (!out || !a || !b || !are_directions_valid(def)) return CAROM_ERROR_ARGUMENT;
    separating_sweep s = {.a = *a, .b = *b, .from = &def->allocator};
    if (!start_sweep(&s, def)) return CAROM_ERROR_ARGUMENT;
    carom_status status = make_pieces(&s.a, &made[0], s.from);
    if (status == CAROM_OK) status = make_pieces(&s.b, &made[1], s.from);
    if (status == CAROM_OK) {
        if (!starts_free(&s, &found)) try_directions(&s, def, &found);
        status = s.status;
    }
    carom_array_release(&s.heap, s.from);
    for (int i = 0; i < 2; i++)
        carom_mesh_pieces_destroy(made[i]);
    if (status == CAROM_OK) *out = found;
    return status;
}
