/* No algorithm of its own: what the commands need of POSIX, and the same of Windows. */
#include "system.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32

#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include <fcntl.h>
#include <io.h>

void system_start(void) {
    _fmode = _O_BINARY;
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    _setmode(_fileno(stderr), _O_BINARY);
}

double system_seconds(void) {
    LARGE_INTEGER now, second;
    QueryPerformanceCounter(&now);
    QueryPerformanceFrequency(&second);
    return (double)now.QuadPart / (double)second.QuadPart;
}

long system_processors(void) {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return (long)info.dwNumberOfProcessors;
}

bool system_shows(void) {
    return _isatty(_fileno(stderr)) != 0;
}

long long system_line(char **line, size_t *size, FILE *in) {
    size_t length = 0;
    for (int c = 0; c != '\n' && (c = getc(in)) != EOF;) {
        if (length + 2 > *size) {
            size_t wanted = *size ? 2 * *size : 256;
            char *more = realloc(*line, wanted);
            if (!more) return -1;
            *line = more;
            *size = wanted;
        }
        (*line)[length++] = (char)c;
        (*line)[length] = '\0';
    }
    return length > 0 && !ferror(in) ? (long long)length : -1;
}

/* Windows takes the handler away with the first signal, as C allows. */
void system_on_interrupt(void (*handler)(int number)) {
    signal(SIGINT, handler);
}

bool system_look_at(const char *path, system_file *out) {
    WIN32_FILE_ATTRIBUTE_DATA data;
    if (!GetFileAttributesExA(path, GetFileExInfoStandard, &data) ||
        (data.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY))
        return false;
    out->bytes = (long long)data.nFileSizeHigh << 32 | data.nFileSizeLow;
    out->seconds = data.ftLastWriteTime.dwHighDateTime;
    out->nanoseconds = data.ftLastWriteTime.dwLowDateTime;
    return true;
}

void system_sleep(double seconds) {
    Sleep((DWORD)(1e3 * seconds));
}

bool system_utc(time_t time, struct tm *parts) {
    return gmtime_s(parts, &time) == 0;
}

#else

#include <sys/stat.h>
#include <unistd.h>

void system_start(void) {}

double system_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

long system_processors(void) {
    return sysconf(_SC_NPROCESSORS_ONLN);
}

bool system_shows(void) {
    return isatty(STDERR_FILENO) == 1;
}

long long system_line(char **line, size_t *size, FILE *in) {
    return getline(line, size, in);
}

void system_on_interrupt(void (*handler)(int number)) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
    action.sa_flags = (int)SA_RESETHAND;
    sigaction(SIGINT, &action, NULL);
}

bool system_look_at(const char *path, system_file *out) {
    struct stat found;
    if (stat(path, &found) != 0 || !S_ISREG(found.st_mode)) return false;
    *out = (system_file){(long long)found.st_size, (long long)found.st_mtim.tv_sec,
                         (long long)found.st_mtim.tv_nsec};
    return true;
}

void system_sleep(double seconds) {
    struct timespec time = {(time_t)seconds, (long)(1e9 * (seconds - floor(seconds)))};
    nanosleep(&time, NULL);
}

bool system_utc(time_t time, struct tm *parts) {
    return gmtime_r(&time, parts) != NULL;
}

#endif
