/* What the commands need of an operating system beyond C: POSIX's functions, or Windows'. */
#ifndef CAROM_CLI_SYSTEM_H
#define CAROM_CLI_SYSTEM_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

/* Files and the standard streams hold the bytes that are written and read, as everywhere but on
 * Windows; called first. */
void system_start(void);

/* Seconds since some moment, for measuring durations. */
double system_seconds(void);

/* The number of processors, 0 where it is not known. */
long system_processors(void);

/* Is the standard error stream a terminal? */
bool system_shows(void);

/* Reads a line with its end into *line, of *size bytes from malloc, and a zero byte after it;
 * @return its length, or -1 at the end and on failure. */
long long system_line(char **line, size_t *size, FILE *in);

/* Calls `handler` at Ctrl-C, once: the next one ends the program. */
void system_on_interrupt(void (*handler)(int number));

/* What changes when a file is written. */
typedef struct system_file {
    long long bytes, seconds, nanoseconds;
} system_file;

/* False where there is no file. */
bool system_look_at(const char *path, system_file *out);

void system_sleep(double seconds);

/* The parts of a time in UTC. */
bool system_utc(time_t time, struct tm *parts);

#endif
