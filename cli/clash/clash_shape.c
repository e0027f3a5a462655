/* Shapes of parts: triangles, tree, and one vertex of every connected piece, by which containment
 * of one part in another is tested. A mesh of the file that is placed more than once by rotations
 * and translations has one shape for all that scale it alike. */
#include "clash/clash_shape.h"

#include <stdlib.h>
#include <string.h>

#include "clash/disjoint_sets.h"
#include "grow.h"
#include "mesh_of.h"
#include "solid.h"

clash_shape *clash_shape_add(clash_result *out) {
    clash_shape **shapes =
        grow_array(out->shapes, out->shape_count, &out->shape_capacity, sizeof *shapes);
    clash_shape *shape = calloc(1, sizeof *shape);
    if (shapes) out->shapes = shapes;
    if (!shapes || !shape) return free(shape), NULL;
    return out->shapes[out->shape_count++] = shape;
}

/* More would cost more than a direction is worth. */
#define HULL_VERTICES 128

/* ---- shapes that several parts share */

/* Relative: rotations whose columns are farther from perpendicular are none, and factors that
 * differ by more are not the same. A node's rotation is exact to some units of 2^-53. */
#define RIGID_ROUNDING 1e-14

/* The quaternion of a rotation, by its largest component. */
static carom_quat rotation_of_columns(const carom_vec3 c[3]) {
    const double x = c[0].x, y = c[1].y, z = c[2].z;
    carom_quat q;
    if (x + y + z > 0.0)
        q = (carom_quat){c[1].z - c[2].y, c[2].x - c[0].z, c[0].y - c[1].x, 1.0 + x + y + z};
    else if (x >= y && x >= z)
        q = (carom_quat){1.0 + x - y - z, c[0].y + c[1].x, c[2].x + c[0].z, c[1].z - c[2].y};
    else if (y >= z)
        q = (carom_quat){c[0].y + c[1].x, 1.0 - x + y - z, c[1].z + c[2].y, c[2].x - c[0].z};
    else
        q = (carom_quat){c[2].x + c[0].z, c[1].z + c[2].y, 1.0 - x - y + z, c[0].y - c[1].x};
    const double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    return (carom_quat){q.x / length, q.y / length, q.z / length, q.w / length};
}

/* Takes the linear part of a transform apart: rotation after scale. False when it is more than
 * that, or mirrors. */
static bool split_transform(const double *m, carom_quat *rotation, double scale[3]) {
    carom_vec3 column[3];
    for (int k = 0; k < 3; k++) {
        const carom_vec3 c = make3(m[k], m[4 + k], m[8 + k]);
        scale[k] = norm(c);
        if (!(scale[k] > 1e-100 && scale[k] < 1e100)) return false;
        column[k] = make3(c.x / scale[k], c.y / scale[k], c.z / scale[k]);
    }
    for (int k = 0; k < 3; k++)
        if (!(fabs(inner(column[k], column[(k + 1) % 3])) <= RIGID_ROUNDING)) return false;
    if (!(inner(outer(column[0], column[1]), column[2]) > 0.0)) return false;
    *rotation = rotation_of_columns(column);
    return true;
}

static bool same_scale(const double *a, const double *b) {
    for (int k = 0; k < 3; k++)
        if (!(fabs(a[k] - b[k]) <= RIGID_ROUNDING * a[k])) return false;
    return true;
}

/* The vertices of a mesh of the file, scaled. */
static bool copy_scaled(carom_io_soup *out, const carom_io_mesh *mesh, const double scale[3]) {
    const size_t numbers = 3 * mesh->vertex_count, corners = 3 * mesh->triangle_count;
    out->vertices = malloc((numbers + 1) * sizeof *out->vertices);
    out->indices = malloc((corners + 1) * sizeof *out->indices);
    if (!out->vertices || !out->indices) return false;
    for (size_t i = 0; i < numbers; i++)
        out->vertices[i] = scale[i % 3] * mesh->vertices[i];
    memcpy(out->indices, mesh->indices, corners * sizeof *out->indices);
    out->vertex_count = mesh->vertex_count;
    out->triangle_count = mesh->triangle_count;
    return true;
}

bool clash_shape_share(clash_result *out, clash_part *part, const carom_io_mesh *mesh,
                       bool *failed) {
    double scale[3];
    const double *m = part->transform;
    carom_quat rotation;
    if (!split_transform(m, &rotation, scale)) return false;
    for (size_t i = out->shape_count; i-- > 0 && !part->shape;)
        if (out->shapes[i]->source == part->source && same_scale(out->shapes[i]->scale, scale))
            part->shape = out->shapes[i];
    if (!part->shape) {
        part->shape = clash_shape_add(out);
        *failed = !part->shape || !copy_scaled(&part->shape->soup, mesh, scale);
        if (*failed) return false;
        part->shape->source = part->source;
        memcpy(part->shape->scale, scale, sizeof scale);
    }
    part->placed.pose = (carom_pose){make3(m[3], m[7], m[11]), rotation};
    return true;
}

