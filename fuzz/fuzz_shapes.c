/* Raw bytes as the coordinates of any two shapes, under every verb of dispatch.h. Promises of every
 * pair: no NaN, unit normals, fractions within the frame, nothing hits what is invalid, swapping
 * the shapes swaps the answer, and how two shapes stand to each other is what the overlap of the
 * shapes, or of a mesh's solid, says. Compiled in both precisions.
 * Finite doubles are within 1e-300 to 1e300, as is promised.
 *
 * Byte 0 and 1 are the kinds, byte 2 tells how numbers are coded (bit 0: a signed byte in eighths,
 * which makes contacts likely; else the bits of a real), and whether A and B are posed (bits 1 and
 * 2). */
#include <math.h>
#include <string.h>

#include "carom/carom.h"
#include "fuzz.h"

#define CORNERS 6

/* A list of its own: stored inputs keep their meaning when kinds are added. */
static const carom_shape_kind kinds[] = {
    CAROM_SHAPE_POINT, CAROM_SHAPE_SEGMENT,   CAROM_SHAPE_RAY,      CAROM_SHAPE_LINE,
    CAROM_SHAPE_PLANE, CAROM_SHAPE_HALFSPACE, CAROM_SHAPE_SPHERE,   CAROM_SHAPE_CAPSULE,
    CAROM_SHAPE_AABB,  CAROM_SHAPE_OBB,       CAROM_SHAPE_TRIANGLE, CAROM_SHAPE_POLYGON,
    CAROM_SHAPE_MESH,
};
#define KIND_COUNT (sizeof kinds / sizeof kinds[0])

/* Bytes from LATER_KINDS on are these: stored inputs with less keep their meaning. */
static const carom_shape_kind later_kinds[] = {
    CAROM_SHAPE_KDOP,        CAROM_SHAPE_CYLINDER, CAROM_SHAPE_CONE,        CAROM_SHAPE_ELLIPSOID,
    CAROM_SHAPE_TETRAHEDRON, CAROM_SHAPE_HULL,     CAROM_SHAPE_HEIGHTFIELD, CAROM_SHAPE_COMPOUND,
};
#define LATER_KIND_COUNT (sizeof later_kinds / sizeof later_kinds[0])
#define LATER_KINDS (KIND_COUNT * 8)
/* The last bytes, which came later still: compounds of points, of voxels, support functions. */
#define POINTS_KIND 240
#define VOXELS_KIND 244
#define SUPPORT_KIND 248
#define ROUNDED_KIND 253

static carom_shape_kind kind_of_byte(uint8_t byte) {
    if (byte < LATER_KINDS) return kinds[byte % KIND_COUNT];
    if (byte >= ROUNDED_KIND) return CAROM_SHAPE_ROUNDED;
    if (byte >= SUPPORT_KIND) return CAROM_SHAPE_SUPPORT;
    if (byte >= POINTS_KIND) return CAROM_SHAPE_COMPOUND;
    return later_kinds[(byte - LATER_KINDS) % LATER_KIND_COUNT];
}

typedef struct source {
    const uint8_t *data;
    size_t left;
    int small;
} source;

typedef struct subject {
    carom_shape shape, core;
    carom_pose pose;
    carom_vec3 vertices[CORNERS];
    carom_real low[CORNERS], high[CORNERS];
    carom_mesh *mesh;
    carom_hull *hull;
    carom_heightfield *field;
    carom_compound *compound;
} subject;

/* ---- reading */

static carom_real next_real(source *in) {
    carom_real value = 0;
    size_t size = in->small ? 1 : sizeof value;
    if (in->left < size) return 0;
    if (in->small)
        value = (carom_real)((double)(int8_t)in->data[0] / 8.0);
    else
        memcpy(&value, in->data, size);
    in->data += size;
    in->left -= size;
    double magnitude = fabs((double)value);
    bool promised = !(magnitude > 1e300) && !(magnitude > 0.0 && magnitude < 1e-300);
    return promised || isinf(magnitude) ? value : 0;
}

static carom_vec3 next_point(source *in) {
    carom_vec3 v;
    v.x = next_real(in);
    v.y = next_real(in);
    v.z = next_real(in);
    return v;
}

/* A rotation by a rational quaternion of unit length, so that poses are valid. */
static carom_pose next_pose(source *in) {
    static const carom_quat turns[4] = {
        {0, 0, 0, 1},
        {(carom_real)0.5, (carom_real)0.5, (carom_real)0.5, (carom_real)0.5},
        {(carom_real)0.6, 0, 0, (carom_real)0.8},
        {0, 1, 0, 0}};
    carom_pose pose = {next_point(in), turns[0]};
    if (in->left > 0) pose.rotation = turns[in->data[0] % 4];
    return pose;
}

