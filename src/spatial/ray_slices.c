/* Own method: ordered ray and nearest-box queries built on box queries. Along a ray, slice k
 * reports the boxes whose entry parameter t satisfies from <= t < to, as t is reported: each box
 * belongs to exactly one slice, and slices come in order. Of one slice up to HITS boxes are
 * collected and sorted; when there are more, the slice is queried again for those behind the last.
 * The nearest-box query doubles a box around the point until the list is full with distances that
 * the box surely covers. Box queries are conservative, and membership is decided by
 * space_ray_enters alone, so rounding loses no box. */
#include "spatial/ray_slices.h"
#include "spatial/space_near.h"

#define HITS 64
#define MOST_SLICES 1024

typedef struct ray_slice {
    const carom_space *space;
    const space_ray *ray;
    double limit;
    carom_real from, to; /* of t; `to` is excluded except on the last slice */
    bool last;
    carom_near_id hit[HITS]; /* `distance` holds t */
    near_list list;
    carom_near_id after; /* the last box that was reported */
    bool any, overflow;
} ray_slice;

static bool collect_hit(uint32_t id, void *user) {
    ray_slice *piece = user;
    double t;
    if (!space_ray_enters(piece->ray, &piece->space->boxes.box[id], piece->limit, &t)) return true;
    carom_real own = (carom_real)t;
    if (!(own >= piece->from && (piece->last || own < piece->to))) return true;
    if (piece->any &&
        (own < piece->after.distance || (own == piece->after.distance && id <= piece->after.id)))
        return true;
    piece->overflow = piece->overflow || piece->list.count == HITS;
    near_list_offer(&piece->list, id, own);
    return true;
}

