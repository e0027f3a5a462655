/* The data of the page of carom clash. Parts that are instances of one mesh share its triangles:
 * the first of them stands as it is placed, the others by T_k * inverse(T_0) of their transforms,
 * where that gives their vertices. Own method. Pairs come the worst first, with the points of their
 * depth and the curves along which they meet. */
#include <stdlib.h>
#include <string.h>

#include "progress.h"
#include "clash/export/clash_html.h"
#include "clash/export/clash_color.h"
#include "clash/clash_measure.h"
#include "clash/clash_origin.h"
#include "clash/clash_pair.h"
#include "clash/clash_shape.h"
#include "html/html_page.h"

/* Of a part's size: vertices that are nearer are the same. The page rounds by more. */
#define SAME_PLACE 4e-6

/* The mesh of each part; of a mesh the first part that has it. */
typedef struct part_meshes {
    size_t *mesh_of_part, *part_of_mesh;
    size_t *part_of_source; /* 1 + the first part; 0: none yet */
    double (*rows)[12];     /* of each part, from the first part of its mesh */
    size_t count;
} part_meshes;

/* ---- instances */

static carom_vec3 row_of(const double *m, int r) {
    return make3(m[4 * r], m[4 * r + 1], m[4 * r + 2]);
}

/* The matrix that places by `to` what `from` has placed. False when `from` is singular. */
static bool relative_transform(const double *from, const double *to, double *out) {
    carom_vec3 a = row_of(from, 0), b = row_of(from, 1), c = row_of(from, 2);
    carom_vec3 columns[3] = {outer(b, c), outer(c, a), outer(a, b)}; /* of the inverse, times det */
    double det = inner(a, columns[0]);
    if (!(fabs(det) > 1e-9 * norm(a) * norm(b) * norm(c))) return false;
    for (int r = 0; r < 3; r++) {
        double shift = to[4 * r + 3];
        for (int k = 0; k < 3; k++) {
            out[4 * r + k] = inner(row_of(to, r), columns[k]) / det;
            shift -= out[4 * r + k] * from[4 * k + 3];
        }
        out[4 * r + 3] = shift;
    }
    return true;
}

static carom_vec3 placed_by(const double *m, carom_vec3 p) {
    return make3(inner(row_of(m, 0), p) + m[3], inner(row_of(m, 1), p) + m[7],
                 inner(row_of(m, 2), p) + m[11]);
}

static bool is_instance(const clash_part *first, const clash_part *part, double *rows) {
    const carom_io_soup *a = &first->shape->soup, *b = &part->shape->soup;
    if (a->vertex_count != b->vertex_count || a->triangle_count != b->triangle_count ||
        !relative_transform(first->transform, part->transform, rows))
        return false;
    double within = SAME_PLACE * norm(minus(part->box.max, part->box.min));
    for (size_t i = 0; i < a->vertex_count; i++) {
        carom_vec3 at = placed_by(rows, clash_vertex(first, i));
        if (!(norm(minus(at, clash_vertex(part, i))) <= within)) return false;
    }
    return true;
}

static void free_meshes(part_meshes *m) {
    free(m->mesh_of_part);
    free(m->part_of_mesh);
    free(m->part_of_source);
    free(m->rows);
}

/* False when memory ran out. */
static bool find_meshes(part_meshes *m, const clash_result *r) {
    size_t sources = 1;
    for (size_t i = 0; i < r->part_count; i++)
        if (r->parts[i].source >= sources) sources = r->parts[i].source + 1;
    memset(m, 0, sizeof *m);
    m->mesh_of_part = calloc(r->part_count + 1, sizeof *m->mesh_of_part);
    m->part_of_mesh = calloc(r->part_count + 1, sizeof *m->part_of_mesh);
    m->part_of_source = calloc(sources, sizeof *m->part_of_source);
    m->rows = calloc(r->part_count + 1, sizeof *m->rows);
    if (!m->mesh_of_part || !m->part_of_mesh || !m->part_of_source || !m->rows) return false;
    for (size_t i = 0; i < r->part_count; i++) {
        const clash_part *part = &r->parts[i];
        size_t *first = &m->part_of_source[part->source];
        if (part->source && *first && is_instance(&r->parts[*first - 1], part, m->rows[i])) {
            m->mesh_of_part[i] = m->mesh_of_part[*first - 1];
            continue;
        }
        if (part->source && !*first) *first = i + 1;
        m->mesh_of_part[i] = m->count;
        m->part_of_mesh[m->count++] = i;
    }
    return true;
}

