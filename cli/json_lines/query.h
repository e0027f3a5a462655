/* The part of carom query that is compiled in both precisions: query_*.c without and with
 * CAROM_DOUBLE, hence two names for each function. The command itself uses only the evaluators of
 * query_verbs.h. */
#ifndef CAROM_CLI_QUERY_H
#define CAROM_CLI_QUERY_H

#include <jansson.h>

#include "answer.h"
#include "carom/carom.h"

#define QUERY_ERROR_SIZE 512

#ifdef CAROM_DOUBLE
#define query_read_shape query_read_shape_double
#define query_pose_problem query_pose_problem_double
#define query_put_invalid query_put_invalid_double
#define query_free_shape query_free_shape_double
#define query_read_real query_read_real_double
#define query_read_point query_read_point_double
#define query_mesh query_mesh_double
#define query_evaluate query_evaluate_double
#define query_end query_end_double
#define query_points query_points_double
#define query_number query_number_double
#define query_point query_point_double
#define query_ccd query_ccd_double
#define query_respond query_respond_double
#define query_intersect query_intersect_double
#define query_raycast query_raycast_double
#define query_contact query_contact_double
#define query_toi query_toi_double
#define query_mass query_mass_double
#define query_distance_signed query_distance_signed_double
#endif

/* The error of a line: malformed, or well-formed without a valid shape. */
typedef struct query_trouble {
    char error[QUERY_ERROR_SIZE];
} query_trouble;

/* A shape as a line gives it: either interval or shape. */
typedef struct query_shape {
    carom_shape shape;
    carom_pose pose;
    bool is_interval;
    carom_interval interval;
    carom_vec3 *vertices;         /* owned, of a polygon, or a k-DOP's normals */
    size_t vertex_count;          /* of a hull */
    carom_hull *hull;             /* owned */
    carom_heightfield *field;     /* owned */
    carom_real *bounds;           /* owned, of a k-DOP */
    const char *problem;          /* why it is invalid, or null */
    double rotation_length;       /* of its pose */
    struct query_shape *children; /* of a compound */
    size_t child_count;
    carom_compound *compound; /* owned */
} query_shape;

/** Answers one query. @return false with the error set; nothing was written then. */
typedef bool query_evaluator(json_t *query, answer *a, query_trouble *trouble);

#ifndef CAROM_DOUBLE
#define query_evaluate query_evaluate_float
#define query_end query_end_float
#endif

#endif
