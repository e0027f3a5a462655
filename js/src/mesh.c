/* Batches of questions about meshes, in arrays of numbers in and out. A question's numbers lie one
 * after another; of an answer each kind of number has an array of its own, so that JavaScript sees
 * typed arrays and no structs. */
#include "exports.h"

/* ---- meshes */

carom_mesh *EXPORT(mesh_create)(const carom_real *positions, size_t vertex_count,
                                const uint32_t *indices, size_t triangle_count, int build) {
    const carom_mesh_def def = {.vertices = (const carom_vec3 *)positions,
                                .indices = indices,
                                .vertex_count = vertex_count,
                                .triangle_count = triangle_count,
                                .build = (carom_mesh_build)build};
    carom_mesh *mesh = NULL;
    const carom_status status = carom_mesh_create(&mesh, &def);
    return made(status, mesh);
}

void EXPORT(mesh_destroy)(carom_mesh *mesh) {
    carom_mesh_destroy(mesh);
}

size_t EXPORT(mesh_bytes)(const carom_mesh *mesh) {
    return carom_mesh_bytes(mesh);
}

int EXPORT(mesh_refit)(carom_mesh *mesh, const carom_real *positions, size_t vertex_count,
                       const uint32_t *indices) {
    const carom_mesh_def def = {.vertices = (const carom_vec3 *)positions,
                                .indices = indices,
                                .vertex_count = vertex_count,
                                .triangle_count = carom_mesh_triangle_count(mesh)};
    return (int)carom_mesh_refit(mesh, &def);
}

void EXPORT(mesh_bounds)(const carom_mesh *mesh, carom_real *out) {
    const carom_aabb box = carom_mesh_bounds(mesh);
    write3(out, box.min);
    write3(out + 3, box.max);
}

/* 0 open, 1 closed, 2 closed with inconsistent orientation */
int EXPORT(mesh_closure)(const carom_mesh *mesh) {
    const carom_mesh_closure closure = carom_mesh_closure_of(mesh);
    return closure == CAROM_MESH_CLOSED ? 1 : closure == CAROM_MESH_INCONSISTENT ? 2 : 0;
}

/* The method of signs that fits the mesh, as carom_mesh_solid_of says; `method` overrides it unless
 * it is negative. */
static carom_mesh_solid solid_of(const carom_mesh *mesh, int method) {
    carom_mesh_solid solid = carom_mesh_solid_of(mesh);
    if (method >= 0) solid.method = (carom_sign_method)method;
    return solid;
}

int EXPORT(mesh_method)(const carom_mesh *mesh) {
    return (int)carom_mesh_solid_of(mesh).method;
}

/* ---- rays */

/* A triangle of -1 is none; t is then INFINITY and what else there is 0. */
void EXPORT(raycast)(const carom_mesh *mesh, const carom_real *numbers, size_t count,
                     const carom_real *range, int facing, int32_t *triangle, carom_real *t,
                     carom_real *normal, carom_real *barycentric) {
    carom_ray rays[CHUNK];
    carom_mesh_ray_hit hits[CHUNK];
    for (size_t first = 0; first < count; first += CHUNK) {
        const carom_mesh_rays some = {
            rays, read_rays(rays, numbers + 6 * first, chunk_of(first, count), range),
            (carom_facing)facing};
        carom_raycast_rays_mesh(&some, mesh, hits, NULL);
        for (size_t i = 0; i < some.count; i++) {
            const bool hit = hits[i].hit;
            triangle[first + i] = hit ? (int32_t)hits[i].triangle : -1;
            t[first + i] = hit ? hits[i].at.t : (carom_real)INFINITY;
            write3(normal + 3 * (first + i), hits[i].at.normal);
            write3(barycentric + 3 * (first + i), hits[i].at.barycentric);
        }
    }
}

void EXPORT(occluded)(const carom_mesh *mesh, const carom_real *numbers, size_t count,
                      const carom_real *range, int facing, bool *out) {
    carom_ray rays[CHUNK];
    for (size_t first = 0; first < count; first += CHUNK) {
        const carom_mesh_rays some = {
            rays, read_rays(rays, numbers + 6 * first, chunk_of(first, count), range),
            (carom_facing)facing};
        carom_overlap_rays_mesh(&some, mesh, out + first, NULL);
    }
}

/* One ray; @return how many hits there are, of which the first `capacity` are written. */
size_t EXPORT(raycast_all)(const carom_mesh *mesh, const carom_real *numbers,
                           const carom_real *range, int facing, size_t capacity, int32_t *triangle,
                           carom_real *t, carom_real *normal, carom_real *barycentric) {
    const carom_ray ray = {read3(numbers), read3(numbers + 3), range[0], range[1]};
    carom_mesh_ray_hit *hits = malloc((capacity + 1) * sizeof *hits);
    if (!hits) return SIZE_MAX;
    const size_t count =
        carom_raycast_ray_mesh_all(&ray, mesh, (carom_facing)facing, hits, capacity);
    for (size_t i = 0; i < count && i < capacity; i++) {
        triangle[i] = (int32_t)hits[i].triangle;
        t[i] = hits[i].at.t;
        write3(normal + 3 * i, hits[i].at.normal);
        write3(barycentric + 3 * i, hits[i].at.barycentric);
    }
    free(hits);
    return count;
}

