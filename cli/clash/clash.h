/* carom clash: the parts of an assembly, the pairs that overlap or are closer than allowed, and
 * their reports. */
#ifndef CAROM_CLI_CLASH_H
#define CAROM_CLI_CLASH_H

#include "real.h" /* first: it chooses double */

#include <stdio.h>

#include "render/camera.h"
#include "carom/io.h"
#include "threads.h"

typedef struct clash_part {
    char *name;
    carom_io_soup soup; /* placed in the common frame */
    carom_mesh *mesh;
    carom_mesh_rim *rim;
    carom_mesh_pieces *pieces;
    carom_placed_mesh placed;
    carom_aabb box;
    carom_vec3 *probes; /* a vertex of each connected piece */
    size_t probe_count;
} clash_part;

typedef enum clash_verdict {
    CLASH_CLEAR = 0,
    CLASH_NEAR,      /* within the clearance */
    CLASH_TOUCH,     /* contact, or an overlap within the tolerance */
    CLASH_UNDECIDED, /* an overlap that may be within the tolerance */
    CLASH_HARD,      /* an overlap deeper than the tolerance */
    CLASH_VERDICTS
} clash_verdict;

/* A pair of parts that is not clear, the lower index first. */
typedef struct clash_pair {
    uint32_t a, b;
    clash_verdict verdict;
    bool nested;                   /* one contains the other, with disjoint surfaces */
    bool same;                     /* both fill the same space */
    carom_solid_relation relation; /* of closed parts */
    bool measured;                 /* the depth is known; false after an interruption */
    bool inside_is_b;              /* point_b is the one that is inside, else point_a */
    double distance;               /* of near ones */
    double depth;                  /* of overlaps: lower bound of the depth */
    double bound;                  /* upper bound of the depth */
    carom_vec3 normal;             /* from A to B; zero when unknown */
    carom_vec3 point;              /* common to both parts; not of near ones */
    /* Nearest points of near ones; of overlaps with a depth the point of one part that is so deep
     * inside the other, and the nearest one of the other's surface. */
    carom_vec3 point_a, point_b;
    double tolerance; /* that applied to the pair */
} clash_pair;

typedef struct clash_times {
    double load, build, boxes, verdicts, depths; /* seconds */
} clash_times;

typedef struct clash_result {
    clash_part *parts;
    size_t part_count;
    clash_pair *pairs; /* the worst first */
    size_t pair_count, pair_capacity;
    size_t box_pairs; /* whose boxes come within the clearance */
    size_t looked_at; /* of these, before an interruption */
    size_t ignored;   /* of these, by rules */
    size_t meeting;   /* whose surfaces have a common point */
    size_t count[CLASH_VERDICTS];
    size_t unmeasured; /* overlaps, of an interrupted run */
    size_t triangles;
    bool interrupted;
    clash_times times;
} clash_result;

typedef struct clash_rules clash_rules;

typedef struct clash_options {
    double clearance, tolerance;
    const clash_rules *rules; /* null: every pair */
    uint32_t threads;         /* 0: one for each processor */
} clash_options;

/** One file: every placed mesh is a part, or every node; several: every file is one. On failure
 * prints why. */
bool clash_load(clash_result *out, char *const *paths, size_t count, bool by_node);
/** Builds trees and pieces, with progress. False when memory ran out. */
bool clash_build(clash_result *result, const threads *t);
/** Finds the pairs; an interruption ends it early. False when memory ran out. */
bool clash_find(clash_result *result, const clash_options *options, const threads *t);
void clash_free(clash_result *result);

/** Is a connected piece of `part` within the solid of `in`? `where` gets a point of it. The
 * surfaces are apart. */
bool clash_any_piece_inside(const clash_part *part, const clash_part *in, carom_vec3 *where);
/** Do both parts fill the same space? Each surface lies within the tolerance, or a millionth of the
 * least side of a part's box, of the other. */
bool clash_same_solid(const clash_part *a, const clash_part *b, double tolerance);

const char *clash_verdict_name(clash_verdict verdict);
/** The same, with "same" or "nested" in place of "hard" where it applies. */
const char *clash_pair_name(const clash_pair *pair);
/** Do the parts overlap, deeper than the tolerance as far as is known? */
bool clash_is_overlap(const clash_pair *pair);
/** Are point_a and point_b set? */
bool clash_has_points(const clash_pair *pair);
/** The point to show: the one that is inside, the midpoint of the nearest points, or a common one.
 */
carom_vec3 clash_place_of_pair(const clash_pair *pair);
void clash_print_table(const clash_result *result);
void clash_print_json(const clash_result *result, const clash_options *options);
void clash_print_csv(const clash_result *result);
/** The worst verdict of each part; for pictures. */
void clash_worst_of_parts(const clash_result *result, clash_verdict *worst);

/* What clashing and touching parts have in common; the caller frees the items. */
typedef struct clash_segments {
    carom_segment *items;
    size_t count, capacity;
} clash_segments;

/** For one pair. False when memory ran out; there may be items even so. */
bool clash_add_curves(clash_segments *out, const clash_result *result, const clash_pair *pair);
/** For all pairs. False when memory ran out; there may be items even so. */
bool clash_find_curves(clash_segments *out, const clash_result *result);

/** The camera for a pair, at a distance that keeps the smaller part and the gap in view. */
camera clash_view_of_pair(const clash_result *result, const clash_pair *pair);

#define CLASH_SNAPSHOT_WIDTH 480
#define CLASH_SNAPSHOT_HEIGHT 360
/* A PNG file in memory; null without memory. */
typedef struct clash_snapshot {
    unsigned char *png;
    size_t size;
} clash_snapshot;

/** Renders the first `count` pairs, each from its own view; fewer after an interruption. `out` must
 * be zeroed; the caller frees the files. */
void clash_draw_snapshots(clash_snapshot *out, const clash_result *result, size_t count,
                          uint32_t thread_count);

/* Each prints why on failure. */
bool clash_write_png(const clash_result *result, const char *path);
bool clash_write_glb(const clash_result *result, const char *path);
bool clash_write_bcf(const clash_result *result, const char *path, uint32_t thread_count);

/** Null on failure, printed. `path` must live as long. */
clash_rules *clash_rules_load(const char *path);
void clash_rules_free(clash_rules *rules);
/** Matches the rules to the parts; prints patterns that match none. False when memory ran out. */
bool clash_rules_apply(clash_rules *rules, const clash_result *result);
/** The clearance and tolerance of a pair; false when the rules exclude it. */
bool clash_rules_of_pair(const clash_rules *rules, uint32_t a, uint32_t b, double *clearance,
                         double *tolerance);
/** The largest clearance of all. */
double clash_rules_reach(const clash_rules *rules);

#endif
