/* Distances on a regular grid, own method. The distance from a surface is 1-Lipschitz, with the
 * sign of a closed one too: that bounds each search by the neighbouring sample, spreads signs (two
 * samples are on one side if the balls about them that are free of surface cover the segment
 * between them), and bounds the distance between samples. Proved of a sample: it is the answer of
 * the single function, whatever the threads. Proved of a look-up: the distance is within its
 * bounds.
 */
#include "carom/mesh_grid.h"

#include "core/alloc.h"
#include "core/tasks.h"
#include "mesh/data/mesh_data.h"
#include "mesh/nearest/tolerances.h"

/* Default cells along the longest side of the mesh's box. */
#define GRID_CELLS 64.0
#define GRID_MOST 0x1p31

typedef struct grid_build {
    carom_mesh_solid solid;
    const carom_mesh_grid *grid;
    carom_real *distances;
    double near_by;    /* two neighbours whose distances add up to more are on one side */
    double hint_slack; /* above the rounding of a neighbour's distance and way */
} grid_build;

/* ---- samples */

static carom_vec3 sample_point(const carom_mesh_grid *grid, const uint32_t at[3]) {
    const vec3 origin = load3(grid->origin);
    const double cell = (double)grid->cell;
    return store3(vec(origin.x + at[0] * cell, origin.y + at[1] * cell, origin.z + at[2] * cell));
}

/* The distance without sign, not above the band; `beside`: that of a neighbour, negative if there
 * is none. */
static carom_real search_distance(const grid_build *b, carom_vec3 point, double beside) {
    const carom_real band = b->grid->band;
    double reach = (double)band;
    if (beside >= 0.0 && beside < reach)
        reach = min2(reach, (beside + (double)b->grid->cell) * SAMPLE_HINT + b->hint_slack);
    const carom_mesh *mesh = b->solid.mesh;
    carom_mesh_closest nearest = carom_closest_point_mesh_within(point, mesh, (carom_real)reach);
    if (!(nearest.at.distance <= CAROM_REAL_MAX) && reach < (double)band)
        nearest = carom_closest_point_mesh_within(point, mesh, band);
    return nearest.at.distance < band ? nearest.at.distance : band;
}

static carom_real sample_distance(const grid_build *b, carom_vec3 point, const carom_real *beside) {
    const double known = beside ? fabs((double)*beside) : -1.0;
    const carom_real distance = search_distance(b, point, known);
    if (!b->grid->is_signed || distance == 0) return distance;
    if (beside && b->grid->is_closed && known + (double)distance > b->near_by)
        return *beside < 0 ? -distance : distance;
    return carom_distance_point_mesh_signed(point, &b->solid).place == CAROM_PLACE_INSIDE
               ? -distance
               : distance;
}

/* Samples along x from one to the next, those at its start along y. */
static void sample_layer(void *data, size_t k) {
    const grid_build *b = data;
    const uint32_t *count = b->grid->count;
    carom_real *layer = b->distances + k * count[1] * count[0];
    for (uint32_t j = 0; j < count[1]; j++) {
        carom_real *row = layer + (size_t)j * count[0];
        const carom_real *beside = j > 0 ? row - count[0] : NULL;
        for (uint32_t i = 0; i < count[0]; i++) {
            const uint32_t at[3] = {i, j, (uint32_t)k};
            row[i] = sample_distance(b, sample_point(b->grid, at), beside);
            beside = row + i;
        }
    }
}

/* ---- the definition */

static bool is_size(carom_real x) {
    return x >= 0 && x <= CAROM_REAL_MAX;
}

static bool is_zero(vec3 v) {
    return v.x == 0.0 && v.y == 0.0 && v.z == 0.0;
}

static double longest_side(const carom_aabb *box) {
    return max_abs3(sub3(load3(box->max), load3(box->min)));
}

