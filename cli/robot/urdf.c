/* URDF and SRDF by expat. Elements are known by their names and that of the element around them, as
 * <origin> stands in joints and in collisions; what is not known is skipped. */
#include "robot/urdf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#ifdef CAROM_HAS_EXPAT
#include <expat.h>
#endif

#include "grow.h"
#include "numbers.h"
#include "robot/robot_links.h"
#include "robot/robot_mesh.h"

#ifdef CAROM_HAS_EXPAT

typedef struct urdf_reader {
    robot *robot;
    const char *path;
    const urdf_options *options;
    XML_Parser parser;
    int depth;
    /* The depth of the element, 0 outside of one. */
    int in_link, in_joint, in_collision, in_geometry;
    bool has_shape;    /* the collision's geometry */
    carom_pose origin; /* of the collision */
    robot_shape shape;
    bool failed;
} urdf_reader;

static void fail(urdf_reader *u, const char *what, const char *name) {
    if (u->failed) return;
    u->failed = true;
    fprintf(stderr, "carom robot: %s: line %lu: %s%s%s\n", u->path,
            (unsigned long)XML_GetCurrentLineNumber(u->parser), what, name ? " " : "",
            name ? name : "");
    XML_StopParser(u->parser, XML_FALSE);
}

static const char *attribute(const char **list, const char *name) {
    for (size_t i = 0; list[i]; i += 2)
        if (!strcmp(list[i], name)) return list[i + 1];
    return NULL;
}

static char *copy_of(urdf_reader *u, const char *text) {
    if (!text) return fail(u, "an attribute is missing: name, link or joint", NULL), NULL;
    const size_t size = strlen(text) + 1;
    char *out = malloc(size);
    if (!out) return fail(u, "not enough memory", NULL), NULL;
    return memcpy(out, text, size);
}

/* Numbers of an attribute that may be missing. */
static void read_numbers(urdf_reader *u, const char **list, const char *name, double *out,
                         int count) {
    const char *text = attribute(list, name);
    if (text && numbers_read(text, out, count, count) != count)
        fail(u, "numbers are wanted in", name);
}

static carom_quat quat_of_rpy(const double rpy[3]) {
    const double cr = cos(0.5 * rpy[0]), sr = sin(0.5 * rpy[0]), cp = cos(0.5 * rpy[1]),
                 sp = sin(0.5 * rpy[1]), cy = cos(0.5 * rpy[2]), sy = sin(0.5 * rpy[2]);
    return (carom_quat){sr * cp * cy - cr * sp * sy, cr * sp * cy + sr * cp * sy,
                        cr * cp * sy - sr * sp * cy, cr * cp * cy + sr * sp * sy};
}

static carom_pose read_origin(urdf_reader *u, const char **list) {
    double xyz[3] = {0, 0, 0}, rpy[3] = {0, 0, 0};
    read_numbers(u, list, "xyz", xyz, 3);
    read_numbers(u, list, "rpy", rpy, 3);
    return (carom_pose){make3(xyz[0], xyz[1], xyz[2]), quat_of_rpy(rpy)};
}

/* ---- links */

static void start_link(urdf_reader *u, const char **list) {
    robot *r = u->robot;
    robot_link *links = grow_array(r->links, r->link_count, &r->link_capacity, sizeof *links);
    if (!links) {
        fail(u, "not enough memory", NULL);
        return;
    }
    r->links = links;
    char *name = copy_of(u, attribute(list, "name"));
    if (!name) return;
    r->links[r->link_count++] = (robot_link){name, ROBOT_NONE, 0};
    u->in_link = u->depth;
}

static void start_geometry(urdf_reader *u, const char *name, const char **list) {
    double size[3] = {0, 0, 0}, radius = -1, length = -1, scale[3] = {1, 1, 1};
    read_numbers(u, list, "size", size, 3);
    read_numbers(u, list, "radius", &radius, 1);
    read_numbers(u, list, "length", &length, 1);
    read_numbers(u, list, "scale", scale, 3);
    const carom_vec3 half = make3(0.5 * size[0], 0.5 * size[1], 0.5 * size[2]);
    const carom_vec3 end = make3(0, 0, 0.5 * length);
    u->has_shape = true;
    if (!strcmp(name, "box")) {
        if (!attribute(list, "size")) fail(u, "a box has no size", NULL);
        u->shape.shape = carom_shape_obb(carom_pose_identity(), half);
        u->shape.radius = norm(half);
    } else if (!strcmp(name, "sphere")) {
        u->shape.shape = carom_shape_sphere(make3(0, 0, 0), radius);
        u->shape.radius = radius;
    } else if (!strcmp(name, "cylinder")) {
        u->shape.shape = carom_shape_cylinder(times(end, -1.0), end, radius);
        u->shape.radius = norm(make3(radius, 0, end.z));
        if (length < 0.0) fail(u, "a cylinder has no length", NULL);
    } else if (!strcmp(name, "capsule")) {
        u->shape.shape = carom_shape_capsule(times(end, -1.0), end, radius);
        u->shape.radius = radius + end.z;
    } else if (!strcmp(name, "mesh")) {
        const robot_mesh_file file = {u->path, attribute(list, "filename"), scale, u->options};
        if (!file.name) {
            fail(u, "a mesh has no filename", NULL);
            return;
        }
        u->failed = !robot_mesh_load(&u->shape, &file) || u->failed;
        if (u->failed) XML_StopParser(u->parser, XML_FALSE);
        return;
    } else {
        fail(u, "no shape is called", name);
        return;
    }
    if (carom_shape_problem(&u->shape.shape)) fail(u, carom_shape_problem(&u->shape.shape), NULL);
}