static void next_obb(source *in, carom_obb *box) {
    carom_pose turn = next_pose(in);
    box->center = turn.position;
    box->axes[0] = carom_pose_rotate_vector(turn, (carom_vec3){1, 0, 0});
    box->axes[1] = carom_pose_rotate_vector(turn, (carom_vec3){0, 1, 0});
    box->axes[2] = carom_pose_rotate_vector(turn, (carom_vec3){0, 0, 1});
    box->half_extents = next_point(in);
}

static void next_mesh(source *in, subject *out) {
    static const uint32_t indices[12] = {0, 1, 2, 0, 3, 1, 1, 3, 2, 2, 3, 0};
    for (int i = 0; i < 4; i++)
        out->vertices[i] = next_point(in);
    carom_mesh_def def = {
        .vertices = out->vertices, .indices = indices, .vertex_count = 4, .triangle_count = 4};
    carom_mesh_create(&out->mesh, &def);
    out->shape.as.mesh = out->mesh;
}

static void next_flat(source *in, subject *out) {
    carom_shape *s = &out->shape;
    if (s->kind == CAROM_SHAPE_TRIANGLE) {
        for (int i = 0; i < 3; i++)
            s->as.triangle.v[i] = next_point(in);
        return;
    }
    int count = in->left > 0 ? in->data[0] % (CORNERS + 1) : 0;
    for (int i = 0; i < count; i++)
        out->vertices[i] = next_point(in);
    s->as.polygon = (carom_polygon){out->vertices, count};
}

/* As many slabs as a byte says, of which a hostile one may have no inside. */
static void next_kdop(source *in, subject *out) {
    int count = in->left > 0 ? in->data[0] % (CORNERS + 1) : 0;
    for (int i = 0; i < count; i++) {
        out->vertices[i] = next_point(in);
        out->low[i] = next_real(in);
        out->high[i] = next_real(in);
    }
    out->shape.as.kdop = (carom_kdop){out->vertices, out->low, out->high, count};
}

static void next_revolution(source *in, carom_shape *s) {
    s->as.cylinder.a = next_point(in);
    s->as.cylinder.b = next_point(in);
    s->as.cylinder.radius = next_real(in);
}

static void next_hull(source *in, subject *out) {
    for (int i = 0; i < CORNERS; i++)
        out->vertices[i] = next_point(in);
    carom_hull_def def = {.points = out->vertices, .point_count = CORNERS};
    if (carom_hull_create(&out->hull, &def) != CAROM_OK) out->hull = NULL;
    out->shape.as.hull.hull = out->hull;
}

static void next_field(source *in, subject *out) {
    carom_real heights[9];
    carom_heightfield_def def = {.heights = heights, .columns = 3, .rows = 3};
    def.spacing = next_point(in);
    for (int i = 0; i < 9; i++)
        heights[i] = next_real(in);
    if (carom_heightfield_create(&out->field, &def) != CAROM_OK) out->field = NULL;
    out->shape.as.heightfield = out->field;
}

/* A ball and a box, each in a pose. */
static void next_compound(source *in, subject *out) {
    carom_child children[2] = {{.shape.kind = CAROM_SHAPE_SPHERE},
                               {.shape.kind = CAROM_SHAPE_AABB}};
    children[0].shape.as.sphere.radius = next_real(in);
    children[1].shape.as.aabb.min = next_point(in);
    children[1].shape.as.aabb.max = next_point(in);
    for (int i = 0; i < 2; i++)
        children[i].pose = next_pose(in);
    carom_compound_def def = {.children = children, .count = 2};
    if (carom_compound_create(&out->compound, &def) != CAROM_OK) out->compound = NULL;
    out->shape.as.compound = out->compound;
}

/* The hull of the vertices. */
static carom_vec3 farthest_vertex(carom_vec3 d, const void *user) {
    const subject *of = user;
    double most = -INFINITY;
    carom_vec3 best = of->vertices[0];
    for (int i = 0; i < CORNERS; i++) {
        const carom_vec3 v = of->vertices[i];
        const double along =
            (double)v.x * (double)d.x + (double)v.y * (double)d.y + (double)v.z * (double)d.z;
        if (!(along > most)) continue;
        most = along;
        best = v;
    }
    return best;
}

