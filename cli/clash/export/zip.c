/* ZIP archives: each member is a header and its bytes; the directory at the end repeats the headers
 * with their offsets. Members are stored, not compressed, and dated 1980, so that equal contents
 * give equal files. No member and no archive may reach 4 GiB. */
#include "clash/export/zip.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { DATE_1980 = 0x21, VERSION = 20, UTF8_NAMES = 0x800, HEADER = 30, ENTRY = 46, END = 22 };

uint32_t zip_crc32(const void *data, size_t size) {
    uint32_t table[16], crc = 0xFFFFFFFFu;
    for (uint32_t i = 0; i < 16; i++) {
        table[i] = i;
        for (int bit = 0; bit < 4; bit++)
            table[i] = table[i] & 1 ? table[i] >> 1 ^ 0xEDB88320u : table[i] >> 1;
    }
    for (size_t i = 0; i < size; i++) {
        crc ^= ((const unsigned char *)data)[i];
        crc = crc >> 4 ^ table[crc & 15];
        crc = crc >> 4 ^ table[crc & 15];
    }
    return ~crc;
}

static unsigned char *put_bytes(unsigned char *at, uint64_t value, int bytes) {
    for (int i = 0; i < bytes; i++)
        *at++ = (unsigned char)(value >> (8 * i) & 255);
    return at;
}

static void write_bytes(zip *z, const void *data, size_t size) {
    if (z->failed) return;
    z->failed = size > 0 && fwrite(data, 1, size, z->out) != size;
    z->offset += size;
}

static unsigned char *extend_directory(zip *z, size_t size) {
    if (z->directory_size + size > z->directory_capacity) {
        size_t more = 2 * z->directory_capacity + size + 4096;
        unsigned char *bigger = realloc(z->directory, more);
        z->failed = z->failed || !bigger;
        if (!bigger) return NULL;
        z->directory = bigger;
        z->directory_capacity = more;
    }
    z->directory_size += size;
    return z->directory + z->directory_size - size;
}

/* The 26 bytes that header and directory entry share. */
static unsigned char *put_common(unsigned char *at, uint32_t crc, size_t size, size_t name) {
    at = put_bytes(at, VERSION, 2);
    at = put_bytes(at, UTF8_NAMES, 2);
    at = put_bytes(at, 0, 2); /* stored */
    at = put_bytes(at, 0, 2);
    at = put_bytes(at, DATE_1980, 2);
    at = put_bytes(at, crc, 4);
    at = put_bytes(at, size, 4);
    at = put_bytes(at, size, 4);
    at = put_bytes(at, name, 2);
    return put_bytes(at, 0, 2);
}

void zip_add(zip *archive, const char *name, const void *data, size_t size) {
    zip *z = archive;
    size_t length = strlen(name);
    if (z->failed) return;
    z->failed = z->members >= ZIP_MEMBERS || length > 60000 || z->offset + size > 0xF0000000u;
    if (z->failed) errno = EFBIG;
    unsigned char *entry = z->failed ? NULL : extend_directory(z, ENTRY + length);
    if (!entry) return;
    unsigned char header[HEADER], *at = put_bytes(header, 0x04034b50u, 4);
    uint32_t crc = zip_crc32(data, size);
    put_common(at, crc, size, length);
    at = put_bytes(entry, 0x02014b50u, 4);
    at = put_bytes(at, VERSION, 2);
    at = put_common(at, crc, size, length);
    memset(at, 0, 10); /* no comment, first disk, default attributes */
    at += 10;
    at = put_bytes(at, z->offset, 4);
    memcpy(at, name, length);
    write_bytes(z, header, sizeof header);
    write_bytes(z, name, length);
    write_bytes(z, data, size);
    z->members++;
}

bool zip_finish(zip *archive) {
    zip *z = archive;
    uint64_t start = z->offset;
    write_bytes(z, z->directory, z->directory_size);
    unsigned char end[END], *at = put_bytes(end, 0x06054b50u, 4);
    at = put_bytes(at, 0, 4);
    at = put_bytes(at, z->members, 2);
    at = put_bytes(at, z->members, 2);
    at = put_bytes(at, z->directory_size, 4);
    at = put_bytes(at, start, 4);
    put_bytes(at, 0, 2);
    write_bytes(z, end, sizeof end);
    free(z->directory);
    z->directory = NULL;
    return !z->failed;
}
