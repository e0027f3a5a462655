/* Fields that the answers of several verbs share: points and certainties. */
#include "json_lines/query_write.h"

void query_put_point(answer *a, const char *field, carom_vec3 point) {
    const double values[3] = {(double)point.x, (double)point.y, (double)point.z};
    answer_numbers(a, field, values, 3);
}

void query_put_certainty(answer *a, carom_certainty certainty) {
    static const char *const names[] = {"exact", "converged", "limit"};
    answer_text(a, "certainty", names[certainty]);
}
