/* Normals of contact patches (own method). Where surfaces cross, the normal is the vector area
 * enclosed by the intersection curve: along it the shared volume of two solids grows fastest as
 * they approach, however they are triangulated. Where faces lie on each other, it is theirs. A
 * curve that encloses no area consists of touching edges and vertices: of the face normals there
 * and the cross products of pairs of edges, the separating axis with the least overlap of the
 * triangles is taken [Ericson05] 5.2.1. */
#include "surface/pair/surface_pair_patch.h"

#include "math/boxes.h"
#include "surface/pair/tolerances.h"

/* Up to this many pieces of a patch, pairs of edges are tried as well. */
#define EDGE_PIECES 16

/* ---- touching edges and corners */

typedef struct touch_search {
    const contact_pieces *pieces;
    int first;
    vec3 best;
    double least;
} touch_search;

static double overlap_on_axis(const surface_pair_triangles *two, vec3 n) {
    double high = -DBL_MAX, low = DBL_MAX;
    for (int i = 0; i < 3; i++) {
        high = max2(high, dot3(n, load3(two->at.v[i])));
        low = min2(low, dot3(n, load3(two->own[1].v[i])));
    }
    return high - low;
}

static bool is_lesser_vector(vec3 a, vec3 b) {
    if (a.x != b.x) return a.x < b.x;
    return a.y != b.y ? a.y < b.y : a.z < b.z;
}

static void try_axis(touch_search *s, vec3 cross, double sign) {
    const contact_pieces *all = s->pieces;
    vec3 n = scale3(carom_normalize_or(cross, vec(0, 0, 0)), sign);
    double most = all->pair->rounding;
    if (max_abs3(n) == 0.0) return;
    for (int i = s->first; i < all->count && most <= s->least; i++) {
        const contact_piece *p = &all->piece[i];
        if (p->patch != s->first) continue;
        surface_pair_triangles two =
            carom_surface_pair_triangles(all->pair, p->triangle[0], p->triangle[1]);
        most = max2(most, overlap_on_axis(&two, n));
    }
    if (most > s->least || (most == s->least && !is_lesser_vector(n, s->best))) return;
    s->least = most;
    s->best = n;
}

static void try_both_signs(touch_search *s, vec3 u, vec3 v) {
    vec3 cross = cross3(u, v);
    try_axis(s, cross, 1.0);
    try_axis(s, cross, -1.0);
}

static void try_piece(touch_search *s, const contact_piece *p, bool edges) {
    surface_pair_triangles two =
        carom_surface_pair_triangles(s->pieces->pair, p->triangle[0], p->triangle[1]);
    vec3 a[3], b[3];
    for (int i = 0; i < 3; i++) {
        a[i] = sub3(load3(two.at.v[(i + 1) % 3]), load3(two.at.v[i]));
        b[i] = sub3(load3(two.own[1].v[(i + 1) % 3]), load3(two.own[1].v[i]));
    }
    try_both_signs(s, a[0], a[1]);
    try_both_signs(s, b[0], b[1]);
    for (int i = 0; edges && i < 9; i++)
        try_both_signs(s, a[i / 3], b[i % 3]);
}

static vec3 normal_of_touch(const contact_pieces *all, int first) {
    touch_search s = {all, first, {0, 0, 0}, DBL_MAX};
    int count = 0;
    for (int i = first; i < all->count; i++)
        count += all->piece[i].patch == first;
    for (int i = first; i < all->count; i++)
        if (all->piece[i].patch == first) try_piece(&s, &all->piece[i], count <= EDGE_PIECES);
    return s.best;
}

/* ---- patches */

typedef struct patch_sums {
    vec3 area, chord, facing;
    double length, gap;
} patch_sums;

static void add_piece(contact_patch *out, patch_sums *sums, const contact_piece *p) {
    if (p->kind > out->kind) { /* pieces of a lower kind do not count in the normal */
        sums->facing = vec(0, 0, 0);
        out->kind = p->kind;
        out->point = p->point;
    }
    out->box[0] = lower3(out->box[0], p->box[0]);
    out->box[1] = upper3(out->box[1], p->box[1]);
    sums->area = add3(sums->area, p->area);
    sums->chord = add3(sums->chord, p->chord);
    sums->length += p->length;
    if (p->kind == PATCH_AREA) sums->facing = add3(sums->facing, scale3(p->facing, p->gap));
    if (out->kind != PATCH_NEAR || p->gap >= sums->gap) return;
    sums->gap = p->gap;
    sums->facing = p->facing;
    out->point = p->point;
}

/* Returns true if the patch is the rim of an area: its edges and vertices add nothing to it. */
static bool is_rim_of_area(const contact_pieces *all, int first) {
    for (int i = first; i < all->count; i++)
        for (int k = 0; all->piece[i].patch == first && k < all->count; k++) {
            const contact_piece *area = &all->piece[k];
            if (area->kind == PATCH_AREA &&
                carom_patches_touch(all->pair, all->piece[i].box, area->box))
                return true;
        }
    return false;
}

bool carom_patch_at(const contact_pieces *all, int first, contact_patch *out) {
    patch_sums sums = {.gap = DBL_MAX};
    if (all->piece[first].patch != first) return false;
    *out = (contact_patch){.kind = all->piece[first].kind,
                           .first = first,
                           .box = {all->piece[first].box[0], all->piece[first].box[1]},
                           .point = all->piece[first].point};
    for (int i = first; i < all->count; i++)
        if (all->piece[i].patch == first) add_piece(out, &sums, &all->piece[i]);
    if (out->kind == PATCH_TOUCH && is_rim_of_area(all, first)) return false;
    if (out->kind == PATCH_NEAR || out->kind == PATCH_AREA) {
        out->normal = carom_normalize_or(sums.facing, vec(0, 0, 1));
        return true;
    }
    vec3 middle = scale3(add3(out->box[0], out->box[1]), 0.5);
    vec3 area = sub3(sums.area, scale3(cross3(middle, sums.chord), 0.5));
    out->normal = carom_normalize_or(area, vec(0, 0, 0));
    double clear = max2(LEAST_AREA * sums.length * sums.length, all->pair->rounding * sums.length);
    if (!(carom_length(area) > clear)) out->normal = normal_of_touch(all, first);
    return true;
}
