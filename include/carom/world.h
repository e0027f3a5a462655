/* carom: a world of colliders that stand and move: which of them touch, since when, and when fast
 * ones first meet.
 *
 * Static scenery lies in one structure that is built once, all else in another that is refitted at
 * each step. A step moves what has a velocity, finds the pairs whose boxes meet, and asks the exact
 * queries of dispatch.h about them. All answers are the same, bit for bit, for any number of
 * threads and any kind of structure.
 *
 * Ids are values. An id of a collider that was removed is stale for good: functions that change
 * say CAROM_ERROR_INDEX, questions answer as documented. The zeroed id is never in use.
 *
 * Questions may be asked from several threads at once, but not while the world is changed. A task
 * hook or an allocator that calls back into a world in the middle of a change gets
 * CAROM_ERROR_ARGUMENT, and changes nothing. */
#ifndef CAROM_WORLD_H
#define CAROM_WORLD_H

#include "carom/contact.h"
#include "carom/dispatch.h"
#include "carom/space.h"
#include "carom/tasks.h"

CAROM_BEGIN

typedef struct carom_world carom_world;

/** Names a collider. */
typedef struct carom_collider_id {
    uint32_t index, generation;
} carom_collider_id;

typedef enum carom_collider_kind {
    CAROM_COLLIDER_STATIC = 0, /**< scenery: meets only what is not static; has no velocity */
    CAROM_COLLIDER_MOVING,     /**< goes where its velocity leads; of the response's bodies */
    CAROM_COLLIDER_SENSOR      /**< goes where its velocity leads; touches, but never hinders */
} carom_collider_kind;

/** A pair is looked at when each one's category has a bit in the other's mask. */
typedef struct carom_collider_def {
    /** Copied, with a polygon's vertices and a k-DOP's slabs; hulls, meshes and height fields are
     * referred to and must outlive the collider. */
    carom_shape shape;
    carom_collider_kind kind;
    carom_pose pose;
    carom_vec3 velocity;
    carom_vec3 angular_velocity; /**< radians per unit of time, about the origin of the pose */
    uint32_t category, mask;     /**< both 0: category 1, every bit in the mask */
    carom_real mass;             /**< 0 or infinite: no impact moves it */
    carom_real restitution;      /**< 0 to 1; that of a pair is the product */
    uint64_t user;
} carom_collider_def;

/* ---- the world */

/** A zeroed definition is a world on brute force, without threads and without response. */
typedef struct carom_world_def {
    carom_space_kind static_kind, moving_kind; /**< carom_world_defaults chooses the best */
    carom_real margin;                         /**< of the moving structure, see carom_space_def */
    uint32_t threads;      /**< of the world's own pool, at most CAROM_WORLD_THREADS; 0: none is
                                ever started */
    carom_task_hook tasks; /**< both functions given: instead of the pool */
    bool response;         /**< moving colliders bounce; see carom_world_step */
    carom_vec3 gravity;    /**< acceleration of moving colliders that have a mass */
    bool paths;            /**< keep what carom_world_paths tells */
    uint32_t impact_limit; /**< of one collider in one step, after which it waits for the next;
                                0: 64 */
    bool contacts;         /**< events of touching pairs carry normal, depth and point */
    carom_allocator allocator;
} carom_world_def;

/** Most threads of a world's pool. */
#define CAROM_WORLD_THREADS CAROM_TASK_THREADS

/** @return a definition with the structures that suit moving scenes, and contacts. */
CAROM_API carom_world_def carom_world_defaults(void);

CAROM_API carom_status carom_world_create(carom_world **world, const carom_world_def *def);
CAROM_API void carom_world_destroy(carom_world *world);

/** @errors CAROM_ERROR_ARGUMENT: an invalid shape (carom_shape_problem), a rotation that is
 * not of unit length (carom_pose), a static collider with a velocity, mass or restitution outside
 * its range; CAROM_ERROR_NOT_FINITE, _MEMORY, _LIMIT. */
CAROM_API carom_status carom_world_insert(carom_world *world, const carom_collider_def *def,
                                          carom_collider_id *id);
