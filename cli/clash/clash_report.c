/* The reports of carom clash: a table, one JSON object, or CSV. Each row has the verdict, the
 * depth or gap, and the points where they are known. Names of parts come from files: control
 * characters are replaced in the table, and names are quoted in JSON and CSV. */
#include <string.h>

#include "answer.h"
#include "clash/clash.h"
#include "solid.h"
#include "clash/clash_depths.h"
#include "clash/clash_measure.h"
#include "clash/clash_origin.h"
#include "clash/clash_pair.h"
#include "clash/clash_parts.h"
#include "clash/clash_report.h"
#include "clash/groups/clash_clusters.h"
#include "clash/history/clash_identity.h"
#include "text/plural.h"

#define BINS_FROM 10 /* hard clashes, from which the table shows how deep they are */

static bool has_normal(const clash_pair *p) {
    return norm(p->normal) > 0.0;
}

static int name_width(const clash_result *r) {
    int most = 4;
    for (size_t i = 0; i < r->pair_count; i++) {
        int length = (int)strlen(r->parts[r->pairs[i].a].tags.name);
        if (length > most) most = length;
    }
    return most < 32 ? most : 32;
}

static void print_amount(bool known, double amount, bool space) {
    if (known)
        printf(" %10.5g", amount);
    else
        printf(" %10s", "-");
    if (space) putchar(' ');
}

static void print_measures(const clash_measures *m) {
    print_amount(m->has_volume, m->volume, false);
    print_amount(m->has_area, m->area, false);
    print_amount(m->has_separation, m->separation, true);
}

/* What a row of the table shows besides its pair. */
typedef struct table_layout {
    int width; /* of names of parts A */
    bool each, measure;
} table_layout;

/* What is 0.00 has no minus. */
static double shown(double component) {
    return fabs(component) < 0.005 ? 0.0 : component;
}

static void print_row(const clash_result *r, const clash_pair *p, size_t row,
                      const table_layout *table) {
    char amount[32] = "-", most[32] = "-", direction[40] = "-";
    if (clash_is_overlap(p) && p->bound > 0.0) {
        snprintf(amount, sizeof amount, "%.5g", p->depth);
        snprintf(most, sizeof most, "%.5g", p->bound);
    }
    if (p->verdict == CLASH_NEAR) snprintf(amount, sizeof amount, "%.5g", p->distance);
    if (has_normal(p))
        snprintf(direction, sizeof direction, "%+.2f %+.2f %+.2f", shown(p->normal.x),
                 shown(p->normal.y), shown(p->normal.z));
    printf("%4zu %-9s %11s %11s %-18s", row, clash_pair_name(p), amount, most, direction);
    if (table->measure) print_measures(&p->measures);
    printf(" %4u ", (unsigned)p->a);
    clash_print_name(r->parts[p->a].tags.name, table->width);
    printf(" %4u ", (unsigned)p->b);
    clash_print_name(r->parts[p->b].tags.name, 0);
    if (!table->each && p->count > 1) printf(" x%zu", p->count);
    if (p->status) putchar(' '), putchar('['), clash_print_name(p->status, 0), putchar(']');
    putchar('\n');
}

static void print_bins(const clash_depths *d) {
    size_t most = 1;
    for (size_t i = 0; i < d->bin_count; i++)
        if (d->bins[i].count > most) most = d->bins[i].count;
    puts("depths of hard clashes:");
    for (size_t i = 0; i < d->bin_count; i++) {
        const clash_bin *bin = &d->bins[i];
        if (bin->count == 0) continue;
        printf("  %9g to %-9g %6zu ", bin->from, bin->to, bin->count);
        for (size_t k = 0; k < (40 * bin->count + most - 1) / most; k++)
            putchar('#');
        putchar('\n');
    }
}

/* What of the clashes may be no clash: those of rounding, and those below a gap. */
static void print_noise(const clash_result *r) {
    clash_depths d;
    if (r->rounded > 0)
        printf("%zu touching pair%s overlap%s by no more than %s may, %.3g at most; --tolerance 0 "
               "lists them as hard%s\n",
               r->rounded, plural(r->rounded), r->rounded == 1 ? "s" : "",
               r->facets ? "triangles in place of surfaces"
                         : "rounding of the files' numbers to single precision",
               r->rounding, r->facets ? ", a smaller --deflection or --angle leaves less" : "");
    if (!clash_sort_depths(r, &d)) return;
    if (d.bin_count > 1 && r->count[CLASH_HARD] >= BINS_FROM) print_bins(&d);
    if (d.shallow)
        printf("%zu hard clashes are shallower than %g, as facets of curved contacts are; try "
               "--tolerance %g\n",
               d.shallow, d.below, d.suggestion);
}

