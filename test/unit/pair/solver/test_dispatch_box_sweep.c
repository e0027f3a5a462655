/* Sweeps of two boxes that were posed: by hand, with the shapes exchanged, in powers of two,
 * against the cast of the engine, and against the distance along the way. */
#include "pair/solver/box_pairs.h"
#include "common/test_swept_common.h"
#include "pair/solver/box_kernel.h"

static carom_shape box_at(carom_vec3 center, carom_vec3 half) {
    carom_shape box = {.kind = CAROM_SHAPE_OBB};
    box.as.obb = (carom_obb){center, {v3(1, 0, 0), v3(0, 1, 0), v3(0, 0, 1)}, half};
    return box;
}

/* Turned by a rotation of which the parts need not be of unit length together. */
static carom_shape turned(carom_shape box, double x, double y, double z, double w) {
    const double per = 1 / sqrt(x * x + y * y + z * z + w * w);
    const carom_vec3 at = box.as.obb.center;
    box.as.obb.center = v3(0, 0, 0);
    carom_posed_shape out;
    const carom_pose pose = {at,
                             {(carom_real)(x * per), (carom_real)(y * per), (carom_real)(z * per),
                              (carom_real)(w * per)}};
    assert_true(carom_shape_pose(&out, &box, pose));
    return out.shape;
}

static bool is_served(posed_two *p, carom_vec3 motion, carom_sweep_hit *hit) {
    assert_true(is_framed_box_pair(&p->a, &p->b));
    p->a.motion = motion;
    return BOX_KERNEL(carom_boxes_sweep)(&p->a, &p->b, hit);
}

static void by_hand(void **state) {
    (void)state;
    const double root = sqrt(0.5);
    carom_shape a = box_at(v3(0, 0, 0), v3(1, 1, 1)), b;
    carom_sweep_hit hit;
    b = turned(box_at(v3(6, 0.25, 0), v3(1, 1, 1)), 0, 0, sin(0.5), cos(0.5));
    posed_two p = posed(&a, &b);
    assert_true(is_served(&p, v3(10, 0, 0), &hit)); /* an upright edge on a face */
    const double reach = cos(1) + sin(1);
    assert_about((double)hit.fraction, (5 - reach) / 10, 64 * EPS);
    assert_about((double)hit.fraction_exit, (7 + reach) / 10, 64 * EPS);
    assert_vec_about(hit.normal, 1, 0, 0, 8 * EPS);
    assert_about((double)hit.point.x, 6 - reach, 256 * EPS);
    assert_about((double)hit.point.z, 0, 8 * EPS);               /* the middle of the edge */
    assert_true(is_served(&p, v3(-10, 0, 0), &hit) && !hit.hit); /* receding */
    assert_true(is_served(&p, v3(0, 10, 0), &hit) && !hit.hit);  /* passing */
    assert_true(is_served(&p, v3(2, 0, 0), &hit) && !hit.hit);   /* short of it */
    assert_false(is_served(&p, v3(0, 0, 0), &hit) && hit.hit);
    b = turned(box_at(v3(0, 0, 8), v3(1, 1, 1)), 1, 0, 0, 1 + sqrt(2)); /* by 45 degrees */
    a = turned(box_at(v3(0, 0, 0), v3(1, 1, 1)), 0, 1, 0, 1 + sqrt(2));
    p = posed(&a, &b);
    assert_true(is_served(&p, v3(0, 0, 16), &hit)); /* an edge across an edge */
    assert_about((double)hit.fraction, (8 - 2 / root) / 16, 64 * EPS);
    assert_vec_about(hit.normal, 0, 0, 1, 8 * EPS);
    assert_vec_about(hit.point, 0, 0, 8 - 1 / root, 256 * EPS);
    b = turned(box_at(v3(0.125, 0.25, 8), v3(1, 1, 1)), 1, 0.5, 0.25, 2);
    a = box_at(v3(0, 0, 0), v3(2, 2, 1));
    p = posed(&a, &b);
    assert_true(is_served(&p, v3(0, 0, 16), &hit)); /* a corner on a face */
    assert_vec_about(hit.normal, 0, 0, 1, 8 * EPS);
    carom_vec3 low = carom_shape_support(&b, carom_pose_identity(), v3(0, 0, -1));
    assert_vec_about(hit.point, (double)low.x, (double)low.y, (double)low.z, 32 * EPS);
    b = box_at(v3(0.5, 0.5, 4), v3(1, 1, 1));
    p = posed(&a, &b);
    assert_false(is_served(&p, v3(0, 0, 16), &hit)); /* face on face: the engine's business */
    hit = swept(&p, v3(0, 0, 4), NULL);
    assert_about((double)hit.fraction, 0.5, 64 * EPS);
    p.b.motion = v3(0, 0, 0);
    b = box_at(v3(0.5, 0.5, 1), v3(1, 1, 1));
    p = posed(&a, &b);
    assert_false(is_served(&p, v3(0, 0, 4), &hit)); /* so is contact at the start */
}

