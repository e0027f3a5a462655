/* A search made ready for the kernels: the point in the mesh's frame, where the mesh fills about
 * [-1, 1], and how much float loses there. Where float has no range for that every triangle is
 * visited. */
#include "mesh/nearest/near_walk.h"

/* Of the frame's scale, so that differences of coordinates stay in range; of the point, so that
 * squares do. */
#define NEAR_SCALE_MOST 0x1p100
#define NEAR_FAR 0x1p20
#define NEAR_FARTHEST 0x1p50
/* Three roundings of the point's offsets from corners, three of a product of two such vectors. */
#define NEAR_ERROR (8.0 * 0x1p-24)
/* Of squares: for what may tie with the nearest when both are rounded to carom_real, and for the
 * roundings of limits and of boxes' squares. */
#define NEAR_TIES (1.0 + 0x1p-17)
/* All corners are within, in the frame. */
#define NEAR_CORNER 4.0

static float float_below(double x) {
    return (float)(x - (fabs(x) * 0x1p-23 + 1e-40));
}

/* About the least growth of limits: errors beside distances, which far away are about the point's
 * own. */
static double growth_at(double distance2) {
    return max2(0x1p-10 / max2(distance2, 1.0), 0x1p-19);
}

static float room_for(double error, double growth) {
    return (float)(error * error * (1.0 + 1.0 / growth) * (1.0 + 0x1p-17) + 0x1p-98);
}

static void visit_all(near_search *search) {
    for (uint32_t rank = 0; rank < search->tree->count && search->limit >= 0.0; rank++) {
        carom_triangle t = bvh8_triangle_at(search->tree, rank);
        search->visit(search, rank, &t);
    }
}

void carom_near_walk_with(near_search *search, near_kernel *visit) {
    const bvh8_frame *frame = &search->tree->frame;
    if (search->tree->node_count == 0 || !finite3(search->point)) return;
    vec3 p = bvh8_local(frame, search->point);
    double far = max_abs3(p);
    if (!(far < NEAR_FARTHEST)) {
        visit_all(search);
        return;
    }
    double distance2 = len2(p), error = NEAR_ERROR * (sqrt(distance2) + NEAR_CORNER);
    double growth = growth_at(distance2);
    near_aim aim = {{float_below(p.x), float_below(p.y), float_below(p.z)},
                    {-float_below(-p.x), -float_below(-p.y), -float_below(-p.z)},
                    frame->scale,
                    error,
                    (float)((1.0 + growth) * NEAR_TIES),
                    room_for(NEAR_POINT_ERRORS * error, growth),
                    room_for((NEAR_POINT_ERRORS + 1.0) * error, growth),
                    false};
    aim.bounds =
        far < NEAR_FAR && frame->scale < NEAR_SCALE_MOST && frame->scale > 1.0 / NEAR_SCALE_MOST;
    visit(search, &aim);
}

void carom_near_walk(near_search *search) {
    carom_near_walk_with(search, SIMD_OF(carom_simd_best(), carom_near_visit));
}
