/* Which parts of an assembly are in each other's way: parts are meshes in poses, several of which
 * may share one. The verdicts are those of the command carom clash. */
#include "exports.h"
#include "carom/vector.h"

/* Numbered as in js/clash.js. */
typedef enum verdict { CLEAR, NEAR, TOUCHING, UNDECIDED, HARD } verdict;

/* A pair that is not clear. Doubles alone, so that JavaScript sees rows of numbers. */
typedef struct pair {
    double a, b, verdict, relation, nested, measured, inside_is_b, distance, depth, bound;
    double normal[3], point[3], point_a[3], point_b[3];
} pair;

typedef struct assembly {
    const carom_placed_mesh *parts;
    double clearance, tolerance;
    list pairs;
    carom_status status;
} assembly;

static void put3(double out[3], carom_vec3 v) {
    out[0] = (double)v.x;
    out[1] = (double)v.y;
    out[2] = (double)v.z;
}

static verdict judge_apart(const assembly *of, const carom_placed_mesh *a,
                           const carom_placed_mesh *b, pair *out) {
    const carom_real clearance = (carom_real)of->clearance;
    if (!(clearance > 0) || !carom_overlap_mesh_mesh_within(a, b, clearance)) return CLEAR;
    const carom_mesh_pair_closest at = carom_closest_mesh_mesh(a, b);
    out->distance = (double)at.distance;
    put3(out->point_a, at.point_a);
    put3(out->point_b, at.point_b);
    put3(out->point, carom_vec3_lerp(at.point_a, at.point_b, (carom_real)0.5));
    put3(out->normal, carom_vec3_normalize(carom_vec3_subtract(at.point_b, at.point_a)));
    return NEAR;
}

/* Of closed parts, exactly, whether or not faces coincide. */
static verdict judge_solids(assembly *of, const carom_placed_mesh *a, const carom_placed_mesh *b,
                            pair *out) {
    carom_solid_pair solids;
    of->status = carom_classify_solids(&solids, a, b, NULL);
    if (of->status != CAROM_OK) return UNDECIDED;
    out->relation = solids.relation;
    if (solids.in_contact) put3(out->point, solids.contact);
    if (solids.relation == CAROM_SOLIDS_APART && !solids.in_contact)
        return judge_apart(of, a, b, out);
    if (solids.relation < CAROM_SOLIDS_OVERLAP) return TOUCHING;
    out->nested = !solids.in_contact;
    if (!solids.in_contact && solids.has_witness) put3(out->point, solids.witness);
    return HARD;
}

/* An open surface clashes where it crosses another, and where one is inside the other by winding
 * number. */
static verdict judge_surfaces(const assembly *of, const carom_placed_mesh *a,
                              const carom_placed_mesh *b, pair *out) {
    const carom_mesh_meeting at = carom_intersect_mesh_mesh(a, b);
    if (at.kind != CAROM_MEETING_NONE) {
        put3(out->point, carom_vec3_lerp(at.segment.a, at.segment.b, (carom_real)0.5));
        return at.kind == CAROM_MEETING_CROSS ? HARD : TOUCHING;
    }
    const carom_relation relation = carom_classify_mesh_mesh(a, b).relation;
    out->nested = relation == CAROM_CONTAINS || relation == CAROM_INSIDE;
    return out->nested > 0 ? HARD : judge_apart(of, a, b, out);
}

static verdict measure(const assembly *of, const carom_placed_mesh *a, const carom_placed_mesh *b,
                       pair *out) {
    const bool tolerated = of->tolerance > 0 && (int)out->relation != CAROM_SOLIDS_EQUAL;
    const carom_mesh_depth_def def = {.accuracy = (carom_real)0.1,
                                      .threshold = tolerated ? (carom_real)of->tolerance : 0,
                                      .steps = 4096};
    const carom_mesh_penetration p = carom_penetrate_mesh_mesh(a, b, &def);
    /* p.depth, but for rounding: the distance of the points that are told */
    const carom_vec3 out_of = carom_vec3_subtract(p.point_b, p.point_a);
    out->depth = sqrt((double)carom_vec3_dot(out_of, out_of));
    out->bound = fmax((double)p.bound, out->depth);
    out->measured = 1;
    out->inside_is_b = p.inside_is_b;
    put3(out->normal, p.normal);
    put3(out->point_a, p.point_a);
    put3(out->point_b, p.point_b);
    if (!tolerated || (double)p.depth > of->tolerance) return HARD;
    return (double)p.bound <= of->tolerance ? TOUCHING : UNDECIDED;
}

