/* Any shapes against any shapes, in any poses: one question of many pairs, or of one pair that is
 * asked again and again. The library writes structs; of many answers each field becomes an array,
 * of one answer its numbers follow each other as doubles. js/verbs.js has the same fields in the
 * same order. */
#include "exports.h"

/* ---- the fields of answers */

typedef enum number_kind { REALS, WORDS, FLAGS } number_kind;

/* `width` numbers, `times` of them, each `stride` bytes after the last. */
typedef struct field {
    uint16_t offset, stride;
    uint8_t kind, width, times;
} field;

#define FIELD(type, name, kind, width)                                                             \
    { offsetof(type, name), 0, kind, width, 1 }
#define SUBSHAPES(type)                                                                            \
    FIELD(type, sub_a.triangle, WORDS, 1), FIELD(type, sub_b.triangle, WORDS, 1),                  \
        FIELD(type, sub_a.child, WORDS, 1), FIELD(type, sub_b.child, WORDS, 1)
#define POINTS(name, kind, width)                                                                  \
    {                                                                                              \
        offsetof(carom_contact_manifold, points[0].name), sizeof(carom_contact_point), kind,       \
            width, CAROM_CONTACT_LIMIT                                                             \
    }

static const field OVERLAP[] = {{0, 0, FLAGS, 1, 1}};
static const field CLASSIFY[] = {{0, 0, WORDS, 1, 1}};
static const field CLOSEST[] = {FIELD(carom_closest_any, distance, REALS, 1),
                                FIELD(carom_closest_any, lower_bound, REALS, 1),
                                FIELD(carom_closest_any, point_a, REALS, 3),
                                FIELD(carom_closest_any, point_b, REALS, 3),
                                FIELD(carom_closest_any, t_a, REALS, 1),
                                FIELD(carom_closest_any, t_b, REALS, 1),
                                FIELD(carom_closest_any, barycentric, REALS, 3),
                                FIELD(carom_closest_any, certainty, WORDS, 1),
                                SUBSHAPES(carom_closest_any)};
static const field SIGNED[] = {FIELD(carom_signed_distance, distance, REALS, 1),
                               FIELD(carom_signed_distance, lower, REALS, 1),
                               FIELD(carom_signed_distance, upper, REALS, 1),
                               FIELD(carom_signed_distance, normal, REALS, 3),
                               FIELD(carom_signed_distance, point_a, REALS, 3),
                               FIELD(carom_signed_distance, point_b, REALS, 3),
                               FIELD(carom_signed_distance, gradient_a.translation, REALS, 3),
                               FIELD(carom_signed_distance, gradient_a.rotation, REALS, 3),
                               FIELD(carom_signed_distance, gradient_b.translation, REALS, 3),
                               FIELD(carom_signed_distance, gradient_b.rotation, REALS, 3),
                               FIELD(carom_signed_distance, certainty, WORDS, 1),
                               SUBSHAPES(carom_signed_distance)};
static const field PENETRATION[] = {FIELD(carom_penetration, overlap, FLAGS, 1),
                                    FIELD(carom_penetration, depth, REALS, 1),
                                    FIELD(carom_penetration, normal, REALS, 3),
                                    FIELD(carom_penetration, point_a, REALS, 3),
                                    FIELD(carom_penetration, point_b, REALS, 3),
                                    FIELD(carom_penetration, certainty, WORDS, 1),
                                    SUBSHAPES(carom_penetration)};
static const field CONTACT[] = {FIELD(carom_contact_manifold, count, WORDS, 1),
                                FIELD(carom_contact_manifold, normal, REALS, 3),
                                FIELD(carom_contact_manifold, certainty, WORDS, 1),
                                POINTS(depth, REALS, 1),
                                POINTS(point_a, REALS, 3),
                                POINTS(point_b, REALS, 3),
                                POINTS(id, WORDS, 1),
                                POINTS(sub_a.triangle, WORDS, 1),
                                POINTS(sub_b.triangle, WORDS, 1),
                                POINTS(sub_a.child, WORDS, 1),
                                POINTS(sub_b.child, WORDS, 1)};