void clash_print_table(const clash_result *r, const clash_options *options) {
    const table_layout table = {name_width(r), options->each, options->measure};
    size_t closures[CAROM_MESH_CLOSED + 1] = {0};
    for (size_t i = 0; i < r->part_count; i++)
        closures[solid_closure(&r->parts[i].placed)]++;
    if (r->pair_count > 0)
        printf("%4s %-9s %11s %11s %-18s%s %4s %-*s %4s %s\n", "row", "verdict", "depth/gap",
               "at most", "direction A to B",
               options->measure ? "     volume  cont. area    way out " : "", "#", table.width, "A",
               "#", "B");
    for (size_t i = 0, row = 0; i < r->pair_count; i++)
        if (options->each || r->pairs[i].count > 0) print_row(r, &r->pairs[i], ++row, &table);
    const size_t total = clash_pair_total(r);
    printf("%s%zu part%s, %zu triangle%s, %zu pair%s: %zu box pair%s, %zu meet%s; %zu hard, %zu "
           "touching, %zu near, %zu clear\n",
           r->pair_count > 0 ? "\n" : "", r->part_count, plural(r->part_count), r->triangles,
           plural(r->triangles), total, plural(total), r->box_pairs, plural(r->box_pairs),
           r->meeting, r->meeting == 1 ? "s" : "", r->count[CLASH_HARD], r->count[CLASH_TOUCH],
           r->count[CLASH_NEAR],
           total - r->pair_count - r->ignored - r->omitted - (r->box_pairs - r->looked_at));
    if (r->count[CLASH_UNDECIDED])
        printf("%zu undecided: the tolerance is between depth and what it is at most\n",
               r->count[CLASH_UNDECIDED]);
    if (r->ignored) printf("%zu box pair%s ignored by the rules\n", r->ignored, plural(r->ignored));
    if (r->compared)
        printf("beside the baseline: %zu new, %zu active, %zu resolved\n", r->new_count,
               r->pair_count - r->new_count, r->resolved_count);
    print_noise(r);
    if (r->omitted) printf("%zu pair%s left out by --ignore\n", r->omitted, plural(r->omitted));
    if (closures[CAROM_MESH_OPEN])
        printf(
            "%zu of %zu part%s not closed: inside is told by winding number, depths are coarse\n",
            closures[CAROM_MESH_OPEN], r->part_count, plural(r->part_count));
    if (closures[CAROM_MESH_INCONSISTENT])
        printf("%zu of %zu part%s closed, orientation inconsistent: inside is told by crossings\n",
               closures[CAROM_MESH_INCONSISTENT], r->part_count, plural(r->part_count));
    clash_print_clusters(r, options);
    clash_print_origin(r->input);
    printf("read %.0f ms, trees %.0f ms, boxes %.2f ms, verdicts %.1f ms, depths %.1f ms",
           1e3 * r->times.load, 1e3 * r->times.build, 1e3 * r->times.boxes, 1e3 * r->times.verdicts,
           1e3 * r->times.depths);
    if (options->measure) printf(", measures %.1f ms", 1e3 * r->times.measures);
    putchar('\n');
    if (r->interrupted)
        printf("interrupted: %zu of %zu box pair%s looked at, %zu depth%s not measured\n",
               r->looked_at, r->box_pairs, plural(r->box_pairs), r->unmeasured,
               plural(r->unmeasured));
}

/* ---- JSON */

static void put_vector(answer *a, const char *field, carom_vec3 v) {
    answer_numbers(a, field, (const double[3]){v.x, v.y, v.z}, 3);
}

/* Null for an open part. */
static void put_relation(answer *a, carom_solid_relation relation) {
    static const char *const names[] = {
        NULL,      "apart",  "touching_points", "touching_edges", "touching_faces",
        "overlap", "a_in_b", "b_in_a",          "equal"};
    if (names[relation])
        answer_text(a, "relation", names[relation]);
    else
        answer_null(a, "relation");
}

static const char *axis_name(const clash_options *options) {
    static const char *const axes[] = {"x", "y", "z"};
    return axes[options->along_axis];
}

