/* Every kind of shape against a mesh and a height field in any pose: every verb equals brute force
 * over the triangles, in the surface's own frame; what slides over a floor meets no edge of it. */
#include "carom/contact.h"
#include "pair/contains/contains.h"
#include "common/test_mesh_common.h"
#include "common/test_mesh_soup_common.h"

static carom_hull *pebble;
static carom_vec3 square[4], slab_normals[3];
static carom_real slab_low[3], slab_high[3];

static carom_pose here(void) {
    return carom_pose_identity();
}

static carom_shape any_shape(carom_shape_kind kind, int style) {
    carom_vec3 c = any_point(style), d = random_vec(0.4), e = random_vec(0.4);
    carom_real r = (carom_real)(0.2 * random01());
    carom_shape s = {.kind = kind};
    if (style == 2) d = lattice_vec(1), e = lattice_vec(1), r = (carom_real)floor(2 * random01());
    carom_obb box = random_obb(0, 1);
    box.center = c;
    for (int i = 0; i < 4; i++)
        square[i] = step(step(c, d, i == 1 || i == 2), e, i >= 2);
    for (int i = 0; i < 3; i++) {
        slab_normals[i] = box.axes[i];
        slab_low[i] = (carom_real)(dot_of(box.axes[i], c) - 0.2);
        slab_high[i] = (carom_real)(dot_of(box.axes[i], c) + 0.2);
    }
    switch (kind) {
    case CAROM_SHAPE_SEGMENT: s.as.segment = (carom_segment){c, step(c, d, 3)}; break;
    case CAROM_SHAPE_RAY: s.as.ray = (carom_ray){c, step(d, v3(0.1, 0, 0), 1), 0, 9}; break;
    case CAROM_SHAPE_LINE: s.as.line = (carom_line){c, step(d, v3(0.1, 0, 0), 1)}; break;
    case CAROM_SHAPE_PLANE: s.as.plane = (carom_plane){box.axes[0], slab_low[0]}; break;
    case CAROM_SHAPE_HALFSPACE: s.as.halfspace = (carom_halfspace){box.axes[0], -2}; break;
    case CAROM_SHAPE_SPHERE: s.as.sphere = (carom_sphere){c, r}; break;
    case CAROM_SHAPE_CAPSULE: s.as.capsule = (carom_capsule){c, step(c, d, 1), r}; break;
    case CAROM_SHAPE_AABB:
        s.as.aabb = (carom_aabb){c, step(c, v3(fabs((double)d.x), fabs((double)d.y), 0.1), 1)};
        break;
    case CAROM_SHAPE_OBB: s.as.obb = box; break;
    case CAROM_SHAPE_TRIANGLE: s.as.triangle = tri(c, step(c, d, 1), step(c, e, 1)); break;
    case CAROM_SHAPE_POLYGON: s.as.polygon = (carom_polygon){square, 4}; break;
    case CAROM_SHAPE_KDOP: s.as.kdop = (carom_kdop){slab_normals, slab_low, slab_high, 3}; break;
    case CAROM_SHAPE_CYLINDER: s.as.cylinder = (carom_cylinder){c, step(c, d, 1), r}; break;
    case CAROM_SHAPE_CONE: s.as.cone = (carom_cone){c, step(c, d, 1), r}; break;
    case CAROM_SHAPE_ELLIPSOID:
        s.as.ellipsoid =
            (carom_ellipsoid){c, {box.axes[0], box.axes[1], box.axes[2]}, v3(0.1, 0.2, 0.3)};
        break;
    case CAROM_SHAPE_TETRAHEDRON:
        s.as.tetrahedron =
            (carom_tetrahedron){{c, step(c, d, 1), step(c, e, 1), step(c, box.axes[0], 0.3)}};
        break;
    case CAROM_SHAPE_HULL: s.as.hull = (carom_placed_hull){pebble, {c, {0, 0, 0, 1}}}; break;
    default: s.as.point = c;
    }
    return s;
}

/* A surface, its triangles, and where it stands. */
typedef struct ground {
    carom_shape shape;
    carom_pose pose;
    size_t count;
} ground;

