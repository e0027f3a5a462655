/* carom simulate: runs a scene, checks every step, and reports numbers, events and images. An
 * interrupt ends the run after the step at hand, and the report tells so. The status is 1 where a
 * check found a body inside another one. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "options.h"
#include "real.h"
#include "system.h"
#include "simulate/sim.h"
#include "threads.h"
#include "simulate/sim_check.h"
#include "simulate/sim_html.h"
#include "simulate/sim_render.h"
#include "simulate/sim_scene.h"
#include "text/plural.h"

#define SHEET_LIMIT 12 /* pictures in a row or column */

typedef struct options {
    const char *scene, *events, *png, *html;
    int frames, samples;
    int columns, rows; /* of the contact sheet */
    uint32_t threads;  /* 0: one for each processor */
    double rate;
    bool json, no_check;
} options;

typedef struct totals {
    int frames;
    long long impacts, between_bodies, between_spheres, pairs, pairs_possible, pairs_static;
    long long waited;
    double seconds, slowest;
} totals;

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
}

static void print_usage(FILE *out) {
    fputs("usage: carom simulate SCENE.json [options]; - is standard input\n"
          "\n"
          "Lets the spheres, boxes, hulls and other shapes of a scene loose among its scenery: "
          "detected\n"
          "continuously, bounced, and checked for tunnelling by independent queries. "
          "docs/simulate.md has\n"
          "the format.\n"
          "\n"
          "  --frames N      run N frames instead of the scene's own number\n"
          "  --fps N         frames per second instead of the scene's own\n"
          "  --events FILE   write every impact as a JSON line: time, pair, point, normal\n"
          "  --png FILE      write a contact sheet of rendered frames\n"
          "  --html FILE     write a page for a browser that plays the run\n"
          "  --sheet CxR     columns and rows of the contact sheet (default 4x3)\n"
          "  --samples N     moments per frame at which positions are checked (default 2)\n"
          "  --threads N     work with N threads; one for each processor unless given\n"
          "  --no-check      do not check\n"
          "  --json          report as one JSON object\n"
          "\n"
          "exit status: 0 nothing ever stood inside anything, 1 something did, 2 usage, 3 bad "
          "input\n",
          out);
}

static bool number_option(const char *name, const char *text, double range[2], double *out) {
    char *end = NULL;
    double value = text ? strtod(text, &end) : 0.0;
    if (text && *text && !*end && value >= range[0] && value <= range[1]) {
        *out = value;
        return true;
    }
    fprintf(stderr, "carom simulate: %s needs a number from %g to %g\n", name, range[0], range[1]);
    return false;
}

static bool sheet_option(const char *text, options *opt) {
    int length = 0;
    if (text && sscanf(text, "%2dx%2d%n", &opt->columns, &opt->rows, &length) == 2 &&
        !text[length] && opt->columns >= 1 && opt->rows >= 1 && opt->columns <= SHEET_LIMIT &&
        opt->rows <= SHEET_LIMIT)
        return true;
    fprintf(stderr, "carom simulate: --sheet needs columns and rows from 1x1 to %dx%d\n",
            SHEET_LIMIT, SHEET_LIMIT);
    return false;
}

/* Returns how many arguments the option at argv[i] takes up, 0 when it is wrong. */
static int read_option(options *opt, char **argv, int i) {
    const char *name = argv[i], *value = argv[i + 1];
    double number = 0.0;
    if (!strcmp(name, "--json")) return opt->json = true, 1;
    if (!strcmp(name, "--no-check")) return opt->no_check = true, 1;
    if (!strcmp(name, "--events") && value) return opt->events = value, 2;
    if (!strcmp(name, "--png") && value) return opt->png = value, 2;
    if (!strcmp(name, "--html") && value) return opt->html = value, 2;
    if (!strcmp(name, "--frames")) {
        if (!number_option(name, value, (double[2]){0, 1e7}, &number)) return 0;
        return opt->frames = (int)number, 2;
    }
    if (!strcmp(name, "--fps"))
        return number_option(name, value, (double[2]){1e-3, 1e6}, &opt->rate) ? 2 : 0;
    if (!strcmp(name, "--samples")) {
        if (!number_option(name, value, (double[2]){1, 1000}, &number)) return 0;
        return opt->samples = (int)number, 2;
    }
    if (!strcmp(name, "--threads") && value && threads_read(value, &opt->threads)) return 2;
    if (!strcmp(name, "--sheet")) return sheet_option(value, opt) ? 2 : 0;
    const bool is_file = name[0] != '-' || !name[1]; /* - is standard input */
    if (is_file && !opt->scene) return opt->scene = name, 1;
    complain_of_argument("simulate", &argv[i]);
    return 0;
}

/* The moving one comes first. */
static carom_world_impact moving_first(const sim_scene *scene, carom_world_impact hit) {
    if (sim_collider(scene, (int)hit.a.index).kind != CAROM_COLLIDER_STATIC) return hit;
    carom_collider_id a = hit.a;
    hit.a = hit.b;
    hit.b = a;
    hit.normal = times(hit.normal, -1.0);
    return hit;
}