static void put_pair(answer *a, const clash_result *r, const clash_pair *p,
                     const clash_options *options) {
    char id[CLASH_ID_SIZE];
    answer_number(a, "a", (double)p->a);
    answer_number(a, "b", (double)p->b);
    answer_text(a, "name_a", r->parts[p->a].tags.name);
    answer_text(a, "name_b", r->parts[p->b].tags.name);
    answer_text(a, "verdict", clash_verdict_name(p->verdict));
    clash_write_id(p, id);
    answer_text(a, "id", id);
    if (p->status) answer_text(a, "status", p->status);
    answer_truth(a, "fails", p->fails);
    answer_number(a, "group", (double)p->group);
    if (p->count > 0) answer_number(a, "count", (double)p->count);
    if (options->clusters) answer_number(a, "cluster", (double)p->cluster);
    put_relation(a, p->relation);
    if (clash_is_overlap(p)) {
        answer_truth(a, "nested", p->nested);
        answer_truth(a, "same", p->same);
        answer_number(a, "depth", p->measured ? p->depth : (double)NAN);
        answer_number(a, "depth_bound", p->measured ? p->bound : (double)NAN);
    }
    clash_put_measures(a, p);
    if (p->verdict == CLASH_NEAR) answer_number(a, "distance", p->distance);
    if (p->along) answer_text(a, "along", axis_name(options));
    if (has_normal(p)) put_vector(a, "normal", p->normal);
    if (p->verdict != CLASH_NEAR) put_vector(a, "point", p->point);
    if (!clash_has_points(p)) return;
    put_vector(a, "point_a", p->point_a);
    put_vector(a, "point_b", p->point_b);
    if (clash_is_overlap(p)) answer_text(a, "inside", p->inside_is_b ? "b" : "a");
}

static void put_closure(answer *a, carom_mesh_closure closure) {
    const char *orientation = solid_orientation(closure);
    answer_truth(a, "closed", closure != CAROM_MESH_OPEN);
    if (orientation)
        answer_text(a, "orientation", orientation);
    else
        answer_null(a, "orientation");
}

static void put_history(answer *a, const clash_result *r) {
    answer_number(a, "new", (double)r->new_count);
    answer_number(a, "active", (double)(r->pair_count - r->new_count));
    answer_open_array(a, "resolved");
    for (size_t i = 0; i < r->resolved_count; i++) {
        const clash_resolved *old = &r->resolved[i];
        answer_open_item(a, i == 0);
        answer_text(a, "id", old->id);
        answer_text(a, "name_a", old->name_a);
        answer_text(a, "name_b", old->name_b);
        answer_text(a, "verdict", old->verdict);
        answer_text(a, "status", "resolved");
        answer_close_item(a);
    }
    answer_close_array(a);
}

static void put_depths(answer *a, const clash_result *r) {
    clash_depths d;
    const bool known = clash_sort_depths(r, &d);
    answer_open_array(a, "depth_histogram");
    for (size_t i = 0; known && i < d.bin_count; i++) {
        answer_open_item(a, i == 0);
        answer_number(a, "from", d.bins[i].from);
        answer_number(a, "to", d.bins[i].to);
        answer_number(a, "count", (double)d.bins[i].count);
        answer_close_item(a);
    }
    answer_close_array(a);
    if (!known || !d.shallow) return;
    answer_open_field(a, "hint");
    answer_number(a, "clashes", (double)d.shallow);
    answer_number(a, "shallower_than", d.below);
    answer_number(a, "tolerance", d.suggestion);
    answer_close_field(a);
}

