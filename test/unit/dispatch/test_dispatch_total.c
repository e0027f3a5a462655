/* The tables, walked as a whole: no pair of kinds is without an answer to any verb, every closed
 * form says what the function for all pairs of such kinds says, and pairs with a surface in them
 * agree with themselves (what all others owe is in test_matrix.c). */
#include "pair/closest_table.h"
#include "pair/solver/engine.h"
#include "pair/solver/plane_pairs.h"
#include "pair/overlap_table.h"
#include "pair/raycast_table.h"
#include "pair/sweep_table.h"
#include "pair/volume_tables.h"
#include "common/test_flat_common.h"

#define ROUNDS 200
#define LAST CAROM_SHAPE_HEIGHTFIELD
/* How far two ways to the same number may be apart. */
#define NEAR (256 * EPS > 1e-9 ? 256 * EPS : 1e-9)

static const carom_vec3 slab_normals[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};

typedef struct any_shape {
    carom_shape shape;
    carom_vec3 vertices[4];
    carom_real low[4], high[4];
    carom_hull *hull;
    carom_mesh *mesh;
    carom_heightfield *field;
} any_shape;

static carom_vec3 some_direction(void) {
    carom_vec3 d = random_vec(1);
    return length_of(d) > 0.1 ? d : v3(0, 0, 1);
}

static void make_points(any_shape *out, carom_vec3 at) {
    carom_shape *s = &out->shape;
    carom_vec3 *v = out->vertices;
    carom_vec3 u = random_vec(1), w = random_vec(1);
    v[0] = step(step(at, u, -0.5), w, -0.5);
    v[1] = step(v[0], u, 1);
    v[2] = step(v[1], w, 1);
    v[3] = step(v[0], w, 1);
    if (s->kind == CAROM_SHAPE_POLYGON) s->as.polygon = (carom_polygon){v, 4};
    if (s->kind == CAROM_SHAPE_TRIANGLE) s->as.triangle = tri(v[0], v[1], v[2]);
    v[3] = step(v[3], random_vec(1), s->kind == CAROM_SHAPE_POLYGON ? 0 : 1);
    if (s->kind == CAROM_SHAPE_TETRAHEDRON)
        s->as.tetrahedron = (carom_tetrahedron){{v[0], v[1], v[2], v[3]}};
    if (s->kind != CAROM_SHAPE_HULL) return;
    carom_hull_def def = {.points = v, .point_count = 4};
    assert_int_equal(carom_hull_create(&out->hull, &def), CAROM_OK);
    s->as.hull = (carom_placed_hull){out->hull, carom_pose_identity()};
}

static void make_round(any_shape *out, carom_vec3 at) {
    carom_shape *s = &out->shape;
    carom_vec3 end = step(at, some_direction(), 1);
    carom_real r = (carom_real)random_in(0.1, 0.8);
    switch (s->kind) {
    case CAROM_SHAPE_SPHERE: s->as.sphere = (carom_sphere){at, r}; break;
    case CAROM_SHAPE_CAPSULE: s->as.capsule = (carom_capsule){at, end, r}; break;
    case CAROM_SHAPE_CYLINDER: s->as.cylinder = (carom_cylinder){at, end, r}; break;
    case CAROM_SHAPE_CONE: s->as.cone = (carom_cone){at, end, r}; break;
    default:
        s->as.ellipsoid = (carom_ellipsoid){.center = at, .radii = v3(0.3, 0.6, 0.9)};
        random_axes(s->as.ellipsoid.axes, 1);
    }
}

static void make_kdop(any_shape *out, carom_vec3 at) {
    for (int i = 0; i < 4; i++) {
        double middle = dot_of(slab_normals[i], at);
        out->low[i] = (carom_real)(middle - random_in(0.2, 1));
        out->high[i] = (carom_real)(middle + random_in(0.2, 1));
    }
    out->shape.as.kdop = (carom_kdop){slab_normals, out->low, out->high, 4};
}

