/* Every symmetric verb over all ordered pairs of kinds with the shapes exchanged: the same to the
 * bit, points and names exchanged, normals turned round. Poses are random, apart and in contact, on
 * a lattice, where many answers are equally good, or one for both shapes. */
#include "carom/contact.h"
#include "carom/toi.h"
#include "common/test_every_common.h"

#define ROUNDS 6
#define PLACES 4
#define VERBS 10

enum { VERB_ALONG = 6 };

static const char *const verb_names[VERBS] = {
    "closest", "within", "closest within", "classify",       "depth",
    "contact", "along",  "sweep",          "time of impact", "sweep within"};

static int broken[VERBS][ALL_KINDS][ALL_KINDS], met[VERBS][ALL_KINDS];

typedef struct two_shapes {
    const carom_shape *shape[2];
    carom_pose pose[2], end[2];
    carom_vec3 motion[2];
    carom_vec3 pivot, axis;
    int32_t turns[2];
    carom_posed_shape posed[2];
} two_shapes;

static bool same_names(carom_subshape a, carom_subshape b) {
    return a.has_child == b.has_child && a.has_triangle == b.has_triangle && a.child == b.child &&
           a.triangle == b.triangle;
}

static bool closest_is_swapped(const carom_closest_any *c, const carom_closest_any *d) {
    return c->distance == d->distance && c->lower_bound == d->lower_bound &&
           c->certainty == d->certainty && same_vec(c->point_a, d->point_b) &&
           same_vec(c->point_b, d->point_a) && c->t_a == d->t_b && c->t_b == d->t_a &&
           same_vec(c->barycentric, d->barycentric) && c->feature == d->feature &&
           same_names(c->sub_a, d->sub_b) && same_names(c->sub_b, d->sub_a);
}

static bool depth_is_swapped(const carom_penetration *p, const carom_penetration *q) {
    return p->overlap == q->overlap && p->depth == q->depth && p->certainty == q->certainty &&
           opposite_bits(p->normal, q->normal) && same_vec(p->point_a, q->point_b) &&
           same_vec(p->point_b, q->point_a) && same_names(p->sub_a, q->sub_b) &&
           same_names(p->sub_b, q->sub_a);
}

static bool sweep_is_swapped(const carom_sweep_hit *h, const carom_sweep_hit *k) {
    return h->hit == k->hit && h->initial_overlap == k->initial_overlap &&
           h->fraction == k->fraction && h->fraction_exit == k->fraction_exit &&
           h->certainty == k->certainty && opposite_bits(h->normal, k->normal) &&
           same_vec(h->point, k->point) && same_names(h->sub_a, k->sub_b) &&
           same_names(h->sub_b, k->sub_a);
}

static bool toi_is_swapped(const carom_toi_hit *h, const carom_toi_hit *k) {
    return h->hit == k->hit && h->initial_overlap == k->initial_overlap &&
           h->certain == k->certain && h->fraction == k->fraction &&
           h->fraction_upper == k->fraction_upper && h->certainty == k->certainty &&
           opposite_bits(h->normal, k->normal) && same_vec(h->point, k->point) &&
           same_names(h->sub_a, k->sub_b) && same_names(h->sub_b, k->sub_a);
}

static bool manifold_is_swapped(const carom_contact_manifold *m, const carom_contact_manifold *n) {
    bool same =
        m->count == n->count && m->certainty == n->certainty && opposite_bits(m->normal, n->normal);
    for (int32_t i = 0; i < m->count && same; i++) {
        const carom_contact_point *p = &m->points[i], *q = &n->points[i];
        same = p->depth == q->depth && same_vec(p->point_a, q->point_b) &&
               same_vec(p->point_b, q->point_a) && same_names(p->sub_a, q->sub_b) &&
               same_names(p->sub_b, q->sub_a);
    }
    return same;
}

