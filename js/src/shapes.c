/* Arrays of shapes, of which JavaScript holds the address of the first. What a shape refers to is
 * made and freed by itself; JavaScript keeps it as long. */
#include "exports.h"

static carom_shape *shapes_of(carom_shape_kind kind, size_t count) {
    carom_shape *shapes = calloc(count ? count : 1, sizeof *shapes);
    for (size_t i = 0; shapes && i < count; i++)
        shapes[i].kind = kind;
    return shapes;
}

/* Shapes whose structs hold reals alone, `reals` of them in a row for each, in the order of the
 * struct; null for want of memory. */
carom_shape *EXPORT(shapes_of_rows)(int kind, const carom_real *rows, size_t reals, size_t count) {
    carom_shape *shapes = shapes_of((carom_shape_kind)kind, count);
    for (size_t i = 0; shapes && i < count; i++)
        memcpy(&shapes[i].as, rows + i * reals, reals * sizeof *rows);
    return shapes;
}

/* Puts other shapes in the place of as many. */
void EXPORT(shapes_assign)(carom_shape *to, const carom_shape *from, size_t count) {
    memcpy(to, from, count * sizeof *to);
}

/* The index of the first shape that is invalid, and what is wrong with it; -1: none. */
int32_t EXPORT(shapes_problem)(const carom_shape *shapes, size_t count, const char **text) {
    for (size_t i = 0; i < count; i++) {
        *text = carom_shape_problem(&shapes[i]);
        if (*text) return (int32_t)i;
    }
    return -1;
}

/* The boxes of the shapes, 6 numbers each; of poses there is one, or as many as shapes. */
void EXPORT(shapes_bounds)(const carom_shape *shapes, const carom_real *poses, size_t pose_count,
                           size_t count, size_t shape_count, carom_real *out) {
    for (size_t i = 0; i < count; i++) {
        const carom_aabb box = carom_shape_bounds(&shapes[shape_count == 1 ? 0 : i],
                                                  read_pose(poses + (pose_count == 1 ? 0 : 7 * i)));
        write3(out + 6 * i, box.min);
        write3(out + 6 * i + 3, box.max);
    }
}

/* Volume, then the centre of mass, of one shape; false where they are not known. */
int EXPORT(shape_mass)(const carom_shape *shape, double out[4]) {
    carom_mass mass;
    if (carom_mass_shape(&mass, shape, 1) != CAROM_OK) return 0;
    out[0] = mass.volume;
    out[1] = mass.center.x;
    out[2] = mass.center.y;
    out[3] = mass.center.z;
    return 1;
}

/* ---- shapes that refer to others: one each, but for rounded ones */

carom_shape *EXPORT(shape_of_mesh)(const carom_mesh *mesh) {
    carom_shape *shape = shapes_of(CAROM_SHAPE_MESH, 1);
    if (shape) shape->as.mesh = mesh;
    return shape;
}

carom_shape *EXPORT(shape_of_hull)(const carom_hull *hull) {
    carom_shape *shape = shapes_of(CAROM_SHAPE_HULL, 1);
    if (shape) shape->as.hull.hull = hull;
    return shape;
}

carom_shape *EXPORT(shape_of_heightfield)(const carom_heightfield *field) {
    carom_shape *shape = shapes_of(CAROM_SHAPE_HEIGHTFIELD, 1);
    if (shape) shape->as.heightfield = field;
    return shape;
}

carom_shape *EXPORT(shape_of_compound)(const carom_compound *compound) {
    carom_shape *shape = shapes_of(CAROM_SHAPE_COMPOUND, 1);
    if (shape) shape->as.compound = compound;
    return shape;
}

/* A shape with its numbers behind it in the same block. */
static carom_shape *shape_with_numbers(carom_shape_kind kind, const carom_real *numbers,
                                       size_t count) {
    carom_shape *shape = malloc(sizeof *shape + count * sizeof *numbers);
    if (!shape) return NULL;
    memset(shape, 0, sizeof *shape);
    memcpy(shape + 1, numbers, count * sizeof *numbers);
    shape->kind = kind;
    return shape;
}

carom_shape *EXPORT(shape_of_polygon)(const carom_real *vertices, size_t count) {
    carom_shape *shape = shape_with_numbers(CAROM_SHAPE_POLYGON, vertices, 3 * count);
    if (shape) shape->as.polygon = (carom_polygon){(const carom_vec3 *)(shape + 1), (int32_t)count};
    return shape;
}

