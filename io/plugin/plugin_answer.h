/* The frame of what a plug-in answers: the line "carom-io 1", a line with the size of a JSON
 * object, the object, then bytes. */
#ifndef CAROM_IO_PLUGIN_PLUGIN_ANSWER_H
#define CAROM_IO_PLUGIN_PLUGIN_ANSWER_H

#include <jansson.h>

#include "internal.h"

typedef struct io_answer {
    json_t *root;              /* the object; the caller drops it */
    const unsigned char *data; /* behind it */
    size_t size;
} io_answer;

/* Appends the frame of an object, which is text; bytes may follow. */
void carom_io_put_frame(io_bytes *out, const char *object);

/* Does the file itself open as an answer does? Then it is one of carom's own scenes. */
bool carom_io_is_answer(const io_file *file);

/* An error of the plug-in, or of such a scene. Returns false. */
bool carom_io_answer_is_broken(const io_file *file, const char *what);

/* Finds the parts; an object that has `error` is the error of the file. `out->root` is null or to
 * be dropped, whatever is returned. */
bool carom_io_open_answer(const io_file *file, const io_bytes *bytes, io_answer *out);

#endif
