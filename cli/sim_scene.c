/* Reads a scene file. Every complaint names the file, the place in it (meshes[0].scale), what is
 * wrong and what would be right; nothing is guessed. Meshes are moved to their place once, here. */
#include <jansson.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "real.h"
#include "carom/io.h"
#include "sim.h"

#define BALL_LIMIT 1000000
#define PLACING_TRIES 2000

/* Where we are in the file, for messages. */
typedef struct place {
    const char *file;
    const char *list;
    size_t index;
} place;

static bool complain(const place *at, const char *format, ...) {
    va_list arguments;
    fprintf(stderr, "carom: %s: ", at->file);
    if (at->list) fprintf(stderr, "%s[%zu]: ", at->list, at->index);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    return false;
}

/* A missing field leaves *out as it is. */
static bool read_number(const place *at, json_t *object, const char *key, double *out) {
    json_t *value = json_object_get(object, key);
    if (!value) return true;
    if (!json_is_number(value) || !isfinite(json_number_value(value)))
        return complain(at, "%s must be a number", key);
    *out = json_number_value(value);
    return true;
}

static bool read_in_range(const place *at, json_t *object, const char *key, double *out,
                          const double range[2]) {
    if (!read_number(at, object, key, out)) return false;
    if (*out >= range[0] && *out <= range[1]) return true;
    return complain(at, "%s is %g; it must be from %g to %g", key, *out, range[0], range[1]);
}

static bool read_vector(const place *at, json_t *object, const char *key, carom_vec3 *out) {
    json_t *value = json_object_get(object, key);
    if (!value) return true;
    double v[3];
    if (!json_is_array(value) || json_array_size(value) != 3)
        return complain(at, "%s must be three numbers, as in [0, 1, 0]", key);
    for (size_t i = 0; i < 3; i++) {
        json_t *number = json_array_get(value, i);
        if (!json_is_number(number)) return complain(at, "%s[%zu] is not a number", key, i);
        v[i] = json_number_value(number);
    }
    *out = make3(v[0], v[1], v[2]);
    return true;
}

static bool require(const place *at, json_t *object, const char *key) {
    return json_object_get(object, key) ? true : complain(at, "%s is missing", key);
}

static const double unit_range[2] = {0.0, 1.0};
static const double positive_range[2] = {1e-12, 1e12};

static sim_static *add_static(sim_scene *scene, sim_kind kind, const place *at) {
    size_t count = (size_t)scene->static_count;
    sim_static *grown = realloc(scene->statics, (count + 1) * sizeof *grown);
    if (!grown) return NULL;
    scene->statics = grown;
    scene->static_count++;
    sim_static *item = &grown[count];
    memset(item, 0, sizeof *item);
    item->kind = kind;
    item->restitution = 1.0;
    item->extent = (carom_aabb){make3(-1e30, -1e30, -1e30), make3(1e30, 1e30, 1e30)};
    snprintf(item->name, sizeof item->name, "%s[%zu]", at->list, at->index);
    return item;
}

static bool read_plane(sim_scene *scene, json_t *object, const place *at) {
    sim_static *item = add_static(scene, SIM_PLANE, at);
    if (!item) return complain(at, "out of memory");
    if (!require(at, object, "normal") || !read_vector(at, object, "normal", &item->plane.normal) ||
        !read_number(at, object, "offset", &item->plane.offset) ||
        !read_in_range(at, object, "restitution", &item->restitution, unit_range))
        return false;
    if (!(norm(item->plane.normal) > 0.0)) return complain(at, "normal is zero");
    return true;
}

static bool read_corners(const place *at, json_t *object, carom_aabb *box) {
    if (!require(at, object, "min") || !require(at, object, "max") ||
        !read_vector(at, object, "min", &box->min) || !read_vector(at, object, "max", &box->max))
        return false;
    if (!(box->min.x < box->max.x && box->min.y < box->max.y && box->min.z < box->max.z))
        return complain(at, "min must be below max in x, y and z");
    return true;
}

static bool read_box(sim_scene *scene, json_t *object, const place *at) {
    carom_aabb box;
    sim_static *item = add_static(scene, SIM_BOX, at);
    if (!item) return complain(at, "out of memory");
    if (!read_corners(at, object, &box) ||
        !read_in_range(at, object, "restitution", &item->restitution, unit_range))
        return false;
    item->box = (carom_obb){times(plus(box.min, box.max), 0.5),
                            {make3(1, 0, 0), make3(0, 1, 0), make3(0, 0, 1)},
                            times(minus(box.max, box.min), 0.5)};
    return true;
}

