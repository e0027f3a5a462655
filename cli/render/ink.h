/* Lines and disks over an image: their coverage of each pixel, of which the most counts where they
 * overlap, and then one colour for all. */
#ifndef CAROM_CLI_INK_H
#define CAROM_CLI_INK_H

#include "render/camera.h"
#include "render/image.h"
#include "render/paint.h"

typedef struct ink {
    int width, height;
    unsigned char *cover; /* of 255 */
} ink;

/** Without a stroke. False when memory ran out; it is then empty. */
bool ink_create(ink *out, int width, int height);
void ink_destroy(ink *out);
/** From the centre of the image, in pixels; ends are round. Points behind the eye draw nothing. */
void ink_line(ink *out, const camera_point *a, const camera_point *b, double width);
/** At a pixel from the upper left corner. */
void ink_disk(ink *out, double x, double y, double radius);
void ink_apply(const ink *strokes, image *picture, paint color);

/** The part of the line a + t (b - a), 0 <= t <= 1, that is within the half width and height of
 * the centre [LiangBarsky84]. @return false where none is, or an end is behind the eye */
bool ink_clip(double t[2], const camera_point *a, const camera_point *b, double half_width,
              double half_height);

#endif