/** Its pairs end at the next step. */
CAROM_API carom_status carom_world_remove(carom_world *world, carom_collider_id id);
/** Puts a collider, static ones too, somewhere else at once. */
CAROM_API carom_status carom_world_move(carom_world *world, carom_collider_id id, carom_pose pose);
CAROM_API carom_status carom_world_set_velocity(carom_world *world, carom_collider_id id,
                                                carom_vec3 velocity, carom_vec3 angular_velocity);
CAROM_API carom_status carom_world_set_filter(carom_world *world, carom_collider_id id,
                                              uint32_t category, uint32_t mask);
CAROM_API carom_status carom_world_set_user(carom_world *world, carom_collider_id id,
                                            uint64_t user);

CAROM_API bool carom_world_contains(const carom_world *world, carom_collider_id id);
/** What it was made from, as it is now; the arrays of the shape are the world's. All zero for a
 * stale id. */
CAROM_API carom_collider_def carom_world_collider(const carom_world *world, carom_collider_id id);
/** Colliders in use. */
CAROM_API size_t carom_world_count(const carom_world *world);
/** One more than the largest index ever given. */
CAROM_API size_t carom_world_slots(const carom_world *world);
/** The id of the collider at an index below carom_world_slots; zero when there is none. */
CAROM_API carom_collider_id carom_world_id(const carom_world *world, uint32_t index);
/** Bytes that the world holds, scratch memory included. */
CAROM_API size_t carom_world_memory(const carom_world *world);

/* ---- a step */

typedef enum carom_event_kind {
    CAROM_EVENT_BEGIN = 0, /**< touches now, and did not in the step before */
    CAROM_EVENT_STAY,      /**< touches still */
    CAROM_EVENT_END        /**< touches no more, or one of the two was removed: its id is stale */
} carom_event_kind;

/** A pair touches in a step when it overlaps at the end of the step or meets during the step. A
 * mesh is its surface; two meshes are looked at only at the end of a step, and have no normal. */
typedef struct carom_world_event {
    carom_event_kind kind;
    carom_collider_id a, b; /**< a.index < b.index */
    carom_vec3 normal,
        point; /**< unit, from A to B; zero without contacts, at an end, for a pair
                    that met only during the step, and where the pair has no normal */
    carom_real depth;
    carom_subshape sub_a, sub_b; /**< at `point`. @since 0.2.0 */
} carom_world_event;

/** A first contact during the step. Pairs in contact when the step began have none. */
typedef struct carom_world_impact {
    carom_real time; /**< since the step began, 0 to dt */
    carom_collider_id a, b;
    carom_vec3 point, normal;    /**< normal: unit, from A to B */
    carom_subshape sub_a, sub_b; /**< what meets. @since 0.2.0 */
} carom_world_impact;

/** A stretch of a step on which a collider moved and turned evenly. */
typedef struct carom_world_path {
    carom_collider_id id;
    carom_real start, end; /**< since the step began, 0 to dt */
    carom_pose from;       /**< at `start` */
    carom_vec3 velocity, angular_velocity;
} carom_world_path;

/** What the last step had to do. */
typedef struct carom_world_counts {
    size_t pairs;        /**< looked at, because their boxes met, of two that are not static */
    size_t pairs_static; /**< one of them static */
    size_t waiting;      /**< colliders that met impact_limit */
} carom_world_counts;

/** Moves the world on by dt >= 0. Gravity is added to velocities first; paths are straight.
 *
 * Without response everything goes straight to the end of its motion. Impacts are reported of
 * pairs in which one is fast: it moves, relative to the other, by more than half the least side of
 * its box, so that it might be through before the step ends.
 * With response moving colliders stop at their first impact, bounce, and go on with the time that
 * is left; each pair is then watched all the time, and nothing passes through anything by moving or
 * turning (of turning meshes, and of meshes against each other, only the moving is watched). An
 * impact is carom_response_impact of the velocities where they meet, turning included; it changes
 * velocities, and multiplies angular velocities by the restitution: there is no inertia. An
 * approach slower than what gravity adds in two steps counts as one without restitution, so that
 * things come to rest.
 * @errors CAROM_ERROR_MEMORY; CAROM_ERROR_NOT_FINITE when something would leave the range of
 * numbers, CAROM_ERROR_ARGUMENT for dt. The world is as it was then. */
