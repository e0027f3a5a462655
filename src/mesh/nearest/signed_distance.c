/* Signed distance to a closed mesh by angle-weighted pseudonormals [Baerentzen05]. One search finds
 * the nearest triangle and all that tie with it up to rounding. The side is that of the nearest
 * feature: of a face by its plane, of an edge or vertex by the angle-weighted sum of the normals
 * around it, which has the right sign at a nearest point. All ties must agree on the feature and no
 * triangle around it be thin; otherwise the two sides of a thin wall might be confused, and the
 * exact count of crossings decides. The triangles around an edge or vertex are as near as it is, so
 * they are all among the ties; corners are compared by position. */
#include "carom/mesh_near.h"

#include "math/predicates.h"
#include "math/rotation.h"
#include "mesh/data/corner.h"
#include "mesh/nearest/point_order.h"
#include "mesh/pair/point_in_mesh.h"
#include "query/closest/kernel_point_triangle.h"
#include "mesh/nearest/mesh_near.h"

#define SIDE_TIES 24

/* ---- the triangles that are nearest */

typedef struct side_tie {
    double low, slack; /* the squared distance less its error bound; that bound */
    carom_triangle triangle;
    uint32_t index;
    carom_feature feature;
} side_tie;

typedef struct side_search {
    near_search search;
    carom_mesh_closest best;
    double least;        /* an upper bound on the least squared distance */
    double slack;        /* largest error bound of the ties */
    double width, reach; /* 4 half widths of the mesh; bound on a triangle's reach */
    int count;
    bool has_overflow; /* there were more ties than places */
    side_tie ties[SIDE_TIES];
} side_search;

static void drop_far_ties(side_search *s) {
    int kept = 0;
    s->slack = 0.0;
    for (int i = 0; i < s->count; i++) {
        if (!(s->ties[i].low <= s->least)) continue;
        s->slack = max2(s->slack, s->ties[i].slack);
        s->ties[kept++] = s->ties[i];
    }
    s->count = kept;
}

static double tie_slack(double d2, double reach) {
    return SIDE_TIE * d2 + SIDE_ROUNDING * sqrt(d2) * reach;
}

static void keep_tie(side_search *s, uint32_t index, const carom_triangle *triangle) {
    const carom_vec3 *t = triangle->v;
    vec3 p = s->search.point, v[3] = {load3(t[0]), load3(t[1]), load3(t[2])};
    on_triangle on = point_triangle(p, v[0], v[1], v[2]);
    double reach2 = max2(len2(sub3(p, v[0])), max2(len2(sub3(v[1], v[0])), len2(sub3(v[2], v[0]))));
    double slack = tie_slack(on.d2, sqrt(reach2));
    if (!(on.d2 - slack <= s->least)) return;
    s->least = min2(s->least, on.d2 + slack);
    if (s->count == SIDE_TIES) drop_far_ties(s);
    if (s->count == SIDE_TIES)
        s->has_overflow = true;
    else
        s->ties[s->count++] = (side_tie){on.d2 - slack, slack, *triangle, index, on.feature};
}

static void visit_side(near_search *search, uint32_t rank, const carom_triangle *triangle) {
    side_search *s = (side_search *)search;
    keep_tie(s, search->tree->order[rank], triangle);
    search->limit = min2(search->limit, s->least + tie_slack(s->least, s->reach));
}

/* Finds the nearest triangle as well. */
static void visit_nearest_and_ties(near_search *search, uint32_t rank,
                                   const carom_triangle *triangle) {
    side_search *s = (side_search *)search;
    carom_closest_on_triangle at = carom_closest_point_triangle(search->given, triangle);
    uint32_t index = search->tree->order[rank];
    if (comes_before(at.distance, index, s->best.at.distance, s->best.triangle))
        s->best = (carom_mesh_closest){index, at};
    if (!(s->best.at.distance <= CAROM_REAL_MAX)) return;
    keep_tie(s, index, triangle);
    s->reach = s->width + (double)s->best.at.distance;
    double ties = s->least + tie_slack(s->least, s->reach);
    search->limit = min2(search->limit, max2(near_limit(s->best.at.distance), ties));
}

/* ---- the feature that the ties have in common */

/* A vertex, edge or face, by one, two or three vertices; the nearest point is in its interior. */
typedef struct side_feature {
    int count;
    carom_vec3 v[3];
} side_feature;

static side_feature feature_of_tie(const side_tie *tie) {
    const carom_vec3 *v = tie->triangle.v;
    if (tie->feature == CAROM_FACE) return (side_feature){3, {v[0], v[1], v[2]}};
    if (tie->feature >= CAROM_VERTEX_0)
        return (side_feature){1, {v[tie->feature - CAROM_VERTEX_0]}};
    int from = (int)tie->feature - CAROM_EDGE_01;
    return (side_feature){2, {v[from], v[(from + 1) % 3]}};
}