static bool judge(uint32_t first, uint32_t second, void *user) {
    assembly *of = user;
    const uint32_t low = first < second ? first : second, high = first < second ? second : first;
    const carom_placed_mesh *a = &of->parts[low], *b = &of->parts[high];
    pair out = {.a = low, .b = high};
    const bool closed =
        a->solidity == CAROM_SOLIDITY_CLOSED && b->solidity == CAROM_SOLIDITY_CLOSED;
    verdict found = closed ? judge_solids(of, a, b, &out) : judge_surfaces(of, a, b, &out);
    if (found == HARD) found = measure(of, a, b, &out);
    out.verdict = found;
    if (found != CLEAR) list_add(&of->pairs, &out, sizeof out);
    return of->status == CAROM_OK && !of->pairs.failed;
}

static int by_severity(const void *x, const void *y) {
    const pair *a = x, *b = y;
    if (a->verdict != b->verdict) return a->verdict > b->verdict ? -1 : 1;
    const bool same_a = a->relation == CAROM_SOLIDS_EQUAL,
               same_b = b->relation == CAROM_SOLIDS_EQUAL;
    if (same_a != same_b) return same_a ? -1 : 1;
    if (a->measured != b->measured) return a->measured > b->measured ? -1 : 1;
    if (a->depth != b->depth) return a->depth > b->depth ? -1 : 1;
    if (a->distance != b->distance) return a->distance < b->distance ? -1 : 1;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

/* Asks the pairs whose boxes come within the clearance. */
static carom_status ask_pairs(assembly *of, size_t count) {
    carom_aabb *boxes = malloc((count + 1) * sizeof *boxes);
    if (!boxes) return CAROM_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const carom_shape shape = {.kind = CAROM_SHAPE_MESH, .as.mesh = of->parts[i].mesh};
        const carom_aabb box = carom_shape_bounds(&shape, of->parts[i].pose);
        boxes[i] = carom_fit_aabb_margin(&box, (carom_real)(0.5 * of->clearance));
    }
    carom_space *space = NULL;
    const carom_space_def def = {.kind = CAROM_SPACE_SWEEP_PRUNE, .boxes = boxes, .count = count};
    const carom_status status = carom_space_create(&space, &def);
    free(boxes);
    if (status != CAROM_OK) return status;
    carom_space_visit_pairs(space, judge, of);
    carom_space_destroy(space);
    return of->pairs.failed ? CAROM_ERROR_MEMORY : of->status;
}

/* What is told of each mesh once, for all of its parts. */
typedef struct prepared {
    carom_mesh_solidity solidity;
    carom_mesh_rim *rim;
    carom_mesh_pieces *pieces;
} prepared;

static carom_status prepare(prepared *out, const carom_mesh *mesh) {
    out->solidity = carom_mesh_solidity_of(mesh);
    return out->solidity == CAROM_SOLIDITY_CLOSED
               ? carom_mesh_pieces_create(&out->pieces, mesh, NULL)
               : carom_mesh_rim_create(&out->rim, mesh, NULL);
}

typedef struct question {
    const carom_mesh *const *meshes;
    size_t mesh_count;
    const uint32_t *which; /* the mesh of each part */
    const carom_real *poses;
    size_t count;
} question;

static carom_status ask(const question *q, prepared *meshes, carom_placed_mesh *parts,
                        assembly *of) {
    carom_status status = CAROM_OK;
    for (size_t i = 0; i < q->mesh_count && status == CAROM_OK; i++)
        status = prepare(&meshes[i], q->meshes[i]);
    for (size_t i = 0; i < q->count; i++) {
        const prepared *mesh = &meshes[q->which[i]];
        parts[i] = (carom_placed_mesh){.mesh = q->meshes[q->which[i]],
                                       .pose = read_pose(q->poses + 7 * i),
                                       .solidity = mesh->solidity,
                                       .rim = mesh->rim,
                                       .pieces = mesh->pieces};
    }
    return status == CAROM_OK ? ask_pairs(of, q->count) : status;
}

/* The pairs that are not clear, the worst first, which JavaScript releases; in `clearance` the
 * clearance, then the tolerance. */
void *EXPORT(clash)(const question *q, const double clearance[2], size_t *bytes) {
    prepared *meshes = calloc(q->mesh_count + 1, sizeof *meshes);
    carom_placed_mesh *parts = calloc(q->count + 1, sizeof *parts);
    assembly of = {.parts = parts, .clearance = clearance[0], .tolerance = clearance[1]};
    const carom_status status = meshes && parts ? ask(q, meshes, parts, &of) : CAROM_ERROR_MEMORY;
    for (size_t i = 0; meshes && i < q->mesh_count; i++) {
        carom_mesh_rim_destroy(meshes[i].rim);
        carom_mesh_pieces_destroy(meshes[i].pieces);
    }
    free(meshes);
    free(parts);
    if (status != CAROM_OK) {
        free(of.pairs.data);
        return made(status, NULL);
    }
    if (of.pairs.bytes > 0)
        qsort(of.pairs.data, of.pairs.bytes / sizeof(pair), sizeof(pair), by_severity);
    return list_end(&of.pairs, bytes);
}