/* Six walls that face inwards. */
static bool read_container(sim_scene *scene, json_t *object, const place *at) {
    carom_aabb box;
    double restitution = 1.0;
    if (!read_corners(at, object, &box) ||
        !read_in_range(at, object, "restitution", &restitution, unit_range))
        return false;
    for (int side = 0; side < 6; side++) {
        sim_static *item = add_static(scene, SIM_PLANE, at);
        if (!item) return complain(at, "out of memory");
        double sign = side < 3 ? 1.0 : -1.0;
        carom_vec3 corner = side < 3 ? box.min : box.max;
        item->plane.normal =
            make3(side % 3 == 0 ? sign : 0, side % 3 == 1 ? sign : 0, side % 3 == 2 ? sign : 0);
        item->plane.offset = inner(item->plane.normal, corner);
        item->restitution = restitution;
        item->extent = box;
    }
    return true;
}

typedef struct placement {
    double scale;
    carom_pose pose;
} placement;

static bool read_placement(const place *at, json_t *object, placement *out) {
    *out = (placement){1.0, carom_pose_identity()};
    if (!read_in_range(at, object, "scale", &out->scale, positive_range) ||
        !read_vector(at, object, "position", &out->pose.position))
        return false;
    json_t *rotation = json_object_get(object, "rotation");
    if (!rotation) return true;
    double q[4], length = 0.0;
    for (size_t i = 0; i < 4; i++) {
        json_t *number = json_array_get(rotation, i);
        if (json_array_size(rotation) != 4 || !json_is_number(number))
            return complain(at, "rotation must be a quaternion of four numbers [x, y, z, w]");
        q[i] = json_number_value(number);
        length += q[i] * q[i];
    }
    if (!(length > 0.0 && length < 1e300)) return complain(at, "rotation has no length");
    double s = 1.0 / sqrt(length);
    out->pose.rotation = (carom_quat){q[0] * s, q[1] * s, q[2] * s, q[3] * s};
    return true;
}

static bool build_mesh(const place *at, const carom_io_soup *soup, const placement *where,
                       carom_mesh **out) {
    carom_vec3 *vertices = malloc((soup->vertex_count + 1) * sizeof *vertices);
    if (!vertices) return complain(at, "out of memory for %zu vertices", soup->vertex_count);
    for (size_t i = 0; i < soup->vertex_count; i++) {
        const double *p = soup->vertices + 3 * i;
        vertices[i] =
            carom_pose_transform_point(where->pose, times(make3(p[0], p[1], p[2]), where->scale));
    }
    carom_mesh_def def = {
        vertices, soup->indices, soup->vertex_count, soup->triangle_count, {NULL, NULL, NULL}};
    carom_status status = carom_mesh_create(out, &def);
    free(vertices);
    return status == CAROM_OK
               ? true
               : complain(at, "the mesh cannot be used: %s", carom_status_text(status));
}

static bool read_mesh(sim_scene *scene, json_t *object, const place *at) {
    const char *file = json_string_value(json_object_get(object, "file"));
    if (!file)
        return complain(at, "file is missing: the path of an OBJ, STL, PLY, glTF or GLB file");
    placement where;
    sim_static *item = add_static(scene, SIM_MESH, at);
    if (!item) return complain(at, "out of memory");
    if (!read_placement(at, object, &where) ||
        !read_in_range(at, object, "restitution", &item->restitution, unit_range))
        return false;
    char error[512];
    carom_io_scene *loaded = NULL;
    if (!carom_io_load(file, &loaded, error, sizeof error)) return complain(at, "%s", error);
    carom_io_soup soup = {0};
    bool ok = carom_io_flatten(loaded, &soup) ? build_mesh(at, &soup, &where, &item->mesh)
                                              : complain(at, "%s: out of memory", file);
    carom_io_soup_free(&soup);
    carom_io_free(loaded);
    return ok;
}