static bool has_feature(const carom_triangle *t, const side_feature *f) {
    for (int i = 0; i < f->count; i++)
        if (corner_at(t, f->v[i]) < 0) return false;
    return true;
}

/* The smallest feature among the ties; false unless every tied triangle has it. */
static bool has_common_feature(side_feature *out, const side_search *s) {
    out->count = 4;
    for (int i = 0; i < s->count; i++) {
        side_feature f = feature_of_tie(&s->ties[i]);
        if (f.count < out->count) *out = f;
    }
    for (int i = 0; i < s->count; i++)
        if (!has_feature(&s->ties[i].triangle, out)) return false;
    return s->count > 0 && !s->has_overflow && (out->count < 3 || s->count == 1);
}

/* ---- the sign */

typedef struct side_fan {
    const side_feature *feature;
    vec3 at, point;
    vec3 sum; /* of weighted unit normals */
    int count, front, back;
    int runs;           /* triangles that run along the edge forwards, less those backwards */
    uint64_t unmatched; /* hashes of next corners less previous: 0 in a closed fan */
    bool has_sliver;
} side_fan;

/* The angle between two sides, as a part of a turn. */
static double angle_of_sides(vec3 a, vec3 b, double area) {
    return carom_turn_angle(area, dot3(a, b));
}

static void fan_add(side_fan *fan, const carom_triangle *t) {
    int k = corner_at(t, fan->feature->v[0]);
    vec3 a = load3(t->v[k]), b = load3(t->v[(k + 1) % 3]), c = load3(t->v[(k + 2) % 3]);
    vec3 ab = sub3(b, a), ac = sub3(c, a), n = cross3(ab, ac);
    double nn = len2(n), area = sqrt(nn);
    fan->count++;
    if (!(nn > THIN_TRIANGLE * len2(ab) * len2(ac)) || !finite1(nn)) {
        fan->has_sliver = true;
        return;
    }
    double weight = 1.0;
    if (fan->feature->count == 1) {
        weight = angle_of_sides(ab, ac, area);
        fan->unmatched += carom_hash_position(t->v[(k + 1) % 3], 0);
        fan->unmatched -= carom_hash_position(t->v[(k + 2) % 3], 0);
    }
    fan->sum = mad3(fan->sum, n, weight / area);
    int side = carom_orient3d(a, b, c, fan->point);
    fan->front += side > 0;
    fan->back += side < 0;
    fan->runs +=
        fan->feature->count > 1 && equal_vec3(t->v[(k + 1) % 3], fan->feature->v[1]) ? 1 : -1;
}

/* Sorts the ties by index, so that sums do not depend on the order of the search. */
static void sort_ties(side_search *s) {
    for (int i = 1; i < s->count; i++) {
        side_tie tie = s->ties[i];
        int k = i;
        for (; k > 0 && s->ties[k - 1].index > tie.index; k--)
            s->ties[k] = s->ties[k - 1];
        s->ties[k] = tie;
    }
}

/* The sign of the point at a feature: exact when all triangles around it have the point on one
 * side, else that of the sum of normals; 0 when undecided. The direction from the true nearest
 * point may differ by an angle of `noise`. */
static int sign_at_feature(side_search *s, const side_feature *feature, double noise) {
    vec3 point = s->search.point;
    side_fan fan = {.feature = feature, .point = point, .at = load3(feature->v[0])};
    sort_ties(s);
    for (int i = 0; i < s->count; i++)
        fan_add(&fan, &s->ties[i].triangle);
    if (fan.has_sliver || fan.count == 0 || fan.unmatched != 0) return 0;
    if (feature->count == 3) return fan.count == 1 ? fan.front - fan.back : 0;
    if (feature->count == 2 && (fan.count != 2 || fan.runs != 0)) return 0;
    if (fan.front == fan.count) return 1;
    if (fan.back == fan.count) return -1;
    vec3 away = sub3(point, fan.at);
    double along = dot3(away, fan.sum), least = noise * sqrt(len2(away));
    return along > least ? 1 : along < -least ? -1 : 0;
}

/* Searches the nearest triangle and its ties. */
static side_search search_nearest_and_ties(carom_vec3 point, const carom_mesh *mesh,
                                           near_path *path) {
    side_search s = {
        .search = near_search_start(point, mesh, (carom_real)INFINITY, visit_nearest_and_ties),
        .best = {.at.distance = (carom_real)INFINITY},
        .least = (double)INFINITY};
    s.width = 4.0 * max_abs3(middle_of_mesh(mesh).half);
    s.search.nearest_only = true;
    s.search.path = path;
    carom_nearest_search(&s.search);
    return s;
}

/* Searches the ties again, for a known nearest distance: where the first search may have culled
 * some, as the error bound is larger than what it keeps, or where there were too many for its
 * places. */
