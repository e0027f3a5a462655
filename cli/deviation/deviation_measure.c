/* Deviations. A mesh is sampled by its area: the triangles laid end to end are cut into as many
 * equal parts as there are samples, and each part gives one point, spread over its triangle by a
 * low-discrepancy sequence [Roberts18]. Hausdorff distances are the library's, with bounds; a cloud
 * is a mesh of points there. */
#include "deviation/deviation_measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mesh_of.h"
#include "solid.h"

/* ---- input */

static double area_of(const carom_triangle *t) {
    return 0.5 * norm(outer(minus(t->v[1], t->v[0]), minus(t->v[2], t->v[0])));
}

static carom_vec3 point_of(const carom_triangle *t, size_t number) {
    double u = 0.5 + 0.7548776662466927 * (double)number,
           v = 0.5 + 0.5698402909980532 * (double)number;
    u -= floor(u), v -= floor(v);
    if (u + v > 1.0) u = 1.0 - u, v = 1.0 - v;
    return plus(t->v[0],
                plus(times(minus(t->v[1], t->v[0]), u), times(minus(t->v[2], t->v[0]), v)));
}

static bool sample_mesh(cloud *out, const carom_mesh *mesh, size_t samples) {
    const uint32_t count = (uint32_t)carom_mesh_triangle_count(mesh);
    double total = 0.0, before = 0.0;
    for (uint32_t i = 0; i < count; i++) {
        const carom_triangle t = carom_mesh_triangle(mesh, i);
        total += area_of(&t);
    }
    for (uint32_t i = 0; i < count; i++) {
        const carom_triangle t = carom_mesh_triangle(mesh, i);
        before += area_of(&t);
        const double end = total > 0.0 ? before / total * (double)samples : 0.0;
        while ((double)out->count + 0.5 < end || (i + 1 == count && out->count < samples))
            if (!cloud_add(out, point_of(&t, out->count))) return false;
    }
    return true;
}

bool deviation_load(deviation_scan *out, const model_def *def, size_t samples) {
    *out = (deviation_scan){.path = def->path};
    if (cloud_is_file(def->path)) return cloud_read(&out->points, def->path);
    if (!model_load(&out->model, def)) return false;
    out->is_mesh = true;
    if (sample_mesh(&out->points, out->model.mesh, samples)) return true;
    fputs("carom deviation: not enough memory\n", stderr);
    deviation_free(out);
    return false;
}

void deviation_free(deviation_scan *scan) {
    if (scan->is_mesh) model_free(&scan->model);
    cloud_free(&scan->points);
}

/* ---- distances */

bool deviation_has_sign(const model *reference) {
    return solid_is_closed(&reference->placed);
}

double *deviation_of_points(const carom_vec3 *points, size_t count, const model *reference,
                            const threads *t) {
    double *out = malloc((count + 1) * sizeof *out);
    if (deviation_has_sign(reference)) {
        carom_mesh_signed *found = malloc((count + 1) * sizeof *found);
        if (found && out)
            carom_distance_points_mesh_signed(points, count, &reference->solid, found, &t->hook);
        for (size_t i = 0; found && out && i < count; i++)
            out[i] = found[i].distance;
        if (!found) free(out), out = NULL;
        free(found);
        return out;
    }
    carom_mesh_closest *found = malloc((count + 1) * sizeof *found);
    if (found && out) carom_closest_points_mesh(points, count, reference->mesh, found, &t->hook);
    for (size_t i = 0; found && out && i < count; i++)
        out[i] = found[i].at.distance;
    if (!found) free(out), out = NULL;
    free(found);
    return out;
}

static int by_size(const void *x, const void *y) {
    const double a = fabs(*(const double *)x), b = fabs(*(const double *)y);
    return (a > b) - (a < b);
}

/* Sorts the distances. */
static void gather(deviation_statistics *s, double *d, size_t count, double tolerance) {
    double sum = 0.0, squares = 0.0, signed_sum = 0.0;
    *s = (deviation_statistics){.count = count};
    qsort(d, count, sizeof *d, by_size);
    for (size_t i = 0; i < count; i++) {
        sum += fabs(d[i]);
        signed_sum += d[i];
        s->least_signed = i ? fmin(s->least_signed, d[i]) : d[i];
        s->most_signed = i ? fmax(s->most_signed, d[i]) : d[i];
        s->within += fabs(d[i]) <= tolerance;
    }
    s->mean = sum / (double)count;
    s->signed_mean = signed_sum / (double)count;
    s->most = fabs(d[count - 1]);
    s->half = fabs(d[(count - 1) / 2]);
    s->most_of = fabs(d[(size_t)ceil(0.95 * (double)count) - 1]);
    /* in units of the largest, so that no square leaves the range of double */
    double spread = 0.0;
    for (size_t i = 0; i < count && s->most > 0.0; i++) {
        const double x = fabs(d[i]) / s->most, y = (fabs(d[i]) - s->mean) / s->most;
        squares += x * x;
        spread += y * y;
    }
    s->rms = s->most * sqrt(squares / (double)count);
    s->deviation = s->most * sqrt(spread / (double)count);
}

