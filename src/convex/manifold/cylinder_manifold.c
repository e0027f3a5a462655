/* Contact manifold of two cylinders whose normal is nearly the axis of one, own method: that one's
 * end is the reference face, a disk, and on it lies the other's end, a line of its side, or its
 * tilted rim. Projected along the normal an end is an ellipse; its largest inscribed circle
 * replaces it, so that a point in the circles of both is on both ends. A disk inside of a larger
 * one gives samples of its rim at fixed angles; disks that overlap partly give their lens: its two
 * tips, and the ends of its middle line, which all move continuously with the disks. It answers
 * the ends and sides that manifold.c would approximate by polygons (bench convex, manifold
 * cylinder). */
#include "convex/manifold/cylinder_manifold.h"
#include "convex/support/support.h"

/* Numbers of features, after those of the samples. */
#define ID_LOW_END 9u
#define ID_HIGH_END 10u
#define ID_LOW_CUT 11u
#define ID_HIGH_CUT 12u
#define ID_MIDDLE 13u
#define ID_TIP 14u

/* The end of a cylinder that faces the other, relative to A's centre. */
typedef struct end_disc {
    const cylinder_view *shape;
    uint32_t of; /* ID_OF_B, or 0 */
    vec3 center, axis;
    double cosine; /* of the axis with the normal */
    double radius; /* of the largest circle inscribed in its projection along the normal */
} end_disc;

typedef struct end_pair {
    end_disc of[2]; /* A's and B's */
    contact_pool *pool;
    vec3 origin; /* A's centre */
} end_pair;

static end_disc facing_end(const cylinder_view *s, vec3 center, vec3 n, double sign) {
    vec3 axis = s->axes[2];
    double cosine = dot3(axis, n);
    return (end_disc){.shape = s,
                      .center = mad3(center, axis, sign * copysign(s->half.z, cosine)),
                      .axis = axis,
                      .cosine = cosine,
                      .radius = s->half.x * fabs(cosine)};
}

/* Distance from p along the normal to the plane of an end. */
static double lift_to_end(const end_disc *e, vec3 p) {
    return dot3(e->axis, sub3(e->center, p)) / e->cosine;
}

/* Adds the points of both ends that project to p. */
static void add_on_ends(const end_pair *pair, vec3 p, uint32_t id) {
    vec3 n = pair->pool->normal, at = add3(p, pair->origin);
    double high = lift_to_end(&pair->of[0], p), low = lift_to_end(&pair->of[1], p);
    const manifold_point point = {mad3(at, n, high), mad3(at, n, low), high - low, id};
    pool_put(pair->pool, &point);
}

/* Adds the point p of the other shape and its projection onto end k. */
static void add_on_end(const end_pair *pair, int k, vec3 p, uint32_t id) {
    vec3 at = add3(p, pair->origin),
         foot = mad3(at, pair->pool->normal, lift_to_end(&pair->of[k], p));
    id |= pair->of[!k].of;
    pool_add(pair->pool, k ? at : foot, k ? foot : at, id);
}

static vec3 square_part(vec3 v, vec3 n) {
    return mad3(v, n, -dot3(v, n));
}

static bool is_over(const end_pair *pair, int k, vec3 p) {
    const end_disc *e = &pair->of[k];
    return len2(square_part(sub3(p, e->center), pair->pool->normal)) <= e->radius * e->radius;
}

/* Sample k of a circle on an end, of `part` of its radius. */
static vec3 sample_of(const end_disc *e, int k, double part) {
    static const double diagonal = 0.70710678118654752440;
    static const double cosine[FEATURE_RIM] = {1,  diagonal,  0, -diagonal,
                                               -1, -diagonal, 0, diagonal};
    double r = e->shape->half.x * part;
    return mad3(mad3(e->center, e->shape->axes[0], r * cosine[k]), e->shape->axes[1],
                r * cosine[(k + 6) % FEATURE_RIM]);
}

