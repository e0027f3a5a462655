/* Solids of several shells: voids, pieces that overlap, inner walls, edges with four faces. */
#include "common/test_solid_common.h"

static void with_one(void (*fill)(solid_soup *), carom_aabb box, carom_solid_relation wanted) {
    begin_solids();
    fill(&one);
    add_solid_box(&two, box, 9);
    assert_solids(wanted);
}

static void box_with_void(solid_soup *s) {
    add_solid_box(s, aabb(0, 0, 0, 4, 4, 4), 0);
    add_void(s, aabb(1, 1, 1, 3, 3, 3));
}

static void voids(void **state) {
    (void)state;
    with_one(box_with_void, aabb(1, 1, 1, 3, 3, 3), CAROM_SOLIDS_TOUCH_FACE);
    with_one(box_with_void, aabb(1.5, 1.5, 1.5, 2.5, 2.5, 2.5), CAROM_SOLIDS_APART);
    with_one(box_with_void, aabb(1, 1.5, 1.5, 2, 2, 2), CAROM_SOLIDS_TOUCH_FACE);
    with_one(box_with_void, aabb(0.5, 0.5, 0.5, 3.5, 3.5, 3.5), CAROM_SOLIDS_OVERLAP);
    with_one(box_with_void, aabb(1, 1, 1, 3, 3, 3.5), CAROM_SOLIDS_OVERLAP);
    with_one(box_with_void, aabb(1, 1, 1, 3, 3, 4), CAROM_SOLIDS_OVERLAP);
    with_one(box_with_void, aabb(0, 0, 0, 4, 4, 4), CAROM_SOLIDS_A_IN_B);
    with_one(box_with_void, aabb(-1, 0, 0, 4, 4, 4), CAROM_SOLIDS_A_IN_B);
    with_one(box_with_void, aabb(-1, -1, -1, 5, 5, 5), CAROM_SOLIDS_A_IN_B);
    with_one(box_with_void, aabb(0, 0, 0, 1, 4, 4), CAROM_SOLIDS_B_IN_A);
    with_one(box_with_void, aabb(0.25, 0.25, 0.25, 0.75, 3, 3), CAROM_SOLIDS_B_IN_A);
    with_one(box_with_void, aabb(0, 0, 0, 2, 4, 4), CAROM_SOLIDS_OVERLAP);
    with_one(box_with_void, aabb(4, 1, 1, 5, 3, 3), CAROM_SOLIDS_TOUCH_FACE);
    begin_solids(); /* the void is where the other one has its own */
    box_with_void(&one);
    box_with_void(&two);
    assert_solids(CAROM_SOLIDS_EQUAL);
    begin_solids();
    box_with_void(&one);
    add_solid_box(&two, aabb(0, 0, 0, 4, 4, 4), 0);
    add_void(&two, aabb(1, 1, 1, 3, 3, 2));
    assert_solids(CAROM_SOLIDS_A_IN_B);
    begin_solids(); /* a core in the void, B fills the rest of it */
    box_with_void(&one);
    add_solid_box(&one, aabb(1.5, 1.5, 1.5, 2.5, 2.5, 2.5), 0);
    add_solid_box(&two, aabb(1, 1, 1, 3, 3, 3), 0);
    add_void(&two, aabb(1.5, 1.5, 1.5, 2.5, 2.5, 2.5));
    assert_solids(CAROM_SOLIDS_TOUCH_FACE);
}

/* A shell in a shell that faces the same way winds twice: no void. */
static void filled(solid_soup *s) {
    add_solid_box(s, aabb(0, 0, 0, 4, 4, 4), 0);
    add_solid_box(s, aabb(1, 1, 1, 3, 3, 3), 0);
}

static void overlapping_pieces(solid_soup *s) {
    add_solid_box(s, aabb(0, 0, 0, 3, 2, 2), 0);
    add_solid_box(s, aabb(1, 0, 0, 4, 2, 2), 3);
}

static void crossing_pieces(solid_soup *s) {
    add_solid_box(s, aabb(-2, -1, -1, 2, 1, 1), 0);
    add_solid_box(s, aabb(-1, -2, -0.5, 1, 2, 0.5), 3);
}