static bool triangle_of_ground(const ground *g, size_t i, carom_posed_shape *out) {
    carom_shape part = {.kind = CAROM_SHAPE_TRIANGLE};
    bool field = g->shape.kind == CAROM_SHAPE_HEIGHTFIELD;
    part.as.triangle = field ? carom_heightfield_triangle(g->shape.as.heightfield, (uint32_t)i)
                             : carom_mesh_triangle(g->shape.as.mesh, (uint32_t)i);
    carom_vec3 *v = part.as.triangle.v;
    bool hole = field && v[0].x == v[1].x && v[1].x == v[2].x;
    return !hole && carom_shape_pose(out, &part, here());
}

static carom_sweep_hit sweep_shape(const carom_shape *a, carom_vec3 motion, const carom_shape *b) {
    carom_moving_shape p = {a, here(), motion}, q = {b, here(), v3(0, 0, 0)};
    return carom_sweep(&p, &q);
}

/* What brute force finds, in the surface's frame. */
typedef struct found {
    bool overlap, all_held;
    carom_closest_any closest;
    carom_sweep_hit hit;
    carom_ray_hit ray;
    double depth;
} found;

static found look_everywhere(const ground *g, const carom_posed_shape *local) {
    found f = {.all_held = true, .closest.distance = (carom_real)HUGE_VAL};
    for (size_t i = 0; i < g->count; i++) {
        carom_posed_shape part;
        if (!triangle_of_ground(g, i, &part)) continue;
        carom_closest_any c = carom_closest_posed(local, &part);
        carom_sweep_hit hit = carom_sweep_posed(local, &part, NULL);
        carom_ray_hit ray = carom_raycast_posed(local, &part);
        carom_penetration p = carom_penetrate_posed(local, &part);
        if (c.distance < f.closest.distance) f.closest = c;
        if (hit.hit && (!f.hit.hit || hit.fraction < f.hit.fraction)) f.hit = hit;
        if (ray.hit && (!f.ray.hit || ray.t < f.ray.t)) f.ray = ray;
        if (p.overlap) f.depth = fmax(f.depth, (double)p.depth);
        f.overlap = f.overlap || carom_overlap_posed(local, &part);
        f.all_held = f.all_held && carom_contains(&local->shape, &part.shape);
    }
    return f;
}

static carom_vec3 out_of(const ground *g, carom_vec3 p) {
    return carom_pose_transform_point(g->pose, p);
}

static void check_depth(const ground *g, const carom_shape *shape, const found *f) {
    carom_penetration p = carom_penetrate(shape, here(), &g->shape, g->pose);
    carom_penetration q = carom_penetrate(&g->shape, g->pose, shape, here());
    assert_true(p.overlap == q.overlap && (p.depth == q.depth || !p.overlap));
    assert_same(p.point_a, q.point_b);
    assert_same(p.normal, v3(-(double)q.normal.x, -(double)q.normal.y, -(double)q.normal.z));
    assert_int_equal(p.overlap, f->overlap);
    if (!p.overlap) return;
    bool flat = shape->kind == CAROM_SHAPE_PLANE || shape->kind == CAROM_SHAPE_HALFSPACE;
    assert_about(length_of(p.normal), 1, 16 * EPS);
    /* along a freed normal it is farther, never nearer */
    if (shape->kind != CAROM_SHAPE_PLANE)
        assert_true((double)p.depth >= f->depth * (1 - 1e-5) - 1e-6);
    if (flat && shape->kind == CAROM_SHAPE_HALFSPACE)
        assert_about((double)p.depth, f->depth, 1e-5 * (1 + f->depth));
}

/* The test with a distance is that of the closest points: just below, at and above theirs, too. */
static void check_within(const ground *g, const carom_shape *shape) {
    const carom_real d = carom_closest(shape, here(), &g->shape, g->pose).distance;
    const carom_real limits[] = {next_number(d, 0),
                                 d,
                                 next_number(d, INFINITY),
                                 d / 2,
                                 2 * d,
                                 d + EPS,
                                 (carom_real)1e-30,
                                 (carom_real)0.3,
                                 3,
                                 CAROM_REAL_MAX};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        const bool near = d <= limits[i];
        if (!(limits[i] <= CAROM_REAL_MAX)) continue;
        assert_int_equal(carom_overlap_within(shape, here(), &g->shape, g->pose, limits[i]), near);
        assert_int_equal(carom_overlap_within(&g->shape, g->pose, shape, here(), limits[i]), near);
    }
    assert_false(carom_overlap_within(shape, here(), &g->shape, g->pose, -1));
}

