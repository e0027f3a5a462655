/* Parts of a line span [Ericson05] 5.5.6. Each part's roots are accurate to a double's digits, so
 * only the choice of the part that a root belongs to may be decided by rounding: where two parts
 * join, so do their surfaces, and either root is correct. Where a line only touches a cylinder, the
 * position along the axis is exact. */
#include "query/raycast/line_span.h"

void carom_line_span_entry(line_span *span, const line_quadratic *q) {
    span->in = min2(span->in, q->in);
    span->begins = span->begins || carom_line_side(q, span->first) >= 0;
    span->enters = span->enters || carom_line_side(q, span->last) >= 0;
}

void carom_line_span_exit(line_span *span, const line_quadratic *q) {
    span->out = max2(span->out, q->out);
    span->leaves = span->leaves || carom_line_side(q, span->first) <= 0;
}

void carom_line_span_vertex(line_span *span, vec3 vertex) {
    line_quadratic q;
    if (carom_line_ball(&q, &span->line, vertex, span->radius) != LINE_CROSSES) return;
    carom_line_span_entry(span, &q);
    carom_line_span_exit(span, &q);
}

void carom_line_span_edge(line_span *span, vec3 a, vec3 b) {
    line_quadratic q;
    const line_axis axis = axis_between(a, b);
    const exact_line *line = &span->line;
    if (equal3(a, b) || carom_line_cylinder(&q, line, &axis, span->radius) != LINE_CROSSES) return;
    if (carom_line_within_ends(&q, line, &axis, q.in)) carom_line_span_entry(span, &q);
    if (carom_line_within_ends(&q, line, &axis, q.out)) carom_line_span_exit(span, &q);
}

/* True when the line at t projects into the face. */
static bool line_over_face(const line_span *span, const vec3 *v, int count, const vec3 *normal,
                           double t) {
    double turn = 0.0;
    const exact_factor *d = span->line.direction.at;
    const vec3 velocity = {d[0].hi - d[0].lo, d[1].hi - d[1].lo, d[2].hi - d[2].lo};
    for (int i = 0; i < count; i++) {
        vec3 e = sub3(v[i + 1 < count ? i + 1 : 0], v[i]);
        double side = dot3(cross3(e, mad3(sub3(span->line.origin, v[i]), velocity, t)), *normal);
        if (turn * side < 0.0) return false;
        turn = side != 0.0 ? (side > 0.0 ? 1.0 : -1.0) : turn;
    }
    return turn != 0.0;
}

void carom_line_span_face(line_span *span, const vec3 *v, int count, const int corner[3]) {
    const vec3 face[3] = {v[corner[0]], v[corner[1]], v[corner[2]]};
    line_quadratic q;
    if (carom_line_slab(&q, &span->line, face, span->radius) != LINE_CROSSES) return;
    const vec3 normal = cross3(sub3(face[1], face[0]), sub3(face[2], face[0]));
    if (line_over_face(span, v, count, &normal, q.in)) carom_line_span_entry(span, &q);
    if (line_over_face(span, v, count, &normal, q.out)) carom_line_span_exit(span, &q);
}

/* True when p + t v projects into the parallelogram of the two axes' difference. */
static bool line_over_axes(const line_quadratic *q, double t) {
    double_double3 x = dd3_of(&q->p);
    const double_double3 v = dd3_of(&q->v), mine = dd3_of(&q->w[0]), other = dd3_of(&q->w[1]);
    for (int i = 0; i < 3; i++)
        x.at[i] = dd_add(x.at[i], dd_multiply((double_double){t, 0.0}, v.at[i]));
    const double_double3 n = dd_cross(&mine, &other);
    const double_double3 by_other = dd_cross(&x, &other), by_mine = dd_cross(&mine, &x);
    const double nn = dd_length2(&n).hi;
    const double r = -dd_dot(&by_other, &n).hi, s = dd_dot(&by_mine, &n).hi;
    return r >= 0.0 && r <= nn && s >= 0.0 && s <= nn;
}

void carom_line_span_axes(line_span *span, const line_axis *mine, const line_axis *other) {
    line_quadratic q;
    if (carom_line_between_axes(&q, &span->line, mine, other, span->radius) != LINE_CROSSES) return;
    q.w[0] = mine->w, q.w[1] = other->w;
    if (line_over_axes(&q, q.in)) carom_line_span_entry(span, &q);
    if (line_over_axes(&q, q.out)) carom_line_span_exit(span, &q);
}
