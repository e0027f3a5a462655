/* The entries of a scene, each of which becomes one or more colliders. Meshes of the list `meshes`
 * are transformed here, once. */
#include "simulate/sim_items.h"

#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "mesh_of.h"
#include "json_lines/query.h"
#include "real.h"
#include "json_lines/query_shape.h"

static const carom_aabb everywhere = {{-1e30, -1e30, -1e30}, {1e30, 1e30, 1e30}};

static sim_item new_item(const sim_place *at) {
    sim_item item = {.extent = everywhere};
    snprintf(item.name, sizeof item.name, "%s[%zu]", at->list, at->index);
    return item;
}

void sim_free_item(sim_item *item) {
    if (item->mesh) carom_mesh_destroy(item->mesh);
    if (item->read) query_free_shape(item->read);
    free(item->read);
}

/* ---- sizes */

static void measure(const carom_shape *shape, sim_item *item) {
    carom_aabb box = carom_shape_bounds(shape, carom_pose_identity());
    carom_vec3 side = minus(box.max, box.min);
    carom_vec3 far =
        make3(fmax(fabs(box.min.x), fabs(box.max.x)), fmax(fabs(box.min.y), fabs(box.max.y)),
              fmax(fabs(box.min.z), fabs(box.max.z)));
    item->reach = norm(far);
    item->size = 0.5 * fmin(side.x, fmin(side.y, side.z));
    if (shape->kind != CAROM_SHAPE_SPHERE) return;
    item->size = shape->as.sphere.radius;
    item->reach = norm(shape->as.sphere.center) + item->size;
}

/* Inserts the collider into the world and stores the item. @return the reason of a failure, or null
 */
static const char *insert_item(sim_scene *scene, const carom_collider_def *def,
                               const sim_item *item) {
    sim_item *items =
        grow_array(scene->items, (size_t)scene->count, &scene->capacity, sizeof *items);
    if (!items) return "out of memory";
    scene->items = items;
    carom_status status = carom_world_insert(scene->world, def, NULL);
    if (status != CAROM_OK) return carom_status_text(status);
    scene->items[scene->count++] = *item;
    if (def->kind == CAROM_COLLIDER_STATIC) return NULL;
    scene->bodies++;
    if (def->shape.kind == CAROM_SHAPE_SPHERE) scene->spheres++;
    return NULL;
}

bool sim_add_item(sim_scene *scene, const sim_place *at, const carom_collider_def *def,
                  sim_item *item) {
    measure(&def->shape, item);
    const char *problem = insert_item(scene, def, item);
    if (!problem) return true;
    sim_free_item(item);
    return sim_complain(at, "%s", problem);
}

/* ---- scenery */

static bool add_plane(sim_scene *scene, const sim_place *at, const carom_plane *plane,
                      const carom_collider_def *like, const carom_aabb *extent) {
    carom_collider_def def = *like;
    sim_item item = new_item(at);
    def.shape = (carom_shape){.kind = CAROM_SHAPE_PLANE, .as.plane = *plane};
    item.extent = *extent;
    return sim_add_item(scene, at, &def, &item);
}

static bool read_scenery(const sim_place *at, json_t *object, carom_collider_def *def) {
    *def = (carom_collider_def){.pose = carom_pose_identity(), .restitution = 1.0};
    return sim_read_in_range(at, object, "restitution", &def->restitution, sim_unit_range);
}

bool sim_read_plane(sim_scene *scene, json_t *object, const sim_place *at) {
    carom_plane plane = {{0, 0, 0}, 0};
    carom_collider_def def;
    if (!sim_require(at, object, "normal") ||
        !sim_read_vector(at, object, "normal", &plane.normal) ||
        !sim_read_number(at, object, "offset", &plane.offset) || !read_scenery(at, object, &def))
        return false;
    if (!(norm(plane.normal) > 0.0)) return sim_complain(at, "normal is zero");
    return add_plane(scene, at, &plane, &def, &everywhere);
}

