/* Construction of the sphere map of a point [Hachenberger07]. Every cell of the sphere has an end
 * of an arc or the crossing of two arcs on its border, or else the arcs around it are whole
 * meridians of one line, which continue to another point. Hence the cells around all these
 * directions are all cells.
 *
 * Incidence of a direction with an arc, and its side, are determinants with the ray, a direction
 * in general position: they are rarely zero, so a filter in double usually suffices, and
 * exact sums decide the rest. Where one is zero the next ray is taken; when RAY_TRIES
 * rays fail the answer is unproved. */
#include "mesh/solid/solid_sphere_map.h"

#include "math/order.h"
#include "mesh/curves/curve_data.h"
#include "mesh/solid/tolerances.h"
#include "mesh/solid/solid_winding.h"

#define RAY_TRIES 48
/* Cells in which a witness is sought. */
#define WITNESS_TRIES 16

/* Components have twenty bits: products with coordinates of small bit length stay exact in
 * double. */
static vec3 ray_of_try(int i) {
    uint64_t state = 0x9e3779b97f4a7c15u * ((uint64_t)i + 1u);
    double c[3];
    for (int k = 0; k < 3; k++) {
        state ^= state >> 29;
        state *= 0xbf58476d1ce4e5b9u;
        state ^= state >> 32;
        c[k] = (double)((state & 0xfffffu) | 1u) * (state >> 40 & 1u ? 1.0 : -1.0);
    }
    return vec(c[0], c[1], c[2]);
}

/* ---- triangles that contain the point */

typedef struct sector_walk {
    sphere_map *map;
    const exact_point *point;
    int owner;
    vec3 low, high; /* bounding box of the point in the mesh's frame */
} sector_walk;

static void add_sector(sphere_map *map, int owner, exact_span x, exact_span y) {
    grown_array *a = &map->sectors;
    if (carom_array_reserve(a, a->count + 1, sizeof(map_sector), map->allocator) != CAROM_OK) {
        map->failed = true;
        return;
    }
    ((map_sector *)a->data)[a->count++] = (map_sector){.x = x, .y = y, .owner = owner};
}

/* Adds the sectors of the directions into a triangle from one of its parts. */
static void add_triangle_sectors(sphere_map *map, int owner, const vec3 v[3], int part) {
    if (part < PART_EDGE) {
        vec3 p = v[part], q = v[(part + 1) % 3], s = v[(part + 2) % 3];
        add_sector(map, owner, (exact_span){p, q}, (exact_span){p, s});
    } else if (part < PART_FACE) {
        vec3 p = v[part - PART_EDGE], q = v[(part + 1) % 3], s = v[(part + 2) % 3];
        add_sector(map, owner, (exact_span){p, q}, (exact_span){p, s});
        add_sector(map, owner, (exact_span){p, s}, (exact_span){q, p});
    } else {
        for (int i = 0; i < 3; i++) {
            int k = (i + 1) % 3;
            add_sector(map, owner, (exact_span){v[i], v[k]}, (exact_span){v[k], v[(k + 1) % 3]});
        }
    }
}

static bool holds_point_box(const void *context, const mesh_node *node) {
    const sector_walk *w = context;
    if (w->map->frame[w->owner].blind) return true;
    vec3 low = load3(node->min), high = load3(node->max);
    return low.x <= w->high.x && w->low.x <= high.x && low.y <= w->high.y && w->low.y <= high.y &&
           low.z <= w->high.z && w->low.z <= high.z;
}

static bool add_leaf_sectors(void *context, const mesh_node *node) {
    sector_walk *w = context;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        carom_triangle t = posed_rank(&w->map->frame[w->owner], i);
        const vec3 v[3] = {load3(t.v[0]), load3(t.v[1]), load3(t.v[2])};
        if (carom_exact_apart(w->point, v) || carom_collinear(v[0], v[1], v[2])) continue;
        int part = carom_exact_part(w->point, v);
        if (part >= 0) add_triangle_sectors(w->map, w->owner, v, part);
    }
    return !w->map->failed;
}

static void gather_sectors(sphere_map *map, const exact_point *p) {
    map->sectors.count = 0;
    for (int owner = 0; owner < 2; owner++) {
        const placed_frame *f = &map->frame[owner];
        vec3 at = affine_point(&f->back, p->near);
        double e = POINT_BOX_ERRORS * p->error;
        if (!f->still) e += PAIR_BOX_NOISES * f->noise + FRAME_ROUNDING * max_abs3(at);
        sector_walk w = {map, p, owner, sub3(at, vec(e, e, e)), add3(at, vec(e, e, e))};
        mesh_visit(f->mesh, holds_point_box, add_leaf_sectors, &w);
    }
}

