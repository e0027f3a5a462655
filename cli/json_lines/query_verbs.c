/* Answers a query by its verb: reads two shapes, calls dispatch.h, writes the fields. Each verb is
 * an entry of a table; verbs that need more than one call have files of their own. */
#include <math.h>
#include <string.h>

#include "json_lines/query.h"
#include "json_lines/query_write.h"
#include "json_lines/query_ccd.h"
#include "json_lines/query_contact.h"
#include "json_lines/query_mass.h"
#include "json_lines/query_shape.h"
#include "json_lines/query_signed.h"
#include "json_lines/query_special.h"
#include "json_lines/query_verbs.h"

typedef struct pair {
    query_shape a, b;
    carom_vec3 motion_a, motion_b;
    carom_sweep_options sweep;
    bool has_distance; /* a bound of the distance is given */
    carom_real distance;
    bool is_along;        /* a direction is given: penetration along it */
    carom_vec3 direction; /* of any length */
    json_t *query;
} pair;

static const char *const relation_names[] = {"disjoint", "intersects", "contains", "inside"};
static const char *const side_names[] = {"spanning", "front", "back", "coplanar"};
static const char *const feature_names[] = {"face",     "edge_01",  "edge_12", "edge_20",
                                            "vertex_0", "vertex_1", "vertex_2"};

static bool is_pair(const pair *p, carom_shape_kind a, carom_shape_kind b) {
    return p->a.shape.kind == a && p->b.shape.kind == b;
}

/* ---- overlap and classify */

/* The side of a plane on which the other shape lies. @return -1 where it is not known. */
static int side_of_plane(const carom_plane *plane, const carom_shape *shape) {
    switch (shape->kind) {
    case CAROM_SHAPE_POINT: return (int)carom_classify_plane_point(plane, shape->as.point);
    case CAROM_SHAPE_SEGMENT: return (int)carom_classify_plane_segment(plane, &shape->as.segment);
    case CAROM_SHAPE_SPHERE: return (int)carom_classify_plane_sphere(plane, &shape->as.sphere);
    case CAROM_SHAPE_AABB: return (int)carom_classify_plane_aabb(plane, &shape->as.aabb);
    case CAROM_SHAPE_OBB: return (int)carom_classify_plane_obb(plane, &shape->as.obb);
    case CAROM_SHAPE_TRIANGLE:
        return (int)carom_classify_plane_triangle(plane, &shape->as.triangle);
    default: return -1;
    }
}

static void put_side(const pair *p, answer *out) {
    carom_posed_shape a, b;
    if (!carom_shape_pose(&a, &p->a.shape, p->a.pose) ||
        !carom_shape_pose(&b, &p->b.shape, p->b.pose))
        return;
    int side = -1;
    if (a.shape.kind == CAROM_SHAPE_PLANE)
        side = side_of_plane(&a.shape.as.plane, &b.shape);
    else if (b.shape.kind == CAROM_SHAPE_PLANE)
        side = side_of_plane(&b.shape.as.plane, &a.shape);
    if (side >= 0) answer_text(out, "side", side_names[side]);
}

static void answer_overlap(const pair *p, answer *out) {
    const query_shape *a = &p->a, *b = &p->b;
    if (a->is_interval) {
        answer_truth(out, "overlap", carom_overlap_interval_interval(a->interval, b->interval));
        return;
    }
    answer_truth(out, "overlap", carom_overlap(&a->shape, a->pose, &b->shape, b->pose));
    if (p->has_distance)
        answer_truth(out, "within",
                     carom_overlap_within(&a->shape, a->pose, &b->shape, b->pose, p->distance));
    put_side(p, out);
    if (is_pair(p, CAROM_SHAPE_SPHERE, CAROM_SHAPE_TRIANGLE)) {
        carom_shape center = {.kind = CAROM_SHAPE_POINT, .as.point = a->shape.as.sphere.center};
        query_put_point(out, "closest",
                        carom_closest(&center, a->pose, &b->shape, b->pose).point_b);
    }
}

/* Two meshes as solids; null when one is open. */
static void put_solids(const pair *p, answer *out) {
    static const char *const names[] = {
        NULL,      "apart",  "touching points", "touching edges", "touching faces",
        "overlap", "a in b", "b in a",          "equal"};
    const carom_placed_mesh a = {.mesh = p->a.shape.as.mesh, .pose = p->a.pose};
    const carom_placed_mesh b = {.mesh = p->b.shape.as.mesh, .pose = p->b.pose};
    carom_solid_pair solids;
    if (carom_classify_solids(&solids, &a, &b, NULL) != CAROM_OK ||
        solids.relation == CAROM_SOLIDS_UNKNOWN) {
        answer_null(out, "solids");
        return;
    }
    answer_text(out, "solids", names[solids.relation]);
    if (solids.has_witness) query_put_point(out, "witness", solids.witness);
    if (solids.in_contact) query_put_point(out, "contact", solids.contact);
}

