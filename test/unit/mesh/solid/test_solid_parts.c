/* Parts that fit each other without play: they touch along whole walls, and one number's difference
 * makes an overlap or a gap of it. */
#include "common/solid/parts.h"
#include "common/test_solid_common.h"

static ring_stack stack, changed;

/* Some rings of a stack. */
static ring_stack *rings_of(const ring_stack *r, int first, int count) {
    changed = *r;
    changed.rings = count;
    memcpy(changed.point, r->point + first, (size_t)count * sizeof r->point[0]);
    return &changed;
}

static void pin_and_sleeve(const ring_stack *pin, int first, int count) {
    begin_solids();
    add_pin(&one, pin);
    add_sleeve(&two, rings_of(&stack, first, count), 12);
}

static void assert_once(carom_solid_relation wanted, const char *when) {
    carom_mesh *mesh[2] = {solid_mesh(&one), solid_mesh(&two)};
    carom_pose turned = {{3, 1, 2}, {0.5F, -0.5F, 0.1F, 0.7F}};
    assert_posed(mesh, carom_pose_identity(), wanted, when);
    assert_posed(mesh, turned, wanted, when);
    carom_mesh_destroy(mesh[0]);
    carom_mesh_destroy(mesh[1]);
}

/* Each x and y to the next number towards the axis, or away from it. */
static void nudge(ring_stack *r, bool away) {
    for (int i = 0; i < r->rings; i++)
        for (int k = 0; k < r->points; k++)
            for (int d = 0; d < 2; d++) {
                carom_real *x = &r->point[i][k].x + d;
                double to = away ? (*x < 0 ? -1e3 : 1e3) : 0;
                if (*x != 0) *x = next_number(*x, to);
            }
}

static void swell(ring_stack *r, double factor) {
    for (int i = 0; i < r->rings; i++)
        for (int k = 0; k < r->points; k++) {
            carom_vec3 *p = &r->point[i][k];
            *p = v3((double)p->x * factor, (double)p->y * factor, (double)p->z);
        }
}

static void pin_in_its_hole(void **state) {
    (void)state;
    make_cylinder(&stack, 64, 4, 5);
    pin_and_sleeve(&stack, 0, 4);
    assert_once(CAROM_SOLIDS_TOUCH_FACE, "pin as long as its hole");
    pin_and_sleeve(&stack, 1, 2);
    assert_once(CAROM_SOLIDS_TOUCH_FACE, "pin longer than its hole");
    begin_solids();
    add_pin(&one, rings_of(&stack, 1, 2));
    add_sleeve(&two, &stack, 12);
    assert_once(CAROM_SOLIDS_TOUCH_FACE, "pin shorter than its hole");
    static ring_stack pin;
    pin = stack;
    nudge(&pin, false);
    pin_and_sleeve(&pin, 0, 4);
    assert_once(CAROM_SOLIDS_APART, "pin thinner by one number");
    pin = stack;
    nudge(&pin, true);
    pin_and_sleeve(&pin, 0, 4);
    assert_once(CAROM_SOLIDS_OVERLAP, "pin thicker by one number");
    pin = stack;
    pin.point[1][0].x = next_number(pin.point[1][0].x, 1e3);
    pin_and_sleeve(&pin, 0, 4);
    assert_once(CAROM_SOLIDS_OVERLAP, "one vertex of the pin out by one number");
    pin = stack;
    pin.point[1][0].x = next_number(pin.point[1][0].x, 0);
    pin_and_sleeve(&pin, 0, 4);
    assert_once(CAROM_SOLIDS_TOUCH_FACE, "one vertex of the pin in by one number");
    begin_solids(); /* the pin and the sleeve together are a disk */
    add_pin(&one, &stack);
    add_sleeve(&one, &stack, 12);
    swell(&stack, 2);
    add_pin(&two, &stack);
    assert_once(CAROM_SOLIDS_B_IN_A, "pin and sleeve as one solid");
}