/* ---- fields */

static const char *base_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

static void put_title(html_page *page, char *const *files, size_t count) {
    char title[300];
    if (count > 1)
        snprintf(title, sizeof title, "%.200s and %zu more", base_of(files[0]), count - 1);
    else
        snprintf(title, sizeof title, "%.280s", base_of(files[0]));
    answer_text(&page->json, "title", title);
}

/* The triangles where the part stands. False when memory ran out. */
static bool put_mesh(html_page *page, const clash_part *part) {
    carom_io_soup soup = part->shape->soup;
    soup.vertices = malloc((3 * soup.vertex_count + 1) * sizeof *soup.vertices);
    if (!soup.vertices) return false;
    for (size_t i = 0; i < soup.vertex_count; i++) {
        const carom_vec3 p = clash_vertex(part, i);
        memcpy(soup.vertices + 3 * i, (const double[3]){p.x, p.y, p.z}, 3 * sizeof p.x);
    }
    html_mesh(page, &soup);
    free(soup.vertices);
    return true;
}

static bool put_parts(html_page *page, const clash_result *r, const part_meshes *m) {
    answer *a = &page->json;
    bool ok = true;
    answer_open_array(a, "meshes");
    for (size_t i = 0; i < m->count; i++) {
        answer_open_item(a, i == 0);
        ok = put_mesh(page, &r->parts[m->part_of_mesh[i]]) && ok;
        answer_close_item(a);
    }
    answer_close_array(a);
    answer_open_array(a, "parts");
    for (size_t i = 0; i < r->part_count; i++) {
        answer_open_item(a, i == 0);
        clash_put_tags(a, &r->parts[i].tags);
        answer_number(a, "mesh", (double)m->mesh_of_part[i]);
        if (r->parts[i].color[3] > 0.0) html_reals(page, "color", r->parts[i].color, 3);
        if (m->part_of_mesh[m->mesh_of_part[i]] != i) {
            double *rows = m->rows[i];
            carom_vec3 moved = minus(placed_by(rows, page->origin), page->origin);
            rows[3] = moved.x, rows[7] = moved.y, rows[11] = moved.z;
            html_reals(page, "m", rows, 12);
        }
        answer_close_item(a);
    }
    answer_close_array(a);
    return ok;
}

static void put_curve_points(html_page *page, const carom_mesh_curves *curves) {
    carom_aabb box = {curves->points[0].position, curves->points[0].position};
    for (size_t i = 0; i < curves->point_count; i++) {
        carom_vec3 p = curves->points[i].position;
        box.min = make3(fmin(box.min.x, p.x), fmin(box.min.y, p.y), fmin(box.min.z, p.z));
        box.max = make3(fmax(box.max.x, p.x), fmax(box.max.y, p.y), fmax(box.max.z, p.z));
    }
    html_box(page, &box);
    html_open_bytes(page, "p");
    for (size_t c = 0; c < curves->curve_count; c++)
        for (size_t k = 0; k < curves->curves[c].count; k++)
            html_put_point(page, &box, curves->points[curves->curves[c].first + k].position);
    html_close_bytes(page);
}

/* The count of points of each curve, negative where it is closed. */
static void put_curves(html_page *page, const carom_mesh_curves *curves) {
    answer *a = &page->json;
    if (curves->curve_count == 0) return;
    answer_open_field(a, "curves");
    put_curve_points(page, curves);
    html_open_bytes(page, "n");
    for (size_t c = 0; c < curves->curve_count; c++) {
        uint32_t count = (uint32_t)curves->curves[c].count;
        html_put32(page, curves->curves[c].closed ? (uint32_t)0 - count : count);
    }
    html_close_bytes(page);
    answer_close_field(a);
}

