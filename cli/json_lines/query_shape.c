/* Shapes from JSON: a table of kinds, each with the function that reads its fields
 * (docs/query.md). A field that is missing or of a wrong type is an error that names it; whether
 * the numbers make a valid shape is left to carom_shape_problem. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "json_lines/query.h"
#include "json_lines/query_frustum.h"
#include "json_lines/query_cloud.h"
#include "json_lines/query_mesh.h"
#include "json_lines/query_shape.h"

static bool trouble_with(query_trouble *trouble, const char *field, const char *what) {
    size_t used = strlen(trouble->error);
    snprintf(trouble->error + used, sizeof trouble->error - used, "%s %s", field, what);
    return false;
}

/* ---- numbers and points */

bool query_read_real(json_t *query, const char *field, carom_real *out, query_trouble *trouble) {
    json_t *value = json_object_get(query, field);
    return !value || query_number(value, out) || trouble_with(trouble, field, "must be a number");
}

bool query_read_point(json_t *query, const char *field, carom_vec3 *out, query_trouble *trouble) {
    json_t *value = json_object_get(query, field);
    return !value || query_point(value, out) ||
           trouble_with(trouble, field, "must be three numbers");
}

/* ---- bodies: false when a field is missing or of the wrong type */

static bool field_point(json_t *body, const char *field, carom_vec3 *out) {
    return query_point(json_object_get(body, field), out);
}
static bool field_real(json_t *body, const char *field, carom_real *out) {
    return query_number(json_object_get(body, field), out);
}
static bool optional_real(json_t *body, const char *field, carom_real *out) {
    json_t *value = json_object_get(body, field);
    return !value || query_number(value, out);
}

static bool read_point_shape(json_t *body, query_shape *out) {
    return query_point(body, &out->shape.as.point);
}
static bool read_segment(json_t *body, query_shape *out) {
    carom_vec3 ends[2];
    if (!query_points(body, ends, 2)) return false;
    out->shape.as.segment = (carom_segment){ends[0], ends[1]};
    return true;
}
static bool read_line(json_t *body, query_shape *out) {
    carom_line *line = &out->shape.as.line;
    return field_point(body, "origin", &line->origin) &&
           field_point(body, "direction", &line->direction);
}
static bool read_ray(json_t *body, query_shape *out) {
    carom_ray *ray = &out->shape.as.ray;
    ray->t_max = (carom_real)INFINITY;
    return field_point(body, "origin", &ray->origin) &&
           field_point(body, "direction", &ray->direction) &&
           optional_real(body, "t_min", &ray->t_min) && optional_real(body, "t_max", &ray->t_max);
}
static bool read_plane(json_t *body, query_shape *out) {
    carom_plane *plane = &out->shape.as.plane;
    return field_point(body, "normal", &plane->normal) &&
           field_real(body, "offset", &plane->offset);
}
static bool read_halfspace(json_t *body, query_shape *out) {
    carom_halfspace *half = &out->shape.as.halfspace;
    return field_point(body, "normal", &half->normal) && field_real(body, "offset", &half->offset);
}
static bool read_sphere(json_t *body, query_shape *out) {
    carom_sphere *sphere = &out->shape.as.sphere;
    return field_point(body, "center", &sphere->center) &&
           field_real(body, "radius", &sphere->radius);
}
static bool read_capsule(json_t *body, query_shape *out) {
    carom_capsule *capsule = &out->shape.as.capsule;
    return field_point(body, "a", &capsule->a) && field_point(body, "b", &capsule->b) &&
           field_real(body, "radius", &capsule->radius);
}
static bool read_aabb(json_t *body, query_shape *out) {
    carom_aabb *box = &out->shape.as.aabb;
    return field_point(body, "min", &box->min) && field_point(body, "max", &box->max);
}
static bool read_obb(json_t *body, query_shape *out) {
    carom_obb *box = &out->shape.as.obb;
    return field_point(body, "center", &box->center) &&
           query_points(json_object_get(body, "axes"), box->axes, 3) &&
           field_point(body, "half_extents", &box->half_extents);
}
static bool read_triangle(json_t *body, query_shape *out) {
    return query_points(body, out->shape.as.triangle.v, 3);
}
static bool read_interval(json_t *body, query_shape *out) {
    out->is_interval = true;
    return json_is_array(body) && json_array_size(body) == 2 &&
           query_number(json_array_get(body, 0), &out->interval.min) &&
           query_number(json_array_get(body, 1), &out->interval.max);
}
static bool read_polygon(json_t *body, query_shape *out) {
    size_t count = json_array_size(body);
    if (!json_is_array(body) || count > INT32_MAX) return false;
    out->vertices = calloc(count + 1, sizeof *out->vertices);
    out->shape.as.polygon = (carom_polygon){out->vertices, (int32_t)count};
    return out->vertices && query_points(body, out->vertices, count);
}
static bool read_cylinder(json_t *body, query_shape *out) {
    carom_cylinder *cylinder = &out->shape.as.cylinder;
    return field_point(body, "a", &cylinder->a) && field_point(body, "b", &cylinder->b) &&
           field_real(body, "radius", &cylinder->radius);
}
static bool read_rounded(json_t *body, query_shape *out) {
    return json_is_object(json_object_get(body, "core")) &&
           field_real(body, "radius", &out->shape.as.rounded.radius);
}
static bool read_cone(json_t *body, query_shape *out) {
    carom_cone *cone = &out->shape.as.cone;
    return field_point(body, "base", &cone->base) && field_point(body, "apex", &cone->apex) &&
           field_real(body, "radius", &cone->radius);
}
static bool read_ellipsoid(json_t *body, query_shape *out) {
    carom_ellipsoid *ellipsoid = &out->shape.as.ellipsoid;
    return field_point(body, "center", &ellipsoid->center) &&
           query_points(json_object_get(body, "axes"), ellipsoid->axes, 3) &&
           field_point(body, "radii", &ellipsoid->radii);
}
static bool read_tetrahedron(json_t *body, query_shape *out) {
    return query_points(body, out->shape.as.tetrahedron.v, 4);
}

