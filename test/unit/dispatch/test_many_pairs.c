/* Many pairs of meshes, and of posed shapes of every kind: the bits of single calls whoever answers
 * them. Which pairs: all that batch.h says; an index outside its set is an invalid partner. */
#include "common/test_every_common.h"

#include "common/test_many_common.h"

/* ---- which pairs */

#define SHAPES 21

typedef struct ways {
    carom_batch_pairs list;
    uint32_t a[MOST_QUESTIONS], b[MOST_QUESTIONS];
} ways;

static ways way;
static size_t plan_a, plan_b, plan_count;
static const carom_batch_pairs *plan;

/* Ways: 0 the i-th with the i-th, 1 one with each, 2 each with one, 3 a list, 4 a list of B alone,
 * 5 one with one, 6 one with none. */
#define WAYS 7

static void choose_way(int kind, size_t most) {
    plan_a = kind == 1 || kind >= 5 ? 1 : most;
    plan_b = kind == 2 || kind == 5 ? 1 : kind == 6 ? 0 : most - (kind == 0);
    plan = kind == 3 || kind == 4 ? &way.list : NULL;
    plan_count = kind == 0 ? most - 1 : kind == 5 ? 1 : kind == 6 ? 0 : most;
    if (!plan) return;
    plan_count = kind == 3 ? 199 : most + 3; /* beyond A's end */
    for (size_t i = 0; i < plan_count; i++) {
        way.a[i] = (uint32_t)(random01() * (double)(most + 1));
        way.b[i] = i % 31 == 30 ? UINT32_MAX : (uint32_t)(random01() * (double)most);
    }
    way.list = (carom_batch_pairs){kind == 3 ? way.a : NULL, way.b, plan_count};
}
static size_t place_a(size_t i) {
    return plan ? plan->a ? plan->a[i] : i : plan_a == 1 ? 0 : i;
}
static size_t place_b(size_t i) {
    return plan ? plan->b[i] : plan_b == 1 ? 0 : i;
}
static size_t ask(void (*all)(const carom_task_hook *), uint64_t (*one)(size_t),
                  uint64_t (*told)(size_t), size_t size) {
    return check_many(&(many_case){plan_count, size, all, one, told});
}

/* ---- pairs of meshes */

#define MESHES 18

static carom_placed_mesh placed_a[MESHES], placed_b[MESHES];
static carom_vec3 pair_motions[MOST_QUESTIONS];
static const carom_real reach = (carom_real)0.75;
static const carom_mesh_depth_def depth_def = {.steps = 60};

static const carom_placed_mesh *mesh_a(size_t i) {
    static const carom_placed_mesh none = {0};
    return place_a(i) < plan_a ? &placed_a[place_a(i)] : &none;
}
static const carom_placed_mesh *mesh_b(size_t i) {
    static const carom_placed_mesh none = {0};
    return place_b(i) < plan_b ? &placed_b[place_b(i)] : &none;
}
static carom_mesh_pairs mesh_pairs(void) {
    return (carom_mesh_pairs){placed_a, placed_b, plan_a, plan_b, plan};
}
static uint64_t yes_told(size_t i) {
    return print_yes((const bool *)answers + i);
}

static void meet_all(const carom_task_hook *hook) {
    const carom_mesh_pairs p = mesh_pairs();
    carom_overlap_mesh_pairs(&p, (bool *)answers, hook);
}
static uint64_t meet_one(size_t i) {
    return carom_overlap_mesh_mesh(mesh_a(i), mesh_b(i));
}
static void close_all(const carom_task_hook *hook) {
    const carom_mesh_pairs p = mesh_pairs();
    carom_overlap_mesh_pairs_within(&p, reach, (bool *)answers, hook);
}
static uint64_t close_one(size_t i) {
    return carom_overlap_mesh_mesh_within(mesh_a(i), mesh_b(i), reach);
}

