/* The query of the signed distance. */
#include "json_lines/query_signed.h"

#include "json_lines/query_write.h"

bool query_distance_signed(json_t *query, const query_shape *a, const query_shape *b, answer *out,
                           query_trouble *trouble) {
    const carom_signed_distance d = carom_distance_signed(&a->shape, a->pose, &b->shape, b->pose);
    (void)query;
    (void)trouble;
    answer_open(out);
    answer_number(out, "distance", (double)d.distance);
    answer_number(out, "lower", (double)d.lower);
    answer_number(out, "upper", (double)d.upper);
    query_put_certainty(out, d.certainty);
    query_put_point(out, "normal", d.normal);
    query_put_point(out, "point_a", d.point_a);
    query_put_point(out, "point_b", d.point_b);
    query_put_point(out, "translation_a", d.gradient_a.translation);
    query_put_point(out, "rotation_a", d.gradient_a.rotation);
    query_put_point(out, "translation_b", d.gradient_b.translation);
    query_put_point(out, "rotation_b", d.gradient_b.rotation);
    answer_close(out);
    return true;
}
