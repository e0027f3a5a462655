/* Triangles that lie on each other: n and 4 n of them, where time may grow faster than they do:
 * bench/results/stacks.md. usage: stacks [N] */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <carom/carom.h>

static carom_mesh *make_stack(size_t n, carom_mesh_build build) {
    static const carom_vec3 corner[3] = {{0, 0, 0}, {1, 0.25F, 0.5F}, {0, 1, 0.75F}};
    carom_vec3 *at = malloc(3 * n * sizeof *at);
    uint32_t *index = malloc(3 * n * sizeof *index);
    for (size_t i = 0; i < 3 * n; i++) {
        at[i] = corner[i % 3];
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
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void build(size_t n, carom_mesh_build how) {
    carom_mesh_destroy(make_stack(n, how));
}

/* Seconds of one question of two stacks. */
static double ask(size_t n, int row) {
    carom_mesh *mesh = make_stack(n, CAROM_MESH_BUILD_BEST);
    const carom_placed_mesh a = {.mesh = mesh}, b = {.mesh = mesh, .pose.position = {0, 0, 3}};
    const carom_turning_mesh turns = {.mesh = mesh, .end.position = {0, 0, 4}},
                             stays = {.mesh = mesh, .start = b.pose, .end = b.pose};
    double start = now();
    if (row == 0) carom_sweep_mesh_mesh(&a, (carom_vec3){0, 0, 4}, &b);
    if (row == 1) carom_toi_mesh_mesh(&turns, &stays, 0);
    if (row == 2) carom_overlap_mesh_mesh(&a, &b);
    double seconds = now() - start;
    carom_mesh_destroy(mesh);
    return seconds;
}

int main(int count, char **arguments) {
    static const char *const rows[] = {"build, split", "build, best", "sweep", "time of impact",
                                       "overlap"};
    size_t n = count > 1 ? strtoul(arguments[1], NULL, 10) : 100000;
    for (int row = 0; row < 5; row++) {
        double seconds[2];
        for (int k = 0; k < 2; k++) {
            size_t many = k ? 4 * n : n;
            double start = now();
            if (row < 2) build(many, row ? CAROM_MESH_BUILD_BEST : CAROM_MESH_BUILD_SPLIT);
            seconds[k] = row < 2 ? now() - start : ask(many, row - 2);
        }
        printf("%-16s %8zu: %9.3f ms  %8zu: %9.3f ms  %6.2f times\n", rows[row], n,
               1e3 * seconds[0], 4 * n, 1e3 * seconds[1], seconds[1] / seconds[0]);
    }
    return 0;
}