static uint64_t print_meeting(const carom_mesh_meeting *m) {
    uint64_t h = PRINT_START;
    PRINT(&h, m->kind);
    PRINT(&h, m->triangle_a);
    PRINT(&h, m->triangle_b);
    PRINT(&h, m->segment);
    return h;
}
static void cross_all(const carom_task_hook *hook) {
    const carom_mesh_pairs p = mesh_pairs();
    carom_intersect_mesh_pairs(&p, (carom_mesh_meeting *)answers, hook);
}
static uint64_t cross_one(size_t i) {
    const carom_mesh_meeting m = carom_intersect_mesh_mesh(mesh_a(i), mesh_b(i));
    return print_meeting(&m);
}
static uint64_t cross_told(size_t i) {
    return print_meeting((const carom_mesh_meeting *)answers + i);
}

static uint64_t print_nearest(const carom_mesh_pair_closest *n) {
    uint64_t h = PRINT_START;
    PRINT(&h, n->distance);
    PRINT(&h, n->point_a);
    PRINT(&h, n->point_b);
    PRINT(&h, n->triangle_a);
    PRINT(&h, n->triangle_b);
    return h;
}
static void nearest_all(const carom_task_hook *hook) {
    const carom_mesh_pairs p = mesh_pairs();
    carom_closest_mesh_pairs(&p, (carom_mesh_pair_closest *)answers, hook);
}
static uint64_t nearest_one(size_t i) {
    const carom_mesh_pair_closest n = carom_closest_mesh_mesh(mesh_a(i), mesh_b(i));
    return print_nearest(&n);
}
static uint64_t nearest_told(size_t i) {
    return print_nearest((const carom_mesh_pair_closest *)answers + i);
}

static uint64_t print_relation(const carom_mesh_relation *r) {
    return (uint64_t)r->relation * 64 + (uint64_t)r->by_a * 8 + (uint64_t)r->by_b;
}
static void relation_all(const carom_task_hook *hook) {
    const carom_mesh_pairs p = mesh_pairs();
    carom_classify_mesh_pairs(&p, (carom_mesh_relation *)answers, hook);
}
static uint64_t relation_one(size_t i) {
    const carom_mesh_relation r = carom_classify_mesh_mesh(mesh_a(i), mesh_b(i));
    return print_relation(&r);
}
static uint64_t relation_told(size_t i) {
    return print_relation((const carom_mesh_relation *)answers + i);
}

static uint64_t print_mesh_depth(const carom_mesh_penetration *d) {
    uint64_t h = PRINT_START;
    PRINT(&h, d->depth);
    PRINT(&h, d->bound);
    PRINT(&h, d->normal);
    PRINT(&h, d->point_a);
    PRINT(&h, d->point_b);
    PRINT(&h, d->certainty);
    return h;
}
static void mesh_depth_all(const carom_task_hook *hook) {
    const carom_mesh_pairs p = mesh_pairs();
    carom_penetrate_mesh_pairs(&p, &depth_def, (carom_mesh_penetration *)answers, hook);
}
static uint64_t mesh_depth_one(size_t i) {
    const carom_mesh_penetration d = carom_penetrate_mesh_mesh(mesh_a(i), mesh_b(i), &depth_def);
    return print_mesh_depth(&d);
}
static uint64_t mesh_depth_told(size_t i) {
    return print_mesh_depth((const carom_mesh_penetration *)answers + i);
}

static uint64_t print_pair_sweep(const carom_mesh_pair_sweep *s) {
    uint64_t h = PRINT_START;
    PRINT(&h, s->hit);
    PRINT(&h, s->initial_overlap);
    PRINT(&h, s->fraction);
    PRINT(&h, s->point);
    PRINT(&h, s->normal);
    PRINT(&h, s->triangle_a);
    PRINT(&h, s->triangle_b);
    return h;
}
static void pair_sweep_all(const carom_task_hook *hook) {
    const carom_mesh_pairs p = mesh_pairs();
    carom_sweep_mesh_pairs(&p, pair_motions, (carom_mesh_pair_sweep *)answers, hook);
}
static uint64_t pair_sweep_one(size_t i) {
    const carom_mesh_pair_sweep s = carom_sweep_mesh_mesh(mesh_a(i), pair_motions[i], mesh_b(i));
    return print_pair_sweep(&s);
}
static uint64_t pair_sweep_told(size_t i) {
    return print_pair_sweep((const carom_mesh_pair_sweep *)answers + i);
}