static bool numbers_of(json_t *value, carom_real *out, size_t count) {
    if (!json_is_array(value) || json_array_size(value) != count) return false;
    for (size_t i = 0; i < count; i++)
        if (!query_number(json_array_get(value, i), &out[i])) return false;
    return true;
}

static bool read_kdop(json_t *body, query_shape *out) {
    json_t *normals = json_object_get(body, "normals");
    size_t count = json_array_size(normals);
    if (!json_is_array(normals) || count > 65536) return false;
    out->vertices = calloc(count + 1, sizeof *out->vertices);
    out->bounds = calloc(2 * count + 1, sizeof *out->bounds);
    if (!out->vertices || !out->bounds) return false;
    out->shape.as.kdop =
        (carom_kdop){out->vertices, out->bounds, out->bounds + count, (int32_t)count};
    return query_points(normals, out->vertices, count) &&
           numbers_of(json_object_get(body, "min"), out->bounds, count) &&
           numbers_of(json_object_get(body, "max"), out->bounds + count, count);
}
/* The hull is built later, when its points are known to be finite. */
static bool read_hull(json_t *body, query_shape *out) {
    size_t count = json_array_size(body);
    if (!json_is_array(body) || count < 1 || count > 10000000) return false;
    out->vertices = calloc(count, sizeof *out->vertices);
    out->vertex_count = count;
    return out->vertices && query_points(body, out->vertices, count);
}
static bool read_mesh(json_t *body, query_shape *out) {
    (void)out; /* loaded later, when its pose is known */
    return json_is_string(body);
}

/* ---- height fields */

