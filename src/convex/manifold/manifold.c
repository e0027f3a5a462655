/* Contact manifold by reference face and incident feature [Gregorius13]: the face whose normal is
 * nearest to the contact's is the reference face; the other shape's extreme feature is clipped by
 * its sides (Sutherland-Hodgman, clip.c), and the depth is measured against its plane. Where
 * neither shape has such a face, two edges meet in a point or, when parallel, along a segment. The
 * deepest pair of points is always kept, so that a manifold is never shallower than the
 * penetration. This is the general method: box_manifold.c and hull_manifold.c give the same points
 * faster, cylinder_manifold.c has points of its own (bench convex, manifold rows). */
#include "convex/manifold/box_manifold.h"
#include "convex/manifold/contact_reduction.h"
#include "convex/manifold/cylinder_manifold.h"
#include "convex/penetration.h"
#include "convex/support/rescale.h"
#include "convex/sat/sat.h"
#include "convex/support/support.h"
#include "convex/support/clip.h"
#include "convex/distance/distance.h"
#include "convex/manifold/manifold.h"
#include "convex/distance/overlap.h"

/* Reduces a polygon to its edge that is farthest along d. */
static void edge_of_polygon(convex_feature *f, vec3 d) {
    int best = 0;
    double farthest = -DBL_MAX;
    for (int i = 0; i < f->count; i++) {
        int j = i + 1 < f->count ? i + 1 : 0;
        double along = min2(dot3(f->points[i], d), dot3(f->points[j], d));
        if (along > farthest) best = i;
        farthest = max2(farthest, along);
    }
    int next = best + 1 < f->count ? best + 1 : 0;
    vec3 p = f->points[best], q = f->points[next];
    uint32_t id_p = f->id[best], id_q = f->id[next];
    f->points[0] = p;
    f->points[1] = q;
    f->id[0] = id_p;
    f->id[1] = id_q;
    f->count = 2;
}

/* Clips `other` by the reference face `window`. `flip`: the window is B's. */
static void clip_to_face(contact_pool *pool, const convex_feature *window, convex_feature *other,
                         bool flip) {
    vec3 n = window->normal, along = pool->normal;
    double square = dot3(along, n);
    carom_convex_clip(other, window, flip ? neg3(along) : along,
                      &(clip_margins){.same = SAME_POINT});
    for (int i = 0; i < other->count; i++) {
        vec3 p = other->points[i];
        vec3 foot = mad3(p, along, dot3(sub3(window->points[0], p), n) / square);
        uint32_t id = (other->id[i] & 0x3fffffffu) | (flip ? ID_OF_B : 0u);
        pool_add(pool, flip ? p : foot, flip ? foot : p, id);
    }
}

static double size_of_feature(const convex_feature *f) {
    double size = 0.0;
    for (int i = 1; i < f->count; i++)
        size = max2(size, max_abs3(sub3(f->points[i], f->points[0])));
    return size;
}

static bool is_edge_across(convex_feature *f, vec3 d) {
    if (f->count >= 3) edge_of_polygon(f, d);
    if (f->count != 2) return false;
    vec3 u = sub3(f->points[1], f->points[0]);
    return fabs(dot3(u, d)) <= ACROSS_SINE * carom_length(u) && max_abs3(u) > 0.0;
}

static uint32_t id_of_ends(const convex_feature *p, int i, const convex_feature *q, int j) {
    return ID_EDGES | (p->id[i] & 0x7fffu) << 15 | (q->id[j] & 0x7fffu);
}

/* Adds an end of the common part of two edges. If they are not quite parallel, the two points are
 * not opposite: on a rounded edge the opposite point is lower by `drop`; without a radius there is
 * no contact. */
static void add_beside(contact_pool *pool, vec3 on_a, vec3 on_b, const double radii[2],
                       uint32_t id) {
    vec3 n = pool->normal;
    double depth = dot3(sub3(on_a, on_b), n);
    double beside = carom_length(sub3(mad3(on_b, n, depth), on_a));
    bool of_b = radii[1] >= radii[0];
    double radius = radii[of_b], drop = 0.0;
    if (beside > CONTACT_ROUNDING * pool->size) {
        if (!(beside < radius)) return;
        drop = radius - sqrt(radius * radius - beside * beside);
    }
    if (of_b)
        on_b = mad3(on_a, n, drop - depth);
    else
        on_a = mad3(on_b, n, depth - drop);
    pool_add(pool, on_a, on_b, id);
}