/* A null mesh, an empty one, a pose that is no number, and good ones in between. */
static void place_meshes(carom_placed_mesh *set, const test_mesh *box, const test_mesh *soup,
                         const carom_mesh *empty) {
    for (int i = 0; i < MESHES; i++) {
        set[i] = (carom_placed_mesh){.mesh = i % 2 ? box->mesh : soup->mesh};
        set[i].pose = pose_every(i % 4 == 1 ? 0.1 : 1.5);
        if (i % 2) set[i].solidity = CAROM_SOLIDITY_CLOSED;
        if (i == 5) set[i].mesh = NULL;
        if (i == 8) set[i].mesh = empty;
        if (i == 11) set[i].pose.position.y = (carom_real)NAN;
    }
}

static void mesh_pairs_have_the_bits_of_single_ones(void **state) {
    (void)state;
    static test_mesh box, soup;
    const carom_mesh_def nothing = {0};
    carom_mesh *empty = NULL;
    volume_seed = 21;
    fill_corners_of_box(&box, v3(-1, -0.5, -0.75), v3(1, 0.5, 0.75));
    build_test_mesh(&box);
    fill_lattice(&soup, 30, 1);
    assert_int_equal(carom_mesh_create(&empty, &nothing), CAROM_OK);
    place_meshes(placed_a, &box, &soup, empty);
    place_meshes(placed_b, &soup, &box, empty);
    for (int i = 0; i < MOST_QUESTIONS; i++)
        pair_motions[i] = i % 37 == 8 ? v3(0, HUGE_VAL, 0) : random_vec(3);
    for (int kind = 0; kind < WAYS; kind++) {
        choose_way(kind, MESHES);
        ask(meet_all, meet_one, yes_told, sizeof(bool));
        ask(close_all, close_one, yes_told, sizeof(bool));
        ask(cross_all, cross_one, cross_told, sizeof(carom_mesh_meeting));
        ask(relation_all, relation_one, relation_told, sizeof(carom_mesh_relation));
        ask(mesh_depth_all, mesh_depth_one, mesh_depth_told, sizeof(carom_mesh_penetration));
        ask(pair_sweep_all, pair_sweep_one, pair_sweep_told, sizeof(carom_mesh_pair_sweep));
        size_t kinds = ask(nearest_all, nearest_one, nearest_told, sizeof(carom_mesh_pair_closest));
        assert_true(kind == 3 ? kinds > 150 : kind >= 5 || kinds > 8);
    }
    carom_mesh_destroy(empty);
    carom_mesh_destroy(box.mesh);
    carom_mesh_destroy(soup.mesh);
}

/* ---- pairs of posed shapes */

static carom_posed_shape posed_a[SHAPES], posed_b[SHAPES];
static const carom_sweep_options sweep_options = {.target_distance = (carom_real)0.125};
static const carom_sweep_options *swept_with;

static const carom_posed_shape *shape_a(size_t i) {
    static const carom_posed_shape none = {0};
    return place_a(i) < plan_a ? &posed_a[place_a(i)] : &none;
}
static const carom_posed_shape *shape_b(size_t i) {
    static const carom_posed_shape none = {0};
    return place_b(i) < plan_b ? &posed_b[place_b(i)] : &none;
}
static carom_posed_pairs posed_pairs(void) {
    return (carom_posed_pairs){posed_a, posed_b, plan_a, plan_b, plan};
}

