/* Distance of a point and a triangle in double, with the operations of the single function in
 * their order: the sums of query/closest/kernel_plain_triangle.h where they are accurate, else the
 * Voronoi regions of query/closest/kernel_point_triangle.h [Ericson05] 5.1.5. A mask per region
 * replaces branches. The bits are those of the single function. */
#ifndef CAROM_QUERY_BATCH_KERNEL_CLOSEST_H
#define CAROM_QUERY_BATCH_KERNEL_CLOSEST_H

#include "query/batch/kernel_lanes.h"
#include "query/closest/tolerances.h"
#include "query/closest/triangle_limits.h"

typedef struct near_lanes {
    wides d2, least; /* squared distance; below `least` it is undecided */
    wides_flags in_range;
} near_lanes;

/* True for triangles that are neither too thin nor out of range. */
static CAROM_INLINE wides_flags is_regular_triangle(wides area2, wides bb, wides cc, wides thin) {
    wides_flags area =
        wides_and(wides_lt(thin, area2), wides_and(wides_lt(area2, wides_all(QUARTIC_MOST)),
                                                   wides_lt(wides_all(QUARTIC_LEAST), area2)));
    return wides_and(area, wides_and(wides_lt(bb, wides_mul(wides_all(EDGE_RATIO), cc)),
                                     wides_lt(cc, wides_mul(wides_all(EDGE_RATIO), bb))));
}

/* One of the vertices b and c, or of the edges a b and a c, and the other one. */
typedef struct regular_end {
    wides square, d, rest, share;
    wides_flags vertex, edge, behind, before;
} regular_end;

static CAROM_INLINE void find_regular_end(regular_end *b, const regular_end *c) {
    const wides zero = wides_all(0.0);
    wides past = wides_sub(b->d, b->square);
    b->behind = wides_le(b->d, zero);
    b->before = wides_lt(zero, b->rest);
    b->vertex = wides_and(wides_le(zero, past), wides_le(b->rest, zero));
    b->edge =
        wides_and(wides_le(c->share, zero), wides_and(wides_lt(zero, b->d), wides_lt(past, zero)));
}

/* The weight of vertex b, not yet divided by the common divisor; of the others' regions, `share`.
 */
static CAROM_INLINE wides regular_weight(const regular_end *b, const regular_end *c,
                                         wides_flags opposite, wides_flags face) {
    const wides zero = wides_all(0.0);
    wides w = wides_select(face, b->share, wides_select(opposite, c->rest, zero));
    return wides_select(b->vertex, wides_all(1.0), wides_select(b->edge, b->d, w));
}

static CAROM_INLINE near_lanes regular_near(lanes3 ap, lanes3 eb, lanes3 ec) {
    const wides zero = wides_all(0.0);
    regular_end b = {.square = lanes_dot(eb, eb), .d = lanes_dot(eb, ap)};
    regular_end c = {.square = lanes_dot(ec, ec), .d = lanes_dot(ec, ap)};
    wides bc = lanes_dot(eb, ec);
    wides area2 = wides_sub(wides_mul(b.square, c.square), wides_mul(bc, bc));
    b.rest = wides_add(wides_sub(b.square, bc), wides_sub(c.d, b.d));
    c.rest = wides_add(wides_sub(c.square, bc), wides_sub(b.d, c.d));
    b.share = wides_sub(wides_mul(c.square, b.d), wides_mul(c.d, bc));
    c.share = wides_sub(wides_mul(b.square, c.d), wides_mul(b.d, bc));
    wides share_a = wides_sub(wides_sub(area2, b.share), c.share);
    find_regular_end(&b, &c);
    find_regular_end(&c, &b);
    wides_flags corner = wides_or(wides_or(b.vertex, c.vertex), wides_and(b.behind, c.behind));
    wides_flags any = wides_or(corner, wides_or(b.edge, c.edge));
    wides_flags opposite = wides_and(wides_and(b.before, c.before), wides_le(share_a, zero));
    opposite = wides_and(opposite, wides_not(any));
    wides_flags face = wides_not(wides_or(any, opposite));
    wides all = wides_select(opposite, wides_add(b.rest, c.rest), area2);
    all = wides_select(corner, wides_all(1.0),
                       wides_select(b.edge, b.square, wides_select(c.edge, c.square, all)));
    wides scale = wides_div(wides_all(1.0), all);
    wides wb = wides_mul(regular_weight(&b, &c, opposite, face), scale);
    wides wc = wides_mul(regular_weight(&c, &b, opposite, face), scale);
    lanes3 away = lanes_sub(ap, lanes_add(lanes_scale(eb, wb), lanes_scale(ec, wc)));
    return (near_lanes){
        lanes_dot(away, away), wides_mul(wides_all(REGULAR_NEAR), lanes_dot(ap, ap)),
        is_regular_triangle(area2, b.square, c.square,
                            wides_mul(wides_all(THIN_TRIANGLE), wides_mul(b.square, c.square)))};
}

/* The Voronoi regions of point_triangle, in its order: the first that applies. */
typedef struct region_lanes {
    wides_flags left; /* not in a region yet */
    lanes3 from, edge;
    wides numerator, denominator;
} region_lanes;

static CAROM_INLINE void take_vertex(region_lanes *r, wides_flags in, lanes3 away) {
    in = wides_and(in, r->left);
    r->from = lanes_select(in, away, r->from);
    r->numerator = wides_select(in, wides_all(0.0), r->numerator);
    r->left = wides_and(r->left, wides_not(in));
}