static carom_status set_places(carom_mesh_grid *grid, const carom_mesh_grid_def *def) {
    const carom_aabb mesh_box = carom_mesh_bounds(def->solid.mesh);
    vec3 low = load3(def->bounds.min), high = load3(def->bounds.max);
    double cell = (double)def->cell, samples = 1.0;
    if (cell == 0.0) cell = (double)(carom_real)(longest_side(&mesh_box) / GRID_CELLS);
    if (!(cell > 0.0)) return CAROM_ERROR_ARGUMENT;
    if (is_zero(low) && is_zero(high)) {
        const double margin = def->band > 0 ? (double)def->band : 2.0 * cell;
        low = sub3(load3(mesh_box.min), vec(margin, margin, margin));
        high = add3(load3(mesh_box.max), vec(margin, margin, margin));
    }
    grid->cell = (carom_real)cell;
    grid->origin = store3(low);
    for (int i = 0; i < 3; i++) {
        const double side = axis3(high, i) - axis3(load3(grid->origin), i);
        if (!(side >= 0.0)) return CAROM_ERROR_ARGUMENT;
        const double cells = max2(ceil(side / cell), 1.0);
        samples *= cells + 1.0;
        if (!(samples <= GRID_MOST)) return CAROM_ERROR_LIMIT;
        grid->count[i] = (uint32_t)cells + 1;
    }
    const uint32_t last[3] = {grid->count[0] - 1, grid->count[1] - 1, grid->count[2] - 1};
    const vec3 end = load3(sample_point(grid, last));
    const double most = max_abs3(load3(grid->origin)) + max_abs3(end) +
                        max2(max_abs3(load3(mesh_box.min)), max_abs3(load3(mesh_box.max)));
    if (!finite3(end) || !(8.0 * most <= (double)CAROM_REAL_MAX)) return CAROM_ERROR_NOT_FINITE;
    grid->rounding =
        (carom_real)(most * (SAMPLE_KERNEL + SAMPLE_EPSILONS * (double)CAROM_REAL_EPSILON));
    return CAROM_OK;
}

static carom_status check_grid_def(const carom_mesh_grid_def *def) {
    if (!def || !def->solid.mesh || mesh_count(def->solid.mesh) == 0) return CAROM_ERROR_ARGUMENT;
    if (!def->allocator.alloc != !def->allocator.free) return CAROM_ERROR_ARGUMENT;
    if (!is_size(def->cell) || !is_size(def->band)) return CAROM_ERROR_ARGUMENT;
    if (!finite3(load3(def->bounds.min)) || !finite3(load3(def->bounds.max)))
        return CAROM_ERROR_ARGUMENT;
    return CAROM_OK;
}

/* Is the side of the surface constant wherever the surface is not? */
static bool sides_are_closed(const carom_mesh_solid *solid) {
    const carom_mesh_closure closure = carom_mesh_closure_of(solid->mesh);
    return closure == CAROM_MESH_CLOSED ||
           (closure == CAROM_MESH_INCONSISTENT && solid->method == CAROM_SIGN_PARITY);
}

static carom_status build_grid(carom_mesh_grid *grid, const carom_mesh_grid_def *def) {
    carom_status status = set_places(grid, def);
    if (status != CAROM_OK) return status;
    carom_mesh_rim *rim = NULL;
    grid_build b = {.solid = def->solid, .grid = grid};
    grid->band = def->band > 0 ? def->band : (carom_real)INFINITY;
    grid->is_signed = def->solid.method != CAROM_SIGN_NONE;
    grid->is_closed = grid->is_signed && sides_are_closed(&def->solid);
    b.hint_slack = 4.0 * (double)grid->rounding;
    b.near_by = (double)grid->cell * SAMPLE_HINT + 4.0 * (double)grid->rounding;
    const size_t samples = (size_t)grid->count[0] * grid->count[1] * grid->count[2];
    b.distances = carom_alloc(&grid->allocator, samples, sizeof *b.distances);
    grid->distances = b.distances;
    if (!b.distances) return CAROM_ERROR_MEMORY;
    if (def->solid.method == CAROM_SIGN_WINDING && !def->solid.rim) {
        status = carom_mesh_rim_create(&rim, def->solid.mesh, &grid->allocator);
        b.solid.rim = rim;
    }
    if (status == CAROM_OK)
        carom_run_items(&def->tasks, sample_layer, &b, (task_share){grid->count[2], 1});
    carom_mesh_rim_destroy(rim);
    return status;
}

carom_status carom_mesh_grid_create(carom_mesh_grid **grid, const carom_mesh_grid_def *def) {
    carom_status status = grid ? check_grid_def(def) : CAROM_ERROR_ARGUMENT;
    if (status != CAROM_OK) return status;
    carom_mesh_grid *out = carom_alloc(&def->allocator, 1, sizeof *out);
    if (!out) return CAROM_ERROR_MEMORY;
    *out = (carom_mesh_grid){.allocator = def->allocator};
    status = build_grid(out, def);
    if (status == CAROM_OK)
        *grid = out;
    else
        carom_mesh_grid_destroy(out);
    return status;
}

void carom_mesh_grid_destroy(carom_mesh_grid *grid) {
    if (!grid) return;
    const carom_allocator allocator = grid->allocator;
    carom_free(&allocator, (void *)(uintptr_t)grid->distances);
    carom_free(&allocator, grid);
}

