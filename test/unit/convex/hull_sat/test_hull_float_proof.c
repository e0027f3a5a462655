/* The proof that a facet still is the nearest: what it grants, the whole search finds, for all
 * faces and all crossing edges of random hulls; every set of instructions says the same; and
 * contacts from a memory, of this pair, of others, or of anything, are to the bit those without. */
#include "common/test_convex_deep.h"

#include "carom/cached.h"
#include "convex/hull_sat/hull_float_proof.h"
#include "convex/penetration.h"
#include "common/test_seeded_common.h"
#include "convex/hull_sat/hull_float_facets.h"

typedef struct proof_case {
    const convex_shape *a, *b;
    hull_float_pair pair;
    facet_answer found;
    double doubt;
    int proven;
} proof_case;

/* Proven or not by all sets; what is proven has the depth that was found. */
static void ask_proof(proof_case *c, hull_float_facet facet, double depth) {
    if (!(depth > 0.0)) return; /* a claim is of contact */
    facet.depth = (float)depth;
    facet.slack = 2.0f * HULL_FLOAT_SLACK * c->pair.size;
    const hull_float_claim claim = {&c->pair, c->a->hull, c->b->hull, facet};
    const bool proven = carom_hull_float_proof_native(&claim);
    if (SIMD_RUNS_AVX2)
        assert_int_equal(proven, SIMD_X86_NAME(carom_hull_float_proof, avx2)(&claim));
    if (proven) assert_true(fabs(depth - c->found.depth) <= c->doubt);
    c->proven += proven;
}

static void ask_faces(proof_case *c, bool of_a) {
    const convex_shape *s = of_a ? c->a : c->b, *other = of_a ? c->b : c->a;
    for (int face = 0; face < s->hull->face_count; face++) {
        const vec3 local = s->hull->face_normal[face];
        const vec3 n = convex_from_axes(s, local.x, local.y, local.z);
        const vec3 back = convex_to_axes(other, neg3(n));
        int corner = carom_convex_hull_support(other->hull, &back, 0);
        const vec3 under = add3(convex_vertex(other, corner), sub3(other->center, s->center));
        const hull_float_facet facet = {
            .kind = of_a ? HULL_FLOAT_FACE_A : HULL_FLOAT_FACE_B, .part = face, .corner = {corner}};
        ask_proof(c, facet, s->hull->face_offset[face] - dot3(n, under));
    }
}

static vec3 turned_normal_at(const convex_shape *s, int edge) {
    const vec3 n = s->hull->face_normal[s->hull->face[edge]];
    return convex_from_axes(s, n.x, n.y, n.z);
}

/* Edges whose arcs cross. */
static void ask_edges(proof_case *c) {
    const hull_data *h = c->a->hull, *g = c->b->hull;
    const hull_float_body of_a = hull_float_body_of(c->a);
    for (int e = 0; e < h->half_edge_count; e++)
        for (int k = 0; k < g->half_edge_count && e < h->twin[e]; k++) {
            const vec3 p = convex_vertex(c->a, h->origin[e]);
            const vec3 u = sub3(convex_vertex(c->a, h->origin[h->twin[e]]), p);
            const vec3 q = convex_vertex(c->b, g->origin[k]);
            const vec3 v = sub3(convex_vertex(c->b, g->origin[g->twin[k]]), q);
            const vec3 first = turned_normal_at(c->a, e),
                       second = turned_normal_at(c->a, h->twin[e]);
            const vec3 third = turned_normal_at(c->b, k),
                       fourth = turned_normal_at(c->b, g->twin[k]);
            vec3 n = carom_normalize_or(cross3(u, v), vec(0, 0, 0));
            if (dot3(n, add3(first, second)) < 0.0) n = neg3(n);
            if (!(dot3(first, v) > 0.0 && dot3(second, v) < 0.0) ||
                !(dot3(third, u) * dot3(fourth, u) < 0.0 && dot3(n, add3(third, fourth)) < 0.0))
                continue;
            const hull_float_facet facet = {.kind = HULL_FLOAT_EDGES,
                                            .part = e,
                                            .corner = {g->origin[k], g->origin[g->twin[k]]},
                                            .normal = hull_float_to_own_frame(&of_a, n)};
            ask_proof(c, facet, dot3(n, sub3(sub3(p, q), sub3(c->b->center, c->a->center))));
        }
}

