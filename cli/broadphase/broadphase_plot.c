/* The plot of carom broadphase: two panels, for static and for moving boxes, both axes logarithmic,
 * and a legend in the order of the times of moving boxes. One drawing routine writes to a canvas,
 * an SVG file or an image in memory. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "broadphase/broadphase.h"
#include "render/image.h"
#include "broadphase/broadphase_plot.h"

enum { WIDTH = 1650, HEIGHT = 720, TOP = 90, BOTTOM = 640, PANEL = 500, GLYPH = 12 };
static const double panel_left[2] = {90, 670};
#define LEGEND_LEFT 1200.0

static const char *const titles[2] = {"still: build and find all pairs, ms",
                                      "moving: one frame, ms"};
static const unsigned colors[BROADPHASE_KINDS] = {
    0x000000, 0xe69f00, 0xa05a00, 0x56b4e9, 0x0072b2, 0x009e73, 0x004d38, 0xcc79a7,
    0xd55e00, 0x7a3db8, 0xc4001a, 0x777777, 0x8a8a00, 0x00a0a0, 0x4040ff, 0xff40ff};

/* One of the two is null. */
typedef struct canvas {
    FILE *svg;
    image *picture;
} canvas;

typedef struct pen {
    unsigned color;
    double width;
} pen;

typedef struct spot {
    double x, y;
} spot;

/* ---- the canvas */