/* Only the ends differ: the pin has other triangles on the same cylinder's facets. */
static void pin_of_other_rings(void **state) {
    (void)state;
    static ring_stack pin;
    make_cylinder(&stack, 24, 5, 5);
    pin = stack;
    pin.rings = 2;
    memcpy(pin.point[1], stack.point[4], sizeof pin.point[1]);
    pin_and_sleeve(&pin, 0, 5);
    assert_once(CAROM_SOLIDS_TOUCH_FACE, "long facets against short ones");
    begin_solids();
    add_pin(&one, &pin);
    add_pin(&two, &stack);
    assert_once(CAROM_SOLIDS_EQUAL, "long facets and short ones");
}

static void screw_in_its_nut(void **state) {
    (void)state;
    static ring_stack screw;
    make_thread(&stack, 24, 10, 0.4);
    pin_and_sleeve(&stack, 0, 10);
    assert_once(CAROM_SOLIDS_TOUCH_FACE, "screw as long as its nut");
    pin_and_sleeve(&stack, 2, 6);
    assert_once(CAROM_SOLIDS_TOUCH_FACE, "screw longer than its nut");
    screw = stack;
    swell(&screw, 1 - 0x1p-12);
    pin_and_sleeve(&screw, 0, 10);
    assert_once(CAROM_SOLIDS_APART, "screw with play");
    screw = stack;
    swell(&screw, 1 + 0x1p-12);
    pin_and_sleeve(&screw, 0, 10);
    assert_once(CAROM_SOLIDS_OVERLAP, "screw too thick");
    for (int step = 0; step < 2; step++) {
        screw = stack;
        for (int i = 0; i < screw.rings; i++)
            for (int k = 0; k < screw.points; k++) {
                carom_real *z = &screw.point[i][k].z;
                *z = step ? next_number(*z, 1e3) : (carom_real)((double)*z + 0.25);
            }
        pin_and_sleeve(&screw, 0, 10);
        assert_once(CAROM_SOLIDS_OVERLAP, "screw pushed without a turn");
    }
    screw = stack; /* a screw's head on the nut: a ring of twice the radius on top of the last */
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < screw.points; k++) {
            carom_vec3 p = stack.point[9][k];
            screw.point[10 + i][k] = v3(2 * (double)p.x, 2 * (double)p.y, (double)p.z + 0.5 * i);
        }
    screw.rings = 12;
    pin_and_sleeve(&screw, 0, 10);
    assert_once(CAROM_SOLIDS_TOUCH_FACE, "screw with a head");
}

static void gears(void **state) {
    (void)state;
    make_gear(&stack, 8, 2);
    pin_and_sleeve(&stack, 0, 2);
    assert_once(CAROM_SOLIDS_TOUCH_FACE, "gear in a ring that fits");
    for (int nudged = 0; nudged < 3; nudged++) {
        begin_solids(); /* a wedge in the gap before a tooth has the flank's two corners */
        add_pin(&one, &stack);
        const carom_vec3 *ring = stack.point[0];
        carom_vec3 in = ring[5], out = ring[6], gap = v3(0, 9, 0);
        gap.x = (carom_real)(9 * cos(PART_TURN * 4.6 / stack.points));
        gap.y = (carom_real)(9 * sin(PART_TURN * 4.6 / stack.points));
        if (nudged == 1) out.y = next_number(out.y, 100), out.x = next_number(out.x, -100);
        if (nudged == 2) out.y = next_number(out.y, -100), out.x = next_number(out.x, 100);
        const double wedge[6] = {(double)in.x,  (double)in.y,  (double)gap.x,
                                 (double)gap.y, (double)out.x, (double)out.y};
        add_prism(&two, wedge, 3, 0, 2);
        /* into the tooth; away from the flank at its outer end, so that an edge is left */
        static const carom_solid_relation wanted[3] = {
            CAROM_SOLIDS_TOUCH_FACE, CAROM_SOLIDS_OVERLAP, CAROM_SOLIDS_TOUCH_EDGE};
        assert_once(wanted[nudged], "tooth on a flank");
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(pin_in_its_hole),
                                       cmocka_unit_test(pin_of_other_rings),
                                       cmocka_unit_test(screw_in_its_nut), cmocka_unit_test(gears)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