/* Open, so that it has no inside. */
static void make_surface(any_shape *out, carom_vec3 at) {
    static const uint32_t indices[] = {0, 1, 2, 0, 2, 3};
    carom_vec3 *v = out->vertices;
    v[0] = at;
    for (int i = 1; i < 4; i++)
        v[i] = step(at, random_vec(1), 1);
    carom_mesh_def mesh = {
        .vertices = v, .indices = indices, .vertex_count = 4, .triangle_count = 2};
    for (int i = 0; i < 4; i++)
        out->low[i] = (carom_real)random_in(-0.5, 0.5);
    carom_heightfield_def field = {
        .heights = out->low, .columns = 2, .rows = 2, .origin = at, .spacing = v3(0.8, 1, 0.9)};
    if (out->shape.kind == CAROM_SHAPE_MESH) {
        assert_int_equal(carom_mesh_create(&out->mesh, &mesh), CAROM_OK);
        out->shape.as.mesh = out->mesh;
    } else {
        assert_int_equal(carom_heightfield_create(&out->field, &field), CAROM_OK);
        out->shape.as.heightfield = out->field;
    }
}

static void discard(any_shape *shape) {
    carom_hull_destroy(shape->hull);
    carom_mesh_destroy(shape->mesh);
    carom_heightfield_destroy(shape->field);
}

/* A shape of the kind, about one wide, near `at`. */
static void make(any_shape *out, carom_shape_kind kind, carom_vec3 at) {
    carom_shape *s = &out->shape;
    carom_vec3 d = some_direction();
    out->hull = NULL;
    out->mesh = NULL;
    out->field = NULL;
    *s = (carom_shape){.kind = kind};
    carom_real offset = (carom_real)dot_of(d, at);
    switch (kind) {
    case CAROM_SHAPE_POINT: s->as.point = at; break;
    case CAROM_SHAPE_SEGMENT: s->as.segment = (carom_segment){at, step(at, d, 1)}; break;
    case CAROM_SHAPE_RAY: s->as.ray = (carom_ray){at, d, 0, (carom_real)INFINITY}; break;
    case CAROM_SHAPE_LINE: s->as.line = (carom_line){at, d}; break;
    case CAROM_SHAPE_PLANE: s->as.plane = (carom_plane){d, offset}; break;
    case CAROM_SHAPE_HALFSPACE: s->as.halfspace = (carom_halfspace){d, offset}; break;
    case CAROM_SHAPE_AABB: s->as.aabb = (carom_aabb){at, step(at, v3(0.5, 0.7, 0.9), 1)}; break;
    case CAROM_SHAPE_OBB:
        s->as.obb = random_obb(0, 1);
        s->as.obb.center = at;
        break;
    case CAROM_SHAPE_KDOP: make_kdop(out, at); break;
    case CAROM_SHAPE_MESH:
    case CAROM_SHAPE_HEIGHTFIELD: make_surface(out, at); break;
    case CAROM_SHAPE_TRIANGLE:
    case CAROM_SHAPE_POLYGON:
    case CAROM_SHAPE_TETRAHEDRON:
    case CAROM_SHAPE_HULL: make_points(out, at); break;
    default: make_round(out, at);
    }
}

static bool is_thin(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_SEGMENT || kind == CAROM_SHAPE_RAY || kind == CAROM_SHAPE_LINE;
}
static bool is_half(carom_shape_kind kind) {
    return kind == CAROM_SHAPE_PLANE || kind == CAROM_SHAPE_HALFSPACE;
}

static void no_entry_is_empty(void **state) {
    (void)state;
    for (carom_shape_kind a = 0; a <= LAST; a++)
        for (carom_shape_kind b = 0; b <= LAST; b++)
            for (carom_verb verb = CAROM_VERB_OVERLAP; verb <= CAROM_VERB_TOI; verb++) {
                bool expected = verb != CAROM_VERB_RAYCAST || is_thin(a);
                if (carom_shape_supports(verb, a, b) != expected)
                    fail_msg("verb %d of kinds %d and %d", (int)verb, (int)a, (int)b);
            }
    assert_false(carom_shape_supports(CAROM_VERB_OVERLAP, CAROM_SHAPE_KINDS, CAROM_SHAPE_POINT));
}

