/* The ccd query: vertex against triangle or edge against edge, each given at the start and at the
 * end of the frame. */
#include <math.h>
#include <string.h>

#include "json_lines/query.h"
#include "json_lines/query_write.h"
#include "json_lines/query_ccd.h"
#include "json_lines/query_shape.h"

/* A feature of 1 to 3 points: at the start, then at the end. */
typedef struct moving_feature {
    size_t count; /* 1 point, 2 segment, 3 triangle */
    carom_vec3 at[2][3];
} moving_feature;

static bool ccd_trouble(query_trouble *trouble, const char *text) {
    snprintf(trouble->error, sizeof trouble->error, "%s", text);
    return false;
}

static bool read_feature(json_t *query, const char *name, moving_feature *out,
                         query_trouble *trouble) {
    static const char *const kinds[] = {"point", "segment", "triangle"};
    json_t *side = json_object_get(query, name);
    for (size_t k = 0; k < 3; k++) {
        json_t *body = json_object_get(side, kinds[k]);
        if (!body) continue;
        out->count = k + 1;
        if (!json_is_array(body) || json_array_size(body) != 2) break;
        if (k == 0) {
            carom_vec3 ends[2];
            if (!query_points(body, ends, 2)) break;
            out->at[0][0] = ends[0];
            out->at[1][0] = ends[1];
            return true;
        }
        if (!query_points(json_array_get(body, 0), out->at[0], k + 1) ||
            !query_points(json_array_get(body, 1), out->at[1], k + 1))
            break;
        return true;
    }
    return ccd_trouble(trouble,
                       "a and b must be {\"point\":[start,end]}, {\"segment\":[start,end]} "
                       "or {\"triangle\":[start,end]}, start and end of as many points");
}

static bool is_finite_feature(const moving_feature *f) {
    for (size_t i = 0; i < 2 * f->count; i++) {
        carom_vec3 p = f->at[i / f->count][i % f->count];
        if (!isfinite((double)p.x) || !isfinite((double)p.y) || !isfinite((double)p.z))
            return false;
    }
    return true;
}

static carom_ccd_hit test_vertex_face(const moving_feature *point, const moving_feature *triangle) {
    carom_moving_point vertex = {point->at[0][0], point->at[1][0]};
    carom_moving_triangle face;
    memcpy(face.start.v, triangle->at[0], sizeof face.start.v);
    memcpy(face.end.v, triangle->at[1], sizeof face.end.v);
    return carom_sweep_vertex_face(&vertex, &face);
}

static carom_ccd_hit test_edge_edge(const moving_feature *a, const moving_feature *b) {
    carom_moving_segment edge[2] = {{{a->at[0][0], a->at[0][1]}, {a->at[1][0], a->at[1][1]}},
                                    {{b->at[0][0], b->at[0][1]}, {b->at[1][0], b->at[1][1]}}};
    return carom_sweep_edge_edge(&edge[0], &edge[1]);
}

static void put_ccd(answer *out, const carom_ccd_hit *hit, bool faces) {
    static const char *const fields[] = {"fraction", "point", "normal"};
    answer_truth(out, "hit", hit->hit);
    answer_truth(out, "initial_overlap", hit->initial_overlap);
    if (!hit->hit) {
        for (int i = 0; i < 3; i++)
            answer_null(out, fields[i]);
        return;
    }
    answer_number(out, "fraction", (double)hit->fraction);
    query_put_point(out, "point", hit->point);
    query_put_point(out, "normal", hit->normal);
    if (faces) {
        query_put_point(out, "barycentric", hit->barycentric);
    } else {
        answer_number(out, "t_a", (double)hit->t_a);
        answer_number(out, "t_b", (double)hit->t_b);
    }
    query_put_certainty(out, hit->certainty);
}

/* The triangle may come first; the normal is from a to b in either case. */
static carom_ccd_hit test_features(const moving_feature *a, const moving_feature *b) {
    if (a->count == 2) return test_edge_edge(a, b);
    if (a->count == 1) return test_vertex_face(a, b);
    carom_ccd_hit hit = test_vertex_face(b, a);
    if (hit.hit) hit.normal = (carom_vec3){-hit.normal.x, -hit.normal.y, -hit.normal.z};
    return hit;
}

bool query_ccd(json_t *query, answer *out, query_trouble *trouble) {
    moving_feature a, b;
    carom_ccd_hit hit = {.hit = false};
    if (!read_feature(query, "a", &a, trouble) || !read_feature(query, "b", &b, trouble))
        return false;
    if (a.count + b.count != 4)
        return ccd_trouble(trouble, "ccd is of a point and a triangle, or of two segments");
    answer_open(out);
    bool good_a = is_finite_feature(&a), good_b = is_finite_feature(&b);
    if (good_a && good_b) {
        hit = test_features(&a, &b);
    } else {
        answer_text(out, "invalid", "a coordinate is not finite");
        answer_text(out, "of", good_a ? "b" : "a");
    }
    put_ccd(out, &hit, a.count != 2);
    answer_close(out);
    return true;
}