static const field RAYCAST[] = {
    FIELD(carom_ray_hit, hit, FLAGS, 1),         FIELD(carom_ray_hit, started_inside, FLAGS, 1),
    FIELD(carom_ray_hit, t, REALS, 1),           FIELD(carom_ray_hit, t_exit, REALS, 1),
    FIELD(carom_ray_hit, point, REALS, 3),       FIELD(carom_ray_hit, normal, REALS, 3),
    FIELD(carom_ray_hit, barycentric, REALS, 3), FIELD(carom_ray_hit, sub_b.triangle, WORDS, 1),
    FIELD(carom_ray_hit, sub_b.child, WORDS, 1)};
static const field SWEEP[] = {
    FIELD(carom_sweep_hit, hit, FLAGS, 1),       FIELD(carom_sweep_hit, initial_overlap, FLAGS, 1),
    FIELD(carom_sweep_hit, fraction, REALS, 1),  FIELD(carom_sweep_hit, fraction_exit, REALS, 1),
    FIELD(carom_sweep_hit, point, REALS, 3),     FIELD(carom_sweep_hit, normal, REALS, 3),
    FIELD(carom_sweep_hit, certainty, WORDS, 1), SUBSHAPES(carom_sweep_hit)};
static const field TOI[] = {FIELD(carom_toi_hit, hit, FLAGS, 1),
                            FIELD(carom_toi_hit, initial_overlap, FLAGS, 1),
                            FIELD(carom_toi_hit, certain, FLAGS, 1),
                            FIELD(carom_toi_hit, fraction, REALS, 1),
                            FIELD(carom_toi_hit, fraction_upper, REALS, 1),
                            FIELD(carom_toi_hit, point, REALS, 3),
                            FIELD(carom_toi_hit, normal, REALS, 3),
                            FIELD(carom_toi_hit, certainty, WORDS, 1),
                            SUBSHAPES(carom_toi_hit)};

typedef union answer {
    bool overlap;
    carom_relation relation;
    carom_closest_any closest;
    carom_signed_distance apart;
    carom_penetration depth;
    carom_contact_manifold manifold;
    carom_ray_hit ray;
    carom_sweep_hit sweep;
    carom_toi_hit toi;
} answer;

/* Verbs are numbered as here in js/verbs.js. */
enum {
    VERB_OVERLAP,
    VERB_CLASSIFY,
    VERB_CLOSEST,
    VERB_SIGNED,
    VERB_PENETRATION,
    VERB_CONTACT,
    VERB_RAYCAST,
    VERB_SWEEP,
    VERB_TOI
};

static const struct {
    const field *fields;
    size_t count, size;
} ANSWERS[] = {{OVERLAP, 1, sizeof(bool)},
               {CLASSIFY, 1, sizeof(carom_relation)},
               {CLOSEST, sizeof CLOSEST / sizeof *CLOSEST, sizeof(carom_closest_any)},
               {SIGNED, sizeof SIGNED / sizeof *SIGNED, sizeof(carom_signed_distance)},
               {PENETRATION, sizeof PENETRATION / sizeof *PENETRATION, sizeof(carom_penetration)},
               {CONTACT, sizeof CONTACT / sizeof *CONTACT, sizeof(carom_contact_manifold)},
               {RAYCAST, sizeof RAYCAST / sizeof *RAYCAST, sizeof(carom_ray_hit)},
               {SWEEP, sizeof SWEEP / sizeof *SWEEP, sizeof(carom_sweep_hit)},
               {TOI, sizeof TOI / sizeof *TOI, sizeof(carom_toi_hit)}};

/* Writes a field of `count` structs of `size` bytes to the places from `first` on of its array. */
static void gather(const field *f, const char *structs, size_t size, size_t count, size_t first,
                   char *out) {
    const size_t each = f->width * (f->kind == REALS   ? sizeof(carom_real)
                                    : f->kind == WORDS ? 4u
                                                       : 1u);
    char *to = out + first * each * f->times;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < f->times; k++, to += each)
            memcpy(to, structs + i * size + f->offset + k * f->stride, each);
}