static void answer_classify(const pair *p, answer *out) {
    const query_shape *a = &p->a, *b = &p->b;
    carom_relation relation = a->is_interval
                                  ? carom_classify_interval_interval(a->interval, b->interval)
                                  : carom_classify(&a->shape, a->pose, &b->shape, b->pose);
    answer_text(out, "relation", relation_names[relation]);
    if (a->is_interval) return;
    put_side(p, out);
    if (is_pair(p, CAROM_SHAPE_MESH, CAROM_SHAPE_MESH)) put_solids(p, out);
}

/* ---- distances */

static bool has_parameter(const query_shape *s) {
    return s->shape.kind == CAROM_SHAPE_SEGMENT || s->shape.kind == CAROM_SHAPE_RAY ||
           s->shape.kind == CAROM_SHAPE_LINE;
}

static void put_bounds(answer *out, const carom_closest_any *c) {
    answer_number(out, "lower_bound", (double)c->lower_bound);
    query_put_certainty(out, c->certainty);
}

static void answer_closest(const pair *p, answer *out) {
    const query_shape *a = &p->a, *b = &p->b;
    const carom_closest_any c =
        p->has_distance ? carom_closest_within(&a->shape, a->pose, &b->shape, b->pose, p->distance)
                        : carom_closest(&a->shape, a->pose, &b->shape, b->pose);
    if (p->has_distance) answer_truth(out, "within", c.distance <= p->distance);
    if (p->has_distance && !(c.distance <= p->distance)) {
        put_bounds(out, &c);
        return;
    }
    answer_number(out, "distance", (double)c.distance);
    query_put_point(out, "point_a", c.point_a);
    query_put_point(out, "point_b", c.point_b);
    if (has_parameter(&p->a)) answer_number(out, "t_a", (double)c.t_a);
    if (has_parameter(&p->b)) answer_number(out, "t_b", (double)c.t_b);
    if (is_pair(p, CAROM_SHAPE_POINT, CAROM_SHAPE_TRIANGLE) ||
        is_pair(p, CAROM_SHAPE_TRIANGLE, CAROM_SHAPE_POINT) ||
        c.sub_a.has_triangle != c.sub_b.has_triangle) {
        query_put_point(out, "barycentric", c.barycentric);
        answer_text(out, "feature", feature_names[c.feature]);
    }
    put_bounds(out, &c);
    query_put_subshapes(out, c.sub_a, c.sub_b);
}

static void answer_distance(const pair *p, answer *out) {
    carom_closest_any c = carom_closest(&p->a.shape, p->a.pose, &p->b.shape, p->b.pose);
    answer_number(out, "distance", (double)c.distance);
    put_bounds(out, &c);
    carom_posed_shape a, b;
    if (!is_pair(p, CAROM_SHAPE_POINT, CAROM_SHAPE_PLANE) &&
        !is_pair(p, CAROM_SHAPE_POINT, CAROM_SHAPE_SEGMENT))
        return;
    carom_shape_pose(&a, &p->a.shape, p->a.pose);
    carom_shape_pose(&b, &p->b.shape, p->b.pose);
    if (b.shape.kind == CAROM_SHAPE_PLANE)
        answer_number(
            out, "signed_distance",
            (double)carom_distance_point_plane_signed(a.shape.as.point, &b.shape.as.plane));
    else
        answer_number(
            out, "squared_distance",
            (double)carom_distance_point_segment_squared(a.shape.as.point, &b.shape.as.segment));
}

/* ---- motion and depth */

static void put_miss(answer *out, const char *const *fields) {
    for (; *fields; fields++)
        answer_null(out, *fields);
}

static void answer_sweep(const pair *p, answer *out) {
    static const char *const fields[] = {"fraction", "fraction_exit", "point", "normal", NULL};
    carom_posed_shape a, b; /* invalid, hence a miss, where a pose fails */
    carom_shape_pose(&a, &p->a.shape, p->a.pose);
    carom_shape_pose(&b, &p->b.shape, p->b.pose);
    a.motion = p->motion_a;
    b.motion = p->motion_b;
    carom_sweep_hit hit = carom_sweep_posed(&a, &b, &p->sweep);
    answer_truth(out, "hit", hit.hit);
    answer_truth(out, "initial_overlap", hit.initial_overlap);
    if (!hit.hit) {
        put_miss(out, fields);
        return;
    }
    answer_number(out, "fraction", (double)hit.fraction);
    answer_number(out, "fraction_exit", (double)hit.fraction_exit);
    query_put_point(out, "point", hit.point);
    query_put_point(out, "normal", hit.normal);
    query_put_certainty(out, hit.certainty);
    query_put_subshapes(out, hit.sub_a, hit.sub_b);
}