static void overlap_all(const carom_task_hook *hook) {
    const carom_posed_pairs p = posed_pairs();
    carom_overlap_posed_pairs(&p, (bool *)answers, hook);
}
static uint64_t overlap_one(size_t i) {
    return carom_overlap_posed(shape_a(i), shape_b(i));
}
static void within_all(const carom_task_hook *hook) {
    const carom_posed_pairs p = posed_pairs();
    carom_overlap_posed_pairs_within(&p, reach, (bool *)answers, hook);
}
static uint64_t within_one(size_t i) {
    return carom_overlap_within_posed(shape_a(i), shape_b(i), reach);
}
static void classify_all(const carom_task_hook *hook) {
    const carom_posed_pairs p = posed_pairs();
    carom_classify_posed_pairs(&p, (carom_relation *)answers, hook);
}
static uint64_t classify_one(size_t i) {
    return carom_classify_posed(shape_a(i), shape_b(i));
}
static uint64_t classify_told(size_t i) {
    return ((const carom_relation *)answers)[i];
}

static uint64_t print_closest(const carom_closest_any *c) {
    uint64_t h = PRINT_START;
    PRINT(&h, c->distance);
    PRINT(&h, c->lower_bound);
    PRINT(&h, c->certainty);
    PRINT(&h, c->point_a);
    PRINT(&h, c->point_b);
    PRINT(&h, c->t_a);
    PRINT(&h, c->t_b);
    PRINT(&h, c->barycentric);
    PRINT(&h, c->feature);
    return h;
}
static void closest_all(const carom_task_hook *hook) {
    const carom_posed_pairs p = posed_pairs();
    carom_closest_posed_pairs(&p, (carom_closest_any *)answers, hook);
}
static uint64_t closest_one(size_t i) {
    const carom_closest_any c = carom_closest_posed(shape_a(i), shape_b(i));
    return print_closest(&c);
}
static uint64_t closest_told(size_t i) {
    return print_closest((const carom_closest_any *)answers + i);
}

static uint64_t print_cast(const carom_ray_hit *r) {
    uint64_t h = PRINT_START;
    PRINT(&h, r->hit);
    PRINT(&h, r->started_inside);
    PRINT(&h, r->t);
    PRINT(&h, r->t_exit);
    PRINT(&h, r->point);
    PRINT(&h, r->normal);
    return h;
}
static void cast_all(const carom_task_hook *hook) {
    const carom_posed_pairs p = posed_pairs();
    carom_raycast_posed_pairs(&p, (carom_ray_hit *)answers, hook);
}
static uint64_t cast_one(size_t i) {
    const carom_ray_hit r = carom_raycast_posed(shape_a(i), shape_b(i));
    return print_cast(&r);
}
static uint64_t cast_told(size_t i) {
    return print_cast((const carom_ray_hit *)answers + i);
}

static uint64_t print_sweep(const carom_sweep_hit *s) {
    uint64_t h = PRINT_START;
    print_sweep_at(&h, s);
    return h;
}
static void sweep_all(const carom_task_hook *hook) {
    const carom_posed_pairs p = posed_pairs();
    carom_sweep_posed_pairs(&p, swept_with, (carom_sweep_hit *)answers, hook);
}
static uint64_t sweep_one(size_t i) {
    const carom_sweep_hit s = carom_sweep_posed(shape_a(i), shape_b(i), swept_with);
    return print_sweep(&s);
}
static uint64_t sweep_told(size_t i) {
    return print_sweep((const carom_sweep_hit *)answers + i);
}

static uint64_t print_depth(const carom_penetration *d) {
    uint64_t h = PRINT_START;
    PRINT(&h, d->overlap);
    PRINT(&h, d->depth);
    PRINT(&h, d->normal);
    PRINT(&h, d->point_a);
    PRINT(&h, d->point_b);
    PRINT(&h, d->certainty);
    return h;
}
static void depth_all(const carom_task_hook *hook) {
    const carom_posed_pairs p = posed_pairs();
    carom_penetrate_posed_pairs(&p, (carom_penetration *)answers, hook);
}
static uint64_t depth_one(size_t i) {
    const carom_penetration d = carom_penetrate_posed(shape_a(i), shape_b(i));
    return print_depth(&d);
}
static uint64_t depth_told(size_t i) {
    return print_depth((const carom_penetration *)answers + i);
}