/* Adds the ends of the common part of two parallel edges. */
static void edges_meet(contact_pool *pool, const convex_feature *p, const convex_feature *q,
                       const double radii[2]) {
    vec3 u = sub3(p->points[1], p->points[0]), v = sub3(q->points[1], q->points[0]);
    vec3 n = pool->normal, turn = cross3(u, v);
    double lengths = carom_length(u) * carom_length(v);
    if (fabs(dot3(turn, n)) > PARALLEL_SINE * lengths) return;
    u = mad3(u, n, -dot3(u, n)); /* in the contact plane */
    double uu = dot3(u, u), along[2], t[2];
    if (!(uu > 0.0)) return;
    for (int i = 0; i < 2; i++)
        along[i] = dot3(sub3(q->points[i], p->points[0]), u) / uu;
    int first = along[0] <= along[1] ? 0 : 1;
    double span = along[1 - first] - along[first];
    t[0] = max2(0.0, along[first]);
    t[1] = min2(1.0, along[1 - first]);
    if (!(t[0] < t[1]) || !(span > 0.0)) return;
    for (int i = 0; i < 2; i++) {
        double s = (t[i] - along[first]) / span;
        vec3 on_p = mad3(p->points[0], sub3(p->points[1], p->points[0]), t[i]);
        vec3 on_q = mad3(q->points[first], sub3(q->points[1 - first], q->points[first]), s);
        add_beside(pool, on_p, on_q, radii, id_of_ends(p, i, q, i == 0 ? first : 1 - first));
    }
}

void carom_contact_pool_fill(contact_pool *pool, convex_feature *p, convex_feature *q,
                             const double radii[2]) {
    vec3 n = pool->normal;
    pool->size = max2(max_abs3(sub3(p->points[0], q->points[0])),
                      max2(size_of_feature(p), size_of_feature(q)));
    const double coordinate = max_abs3(p->points[0]);
    pool->margin += CONTACT_ROUNDING * pool->size + CONTACT_CENTER_ROUNDING * coordinate;
    double square_a = p->count >= 3 ? dot3(p->normal, n) : 0.0;
    double square_b = q->count >= 3 ? -dot3(q->normal, n) : 0.0;
    if (max2(square_a, square_b) >= REFERENCE_COSINE) {
        if (square_b > square_a + REFERENCE_ADVANTAGE)
            clip_to_face(pool, q, p, true);
        else
            clip_to_face(pool, p, q, false);
        return;
    }
    bool edge_a = is_edge_across(p, n), edge_b = is_edge_across(q, neg3(n));
    if (edge_a && edge_b) edges_meet(pool, p, q, radii);
}

static void fill(manifold_work *work, const convex_shape *a, const convex_shape *b, int hint[2]) {
    carom_convex_surface_facing(a, work->pool.normal, &hint[0], &work->of_a);
    carom_convex_surface_facing(b, neg3(work->pool.normal), &hint[1], &work->of_b);
    carom_contact_pool_fill(&work->pool, &work->of_a, &work->of_b,
                            (double[2]){a->radius, b->radius});
}

/* -- the pair --------------------------------------------------------------------------------- */

/* Finds the normal and the deepest or closest points. @return false when the shapes are apart by
 * more than the margin. A pair with a cache that was apart is tested for overlap first: its cached
 * axis mostly separates it still. */
static bool find_normal(const convex_shape *a, const convex_shape *b,
                        const manifold_options *request, penetration_search *search,
                        convex_penetration *out) {
    double margin = request->margin;
    convex_cache *cache = request->cache;
    if (cache && was_in_contact(cache)) search->guess = cache->axis;
    bool quick = !cache || was_in_contact(cache) || (carom_sat_applies(a) && carom_sat_applies(b));
    bool contact = quick || carom_convex_overlap(a, b, cache);
    if (contact) *out = carom_convex_penetration_by(a, b, search);
    if (contact && out->overlap) {
        if (cache) *cache = (convex_cache){.axis = out->normal};
        return true;
    }
    if (!contact && margin == 0.0) return false;
    convex_options options = {.stop_beyond = margin, .cache = cache};
    convex_distance d = carom_convex_distance(a, b, &options);
    out->depth = -d.distance;
    out->normal = d.normal;
    out->point_a = d.point_a;
    out->point_b = d.point_b;
    out->status = d.status;
    /* shapes in contact may be apart by rounding */
    double rounding = CONTACT_CENTER_ROUNDING * max2(max_abs3(d.point_a), max_abs3(d.point_b));
    return d.distance <= margin + rounding && d.distance < INFINITY &&
           len2(d.normal) > CONTACT_NORMAL_MIN;
}

/* Of what support functions of the caller return; 0 without one. */
static double rounding_of_functions(const convex_shape *a, const convex_shape *b) {
    return max2(a->kind == CONVEX_FUNCTION ? a->function->rounding : 0.0,
                b->kind == CONVEX_FUNCTION ? b->function->rounding : 0.0);
}

static bool is_cylinder(const convex_shape *s) {
    return s->kind == CONVEX_CYLINDER && s->radius == 0.0;
}

