/* Queries of two surfaces (own method). Two meshes use their own functions. With a height field,
 * the first surface's triangles are posed and queried against the second one by one, and the
 * boxes of its nodes before them by the same query, in the order of their bounds: a box that
 * does not touch, or not in time, or is not near enough, contains no triangle that does. Ties go
 * to the lower triangle of the first surface. */
#include "surface/pair/surface_pair_queries.h"

#include "carom/mesh_moving.h"
#include "math/pose.h"
#include "surface/surface_depth.h"
#include "surface/surface_motion.h"
#include "surface/surface_within.h"
#include "pair/pair_penetration.h"
#include "math/boxes.h"
#include "mesh/pair/pair_closest.h"
#include "mesh/pair/point_in_mesh.h"
#include "surface/pair/tolerances.h"

static carom_placed_mesh placed_of(const carom_posed_shape *posed) {
    return (carom_placed_mesh){.mesh = posed->shape.as.mesh, .pose = posed->pose};
}

static bool are_meshes(const carom_posed_shape *a, const carom_posed_shape *b) {
    return a->shape.kind == CAROM_SHAPE_MESH && b->shape.kind == CAROM_SHAPE_MESH;
}

/* ---- one surface by its triangles */

/* A part of the first surface, a triangle or a box that holds some, and its query. */
typedef struct part_storage {
    carom_posed_shape part;
    surface_query query;
} part_storage;

typedef struct surface_pair_walk {
    surface first;
    const carom_posed_shape *a, *b;
    part_storage *storage;
    double limit;
    carom_real distance; /* of carom_surface_pair_within; of closest points: the limit */
    carom_vec3 motion;
    const carom_sweep_options *options;
    uint32_t triangle;
    bool found;
    union { /* by the verb */
        carom_closest_any closest;
        carom_penetration depth;
        carom_sweep_hit hit;
    };
} surface_pair_walk;

/* In a block of the workspace. */
typedef struct surface_pair_work {
    surface_pair_walk walk;
    part_storage storage;
} surface_pair_work;
_Static_assert(sizeof(surface_pair_work) <= WORKSPACE_PLACED_BYTES, "the block holds it");

static surface_pair_walk *begin_pair_walk(const carom_posed_shape *a, const carom_posed_shape *b) {
    surface_pair_work *work = carom_workspace_take(WORKSPACE_SURFACE_PAIR);
    surface_pair_walk *walk = &work->walk; /* first in the block */
    walk->storage = &work->storage;
    walk->first = carom_surface_of(&a->shape);
    walk->a = a;
    walk->b = b;
    walk->limit = DBL_MAX;
    walk->found = false;
    return walk;
}

static void visit_first(surface_pair_walk *walk, surface_key *key, surface_leaf *leaf) {
    carom_aabb box;
    const surface_visitor by = {key, leaf, walk, &walk->limit, WORKSPACE_TRIANGLES_OF_PAIR};
    if (carom_surface_bounds(&walk->first, &box)) carom_surface_visit(&walk->first, &by);
}

/* Poses a box of the first surface, grown by the rounding of posing.
 * @return null where it cannot be posed */
static const carom_posed_shape *box_of_first(const surface_pair_walk *walk, vec3 low, vec3 high) {
    carom_shape box = {.kind = CAROM_SHAPE_AABB};
    double size = max_abs3(low) + max_abs3(high) + max_abs3(load3(walk->a->pose.position));
    double margin = POSED_VERTEX_ROUNDING * size;
    box.as.aabb.min = store3(sub3(low, vec(margin, margin, margin)));
    box.as.aabb.max = store3(add3(high, vec(margin, margin, margin)));
    carom_posed_shape *out = &walk->storage->part;
    return carom_shape_pose(out, &box, walk->a->pose) ? out : NULL;
}

static void pose_part(carom_posed_shape *out, carom_pose pose, const carom_triangle *at) {
    carom_triangle t;
    for (int i = 0; i < 3; i++)
        t.v[i] = carom_posed_point(pose, at->v[i]);
    *out = posed_triangle(&t);
}

static const carom_posed_shape *part_of_first(const surface_pair_walk *walk,
                                              const carom_triangle *at) {
    pose_part(&walk->storage->part, walk->a->pose, at);
    return &walk->storage->part;
}

/* ---- overlap */

static double first_overlap_key(const void *context, vec3 low, vec3 high) {
    const surface_pair_walk *walk = context;
    const carom_posed_shape *box = box_of_first(walk, low, high);
    return !box || carom_surface_overlap_in(&walk->storage->query, box, walk->b) ? 0.0 : DBL_MAX;
}

