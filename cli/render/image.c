/* Images in memory: storage, captions in a font of 3 by 5 pixels, and libpng's simplified writer
 * to a file or to memory. A picture that cannot be written is reported with the reason; a file
 * that was there is not removed. */
#include "render/image.h"

#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool image_create(image *out, int width, int height) {
    *out = (image){width, height, calloc((size_t)width * (size_t)height, 3)};
    if (!out->rgb) *out = (image){0, 0, NULL};
    return out->rgb != NULL;
}

void image_destroy(image *out) {
    free(out->rgb);
    *out = (image){0, 0, NULL};
}

/* Five rows of three bits, the top row in the highest bits. */
static int glyph(char c) {
    static const char known[] = "0123456789.st=f-,ABCDEFGHIJKLMNOPQRSTUVWXYZ+muckin%";
    static const int rows[] = {
        075557, 026227, 071747, 071717, 055711, 074717, 074757, 071111, 075757, 075717, 000002,
        007417, 027223, 007070, 034644, 000700, 000024, 025755, 065656, 034443, 065556, 074647,
        074644, 034553, 055755, 072227, 011152, 055655, 044447, 057755, 065555, 025552, 065644,
        025563, 065655, 034216, 072222, 055557, 055552, 055775, 055255, 055222, 071247, 002720,
        000775, 000557, 000747, 045665, 020222, 000655, 051245};
    const char *at = c ? strchr(known, c) : NULL;
    return at ? rows[at - known] : 0;
}

/* How letters are written: the side of a font's dot in pixels, and the grey of it. */
typedef struct lettering {
    int scale, grey;
} lettering;

static void fill_square(image *out, int x, int y, lettering how) {
    for (int v = y < 0 ? 0 : y; v < y + how.scale && v < out->height; v++)
        for (int u = x < 0 ? 0 : x; u < x + how.scale && u < out->width; u++)
            memset(out->rgb + 3 * ((size_t)v * (size_t)out->width + (size_t)u), how.grey, 3);
}

static void write_text(image *out, int x, int y, const char *text, lettering how) {
    for (; *text; text++, x += 4 * how.scale) {
        int rows = glyph(*text);
        for (int bit = 0; bit < 15; bit++)
            if (rows >> (14 - bit) & 1)
                fill_square(out, x + bit % 3 * how.scale, y + bit / 3 * how.scale, how);
    }
}

void image_text(image *out, int x, int y, const char *text) {
    write_text(out, x, y, text, (lettering){3, 40});
}

void image_label(image *out, int x, int y, const char *text) {
    write_text(out, x, y, text, (lettering){2, 255});
}

static png_image png_of(int width, int height, png_uint_32 format) {
    png_image png;
    memset(&png, 0, sizeof png);
    png.version = PNG_IMAGE_VERSION;
    png.width = (png_uint_32)width;
    png.height = (png_uint_32)height;
    png.format = format;
    return png;
}

bool image_write_png(const image *picture, const char *path) {
    png_image png = png_of(picture->width, picture->height, PNG_FORMAT_RGB);
    /* not by libpng's own writer to a file, which removes one that it cannot write, even a device
     */
    FILE *out = fopen(path, "wb");
    bool ok = out && png_image_write_to_stdio(&png, out, 0, picture->rgb, 0, NULL);
    const char *why = out && !ok ? png.message : strerror(errno);
    if (out && fclose(out) != 0 && ok) {
        why = strerror(errno);
        ok = false;
    }
    if (!ok) fprintf(stderr, "carom: %s: cannot write the picture: %s\n", path, why);
    return ok;
}

unsigned char *image_encode_png(const image_indexed *picture, size_t *size) {
    png_image png = png_of(picture->width, picture->height, PNG_FORMAT_RGB_COLORMAP);
    png.flags = PNG_IMAGE_FLAG_FAST;
    png.colormap_entries = (png_uint_32)picture->color_count;
    png_alloc_size_t capacity = PNG_IMAGE_PNG_SIZE_MAX(png);
    unsigned char *out = malloc(capacity);
    if (!out) return NULL;
    if (!png_image_write_to_memory(&png, out, &capacity, 0, picture->points, 0, picture->colors)) {
        free(out);
        return NULL;
    }
    unsigned char *less = realloc(out, capacity);
    *size = capacity;
    return less ? less : out;
}