static void next_support(source *in, subject *out) {
    for (int i = 0; i < CORNERS; i++)
        out->vertices[i] = next_point(in);
    out->shape.as.support = (carom_support_shape){
        .support = farthest_vertex, .user = out, .interior = out->vertices[0]};
}

/* The vertices, each with a radius of its own or all with one. */
static void next_points(source *in, subject *out) {
    carom_real radii[CORNERS];
    for (int i = 0; i < CORNERS; i++) {
        out->vertices[i] = next_point(in);
        radii[i] = next_real(in);
    }
    carom_points_def def = {.points = out->vertices, .count = CORNERS, .radius = radii[0]};
    if (next_real(in) > 0) def.radii = radii;
    if (carom_compound_create_points(&out->compound, &def) != CAROM_OK) out->compound = NULL;
    out->shape.as.compound = out->compound;
}

static void next_voxels(source *in, subject *out) {
    carom_real values[12];
    carom_voxels_def def = {.values = values, .size = {3, 2, 2}};
    def.origin = next_point(in);
    def.cell = next_point(in);
    def.threshold = next_real(in);
    for (int i = 0; i < 12; i++)
        values[i] = next_real(in);
    if (carom_compound_create_voxels(&out->compound, &def) != CAROM_OK) out->compound = NULL;
    out->shape.as.compound = out->compound;
}

static void next_later(source *in, subject *out, uint8_t byte);

/* Of a core whose kind is the next byte's. */
static void next_rounded(source *in, subject *out) {
    static const carom_shape_kind cores[] = {
        CAROM_SHAPE_KDOP,        CAROM_SHAPE_CYLINDER, CAROM_SHAPE_CONE,   CAROM_SHAPE_ELLIPSOID,
        CAROM_SHAPE_TETRAHEDRON, CAROM_SHAPE_HULL,     CAROM_SHAPE_SUPPORT};
    const carom_real radius = next_real(in);
    const uint8_t which = in->left > 0 ? in->data[0] : 0;
    out->shape.kind = cores[which % (sizeof cores / sizeof cores[0])];
    next_later(in, out, 0);
    out->core = out->shape;
    out->shape = carom_shape_rounded(&out->core, radius);
}

static void next_later(source *in, subject *out, uint8_t byte) {
    carom_shape *s = &out->shape;
    switch (s->kind) {
    case CAROM_SHAPE_KDOP: next_kdop(in, out); break;
    case CAROM_SHAPE_CYLINDER:
    case CAROM_SHAPE_CONE: next_revolution(in, s); break;
    case CAROM_SHAPE_ELLIPSOID: next_obb(in, &s->as.obb); break; /* of the same fields */
    case CAROM_SHAPE_TETRAHEDRON:
        for (int i = 0; i < 4; i++)
            s->as.tetrahedron.v[i] = next_point(in);
        break;
    case CAROM_SHAPE_HULL: next_hull(in, out); break;
    case CAROM_SHAPE_HEIGHTFIELD: next_field(in, out); break;
    case CAROM_SHAPE_COMPOUND:
        (byte < POINTS_KIND   ? next_compound
         : byte < VOXELS_KIND ? next_points
                              : next_voxels)(in, out);
        break;
    case CAROM_SHAPE_SUPPORT: next_support(in, out); break;
    case CAROM_SHAPE_ROUNDED: next_rounded(in, out); break;
    default: break;
    }
}

static void destroy_subject(subject *s) {
    carom_mesh_destroy(s->mesh);
    carom_hull_destroy(s->hull);
    carom_heightfield_destroy(s->field);
    carom_compound_destroy(s->compound);
}

static void next_shape(source *in, subject *out, uint8_t byte) {
    carom_shape *s = &out->shape;
    const carom_shape_kind kind = kind_of_byte(byte);
    s->kind = kind;
    switch (kind) {
    case CAROM_SHAPE_POINT: s->as.point = next_point(in); break;
    case CAROM_SHAPE_SEGMENT:
        s->as.segment.a = next_point(in);
        s->as.segment.b = next_point(in);
        break;
    case CAROM_SHAPE_RAY:
    case CAROM_SHAPE_LINE:
        s->as.ray.origin = next_point(in);
        s->as.ray.direction = next_point(in);
        if (kind == CAROM_SHAPE_LINE) break;
        s->as.ray.t_min = next_real(in);
        s->as.ray.t_max = next_real(in);
        break;
    case CAROM_SHAPE_PLANE:
    case CAROM_SHAPE_HALFSPACE:
        s->as.plane.normal = next_point(in);
        s->as.plane.offset = next_real(in);
        break;
    case CAROM_SHAPE_SPHERE:
        s->as.sphere.center = next_point(in);
        s->as.sphere.radius = next_real(in);
        break;
    case CAROM_SHAPE_CAPSULE:
        s->as.capsule.a = next_point(in);
        s->as.capsule.b = next_point(in);
        s->as.capsule.radius = next_real(in);
        break;
    case CAROM_SHAPE_AABB:
        s->as.aabb.min = next_point(in);
        s->as.aabb.max = next_point(in);
        break;
    case CAROM_SHAPE_OBB: next_obb(in, &s->as.obb); break;
    case CAROM_SHAPE_TRIANGLE:
    case CAROM_SHAPE_POLYGON: next_flat(in, out); break;
    case CAROM_SHAPE_MESH: next_mesh(in, out); break;
    default: next_later(in, out, byte); break;
    }
}