/* Adds the samples of the other end's rim that are over end k. */
static void add_samples_over(const end_pair *pair, int k) {
    for (int i = 0; i < FEATURE_RIM; i++) {
        vec3 p = sample_of(&pair->of[!k], i, 1.0);
        if (is_over(pair, k, p)) add_on_end(pair, k, p, (uint32_t)i);
    }
}

/* Adds the lens of two disks. d: from A's centre to B's, perpendicular to the normal; `far`: its
 * length. */
static void add_lens(const end_pair *pair, vec3 d, double far, int capacity) {
    double of_a = pair->of[0].radius, of_b = pair->of[1].radius;
    double middle = (far * far + of_a * of_a - of_b * of_b) / (2.0 * far);
    double tip = sqrt(max2(0.0, of_a * of_a - middle * middle)),
           same = SAME_POINT * pair->pool->size;
    double low = max2(-of_a, far - of_b), high = min2(of_a, far + of_b);
    vec3 from = pair->of[0].center, side = cross3(pair->pool->normal, d);
    if (!(low <= high)) return;
    if (tip > same) {
        vec3 p = mad3(from, d, middle / far);
        const uint32_t left = ID_EDGES | ID_TIP << 15 | ID_TIP;
        const uint32_t right = ID_EDGES | (ID_TIP + 1u) << 15 | (ID_TIP + 1u);
        add_on_ends(pair, mad3(p, side, tip / far), left);
        add_on_ends(pair, mad3(p, side, -tip / far), right);
    }
    if (high - low > same) {
        add_on_ends(pair, mad3(from, d, high / far), ID_MIDDLE);
        add_on_ends(pair, mad3(from, d, low / far), ID_OF_B | ID_MIDDLE);
    }
    for (int k = 0; k < 2 && capacity > 4; k++)
        add_samples_over(pair, k);
}

/* Removes the deepest of four samples of a tilted disk, for the deepest point, which is near it. */
static void drop_deepest_sample(contact_pool *pool, double deepest) {
    if (pool->count < 4 || carom_contact_pool_is_filled(pool, deepest)) return;
    int best = 0;
    for (int i = 1; i < pool->count; i++)
        best = pool->points[i].depth > pool->points[best].depth ? i : best;
    pool->points[best] = pool->points[--pool->count];
}

static void add_discs(const end_pair *pair, const cylinder_request *request) {
    int large = pair->of[1].shape->half.x >= pair->of[0].shape->half.x;
    vec3 d = square_part(sub3(pair->of[1].center, pair->of[0].center), pair->pool->normal);
    if (pair->of[!large].radius == 0.0) return; /* a point: the deepest */
    double far = sqrt(len2(d)),
           part = (pair->of[large].radius - far) / pair->of[!large].shape->half.x;
    if (!(part >= DISK_WHOLE)) {
        add_lens(pair, d, far, request->capacity);
        return;
    }
    int step = request->capacity > 4 ? 1 : 2;
    for (int k = 0; k < FEATURE_RIM; k += step)
        add_on_end(pair, large, sample_of(&pair->of[!large], k, min2(part, 1.0)), (uint32_t)k);
    if (request->capacity <= 4) drop_deepest_sample(pair->pool, request->deepest);
}

/* Adds the ends of the part of the other cylinder's lowest line that is over end k. */
static void add_line(const end_pair *pair, int k) {
    const end_disc *e = &pair->of[k], *rod = &pair->of[!k];
    vec3 n = pair->pool->normal, out = mad3(n, rod->axis, -rod->cosine);
    double high = rod->shape->half.z, sign = k ? 1.0 : -1.0;
    double length = sqrt(len2(out)), lean = copysign(high, rod->cosine);
    /* end_disc.center is an end of the axis; the line is parallel, through the side's lowest point
     */
    vec3 middle = mad3(rod->center, rod->axis, -sign * lean);
    middle = mad3(middle, out, sign * rod->shape->half.x / length);
    vec3 v = scale3(square_part(rod->axis, n), high), w = square_part(sub3(middle, e->center), n);
    double vv = len2(v), vw = dot3(v, w), square = vw * vw - vv * (len2(w) - e->radius * e->radius);
    if (!(square >= 0.0 && vv > 0.0)) return;
    double root = sqrt(square), low = (-vw - root) / vv, top = (-vw + root) / vv;
    if (!(low < 1.0 && top > -1.0)) return;
    add_on_end(pair, k, mad3(middle, rod->axis, high * max2(low, -1.0)),
               low > -1.0 ? ID_LOW_CUT : ID_LOW_END);
    add_on_end(pair, k, mad3(middle, rod->axis, high * min2(top, 1.0)),
               top < 1.0 ? ID_HIGH_CUT : ID_HIGH_END);
}

