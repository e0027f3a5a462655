/* The same questions asked by code that is compiled for SSE2, AVX2 and AVX-512, in one process:
 * bench/results/callers.md. Compiled once for each with -DCALLER=name, and once without, for main.
 * A caller moves a hull of 128 vertices and a box from frame to frame in its own arithmetic, which
 * may be contracted, and asks with and without a cache. At the end it counts the calls after which
 * upper halves of registers are in use. usage: callers [rounds] */
#include <carom/carom.h>

#define HULL_VERTICES 128
#define FRAMES 512

typedef struct question {
    carom_shape a, b;
    carom_vec3 from, motion; /* of A, each frame */
    bool warm;
} question;

typedef double caller(const question *q, uint64_t *answers);

#ifdef CALLER

#include <time.h>

/* Nanoseconds a call; the answers' bits enter *answers. */
double CALLER(const question *q, uint64_t *answers) {
    static carom_vec3 at[FRAMES];
    static carom_posed_shape placed[FRAMES][2];
    carom_pair_cache cache = {{0}};
    struct timespec start, end;
    uint64_t sum = 0;
    for (int i = 0; i < FRAMES; i++) { /* vectors of the caller's own width */
        const float t = (float)i / FRAMES;
        at[i].x = q->from.x + t * q->motion.x;
        at[i].y = q->from.y + t * q->motion.y;
        at[i].z = q->from.z + t * q->motion.z;
    }
    for (int i = 0; i < FRAMES; i++) {
        const carom_pose a = {at[i], {0, 0, 0, 1}}, b = {{0, 0, 0}, {0, 0, 0, 1}};
        if (!carom_shape_pose(&placed[i][0], &q->a, a) ||
            !carom_shape_pose(&placed[i][1], &q->b, b))
            return 0;
    }
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (int i = 0; i < FRAMES; i++)
        sum = sum * 3 + (uint64_t)carom_overlap_posed_cached(&placed[i][0], &placed[i][1],
                                                             q->warm ? &cache : NULL);
    clock_gettime(CLOCK_MONOTONIC, &end);
    *answers = sum;
    return ((double)(end.tv_sec - start.tv_sec) * 1e9 + (double)(end.tv_nsec - start.tv_nsec)) /
           FRAMES;
}

#else

#include <cpuid.h>
#include <immintrin.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

extern caller callers_sse2, callers_avx2, callers_avx512;

typedef struct contestant {
    const char *name;
    caller *ask;
    const char *needs;
    unsigned mxcsr; /* bits that are set while it runs */
    bool dirty;     /* upper halves of registers in use */
} contestant;

static carom_hull *make_hull(int count) {
    carom_vec3 at[HULL_VERTICES];
    for (int i = 0; i < count; i++) { /* a spiral on the sphere */
        const double z = 1 - (2 * i + 1.0) / count, r = sqrt(1 - z * z), t = 2.4 * i;
        at[i] = (carom_vec3){(float)(r * cos(t)), (float)(r * sin(t)), (float)z};
    }
    const carom_hull_def def = {.points = at, .point_count = (size_t)count};
    carom_hull *hull = NULL;
    if (carom_hull_create(&hull, &def) != CAROM_OK) abort();
    return hull;
}

__attribute__((target("avx"))) static void dirty_uppers(void) {
    __asm__ volatile("vpcmpeqd %%xmm7, %%xmm7, %%xmm7\n\tvinsertf128 $1, %%xmm7, %%ymm7, %%ymm7" ::
                         : "xmm7");
}

__attribute__((target("avx"))) static void clear_uppers(void) {
    __asm__ volatile("vzeroupper");
}

static bool runs(const char *set) {
    __builtin_cpu_init();
    if (!set) return true;
    return set[3] == '2' ? __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
                         : __builtin_cpu_supports("avx512f") != 0;
}

static double ask_once(const contestant *c, const question *q, uint64_t *answers) {
    const unsigned before = _mm_getcsr();
    _mm_setcsr(before | c->mxcsr);
    if (c->dirty && runs("avx2")) dirty_uppers();
    const double time = c->ask(q, answers);
    _mm_setcsr(before);
    return time;
}