void clash_print_json(const clash_result *r, const clash_options *options) {
    answer a = {.out = stdout};
    answer_open(&a);
    answer_number(&a, "parts", (double)r->part_count);
    answer_number(&a, "triangles", (double)r->triangles);
    answer_number(&a, "pairs", (double)clash_pair_total(r));
    answer_number(&a, "box_pairs", (double)r->box_pairs);
    answer_number(&a, "meeting", (double)r->meeting);
    answer_number(&a, "ignored", (double)r->ignored);
    answer_number(&a, "omitted", (double)r->omitted);
    answer_number(&a, "hard", (double)r->count[CLASH_HARD]);
    answer_number(&a, "undecided", (double)r->count[CLASH_UNDECIDED]);
    answer_number(&a, "touching", (double)r->count[CLASH_TOUCH]);
    answer_number(&a, "near", (double)r->count[CLASH_NEAR]);
    answer_number(&a, "failing", (double)r->failing);
    answer_number(&a, "clearance", options->clearance);
    if (options->along > 0.0) {
        answer_open_field(&a, "clearance_along");
        answer_text(&a, "axis", axis_name(options));
        answer_number(&a, "clearance", options->along);
        answer_close_field(&a);
    }
    answer_number(&a, "tolerance", options->tolerance);
    answer_number(&a, "rounding", r->rounding);
    answer_number(&a, "within_rounding", (double)r->rounded);
    answer_truth(&a, "interrupted", r->interrupted);
    answer_number(&a, "looked_at", (double)r->looked_at);
    answer_number(&a, "unmeasured", (double)r->unmeasured);
    answer_open_field(&a, "milliseconds");
    answer_number(&a, "read", 1e3 * r->times.load);
    answer_number(&a, "trees", 1e3 * r->times.build);
    answer_number(&a, "boxes", 1e3 * r->times.boxes);
    answer_number(&a, "verdicts", 1e3 * r->times.verdicts);
    answer_number(&a, "depths", 1e3 * r->times.depths);
    if (options->measure) answer_number(&a, "measures", 1e3 * r->times.measures);
    answer_close_field(&a);
    put_depths(&a, r);
    clash_put_origin(&a, r->input);
    answer_open_array(&a, "names");
    for (size_t i = 0; i < r->part_count; i++) {
        answer_open_item(&a, i == 0);
        clash_put_tags(&a, &r->parts[i].tags);
        answer_number(&a, "file", (double)r->parts[i].file);
        put_closure(&a, solid_closure(&r->parts[i].placed));
        answer_close_item(&a);
    }
    answer_close_array(&a);
    answer_open_array(&a, "clashes");
    for (size_t i = 0; i < r->pair_count; i++) {
        answer_open_item(&a, i == 0);
        put_pair(&a, r, &r->pairs[i], options);
        answer_close_item(&a);
    }
    answer_close_array(&a);
    clash_put_clusters(&a, r, options);
    if (r->compared) put_history(&a, r);
    answer_close(&a);
}

/* ---- CSV */

static void put_quoted(const char *text) {
    putchar('"');
    for (; *text; text++) {
        if (*text == '"') putchar('"');
        putchar(*text);
    }
    putchar('"');
}

static void put_number(double value, bool known) {
    if (known)
        printf(",%.17g", value);
    else
        putchar(',');
}

static void put_columns(carom_vec3 v, bool known) {
    put_number(v.x, known);
    put_number(v.y, known);
    put_number(v.z, known);
}

void clash_print_csv(const clash_result *r, const clash_options *options) {
    printf("verdict,nested,same,a,name_a,b,name_b,depth,depth_bound,distance,"
           "normal_x,normal_y,normal_z,x,y,z,a_x,a_y,a_z,b_x,b_y,b_z,inside,id,status,group%s\n",
           options->measure ? CLASH_MEASURES_HEADER : "");
    for (size_t i = 0; i < r->pair_count; i++) {
        const clash_pair *p = &r->pairs[i];
        char id[CLASH_ID_SIZE];
        bool overlap = clash_is_overlap(p), deep = overlap && p->measured,
             points = clash_has_points(p);
        printf("%s,%d,%d,%u,", clash_verdict_name(p->verdict), (int)p->nested, (int)p->same,
               (unsigned)p->a);
        put_quoted(r->parts[p->a].tags.name);
        printf(",%u,", (unsigned)p->b);
        put_quoted(r->parts[p->b].tags.name);
        put_number(p->depth, deep);
        put_number(p->bound, deep);
        put_number(p->distance, p->verdict == CLASH_NEAR);
        put_columns(p->normal, has_normal(p));
        put_columns(p->point, p->verdict != CLASH_NEAR);
        put_columns(p->point_a, points);
        put_columns(p->point_b, points);
        clash_write_id(p, id);
        printf(",%s,%s,", !points || !overlap ? "" : p->inside_is_b ? "b" : "a", id);
        if (p->status) put_quoted(p->status);
        printf(",%zu", p->group);
        if (options->measure) clash_print_measures(p);
        putchar('\n');
    }
    for (size_t i = 0; i < r->resolved_count; i++) {
        const clash_resolved *old = &r->resolved[i];
        put_quoted(old->verdict);
        fputs(",,,,", stdout);
        put_quoted(old->name_a);
        fputs(",,", stdout);
        put_quoted(old->name_b);
        fputs(",,,,,,,,,,,,,,,,,", stdout);
        put_quoted(old->id);
        printf(",resolved,%s\n", options->measure ? ",,,,,,,," : "");
    }
}
