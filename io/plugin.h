/* Plug-ins: programs that read a file for carom-io and answer on standard output. */
#ifndef CAROM_IO_PLUGIN_H
#define CAROM_IO_PLUGIN_H

#include "internal.h"

typedef struct io_plugin {
    const char *name;         /* of the program */
    const char *format;       /* STEP, for messages */
    const char *advice;       /* how to get it, for messages */
    const char *arguments[3]; /* that it gets */
    const io_bytes *input;    /* that it reads from standard input; or null */
} io_plugin;

/* Runs the plug-in to its end and takes what it answers. */
bool carom_io_run_plugin(const io_file *file, const io_plugin *plugin, io_bytes *out);

#endif