static void first_overlap_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    surface_pair_walk *walk = context;
    const carom_posed_shape *part = part_of_first(walk, at);
    (void)triangle;
    walk->found = carom_surface_overlap_in(&walk->storage->query, part, walk->b);
    if (walk->found) walk->limit = -1.0;
}

bool carom_surface_pair_overlap(const carom_posed_shape *a, const carom_posed_shape *b) {
    if (are_meshes(a, b)) {
        carom_placed_mesh mesh_a = placed_of(a), mesh_b = placed_of(b);
        return carom_overlap_mesh_mesh(&mesh_a, &mesh_b);
    }
    surface_pair_walk *walk = begin_pair_walk(a, b);
    visit_first(walk, first_overlap_key, first_overlap_leaf);
    const bool found = walk->found;
    carom_workspace_give(walk);
    return found;
}

/* ---- closest points */

static double first_closest_key(const void *context, vec3 low, vec3 high) {
    const surface_pair_walk *walk = context;
    const carom_posed_shape *box = box_of_first(walk, low, high);
    if (!box) return 0.0;
    const carom_closest_any c =
        carom_surface_closest_in(&walk->storage->query, box, walk->b, (carom_real)INFINITY);
    const double gap = (double)c.lower_bound;
    return gap <= DBL_MAX ? gap * (1.0 - BOX_QUERY_ROUNDING) : 0.0;
}

static void first_closest_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    surface_pair_walk *walk = context;
    const carom_posed_shape *part = part_of_first(walk, at);
    carom_closest_any c =
        carom_surface_closest_in(&walk->storage->query, part, walk->b, walk->distance);
    carom_real best = walk->closest.distance;
    if (!comes_before(c.distance, triangle, best, walk->triangle)) return;
    walk->closest = c;
    walk->closest.sub_a = subshape_of_triangle(triangle);
    walk->triangle = triangle;
    walk->limit = min2((double)c.distance, walk->limit);
}

static CAROM_APART carom_closest_any closest_of_meshes(const carom_posed_shape *a,
                                                       const carom_posed_shape *b,
                                                       carom_real limit) {
    carom_placed_mesh mesh_a = placed_of(a), mesh_b = placed_of(b);
    carom_mesh_pair_closest c = carom_mesh_pair_nearest(&mesh_a, &mesh_b, limit);
    return (carom_closest_any){.distance = c.distance,
                               .lower_bound = c.distance,
                               .point_a = c.point_a,
                               .point_b = c.point_b,
                               .sub_a = subshape_of_triangle(c.triangle_a),
                               .sub_b = subshape_of_triangle(c.triangle_b)};
}

carom_closest_any carom_surface_pair_closest(const carom_posed_shape *a, const carom_posed_shape *b,
                                             carom_real limit) {
    if (are_meshes(a, b)) return closest_of_meshes(a, b, limit);
    surface_pair_walk *walk = begin_pair_walk(a, b);
    walk->distance = limit;
    walk->limit = min2(widen_up((double)limit), DBL_MAX);
    walk->closest = (carom_closest_any){.distance = (carom_real)INFINITY};
    visit_first(walk, first_closest_key, first_closest_leaf);
    carom_closest_any found = walk->closest;
    carom_workspace_give(walk);
    found.lower_bound = found.distance;
    return found;
}

/* ---- within a distance */

/* A box that is farther contains no triangle within the distance. */
static double first_within_key(const void *context, vec3 low, vec3 high) {
    const surface_pair_walk *walk = context;
    const double limit = (double)walk->distance * (1.0 + BOX_WITHIN_ROUNDING);
    const carom_posed_shape *box = box_of_first(walk, low, high);
    if (!box || !(limit < (double)CAROM_REAL_MAX)) return 0.0;
    return carom_surface_within_in(&walk->storage->query, box, walk->b, (carom_real)limit)
               ? 0.0
               : DBL_MAX;
}

static void first_within_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    surface_pair_walk *walk = context;
    const carom_posed_shape *part = part_of_first(walk, at);
    (void)triangle;
    walk->found = carom_surface_within_in(&walk->storage->query, part, walk->b, walk->distance);
    if (walk->found) walk->limit = -1.0;
}

