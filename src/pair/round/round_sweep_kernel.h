/* A capsule that moves against one that stands, compiled for each set of instructions. The distance
 * of their axes is a convex function of time: where it falls, Newton's method leads to a time that
 * is not behind the first contact, from before it or from behind; where it does not, they part.
 * Further leads the time when the lines or ends that are nearest now would meet, which mostly are
 * those that do: three steps or so. What passes by ends at the first or second. */
#include "pair/round/round_axes.h"
#include "pair/round/round_sweep.h"
#include "pair/round/round_kernel.h"

/* Steps; who grazes needs more of them, and is left to the general method. */
#define MEETING_STEPS 24
/* So is who is not farther apart at the start than this part of the size, */
#define MEETING_START 1e-9
/* and who meets this near to the end of the frame. */
#define MEETING_END 1e-12
/* Squared cosine to the normal of who slides along it: also left, as rounding might turn it, and as
 * the time at which they meet has lost digits. */
#define MEETING_SLIDE 1e-3
/* The squares of longer motions are no numbers. */
#define LONGEST_WAY 1e120
/* What counts as met. The last step is taken blindly, to the square of this. */
#define MEETING_STOP (CAROM_REAL_EPSILON > 1e-10 ? 1e-9 : 1e-14)

typedef struct round_meeting {
    round_pair pair;   /* at the last step but one */
    triple back, way;  /* from A's axis to B's at the start, and how that moves */
    pair2 along2;      /* of the way along A's axis and along B's, squared */
    double way2;       /* all of it */
    double reach;      /* of the axes, to be met at */
    double near, time; /* in contact at the start is who is no farther apart than `near` */
    const carom_posed_shape *a, *b;
} round_meeting;

typedef enum round_end { ROUND_MEETS, ROUND_PASSES, ROUND_STARTS, ROUND_OPEN } round_end;

static CAROM_INLINE double largest_of_triple(const triple *t) {
    return max2(fabs((*t)[0]), max2(fabs((*t)[1]), fabs((*t)[2])));
}

static CAROM_INLINE void square_way(round_meeting *m) {
    triple u, v;
    triple_load(&u, m->pair.a->delta), triple_load(&v, m->pair.b->delta);
    const triple along_a = u * m->way, along_b = v * m->way, way2 = m->way * m->way;
    const pair2 along = triple_sums(&along_a, &along_b),
                per = {m->pair.a->inverse_square, m->pair.b->inverse_square};
    m->along2 = along * along * per;
    m->way2 = triple_sum(&way2);
}

/* In what time the lines or ends that are nearest would meet: along a line that is met between its
 * ends the way does not count, and two of them have one direction between them. */
static CAROM_INLINE double time_of_feature(const round_meeting *m, double toward, double ahead) {
    const pair2 at = m->pair.at;
    const bool on_a = (at[0] > 0.0) & (at[0] < 1.0);
    const bool on_b = (at[1] > 0.0) & (at[1] < 1.0);
    const double far2 = m->pair.d2 - m->reach * m->reach;
    const double speed2 = m->way2 - (on_a ? m->along2[0] : 0.0) - (on_b ? m->along2[1] : 0.0);
    const double root2 = toward * toward - speed2 * far2;
    return (on_a && on_b) || !(root2 > 0.0) ? ahead / toward : far2 / (toward + sqrt(root2));
}

static CAROM_INLINE round_end meet_rounds(round_meeting *m) {
    const double size = largest_of_triple(&m->back) + largest_of_triple(&m->way) + m->reach;
    double t = 0.0, sure = 0.0, near = m->near * size;
    bool leaps = true;
    for (int step = 0; step < MEETING_STEPS; step++, near = MEETING_STOP * size) {
        const triple back = m->back + m->way * TRIPLE_OF(t);
        if (CAROM_UNLIKELY(!solve_axes_from(&m->pair, &back)) &&
            !carom_round_cold_axes(&m->pair, &back, pair_is_flipped(&m->a->shape, &m->b->shape)))
            return ROUND_OPEN;
        const triple nearer = m->pair.apart * m->way;
        const double toward = triple_sum(&nearer), apart = sqrt(m->pair.d2);
        const double gap = apart - m->reach, ahead = gap * apart;
        if (CAROM_UNLIKELY(step == 0 && gap <= near))
            return gap < -near ? ROUND_STARTS : ROUND_OPEN;
        if (!(toward > 0.0)) {
            if (t == sure) return gap > near ? ROUND_PASSES : ROUND_OPEN;
            t = sure; /* that went behind the middle of the contact, or of what there is instead */
            leaps = false;
            continue;
        }
        const double newton = t + ahead / toward;
        if (fabs(gap) <= near) {
            m->time = newton;
            return newton < 1.0 - MEETING_END ? ROUND_MEETS : ROUND_OPEN;
        }
        if (newton > 1.0 + MEETING_END) return ROUND_PASSES;
        sure = max2(sure, newton);
        t = leaps ? max2(sure, t + time_of_feature(m, toward, ahead)) : sure;
    }
    return ROUND_OPEN;
}

