/* A capsule that moves against one that stands, compiled for each set of instructions. The distance
 * of their axes is a convex function of time: where it falls, Newton's method leads to a time that
 * is not behind the first contact, from before it or from behind; where it does not, they part.
 * Further leads the time when the lines or ends that are nearest now would meet, which mostly are
 * those that do: three steps or so. What passes by ends at the first or second. */
#include "dispatch/round_axes.h"

/* Steps; who grazes needs more of them, and is left to the general method. */
#define MEETING_STEPS 24
/* So is who is not farther apart at the start than this part of the size, */
#define MEETING_START 1e-9
/* and who meets this near to the end of the frame. */
#define MEETING_END 1e-12
/* What counts as met. The last step is taken blindly, to the square of this. */
#define MEETING_STOP (CAROM_REAL_EPSILON > 1e-10 ? 1e-9 : 1e-14)

typedef struct round_meeting {
    round_pair pair;   /* at the last step but one */
    triple back, way;  /* from A's axis to B's at the start, and how that moves */
    pair2 along2;      /* of the way along A's axis and along B's, squared */
    double way2;       /* all of it */
    double reach;      /* of the axes, to be met at */
    double near, time; /* in contact at the start is who is no farther apart than `near` */
    bool flip;
} round_meeting;

typedef enum round_end { ROUND_MEETS, ROUND_PASSES, ROUND_STARTS, ROUND_OPEN } round_end;

static CAROM_INLINE double largest_of_triple(const triple *t) {
    return max2(fabs((*t)[0]), max2(fabs((*t)[1]), fabs((*t)[2])));
}

static CAROM_INLINE void square_way(round_meeting *m) {
    triple u, v;
    triple_load(&u, m->pair.a->way), triple_load(&v, m->pair.b->way);
    const triple along_a = u * m->way, along_b = v * m->way, way2 = m->way * m->way;
    const pair2 along = triple_sums(&along_a, &along_b), per = {m->pair.a->per, m->pair.b->per};
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
            !carom_round_cold_axes(&m->pair, &back, m->flip))
            return ROUND_OPEN;
        const triple nearer = m->pair.apart * m->way;
        const double toward = triple_sum(&nearer), apart = sqrt(m->pair.d2);
        const double gap = apart - m->reach, ahead = gap * apart;
        if (step == 0 && gap <= near) return ROUND_STARTS;
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

/* When they part: the same backwards, from the end of the frame. @return false where that is open
 */
static CAROM_INLINE bool part_rounds(double *exit, const round_meeting *met) {
    round_meeting m = *met;
    m.back = met->back + met->way;
    m.way = -met->way;
    m.near = MEETING_STOP;
    const round_end end = meet_rounds(&m);
    *exit = end == ROUND_MEETS    ? max2(1.0 - m.time, met->time)
            : end == ROUND_PASSES ? met->time
                                  : 1.0;
    return end != ROUND_OPEN;
}

bool ROUND_NAME(carom_round_sweep)(carom_sweep_hit *out, const round_path *path) {
    round_meeting m = {.pair = {.a = path->frame[0], .b = path->frame[1]},
                       .near = MEETING_START,
                       .flip = path->flip};
    triple from_a, from_b;
    triple_load(&from_a, m.pair.a->start), triple_load(&from_b, m.pair.b->start);
    m.back = from_b - from_a;
    m.way = (triple){-path->motion.x, -path->motion.y, -path->motion.z, 0.0};
    m.reach = m.pair.a->radius + m.pair.b->radius + path->target;
    square_way(&m);
    const round_end end = meet_rounds(&m);
    double exit = 1.0;
    *out = (carom_sweep_hit){.hit = false};
    if (end == ROUND_PASSES) return true;
    if (end != ROUND_MEETS || (!path->skip_exit && !part_rounds(&exit, &m))) return false;
    triple normal, on_b;
    plain_normal(&normal, &m.pair);
    point_on_axis(&on_b, m.pair.b, m.pair.at[1]);
    on_b -= normal * TRIPLE_OF(m.pair.b->radius);
    out->hit = true;
    out->fraction = time_below(m.time);
    out->fraction_exit = (carom_real)exit;
    out->certainty = CAROM_EXACT;
    store_triple(&out->point, &on_b), store_triple(&out->normal, &normal);
    return true;
}
