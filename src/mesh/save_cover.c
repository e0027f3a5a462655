/* Proof that the leaves of a second tree cover every triangle, by polygon clipping
 * [Sutherland74] (own method). The boxes of a second tree bound parts of triangles, so their
 * vertices prove nothing. What one leaf's box leaves of a triangle is clipped off along the box
 * and tested against the other boxes that name the triangle, until nothing is left. A convex
 * polygon clipped only by axis-aligned planes has at most nine vertices, and a triangle has at
 * most BVH8_MOST_PARTS parts. */
#include <string.h>

#include "mesh/save_cover.h"
#include "mesh/bvh8_build/bvh8_build.h"

#define COVER_CORNERS 16
#define COVER_PIECES 1024
#define COVER_STEPS 16384 /* clipping steps per triangle: bounds the time for forged data */

typedef struct cover_piece {
    double v[COVER_CORNERS][3];
    int count, next; /* next: the first box that it was not tested against */
} cover_piece;

typedef struct cover_search {
    const bvh8_tree *parts, *whole;
    uint32_t *first,
        *next; /* linked lists, by triangle and by rank: a rank of the triangle plus 1, or 0 */
    uint32_t *place; /* by rank: BVH8_WIDTH * node + slot */
    cover_piece *pieces;
    bvh8_box boxes[BVH8_MOST_PARTS];
    int box_count, piece_count;
} cover_search;

/* Clips the piece at a plane and stores the part beyond it; side -1: beyond is below.
 * @return false when the capacity is exceeded. */
static bool cut_piece_at(cover_search *s, cover_piece *piece, int axis, double side, double at) {
    cover_piece in, out;
    bool beyond = false;
    in.count = out.count = 0;
    in.next = piece->next;
    out.next = piece->next + 1;
    for (int i = 0; i < piece->count; i++) {
        const double *a = piece->v[i], *b = piece->v[(i + 1) % piece->count];
        double da = side * (a[axis] - at), db = side * (b[axis] - at);
        cover_piece *to = da > 0.0 ? &out : &in;
        if (in.count + 2 > COVER_CORNERS || out.count + 2 > COVER_CORNERS) return false;
        memcpy(to->v[to->count++], a, sizeof *to->v);
        beyond |= da > 0.0;
        if ((da > 0.0) == (db > 0.0)) continue;
        double *x = in.v[in.count++], t = da / (da - db);
        for (int k = 0; k < 3; k++)
            x[k] = a[k] + t * (b[k] - a[k]);
        x[axis] = at;
        memcpy(out.v[out.count++], x, sizeof *out.v);
    }
    if (beyond) {
        if (s->piece_count == COVER_PIECES) return false;
        s->pieces[s->piece_count++] = out;
        *piece = in;
    }
    return true;
}

/* Classifies the piece against the box: disjoint, intersecting, inside. */
static carom_relation relation_to_box(const cover_piece *piece, const bvh8_box *box) {
    carom_relation out = CAROM_INSIDE;
    for (int k = 0; k < 3; k++) {
        double low = DBL_MAX, high = -DBL_MAX;
        double from = (double)box->low[k] - COVER_SLACK, to = (double)box->high[k] + COVER_SLACK;
        for (int i = 0; i < piece->count; i++) {
            low = min2(low, piece->v[i][k]);
            high = max2(high, piece->v[i][k]);
        }
        if (low > to || high < from) return CAROM_DISJOINT;
        if (low < from || high > to) out = CAROM_INTERSECTS;
    }
    return out;
}

/* Subtracts the box from the piece; the rest is stored. */
static bool take_out(cover_search *s, cover_piece piece) {
    const bvh8_box *box = &s->boxes[piece.next];
    for (int k = 0; k < 3; k++) {
        if (!cut_piece_at(s, &piece, k, 1.0, (double)box->high[k] + COVER_SLACK)) return false;
        if (!cut_piece_at(s, &piece, k, -1.0, (double)box->low[k] - COVER_SLACK)) return false;
        if (piece.count == 0) break;
    }
    return true;
}