/* The numbers of one struct, field by field. */
static void spread(int verb, const char *from, double *out) {
    for (size_t j = 0; j < ANSWERS[verb].count; j++) {
        const field *f = &ANSWERS[verb].fields[j];
        for (size_t k = 0; k < f->times; k++)
            for (size_t w = 0; w < f->width; w++) {
                const char *at = from + f->offset + k * f->stride;
                *out++ = f->kind == REALS   ? (double)((const carom_real *)at)[w]
                         : f->kind == WORDS ? (double)((const uint32_t *)at)[w]
                                            : (double)((const bool *)at)[w];
            }
    }
}

/* Points that a manifold does not have are zero. */
static void clear_rest(carom_contact_manifold *manifold) {
    const size_t used = (size_t)manifold->count;
    memset(manifold->points + used, 0, (CAROM_CONTACT_LIMIT - used) * sizeof *manifold->points);
}

/* ---- many pairs */

/* Shapes, poses, motions and poses at the end: of each there is one, or as many as the largest. */
typedef struct side {
    const carom_shape *shapes;
    const carom_real *poses, *motions, *ends;
    size_t shape_count, pose_count, motion_count, end_count, count;
} side;

typedef struct question {
    side a, b;
    const uint32_t *pairs; /* two indices each; null: the i-th with the i-th or one with each */
    size_t count;
    uint32_t every;    /* not 0: each of A with each of B, those of B fastest */
    uint32_t capacity; /* points of a manifold */
    int32_t bad_side;  /* what has an invalid pose */
    uint32_t bad, at_end;
} question;

enum { DONE, NO_MEMORY, BAD_POSE };

static size_t element(size_t count, size_t i) {
    return count == 1 ? 0 : i;
}

static carom_pose pose_of(const carom_real *poses, size_t count, size_t i) {
    return poses ? read_pose(poses + 7 * element(count, i)) : carom_pose_identity();
}

/* Poses elements first .. last - 1 of a side; what the pose takes out of the range of numbers is
 * invalid from then on. False: a pose is not valid. */
static bool place(question *q, const side *s, size_t first, size_t last, carom_posed_shape *out) {
    for (size_t i = first; i < last; i++) {
        carom_posed_shape *one = &out[i - first];
        const carom_pose pose = pose_of(s->poses, s->pose_count, i);
        if (!carom_shape_pose(one, &s->shapes[element(s->shape_count, i)], pose) &&
            carom_pose_problem(pose)) {
            q->bad_side = s == &q->b;
            q->bad = (uint32_t)element(s->pose_count, i);
            return false;
        }
        if (s->motions) one->motion = read3(s->motions + 3 * element(s->motion_count, i));
    }
    return true;
}

static void ask_block(int verb, const question *q, double number, const carom_posed_pairs *pairs,
                      size_t count, void *out) {
    const carom_sweep_options options = {.target_distance = (carom_real)number};
    switch (verb) {
    case VERB_OVERLAP:
        if (number > 0)
            carom_overlap_posed_pairs_within(pairs, (carom_real)number, out, NULL);
        else
            carom_overlap_posed_pairs(pairs, out, NULL);
        break;
    case VERB_CLASSIFY: carom_classify_posed_pairs(pairs, out, NULL); break;
    case VERB_CLOSEST: carom_closest_posed_pairs(pairs, out, NULL); break;
    case VERB_PENETRATION: carom_penetrate_posed_pairs(pairs, out, NULL); break;
    case VERB_RAYCAST: carom_raycast_posed_pairs(pairs, out, NULL); break;
    case VERB_SWEEP: carom_sweep_posed_pairs(pairs, &options, out, NULL); break;
    case VERB_CONTACT: {
        carom_contact_manifold *manifolds = out;
        for (size_t i = 0; i < count; i++) {
            memset(&manifolds[i], 0, sizeof manifolds[i]);
            manifolds[i].margin = (carom_real)number;
            manifolds[i].capacity = (int32_t)q->capacity;
        }
        carom_contact_posed_pairs(pairs, manifolds, NULL);
        for (size_t i = 0; i < count; i++)
            clear_rest(&manifolds[i]);
        break;
    }
    default: break;
    }
}

