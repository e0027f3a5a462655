/* carom simulate: runs a scene, checks it as it goes, and reports in numbers, events and pictures.
 */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "commands.h"
#include "real.h"
#include "sim.h"

#define SHEET_LIMIT 12 /* pictures in a row or column */

typedef struct options {
    const char *scene, *events, *png;
    int frames, samples;
    int columns, rows; /* of the contact sheet */
    double rate;
    bool json, no_check;
} options;

typedef struct totals {
    int frames;
    long long impacts, impacts_between, pairs_tested, pairs_possible, with_statics;
    long long rested, pushed_out;
    double seconds, slowest;
} totals;

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number) {
    (void)number;
    interrupted = 1;
}

static double seconds_now(void) {
    struct timespec now;
    timespec_get(&now, TIME_UTC);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void print_usage(FILE *out) {
    fputs("usage: carom simulate SCENE.json [options]\n"
          "\n"
          "Lets the spheres of a scene loose among its planes, boxes and meshes: detected "
          "continuously,\n"
          "bounced, and checked for tunnelling by independent queries. docs/simulate.md has the "
          "format.\n"
          "\n"
          "  --frames N      run N frames instead of the scene's own number\n"
          "  --fps N         frames per second instead of the scene's own\n"
          "  --events FILE   write every impact as a JSON line: time, pair, point, normal\n"
          "  --png FILE      write a contact sheet of rendered frames\n"
          "  --sheet CxR     columns and rows of the contact sheet (default 4x3)\n"
          "  --samples N     moments per frame at which positions are checked (default 2)\n"
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
    if (!strcmp(name, "--sheet")) return sheet_option(value, opt) ? 2 : 0;
    if (name[0] != '-' && !opt->scene) return opt->scene = name, 1;
    fprintf(stderr, "carom simulate: %s is not understood; see carom simulate --help\n", name);
    return 0;
}

static void write_events(FILE *out, const sim_scene *scene, const sim_frame *frame, int number) {
    for (int i = 0; i < frame->impact_count; i++) {
        const sim_impact *hit = &frame->impacts[i];
        fprintf(out, "{\"time\":%.12g,\"frame\":%d,\"a\":\"sphere %d\",\"b\":",
                number * scene->frame_time + hit->time, number, hit->ball);
        if (hit->other >= 0)
            fprintf(out, "\"sphere %d\"", hit->other);
        else
            fprintf(out, "\"%s\"", scene->statics[~hit->other].name);
        fprintf(out, ",\"point\":[%.12g,%.12g,%.12g],\"normal\":[%.12g,%.12g,%.12g]}\n",
                hit->point.x, hit->point.y, hit->point.z, hit->normal.x, hit->normal.y,
                hit->normal.z);
    }
}

static void add_totals(totals *sum, const sim_scene *scene, sim_frame *frame, double seconds) {
    long long n = scene->ball_count;
    sum->frames++;
    sum->impacts += frame->impact_count;
    for (int i = 0; i < frame->impact_count; i++)
        if (frame->impacts[i].other >= 0) sum->impacts_between++;
    sum->pairs_possible += n * (n - 1) / 2;
    sum->seconds += seconds;
    if (seconds > sum->slowest) sum->slowest = seconds;
    sum->pairs_tested = frame->pairs_tested;
    sum->with_statics = frame->pairs_with_statics;
    sum->rested = frame->rested;
    sum->pushed_out = frame->pushed_out;
}

static void show_progress(const sim_scene *scene, const totals *sum) {
    if (!isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\rframe %d of %d, %lld impacts ", sum->frames, scene->frames, sum->impacts);
    if (sum->frames == scene->frames || interrupted) fputc('\n', stderr);
}

/* Files that are written while the simulation runs. */
typedef struct outputs {
    FILE *events;
    sim_sheet *sheet;
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
    sim_frame frame = {0};
    bool ok = true;
    take_picture(out, scene, 0);
    while (ok && sum->frames < scene->frames && !interrupted) {
        double start = seconds_now();
        ok = sim_step(scene, &frame);
        add_totals(sum, scene, &frame, seconds_now() - start);
        if (ok && !opt->no_check) ok = sim_check_frame(scene, &frame, verdict);
        if (ok && out->events) write_events(out->events, scene, &frame, sum->frames - 1);
        take_picture(out, scene, sum->frames);
        show_progress(scene, sum);
    }
    sim_frame_free(&frame);
    if (!ok) fputs("carom simulate: out of memory\n", stderr);
    return ok;
}

static void print_json(const sim_scene *scene, const totals *sum, const sim_verdict *verdict,
                       bool checked) {
    double frames = sum->frames > 0 ? sum->frames : 1;
    printf("{\"spheres\":%d,\"frames\":%d,\"frames_per_second\":%.12g,\"interrupted\":%s,"
           "\"impacts\":%lld,\"impacts_between_spheres\":%lld,"
           "\"pairs_considered\":%lld,\"pairs_possible\":%lld,\"sweeps_against_scenery\":%lld,"
           "\"ms_per_frame\":%.6g,\"ms_slowest_frame\":%.6g,\"rested\":%lld,\"pushed_out\":%lld",
           scene->ball_count, sum->frames, 1.0 / scene->frame_time, interrupted ? "true" : "false",
           sum->impacts, sum->impacts_between, sum->pairs_tested, sum->pairs_possible,
           sum->with_statics, 1e3 * sum->seconds / frames, 1e3 * sum->slowest, sum->rested,
           sum->pushed_out);
    if (checked)
        printf(",\"positions_checked\":%lld,\"paths_checked\":%lld,\"inside\":%lld,"
               "\"tunnelled\":%lld,\"worst_depth_radii\":%.6g",
               verdict->positions, verdict->paths, verdict->inside, verdict->tunnelled,
               verdict->positions ? verdict->worst_depth : 0.0);
    puts("}");
}

static void print_text(const sim_scene *scene, const totals *sum, const sim_verdict *verdict,
                       bool checked) {
    double frames = sum->frames > 0 ? sum->frames : 1;
    double share =
        sum->pairs_possible ? 100.0 * (double)sum->pairs_tested / (double)sum->pairs_possible : 0.0;
    printf("spheres              %d, among %d pieces of scenery\n", scene->ball_count,
           scene->static_count);
    printf("frames               %d at %g per second%s\n", sum->frames, 1.0 / scene->frame_time,
           interrupted ? " (interrupted)" : "");
    printf("impacts              %lld, of which %lld between spheres\n", sum->impacts,
           sum->impacts_between);
    printf("pairs considered     %lld of n(n-1)/2 = %lld (%.3g %%)\n", sum->pairs_tested,
           sum->pairs_possible, share);
    printf("time per frame       %.3f ms, slowest %.3f ms\n", 1e3 * sum->seconds / frames,
           1e3 * sum->slowest);
    if (sum->rested) printf("rested in a wedge    %lld times\n", sum->rested);
    if (sum->pushed_out) printf("pushed out           %lld times\n", sum->pushed_out);
    if (!checked) return;
    printf("ever inside          %lld of %lld positions (deepest %.2g radii)\n", verdict->inside,
           verdict->positions, verdict->worst_depth);
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
    return true;
}

static bool close_outputs(outputs *out, const options *opt) {
    bool ok = true;
    if (out->events && (ferror(out->events) | fclose(out->events))) {
        perror(opt->events);
        ok = false;
    }
    if (out->sheet) ok = sim_sheet_write(out->sheet, opt->png) && ok;
    sim_sheet_destroy(out->sheet);
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
    ok = close_outputs(&out, opt) && ok;
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
    if (!sim_scene_load(&scene, opt.scene)) return EXIT_BAD_INPUT;
    int status = run_scene(&scene, &opt);
    sim_scene_free(&scene);
    return status;
}