static CAROM_INLINE void take_edge(region_lanes *r, wides_flags in, lanes3 away, lanes3 edge) {
    in = wides_and(in, r->left);
    r->from = lanes_select(in, away, r->from);
    r->edge = lanes_select(in, edge, r->edge);
    r->left = wides_and(r->left, wides_not(in));
}

static CAROM_INLINE wides choose_lanes(wides_flags in, wides_flags left, wides a, wides b) {
    return wides_select(wides_and(in, left), a, b);
}

static CAROM_INLINE near_lanes any_near(lanes3 p, const lanes3 v[3]) {
    const wides zero = wides_all(0.0), one = wides_all(1.0);
    lanes3 ab = lanes_sub(v[1], v[0]), ac = lanes_sub(v[2], v[0]), ap = lanes_sub(p, v[0]);
    lanes3 bp = lanes_sub(p, v[1]), cp = lanes_sub(p, v[2]);
    wides bb = lanes_dot(ab, ab), cc = lanes_dot(ac, ac), bc = lanes_dot(ab, ac);
    wides area2 = wides_sub(wides_mul(bb, cc), wides_mul(bc, bc));
    wides ab_p = lanes_dot(ab, ap), ac_p = lanes_dot(ac, ap), ab_q = lanes_dot(ab, bp);
    wides ac_q = lanes_dot(ac, bp), ab_r = lanes_dot(ab, cp), ac_r = lanes_dot(ac, cp);
    wides vc = wides_sub(wides_mul(ab_p, ac_q), wides_mul(ab_q, ac_p)),
          vb = wides_sub(wides_mul(ab_r, ac_p), wides_mul(ab_p, ac_r));
    wides va = wides_sub(wides_mul(ab_q, ac_r), wides_mul(ab_r, ac_q));
    wides along = wides_sub(ac_q, ab_q), back = wides_sub(ab_r, ac_r);
    region_lanes r = {wides_eq(zero, zero), ap, ab, one, wides_add(wides_add(va, vb), vc)};
    take_vertex(&r, wides_and(wides_le(ab_p, zero), wides_le(ac_p, zero)), ap);
    take_vertex(&r, wides_and(wides_le(zero, ab_q), wides_le(ac_q, ab_q)), bp);
    wides_flags in =
        wides_and(wides_le(vc, zero), wides_and(wides_le(zero, ab_p), wides_le(ab_q, zero)));
    r.numerator = choose_lanes(in, r.left, ab_p, r.numerator);
    r.denominator = choose_lanes(in, r.left, bb, r.denominator);
    take_edge(&r, in, ap, ab);
    take_vertex(&r, wides_and(wides_le(zero, ac_r), wides_le(ab_r, ac_r)), cp);
    in = wides_and(wides_le(vb, zero), wides_and(wides_le(zero, ac_p), wides_le(ac_r, zero)));
    r.numerator = choose_lanes(in, r.left, ac_p, r.numerator);
    r.denominator = choose_lanes(in, r.left, cc, r.denominator);
    take_edge(&r, in, ap, ac);
    in = wides_and(wides_le(va, zero), wides_and(wides_le(zero, along), wides_le(zero, back)));
    r.numerator = choose_lanes(in, r.left, along, r.numerator);
    r.denominator = choose_lanes(in, r.left, wides_add(along, back), r.denominator);
    take_edge(&r, in, bp, lanes_sub(v[2], v[1]));
    wides t = wides_div(r.numerator, r.denominator);
    lanes3 on_edge = lanes_add(r.from, lanes_scale(r.edge, wides_neg(t)));
    on_edge = lanes_select(wides_eq(r.numerator, zero), r.from, on_edge);
    lanes3 offset = lanes_add(lanes_scale(ab, wides_mul(vb, t)), lanes_scale(ac, wides_mul(vc, t)));
    lanes3 away = lanes_select(r.left, lanes_sub(ap, offset), on_edge);
    wides reach = lanes_dot(ap, ap);
    return (near_lanes){
        lanes_dot(away, away),
        wides_mul(wides_select(r.left, wides_all(NEAR_FACE), wides_all(CONTACT_BAND_SQUARE)),
                  reach),
        is_regular_triangle(area2, bb, cc, wides_mul(wides_mul(wides_all(THIN_TRIANGLE), bb), cc))};
}

static CAROM_INLINE lane_answer point_triangle_lanes(batch_block *block, size_t i) {
    lanes3 p = lane_wide3(&block->a, 0, i);
    const lanes3 v[3] = {lane_wide3(&block->b, 0, i), lane_wide3(&block->b, 3, i),
                         lane_wide3(&block->b, 6, i)};
    near_lanes near = REGULAR_APPLIES ? regular_near(lanes_sub(p, v[0]), lanes_sub(v[1], v[0]),
                                                     lanes_sub(v[2], v[0]))
                                      : any_near(p, v);
    wides_flags sure = wides_and(near.in_range, wides_le(near.least, near.d2));
    sure = wides_and(sure, wides_and(wides_lt(wides_all(TINY_FOURTH), near.d2),
                                     wides_lt(near.d2, wides_all(HUGE_FOURTH))));
    wides distance = wides_as_real(wides_sqrt(near.d2));
    if (block->values) wides_store_real(block->values + i, distance);
    wides_flags finite = wides_le(distance, wides_all((double)CAROM_REAL_MAX));
    return (lane_answer){wides_bits(wides_and(sure, finite)), wides_bits(sure)};
}

#endif
