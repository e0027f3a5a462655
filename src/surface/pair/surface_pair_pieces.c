/* Contact pieces of two surfaces (own method, union-find [Tarjan75] over the triangles'
 * intersections). Two triangles share a segment in which they cross or touch, an area, or, within
 * the margin, a place where they are nearest. Pieces with touching boxes are connected: crossing
 * and touching ones with each other, areas and near ones with those of about the same normal.
 * Crossing and touching are decided by exact signs.
 *
 * The result does not depend on the order of the triangles. When there are more pieces than
 * capacity, all boxes are rounded outwards to a grid and pieces with equal boxes merge; the
 * cells double until the pieces fit. Patches closer to each other than a cell may then merge
 * into one. */
#include "surface/pair/surface_pair_pieces.h"

#include "carom/mesh_pair.h"
#include "math/pose.h"
#include "surface/triangle_clip.h"
#include "math/boxes.h"
#include "math/predicates.h"
#include "surface/pair/tolerances.h"
#include "mesh/internal_edges.h"

/* Cells of the first grid along the smaller surface. */
#define GRID_CELLS 128.0
/* Levels of the grid; cells double at each, and at the last one cell holds everything. */
#define GRID_LEVELS 24
/* Steps per unit to which a normal's components are rounded before pieces with the same box
 * merge. */
#define GRID_FACINGS 4.0

static vec3 face_of_triangle(const carom_triangle *t) {
    vec3 a = load3(t->v[0]);
    return carom_normalize_or(cross3(sub3(load3(t->v[1]), a), sub3(load3(t->v[2]), a)),
                              vec(0, 0, 0));
}

static void boxes_of_triangles(const surface_pair_triangles *two, vec3 a[2], vec3 b[2]) {
    carom_aabb first = box_of_triangle(&two->at), second = box_of_triangle(&two->own[1]);
    a[0] = load3(first.min), a[1] = load3(first.max);
    b[0] = load3(second.min), b[1] = load3(second.max);
}

/* Returns the intersection of two boxes, or the box between them. */
static void box_between(const vec3 a[2], const vec3 b[2], vec3 out[2]) {
    vec3 low = upper3(a[0], b[0]);
    vec3 high = lower3(a[1], b[1]);
    out[0] = lower3(low, high);
    out[1] = upper3(low, high);
}

/* ---- one piece */

/* Returns true if B separates along n rather than -n: by the shorter translation or, when the
 * solids overlap and the faces touch from the inside, out of the smaller solid. */
static bool is_facing_along(const contact_pieces *all, vec3 n) {
    const surface_pair_frame *pair = all->pair;
    vec3 turned = load3(carom_posed_vector(carom_pose_inverse(pair->to_b), store3(n)));
    vec3 a[2], b[2];
    for (int i = 0; i < 2; i++) {
        vec3 d = i ? turned : neg3(turned);
        carom_vec3 at = store3(carom_surface_support(&pair->first, d));
        a[i] = load3(carom_posed_point(pair->to_b, at));
        b[i] = carom_surface_support(&pair->second, i ? n : neg3(n));
    }
    if (all->solids_overlap) /* compares how far each extends behind the face */
        return dot3(n, a[0]) >= dot3(n, b[0]);
    return dot3(n, a[1]) - dot3(n, b[0]) <= dot3(n, b[1]) - dot3(n, a[0]);
}

static void area_piece(const contact_pieces *all, const surface_pair_triangles *two,
                       contact_piece *out) {
    vec3 a[2], b[2];
    vec3 na = face_of_triangle(&two->at), nb = face_of_triangle(&two->own[1]);
    boxes_of_triangles(two, a, b);
    box_between(a, b, out->box);
    out->kind = PATCH_AREA;
    out->facing = carom_normalize_or(sub3(na, nb), na);
    if (dot3(na, nb) > 0.0) out->facing = is_facing_along(all, na) ? na : neg3(na);
    out->gap = len2(sub3(out->box[1], out->box[0]));
}