CAROM_API carom_status carom_world_step(carom_world *world, carom_real dt);
/** Rebuilds the structure of the scenery after changes, as a step does: for worlds that are only
 * asked. */
CAROM_API carom_status carom_world_build(carom_world *world);

/** Of the last step, in ascending order of a.index, then b.index; valid until the next one. */
CAROM_API const carom_world_event *carom_world_events(const carom_world *world, size_t *count);
/** Of the last step, in ascending order of time, then a.index, then b.index. */
CAROM_API const carom_world_impact *carom_world_impacts(const carom_world *world, size_t *count);
/** With `paths` in the definition, how everything that is not static went in the last step: for
 * each collider in ascending order of time, without a gap. */
CAROM_API const carom_world_path *carom_world_paths(const carom_world *world, size_t *count);
CAROM_API carom_world_counts carom_world_last_counts(const carom_world *world);
/** The contact of two colliders as they stand now: see carom_contact. @return the count */
CAROM_API int32_t carom_world_contact(const carom_world *world, carom_collider_id a,
                                      carom_collider_id b, carom_contact_manifold *manifold);

/* ---- questions: of colliders with a category bit in `mask`, sensors included */

/** Whether a question looks at a collider. It must not change the world.
 * @since 0.2.0 */
typedef bool carom_world_filter(carom_collider_id id, const carom_collider_def *def, void *user);

/** What a question leaves out; zeroed: nothing.
 * @since 0.2.0 */
typedef struct carom_world_options {
    const carom_collider_id *excluded; /**< these are not looked at; stale ids do no harm */
    size_t excluded_count;
    /** Of the shape that asks: only colliders with one of these bits in their mask count. 0: masks
     * of colliders are not read. */
    uint32_t category;
    bool skip_sensors;
    carom_world_filter *filter; /**< null: all. Called where boxes meet, in no certain order */
    void *user;                 /**< passed to `filter` */
    /** Of sweeps alone: with ignore_receding contact at the start is no hit where the motion leads
     * out of it; see dispatch.h. */
    carom_sweep_options sweep;
} carom_world_options;

typedef struct carom_world_hit {
    carom_collider_id id;
    carom_real t;                /**< the ray's parameter, or the fraction of a motion */
    carom_vec3 point, normal;    /**< as in carom_raycast; of a sweep as in carom_sweep */
    bool initial_overlap;        /**< the ray starts inside, the shape in contact */
    carom_vec3 barycentric;      /**< of a ray's point in the triangle that is hit. @since 0.2.0 */
    carom_subshape sub_a, sub_b; /**< of the probe, of the collider. @since 0.2.0 */
} carom_world_hit;

/** A shape, where it stands, how far it goes (sweeps only), and what it is to meet. */
typedef struct carom_world_probe {
    const carom_shape *shape;
    carom_pose pose;
    carom_vec3 motion;
    uint32_t mask;
    const carom_world_options *options; /**< may be null. @since 0.2.0 */
} carom_world_probe;

/** How a collider bounds the motion of a shape that is near it: as long as the collider is what
 * the plane shows of it, moving the shape by d leaves it free while dot(normal, d) <= gap.
 * @since 0.2.0 */
typedef struct carom_world_plane {
    carom_collider_id id;
    carom_vec3 normal;           /**< unit, from the shape to the collider; freed of inner edges */
    carom_real gap;              /**< distance along the normal; negative: so deep in it */
    carom_vec3 point;            /**< on the collider: the deepest or nearest of the manifold */
    carom_subshape sub_a, sub_b; /**< of the probe, of the collider, at `point` */
} carom_world_plane;

typedef struct carom_world_near {
    carom_collider_id id;
    carom_real distance;
    carom_vec3 point_a, point_b; /**< on the probe, on the collider */
    carom_subshape sub_a, sub_b; /**< the same. @since 0.2.0 */
} carom_world_near;

/** The first collider that the ray hits; of two at the same t that of the lower index. A mesh is
 * its surface. @return false, and a zeroed hit, when there is none */