static void end_collision(urdf_reader *u) {
    robot *r = u->robot;
    u->in_collision = 0;
    if (!u->has_shape) {
        fail(u, "a collision has no geometry", NULL);
        return;
    }
    robot_shape *shapes = grow_array(r->shapes, r->shape_count, &r->shape_capacity, sizeof *shapes);
    if (!shapes) {
        fail(u, "not enough memory", NULL);
        return;
    }
    r->shapes = shapes;
    u->shape.link = r->link_count - 1;
    u->shape.origin = u->origin;
    r->links[r->link_count - 1].shapes++;
    r->shapes[r->shape_count++] = u->shape;
    u->shape = (robot_shape){.link = 0};
}

/* ---- joints */

static void start_joint(urdf_reader *u, const char **list) {
    static const char *const kinds[] = {"fixed", "revolute", "continuous", "prismatic"};
    const char *kind = attribute(list, "type");
    robot *r = u->robot;
    robot_joint *joints = grow_array(r->joints, r->joint_count, &r->joint_capacity, sizeof *joints);
    if (!joints) {
        fail(u, "not enough memory", NULL);
        return;
    }
    r->joints = joints;
    robot_joint joint = {.origin = carom_pose_identity(), .axis = {1, 0, 0}, .multiplier = 1.0};
    for (size_t i = 0; kind && i < 4; i++)
        if (!strcmp(kind, kinds[i])) joint.kind = (robot_joint_kind)i;
    if (!kind || strcmp(kind, kinds[joint.kind])) {
        fail(u, "joints are fixed, revolute, continuous or prismatic, not", kind ? kind : "");
        return;
    }
    if (!(joint.name = copy_of(u, attribute(list, "name")))) return;
    r->joints[r->joint_count++] = joint;
    u->in_joint = u->depth;
}

static void read_in_joint(urdf_reader *u, const char *name, const char **list) {
    robot_joint *j = &u->robot->joints[u->robot->joint_count - 1];
    double axis[3] = {1, 0, 0};
    if (!strcmp(name, "origin")) {
        j->origin = read_origin(u, list);
    } else if (!strcmp(name, "parent")) {
        free(j->parent_name);
        j->parent_name = copy_of(u, attribute(list, "link"));
    } else if (!strcmp(name, "child")) {
        free(j->child_name);
        j->child_name = copy_of(u, attribute(list, "link"));
    } else if (!strcmp(name, "axis")) {
        read_numbers(u, list, "xyz", axis, 3);
        j->axis = make3(axis[0], axis[1], axis[2]);
    } else if (!strcmp(name, "limit")) {
        read_numbers(u, list, "lower", &j->lower, 1);
        read_numbers(u, list, "upper", &j->upper, 1);
        if (j->upper < j->lower) fail(u, "the upper limit is below the lower one", NULL);
    } else if (!strcmp(name, "mimic")) {
        free(j->mimic_name);
        j->mimic_name = copy_of(u, attribute(list, "joint"));
        read_numbers(u, list, "multiplier", &j->multiplier, 1);
        read_numbers(u, list, "offset", &j->offset, 1);
    }
}

/* Fixed joints have no use for an axis, and many files give them one of zero. */
static void end_joint(urdf_reader *u) {
    robot_joint *j = &u->robot->joints[u->robot->joint_count - 1];
    u->in_joint = 0;
    if (j->kind == ROBOT_FIXED) return;
    if (!(norm(j->axis) > 0.0)) fail(u, "the axis is zero of the joint", j->name);
    j->axis = unit(j->axis);
}

/* ---- elements */

static void on_start(void *user, const char *name, const char **list) {
    urdf_reader *u = user;
    u->depth++;
    if (u->failed) return;
    if (u->depth == 1) {
        if (strcmp(name, "robot")) fail(u, "the root is no robot but", name);
        const char *called = attribute(list, "name");
        u->robot->name = copy_of(u, called ? called : "");
    } else if (!strncmp(name, "xacro:", 6)) {
        fail(u, "run xacro first: there is an element", name);
    } else if (u->depth == 2 && !strcmp(name, "link")) {
        start_link(u, list);
    } else if (u->depth == 2 && !strcmp(name, "joint")) {
        start_joint(u, list);
    } else if (u->in_link && u->depth == u->in_link + 1 && !strcmp(name, "collision")) {
        u->in_collision = u->depth;
        u->has_shape = false;
        u->origin = carom_pose_identity();
    } else if (u->in_collision && u->depth == u->in_collision + 1 && !strcmp(name, "origin")) {
        u->origin = read_origin(u, list);
    } else if (u->in_collision && u->depth == u->in_collision + 1 && !strcmp(name, "geometry")) {
        u->in_geometry = u->depth;
    } else if (u->in_geometry && u->depth == u->in_geometry + 1) {
        if (u->has_shape) fail(u, "a collision has two shapes", NULL);
        if (!u->failed) start_geometry(u, name, list);
    } else if (u->in_joint && u->depth == u->in_joint + 1) {
        read_in_joint(u, name, list);
    }
}