/* Positions of a triangle's vertices relative to a plane: the number on it, and whether there
 * are some on both sides. */
typedef struct plane_sides {
    int on;
    bool both;
} plane_sides;

static plane_sides sides_of_plane(const carom_triangle *t, const carom_triangle *of) {
    int count[3] = {0, 0, 0};
    for (int i = 0; i < 3; i++)
        count[1 +
              carom_orient3d(load3(of->v[0]), load3(of->v[1]), load3(of->v[2]), load3(t->v[i]))]++;
    return (plane_sides){count[1], count[0] > 0 && count[2] > 0};
}

/* Fills a piece from a segment. A segment along an edge occurs again in the neighbouring
 * triangle, and has half the weight. */
static void segment_piece(const surface_pair_triangles *two, const carom_triangle at[2],
                          const vec3 segment[2], contact_piece *out) {
    plane_sides a = sides_of_plane(&at[0], &at[1]), b = sides_of_plane(&at[1], &at[0]);
    double weight = (a.on == 2 ? 0.5 : 1.0) * (b.on == 2 ? 0.5 : 1.0);
    vec3 p = segment[0], q = segment[1];
    vec3 along = cross3(face_of_triangle(&two->at), face_of_triangle(&two->own[1]));
    double sign = dot3(along, sub3(q, p));
    /* two crossing edges share a point only */
    out->kind = a.both && b.both && !equal3(p, q) ? PATCH_CROSS : PATCH_TOUCH;
    out->point = p;
    out->box[0] = lower3(p, q);
    out->box[1] = upper3(p, q);
    out->length = weight * sqrt(len2(sub3(q, p)));
    weight = sign > 0.0 ? weight : sign < 0.0 ? -weight : 0.0;
    out->area = scale3(cross3(p, q), 0.5 * weight);
    out->chord = scale3(sub3(q, p), weight);
}

/* Returns true if the surface has this normal at the point; if not, a neighbouring triangle is
 * nearer. */
static bool is_surface_normal(const surface *on, uint32_t triangle, carom_vec3 point,
                              carom_vec3 up) {
    vec3 corrected = load3(carom_surface_contact_normal(on, triangle, point, up));
    return len2(cross3(corrected, load3(up))) <= NEAR_NORMAL_LEAN * NEAR_NORMAL_LEAN;
}

/* Fills a piece at a local minimum of the distance, where both surfaces have the normal; on
 * approaching slopes only their lowest points count. */
static bool near_piece(const contact_pieces *all, const surface_pair_triangles *two,
                       contact_piece *out) {
    const surface_pair_frame *pair = all->pair;
    vec3 a[2], b[2];
    carom_closest_points c = carom_closest_triangle_triangle(&two->at, &two->own[1]);
    vec3 on_a = load3(c.point_a), on_b = load3(c.point_b);
    vec3 down = carom_normalize_or(sub3(on_b, on_a), vec(0, 0, 0));
    if (!((double)c.distance <= all->margin)) return false;
    out->point = on_a;
    out->kind = PATCH_TOUCH; /* distance within rounding: it has no normal */
    boxes_of_triangles(two, a, b);
    box_between(a, b, out->box);
    if ((double)c.distance <= pair->rounding || max_abs3(down) == 0.0) return true;
    carom_pose to_a = carom_pose_inverse(pair->to_b);
    carom_vec3 up = store3(neg3(down)), down_in_a = carom_posed_vector(to_a, store3(down));
    carom_vec3 own = carom_posed_point(to_a, c.point_a);
    if (!is_surface_normal(&pair->second, two->triangle[1], c.point_b, up) ||
        !is_surface_normal(&pair->first, two->triangle[0], own, down_in_a))
        return false;
    out->kind = PATCH_NEAR;
    out->facing = down;
    out->gap = (double)c.distance;
    return true;
}