static bool finite_vec(carom_vec3 v) {
    return fabs((double)v.x) < 1e30 && fabs((double)v.y) < 1e30 && fabs((double)v.z) < 1e30;
}
static bool is_unit(carom_vec3 v) {
    return fabs(length_of(v) - 1.0) <= 8 * EPS;
}

/* What every answer owes to the others. */
static void check_pair(const carom_shape *a, const carom_shape *b) {
    carom_pose stay = carom_pose_identity();
    bool touch = carom_overlap(a, stay, b, stay);
    carom_closest_any c = carom_closest(a, stay, b, stay);
    carom_penetration p = carom_penetrate(a, stay, b, stay);
    carom_vec3 motion = random_vec(1);
    carom_moving_shape moving = {a, stay, motion}, still = {b, stay, v3(0, 0, 0)};
    carom_sweep_hit hit = carom_sweep(&moving, &still);
    assert_int_equal(touch, carom_overlap(b, stay, a, stay));
    assert_int_equal(touch, c.distance == 0);
    assert_true(finite_vec(c.point_a) && finite_vec(c.point_b));
    assert_about(apart(c.point_a, c.point_b), (double)c.distance,
                 64 * EPS * (1 + (double)c.distance) + 1e-11);
    assert_int_equal(touch, p.overlap);
    assert_int_equal(touch, carom_classify(a, stay, b, stay) != CAROM_DISJOINT);
    if (touch) assert_true(p.depth >= 0 && is_unit(p.normal));
    assert_int_equal(touch, hit.initial_overlap);
    if (!hit.hit) return;
    assert_true(hit.fraction >= 0 && hit.fraction <= hit.fraction_exit && hit.fraction_exit <= 1);
    assert_true(is_unit(hit.normal) && finite_vec(hit.point));
}

/* Posed where it stands. */
static carom_posed_shape here(const carom_shape *shape) {
    carom_posed_shape out;
    assert_true(carom_shape_pose(&out, shape, carom_pose_identity()));
    return out;
}

static overlap_pair *contact_test_for(const carom_shape *a, const carom_shape *b) {
    const carom_shape_kind p = a->kind, q = b->kind;
    return p < q ? carom_overlap_table[p][q] : carom_overlap_table[q][p];
}

static const char *closed_overlap(const carom_shape *a, const carom_shape *b, double distance) {
    overlap_pair *closed = carom_overlap_table[a->kind][b->kind];
    if (!closed || (distance > 0 && distance < NEAR)) return NULL;
    carom_posed_shape p = here(a), q = here(b);
    bool general = is_half(a->kind) || is_half(b->kind) ? carom_plane_pair_overlap(a, b)
                                                        : carom_engine_overlap(&p, &q, NULL);
    return closed(a, b) == general ? NULL : "overlap";
}

static const char *closed_closest(const carom_shape *a, const carom_shape *b) {
    closest_pair *closed = carom_closest_table[a->kind][b->kind];
    if (!closed) return NULL;
    carom_posed_shape p = here(a), q = here(b);
    posed_pair pair = {.a = &p, .b = &q, .valid = true};
    carom_closest_any general = is_half(a->kind) || is_half(b->kind)
                                    ? carom_plane_pair_closest(a, b, contact_test_for(a, b))
                                    : carom_engine_closest(&pair, NULL, contact_test_for(a, b));
    carom_closest_any typed = closed(a, b);
    return fabs((double)typed.distance - (double)general.distance) <= NEAR ? NULL : "distance";
}

