/* No algorithm of its own: writes the page around the data and numbers in base 64 [RFC 4648].
 * Meshes are stored as 16-bit fractions of their box: an error of 1/131070 of its side, which a
 * screen does not show. Names come from files: answer.h escapes what could end the script that
 * holds the data, and the viewer writes names as text only. */
#include <float.h>
#include <string.h>

#include "html/html_page.h"
#include "html/html_viewer.h"

bool html_open(html_page *page, const char *path, const char *kind) {
    memset(page, 0, sizeof *page);
    page->path = path;
    page->json = (answer){.out = fopen(path, "wb"), .in_html = true};
    if (!page->json.out) {
        perror(path);
        return false;
    }
    fwrite(html_before, 1, html_before_size, page->json.out);
    answer_open(&page->json);
    answer_number(&page->json, "carom", 1);
    answer_text(&page->json, "kind", kind);
    return true;
}

bool html_close(html_page *page) {
    FILE *out = page->json.out;
    answer_close(&page->json);
    fwrite(html_after, 1, html_after_size, out);
    bool failed = ferror(out) != 0;
    failed = fclose(out) != 0 || failed;
    if (failed) perror(page->path);
    return !failed;
}

/* ---- numbers */

/* As a float, for which fewer digits are enough. */
static double rounded(double value) {
    return (double)(float)fmin(fmax(value, -(double)FLT_MAX), (double)FLT_MAX);
}

void html_real(html_page *page, const char *field, double value) {
    page->json.single = true;
    answer_number(&page->json, field, rounded(value));
    page->json.single = false;
}

void html_reals(html_page *page, const char *field, const double *values, int count) {
    double floats[16];
    int n = count < 16 ? count : 16;
    for (int i = 0; i < n; i++)
        floats[i] = rounded(values[i]);
    page->json.single = true;
    answer_numbers(&page->json, field, floats, n);
    page->json.single = false;
}

void html_point(html_page *page, const char *field, carom_vec3 point) {
    carom_vec3 p = minus(point, page->origin);
    html_reals(page, field, (const double[3]){p.x, p.y, p.z}, 3);
}

/* ---- bytes */

static void put_held(html_page *page) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *h = page->held;
    char text[4] = {digits[h[0] >> 2], digits[(h[0] & 3) << 4 | h[1] >> 4], '=', '='};
    if (page->held_count > 1) text[2] = digits[(h[1] & 15) << 2 | h[2] >> 6];
    if (page->held_count > 2) text[3] = digits[h[2] & 63];
    fwrite(text, 1, 4, page->json.out);
    memset(page->held, 0, sizeof page->held);
    page->held_count = 0;
}

static void put_byte(html_page *page, unsigned value) {
    page->held[page->held_count++] = (unsigned char)(value & 255);
    if (page->held_count == 3) put_held(page);
}

void html_open_bytes(html_page *page, const char *field) {
    answer_open_bytes(&page->json, field);
}

void html_close_bytes(html_page *page) {
    if (page->held_count > 0) put_held(page);
    answer_close_bytes(&page->json);
}

void html_put16(html_page *page, unsigned value) {
    put_byte(page, value);
    put_byte(page, value >> 8);
}

void html_put32(html_page *page, uint32_t value) {
    html_put16(page, value & 0xFFFF);
    html_put16(page, value >> 16);
}

void html_put_float(html_page *page, double value) {
    float number = (float)rounded(value);
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    html_put32(page, bits);
}

/* ---- points */

carom_aabb html_box_of(const html_page *page, const double *points, size_t count) {
    carom_aabb box = {page->origin, page->origin};
    for (size_t i = 0; i < count; i++) {
        const double *p = points + 3 * i;
        if (i == 0) box.min = box.max = make3(p[0], p[1], p[2]);
        box.min = make3(fmin(box.min.x, p[0]), fmin(box.min.y, p[1]), fmin(box.min.z, p[2]));
        box.max = make3(fmax(box.max.x, p[0]), fmax(box.max.y, p[1]), fmax(box.max.z, p[2]));
    }
    return box;
}

void html_box(html_page *page, const carom_aabb *box) {
    carom_vec3 low = minus(box->min, page->origin), high = minus(box->max, page->origin);
    html_reals(page, "box", (const double[6]){low.x, low.y, low.z, high.x, high.y, high.z}, 6);
}

static unsigned fraction_of(double low, double high, double x) {
    double span = high - low;
    if (!(span > 0.0)) return 0;
    return (unsigned)(fmin(fmax((x - low) / span, 0.0), 1.0) * 65535.0 + 0.5);
}

void html_put_point(html_page *page, const carom_aabb *box, carom_vec3 point) {
    html_put16(page, fraction_of(box->min.x, box->max.x, point.x));
    html_put16(page, fraction_of(box->min.y, box->max.y, point.y));
    html_put16(page, fraction_of(box->min.z, box->max.z, point.z));
}

void html_mesh(html_page *page, const carom_io_soup *soup) {
    carom_aabb box = html_box_of(page, soup->vertices, soup->vertex_count);
    html_box(page, &box);
    answer_number(&page->json, "n", (double)soup->vertex_count);
    html_open_bytes(page, "p");
    for (size_t i = 0; i < soup->vertex_count; i++) {
        const double *p = soup->vertices + 3 * i;
        html_put_point(page, &box, make3(p[0], p[1], p[2]));
    }
    html_close_bytes(page);
    html_open_bytes(page, "i");
    for (size_t i = 0; i < 3 * soup->triangle_count; i++)
        if (soup->vertex_count > 65536)
            html_put32(page, soup->indices[i]);
        else
            html_put16(page, soup->indices[i]);
    html_close_bytes(page);
}
