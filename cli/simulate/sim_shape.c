/* Triangles of shapes, for pictures. A convex shape is the hull of its vertices, a curved one of
 * points on it, 24 around. Own method. */
#include <stdlib.h>
#include <string.h>

#include "real.h"
#include "simulate/sim_shape.h"

#define AROUND 24
#define RINGS 12
#define POINTS (2 * AROUND * (RINGS + 1))
#define FACE_CORNERS 1024
#define MOST_CHILDREN 2000 /* of a compound, drawn as they are */
#define PI 3.14159265358979323846

typedef struct point_list {
    carom_vec3 items[POINTS];
    size_t count;
} point_list;

static void add_point(point_list *list, carom_vec3 p) {
    if (list->count < POINTS) list->items[list->count++] = p;
}

/* ---- points on shapes */

/* Two unit vectors across an axis. */
static void across(carom_vec3 axis, carom_vec3 *u, carom_vec3 *v) {
    carom_vec3 other = fabs(axis.x) < 0.6 ? make3(1, 0, 0) : make3(0, 1, 0);
    *u = unit(outer(unit(axis), other));
    *v = outer(unit(axis), *u);
}

static void add_circle(point_list *list, carom_vec3 center, carom_vec3 u, carom_vec3 v) {
    for (int i = 0; i < AROUND; i++) {
        double angle = 2.0 * PI * i / AROUND;
        add_point(list, plus(center, plus(times(u, cos(angle)), times(v, sin(angle)))));
    }
}

/* The image of the unit sphere by three columns. */
static void add_ellipsoid(point_list *list, carom_vec3 center, const carom_vec3 columns[3]) {
    for (int ring = 0; ring <= RINGS; ring++) {
        double angle = PI * ring / RINGS, r = sin(angle);
        carom_vec3 middle = plus(center, times(columns[2], cos(angle)));
        if (ring % RINGS == 0)
            add_point(list, middle);
        else
            add_circle(list, middle, times(columns[0], r), times(columns[1], r));
    }
}

static void add_ball(point_list *list, carom_vec3 center, double r) {
    const carom_vec3 columns[3] = {make3(r, 0, 0), make3(0, r, 0), make3(0, 0, r)};
    add_ellipsoid(list, center, columns);
}

static void add_box(point_list *list, carom_vec3 center, const carom_vec3 half[3]) {
    for (int i = 0; i < 8; i++) {
        carom_vec3 p = center;
        for (int k = 0; k < 3; k++)
            p = plus(p, times(half[k], i >> k & 1 ? 1.0 : -1.0));
        add_point(list, p);
    }
}

static void add_aabb(point_list *list, const carom_aabb *box) {
    carom_vec3 h = times(minus(box->max, box->min), 0.5);
    const carom_vec3 half[3] = {make3(h.x, 0, 0), make3(0, h.y, 0), make3(0, 0, h.z)};
    add_box(list, plus(box->min, h), half);
}

static void add_round(point_list *list, const carom_shape *shape) {
    carom_vec3 u, v;
    if (shape->kind == CAROM_SHAPE_CYLINDER) {
        carom_cylinder c = shape->as.cylinder;
        across(minus(c.b, c.a), &u, &v);
        add_circle(list, c.a, times(u, c.radius), times(v, c.radius));
        add_circle(list, c.b, times(u, c.radius), times(v, c.radius));
    } else if (shape->kind == CAROM_SHAPE_CONE) {
        carom_cone c = shape->as.cone;
        across(minus(c.apex, c.base), &u, &v);
        add_circle(list, c.base, times(u, c.radius), times(v, c.radius));
        add_point(list, c.apex);
    } else {
        add_ball(list, shape->as.capsule.a, shape->as.capsule.radius);
        add_ball(list, shape->as.capsule.b, shape->as.capsule.radius);
    }
}

/* A square around the point nearest to the extent's middle; corners come into the extent. */
static void add_plane(point_list *list, carom_plane plane, const carom_aabb *extent, double reach) {
    carom_vec3 n = unit(plane.normal), u, v;
    bool bounded = extent->max.x < 1e29;
    carom_vec3 middle =
        bounded ? plus(times(extent->min, 0.5), times(extent->max, 0.5)) : make3(0, 0, 0);
    double size = bounded ? norm(minus(extent->max, extent->min)) : reach;
    middle = minus(middle, times(n, inner(n, middle) - plane.offset / norm(plane.normal)));
    across(n, &u, &v);
    for (int i = 0; i < 4; i++) {
        carom_vec3 p = plus(middle, plus(times(u, i == 1 || i == 2 ? size : -size),
                                         times(v, i >= 2 ? size : -size)));
        p = make3(fmin(fmax(p.x, extent->min.x), extent->max.x),
                  fmin(fmax(p.y, extent->min.y), extent->max.y),
                  fmin(fmax(p.z, extent->min.z), extent->max.z));
        add_point(list, p);
    }
}