/* `slabs` are the normals, the least and then the largest offsets. */
carom_shape *EXPORT(shape_of_kdop)(const carom_real *slabs, size_t count) {
    carom_shape *shape = shape_with_numbers(CAROM_SHAPE_KDOP, slabs, 5 * count);
    if (!shape) return NULL;
    const carom_real *kept = (const carom_real *)(shape + 1);
    shape->as.kdop =
        (carom_kdop){(const carom_vec3 *)kept, kept + 3 * count, kept + 4 * count, (int32_t)count};
    return shape;
}

/* Shape i is core i grown by radius i. */
carom_shape *EXPORT(shapes_rounded)(const carom_shape *cores, const carom_real *radii,
                                    size_t count) {
    carom_shape *shapes = shapes_of(CAROM_SHAPE_ROUNDED, count);
    for (size_t i = 0; shapes && i < count; i++) {
        shapes[i].as.rounded.core = &cores[i];
        shapes[i].as.rounded.radius = radii[i];
    }
    return shapes;
}

/* Copies of the shapes of several arrays, one after another. */
carom_shape *EXPORT(shapes_joined)(const carom_shape *const *arrays, const uint32_t *counts,
                                   size_t array_count, size_t count) {
    carom_shape *shapes = shapes_of(CAROM_SHAPE_POINT, count);
    for (size_t i = 0, at = 0; shapes && i < array_count; at += counts[i++])
        memcpy(shapes + at, arrays[i], counts[i] * sizeof *shapes);
    return shapes;
}

/* ---- what is referred to */

carom_hull *EXPORT(hull_create)(const carom_real *points, size_t count, size_t vertex_limit) {
    const carom_hull_def def = {
        .points = (const carom_vec3 *)points, .point_count = count, .vertex_limit = vertex_limit};
    carom_hull *hull = NULL;
    const carom_status status = carom_hull_create(&hull, &def);
    return made(status, hull);
}

void EXPORT(hull_destroy)(carom_hull *hull) {
    carom_hull_destroy(hull);
}

/* The counts of vertices, faces and corners of faces. */
void EXPORT(hull_counts)(const carom_hull *hull, uint32_t counts[3]) {
    const int32_t faces = carom_hull_face_count(hull);
    counts[0] = (uint32_t)carom_hull_vertex_count(hull);
    counts[1] = (uint32_t)faces;
    counts[2] = 0;
    for (int32_t face = 0; face < faces; face++)
        counts[2] += (uint32_t)carom_hull_face(hull, face, NULL, 0);
}

/* The vertices, the corners of all faces, and where those of each face start. */
void EXPORT(hull_parts)(const carom_hull *hull, carom_real *vertices, int32_t *corners,
                        uint32_t *starts) {
    for (int32_t i = 0; i < carom_hull_vertex_count(hull); i++)
        write3(vertices + 3 * i, carom_hull_vertex(hull, i));
    *starts = 0;
    for (int32_t face = 0; face < carom_hull_face_count(hull); face++, starts++) {
        const int32_t count = carom_hull_face(hull, face, NULL, 0);
        carom_hull_face(hull, face, corners + *starts, count);
        starts[1] = *starts + (uint32_t)count;
    }
}

double EXPORT(hull_omitted)(const carom_hull *hull) {
    return (double)carom_hull_omitted(hull);
}

/* `frame` is the origin and the spacing. */
carom_heightfield *EXPORT(heightfield_create)(const carom_real *heights, uint32_t columns,
                                              uint32_t rows, const carom_real *frame) {
    const carom_heightfield_def def = {.heights = heights,
                                       .columns = columns,
                                       .rows = rows,
                                       .origin = read3(frame),
                                       .spacing = read3(frame + 3)};
    carom_heightfield *field = NULL;
    const carom_status status = carom_heightfield_create(&field, &def);
    return made(status, field);
}

void EXPORT(heightfield_destroy)(carom_heightfield *field) {
    carom_heightfield_destroy(field);
}

carom_compound *EXPORT(compound_create)(const carom_shape *shapes, const carom_real *poses,
                                        size_t pose_count, size_t count) {
    carom_child *children = malloc((count + 1) * sizeof *children);
    if (!children) return made(CAROM_ERROR_MEMORY, NULL);
    for (size_t i = 0; i < count; i++)
        children[i] = (carom_child){shapes[i], read_pose(poses + (pose_count == 1 ? 0 : 7 * i))};
    const carom_compound_def def = {.children = children, .count = count};
    carom_compound *compound = NULL;
    const carom_status status = carom_compound_create(&compound, &def);
    free(children);
    return made(status, compound);
}

void EXPORT(compound_destroy)(carom_compound *compound) {
    carom_compound_destroy(compound);
}
