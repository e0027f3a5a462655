/* No algorithm of its own: plug-ins as processes of POSIX. A plug-in is found beside what holds
 * this code, a program or a shared library, and never by PATH. What it answers is read to its end
 * before it is waited for; a plug-in that fails or is killed is an error of the file it read. */
#define _GNU_SOURCE /* dladdr */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "file.h"
#include "plugin.h"

#define PATH_SIZE 4096

extern char **environ;

/* ---- where it is */

static bool is_program(const char *path) {
    return access(path, X_OK) == 0;
}

/* The path of the program or shared library that holds this code; null when not known. Of a program
 * the loader may know no more than the name it was called by, and PATH, or a folder that was left
 * since, would be needed to find it. */
static char *own_path(void) {
    static const char anchor = 0;
    Dl_info info;
    if (!dladdr(&anchor, &info) || !info.dli_fname) return NULL;
    if (info.dli_fname[0] == '/') return realpath(info.dli_fname, NULL);
    char *program = realpath("/proc/self/exe", NULL);
    return program || !strchr(info.dli_fname, '/') ? program : realpath(info.dli_fname, NULL);
}

static bool own_folder(char *folder) {
    char *path = own_path(), *slash = path ? strrchr(path, '/') : NULL;
    const bool ok = slash && (size_t)(slash - path) < PATH_SIZE;
    if (ok) {
        *slash = 0;
        strcpy(folder, path);
    }
    free(path);
    return ok;
}

static bool find_plugin(const char *name, char *path) {
    static const char *const places[] = {"", "/../libexec/carom", "/../../libexec/carom"};
    const char *named = getenv("CAROM_IO_PLUGINS");
    char folder[PATH_SIZE];
    if (named && named[0]) {
        const int size = snprintf(path, PATH_SIZE, "%s/%s", named, name);
        return size > 0 && size < PATH_SIZE && is_program(path);
    }
    for (size_t i = 0; own_folder(folder) && i < sizeof places / sizeof *places; i++) {
        const int size = snprintf(path, PATH_SIZE, "%s%s/%s", folder, places[i], name);
        if (size > 0 && size < PATH_SIZE && is_program(path)) return true;
    }
    return false;
}

/* ---- its process */

/* A nameless file of the bytes, to be read from its start; null where there are none or it cannot
 * be made. A pipe could fill while the plug-in waits for its answer to be read. */
static FILE *input_of(const io_plugin *plugin) {
    FILE *out = plugin->input ? tmpfile() : NULL;
    if (!out) return NULL;
    const bool whole =
        fwrite(plugin->input->data, 1, plugin->input->size, out) == plugin->input->size;
    if (whole && fflush(out) == 0 && fseek(out, 0, SEEK_SET) == 0) return out;
    fclose(out);
    return NULL;
}

/* Starts the program with its input from the first descriptor, or none where that is negative, and
 * its output into the second; 0 or the number of an error. */
static int spawn(const char *path, const io_plugin *plugin, const int ends[2], pid_t *child) {
    posix_spawn_file_actions_t actions;
    char *arguments[5] = {(char *)(uintptr_t)plugin->name};
    for (size_t i = 0; i < 3; i++)
        arguments[i + 1] = (char *)(uintptr_t)plugin->arguments[i];
    int wrong = posix_spawn_file_actions_init(&actions);
    if (wrong) return wrong;
    wrong = ends[0] >= 0 ? posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO)
                         : posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null",
                                                            O_RDONLY, 0);
    if (!wrong) wrong = posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (!wrong)
        wrong = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (!wrong) wrong = posix_spawn(child, path, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return wrong;
}

static int start(const char *path, const io_plugin *plugin, int to, pid_t *child) {
    FILE *input = input_of(plugin);
    if (plugin->input && !input) return errno ? errno : EIO;
    const int ends[2] = {input ? fileno(input) : -1, to};
    if (input) (void)fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    const int wrong = spawn(path, plugin, ends, child);
    if (input) fclose(input);
    return wrong;
}

/* A pipe of which other programs started meanwhile get nothing. */
static bool open_pipe(int ends[2]) {
    if (pipe(ends)) return false;
    for (int i = 0; i < 2; i++)
        (void)fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    return true;
}

static bool check_end(const io_file *file, const io_plugin *plugin, pid_t child) {
    int status = 0;
    pid_t got;
    do
        got = waitpid(child, &status, 0);
    while (got < 0 && errno == EINTR);
    if (got < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 0)) return true;
    if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
        return carom_io_fail(file,
                             "%s did not come to an end with the file; is the file whole? export "
                             "it again, or allow more seconds of processor by CAROM_IO_SECONDS",
                             plugin->name);
    if (WIFSIGNALED(status))
        return carom_io_fail(file,
                             "%s ended by signal %d while it read the file; is the file whole? "
                             "export it again",
                             plugin->name, WTERMSIG(status));
    return carom_io_fail(file, "%s ended with status %d; try it alone", plugin->name,
                         WEXITSTATUS(status));
}

static bool read_answer(const io_file *file, const io_plugin *plugin, int from, io_bytes *out) {
    FILE *stream = fdopen(from, "rb");
    if (!stream) {
        close(from);
        return carom_io_memory(file);
    }
    bool ok = carom_io_read_stream(file, plugin->name, stream, out);
    fclose(stream);
    return ok;
}

bool carom_io_run_plugin(const io_file *file, const io_plugin *plugin, io_bytes *out) {
    char path[PATH_SIZE];
    int ends[2];
    pid_t child;
    if (!find_plugin(plugin->name, path))
        return carom_io_fail(file, "%s needs the plug-in %s: %s", plugin->format, plugin->name,
                             plugin->advice);
    if (!open_pipe(ends)) return carom_io_fail(file, "no pipe to %s: %s", path, strerror(errno));
    const int wrong = start(path, plugin, ends[1], &child);
    close(ends[1]);
    if (wrong) {
        close(ends[0]);
        return carom_io_fail(file, "cannot start %s: %s", path, strerror(wrong));
    }
    const bool read = read_answer(file, plugin, ends[0], out);
    return check_end(file, plugin, child) && read;
}
