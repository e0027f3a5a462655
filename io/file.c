/* Reading of files into memory, dynamic byte arrays, and error messages. A file is read once and
 * completely, up to a limit, so that the bytes that are checked are those that are used, and pipes
 * and devices cannot exhaust the memory. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "file.h"

bool carom_io_fail(const io_file *file, const char *format, ...) {
    if (!file->error || !file->error_size) return false;
    int used = snprintf(file->error, file->error_size, "%s: ", file->path);
    if (used < 0 || (size_t)used >= file->error_size) return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(file->error + used, file->error_size - (size_t)used, format, arguments);
    va_end(arguments);
    return false;
}

bool carom_io_memory(const io_file *file) {
    return carom_io_fail(file, "not enough memory");
}

static bool reserve(io_bytes *bytes, size_t more) {
    if (bytes->failed || more > SIZE_MAX / 2 - bytes->size) {
        bytes->failed = true;
        return false;
    }
    size_t needed = bytes->size + more;
    if (needed <= bytes->capacity) return true;
    size_t capacity = needed + needed / 2 + 256;
    unsigned char *grown = realloc(bytes->data, capacity);
    if (!grown) {
        bytes->failed = true;
        return false;
    }
    bytes->data = grown;
    bytes->capacity = capacity;
    return true;
}

void carom_io_put(io_bytes *bytes, const void *data, size_t size) {
    if (!size || !reserve(bytes, size)) return;
    memcpy(bytes->data + bytes->size, data, size);
    bytes->size += size;
}

void *carom_io_extend(io_bytes *bytes, size_t size) {
    if (!reserve(bytes, size)) return NULL;
    bytes->size += size;
    return bytes->data + (bytes->size - size);
}

void carom_io_put_text(io_bytes *bytes, const char *text) {
    carom_io_put(bytes, text, strlen(text));
}

void carom_io_put_u32(io_bytes *bytes, uint32_t value) {
    unsigned char b[4] = {(unsigned char)value, (unsigned char)(value >> 8),
                          (unsigned char)(value >> 16), (unsigned char)(value >> 24)};
    carom_io_put(bytes, b, 4);
}

void carom_io_put_float(io_bytes *bytes, float value) {
    uint32_t bits;
    memcpy(&bits, &value, 4);
    carom_io_put_u32(bytes, bits);
}

uint32_t carom_io_get_u32(const unsigned char *b) {
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

float carom_io_get_float(const unsigned char *bytes) {
    uint32_t bits = carom_io_get_u32(bytes);
    float value;
    memcpy(&value, &bits, 4);
    return value;
}

bool carom_io_read_stream(const io_file *file, const char *path, FILE *stream, io_bytes *out) {
    size_t chunk = 65536, got;
    do {
        if (!reserve(out, chunk + 1)) return carom_io_memory(file);
        got = fread(out->data + out->size, 1, chunk, stream);
        out->size += got;
        if (out->size > IO_FILE_LIMIT)
            return carom_io_fail(file, "%s is larger than 2 GiB; cut it into parts", path);
        if (chunk < ((size_t)1 << 24)) chunk *= 2;
    } while (got);
    if (ferror(stream)) return carom_io_fail(file, "cannot read %s: %s", path, strerror(errno));
    out->data[out->size] = 0;
    return true;
}

bool carom_io_read_bytes(const io_file *file, const char *path, io_bytes *out) {
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        if (path == file->path) return carom_io_fail(file, "cannot open: %s", strerror(errno));
        return carom_io_fail(file, "cannot open its part %s: %s", path, strerror(errno));
    }
    bool ok = carom_io_read_stream(file, path, stream, out);
    fclose(stream);
    return ok;
}
