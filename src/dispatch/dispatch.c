/* The generic calls: pose both shapes, find the pair in the verb's table, flip it when only the
 * other order is there, and flip the answer back. */
#include "dispatch/dispatch.h"
#include "dispatch/contains.h"
#include "dispatch/engine.h"
#include "dispatch/unbounded.h"

/* What serves a pair without a closed form. */
typedef enum pair_class { PAIR_BOUNDED, PAIR_FLAT, PAIR_PATHS, PAIR_MESH } pair_class;

static bool is_path(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_RAY || kind == CAROM_SHAPE_LINE;
}

static pair_class class_of_pair(carom_shape_kind a, carom_shape_kind b) {
    if (a == CAROM_SHAPE_MESH || b == CAROM_SHAPE_MESH) return PAIR_MESH;
    if (a == CAROM_SHAPE_PLANE || b == CAROM_SHAPE_PLANE || a == CAROM_SHAPE_HALFSPACE ||
        b == CAROM_SHAPE_HALFSPACE)
        return PAIR_FLAT;
    bool thin =
        (is_path(a) || a == CAROM_SHAPE_SEGMENT) && (is_path(b) || b == CAROM_SHAPE_SEGMENT);
    return thin && (is_path(a) || is_path(b)) ? PAIR_PATHS : PAIR_BOUNDED;
}

void carom_pose_pair(posed_pair *out, const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                     carom_pose pose_b) {
    out->valid = !carom_shape_problem(a) && !carom_shape_problem(b) &&
                 carom_shape_pose(&out->storage[0], a, pose_a) &&
                 carom_shape_pose(&out->storage[1], b, pose_b);
    out->a = &out->storage[0].shape;
    out->b = &out->storage[1].shape;
    out->flip = out->valid && pair_is_flipped(out->a, out->b);
    if (out->flip) {
        const carom_shape *first = out->a;
        out->a = out->b;
        out->b = first;
    }
}

/* Closed form, or the function that serves every pair of these classes. */
#define CHOOSE(type, verb)                                                                         \
    type *carom_##verb##_entry(carom_shape_kind a, carom_shape_kind b) {                           \
        carom_shape_kind low = a < b ? a : b, high = a < b ? b : a;                                \
        if (carom_##verb##_table[low][high]) return carom_##verb##_table[low][high];               \
        switch (class_of_pair(a, b)) {                                                             \
        case PAIR_BOUNDED: return carom_engine_##verb;                                             \
        case PAIR_FLAT: return carom_flat_##verb;                                                  \
        case PAIR_PATHS: return carom_paths_##verb;                                                \
        default: return NULL;                                                                      \
        }                                                                                          \
    }

CHOOSE(overlap_pair, overlap)
CHOOSE(closest_pair, closest)
CHOOSE(penetration_pair, penetration)

static classify_pair *classify_entry(carom_shape_kind a, carom_shape_kind b) {
    carom_shape_kind low = a < b ? a : b, high = a < b ? b : a;
    if (carom_classify_table[low][high]) return carom_classify_table[low][high];
    return class_of_pair(a, b) == PAIR_MESH ? NULL : carom_engine_classify;
}

/* Of a moving A; a closed form may exist only for the other order. */
static sweep_pair *sweep_entry(carom_shape_kind a, carom_shape_kind b, bool *flip) {
    *flip = !carom_sweep_table[a][b] && carom_sweep_table[b][a];
    sweep_pair *closed = *flip ? carom_sweep_table[b][a] : carom_sweep_table[a][b];
    if (closed) return closed;
    switch (class_of_pair(a, b)) {
    case PAIR_BOUNDED: return carom_engine_sweep;
    case PAIR_FLAT: return carom_flat_sweep;
    case PAIR_PATHS: return carom_paths_sweep;
    default: return NULL;
    }
}

bool carom_shape_supports(carom_verb verb, carom_shape_kind a, carom_shape_kind b) {
    bool flip;
    if ((unsigned)a >= CAROM_SHAPE_KINDS || (unsigned)b >= CAROM_SHAPE_KINDS) return false;
    switch (verb) {
    case CAROM_VERB_OVERLAP: return carom_overlap_entry(a, b) != NULL;
    case CAROM_VERB_CLASSIFY: return classify_entry(a, b) != NULL;
    case CAROM_VERB_CLOSEST: return carom_closest_entry(a, b) != NULL;
    case CAROM_VERB_PENETRATION: return carom_penetration_entry(a, b) != NULL;
    case CAROM_VERB_RAYCAST: return carom_raycast_table[a][b] != NULL;
    case CAROM_VERB_SWEEP: return sweep_entry(a, b, &flip) != NULL;
    }
    return false;
}

