/* Independent check of a simulation, from the paths of each step by overlap, depth and segment
 * queries alone: it uses neither the sweeps that moved the bodies nor the structure that found
 * their pairs. It tests, at several times of the frame, whether a body is deeper in another than
 * rounding, and whether the path of a body's origin crosses scenery, as tunnelling would. */
#include <stdlib.h>

#include "real.h"
#include "simulate/sim.h"
#include "simulate/sim_check.h"
#include "simulate/sim_path.h"

#define TOLERANCE 1e-9 /* of the size: above the rounding of positions */

static bool holds_origin(const carom_collider_def *def) {
    carom_shape origin = {.kind = CAROM_SHAPE_POINT, .as.point = {0, 0, 0}};
    return def->shape.kind != CAROM_SHAPE_MESH && def->kind == CAROM_COLLIDER_MOVING &&
           carom_overlap(&origin, carom_pose_identity(), &def->shape, carom_pose_identity());
}

bool sim_checker_open(sim_checker *checker, const sim_scene *scene) {
    carom_world_def def = {
        .static_kind = CAROM_SPACE_BRUTE, .moving_kind = CAROM_SPACE_SWEEP_PRUNE, .contacts = true};
    *checker = (sim_checker){.solid = calloc((size_t)scene->count + 1, sizeof(bool))};
    bool ok = checker->solid && carom_world_create(&checker->world, &def) == CAROM_OK;
    for (int i = 0; ok && i < scene->count; i++) {
        carom_collider_def own = sim_collider(scene, i);
        own.velocity = own.angular_velocity = make3(0, 0, 0);
        checker->solid[i] = holds_origin(&own);
        ok = carom_world_insert(checker->world, &own, NULL) == CAROM_OK;
    }
    return ok;
}

void sim_checker_close(sim_checker *checker) {
    carom_world_destroy(checker->world);
    free(checker->solid);
}

/* ---- sampled times */

static bool move_to(sim_checker *checker, const carom_world_path *path, double time) {
    carom_collider_id id = carom_world_id(checker->world, path->id.index);
    return carom_world_move(checker->world, id, sim_pose_on_path(path, time)) == CAROM_OK;
}

/* Every path contains the sampled times of its span; the paths of one body are consecutive. */
static bool move_all(sim_checker *checker, const sim_scene *scene, double time) {
    size_t count;
    const carom_world_path *paths = carom_world_paths(scene->world, &count);
    bool ok = true;
    for (size_t i = 0; i < count && ok; i++)
        if (paths[i].start <= time && time <= paths[i].end) ok = move_to(checker, &paths[i], time);
    return ok;
}

/* Penetration of the two bodies of an event, relative to the smaller size. */
static double relative_depth(const sim_scene *scene, const carom_world_event *event) {
    int a = (int)event->a.index, b = (int)event->b.index;
    carom_collider_def da = sim_collider(scene, a), db = sim_collider(scene, b);
    if (event->kind == CAROM_EVENT_END || da.kind == CAROM_COLLIDER_SENSOR ||
        db.kind == CAROM_COLLIDER_SENSOR)
        return 0.0;
    if (da.shape.kind == CAROM_SHAPE_MESH && db.shape.kind == CAROM_SHAPE_MESH) return 1.0;
    double size = 1e300;
    if (da.kind != CAROM_COLLIDER_STATIC) size = fmin(size, scene->items[a].size);
    if (db.kind != CAROM_COLLIDER_STATIC) size = fmin(size, scene->items[b].size);
    return size > 0.0 ? event->depth / size : event->depth;
}

static bool check_moment(sim_checker *checker, const sim_scene *scene, sim_verdict *verdict) {
    size_t count;
    if (carom_world_step(checker->world, 0) != CAROM_OK) return false;
    const carom_world_event *events = carom_world_events(checker->world, &count);
    for (size_t i = 0; i < count; i++) {
        double depth = relative_depth(scene, &events[i]);
        if (depth > TOLERANCE) verdict->inside++;
        verdict->worst_depth = fmax(verdict->worst_depth, depth);
    }
    verdict->positions += scene->bodies;
    return true;
}

/* ---- paths */

static bool crosses(const carom_collider_def *scenery, const carom_segment *path) {
    if (scenery->shape.kind == CAROM_SHAPE_MESH) {
        carom_pose back = carom_pose_inverse(scenery->pose);
        carom_vec3 from = carom_pose_transform_point(back, path->a);
        carom_vec3 to = carom_pose_transform_point(back, path->b);
        carom_ray ray = {from, minus(to, from), 0.0, 1.0};
        return carom_overlap_ray_mesh(&ray, scenery->shape.as.mesh);
    }
    carom_shape segment = {.kind = CAROM_SHAPE_SEGMENT, .as.segment = *path};
    return carom_overlap(&segment, carom_pose_identity(), &scenery->shape, scenery->pose);
}

static bool may_meet(const carom_collider_def *a, const carom_collider_def *b) {
    return (a->category & b->mask) != 0 && (b->category & a->mask) != 0;
}

static void check_paths(const sim_checker *checker, const sim_scene *scene, sim_verdict *verdict) {
    size_t count;
    const carom_world_path *paths = carom_world_paths(scene->world, &count);
    for (int s = 0; s < scene->count; s++) {
        carom_collider_def scenery = sim_collider(scene, s);
        if (scenery.kind != CAROM_COLLIDER_STATIC) continue;
        for (size_t i = 0; i < count; i++) {
            const carom_world_path *p = &paths[i];
            carom_segment path_of_origin = {
                p->from.position, plus(p->from.position, times(p->velocity, p->end - p->start))};
            if (!checker->solid[p->id.index]) continue;
            carom_collider_def body = sim_collider(scene, (int)p->id.index);
            if (may_meet(&body, &scenery) && crosses(&scenery, &path_of_origin))
                verdict->tunnelled++;
        }
    }
    for (size_t i = 0; i < count; i++)
        if (checker->solid[paths[i].id.index]) verdict->paths++;
}

bool sim_check_frame(sim_checker *checker, const sim_scene *scene, sim_verdict *verdict) {
    bool ok = true;
    for (int k = 1; ok && k <= verdict->samples; k++)
        ok = move_all(checker, scene, scene->frame_time * k / verdict->samples) &&
             check_moment(checker, scene, verdict);
    if (ok) check_paths(checker, scene, verdict);
    return ok;
}

bool sim_check_start(sim_checker *checker, const sim_scene *scene, char *what, size_t size) {
    size_t count;
    if (carom_world_step(checker->world, 0) != CAROM_OK) {
        snprintf(what, size, "out of memory");
        return false;
    }
    const carom_world_event *events = carom_world_events(checker->world, &count);
    for (size_t i = 0; i < count; i++) {
        int a = (int)events[i].a.index, b = (int)events[i].b.index;
        carom_collider_kind ka = sim_collider(scene, a).kind, kb = sim_collider(scene, b).kind;
        if (ka == CAROM_COLLIDER_SENSOR || kb == CAROM_COLLIDER_SENSOR) continue;
        bool swap = kb == CAROM_COLLIDER_STATIC;
        snprintf(what, size, "%s stands inside %s", scene->items[swap ? a : b].name,
                 scene->items[swap ? b : a].name);
        return false;
    }
    return true;
}
