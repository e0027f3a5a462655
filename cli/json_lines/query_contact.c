/* The queries contact (manifold) and toi (time of impact) of carom query, whose fields and answers
 * the other verbs do not have. Numbers out of range are answered as "invalid" with the name of the
 * field; a field of a wrong type is an error of the line. */
#include <math.h>
#include <string.h>

#include "json_lines/query.h"
#include "json_lines/query_write.h"
#include "json_lines/query_contact.h"
#include "json_lines/query_shape.h"

/* ---- contact manifolds */

static void put_manifold(answer *out, const carom_contact_manifold *manifold) {
    answer_truth(out, "overlap", manifold->count > 0 && manifold->points[0].depth >= 0);
    if (manifold->count > 0)
        query_put_point(out, "normal", manifold->normal);
    else
        answer_null(out, "normal");
    query_put_certainty(out, manifold->certainty);
    answer_open_array(out, "points");
    for (int32_t i = 0; i < manifold->count; i++) {
        const carom_contact_point *p = &manifold->points[i];
        answer_open_item(out, i == 0);
        query_put_point(out, "point_a", p->point_a);
        query_put_point(out, "point_b", p->point_b);
        answer_number(out, "depth", (double)p->depth);
        answer_number(out, "id", (double)p->id);
        query_put_subshapes(out, p->sub_a, p->sub_b);
        answer_close_item(out);
    }
    answer_close_array(out);
}

static bool put_invalid(answer *out, const char *problem, const char *of, const char *field) {
    answer_open(out);
    answer_text(out, "invalid", problem);
    answer_text(out, "of", of);
    answer_truth(out, field, false);
    answer_close(out);
    return true;
}

static bool no_bounded_pair(query_trouble *trouble, const char *what) {
    snprintf(trouble->error, sizeof trouble->error,
             "%s of these two kinds of shape is not available yet", what);
    return false;
}

bool query_contact(json_t *query, const query_shape *a, const query_shape *b, answer *out,
                   query_trouble *trouble) {
    carom_real margin = 0, capacity = 0;
    if (!query_read_real(query, "margin", &margin, trouble) ||
        !query_read_real(query, "capacity", &capacity, trouble))
        return false;
    if (a->is_interval || b->is_interval) return no_bounded_pair(trouble, "contact");
    if (!(margin >= 0) || !isfinite((double)margin))
        return put_invalid(out, "margin is negative or not finite", "margin", "overlap");
    if (!(capacity >= 0 && capacity <= CAROM_CONTACT_LIMIT))
        return put_invalid(out, "capacity is not from 0 to 8", "capacity", "overlap");
    carom_contact_manifold manifold = {.margin = margin, .capacity = (int32_t)capacity};
    carom_contact(&a->shape, a->pose, &b->shape, b->pose, &manifold);
    answer_open(out);
    put_manifold(out, &manifold);
    answer_close(out);
    return true;
}

/* ---- rotating shapes */

static bool read_end_pose(json_t *query, const char *field, carom_pose start, carom_pose *end,
                          query_trouble *trouble) {
    json_t *pose = json_object_get(query, field);
    *end = start;
    if (!pose) return true;
    carom_real w = 1;
    carom_vec3 xyz = {0, 0, 0};
    json_t *rotation = json_object_get(pose, "rotation");
    if (!query_read_point(pose, "position", &end->position, trouble)) return false;
    if (!rotation) return true;
    if (json_array_size(rotation) == 4) {
        w = (carom_real)json_number_value(json_array_get(rotation, 3));
        xyz.x = (carom_real)json_number_value(json_array_get(rotation, 0));
        xyz.y = (carom_real)json_number_value(json_array_get(rotation, 1));
        xyz.z = (carom_real)json_number_value(json_array_get(rotation, 2));
        end->rotation = (carom_quat){xyz.x, xyz.y, xyz.z, w};
        return true;
    }
    snprintf(trouble->error, sizeof trouble->error, "%s: rotation must be [x,y,z,w]", field);
    return false;
}

static bool read_turning(json_t *query, const char *name, const query_shape *shape,
                         carom_turning_shape *out, query_trouble *trouble) {
    char field[24];
    carom_real turns = 0;
    *out = (carom_turning_shape){.shape = &shape->shape, .start = shape->pose};
    snprintf(field, sizeof field, "end_pose_%s", name);
    if (!read_end_pose(query, field, out->start, &out->end, trouble)) return false;
    snprintf(field, sizeof field, "pivot_%s", name);
    if (!query_read_point(query, field, &out->pivot, trouble)) return false;
    snprintf(field, sizeof field, "axis_%s", name);
    if (!query_read_point(query, field, &out->axis, trouble)) return false;
    snprintf(field, sizeof field, "turns_%s", name);
    if (!query_read_real(query, field, &turns, trouble)) return false;
    if (turns >= -1000000 && turns <= 1000000) out->turns = (int32_t)turns;
    return true;
}

static void put_toi(answer *out, carom_toi_hit hit) {
    answer_truth(out, "hit", hit.hit);
    answer_truth(out, "initial_overlap", hit.initial_overlap);
    if (hit.hit) {
        answer_number(out, "fraction", (double)hit.fraction);
        answer_number(out, "fraction_upper", (double)hit.fraction_upper);
        query_put_point(out, "point", hit.point);
        query_put_point(out, "normal", hit.normal);
        query_put_certainty(out, hit.certainty);
        query_put_subshapes(out, hit.sub_a, hit.sub_b);
    } else {
        static const char *const fields[] = {"fraction", "fraction_upper", "point", "normal"};
        for (int i = 0; i < 4; i++)
            answer_null(out, fields[i]);
    }
}

bool query_toi(json_t *query, const query_shape *a, const query_shape *b, answer *out,
               query_trouble *trouble) {
    carom_turning_shape turning[2];
    carom_real tolerance = 0;
    if (a->is_interval || b->is_interval) return no_bounded_pair(trouble, "toi");
    if (!read_turning(query, "a", a, &turning[0], trouble) ||
        !read_turning(query, "b", b, &turning[1], trouble) ||
        !query_read_real(query, "tolerance", &tolerance, trouble))
        return false;
    static const char *const ends[2] = {"end_pose_a", "end_pose_b"};
    answer_open(out);
    for (int i = 0; i < 2; i++) {
        double length;
        const char *problem = query_pose_problem(turning[i].end, &length);
        if (!problem) continue;
        query_put_invalid(out, problem, ends[i], length);
        put_toi(out, (carom_toi_hit){.hit = false});
        answer_close(out);
        return true;
    }
    put_toi(out, carom_toi(&turning[0], &turning[1], tolerance));
    answer_close(out);
    return true;
}