static void search_ties(side_search *s) {
    carom_real distance = s->best.at.distance;
    s->search.visit = visit_side;
    s->search.nearest_only = false;
    double limit = near_limit(distance);
    s->reach = s->width + (double)distance;
    s->search.limit = min2(limit + 2.0 * tie_slack(limit, s->reach), DBL_MAX);
    s->least = (double)INFINITY;
    s->count = 0;
    s->has_overflow = false;
    carom_nearest_search(&s->search);
}

/* 1 in front of the normals, -1 behind, 0 where they decide nothing. */
static int sign_by_normals(side_search *s) {
    side_feature feature;
    if (s->has_overflow || !(tie_slack(s->least, s->reach) <= SIDE_KEPT * s->least)) search_ties(s);
    drop_far_ties(s);
    if (!(s->least > SIDE_LEAST && s->least < SIDE_MOST)) return 0;
    if (!has_common_feature(&feature, s)) return 0;
    return sign_at_feature(s, &feature, SIDE_NOISE * sqrt(s->slack / s->least));
}

/* ---- places and distances */

static carom_mesh_place place_by_crossings(carom_vec3 point, const carom_mesh_solid *solid,
                                           carom_mesh_solidity solidity) {
    placed_frame frame;
    carom_placed_mesh placed = {.mesh = solid->mesh, .rim = solid->rim};
    if (!carom_placed_frame(&frame, &placed)) return CAROM_PLACE_OUTSIDE;
    return carom_place_in_frame(&frame, solidity, point);
}

/* Finds the place of the point; `ties` is null unless the solid's normals may decide it. */
static void find_side(carom_mesh_signed *out, carom_vec3 point, const carom_mesh_solid *solid,
                      side_search *ties) {
    out->method = solid->method;
    if (solid->method == CAROM_SIGN_WINDING) {
        out->place = place_by_crossings(point, solid, CAROM_SOLIDITY_OPEN);
        return;
    }
    int sign = ties ? sign_by_normals(ties) : 0;
    if (sign == 0) {
        out->method = CAROM_SIGN_PARITY;
        out->place = place_by_crossings(point, solid, CAROM_SOLIDITY_CLOSED);
        return;
    }
    out->place = (sign < 0) != solid->inside_out ? CAROM_PLACE_INSIDE : CAROM_PLACE_OUTSIDE;
}

static carom_mesh_signed signed_along(carom_vec3 point, const carom_mesh_solid *solid,
                                      near_path *path) {
    side_search search, *ties = NULL;
    carom_mesh_closest nearest;
    if (solid->method == CAROM_SIGN_NORMAL) {
        ties = &search;
        search = search_nearest_and_ties(point, solid->mesh, path);
        nearest = search.best;
    } else {
        nearest = carom_nearest_from_path(point, solid->mesh, (carom_real)INFINITY, path);
    }
    carom_mesh_signed out = {.distance = nearest.at.distance, .nearest = nearest};
    if (!(out.distance <= CAROM_REAL_MAX)) return out;
    if (out.distance == 0)
        out.place = CAROM_PLACE_SURFACE;
    else
        find_side(&out, point, solid, ties);
    if (out.place == CAROM_PLACE_INSIDE) out.distance = -out.distance;
    return out;
}

static const carom_mesh_signed no_side = {.distance = (carom_real)INFINITY,
                                          .nearest = {.at = {.distance = (carom_real)INFINITY}}};

carom_mesh_signed carom_distance_point_mesh_signed(carom_vec3 point,
                                                   const carom_mesh_solid *solid) {
    if (!solid || !solid->mesh || solid->method == CAROM_SIGN_NONE) return no_side;
    return signed_along(point, solid, NULL);
}

typedef struct signed_batch {
    near_batch batch; /* first */
    const carom_mesh_solid *solid;
    carom_mesh_signed *distances;
} signed_batch;

static void run_signed(const near_batch *batch, uint32_t i, uint32_t end) {
    const signed_batch *b = (const signed_batch *)batch;
    carom_mesh_signed *out = b->distances + batch->done;
    near_path path = {.count = 0};
    for (uint32_t next; i != end; i = next) {
        next = near_next(batch, i);
        out[i] = signed_along(batch->points[i], b->solid, &path);
    }
}

void carom_distance_points_mesh_signed(const carom_vec3 *points, size_t count,
                                       const carom_mesh_solid *solid, carom_mesh_signed *distances,
                                       const carom_task_hook *tasks) {
    if (!solid || !solid->mesh || solid->method == CAROM_SIGN_NONE) {
        for (size_t i = 0; i < count; i++)
            distances[i] = no_side;
        return;
    }
    signed_batch b = {{.points = points,
                       .mesh = solid->mesh,
                       .links = count > 0 ? &distances->nearest.triangle : NULL,
                       .step = sizeof *distances,
                       .run = run_signed},
                      solid,
                      distances};
    carom_near_batch(&b.batch, count, tasks);
}