void carom_convex_manifold_any(const convex_shape *a, const convex_shape *b,
                               const manifold_options *options, convex_manifold *out) {
    out->count = 0;
    out->normal = vec(0, 0, 0);
    out->status = CONVEX_EXACT;
    convex_penetration deepest;
    penetration_search search = {.skip_witness = true};
    if (!find_normal(a, b, options, &search, &deepest)) return;
    out->status = deepest.status;
    manifold_work *work = carom_workspace_take(WORKSPACE_MANIFOLD);
    contact_pool *pool = &work->pool;
    pool_start(pool, deepest.normal, options->margin);
    pool->same_depth = deepest.status == CONVEX_EXACT ? CONTACT_ROUNDING : SAME_CURVED;
    pool->same_depth = max2(pool->same_depth, SAME_FUNCTION * rounding_of_functions(a, b));
    const cylinder_request request = {options->capacity, deepest.depth};
    if (!is_cylinder(a) || !is_cylinder(b) ||
        !carom_cylinder_contacts(pool, box_view_of(a), box_view_of(b), &request))
        fill(work, a, b, search.hint);
    if (!carom_contact_pool_is_filled(pool, deepest.depth)) {
        carom_convex_locate(a, b, &search, &deepest);
        if (convex_is_polyhedral(a)) carom_convex_support(a, deepest.normal, &search.hint[0]);
        if (convex_is_polyhedral(b)) carom_convex_support(b, neg3(deepest.normal), &search.hint[1]);
        carom_contact_pool_witness(pool, deepest.point_a, deepest.point_b,
                                   id_of_witness(search.hint[0], search.hint[1]));
    }
    carom_contact_pool_take(pool, options->capacity, out);
    carom_workspace_give(work);
}

CAROM_NOINLINE static void rescaled_manifold(const convex_shape *a, const convex_shape *b,
                                             const manifold_options *options,
                                             convex_manifold *out) {
    double size = carom_rescale_size(a, b);
    if (size == 0.0) {
        carom_convex_manifold_any(a, b, options, out);
        return;
    }
    *out = (convex_manifold){.count = 0};
    rescaled_pair *pair = carom_workspace_take(WORKSPACE_RESCALED_MANIFOLD);
    if (carom_rescale_pair(a, b, size, pair)) {
        const manifold_options scaled = {options->margin / pair->unit, options->capacity, NULL};
        carom_convex_manifold_any(&pair->a, &pair->b, &scaled, out);
    }
    const double unit = pair->unit;
    carom_workspace_give(pair);
    bool finite = true;
    for (int i = 0; i < out->count; i++) {
        manifold_point *p = &out->points[i];
        p->point_a = scale3(p->point_a, unit);
        p->point_b = scale3(p->point_b, unit);
        p->depth *= unit;
        finite &= finite3(p->point_a) && finite3(p->point_b);
    }
    if (!finite) *out = (convex_manifold){.count = 0};
}

/* Must the pair be exchanged for its answer not to depend on which shape is A? Only hulls with
 * equal centres: all others have an order already. */
static bool is_turned(const convex_shape *a, const convex_shape *b) {
    return a->kind == CONVEX_HULL && b->kind == CONVEX_HULL &&
           max_abs3(sub3(a->center, b->center)) == 0.0 && carom_convex_order_shapes(a, b) > 0;
}

void carom_convex_swap_manifold(convex_manifold *m) {
    m->normal = neg3(m->normal);
    for (int i = 0; i < m->count; i++) {
        vec3 point = m->points[i].point_a;
        m->points[i].point_a = m->points[i].point_b;
        m->points[i].point_b = point;
        m->points[i].id = exchanged_id(m->points[i].id);
    }
}

void carom_convex_manifold(const convex_shape *a, const convex_shape *b,
                           const manifold_options *options, convex_manifold *out) {
    if (carom_box_manifold(a, b, options, out)) return;
    if (CAROM_UNLIKELY(is_turned(a, b))) {
        const manifold_options uncached = {options->margin, options->capacity, NULL};
        carom_convex_manifold(b, a, &uncached, out);
        carom_convex_swap_manifold(out);
    } else if (CAROM_UNLIKELY(rescale_is_needed(carom_rescale_size(a, b))))
        rescaled_manifold(a, b, options, out);
    else
        carom_convex_manifold_any(a, b, options, out);
}

convex_manifold carom_convex_manifold_halfspace(vec3 normal, double offset, const convex_shape *b,
                                                double margin, int capacity) {
    convex_manifold out = {.count = 0};
    manifold_work *work = carom_workspace_take(WORKSPACE_MANIFOLD);
    contact_pool *pool = &work->pool;
    const convex_feature *f = &work->of_b;
    pool_start(pool, normal, max2(margin, 0.0));
    pool->same_depth = CONTACT_ROUNDING;
    vec3 down = neg3(normal);
    int hint = 0;
    carom_convex_surface_facing(b, down, &hint, &work->of_b);
    pool->size = size_of_feature(f);
    pool->margin += CONTACT_ROUNDING * pool->size;
    for (int i = 0; i < f->count; i++) {
        vec3 p = f->points[i];
        pool_add(pool, mad3(p, normal, offset - dot3(normal, p)), p, f->id[i]);
    }
    vec3 p = mad3(carom_convex_support(b, down, &hint), down, b->radius);
    carom_contact_pool_witness(pool, mad3(p, normal, offset - dot3(normal, p)), p,
                               id_of_witness(0, hint));
    carom_contact_pool_take(pool, capacity, &out);
    carom_workspace_give(work);
    if (out.count == 0) out.normal = vec(0, 0, 0);
    return out;
}
