/* Time of impact of two turning shapes of which one is a surface: branch and bound over its
 * triangles, each of which moves rigidly with the whole. A node's box moves so, too, and its
 * time of impact is a lower bound for its contents. Each pair is advanced by conservative
 * advancement [Mirtich96]. */
#include "surface/surface_toi.h"

#include "surface/surface_query.h"
#include "surface/tolerances.h"
#include "pair/pair_toi.h"
#include "math/rotation.h"
#include "mesh/internal_edges.h"

typedef struct toi_walk {
    const carom_turning_shape *a, *b; /* B is the surface */
    carom_real tolerance;
    part_toi *toi; /* time of impact of A and a part of B */
    double limit;
    uint32_t triangle;
    carom_toi_hit best;
} toi_walk;

static carom_turning_shape moving_as(const carom_turning_shape *whole, const carom_shape *part) {
    carom_turning_shape out = *whole;
    out.shape = part;
    return out;
}

/* The box is widened by more than the tolerances of parts, which depend on their sizes, can
 * differ. */
static double toi_key(const void *context, vec3 low, vec3 high) {
    const toi_walk *walk = context;
    carom_shape box = {.kind = CAROM_SHAPE_AABB};
    double margin = TOI_BOX_SLACK * (max_abs3(low) + max_abs3(high)) + (double)walk->tolerance;
    box.as.aabb.min = store3(sub3(low, vec(margin, margin, margin)));
    box.as.aabb.max = store3(add3(high, vec(margin, margin, margin)));
    if (carom_shape_problem(&box)) return 0.0;
    carom_turning_shape part = moving_as(walk->b, &box);
    carom_toi_hit hit = walk->toi(walk->a, &part, walk->tolerance);
    return hit.hit ? (double)hit.fraction : DBL_MAX;
}

static void toi_leaf(void *context, uint32_t triangle, const carom_triangle *at) {
    toi_walk *walk = context;
    carom_shape one = {.kind = CAROM_SHAPE_TRIANGLE, .as.triangle = *at};
    carom_turning_shape part = moving_as(walk->b, &one);
    carom_toi_hit hit = walk->toi(walk->a, &part, walk->tolerance);
    const carom_toi_hit *best = &walk->best;
    if (!hit.hit ||
        (best->hit && !comes_before(hit.fraction, triangle, best->fraction, walk->triangle)))
        return;
    carom_real upper = hit.fraction_upper;
    if (best->hit && best->certain && (!hit.certain || best->fraction_upper < upper)) {
        upper = best->fraction_upper; /* some triangle touches by then */
        hit.certain = true;
    }
    walk->best = hit;
    walk->best.fraction_upper = upper;
    walk->triangle = triangle;
    walk->limit = (double)hit.fraction;
}

static rigid_pose toi_pose(carom_pose pose) {
    const carom_quat *q = &pose.rotation;
    return (rigid_pose){load3(pose.position), (double)q->x, (double)q->y, (double)q->z,
                        (double)q->w};
}

/* Corrects the normal at internal edges, in the surface's frame at the time of impact. */
static carom_vec3 toi_normal(const toi_walk *walk, const surface *on) {
    const carom_turning_shape *b = walk->b;
    rigid_motion path;
    rigid_motion_def request = {.start = toi_pose(b->start),
                                .end = toi_pose(b->end),
                                .pivot = load3(b->pivot),
                                .axis = load3(b->axis),
                                .more = (double)b->turns};
    if (!carom_rigid_motion(&path, &request)) return walk->best.normal;
    rigid_frame f = carom_rigid_motion_at(&path, (double)walk->best.fraction);
    vec3 p = sub3(load3(walk->best.point), f.origin), n = neg3(load3(walk->best.normal));
    const vec3 *c = f.columns;
    carom_vec3 point = store3(vec(dot3(c[0], p), dot3(c[1], p), dot3(c[2], p)));
    carom_vec3 up = store3(vec(dot3(c[0], n), dot3(c[1], n), dot3(c[2], n)));
    carom_vec3 corrected = carom_surface_contact_normal(on, walk->triangle, point, up);
    if (equal_vec3(corrected, up)) return walk->best.normal;
    return store3(carom_normalize_or(neg3(rigid_rotate(&f, load3(corrected))), vec(0, 0, 1)));
}

static toi_walk walk_triangles(const toi_query *of, const surface *on, part_toi *toi) {
    carom_aabb box;
    toi_walk walk = {.a = of->a,
                     .b = of->b,
                     .tolerance = of->tolerance > 0 ? of->tolerance : 0,
                     .toi = toi,
                     .limit = 1.0};
    const surface_visitor by = {toi_key, toi_leaf, &walk, &walk.limit};
    if (carom_surface_bounds(on, &box)) carom_surface_visit(on, &by);
    return walk;
}

carom_toi_hit carom_surface_toi_by_triangles(const toi_query *of, part_toi *toi) {
    const surface on = carom_surface_of(of->b->shape);
    return walk_triangles(of, &on, toi).best;
}

carom_toi_hit carom_surface_toi(const carom_turning_shape *a, const carom_turning_shape *b,
                                carom_real tolerance) {
    static const carom_toi_hit miss;
    if (carom_shape_problem(a->shape) || carom_shape_problem(b->shape)) return miss;
    const surface on = carom_surface_of(b->shape);
    toi_walk walk = walk_triangles(&(toi_query){a, b, tolerance}, &on, carom_pair_toi);
    if (walk.best.hit) walk.best.normal = toi_normal(&walk, &on);
    return walk.best;
}