static const char *closed_penetration(const carom_shape *a, const carom_shape *b) {
    penetration_pair *closed = carom_penetration_table[a->kind][b->kind];
    if (!closed) return NULL;
    carom_posed_shape p = here(a), q = here(b);
    carom_penetration general = is_half(a->kind) || is_half(b->kind)
                                    ? carom_plane_pair_penetration(a, b, contact_test_for(a, b))
                                    : carom_engine_penetration(&p, &q, contact_test_for(a, b));
    carom_penetration typed = closed(a, b);
    if (fabs((double)typed.depth - (double)general.depth) > NEAR) return "depth";
    return typed.overlap == general.overlap || (double)typed.depth < NEAR ? NULL : "penetration";
}

static const char *closed_sweep(const carom_shape *a, const carom_shape *b) {
    sweep_pair *closed = carom_sweep_table[a->kind][b->kind];
    if (!closed) return NULL;
    carom_vec3 motion = some_direction();
    carom_posed_shape p = here(a), q = here(b);
    posed_pair pair;
    carom_pair_of(&pair, &p, &q);
    const carom_sweep_options plain = {.skip_exit = false};
    carom_sweep_hit general =
        is_half(a->kind) || is_half(b->kind)
            ? carom_plane_pair_sweep(a, motion, b, 0.0, contact_test_for(a, b))
            : carom_engine_sweep(&pair, (vec3[2]){load3(motion), {0, 0, 0}}, &plain,
                                 contact_test_for(a, b));
    pair_ends(&pair);
    carom_sweep_hit typed = closed(a, motion, b);
    if (typed.hit != general.hit) return "hit";
    /* a graze is as uncertain as the root of rounding */
    if (fabs((double)typed.fraction - (double)general.fraction) > 64 * sqrt(EPS)) return "fraction";
    return apart(typed.normal, general.normal) < 1e-2 || typed.initial_overlap ? NULL : "normal";
}

/* Closed forms of rays and lines against each other have no other to compare with. */
static bool has_general(carom_shape_kind a, carom_shape_kind b) {
    bool bounded_a = !is_half(a) && a != CAROM_SHAPE_RAY && a != CAROM_SHAPE_LINE;
    bool bounded_b = !is_half(b) && b != CAROM_SHAPE_RAY && b != CAROM_SHAPE_LINE;
    return bounded_a || bounded_b;
}

static void compare_ways(const carom_shape *a, const carom_shape *b) {
    carom_pose stay = carom_pose_identity();
    const char *wrong = closed_sweep(a, b);
    if (!wrong && a->kind <= b->kind) {
        wrong = closed_overlap(a, b, (double)carom_closest(a, stay, b, stay).distance);
        if (!wrong) wrong = closed_closest(a, b);
        if (!wrong) wrong = closed_penetration(a, b);
    }
    if (wrong) fail_msg("%s of kinds %d and %d", wrong, (int)a->kind, (int)b->kind);
}

static bool has_surface(carom_shape_kind a, carom_shape_kind b) {
    return a >= CAROM_SHAPE_MESH || b >= CAROM_SHAPE_MESH;
}

static void for_all_pairs(void (*check)(const carom_shape *, const carom_shape *), bool general) {
    for (carom_shape_kind a = 0; a <= LAST; a++)
        for (carom_shape_kind b = 0; b <= LAST; b++) {
            if (general ? !has_general(a, b) : !has_surface(a, b)) continue;
            for (int round = 0; round < ROUNDS; round++) {
                any_shape first, second;
                make(&first, a, random_vec(1));
                make(&second, b, random_vec(round & 1 ? 1 : 2));
                check(&first.shape, &second.shape);
                discard(&first);
                discard(&second);
            }
        }
}

static void answers_about_surfaces_agree(void **state) {
    (void)state;
    for_all_pairs(check_pair, false);
}

static void closed_forms_agree(void **state) {
    (void)state;
    for_all_pairs(compare_ways, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_entry_is_empty),
        cmocka_unit_test(answers_about_surfaces_agree),
        cmocka_unit_test(closed_forms_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