static void proven_is_least(void **state) {
    int faces = 0, edges = 0;
    (void)state;
    for (int round = 0; round < 480; round++) {
        const int count = round % 4 == 3 ? 150 : 8 + 8 * (round % 4);
        deep_shape a, b;
        deep_rigid_hull(&a, count);
        deep_rigid_hull(&b, 8 + round % 50);
        const vec3 together = sub3(add3(a.shape.center, a.shape.half), b.shape.half);
        const double far = deep_between(0.8, 1.5);
        b.shape.center = mad3(together, deep_direction(), far);
        proof_case c = {.a = &a.shape, .b = &b.shape};
        const hull_float_body of_a = hull_float_body_of(c.a), of_b = hull_float_body_of(c.b);
        assert_true(hull_float_has_planes(c.a) && hull_float_has_planes(c.b));
        const vec3 apart = hull_float_apart(c.a, c.b);
        assert_true(carom_hull_float_start(&c.pair, &of_a, &of_b, &apart));
        if (carom_hulls_facet(c.a, c.b, &(vec3){0, 0, 0}, &c.found) && c.found.depth > 0.0) {
            c.doubt = 1e-9 * c.found.scale;
            ask_faces(&c, true);
            ask_faces(&c, false);
            faces += c.proven;
            c.proven = 0;
            if (count < 150) ask_edges(&c);
            edges += c.proven;
        }
        deep_free(&a);
        deep_free(&b);
    }
    assert_true(faces > 40 && edges > 40);
}

/* ---- edges of a memory */

#define BLADE_RINGS 4
#define BLADE_ROUND 12
#define BLADE_POINTS (6 + BLADE_RINGS * BLADE_ROUND)

/* A blade with its edge along x through the origin, whose two faces are 40 degrees apart so that
 * their normals are 140; and a dome below it: more vertices than float searches. */
static void make_blade(deep_shape *d) {
    const double wide = 0.36397023426620234; /* tangent of 20 degrees */
    quickhull_point p[BLADE_POINTS] = {
        {.x = -1, .y = 0, .z = 0},      {.x = 1, .y = 0, .z = 0},
        {.x = -1, .y = -wide, .z = -1}, {.x = 1, .y = -wide, .z = -1},
        {.x = -1, .y = wide, .z = -1},  {.x = 1, .y = wide, .z = -1},
    };
    for (int i = 0; i < BLADE_RINGS * BLADE_ROUND; i++) {
        const double around = 0.1 + 2.0 * 3.14159265358979 / BLADE_ROUND * (i % BLADE_ROUND);
        const double down = 0.3 * (1 + i / BLADE_ROUND);
        p[6 + i] = (quickhull_point){.x = 0.9 * cos(around) * sin(down),
                                     .y = 0.9 * wide * sin(around) * sin(down),
                                     .z = -1.0 - 0.5 * cos(down)};
    }
    assert_int_equal(carom_quickhull(&d->hull, &d->memory, p, BLADE_POINTS, &deep_memory),
                     CAROM_OK);
    d->shape = deep_make(CONVEX_HULL, vec(0, 0, 0), vec(0, 0, 0));
    d->shape.hull = &d->hull;
}

static int corner_at(const hull_data *h, double x) {
    int found = 0;
    for (int i = 0; i < h->vertex_count; i++) {
        const vec3 v = hull_vertex(h, i);
        if (v.x == x && v.y == 0.0 && v.z == 0.0) found = i;
    }
    return found;
}

/* The normal of two edges may be more than 90 degrees from that of a face beside one of them. Then,
 * too, the edges of the last answer are proved: the answer names their ends, which the search in
 * double, the only one of hulls as large, does not. */
static void kept_edges_of_blades(void **state) {
    (void)state;
    for (int side = -1; side <= 1; side++) {
        const double sine = 0.5 * side, cosine = sqrt(1.0 - sine * sine);
        const vec3 n = vec(0.0, sine, cosine), along = vec(0.0, cosine, -sine);
        deep_shape a, b;
        make_blade(&a);
        make_blade(&b);
        deep_rigid(&a.shape);
        b.shape.axes[0] = along;
        b.shape.axes[2] = neg3(n);
        b.shape.axes[1] = cross3(b.shape.axes[2], b.shape.axes[0]);
        b.shape.center = scale3(n, -0.05);
        deep_rigid(&b.shape);
        facet_answer found = {.cached = NULL};
        assert_true(carom_hulls_facet(&a.shape, &b.shape, &(vec3){0, 0, 0}, &found));
        assert_true(fabs(found.depth - 0.05) <= 1e-12 && dot3(found.normal, n) > 1.0 - 1e-12);
        assert_true(found.face[0] < 0 && found.face[1] < 0 && found.end[0] < 0);
        const convex_cache kept = {
            .axis = n,
            .a = {corner_at(&a.hull, -1.0), corner_at(&a.hull, 1.0)},
            .b = {corner_at(&b.hull, -1.0), corner_at(&b.hull, 1.0)},
        };
        facet_answer recalled = {.cached = &kept};
        assert_true(carom_hulls_facet(&a.shape, &b.shape, &n, &recalled));
        assert_true(recalled.end[0] >= 0 && recalled.end[1] >= 0);
        assert_true(fabs(recalled.depth - 0.05) <= 1e-12 && dot3(recalled.normal, n) > 1.0 - 1e-12);
        deep_free(&a);
        deep_free(&b);
    }
}

/* ---- contacts from a memory */

#define PROOF_HULLS 4

typedef struct proof_frame {
    carom_posed_shape posed[2];
} proof_frame;

