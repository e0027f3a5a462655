/* Pages that open from disk and need no other file: the viewer of web/viewer/ and one JSON object
 * of data in it. */
#ifndef CAROM_CLI_HTML_PAGE_H
#define CAROM_CLI_HTML_PAGE_H

#include "real.h" /* first: it chooses double */

#include "answer.h"
#include "carom/io.h"

typedef struct html_page {
    const char *path;
    answer json;       /* the object of data; its texts cannot end the script */
    carom_vec3 origin; /* points are relative to it, so that single precision is enough */
    unsigned char held[3];
    int held_count;
} html_page;

/** Opens the file and the object of data of a `kind` of page. On failure prints why. */
bool html_open(html_page *page, const char *path, const char *kind);

/** Ends the object and the page. On failure prints why. */
bool html_close(html_page *page);

void html_real(html_page *page, const char *field, double value);
void html_reals(html_page *page, const char *field, const double *values, int count);
/** Single precision, relative to the origin. */
void html_point(html_page *page, const char *field, carom_vec3 point);

/** Bytes in base 64 as a text: numbers, least byte first. */
void html_open_bytes(html_page *page, const char *field);
void html_put16(html_page *page, unsigned value);
void html_put32(html_page *page, uint32_t value);
void html_put_float(html_page *page, double value);
void html_close_bytes(html_page *page);

/** The box around finite points of three doubles each; of none a point at the origin. */
carom_aabb html_box_of(const html_page *page, const double *points, size_t count);

/** A field `box`, relative to the origin. */
void html_box(html_page *page, const carom_aabb *box);

/** A point as three fractions of a box, of 16 bits each. */
void html_put_point(html_page *page, const carom_aabb *box, carom_vec3 point);

/** The fields of a mesh: box, p (its vertices), n (their count), and i (its triangles). */
void html_mesh(html_page *page, const carom_io_soup *soup);

#endif