/* When they first meet. */
static CAROM_INLINE round_end meet_first(round_meeting *m) {
    const round_end end = meet_rounds(m);
    const triple nearer = m->pair.apart * m->way;
    const double toward = triple_sum(&nearer);
    const bool slides = !(toward * toward > MEETING_SLIDE * m->way2 * m->pair.d2);
    return end == ROUND_MEETS && CAROM_UNLIKELY(slides) ? ROUND_OPEN : end;
}

/* When they part: the same backwards, from the end of the frame. @return false where that is open
 */
static CAROM_INLINE bool part_rounds(double *exit, const round_meeting *met) {
    round_meeting m = *met;
    m.back = met->back + met->way;
    m.way = -met->way;
    m.near = MEETING_STOP;
    const round_end end = meet_first(&m);
    *exit = end == ROUND_MEETS    ? max2(1.0 - m.time, met->time)
            : end == ROUND_PASSES ? met->time
                                  : 1.0;
    return end != ROUND_OPEN;
}

static CAROM_INLINE void way_in_frame(triple *out, const carom_posed_shape *posed) {
    const carom_vec3 *m = &posed->motion;
    *out = (triple){(double)m->x, (double)m->y, (double)m->z, 0.0};
}

/* @return false for what no number tells */
static CAROM_INLINE bool begin_meeting(round_meeting *m, const carom_posed_shape *a,
                                       const carom_posed_shape *b, double target) {
    triple from_a, from_b, of_a, of_b;
    m->pair.a = frame_of_round(a), m->pair.b = frame_of_round(b);
    m->a = a, m->b = b;
    m->near = MEETING_START;
    m->time = 0.0;
    triple_load(&from_a, m->pair.a->start), triple_load(&from_b, m->pair.b->start);
    way_in_frame(&of_a, a), way_in_frame(&of_b, b);
    m->back = from_b - from_a;
    m->way = of_b - of_a;
    m->reach = m->pair.a->radius + m->pair.b->radius + target;
    square_way(m);
    return m->way2 < LONGEST_WAY * LONGEST_WAY && target >= 0.0 && target <= (double)CAROM_REAL_MAX;
}

/* Midway between the surfaces, so that neither comes first; on B's within a distance. */
static CAROM_INLINE void meeting_point(triple *out, const round_meeting *m, const triple *normal,
                                       double fraction, bool within) {
    triple on_a, on_b, by_a, by_b;
    const double share = within ? 0.0 : 0.5;
    surface_points(&on_a, &on_b, &m->pair, normal);
    way_in_frame(&by_a, m->a), way_in_frame(&by_b, m->b);
    on_a += by_a * TRIPLE_OF(fraction), on_b += by_b * TRIPLE_OF(fraction);
    *out = on_a * TRIPLE_OF(share) + on_b * TRIPLE_OF(1.0 - share);
}

sweep_answer ROUND_NAME(carom_round_sweep)(const carom_posed_shape *a, const carom_posed_shape *b,
                                           const carom_sweep_options *options,
                                           carom_sweep_hit *out) {
    round_meeting m;
    double exit = 1.0;
    round_end end = ROUND_OPEN;
    sweep_answer answer = SWEEP_ANSWERED;
    if (begin_meeting(&m, a, b, (double)options->target_distance)) end = meet_first(&m);
    if (end == ROUND_OPEN) return SWEEP_UNDECIDED;
    if (end == ROUND_PASSES) {
        *out = (carom_sweep_hit){.hit = false};
        return SWEEP_ANSWERED;
    }
    if (!options->skip_exit && CAROM_UNLIKELY(!part_rounds(&exit, &m))) {
        answer = SWEEP_EXIT_UNDECIDED;
        exit = m.time;
    }
    if (CAROM_UNLIKELY(end == ROUND_STARTS)) {
        *out = carom_round_start(&m.pair, a, b, options, exit);
        return answer;
    }
    triple normal, point;
    *out = (carom_sweep_hit){.hit = true, .certainty = CAROM_EXACT};
    plain_normal(&normal, &m.pair);
    out->fraction = time_below(m.time);
    out->fraction_exit = (carom_real)exit;
    meeting_point(&point, &m, &normal, (double)out->fraction, options->target_distance != 0);
    store_triple(&out->point, &point), store_triple(&out->normal, &normal);
    return answer;
}