static void on_end(void *user, const char *name) {
    urdf_reader *u = user;
    (void)name;
    if (!u->failed && u->depth == u->in_collision) end_collision(u);
    if (u->depth == u->in_link) u->in_link = 0;
    if (u->depth == u->in_geometry) u->in_geometry = 0;
    if (!u->failed && u->depth == u->in_joint) end_joint(u);
    u->depth--;
}

/* ---- files */

static bool parse_stream(XML_Parser parser, FILE *in, const char *path) {
    char bytes[4096];
    size_t count;
    enum XML_Status status = XML_STATUS_OK;
    do {
        count = fread(bytes, 1, sizeof bytes, in);
        status = XML_Parse(parser, bytes, (int)count, count < sizeof bytes);
    } while (status == XML_STATUS_OK && count == sizeof bytes);
    if (status == XML_STATUS_OK) return true;
    if (XML_GetErrorCode(parser) != XML_ERROR_ABORTED) /* else it is printed */
        fprintf(stderr, "carom robot: %s: line %lu: %s\n", path,
                (unsigned long)XML_GetCurrentLineNumber(parser),
                XML_ErrorString(XML_GetErrorCode(parser)));
    return false;
}

static bool parse_file(const char *path, XML_Parser parser) {
    FILE *in = fopen(path, "rb");
    if (!in)
        return fprintf(stderr, "carom robot: %s: cannot read: %s\n", path, strerror(errno)), false;
    const bool ok = parse_stream(parser, in, path);
    fclose(in);
    return ok;
}

bool robot_load(robot *out, const char *path, const urdf_options *options) {
    urdf_reader u = {
        .robot = out, .path = path, .options = options, .parser = XML_ParserCreate(NULL)};
    *out = (robot){.name = NULL};
    if (!u.parser) return fputs("carom robot: not enough memory\n", stderr), false;
    XML_SetElementHandler(u.parser, on_start, on_end);
    XML_SetUserData(u.parser, &u);
    bool ok = parse_file(path, u.parser) && !u.failed;
    XML_ParserFree(u.parser);
    carom_mesh_destroy(u.shape.mesh);
    carom_hull_destroy(u.shape.hull);
    ok = ok && robot_link_up(out, path);
    if (!ok) robot_free(out);
    return ok;
}

/* ---- SRDF */

static void on_srdf(void *user, const char *name, const char **list) {
    robot *r = user;
    if (strcmp(name, "disable_collisions")) return;
    const char *a = attribute(list, "link1"), *b = attribute(list, "link2");
    const size_t i = a ? robot_find_link(r, a) : ROBOT_NONE;
    const size_t j = b ? robot_find_link(r, b) : ROBOT_NONE;
    if (i == ROBOT_NONE || j == ROBOT_NONE)
        fprintf(stderr, "carom robot: the SRDF names no link of the robot: %s\n",
                i == ROBOT_NONE ? (a ? a : "") : (b ? b : ""));
    else
        robot_allow(r, i, j, ROBOT_DISABLED);
}

bool robot_load_srdf(robot *r, const char *path) {
    XML_Parser parser = XML_ParserCreate(NULL);
    if (!parser) return fputs("carom robot: not enough memory\n", stderr), false;
    XML_SetElementHandler(parser, on_srdf, NULL);
    XML_SetUserData(parser, r);
    const bool ok = parse_file(path, parser);
    XML_ParserFree(parser);
    return ok;
}

#else

bool robot_load(robot *out, const char *path, const urdf_options *options) {
    (void)options;
    *out = (robot){.name = NULL};
    fprintf(stderr, "carom robot: %s: this carom was built without expat, which reads XML\n", path);
    return false;
}

bool robot_load_srdf(robot *r, const char *path) {
    (void)r;
    (void)path;
    return false;
}

#endif

void robot_free(robot *r) {
    for (size_t i = 0; i < r->link_count; i++)
        free(r->links[i].name);
    for (size_t i = 0; i < r->joint_count; i++) {
        free(r->joints[i].name);
        free(r->joints[i].parent_name);
        free(r->joints[i].child_name);
        free(r->joints[i].mimic_name);
    }
    for (size_t i = 0; i < r->shape_count; i++) {
        carom_mesh_destroy(r->shapes[i].mesh);
        carom_hull_destroy(r->shapes[i].hull);
    }
    free(r->name);
    free(r->links);
    free(r->joints);
    free(r->shapes);
    free(r->variables);
    free(r->allowed);
    *r = (robot){.name = NULL};
}
