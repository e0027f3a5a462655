/* Queries beyond dispatch.h: ray casts with faces and barycentric coordinates, intersection sets of
 * planar shapes, and contact responses. */
#include <math.h>
#include <string.h>

#include "json_lines/query.h"
#include "json_lines/query_write.h"
#include "json_lines/query_shape.h"
#include "json_lines/query_special.h"

static bool trouble_text(query_trouble *trouble, const char *text) {
    snprintf(trouble->error, sizeof trouble->error, "%s", text);
    return false;
}

/* ---- ray casts */

static bool read_facing(json_t *query, carom_facing *out, query_trouble *trouble) {
    static const char *const names[] = {"both", "front", "back"};
    json_t *value = json_object_get(query, "facing");
    *out = CAROM_BOTH_SIDES;
    if (!value) return true;
    for (int i = 0; i < 3; i++)
        if (json_is_string(value) && !strcmp(json_string_value(value), names[i])) {
            *out = (carom_facing)i;
            return true;
        }
    return trouble_text(trouble, "facing must be \"both\", \"front\" or \"back\"");
}

typedef struct raycast_answer {
    carom_ray_hit hit;
    bool has_barycentric, has_triangle;
    carom_vec3 barycentric;
    uint32_t triangle;
} raycast_answer;

static void take_triangle_hit(raycast_answer *out, carom_ray_hit_triangle hit) {
    out->hit = (carom_ray_hit){
        .hit = hit.hit, .t = hit.t, .t_exit = hit.t, .point = hit.point, .normal = hit.normal};
    out->has_barycentric = true;
    out->barycentric = hit.barycentric;
}

static carom_ray_hit_triangle cast_at_triangle(const carom_shape *path, const carom_triangle *t,
                                               carom_facing facing) {
    if (path->kind == CAROM_SHAPE_RAY) return carom_raycast_ray_triangle(&path->as.ray, t, facing);
    if (path->kind == CAROM_SHAPE_SEGMENT)
        return carom_raycast_segment_triangle(&path->as.segment, t, facing);
    return carom_raycast_line_triangle(&path->as.line, t, facing);
}

static bool is_surface(const query_shape *s) {
    return s->shape.kind == CAROM_SHAPE_MESH || s->shape.kind == CAROM_SHAPE_HEIGHTFIELD;
}

/* In the frame of the surface, as in the library. */
static void cast_on_surface(raycast_answer *out, const carom_ray *given, const query_shape *b,
                            carom_facing facing) {
    carom_shape shape = {.kind = CAROM_SHAPE_RAY, .as.ray = *given};
    carom_posed_shape path;
    if (!carom_shape_pose(&path, &shape, carom_pose_inverse(b->pose))) return;
    const carom_ray *ray = &path.shape.as.ray;
    carom_mesh_ray_hit hit =
        b->shape.kind == CAROM_SHAPE_MESH
            ? carom_raycast_ray_mesh(ray, b->shape.as.mesh, facing)
            : carom_raycast_ray_heightfield(ray, b->shape.as.heightfield, facing);
    take_triangle_hit(out, hit.at);
    out->hit.point = carom_pose_transform_point(b->pose, out->hit.point);
    out->hit.normal = carom_pose_rotate_vector(b->pose, out->hit.normal);
    out->has_triangle = true;
    out->triangle = hit.triangle;
    if (hit.hit) out->hit.sub_b = (carom_subshape){.has_triangle = true, .triangle = hit.triangle};
}

static raycast_answer cast(const query_shape *a, const query_shape *b, carom_facing facing) {
    raycast_answer out = {.hit = {.hit = false}};
    carom_posed_shape path, target;
    bool posed = carom_shape_pose(&path, &a->shape, a->pose);
    if (posed && b->shape.kind == CAROM_SHAPE_TRIANGLE &&
        carom_shape_pose(&target, &b->shape, b->pose))
        take_triangle_hit(&out, cast_at_triangle(&path.shape, &target.shape.as.triangle, facing));
    else if (posed && is_surface(b) && path.shape.kind == CAROM_SHAPE_RAY)
        cast_on_surface(&out, &path.shape.as.ray, b, facing);
    else
        out.hit = carom_raycast(&a->shape, a->pose, &b->shape, b->pose);
    return out;
}