static void pieces(void **state) {
    (void)state;
    with_one(filled, aabb(0, 0, 0, 4, 4, 4), CAROM_SOLIDS_EQUAL);
    with_one(filled, aabb(1, 1, 1, 3, 3, 3), CAROM_SOLIDS_B_IN_A);
    with_one(filled, aabb(2, 2, 2, 2.5, 2.5, 2.5), CAROM_SOLIDS_B_IN_A);
    with_one(filled, aabb(2, 2, 2, 5, 2.5, 2.5), CAROM_SOLIDS_OVERLAP);
    with_one(overlapping_pieces, aabb(0, 0, 0, 4, 2, 2), CAROM_SOLIDS_EQUAL);
    with_one(overlapping_pieces, aabb(1, 0, 0, 3, 2, 2), CAROM_SOLIDS_B_IN_A);
    with_one(overlapping_pieces, aabb(1.5, 0.5, 0.5, 2.5, 1.5, 1.5), CAROM_SOLIDS_B_IN_A);
    with_one(overlapping_pieces, aabb(0, 2, 0, 4, 3, 2), CAROM_SOLIDS_TOUCH_FACE);
    with_one(overlapping_pieces, aabb(0, 0, 0, 4, 3, 2), CAROM_SOLIDS_A_IN_B);
    with_one(crossing_pieces, aabb(-1, -1, -0.5, 1, 1, 0.5), CAROM_SOLIDS_B_IN_A);
    with_one(crossing_pieces, aabb(-1, -1, -1, 1, 1, 1), CAROM_SOLIDS_B_IN_A);
    with_one(crossing_pieces, aabb(-1, -2, -0.5, 1, 2, 0.5), CAROM_SOLIDS_B_IN_A);
    with_one(crossing_pieces, aabb(-1, -2, -1, 1, 2, 1), CAROM_SOLIDS_OVERLAP);
    with_one(crossing_pieces, aabb(1, 1, -0.5, 2, 2, 0.5), CAROM_SOLIDS_TOUCH_FACE);
    with_one(crossing_pieces, aabb(1, 1, 1, 2, 2, 2), CAROM_SOLIDS_TOUCH_EDGE);
}

static void far_pieces(solid_soup *s) {
    add_solid_box(s, aabb(0, 0, 0, 1, 1, 1), 0);
    add_solid_box(s, aabb(10, 0, 0, 11, 1, 1), 0);
}

static void pieces_apart(void **state) {
    (void)state;
    with_one(far_pieces, aabb(4, 0, 0, 6, 1, 1), CAROM_SOLIDS_APART);
    with_one(far_pieces, aabb(10.25, 0.25, 0.25, 10.75, 0.75, 0.75), CAROM_SOLIDS_B_IN_A);
    with_one(far_pieces, aabb(10, 0, 0, 11, 1, 1), CAROM_SOLIDS_B_IN_A);
    with_one(far_pieces, aabb(-1, -1, -1, 2, 2, 2), CAROM_SOLIDS_OVERLAP);
    with_one(far_pieces, aabb(0, 0, 0, 11, 1, 1), CAROM_SOLIDS_A_IN_B);
    with_one(far_pieces, aabb(1, 0, 0, 10, 1, 1), CAROM_SOLIDS_TOUCH_FACE);
    with_one(far_pieces, aabb(-1, -1, -1, 12, 2, 2), CAROM_SOLIDS_A_IN_B);
    begin_solids(); /* one piece equal, one inside, one that touches */
    far_pieces(&one);
    add_solid_box(&one, aabb(20, 0, 0, 21, 1, 1), 0);
    add_solid_box(&two, aabb(0, 0, 0, 1, 1, 1), 0);
    add_solid_box(&two, aabb(10.25, 0.25, 0.25, 10.75, 0.75, 0.75), 0);
    assert_solids(CAROM_SOLIDS_B_IN_A);
    add_solid_box(&two, aabb(21, 0, 0, 22, 1, 1), 0);
    assert_solids(CAROM_SOLIDS_OVERLAP);
}

/* Two boxes side by side, the wall between them there twice. */
static void walled(solid_soup *s) {
    add_solid_box(s, aabb(0, 0, 0, 2, 2, 2), 0);
    add_solid_box(s, aabb(2, 0, 0, 4, 2, 2), 0x2A);
}

