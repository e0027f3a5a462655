/* Markers are laid out one after another: each takes the first free place of rings of growing
 * radius around its point; one that finds none is left out, as its curve is seen without it. */
#include "clash/clash_markers.h"

#include <stdio.h>
#include <string.h>

#include "clash/clash_paint.h"
#include "clash/clash_pair.h"
#include "render/ink.h"

#define MARKERS 99 /* two digits */
#define RADIUS 11.0
#define GAP 2.0 /* between two markers, and to the rim of the image */
#define FIRST_RING 22.0
#define NEXT_RING 14.0
#define RINGS 9
#define SPOKES 24

typedef struct marker {
    unsigned row;
    clash_verdict verdict;
    double x, y; /* of its disk, in pixels from the upper left corner */
    camera_point point;
} marker;

typedef struct marker_layout {
    const image *picture;
    double top;
    size_t count;
    marker at[MARKERS];
} marker_layout;

static bool is_free(const marker_layout *l, double x, double y) {
    const double rim = RADIUS + GAP;
    if (x < rim || y < l->top + rim || x > l->picture->width - rim || y > l->picture->height - rim)
        return false;
    for (size_t i = 0; i < l->count; i++)
        if (hypot(x - l->at[i].x, y - l->at[i].y) < 2.0 * RADIUS + GAP) return false;
    return true;
}

/* Outwards from the middle of the image first, where there is more room. */
static bool find_place(const marker_layout *l, marker *m) {
    const double x = m->point.x + 0.5 * l->picture->width;
    const double y = m->point.y + 0.5 * l->picture->height;
    const double outwards = atan2(m->point.y, m->point.x);
    for (int ring = 0; ring < RINGS; ring++)
        for (int k = 0; k < SPOKES; k++) {
            const int turn = k % 2 ? (k + 1) / 2 : -k / 2;
            const double angle = outwards + turn * (6.283185307179586 / SPOKES);
            const double far = FIRST_RING + ring * NEXT_RING;
            m->x = x + far * cos(angle);
            m->y = y + far * sin(angle);
            if (is_free(l, m->x, m->y)) return true;
        }
    return false;
}

static void lay_out(marker_layout *l, const clash_result *r, const clash_marking *how) {
    unsigned row = 0;
    for (size_t i = 0; i < r->pair_count && row < MARKERS; i++) {
        const clash_pair *p = &r->pairs[i];
        if (p->count == 0 && !how->each) continue;
        marker m = {.row = ++row, .verdict = p->verdict};
        m.point = camera_project(how->view, clash_place_of_pair(p), l->picture->height);
        if (m.point.depth > 0.0 && find_place(l, &m)) l->at[l->count++] = m;
    }
}

/* From the upper left corner to the centre. */
static camera_point from_centre(const image *picture, const marker *m) {
    return (camera_point){m->x - 0.5 * picture->width, m->y - 0.5 * picture->height, 1.0};
}

static bool draw_strokes(const marker_layout *l, clash_verdict verdict, image *picture) {
    ink lines, disks;
    bool ok = ink_create(&lines, picture->width, picture->height);
    ok = ink_create(&disks, picture->width, picture->height) && ok;
    for (size_t i = 0; ok && i < l->count; i++) {
        const marker *m = &l->at[i];
        const camera_point end = from_centre(picture, m);
        if (m->verdict != verdict) continue;
        ink_line(&lines, &m->point, &end, 1.2);
        ink_line(&disks, &m->point, &m->point, 5.0);
        ink_disk(&disks, m->x, m->y, RADIUS);
    }
    if (ok) ink_apply(&lines, picture, (paint){0.15f, 0.15f, 0.18f});
    if (ok) ink_apply(&disks, picture, paint_scale(clash_hue(verdict), 0.75));
    ink_destroy(&lines);
    ink_destroy(&disks);
    return ok;
}

bool clash_draw_markers(const clash_result *result, const clash_marking *how, image *picture) {
    marker_layout l = {.picture = picture, .top = how->caption};
    bool ok = true;
    lay_out(&l, result, how);
    for (int v = CLASH_NEAR; ok && v < CLASH_VERDICTS; v++)
        ok = draw_strokes(&l, (clash_verdict)v, picture);
    for (size_t i = 0; i < l.count; i++) {
        char text[12];
        snprintf(text, sizeof text, "%u", l.at[i].row);
        const int width = 8 * (int)strlen(text) - 2;
        image_label(picture, (int)l.at[i].x - width / 2, (int)l.at[i].y - 5, text);
    }
    return ok;
}
