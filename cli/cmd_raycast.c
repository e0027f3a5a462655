/* carom raycast: the hits of rays on a mesh file, the first one of each or all. Rays come from
 * options or from a file and are cast in blocks. A ray without a direction is an error, because it
 * would be reported as a miss. */
#include "model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer_vector.h"
#include "commands.h"
#include "numbers.h"
#include "options.h"
#include "reading.h"
#include "threads.h"

#define RAY_NUMBERS 8 /* origin, direction, t_min, t_max */

static void print_usage(FILE *out) {
    fputs(
        "usage: carom raycast FILE (--ray R | --rays LIST)... [options]\n"
        "\n"
        "Casts rays at a mesh file (see carom info) and tells for each the first triangle\n"
        "hit, in the order given. R is ox,oy,oz,dx,dy,dz and, if wanted, t_min,t_max; t counts in\n"
        "lengths of the direction. No ray slips through an edge or a vertex that triangles "
        "share.\n"
        "\n"
        "  --ray R      one ray; may be given again\n"
        "  --rays LIST  a file with one ray a line, by commas or blanks; - is standard input\n"
        "  --cull       passes triangles whose back is seen\n"
        "  --any        only whether something is hit\n"
        "  --all        every hit, in order\n",
        out);
    reading_print_usage(out, 11);
    fputs("  --threads N  work with N threads; one for each processor unless given\n"
          "  --json       one JSON object a ray\n"
          "\n"
          "exit status: 0 done, 2 usage, 3 bad input\n",
          out);
}

typedef struct raycast_command {
    const char *path;
    carom_io_options reading;
    numbers_list rays;
    carom_facing facing;
    uint32_t threads;
    bool any, all, json;
} raycast_command;

/* A block of rays that are cast together, and their hits. */
#define BLOCK 16384

typedef struct ray_block {
    carom_ray rays[BLOCK];
    carom_mesh_ray_hit hits[BLOCK];
    bool any[BLOCK];
} ray_block;

/* Rays of a block with all hits, and the greatest number of hits of each. */
#define LISTS 1024
#define LIST_LENGTH 32

typedef struct list_block {
    carom_ray rays[LISTS];
    carom_mesh_ray_hit hits[LISTS][LIST_LENGTH];
    uint32_t counts[LISTS];
} list_block;

static carom_ray ray_at(const numbers_list *rays, size_t i) {
    const double *r = rays->value + RAY_NUMBERS * i;
    carom_ray ray = {make3(r[0], r[1], r[2]), make3(r[3], r[4], r[5]), r[6], r[7]};
    if (isnan(ray.t_min)) ray.t_min = 0.0;
    if (isnan(ray.t_max)) ray.t_max = CAROM_REAL_MAX;
    return ray;
}

static void put_hit(answer *a, const model *m, const carom_ray *ray,
                    const carom_mesh_ray_hit *hit) {
    answer_number(a, "t", hit->at.t);
    answer_vector(a, "point", plus(ray->origin, times(ray->direction, hit->at.t)));
    answer_vector(a, "normal", hit->at.normal);
    answer_number(a, "triangle", (double)hit->triangle);
    answer_vector(a, "barycentric", hit->at.barycentric);
    answer_text(a, "part", m->names[model_part_of(m, hit->triangle)]);
}

static void tell_json(const model *m, size_t number, const carom_ray *ray,
                      const carom_mesh_ray_hit *hit, bool any) {
    answer a = {.out = stdout};
    answer_open(&a);
    answer_number(&a, "ray", (double)number);
    answer_truth(&a, "hit", hit->hit);
    if (hit->hit && !any) put_hit(&a, m, ray, hit);
    answer_close(&a);
}

static void tell_row(const model *m, size_t number, const carom_ray *ray,
                     const carom_mesh_ray_hit *hit, bool any) {
    if (any || !hit->hit) {
        printf("%6zu  %s\n", number, hit->hit ? "hit" : "-");
        return;
    }
    carom_vec3 p = plus(ray->origin, times(ray->direction, hit->at.t)), n = hit->at.normal;
    printf("%6zu  %-12.9g %9u  %12.9g %12.9g %12.9g  %+.3f %+.3f %+.3f  %s\n", number, hit->at.t,
           (unsigned)hit->triangle, p.x, p.y, p.z, n.x, n.y, n.z,
           m->names[model_part_of(m, hit->triangle)]);
}

static void tell_hits(const raycast_command *c, const model *m, size_t number,
                      const carom_mesh_ray_hit *hits, size_t count) {
    const carom_ray ray = ray_at(&c->rays, number);
    answer a = {.out = stdout};
    if (c->json) {
        answer_open(&a);
        answer_number(&a, "ray", (double)number);
        answer_open_array(&a, "hits");
    }
    for (size_t i = 0; i < count; i++) {
        if (!c->json) {
            tell_row(m, number, &ray, &hits[i], false);
            continue;
        }
        answer_open_item(&a, i == 0);
        put_hit(&a, m, &ray, &hits[i]);
        answer_close_item(&a);
    }
    if (c->json) {
        answer_close_array(&a);
        answer_close(&a);
    }
}

/* All hits of a ray with more than the lists of the block hold. False when memory ran out. */
static bool tell_long_list(const raycast_command *c, const model *m, size_t number, size_t count) {
    const carom_ray ray = ray_at(&c->rays, number);
    carom_mesh_ray_hit *hits = malloc(count * sizeof *hits);
    if (!hits) return false;
    carom_raycast_ray_mesh_all(&ray, m->mesh, c->facing, hits, count);
    tell_hits(c, m, number, hits, count);
    free(hits);
    return true;
}

