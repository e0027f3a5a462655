/* One frame, event by event. Each ball's course is straight until its next impact, so the earliest
 * impact of all is found by sweeps, both partners are taken there, respond, and are predicted anew
 * for what is left of the frame. Every ball has its own clock; predictions carry the version of
 * both partners and are dropped when either has changed course since.
 *
 * Invariant: no two things are ever in contact when a prediction is made. Balls are stopped a hair
 * (GAP radii) before they touch, or where they are when they are nearer already; so every sweep
 * starts free, and its first contact is the true next one. */
#include <stdlib.h>
#include <string.h>

#include "real.h"
#include "sim.h"

#define GAP 1e-7         /* of the radius: far above rounding, far below what is seen */
#define IMPACT_LIMIT 256 /* per ball and frame; then it rests, so that a frame always ends */
#define PUSH_OUT_TRIES 4

typedef struct sim_event {
    double time;
    int ball, other;
    uint32_t version, other_version;
    carom_vec3 point, normal;
} sim_event;

/* Grows *array so that it holds one more element. */
static bool grow(void **array, int *capacity, int count, size_t size) {
    if (count < *capacity) return true;
    int wanted = *capacity ? *capacity * 2 : 1024;
    void *grown = realloc(*array, (size_t)wanted * size);
    if (!grown) return false;
    *array = grown;
    *capacity = wanted;
    return true;
}

static bool earlier(const sim_event *a, const sim_event *b) {
    if (a->time != b->time) return a->time < b->time;
    if (a->ball != b->ball) return a->ball < b->ball;
    return a->other < b->other;
}

static bool heap_push(sim_frame *frame, sim_event event) {
    if (!grow((void **)&frame->heap, &frame->heap_capacity, frame->heap_count, sizeof event))
        return false;
    int i = frame->heap_count++;
    for (; i > 0 && earlier(&event, &frame->heap[(i - 1) / 2]); i = (i - 1) / 2)
        frame->heap[i] = frame->heap[(i - 1) / 2];
    frame->heap[i] = event;
    return true;
}

static sim_event heap_pop(sim_frame *frame) {
    sim_event first = frame->heap[0], last = frame->heap[--frame->heap_count];
    int i = 0;
    for (;;) {
        int child = 2 * i + 1;
        if (child >= frame->heap_count) break;
        if (child + 1 < frame->heap_count && earlier(&frame->heap[child + 1], &frame->heap[child]))
            child++;
        if (!earlier(&frame->heap[child], &last)) break;
        frame->heap[i] = frame->heap[child];
        i = child;
    }
    frame->heap[i] = last;
    return first;
}

static carom_vec3 center_at(const sim_ball *ball, double time) {
    return plus(ball->sphere.center, times(ball->velocity, time - ball->time));
}

/* Ends the ball's leg at `time` and starts the next one there. */
static bool advance(sim_scene *scene, sim_frame *frame, int index, double time) {
    sim_ball *ball = &scene->balls[index];
    if (time > ball->time) {
        if (!grow((void **)&frame->legs, &frame->leg_capacity, frame->leg_count, sizeof(sim_leg)))
            return false;
        frame->legs[frame->leg_count++] =
            (sim_leg){index, ball->time, time, ball->sphere.center, ball->velocity};
        ball->sphere.center = center_at(ball, time);
        ball->time = time;
    }
    return true;
}

static carom_sweep_hit sweep_static(const sim_ball *ball, carom_vec3 motion,
                                    const sim_static *item) {
    switch (item->kind) {
    case SIM_PLANE: return carom_sweep_sphere_plane(&ball->sphere, motion, &item->plane);
    case SIM_BOX: return carom_sweep_sphere_obb(&ball->sphere, motion, &item->box);
    default: return carom_sweep_sphere_mesh(&ball->sphere, motion, item->mesh).at;
    }
}

/* The moment to stop: the gap is GAP radii along the normal, but never before `now`. */
static double stop_time(double now, double contact, double approach, double radius) {
    double stop = approach > 0.0 ? contact - GAP * radius / approach : now;
    return stop > now ? stop : now;
}