static void expect(const two_shapes *s, int verb, bool same, bool answered) {
    const carom_shape_kind a = s->shape[0]->kind, b = s->shape[1]->kind;
    broken[verb][a][b] += !same;
    met[verb][a] += answered;
}

static void check_distances(const two_shapes *s) {
    const carom_posed_shape *a = &s->posed[0], *b = &s->posed[1];
    const carom_closest_any c = carom_closest_posed(a, b), d = carom_closest_posed(b, a);
    expect(s, 0, closest_is_swapped(&c, &d), c.distance > 0);
    const carom_real limit = c.distance * (carom_real)random_in(0.9, 1.1);
    const bool near = carom_overlap_within_posed(a, b, limit);
    expect(s, 1, near == carom_overlap_within_posed(b, a, limit), near);
    const carom_closest_any e = carom_closest_within_posed(a, b, limit),
                            f = carom_closest_within_posed(b, a, limit);
    expect(s, 2, closest_is_swapped(&e, &f), e.distance > 0);
}

static void check_depths(const two_shapes *s) {
    const carom_posed_shape *a = &s->posed[0], *b = &s->posed[1];
    const carom_relation r = carom_classify_posed(a, b), t = carom_classify_posed(b, a);
    /* equal sets hold each other */
    const bool turned = r == CAROM_CONTAINS ? t == CAROM_INSIDE || t == CAROM_CONTAINS
                        : r == CAROM_INSIDE ? t == CAROM_CONTAINS
                                            : r == t;
    expect(s, 3, turned && carom_overlap_posed(a, b) == carom_overlap_posed(b, a),
           r != CAROM_DISJOINT);
    const carom_penetration p = carom_penetrate_posed(a, b), q = carom_penetrate_posed(b, a);
    expect(s, 4, depth_is_swapped(&p, &q), p.overlap);
    carom_contact_manifold m[3] = {{.margin = (carom_real)0.125, .capacity = 8}}, n[3] = {m[0]};
    const int32_t count = carom_contact_several(a, b, m, 3);
    bool same = count == carom_contact_several(b, a, n, 3);
    for (int32_t i = 0; i < count && same; i++)
        same = manifold_is_swapped(&m[i], &n[i]);
    expect(s, 5, same, count > 0);
    const carom_vec3 along = s->motion[0], back = step(v3(0, 0, 0), along, -1);
    const carom_real way =
        carom_penetrate_along(s->shape[0], s->pose[0], s->shape[1], s->pose[1], along);
    expect(s, 6,
           way == carom_penetrate_along(s->shape[1], s->pose[1], s->shape[0], s->pose[0], back),
           way > 0);
}

static void check_motions(two_shapes *s) {
    carom_turning_shape turning[2];
    for (int i = 0; i < 2; i++) {
        s->posed[i].motion = s->motion[i];
        turning[i] = (carom_turning_shape){s->shape[i], s->pose[i], s->end[i],
                                           s->pivot,    s->axis,    s->turns[i]};
    }
    carom_sweep_hit h = carom_sweep_posed(&s->posed[0], &s->posed[1], NULL),
                    k = carom_sweep_posed(&s->posed[1], &s->posed[0], NULL);
    expect(s, 7, sweep_is_swapped(&h, &k), h.hit && !h.initial_overlap);
    const carom_sweep_options near = {.target_distance = (carom_real)0.125};
    h = carom_sweep_posed(&s->posed[0], &s->posed[1], &near);
    k = carom_sweep_posed(&s->posed[1], &s->posed[0], &near);
    k.point = h.point; /* each on its second shape */
    expect(s, 9, sweep_is_swapped(&h, &k), h.hit);
    carom_toi_hit t = carom_toi(&turning[0], &turning[1], 0),
                  u = carom_toi(&turning[1], &turning[0], 0);
    expect(s, 8, toi_is_swapped(&t, &u), t.hit && !t.initial_overlap);
}

