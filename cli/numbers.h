/* Points, rays and poses from the command line and from files of numbers. */
#ifndef CAROM_CLI_NUMBERS_H
#define CAROM_CLI_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>

/** Between `least` and `most` finite numbers, separated by commas or blanks.
 * @return how many; 0 when the text is anything else. */
int numbers_read(const char *text, double *out, int least, int most);

/** A dynamic array of records; a zeroed one is empty. */
typedef struct numbers_list {
    int width;     /* numbers per record */
    double *value; /* width * count; numbers that a record omits are `missing` */
    size_t count, capacity;
    double missing;
} numbers_list;

/** False when memory ran out. */
bool numbers_add(numbers_list *list, const double *record, int count);
/** One record of `least` to width numbers a line; blank lines and lines that open with # are
 * skipped. "-" is standard input. @return false, printed, when the file cannot be read or a line is
 * wrong. */
bool numbers_add_file(numbers_list *list, const char *path, int least);
/** The value of an option that stands for one record, or for a file of them where its name ends in
 * an s.
 * @return EXIT_CLEAR, or the exit status for what is wrong, which is printed. */
int numbers_add_option(numbers_list *list, const char *name, const char *value, int least);
void numbers_free(numbers_list *list);

#endif
