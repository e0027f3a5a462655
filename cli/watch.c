/* carom watch: every argument that names a file is looked at five times a second, and the command
 * runs again in a process of its own when one of them is another than before, and has stayed the
 * same for one look: what is still being written is waited for. */
#include "watch.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"

static void print_usage(FILE *out) {
    fputs("usage: carom watch [--times N] COMMAND [arguments]\n"
          "\n"
          "Runs a command of carom, and again whenever a file that its arguments name has\n"
          "changed, until Ctrl-C. What it did is told on standard error.\n"
          "\n"
          "  --times N       ends after N runs\n"
          "\n"
          "exit status: that of the last run; 2 usage; 3 no argument names a file\n",
          out);
}

#ifdef _WIN32

int watch_files(int argc, char **argv, watch_run *run) {
    (void)run;
    if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
        return print_usage(stdout), EXIT_CLEAR;
    fputs("carom watch: not available on this system\n", stderr);
    return EXIT_BAD_INPUT;
}

#else

#include <stdint.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LOOKS_EACH_SECOND 5

/* The time, size and place of a file; zero where there is none. */
typedef struct watched {
    long long seconds, nanoseconds, size, place;
} watched;

static watched look_at(const char *path) {
    struct stat s;
    if (stat(path, &s) != 0 || !S_ISREG(s.st_mode)) return (watched){0, 0, 0, 0};
    return (watched){s.st_mtim.tv_sec, s.st_mtim.tv_nsec, s.st_size, (long long)s.st_ino};
}

static bool look_at_all(watched *out, char **argv, int argc) {
    bool any = false;
    for (int i = 0; i < argc; i++) {
        const char *equals = strchr(argv[i], '='); /* --option=file */
        out[i] = look_at(argv[i][0] == '-' && equals ? equals + 1 : argv[i]);
        any = any || out[i].place != 0;
    }
    return any;
}

static bool are_same(const watched *a, const watched *b, int count) {
    return !memcmp(a, b, (size_t)count * sizeof *a);
}

static void wait_a_moment(void) {
    const struct timespec moment = {0, 1000000000L / LOOKS_EACH_SECOND};
    nanosleep(&moment, NULL);
}

/* Until the files are others than `last`, and at rest; `last` gets what they are. */
static void wait_for_change(watched *last, watched *now, watched *before, char **argv, int argc) {
    memcpy(before, last, (size_t)argc * sizeof *last);
    for (;;) {
        wait_a_moment();
        const bool any = look_at_all(now, argv, argc);
        const bool rests = are_same(now, before, argc);
        memcpy(before, now, (size_t)argc * sizeof *now);
        if (any && rests && !are_same(now, last, argc)) break;
    }
    memcpy(last, now, (size_t)argc * sizeof *now);
}

static int run_apart(int argc, char **argv, watch_run *run) {
    int status = 0;
    fflush(NULL);
    const pid_t child = fork();
    if (child == 0) {
        const int answer = run(argc, argv);
        exit(fflush(stdout) == 0 && !ferror(stdout) ? answer : EXIT_BAD_INPUT);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status))
        return EXIT_BAD_INPUT;
    return WEXITSTATUS(status);
}

static int run_again_and_again(int argc, char **argv, watch_run *run, unsigned long times) {
    int status = EXIT_BAD_INPUT;
    watched *all = calloc(3 * (size_t)argc, sizeof *all);
    if (!all) return fputs("carom watch: not enough memory\n", stderr), status;
    if (!look_at_all(all, argv, argc))
        fputs("carom watch: no argument names a file\n", stderr);
    else
        for (unsigned long n = 1;; n++) {
            status = run_apart(argc, argv, run);
            fprintf(stderr, "carom watch: run %lu ended with exit status %d\n", n, status);
            if (n == times) break;
            wait_for_change(all, all + argc, all + 2 * argc, argv, argc);
        }
    free(all);
    return status;
}

int watch_files(int argc, char **argv, watch_run *run) {
    unsigned long times = 0;
    int first = 1;
    if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h")))
        return print_usage(stdout), EXIT_CLEAR;
    if (argc > 2 && !strcmp(argv[1], "--times")) {
        char *end;
        times = strtoul(argv[2], &end, 10);
        first = argv[2][0] >= '1' && argv[2][0] <= '9' && !*end ? 3 : argc;
    }
    if (first >= argc || argv[first][0] == '-' || !strcmp(argv[first], "watch"))
        return print_usage(stderr), EXIT_USAGE;
    return run_again_and_again(argc - first, argv + first, run, times);
}

#endif
