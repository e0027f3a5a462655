/* Triangles that lie on each other: n and 2 n of them and so on, where time may grow faster than
 * they do: bench/results/stacks.md. usage: stacks [N [ROUNDS]] */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <carom/carom.h>

#define SIZES 4 /* n, 2 n, 4 n, 8 n */
#define PATIENCE 20.0

/* Triangles of one stack. */
typedef enum stack_kind {
    STACK_EQUAL,   /* the same corners, a slanted triangle */
    STACK_NEARLY,  /* corners that differ by a millionth */
    STACK_LEVEL,   /* different ones in a plane of constant z */
    STACK_SLANTED, /* different ones in a slanted plane, as nearly as numbers allow */
    STACK_LINE     /* different ones without area along a line */
} stack_kind;

static const char *const kind_names[] = {"equal", "nearly equal", "level plane", "slanted plane",
                                         "line"};

static uint32_t seed;

static carom_real random_number(void) {
    seed = seed * 1664525U + 1013904223U;
    return (carom_real)(seed >> 8) / (carom_real)(1 << 24);
}

static carom_vec3 corner_of(stack_kind kind, size_t i) {
    static const carom_vec3 corner[3] = {{0, 0, 0}, {1, 0.25F, 0.5F}, {0, 1, 0.75F}};
    carom_vec3 at = corner[i % 3];
    if (kind == STACK_NEARLY) {
        at.x += (carom_real)1e-6 * random_number();
        at.y += (carom_real)1e-6 * random_number();
        at.z += (carom_real)1e-6 * random_number();
    }
    if (kind == STACK_LINE) {
        const carom_real t = random_number();
        return (carom_vec3){t, 2 * t, 4 * t};
    }
    if (kind >= STACK_LEVEL) at = (carom_vec3){random_number(), random_number(), 0};
    if (kind == STACK_SLANTED) at.z = (carom_real)0.3 * at.x + (carom_real)0.7 * at.y;
    return at;
}

static carom_mesh *make_stack(size_t n, stack_kind kind, carom_mesh_build build) {
    carom_vec3 *at = malloc(3 * n * sizeof *at);
    uint32_t *index = malloc(3 * n * sizeof *index);
    for (size_t i = 0; i < 3 * n; i++) {
        at[i] = corner_of(kind, i);
        index[i] = (uint32_t)i;
    }
    const carom_mesh_def def = {.vertices = at,
                                .vertex_count = 3 * n,
                                .indices = index,
                                .triangle_count = n,
                                .build = build};
    carom_mesh *mesh = NULL;
    if (carom_mesh_create(&mesh, &def) != CAROM_OK) abort();
    free(at);
    free(index);
    return mesh;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t); /* other programs run, too */
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

typedef struct stack_pair {
    carom_mesh *a, *b;
} stack_pair;

/* A question, and how far B is above A. */
typedef struct stack_row {
    const char *name;
    carom_real above;
    void (*ask)(const stack_pair *pair, carom_pose pose);
} stack_row;

static void ask_sweep(const stack_pair *pair, carom_pose pose) {
    const carom_placed_mesh a = {.mesh = pair->a}, b = {.mesh = pair->b, .pose = pose};
    carom_sweep_mesh_mesh(&a, (carom_vec3){0, 0, 4}, &b);
}

static void ask_toi(const stack_pair *pair, carom_pose pose) {
    const carom_turning_mesh turns = {.mesh = pair->a, .end.position = {0, 0, 4}},
                             stays = {.mesh = pair->b, .start = pose, .end = pose};
    carom_toi_mesh_mesh(&turns, &stays, 0);
}

static void ask_overlap(const stack_pair *pair, carom_pose pose) {
    const carom_placed_mesh a = {.mesh = pair->a}, b = {.mesh = pair->b, .pose = pose};
    carom_overlap_mesh_mesh(&a, &b);
}

static void ask_closest(const stack_pair *pair, carom_pose pose) {
    const carom_placed_mesh a = {.mesh = pair->a}, b = {.mesh = pair->b, .pose = pose};
    carom_closest_mesh_mesh(&a, &b);
}