static bool piece_of_pair(const contact_pieces *all, const surface_pair_triangles *two,
                          contact_piece *out) {
    static const contact_piece blank;
    const surface_pair_frame *pair = all->pair;
    carom_triangle at[2]; /* in the common frame */
    vec3 segment[2];
    *out = blank;
    out->triangle[0] = two->triangle[0];
    out->triangle[1] = two->triangle[1];
    for (int i = 0; i < 3; i++) {
        at[0].v[i] = carom_posed_point(pair->a->pose, two->own[0].v[i]);
        at[1].v[i] = carom_posed_point(pair->b->pose, two->own[1].v[i]);
    }
    carom_triangle_intersection x = carom_intersect_triangle_triangle(&at[0], &at[1]);
    if (x.kind == CAROM_INTERSECTION_NONE) return all->margin > 0.0 && near_piece(all, two, out);
    segment[0] = load3(carom_posed_point(pair->back, x.segment.a));
    segment[1] = load3(carom_posed_point(pair->back, x.segment.b));
    out->point = segment[0];
    if (x.kind == CAROM_INTERSECTION_AREA)
        area_piece(all, two, out);
    else
        segment_piece(two, at, segment, out);
    return true;
}

/* ---- all pieces */

static double cell_below(double x, double cell) {
    return floor(x / cell) * cell;
}

static void round_to_grid(contact_piece *piece, double cell) {
    vec3 *box = piece->box;
    box[0] =
        vec(cell_below(box[0].x, cell), cell_below(box[0].y, cell), cell_below(box[0].z, cell));
    box[1] = vec(-cell_below(-box[1].x, cell), -cell_below(-box[1].y, cell),
                 -cell_below(-box[1].z, cell));
}

static vec3 facing_on_grid(vec3 n) {
    return vec(floor(n.x * GRID_FACINGS + 0.5), floor(n.y * GRID_FACINGS + 0.5),
               floor(n.z * GRID_FACINGS + 0.5));
}

static bool is_same_piece(const contact_piece *p, const contact_piece *q) {
    return p->kind == q->kind && equal3(p->box[0], q->box[0]) && equal3(p->box[1], q->box[1]) &&
           equal3(facing_on_grid(p->facing), facing_on_grid(q->facing));
}

static int compare_vectors(vec3 a, vec3 b) {
    if (a.x != b.x) return a.x < b.x ? -1 : 1;
    if (a.y != b.y) return a.y < b.y ? -1 : 1;
    return a.z != b.z ? (a.z < b.z ? -1 : 1) : 0;
}

/* Merges a piece: sums add up, the nearest point or the largest area determines the normal. */
static void add_to_piece(contact_piece *p, const contact_piece *more) {
    p->area = add3(p->area, more->area);
    p->chord = add3(p->chord, more->chord);
    p->length += more->length;
    bool other = more->gap != p->gap ? (more->gap < p->gap) == (p->kind == PATCH_NEAR)
                                     : compare_vectors(more->facing, p->facing) < 0;
    if (compare_vectors(more->point, p->point) < 0) p->point = more->point;
    if (!other) return;
    p->facing = more->facing;
    p->gap = more->gap;
}

static void note_pair(void *context, const surface_pair_triangles *two) {
    contact_pieces *all = context;
    contact_piece piece;
    if (all->too_many || !piece_of_pair(all, two, &piece)) return;
    if (all->cell > 0.0) {
        round_to_grid(&piece, all->cell);
        for (int i = 0; i < all->count; i++)
            if (is_same_piece(&all->piece[i], &piece)) {
                add_to_piece(&all->piece[i], &piece);
                return;
            }
    }
    all->too_many = all->count == PATCH_PIECES;
    if (!all->too_many) all->piece[all->count++] = piece;
}

static bool note_touching(uint32_t a, uint32_t b, void *user) {
    contact_pieces *all = user;
    surface_pair_triangles two = carom_surface_pair_triangles(all->pair, a, b);
    note_pair(all, &two);
    return !all->too_many;
}

