/* Inside or outside. For closed meshes a segment from the point to one outside the box is counted
 * against the triangles with exact signs; where it meets a vertex, an edge or a plane that it lies
 * in, the count is undecided and another segment is tried, so no case is special. Otherwise the
 * solid angles of all triangles are summed.
 *
 * Closed is what has no boundary modulo 2: the exclusive or of a hash of every edge is then 0, for
 * edges that come twice cancel. Where the triangles agree on the outer side it has none in integers
 * either: the sum of the hashes is 0, those of one direction taken negative. That needs no memory.
 */
#include "mesh/pair/pair_inside.h"

#include <string.h>

#include "carom/overlap.h"
#include "math/predicates.h"
#include "mesh/pair/rim_turns.h"
#include "mesh/pair/segment_walk.h"
#include "mesh/pair/solid_angle.h"

/* ---- closed or open */

static uint64_t stir(uint64_t h, uint64_t x) {
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
    h *= 0xbf58476d1ce4e5b9u;
    return h ^ (h >> 32);
}

static uint64_t bits_of_real(carom_real x) {
    double value = x == 0 ? 0.0 : (double)x; /* one zero */
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

uint64_t carom_hash_position(carom_vec3 v, uint64_t seed) {
    return stir(stir(stir(seed, bits_of_real(v.x)), bits_of_real(v.y)), bits_of_real(v.z));
}

static uint64_t hash_edge(uint64_t from, uint64_t to) {
    if (from == to) return 0; /* of no length: it is its own boundary */
    return from < to ? stir(from, to) : stir(to, from);
}

typedef struct boundary_hash {
    uint64_t parity[2], net[2]; /* all 0: no boundary modulo 2, and in integers */
    bool proper;                /* some triangle has three different corners */
} boundary_hash;

static boundary_hash boundary_of(const carom_mesh *mesh) {
    static const uint64_t seeds[2] = {0x243f6a8885a308d3u, 0x13198a2e03707344u};
    boundary_hash out = {{0, 0}, {0, 0}, false};
    for (uint32_t i = 0; i < mesh_count(mesh); i++) {
        carom_triangle t = mesh_ranked(mesh, i);
        for (int s = 0; s < 2; s++) {
            uint64_t h[3];
            for (int k = 0; k < 3; k++)
                h[k] = carom_hash_position(t.v[k], seeds[s]);
            for (int k = 0; k < 3; k++) {
                uint64_t from = h[k], to = h[(k + 1) % 3], edge = hash_edge(from, to);
                out.parity[s] ^= edge;
                out.net[s] += from < to ? edge : 0 - edge;
            }
            out.proper = out.proper || (h[0] != h[1] && h[1] != h[2] && h[2] != h[0]);
        }
    }
    return out;
}

carom_mesh_solidity carom_mesh_solidity_of(const carom_mesh *mesh) {
    if (!mesh || mesh_count(mesh) == 0) return CAROM_SOLIDITY_UNKNOWN;
    boundary_hash b = boundary_of(mesh);
    return b.parity[0] == 0 && b.parity[1] == 0 ? CAROM_SOLIDITY_CLOSED : CAROM_SOLIDITY_OPEN;
}

carom_mesh_closure carom_mesh_closure_of(const carom_mesh *mesh) {
    if (!mesh || mesh_count(mesh) == 0) return CAROM_MESH_OPEN;
    boundary_hash b = boundary_of(mesh);
    if (!b.proper || b.parity[0] != 0 || b.parity[1] != 0) return CAROM_MESH_OPEN;
    return b.net[0] == 0 && b.net[1] == 0 ? CAROM_MESH_CLOSED : CAROM_MESH_INCONSISTENT;
}

carom_mesh_solidity carom_solidity_in_use(const carom_placed_mesh *placed) {
    if (placed->solidity >= CAROM_SOLIDITY_CLOSED && placed->solidity <= CAROM_SOLIDITY_SHELL)
        return placed->solidity;
    return carom_mesh_solidity_of(placed->mesh);
}

/* ---- solid or shell */

/* What may be missing of the volume as seen along an axis. */
#define HOLE_SHARE 0.3

/* Of a closed surface the sum of the triangles' middles times their areas' normals is the volume
 * times the identity, by Gauss's theorem. A missing side takes a third of it away on one axis;
 * small holes hardly matter. */
static bool is_about_closed(const carom_mesh *mesh) {
    middle_box box = middle_of_mesh(mesh);
    vec3 normals = vec(0, 0, 0);
    double sum[3][3] = {{0.0}}, scale = 1.0 / max_abs3(box.half);
    for (uint32_t i = 0; i < mesh_count(mesh); i++) {
        carom_triangle t = mesh_ranked(mesh, i);
        vec3 v[3];
        for (int k = 0; k < 3; k++)
            v[k] = scale3(sub3(load3(t.v[k]), box.center), scale);
        vec3 area = cross3(sub3(v[1], v[0]), sub3(v[2], v[0]));
        vec3 middle = scale3(add3(v[0], add3(v[1], v[2])), 1.0 / 3.0);
        normals = add3(normals, area);
        for (int j = 0; j < 9; j++)
            sum[j / 3][j % 3] += axis3(middle, j / 3) * axis3(area, j % 3);
    }
    double volume = (sum[0][0] + sum[1][1] + sum[2][2]) / 3.0;
    if (!(max_abs3(normals) < HOLE_SHARE * fabs(volume))) return false;
    for (int j = 0; j < 9; j++) {
        double off = sum[j / 3][j % 3] - (j % 4 == 0 ? volume : 0.0);
        if (!(fabs(off) < HOLE_SHARE * fabs(volume))) return false;
    }
    return true;
}

carom_mesh_solidity carom_solid_or_shell(const carom_mesh *mesh) {
    carom_mesh_solidity found = carom_mesh_solidity_of(mesh);
    if (found != CAROM_SOLIDITY_OPEN || is_about_closed(mesh)) return found;
    return CAROM_SOLIDITY_SHELL;
}

middle_box carom_frame_bounds(const placed_frame *frame) {
    middle_box own = middle_of_mesh(frame->mesh);
    vec3 half = affine_extent(&frame->out, own.half);
    double more = 2.0 * frame->noise;
    return (middle_box){affine_point(&frame->out, own.center), add3(half, vec(more, more, more))};
}

/* ---- parity */

typedef struct probe_walk {
    segment_walk boxes;
    vec3 from, to;
    carom_vec3 given; /* from, as it was given */
    int crossings;    /* signed: out of the surface counts 1, into it -1 */
    bool on_surface, undecided;
} probe_walk;

static bool probe_enters(const void *context, const mesh_node *node) {
    return segment_enters(&((const probe_walk *)context)->boxes, node);
}

static void probe_triangle(probe_walk *w, const carom_triangle *t) {
    const vec3 v[3] = {load3(t->v[0]), load3(t->v[1]), load3(t->v[2])};
    int start = carom_orient3d(v[0], v[1], v[2], w->from);
    int end = carom_orient3d(v[0], v[1], v[2], w->to);
    if (start == 0) {
        if (carom_overlap_point_triangle(w->given, t)) w->on_surface = true;
        if (end == 0 && !carom_collinear(v[0], v[1], v[2])) w->undecided = true;
        return;
    }
    if (end == 0 || start == end) return;
    bool left = false, right = false, along = false;
    for (int i = 0; i < 3; i++) {
        int sign = carom_orient3d(w->from, w->to, v[i], v[(i + 1) % 3]);
        left |= sign > 0;
        right |= sign < 0;
        along |= sign == 0;
    }
    if (left && right) return;
    if (along)
        w->undecided = true;
    else
        w->crossings += end;
}

static bool probe_leaf(void *context, const mesh_node *node) {
    probe_walk *w = context;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        carom_triangle own = mesh_ranked(w->boxes.frame->mesh, i);
        carom_triangle t = carom_posed_triangle(w->boxes.frame, &own);
        probe_triangle(w, &t);
    }
    return !w->on_surface;
}