/* The elements of a pair. */
static void pair_at(const question *q, size_t i, uint32_t *a, uint32_t *b) {
    *a = (uint32_t)(q->pairs   ? q->pairs[2 * i]
                    : q->every ? i / q->b.count
                               : element(q->a.count, i));
    *b = (uint32_t)(q->pairs   ? q->pairs[2 * i + 1]
                    : q->every ? i % q->b.count
                               : element(q->b.count, i));
}

/* Answers of verbs that take shapes and poses as they are. False: a pose is invalid. */
static bool ask_each(int verb, question *q, double number, size_t first, size_t count, void *out) {
    for (size_t i = 0; i < count; i++) {
        uint32_t of[2];
        pair_at(q, first + i, &of[0], &of[1]);
        carom_turning_shape turning[2] = {0};
        for (int k = 0; k < 2; k++) {
            const side *s = k ? &q->b : &q->a;
            turning[k].shape = &s->shapes[element(s->shape_count, of[k])];
            turning[k].start = pose_of(s->poses, s->pose_count, of[k]);
            turning[k].end = s->ends ? pose_of(s->ends, s->end_count, of[k]) : turning[k].start;
            q->bad_side = k;
            q->at_end = carom_pose_problem(turning[k].start) == NULL;
            q->bad = (uint32_t)element(q->at_end ? s->end_count : s->pose_count, of[k]);
            if (!q->at_end || carom_pose_problem(turning[k].end)) return false;
        }
        if (verb == VERB_TOI)
            ((carom_toi_hit *)out)[i] = carom_toi(&turning[0], &turning[1], (carom_real)number);
        else
            ((carom_signed_distance *)out)[i] = carom_distance_signed(
                turning[0].shape, turning[0].start, turning[1].shape, turning[1].start);
    }
    return true;
}

/* Room for a block of a question. */
typedef struct room {
    carom_posed_shape *a, *b;
    void *answers;
    uint32_t *which_a, *which_b;
} room;

/* Copies a block of answers, of which the first is answer `first`. */
static void hand_over(int verb, const room *r, size_t count, size_t first, void *const *out) {
    for (size_t f = 0; f < ANSWERS[verb].count; f++)
        if (out[f])
            gather(&ANSWERS[verb].fields[f], r->answers, ANSWERS[verb].size, count, first, out[f]);
}

static size_t block_from(const question *q, size_t first, size_t block) {
    return q->count - first < block ? q->count - first : block;
}

static int ask_unposed(int verb, question *q, double number, void *const *out, const room *r,
                       size_t block) {
    for (size_t first = 0; first < q->count; first += block) {
        const size_t count = block_from(q, first, block);
        if (!ask_each(verb, q, number, first, count, r->answers)) return BAD_POSE;
        hand_over(verb, r, count, first, out);
    }
    return DONE;
}

static int ask_posed(int verb, question *q, double number, void *const *out, const room *r,
                     size_t block) {
    const bool chosen = q->pairs || q->every; /* then both sides are posed as a whole */
    const bool whole_a = chosen || q->a.count == 1, whole_b = chosen || q->b.count == 1;
    if (whole_a && !place(q, &q->a, 0, q->a.count, r->a)) return BAD_POSE;
    if (whole_b && !place(q, &q->b, 0, q->b.count, r->b)) return BAD_POSE;
    for (size_t first = 0; first < q->count; first += block) {
        const size_t count = block_from(q, first, block);
        if (!whole_a && !place(q, &q->a, first, first + count, r->a)) return BAD_POSE;
        if (!whole_b && !place(q, &q->b, first, first + count, r->b)) return BAD_POSE;
        for (size_t i = 0; chosen && i < count; i++)
            pair_at(q, first + i, &r->which_a[i], &r->which_b[i]);
        const carom_batch_pairs named = {r->which_a, r->which_b, count};
        const carom_posed_pairs pairs = {r->a, r->b, whole_a ? q->a.count : count,
                                         whole_b ? q->b.count : count, chosen ? &named : NULL};
        ask_block(verb, q, number, &pairs, count, r->answers);
        hand_over(verb, r, count, first, out);
    }
    return DONE;
}