static map_sector *sectors_of(const sphere_map *map) {
    return (map_sector *)map->sectors.data;
}

/* ---- common line of all planes */

static int span_triple(const exact_span *a, const exact_span *b, const exact_span *c) {
    const vec3 span[6] = {a->from, a->to, b->from, b->to, c->from, c->to};
    return carom_sign_determinant(span);
}

static bool is_in_plane(const map_sector *s, const exact_span *d) {
    return span_triple(&s->x, &s->y, d) == 0;
}

static void find_planes(sphere_map *map) {
    map_sector *s = sectors_of(map);
    for (size_t i = 0; i < map->sectors.count; i++) {
        size_t k = 0;
        while (k < i &&
               (s[k].plane != k || !is_in_plane(&s[k], &s[i].x) || !is_in_plane(&s[k], &s[i].y)))
            k++;
        s[i].plane = k;
    }
}

/* Returns a spanning direction of one sector that lies in the other's plane too, or null. */
static const exact_span *common_span(const map_sector *s, const map_sector *other) {
    const exact_span *of[4] = {&s->x, &s->y, &other->x, &other->y};
    for (int i = 0; i < 4; i++)
        if (is_in_plane(i < 2 ? other : s, of[i])) return of[i];
    return NULL;
}

/* Returns true for sectors of one plane, of two planes, and of planes that share a line which
 * bounds a sector. False proves nothing. */
static bool is_along_line(const sphere_map *map) {
    const map_sector *s = sectors_of(map), *other = NULL;
    const exact_span *line = NULL;
    for (size_t i = 1; i < map->sectors.count; i++) {
        if (s[i].plane != i) continue;
        if (!other) {
            other = &s[i];
            line = common_span(&s[0], other);
        } else if (!line || !is_in_plane(&s[i], line)) {
            return false;
        }
    }
    return true;
}

/* ---- cells around one direction */

typedef struct direction_view {
    sphere_map *map;
    exact_direction d;
    size_t plane[2]; /* planes that contain the direction by construction */
    exact_span ray;
    int winding[2];  /* winding numbers next to the direction, towards the ray */
    bool holds[2];   /* a cell around the direction is in the solid */
    bool reaches[2]; /* a cell around any direction examined at the point is in the solid */
    bool undecided;
} direction_view;

static void add_branch(direction_view *view, const exact_span *toward, int owner, int step) {
    grown_array *a = &view->map->branches;
    int side = -carom_exact_triple(&view->d, toward, &view->ray);
    if (carom_array_reserve(a, a->count + 1, sizeof(map_branch), view->map->allocator) !=
        CAROM_OK) {
        view->map->failed = true;
        return;
    }
    ((map_branch *)a->data)[a->count++] = (map_branch){*toward, owner, step, side < 0};
}

static bool same_span(const exact_span *a, const exact_span *b) {
    return equal3(a->from, b->from) && equal3(a->to, b->to);
}

/* Adds the half circles of a sector whose plane contains the direction. */
static void add_branches_of_arc(direction_view *view, const map_sector *s) {
    bool is_base = view->d.count == 1;
    bool at_x = is_base && same_span(&view->d.base[0], &s->x);
    bool at_y = is_base && same_span(&view->d.base[0], &s->y);
    if (!at_x && !at_y) {
        int from_x = -carom_exact_triple(&view->d, &s->x, &view->ray) * s->ray_side;
        int to_y = carom_exact_triple(&view->d, &s->y, &view->ray) * s->ray_side;
        if (from_x < 0 || to_y < 0) return;
        at_x = from_x == 0; /* parallel, since the ray is not in the plane */
        at_y = to_y == 0;
    }
    if (!at_y) add_branch(view, &s->y, s->owner, -1);
    if (!at_x) add_branch(view, &s->x, s->owner, 1);
}

/* Counts the crossing of an arc between the direction, on side `side` of the sector's plane, and
 * the ray, on the other. */
static void cross_arc(direction_view *view, const map_sector *s, int side) {
    int x = carom_exact_triple(&view->d, &view->ray, &s->x);
    int y = carom_exact_triple(&view->d, &view->ray, &s->y);
    view->undecided |= x == 0 || y == 0;
    if (x == -side && y == side) view->winding[s->owner] -= side;
}

static bool precedes_branch(const direction_view *view, const map_branch *a, const map_branch *b) {
    if (a->half != b->half) return a->half < b->half;
    return carom_exact_triple(&view->d, &a->toward, &b->toward) > 0;
}

static void sort_branches(const direction_view *view, map_branch *b, size_t count) {
    for (size_t i = 1; i < count; i++) {
        map_branch moved = b[i];
        size_t k = i;
        for (; k > 0 && precedes_branch(view, &moved, &b[k - 1]); k--)
            b[k] = b[k - 1];
        b[k] = moved;
    }
}