/* `rows` rows of `columns` numbers each. */
static bool grid_of(json_t *value, size_t rows, size_t columns, carom_real *out) {
    if (!json_is_array(value) || json_array_size(value) != rows) return false;
    for (size_t k = 0; k < rows; k++)
        if (!numbers_of(json_array_get(value, k), out + k * columns, columns)) return false;
    return true;
}

static bool holes_of(json_t *value, size_t rows, size_t columns, uint8_t *out) {
    if (!json_is_array(value) || json_array_size(value) != rows) return false;
    for (size_t k = 0; k < rows; k++) {
        json_t *row = json_array_get(value, k);
        if (!json_is_array(row) || json_array_size(row) != columns) return false;
        for (size_t i = 0; i < columns; i++) {
            json_t *hole = json_array_get(row, i);
            if (!json_is_boolean(hole) && !json_is_number(hole)) return false;
            out[k * columns + i] = json_is_true(hole) || json_number_value(hole) != 0.0;
        }
    }
    return true;
}

static bool create_field(query_shape *out, const carom_heightfield_def *def) {
    switch (carom_heightfield_create(&out->field, def)) {
    case CAROM_OK: break;
    case CAROM_ERROR_NOT_FINITE: out->problem = "coordinate is not finite"; break;
    case CAROM_ERROR_ARGUMENT: out->problem = "spacing is not above 0, or too small"; break;
    default: return false;
    }
    out->shape.as.heightfield = out->field;
    return true;
}

static bool read_heightfield(json_t *body, query_shape *out) {
    json_t *heights = json_object_get(body, "heights"), *holes = json_object_get(body, "holes");
    json_t *origin = json_object_get(body, "origin"), *spacing = json_object_get(body, "spacing");
    size_t rows = json_array_size(heights), columns = json_array_size(json_array_get(heights, 0));
    if (rows < 2 || columns < 2 || rows > UINT32_MAX || columns > UINT32_MAX) return false;
    carom_heightfield_def def = {
        .columns = (uint32_t)columns, .rows = (uint32_t)rows, .spacing = {1, 1, 1}};
    carom_real *numbers = calloc(rows * columns, sizeof *numbers);
    uint8_t *gaps = holes ? calloc((rows - 1) * (columns - 1), 1) : NULL;
    def.heights = numbers;
    def.holes = gaps;
    bool read = numbers && (gaps || !holes) && grid_of(heights, rows, columns, numbers) &&
                (!holes || holes_of(holes, rows - 1, columns - 1, gaps)) &&
                (!origin || query_point(origin, &def.origin)) &&
                (!spacing || query_point(spacing, &def.spacing)) && create_field(out, &def);
    free(numbers);
    free(gaps);
    return read;
}

static bool read_compound(json_t *body, query_shape *out) {
    (void)out;
    return json_is_array(body);
}

typedef struct shape_reader {
    const char *name, *form;
    carom_shape_kind kind;
    bool (*read)(json_t *body, query_shape *out);
} shape_reader;