static bool is_covered(cover_search *s, const carom_triangle *t) {
    cover_piece *first = &s->pieces[0];
    for (int i = 0; i < 3; i++) {
        vec3 x = bvh8_local(&s->parts->frame, load3(t->v[i]));
        first->v[i][0] = x.x, first->v[i][1] = x.y, first->v[i][2] = x.z;
    }
    first->count = 3;
    first->next = 0;
    s->piece_count = 1;
    for (int step = 0; s->piece_count > 0; step++) {
        cover_piece piece = s->pieces[--s->piece_count];
        carom_relation relation = CAROM_DISJOINT;
        for (; piece.next < s->box_count; piece.next++) {
            relation = relation_to_box(&piece, &s->boxes[piece.next]);
            if (relation != CAROM_DISJOINT) break;
        }
        if (relation == CAROM_INSIDE) continue;
        if (relation == CAROM_DISJOINT || step == COVER_STEPS || !take_out(s, piece)) return false;
    }
    return true;
}

/* ---- the tree */

/* Returns true if every box lies within the one above it or the frame, and only absent children
 * have empty boxes. */
static bool boxes_are_nested(const bvh8_tree *tree, uint32_t index, const bvh8_box *above) {
    for (uint32_t i = 0; i < BVH8_WIDTH; i++) {
        bvh8_box box = bvh8_box_at(tree, index, i);
        bool none = bvh8_child_at(tree, index, i) == BVH8_NONE;
        for (int k = 0; k < 3; k++) {
            bool fits = none ? box.low[k] == FLT_MAX && box.high[k] == -FLT_MAX
                             : above->low[k] <= box.low[k] && box.low[k] <= box.high[k] &&
                                   box.high[k] <= above->high[k];
            if (!fits) return false;
        }
    }
    return true;
}

static bool note_leaves(cover_search *s) {
    static const bvh8_box frame = {{-8, -8, -8}, {8, 8, 8}};
    const bvh8_tree *tree = s->parts;
    if (!boxes_are_nested(tree, 0, &frame)) return false;
    for (uint32_t index = 0; index < tree->node_count; index++)
        for (uint32_t i = 0; i < BVH8_WIDTH; i++) {
            uint32_t child = bvh8_child_at(tree, index, i);
            bvh8_box box = bvh8_box_at(tree, index, i);
            if (child == BVH8_NONE) continue;
            if (!bvh8_is_leaf(child)) {
                if (!boxes_are_nested(tree, child, &box)) return false;
                continue;
            }
            bvh8_leaf leaf = bvh8_leaf_of(child);
            for (uint32_t rank = leaf.first; rank < leaf.first + leaf.count; rank++) {
                s->place[rank] = BVH8_WIDTH * index + i;
                s->next[rank] = s->first[tree->order[rank]];
                s->first[tree->order[rank]] = rank + 1;
            }
        }
    return true;
}

static bool all_are_covered(cover_search *s) {
    if (!note_leaves(s)) return false;
    for (uint32_t id = 0; id < s->whole->count; id++) {
        carom_triangle t = bvh8_triangle_at(s->whole, s->whole->place[id]);
        s->box_count = 0;
        for (uint32_t at = s->first[id]; at != 0; at = s->next[at - 1]) {
            if (s->box_count == BVH8_MOST_PARTS) return false;
            uint32_t place = s->place[at - 1];
            s->boxes[s->box_count++] =
                bvh8_box_at(s->parts, place / BVH8_WIDTH, place % BVH8_WIDTH);
        }
        if (!is_covered(s, &t)) return false;
    }
    return true;
}

carom_status carom_bvh8_check_cover(const bvh8_tree *parts, const bvh8_tree *whole,
                                    const carom_allocator *allocator) {
    size_t numbers = (size_t)whole->count + 2 * (size_t)parts->count;
    cover_search s = {.parts = parts, .whole = whole};
    s.first = carom_alloc(allocator, numbers, sizeof *s.first);
    s.pieces = carom_alloc(allocator, COVER_PIECES, sizeof *s.pieces);
    carom_status status = CAROM_ERROR_MEMORY;
    if (s.first && s.pieces) {
        memset(s.first, 0, numbers * sizeof *s.first);
        s.next = s.first + whole->count;
        s.place = s.next + parts->count;
        status = all_are_covered(&s) ? CAROM_OK : CAROM_ERROR_ARGUMENT;
    }
    carom_free(allocator, s.first);
    carom_free(allocator, s.pieces);
    return status;
}
