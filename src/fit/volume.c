/* Volumes of the bounding volumes, in double, by formulas; a hull's by the divergence theorem, as
 * the sum of signed tetrahedra. The volume of a k-DOP is that of the hull of its corners, built by
 * Quickhull [Barber96] in a block of the workspace. */
#include "fit/cloud.h"
#include "fit/hull.h"
#include "fit/volume.h"
#include "fit/quickhull/quickhull.h"
#include "shape/kdop.h"
#include "core/workspace.h"

#define PI 3.14159265358979323846
/* Above what the hull of KDOP_VERTICES points takes. */
#define ARENA_BYTES (160 * 1024)

double carom_volume_sphere(const carom_sphere *sphere) {
    double r = (double)sphere->radius;
    return r >= 0.0 && finite3(load3(sphere->center)) ? 4.0 / 3.0 * PI * r * r * r : 0.0;
}

double carom_volume_capsule(const carom_capsule *capsule) {
    vec3 a = load3(capsule->a), b = load3(capsule->b);
    double r = (double)capsule->radius;
    if (!(r >= 0.0) || !finite3(a) || !finite3(b)) return 0.0;
    return PI * r * r * (4.0 / 3.0 * r + carom_length(sub3(b, a)));
}

double carom_volume_aabb(const carom_aabb *box) {
    vec3 d = sub3(load3(box->max), load3(box->min));
    return d.x >= 0.0 && d.y >= 0.0 && d.z >= 0.0 ? d.x * d.y * d.z : 0.0;
}

double carom_volume_obb(const carom_obb *box) {
    vec3 h = load3(box->half_extents);
    double det = dot3(cross3(load3(box->axes[0]), load3(box->axes[1])), load3(box->axes[2]));
    if (!(h.x >= 0.0 && h.y >= 0.0 && h.z >= 0.0) || !finite1(det)) return 0.0;
    return 8.0 * h.x * h.y * h.z * fabs(det);
}

/* The origin of a half-edge relative to the centre, in units of `size`. */
static vec3 from_center(const hull_data *hull, int32_t edge, double size) {
    vec3 d = sub3(hull_vertex(hull, hull->origin[edge]), hull->center);
    return vec(d.x / size, d.y / size, d.z / size);
}

/* The sum of the tetrahedra from the centre to the triangles of each face's fan, in units of the
 * size, so that only a volume beyond the range overflows or underflows. */
static double volume_of_hull_data(const hull_data *hull) {
    double volume = 0.0;
    if (hull->dimension < 3) return 0.0;
    double size = max_abs3(sub3(scale3(hull->high, 0.5), scale3(hull->low, 0.5)));
    for (int32_t f = 0; f < hull->face_count; f++) {
        int32_t first = hull->face_edge[f], e = hull->next[first];
        vec3 a = from_center(hull, first, size), b = from_center(hull, e, size);
        for (e = hull->next[e]; e != first; e = hull->next[e]) {
            vec3 c = from_center(hull, e, size);
            volume += dot3(cross3(a, b), c);
            b = c;
        }
    }
    return volume / 6.0 * size * size * size;
}

double carom_volume_hull(const carom_hull *hull) {
    return volume_of_hull_data(carom_hull_data(hull));
}

typedef struct volume_arena {
    _Alignas(64) unsigned char bytes[ARENA_BYTES];
    size_t used;
} volume_arena;
_Static_assert(sizeof(volume_arena) <= WORKSPACE_SURFACE_BYTES, "the block holds it");

static void *arena_alloc(size_t size, void *user) {
    volume_arena *arena = user;
    size_t rounded = (size + 63) / 64 * 64;
    if (rounded > ARENA_BYTES - arena->used) return NULL;
    arena->used += rounded;
    return arena->bytes + (arena->used - rounded);
}

static void arena_free(void *memory, void *user) {
    (void)memory;
    (void)user;
}

bool carom_points_hull(const vec3 *from, int count, hull_reader *read, void *context) {
    quickhull_point points[KDOP_VERTICES];
    if (count < 1 || count > KDOP_VERTICES) return false;
    for (int i = 0; i < count; i++)
        points[i] = (quickhull_point){from[i].x, from[i].y, from[i].z, -1, 0};
    volume_arena *arena = carom_workspace_take(WORKSPACE_SURFACE);
    arena->used = 0;
    carom_allocator allocator = {arena_alloc, arena_free, arena};
    hull_data hull;
    void *memory = NULL;
    const bool built = carom_quickhull(&hull, &memory, points, count, &allocator) == CAROM_OK;
    if (built) read(&hull, context);
    carom_workspace_give(arena);
    return built;
}

bool carom_kdop_hull(const carom_kdop *kdop, hull_reader *read, void *context) {
    carom_aabb bounds = carom_fit_aabb_kdop(kdop);
    vec3 vertices[KDOP_VERTICES];
    int count = bounds.min.x <= bounds.max.x ? carom_kdop_vertices(kdop, vertices) : 0;
    return count >= 4 && carom_points_hull(vertices, count, read, context);
}

static void read_volume(const hull_data *hull, void *context) {
    *(double *)context = volume_of_hull_data(hull);
}

double carom_volume_kdop(const carom_kdop *kdop) {
    double volume = 0.0;
    (void)carom_kdop_hull(kdop, read_volume, &volume);
    return volume;
}
