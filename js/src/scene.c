/* Instances of meshes: batches of questions, as mesh.c has them, with the instance. */
#include "exports.h"

/* Instance i is of mesh which[i], in pose i; scales may be
 * null. */
carom_scene *EXPORT(scene_create)(const carom_mesh *const *meshes, const uint32_t *which,
                                  size_t count, const carom_real *poses, const carom_real *scales) {
    carom_placed_mesh *placed = calloc(count + 1, sizeof *placed);
    if (!placed) return made(CAROM_ERROR_MEMORY, NULL);
    for (size_t i = 0; i < count; i++) {
        placed[i].mesh = meshes[which[i]];
        placed[i].pose = read_pose(poses + 7 * i);
    }
    const carom_scene_def def = {
        .instances = placed, .count = count, .scales = (const carom_vec3 *)scales};
    carom_scene *scene = NULL;
    const carom_status status = carom_scene_create(&scene, &def);
    free(placed);
    return made(status, scene);
}

void EXPORT(scene_destroy)(carom_scene *scene) {
    carom_scene_destroy(scene);
}

int EXPORT(scene_move)(carom_scene *scene, const carom_real *poses, size_t count) {
    return (int)carom_scene_move_all(scene, (const carom_pose *)poses, count);
}

void EXPORT(scene_bounds)(const carom_scene *scene, carom_real *out) {
    const carom_aabb box = carom_scene_bounds(scene);
    write3(out, box.min);
    write3(out + 3, box.max);
}

/* Arrays of answers; what a miss leaves is as in mesh.c, with an instance of -1. */
typedef struct hits {
    int32_t *instance, *triangle;
    carom_real *t, *normal, *barycentric;
} hits;

static void write_hit(const hits *out, size_t i, const carom_scene_ray_hit *hit) {
    out->instance[i] = hit->hit ? (int32_t)hit->instance : -1;
    out->triangle[i] = hit->hit ? (int32_t)hit->triangle : -1;
    out->t[i] = hit->hit ? hit->at.t : (carom_real)INFINITY;
    write3(out->normal + 3 * i, hit->at.normal);
    write3(out->barycentric + 3 * i, hit->at.barycentric);
}

void EXPORT(scene_raycast)(const carom_scene *scene, const carom_real *numbers, size_t count,
                           const carom_real *range, int facing, const hits *out) {
    carom_ray rays[CHUNK];
    carom_scene_ray_hit found[CHUNK];
    for (size_t first = 0; first < count; first += CHUNK) {
        const carom_mesh_rays some = {
            rays, read_rays(rays, numbers + 6 * first, chunk_of(first, count), range),
            (carom_facing)facing};
        carom_raycast_rays_scene(&some, scene, found, NULL);
        for (size_t i = 0; i < some.count; i++)
            write_hit(out, first + i, &found[i]);
    }
}

/* One ray; @return how many hits there are, of which the first `capacity` are written. */
size_t EXPORT(scene_raycast_all)(const carom_scene *scene, const carom_real *numbers,
                                 const carom_real *range, int facing, size_t capacity,
                                 const hits *out) {
    const carom_ray ray = {read3(numbers), read3(numbers + 3), range[0], range[1]};
    carom_scene_ray_hit *found = malloc((capacity + 1) * sizeof *found);
    if (!found) return SIZE_MAX;
    const size_t count =
        carom_raycast_ray_scene_all(&ray, scene, (carom_facing)facing, found, capacity);
    for (size_t i = 0; i < count && i < capacity; i++)
        write_hit(out, i, &found[i]);
    free(found);
    return count;
}

void EXPORT(scene_occluded)(const carom_scene *scene, const carom_real *numbers, size_t count,
                            const carom_real *range, int facing, bool *out) {
    carom_ray rays[CHUNK];
    for (size_t first = 0; first < count; first += CHUNK) {
        const carom_mesh_rays some = {
            rays, read_rays(rays, numbers + 6 * first, chunk_of(first, count), range),
            (carom_facing)facing};
        carom_overlap_rays_scene(&some, scene, out + first, NULL);
    }
}

/* Arrays of nearest points. */
typedef struct nearest {
    int32_t *instance, *triangle;
    carom_real *distance, *point, *barycentric;
} nearest;

void EXPORT(scene_closest)(const carom_scene *scene, const carom_real *points, size_t count,
                           const nearest *out) {
    carom_scene_closest found[CHUNK];
    for (size_t first = 0; first < count; first += CHUNK) {
        const size_t some = chunk_of(first, count);
        carom_closest_points_scene((const carom_vec3 *)(points + 3 * first), some, scene, found,
                                   NULL);
        for (size_t i = 0; i < some; i++) {
            const bool any = found[i].at.distance < (carom_real)INFINITY;
            out->instance[first + i] = any ? (int32_t)found[i].instance : -1;
            out->triangle[first + i] = any ? (int32_t)found[i].triangle : -1;
            out->distance[first + i] = found[i].at.distance;
            write3(out->point + 3 * (first + i), found[i].at.point_b);
            write3(out->barycentric + 3 * (first + i), found[i].at.barycentric);
        }
    }
}

static bool add_pair(uint32_t a, uint32_t b, void *user) {
    const uint32_t pair[2] = {a, b};
    return list_add(user, pair, sizeof pair);
}

/* Pairs of instances whose surfaces touch. */
void *EXPORT(scene_pairs)(const carom_scene *scene, size_t *bytes) {
    list found = {0};
    carom_visit_scene_pairs(scene, add_pair, &found);
    return list_end(&found, bytes);
}