static carom_contact_manifold contacts_by(const proof_frame *f, carom_pair_cache *cache) {
    carom_contact_manifold m = {.margin = 0, .capacity = 4};
    carom_contact_posed_cached(&f->posed[0], &f->posed[1], &m, cache);
    return m;
}

static bool is_near_place(carom_vec3 a, carom_vec3 b, double tolerance) {
    return fabs((double)(a.x - b.x)) <= tolerance && fabs((double)(a.y - b.y)) <= tolerance &&
           fabs((double)(a.z - b.z)) <= tolerance;
}

/* Of many corners and deep, a search that begins elsewhere may have to be given up, and then the
 * last bits are another method's. */
static void assert_same_contacts(const carom_contact_manifold *m, const carom_contact_manifold *n,
                                 double tolerance) {
    assert_int_equal(m->count, n->count);
    assert_int_equal(m->certainty, n->certainty);
    if (m->count == 0) return; /* a normal of nothing may be minus zero */
    assert_true(is_near_place(m->normal, n->normal, tolerance));
    for (int i = 0; i < m->count; i++) {
        const carom_contact_point *p = &m->points[i], *q = &n->points[i];
        assert_int_equal(p->id, q->id);
        assert_true(fabs((double)(p->depth - q->depth)) <= tolerance);
        assert_true(is_near_place(p->point_a, q->point_a, tolerance));
        assert_true(is_near_place(p->point_b, q->point_b, tolerance));
    }
}

static carom_hull *random_hull(uint64_t *random, int count) {
    carom_vec3 points[150];
    carom_hull *hull = NULL;
    for (int i = 0; i < count; i++) {
        const carom_vec3 at = seeded3(random, 1.0);
        const double size = sqrt((double)(at.x * at.x + at.y * at.y + at.z * at.z));
        points[i] =
            (carom_vec3){(carom_real)((double)at.x / size), (carom_real)((double)at.y / size),
                         (carom_real)((double)at.z / size)};
    }
    const carom_hull_def def = {.points = points, .point_count = (size_t)count};
    assert_int_equal(carom_hull_create(&hull, &def), CAROM_OK);
    return hull;
}

/* B drifts and turns a little from frame to frame; `other`: the memory of another pair, or noise.
 */
static void contacts_from_memory(void **state) {
    static const int counts[PROOF_HULLS] = {8, 12, 40, 150};
    carom_hull *hulls[PROOF_HULLS];
    carom_pair_cache other = {{0}};
    uint64_t random = 8;
    int met = 0;
    (void)state;
    for (int h = 0; h < PROOF_HULLS; h++)
        hulls[h] = random_hull(&random, counts[h]);
    for (int round = 0; round < 120; round++) {
        carom_pair_cache cache = {{0}};
        carom_shape shape[2] = {{.kind = CAROM_SHAPE_HULL}, {.kind = CAROM_SHAPE_HULL}};
        carom_pose pose[2] = {carom_pose_identity(), carom_pose_identity()};
        shape[0].as.hull.hull = hulls[round % PROOF_HULLS];
        shape[1].as.hull.hull = hulls[round / 4 % PROOF_HULLS];
        const bool many = round % PROOF_HULLS == 3 || round / 4 % PROOF_HULLS == 3;
        const double tolerance = !many ? 0.0 : sizeof(carom_real) == 8 ? 1e-12 : 1e-6;
        const carom_vec3 side = seeded3(&random, 1.0), drift = seeded3(&random, 0.01);
        const double reach = sqrt((double)(side.x * side.x + side.y * side.y + side.z * side.z));
        const carom_real far = (carom_real)(1.6 / reach);
        pose[1].position = (carom_vec3){side.x * far, side.y * far, side.z * far};
        for (int frame = 0; frame < 20; frame++) {
            const double angle = 0.002 * frame * (round % 3);
            proof_frame f;
            pose[1].rotation = (carom_quat){(carom_real)sin(angle), 0, 0, (carom_real)cos(angle)};
            for (int k = 0; k < 2; k++)
                assert_true(carom_shape_pose(&f.posed[k], &shape[k], pose[k]));
            const carom_contact_manifold expected = contacts_by(&f, NULL);
            const carom_contact_manifold found = contacts_by(&f, &cache);
            const carom_contact_manifold foreign = contacts_by(&f, &other);
            assert_same_contacts(&found, &expected, tolerance);
            assert_same_contacts(&foreign, &expected, tolerance);
            met += found.count > 0;
            if (frame % 5 == 4) /* numbers of no pair */
                for (int k = 1; k < 10; k++)
                    other.state[k] ^= (uint64_t)(int64_t)(seeded(&random) * 1e15);
            pose[1].position.x += drift.x;
            pose[1].position.y += drift.y;
            pose[1].position.z += drift.z;
        }
    }
    assert_true(met > 500);
    for (int h = 0; h < PROOF_HULLS; h++)
        carom_hull_destroy(hulls[h]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proven_is_least),
        cmocka_unit_test(kept_edges_of_blades),
        cmocka_unit_test(contacts_from_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
