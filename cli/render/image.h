/* Images in memory: 8-bit RGB or a palette, rows from the top, written as PNG by libpng. */
#ifndef CAROM_CLI_IMAGE_H
#define CAROM_CLI_IMAGE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct image {
    int width, height;
    unsigned char *rgb;
} image;

/** False when memory ran out; the image is then empty. */
bool image_create(image *out, int width, int height);
void image_destroy(image *out);
/** Writes the digits, capital letters, . , - + = %, spaces and the letters c f i k m n s t u of
 * `text` at (x, y), in dark grey, 15 pixels high. */
void image_text(image *out, int x, int y, const char *text);
/** The same in white, 10 pixels high and 8 wide for each letter. */
void image_label(image *out, int x, int y, const char *text);
/** Writes a PNG file; on failure prints why to stderr. */
bool image_write_png(const image *picture, const char *path);

/* An image with a palette. */
typedef struct image_indexed {
    int width, height;
    const unsigned char *points;   /* a palette index per pixel, rows from the top */
    unsigned char colors[3 * 256]; /* RGB */
    int color_count;
} image_indexed;

/** The PNG file in memory, which the caller frees; null when memory ran out. */
unsigned char *image_encode_png(const image_indexed *picture, size_t *size);

#endif
