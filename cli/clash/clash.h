/* carom clash: the parts of an assembly, the pairs that overlap or are closer than allowed, and
 * their reports. */
#ifndef CAROM_CLI_CLASH_H
#define CAROM_CLI_CLASH_H

#include "real.h" /* first: it chooses double */

#include <stdio.h>

#include "render/camera.h"
#include "carom/io.h"
#include "clash/input/clash_input.h"
#include "threads.h"

/* Triangles with their tree. That of one part is placed in the common frame. Parts that place a
 * mesh of the file by a rotation, a translation and equal factors share one, in the frame of that
 * mesh, scaled. */
typedef struct clash_shape {
    carom_io_soup soup;
    carom_mesh *mesh;
    carom_mesh_rim *rim;
    carom_mesh_pieces *pieces;
    carom_vec3 *probes; /* a vertex of each connected piece */
    size_t probe_count;
    carom_hull *hull; /* for the way out; null unless wanted */
    bool wants_hull;
    unsigned char *used;      /* of each vertex: it is one of a triangle */
    carom_placed_mesh placed; /* without a pose */
    size_t source;            /* 1 + the mesh of the file; 0: of one part */
    double scale[3];
} clash_shape;

typedef struct clash_part {
    clash_tags tags;
    clash_shape *shape;
    carom_placed_mesh placed; /* the shape's, in the part's pose */
    carom_aabb box;
    /* Of a part that is one instance of a mesh of the file: 1 + that mesh, and where it places it.
     */
    size_t source;
    double transform[12];
    double reach;    /* the greatest distance of a vertex of that mesh from its origin */
    size_t file;     /* index of the input */
    double color[4]; /* as the file has it; opacity 0: none */
    double rounding; /* how far a vertex may be from where it was before the file rounded it, and a
                        triangle from its surface */
} clash_part;

typedef enum clash_verdict {
    CLASH_CLEAR = 0,
    CLASH_NEAR,      /* within the clearance */
    CLASH_TOUCH,     /* contact, or an overlap within the tolerance */
    CLASH_UNDECIDED, /* an overlap that may be within the tolerance */
    CLASH_HARD,      /* an overlap deeper than the tolerance */
    CLASH_VERDICTS
} clash_verdict;

/* Bits beside those of verdicts, 1u << CLASH_HARD and so on. */
#define CLASH_IGNORE_NESTED (1u << CLASH_VERDICTS)
#define CLASH_FAIL_SAME (2u << CLASH_VERDICTS)

/* With --measure, of pairs that overlap or touch. */
typedef struct clash_measures {
    bool known, has_volume, has_area, has_separation;
    double volume, volume_error, area, area_error;
    double separation;      /* the shortest translation found that separates the parts, */
    carom_vec3 translation; /* which is this one, of B */
} clash_measures;

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
    bool along;                    /* that distance is along the axis of --clearance-along */
    double depth;                  /* of overlaps: lower bound of the depth */
    double bound;                  /* upper bound of the depth */
    carom_vec3 normal;             /* from A to B; zero when unknown */
    carom_vec3 point;              /* common to both parts; not of near ones */
    /* Nearest points of near ones; of overlaps with a depth the point of one part that is so deep
     * inside the other, and the nearest one of the other's surface. */
    carom_vec3 point_a, point_b;
    clash_measures measures;
    double tolerance;    /* that applied to the pair */
    bool by_rounding;    /* it is that of rounding */
    uint64_t id[2];      /* stays from run to run */
    bool is_new;         /* not in the baseline */
    bool fails;          /* makes the command fail */
    const char *status;  /* beside a baseline, else null */
    size_t group, count; /* the first pair of the same two instances, and how many of a first */
    size_t cluster;      /* with --cluster */
} clash_pair;

/* A clash of the baseline that is no more. */
typedef struct clash_resolved {
    const char *id, *name_a, *name_b, *verdict;
} clash_resolved;

typedef struct clash_baseline clash_baseline;

typedef struct clash_times {
    double load, build, boxes, verdicts, depths, measures; /* seconds */
} clash_times;

typedef struct clash_result {
    clash_input *input;
    clash_part *parts;
    size_t part_count;
    clash_shape **shapes;
    size_t shape_count, shape_capacity;
    clash_pair *pairs; /* the worst first */
    size_t pair_count, pair_capacity;
    size_t box_pairs;  /* whose boxes come within the clearance */
    size_t looked_at;  /* of these, before an interruption */
    size_t ignored;    /* of these, by rules */
    size_t omitted;    /* found, and not listed because of --ignore */
    size_t unselected; /* parts */
    size_t meeting;    /* whose surfaces have a common point */
    size_t count[CLASH_VERDICTS];
    size_t unmeasured; /* overlaps, of an interrupted run */
    size_t rounded;    /* overlaps that rounding alone may be */
    double rounding;   /* the greatest that was tolerated */
    bool facets;       /* some part is of surfaces that were cut into triangles */
    size_t triangles;
    size_t cluster_count;
    size_t failing; /* pairs */
    bool compared;  /* with a baseline; then: */
    size_t new_count, resolved_count;
    clash_resolved *resolved;
    bool interrupted;
    clash_times times;
} clash_result;

typedef struct clash_rules clash_rules;

#define CLASH_CONDITIONS 16

/* One --fail-on: verdicts, as bits, and how deep or how near. */
typedef struct clash_condition {
    unsigned verdicts;
    bool only_new, has_amount;
    double amount;
} clash_condition;

typedef struct clash_fail {
    clash_condition conditions[CLASH_CONDITIONS];
    size_t count;
    double decide; /* the least depth that a condition has, 0 without */
} clash_fail;

/* Colours of parts in pictures, models and pages. */
typedef enum clash_coloring {
    CLASH_COLOR_AUTO = 0,
    CLASH_COLOR_FILE,
    CLASH_COLOR_VERDICT,
    CLASH_COLOR_PART
} clash_coloring;

typedef struct clash_options {
    double clearance, tolerance;
    int along_axis;           /* 0 to 2 */
    double along;             /* clearance along that axis; 0: none */
    bool measure;             /* volume, contact area and way out */
    bool has_tolerance;       /* else rounding alone is tolerated */
    bool clusters, by_part;   /* wanted */
    double cluster;           /* clashes within this are in one cluster */
    bool each;                /* the table has a row for each pair of a group */
    const clash_rules *rules; /* null: every pair */
    clash_fail fail;
    clash_coloring coloring;
    uint32_t threads; /* 0: one for each processor */
    unsigned ignored; /* bits of verdicts that are not listed, CLASH_IGNORE_NESTED too */
} clash_options;

/* What clashing and touching parts have in common; the caller frees the items. */
typedef struct clash_segments {
    carom_segment *items;
    size_t count, capacity;
} clash_segments;

#define CLASH_SNAPSHOT_WIDTH 480
#define CLASH_SNAPSHOT_HEIGHT 360
/* A PNG file in memory; null without memory. */
typedef struct clash_snapshot {
    unsigned char *png;
    size_t size;
} clash_snapshot;

#endif