static bool same_angle(const direction_view *view, const map_branch *a, const map_branch *b) {
    return a->half == b->half && carom_exact_triple(&view->d, &a->toward, &b->toward) == 0;
}

/* Two consecutive branches of a turn around the direction: they bound one cell of the sphere. */
typedef struct sphere_part {
    const exact_point *point;
    vec3 direction, from, to;
    bool whole; /* from and to are the same branch */
} sphere_part;

static vec3 direction_off(vec3 v, vec3 unit) {
    return carom_normalize_or(mad3(v, unit, -dot3(v, unit)), carom_perpendicular(unit));
}

static bool is_inside_both(const sphere_map *map, vec3 at) {
    carom_vec3 rounded = store3(at);
    exact_point p = carom_exact_vertex(load3(rounded));
    if (!finite3(p.near)) return false;
    for (int owner = 0; owner < 2; owner++) {
        int winding = 0;
        bool on_surface = false;
        if (!carom_winding_along(&map->frame[owner], &p, ray_of_try(0), &winding, &on_surface))
            return false;
        if (on_surface || !is_in_solid(map, owner, winding)) return false;
    }
    return true;
}

/* Searches for a point inside both solids on lines that leave the common point into the cell. */
static void find_witness(sphere_map *map, const sphere_part *part) {
    /* Slopes towards the bisector, for wide to narrow cells; lengths from a quarter of the size
     * downwards. Every candidate is verified exactly, so any values are valid. */
    static const double aside[4] = {0.5, 0.05, 2e-3, 1e-5};
    vec3 d = carom_normalize_or(part->direction, vec(0, 0, 1));
    vec3 from = direction_off(part->from, d), to = direction_off(part->to, d),
         between = add3(from, to);
    double turn = dot3(cross3(from, to), d);
    if (turn < 0.0 || part->whole) between = neg3(between);
    if (len2(between) < BISECTOR2_LEAST) between = cross3(d, from);
    between = direction_off(between, d);
    double length = 0.25 * map->size;
    for (int i = 0; i < 40 && !map->has_witness; i++, length *= 0.35)
        for (int k = 0; k < 4 && !map->has_witness; k++) {
            vec3 step = mad3(d, between, aside[k]);
            map->witness = mad3(part->point->near, step, length);
            map->has_witness = is_inside_both(map, map->witness);
        }
}

static vec3 rounded_direction(const exact_direction *d) {
    vec3 out = sub3(d->base[0].to, d->base[0].from);
    if (d->count == 1) return out;
    double sum = d->weight[0].value + d->weight[1].value;
    vec3 other = sub3(d->base[1].to, d->base[1].from);
    return add3(scale3(out, d->weight[0].value / sum), scale3(other, d->weight[1].value / sum));
}

static void note_part(direction_view *view, const exact_point *p, const map_branch *from,
                      const map_branch *to) {
    sphere_map *map = view->map;
    bool in_a = is_in_solid(map, 0, view->winding[0]), in_b = is_in_solid(map, 1, view->winding[1]);
    map->exists[in_a][in_b] = true;
    if (!in_a || !in_b || map->has_witness || map->witness_tries >= WITNESS_TRIES) return;
    map->witness_tries++;
    const sphere_part part = {p, rounded_direction(&view->d),
                              sub3(from->toward.to, from->toward.from),
                              sub3(to->toward.to, to->toward.from), from == to};
    find_witness(map, &part);
}

/* Notes contact: both solids reach the point, or extend along the direction, and touch there
 * unless they overlap. */
static void note_contact(direction_view *view) {
    sphere_map *map = view->map;
    for (int owner = 0; owner < 2; owner++)
        view->reaches[owner] |= view->holds[owner];
    if (view->reaches[0] && view->reaches[1] && map->contact < 0) map->contact = 0;
    if (view->holds[0] && view->holds[1] && map->contact < 1) map->contact = 1;
}

/* Traverses the cells of one turn around the direction. */
static void turn_around(direction_view *view, const exact_point *p) {
    sphere_map *map = view->map;
    const map_branch *b = map->branches.data;
    size_t count = map->branches.count;
    for (size_t i = 0, end; i < count; i = end) {
        int step[2] = {0, 0}, branch_count[2] = {0, 0};
        bool beside[2];
        for (end = i; end < count && same_angle(view, &b[i], &b[end]); end++) {
            step[b[end].owner] += b[end].step;
            branch_count[b[end].owner]++;
        }
        for (int owner = 0; owner < 2; owner++) {
            bool before = is_in_solid(map, owner, view->winding[owner]);
            view->winding[owner] += step[owner];
            bool after = is_in_solid(map, owner, view->winding[owner]);
            if (branch_count[owner] > 0 && before == after) map->membrane[owner] = true;
            beside[owner] = before || after;
            view->holds[owner] |= after;
        }
        if (beside[0] && beside[1]) map->contact = 2;
        note_part(view, p, &b[i], &b[end < count ? end : 0]);
    }
    note_contact(view);
}