bool carom_overlap(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                   carom_pose pose_b) {
    posed_pair pair;
    carom_pose_pair(&pair, a, pose_a, b, pose_b);
    overlap_pair *test = pair.valid ? carom_overlap_entry(pair.a->kind, pair.b->kind) : NULL;
    return test && test(pair.a, pair.b);
}

carom_relation carom_classify(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                              carom_pose pose_b) {
    posed_pair pair;
    carom_pose_pair(&pair, a, pose_a, b, pose_b);
    classify_pair *test = pair.valid ? classify_entry(pair.a->kind, pair.b->kind) : NULL;
    carom_relation relation = test ? test(pair.a, pair.b) : CAROM_DISJOINT;
    if (!pair.flip) return relation;
    /* equal sets contain each other, whichever comes first */
    if (relation == CAROM_CONTAINS && carom_contains(pair.b, pair.a)) return CAROM_CONTAINS;
    return relation == CAROM_CONTAINS ? CAROM_INSIDE
           : relation == CAROM_INSIDE ? CAROM_CONTAINS
                                      : relation;
}

carom_closest_any carom_closest(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                                carom_pose pose_b) {
    posed_pair pair;
    carom_pose_pair(&pair, a, pose_a, b, pose_b);
    closest_pair *test = pair.valid ? carom_closest_entry(pair.a->kind, pair.b->kind) : NULL;
    if (!test) return (carom_closest_any){.distance = (carom_real)INFINITY};
    carom_closest_any c = test(pair.a, pair.b);
    return pair.flip ? closest_swapped(c) : c;
}

carom_ray_hit carom_raycast(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                            carom_pose pose_b) {
    static const carom_ray_hit miss;
    carom_posed_shape ray, target;
    if (carom_shape_problem(a) || carom_shape_problem(b) || !carom_shape_pose(&ray, a, pose_a) ||
        !carom_shape_pose(&target, b, pose_b))
        return miss;
    raycast_pair *test = carom_raycast_table[ray.shape.kind][target.shape.kind];
    return test ? test(&ray.shape, &target.shape) : miss;
}

carom_penetration carom_penetrate(const carom_shape *a, carom_pose pose_a, const carom_shape *b,
                                  carom_pose pose_b) {
    posed_pair pair;
    carom_pose_pair(&pair, a, pose_a, b, pose_b);
    penetration_pair *test =
        pair.valid ? carom_penetration_entry(pair.a->kind, pair.b->kind) : NULL;
    carom_penetration none = {.overlap = false};
    carom_penetration p = test ? test(pair.a, pair.b) : none;
    if (!pair.flip) return p;
    carom_penetration swapped = p;
    swapped.normal = store3(neg3(load3(p.normal)));
    swapped.point_a = p.point_b;
    swapped.point_b = p.point_a;
    return swapped;
}

carom_sweep_hit carom_sweep(const carom_moving_shape *a, const carom_moving_shape *b) {
    static const carom_sweep_hit miss;
    carom_posed_shape posed_a, posed_b;
    vec3 motion_a = load3(a->motion), motion_b = load3(b->motion);
    if (carom_shape_problem(a->shape) || carom_shape_problem(b->shape) || !finite3(motion_a) ||
        !finite3(motion_b) || !carom_shape_pose(&posed_a, a->shape, a->pose) ||
        !carom_shape_pose(&posed_b, b->shape, b->pose))
        return miss;
    const carom_shape *first = &posed_a.shape, *second = &posed_b.shape;
    bool flip;
    sweep_pair *test = sweep_entry(first->kind, second->kind, &flip);
    if (!test) return miss;
    vec3 relative = flip ? sub3(motion_b, motion_a) : sub3(motion_a, motion_b);
    carom_sweep_hit hit =
        flip ? test(second, store3(relative), first) : test(first, store3(relative), second);
    if (!hit.hit) return hit;
    /* from the frame in which the second of the table's pair stands */
    hit.point = store3(mad3(load3(hit.point), flip ? motion_a : motion_b, (double)hit.fraction));
    if (flip) hit.normal = store3(neg3(load3(hit.normal)));
    return hit;
}
