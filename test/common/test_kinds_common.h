/* One shape of every kind but meshes, of any proportions and size, for tests over all pairs. Each
 * holds (0, 0, top_of), and nothing above it: two of them with their tops together touch. */
#ifndef CAROM_TEST_KINDS_COMMON_H
#define CAROM_TEST_KINDS_COMMON_H

#include "common/test_flat_common.h"

#define KINDS CAROM_SHAPE_MESH

typedef struct any_kind {
    carom_shape shape, core;
    carom_vec3 points[8];
    carom_real low[5], high[5];
} any_kind;

static const carom_vec3 kind_slabs[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}};

/* In halves of the proportions; the last two of the hull are inside it and a corner again. */
static const carom_vec3 kind_triangle[] = {{-2, -1, 0}, {2, -1, 0}, {0, 2, 0}};
static const carom_vec3 kind_polygon[] = {
    {-2, -1, 0}, {1, -1, 0}, {2, 1, 0}, {0, 2, 0}, {-1, 1, 0}};
static const carom_vec3 kind_tetrahedron[] = {{-1, -1, -1}, {2, -1, -1}, {0, 2, -1}, {0, 0, 1}};
static const carom_vec3 kind_hull[] = {{-1, -1, 1}, {1, -1, 1},  {0, 2, 1}, {1, 1, -1},
                                       {-1, 1, -1}, {0, -2, -1}, {0, 0, 0}, {1, -1, 1}};

static inline bool is_solid_kind(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_HALFSPACE || kind == CAROM_SHAPE_SPHERE ||
           kind == CAROM_SHAPE_CAPSULE || kind == CAROM_SHAPE_AABB || kind == CAROM_SHAPE_OBB ||
           kind >= CAROM_SHAPE_KDOP;
}
static inline bool is_endless_kind(carom_shape_kind kind) {
    return kind >= CAROM_SHAPE_RAY && kind <= CAROM_SHAPE_HALFSPACE;
}
static inline bool is_curved_kind(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_SPHERE || kind == CAROM_SHAPE_CAPSULE ||
           (kind >= CAROM_SHAPE_CYLINDER && kind <= CAROM_SHAPE_ELLIPSOID) ||
           kind == CAROM_SHAPE_SUPPORT || kind == CAROM_SHAPE_ROUNDED;
}
static inline bool casts_rays_kind(carom_shape_kind kind) {
    return kind >= CAROM_SHAPE_SEGMENT && kind <= CAROM_SHAPE_LINE;
}

/* In parts of the third proportion. */
static inline double top_of(carom_shape_kind kind) {
    return is_solid_kind(kind) && kind != CAROM_SHAPE_HALFSPACE ? 0.5 : 0;
}

static inline carom_vec3 stretched(carom_vec3 p, carom_vec3 by) {
    return v3(0.5 * (double)p.x * (double)by.x, 0.5 * (double)p.y * (double)by.y,
              0.5 * (double)p.z * (double)by.z);
}

static inline int load_kind(any_kind *out, const carom_vec3 *points, int count, carom_vec3 size) {
    for (int i = 0; i < count; i++)
        out->points[i] = stretched(points[i], size);
    return count;
}

static inline void make_kind_round(carom_shape *s, carom_vec3 size) {
    const carom_vec3 ends[2] = {stretched(v3(0, 0, -1), size), stretched(v3(0, 0, 1), size)};
    const carom_vec3 sides[2] = {stretched(v3(-1, 0, 0), size), stretched(v3(1, 0, 0), size)};
    carom_real r = size.z / 2, wide = size.x / 2;
    if (s->kind == CAROM_SHAPE_SPHERE) s->as.sphere = (carom_sphere){v3(0, 0, 0), r};
    if (s->kind == CAROM_SHAPE_CAPSULE) s->as.capsule = (carom_capsule){sides[0], sides[1], r};
    if (s->kind == CAROM_SHAPE_CYLINDER) s->as.cylinder = (carom_cylinder){ends[0], ends[1], wide};
    if (s->kind == CAROM_SHAPE_CONE) s->as.cone = (carom_cone){ends[0], ends[1], wide};
    if (s->kind != CAROM_SHAPE_ELLIPSOID) return;
    s->as.ellipsoid = (carom_ellipsoid){.radii = stretched(v3(1, 1, 1), size)};
    for (int i = 0; i < 3; i++)
        s->as.ellipsoid.axes[i] = v3(i == 0, i == 1, i == 2);
}

/* The hull of the points, by its support function. */
static inline carom_vec3 farthest_of_kind(carom_vec3 direction, const void *user) {
    const carom_vec3 *points = (const carom_vec3 *)user;
    int best = 0;
    for (int i = 1; i < 8; i++)
        if (dot_of(points[i], direction) > dot_of(points[best], direction)) best = i;
    return points[best];
}