static void put_depth(html_page *page, const clash_pair *p) {
    answer *a = &page->json;
    if (p->nested) answer_truth(a, "nested", true);
    if (p->same) answer_truth(a, "same", true);
    answer_number(a, "depth", p->measured ? p->depth : (double)NAN);
    answer_number(a, "bound", p->measured ? p->bound : (double)NAN);
}

static bool put_pair(html_page *page, const clash_result *r, const clash_pair *p) {
    answer *a = &page->json;
    answer_number(a, "a", (double)p->a);
    answer_number(a, "b", (double)p->b);
    answer_text(a, "verdict", clash_verdict_name(p->verdict));
    if (clash_is_overlap(p)) put_depth(page, p);
    clash_put_measures(a, p);
    if (p->verdict == CLASH_NEAR) answer_number(a, "distance", p->distance);
    if (norm(p->normal) > 0.0)
        html_reals(page, "normal", (const double[3]){p->normal.x, p->normal.y, p->normal.z}, 3);
    if (p->verdict != CLASH_NEAR) html_point(page, "point", p->point);
    if (clash_has_points(p)) {
        html_point(page, "pa", p->point_a);
        html_point(page, "pb", p->point_b);
        if (clash_is_overlap(p)) answer_text(a, "inside", p->inside_is_b ? "b" : "a");
    }
    if (p->verdict == CLASH_NEAR || interrupt_came()) return true;
    carom_mesh_curves *curves = NULL;
    if (carom_mesh_curves_create(&curves, &r->parts[p->a].placed, &r->parts[p->b].placed, NULL) !=
        CAROM_OK)
        return false;
    put_curves(page, curves);
    carom_mesh_curves_destroy(curves);
    return true;
}

static bool put_pairs(html_page *page, const clash_result *r) {
    bool ok = true;
    progress display = progress_start("clash");
    answer_open_array(&page->json, "clashes");
    for (size_t i = 0; i < r->pair_count; i++) {
        progress_show(&display, "curve", i, r->pair_count);
        answer_open_item(&page->json, i == 0);
        ok = put_pair(page, r, &r->pairs[i]) && ok;
        answer_close_item(&page->json);
    }
    answer_close_array(&page->json);
    progress_end(&display);
    return ok;
}

static carom_vec3 middle_of(const clash_result *r) {
    carom_aabb box = {{0, 0, 0}, {0, 0, 0}};
    for (size_t i = 0; i < r->part_count; i++)
        if (r->parts[i].shape->soup.triangle_count > 0)
            box = norm(minus(box.max, box.min)) > 0.0 ? carom_fit_aabb_aabb(&box, &r->parts[i].box)
                                                      : r->parts[i].box;
    return plus(times(box.min, 0.5), times(box.max, 0.5));
}

/* False when memory ran out. */
static bool put_report(html_page *page, const clash_result *r, const clash_page_def *def) {
    part_meshes meshes;
    bool ok = find_meshes(&meshes, r);
    page->origin = middle_of(r);
    put_title(page, def->files, def->file_count);
    answer_text(&page->json, "up", clash_input_z_up(r->input) ? "z" : "y");
    answer_text(&page->json, "color", clash_coloring_name(clash_coloring_of(def->options, r)));
    clash_put_origin(&page->json, r->input);
    answer_number(&page->json, "triangles", (double)r->triangles);
    answer_truth(&page->json, "interrupted", r->interrupted);
    answer_numbers(&page->json, "origin",
                   (const double[3]){page->origin.x, page->origin.y, page->origin.z}, 3);
    if (ok) {
        ok = put_parts(page, r, &meshes);
        ok = put_pairs(page, r) && ok;
    }
    free_meshes(&meshes);
    return ok;
}

bool clash_write_html(const clash_result *r, const clash_page_def *def) {
    html_page page;
    if (!html_open(&page, def->path, "clash")) return false;
    bool ok = put_report(&page, r, def);
    if (!ok) fprintf(stderr, "carom clash: %s: not enough memory\n", def->path);
    return html_close(&page) && ok;
}