/* ---- promises */

static const subject *examined[2];

static void tell_subjects(void) {
    for (int i = 0; i < 2; i++) {
        carom_real values[15];
        memcpy(values, &examined[i]->shape.as, sizeof values);
        fprintf(stderr, "%c: kind %d:", 'a' + i, (int)examined[i]->shape.kind);
        for (int j = 0; j < 15; j++)
            fprintf(stderr, " %.17g", (double)values[j]);
        fprintf(stderr, "\n   vertices:");
        for (int j = 0; j < CORNERS; j++)
            fprintf(stderr, " %.17g %.17g %.17g", (double)examined[i]->vertices[j].x,
                    (double)examined[i]->vertices[j].y, (double)examined[i]->vertices[j].z);
        carom_vec3 at = examined[i]->pose.position;
        fprintf(stderr, "\n   moved by %.17g %.17g %.17g, w %g\n", (double)at.x, (double)at.y,
                (double)at.z, (double)examined[i]->pose.rotation.w);
    }
}

static void must_hold(int kept, const char *promise) {
    if (!kept) tell_subjects();
    must(kept, promise);
}

static int is_number3(carom_vec3 v) {
    return !isnan((double)v.x) && !isnan((double)v.y) && !isnan((double)v.z);
}

static int is_unit(carom_vec3 v) {
    double x = (double)v.x, y = (double)v.y, z = (double)v.z;
    return fabs(x * x + y * y + z * z - 1.0) < 1e-4;
}

/* A mesh here is the surface of a tetrahedron, and closed. */
static carom_shape solid_of(const subject *s) {
    carom_shape solid = s->shape;
    if (!s->mesh) return solid;
    solid.kind = CAROM_SHAPE_TETRAHEDRON;
    memcpy(solid.as.tetrahedron.v, s->vertices, sizeof solid.as.tetrahedron.v);
    return solid;
}

/* Double is exact for these magnitudes (math/predicates.h), float for all. */
static int is_ordinary(carom_vec3 v) {
    const double x[3] = {fabs((double)v.x), fabs((double)v.y), fabs((double)v.z)};
    for (int i = 0; i < 3; i++)
        if (sizeof v.x > 4 && x[i] != 0.0 && !(x[i] > 1e-80 && x[i] < 1e80)) return 0;
    return 1;
}

/* Booleans about it are exact, and nothing is rounded before. */
static int is_exact(const subject *s) {
    const carom_shape_kind kind = s->shape.kind;
    const carom_pose p = s->pose;
    const carom_vec3 *own = s->mesh ? s->vertices : s->shape.as.triangle.v;
    for (int i = 0; i < (s->mesh ? 4 : 3); i++)
        if (!is_ordinary(own[i])) return 0;
    return (kind == CAROM_SHAPE_POINT || kind == CAROM_SHAPE_SEGMENT || kind == CAROM_SHAPE_AABB ||
            kind == CAROM_SHAPE_TRIANGLE || kind == CAROM_SHAPE_MESH) &&
           p.position.x == 0 && p.position.y == 0 && p.position.z == 0 && p.rotation.w == 1;
}

static int is_surface(const subject *s) {
    return s->mesh || s->field;
}

/* Overlap sees the surface of a mesh, classify the inside of a closed one, too: what stands in it
 * off its surface overlaps the solid alone. */
static void check_relation(const subject *a, const subject *b, bool overlap, bool disjoint) {
    must_hold(!(disjoint && overlap), "disjoint is not overlapping");
    if (!is_surface(a) && !is_surface(b))
        must_hold(disjoint || overlap, "what is not disjoint overlaps");
    if ((!a->mesh && !b->mesh) || !is_exact(a) || !is_exact(b)) return;
    carom_shape p = solid_of(a), q = solid_of(b);
    bool solids_meet = carom_overlap(&p, a->pose, &q, b->pose);
    must_hold(solids_meet == !disjoint, "what is not disjoint overlaps the solid");
}

