/* Directed Hausdorff distance by branch and bound (own method). All vertices of A are measured
 * first. A piece of a triangle can be no farther from B than the nearest of these: its middle's
 * distance and its radius; and, because the distance from one triangle is convex, the largest
 * distance of its corners from the triangle of B that is nearest to its middle, or that is nearest
 * to one of its corners. Where both surfaces are parallel the second bound is the distance itself.
 * Pieces are halved, the one that may be farthest first, until none can exceed the farthest point
 * found. */
#include "carom/mesh_hausdorff.h"

#include "core/array.h"
#include "mesh/data/mesh_data.h"
#include "mesh/nearest/tolerances.h"

#define HAUSDORFF_STEPS ((uint64_t)1 << 18)
#define HAUSDORFF_ACCURACY (1.0 / 1024.0)

typedef struct surface_piece {
    double bound; /* no point of it is farther */
    vec3 v[3];
    uint32_t triangle;
} surface_piece;

typedef struct hausdorff_search {
    const carom_mesh *other;
    const carom_allocator *from;
    grown_array heap; /* surface_piece: the largest bound first */
    carom_mesh_hausdorff best;
    double farthest, keep; /* pieces are kept above keep * farthest + slack */
    double slack;          /* rounding of points and distances */
    carom_status status;
} hausdorff_search;

/* ---- the heap */

static void push_piece(hausdorff_search *s, const surface_piece *piece) {
    if (!(piece->bound > s->keep * s->farthest + s->slack) || s->status != CAROM_OK) return;
    s->status = carom_array_reserve(&s->heap, s->heap.count + 1, sizeof *piece, s->from);
    if (s->status != CAROM_OK) return;
    surface_piece *items = s->heap.data;
    size_t i = s->heap.count++;
    for (; i > 0 && items[(i - 1) / 2].bound < piece->bound; i = (i - 1) / 2)
        items[i] = items[(i - 1) / 2];
    items[i] = *piece;
}

static surface_piece pop_piece(hausdorff_search *s) {
    surface_piece *items = s->heap.data;
    const surface_piece top = items[0], last = items[--s->heap.count];
    size_t i = 0, child;
    while ((child = 2 * i + 1) < s->heap.count) {
        if (child + 1 < s->heap.count && items[child + 1].bound > items[child].bound) child++;
        if (items[child].bound <= last.bound) break;
        items[i] = items[child];
        i = child;
    }
    items[i] = last;
    return top;
}

/* ---- distances */

static carom_mesh_closest measure_point(hausdorff_search *s, vec3 point, uint32_t triangle) {
    const carom_vec3 rounded = store3(point);
    const carom_mesh_closest at = carom_closest_point_mesh(rounded, s->other);
    if ((double)at.at.distance > s->farthest || s->best.triangle_a == UINT32_MAX) {
        s->farthest = (double)at.at.distance;
        s->best.distance = at.at.distance;
        s->best.point_a = rounded;
        s->best.point_b = at.at.point_b;
        s->best.triangle_a = triangle;
        s->best.triangle_b = at.triangle;
    }
    return at;
}

/* The largest distance of the corners from one triangle of B. */
static double corners_from(const hausdorff_search *s, const vec3 v[3], uint32_t triangle) {
    const carom_triangle t = mesh_indexed(s->other, triangle);
    double most = 0.0;
    for (int i = 0; i < 3; i++)
        most = max2(most, (double)carom_closest_point_triangle(store3(v[i]), &t).distance);
    return most;
}

/* Lowers the bound of a piece. */
static void bound_piece(hausdorff_search *s, surface_piece *piece) {
    const vec3 *v = piece->v;
    const vec3 middle = scale3(add3(add3(v[0], v[1]), v[2]), 1.0 / 3.0);
    const carom_mesh_closest at = measure_point(s, middle, piece->triangle);
    double radius2 = 0.0;
    for (int i = 0; i < 3; i++)
        radius2 = max2(radius2, len2(sub3(v[i], middle)));
    double bound = (double)at.at.distance + sqrt(radius2);
    bound = min2(bound, corners_from(s, v, at.triangle));
    piece->bound = min2(piece->bound, bound + s->slack);
}

