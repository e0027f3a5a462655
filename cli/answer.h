/* Writes one JSON object to a stream, field by field. Numbers have the fewest digits that read back
 * as the same number of the chosen precision; numbers that are not finite become null. */
#ifndef CAROM_CLI_ANSWER_H
#define CAROM_CLI_ANSWER_H

#include <stdbool.h>
#include <stdio.h>

typedef struct answer {
    FILE *out;
    bool single;    /* numbers are floats */
    bool in_html;   /* in texts '<' is escaped, so that none ends a script element */
    bool continued; /* a field was written */
} answer;

void answer_open(answer *a);
void answer_close(answer *a); /* ends the line */
void answer_truth(answer *a, const char *field, bool value);
void answer_number(answer *a, const char *field, double value);
void answer_numbers(answer *a, const char *field, const double *values, int count);
void answer_null(answer *a, const char *field);
/* Quotes and control characters are escaped; bytes that are not UTF-8 become '?'. */
void answer_text(answer *a, const char *field, const char *text);
/* A text without characters to escape, which the caller writes to the stream between the two. */
void answer_open_bytes(answer *a, const char *field);
void answer_close_bytes(answer *a);
/* An object within the object. */
void answer_open_field(answer *a, const char *field);
void answer_close_field(answer *a);
/* An array of objects: each item is opened and closed. */
void answer_open_array(answer *a, const char *field);
void answer_open_item(answer *a, bool first);
void answer_close_item(answer *a);
void answer_close_array(answer *a);

#endif