bool carom_surface_pair_within(const carom_posed_shape *a, const carom_posed_shape *b,
                               carom_real distance) {
    if (are_meshes(a, b)) {
        const carom_placed_mesh mesh_a = placed_of(a), mesh_b = placed_of(b);
        return carom_overlap_mesh_mesh_within(&mesh_a, &mesh_b, distance);
    }
    surface_pair_walk *walk = begin_pair_walk(a, b);
    walk->distance = distance;
    visit_first(walk, first_within_key, first_within_leaf);
    const bool found = walk->found;
    carom_workspace_give(walk);
    return found;
}

/* ---- sweeps */

static double first_sweep_key(const void *context, vec3 low, vec3 high) {
    const surface_pair_walk *walk = context;
    const carom_posed_shape *box = box_of_first(walk, low, high);
    carom_sweep_options nearest = {.skip_exit = true,
                                   .target_distance = walk->options->target_distance};
    if (!box) return 0.0;
    carom_sweep_hit hit =
        carom_surface_sweep_in(&walk->storage->query, box, walk->motion, walk->b, &nearest);
    return hit.hit ? (double)hit.fraction * (1.0 - BOX_FRACTION_ROUNDING) : DBL_MAX;
}

static void first_sweep_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    surface_pair_walk *walk = context;
    const carom_posed_shape *part = part_of_first(walk, at);
    carom_sweep_hit hit =
        carom_surface_sweep_in(&walk->storage->query, part, walk->motion, walk->b, walk->options);
    const carom_sweep_hit *best = &walk->hit;
    if (!hit.hit ||
        (best->hit && !comes_before(hit.fraction, triangle, best->fraction, walk->triangle)))
        return;
    walk->hit = hit;
    walk->hit.sub_a = subshape_of_triangle(triangle);
    walk->triangle = triangle;
    walk->limit = (double)hit.fraction;
}

static CAROM_APART carom_sweep_hit sweep_of_meshes(const carom_posed_shape *a, carom_vec3 motion,
                                                   const carom_posed_shape *b) {
    carom_placed_mesh mesh_a = placed_of(a), mesh_b = placed_of(b);
    carom_mesh_pair_sweep s = carom_sweep_mesh_mesh(&mesh_a, motion, &mesh_b);
    if (!s.hit) return (carom_sweep_hit){.hit = false};
    return (carom_sweep_hit){.hit = true,
                             .initial_overlap = s.initial_overlap,
                             .fraction = s.fraction,
                             .fraction_exit = 1,
                             .point = s.point,
                             .normal = s.normal,
                             .certainty = CAROM_CONVERGED,
                             .sub_a = subshape_of_triangle(s.triangle_a),
                             .sub_b = subshape_of_triangle(s.triangle_b)};
}

carom_sweep_hit carom_surface_pair_sweep(const carom_posed_shape *a, carom_vec3 motion,
                                         const carom_posed_shape *b,
                                         const carom_sweep_options *options) {
    if (sweep_is_unrestricted(options) && are_meshes(a, b)) return sweep_of_meshes(a, motion, b);
    surface_pair_walk *walk = begin_pair_walk(a, b);
    walk->motion = motion;
    walk->options = options;
    walk->hit = (carom_sweep_hit){.hit = false};
    visit_first(walk, first_sweep_key, first_sweep_leaf);
    carom_sweep_hit found = walk->hit;
    carom_workspace_give(walk);
    if (found.hit) found.fraction_exit = 1;
    return found;
}

/* ---- depth */

static void first_depth_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    surface_pair_walk *walk = context;
    const carom_posed_shape *part = part_of_first(walk, at);
    carom_penetration p = carom_surface_penetration_in(&walk->storage->query, part, walk->b);
    const carom_penetration *best = &walk->depth;
    if (!p.overlap ||
        (best->overlap && !comes_before(-p.depth, triangle, -best->depth, walk->triangle)))
        return;
    walk->depth = p;
    walk->depth.sub_a = subshape_of_triangle(triangle);
    walk->triangle = triangle;
}

/* Returns depth 0 for surfaces that only touch, or enclose nothing, with the normal of two
 * touching triangles. */
static CAROM_APART carom_penetration touch_of_meshes(const carom_placed_mesh *a,
                                                     const carom_placed_mesh *b,
                                                     carom_certainty certainty) {
    carom_mesh_meeting meeting = carom_intersect_mesh_mesh(a, b);
    carom_triangle ta = carom_mesh_triangle(a->mesh, meeting.triangle_a);
    carom_triangle tb = carom_mesh_triangle(b->mesh, meeting.triangle_b);
    carom_posed_shape part_a, part_b;
    pose_part(&part_a, a->pose, &ta);
    pose_part(&part_b, b->pose, &tb);
    carom_penetration p = carom_pair_penetrate(&part_a, &part_b);
    if (!p.overlap)
        p.normal = (carom_vec3){0, 0, 1}; /* the solver rounds, the intersection is exact */
    p.overlap = true;
    p.depth = 0;
    p.point_a = p.point_b = meeting.segment.a;
    p.certainty = certainty;
    p.sub_a = subshape_of_triangle(meeting.triangle_a);
    p.sub_b = subshape_of_triangle(meeting.triangle_b);
    return p;
}