static void add_corners(point_list *list, const carom_shape *shape) {
    if (shape->kind == CAROM_SHAPE_POLYGON)
        for (int i = 0; i < shape->as.polygon.count; i++)
            add_point(list, shape->as.polygon.vertices[i]);
    if (shape->kind == CAROM_SHAPE_TRIANGLE)
        for (int i = 0; i < 3; i++)
            add_point(list, shape->as.triangle.v[i]);
    if (shape->kind == CAROM_SHAPE_TETRAHEDRON)
        for (int i = 0; i < 4; i++)
            add_point(list, shape->as.tetrahedron.v[i]);
}

/* Of all directions the farthest point of the core, and the radius. */
static void add_rounded(point_list *list, const point_list *core, double radius) {
    point_list *ball = calloc(1, sizeof *ball);
    if (!ball || core->count == 0) {
        free(ball);
        return;
    }
    add_ball(ball, make3(0, 0, 0), 1.0);
    for (size_t i = 0; i < ball->count; i++) {
        carom_vec3 far = core->items[0];
        for (size_t k = 1; k < core->count; k++)
            if (inner(core->items[k], ball->items[i]) > inner(far, ball->items[i]))
                far = core->items[k];
        add_point(list, plus(far, times(ball->items[i], radius)));
    }
    free(ball);
}

static void list_points(point_list *list, const carom_shape *shape, const carom_aabb *extent,
                        double reach) {
    carom_vec3 columns[3];
    carom_aabb box;
    switch (shape->kind) {
    case CAROM_SHAPE_PLANE: add_plane(list, shape->as.plane, extent, reach); break;
    case CAROM_SHAPE_HALFSPACE:
        add_plane(list, (carom_plane){shape->as.halfspace.normal, shape->as.halfspace.offset},
                  extent, reach);
        break;
    case CAROM_SHAPE_SPHERE:
        add_ball(list, shape->as.sphere.center, shape->as.sphere.radius);
        break;
    case CAROM_SHAPE_OBB:
    case CAROM_SHAPE_ELLIPSOID: {
        bool obb = shape->kind == CAROM_SHAPE_OBB;
        const carom_vec3 *axes = obb ? shape->as.obb.axes : shape->as.ellipsoid.axes;
        carom_vec3 r = obb ? shape->as.obb.half_extents : shape->as.ellipsoid.radii;
        columns[0] = times(axes[0], r.x);
        columns[1] = times(axes[1], r.y);
        columns[2] = times(axes[2], r.z);
        (obb ? add_box : add_ellipsoid)(
            list, obb ? shape->as.obb.center : shape->as.ellipsoid.center, columns);
        break;
    }
    case CAROM_SHAPE_TRIANGLE:
    case CAROM_SHAPE_POLYGON:
    case CAROM_SHAPE_TETRAHEDRON: add_corners(list, shape); break;
    case CAROM_SHAPE_CYLINDER:
    case CAROM_SHAPE_CONE:
    case CAROM_SHAPE_CAPSULE: add_round(list, shape); break;
    case CAROM_SHAPE_POINT: add_point(list, shape->as.point); break;
    case CAROM_SHAPE_SEGMENT:
        add_point(list, shape->as.segment.a);
        add_point(list, shape->as.segment.b);
        break;
    case CAROM_SHAPE_HULL:
        for (int32_t i = 0; i < carom_hull_vertex_count(shape->as.hull.hull); i++)
            add_point(list, carom_hull_vertex(shape->as.hull.hull, i));
        break;
    default:
        box = carom_shape_bounds(shape, carom_pose_identity());
        if (box.min.x <= box.max.x) add_aabb(list, &box);
    }
}

/* ---- triangles */

static bool reserve(carom_io_soup *soup, size_t vertices, size_t triangles) {
    soup->vertices = malloc((vertices + 1) * 3 * sizeof *soup->vertices);
    soup->indices = malloc((triangles + 1) * 3 * sizeof *soup->indices);
    return soup->vertices && soup->indices;
}

static void add_vertex(carom_io_soup *soup, carom_vec3 p) {
    double *at = soup->vertices + 3 * soup->vertex_count++;
    at[0] = p.x, at[1] = p.y, at[2] = p.z;
}

static void add_triangle(carom_io_soup *soup, size_t a, size_t b, size_t c) {
    uint32_t *at = soup->indices + 3 * soup->triangle_count++;
    at[0] = (uint32_t)a, at[1] = (uint32_t)b, at[2] = (uint32_t)c;
}

static bool of_hull(carom_io_soup *soup, const carom_hull *hull) {
    int32_t corners[FACE_CORNERS], faces = carom_hull_face_count(hull);
    int32_t vertices = carom_hull_vertex_count(hull);
    if (!reserve(soup, (size_t)vertices, 2 * (size_t)carom_hull_edge_count(hull))) return false;
    for (int32_t i = 0; i < vertices; i++)
        add_vertex(soup, carom_hull_vertex(hull, i));
    for (int32_t f = 0; f < faces; f++) {
        int32_t n = carom_hull_face(hull, f, corners, FACE_CORNERS);
        for (int32_t k = 2; k < n && k < FACE_CORNERS; k++)
            add_triangle(soup, (size_t)corners[0], (size_t)corners[k - 1], (size_t)corners[k]);
    }
    return true;
}

