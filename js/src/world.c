/* Colliders that stand and move. An id is 64 bits: index and generation, as they lie in memory. */
#include "exports.h"

/* `gravity` are three numbers. */
carom_world *EXPORT(world_create)(const carom_real *gravity, int response, int contacts) {
    carom_world_def def = carom_world_defaults();
    def.gravity = read3(gravity);
    def.response = response != 0;
    def.contacts = contacts != 0;
    carom_world *world = NULL;
    const carom_status status = carom_world_create(&world, &def);
    return made(status, world);
}

void EXPORT(world_destroy)(carom_world *world) {
    carom_world_destroy(world);
}

size_t EXPORT(world_count)(const carom_world *world) {
    return carom_world_count(world);
}

/* A row of numbers of the many that colliders have: one for all, or one each. */
typedef struct column {
    const carom_real *numbers;
    size_t count;
} column;

static const carom_real *row(const column *of, size_t i, size_t width) {
    return of->numbers + (of->count == 1 ? 0 : width * i);
}

typedef struct colliders {
    const carom_shape *shapes;
    size_t shape_count, count;
    column poses, velocities, turns, masses, restitutions;
    uint32_t kind, category, mask, bad; /* `bad`: the place of the first that is refused */
} colliders;

/* @return a status; those before the one that is refused have been added */
int EXPORT(world_insert)(carom_world *world, colliders *all, carom_collider_id *ids) {
    for (size_t i = 0; i < all->count; i++) {
        const carom_collider_def def = {.shape = all->shapes[all->shape_count == 1 ? 0 : i],
                                        .kind = (carom_collider_kind)all->kind,
                                        .pose = read_pose(row(&all->poses, i, 7)),
                                        .velocity = read3(row(&all->velocities, i, 3)),
                                        .angular_velocity = read3(row(&all->turns, i, 3)),
                                        .category = all->category,
                                        .mask = all->mask,
                                        .mass = *row(&all->masses, i, 1),
                                        .restitution = *row(&all->restitutions, i, 1)};
        const carom_status status = carom_world_insert(world, &def, &ids[i]);
        all->bad = (uint32_t)i;
        if (status != CAROM_OK) return (int)status;
    }
    return CAROM_OK;
}

int EXPORT(world_remove)(carom_world *world, const carom_collider_id *ids, size_t count,
                         uint32_t *bad) {
    for (size_t i = 0; i < count; i++) {
        const carom_status status = carom_world_remove(world, ids[i]);
        *bad = (uint32_t)i;
        if (status != CAROM_OK) return (int)status;
    }
    return CAROM_OK;
}

int EXPORT(world_move)(carom_world *world, const carom_collider_id *ids, size_t count,
                       const column *poses, uint32_t *bad) {
    for (size_t i = 0; i < count; i++) {
        const carom_status status = carom_world_move(world, ids[i], read_pose(row(poses, i, 7)));
        *bad = (uint32_t)i;
        if (status != CAROM_OK) return (int)status;
    }
    return CAROM_OK;
}

/* `velocities` are two columns, the second of angular ones. */
int EXPORT(world_set_velocity)(carom_world *world, const carom_collider_id *ids, size_t count,
                               const column velocities[2], uint32_t *bad) {
    for (size_t i = 0; i < count; i++) {
        const carom_status status = carom_world_set_velocity(
            world, ids[i], read3(row(&velocities[0], i, 3)), read3(row(&velocities[1], i, 3)));
        *bad = (uint32_t)i;
        if (status != CAROM_OK) return (int)status;
    }
    return CAROM_OK;
}

/* @return the place of the first id that is stale, or -1 */
int32_t EXPORT(world_states)(const carom_world *world, const carom_collider_id *ids, size_t count,
                             carom_real *poses, carom_real *velocities, carom_real *turns) {
    for (size_t i = 0; i < count; i++) {
        if (!carom_world_contains(world, ids[i])) return (int32_t)i;
        const carom_collider_def def = carom_world_collider(world, ids[i]);
        memcpy(poses + 7 * i, &def.pose, 7 * sizeof *poses);
        write3(velocities + 3 * i, def.velocity);
        write3(turns + 3 * i, def.angular_velocity);
    }
    return -1;
}

int EXPORT(world_step)(carom_world *world, carom_real dt) {
    return (int)carom_world_step(world, dt);
}

/* How many events and impacts the last step had. */
void EXPORT(world_last)(const carom_world *world, size_t counts[2]) {
    carom_world_events(world, &counts[0]);
    carom_world_impacts(world, &counts[1]);
}

typedef struct events {
    int32_t *kind;
    carom_collider_id *a, *b;
    carom_real *normal, *point, *depth;
} events;