/* Bit 2 of XINUSE, where the processor has it. */
static bool uppers_in_use(void) {
    unsigned a, b, c, d;
    if (!__get_cpuid_count(0xd, 1, &a, &b, &c, &d) || (a >> 2 & 1u) == 0) return false;
    __asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(1));
    return (a >> 2 & 1u) != 0;
}

/* Cached booleans of two hulls of 32 vertices, which the kernels of eight lanes answer. */
static void count_uppers(void) {
    enum { CALLS = 4000 };
    carom_hull *hull = make_hull(32);
    carom_shape shape = {.kind = CAROM_SHAPE_HULL, .as.hull = {.hull = hull}};
    shape.as.hull.pose.rotation.w = 1;
    int left = 0;
    for (int i = 0; i < CALLS && runs("avx2"); i++) {
        const carom_pose a = {{1.7F + 0.3F * (float)i / CALLS, 0.6F * (float)(i % 61) / 61, 0.1F},
                              {0, 0, 0, 1}};
        const carom_pose b = {{0, 0, 0}, {0, 0, 0, 1}};
        carom_pair_cache cache = {{0}};
        carom_posed_shape placed[2];
        if (!carom_shape_pose(&placed[0], &shape, a) || !carom_shape_pose(&placed[1], &shape, b))
            abort();
        clear_uppers();
        carom_overlap_posed_cached(&placed[0], &placed[1], &cache);
        left += uppers_in_use();
    }
    if (runs("avx2")) clear_uppers();
    printf("%d of %d calls leave upper halves in use\n", left, CALLS);
    carom_hull_destroy(hull);
}

int main(int count, char **arguments) {
    static const contestant all[] = {
        {"SSE2", callers_sse2, NULL, 0, false},
        {"SSE2, upper halves in use", callers_sse2, NULL, 0, true},
        {"SSE2, FTZ and DAZ", callers_sse2, NULL, 0x8040, false},
        {"AVX2, FMA", callers_avx2, "avx2", 0, false},
        {"AVX-512, FMA", callers_avx512, "avx512", 0, false},
    };
    enum { CONTESTANTS = sizeof all / sizeof all[0] };
    const int rounds = count > 1 ? atoi(arguments[1]) : 200;
    carom_hull *hull = make_hull(HULL_VERTICES);
    carom_shape round = {.kind = CAROM_SHAPE_HULL, .as.hull = {.hull = hull}};
    round.as.hull.pose.rotation.w = 1;
    const carom_shape box = {
        .kind = CAROM_SHAPE_OBB,
        .as.obb = {{0, 0, 0}, {{1, 0, 0}, {0, 0.8F, 0.6F}, {0, -0.6F, 0.8F}}, {0.5F, 0.4F, 0.3F}}};
    const question questions[] = {
        {round, round, {1.93F, 0.42F, 0}, {0.05F, 0.1F, 0.02F}, true},
        {round, round, {1.93F, 0.42F, 0}, {0.05F, 0.1F, 0.02F}, false},
        {box, box, {1.0F, 0.2F, 0.1F}, {0.05F, 0.1F, 0.02F}, false},
    };
    static const char *const rows[] = {"hull-128, warm", "hull-128", "boxes"};
    for (int row = 0; row < 3; row++) {
        double best[CONTESTANTS];
        uint64_t answers[CONTESTANTS] = {0};
        for (int round_at = 0; round_at < rounds; round_at++)
            for (int k = 0; k < CONTESTANTS; k++) {
                if (!runs(all[k].needs)) continue;
                const double time = ask_once(&all[k], &questions[row], &answers[k]);
                if (round_at == 0 || time < best[k]) best[k] = time;
            }
        for (int k = 0; k < CONTESTANTS; k++)
            if (runs(all[k].needs))
                printf("%-16s %-28s %8.1f ns a call%s\n", rows[row], all[k].name, best[k],
                       answers[k] == answers[0] ? "" : "  other answers");
    }
    carom_hull_destroy(hull);
    count_uppers();
    return 0;
}

#endif