static void inner_walls(void **state) {
    (void)state;
    with_one(walled, aabb(0, 0, 0, 4, 2, 2), CAROM_SOLIDS_EQUAL);
    with_one(walled, aabb(1, 0.5, 0.5, 3, 1.5, 1.5), CAROM_SOLIDS_B_IN_A);
    with_one(walled, aabb(1, 0, 0, 3, 2, 2), CAROM_SOLIDS_B_IN_A);
    with_one(walled, aabb(2, 0, 0, 4, 2, 2), CAROM_SOLIDS_B_IN_A);
    with_one(walled, aabb(2, 2, 0, 3, 3, 2), CAROM_SOLIDS_TOUCH_FACE);
    with_one(walled, aabb(2, 2, 2, 3, 3, 3), CAROM_SOLIDS_TOUCH_EDGE);
    with_one(walled, aabb(4, 2, 2, 5, 3, 3), CAROM_SOLIDS_TOUCH_POINT);
    with_one(walled, aabb(1, 1, 1, 3, 3, 3), CAROM_SOLIDS_OVERLAP);
    begin_solids();
    walled(&one);
    add_solid_box(&two, aabb(0, 0, 0, 4, 1, 2), 0);
    add_solid_box(&two, aabb(0, 1, 0, 4, 2, 2), 0);
    assert_solids(CAROM_SOLIDS_EQUAL);
}

/* Three boxes that overlap leave a notch with three sides, into which one face of B looks: none of
 * the notch's corners is on an edge. The rest of B is within the boxes. */
static void notch(void **state) {
    (void)state;
    static const double sizes[3] = {1, 0.5, 0.125};
    for (int i = 0; i < 3; i++) {
        double s = sizes[i];
        begin_solids();
        add_solid_box(&one, aabb(-10, -5, -50, 0, 50, 20), 0);
        add_solid_box(&one, aabb(-6, -11, -51, 51, 0, 21), 5);
        add_solid_box(&one, aabb(-7, -52, -11, 53, 22, 0), 9);
        const carom_vec3 wedge[4] = {v3(5 * s, -2 * s, -2 * s), v3(-2 * s, 5 * s, -2 * s),
                                     v3(-2 * s, -2 * s, 5 * s), v3(-3 * s, -3 * s, -3 * s)};
        add_solid_tetrahedron(&two, wedge);
        assert_solids(CAROM_SOLIDS_OVERLAP);
        move_solid(&two, -3, -3, -3);
        assert_solids(CAROM_SOLIDS_B_IN_A);
    }
}

/* Four boxes leave a square hole, and the face of a plate is across it. */
static void square_hole(void **state) {
    (void)state;
    begin_solids();
    add_solid_box(&one, aabb(-20, 1, -9, 17, 30, 8), 0);
    add_solid_box(&one, aabb(-18, -31, -7, 23, -1, 12), 3);
    add_solid_box(&one, aabb(1, -19, -8, 33, 21, 11), 5);
    add_solid_box(&one, aabb(-29, -22, -11, -1, 18, 9), 6);
    add_solid_box(&two, aabb(-3, -4, -2, 5, 3, 2), 0);
    assert_solids(CAROM_SOLIDS_OVERLAP);
    solid_clear(&two);
    add_solid_box(&two, aabb(-1, -1, -2, 1, 1, 2), 0);
    assert_solids(CAROM_SOLIDS_TOUCH_FACE);
    solid_clear(&two);
    add_solid_box(&two, aabb(2, -4, -2, 5, 3, 2), 0);
    assert_solids(CAROM_SOLIDS_B_IN_A);
}

/* One box with its wall turned over alone: the triangles do not agree, crossings count. */
static void disagreeing(void **state) {
    (void)state;
    begin_solids();
    add_solid_box(&one, aabb(0, 0, 0, 4, 4, 4), 0);
    add_solid_box(&one, aabb(1, 1, 1, 3, 3, 3), 0);
    solid_reverse(&one, 0, 1);
    add_solid_box(&two, aabb(1, 1, 1, 3, 3, 3), 0);
    assert_solids(CAROM_SOLIDS_TOUCH_FACE);
    begin_solids();
    walled(&one);
    solid_reverse(&one, 3, 9);
    add_solid_box(&two, aabb(0, 0, 0, 4, 2, 2), 0);
    assert_solids(CAROM_SOLIDS_EQUAL);
}

/* Two boxes of a mesh share an edge, or a vertex. */
static void four_faced(solid_soup *s) {
    add_solid_box(s, aabb(0, 0, 0, 2, 2, 2), 0);
    add_solid_box(s, aabb(2, 2, 0, 4, 4, 2), 0);
}
static void pinched(solid_soup *s) {
    add_solid_box(s, aabb(0, 0, 0, 2, 2, 2), 0);
    add_solid_box(s, aabb(2, 2, 2, 4, 4, 4), 0);
}

