/* carom watch: runs a command, and again whenever one of the files that it names has changed. Files
 * are looked at a few times a second, which works on every file system. One counts as changed when
 * two looks after another find it the same and other than before the last run, so that it is not
 * read while it is written, nor missed when it changes during a run. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "options.h"
#include "progress.h"
#include "system.h"
#include "text/plural.h"

#define SECONDS_BETWEEN_LOOKS 0.2

typedef struct watched_file {
    const char *path;
    bool is_there, was_there;
    system_file now, before; /* before: of the last run */
} watched_file;

typedef struct watch {
    int (*run)(int argc, char **argv);
    char **words; /* of the command, one argument a word */
    int word_count;
    watched_file *files;
    size_t file_count;
} watch;

static void print_usage(FILE *out) {
    fputs("usage: carom watch COMMAND [arguments]\n\n"
          "Runs the command, and again whenever a file among its arguments has changed, until\n"
          "Ctrl-C. Files that it writes are not watched, nor those that its files name.\n"
          "Before each run but the first, standard error names the file.\n\n"
          "  carom watch clash engine.glb --html clash.html\n\n"
          "exit status: 0 the last run found nothing bad, 1 a bad verdict, 2 usage or no file to\n"
          "watch, 3 bad input\n",
          out);
}

static bool same_file(const system_file *a, const system_file *b) {
    return a->bytes == b->bytes && a->seconds == b->seconds && a->nanoseconds == b->nanoseconds;
}

static void look_at_all(watch *w) {
    for (size_t i = 0; i < w->file_count; i++) {
        watched_file *f = &w->files[i];
        f->is_there = system_look_at(f->path, &f->now);
    }
}

/* Looks again. @return a file that has changed since the last run and no more since the last look
 */
static const watched_file *find_changed(watch *w) {
    const watched_file *changed = NULL;
    for (size_t i = 0; i < w->file_count; i++) {
        watched_file *f = &w->files[i];
        const system_file last = f->now;
        const bool was_there = f->is_there;
        f->is_there = system_look_at(f->path, &f->now);
        if (!f->is_there || !was_there || !same_file(&f->now, &last)) continue;
        if (!f->was_there || !same_file(&f->now, &f->before)) changed = f;
    }
    return changed;
}

/* The command may change its arguments: it gets a copy. */
static int run_once(watch *w) {
    size_t size = 0;
    for (int i = 0; i < w->word_count; i++)
        size += strlen(w->words[i]) + 1;
    char **copy = malloc(((size_t)w->word_count + 1) * sizeof *copy + size);
    if (!copy) return fputs("carom watch: not enough memory\n", stderr), EXIT_BAD_INPUT;
    char *text = (char *)(copy + w->word_count + 1);
    for (int i = 0; i < w->word_count; i++) {
        copy[i] = strcpy(text, w->words[i]);
        text += strlen(text) + 1;
    }
    copy[w->word_count] = NULL;
    look_at_all(w);
    for (size_t i = 0; i < w->file_count; i++) {
        w->files[i].before = w->files[i].now;
        w->files[i].was_there = w->files[i].is_there;
    }
    const int status = w->run(w->word_count, copy);
    fflush(stdout);
    free(copy);
    return status;
}

/* Arguments that are files, but for those that the command writes. */
static void find_files(watch *w) {
    const char *command = w->words[0];
    for (int i = 1; i < w->word_count; i++) {
        const char *word = w->words[i], *equals = strchr(word, '=');
        char option[64];
        system_file file;
        if (options_write(command, word)) {
            i++;
            continue;
        }
        if (!strncmp(word, "--", 2) && equals && (size_t)(equals - word) < sizeof option) {
            memcpy(option, word, (size_t)(equals - word));
            option[equals - word] = '\0';
            word = options_write(command, option) ? "" : equals + 1;
        }
        if (system_look_at(word, &file)) w->files[w->file_count++] = (watched_file){.path = word};
    }
}

static int keep_watching(watch *w) {
    int status = run_once(w);
    if (status == EXIT_USAGE) return status;
    interrupt_watch();
    fprintf(stderr, "carom watch: %zu file%s watched; Ctrl-C ends\n", w->file_count,
            plural(w->file_count));
    while (!interrupt_came()) {
        const watched_file *changed = find_changed(w);
        if (changed) {
            fprintf(stderr, "carom watch: %s has changed\n", changed->path);
            status = run_once(w);
            interrupt_watch();
        }
        system_sleep(SECONDS_BETWEEN_LOOKS);
    }
    return status;
}

int cmd_watch(int argc, char **argv, int (*run)(int argc, char **argv)) {
    watch w = {.run = run, .words = argv + 1, .word_count = argc - 1};
    if (argc < 2) return print_usage(stderr), EXIT_USAGE;
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))
        return print_usage(stdout), EXIT_CLEAR;
    w.files = calloc((size_t)argc, sizeof *w.files);
    if (!w.files) return fputs("carom watch: not enough memory\n", stderr), EXIT_BAD_INPUT;
    find_files(&w);
    int status = EXIT_USAGE;
    if (w.file_count > 0 && strcmp(argv[1], "watch") != 0)
        status = keep_watching(&w);
    else
        fputs("carom watch: no file among the arguments can be watched; see carom watch --help\n",
              stderr);
    free(w.files);
    return status;
}
