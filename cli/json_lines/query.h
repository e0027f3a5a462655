/* The part of carom query that is compiled in both precisions: query_*.c without and with
 * CAROM_DOUBLE. The command itself uses only the evaluators at the end. */
#ifndef CAROM_CLI_QUERY_H
#define CAROM_CLI_QUERY_H

#include <jansson.h>

#include "answer.h"
#include "carom/carom.h"

#define QUERY_ERROR_SIZE 512

#ifdef CAROM_DOUBLE
#define query_read_shape query_read_shape_double
#define query_free_shape query_free_shape_double
#define query_read_real query_read_real_double
#define query_read_point query_read_point_double
#define query_mesh query_mesh_double
#define query_evaluate query_evaluate_double
#define query_end query_end_double
#define query_points query_points_double
#define query_ccd query_ccd_double
#define query_respond query_respond_double
#define query_intersect query_intersect_double
#define query_raycast query_raycast_double
#define query_contact query_contact_double
#define query_toi query_toi_double
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
    carom_vec3 *vertices;     /* owned, of a polygon, or a k-DOP's normals */
    size_t vertex_count;      /* of a hull */
    carom_hull *hull;         /* owned */
    carom_heightfield *field; /* owned */
    carom_real *bounds;       /* owned, of a k-DOP */
    const char *problem;      /* why it is invalid, or null */
} query_shape;

/** Reads the shape in field `name` of the query. @return false, with the error set, when malformed.
 */
bool query_read_shape(json_t *query, const char *name, query_shape *out, query_trouble *trouble);
void query_free_shape(query_shape *shape);

/** A field of the query; a missing one leaves *out. Infinity and NaN are read as such. */
bool query_read_real(json_t *query, const char *field, carom_real *out, query_trouble *trouble);
bool query_read_point(json_t *query, const char *field, carom_vec3 *out, query_trouble *trouble);

/** An array of exactly `count` points. @return false for anything else. */
bool query_points(json_t *value, carom_vec3 *out, size_t count);

/** The mesh of a file, loaded once. @return null with the error set. */
const carom_mesh *query_mesh(const char *path, query_trouble *trouble);

/* The queries that are not one call of dispatch.h. They answer, or return false with the error set.
 */
bool query_ccd(json_t *query, answer *a, query_trouble *trouble);
bool query_respond(json_t *query, answer *a, query_trouble *trouble);
bool query_intersect(json_t *query, answer *a, query_trouble *trouble);
bool query_raycast(json_t *query, const query_shape *a, const query_shape *b, answer *out,
                   query_trouble *trouble);
bool query_contact(json_t *query, const query_shape *a, const query_shape *b, answer *out,
                   query_trouble *trouble);
bool query_toi(json_t *query, const query_shape *a, const query_shape *b, answer *out,
               query_trouble *trouble);

/** Answers one query. @return false with the error set; nothing was written then. */
typedef bool query_evaluator(json_t *query, answer *a, query_trouble *trouble);
bool query_evaluate_float(json_t *query, answer *a, query_trouble *trouble);
bool query_evaluate_double(json_t *query, answer *a, query_trouble *trouble);

/** Releases the loaded meshes. */
void query_end_float(void);
void query_end_double(void);

#ifndef CAROM_DOUBLE
#define query_evaluate query_evaluate_float
#define query_end query_end_float
#endif

#endif