static void visit_pairs(contact_pieces *all) {
    const surface_pair_frame *pair = all->pair;
    double m = all->margin;
    all->count = 0;
    all->too_many = false;
    if (m == 0.0 && pair->first.mesh && pair->second.mesh) {
        carom_placed_mesh a = {.mesh = pair->first.mesh, .pose = pair->a->pose};
        carom_placed_mesh b = {.mesh = pair->second.mesh, .pose = pair->b->pose};
        carom_visit_mesh_mesh(&a, &b, note_touching, all);
        return;
    }
    surface_pair_query query = {
        .reach = {vec(-m, -m, -m), vec(m, m, m)},
        .region = {vec(-DBL_MAX, -DBL_MAX, -DBL_MAX), vec(DBL_MAX, DBL_MAX, DBL_MAX)},
        .visit = note_pair,
        .context = all};
    carom_surface_pair_visit(pair, &query);
}

/* ---- connected components */

bool carom_patches_touch(const surface_pair_frame *pair, const vec3 a[2], const vec3 b[2]) {
    return max_abs3(box_gaps(a, b)) <= pair->rounding;
}

static int compare_pieces(const contact_piece *p, const contact_piece *q) {
    int order = compare_vectors(p->box[0], q->box[0]);
    if (order == 0) order = compare_vectors(p->box[1], q->box[1]);
    if (order == 0) order = (int)p->kind - (int)q->kind;
    if (order == 0) order = compare_vectors(p->facing, q->facing);
    if (order == 0) order = compare_vectors(p->point, q->point);
    return order == 0 ? compare_vectors(p->area, q->area) : order;
}

/* Shell sort by the boxes' lower x and further keys; the result does not depend on the original
 * order. */
static void sort_pieces(contact_pieces *all) {
    for (int gap = all->count / 2; gap > 0; gap /= 2)
        for (int i = gap; i < all->count; i++) {
            contact_piece moving = all->piece[i];
            int k = i;
            for (; k >= gap && compare_pieces(&moving, &all->piece[k - gap]) < 0; k -= gap)
                all->piece[k] = all->piece[k - gap];
            all->piece[k] = moving;
        }
}

static bool are_connected(const contact_pieces *all, const contact_piece *p,
                          const contact_piece *q) {
    bool line_p = p->kind == PATCH_TOUCH || p->kind == PATCH_CROSS;
    bool line_q = q->kind == PATCH_TOUCH || q->kind == PATCH_CROSS;
    if (line_p != line_q || !carom_patches_touch(all->pair, p->box, q->box)) return false;
    return line_p || dot3(p->facing, q->facing) >= SAME_FACING;
}

static int root_of_piece(contact_pieces *all, int i) {
    while (all->piece[i].patch != i) {
        all->piece[i].patch = all->piece[all->piece[i].patch].patch;
        i = all->piece[i].patch;
    }
    return i;
}

static void join_pieces(contact_pieces *all) {
    for (int i = 0; i < all->count; i++)
        all->piece[i].patch = i;
    for (int i = 0; i < all->count; i++) {
        const contact_piece *p = &all->piece[i];
        double right = p->box[1].x + all->pair->rounding;
        for (int k = i + 1; k < all->count && all->piece[k].box[0].x <= right; k++) {
            if (!are_connected(all, p, &all->piece[k])) continue;
            int a = root_of_piece(all, i), b = root_of_piece(all, k);
            all->piece[a > b ? a : b].patch = a > b ? b : a;
        }
    }
    for (int i = 0; i < all->count; i++)
        all->piece[i].patch = root_of_piece(all, i);
}

void carom_find_pieces(contact_pieces *out, const surface_pair_frame *pair, double margin,
                       bool solids_overlap) {
    out->pair = pair;
    out->margin = margin;
    out->solids_overlap = solids_overlap;
    out->cell = 0.0;
    visit_pairs(out);
    for (int level = 0; out->too_many && level < GRID_LEVELS; level++) {
        out->cell = level == 0 ? pair->size / GRID_CELLS : 2.0 * out->cell;
        visit_pairs(out);
    }
    if (out->too_many || !(out->cell >= 0.0)) out->count = 0;
    sort_pieces(out);
    join_pieces(out);
}