bool sim_read_box(sim_scene *scene, json_t *object, const sim_place *at) {
    carom_collider_def def;
    carom_aabb box;
    sim_item item = new_item(at);
    if (!sim_read_corners(at, object, &box) || !read_scenery(at, object, &def)) return false;
    def.shape = (carom_shape){.kind = CAROM_SHAPE_AABB, .as.aabb = box};
    return sim_add_item(scene, at, &def, &item);
}

/* Six walls that face inwards. */
bool sim_read_container(sim_scene *scene, json_t *object, const sim_place *at) {
    carom_collider_def def;
    carom_aabb box;
    if (!sim_read_corners(at, object, &box) || !read_scenery(at, object, &def)) return false;
    for (int side = 0; side < 6; side++) {
        double sign = side < 3 ? 1.0 : -1.0;
        carom_plane plane = {
            make3(side % 3 == 0 ? sign : 0, side % 3 == 1 ? sign : 0, side % 3 == 2 ? sign : 0), 0};
        plane.offset = inner(plane.normal, side < 3 ? box.min : box.max);
        if (!add_plane(scene, at, &plane, &def, &box)) return false;
    }
    return true;
}

typedef struct placement {
    double scale;
    carom_pose pose;
} placement;

static bool read_placement(const sim_place *at, json_t *object, placement *out) {
    *out = (placement){1.0, carom_pose_identity()};
    return sim_read_in_range(at, object, "scale", &out->scale, sim_positive_range) &&
           sim_read_vector(at, object, "position", &out->pose.position) &&
           sim_read_rotation(at, object, &out->pose.rotation);
}

static void place_soup(carom_io_soup *soup, const placement *where) {
    for (size_t i = 0; i < soup->vertex_count; i++) {
        double *p = soup->vertices + 3 * i;
        carom_vec3 at =
            carom_pose_transform_point(where->pose, times(make3(p[0], p[1], p[2]), where->scale));
        p[0] = at.x, p[1] = at.y, p[2] = at.z;
    }
}

static bool load_mesh(const sim_place *at, const char *file, const placement *where,
                      carom_mesh **out) {
    char error[512];
    carom_io_scene *loaded = NULL;
    if (!carom_io_load(file, &loaded, error, sizeof error)) return sim_complain(at, "%s", error);
    carom_io_soup soup = {0};
    carom_status status = CAROM_ERROR_MEMORY;
    if (carom_io_flatten(loaded, &soup)) {
        place_soup(&soup, where);
        status = mesh_of_soup(&soup, NULL, out);
    }
    carom_io_soup_free(&soup);
    carom_io_free(loaded);
    return status == CAROM_OK ? true
                              : sim_complain(at, "%s: the mesh cannot be used: %s", file,
                                             carom_status_text(status));
}

bool sim_read_mesh(sim_scene *scene, json_t *object, const sim_place *at) {
    const char *file = json_string_value(json_object_get(object, "file"));
    if (!file) return sim_complain(at, "file is missing: the path of a mesh file");
    placement where;
    carom_collider_def def;
    sim_item item = new_item(at);
    if (!read_placement(at, object, &where) || !read_scenery(at, object, &def) ||
        !load_mesh(at, file, &where, &item.mesh))
        return false;
    def.shape = (carom_shape){.kind = CAROM_SHAPE_MESH, .as.mesh = item.mesh};
    return sim_add_item(scene, at, &def, &item);
}

/* ---- moving bodies */

static bool read_bits(const sim_place *at, json_t *object, const char *key, uint32_t *out) {
    json_t *value = json_object_get(object, key);
    json_int_t number = json_integer_value(value);
    if (!value) return true;
    if (!json_is_integer(value) || number < 0 || number > UINT32_MAX)
        return sim_complain(at, "%s must be a whole number from 0 to %u", key, UINT32_MAX);
    *out = (uint32_t)number;
    return true;
}