bool query_raycast(json_t *query, const query_shape *a, const query_shape *b, answer *out,
                   query_trouble *trouble) {
    static const char *const fields[] = {"t", "t_exit", "point", "normal"};
    carom_facing facing;
    if (!read_facing(query, &facing, trouble)) return false;
    raycast_answer found = cast(a, b, facing);
    answer_open(out);
    answer_truth(out, "hit", found.hit.hit);
    answer_truth(out, "started_inside", found.hit.started_inside);
    if (found.hit.hit) {
        answer_number(out, "t", (double)found.hit.t);
        answer_number(out, "t_exit", (double)found.hit.t_exit);
        query_put_point(out, "point", found.hit.point);
        query_put_point(out, "normal", found.hit.normal);
        if (found.has_barycentric) query_put_point(out, "barycentric", found.barycentric);
        if (found.has_triangle) answer_number(out, "triangle", (double)found.triangle);
        query_put_subshape(out, "sub_b", found.hit.sub_b);
    } else
        for (int i = 0; i < 4; i++)
            answer_null(out, fields[i]);
    answer_close(out);
    return true;
}

/* ---- intersection sets */

static const char *const kind_names[] = {"none", "point", "segment", "line", "area"};

static void put_line(answer *out, carom_line line) {
    answer_open_field(out, "line");
    query_put_point(out, "origin", line.origin);
    query_put_point(out, "direction", line.direction);
    answer_close_field(out);
}

static void put_segment(answer *out, carom_segment segment) {
    const double ends[6] = {(double)segment.a.x, (double)segment.a.y, (double)segment.a.z,
                            (double)segment.b.x, (double)segment.b.y, (double)segment.b.z};
    query_put_point(out, "point", segment.a);
    answer_numbers(out, "segment", ends, 6);
}

static void answer_planes(const carom_shape s[3], bool three, answer *out) {
    const carom_plane *a = &s[0].as.plane, *b = &s[1].as.plane, *c = &s[2].as.plane;
    if (three) {
        carom_planes_point found = carom_intersect_plane_plane_plane(a, b, c);
        answer_text(out, "kind", kind_names[found.kind]);
        if (found.kind != CAROM_INTERSECTION_NONE) query_put_point(out, "point", found.point);
        return;
    }
    carom_plane_intersection found = carom_intersect_plane_plane(a, b);
    answer_text(out, "kind", kind_names[found.kind]);
    if (found.kind == CAROM_INTERSECTION_LINE) put_line(out, found.line);
}

static void answer_triangles(const carom_shape s[3], answer *out) {
    carom_triangle_intersection found =
        carom_intersect_triangle_triangle(&s[0].as.triangle, &s[1].as.triangle);
    answer_text(out, "kind", kind_names[found.kind]);
    if (found.kind != CAROM_INTERSECTION_NONE) put_segment(out, found.segment);
}

/* Two planes, three planes ("c"), or two triangles. @return false for anything else. */
static bool answer_intersection(const carom_shape s[3], int count, answer *out) {
    bool planes = true, triangles = count == 2;
    for (int i = 0; i < count; i++) {
        planes = planes && s[i].kind == CAROM_SHAPE_PLANE;
        triangles = triangles && s[i].kind == CAROM_SHAPE_TRIANGLE;
    }
    if (!planes && !triangles) return false;
    answer_open(out);
    if (planes)
        answer_planes(s, count == 3, out);
    else
        answer_triangles(s, out);
    answer_close(out);
    return true;
}