/* Coordinates of halves and turns that permute the axes. */
static carom_pose lattice_pose(void) {
    static const carom_quat turns[4] = {
        {0, 0, 0, 1},
        {1, 0, 0, 0},
        {(carom_real)0.5, (carom_real)0.5, (carom_real)0.5, (carom_real)0.5},
        {0, 0, 1, 0}};
    carom_vec3 at = lattice_vec(2);
    SCALE(at, 0.5);
    return (carom_pose){at, turns[((int)random_lattice(2) + 2) % 4]};
}

static void place_two(two_shapes *s, int place, int round) {
    for (int i = 0; i < 2; i++) {
        const bool rests = (round + i) % 3 == 0;
        s->pose[i] = place == 2   ? lattice_pose()
                     : place == 3 ? (i ? s->pose[0] : pose_every(2))
                                  : pose_every(place == 0 && i == 0 ? 2 : 0.5);
        s->motion[i] = rests ? v3(0, 0, 0) : place == 2 ? lattice_vec(3) : random_vec(4);
        s->end[i] = s->pose[i];
        s->end[i].position = step(s->pose[i].position, s->motion[i], 1);
        if (round % 4 == 1) s->end[i].rotation = pose_every(1).rotation;
        s->turns[i] = round % 4 == 2 ? i + 1 : 0;
    }
    s->pivot = round % 2 ? random_vec(1) : v3(0, 0, 0);
    s->axis = round % 8 < 4 ? random_vec(1) : v3(0, 0, 0);
}

/* Equal shapes in one place have nothing to be told apart by. */
static bool are_equal(const two_shapes *s) {
    const carom_posed_shape *a = &s->posed[0], *b = &s->posed[1];
    const carom_shape_kind kind = a->shape.kind;
    if (kind != b->shape.kind || memcmp(&a->pose, &b->pose, sizeof a->pose)) return false;
    const bool by_reference = kind >= CAROM_SHAPE_MESH && kind <= CAROM_SHAPE_COMPOUND;
    return by_reference || !memcmp(&a->shape.as, &b->shape.as, sizeof a->shape.as);
}

static void check_pair(const every_kind *a, const every_kind *b) {
    static int variant = 0;
    two_shapes s = {.shape = {&a->kind.shape, &b->kind.shape}};
    for (int place = 0; place < PLACES; place++)
        for (int round = 0; round < ROUNDS; round++) {
            place_two(&s, place, variant++);
            for (int i = 0; i < 2; i++)
                assert_true(carom_shape_pose(&s.posed[i], s.shape[i], s.pose[i]));
            if (are_equal(&s)) continue;
            check_distances(&s);
            check_depths(&s);
            check_motions(&s);
        }
}

static void report(void) {
    int count = 0;
    for (int verb = 0; verb < VERBS; verb++)
        for (int i = 0; i < ALL_KINDS; i++)
            for (int k = 0; k < ALL_KINDS; k++) {
                if (!broken[verb][i][k]) continue;
                print_message("%s of kinds %d and %d: %d of %d\n", verb_names[verb], i, k,
                              broken[verb][i][k], PLACES * ROUNDS);
                count++;
            }
    assert_int_equal(count, 0);
    for (int verb = 0; verb < VERBS; verb++)
        for (int i = 0; i < ALL_KINDS; i++)
            assert_true(met[verb][i] > 4 || (verb == VERB_ALONG && is_endless_kind(i)));
}

/* B has another size than A where it may. */
static void swapped(void **state) {
    static every_kind a, b;
    (void)state;
    volume_seed = 67;
    for (carom_shape_kind i = 0; i < ALL_KINDS; i++)
        for (carom_shape_kind k = 0; k < ALL_KINDS; k++) {
            make_every(&a, i);
            make_every(&b, k);
            if (k < KINDS || k == CAROM_SHAPE_ROUNDED) {
                discard_every(&b);
                make_kind(&b.kind, k, v3(0.5, 1, 1.5));
            }
            check_pair(&a, &b);
            discard_every(&a);
            discard_every(&b);
        }
    report();
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(swapped)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