static double distance_to_line(spot p, spot a, spot b) {
    double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
    double t = length2 > 0.0 ? ((p.x - a.x) * dx + (p.y - a.y) * dy) / length2 : 0.0;
    t = t < 0.0 ? 0.0 : t > 1.0 ? 1.0 : t;
    return hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

static void blend_pixel(image *out, int x, int y, const pen *with, double cover) {
    if (x < 0 || y < 0 || x >= out->width || y >= out->height || cover <= 0.0) return;
    unsigned char *rgb = out->rgb + 3 * ((size_t)y * (size_t)out->width + (size_t)x);
    cover = cover > 1.0 ? 1.0 : cover;
    for (int k = 0; k < 3; k++) {
        double ink = with->color >> (16 - 8 * k) & 255;
        rgb[k] = (unsigned char)(rgb[k] + (ink - rgb[k]) * cover + 0.5);
    }
}

static void draw_line(const canvas *on, spot a, spot b, pen with) {
    if (on->svg) {
        fprintf(on->svg,
                "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"#%06x\" "
                "stroke-width=\"%.1f\" stroke-linecap=\"round\"/>\n",
                a.x, a.y, b.x, b.y, with.color, with.width);
        return;
    }
    const double rim = 0.5 * with.width + 1.0;
    for (int y = (int)(fmin(a.y, b.y) - rim); y <= (int)(fmax(a.y, b.y) + rim); y++)
        for (int x = (int)(fmin(a.x, b.x) - rim); x <= (int)(fmax(a.x, b.x) + rim); x++) {
            double off = distance_to_line((spot){x + 0.5, y + 0.5}, a, b);
            blend_pixel(on->picture, x, y, &with, 0.5 * with.width + 0.5 - off);
        }
}

static void draw_dot(const canvas *on, spot at, pen with) {
    if (on->svg)
        fprintf(on->svg, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"#%06x\"/>\n", at.x,
                at.y, 0.5 * with.width, with.color);
    else
        draw_line(on, at, at, with);
}

/* `place` anchors x in the text: 0 at its start, 0.5 its middle, 1 its end. y is the middle. */
static void draw_text(const canvas *on, spot at, double place, const char *text) {
    if (on->svg) {
        const char *anchor = place == 0.0 ? "start" : place == 1.0 ? "end" : "middle";
        fprintf(on->svg,
                "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" dy=\"0.35em\">%s"
                "</text>\n",
                at.x, at.y, anchor, text);
        return;
    }
    char capitals[80]; /* the letters that the image font has */
    size_t length = 0;
    for (; text[length] && length + 1 < sizeof capitals; length++)
        capitals[length] = (char)(text[length] == ':' ? ',' : toupper((unsigned char)text[length]));
    capitals[length] = '\0';
    double width = GLYPH * (double)length - 3.0;
    image_text(on->picture, (int)(at.x - place * width), (int)at.y - 7, capitals);
}

/* ---- the axes */

typedef struct scale {
    double low, high; /* logarithms of the ends */
    double from, to;  /* positions on the canvas */
} scale;

static double on_scale(const scale *axis, double value) {
    double share = (log10(value) - axis->low) / (axis->high - axis->low);
    return axis->from + share * (axis->to - axis->from);
}

static double plotted(const broadphase_run *run, int panel) {
    double ms = panel == 0 ? broadphase_once_ms(run) : run->frame_ms;
    return ms > 1e-4 ? ms : 1e-4; /* resolution of the clock */
}

/* The ranges of both panels, in whole decades. */
static scale time_scale(const broadphase_result *result) {
    double least = INFINITY, most = 0.0;
    for (int i = 0; i < result->kind_count; i++)
        for (int k = 0; k < result->size_count; k++)
            for (int panel = 0; panel < 2 && result->run[i][k].done; panel++) {
                least = fmin(least, plotted(&result->run[i][k], panel));
                most = fmax(most, plotted(&result->run[i][k], panel));
            }
    double low = floor(log10(least)), high = ceil(log10(most));
    return (scale){low, high > low ? high : low + 1.0, BOTTOM, TOP};
}

static scale size_scale(const broadphase_result *result, int panel) {
    const double least = (double)result->size[0];
    const double most = (double)result->size[result->size_count - 1];
    const double low = log10(least), high = most > least ? log10(most) : low + 0.3;
    return (scale){low, high, panel_left[panel] + 30, panel_left[panel] + PANEL - 30};
}

static void draw_axes(const canvas *on, const broadphase_result *result, int panel) {
    const double left = panel_left[panel], right = left + PANEL;
    const pen faint = {0xeeeeee, 1.0}, light = {0xcccccc, 1.5}, dark = {0x404040, 2.0};
    const scale time = time_scale(result), size = size_scale(result, panel);
    char text[32];
    for (int decade = (int)time.low; decade <= (int)time.high; decade++)
        for (int k = 1; k < (decade < (int)time.high ? 10 : 2); k++) {
            double value = k * pow(10.0, decade), y = on_scale(&time, value);
            draw_line(on, (spot){left, y}, (spot){right, y}, k == 1 ? light : faint);
            if (k > 1) continue;
            snprintf(text, sizeof text, "%.*f", decade < 0 ? -decade : 0, value);
            draw_text(on, (spot){left - 12, y}, 1.0, text);
        }
    for (int k = 0; k < result->size_count; k++) {
        double x = on_scale(&size, (double)result->size[k]);
        draw_line(on, (spot){x, TOP}, (spot){x, BOTTOM}, light);
        snprintf(text, sizeof text, "%zu", result->size[k]);
        draw_text(on, (spot){x, BOTTOM + 22}, 0.5, text);
    }
    draw_line(on, (spot){left, BOTTOM}, (spot){right, BOTTOM}, dark);
    draw_line(on, (spot){left, TOP}, (spot){left, BOTTOM}, dark);
    draw_text(on, (spot){0.5 * (left + right), TOP - 30}, 0.5, titles[panel]);
    draw_text(on, (spot){0.5 * (left + right), BOTTOM + 52}, 0.5, "boxes");
}

/* ---- the lines */

static void draw_kind(const canvas *on, const broadphase_result *result, int kind, int panel) {
    const scale time = time_scale(result), size = size_scale(result, panel);
    const pen line = {colors[kind], 2.5}, dot = {colors[kind], 8.0};
    spot last = {0, 0};
    for (int k = 0; k < result->size_count && result->run[kind][k].done; k++) {
        double ms = plotted(&result->run[kind][k], panel);
        spot at = {on_scale(&size, (double)result->size[k]), on_scale(&time, ms)};
        if (k > 0) draw_line(on, last, at, line);
        draw_dot(on, at, dot);
        last = at;
    }
}

/* Is the first slower, or was it omitted earlier? */
static bool ranks_above(const broadphase_result *result, int a, int b) {
    for (int k = result->size_count - 1; k >= 0; k--) {
        const broadphase_run *x = &result->run[a][k], *y = &result->run[b][k];
        if (x->done != y->done) return !x->done;
        if (x->done) return x->frame_ms > y->frame_ms;
    }
    return false;
}

static void draw_legend(const canvas *on, const broadphase_result *result) {
    for (int i = 0; i < result->kind_count; i++) {
        int rank = 0;
        for (int k = 0; k < result->kind_count; k++)
            rank += k != i && (ranks_above(result, k, i) || (!ranks_above(result, i, k) && k < i));
        const double y = TOP + 30 + 36 * rank;
        const pen line = {colors[i], 4.0}, dot = {colors[i], 10.0};
        draw_line(on, (spot){LEGEND_LEFT, y}, (spot){LEGEND_LEFT + 34, y}, line);
        draw_dot(on, (spot){LEGEND_LEFT + 17, y}, dot);
        draw_text(on, (spot){LEGEND_LEFT + 46, y}, 0.0, result->name[i]);
    }
    draw_text(on, (spot){LEGEND_LEFT, TOP - 30}, 0.0, "slowest first");
}

static void draw_plot(const canvas *on, const broadphase_result *result) {
    for (int panel = 0; panel < 2; panel++) {
        draw_axes(on, result, panel);
        for (int i = 0; i < result->kind_count; i++)
            draw_kind(on, result, i, panel);
    }
    draw_legend(on, result);
}

/* ---- the files */

bool broadphase_write_svg(const broadphase_result *result, const char *path) {
    canvas on = {fopen(path, "w"), NULL};
    if (on.svg) {
        fprintf(on.svg,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                "height=\"%d\" font-family=\"sans-serif\" font-size=\"17\" fill=\"#303030\">\n"
                "<rect width=\"100%%\" height=\"100%%\" fill=\"#ffffff\"/>\n",
                WIDTH, HEIGHT, WIDTH, HEIGHT);
        draw_plot(&on, result);
        fputs("</svg>\n", on.svg);
    }
    bool ok = on.svg && !ferror(on.svg);
    if (on.svg && fclose(on.svg) != 0) ok = false;
    if (!ok) fprintf(stderr, "carom: %s: cannot write the plot\n", path);
    return ok;
}

bool broadphase_write_png(const broadphase_result *result, const char *path) {
    image picture;
    if (!image_create(&picture, WIDTH, HEIGHT)) {
        fprintf(stderr, "carom: %s: not enough memory for the plot\n", path);
        return false;
    }
    memset(picture.rgb, 255, 3 * (size_t)WIDTH * HEIGHT);
    const canvas on = {NULL, &picture};
    draw_plot(&on, result);
    bool ok = image_write_png(&picture, path);
    image_destroy(&picture);
    return ok;
}