/* ---- histogram */

/* Of the step the digit and the power of ten: 1, 2 or 5, so that at most DEVIATION_BINS - 1 of them
 * are as long as the range. */
static void choose_step(deviation_histogram *h, double range) {
    static const int digits[] = {1, 2, 5};
    h->power = (int)floor(log10(range / (DEVIATION_BINS - 1)));
    for (int k = 0; k < 6; k++) {
        h->digit = digits[k % 3];
        if (k == 3) h->power++;
        if (deviation_edge(h, DEVIATION_BINS - 1) - deviation_edge(h, 0) >= range) return;
    }
}

double deviation_edge(const deviation_histogram *h, size_t bin) {
    const double steps = h->digit * (h->first + (double)bin), ten = pow(10.0, abs(h->power));
    return h->power < 0 ? steps / ten : steps * ten;
}

static void count_bins(deviation_result *out, const double *d) {
    const deviation_statistics *s = &out->points;
    deviation_histogram *h = &out->histogram;
    const double low = out->has_sign ? s->least_signed : 0.0;
    const double high = out->has_sign ? s->most_signed : s->most;
    *h = (deviation_histogram){.count = 0};
    if (!(high - low > 0.0) || !isfinite(high - low) || high - low < 1e-290) return;
    choose_step(h, high - low);
    h->first = floor(low / (deviation_edge(h, 1) - deviation_edge(h, 0)));
    double edges[DEVIATION_BINS];
    for (size_t bin = 0; bin < DEVIATION_BINS; bin++)
        edges[bin] = deviation_edge(h, bin);
    for (size_t i = 0; i < s->count; i++) {
        size_t bin = 0;
        while (bin + 1 < DEVIATION_BINS && d[i] >= edges[bin + 1])
            bin++;
        h->bins[bin]++;
        if (bin >= h->count) h->count = bin + 1;
    }
}

/* ---- Hausdorff distances */

bool deviation_cloud_mesh(const cloud *points, carom_mesh **mesh) {
    uint32_t *indices = malloc((3 * points->count + 1) * sizeof *indices);
    for (size_t i = 0; indices && i < 3 * points->count; i++)
        indices[i] = (uint32_t)(i / 3);
    const carom_mesh_def def = {.vertices = points->points,
                                .indices = indices,
                                .vertex_count = points->count,
                                .triangle_count = points->count};
    const bool ok = indices && carom_mesh_create(mesh, &def) == CAROM_OK;
    free(indices);
    return ok;
}

typedef struct hausdorff_job {
    const carom_mesh *scan, *reference;
    deviation_result *out;
    carom_status status[2];
} hausdorff_job;

static void measure_direction(void *data, uint32_t back) {
    hausdorff_job *job = data;
    job->status[back] = back ? carom_mesh_hausdorff_directed(&job->out->from_reference,
                                                             job->reference, job->scan, NULL)
                             : carom_mesh_hausdorff_directed(&job->out->to_reference, job->scan,
                                                             job->reference, NULL);
}

bool deviation_measure(deviation_result *out, const deviation_scan *scan, const model *reference,
                       double tolerance, const threads *t) {
    carom_mesh *cloud_mesh = NULL;
    out->has_sign = deviation_has_sign(reference);
    double *d = deviation_of_points(scan->points.points, scan->points.count, reference, t);
    bool ok = d && (scan->is_mesh || deviation_cloud_mesh(&scan->points, &cloud_mesh));
    if (ok) {
        hausdorff_job job = {scan->is_mesh ? scan->model.mesh : cloud_mesh,
                             reference->mesh,
                             out,
                             {CAROM_OK, CAROM_OK}};
        gather(&out->points, d, scan->points.count, tolerance);
        count_bins(out, d);
        threads_run(t, measure_direction, &job, 2);
        ok = job.status[0] == CAROM_OK && job.status[1] == CAROM_OK;
        out->largest = fmax(out->points.most, out->to_reference.distance);
        out->hausdorff = fmax(out->to_reference.distance, out->from_reference.distance);
    }
    carom_mesh_destroy(cloud_mesh);
    free(d);
    return ok;
}
