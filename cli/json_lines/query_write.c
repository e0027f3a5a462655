/* Fields that the answers of several verbs share: points, certainties and sub-shapes. */
#include "json_lines/query_write.h"

void query_put_point(answer *a, const char *field, carom_vec3 point) {
    const double values[3] = {(double)point.x, (double)point.y, (double)point.z};
    answer_numbers(a, field, values, 3);
}

void query_put_certainty(answer *a, carom_certainty certainty) {
    static const char *const names[] = {"exact", "converged", "limit"};
    answer_text(a, "certainty", names[certainty]);
}

void query_put_subshape(answer *a, const char *field, carom_subshape part) {
    if (!part.has_child && !part.has_triangle) return;
    answer_open_field(a, field);
    if (part.has_child) answer_number(a, "child", (double)part.child);
    if (part.has_triangle) answer_number(a, "triangle", (double)part.triangle);
    answer_close_field(a);
}

void query_put_subshapes(answer *out, carom_subshape a, carom_subshape b) {
    query_put_subshape(out, "sub_a", a);
    query_put_subshape(out, "sub_b", b);
}