static carom_shape random_box(double spread) {
    carom_shape box =
        box_at(random_vec(spread), v3(random_in(0.1, 1), random_in(0.1, 1), random_in(0.1, 1)));
    return turned(box, random_in(-1, 1), random_in(-1, 1), random_in(-1, 1), random_in(0.1, 1));
}

static void assert_sweep(const carom_shape *a, carom_vec3 motion, const carom_shape *b) {
    posed_two p = posed(a, b);
    carom_sweep_hit hit = swept(&p, motion, NULL);
    const double size = 8 + length_of(motion);
    assert_swept_swaps(&p, &hit);
    assert_along_the_way(&p, &hit, size);
    assert_as_the_cast(&p, &hit, size);
}

static void random_sweeps(void **state) {
    (void)state;
    volume_seed = 2027;
    int served = 0;
    for (int k = 0; k < 4000; k++) {
        carom_shape a = random_box(1), b = random_box(4);
        carom_vec3 motion = random_vec(8);
        carom_sweep_hit hit;
        posed_two p = posed(&a, &b);
        served += is_served(&p, motion, &hit);
        assert_sweep(&a, motion, &b);
        const double along = random_in(-8, 8);
        if (k & 1) motion = k & 2 ? v3(along, 0, 0) : v3(0, 0, along);
        a = box_at(random_vec(1), v3(0.5, 0.25, 1)); /* upright both, and one of them turned */
        b = turned(box_at(random_vec(4), v3(1, 0.5, 0.25)), 0, 0, k & 4 ? 0 : random_in(-1, 1), 1);
        assert_sweep(&a, motion, &b);
        b = a; /* nearly parallel */
        b.as.obb.center = random_vec(4);
        b = turned(b, k & 8 ? 1e-5 : 1e-9, 0, 1e-4, 1);
        assert_sweep(&a, random_vec(8), &b);
    }
    assert_true(served > 3000);
}

static carom_shape scaled_box(carom_shape box, double s) {
    box.as.obb.center = step(v3(0, 0, 0), box.as.obb.center, s);
    box.as.obb.half_extents = step(v3(0, 0, 0), box.as.obb.half_extents, s);
    return box;
}

/* Whatever instructions they are compiled for; powers of two change no bit. */
static void same_everywhere(void **state) {
    (void)state;
    volume_seed = 78;
    for (int k = 0; k < 4000; k++) {
        const double s = k & 1 ? 0x1p-30 : 0x1p30;
        carom_shape a = random_box(1), b = random_box(4);
        const carom_vec3 motion = random_vec(8);
        posed_two p = posed(&a, &b);
        carom_sweep_hit native, other, hit = swept(&p, motion, NULL);
        const bool served = carom_boxes_sweep_native(&p.a, &p.b, &native);
        if (SIMD_RUNS_AVX2) {
            assert_true(SIMD_X86_NAME(carom_boxes_sweep, avx2)(&p.a, &p.b, &other) == served);
            assert_true(other.hit == native.hit && other.fraction == native.fraction &&
                        other.fraction_exit == native.fraction_exit);
            assert_same(other.point, native.point);
            assert_same(other.normal, native.normal);
        }
        if (served) assert_true(hit.hit == native.hit && hit.fraction == native.fraction);
        a = scaled_box(a, s), b = scaled_box(b, s);
        p = posed(&a, &b);
        other = swept(&p, step(v3(0, 0, 0), motion, s), NULL);
        assert_true(other.hit == hit.hit && other.fraction == hit.fraction);
        assert_true(other.fraction_exit == hit.fraction_exit);
        assert_same(other.normal, hit.normal);
        assert_same(other.point, step(v3(0, 0, 0), hit.point, s));
    }
}

/* Motions that are no numbers, and very long ones; boxes without width. */
static void extremes(void **state) {
    (void)state;
    const double most = (double)CAROM_REAL_MAX;
    carom_shape a = box_at(v3(0, 0, 0), v3(1, 1, 1));
    carom_shape b = turned(box_at(v3(0.25, 0.125, 8), v3(1, 1, 1)), 1, 0.5, 0.25, 2);
    posed_two p = posed(&a, &b);
    assert_false(swept(&p, v3(0, 0, (double)NAN), NULL).hit);
    assert_false(swept(&p, v3(0, 0, HUGE_VAL), NULL).hit);
    assert_false(swept(&p, v3(0, 0, 0), NULL).hit);
    assert_true(swept(&p, v3(0, 0, most), NULL).hit);
    assert_false(swept(&p, v3(0, 0, -most), NULL).hit);
    a = box_at(v3(0, 0, 0), v3(1, 1, 0));
    b = turned(box_at(v3(0.25, 0.125, 8), v3(0, 1, 0)), 1, 0.5, 0.25, 2);
    p = posed(&a, &b); /* a plate and a rod */
    carom_sweep_hit hit = swept(&p, v3(0, 0, 16), NULL);
    carom_vec3 low = carom_shape_support(&b, carom_pose_identity(), v3(0, 0, -1));
    assert_true(hit.hit);
    assert_about((double)hit.fraction, (double)low.z / 16, 64 * EPS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),
        cmocka_unit_test(random_sweeps),
        cmocka_unit_test(same_everywhere),
        cmocka_unit_test(extremes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