static void answer_penetration(const pair *p, answer *out) {
    static const char *const fields[] = {"normal", "point_a", "point_b", NULL};
    carom_penetration hit = carom_penetrate(&p->a.shape, p->a.pose, &p->b.shape, p->b.pose);
    answer_truth(out, "overlap", hit.overlap);
    answer_number(out, "depth", (double)hit.depth);
    if (p->is_along)
        answer_number(out, "along",
                      (double)carom_penetrate_along(&p->a.shape, p->a.pose, &p->b.shape, p->b.pose,
                                                    p->direction));
    if (!hit.overlap) {
        put_miss(out, fields);
        return;
    }
    query_put_point(out, "normal", hit.normal);
    query_put_point(out, "point_a", hit.point_a);
    query_put_point(out, "point_b", hit.point_b);
    query_put_certainty(out, hit.certainty);
    query_put_subshapes(out, hit.sub_a, hit.sub_b);
}

/* ---- further fields of some verbs */

typedef bool more_of_query(json_t *query, pair *p, query_trouble *trouble);

static bool read_truth(json_t *query, const char *field, bool *out, query_trouble *trouble) {
    json_t *value = json_object_get(query, field);
    if (value && !json_is_boolean(value)) {
        snprintf(trouble->error, sizeof trouble->error, "%s must be true or false", field);
        return false;
    }
    *out = json_is_true(value);
    return true;
}

static bool read_distance(json_t *query, pair *p, query_trouble *trouble) {
    p->has_distance = json_object_get(query, "distance") != NULL;
    return query_read_real(query, "distance", &p->distance, trouble);
}

static bool read_direction(json_t *query, pair *p, query_trouble *trouble) {
    p->is_along = json_object_get(query, "direction") != NULL;
    return query_read_point(query, "direction", &p->direction, trouble);
}

static bool read_sweep_options(json_t *query, pair *p, query_trouble *trouble) {
    return query_read_real(query, "target_distance", &p->sweep.target_distance, trouble) &&
           read_truth(query, "ignore_receding", &p->sweep.ignore_receding, trouble) &&
           read_truth(query, "ignore_tangential", &p->sweep.ignore_tangential, trouble);
}

/* ---- the table */

/* Reads more of the query than its two shapes, and answers it. */
typedef bool special_answer(json_t *query, const query_shape *a, const query_shape *b, answer *out,
                            query_trouble *trouble);

typedef struct verb_entry {
    const char *name;
    carom_verb verb;
    void (*respond)(const pair *p, answer *out);
    more_of_query *read;     /* or null */
    special_answer *special; /* instead of both, or null */
    const char *empty[6];    /* fields that are empty for an invalid query */
} verb_entry;

static const verb_entry verbs[] = {
    {"overlap", CAROM_VERB_OVERLAP, answer_overlap, read_distance, NULL, {"overlap"}},
    {"classify", CAROM_VERB_CLASSIFY, answer_classify, NULL, NULL, {"relation"}},
    {"closest",
     CAROM_VERB_CLOSEST,
     answer_closest,
     read_distance,
     NULL,
     {"distance", "point_a", "point_b"}},
    {"distance", CAROM_VERB_CLOSEST, answer_distance, NULL, NULL, {"distance"}},
    {"distance_signed",
     CAROM_VERB_PENETRATION,
     NULL,
     NULL,
     query_distance_signed,
     {"distance", "normal", "point_a", "point_b"}},
    {"raycast",
     CAROM_VERB_RAYCAST,
     NULL,
     NULL,
     query_raycast,
     {"hit", "started_inside", "t", "t_exit", "point", "normal"}},
    {"sweep",
     CAROM_VERB_SWEEP,
     answer_sweep,
     read_sweep_options,
     NULL,
     {"hit", "initial_overlap", "fraction", "fraction_exit", "point", "normal"}},
    {"penetration",
     CAROM_VERB_PENETRATION,
     answer_penetration,
     read_direction,
     NULL,
     {"overlap", "depth", "normal", "point_a", "point_b"}},
    {"contact", CAROM_VERB_CONTACT, NULL, NULL, query_contact, {"overlap", "normal", "points"}},
    {"toi",
     CAROM_VERB_TOI,
     NULL,
     NULL,
     query_toi,
     {"hit", "initial_overlap", "fraction", "fraction_upper", "point", "normal"}},
};

