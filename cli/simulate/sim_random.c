/* Colliders at random positions in a box, none in contact with another: rejection sampling by
 * overlap queries of the world. The same sequence of numbers on every machine. */
#include "simulate/sim_random.h"

#include <stdlib.h>

#include "real.h"
#include "simulate/sim_items.h"

#define COUNT_LIMIT 1000000
#define PLACING_TRIES 2000

/* SplitMix64 [Steele14] */
static double next_random(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static double between(uint64_t *state, double low, double high) {
    return low + (high - low) * next_random(state);
}

/* In the order z, y, x: that of arguments would be the compiler's. */
static carom_vec3 random_point(uint64_t *state, carom_vec3 low, carom_vec3 high) {
    carom_vec3 p;
    p.z = between(state, low.z, high.z);
    p.y = between(state, low.y, high.y);
    p.x = between(state, low.x, high.x);
    return p;
}

static carom_vec3 random_direction(uint64_t *state) {
    for (int i = 0; i < 64; i++) {
        carom_vec3 v = random_point(state, make3(-1, -1, -1), make3(1, 1, 1));
        if (inner(v, v) <= 1.0 && inner(v, v) > 1e-4) return unit(v);
    }
    return make3(1, 0, 0);
}

/* Of a random direction, and of a length in a range. */
static carom_vec3 random_vector(uint64_t *state, const double range[2]) {
    double length = between(state, range[0], range[1]);
    return times(random_direction(state), length);
}

static carom_quat random_rotation(uint64_t *state) {
    for (int i = 0; i < 64; i++) {
        double q[4], length = 0.0;
        for (int k = 0; k < 4; k++) {
            q[k] = between(state, -1, 1);
            length += q[k] * q[k];
        }
        double s = 1.0 / sqrt(length);
        if (length <= 1.0 && length > 1e-4)
            return (carom_quat){q[0] * s, q[1] * s, q[2] * s, q[3] * s};
    }
    return (carom_quat){0, 0, 0, 1};
}

/* ---- the fields of a list */

typedef struct sim_cloud {
    carom_aabb box;
    double count, seed, radius[2], speed[2], turning[2];
    carom_vec3 velocity;
    uint64_t state;
    int done; /* placed so far */
} sim_cloud;

static bool read_cloud(const sim_place *at, json_t *object, sim_cloud *out) {
    const double counts[2] = {1, COUNT_LIMIT}, seeds[2] = {0, 9e15};
    *out = (sim_cloud){.count = 1, .seed = 1, .radius = {0.01, 0.01}};
    if (!sim_read_corners(at, object, &out->box) ||
        !sim_read_in_range(at, object, "count", &out->count, counts) ||
        !sim_read_in_range(at, object, "seed", &out->seed, seeds) ||
        !sim_read_pair(at, object, "radius", out->radius) ||
        !sim_read_pair(at, object, "speed", out->speed) ||
        !sim_read_pair(at, object, "angular_speed", out->turning) ||
        !sim_read_vector(at, object, "velocity", &out->velocity))
        return false;
    out->state = (uint64_t)out->seed;
    return out->radius[0] > 0.0 ? true : sim_complain(at, "radius must be above 0");
}

/* Places the collider where it touches nothing. */
static bool place(const sim_scene *scene, const sim_place *at, sim_cloud *cloud,
                  carom_collider_def *def, double reach) {
    carom_shape enlarged = def->shape;
    carom_vec3 inset = make3(reach, reach, reach);
    if (enlarged.kind == CAROM_SHAPE_SPHERE) enlarged.as.sphere.radius *= 1.001;
    carom_world_probe probe = {&enlarged, def->pose, {0, 0, 0}, UINT32_MAX, NULL};
    carom_collider_id met;
    int tries = 0;
    do {
        if (++tries > PLACING_TRIES)
            return sim_complain(at, "no room for %s %d of %d; enlarge the box or shrink radius",
                                enlarged.kind == CAROM_SHAPE_SPHERE ? "sphere" : "shape",
                                cloud->done + 1, (int)cloud->count);
        probe.pose.position =
            random_point(&cloud->state, plus(cloud->box.min, inset), minus(cloud->box.max, inset));
        if (enlarged.kind != CAROM_SHAPE_SPHERE)
            probe.pose.rotation = random_rotation(&cloud->state);
    } while (carom_world_overlap(scene->world, &probe, &met, 1) > 0);
    def->pose = probe.pose;
    def->velocity = plus(cloud->velocity, random_vector(&cloud->state, cloud->speed));
    cloud->done++;
    return true;
}

bool sim_read_random_balls(sim_scene *scene, json_t *object, const sim_place *at) {
    sim_cloud cloud;
    if (!read_cloud(at, object, &cloud)) return false;
    while (cloud.done < (int)cloud.count) {
        double r = between(&cloud.state, cloud.radius[0], cloud.radius[1]);
        carom_collider_def def = {.kind = CAROM_COLLIDER_MOVING,
                                  .pose = carom_pose_identity(),
                                  .mass = r * r * r,
                                  .restitution = 1.0};
        sim_item item = {.name = ""};
        def.shape = (carom_shape){.kind = CAROM_SHAPE_SPHERE, .as.sphere = {{0, 0, 0}, r}};
        snprintf(item.name, sizeof item.name, "sphere %d", scene->spheres);
        if (!sim_read_body(at, object, &def) || !place(scene, at, &cloud, &def, r) ||
            !sim_add_item(scene, at, &def, &item))
            return false;
    }
    return true;
}

/* One of the shapes, with equal probability. */
static bool choose_shape(const sim_place *at, json_t *shapes, sim_cloud *cloud,
                         carom_collider_def *def, sim_item *item) {
    size_t kinds = json_array_size(shapes);
    if (kinds == 0) return sim_complain(at, "shapes must be a list of at least one shape");
    size_t which = (size_t)(next_random(&cloud->state) * (double)kinds);
    json_t *holder = json_object();
    if (!holder || json_object_set(holder, "shape", json_array_get(shapes, which))) {
        json_decref(holder);
        return sim_complain(at, "out of memory");
    }
    bool ok = sim_read_shape(at, holder, def, item);
    json_decref(holder);
    return ok;
}

bool sim_read_random_colliders(sim_scene *scene, json_t *object, const sim_place *at) {
    sim_cloud cloud;
    if (!read_cloud(at, object, &cloud)) return false;
    while (cloud.done < (int)cloud.count) {
        carom_collider_def def = {.kind = CAROM_COLLIDER_MOVING,
                                  .pose = carom_pose_identity(),
                                  .mass = 1.0,
                                  .restitution = 1.0};
        sim_item item = {.name = ""};
        snprintf(item.name, sizeof item.name, "%s[%zu] %d", at->list, at->index, cloud.done);
        if (!sim_read_body(at, object, &def) ||
            !choose_shape(at, json_object_get(object, "shapes"), &cloud, &def, &item))
            return false;
        def.angular_velocity = random_vector(&cloud.state, cloud.turning);
        carom_aabb box = carom_shape_bounds(&def.shape, def.pose);
        double reach = 0.5 * norm(minus(box.max, box.min));
        if (!place(scene, at, &cloud, &def, reach)) {
            sim_free_item(&item);
            return false;
        }
        if (!sim_add_item(scene, at, &def, &item)) return false;
    }
    return true;
}