static void check_booleans(const subject *a, const subject *b, int valid) {
    bool overlap = carom_overlap(&a->shape, a->pose, &b->shape, b->pose);
    must_hold(overlap == carom_overlap(&b->shape, b->pose, &a->shape, a->pose), "overlap swaps");
    must_hold(valid || !overlap, "what is invalid overlaps nothing");
    if (!carom_shape_supports(CAROM_VERB_CLASSIFY, a->shape.kind, b->shape.kind)) return;
    carom_relation one = carom_classify(&a->shape, a->pose, &b->shape, b->pose);
    carom_relation two = carom_classify(&b->shape, b->pose, &a->shape, a->pose);
    check_relation(a, b, overlap, one == CAROM_DISJOINT);
    must_hold((one == CAROM_DISJOINT) == (two == CAROM_DISJOINT), "disjoint swaps");
    must_hold((one == CAROM_INTERSECTS) == (two == CAROM_INTERSECTS), "intersects swaps");
}

static void check_closest(const subject *a, const subject *b, int valid) {
    carom_closest_any one = carom_closest(&a->shape, a->pose, &b->shape, b->pose);
    carom_closest_any two = carom_closest(&b->shape, b->pose, &a->shape, a->pose);
    must_hold(one.distance >= 0, "a distance is a number from 0 up");
    must_hold(is_number3(one.point_a) && is_number3(one.point_b), "closest points are numbers");
    must_hold(!isnan((double)one.t_a) && !isnan((double)one.t_b), "parameters are numbers");
    must_hold(is_number3(one.barycentric), "barycentrics are numbers");
    must_hold(valid || isinf((double)one.distance), "what is invalid is infinitely far");
    must_hold(one.distance == two.distance, "distance swaps");
}

static void check_paths(const subject *a, const subject *b, carom_vec3 motion, int valid) {
    carom_ray_hit ray = carom_raycast(&a->shape, a->pose, &b->shape, b->pose);
    must_hold(!isnan((double)ray.t) && !isnan((double)ray.t_exit), "times of a ray are numbers");
    must_hold(is_number3(ray.point) && is_number3(ray.normal), "ray hits are numbers");
    must_hold(!ray.hit || is_unit(ray.normal), "a ray's normal is unit");
    must_hold(!ray.hit || ray.t <= ray.t_exit, "a ray leaves after it enters");
    must_hold(valid || !ray.hit, "no ray hits what is invalid");
    carom_moving_shape moving = {&a->shape, a->pose, motion};
    carom_moving_shape resting = {&b->shape, b->pose, {0, 0, 0}};
    carom_sweep_hit sweep = carom_sweep(&moving, &resting);
    must_hold(is_number3(sweep.point) && is_number3(sweep.normal), "sweep hits are numbers");
    must_hold(sweep.fraction >= 0 && sweep.fraction <= sweep.fraction_exit &&
                  sweep.fraction_exit <= 1,
              "fractions are within the frame");
    must_hold(!sweep.hit || is_unit(sweep.normal), "a sweep's normal is unit");
    must_hold(valid || !sweep.hit, "no sweep hits what is invalid");
    carom_penetration depth = carom_penetrate(&a->shape, a->pose, &b->shape, b->pose);
    must_hold(depth.depth >= 0 && is_number3(depth.normal), "depths are numbers from 0 up");
    must_hold(is_number3(depth.point_a) && is_number3(depth.point_b), "deepest points are numbers");
    must_hold(!depth.overlap || is_unit(depth.normal), "a depth's normal is unit");
    must_hold(valid || !depth.overlap, "what is invalid is never penetrated");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 4) return 0;
    source in = {data + 3, size - 3, data[2] & 1};
    subject a = {.pose = carom_pose_identity()}, b = {.pose = carom_pose_identity()};
    next_shape(&in, &a, data[0]);
    next_shape(&in, &b, data[1]);
    carom_vec3 motion = next_point(&in);
    if (data[2] & 2) a.pose = next_pose(&in);
    if (data[2] & 4) b.pose = next_pose(&in);
    examined[0] = &a;
    examined[1] = &b;
    int valid = !carom_shape_problem(&a.shape) && !carom_shape_problem(&b.shape);
    check_booleans(&a, &b, valid);
    check_closest(&a, &b, valid);
    check_paths(&a, &b, motion, valid);
    destroy_subject(&a);
    destroy_subject(&b);
    return 0;
}