static bool of_points(carom_io_soup *soup, const point_list *list) {
    carom_hull *hull = NULL;
    carom_hull_def def = {.points = list->items, .point_count = list->count};
    if (list->count == 0) return true;
    carom_status status = carom_hull_create(&hull, &def);
    if (status != CAROM_OK) return status != CAROM_ERROR_MEMORY;
    bool ok = of_hull(soup, hull);
    carom_hull_destroy(hull);
    return ok;
}

static bool of_surface(carom_io_soup *soup, const carom_shape *shape) {
    bool mesh = shape->kind == CAROM_SHAPE_MESH;
    size_t count = mesh ? carom_mesh_triangle_count(shape->as.mesh)
                        : carom_heightfield_triangle_count(shape->as.heightfield);
    if (!reserve(soup, 3 * count, count)) return false;
    for (size_t i = 0; i < count; i++) {
        carom_triangle t = mesh ? carom_mesh_triangle(shape->as.mesh, (uint32_t)i)
                                : carom_heightfield_triangle(shape->as.heightfield, (uint32_t)i);
        for (int k = 0; k < 3; k++)
            add_vertex(soup, t.v[k]);
        add_triangle(soup, 3 * i, 3 * i + 1, 3 * i + 2);
    }
    return carom_io_soup_weld(soup);
}

static bool of_convex(carom_io_soup *soup, const carom_shape *shape, const carom_aabb *extent,
                      double reach) {
    bool rounded = shape->kind == CAROM_SHAPE_ROUNDED;
    point_list *lists = calloc(2, sizeof *lists);
    if (!lists) return false;
    list_points(&lists[0], rounded ? shape->as.rounded.core : shape, extent, reach);
    if (rounded) add_rounded(&lists[1], &lists[0], shape->as.rounded.radius);
    bool ok = of_points(soup, &lists[rounded]);
    free(lists);
    return ok;
}

/* ---- compounds */

static bool append(carom_io_soup *all, const carom_io_soup *more, carom_pose pose) {
    size_t vertices = all->vertex_count + more->vertex_count;
    size_t triangles = all->triangle_count + more->triangle_count;
    double *points = realloc(all->vertices, (vertices + 1) * 3 * sizeof *points);
    if (points) all->vertices = points;
    uint32_t *indices = realloc(all->indices, (triangles + 1) * 3 * sizeof *indices);
    if (indices) all->indices = indices;
    if (!points || !indices) return false;
    uint32_t first = (uint32_t)all->vertex_count;
    for (size_t i = 0; i < more->vertex_count; i++) {
        const double *p = more->vertices + 3 * i;
        add_vertex(all, carom_pose_transform_point(pose, make3(p[0], p[1], p[2])));
    }
    for (size_t i = 0; i < more->triangle_count; i++) {
        const uint32_t *t = more->indices + 3 * i;
        add_triangle(all, first + t[0], first + t[1], first + t[2]);
    }
    return true;
}

/* Of many children the boxes. */
static bool of_compound(carom_io_soup *soup, const carom_compound *compound, double reach) {
    static const carom_aabb everywhere = {{-1e30, -1e30, -1e30}, {1e30, 1e30, 1e30}};
    size_t count = carom_compound_count(compound);
    bool ok = reserve(soup, 0, 0);
    for (size_t i = 0; ok && i < count; i++) {
        carom_child child = carom_compound_child(compound, i);
        carom_io_soup part = {0};
        carom_shape box = {.kind = CAROM_SHAPE_AABB};
        if (count > MOST_CHILDREN)
            box.as.aabb = carom_shape_bounds(&child.shape, carom_pose_identity());
        ok = sim_shape_triangles(&part, count > MOST_CHILDREN ? &box : &child.shape, &everywhere,
                                 reach) &&
             append(soup, &part, child.pose);
        carom_io_soup_free(&part);
    }
    return ok;
}

bool sim_shape_triangles(carom_io_soup *soup, const carom_shape *shape, const carom_aabb *extent,
                         double reach) {
    if (shape->kind == CAROM_SHAPE_MESH || shape->kind == CAROM_SHAPE_HEIGHTFIELD)
        return of_surface(soup, shape);
    if (shape->kind == CAROM_SHAPE_HULL) return of_hull(soup, shape->as.hull.hull);
    if (shape->kind == CAROM_SHAPE_COMPOUND) return of_compound(soup, shape->as.compound, reach);
    return shape->kind <= CAROM_SHAPE_LINE || of_convex(soup, shape, extent, reach);
}