static const shape_reader readers[] = {
    {"point", "[x,y,z]", CAROM_SHAPE_POINT, read_point_shape},
    {"segment", "[[x,y,z],[x,y,z]]", CAROM_SHAPE_SEGMENT, read_segment},
    {"ray", "{\"origin\":[x,y,z],\"direction\":[x,y,z]}", CAROM_SHAPE_RAY, read_ray},
    {"line", "{\"origin\":[x,y,z],\"direction\":[x,y,z]}", CAROM_SHAPE_LINE, read_line},
    {"plane", "{\"normal\":[x,y,z],\"offset\":d}", CAROM_SHAPE_PLANE, read_plane},
    {"halfspace", "{\"normal\":[x,y,z],\"offset\":d}", CAROM_SHAPE_HALFSPACE, read_halfspace},
    {"sphere", "{\"center\":[x,y,z],\"radius\":r}", CAROM_SHAPE_SPHERE, read_sphere},
    {"capsule", "{\"a\":[x,y,z],\"b\":[x,y,z],\"radius\":r}", CAROM_SHAPE_CAPSULE, read_capsule},
    {"aabb", "{\"min\":[x,y,z],\"max\":[x,y,z]}", CAROM_SHAPE_AABB, read_aabb},
    {"obb", "{\"center\":[x,y,z],\"axes\":[[x,y,z],[x,y,z],[x,y,z]],\"half_extents\":[x,y,z]}",
     CAROM_SHAPE_OBB, read_obb},
    {"triangle", "[[x,y,z],[x,y,z],[x,y,z]]", CAROM_SHAPE_TRIANGLE, read_triangle},
    {"polygon", "[[x,y,z], ...]", CAROM_SHAPE_POLYGON, read_polygon},
    {"kdop", "{\"normals\":[[x,y,z], ...],\"min\":[d, ...],\"max\":[d, ...]}", CAROM_SHAPE_KDOP,
     read_kdop},
    {"cylinder", "{\"a\":[x,y,z],\"b\":[x,y,z],\"radius\":r}", CAROM_SHAPE_CYLINDER, read_cylinder},
    {"cone", "{\"base\":[x,y,z],\"apex\":[x,y,z],\"radius\":r}", CAROM_SHAPE_CONE, read_cone},
    {"ellipsoid", "{\"center\":[x,y,z],\"axes\":[[x,y,z],[x,y,z],[x,y,z]],\"radii\":[x,y,z]}",
     CAROM_SHAPE_ELLIPSOID, read_ellipsoid},
    {"tetrahedron", "[[x,y,z],[x,y,z],[x,y,z],[x,y,z]]", CAROM_SHAPE_TETRAHEDRON, read_tetrahedron},
    {"hull", "[[x,y,z], ...]", CAROM_SHAPE_HULL, read_hull},
    {"frustum",
     "{\"eye\":[x,y,z],\"forward\":[x,y,z],\"up\":[x,y,z],\"fovy\":r or \"height\":h,"
     "\"aspect\":a,\"near\":d,\"far\":d} or {\"columns\":[16 numbers],\"depths\":[near,far]}",
     CAROM_SHAPE_HULL, query_read_frustum},
    {"mesh", "\"file\"", CAROM_SHAPE_MESH, read_mesh},
    {"heightfield",
     "{\"heights\":[[h, ...], ...],\"origin\":[x,y,z],\"spacing\":[x,y,z],\"holes\":[[0, ...], "
     "...]} "
     "with 2 or more rows of as many heights each",
     CAROM_SHAPE_HEIGHTFIELD, read_heightfield},
    {"compound", "[shape, ...], each {\"sphere\":...,\"pose\":...} or another",
     CAROM_SHAPE_COMPOUND, read_compound},
    {"points", "{\"points\":[[x,y,z], ...],\"radius\":r or [r, ...]}", CAROM_SHAPE_COMPOUND,
     query_read_points_shape},
    {"voxels",
     "{\"cell\":d or [x,y,z],\"values\":[[[v, ...], ...], ...] or "
     "\"leaves\":[[x,y,z,depth,v], ...],\"origin\":[x,y,z],\"threshold\":v,"
     "\"unknown\":\"free\" or \"occupied\"}",
     CAROM_SHAPE_COMPOUND, query_read_voxels},
    {"rounded", "{\"core\":shape,\"radius\":r}", CAROM_SHAPE_ROUNDED, read_rounded},
    {"interval", "[min,max]", CAROM_SHAPE_KINDS, read_interval},
};

/* ---- poses */

static double length_of(carom_quat q) {
    const double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    const double most = fmax(fmax(fabs(x), fabs(y)), fmax(fabs(z), fabs(w)));
    if (!(most > 0.0 && isfinite(most))) return most;
    const double part[4] = {x / most, y / most, z / most, w / most};
    return most *
           sqrt(part[0] * part[0] + part[1] * part[1] + part[2] * part[2] + part[3] * part[3]);
}