static void write_events(FILE *out, const sim_scene *scene, int number) {
    size_t count;
    const carom_world_impact *impacts = carom_world_impacts(scene->world, &count);
    for (size_t i = 0; i < count; i++) {
        carom_world_impact hit = moving_first(scene, impacts[i]);
        fprintf(out,
                "{\"time\":%.12g,\"frame\":%d,\"a\":\"%s\",\"b\":\"%s\","
                "\"point\":[%.12g,%.12g,%.12g],\"normal\":[%.12g,%.12g,%.12g]}\n",
                number * scene->frame_time + hit.time, number, scene->items[hit.a.index].name,
                scene->items[hit.b.index].name, hit.point.x, hit.point.y, hit.point.z, hit.normal.x,
                hit.normal.y, hit.normal.z);
    }
}

static void count_impacts(totals *sum, const sim_scene *scene) {
    size_t count;
    const carom_world_impact *impacts = carom_world_impacts(scene->world, &count);
    sum->impacts += (long long)count;
    for (size_t i = 0; i < count; i++) {
        carom_collider_def a = sim_collider(scene, (int)impacts[i].a.index);
        carom_collider_def b = sim_collider(scene, (int)impacts[i].b.index);
        if (a.kind == CAROM_COLLIDER_STATIC || b.kind == CAROM_COLLIDER_STATIC) continue;
        sum->between_bodies++;
        if (a.shape.kind == CAROM_SHAPE_SPHERE && b.shape.kind == CAROM_SHAPE_SPHERE)
            sum->between_spheres++;
    }
}

static void add_totals(totals *sum, const sim_scene *scene, double seconds) {
    long long n = scene->bodies;
    carom_world_counts counts = carom_world_last_counts(scene->world);
    sum->frames++;
    count_impacts(sum, scene);
    sum->pairs_possible += n * (n - 1) / 2;
    sum->seconds += seconds;
    if (seconds > sum->slowest) sum->slowest = seconds;
    sum->pairs += (long long)counts.pairs;
    sum->pairs_static += (long long)counts.pairs_static;
    sum->waited += (long long)counts.waiting;
}

static void show_progress(const sim_scene *scene, const totals *sum) {
    if (!system_shows()) return;
    fprintf(stderr, "\rframe %d of %d, %lld impacts ", sum->frames, scene->frames, sum->impacts);
    if (sum->frames == scene->frames || interrupted) fputc('\n', stderr);
}

/* Files that are written while the simulation runs. */
typedef struct outputs {
    FILE *events;
    sim_sheet *sheet;
    sim_record *record;
    int tiles, capacity;
} outputs;

static void take_picture(outputs *out, const sim_scene *scene, int frame) {
    const int tiles = out->capacity;
    if (!out->sheet || out->tiles >= tiles) return;
    long long due = tiles > 1 ? (long long)out->tiles * scene->frames / (tiles - 1) : 0;
    if (frame < due && frame < scene->frames) return;
    sim_sheet_add(out->sheet, scene, frame * scene->frame_time);
    out->tiles++;
}

static bool run_frames(sim_scene *scene, const options *opt, outputs *out, totals *sum,
                       sim_verdict *verdict) {
    sim_checker checker;
    bool ok = sim_checker_open(&checker, scene);
    take_picture(out, scene, 0);
    while (ok && sum->frames < scene->frames && !interrupted) {
        double start = system_seconds();
        carom_status status = carom_world_step(scene->world, scene->frame_time);
        if (status != CAROM_OK) {
            fprintf(stderr, "carom simulate: frame %d: %s\n", sum->frames,
                    carom_status_text(status));
            sim_checker_close(&checker);
            return false;
        }
        add_totals(sum, scene, system_seconds() - start);
        if (!opt->no_check) ok = sim_check_frame(&checker, scene, verdict);
        if (ok && out->events) write_events(out->events, scene, sum->frames - 1);
        take_picture(out, scene, sum->frames);
        if (out->record) sim_record_frame(out->record, scene, sum->frames - 1);
        show_progress(scene, sum);
    }
    sim_checker_close(&checker);
    if (!ok) fputs("carom simulate: out of memory\n", stderr);
    return ok;
}