static inline void make_kind_points(any_kind *out, carom_vec3 size) {
    carom_shape *s = &out->shape;
    carom_vec3 *p = out->points;
    if (s->kind == CAROM_SHAPE_TRIANGLE) {
        load_kind(out, kind_triangle, 3, size);
        s->as.triangle = tri(p[0], p[1], p[2]);
    } else if (s->kind == CAROM_SHAPE_TETRAHEDRON) {
        load_kind(out, kind_tetrahedron, 4, size);
        s->as.tetrahedron = (carom_tetrahedron){{p[0], p[1], p[2], p[3]}};
    } else if (s->kind == CAROM_SHAPE_POLYGON) {
        s->as.polygon = (carom_polygon){p, load_kind(out, kind_polygon, 5, size)};
    } else {
        carom_hull *hull = NULL;
        carom_hull_def def = {.points = p,
                              .point_count = (size_t)load_kind(out, kind_hull, 8, size)};
        assert_int_equal(carom_hull_create(&hull, &def), CAROM_OK);
        s->as.hull = (carom_placed_hull){hull, carom_pose_identity()};
    }
}

static inline void make_kind_kdop(any_kind *out, carom_vec3 size) {
    const double half[3] = {0.5 * (double)size.x, 0.5 * (double)size.y, 0.5 * (double)size.z};
    const double most[5] = {half[0], half[1], half[2], half[2] + 0.5 * half[0],
                            half[2] + 0.5 * half[1]};
    for (int i = 0; i < 5; i++) {
        out->high[i] = (carom_real)most[i];
        out->low[i] = -out->high[i];
    }
    out->shape.as.kdop = (carom_kdop){kind_slabs, out->low, out->high, COUNT(kind_slabs)};
}

/* `size`: how far it reaches along the axes, from end to end. */
static inline void make_kind(any_kind *out, carom_shape_kind kind, carom_vec3 size) {
    carom_shape *s = &out->shape;
    const carom_vec3 low = stretched(v3(-1, -1, -1), size), high = stretched(v3(1, 1, 1), size);
    *s = (carom_shape){.kind = kind};
    switch (kind) {
    case CAROM_SHAPE_POINT: s->as.point = v3(0, 0, 0); break;
    case CAROM_SHAPE_SEGMENT:
        s->as.segment =
            (carom_segment){stretched(v3(-1, -1, 0), size), stretched(v3(2, 2, 0), size)};
        break;
    case CAROM_SHAPE_RAY:
        s->as.ray = (carom_ray){stretched(v3(-1, 0, 0), size), stretched(v3(1, 0, 0), size), 0,
                                (carom_real)INFINITY};
        break;
    case CAROM_SHAPE_LINE:
        s->as.line = (carom_line){v3(0, 0, 0), stretched(v3(1, 2, 0), size)};
        break;
    case CAROM_SHAPE_PLANE: s->as.plane = (carom_plane){v3(0, 0, 2), 0}; break;
    case CAROM_SHAPE_HALFSPACE: s->as.halfspace = (carom_halfspace){v3(0, 0, 1), 0}; break;
    case CAROM_SHAPE_AABB: s->as.aabb = (carom_aabb){low, high}; break;
    case CAROM_SHAPE_OBB: {
        s->as.obb = obb_straight(0, 0, 0, 0, 0, 0);
        s->as.obb.half_extents = high;
        break;
    }
    case CAROM_SHAPE_KDOP: make_kind_kdop(out, size); break;
    case CAROM_SHAPE_TRIANGLE:
    case CAROM_SHAPE_POLYGON:
    case CAROM_SHAPE_TETRAHEDRON:
    case CAROM_SHAPE_HULL: make_kind_points(out, size); break;
    case CAROM_SHAPE_SUPPORT:
        load_kind(out, kind_hull, 8, size);
        s->as.support.support = farthest_of_kind;
        s->as.support.user = out->points;
        break;
    case CAROM_SHAPE_ROUNDED:
        out->core = (carom_shape){.kind = CAROM_SHAPE_AABB, .as.aabb = {low, high}};
        out->core.as.aabb.min.z = low.z / 2;
        out->core.as.aabb.max.z = high.z / 2;
        *s = carom_shape_rounded(&out->core, high.z / 2);
        break;
    default: make_kind_round(s, size);
    }
}

static inline void discard_kind(any_kind *kind) {
    if (kind->shape.kind == CAROM_SHAPE_HULL)
        carom_hull_destroy((carom_hull *)kind->shape.as.hull.hull);
}

#endif