/* Examines the cells around the direction.
 * @return false when another ray is needed. */
static bool examine_direction(direction_view *view, const exact_point *p, const int winding[2]) {
    sphere_map *map = view->map;
    map_sector *s = sectors_of(map);
    map->branches.count = 0;
    for (int owner = 0; owner < 2; owner++) {
        view->winding[owner] = winding[owner];
        view->holds[owner] = false;
    }
    for (size_t i = 0; i < map->sectors.count && !view->undecided; i++) {
        const map_sector *first = &s[s[i].plane];
        if (i == view->plane[0] || i == view->plane[1])
            s[i].side = 0;
        else if (first == &s[i])
            s[i].side = carom_exact_triple(&view->d, &s[i].x, &s[i].y);
        int side = first->side * first->ray_side * s[i].ray_side;
        if (side == 0)
            add_branches_of_arc(view, &s[i]);
        else if (side != s[i].ray_side)
            cross_arc(view, &s[i], side);
    }
    if (view->undecided || map->failed) return false;
    sort_branches(view, map->branches.data, map->branches.count);
    turn_around(view, p);
    return true;
}

/* ---- all directions */

static bool has_all(const sphere_map *map) {
    return map->exists[1][1] && map->exists[1][0] && map->exists[0][1];
}

/* Returns true if the span bounds an earlier sector. */
static bool occurs_before(const map_sector *s, size_t i, const exact_span *span) {
    for (size_t k = 0; k < i; k++)
        if (same_span(&s[k].x, span) || same_span(&s[k].y, span)) return true;
    return false;
}

/* Returns true if the interiors of both arcs intersect. */
static bool do_arcs_cross(const map_sector *a, const map_sector *b) {
    int from = span_triple(&a->x, &a->y, &b->x), to = span_triple(&a->x, &a->y, &b->y);
    if (from == 0 || from != -to) return false;
    int x = span_triple(&b->x, &b->y, &a->x), y = span_triple(&b->x, &b->y, &a->y);
    return x == -from && y == from;
}

static bool examine_sectors(direction_view *view, const exact_point *p, const int winding[2]) {
    sphere_map *map = view->map;
    size_t count = map->sectors.count;
    const map_sector *s = sectors_of(map);
    for (size_t i = 0; i < count && !has_all(map); i++) {
        for (int end = 0; end < 2; end++) {
            const exact_span *span = end == 0 ? &s[i].x : &s[i].y;
            if (occurs_before(s, i, span)) continue;
            view->d = carom_exact_span_direction(span);
            view->plane[0] = view->plane[1] = s[i].plane;
            if (!examine_direction(view, p, winding)) return false;
        }
    }
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count && !has_all(map); k++) {
            if (!do_arcs_cross(&s[i], &s[k])) continue;
            view->d = carom_exact_between(&s[k].x, &s[k].y, &s[i].x, &s[i].y);
            view->plane[0] = s[i].plane;
            view->plane[1] = s[k].plane;
            if (!examine_direction(view, p, winding)) return false;
        }
    return true;
}

/* Examines all directions with one ray.
 * @return false when the ray is not in general position. */
static bool examine_with_ray(sphere_map *map, const exact_point *p, vec3 ray) {
    direction_view view = {.map = map, .ray = {vec(0, 0, 0), ray}};
    map_sector *s = sectors_of(map);
    int winding[2];
    for (size_t i = 0; i < map->sectors.count; i++) {
        s[i].ray_side = span_triple(&s[i].x, &s[i].y, &view.ray);
        if (s[i].ray_side == 0) return false;
    }
    for (int owner = 0; owner < 2; owner++)
        if (!carom_winding_along(&map->frame[owner], p, ray, &winding[owner], NULL)) return false;
    return examine_sectors(&view, p, winding);
}

void carom_sphere_map_add(sphere_map *map, const exact_point *p, bool all) {
    gather_sectors(map, p);
    if (map->failed || map->sectors.count == 0) return;
    find_planes(map);
    if (!all && is_along_line(map)) return;
    for (int i = 0; i < RAY_TRIES; i++)
        if (examine_with_ray(map, p, ray_of_try(i)) || map->failed) return;
    map->unproved = true;
}

void carom_sphere_map_free(sphere_map *map) {
    carom_array_release(&map->sectors, map->allocator);
    carom_array_release(&map->branches, map->allocator);
}