static void many_faced_edges(void **state) {
    (void)state;
    with_one(four_faced, aabb(2, 0, 0, 4, 2, 2), CAROM_SOLIDS_TOUCH_FACE);
    with_one(four_faced, aabb(0, 0, 0, 4, 4, 2), CAROM_SOLIDS_A_IN_B);
    with_one(four_faced, aabb(1, 1, 0, 3, 3, 2), CAROM_SOLIDS_OVERLAP);
    with_one(four_faced, aabb(2, 2, 2, 3, 3, 3), CAROM_SOLIDS_TOUCH_FACE);
    with_one(four_faced, aabb(2, 1, 2, 3, 2, 3), CAROM_SOLIDS_TOUCH_EDGE);
    with_one(four_faced, aabb(0, 0, 0, 2, 2, 2), CAROM_SOLIDS_B_IN_A);
    begin_solids();
    four_faced(&one);
    add_solid_box(&two, aabb(2, 0, 0, 4, 2, 2), 0);
    add_solid_box(&two, aabb(0, 2, 0, 2, 4, 2), 0);
    assert_solids(CAROM_SOLIDS_TOUCH_FACE);
    begin_solids(); /* the diamond that the edge goes through */
    four_faced(&one);
    const double diamond[8] = {2, 1, 3, 2, 2, 3, 1, 2};
    add_prism(&two, diamond, 4, 0.5, 1.5);
    assert_solids(CAROM_SOLIDS_OVERLAP);
    begin_solids(); /* two wedges on the edge, in the gaps */
    four_faced(&one);
    const double left[6] = {2, 2, 1, 4, 0, 3}, right[6] = {2, 2, 3, 0, 4, 1};
    add_prism(&two, left, 3, -1, 1);
    add_prism(&two, right, 3, 0, 3);
    assert_solids(CAROM_SOLIDS_TOUCH_EDGE);
    with_one(pinched, aabb(2, 0, 0, 4, 2, 2), CAROM_SOLIDS_TOUCH_FACE);
    with_one(pinched, aabb(2, 0, 2, 4, 2, 4), CAROM_SOLIDS_TOUCH_FACE);
    with_one(pinched, aabb(1, 1, 1, 3, 3, 3), CAROM_SOLIDS_OVERLAP);
    with_one(pinched, aabb(0, 0, 0, 4, 4, 4), CAROM_SOLIDS_A_IN_B);
    begin_solids(); /* both solids pinched at one place: they have that point in common */
    add_solid_box(&one, aabb(-2, -2, -2, 0, 0, 0), 0);
    add_solid_box(&one, aabb(0, 0, 0, 2, 2, 2), 0);
    const carom_vec3 tip[4] = {v3(0, 0, 0), v3(-3, 1, 2), v3(-2, 2, 3), v3(-2, 1, 3)};
    add_solid_tetrahedron(&two, tip);
    assert_solids(CAROM_SOLIDS_TOUCH_POINT);
}

/* A sheet without thickness bounds nothing. */
static void sheets(void **state) {
    (void)state;
    for (int turned = 0; turned < 2; turned++) {
        begin_solids();
        add_solid_box(&one, aabb(0, 0, 0, 2, 2, 2), 0);
        carom_vec3 a = v3(1, 1, 2), b = v3(1, -1, 5), c = v3(2, 3, 5);
        add_solid_triangle(&one, a, b, c);
        add_solid_triangle(&one, a, turned ? c : b, turned ? b : c);
        add_solid_box(&two, aabb(0, 0, 4, 2, 2, 6), 0);
        assert_solids(CAROM_SOLIDS_APART);
        begin_solids();
        add_solid_box(&one, aabb(0, 0, 0, 2, 2, 2), 0);
        add_solid_triangle(&one, v3(1, 1, 0), v3(1, 0, 3), v3(0, 1, 1));
        add_solid_triangle(&one, v3(1, 1, 0), v3(0, 1, 1), v3(1, 0, 3));
        add_solid_box(&two, aabb(0, 0, 0, 2, 2, 2), 0x3F);
        assert_solids(CAROM_SOLIDS_EQUAL);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(voids),        cmocka_unit_test(pieces),
        cmocka_unit_test(pieces_apart), cmocka_unit_test(inner_walls),
        cmocka_unit_test(disagreeing),  cmocka_unit_test(many_faced_edges),
        cmocka_unit_test(sheets),       cmocka_unit_test(notch),
        cmocka_unit_test(square_hole)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
