/* Writes sections as lines of an OBJ file and as a path of an SVG drawing. Numbers have as many
 * digits as read back as the same double. */
#include "section/section_write.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool end_file(FILE *out, const char *path) {
    bool ok = out && !ferror(out);
    if (out && fclose(out) != 0) ok = false;
    if (!ok) fprintf(stderr, "carom section: %s: cannot be written: %s\n", path, strerror(errno));
    return ok;
}

carom_vec3 section_axis(const carom_plane *plane, int axis) {
    const carom_vec3 p = plane->normal;
    const carom_vec3 n = unit(times(p, 1 / fmax(fabs(p.x), fmax(fabs(p.y), fabs(p.z)))));
    const bool upright = fabs(n.x) + fabs(n.y) > 1e-9; /* else u is along x */
    const carom_vec3 u = unit(upright ? make3(-n.y, n.x, 0) : make3(n.z, 0, -n.x));
    return axis == 0 ? u : outer(n, u);
}

bool section_write_obj(const section_list *list, const char *path) {
    FILE *out = fopen(path, "w");
    size_t first = 1;
    for (size_t i = 0; out && i < list->count; i++) {
        const carom_mesh_section *s = list->sections[i];
        const carom_plane p = list->planes[i];
        fprintf(out, "g plane_%zu\n# %.17g x + %.17g y + %.17g z = %.17g\n", i, p.normal.x,
                p.normal.y, p.normal.z, p.offset);
        for (size_t k = 0; k < s->point_count; k++)
            fprintf(out, "v %.17g %.17g %.17g\n", s->points[k].position.x, s->points[k].position.y,
                    s->points[k].position.z);
        for (size_t c = 0; c < s->curve_count; c++) {
            const carom_curve curve = s->curves[c];
            fputs("l", out);
            for (size_t k = 0; k < curve.count; k++)
                fprintf(out, " %zu", first + curve.first + k);
            if (curve.closed) fprintf(out, " %zu", first + curve.first);
            fputs("\n", out);
        }
        first += s->point_count;
    }
    return end_file(out, path);
}

/* A point in the plane's axes; SVG's y points down. */
static void place_on_page(const carom_vec3 axes[2], carom_vec3 p, double out[2]) {
    out[0] = inner(axes[0], p);
    out[1] = -inner(axes[1], p);
}

static void write_path(FILE *out, const carom_mesh_section *s, const carom_vec3 axes[2],
                       bool closed) {
    for (size_t c = 0; c < s->curve_count; c++) {
        const carom_curve curve = s->curves[c];
        for (size_t k = 0; curve.closed == closed && k < curve.count; k++) {
            double at[2];
            place_on_page(axes, s->points[curve.first + k].position, at);
            fprintf(out, "%s%.17g %.17g", k == 0 ? "M" : "L", at[0], at[1]);
        }
        if (curve.closed && closed) fputs("Z\n", out);
    }
}

bool section_write_svg(const section_list *list, const char *path) {
    const carom_mesh_section *s = list->sections[0];
    const carom_vec3 axes[2] = {section_axis(list->planes, 0), section_axis(list->planes, 1)};
    double low[2] = {0, 0}, high[2] = {1, 1};
    for (size_t k = 0; k < s->point_count; k++) {
        double at[2];
        place_on_page(axes, s->points[k].position, at);
        for (int i = 0; i < 2; i++) {
            low[i] = k == 0 ? at[i] : fmin(low[i], at[i]);
            high[i] = k == 0 ? at[i] : fmax(high[i], at[i]);
        }
    }
    const double margin = 0.02 * fmax(high[0] - low[0], high[1] - low[1]);
    FILE *out = fopen(path, "w");
    if (!out) return end_file(out, path);
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%.17g %.17g %.17g %.17g\">\n"
            "<g stroke=\"black\" stroke-width=\"%.6g\" stroke-linejoin=\"round\">\n",
            low[0] - margin, low[1] - margin, high[0] - low[0] + 2 * margin,
            high[1] - low[1] + 2 * margin, 0.15 * margin);
    fputs("<path fill=\"#b0c4de\" d=\"", out);
    write_path(out, s, axes, true);
    fputs("\"/>\n<path fill=\"none\" d=\"", out);
    write_path(out, s, axes, false);
    fputs("\"/>\n</g>\n</svg>\n", out);
    return end_file(out, path);
}