static sim_ball *add_balls(sim_scene *scene, int count) {
    size_t total = (size_t)scene->ball_count + (size_t)count;
    if (total > BALL_LIMIT) return NULL;
    sim_ball *grown = realloc(scene->balls, (total + 1) * sizeof *grown);
    if (!grown) return NULL;
    scene->balls = grown;
    sim_ball *first = grown + scene->ball_count;
    memset(first, 0, (size_t)count * sizeof *first);
    scene->ball_count = (int)total;
    return first;
}

static bool read_body(const place *at, json_t *object, sim_ball *ball) {
    return read_in_range(at, object, "mass", &ball->mass, positive_range) &&
           read_in_range(at, object, "restitution", &ball->restitution, unit_range);
}

static bool read_ball(sim_scene *scene, json_t *object, const place *at) {
    sim_ball *ball = add_balls(scene, 1);
    if (!ball) return complain(at, "more than %d spheres, or out of memory", BALL_LIMIT);
    ball->restitution = 1.0;
    if (!require(at, object, "center") || !require(at, object, "radius") ||
        !read_vector(at, object, "center", &ball->sphere.center) ||
        !read_in_range(at, object, "radius", &ball->sphere.radius, positive_range) ||
        !read_vector(at, object, "velocity", &ball->velocity))
        return false;
    double r = ball->sphere.radius;
    ball->mass = r * r * r;
    return read_body(at, object, ball);
}