static void ask_within(const stack_pair *pair, carom_pose pose) {
    const carom_placed_mesh a = {.mesh = pair->a}, b = {.mesh = pair->b, .pose = pose};
    carom_overlap_mesh_mesh_within(&a, &b, (carom_real)0.1 * pose.position.z);
}

static void ask_self(const stack_pair *pair, carom_pose pose) {
    (void)pose;
    carom_overlap_mesh_self(pair->a);
}

/* 0.001 above, boxes of slanted triangles meet and the triangles do not. */
static const stack_row rows[] = {{"distance", 3, ask_closest},
                                 {"distance, near", (carom_real)0.001, ask_closest},
                                 {"overlap", 3, ask_overlap},
                                 {"overlap, near", (carom_real)0.001, ask_overlap},
                                 {"within", (carom_real)0.1, ask_within},
                                 {"sweep", 3, ask_sweep},
                                 {"time of impact", 3, ask_toi},
                                 {"self-overlap", 0, ask_self}};

static double seconds_of(const stack_row *row, stack_kind kind, size_t n) {
    seed = 2026;
    const stack_pair pair = {make_stack(n, kind, CAROM_MESH_BUILD_BEST),
                             make_stack(n, kind, CAROM_MESH_BUILD_BEST)};
    carom_pose pose = carom_pose_identity();
    pose.position.z = row->above;
    const double start = now();
    row->ask(&pair, pose);
    const double seconds = now() - start;
    carom_mesh_destroy(pair.a);
    carom_mesh_destroy(pair.b);
    return seconds;
}

static void print_row(const stack_row *row, stack_kind kind, size_t n) {
    printf("%-14s  %-13s", row->name, kind_names[kind]);
    double last = 0.0;
    for (int k = 0; k < SIZES && last < PATIENCE; k++) {
        last = seconds_of(row, kind, n << k);
        printf("  %10.3f", 1e3 * last);
        fflush(stdout);
    }
    printf("\n");
}

static void print_build(carom_mesh_build how, size_t n) {
    printf("%-14s  %-13s", how == CAROM_MESH_BUILD_BEST ? "build, best" : "build, split", "equal");
    for (int k = 0; k < SIZES; k++) {
        const double start = now();
        carom_mesh_destroy(make_stack(n << k, STACK_EQUAL, how));
        printf("  %10.3f", 1e3 * (now() - start));
    }
    printf("\n");
}

/* Removes n equal boxes, one by one, in the order of their insertion. */
static void print_removals(size_t n) {
    printf("%-14s  %-13s", "remove boxes", "equal");
    for (int k = 0; k < SIZES; k++) {
        const carom_space_def def = {.kind = CAROM_SPACE_SWEEP_PRUNE_INCREMENTAL};
        const carom_aabb box = {{0, 0, 0}, {1, 1, 1}};
        carom_space *space = NULL;
        uint32_t *ids = malloc((n << k) * sizeof *ids);
        if (!ids || carom_space_create(&space, &def) != CAROM_OK) abort();
        for (size_t i = 0; i < n << k; i++)
            if (carom_space_insert(space, &box, &ids[i]) != CAROM_OK) abort();
        const double start = now();
        for (size_t i = 0; i < n << k; i++)
            carom_space_remove(space, ids[i]);
        printf("  %10.3f", 1e3 * (now() - start));
        carom_space_destroy(space);
        free(ids);
    }
    printf("\n");
}

int main(int count, char **arguments) {
    const size_t n = count > 1 ? strtoul(arguments[1], NULL, 10) : 500;
    const char *only = count > 2 ? arguments[2] : "";
    printf("milliseconds of n = ");
    for (int k = 0; k < SIZES; k++)
        printf("%zu%s", n << k, k + 1 < SIZES ? ", " : "\n");
    print_build(CAROM_MESH_BUILD_SPLIT, n);
    print_build(CAROM_MESH_BUILD_BEST, n);
    print_removals(n);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int kind = STACK_EQUAL; kind <= STACK_LINE; kind++)
            if (!strncmp(rows[i].name, only, strlen(only))) print_row(&rows[i], kind, n);
    return 0;
}