/* Where the n-th segment ends: beyond one of the six sides, the nearest first, a little aslant. */
static vec3 probe_end(const middle_box *bounds, vec3 p, int n) {
    static const double aslant[2][2] = {{0.0117, 0.0373}, {0.1731, -0.0911}};
    double way[6], limit = -1.0;
    int side = 0;
    for (int i = 0; i < 6; i++) {
        double d = axis3(p, i / 2) - axis3(bounds->center, i / 2), h = axis3(bounds->half, i / 2);
        way[i] = i & 1 ? h + d : h - d;
    }
    bool used[6] = {false};
    for (int k = 0; k <= n % 6; k++) {
        limit = (double)INFINITY;
        for (int i = 0; i < 6; i++)
            if (!used[i] && way[i] < limit) {
                limit = way[i];
                side = i;
            }
        used[side] = true;
    }
    double far = way[side] * 1.0625 + 0.001 * max_abs3(bounds->half);
    double u = far * aslant[n >= 6][0], v = far * aslant[n >= 6][1];
    double along = side & 1 ? -far : far;
    switch (side / 2) {
    case 0: return add3(p, vec(along, u, v));
    case 1: return add3(p, vec(v, along, u));
    default: return add3(p, vec(u, v, along));
    }
}

/* ---- winding */

static carom_mesh_place place_by_winding(const placed_frame *frame, carom_vec3 point) {
    const carom_mesh *mesh = frame->mesh;
    vec3 p = load3(point);
    angle_sum sum = angle_sum_start();
    for (uint32_t i = 0; i < mesh_count(mesh); i++) {
        carom_triangle own = mesh_indexed(mesh, i), t = carom_posed_triangle(frame, &own);
        const vec3 v[3] = {sub3(load3(t.v[0]), p), sub3(load3(t.v[1]), p), sub3(load3(t.v[2]), p)};
        carom_add_solid_angle(&sum, v, 1);
    }
    return fabs(carom_angle_sum_turns(&sum)) > 0.5 ? CAROM_PLACE_INSIDE : CAROM_PLACE_OUTSIDE;
}