/* Asks of `count` pairs; `number` is the distance, margin or tolerance, and out[i] the array of
 * field i. Sides are posed as a whole where pairs are chosen from them, else block by block. */
int EXPORT(ask)(int verb, question *q, double number, void *const *out) {
    enum { BLOCK = 256 };
    const size_t block = q->count < BLOCK ? q->count : BLOCK;
    const bool whole = q->pairs || q->every;
    if (block == 0) return DONE;
    /* verbs that take shapes and poses as they are need none that are posed */
    const bool unposed = verb == VERB_TOI || verb == VERB_SIGNED;
    const size_t count_a = unposed ? 1 : whole ? q->a.count : block;
    const size_t count_b = unposed ? 1 : whole ? q->b.count : block;
    const room r = {malloc(count_a * sizeof *r.a), malloc(count_b * sizeof *r.b),
                    malloc(block * ANSWERS[verb].size), malloc(block * sizeof *r.which_a),
                    malloc(block * sizeof *r.which_b)};
    const bool has_room = r.a && r.b && r.answers && r.which_a && r.which_b;
    const int status = !has_room ? NO_MEMORY
                       : unposed ? ask_unposed(verb, q, number, out, &r, block)
                                 : ask_posed(verb, q, number, out, &r, block);
    free(r.a);
    free(r.b);
    free(r.answers);
    free(r.which_a);
    free(r.which_b);
    return status;
}

/* ---- one pair. Its numbers: the poses of A and B, their motions, their poses at the end */

enum { POSE_A = 0, POSE_B = 7, MOTION_A = 14, MOTION_B = 17, END_A = 20, END_B = 27 };

/* 0, or 1 + the place of the first number of a pose that is invalid. */
static int pose_problem(const carom_real *numbers, bool turning) {
    static const int places[] = {POSE_A, POSE_B, END_A, END_B};
    for (int k = 0; k < (turning ? 4 : 2); k++)
        if (carom_pose_problem(read_pose(numbers + places[k]))) return 1 + places[k];
    return 0;
}

/* Writes the numbers of the answer to `out`. @return as pose_problem */
int EXPORT(ask_one)(int verb, const carom_shape *a, const carom_shape *b, const carom_real *numbers,
                    double number, int capacity, double *out) {
    const carom_pose pose_a = read_pose(numbers + POSE_A), pose_b = read_pose(numbers + POSE_B);
    answer found = {0};
    carom_posed_shape posed[2];
    const bool placed_a = carom_shape_pose(&posed[0], a, pose_a);
    const bool placed = carom_shape_pose(&posed[1], b, pose_b) && placed_a;
    const int problem = !placed || verb == VERB_TOI ? pose_problem(numbers, verb == VERB_TOI) : 0;
    if (problem) return problem;
    posed[0].motion = read3(numbers + MOTION_A);
    posed[1].motion = read3(numbers + MOTION_B);
    if (verb == VERB_TOI) {
        const carom_turning_shape ta = {
            .shape = a, .start = pose_a, .end = read_pose(numbers + END_A)};
        const carom_turning_shape tb = {
            .shape = b, .start = pose_b, .end = read_pose(numbers + END_B)};
        found.toi = carom_toi(&ta, &tb, (carom_real)number);
    } else if (verb == VERB_SIGNED) {
        found.apart = carom_distance_signed(a, pose_a, b, pose_b);
    } else {
        const question q = {.capacity = (uint32_t)capacity};
        const carom_posed_pairs pair = {&posed[0], &posed[1], 1, 1, NULL};
        ask_block(verb, &q, number, &pair, 1, &found);
    }
    spread(verb, (const char *)&found, out);
    return 0;
}
