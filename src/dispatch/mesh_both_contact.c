/* How two surfaces lie on each other: one manifold, along the direction of their depth, or of
 * their closest points when they are apart. Every triangle of the one is held against those of the
 * other that are over or under it, as a shape is; of two triangles the one that is across the
 * normal cuts. What is deeper than the surfaces are is of another side of them and does not
 * count. All in the frame of B. */
#include "dispatch/mesh_contact.h"
#include "math/boxes.h"

/* A depth of two meshes may be less than it is by a sixteenth. */
#define DEEPEST_SHARE 1.125

typedef struct both_touch {
    surface first, second;
    carom_pose to_b; /* of the first surface */
    vec3 reach[2];   /* from a point of the first one to where the second may be */
    double most, limit;
    carom_aabb bounds; /* of B */
    contact_pool *pool;
    convex_feature own; /* the triangle of A */
    carom_triangle own_at;
    vec3 box[2]; /* of it, and where B's may be */
    uint32_t triangle;
} both_touch;

static void grow_by_reach(const both_touch *walk, vec3 box[2]) {
    vec3 down = walk->reach[0], up = walk->reach[1];
    box[0] = add3(box[0], vec(min2(down.x, up.x), min2(down.y, up.y), min2(down.z, up.z)));
    box[1] = add3(box[1], vec(max2(down.x, up.x), max2(down.y, up.y), max2(down.z, up.z)));
}

static double key_of_boxes(const vec3 box[2], vec3 low, vec3 high) {
    const vec3 other[2] = {low, high};
    return max_abs3(box_gaps(box, other)) == 0.0 ? 0.0 : DBL_MAX;
}

/* A box of A in the frame of B. */
static double first_key(const void *context, vec3 low, vec3 high) {
    const both_touch *walk = context;
    vec3 box[2], corner;
    box[0] = vec(DBL_MAX, DBL_MAX, DBL_MAX);
    box[1] = neg3(box[0]);
    for (int i = 0; i < 8; i++) {
        corner = vec(i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z);
        corner = load3(carom_pose_transform_point(walk->to_b, store3(corner)));
        box[0] = vec(min2(box[0].x, corner.x), min2(box[0].y, corner.y), min2(box[0].z, corner.z));
        box[1] = vec(max2(box[1].x, corner.x), max2(box[1].y, corner.y), max2(box[1].z, corner.z));
    }
    grow_by_reach(walk, box);
    return key_of_boxes(box, load3(walk->bounds.min), load3(walk->bounds.max));
}

static double second_key(const void *context, vec3 low, vec3 high) {
    return key_of_boxes(((const both_touch *)context)->box, low, high);
}

static convex_feature feature_of_triangle(const carom_triangle *at) {
    convex_feature out;
    out.count = 3;
    for (uint32_t i = 0; i < 3; i++) {
        out.points[i] = load3(at->v[i]);
        out.id[i] = i;
    }
    return out;
}

static void second_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    both_touch *walk = context;
    vec3 n = walk->pool->normal;
    contact_tile tile;
    if (carom_contact_tile(&tile, at, triangle, neg3(n))) {
        tile.most = walk->most;
        carom_contact_over_tile(&walk->own, &tile, walk->pool);
    } else if (carom_contact_tile(&tile, &walk->own_at, walk->triangle, n)) {
        convex_feature other = feature_of_triangle(at);
        tile.most = walk->most;
        tile.of_a = true;
        carom_contact_over_tile(&other, &tile, walk->pool);
    }
}

static void first_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    both_touch *walk = context;
    for (int i = 0; i < 3; i++)
        walk->own_at.v[i] = carom_pose_transform_point(walk->to_b, at->v[i]);
    walk->own = feature_of_triangle(&walk->own_at);
    walk->triangle = triangle;
    carom_aabb box = box_of_triangle(&walk->own_at);
    vec3 at_box[2] = {load3(box.min), load3(box.max)};
    grow_by_reach(walk, at_box);
    walk->box[0] = at_box[0];
    walk->box[1] = at_box[1];
    const surface_visitor by = {second_key, second_leaf, walk, &walk->limit};
    carom_surface_visit(&walk->second, &by);
}

/* How deep the two are, or how far apart. */
static carom_penetration depth_or_gap(const carom_posed_shape *a, const carom_posed_shape *b,
                                      double margin) {
    carom_penetration p = carom_both_penetration(a, b);
    if (p.overlap || margin == 0.0) return p;
    carom_closest_any c = carom_both_closest(a, b);
    vec3 apart = sub3(load3(c.point_b), load3(c.point_a));
    if (!((double)c.distance <= margin) || max_abs3(apart) == 0.0) return p;
    return (carom_penetration){true,      -c.distance, store3(carom_normalize_or(apart, apart)),
                               c.point_a, c.point_b,   CAROM_CONVERGED};
}

static void gather_both(both_touch *walk, double margin) {
    const surface_visitor by = {first_key, first_leaf, walk, &walk->limit};
    contact_pool *pool = walk->pool;
    carom_aabb box;
    carom_surface_bounds(&walk->first, &box);
    carom_surface_bounds(&walk->second, &walk->bounds);
    double size = max_abs3(sub3(load3(walk->bounds.max), load3(walk->bounds.min)));
    pool->size = min2(size, max_abs3(sub3(load3(box.max), load3(box.min))));
    double rounding = 4.0 * (double)CAROM_REAL_EPSILON * pool->size;
    pool->margin += rounding;
    walk->most = max2(walk->most, 0.0) * DEEPEST_SHARE + rounding;
    walk->reach[0] = scale3(pool->normal, margin + rounding);
    walk->reach[1] = scale3(pool->normal, -walk->most);
    carom_surface_visit(&walk->first, &by);
}

int32_t carom_both_contact(const carom_posed_shape *a, const carom_posed_shape *b,
                           carom_contact_manifold *manifold) {
    double margin = (double)manifold->margin;
    carom_penetration p = depth_or_gap(a, b, margin);
    carom_pose back = carom_pose_inverse(b->pose);
    contact_pool pool;
    if (!p.overlap) return 0;
    both_touch walk = {.first = carom_surface_of(&a->shape),
                       .second = carom_surface_of(&b->shape),
                       .to_b = carom_pose_compose(back, a->pose),
                       .most = (double)p.depth,
                       .pool = &pool};
    pool_start(&pool, load3(carom_pose_rotate_vector(back, p.normal)), margin);
    gather_both(&walk, margin);
    carom_pool_witness(&pool, load3(carom_pose_transform_point(back, p.point_a)),
                       load3(carom_pose_transform_point(back, p.point_b)), ID_WITNESS);
    carom_contact_store(&pool, manifold);
    manifold->normal = p.normal;
    manifold->certainty = p.certainty;
    for (int32_t i = 0; i < manifold->count; i++) {
        carom_contact_point *q = &manifold->points[i];
        q->point_a = carom_pose_transform_point(b->pose, q->point_a);
        q->point_b = carom_pose_transform_point(b->pose, q->point_b);
    }
    return manifold->count > 0;
}