carom_mesh_place carom_place_in_frame(const placed_frame *frame, carom_mesh_solidity solidity,
                                      carom_vec3 point) {
    middle_box bounds = carom_frame_bounds(frame);
    probe_walk w = {.from = load3(point), .given = point};
    vec3 off = sub3(w.from, bounds.center);
    if (!frame->blind &&
        (fabs(off.x) > bounds.half.x || fabs(off.y) > bounds.half.y || fabs(off.z) > bounds.half.z))
        return CAROM_PLACE_OUTSIDE;
    bool open = solidity == CAROM_SOLIDITY_OPEN, shell = solidity == CAROM_SOLIDITY_SHELL;
    bool only_on = shell || (open && !frame->rim);
    const vec3 own_from = affine_point(&frame->back, w.from);
    for (int n = 0; n < 12; n++) {
        w.to = probe_end(&bounds, w.from, n);
        /* a shell, and an open mesh without its rim, is only asked whether the point is on it */
        if (only_on) w.to = w.from;
        const vec3 ahead = sub3(affine_point(&frame->back, w.to), own_from);
        w.boxes = segment_walk_start(frame, own_from, ahead, 0.0);
        w.crossings = 0;
        w.undecided = false;
        mesh_visit(frame->mesh, probe_enters, probe_leaf, &w);
        if (w.on_surface) return CAROM_PLACE_SURFACE;
        if (shell) return CAROM_PLACE_OUTSIDE;
        if (only_on) break;
        if (w.undecided) continue;
        if (!open) return w.crossings % 2 != 0 ? CAROM_PLACE_INSIDE : CAROM_PLACE_OUTSIDE;
        bool in = carom_rim_encloses(frame, w.from, sub3(w.from, w.to), w.crossings);
        return in ? CAROM_PLACE_INSIDE : CAROM_PLACE_OUTSIDE;
    }
    return place_by_winding(frame, point);
}

carom_mesh_side carom_classify_point_mesh(carom_vec3 point, const carom_placed_mesh *mesh) {
    carom_mesh_side out = {CAROM_PLACE_OUTSIDE, CAROM_SOLIDITY_UNKNOWN};
    placed_frame frame;
    if (!mesh || !finite3(load3(point)) || !carom_placed_frame(&frame, mesh)) return out;
    out.by = carom_solidity_in_use(mesh);
    out.place = carom_place_in_frame(&frame, out.by, point);
    return out;
}

/* ---- mesh in mesh */

/* Counts the triangles of `part` whose first vertex is inside, and those where it is not, up to one
 * of each. Without contact a connected part is wholly on one side. */
static void count_sides(const placed_frame *part, const placed_frame *in,
                        carom_mesh_solidity solidity, bool seen[2]) {
    seen[0] = seen[1] = false;
    for (uint32_t i = 0; i < mesh_count(part->mesh) && !(seen[0] && seen[1]); i++) {
        carom_triangle own = mesh_ranked(part->mesh, i), t = carom_posed_triangle(part, &own);
        if (!finite3(load3(t.v[0]))) continue;
        seen[carom_place_in_frame(in, solidity, t.v[0]) != CAROM_PLACE_OUTSIDE] = true;
    }
}

static bool frames_may_meet(const pair_frame *f) {
    middle_box a = middle_of_mesh(f->a.mesh);
    middle_box b = middle_of_mesh(f->b.mesh);
    return f->blind || boxes_may_meet(f, &a, &b);
}

carom_mesh_relation carom_classify_mesh_mesh(const carom_placed_mesh *a,
                                             const carom_placed_mesh *b) {
    carom_mesh_relation out = {CAROM_DISJOINT, CAROM_SOLIDITY_UNKNOWN, CAROM_SOLIDITY_UNKNOWN};
    pair_frame f;
    bool of_a[2], of_b[2];
    if (!carom_pair_frame(&f, a, b) || !frames_may_meet(&f)) return out;
    if (carom_overlap_mesh_mesh(a, b)) {
        out.relation = CAROM_INTERSECTS;
        return out;
    }
    out.by_a = carom_solidity_in_use(a);
    out.by_b = carom_solidity_in_use(b);
    count_sides(&f.b, &f.a, out.by_a, of_b);
    if (of_b[1] && !of_b[0]) {
        out.relation = CAROM_CONTAINS;
        return out;
    }
    count_sides(&f.a, &f.b, out.by_b, of_a);
    if (of_a[1] && !of_a[0])
        out.relation = CAROM_INSIDE;
    else if (of_a[1] || of_b[1])
        out.relation = CAROM_INTERSECTS;
    return out;
}