/* The first hits of rays `first` .. `first + count - 1`. */
static void tell_first_hits(const raycast_command *c, const model *m, ray_block *block,
                            size_t first, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (c->any) block->hits[i].hit = block->any[i];
        if (c->json)
            tell_json(m, first + i, &block->rays[i], &block->hits[i], c->any);
        else
            tell_row(m, first + i, &block->rays[i], &block->hits[i], c->any);
    }
}

static bool cast_first(const raycast_command *c, const model *m) {
    ray_block *block = calloc(1, sizeof *block);
    threads t = threads_start(c->rays.count > 1 ? c->threads : 1);
    for (size_t first = 0; block && first < c->rays.count; first += BLOCK) {
        carom_mesh_rays some = {block->rays, c->rays.count - first, c->facing};
        if (some.count > BLOCK) some.count = BLOCK;
        for (size_t i = 0; i < some.count; i++)
            block->rays[i] = ray_at(&c->rays, first + i);
        if (c->any)
            carom_overlap_rays_mesh(&some, m->mesh, block->any, &t.hook);
        else
            carom_raycast_rays_mesh(&some, m->mesh, block->hits, &t.hook);
        tell_first_hits(c, m, block, first, some.count);
    }
    threads_end(&t);
    free(block);
    return block != NULL;
}

static bool cast_all(const raycast_command *c, const model *m) {
    list_block *block = malloc(sizeof *block);
    threads t = threads_start(c->rays.count > 1 ? c->threads : 1);
    bool done = block != NULL;
    for (size_t first = 0; done && first < c->rays.count; first += LISTS) {
        carom_mesh_rays some = {block->rays, c->rays.count - first, c->facing};
        if (some.count > LISTS) some.count = LISTS;
        for (size_t i = 0; i < some.count; i++)
            block->rays[i] = ray_at(&c->rays, first + i);
        const carom_hit_lists lists = {block->hits[0], LIST_LENGTH, block->counts};
        carom_raycast_rays_mesh_all(&some, m->mesh, &lists, &t.hook);
        for (size_t i = 0; done && i < some.count; i++)
            if (block->counts[i] > LIST_LENGTH)
                done = tell_long_list(c, m, first + i, block->counts[i]);
            else
                tell_hits(c, m, first + i, block->hits[i], block->counts[i]);
    }
    threads_end(&t);
    free(block);
    return done;
}

static int cast_rays(const raycast_command *c, const model *m) {
    if (!c->json && !c->any)
        printf("%6s  %-12s %9s  %12s %12s %12s  %-20s  %s\n", "ray", "t", "triangle", "x", "y", "z",
               "normal", "part");
    if (c->all ? cast_all(c, m) : cast_first(c, m)) return EXIT_CLEAR;
    fputs("carom raycast: not enough memory\n", stderr);
    return EXIT_BAD_INPUT;
}

/* A ray without a direction would be reported as a miss. */
static bool rays_are_sound(const raycast_command *c) {
    for (size_t i = 0; i < c->rays.count; i++) {
        carom_shape ray = {.kind = CAROM_SHAPE_RAY, .as.ray = ray_at(&c->rays, i)};
        const char *problem = carom_shape_problem(&ray);
        if (!problem) continue;
        fprintf(stderr, "carom raycast: ray %zu, counted from 0: %s\n", i, problem);
        return false;
    }
    return true;
}

static int read_raycast(raycast_command *c, int argc, char **argv) {
    for (int i = 1; i < argc; i++) {
        bool valued = !strcmp(argv[i], "--ray") || !strcmp(argv[i], "--rays");
        if (valued && i + 1 < argc) {
            int status = numbers_add_option(&c->rays, argv[i], argv[i + 1], 6);
            if (status != EXIT_CLEAR) return status;
            i++;
        } else if (!strcmp(argv[i], "--threads") && i + 1 < argc &&
                   threads_read(argv[i + 1], &c->threads)) {
            i++;
        } else if (i + 1 < argc && reading_option(&c->reading, argv[i], argv[i + 1]) == 0) {
            i++;
        } else if (!strcmp(argv[i], "--cull")) {
            c->facing = CAROM_FRONT_ONLY;
        } else if (!strcmp(argv[i], "--any")) {
            c->any = true;
        } else if (!strcmp(argv[i], "--all")) {
            c->all = true;
        } else if (!strcmp(argv[i], "--json")) {
            c->json = true;
        } else if (argv[i][0] == '-' || c->path) {
            complain_of_argument("raycast", &argv[i]);
            return EXIT_USAGE;
        } else {
            c->path = argv[i];
        }
    }
    if (c->any && c->all) {
        fputs("carom raycast: --any and --all exclude each other\n", stderr);
        return EXIT_USAGE;
    }
    if (c->path && c->rays.value) return rays_are_sound(c) ? EXIT_CLEAR : EXIT_BAD_INPUT;
    if (c->path) fputs("carom raycast: no ray is given; see carom raycast --help\n", stderr);
    return c->path ? EXIT_USAGE : (print_usage(stderr), EXIT_USAGE);
}

int cmd_raycast(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h"))
            return print_usage(stdout), EXIT_CLEAR;
    raycast_command c = {.facing = CAROM_BOTH_SIDES,
                         .rays = {.width = RAY_NUMBERS, .missing = (double)NAN}};
    model m;
    int status = read_raycast(&c, argc, argv);
    if (status == EXIT_CLEAR && !model_load(&m, &(model_def){c.path, c.reading, c.threads, NULL}))
        status = EXIT_BAD_INPUT;
    else if (status == EXIT_CLEAR) {
        status = cast_rays(&c, &m);
        model_free(&m);
    }
    numbers_free(&c.rays);
    return status;
}