/* That of carom_pose_problem; a rotation of four zeros, which is the identity in a struct that was
 * zeroed, is a mistake where it is written. */
const char *query_pose_problem(carom_pose pose, double *length) {
    const char *problem = carom_pose_problem(pose);
    *length = length_of(pose.rotation);
    return !problem && *length == 0.0 ? "rotation is zero" : problem;
}

void query_put_invalid(answer *out, const char *problem, const char *of, double length) {
    answer_text(out, "invalid", problem);
    answer_text(out, "of", of);
    if (strcmp(problem, "rotation is not of unit length") != 0) return;
    char hint[80];
    snprintf(hint, sizeof hint, "divide its four numbers by its length, %.9g", length);
    answer_text(out, "hint", hint);
}

static bool read_pose(json_t *shape, carom_pose *out, query_shape *into) {
    json_t *pose = json_object_get(shape, "pose");
    *out = carom_pose_identity();
    if (!pose) return true;
    json_t *position = json_object_get(pose, "position");
    json_t *rotation = json_object_get(pose, "rotation");
    if (!json_is_object(pose) || (position && !query_point(position, &out->position))) return false;
    carom_quat *q = &out->rotation;
    if (rotation && (!json_is_array(rotation) || json_array_size(rotation) != 4 ||
                     !query_number(json_array_get(rotation, 0), &q->x) ||
                     !query_number(json_array_get(rotation, 1), &q->y) ||
                     !query_number(json_array_get(rotation, 2), &q->z) ||
                     !query_number(json_array_get(rotation, 3), &q->w)))
        return false;
    into->problem = query_pose_problem(*out, &into->rotation_length);
    return true;
}

static bool place_hull(query_shape *out, query_trouble *trouble) {
    carom_hull_def def = {.points = out->vertices, .point_count = out->vertex_count};
    carom_status status = carom_hull_create(&out->hull, &def);
    out->shape.as.hull.hull = out->hull;
    if (status == CAROM_ERROR_NOT_FINITE) out->problem = "coordinate is not finite";
    return status == CAROM_OK || out->problem ||
           trouble_with(trouble, "hull", carom_status_text(status));
}

static bool read_any(json_t *shape, query_shape *out, query_trouble *trouble);

static bool create_compound(query_shape *out, query_trouble *trouble) {
    carom_child *children = calloc(out->child_count + 1, sizeof *children);
    carom_compound_def def = {.children = children, .count = out->child_count};
    carom_status status = children ? CAROM_OK : CAROM_ERROR_MEMORY;
    for (size_t i = 0; children && i < out->child_count; i++) {
        children[i] = (carom_child){out->children[i].shape, out->children[i].pose};
        if (out->children[i].problem) out->problem = out->children[i].problem;
    }
    if (status == CAROM_OK && !out->problem) {
        status = carom_compound_create(&out->compound, &def);
        if (status == CAROM_ERROR_ARGUMENT) out->problem = "child is unbounded";
    }
    free(children);
    out->shape.as.compound = out->compound;
    return status == CAROM_OK || out->problem ||
           trouble_with(trouble, "compound", carom_status_text(status));
}

static bool place_compound(json_t *body, query_shape *out, query_trouble *trouble) {
    const size_t count = json_array_size(body);
    out->children = calloc(count + 1, sizeof *out->children);
    if (!out->children) return trouble_with(trouble, "compound", "is too large for memory");
    for (size_t i = 0; i < count; i++) {
        json_t *child = json_array_get(body, i);
        char place[48];
        snprintf(place, sizeof place, "child %zu", i);
        if (json_object_get(child, "compound") || json_object_get(child, "interval") ||
            json_object_get(child, "points") || json_object_get(child, "voxels"))
            return trouble_with(trouble, place, "must be a shape, and no compound");
        out->child_count++;
        if (!read_any(child, &out->children[i], trouble)) return false;
    }
    return create_compound(out, trouble);
}