/* ---- look-ups */

/* Where a point is: the cell's least corner, and the part of the cell along each axis. */
typedef struct grid_place {
    uint32_t at[3];
    double part[3];
    double outside; /* length of the way to the grid */
} grid_place;

static grid_place place_in_grid(const carom_mesh_grid *grid, vec3 point) {
    grid_place out = {{0, 0, 0}, {0.0, 0.0, 0.0}, 0.0};
    double beyond[3];
    for (int i = 0; i < 3; i++) {
        const double last = grid->count[i] - 1;
        const double x = (axis3(point, i) - axis3(load3(grid->origin), i)) / (double)grid->cell;
        const double inside = min2(max2(x, 0.0), last);
        beyond[i] = (x - inside) * (double)grid->cell;
        out.at[i] = (uint32_t)min2(floor(inside), last - 1.0);
        out.part[i] = inside - out.at[i];
    }
    out.outside = carom_length(vec(beyond[0], beyond[1], beyond[2]));
    return out;
}

static void load_corners(const carom_mesh_grid *grid, const grid_place *place, double d[8]) {
    const size_t row = grid->count[0], layer = row * grid->count[1];
    const carom_real *first =
        grid->distances + place->at[2] * layer + place->at[1] * row + place->at[0];
    for (int k = 0; k < 8; k++)
        d[k] = (double)first[(k & 1 ? 1 : 0) + (k & 2 ? row : 0) + (k & 4 ? layer : 0)];
}

/* The interpolation, and its gradient times the cell. */
static double interpolate(const double d[8], const double t[3], double gradient[3]) {
    const double y0 = d[0] + t[0] * (d[1] - d[0]), y1 = d[2] + t[0] * (d[3] - d[2]),
                 y2 = d[4] + t[0] * (d[5] - d[4]), y3 = d[6] + t[0] * (d[7] - d[6]);
    const double z0 = y0 + t[1] * (y1 - y0), z1 = y2 + t[1] * (y3 - y2);
    const double x0 = (d[1] - d[0]) + t[1] * ((d[3] - d[2]) - (d[1] - d[0])),
                 x1 = (d[5] - d[4]) + t[1] * ((d[7] - d[6]) - (d[5] - d[4]));
    gradient[0] = x0 + t[2] * (x1 - x0);
    gradient[1] = (y1 - y0) + t[2] * ((y3 - y2) - (y1 - y0));
    gradient[2] = z1 - z0;
    return z0 + t[2] * (z1 - z0);
}

/* A sample at the band is a bound on one side alone. */
static void bound_by_samples(const carom_mesh_grid *grid, const grid_place *place,
                             const double d[8], double bounds[2]) {
    const double band = (double)grid->band, cell = (double)grid->cell;
    const bool whole = grid->is_closed || !grid->is_signed;
    bounds[0] = -(double)INFINITY;
    bounds[1] = (double)INFINITY;
    for (int k = 0; k < 8; k++) {
        vec3 arm =
            vec(place->part[0] - (k & 1), place->part[1] - (k >> 1 & 1), place->part[2] - (k >> 2));
        const double radius = carom_length(arm) * cell, value = whole ? d[k] : fabs(d[k]);
        if (value > -band) bounds[0] = max2(bounds[0], value - radius);
        if (value < band) bounds[1] = min2(bounds[1], value + radius);
    }
    bounds[0] -= place->outside + (double)grid->rounding;
    bounds[1] += place->outside + (double)grid->rounding;
    if (!grid->is_signed) bounds[0] = max2(bounds[0], 0.0);
    if (!whole) bounds[0] = -bounds[1];
}

carom_grid_distance carom_distance_point_mesh_grid(carom_vec3 point, const carom_mesh_grid *grid) {
    carom_grid_distance out = {.distance = (carom_real)INFINITY,
                               .low = -(carom_real)INFINITY,
                               .high = (carom_real)INFINITY};
    if (!grid || !finite3(load3(point))) return out;
    double d[8], bounds[2], gradient[3];
    const grid_place place = place_in_grid(grid, load3(point));
    load_corners(grid, &place, d);
    const double value = interpolate(d, place.part, gradient) + place.outside;
    bound_by_samples(grid, &place, d, bounds);
    const double steep = 1.0 / (double)grid->cell;
    out.low = (carom_real)bounds[0];
    out.high = (carom_real)bounds[1];
    out.distance = (carom_real)min2(max2(value, bounds[0]), bounds[1]);
    out.gradient = store3(vec(gradient[0] * steep, gradient[1] * steep, gradient[2] * steep));
    return out;
}
