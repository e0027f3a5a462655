/* Point in mesh by crossing parity with exact orientation predicates [Shewchuk97], or by winding
 * number [Jacobson13]. For a closed mesh a segment from the point to one outside the bounding
 * box is counted against the triangles; where it meets a vertex, an edge or a triangle's plane
 * that contains it, the count is undecided and another segment is tried, so no case is special.
 * When twelve segments are undecided, the solid angles of all triangles are summed. A mesh is
 * closed when it has no boundary modulo 2: the exclusive or of a hash of every edge is 0, since
 * edges that occur twice cancel. It is consistently oriented when it has no boundary in integers
 * either: the sum of the hashes, negated for edges in one direction, is 0. This takes no memory. */
#include "mesh/pair/point_in_mesh.h"

#include <string.h>

#include "carom/overlap.h"
#include "math/predicates.h"
#include "mesh/pair/winding_boundary.h"
#include "mesh/pair/segment_walk.h"
#include "mesh/pair/solid_angle.h"
#include "mesh/pair/tolerances.h"

/* ---- closed or open */

static uint64_t mix_hash(uint64_t h, uint64_t x) {
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    h ^= h >> 29;
    h *= 0xbf58476d1ce4e5b9u;
    return h ^ (h >> 32);
}

static uint64_t bits_of_real(carom_real x) {
    double value = x == 0 ? 0.0 : (double)x; /* -0 and 0 hash alike */
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

uint64_t carom_hash_position(carom_vec3 v, uint64_t seed) {
    return mix_hash(mix_hash(mix_hash(seed, bits_of_real(v.x)), bits_of_real(v.y)),
                    bits_of_real(v.z));
}

static uint64_t hash_edge(uint64_t from, uint64_t to) {
    if (from == to) return 0; /* zero length: no boundary */
    return from < to ? mix_hash(from, to) : mix_hash(to, from);
}

typedef struct boundary_hash {
    uint64_t parity[2], net[2]; /* all 0: no boundary modulo 2, and none in integers */
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

/* For a closed surface the sum of centroid times area normal over the triangles is the volume
 * times the identity, by Gauss's theorem. A missing side removes a third of it on one axis;
 * small holes hardly change it. */
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
    if (!(max_abs3(normals) < PAIR_HOLE_SHARE * fabs(volume))) return false;
    for (int j = 0; j < 9; j++) {
        double off = sum[j / 3][j % 3] - (j % 4 == 0 ? volume : 0.0);
        if (!(fabs(off) < PAIR_HOLE_SHARE * fabs(volume))) return false;
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
    double more = PAIR_POSED_BOX_NOISES * frame->noise;
    return (middle_box){affine_point(&frame->out, own.center), add3(half, vec(more, more, more))};
}

/* ---- parity */

typedef struct parity_walk {
    segment_walk boxes;
    vec3 from, to;
    carom_vec3 given; /* `from` in the caller's precision */
    int crossings;    /* signed: +1 where the segment leaves the surface, -1 where it enters */
    bool on_surface, undecided;
} parity_walk;

static bool parity_enters(const void *context, const mesh_node *node) {
    return segment_enters(&((const parity_walk *)context)->boxes, node);
}

static void count_crossing(parity_walk *w, const carom_triangle *t) {
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

static bool count_leaf_crossings(void *context, const mesh_node *node) {
    parity_walk *w = context;
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        carom_triangle own = mesh_ranked(w->boxes.frame->mesh, i);
        carom_triangle t = carom_posed_triangle(w->boxes.frame, &own);
        count_crossing(w, &t);
    }
    return !w->on_surface;
}

/* End of the n-th segment: beyond one of the six sides of the box, the nearest first, slightly
 * oblique. */
static vec3 parity_segment_end(const middle_box *bounds, vec3 p, int n) {
    static const double slopes[2][2] = {{0.0117, 0.0373}, {0.1731, -0.0911}};
    double to_side[6], limit = -1.0;
    int side = 0;
    for (int i = 0; i < 6; i++) {
        double d = axis3(p, i / 2) - axis3(bounds->center, i / 2), h = axis3(bounds->half, i / 2);
        to_side[i] = i & 1 ? h + d : h - d;
    }
    bool used[6] = {false};
    for (int k = 0; k <= n % 6; k++) {
        limit = (double)INFINITY;
        for (int i = 0; i < 6; i++)
            if (!used[i] && to_side[i] < limit) {
                limit = to_side[i];
                side = i;
            }
        used[side] = true;
    }
    double far =
        to_side[side] * PAIR_SEGMENT_OVERSHOOT + PAIR_SEGMENT_SIZE_SHARE * max_abs3(bounds->half);
    double u = far * slopes[n >= 6][0], v = far * slopes[n >= 6][1];
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
    parity_walk w = {.from = load3(point), .given = point};
    vec3 off = sub3(w.from, bounds.center);
    if (!frame->blind &&
        (fabs(off.x) > bounds.half.x || fabs(off.y) > bounds.half.y || fabs(off.z) > bounds.half.z))
        return CAROM_PLACE_OUTSIDE;
    bool open = solidity == CAROM_SOLIDITY_OPEN, shell = solidity == CAROM_SOLIDITY_SHELL;
    bool surface_only = shell || (open && !frame->rim);
    const vec3 own_from = affine_point(&frame->back, w.from);
    for (int n = 0; n < 12; n++) {
        w.to = parity_segment_end(&bounds, w.from, n);
        /* a shell, and an open mesh without its rim, are only tested for the point lying on them */
        if (surface_only) w.to = w.from;
        const vec3 ahead = sub3(affine_point(&frame->back, w.to), own_from);
        w.boxes = segment_walk_start(frame, own_from, ahead, 0.0);
        w.crossings = 0;
        w.undecided = false;
        mesh_visit(frame->mesh, parity_enters, count_leaf_crossings, &w);
        if (w.on_surface) return CAROM_PLACE_SURFACE;
        if (shell) return CAROM_PLACE_OUTSIDE;
        if (surface_only) break;
        if (w.undecided) continue;
        if (!open) return w.crossings % 2 != 0 ? CAROM_PLACE_INSIDE : CAROM_PLACE_OUTSIDE;
        bool in = carom_is_enclosed_by_winding(frame, w.from, sub3(w.from, w.to), w.crossings);
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

/* Notes whether any triangle of `part` has its first vertex outside (has[0]) and inside
 * (has[1]). Without contact a connected part lies wholly on one side. */
static void count_sides(const placed_frame *part, const placed_frame *in,
                        carom_mesh_solidity solidity, bool has[2]) {
    has[0] = has[1] = false;
    for (uint32_t i = 0; i < mesh_count(part->mesh) && !(has[0] && has[1]); i++) {
        carom_triangle own = mesh_ranked(part->mesh, i), t = carom_posed_triangle(part, &own);
        if (!finite3(load3(t.v[0]))) continue;
        has[carom_place_in_frame(in, solidity, t.v[0]) != CAROM_PLACE_OUTSIDE] = true;
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