bool sim_read_body(const sim_place *at, json_t *object, carom_collider_def *def) {
    if (json_object_get(object, "category") || json_object_get(object, "mask")) {
        def->category = 1;
        def->mask = UINT32_MAX;
    }
    return sim_read_in_range(at, object, "mass", &def->mass, sim_positive_range) &&
           sim_read_in_range(at, object, "restitution", &def->restitution, sim_unit_range) &&
           read_bits(at, object, "category", &def->category) &&
           read_bits(at, object, "mask", &def->mask);
}

bool sim_read_ball(sim_scene *scene, json_t *object, const sim_place *at) {
    double r = 0.0;
    carom_collider_def def = {
        .kind = CAROM_COLLIDER_MOVING, .pose = carom_pose_identity(), .restitution = 1.0};
    sim_item item = {.extent = everywhere};
    snprintf(item.name, sizeof item.name, "sphere %d", scene->spheres);
    if (!sim_require(at, object, "center") || !sim_require(at, object, "radius") ||
        !sim_read_vector(at, object, "center", &def.pose.position) ||
        !sim_read_in_range(at, object, "radius", &r, sim_positive_range) ||
        !sim_read_vector(at, object, "velocity", &def.velocity))
        return false;
    def.shape = (carom_shape){.kind = CAROM_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, r}};
    def.mass = r * r * r;
    return sim_read_body(at, object, &def) && sim_add_item(scene, at, &def, &item);
}

/* The item takes over what the shape refers to. */
bool sim_read_shape(const sim_place *at, json_t *object, carom_collider_def *def, sim_item *item) {
    const char *file = json_string_value(json_object_get(json_object_get(object, "shape"), "mesh"));
    json_t *shape = json_object_get(object, "shape");
    if (json_object_get(shape, "pose"))
        return sim_complain(at, "shape: position and rotation stand beside the shape, not in it");
    if (file) {
        placement where = {1.0, carom_pose_identity()};
        if (!sim_read_in_range(at, shape, "scale", &where.scale, sim_positive_range) ||
            !load_mesh(at, file, &where, &item->mesh))
            return false;
        def->shape = (carom_shape){.kind = CAROM_SHAPE_MESH, .as.mesh = item->mesh};
        return true;
    }
    query_shape *read = calloc(1, sizeof *read);
    if (!read) return sim_complain(at, "out of memory");
    query_trouble trouble = {""};
    bool ok = query_read_shape(object, "shape", read, &trouble);
    if (!ok || read->problem || read->is_interval) {
        sim_complain(at, "%s%s",
                     ok && read->problem ? "shape: "
                     : ok                ? "an interval is no shape"
                                         : "",
                     ok && read->problem ? read->problem
                     : ok                ? ""
                                         : trouble.error);
        query_free_shape(read);
        free(read);
        return false;
    }
    def->shape = read->shape;
    item->read = read;
    return true;
}

static bool read_kind(const sim_place *at, json_t *object, carom_collider_kind *out) {
    static const char *const names[] = {"static", "moving", "sensor"};
    json_t *value = json_object_get(object, "kind");
    if (!value) return true;
    for (int i = 0; i < 3; i++)
        if (json_is_string(value) && !strcmp(json_string_value(value), names[i])) {
            *out = (carom_collider_kind)i;
            return true;
        }
    return sim_complain(at, "kind must be \"static\", \"moving\" or \"sensor\"");
}

bool sim_read_collider(sim_scene *scene, json_t *object, const sim_place *at) {
    carom_collider_def def = {.kind = CAROM_COLLIDER_MOVING,
                              .pose = carom_pose_identity(),
                              .mass = 1.0,
                              .restitution = 1.0};
    sim_item item = new_item(at);
    if (!read_kind(at, object, &def.kind) ||
        !sim_read_vector(at, object, "position", &def.pose.position) ||
        !sim_read_rotation(at, object, &def.pose.rotation) ||
        !sim_read_vector(at, object, "velocity", &def.velocity) ||
        !sim_read_vector(at, object, "angular_velocity", &def.angular_velocity) ||
        !sim_read_body(at, object, &def) || !sim_read_shape(at, object, &def, &item))
        return false;
    return sim_add_item(scene, at, &def, &item);
}