bool query_intersect(json_t *query, answer *out, query_trouble *trouble) {
    static const char *const names[3] = {"a", "b", "c"};
    int count = json_object_get(query, "c") ? 3 : 2;
    carom_shape posed[3] = {{.kind = CAROM_SHAPE_POINT}};
    for (int i = 0; i < count; i++) {
        query_shape shape;
        carom_posed_shape moved;
        bool good = query_read_shape(query, names[i], &shape, trouble);
        query_free_shape(&shape);
        if (!good) return false;
        if (shape.problem) {
            answer_open(out);
            query_put_invalid(out, shape.problem, names[i], shape.rotation_length);
            answer_text(out, "kind", kind_names[0]);
            answer_close(out);
            return true;
        }
        bool is_planar =
            shape.shape.kind == CAROM_SHAPE_PLANE || shape.shape.kind == CAROM_SHAPE_TRIANGLE;
        if (is_planar && !shape.is_interval && carom_shape_pose(&moved, &shape.shape, shape.pose))
            posed[i] = moved.shape;
    }
    return answer_intersection(posed, count, out) ||
           trouble_text(trouble, "intersection is of two planes, three planes or two triangles");
}

/* ---- responses */

typedef struct response_input {
    carom_vec3 vector, normal, position;
    carom_real restitution, fraction;
    carom_body a, b;
} response_input;

static bool read_body(json_t *query, const char *name, carom_body *out, query_trouble *trouble) {
    json_t *body = json_object_get(query, name);
    if (!body) return true;
    if (!json_is_object(body))
        return trouble_text(trouble, "a and b must be {\"velocity\":[x,y,z],\"mass\":m}");
    return query_read_point(body, "velocity", &out->velocity, trouble) &&
           query_read_real(body, "mass", &out->mass, trouble);
}

static bool respond_reflect(const response_input *in, answer *out) {
    query_put_point(out, "vector", carom_response_reflect(in->vector, in->normal, in->restitution));
    return true;
}
static bool respond_wall(const response_input *in, answer *out) {
    query_put_point(out, "vector", carom_response_wall(in->vector, in->normal, in->restitution));
    return true;
}
static bool respond_slide(const response_input *in, answer *out) {
    query_put_point(out, "vector", carom_response_slide(in->vector, in->normal));
    return true;
}
static bool respond_impact(const response_input *in, answer *out) {
    carom_impact hit = carom_response_impact(&in->a, &in->b, in->normal, in->restitution);
    query_put_point(out, "velocity_a", hit.velocity_a);
    query_put_point(out, "velocity_b", hit.velocity_b);
    answer_number(out, "impulse", (double)hit.impulse);
    return true;
}
static bool respond_remaining(const response_input *in, answer *out) {
    carom_bounce bounce = carom_response_remaining(in->position, in->vector, in->fraction,
                                                   in->normal, in->restitution);
    query_put_point(out, "position", bounce.position);
    query_put_point(out, "motion", bounce.motion);
    return true;
}

typedef struct response_entry {
    const char *name;
    bool (*respond)(const response_input *in, answer *out);
} response_entry;

static const response_entry responses[] = {
    {"reflect", respond_reflect}, {"wall", respond_wall},           {"slide", respond_slide},
    {"impact", respond_impact},   {"remaining", respond_remaining},
};

bool query_respond(json_t *query, answer *out, query_trouble *trouble) {
    response_input in = {.restitution = 1};
    const char *kind = json_string_value(json_object_get(query, "kind"));
    if (!query_read_point(query, "vector", &in.vector, trouble) ||
        !query_read_point(query, "normal", &in.normal, trouble) ||
        !query_read_point(query, "position", &in.position, trouble) ||
        !query_read_real(query, "restitution", &in.restitution, trouble) ||
        !query_read_real(query, "fraction", &in.fraction, trouble) ||
        !read_body(query, "a", &in.a, trouble) || !read_body(query, "b", &in.b, trouble))
        return false;
    for (size_t i = 0; kind && i < sizeof responses / sizeof responses[0]; i++) {
        if (strcmp(kind, responses[i].name) != 0) continue;
        answer_open(out);
        responses[i].respond(&in, out);
        answer_close(out);
        return true;
    }
    return trouble_text(trouble, "kind must be reflect, wall, slide, impact or remaining");
}
