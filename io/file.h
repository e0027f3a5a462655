/* Reading of files into memory, dynamic byte arrays, and error messages. */
#ifndef CAROM_IO_FILE_H
#define CAROM_IO_FILE_H

#include <stdio.h>

#include "internal.h"

/* Writes the message "PATH: ..." and returns false. */
bool carom_io_fail(const io_file *file, const char *format, ...);

bool carom_io_memory(const io_file *file);

/* Reads all of a stream, with a zero byte that is not counted after it; `name` is for messages. */
bool carom_io_read_stream(const io_file *file, const char *name, FILE *stream, io_bytes *out);

bool carom_io_read_bytes(const io_file *file, const char *path, io_bytes *out);

void carom_io_put(io_bytes *bytes, const void *data, size_t size);

/* Appends `size` bytes that are not yet set; null without memory. */
void *carom_io_extend(io_bytes *bytes, size_t size);

void carom_io_put_text(io_bytes *bytes, const char *text);

void carom_io_put_u32(io_bytes *bytes, uint32_t value);

void carom_io_put_float(io_bytes *bytes, float value);

uint32_t carom_io_get_u32(const unsigned char *bytes);

float carom_io_get_float(const unsigned char *bytes);

#endif
