/* Setup of a nearest-triangle search for the kernels: the point in the mesh's frame, where the mesh
 * fills about [-1, 1], and bounds on what float rounds there. Where float has no range for the
 * point every triangle is visited, so every finite point gets its exact answer. */
#include "mesh/nearest/nearest_search.h"
#include "mesh/nearest/near_kernel.h"

/* A float that is below x. */
static float float_below(double x) {
    return (float)(x - (fabs(x) * NEAR_CONVERSION + NEAR_CONVERSION_LEAST));
}

/* Chooses the growth x of a squared limit: about the relative error of the distance. Any positive x
 * is correct. */
static double growth_at(double distance2) {
    return max2(NEAR_GROWTH_FAR / max2(distance2, 1.0), NEAR_GROWTH_LEAST);
}

/* The part e^2 (1 + 1 / x) of a limit, rounded up. */
static float slack_for(double error, double growth) {
    return (float)(error * error * (1.0 + 1.0 / growth) * (1.0 + NEAR_SLACK_ROUNDING) +
                   NEAR_SLACK_LEAST);
}

static void visit_all(near_search *search) {
    for (uint32_t rank = 0; rank < search->tree->count && search->limit >= 0.0; rank++) {
        carom_triangle t = bvh8_triangle_at(search->tree, rank);
        search->visit(search, rank, &t);
    }
}

void carom_nearest_search_with(near_search *search, near_kernel *visit) {
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
    near_query query = {{float_below(p.x), float_below(p.y), float_below(p.z)},
                        {-float_below(-p.x), -float_below(-p.y), -float_below(-p.z)},
                        frame->scale,
                        error,
                        (float)((1.0 + growth) * NEAR_TIES),
                        slack_for(NEAR_POINT_ERRORS * error, growth),
                        slack_for((NEAR_POINT_ERRORS + 1.0) * error, growth),
                        false};
    query.bounds =
        far < NEAR_FAR && frame->scale < NEAR_SCALE_MOST && frame->scale > 1.0 / NEAR_SCALE_MOST;
    visit(search, &query);
}

void carom_nearest_search(near_search *search) {
    carom_nearest_search_with(search, SIMD_OF(carom_simd_best(), carom_near_visit));
}