/* The bounding box of the ray between two t, enlarged by SLICE_BOX_SLACK for rounding. */
static carom_aabb slice_box(const space_ray *ray, double from, double to) {
    carom_real low[3], high[3];
    const double most = (double)CAROM_REAL_MAX, inflation = SLICE_BOX_SLACK;
    for (int k = 0; k < 3; k++) {
        double a = ray->o[k] + ray->d[k] * from, b = ray->o[k] + ray->d[k] * to;
        double span = fabs(ray->d[k]) * (fabs(from) + fabs(to));
        double slack = inflation * (fabs(ray->o[k]) + span);
        double least = min2(a, b) - slack, largest = max2(a, b) + slack;
        /* No bound: the direction is so small that its inverse was clamped, or the extent
         * overflows. */
        bool unbounded = (ray->d[k] != 0.0 && fabs(ray->d[k]) < SLICE_LEAST_DIRECTION) ||
                         !(largest - least <= most);
        low[k] = unbounded || !(least >= -most) ? -CAROM_REAL_MAX : (carom_real)min2(least, most);
        high[k] =
            unbounded || !(largest <= most) ? CAROM_REAL_MAX : (carom_real)max2(largest, -most);
    }
    return (carom_aabb){{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

/* Reports the collected boxes in order. @return the limit, perhaps smaller. */
static carom_real report_slice(ray_slice *piece, carom_real limit, carom_ray_visitor *visitor,
                               void *user) {
    for (size_t i = 0; i < piece->list.count; i++) {
        const carom_near_id *hit = &piece->hit[i];
        double t;
        if (!space_ray_enters(piece->ray, &piece->space->boxes.box[hit->id], (double)limit, &t))
            continue;
        carom_real fresh = visitor(hit->id, hit->distance, limit, user);
        limit = fresh < limit ? fresh : limit;
        if (!((double)limit >= piece->ray->t_min)) break;
    }
    if (piece->list.count > 0) piece->after = piece->hit[piece->list.count - 1];
    piece->any = piece->any || piece->list.count > 0;
    return limit;
}

static double leave_of(const space_ray *ray, const carom_aabb *bounds, double limit) {
    vec3 low = load3(bounds->min), high = load3(bounds->max);
    for (int k = 0; k < 3; k++) {
        if (ray->d[k] == 0.0) continue;
        double end = ray->d[k] > 0.0 ? axis3(high, k) : axis3(low, k);
        limit = min2(limit, (end - ray->o[k]) * ray->inverse[k]);
    }
    return limit;
}

static int count_slices(const space_ray *ray, double length, vec3 step) {
    double pieces = 1.0;
    for (int k = 0; k < 3; k++)
        if (axis3(step, k) > 0.0) pieces = max2(pieces, fabs(ray->d[k]) * length / axis3(step, k));
    return pieces < MOST_SLICES ? (int)pieces : MOST_SLICES;
}

void carom_sliced_ray(const carom_space *space, const carom_ray *ray, const slice_field *field,
                      carom_ray_visitor *visitor, void *user) {
    space_ray path;
    double most, enter;
    if (!carom_space_ray(&path, ray, &most)) return;
    const carom_aabb *bounds = &field->bounds;
    if (!(bounds->min.x <= bounds->max.x) || !space_ray_enters(&path, bounds, most, &enter)) return;
    double leave = max2(leave_of(&path, bounds, most), enter);
    carom_real limit = ray->t_max;
    int pieces = leave - enter <= DBL_MAX ? count_slices(&path, leave - enter, field->step) : 1;
    ray_slice piece = {.space = space, .ray = &path, .from = -(carom_real)INFINITY};
    for (int i = 1; i <= pieces; i++) {
        double from = enter + (leave - enter) * ((double)(i - 1) / pieces);
        double to = i < pieces ? enter + (leave - enter) * ((double)i / pieces) : leave;
        if (from > (double)limit) return;
        piece.to = (carom_real)to;
        piece.last = i == pieces;
        space_search search = {slice_box(&path, from, to), NULL, NULL, collect_hit, &piece};
        do {
            piece.list = (near_list){piece.hit, HITS, 0};
            piece.limit = (double)limit;
            piece.overflow = false;
            space->ops->visit_box(space, &search);
            limit = report_slice(&piece, limit, visitor, user);
            if (!((double)limit >= path.t_min)) return;
        } while (piece.overflow);
        piece.from = piece.to;
    }
}

/* ---- nearest */

typedef struct nearest_search {
    const carom_space *space;
    vec3 point;
    near_list *list;
} nearest_search;

static bool offer_nearest(uint32_t id, void *user) {
    nearest_search *search_context = user;
    if (space_is_indexed(search_context->space, id))
        near_list_offer(
            search_context->list, id,
            space_box_distance(&search_context->space->boxes.box[id], search_context->point));
    return true;
}

/* The box around the point; *covered becomes a lower bound on the distance from the point to its
 * sides. */
static carom_aabb box_around(vec3 point, double radius, double *covered) {
    carom_real low[3], high[3];
    const double most = (double)CAROM_REAL_MAX;
    *covered = radius;
    for (int k = 0; k < 3; k++) {
        low[k] = (carom_real)max2(axis3(point, k) - radius, -most);
        high[k] = (carom_real)min2(axis3(point, k) + radius, most);
        *covered = min2(*covered, axis3(point, k) - (double)low[k]);
        *covered = min2(*covered, (double)high[k] - axis3(point, k));
    }
    *covered *= 1.0 - COVERED_SLACK;
    return (carom_aabb){{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
}

static bool box_holds(const carom_aabb *box, const carom_aabb *inner) {
    return box->min.x <= inner->min.x && box->min.y <= inner->min.y && box->min.z <= inner->min.z &&
           box->max.x >= inner->max.x && box->max.y >= inner->max.y && box->max.z >= inner->max.z;
}

void carom_sliced_nearest(const carom_space *space, vec3 point, const slice_field *field,
                          near_list *list) {
    const carom_aabb *bounds = &field->bounds;
    vec3 step = field->step;
    if (!(bounds->min.x <= bounds->max.x)) return;
    nearest_search search_context = {space, point, list};
    double radius = max2(max2(step.x, step.y), max2(step.z, DBL_MIN));
    radius += (double)space_box_distance(bounds, point);
    for (;;) {
        double covered;
        space_search search = {box_around(point, radius, &covered), NULL, NULL, offer_nearest,
                               &search_context};
        bool all = box_holds(&search.box, bounds) || !(radius <= 0.5 * DBL_MAX);
        if (all) search.box = *bounds;
        list->count = 0;
        space->ops->visit_box(space, &search);
        if (all || (list->count == list->capacity &&
                    (double)list->out[list->count - 1].distance < (double)(carom_real)covered))
            return;
        radius *= 2.0;
    }
}