static void check_shape(const ground *g, const carom_shape *shape, carom_vec3 motion) {
    carom_posed_shape local;
    carom_pose back = carom_pose_inverse(g->pose);
    assert_true(carom_shape_pose(&local, shape, back));
    local.motion = carom_pose_rotate_vector(back, motion);
    found f = look_everywhere(g, &local);
    carom_closest_any c = carom_closest(shape, here(), &g->shape, g->pose);
    carom_closest_any d = carom_closest(&g->shape, g->pose, shape, here());
    assert_int_equal(carom_overlap(shape, here(), &g->shape, g->pose), f.overlap);
    assert_int_equal(carom_overlap(&g->shape, g->pose, shape, here()), f.overlap);
    assert_true(c.distance == f.closest.distance && d.distance == c.distance);
    assert_true(c.lower_bound <= c.distance);
    assert_same(c.point_a, d.point_b);
    check_within(g, shape);
    if (shape->kind > CAROM_SHAPE_SPHERE) {
        assert_same(c.point_a, out_of(g, f.closest.point_a));
        assert_same(c.point_b, out_of(g, f.closest.point_b));
    }
    carom_moving_shape p = {shape, here(), motion}, q = {&g->shape, g->pose, v3(0, 0, 0)};
    carom_sweep_hit hit = carom_sweep(&p, &q);
    assert_int_equal(hit.hit, f.hit.hit);
    assert_true(hit.fraction == f.hit.fraction && hit.initial_overlap == f.hit.initial_overlap);
    if (hit.hit) assert_same(hit.point, out_of(g, f.hit.point));
    if (hit.hit) assert_about(length_of(hit.normal), 1, 16 * EPS);
    carom_sweep_hit turned = carom_sweep(&q, &p);
    assert_true(turned.fraction == hit.fraction);
    carom_ray_hit ray = carom_raycast(shape, here(), &g->shape, g->pose);
    assert_true(ray.hit == f.ray.hit && ray.t == f.ray.t);
    check_depth(g, shape, &f);
    carom_relation r = carom_classify(shape, here(), &g->shape, g->pose);
    if (f.overlap) assert_int_not_equal(r, CAROM_DISJOINT);
    bool about = shape->kind == CAROM_SHAPE_ELLIPSOID || shape->kind == CAROM_SHAPE_HULL;
    if (f.overlap && shape->kind != CAROM_SHAPE_POINT && !about)
        assert_int_equal(r, f.all_held ? CAROM_CONTAINS : CAROM_INTERSECTS);
}

/* Shapes that just hold the surface, and those that hold all of it but a corner. */
static void check_holders(ground *g) {
    const carom_aabb box = carom_shape_bounds(&g->shape, here());
    const carom_vec3 still = v3(0, 0, 0);
    carom_shape s = {.kind = CAROM_SHAPE_AABB, .as.aabb = box};
    g->pose = here();
    assert_int_equal(carom_classify(&s, here(), &g->shape, here()), CAROM_CONTAINS);
    assert_int_equal(carom_classify(&g->shape, here(), &s, here()), CAROM_INSIDE);
    check_shape(g, &s, still);
    s.as.aabb.max.x = next_number(box.max.x, -INFINITY);
    assert_int_equal(carom_classify(&s, here(), &g->shape, here()), CAROM_INTERSECTS);
    s = (carom_shape){.kind = CAROM_SHAPE_HALFSPACE};
    s.as.halfspace = (carom_halfspace){v3(0, 0, 2), 2 * box.max.z};
    assert_int_equal(carom_classify(&s, here(), &g->shape, here()), CAROM_CONTAINS);
    s.as.halfspace.offset = next_number(s.as.halfspace.offset, -INFINITY);
    assert_int_equal(carom_classify(&s, here(), &g->shape, here()), CAROM_INTERSECTS);
    for (int k = 0; k < 40; k++) { /* among the farthest corners along any direction */
        carom_vec3 n = random_vec(1);
        carom_vec3 far = carom_shape_support(&g->shape, here(), n);
        s.as.halfspace = (carom_halfspace){n, (carom_real)(dot_of(n, far) + (k % 5 - 2) * EPS)};
        check_shape(g, &s, still);
    }
    carom_vec3 middle = step(box.min, step(box.max, box.min, -1), 0.5);
    double radius = length_of(step(box.max, middle, -1));
    s = (carom_shape){.kind = CAROM_SHAPE_SPHERE};
    for (int k = 0; k < 10; k++) {
        s.as.sphere = (carom_sphere){middle, (carom_real)(radius * (0.2 + 0.1 * k))};
        check_shape(g, &s, still);
    }
}