/* ---- where they are placed */

carom_vec3 clash_vertex(const clash_part *part, size_t vertex) {
    const double *p = part->shape->soup.vertices + 3 * vertex;
    return carom_pose_transform_point(part->placed.pose, make3(p[0], p[1], p[2]));
}

carom_triangle clash_triangle(const clash_part *part, uint32_t triangle) {
    carom_triangle t = carom_mesh_triangle(part->shape->mesh, triangle);
    for (int i = 0; i < 3; i++)
        t.v[i] = carom_pose_transform_point(part->placed.pose, t.v[i]);
    return t;
}

carom_ray clash_ray_in_shape(const clash_part *part, const carom_ray *ray) {
    const carom_pose back = carom_pose_inverse(part->placed.pose);
    carom_ray out = *ray;
    out.origin = carom_pose_transform_point(back, ray->origin);
    out.direction = carom_pose_rotate_vector(back, ray->direction);
    return out;
}

bool clash_is_within(const clash_part *part, carom_vec3 point, double distance) {
    const carom_vec3 own = carom_pose_transform_point(carom_pose_inverse(part->placed.pose), point);
    return carom_overlap_point_mesh_within(own, part->shape->mesh, distance);
}

carom_aabb clash_box_of(const clash_part *part) {
    carom_aabb box = carom_mesh_bounds(part->shape->mesh);
    if (carom_pose_is_translation(part->placed.pose)) {
        box.min = carom_pose_transform_point(part->placed.pose, box.min);
        box.max = carom_pose_transform_point(part->placed.pose, box.max);
        return box;
    }
    box.min = make3(INFINITY, INFINITY, INFINITY);
    box.max = times(box.min, -1.0);
    for (size_t i = 0; i < part->shape->soup.vertex_count; i++) {
        if (!part->shape->used[i]) continue;
        const carom_vec3 p = clash_vertex(part, i);
        box.min = make3(fmin(box.min.x, p.x), fmin(box.min.y, p.y), fmin(box.min.z, p.z));
        box.max = make3(fmax(box.max.x, p.x), fmax(box.max.y, p.y), fmax(box.max.z, p.z));
    }
    return box;
}

/* ---- connected pieces, by disjoint sets of vertices */

/* The least vertex of every piece; vertices of no triangle are none. */
static bool find_pieces(clash_shape *shape) {
    const carom_io_soup *soup = &shape->soup;
    uint32_t *sets = disjoint_sets(soup->vertex_count);
    unsigned char *used = shape->used = calloc(soup->vertex_count + 1, 1);
    for (size_t t = 0; sets && used && t < 3 * soup->triangle_count; t++) {
        disjoint_join(sets, soup->indices[t], soup->indices[t - t % 3]);
        used[soup->indices[t]] = 1;
    }
    for (size_t i = 0; sets && used && i < soup->vertex_count; i++)
        shape->probe_count += used[i] && sets[i] == i;
    shape->probes = malloc((shape->probe_count + 1) * sizeof *shape->probes);
    size_t n = 0;
    for (size_t i = 0; sets && used && shape->probes && i < soup->vertex_count; i++) {
        const double *p = soup->vertices + 3 * i;
        if (used[i] && sets[i] == i) shape->probes[n++] = make3(p[0], p[1], p[2]);
    }
    bool ok = sets && used && shape->probes;
    free(sets);
    return ok;
}

bool clash_shape_build(clash_shape *shape, const carom_task_hook *tasks) {
    if (mesh_of_soup(&shape->soup, tasks, &shape->mesh) != CAROM_OK || !find_pieces(shape))
        return false;
    shape->placed = (carom_placed_mesh){.mesh = shape->mesh, .pose = carom_pose_identity()};
    if (!solid_find(&shape->placed, &shape->rim)) return false;
    if (solid_is_closed(&shape->placed)) { /* only closed ones are held against each other */
        if (carom_mesh_pieces_create(&shape->pieces, shape->mesh, NULL) != CAROM_OK) return false;
        shape->placed.pieces = shape->pieces;
    }
    return true;
}

void clash_shape_add_hull(clash_shape *shape) {
    carom_vec3 *points = malloc((shape->soup.vertex_count + 1) * sizeof *points);
    size_t count = 0;
    for (size_t i = 0; points && i < shape->soup.vertex_count; i++) {
        const double *p = shape->soup.vertices + 3 * i;
        if (shape->used[i]) points[count++] = make3(p[0], p[1], p[2]);
    }
    const carom_hull_def def = {
        .points = points, .point_count = count, .vertex_limit = HULL_VERTICES};
    if (points) (void)carom_hull_create(&shape->hull, &def);
    free(points);
}

void clash_shape_free(clash_shape *shape) {
    carom_mesh_rim_destroy(shape->rim);
    carom_mesh_pieces_destroy(shape->pieces);
    carom_mesh_destroy(shape->mesh);
    carom_hull_destroy(shape->hull);
    carom_io_soup_free(&shape->soup);
    free(shape->probes);
    free(shape->used);
    free(shape);
}