void EXPORT(world_events)(const carom_world *world, const events *out) {
    size_t count;
    const carom_world_event *all = carom_world_events(world, &count);
    for (size_t i = 0; i < count; i++) {
        out->kind[i] = (int32_t)all[i].kind;
        out->a[i] = all[i].a;
        out->b[i] = all[i].b;
        write3(out->normal + 3 * i, all[i].normal);
        write3(out->point + 3 * i, all[i].point);
        out->depth[i] = all[i].depth;
    }
}

typedef struct impacts {
    carom_real *time;
    carom_collider_id *a, *b;
    carom_real *point, *normal;
} impacts;

void EXPORT(world_impacts)(const carom_world *world, const impacts *out) {
    size_t count;
    const carom_world_impact *all = carom_world_impacts(world, &count);
    for (size_t i = 0; i < count; i++) {
        out->time[i] = all[i].time;
        out->a[i] = all[i].a;
        out->b[i] = all[i].b;
        write3(out->point + 3 * i, all[i].point);
        write3(out->normal + 3 * i, all[i].normal);
    }
}

/* ---- questions: first hits; in a miss the id is 0 and t infinite */

typedef struct hits {
    carom_collider_id *id;
    carom_real *t, *point, *normal;
    uint8_t *initial_overlap;
} hits;

static void write_hit(const hits *out, size_t i, bool found, const carom_world_hit *hit) {
    out->id[i] = hit->id;
    out->t[i] = found ? hit->t : (carom_real)INFINITY;
    write3(out->point + 3 * i, hit->point);
    write3(out->normal + 3 * i, hit->normal);
    out->initial_overlap[i] = hit->initial_overlap;
}

void EXPORT(world_raycast)(const carom_world *world, const carom_real *rays, size_t count,
                           const carom_real *range, uint32_t mask, const hits *out) {
    for (size_t i = 0; i < count; i++) {
        const carom_ray ray = {read3(rays + 6 * i), read3(rays + 6 * i + 3), range[0], range[1]};
        carom_world_hit hit = {0};
        const bool found = carom_world_raycast(world, &ray, mask, &hit);
        write_hit(out, i, found, &hit);
    }
}

/* Shapes, where they stand and how they move. */
typedef struct probes {
    const carom_shape *shapes;
    size_t shape_count, count;
    column poses, motions;
    uint32_t mask;
} probes;

static carom_world_probe probe_at(const probes *all, size_t i) {
    return (carom_world_probe){.shape = &all->shapes[all->shape_count == 1 ? 0 : i],
                               .pose = read_pose(row(&all->poses, i, 7)),
                               .motion = read3(row(&all->motions, i, 3)),
                               .mask = all->mask};
}

void EXPORT(world_sweep)(const carom_world *world, const probes *all, const hits *out) {
    for (size_t i = 0; i < all->count; i++) {
        const carom_world_probe probe = probe_at(all, i);
        carom_world_hit hit = {0};
        const bool found = carom_world_sweep(world, &probe, &hit);
        write_hit(out, i, found, &hit);
    }
}

/* The ids of the colliders that each probe overlaps, one after another: counts[i] of probe i. */
void *EXPORT(world_overlap)(const carom_world *world, const probes *all, uint32_t *counts,
                            size_t *bytes) {
    list found = {0};
    for (size_t i = 0; i < all->count; i++) {
        const carom_world_probe probe = probe_at(all, i);
        const size_t count = carom_world_overlap(world, &probe, NULL, 0);
        carom_collider_id *ids = malloc((count + 1) * sizeof *ids);
        if (ids) carom_world_overlap(world, &probe, ids, count);
        if (ids) list_add(&found, ids, count * sizeof *ids);
        found.failed = found.failed || !ids;
        free(ids);
        counts[i] = (uint32_t)count;
    }
    return list_end(&found, bytes);
}

typedef struct nearest {
    carom_collider_id *id;
    carom_real *distance, *point_a, *point_b;
} nearest;

/* The `each` colliders nearest to each probe; places without one have id 0 and distance infinite.
 * @return 0 for want of memory */
int EXPORT(world_nearest)(const carom_world *world, const probes *all, size_t each,
                          const nearest *out) {
    carom_world_near *found = malloc((each + 1) * sizeof *found);
    if (!found) return 0;
    for (size_t i = 0; i < all->count; i++) {
        const carom_world_probe probe = probe_at(all, i);
        const size_t count = carom_world_nearest(world, &probe, found, each);
        for (size_t k = 0; k < each; k++) {
            const carom_world_near none = {.distance = (carom_real)INFINITY};
            const carom_world_near *one = k < count ? &found[k] : &none;
            const size_t at = i * each + k;
            out->id[at] = one->id;
            out->distance[at] = one->distance;
            write3(out->point_a + 3 * at, one->point_a);
            write3(out->point_b + 3 * at, one->point_b);
        }
    }
    free(found);
    return 1;
}