static uint64_t print_manifold(const carom_contact_manifold *m) {
    uint64_t h = PRINT_START;
    PRINT(&h, m->count);
    for (int k = 0; k < m->count; k++) {
        PRINT(&h, m->points[k].point_a);
        PRINT(&h, m->points[k].point_b);
        PRINT(&h, m->points[k].depth);
        PRINT(&h, m->points[k].id);
    }
    if (m->count > 0) PRINT(&h, m->normal);
    return h;
}
/* Each with a margin and capacity of its own. */
static carom_contact_manifold wanted_manifold(size_t i) {
    return (carom_contact_manifold){.margin = (carom_real)(0.01 * (double)(i % 3)),
                                    .capacity = (int32_t)(i % 9)};
}
static void contact_all(const carom_task_hook *hook) {
    const carom_posed_pairs p = posed_pairs();
    carom_contact_manifold *manifolds = (carom_contact_manifold *)answers;
    for (size_t i = 0; i < plan_count; i++)
        manifolds[i] = wanted_manifold(i);
    carom_contact_posed_pairs(&p, manifolds, hook);
}
static uint64_t contact_one(size_t i) {
    carom_contact_manifold m = wanted_manifold(i);
    carom_contact_posed(shape_a(i), shape_b(i), &m);
    return print_manifold(&m);
}
static uint64_t contact_told(size_t i) {
    return print_manifold((const carom_contact_manifold *)answers + i);
}

static void pose_shapes(carom_posed_shape *set, const every_kind *kinds) {
    for (int i = 0; i < SHAPES; i++) {
        const int kind = i % ALL_KINDS;
        carom_pose pose = pose_every(0.7);
        if (i == 3) pose.position.x = (carom_real)NAN;
        carom_shape_pose(&set[i], &kinds[kind].kind.shape, pose);
        set[i].motion = i == 6 ? v3(0, 0, HUGE_VAL) : random_vec(2);
    }
}

static void posed_pairs_have_the_bits_of_single_ones(void **state) {
    (void)state;
    static every_kind kinds[ALL_KINDS];
    volume_seed = 22;
    for (int k = 0; k < ALL_KINDS; k++)
        make_every(&kinds[k], (carom_shape_kind)k);
    pose_shapes(posed_a, kinds);
    pose_shapes(posed_b, kinds);
    for (int kind = 0; kind < WAYS; kind++) {
        choose_way(kind, SHAPES);
        ask(overlap_all, overlap_one, yes_told, sizeof(bool));
        ask(within_all, within_one, yes_told, sizeof(bool));
        ask(classify_all, classify_one, classify_told, sizeof(carom_relation));
        ask(cast_all, cast_one, cast_told, sizeof(carom_ray_hit));
        ask(depth_all, depth_one, depth_told, sizeof(carom_penetration));
        ask(contact_all, contact_one, contact_told, sizeof(carom_contact_manifold));
        for (int options = 0; options < 2; options++) {
            swept_with = options ? &sweep_options : NULL;
            ask(sweep_all, sweep_one, sweep_told, sizeof(carom_sweep_hit));
        }
        size_t different = ask(closest_all, closest_one, closest_told, sizeof(carom_closest_any));
        assert_true(kind == 3 ? different > 100 : kind >= 5 || different > 8);
    }
    for (int k = 0; k < ALL_KINDS; k++)
        discard_every(&kinds[k]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mesh_pairs_have_the_bits_of_single_ones),
        cmocka_unit_test(posed_pairs_have_the_bits_of_single_ones),
    };
    make_orders(&orders);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    drop_orders(&orders);
    return failed;
}
