/* carom render: an image of a mesh file. */
#ifndef CAROM_CLI_RENDER_H
#define CAROM_CLI_RENDER_H

#include "render/camera.h"
#include "render/image.h"
#include "render/paint.h"
#include "model.h"

typedef enum render_color {
    RENDER_PART = 0,
    RENDER_NORMAL,
    RENDER_TRIANGLE,
    RENDER_FILE,
    RENDER_TINT
} render_color;

/* The colour of a place of the surface. */
typedef paint render_tint(const void *data, carom_vec3 at);

typedef struct render_options {
    int width, height;
    int samples; /* per pixel, along each axis */
    int sky;     /* rays to the sky, per sample */
    render_color color;
    uint32_t threads; /* 0: one for each processor; the image is the same */
    camera view;
    render_tint *tint; /* with RENDER_TINT */
    const void *tint_data;
    const char *command; /* in the progress; null: render */
} render_options;

/** What is behind everything, at a height of the image, from 0 at the top to 1. */
paint render_sky(double height);

/** Renders into an image of that size and counts the rays. False when memory ran out. */
bool render_draw(image *picture, const model *m, const render_options *options, size_t *rays);

#endif