static void print_json(const sim_scene *scene, const totals *sum, const sim_verdict *verdict,
                       bool checked) {
    double frames = sum->frames > 0 ? sum->frames : 1;
    printf("{\"bodies\":%d,\"spheres\":%d,\"frames\":%d,\"frames_per_second\":%.12g,"
           "\"interrupted\":%s,\"impacts\":%lld,\"impacts_between_bodies\":%lld,"
           "\"impacts_between_spheres\":%lld,"
           "\"pairs_considered\":%lld,\"pairs_possible\":%lld,\"sweeps_against_scenery\":%lld,"
           "\"ms_per_frame\":%.6g,\"ms_slowest_frame\":%.6g,\"rested\":%lld",
           scene->bodies, scene->spheres, sum->frames, 1.0 / scene->frame_time,
           interrupted ? "true" : "false", sum->impacts, sum->between_bodies, sum->between_spheres,
           sum->pairs, sum->pairs_possible, sum->pairs_static, 1e3 * sum->seconds / frames,
           1e3 * sum->slowest, sum->waited);
    if (checked)
        printf(",\"positions_checked\":%lld,\"paths_checked\":%lld,\"inside\":%lld,"
               "\"tunnelled\":%lld,\"worst_depth_radii\":%.6g",
               verdict->positions, verdict->paths, verdict->inside, verdict->tunnelled,
               verdict->worst_depth);
    puts("}");
}

static void print_text(const sim_scene *scene, const totals *sum, const sim_verdict *verdict,
                       bool checked) {
    double frames = sum->frames > 0 ? sum->frames : 1;
    double share =
        sum->pairs_possible ? 100.0 * (double)sum->pairs / (double)sum->pairs_possible : 0.0;
    printf("bodies               %d, of which %d sphere%s, among %d piece%s of scenery\n",
           scene->bodies, scene->spheres, plural((size_t)scene->spheres),
           scene->count - scene->bodies, plural((size_t)(scene->count - scene->bodies)));
    printf("frames               %d at %g per second%s\n", sum->frames, 1.0 / scene->frame_time,
           interrupted ? " (interrupted)" : "");
    printf("impacts              %lld, of which %lld between bodies\n", sum->impacts,
           sum->between_bodies);
    printf("pairs considered     %lld of n(n-1)/2 = %lld (%.3g %%)\n", sum->pairs,
           sum->pairs_possible, share);
    printf("time per frame       %.3f ms, slowest %.3f ms\n", 1e3 * sum->seconds / frames,
           1e3 * sum->slowest);
    if (sum->waited) printf("rested in a wedge    %lld times\n", sum->waited);
    if (!checked) return;
    printf("ever inside          %lld of %lld positions (deepest %.2g of the size)\n",
           verdict->inside, verdict->positions, verdict->worst_depth);
    printf("tunnelled            %lld of %lld straight paths\n", verdict->tunnelled,
           verdict->paths);
}

static bool open_outputs(outputs *out, const options *opt, const sim_scene *scene) {
    if (opt->events && !(out->events = fopen(opt->events, "w"))) {
        perror(opt->events);
        return false;
    }
    out->capacity = opt->columns * opt->rows;
    if (opt->png && !(out->sheet = sim_sheet_create(scene, opt->columns, opt->rows))) {
        fputs("carom simulate: out of memory for the picture\n", stderr);
        return false;
    }
    if (opt->html && !(out->record = sim_record_create(scene))) {
        fputs("carom simulate: out of memory for the page\n", stderr);
        return false;
    }
    return true;
}

static bool close_outputs(outputs *out, const options *opt, const sim_scene *scene) {
    bool ok = true;
    if (out->events && (ferror(out->events) | fclose(out->events))) {
        perror(opt->events);
        ok = false;
    }
    if (out->sheet) ok = sim_sheet_write(out->sheet, opt->png) && ok;
    sim_sheet_destroy(out->sheet);
    if (out->record) ok = sim_record_write(out->record, scene, opt->html, opt->scene) && ok;
    sim_record_destroy(out->record);
    return ok;
}

static int run_scene(sim_scene *scene, const options *opt) {
    outputs out = {0};
    totals sum = {0};
    sim_verdict verdict = {.samples = opt->samples};
    if (opt->rate > 0.0) scene->frame_time = 1.0 / opt->rate;
    if (opt->frames >= 0) scene->frames = opt->frames;
    interrupted = 0;
    signal(SIGINT, on_interrupt);
    signal(SIGTERM, on_interrupt);
    bool ok = open_outputs(&out, opt, scene) && run_frames(scene, opt, &out, &sum, &verdict);
    ok = close_outputs(&out, opt, scene) && ok;
    if (!ok) return EXIT_BAD_INPUT;
    (opt->json ? print_json : print_text)(scene, &sum, &verdict, !opt->no_check);
    return verdict.inside || verdict.tunnelled ? EXIT_NEGATIVE : EXIT_CLEAR;
}

int cmd_simulate(int argc, char **argv) {
    options opt = {.frames = -1, .samples = 2, .columns = 4, .rows = 3};
    for (int i = 1; i < argc;) {
        if (!strcmp(argv[i], "--help")) return print_usage(stdout), EXIT_CLEAR;
        int used = read_option(&opt, argv, i);
        if (!used) return EXIT_USAGE;
        i += used;
    }
    if (!opt.scene) return print_usage(stderr), EXIT_USAGE;
    sim_scene scene;
    if (!sim_scene_load(&scene, opt.scene, threads_count(opt.threads) - 1)) return EXIT_BAD_INPUT;
    int status = run_scene(&scene, &opt);
    sim_scene_free(&scene);
    return status;
}