/* Names the triangle on which a point of a mesh lies. */
static carom_subshape subshape_at(const carom_placed_mesh *mesh, carom_vec3 point) {
    const carom_vec3 own = carom_posed_point(carom_pose_inverse(mesh->pose), point);
    return subshape_of_triangle(carom_closest_point_mesh(own, mesh->mesh).triangle);
}

static CAROM_APART carom_penetration depth_of_meshes(const carom_posed_shape *a,
                                                     const carom_posed_shape *b) {
    static const carom_penetration none;
    carom_placed_mesh mesh_a = placed_of(a), mesh_b = placed_of(b);
    if (!carom_overlap_mesh_mesh(&mesh_a, &mesh_b)) return none;
    mesh_a.solidity = carom_solid_or_shell(mesh_a.mesh);
    mesh_b.solidity = carom_solid_or_shell(mesh_b.mesh);
    carom_mesh_penetration p = carom_penetrate_mesh_mesh(&mesh_a, &mesh_b, NULL);
    if (!(p.depth > 0) || max_abs3(load3(p.normal)) == 0.0)
        return touch_of_meshes(&mesh_a, &mesh_b, p.certainty);
    return (carom_penetration){.overlap = true,
                               .depth = p.depth,
                               .normal = p.normal,
                               .point_a = p.point_a,
                               .point_b = p.point_b,
                               .certainty = p.certainty,
                               .sub_a = subshape_at(&mesh_a, p.point_a),
                               .sub_b = subshape_at(&mesh_b, p.point_b)};
}

carom_penetration carom_surface_pair_penetration(const carom_posed_shape *a,
                                                 const carom_posed_shape *b) {
    if (are_meshes(a, b)) return depth_of_meshes(a, b);
    surface_pair_walk *walk = begin_pair_walk(a, b);
    walk->depth = (carom_penetration){.overlap = false};
    visit_first(walk, first_overlap_key, first_depth_leaf);
    const carom_penetration found = walk->depth;
    carom_workspace_give(walk);
    return found;
}

/* ---- classify */

/* Classifies a height field against a closed mesh whose surface it does not touch: all of its
 * triangles inside, none, or some. */
static carom_relation field_in_mesh(const carom_posed_shape *mesh, const carom_posed_shape *field) {
    carom_placed_mesh solid = placed_of(mesh);
    surface ground = carom_surface_of(&field->shape);
    uint32_t count = carom_surface_count(&ground), inside = 0, outside = 0;
    solid.solidity = carom_mesh_solidity_of(solid.mesh);
    if (solid.solidity != CAROM_SOLIDITY_CLOSED) return CAROM_DISJOINT;
    for (uint32_t i = 0; i < count && !(inside && outside); i++) {
        carom_triangle at;
        if (!carom_surface_triangle(&ground, i, &at)) continue;
        carom_vec3 p = carom_posed_point(field->pose, at.v[0]);
        bool held = carom_classify_point_mesh(p, &solid).place == CAROM_PLACE_INSIDE;
        inside += held;
        outside += !held;
    }
    return !inside ? CAROM_DISJOINT : outside ? CAROM_INTERSECTS : CAROM_CONTAINS;
}

carom_relation carom_surface_pair_classify(const carom_posed_shape *a, const carom_posed_shape *b) {
    if (are_meshes(a, b)) {
        carom_placed_mesh mesh_a = placed_of(a), mesh_b = placed_of(b);
        carom_mesh_relation r = carom_classify_mesh_mesh(&mesh_a, &mesh_b);
        bool open = (r.relation == CAROM_CONTAINS && r.by_a == CAROM_SOLIDITY_OPEN) ||
                    (r.relation == CAROM_INSIDE && r.by_b == CAROM_SOLIDITY_OPEN);
        return open ? CAROM_DISJOINT : r.relation;
    }
    if (carom_surface_pair_overlap(a, b)) return CAROM_INTERSECTS;
    return a->shape.kind == CAROM_SHAPE_MESH ? field_in_mesh(a, b) : CAROM_DISJOINT;
}