static void check_kinds(ground *g, int style) {
    for (int kind = CAROM_SHAPE_POINT; kind < CAROM_SHAPE_MESH; kind++)
        for (int k = 0; k < 8; k++) {
            carom_shape shape = any_shape((carom_shape_kind)kind, style);
            carom_vec3 motion = style == 2 ? lattice_vec(2) : random_vec(2);
            g->pose = k < 4 ? here() : random_mesh_pose(0.5);
            if (k == 4) g->pose.rotation = here().rotation;
            if (!carom_shape_problem(&shape)) check_shape(g, &shape, motion);
        }
    check_holders(g);
}

static void on_mesh(int style, size_t triangles) {
    volume_seed = 400 + (uint64_t)style;
    unit = 1;
    make_soup(&shared, style);
    assert_true(triangles <= shared.def.triangle_count);
    shared.def.triangle_count = triangles;
    carom_mesh_destroy(shared.mesh);
    assert_int_equal(carom_mesh_create(&shared.mesh, &shared.def), CAROM_OK);
    ground g = {{.kind = CAROM_SHAPE_MESH, .as.mesh = shared.mesh}, here(), triangles};
    check_kinds(&g, style);
    carom_mesh_destroy(shared.mesh);
}

static carom_heightfield *make_field(double roughness, bool holes) {
    static carom_real heights[9 * 9];
    static uint8_t gaps[8 * 8];
    carom_heightfield *field = NULL;
    for (int i = 0; i < 81; i++)
        heights[i] = (carom_real)(roughness * random_in(-1, 1));
    for (int i = 0; i < 64; i++)
        gaps[i] = i % 7 == 3;
    carom_heightfield_def def = {.heights = heights,
                                 .columns = 9,
                                 .rows = 9,
                                 .origin = v3(-2, 0, -2),
                                 .spacing = v3(0.5, 1, 0.5),
                                 .holes = holes ? gaps : NULL};
    assert_int_equal(carom_heightfield_create(&field, &def), CAROM_OK);
    return field;
}

static void make_pebble(void) {
    carom_vec3 points[12];
    volume_seed = 3;
    for (int i = 0; i < 12; i++)
        points[i] = random_vec(0.3);
    carom_hull_def def = {.points = points, .point_count = 12};
    assert_int_equal(carom_hull_create(&pebble, &def), CAROM_OK);
}

static void meshes_equal_brute_force(void **state) {
    (void)state;
    make_pebble();
    on_mesh(0, 60);
    on_mesh(1, 20);
    on_mesh(2, 40);
    carom_hull_destroy(pebble);
}

static void fields_equal_brute_force(void **state) {
    (void)state;
    make_pebble();
    volume_seed = 77;
    for (int k = 0; k < 2; k++) {
        carom_heightfield *field = make_field(0.5, k == 1);
        ground g = {{.kind = CAROM_SHAPE_HEIGHTFIELD, .as.heightfield = field}, here(), 128};
        check_kinds(&g, k == 1 ? 2 : 0);
        carom_heightfield_destroy(field);
    }
    carom_hull_destroy(pebble);
}

/* ---- floors */