static void put_nothing(answer *out, const char *const *fields) {
    for (int i = 0; i < 6 && fields[i]; i++) {
        if (!strcmp(fields[i], "relation"))
            answer_text(out, "relation", "disjoint");
        else if (!strcmp(fields[i], "depth"))
            answer_number(out, "depth", 0.0);
        else if (!strcmp(fields[i], "hit") || !strcmp(fields[i], "overlap") ||
                 !strcmp(fields[i], "started_inside") || !strcmp(fields[i], "initial_overlap"))
            answer_truth(out, fields[i], false);
        else
            answer_null(out, fields[i]);
    }
}

static bool finite_point(carom_vec3 v) {
    return isfinite((double)v.x) && isfinite((double)v.y) && isfinite((double)v.z);
}

/* Why the query is invalid, or null; *which names the part. */
static const char *pair_problem(const pair *p, const char **which) {
    *which = "a";
    if (p->a.problem) return p->a.problem;
    *which = "b";
    if (p->b.problem) return p->b.problem;
    *which = "motion_a";
    if (!finite_point(p->motion_a)) return "motion_a is not finite";
    *which = "motion_b";
    if (!finite_point(p->motion_b)) return "motion_b is not finite";
    *which = "target_distance";
    double target = (double)p->sweep.target_distance;
    if (!(target >= 0 && isfinite(target))) return "target_distance is negative or not finite";
    *which = "distance";
    if (!(p->distance >= 0 && isfinite((double)p->distance)))
        return "distance is negative or not finite";
    *which = "direction";
    const carom_vec3 d = p->direction;
    if (!finite_point(d)) return "direction is not finite";
    return p->is_along && d.x == 0 && d.y == 0 && d.z == 0 ? "direction is zero" : NULL;
}

static bool is_served(const verb_entry *entry, const pair *p, query_trouble *trouble) {
    bool served = p->a.is_interval && p->b.is_interval
                      ? entry->verb == CAROM_VERB_OVERLAP || entry->verb == CAROM_VERB_CLASSIFY
                      : carom_shape_supports(entry->verb, p->a.shape.kind, p->b.shape.kind);
    if (!served)
        snprintf(trouble->error, sizeof trouble->error,
                 "%s of these two kinds of shape is not available yet", entry->name);
    return served;
}

static bool read_pair(json_t *query, pair *p, query_trouble *trouble) {
    p->query = query;
    return query_read_shape(query, "a", &p->a, trouble) &&
           query_read_shape(query, "b", &p->b, trouble) &&
           query_read_point(query, "motion_a", &p->motion_a, trouble) &&
           query_read_point(query, "motion_b", &p->motion_b, trouble);
}

static bool answer_pair(const verb_entry *entry, const pair *p, answer *out,
                        query_trouble *trouble) {
    const char *which, *problem = pair_problem(p, &which);
    if (!is_served(entry, p, trouble)) return false;
    if (problem) {
        answer_open(out);
        query_put_invalid(out, problem, which, (which[0] == 'a' ? &p->a : &p->b)->rotation_length);
        put_nothing(out, entry->empty);
        answer_close(out);
        return true;
    }
    if (entry->special) return entry->special(p->query, &p->a, &p->b, out, trouble);
    answer_open(out);
    entry->respond(p, out);
    answer_close(out);
    return true;
}

bool query_evaluate(json_t *query, answer *out, query_trouble *trouble) {
    const char *name = json_string_value(json_object_get(query, "query"));
    if (!name) name = "";
    if (!strcmp(name, "ccd")) return query_ccd(query, out, trouble);
    if (!strcmp(name, "response")) return query_respond(query, out, trouble);
    if (!strcmp(name, "mass")) return query_mass(query, out, trouble);
    if (!strcmp(name, "intersection")) return query_intersect(query, out, trouble);
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcmp(name, verbs[i].name) != 0) continue;
        pair p = {.query = query};
        bool good = read_pair(query, &p, trouble) &&
                    (!verbs[i].read || verbs[i].read(query, &p, trouble)) &&
                    answer_pair(&verbs[i], &p, out, trouble);
        query_free_shape(&p.a);
        query_free_shape(&p.b);
        return good;
    }
    snprintf(trouble->error, sizeof trouble->error,
             "query must be closest, distance, distance_signed, overlap, classify, raycast, sweep, "
             "penetration, contact, toi, ccd, intersection, mass or response, not \"%.60s\"",
             name);
    return false;
}