/* SplitMix64: the same stream on every machine. */
static double next_random(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static double between(uint64_t *state, double low, double high) {
    return low + (high - low) * next_random(state);
}

static carom_vec3 random_direction(uint64_t *state) {
    for (int i = 0; i < 64; i++) {
        carom_vec3 v = make3(between(state, -1, 1), between(state, -1, 1), between(state, -1, 1));
        if (inner(v, v) <= 1.0 && inner(v, v) > 1e-4) return unit(v);
    }
    return make3(1, 0, 0);
}

static bool stands_free(const sim_scene *scene, const carom_sphere *ball, int count) {
    carom_sphere wide = {ball->center, ball->radius * 1.001};
    for (int s = 0; s < scene->static_count; s++)
        if (sim_static_distance(&scene->statics[s], ball->center) <= wide.radius) return false;
    for (int i = 0; i < count; i++)
        if (carom_overlap_sphere_sphere(&wide, &scene->balls[i].sphere)) return false;
    return true;
}

typedef struct cloud {
    carom_aabb box;
    double count, seed, radius[2], speed[2];
    carom_vec3 velocity;
} cloud;

static bool read_pair(const place *at, json_t *object, const char *key, double out[2]) {
    json_t *value = json_object_get(object, key);
    if (!value) return true;
    if (json_is_number(value))
        return read_number(at, object, key, &out[0]) && (out[1] = out[0], true);
    json_t *low = json_array_get(value, 0), *high = json_array_get(value, 1);
    if (json_array_size(value) != 2 || !json_is_number(low) || !json_is_number(high))
        return complain(at, "%s must be a number or a range [low, high]", key);
    out[0] = json_number_value(low);
    out[1] = json_number_value(high);
    return out[0] <= out[1] ? true : complain(at, "%s: the range is inverted", key);
}

static bool read_cloud(const place *at, json_t *object, cloud *out) {
    const double counts[2] = {1, BALL_LIMIT}, seeds[2] = {0, 9e15};
    *out = (cloud){.count = 1, .seed = 1, .radius = {0.01, 0.01}};
    if (!read_corners(at, object, &out->box) ||
        !read_in_range(at, object, "count", &out->count, counts) ||
        !read_in_range(at, object, "seed", &out->seed, seeds) ||
        !read_pair(at, object, "radius", out->radius) ||
        !read_pair(at, object, "speed", out->speed) ||
        !read_vector(at, object, "velocity", &out->velocity))
        return false;
    return out->radius[0] > 0.0 ? true : complain(at, "radius must be above 0");
}

/* Spheres strewn at random over a box, none in contact with anything. */
static bool read_random(sim_scene *scene, json_t *object, const place *at) {
    cloud def;
    if (!read_cloud(at, object, &def)) return false;
    int before = scene->ball_count, count = (int)def.count;
    if (!add_balls(scene, count))
        return complain(at, "more than %d spheres, or out of memory", BALL_LIMIT);
    uint64_t state = (uint64_t)def.seed;
    for (int i = before; i < before + count; i++) {
        sim_ball *ball = &scene->balls[i];
        double r = ball->sphere.radius = between(&state, def.radius[0], def.radius[1]);
        int tries = 0;
        do {
            ball->sphere.center = make3(between(&state, def.box.min.x + r, def.box.max.x - r),
                                        between(&state, def.box.min.y + r, def.box.max.y - r),
                                        between(&state, def.box.min.z + r, def.box.max.z - r));
            if (++tries > PLACING_TRIES)
                return complain(at, "no room for sphere %d of %d; enlarge the box or shrink radius",
                                i - before + 1, count);
        } while (!stands_free(scene, &ball->sphere, i));
        ball->velocity = plus(def.velocity, times(random_direction(&state),
                                                  between(&state, def.speed[0], def.speed[1])));
        ball->mass = r * r * r;
        ball->restitution = 1.0;
        if (!read_body(at, object, ball)) return false;
    }
    return true;
}

typedef bool read_item(sim_scene *scene, json_t *object, const place *at);

static bool read_list(sim_scene *scene, json_t *root, place at, read_item *read) {
    json_t *list = json_object_get(root, at.list);
    if (!list) return true;
    if (!json_is_array(list)) {
        fprintf(stderr, "carom: %s: %s must be a list\n", at.file, at.list);
        return false;
    }
    for (; at.index < json_array_size(list); at.index++) {
        json_t *object = json_array_get(list, at.index);
        if (!json_is_object(object)) return complain(&at, "must be an object { ... }");
        if (!read(scene, object, &at)) return false;
    }
    return true;
}

static bool read_settings(sim_scene *scene, json_t *root, const place *at) {
    const double rates[2] = {1e-3, 1e6}, frames[2] = {0, 1e7}, angles[2] = {1e-3, 10};
    double rate = 60, count = 60;
    scene->camera.field_of_view = 0.35;
    json_t *camera = json_object_get(root, "camera");
    if (!read_vector(at, root, "gravity", &scene->gravity) ||
        !read_in_range(at, root, "frames_per_second", &rate, rates) ||
        !read_in_range(at, root, "frames", &count, frames))
        return false;
    scene->frame_time = 1.0 / rate;
    scene->frames = (int)count;
    if (!camera) return true;
    scene->camera.given = true;
    return require(at, camera, "eye") && require(at, camera, "target") &&
           read_vector(at, camera, "eye", &scene->camera.eye) &&
           read_vector(at, camera, "target", &scene->camera.target) &&
           read_in_range(at, camera, "half_angle_tangent", &scene->camera.field_of_view, angles);
}

static bool read_scene(sim_scene *scene, json_t *root, const char *path) {
    place at = {path, NULL, 0};
    if (!json_is_object(root)) return complain(&at, "a scene is one JSON object { ... }");
    if (!read_settings(scene, root, &at) ||
        !read_list(scene, root, (place){path, "planes", 0}, read_plane) ||
        !read_list(scene, root, (place){path, "boxes", 0}, read_box) ||
        !read_list(scene, root, (place){path, "containers", 0}, read_container) ||
        !read_list(scene, root, (place){path, "meshes", 0}, read_mesh) ||
        !read_list(scene, root, (place){path, "spheres", 0}, read_ball) ||
        !read_list(scene, root, (place){path, "random_spheres", 0}, read_random))
        return false;
    char what[80];
    int ball = sim_check_start(scene, what, sizeof what);
    if (ball < 0) return true;
    return complain(&at, "sphere %d stands inside %s at the start; move it away", ball, what);
}

bool sim_scene_load(sim_scene *scene, const char *path) {
    json_error_t error;
    memset(scene, 0, sizeof *scene);
    json_t *root = json_load_file(path, JSON_REJECT_DUPLICATES, &error);
    if (!root) {
        if (error.line < 0)
            fprintf(stderr, "carom: %s: %s\n", path, error.text);
        else
            fprintf(stderr, "carom: %s: line %d, column %d: %s\n", path, error.line, error.column,
                    error.text);
        return false;
    }
    bool ok = read_scene(scene, root, path);
    json_decref(root);
    if (!ok) sim_scene_free(scene);
    return ok;
}

void sim_scene_free(sim_scene *scene) {
    for (int i = 0; i < scene->static_count; i++)
        if (scene->statics[i].mesh) carom_mesh_destroy(scene->statics[i].mesh);
    free(scene->statics);
    free(scene->balls);
    memset(scene, 0, sizeof *scene);
}