/* Do the sides cross? Then they have one point in common, the deepest pair. */
static bool sides_cross(const end_pair *pair) {
    vec3 turn = cross3(pair->of[0].axis, pair->of[1].axis);
    return fabs(dot3(turn, pair->pool->normal)) > PARALLEL_SINE;
}

static bool add_by_kind(const end_pair *pair, const cylinder_request *request) {
    double of_a = fabs(pair->of[0].cosine), of_b = fabs(pair->of[1].cosine);
    int k = of_b > of_a;
    double most = k ? of_b : of_a, least = k ? of_a : of_b;
    if (most < END_COSINE) return sides_cross(pair);
    if (most < REFERENCE_COSINE) return true;
    if (least >= REFERENCE_COSINE)
        add_discs(pair, request);
    else if (least >= END_COSINE)
        add_samples_over(pair, k);
    else
        add_line(pair, k);
    return true;
}

static void exchange_points(contact_pool *pool) {
    for (int i = 0; i < pool->count; i++) {
        manifold_point *p = &pool->points[i];
        *p = (manifold_point){p->point_b, p->point_a, p->depth, exchanged_id(p->id)};
    }
    pool->normal = neg3(pool->normal);
}

/* Selects one of a normal and its opposite, so that the answer does not depend on which shape is A.
 * The dividing plane contains no coordinate axis and no bisector of two, so that normals near these
 * seldom change sides. */
static bool is_forward(vec3 n) {
    return n.x * 0.3 + n.y * 0.5 + n.z * 0.81 > 0.0;
}

bool carom_cylinder_contacts(contact_pool *pool, const cylinder_view *a, const cylinder_view *b,
                             const cylinder_request *request) {
    bool back = !is_forward(pool->normal);
    double margin = pool->margin;
    const cylinder_view *first = back ? b : a, *second = back ? a : b;
    pool->size = 2.0 * max2(a->half.x, b->half.x);
    pool->margin += CONTACT_ROUNDING * pool->size +
                    CONTACT_CENTER_ROUNDING * max2(max_abs3(a->center), max_abs3(b->center));
    if (back) pool->normal = neg3(pool->normal);
    vec3 n = pool->normal, to_second = sub3(second->center, first->center);
    end_pair pair = {
        {facing_end(first, vec(0, 0, 0), n, 1.0), facing_end(second, to_second, n, -1.0)},
        pool,
        first->center};
    pair.of[1].of = ID_OF_B;
    bool added = add_by_kind(&pair, request);
    if (back) exchange_points(pool);
    if (!added) pool->margin = margin;
    return added;
}

bool carom_cylinder_manifold(const cylinder_view *a, const cylinder_view *b,
                             const manifold_options *options, convex_manifold *out) {
    cylinder_depth deepest;
    contact_pool pool;
    if (!carom_cylinder_depth(a, b, &deepest)) return false;
    const cylinder_request request = {options->capacity, deepest.depth};
    pool_start(&pool, deepest.normal, options->margin);
    pool.same_depth = SAME_CURVED;
    if (!carom_cylinder_contacts(&pool, a, b, &request)) return false;
    carom_contact_pool_witness(&pool, deepest.point_a, deepest.point_b, id_of_witness(0, 0));
    carom_contact_pool_take(&pool, options->capacity, out);
    out->status = CONVEX_CONVERGED;
    return true;
}
