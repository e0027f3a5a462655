/* A picture in memory: 8-bit RGB, rows from the top, written as PNG by libpng. */
#ifndef CAROM_CLI_IMAGE_H
#define CAROM_CLI_IMAGE_H

#include <stdbool.h>

typedef struct image {
    int width, height;
    unsigned char *rgb;
} image;

/** False when memory ran out; the picture is then empty. */
bool image_create(image *out, int width, int height);
void image_destroy(image *out);
/** Writes the digits, capital letters, dots, commas, dashes, spaces and letters s, t and f of
 * `text` at (x, y). */
void image_text(image *out, int x, int y, const char *text);
/** Writes a PNG file; on failure prints why to stderr. */
bool image_write_png(const image *picture, const char *path);

#endif