static bool place_core(json_t *body, query_shape *out, query_trouble *trouble) {
    json_t *core = json_object_get(body, "core");
    if (json_object_get(core, "pose") || json_object_get(core, "interval") ||
        json_object_get(core, "compound") || json_object_get(core, "rounded"))
        return trouble_with(trouble, "core", "must be a bounded convex shape without a pose");
    out->children = calloc(1, sizeof *out->children);
    if (!out->children) return trouble_with(trouble, "core", "is too large for memory");
    out->child_count = 1;
    out->shape.as.rounded.core = &out->children->shape;
    if (!read_any(core, out->children, trouble)) return false;
    out->problem = out->children->problem;
    return true;
}

/* Makes what a shape refers to: a mesh, hull, core or compound. */
static bool place(json_t *body, query_shape *out, query_trouble *trouble) {
    if (out->shape.kind == CAROM_SHAPE_MESH) {
        out->shape.as.mesh = query_mesh(json_string_value(body), trouble);
        return out->shape.as.mesh != NULL;
    }
    if (out->shape.kind == CAROM_SHAPE_HULL) return place_hull(out, trouble);
    if (out->shape.kind == CAROM_SHAPE_ROUNDED) return place_core(body, out, trouble);
    if (out->shape.kind == CAROM_SHAPE_COMPOUND && !out->compound)
        return place_compound(body, out, trouble);
    return true;
}

static bool read_named(json_t *shape, const shape_reader *reader, query_shape *out,
                       query_trouble *trouble) {
    json_t *body = json_object_get(shape, reader->name);
    out->shape.kind = reader->kind;
    if (!reader->read(body, out)) {
        char form[240];
        snprintf(form, sizeof form, "must be %s", reader->form);
        return trouble_with(trouble, reader->name, form);
    }
    if (!read_pose(shape, &out->pose, out))
        return trouble_with(trouble, "pose",
                            "must be {\"position\":[x,y,z],\"rotation\":[x,y,z,w]}");
    if (out->problem) return true;
    if (out->is_interval) {
        if (!isfinite((double)out->interval.min) || !isfinite((double)out->interval.max))
            out->problem = "interval is not finite";
        else if (out->interval.min > out->interval.max)
            out->problem = "interval is inverted";
        return true;
    }
    if (!place(body, out, trouble)) return false;
    if (!out->problem) out->problem = carom_shape_problem(&out->shape);
    return true;
}

static bool read_any(json_t *shape, query_shape *out, query_trouble *trouble) {
    *out = (query_shape){.pose = carom_pose_identity()};
    bool found = false, good = false;
    for (size_t i = 0; !found && i < sizeof readers / sizeof readers[0]; i++) {
        found = json_object_get(shape, readers[i].name) != NULL;
        if (found) good = read_named(shape, &readers[i], out, trouble);
    }
    if (!found) trouble_with(trouble, "there is", "no shape of a known name");
    return good;
}

bool query_read_shape(json_t *query, const char *name, query_shape *out, query_trouble *trouble) {
    *out = (query_shape){.pose = carom_pose_identity()};
    json_t *shape = json_object_get(query, name);
    if (!shape) return trouble_with(trouble, name, "is missing");
    snprintf(trouble->error, sizeof trouble->error, "%s: ", name);
    const bool good = read_any(shape, out, trouble);
    if (good) trouble->error[0] = '\0';
    return good;
}

void query_free_shape(query_shape *shape) {
    free(shape->vertices);
    free(shape->bounds);
    carom_hull_destroy(shape->hull);
    carom_heightfield_destroy(shape->field);
    carom_compound_destroy(shape->compound);
    for (size_t i = 0; i < shape->child_count; i++)
        query_free_shape(&shape->children[i]);
    free(shape->children);
    shape->children = NULL;
    shape->child_count = 0;
    shape->compound = NULL;
    shape->field = NULL;
    shape->hull = NULL;
    shape->vertices = NULL;
    shape->bounds = NULL;
}
