/* carom render: an image of a mesh file. */
#ifndef CAROM_CLI_RENDER_H
#define CAROM_CLI_RENDER_H

#include "render/camera.h"
#include "render/image.h"
#include "model.h"

typedef enum render_color { RENDER_PART = 0, RENDER_NORMAL, RENDER_TRIANGLE } render_color;

typedef struct render_options {
    int width, height;
    int samples; /* per pixel, along each axis */
    int sky;     /* rays to the sky, per sample */
    render_color color;
    uint32_t threads; /* 0: one for each processor; the image is the same */
    camera view;
} render_options;

/** Renders into an image of that size and counts the rays. False when memory ran out. */
bool render_draw(image *picture, const model *m, const render_options *options, size_t *rays);

#endif