static bool predict_static(sim_scene *scene, sim_frame *frame, int index, int item) {
    sim_ball *ball = &scene->balls[index];
    double now = ball->time, rest = scene->frame_time - now;
    for (int attempt = 0; attempt <= PUSH_OUT_TRIES; attempt++) {
        carom_vec3 motion = times(ball->velocity, rest);
        frame->pairs_with_statics++;
        carom_sweep_hit hit = sweep_static(ball, motion, &scene->statics[item]);
        if (!hit.hit) return true;
        if (hit.initial_overlap && attempt < PUSH_OUT_TRIES) {
            /* Rounding left a contact: free the ball by the least translation. */
            double depth = ball->sphere.radius -
                           sim_static_distance(&scene->statics[item], ball->sphere.center);
            double push = depth > 0.0 ? depth : 0.0;
            ball->sphere.center = minus(ball->sphere.center,
                                        times(hit.normal, push + 2.0 * GAP * ball->sphere.radius));
            frame->pushed_out++;
            continue;
        }
        double approach = inner(ball->velocity, hit.normal);
        double time = stop_time(now, now + hit.fraction * rest, approach, ball->sphere.radius);
        return heap_push(frame,
                         (sim_event){time, index, ~item, ball->version, 0, hit.point, hit.normal});
    }
    return true;
}

static bool predict_pair(sim_scene *scene, sim_frame *frame, int a, int b) {
    sim_ball *first = &scene->balls[a], *second = &scene->balls[b];
    double now = first->time > second->time ? first->time : second->time;
    double rest = scene->frame_time - now;
    carom_sphere sphere_a = {center_at(first, now), first->sphere.radius};
    carom_sphere sphere_b = {center_at(second, now), second->sphere.radius};
    frame->pairs_tested++;
    carom_sweep_hit hit = carom_sweep_sphere_sphere(&sphere_a, times(first->velocity, rest),
                                                    &sphere_b, times(second->velocity, rest));
    if (!hit.hit) return true;
    double approach = inner(minus(first->velocity, second->velocity), hit.normal);
    if (hit.initial_overlap && approach <= 0.0) return true; /* rounding; parting already */
    double radius =
        first->sphere.radius < second->sphere.radius ? first->sphere.radius : second->sphere.radius;
    double time = stop_time(now, now + hit.fraction * rest, approach, radius);
    return heap_push(
        frame, (sim_event){time, a, b, first->version, second->version, hit.point, hit.normal});
}

static void update_swept(const sim_scene *scene, sim_frame *frame, int index) {
    const sim_ball *ball = &scene->balls[index];
    carom_vec3 p = ball->sphere.center, q = center_at(ball, scene->frame_time);
    double r = ball->sphere.radius * (1.0 + 1e-6);
    frame->swept[index] =
        (carom_aabb){make3(fmin(p.x, q.x) - r, fmin(p.y, q.y) - r, fmin(p.z, q.z) - r),
                     make3(fmax(p.x, q.x) + r, fmax(p.y, q.y) + r, fmax(p.z, q.z) + r)};
}

static bool predict_statics(sim_scene *scene, sim_frame *frame, int index) {
    for (int item = 0; item < scene->static_count; item++)
        if (!predict_static(scene, frame, index, item)) return false;
    return true;
}

/* Everything that a ball with a new course may meet. */
static bool predict_all(sim_scene *scene, sim_frame *frame, int index, int except) {
    if (!predict_statics(scene, frame, index)) return false;
    update_swept(scene, frame, index);
    for (int other = 0; other < scene->ball_count; other++) {
        if (other == index || other == except) continue;
        if (!carom_overlap_aabb_aabb(&frame->swept[index], &frame->swept[other])) continue;
        if (!predict_pair(scene, frame, index, other)) return false;
    }
    return true;
}

static const carom_aabb *sorted_boxes;
static int by_min_x(const void *a, const void *b) {
    int i = *(const int *)a, j = *(const int *)b;
    double x = sorted_boxes[i].min.x, y = sorted_boxes[j].min.x;
    return x < y ? -1 : x > y ? 1 : (i > j) - (i < j);
}

/* All first predictions of a frame; pairs by sort and sweep over the swept boxes. */
static bool predict_frame(sim_scene *scene, sim_frame *frame) {
    for (int i = 0; i < scene->ball_count; i++) {
        if (!predict_statics(scene, frame, i)) return false;
        update_swept(scene, frame, i);
        frame->order[i] = i;
    }
    sorted_boxes = frame->swept;
    qsort(frame->order, (size_t)scene->ball_count, sizeof frame->order[0], by_min_x);
    for (int i = 0; i < scene->ball_count; i++) {
        const carom_aabb *box = &frame->swept[frame->order[i]];
        for (int j = i + 1; j < scene->ball_count; j++) {
            const carom_aabb *other = &frame->swept[frame->order[j]];
            if (other->min.x > box->max.x) break;
            if (!carom_overlap_aabb_aabb(box, other)) continue;
            if (!predict_pair(scene, frame, frame->order[i], frame->order[j])) return false;
        }
    }
    return true;
}