/* ---- points */

void EXPORT(closest)(const carom_mesh *mesh, const carom_real *points, size_t count,
                     int32_t *triangle, carom_real *distance, carom_real *point,
                     carom_real *barycentric) {
    carom_mesh_closest nearest[CHUNK];
    const bool empty = carom_mesh_triangle_count(mesh) == 0;
    for (size_t first = 0; first < count; first += CHUNK) {
        const size_t some = chunk_of(first, count);
        carom_closest_points_mesh((const carom_vec3 *)(points + 3 * first), some, mesh, nearest,
                                  NULL);
        for (size_t i = 0; i < some; i++) {
            const bool found = !empty && nearest[i].at.distance < (carom_real)INFINITY;
            triangle[first + i] = found ? (int32_t)nearest[i].triangle : -1;
            distance[first + i] = nearest[i].at.distance;
            write3(point + 3 * (first + i), nearest[i].at.point_b);
            write3(barycentric + 3 * (first + i), nearest[i].at.barycentric);
        }
    }
}

void EXPORT(signed_distance)(const carom_mesh *mesh, int method, const carom_real *points,
                             size_t count, carom_real *distance) {
    const carom_mesh_solid solid = solid_of(mesh, method);
    carom_mesh_signed found[CHUNK];
    for (size_t first = 0; first < count; first += CHUNK) {
        const size_t some = chunk_of(first, count);
        carom_distance_points_mesh_signed((const carom_vec3 *)(points + 3 * first), some, &solid,
                                          found, NULL);
        for (size_t i = 0; i < some; i++)
            distance[first + i] = found[i].distance;
    }
}

/* 0 outside, 1 inside, 2 on the surface */
void EXPORT(classify)(const carom_mesh *mesh, const carom_real *points, size_t count,
                      uint8_t *place) {
    const carom_placed_mesh placed = {
        .mesh = mesh, .pose = carom_pose_identity(), .solidity = carom_mesh_solidity_of(mesh)};
    for (size_t i = 0; i < count; i++)
        place[i] = (uint8_t)carom_classify_point_mesh(read3(points + 3 * i), &placed).place;
}

void EXPORT(winding_number)(const carom_mesh *mesh, const carom_real *points, size_t count,
                            carom_real *out) {
    for (size_t i = 0; i < count; i++)
        out[i] = carom_mesh_winding_number(read3(points + 3 * i), mesh);
}

/* ---- triangles near a shape: their number, of which the first `capacity` are written */

size_t EXPORT(overlap_sphere)(const carom_mesh *mesh, const carom_real *sphere, uint32_t *triangles,
                              size_t capacity) {
    const carom_sphere s = {read3(sphere), sphere[3]};
    return carom_overlap_sphere_mesh(&s, mesh, triangles, capacity);
}

size_t EXPORT(overlap_box)(const carom_mesh *mesh, const carom_real *box, uint32_t *triangles,
                           size_t capacity) {
    const carom_aabb b = {read3(box), read3(box + 3)};
    return carom_overlap_aabb_mesh(&b, mesh, triangles, capacity);
}

/* ---- pairs of meshes; the pose is that of the second */

static carom_placed_mesh place(const carom_mesh *mesh, const carom_real *pose) {
    return (carom_placed_mesh){.mesh = mesh,
                               .pose = pose ? read_pose(pose) : carom_pose_identity()};
}

int EXPORT(overlap)(const carom_mesh *a, const carom_mesh *b, const carom_real *pose) {
    const carom_placed_mesh pa = place(a, NULL), pb = place(b, pose);
    return carom_overlap_mesh_mesh(&pa, &pb);
}

void EXPORT(distance)(const carom_mesh *a, const carom_mesh *b, const carom_real *pose,
                      carom_real *numbers, int32_t *triangles) {
    const carom_placed_mesh pa = place(a, NULL), pb = place(b, pose);
    const carom_mesh_pair_closest nearest = carom_closest_mesh_mesh(&pa, &pb);
    numbers[0] = nearest.distance;
    write3(numbers + 1, nearest.point_a);
    write3(numbers + 4, nearest.point_b);
    triangles[0] = (int32_t)nearest.triangle_a;
    triangles[1] = (int32_t)nearest.triangle_b;
}

/* ---- grids of signed distances */

carom_mesh_grid *EXPORT(grid_create)(const carom_mesh *mesh, int method, const carom_real *box,
                                     carom_real cell, carom_real band) {
    const carom_mesh_grid_def def = {.solid = solid_of(mesh, method),
                                     .bounds = {read3(box), read3(box + 3)},
                                     .cell = cell,
                                     .band = band};
    carom_mesh_grid *grid = NULL;
    const carom_status status = carom_mesh_grid_create(&grid, &def);
    return made(status, grid);
}

/* Origin, cell, then the three counts of samples; @return the samples */
const carom_real *EXPORT(grid_numbers)(const carom_mesh_grid *grid, carom_real *numbers) {
    write3(numbers, grid->origin);
    numbers[3] = grid->cell;
    for (int i = 0; i < 3; i++)
        numbers[4 + i] = (carom_real)grid->count[i];
    return grid->distances;
}

void EXPORT(grid_destroy)(carom_mesh_grid *grid) {
    carom_mesh_grid_destroy(grid);
}