/* The other bound, where the first does not do: it costs three searches. */
static void bound_by_corners(hausdorff_search *s, surface_piece *piece) {
    for (int i = 0; i < 3 && piece->bound > s->keep * s->farthest + s->slack; i++) {
        const carom_mesh_closest at = measure_point(s, piece->v[i], piece->triangle);
        piece->bound = min2(piece->bound, corners_from(s, piece->v, at.triangle) + s->slack);
    }
}

/* ---- the search */

static void halve_piece(hausdorff_search *s, const surface_piece *piece) {
    int from = 0;
    double longest = -1.0;
    for (int i = 0; i < 3; i++) {
        const double length = len2(sub3(piece->v[(i + 1) % 3], piece->v[i]));
        if (length > longest) from = i;
        longest = max2(longest, length);
    }
    const int to = (from + 1) % 3;
    const vec3 half = scale3(add3(piece->v[from], piece->v[to]), 0.5);
    for (int side = 0; side < 2; side++) {
        surface_piece part = *piece;
        part.v[side ? from : to] = half;
        bound_piece(s, &part);
        bound_by_corners(s, &part);
        push_piece(s, &part);
    }
}

static void start_pieces(hausdorff_search *s, const carom_mesh *a) {
    for (uint32_t i = 0; i < mesh_count(a); i++) {
        const carom_triangle t = mesh_indexed(a, i);
        for (int k = 0; k < 3; k++)
            (void)measure_point(s, load3(t.v[k]), i);
    }
    for (uint32_t i = 0; i < mesh_count(a) && s->status == CAROM_OK; i++) {
        const carom_triangle t = mesh_indexed(a, i);
        surface_piece piece = {
            .bound = DBL_MAX, .v = {load3(t.v[0]), load3(t.v[1]), load3(t.v[2])}, .triangle = i};
        bound_piece(s, &piece);
        push_piece(s, &piece);
    }
}

/* @return no point is farther. */
static double run_search(hausdorff_search *s, uint64_t most_steps) {
    while (s->heap.count > 0 && s->status == CAROM_OK) {
        const surface_piece *top = s->heap.data;
        if (!(top->bound > s->keep * s->farthest + s->slack)) return top->bound;
        if (s->best.steps >= most_steps) {
            s->best.certainty = CAROM_LIMIT;
            return top->bound;
        }
        const surface_piece piece = pop_piece(s);
        halve_piece(s, &piece);
        s->best.steps++;
    }
    return s->keep * s->farthest + s->slack;
}

static double reach_of(const carom_mesh *mesh) {
    return max2(max_abs3(load3(mesh->bounds.min)), max_abs3(load3(mesh->bounds.max)));
}

carom_status carom_mesh_hausdorff_directed(carom_mesh_hausdorff *out, const carom_mesh *a,
                                           const carom_mesh *b,
                                           const carom_mesh_hausdorff_def *def) {
    static const carom_mesh_hausdorff_def none;
    if (!def) def = &none;
    if (!out || !a || !b || mesh_count(a) == 0 || mesh_count(b) == 0 ||
        !(def->accuracy >= 0 && def->accuracy < 1))
        return CAROM_ERROR_ARGUMENT;
    const double accuracy = def->accuracy > 0 ? (double)def->accuracy : HAUSDORFF_ACCURACY;
    hausdorff_search s = {.other = b,
                          .from = &def->allocator,
                          .keep = 1.0 / (1.0 - accuracy),
                          .best = {.triangle_a = UINT32_MAX, .certainty = CAROM_CONVERGED}};
    s.slack = HAUSDORFF_ROUNDINGS * (double)CAROM_REAL_EPSILON * (reach_of(a) + reach_of(b));
    start_pieces(&s, a);
    const double bound = run_search(&s, def->steps ? def->steps : HAUSDORFF_STEPS);
    carom_array_release(&s.heap, s.from);
    if (s.status != CAROM_OK) return s.status;
    s.best.bound = store_real(max2(bound, s.farthest));
    *out = s.best;
    return CAROM_OK;
}
