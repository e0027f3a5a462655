/* Vertex against face and edge against edge, all corners moving straight: in the frame of the
 * vertex, or as differences of the two edges' points, a moving polygon against the origin
 * (ccd_path.c). Differences of given numbers are right to a rounding wherever the features are, so
 * nothing is lost far from the origin. */
#include "carom/ccd.h"

#include "query/sweep/ccd_path.h"

typedef struct ccd_points {
    vec3 at[2][4]; /* at the start and at the end: vertex and face, or two edges */
} ccd_points;

typedef void ccd_builder(const ccd_points *points, ccd_path *out);

static void face_path(const ccd_points *points, ccd_path *out) {
    out->count = 3;
    for (int end = 0; end < 2; end++) {
        const vec3 *p = points->at[end];
        for (int k = 0; k < 3; k++) {
            out->corner[end][k] = sub3(p[1 + k], p[0]);
            out->side[end][k] = sub3(p[k == 2 ? 1 : 2 + k], p[1 + k]);
        }
    }
}

static void edge_path(const ccd_points *points, ccd_path *out) {
    out->count = 4;
    for (int end = 0; end < 2; end++) {
        const vec3 *p = points->at[end];
        vec3 a = sub3(p[1], p[0]), b = sub3(p[3], p[2]);
        const vec3 corner[4] = {sub3(p[2], p[0]), sub3(p[2], p[1]), sub3(p[3], p[1]),
                                sub3(p[3], p[0])};
        const vec3 side[4] = {neg3(a), b, a, neg3(b)};
        for (int k = 0; k < 4; k++) {
            out->corner[end][k] = corner[k];
            out->side[end][k] = side[k];
        }
    }
}

/* Numbers so large or so small that products leave the range: times a power of two, and again. */
static CAROM_NOINLINE ccd_contact solve_scaled(ccd_points points, ccd_builder *build) {
    static const double big = 1.2379400392853803e27; /* 2^90 */
    static const ccd_contact miss;
    ccd_path path;
    for (int i = 0; i < 8; i++)
        if (!finite3(points.at[i / 4][i % 4])) return miss;
    build(&points, &path);
    carom_ccd_prepare(&path);
    if (path.size == 0.0) return (ccd_contact){.hit = true, .normal = {1, 0, 0}, .converged = true};
    for (int pass = 0; pass < 12; pass++) { /* 12 * 27 decades reach across the whole range */
        double factor = path.size > 1.0 ? 1.0 / big : big;
        for (int i = 0; i < 8; i++)
            points.at[i / 4][i % 4] = scale3(points.at[i / 4][i % 4], factor);
        build(&points, &path);
        if (carom_ccd_prepare(&path)) return carom_ccd_solve(&path);
    }
    return miss;
}

static ccd_contact first_contact(const ccd_points *points, ccd_builder *build) {
    ccd_path path;
    build(points, &path);
    if (CAROM_UNLIKELY(!carom_ccd_prepare(&path))) return solve_scaled(*points, build);
    return carom_ccd_solve(&path);
}

/* Rounded down: never late in float either. */
static carom_real fraction_below(double t) {
    carom_real fraction = (carom_real)t;
    return (double)fraction > t ? fraction - fraction * CAROM_REAL_EPSILON : fraction;
}

static vec3 between(vec3 a, vec3 b, double t) {
    return add3(scale3(a, 1.0 - t), scale3(b, t));
}

static carom_ccd_hit ccd_answer(const ccd_contact *contact, vec3 point) {
    return (carom_ccd_hit){
        .hit = true,
        .initial_overlap = contact->fraction == 0.0,
        .fraction = fraction_below(contact->fraction),
        .point = store3(point),
        .normal = store3(contact->normal),
        .certainty = contact->converged ? CAROM_CONVERGED : CAROM_LIMIT,
    };
}

carom_ccd_hit carom_sweep_vertex_face(const carom_moving_point *vertex,
                                      const carom_moving_triangle *face) {
    ccd_points points = {{{load3(vertex->start)}, {load3(vertex->end)}}};
    for (int k = 0; k < 3; k++) {
        points.at[0][1 + k] = load3(face->start.v[k]);
        points.at[1][1 + k] = load3(face->end.v[k]);
    }
    ccd_contact contact = first_contact(&points, face_path);
    if (!contact.hit) return (carom_ccd_hit){.hit = false};
    vec3 point = between(points.at[0][0], points.at[1][0], contact.fraction);
    carom_ccd_hit hit = ccd_answer(&contact, point);
    double first = max2(1.0 - contact.s - contact.t, 0.0);
    hit.barycentric = store3(vec(first, contact.s, contact.t));
    return hit;
}

carom_ccd_hit carom_sweep_edge_edge(const carom_moving_segment *a, const carom_moving_segment *b) {
    const carom_segment *ends[2][2] = {{&a->start, &b->start}, {&a->end, &b->end}};
    ccd_points points;
    for (int end = 0; end < 2; end++)
        for (int k = 0; k < 2; k++) {
            points.at[end][2 * k] = load3(ends[end][k]->a);
            points.at[end][2 * k + 1] = load3(ends[end][k]->b);
        }
    ccd_contact contact = first_contact(&points, edge_path);
    if (!contact.hit) return (carom_ccd_hit){.hit = false};
    vec3 from = between(points.at[0][0], points.at[1][0], contact.fraction);
    vec3 to = between(points.at[0][1], points.at[1][1], contact.fraction);
    carom_ccd_hit hit = ccd_answer(&contact, between(from, to, contact.s));
    hit.t_a = (carom_real)contact.s;
    hit.t_b = (carom_real)contact.t;
    return hit;
}