/* A floor of unit cells in y = 0, as a mesh or as a height field. */
static carom_shape make_tiles(bool field) {
    static carom_real flat[17 * 17];
    static carom_vec3 v[6 * 256];
    static uint32_t indices[6 * 256];
    carom_shape out = {.kind = CAROM_SHAPE_HEIGHTFIELD};
    carom_heightfield *ground = NULL;
    carom_heightfield_def def = {.heights = flat,
                                 .columns = 17,
                                 .rows = 17,
                                 .origin = v3(-8, 0, -8),
                                 .spacing = v3(1, 1, 1)};
    assert_int_equal(carom_heightfield_create(&ground, &def), CAROM_OK);
    out.as.heightfield = ground;
    if (field) return out;
    for (uint32_t i = 0; i < 512; i++) {
        carom_triangle t = carom_heightfield_triangle(ground, i);
        memcpy(&v[3 * i], t.v, sizeof t.v);
        for (uint32_t k = 0; k < 3; k++)
            indices[3 * i + k] = 3 * i + k;
    }
    carom_heightfield_destroy(ground);
    carom_mesh_def mesh = {
        .vertices = v, .indices = indices, .vertex_count = 6 * 256, .triangle_count = 512};
    carom_mesh *tiles = NULL;
    assert_int_equal(carom_mesh_create(&tiles, &mesh), CAROM_OK);
    return (carom_shape){.kind = CAROM_SHAPE_MESH, .as.mesh = tiles};
}

static carom_shape slider(int which, carom_vec3 at, double height) {
    carom_shape s = {.kind = CAROM_SHAPE_OBB};
    at.y = (carom_real)height;
    s.as.obb = obb_straight((double)at.x, (double)at.y, (double)at.z, 0.375, 0.25, 0.5);
    if (which == 1) {
        carom_vec3 end = step(at, v3(0.3, 0, 0.4), 1);
        s = (carom_shape){.kind = CAROM_SHAPE_CAPSULE, .as.capsule = {at, end, (carom_real)0.25}};
    }
    if (which == 2)
        s = (carom_shape){.kind = CAROM_SHAPE_SPHERE, .as.sphere = {at, (carom_real)0.25}};
    if (which == 3) {
        s.kind = CAROM_SHAPE_AABB;
        s.as.aabb = (carom_aabb){step(at, v3(0.25, 0.25, 0.25), -1), step(at, v3(0.5, 0.25, 1), 1)};
    }
    return s;
}

/* From just above, touching, and sunk in: the floor is met straight from above, exactly. */
static void sliding(void **state) {
    (void)state;
    unit = 1;
    volume_seed = 41;
    const carom_shape tiles[2] = {make_tiles(false), make_tiles(true)};
    for (int k = 0; k < 1200; k++) {
        const carom_shape *ground = &tiles[k % 2];
        int how = k / 2 % 3;
        double height = how == 0 ? 0.25 + 0x1p-10 : how == 1 ? 0.25 : 0.25 - 0x1p-6;
        carom_vec3 at = k % 5 ? random_vec(3) : lattice_vec(3);
        carom_shape shape = slider(k / 6 % 4, at, height);
        carom_vec3 motion = v3(random_in(-2, 2), -0.01, random_in(-2, 2));
        carom_sweep_hit hit = sweep_shape(&shape, motion, ground);
        assert_true(hit.hit && hit.initial_overlap == (how > 0));
        assert_same(hit.normal, v3(0, -1, 0));
        if (how == 0) continue;
        carom_penetration p = carom_penetrate(&shape, here(), ground, here());
        carom_contact_manifold m = {.capacity = 4};
        assert_true(p.overlap);
        assert_same(p.normal, v3(0, -1, 0));
        assert_about((double)p.depth, 0.25 - height, 1e-6);
        assert_true(carom_contact(ground, here(), &shape, here(), &m) > 0);
        assert_same(m.normal, v3(0, 1, 0));
        assert_about((double)m.points[0].depth, 0.25 - height, 1e-6);
    }
    carom_mesh_destroy((carom_mesh *)tiles[0].as.mesh);
    carom_heightfield_destroy((carom_heightfield *)tiles[1].as.heightfield);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meshes_equal_brute_force),
        cmocka_unit_test(fields_equal_brute_force),
        cmocka_unit_test(sliding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
