/* A line against curved solids, after scaling: positions and direction are each brought to about 1
 * by a power of two, so no product leaves the range. The line is inside the solid for one interval
 * of t, its span: computed in double where that is certain (kernel_span.h), else with exact signs
 * (line_span.h). */
#ifndef CAROM_QUERY_RAYCAST_KERNEL_CURVED_H
#define CAROM_QUERY_RAYCAST_KERNEL_CURVED_H

#include "math/power.h"
#include "query/raycast/kernel_solid.h"
#include "query/raycast/kernel_span.h"
#include "query/raycast/line_span.h"

typedef struct scaled_path {
    exact_line line;
    vec3 o, d;       /* origin and direction, scaled */
    double place;    /* the factor of positions */
    double undo;     /* the path's t is undo times the scaled one */
    double range[2]; /* of the scaled t */
} scaled_path;

/** `largest` is the largest coordinate of the solid. A segment that is a point starts and ends at
 * 0, whatever its direction. */
static inline scaled_path scale_path(const ray_path *path, double largest) {
    const bool point = equal3(path->tip, path->base);
    scaled_path scaled;
    scaled.place = scaling_power(max2(max_abs3(path->origin), largest));
    double speed = scaling_power(max2(max_abs3(path->tip), max_abs3(path->base)));
    scaled.o = scaled.line.origin = scale3(path->origin, scaled.place);
    vec3 tip = point ? vec(1, 0, 0) : scale3(path->tip, speed);
    vec3 base = point ? vec(0, 0, 0) : scale3(path->base, speed);
    scaled.line.direction = factor3_between(base, tip);
    scaled.d = sub3(tip, base);
    scaled.undo = point ? 1.0 : speed / scaled.place;
    scaled.range[0] = path->t_min / scaled.undo;
    scaled.range[1] = point ? 0.0 : path->t_max / scaled.undo;
    return scaled;
}

static inline line_span begin_path_span(const scaled_path *scaled, double radius) {
    line_span span;
    line_span_begin(&span, &scaled->line, (exact_factor){radius, 0.0}, scaled->range);
    return span;
}

/** True when the span computed in double, of a path in the direction d, is certain, its ends
 * included. `size2`: the squares from which its times were computed. */
static inline bool is_span_certain_in_frame(const scaled_path *scaled, const path_span *span,
                                            vec3 d, double size2) {
    const double vv = len2(d), at[2] = {scaled->range[0], scaled->range[1]};
    if (span->doubt) return false;
    for (int i = 0; i < 2; i++) {
        const double scale = size2 + at[i] * at[i] * vv;
        if (finite1(at[i]) && (span_time_near(span->in, at[i], vv, scale) ||
                               span_time_near(span->out, at[i], vv, scale)))
            return false;
    }
    return true;
}

static inline bool is_span_certain(const scaled_path *scaled, const path_span *span, double size2) {
    return is_span_certain_in_frame(scaled, span, scaled->d, size2);
}

/** Converts a certain span to the form of the exact ones. */
static inline void span_take(line_span *out, const path_span *span) {
    out->in = span->in;
    out->out = span->out;
    out->begins = span->in <= out->first;
    out->enters = span->in <= out->last;
    out->leaves = span->out >= out->first && span->in <= span->out;
}

/** The path's own hit; false for a miss. The normal is left against the path. */
static inline bool scaled_span_hit(const ray_path *path, const scaled_path *scaled,
                                   const line_span *span, solid_hit *hit) {
    if (!line_span_meets(span) || !(path->t_min <= path->t_max)) return false;
    const bool begins = line_span_starts_inside(span);
    const bool ends = !(span->out < span->last);
    hit->started_inside = begins;
    hit->t = begins ? path->t_min : max2(clamped_finite(span->in * scaled->undo), path->t_min);
    hit->t = min2(hit->t, path->t_max);
    if (!finite1(hit->t)) hit->t = clamped_finite(span->in); /* unbounded on both sides */
    hit->t_exit = ends ? path->t_max : clamped_finite(span->out * scaled->undo);
    hit->t_exit = max2(hit->t, min2(hit->t_exit, path->t_max));
    hit->normal = neg3(path->direction);
    return true;
}

/** The point of the path at a hit, scaled. */
static inline vec3 scaled_point(const scaled_path *scaled, const solid_hit *hit) {
    return mad3(scaled->o, scaled->d, hit->t / scaled->undo);
}

#endif