CAROM_API bool carom_world_raycast(const carom_world *world, const carom_ray *ray, uint32_t mask,
                                   carom_world_hit *hit);
/** Every collider that the ray hits, each where it is hit first, in ascending order of t, then
 * index: the first `capacity` of them. @return their count, whatever the capacity */
CAROM_API size_t carom_world_raycast_all(const carom_world *world, const carom_ray *ray,
                                         uint32_t mask, carom_world_hit *hits, size_t capacity);
/** carom_world_raycast of a probe whose shape is a ray in the common frame: its pose and motion are
 * not read. @since 0.2.0 */
CAROM_API bool carom_world_raycast_probe(const carom_world *world, const carom_world_probe *probe,
                                         carom_world_hit *hit);
/** carom_world_raycast_all of such a probe. @since 0.2.0 */
CAROM_API size_t carom_world_raycast_probe_all(const carom_world *world,
                                               const carom_world_probe *probe,
                                               carom_world_hit *hits, size_t capacity);
/** The first collider that a moving shape meets. */
CAROM_API bool carom_world_sweep(const carom_world *world, const carom_world_probe *probe,
                                 carom_world_hit *hit);
CAROM_API size_t carom_world_sweep_all(const carom_world *world, const carom_world_probe *probe,
                                       carom_world_hit *hits, size_t capacity);
/** The colliders that overlap the shape, in ascending order of index: the first `capacity` of
 * them. @return their count, whatever the capacity */
CAROM_API size_t carom_world_overlap(const carom_world *world, const carom_world_probe *probe,
                                     carom_collider_id *ids, size_t capacity);
/** The `capacity` colliders nearest to the shape, in ascending order of distance, then index.
 * Colliders that carom_closest does not answer with it are left out. @return how many */
CAROM_API size_t carom_world_nearest(const carom_world *world, const carom_world_probe *probe,
                                     carom_world_near *nearest, size_t capacity);
/** The contact planes of all colliders that are at most `margin` away from the shape, one for each
 * manifold of carom_contact_several, in ascending order of gap, then index: the first `capacity` of
 * them. @return their count, whatever the capacity; 0 for a margin that is negative or not finite
 * @degenerate Pairs without a manifold have the plane of carom_penetrate; two surfaces none.
 * @since 0.2.0 */
CAROM_API size_t carom_world_planes(const carom_world *world, const carom_world_probe *probe,
                                    carom_real margin, carom_world_plane *planes, size_t capacity);

/* ---- saving */

/** The hulls, meshes, height fields, compounds and cores of rounded shapes of a saved world, which
 * is stored without them: by their place here. */
typedef struct carom_world_assets {
    const carom_hull *const *hulls;
    size_t hull_count;
    const carom_mesh *const *meshes;
    size_t mesh_count;
    const carom_heightfield *const *heightfields;
    size_t heightfield_count;
    const carom_compound *const *compounds;
    size_t compound_count;
    const carom_shape *const *cores; /**< carom_rounded_shape. @since 0.2.0 */
    size_t core_count;
} carom_world_assets;

/** Writes the whole world, settings and touching pairs included, in a form that is the same on
 * every machine.
 * @param size the buffer's size going in, the file's coming out; with a null buffer nothing is
 * written
 * @errors CAROM_ERROR_LIMIT: the buffer is too small; CAROM_ERROR_INDEX: a hull, mesh,
 * height field, compound or core is not among the assets; CAROM_ERROR_ARGUMENT: a shape is given by
 * its support function, which no file holds. */
CAROM_API carom_status carom_world_save(const carom_world *world, const carom_world_assets *assets,
                                        void *buffer, size_t *size);
/** Makes a world as it was saved; steps then give the same bits. Of the definition only threads,
 * tasks and allocator count; it may be null.
 * @errors CAROM_ERROR_ARGUMENT for data that carom_world_save of this precision did not write, or
 * that were changed since; CAROM_ERROR_INDEX: an asset is missing; CAROM_ERROR_MEMORY. */
CAROM_API carom_status carom_world_load(carom_world **world, const carom_world_def *def,
                                        const carom_world_assets *assets, const void *data,
                                        size_t size);

CAROM_END

#endif
