/* What a camera sees: of boxes in a tree those that touch its frustum, and how one box stands to
 * it. The box beside the far edges is outside, though no plane of the six has it outside. */
#include <carom/carom.h>
#include <stdio.h>

int main(void) {
    const carom_frustum_def camera = {.eye = {0, 2, 10},
                                      .forward = {0, 0, -1},
                                      .up = {0, 1, 0},
                                      .fovy = (carom_real)1.2,
                                      .aspect = (carom_real)1.5,
                                      .near_distance = (carom_real)0.5,
                                      .far_distance = 30};
    carom_frustum view;
    if (carom_frustum_from_camera(&view, &camera) != CAROM_OK) return 1;

    enum { SIDE = 40, BOXES = SIDE * SIDE };
    carom_aabb boxes[BOXES];
    size_t expected = 0, inside = 0;
    for (int i = 0; i < BOXES; i++) {
        const carom_real x = (carom_real)(4 * (i % SIDE - SIDE / 2));
        const carom_real z = (carom_real)(4 * (i / SIDE - SIDE / 2));
        boxes[i] = (carom_aabb){{x, 0, z}, {x + 2, 3, z + 2}};
        const carom_relation relation = carom_frustum_classify_aabb(&view, &boxes[i]);
        expected += relation != CAROM_DISJOINT;
        inside += relation == CAROM_CONTAINS;
    }
    const carom_space_def def = {.kind = CAROM_SPACE_BVH_SAH, .boxes = boxes, .count = BOXES};
    carom_space *space = NULL;
    uint32_t seen[BOXES];
    if (carom_space_create(&space, &def) != CAROM_OK) return 1;
    const size_t count = carom_space_query_frustum(space, &view, seen, BOXES);
    printf("%zu of %d boxes are seen, %zu of them whole\n", count, BOXES, inside);
    carom_space_destroy(space);

    const carom_aabb beside = {{32, -60, -60}, {90, 60, -19}};
    carom_plane planes[6];
    carom_frustum_planes(&view, planes);
    bool kept = true;
    for (int i = 0; i < 6; i++)
        kept = kept && carom_classify_plane_aabb(&planes[i], &beside) != CAROM_FRONT;
    const bool out = carom_frustum_classify_aabb(&view, &beside) == CAROM_DISJOINT;
    printf("six planes %s the box beside, it is %s\n", kept ? "keep" : "drop",
           out ? "outside" : "seen");
    return count == expected && kept && out ? 0 : 1;
}
