/* The reports of carom deviation: a table, or one JSON object. */
#include "deviation/deviation_report.h"

#include <stdio.h>

#include "answer.h"
#include "deviation/deviation_measure.h"

static void put_hausdorff(answer *a, const char *field, const carom_mesh_hausdorff *h) {
    answer_open_field(a, field);
    answer_number(a, "distance", h->distance);
    answer_number(a, "bound", h->bound);
    answer_numbers(a, "point", (const double[3]){h->point_a.x, h->point_a.y, h->point_a.z}, 3);
    answer_numbers(a, "nearest", (const double[3]){h->point_b.x, h->point_b.y, h->point_b.z}, 3);
    answer_close_field(a);
}

static void put_histogram(answer *a, const deviation_histogram *h) {
    answer_open_array(a, "histogram");
    for (size_t i = 0; i < h->count; i++) {
        answer_open_item(a, i == 0);
        answer_number(a, "from", deviation_edge(h, i));
        answer_number(a, "to", deviation_edge(h, i + 1));
        answer_number(a, "count", (double)h->bins[i]);
        answer_close_item(a);
    }
    answer_close_array(a);
}

void deviation_print_json(const deviation_result *r, const deviation_scan *scan, double tolerance) {
    const deviation_statistics *s = &r->points;
    answer a = {.out = stdout};
    answer_open(&a);
    answer_text(&a, "scan", scan->is_mesh ? "mesh" : "points");
    if (r->unit)
        answer_text(&a, "unit", r->unit);
    else
        answer_null(&a, "unit");
    answer_number(&a, "points", (double)s->count);
    answer_number(&a, "mean", s->mean);
    answer_number(&a, "rms", s->rms);
    answer_number(&a, "standard_deviation", s->deviation);
    answer_number(&a, "median", s->half);
    answer_number(&a, "percentile_95", s->most_of);
    answer_number(&a, "max", s->most);
    if (r->has_sign) {
        answer_number(&a, "signed_mean", s->signed_mean);
        answer_number(&a, "signed_min", s->least_signed);
        answer_number(&a, "signed_max", s->most_signed);
    }
    if (tolerance >= 0.0) answer_number(&a, "within_tolerance", (double)s->within);
    put_histogram(&a, &r->histogram);
    put_hausdorff(&a, "scan_to_reference", &r->to_reference);
    put_hausdorff(&a, "reference_to_scan", &r->from_reference);
    answer_number(&a, "hausdorff", r->hausdorff);
    answer_number(&a, "hausdorff_bound", fmax(r->to_reference.bound, r->from_reference.bound));
    answer_close(&a);
}

static void print_hausdorff(const char *what, const carom_mesh_hausdorff *h) {
    printf("%-20s %.9g, at most %.9g, at %.9g %.9g %.9g\n", what, h->distance, h->bound,
           h->point_a.x, h->point_a.y, h->point_a.z);
}

#define BAR 40

static void print_histogram(const deviation_histogram *h, size_t count) {
    size_t most = 1;
    for (size_t i = 0; i < h->count; i++)
        if (h->bins[i] > most) most = h->bins[i];
    for (size_t i = 0; i < h->count; i++) {
        const int bar = (int)((BAR * h->bins[i] + most - 1) / most);
        printf("%11.6g to %-9.6g %9zu %6.2f%% %.*s\n", deviation_edge(h, i),
               deviation_edge(h, i + 1), h->bins[i], 100.0 * (double)h->bins[i] / (double)count,
               bar, "########################################");
    }
}

void deviation_print_table(const deviation_result *r, const deviation_scan *scan,
                           double tolerance) {
    const deviation_statistics *s = &r->points;
    if (r->unit) printf("%-20s %s\n", "unit", r->unit);
    printf("%-20s %zu%s\n", "points", s->count, scan->is_mesh ? ", spread by area" : "");
    printf("%-20s mean %.9g, RMS %.9g, standard deviation %.9g\n", "distance", s->mean, s->rms,
           s->deviation);
    printf("%-20s median %.9g, 95%% %.9g, largest %.9g\n", "", s->half, s->most_of, s->most);
    if (r->has_sign)
        printf("%-20s mean %.9g, from %.9g to %.9g\n", "signed", s->signed_mean, s->least_signed,
               s->most_signed);
    if (tolerance >= 0.0)
        printf("%-20s %zu of %zu points, %.4g%%\n", "within the tolerance", s->within, s->count,
               100.0 * (double)s->within / (double)s->count);
    print_histogram(&r->histogram, s->count);
    print_hausdorff("scan to reference", &r->to_reference);
    print_hausdorff("reference to scan", &r->from_reference);
    printf("%-20s %.9g, at most %.9g\n", "Hausdorff distance", r->hausdorff,
           fmax(r->to_reference.bound, r->from_reference.bound));
}