/* Below this approach speed a bounce is gravity's doing within the frame: answered without
 * restitution, so that things come to rest. */
static double resting_speed(const sim_scene *scene) {
    return 2.0 * norm(scene->gravity) * scene->frame_time;
}

static void respond(sim_scene *scene, const sim_event *event) {
    sim_ball *a = &scene->balls[event->ball];
    sim_ball *b = event->other >= 0 ? &scene->balls[event->other] : NULL;
    carom_vec3 velocity_b = b ? b->velocity : make3(0, 0, 0);
    double approach = inner(minus(a->velocity, velocity_b), event->normal);
    double restitution = a->restitution;
    restitution *= b ? b->restitution : scene->statics[~event->other].restitution;
    if (approach < resting_speed(scene)) restitution = 0.0;
    double mass_b = b && !b->resting ? b->mass : (double)INFINITY;
    if (!b) {
        a->velocity = carom_response_wall(a->velocity, event->normal, restitution);
    } else {
        carom_body body_a = {a->velocity, a->resting ? (double)INFINITY : a->mass};
        carom_body body_b = {velocity_b, mass_b};
        carom_impact impact = carom_response_impact(&body_a, &body_b, event->normal, restitution);
        a->velocity = impact.velocity_a;
        b->velocity = impact.velocity_b;
    }
    /* A grazing contact must part, or it would be found again at once. */
    double away = -inner(minus(a->velocity, b ? b->velocity : velocity_b), event->normal);
    double least = 1e-9 * (norm(a->velocity) + (b ? norm(b->velocity) : 0.0));
    if (away < least && !a->resting)
        a->velocity = minus(a->velocity, times(event->normal, least - away));
}

static void count_impact(sim_frame *frame, sim_ball *ball) {
    ball->version++;
    if (++ball->impacts <= IMPACT_LIMIT || ball->resting) return;
    ball->resting = true;
    ball->velocity = make3(0, 0, 0);
    frame->rested++;
}

static bool handle(sim_scene *scene, sim_frame *frame, sim_event event) {
    sim_ball *a = &scene->balls[event.ball];
    sim_ball *b = event.other >= 0 ? &scene->balls[event.other] : NULL;
    if (event.version != a->version || (b && event.other_version != b->version)) return true;
    if (!advance(scene, frame, event.ball, event.time)) return false;
    if (b && !advance(scene, frame, event.other, event.time)) return false;
    respond(scene, &event);
    if (!grow((void **)&frame->impacts, &frame->impact_capacity, frame->impact_count,
              sizeof(sim_impact)))
        return false;
    frame->impacts[frame->impact_count++] =
        (sim_impact){event.time, event.ball, event.other, event.point, event.normal};
    count_impact(frame, a);
    if (b) count_impact(frame, b);
    if (!predict_all(scene, frame, event.ball, b ? event.other : -1)) return false;
    return !b || predict_all(scene, frame, event.other, -1);
}

static bool prepare(sim_scene *scene, sim_frame *frame) {
    size_t n = scene->ball_count > 0 ? (size_t)scene->ball_count : 1;
    if (!frame->swept) frame->swept = malloc(n * sizeof frame->swept[0]);
    if (!frame->order) frame->order = malloc(n * sizeof frame->order[0]);
    frame->leg_count = frame->impact_count = frame->heap_count = 0;
    for (int i = 0; i < scene->ball_count; i++) {
        sim_ball *ball = &scene->balls[i];
        ball->velocity = plus(ball->velocity, times(scene->gravity, scene->frame_time));
        ball->time = 0.0;
        ball->impacts = 0;
        ball->resting = false;
        ball->version++;
    }
    return frame->swept && frame->order;
}

bool sim_step(sim_scene *scene, sim_frame *frame) {
    if (!prepare(scene, frame) || !predict_frame(scene, frame)) return false;
    while (frame->heap_count > 0)
        if (!handle(scene, frame, heap_pop(frame))) return false;
    for (int i = 0; i < scene->ball_count; i++)
        if (!advance(scene, frame, i, scene->frame_time)) return false;
    return true;
}

void sim_frame_free(sim_frame *frame) {
    free(frame->legs);
    free(frame->impacts);
    free(frame->heap);
    free(frame->swept);
    free(frame->order);
    memset(frame, 0, sizeof *frame);
}
